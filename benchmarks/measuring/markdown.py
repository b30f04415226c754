"""Markdown tables with aligned columns, readable in a terminal too."""

from collections.abc import Mapping, Sequence
from typing import Any


def table(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """The table; columns without text are aligned to the right, None is an empty cell."""
    cells = [list(header), *([_text(value) for value in row] for row in rows)]
    numeric = [not any(isinstance(row[column], str) for row in rows) for column in range(len(header))]
    widths = [max(3, *(len(line[column]) for line in cells)) for column in range(len(header))]
    lines = [_line(line, widths, numeric) for line in cells]
    rule = (
        "|"
        + "|".join("-" * (width + 1) + (":" if right else "-") for width, right in zip(widths, numeric, strict=True))
        + "|"
    )
    return "\n".join([lines[0], rule, *lines[1:]])


def record_table(records: Sequence[Mapping[str, Any]], columns: Mapping[str, tuple[str, int | None]]) -> str:
    """A table with a row for each record; columns: its key and, for a fraction, its digits, by the column's title."""
    rows = [[_figure(record.get(key), digits) for key, digits in columns.values()] for record in records]
    return table(list(columns), rows)


def _figure(value: Any, digits: int | None) -> Any:
    return value if value is None or digits is None else Figure(value, digits)


def _text(value: Any) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    padded = (
        f"{cell:{'>' if right else '<'}{width}}" for cell, width, right in zip(cells, widths, numeric, strict=True)
    )
    return "| " + " | ".join(padded) + " |"


class Figure(float):
    """A number with the digits it is shown with."""

    def __new__(cls, value: float, digits: int) -> "Figure":
        return super().__new__(cls, value)

    def __init__(self, value: float, digits: int) -> None:
        self._digits = digits

    def __str__(self) -> str:
        return f"{float(self):,.{self._digits}f}"
