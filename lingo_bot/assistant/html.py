"""A game and its proposals as HTML, for notebooks. No information is in the colours alone."""

from collections.abc import Iterable, Sequence

from codebreaker.reply import ABSENT, PLACED, PRESENT
from lingo_bot.assistant.advice import Proposal

_COLOURS = {PLACED: "#3a7d34", PRESENT: "#8a6d00", ABSENT: "#666"}
_STYLE = "color:#fff;text-align:center;width:1.5em;background:"


def game_html(steps: Iterable[tuple[Sequence[str], str]], state: str, candidates: Sequence[str], more: bool) -> str:
    """A row of tiles for each step (letters, reply), then a line with the state of the game and some candidates."""
    rows = "".join(f"<tr>{_tiles(*step)}<td><code>{step[1]}</code></td></tr>" for step in steps)
    return f"<table>{rows}</table><p>{state}: {', '.join(candidates)}{', …' if more else ''}</p>"


def _tiles(letters: Sequence[str], reply: str) -> str:
    cells = zip(letters, reply, strict=True)
    return "".join(f'<td style="{_STYLE}{_COLOURS[mark]}">{letter}</td>' for letter, mark in cells)


class Proposals(tuple[Proposal, ...]):
    """Proposals, best first; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        value = "points" if not self or self[0].guesses is None else "guesses</th><th>solved"
        head = f"<tr><th>guess</th><th>{value}</th><th>left</th><th>can be it</th></tr>"
        return f"<table>{head}{''.join(map(_row, self))}</table>"


def _row(proposal: Proposal) -> str:
    value = [proposal.value_text] + ([] if proposal.guesses is None else [proposal.chance_text])
    cells = (proposal.word, *value, f"{proposal.remaining:,.1f}", "yes" if proposal.candidate else "no")
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
