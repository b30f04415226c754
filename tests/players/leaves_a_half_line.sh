#!/bin/sh
# A word without a newline, then the end.
printf %s "$1"
