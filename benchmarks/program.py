"""The programs of the environment that runs a benchmark; runs of `codebreaker` with the memory that each took."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


def path(name: str) -> str:
    """Where the program of that name lies, beside the Python that runs this."""
    return str(Path(sys.executable).parent / name)


def measured(*arguments: str, numba: bool = True) -> dict[str, Any]:
    """What the command prints as JSON, and "megabytes", the most memory it held; without numba if so wished."""
    blocked = "" if numba else "sys.modules['numba'] = None; "
    code = f"import sys; {blocked}from codebreaker.__main__ import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code, *arguments, "--json"], stdout=subprocess.PIPE)
    assert process.stdout
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"codebreaker {' '.join(arguments)}: exit {process.returncode}")
    return {**json.loads(printed), "megabytes": usage.ru_maxrss // 1024}
