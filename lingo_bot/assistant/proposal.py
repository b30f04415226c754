"""Proposal: a guess with what it is worth, as figures and as texts."""

from dataclasses import dataclass
from typing import Any

from lingo_common.html.tables import table_html

_POINTS_A_MISS = 10_000
"""Points that a miss costs where proposals are sorted; more than a game can win.

In a game for guesses a proposal that misses fewer words is better than one with more points.
"""


@dataclass(frozen=True)
class Proposal:
    """A guess and what it brings on average over the candidates."""

    word: str
    points: float
    """Expected points of the game; in a game for guesses too, where each guess saved counts 100 points."""
    exact: bool
    """Whether the points are the average of a whole tree; otherwise they are an estimate from bin sizes."""
    remaining: float
    """Expected remaining candidates."""
    candidate: bool
    """Whether the word can be the secret."""
    guesses: float | None = None
    """Expected guesses, a miss counted as one more than the attempts; None if the game is played for points."""
    chance: float | None = None
    """The chance to solve within the attempts, from 0 to 1; None for points, and where the points are an estimate."""

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON, where the expected remaining candidates are called `left`."""
        figures = dict(vars(self))
        figures["left"] = figures.pop("remaining")
        return figures

    @property
    def value_text(self) -> str:
        """The expected points, or the expected guesses where these count, with `~` before an estimate."""
        value = f"{self.points:.1f}" if self.guesses is None else f"{self.guesses:.3f}"
        return value if self.exact else f"~{value}"

    @property
    def chance_text(self) -> str:
        """The chance to solve in per cent, empty if it is not known."""
        return "" if self.chance is None else f"{100 * self.chance:.1f} %"

    @property
    def in_words(self) -> str:
        """The value as a phrase: `176.0 points`, or `3.421 guesses (100.0 %)`."""
        unit = "points" if self.guesses is None else "guesses"
        chance = "" if self.chance is None else f" ({self.chance_text})"
        return f"{self.value_text} {unit}{chance}"

    @property
    def cells(self) -> list[str]:
        """The row of a table: word, points or else guesses and chance, expected left, whether it can be the word."""
        values = [self.value_text] if self.guesses is None else [self.value_text, self.chance_text]
        return [self.word, *values, f"{self.remaining:,.1f}", "yes" if self.candidate else "no"]

    @property
    def points_less_misses(self) -> float:
        """The points minus _POINTS_A_MISS times the chance to miss; proposals are ordered by it, the largest first."""
        chance_to_miss = 0.0 if self.chance is None else 1 - self.chance
        return self.points - _POINTS_A_MISS * chance_to_miss


class Proposals(tuple[Proposal, ...]):
    """Proposals, best first; a notebook shows them as a table."""

    @property
    def rows(self) -> list[list[str]]:
        """The rows of a table; the first one has the headings."""
        counts_guesses = bool(self) and self[0].guesses is not None
        value_heads = ["guesses", "solved"] if counts_guesses else ["points"]
        heads = ["guess", *value_heads, "left", "can be it"]
        return [heads, *(proposal.cells for proposal in self)]

    def _repr_html_(self) -> str:
        """The proposals as an HTML table, for a notebook."""
        heads, *rows = self.rows
        return table_html(heads, rows)
