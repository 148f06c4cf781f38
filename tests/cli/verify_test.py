"""wyrm verify: what a game did, held against what a ruleset says."""
import csv
import io
import itertools
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys

from wyrm_case import WyrmCase, main

YARL = [("player", "orc"), ("orc", "player"), ("orc_scout", "player"), ("player", "bone_thrall")]


def quoted(row):
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(row)
    return line.getvalue()


class Verify(WyrmCase):
    def pmf(self, ruleset, attacker, defender):
        return dict(self.json("hit", ruleset, attacker, defender)["pmf"])

    def log(self, rows, head=("attacker", "defender", "damage"), name="hits.csv"):
        return self.write(name, quoted(head) + "".join(quoted(row) for row in rows))

    def hits(self, ruleset, matchups, count, seed, change=lambda pmf: pmf):
        """A log of so many attacks of each matchup, drawn from the rules, or from what `change` makes of them."""
        draw = random.Random(seed)
        rows = []
        for attacker, defender in matchups:
            pmf = change(self.pmf(ruleset, attacker, defender))
            rows += [(attacker, defender, damage or "") for damage in
                     draw.choices(list(pmf), list(pmf.values()), k=count)]
        return self.log(rows)

    def verify(self, ruleset, path, *more):
        return self.json("verify", ruleset, "--log", path, *more)

    def matchup(self, answer, attacker, defender):
        return next(row for row in answer["matchups"]
                    if (row["attacker"], row["defender"]) == (attacker, defender))


def fewer_hits(points):
    def change(pmf):
        share = (1 - pmf[0] - points) / (1 - pmf[0])
        return {damage: chance * share if damage else chance + points for damage, chance in pmf.items()}
    return change


