#!/usr/bin/env python3
"""The version scripts of the two libraries: every symbol that they export, by name.

What include/wyrm/ marks WYRM_API is public and belongs to WYRM_0.1. What a header of src/ marks so is used by
libwyrm-bench and by nobody else: WYRM_PRIVATE, which may change with every version. Its symbol is its name behind
wyrm_, by BASE_SHARED.

  tools/exports.py            writes src/wyrm.map and src/wyrm-bench.map anew
  tools/exports.py --check BUILD
                              fails where the headers, the scripts and the libraries built do not agree
"""
import pathlib
import re
import subprocess
import sys

from layers import PUBLIC, RANK, folder_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
NODE, PRIVATE = "WYRM_0.1", "WYRM_PRIVATE"
SCRIPTS = {"wyrm": ROOT / "src/wyrm.map", "wyrm-bench": ROOT / "src/wyrm-bench.map"}
MARKED = re.compile(r"\bWYRM_API\b([^;{]*)[;{]")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NAME = re.compile(r"\b(wyrm_\w+)\s*(?:\(|\[|$)")
SHARED = re.compile(r"\bBASE_SHARED\((\w+)\)")


def library_of(folder):
    return "wyrm" if RANK[folder] < RANK["bot"] else "wyrm-bench"


def marked(path):
    """The functions and constants that a header exports."""
    text = re.sub(r"^\s*#.*$", "", COMMENT.sub("", path.read_text(encoding="utf-8")), flags=re.MULTILINE)
    is_public = path.is_relative_to(ROOT / "include")
    for declaration in MARKED.findall(text):
        found = (NAME if is_public else SHARED).search(declaration.replace("WYRM_MUST_CHECK", "").strip())
        if found is None:
            sys.exit(f"exports: what does {path} mark here? {declaration.strip()}")
        yield found.group(1) if is_public else "wyrm_" + found.group(1)


def wanted():
    """{library: {version node: names in order}}"""
    found = {name: {NODE: set(), PRIVATE: set()} for name in SCRIPTS}
    for name, folder in PUBLIC.items():
        found[library_of(folder)][NODE].update(marked(ROOT / "include/wyrm" / name))
    for path in (ROOT / "src").rglob("*.h"):
        folder = folder_of(path.relative_to(ROOT).as_posix())
        if folder is not None:
            found[library_of(folder)][PRIVATE].update(marked(path))
    return {library: {node: sorted(names) for node, names in nodes.items() if names}
            for library, nodes in found.items()}


def script(nodes):
    text = "/* Written by tools/exports.py out of what the headers mark WYRM_API. */\n"
    for node, names in nodes.items():
        text += f"{node} {{\nglobal:\n" + "".join(f"    {name};\n" for name in names)
        text += "local:\n    *;\n};\n" if node == NODE else f"}} {NODE};\n"
    return text


def exported(library, build):
    """What a library shows, as nm tells it: the set of name@@node."""
    path = next((pathlib.Path(build) / "src").glob(f"lib{library}.so.*.*"))
    listing = subprocess.run(["nm", "-D", "--defined-only", path], check=True, text=True, capture_output=True)
    names = {line.split()[-1] for line in listing.stdout.splitlines() if line.split()[-2] != "A"}
    return {name for name in names if name.split("@")[0] not in ("_init", "_fini")}


def main():
    wrong = 0
    for library, nodes in wanted().items():
        if sys.argv[1:2] != ["--check"]:
            SCRIPTS[library].write_text(script(nodes), encoding="utf-8")
            continue
        if SCRIPTS[library].read_text(encoding="utf-8") != script(nodes):
            print(f"exports: {SCRIPTS[library].name} is not what the headers say: run tools/exports.py")
            wrong += 1
        names = {f"{name}@@{node}" for node, list_of in nodes.items() for name in list_of}
        for name in sorted(names ^ exported(library, sys.argv[2])):
            print(f"exports: lib{library}: {name} is in the {'headers' if name in names else 'library'} alone")
            wrong += 1
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
