#!/bin/sh
# The process that was started leaves; a child stays behind, its process id in the file of the first argument.
sleep 20 &
echo $! > "$1"
echo crane
exit 0
