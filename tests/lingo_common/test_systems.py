"""Windows, as far as Linux can tell: the modules, signals and functions that it lacks are hidden."""

import subprocess
import sys

import pytest

HIDE = """
import sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"):
    sys.modules[name] = None
import os, signal
for name in ("SIGHUP", "SIGKILL", "SIGALRM", "SIGCHLD", "setitimer"):
    delattr(signal, name)
for name in ("sched_getaffinity", "sysconf", "getuid", "geteuid", "fork", "killpg", "setsid", "pidfd_open"):
    delattr(os, name)
import importlib
program, *sys.argv[1:] = sys.argv[1:]
sys.argv[0] = program
importlib.import_module(f"{program.replace('-', '_')}.__main__").main()
"""


@pytest.mark.parametrize(("arguments", "code", "said"), [
    (["lingo-bot", "5"], 0, "tares"),
    (["lingo-bot", "5", "--no-book", "--strategy", "parts", "--assist"], 0, "5 letters, 5 attempts"),
    (["codebreaker", "tree", "--holes", "2"], 0, "mastermind 6 x 2"),
    (["codebreaker", "bound", "--game", "two-d", "--size", "3", "--minutes", "1"], 2, "needs a POSIX system"),
    (["precompute", "book", "--jobs", "1", "--lengths", "3", "--wordlist", "list", "--out", "a"], 0, "3 letters: 8"),
    (["referee", "run", "--players", "lingo-bot"], 2, "referee: it needs a POSIX system, such as Linux; "),
])  # fmt: skip
def test_programs_start_without_posix(arguments, code, said, tmp_path):
    (tmp_path / "list").write_text("abc\nabd\nbcd\ncab\ndab\nbad\ncad\ndca\n")
    done = subprocess.run(
        [sys.executable, "-c", HIDE, *arguments], cwd=tmp_path, capture_output=True, text=True, input="", timeout=120
    )
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    assert said in done.stdout + done.stderr
