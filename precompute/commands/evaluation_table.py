"""The lines that `precompute evaluate` prints for people."""

from collections.abc import Callable, Iterator, Sequence

from precompute.played.evaluation import Evaluation
from precompute.played.strategy_result import GAMES, StrategyResult
from wordlists.word_game import GUESSES, POINTS, WORST

_FIGURES: dict[str, dict[str, Callable[[Evaluation], str]]] = {
    POINTS: {"    points": lambda one: f"{one.mean_points:10.4f}"},
    GUESSES: {
        "   guesses": lambda one: f"{one.mean_guesses:10.4f}",
        "  missed": lambda one: f"{one.figures.missed:8}",
    },
}
_FIGURES[WORST] = {"   worst": lambda one: f"{one.figures.worst or '-':>8}"} | _FIGURES[GUESSES]
"""The columns of each objective: heading and figure."""


def heading(one: Evaluation, longest: int) -> str:
    """The heading of the rows; longest: the most letters of a first guess."""
    shares = "".join(f"{f'at {attempt}':>8}" for attempt in range(1, len(one.figures.solved) + 1))
    columns = "".join(_FIGURES[one.objective])
    return f"letters  words  {'first guess':{_width(longest)}}{columns}{shares}  unsolved  mean  largest  seconds"


def row(name: str, one: Evaluation, longest: int) -> str:
    """The line of a game of that name."""
    columns = "".join(text(one) for text in _FIGURES[one.objective].values())
    shares = "".join(f"{count / one.figures.secrets:8.2%}" for count in one.figures.solved)
    return (
        f"{name:>7} {one.words:6}  {one.first_guess:{_width(longest)}}{columns}{shares}"
        f"{one.figures.missed / one.figures.secrets:10.2%} {one.mean_attempts:5.3f} {one.largest:8} {one.seconds:8.1f}"
        f"{'' if one.gap is None else '  optimal' if one.gap == 0 else f'  gap to the bound {one.gap:.4f}'}"
    )


def totals(result: StrategyResult, longest: int) -> Iterator[str]:
    """The lines of all first letters of a length together, and the strategy's total of a pit."""
    if result.rules.first_letter:
        for length, one in result.totals.items():
            yield row(f"{length} all", one, longest)
    if result.rules.objective == POINTS:
        yield f"expected total of a pit of {GAMES} words a length: {result.pit_total:,.1f}"


def comparison(results: Sequence[StrategyResult]) -> Iterator[str]:
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


def _figure(one: Evaluation) -> str:
    """The figure that the objective asks for, in a few characters."""
    if one.objective == POINTS:
        return f"{one.mean_points:.2f}"
    missed = f" ({one.figures.missed} missed)" * bool(one.figures.missed)
    worst = f"{one.figures.worst or '-'}: " * (one.objective == WORST)
    return f"{worst}{one.mean_guesses:.4f}{missed}"


def _width(longest: int) -> int:
    return max(13, longest)
