"""The rooms: import-linter's contracts hold, and folders stay small."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_MODULES = 18
"""Modules in a folder, without `__init__` and `__main__`."""


def test_imports_go_down_only():
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and "0 broken" in done.stdout, done.stdout + done.stderr


def test_no_folder_is_crowded():
    packages = [path.parent for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests"]
    modules = [path for package in packages for path in package.rglob("*.py") if not path.name.startswith("__")]
    folders = Counter(path.parent for path in modules)
    assert folders and not {str(folder): count for folder, count in folders.items() if count > MOST_MODULES}
