"""What replies say of the secret, letter by letter, and where two replies disagree."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from codebreaker.reply import ABSENT, PLACED
from lingo_bot.assistant.steps import WordStep

_OF_REPLY = "the reply to "
"""The beginning of the source of a clue that comes from a reply."""


class Clue(NamedTuple):
    """What one reply, or the first letter shown, says of the secret; places count from 0."""

    source: str
    """Where the clue comes from, as in 'the reply to tares'."""
    placed: dict[int, str]
    """The letter in each known place."""
    elsewhere: dict[int, str]
    """For some places a letter that does not stand there."""
    least: Counter[str]
    """The least number of each letter."""
    most: dict[str, int]
    """The most of each letter."""


def clue_of(step: WordStep) -> Clue:
    """The clue that the reply to a guess gives."""
    pairs = list(enumerate(zip(step.guess, step.reply, strict=True)))
    least = Counter(letter for _, (letter, mark) in pairs if mark != ABSENT)
    return Clue(
        source=f"{_OF_REPLY}{step.guess}",
        placed={place: letter for place, (letter, mark) in pairs if mark == PLACED},
        elsewhere={place: letter for place, (letter, mark) in pairs if mark != PLACED},
        least=least,
        most={letter: least[letter] for _, (letter, mark) in pairs if mark == ABSENT},
    )


def first_letter_clue(letter: str) -> Clue:
    """The clue that the secret begins with the letter."""
    return Clue("the first letter given", {0: letter}, {}, Counter(letter), {})


def disagreement(clues: Sequence[Clue], length: int) -> str | None:
    """What the first two clues that contradict each other disagree on, None if no two do by their letters alone."""
    for first, second in combinations(clues, 2):
        for what in _conflicts(first, second, length):
            return f"{_sources(first, second)} disagree on {what}"
    return None


def _sources(first: Clue, second: Clue) -> str:
    """The sources of both clues in one phrase."""
    if first.source.startswith(_OF_REPLY) and second.source.startswith(_OF_REPLY):
        return f"the replies to {first.source.removeprefix(_OF_REPLY)} and {second.source.removeprefix(_OF_REPLY)}"
    return f"{first.source} and {second.source}"


def _conflicts(first: Clue, second: Clue, length: int) -> Iterator[str]:
    """Every point that two clues disagree on, in words."""
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
    """What the clues say together in one line, as in '.a..s, with e, without r t'."""
    placed: dict[int, str] = {}
    least: Counter[str] = Counter()
    for clue in clues:
        placed |= clue.placed
        least |= clue.least
    absent = {letter for clue in clues for letter, most in clue.most.items() if most == 0}
    elsewhere = sorted((least - Counter(placed.values())).elements())
    parts = ["".join(placed.get(place, ".") for place in range(length))]
    parts += [f"with {' '.join(elsewhere)}"] if elsewhere else []
    parts += [f"without {' '.join(sorted(absent))}"] if absent else []
    return ", ".join(parts)
