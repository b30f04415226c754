#!/usr/bin/env python3
"""A byte now and then, never a newline; lives for 20 seconds at most."""
import os
import time

for _ in range(400):
    os.write(1, b"x")
    time.sleep(0.05)
