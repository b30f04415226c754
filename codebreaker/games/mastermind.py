"""Mastermind as a game: codes of colours in holes, replies of black and white pegs.

A black peg stands for a colour in its right hole, a white one for a right colour in a wrong hole. A code that holds a
colour a times and one that holds it b times share min(a, b) pegs of that colour. So a reply is a sum over the guess's
*peg groups*; a group is a colour with all holes at which the guess holds it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import perm
from string import ascii_uppercase
from typing import Literal

import numpy as np

from codebreaker.derived_games import equal_secrets
from codebreaker.game import Game
from codebreaker.games.code_symmetries import CodeSymmetries
from codebreaker.notation import Notation
from codebreaker.replies import Array, Groups
from lingo_common.errors import UsageError
from lingo_common.option import check_instance

Repeats = Literal["any", "distinct"]
"""Whether a code may hold a colour more than once."""
MOST_LISTED = 300_000
"""The most codes that are listed. The 262,144 of 8 colours and 6 holes take 3 s and 380 MB."""
MOST_TERMS = 1 << 29
"""Bytes that the terms of the peg groups may take: they are kept, and a search copies those of its candidates."""
MOST_HOLES = 15
"""A reply code, which is below (holes + 1) squared, is kept in a byte."""
MOST_COLOURS = 26
"""Without --symbols each colour has a letter of its own."""


def black_white(guess: Sequence[int], secret: Sequence[int]) -> tuple[int, int]:
    """The reply to the guess, (black, white) pegs.

    >>> black_white((0, 0, 1, 2), (0, 1, 3, 2))
    (2, 1)
    """
    black = sum(ours == theirs for ours, theirs in zip(guess, secret, strict=True))
    common_colours = Counter(guess) & Counter(secret)
    return black, common_colours.total() - black


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
            is_new = (longer != added[:, None]).all(axis=1)
            longer = longer[is_new]
            added = added[is_new]
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

    guess_array = all_codes(colours, holes, guesses)
    secret_array = guess_array if secrets == guesses else all_codes(colours, holes, secrets)
    guess_tuples = list(map(tuple, guess_array.tolist()))
    secret_tuples = list(map(tuple, secret_array.tolist()))

    groups = Groups(guess_array)
    # Worked out when they are first needed, and only once: a function without arguments has one cached result.
    all_terms = cache(lambda: _peg_terms(groups, secret_array, colours))

    def replies(guess_indices: Array, secret_indices: Array) -> Array:
        """The reply codes [guess, secret]: for each guess the sum of the terms of its peg groups.

        The terms are looked up pair by pair, so that there is no copy of all terms for those secrets.
        """
        # All guesses have as many rows to add up as the guess with the most peg groups. A guess with fewer groups has
        # the row of zeros for the others.
        rows = groups.features[guess_indices]
        terms = all_terms()[rows[:, :, None], secret_indices]
        return np.asarray(terms.sum(axis=1, dtype=np.uint8))

    symmetries = CodeSymmetries(guess_array, secret_array, colours)
    return Game(
        name=f"mastermind {colours} x {holes}, guesses {guesses}, secrets {secrets}",
        guesses=guess_tuples,
        secrets=secret_tuples,
        # A guess wins against the code that equals it, if that may be the secret.
        secret_of=equal_secrets(guess_tuples, secret_tuples),
        winning=reply_code(holes, 0, holes),
        codes=(holes + 1) ** 2,
        features=groups.features,
        terms=lambda secret_indices: all_terms()[:, secret_indices],
        replies=replies,
        representatives=symmetries.representatives,
        generators=symmetries.generators,
        notation=_notation(holes, symbols or _names_of(colours)),
    )


def _names_of(colours: int) -> str:
    """The characters of the colours: digits for up to ten colours, letters for more. There may be more than colours."""
    if colours <= 9:
        return "123456789"
    if colours == 10:
        return "0123456789"
    return ascii_uppercase


def _notation(holes: int, names: str) -> Notation:
    """The notation of codes, such as `1122`, and of pegs, such as `1,2`; names: a character for each colour."""

    def text(code: Sequence[int]) -> str:
        return "".join(names[colour] for colour in code)

    def parse(written: str) -> tuple[int, int]:
        """The (black, white) pegs that `1,2`, `[1,2]`, `1 2` or `12` stands for; ValueError if it is no reply."""
        # A game that is printed has its replies in brackets.
        inner = written.strip().removeprefix("[").removesuffix("]")
        # Either two numbers with a separator, or two digits without one.
        pegs = re.fullmatch(r"\s*(\d+)[\s,;]+(\d+)\s*|\s*(\d)(\d)\s*", inner)
        if pegs is None:
            raise ValueError(f"{written!r} is not two numbers of pegs")

        black, white = (int(number) for number in pegs.groups() if number)
        # ValueError for more pegs than holes.
        code_of((black, white))
        return black, white

    def code_of(pegs: tuple[int, int]) -> int:
        """The code of the (black, white) pegs; ValueError if they are more than the holes."""
        black, white = pegs
        if black < 0 or white < 0 or black + white > holes:
            raise ValueError(f"{black} and {white} are more than {holes} pegs")
        return reply_code(black, white, holes)

    return Notation(
        reply_of=lambda code: reply_pegs(code, holes),
        code_of=code_of,
        parse_reply=parse,
        reply_form="black and white pegs, such as 1,2",
        guess_text=text,
        secret_text=text,
    )


def reply_code(black: int, white: int, holes: int) -> int:
    """The code of a reply: (holes + 1) x (black + white) + black. The winning code is the largest one."""
    return (holes + 1) * (black + white) + black


def reply_pegs(code: int, holes: int) -> tuple[int, int]:
    """The (black, white) pegs of a reply code."""
    both, black = divmod(code, holes + 1)
    return black, both - black


def _peg_terms(groups: Groups, secrets: Array, colours: int) -> Array:
    """The terms of the groups in the reply code for each secret (n, holes): uint8 (groups + 1, n).

    A term is the reply code of the pegs that the group gets: (holes + 1) x (black + white) + black. The last row, for
    guesses with fewer groups than others, holds zeros.
    """
    # Groups was made for words: the letter of a group is its colour here.
    group_colours = groups.letters.astype(np.uint8)
    columns = np.ascontiguousarray(secrets.T)
    # [colour, secret]: how often each secret holds each colour.
    held = np.stack([(columns == colour).sum(axis=0, dtype=np.uint8) for colour in range(colours)])

    # Pegs of both kinds: as many as both the group and the secret hold of the colour.
    terms = np.zeros((groups.count + 1, len(secrets)), dtype=np.uint8)
    group_sizes = groups.sizes.astype(np.uint8)
    np.minimum(held[group_colours], group_sizes[:, None], out=terms[:-1])
    terms *= np.uint8(groups.length + 1)

    # Black pegs: the holes of the group at which the secret holds the colour.
    for hole, column in enumerate(columns):
        has_hole = groups.holds[:, hole] == 1
        rows = np.flatnonzero(has_hole)
        terms[rows] += column == group_colours[rows, None]
    return terms


def _check(colours: int, holes: int, guesses: Repeats, secrets: Repeats, symbols: str | None) -> None:
    """UsageError for too few or too many colours or holes, if no guess could win, or if a list would be too long."""
    check_instance("colours", colours, int)
    check_instance("holes", holes, int)
    if not (1 <= colours <= MOST_COLOURS and 1 <= holes <= MOST_HOLES):
        raise UsageError(
            f"a board has 1 to {MOST_COLOURS} colours and 1 to {MOST_HOLES} holes, not {colours:,} and {holes:,}"
        )
    _check_repeats("guesses", guesses)
    _check_repeats("secrets", secrets)
    if holes > colours and "distinct" in (guesses, secrets):
        raise UsageError(f"{holes} holes cannot hold distinct colours out of {colours}")
    if guesses == "distinct" and secrets == "any" and holes > 1:
        raise UsageError("distinct guesses can never hit a secret that holds a colour twice: use --guesses any")

    # There are never more secrets than guesses: distinct guesses have distinct secrets.
    instead = "take fewer colours or holes, --guesses distinct, or codebreaker find, which lists no codes"
    count = number_of_codes(colours, holes, guesses)
    if count > MOST_LISTED:
        raise UsageError(f"{count:,} guesses are too many to list (at most {MOST_LISTED:,}): {instead}")

    # A peg group is a colour with any set of holes, or with one hole where no colour is repeated.
    sets_of_holes = (1 << holes) - 1 if guesses == "any" else holes
    groups = colours * sets_of_holes
    bytes_of_terms = groups * number_of_codes(colours, holes, secrets)
    if bytes_of_terms > MOST_TERMS:
        raise UsageError(
            f"{bytes_of_terms / 1e9:.1f} GB of terms are too many to keep for {count:,} guesses: {instead}"
        )

    if symbols is not None:
        _check_symbols(symbols, colours)


def _check_repeats(name: str, repeats: str) -> None:
    """UsageError unless the value of that argument is one of Repeats."""
    if repeats not in ("any", "distinct"):
        raise UsageError(f"{name} must be any or distinct, not {repeats!r}")


def _check_symbols(symbols: str, colours: int) -> None:
    """UsageError unless there is one letter or digit for each colour, all different."""
    check_instance("symbols", symbols, str)
    # Guesses are read in any case, so the symbols differ in lower case too.
    are_different = len(set(symbols.lower())) >= colours
    if len(symbols) != colours or not are_different or not symbols.isalnum():
        raise UsageError(f"--symbols {symbols!r}: give {colours} different letters or digits, one for each colour")
