"""The entry point of `referee` and of `python -m referee`."""

import sys

from lingo_common.process import silence_ctrl_c


def main() -> None:
    """Run the command line and exit with its code."""
    # The imports below take a while, and Ctrl-C should end them without a traceback.
    silence_ctrl_c()
    from lingo_common.errors import EXIT_USAGE, say

    try:
        import fcntl  # noqa: F401
    except ImportError:
        say("referee", "it needs a POSIX system, such as Linux; lingo-bot, precompute and codebreaker run here")
        sys.exit(EXIT_USAGE)

    from lingo_common.cli.command import run_program
    from referee.commands.program import referee

    run_program(referee, "referee")


if __name__ == "__main__":
    main()
