"""Starts the runner: python -m referee.runner DIRECTORY SOCKET LOCK; the referee does that."""

import sys

from referee.runner.server import main

main(sys.argv[1:])
