"""What a player in a sandbox cannot reach."""

import dataclasses
import os
import platform
import shlex
import shutil
import socket
from dataclasses import replace
from types import SimpleNamespace

import pytest

from referee.contest.conditions import IsolationRequest
from referee.game.levels import find_sandbox
from referee.runner import launch
from referee.runner.boxes import best_box
from referee.runner.client import Runner
from referee.runner.prctl import KEYCTL, new_session_keyring


@pytest.mark.parametrize(("release", "counts"), [("5.13.19", False), ("5.14.0-1", True), ("6.1.0", True), ("x", False)])
def test_which_kernels_count_processes_for_each_namespace(monkeypatch, release, counts):
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(release=release))
    assert launch._counts_processes.__wrapped__() is counts


class TestSandbox:
    @pytest.fixture
    def room(self, seats, sandbox):
        """A sandbox with tmp_path's secrets hidden, and the function that plays in it."""
        return sandbox(), seats[1]

    def test_no_network(self, seats, sandbox):
        _, play = seats
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            assert play("connects.py", port, "dozes").points == 500
            assert play("connects.py", port, "dozes", sandbox=sandbox()).points == 0

    def test_hidden_below_what_is_shown(self, sandbox, seats, tmp_path):
        shown = tmp_path / "shown"
        run = tmp_path / "shown" / "run"
        run.mkdir(parents=True)
        (run / "run.sqlite").write_text("the words")
        words = shown / "words.txt"
        words.write_text("dozes\n")
        (shown / "open.txt").write_text("seen\n")
        player = f"cat {words} {run}/*; cat {shown}/open.txt; touch {shown}/new || echo read-only"
        said = seats[1]("tells.sh", player, shown, sandbox=sandbox(str(run), str(words))).stderr_head
        assert "seen\n" in said
        assert "read-only" in said
        assert "dozes" not in said
        assert "the words" not in said

    def test_the_machine_is_read_only_or_absent(self, room):
        found, play = room
        tried = ["/usr", "/etc", "/", "/dev", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/home", "/var"]
        script = "; ".join(f"[ -w {path} ] && echo {path}" for path in tried)
        assert play("tells.sh", script, sandbox=found).stderr_head == ""

    def test_no_open_file_is_inherited(self, room, unboxed, tmp_path):
        """The referee may have been started with open files, by a shell or a service."""
        found, play = room
        held = os.open(tmp_path, os.O_RDONLY)
        os.set_inheritable(held, True)
        for level in (found, unboxed):
            said = play("tells.sh", "for held in /proc/self/fd/*; do readlink $held; done", sandbox=level).stderr_head
            assert str(tmp_path) not in said
            assert "pipe:" in said
            assert not any(kind in said for kind in ("tasks", "cgroup", "socket"))
        os.close(held)

    def test_nothing_of_the_machine_is_held_open(self, room):
        """As root, a file that is held open from outside could be changed through it."""
        found, play = room
        said = play("tells.sh", "for held in /proc/1/fd/*; do readlink $held; done", sandbox=found).stderr_head
        assert "pipe:" in said
        assert "/dev/null" not in said

    def test_no_namespaces_of_its_own(self, room):
        found, play = room
        if shutil.which("unshare") is None or not found.box.sealed:
            pytest.skip("bubblewrap cannot refuse them here")
        assert "unshare" in play("tells.sh", "unshare --user true && echo made", sandbox=found).stderr_head
        assert "made" not in play("tells.sh", "unshare --user true && echo made", sandbox=found).stderr_head

    def test_where_namespaces_cannot_be_refused_it_is_said(self, sandbox, runner, monkeypatch):
        sandbox()
        monkeypatch.setattr("referee.runner.boxes._problem", lambda _, box: "unknown" if box.sealed else "")
        found, says = find_sandbox(IsolationRequest("require"), runner)
        assert not found.box.sealed
        assert "limits on disk and memory could be evaded" in says

    def test_each_game_has_a_session_keyring_of_its_own(self, room):
        """No namespace parts what a process inherits of this kind. Not every machine has a filter."""
        if not new_session_keyring() or shutil.which("python3", path="/usr/bin") is None:
            pytest.skip("no system call keyctl here, or nothing to make it")
        found = dataclasses.replace(room[0], box=replace(room[0].box, filter=b""))
        play = room[1]
        number = f"import ctypes; print(ctypes.CDLL(None).syscall({KEYCTL[platform.machine()]}, 0, -3, 0))"
        script = shlex.join(["/usr/bin/python3", "-c", number])
        first, second = (int(play("tells.sh", script, sandbox=found).stderr_head) for _ in range(2))
        assert 0 < first != second > 0

    def test_no_capabilities(self, room):
        found, play = room
        said = play(
            "tells.sh", "grep -E 'Cap(Eff|Prm|Inh|Amb)|NoNewPrivs' /proc/self/status", sandbox=found
        ).stderr_head
        values = dict(line.split(":\t") for line in said.splitlines())
        assert values.pop("NoNewPrivs") == "1"
        assert set(values.values()) == {"0" * 16}

    def test_kernel_refuses_processes(self, room):
        if os.geteuid() == 0:
            pytest.skip("the limit on processes does not hold for root")
        found, play = room
        script = "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.01 & done; wait"
        said = play("tells.sh", script, sandbox=found, processes=4).stderr_head
        assert "fork" in said


def test_a_bubblewrap_that_hangs_is_tried_once(tmp_path, monkeypatch):
    """It was tried for 30 s in each combination of options, without a word."""
    hangs = tmp_path / "bwrap"
    hangs.write_text("#!/bin/sh\nsleep 60\n")
    hangs.chmod(0o755)
    monkeypatch.setattr("referee.runner.boxes.find_bubblewrap", lambda: str(hangs))
    monkeypatch.setattr("referee.runner.boxes._PATIENCE", 0.5)
    with Runner() as runner:
        box, problem = best_box(runner)
    assert (box, problem) == (None, f"{hangs}: cannot be launched: it does not start within 0.5 s")
