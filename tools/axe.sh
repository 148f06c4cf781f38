#!/bin/sh
# Puts axe-core, the checker of accessibility that the tests in a browser use, into a folder:
#   tools/axe.sh FOLDER      then AXE_CORE=FOLDER/package/axe.min.js meson test ...
# A tool of the tests only (licence MPL-2.0): never committed, never part of what is built.
set -eu

version=4.14.1
sum=29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c
folder=$1
axe=$folder/package/axe.min.js

is_there() {
    [ -f "$axe" ] && [ "$(sha256sum "$axe" | cut -d' ' -f1)" = "$sum" ]
}

if is_there; then
    echo "axe: there"
    exit 0
fi
mkdir -p "$folder"
cd "$folder"
npm pack --silent "axe-core@$version" </dev/null >/dev/null
tar -xzf "axe-core-$version.tgz" package/axe.min.js package/LICENSE
cd "$OLDPWD"
if ! is_there; then
    echo "axe: $axe is not the file that is expected" >&2
    exit 1
fi
echo "axe: axe-core $version"
