#!/bin/sh
sleep 0.4
echo "$1"
read -r reply
