"""Values that a user's Python file or module defines: games, criteria, strategies."""

import importlib
import importlib.util
import os
import sys
import traceback
from types import ModuleType
from typing import Any

from codebreaker.criteria import CRITERIA, BinFunction, Criterion, Ranking
from lingo_common.errors import DataError, ProgramError


def load(source: str, name: str) -> Any:
    """What FILE.py defines as `name`, or MODULE:NAME defines as NAME.

    DataError where it cannot be imported or does not define it.
    """
    if source.endswith(".py"):
        module = _from_file(source)
    else:
        source, _, name = source.partition(":")
        module = _imported(source, lambda: importlib.import_module(source))
    if not hasattr(module, name):
        raise DataError(f"{source} defines no `{name}`")
    return getattr(module, name)


def is_source(text: str) -> bool:
    """Whether the text names a file or a module and not a value that is built in."""
    return text.endswith(".py") or ":" in text


def _from_file(path: str) -> ModuleType:
    if not os.path.isfile(path):
        raise DataError(f"{path}: there is no such file")
    name = f"codebreaker_file_{os.path.splitext(os.path.basename(path))[0]}"  # never that of another module
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    loader = spec.loader
    _imported(path, lambda: loader.exec_module(module))
    return module


def _imported(source: str, run: Any) -> Any:
    """The result of the import; DataError, with the line of the source, where it fails."""
    try:
        return run()
    except ProgramError as error:
        raise DataError(f"{source}: {error}") from error
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == source]
        line = f", line {lines[-1]}" if lines else ""
        raise DataError(f"{source}{line}: {type(error).__name__}: {error}") from error


def criterion_of(source: str) -> Ranking:
    """The criterion of that name, or the `criterion` that FILE.py or MODULE:NAME defines.

    That is a Criterion, any other object with `costs`, or a function cost(sizes, hit) of the bin sizes of a guess;
    the least cost is the best. DataError where it is none of these.
    """
    if not is_source(source):
        return CRITERIA[source]
    found = load(source, "criterion")
    if isinstance(found, Criterion) or hasattr(found, "costs"):
        ranking: Ranking = found
        return ranking
    if callable(found):
        return BinFunction(os.path.splitext(os.path.basename(source))[0], found)
    raise DataError(f"{source}: `criterion` is a {type(found).__name__}, not a function of bin sizes or a Criterion")
