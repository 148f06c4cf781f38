#!/bin/bash
# pieces.sh FUZZER COUNT [FOLDER]: runs a fuzz target (tests/fuzz/NAME_fuzz of a build with -Dfuzz=true)
# on COUNT inputs, half a minute at a time and after everybody else, and says how many there were. What it
# has found stays in FOLDER, so that it can be stopped and go on; a crash ends it and leaves its input there.
set -u
fuzzer=$(realpath "$1") wanted=$2
name=$(basename "$fuzzer" _fuzz)
here=$(realpath "$(dirname "$0")")
work=${3:-$(dirname "$fuzzer")/work/$name}
mkdir -p "$work/found"
total=$(cat "$work/count" 2>/dev/null || echo 0)
while [ "$total" -lt "$wanted" ]; do
    if ! nice -n 19 "$fuzzer" -max_total_time=30 -timeout=10 -rss_limit_mb=2048 -max_len=16384 -verbosity=0 \
        -print_final_stats=1 -dict="$here/$name.dict" -artifact_prefix="$work/crash-" "$work/found" \
        "$here/corpus/$name" >"$work/log" 2>&1; then
        tail -n 40 "$work/log"
        exit 1
    fi
    total=$((total + $(grep -oP 'number_of_executed_units: \K\d+' "$work/log")))
    echo "$total" >"$work/count"
done
echo "$name: $total inputs, $(find "$work/found" -type f | wc -l) kept"
