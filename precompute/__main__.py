"""`precompute`: the offline programs."""

from typing import NoReturn


def main() -> NoReturn:
    """Run the command line."""
    from precompute.cli import precompute
    from programs.command import run

    run(precompute, "precompute")


if __name__ == "__main__":
    main()
