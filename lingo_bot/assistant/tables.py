"""Proposals and candidates as lines of text, fitted to the terminal's width."""

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from lingo_bot.assistant.player import Player
from lingo_bot.assistant.proposal import Proposal
from lingo_common.cli import terminal
from lingo_common.errors import count_text
from wordlists.word_game import POINTS

_WIDE = 72
"""Columns from which headings are written out."""
_WIDE_HEADS = ("expected points", "expected guesses", "chance to solve", "expected left", "can be the word")
"""The headings of a table's columns after number and word. It has either points or guesses and the chance to solve."""
_HEADS = ("points", "guesses", " solve", "   left", "can be")
"""The same for a narrow table. A column is as wide as its heading: blanks before it make room for the figures."""
_LINES = 4
"""Lines of candidates shown without the command `list`."""
_EXPLAINED = 3
"""The best guesses that an explanation names."""
_TWO_COLUMNS = ("W", "F")
"""Unicode's classes of wide and of fullwidth characters, as unicodedata names them."""


def proposal_lines(proposals: Sequence[Proposal], columns: int) -> list[str]:
    """A table: number, word, expected points or guesses and chance, expected left, whether it can be the secret.

    columns: the width of the terminal.
    """
    is_wide = columns >= _WIDE
    points, guesses, chance, remaining, can_be = _WIDE_HEADS if is_wide else _HEADS
    counts_guesses = bool(proposals) and proposals[0].guesses is not None
    value_heads = [guesses, chance] if counts_guesses else [points]
    rows = [["", "guess", *value_heads, remaining, can_be]]
    rows += [[str(number), *proposal.cells] for number, proposal in enumerate(proposals, 1)]

    # The figures are no wider than their headings.
    number_width = len(str(len(proposals)))
    word_width = max([len("guess"), *(screen_width(proposal.word) for proposal in proposals)])
    figure_widths = [len(head) for head in (*value_heads, remaining)]

    gap = "  " if is_wide else " "
    lines = []
    for number_cell, word_cell, *figures, last in rows:
        cells = [_pad(number_cell, number_width), _pad(word_cell, word_width)]
        cells += [figure.rjust(width) for figure, width in zip(figures, figure_widths, strict=True)]
        lines.append(gap.join([*cells, last]))

    return lines


def _pad(text: str, width: int) -> str:
    """The text with blanks after it, as wide as that many columns of a terminal."""
    return text + " " * (width - screen_width(text))


def screen_width(text: str) -> int:
    """The columns that a text takes on a terminal: two for a wide letter, none for a combining mark."""
    if text.isascii():
        return len(text)
    columns = 0
    for character in text:
        if combining(character):
            continue
        columns += 2 if east_asian_width(character) in _TWO_COLUMNS else 1
    return columns


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
    """One line: the guess, the number of candidates, its expected points, and the three best guesses."""
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
