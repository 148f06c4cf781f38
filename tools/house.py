#!/usr/bin/env python3
"""Prints how large the house is, so that later work can see where it stands.

  tools/house.py [--root FOLDER] [--build FOLDER] [--names]

Lines of src, include and the tests; files; the length of functions; comments; lines of errors and memory; and, with
a build folder, internal functions that only one other file calls. --names lists those; a star marks what its own file
does not call either: it may belong beside its one caller, unless it is all that the file is there for.
"""

import argparse
import collections
import pathlib
import re
import statistics
import subprocess

# A line that passes a failure on, or holds or frees memory: what a reader of the algorithm skips.
PLUMBING = re.compile(r"status (==|!=) WYRM_OK|return status;|wyrm_fail\(|WYRM_ERROR_MEMORY|wyrm_error \*error|"
                      r"\b(malloc|calloc|realloc|free)\(|_free\(|wyrm_status status\b")
FUNCTION = re.compile(r"^[A-Za-z_].*\)$")


def sources(root, folder, ending):
    return sorted(path for path in (root / folder).rglob("*" + ending))


def read(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def comment_lines(lines):
    """Lines that hold nothing but comment."""
    count, inside = 0, False
    for line in lines:
        text = line.strip()
        if inside or text.startswith("/*") or text.startswith("//"):
            count += 1
        if not inside and text.startswith("/*") and "*/" not in text:
            inside = True
        elif inside and "*/" in text:
            inside = False
    return count


def function_lengths(lines):
    """Lines between the braces of each function; a body begins with a brace in the first column."""
    lengths, begin = [], None
    for number, line in enumerate(lines):
        if line == "{" and number > 0 and lines[number - 1].rstrip().endswith(")"):
            begin = number
        elif line == "}" and begin is not None:
            lengths.append(number - begin - 1)
            begin = None
    return lengths


def names_of(objects, which):
    return subprocess.run(["nm", "-A", which] + objects, capture_output=True, text=True, check=True).stdout


def callers(build):
    """By internal function that other files see: the object files that use it."""
    symbols, uses = {}, collections.defaultdict(set)
    objects = list(pathlib.Path(build).rglob("*.c.o"))
    objects = [path for path in objects if path.relative_to(build).parts[0] not in ("tests", "bench")]
    table = names_of(objects, "--defined-only")
    for line in table.splitlines():
        name, rest = line.split(":", 1)
        fields = rest.split()
        if len(fields) == 3 and fields[1] == "T":
            symbols[fields[2]] = name
    table = names_of(objects, "--undefined-only")
    for line in table.splitlines():
        name, rest = line.split(":", 1)
        uses[rest.split()[-1]].add(name)
    return symbols, uses


def folder_of(name):
    """The folder of src/ that an object file was made from: meson writes src_base_pmf.c.o or base_pmf.c.o."""
    parts = re.sub(r"^(\.\._)*(src_)?", "", pathlib.PurePath(name).name).split("_")
    return parts[0]


def calls_at_home(root, home, name):
    """Whether a function is called in the file that has it, too."""
    folder, _, file = re.sub(r"^(\.\._)*(src_)?", "", pathlib.PurePath(home).name).partition("_")
    text = (root / "src" / folder / file.removesuffix(".o")).read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return len(re.findall(rf"\b{name}\b", text)) > 1


def alone(root, build):
    """How many internal functions other files see; of those that only one other file of their folder calls, whether
    their own does, too."""
    public = "\n".join(path.read_text(encoding="utf-8") for path in sources(root, "include", ".h"))
    declared = set(re.findall(r"\b(wyrm_\w+)\(", public))
    symbols, uses = callers(build)
    names = {}
    for name, home in sorted(symbols.items()):
        others = uses.get(name, set())
        if name in declared or name == "main" or len(others) != 1:
            continue
        if folder_of(next(iter(others))) == folder_of(home):
            names[name] = calls_at_home(root, home, name)
    return len(symbols) - len(declared & set(symbols)), names


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    arguments.add_argument("--build", type=pathlib.Path)
    arguments.add_argument("--names", action="store_true")
    options = arguments.parse_args()
    root = options.root

    counts = {}
    for folder in ("src", "include", "tests"):
        for ending in (".c", ".h"):
            files = [read(path) for path in sources(root, folder, ending)]
            counts[folder, ending] = files
            print(f"{folder + '/**' + ending:16} {len(files):5} files {sum(map(len, files)):7} lines"
                  f"   median {statistics.median(map(len, files)) if files else 0:g}")
    total = sum(sum(map(len, files)) for files in counts.values())
    print(f"together {total} lines")

    house = counts["src", ".c"] + counts["src", ".h"]
    lines = sum(map(len, house))
    lengths = [length for file in house for length in function_lengths(file)]
    comments = sum(map(comment_lines, house))
    plumbing = sum(1 for file in house for line in file if PLUMBING.search(line))
    slivers = sum(1 for file in counts["src", ".h"] if len(file) < 30)
    print(f"functions of src: {len(lengths)}, median {statistics.median(lengths):g} lines, "
          f"nine in ten at most {statistics.quantiles(lengths, n=10)[8]:g}")
    print(f"comments of src: {100 * comments / lines:.1f} % of the lines")
    print(f"errors and memory in src: {100 * plumbing / lines:.1f} % of the lines")
    print(f"headers of src under 30 lines: {slivers}")
    if options.build:
        internal, names = alone(root, options.build)
        print(f"internal functions with external linkage: {internal}, "
              f"called from one other file of their own folder: {len(names)}, "
              f"and not from their own: {sum(not home for home in names.values())}")
        if options.names:
            print("\n".join(f"{name}{'' if home else ' *'}" for name, home in names.items()))


if __name__ == "__main__":
    main()
