"""What a benchmark was run on, and the list it ran over."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PIT = Path(__file__).resolve().parent.parent.parent / "shared" / "pit"
"""The contest's list, where it is at hand; the packaged lists stand in for it elsewhere."""


def source() -> str | None:
    """The word list to measure on, as programs take it: the contest's or (None) the packaged one."""
    return str(PIT) if (PIT / "wordlist.txt").exists() else None


def described() -> str:
    """One line on the processor, cores, Python and the packages that matter."""
    packages = [f"{name} {_version(name)}" for name in ("numpy", "numba")]
    return f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, {', '.join(packages)}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
