#!/bin/sh
# The installed library is enough: examples/weigh.c, built with nothing but what pkg-config says, runs,
# against the shared library and against the static one. So does the program that README.md shows. Man pages are
# installed, one a command.
#   install_test.sh SOURCE_ROOT BUILD_FOLDER C_COMPILER CXX_COMPILER
set -eu
root=$1 build=$2 cc=$3 cxx=$4
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT INT TERM

fail() {
    echo "install: $1" >&2
    exit 1
}

DESTDIR=$stage meson install -C "$build" --no-rebuild --quiet >"$stage/install.log" 2>&1 ||
    { cat "$stage/install.log" >&2; fail "meson install failed"; }
pc=$(find "$stage" -name wyrm.pc)
[ -n "$pc" ] || fail "no wyrm.pc"
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$stage"
library=$(dirname "${pc%/*}")

for header in "$root"/include/wyrm/*.h; do
    [ -n "$(find "$stage" -path "*/include/wyrm/${header##*/}")" ] ||
        fail "${header##*/} is not installed"
done
program=$(find "$stage" -path '*/bin/wyrm')
[ -x "$program" ] || fail "no program"
"$program" --version >/dev/null || fail "the installed program does not start"
for script in bash-completion/completions/wyrm zsh/site-functions/_wyrm fish/vendor_completions.d/wyrm.fish; do
    [ -s "$(find "$stage" -path "*/share/$script")" ] || fail "$script is not installed"
done
if command -v scdoc >/dev/null 2>&1; then
    for page in "$root"/docs/*.1.scd; do
        page=${page##*/}
        [ -n "$(find "$stage" -path "*/man1/${page%.scd}")" ] || fail "${page%.scd} is not installed"
    done
fi

# shellcheck disable=SC2046,SC2086  # words on purpose
$cc -std=c11 -Wall -Wextra -Werror "$root/examples/weigh.c" -o "$stage/weigh" \
    $(pkg-config --cflags --libs wyrm) || fail "the example does not link with the shared library"
shared=$(LD_LIBRARY_PATH=$library "$stage/weigh") || fail "the example failed"
# shellcheck disable=SC2046,SC2086
$cc -std=c11 -Wall -Wextra -Werror "$root/examples/judge.c" -o "$stage/judge" \
    $(pkg-config --cflags --libs wyrm-bench) || fail "examples/judge.c does not link with the shared libraries"
# shellcheck disable=SC2046,SC2086
$cxx -std=c++17 -Wall -Wextra -Werror "$root/examples/descend.cpp" -o "$stage/descend" \
    $(pkg-config --cflags --libs wyrm) || fail "examples/descend.cpp does not link with libwyrm alone"
judged=$(LD_LIBRARY_PATH=$library "$stage/judge" ruggrogue) && fail "ruggrogue has no failing target any more"
case $judged in
*" hold, "*" fail, "*) ;;
*) fail "examples/judge.c says: $judged" ;;
esac
descended=$(LD_LIBRARY_PATH=$library "$stage/descend" tutorial player@5 7) || fail "examples/descend.cpp failed"
case $descended in
"depth 1: "*" monsters, "*"dies there" | "depth 1: "*" monsters, "*"lives") ;;
*) fail "examples/descend.cpp says: $descended" ;;
esac
# shellcheck disable=SC2046,SC2086
$cc -std=gnu11 -Wall -Wextra -Werror "$root/examples/spread.c" -o "$stage/spread" \
    $(pkg-config --cflags --libs wyrm-bench) || fail "examples/spread.c does not link with the shared libraries"
alone=$(LD_LIBRARY_PATH=$library "$stage/spread" tutorial 0) || fail "examples/spread.c failed"
spread=$(LD_LIBRARY_PATH=$library "$stage/spread" tutorial 3) || fail "examples/spread.c failed in processes"
[ "$alone" = "$spread" ] || fail "examples/spread.c says something else in processes: $spread"
if ldd "$library"/libwyrm.so.0 | grep -q sqlite; then
    fail "libwyrm links SQLite"
fi
sed -n '/^```c$/,/^```$/{/^```/d;p}' "$root/README.md" >"$stage/readme.c"
# shellcheck disable=SC2046,SC2086
$cc -std=c11 -Wall -Wextra -Werror "$stage/readme.c" -o "$stage/readme" $(pkg-config --cflags --libs wyrm) ||
    fail "the program in README.md does not link"
said=$(LD_LIBRARY_PATH=$library "$stage/readme") || fail "the program in README.md failed"
case $said in
"the player wins "*" % of fights") ;;
*) fail "the program in README.md says: $said" ;;
esac

rm "$library"/libwyrm.so*
# shellcheck disable=SC2046,SC2086
$cc -std=c11 -Wall -Wextra -Werror "$root/examples/weigh.c" -o "$stage/weigh_static" \
    $(pkg-config --cflags --libs --static wyrm) ||
    fail "the example does not link with the static library"
static=$("$stage/weigh_static") || fail "the static example failed"

case $shared in
"player@6,weapon=6,armor=6 beats monster@6 in "*" % of fights, in "*" turns on average") ;;
*) fail "unexpected output: $shared" ;;
esac
[ "$shared" = "$static" ] || fail "shared and static library disagree: $shared / $static"

# What the example says is what the program says.
wins=$("$program" duel ruggrogue player@6,weapon=6,armor=6 monster@6 --json |
    python3 -c 'import json, sys; print("%.2f" % (100 * json.load(sys.stdin)["p_win"]))')
case $shared in
*" in $wins % of fights"*) ;;
*) fail "the program says $wins %, the example: $shared" ;;
esac
if "$stage/weigh_static" rugrogue 2>"$stage/error"; then
    fail "an unknown ruleset is no error"
fi
grep -q "did you mean 'ruggrogue'" "$stage/error" || fail "the example hides the hint"
printf 'name: typo\nextends: ruggrogue\ncombat:\n  mis: 1/10\n' >"$stage/typo.yaml"
if "$stage/weigh_static" "$stage/typo.yaml" 2>"$stage/error"; then
    fail "a typo is no error"
fi
grep -q "typo.yaml:4:3: error: .*did you mean 'miss'" "$stage/error" || fail "the example hides the place"
echo "install: $shared"
