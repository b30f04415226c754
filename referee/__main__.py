"""The entry point of `referee` and of `python -m referee`."""

from typing import NoReturn

from programs.command import run
from referee.cli import referee


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    run(referee, "referee")


if __name__ == "__main__":
    main()
