#!/bin/sh
# So many files of 100 KiB, 100 at most; then leaves, or stays for 20 s where a second argument says so.
i=0
while [ $i -lt "$1" ] && [ $i -lt 100 ]; do
    head -c 102400 /dev/zero > "file$i"
    i=$((i + 1))
done
[ "$2" = stay ] && sleep 20
exit 0
