"""encounter: hordes. What comes to floors, against every outcome counted here, and a million floors of Brogue."""
import csv
import itertools
import math
import os
import re
from fractions import Fraction

from wyrm_case import WyrmCase, main

GOLDEN = os.environ["GOLDEN"]
WORTH = {"rat": 10, "wolf": 25, "ogre": 50, "lich": 100}
HEAD = """name: small
models: {combat: accuracy, growth: points, encounter: hordes}
monsters:
""" + "".join(f"  {name}: {{hp: 1, experience: {worth}}}\n" for name, worth in WORTH.items())


def spread(chances):
    """{number: chance} of an amount that is given as a number, (least, most) or such a dictionary."""
    if isinstance(chances, dict):
        return chances
    least, most = chances if isinstance(chances, tuple) else (chances, chances)
    return {n: Fraction(1, most - least + 1) for n in range(least, most + 1)}


class Small:
    """A floor of a small ruleset, group by group, outcome by outcome: {(gone, monsters, groups): chance}."""

    def __init__(self, hordes, floors, last=3, budget=None, deck=False):
        self.hordes, self.floors, self.last, self.budget, self.deck = hordes, floors, last, budget, deck

    def groups(self, name):
        """(members, chance) of one group of a horde."""
        horde = self.hordes[name]
        members = horde.get("members", {})
        for numbers in itertools.product(*(spread(n).items() for n in members.values())):
            chance = Fraction(1)
            who = [horde["leader"]]
            for kind, (number, p) in zip(members, numbers):
                who += [kind] * number
                chance *= p
            yield tuple(sorted(who)), chance

    def largest(self, name):
        return max((who for who, _ in self.groups(name)), key=len)

    def counts(self, who):
        """What the budget says of monsters."""
        _, multiplier, _, _ = self.budget
        times = [t for t, from_number in multiplier if from_number <= len(who)]
        return sum(WORTH[kind] for kind in who) * (times[-1] if times else 0)

    def weights(self, depth, gone, who, dealt):
        weights = {name: horde["frequency"] - dealt.count(name) * self.deck for name, horde in self.hordes.items()
                   if "guards" not in horde and horde["depths"][0] <= depth <= horde["depths"][1] and name not in gone}
        if self.budget and self.budget[0] == "fill":
            weights = {name: weight for name, weight in weights.items()
                       if self.counts(who + self.largest(name)) <= self.budget[3]}
        return weights

    def next_group(self, depth, gone, who, dealt):
        """(horde or None, members, chance) of the next group."""
        floor = self.floors[depth]
        at = {depth: 1 - floor.get("out_of_depth", Fraction(0))}
        for by, chance in spread(floor.get("deeper", 1)).items():
            deeper = min(depth + by, self.last)
            at[deeper] = at.get(deeper, 0) + floor.get("out_of_depth", Fraction(0)) * chance
        for here, share in at.items():
            if not share:
                continue
            weights = self.weights(here, gone, who, dealt)
            if not sum(weights.values()) and self.budget and self.budget[0] == "fill":
                weights = self.weights(depth, gone, who, dealt)
            total = sum(weights.values())
            if not total:
                yield None, (), share
            for name, weight in weights.items():
                for members, chance in self.groups(name):
                    way = share * Fraction(weight, total) * chance if total else 0
                    if way and self.budget and self.counts(who + members) > self.budget[3]:
                        yield None, (), way
                    elif way:
                        yield name, members, way

    def floor(self, depth, states):
        """States after the floor, of {gone: chance} before it."""
        now = {(gone, (), ()): chance for gone, chance in states.items()}
        for name, horde in self.hordes.items():
            if "guards" not in horde or not horde["depths"][0] <= depth <= horde["depths"][1]:
                continue
            then = {}
            for (gone, who, names), chance in now.items():
                there = horde.get("chance", Fraction(1)) if name not in gone else Fraction(0)
                self.add(then, (gone, who, names), chance * (1 - there))
                for members, p in self.groups(name):
                    after = gone | {name} if horde.get("once") else gone
                    self.add(then, (after, who + members, names + (name,)), chance * there * p)
            now = then
        ends = {}
        cards = sum(h["frequency"] for h in self.hordes.values()
                    if h["depths"][0] <= depth <= h["depths"][1]) if self.deck else 0
        for number, share in spread(self.floors[depth]["groups"]).items():
            step = {state + ((), ()): chance for state, chance in now.items()}
            drawn = 0
            while step:
                then = {}
                for (gone, who, names, own, dealt), chance in step.items():
                    if drawn >= number and not (number and self.budget and self.budget[0] == "fill" and
                                                self.counts(own) < self.budget[2]):
                        self.add(ends, (gone, who + own, names), chance * share)
                        continue
                    if cards and len(dealt) == cards:
                        dealt = ()
                    for name, members, p in self.next_group(depth, gone, own, dealt):
                        if name is None and drawn >= number:
                            self.add(ends, (gone, who + own, names), chance * share * p)
                            continue
                        after = gone | {name} if name and self.hordes[name].get("once") else gone
                        self.add(then, (after, who, names + ((name,) if name else ()), own + members,
                                        dealt + ((name,) if self.deck else ())), chance * p)
                step = then
                drawn += 1
        return ends

    @staticmethod
    def add(to, key, chance):
        if chance:
            gone, who, *rest = key
            key = (gone, tuple(sorted(who)), *(tuple(sorted(part)) for part in rest))
            to[key] = to.get(key, 0) + chance

    def yaml(self):
        def amount(n):
            if isinstance(n, dict):
                return "{" + ", ".join(f"{k}: {v * 12}" for k, v in n.items()) + "}"
            return f"[{n[0]}, {n[1]}]" if isinstance(n, tuple) else str(n)
        lines = [HEAD + "encounter:", f"  last_depth: {self.last}", f"  choose: {'deck' if self.deck else 'frequency'}"]
        if self.budget:
            how, multiplier, _, _ = self.budget
            lines.append(f"  budget: {{of: experience, how: {how}, multiplier: {[list(m) for m in multiplier]}}}")
        lines.append("  depths:")
        for depth, floor in self.floors.items():
            row = [f"from_depth: {depth}", f"groups: {amount(floor['groups'])}"]
            row += [f"out_of_depth: {floor['out_of_depth']}", f"deeper: {amount(floor['deeper'])}"] \
                if "out_of_depth" in floor else []
            row += [f"budget: [{self.budget[2]}, {self.budget[3]}]"] if self.budget else []
            lines.append("    - {" + ", ".join(row) + "}")
        lines.append("  hordes:")
        for name, horde in self.hordes.items():
            row = [f"leader: {horde['leader']}", f"depths: {list(horde['depths'])}"]
            row += [f"frequency: {horde['frequency']}"] if "frequency" in horde else []
            row += ["members: {" + ", ".join(f"{k}: {amount(n)}" for k, n in horde["members"].items()) + "}"] \
                if "members" in horde else []
            row += ["once: true"] if horde.get("once") else []
            row += [f"guards: {horde['guards']}, chance: {horde.get('chance', 1)}"] if "guards" in horde else []
            lines.append(f"    {name}: {{{', '.join(row)}}}")
        return "\n".join(lines) + "\n"


