"""wyrm loot --gold, --shops and --drops: gold by depth, what shops have and what monsters drop are held to the rules
below, which stand here a second time, as plain sums over all that can come; Brogue's gold to games that are drawn
here."""
import itertools
import math
import pathlib
import random
from fractions import Fraction

from wyrm_case import WyrmCase, main

FLOORS = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "floors"
GOLD = """\
gold:
  purse: 7
  floors:
    - {heaps: "[0, 2]", pieces: 1, least: 1, least_each_depth: 0.5, most: 2, most_each_depth: 1, times: "{1: 2, 3: 1}"}
    - {from_depth: 3, heaps: 1, pieces: 1d2}
  below: {from_depth: 2, heaps: 1, plus: 2, each_depth: 1}
  above: {from_depth: 3, heaps: -1, factor: 1.5, power: 2}
"""
SHOPS = """\
shops:
  general:
    depths: [2, 4]
    chance: [[0.5, 1], [1, 4]]
    stock: "[1, 2]"
    factor: 0.5
    gives: 0.25
    offers:
      potion: {price: "{10: 1, 21: 3}", weight: 3, always: true}
      scroll: {price: 30, weight: 2}
      sword: {price: 50, weight: [[1, 3]]}
"""
HEAD = "name: bazaar\nitems: {potion: {}, scroll: {}}\nweapons: {sword: {}}\n"
DEPTHS = 4


def heap(depth):
    """Pieces of one heap, and their chances."""
    if depth >= 3:
        return {1: Fraction(1, 2), 2: Fraction(1, 2)}
    out, low, high = {}, 1 + depth // 2, 2 + depth
    for part, (times, weight) in itertools.product(range(low, high + 1), ((1, 2), (3, 1))):
        pieces = 1 + part * times
        out[pieces] = out.get(pieces, 0) + Fraction(weight, 3 * (high - low + 1))
    return out


def floors():
    """By depth: (the chance of each number of pieces so far, the mean number of heaps)."""
    so_far, out = {0: Fraction(1)}, []
    for depth in range(1, DEPTHS + 1):
        after, mean = {}, 0
        for have, chance in so_far.items():
            shift = 0
            if depth >= 2 and have < 2 + (depth - 1):
                shift = 1
            elif depth >= 3 and have > int(1.5 * (depth - 1) ** 2):
                shift = -1
            for drawn in (0, 1, 2) if depth < 3 else (1,):
                number, p = max(0, drawn + shift), chance / (3 if depth < 3 else 1)
                mean += number * p
                for heaps in itertools.product(heap(depth).items(), repeat=number):
                    q, total = p, have
                    for pieces, share in heaps:
                        q, total = q * share, total + pieces
                    after[total] = after.get(total, 0) + q
        so_far = after
        out.append((so_far, mean))
    return out


