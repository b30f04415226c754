"""Proposals and candidates as lines of text, fitted to the terminal's width."""

from collections.abc import Sequence

from lingo_bot.assistant.advice import Proposal
from lingo_bot.assistant.player import Player
from lingo_common.screen import terminal

_WIDE = 72
"""Columns from which headings are written out."""
_WIDE_HEADS = ("  ", "expected points", "expected left", "can be the word")
_NARROW_HEADS = (" ", "points", "   left", "can be")
_LINES = 4
"""Lines of candidates shown without the command `list`."""


def proposal_lines(proposals: Sequence[Proposal], columns: int) -> list[str]:
    """A table: number, word, expected points, expected remaining candidates, whether it can be the secret."""
    gap, points, left, fits = _WIDE_HEADS if columns >= _WIDE else _NARROW_HEADS
    length = max((len(each.word) for each in proposals), default=5)
    rows = [("", "guess", points, left, fits)]
    for number, each in enumerate(proposals, 1):
        rows.append((str(number), each.word, each.points_text, f"{each.remaining:,.1f}", _yes(each.candidate)))
    return [
        gap.join((f"{number:1}", f"{word:{length}}", f"{worth:>{len(points)}}", f"{rest:>{len(left)}}", can))
        for number, word, worth, rest, can in rows
    ]


def candidate_lines(player: Player, columns: int, every: bool = False) -> list[str]:
    """The number of candidates, then the candidates: all of them, or those that fit a few lines."""
    count = candidates_of(player.remaining)
    if not player.remaining or not (player.clues or every):
        return [count]
    some = None if every else _LINES
    return [f"{count}:", *terminal.listed(player.candidates, player.remaining, columns, some, " (list shows all)")]


def in_words(proposal: Proposal) -> str:
    """One proposal as a sentence."""
    fits = "can be the word" if proposal.candidate else "cannot be the word"
    about = "" if proposal.exact else "about "
    return f"{proposal.word}: {about}{proposal.points:.1f} points, {proposal.remaining:,.1f} expected left, {fits}"


def candidates_of(count: int) -> str:
    """A number of candidates in words, as in `1 candidate`."""
    return f"{count:,} candidate{'s' * (count != 1)}"


def _yes(so: bool) -> str:
    return "yes" if so else "no"
