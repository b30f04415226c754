"""The exact figures of strategies on one list and on all, as JSON and as the lines of a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from codebreaker.tree import Tree, pit_points, walk
from lingo_bot.strategy import MISS, payoff_of
from lingo_common.cli.terminal import table_lines
from precompute.figures import Figures, figures_of
from wordlists.rules import GameOptions, rules_to_json
from wordlists.word_game import GUESSES, POINTS, WORST, WordGame

GAMES = 100
"""Games of each length in a pit."""
POINTS_A_GUESS = pit_points(2).solved[0] - pit_points(2).solved[1]
"""Points that one guess fewer is worth."""


@dataclass(frozen=True)
class Evaluation:
    """The figures of a strategy over all words of a list that can be the secret."""

    objective: str
    """What the strategy plays for, one of wordlists.word_game.OBJECTIVES."""
    first_guess: str
    """Empty if there are several."""
    words: int
    """Words that can be the secret."""
    figures: Figures
    largest: int
    """Candidates in the largest bin at the last attempt."""
    seconds: float
    above: int | None
    """How far a proved upper bound of the total payoff lies above the strategy's; None if no bound is known."""

    @property
    def gap(self) -> float | None:
        """Points, or guesses, a game that are missing to the bound; None if no bound is known, or where only a player
        with fewer misses could reach the bound."""
        if self.above is None or self.above >= MISS:
            return None
        return self.above / self.words / (1 if self.objective == POINTS else POINTS_A_GUESS)

    def as_json(self) -> dict[str, Any]:
        """The record that `precompute evaluate --json` prints for a length."""
        figures, bound = self.figures, None
        if self.gap is not None:  # the mean points that no player exceeds, or the mean guesses below which none gets
            bound = figures.mean_points + self.gap if self.objective == POINTS else figures.mean_guesses - self.gap
        solved = {str(attempt): count for attempt, count in enumerate(figures.solved, 1)}
        return {
            "words": self.words,
            "first_guess": self.first_guess,
            "mean_points": figures.mean_points,
            "mean_guesses": figures.mean_guesses,
            "missed": figures.missed,
            "worst": figures.worst,
            "attempts": solved | {"unsolved": figures.missed},
            "mean_attempts": round(figures.mean_attempts, 4),
            "largest_unseparated": self.largest,
            "seconds": round(self.seconds, 2),
            "bound": bound,
        }


def evaluate(tree: Tree, game: WordGame, seconds: float, bound: int | None) -> Evaluation:
    """The figures of a game's tree. seconds: how long it took; bound: a proved upper bound of the total payoff."""
    figures = figures_of(tree, game)
    largest = max((node.missed + node.hit for depth, node in walk(tree) if depth == game.attempts), default=0)
    above = None if bound is None else bound - figures.payoff(payoff_of(game.objective, game.attempts))
    return Evaluation(game.objective, game.write(tree.guess), len(game.secrets), figures, largest, seconds, above)


def merge(evaluations: list[Evaluation]) -> Evaluation:
    """The figures of the games of all first letters together; those of a single game unchanged."""
    if len(evaluations) == 1:
        return evaluations[0]
    above = [evaluation.above for evaluation in evaluations if evaluation.above is not None]
    solved = zip(*(evaluation.figures.solved for evaluation in evaluations), strict=True)
    return Evaluation(
        objective=evaluations[0].objective,
        first_guess="",
        words=sum(evaluation.words for evaluation in evaluations),
        figures=Figures(tuple(map(sum, solved)), sum(evaluation.figures.missed for evaluation in evaluations)),
        largest=max(evaluation.largest for evaluation in evaluations),
        seconds=sum(evaluation.seconds for evaluation in evaluations),
        above=sum(above) if len(above) == len(evaluations) else None,
    )


