"""What the tests of the command line share: running the program, looking at what it says."""
import ctypes
import ctypes.util
import fcntl
import json
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

WYRM = os.environ.get("WYRM", "wyrm")

# In the background of a shell an interrupt is ignored, and the program leaves it so.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What every run sees: no terminal settings of the machine that happens to run the tests.
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"}
for name, value in os.environ.items():
    if name.startswith(("ASAN_", "UBSAN_", "TSAN_", "LSAN_", "GCOV_", "LD_LIBRARY_PATH")):
        ENVIRONMENT[name] = value

GEARED = "player@6,weapon=5,armor=5"
SLOW = bool(os.environ.get("SLOW_BUILD"))  # instrumented: some ten times slower
EVERY = int(os.environ.get("WYRM_TEST_SHARE") or 100) >= 1000  # the long suite
SMALL = "small_dungeon.yaml"  # to be extended; copy_small puts it into the folder


def some(things, count=1):
    """The first few of what would take minutes to be asked all; in the long suite all of them."""
    return things if EVERY else things[:count]


class Answer:
    def __init__(self, process):
        self.code = process.returncode
        self.bytes = process.stdout or b""
        self.out = self.bytes.decode("utf-8")
        self.err = (process.stderr or b"").decode("utf-8")


# These say the same each time they are asked about a ruleset that ships, and leave nothing behind.
LASTING = {"check", "curve", "etp", "loot", "hit", "duel", "compare"}


class WyrmCase(unittest.TestCase):
    maxDiff = None
    said = {}  # what such commands said: asked twice, they are run once

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_wyrm(self, *arguments, env=None, **how):
        environment = dict(ENVIRONMENT)
        environment.update(env or {})
        how.setdefault("stdout", subprocess.PIPE)
        return Answer(subprocess.run([WYRM, *arguments], env=environment, cwd=self.folder,
                                     stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                     timeout=600, **how))

    def start(self, *arguments, env=None, **how):
        """The program while it runs; a test that fails leaves none behind."""
        process = subprocess.Popen([WYRM, *arguments], env={**ENVIRONMENT, **(env or {})}, cwd=self.folder, **how)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def text(self, *arguments, env=None):
        lasting = arguments[0] in LASTING and not env and not re.search(r"\.[a-z]|/|-o", " ".join(arguments))
        if lasting and arguments in self.said:
            return self.said[arguments]
        answer = self.run_wyrm(*arguments, env=env)
        self.assertEqual((answer.code, answer.err), (0, ""), arguments)
        if lasting:
            self.said[arguments] = answer.out
        return answer.out

    def json(self, *arguments):
        def refuse(word):
            self.fail(f"{word} is not JSON: {arguments}")
        return json.loads(self.text(*arguments, "--json"), parse_constant=refuse)

    def on_terminal(self, *arguments, env=None, stream="stdout", columns=0):
        """What stands on a terminal that one of the two streams goes to; the other is not looked at."""
        primary, secondary = pty.openpty()
        fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", 40 if columns else 0, columns, 0, 0))
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: secondary}
        process = self.start(*arguments, env={"TERM": "xterm", **(env or {})}, stdin=subprocess.DEVNULL, **streams)
        os.close(secondary)
        said = b""
        while True:
            try:
                part = os.read(primary, 65536)
            except OSError:
                break
            if not part:
                break
            said += part
        os.close(primary)
        self.assertEqual(process.wait(), 0)
        return said

    def refused(self, code, message, *arguments, env=None):
        """The program ends with `code`, says exactly `message` and prints nothing."""
        answer = self.run_wyrm(*arguments, env=env)
        self.assertEqual((answer.err, answer.code, answer.out), (message, code, ""), arguments)

    def refused_with(self, code, part, *arguments, env=None):
        """The program ends with `code`, prints nothing, and `part` is in what it says. Returns its answer."""
        answer = self.run_wyrm(*arguments, env=env)
        self.assertEqual((answer.code, answer.out), (code, ""), (arguments, answer.err))
        self.assertIn(part, answer.err, arguments)
        return answer

    def copy_small(self):
        shutil.copy(os.path.join(os.environ["GOLDEN"], SMALL), self.folder)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def assert_fits(self, text, width=80):
        for line in text.splitlines():
            self.assertLessEqual(len(line), width, line)
            self.assertEqual(line, line.rstrip(), "blanks at the end of a line")

    def assert_sums_to_one(self, pmf):
        self.assertAlmostEqual(sum(p for _, p in pmf), 1, delta=1e-12)
        values = [value for value, _ in pmf]
        self.assertEqual(values, sorted(set(values)))


def xxh3(data, seed=0):
    """The checksum of files, so that a file that is changed is still one; of the library itself."""
    library = ctypes.CDLL(ctypes.util.find_library("xxhash"))
    library.XXH3_64bits_withSeed.restype = ctypes.c_uint64
    return library.XXH3_64bits_withSeed(data, ctypes.c_size_t(len(data)), ctypes.c_uint64(seed))


def main():
    unittest.main(argv=sys.argv[:1], verbosity=0)
