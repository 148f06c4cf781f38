#!/usr/bin/env python3
"""A game that speaks the protocol: three floors, on each a coin. The first argument is what it does wrong, at
the run whose number is the second."""

import json
import os
import random
import signal
import sys
import time

WRONG = (sys.argv[1:] + ["nothing"])[0]
AT = {int(number) for number in (sys.argv[2:] + ["7"])[0].split(",")}
HELLO = {
    "wyrm": 1, "name": "coins", "version": "1", "agents": ["coward", "greedy"], "by_skill": True,
    "stages": {"name": "floor", "last": 3},
    "metrics": [{"name": "heads", "kind": "share"}, {"name": "gold", "kind": "amount", "unit": "coins"},
                {"name": "lead", "kind": "number"}, {"name": "last.side", "kind": "category"},
                {"name": "turns", "kind": "by stage"}, {"name": "lucky", "kind": "share"}],
    "parameters": [{"key": "coin.bias", "kind": "number", "range": [0, 1], "default": 0.5},
                   {"key": "floors", "kind": "whole", "range": [1, 3], "default": 3},
                   {"key": "side", "kind": "choice", "choices": ["heads", "tails"], "default": "heads"}],
    "can": ["draw", "fight", "replay"], "seeded": WRONG != "unseeded",
}
PLAYED = []


def say(answer):
    sys.stdout.write(answer if isinstance(answer, str) else json.dumps(answer) + "\n")
    sys.stdout.flush()


def play(seed, agent, given):
    dice = random.Random(seed)
    bias = given.get("coin.bias", 0.5) + (agent == "greedy") / 4
    throws = [dice.random() < bias for _ in range(given.get("floors", 3))]
    alive = throws.index(False) if False in throws else len(throws)
    won = alive == len(throws)
    return {"outcome": "won" if won else "lost", "stage": min(alive + 1, len(throws)),
            "cause": None if won else "a coin",
            "metrics": {"heads": [sum(throws), len(throws)], "gold": 10 * alive, "lead": alive - 1.5,
                        "lucky": throws[0], "last.side": "heads" if throws[-1] else "tails",
                        "turns": [seed % 5, None][:len(throws)]}}


def play_again(number):
    """The third argument has two results: of a process that is asked for run 0 first, and of any other."""
    PLAYED.append(number)
    changes = json.loads(sys.argv[3])[PLAYED[0] > 0]
    return {"run": number, "result": {"outcome": "lost", "stage": 1, "metrics": {}} | changes}


def child_that_stays():
    """A child with a session of its own that nothing but SIGKILL ends, and its child."""
    if os.fork() == 0:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        os.fork()
        time.sleep(60)
        os._exit(0)


def misbehave(number, answer):
    """What is done instead of the right answer."""
    metrics = answer["result"]["metrics"]
    if WRONG == "hang":
        time.sleep(60)
    elif WRONG == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
    elif WRONG == "drip":
        while True:
            sys.stdout.write(" ")
            sys.stdout.flush()
            time.sleep(0.01)
    elif WRONG in ("crash", "fades"):
        sys.exit("Traceback: no such \x1b[31mlevel")
    elif WRONG == "signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif WRONG == "children":
        child_that_stays()
        child_that_stays()
        os._exit(3)
    elif WRONG == "orphans":
        child_that_stays()
        time.sleep(60)
    elif WRONG == "flood":
        for _ in range(400):
            sys.stderr.write("flood " * 2000 + "\n")
        sys.stderr.write("the last of it\n")
        say({"run": number, "failed": "too \x1b[2Jwet"})
    elif WRONG == "mumbles":
        sys.stderr.buffer.write("\u00e9".encode() * 1500 + b"x")
        sys.exit(1)
    elif WRONG == "chatter":
        say("Loading level 3...\n")
    elif WRONG == "long":
        say("x" * (3 << 20) + "\n")
    elif WRONG == "endless":
        while True:
            sys.stdout.write("x" * 65536)
    elif WRONG == "twice":
        say(answer)
        say(answer)
    elif WRONG == "other":
        say(dict(answer, run=number + 1000))
    elif WRONG == "nan":
        metrics["gold"] = float("nan")
        say(answer)
    elif WRONG == "negative":
        metrics["gold"] = -3
        say(answer)
    elif WRONG == "undeclared":
        metrics["golf"] = 3
        say(answer)
    elif WRONG == "outcome":
        del answer["result"]["outcome"]
        say(answer)
    elif WRONG == "deep":
        say("[" * 100000 + "\n")


def answer_one(asked):
    number = asked.get("run")
    if asked["do"] == "hello":
        if WRONG == "mute":
            time.sleep(60)
        if WRONG == "fades":
            with open(os.environ["STARTS"], "a+", encoding="utf-8") as starts:
                starts.write("x")
            if os.path.getsize(os.environ["STARTS"]) > 2:
                sys.exit("no display any more")
        if WRONG == "dies":
            sys.exit("no display")
        say({"hello": HELLO})
    elif asked["do"] == "run" and WRONG == "again":
        say(play_again(number))
    elif asked["do"] == "run":
        drift = len(PLAYED) if WRONG == "drift" else 0
        answer = {"run": number, "result": play(asked["seed"] + drift, asked["agent"], asked.get("set", {}))}
        PLAYED.append(number)
        if number in AT and WRONG != "nothing":
            misbehave(number, answer)
        else:
            say(answer)
    elif asked["do"] == "draw" and WRONG == "unmissed":
        say({"draw": asked["draw"], "result": {"damage": {"10": asked["count"]}}})
    elif asked["do"] == "draw":
        say({"draw": asked["draw"], "result": {"misses": 1, "damage": {"10": asked["count"] - 3, "2": 2}}})
    elif asked["do"] == "fight":
        say({"fight": asked["fight"], "result": {"won": 1, "lost": 2, "turns": {"4": 3}}})
    elif asked["do"] == "replay":
        say({"run": number, "replay": {"frames": ["@.\n..", "\x1b[2J.@"]}})


for line in sys.stdin:
    answer_one(json.loads(line))
