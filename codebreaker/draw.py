"""Trees drawn: as text, for Graphviz, and as a picture of how the candidates divide."""

import os
from collections.abc import Callable, Iterator
from html import escape
from importlib.util import find_spec
from io import BytesIO
from typing import NamedTuple

from codebreaker.game import Game
from codebreaker.tree import Tree, walk
from lingo_common.errors import MissingExtra

_ROW, _WIDTH, _REPLY, _GUESS = 34, 1200, 12, 25
"""Points: the height of a row, the width of the picture, and how far the two lines of a box are below its top."""
_LETTERS, _ADVANCE, _READABLE = 10.0, 0.61, 2.0
"""Letters: the largest size, the width of one for each point of its size, and the least size in a PNG."""
_DPI, _MOST_PIXELS = 200, 60_000
"""The resolution of a PNG, and the greatest height, which matplotlib limits to 65,535."""


def _nodes(tree: Tree) -> Iterator[tuple[int, int, int, int | None, Tree]]:
    """(number, depth, parent's number, code of the reply that leads to it, node) of every node; parents first."""
    stack: list[tuple[int, int, int | None, Tree]] = [(0, 0, None, tree)]
    number = 0
    while stack:
        depth, parent, code, node = stack.pop()
        yield number, depth, parent, code, node
        stack.extend((depth + 1, number, code, child) for code, child in reversed(node.branches))
        number += 1


def as_text(tree: Tree, game: Game) -> str:
    """An indented line for each node: the reply that leads to it, and the guess."""
    lines = []
    for _, depth, _, code, node in _nodes(tree):
        reply = "" if code is None else f"{game.reply_text(code)} -> "
        lines.append(f"{'  ' * depth}{reply}{game.text(node.guess)}\n")
    return "".join(lines)


def as_dot(tree: Tree, game: Game) -> str:
    """A digraph for Graphviz: guesses that can win have solid boxes, edges carry the reply."""
    nodes, edges = [], []
    for number, _, parent, code, node in _nodes(tree):
        style = "" if node.hit else " style=dashed"
        nodes.append(f'  n{number} [label="{_quote(game.text(node.guess))}"{style}];')
        if code is not None:
            edges.append(f'  n{parent} -> n{number} [label="{_quote(game.reply_text(code))}"];')
    return "\n".join(["digraph tree {", "  node [shape=box];", *nodes, *edges, "}"]) + "\n"


def _quote(text: str) -> str:
    """The text inside double quotes, for Graphviz."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


class NodeBox(NamedTuple):
    """A node in a picture, measured in points."""

    row: int
    x: float
    width: float
    hit: int
    """How many secrets its guess wins against here."""
    reply: str
    """The reply that leads to it, "" for the first guess."""
    guess: str

    @property
    def fill(self) -> str:
        """Blue where the guess can win."""
        return "#dbe9f6" if self.hit else "#f6e3c5"

    @property
    def letters(self) -> float:
        """The size of letters, in points, in which the reply and the guess fit the box."""
        return min(_LETTERS, 0.95 * self.width / (_ADVANCE * max(1, len(self.reply), len(self.guess))))

    def lines(self) -> list[tuple[float, float, str]]:
        """The reply and the guess with their places: x, y of the baseline, text."""
        x, top = self.x + min(2, self.width / 40), self.row * _ROW
        return [(x, top + _REPLY, self.reply), (x, top + _GUESS, self.guess)]


def boxes(tree: Tree, game: Game) -> list[NodeBox]:
    """A row for each guess, a box as wide as its share of the secrets; parents first."""
    sizes = _sizes(tree)
    unit, placed = _WIDTH / sizes[id(tree)], list[NodeBox]()
    stack = [(0, 0.0, "", tree)]
    while stack:
        row, x, reply, node = stack.pop()
        placed.append(NodeBox(row, x, unit * sizes[id(node)], node.hit, reply, game.text(node.guess)))
        x += unit * node.hit
        below = []
        for code, child in node.branches:
            below.append((row + 1, x, game.reply_text(code), child))
            x += unit * sizes[id(child)]
        stack.extend(reversed(below))
    return placed


def _height(placed: list[NodeBox]) -> int:
    return _ROW * (1 + max(box.row for box in placed))


def as_svg(tree: Tree, game: Game) -> str:
    """The boxes with reply and guess, whose letters are as small as the box needs: a viewer can enlarge them."""
    placed = boxes(tree, game)
    height = _height(placed)
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace">'
    return "\n".join([head, *map(_svg_box, placed), "</svg>"]) + "\n"


def _svg_box(box: NodeBox) -> str:
    """The box, its reply and guess, and both as the title that appears under the pointer."""
    title = escape(f"{box.reply} -> {box.guess}" if box.reply else box.guess)
    texts = "".join(f'<text x="{x:.3f}" y="{y}">{escape(text)}</text>' for x, y, text in box.lines() if text)
    return (
        f'<g font-size="{box.letters:.3g}"><title>{title}</title><rect x="{box.x:.3f}" y="{box.row * _ROW}" '
        f'width="{box.width:.3f}" height="{_ROW - 2}" fill="{box.fill}" stroke="#555" '
        f'stroke-width="{min(0.3, box.width / 20):.3g}"/>{texts}</g>'
    )


def as_png(tree: Tree, game: Game) -> bytes:
    """The picture of the tree as PNG, with the text that can be read; MissingExtra without matplotlib."""
    check_drawable(".png")
    from matplotlib.collections import PatchCollection
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    placed = boxes(tree, game)
    height = _height(placed)
    figure = Figure(figsize=(_WIDTH / 72, height / 72))
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, _WIDTH), ylim=(height, 0))
    axes.set_axis_off()
    rectangles = [Rectangle((box.x, box.row * _ROW), box.width, _ROW - 2) for box in placed]
    fills = [box.fill for box in placed]
    axes.add_collection(PatchCollection(rectangles, facecolors=fills, edgecolors="#555", linewidths=0.3))
    for box in placed:
        for x, y, text in box.lines() if box.letters >= _READABLE else ():
            axes.text(x, y, text, size=box.letters, family="monospace", parse_math=False)
    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=min(_DPI, _MOST_PIXELS * 72 / height))
    return picture.getvalue()


def _sizes(tree: Tree) -> dict[int, int]:
    """How many secrets each node settles with all below it, by the node's id."""
    sizes: dict[int, int] = {}
    for _, node in reversed(list(walk(tree))):
        sizes[id(node)] = node.hit + sum(sizes[id(child)] for _, child in node.branches)
    return sizes


DRAWINGS: dict[str, Callable[[Tree, Game], str | bytes]] = {
    ".svg": as_svg,
    ".png": as_png,
    ".dot": as_dot,
    ".txt": as_text,
}
"""The drawing by the end of the file name."""


def check_drawable(suffix: str) -> None:
    """Raise MissingExtra if the drawing needs a package that is not installed."""
    if suffix == ".png" and find_spec("matplotlib") is None:
        raise MissingExtra("a tree as PNG", "report")


def suffix_of(path: str) -> str:
    """The end of a file name from its last dot, which tells how to draw."""
    return os.path.splitext(path)[1]
