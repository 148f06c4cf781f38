"""Three games that nobody here designed ship as rulesets: their figures are those of the games, and what people type
about their fights gives what tests/oracles/duels.py works out. tests/unit/foreign_test.c has whole tables of fights."""
import csv
import os
import re
import sys
import unittest

from wyrm_case import WyrmCase

FOREIGN = os.path.join(os.environ["GOLDEN"], "foreign")
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracles"))
import duels  # noqa: E402

GAMES = "brogue", "shattered", "srd"


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
        for row, record in self.compare("srd", rows("srd_monsters.csv"), columns):
            for column in ("resistances", "immunities"):
                words = [word for word in row[column].split() if not word.endswith(",") and word != "damage"]
                if (row["name"], column) == ("xorn", "resistances"):
                    words = []  # of weapons that are not magical only: the table ends there
                self.assertEqual(record.get(column, []), words, (row["name"], column))
            blows = [(blow["times"] if "times" in blow else 1, blow["to_hit"]) for blow in record["attacks"]]
            wanted = [(times, bonus) for times, bonus, _ in duels.srd_attacks(row["attacks"])]
            self.assertEqual(blows, wanted, row["name"])


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
        self.wins("srd", "fighter@5", "troll", troll)
        self.wins("srd", "player@5", "troll", troll)
        self.wins("srd", "fighter@5,weapon=greatsword", "troll", {**troll, "fighter_dice": "2d6+6"})
        better = {**troll, "fighter_dice": "2d6+8", "fighter_bonus": 9}
        self.wins("srd", "fighter@5,weapon=greatsword+2", "troll", better)
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
        for game in GAMES:
            told = self.json("check", game)
            # Of Brogue's creatures those that belong to machines or are called by others do not come, of the
            # SRD's those that are too much for one.
            found = [finding["where"] for finding in told["findings"]]
            self.assertEqual(found, ["monsters"] * (game != "shattered"))
            verdicts = {target["target"]: target["verdict"] for target in told["verdicts"]}
            self.assertTrue(len(verdicts) >= 10, game)
            self.assertEqual(set(verdicts.values()), {"PASS"}, (game, verdicts))

    def test_what_they_have_no_rules_for_is_named(self):
        for game in GAMES:
            for command in (("sim", game), ("curve", game)) + ((("loot", game),) if game == "srd" else ()):
                answer = self.run_wyrm(*command)
                self.assertEqual(answer.code, 3, command)
                self.assertIn("is missing", answer.err, command)


if __name__ == "__main__":
    unittest.main()
