#!/bin/sh
# The right word (its first argument), then the end, its reply unread.
echo "$1"
