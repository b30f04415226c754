#!/usr/bin/env python3
"""Directories in each other, so many deep, 5000 at most."""
import os
import sys

for _ in range(min(int(sys.argv[1]), 5000)):
    os.mkdir("d")
    os.chdir("d")
