"""Who is met and what is found in other games (examples/floors), against their rules, which stand here a second time
and are followed outcome by outcome."""
import itertools
import math
import pathlib
from fractions import Fraction as F

from wyrm_case import WyrmCase, main

FLOORS = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "floors"


def mixed(*parts):
    """Of (distribution, share)."""
    out = {}
    for pmf, share in parts:
        for n, p in pmf.items():
            out[n] = out.get(n, 0) + p * share
    return out


def added(one, other):
    out = {}
    for a, p in one.items():
        for b, q in other.items():
            out[a + b] = out.get(a + b, 0) + p * q
    return out


def times(pmf, number):
    """The sum of as many draws as a number says, which is drawn."""
    now, out = {0: 1}, {}
    for n in range(max(number) + 1):
        out = mixed((out, 1), (now, number.get(n, 0)))
        now = added(now, pmf)
    return out


def die(most):
    return {n: F(1, most) for n in range(1, most + 1)}


def coins(number, chance):
    return {n: math.comb(number, n) * chance ** n * (1 - chance) ** (number - n) for n in range(number + 1)}


class Dungeons(WyrmCase):
    def who(self, game):
        answer = self.json("curve", str(FLOORS / f"{game}.yaml"), "--floors")
        self.assertEqual(answer["method"], "exact")
        return {row["depth"]: row for row in answer["depths"]}

    def hold_pmf(self, pairs, wanted):
        told = dict(map(tuple, pairs))
        self.assertLessEqual({n for n, p in wanted.items() if p > 1e-9}, set(told))
        for n, p in told.items():
            self.assertAlmostEqual(p, float(wanted.get(n, 0)), delta=1e-9, msg=n)

    def hold_kinds(self, row, group, number):
        """`group`: the chances of what one group brings, ((kind, how many), ...); `number`: of groups."""
        kinds = {kind for members in group for kind, _ in members}
        self.assertEqual(set(row["kinds"]), kinds)
        groups = float(sum(n * p for n, p in number.items()))
        for kind in kinds:
            mean = sum(p * sum(n for name, n in members if name == kind) for members, p in group.items())
            without = float(sum(p for members, p in group.items() if not any(
                name == kind and n for name, n in members)))
            got = row["kinds"][kind]
            self.assertAlmostEqual(got["mean"], float(mean) * groups, delta=1e-9, msg=kind)
            none = sum(float(p) * without ** n for n, p in number.items())
            self.assertAlmostEqual(got["any"], 1 - none, delta=1e-9, msg=kind)
        self.hold_pmf(row["groups"]["pmf"], number)
        sizes = {}
        for members, p in group.items():
            size = sum(n for _, n in members)
            sizes[size] = sizes.get(size, 0) + float(p)
        self.hold_pmf(row["monsters"]["pmf"], times(sizes, {n: float(p) for n, p in number.items()}))

    def hold_gold(self, game, heap, number, last):
        told = self.json("loot", str(FLOORS / f"{game}.yaml"), "--gold", "--depth", str(last))["by_depth"]
        before, variance = 0, 0
        for row in told:
            pieces, heaps = heap(row["depth"]), number(row["depth"])
            mean = sum(n * p for n, p in pieces.items())
            spread = sum(n * n * p for n, p in pieces.items()) - mean ** 2
            many = sum(n * p for n, p in heaps.items())
            self.assertAlmostEqual(row["heaps"], float(many), delta=1e-9)
            before += many * mean
            variance += many * spread + (sum(n * n * p for n, p in heaps.items()) - many ** 2) * mean ** 2
            self.assertAlmostEqual(row["mean"], float(before), delta=1e-6)
            self.assertAlmostEqual(row["sd"], float(variance) ** 0.5, delta=1e-6)
            if row["depth"] == 1:
                self.assertAlmostEqual(row["none"], float(heaps.get(0, 0)), delta=1e-9)


