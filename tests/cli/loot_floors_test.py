"""wyrm loot of whole floors, and of rooms without maps."""
import itertools
import os
from fractions import Fraction

from wyrm_case import WyrmCase, main

RULES = """name: small
models: {loot: floors}
loot: {number: [{items: 2}], last_depth: 3, categories: {drink: {weight: 1}}}
items: {wine: {category: drink}, gem: {weight: 3, most: 1}}
"""
ROOMS = """name: rooms
models: {loot: tables}
loot: {rooms: {most: [[1, 1], [3, 3]]}}
items: {potion: {weight: 3}, scroll: {weight: [[1, 2]]}}
"""


DUNGEON = """name: dungeon
models: {combat: d20, encounter: hordes, loot: floors, map: rooms}
player: {hp: 20, damage: 1d4}
monsters: {rat: {hp: 3, damage: 1}}
encounter: {last_depth: 2, depths: [{from_depth: 1, groups: 2}], hordes: {rat: {}}}
loot: {number: [{items: 60}], categories: {drink: {weight: 1}}}
items: {wine: {category: drink}, gem: {weight: 3}}
targets:
  all: {metric: items_per_room, depths: [1, 2], at_least: 1}
"""

ENCHANTED = """name: enchanted
models: {loot: floors, combat: subtract}
loot:
  number: [{items: 2}]
  last_depth: 4
  guaranteed: {sword: {number: 1, first: 1, last: 2}}
  categories:
    gear: {weight: 3, bonuses: [{from_depth: 2, bonus: "{0: 1, 1: 3}"}]}
    blades: {in: gear, weight: 2, bonus: "{0: 2, 1: 1}", bonuses: [{from_depth: 3, bonus: "[-1, 2]"}]}
    hoard: {in: gear, dealt: true}
weapons:
  sword: {power: 1, category: blades, weight: 1}
  axe: {power: 1, category: blades, weight: 2, bonuses: [{bonus: 0}, {from_depth: 3, bonus: 2}]}
  blade: {power: 1, category: blades, weight: 1, most: 1, bonus: 1}
  relic: {power: 1, category: hoard, weight: 1, bonus: 3}
  knife: {power: 1, category: hoard, weight: 2}
items: {wine: {weight: 1}}
"""

HISTORY = """name: history
models: {combat: subtract, loot: script}
items: {x: {}}
loot:
  last_depth: 11
  state: {all: {most: 65535}}
  script: |
    function items(depth, state)
        local x = chance(1/2) and 1 or 0
        return {x = x, state = {all = 2 * state.all + x}}
    end
"""


def enchantment(kind, depth):
    """Enchantments of one that is found at a depth, and their weights."""
    late = {-1: 1, 0: 1, 1: 1, 2: 1}
    return {"sword": late if depth >= 3 else {0: 2, 1: 1}, "axe": {2 if depth >= 3 else 0: 1}, "blade": {1: 1},
            "relic": {3: 1}, "knife": {0: 1, 1: 3} if depth >= 2 else {0: 1}, "wine": {0: 1}}[kind]


