#!/bin/sh
# Does what its first argument says, and tells the outcome on standard error.
eval "$1" >&2
