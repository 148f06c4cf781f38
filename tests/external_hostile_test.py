#!/usr/bin/env python3
"""Games that misbehave, and what becomes of it: the right sentence, the right figures of the runs that are left, no
process that stays, no byte that steers a terminal, memory and time within their bounds.

  external_hostile_test.py WYRM

The games are the kinds of tests/external/hostile.py. This program has all orphans below it given to it, so that no
process that a game has started can hide.
"""

import concurrent.futures
import ctypes
import json
import os
import pathlib
import re
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unicodedata
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "external"))
import hostile  # noqa: E402

GAME = pathlib.Path(hostile.__file__)
SLOW = bool(os.environ.get("SLOW_BUILD"))
WYRM = None
MEGABYTES = 16  # of the whole program, whatever the game does
SET_CHILD_SUBREAPER = 36
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("WYRM")}


def in_a_run(run, failure, sentence, log=""):
    return {"failed": [(run, failure, sentence, log)]}


NO_ANSWER = ("the game has not answered in 2 s (does the run end? is output flushed after every answer? "
             "'limits: {seconds: ...}' allows more)")
NO_END = "the game has not answered in 2 s: its line has no end"
CLOSED = "the game closed its standard output before it answered"
BEGINS_AGAIN = ": it is to stay until its input ends"
HARMLESS = {"failed": []}

# What a game does at run 7 of 40, and what becomes of it: the runs that fail, with why. `alone`: which run is hit
# depends on who asks, so that only one process is looked at. What takes longest stands first.
KINDS = {
    "outlives its input": HARMLESS,
    "silent": in_a_run(7, "slow", NO_ANSWER),
    "deaf": in_a_run(7, "slow", NO_ANSWER),
    "stops": in_a_run(7, "slow", NO_ANSWER),
    "drips": in_a_run(7, "slow", NO_END),
    "no newline": in_a_run(7, "slow", NO_END),
    "no newline, ends": in_a_run(7, "crashed", "the game ended with status 0 before it answered" + BEGINS_AGAIN),
    "closes output": in_a_run(7, "crashed", CLOSED),
    "closes input": in_a_run(7, "slow", NO_ANSWER),
    "crashes": in_a_run(7, "crashed", "the game ended with status 1 before it answered",
                        "Traceback: no such \\u001b[31mlevel"),
    "crashes loudly": in_a_run(7, "crashed", "the game ended with status 1 before it answered",
                               "Traceback: no such \\u001b[31mlevel"),
    "faults": in_a_run(7, "crashed", "the game was killed by signal 11 before it answered"),
    "ends": in_a_run(7, "crashed", "the game ended with status 0 before it answered" + BEGINS_AGAIN),
    "leaves children": in_a_run(7, "crashed", "the game ended with status 3 before it answered"),
    "hangs with children": in_a_run(7, "slow", NO_ANSWER),
    "leaves a runner": in_a_run(7, "crashed", "the game ended with status 3 before it answered"),
    "kills its keeper": in_a_run(7, "crashed", CLOSED),
    "stops its keeper": in_a_run(7, "slow", NO_ANSWER),
    "gigabyte": in_a_run(7, "long", "it printed a line of more than 1048576 bytes"),
    "gulps": in_a_run(7, "long", "it printed a line of more than 1048576 bytes"),
    "twice": dict(in_a_run(8, "run", "it answered run 7 a second time"), alone=True),
    "early": dict(in_a_run(9, "run", "it answered run 8 a second time"), alone=True),
    "out of order": dict(in_a_run(34, "run", "it answered run 35, and the answer to run 34 was next"), alone=True,
                         at=34),
    "dribbles": HARMLESS,
    "windows": HARMLESS,
    "later version": HARMLESS,
    "floats": HARMLESS,
    "children": HARMLESS,
    "floods its log": HARMLESS,
    "big": HARMLESS,
    "grows": HARMLESS,
}

