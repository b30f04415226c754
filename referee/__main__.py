"""The entry point of `referee` and of `python -m referee`."""

from lingo_common.interrupts import end_at_once


def main() -> None:
    """Run the command line and exit with its code."""
    end_at_once()
    from lingo_common.cli.command import run
    from referee.commands.program import referee

    run(referee, "referee")


if __name__ == "__main__":
    main()
