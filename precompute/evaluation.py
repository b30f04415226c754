"""The exact figures of strategies on one list and on all, as JSON and as the lines of a table."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from codebreaker.objective import PLAYED_MISS
from codebreaker.outcome import POINTS_A_GUESS, Outcome
from codebreaker.tree import Tree, walk
from lingo_bot.expected_costs import played_objective
from lingo_common.cli.terminal import blanks, join_cells, screen_width, table_columns, table_lines, wrap_text
from precompute.figures import outcome_in
from precompute.stored_bounds import Bound
from wordlists.reader import LONGEST_PACKAGED
from wordlists.rules import GameOptions, rules_to_json
from wordlists.word_game import GUESSES, POINTS, WORST, WordGame

WORDS_A_LENGTH = 100
"""Words of each length in the pit whose expected total is printed."""
_LABEL_WIDTH = len("letters")
"""The columns of a terminal for the label of a game, under the heading `letters`."""


@dataclass(frozen=True)
class Evaluation:
    """The figures of a strategy over all words that can be the secret, in one game or those of all first letters."""

    length: int
    letter: str
    """The first letter that is shown, as it is written; empty if none is, and for all first letters."""
    objective: str
    """What the strategy plays for, one of wordlists.word_game.OBJECTIVES."""
    first_guess: str
    """Empty if there are several."""
    words: int
    """Words that can be the secret."""
    outcome: Outcome
    largest: int
    """Candidates in the largest bin at the last attempt."""
    seconds: float
    excess: int | None
    """The cost of the strategy's tree, by played_objective, above a proved lower bound; None if no bound is known."""

    @property
    def gap(self) -> float | None:
        """How many points, or guesses, a game the strategy is from the bound; None if that is not known.

        Without a bound nothing is known. Where guesses count, misses come first. If the bound allows a tree with fewer
        misses, that tree may need more guesses than this one, so nothing is known of the guesses either.
        """
        # Where guesses count, a miss costs PLAYED_MISS, which is more than all guesses together: an excess of as much
        # means that the bound allows fewer misses. Where points count, no list costs as much.
        if self.excess is None or self.excess >= PLAYED_MISS:
            return None

        # In costs of played_objective a guess counts POINTS_A_GUESS, whatever is played for.
        unit = 1 if self.objective == POINTS else POINTS_A_GUESS
        return self.excess / self.outcome.weight / unit

    @property
    def bound(self) -> float | None:
        """The mean points that no player exceeds, or the mean guesses that every player needs; None as for `gap`."""
        if self.gap is None:
            return None
        if self.objective == POINTS:
            return self.outcome.mean_points + self.gap
        return self.outcome.mean_guesses - self.gap

    def as_json(self) -> dict[str, Any]:
        """The record that `precompute evaluate --json` prints for a length.

        mean_guesses is of all games, where a miss takes every attempt; mean_attempts of those that are solved.
        """
        outcome = self.outcome
        solved = {str(attempt): count for attempt, count in enumerate(outcome.solved, 1)}

        return {
            "words": self.words,
            "first_guess": self.first_guess,
            "mean_points": outcome.mean_points,
            "mean_guesses": outcome.mean_guesses,
            "missed": outcome.missed,
            "worst": outcome.worst,
            "attempts": solved | {"unsolved": outcome.missed},
            "mean_attempts": round(outcome.mean_attempts, 4),
            "largest_unseparated": self.largest,
            "seconds": round(self.seconds, 2),
            "bound": self.bound,
        }


def evaluate(tree: Tree, word_game: WordGame, seconds: float, bound: Bound | None) -> Evaluation:
    """The figures of a game's tree.

    seconds: how long it took to make the tree. bound: the proved bound of the game; None if none is known.
    """
    outcome = outcome_in(word_game, tree)

    largest = 0
    for attempt, node in walk(tree):
        if attempt == word_game.attempts:
            # No branches follow the last attempt. The candidates are the one that the guess may solve, and those that
            # are missed.
            largest = max(largest, node.hit + node.missed)

    excess = None
    if bound is not None:
        objective = played_objective(word_game.objective, word_game.attempts)
        # A Bound has points, even where guesses count.
        least_cost = objective.cost_of(bound.bound, outcome.weight)
        excess = objective.cost(outcome) - least_cost

    return Evaluation(
        length=word_game.length,
        letter=word_game.written_letter,
        objective=word_game.objective,
        first_guess=word_game.write(tree.guess),
        words=len(word_game.secrets),
        outcome=outcome,
        largest=largest,
        seconds=seconds,
        excess=excess,
    )