# What ends the job, of 40 runs: the sentence, and what is told until then: runs, failed ones, that it was stopped.
ENDS = {
    "never reads": {"told": (3, 3, True), "sentence": "3 of 40 runs failed, more than 5 %; first run 0: the game did "
                    "not answer in time: " + NO_ANSWER},
    "changes": {"alone": True, "sentence": "the game does not start: its hello is not the one that it said before: is "
                "it another build now?"},
    "says so": {"told": (3, 3, True), "sentence": "3 of 40 runs failed, more than 5 %; first run 0: the game says that "
                "it failed: x" + "é" * 69 + "\n"},
    "one answer": {"told": (6, 3, True), "alone": True, "sentence": "3 of 40 runs failed, more than 5 %; first run 1: "
                   "the game ended before it answered: the game ended with status 0 before it answered" + BEGINS_AGAIN},
    "odd ones": {"told": (6, 3, True), "sentence": "3 of 40 runs failed, more than 5 %; first run 1: the game ended "
                 "before it answered: the game ended with status 1 before it answered"},
}


def oracle(runs):
    """What a summary is to say of these runs."""
    results = [hostile.play(run) for run in runs]
    count = len(results)
    told = {"complete": count, "win_rate": sum(result["outcome"] == "won" for result in results) / count}
    for name in ("gold", "lead"):
        told[name] = sum(result["metrics"][name] for result in results) / count
    told["heads"] = sum(result["metrics"]["heads"][0] for result in results) / (3 * count)
    told["side"] = sum(result["metrics"]["side"] == "heads" for result in results)
    told["turns"] = sum(result["metrics"]["turns"][0] for result in results) / count
    told["stages"] = [sum(result["stage"] >= stage for result in results) for stage in (1, 2, 3)]
    return told


def figures(told):
    metrics = told["metrics"]
    return {"complete": told["complete"], "win_rate": told["win_rate"]["value"], "gold": metrics["gold"]["mean"],
            "lead": metrics["lead"]["mean"], "heads": metrics["heads"]["value"],
            "side": sum(word["runs"] for word in metrics["side"]["words"] if word["word"] == "heads"),
            "turns": metrics["turns"]["stages"][0]["mean"], "stages": [stage["entered"] for stage in told["stages"]]}


