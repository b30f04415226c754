"""The SVG of a matplotlib figure as a part of a page: in its colours and font, with texts for the pointer."""

import io
import re
import warnings
import zlib
from collections.abc import Iterable
from html import escape

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from lingo_common.html.series import COLOURS

# matplotlib draws in colours that stand for CSS variables of the page. Nobody sees them.
_INK = "#010101"
"""The colour of texts in charts.mplstyle; it stands for the variable --quiet."""
_GRID = "#010102"
"""The colour of lines in charts.mplstyle; it stands for the variable --rule."""
_SERIES = "#0102"
"""How the colour of a series begins; two hexadecimal digits with its number follow."""
SERIES_ID = "series-"
"""How the id of a line begins in matplotlib's SVG, before the number of its series."""

Areas = Iterable[tuple[Bbox, str]]
"""Parts of a chart, in the units of its axes, each with the text that shows while the pointer is on it."""


def series_colour(number: int) -> str:
    """Return the colour in which matplotlib draws a series: it stands for the page's variable --series-NUMBER.

    The page has COLOURS of them, and later series begin again at the first.
    """
    return f"{_SERIES}{number % COLOURS:02x}"


def page_svg(figure: Figure, axes: Axes, areas: Areas) -> str:
    """Return the figure as an SVG element without a fixed width, coloured by CSS variables, with its areas on top.

    The figure has 72 dots an inch, so that a dot of matplotlib is a unit of the SVG.
    """
    file = io.StringIO()
    # None leaves a field out, so that the same chart is always the same text.
    metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with warnings.catch_warnings():
        # A glyph that matplotlib's font lacks is no fault: the text stays text, and the browser has other fonts.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure.savefig(file, format="svg", metadata=metadata, transparent=True)

    # What stands before the element is for an SVG file of its own.
    document = file.getvalue()
    element = document[document.index("<svg") :]
    opening, _, content = element.partition(">")
    opening = re.sub(r' (width|height)="[^"]*"', "", opening)

    rectangles = "".join(_rectangle(bounds, text, figure, axes) for bounds, text in areas)
    content = content.replace("</svg>", f"{rectangles}</svg>")
    content = _in_style_of_page(content)
    # An id must be unique in a page, which may have several charts with a first series.
    content = re.sub(rf' id="{SERIES_ID}(\d+)"', r' data-series="\1"', content)
    content = _with_own_ids(content)
    return f'{opening} aria-hidden="true">{content}'


def _in_style_of_page(content: str) -> str:
    """Return the SVG with the page's CSS variables in place of colours, and the reader's own font for texts."""

    def series_variable(match: re.Match[str]) -> str:
        """Return the variable of the series that the colour stands for."""
        return f"var(--series-{int(match[1], 16)})"

    content = content.replace(_INK, "var(--quiet)").replace(_GRID, "var(--rule)")
    content = re.sub(f"{_SERIES}([0-9a-f]{{2}})", series_variable, content)
    # matplotlib writes `font: 9px 'DejaVu Sans'`, which most readers do not have.
    return re.sub(r"font: ([^;]*?px) [^;\"]*", r"font: \1 system-ui, sans-serif", content)


def _with_own_ids(content: str) -> str:
    """Return the SVG with ids that no other chart of a page has; ids that nothing refers to are left out."""
    prefix = f"c{zlib.crc32(content.encode()):08x}-"
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', content))

    def own_id(match: re.Match[str]) -> str:
        """Return the attribute with the new id, or nothing."""
        return f' id="{prefix}{match[1]}"' if match[1] in used else ""

    content = re.sub(' id="([^"]*)"', own_id, content)
    return re.sub(r'(href="|url\()#', rf"\1#{prefix}", content)


def _rectangle(bounds: Bbox, text: str, figure: Figure, axes: Axes) -> str:
    """Return an invisible rectangle over an area, with its text as the attribute data-tip.

    The figure must have been saved before: matplotlib lays it out then.
    """
    left, bottom = axes.transData.transform(bounds.min)
    right, top = axes.transData.transform(bounds.max)
    height = figure.get_figheight() * figure.dpi
    # The y axis of SVG points down, and that of matplotlib up.
    y = height - max(bottom, top)

    attribute = "&#10;".join(escape(text_for_xml(line)) for line in text.split("\n"))
    return (
        f'<rect x="{left:.1f}" y="{y:.1f}" width="{right - left:.1f}" height="{abs(top - bottom):.1f}" '
        f'fill="none" pointer-events="all" data-tip="{attribute}"/>'
    )


def text_for_xml(text: str) -> str:
    """Return the text with U+FFFD for characters that cannot be printed, such as those that XML forbids."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