class Hits(Verify):
    def test_rules_that_are_the_games_pass(self):
        answer = self.verify("yarl", self.hits("yarl", YARL, 4000, 1))
        self.assertEqual((answer["verdict"], answer["off"], answer["count"]), ("PASS", 0, 16000))
        self.assertIn("PASS hits.csv: nothing tells the rules from the game in 16000 attacks (4 matchups).",
                      " ".join(self.text("verify", "yarl", "--log", "hits.csv").split()))
        for row in answer["matchups"]:
            self.assertLess(row["misses"]["noticed_up"], 0.031)
            self.assertEqual((row["impossible"], row["verdict"]), ([], "PASS"))
            low, high = row["misses"]["ci95"]
            self.assertTrue(low < row["misses"]["value"] < high)

    def test_a_chance_to_miss_that_is_off_is_named_as_such(self):
        path = self.hits("yarl", YARL, 4000, 2, fewer_hits(0.02))
        answer = self.verify("yarl", path)
        self.assertEqual(answer["verdict"], "FAIL")
        self.assertTrue(answer["together"]["misses"]["off"])
        self.assertFalse(answer["together"]["mean"]["off"])
        low, high = answer["together"]["misses"]["ci95"]
        self.assertTrue(low < 0.02 < high)
        text = self.text("verify", "yarl", "--log", path)
        self.assertRegex(text, r"all together: the chance to miss is off by \+[12]\.\d ± 0\.\d points")

    def test_a_mean_that_is_off_is_told_from_misses(self):
        def weak(pmf):
            return {damage: chance * (1.05 - 0.1 * (damage - 4)) if damage else chance
                    for damage, chance in pmf.items()}
        answer = self.verify("yarl", self.hits("yarl", [("orc", "player")], 15000, 3, weak))
        looks = answer["matchups"][0]
        self.assertEqual(answer["verdict"], "FAIL")
        self.assertTrue(looks["mean"]["off"])
        self.assertFalse(looks["misses"]["off"])

    def test_a_spread_that_is_off_is_told_from_the_mean(self):
        def wide(pmf):
            return {damage: chance * {0: 1, 3: 1.1, 4: 0.8, 5: 1.1}[damage] for damage, chance in pmf.items()}
        looks = self.verify("yarl", self.hits("yarl", [("orc", "player")], 15000, 4, wide))["matchups"][0]
        self.assertEqual([looks[way]["off"] for way in ("misses", "mean", "spread")], [False, False, True])

    def test_what_cannot_be_fails_at_once_and_is_named(self):
        path = self.log([("orc", "player", 4)] * 20 + [("orc", "player", 6)])
        answer = self.verify("yarl", path)
        self.assertEqual(answer["verdict"], "FAIL")
        self.assertEqual(answer["matchups"][0]["impossible"], [{"value": 6, "times": 1}])
        self.assertIn("impossible: damage 6, 1 time; by the rules that never happens",
                      self.text("verify", "yarl", "--log", path))
        # Nothing misses in the tutorial.
        answer = self.verify("tutorial", self.log([("player", "orc", 4), ("player", "orc", "miss")]))
        self.assertEqual(answer["matchups"][0]["impossible"], [{"value": 0, "times": 1}])

    def test_more_that_cannot_be_than_is_listed_is_counted(self):
        path = self.log([("orc", "player", damage) for damage in range(11, 22)] + [("orc", "player", 21)])
        text = self.text("verify", "yarl", "--log", path)
        self.assertIn("      impossible: damage 18, 1 time; by the rules that never happens\n"
                      "      impossible: 4 others\n\n", text)
        path = self.log([("orc", f"player@{level}", 99) for level in range(1, 34)])
        text = self.text("verify", "yarl", "--log", path)
        self.assertIn("the rules are not those of the game: 33 of 33 matchups are off.", " ".join(text.split()))
        self.assertIn("\n   FAIL  orc -> player@30\n"
                      "      impossible: damage 99, 1 time; by the rules that never happens\n"
                      "   ...and 3 more (--verbose, --json)\n", text)
        self.assertIn("\n   (30 of 33; all of them: --verbose)\n", text)
        text = self.text("verify", "yarl", "--log", path, "--verbose")
        self.assertIn("\n   FAIL  orc -> player@33\n", text)
        self.assertNotIn("--verbose", text)

    def test_what_no_matchup_tells_alone_is_said_of_all(self):
        path = self.hits("yarl", [("orc", f"player@{level}") for level in range(1, 9)], 400, 21, fewer_hits(0.025))
        answer = self.verify("yarl", path)
        self.assertEqual((answer["verdict"], answer["off"]), ("FAIL", 0))
        text = " ".join(self.text("verify", "yarl", "--log", path).split())
        self.assertIn(": the rules are not those of the game: no matchup alone is off, but all of them together are. "
                      "FAIL all together: the chance to miss is off by +2.2 ± 0.8 points ", text)

    def test_a_die_that_never_shows_its_six(self):
        def loaded(pmf):
            pmf = dict(pmf)
            pmf[max(pmf)] = 0.0
            return pmf
        pmf = self.pmf("ruggrogue", "raw,attack=30", "raw,defense=10")
        looks = self.verify("ruggrogue", self.hits("ruggrogue", [("raw,attack=30", "raw,defense=10")], 3000, 5,
                                                   loaded))["matchups"][0]
        self.assertTrue(looks["extremes"]["off"])
        self.assertLess(looks["greatest"]["value"], max(pmf))

    def test_what_all_together_would_show_is_no_pass_for_each(self):
        """A change that one matchup has alone is not excluded by what all of them have in common."""
        path = self.hits("yarl", [("orc", f"player@{level}") for level in range(1, 9)], 400, 22)
        answer = self.verify("yarl", path)
        self.assertEqual((answer["verdict"], answer["off"]), ("UNCLEAR", 0))
        self.assertEqual({row["verdict"] for row in answer["matchups"]}, {"UNCLEAR"})
        self.assertLess(answer["together"]["misses"]["noticed_up"], 0.05)
        self.assertLess(answer["together"]["mean"]["noticed_up"], 0.1)

    def test_logs_of_floors_that_the_rules_cannot_have_or_that_cannot_be_read(self):
        def asked(head, *rows, more=()):
            return "verify", "tutorial", "--log", self.log(rows, head, "floors.csv"), *more
        self.refused_with(3, "the log has a floor of depth 11, which none of 2000 dungeons of the rules has",
                          *asked(("depth", "orc"), (11, 3)))
        self.refused_with(3, "two columns are 'orc': 'orc' and 'Orc'", *asked(("depth", "orc", "Orc"), (1, 3, 2)))
        self.refused_with(3, "orc is a whole number up to 1024, found ''", *asked(("depth", "orc"), (1, 3), (1, "")))
        for words in ("dammage=x", "depth=depth,orc=x"):
            self.refused_with(3, "there is no role '" + words.split("=")[-2].split(",")[-1],
                              *asked(("depth", "orc"), (1, 3), more=("--columns", words)))
        command = asked(("depth", "orc", "dragon"), (1, 3, 2))
        told = self.json(*command)
        self.assertEqual(told["not_read"], ["dragon"])
        self.assertEqual([of["role"] for of in told["columns"]], ["depth", "orc"])
        text = " ".join(self.text(*command).split())
        self.assertIn("Read as: depth, orc. Not read: dragon.", text)
        self.assertIn("but 1 floor is few:", text)

    def test_too_few_are_unclear(self):
        answer = self.verify("yarl", self.log([("orc", "player", 4)] * 5))
        self.assertEqual(answer["verdict"], "UNCLEAR")
        self.assertIn("5 attacks are few", self.text("verify", "yarl", "--log", self.log([("orc", "player", 4)] * 5)))

    def test_strict_fails_a_build_only_where_something_is_off(self):
        good, bad = [("orc", "player", 4)] * 5, [("orc", "player", 9)]
        for rows, strict, code in ((good, ["--strict"], 0), (bad, ["--strict"], 1), (bad, [], 0)):
            self.assertEqual(self.run_wyrm("verify", "yarl", "--log", self.log(rows), *strict).code, code)

    def test_the_same_log_and_seed_give_the_same_bytes(self):
        path = self.hits("ruggrogue", [("player@3", "monster@3"), ("monster@3", "player@3")], 7, 6)
        self.assertEqual(self.text("verify", "ruggrogue", "--log", path, "--json"),
                         self.text("verify", "ruggrogue", "--log", path, "--json"))


def tail(n, chance, least):
    return sum(math.comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(least, n + 1))


