"""`codebreaker`: guessing games from the command line."""

from typing import NoReturn


def main() -> NoReturn:
    """Run the command line."""
    from codebreaker.cli import codebreaker
    from programs.command import run

    run(codebreaker, "codebreaker")


if __name__ == "__main__":
    main()
