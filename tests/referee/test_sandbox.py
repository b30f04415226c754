"""What a player in a sandbox cannot reach."""

import os
import platform
import shlex
import shutil
import socket
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.contest.limits import IsolationRequest, Limits
from referee.contest.player import command_for_game
from referee.contest.players import player_of
from referee.game.sandbox import Sandbox, find_sandbox
from referee.runner import launcher
from referee.runner.boxes import best_box
from referee.runner.client import Runner
from referee.runner.messages import RunnerLost
from referee.runner.prctl import KEYCTL, new_session_keyring
from referee.runner.view import NOTHING

GET_KEYRING_ID = 0
"""KEYCTL_GET_KEYRING_ID of keyctl(2)."""
SESSION_KEYRING = -3
"""KEY_SPEC_SESSION_KEYRING."""


# From Linux 5.14 on the kernel counts a user's processes in each user namespace.
@pytest.mark.parametrize(("release", "counts"), [("5.13.19", False), ("5.14.0-1", True), ("6.1.0", True), ("x", False)])
def test_which_kernels_count_processes_for_each_namespace(monkeypatch, release, counts):
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(release=release))

    # The function is cached; `__wrapped__` is the one that looks.
    assert launcher._namespaces_count_processes.__wrapped__() is counts


def test_the_files_of_a_player_are_looked_through_once_for_games_of_all_lengths(monkeypatch):
    commands = []

    def view_of(isolation, command, exposed):
        commands.append(command)
        return NOTHING

    monkeypatch.setattr("referee.game.sandbox.view_of", view_of)
    sandbox = Sandbox(runner=None, box="any box")
    player = player_of("python3 main.py")

    for length in (4, 5, 13):
        sandbox.launch(player, command_for_game(player, length), "/", Limits(), prepared=None)

    assert commands == [player.arguments]


