#!/usr/bin/env python3
"""Writes its first argument, escapes such as \\x00 and \\r understood, at once; then waits for the end of its input."""
import sys

sys.stdout.buffer.write(sys.argv[1].encode().decode("unicode_escape").encode("latin-1"))
sys.stdout.buffer.flush()
sys.stdin.read()
