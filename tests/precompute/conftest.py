"""What the offline tests share: a small list, and the commands run in this process."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from precompute.commands.program import precompute


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch) -> Path:
    """A cache directory of the test's own, so that no checkpoint of a user is touched."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "lingo-bot"


@pytest.fixture
def words(some_words) -> list[str]:
    return some_words(11, 4, 60, "abcdefg")


@pytest.fixture
def source(words, tmp_path) -> Path:
    """The list's file, in no order."""
    file = tmp_path / "list.txt"
    file.write_text("\n".join(words[::-1]))
    return file


@pytest.fixture
def command():
    """command(name, *arguments): what that command of precompute prints; its errors come out as they are."""

    def launch(*arguments: object) -> str:
        result = CliRunner().invoke(precompute, [str(one) for one in arguments], standalone_mode=False)
        if result.exception and not isinstance(result.exception, click.exceptions.Exit):
            raise result.exception
        return result.stdout

    return launch


@pytest.fixture
def in_json(command):
    """in_json(name, *arguments): the same with --json, as a value."""

    def launch(*arguments: object) -> Any:
        return json.loads(command(*arguments, "--json"))

    return launch