@dataclass(frozen=True)
class StrategyResult:
    """The evaluations of one strategy, for each length and first letter."""

    strategy: str
    """A name, or the path of a file that defines a criterion."""
    game: GameOptions
    by_letter: dict[int, dict[str, Evaluation]] = field(default_factory=dict)
    """By length and by the first letter that is shown, empty if none is."""

    @property
    def totals(self) -> dict[int, Evaluation]:
        """By length, all first letters together."""
        return {length: merge(list(by_letter.values())) for length, by_letter in self.by_letter.items()}

    @property
    def pit_total(self) -> float:
        """The points that are expected of a pit of GAMES words of each length."""
        return sum(GAMES * evaluation.figures.mean_points for evaluation in self.totals.values())

    def as_json(self) -> dict[str, Any]:
        """The object that --json prints for the strategy."""
        lengths = {str(length): evaluation.as_json() for length, evaluation in self.totals.items()}
        if self.game.first_letter:
            for length, by_letter in self.by_letter.items():
                letters = {letter: evaluation.as_json() for letter, evaluation in by_letter.items()}
                lengths[str(length)]["first_letters"] = letters
        return {
            "strategy": self.strategy,
            "wordlist": self.game.wordlist,
            "answers": self.game.answers,
            **({"frequencies": self.game.frequencies} if self.game.frequencies else {}),
            "rules": rules_to_json(self.game),
            "lengths": lengths,
            "expected_total": self.pit_total,
        }


def heading(evaluation: Evaluation) -> str:
    """The heading of the rows of evaluations for that objective."""
    shares = "".join(f"{f'at {attempt}':>8}" for attempt in range(1, evaluation.figures.attempts + 1))
    columns = {POINTS: "    points", GUESSES: "   guesses  missed", WORST: "   worst   guesses  missed"}
    guess = f"{'first guess':{_width(evaluation)}}{columns[evaluation.objective]}"
    return f"letters  words  {guess}{shares}  unsolved  mean  largest  seconds"


def row(name: str, evaluation: Evaluation) -> str:
    """The line of a game of that name."""
    figures, gap = evaluation.figures, evaluation.gap
    bound = "" if gap is None else "  optimal" if gap == 0 else f"  gap to the bound {gap:.4f}"
    columns = f"{figures.worst or '-':>8}" if evaluation.objective == WORST else ""
    if evaluation.objective == POINTS:
        columns += f"{figures.mean_points:10.4f}"
    else:
        columns += f"{figures.mean_guesses:10.4f}{figures.missed:8}"
    shares = "".join(f"{count / figures.secrets:8.2%}" for count in figures.solved)
    return (
        f"{name:>7} {evaluation.words:6}  {evaluation.first_guess:{_width(evaluation)}}{columns}{shares}"
        f"{figures.missed / figures.secrets:10.2%} {figures.mean_attempts:5.3f} {evaluation.largest:8} "
        f"{evaluation.seconds:8.1f}{bound}"
    )


def _width(evaluation: Evaluation) -> int:
    return max(13, len(evaluation.first_guess))


def total_lines(result: StrategyResult) -> Iterator[str]:
    """The lines of all first letters of a length together, and the strategy's total of a pit."""
    if result.game.first_letter:
        for length, evaluation in result.totals.items():
            yield row(f"{length} all", evaluation)
    if result.game.objective == POINTS:
        yield f"expected total of a pit of {GAMES} words a length: {result.pit_total:,.1f}"


def comparison_lines(results: Sequence[StrategyResult]) -> Iterator[str]:
    """A line for each strategy with its figure at each length, and its total of a pit, under a heading."""
    rows = [["strategy", *map(str, results[0].totals)]]
    rows += [[result.strategy, *map(_figure, result.totals.values())] for result in results]
    if results[0].game.objective == POINTS:
        ends = ["pit total", *(f"{result.pit_total:,.0f}" for result in results)]
        rows = [[*cells, end] for cells, end in zip(rows, ends, strict=True)]
    yield from table_lines(rows)


def _figure(evaluation: Evaluation) -> str:
    """The figure that the objective asks for, in a few characters."""
    figures = evaluation.figures
    if evaluation.objective == POINTS:
        return f"{figures.mean_points:.2f}"
    worst = f"{figures.worst or '-'}: " * (evaluation.objective == WORST)
    return f"{worst}{figures.mean_guesses:.4f}{f' ({figures.missed} missed)' * bool(figures.missed)}"
