#!/bin/bash
# emulated.sh FOLDER WYRM: builds the program for another machine (s390x: the other order of bytes) with the cross
# compiler and libraries of Debian, unpacked into FOLDER and installed nowhere, runs it under emulation, and compares
# what some commands print with --json with what WYRM does: same bytes. Takes a quarter of an hour of one core, most of
# it the build; what it needs is there afterwards. Machines of 32 bits have no numbers of 128, which random streams and
# tables of chances are made of: they are not supported.
set -eu
mkdir -p "$1"
folder=$(realpath "$1")
here=$(realpath "$(dirname "$0")/..")
native=$(realpath "$2")
arch=s390x triple=s390x-linux-gnu machine=s390x endian=big family=s390x
root=$folder/root

if [ ! -e "$folder/unpacked" ]; then
    mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/debs" "$root"
    apt="-o Dir::State::Lists=$folder/apt/lists -o Dir::Cache=$folder/apt/cache -o APT::Architectures::=amd64
        -o APT::Architectures::=$arch"
    # shellcheck disable=SC2086
    apt-get $apt update >/dev/null
    cd "$folder/debs"
    # shellcheck disable=SC2086
    apt-get $apt download qemu-user-static "gcc-12-$triple" "gcc-12-$triple-base" "cpp-12-$triple" "binutils-$triple" \
        "libc6-$arch-cross" "libc6-dev-$arch-cross" "linux-libc-dev-$arch-cross" "libgcc-12-dev-$arch-cross" \
        "libgcc-s1-$arch-cross" libisl23 libmpc3 libmpfr6 libyaml-0-2:$arch libyaml-dev:$arch liblua5.4-0:$arch \
        liblua5.4-dev:$arch libjansson4:$arch libjansson-dev:$arch libxxhash0:$arch libxxhash-dev:$arch \
        libsqlite3-0:$arch libsqlite3-dev:$arch libnlopt0:$arch libnlopt-dev:$arch \
        libncursesw6:$arch libtinfo6:$arch libncurses-dev:$arch \
        libreadline8:$arch \
        libcmocka0:$arch libcmocka-dev:$arch libgsl27:$arch libgsl-dev:$arch libgslcblas0:$arch >/dev/null
    for deb in *.deb; do
        dpkg -x "$deb" "$root"
    done
    sed -i "s#/usr/$triple/lib/##g" "$root/usr/$triple/lib/"libc.so # as it is not installed there
    ln -sfn /usr/include/Random123 "$root/usr/include/Random123"
    touch "$folder/unpacked"
fi

export LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu
libraries="-L$root/usr/lib/$triple -L$root/lib/$triple \
    -Wl,-rpath-link,$root/usr/lib/$triple:$root/usr/$triple/lib:$root/lib/$triple"
cat >"$folder/cross.ini" <<INI
[binaries]
c = ['$root/usr/bin/$triple-gcc-12', '-B$root/usr/lib/gcc-cross/$triple/12', '-B$root/usr/bin/$triple-',
     '-isystem', '$root/usr/include', '-isystem', '$root/usr/include/$triple']
ar = '$root/usr/bin/$triple-ar'
strip = '$root/usr/bin/$triple-strip'
pkgconfig = 'pkg-config'
exe_wrapper = ['$root/usr/bin/qemu-$machine-static', '-L', '$root/usr/$triple']
[built-in options]
c_link_args = [$(printf "'%s', " $libraries | sed 's/, $//')]
[properties]
pkg_config_libdir = '$root/usr/lib/$triple/pkgconfig:$root/usr/share/pkgconfig'
sys_root = '$root'
needs_exe_wrapper = true
[host_machine]
system = 'linux'
cpu_family = '$family'
cpu = '$machine'
endian = '$endian'
INI
[ -e "$folder/build/build.ninja" ] ||
    meson setup "$folder/build" "$here" --cross-file "$folder/cross.ini" --optimization=1 >"$folder/setup.log"
ninja -C "$folder/build" --quiet src/cli/wyrm

cat >"$folder/wyrm" <<RUN
#!/bin/sh
exec $root/usr/bin/qemu-$machine-static -L $root/usr/$triple \
    -E LD_LIBRARY_PATH=$root/usr/lib/$triple:$root/lib/$triple $folder/build/src/cli/wyrm "\$@"
RUN
chmod +x "$folder/wyrm"
same=0
while read -r -a words; do
    "$native" "${words[@]}" --json >"$folder/here.json"
    "$folder/wyrm" "${words[@]}" --json >"$folder/there.json"
    cmp "$folder/here.json" "$folder/there.json"
    same=$((same + 1))
done <<'COMMANDS'
hit yarl player@6,weapon=shortsword orc
hit srd player@3 goblin
duel ruggrogue player@6,weapon=5,armor=5 monster@6
duel bob-and-trev player@3 intern
etp yarl --runs 20
loot yarl --runs 50
curve tutorial --runs 200
sim tutorial --runs 20
sim ruggrogue --runs 5 --bot tactician
rules show brogue
rules export yarl
COMMANDS
echo "emulated: $same commands print the same bytes on $arch"
