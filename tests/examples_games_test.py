#!/usr/bin/env python3
"""The examples with games that nobody here wrote: their adapters keep to the protocol and tell what the game did.

  examples_games_test.py crawl|showdown WYRM CACHE [unittest options]

CACHE is a folder that may stay: crawl needs ten seconds to fill it. Nothing is installed: exits 77, which meson counts
as skipped, where the game is not there; GAMES_TESTS=required makes that a failure.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

GAME, WYRM, CACHE = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
sys.argv[1:4] = []
from kits_test import Game, run  # noqa: E402: it looks at the arguments, too

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
FOLDER = EXAMPLES / GAME
os.environ["XDG_CACHE_HOME"] = CACHE
COMMANDS = {"crawl": [sys.executable, "arena.py"], "showdown": ["node", "battle.js"]}


def missing():
    """What keeps the game from being played here, as a sentence; None where nothing does."""
    if GAME == "crawl":
        found = shutil.which("crawl", path=os.environ.get("PATH", "") + ":/usr/games")
        return None if found else "there is no program 'crawl' (Debian's package) here"
    if not shutil.which("node"):
        return "there is no node here"
    found = subprocess.run(["node", "-e", "require.resolve('@pkmn/sim')"], cwd=FOLDER, stderr=subprocess.DEVNULL)
    return None if found.returncode == 0 else "there is no @pkmn/sim here (tools/showdown.sh)"


class AGame(unittest.TestCase):
    """What both are held to."""
    maxDiff = None

    def start(self):
        game = Game(COMMANDS[GAME], FOLDER)
        self.addCleanup(game.close)
        return game

    def play(self, game, numbers, agent="default", **set):
        """Results of runs that did not fail."""
        answers = [game.ask(run(n, agent=agent, set=set)) for n in numbers]
        self.assertEqual([answer["run"] for answer in answers], list(numbers))
        return [answer["result"] for answer in answers]

    def wyrm(self, *arguments, code=0):
        done = subprocess.run([WYRM, *arguments, "--allow-run", "--json"], cwd=FOLDER, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=600)
        self.assertEqual(done.returncode, code, done.stderr.decode()[-2000:])
        return json.loads(done.stdout)

    def assert_refused(self, answer, words):
        self.assertEqual(set(answer), {"run", "failed"})
        self.assertIn(words, answer["failed"])


@unittest.skipUnless(GAME == "crawl", "another game")
class TheArena(AGame):
    def test_a_band_goes_down_until_it_is_beaten(self):
        game = self.start()
        results = self.play(game, range(8))
        for result in results:
            stage, metrics = result["stage"], result["metrics"]
            self.assertEqual((result["outcome"], len(metrics["turns"]), len(metrics["left"])),
                             ("lost", stage, stage - 1))
            self.assertTrue(all(turns >= 3 for turns in metrics["turns"]), result)  # they start far from each other
            self.assertTrue(all(1 <= left <= 4 for left in metrics["left"]), result)  # orcs summon nobody
            self.assertTrue(1 <= metrics["foes_left"] <= 8, result)
            self.assertRegex(result["cause"], r"^[A-Za-z]")
        self.assertGreater(len({json.dumps(result) for result in results}), 5)

    def test_the_strong_win_and_the_weak_lose(self):
        game = self.start()
        for result in self.play(game, range(3), band="8 titan", first=15, foes=1):
            self.assertEqual((result["outcome"], result["stage"], result["metrics"]["turns"][:14]),
                             ("won", 15, [None] * 14))
            self.assertEqual(len(result["metrics"]["left"]), 15)
            self.assertNotIn("cause", result)
        for result in self.play(game, range(3), band="rat", first=15, foes=2):
            self.assertEqual((result["outcome"], result["stage"], len(result["metrics"]["left"])), ("lost", 15, 14))
            self.assertGreaterEqual(result["metrics"]["foes_left"], 2)  # some summon others

    def test_a_limit_breaks_off(self):
        result = self.start().ask(run(1, agent="default", limit=2))["result"]
        self.assertEqual((result["outcome"], result["stage"]), ("unfinished", 1))

    def test_bands_that_are_none_are_refused_with_the_games_words(self):
        game = self.start()
        for band, words in [("3 wyrmscale", "wyrmscale"), ("rat v rat", "no band"), ("t:99 rat", "no band"),
                            ("rat vs rat", "no band"), ("", "no band"), ("rat\nrat", "no band")]:
            self.assert_refused(game.ask(run(7, agent="default", set={"band": band})), words)
        self.assertEqual(len(self.play(game, [8], first=15, band="rat")), 1)

    def test_nothing_is_left_when_it_ends(self):
        game = self.start()
        self.play(game, [1], first=15, band="rat")
        self.assertEqual(game.end(), (0, b""))
        self.assertEqual(self.of_session(game.process.pid), [])

    def of_session(self, number):
        """The processes of a session: its number stands behind the name, the state, the parent and the group."""
        stats = []
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                stats.append(path.read_text(errors="replace").rpartition(")"))
            except OSError:
                continue  # it has ended
        return [name for name, _, rest in stats if int(rest.split()[3]) == number]

    def test_wyrm_plays_it(self):
        answer = self.wyrm("sim", "crawl.yaml", "--runs", "10")
        self.assertEqual((answer["runs"], answer["failed"], answer["complete"]), (10, 0, 10))
        self.assertEqual(answer["stages"][0]["stage"], 1)


@unittest.skipUnless(GAME == "showdown", "another game")
class TheBattles(AGame):
    def test_results_add_up(self):
        for agent in ("random", "greedy", "careful"):
            for result in self.play(self.start(), range(30), agent):
                metrics = result["metrics"]
                self.assertIn(result["outcome"], ("won", "lost", "draw"))
                self.assertEqual(result["outcome"] == "won", metrics["hp_left"] > 0)
                self.assertEqual(result["outcome"] == "lost", metrics["foes_hp_left"] > 0)
                self.assertEqual(metrics["standing"][0] > 0, metrics["hp_left"] > 0)
                self.assertEqual(sum(metrics["stage_turns"]), metrics["turns"])
                self.assertLessEqual(len(metrics["stage_turns"]), result["stage"])
                self.assertEqual(result["cause"], metrics["last_move"] if result["outcome"] == "lost" else None)
                self.assertTrue(0 <= metrics["effective"][0] <= metrics["effective"][1])

    def test_the_same_seed_gives_the_same_battle_in_another_order_and_another_process(self):
        requests = [run(n, agent=agent, seed=n * 1000003, set={"foes": foes})
                    for n in range(8) for agent in ("random", "careful") for foes in ("birds", "starters")]
        one, other = self.start(), self.start()
        first = [one.ask(request) for request in requests]
        second = [other.ask(request) for request in reversed(requests)]
        self.assertEqual(first, second[::-1])
        self.assertGreater(len({json.dumps(answer["result"]) for answer in first}), 24)

    def test_who_plays_better_wins_more(self):
        game = self.start()
        won = [sum(result["outcome"] == "won" for result in self.play(game, range(60), agent))
               for agent in ("random", "greedy", "careful")]
        self.assertTrue(won[0] + 10 < won[1] < won[2] - 10, won)

    def test_levels_and_types_decide(self):
        game = self.start()
        for more, outcome in [({"level": 100, "foes.level": 10}, "won"), ({"level": 10, "foes.level": 100}, "lost"),
                              ({"foes": "rocks"}, "won"), ({"team": "rocks"}, "lost")]:
            results = self.play(game, range(10), "greedy", **more)
            self.assertEqual({result["outcome"] for result in results}, {outcome}, more)

    def test_a_limit_breaks_off(self):
        result = self.start().ask(run(1, agent="greedy", limit=2))["result"]
        self.assertEqual((result["outcome"], result["metrics"]["turns"]), ("unfinished", 2))
        self.assertNotIn("last_move", result["metrics"])

    def test_what_it_does_not_have_is_refused(self):
        game = self.start()
        self.assert_refused(game.ask(run(7, agent="clever")), "clever")
        self.assert_refused(game.ask(run(7, agent="greedy", set={"team": "dragons"})), "dragons")
        self.assertEqual(len(self.play(game, [8], "greedy")), 1)

    def test_it_ends_with_its_input(self):
        game = self.start()
        self.play(game, [1], "greedy")
        self.assertEqual(game.end(), (0, b""))

    def test_wyrm_judges_it(self):
        answer = self.wyrm("sim", "showdown.yaml", "--runs", "60", "--threads", "2")
        self.assertEqual((answer["runs"], answer["failed"], answer["complete"]), (60, 0, 60))
        self.assertEqual(answer, self.wyrm("sim", "showdown.yaml", "--runs", "60", "--threads", "1"))
        low, high = answer["win_rate"]["ci95"] if isinstance(answer["win_rate"], dict) else answer["win_rate_ci95"]
        self.assertTrue(0.3 < low < 0.5 < high < 0.7, answer)


if __name__ == "__main__":
    reason = missing()
    if reason:
        print("games: " + reason)
        sys.exit(1 if os.environ.get("GAMES_TESTS") == "required" else 77)
    unittest.main()
