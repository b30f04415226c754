#!/bin/sh
# Guesses once, and ends as the launcher does that cannot become the player: imitates_the_launcher.sh PREFIX STATUS
echo crane
read -r reply
echo "$1: there is no such program" >&2
exit "$2"
