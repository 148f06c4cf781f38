#!/bin/sh
# Installs the Debian packages that building and testing need and that are missing; says nothing much
# where all are there.
#
#   tools/dependencies.sh        what `make demo` and `make test` need
#   tools/dependencies.sh --ci   and what .ci/run needs: ccache, clang, its sanitizers, lld, clang-format; libtcod,
#                                beside which sight and paths are tested and measured; chromium, tidy and
#                                npm (for axe-core), with which reports are looked at; a locale with a
#                                decimal comma; Godot, for its kit;
#                                crawl, for an example; Open MPI
set -eu

packages="build-essential meson ninja-build pkg-config python3 scdoc libyaml-dev libjansson-dev
    librandom123-dev libxxhash-dev libcmocka-dev libgsl-dev
    liblua5.4-dev libncurses-dev libsqlite3-dev libnlopt-dev tmux python3-jsonschema python3-yaml lua5.4"
command -v node >/dev/null 2>&1 || packages="$packages nodejs" # there are other ways to have it
case "${1-}" in
'') ;;
--ci) packages="$packages ccache clang lld llvm clang-format libclang-rt-14-dev libtcod-dev
    chromium tidy git locales godot3-server crawl libopenmpi-dev openmpi-bin"
    command -v npm >/dev/null 2>&1 || packages="$packages npm" # there are other ways to have it
    ;;
*)
    echo "usage: tools/dependencies.sh [--ci]" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "dependencies: not a Debian system; if something is missing below, these Debian packages"
    echo "  name it:" $packages
    exit 0
fi

missing=
for package in $packages; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
    echo "dependencies: all there"
    exit 0
fi

if [ "$(id -u)" = 0 ]; then
    as_root="env"
elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo env"
else
    echo "dependencies: missing:$missing" >&2
    echo "dependencies: neither root nor sudo here; let an administrator run" >&2
    echo "  apt-get install$missing" >&2
    exit 1
fi

install_missing() {
    $as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        $missing </dev/null
}

echo "dependencies: installing$missing"
updated=
if ! apt-cache show $missing >/dev/null 2>&1; then
    $as_root apt-get update -q
    updated=yes
fi
if ! install_missing; then
    # The lists may be older than the archive.
    if [ -n "$updated" ]; then
        echo "dependencies: could not install$missing" >&2
        exit 1
    fi
    $as_root apt-get update -q
    install_missing
fi
