#!/usr/bin/env python3
"""A game of coins on three floors that breaks the rules of the protocol in as many ways as a game can: the first
argument is the kind, the second the run at which it does so.

tests/external_hostile_test.py imports it: `play` is what every run is that does not fail, and the tables say what
is wrong and the sentence that is due to it."""

import fcntl
import json
import math
import os
import random
import signal
import sys
import time

KIND, AT = (sys.argv[1:] + ["nothing", "7"])[0], int((sys.argv[2:] + ["7"])[0]) if __name__ == "__main__" else 7
F_SETPIPE_SZ = 1031
IGNORED = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


def hello():
    return {
        "wyrm": 1, "name": "coins", "version": "1", "agents": ["coward", "greedy"],
        "stages": {"name": "floor", "last": 3},
        "metrics": [{"name": "heads", "kind": "share"}, {"name": "gold", "kind": "amount", "unit": "coins"},
                    {"name": "lead", "kind": "number"}, {"name": "side", "kind": "category"},
                    {"name": "turns", "kind": "by stage"}],
        "parameters": [{"key": "bias", "kind": "number", "range": [0, 1], "default": 0.5}]}


def play(seed):
    dice = random.Random(seed)
    throws = [dice.random() < 0.6 for _ in range(3)]
    alive = throws.index(False) if False in throws else 3
    return {"outcome": "won" if alive == 3 else "lost", "stage": min(alive + 1, 3),
            "cause": None if alive == 3 else "a coin",
            "metrics": {"heads": [sum(throws), 3], "gold": 10 * alive, "lead": alive - 1.5,
                        "side": "heads" if throws[-1] else "tails", "turns": [seed % 5, None]}}


def write(text):
    """As bytes, all of them, as a game without Python's care would."""
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data):]


def line(answer):
    return json.dumps(answer) + "\n"


def wait(_=None, __=None):
    while True:
        time.sleep(60)


def be_deaf():
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)


# ---- values: what of a result is wrong, and what is said of it; the game goes on ----

def with_metric(name, value):
    return lambda result: result["metrics"].update({name: value})


def with_member(name, value):
    return lambda result: result.update({name: value})


VALUES = [
    (with_member("stage", 0), "stage is 0, and it is to be a whole number from 1 to 3"),
    (with_member("stage", -1), "stage is -1, and it is to be a whole number from 1 to 3"),
    (with_member("stage", 4), "stage is 4, and it is to be a whole number from 1 to 3"),
    (with_member("stage", 2.5), "stage is 2.5, and it is to be a whole number from 1 to 3"),
    (with_member("stage", 1e30), "stage is 1e+30, and it is to be a whole number from 1 to 3"),
    (with_member("stage", 10 ** 30), "stage is 1e+30, and it is to be a whole number from 1 to 3"),
    (with_member("stage", True), "stage is true, and it is to be a whole number from 1 to 3"),
    (with_member("stage", "two"), "stage is 'two', and it is to be a whole number from 1 to 3"),
    (with_member("stage", "\x1b" * 5 + "a" + "é" * 27), "stage is '\\u001b\\u001b\\u001b\\u001b\\u001baéé"),
    (lambda result: result.pop("outcome"), "outcome is missing"),
    (with_member("outcome", None), "outcome is null, and it is to be a text"),
    (with_member("outcome", ""), "outcome is '', and it is to say something"),
    (with_member("outcome", 3), "outcome is 3, and it is to be a text"),
    (with_member("outcome", "failed"), "outcome is 'failed', which is no end: say why, under 'failed'"),
    (with_member("outcome", "w" * 64), "outcome is '" + "w" * 60 + "...', longer than 63 bytes"),
    (with_member("outcome", "\x1b[2J" * 20), "outcome is '"),
    (with_member("cause", ["orc"]), "cause is a list, and it is to be a text"),
    (with_member("cause", "ö" * 32), "cause is '" + "ö" * 30 + "...', longer than 63 bytes"),
    (with_member("metrics", [1]), "metrics is a list, and it is to be an object"),
    (with_metric("golf", 3), "metrics.golf is not in the hello: did you mean 'gold'?"),
    (with_metric("\x1b]0;x\x07" * 30, 3), "metrics.\\u001b]0;x\\u0007"),
    (with_metric("gold", -1), "metrics.gold is -1, and an amount is a number from 0 up to 1e100"),
    (with_metric("gold", None), "metrics.gold is null, and a metric without a value is left out"),
    (with_metric("gold", True), "metrics.gold is true, and an amount is a number"),
    (with_metric("gold", math.nan), "gold is NaN, which is no number: a metric without a value is left out"),
    (with_metric("gold", 1e101), "metrics.gold is 1e+101, and an amount is a number from 0 up to 1e100"),
    (with_metric("gold", 10 ** 101), "metrics.gold is 1e+101, and an amount is a number from 0 up to 1e100"),
    (with_metric("lead", math.inf), "lead is Infinity, which is no number"),
    (with_metric("lead", -math.inf), "lead is Infinity, which is no number"),
    (with_metric("lead", -1e101), "metrics.lead is -1e+101, and it is to be a number within 1e100"),
    (with_metric("lead", {}), "metrics.lead is an object, and it is to be a number within 1e100"),
    (with_metric("heads", 1.5), "metrics.heads is 1.5, and a share is true, false, from 0 to 1, or [k, n]"),
    (with_metric("heads", [4, 3]), "metrics.heads is [4, 3], and a share of a count is [k, n], k of n"),
    (with_metric("heads", [-1, 3]), "metrics.heads is [-1, 3], and a share of a count is [k, n], k of n"),
    (with_metric("heads", [1, 2, 3]), "metrics.heads is a list, and a share of a count is [k, n], k of n"),
    (with_metric("heads", [1, "3"]), "metrics.heads is '3', and a share of a count is [k, n], k of n"),
    (with_metric("side", 7), "metrics.side is 7, and it is to be a text"),
    (with_metric("side", "x" * 100000), "metrics.side is '" + "x" * 60 + "...', longer than 63 bytes"),
    (with_metric("turns", 7), "metrics.turns is 7, and it is to be a list, stage 1 first"),
    (with_metric("turns", [1] * 4), "metrics.turns has 4 entries, and at most 3 are allowed"),
    (with_metric("turns", [1, [2]]), "metrics.turns[2] is a list, and it is to be a number, or null"),
    (with_metric("turns", [1, -math.inf]), "turns is Infinity, which is no number"),
    (with_metric("turns", [1e101]), "metrics.turns[1] is 1e+101, and it is to be a number, or null"),
]

