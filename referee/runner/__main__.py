"""Starts the runner: python -m referee.runner DIRECTORY, with the referee's socket as its input."""

import sys

from referee.runner.server import main

main(sys.argv[1:])
