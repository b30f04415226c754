"""Line charts as SVG, without a drawing package."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 380, 70, 190, 34, 48
COLOURS = ("#0072b2", "#d55e00", "#777777", "#009e73", "#cc79a7", "#e69f00")  # told apart by the colour-blind
DASHES = ("", "7 4", "2 3", "9 3 2 3", "1 4", "12 4")
LABEL = 16
"""Height of a label in pixels."""

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Axis:
    """A scale from numbers to pixels."""

    low: float
    high: float
    start: float
    stop: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """The pixel of a value."""
        low, high, value = (math.log10(v) if self.logarithmic else v for v in (self.low, self.high, value))
        return self.start + (value - low) / ((high - low) or 1) * (self.stop - self.start)

    def ticks(self) -> list[float]:
        """Round values between low and high."""
        if self.logarithmic:
            decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            steps = (1, 2, 5) if self.high / self.low < 1_000 else (1,)
            return [n * 10.0**power for power in decades for n in steps if self.low <= n * 10.0**power <= self.high]
        step = _round_step(self.high - self.low)
        first = math.ceil(self.low / step)
        return [step * n for n in range(first, math.floor(self.high / step + 1e-9) + 1)]


def line_chart(title: str, x_label: str, series: Mapping[str, Points], log_x: bool = False, log_y: bool = False) -> str:
    """A chart with a line for each series that has points. The y axis starts at 0 unless it is logarithmic."""
    lines = {name: sorted(points) for name, points in series.items() if points}
    xs, ys = ([point[axis] for points in lines.values() for point in points] for axis in (0, 1))
    x = Axis(min(xs), max(xs), LEFT, WIDTH - RIGHT, log_x)
    y = Axis(min(ys) if log_y else 0, max(ys) * (1 if log_y else 1.05), HEIGHT - BOTTOM, TOP, log_y)
    places = _labels({name: y.at(points[-1][1]) for name, points in lines.items()})
    drawn = "".join(
        _line(name, points, x, y, places[name], number) for number, (name, points) in enumerate(lines.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13"><rect width="100%" height="100%" fill="white"/>{_grid(x, y)}{drawn}'
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(x_label)}</text>'
        f'<text x="12" y="18">{escape(title)}</text></svg>\n'
    )


def _grid(x: Axis, y: Axis) -> str:
    rows = "".join(
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y.at(value):.1f}" y2="{y.at(value):.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 8}" y="{y.at(value) + 4:.1f}" text-anchor="end">{value:,g}</text>'
        for value in y.ticks()
    )
    columns = "".join(
        f'<text x="{x.at(value):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{value:,.6g}</text>'
        for value in x.ticks()
    )
    return rows + columns


def _line(name: str, points: Points, x: Axis, y: Axis, label_at: float, number: int) -> str:
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    path = " ".join(f"{x.at(across):.1f},{y.at(up):.1f}" for across, up in points)
    dots = "".join(
        f'<circle cx="{x.at(across):.1f}" cy="{y.at(up):.1f}" r="3" fill="{colour}">'
        f"<title>{escape(name)}, {across:,.6g}: {up:,.4g}</title></circle>"
        for across, up in points
    )
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>{dots}'
        f'<text x="{WIDTH - RIGHT + 12}" y="{label_at + 4:.1f}" fill="{colour}">{escape(name)}</text>'
    )


def _labels(wanted: Mapping[str, float]) -> dict[str, float]:
    """The y of each label: as close as possible to its line, without overlaps."""
    places: dict[str, float] = {}
    for name, place in sorted(wanted.items(), key=lambda item: item[1]):
        places[name] = max(place, max(places.values(), default=-LABEL) + LABEL)
    return places


def _round_step(extent: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that divides the extent into four to ten parts."""
    power = 10.0 ** math.floor(math.log10((extent or 1) / 4))
    return next(power * n for n in (1, 2, 5, 10) if extent / (power * n) <= 10)
