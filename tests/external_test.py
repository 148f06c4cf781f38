#!/usr/bin/env python3
"""Files that describe a game, and what their games are asked: through the shared library, as another program
would use it.

  external_test.py LIBRARY
"""

import ctypes
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
GAME = HERE / "external" / "game.py"
LIBRARY = None
OK, ARGUMENT, RANGE, LIMIT, RULESET, UNKNOWN, IO = 0, 1, 2, 3, 5, 6, 7


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("line", ctypes.c_int), ("column", ctypes.c_int), ("length", ctypes.c_int),
                ("file", ctypes.c_char * 256), ("message", ctypes.c_char * 256), ("hint", ctypes.c_char * 128),
                ("excerpt", ctypes.c_char * 160)]

    def __str__(self):
        place = f"{self.line}:{self.column}: " if self.line else ""
        hint = f" ({self.hint.decode()})" if self.hint else ""
        return place + self.message.decode() + hint


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("seed", ctypes.c_uint64), ("agent", ctypes.c_char_p),
                ("set", ctypes.POINTER(ctypes.c_char_p)), ("set_count", ctypes.c_size_t), ("steps", ctypes.c_uint64)]


class Value(ctypes.Structure):
    _fields_ = [("told", ctypes.c_bool), ("number", ctypes.c_double), ("of", ctypes.c_double),
                ("word", ctypes.c_char_p), ("count", ctypes.c_size_t), ("by_stage", ctypes.POINTER(ctypes.c_double))]


class Run(ctypes.Structure):
    _fields_ = [("run", ctypes.c_uint64), ("seed", ctypes.c_uint64), ("end", ctypes.c_int),
                ("outcome", ctypes.c_char_p), ("cause", ctypes.c_char_p), ("stage", ctypes.c_int32),
                ("values", ctypes.POINTER(Value)), ("failure", ctypes.c_int), ("why", ctypes.c_char_p),
                ("log", ctypes.c_char_p)]


TAKE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Run), ctypes.c_void_p, ctypes.POINTER(Error))
STOP = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)
SHOW = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.POINTER(Error))


class Batch(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("runs", ctypes.POINTER(ctypes.c_uint64)), ("take", TAKE), ("stop", STOP),
                ("context", ctypes.c_void_p)]


class Counts(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("values", ctypes.POINTER(ctypes.c_int64)),
                ("times", ctypes.POINTER(ctypes.c_uint64))]

    def all(self):
        return {self.values[i]: self.times[i] for i in range(self.count)}


class Draws(ctypes.Structure):
    _fields_ = [("misses", ctypes.c_uint64), ("tells_misses", ctypes.c_bool), ("damage", Counts)]


class Fights(ctypes.Structure):
    _fields_ = [("won", ctypes.c_uint64), ("lost", ctypes.c_uint64), ("neither", ctypes.c_uint64), ("turns", Counts)]


def load(path):
    library = ctypes.CDLL(path)
    library.wyrm_errors_at.restype = ctypes.POINTER(Error)
    for name in ("command", "folder", "agent", "failure_word"):
        getattr(library, "wyrm_external_" + name).restype = ctypes.c_char_p
    library.wyrm_errors_kept.restype = ctypes.c_size_t
    library.wyrm_external_is.restype = ctypes.c_bool
    library.wyrm_external_seed.restype = ctypes.c_uint64
    library.wyrm_external_seed.argtypes = [ctypes.c_uint64, ctypes.c_uint64]
    library.wyrm_external_draw.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint64,
                                           ctypes.c_void_p, ctypes.c_void_p]
    library.wyrm_external_fight.argtypes = library.wyrm_external_draw.argtypes
    library.wyrm_external_replay.argtypes = [ctypes.c_void_p, ctypes.c_uint64, SHOW, ctypes.c_void_p, ctypes.c_void_p]
    return library


class Game:
    """A file, and the game that it describes."""

    def __init__(self, path):
        self.game, self.errors = ctypes.c_void_p(), ctypes.c_void_p()
        assert LIBRARY.wyrm_errors_new(ctypes.byref(self.errors)) == OK
        self.status = LIBRARY.wyrm_external_open(str(path).encode(), ctypes.byref(self.game), self.errors)

    def meet(self):
        self.status = LIBRARY.wyrm_external_meet(self.game, self.errors)
        return self

    def told(self):
        return [str(LIBRARY.wyrm_errors_at(self.errors, ctypes.c_size_t(i)).contents)
                for i in range(LIBRARY.wyrm_errors_kept(self.errors))]

    def command(self):
        return LIBRARY.wyrm_external_command(self.game).decode()

    def session(self, agent=None, settings=(), seed=1):
        """A session, or the error that there is instead."""
        words = (ctypes.c_char_p * max(1, len(settings)))(*[word.encode() for word in settings])
        self.options = Options(seed=seed, agent=agent and agent.encode(), set=words, set_count=len(settings))
        session, error = ctypes.c_void_p(), Error()
        status = LIBRARY.wyrm_external_session_new(self.game, ctypes.byref(self.options), ctypes.byref(session),
                                                   ctypes.byref(error))
        return session if status == OK else (status, str(error))

    def free(self):
        LIBRARY.wyrm_external_free(self.game)
        LIBRARY.wyrm_errors_free(self.errors)


