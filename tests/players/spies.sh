#!/bin/sh
# Looks for its first argument in the command lines, the environments and the names of open files of all processes.
# Tells what it found on standard error.
{
    # The first grep reads from a pipe what it looks for, so that only the command lines of this script name it. The
    # second one leaves these out.
    echo "$1" | grep -l -a -F -f - /proc/[0-9]*/cmdline /proc/[0-9]*/environ | xargs -r grep -L -a -F spies.sh
    find /proc/[0-9]*/fd -lname "*$1*"
} 2> /dev/null | sed "s/^/found in /" >&2
echo crane
read -r reply
