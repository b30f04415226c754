"""Line charts as SVG, drawn by matplotlib."""

import io
from collections.abc import Mapping, Sequence

COLOURS = ("#0072b2", "#d55e00", "#777777", "#009e73", "#cc79a7", "#e69f00")  # told apart by the colour-blind
MARKERS = "os^DvP"


def line_chart(
    title: str, x_label: str, series: Mapping[str, Sequence[tuple[float, float]]], log_y: bool = False
) -> str:
    """A chart with a line for each series that has points. The y axis starts at 0 unless it is logarithmic."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, MaxNLocator, StrMethodFormatter

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "benchmarks", "figure.constrained_layout.use": True}):
        figure = Figure(figsize=(7.2, 3.8))
        axes = figure.add_subplot(title=title, xlabel=x_label)
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
        figure.savefig(file, format="svg", metadata={"Date": None})
        return file.getvalue()