PACK = {"leader": "wolf", "members": {"rat": (0, 2), "wolf": {0: Fraction(1, 4), 1: Fraction(3, 4)}},
        "depths": (1, 3), "frequency": 3}
RAT = {"leader": "rat", "depths": (1, 2), "frequency": 5}
OGRE = {"leader": "ogre", "depths": (2, 3), "frequency": 2}
LICH = {"leader": "lich", "depths": (2, 3), "frequency": 1, "once": True}


class Exactly(WyrmCase):
    """Everything within 1e-9 of all outcomes counted."""

    def hold(self, small):
        with open(os.path.join(self.folder, "small.yaml"), "w", encoding="utf-8") as file:
            file.write(small.yaml())
        answer = self.json("curve", "./small.yaml", "--floors")
        self.assertEqual((answer["method"], answer["per"]), ("exact", "floor"))
        states = {frozenset(): Fraction(1)}
        for told in answer["depths"]:
            ends = small.floor(told["depth"], states)
            self.assertEqual(sum(ends.values()), 1)
            self.hold_floor(told, ends)
            states = {}
            for (gone, _, _), chance in ends.items():
                states[gone] = states.get(gone, 0) + chance
        return answer

    def hold_floor(self, told, ends):
        def hold(got, number, pmf=None):
            by = {}
            for (_, who, names), chance in ends.items():
                n = number(who, names)
                by[n] = by.get(n, 0) + chance
            self.assertAlmostEqual(got["mean"], float(sum(n * p for n, p in by.items())), delta=1e-9)
            if "any" in got:
                self.assertAlmostEqual(got["any"], float(1 - by.get(0, 0)), delta=1e-9)
            if pmf is not None:
                pairs = {round(n * got["unit"]): p for n, p in pmf}
                for n, p in by.items():
                    self.assertAlmostEqual(pairs.get(n, 0), float(p), delta=1e-9, msg=(n, pairs))

        for what, number in (("groups", lambda who, names: len(names)), ("monsters", lambda who, names: len(who)),
                             ("experience", lambda who, names: sum(WORTH[kind] for kind in who))):
            hold(told[what], number, told[what]["pmf"])
        for kind in WORTH:
            hold(told["kinds"].get(kind, {"mean": 0, "any": 0}), lambda who, names: who.count(kind))
        for name in {name for _, _, names in ends for name in names}:
            hold(told["hordes"][name], lambda who, names: names.count(name))

    def test_groups_with_members_and_out_of_depth(self):
        two = {"groups": {1: Fraction(1, 3), 3: Fraction(2, 3)}, "out_of_depth": Fraction(1, 4), "deeper": (1, 3)}
        floors = {1: {"groups": (0, 3)}, 2: two,
                  3: {"groups": 2}}
        self.hold(Small({"pack": PACK, "rat": RAT, "ogre": OGRE}, floors))

    def test_nobody_comes_where_no_horde_belongs(self):
        floors = {1: {"groups": 2, "out_of_depth": Fraction(1, 3), "deeper": 1}, 2: {"groups": 1}}
        answer = self.hold(Small({"ogre": OGRE}, floors, last=2))
        self.assertAlmostEqual(answer["depths"][0]["groups"]["mean"], 2 / 3, delta=1e-12)

    def test_what_comes_once_is_gone_on_the_floors_behind(self):
        one = {"groups": 2, "out_of_depth": Fraction(1, 5), "deeper": 1}
        floors = {1: one, 2: {"groups": 3}, 3: {"groups": (1, 2)}}
        once = dict(PACK, once=True)
        answer = self.hold(Small({"pack": once, "rat": RAT, "ogre": OGRE, "lich": LICH}, floors))
        met = sum(depth["hordes"].get("lich", {"any": 0})["any"] for depth in answer["depths"])
        self.assertTrue(0.5 < met <= 1)

    def test_guards_come_to_their_floors(self):
        floors = {1: {"groups": 1}, 2: {"groups": 1}, 3: {"groups": 1}}
        guard = {"leader": "lich", "members": {"rat": (0, 2)}, "depths": (2, 3), "guards": "exit"}
        half = {"leader": "ogre", "depths": (1, 3), "guards": "floor", "chance": Fraction(1, 3), "once": True}
        self.hold(Small({"rat": dict(RAT, depths=(1, 3)), "guard": guard, "half": half}, floors))

    def test_decks_are_dealt_until_they_are_empty(self):
        floors = {1: {"groups": (2, 5)}, 2: {"groups": (0, 4)}, 3: {"groups": 7}}
        small = {"pack": dict(PACK, frequency=2), "rat": dict(RAT, frequency=1), "ogre": dict(OGRE, frequency=1)}
        self.hold(Small(small, floors, deck=True))

    def budget(self, how, least, most, hordes=None):
        two = {"groups": 2, "out_of_depth": Fraction(1, 4), "deeper": 1}
        floors = {1: {"groups": (0, 3)}, 2: two, 3: {"groups": 1}}
        small = Small(hordes or {"pack": PACK, "rat": RAT, "ogre": OGRE}, floors,
                      budget=(how, ((1, 1), (1.5, 2), (2, 3)), least, most))
        with open(os.path.join(self.folder, "small.yaml"), "w", encoding="utf-8") as file:
            file.write(small.yaml())
        for told in self.json("curve", "./small.yaml", "--floors")["depths"]:
            self.assertIsNone(told["groups"]["pmf"])
            ends = small.floor(told["depth"], {frozenset(): Fraction(1)})
            told["groups"]["pmf"] = []
            groups = told.pop("groups")
            self.assertAlmostEqual(groups["mean"], float(sum(p * len(names) for (_, _, names), p in ends.items())),
                                   delta=1e-9)
            told["groups"] = dict(groups, pmf=None)
            self.hold_floor(told, ends)

    def test_a_group_above_the_budget_is_left_out(self):
        self.budget("reject", 0, 130)

    def test_a_budget_is_filled_by_what_fits(self):
        self.budget("fill", 100, 160)

    def test_a_budget_is_filled_though_nothing_deeper_fits(self):
        """The third floor has nothing but what is too much: in its place come rats, until the least is reached."""
        self.budget("fill", 2 * WORTH["rat"], 5 * WORTH["rat"], {"rat": RAT, "lich": dict(LICH, once=False)})
        second = self.json("curve", "./small.yaml", "--floors")["depths"][1]
        self.assertGreaterEqual(second["monsters"]["mean"], 2)


