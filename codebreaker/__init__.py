"""The theory of guessing games: reply, game, partition, criteria, search, tree, bounds.

What `__all__` names is the way in for Python; each is loaded, and numpy with it, when it is first asked for.
"""

TYPE_CHECKING = False  # type checkers take it for true; importing typing would cost lingo-bot its quick start
if TYPE_CHECKING:
    from codebreaker.criteria import CRITERIA as CRITERIA
    from codebreaker.game import Game as Game
    from codebreaker.game import partition as partition
    from codebreaker.games.boards import lingo_board as lingo_board
    from codebreaker.games.boards import mastermind_board as mastermind_board
    from codebreaker.games.own import own_game as own_game
    from codebreaker.reply import reply_for as reply_for
    from codebreaker.search.worst_case import least_worst_case as least_worst_case
    from codebreaker.solution import Greedy as Greedy
    from codebreaker.solution import Solution as Solution
    from codebreaker.tree import Tree as Tree

_HOMES = {
    "CRITERIA": "criteria",
    "Game": "game",
    "Greedy": "solution",
    "Solution": "solution",
    "Tree": "tree",
    "least_worst_case": "search.worst_case",
    "lingo_board": "games.boards",
    "mastermind_board": "games.boards",
    "own_game": "games.own",
    "partition": "game",
    "reply_for": "reply",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    """What is exported, from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