def ask(session, numbers, stop=None, end_at=None):
    """What is told of some runs, and what it ended with."""
    told = []

    def take(run, _, error):
        one = run.contents
        told.append((one.run, one.outcome.decode(), one.stage, one.cause.decode(),
                     [(one.values[i].told, one.values[i].number, one.values[i].of, one.values[i].word,
                       [None if math.isnan(x) else x for x in one.values[i].by_stage[:one.values[i].count]])
                    for i in range(6)]))
        return LIMIT if one.run == end_at else OK

    runs = (ctypes.c_uint64 * len(numbers))(*numbers)
    batch = Batch(len(numbers), runs, TAKE(take), STOP(stop) if stop else STOP(), None)
    error = Error()
    status = LIBRARY.wyrm_external_ask(session, ctypes.byref(batch), ctypes.byref(error))
    return told, status, str(error)


def marked(mark):
    """The processes that have a word in their environment."""
    found = []
    for one in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (one / "environ").read_bytes():
                found.append(int(one.name))
        except OSError:
            pass
    return found


class Case(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, text, name="game.yaml"):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text, encoding="utf-8")
        return path

    def game(self, more="", wrong="nothing", engine=""):
        made = Game(self.write(f"name: coins\nengine:\n  command: [{sys.executable}, {GAME}, {wrong}]\n{engine}{more}"))
        self.addCleanup(made.free)
        return made


