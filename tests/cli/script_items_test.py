"""`loot: script`: what lies on a floor is said by a function. What a game finds is held to the rules below, which
stand here a second time, as a plain sum over all draws."""
import itertools
import json
from fractions import Fraction

from wyrm_case import WyrmCase, main

HEAD = """\
name: keep
models: {combat: subtract, growth: points, encounter: tables, map: tunnels, loot: script}
player: {hp: 100, power: 4}
monsters: {rat: {hp: 5, power: 2, experience: 3, weight: 1}}
encounter: {last_depth: 5}
weapons: {sword: {power: 2}}
items:
  potion: {effect: {kind: heal, amount: 20}}
  ring: {}
  scroll: {}
"""
ITEMS = """\
loot:
  state: {dry: {most: 5}, rings: {most: 2, start: 1}}
  script: |
    -- A third floor without a potion brings one more; of two rings the first is already there.
    function items(depth, state)
        local out = {potion = between(0, 2), state = {dry = 0}}
        if out.potion == 0 then out.state.dry = min(state.dry + 1, 5) end
        if state.dry >= 2 then out.potion = out.potion + 1 end
        if state.rings < 2 and chance(1 / (6 - depth)) then
            out.ring, out.sword = 1, 1
            out.state.rings = state.rings + 1
        end
        return out
    end
"""
DEPTHS = 5


def games():
    """By depth: the chance of each number of potions and of rings on the floors down to it."""
    states, out = {(0, 1, 0, 0): Fraction(1)}, []
    for depth in range(1, DEPTHS + 1):
        after = {}
        for (dry, rings, potions, found), chance in states.items():
            for drawn, got in itertools.product(range(3), (True, False) if rings < 2 else (False,)):
                p = chance / 3
                if rings < 2:
                    p *= Fraction(1, 6 - depth) if got else 1 - Fraction(1, 6 - depth)
                state = (min(dry + 1, 5) if drawn == 0 else 0, rings + got, potions + drawn + (dry >= 2), found + got)
                after[state] = after.get(state, 0) + p
        states = after
        out.append(states)
    return out


def chances(states, place):
    out = {}
    for state, p in states.items():
        out[state[place]] = out.get(state[place], 0) + p
    return out


class Exact(WyrmCase):
    def setUp(self):
        super().setUp()
        self.write("keep.yaml", HEAD + ITEMS)

    def test_what_a_game_finds_is_the_sum_over_all_outcomes(self):
        survey = {row["item"]: row["by_depth"] for row in self.json("loot", "keep.yaml")["items"]}
        self.assertEqual(sorted(survey), ["potion", "ring", "scroll", "sword"])
        for depth, states in enumerate(games(), 1):
            for name, place in (("potion", 2), ("ring", 3), ("sword", 3)):
                told, wanted = survey[name][depth - 1], chances(states, place)
                mean = sum(n * p for n, p in wanted.items())
                self.assertAlmostEqual(told["mean"], float(mean), delta=1e-9)
                self.assertAlmostEqual(told["sd"] ** 2, float(sum(n * n * p for n, p in wanted.items()) - mean ** 2),
                                       delta=1e-9)
                self.assertAlmostEqual(told["none"], float(wanted.get(0, 0)), delta=1e-9)
            self.assertEqual((survey["scroll"][depth - 1]["mean"], survey["scroll"][depth - 1]["none"]), (0, 1))
        last, below = chances(games()[-1], 2), Fraction(0)
        worst = next(n for n in sorted(last) if (below := below + last[n]) >= Fraction(1, 10))
        self.assertEqual(survey["potion"][-1]["worst_tenth"], worst)

    def test_targets_measure_it(self):
        wanted = chances(games()[3], 2)
        place = "of: potion, depths: [1, 4], range: 0}\n"
        self.write("aimed.yaml", HEAD + ITEMS + "targets:\n  mean: {metric: found_items, " + place
                   + "  share: {metric: found_items_share, within: [3, 5], " + place)
        judged = {row["target"]: row["value"] for row in self.json("check", "aimed.yaml")["verdicts"]}
        self.assertAlmostEqual(judged["mean"], float(sum(n * p for n, p in wanted.items())), delta=1e-9)
        self.assertAlmostEqual(judged["share"], float(sum(p for n, p in wanted.items() if 3 <= n <= 5)), delta=1e-9)

    def test_it_needs_nothing_but_the_items(self):
        self.write("alone.yaml", "name: alone\nmodels: {loot: script}\nitems: {potion: {}, ring: {}, scroll: {}}\n"
                                 "weapons: {sword: {}}\n" + ITEMS.replace("loot:\n", "loot:\n  last_depth: 5\n"))
        self.assertEqual(self.json("loot", "alone.yaml")["items"], self.json("loot", "keep.yaml")["items"])

    def test_runs_find_what_the_function_says(self):
        one, two = (self.run_wyrm("sim", "keep.yaml", "--runs", "150", "--json", "--threads", n).out for n in "13")
        self.assertEqual(one, two)
        told = " ".join(self.text("sim", "keep.yaml", "--runs", "150").split())
        self.assertIn("Potion", told)
        self.assertNotIn("Scroll", told.partition("item, in a run")[2].partition("Never")[0])