# ---- lines that are no answer: the process is not asked again ----

LINES = [
    (lambda n, a: "\n", "protocol", "it printed an empty line: one line, one object"),
    (lambda n, a: "Loading level 3...\n", "protocol", "it printed 'Loading level 3...', which is no JSON object: "
     "standard output is for the protocol, standard error for everything else"),
    (lambda n, a: "\x1b[31mLoading\x1b[0m \x9b2J\u202e\x07\n", "protocol", "it printed '\\u001b[31mLoading"),
    (lambda n, a: "[" * 100000 + "\n", "protocol", "which is no JSON object"),
    (lambda n, a: '{"run": %d, "result": %s\n' % (n, "[" * 100000), "protocol", "which is not JSON: maximum parsing "
     "depth reached"),
    (lambda n, a: '{"run": %d, "x": %s\n' % (n, '{"a":' * 100000), "protocol", "which is not JSON: maximum parsing"),
    (lambda n, a: line(a)[:-3] + "\n", "protocol", "which is not JSON: "),
    (lambda n, a: line(a)[:-1] + "}\n", "protocol", "which is not JSON: end of file expected near '}'"),
    (lambda n, a: line(a)[:-1] + line(a), "protocol", "which is not JSON: end of file expected near '{'"),
    (lambda n, a: '{"run": %d, "run": %d, "result": {}}\n' % (n, n), "protocol", "which is not JSON: duplicate object "
     "key near '\"run\"'"),
    (lambda n, a: '{"run": %d, "result": {"outcome": "won", "outcome": "lost"}}\n' % n, "protocol", "duplicate object"),
    (lambda n, a: b'{"run": %d, "failed": "caf\xe9"}\n' % n, "protocol", "which is not JSON: unable to decode byte"),
    (lambda n, a: b'{"run": %d, "failed": "\xed\xa0\x80"}\n' % n, "protocol", "which is not JSON: unable to decode"),
    (lambda n, a: b'{"run": %d, "failed": "\0"}\n' % n, "protocol", "which is not JSON: control character 0x0"),
    (lambda n, a: '{"run": %d, "failed": "\\u0000"}\n' % n, "protocol", "which is not JSON: \\u0000 is not allowed"),
    (lambda n, a: '{"run": %d, "failed": "\\ud800"}\n' % n, "protocol", "which is not JSON: invalid Unicode"),
    (lambda n, a: b"\xff\xfe{\0}\0\n", "protocol", "which is no JSON object"),
    (lambda n, a: line(a).replace('"gold": ', '"gold": 1e999, "x": '), "value", "1e999"),
    (lambda n, a: line(dict(a, run=str(n))), "protocol", "which has no number under 'run'"),
    (lambda n, a: line(dict(a, run=n + 0.5)), "protocol", "which has no number under 'run'"),
    (lambda n, a: line(dict(a, run=-1)), "protocol", "which has no number under 'run'"),
    (lambda n, a: line(dict(a, run=None)), "protocol", "which has no number under 'run'"),
    (lambda n, a: line({"result": a["result"]}), "protocol", "which has no number under 'run'"),
    (lambda n, a: line(dict(a, run=10 ** 30)), "protocol", "which has no number under 'run'"),
    (lambda n, a: line({"hello": hello()}), "protocol", "which has no number under 'run'"),
    (lambda n, a: line(dict(a, run=n + 1000)), "run", "and the answer to run"),
    (lambda n, a: line({"run": n}), "protocol", "which has neither 'result' nor 'failed'"),
    (lambda n, a: line({"run": n, "result": None}), "value", "result is null, and it is to be an object"),
    (lambda n, a: line({"run": n, "failed": 3}), "value", "failed is 3, and it is to be a text"),
    (lambda n, a: line({"run": n, "failed": "no \x1b[2Jsuch \x9blevel\u202e"}), "said", "no \\u001b[2Jsuch"),
    (lambda n, a: "x" * (1 << 20) + "x\n", "long", "it printed a line of more than 1048576 bytes"),
]

