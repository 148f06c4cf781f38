#!/usr/bin/env python3
"""No line is longer than people read: 120 columns, 100 in the comments of C.

  lines_test.py ROOT
"""

import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE, COMMENT = 120, 100

# What is looked at: endings, and names of files without one.
ENDINGS = {".c", ".h", ".py", ".sh", ".md", ".scd", ".build", ".lua", ".rs", ".gd"}
NAMES = {"Makefile", "meson_options.txt", "run"}
FOLDERS = ["bench", "changes", "docs", "examples", "include", "kits", "rulesets", "src", "tests", "tools", ".ci"]

# Not looked at, and why.
EXEMPT = {
    "changes": "a change is one line, and one that says why",
    "docs/ruleset-format.md": "made by wyrm rules guide",
}

LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'')


def is_in(name, folders):
    return any(name == folder or name.startswith(folder + "/") for folder in folders)


def files(root):
    """What is looked at, by name relative to the root."""
    found = [path for path in root.iterdir() if path.is_file()]
    for folder in FOLDERS:
        found += [path for path in (root / folder).rglob("*") if path.is_file() and "node_modules" not in path.parts]
    for path in sorted(found):
        name = path.relative_to(root).as_posix()
        if (path.suffix in ENDINGS or path.name in NAMES) and not is_in(name, EXEMPT):
            yield name, path.read_text(encoding="utf-8").splitlines()


def comments(lines):
    """The numbers of the lines of C that hold a comment or a part of one, from 1."""
    inside = False
    for number, line in enumerate(lines, 1):
        rest = LITERAL.sub("", line) if not inside else line
        if inside or "/*" in rest or "//" in rest:
            yield number
        for mark in re.findall(r"/\*|\*/", rest):
            inside = mark == "/*"


def tables(lines):
    """The numbers of the rows of tables in Markdown."""
    return {number for number, line in enumerate(lines, 1) if line.startswith("|")}


def too_long(name, lines):
    """The places of a file that are too long, as people read them."""
    apart = tables(lines) if name.endswith(".md") else set()
    narrow = set()
    if name.endswith((".c", ".h")):
        narrow = set(comments(lines))
    for number, line in enumerate(lines, 1):
        most = COMMENT if number in narrow else LINE
        if len(line) > most and number not in apart:
            yield f"{name}:{number}: {len(line)} columns, at most {most}"


class Lines(unittest.TestCase):
    maxDiff = None

    def test_the_tree_has_no_line_that_is_too_long(self):
        looked_at = list(files(ROOT))
        self.assertGreater(len(looked_at), 400)
        self.assertEqual([place for name, lines in looked_at for place in too_long(name, lines)], [])

    def test_what_is_exempt_is_there(self):
        for name in EXEMPT:
            self.assertTrue((ROOT / name).exists(), name)

    def test_long_lines_and_comments_are_found_and_tables_are_not(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "src/cli").mkdir(parents=True)
            (root / "src/cli/a.c").write_text(
                "/* short */\n"
                f"/* begun\n * {'x' * 110}\n * ended */\n"
                f"int a; {'x' * 110}\n"
                f'char *b = "/* {"x" * 95}";\n'
                f"int c; // {'x' * 100}\n"
                f"int d; {'x' * 120}\n", encoding="utf-8")
            (root / "page.md").write_text(f"| {'x' * 200} |\n{'ä' * 120}\n{'x' * 121}\n", encoding="utf-8")
            (root / "notes.txt").write_text("x" * 500, encoding="utf-8")
            found = [place for name, lines in files(root) for place in too_long(name, lines)]
        self.assertEqual(found, ["page.md:3: 121 columns, at most 120",
                                 "src/cli/a.c:3: 113 columns, at most 100",
                                 "src/cli/a.c:7: 110 columns, at most 100",
                                 "src/cli/a.c:8: 127 columns, at most 120"])


class Walk(unittest.TestCase):
    def test_the_header_of_all_includes_every_header(self):
        text = (ROOT / "include/wyrm.h").read_text(encoding="utf-8")
        included = re.findall(r"#include <(wyrm/\w+\.h)>", text)
        self.assertEqual(sorted(included), sorted(f"wyrm/{path.name}" for path in ROOT.glob("include/wyrm/*.h")))

    def test_the_walk_through_the_house_names_what_is_there(self):
        walk = " ".join((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
        named = re.findall(r"`(\w+)` in `(src/[\w/]+\.c)`", walk)
        self.assertGreater(len(named), 12)
        for function, file in named:
            self.assertRegex((ROOT / file).read_text(encoding="utf-8"), rf"\b{function}\(", (function, file))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
