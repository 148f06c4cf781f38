#!/bin/sh
# Puts the simulator of Pokemon Showdown, which an example plays (examples/showdown), into a folder:
#   tools/showdown.sh FOLDER      then NODE_PATH=FOLDER/node_modules node examples/showdown/battle.js
# Only what the example's package-lock.json names, held against its checksums (licence MIT): never committed, never
# part of what is built.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)/examples/showdown
folder=$1
lock=$folder/package-lock.json

if [ -f "$folder/done" ] && cmp -s "$here/package-lock.json" "$lock"; then
    echo "showdown: there"
    exit 0
fi
mkdir -p "$folder"
rm -f "$folder/done"
cp "$here/package.json" "$here/package-lock.json" "$folder"
cd "$folder"
npm ci --silent --ignore-scripts --no-audit --no-fund </dev/null
touch done
echo "showdown: @pkmn/sim $(node -p 'require("./node_modules/@pkmn/sim/package.json").version')"