def children():
    """Those of this process, whichever of its threads has started them; one may end meanwhile."""
    found = set()
    for task in pathlib.Path("/proc/self/task").iterdir():
        try:
            found.update(int(word) for word in (task / "children").read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def marked(mark):
    found = []
    for one in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (one / "environ").read_bytes():
                found.append((int(one.name), (one / "cmdline").read_bytes().replace(b"\0", b" ")))
        except OSError:
            pass
    return found


def peak(process):
    """The most memory that it has had so far, in megabytes."""
    try:
        found = re.search(r"VmHWM:\s*(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) / 1024 if found else 0


def steering(text):
    """What could steer a terminal: controls, and what turns the direction of writing."""
    return {character for character in text
            if character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")}


class Answer:
    def __init__(self, code, out, err, seconds, memory, left):
        self.code, self.seconds, self.memory, self.left = code, seconds, memory, left
        self.out, self.err = out.decode(), err.decode()  # strictly: it is UTF-8


class World:
    """A folder with the file of one game, and what is asked of it."""

    def __init__(self, kind, at=7, limits="", command=None, more=""):
        self.folder = tempfile.TemporaryDirectory()
        self.mark = b"HOSTILE=" + os.urandom(8).hex().encode()
        command = command or [sys.executable, "-S", str(GAME), kind, str(at)]
        limits = ", ".join(filter(None, ["seconds: 2", "start_seconds: 20" if "start" not in limits else "", limits]))
        (pathlib.Path(self.folder.name) / "game.yaml").write_text(
            f"name: coins\nengine:\n  command: {json.dumps(command)}\n  limits: {{{limits}}}\n{more}", encoding="utf-8")

    def start(self, *arguments, prepare=None):
        self.begun = time.monotonic()
        self.out, self.err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        return subprocess.Popen([WYRM, *arguments, "--allow-run"], cwd=self.folder.name, stdin=subprocess.DEVNULL,
                                stdout=self.out, stderr=self.err, preexec_fn=prepare,
                                env=dict(ENVIRONMENT, **dict([self.mark.decode().split("=")])))

    def ask(self, *arguments, prepare=None):
        process, memory = self.start(*arguments, prepare=prepare), 0
        while process.poll() is None:
            memory = max(memory, peak(process))
            if time.monotonic() > self.begun + 60:
                process.kill()
            time.sleep(0.01)
        seconds, left = time.monotonic() - self.begun, marked(self.mark)
        self.out.seek(0)
        self.err.seek(0)
        with self.out, self.err:
            return Answer(process.returncode, self.out.read(), self.err.read(), seconds, memory, left)


def ask(kind, *arguments, prepare=None, **world):
    made = World(kind, **world)
    with made.folder:
        return made.ask(*arguments, prepare=prepare)


class Case(unittest.TestCase):
    maxDiff = None

    def bounded(self, answer, seconds=12):
        """What holds of every answer."""
        self.assertEqual(answer.left, [])
        self.assertEqual(steering(answer.out) | steering(answer.err), set())
        if not SLOW:
            self.assertLess(answer.memory, MEGABYTES)
            self.assertLess(answer.seconds, seconds)

    def right(self, told, runs, failed):
        """The figures are those of the runs that have not failed, which are named."""
        self.assertEqual([(one["run"], one["seed"]) for one in told["failures"]], [(run, run) for run in failed])
        self.assertEqual((told["runs"], told["failed"]), (len(runs), len(failed)))
        wanted, found = oracle([run for run in runs if run not in failed]), figures(told)
        for name, value in wanted.items():
            if isinstance(value, float):
                self.assertAlmostEqual(found[name], value, msg=name)
            else:
                self.assertEqual(found[name], value, name)


def together(jobs):
    """What many of them say, some at a time: most of them wait."""
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        return list(pool.map(lambda job: job(), jobs))


class Kinds(Case):
    @classmethod
    def setUpClass(cls):
        """Each kind with one process and with three: the same bytes, where the run that is hit is the same."""
        jobs = [(kind, threads) for due in (KINDS, ENDS) for kind in due for threads in ("3", "1")
                if threads == "1" or not due[kind].get("alone")]
        cls.answers = dict(zip(jobs, together([
            lambda kind=kind, threads=threads: ask(kind, "sim", "game.yaml", "--runs", "40", "--threads", threads,
                                                   "--json", at=KINDS.get(kind, {}).get("at", 7))
            for kind, threads in jobs])))

    def each(self, kinds, check):
        for (kind, threads), answer in self.answers.items():
            if kind in kinds:
                with self.subTest(kind=kind, processes=threads):
                    self.bounded(answer)
                    self.assertEqual((answer.out, answer.err), (self.answers[kind, "1"].out,
                                                                self.answers[kind, "1"].err))
                    check(kinds[kind], answer)

    def test_each_kind_fails_its_run_and_no_other(self):
        def check(due, answer):
            self.assertEqual((answer.code, answer.err), (0, ""))
            told = json.loads(answer.out)
            self.assertEqual([(one["run"], one["failure"], one["why"]) for one in told["failures"]],
                             [one[:3] for one in due["failed"]])
            for one, row in zip(told["failures"], due["failed"]):
                self.assertTrue(one["log"].endswith(row[3]), one["log"])
                self.assertLessEqual(len(one["log"]), 2000)
            self.right(told, range(40), [one[0] for one in due["failed"]])

        self.each(KINDS, check)

    def test_a_game_that_fails_too_often_ends_the_job(self):
        def check(due, answer):
            self.assertEqual(answer.code, 3)
            self.assertIn(due["sentence"], answer.err)
            if "told" in due:
                told = json.loads(answer.out)
                self.assertEqual((told["runs"], told["failed"], told["stopped"]), due["told"])

        self.each(ENDS, check)

    def test_one_in_twenty_may_fail_and_no_more(self):
        answer = ask("crashes", "sim", "game.yaml", "--runs", "19", "--threads", "2", "--json")
        self.bounded(answer)
        self.assertIn("1 of 19 runs failed, more than 5 %; first run 7: the game ended before it answered", answer.err)
        told = json.loads(answer.out)
        self.assertEqual((told["runs"], told["complete"], told["failed"], told["stopped"]), (8, 7, 1, True))
        answer = ask("crashes", "sim", "game.yaml", "--runs", "20", "--json")
        self.assertEqual((answer.code, answer.err), (0, ""))

    def test_what_fails_at_random_is_counted_and_the_rest_is_right(self):
        answer = ask("at random", "sim", "game.yaml", "--runs", "80", "--threads", "2", "--json",
                     limits="failed: 100 %")
        self.bounded(answer)
        told = json.loads(answer.out)
        self.assertEqual({one["why"] for one in told["failures"]} - {"the game ended with status 1 before it answered"},
                         set())
        if told["failed"] <= 20:
            self.right(told, range(80), [one["run"] for one in told["failures"]])

    def test_many_failures_use_up_nothing(self):
        few = (32, 32)
        answer = ask("odd ones", "sim", "game.yaml", "--runs", "80", "--json", limits="failed: 100 %",
                     prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few))
        self.bounded(answer, 30)
        told = json.loads(answer.out)
        self.assertEqual((told["failed"], told["complete"]), (40, 40))
        self.assertAlmostEqual(told["metrics"]["gold"]["mean"], oracle(range(0, 80, 2))["gold"])

    def test_too_many_words_end_it(self):
        answer = ask("words", "sim", "game.yaml", "--runs", "1100", "--json")
        self.bounded(answer)
        self.assertIn("more than 1000", answer.err)


class Lines(Case):
    """Twenty failed runs are named: so many are looked at a time."""

    def check_all(self, kind, rows):
        firsts = range(0, len(rows), 20)
        answers = together([lambda first=first: ask(
            kind, "sim", "game.yaml", "--first-run", str(first), "--runs", "20" if first + 20 <= len(rows) else "40",
            "--threads", "2", "--json", limits="failed: 100 %") for first in firsts])
        for first, answer in zip(firsts, answers):
            self.bounded(answer)
            self.assertEqual((answer.code, answer.err), (0, ""))
            told = json.loads(answer.out)
            due = range(first, min(first + 20, len(rows)))
            for run, one in zip(due, told["failures"]):
                with self.subTest(kind=kind, row=run):
                    failure, sentence = rows[run]
                    self.assertEqual((one["run"], one["failure"]), (run, failure), one["why"])
                    self.assertIn(sentence, one["why"])
                    self.assertTrue(one["log"].endswith(f"this is run {run}" if kind == "lines" else ""), one["log"])
                    self.assertEqual(steering(one["why"] + one["log"]), set())
            if len(due) < 20:
                self.right(told, range(first, first + 40), list(due))
            else:
                self.assertEqual((told["failed"], told["complete"]), (20, 0))

    def test_values_that_are_not_what_was_declared(self):
        self.check_all("values", [("value", sentence) for _, sentence in hostile.VALUES])

    def test_lines_that_are_no_answer(self):
        self.check_all("lines", [row[1:] for row in hostile.LINES])

    def test_no_text_of_a_game_steers_a_terminal(self):
        asked = [["sim", "game.yaml", "--runs", "20"], ["sim", "game.yaml", "--runs", "20", "--json"],
                 ["sim", "game.yaml", "--runs", "20", "-v"], ["engine", "show", "game.yaml"],
                 ["engine", "show", "game.yaml", "--json"], ["engine", "try", "game.yaml"],
                 ["check", "game.yaml", "--runs", "20"]]
        more = "targets: {all: {metric: cause, word: orc, at_least: 0}}\n"
        answers = together([lambda words=words: ask("escapes", *words, more=more) for words in asked])
        for arguments, answer in zip(asked, answers):
            with self.subTest(arguments=arguments):
                self.bounded(answer)
                self.assertEqual((answer.code, answer.err), (0, ""))
                if arguments[0] != "check":
                    self.assertIn("x\\", answer.out)
                if "--json" in arguments:
                    self.assertEqual(steering(json.dumps(json.loads(answer.out), ensure_ascii=False)), set())


class Starts(Case):
    def test_what_is_wrong_with_a_hello_is_said(self):
        rows = [(f"hello {i}", "", sentence) for i, (_, sentence) in enumerate(hostile.HELLOS)]
        rows += [(kind, "start_seconds: 1" if " 1 s" in sentence else "", sentence)
                 for kind, (_, sentence) in hostile.STARTS.items()]
        answers = together([lambda kind=kind, limits=limits: ask(kind, "sim", "game.yaml", "--runs", "2",
                                                                 limits=limits)
                            for kind, limits, _ in rows])
        for (kind, _, sentence), answer in zip(rows, answers):
            with self.subTest(kind=kind):
                self.bounded(answer)
                self.assertEqual((answer.code, answer.out), (3, ""))
                self.assertIn(sentence, answer.err)

    def test_what_cannot_be_started(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "script"
            script.write_text("#!/no/such/interpreter\n")
            for command, sentence in ((["no-such-program"], "cannot start 'no-such-program' in "),
                                      (["./no-such-program"], "': no such program"),
                                      ([folder], "': it may not be run"),
                                      ([str(script)], "': it may not be run"),
                                      ([str(script), "x"], "': no such program")):
                with self.subTest(command=command):
                    script.chmod(stat.S_IRUSR | (stat.S_IXUSR if len(command) > 1 else 0))
                    answer = ask("x", "sim", "game.yaml", command=command)
                    self.bounded(answer)
                    self.assertEqual((answer.code, answer.out), (3, ""))
                    self.assertIn(sentence, answer.err)


class Repeats(Case):
    def test_the_first_difference_is_named(self):
        kinds = {"drifts": "run 0 came out otherwise when it was asked for again: metrics.lead: -0.5, then 10.5",
                 "remembers": "came out otherwise when it was asked for again: cause: 'a coin', then 'a memory'",
                 "throws dice": "run 0 came out otherwise when it was asked for again: metrics.gold: ",
                 "nothing": "12 runs came out the same in another order and another process",
                 "unseeded": "the game says that a seed does not decide a run"}
        answers = together([lambda kind=kind: ask(kind, "engine", "try", "game.yaml", "--strict") for kind in kinds])
        for kind, answer in zip(kinds, answers):
            with self.subTest(kind=kind):
                self.bounded(answer)
                self.assertEqual(answer.code, 1 if "otherwise" in kinds[kind] else 0)
                self.assertIn(kinds[kind], re.sub(r"\s+", " ", answer.out))


class Ends(Case):
    def kill(self, kind, number):
        """What is left of a game whose wyrm gets this signal in the middle, ten seconds later at most."""
        world = World(kind)
        with world.folder:
            process = world.start("sim", "game.yaml", "--runs", "1000000", "--threads", "3", "--json")
            while len(marked(world.mark)) < 7 and time.monotonic() < world.begun + 20:  # it, keepers and games
                time.sleep(0.05)
            process.send_signal(number)
            process.wait(20)
            end = time.monotonic() + 10
            while marked(world.mark) and time.monotonic() < end:
                time.sleep(0.05)
            return marked(world.mark)

    def test_nothing_outlives_a_wyrm_that_is_killed(self):
        kinds = [(kind, number) for kind in ("hangs with children", "outlives its input", "stops", "floods its log")
                 for number in (signal.SIGKILL, signal.SIGTERM)]
        left = together([lambda row=row: self.kill(*row) for row in kinds])
        self.assertEqual(dict(zip(kinds, left)), {row: [] for row in kinds})


def tearDownModule():
    """What has forgotten its mark, too: all that is left of games is ours by now."""
    left = [pathlib.Path(f"/proc/{one}/cmdline").read_bytes() for one in children()
            if pathlib.Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[0] != "Z"]
    assert left == [], left


if __name__ == "__main__":
    WYRM = os.path.realpath(sys.argv.pop(1))
    assert ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    unittest.main()
