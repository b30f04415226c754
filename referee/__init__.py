"""The referee: draw → player process → game → run → store → leaderboard → report, a module each.

`run` and `Player` are the way in for Python, loaded when they are first asked for.
"""

TYPE_CHECKING = False  # type checkers take it for true; nothing is imported before it is asked for

if TYPE_CHECKING:
    from referee.contest.limits import Limits as Limits
    from referee.contest.players import Player as Player
    from referee.run_contest import run as run
    from referee.storage.reader import open_run as open_run

_HOMES = {"Limits": "contest.limits", "Player": "contest.players", "open_run": "storage.reader", "run": "run_contest"}
__all__ = ["Limits", "Player", "open_run", "run"]


def __getattr__(name: str) -> object:
    """What is exported, from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
