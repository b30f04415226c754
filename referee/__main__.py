"""The entry point of `referee` and of `python -m referee`."""

from typing import NoReturn

from programs.interrupts import end_at_once


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    end_at_once()
    from programs.command import run
    from referee.cli import referee

    run(referee, "referee")


if __name__ == "__main__":
    main()
