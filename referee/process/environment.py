"""The environment variables of a player: few, and the same wherever the referee runs."""

import os

DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"
"""The PATH of players if the referee has none."""
_HOME = "TMPDIR"


def environment(directory: str) -> dict[str, str]:
    """The player's environment: the referee's PATH, a home, a place for files, a neutral language."""
    return {
        "PATH": os.environ.get("PATH") or DEFAULT_PATH,
        "HOME": directory,
        _HOME: directory,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
    }


def runs_in(directories: str, variables: bytes) -> bool:
    """Whether this environment, as /proc/PID/environ shows it, is a player's in a directory with that in its path."""
    return any(
        variable.startswith(f"{_HOME}=".encode()) and directories.encode() in variable
        for variable in variables.split(b"\0")
    )
