#!/bin/sh
# Complaints without end, as far as 20 seconds and 200 megabytes allow, and no guess.
yes complaint | head -c 200000000 >&2
exec sleep 20
