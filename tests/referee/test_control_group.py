"""Limits that the kernel keeps for a whole player."""

import subprocess
from pathlib import Path

import pytest

from referee.contest.conditions import MIB
from referee.runner.control_group import ControlGroups, _forget_dead
from referee.runner.messages import Resources


@pytest.fixture(autouse=True)
def groups(runner):
    """The processes in groups of the runner; skips where this user can make none."""
    made = ControlGroups().take(Resources(memory=MIB), False)
    found = {Path(door).parent.parent for door in made.paths}
    made.remove()
    if not found:
        pytest.skip("this user may make no control groups")
    names = f"lingo-player-{runner.pid}-*/cgroup.procs"
    return lambda: [path.read_text() for parent in found for path in parent.glob(names) if path.read_text()]


@pytest.fixture(params=["none", "bubblewrap"])
def level(request):
    """The sandbox of each level that is in force here, as an option of `play`."""
    return {} if request.param == "none" else {"sandbox": request.getfixturevalue("sandbox")()}


def test_a_burst_of_processes(play, level, groups):
    burst = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.2 & done; wait"
    record = play("tells.sh", burst, **level, processes=8)
    assert (record.termination, record.points) == ("process-limit", 0)
    assert groups() == []


def test_memory(play, level, groups):
    record = play("holds_memory.py", 300, **level, memory=100 * MIB, disk=MIB)
    assert (record.termination, record.points) == ("memory-limit", 0)
    assert groups() == []


def test_a_daemon_ends_with_its_game(play, alive, tmp_path):
    """Even where this process is nobody's sub-reaper."""
    note = tmp_path / "pid"
    play("tells.sh", f"setsid sh -c 'echo $$ > {note}; exec sleep 30' & while ! test -s {note}; do sleep 0.01; done")
    assert not alive(int(note.read_text()))


def test_games_of_killed_referees_are_ended(alive):
    """At every level: the group outlives the referee, and the next one empties it."""
    own = ControlGroups().take(Resources(), False)
    [parent, *_] = [Path(path).parent.parent for path in own.paths]
    own.remove()
    left = parent / "lingo-player-99999999-7-left"
    left.mkdir()
    with subprocess.Popen(["sleep", "60"]) as player:
        (left / "cgroup.procs").write_text(str(player.pid))
        _forget_dead(parent)
        assert not alive(player.pid)
    assert not left.exists()
