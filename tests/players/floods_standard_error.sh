#!/bin/sh
# Three megabytes of complaints, then a game by the rules with the first argument as guess.
echo "the very beginning" >&2
head -c 3000000 /dev/zero | tr '\0' '!' >&2
echo "the very end" >&2
echo "$1"
read -r reply
