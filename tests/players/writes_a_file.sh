#!/bin/sh
# One file of so many MiB, 10 at most, written by this very process's successor.
[ "$1" -gt 10 ] && exit 1
exec head -c "$1"M /dev/zero > file
