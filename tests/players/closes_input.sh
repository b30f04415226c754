#!/bin/sh
# Guesses blindly with a closed standard input.
exec <&-
echo crane
sleep 0.1
echo "$1"
exec sleep 20