class Files(Case):
    def test_a_file_with_an_engine_is_one(self):
        self.assertTrue(LIBRARY.wyrm_external_is(str(self.write("engine: {}\n")).encode()))
        self.assertTrue(LIBRARY.wyrm_external_is(str(self.write('{"name": "x", "engine": {"command": []}}')).encode()))
        self.assertFalse(LIBRARY.wyrm_external_is(str(self.write("# engine:\nnote: |\n  engine: {}\n")).encode()))
        self.assertFalse(LIBRARY.wyrm_external_is(str(self.write("engine: [\n")).encode()))
        self.assertFalse(LIBRARY.wyrm_external_is(b"/no/such/file"))

    def test_the_command_is_shown_as_a_shell_would_take_it(self):
        game = Game(self.write('name: x\nengine:\n  command: ["./my game", "it\'s", --fast, ""]\n'
                               "  environment: {LD_PRELOAD: a b}\n"))
        self.addCleanup(game.free)
        self.assertEqual(game.command(), "LD_PRELOAD='a b' './my game' 'it'\\''s' --fast ''")
        self.assertEqual(LIBRARY.wyrm_external_folder(game.game).decode(), os.path.realpath(self.folder.name))
        self.assertEqual(LIBRARY.wyrm_external_use(game.game, b"  other 'a b'\\''c' \"d\\\"e\"  f ", None), OK)
        self.assertEqual(game.command(), "LD_PRELOAD='a b' other 'a b'\\''c' 'd\"e' f")
        for wrong in (b"", b"   ", b"'' x", b"game 'x"):
            self.assertEqual(LIBRARY.wyrm_external_use(game.game, wrong, None), ARGUMENT)

    def test_what_is_wrong_with_a_file_is_told_with_its_place(self):
        path = self.write("name: x\nextends: y.yaml\nengine: {command: [x]}\n")
        for text, wanted in (
                ("name: x\nengine: {comand: [x]}\n",
                 ["2:1: missing key 'command' in engine",
                  "2:10: unknown key 'comand' in engine (did you mean 'command'?)"]),
                ("name: x\nengine: {command: []}\n",
                 ["2:19: the number of entries of 'command' must be from 1 to 1000, found 0"]),
                ("name: x\nengine: {command: ['']}\n", ["2:20: the command begins with an empty text, which is no "
                                                        "program"]),
                ("name: x\nengine: {command: [x], set: {a b: 1}}\n",
                 ["2:30: 'a b' is not a name in engine.set (did you mean 'a_b'?)"]),
                ("name: x\nengine: {command: [x]}\ntargets: {t: {metric: gold.now}}\n",
                 ["3:11: target 't' needs one of 'range', 'at_least' and 'at_most'"]),
                (path.read_text(), ["2:10: these rules stand alone: they cannot extend others"])):
            game = Game(self.write(text))
            self.assertEqual(game.status, RULESET, text)
            self.assertEqual(game.told(), wanted)
            game.free()

    def test_a_file_is_held_against_what_the_game_says(self):
        game = self.game("""targets:
  one: {metric: godl, at_least: 1}
  two: {metric: survival, at_least: 80}
  three: {metric: last.side, word: heads, range: [0, 1], stages: 1}
  four: {metric: turns, stages: [2, 4], at_least: -1}
  five: {metric: win_rate, agent: gredy, range: [0.4, 0.6], tolerated: [0.5, 0.7]}
  six: {metric: gold, at_least: -1}
  good: {metric: turns, stages: [1, 3], at_least: -1, tolerated: -2}
gate:
  margins: {gold: 3 %, heads: 2, luck: 1}
""", engine="  agents: [greedy, brave]\n  set: {coin.bias: 1.5, flors: 2, side: head, floors: 2}\n").meet()
        self.assertEqual(game.status, RULESET)
        self.assertEqual(game.told(), [
            "4:20: coins has no agent 'brave' (one of coward, greedy)",
            "5:20: coin.bias is '1.5', and it is to be a number from 0 to 1",
            "5:32: coins has no parameter 'flors' (did you mean 'floors'?)",
            "5:41: side is 'head', and it is to be one of its choices: did you mean 'heads'?",
            "7:17: coins has no metric 'godl' (did you mean 'gold'?)",
            "8:3: target 'two' needs 'stages': survival is one number a stage",
            "8:37: target 'two' has an end of 80, and survival is a share, from 0 to 1",
            "9:66: metric 'last.side' does not use 'stages'",
            "10:33: target 'four' asks for stage 4, and the last one of coins is 3",
            "11:35: coins has no agent 'gredy' (did you mean 'greedy'?)",
            "11:72: what target 'five' tolerates does not contain what it wants",
            "12:33: target 'six' has an end of -1, and gold is never below 0",
            "15:31: the margin of 'heads' must be at most 1: it is a share",
            "15:40: coins has no metric 'luck' (did you mean 'lucky'?)"])


