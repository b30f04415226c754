"""The player of Lingo: books, live strategies, the dialogue over pipes, and Player for Python.

Each name in `__all__` is imported when it is first used.
"""

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from lingo_bot.assistant.player import Player as Player
    from lingo_common.errors import DataError as DataError
    from lingo_common.errors import ProgramError as ProgramError
    from lingo_common.errors import UsageError as UsageError

    __version__: str

_HOMES = {
    "DataError": "lingo_common.errors",
    "Player": "lingo_bot.assistant.player",
    "ProgramError": "lingo_common.errors",
    "UsageError": "lingo_common.errors",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    from lingo_common.lazy_names import attribute

    return attribute(__name__, _HOMES, name)


def __dir__() -> list[str]:
    from lingo_common.lazy_names import names

    return names(__name__, _HOMES)
