#!/usr/bin/env python3
"""Wins with its second argument where it can open a connection to that port of this machine."""
import socket
import sys

try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=1).close()
    print(sys.argv[2], flush=True)
except OSError:
    print("crane", flush=True)
sys.stdin.readline()