class Tests(Verify):
    """p-values against numbers that are worked out here from nothing but the probabilities."""

    def test_the_binomial_test_is_exact(self):
        for misses, count in ((0, 7), (3, 40), (11, 40), (6, 25)):
            rows = [("player", "orc", "")] * misses + [("player", "orc", 1)] * (count - misses)
            share = self.verify("yarl", self.log(rows))["matchups"][0]["misses"]
            upper, lower = tail(count, 0.15, misses), 1 - tail(count, 0.15, misses + 1)
            self.assertAlmostEqual(share["p"], min(1, 2 * min(upper, lower)), delta=1e-10)

    def test_the_multinomial_test_goes_through_all_samples(self):
        pmf = self.pmf("yarl", "orc", "player")
        cells = sorted(pmf)

        def g_of(counts):
            count = sum(counts)
            return 2 * sum(o * math.log(o / (count * pmf[cell])) for o, cell in zip(counts, cells) if o)

        for counts in ((0, 4, 3, 2), (2, 1, 6, 3), (1, 11, 0, 0), (3, 3, 3, 3)):
            count = sum(counts)
            p = 0.0
            for other in itertools.product(range(count + 1), repeat=3):
                if sum(other) <= count:
                    other = (*other, count - sum(other))
                    chance = math.factorial(count)
                    for o, cell in zip(other, cells):
                        chance *= pmf[cell] ** o / math.factorial(o)
                    p += chance if g_of(other) >= g_of(counts) - 1e-9 else 0
            rows = [("orc", "player", cell) for o, cell in zip(counts, cells) for _ in range(o)]
            looks = self.verify("yarl", self.log(rows))["matchups"][0]
            self.assertEqual(looks["distribution"]["method"], "exact")
            self.assertAlmostEqual(looks["distribution"]["p"], p, delta=1e-9)

    def test_the_g_test_is_that_of_the_textbook(self):
        pmf = self.pmf("yarl", "orc", "player")
        cells = sorted(pmf)
        for counts in ((100, 600, 640, 660), (80, 700, 610, 610)):
            count = sum(counts)
            g = 2 * sum(o * math.log(o / (count * pmf[cell])) for o, cell in zip(counts, cells))
            g /= 1 + (sum(1 / pmf[cell] for cell in cells) - 1) / (6 * count * 3)
            # The tail of chi-square with 3 degrees of freedom has this closed form.
            p = math.erfc(math.sqrt(g / 2)) + math.sqrt(2 * g / math.pi) * math.exp(-g / 2)
            rows = [("orc", "player", cell) for o, cell in zip(counts, cells) for _ in range(o)]
            looks = self.verify("yarl", self.log(rows))["matchups"][0]
            self.assertEqual(looks["distribution"]["method"], "chi-square")
            self.assertAlmostEqual(looks["distribution"]["p"] / p, 1, delta=1e-9)

    def test_the_outcome_that_is_farthest_off_is_so_by_standard_deviations(self):
        pmf = self.pmf("yarl", "orc", "player")
        cells = sorted(pmf)
        found = set()
        for counts in (10, 61, 60, 69), (30, 42, 60, 68), (0, 60, 80, 60):
            off = [abs(o - 200 * pmf[cell]) / math.sqrt(200 * pmf[cell] * (1 - pmf[cell]))
                   for o, cell in zip(counts, cells)]
            rows = [("orc", "player", cell) for o, cell in zip(counts, cells) for _ in range(o)]
            farthest = self.verify("yarl", self.log(rows))["matchups"][0]["farthest"]
            at = off.index(max(off))
            found.add(at)
            self.assertEqual((farthest["value"], farthest["times"]), (cells[at], counts[at]))
            self.assertAlmostEqual(farthest["expected"], pmf[cells[at]], 12)
            self.assertAlmostEqual(farthest["seen"], counts[at] / 200, 12)
        self.assertGreater(len(found), 1)

    def test_monte_carlo_comes_near_the_exact_multinomial(self):
        draw = random.Random(8)
        fighters = "raw,damage_min=1,damage_max=12", "orc"
        pmf = self.pmf("yarl", *fighters)
        rows = [(*fighters, damage or "") for damage in
                draw.choices(list(pmf), list(pmf.values()), k=15)]
        cells = sorted(pmf)
        times = [sum((row[2] or 0) == cell for row in rows) for cell in cells]

        def g_of(sample):
            return 2 * sum(o * math.log(o / (15 * pmf[cell])) for cell, o in sample.items())

        seen = {cell: o for cell, o in zip(cells, times) if o}
        beyond = 0
        for _ in range(20000):
            sample = {}
            for cell in draw.choices(cells, [pmf[cell] for cell in cells], k=15):
                sample[cell] = sample.get(cell, 0) + 1
            beyond += g_of(sample) >= g_of(seen) - 1e-9
        look = self.verify("yarl", self.log(rows))["matchups"][0]["distribution"]
        self.assertEqual(look["method"], "monte carlo")
        p = beyond / 20000  # 20 beyond of some 20 / p: a standard error of p / sqrt(20)
        self.assertAlmostEqual(look["p"], p, delta=4 * p / math.sqrt(20))

    def test_the_mean_of_few_and_of_many_is_tested_by_its_true_distribution(self):
        pmf = self.pmf("yarl", "orc", "player")
        chances = {damage: pmf[damage] / (1 - pmf[0]) for damage in (3, 4, 5)}
        for counts in ((40, 30, 20), (900, 800, 750)):
            sums = {0: 1.0}
            for _ in range(sum(counts)):
                step = {}
                for total, chance in sums.items():
                    for damage, part in chances.items():
                        step[total + damage] = step.get(total + damage, 0) + chance * part
                sums = {total: chance for total, chance in step.items() if chance > 1e-30}
            seen = sum(o * damage for o, damage in zip(counts, (3, 4, 5)))
            low = sum(chance for total, chance in sums.items() if total <= seen)
            high = sum(chance for total, chance in sums.items() if total >= seen)
            rows = [("orc", "player", damage) for o, damage in zip(counts, (3, 4, 5)) for _ in range(o)]
            look = self.verify("yarl", self.log(rows))["matchups"][0]["mean"]
            self.assertEqual(look["method"], "exact" if sum(counts) < 1000 else "saddlepoint")
            self.assertAlmostEqual(look["p"] / (2 * min(low, high)), 1, delta=1e-3)

    def test_the_help_says_that_one_process_is_asked(self):
        said = " ".join(self.text("verify", "--help").split())
        self.assertIn("asked by a single process, one matchup after another", said)

    def test_an_extreme_that_can_be_one_number_only_is_one_number(self):
        path = self.write("dice.yaml", "name: dice\nmodels: {combat: accuracy}\ncombat: {hit_base: 1, hit_step: 0, "
                          "hit_clamp: [0, 1]}\nplayer: {hp: 9, damage: 1d6}\nmonsters: {crab: {hp: 9, damage: 1}}\n")
        log = self.log([("player", "crab", i % 5 + 1) for i in range(300)])
        text = " ".join(self.run_wyrm("verify", path, "--log", log).out.split())
        self.assertIn("extremes: 1 to 5 seen; the least of so many is 1 by the rules, the greatest 6 (p below", text)

    def test_holms_correction_has_the_weights_of_the_aspects(self):
        # One matchup without spread and extremes: their level goes to the others. A sixth is held back.
        looks = self.verify("yarl", self.log([("player", "orc", 1)] * 30 + [("player", "orc", 2)] * 50))
        row = looks["matchups"][0]
        weights = {"misses": 0.35, "mean": 0.3, "distribution": 0.15}
        tested = {way: row[way]["p"] / weights[way] for way in weights if row[way]["p"] is not None}
        self.assertEqual(set(tested), set(weights))
        left, corrected = sum(weights.values()), 0
        for way in sorted(tested, key=tested.get):
            corrected = max(corrected, min(1, 1.2 * tested[way] * left))
            self.assertAlmostEqual(row[way]["corrected"], corrected, delta=1e-12)
            left -= weights[way]


