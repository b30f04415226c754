"""Names that a package offers and imports when they are first used, so that importing the package is quick.

The package's stub, `__init__.pyi`, imports them for type checkers, and tells this module where each is defined. A
package imports this module only in its `__getattr__` and `__dir__`: lingo-bot starts anew for every game, and starts
sooner without it.
"""

import ast
import os
import sys
from functools import cache
from importlib import import_module


@cache
def _homes(package: str) -> dict[str, str]:
    """The module that defines each name, by the name."""
    # pathlib takes longer to import than all that is done here.
    path_without_ending, _ = os.path.splitext(str(sys.modules[package].__file__))
    with open(f"{path_without_ending}.pyi", encoding="utf-8") as file:
        stub = ast.parse(file.read())

    homes: dict[str, str] = {}
    for node in stub.body:
        if isinstance(node, ast.ImportFrom):
            homes |= {alias.name: str(node.module) for alias in node.names}

    return homes


def attribute(package: str, name: str) -> object:
    """The value of a name that the package offers, `__all__` and `__version__` too; or AttributeError."""
    if name == "__version__":
        from importlib.metadata import version

        return version("lingo-bot")
    if name == "__all__":
        return sorted(_homes(package))

    home = _homes(package).get(name)
    if home is None:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def names(package: str) -> list[str]:
    """All names of a package, sorted, those not imported yet among them."""
    return sorted({*vars(sys.modules[package]), *_homes(package), "__version__"})