# ---- deeds: what the process does at run AT ----


def child(deed):
    if os.fork() == 0:
        deed()
        os._exit(0)


def stay_in_a_session():
    """Nothing but SIGKILL ends it, its child, and the one that has forgotten where it comes from."""
    os.setsid()
    be_deaf()
    if os.fork() == 0:
        os.execve("/bin/sleep", ["sleep", "60"], {})
    os.fork()
    wait()


def run_away():
    """Is never the same process for long: each forks the next and ends."""
    os.setsid()
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if os.fork() != 0:
            os._exit(0)


def log_without_end():
    while True:
        os.write(2, b"\x1b[2Jflood \xff" * 1000 + b"\n")


def answer_late(number, answer):
    """Reads the next request first, and answers that first."""
    following = json.loads(sys.stdin.readline())
    write(line({"run": following["run"], "result": play(following["seed"])}) + line(answer))


def crash_loudly(_, __):
    for _ in range(400):
        sys.stderr.write("flood " * 2000 + "\n")
    sys.exit("Traceback: no such \x1b[31mlevel")


def gigabyte(_, __):
    for _ in range(1024):
        write(b"x" * (1 << 20))
    write("\n")


def gulp(_, __):
    """A whole mebibyte is ready at once, and behind it another: no pipe has to be as small as usual."""
    fcntl.fcntl(1, F_SETPIPE_SZ, 1 << 20)
    gigabyte(None, None)


def drip(_, __):
    while True:
        write(" ")
        time.sleep(0.01)


def dribble(_, answer):
    for byte in line(answer).encode():
        write(bytes([byte]))


