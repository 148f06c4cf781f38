#!/usr/bin/env python3
"""Changes the program a little, many times over, and counts how many of the changes no test notices.

  tests/mutants.py [--count N] [--seed N] [--only PATH]... [--near | --all] [--again REPORT] [--build DIR]

Each change (a mutant) turns one line of src/ into one that is wrong: a comparison turned or off by one, + for -,
a number one greater, && for ||, a statement gone, true for false, ++ for --. Lines are drawn by the seed among all
lines of code, so that files have a share by their size. Changed is a copy of the tree under DIR (by default
build-mutants), never the tree itself. First run the tests that call functions of the changed file, then those
that call its folder, then the golden games, then tests of the command line and of the game in a terminal, and golden
answers, in whose names or commands are words of the file's name, and then the rest of both; with --all before these all
other tests. The first that fails has noticed.

What nobody notices takes a quarter of an hour to be sure of. With --near the rest is not run, nor more than half a
minute of tests that call the folder: that takes a minute or two, and what it counts is the least that is noticed.

Left out: releasing memory, which the sanitizers look after; texts with room for a byte more; changes that give the
same machine code; and those of tests/mutants_equal.txt, which change nothing that anybody can see. --again takes the
mutants of the output of an earlier run that were not noticed, wherever their lines are now. The exit status is 1 where
fewer than 95 % are noticed.
"""

import argparse
import collections
import functools
import itertools
import json
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EQUAL = ROOT / "tests/mutants_equal.txt"
ENOUGH = 0.95
# A mutant may loop or grow for ever: that is noticed, too. Seconds are those of the processor, so that a busy machine
# notices as much as an idle one; only what does nothing at all is waited for by the clock.
PATIENCE_FACTOR, PATIENCE_SECONDS, MEMORY = 10, 10, 4 << 30
# Tests that take longer and are called otherwise than the file are run with --all only.
QUICK_SECONDS = 10
# Of the processor: no command of a test takes as long.
COMMAND_SECONDS = 100
IDLE_FACTOR = 20

# Near to a file are so many tests of the command line that speak of it, and those of the library by which it is
# noticed in so many seconds of the processor.
NEAR, NEAR_SECONDS = 2, 30
# What the commands call that which is in a folder.
SPOKEN = {"html": "report", "term": "play", "combat": "duel", "growth": "curve", "encounter": "etp",
          "protocol": "external", "loot": "loot", "sim": "sim", "script": "script"}

# And which other commands a file is about than that of its name.
BESIDES = {"sense": "sweep", "solve": "tune", "tune": "solve", "found": "loot", "results": "import", "rooms": "etp"}

Mutant = collections.namedtuple("Mutant", "path number old new")

# What a line may hold, and what it becomes.
SWAPS = [(r" < ", [" <= ", " >= "]), (r" <= ", [" < ", " > "]), (r" > ", [" >= ", " <= "]), (r" >= ", [" > ", " < "]),
         (r" == ", [" != "]), (r" != ", [" == "]), (r" && ", [" || "]), (r" \|\| ", [" && "]),
         (r" \+ ", [" - "]), (r" - ", [" + "]), (r" \+= ", [" -= "]), (r" -= ", [" += "]),
         (r"\+\+", ["--"]), (r"--", ["++"]), (r"\btrue\b", ["false"]), (r"\bfalse\b", ["true"])]
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
STATEMENT = re.compile(r"\s+(?!return\b|static\b|const\b)[\w*(>.\[\]-]+( [-+*/|&]?= .*|\(.*\)|\+\+|--);$")
NOT_LOOKED_AT = re.compile(r"free\(|^\s*#|_destroy\(|_close\(|_finalize\(|^\s*char [^=]*;$")
TEXT = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|/\*.*?\*/|//[^\n]*', re.DOTALL)


def hide(match):
    """Comments and texts give way to letters, line for line."""
    return re.sub(r"[^\n]", "#", match.group())


