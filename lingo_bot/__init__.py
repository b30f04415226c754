"""The player: book, live strategies, the dialogue over standard input and output; Player is the way in for Python."""

TYPE_CHECKING = False  # type checkers take it for true; importing typing would cost the program its quick start
if TYPE_CHECKING:
    from lingo_bot.assistant.player import Player as Player

__all__ = ["Player"]


def __getattr__(name: str) -> object:
    """Player, loaded with numpy when it is first asked for."""
    if name != "Player":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from lingo_bot.assistant.player import Player

    return Player
