"""The theory of guessing games: games, replies, criteria, trees, searches and proofs.

`__init__.pyi` is the public interface. Each name is imported when it is first used, and numpy with it.
"""


def __getattr__(name: str) -> object:
    from lingo_common.lazy_names import attribute

    return attribute(__name__, name)


def __dir__() -> list[str]:
    from lingo_common.lazy_names import names

    return names(__name__)
