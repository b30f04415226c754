"""`codebreaker`: guessing games from the command line."""

from lingo_common.process import end_at_once, one_thread_for_algebra


def main() -> None:
    """Run the command line."""
    end_at_once()
    one_thread_for_algebra()
    from codebreaker.commands.program import codebreaker
    from lingo_common.cli.command import run_program

    run_program(codebreaker, "codebreaker")


if __name__ == "__main__":
    main()
