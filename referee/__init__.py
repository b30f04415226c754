"""The referee: lets programs play the same words and ranks them.

The names of its Python interface are imported when they are first used.
"""

TYPE_CHECKING = False  # type checkers take it for true

if TYPE_CHECKING:
    from lingo_common.errors import DataError as DataError
    from lingo_common.errors import UsageError as UsageError
    from referee.api import run as run
    from referee.contest.limits import Limits as Limits
    from referee.contest.player import Program as Program
    from referee.game.play_game import play_game as play_game
    from referee.storage.reader import open_run as open_run

    __version__: str

_HOMES = {
    "DataError": "lingo_common.errors",
    "Limits": "referee.contest.limits",
    "Program": "referee.contest.player",
    "UsageError": "lingo_common.errors",
    "open_run": "referee.storage.reader",
    "play_game": "referee.game.play_game",
    "run": "referee.api",
}
__all__ = ["DataError", "Limits", "Program", "UsageError", "open_run", "play_game", "run"]


def __getattr__(name: str) -> object:
    from lingo_common.lazy_names import attribute

    return attribute(__name__, _HOMES, name)


def __dir__() -> list[str]:
    from lingo_common.lazy_names import names

    return names(__name__, _HOMES)
