#!/bin/sh
# Kills its parent, its group or all it may (the first argument), then wins with the second.
# Never outside of a PID namespace of its own: there, the first process is bubblewrap's.
[ "$(cat /proc/1/comm)" = bwrap ] || exit 9
case $1 in
parent) kill -KILL $PPID ;;
group) kill -KILL 0 ;;
all) kill -KILL -1 ;;
esac
echo "$2"
read -r reply
