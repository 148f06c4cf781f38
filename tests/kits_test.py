#!/usr/bin/env python3
"""The kits and their example games speak the protocol of docs/protocol.md. Standard Python only; wyrm is not asked.

  kits_test.py LANGUAGE [unittest options]

Each example is started by itself and held to the protocol line by line. The same dungeon is told in every language,
so each must give the answers of the one in Python. A second, awkward game does to its kit what games do: it throws,
exits, prints to standard output in several ways, reads standard input.

Where there is a validator (python3-jsonschema), every line of both sides is held to docs/protocol.schema.json, too.

Exits 77, which meson counts as skipped, where the language is not installed.
"""

import json
import math
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

TOP = pathlib.Path(__file__).resolve().parent.parent
ROOT = TOP / "kits"
SLOW = 120  # seconds for an answer: the machine may be busy; nothing waits that long where all is well
BIG = 2**53 - 1
FILTER = ["sh", "-c", "{} | sed -un -e 's/^wyrm //p' -e t -e 'w /dev/stderr'"]


class Kit:
    """How a game of a language is started. `build` has {source} and {program}, `command` {source} or {program}."""

    def __init__(self, kit, ending, needs, command, build=None, seeded_by_kit=True):
        self.kit, self.ending, self.needs = kit, ending, needs
        self.command, self.build, self.seeded_by_kit = command, build, seeded_by_kit

    def tool(self):
        return next((path for path in map(shutil.which, self.needs) if path), None)

    def start_command(self, folder, name, built):
        """The words that start the game `name` of a folder; compiled ones go into the folder `built`."""
        words = {"tool": self.tool(), "source": f"{name}.{self.ending}", "program": f"{built}/{name}"}
        if self.build:
            subprocess.run([word.format(**words) for word in self.build], cwd=folder, check=True, timeout=SLOW)
        return [word.format(**words) for word in self.command]


