#!/bin/sh
# A child in a session of its own holds the pipe open for three seconds.
setsid sleep 3 &
echo crane
exit 0
