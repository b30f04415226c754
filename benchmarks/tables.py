"""Markdown tables with aligned columns, readable in a terminal too, and line charts as SVG, drawn by matplotlib."""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

COLOURS = ("#0072b2", "#d55e00", "#777777", "#009e73", "#cc79a7", "#e69f00")  # told apart by the colour-blind
MARKERS = "os^DvP"  # as matplotlib names them


def table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """The table; columns of numbers are aligned to the right, None is an empty cell."""
    cells = [list(map(_text, row)) for row in rows]
    columns = [_aligned(column) for column in zip(header, *cells, strict=True)]

    # The second line has the rule of each column, in which Markdown wants no spaces.
    lines = ["| " + " | ".join(line) + " |" for line in zip(*columns, strict=True)]
    lines[1] = lines[1].replace(" ", "")
    return "\n".join(lines)


def _aligned(column: Sequence[str]) -> list[str]:
    """Return the cells of a column in equal widths: its header, a rule of Markdown, and the other cells.

    The rule is two characters wider than the cells, because no spaces stand around it.
    """
    width = max(3, *map(len, column))  # a rule of Markdown has three dashes at least
    is_numeric = all(re.fullmatch("[-.,0-9]*", cell) for cell in column[1:])
    if is_numeric:
        header, *cells = [cell.rjust(width) for cell in column]
        return [header, "-" * (width + 1) + ":", *cells]
    header, *cells = [cell.ljust(width) for cell in column]
    return [header, "-" * (width + 2), *cells]


def _text(value: int | str | None) -> str:
    """Return the text of a cell: a whole number with commas, None as nothing."""
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else value


def figure(value: float | None, digits: int | None) -> Any:
    """Return the number as text with that many digits after the point, or as it is where digits is None."""
    if value is None or digits is None:
        return value
    return f"{value:,.{digits}f}"


def record_table(records: Sequence[Mapping[str, Any]], columns: Mapping[str, tuple[str, int | None]]) -> str:
    """Return a table with a row for each record.

    columns: by the title of a column the key in the record, and for a fraction the digits after the point.
    """
    rows = []
    for record in records:
        rows.append([figure(record.get(key), digits) for key, digits in columns.values()])
    return table(list(columns), rows)


def line_chart(
    title: str, x_label: str, series: Mapping[str, Sequence[tuple[float, float]]], log_y: bool = False
) -> str:
    """Return a chart as SVG with a line for each series that has points.

    series: (x, y) points by the name of the line. The y axis starts at 0 unless it is logarithmic.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, MaxNLocator, StrMethodFormatter

    # Letters stay text. The same points make the same file, because the salt of its ids is fixed.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "benchmarks", "figure.constrained_layout.use": True}):
        drawing = Figure(figsize=(7.2, 3.8))
        axes = drawing.add_subplot(title=title, xlabel=x_label)

        lines = [(name, sorted(points)) for name, points in series.items() if points]
        # There are colours for six lines, which no chart here exceeds.
        for (name, points), colour, marker in zip(lines, COLOURS, MARKERS, strict=False):
            axes.plot(*zip(*points, strict=True), label=name, color=colour, marker=marker)

        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if log_y:
            axes.set_yscale("log")
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axes.yaxis.set_minor_formatter("")
            axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,g}"))
        else:
            axes.set_ylim(bottom=0)
        axes.legend()

        file = io.StringIO()
        drawing.savefig(file, format="svg", metadata={"Date": None})
        return file.getvalue()
