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


def test_the_sources_of_the_cache_have_all_constants_of_compiled_functions():
    """A function that is loaded as it was compiled before would still have the old value of a constant."""
    homes = set()
    for info in pkgutil.walk_packages(codebreaker.search.__path__, "codebreaker.search."):
        module = importlib.import_module(info.name)
        used = set()
        for value in vars(module).values():
            if isinstance(value, Dispatcher):
                used.update(value.py_func.__code__.co_names)

        for statement in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(statement, ast.ImportFrom) and statement.module.startswith("codebreaker."):
                for alias in statement.names:
                    if alias.name in used and isinstance(getattr(module, alias.name), int):
                        homes.add(statement.module)

    outside = {home for home in homes if not home.startswith("codebreaker.search.")}
    assert outside == set(compiler.SOURCES) - {"codebreaker.search"}


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


def test_the_first_compilation_is_said(caplog):
    """numba raises this event only where it compiles, not where it loads what it has compiled before."""
    caplog.set_level("INFO")
    with event.install_listener("numba:compile", compiler.Compilation()):
        for _ in range(2):
            with event.trigger_event("numba:compile"):
                pass

    # One is of the announcement installed here. A process that had not compiled before has one of its own as well.
    announcements = [record for record in caplog.records if "compiled for this machine" in record.message]
    assert len(announcements) in (1, 2)


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


@numba.njit
def add_one(number):
    return number + 1


@numba.njit
def add_one_twice(number):
    return add_one(add_one(number))


class StopAtOnce(event.Listener):
    """Stops the compilation as soon as the first function has begun."""

    def on_start(self, event):
        compiler.COMPILATION.is_stopped = True

    def on_end(self, event):
        pass


def test_a_compilation_that_is_stopped_ends_at_the_next_function_and_can_be_made_again(monkeypatch):
    """add_one_twice begins, and add_one, which it calls, does not."""
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
