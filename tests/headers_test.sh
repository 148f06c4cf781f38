#!/bin/sh
# Every public header compiles alone, as C11 and as C++, without a warning.
#   headers_test.sh INCLUDE_FOLDER C_COMPILER CXX_COMPILER
set -eu
include=$1 cc=$2 cxx=$3
failed=0
count=0

# compile HEADER LANGUAGE COMPILER...
compile() {
    header=$1 language=$2
    shift 2
    if ! printf '#include <wyrm/%s>\n' "$header" |
        "$@" -x "${language%%[0-9]*}" -pedantic-errors -Wall -Wextra -Wshadow -Wundef -Werror \
            -I "$include" -fsyntax-only -; then
        echo "headers: $header does not compile alone as $language" >&2
        failed=$((failed + 1))
    fi
}

for path in "$include"/wyrm/*.h; do
    header=${path##*/}
    # shellcheck disable=SC2086  # a compiler may be several words
    compile "$header" c11 $cc -std=c11 -Wstrict-prototypes
    compile "$header" c++17 "$cxx" -std=c++17
    count=$((count + 1))
done
[ "$count" -gt 0 ] || { echo "headers: none in $include/wyrm" >&2; exit 1; }
echo "headers: $count compiled as C and as C++, $failed failures"
[ "$failed" = 0 ]