class Fights(Verify):
    def test_fights_in_order_pass_and_a_strength_that_is_off_fails(self):
        duel = self.json("duel", "yarl", "player@3,weapon=shortsword", "orc")
        draw = random.Random(9)
        for shift, verdict in ((0.0, "PASS"), (0.05, "FAIL")):
            rows = [("player@3,weapon=shortsword", "orc",
                     "won" if draw.random() < duel["p_win"] - shift else "lost") for _ in range(6000)]
            answer = self.verify("yarl", self.log(rows, ("attacker", "defender", "outcome"), "fights.csv"))
            self.assertEqual((answer["kind"], answer["verdict"]), ("fights", verdict))
            self.assertAlmostEqual(answer["matchups"][0]["won"]["expected"], duel["p_win"], delta=1e-12)

    def test_turns_are_looked_at_where_they_are_told(self):
        # Four attacks of the player do not kill an orc of 20 hit points; five do, and always.
        head = ("attacker", "defender", "outcome", "turns")
        answer = self.verify("tutorial", self.log([("player", "orc", "won", 5)] * 80, head))
        self.assertEqual(answer["verdict"], "PASS")
        answer = self.verify("tutorial", self.log([("player", "orc", "player", 4), ("player", "orc", "orc", "")],
                                                  head))
        self.assertEqual(answer["matchups"][0]["impossible"],
                         [{"outcome": "won", "turns": 4, "times": 1}, {"outcome": "lost", "turns": -1, "times": 1}])
        text = self.text("verify", "tutorial", "--log", "hits.csv")
        self.assertIn("      impossible: won in turn 4, 1 time; by the rules that never happens\n"
                      "      impossible: lost, 1 time; by the rules that never happens\n", text)


GAME = """
import random
from wyrm_kit import serve

FIGHTERS = {"player": (3, 0, 1, 1, 2, 54), "orc": (4, 1, 0, 4, 6, 28)}


def strike(attacker, defender):
    accuracy, _, _, least, most, _ = FIGHTERS[attacker]
    _, evasion, defense, _, _, _ = FIGHTERS[defender]
    if random.random() * SIDES >= min(95, 75 + 5 * (accuracy - evasion)):
        return None
    return max(0, random.randrange(least, most + 1) - defense)


def draw(seed, attacker, defender, count):
    random.seed(seed)
    done = [strike(attacker, defender) for _ in range(count)]
    return {"misses": done.count(None), "damage": {x: done.count(x) for x in set(done) - {None}}}


def fight(seed, attacker, defender, count):
    random.seed(seed)
    won, turns = 0, {}
    for _ in range(count):
        hp, turn, sides = {name: FIGHTERS[name][5] for name in FIGHTERS}, 0, (attacker, defender)
        while min(hp.values()) > 0:
            turn += 1
            for one, other in (sides, sides[::-1]):
                if hp[one] > 0:
                    hp[other] -= strike(one, other) or 0
        won += hp[attacker] > 0
        turns[turn] = turns.get(turn, 0) + 1
    return {"won": won, "lost": count - won, "turns": turns}


serve({"name": "skirmish"}, lambda seed, agent, set, limit: {"outcome": "won"}, CAN)
"""


