"""The environment variables that a player finds: few, and the same wherever the referee runs."""

import os

DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where programs are looked for when the referee itself has no PATH."""


def environment(directory: str) -> dict[str, str]:
    """The player's environment: PATH as the referee has it, a home and a place for files, a neutral language."""
    return {
        "PATH": os.environ.get("PATH") or DEFAULT_PATH,
        "HOME": directory,
        "TMPDIR": directory,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
    }
