"""Which files of a control group are written and read, seen in a made-up file system of groups.

A machine has version 1 or version 2. What the kernel does with the files is tested in test_control_group.py.
"""

import os
from pathlib import Path

import pytest

from referee.contest.limits import MIB
from referee.runner import control_group
from referee.runner.control_group import _remove_dead, divides_processors_evenly, give_back_group, take_group
from referee.runner.messages import Box, Launch

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
"""The files of a new group, by name, with the texts that the kernel gives them."""
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
"""The same by controller: each has a file system of its own."""
WITHOUT_SANDBOX = Launch(("true",), directory="/", memory=100 * MIB, processes=8, disk=64 * MIB)
IN_A_SANDBOX = WITHOUT_SANDBOX._replace(box=Box("bwrap"))


@pytest.fixture
def make_tree(tmp_path, monkeypatch):
    """make_tree(groups): a file system in which this process is in these groups.

    groups: for each directory the files that a new group in it has, with their texts.
    """
    files_of_new_group: dict[str, dict[str, str]] = {}
    mkdir = os.mkdir
    rmdir = os.rmdir

    def mkdir_as_the_kernel(path, *_, **__):
        mkdir(path)
        for name, text in files_of_new_group.get(os.path.dirname(path), {}).items():
            Path(path, name).write_text(text)

    def rmdir_as_the_kernel(path, **_):
        for file in Path(path).iterdir():
            file.unlink()
        rmdir(path)

    def make(groups):
        """Make the directories with their files, and take them for this process's groups."""
        for name, files in groups.items():
            directory = tmp_path / name
            directory.mkdir(parents=True)
            for file, text in files.items():
                (directory / file).write_text(text)
            files_of_new_group[str(directory)] = files

        monkeypatch.setattr(os, "mkdir", mkdir_as_the_kernel)
        monkeypatch.setattr(os, "rmdir", rmdir_as_the_kernel)
        monkeypatch.setattr(control_group, "_TOP", str(tmp_path))
        monkeypatch.setattr(control_group, "own_groups", lambda: iter(files_of_new_group))
        control_group.parents_by_file.cache_clear()

    yield make
    control_group.parents_by_file.cache_clear()


def directories_of(group) -> list[Path]:
    """The group's directory of each controller."""
    return list(map(Path, group.directories))


def entries_of(group) -> list[Path]:
    """The files by which a process enters the group."""
    return [Path(f"/proc/self/fd/{number}").readlink() for number in group.entry_files]


def file_of(group, name) -> Path:
    """The file of the group with that name; only one controller has it."""
    [directory] = [directory for directory in directories_of(group) if (directory / name).exists()]
    return directory / name


def read(group, name) -> str:
    """The text of a file of the group."""
    return file_of(group, name).read_text()


def tell(group, name, text) -> None:
    """Let the kernel say this in a file of the group."""
    file_of(group, name).write_text(text)


class TestVersion2:
    """The shares of the processors stay as they are: the kernel gives new groups equal shares."""

    @pytest.fixture
    def group(self, make_tree):
        """The group of a player without a sandbox."""
        make_tree({"unified/user.slice": VERSION_2})
        return take_group(WITHOUT_SANDBOX, free_groups=[])

    def test_processes_are_listed_in_one_file(self, group):
        assert [path.name for path in entries_of(group)] == ["cgroup.procs"]

    def test_limits_are_written(self, group):
        # The kernel may use 16 MiB beside the 100 of the player.
        assert read(group, "memory.max") == str(116 * MIB)
        assert read(group, "memory.swap.max") == "0"
        assert read(group, "pids.max") == "8"

    def test_a_process_that_may_not_be_killed_is_left(self, group, monkeypatch):
        """Such as one of sudo, which is root's."""

        def refuse(pid, number):
            raise PermissionError

        monkeypatch.setattr(os, "kill", refuse)
        tell(group, "cgroup.procs", "1234\n")

        assert not group.end()

    def test_the_share_of_the_processors_is_left_alone(self, group):
        assert read(group, "cpu.weight") == "100"

    def test_a_new_group_has_used_nothing(self, group):
        """The kernel's 0 for the peak of memory is no figure, because every game uses some: it is returned as None."""
        assert group.enforced_limit() is None
        assert group.figures() == (0.0, None)

    def test_figures_are_seconds_and_bytes(self, group):
        tell(group, "cpu.stat", "usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\n")
        tell(group, "memory.peak", "4096\n")

        assert group.figures() == (1.5, 4096)

    def test_a_process_that_was_refused_is_told(self, group):
        tell(group, "pids.events", "max 3\n")

        assert group.enforced_limit() == "process-limit"

    def test_a_process_that_was_killed_for_memory_is_told(self, group):
        tell(group, "memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\noom_group_kill 0\n")

        assert group.enforced_limit() == "memory-limit"

    def test_a_group_is_removed(self, group):
        [directory] = directories_of(group)

        group.remove()

        assert not directory.exists()


