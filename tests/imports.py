"""What each module of the project imports, read from its source: lazy imports and tables of lazy names included."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("benchmarks", "codebreaker", "lingo_bot", "lingo_common", "precompute", "referee", "tools", "wordlists")


@cache
def modules() -> dict[str, Path]:
    """The file of every module of the project by the module's dotted name; a package has the name of its folder."""
    return {_name(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}


@cache
def imported(module: str) -> frozenset[str]:
    """Every module that the source of a module names in an import, wherever that import stands."""
    tree = ast.parse(modules()[module].read_text(encoding="utf-8"))
    return frozenset(name for node in ast.walk(tree) for name in _named(module, node))


@cache
def arrows() -> frozenset[tuple[str, str]]:
    """(importer, imported) for every import of one module of the project by another."""
    return frozenset((module, name) for module in modules() for name in imported(module) if name in modules())


def is_entrance(module: str) -> bool:
    """Whether the module is a package's `__init__` or `__main__`: a way in that leads to every room of the package."""
    return modules()[module].name in ("__init__.py", "__main__.py")


@cache
def public_classes() -> dict[str, list[str]]:
    """The modules that define a class of each public name."""
    found: dict[str, list[str]] = {}
    for module, path in modules().items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(module)
    return found


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _named(module: str, node: ast.AST) -> Iterator[str]:
    """The modules that one node of the syntax tree imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"{module} has a relative import"
        yield from (_module_of(node.module or "", alias.name) for alias in node.names)
    elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
        yield from (each.value for each in node.args[:1] if isinstance(each, ast.Constant))
    elif isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Dict):
        yield from _lazy(node)


def _module_of(package: str, name: str) -> str:
    """What `from package import name` imports: a module of that name, or else the package."""
    return f"{package}.{name}" if f"{package}.{name}" in modules() else package


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _lazy(node: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    """The modules in a table of names that a package loads when they are first asked for, such as `_HOMES`."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if any(isinstance(target, ast.Name) and target.id == "_HOMES" for target in targets):
        yield from ast.literal_eval(node.value).values()
