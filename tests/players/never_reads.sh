#!/bin/sh
# Guesses without reading replies, and stays.
for word in crane dents tough blimp "$1"; do
    echo "$word"
    sleep 0.02
done
exec sleep 20
