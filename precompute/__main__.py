"""The entry point of `precompute`."""

from lingo_common.process import end_at_once, one_thread_for_algebra


def main() -> None:
    """Run the command line."""
    end_at_once()
    one_thread_for_algebra()
    from lingo_common.cli.command import run_program
    from precompute.commands.program import precompute

    run_program(precompute, "precompute")


if __name__ == "__main__":
    main()