DEEDS = {
    "silent": wait,
    "deaf": lambda n, a: (be_deaf(), wait()),
    "stops": lambda n, a: os.kill(os.getpid(), signal.SIGSTOP),
    "drips": drip,
    "no newline": lambda n, a: (write(line(a)[:-1]), wait()),
    "no newline, ends": lambda n, a: (write(line(a)[:-1]), os._exit(0)),
    "closes output": lambda n, a: (os.close(1), wait()),
    "closes input": lambda n, a: (os.close(0), wait()),
    "crashes": lambda n, a: sys.exit("Traceback: no such \x1b[31mlevel"),
    "crashes loudly": crash_loudly,
    "faults": lambda n, a: os.kill(os.getpid(), signal.SIGSEGV),
    "ends": lambda n, a: os._exit(0),
    "leaves children": lambda n, a: (child(stay_in_a_session), child(stay_in_a_session), os._exit(3)),
    "hangs with children": lambda n, a: (child(stay_in_a_session), wait()),
    "leaves a runner": lambda n, a: (child(run_away), time.sleep(0.1), os._exit(3)),
    "kills its keeper": lambda n, a: (os.kill(os.getppid(), signal.SIGKILL), wait()),
    "stops its keeper": lambda n, a: (os.kill(os.getppid(), signal.SIGSTOP), wait()),
    "gigabyte": gigabyte,
    "gulps": gulp,
    "twice": lambda n, a: write(line(a) + line(a)),
    "early": lambda n, a: write(line(a) + line({"run": n + 1, "result": play(n + 1)})),
    "out of order": answer_late,
    # and what does no harm
    "dribbles": dribble,
    "windows": lambda n, a: write(line(a)[:-1] + " \r\n"),
    "later version": lambda n, a: write(line(dict(a, result=dict(a["result"], mood={"x": [1]}), more=[]))),
    "floats": lambda n, a: write(line(dict(a, run=float(n), result=dict(a["result"], stage=float(
        a["result"]["stage"]))))),
    "children": lambda n, a: (child(stay_in_a_session), write(line(a))),
    "floods its log": lambda n, a: (child(log_without_end), write(line(a))),
    "big": lambda n, a: write(line(dict(a, x="x" * 1000000))),
}

# ---- hello: what of it is wrong, and what is said ----


def many(count, one):
    return [one(i) for i in range(count)]


HELLOS = [
    (lambda h: h.update(wyrm=2), "wyrm is 2, and this speaks version 1"),
    (lambda h: h.pop("name"), "name is missing"),
    (lambda h: h.update(name=""), "name is '', and it is to say something"),
    (lambda h: h.update(name="n" * 64), "longer than 63 bytes"),
    (lambda h: h.update(name=["x"]), "name is a list, and it is to be a text"),
    (lambda h: h.update(version=1), "version is 1, and it is to be a text"),
    (lambda h: h.update(agents=many(65, str)), "agents has 65 entries, and at most 64 are allowed"),
    (lambda h: h.update(agents=["a", "b", "a"]), "agents[3] is 'a', which was named before"),
    (lambda h: h.update(agents=[None]), "agents[1] is null, and it is to be a text"),
    (lambda h: h.update(by_skill=1), "by_skill is 1, and it is to be true or false"),
    (lambda h: h.update(seeded="no"), "seeded is 'no', and it is to be true or false"),
    (lambda h: h.update(stages=3), "stages is 3, and it is to be an object"),
    (lambda h: h["stages"].update(last=0), "stages.last is 0, and it is to be a whole number from 1 to 1000"),
    (lambda h: h["stages"].update(last=1001), "stages.last is 1001, and it is to be a whole number from 1 to 1000"),
    (lambda h: h.update(metrics={}), "metrics is an object, and it is to be a list"),
    (lambda h: h.update(metrics=many(129, lambda i: {"name": f"m{i}", "kind": "share"})),
     "metrics has 129 entries, and at most 128 are allowed"),
    (lambda h: h["metrics"].append({"name": "gold", "kind": "share"}), "metrics[6].name is 'gold', which was named"),
    (lambda h: h["metrics"].append({"name": "win_rate", "kind": "share"}), "which every game has already"),
    (lambda h: h["metrics"].append({"name": "a b", "kind": "share"}), "a name has letters, digits, '_', '-' and '.'"),
    (lambda h: h["metrics"].append({"name": "\x1b[2Jb", "kind": "share"}), "metrics[6].name is '\\u001b[2Jb'"),
    (lambda h: h["metrics"].append({"name": "x", "kind": "amont"}), "is 'amont', which is no kind: did you mean"),
    (lambda h: h["metrics"].append({"name": "x"}), "metrics.x.kind is missing"),
    (lambda h: h["metrics"].append("x"), "metrics[6] is 'x', and it is to be an object"),
    (lambda h: h.update(parameters=many(1001, lambda i: {"key": f"p{i}", "kind": "whole"})),
     "parameters has 1001 entries, and at most 1000 are allowed"),
    (lambda h: h["parameters"][0].update(default=2), "parameters.bias.default is 2, and it is to be a number from 0"),
    (lambda h: h["parameters"][0].update(default=math.nan), "default is NaN, which is no number"),
    (lambda h: h["parameters"][0].update(range=[1, 0]), "parameters.bias.range is 0, and it is to be [least, greatest"),
    (lambda h: h["parameters"][0].update(range=[1]), "parameters.bias.range is a list, and it is to be [least, great"),
    (lambda h: h["parameters"][0].update(kind="choice"), "parameters.bias.choices is missing"),
    (lambda h: h.update(about="x" * (1 << 20)), "it printed a line of more than 1048576 bytes"),
]
STARTS = {
    "mute": (wait,
             "the game has not said hello in 1 s (does it flush its standard output after every answer?)"),
    "mumbles": (lambda: (write(line({"hello": hello()})[:-1]), wait()), "not said hello in 1 s: its line has no end"),
    "drips its hello": (lambda: drip(0, 0), "the game has not said hello in 1 s: its line has no end"),
    "dies": (lambda: sys.exit("no \x1b[2Jdisplays " + "é" * 1000),
             "the game ended with status 1 before it said hello: é"),
    "faults at once": (lambda: os.kill(os.getpid(), signal.SIGSEGV), "killed by signal 11 before it said hello"),
    "one shot": (lambda: os._exit(0), "ended with status 0 before it said hello: it is to stay until its input ends"),
    "closes all": (lambda: (os.close(1), wait()), "the game closed its standard output before it said hello"),
    "banner": (lambda: write("Coins \x1b[1m1.0\n"), "it printed 'Coins \\u001b[1m1.0', which is no JSON object"),
    "no hello": (lambda: write(line({"run": 0, "result": play(0)})), "which is no hello"),
    "leaves children at once": (lambda: (child(stay_in_a_session), os._exit(3)), "status 3 before it said hello"),
}

