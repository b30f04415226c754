"""The cache of compiled code, and the message that something is compiled for the first time."""

import ast
import importlib
import inspect
import os
import pkgutil

import pytest

pytest.importorskip("numba")

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


def test_the_first_compilation_is_said(caplog):
    """numba raises this event only where it compiles, not where it loads what it has compiled before."""
    caplog.set_level("INFO")
    with event.install_listener("numba:compile", compiler.Announcement()):
        for _ in range(2):
            with event.trigger_event("numba:compile"):
                pass

    # One is of the announcement installed here. A process that had not compiled before has one of its own as well.
    announcements = [record for record in caplog.records if "compiled for this machine" in record.message]
    assert len(announcements) in (1, 2)


def test_of_forked_processes_only_the_first_that_compiles_says_so(caplog):
    """With --jobs each process may compile, and one line is enough."""
    caplog.set_level("INFO")
    announcement = compiler.Announcement()

    child = os.fork()
    if child == 0:
        announcement.on_start(None)
        os._exit(0)
    os.waitpid(child, 0)
    announcement.on_start(None)

    assert caplog.records == []