def totals(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """The figures of each length, all first letters together."""
    by_length: dict[int, list[Evaluation]] = defaultdict(list)
    for evaluation in evaluations:
        by_length[evaluation.length].append(evaluation)

    return [_merge(of_length) for of_length in by_length.values()]


def _merge(evaluations: list[Evaluation]) -> Evaluation:
    """The figures of the games of all first letters together; those of a single game unchanged."""
    if len(evaluations) == 1:
        return evaluations[0]

    outcomes = [evaluation.outcome for evaluation in evaluations]
    excesses = [evaluation.excess for evaluation in evaluations if evaluation.excess is not None]
    has_all_bounds = len(excesses) == len(evaluations)

    return Evaluation(
        length=evaluations[0].length,
        letter="",
        objective=evaluations[0].objective,
        first_guess="",
        words=sum(evaluation.words for evaluation in evaluations),
        outcome=sum(outcomes[1:], start=outcomes[0]),
        largest=max(evaluation.largest for evaluation in evaluations),
        seconds=sum(evaluation.seconds for evaluation in evaluations),
        excess=sum(excesses) if has_all_bounds else None,
    )


def pit_total(evaluations: Iterable[Evaluation]) -> float:
    """The points that are expected of a pit of WORDS_A_LENGTH words of each length."""
    return sum(WORDS_A_LENGTH * total.outcome.mean_points for total in totals(evaluations))


def strategy_as_json(strategy: str, options: GameOptions, evaluations: Sequence[Evaluation]) -> dict[str, Any]:
    """The object that --json prints for a strategy; options: the rules and lists of the games."""
    lengths = {str(total.length): total.as_json() for total in totals(evaluations)}
    if options.first_letter:
        for evaluation in evaluations:
            by_letter = lengths[str(evaluation.length)].setdefault("first_letters", {})
            by_letter[evaluation.letter] = evaluation.as_json()

    record: dict[str, Any] = {
        "strategy": strategy,
        "wordlist": options.wordlist,
        "answers": options.answers,
    }
    if options.frequencies:
        record["frequencies"] = options.frequencies

    record["rules"] = rules_to_json(options)
    record["lengths"] = lengths
    record["expected_total"] = pit_total(evaluations)
    return record


def heading(evaluation: Evaluation, longest: int) -> str:
    """The names of the columns that `row` prints; longest: the letters of the longest words in the table."""
    names = [name.rjust(len(cell)) for name, cell in _columns("", evaluation, longest)]
    return join_cells(names, table_columns())


def row(label: str, evaluation: Evaluation, longest: int) -> str:
    """The line of the table for the game with that label, such as `5` or `5 d`; longest: as for `heading`."""
    bound = ""
    if evaluation.gap == 0:
        bound = "  optimal"
    elif evaluation.gap is not None:
        bound = f"  gap to the bound {evaluation.gap:.4f}"

    cells = [cell for _, cell in _columns(label, evaluation, longest)]
    return join_cells([*cells, bound], table_columns())


def _columns(label: str, evaluation: Evaluation, longest: int) -> list[tuple[str, str]]:
    """(name, cell) of each column of the table; the cell begins with the blanks that separate it from the one before.

    A row is printed when its game is done, minutes before the next one, so widths cannot be fitted to all rows. They
    are fixed, so that rows are divided between the same columns on a narrow terminal.
    """
    outcome = evaluation.outcome
    guesses = [("guesses", f"{outcome.mean_guesses:10.4f}"), ("missed", f"{outcome.missed:8}")]
    figures = {
        POINTS: [("points", f"{outcome.mean_points:10.4f}")],
        GUESSES: guesses,
        WORST: [("worst", f"{_worst_text(outcome):>8}"), *guesses],
    }
    shares = [(f"at {attempt}", f"{count / outcome.weight:8.2%}") for attempt, count in enumerate(outcome.solved, 1)]

    # The column of first guesses fits the longest words of the contest and of the table.
    width = max(LONGEST_PACKAGED, longest, screen_width(evaluation.first_guess))
    indent = blanks(label, _LABEL_WIDTH)
    rest = blanks(evaluation.first_guess, width)
    game = f"{indent}{label} {evaluation.words:6}  {evaluation.first_guess}{rest}"
    return [
        (f"letters  words  {'first guess':{width}}", game),
        *figures[evaluation.objective],
        *shares,
        ("unsolved", f"{outcome.missed / outcome.weight:10.2%}"),
        ("mean", f" {outcome.mean_attempts:5.3f}"),
        ("largest", f"{evaluation.largest:9}"),
        ("seconds", f"{evaluation.seconds:9.1f}"),
    ]


def total_lines(options: GameOptions, evaluations: Sequence[Evaluation]) -> Iterator[str]:
    """The lines of all first letters of a length together, and the strategy's total of a pit."""
    if options.first_letter:
        longest = max(evaluation.length for evaluation in evaluations)
        for total in totals(evaluations):
            yield row(f"{total.length} all", total, longest)
    if options.objective == POINTS:
        sentence = f"expected total of a pit of {WORDS_A_LENGTH} words a length: {pit_total(evaluations):,.1f}"
        # Where no terminal shows it, table_columns is None, and the sentence is one line.
        yield from wrap_text(sentence, table_columns() or len(sentence))


def comparison_lines(options: GameOptions, results: Mapping[str, Sequence[Evaluation]]) -> Iterator[str]:
    """A line for each strategy with its figure at each length, and its total of a pit, under a heading.

    results: the evaluations by strategy, for the same games.
    """
    first_result, *_ = results.values()
    rows = [["strategy", *(str(total.length) for total in totals(first_result))]]
    for strategy, evaluations in results.items():
        rows.append([strategy, *map(_figure, totals(evaluations))])

    if options.objective == POINTS:
        pit_totals = ["pit total", *(f"{pit_total(evaluations):,.0f}" for evaluations in results.values())]
        rows = [[*cells, total] for cells, total in zip(rows, pit_totals, strict=True)]

    yield from table_lines(rows, table_columns())


def _figure(evaluation: Evaluation) -> str:
    """The figure of the objective: `196.01` points, `3.4212` guesses, or `5: 3.4212` with a worst case of 5 guesses."""
    outcome = evaluation.outcome
    if evaluation.objective == POINTS:
        return f"{outcome.mean_points:.2f}"

    text = f"{outcome.mean_guesses:.4f}"
    if evaluation.objective == WORST:
        text = f"{_worst_text(outcome)}: {text}"
    if outcome.missed:
        text += f" ({outcome.missed} missed)"

    return text


def _worst_text(outcome: Outcome) -> str:
    """The worst case as a number, or `-` if a secret is missed."""
    return str(outcome.worst or "-")
