#!/bin/sh
# So many children that sleep for 20 s, 50 at most.
i=0
while [ $i -lt "$1" ] && [ $i -lt 50 ]; do
    sleep 20 &
    i=$((i + 1))
done
sleep 20
