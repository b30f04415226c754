#!/bin/sh
echo crane
exec sleep 20
