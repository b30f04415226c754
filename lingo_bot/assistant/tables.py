"""Proposals and candidates as lines of text, fitted to the terminal's width."""

from collections.abc import Sequence

from lingo_bot.assistant.player import Player
from lingo_bot.assistant.proposal import Proposal, Proposals
from lingo_common.cli import terminal
from lingo_common.errors import count_text
from wordlists.word_game import POINTS

_LINES = 4
"""Lines of candidates shown without the command `list`."""
_EXPLAINED = 3
"""The best guesses that an explanation names."""


def proposal_lines(proposals: Proposals, columns: int) -> list[str]:
    """A table with the columns number and word, expected points (or expected guesses and the chance to win), expected
    number of candidates that are left, and whether the word can be the secret.

    columns: the width of the terminal.
    """
    heads, *rows = proposals.rows

    # Number and word share the first column, which is the one that `table_lines` aligns to the left.
    number_width = len(str(len(rows)))
    table = [[" " * number_width + terminal.GAP + heads[0], *heads[1:]]]
    for number, (word, *figures) in enumerate(rows, 1):
        numbered_word = str(number).ljust(number_width) + terminal.GAP + word
        table.append([numbered_word, *figures])

    return terminal.table_lines(table, columns)


def candidate_lines(player: Player, columns: int, whole: bool = False) -> list[str]:
    """The number of candidates, then the candidates: all of them with `whole`, else those that fit _LINES lines.

    Before the first step they are the whole list, of which only the number is told without `whole`.
    """
    count = count_text(player.remaining, "candidate")
    is_whole_list = not player.steps and not player.first_letter
    hides_words = is_whole_list and not whole
    if hides_words or not player.remaining:
        return [count]

    lines = None if whole else _LINES
    words = terminal.word_lines(player.candidates, columns, lines, more=" (list shows all)")
    return [f"{count}:", *words]


def reason_for(proposal: Proposal, best: Proposal, sizes: Sequence[int]) -> str:
    """Why a guess is good or bad, in a sentence; sizes: its bin sizes."""
    word = proposal.word
    count = sum(sizes)
    if count == 1:
        return f"{word} {'is the only word left' if proposal.candidate else 'cannot be the word'}."

    bins = count_text(len(sizes), "bin")
    largest = "one word each" if max(sizes) == 1 else f"the largest of {max(sizes):,} words"
    average = f"{proposal.remaining:,.1f} are left on average"
    can_be = f"it {'can' if proposal.candidate else 'cannot'} be the word itself"
    sentence = f"{word} parts {count:,} candidates into {bins}, {largest}; {average}, and {can_be}."
    if best.word != word:
        sentence += f" {best.word} has {best.value_text}."

    return sentence


def explain_guess(player: Player, guess: str) -> str:
    """One line: the guess, the number of candidates, its expected points, and the three best guesses.

    Such as `2 sores: 36 candidates, 152.8 points expected; best: colby 205.6, solum 202.8, locum 200.0`.
    """
    # The guess itself comes last if it is not among the best.
    best = player.best(_EXPLAINED, [guess])
    own = next(proposal for proposal in best if proposal.word == guess)
    ranking = ", ".join(f"{proposal.word} {proposal.value_text}" for proposal in best[:_EXPLAINED])
    candidates = count_text(player.remaining, "candidate")
    attempt = len(player.steps) + 1
    return f"{attempt} {guess}: {candidates}, {own.in_words} expected; best: {ranking}"


def ending(player: Player) -> str:
    """How a solved game ended: with points, or with guesses where these count."""
    count = len(player.steps)
    if player.objective == POINTS:
        return f"Solved at attempt {count} of {player.attempts}: {player.points} points"
    return f"Solved in {count_text(count, 'guess')}"
