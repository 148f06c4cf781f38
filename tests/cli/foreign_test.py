"""Three games that nobody here designed ship as rulesets: their figures are those of the games, and what people type
about their fights gives what tests/oracles/duels.py works out. tests/unit/foreign_test.c has whole tables of fights."""
import csv
import os
import re
import sys
import unittest

from wyrm_case import WyrmCase, some

FOREIGN = os.path.join(os.environ["GOLDEN"], "foreign")
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracles"))
import duels  # noqa: E402

GAMES = "brogue", "shattered", "srd"
BESIDE = {"to_hit", "type", "rider_type", "times"}  # of a blow: the rest of it is dice


def rows(name):
    with open(os.path.join(FOREIGN, name), encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def key(name):
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def numbers(amount):
    """[1, 3], "[9, 11]+[0, 2]", "triangular 1..4", 1: the least and the greatest."""
    ends = re.findall(r"\[(\d+), (\d+)\]|(\d+)\.\.(\d+)|(\d+)", str(amount))
    pairs = [(a or c or e, b or d or e) for a, b, c, d, e in ends]
    return [sum(int(pair[end]) for pair in pairs) for end in (0, 1)]


def at(table, depth):
    """What a table of depths says there."""
    return [value for value, first in table if first <= depth][-1]


class Figures(WyrmCase):
    """Each creature of the games' tables stands in the ruleset, with its figures."""
    def monsters(self, game):
        return self.json("rules", "show", game)["rules"]["monsters"]

    def compare(self, game, table, columns, beside=()):
        found = self.monsters(game)
        names = [key(row["name"]) for row in table]
        self.assertEqual(sorted(set(found) - set(beside)), sorted(names))
        for row in table:
            record = found[key(row["name"])]
            for column, default in columns.items():
                wanted = float(row[column] or 0)
                self.assertEqual(float(record.get(column, default)), wanted, (game, row["name"], column))
        return [(row, found[key(row["name"])]) for row in table]

    def test_brogue(self):
        table = [row for row in rows("brogue_monsters.csv") if row["name"] != "you"]
        columns = {"hp": 0, "defense": 0, "accuracy": 100, "attack_duration": 100, "move_duration": 100}
        for row, record in self.compare("brogue", table, columns):
            damage = [int(row["damage_least"]), int(row["damage_most"])]
            self.assertEqual(numbers(record.get("damage", "0")), damage, row["name"])
            turns = int(row["regen_turns"])
            self.assertAlmostEqual(record.get("regeneration", 0), 1 / turns if turns else 0, 12, row["name"])

    def test_shattered(self):
        columns = {"hp": 0, "accuracy": 0, "evasion": 0, "armor_most": 0, "attacks_per_turn": 1}
        beside = ("swarm", "necromancer", "elemental", "warlock")  # who is dealt with them
        for row, record in self.compare("shattered", rows("shattered_mobs.csv"), columns, beside):
            self.assertEqual(numbers(record["damage"]), [int(row["damage_least"]), int(row["damage_most"])])

    def test_srd(self):
        columns = {"challenge": 0, "hp": 0, "armor_class": 0, "experience": 0}
        whole = {row["name"]: row["attacks"] for row in rows("srd_attacks.csv")}
        for row, record in self.compare("srd", rows("srd_monsters.csv"), columns):
            for column in ("resistances", "immunities"):
                words = [word for word in row[column].split() if not word.endswith(",") and word != "damage"]
                if (row["name"], column) == ("xorn", "resistances"):
                    words = []  # of weapons that are not magical only: the table ends there
                self.assertEqual(record.get(column, []), words, (row["name"], column))
            blows = [(blow["times"] if "times" in blow else 1, blow["to_hit"]) for blow in record["attacks"]]
            attacks = list(duels.srd_attacks(whole.get(row["name"], row["attacks"])))
            self.assertEqual(blows, [(times, bonus) for times, bonus, _ in attacks], row["name"])
            dice = [sorted(str(blow[key]) for key in blow if key not in BESIDE) for blow in record["attacks"]]
            self.assertEqual(dice, [sorted(words) for _, _, words in attacks], row["name"])

    def test_what_the_srd_minds(self):
        table = {row["name"]: row for row in rows("srd_harm.csv")}
        for name, record in self.monsters("srd").items():
            row = table.get(name, {"vulnerabilities": "", "mundane": "hurts"})
            self.assertEqual(sorted(record.get("vulnerabilities", [])), row["vulnerabilities"].split(), name)
            self.assertEqual(record.get("mundane", "hurts"), row["mundane"], name)

    def test_gear_of_the_srd(self):
        rules = self.json("rules", "show", "srd")["rules"]
        table = rows("srd_gear.csv")
        self.assertEqual(sorted(row["name"] for row in table), sorted([*rules["weapons"], *rules["armors"]]))
        for row in table:
            record = rules[row["kind"] + "s"][row["name"]]
            if row["kind"] == "weapon":
                told = [record["weapon_damage"], record["weapon_type"], record["two_handed"]]
                self.assertEqual(told, [row["damage"], row["type"], row["two_handed"] == "yes"], row["name"])
            else:
                stat = "shield" if row["name"] == "shield" else "worn_class"
                self.assertEqual(record[stat], int(row["armor_class"]), row["name"])

    def test_who_comes_to_the_floors_of_brogue(self):
        hordes = self.json("rules", "show", "brogue")["rules"]["encounter"]["hordes"]
        found = []
        for name, horde in hordes.items():
            members = sorted((member, tuple(numbers(count))) for member, count in horde["members"].items())
            frequency, first = horde["frequency"][0]
            found.append((horde.get("leader", name), members, *horde["depths"], frequency))
            self.assertEqual((len(horde["frequency"]), first), (1, 1), name)
        wanted = []
        rename = {"will_o_the_wisp": "wisp", "acid_jelly": "acidic_jelly"}
        for row in rows("brogue_hordes.csv"):
            members = sorted((name, (int(least), int(most)))
                             for name, least, most in re.findall(r"(\w+)\[(\d+) (\d+) \d+\]", row["members"]))
            wanted.append((rename.get(row["leader"], row["leader"]), members, int(row["depth_first"]),
                           int(row["depth_last"]), float(row["frequency"])))
        self.assertEqual(sorted(found), sorted(wanted))

    def test_what_lies_on_the_floors_of_brogue(self):
        rules = self.json("rules", "show", "brogue")["rules"]
        section = {"": rules["loot"]["categories"], "weapon": {**rules["weapons"], **rules["items"]},
                   "armor": rules["armors"]}
        table = rows("brogue_found.csv")
        kinds = {name for part in ("weapons", "armors", "items") for name in rules[part]}
        self.assertEqual(kinds - {row["name"] for row in table}, {"some_staff", "some_wand", "some_ring", "some_charm"})
        for row in table:
            record = section.get(row["category"], rules["items"])[row["name"]]
            self.assertEqual(record["weight"], [[float(row["frequency"] or row["first"]), 1]], row["name"])
            for key in ("each_floor", "each_found"):
                self.assertEqual(record["meter"][key], float(row[key] or 0), row["name"])
            if row["category"]:
                self.assertEqual(record["category"], row["category"])
            if row["category"] == "weapon" and row["least"]:
                self.assertEqual([*record["damage"], record["weapon_strength"]],
                                 [int(row["least"]), int(row["most"]), float(row["strength"])], row["name"])
            elif row["category"] == "armor":
                self.assertEqual((record["defense"], record["armor_strength"]),
                                 (float(row["least"]), float(row["strength"])), row["name"])
            elif row["category"] == "food":
                self.assertEqual(record["worth"], int(row["least"]), row["name"])

    def test_who_comes_to_the_floors_of_shattered(self):
        rules = self.json("rules", "show", "shattered")["rules"]["encounter"]
        groups = {row["from_depth"]: row["groups"] for row in rules["depths"]}
        told = {}
        for depth in range(1, 26):
            cards = {name: at(horde["frequency"], depth) for name, horde in rules["hordes"].items()
                     if horde["depths"][0] <= depth <= horde["depths"][1]}
            told[depth] = {name: number for name, number in cards.items() if number}
        for row in rows("shattered_floors.csv"):
            depth, creatures = int(row["depth"]), row["creatures"].split()
            self.assertEqual(told[depth], {name: creatures.count(name) for name in set(creatures)}, depth)
            self.assertEqual(numbers(groups[depth]), [int(row["least"]), int(row["most"])], depth)
        for depth in (5, 10, 15, 20, 25):
            self.assertEqual(groups[depth], 0)

    def test_what_the_creatures_of_shattered_are_worth(self):
        monsters, table = self.monsters("shattered"), rows("shattered_more.csv")
        self.assertEqual(sorted(monsters), sorted(row["name"] for row in table))
        for row in table:
            record = monsters[row["name"]]
            self.assertEqual(record["experience"], int(row["experience"]), row["name"])
            if row["hp"]:
                told = [record["hp"], record["accuracy"], record["evasion"], *numbers(record["damage"]),
                        record["armor_most"] if "armor_most" in record else 0]
                self.assertEqual(told, [int(row[column]) for column in ("hp", "accuracy", "evasion", "damage_least",
                                                                        "damage_most", "armor_most")], row["name"])

    def test_what_lies_on_the_floors_of_shattered(self):
        rules = self.json("rules", "show", "shattered")["rules"]
        dealt = {"food", "potion", "scroll", "stone"}
        self.assertEqual({name for name, row in rules["loot"]["categories"].items() if row["dealt"]}, dealt)
        for row in rows("shattered_found.csv"):
            if row["category"] == "tier":
                for part in ("weapons", "armors"):
                    told = [at(rules[part][row["name"]]["weight"], depth) for depth in (1, 5, 10, 15, 20)]
                    self.assertEqual(told, [float(share) for share in row["cards"].split()], (part, row["name"]))
                continue
            record = (rules["items"] if row["category"] else rules["loot"]["categories"])[row["name"]]
            cards = float(sum(int(number) for number in row["cards"].split("+")))
            self.assertEqual(record["weight"], [[cards, 1]], row["name"])


class Fights(WyrmCase):
    def wins(self, game, subject, opponent, row):
        found = self.json("duel", game, subject, opponent)["p_win"]
        wanted = duels.follow(duels.FIGHT[game]({name: str(value) for name, value in row.items()}))
        self.assertAlmostEqual(found, wanted, delta=1e-9, msg=(subject, opponent))

    BROGUE = {"monster_hp": 15, "monster_defense": 10, "monster_accuracy": 70, "dmg_lo": 2, "dmg_hi": 5, "dmg_clump": 1,
              "attack_duration": 100, "weapon_lo": 7, "weapon_hi": 9, "armor_value10": 30, "player_hp": 12}

    def test_brogue(self):
        goblin = "goblin,regeneration=0"
        player = "player,hp=12,defense=30,regeneration=0,weapon=sword"
        self.wins("brogue", player, goblin, {**self.BROGUE, "enchant": 0})
        self.wins("brogue", player + "+3", goblin, {**self.BROGUE, "enchant": 3})
        self.wins("brogue", player + "+3,strength=16", goblin, {**self.BROGUE, "enchant": 3.5})
        self.wins("brogue", player + ",strength=12", goblin, {**self.BROGUE, "enchant": -5})
        worn = "player,hp=12,regeneration=0,weapon=sword,armor=chain_mail+2"
        self.wins("brogue", worn, goblin, {**self.BROGUE, "enchant": 0, "armor_value10": 70})
        self.wins("brogue", worn + ",strength=14", goblin, {**self.BROGUE, "enchant": 0, "armor_value10": 72})
        swift = {**self.BROGUE, "enchant": 0, "weapon_lo": 3, "weapon_hi": 5, "player_duration": 50}
        self.wins("brogue", "player,hp=12,defense=30,regeneration=0,weapon=rapier", goblin, swift)

    @staticmethod
    def blows_to_kill(hp, least, most):
        """The mean number of draws from least to most, all equally likely, until their sum is at least hp."""
        left = [0.0] * (hp + 1)
        for have in range(1, hp + 1):
            left[have] = 1 + sum(left[max(have - draw, 0)] for draw in range(least, most + 1)) / (most - least + 1)
        return left[hp]

    def test_a_mace_that_has_hit_takes_another_turn(self):
        for weapon in ("mace", "war_hammer"):
            fight = ("duel", "brogue", f"player,hp=1000,regeneration=0,accuracy=5000,weapon={weapon}", "golem")
            told = self.json(*fight)
            self.assertTrue(told["method"].startswith("exact"), told["method"])
            least, most = (16, 20) if weapon == "mace" else (25, 35)
            # Each hits; so many blows kill, and each but the last takes two turns.
            # What it costs in attacks is no answer of `hit`: the second turn is an effect of the first.
            self.assertIsNone(self.json("hit", "brogue", fight[2], "golem")["hits_to_kill"])
            blows = self.blows_to_kill(400, least, most)
            self.assertTrue(400 / most <= blows <= 400 / least + 1)
            self.assertAlmostEqual(told["turns"]["mean"], 2 * blows - 1, delta=1e-6)
        # Worked out apart, blow by blow in the order of their times.
        told = self.json("duel", "brogue", "player,hp=40,defense=30,regeneration=0,weapon=mace", "ogre,regeneration=0")
        self.assertAlmostEqual(told["p_win"], 0.374639469133, delta=1e-9)

    def test_shattered(self):
        bat = {"hp": 30, "accuracy": 16, "evasion": 15, "dmg_lo": 5, "dmg_hi": 18, "armor_max": 4, "attacks": 1,
               "hero_level": 10, "weapon_tier": 3, "weapon_level": 3, "armor_tier": 3, "armor_level": 2}
        self.wins("shattered", "hero@10,weapon=tier3+3,armor=tier3+2", "bat", bat)
        self.wins("shattered", "player@10,weapon=tier3+3,armor=tier3+2", "bat", bat)
        self.wins("shattered", "hero@4,weapon=tier1", "bat", {**bat, "hero_level": 4, "weapon_tier": 1,
                                                             "weapon_level": 0, "armor_tier": 0, "armor_level": 0})

    def test_srd(self):
        troll = {"monster_hp": 84, "monster_ac": 15, "monster_attacks": "+7 1d6+4; +7 2d6+4; +7 2d6+4",
                 "fighter_hp": 44, "fighter_ac": 18, "fighter_bonus": 7, "fighter_dice": "1d8+6", "fighter_attacks": 2}
        self.wins("srd", "fighter@5,armor=chain_mail+shield", "troll", troll)
        self.wins("srd", "player@5,armor=chain_mail+shield", "troll", troll)
        self.wins("srd", "fighter@5", "troll", {**troll, "fighter_ac": 10})
        self.wins("srd", "fighter@5,weapon=greatsword,armor=plate", "troll", {**troll, "fighter_dice": "2d6+6"})
        better = {**troll, "fighter_dice": "2d6+8", "fighter_bonus": 9}
        self.wins("srd", "fighter@5,weapon=greatsword+2,armor=plate", "troll", better)
        self.wins("srd", "fighter@5,armor=plate+shield", "troll", {**troll, "fighter_ac": 20})
        for level in (1, 3, 5, 8, 11):
            self.json("duel", "srd", f"fighter@{level}", "troll")


class Types(WyrmCase):
    """Mean damage of a fighter's hit: weapons have types, and monsters what they do not mind."""
    def mean(self, weapon, monster):
        return self.json("hit", "srd", f"fighter@5,weapon={weapon}", f"{monster},armor_class=1")["mean"]

    def test_what_is_ignored_resisted_and_feared(self):
        plain = self.mean("longsword", "troll")
        self.assertEqual(self.mean("longsword", "black_pudding"), 0)
        self.assertEqual(self.mean("longsword", "werewolf_wolf"), 0)
        self.assertAlmostEqual(self.mean("warhammer", "skeleton"), 2 * plain)
        self.assertAlmostEqual(self.mean("longsword", "skeleton"), plain)
        self.assertLess(self.mean("longsword", "xorn"), plain / 2)
        self.assertAlmostEqual(self.mean("longsword+1", "xorn"), self.mean("longsword+1", "troll"))
        self.assertAlmostEqual(self.mean("warhammer", "xorn"), self.mean("warhammer", "troll"))
        # Halves are rounded down, which costs a quarter of a point of each hit; magic does it all.
        halved = self.mean("longsword", "gargoyle")
        self.assertTrue(plain / 2 - 0.5 < halved < plain / 2)
        self.assertAlmostEqual(self.mean("longsword+1", "gargoyle"), self.mean("longsword+1", "troll"))
        self.assertAlmostEqual(self.mean("longsword", "gargoyle,mundane=hurts"), plain)


class Rulesets(WyrmCase):
    def test_their_targets_hold(self):
        for game in some(GAMES[::-1]):
            told = self.json("check", game)
            # Of Brogue's creatures those that belong to machines or are called by others do not come, of the SRD's
            # those that are too much for one; some that do come win more often than not, met alone; and a challenge
            # rating is read by people alone.
            found = [finding["where"] for finding in told["findings"]]
            wanted = {"brogue": ["monsters"] * 3 + ["items.potion_of_telepathy"],
                      "shattered": ["monsters.necromancer", "items.potion_of_mind_vision", "depth 1", "depth 5"],
                      "srd": ["monsters", "combat.stats.challenge", "monsters", "monsters.swarm_of_quippers",
                              "monsters.swarm_of_ravens"]}
            self.assertEqual(found, wanted[game])
            verdicts = {target["target"]: target["verdict"] for target in told["verdicts"]}
            self.assertTrue(len(verdicts) >= 10, game)
            self.assertEqual(set(verdicts.values()), {"PASS"}, (game, verdicts))

    def test_brogue_and_shattered_are_games(self):
        """An explorer is best off in the first floors of both, and nobody stands about for ever."""
        for game, least in (("brogue", 3), ("shattered", 10)):
            runs = self.json("sim", game, "--runs", "60")
            self.assertEqual((runs["ends"]["stalled"], runs["ends"]["cut off"]), (0, 0), game)
            self.assertGreater(runs["final_depth"]["mean"], least, game)

    def test_the_srd_is_a_game(self):
        """Potions and rests as the document has them; a floor gives about the experience of a level."""
        rules = self.json("rules", "show", "srd")["rules"]
        heals = {name: item["effect"]["amount"] for name, item in rules["items"].items()}
        self.assertEqual(heals, {"potion_of_healing": "2d4+2", "potion_of_greater_healing": "4d4+4",
                                 "potion_of_superior_healing": "8d4+8", "potion_of_supreme_healing": "10d4+20"})
        told = [self.json("duel", "srd", f"fighter@{level}", "troll")["subject"]["hp"] for level in range(1, 12)]
        self.assertEqual(told[:8], [12 + 8 * (level - 1) for level in range(1, 9)])
        self.assertEqual(told[8:], [76, 84, 94])
        answer = self.json("sim", "srd", "--runs", "60", "--seed", "3")
        self.assertTrue(0.4 < answer["survival"][0]["value"] < 0.9, answer["survival"][0])
        for row in answer["levels"][:2]:
            self.assertTrue(abs(row["level"]["mean"] - row["depth"] - 1) < 0.3, row)


if __name__ == "__main__":
    unittest.main()
