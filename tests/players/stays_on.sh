#!/bin/sh
# Wins with its first argument, then ignores the end of its input and every polite request to end.
trap '' TERM HUP INT
echo "$1"
read -r reply
i=0
while [ $i -lt 20 ]; do
    sleep 1
    i=$((i + 1))
done
