"""The entry point of `precompute`."""

from lingo_common.process import one_thread_for_algebra, silence_ctrl_c


def main() -> None:
    """Run the command line."""
    # These must be done before numpy and the commands are imported.
    silence_ctrl_c()
    one_thread_for_algebra()
    from lingo_common.cli.command import run_program
    from precompute.commands.program import precompute

    run_program(precompute, "precompute")


if __name__ == "__main__":
    main()
