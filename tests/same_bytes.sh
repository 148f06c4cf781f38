#!/bin/bash
# The same bytes of --json from every build named, and from any number of threads; with --quick only the first one is
# asked with several numbers of them.
#   same_bytes.sh [--quick] PROGRAM...
set -u
quick=
[ "${1-}" = --quick ] && quick=yes && shift
for program in "$@"; do
    [ -x "$program" ] || { echo "same_bytes: no program $program" >&2; exit 1; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
failed=0
compared=0

# The output that the others of the same command must equal.
reference=

compare() {
    local label=$1 output=$2
    if [ -z "$reference" ]; then
        reference=$output
        return
    fi
    compared=$((compared + 1))
    if ! cmp -s "$reference" "$output"; then
        echo "same_bytes: $label gives other bytes:" >&2
        diff <(python3 -m json.tool "$reference") <(python3 -m json.tool "$output") 2>&1 |
            head -n 10 >&2
        failed=$((failed + 1))
    fi
}

run() {
    local program=$1 number=$2
    shift 2
    local output=$scratch/$number
    if ! "$program" "$@" --json >"$output" 2>"$scratch/error"; then
        echo "same_bytes: $program $* failed: $(head -n 3 "$scratch/error")" >&2
        failed=$((failed + 1))
    fi
    compare "$program $*" "$output"
}

while read -r -a words; do
    reference=
    number=0
    threads=("")
    case ${words[0]} in
    curve | check | sim | compare | report) threads=("" "--threads=1" "--threads=2" "--threads=7") ;;
    esac
    for program in "$@"; do
        [ -n "$quick" ] && [ "$program" != "$1" ] && threads=("")
        for thread in "${threads[@]}"; do
            number=$((number + 1))
            run "$program" "$number" "${words[@]}" ${thread:+"$thread"}
        done
    done
done <<'COMMANDS'
hit ruggrogue raw,attack=8 raw,defense=4
hit ruggrogue player@17,weapon=18,armor=16 monster@19
hit ruggrogue player@6 monster@6,asleep
duel ruggrogue player@6,weapon=5,armor=5 monster@6
duel ruggrogue player@14,weapon=14,armor=14,regen=0.3 monster@16
duel ruggrogue --matrix player monster --levels 1..12
curve ruggrogue --runs 150
curve ruggrogue --runs 257 --seed 99
curve ruggrogue --tracker 4.1
check ruggrogue
rules show ruggrogue --levels=-5..60
sim ruggrogue --bot tactician --runs 10
sim yarl --bot brawler --runs 80
sim tutorial --runs 20
sim tutorial --arena two_orcs --runs 100
sim bob-and-trev --bot tactician --runs 4
compare tutorial-before tutorial --sim --runs 60
report tutorial --runs 20
COMMANDS
echo "same_bytes: $compared outputs compared, $failed differences or failures"
[ "$failed" = 0 ] && [ "$compared" -gt 0 ]
