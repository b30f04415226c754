"""Small programs that use the packages from Python; `make lint` checks their types against the installed packages."""

import subprocess
import sys
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parents[1] / "clients"


@pytest.mark.parametrize(
    ("name", "printed"),
    [("advice", "dents tares dents\n"), ("contest", "1200\n"), ("mastermind", "1 1 1 2 4\n")],
)
def test_a_client(name, printed, tmp_path):
    command = [sys.executable, CLIENTS / f"{name}.py", tmp_path]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, printed), done.stderr


def test_every_client_is_run():
    assert {path.stem for path in CLIENTS.glob("*.py")} == {"advice", "contest", "mastermind"}
