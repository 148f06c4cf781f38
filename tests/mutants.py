#!/usr/bin/env python3
"""Changes the program a little, many times over, and counts how many of the changes no test notices.

  tests/mutants.py [--count N] [--seed N] [--only PATH]... [--most SECONDS] [--again REPORT] [--build DIR]
  tests/mutants.py --unreached [--only PATH]...

Each change (a mutant) turns one line of src/ into one that is wrong: a comparison turned or off by one, + for -,
a number one greater, && for ||, a statement gone, true for false, ++ for --. Lines are drawn by the seed among all
lines of code, so that files have a share by their size. Changed is a copy of the tree under DIR (by default
build-mutants), never the tree itself.

Which tests reach a line is found out first, by running each once in a build that counts lines; it holds as long as
src/ stays as it is, and takes an hour. Then a mutant is tried by the tests that reach its line, the
quickest first; the first that fails has noticed. --most ends that after so many seconds of the processor: then what
is counted is the least that is noticed. --unreached lists the lines that no test reaches, and changes nothing.

Left out: releasing memory, which the sanitizers look after; texts and other arrays with room for one more; how far
above or below 0 a comparison's answer is; changes that give the same machine code; and those of
tests/mutants_equal.txt, which change nothing that anybody can see.
--again takes the mutants of the output of an earlier run that were not noticed, wherever their lines are now. The exit
status is 1 where fewer than 95 % are noticed.
"""

import argparse
import collections
import concurrent.futures
import functools
import gzip
import hashlib
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
EQUAL = ROOT / "tests/mutants_equal.txt"
ENOUGH = 0.95
# A mutant may loop or grow for ever: that is noticed, too. Seconds are those of the processor, so that a busy machine
# notices as much as an idle one; only what does nothing at all is waited for by the clock.
PATIENCE_FACTOR, PATIENCE_SECONDS, MEMORY, IDLE_FACTOR = 10, 10, 4 << 30, 20
# A test that takes longer, lines counted, is left out.
LONGEST = 300
# What a test must be about to be asked: these suites, and of the house what runs the program.
SUITES = {"unit", "cli", "play", "fuzz"}
OF_THE_HOUSE = re.compile(r"engine$|readme$|.*_page$|committed_")
# A page that the build makes and a test compares: it is made anew by each mutant.
GUIDE = "committed_guide", '"$0" rules guide | cmp - "$1"', "docs/ruleset-format.md"
# How the names of tests begin that are in these folders.
FOLDERS = {"cli": "cli_", "play": "play_"}
# The golden answers in pieces, so that a quick one notices: those of a command, and of changed rulesets.
ANSWERS = ["hit", "duel", "curve", "check", "loot", "etp", "rules", "sim", "report", "compare", "results", "replay",
           "play", "solve", "engine", "sense", "tune", "worth", "sweep", "verify", "fixtures", "variant",
           "check small.yaml", "check ruggrogue", "check coins.yaml", "check large.yaml", "compare tutorial",
           "compare large.yaml", "compare coins.yaml", "compare ruggrogue", "report small.yaml", "report large.yaml",
           "report coins.yaml", "report tutorial", "report larger.yaml", "report a.db", "loot large.yaml", "loot yarl",
           "sim small.yaml", "sim yarl", "curve yarl", "sense large.yaml", "ash.yaml", "bones.yaml", "delve.yaml",
           "embers.yaml", "hordefall.yaml", "imps.yaml", "keep.yaml", "well.yaml"]

Test = collections.namedtuple("Test", "name command environment targets")

Mutant = collections.namedtuple("Mutant", "path number old new")

# What a line may hold, and what it becomes.
SWAPS = [(r" < ", [" <= ", " >= "]), (r" <= ", [" < ", " > "]), (r" > ", [" >= ", " <= "]), (r" >= ", [" > ", " < "]),
         (r" == ", [" != "]), (r" != ", [" == "]), (r" && ", [" || "]), (r" \|\| ", [" && "]),
         (r" \+ ", [" - "]), (r" - ", [" + "]), (r" \+= ", [" -= "]), (r" -= ", [" += "]),
         (r"\+\+", ["--"]), (r"--", ["++"]), (r"\btrue\b", ["false"]), (r"\bfalse\b", ["true"])]
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
STATEMENT = re.compile(r"\s+(?!return\b|static\b|const\b)[\w*(>.\[\]-]+( [-+*/|&]?= .*|\(.*\)|\+\+|--);$")
NOT_LOOKED_AT = re.compile(r"free\(|base_keep\(|^\s*#|_destroy\(|_close\(|closedir\(|va_end\(|_finalize\(|"
                           r"^\s*char [^=]*;$")
COMPARISON = re.compile(r"\breturn .* \? (-?1) : (-?1);")
ARRAYS = re.compile(r"\s*(?!return\b)[a-z]\w*(?: \w+)* (?:\*(?:const )?)*\w+\[[^=()]*;[ #]*$")
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
    answers = COMPARISON.search(code)
    for match in NUMBER.finditer(code):
        if answers and match.end() in (answers.end(1), answers.end(2)):
            continue
        if ARRAYS.match(code) and "]" not in code[code.rfind("[", 0, match.start()) + 1:match.start()]:
            continue
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


