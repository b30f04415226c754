"""Mastermind as a game: codes of colours in holes, replies of black and white pegs.

A black peg is a colour in its right hole, a white one a right colour elsewhere; black and white together are,
summed over the colours, how often both codes hold the colour. So a reply is a sum over the guess's *peg groups*,
a group being a colour with all holes at which the guess holds it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import perm
from typing import Literal

import numpy as np

from codebreaker.game import Game, equal_secrets
from codebreaker.notation import Notation
from codebreaker.replies import Array, Groups
from codebreaker.search.symmetry import Symmetry
from lingo_common.errors import UsageError
from lingo_common.option import instance

Repeats = Literal["any", "distinct"]
"""Whether a code may hold a colour more than once."""
MOST_LISTED = 300_000
"""The most codes that are listed."""
MOST_TERMS = 1 << 29
"""Bytes that the peg groups' terms may take; they are kept, and as much again is taken where all are looked at."""
MOST_HOLES = 15
"""A reply code is below (holes + 1) squared and kept in a byte."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_COLOURS = 100
"""With one hole each colour can take a guess of its own, and the recursions over a tree go as deep."""


def black_white(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """The reply to the guess, (black, white) pegs: the oracle that the vectorised form is tested against."""
    black = sum(ours == theirs for ours, theirs in zip(guess, secret, strict=True))
    return black, (Counter(guess) & Counter(secret)).total() - black


def number_of_codes(colours: int, holes: int, repeats: Repeats) -> int:
    """How many codes there are."""
    return int(colours**holes) if repeats == "any" else perm(colours, holes)


def all_codes(colours: int, holes: int, repeats: Repeats) -> Array:
    """Every code in lexicographic order: uint8 (codes, holes), colours from 0."""
    codes = np.zeros((1, 0), dtype=np.uint8)
    for _ in range(holes):
        added = np.tile(np.arange(colours, dtype=np.uint8), len(codes))
        longer = np.repeat(codes, colours, axis=0)
        if repeats == "distinct":
            new = (longer != added[:, None]).all(axis=1)
            longer = longer[new]
            added = added[new]
        codes = np.column_stack((longer, added))
    return codes


def mastermind(
    colours: int = 6, holes: int = 4, guesses: Repeats = "any", secrets: Repeats = "any", symbols: str | None = None
) -> Game:
    """The game whose guesses and secrets are tuples of colours 0 … colours - 1, and replies tuples (black, white).

    symbols: a character for each colour, such as YBGROP. Raises UsageError if the game cannot be played or has too
    many codes to list.
    """
    _check(colours, holes, guesses, secrets, symbols)
    names = symbols or _names_of(colours)
    guessed = all_codes(colours, holes, guesses)
    hidden = guessed if secrets == guesses else all_codes(colours, holes, secrets)
    groups = PegGroups(guessed, colours)
    all_terms = cache(lambda: groups.terms(hidden))  # worked out when they are first needed

    def replies(chosen: Array, some: Array) -> Array:
        """The reply codes [guess, secret]: for each guess the sum of the terms of its peg groups."""
        terms = all_terms()
        first_column, *columns = groups.features[chosen].T
        codes: Array = terms[first_column[:, None], some]
        for column in columns:
            codes = codes + terms[column[:, None], some]
        return codes

    guess_codes = list(map(tuple, guessed.tolist()))
    secret_codes = list(map(tuple, hidden.tolist()))
    symmetry = Symmetry(guessed, hidden, colours)
    return Game(
        name=f"mastermind {colours} x {holes}, guesses {guesses}, secrets {secrets}",
        guesses=guess_codes,
        secrets=secret_codes,
        own=equal_secrets(guess_codes, secret_codes),
        winning=(holes + 1) ** 2 - 1,
        codes=(holes + 1) ** 2,
        features=groups.features,
        terms=lambda some: all_terms()[:, some],
        replies=replies,
        representatives=symmetry.representatives,
        generators=symmetry.generators,
        notation=_notation(holes, names),
    )


def _names_of(colours: int) -> str:
    """A character for each colour: digits for up to ten, letters for up to 26; empty for more, which get numbers."""
    if colours <= 9:
        return "123456789"
    if colours == 10:
        return "0123456789"
    return LETTERS if colours <= len(LETTERS) else ""


def _notation(holes: int, names: str) -> Notation:
    """Codes as their colours' names, or as numbers between dashes; replies as black and white pegs."""

    def text(code: Sequence[int]) -> str:
        if names:
            return "".join(names[colour] for colour in code)
        return "-".join(str(colour + 1) for colour in code)

    def parse(written: str) -> tuple[int, int]:
        # Two numbers apart, such as `1,2`, or two digits together, such as `12`.
        pegs = re.fullmatch(r"\s*(\d+)[\s,;]+(\d+)\s*|\s*(\d)(\d)\s*", written)
        if pegs is None:
            raise ValueError(f"{written!r} is not two numbers of pegs")

        black, white = (int(number) for number in pegs.groups() if number)
        code_of((black, white))
        return black, white

    def code_of(pegs: tuple[int, int]) -> int:
        black, white = pegs
        if black < 0 or white < 0 or black + white > holes:
            raise ValueError(f"{black} and {white} are more than {holes} pegs")
        return reply_code(black, white, holes)

    return Notation(
        lambda code: reply_pegs(code, holes), code_of, parse, "black and white pegs, such as 1,2", text, text
    )


