"""Trees written: as text, for Graphviz, for programs, and as a picture of how the candidates divide."""

from collections.abc import Callable
from html import escape
from typing import NamedTuple

from codebreaker import tree_json
from codebreaker.game import Game
from codebreaker.tree import Tree, walk

_ROW = 34
"""The height of a row, in points."""
_WIDTH = 1200
"""The width of the picture, in points."""
_REPLY = 12
"""Points from the top of a box to the baseline of its first line, the reply."""
_GUESS = 25
"""Points from the top of a box to the baseline of its second line, the guess."""
_LETTERS = 10.0
"""The largest size of a letter."""
_ADVANCE = 0.61
"""The width of a letter for each point of its size: a little above the 0.6 of most monospaced fonts."""
_FILLED = 0.95
"""The part of a box's width that its text may take."""
_MARGIN = 2
"""Points from the left side of a box to its text; less in a narrow box."""


class Node(NamedTuple):
    """A node as it is drawn: a box in the row of its attempt, as wide as its share of the secrets, in points."""

    number: int
    """The place in the order of drawing, where parents come before their children."""
    parent: int
    """The number of the node above, -1 for the first guess."""
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
        return min(_LETTERS, _FILLED * self.width / (_ADVANCE * max(1, len(self.reply), len(self.guess))))

    def lines(self) -> list[tuple[float, float, str]]:
        """The reply and the guess with their places: x, y of the baseline, text."""
        x = self.x + min(_MARGIN, self.width * (1 - _FILLED) / 2)
        top = self.row * _ROW
        return [(x, top + _REPLY, self.reply), (x, top + _GUESS, self.guess)]


def nodes(tree: Tree, game: Game) -> list[Node]:
    """The nodes of the tree in the order of drawing."""
    sizes: dict[int, int] = {}  # how many secrets each node settles with all below it, by the node's id
    for _, node in reversed(list(walk(tree))):
        sizes[id(node)] = node.hit + sum(sizes[id(child)] for _, child in node.branches)
    unit = _WIDTH / sizes[id(tree)]

    drawn = list[Node]()
    stack = [(-1, 0, 0.0, "", tree)]
    while stack:
        parent, row, x, reply, node = stack.pop()
        number = len(drawn)
        guess = game.text(node.guess)
        drawn.append(Node(number, parent, row, x, unit * sizes[id(node)], node.hit, reply, guess))

        # The secrets that the guess wins against have the left end of the box's width; subtrees begin behind them.
        x += unit * node.hit
        below = []
        for code, child in node.branches:
            below.append((number, row + 1, x, game.reply_text(code), child))
            x += unit * sizes[id(child)]
        stack.extend(reversed(below))

    return drawn


def as_text(tree: Tree, game: Game) -> str:
    """An indented line for each node: the reply that leads to it, and the guess."""
    lines = []
    for node in nodes(tree, game):
        indent = "  " * node.row
        reply = f"{node.reply} -> " if node.row else ""
        lines.append(f"{indent}{reply}{node.guess}\n")
    return "".join(lines)


def as_dot(tree: Tree, game: Game) -> str:
    """A digraph for Graphviz: guesses that can win have solid boxes, edges carry the reply."""
    boxes = []
    edges = []
    for node in nodes(tree, game):
        style = "" if node.hit else " style=dashed"
        boxes.append(f'  n{node.number} [label="{_quote(node.guess)}"{style}];')
        if node.row:
            edges.append(f'  n{node.parent} -> n{node.number} [label="{_quote(node.reply)}"];')
    return "\n".join(["digraph tree {", "  node [shape=box];", *boxes, *edges, "}"]) + "\n"


def _quote(text: str) -> str:
    """The text inside double quotes, for Graphviz."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def as_svg(tree: Tree, game: Game) -> str:
    """The boxes with reply and guess, whose letters are as small as the box needs: a viewer can enlarge them.

    Both are the title too, which appears under the pointer.
    """
    boxes = nodes(tree, game)
    height = _ROW * (1 + max(box.row for box in boxes))
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace">']

    for box in boxes:
        title = escape(f"{box.reply} -> {box.guess}" if box.reply else box.guess)
        texts = "".join(f'<text x="{x:.3f}" y="{y}">{escape(text)}</text>' for x, y, text in box.lines() if text)

        # The frame of a narrow box is thin too, so that it does not hide the colour.
        stroke = min(0.3, box.width / 20)
        lines.append(
            f'<g font-size="{box.letters:.3g}"><title>{title}</title><rect x="{box.x:.3f}" y="{box.row * _ROW}" '
            f'width="{box.width:.3f}" height="{_ROW - 2}" fill="{box.fill}" stroke="#555" '
            f'stroke-width="{stroke:.3g}"/>{texts}</g>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def as_json(tree: Tree, game: Game) -> str:
    """The tree for programs; see codebreaker.tree_json."""
    return tree_json.write(tree, game)


DRAWINGS: dict[str, Callable[[Tree, Game], str]] = {
    ".svg": as_svg,
    ".dot": as_dot,
    ".txt": as_text,
    ".json": as_json,
}
