"""Facts about the machine that runs a benchmark."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lingo_common.process import processors


def facts() -> dict[str, Any]:
    """The processor, its cores, their load over the last minute, and the versions of Python and packages."""
    return {
        "processor": _processor(),
        "cores": processors(),
        "load": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        **{name: _version(name) for name in ("lingo-bot", "numpy", "numba")},
    }


def describe(facts: dict[str, Any]) -> str:
    """The facts in one line."""
    versions = ", ".join(f"{name} {facts[name] or 'absent'}" for name in ("lingo-bot", "numpy", "numba"))
    return "{processor}, {cores} cores, load {load}, {system}, Python {python}, ".format(**facts) + versions


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