class Gold(WyrmCase):
    def test_gold_is_what_every_way_comes_to(self):
        self.write("gold.yaml", HEAD + GOLD)
        told = self.json("loot", "gold.yaml", "--gold", "--depth", str(DEPTHS))
        self.assertEqual(told["purse"], 7)
        for row, (wanted, heaps) in zip(told["by_depth"], floors()):
            mean = sum(n * p for n, p in wanted.items())
            spread = sum(n * n * p for n, p in wanted.items()) - mean ** 2
            self.assertAlmostEqual(row["mean"], float(mean), delta=1e-9)
            self.assertAlmostEqual(row["sd"], float(spread) ** 0.5, delta=1e-9)
            self.assertAlmostEqual(row["heaps"], float(heaps), delta=1e-9)
            self.assertAlmostEqual(row["none"], float(wanted.get(0, 0)), delta=1e-9)
            for key, share in (("worst_tenth", Fraction(1, 10)), ("best_tenth", Fraction(9, 10))):
                below = 0
                at = next(n for n in sorted(wanted) if (below := below + wanted[n]) >= share)
                self.assertEqual(row[key], at)

    def test_the_worst_and_the_best_tenth_may_be_exactly_a_tenth(self):
        """Nine games in ten have at least 6 here, and one in ten has 9: both to the point."""
        path = self.write("tenth.yaml", "name: tenth\nmodels: {combat: d20}\ngold:\n  floors: [{heaps: 1, pieces: "
                          '"{5: 1, 6: 2, 8: 6, 9: 1}"}]\ntargets:\n  nine: {metric: found_gold_worst, depths: [1, 1], '
                          "at_least: 6}\n")
        row = self.json("loot", path, "--gold", "--depth", "1")["by_depth"][0]
        self.assertEqual((row["worst_tenth"], row["middle"], row["best_tenth"]), (6, 8, 9))
        text = self.text("loot", path, "--gold", "--depth", "1")
        self.assertIn("Nine games in ten have at least 6.", " ".join(text.split()))
        verdict = self.json("check", path, "--runs", "2")["verdicts"][0]
        self.assertEqual((verdict["value"], verdict["verdict"]), (6, "PASS"))

    def test_a_game_of_brogue_has_as_much_as_games_that_are_drawn_here(self):
        told = self.json("loot", str(FLOORS / "brogue.yaml"), "--gold", "--depth", "14")["by_depth"]
        games, last, draw = 4000, 14, random.Random(5)
        found = [[] for _ in range(last)]
        for _ in range(games):
            gold = 0
            for depth in range(1, last + 1):
                heaps, chance = min(5, depth // 4), 60
                while chance > 0 and draw.randrange(100) < chance:
                    heaps, chance = heaps + 1, chance - 15
                if depth >= 6 and gold < int((depth - 1) ** 3.05 + 320 * (depth - 1)):
                    heaps += 2
                elif depth >= 6 and gold > int((depth - 1) ** 3.05 + 420 * (depth - 1)):
                    heaps -= 2
                gold += sum(draw.randint(50 + 10 * depth, 100 + 15 * depth) for _ in range(heaps))
                found[depth - 1].append(gold)
        for row, golds in zip(told, found):
            self.assertLess(abs(sum(golds) / games - row["mean"]), 4.5 * row["sd"] / games ** 0.5, row)
            below = sum(gold < row["worst_tenth"] for gold in golds) / games
            self.assertLess(below, 0.1 + 4.5 * (0.09 / games) ** 0.5, row)

    def test_gold_beyond_what_is_followed_is_of_games_with_intervals(self):
        """Millions of pieces: a floor has 20 heaps of 37,500.75 pieces on average, and never none."""
        target = "targets:\n  a: {metric: found_gold, depths: [2, 2], range: [1400000, 1600000]}\n"
        self.write("big.yaml", HEAD + 'gold: {floors: [{heaps: "[10, 30]", least: 1, most: 50000, '
                                      'times: "{1: 1, 2: 1}"}]}\n' + target)
        told = self.json("loot", "big.yaml", "--gold", "--depth", "3", "--runs", "4000", "--seed", "2")
        self.assertEqual((told["method"], told["runs"], told["seed"]), ("runs", 4000, 2))
        spread = math.sqrt(20 * (50000 ** 2 / 3 * 2.5 - 37500.75 ** 2) + 440 / 12 * 37500.75 ** 2)
        for depth, row in enumerate(told["by_depth"], 1):
            low, high = row["mean_ci95"]
            self.assertLess(abs(row["mean"] - depth * 750015), 4 * spread * math.sqrt(depth / 4000))
            self.assertAlmostEqual((high - low) / (2 * 1.96 * spread * math.sqrt(depth / 4000)), 1, delta=0.1)
            self.assertTrue(row["heaps_ci95"][0] <= 20 <= row["heaps_ci95"][1])
            worst = depth * 750015 - 1.28 * spread * math.sqrt(depth)
            self.assertLess(abs(row["worst_tenth"] - worst), 0.2 * spread)
            self.assertEqual((row["none"], row["none_ci95"][0]), (0, 0))
            self.assertGreater(row["none_ci95"][1], 0)
        text = " ".join(self.text("loot", "big.yaml", "--gold", "--depth", "2", "--runs", "500").split())
        self.assertIn("these are of 500 games that were drawn, seed 1", text)
        self.assertNotIn("Exact", text)
        judged = self.json("check", "big.yaml", "--runs", "4000")["verdicts"][0]
        self.assertLess(judged["ci95"][0], judged["value"])
        self.assertEqual(judged["verdict"], "PASS")
        rules = pathlib.Path(self.folder, "big.yaml").read_text(encoding="utf-8")
        self.write("once.yaml", rules.replace('"{1: 1, 2: 1}"', "1"))
        told = [row for row in self.json("compare", "big.yaml", "once.yaml", "--exact", "--all")["figures"]
                if (row["group"], row["metric"]) == ("floors", "found_gold")]
        self.assertEqual([row["depth"] for row in told], list(range(1, 21)))
        for depth, row in enumerate(told, 1):
            self.assertAlmostEqual(row["a"], depth * 750015, delta=2 * row["margin_a"])
            self.assertAlmostEqual(row["b"], depth * 500010, delta=2 * row["margin_b"])
            self.assertAlmostEqual(row["margin_a"] / (1.96 * spread * math.sqrt(depth / 10000)), 1, delta=0.1)

    def test_rogue(self):
        """Every number of rooms that are left, of heaps in them, and of pieces in a heap."""
        told = self.json("loot", str(FLOORS / "rogue.yaml"), "--gold", "--depth", "3")["by_depth"]
        for depth in (1, 2, 3):
            number = {}
            for gone in range(4):
                for heaps in range(10 - gone):
                    p = math.comb(9 - gone, heaps) / 2 ** (9 - gone) / 4
                    number[heaps] = number.get(heaps, 0) + p
            pieces, now, floor = 50 + 10 * depth, {0: 1.0}, {}
            for heaps in range(10):
                for total, chance in now.items():
                    floor[total] = floor.get(total, 0) + chance * number[heaps]
                after = {}
                for total, chance in now.items():
                    for more in range(2, pieces + 2):
                        after[total + more] = after.get(total + more, 0) + chance / pieces
                now = after
            mean = sum(n * p for n, p in floor.items())
            row = told[depth - 1]
            above = told[depth - 2]["mean"] if depth > 1 else 0
            self.assertAlmostEqual(row["heaps"], sum(n * p for n, p in number.items()), delta=1e-9)
            self.assertAlmostEqual(row["mean"] - above, mean, delta=1e-9)
            variance = sum(n * n * p for n, p in floor.items()) - mean ** 2
            spread = told[depth - 2]["sd"] ** 2 if depth > 1 else 0
            self.assertAlmostEqual(row["sd"] ** 2 - spread, variance, delta=1e-6)
            if depth == 1:
                below = 0
                worst = next(n for n in sorted(floor) if (below := below + floor[n]) >= 0.1)
                self.assertEqual(row["worst_tenth"], worst)


class Shops(WyrmCase):
    def test_a_shop_has_and_gold_pays_for_what_every_way_comes_to(self):
        self.write("shops.yaml", HEAD + GOLD + SHOPS)
        shop = self.json("loot", "shops.yaml", "--shops", "--depth", "5")["shops"][0]
        self.assertEqual((shop["shop"], shop["gives"]), ("general", 0.25))
        self.assertEqual([at["depth"] for at in shop["depths"]], [2, 3, 4])
        prices = {"potion": {5: Fraction(1, 4), 11: Fraction(3, 4)}, "scroll": {15: Fraction(1)},
                  "sword": {25: Fraction(1)}}
        golds = floors()
        for at in shop["depths"]:
            depth = at["depth"]
            self.assertEqual(at["chance"], 1 if depth == 4 else 0.5)
            weights = {"potion": 3, "scroll": 2, "sword": 1 if depth >= 3 else 0}
            total = sum(weights.values())
            shares = {name: Fraction(weight, total) for name, weight in weights.items() if weight}
            counts, payable = {name: {} for name in weights}, {}
            for drawn in (1, 2):
                for names in itertools.product(shares, repeat=drawn):
                    p = Fraction(1, 2)
                    for name in names:
                        p *= shares[name]
                    stock = ("potion",) + names
                    for name in weights:
                        n = stock.count(name)
                        counts[name][n] = counts[name].get(n, 0) + p
                    for gold, chance in golds[depth - 1][0].items():
                        for costs in itertools.product(*(prices[name].items() for name in stock)):
                            q, paid = p * chance, 0
                            for price, share in costs:
                                q, paid = q * share, paid + (price <= gold + 7)
                            payable[paid] = payable.get(paid, 0) + q
            for number, chance in at["payable"]:
                self.assertAlmostEqual(chance, float(payable.get(number, 0)), delta=1e-9)
            self.assertAlmostEqual(at["things"], 2.5, delta=1e-12)
            for offer in at["offers"]:
                name = offer["item"]
                self.assertAlmostEqual(offer["any"], float(1 - counts[name].get(0, 0)), delta=1e-9)
                self.assertAlmostEqual(offer["mean"], float(sum(n * p for n, p in counts[name].items())), delta=1e-9)
                self.assertAlmostEqual(offer["price"], float(sum(n * p for n, p in prices[name].items())), delta=1e-9)
                paid = sum(p * q for n, p in prices[name].items() for gold, q in golds[depth - 1][0].items()
                           if n <= gold + 7)
                self.assertAlmostEqual(offer["paid"], float(paid), delta=1e-9)

    def test_shops_stand_apart_and_one_of_a_single_depth_has_its_price(self):
        self.write("shops.yaml", HEAD + GOLD + SHOPS + "  smith:\n    depths: 3\n    factor: 1.5\n"
                                                       "    offers: {sword: {price: 40, always: true}}\n")
        self.assertRegex(self.text("loot", "shops.yaml", "--shops", "--depth", "5"),
                         r" %\n\nsmith\n\n[^|]*\noffer  price  has one  +pays\nsword     60    100 %  ")

    def test_two_rulesets_are_compared_by_what_lies_on_their_floors_and_in_shops(self):
        """Every figure is that of `loot` of its own ruleset, and a weapon and an armor of one name are two things."""
        loot = "models: {loot: floors}\nloot: {number: [{items: 2}], last_depth: 3}\n"
        kinds = "items: {potion: {weight: 3}, scroll: {weight: WEIGHT, most: 1}}\n" \
                "weapons: {sword: {weight: 2}, fine: {weight: 1}}\narmors: {fine: {weight: 2}}\n"
        shops = SHOPS.replace("price: 30", "price: PRICE")
        sides = {}
        for name, weight, price, heaps in ("a.yaml", "2", "30", "[0, 2]"), ("b.yaml", "5", "33", "[1, 2]"):
            self.write(name, "name: bazaar\n" + loot + kinds.replace("WEIGHT", weight)
                       + GOLD.replace("[0, 2]", heaps) + shops.replace("PRICE", price))
            known = sides[name[0]] = {}
            for kind in ("potion", "scroll", "sword", "weapon=fine", "armor=fine"):
                asked = kind.rpartition("=")[2]
                if asked != "fine":
                    for row in self.json("loot", name, "--item", asked, "--depth", "3")["by_depth"]:
                        known["found_items", kind, row["depth"]] = row["mean"]
            for row in self.json("loot", name, "--gold", "--depth", "3")["by_depth"]:
                known["found_gold", "gold", row["depth"]] = row["mean"]
            for at in self.json("loot", name, "--shops", "--depth", "3")["shops"][0]["depths"]:
                for offer in at["offers"]:
                    key = offer["item"] + " of general", at["depth"]
                    known["shop_has", *key] = at["chance"] * offer["any"]
                    known["price", *key] = offer["price"]
                    known["shop_paid", *key] = offer["paid"]
        told = self.json("compare", "a.yaml", "b.yaml", "--exact", "--all")["figures"]
        found = {(row["metric"], row["of"], row["depth"]): row for row in told if row["group"] == "floors"}
        for side, known in sides.items():
            for key, value in known.items():
                self.assertAlmostEqual(found[key][side], value, delta=1e-9, msg=key)
        self.assertEqual({key[1] for key in found if key[0] == "found_items"},
                         {"potion", "scroll", "sword", "weapon=fine", "armor=fine"})
        for depth in (1, 2, 3):  # weights 1 and 2 among those of the same draws
            fine = [found["found_items", f"{role}=fine", depth]["a"] for role in ("weapon", "armor")]
            self.assertAlmostEqual(2 * fine[0], fine[1], delta=1e-9)
        same = self.json("compare", "a.yaml", "a.yaml", "--exact")
        self.assertEqual(same["figures"], [])
        text = " ".join(self.text("compare", "a.yaml", "b.yaml", "--exact").split())
        self.assertIn("what lies on the floors down to a depth, and shops a.yaml b.yaml difference", text)

    def test_people_read_it_as_tables(self):
        self.write("shops.yaml", HEAD + GOLD + SHOPS)
        text = " ".join(self.text("loot", "shops.yaml", "--shops", "--depth", "4").split())
        self.assertIn("It gives 25.0 % of the price for what it is sold.", text)
        self.assertIn("sword 25", text)
        self.assertIn("Exact, where the shop is there.", text)
        self.assertIn("none of it spent, and the 7 that a game begins with;", text)
        text = " ".join(self.text("loot", "shops.yaml", "--gold", "--depth", "2").split())
        self.assertIn("The 7 that a game begins with come to that.", text)

    def test_a_shop_that_takes_nothing_says_nothing_of_what_it_gives(self):
        self.write("shops.yaml", HEAD + SHOPS.replace("    gives: 0.25\n", ""))
        self.assertNotIn("It gives", self.text("loot", "shops.yaml", "--shops"))

    def test_without_gold_nothing_is_said_of_what_it_pays(self):
        self.write("shops.yaml", HEAD + SHOPS)
        at = self.json("loot", "shops.yaml", "--shops", "--depth", "2")["shops"][0]["depths"][0]
        self.assertEqual((at["payable"], at["offers"][0]["paid"]), (None, None))
        text = self.text("loot", "shops.yaml", "--shops")
        self.assertNotIn("pays", text)
        self.assertIn("Without a section 'gold' there is none that could pay for any of it.", " ".join(text.split()))


class Targets(WyrmCase):
    def test_targets_measure_gold_and_shops(self):
        place = "depths: [3, 3], "
        self.write("aims.yaml", HEAD + GOLD + SHOPS + "targets:\n"
                   "  mean: {metric: found_gold, " + place + "range: 1}\n"
                   "  worst: {metric: found_gold_worst, " + place + "range: 1}\n"
                   "  share: {metric: found_gold_share, within: [3, 9], " + place + "range: 0}\n"
                   "  has: {metric: shop_has, of: sword, " + place + "range: 0}\n"
                   "  pays: {metric: shop_paid, of: potion, " + place + "range: 0}\n"
                   "  none: {metric: shop_has, of: sword, depths: [2, 2], range: 0}\n")
        judged = {row["target"]: row["value"] for row in self.json("check", "aims.yaml")["verdicts"]}
        gold = self.json("loot", "aims.yaml", "--gold", "--depth", "3")["by_depth"][2]
        potion, _, sword = self.json("loot", "aims.yaml", "--shops")["shops"][0]["depths"][1]["offers"]
        golds = floors()[2][0]
        for name, wanted in (("mean", gold["mean"]), ("worst", gold["worst_tenth"]), ("has", 0.5 * sword["any"]),
                             ("share", float(sum(p for n, p in golds.items() if 3 <= n <= 9))),
                             ("pays", potion["paid"]), ("none", 0)):
            self.assertAlmostEqual(judged[name], wanted, delta=1e-9, msg=name)

    def test_targets_without_gold_or_shops_are_refused(self):
        for metric, said in (("found_gold", "this ruleset has no gold"), ("shop_has, of: potion", "has no shops")):
            self.write("none.yaml", HEAD + f"targets: {{a: {{metric: {metric}, depths: [1, 1], range: 1}}}}\n")
            self.refused_with(3, said, "check", "none.yaml")


DROPS_HEAD = "name: spoils\nitems: {potion: {}, scroll: {}}\nweapons: {sword: {}}\nmonsters: {orc: {}, rat: {}}\n"


def dropped(rows, name, depth):
    """The chance of each number of things of a name (None: pieces of gold), by every outcome of every draw."""
    sums = {0: Fraction(1)}
    for chance, number, items in rows:
        likely = [value for value, since in chance if since <= depth]
        likely = likely[-1] if likely else Fraction(0)
        row = {0: 1 - likely}
        for many, weight in number.items():
            share = likely * Fraction(weight, sum(number.values()))
            if (items is None) != (name is None):
                row[0] += share
                continue
            for chosen in itertools.product(items, repeat=many) if items else [None]:
                came = share * math.prod(Fraction(items[one], sum(items.values())) for one in chosen or ())
                count = many if items is None else chosen.count(name)
                row[count] = row.get(count, 0) + came
        after = {}
        for (a, p), (b, q) in itertools.product(sums.items(), row.items()):
            after[a + b] = after.get(a + b, 0) + p * q
        sums = after
    return {number: chance for number, chance in sums.items() if chance > 0}


class Drops(WyrmCase):
    def random_rows(self, luck):
        """Rows as `dropped` takes them."""
        rows = []
        for _ in range(luck.randint(1, 4)):
            starts = sorted({1, luck.randint(2, 5)}) if luck.random() < 0.5 else [luck.randint(1, 3)]
            chance = [(Fraction(luck.randint(0, 20), 20), start) for start in starts]
            number = {luck.randint(0, 3): luck.randint(1, 3) for _ in range(2)}
            kinds = luck.sample(["potion", "scroll", "sword"], luck.randint(1, 3))
            items = {name: luck.randint(1, 4) for name in kinds}
            rows.append((chance, number, None if luck.random() < 0.4 else items))
        return rows

    @staticmethod
    def said(rows):
        out = []
        for chance, number, items in rows:
            draws = "{" + ", ".join(f"{value}: {weight}" for value, weight in number.items()) + "}"
            table = [[float(value), start] for value, start in chance]
            weights = "{" + ", ".join(f"{name}: {weight}" for name, weight in (items or {}).items()) + "}"
            what = f"gold: '{draws}'" if items is None else f"items: {weights}, number: '{draws}'"
            out.append(f"{{chance: {table}, {what}}}")
        return "[" + ", ".join(out) + "]"

    def test_what_monsters_drop_is_what_every_outcome_comes_to(self):
        luck = random.Random(4)
        for case in range(60):
            rows, depth = self.random_rows(luck), luck.randint(1, 6)
            self.write("spoils.yaml", DROPS_HEAD + f"drops: {{orc: {self.said(rows)}}}\n")
            told = self.json("loot", "spoils.yaml", "--drops", "--depth", str(depth))
            self.assertEqual(told["depth"], depth)
            names = {row.get("item"): dict(map(tuple, row["number" if "item" in row else "gold"]))
                     for row in told["drops"]}
            for name in (None, "potion", "scroll", "sword"):
                wanted = dropped(rows, name, depth)
                if name not in names:
                    self.assertEqual(wanted, {0: 1}, (case, name))
                    continue
                self.assertEqual({n for n, p in names[name].items() if p > 0}, set(wanted), (case, name, rows))
                for number, chance in wanted.items():
                    self.assertAlmostEqual(names[name][number], float(chance), delta=1e-12)

    def test_the_table_has_what_can_come_at_the_depth(self):
        self.write("spoils.yaml", DROPS_HEAD + "drops: {orc: [{chance: 0.5, gold: 2d6}], rat: [{chance: [[0.1, 3]], "
                   "items: {sword: 3, potion: 1}, number: 2, bonus: 1d2}]}\n")
        first = self.run_wyrm("loot", "spoils.yaml", "--drops").out
        self.assertRegex(first, r"orc +gold +50\.0 % +3\.5 +12\n\n")
        self.assertNotIn("rat", first)
        later = self.run_wyrm("loot", "spoils.yaml", "--drops", "--depth", "3").out
        self.assertRegex(later, r"rat +sword +9\.4 % +0\.15 +2\n")
        self.assertRegex(later, r"rat +potion +4\.4 % +0\.05 +2\n")
        self.write("late.yaml", DROPS_HEAD + "drops: {orc: [{chance: [[1, 3]], gold: 1}]}\n")
        self.assertEqual(self.run_wyrm("loot", "late.yaml", "--drops").out.strip(),
                         "No monster leaves anything where it dies, at depth 1 (--depth N asks for\nanother).")

    def test_a_comparison_sees_what_is_dropped(self):
        for name, chance in (("a", 0.5), ("b", 0.6)):
            self.write(f"{name}.yaml", DROPS_HEAD.replace("spoils", name) +
                       f"drops: {{orc: [{{chance: {chance}, gold: 2d6}}], rat: [{{items: {{potion: 1}}}}]}}\n")
        text = self.run_wyrm("compare", "a.yaml", "b.yaml", "--exact").out
        self.assertRegex(text, r"gold of orc\n +drop_chance .* 50\.0 % +60\.0 % +\+10\.0 points\n"
                               r" +dropped .* 3\.5 +4\.2 ")
        self.assertNotIn("potion of rat", text)

    def test_who_is_killed_leaves_it_in_games(self):
        self.write("spoils.yaml", "name: spoils\nextends: tutorial\n"
                   "drops: {orc: [{items: {healing_potion: 1}, number: 2}]}\nloot: {rooms: {most: 0}}\n")
        runs = self.json("sim", "spoils.yaml", "--runs", "40", "--bot", "brawler")
        orcs = next(row for row in runs["monsters"] if row["name"] == "orc")
        potions = next(row for row in runs["items"] if row["name"] == "healing_potion")
        self.assertEqual(potions["lain"], 2 * orcs["kills"])
        self.assertGreater(potions["found"], 0)

    def test_what_makes_no_sense_is_refused_with_its_place(self):
        for text, said in (
                ("orc: [{chance: 0.5}]", "a row of drops has either 'gold' or 'items'"),
                ("orc: [{gold: 1, items: {potion: 1}}]", "a row of drops has either 'gold' or 'items'"),
                ("ork: [{gold: 1}]", "no monster is called 'ork' (did you mean 'orc'?)"),
                ("orc: [{items: {potoin: 1}}]", "no item, weapon or armor is called 'potoin' (did you mean 'potion'?)"),
                ("orc: [{items: {potion: 0}}]", "must be from 1 to 1000000"),
                ("orc: [{items: {}}]", "items"),
                ("orc: [{gold: -1}]", "gold"),
                ("orc: [{chance: 1.5, gold: 1}]", "chance"),
                ("orc: [{items: {sword: 1}, number: 9}]", "8"),
                ("orc: [{items: {potion: 1}, bonus: 1}]", "'bonus' is for weapons and armors: this row gives none"),
                ("orc: [{gold: 1, number: 2}]", "'number' is of items: a row with 'gold' gives one heap"),
                ("orc: [" + "{gold: 1}, " * 9 + "]", "8")):
            self.write("bad.yaml", DROPS_HEAD + f"drops: {{{text}}}\n")
            answer = self.run_wyrm("rules", "validate", "bad.yaml")
            self.assertEqual(answer.code, 3, text)
            self.assertIn(said, answer.err)
            self.assertRegex(answer.err, r"bad\.yaml:5:\d+: error: ")


class Hostile(WyrmCase):
    def test_what_makes_no_sense_is_refused_with_its_place(self):
        for text, said in (
                ("gold: {floors: [{heaps: 1, least: 5, most: 2}]}", "a heap of depth 1 has from 5 to 2 pieces"),
                ("gold: {floors: [{heaps: 1, least: -1, most: 2}]}",
                 "what is drawn for a heap of depth 1 may be -1, and must not be below 0"),
                ("gold: {floors: [{heaps: 1, most: 10, most_each_depth: 9000}]}", "at most 100000"),
                ("gold: {floors: [{heaps: 1}, {heaps: 2}]}", "out of order"),
                ("gold: {floors: [{heaps: 61}]}", "60"),
                ("shops: {a: {offers: {potoin: {price: 1}}}}", "no item, weapon or armor is called 'potoin'"),
                ("shops: {a: {offers: {potion: {}}}}", "price"),
                ("shops: {a: {offers: {}}}", "offers"),
                ("shops: {a: {offers: {potion: {price: 1, bonus: 2}}}}",
                 "'bonus' is for weapons and armors: 'potion' is neither"),
                ("shops: {a: {offers: {potion: {price: -1}}}}", "price")):
            self.write("bad.yaml", HEAD + text + "\n")
            answer = self.run_wyrm("rules", "validate", "bad.yaml")
            self.assertEqual(answer.code, 3, text)
            self.assertIn(said, answer.err)
            self.assertRegex(answer.err, r"bad\.yaml:4:\d+: error: ")

    def test_questions_without_an_answer(self):
        self.write("none.yaml", HEAD)
        self.write("gold.yaml", HEAD + GOLD)
        for arguments, said in ((("none.yaml", "--gold"), "the ruleset has no section 'gold'"),
                                (("gold.yaml", "--shops"), "the ruleset has no section 'shops'"),
                                (("gold.yaml", "--gold", "--shops"), "are asked one at a time"),
                                (("gold.yaml", "--shops", "--drops"), "are asked one at a time"),
                                (("gold.yaml", "--drops"), "the ruleset has no section 'drops'"),
                                (("gold.yaml", "--gold", "--depth", "201"), "figures of floors go to depth 200")):
            self.refused_with(2, said, "loot", *arguments)


if __name__ == "__main__":
    main()
