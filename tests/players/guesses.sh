#!/bin/sh
# Plays by the rules: guesses its arguments one after the other (the last one is the length).
while [ $# -gt 1 ]; do
    echo "$1"
    shift
    read -r reply || exit 0
done
