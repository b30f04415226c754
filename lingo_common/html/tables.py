"""Tables in HTML, as notebooks show them."""

from collections.abc import Iterable
from html import escape


def table_html(heads: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Return a table with those headings; its cells are values, whose texts are escaped."""
    lines = [_row("th", heads)]
    lines += [_row("td", cells) for cells in rows]
    return f"<table>{''.join(lines)}</table>"


def _row(tag: str, values: Iterable[object]) -> str:
    """Return a row of a table, with the values in cells of that tag."""
    cells = "".join(f"<{tag}>{escape(str(value))}</{tag}>" for value in values)
    return f"<tr>{cells}</tr>"
