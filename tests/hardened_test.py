#!/usr/bin/env python3
"""The program is built so that a mistake in it is hard to use: by what stands in its file, which readelf tells.

  hardened_test.py PROGRAM LIBRARY...
"""
import re
import subprocess
import sys
import unittest


def elf(option, path):
    return subprocess.run(["readelf", "-W", option, path], check=True, capture_output=True, text=True).stdout


class Hardened(unittest.TestCase):
    def test_addresses_differ_from_run_to_run(self):
        for path in FILES:
            self.assertRegex(elf("-h", path), r"Type:\s+DYN")
        self.assertIn("PIE", elf("-d", FILES[0]))

    def test_tables_of_functions_are_read_only_and_no_data_runs(self):
        for path in FILES:
            self.assertIn("GNU_RELRO", elf("-l", path))
            self.assertRegex(elf("-d", path), r"BIND_NOW|FLAGS.*NOW")
            self.assertRegex(elf("-l", path), r"GNU_STACK(\s+0x\w+)+ RW +0x")

    def test_stacks_have_canaries(self):
        for path in FILES:
            self.assertIn("__stack_chk_fail", elf("--dyn-syms", path))

    def test_copies_and_formats_are_checked(self):
        for path in FILES:
            checked = set(re.findall(r"__(\w+)_chk", elf("--dyn-syms", path)))
            self.assertIn("snprintf", checked)
            self.assertGreater(len(checked), 3)


if __name__ == "__main__":
    FILES = sys.argv[1:]
    unittest.main(argv=sys.argv[:1], verbosity=0)