KITS = {
    "python": Kit("wyrm_kit.py", "py", [sys.executable], ["{tool}", "{source}"]),
    "javascript": Kit("wyrm_kit.js", "js", ["node", "nodejs"], ["{tool}", "{source}"]),
    "lua": Kit("wyrm_kit.lua", "lua", ["lua5.4", "lua"], ["{tool}", "{source}"]),
    "c": Kit("wyrm_kit.h", "c", [os.environ.get("CC", "cc"), "cc"], ["{program}"],
             ["{tool}", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", "{program}", "{source}"], False),
    "cplusplus": Kit("wyrm_kit.h", "cpp", [os.environ.get("CXX", "c++"), "c++"], ["{program}"],
                     ["{tool}", "-Wall", "-Wextra", "-Werror", "-o", "{program}", "{source}"], False),
    "rust": Kit("wyrm_kit.rs", "rs", ["rustc"], ["{program}"],
                ["{tool}", "--edition", "2021", "-Dwarnings", "-o", "{program}", "{source}"], False),
    "godot3": Kit("wyrm_kit.gd", "gd", ["godot3-server"],
                  [word.format("{tool} --path . -s {source}") for word in FILTER]),
}
LANGUAGE = sys.argv.pop(1) if len(sys.argv) > 1 and sys.argv[1] in KITS else "python"
KIT = KITS[LANGUAGE]
FOLDER = ROOT / LANGUAGE.replace("cplusplus", "c")

# Games that behave badly when an agent is called so; `luck` tells numbers of the language's own generator.
AWKWARD = {
    "python": r'''
import os, random, sys
print("printed before")
import wyrm_kit
def play(seed, agent, set, limit):
    gold = 1
    if agent == "throws": raise RuntimeError('out of "dungeons" \u00fc')
    if agent == "exits": sys.exit("out of dungeons")
    if agent == "nothing": return None
    if agent == "nan": gold = float("nan")
    if agent == "reads":
        try: input("your name?")
        except EOFError: gold = 2
    if agent == "prints":
        print('{"run": 5, "result": {}}'); sys.stdout.write("half a line"); os.system("echo a child")
        os.write(1, b"past Python\n"); sys.stdout.flush()
    if agent == "luck": gold = random.randrange(10**9)
    return {"outcome": "won", "metrics": {"gold": gold}}
wyrm_kit.serve({"name": "awkward", "agents": ["throws", "exits", "nothing", "nan", "reads", "prints", "luck"],
    "metrics": [{"name": "gold", "kind": "amount"}]}, play)
''',
    "javascript": r'''
const { serve } = require('./wyrm_kit');
async function play(seed, agent, set, limit) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    let gold = 1;
    if (agent === 'throws') throw new Error('out of "dungeons" \u00fc');
    if (agent === 'nothing') return;
    if (agent === 'nan') gold = NaN;
    if (agent === 'prints') { console.log('{"run": 5, "result": {}}'); process.stdout.write('half a line'); }
    if (agent === 'luck') gold = Math.floor(Math.random() * 1e9);
    return { outcome: 'won', metrics: { gold } };
}
setInterval(() => {}, 1000); // a timer that the game forgets
serve({ name: 'awkward', agents: ['throws', 'nothing', 'nan', 'prints', 'luck'],
    metrics: [{ name: 'gold', kind: 'amount' }] }, { play });
''',
    "lua": r'''
local wyrm = require("wyrm_kit")
local function play(seed, agent, set, limit)
    local gold = 1
    if agent == "throws" then error('out of "dungeons" \u{fc}') end
    if agent == "nothing" then return nil end
    if agent == "nan" then gold = 0/0 end
    if agent == "prints" then
        print('{"run": 5, "result": {}}', nil, 3); io.write("half a line"); io.stdout:write("and more")
    end
    if agent == "luck" then gold = math.random(1000000000) end
    return {outcome = "won", metrics = {gold = gold}}
end
wyrm.serve({name = "awkward", agents = {"throws", "nothing", "nan", "prints", "luck"},
    metrics = {{name = "gold", kind = "amount"}}}, {play = play})
''',
    "c": r'''
#include "wyrm_kit.h"
static const char *play(const wyrm_request *request, FILE *result)
{
    int gold = 1;
    if (!strcmp(request->agent, "throws"))
        return "out of \"dungeons\" \xc3\xbc";
    if (!strcmp(request->agent, "reads") && getchar() == EOF)
        gold = 2;
    if (!strcmp(request->agent, "prints")) {
        puts("{\"run\": 5, \"result\": {}}");
        printf("half a line");
        fflush(stdout);
        if (system("echo a child"))
            return "no shell";
    }
    wyrm_dice dice = wyrm_dice_of(request->seed);
    if (!strcmp(request->agent, "luck"))
        gold = wyrm_roll(&dice, 1000000000);
    wyrm_say(result, "'outcome': 'won', 'metrics': {'gold': %d}", gold);
    return NULL;
}
int main(void)
{
    printf("printed before\n");
    wyrm_game game = {WYRM_JSON("name": "awkward", "agents": ["throws", "reads", "prints", "luck"], "metrics":
        [{"name": "gold", "kind": "amount"}]), {{"run", play}, {NULL, NULL}, {NULL, NULL}, {NULL, NULL}}};
    return wyrm_serve(&game);
}
''',
    "rust": r'''
mod wyrm_kit;
use wyrm_kit::{serve, Dice, Request};
fn play(request: &Request) -> Result<String, String> {
    let mut gold = 1;
    match request.agent.as_str() {
        "throws" => panic!("out of {} ü", "\"dungeons\""),
        "prints" => { println!("{{\"run\": 5, \"result\": {{}}}}"); print!("half a line"); }
        "luck" => gold = Dice::new(request.seed).roll(1000000000),
        _ => return Err("no such agent".to_string()),
    }
    Ok(format!("{{\"outcome\": \"won\",\n\"metrics\": {{\"gold\": {}}}}}", gold))
}
fn main() {
    serve(r#"{"name": "awkward", "agents": ["throws", "prints", "luck"],
        "metrics": [{"name": "gold", "kind": "amount"}]}"#, &[("run", play)]);
}
''',
    "godot3": r'''
extends "res://wyrm_kit.gd"
func hello():
    return {"name": "awkward", "agents": ["throws", "says", "prints", "luck"],
        "metrics": [{"name": "gold", "kind": "amount"}]}
func play(number, agent, values, limit):
    var gold = 1
    if agent == "throws":
        return {}["out of dungeons"]
    if agent == "says":
        return {"failed": "out of \"dungeons\" ü"}
    if agent == "prints":
        print('{"run": 5, "result": {}}')
        printraw("half a line")
    if agent == "luck":
        gold = randi() % 1000000000
    return {"outcome": "won", "metrics": {"gold": gold}}
''',
}
AWKWARD["cplusplus"] = AWKWARD["c"]


def validator(side):
    """Of a "request" or an "answer"."""
    schema = json.loads((TOP / "docs" / "protocol.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(dict(schema, **{"$ref": f"#/$defs/{side}"}))


VALIDATORS = {side: validator(side) for side in ("request", "answer")} if jsonschema else {}


def hold_to_schema(side, line):
    if jsonschema:
        VALIDATORS[side].validate(line)
    return line


class Game:
    """A game that runs. `ask` writes a request and waits for its answer while the input stays open."""

    def __init__(self, command, folder):
        self.log = tempfile.TemporaryFile()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.log, start_new_session=True,
                                        env=dict(environment, PYTHONDONTWRITEBYTECODE="1"))
        self.rest = b""

    def write(self, *requests):
        lines = [request if isinstance(request, bytes) else json.dumps(request).encode() for request in requests]
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def line(self):
        end = time.monotonic() + SLOW
        while b"\n" not in self.rest:
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError("no answer: is it flushed?")
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise AssertionError("the game ended: " + self.logged()[-2000:])
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode("utf-8")

    def answer(self):
        return hold_to_schema("answer", self.read())

    def read(self):
        return json.loads(self.line(), parse_constant=self.fail_number)

    @staticmethod
    def fail_number(word):
        raise AssertionError(f"{word} is no JSON")

    def ask(self, request):
        hold_to_schema("request", json.loads(request) if isinstance(request, bytes) else request)
        self.write(request)
        return self.answer()

    def logged(self):
        self.log.seek(0)
        return self.log.read().decode("utf-8", "replace")

    def end(self):
        """Ends its input; returns the exit code, and what it printed after its last answer."""
        self.process.stdin.close()
        left = self.rest + self.process.stdout.read()
        return self.process.wait(SLOW), left

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.log):
            try:
                stream.close()
            except BrokenPipeError:
                pass


def run(number, seed=None, agent="careful", **more):
    return dict({"do": "run", "run": number, "seed": number if seed is None else seed, "agent": agent}, **more)


class Speaks(unittest.TestCase):
    """What both games share: starting them in a folder of their own."""
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.built = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.built.cleanup)
        cls.folder, cls.command = cls.prepare()

    def start(self):
        game = Game(self.command, self.folder)
        self.addCleanup(game.close)
        return game

    def assert_ends(self, game):
        """Its end comes by itself, and before wyrm would kill it; it has said nothing else."""
        self.assertEqual(game.end(), (0, b""), game.logged()[-2000:])


class TheExample(Speaks):
    @classmethod
    def prepare(cls):
        if LANGUAGE == "cplusplus":
            raise unittest.SkipTest("the example is in C")
        return FOLDER, KIT.start_command(FOLDER, "dungeon", cls.built.name)

    def test_the_kit_has_less_than_200_lines(self):
        self.assertLess(len((FOLDER / KIT.kit).read_text(encoding="utf-8").splitlines()), 200)

    def test_hello_says_who_it_is(self):
        hello = self.start().ask({"wyrm": 1, "do": "hello"})["hello"]
        self.assertEqual((hello["wyrm"], hello["name"], hello["version"]), (1, "dungeon", "1.0"))
        self.assertEqual((hello["agents"], hello["by_skill"]), (["reckless", "careful"], True))
        self.assertEqual(hello["stages"], {"name": "depth", "last": 5})
        self.assertEqual([(metric["name"], metric["kind"]) for metric in hello["metrics"]],
                         [("gold", "amount"), ("hit", "share"), ("weapon", "category"), ("turns", "by stage")])
        hp, boss = hello["parameters"]
        self.assertEqual((hp["key"], hp["kind"], hp["range"], hp["default"]), ("orc.hp", "whole", [1, 99], 12))
        self.assertEqual((boss["key"], boss["kind"], boss["default"]), ("boss", "text", "wyrm"))
        self.assertEqual(set(hello["can"]), {"draw", "replay"})

    def assert_is_a_result(self, result):
        """It has what the hello has declared, of the kinds that it said, and nothing else."""
        self.assertLessEqual(set(result), {"outcome", "stage", "cause", "metrics"})
        self.assertIn(result["outcome"], ("won", "lost", "unfinished"))
        self.assertIn(result["stage"], range(1, 6))
        self.assertEqual("cause" in result, result["outcome"] == "lost")
        self.assertEqual(set(result["metrics"]), {"gold", "hit", "weapon", "turns"})
        hits, blows = result["metrics"]["hit"]
        self.assertTrue(0 <= hits <= blows)
        self.assertGreaterEqual(result["metrics"]["gold"], 0)
        self.assertIn(result["metrics"]["weapon"], ("knife", "sword"))
        self.assertEqual(len(result["metrics"]["turns"]), result["stage"])

    def test_ten_runs_are_told_in_order_each_under_its_number(self):
        game = self.start()
        for number in range(10):
            answer = game.ask(run(number))
            self.assertEqual((set(answer), answer["run"]), ({"run", "result"}, number))
            self.assert_is_a_result(answer["result"])

    def test_requests_that_wait_are_answered_one_by_one(self):
        game = self.start()
        game.write(*[run(number) for number in range(200)])
        self.assertEqual([game.answer()["run"] for _ in range(200)], list(range(200)))

    def test_the_same_seed_gives_the_same_run_in_another_order_and_another_process(self):
        requests = [run(number, seed=number * 1000003, agent=agent)
                    for number in range(10) for agent in ("careful", "reckless")]
        one, other = self.start(), self.start()
        first = [one.ask(request) for request in requests]
        other.ask({"do": "draw", "draw": 1, "seed": 9, "attacker": "orc", "defender": "hero", "count": 3})
        second = [other.ask(request) for request in reversed(requests)]
        self.assertEqual(first, second[::-1])
        self.assertGreater(len({json.dumps(answer["result"]) for answer in first}), 15)

    def test_it_is_the_same_dungeon_as_in_python(self):
        requests = [run(number, seed=seed, agent=agent, set={"orc.hp": hp}, limit=limit)
                    for number, (seed, agent, hp, limit) in enumerate([
                        (0, "careful", 12, 1000), (1, "reckless", 12, 1000), (2**32 - 1, "careful", 30, 1000),
                        (2**32, "careful", 1, 1000), (2**52 + 12345, "reckless", 2, 4), (BIG, "careful", 12, 20)])]
        requests += [run(number) for number in range(100, 150)]
        mine, python = self.start(), Game([sys.executable, "dungeon.py"], ROOT / "python")
        self.addCleanup(python.close)
        for request in requests:
            self.assertEqual(mine.ask(request), python.ask(request), request)

    def test_members_that_it_does_not_know_are_ignored(self):
        game = self.start()
        plain = game.ask(run(3))
        more = run(3, later={"a": [1, {"b": "}\"]"}, None, True, -1.5e3], "agent": "nobody"}, note="Gruß, \\ \"")
        self.assertEqual(game.ask(dict({"wyrm": 1}, **more)), plain)
        self.assertIn("hello", game.ask({"wyrm": 1, "do": "hello", "later": [[], {}, ""]}))

    def test_blanks_do_not_matter(self):
        game = self.start()
        plain = game.ask(run(4))
        self.assertEqual(game.ask(b' { "seed" : 4 ,\t"agent":"careful","do" : "run", "run":4 } '), plain)

    def test_what_it_prints_goes_to_its_log(self):
        game = self.start()
        game.ask(run(77))
        self.assertRegex(game.logged(), r"the hero enters, seed\s+77\b")
        self.assert_ends(game)

    def test_a_run_that_fails_is_told_and_the_next_one_is_played(self):
        game = self.start()
        good = game.ask(run(5))
        failed = game.ask(run(6, agent="nobody"))
        self.assertEqual((set(failed), failed["run"]), ({"run", "failed"}, 6))
        self.assertGreater(len(failed["failed"]), 5)
        self.assertEqual(game.ask(run(5)), good)

    def test_what_it_cannot_do_is_told_as_failed(self):
        game = self.start()
        fight = {"do": "fight", "fight": 4, "seed": 4, "attacker": "hero", "defender": "orc", "count": 10}
        answer = game.ask(fight)
        self.assertEqual((set(answer), answer["fight"]), ({"fight", "failed"}, 4))
        self.assertIn("result", game.ask(run(5)))

    def test_the_greatest_numbers_stay_whole(self):
        game = self.start()
        line = run(BIG, seed=BIG)
        game.write(line)
        text = game.line()
        self.assertIn(str(BIG), text)
        self.assertEqual(json.loads(text)["run"], BIG)
        self.assertNotEqual(json.loads(text)["result"], game.ask(run(BIG, seed=BIG - 1))["result"])

    def test_parameters_and_the_limit_take_effect(self):
        game = self.start()
        hard = [game.ask(run(number, set={"orc.hp": 99}))["result"] for number in range(20)]
        easy = [game.ask(run(number, set={"orc.hp": 1}))["result"] for number in range(20)]
        self.assertEqual({result["outcome"] for result in hard}, {"lost"})
        self.assertIn("won", {result["outcome"] for result in easy})
        short = game.ask(run(1, limit=2))["result"]
        self.assertEqual((short["outcome"], sum(short["metrics"]["turns"])), ("unfinished", 2))
        self.assert_is_a_result(short)

    def test_texts_survive(self):
        game = self.start()
        number = next(n for n in range(100) if game.ask(run(n))["result"].get("cause") == "wyrm")
        for name in ["Lindwürm", "Ωmega – 龍 🐉", 'the "great"\\ one/']:
            escaped = run(number, set={"boss": name})
            plain = json.dumps(escaped, ensure_ascii=False).encode("utf-8")
            self.assertEqual(game.ask(plain)["result"]["cause"], name)
            if LANGUAGE != "godot3" or max(name) < "\uffff":  # Godot 3 reads no escaped pairs of surrogates
                self.assertEqual(game.ask(escaped)["result"]["cause"], name)

    def test_attacks_are_drawn(self):
        game = self.start()
        request = {"do": "draw", "draw": 3, "seed": 3, "attacker": "hero", "defender": "orc", "count": 4000}
        answer = game.ask(request)
        self.assertEqual((set(answer), answer["draw"]), ({"draw", "result"}, 3))
        damage = {int(value): times for value, times in answer["result"]["damage"].items()}
        misses = answer["result"].get("misses", 0) + damage.pop(0, 0)
        self.assertEqual(misses + sum(damage.values()), 4000)
        self.assertEqual(sorted(damage), list(range(1, 9)))
        self.assertLess(abs(misses - 1200), 5 * math.sqrt(4000 * 0.3 * 0.7))
        self.assertEqual(game.ask(request), answer)
        self.assertIn("failed", game.ask(dict(request, attacker="nobody")))
        self.assertEqual(game.ask(request), answer)

    def test_a_run_is_shown(self):
        game = self.start()
        answer = game.ask({"do": "replay", "run": 8, "seed": 8, "agent": "careful"})
        played = game.ask(run(8))["result"]
        self.assertEqual((set(answer), answer["run"], set(answer["replay"])), ({"run", "replay"}, 8, {"frames"}))
        frames = answer["replay"]["frames"]
        self.assertEqual(len(frames), sum(played["metrics"]["turns"]))
        self.assertRegex(frames[0], r"^depth 1: you \d+, rat -?\d+$")

    def test_it_ends_when_its_input_ends(self):
        silent, busy = self.start(), self.start()
        self.assert_ends(silent)
        busy.ask(run(1))
        start = time.monotonic()
        self.assert_ends(busy)
        self.assertLess(time.monotonic() - start, 20)

    def test_what_was_asked_before_the_end_is_answered(self):
        game = self.start()
        game.write(run(1), run(2))
        code, left = game.end()
        self.assertEqual((code, [json.loads(line)["run"] for line in left.splitlines()]), (0, [1, 2]))


@unittest.skipIf(jsonschema is None or LANGUAGE != "python", "once is enough, where there is a validator")
class TheSchema(unittest.TestCase):
    def test_it_takes_the_examples_of_the_page(self):
        page = (TOP / "docs" / "protocol.md").read_text(encoding="utf-8")
        found = re.findall(r"```json\n(.*?)```", page, re.DOTALL) + re.findall(r"`(\{\"[^`]*\})`", page)
        lines = [json.loads(text) for text in found]
        self.assertGreater(len(lines), 10)
        for line in lines:
            hold_to_schema("request" if "do" in line else "answer", line)

    def test_it_refuses_what_the_page_does(self):
        hello = {"name": "delve", "metrics": [{"name": "gold", "kind": "amount"}]}
        good = {"run": 1, "result": {"outcome": "won", "stage": 1, "metrics": {"gold": 1, "turns": [1, None]}}}
        for line in [{"hello": hello}, good, {"fight": 1, "result": {"won": 1, "lost": 0}}]:
            hold_to_schema("answer", line)
        bad = [{}, {"hello": {}}, {"hello": dict(hello, wyrm=2)}, {"hello": dict(hello, agents=["a", "a"])},
               {"hello": dict(hello, metrics=[{"name": "gold"}])}, {"hello": dict(hello, stages={"last": 0})},
               {"hello": dict(hello, metrics=[{"name": "the gold", "kind": "amount"}])},
               {"hello": dict(hello, metrics=[{"name": "gold", "kind": "money"}])},
               {"hello": dict(hello, parameters=[{"key": "a", "kind": "choice"}])},
               {"result": {"outcome": "won"}}, {"run": 1, "result": {}}, {"run": -1, "result": {"outcome": "won"}},
               {"run": 1.5, "result": {"outcome": "won"}}, {"run": 2**53, "result": {"outcome": "won"}},
               {"run": 1, "result": {"outcome": "won", "stage": 0}}, {"run": 1, "result": {"outcome": ""}},
               {"run": 1, "result": {"outcome": "won", "metrics": {"gold": {}}}}, {"run": 1, "failed": 3},
               {"failed": "why"}, {"run": 1, "result": {"outcome": "won"}, "failed": "both"},
               {"draw": 1, "result": {"damage": {"much": 1}}}, {"run": 1, "replay": {"frames": [1]}}]
        for line in bad:
            with self.assertRaises(jsonschema.ValidationError, msg=line):
                hold_to_schema("answer", line)


class AnAwkwardGame(Speaks):
    @classmethod
    def prepare(cls):
        folder = pathlib.Path(tempfile.mkdtemp(dir=cls.built.name))
        shutil.copy(FOLDER / KIT.kit, folder)
        if (FOLDER / "project.godot").exists():
            shutil.copy(FOLDER / "project.godot", folder)
        (folder / f"awkward.{KIT.ending}").write_text(AWKWARD[LANGUAGE].lstrip("\n"), encoding="utf-8")
        return folder, KIT.start_command(folder, "awkward", folder)

    def play(self, game, agent, number=5):
        return game.ask(run(number, agent=agent))

    def has(self, agent):
        if f'"{agent}"' not in AWKWARD[LANGUAGE] and f"'{agent}'" not in AWKWARD[LANGUAGE]:
            self.skipTest(f"no game of this language {agent}")

    def test_an_error_of_the_game_is_told_with_its_words(self):
        game = self.start()
        failed = self.play(game, "throws")
        self.assertEqual((set(failed), failed["run"]), ({"run", "failed"}, 5))
        if LANGUAGE == "godot3":  # errors of scripts cannot be caught there: the words are in the log
            self.assertIn("out of dungeons", game.logged())
            failed = self.play(game, "says")
        self.assertIn('out of "dungeons" ü', failed["failed"])
        self.assertIn("result", self.play(game, "luck"))

    def test_a_game_that_exits_has_failed_in_that_run_only(self):
        self.has("exits")
        game = self.start()
        self.assertIn("out of dungeons", self.play(game, "exits")["failed"])
        self.assertIn("result", self.play(game, "luck"))

    def test_a_game_that_returns_nothing_has_failed(self):
        self.has("nothing")
        game = self.start()
        self.assertEqual(set(self.play(game, "nothing")), {"run", "failed"})
        self.assertIn("result", self.play(game, "luck"))

    def test_a_number_that_is_not_finite_is_a_failure(self):
        self.has("nan")
        game = self.start()
        self.assertEqual(set(self.play(game, "nan")), {"run", "failed"})
        self.assertIn("result", self.play(game, "luck"))

    def test_nothing_that_it_prints_reaches_the_protocol(self):
        game = self.start()
        self.assertEqual(self.play(game, "prints")["result"], {"outcome": "won", "metrics": {"gold": 1}})
        self.assertIn("result", self.play(game, "luck"))
        self.assert_ends(game)
        for text in ["printed before", "half a line", "a child", "past Python", '{"run": 5, "result": {}}']:
            if text.replace('"', '\\"') in AWKWARD[LANGUAGE] or text in AWKWARD[LANGUAGE]:
                self.assertIn(text, game.logged())

    def test_a_game_that_reads_its_input_takes_no_request_away(self):
        self.has("reads")
        game = self.start()
        game.write(run(5, agent="reads"), run(6, agent="luck"))
        self.assertEqual(game.answer(), {"run": 5, "result": {"outcome": "won", "metrics": {"gold": 2}}})
        self.assertEqual(game.answer()["run"], 6)

    def test_the_generator_of_the_language_is_seeded(self):
        game, other = self.start(), self.start()
        first = [self.play(game, "luck", number)["result"]["metrics"]["gold"] for number in range(1, 30)]
        again = [self.play(other, "luck", number)["result"]["metrics"]["gold"] for number in range(29, 0, -1)]
        self.assertEqual(first, again[::-1])
        self.assertGreater(len(set(first)), 25)

    def test_a_line_that_is_no_request_does_not_end_it(self):
        if LANGUAGE == "godot3":
            self.skipTest("it cannot read such a line")
        game = self.start()
        for line in [b"huh", b"{", b'{"do": "dance", "dance": 3}', b'[1, "a', b'"', b"{}"]:
            game.write(line)
            self.assertIn("failed", game.read(), line)
        self.assertIn("result", self.play(game, "luck"))


if __name__ == "__main__":
    if KIT.tool() is None:
        print(f"kits: there is no {' or '.join(KIT.needs)} here")
        sys.exit(77)
    unittest.main()
