#!/usr/bin/env python3
"""Holds so many MiB, in so many processes (the second argument); lives 20 s. Its own limit is 1 GiB of addresses."""
import os
import resource
import sys
import time

resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
size = int(sys.argv[1])
processes = int(sys.argv[2]) if len(sys.argv) > 3 else 1
if processes > 1:
    os.fork()
held = os.urandom(1 << 20) * min(size, 500)
time.sleep(20)
