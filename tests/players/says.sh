#!/bin/sh
# Its first argument, escapes such as \\000 understood, at once; then waits for the end of its input.
printf "$1"
exec cat > /dev/null
