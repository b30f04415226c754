"""`precompute`: the offline programs."""

from typing import NoReturn

from programs.interrupts import end_at_once


def main() -> NoReturn:
    """Run the command line."""
    end_at_once()
    from precompute.cli import precompute
    from programs.command import run

    run(precompute, "precompute")


if __name__ == "__main__":
    main()
