#!/bin/sh
# Writes one file of so many MiB, 10 at most. A signal that ends the writing ends this player too.
[ "$1" -gt 10 ] && exit 1
head -c "$1"M /dev/zero > file
[ $? -gt 128 ] && kill -s XFSZ $$
exit 1