def enchanted(kinds, least):
    """By depth: the chance of each number of those kinds that are of an enchantment or better, and the weights of
    the enchantments of those that are found there."""
    states, out = {((1, 2), False, 0, 0): Fraction(1)}, []

    def come(states, kinds_of, depth, seen):
        after = {}
        for state, p in states.items():
            for kind, share, cards, blade in kinds_of(state):
                sure, have = state[2:]
                weights = enchantment(kind, depth)
                for plus, weight in weights.items():
                    q = p * share * Fraction(weight, sum(weights.values()))
                    if kind in kinds:
                        seen[plus] = seen.get(plus, 0) + q
                    new = (cards, blade, sure, have + (kind in kinds and plus >= least))
                    after[new] = after.get(new, 0) + q
        return after

    def any_kind(state):
        (relics, knives), blade = state[:2]
        yield "wine", Fraction(1, 4), (relics, knives), blade
        swords = 3 if blade else 4
        for kind, weight in (("sword", 1), ("axe", 2), ("blade", 0 if blade else 1)):
            if weight:
                yield kind, Fraction(weight, swords) / 2, (relics, knives), blade or kind == "blade"
        for kind, cards, left in (("relic", relics, (relics - 1, knives)), ("knife", knives, (relics, knives - 1))):
            if cards:
                yield kind, Fraction(cards, relics + knives) / 4, left if any(left) else (1, 2), blade

    for depth in range(1, 5):
        seen, now = {}, {}
        for state, p in states.items():
            sure = Fraction(1 - state[2], 3 - depth) if depth <= 2 else 0
            for comes, q in ((True, p * sure), (False, p * (1 - sure))):
                if not q:
                    continue
                one = {(*state[:2], state[2] + comes, state[3]): q}
                if comes:
                    one = come(one, lambda state: [("sword", 1, *state[:2])], depth, seen)
                for new, chance in one.items():
                    now[new] = now.get(new, 0) + chance
        for _ in range(2):
            now = come(now, any_kind, depth, seen)
        states, numbers = now, {}
        for state, p in now.items():
            numbers[state[3]] = numbers.get(state[3], 0) + p
        out.append((numbers, seen))
    return out

PITIED = """name: pitied
models: {loot: floors}
loot: {number: [{items: "[0, 2]"}], last_depth: 7, categories: {drink: {weight: 1, pity: 2}}}
items:
  wine: {category: drink, weight: 1}
  ale: {category: drink, weight: 2, meter: {each_found: -1}}
  gem: {weight: 0, pity: 3, most: 2}
  stone: {weight: 3}
"""


def pitied(asked):
    """By depth: the chances of (how many came, floors in a row without one, the longest such row)."""
    def drinks(ales, p):
        ale = max(0, 2 - ales)
        yield "wine", p / (1 + ale)
        if ale:
            yield "ale", p * ale / (1 + ale)

    def come(now, way):
        after = {}
        for state, p in now.items():
            for kind, q in way(state, p):
                ales, gems, here = state[:3]
                here = here | {kind} if kind else here
                new = (ales + (kind == "ale"), gems + (kind == "gem"), here, *state[3:5],
                       state[5] + (kind in asked), *state[6:])
                after[new] = after.get(new, 0) + q
        return after

    def any_kind(state, p):
        yield "stone", p * 3 / 4
        yield from drinks(state[0], p / 4)

    def drink_pity(state, p):
        dry = state[3] >= 2 and not state[2] & {"wine", "ale"}
        yield from drinks(state[0], p) if dry else [(None, p)]

    def gem_pity(state, p):
        yield ("gem" if state[4] >= 3 and state[1] < 2 else None), p

    states, out = {(0, 0, frozenset(), 0, 0, 0, 0, 0): Fraction(1)}, []
    for _ in range(7):
        ends = {}
        for number in range(3):
            now = {state: p / 3 for state, p in states.items()}
            for _ in range(number):
                now = come(now, any_kind)
            for state, p in come(come(now, drink_pity), gem_pity).items():
                ales, gems, here, drink, gem, have, dry, longest = state
                dry = 0 if here & asked else dry + 1
                new = (ales, gems, frozenset(), 0 if here & {"wine", "ale"} else drink + 1,
                       0 if "gem" in here else gem + 1, have, dry, max(dry, longest))
                ends[new] = ends.get(new, 0) + p
        states, told = ends, {}
        for state, p in states.items():
            told[state[5:]] = told.get(state[5:], 0) + p
        out.append(told)
    return out

