"""The player of Lingo: books, live strategies, the dialogue over pipes, and Player for Python.

`__init__.pyi` is its Python interface. Each name is imported when it is first used.
"""


def __getattr__(name: str) -> object:
    from lingo_common.lazy_names import attribute

    return attribute(__name__, name)


def __dir__() -> list[str]:
    from lingo_common.lazy_names import names

    return names(__name__)
