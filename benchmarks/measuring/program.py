"""The programs of the environment that runs a benchmark; runs of `codebreaker` with the memory that each took."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any


def path(name: str) -> str:
    """Where the program of that name lies, beside the Python that runs this."""
    return str(Path(sys.executable).parent / name)


_RUN = """
import sys
{before}
from codebreaker.__main__ import main
try:
    main()
finally:
    print(open("/proc/self/status").read(), file=sys.stderr)
"""
"""Runs `codebreaker`, then says what the kernel counted. What wait4 tells of memory begins with that of the caller."""


def measured(*arguments: str, numba: bool = True) -> dict[str, Any]:
    """What the command prints as JSON, and "megabytes", the most memory it held; without numba if so wished."""
    code = _RUN.format(before="" if numba else "sys.modules['numba'] = None")
    command = [sys.executable, "-c", code, *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"codebreaker {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")
    [kilobytes] = re.findall(r"^VmHWM:\s*([0-9]+) kB$", done.stderr, re.MULTILINE)
    return {**json.loads(done.stdout), "megabytes": int(kilobytes) // 1024}
