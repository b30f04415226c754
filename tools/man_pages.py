"""Writes a man page for every command: python -m tools.man_pages [DIRECTORY]"""

import sys
from importlib.metadata import version
from pathlib import Path

from click_man.core import write_man_pages

from tools.programs import PROGRAMS


def write(directory: Path) -> list[Path]:
    """The man pages, written into the directory."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, program in PROGRAMS.items():
        write_man_pages(name, program, version=version("lingo-bot"), target_dir=str(directory))
    return sorted(directory.glob("*.1"))


if __name__ == "__main__":
    print(f"{len(write(Path(sys.argv[1] if sys.argv[1:] else 'man')))} man pages")
