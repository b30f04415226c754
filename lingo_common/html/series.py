"""How the series of a chart look: colour, marker and dashes of each, in charts and in the legends of a page."""

COLOURS = 12
"""The number of colours, which are in style.css; later series start again at the first.

The first eight are those of Okabe and Ito (2008), the others of Paul Tol's set "muted" (2021), both safe for the
colour-blind. The light theme has darker shades of those that can hardly be seen on white.
"""
_MARKERS = "os^DvPX*"
"""The markers, as matplotlib names them: colour alone must not tell series apart."""
_DASHES = ((), (5, 1.5), (2, 1.2), (6, 1.5, 1.2, 1.5))
"""Lengths of dashes and gaps in widths of the line: for the first eight series, the next eight and so on."""
_MARKER_SHIFT = 3
"""After each round of markers the next begins this many markers on, so that a colour has another marker each time.

No two of the first 36 series have the same colour and the same marker.
"""
LINE_WIDTH = 1.6
"""Points."""
_SIGNS = dict(zip(_MARKERS, "●■▲◆▼✚✖★", strict=True))
"""The character that looks like each marker."""


def marker_sign(series: int) -> str:
    """Return the marker of a series as a character, for texts and legends."""
    return _SIGNS[marker(series)]


def dashes(series: int) -> str:
    """Return the dashes of a series as SVG's stroke-dasharray, for a legend; "none" for a line without gaps."""
    lengths = [f"{LINE_WIDTH * length:g}" for length in dash_lengths(series)]
    return " ".join(lengths) or "none"


def marker(series: int) -> str:
    """Return the marker of a series, as matplotlib names it."""
    rounds = series // len(_MARKERS)
    return _MARKERS[(series + _MARKER_SHIFT * rounds) % len(_MARKERS)]


def dash_lengths(series: int) -> tuple[float, ...]:
    """Return the lengths of the dashes and gaps of a series; empty for a line without gaps."""
    # All markers are used before the dashes change.
    return _DASHES[series // len(_MARKERS) % len(_DASHES)]
