"""What the tests share: the contest's real list, where it is at hand, and running the programs as a user does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples in every run, and no clock: machines are noisy.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

ROOT = Path(__file__).resolve().parent.parent
PIT = ROOT.parent / "shared" / "pit" / "wordlist.txt"


@pytest.fixture(scope="session")
def pit_list() -> Path:
    """The contest's word list; the test is skipped where it is not at hand."""
    if not PIT.exists():
        pytest.skip("the contest's word list is not at hand")
    return PIT


@pytest.fixture(scope="session")
def run():
    """run(program, *arguments, input=…): a finished process of one of this project's programs, text streams."""

    def launch(program: str, *arguments: object, cwd: object = None, input: str | None = None, env=None):
        command = [str(Path(sys.executable).parent / program), *map(str, arguments)]
        return subprocess.run(
            command,
            input=input,
            capture_output=True,
            text=True,
            cwd=cwd,
            timeout=300,
            env={**os.environ, **(env or {})},
        )

    return launch


def one_line(text: str, program: str) -> bool:
    """Whether standard error holds one clear line of that program and no traceback."""
    return text.startswith(f"{program}: ") and text.count("\n") == 1


@pytest.fixture(scope="session")
def complaint():
    """complaint(process, code): what follows the program's name in the one line of a run that ended with that code."""

    def check(process: subprocess.CompletedProcess[str], code: int) -> str:
        program = Path(process.args[0]).name
        assert process.returncode == code, process.stderr
        assert one_line(process.stderr, program), process.stderr
        return process.stderr.removeprefix(f"{program}: ").rstrip("\n")

    return check
