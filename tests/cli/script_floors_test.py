"""`encounter: script`: who comes to a floor is said by a function, read exactly over every outcome and
drawn where there are too many. The rules below stand here a second time, as a plain sum over all draws."""
import itertools
import re
from fractions import Fraction

from wyrm_case import WyrmCase, main

HEAD = """\
name: keep
models: {combat: subtract, growth: points, encounter: script, map: tunnels, loot: tables}
player: {hp: 100, power: 4}
monsters:
  rat: {hp: 5, power: 2, experience: 3}
  wolf: {hp: 10, power: 3, experience: 10}
  dragon: {hp: 60, power: 9, experience: 100}
items: {potion: {effect: {kind: heal, amount: 20}, weight: 1}}
bands: {B1: [1, 9]}
threat: {room_budget: {B1: [0, 50]}, etp: {}}
"""
FLOORS = """\
encounter:
  last_depth: 5
  state:
    alarm: {most: 3, start: 1}
    dragon: {most: 1}
  script: |
    -- A dragon has its lair on one floor at most; who stays too long is looked for.
    function floor(depth, state)
        local out = {rat = dice(2, 3), state = {}}
        if state.dragon == 0 and chance(depth / 10) then
            out.lair = {dragon = 1, rat = 2}
            out.state.dragon = 1
        end
        if state.alarm < 3 and chance(1/2) then
            out.state.alarm = state.alarm + 1
        end
        if state.alarm > 0 then out.wolf = between(0, state.alarm) end
        return out
    end
"""
DEPTHS = 5
WORTH = {"rat": 3, "wolf": 10, "dragon": 100}


def floor(depth, alarm, dragon):
    """Every outcome: its chance, who comes, in how many groups, and the state behind it."""
    for a, b in itertools.product((1, 2, 3), repeat=2):
        for lair in ((True, False) if dragon == 0 else (False,)):
            p = Fraction(1, 9)
            if dragon == 0:
                p *= Fraction(depth, 10) if lair else 1 - Fraction(depth, 10)
            for more in ((True, False) if alarm < 3 else (False,)):
                q = p * (Fraction(1, 2) if alarm < 3 else 1)
                for wolves in range(alarm + 1):
                    here = {"rat": a + b + 2 * lair, "wolf": wolves, "dragon": int(lair)}
                    yield (q / (alarm + 1), here, a + b + wolves + lair, (alarm + more, 1 if lair else dragon))


def enumerate_floors():
    """By depth: what is summed up over the outcomes in all states that are reached."""
    states, out = {(1, 0): Fraction(1)}, []
    for depth in range(1, DEPTHS + 1):
        after, rows = {}, []
        for (alarm, dragon), chance in states.items():
            for p, here, groups, state in floor(depth, alarm, dragon):
                after[state] = after.get(state, 0) + chance * p
                rows.append((chance * p, here, groups))
        states = after
        out.append(rows)
    return out


