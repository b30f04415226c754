"""Values that a user's Python file or module defines: games, criteria, strategies."""

import importlib
import os
import sys
import tokenize
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from modulefinder import ModuleFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from codebreaker.criteria import CRITERIA, FunctionCriterion, Ranking, own_criterion
from lingo_common.errors import DataError, ProgramError, reason
from lingo_common.option import is_file_or_module

_provided_contents: dict[str, Any] = {}
"""The contents that `provide` was given in this process; empty except in a worker of a cluster."""


def provide(contents: dict[str, Any]) -> None:
    """Use these contents of files in this process from now on, instead of the files.

    It is called in a worker of a cluster, which may have none of the files. contents: the text of each Python file and
    the words of each list, by path. The list and weights of a word game have its fingerprint in the place of a path.
    """
    _provided_contents.update(contents)


def provided_contents() -> Mapping[str, Any]:
    """All contents that `provide` was given, by path or fingerprint."""
    return _provided_contents


def text_of(path: str) -> str:
    """The text of a Python file, or what was provided for it; DataError if it cannot be read."""
    if path in _provided_contents:
        return str(_provided_contents[path])

    if not os.path.isfile(path):
        problem = "is not a file" if os.path.exists(path) else "there is no such file"
        raise DataError(f"{path}: {problem}")
    try:
        # It honours the encoding that the file declares.
        with tokenize.open(path) as file:
            return file.read()
    except OSError as error:
        raise DataError(f"{path}: {reason(error)}") from None
    except (SyntaxError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read: {error}") from None


def load(source: str, name: str) -> Any:
    """The value that a source defines; DataError if there is none.

    The source FILE.py defines it as `name`. MODULE:NAME names the value itself, and `name` is ignored.
    """
    if source.endswith(".py"):
        module_source = source
        module = _run_file(source)
    else:
        module_source, _, name = source.partition(":")
        module = _import(module_source)

    if not hasattr(module, name):
        raise DataError(f"{module_source} defines no `{name}`")
    return getattr(module, name)


def path_of(source: str) -> str:
    """The path of the file that FILE.py or MODULE:NAME names; DataError for a module that cannot be imported.

    It is empty for a module without a file: one that is built into Python, or a package that is only a directory.
    """
    if source.endswith(".py"):
        return source
    module_name, _, _ = source.partition(":")
    return _import(module_name).__file__ or ""


def imported_files(source: str) -> list[str]:
    """The paths of the modules that FILE.py or MODULE:NAME imports from beside itself, and that these import, sorted.

    They are beside FILE.py, or in the working directory; modules that are installed are not among them. They are found
    in the text of the source, without running it, so an import by a computed name is not found. Empty where there is no
    such file, or it is no Python.
    """
    if source.endswith(".py"):
        finder = ModuleFinder([os.path.dirname(os.path.abspath(source))])
        with suppress(OSError, SyntaxError, ValueError):
            finder.run_script(source)
    else:
        module_name, _, _ = source.partition(":")
        finder = ModuleFinder([os.getcwd()])
        with suppress(ImportError, SyntaxError, ValueError):
            finder.import_hook(module_name)

    # A module that is built into Python has no file, and a compiled one has no text.
    files = {os.path.abspath(getattr(module, "__file__", None) or "") for module in finder.modules.values()}
    files.discard(os.path.abspath(path_of(source)))
    return sorted(file for file in files if file.endswith(".py"))


def _import(module_name: str) -> ModuleType:
    """The module of that name; DataError if it cannot be imported."""
    # As `python -m` does. A program that pip has installed looks for modules beside itself instead.
    sys.path.append(os.getcwd())
    return _run(module_name, lambda: importlib.import_module(module_name))  # type: ignore[no-any-return]


def _run_file(path: str) -> ModuleType:
    """The module that the file makes when it is run; it may import modules that lie beside it."""
    text = text_of(path)
    # With the prefix its name is that of no other module.
    module = ModuleType(f"codebreaker_file_{Path(path).stem}")
    module.__file__ = path
    # A dataclass of the file looks for its module among these.
    sys.modules[module.__name__] = module
    sys.path.append(os.path.dirname(os.path.abspath(path)))

    # The arguments of this command are not for the file.
    arguments = sys.argv
    sys.argv = [path]
    try:
        _run(path, lambda: exec(compile(text, path, "exec"), module.__dict__))
    finally:
        sys.argv = arguments
    return module


def _run(source: str, run: Callable[[], Any]) -> Any:
    """The result of `run`, which imports or executes the source; DataError, with the line of the error, if it fails."""
    try:
        return run()
    except ProgramError as error:
        # The file has called a function of this project. The message of its error is for a user: it needs no type or
        # line.
        raise DataError(f"{source}: {error}") from error
    except (Exception, SystemExit) as error:
        if isinstance(error, SyntaxError) and error.filename == source:
            line = f", line {error.lineno}"
            message = error.msg
        else:
            line = _line_at_work(error, source)
            message = str(error)
        raise DataError(f"{source}{line}: {type(error).__name__}: {message}") from error


def _line_at_work(error: BaseException, source: str) -> str:
    """The place of an error in a source, such as `, line 7, while it was run`; empty if the error is from elsewhere.

    It is the last line of the source that the error came through.
    """
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == source]
    return f", line {lines[-1]}, while it was run" if lines else ""


def criterion_of(source: str) -> Ranking:
    """The built-in criterion of that name (a key of CRITERIA), or the one that FILE.py or MODULE:NAME defines.

    A file defines it as `criterion`: a Criterion, an object with a method `costs` like that of Criterion, or a function
    as own_criterion takes it. DataError if it is none of these. A criterion without a name gets that of the file, or
    NAME.
    """
    if not is_file_or_module(source):
        return CRITERIA[source]

    criterion = load(source, "criterion")
    name = Path(source).stem if source.endswith(".py") else source.partition(":")[2]
    if isinstance(criterion, Ranking):
        return criterion
    if hasattr(criterion, "costs"):
        return FunctionCriterion(getattr(criterion, "name", name), criterion.costs)
    if callable(criterion):
        return own_criterion(name, criterion)
    raise DataError(
        f"{source}: `criterion` is of type {type(criterion).__name__}, not a function of bin sizes or a Criterion"
    )
