"""Who comes to the floors of other games, and what lies there: examples/floors. The rules of each game stand here a
second time, as plain sums over all that can come; docs/other-games.md names these tests."""
import bisect
import collections
import itertools
import math
import pathlib
from fractions import Fraction

import dungeons_test
from wyrm_case import WyrmCase, main, some

FLOORS = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "floors"
NEAR = {"delta": 1e-9}


def add(to, key, chance):
    to[key] = to.get(key, 0) + chance


def sums(*parts):
    """The chances of the sum of independent numbers."""
    out = {0: Fraction(1)}
    for part in parts:
        after = {}
        for one, p in out.items():
            for two, q in part.items():
                add(after, one + two, p * q)
        out = after
    return out


def even(least, most):
    return {n: Fraction(1, most - least + 1) for n in range(least, most + 1)}


def mean(chances):
    return sum(n * p for n, p in chances.items())


class Floors(WyrmCase):
    def asked(self, command, game, *how):
        return self.json(command, str(FLOORS / f"{game}.yaml"), *how)

    def hold_pmf(self, told, wanted):
        self.assertAlmostEqual(told["mean"], float(mean(wanted)), **NEAR)
        pmf = {n: p for n, p in told["pmf"] if p > 0}
        for n in set(pmf) | set(wanted):
            self.assertAlmostEqual(pmf.get(n, 0), float(wanted.get(n, 0)), msg=n, **NEAR)

    def hold_kinds(self, told, shares, number):
        """Each of a number of groups is one of the kinds, apart from the others."""
        self.assertEqual(set(told), {kind for kind, share in shares.items() if share > 0})
        for kind, row in told.items():
            share = shares[kind]
            self.assertAlmostEqual(row["mean"], float(share * mean(number)), msg=kind, **NEAR)
            none = sum(p * (1 - share) ** n for n, p in number.items())
            self.assertAlmostEqual(row["any"], float(1 - none), msg=kind, **NEAR)

    def hold_found(self, told, wanted):
        """Means of what was found down to each depth: {name: by depth}."""
        self.assertEqual({row["item"] for row in told["items"]}, set(wanted))
        for row in told["items"]:
            for at in row["by_depth"]:
                self.assertAlmostEqual(at["mean"], float(wanted[row["item"]][at["depth"] - 1]), msg=row["item"], **NEAR)


def figures(text):
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2])))


class Rogue(Floors):
    THINGS = figures("potion 26 scroll 36 food 16 weapon 7 armor 7 ring 4 stick 4")
    KINDS = {
        "potion": figures("confusion 7 hallucination 8 poison 8 gain_strength 13 see_invisible 3 healing 13 "
                          "monster_detection 6 magic_detection 6 raise_level 2 extra_healing 5 haste_self 5 "
                          "restore_strength 13 blindness 5 levitation 6"),
        "scroll": figures("monster_confusion 7 magic_mapping 4 hold_monster 2 sleep 3 enchant_armor 7 "
                          "identify_potion 10 identify_scroll 10 identify_weapon 6 identify_armor 7 identify_ring 10 "
                          "scare_monster 3 food_detection 2 teleportation 5 enchant_weapon 8 create_monster 4 "
                          "remove_curse 7 aggravate_monsters 3 protect_armor 2"),
        "food": {"ration": 90, "fruit": 10},
        "weapon": figures("mace 11 long_sword 11 short_bow 12 arrow 12 dagger 8 two_handed_sword 10 dart 12 "
                          "shuriken 12 spear 12"),
        "armor": figures("leather_armor 20 ring_mail 15 studded_leather_armor 15 scale_mail 13 chain_mail 12 "
                         "splint_mail 10 banded_mail 10 plate_mail 5"),
        "ring": figures("protection 9 add_strength 9 sustain_strength 5 searching 10 see_invisible 10 adornment 1 "
                        "aggravate_monster 10 dexterity 8 increase_damage 8 regeneration 4 slow_digestion 9 "
                        "teleportation 5 stealth 7 maintain_armor 5"),
        "stick": figures("light 12 invisibility 6 lightning 3 fire 3 cold 3 polymorph 15 magic_missile 10 "
                         "haste_monster 10 slow_monster 11 drain_life 9 nothing 1 teleport_away 6 teleport_to 6 "
                         "cancellation 5")}

    def test_things_by_frequency_and_food_after_three_floors_without(self):
        found = {name: [] for name in self.THINGS}
        so_far = dict.fromkeys(self.THINGS, Fraction(0))
        states, without = {(1, False): 1.0}, []  # floors without food, with this one; whether there ever was any
        for depth in range(1, 27):
            number = self.things(depth)
            most, after, tail, now = max(number), {}, 1.0, dict(states)
            for n in range(most + 1):
                for state, chance in now.items():
                    add(after, state, chance * float(number.get(n, 0)))
                tail -= float(number.get(n, 0))
                then = {}
                for (dry, ever), chance in now.items():
                    share = 1 if dry > 3 else Fraction(16, 100)
                    for name, weight in self.THINGS.items():
                        other = 0 if dry > 3 else Fraction(weight, 100)
                        so_far[name] += chance * tail * float(share if name == "food" else other)
                    add(then, (0, True), chance * float(share))
                    add(then, (dry, ever), chance * float(1 - share))
                now = then
            states = {}
            for (dry, ever), chance in after.items():
                add(states, (dry + 1, ever), chance)
            without.append(sum(chance for (_, ever), chance in states.items() if not ever))
            for name in self.THINGS:
                found[name].append(so_far[name])
        wanted = {"amulet": [0] * 25 + [1]}
        for category, kinds in self.KINDS.items():
            self.assertEqual(sum(kinds.values()), 100)
            for kind, weight in kinds.items():
                name = f"{category}_of_{kind}" if category in ("potion", "scroll", "ring", "stick") else kind
                wanted[name] = [n * weight / 100 for n in found[category]]
        self.hold_found(self.asked("loot", "rogue"), wanted)
        for at, none, food in zip(self.asked("loot", "rogue", "--item", "food")["by_depth"], without, found["food"]):
            self.assertAlmostEqual(at["none"], none, **NEAR)
            self.assertAlmostEqual(at["mean"], food, **NEAR)

    def things(self, depth):
        """Nine times 36 %, and on one floor of twenty a treasure room of any of nine places."""
        treasure = {}
        maze = Fraction(min(depth - 1, 10), 10) / 15
        for place in range(9):
            sizes = {}
            for high in range(4, 8):
                for wide in range(4, 26):
                    # Of the eight lines of a place a room begins at any that it fits to, in the first row not the top.
                    fits = Fraction(7 - high, 8 - high) if place < 3 else 1
                    add(sizes, min(8, (high - 2) * (wide - 2) - 2), fits)
            every = sum(sizes.values())
            for size, p in sizes.items():
                for more, q in even(2, size + 1).items():
                    add(treasure, more, (1 - maze) * p / every * q / 9)
            for more, q in even(2, 9).items():
                add(treasure, more, maze * q / 9)
        treasure = {n: p / 20 for n, p in treasure.items()}
        add(treasure, 0, Fraction(19, 20))
        return sums(treasure, *[{0: Fraction(64, 100), 1: Fraction(36, 100)}] * 9)

    def test_the_amulet_lies_on_the_last_floor(self):
        for game in ("rogue", "brogue"):
            rows = self.asked("loot", game, "--item", "amulet")["by_depth"]
            self.assertEqual([(row["none"], row["best_tenth"]) for row in rows], [(1, 0)] * 25 + [(0, 1)])