def changes_of(code, line):
    """All lines that the line could become; `code` is the line without texts and comments."""
    if NOT_LOOKED_AT.search(code):
        return []
    found = []
    for pattern, replacements in SWAPS:
        for match in re.finditer(pattern, code):
            found += [line[:match.start()] + new + line[match.end():] for new in replacements]
    for match in NUMBER.finditer(code):
        whole, dot, part = match.group().partition(".")
        found.append(line[:match.start()] + str(int(whole) + 1) + dot + part + line[match.end():])
    if STATEMENT.fullmatch(code):
        found.append(re.match(r"\s*", line).group() + ";")
    return found


def lines_of_code(tree, folders):
    """(path, number, code, line) of every line that is not blank and not a comment."""
    found = []
    for path in sorted((tree / "src").rglob("*.c")):
        name = str(path.relative_to(tree))
        if folders and not name.startswith(tuple(f"src/{folder}" for folder in folders)):
            continue
        text = path.read_text(encoding="utf-8")
        for number, (code, line) in enumerate(zip(TEXT.sub(hide, text).split("\n"), text.split("\n")), 1):
            if code.strip(" #{}"):
                found.append((name, number, code, line))
    return found


def equal_changes():
    """Pairs of a line and what it may as well be: `old  =>  new`, each under a comment with the reason."""
    rows = EQUAL.read_text(encoding="utf-8").splitlines() if EQUAL.exists() else []
    return {tuple(part.strip() for part in row.split("  =>  ")) for row in rows if "  =>  " in row}


def drawn(tree, seed, folders):
    """Mutants without end, in the order of the seed."""
    lines, equal, seen = lines_of_code(tree, folders), equal_changes(), set()
    draw = random.Random(seed)
    for _ in range(100 * len(lines)):
        name, number, code, line = draw.choice(lines)
        changes = changes_of(code, line)
        if not changes:
            continue
        mutant = Mutant(name, number, line, draw.choice(changes))
        if mutant not in seen and (line.strip(), mutant.new.strip()) not in equal:
            seen.add(mutant)
            yield mutant


def earlier(tree, report, folders):
    """The mutants of an earlier report, looked up by their lines' text."""
    lines, equal = lines_of_code(tree, folders), equal_changes()
    for row in pathlib.Path(report).read_text(encoding="utf-8").splitlines():
        match = re.match(r"UNNOTICED +(src/\S+):(\d+)  (.*?)  =>  (.*)$", row)
        if not match or (match[3], match[4]) in equal:
            continue
        at = [(abs(number - int(match[2])) + (10 ** 6 if name != match[1] else 0), name, number, line)
              for name, number, _, line in lines if line.strip() == match[3]]
        if at:
            _, name, number, line = min(at)
            yield Mutant(name, number, line, line.replace(match[3], match[4]))
        elif not folders or match[1].startswith(tuple(f"src/{folder}" for folder in folders)):
            print(f"gone  {match[1]}:{match[2]}  {match[3]}")


