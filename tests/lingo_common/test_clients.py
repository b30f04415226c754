"""A small program that uses the packages from Python; `make lint` checks its types against the installed packages."""

import subprocess
import sys
from pathlib import Path


def test_the_client(tmp_path):
    command = [sys.executable, Path(__file__).parents[1] / "clients" / "client.py", tmp_path]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "dents tares dents 1200 1 1 1 2 4\n"), done.stderr