class Engines(Verify):
    def game(self, sides, can="draw=draw, fight=fight"):
        kit = pathlib.Path(__file__).resolve().parents[2] / "kits/python/wyrm_kit.py"
        self.write("wyrm_kit.py", kit.read_text(encoding="utf-8"))
        self.write("game.py", GAME.replace("SIDES", str(sides)).replace("CAN", can))
        return self.write("game.yaml", "name: skirmish\nengine:\n  command: [python3, game.py]\n")

    def ask(self, game, *words):
        return self.json("verify", "yarl", *words, "--engine", game, "--allow-run")

    def test_a_game_is_asked_for_its_attacks(self):
        answer = self.ask(self.game(100), "orc", "player")
        self.assertEqual((answer["verdict"], answer["kind"], answer["count"]), ("PASS", "hits", 5000))
        answer = self.ask(self.game(104), "orc", "player", "--attacks", "6500")
        self.assertEqual((answer["verdict"], answer["count"]), ("FAIL", 6500))
        self.assertTrue(answer["matchups"][0]["misses"]["off"])

    def test_a_game_is_asked_for_fights(self):
        answer = self.ask(self.game(100), "player", "orc", "--fights", "--attacks", "1500")
        self.assertEqual((answer["verdict"], answer["kind"], answer["count"]), ("PASS", "fights", 1500))
        self.assertIsNotNone(answer["matchups"][0]["mean"]["p"])
        answer = self.ask(self.game(125, "fight=fight"), "player", "orc", "--attacks", "1500")
        self.assertEqual((answer["verdict"], answer["kind"]), ("FAIL", "fights"))

    def test_attacks_alone_say_nothing_of_fights(self):
        said = "Whole fights were not asked, only attacks: --fights asks for them."
        for can, words, wanted in (("draw=draw, fight=fight", (), True), ("draw=draw", (), False),
                                   ("draw=draw, fight=fight", ("--fights",), False), ("fight=fight", (), False)):
            text = self.text("verify", "yarl", "player", "orc", "--engine", self.game(100, can), "--allow-run", "-n",
                             "500", *words)
            self.assertEqual(said in " ".join(text.split()), wanted, (can, words))

    def test_what_was_never_seen_is_not_called_impossible(self):
        # Every fight of the game ends, and every one by the rules; so nothing is said of those that do not.
        never = "fight=lambda *_: {'won': 300, 'lost': 0, 'turns': {1: 300}}"
        words = ("player", "orc", "--fights", "-n", "300")
        row = self.ask(self.game(100, never), *words)["matchups"][0]
        self.assertEqual(row["impossible"], [{"outcome": "ended", "turns": 1, "times": 300}])
        self.assertNotIn(" 0 times", self.text("verify", "yarl", *words, "--engine", "game.yaml", "--allow-run"))

    def test_what_a_game_does_not_know_is_left_out_and_said(self):
        self.write("two.yaml", "name: two\nextends: yarl\nreference: [{from_depth: 1, combatant: player}]\n")
        answer = self.run_wyrm("verify", "two.yaml", "--engine", self.game(100), "--allow-run", "-n", "60", "--json")
        found = json.loads(answer.out)
        self.assertEqual([row["attacker"] for row in found["matchups"]], ["player", "orc"])
        self.assertGreater(found["left_out"], 50)
        self.assertEqual(answer.err.count("is left out: "), 10)

    def test_a_program_runs_only_where_somebody_says_so(self):
        self.refused_with(2, "--allow-run", "verify", "yarl", "--engine", self.game(100))

    def test_a_game_that_can_do_neither(self):
        self.refused_with(3, "does not say that it can `draw` or `fight`", "verify", "yarl", "--engine",
                          self.game(100, "replay=None"), "--allow-run")

    def test_a_log_or_a_game(self):
        for words in ([], ["--log", "x", "--engine", "y"], ["orc", "--engine", "y"], ["orc", "player", "--log", "x"]):
            self.assertEqual(self.run_wyrm("verify", "yarl", *words).code, 2, words)