VAULTED = """name: vaulted
models: {combat: d20, encounter: hordes, loot: floors, map: rooms}
player: {hp: 20, damage: 1d4}
monsters: {rat: {hp: 3, damage: 1}, ogre: {hp: 9, damage: 3}}
encounter: {last_depth: 4, depths: [{from_depth: 1, groups: 2}], hordes: {rat: {}}}
loot: {number: [{items: 2}]}
items: {potion: {weight: 1}, gem: {weight: 1}}
vaults:
  hall: {chance: 0.2, floor: true, map: "@rrr!>", legend: [{sign: r, monster: rat}, {sign: "!", item: potion}]}
  cell: {depths: [1, 3], chance: [[0.25, 1], [0.5, 3]], map: "o!.", legend: [{sign: o, monster: ogre},
         {sign: "!", item: potion}]}
  store: {depths: [2, 4], once: true, map: "$$.", legend: [{sign: $, item: gem}]}
  lair: {depths: [2, 4], chance: 0.4, floor: true, filled: false, map: "@oo.>", legend: [{sign: o, monster: ogre}]}
  throne: {depths: [3, 4], once: true, floor: true, map: "@r$.>", legend: [{sign: r, monster: rat},
           {sign: $, item: gem}]}
"""
# By name: chance by depth; monsters, potions and gems; whole floor, once, filled.
VAULTS = {"hall": (lambda d: 0.2, 3, 1, 0, True, False, True),
          "cell": (lambda d: {1: 0.25, 2: 0.25, 3: 0.5}.get(d, 0), 1, 1, 0, False, False, True),
          "store": (lambda d: 1 / 3 if d >= 2 else 0, 0, 0, 2, False, True, True),
          "lair": (lambda d: 0.4 if d >= 2 else 0, 2, 0, 0, True, False, False),
          "throne": (lambda d: 0.5 if d >= 3 else 0, 1, 0, 1, True, True, True)}


def vaulted(depth):
    """Monsters, potions and gems that vaults bring, and how often nothing else comes: every set of them drawn."""
    out = [0, 0, 0, 0]
    for drawn in itertools.product((False, True), repeat=len(VAULTS)):
        p, there = 1, [of for of, has in zip(VAULTS.values(), drawn) if has]
        for of, has in zip(VAULTS.values(), drawn):
            p *= of[0](depth) if has else 1 - of[0](depth)
        once = any(of[5] for of in there)  # to which whole floors by chance give way
        whole = [of for of in there if of[4] and of[5] == once]
        there = whole[:1] or [of for of in there if not of[4]]
        for of in there:
            for i in range(3):
                out[i] += p * of[1 + i]
            out[3] += p * (not of[6])
    return out


