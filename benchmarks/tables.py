"""Markdown tables with aligned columns, readable in a terminal too, and line charts as SVG, drawn by matplotlib."""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

COLOURS = ("#0072b2", "#d55e00", "#777777", "#009e73", "#cc79a7", "#e69f00")  # told apart by the colour-blind
MARKERS = "os^DvP"


def table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """The table; columns of numbers are aligned to the right, None is an empty cell."""
    cells = [[_text(value) for value in row] for row in rows]
    columns = list(zip(header, *cells, strict=True))
    widths = [max(3, *map(len, column)) for column in columns]
    numeric = [all(re.fullmatch("[-.,0-9]*", cell) for cell in column[1:]) for column in columns]
    lines = [
        " | ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        )
        for row in (header, *cells)
    ]
    rule = "|".join("-" * (width + 1) + (":" if right else "-") for width, right in zip(widths, numeric, strict=True))
    return "\n".join([f"| {lines[0]} |", f"|{rule}|", *(f"| {line} |" for line in lines[1:])])


def _text(value: int | str | None) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else value


def figure(value: float | None, digits: int | None) -> Any:
    """The number with that many digits after the point; None for None, as it is without digits."""
    return value if value is None or digits is None else f"{value:,.{digits}f}"


def record_table(records: Sequence[Mapping[str, Any]], columns: Mapping[str, tuple[str, int | None]]) -> str:
    """A table with a row for each record; columns: its key and, for a fraction, its digits, by the column's title."""
    return table(
        list(columns), [[figure(record.get(key), digits) for key, digits in columns.values()] for record in records]
    )


def line_chart(
    title: str, x_label: str, series: Mapping[str, Sequence[tuple[float, float]]], log_y: bool = False
) -> str:
    """A chart with a line for each series that has points. The y axis starts at 0 unless it is logarithmic."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, MaxNLocator, StrMethodFormatter

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "benchmarks", "figure.constrained_layout.use": True}):
        drawing = Figure(figsize=(7.2, 3.8))
        axes = drawing.add_subplot(title=title, xlabel=x_label)
        lines = [(name, sorted(points)) for name, points in series.items() if points]
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