class Exact(WyrmCase):
    def setUp(self):
        super().setUp()
        self.write("keep.yaml", HEAD + FLOORS)

    def test_every_figure_is_the_sum_over_all_outcomes(self):
        answer = self.json("curve", "keep.yaml", "--floors")
        self.assertEqual(answer["method"], "exact")
        for depth, rows in zip(answer["depths"], enumerate_floors()):
            self.assertEqual(sum(p for p, _, _ in rows), 1)
            for name, worth in WORTH.items():
                mean = float(sum(p * here[name] for p, here, _ in rows))
                told = depth["kinds"].get(name)
                if mean == 0:
                    self.assertIsNone(told)
                    continue
                self.assertAlmostEqual(told["mean"], mean, delta=1e-9)
                self.assertAlmostEqual(told["any"], float(sum(p for p, here, _ in rows if here[name] > 0)), delta=1e-9)
            figures = {"groups": lambda here, groups: groups, "monsters": lambda here, groups: sum(here.values()),
                       "experience": lambda here, groups: sum(here[name] * WORTH[name] for name in here)}
            for key, value in figures.items():
                chances = {}
                for p, here, groups in rows:
                    chances[value(here, groups)] = chances.get(value(here, groups), 0) + p
                told = depth[key]
                self.assertAlmostEqual(told["mean"], float(sum(v * p for v, p in chances.items())), delta=1e-9)
                pmf = {round(v * told["unit"]): p for v, p in told["pmf"] if p > 0}
                self.assertEqual(sorted(pmf), sorted(chances), key)
                for v, p in pmf.items():
                    self.assertAlmostEqual(p, float(chances[v]), delta=1e-9)

    def test_targets_measure_it(self):
        third = enumerate_floors()[2]
        wanted = {"floor_monsters": sum(p * sum(here.values()) for p, here, _ in third),
                  "floor_groups": sum(p * groups for p, _, groups in third),
                  "floor_experience": sum(p * sum(here[n] * WORTH[n] for n in here) for p, here, _ in third)}
        targets = "".join(f"  {metric}: {{metric: {metric}, depths: 3, range: 0}}\n" for metric in wanted)
        self.write("aimed.yaml", HEAD + FLOORS + "targets:\n" + targets
                   + "  wolves: {metric: floor_meets, of: wolf, depths: 3, range: 0}\n")
        wanted["wolves"] = sum(p for p, here, _ in third if here["wolf"] > 0)
        judged = {row["target"]: row for row in self.json("check", "aimed.yaml")["verdicts"]}
        for name, value in wanted.items():
            self.assertAlmostEqual(judged[name]["value"], float(value), delta=1e-9)

    def test_kinds_of_monsters_and_what_the_function_bounds(self):
        shares = self.json("curve", "keep.yaml", "--monsters")["depths"][1]["monsters"]
        second = enumerate_floors()[1]
        everybody = sum(p * sum(here.values()) for p, here, _ in second)
        for name in WORTH:
            self.assertAlmostEqual(shares[name]["value"],
                                   float(sum(p * here[name] for p, here, _ in second) / everybody), delta=1e-9)
        findings = self.json("check", "keep.yaml")["findings"]
        self.assertEqual([f for f in findings if "encounter" in str(f.get("place", f))], [])

    def test_the_function_may_stand_in_the_script_of_the_combat(self):
        body = FLOORS.partition("  script: |\n")
        both = HEAD.replace("combat: subtract", "combat: script").replace("power: ", "might: ") + body[0]
        both = both.replace("threat:", "_:").replace("bands: {B1: [1, 9]}\n", "").replace(
            "_: {room_budget: {B1: [0, 50]}, etp: {}}\n", "")
        attack = "    function attack(attacker, defender) return attacker.might end\n"
        self.write("one.yaml", both + "combat:\n  stats: {might: {}}\n  script: |\n" + attack + body[2])
        told = self.json("curve", "one.yaml", "--floors")["depths"]
        mine = self.json("curve", "keep.yaml", "--floors")["depths"]
        self.assertEqual([d["monsters"] for d in told], [d["monsters"] for d in mine])
        self.write("none.yaml", both + "combat:\n  stats: {might: {}}\n  script: |\n" + attack)
        self.assertIn("the script of the combat has no function 'floor(depth, state)'",
                      self.run_wyrm("rules", "validate", "none.yaml").err)
        self.write("absent.yaml", HEAD + body[0])
        self.assertIn("a script says it, and there is none", self.run_wyrm("rules", "validate",
                                                                                         "absent.yaml").err)

    def test_the_same_runs_with_any_number_of_threads(self):
        one, two = (self.run_wyrm("sim", "keep.yaml", "--runs", "60", "--json", "--threads", n).out for n in "13")
        self.assertEqual(one, two)
        self.assertIn('"runs": 60', one)


