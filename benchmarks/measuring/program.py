"""Paths of the installed programs; runs of `codebreaker` with their memory."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any


def path(name: str) -> str:
    """The path of the program of that name, in the environment of this Python."""
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
"""Runs `codebreaker`, then prints its memory as the kernel counts it (wait4 would include the caller's memory)."""


def run_codebreaker(*arguments: str, numba: bool = True) -> dict[str, Any]:
    """The JSON that the command prints, with "megabytes", its peak memory. numba=False runs it without numba."""
    code = _RUN.format(before="" if numba else "sys.modules['numba'] = None")
    command = [sys.executable, "-c", code, *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"codebreaker {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")
    [kilobytes] = re.findall(r"^VmHWM:\s*([0-9]+) kB$", done.stderr, re.MULTILINE)
    return {**json.loads(done.stdout), "megabytes": int(kilobytes) // 1024}
