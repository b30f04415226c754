"""Names that a package offers and imports when they are first used, so that importing the package is quick.

A package imports this module only in its `__getattr__` and `__dir__`, because the player's launch does not need it.
"""

import sys
from collections.abc import Iterable, Mapping


def attribute(package: str, homes: Mapping[str, str], name: str) -> object:
    """The value of a package's name: AttributeError if there is no such name.

    homes: the module that defines each name. `__version__` is the version of the installed distribution.
    """
    if name == "__version__":
        from importlib.metadata import version

        return version("lingo-bot")
    if name not in homes:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(homes[name]), name)


def names(package: str, homes: Iterable[str]) -> list[str]:
    """All names of a package, sorted, those not imported yet among them."""
    return sorted({*vars(sys.modules[package]), *homes, "__version__"})