# ---- the game ----

PLAYED = []


def say_hello():
    said = hello()
    if KIND.startswith("hello "):
        HELLOS[int(KIND[6:])][0](said)
    if KIND == "unseeded":
        said["seeded"] = False
    if KIND == "changes":
        said["version"] = str(os.getpid())
    if KIND == "escapes":
        said["parameters"].append({"key": "way", "kind": "choice", "choices": ["a" + "é" * 31, "coins"]})
        said = json.loads(json.dumps(said).replace("coins", TRICKS).replace("coward", TRICKS).replace("floor", TRICKS)
                          .replace('"kind"', f'"about": "{TRICKS}", "unit": "{TRICKS}", "kind"'))
    write(line({"hello": said}))


TRICKS = "x\\u001b[2J\\u009b31m\\u202e\\u200b\\u0007\\u007f\\n\\r\\t"


def play_one(asked):
    number, result = asked["run"], play(asked["seed"])
    answer = {"run": number, "result": result}
    PLAYED.append(number)
    if KIND == "values" and number < len(VALUES):
        VALUES[number][0](result)
    elif KIND == "lines" and number < len(LINES):
        sys.stderr.write(f"this is run {number}\n")
        sys.stderr.flush()
        return write(LINES[number][0](number, answer))
    elif KIND == "drifts":
        result["metrics"]["lead"] += len(PLAYED)
    elif KIND == "remembers":
        result["cause"] = "a coin" if len(PLAYED) < 2 or PLAYED[-2] < number else "a memory"
    elif KIND == "throws dice":
        result["metrics"]["gold"] = random.SystemRandom().randrange(1 << 40)
    elif KIND == "words":
        result["outcome"] = f"end {number}"
    elif KIND == "escapes":
        result.update(outcome=json.loads(f'"{TRICKS}"'), cause=json.loads(f'"{TRICKS}"'))
        result["metrics"]["side"] = json.loads(f'"{TRICKS}"')
    elif KIND == "at random" and random.SystemRandom().random() < 0.1:
        os._exit(1)
    elif KIND == "says so":
        return write(line({"run": number, "failed": "é" * 300 if number % 2 else "x" + "é" * 300}))
    elif KIND == "one answer":
        write(line(answer))
        os._exit(0)
    elif KIND == "odd ones" and number % 2 == 1:
        os._exit(1)
    elif KIND == "grows":
        PLAYED.append(bytearray(1 << 20))
    elif KIND in DEEDS and number == AT:
        return DEEDS[KIND](number, answer)
    return write(line(answer))


def main():
    if KIND == "outlives its input":
        be_deaf()
    if KIND in STARTS:
        STARTS[KIND][0]()
    if KIND == "never reads":
        say_hello()
        wait()
    for request in sys.stdin:
        asked = json.loads(request)
        if asked["do"] == "hello":
            say_hello()
        elif asked["do"] == "run":
            play_one(asked)
    if KIND == "outlives its input":
        wait()


if __name__ == "__main__":
    main()
