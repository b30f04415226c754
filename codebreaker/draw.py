"""Trees drawn: as text, for Graphviz, and as a picture of how the candidates divide."""

import os
from collections.abc import Iterator
from html import escape

from codebreaker.game import Game
from codebreaker.tree import Tree

_ROW, _WIDTH, _LEAST = 34, 1200, 22
"""Points: the height of a row, the width of the picture, and the least width in which a guess is written."""


def as_text(tree: Tree, game: Game) -> str:
    """An indented line for each node: the reply that leads to it, and the guess."""
    return (
        "\n".join(f"{'  ' * depth}{reply}{game.text(node.guess)}" for depth, reply, node in _lines(tree, game)) + "\n"
    )


def _lines(tree: Tree, game: Game, depth: int = 0, reply: str = "") -> Iterator[tuple[int, str, Tree]]:
    yield depth, reply, tree
    for code, child in tree.branches:
        yield from _lines(child, game, depth + 1, f"{game.reply_text(code)} -> ")


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
    boxes: list[str] = []
    rows = _boxes(tree, game, 0.0, _WIDTH / _size(tree), 0, "", boxes)
    size = f'width="{_WIDTH}" height="{rows * _ROW}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="10">'
    return "\n".join([head, *boxes, "</svg>"]) + "\n"


def _boxes(tree: Tree, game: Game, left: float, unit: float, row: int, reply: str, out: list[str]) -> int:
    """Append the boxes of a subtree; how many rows there are down to its deepest."""
    width, guess = _size(tree) * unit, game.text(tree.guess)
    fill = "#dbe9f6" if tree.hit else "#f6e3c5"
    title = escape(f"{reply} -> {guess}" if reply else guess)
    label = f'<text x="{left + 2:.2f}" y="{row * _ROW + 20}">{escape(guess)}</text>' if width > _LEAST else ""
    out.append(
        f'<g><title>{title}</title><rect x="{left:.2f}" y="{row * _ROW}" width="{width:.2f}" height="{_ROW - 2}" '
        f'fill="{fill}" stroke="#555" stroke-width="0.3"/>{label}</g>'
    )
    deepest, left = row + 1, left + unit * tree.hit
    for code, child in tree.branches:
        deepest = max(deepest, _boxes(child, game, left, unit, row + 1, game.reply_text(code), out))
        left += _size(child) * unit
    return deepest


def _size(tree: Tree) -> int:
    """How many secrets the tree settles."""
    return tree.hit + sum(_size(child) for _, child in tree.branches)


DRAWINGS = {".svg": as_svg, ".dot": as_dot, ".txt": as_text}
"""The drawing by the end of the file name."""


def suffix_of(path: str) -> str:
    """The end of a file name from its last dot, which tells how to draw."""
    return os.path.splitext(path)[1]
