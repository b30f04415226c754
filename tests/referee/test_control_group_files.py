"""Which files of a control group are written and read, seen in a made-up file system of groups.

A machine has version 1 or version 2. What the kernel does with the files is tested in test_control_group.py.
"""

import os
from pathlib import Path

import pytest

from referee.contest.conditions import MIB
from referee.runner import control_group
from referee.runner.control_group import ControlGroups, shares_processors
from referee.runner.messages import Resources

VERSION_2 = {
    "cgroup.procs": "",
    "cpu.weight": "100",
    "cpu.stat": "usage_usec 0\nuser_usec 0\nsystem_usec 0\n",
    "memory.max": "max",
    "memory.swap.max": "max",
    "memory.peak": "0",
    "memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0\n",
    "pids.max": "max",
    "pids.events": "max 0\n",
}
VERSION_1 = {
    "cpu": {"cgroup.procs": "", "tasks": "", "cpu.shares": "1024", "cpu.stat": "nr_periods 0\n"},
    "cpuacct": {"cgroup.procs": "", "tasks": "", "cpuacct.usage": "0"},
    "memory": {
        "cgroup.procs": "",
        "tasks": "",
        "memory.limit_in_bytes": "-1",
        "memory.max_usage_in_bytes": "0",
        "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n",
    },
    "pids": {"cgroup.procs": "", "tasks": "", "pids.max": "max", "pids.events": "max 0\n"},
}
LIMITS = Resources(memory=100 * MIB, processes=8, disk=64 * MIB)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """tree(own, files): groups of this process by controller, in each of which a new group has these files."""
    controllers: dict[Path, dict[str, str]] = {}

    def mkdir(path, *_, **__):
        made = Path(path)
        _mkdir(made)
        for name, text in controllers.get(made.parent, {}).items():
            (made / name).write_text(text)

    def rmdir(path, **_):
        for file in Path(path).iterdir():
            file.unlink()
        _rmdir(path)

    _mkdir = os.mkdir
    _rmdir = os.rmdir
    monkeypatch.setattr(os, "mkdir", mkdir)
    monkeypatch.setattr(os, "rmdir", rmdir)
    monkeypatch.setattr(control_group, "_TOP", tmp_path)

    def make(own):
        for place, files in own.items():
            (tmp_path / place).mkdir(parents=True)
            for name, text in files.items():
                (tmp_path / place / name).write_text(text)
            controllers[tmp_path / place] = files
        monkeypatch.setattr(control_group, "_own_groups", lambda: iter(leaves(controllers)))
        control_group._places.cache_clear()

    yield make
    control_group._places.cache_clear()


def leaves(directories):
    """The directories in which none of the others is."""
    return [path for path in directories if not any(path in other.parents for other in directories)]


def written(group, made):
    """The files of the group that are not as the kernel made them, by name."""
    found = [file for path in group.paths for file in Path(path).parent.iterdir()]
    return {file.name: file.read_text() for file in found if file.read_text() != made[file.name]}


def tell(group, name, text):
    """Let the kernel say this in a file of the group."""
    [place] = [Path(path).parent for path in group.paths if (Path(path).parent / name).exists()]
    (place / name).write_text(text)


def test_version_2(tree):
    tree({"unified/user.slice": VERSION_2})
    group = ControlGroups().take(LIMITS, False)
    [path] = group.paths
    assert path.endswith("/cgroup.procs")
    assert written(group, VERSION_2) == {"memory.max": str(116 * MIB), "memory.swap.max": "0", "pids.max": "8"}
    assert (Path(path).parent / "cpu.weight").read_text() == "100"
    assert (group.refused_limit(), *group.figures()) == (None, 0.0, None)
    tell(group, "cpu.stat", "usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\n")
    tell(group, "memory.peak", "4096\n")
    assert group.figures() == (1.5, 4096)
    tell(group, "pids.events", "max 3\n")
    assert group.refused_limit() == "processes"
    tell(group, "memory.events", VERSION_2["memory.events"].replace("oom_kill 0", "oom_kill 1"))
    assert group.refused_limit() == "memory"
    group.remove()
    assert not Path(path).parent.exists()


def test_version_1(tree):
    tree(VERSION_1)
    group = ControlGroups().take(LIMITS, True)
    assert sorted(Path(path).parent.parent.name for path in group.paths) == sorted(VERSION_1)
    assert {Path(path).name for path in group.paths} == {"tasks"}
    limit = (100 + 16 + 64) * MIB
    made = {name: text for files in VERSION_1.values() for name, text in files.items()}
    assert written(group, made) == {"memory.limit_in_bytes": str(limit), "pids.max": "8"}
    tell(group, "cpuacct.usage", "2500000000\n")
    tell(group, "memory.max_usage_in_bytes", "8192\n")
    assert group.figures() == (2.5, 8192)
    tell(group, "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n")
    assert group.refused_limit() == "memory"
    group.remove()


@pytest.mark.parametrize(("left", "oom", "again"), [((1 << 20) - 1, 0, True), (1 << 20, 0, False), (0, 1, False)])
def test_a_group_is_used_again_where_its_game_left_nothing(tree, monkeypatch, left, oom, again):
    """The kernel's peak begins with what is still in use."""
    tree(VERSION_1)
    groups = ControlGroups()
    group = groups.take(LIMITS, False)
    tell(group, "cpuacct.usage", "1500000\n")
    tell(group, "memory.oom_control", f"oom_kill {oom}\n")
    write = lambda path, text: Path(path).write_text(str(left) if path.endswith("max_usage_in_bytes") else text)  # noqa: E731
    monkeypatch.setattr(control_group, "write_small_file", write)
    groups.give_back(group)
    assert Path(group.paths[0]).exists() == again
    assert not again or (groups.take(LIMITS, False) is group and group.figures() == (0.0, left))


def test_without_groups_nothing_is_counted(tree):
    tree({})
    group = ControlGroups().take(LIMITS, False)
    assert group.paths == []
    assert not shares_processors()
    assert (group.refused_limit(), *group.figures()) == (None, None, None)
    group.remove()
