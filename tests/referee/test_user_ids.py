"""Where the referee is root, each running game has a user id of its own."""

import os
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from waiting import wait_until

from lingo_common.errors import UsageError
from referee import play_game
from referee.contest.limits import IsolationRequest
from referee.game.sandbox import find_sandbox
from referee.runner.client import Runner
from referee.runner.messages import Box, Launch, NotStarted
from referee.runner.proc import process_and_descendants
from referee.runner.user_ids import DEFAULT_RANGES, UserIds, exist_here

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give players other user ids")
FIRST = 2_000_010_000 + 32 * os.getpid()
"""The first of 32 ids that no other run of these tests uses. They are above the default range, and below 2**31."""
_unused = iter(range(FIRST, FIRST + 32))
"""Those that no test here uses yet."""
HOLDS_TWO_IDS = """
import sys
from referee.runner.messages import Box
from referee.runner.user_ids import UserIds
first = int(sys.argv[1])
UserIds().take(Box("bwrap", users=range(first, first + 2)))
print("It has leased both.", flush=True)
input()
"""
"""Takes one of two ids; the argument is the first of them. A runner leases up to 64 at a time, so it leases both."""


def new_ids(count):
    """A range of that many ids that no other test uses."""
    ids = [next(_unused) for _ in range(count)]
    return range(ids[0], ids[-1] + 1)


def ids_of_processes(pid):
    """The kernel uids of the process and its descendants."""
    return {os.stat(f"/proc/{process.pid}").st_uid for process in process_and_descendants(pid)}


@pytest.fixture
def users(tmp_path):
    """users(request): the kernel uids of two players that run at a time in the sandbox of this request."""

    def ids_of_two(request):
        """Start two players that sleep, and look at their processes."""
        with Runner() as runner:
            sandbox = find_sandbox(request, runner)
            launch = Launch(("sleep", "60"), str(tmp_path), box=sandbox.box)
            with closing(runner.launch(launch)) as first, closing(runner.launch(launch)) as second:
                return [ids_of_processes(first.pid), ids_of_processes(second.pid)]

    return ids_of_two


def test_two_players_at_a_time_have_different_ids_of_the_range(users, sandbox_or_skip):
    sandbox_or_skip()
    ids = new_ids(8)

    [first], [second] = users(IsolationRequest("require", user_ids=ids))

    assert first != second
    assert {first, second} <= set(ids)


def test_without_a_range_all_players_are_nobody_and_the_line_says_so(users, sandbox_or_skip, runner):
    sandbox_or_skip()
    request = IsolationRequest("require", user_ids="off")

    assert users(request) == [{65534}, {65534}]

    line = find_sandbox(request, runner).line
    assert "(all players are nobody: they share what the kernel counts for a user)" in line


def test_inside_a_player_is_nobody_and_reads_its_own_files(sandbox_or_skip, tmp_path):
    sandbox_or_skip()
    (tmp_path / "word").write_text("crane\n")
    (tmp_path / "word").chmod(0o600)
    (tmp_path / "main.sh").write_text(f"id -u >&2; stat -c %u {tmp_path}/word >&2; cat {tmp_path}/word\n")

    game = play_game(f"sh {tmp_path}/main.sh", "crane", sandbox="require")
    assert (game.stderr_head, game.points) == ("65534\n65534\n", 500)


def test_only_root_can_enter_the_directory_of_copies(sandbox_or_skip, runner):
    """The copies are those of players' files (referee.runner.stage)."""
    sandbox_or_skip()
    assert stat.S_IMODE(os.stat(os.path.join(runner.directory, "stage")).st_mode) == 0o700


def test_an_id_that_another_runner_has_is_not_given():
    user_ids = UserIds()
    ids = new_ids(4)
    box = Box("bwrap", users=ids)
    command = [sys.executable, "-c", HOLDS_TWO_IDS, str(ids[0])]

    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as another_runner:
        another_runner.stdout.readline()
        taken = [user_ids.take(box), user_ids.take(box)]
        another_runner.communicate("\n")

    assert taken == [ids[2], ids[3]]


def test_an_id_of_a_process_is_not_given():
    ids = new_ids(2)
    with subprocess.Popen(["setpriv", f"--reuid={ids[0]}", "--clear-groups", "sleep", "60"]) as process:
        wait_until(lambda: os.stat(f"/proc/{process.pid}").st_uid == ids[0])

        assert UserIds().take(Box("bwrap", users=ids)) == ids[1]
        process.kill()


def test_when_all_ids_are_in_use_the_message_names_the_option():
    user_ids = UserIds()
    ids = new_ids(2)
    box = Box("bwrap", users=ids)
    user_ids.take(box)
    user_ids.take(box)

    with pytest.raises(OSError, match=f"all user ids from {ids[0]} to {ids[1]} are in use: name more by --user-ids"):
        user_ids.take(box)


def test_a_program_that_cannot_be_started_takes_no_id(sandbox_or_skip, tmp_path):
    sandbox_or_skip()

    with Runner() as runner:
        sandbox = find_sandbox(IsolationRequest("require", user_ids=new_ids(2)), runner)
        launch = Launch(("/no/such/program",), str(tmp_path), box=sandbox.box)

        for _ in range(3):
            with pytest.raises(NotStarted, match="no such file or directory"):
                # By default a start that fails in a sandbox is tried again, after a pause.
                runner.launch(launch, tries=1)


RANGE, RANGE_IN_CONTAINERS = DEFAULT_RANGES
"""The ids that players get without --user-ids; the second range is for containers, which have no large ids."""


def test_in_a_container_ids_may_not_exist(monkeypatch):
    # As /proc/self/uid_map has it: the ids from 0 on are those from 100,000 on outside, 65,536 in all.
    monkeypatch.setattr("referee.runner.user_ids.read_small_file", lambda path: b"         0     100000      65536\n")

    assert not exist_here(RANGE)
    assert exist_here(RANGE_IN_CONTAINERS)


@pytest.mark.parametrize("text", ["5", "10-5", "1-1", "0-100", "7-99999999999", "a-b"])
def test_a_range_that_makes_no_sense_is_refused(text):
    with pytest.raises(UsageError, match="is no range of at least 2 user ids, such as 2000000000-2000000999"):
        IsolationRequest(user_ids=text)


def test_only_root_can_open_the_file_whose_locks_lease_ids(sandbox_or_skip):
    sandbox_or_skip()
    assert stat.S_IMODE(Path("/run/lingo-bot-user-ids").stat().st_mode) == 0o600