class Floors(Verify):
    """Monsters of the tutorial: up to 2 a room, of which every one is an orc before depth 3."""

    def floors(self, ruleset, depth, runs):
        """Floors of the rules, as the game makes them: what the threat survey lists room by room."""
        rows = []
        for run in range(runs):
            shown = self.json("etp", ruleset, "--rooms", "--depth", str(depth), "--run", str(run), "--seed", "77")
            rows.append(sum(len(room["monsters"]) for room in shown["rooms"]))
        return rows

    def test_floors_are_held_against_floors_that_are_made(self):
        draw = random.Random(12)
        numbers = self.floors("yarl", 1, 120)
        head = ("depth", "orc", "Large Slime", "monsters")
        rows = [(1, number, 0, number) for number in numbers]
        answer = self.verify("yarl", self.log(rows, head))
        self.assertEqual((answer["kind"], answer["off"], answer["count"]), ("floors", 0, 120))
        self.assertEqual([row["what"] for row in answer["matchups"]], ["orc", "large_slime", "monsters"])
        # A fifth of them gone.
        rows = [(1, sum(draw.random() < 0.8 for _ in range(number)), 0, number) for number in numbers]
        answer = self.verify("yarl", self.log(rows, head))
        self.assertEqual([row["verdict"] == "FAIL" for row in answer["matchups"]], [True, False, False])
        self.assertTrue(answer["matchups"][0]["mean"]["off"])

    def test_floors_pass_where_every_count_is_clear_and_not_by_what_never_comes(self):
        """What never comes is clear with any log: columns of it make no log larger."""
        numbers = self.floors("yarl", 1, 100)
        few = self.verify("yarl", self.log([(1, number) for number in numbers], ("depth", "orc")))
        padded = self.log([(1, number, 0, 0) for number in numbers], ("depth", "orc", "troll", "large_slime"))
        answer = self.verify("yarl", padded)
        self.assertEqual([row["verdict"] for row in answer["matchups"]], ["UNCLEAR", "PASS", "PASS"])
        self.assertEqual((few["verdict"], answer["verdict"]), ("UNCLEAR", "UNCLEAR"))
        text = " ".join(self.text("verify", "yarl", "--log", padded).split())
        self.assertIn("could be there all the same, in 1 of 3 counts.", text)
        # The rules are a sample, too.
        orc = few["matchups"][0]
        low, high = orc["mean"]["expected_ci95"]
        self.assertTrue(low < orc["mean"]["expected"] < high)
        self.assertGreater(orc["none"]["expected_ci95"][1], orc["none"]["expected"])

    def test_a_number_that_the_rules_never_give_is_the_one_that_is_named(self):
        """It counts in the cell of the nearest that they give, whose own number is as it should be."""
        numbers = self.floors("yarl", 1, 100)

        def farthest(numbers):
            answer = self.verify("yarl", self.log([(1, number) for number in numbers], ("depth", "orc")))
            return answer["matchups"][0]["farthest"]

        most = max(numbers) + 30
        told = farthest(numbers + [most] * 30 + [most + 1] * 3)
        self.assertEqual((told["value"], told["expected"], told["times"]), (most, 0, 30))
        self.assertAlmostEqual(told["seen"], 30 / 133)
        # A number of the rules that comes too often is told with what the rules say of it.
        told = farthest(numbers + [min(numbers)] * 60)
        self.assertEqual(told["value"], min(numbers))
        self.assertAlmostEqual(told["seen"], (60 + numbers.count(min(numbers))) / 160)
        self.assertGreater(told["expected"], 0)

    def test_floors_without_any_are_told_apart_by_fishers_exact_test(self):
        """Twice the smaller tail, whichever side is the rarer one: of a bat that is on few floors, a rat on most."""
        own = self.write("own.yaml", """name: own
models: {combat: subtract, growth: points, encounter: tables, loot: tables, map: tunnels}
player: {hp: 30, power: 5, defense: 2}
encounter: {last_depth: 2}
monsters:
  rat: {hp: 3, power: 3, defense: 0, weight: [[1, 1], [20, 2]]}
  bat: {hp: 3, power: 3, defense: 0, weight: [[1000, 1], [1, 2]]}
items: {crumb: {weight: 1}}
""")
        for some in (0, 1, 2, 5, 20, 30, 38, 39, 40):
            floors = [(depth, int(number < some)) for depth in (1, 2) for number in range(40)]
            answer = self.verify(own, self.log(floors, ("depth", "rat")))
            made = answer["floors_made"]
            for row in answer["matchups"]:
                none, expected = 40 - some, round(row["none"]["expected"] * made)
                ways = [math.comb(expected + none, k) * math.comb(made + some - expected, 40 - k) for k in range(41)]
                wanted = min(1, 2 * min(sum(ways[:none + 1]), sum(ways[none:])) / sum(ways))
                self.assertAlmostEqual(row["none"]["p"] / wanted, 1, 6)

    def test_monsters_of_floors_need_no_rules_of_loot(self):
        """Whoever comes is the same with items and without."""
        rules = ("name: bare\nmodels: {encounter: tables, map: tunnels}\nencounter: {last_depth: 2, rooms: {most: 2}}\n"
                 "monsters: {rat: {weight: 3}, bat: {weight: 1}}\n")
        self.write("bare.yaml", rules)
        self.write("full.yaml", rules.replace("{encounter", "{loot: tables, encounter") +
                   "loot: {rooms: {most: 1}}\nitems: {coin: {weight: 1}}\n")
        log = self.log([(1, number % 5, number % 2) for number in range(40)], ("depth", "rat", "bat"))
        bare, full = (self.verify(name, log)["matchups"] for name in ("bare.yaml", "full.yaml"))
        self.assertEqual(bare, full)
        self.refused_with(3, "what lies on a floor needs to know what lies there", "verify", "bare.yaml", "--log",
                          self.log([(1, 1)] * 30, ("depth", "items")))
        # What is seen is what stands in the log, also where the rules bring no floor like it.
        row, = self.verify("bare.yaml", self.log([(1, 1)] * 29 + [(1, 0)], ("depth", "rat")))["matchups"]
        self.assertAlmostEqual(row["mean"]["value"], 29 / 30)
        self.assertEqual((row["least"]["value"], row["greatest"]["value"]), (0, 1))

    def test_a_heading_is_a_key_or_a_title(self):
        own = self.write("own.yaml", "name: own\nextends: yarl\nmonsters: {orc: {title: Green Grunt}}\n")
        for heading in "orc", "Green Grunt":
            answer = self.verify(own, self.log([(1, number) for number in self.floors("yarl", 1, 30)],
                                               ("depth", heading)))
            self.assertEqual([row["what"] for row in answer["matchups"]], ["orc"])

    def test_one_count_is_called_so(self):
        for columns, said in ((("large_slime",), "(1 count)"), (("large_slime", "troll"), "(2 counts)")):
            rows = [(1, *[0 for _ in columns])] * 100
            text = " ".join(self.text("verify", "yarl", "--log", self.log(rows, ("depth", *columns))).split())
            self.assertIn(f"nothing tells the rules from the game in 100 floors {said}.", text)

    def test_what_the_rules_never_bring_is_off(self):
        rows = [(1, 1)] * 4 + [(1, 0)] * 60
        answer = self.verify("yarl", self.log(rows, ("depth", "large_slime")))
        self.assertEqual(answer["verdict"], "FAIL")
        self.assertTrue(answer["matchups"][0]["none"]["off"])


