"""Limits that the kernel keeps for a whole player, by control groups."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from referee.contest.limits import MIB
from referee.runner.control_group import _remove_dead, take_group
from referee.runner.messages import Launch


def parents_of_groups() -> set[Path]:
    """The control groups in which this user's runners make those of players; none where that is not allowed."""
    group = take_group(Launch(("true",), "/", memory=MIB), [])
    parents = {Path(directory).parent for directory in group.directories}
    group.remove()
    return parents


@pytest.fixture(autouse=True)
def processes_in_groups(runner):
    """processes_in_groups(): for each group of the runner that is not empty the ids of its processes, as a text."""
    parents = parents_of_groups()
    if not parents:
        pytest.skip("this user may make no control groups")

    def texts():
        listed = []
        for parent in parents:
            for file in parent.glob(f"lingo-player-{runner._process.pid}-*/cgroup.procs"):
                listed.append(file.read_text())
        return [text for text in listed if text]

    return texts


@pytest.fixture(params=["none", "bubblewrap"])
def level(request):
    """The sandbox of each level that is in force here, as an option of `play_for_dozes`."""
    if request.param == "none":
        return {}
    sandbox_or_skip = request.getfixturevalue("sandbox_or_skip")
    return {"sandbox": sandbox_or_skip()}


def test_a_burst_of_processes_ends_the_game(play_for_dozes, level, processes_in_groups):
    twelve = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.2 & done; wait"

    record = play_for_dozes("tells.sh", twelve, **level, processes=8)

    assert (record.termination, record.points) == ("process-limit", 0)
    assert processes_in_groups() == []


def test_too_much_memory_ends_the_game(play_for_dozes, level, processes_in_groups):
    # In a sandbox files are in memory too, so the group may have as much memory as both limits allow together.
    record = play_for_dozes("holds_memory.py", 300, **level, memory=100 * MIB, disk=MIB)

    assert (record.termination, record.points) == ("memory-limit", 0)
    assert processes_in_groups() == []


def test_a_daemon_ends_with_its_game(play_for_dozes, is_alive, tmp_path):
    """Its session is its own, and its parent has ended."""
    note = tmp_path / "pid"

    play_for_dozes(
        "tells.sh", f"setsid sh -c 'echo $$ > {note}; exec sleep 30' & while ! test -s {note}; do sleep 0.01; done"
    )

    assert not is_alive(int(note.read_text()))


def test_games_of_killed_referees_are_ended(is_alive):
    """A group outlives its referee, and the next referee empties it."""
    any_parent = min(parents_of_groups())
    # A group is named after its runner's process id, which no process has here, the start of the runner, and a number
    # of its own.
    left_behind = any_parent / "lingo-player-99999999-7-0"
    left_behind.mkdir()

    with subprocess.Popen(["sleep", "60"]) as player:
        (left_behind / "cgroup.procs").write_text(str(player.pid))
        _remove_dead(str(any_parent))

        assert not is_alive(player.pid)

    assert not left_behind.exists()


def test_a_group_that_another_user_left_behind_is_not_waited_for(monkeypatch, tmp_path):
    """Only that user, or root, may remove it. Each runner waited a second for each such group when it started."""

    def refuse(*arguments):
        raise PermissionError

    (tmp_path / "lingo-player-99999999-7-0").mkdir()
    monkeypatch.setattr(os, "rmdir", refuse)
    pauses = []
    monkeypatch.setattr(time, "sleep", pauses.append)

    _remove_dead(str(tmp_path))

    assert pauses == []
