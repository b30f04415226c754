"""What an evaluation found about one strategy: its figures for each length and first letter."""

from dataclasses import dataclass, field
from typing import Any

from codebreaker.rules import GameRules, rules_to_json
from precompute.played.evaluation import Evaluation, together
from wordlists.word_game import WordGame

GAMES = 100
"""Games of each length in a pit."""


@dataclass(frozen=True)
class StrategyResult:
    """The evaluations of one strategy."""

    strategy: str
    """A name, or the path of a file that defines a criterion."""
    rules: GameRules
    by_letter: dict[int, dict[str, Evaluation]] = field(default_factory=dict)
    """By length and by the first letter that is shown, empty if none is."""

    def add(self, game: WordGame, found: Evaluation) -> None:
        """Add the evaluation of a game."""
        self.by_letter.setdefault(game.length, {})[game.shown_letter] = found

    @property
    def totals(self) -> dict[int, Evaluation]:
        """By length, all first letters together."""
        return {length: together(list(found.values())) for length, found in self.by_letter.items()}

    @property
    def pit_total(self) -> float:
        """The points that are expected of a pit of GAMES words of each length."""
        return sum(GAMES * one.mean_points for one in self.totals.values())

    def as_json(self, wordlist: str | None, answers: str | None, frequencies: str | None) -> dict[str, Any]:
        """The object that --json prints for the strategy on those files."""
        lengths = {str(length): one.as_json() for length, one in self.totals.items()}
        if self.rules.first_letter:
            for length, found in self.by_letter.items():
                lengths[str(length)]["first_letters"] = {letter: one.as_json() for letter, one in found.items()}
        return {
            "strategy": self.strategy,
            "wordlist": wordlist,
            "answers": answers,
            **({"frequencies": frequencies} if frequencies else {}),
            "rules": rules_to_json(self.rules),
            "lengths": lengths,
            "expected_total": self.pit_total,
        }
