"""The HTML report on strategies, from the output of `precompute evaluate --json` and the word list."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from codebreaker.reply import reply_for
from lingo_common.errors import DataError, reason
from lingo_common.html import charts
from lingo_common.html.page import page, svg
from precompute.contest_winner import WINNER
from wordlists import reader
from wordlists.reader import WordList

LARGEST = 8
"""Bins of a first guess that the page shows."""
_KEYS = {
    "words": int,
    "first_guess": str,
    "mean_points": int | float,
    "attempts": Mapping,
    "bound": int | float | None,
}
"""The keys that the page needs for each length, and their types."""


@dataclass(frozen=True)
class Evaluated:
    """The evaluation of one strategy."""

    strategy: str
    lengths: Mapping[int, Mapping[str, Any]]
    """By length: a record as Evaluation.as_json makes it."""

    @property
    def attempts(self) -> int:
        """Attempts in a game."""
        return len(next(iter(self.lengths.values()))["attempts"]) - 1

    def counts(self, length: int) -> list[int]:
        """Words solved at attempt 1, 2, …, and last the words not solved."""
        return list(self.lengths[length]["attempts"].values())


@dataclass(frozen=True)
class Bin:
    """The candidates that give one reply to a first guess."""

    reply: str
    words: int


@dataclass(frozen=True)
class Opening:
    """A first guess and its bins over the list."""

    length: int
    words: int
    guess: str
    strategies: tuple[str, ...]
    """The strategies that begin with it."""
    bins: int
    largest: tuple[Bin, ...]
    """The largest bins, largest first."""
    expected: float
    """Expected remaining candidates."""


def read_evaluation(path: str) -> Evaluated:
    """The evaluation in a file; DataError if the file holds none."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
        lengths = {int(length): record for length, record in value["lengths"].items()}
        if not lengths or not all(map(_usable, lengths.values())):
            raise KeyError
        return Evaluated(str(value["strategy"]), lengths)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DataError(f"{path}: not what `precompute evaluate --json` prints") from None


def _usable(record: Mapping[str, Any]) -> bool:
    """Whether the record of a length has every key that the page needs; KeyError if one is missing."""
    if not all(isinstance(record[key], kind) for key, kind in _KEYS.items()):
        return False
    counts = record["attempts"]
    in_order = list(counts) == [*map(str, range(1, len(counts))), "unsolved"]
    return in_order and all(isinstance(count, int) for count in counts.values())


def lists_of(evaluated: Sequence[Evaluated], source: str | None) -> dict[int, WordList]:
    """The word list of every length; DataError if it is not the list that was evaluated."""
    lists = {length: reader.read(length, source) for length in sorted({n for one in evaluated for n in one.lengths})}
    for one in evaluated:
        for length, record in one.lengths.items():
            listed = lists[length]
            if len(listed) != record["words"] or record["first_guess"] not in listed.words:
                raise DataError(f"{listed.path}: not the list of {length} letters that was evaluated; give --wordlist")
    return lists


def check_alike(evaluated: Sequence[Evaluated]) -> None:
    """DataError if the evaluations cannot be shown on one page."""
    if len({one.strategy for one in evaluated}) < len(evaluated):
        raise DataError("two evaluations of one strategy: a page shows one evaluation of each strategy")
    if len({len(record["attempts"]) for one in evaluated for record in one.lengths.values()}) > 1:
        raise DataError("evaluations of games with different numbers of attempts cannot be compared")


def report(evaluated: Sequence[Evaluated], lists: Mapping[int, WordList]) -> str:
    """The page as HTML."""
    parts = charts.attempt_parts(evaluated[0].attempts)
    bound = _bound(evaluated)
    lines = _lines(evaluated, lists, bound)
    bars = {
        one.strategy: charts.stacked({f"{length} letters": one.counts(length) for length in one.lengths}, parts)
        for one in evaluated
    }
    return page(
        "precompute",
        "strategies.html",
        lines=lines,
        lengths=list(lists),
        total=sum(map(len, lists.values())),
        chart=svg({"points": charts.lines([line.points for line in lines], "letters", "mean points a game")})["points"],
        bars=svg(bars),
        parts=parts,
        bound=bound,
        openings=openings(evaluated, lists),
    )


def _bound(evaluated: Sequence[Evaluated]) -> dict[int, float]:
    """The proved bound of every length that has one."""
    found = {length: record["bound"] for one in evaluated for length, record in one.lengths.items()}
    return {length: most for length, most in sorted(found.items()) if most is not None}


def _lines(
    evaluated: Sequence[Evaluated], lists: Mapping[int, WordList], bound: Mapping[int, float]
) -> list[charts.Series]:
    """The lines of the chart: each strategy, the contest's winner if the list is the contest's, and the bound."""
    winner = {length: WINNER[words.fingerprint] for length, words in lists.items() if words.fingerprint in WINNER}
    points: dict[str, Mapping[int, float]] = {
        one.strategy: {n: record["mean_points"] for n, record in one.lengths.items()} for one in evaluated
    }
    points |= {name: line for name, line in (("contest winner", winner), ("proved bound", bound)) if line}
    return [charts.Series(name, number, line) for number, (name, line) in enumerate(points.items())]


def openings(evaluated: Sequence[Evaluated], lists: Mapping[int, WordList]) -> list[Opening]:
    """Every first guess of every length, shortest length first, with its bins by the oracle."""
    found: dict[tuple[int, str], list[str]] = {}
    for one in evaluated:
        for length, record in one.lengths.items():
            found.setdefault((length, record["first_guess"]), []).append(one.strategy)
    return [_opening(lists[n], guess, tuple(dict.fromkeys(names))) for (n, guess), names in sorted(found.items())]


def _opening(listed: WordList, guess: str, strategies: tuple[str, ...]) -> Opening:
    sizes = Counter(reply_for(guess, secret) for secret in listed.words)
    return Opening(
        length=listed.length,
        words=len(listed),
        guess=guess,
        strategies=strategies,
        bins=len(sizes),
        largest=tuple(Bin(reply, words) for reply, words in sizes.most_common(LARGEST)),
        expected=sum(size * size for size in sizes.values()) / len(listed),
    )
