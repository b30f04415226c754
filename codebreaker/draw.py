"""Trees drawn: as text, for Graphviz, and as a picture of how the candidates divide."""

import os
from collections.abc import Iterator
from html import escape

from codebreaker.game import Game
from codebreaker.tree import Tree, walk

_ROW, _WIDTH, _LEAST = 34, 1200, 22
"""Points: the height of a row, the width of the picture, and the least width in which a guess is written."""


def as_text(tree: Tree, game: Game) -> str:
    """An indented line for each node: the reply that leads to it, and the guess."""
    return (
        "\n".join(f"{'  ' * depth}{reply}{game.text(node.guess)}" for depth, reply, node in _lines(tree, game)) + "\n"
    )


def _lines(tree: Tree, game: Game) -> Iterator[tuple[int, str, Tree]]:
    """Every node with its depth and the reply that leads to it; parents first."""
    stack = [(0, "", tree)]
    while stack:
        depth, reply, node = stack.pop()
        yield depth, reply, node
        stack.extend((depth + 1, f"{game.reply_text(code)} -> ", child) for code, child in reversed(node.branches))


def as_dot(tree: Tree, game: Game) -> str:
    """A digraph for Graphviz: guesses that can win have solid boxes, edges carry the reply."""
    nodes = list(_numbered(tree))
    shapes = [
        f'  n{number} [label="{_quoted(game.text(node.guess))}"{"" if node.hit else " style=dashed"}];'
        for number, node, _, _ in nodes
    ]
    edges = [
        f'  n{parent} -> n{number} [label="{_quoted(game.reply_text(code))}"];'
        for number, _, parent, code in nodes
        if parent is not None and code is not None
    ]
    return "\n".join(["digraph tree {", "  node [shape=box];", *shapes, *edges, "}"]) + "\n"


def _quoted(text: str) -> str:
    """The text inside double quotes, for Graphviz."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _numbered(tree: Tree) -> Iterator[tuple[int, Tree, int | None, int | None]]:
    """Every node with its number, its parent's number and the reply that leads to it; parents first."""
    stack: list[tuple[Tree, int | None, int | None]] = [(tree, None, None)]
    number = 0
    while stack:
        node, parent, code = stack.pop()
        yield number, node, parent, code
        stack.extend((child, number, code) for code, child in reversed(node.branches))
        number += 1


def as_svg(tree: Tree, game: Game) -> str:
    """A row for each guess, a box as wide as its share of the secrets, blue where it can win."""
    sizes = _sizes(tree)
    unit, boxes, rows = _WIDTH / sizes[id(tree)], list[str](), 0
    stack = [(0, 0.0, "", tree)]
    while stack:
        row, left, reply, node = stack.pop()
        rows = max(rows, row + 1)
        boxes.append(_box(node, game, row, left, unit * sizes[id(node)], reply))
        left += unit * node.hit
        below = []
        for code, child in node.branches:
            below.append((row + 1, left, game.reply_text(code), child))
            left += unit * sizes[id(child)]
        stack.extend(reversed(below))
    size = f'width="{_WIDTH}" height="{rows * _ROW}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="10">'
    return "\n".join([head, *boxes, "</svg>"]) + "\n"


def _box(tree: Tree, game: Game, row: int, left: float, width: float, reply: str) -> str:
    """The box of a node, its guess and, as its title, the reply that leads to it."""
    guess, fill = game.text(tree.guess), "#dbe9f6" if tree.hit else "#f6e3c5"
    title = escape(f"{reply} -> {guess}" if reply else guess)
    label = f'<text x="{left + 2:.2f}" y="{row * _ROW + 20}">{escape(guess)}</text>' if width > _LEAST else ""
    return (
        f'<g><title>{title}</title><rect x="{left:.2f}" y="{row * _ROW}" width="{width:.2f}" height="{_ROW - 2}" '
        f'fill="{fill}" stroke="#555" stroke-width="0.3"/>{label}</g>'
    )


def _sizes(tree: Tree) -> dict[int, int]:
    """How many secrets each node settles with all below it, by the node's id."""
    sizes: dict[int, int] = {}
    for _, node in reversed(list(walk(tree))):
        sizes[id(node)] = node.hit + sum(sizes[id(child)] for _, child in node.branches)
    return sizes


DRAWINGS = {".svg": as_svg, ".dot": as_dot, ".txt": as_text}
"""The drawing by the end of the file name."""


def suffix_of(path: str) -> str:
    """The end of a file name from its last dot, which tells how to draw."""
    return os.path.splitext(path)[1]
