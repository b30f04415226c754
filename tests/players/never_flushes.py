#!/usr/bin/env python3
import sys

output = open(1, "w")  # buffered, whatever the environment says of sys.stdout
output.write("crane\n")
sys.stdin.readline()
