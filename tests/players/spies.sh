#!/bin/sh
# Looks for its first argument in the command lines, the environments and the names of open files of all processes.
# Tells what it found on standard error.
exec 3>&2 2> /dev/null

# grep reads from a pipe what it looks for, so that only the command lines of this script name it. They are left out
# afterwards, when the processes of the search are gone: one that was just forked has the script's command line too, and
# gets another one when it becomes a program.
files=$(echo "$1" | grep -l -a -F -f - /proc/[0-9]*/cmdline /proc/[0-9]*/environ)
others=$([ -z "$files" ] || grep -L -a -F spies.sh $files)
links=$(find /proc/[0-9]*/fd -lname "*$1*")

for place in $others $links; do
    echo "found in $place" >&3
done
echo crane
read -r reply
