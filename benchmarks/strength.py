"""Strength of each strategy over all words of the contest's list, with the proved bounds: tables and points.svg.

usage: precompute evaluate --wordlist LIST --strategy S --json > docs/figures/S.json      for each strategy
       precompute evaluate --wordlist LIST --no-book --json > docs/figures/live.json
       python -m benchmarks.strength

It measures nothing: it writes tables of README.md and of pages in docs/ from those files and the stored bounds.
"""

import json
from pathlib import Path
from typing import Any

from benchmarks.charts import FIGURES, fill
from benchmarks.contest import BY_FINGERPRINT, ROOT, WINNER
from benchmarks.tables import figure, line_chart, table
from lingo_bot.launch import STRATEGIES
from precompute.bound import Bound, bounds_in

PAGES = (ROOT / "README.md", ROOT / "docs" / "strategy.md", ROOT / "docs" / "proofs.md")
ATTEMPTS = 5
Means = dict[int, float]
"""Mean points a game by length."""


def main() -> None:
    """Rewrite the chart and the pages."""
    (FIGURES / "points.svg").write_text(chart(_means("score"), _bounds()))
    for path, text in pages().items():
        path.write_text(text)


def pages() -> dict[Path, str]:
    """The text of the pages."""
    ours, bounds = {strategy: _means(strategy) for strategy in STRATEGIES}, _bounds()
    parts = {
        "strength.points": points(ours["score"], bounds),
        "strength.strategies": strategies(ours),
        "strength.live": live(ours["score"], _means("live")),
        "strength.bounds": levels(bounds, ours["score"]),
    }
    return {page: fill(page.read_text(), parts) for page in PAGES}


def _bounds() -> dict[int, Bound]:
    """The stored bounds by length."""
    keys = {length: f"{fingerprint}:{ATTEMPTS}" for length, fingerprint in zip(WINNER, BY_FINGERPRINT, strict=True)}
    return {length: bound for length, key in keys.items() if (bound := bounds_in().get(key))}


def _means(strategy: str) -> Means:
    lengths = json.loads((FIGURES / f"{strategy}.json").read_text())["lengths"]
    return {int(length): record["mean_points"] for length, record in lengths.items()}


def points(ours: Means, bounds: dict[int, Bound]) -> str:
    """A table of the contest's winner, lingo-bot and the bound; a bound that is reached is marked as optimal."""
    shown = []
    for length, mean in ours.items():
        at = bounds.get(length)
        optimal = at and round(mean * at.words) == at.bound
        shown.append(f"{at.bound / at.words:.2f}{' (optimal)' if optimal else ''}" if at else None)
    winner, bot = _row(WINNER), [f"**{cell:,}**" if isinstance(cell, int) else f"**{cell}**" for cell in _row(ours)]
    rows = [["contest winner", *winner], ["**lingo-bot**", *bot], ["proved bound", *shown, None]]
    return table(["letters", *map(str, ours), "pit total"], rows)


def strategies(ours: dict[str, Means]) -> str:
    """A table of the means of each strategy."""
    rows = [[f"`{strategy}`", *_row(means)] for strategy, means in ours.items()]
    return table(["strategy", *map(str, WINNER), "pit total"], rows)


def live(ours: Means, without_book: Means) -> str:
    """A table of the means by book and without a book, with the difference, for the lengths evaluated without one."""
    rows = [
        [length, figure(ours[length], 2), figure(mean, 2), figure(100 * (mean / ours[length] - 1), 2)]
        for length, mean in without_book.items()
    ]
    return table(["letters", "by book", "without a book", "difference, %"], rows)


def levels(bounds: dict[int, Bound], ours: Means) -> str:
    """A table of the bounds of each level, with the remaining gap."""
    rows = []
    for length, at in bounds.items():
        means = [total / at.words for total in (at.first_level, at.lemma_1, at.bound)]
        gap = means[2] - ours[length]
        gaps = figure(gap, 3), figure(100 * gap / ours[length], 1)
        rows.append([length, *(figure(mean, 3) for mean in means), at.refined, *gaps])
    header = ["letters", "first level", "with Lemma 1", "proved", "first guesses refined", "gap", "gap, %"]
    return table(header, rows)


def _row(means: Means) -> list[Any]:
    total = round(100 * sum(means.values()))
    return [*(figure(mean, 2) for mean in means.values()), total if len(means) == len(WINNER) else None]


def chart(ours: Means, bounds: dict[int, Bound]) -> str:
    """A chart of three lines: lingo-bot, the proved bound, the contest's winner."""
    proved = [(length, at.bound / at.words) for length, at in bounds.items()]
    series = {"lingo-bot": list(ours.items()), "proved bound": proved, "contest winner": list(WINNER.items())}
    return line_chart("mean points a game, over all words of the list", "letters", series)


if __name__ == "__main__":
    main()
