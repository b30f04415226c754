#!/bin/sh
# The same guess a million times over.
yes "$1" | head -n 1000000
