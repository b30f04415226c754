#!/bin/sh
# One line of a million letters.
head -c 1000000 /dev/zero | tr '\0' x
sleep 20