class LootOfFloors(WyrmCase):
    def setUp(self):
        super().setUp()
        for name, text in (("small.yaml", RULES), ("rooms.yaml", ROOMS)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def test_where_nothing_lies_that_is_said(self):
        path = self.write("bare.yaml", "name: bare\nmodels: {combat: subtract, growth: points, encounter: tables, "
                          "loot: script, map: rooms}\nloot:\n  script: |\n    function items(depth)\n      return {}\n"
                          "    end\nplayer: {hp: 9, power: 3}\nmonsters: {rat: {hp: 5, power: 2, weight: 1}}\n"
                          "encounter: {last_depth: 3}\n")
        self.assertEqual(self.text("loot", path), "No item, weapon or armor lies on the floors down to depth 3.\n")

    def test_what_a_game_finds_is_told_without_maps(self):
        """Of two items a floor one is the gem, once, with 3 chances in 4 for each."""
        items = {row["item"]: row["by_depth"] for row in self.json("loot", "small.yaml")["items"]}
        self.assertAlmostEqual(items["gem"][0]["mean"], 1 - 1 / 16, 12)
        self.assertAlmostEqual(items["gem"][2]["none"], 4.0 ** -6, 12)
        self.assertAlmostEqual(items["wine"][2]["mean"], 6 - (1 - 4.0 ** -6), 12)
        self.assertIn("down to depth 3", self.text("loot", "small.yaml"))

    def test_rooms_have_what_lies_on_their_floor(self):
        """60 items a floor, by the mean number of rooms: however they were drawn, in no order of rooms."""
        path = self.write("dungeon.yaml", DUNGEON)
        depths = self.json("curve", path, "--runs", "400")["depths"]
        for target, depth in zip(self.json("check", path, "--runs", "400")["verdicts"], depths):
            self.assertLess(abs(target["value"] - 60 / depth["rooms"]["mean"]), 0.2)

    def test_columns_of_what_differs_are_there_where_a_kind_has_it(self):
        table = self.text("loot", "small.yaml").split("Exact")[0]
        self.assertIn("worst", table)
        # Wine, of which no numbers are told, leaves the columns empty; a gem is there once but with 4^-6.
        self.assertEqual([row.split() for row in table.splitlines()[-3:-1]],
                         [["wine", "drink", "1.062", "3.004", "5"],
                          ["gem", "0.9375", "0.9961", "0.9998", "0.01562", "1", "1", "<0.1", "%"]])
        text = self.text("loot", self.write("plain.yaml", RULES.replace(", most: 1", "")))
        self.assertNotIn("worst", text.split("Exact")[0])
        self.assertNotIn("stands under", text)
        self.assertIn("--item NAME tells", text)

    def test_one_item_is_told_depth_by_depth(self):
        found = self.json("loot", "small.yaml", "--item", "drink", "--depth", "2")
        self.assertEqual(found["depth"], 2)
        self.assertAlmostEqual(dict(found["by_depth"][1]["pmf"])[4], 4.0 ** -4, 12)
        self.assertEqual(found["by_depth"][1]["worst_tenth"], 3)
        text = self.text("loot", "small.yaml", "--item", "wine", "--depth", "2")
        self.assertIn("Nine games in ten have at least 3; so do 100 % of all.", " ".join(text.split()))

    def test_enchantment_by_depth_is_what_every_way_comes_to(self):
        path, swords = self.write("enchanted.yaml", ENCHANTED), {"sword", "axe", "blade"}
        for asked, kinds, least in (("gear+1", swords | {"relic", "knife"}, 1), ("blades+2", swords, 2),
                                    ("sword+0", {"sword"}, 0), ("hoard+1", {"relic", "knife"}, 1),
                                    ("knife+1", {"knife"}, 1), ("blade+1", {"blade"}, 1), ("axe+3", {"axe"}, 3)):
            told = self.json("loot", path, "--item", asked)
            self.assertEqual((told["item"], "method" in told), (asked, False))
            for row, (numbers, _) in zip(told["by_depth"], enchanted(kinds, least)):
                self.assertEqual({n for n, p in row["pmf"] if p > 1e-14}, {n for n, p in numbers.items() if p})
                for number, p in row["pmf"]:
                    self.assertAlmostEqual(p, float(numbers.get(number, 0)), delta=1e-9, msg=(asked, row["depth"]))
        for asked, kinds in (("gear", swords | {"relic", "knife"}), ("axe", {"axe"})):
            for row, (_, seen) in zip(self.json("loot", path, "--item", asked)["by_depth"], enchanted(kinds, 0)):
                for plus, p in row["bonus"]:
                    self.assertAlmostEqual(p, float(seen.get(plus, 0) / sum(seen.values())), delta=1e-9)
        self.assertIn("--item gear+1", self.text("loot", path, "--item", "gear"))

    def test_enchantment_is_drawn_where_a_deck_is_too_large_to_follow(self):
        """Every card of twelve kinds is as likely at any place: one in three is of +1 or better from floor 2 on."""
        kinds = "".join(f"  k{i}: {{category: all, power: 1, weight: 9, bonuses: [{{bonus: 0}}, {{from_depth: 2, "
                        f"bonus: {i % 3 - 1}}}]}}\n" for i in range(12))
        path = self.write("deck.yaml", "name: deck\nmodels: {loot: floors, combat: subtract}\nloot: {number: "
                          "[{items: 9}], last_depth: 4, categories: {all: {dealt: true}}}\nweapons:\n" + kinds)
        told = self.json("loot", path, "--item", "all+1", "--runs", "2000")
        self.assertEqual(told["method"], "runs")
        for row, truth in zip(told["by_depth"], (0, 3, 6, 9)):
            low, high = row["mean_ci95"] or (row["mean"], row["mean"])
            self.assertLess(abs(row["mean"] - truth), 1.25 * (high - low) + 1e-9, row)  # five standard errors

    def test_targets_count_what_is_enchanted(self):
        target = ("targets:\n  some: {metric: found_items, of: gear+1, depths: [4, 4], range: 1}\n"
                  "  all: {metric: found_items, of: gear, depths: [4, 4], range: 1}\n")
        self.write("aims.yaml", ENCHANTED + target)
        judged = {row["target"]: row["value"] for row in self.json("check", "aims.yaml")["verdicts"]}
        for name, asked in (("some", "gear+1"), ("all", "gear")):
            row = self.json("loot", "aims.yaml", "--item", asked)["by_depth"][3]
            self.assertAlmostEqual(judged[name], row["mean"], 9)

    def test_enchantment_that_makes_no_sense_is_refused_with_its_place(self):
        for old, new, said in (("[{bonus: 0}, {from_depth: 3, bonus: 2}]", "[{bonus: 0}, {bonus: 2}]", "out of order"),
                               ("bonus: 3}", "bonus: 1001}", "1000"),
                               ("bonus: 3}", "bonuses: [{from_depth: 2}]}", "bonus"),
                               ("bonus: 3}", "bonuses: 3}", "list")):
            self.write("bad.yaml", ENCHANTED.replace(old, new))
            answer = self.refused_with(3, said, "rules", "validate", "bad.yaml")
            self.assertRegex(answer.err, r"bad\.yaml:\d+:\d+: error: ")
        path = self.write("enchanted.yaml", ENCHANTED)
        for asked, said in (("wine+1", "nothing called 'wine' has an enchantment"), ("swrod+1", "did you mean 'sword'"),
                            ("sword+x", "there is no 'sword+x'"), ("sword+", "there is no"),
                            ("sword+99999", "there is no")):
            answer = self.run_wyrm("loot", path, "--item", asked)
            self.assertNotEqual(answer.code, 0)
            self.assertIn(said, answer.err)

    def test_droughts_and_pity_are_what_every_way_comes_to(self):
        path = self.write("pitied.yaml", PITIED)
        for name, asked in (("drink", {"wine", "ale"}), ("wine", {"wine"}), ("ale", {"ale"}), ("gem", {"gem"}),
                            ("stone", {"stone"})):
            told = self.json("loot", path, "--item", name)
            self.assertNotIn("method", told)
            for row, chances in zip(told["by_depth"], pitied(asked)):
                for place, got in enumerate((row, row["drought"], row["longest_drought"])):
                    wanted = {}
                    for state, p in chances.items():
                        wanted[state[place]] = wanted.get(state[place], 0) + p
                    for n, p in got["pmf"]:
                        self.assertAlmostEqual(p, float(wanted.get(n, 0)), delta=1e-9, msg=(name, row["depth"], n))
                    self.assertAlmostEqual(got["mean"], float(sum(n * p for n, p in wanted.items())), delta=1e-9)
                    held = {n: sum(p for m, p in wanted.items() if (m <= n if place else m >= n)) for n in wanted}
                    ends = [n for n, p in held.items() if p >= Fraction(9, 10)]
                    self.assertEqual(got["worst_tenth"], min(ends) if place else max(ends))
        survey = {row["item"]: row["by_depth"] for row in self.json("loot", path)["items"]}
        for name in ("wine", "ale", "gem"):
            for row, chances in zip(survey[name], pitied({name})):
                self.assertAlmostEqual(row["mean"], float(sum(s[0] * p for s, p in chances.items())), delta=1e-9)
        text = " ".join(self.text("loot", path, "--item", "drink").split())
        self.assertIn("Floors in a row without one", text)

    def test_drawn_games_have_droughts_and_pity_of_the_same_length(self):
        """A meter of a hundred kinds is more than is followed; it has no bearing on drinks."""
        many = "".join(f"  k{i}: {{category: junk, weight: 1, meter: {{each_found: -0.01}}}}\n" for i in range(60))
        drawn = self.write("many.yaml", PITIED.replace("drink: {weight: 1, pity: 2}", "drink: {weight: 1, pity: 2}, "
                                                       "junk: {weight: 3}").replace("  stone: {weight: 3}\n", many))
        told = self.json("loot", drawn, "--item", "drink", "--runs", "4000")
        self.assertEqual(told["method"], "runs")
        for row, chances in zip(told["by_depth"], pitied({"wine", "ale"})):
            self.assertLessEqual(max(n for n, p in row["longest_drought"]["pmf"] if p), 2)
            for place, key in ((1, "drought"), (2, "longest_drought")):
                mean = float(sum(state[place] * p for state, p in chances.items()))
                low, high = row[key]["mean_ci95"]
                self.assertLess(abs(row[key]["mean"] - mean), 1.25 * (high - low))

    def test_a_comparison_counts_what_is_found_exactly_or_in_drawn_games(self):
        many = "".join(f"  k{i}: {{category: junk, weight: 1, meter: {{each_found: -0.01}}}}\n" for i in range(60))
        drawn = PITIED.replace("pity: 2}}", "pity: 2}, junk: {weight: 3}}").replace("  stone: {weight: 3}\n", many)
        self.assertIn("junk: {weight: 3}", drawn)
        for rules, is_drawn in ((PITIED, False), (drawn, True)):
            a, b = self.write("a.yaml", rules), self.write("b.yaml", rules.replace("pitied", "other"))
            told = [row for row in self.json("compare", a, b, "--exact", "--all")["figures"]
                    if (row["of"], row["metric"]) == ("wine", "found_items")]
            self.assertEqual([row["depth"] for row in told], list(range(1, 8)))
            for row, chances in zip(told, pitied({"wine"})):
                mean = float(sum(state[0] * p for state, p in chances.items()))
                self.assertEqual(row.get("margin_a", 0) > 0, is_drawn, row)
                self.assertAlmostEqual(row["a"], mean, delta=1.5 * row["margin_a"] if is_drawn else 1e-9)
                self.assertEqual(row["b"], row["a"])

    def test_targets_of_droughts(self):
        target = "  {}: {{metric: {}, of: wine, depths: [7, 7], {}}}\n"
        path = self.write("aims.yaml", PITIED + "targets:\n" +
                          target.format("worst", "found_drought_worst", "at_most: 7") +
                          target.format("share", "found_drought_share", "within: [5, 7], at_most: 1"))
        judged = {row["target"]: row["value"] for row in self.json("check", path)["verdicts"]}
        last = self.json("loot", path, "--item", "wine")["by_depth"][-1]["longest_drought"]
        self.assertEqual(judged["worst"], last["worst_tenth"])
        self.assertAlmostEqual(judged["share"], sum(p for n, p in last["pmf"] if n >= 5), 12)

    def test_what_is_exact_is_so_whatever_else_is_asked(self):
        """Numbers of x are known exactly, its droughts are too many to follow, and so is all at depth 16."""
        share = "  {}: {{metric: found_items_share, of: x, depths: {}, within: [0, 2], at_least: 0}}\n"
        worst = "  worst: {metric: found_drought_worst, of: x, depths: 11, at_most: 11}\n"
        for others in ("", worst, share.format("deeper", 16)):
            path = self.write("asked.yaml", HISTORY + "targets:\n" + others + share.format("share", 11))
            verdict, = [row for row in self.json("check", path)["verdicts"] if row["target"] == "share"]
            self.assertIsNone(verdict["ci95"], others)
            self.assertAlmostEqual(verdict["value"], (1 + 11 + 55) / 2 ** 11, 12)
        said = " ".join(self.text("loot", path, "--item", "x", "--depth", "11", "--runs", "50").split())
        self.assertIn("What stands above of how many there are is exact.", said)
        self.assertIn("how many in a row is of 50 games whose floors were drawn", said)

    def test_what_vaults_bring_is_told_beside(self):
        path = self.write("vaulted.yaml", VAULTED)
        for arguments, place in ((("loot", path), None), (("loot", path, "--item", "gem"), 2),
                                 (("curve", path, "--floors"), None)):
            told = {row["depth"]: row for row in self.json(*arguments)["vaults"]}
            for depth in range(1, 5):
                monsters, potions, gems, alone = vaulted(depth)
                items = gems if place == 2 else potions + gems
                row = told[depth]
                for key, wanted in (("monsters", monsters), ("items", items), ("alone", alone)):
                    self.assertAlmostEqual(row[key], wanted, 9, (depth, key))
        text = " ".join(self.text("loot", path).split())
        most, depth = max((sum(vaulted(depth)[1:3]), -depth) for depth in range(1, 5))
        self.assertIn(f"Vaults are not counted: on average they bring 3.327 items besides down to depth 4, at most "
                      f"{most:.4g} to one floor (depth {-depth}), where maps have room for them.", text)
        self.assertIn(" --item NAME --depth 4. For scripts", " ".join(self.text("loot", path).split()))  # its last
        self.assertIn(" --item NAME. For scripts", " ".join(self.text("loot", path, "--depth", "2").split()))
        text = " ".join(self.text("curve", path, "--floors").split())
        self.assertIn("of depth 2 21.3 % are a vault to which nothing else comes", text)
        self.assertNotIn("vaults", self.json("loot", self.write("plain.yaml", VAULTED.split("vaults:")[0])))

    def test_rooms_are_told_by_depth(self):
        depths = self.json("loot", "rooms.yaml", "--depth", "3")["depths"]
        self.assertEqual([depth["items_per_room"] for depth in depths], [0.5, 0.5, 1.5])
        self.assertEqual([depth["shares"]["potion"] for depth in depths], [1, 0.75, 0.75])
        self.assertIn(" 3-20     1.5  potion 75.0 %, scroll 25.0 %", self.text("loot", "rooms.yaml"))

    def test_what_can_never_come_is_found(self):
        self.write("dead.yaml", RULES.rstrip("}\n") + "}, jug: {category: drink, weight: 0}, "
                   "late: {weight: [[1, 4]]}, sure: {weight: 0, meter: {each_floor: 1}}}\nweapons: {dagger: {}}\n")
        found = {finding["where"]: finding["message"] for finding in self.json("check", "dead.yaml")["findings"]}
        self.assertEqual(found["items.jug"], "Jug can never be found: its weight is 0 at every depth, and nothing "
                         "else gives it")
        self.assertEqual(found["items.late"], "Late can never be found: a weight only below the last depth")
        self.assertEqual(set(found), {"items.jug", "items.late"})  # a dagger without a weight is for who begins

    def test_a_category_that_is_drawn_in_vain_is_found(self):
        """The axe has a category and no weight; bolts weigh from depth 3 on; oil is in a shop alone."""
        self.write("vain.yaml", """name: vain
models: {combat: d20, loot: floors}
loot:
  number: [{items: 2}]
  last_depth: 4
  categories: {gear: {weight: 3}, shots: {weight: [[0, 1], [1, 2]]}, flasks: {weight: 1}, none: {weight: 0}}
player: {hp: 20}
weapons: {axe: {category: gear}, knife: {}}
items:
  bolt: {category: shots, weight: [[0, 1], [1, 3]]}
  flask: {category: flasks}
  oil: {weight: 0}
gold: {floors: [{heaps: 1}]}
shops: {stall: {depths: [1, 1], stock: 1, offers: {oil: {price: 3}}}}
""")
        found = {finding["where"]: finding["message"] for finding in self.json("check", "vain.yaml")["findings"]}
        vain = "nothing in it has a weight at {}, and it is drawn all the same: such a draw brings no item"
        self.assertEqual(found, {
            "weapons.axe": "Axe can never be found: its weight is 0 at every depth, and nothing else gives it",
            "loot.categories.gear": vain.format("depths 1-4"), "loot.categories.shots": vain.format("depth 2")})

    def test_more_that_is_certain_than_a_game_may_have_is_found(self):
        self.write("sure.yaml", """name: sure
models: {combat: d20, loot: floors}
loot:
  number: [{items: 1}]
  last_depth: 4
  categories: {stones: {weight: 1, most: 2}, gems: {weight: 1, in: stones}}
  guaranteed: {ruby: {number: 3, last: 4}, opal: {number: 3, last: 4}, coal: {number: 3, last: 4}}
items: {ruby: {category: gems, most: 1}, opal: {category: gems}, coal: {most: 3}}
""")
        found = {finding["where"]: finding["message"] for finding in self.json("check", "sure.yaml")["findings"]}
        self.assertEqual(found, {"loot.guaranteed.ruby": "3 are certain, and a game has 1 of ruby at most",
                                 "loot.guaranteed.opal": "3 are certain, and a game has 2 of stones at most"})

    def test_targets_of_what_is_found(self):
        target = "  {}: {{metric: {}, of: {}, depths: [2, 2], {}}}\n"
        self.write("aims.yaml", RULES + "targets:\n" +
                   target.format("mean", "found_items", "wine", "range: [3.003, 3.004]") +
                   target.format("worst", "found_items_worst", "drink", "at_least: 4") +
                   target.format("share", "found_items_share", "gem", "within: [1, 1], at_least: 0.99"))
        verdicts = {row["target"]: row["verdict"] for row in self.json("check", "aims.yaml")["verdicts"]}
        self.assertEqual(verdicts, {"mean": "PASS", "worst": "FAIL", "share": "PASS"})

    def test_options_that_would_change_nothing_are_refused(self):
        floors, rooms = self.write("small.yaml", RULES), self.write("rooms.yaml", ROOMS)
        for words in (("--bands",), ("--band", "B1"), ("--why",), ("--mode", "rich"), ("--pity-reset", "floor")):
            self.refused(2, f"wyrm loot: {words[0]}: loot that fills whole floors has no bands, modes and pity\n",
                         "loot", floors, *words)
            self.refused(2, f"wyrm loot: {words[0]}: without maps and encounters only what rooms bring is told\n",
                         "loot", rooms, *words)
        self.refused(2, "wyrm loot: --depth: campaigns go through all depths; --band takes some\n",
                     "loot", "yarl", "--depth", "3")
        gold = self.write("gold.yaml", RULES + "gold: {floors: [{heaps: 2, pieces: 3}]}\n")
        for words in (("--item", "wine"), ("--category", "drink"), ("--why",)):
            self.refused(2, f"wyrm loot: {words[0]}: gold, shops and drops are told exactly, by depth and by nothing "
                            "else\n", "loot", gold, "--gold", *words)

    def test_names_that_are_none_are_refused(self):
        for arguments, words in ((("small.yaml", "--item", "wien"), "did you mean 'wine'?"),
                                 (("small.yaml", "--category", "drnk"), "there is no 'drnk'"),
                                 (("rooms.yaml", "--item", "potion"), "only loot that fills whole floors"),
                                 (("small.yaml", "--depth", "201"), "figures of floors go to depth 200")):
            self.refused_with(2, words, "loot", *arguments)


if __name__ == "__main__":
    main()