class TestVersion1:
    @pytest.fixture
    def group(self, make_tree):
        """The group of a player in a sandbox."""
        make_tree(VERSION_1)
        return take_group(IN_A_SANDBOX, free_groups=[])

    def test_there_is_a_group_of_each_controller(self, group):
        controllers = [directory.parent.name for directory in directories_of(group)]

        assert sorted(controllers) == ["cpu", "cpuacct", "memory", "pids"]

    def test_threads_are_listed_one_by_one(self, group):
        """The kernel of version 1 may take 10 ms to move a whole process into a group. It moves a thread at once."""
        assert {path.name for path in entries_of(group)} == {"tasks"}

    def test_limits_are_written(self, group):
        # Files of a sandbox count as memory: 64 MiB of them, beside 100 for the player and 16 for the kernel.
        assert read(group, "memory.limit_in_bytes") == str(180 * MIB)
        assert read(group, "pids.max") == "8"

    def test_the_share_of_the_processors_is_left_alone(self, group):
        assert read(group, "cpu.shares") == "1024"

    def test_figures_are_seconds_and_bytes(self, group):
        tell(group, "cpuacct.usage", "2500000000\n")
        tell(group, "memory.max_usage_in_bytes", "8192\n")

        assert group.figures() == (2.5, 8192)

    def test_a_process_that_was_killed_for_memory_is_told(self, group):
        tell(group, "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n")

        assert group.enforced_limit() == "memory-limit"


class TestReuse:
    """The next game gets the group of an earlier one, because a new group takes time to make.

    A peak that is reset is not 0 but the memory that is still in use. So a group with much in use is not given again.
    """

    @pytest.fixture
    def group(self, make_tree):
        """A group whose game has used 1.5 ms of processor time."""
        make_tree(VERSION_1)
        group = take_group(WITHOUT_SANDBOX, free_groups=[])
        tell(group, "cpuacct.usage", "1500000\n")
        return group

    @pytest.fixture
    def leave_in_use(self, monkeypatch):
        """leave_in_use(count): when the peak is reset, the kernel says that this many bytes are still in use."""

        def leave(count):
            def write_as_the_kernel(path, text):
                is_peak = path.endswith("max_usage_in_bytes")
                Path(path).write_text(str(count) if is_peak else text)

            monkeypatch.setattr(control_group, "write_small_file", write_as_the_kernel)

        return leave

    def test_a_group_with_less_than_a_mebibyte_in_use_is_given_again(self, group, leave_in_use):
        leave_in_use(MIB - 1)

        free_groups = []
        give_back_group(group, free_groups)

        assert free_groups == [group]
        assert take_group(WITHOUT_SANDBOX, free_groups) is group
        assert free_groups == []
        assert group.figures() == (0.0, MIB - 1)

    def test_a_game_with_other_limits_gets_another_group(self, group):
        nine_processes = WITHOUT_SANDBOX._replace(processes=9)

        assert take_group(nine_processes, free_groups=[group]) is not group

    def test_a_group_with_a_mebibyte_in_use_is_removed(self, group, leave_in_use):
        leave_in_use(MIB)

        give_back_group(group, free_groups=[])

        assert not Path(group.directories[0]).exists()

    def test_a_group_in_which_a_process_was_killed_for_memory_is_removed(self, group, leave_in_use):
        leave_in_use(0)
        tell(group, "memory.oom_control", "oom_kill 1\n")

        give_back_group(group, free_groups=[])

        assert not Path(group.directories[0]).exists()


class TestWithoutGroups:
    @pytest.fixture
    def group(self, make_tree):
        """The group of a player on a machine that has no control groups."""
        make_tree({})
        return take_group(WITHOUT_SANDBOX, free_groups=[])

    def test_nothing_is_counted(self, group):
        assert group.directories == []
        assert group.enforced_limit() is None
        assert group.figures() == (None, None)

    def test_players_do_not_share_the_processors_evenly(self, group):
        assert not divides_processors_evenly()

    def test_it_can_be_removed(self, group):
        group.remove()


def test_a_group_that_no_runner_has_named_is_left(tmp_path):
    not_of_a_runner = tmp_path / "lingo-player-of-somebody"
    # After the prefix stand a pid that no process has, the start of that process, and the number of the group.
    of_a_killed_runner = tmp_path / "lingo-player-999999999-5-0"
    for group in (not_of_a_runner, of_a_killed_runner):
        group.mkdir()

    _remove_dead(str(tmp_path))

    assert list(tmp_path.iterdir()) == [not_of_a_runner]
