"""Clues: the letters of the secret that replies show. They explain why replies contradict each other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wordlists.reply import ABSENT, PLACED
from wordlists.step import WordStep


class Clue(NamedTuple):
    """A reply, or the first letter shown, as statements about the secret's letters; places count from 0."""

    guess: str | None
    """The guess that was replied to, None for the first letter shown."""
    placed: dict[int, str]
    """The letter in each known place."""
    excluded: dict[int, str]
    """For each other place the letter that was guessed there, which does not stand there."""
    least: Counter[str]
    """How often each letter occurs at least."""
    most: dict[str, int]
    """How often a letter occurs at most, for each letter that is marked absent."""


def why_no_word_fits(steps: Sequence[WordStep], first_letter: str | None) -> str:
    """Why no word of a list fits the steps and begins with the first letter, where one is shown.

    steps: a smallest set that no word fits. The reason is a point that two replies disagree on, where there is one.
    """
    clues = [clue_of(step) for step in steps]
    if first_letter:
        letter_clue = Clue(None, placed={0: first_letter}, excluded={}, least=Counter(first_letter), most={})
        clues.insert(0, letter_clue)

    # Two clues that disagree are all that the steps need: no word fits these two, and the steps are a smallest set. So
    # they are the two steps, or the first letter and the only step. In both cases they are the last two clues.
    if len(clues) > 1:
        first, second = clues[-2:]
        by_letters = disagreement(first, second, length=len(steps[0].guess))
        if by_letters:
            return by_letters

    guesses = " and ".join(step.guess for step in steps)
    if len(steps) == 1:
        return f"no word of the list gives the reply {steps[0].reply} to {guesses}"
    return f"the replies to {guesses} leave none of the list"


def clue_of(step: WordStep) -> Clue:
    """The clue that the reply to a guess gives."""
    clue = Clue(step.guess, placed={}, excluded={}, least=Counter(), most={})
    for index, (letter, mark) in enumerate(zip(step.guess, step.reply, strict=True)):
        if mark == PLACED:
            clue.placed[index] = letter
        else:
            clue.excluded[index] = letter
        if mark != ABSENT:
            clue.least[letter] += 1

    # Where a letter is marked absent, the secret holds it only as often as it is marked otherwise.
    for letter, mark in zip(step.guess, step.reply, strict=True):
        if mark == ABSENT:
            clue.most[letter] = clue.least[letter]

    return clue


def disagreement(first: Clue, second: Clue, length: int) -> str | None:
    """The first point that two clues disagree on, None if both can be right; length: the letters of a word."""
    conflict = next(_conflicts(first, second, length), None)
    if conflict is None:
        return None
    return f"{_sources(first, second)} disagree on {conflict}"


def _sources(first: Clue, second: Clue) -> str:
    """Where two clues come from, as in "the replies to tares and colin"."""
    if first.guess is None:
        return f"the first letter given and the reply to {second.guess}"
    if first.guess == second.guess:
        return f"the two replies to {first.guess}"
    return f"the replies to {first.guess} and {second.guess}"


def _conflicts(first: Clue, second: Clue, length: int) -> Iterator[str]:
    """Every point that two clues disagree on, in words; what the first clue says is named first."""
    for index in sorted(first.placed.keys() & second.placed.keys()):
        if first.placed[index] != second.placed[index]:
            yield f"letter {index + 1}: {first.placed[index]} or {second.placed[index]}"

    # What either clue asks for may be ruled out by the other one.
    for clue, contrary in ((first, second), (second, first)):
        for index, letter in clue.placed.items():
            if contrary.excluded.get(index) == letter:
                yield f"letter {index + 1}: {letter} or not"

        for letter, most in contrary.most.items():
            if clue.least[letter] > most:
                statements = [str(clue.least[letter]), "none" if most == 0 else f"no more than {most}"]
                if clue is second:
                    statements.reverse()
                yield f"the letter {letter}: {' or '.join(statements)}"

    # The union of counters takes the larger number of each letter, which is what both clues together ask for.
    letters = (first.least | second.least).total()
    if letters > length:
        yield f"how many letters there are: together they ask for {letters}"
