"""Clues: the letters of the secret that replies show, and where two replies disagree."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from codebreaker.reply import ABSENT, PLACED
from lingo_bot.assistant.steps import WordStep

_OF_REPLY = "the reply to "
"""The beginning of the source of a clue that comes from a reply."""


class Clue(NamedTuple):
    """The letters of the secret that one reply, or the first letter shown, tells of; places count from 0."""

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
        placed={index: letter for index, (letter, mark) in pairs if mark == PLACED},
        elsewhere={index: letter for index, (letter, mark) in pairs if mark != PLACED},
        least=least,
        most={letter: least[letter] for _, (letter, mark) in pairs if mark == ABSENT},
    )


def first_letter_clue(letter: str) -> Clue:
    """The clue that the secret begins with the letter."""
    return Clue("the first letter given", {0: letter}, {}, Counter(letter), {})


def disagreement(clues: Sequence[Clue], length: int) -> str | None:
    """The first point that two clues disagree on, None if no two do by their letters alone."""
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
    for index in sorted(first.placed.keys() & second.placed.keys()):
        if first.placed[index] != second.placed[index]:
            yield f"letter {index + 1}: {first.placed[index]} or {second.placed[index]}"
    for clue, contrary in ((first, second), (second, first)):
        for index, letter in clue.placed.items():
            if contrary.elsewhere.get(index) == letter:
                yield f"letter {index + 1}: {letter} or not"
        for letter, most in contrary.most.items():
            if clue.least[letter] > most:
                counts = [f"{clue.least[letter]}", "none" if most == 0 else f"no more than {most}"]
                yield f"the letter {letter}: {' or '.join(counts if clue is first else reversed(counts))}"
    letters = (first.least | second.least).total()
    if letters > length:
        yield f"how many letters there are: together they ask for {letters}"


def summary(clues: Sequence[Clue], length: int) -> str:
    """The clues together in one line, as in '.a..s, with e, without r t'."""
    placed: dict[int, str] = {}
    least: Counter[str] = Counter()
    for clue in clues:
        placed |= clue.placed
        least |= clue.least
    absent = {letter for clue in clues for letter, most in clue.most.items() if most == 0}
    elsewhere = sorted((least - Counter(placed.values())).elements())
    parts = ["".join(placed.get(index, ".") for index in range(length))]
    parts += [f"with {' '.join(elsewhere)}"] if elsewhere else []
    parts += [f"without {' '.join(sorted(absent))}"] if absent else []
    return ", ".join(parts)