class Logs(Verify):
    def wrong(self, text, *said):
        path = self.write("log.csv", text)
        answer = self.run_wyrm("verify", "yarl", "--log", path)
        self.assertEqual((answer.code, answer.out), (3, ""))
        for words in said:
            self.assertIn(words, answer.err)
        return answer.err

    def test_columns_are_guessed_and_shown(self):
        text = self.text("verify", "yarl", "--log", self.log([("orc", "player", 4, "x")],
                                                             ("Source", "Target", "Damage Dealt", "note")))
        self.assertIn("Read as: attacker = Source, defender = Target, damage = Damage Dealt.", text)

    def test_columns_can_be_named(self):
        path = self.log([("player", "4", "orc")], ("target", "n", "who"))
        answer = self.verify("yarl", path, "--columns", "attacker=who,damage=n")
        self.assertEqual((answer["matchups"][0]["attacker"], answer["matchups"][0]["count"]), ("orc", 1))
        self.refused(3, "log.csv:1: error: no column has the name that is said to be 'damage' (its columns are "
                     "'target', 'n', 'who')\nlog.csv: 1 error\n", "verify", "yarl", "--log",
                     os.path.basename(self.log([], ("target", "n", "who"), "log.csv")), "--columns", "damage=x")

    def test_misses_are_told_in_several_ways(self):
        head = ("attacker", "defender", "damage", "hit")
        rows = [("orc", "player", 4, "yes"), ("orc", "player", 4, "no"), ("orc", "player", "", "true"),
                ("orc", "player", "miss", ""), ("orc", "player", 0, 1)]
        row = self.verify("yarl", self.log(rows, head))["matchups"][0]
        self.assertEqual((row["count"], round(row["misses"]["value"] * row["count"])), (5, 4))

    def test_a_column_of_misses_says_yes_or_no(self):
        rows = [("orc", "player", 4, "no"), ("orc", "player", 4, "yes"), ("orc", "player", 4, "hit"),
                ("orc", "player", 4, "miss"), ("orc", "player", 3, "0")]
        for head in ("miss", "missed"):
            row = self.verify("yarl", self.log(rows, ("attacker", "defender", "damage", head)))["matchups"][0]
            self.assertEqual((row["count"], round(row["misses"]["value"] * row["count"])), (5, 2))

    def test_quotes_semicolons_and_carriage_returns(self):
        text = '\ufeffattacker;defender;damage\r\n"player@3,weapon=shortsword";"orc" ; 3 \r\n\r\norc;player;4\r\n'
        answer = self.verify("yarl", self.write("log.csv", text))
        self.assertEqual([row["attacker"] for row in answer["matchups"]], ["player@3,weapon=shortsword", "orc"])

    def test_the_player_is_who_is_meant(self):
        path = self.log([("player", "orc", 7)])
        self.assertEqual(self.verify("yarl", path)["verdict"], "FAIL")
        self.assertEqual(self.verify("yarl", path, "--player", "player@3,weapon=longsword")["verdict"], "UNCLEAR")

    def test_titles_are_names(self):
        answer = self.verify("yarl", self.log([("Orc Scout", "player", 4)]))
        self.assertEqual(answer["verdict"], "UNCLEAR")

    def test_every_bad_line_is_told_by_its_number(self):
        said = self.wrong("attacker,defender,damage\norc,player,4\norc,plyer,4\norc,player,-1\norc,player\n"
                          "orc,player,4.5\n", ":3: error: no combatant 'plyer' (did you mean 'player'?)",
                          ":4: error: damage is a whole number", ":5: error: it has 2 fields",
                          ":6: error: damage is a whole number")
        self.assertIn("log.csv: 4 errors", said)
        said = self.wrong("attacker,defender,damage\n" + "orc,player,x\n" * 5000)
        self.assertEqual(said.count(": error: "), 100)

    def test_every_bad_field_is_told(self):
        self.wrong("attacker,defender,outcome,turns\norc,player,won,5\norc,player,maybe,5\norc,player,won,x\n"
                   "orc,player,lost,-1\n",
                   ":3: error: an outcome is won, lost, neither or the name of one of the two, found 'maybe'\n",
                   ":4: error: turns are a whole number, found 'x'\n",
                   ":5: error: turns are a whole number, found '-1'\n", "log.csv: 3 errors")
        self.wrong("attacker,defender,damage,hit\norc,player,4,yes\norc,player,4,perhaps\n",
                   ":3: error: whether it hit is yes or no, found 'perhaps'\n", "log.csv: 1 error\n")
        self.wrong("depth,orc\n10000,1024\n0,2\n10001,2\nx,2\n1,y\n1,1025\n",
                   *(f":{line}: error: a depth is a whole number from 1 to 10000, found '{text}'\n"
                     for line, text in ((3, "0"), (4, "10001"), (5, "x"))),
                   ":6: error: orc is a whole number up to 1024, found 'y'\n",
                   ":7: error: orc is a whole number up to 1024, found '1025'\n", "log.csv: 5 errors")

    def test_an_unknown_combatant_is_told_once(self):
        said = self.wrong("attacker,defender,damage\n" + "ork,player,4\n" * 50)
        self.assertEqual(said.count("error: no combatant 'ork'"), 1)

    def test_what_is_no_log(self):
        self.wrong("", "it is empty")
        self.wrong("attacker,defender,damage\n", "there is nothing below its line of headings")
        self.wrong("attacker,damage\norc,4\n", "no column is named like 'defender'")
        self.wrong("a,b\n1,2\n", "no column is named like a damage, an outcome or a depth")
        self.wrong('attacker,defender,damage\n"orc,player,4\n', "a quote is opened and not closed")
        self.wrong("attacker,defender,damage\n" + "x" * 70000 + ",player,4\n", "it is too long")
        self.wrong("attacker,defender,damage\nor\0c,player,4\n", "it has a byte of 0")
        self.wrong("depth,kobold\n1,2\n", "no column is named like a monster or kind of item")

    def test_nothing_of_a_log_steers_the_terminal(self):
        said = self.wrong("attacker,defender,damage\n\x1b[2Jork,player,4\n")
        self.assertNotIn("\x1b", said)

    def test_a_folder_and_a_device_are_refused(self):
        self.assertEqual(self.run_wyrm("verify", "yarl", "--log", self.folder).code, 3)
        self.assertEqual(self.run_wyrm("verify", "yarl", "--log", "/dev/zero").code, 3)