def reply_code(black: int, white: int, holes: int) -> int:
    """The code of a reply: (holes + 1) x (black + white) + black, so that the winning code is the largest."""
    return (holes + 1) * (black + white) + black


def reply_pegs(code: int, holes: int) -> tuple[int, int]:
    """The (black, white) pegs of a reply code."""
    both, black = divmod(code, holes + 1)
    return black, both - black


class PegGroups(Groups):
    """The peg groups that the guesses are made of."""

    def __init__(self, guesses: Array, colours: int) -> None:
        super().__init__(guesses)
        self.colours = colours

    def terms(self, secrets: Array) -> Array:
        """The terms of the groups in the reply code for each secret (n, holes): uint8 (groups + 1, n), the last 0."""
        colour = self.letters.astype(np.uint8)
        holes = self.places.astype(bool)
        columns = np.ascontiguousarray(secrets.T)
        held = np.stack([(columns == number).sum(axis=0, dtype=np.uint8) for number in range(self.colours)])

        # Black and white pegs together: as many as both codes hold of the colour, times holes + 1. Then black pegs.
        out = np.zeros((self.count + 1, len(secrets)), dtype=np.uint8)
        np.minimum(held[colour], holes.sum(axis=1, dtype=np.uint8)[:, None], out=out[:-1])
        out *= np.uint8(self.length + 1)
        for hole, column in enumerate(columns):
            rows = np.flatnonzero(holes[:, hole])
            out[rows] += column == colour[rows, None]
        return out


def _check(colours: int, holes: int, guesses: Repeats, secrets: Repeats, symbols: str | None) -> None:
    """UsageError if the board is too small or too large, no guess could win, or a list would not fit the memory."""
    instance("colours", colours, int)
    instance("holes", holes, int)
    if not (1 <= colours <= MOST_COLOURS and 1 <= holes <= MOST_HOLES):
        raise UsageError(
            f"a board has 1 to {MOST_COLOURS} colours and 1 to {MOST_HOLES} holes, not {colours:,} and {holes:,}"
        )
    if holes > colours and "distinct" in (guesses, secrets):
        raise UsageError(f"{holes} holes cannot hold distinct colours out of {colours}")
    if guesses == "distinct" and secrets == "any" and holes > 1:
        raise UsageError("distinct guesses can never hit a secret that holds a colour twice: use --guesses any")

    instead = "take fewer colours or holes, --guesses distinct, or codebreaker find, which lists no codes"
    count = number_of_codes(colours, holes, guesses)
    if count > MOST_LISTED:
        raise UsageError(f"{count:,} guesses are too many to list (at most {MOST_LISTED:,}): {instead}")

    # A peg group is a colour with any set of holes, or with one hole where no colour is repeated.
    sets_of_holes = (1 << holes) - 1 if guesses == "any" else holes
    groups = colours * sets_of_holes
    terms = groups * number_of_codes(colours, holes, secrets)
    if terms > MOST_TERMS:
        raise UsageError(f"{terms / 1e9:.1f} GB of terms are too many to keep for {count:,} guesses: {instead}")
    if symbols is not None:
        _check_symbols(symbols, colours)


def _check_symbols(symbols: str, colours: int) -> None:
    """UsageError unless there is one letter or digit for each colour, all different in lower case too."""
    instance("symbols", symbols, str)
    are_different = len(set(symbols.lower())) >= colours
    if len(symbols) != colours or not are_different or not symbols.isalnum():
        raise UsageError(f"--symbols {symbols!r}: give {colours} different letters or digits, one for each colour")
