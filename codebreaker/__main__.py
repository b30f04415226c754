"""`codebreaker`: guessing games from the command line."""

from typing import NoReturn

from programs.interrupts import end_at_once


def main() -> NoReturn:
    """Run the command line."""
    end_at_once()
    from codebreaker.cli import codebreaker
    from programs.command import run

    run(codebreaker, "codebreaker")


if __name__ == "__main__":
    main()