def indent(line):
    return len(line) - len(line.lstrip(" "))


class House:
    """A copy of the tree and its build, in which a test is linked anew just before it runs."""

    def __init__(self, folder, *options):
        self.folder, self.tree = folder, folder / "tree"
        self.build = folder / "tree" / ("build" if not options else "build-counted")
        names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        wanted = set(names.splitlines())
        for old in [path for path in self.tree.rglob("*") if path.is_file() and "build" not in str(path)]:
            if str(old.relative_to(self.tree)) not in wanted:
                old.unlink()
        for name in wanted:
            self.write(name, (ROOT / name).read_bytes())
        if not self.build.exists():
            subprocess.run(["meson", "setup", "--optimization=1", *options, str(self.build)], cwd=self.tree, check=True,
                           stdout=subprocess.DEVNULL)
        if not self.compile():
            sys.exit("mutants.py: the tree does not build as it is")
        self.tests = {test.name: test for test in self.every_test()}

    def every_test(self):
        listed = subprocess.run(["meson", "introspect", "--tests", str(self.build)], capture_output=True, text=True,
                                check=True).stdout
        program = self.build / "src/cli/wyrm"
        for row in json.loads(listed):
            name = row["name"]
            if not SUITES & {suite.split(":")[-1] for suite in row["suite"]} and not OF_THE_HOUSE.match(name):
                if name == "answers":
                    for word in ANSWERS:
                        yield Test(f"answers {word}", [*self.whole(row["cmd"]), "--first", word], row["env"],
                                   ["src/cli/wyrm"])
                continue
            command = self.whole(row["cmd"])
            if name == GUIDE[0]:
                command = ["sh", "-c", GUIDE[1], str(program), str(self.tree / GUIDE[2])]
            own = pathlib.Path(command[0])
            of_c = self.build in own.parents
            yield Test(name, command, row["env"], [str((own if of_c else program).relative_to(self.build))])

    def whole(self, command):
        return [str(self.build / part) if (self.build / part).is_file() else part for part in command]

    def write(self, name, content):
        path = self.tree / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            shutil.copymode(ROOT / name, path)

    def compile(self, *targets):
        done = subprocess.run(["ninja", "-C", str(self.build), *targets], capture_output=True, text=True)
        return done.returncode == 0

    def objects(self, name):
        folder, file = name.removeprefix("src/").removesuffix(".c").split("/", 1)
        return [*self.build.glob(f"src/**/{folder}_{file}.c.o"), *self.build.glob(f"src/{folder}/**/{file}.c.o")]

    def run(self, test, seconds, environment=None):
        """Its exit status, None where it is not done in time; and the seconds that it took."""
        most = int(seconds) + 1
        def limits():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        process = subprocess.Popen(test.command, cwd=self.build, env={**os.environ, **test.environment,
                                   **(environment or {})}, preexec_fn=limits, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
        killer = threading.Timer(IDLE_FACTOR * most, os.killpg, (process.pid, signal.SIGKILL))
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_utime + usage.ru_stime


def digest(*paths):
    """Of files and their names."""
    content = hashlib.sha256()
    for path in paths:
        content.update(path.name.encode() + path.read_bytes())
    return content.hexdigest()


class Reached:
    """Which tests reach which lines, and how long they take."""

    def __init__(self, folder, make_house):
        """What an earlier run has written holds as long as src/ is the same; only tests that changed run again."""
        path = folder / "reached.json.gz"
        known = json.loads(gzip.open(path).read()) if path.exists() else {}
        sources = digest(*sorted((ROOT / "src").rglob("*.[ch]")), *sorted((ROOT / "include").rglob("*.h")))
        if known.get("sources") != sources:
            known = {"sources": sources, "tests": {}, "seconds": {}, "lines": {}}
        self.seconds, self.lines = known["seconds"], known["lines"]
        of_tests = {FOLDERS.get(path.parent.name, "") + path.name.split("_test.")[0]: digest(path)
                    for path in (ROOT / "tests").rglob("*_test.*")}
        if known["tests"] != of_tests:
            house = make_house()
            self.count(house, folder / "counts", [
                test for name, test in house.tests.items() if name not in self.seconds or
                known["tests"].get(name.split(" ")[0]) != of_tests.get(name.split(" ")[0])])
            known["tests"] = of_tests
            with gzip.open(path, "wt") as file:
                json.dump(known, file)

    def count(self, house, folder, tests):
        def one(test):
            own = folder / test.name.replace(" ", "_")
            shutil.rmtree(own, ignore_errors=True)
            status, took = house.run(test, LONGEST, {"GCOV_PREFIX": str(own)})
            counts = [path for path in own.rglob("*.gcda") if "/src/" in str(path.relative_to(own))]
            for path in counts:
                path.with_suffix(".gcno").symlink_to("/" / path.with_suffix(".gcno").relative_to(own))
            said = subprocess.run(["gcov", "--json-format", "--stdout", *map(str, counts)], cwd=house.build,
                                  capture_output=True, text=True).stdout if counts else ""
            shutil.rmtree(own, ignore_errors=True)
            return test.name, status, took, said

        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            for done, (name, status, took, said) in enumerate(pool.map(one, tests), 1):
                print(f"{done}/{len(tests)} {name}: {took:.0f} s" + (f", status {status}" if status else ""),
                      file=sys.stderr, flush=True)
                self.seconds[name] = took
                self.note(name, house, said)

    def note(self, name, house, said):
        for row in said.splitlines():
            for file in json.loads(row)["files"]:
                path = os.path.relpath(os.path.join(house.build, file["file"]), house.tree)
                if not path.startswith("src/") or not path.endswith(".c"):
                    continue
                of_file = self.lines.setdefault(path, {})
                for line in file["lines"]:
                    by = of_file.setdefault(str(line["line_number"]), [])
                    if line["count"] and name not in by:
                        by.append(name)

    def tests(self, mutant, text):
        """Those that reach the line; in the middle of a statement, or where none is counted, what is above and no
        deeper; of a table, the file, and the guide, which prints tables whose files it never enters."""
        of_file = self.lines.get(mutant.path, {})
        inside = False
        for row in reversed(text[:mutant.number]):
            if row.startswith(("{", "}")):
                inside = row.startswith("{")
                break
        number, deep = mutant.number, indent(text[mutant.number - 1])
        while inside and number > 0 and not text[number - 1].startswith("{") and (
                str(number) not in of_file or indent(text[number - 1]) > deep):
            number -= 1
        names = of_file.get(str(number), None) if inside else None
        if names is None:
            names = {name for by in of_file.values() for name in by} | {GUIDE[0]} & self.seconds.keys()
        return sorted(names, key=lambda name: self.seconds.get(name, math.inf))


def noticed_by(house, reached, mutant, most):
    """The first test that fails; None where none does, "" where there is nothing to notice."""
    whole = (house.tree / mutant.path).read_bytes()
    lines = whole.decode().split("\n")
    tests = reached.tests(mutant, lines)
    lines[mutant.number - 1] = mutant.new
    house.write(mutant.path, "\n".join(lines).encode())
    objects = house.objects(mutant.path)
    targets = [str(path.relative_to(house.build)) for path in objects]
    failed, spent = None, 0
    try:
        before = [path.read_bytes() for path in objects]
        assert before, mutant.path
        if not house.compile(*targets) or [path.read_bytes() for path in objects] == before:
            return ""
        for name in tests:
            if spent + reached.seconds[name] > most:
                break
            # what fails now and then, on a busy machine, has noticed nothing
            test = house.tests[name]
            house.compile(*test.targets)
            patience = PATIENCE_FACTOR * reached.seconds[name] + PATIENCE_SECONDS
            status, took = house.run(test, patience)
            spent += took
            if status != 0 and (test.targets[0].startswith("tests/") or house.run(test, patience)[0] != 0):
                failed = test
                break
    finally:
        house.write(mutant.path, whole)
        house.compile(*targets)
    if failed and not passes_unchanged(house, failed.name):
        sys.exit(f"mutants.py: {failed.name} fails without any change")
    return failed and failed.name


@functools.cache
def passes_unchanged(house, name):
    test = house.tests[name]
    house.compile(*test.targets)
    return house.run(test, LONGEST)[0] == 0


def list_unreached(house, reached, folders):
    """The lines of code that could be changed and that no test reaches, and their share."""
    count = total = 0
    for name, number, code, line in lines_of_code(house.tree, folders):
        of_line = reached.lines.get(name, {}).get(str(number))
        if of_line is None or not changes_of(code, line):
            continue
        total += 1
        if not of_line:
            count += 1
            print(f"{name}:{number}  {line.strip()}")
    print(f"{count} of {total} lines are reached by no test")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], metavar="PATH",
                        help="files whose path below src begins so: metrics, or metrics/worth")
    parser.add_argument("--most", type=float, default=math.inf, metavar="SECONDS",
                        help="ends the tests of one mutant after so many seconds of the processor")
    parser.add_argument("--unreached", action="store_true", help="list the lines that no test reaches")
    parser.add_argument("--again", metavar="REPORT", help="what an earlier run has not noticed")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-mutants")
    options = parser.parse_args()
    folder = options.build.resolve()
    counted = f"-fprofile-update=single -include {ROOT / 'tests/counted.h'}"
    reached = Reached(folder, lambda: House(folder, "-Db_coverage=true", f"-Dc_args={counted}"))
    house = House(folder)
    folders = options.only
    if options.unreached:
        return list_unreached(house, reached, folders)
    mutants = earlier(house.tree, options.again, folders) if options.again else drawn(house.tree, options.seed, folders)
    tried = noticed = 0
    for mutant in mutants:
        test = noticed_by(house, reached, mutant, options.most)
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
