#!/bin/sh
# Writes one file of so many MiB, 10 at most. A signal that ends the writing ends this player too; on a full disk it stays
# for a second, in which the referee looks at the disk.
[ "$1" -gt 10 ] && exit 1
head -c "$1"M /dev/zero > file
[ $? -gt 128 ] && kill -s XFSZ $$
sleep 1