class Drawn(WyrmCase):
    """2^30 outcomes: a floor that is not known exactly."""

    MANY = "    local x = 0\n    for i = 0, 29 do x = x + pick{0, 2 ^ i} end\n"

    def write_floor(self, body, depths=3):
        lines = "".join(f"    {line}\n" for line in (["function floor(depth)"] + body + ["end"]))
        self.write("deep.yaml", HEAD + f"encounter:\n  last_depth: {depths}\n  script: |\n" + lines)

    def test_figures_have_intervals_that_cover(self):
        self.write_floor([self.MANY, "    return {rat = depth, wolf = x % 5 == 0 and 2 or 0}"])
        answer = self.json("curve", "deep.yaml", "--floors", "--runs", "4000")
        self.assertEqual((answer["method"], answer["runs"]), ("runs", 4000))
        for depth in answer["depths"]:
            wolf = depth["kinds"]["wolf"]
            wide = wolf["any_ci95"][1] - wolf["any_ci95"][0]
            self.assertTrue(0.02 < wide < 0.03)
            self.assertTrue(abs(wolf["any"] - 0.2) < 1.2 * wide)  # 4.7 standard errors
            self.assertAlmostEqual(wolf["mean"], 2 * wolf["any"], delta=1e-9)
            self.assertEqual(depth["kinds"]["rat"]["mean"], depth["depth"])
            self.assertIsNone(depth["monsters"]["pmf"])

    def test_what_goes_wrong_on_some_floor_ends_every_answer(self):
        self.write_floor([self.MANY, "    if x % 11 == 5 then return {elk = 1} end", "    return {rat = 1}"])
        said = (r"deep\.yaml:\d+:\d+: error: floor\(\d\) returned 'elk', which is no monster "
                r"\(one of rat, wolf, dragon\)")
        for line in (("curve", "--floors"), ("sim", "--runs", "40"), ("curve",), ("check",), ("loot",)):
            answer = self.run_wyrm(line[0], "deep.yaml", *line[1:])
            self.assertEqual((answer.code, answer.out), (3, ""), line)
            self.assertRegex(answer.err, said)

    def test_one_that_is_exact_says_it_of_the_rarest_outcome(self):
        self.write_floor(["    if chance(1/100000) then return {elk = 1} end", "    return {rat = 1}"])
        self.assertEqual(self.run_wyrm("rules", "validate", "deep.yaml").code, 0)
        self.assertIn("returned 'elk', which is no monster", self.run_wyrm("curve", "deep.yaml", "--floors").err)


class Hostile(WyrmCase):
    def said(self, body):
        self.write("bad.yaml", HEAD + "encounter:\n  last_depth: 3\n  state: {n: {most: 3}}\n  script: |\n"
                                      f"    function floor(depth, state) {body} end\n")
        answer = self.run_wyrm("rules", "validate", "bad.yaml")
        self.assertEqual(answer.code, 3, body)
        return re.search(r"error: (.*)", answer.err)[1]

    def test_what_a_function_must_not_return(self):
        whole = "it must be a whole number from 0 to"
        table = "floor(1) returned no table: it must be one, such as {rat = 3}; {} where nobody comes"
        for body, said in (
                ("return {rta = 1}", "floor(1) returned 'rta', which is no monster (did you mean 'rat'?)"),
                ("return {rat = -1}", f"floor(1) returned rat = -1: {whole} 1024"),
                ("return {rat = 0.5}", f"floor(1) returned rat = 0.5: {whole} 1024"),
                ("return {rat = 2000}", f"floor(1) returned rat = 2000: {whole} 1024"),
                ("return {rat = 1000, wolf = 25}",
                 "floor(1) returned more than 1024 monsters: it must be at most 1024"),
                ("return {rat = 'many'}", f"floor(1) returned rat that is no number: {whole} 1024"),
                ("return nil", table), ("return 3", table), ("", table),
                ("return {a = {b = {rat = 1}}}",
                 "floor(1) returned a group in a group: it must be monsters, and groups of monsters"),
                ("return {state = {n = 4}}", f"floor(1) returned state.n = 4: {whole} 3"),
                ("return {state = {m = 1}}", "floor(1) returned 'm', which is no number of its state (one of n)"),
                ("return {rat = state.m}", "state has no 'm' in function 'floor' (one of n)"),
                ("while true do end", "this does not end within 5000000 steps in function 'floor'"),
                ("state.n = 1 return {}", None), ("return {rat = rat}", None), ("error('never')", None)):
            told = self.said(body)
            if said:
                self.assertEqual(told, said)

    def test_what_a_state_must_not_be(self):
        for state, said in (("{n: {most: 3, start: 4}}", "it starts above its most"), ("{n: {most: 70000}}", "most"),
                            ("{%s}" % ", ".join(f"n{i}: {{}}" for i in range(17)), "16")):
            self.write("bad.yaml", HEAD + f"encounter:\n  last_depth: 3\n  state: {state}\n"
                                          "  script: function floor(depth, state) return {} end\n")
            self.refused_with(3, said, "rules", "validate", "bad.yaml")


if __name__ == "__main__":
    main()
