"""The cache of compiled code, and the message that something is compiled for the first time."""

import ast
import importlib
import inspect
import os
import pkgutil

import pytest

pytest.importorskip("numba")

import numba
from numba.core import event
from numba.core.dispatcher import Dispatcher

import codebreaker.search
from codebreaker.identity import source_digest
from codebreaker.search.compiled import compiler
from codebreaker.search.compiled.part_counts import count_parts


def test_the_cache_of_a_compiled_function_is_named_by_the_sources_of_all():
    """A caller that is loaded as it was compiled before would still have the old form of what it calls."""
    assert source_digest(*compiler.SOURCES)[:16] in count_parts.stats.cache_path


def names_in_compiled_functions(module):
    """The names, not those of local variables, that the module's compiled functions use."""
    names = set()
    for value in vars(module).values():
        if isinstance(value, Dispatcher):
            names.update(value.py_func.__code__.co_names)
    return names


def imported_names(module):
    """Where each name comes from that the module imports from codebreaker: {"INFINITY": "codebreaker.objective"}."""
    sources = {}
    for statement in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(statement, ast.ImportFrom) and statement.module.startswith("codebreaker."):
            for alias in statement.names:
                sources[alias.name] = statement.module
    return sources


def test_the_sources_of_the_cache_have_all_constants_of_compiled_functions():
    """A function that is loaded as it was compiled before would still have the old value of a constant."""
    sources_of_constants = set()
    for info in pkgutil.walk_packages(codebreaker.search.__path__, "codebreaker.search."):
        module = importlib.import_module(info.name)
        sources = imported_names(module)
        for name in names_in_compiled_functions(module) & set(sources):
            is_constant = isinstance(getattr(module, name), int)
            if is_constant and not sources[name].startswith("codebreaker.search."):
                sources_of_constants.add(sources[name])

    # All of the package itself is among the sources.
    assert sources_of_constants == set(compiler.SOURCES) - {"codebreaker.search"}


def test_two_processes_that_begin_at_once_share_their_compiled_code(tmp_path, monkeypatch):
    isdir = os.path.isdir

    def isdir_just_before_it_is_made(path):
        """What isdir says; another process makes a directory that does not exist right after the answer."""
        exists = isdir(path)
        if not exists:
            os.mkdir(path)
        return exists

    monkeypatch.setattr(compiler.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(os.path, "isdir", isdir_just_before_it_is_made)

    assert compiler._directory().startswith(str(tmp_path))


def test_a_cache_that_another_process_removes_is_passed_over(tmp_path, monkeypatch):
    """A link that leads nowhere is listed, as such a cache is, and cannot be looked at."""
    (tmp_path / "compiled-before").symlink_to(tmp_path / "removed")
    monkeypatch.setattr(compiler.config, "CACHE_DIR", str(tmp_path))

    assert compiler._directory().startswith(str(tmp_path))


def test_the_first_compilation_is_announced_and_the_second_is_not(caplog):
    """numba calls on_start where it compiles a function, not where it loads one that was compiled before."""
    caplog.set_level("INFO")
    announcement = compiler.Compilation()
    announcement.on_start(None)
    announcement.on_start(None)

    [record] = caplog.records
    assert "compiled for this machine" in record.message


def test_of_forked_processes_only_the_first_that_compiles_says_so(caplog):
    """With --jobs each process may compile, and one line is enough."""
    caplog.set_level("INFO")
    announcement = compiler.Compilation()

    child = os.fork()
    if child == 0:
        announcement.on_start(None)
        os._exit(0)
    os.waitpid(child, 0)
    announcement.on_start(None)

    assert caplog.records == []


class StopAtOnce(event.Listener):
    """Stops the compilation when numba begins the first function."""

    def on_start(self, event):
        compiler.COMPILATION.is_stopped = True

    def on_end(self, event):
        pass


def test_a_compilation_that_is_stopped_ends_at_the_next_function_and_can_be_made_again(monkeypatch):
    """The compilation of add_one_twice begins, and that of add_one, which it calls, does not."""

    @numba.njit
    def add_one(number):
        return number + 1

    @numba.njit
    def add_one_twice(number):
        return add_one(add_one(number))

    monkeypatch.setattr(compiler.COMPILATION, "is_stopped", False)
    with event.install_listener("numba:compile", StopAtOnce()), pytest.raises(KeyboardInterrupt):
        add_one_twice(1)

    compiler.COMPILATION.is_stopped = False
    assert add_one_twice(1) == 3


def test_nothing_is_compiled_while_compilation_is_stopped():
    @numba.njit
    def double(number):
        return 2 * number

    with compiler.COMPILATION.stopped(), pytest.raises(KeyboardInterrupt):
        double(1)
    assert double(1) == 2