class Fixtures(Verify):
    def test_cases_say_what_the_commands_say(self):
        cases = self.json("fixtures", "yarl")
        self.assertEqual(len(cases["hits"]), 2 * len(cases["duels"]))
        for case in cases["hits"][:6]:
            self.assert_sums_to_one(case["damage"])
            self.assertEqual(case["damage"], self.json("hit", "yarl", case["attacker"], case["defender"])["pmf"])
        for case in cases["duels"][:6]:
            duel = self.json("duel", "yarl", case["attacker"], case["defender"])
            self.assertEqual((case["won"], case["lost"]), (duel["p_win"], duel["p_lose"]))
            self.assert_sums_to_one(case["turns_pmf"])
        for depth in cases["spawns"]:
            self.assertAlmostEqual(sum(chance for _, chance in depth["monsters"]), 1, delta=1e-12)
            self.assert_sums_to_one(depth["in_a_room"])

    def test_experience_adds_up(self):
        for ruleset in ("yarl", "ruggrogue", "bob-and-trev"):
            total = 0
            for level in self.json("fixtures", ruleset)["experience"]["levels"]:
                self.assertEqual(level["total"], total)
                total += level["next"]

    def test_what_is_random_of_experience_is_an_amount_and_compared_by_its_mean(self):
        path = self.write("paid.yaml", "name: paid\nextends: tutorial\n"
                          "monsters: {orc: {hp: 20, defense: 0, power: 4, experience: 1d4+30}}\n")
        monsters = self.json("fixtures", path)["experience"]["monsters"]
        self.assertEqual([row["experience"] for row in monsters], ["1d4+30", 100])
        figures = self.json("compare", "tutorial", path, "--exact")["figures"]
        self.assertEqual([(figure["a"], figure["b"]) for figure in figures
                          if figure["metric"] == "experience" and figure["of"] == "orc"], [(35, 32.5)])

    def test_a_file_is_written_whole(self):
        answer = self.run_wyrm("fixtures", "tutorial", "-o", "cases.json")
        self.assertEqual((answer.code, answer.out, answer.err), (0, "", "wyrm fixtures: wrote cases.json\n"))
        with open(os.path.join(self.folder, "cases.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), self.json("fixtures", "tutorial"))

    def test_the_test_of_the_guide_finds_the_die_with_a_side_too_many(self):
        page = (pathlib.Path(__file__).resolve().parents[2] / "docs/verify.md").read_text(encoding="utf-8")
        for name, text in re.findall(r"```(?:python|yaml)\n# (\S+)\n(.*?)```", page, re.DOTALL):
            self.write(name, text)
        self.run_wyrm("fixtures", "skirmish.yaml", "-o", "fixtures.json")
        for sides, code in ((101, 1), (100, 0)):
            game = pathlib.Path(self.folder, "skirmish.py")
            game.write_text(game.read_text(encoding="utf-8").replace("* 101", f"* {sides}"), encoding="utf-8")
            done = subprocess.run([sys.executable, "skirmish_test.py"], cwd=self.folder, capture_output=True,
                                  timeout=120)
            self.assertEqual(done.returncode, code, done.stderr.decode())


if __name__ == "__main__":
    main()
