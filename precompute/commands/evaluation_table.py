"""The lines that `precompute evaluate` prints for people."""

from collections.abc import Callable, Iterator, Sequence

from precompute.evaluation import GAMES, Evaluation, StrategyResult
from wordlists.word_game import GUESSES, POINTS, WORST

_FIGURES: dict[str, dict[str, Callable[[Evaluation], str]]] = {
    POINTS: {"    points": lambda evaluation: f"{evaluation.mean_points:10.4f}"},
    GUESSES: {
        "   guesses": lambda evaluation: f"{evaluation.mean_guesses:10.4f}",
        "  missed": lambda evaluation: f"{evaluation.figures.missed:8}",
    },
}
_FIGURES[WORST] = {"   worst": lambda evaluation: f"{evaluation.figures.worst or '-':>8}"} | _FIGURES[GUESSES]
"""The columns of each objective: heading and figure."""


def heading(evaluation: Evaluation, longest: int) -> str:
    """The heading of the rows; longest: the most letters of a first guess."""
    shares = "".join(f"{f'at {attempt}':>8}" for attempt in range(1, len(evaluation.figures.solved) + 1))
    columns = "".join(_FIGURES[evaluation.objective])
    return f"letters  words  {'first guess':{_width(longest)}}{columns}{shares}  unsolved  mean  largest  seconds"


def row(name: str, evaluation: Evaluation, longest: int) -> str:
    """The line of a game of that name."""
    figures, gap = evaluation.figures, evaluation.gap
    bound = "" if gap is None else "  optimal" if gap == 0 else f"  gap to the bound {gap:.4f}"
    columns = "".join(text(evaluation) for text in _FIGURES[evaluation.objective].values())
    shares = "".join(f"{count / figures.secrets:8.2%}" for count in figures.solved)
    return (
        f"{name:>7} {evaluation.words:6}  {evaluation.first_guess:{_width(longest)}}{columns}{shares}"
        f"{figures.missed / figures.secrets:10.2%} {evaluation.mean_attempts:5.3f} {evaluation.largest:8} "
        f"{evaluation.seconds:8.1f}{bound}"
    )


def total_lines(result: StrategyResult, longest: int) -> Iterator[str]:
    """The lines of all first letters of a length together, and the strategy's total of a pit."""
    if result.rules.first_letter:
        for length, evaluation in result.totals.items():
            yield row(f"{length} all", evaluation, longest)
    if result.rules.objective == POINTS:
        yield f"expected total of a pit of {GAMES} words a length: {result.pit_total:,.1f}"


def comparison_lines(results: Sequence[StrategyResult]) -> Iterator[str]:
    """A line for each strategy with its figure at each length, and its total of a pit, under a heading."""
    lengths = list(results[0].totals)
    rows = [["strategy", *map(str, lengths)]]
    rows += [[result.strategy, *map(_figure, result.totals.values())] for result in results]
    if results[0].rules.objective == POINTS:
        ends = ["pit total", *(f"{result.pit_total:,.0f}" for result in results)]
        rows = [[*cells, end] for cells, end in zip(rows, ends, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        yield "  ".join([f"{name:{widths[0]}}", *map(str.rjust, cells, widths[1:])])


def _figure(evaluation: Evaluation) -> str:
    """The figure that the objective asks for, in a few characters."""
    if evaluation.objective == POINTS:
        return f"{evaluation.mean_points:.2f}"
    missed = f" ({evaluation.figures.missed} missed)" * bool(evaluation.figures.missed)
    worst = f"{evaluation.figures.worst or '-'}: " * (evaluation.objective == WORST)
    return f"{worst}{evaluation.mean_guesses:.4f}{missed}"


def _width(longest: int) -> int:
    return max(13, longest)
