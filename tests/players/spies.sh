#!/bin/sh
# Looks for its first argument in the command lines, the environments and the names of open files of all processes.
# Tells what it found on standard error.
for process in /proc/[0-9]*; do
    [ "$process" = /proc/$$ ] && continue
    for place in cmdline environ; do
        case $({ tr '\0' ' ' < $process/$place; } 2> /dev/null) in
        *"spies.sh"*) ;;
        *"$1"*) echo "found in $process/$place" >&2 ;;
        esac
    done
    ls -l $process/fd 2> /dev/null | grep -F "$1" | sed "s|^|found in $process/fd: |" >&2
done
echo crane
read -r reply
