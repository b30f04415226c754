"""Proposals and candidates as lines of text, fitted to the terminal's width."""

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from lingo_bot.assistant.advice import Proposal
from lingo_bot.assistant.player import Player
from lingo_common.cli import terminal
from wordlists.word_game import POINTS

_WIDE = 72
"""Columns from which headings are written out."""
_HEADS = ("points", "guesses", " solve", "   left", "can be")
_WIDE_HEADS = ("expected points", "expected guesses", "chance to solve", "expected left", "can be the word")
_LINES = 4
"""Lines of candidates shown without the command `list`."""
_EXPLAINED = 3
"""The best guesses that an explanation names."""


def proposal_lines(proposals: Sequence[Proposal], columns: int) -> list[str]:
    """A table: number, word, expected points or guesses and chance, expected left, whether it can be the secret."""
    points, guesses, chance, remaining, fits = _WIDE_HEADS if columns >= _WIDE else _HEADS
    with_chance = bool(proposals) and proposals[0].guesses is not None
    heads = ["", "guess", *([guesses, chance] if with_chance else [points]), remaining]
    longest = max((screen_width(row.word) for row in proposals), default=5)
    widths = [len(str(len(proposals))), longest, *map(len, heads[2:])]
    rows = [[*heads, fits]]
    for number, row in enumerate(proposals, 1):
        value = [row.value_text, row.chance_text] if with_chance else [row.value_text]
        rows.append([str(number), row.word, *value, f"{row.remaining:,.1f}", "yes" if row.candidate else "no"])
    gap = "  " if columns >= _WIDE else " "
    return [gap.join([*map(_cell, cells[:-1], widths, range(9)), cells[-1]]) for cells in rows]


def _cell(text: str, width: int, column: int) -> str:
    """The text on that many columns of a terminal: figures to the right, number and word to the left."""
    blank = " " * (width - screen_width(text))
    return f"{text}{blank}" if column < 2 else f"{blank}{text}"


def screen_width(text: str) -> int:
    """The columns that a text takes on a terminal: two for a wide letter, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def candidate_lines(player: Player, columns: int, whole: bool = False) -> list[str]:
    """The number of candidates, then the candidates: all of them, or those that fit a few lines."""
    count = candidates_of(player.remaining)
    if not player.remaining or not (player.steps or player.first_letter or whole):
        return [count]
    lines = None if whole else _LINES
    return [f"{count}:", *terminal.word_lines(player.candidates, player.remaining, columns, lines, " (list shows all)")]


def reason_for(proposal: Proposal, best: Proposal, sizes: Sequence[int], hit: bool) -> str:
    """Why a guess is good or bad, in a sentence; sizes are its bin sizes, hit whether it can be the word."""
    count = sum(sizes)
    if count == 1:
        return f"{proposal.word} {'is the only word left' if hit else 'cannot be the word'}."
    bins = f"{len(sizes):,} bin{'s' * (len(sizes) != 1)}"
    most = "one word each" if max(sizes) == 1 else f"the largest of {max(sizes):,} words"
    average = f"{proposal.remaining:,.1f} are left on average, and it {'can' if hit else 'cannot'} be the word itself."
    better = "" if best.word == proposal.word else f" {best.word} has {best.value_text}."
    return f"{proposal.word} parts {count:,} candidates into {bins}, {most}; {average}{better}"


def explain_guess(player: Player, guess: str) -> str:
    """One line: the guess, the number of candidates, its expected points, and the three best guesses."""
    best = player.best(_EXPLAINED, [guess])
    own = next(proposal for proposal in best if proposal.word == guess)
    ranking = ", ".join(f"{proposal.word} {proposal.value_text}" for proposal in best[:_EXPLAINED])
    candidates = candidates_of(player.remaining)
    return f"{len(player.steps) + 1} {guess}: {candidates}, {own.in_words} expected; best: {ranking}"


def ending(player: Player) -> str:
    """How a solved game ended: with points, or with guesses where these count."""
    count = len(player.steps)
    if player.objective == POINTS:
        return f"Solved at attempt {count} of {player.attempts}: {player.points} points"
    return f"Solved in {count} guess{'es' * (count != 1)}"


def candidates_of(count: int) -> str:
    """A number of candidates in words, as in `1 candidate`."""
    return f"{count:,} candidate{'s' * (count != 1)}"
