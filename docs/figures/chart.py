"""Draw points.svg: mean points by length, of the contest's winner, of our trees, and the proved bound.

usage: precompute evaluate --wordlist LIST --json > docs/figures/score.json && python docs/figures/chart.py
"""

import json
from pathlib import Path

from precompute.contest import WINNER

HERE = Path(__file__).parent
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 720, 420, 60, 30, 50
LOW, HIGH = 80, 380
COLOURS = {"bound": "#d55e00", "lingo-bot": "#0072b2", "contest winner": "#777777"}  # told apart by the colour-blind
DASHES = {"bound": "6 4", "lingo-bot": "", "contest winner": "2 3"}


def x(length: float) -> float:
    """The horizontal place of a word length."""
    return LEFT + (length - 4) * (WIDTH - LEFT - 150) / 9


def y(points: float) -> float:
    """The vertical place of a number of points."""
    return TOP + (HIGH - points) * (HEIGHT - TOP - BOTTOM) / (HIGH - LOW)


def line(name: str, figures: dict[int, float], label_at: float) -> str:
    """A named line through the figures, with a dot at each."""
    path = " ".join(f"{x(length):.1f},{y(points):.1f}" for length, points in figures.items())
    dots = "".join(
        f'<circle cx="{x(length):.1f}" cy="{y(points):.1f}" r="3" fill="{COLOURS[name]}">'
        f"<title>{name}, {length} letters: {points:.2f}</title></circle>"
        for length, points in figures.items()
    )
    return (
        f'<polyline points="{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="2" '
        f'stroke-dasharray="{DASHES[name]}"/>{dots}'
        f'<text x="{x(13) + 12:.0f}" y="{label_at:.0f}" fill="{COLOURS[name]}">{name}</text>'
    )


def chart(ours: dict[int, float], bounds: dict[int, float]) -> str:
    """The whole drawing."""
    grid = "".join(
        f'<line x1="{LEFT}" x2="{x(13):.0f}" y1="{y(points):.1f}" y2="{y(points):.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 8}" y="{y(points) + 4:.1f}" text-anchor="end">{points}</text>'
        for points in range(100, 400, 50)
    )
    letters = "".join(
        f'<text x="{x(length):.1f}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle">{length}</text>'
        for length in range(4, 14)
    )
    winner = dict(zip(range(4, 14), WINNER.values(), strict=True))
    lines = line("bound", bounds, y(372)) + line("lingo-bot", ours, y(358)) + line("contest winner", winner, y(338))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13"><rect width="100%" height="100%" fill="white"/>{grid}{letters}{lines}'
        f'<text x="{x(8.5):.0f}" y="{HEIGHT - 8}" text-anchor="middle">letters</text>'
        f'<text x="{LEFT - 40}" y="18">mean points a game, over all words of the list</text></svg>\n'
    )


def main() -> None:
    """Write points.svg beside this file."""
    lengths = json.loads((HERE / "score.json").read_text())["lengths"]
    ours = {int(length): record["mean_points"] for length, record in lengths.items()}
    bounds = {int(length): record["bound"] for length, record in lengths.items() if record["bound"] is not None}
    (HERE / "points.svg").write_text(chart(ours, bounds))


if __name__ == "__main__":
    main()