class Enchanted(Floors):
    def test_levels_of_what_is_found(self):
        """Of all that are found of a kind, the share of those of a level or better, on every floor."""
        third = {1: 2 / 3, 2: 2 / 9, 3: 2 / 27, 4: 2 / 81, 5: 1 / 81}
        better = {n: p / 11 for n, p in third.items()}
        steps = {level: 1 / 3 for level in (1, 2, 3)}
        for game, kind, chances in (
                ("brogue", "sword", {n: p * 0.4 / 2 for n, p in steps.items()}),
                ("brogue", "banded_mail", {n: p * 0.4 / 2 for n, p in steps.items()}),
                ("shattered", "tier3", {1: 0.25 * 0.8, 2: 0.25 * 0.2}),
                ("rogue", "mace", {n: p * 0.05 for n, p in steps.items()}),
                ("rogue", "ring_mail", {n: p * 0.08 for n, p in steps.items()}),
                ("nethack", "weapon", better),
                ("nethack", "armor", {n: p * (1 - 0.9 / 11) / 10 for n, p in third.items()})):
            ruleset = str(FLOORS / f"{game}.yaml") if game in ("rogue", "nethack") else game
            every = self.json("loot", ruleset, "--item", kind, "--depth", "4")["by_depth"]
            for least in range(1, max(chances) + 1):
                share = sum(p for level, p in chances.items() if level >= least)
                told = self.json("loot", ruleset, "--item", f"{kind}+{least}", "--depth", "4")["by_depth"]
                for one, row in zip(every, told):
                    self.assertAlmostEqual(row["mean"], one["mean"] * share, msg=(game, kind, least), **NEAR)


