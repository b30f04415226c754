#!/bin/sh
# One guess, then a signal that ends it.
echo crane
read -r reply
kill -SEGV $$
