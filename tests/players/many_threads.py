#!/usr/bin/env python3
"""So many threads that sleep for 20 s, 50 at most."""
import sys
import threading
import time

for _ in range(min(int(sys.argv[1]), 50)):
    threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
time.sleep(20)