class Shown(WyrmCase):
    def test_floors_that_are_sampled_have_no_columns_without_figures(self):
        """Of groups that a budget fills, and of which one comes once, no distribution is known."""
        floors = {1: {"groups": (0, 3)}, 2: {"groups": 2}, 3: {"groups": 1}}
        hordes = {"pack": PACK, "rat": RAT, "lich": LICH}
        for budget in (None, ("fill", ((1, 1), (1.5, 2)), 100, 900)):
            with open(os.path.join(self.folder, "small.yaml"), "w", encoding="utf-8") as file:
                file.write(Small(hordes, floors, budget=budget).yaml())
            text = self.text("curve", "./small.yaml", "--floors", "--runs", "50")
            head, row = text.split("\ndepth")[1].splitlines()[:2]
            self.assertEqual("Of 50 games" in text, budget is not None)
            self.assertEqual("9 of 10" in text, budget is None)
            self.assertEqual(head.split(), ["groups", "monsters"] + ["have"] * (budget is None) + ["experience"] +
                             ["have"] * (budget is None))
            self.assertTrue(row.split())
            self.assertNotIn("\n\n\n", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_why_a_range_is_missing_is_said(self):
        floors = {1: {"groups": (0, 3)}, 2: {"groups": 2}, 3: {"groups": 1}}
        small = Small({"pack": PACK, "rat": RAT}, floors, budget=("reject", ((1, 1), (1.5, 2)), 0, 900)).yaml()
        for rolled in (False, True):  # what is rolled is counted as its mean, which is not what is given
            with open(os.path.join(self.folder, "small.yaml"), "w", encoding="utf-8") as file:
                file.write(re.sub(r"experience: \d+", "experience: 1d8", small) if rolled else small)
            text = self.text("curve", "./small.yaml", "--floors")
            self.assertEqual("Where no range stands, a budget decides who comes" in text, rolled)
            self.assertEqual(len(re.findall(r"(?m) -$", text)), 3 * rolled)

class Brogue(WyrmCase):
    def test_hordes_and_kinds_are_those_of_a_million_floors(self):
        """2,162 figures, each within what a million floors leave open: none beyond 4.5 standard errors."""
        depths = {depth["depth"]: depth for depth in self.json("curve", "brogue", "--floors")["depths"]}
        shown = self.text("rules", "show", "brogue")
        hordes = re.findall(r"^    ([a-z_0-9]+):", shown[shown.index("\n  hordes:"):].split("\nplayer")[0], re.M)
        names = {"will_o_the_wisp": "wisp", "acid_jelly": "acidic_jelly"}
        far = []
        with open(os.path.join(GOLDEN, "foreign", "brogue_floors.csv"), encoding="utf-8") as file:
            for row in csv.DictReader(line for line in file if not line.startswith("#")):
                at, name = depths[int(row["depth"])], row["name"]
                if row["what"] in ("groups", "monsters"):
                    got = at[row["what"]]
                    mean = sum(n * p for n, p in got["pmf"])
                    spread_of = math.sqrt(sum((n - mean) ** 2 * p for n, p in got["pmf"]))
                    self.assertAlmostEqual(mean, got["mean"], delta=1e-9)
                    self.assertAlmostEqual(spread_of, float(row["sd"]), delta=0.01 * float(row["sd"]))
                else:
                    horde = row["what"] == "horde"
                    got = at["hordes"][hordes[int(name)]] if horde else at["kinds"][names.get(name, name)]
                    error = math.sqrt(got["any"] * (1 - got["any"]) / 1e6)
                    far.append(abs(got["any"] - float(row["any"])) / error)
                far.append(abs(got["mean"] - float(row["mean"])) / (float(row["sd"]) / 1e3))
        self.assertEqual(len(far), 2162)
        self.assertLess(max(far), 4.5)
        self.assertLess(sum(z > 2 for z in far) / len(far), 0.06)


class Others(WyrmCase):
    def test_shattered_deals_from_the_list_of_a_floor(self):
        """6 to 8 of the 7 cards of the third floor: one card of seven is left out in a third of the floors."""
        depths = self.json("curve", "shattered", "--floors")["depths"]
        third, boss = depths[2], depths[4]
        self.assertEqual([n for n, _ in third["monsters"]["pmf"]], [6, 7, 8])
        self.assertAlmostEqual(third["kinds"]["gnoll"]["mean"], 3, delta=1e-12)
        self.assertAlmostEqual(third["kinds"]["crab"]["any"], 1 - 1 / 21, delta=1e-12)
        self.assertEqual((boss["monsters"]["mean"], boss["kinds"]), (0, {}))

    def test_rooms_of_the_srd_keep_to_their_budget(self):
        """At level 1 a room is worth 25 to 50 points: one of 25 counts 37.5, two of 10 count 40, one of 50 too many."""
        answer = self.json("curve", "srd", "--floors")
        first = answer["depths"][0]
        self.assertEqual((answer["per"], answer["method"]), ("room", "exact"))
        sums = {round(n * first["experience"]["unit"]) for n, p in first["experience"]["pmf"] if p > 0}
        self.assertEqual(sums, {20, 25})
        self.assertEqual([n for n, p in first["monsters"]["pmf"] if p > 0], [1, 2])


class Played(WyrmCase):
    RULES = """name: played
extends: tutorial
models: {encounter: hordes}
encounter:
  last_depth: 2
  depths: [{from_depth: 1, groups: 1, wandering: %s}]
  hordes: {orc: {}}
"""

    def kills(self, wandering):
        with open(os.path.join(self.folder, "played.yaml"), "w", encoding="utf-8") as file:
            file.write(self.RULES % wandering)
        answer = self.json("sim", "./played.yaml", "--runs", "60", "--seed", "5")
        return answer["ends"]["killed"] / 60, answer

    def test_who_wanders_is_met(self):
        """One orc a floor hardly kills anybody; one more every tenth turn does."""
        alone, _ = self.kills("0")
        with_others, answer = self.kills("1/10")
        self.assertEqual(answer["ends"], self.kills("1/10")[1]["ends"])
        self.assertLess(alone, 0.1)
        self.assertGreater(with_others, 0.25)


class Told(WyrmCase):
    """On the second depth half of all groups are one rat, the others a wolf and 1 to 3 rats."""
    RULES = """name: told
models: {combat: accuracy, growth: points, encounter: hordes}
bands: {near: [1, 2]}
threat: {room_budget: {near: [0, 20]}, band_factor: {near: 1}}
monsters: {rat: {hp: 1, experience: 10, etp: 4}, wolf: {hp: 1, experience: 25, etp: 9}}
encounter:
  last_depth: 2
  depths: [{from_depth: 1, groups: 2}]
  hordes: {rat: {depths: [1, 2]}, wolf: {members: {rat: 1..3}, depths: [2, 2]}}
"""

    def lines(self, more, *arguments):
        with open(os.path.join(self.folder, "told.yaml"), "w", encoding="utf-8") as file:
            file.write(self.RULES + more)
        return [line.split() for line in self.text(arguments[0], "./told.yaml", *arguments[1:]).splitlines()]

    def test_a_row_a_depth_tells_all_that_is_known_of_it(self):
        lines = self.lines("", "curve", "--floors")
        head = lines.index("depth groups monsters have experience have threat have".split())
        self.assertEqual(lines[head + 1], "1 2 2 2 to 2 20 20 to 20 8 8 to 8".split())
        self.assertEqual(lines[head + 2], "2 2 4 2 to 7 55 20 to 100 21 8 to 38".split())
        self.assertIn("depth 2: rat 100 %, wolf 75.0 %".split(), lines)

    def test_each_of_two_depths_has_a_verdict_of_its_own(self):
        lines = self.lines("targets: {few: {metric: floor_monsters, depths: [1, 2], range: [1, 3]}}\n",
                           "check", "--verbose")
        for told in ("PASS 2 monsters for depth 1, wanted 1 to 3", "FAIL 4 monsters for depth 2, wanted 1 to 3"):
            self.assertIn(told.split(), lines)


class Targets(WyrmCase):
    def measured(self, ruleset, *asked):
        """The values of metrics, with what each needs."""
        targets = [f"  it{i}: {{claim: asked, {each}, at_least: 0}}\n" for i, each in enumerate(asked)]
        self.write("asked.yaml", f"name: asked\nextends: {ruleset}\ntargets:\n{''.join(targets)}")
        values = {row["target"]: row["value"] for row in self.json("check", "./asked.yaml")["verdicts"]}
        return [values[f"it{i}"] for i in range(len(asked))]

    def test_rooms_have_their_guards_in_number_and_in_kind(self):
        """Groups come to each room, a guard besides to one of them: more of its members make no room easier. With nine
        members in place of one, five times as many are in the rooms besides the two of each."""
        head = HEAD.replace("hordes}", "hordes, map: rooms}").replace("hp: 1", "hp: 1, damage: 1d3")

        def rules(name, members):
            return self.write(name, head + """player: {hp: 9}
encounter:
  last_depth: 3
  per: room
  depths: [{groups: 2}]
  hordes:
    ogre: {}
    gate: {leader: wolf, members: {rat: MEMBERS}, depths: [3, 3], guards: exit, chance: 1/2}
""".replace("MEMBERS", str(members)) + "map: {width: 60, height: 40, tries: 20}\ntargets:\n"
                              "  number: {metric: room_monsters, depths: [2, 3], range: [0, 9]}\n")

        def numbers(path):
            return [row["value"] for row in self.json("check", path)["verdicts"]]
        few, many = numbers(rules("few.yaml", 1)), numbers(rules("many.yaml", 9))
        self.assertEqual((few[0], many[0]), (2, 2))
        self.assertGreater(few[1], 2.02)
        self.assertAlmostEqual((many[1] - 2) / (few[1] - 2), 5, delta=0.3)
        self.assertEqual(self.json("compare", "few.yaml", "many.yaml", "--exact")["verdict"], "harder")
        self.assertEqual(self.json("curve", "few.yaml", "--floors")["guards"],
                         [{"horde": "gate", "depths": [3, 3], "chance": 0.5}])
        self.assertIn("besides: gate at depth 3 (50.0 %).",
                      " ".join(self.text("curve", "few.yaml", "--floors").split()))

    def test_targets_ask_what_comes_to_floors(self):
        fifth = self.json("curve", "brogue", "--floors")["depths"][4]
        few = sum(p for n, p in fifth["monsters"]["pmf"] if 7 <= n <= 9)
        told = self.measured("brogue", "metric: floor_groups, depths: 5", "metric: floor_monsters, depths: 5",
                             "metric: floor_meets, of: ogre, depths: 5", "metric: floor_experience, depths: 5",
                             "metric: floor_monsters_share, depths: 5, within: [7, 9]")
        wanted = [fifth["groups"]["mean"], fifth["monsters"]["mean"], fifth["kinds"]["ogre"]["any"], 0, few]
        for value, truth in zip(told, wanted, strict=True):
            self.assertAlmostEqual(value, truth, delta=1e-9)

    def test_targets_ask_what_the_monsters_of_a_floor_are_worth(self):
        worth = self.json("curve", "srd", "--floors")["depths"][0]["experience"]
        few = sum(p for n, p in worth["pmf"] if 20 <= n * worth["unit"] <= 24)
        self.assertTrue(0.1 < few < 0.9)
        told = self.measured("srd", "metric: floor_experience, depths: 1",
                             "metric: floor_experience_share, within: [20, 24], depths: 1")
        for value, truth in zip(told, [worth["mean"], few], strict=True):
            self.assertAlmostEqual(value, truth, delta=1e-9)

    def test_a_ruleset_that_fills_rooms_says_so(self):
        with open(os.path.join(self.folder, "rooms.yaml"), "w", encoding="utf-8") as file:
            file.write("name: rooms\nextends: tutorial\ntargets: {it: {claim: asked, metric: floor_groups, depths: 1, "
                       "at_least: 0}}\n")
        self.refused_with(3, "one by one, not in groups to floors", "check", "./rooms.yaml", "--runs", "4")
        self.refused_with(2, "fills rooms one by one, and no floors", "curve", "tutorial", "--floors")


if __name__ == "__main__":
    main()
