"""The contracts of import-linter hold: imports go down the map of rooms only."""

import subprocess
import sys
from pathlib import Path


def test_imports_go_down_only():
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"]
    done = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, text=True)
    assert done.returncode == 0 and "0 broken" in done.stdout, done.stdout + done.stderr
