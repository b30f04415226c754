"""The runner starts any program in a sandbox, without a contest."""

import os
import pickle
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from programs import ROOT

from lingo_common.errors import DataError
from referee.runner.boxes import best_box
from referee.runner.client import Runner
from referee.runner.messages import Box, Launch, NotPassed, NotStarted, RunnerLost, receive
from referee.runner.proc import process_and_descendants
from referee.runner.usage import Meter
from referee.runner.view import View

FAR_TOO_LATE = 30
"""Seconds after which even a busy machine has ended a program that may compute for 0.2 seconds."""


@pytest.fixture
def output(runner, tmp_path):
    """output(*arguments, **fields): what the program writes on its standard output, and how it ended.

    It runs in the best Box that this machine can make: in namespaces, and behind a filter of system calls.
    """
    box, problem = best_box(runner)
    if box is None:
        pytest.skip(problem)
    directory = tmp_path / "input"
    directory.mkdir()
    (directory / "list.txt").write_text("of the directory\n")

    def run(*arguments, **fields):
        """Start the program with one line of input, and read until it ends; fields: of the Launch."""
        launch = Launch(arguments, str(directory), box=box, **fields)
        with closing(runner.launch(launch)) as program:
            program.input.write(b"begin\n")
            text = program.output.readall().decode()
            return text, program.wait()

    return run


def test_a_program_finds_the_files_of_its_working_directory(output):
    text, ended = output("cat", "list.txt")

    assert (text, ended.exit_status) == ("of the directory\n", 0)


