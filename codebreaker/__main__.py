"""`codebreaker`: guessing games from the command line."""

from lingo_common.process import one_thread_for_algebra, silence_ctrl_c


def main() -> None:
    """Run the command line."""
    silence_ctrl_c()
    one_thread_for_algebra()

    # Imported only now, because both calls must come before the modules are loaded, numpy among them.
    from codebreaker.commands.program import codebreaker
    from lingo_common.cli.command import run_program

    run_program(codebreaker, "codebreaker")


if __name__ == "__main__":
    main()
