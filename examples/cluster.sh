#!/bin/sh
# A Dask cluster on this machine alone, and this project's work on it: what `make cluster-demo` runs.
# On machines of your own: `dask scheduler` on one, `dask worker HOST:8786 --nthreads 1 --nworkers auto` on the others.
set -eu
bin=$(cd "${1:-.venv/bin}" && pwd)
place=$(mktemp -d)
running=
leave() {
    # shellcheck disable=SC2086
    test -z "$running" || kill -KILL $running 2>/dev/null || true # they keep nothing, and some sit out a TERM
    wait
    rm -rf "$place"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() { printf '\n== %s\n' "$*"; }

# Each in an empty directory with a home of its own: workers share no file with the caller.
start() {
    name=$1
    shift
    mkdir "$place/$name"
    (cd "$place/$name" && HOME=$place/$name exec "$bin/dask" "$@" --no-dashboard) >"$place/$name.log" 2>&1 &
    running="$running $!"
}
worker() {
    start "$1" worker --scheduler-file "$place/scheduler.json" --host 127.0.0.1 --nthreads 1 --no-nanny \
        --local-directory "$place/$1"
}

say "a scheduler and two workers"
start scheduler scheduler --scheduler-file "$place/scheduler.json" --host 127.0.0.1 --port 0 \
    --dashboard-address 127.0.0.1:0
scheduler=$!
worker first
victim=$!
worker second
until grep -qs "^}" "$place/scheduler.json"; do
    kill -0 "$scheduler" || { cat "$place/scheduler.log" >&2; exit 1; }
    sleep 0.1
done
address=$(sed -n 's/.*"address": "\(.*\)".*/\1/p' "$place/scheduler.json" | head -n 1)
echo "$address"

say "precompute first-guesses on the cluster; one worker is killed in the middle, another comes late"
XDG_CACHE_HOME=$place/cache "$bin/precompute" first-guesses --lengths 12-13 --top 3 --cluster "$address" \
    >"$place/there" &
work=$!
sleep 6
kill -9 "$victim" && echo "killed worker $victim"
worker third
wait "$work"
cat "$place/there"

say "the same on this machine"
XDG_CACHE_HOME=$place/cache "$bin/precompute" first-guesses --lengths 12-13 --top 3 >"$place/here"
cmp "$place/here" "$place/there" && echo "to the bit the same"

say "referee run: the workers play, this process alone keeps the record"
cat >"$place/players.txt" <<END
lingo-bot=$bin/lingo-bot
entropy=$bin/python $PWD/examples/players/opponents.py entropy
END
"$bin/referee" run --players "@$place/players.txt" --lengths 5-7 --rounds 5 --seed 1 --out "$place/pit" \
    --cluster "$address"