class TestSandbox:
    @pytest.fixture
    def sandbox(self, sandbox_or_skip):
        """A sandbox that is in force."""
        return sandbox_or_skip()

    @pytest.fixture
    def stderr_of(self, play_for_dozes, sandbox):
        """stderr_of(script, **limits): what the player tells.sh writes when it runs this script in the sandbox."""
        return lambda script, **limits: play_for_dozes("tells.sh", script, sandbox=sandbox, **limits).stderr_head

    def test_no_network(self, play_for_dozes, sandbox):
        """The player connects.py makes its second argument its guess if it can connect to the port."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]

            assert play_for_dozes("connects.py", port, "dozes").points == 500
            assert play_for_dozes("connects.py", port, "dozes", sandbox=sandbox).points == 0

    def test_hidden_below_what_is_shown(self, sandbox_or_skip, play_for_dozes, tmp_path):
        shown = tmp_path / "shown"
        run = shown / "run"
        run.mkdir(parents=True)
        (run / "run.sqlite").write_text("the words")
        words = shown / "words.txt"
        words.write_text("dozes\n")
        (shown / "open.txt").write_text("seen\n")
        script = f"cat {words} {run}/*; cat {shown}/open.txt; touch {shown}/new || echo read-only"

        # The player's command names the folder `shown`, so the sandbox shows it.
        hiding_sandbox = sandbox_or_skip(str(run), str(words))
        text = play_for_dozes("tells.sh", script, shown, sandbox=hiding_sandbox).stderr_head

        assert "seen\n" in text
        assert "read-only" in text
        assert "dozes" not in text
        assert "the words" not in text

    def test_the_machine_is_read_only_or_absent(self, stderr_of):
        tried = ["/usr", "/etc", "/", "/dev", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/home", "/var"]

        assert stderr_of("; ".join(f"[ -w {path} ] && echo {path}" for path in tried)) == ""

    @pytest.mark.parametrize("level", ["none", "bubblewrap"])
    def test_no_open_file_is_inherited(self, play_for_dozes, sandbox, no_sandbox, tmp_path, level):
        """The referee may have been started with open files, by a shell or a service."""
        held = os.open(tmp_path, os.O_RDONLY)
        os.set_inheritable(held, True)
        script = "for held in /proc/self/fd/*; do readlink $held; done"

        text = play_for_dozes("tells.sh", script, sandbox=no_sandbox if level == "none" else sandbox).stderr_head
        os.close(held)

        # Its own input and output are pipes. The referee's files are the one opened here, those of control groups, and
        # the runner's socket.
        assert "pipe:" in text
        assert not any(kind in text for kind in (str(tmp_path), "tasks", "cgroup", "socket"))

    def test_nothing_of_the_machine_is_held_open(self, stderr_of):
        """Process 1 is bubblewrap. Root could change a file of the machine, such as /dev/null, that it holds open."""
        text = stderr_of("for held in /proc/1/fd/*; do readlink $held; done")

        assert "pipe:" in text
        assert "/dev/null" not in text

    def test_no_namespaces_of_its_own(self, stderr_of, sandbox):
        # sandbox.box says how bubblewrap makes the sandbox. It is sealed if programs in it can make no user namespaces,
        # which bubblewrap before 0.8 cannot prevent.
        if shutil.which("unshare") is None or not sandbox.box.sealed:
            pytest.skip("bubblewrap cannot refuse them here")

        text = stderr_of("unshare --user true && echo made")

        assert "unshare" in text
        assert "made" not in text

    def test_where_namespaces_cannot_be_refused_it_is_said(self, sandbox_or_skip, runner, monkeypatch):
        sandbox_or_skip()
        # A sealed box does not work here, for a reason that does not matter.
        monkeypatch.setattr("referee.runner.boxes._problem", lambda _, box: "unknown" if box.sealed else "")

        found = find_sandbox(IsolationRequest("require"), runner)

        assert not found.box.sealed
        assert "limits on disk and memory could be evaded" in found.line

    def test_each_game_has_a_session_keyring_of_its_own(self, play_for_dozes, sandbox):
        """A keyring is inherited, also into a namespace. The filter that refuses keyctl is not on every machine."""
        # This gives the test itself another keyring too.
        has_keyctl = new_session_keyring()
        if not has_keyctl or shutil.which("python3", path="/usr/bin") is None:
            pytest.skip("no system call keyctl here, or nothing to make it")

        unfiltered = Sandbox(sandbox.runner, sandbox.box._replace(filter=b""), sandbox.isolation)
        call = f"syscall({KEYCTL[platform.machine()]}, {GET_KEYRING_ID}, {SESSION_KEYRING}, 0)"
        script = shlex.join(["/usr/bin/python3", "-c", f"import ctypes; print(ctypes.CDLL(None).{call})"])

        first = int(play_for_dozes("tells.sh", script, sandbox=unfiltered).stderr_head)
        second = int(play_for_dozes("tells.sh", script, sandbox=unfiltered).stderr_head)

        assert first > 0
        assert second > 0
        assert first != second

    def test_no_capabilities(self, stderr_of):
        lines = stderr_of("grep -E 'Cap(Eff|Prm|Inh|Amb)|NoNewPrivs' /proc/self/status").splitlines()

        values = dict(line.split(":\t") for line in lines)
        assert values.pop("NoNewPrivs") == "1"
        assert set(values.values()) == {"0" * 16}

    def test_kernel_refuses_processes(self, stderr_of):
        if os.geteuid() == 0:
            pytest.skip("the limit on processes does not hold for root")

        text = stderr_of("for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.01 & done; wait", processes=4)

        assert "fork" in text


@pytest.fixture
def open_folder():
    """A folder that every user may enter; pytest's temporary directories are for the user of the tests alone."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def test_a_bubblewrap_that_hangs_is_tried_once(open_folder, monkeypatch):
    """Bubblewrap can be tried with several combinations of options. If one hangs, the others most likely hang too."""
    hangs = open_folder / "bwrap"
    hangs.write_text("#!/bin/sh\nsleep 60\n")
    hangs.chmod(0o755)
    monkeypatch.setattr("referee.runner.boxes.find_bubblewrap", lambda: str(hangs))
    monkeypatch.setattr("referee.runner.boxes._PATIENCE", 0.5)

    with Runner() as runner:
        box, problem = best_box(runner)

    assert (box, problem) == (None, f"{hangs}: cannot be launched: it does not start within 0.5 s")


class TestKilledRunners:
    """A runner that is killed while a sandbox is tried is no reason for a weaker one."""

    def test_the_sandbox_is_tried_again(self, sandbox_or_skip, monkeypatch):
        sandbox_or_skip()
        with Runner() as runner:
            best, _ = best_box(runner)

        def lose_once(runner, launch, tries):
            monkeypatch.undo()
            raise RunnerLost

        monkeypatch.setattr(Runner, "launch", lose_once)
        with Runner() as runner:
            assert best_box(runner) == (best, "")

    def test_runners_that_are_killed_again_and_again_end_the_command(self, sandbox_or_skip, monkeypatch):
        sandbox_or_skip()

        def lose(runner, launch, tries):
            raise RunnerLost

        monkeypatch.setattr(Runner, "launch", lose)
        with Runner() as runner, pytest.raises(RunnerLost):
            best_box(runner)
