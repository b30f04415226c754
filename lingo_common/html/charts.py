"""Charts as inline SVG; their colours are CSS variables of the page, so that they follow its light or dark theme.

Screen readers skip them: a page gives the same figures in tables.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, FuncFormatter, LogLocator, MaxNLocator
from matplotlib.transforms import Bbox

from lingo_common.html.series import LINE_WIDTH, dash_lengths, marker, marker_sign
from lingo_common.html.svg import SERIES_ID, page_svg, series_colour, text_for_xml

_MARKER_SIZE = 4
"""Points."""
_CHART_WIDTH = 4.2
"""Inches. The page scales each chart to its own width, so this sets the size of letters relative to the chart."""
_MOST_TICKS = 6
"""The most intervals between the labels of a vertical axis: more labels would touch."""
_RANGE_WIDTH = 4
"""Points: the line of a range is broad."""
_RANGE_OPACITY = 0.45
"""The line of a range is pale, so that the marker on it can be seen."""
_RANGE_MARKER_SIZE = 6
"""Points."""
_LINE_CHART_HEIGHT = 2.7
"""Inches."""
_ROW_HEIGHT = 0.34
"""Inches from one row of a chart to the next."""
_AXIS_HEIGHT = 0.25
"""Inches for the axis below the rows."""
_TIME_AXIS_HEIGHT = 0.3
"""Inches for an axis of times below the rows; its labels have units and are taller."""
_BAR_HEIGHT = 0.72
"""The height of a bar as a part of its row; the rest is the gap between two bars."""
_SMALLEST_LABELLED = 7
"""Per cent. A segment of a smaller share has no room for its figure."""
_SHORTEST_TIME = 1e-6
"""Seconds. Shorter times are drawn as this one, because a logarithmic axis has no 0."""
_LONGEST_NAME = 20
"""Characters. Longer names of rows are cut."""
_STYLE = Path(__file__).with_name("templates") / "charts.mplstyle"


class Segment(NamedTuple):
    """A segment of a stacked bar; its colours are the same in both themes of the page."""

    name: str
    fill: str
    """Its colour."""
    ink: str
    """The colour of the figure on it."""


class Range(NamedTuple):
    """A row of a chart of ranges."""

    name: str
    series: int
    """The number of a series, from 0, whose colour and marker the row has."""
    low: float
    """The 5th percentile of times, in seconds."""
    middle: float
    """The median, in seconds."""
    high: float
    """The 95th percentile, in seconds."""


def lines(series: Mapping[str, Mapping[int, float]], x_label: str, y_label: str) -> str:
    """Return a line chart as SVG: one line for each series, a mapping from x to y, by the name of the series.

    Line n has colour, marker and dashes n, and stands in an element with the attribute data-series="n". While the
    pointer is at some x, the values of all series at this x are shown, the largest first. They have a heading such as
    `5 letters`: x and the label of the x axis.
    """
    with style.context(_STYLE):
        figure, axes = _canvas(_LINE_CHART_HEIGHT)
        for number, points in enumerate(series.values()):
            lengths = dash_lengths(number)
            [line] = axes.plot(
                list(points),
                list(points.values()),
                color=series_colour(number),
                marker=marker(number),
                linestyle=(0, lengths) if lengths else "-",
                markersize=_MARKER_SIZE,
                linewidth=LINE_WIDTH,
                clip_on=False,  # a marker on the edge stays whole
            )
            # page_svg makes the attribute data-series of this id.
            line.set_gid(f"{SERIES_ID}{number}")

        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        xs = sorted(set().union(*series.values()))
        axes.set_xticks(xs)

        # The column of each x, with the text that is shown while the pointer is in it.
        bottom, top = axes.get_ylim()
        areas = []
        for x in xs:
            column = Bbox.from_extents(x - 0.5, bottom, x + 0.5, top)
            areas.append((column, _values_at(x, series, x_label)))
        return page_svg(figure, axes, areas)


def _values_at(x: int, series: Mapping[str, Mapping[int, float]], x_label: str) -> str:
    """Return the values of all series at x as lines of text, the largest value first."""
    values = []
    for number, (name, points) in enumerate(series.items()):
        if x in points:
            values.append((points[x], f"{points[x]:.1f}  {marker_sign(number)} {name}"))
    values.sort(key=lambda value: -value[0])

    texts = [text for _, text in values]
    return "\n".join([f"{x} {x_label}", *texts])


def stacked_bars(rows: Mapping[str, Sequence[float]], segments: Sequence[Segment]) -> str:
    """Return stacked bars as SVG: each row is drawn as shares of its sum, with percentages where there is room.

    While the pointer is on a row, all its shares are shown.
    """
    with style.context([_STYLE, {"axes.grid": False, "axes.spines.left": False, "axes.spines.bottom": False}]):
        figure, axes = _canvas(_AXIS_HEIGHT + _ROW_HEIGHT * len(rows))
        areas = []
        for row, (name, values) in enumerate(rows.items()):
            # Where all values are 0, all shares are.
            total = sum(values) or 1
            start = 0.0
            texts = [name]
            for value, segment in zip(values, segments, strict=True):
                share = 100 * value / total
                axes.barh(row, share, left=start, height=_BAR_HEIGHT, color=segment.fill, edgecolor="none")
                if share >= _SMALLEST_LABELLED:
                    middle = start + share / 2
                    axes.text(middle, row, f"{share:.0f}", color=segment.ink, ha="center", va="center")

                start += share
                texts.append(f"{share:.1f} %  {segment.name}")

            areas.append((Bbox.from_extents(0, row - 0.5, 100, row + 0.5), "\n".join(texts)))

        _name_rows(axes, list(rows))
        axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share:.0f} %"))
        return page_svg(figure, axes, areas)


def ranges(rows: Sequence[Range]) -> str:
    """Return ranges as SVG: a line from low to high and a marker at the middle, on a logarithmic time axis.

    While the pointer is on a row, its three times are shown.
    """
    with style.context([_STYLE, {"axes.grid.axis": "x", "axes.spines.left": False}]):
        figure, axes = _canvas(_TIME_AXIS_HEIGHT + _ROW_HEIGHT * len(rows))
        for position, row in enumerate(rows):
            colour = series_colour(row.series)
            ends = [max(row.low, _SHORTEST_TIME), max(row.high, _SHORTEST_TIME)]
            middle = max(row.middle, _SHORTEST_TIME)
            axes.plot(
                ends,
                [position, position],
                color=colour,
                linewidth=_RANGE_WIDTH,
                alpha=_RANGE_OPACITY,
                solid_capstyle="round",
            )
            axes.plot([middle], [position], color=colour, marker=marker(row.series), markersize=_RANGE_MARKER_SIZE)

        _name_rows(axes, [row.name for row in rows])
        axes.set_xscale("log")
        axes.minorticks_off()

        low, high = axes.get_xlim()
        # The labels are at powers of ten. Where the highest time is less than 100 times the lowest, there could be one
        # label or none, so twice and five times each power has a label too.
        multiples = (1.0,) if high >= 100 * low else (1.0, 2.0, 5.0)
        axes.xaxis.set_major_locator(LogLocator(subs=multiples))
        axes.xaxis.set_major_formatter(EngFormatter(unit="s"))

        seconds = EngFormatter(unit="s", places=2)
        areas = []
        for position, row in enumerate(rows):
            times = (("5th percentile", row.low), ("median", row.middle), ("95th percentile", row.high))
            texts = [row.name, *(f"{seconds(time)}  {name}" for name, time in times)]
            areas.append((Bbox.from_extents(low, position - 0.5, high, position + 0.5), "\n".join(texts)))

        return page_svg(figure, axes, areas)


def _canvas(height: float) -> tuple[Figure, Axes]:
    """Return a figure of that height in inches, and the axes of its one chart."""
    # At 72 dots an inch a dot of matplotlib is a unit of the SVG, as page_svg needs it for its areas.
    figure = Figure(figsize=(_CHART_WIDTH, height), dpi=72)
    axes = figure.add_subplot()
    axes.yaxis.set_major_locator(MaxNLocator(nbins=_MOST_TICKS))
    return figure, axes


def _name_rows(axes: Axes, names: list[str]) -> None:
    """Write the names beside the rows, the first row on top."""
    short_names = []
    for name in names:
        is_long = len(name) > _LONGEST_NAME
        short_name = name[: _LONGEST_NAME - 1] + "…" if is_long else name
        # A player chooses its name, and a character that XML forbids would spoil the page.
        short_names.append(text_for_xml(short_name))

    axes.set_yticks(range(len(names)), short_names)
    axes.set_ylim(len(names) - 0.5, -0.5)
