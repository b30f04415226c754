"""Tables in text: aligned columns, and more rows of cells where the terminal is narrow."""

import sys
from collections.abc import Iterable, Sequence

from lingo_common.screen.terminal import interactive, width

GAP = "  "


def room() -> int | None:
    """The columns for a table on standard output; None, which is no limit, where no terminal shows it."""
    return width() if interactive(sys.stdout) else None


def aligned(rows: Sequence[Sequence[str]], columns: int | None = None) -> list[str]:
    """The lines of a table, its first column to the left and the others to the right; the first row is its header.

    columns: the widest line. What has no room beside the first column follows below, with that column again; a cell is
    never broken.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for start, end in _parts(widths, columns):
        lines += [""] if lines else []
        lines += [_line(row, widths, [0, *range(start, end)]) for row in rows]
    return lines


def folded(parts: Iterable[tuple[str, str]], columns: int | None, indent: int) -> str:
    """The parts in one line, each after its separator; a part without room begins another line, with that indent.

    parts: (separator, text). The first separator is not written.
    """
    lines: list[str] = []
    for separator, text in parts:
        longer = f"{lines[-1]}{separator}{text}" if lines else text
        if not lines or (columns is not None and len(longer.rstrip()) > columns):
            lines.append(" " * indent * bool(lines) + text)
        else:
            lines[-1] = longer
    return "\n".join(line.rstrip() for line in lines)


def _line(row: Sequence[str], widths: Sequence[int], places: Sequence[int]) -> str:
    first, *others = places
    return GAP.join([row[first].ljust(widths[first]), *(row[at].rjust(widths[at]) for at in others)]).rstrip()


def _parts(widths: Sequence[int], columns: int | None) -> list[tuple[int, int]]:
    """(start, end) of the columns beside the first that stand side by side."""
    parts, start, used = [], 1, widths[0]
    for place in range(1, len(widths)):
        needed = len(GAP) + widths[place]
        if columns is not None and used + needed > columns and place > start:
            parts.append((start, place))
            start, used = place, widths[0]
        used += needed
    return [*parts, (start, len(widths))]
