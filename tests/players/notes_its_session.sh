#!/bin/sh
# Leaves what the system knows of it in the file of the first argument, then wins with the second.
cat /proc/$$/stat > "$1"
echo "$2"
