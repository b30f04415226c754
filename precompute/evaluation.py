"""The exact figures of a strategy, on one list and on all."""

from dataclasses import dataclass, field
from typing import Any

from codebreaker.payoff import pit_points
from codebreaker.rules import GameRules, rules_to_json
from codebreaker.tree import Tree, walk
from lingo_bot.strategy import MISS, payoff_of
from precompute.figures import Figures, add_figures, figures_of
from wordlists.word_game import POINTS, WordGame

GAMES = 100
"""Games of each length in a pit."""
POINTS_A_GUESS = pit_points(2).solved[0] - pit_points(2).solved[1]
"""Points that one guess fewer is worth."""


@dataclass(frozen=True)
class Evaluation:
    """The figures of a strategy over all words of a list that can be the secret."""

    objective: str
    """What the strategy plays for, one of codebreaker.rules.OBJECTIVES."""
    first_guess: str
    """Empty if there are several."""
    words: int
    """Words that can be the secret."""
    figures: Figures
    largest: int
    """Candidates in the largest bin at the last attempt."""
    seconds: float
    above: int | None = None
    """How far a proved upper bound of the total payoff lies above the strategy's; None if no bound is known."""

    @property
    def mean_points(self) -> float:
        """Points a game."""
        return self.figures.points / self.figures.secrets

    @property
    def mean_guesses(self) -> float:
        """Guesses a game; a missed game has as many as there are attempts."""
        return self.figures.guesses / self.figures.secrets

    @property
    def gap(self) -> float | None:
        """Points, or guesses, a game that are missing to the bound; None if no bound is known, or where only a player
        with fewer misses could reach the bound."""
        if self.above is None or self.above >= MISS:
            return None
        return self.above / self.words / (1 if self.objective == POINTS else POINTS_A_GUESS)

    @property
    def bound(self) -> float | None:
        """The mean points that no player exceeds, or the mean guesses below which none gets with as few misses."""
        if self.gap is None:
            return None
        return self.mean_points + self.gap if self.objective == POINTS else self.mean_guesses - self.gap

    @property
    def mean_attempts(self) -> float:
        """Mean attempts over the words that are solved; 0 if none is."""
        solved = self.figures.solved
        return sum(attempt * count for attempt, count in enumerate(solved, 1)) / max(1, sum(solved))

    def as_json(self) -> dict[str, Any]:
        """The record that `precompute evaluate --json` prints for a length."""
        solved = {str(attempt): count for attempt, count in enumerate(self.figures.solved, 1)}
        return {
            "words": self.words,
            "first_guess": self.first_guess,
            "mean_points": self.mean_points,
            "mean_guesses": self.mean_guesses,
            "missed": self.figures.missed,
            "worst": self.figures.worst,
            "attempts": solved | {"unsolved": self.figures.missed},
            "mean_attempts": round(self.mean_attempts, 4),
            "largest_unseparated": self.largest,
            "seconds": round(self.seconds, 2),
            "bound": self.bound,
        }


def evaluate(tree: Tree, game: WordGame, seconds: float, bound: int | None) -> Evaluation:
    """The figures of a game's tree. seconds: how long it took; bound: a proved upper bound of the total payoff."""
    attempts = game.attempts
    figures = figures_of(tree, game)
    largest = max((node.missed + node.hit for depth, node in walk(tree) if depth == attempts), default=0)
    above = None if bound is None else bound - figures.payoff(payoff_of(game.objective, attempts))
    return Evaluation(game.objective, game.write(tree.guess), len(game.secrets), figures, largest, seconds, above)


def merge(evaluations: list[Evaluation]) -> Evaluation:
    """The figures of the games of all first letters together; those of a single game unchanged."""
    if len(evaluations) == 1:
        return evaluations[0]
    above = [evaluation.above for evaluation in evaluations if evaluation.above is not None]
    return Evaluation(
        objective=evaluations[0].objective,
        first_guess="",
        words=sum(evaluation.words for evaluation in evaluations),
        figures=add_figures([evaluation.figures for evaluation in evaluations]),
        largest=max(evaluation.largest for evaluation in evaluations),
        seconds=sum(evaluation.seconds for evaluation in evaluations),
        above=sum(above) if len(above) == len(evaluations) else None,
    )


@dataclass(frozen=True)
class StrategyResult:
    """The evaluations of one strategy, for each length and first letter."""

    strategy: str
    """A name, or the path of a file that defines a criterion."""
    rules: GameRules
    by_letter: dict[int, dict[str, Evaluation]] = field(default_factory=dict)
    """By length and by the first letter that is shown, empty if none is."""

    def add(self, game: WordGame, evaluation: Evaluation) -> None:
        """Add the evaluation of a game."""
        self.by_letter.setdefault(game.length, {})[game.shown_letter] = evaluation

    @property
    def totals(self) -> dict[int, Evaluation]:
        """By length, all first letters together."""
        return {length: merge(list(by_letter.values())) for length, by_letter in self.by_letter.items()}

    @property
    def pit_total(self) -> float:
        """The points that are expected of a pit of GAMES words of each length."""
        return sum(GAMES * evaluation.mean_points for evaluation in self.totals.values())

    def as_json(self, wordlist: str | None, answers: str | None, frequencies: str | None) -> dict[str, Any]:
        """The object that --json prints for the strategy on those files."""
        lengths = {str(length): evaluation.as_json() for length, evaluation in self.totals.items()}
        if self.rules.first_letter:
            for length, by_letter in self.by_letter.items():
                letters = {letter: evaluation.as_json() for letter, evaluation in by_letter.items()}
                lengths[str(length)]["first_letters"] = letters
        return {
            "strategy": self.strategy,
            "wordlist": wordlist,
            "answers": answers,
            **({"frequencies": frequencies} if frequencies else {}),
            "rules": rules_to_json(self.rules),
            "lengths": lengths,
            "expected_total": self.pit_total,
        }