class Rogue(Dungeons):
    KINDS = 26

    def test_who_comes(self):
        """Rooms that are not gone have gold or not, and then a monster; the kinds are as many as letters."""
        rooms = {n: F(1, 4) for n in (6, 7, 8, 9)}
        here = F(1, 2) * F(80, 100) + F(1, 2) * F(25, 100)
        number = mixed(*((coins(n, here), share) for n, share in rooms.items()))
        monsters = (FLOORS / "rogue.yaml").read_text().split("monsters:\n")[1].split("\nencounter")[0]
        names = [line.split(":")[0].strip() for line in monsters.split("\n")]
        self.assertEqual(len(names), self.KINDS)
        for depth, row in self.who("rogue").items():
            chances = {}
            for drawn in range(10):
                place = depth + drawn - 6
                to = range(5) if place < 0 else range(21, 26) if place > 25 else (place,)
                for at in to:
                    chances[at] = chances.get(at, 0) + F(1, 10) / len(to)
            self.hold_kinds(row, {((names[at], 1),): p for at, p in chances.items()}, number)
            self.assertLessEqual(max(chances), max(depth + 3, 4))  # no more than three kinds out of depth


class NetHack(Dungeons):
    KINDS = {"newt": (1, 5, ""), "jackal": (1, 3, "small"), "sewer_rat": (1, 1, "small"), "grid_bug": (1, 3, "small"),
             "kobold": (1, 1, ""), "large_kobold": (2, 1, ""), "acid_blob": (2, 2, ""), "gnome": (3, 1, "small"),
             "dwarf": (4, 3, ""), "hill_orc": (4, 2, "large"), "giant_ant": (5, 3, "small"),
             "killer_bee": (5, 2, "large"), "soldier_ant": (6, 2, "small")}

    @staticmethod
    def more(most, level):
        """How many come with one that leads a group."""
        out = {}
        for drawn in range(1, most + 1):
            number = drawn // (4 if level < 3 else 2 if level < 5 else 1) or 1
            out[number] = out.get(number, 0) + F(1, most)
        return out

    def test_who_comes(self):
        for depth, row in self.who("nethack").items():
            here = {kind: of for kind, of in self.KINDS.items() if depth // 6 <= of[0] <= (depth + depth) // 2}
            total, group = sum(frequency for _, frequency, _ in here.values()), {}
            for kind, (_, frequency, comes) in here.items():
                small, large = self.more(3, depth), self.more(10, depth)
                number = {"": {0: F(1)}, "small": mixed((small, F(1, 2)), ({0: F(1)}, F(1, 2))),
                          "large": mixed((large, F(2, 3)), (small, F(1, 3)))}[comes]
                for n, p in number.items():
                    group[((kind, 1 + n),)] = p * F(frequency, total)
            self.hold_kinds(row, group, {0: F(2, 3), 1: F(1, 3)})

    def test_items(self):
        """In each of six rooms one in three games, and then again and again one in five times."""
        classes = {"weapon": 10, "armor": 10, "food": 20, "tool": 8, "gem": 8, "potion": 16, "scroll": 16,
                   "spellbook": 4, "wand": 4, "ring": 3, "amulet": 1}
        room = {0: 2 / 3, **{n: 1 / 3 * 0.8 * 0.2 ** (n - 1) for n in range(1, 30)}}
        path = str(FLOORS / "nethack.yaml")
        for kind in ("amulet", "food"):
            share = classes[kind] / 100
            one = times({0: 1 - share, 1: share}, room)
            floor = {0: 1}
            for _ in range(6):
                floor = added(floor, one)
            told = self.json("loot", path, "--item", kind, "--depth", "2")["by_depth"]
            self.hold_pmf(told[0]["pmf"], floor)
            self.hold_pmf(told[1]["pmf"], added(floor, floor))
        for row in self.json("loot", path)["items"]:
            self.assertAlmostEqual(row["by_depth"][0]["mean"], 2.5 * classes[row["item"]] / 100, delta=1e-9)

    def test_gold(self):
        def heap(depth):
            return mixed(*(({1 + a * b: 1}, F(1, (depth + 2) * 30)) for a, b in itertools.product(
                range(1, depth + 3), range(1, 31))))
        self.hold_gold("nethack", heap, lambda depth: coins(6, F(1, 3)), 4)


class Crawl(Dungeons):
    """Some rows of its list: first and last depth, rarity, and how that changes between them."""
    ROWS = {"giant_newt": (-3, 7, 515, "SEMI"), "ball_python": (-2, 8, 192, "PEAK"), "goblin": (1, 7, 1000, "FLAT"),
            "jackal": (1, 11, 335, "SEMI"), "gnoll": (1, 11, 192, "PEAK"), "worm": (2, 6, 515, "DOWN"),
            "orc": (3, 13, 1000, "FLAT"), "killer_bee": (7, 14, 500, "SEMI"), "wasp": (7, 17, 192, "PEAK")}
    BANDS = {"jackal": (1, 2, 3), "gnoll": (2, 3), "killer_bee": (2, 3, 4, 5)}

    @staticmethod
    def rarity(first, last, rarity, how, depth):
        if not first <= depth <= last:
            return 0
        if how == "FLAT":
            return rarity
        if how == "DOWN":
            return rarity * (last - depth + 1) // (last - first + 1)
        span = (last - first) * (2 if how == "SEMI" else 1) + 2
        return rarity * (span - abs(first + last - 2 * depth)) // span

    def test_who_comes(self):
        """The rows above are held to the rule; with all of them that the file has, floors are followed."""
        text = (FLOORS / "crawl.yaml").read_text().split("  hordes:\n")[1]
        tables = {}
        for line in text.splitlines():
            name, rest = line.strip().split(":", 1)
            pairs = rest.split("[[")[1].split("]]")[0].split("], [")
            tables[name] = [tuple(map(int, pair.split(", "))) for pair in pairs]

        def weight(name, depth):
            return [value for value, start in tables[name] if start <= depth][-1]

        for name, row in self.ROWS.items():
            for depth in range(1, 8):
                self.assertEqual(weight(name, depth), self.rarity(*row, depth), (name, depth))
        number = {}
        for dice in itertools.product(range(1, 11), repeat=3):
            number[sum(dice)] = number.get(sum(dice), 0) + F(1, 1000)
        for depth, row in self.who("crawl").items():
            places = {depth: F(1)} if depth == 1 else {depth: F(6, 7)}
            for one, other in itertools.product(range(9), range(10)) if depth > 1 else ():
                deeper = depth + max((one + other) // 2 - 4, 0)
                places[deeper] = places.get(deeper, 0) + F(1, 7 * 90)
            group = {}
            for place, share in places.items():
                here = {name: weight(name, place) for name in tables if weight(name, place)}
                for name, w in here.items():
                    band = self.BANDS.get(name, (0,))
                    for n in band:
                        key = ((name, 1 + n),)
                        group[key] = group.get(key, 0) + share * F(w, sum(here.values()) * len(band))
            self.hold_kinds(row, group, number)


class Angband(Dungeons):
    KINDS = {"grey_mold": (1, 1), "small_kobold": (1, 1), "fruit_bat": (1, 1), "rock_lizard": (1, 1), "kobold": (2, 1),
             "blue_yeek": (2, 1), "wild_cat": (2, 2), "crow": (2, 2), "green_ooze": (3, 2), "poltergeist": (3, 1),
             "black_naga": (3, 1), "cave_lizard": (4, 1), "creeping_copper_coins": (4, 3)}

    def test_who_comes(self):
        """All that one, two or three draws come to; of equally deep ones the first stays."""
        number = {14 + n + 2: p for n, p in die(8).items()}
        for depth, row in self.who("angband").items():
            group = {}
            for level, share in ((depth, F(24, 25)), (depth + min(depth // 4 + 2, 10), F(1, 25))):
                here = {kind: 100 // rarity for kind, (least, rarity) in self.KINDS.items() if least <= level}
                total = sum(here.values())
                for draws, chance in ((1, F(40, 100)), (2, F(50, 100)), (3, F(10, 100))):
                    for drawn in itertools.product(here, repeat=draws):
                        best = max(drawn, key=lambda kind: self.KINDS[kind][0])
                        p = share * chance
                        for kind in drawn:
                            p *= F(here[kind], total)
                        group[((best, 1),)] = group.get(((best, 1),), 0) + p
            self.hold_kinds(row, group, number)

    def test_a_deck_has_no_hardest_card(self):
        text = (FLOORS / "angband.yaml").read_text().replace("last_depth: 4", "last_depth: 4\n  choose: deck")
        text = text.replace("out_of_depth: 1/25, deeper: 2, ", "").replace("out_of_depth: 1/25, deeper: 3, ", "")
        self.write("deck.yaml", text.replace("frequency: 100", "frequency: 1"))
        self.refused_with(3, "none is chosen as the hardest", "rules", "validate", "deck.yaml")
        for bad, said in (("{1: 40, 2: 50, 4: 10}", "3"), ("0", "1")):
            self.write("bad.yaml", (FLOORS / "angband.yaml").read_text().replace('"{1: 40, 2: 50, 3: 10}"', f'"{bad}"'))
            answer = self.refused_with(3, "hardest_of", "rules", "validate", "bad.yaml")
            self.assertIn(said, answer.err)


if __name__ == "__main__":
    main()
