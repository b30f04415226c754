"""Starts the runner: python -m referee.runner SOCKET DIRECTORY; the referee does that."""

import sys

from referee.runner.server import main

main(sys.argv[1:])
