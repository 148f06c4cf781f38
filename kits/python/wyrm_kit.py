"""Makes a game speak Wyrmscale's protocol (docs/protocol.md). Copy this file beside the game; it needs Python 3.7 and
nothing else.

    import wyrm_kit

    def play(seed, agent, set, limit):
        ...one whole game without a screen...
        return {"outcome": "lost", "stage": 4, "cause": "orc", "metrics": {"gold": 31}}

    wyrm_kit.serve({"name": "delve", "metrics": [{"name": "gold", "kind": "amount"}]}, play)

`seed` is a whole number, `agent` one of the names in the hello, `limit` a number of turns or None. `set` has every
parameter of the hello, with its default where the request does not set it. What `play` raises is told as a failed
run, sys.exit() too, and the next run is played.

The module `random` is seeded before each run, so a game that draws from it gives the same run for the same seed; so
does one with a generator of its own that it seeds itself. (Names hash differently in every process: sort a set of
them before you draw from it.) What the game prints goes to its log, standard error; its standard input is empty.
Before `serve` it should print nothing.
"""
import json
import math
import os
import random
import sys
import traceback

MASK = 0xFFFFFFFF
STEP = 0x9E3779B9


def serve(hello, play, draw=None, fight=None, replay=None):
    """Answers requests until they end. Functions that are not given cannot be asked for:

    draw(seed, attacker, defender, count)   -> {"misses": 210, "damage": {5: 400, 6: 390}}
    fight(seed, attacker, defender, count)  -> {"won": 880, "lost": 120, "turns": {3: 600, 4: 400}}
    replay(seed, agent, set, limit)         -> a list of frames, texts; or None: it was shown in a window
    """
    requests, answers = _take_streams()
    game = _Game(hello, {"play": play, "draw": draw, "fight": fight, "replay": replay})
    for line in requests:
        answers.write(game.answer(line).encode("ascii") + b"\n")
        answers.flush()


def _take_streams():
    """The protocol's two streams. What the game itself reads and prints, and what it starts, gets others."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout.flush()  # what was printed before goes to the log, too
    sys.stdout = sys.stderr
    return requests, answers


class _Game:
    def __init__(self, hello, functions):
        self.functions = functions
        self.hello = dict(hello, wyrm=1, can=[name for name in ("draw", "fight", "replay") if functions[name]])
        self.agents = list(hello.get("agents") or ["default"])
        self.defaults = {row["key"]: row.get("default") for row in hello.get("parameters", [])}

    def answer(self, line):
        """What is said to one line, as JSON in ASCII; every failure is an answer, too."""
        whose = {}
        try:
            request = json.loads(line)
            do = request["do"]
            if do == "hello":
                return json.dumps({"hello": self.hello})
            number = "run" if do == "replay" else do
            if do not in ("run", "draw", "fight", "replay"):
                raise ValueError("'%s' is unknown" % do)
            whose = {number: request[number]}
            return json.dumps(dict(whose, **self.done(do, request)), allow_nan=False)
        except (Exception, SystemExit) as error:
            traceback.print_exc()
            return json.dumps(dict(whose, failed="%s: %s" % (type(error).__name__, error)))

    def done(self, do, request):
        function = self.functions["play" if do == "run" else do]
        if function is None:
            raise ValueError("this game has no '%s'" % do)
        random.seed(request["seed"])
        if do in ("draw", "fight"):
            return {"result": function(request["seed"], request["attacker"], request["defender"], request["count"])}
        told = function(request["seed"], self.agent(request), self.values(request), request.get("limit"))
        if do == "replay":
            return {"replay": {} if told is None else {"frames": told}}
        if told is None:
            raise ValueError("play() returned nothing")
        if isinstance(told, dict):
            _check_numbers(told.get("metrics") or {})
        return {"result": told}

    def agent(self, request):
        agent = request.get("agent", self.agents[0])
        if agent not in self.agents:
            raise ValueError("there is no agent '%s'" % agent)
        return agent

    def values(self, request):
        """Every parameter of the hello, set or not."""
        values = dict(self.defaults)
        for key, value in request.get("set", {}).items():
            if key not in values:
                raise ValueError("there is no parameter '%s'" % key)
            values[key] = value
        return values


def _check_numbers(metrics):
    """JSON has no word for what is not finite; who is told should learn which metric it was."""
    for name, value in metrics.items():
        for number in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(number, float) and not math.isfinite(number):
                raise ValueError("metrics.%s is %s: a metric without a value is left out" % (name, number))


class Dice:
    """Random numbers from a seed: the same ones in every language that there is a kit for."""

    def __init__(self, seed):
        low, high = seed & MASK, seed >> 32
        self.state = _mix(low ^ _mix((high + 1) & MASK))
        self.key = _mix(high ^ _mix((low + STEP) & MASK))

    def number(self):
        """From 0 to 2**32 - 1."""
        self.state = (self.state + STEP) & MASK
        return _mix(_mix(self.state) ^ self.key)

    def roll(self, sides):
        """From 1 to `sides`."""
        return 1 + self.number() % sides

    def chance(self, percent):
        return self.roll(100) <= percent


def _mix(x):
    """Every bit of `x` moves half the bits of what is returned."""
    x = (x ^ (x >> 16)) * 0x7FEB352D & MASK
    x = (x ^ (x >> 15)) * 0x846CA68B & MASK
    return x ^ (x >> 16)
