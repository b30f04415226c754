"""The HTML report on strategies, from the output of `precompute evaluate --json` and the word list."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from codebreaker.reply import reply_for
from codebreaker.rules import GUESSES, POINTS, WORST, GameRules, from_json
from lingo_common.cli.rules_options import GameOptions
from lingo_common.errors import DataError, reason
from lingo_common.html import charts
from lingo_common.html.page import page, svg
from precompute.contest_winner import WINNER
from wordlists.game_lists import GameLists, read_lists
from wordlists.spelling import PLAIN

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
class Measure:
    """The figure that counts under an objective."""

    key: str
    """Its key in what `precompute evaluate --json` prints."""
    name: str
    decimals: int


MEASURES = {
    POINTS: Measure("mean_points", "mean points a game", 2),
    GUESSES: Measure("mean_guesses", "mean guesses a game", 4),
    WORST: Measure("worst", "guesses in the worst case", 0),
}
"""The measures by objective."""


@dataclass(frozen=True)
class Evaluated:
    """The evaluation of one strategy."""

    strategy: str
    rules: GameRules
    lengths: Mapping[int, Mapping[str, Any]]
    """By length: a record as Evaluation.as_json makes it."""

    @property
    def attempts(self) -> int:
        """Attempts in a game."""
        return len(next(iter(self.lengths.values()))["attempts"]) - 1

    @property
    def measure(self) -> Measure:
        """The figure that counts."""
        return MEASURES[self.rules.objective]

    def figures(self) -> dict[int, float]:
        """The figure of each length; lengths with misses have no worst case."""
        found = {length: record.get(self.measure.key) for length, record in self.lengths.items()}
        return {length: figure for length, figure in found.items() if figure is not None}

    def first_guesses(self, length: int) -> list[str]:
        """The first guess, or that of each first letter that is shown."""
        record = self.lengths[length]
        return [one["first_guess"] for one in record.get("first_letters", {"": record}).values()]

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
    letters: tuple[str, ...]
    strategies: tuple[str, ...]
    """The strategies that begin with it."""
    bins: int
    largest: tuple[Bin, ...]
    """The largest bins, largest first."""
    expected: float
    """Expected remaining candidates."""


def read_evaluations(path: str) -> list[Evaluated]:
    """The evaluations in a file; DataError if the file holds none."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
        found = [_evaluated(one) for one in (value if isinstance(value, list) else [value])]
        if not found:
            raise KeyError
        return found
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {reason(error)}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DataError(f"{path}: not what `precompute evaluate --json` prints") from None


def _evaluated(value: dict[str, Any]) -> Evaluated:
    """The evaluation of a strategy; KeyError if something is missing."""
    lengths = {int(length): record for length, record in value["lengths"].items()}
    if not lengths or not all(map(_usable, lengths.values())):
        raise KeyError
    return Evaluated(str(value["strategy"]), from_json(value.get("rules", {})), lengths)


def _usable(record: Mapping[str, Any]) -> bool:
    """Whether the record of a length has every key that the page needs; KeyError if one is missing."""
    if not all(isinstance(record[key], kind) for key, kind in _KEYS.items()):
        return False
    counts = record["attempts"]
    if not all(map(_usable, record.get("first_letters", {}).values())):
        return False
    in_order = list(counts) == [*map(str, range(1, len(counts))), "unsolved"]
    return in_order and all(isinstance(count, int) for count in counts.values())


def lists_of(evaluated: Sequence[Evaluated], game: GameOptions) -> dict[int, GameLists]:
    """The lists of every length; DataError if they are not those that were evaluated."""
    lengths = sorted({length for one in evaluated for length in one.lengths})
    lists = {length: read_lists(length, game.wordlist, game.answers, game.spelling) for length in lengths}
    write = (game.spelling or PLAIN).write
    words = {length: set(map(write, each.words.words)) for length, each in lists.items()}
    for one in evaluated:
        for length, record in one.lengths.items():
            secrets = lists[length].answers or lists[length].words
            if len(secrets) != record["words"] or not words[length].issuperset(one.first_guesses(length)):
                path = lists[length].words.path
                missing = "give --wordlist and --answers" if game.answers is None else "give --wordlist"
                raise DataError(f"{path}: not the list of {length} letters that was evaluated; {missing}")
    return lists


def check_alike(evaluated: Sequence[Evaluated]) -> None:
    """DataError if the evaluations cannot be shown on one page."""
    if len({one.strategy for one in evaluated}) < len(evaluated):
        raise DataError("two evaluations of one strategy: a page shows one evaluation of each strategy")
    if len({one.rules for one in evaluated}) > 1:
        raise DataError("evaluations of games with different rules cannot be compared")
    if len({len(record["attempts"]) for one in evaluated for record in one.lengths.values()}) > 1:
        raise DataError("evaluations of games with different numbers of attempts cannot be compared")


def report(evaluated: Sequence[Evaluated], lists: Mapping[int, GameLists]) -> str:
    """The page as HTML."""
    parts = charts.attempt_parts(evaluated[0].attempts)
    bound, measure = _bound(evaluated), evaluated[0].measure
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
        total=sum(len(each.answers or each.words) for each in lists.values()),
        measure=measure,
        points=measure is MEASURES[POINTS],
        missed={one.strategy: sum(one.counts(length)[-1] for length in one.lengths) for one in evaluated},
        chart=svg({"figure": charts.lines([line.points for line in lines], "letters", measure.name)})["figure"],
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
    evaluated: Sequence[Evaluated], lists: Mapping[int, GameLists], bound: Mapping[int, float]
) -> list[charts.Series]:
    """The lines of the chart: each strategy, the contest's winner if the list is the contest's, and the bound."""
    pit = evaluated[0].rules == GameRules() and not any(each.answers for each in lists.values())
    known = {length: each.words.fingerprint for length, each in lists.items()} if pit else {}
    winner = {length: WINNER[fingerprint] for length, fingerprint in known.items() if fingerprint in WINNER}
    figures: dict[str, Mapping[int, float]] = {one.strategy: one.figures() for one in evaluated}
    figures |= {name: line for name, line in (("contest winner", winner), ("proved bound", bound)) if line}
    return [charts.Series(name, number, line) for number, (name, line) in enumerate(figures.items())]


def openings(evaluated: Sequence[Evaluated], lists: Mapping[int, GameLists]) -> list[Opening]:
    """Every first guess of every length, shortest length first, with its bins by the oracle."""
    found: dict[tuple[int, str], list[str]] = {}
    for one in evaluated:
        for length in one.lengths:
            for guess in one.first_guesses(length):
                found.setdefault((length, guess), []).append(one.strategy)
    shown = evaluated[0].rules.first_letter
    return [
        _opening(lists[n], guess, tuple(dict.fromkeys(names)), shown) for (n, guess), names in sorted(found.items())
    ]


def _opening(lists: GameLists, guess: str, strategies: tuple[str, ...], shown: bool) -> Opening:
    """The opening of a first guess; shown: over the secrets with its first letter alone."""
    spelling = lists.words.spelling or PLAIN
    word, secrets = spelling.read(guess), (lists.answers or lists.words).words
    some = [secret for secret in secrets if secret[0] == word[0] or not shown]
    sizes = Counter(reply_for(word, secret) for secret in some)
    return Opening(
        length=lists.words.length,
        words=len(some),
        guess=guess,
        letters=tuple(map(spelling.write, word)),
        strategies=strategies,
        bins=len(sizes),
        largest=tuple(Bin(reply, words) for reply, words in sizes.most_common(LARGEST)),
        expected=sum(size * size for size in sizes.values()) / len(some),
    )
