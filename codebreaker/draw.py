"""Trees written: as text, for Graphviz, for programs, and as a picture of how the candidates divide."""

from collections.abc import Callable
from html import escape
from typing import NamedTuple

from codebreaker import tree_json
from codebreaker.game import Game
from codebreaker.tree import Tree, walk

_ROW = 34
"""The height of a row. All lengths are in units of the SVG picture, which are pixels at its own size."""
_WIDTH = 1200
"""The width of the picture."""
_REPLY_BASELINE = 12
"""From the top of a box to the baseline of its first line, the reply."""
_GUESS_BASELINE = 25
"""From the top of a box to the baseline of its second line, the guess."""
_LARGEST_LETTER = 10.0
"""The largest size of a letter."""
_ADVANCE = 0.61
"""The width of a letter for each point of its size: a little above the 0.6 of most monospaced fonts."""
_FILLED = 0.95
"""The part of a box's width that its text may take."""
_MARGIN = 2
"""From the left side of a box to its text; less in a narrow box."""
_GAP = 2
"""From the bottom of a box to the next row."""
_FRAME = 0.3
"""The width of a box's frame; less in a narrow box."""
_FRAMES_IN_A_BOX = 20
"""A box is at least this many times as wide as its frame."""


class NodeBox(NamedTuple):
    """A node of a tree as it is drawn: in the row of its attempt, as wide as its share of the secrets."""

    parent: int
    """The index of the box above in the order of drawing, -1 for the first guess."""
    row: int
    """The attempt, from 0."""
    x: float
    """The left side."""
    width: float
    hit: int
    """How many secrets its guess wins against here."""
    reply: str
    """The reply that leads to it, "" for the first guess."""
    guess: str


def boxes_of(tree: Tree, game: Game) -> list[NodeBox]:
    """A box for each node of the tree, in the order of drawing: parents come before their children."""
    # How many secrets are solved at each node and below it. In reverse, children come before their parents. Nodes are
    # told apart by id, because comparing two of them would compare all nodes below them too.
    sizes: dict[int, int] = {}
    for _, node in reversed(list(walk(tree))):
        sizes[id(node)] = node.hit + sum(sizes[id(child)] for _, child in node.branches)
    width_of_secret = _WIDTH / sizes[id(tree)]

    boxes = list[NodeBox]()
    # (index of the parent's box, row, x, reply, node) of the boxes to draw, the next one last.
    stack = [(-1, 0, 0.0, "", tree)]
    while stack:
        parent, row, x, reply, node = stack.pop()
        index = len(boxes)
        width = width_of_secret * sizes[id(node)]
        boxes.append(NodeBox(parent, row, x, width, node.hit, reply, game.text(node.guess)))

        # The secrets that the guess wins against have the left end of the box's width; subtrees begin behind them.
        x += width_of_secret * node.hit
        children = []
        for code, child in node.branches:
            children.append((index, row + 1, x, game.reply_text(code), child))
            x += width_of_secret * sizes[id(child)]
        stack.extend(reversed(children))

    return boxes


def as_text(tree: Tree, game: Game) -> str:
    """An indented line for each node: the reply that leads to it, and the guess."""
    lines = []
    for box in boxes_of(tree, game):
        indent = "  " * box.row
        reply = f"{box.reply} -> " if box.row else ""
        lines.append(f"{indent}{reply}{box.guess}\n")
    return "".join(lines)


def as_dot(tree: Tree, game: Game) -> str:
    """A digraph for Graphviz: guesses that can win have solid boxes, edges carry the reply."""
    nodes = []
    edges = []
    for number, box in enumerate(boxes_of(tree, game)):
        style = "" if box.hit else " style=dashed"
        nodes.append(f'  n{number} [label="{_quote(box.guess)}"{style}];')
        if box.row:
            edges.append(f'  n{box.parent} -> n{number} [label="{_quote(box.reply)}"];')
    return "\n".join(["digraph tree {", "  node [shape=box];", *nodes, *edges, "}"]) + "\n"


def _quote(text: str) -> str:
    """The text inside double quotes, for Graphviz."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def as_svg(tree: Tree, game: Game) -> str:
    """The picture as SVG: a box for each node, with reply and guess in letters as small as the box needs.

    Both are also the title of the box, which a browser shows under the pointer.
    """
    boxes = boxes_of(tree, game)
    height = _ROW * (1 + max(box.row for box in boxes))
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace">']

    for box in boxes:
        title = escape(f"{box.reply} -> {box.guess}" if box.reply else box.guess)
        # Blue where the guess can win, else sand.
        fill = "#dbe9f6" if box.hit else "#f6e3c5"
        longest = max(1, len(box.reply), len(box.guess))
        letter_size = min(_LARGEST_LETTER, _FILLED * box.width / (_ADVANCE * longest))

        # In a narrow box the text stands in the middle: what it leaves free is halved.
        x = box.x + min(_MARGIN, box.width * (1 - _FILLED) / 2)
        top = box.row * _ROW
        texts = ""
        for y, text in ((top + _REPLY_BASELINE, box.reply), (top + _GUESS_BASELINE, box.guess)):
            if text:
                texts += f'<text x="{x:.3f}" y="{y}">{escape(text)}</text>'

        # The frame of a narrow box is thin too, so that it does not hide the colour.
        stroke = min(_FRAME, box.width / _FRAMES_IN_A_BOX)
        lines.append(
            f'<g font-size="{letter_size:.3g}"><title>{title}</title><rect x="{box.x:.3f}" y="{top}" '
            f'width="{box.width:.3f}" height="{_ROW - _GAP}" fill="{fill}" stroke="#555" '
            f'stroke-width="{stroke:.3g}"/>{texts}</g>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


DRAWINGS: dict[str, Callable[[Tree, Game], str]] = {
    ".svg": as_svg,
    ".dot": as_dot,
    ".txt": as_text,
    ".json": tree_json.write,
}
"""The functions that write a tree, by the suffix of the file."""

BEGINNINGS = {
    ".svg": rb'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 ',
    ".dot": rb"digraph tree \{",
    ".txt": rb".*\n  .* -> ",
    ".json": rb'\{"format": "codebreaker-tree ',
}
"""What each of them writes first, as a regular expression, by the suffix of the file. 1200 is _WIDTH.

A command overwrites only a file that begins so. The text of a tree of one guess has no such beginning, so it is not
overwritten.
"""