def test_a_program_sees_what_its_view_shows_and_nothing_else(output, tmp_path):
    """It sees copied and live files and links, but no file that is left out of a copy, covered, or not in the view."""
    for name in ("copied", "live", "neither"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(f"{name}\n")
        (tmp_path / name / "secret").write_text("secret\n")

    view = View(
        copied=(f"{tmp_path}/copied",),
        left_out=(f"{tmp_path}/copied/secret",),
        live=(f"{tmp_path}/live",),
        covered=(f"{tmp_path}/live/secret",),
        links=((f"{tmp_path}/link", "live/file"),),
    )
    text, _ = output("sh", "-c", f"cat {tmp_path}/*/file {tmp_path}/*/secret {tmp_path}/link", view=view)

    assert text == "copied\nlive\nlive\n"


def test_a_copy_is_made_once(output, tmp_path):
    file = tmp_path / "file"
    file.write_text("before\n")
    view = View(copied=(str(file),))

    first, _ = output("cat", str(file), view=view)
    file.write_text("after\n")
    second, _ = output("cat", str(file), view=view)

    assert (first, second) == ("before\n", "before\n")


def test_a_program_has_the_variables_of_its_launch(output):
    text, _ = output("printenv", "MODE", environment={"MODE": "fast"})

    assert text == "fast\n"


def test_bubblewrap_has_no_variables_of_the_program(output):
    """It is outside of the sandbox, and LD_PRELOAD would run code of the program's author in it."""
    variables, _ = output("cat", "/proc/1/environ", environment={"MODE": "fast"})

    names = [variable.partition("=")[0] for variable in variables.split("\0")]
    assert "TZ" in names
    assert "MODE" not in names


def test_the_value_of_a_variable_is_in_no_command_line(runner):
    """Every user of the machine can read the command line of a launcher that waits."""
    launch = Launch(("true",), "/", environment={"KEY": "the value"})

    with closing(runner.launch(launch)) as program:
        command_line = Path(f"/proc/{program.pid}/cmdline").read_text()

    assert "KEY" in command_line
    assert "the value" not in command_line


@pytest.mark.parametrize("value", ["it's $HOME `id`", 'two\nlines "quoted"', ""])
def test_the_value_of_a_variable_may_be_any_text(output, value):
    text, _ = output("printenv", "MODE", environment={"MODE": value})

    assert text == f"{value}\n"


def test_a_variable_may_have_the_name_that_another_one_has_for_the_launcher(output):
    text, _ = output("printenv", "of_player_A", "A", environment={"of_player_A": "first", "A": "second"})

    assert text == "first\nsecond\n"


def test_variables_that_a_shell_keeps_for_itself_may_have_any_value(output):
    text, _ = output("printenv", "OPTIND", "UID", environment={"OPTIND": "abc", "UID": "a b"})

    assert text == "abc\na b\n"


def test_a_name_that_no_variable_can_have_is_told(output):
    with pytest.raises(NotStarted, match="'a; id' cannot be the name of a variable"):
        output("true", environment={"a; id": "1"})


def test_what_a_program_used_and_which_limit_it_exceeded_is_told(output):
    _, ended = output("python3", "-c", "while True: pass", cpu=0.2)

    assert ended.exceeded == "cpu-limit"
    assert 0.2 < ended.cpu_seconds < FAR_TOO_LATE


class TestBubblewrapInTheSandbox:
    """Its process there counts for the limits on a player, which could take it over, but is none of the player's."""

    @pytest.fixture
    def launched(self, runner, tmp_path):
        """(pid, launch) of a player that may have one process, which is the launcher."""
        box, problem = best_box(runner)
        if box is None:
            pytest.skip(problem)

        launch = Launch(("true",), str(tmp_path), processes=1, box=box)
        with closing(runner.launch(launch)) as program:
            yield program.pid, launch

    def test_its_memory_counts(self, launched):
        pid, _launch = launched
        _outside, inside, launcher = process_and_descendants(pid)
        meter = Meter(*launched)

        meter.take_sample()

        assert meter.memory >= inside.memory + launcher.memory

    def test_it_is_no_process_of_the_player(self, launched):
        assert Meter(*launched).take_sample() is None


def test_a_command_that_is_no_program_is_told(output):
    with pytest.raises(NotStarted, match="no such file or directory"):
        output("/no/such/program")


def test_a_launcher_that_ends_at_once_is_told_though_something_holds_its_standard_error(runner, tmp_path):
    """It ended, so the message does not say that it took too long."""
    bubblewrap = tmp_path / "bwrap"
    # The sleeping process does not hold file 3, the player's output, whose end shows that the launcher has ended.
    bubblewrap.write_text("#!/bin/sh\nsleep 60 3>&- &\nexit 1\n")
    bubblewrap.chmod(0o755)
    launch = Launch(("true",), "/", box=Box(str(bubblewrap)))

    with pytest.raises(DataError, match="cannot be launched: it ended without a word"):
        runner.launch(launch, tries=1)


def test_a_runner_that_was_closed_has_no_directory():
    runner = Runner()
    directory = runner.directory

    runner.close()

    assert not os.path.exists(directory)
    with pytest.raises(RunnerLost):
        _ = runner.directory


def framed(message):
    """A message as it travels: its length in four bytes, and its pickle."""
    packed = pickle.dumps(message)
    return struct.pack("!I", len(packed)) + packed


def test_a_signal_while_a_message_arrives_does_not_end_the_connection():
    """In the runner every child that ends is a signal, and a launch with many covered files comes in pieces."""
    message = ["/a/file/that/is/covered"] * 10
    sent = framed(message)
    theirs, ours = socket.socketpair()
    main_thread = threading.get_ident()

    def send_in_two_pieces():
        theirs.sendall(sent[:20])
        time.sleep(0.05)
        signal.pthread_kill(main_thread, signal.SIGUSR1)
        time.sleep(0.05)
        theirs.sendall(sent[20:])

    handler = signal.signal(signal.SIGUSR1, lambda *_: None)
    sender = threading.Thread(target=send_in_two_pieces)
    try:
        with theirs, ours:
            sender.start()
            received, open_files = receive(ours)
            sender.join()

        assert received == message
        assert open_files == []
    finally:
        signal.signal(signal.SIGUSR1, handler)


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        pytest.param(struct.pack("!I", 8) + b"7 bytes", EOFError, id="its end is missing"),
        pytest.param(struct.pack("!I", 8) + b"no words", EOFError, id="it is no pickle"),
        pytest.param(framed(NotPassed("a reason")), NotPassed, id="it is an exception"),
    ],
)
def test_open_files_that_come_with_a_refused_message_are_closed(sent, error):
    ours, theirs = socket.socketpair()
    reading_end, writing_end = os.pipe()
    with ours, theirs:
        socket.send_fds(theirs, [sent], [writing_end])
        theirs.shutdown(socket.SHUT_WR)
        os.close(writing_end)

        with pytest.raises(error):
            receive(ours)

        # The end of a pipe can be read once nothing has its other end open.
        os.set_blocking(reading_end, False)
        assert os.read(reading_end, 1) == b""

    os.close(reading_end)


def test_it_imports_nothing_of_a_contest():
    """So that its process, which runs beside every contest, stays small."""
    program = (
        "import sys, referee.runner.client, referee.runner.player, referee.runner.boxes; "
        "print([name for name in sys.modules if name.startswith(('referee.', 'wordlists', 'codebreaker', 'numpy')) "
        "and not name.startswith('referee.runner')])"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)

    assert done.stdout == "[]\n", done.stderr
