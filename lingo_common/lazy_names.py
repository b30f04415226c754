"""Names that a package offers and imports when they are first used, so that importing the package is quick."""

import sys

TYPE_CHECKING = False  # importing typing would double the launch time of the player
if TYPE_CHECKING:
    from collections.abc import Callable


def lazy_names(package: str, homes: dict[str, str]) -> "tuple[Callable[[str], object], Callable[[], list[str]]]":
    """`__getattr__` and `__dir__` of a package whose names are defined in other modules.

    homes: the module that defines each name. `__version__` is the version of the installed distribution.
    """

    def get(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            return version("lingo-bot")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(homes[name]), name)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes, "__version__"})

    return get, names
