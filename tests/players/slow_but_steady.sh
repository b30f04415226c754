#!/bin/sh
# Every guess takes a third of a second.
for word in crane crane crane crane crane; do
    sleep 0.3
    echo $word
    read -r reply || exit 0
done