class Shattered(Floors):
    LISTS = {1: "rrrs", 2: "rrsgg", 3: "rsgggwc", 4: "gwccll"}
    NAMES = {"r": "rat", "s": "snake", "g": "gnoll", "w": "swarm", "c": "crab", "l": "slime", "t": "thief"}

    def floor(self, depth):
        """(The cards that are out, the groups) and their chances."""
        lists = {self.LISTS[depth]: 1.0}
        if depth == 4:
            lists = {self.LISTS[4]: 39 / 40, "".join(sorted(self.LISTS[4] + "t")): 1 / 40}
        out = {}
        for number, share in ({8: 1.0} if depth == 1 else {3 + depth + n: 1 / 3 for n in range(3)}).items():
            now = {("", "", 0, False): share}
            for dealt in range(number):
                after = {}
                for (cards, who, groups, alone), chance in now.items():
                    for deck, p in ({cards: 1.0} if cards else lists).items():
                        for card in set(deck):
                            q = chance * p * deck.count(card) / len(deck)
                            left, here = deck.replace(card, "", 1), "".join(sorted(who + card))
                            if alone:
                                add(after, (left, here, groups, False), q)
                                continue
                            brings = 0.25 if depth > 1 and dealt < number - 1 else 0
                            add(after, (left, here, groups + 1, True), q * brings)
                            add(after, (left, here, groups + 1, False), q * (1 - brings))
                now = after
            for (_, who, groups, _), chance in now.items():
                add(out, (who, groups), chance)
        return out

    def test_pairs_and_guests(self):
        """The fourth floor is more than is followed: it is drawn, and intervals cover what was to be."""
        out = {depth: self.floor(depth) for depth in self.LISTS}
        for seed in some("12"):
            depths = self.asked("curve", "shattered", "--floors", "--runs", "6000", "--seed", seed)["depths"]
            for depth, told in enumerate(depths[:4], 1):
                asked = {"groups": (told["groups"], lambda who, groups: groups),
                         "monsters": (told["monsters"], lambda who, groups: len(who))}
                for sign in {sign for who, _ in out[depth] for sign in who}:
                    asked[sign] = (told["kinds"][self.NAMES[sign]], lambda who, groups, sign=sign: who.count(sign))
                self.assertEqual(len(asked), 2 + len(told["kinds"]))
                for row, number in asked.values():
                    of = {}
                    for (who, groups), chance in out[depth].items():
                        add(of, number(who, groups), chance)
                    self.hold_drawn(row, of)
        self.assertEqual(depths[4]["kinds"]["goo"]["any"], 1)

    def hold_drawn(self, row, of):
        wanted = {"mean": mean(of)}
        if "any" in row:
            wanted["any"] = 1 - of.get(0, 0)
        for key, truth in wanted.items():
            interval = row["ci95" if key == "mean" else "any_ci95"]
            if interval is None:
                self.assertAlmostEqual(row[key], truth, **NEAR)
                continue
            half = (interval[1] - interval[0]) / 2  # 1.96 standard errors; 4.5 of them are beyond chance
            self.assertLessEqual(abs(truth - row[key]), 2.3 * half + 1e-9, key)

    def test_no_artifact_comes_twice_before_all_have(self):
        """Of the 70 cards of a deck of categories one is an artifact, and of ten artifacts each is a card."""
        rows = self.asked("loot", "shattered", "--item", "chalice_of_blood")["by_depth"]
        floor, number = {3: 0.6, 4: 0.3, 5: 0.1}, {0: 1.0}
        for depth, row in enumerate(rows, 1):
            if depth % 5:
                number = sums(number, floor)
            artifacts = {}
            for items, p in number.items():
                decks, rest = divmod(items, 70)
                add(artifacts, decks, p * (1 - rest / 70))
                add(artifacts, decks + 1, p * rest / 70)
            self.assertLess(max(artifacts), 10)
            self.assertAlmostEqual(row["none"], sum(p * (1 - n / 10) for n, p in artifacts.items()), **NEAR)
            self.assertAlmostEqual(row["mean"], mean(artifacts) / 10, **NEAR)

    def test_the_shop_of_the_sixth_floor(self):
        kinds = figures("healing 6 mind_vision 4 frost 3 liquid_flame 3 toxic_gas 3 haste 2 invisibility 2 "
                        "levitation 2 paralytic_gas 2 purity 2 experience 1")
        scrolls = figures("identify 6 remove_curse 4 mirror_image 3 recharging 3 teleportation 3 lullaby 2 "
                          "magic_mapping 2 rage 2 retribution 2 terror 2 transmutation 1")
        dear = {"experience": 500, "transmutation": 500, **dict.fromkeys(
            "haste invisibility levitation paralytic_gas purity lullaby magic_mapping rage retribution terror".split(),
            400)}
        potions, wares = self.asked("loot", "shattered", "--shops")["shops"]
        always = ("potion_of_healing", "scroll_of_identify", "scroll_of_remove_curse", "scroll_of_magic_mapping")
        for told, share, shop in ((potions, 1, {"potion": kinds}), (wares, 0.5, {"potion": kinds, "scroll": scrolls})):
            (at,) = told["depths"]
            self.assertEqual((at["depth"], at["chance"]), (6, 1))
            offers = {offer["item"]: offer for offer in at["offers"]}
            for what, of in shop.items():
                for kind, cards in of.items():
                    offer, p = offers.pop(f"{what}_of_{kind}"), share * cards / 30
                    sure = told is wares and f"{what}_of_{kind}" in always
                    self.assertAlmostEqual(offer["any"], 1 if sure else 1 - (1 - p) ** 2, **NEAR)
                    self.assertAlmostEqual(offer["mean"], 2 * p + sure, **NEAR)
                    self.assertEqual(offer["price"], dear.get(kind, 300))
        self.assertEqual({name: (offer["mean"], offer["price"]) for name, offer in offers.items()},
                         {"small_ration": (1, 100), "ankh": (1, 500)})


class Srd(Floors):
    WORTH = {"kobold": 25, "giant_rat": 25, "goblin": 50, "wolf": 50, "hobgoblin": 100, "bugbear": 200}
    GROUPS = ((3, ("giant_rat",), {}), (2, ("kobold",), {"kobold": (0, 2)}),
              (3, ("goblin",), {"goblin": (0, 1), "wolf": (0, 1)}), (2, ("hobgoblin",), {"goblin": (1, 3)}),
              (1, ("bugbear",), {"goblin": (0, 2)}))
    BUDGETS = {1: (25, 50), 2: (50, 100), 3: (75, 150), 4: (125, 375), 5: (250, 750)}

    def points(self, who):
        steps = ((1, 1.5), (2, 2), (3, 2.5), (7, 3), (11, 4), (15, 5))
        times = [factor for least, factor in steps if len(who) >= least]
        return sum(self.WORTH[kind] for kind in who) * (times[-1] if times else 0)

    def room(self, least, most):
        """A group after the other of those that fit with all that they may bring, until the least is reached."""
        ends, now = {}, {(): Fraction(1)}
        while now:
            after = {}
            for who, chance in now.items():
                fits = [group for group in self.GROUPS if self.points(who + group[1] + tuple(
                    kind for kind, (_, number) in group[2].items() for _ in range(number))) <= most]
                if who and self.points(who) >= least or not fits:
                    add(ends, who, chance)
                    continue
                for frequency, leader, members in fits:
                    p = chance * Fraction(frequency, sum(group[0] for group in fits))
                    for numbers in itertools.product(*(even(*span).items() for span in members.values())):
                        more, q = leader, p
                        for kind, (number, share) in zip(members, numbers):
                            more, q = more + (kind,) * number, q * share
                        add(after, tuple(sorted(who + more)), q)
            now = after
        return ends

    def test_groups_within_a_budget(self):
        depths = self.asked("curve", "srd", "--floors")["depths"]
        for (depth, budget), told in zip(self.BUDGETS.items(), depths):
            rooms = self.room(*budget)
            self.assertEqual((told["depth"], sum(rooms.values())), (depth, 1))
            number = {}
            for who, p in rooms.items():
                add(number, len(who), p)
            self.hold_pmf(told["monsters"], number)
            for kind, row in told["kinds"].items():
                self.assertAlmostEqual(row["mean"], float(sum(p * who.count(kind) for who, p in rooms.items())), **NEAR)
                self.assertAlmostEqual(row["any"], float(sum(p for who, p in rooms.items() if kind in who)), **NEAR)
            self.assertAlmostEqual(told["experience"]["mean"], float(sum(
                p * sum(self.WORTH[kind] for kind in who) for who, p in rooms.items())), **NEAR)

    def test_of_what_kind_things_are(self):
        """Tables of a hundred, of twenty and of ten; each of the six as likely, 2.5 a floor."""
        tables = {"horn_of_valhalla": "silver 40 brass 35 bronze 15 iron 10",
                  "manual_of_golems": "clay 5 flesh 12 iron 1 stone 2",
                  "carpet_of_flying": "three_by_five 20 four_by_six 35 five_by_seven 25 six_by_nine 20",
                  "feather_token": "anchor 20 bird 15 fan 15 swan_boat 15 tree 25 whip 10",
                  "prayer_bead": "blessing 6 curing 6 favor 4 smiting 2 summons 1 wind_walking 1",
                  "potion_of_resistance": "acid 1 cold 1 fire 1 force 1 lightning 1 necrotic 1 poison 1 psychic 1 "
                  "radiant 1 thunder 1"}
        wanted = {"potion_of_healing": [0] * 5}
        wanted.update({name: [0] * 5 for name in ("dagger", "longsword", "greataxe", "chain_mail", "plate")})
        for what, text in tables.items():
            shares = figures(text)
            self.assertIn(sum(shares.values()), (100, 20, 10))
            for kind, share in shares.items():
                mine = share / sum(shares.values()) / 6 * 2.5
                wanted[f"{what}_{kind}"] = [mine * depth for depth in range(1, 6)]
        self.hold_found(self.asked("loot", "srd"), wanted)

    def test_what_is_sold(self):
        (shop,) = self.asked("loot", "srd", "--shops")["shops"]
        self.assertEqual(shop["gives"], 0.5)
        for at in shop["depths"]:
            told = {offer["item"]: (offer["any"], offer["mean"], offer["price"]) for offer in at["offers"]}
            prices = figures("potion_of_healing 50 dagger 2 longsword 15 greataxe 30 chain_mail 75 plate 1500")
            self.assertEqual(told, {name: (1, 1, price) for name, price in prices.items()})


