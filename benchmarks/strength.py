"""Strength of each strategy over all words of the contest's list, with the proved bounds: tables and points.svg.

usage: precompute evaluate --wordlist LIST --strategy S --json > docs/figures/S.json      for each strategy
       precompute evaluate --wordlist LIST --no-book --json > docs/figures/live.json
       python -m benchmarks.strength

It measures nothing. It writes tables of README.md and of pages in docs/ from those files, and from the bounds that
`precompute bound` has proved for the contest's list (precompute.stored_bounds).
"""

import json
from pathlib import Path
from typing import Any

from benchmarks.charts import FIGURES, fill
from benchmarks.contest import ROOT, WINNER, WINNER_BY_FINGERPRINT
from benchmarks.tables import figure, line_chart, table
from lingo_bot.launch import STRATEGIES
from precompute.stored_bounds import Bound, bounds_in

PAGES = (ROOT / "README.md", ROOT / "docs" / "strategy.md", ROOT / "docs" / "proofs.md")
ATTEMPTS = 5
"""Guesses in a game of the contest."""
WORDS_OF_PIT = 100
"""Words of each length in the pit, whose totals the tables show."""
Means = dict[int, float]
"""Mean points a game by length."""


def main() -> None:
    """Rewrite the chart and the pages."""
    (FIGURES / "points.svg").write_text(chart(_means("score"), _bounds()))
    for path, text in pages().items():
        path.write_text(text)


def pages() -> dict[Path, str]:
    """The text of each page with its tables."""
    ours = {strategy: _means(strategy) for strategy in STRATEGIES}
    bounds = _bounds()
    parts = {
        "strength.points": points(ours["score"], bounds),
        "strength.strategies": strategies(ours),
        "strength.live": live(ours["score"], _means("live")),
        "strength.bounds": levels(bounds, ours["score"]),
    }
    return {page: fill(page.read_text(), parts) for page in PAGES}


def _bounds() -> dict[int, Bound]:
    """The proved bounds by length, of the lengths that have one."""
    stored = bounds_in()
    bounds = {}
    # Both have an entry for each length of the contest's list, the shortest first.
    for length, fingerprint in zip(WINNER, WINNER_BY_FINGERPRINT, strict=True):
        # As stored_bounds.bound_name makes it, which needs the list.
        key = f"{fingerprint}:{ATTEMPTS}"
        if key in stored:
            bounds[length] = stored[key]
    return bounds


def _means(strategy: str) -> Means:
    """The means of a strategy, or of `live` for the default one without a book, in docs/figures/."""
    lengths = json.loads((FIGURES / f"{strategy}.json").read_text())["lengths"]
    return {int(length): record["mean_points"] for length, record in lengths.items()}


def points(ours: Means, bounds: dict[int, Bound]) -> str:
    """A table of the contest's winner, lingo-bot and the bound; a bound that is reached is marked as optimal."""
    proved: list[str | None] = []
    for length, mean in ours.items():
        bound = bounds.get(length)
        if bound is None:
            proved.append(None)
            continue

        text = f"{bound.bound / bound.words:.2f}"
        is_reached = round(mean * bound.words) == bound.bound
        proved.append(f"{text} (optimal)" if is_reached else text)

    bold = [f"**{text}**" for text in _row(ours)]
    rows: list[list[str | None]] = [
        ["contest winner", *_row(WINNER)],
        ["**lingo-bot**", *bold],
        ["proved bound", *proved, None],
    ]
    return table(["letters", *map(str, ours), "pit total"], rows)


def strategies(ours: dict[str, Means]) -> str:
    """A table of the means of each strategy."""
    rows = [[f"`{strategy}`", *_row(means)] for strategy, means in ours.items()]
    return table(["strategy", *map(str, WINNER), "pit total"], rows)


def live(ours: Means, without_book: Means) -> str:
    """A table of the means with and without a book, and their difference, for the lengths that have both."""
    rows = [
        [length, figure(ours[length], 2), figure(mean, 2), figure(100 * (mean / ours[length] - 1), 2)]
        for length, mean in without_book.items()
    ]
    return table(["letters", "by book", "without a book", "difference, %"], rows)


def levels(bounds: dict[int, Bound], ours: Means) -> str:
    """A table of the bounds that each level of the proof reaches (docs/proofs.md), with the gap to lingo-bot."""
    rows: list[list[Any]] = []
    for length, bound in bounds.items():
        # The last of the three is what is proved.
        means = [total / bound.words for total in (bound.first_level, bound.lemma_1, bound.bound)]
        gap = means[2] - ours[length]
        percent = 100 * gap / ours[length]
        row = [length, *(figure(mean, 3) for mean in means), bound.refined, figure(gap, 3), figure(percent, 1)]
        rows.append(row)
    header = ["letters", "first level", "with Lemma 1", "proved", "first guesses refined", "gap", "gap, %"]
    return table(header, rows)


def _row(means: Means) -> list[str | None]:
    """Return the means as text, and the total of a pit where all lengths are there."""
    total = None
    if len(means) == len(WINNER):
        total = f"{round(WORDS_OF_PIT * sum(means.values())):,}"
    return [*(figure(mean, 2) for mean in means.values()), total]


def chart(ours: Means, bounds: dict[int, Bound]) -> str:
    """A chart of three lines: lingo-bot, the proved bound, the contest's winner."""
    proved = [(length, bound.bound / bound.words) for length, bound in bounds.items()]
    series = {"lingo-bot": list(ours.items()), "proved bound": proved, "contest winner": list(WINNER.items())}
    return line_chart("mean points a game, over all words of the list", "letters", series)


if __name__ == "__main__":
    main()
