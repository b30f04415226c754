"""What replies say of the secret, letter by letter: what a hard guess must use, and where replies disagree."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from codebreaker.reply import ABSENT, PLACED
from lingo_bot.assistant.steps import Step

_OF_REPLY = "the reply to "
"""How the source of a clue begins that is a reply."""


class Clue(NamedTuple):
    """What one reply says, or a letter that was given; places count from 0."""

    source: str
    """What says it, as in 'the reply to tares'."""
    placed: dict[int, str]
    """The letter in each place that is known."""
    elsewhere: dict[int, str]
    """A letter that is not in that place."""
    least: Counter[str]
    """So many of the letter at least."""
    most: dict[str, int]
    """No more of the letter than that."""


def clue_of(step: Step) -> Clue:
    """What the reply to a guess says."""
    pairs = list(enumerate(zip(step.guess, step.reply, strict=True)))
    least = Counter(letter for _, (letter, mark) in pairs if mark != ABSENT)
    return Clue(
        source=f"{_OF_REPLY}{step.guess}",
        placed={place: letter for place, (letter, mark) in pairs if mark == PLACED},
        elsewhere={place: letter for place, (letter, mark) in pairs if mark != PLACED},
        least=least,
        most={letter: least[letter] for _, (letter, mark) in pairs if mark == ABSENT},
    )


def given(letter: str) -> Clue:
    """That the secret begins with the letter."""
    return Clue("the first letter given", {0: letter}, {}, Counter(letter), {})


class Known(NamedTuple):
    """What clues say together of a secret."""

    placed: dict[int, str]
    least: Counter[str]


def together(clues: Sequence[Clue]) -> Known:
    """The letters in their places, and for each letter the most that one clue asks for."""
    least: Counter[str] = Counter()
    for clue in clues:
        least |= clue.least
    return Known({place: letter for clue in clues for place, letter in clue.placed.items()}, least)


def unused(word: str, known: Known) -> str | None:
    """What a guess leaves out that is known, or None: the rule of hard games.

    A letter in its right place must stand there again. Of a letter that one reply marks k times O or ?, the guess must
    hold k. Letters known to be absent, and places known to be wrong, may be tried again.
    """
    for place, letter in known.placed.items():
        if word[place] != letter:
            return f"letter {place + 1} must be {letter}"
    for letter, count in known.least.items():
        if word.count(letter) < count:
            return f"it must hold {letter}" if count == 1 else f"it must hold {letter} {count} times"
    return None


def disagreement(clues: Sequence[Clue], length: int) -> str | None:
    """What the first two clues that cannot both be true disagree on, or None where the letters alone do not tell."""
    for first, second in combinations(clues, 2):
        for what in _conflicts(first, second, length):
            return f"{_sources(first, second)} disagree on {what}"
    return None


def _sources(first: Clue, second: Clue) -> str:
    """Where both clues come from, two replies in one phrase."""
    if first.source.startswith(_OF_REPLY) and second.source.startswith(_OF_REPLY):
        return f"the replies to {first.source.removeprefix(_OF_REPLY)} and {second.source.removeprefix(_OF_REPLY)}"
    return f"{first.source} and {second.source}"


def _conflicts(first: Clue, second: Clue, length: int) -> Iterator[str]:
    """All that two clues disagree on."""
    for place in sorted(first.placed.keys() & second.placed.keys()):
        if first.placed[place] != second.placed[place]:
            yield f"letter {place + 1}: {first.placed[place]} or {second.placed[place]}"
    for one, other in ((first, second), (second, first)):
        for place, letter in one.placed.items():
            if other.elsewhere.get(place) == letter:
                yield f"letter {place + 1}: {letter} or not"
        for letter, most in other.most.items():
            if one.least[letter] > most:
                said = [f"{one.least[letter]}", "none" if most == 0 else f"no more than {most}"]
                yield f"the letter {letter}: {' or '.join(said if one is first else reversed(said))}"
    letters = (first.least | second.least).total()
    if letters > length:
        yield f"how many letters there are: together they ask for {letters}"


def summary(clues: Sequence[Clue], length: int) -> str:
    """All that the clues say in one line, as in '.a..s, with e, without r t'."""
    placed, least = together(clues)
    absent = {letter for clue in clues for letter, most in clue.most.items() if most == 0}
    elsewhere = sorted((least - Counter(placed.values())).elements())
    parts = ["".join(placed.get(place, ".") for place in range(length))]
    parts += [f"with {' '.join(elsewhere)}"] if elsewhere else []
    parts += [f"without {' '.join(sorted(absent))}"] if absent else []
    return ", ".join(parts)