class Angband(Floors):
    KINDS = {"fruit_bat": (1, 1), "fang": (2, 1), "grip": (2, 1), "cave_spider": (2, 1), "wild_cat": (2, 2),
             "crow": (2, 2), "green_ooze": (3, 2), "black_naga": (3, 1), "scruffy_hobbit": (3, 1),
             "cave_lizard": (4, 1), "bullroarer": (5, 3), "green_naga": (5, 1), "snaga": (6, 1), "rattlesnake": (6, 1),
             "cave_orc": (7, 1)}
    BRINGS = {"cave_spider": ((1, (2, 8), "cave_spider"),), "bullroarer": ((0.8, (1, 7), "scruffy_hobbit"),),
              "snaga": ((0.3, (1, 3), "crow"), (1, (2, 9), "snaga")),
              "cave_orc": ((0.5, (1, 8), "snaga"), (1, (2, 6), "cave_orc"))}
    UNIQUES = frozenset(("fang", "grip", "bullroarer"))

    def leaders(self, depth, gone):
        """The hardest of one, two or three of a level; of equals the last."""
        out = {}
        for level, share in ((depth, 24 / 25), (depth + min(depth // 4 + 2, 10), 1 / 25)):
            weights = {name: 100 // rare for name, (at, rare) in self.KINDS.items() if at <= level and name not in gone}
            one = {name: weight / sum(weights.values()) for name, weight in weights.items()}
            for draws, chance in ((1, 0.4), (2, 0.5), (3, 0.1)):
                best = dict(one)
                for _ in range(draws - 1):
                    after = {}
                    for old, p in best.items():
                        for new, q in one.items():
                            add(after, new if self.KINDS[new][0] >= self.KINDS[old][0] else old, p * q)
                    best = after
                for name, p in best.items():
                    add(out, name, share * chance * p)
        return out

    def group(self, depth, leader):
        """{kind: chances of its number} beside what the leader is; kinds come apart from each other."""
        out = {leader: {1: 1.0}}
        for comes, (dice, sides), kind in self.BRINGS.get(leader, ()):
            number, above = {0: 1 - comes}, depth - self.KINDS[kind][0] + 5
            for total, p in sums(*[even(1, sides)] * dice).items():
                p = comes * float(p)
                few = total if above >= 10 else total * above // 10 if above > 0 else 0
                more = (9 - total * above % 10) / 10 if 0 < above < 10 else 0
                for friends, q in ((few, p * (1 - more)), (few + 1, p * more)):
                    add(number, max(friends - 1, 0) if kind == leader else friends, q)
            out[kind] = sums(out.get(kind, {0: 1.0}), number)
        return out

    def floors(self):
        """By depth and kind: (the mean, the chance of any), followed over who of the uniques is gone."""
        states, numbers = {frozenset(): 1.0}, [1.0] * 17 + [1 - n / 8 for n in range(1, 8)]
        for depth in range(1, 8):
            means, none = {}, dict.fromkeys(self.KINDS, 0.0)
            ends, leaders, groups = {}, {}, {name: self.group(depth, name) for name in self.KINDS}
            without = {(name, gone): p for gone, p in states.items() for name in self.KINDS}
            now = dict(states)
            for i, there in enumerate(numbers):
                follows = numbers[i + 1] / there if i + 1 < len(numbers) else 0
                after, still = {}, {}
                for gone, p in now.items():
                    leaders.setdefault(gone, self.leaders(depth, gone))
                    for leader, q in leaders[gone].items():
                        add(after, gone | {leader} & self.UNIQUES, p * q)
                        for kind, number in groups[leader].items():
                            add(means, kind, p * q * mean(number))
                for (name, gone), p in without.items():
                    for leader, q in leaders[gone].items():
                        add(still, (name, gone | {leader} & self.UNIQUES), p * q * groups[leader].get(name, {0: 1})
                            .get(0, 0))
                now, without = {}, {}
                for gone, p in after.items():
                    add(ends, gone, p * (1 - follows))
                    now[gone] = p * follows
                for (name, gone), p in still.items():
                    none[name] += p * (1 - follows)
                    without[name, gone] = p * follows
            states = ends
            yield {name: (means.get(name, 0), 1 - none[name]) for name in self.KINDS}

    def test_groups_and_uniques(self):
        wanted = list(self.floors())
        self.assertLess(sum(floor["fang"][1] for floor in wanted), 1 + 1e-9)
        for seed in some("12"):
            answer = self.asked("curve", "angband_groups", "--floors", "--runs", "300", "--seed", seed)
            for told, floor in zip(answer["depths"], wanted):
                for kind, row in told["kinds"].items():
                    for key, truth in zip(("mean", "any"), floor[kind]):
                        low, high = row["ci95" if key == "mean" else "any_ci95"]
                        self.assertLessEqual(abs(truth - row[key]), 1.25 * (high - low) + 1e-9, (told["depth"], kind))
                for kind in set(floor) - set(told["kinds"]):
                    self.assertLess(floor[kind][1], 0.03)


class Crawl(Floors):
    CLASSES = figures("rod 1 staff 9 book 30 wand 70 jewellery 50 food 140 armour 200 weapon 200 potion 200 "
                      "missile 300 scroll 400 gold 400")

    def test_things(self):
        """Of the rare ones as many of seven are left as there are floors above; the rest are drunk or read."""
        self.assertEqual(sum(self.CLASSES.values()), 2000)
        found, wanted = dict.fromkeys(self.CLASSES, 0), {name: [] for name in self.CLASSES}
        for above in range(6):
            for name, of in self.CLASSES.items():
                stays = Fraction(above, 7) if name in ("rod", "staff", "book", "wand") else 1
                found[name] += 21 * Fraction(of, 2000) * stays
                for drunk in ("potion", "scroll"):
                    found[drunk] += 21 * Fraction(of, 2000) * (1 - stays) / 2
            for name, so_far in found.items():
                wanted[name].append(so_far)
        self.hold_found(self.asked("loot", "crawl"), wanted)
        number = sums({3: 1}, *[even(1, 11)] * 3)
        told = self.asked("loot", "crawl", "--item", "scroll", "--depth", "1")["by_depth"][0]
        share = Fraction(400 + 55, 2000)
        self.assertAlmostEqual(told["none"], float(sum(p * (1 - share) ** n for n, p in number.items())), **NEAR)

    def test_gold(self):
        number = {}
        for things, p in sums({3: 1}, *[even(1, 11)] * 3).items():
            for heaps, q in sums(*[{0: 0.8, 1: 0.2}] * things).items():
                add(number, heaps, float(p * q))

        def heap(depth):
            out = {}
            for one, other, more in itertools.product(range(19), range(20), range(max(depth - 1, 1))):
                add(out, 1 + (one + other) // 2 + more, 1 / (19 * 20 * max(depth - 1, 1)))
            return out

        dungeons_test.Dungeons.hold_gold(self, "crawl", heap, lambda depth: number, 6)

    def test_armour_is_enchanted_as_chain_mail_is(self):
        """Sums over three draws of 0, 1 or 2, and whether dwarves made it."""
        found = {least: 0 for least in range(-2, 6)}
        wanted = {least: [] for least in found}
        for above in range(6):
            good, better = Fraction(51 + above, 250), Fraction(21 + above, 300)
            for one, two, dwarven in itertools.product(range(3), range(3), (0, 1)):
                made = Fraction(1, 2) * Fraction(1, 5) * Fraction(4, 5) / 2
                p = (made if dwarven else 1 - made) / 9
                for plus, q in ((one + two, good * better), (one, good * (1 - better)),
                                (-one, (1 - good) / 60), (0, (1 - good) * 59 / 60)):
                    for least in found:
                        if plus + dwarven >= least:
                            found[least] += 21 * Fraction(1, 10) * p * q
            for least, so_far in found.items():
                wanted[least].append(so_far)
        for least in range(1, 6):
            told = self.asked("loot", "crawl", "--item", f"armour+{least}")["by_depth"]
            self.assertEqual(len(told), 6)
            for row, truth in zip(told, wanted[least]):
                self.assertAlmostEqual(row["mean"], float(truth), msg=least, **NEAR)


class CrawlPlaces(Floors):
    UNIQUES = ("terence", "jessica", "ijyb", "sigmund", "blork_the_orc", "edmund", "psyche", "erolcha")

    def test_uniques(self):
        """Draws are followed one by one, those of one that has come too, until hardly any game is left."""
        states, told = {frozenset(): 1.0}, self.asked("curve", "crawl_places", "--floors")
        self.assertEqual((told["method"], len(told["depths"])), ("exact", 10))
        for floor in told["depths"]:
            first = 0 if floor["depth"] <= 4 else 2 if floor["depth"] <= 8 else 4
            four = self.UNIQUES[first:first + 4]
            ends, number, here = {}, {}, dict.fromkeys(four, 0.0)
            for gone, chance in states.items():
                now = {(gone, False): chance}  # whether one is drawn for
                while sum(now.values()) > 1e-14:
                    after = {}
                    for (who, drawing), p in now.items():
                        if not drawing:
                            add(after, (who, True), p / 3)
                            add(ends, who, p * 2 / 3)
                            add(number, len(who - gone), p * 2 / 3)
                            for name in who - gone:
                                here[name] += p * 2 / 3
                            continue
                        for name in four:
                            if name not in who:
                                add(after, (who | {name}, False), p / 4)
                                continue
                            add(after, (who, True), p / 12)
                            add(ends, who, p / 6)
                            add(number, len(who - gone), p / 6)
                            for other in who - gone:
                                here[other] += p / 6
                    now = after
            states = ends
            self.hold_pmf(floor["groups"], number)
            self.assertEqual(set(floor["kinds"]), set(four))
            for name, any_ in here.items():
                self.assertAlmostEqual(floor["kinds"][name]["mean"], any_, msg=name, **NEAR)
                self.assertAlmostEqual(floor["kinds"][name]["any"], any_, msg=name, **NEAR)

    def test_the_orb_and_knives(self):
        self.hold_found(self.asked("loot", "crawl_places"), {
            "orb_of_zot": [0] * 31 + [1], "something": [0] * 32, "knife": [min(n, 5) / 2 for n in range(1, 33)]})
        told = self.asked("loot", "crawl_places", "--item", "knife", "--depth", "6")["by_depth"]
        self.assertEqual([row["none"] for row in told], [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.03125])

    def test_shops(self):
        """A number below 125 says how many there are, and each is one of twelve kinds."""
        there = 0
        for drawn in range(29):
            for number in range(1, 6) if drawn <= 4 else (1,):
                p = Fraction(1, 125) / (5 if drawn <= 4 else 1)
                there += p * (1 - Fraction(11, 12) ** number)
        draws = list(itertools.product(range(12), range(13), range(13)))
        things = Fraction(sum(5 + sum(three) // 3 for three in draws), len(draws))
        plain = Fraction(sum(10 + more for more in range(5)), 5)
        antique = Fraction(sum(15 + (one + two) // 2 + three for one, two, three in
                               itertools.product(range(19), range(20), range(3))), 19 * 20 * 3)
        shops = {shop["shop"]: shop for shop in self.asked("loot", "crawl_places", "--shops", "--depth", "10")["shops"]}
        self.assertEqual(set(shops), {"weapon", "armour", "antique_weapon", "antique_armour", "antiques", "jewellery",
                                      "wand", "book", "food", "distillery", "scroll", "general"})
        for name, shop in shops.items():
            self.assertEqual([at["depth"] for at in shop["depths"]], list(range(4, 11)))
            for at in shop["depths"]:
                (offer,) = at["offers"]
                price = antique if name.startswith("antique") else plain
                for row, truth in ((at["chance"], there), (at["things"], things), (offer["mean"], things),
                                   (offer["price"], price)):
                    self.assertAlmostEqual(row, float(truth), msg=name, **NEAR)


class AngbandGold(Floors):
    """The game's own table of the normal distribution, at the places where three times it passes a 64th."""
    PLACES = (8621, 16166, 22245, 26818, 29619, 31249, 32129, 32515, 32677, 32740, 32760)

    def test_gold(self):
        """So many pieces are drawn; up to the second floor the game and its file are the same."""
        number = {}
        for drawn in range(32768):
            off = sum(drawn > place for place in self.PLACES)
            for heaps in (3 - off, 3 + off):
                add(number, max(heaps, 0), 1 / 65536)
        for seed in "123":
            told = self.asked("loot", "angband", "--gold", "--depth", "2", "--runs", "20000", "--seed", seed)
            so_far, none = 0.0, 1.0
            for depth, row in enumerate(told["by_depth"], 1):
                pieces, middle = 0.0, 16 * depth // 10 + 16
                for value, p in even(middle - depth - 10, middle + depth + 10).items():
                    chance = float(p)
                    while value * 10 <= 32767:
                        pieces += value * chance * 0.99
                        value, chance = value * 10, chance * 0.01
                    pieces += value * chance
                so_far, none = so_far + mean(number) * pieces, none * number[0]
                for key, truth in (("heaps", mean(number)), ("mean", so_far), ("none", none)):
                    low, high = row[f"{key}_ci95"]
                    self.assertLess(low, high)
                    self.assertLessEqual(abs(truth - row[key]), 1.25 * (high - low), (seed, depth, key))


class AngbandThings(Floors):
    """The game's table of the normal distribution, at the places where so many times it passes a 64th."""
    PLACES = {1: (22245, 31249, 32677), 2: (12367, 22245, 28323, 31249, 32352, 32677, 32752), 3: AngbandGold.PLACES}
    # How common; the first and the last floor.
    POTIONS = """strength 30 30 100, intelligence 30 30 100, wisdom 30 30 100, dexterity 30 30 100,
        constitution 30 30 100, augmentation 20 40 100, experience 50 65 100, cure_light_wounds 80 1 15,
        cure_serious_wounds 80 5 40, cure_critical_wounds 80 12 100, healing 64 30 100, great_healing 40 40 100,
        life 20 60 100, neutralize_poison 40 1 35, restore_mana 64 15 100, restore_life_levels 40 30 100,
        brawn 30 20 40, intellect 30 20 40, contemplation 30 20 40, nimbleness 30 20 40, toughness 30 20 40,
        enlightenment 40 25 100, great_enlightenment 8 70 100, speed 40 1 100, heroism 40 1 100,
        berserk_strength 40 3 100, boldness 40 1 90, resist_heat 40 1 100, resist_cold 40 1 100,
        resist_poison 40 8 100, true_seeing 40 3 40, infravision 40 3 40, slime_mold_juice 10 1 10, sleep 10 0 10,
        blindness 10 0 10, confusion 10 0 10, poison 10 0 10, slowness 10 0 10, lose_memories 10 10 15,
        salt_water 10 3 15, dragon_breath 20 40 100"""
    SWORDS = """dagger 20 0 100, main_gauche 20 3 100, rapier 20 5 100, short_sword 20 5 100, cutlass 20 5 100,
        tulwar 20 5 100, scimitar 20 10 100, long_sword 20 10 100, broad_sword 20 10 100, bastard_sword 20 15 100,
        katana 20 20 100, zweihander 20 30 100, executioners_sword 20 40 100, blade_of_chaos 10 70 100"""

    def normal(self, middle, wide, least, most):
        out = {}
        for off, drawn in collections.Counter(bisect.bisect_left(self.PLACES[wide], n) for n in range(32768)).items():
            for n in (middle - off, middle + off):
                add(out, min(max(n, least), most), Fraction(drawn, 65536))
        return out

    def number(self):
        return sums(self.normal(9, 3, 0, 99), self.normal(3, 3, 0, 99))

    def shares(self, depth):
        """Of each kind, by the floor that counts: in one of twenty cases another one."""
        kinds = {}
        for prefix, rows in (("potion_of_", self.POTIONS), ("", self.SWORDS)):
            for row in rows.split(","):
                name, *numbers = row.split()
                kinds[prefix + name] = tuple(map(int, numbers))
        out = {}
        for drawn in range(2000):
            level = min(1 + depth * 100 // (1 + drawn % 100), 100) if drawn < 100 else depth
            if drawn <= 100:
                here = {name: common for name, (common, first, last) in kinds.items() if first <= level <= last}
            for name, common in here.items():
                add(out, name, common / sum(here.values()) / 2000)
        return out

    def test_potions_and_swords(self):
        number = float(mean(self.number()))
        wanted, found = {}, {}
        for depth in range(1, 6):
            for name, share in self.shares(depth).items():
                add(found, name, number * share)
            for name, so_far in found.items():
                wanted.setdefault(name, []).append(so_far)
        self.assertEqual(set(map(len, wanted.values())), {5})
        wanted.update({name: [0] * 5 for name in (
            "ration_of_food", "flask_of_oil", "scroll_of_word_of_recall", "scroll_of_phase_door")})
        self.hold_found(self.asked("loot", "angband_things"), wanted)
        share = self.shares(1)["potion_of_cure_light_wounds"]
        told = self.asked("loot", "angband_things", "--item", "potion_of_cure_light_wounds", "--depth", "1")
        none = sum(float(p) * (1 - share) ** n for n, p in self.number().items())
        self.assertAlmostEqual(told["by_depth"][0]["none"], none, **NEAR)

    def extra(self, most, depth):
        """So many 128ths of the floor, more or less by a quarter; both are rounded up or down at random."""
        out = {}
        for middle in range(128):
            for wide in range(4):
                for n, p in self.curves[most, (most * depth + middle) // 128, (most + wide) // 4].items():
                    add(out, n, p / 512)
        return out

    def test_what_a_sword_adds(self):
        self.curves = {(most, middle, wide): self.normal(middle, wide, 0, most)
                       for most, wides in ((5, (1, 2)), (10, (2, 3))) for middle in (0, 1) for wide in wides}
        number, found, wanted = mean(self.number()), {}, {}
        for depth in range(1, 6):
            good, dagger = Fraction(33 + depth, 100), self.shares(depth)["dagger"]
            once = sums(even(1, 5), self.extra(5, depth))
            for pmf, share in ((once, good * Fraction(7, 10)), (sums(once, self.extra(10, depth)), good * 3 / 10)):
                for plus, p in pmf.items():
                    add(found, plus, float(number * p * share) * dagger)
            for least in (1, 2, 5, 6, 9, 12, 16):
                wanted.setdefault(least, []).append(sum(n for plus, n in found.items() if plus >= least))
        for least, means in wanted.items():
            told = self.asked("loot", "angband_things", "--item", f"dagger+{least}")["by_depth"]
            self.assertEqual(len(told), 5)
            for row, truth in zip(told, means):
                self.assertAlmostEqual(row["mean"], truth, msg=least, **NEAR)

    def test_what_is_always_sold(self):
        always = {"general_store": {"ration_of_food": 3, "flask_of_oil": 3},
                  "temple": {"potion_of_cure_light_wounds": 20},
                  "alchemist": {"scroll_of_word_of_recall": 125, "scroll_of_phase_door": 15}}
        told = self.asked("loot", "angband_things", "--shops")["shops"]
        self.assertEqual({shop["shop"] for shop in told}, set(always))
        for shop in told:
            for at in shop["depths"]:
                self.assertEqual({offer["item"]: (offer["any"], offer["mean"], offer["price"])
                                  for offer in at["offers"]},
                                 {name: (1, 1, price) for name, price in always[shop["shop"]].items()})


class NetHackAhead(dungeons_test.Dungeons):
    def test_who_comes_to_a_player_ahead_of_the_depth(self):
        game = dungeons_test.NetHack
        for depth, row in self.who("nethack_ahead").items():
            level = depth + 4
            here = {kind: of for kind, of in game.KINDS.items() if depth // 6 <= of[0] <= (depth + level) // 2}
            total, group = sum(frequency for _, frequency, _ in here.values()), {}
            for kind, (_, frequency, comes) in here.items():
                small, large = game.more(3, level), game.more(10, level)
                half = {n: p / 2 for n, p in small.items()}
                number = {"": {0: Fraction(1)}, "small": {0: Fraction(1, 2), **half},
                          "large": dungeons_test.mixed((large, Fraction(2, 3)), (small, Fraction(1, 3)))}[comes]
                for n, p in number.items():
                    group[((kind, 1 + n),)] = p * Fraction(frequency, total)
            self.hold_kinds(row, group, {0: Fraction(2, 3), 1: Fraction(1, 3)})
            if depth < 5:
                self.assertGreater(max(of[0] for of in here.values()), depth)


class Qud(Floors):
    def test_what_is_in_trash(self):
        wanted = {f"{what}_{tier}": [] for what in ("scrap", "thing") for tier in range(1, 9)}
        found = dict.fromkeys(wanted, 0)
        for depth in range(1, 41):
            tier = min(max(depth // 4, 1), 8)
            found[f"scrap_{tier}"] += 10 * 0.25 * 0.96
            found[f"thing_{tier}"] += 10 * 0.25 * 0.04
            for name, so_far in found.items():
                wanted[name].append(so_far)
        wanted["relic"] = [0] * 4 + [1] * 36
        self.hold_found(self.asked("loot", "qud"), wanted)

    def test_the_relic_of_a_historic_site(self):
        rows = self.asked("loot", "qud", "--item", "relic", "--depth", "6")["by_depth"]
        self.assertEqual([(row["mean"], row["none"]) for row in rows], [(0, 1)] * 4 + [(1, 0)] * 2)

    def test_a_merchant_with_two_guards(self):
        first, *others = self.asked("curve", "qud", "--floors")["depths"]
        self.assertEqual(first["groups"]["pmf"], [[1, 1]])
        self.assertEqual({kind: row["mean"] for kind, row in first["kinds"].items()},
                         {"legendary_merchant": 1, "hired_guard": 2})
        self.assertEqual([floor["kinds"] for floor in others], [{}] * 4)


class NetHackPlaces(Floors):
    def test_the_oracle_is_on_one_of_five_floors(self):
        told = self.asked("curve", "nethack_places", "--floors")
        self.assertEqual(told["method"], "exact")
        for floor in told["depths"]:
            here = floor["kinds"].get("oracle", {"mean": 0, "any": 0})
            wanted = 0.2 if 5 <= floor["depth"] <= 9 else 0
            self.assertAlmostEqual(here["mean"], wanted, **NEAR)
            self.assertAlmostEqual(here["any"], wanted, **NEAR)

    def test_shops(self):
        """A floor has a shop where a number below its depth is below 3; of what kind, is drawn of a hundred."""
        told = self.asked("loot", "nethack_places", "--shops", "--depth", "10")["shops"]
        shops = {shop["shop"]: shop for shop in told}
        light = shops.pop("lighting_store")
        wares = {"wax_candle": (32, 20), "tallow_candle": (50, 10), "brass_lantern": (5, 12), "oil_lamp": (10, 10),
                 "magic_lamp": (3, 50)}
        self.assertEqual([at["depth"] for at in light["depths"]], [5, 6, 7, 8])
        for at in light["depths"]:
            for offer in at["offers"]:
                share, price = wares[offer["item"]]
                self.assertAlmostEqual(offer["any"], 1 - (1 - share / 100) ** 6, **NEAR)
                self.assertAlmostEqual(offer["mean"], 6 * share / 100, **NEAR)
                self.assertEqual(offer["price"], price)
        kinds = figures("general_store 42 used_armor 14 second_hand_books 10 liquor 10 antique_weapons 5 "
                        "delicatessen 5 jewelers 3 quality_apparel 3 hardware 3 rare_books 3 health_food 2")
        self.assertEqual((set(shops), sum(kinds.values())), (set(kinds), 100))
        for name, share in kinds.items():
            chances = {at["depth"]: at["chance"] for at in shops[name]["depths"]}
            self.assertEqual(sorted(chances), list(range(2, 11)))
            for depth, chance in chances.items():
                below = sum(drawn < 3 for drawn in range(depth)) / depth
                self.assertAlmostEqual(chance, share / 100 * below, **NEAR)


class QudDepths(Floors):
    TIERS = figures("snapjaw_warlord 0 baboon 1 issachari_rifler 1 snapjaw_trapper 2 goatfolk_yurtwarden 3 "
                    "quartz_baboon 4 madpole 5")

    def test_who_comes_by_the_tier_of_a_zone(self):
        """Each of three is one of the list, by how far its tier is from that of the zone; some are of a higher one."""
        told = self.asked("curve", "qud_strata", "--floors")
        self.assertEqual((told["method"], len(told["depths"])), ("exact", 19))
        for row in told["depths"]:
            zone, three = min(2 + row["depth"] // 5, 8), {3: Fraction(1)}
            if row["depth"] < 6:
                self.assertEqual((row["kinds"], row["groups"]["pmf"]), ({}, [[0, 1]]))
                continue
            weights = {kind: (1000, 100, 10, 1)[min(abs(tier - zone), 3)] for kind, tier in self.TIERS.items()}
            shares = {kind: Fraction(weight, sum(weights.values())) for kind, weight in weights.items()}
            self.hold_kinds(row["kinds"], shares, three)
            self.hold_pmf(row["monsters"], three)
            above = sum(share for kind, share in shares.items() if self.TIERS[kind] > zone)
            deeper = sum(seen["mean"] for kind, seen in row["kinds"].items() if self.TIERS[kind] > zone)
            self.assertAlmostEqual(deeper, float(3 * above), **NEAR)
            self.assertEqual(above > 0, zone < 5)

    def test_each_troll_and_key_is_there_once(self):
        floors = {row["depth"]: row["kinds"] for row in self.asked("curve", "qud_places", "--floors")["depths"]}
        for depth, kinds in floors.items():
            who = {2: ["jotun"], 3: ["fjorn_kosef"], 4: ["haggabah"]}.get(depth, [])
            self.assertEqual({kind: (row["mean"], row["any"]) for kind, row in kinds.items()},
                             {kind: (1, 1) for kind in who})
        for key, first in (("bronze_key", 2), ("silver_key", 3)):
            rows = self.asked("loot", "qud_places", "--item", key)["by_depth"]
            self.assertEqual([row["pmf"] for row in rows], [[[int(row["depth"] >= first), 1]] for row in rows])

    def test_who_trades_in_a_village(self):
        worth, share = figures("freeze_ray 750 phase_cannon 2000 timecube 3000"), Fraction(35, 100)
        chances = {"dromad_trader": Fraction(30, 100) * Fraction(80, 100),
                   "village_merchant": Fraction(30, 100) * Fraction(20, 100)}
        told = {shop["shop"]: shop for shop in self.asked("loot", "qud_places", "--shops")["shops"]}
        self.assertEqual(set(told), set(chances))
        for name, shop in told.items():
            (at,) = shop["depths"]
            self.assertEqual(at["depth"], 1)
            self.assertAlmostEqual(at["chance"], float(chances[name]), **NEAR)
            offers = {offer["item"]: (offer["any"], offer["mean"], offer["price"]) for offer in at["offers"]}
            self.assertEqual(offers, {item: (1, 1, round(value / share)) for item, value in worth.items()})
            for value in worth.values():  # sold, a thing is worth 0.35 of what it is worth
                self.assertAlmostEqual(shop["gives"] * float(value / share), float(value * share), **NEAR)

    def test_the_heaps_of_shattered_are_cards(self):
        """Of the 70 cards of a deck 20 are gold; what is in a heap is not counted, so that its cell is nearly so."""
        floor, number = {3: 0.6, 4: 0.3, 5: 0.1}, {0: 1.0}
        for row in self.json("loot", "shattered", "--item", "some_gold")["by_depth"]:
            if row["depth"] % 5:
                number = sums(number, floor)
            heaps = {}
            for items, p in number.items():
                decks, rest = divmod(items, 70)
                for gold in range(max(0, rest - 50), min(rest, 20) + 1):
                    share = math.comb(20, gold) * math.comb(50, rest - gold) / math.comb(70, rest)
                    add(heaps, 20 * decks + gold, p * share)
            self.hold_pmf(row, heaps)


if __name__ == "__main__":
    main()
