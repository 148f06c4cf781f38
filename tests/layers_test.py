#!/usr/bin/env python3
"""tools/layers.py fails on what it is there to fail on, and passes what is right.

  layers_test.py C_COMPILER
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "tools" / "layers.py"
COMPILER = ["cc"]

# A small tree that is in order.
GOOD = {
    "include/wyrm/error.h": "int wyrm_fail(void);\n",
    "include/wyrm/combat.h": "#include <wyrm/error.h>\nint wyrm_hit(void);\n",
    "src/base/error.c": "#include <stddef.h>\n#include <wyrm/error.h>\n"
                        "int wyrm_fail(void) { return 1; }\n",
    "src/combat/hit.c": "#include <wyrm/combat.h>\nint wyrm_hit(void) { return wyrm_fail(); }\n",
    "src/growth/level.h": "int wyrm_level(void);\n",
    "src/growth/level.c": '#include "growth/level.h"\n#include <wyrm/combat.h>\n'
                          "int wyrm_level(void) { return wyrm_hit(); }\n",
    "src/cli/main.c": "#include <stdio.h>\n#include <wyrm/combat.h>\n"
                      'int main(void) { puts("hit"); return wyrm_hit(); }\n',
}


class Layers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def check(self, changes=(), built=True, options=()):
        """Writes the tree with changes, compiles it, and runs the script: (exit code, output)."""
        files = {**GOOD, **dict(changes)}
        build = self.root / "build"
        build.mkdir()
        commands = []
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for name in files:
            if built and name.endswith(".c"):
                output = name.replace("/", "_") + ".o"
                commands.append({"directory": str(build), "file": "../" + name, "output": output})
                subprocess.run([*COMPILER, "-w", "-c", "-I", self.root / "include",
                                "-I", self.root / "src", self.root / name, "-o", build / output],
                               check=True)
        (build / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")
        command = [sys.executable, SCRIPT, "--root", self.root, *options]
        if built:
            command += ["--build", build]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def assert_fails(self, changes, *messages, built=True):
        code, output = self.check(changes, built)
        self.assertEqual(code, 1, output)
        for message in messages:
            self.assertIn(message, output)

    def test_a_tree_in_order_passes(self):
        code, output = self.check()
        self.assertEqual(code, 0, output)
        self.assertIn("all point down", output)

    def test_the_graph_names_who_uses_whom(self):
        code, output = self.check(options=["--graph"])
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"growth +-> combat \(2\)")

    def test_an_include_upwards(self):
        self.assert_fails(
            {"src/base/text.c": "#include <stddef.h>\n#include <wyrm/combat.h>\n"},
            "arrow upwards: src/base/text.c:2 includes wyrm/combat.h: base may not use combat",
            built=False)

    def test_a_private_include_upwards(self):
        self.assert_fails(
            {"src/base/text.c": '#include "../growth/level.h"\n'},
            "arrow upwards: src/base/text.c:1 includes ../growth/level.h", built=False)

    def test_a_symbol_upwards_without_an_include(self):
        self.assert_fails(
            {"src/base/error.c": "extern int wyrm_hit(void);\n"
                                 "int wyrm_fail(void) { return wyrm_hit(); }\n"},
            "arrow upwards: src/base/error.c uses wyrm_hit: base may not use combat")

    def test_a_circle_between_folders_of_one_layer(self):
        self.assert_fails(
            {"src/combat/strike.c": '#include "growth/level.h"\n'},
            "circle between folders: combat -> growth -> combat",
            "src/combat/strike.c:1 includes growth/level.h", built=False)

    def test_a_circle_of_includes(self):
        self.assert_fails(
            {"src/growth/level.h": '#include "growth/curve.h"\n',
             "src/growth/curve.h": '#include "growth/level.h"\n'},
            "circle between files: src/growth/curve.h -> src/growth/level.h -> src/growth/curve.h",
            built=False)

    def test_a_circle_of_symbols_between_files(self):
        self.assert_fails(
            {"src/growth/curve.c": "int wyrm_level(void); int c(void) { return wyrm_level(); }\n",
             "src/growth/level.c": "int c(void); int wyrm_level(void) { return c(); }\n"},
            "circle between files: src/growth/curve.c -> src/growth/level.c -> src/growth/curve.c",
            "src/growth/level.c uses c (of src/growth/curve.c)")

    def test_a_circle_between_a_file_with_its_header_and_another(self):
        self.assert_fails(
            {"src/base/text.h": '#include "base/words.h"\nint text(void);\n',
             "src/base/text.c": '#include "base/text.h"\nint text(void) { return 1; }\n',
             "src/base/words.h": "int words(void);\n",
             "src/base/words.c": '#include "base/words.h"\nint text(void);\n'
                                 "int words(void) { return text(); }\n"},
            "circle between modules: src/base/text -> src/base/words -> src/base/text",
            "src/base/text.h:1 includes base/words.h", "src/base/words.c uses text (of src/base/text.c)")

    def test_a_header_of_several_files_stands_for_itself(self):
        models = {"internal.h": "int wyrm_one(void);\n",
                  "internal.c": '#include "loot/internal.h"\nint wyrm_all(void) { return wyrm_one(); }\n',
                  "one.c": '#include "loot/internal.h"\nint wyrm_one(void) { return 1; }\n'}
        code, output = self.check({"src/loot/" + name: text for name, text in models.items()})
        self.assertEqual(code, 0, output)

    def test_a_public_header_that_needs_a_private_one(self):
        self.assert_fails(
            {"include/wyrm/growth.h": '#include "growth/level.h"\n'},
            "public header include/wyrm/growth.h:1 includes growth/level.h", built=False)

    def test_a_folder_and_a_header_that_nobody_placed(self):
        self.assert_fails({"src/misc/all.c": "", "include/wyrm/all.h": ""},
                          "src/misc/all.c: not in the tables",
                          "include/wyrm/all.h: not in the tables", built=False)

    def test_a_library_that_prints_exits_or_asks_around(self):
        self.assert_fails(
            {"src/growth/level.c": "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n"
                                   "int wyrm_level(void)\n{\n"
                                   '    if (getenv("LEVEL")) { puts("level"); exit(1); }\n'
                                   "    return (int)time(0);\n}\n"},
            "src/growth/level.c: the library prints: puts", "exits: exit",
            "reads the environment: getenv", "reads the clock: time")

    def test_mutable_data_but_not_constant_tables(self):
        code, output = self.check(
            {"src/growth/level.c": "int wyrm_hit(void);\nstatic int last;\n"
                                   'static const char *const names[] = {"a", "b"};\n'
                                   "int wyrm_level(void) { return last++ + names[0][0]; }\n"})
        self.assertEqual(code, 1, output)
        self.assertIn("src/growth/level.c: mutable data: last", output)
        self.assertNotIn("names", output)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        COMPILER = sys.argv.pop(1).split()
    unittest.main()
