"""The referee: lets programs play the same words and ranks them.

`__init__.pyi` is its Python interface. Each name is imported when it is first used.
"""


def __getattr__(name: str) -> object:
    from lingo_common.lazy_names import attribute

    return attribute(__name__, name)


def __dir__() -> list[str]:
    from lingo_common.lazy_names import names

    return names(__name__)