class Asking(Case):
    def start(self, *args, wrong="nothing", engine="", **options):
        game = self.game(wrong=wrong, engine=engine).meet()
        self.assertEqual((game.status, game.told()), (OK, []))
        session = game.session(*args, **options)
        if isinstance(session, ctypes.c_void_p):
            self.addCleanup(LIBRARY.wyrm_external_session_free, session)
        return game, session

    def test_all_that_is_said_of_a_run_is_told(self):
        _, session = self.start(settings=["coin.bias=1", "floors=2", "side=tails"], engine="  set: {floors: 1}\n")
        told, status, _ = ask(session, [3, 1])
        self.assertEqual(status, OK)
        self.assertEqual(told[0], (3, "won", 2, "", [
            (True, 2, 2, None, []), (True, 20, 0, None, []), (True, 0.5, 0, None, []), (True, 0, 0, b"heads", []),
            (True, 0, 0, None, [3, None]), (True, 1, 1, None, [])]))
        _, session = self.start(settings=["coin.bias=0"], agent="coward")
        self.assertEqual(ask(session, [1])[0][0][:4], (1, "lost", 1, "a coin"))

    def test_one_by_one_and_at_once_are_the_same(self):
        _, session = self.start()
        at_once = ask(session, range(20))[0]
        self.assertEqual([run[0] for run in at_once], list(range(20)))
        self.assertEqual([ask(session, [number])[0][0] for number in range(20)], at_once)

    def test_the_first_agent_of_the_file_plays(self):
        _, named = self.start(engine="  agents: [greedy]\n")
        _, asked = self.start(agent="greedy")
        _, first = self.start()
        self.assertEqual(ask(named, range(30)), ask(asked, range(30)))
        self.assertNotEqual(ask(named, range(30)), ask(first, range(30)))

    def test_seeds_are_exact_in_every_language(self):
        self.assertEqual(LIBRARY.wyrm_external_seed(1, 17), 17)
        self.assertEqual(LIBRARY.wyrm_external_seed(3, 5), (2 << 32) + 5)
        self.assertLess(LIBRARY.wyrm_external_seed(0, 2 ** 32 - 1), 2 ** 53)
        _, one = self.start(seed=1)
        _, other = self.start(seed=2)
        self.assertNotEqual(ask(one, range(30)), ask(other, range(30)))

    def test_what_cannot_be_set_is_refused(self):
        game, _ = self.start()
        self.assertEqual(game.session(agent="gredy"), (UNKNOWN, "coins has no agent 'gredy' (did you mean 'greedy'?)"))
        self.assertEqual(game.session(settings=["floor=1"]),
                         (UNKNOWN, "coins has no parameter 'floor' (did you mean 'floors'?)"))
        self.assertEqual(game.session(settings=["floors=2.5"]),
                         (RANGE, "floors is '2.5', and it is to be a whole number from 1 to 3"))
        self.assertEqual(game.session(settings=["floors"])[0], ARGUMENT)

    def test_attacks_fights_and_frames(self):
        _, session = self.start()
        draws, fights, frames = Draws(), Fights(), []
        self.assertEqual(LIBRARY.wyrm_external_draw(session, b"the \"x\"", b"orc", 1000, ctypes.byref(draws), None),
                         OK)
        self.assertEqual((draws.misses, draws.tells_misses, draws.damage.all()), (1, True, {2: 2, 10: 997}))
        _, other = self.start(wrong="unmissed")
        self.assertEqual(LIBRARY.wyrm_external_draw(other, b"a", b"b", 30, ctypes.byref(draws), None), OK)
        self.assertEqual((draws.misses, draws.tells_misses, draws.damage.all()), (0, False, {10: 30}))
        self.assertEqual(LIBRARY.wyrm_external_fight(session, b"player", b"orc", 5, ctypes.byref(fights), None), OK)
        self.assertEqual((fights.won, fights.lost, fights.neither, fights.turns.all()), (1, 2, 2, {4: 3}))
        error = Error()
        self.assertEqual(LIBRARY.wyrm_external_fight(session, b"player", b"orc", 2, ctypes.byref(fights),
                                                     ctypes.byref(error)), IO)
        self.assertEqual(str(error), "lost is 2, and it is to be a whole number from 0 to 1")
        show = SHOW(lambda frame, _, error: frames.append(frame) or OK)
        self.assertEqual(LIBRARY.wyrm_external_replay(session, 4, show, None, None), OK)
        self.assertEqual(frames, [b"@.\n..", b"\\u001b[2J.@"])

    def test_whoever_asks_can_stop(self):
        _, session = self.start(wrong="hang")
        begun = time.monotonic()
        told, status, message = ask(session, range(20), stop=lambda _: time.monotonic() > begun + 0.5)
        self.assertEqual((len(told), status, message), (7, LIMIT, "it was stopped"))
        self.assertLess(time.monotonic(), begun + 5)

    def test_an_end_in_the_middle_leaves_no_answers_for_the_next(self):
        _, session = self.start()
        told, status, _ = ask(session, range(20), end_at=4)
        self.assertEqual((len(told), status), (5, LIMIT))
        self.assertEqual([run[:2] for run in ask(session, range(20))[0]][:5], [run[:2] for run in told])

    def test_a_game_that_starts_no_more_is_not_started_for_ever(self):
        _, session = self.start(wrong="fades", engine=f"  environment: {{STARTS: {self.folder.name}/starts}}\n")
        told, status, message = ask(session, range(20))
        self.assertEqual([run[1] for run in told[7:]], ["failed"] * 3)
        self.assertEqual((status, message), (IO, "the game does not start: the game ended with status 1 before it said "
                                                 "hello: no display any more"))

    def test_nothing_outlives_whoever_asks(self):
        mark = f"WYRM_TEST_MARK={os.getpid()}-orphans"
        path = self.write(f"name: x\nengine:\n  command: [{sys.executable}, {GAME}, orphans]\n"
                          f"  environment: {{WYRM_TEST_MARK: '{mark.partition('=')[2]}'}}\n")
        asker = subprocess.Popen([sys.executable, __file__, LIBRARY._name, "--ask", path])
        while len(marked(mark)) < 3:
            self.assertIsNone(asker.poll())
            time.sleep(0.05)
        asker.send_signal(signal.SIGKILL)
        asker.wait()
        end = time.monotonic() + 20
        while marked(mark) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(marked(mark), [])


if __name__ == "__main__":
    LIBRARY = load(sys.argv.pop(1))
    if sys.argv[1:2] == ["--ask"]:
        ask(Game(sys.argv[2]).meet().session(), range(20))
    else:
        unittest.main()