class Drawn(WyrmCase):
    """A floor of 2 to the 30th outcomes has a potion or none, each as likely as the other."""
    RULES = HEAD + """\
loot:
  script: |
    function items(depth)
        local x = 0
        for i = 0, 29 do x = x + pick{0, 2 ^ i} end
        return {potion = x % 2}
    end
targets:
  mean: {metric: found_items, of: potion, depths: [4, 4], range: [1.9, 2.1]}
  none: {metric: found_items_share, of: potion, depths: [2, 2], within: [0, 0], range: [0.2, 0.3]}
"""

    def test_what_is_too_much_to_follow_is_drawn_with_intervals(self):
        self.write("deep.yaml", self.RULES)
        told = self.json("loot", "deep.yaml", "--runs", "800", "--seed", "3")
        self.assertEqual((told["method"], told["runs"], told["seed"]), ("runs", 800, 3))
        rows = {row["item"]: row["by_depth"] for row in told["items"]}
        for depth, row in enumerate(rows["potion"], 1):
            for key, truth in (("mean", depth / 2), ("none", 0.5 ** depth)):
                low, high = row[key + "_ci95"]
                self.assertTrue(low <= truth <= high and low < row[key] < high, (depth, key, row))
            self.assertLessEqual(row["worst_tenth_ci95"][0], row["worst_tenth"])
        self.assertEqual(rows["ring"][0]["mean"], 0)
        self.assertGreater(rows["ring"][0]["mean_ci95"][1], 0)  # what was not seen may be
        one = self.json("loot", "deep.yaml", "--runs", "800", "--seed", "3", "--item", "potion")
        self.assertEqual(one["by_depth"][2]["mean"], rows["potion"][2]["mean"])
        for more in ((), ("--item", "potion")):
            said = " ".join(self.text("loot", "deep.yaml", "--runs", "100", "--depth", "2", *more).split())
            self.assertIn("these are of 100 games whose floors were drawn, seed 1", said)
            self.assertIn("±", said)
            self.assertNotIn("Exact", said)

    def test_tables_of_drawn_games_have_their_intervals(self):
        rules = self.RULES.partition("targets:")[0].replace("last_depth: 5", "last_depth: 1")
        self.write("deep.yaml", rules.replace("0, 29", "0, 25"))
        told = {row["item"]: row["by_depth"][0] for row in self.json("loot", "deep.yaml", "--seed", "3")["items"]}
        row, *others = json.loads(self.text("rules", "export", "deep.yaml", "--seed", "3"))["found"]
        self.assertEqual((row["depth"], row["item"], others), (1, "potion", []))
        for key, wanted in zip(("mean", "until", "until_low", "until_high"),
                               [told["potion"]["mean"]] * 2 + told["potion"]["mean_ci95"]):
            self.assertAlmostEqual(row[key], wanted, places=12)
        self.assertLess(row["until_low"], row["until_high"])

    def test_targets_are_held_to_drawn_games(self):
        self.write("deep.yaml", self.RULES)
        judged = {row["target"]: row for row in self.json("check", "deep.yaml", "--runs", "1500")["verdicts"]}
        for name, truth in (("mean", 2), ("none", 0.25)):
            low, high = judged[name]["ci95"]
            self.assertTrue(low <= truth <= high and low < high, judged[name])
            self.assertEqual(judged[name]["verdict"], "PASS")


class Hostile(WyrmCase):
    def said(self, body, command=("rules", "validate")):
        self.write("bad.yaml", HEAD + "loot:\n  state: {n: {most: 3}}\n  script: |\n"
                                      f"    function items(depth, state) {body} end\n")
        answer = self.run_wyrm(*command[:1], *command[1:], "bad.yaml")
        self.assertEqual((answer.code, answer.out), (3, ""), body)
        return answer.err

    def test_what_a_function_must_not_return(self):
        table = "items(1) returned no table: it must be one, such as {potion = 2}; {} where nothing lies"
        for body, said in (
                ("return {poton = 1}", "items(1) returned 'poton', which is no item (did you mean 'potion'?)"),
                ("return {potion = -1}", "items(1) returned potion = -1: it must be a whole number from 0 to 64"),
                ("return {potion = 40, ring = 25}", "items(1) returned more than 64 items: it must be at most 64"),
                ("return {a = {potion = 1}}", "items(1) returned 'a.potion', which is no item"),
                ("return nil", table), ("return {state = {n = 4}}", "items(1) returned state.n = 4"),
                ("while true do end", "this does not end within 5000000 steps in function 'items'")):
            self.assertIn(said, self.said(body))

    def test_what_is_too_much_to_follow_or_goes_wrong_on_some_floor_is_said(self):
        many = "local x = 0 for i = 0, 29 do x = x + pick{0, 2 ^ i} end "
        for command in (("loot",), ("check",)):
            self.assertIn("returned 'elk', which is no item",
                          self.said("if chance(1/100000) then return {elk = 1} end return {potion = 1}", command))
        self.assertIn("returned 'elk', which is no item",
                      self.said(many + "if x % 11 == 5 then return {elk = 1} end return {}", ("sim",)))


if __name__ == "__main__":
    main()