class House:
    """A copy of the tree and its build, in which a test is linked anew just before it runs."""

    def __init__(self, folder):
        self.tree, self.build = folder / "tree", folder / "tree/build"
        names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        wanted = set(names.splitlines())
        for old in [path for path in self.tree.rglob("*") if path.is_file() and self.build not in path.parents]:
            if str(old.relative_to(self.tree)) not in wanted:
                old.unlink()
        for name in wanted:
            self.write(name, (ROOT / name).read_bytes())
        if not self.build.exists():
            subprocess.run(["meson", "setup", "--optimization=1", str(self.build)], cwd=self.tree, check=True,
                           stdout=subprocess.DEVNULL)
        self.compile("build.ninja")
        known = subprocess.run(["ninja", "-C", str(self.build), "-t", "targets", "all"], capture_output=True, text=True)
        made = [row.split(":")[0] for row in known.stdout.splitlines()]
        tested = [name for name in made if re.fullmatch(r"tests/\w+_test\.p/.*\.o", name)]
        helpers = (name for name in made if re.fullmatch(r"src/.*\.a|src/cli/wyrm|tests/cli/\w+\.so", name))
        if not self.compile(*tested, *helpers):
            sys.exit("mutants.py: the tree does not build as it is")
        self.said = folder / "said.txt"
        # of the processor, as they were when a test last passed
        self.times = folder / "seconds.json"
        self.seconds = json.loads(self.times.read_text(encoding="utf-8")) if self.times.exists() else {}
        tests = {self.build / name.split(".p/")[0] for name in tested}
        self.calls = {test: self.symbols(*test.parent.glob(test.name + ".p/*.o")) for test in sorted(tests)}

    def write(self, name, content):
        path = self.tree / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            shutil.copymode(ROOT / name, path)

    def compile(self, *targets):
        done = subprocess.run(["ninja", "-C", str(self.build), *targets], capture_output=True, text=True)
        return done.returncode == 0

    def objects(self, folder, file):
        return [*self.build.glob(f"src/**/{folder}_{file}.o"), *self.build.glob(f"src/{folder}/**/{file}.o")]

    @staticmethod
    @functools.cache
    def symbols(*objects):
        """Functions and tables that these define or call."""
        names = subprocess.run(["nm", "--format=just-symbols", *objects], capture_output=True, text=True, check=True)
        return set(names.stdout.split())

    @functools.cache
    def defined_in(self, folder, file):
        return self.symbols("--defined-only", "--extern-only", *self.objects(folder, file))

    def run(self, command, seconds, out=subprocess.DEVNULL):
        """The exit status; None where it is not done in time."""
        most = int(seconds) + 1
        def limits():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        try:
            status = subprocess.run([str(part) for part in command], cwd=self.build, timeout=IDLE_FACTOR * most,
                                    preexec_fn=limits, stdout=out, stderr=subprocess.DEVNULL).returncode
        except subprocess.TimeoutExpired:
            return None
        return None if status == -signal.SIGXCPU else status

    def passes(self, test):
        """Whether a test of the library does; it may take a little longer than it has before."""
        self.compile("tests/" + test)
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        usual = self.seconds.get(test, QUICK_SECONDS)
        if self.run([self.build / "tests" / test], PATIENCE_FACTOR * usual + PATIENCE_SECONDS) != 0:
            return False
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime
        self.seconds[test] = min(took, self.seconds.get(test, took))
        self.times.write_text(json.dumps(self.seconds), encoding="utf-8")
        return True

    def programs(self, name):
        """Tests of the whole program: those that are near to the file, and all others."""
        folder, file = name.removeprefix("src/").removesuffix(".c").split("/", 1)
        words = {*re.split(r"\W|_", file), *SPOKEN.get(folder, "").split(), *BESIDES.get(file, "").split()} - {""}
        near, spoken, rest = [], [], []
        for path in [*self.tree.glob("tests/cli/*_test.py"), *self.tree.glob("tests/play/*_test.py")]:
            test, text = path.name.removesuffix("_test.py"), path.read_text(encoding="utf-8")
            times = sum(len(re.findall(rf"(?<![a-z]){word}(?![a-z])", text)) for word in words)
            label = f"{path.parent.name}_{test}"
            if words & {*test.split("_")} or (folder == "term" and path.parent.name == "play"):
                near.append(label)
            else:
                (spoken if times else rest).append((-times, label))
        spoken.sort()
        near += [label for _, label in spoken[:NEAR]]
        return words, near, [label for _, label in spoken[NEAR:] + rest]

    def whole_program(self, test, words=()):
        """Whether one of these passes: a test of the command line or of the game, the golden games, the answers."""
        self.compile("src/cli/wyrm")
        if test in ("answers", "engine"):
            script, golden = self.tree / f"tests/{test}_test.py", self.tree / "tests/golden" / test
            first = ["--first", *words] if test == "answers" else []
            with open(self.said, "w", encoding="utf-8") as said:
                return self.run([sys.executable, script, self.build / "src/cli/wyrm", golden, *first], COMMAND_SECONDS,
                                said) == 0
        return self.run(["meson", "test", "-C", self.build, "--no-rebuild", "--timeout-multiplier", "4", test],
                        COMMAND_SECONDS) == 0

    def order(self, name, everything, only_near):
        """The tests that can notice a change of the file, nearest and quickest first."""
        folder, file = name.split("/", 1)[1].split("/", 1)
        near, far = self.defined_in(folder, file), self.defined_in(folder, "*.c")
        rank = {test.name: 0 if calls & near else 1 if calls & far else 2 for test, calls in self.calls.items()}
        words = {*re.split(r"\W|_", file)}
        alike = {test: len(words & {*test.split("_")}) for test in rank}
        chosen = [test for test in rank if everything or
                  (rank[test] < 2 and (alike[test] > 0 or self.seconds.get(test, 0) <= QUICK_SECONDS))]
        chosen.sort(key=lambda test: (-alike[test], rank[test], self.seconds.get(test, 1)))
        in_sum = itertools.accumulate(self.seconds.get(test, 1) for test in chosen)
        return [test for test, seconds in zip(chosen, in_sum) if not only_near or seconds <= NEAR_SECONDS]

    def noticed_by(self, mutant, everything, near):
        """The first test that fails; None where none does, "" where there is nothing to notice."""
        tests = self.order(mutant.path, everything, near)
        whole = (self.tree / mutant.path).read_bytes()
        lines = whole.decode().split("\n")
        lines[mutant.number - 1] = mutant.new
        self.write(mutant.path, "\n".join(lines).encode())
        objects = self.objects(*mutant.path.split("/", 1)[1].split("/", 1))
        targets = [str(path.relative_to(self.build)) for path in objects]
        try:
            before = [path.read_bytes() for path in objects]
            if not self.compile(*targets) or [path.read_bytes() for path in objects] == before:
                return ""
            failed = next(((test,) for test in tests if not self.passes(test)), None)
            words, nearby, others = self.programs(mutant.path)
            steps = [("engine",), *((test,) for test in nearby), ("answers", tuple(sorted(words)))]
            steps += [] if near else [*((test,) for test in others), ("answers",)]
            # what fails now and then, on a busy machine, has noticed nothing
            failed = failed or next((step for step in steps
                                     if not any(self.whole_program(*step) for _ in range(2))), None)
        finally:
            self.write(mutant.path, whole)
            self.compile(*targets)
        if failed and failed[0] == "answers":  # the one that is another
            failed = ("answers", (self.said.read_text(encoding="utf-8").strip(),))
        if failed and not self.passes_unchanged(*failed):
            sys.exit(f"mutants.py: {failed[0]} fails without any change")
        return failed and failed[0].removesuffix("_test")

    @functools.cache
    def passes_unchanged(self, *test):
        return self.passes(*test) if test[0].endswith("_test") else self.whole_program(*test)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], metavar="PATH",
                        help="files whose path below src begins so: metrics, or metrics/worth")
    parser.add_argument("--all", action="store_true", help="run all tests, not only those of the folder")
    parser.add_argument("--near", action="store_true", help="only what is near to the file")
    parser.add_argument("--again", metavar="REPORT", help="what an earlier run has not noticed")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-mutants")
    options = parser.parse_args()
    house = House(options.build.resolve())
    folders = options.only
    mutants = earlier(house.tree, options.again, folders) if options.again else drawn(house.tree, options.seed, folders)
    tried = noticed = 0
    for mutant in mutants:
        test = house.noticed_by(mutant, options.all, options.near)
        if test == "":
            continue
        tried += 1
        noticed += test is not None
        print(f"{test or 'UNNOTICED':<20}  {mutant.path}:{mutant.number}  {mutant.old.strip()}  =>  "
              f"{mutant.new.strip()}", flush=True)
        if not options.again and tried == options.count:
            break
    print(f"{noticed} of {tried} noticed")
    return 0 if noticed >= ENOUGH * tried else 1


if __name__ == "__main__":
    sys.exit(main())
