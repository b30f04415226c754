"""Finds statements that hold several steps: python -m tools.packed_code [PATH ...]

`make lint` runs it over all folders of Python code. What it finds, and what to write instead:

    first, last = words[0], words[-1]            two lines
    for lost in missing[:1]: raise ...           if missing: raise ...
    for game in [read_game(length)]: ...         game = read_game(length)
    "a" if few else "b" if many else "c"         if, elif and else, or a function with a name
    "s" * (count != 1)                           "s" if count != 1 else ""

Swaps (`a, b = b, a`), constants (`low, high = 0, 9`) and the unpacking of one value (`a, b = pair`) are allowed.
"""

import argparse
import ast
import os
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "benchmarks", "codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "tests", "tools", "wordlists"
)  # fmt: skip
"""The folders of the project that hold Python code, but for the examples."""


def findings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the packed statements of a module's text, in the order of the syntax tree: the line and what is wrong."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assign) and _computes_several(node):
            yield node.lineno, "an assignment computes several values: one line for each"
        elif isinstance(node, ast.For) and _runs_at_most_once(node.iter):
            yield node.lineno, "a loop over at most one value: write an assignment or `if`"
        elif isinstance(node, ast.IfExp) and any(isinstance(part, ast.IfExp) for part in (node.body, node.orelse)):
            yield node.lineno, "a conditional expression in another: write `if` and `elif`"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _is_text_times_condition(node):
            yield node.lineno, "a text times a condition: write `text if condition else ''`"


def _computes_several(assignment: ast.Assign) -> bool:
    """Return whether values are computed for several names at once: True for `a, b = f(), g()`, False for `a, b = f()`.

    Swaps and constants need no computation. An assignment with a starred value joins sequences.
    """
    target = assignment.targets[0]
    value = assignment.value
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
        return False
    if any(isinstance(element, ast.Starred) for element in value.elts):
        return False
    texts_of_targets = sorted(ast.unparse(element) for element in target.elts)
    texts_of_values = sorted(ast.unparse(element) for element in value.elts)
    is_swap = texts_of_targets == texts_of_values
    return not is_swap and not all(map(_is_simple, value.elts))


def _is_simple(value: ast.expr) -> bool:
    """Return whether the expression is a name or a constant, with a sign or without."""
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.operand, ast.Constant)
    return isinstance(value, ast.Constant | ast.Name)


def _runs_at_most_once(iterable: ast.expr) -> bool:
    """Return whether a loop over the expression has one turn or none: `values[:1]`, `[value]` or `(value,)`."""
    if isinstance(iterable, ast.Subscript) and isinstance(iterable.slice, ast.Slice):
        end = iterable.slice.upper
        return iterable.slice.lower is None and isinstance(end, ast.Constant) and end.value == 1
    if isinstance(iterable, ast.List | ast.Tuple):
        return len(iterable.elts) == 1 and not isinstance(iterable.elts[0], ast.Starred)
    return False


def _is_text_times_condition(product: ast.BinOp) -> bool:
    """Return whether one factor is a literal text and the other a comparison, a negation, `and` or `or`."""
    factors = (product.left, product.right)
    return any(map(_is_text, factors)) and any(map(_is_condition, factors))


def _is_text(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, str)
    return isinstance(value, ast.JoinedStr)


def _is_condition(value: ast.expr) -> bool:
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.op, ast.Not)
    return isinstance(value, ast.Compare | ast.BoolOp)


def files_of(paths: list[Path]) -> list[Path]:
    """Return the Python files at and below the paths, sorted."""
    files: set[Path] = set()
    for path in paths:
        files.update(path.rglob("*.py") if path.is_dir() else [path])
    return sorted(files)


def main() -> None:
    """Print what is found, one line each as `FILE:LINE: WHAT`; exit 1 if there is anything."""
    parser = argparse.ArgumentParser(
        "python -m tools.packed_code", description="Find statements that hold several steps."
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="files and folders; by default all")
    arguments = parser.parse_args()

    exit_code = 0
    for file in files_of(arguments.paths or [ROOT / folder for folder in FOLDERS]):
        for line, what in sorted(findings(file.read_text(encoding="utf-8"))):
            print(f"{os.path.relpath(file)}:{line}: {what}")
            exit_code = 1
    sys.exit(exit_code)


if __name__ == "__main__":
    main()
