"""The combat model `d20` beside the attacks and fights of the System Reference Document, which tests/oracles worked out
apart from the library."""
import csv
import json
import os
import re

from wyrm_case import EVERY, WyrmCase, main

FOREIGN = os.path.join(os.environ["GOLDEN"], "foreign")


def rows(name):
    with open(os.path.join(FOREIGN, name), encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def said(record):
    """Keys that say something, as a ruleset has them."""
    return {key: value for key, value in record.items() if value not in ("", "0", 0, [], False)}


class D20(WyrmCase):
    def ruleset(self, **sections):
        path = os.path.join(self.folder, "srd.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"name": "srd", "models": {"combat": "d20"}, **sections}, file)
        return path

    def test_what_a_save_leaves_of_a_rider_is_explained(self):
        for half in True, False:
            blow = {"to_hit": 5, "damage": "1d6", "rider": "2d4", "save_dc": 11, "save_half": half}
            path = self.ruleset(player={"hp": 9}, monsters={"spider": {"hp": 9, **blow}})
            step, = [step for step in self.json("hit", path, "spider", "player", "--explain")["steps"]
                     if step["label"] == "chance to escape the rider"]
            self.assertEqual((step["value"], step["formula"].endswith(", then half of it")), (50, half))

    def test_attacks(self):
        with open(os.path.join(FOREIGN, "attacks", "srd.json"), encoding="utf-8") as file:
            cases = json.load(file)["cases"]
        monsters = {}
        for number, case in enumerate(cases):
            monsters[f"attacker{number}"] = {"hp": 1, **said(case["attacker"]), **said(case["blow"])}
            monsters[f"defender{number}"] = {"hp": 1, **said(case["defender"])}
        path = self.ruleset(monsters=monsters)
        for number, case in enumerate(cases):
            answer = self.json("hit", path, f"attacker{number}", f"defender{number}")
            wanted = {int(value): chance for value, chance in case["pmf"].items()}
            found = {value: chance for value, chance in answer["pmf"] if chance > 0}
            self.assertEqual(set(found), set(wanted), case)
            for value, chance in found.items():
                self.assertAlmostEqual(chance, wanted[value], delta=1e-12, msg=case)

    @staticmethod
    def blows(text):
        """'3x +9 2d6+5 bludgeoning + 1d12 acid; ...', or '+4 1d6+2; ...', as a list of blows."""
        listed = []
        for blow in text.split("; "):
            times, bonus, damage, kind, rider, of = re.fullmatch(
                r"(?:(\d+)x )?\+(\d+) (\S+)(?: ([a-z]+))?(?: \+ (\S+) ([a-z]+))?", blow).groups()
            listed.append({"blow": damage, "to_hit": int(bonus), "times": int(times or 1), **said(
                {"type": kind or "", "rider": rider or "", "rider_type": of or ""})})
        return listed

    def test_fights(self):
        fights = (rows("srd_duels.csv") + rows("srd_duels_more.csv"))[::1 if EVERY else 2]
        creatures = {}
        for number, row in enumerate(fights):
            creatures[f"monster{number}"] = {
                "hp": int(row["monster_hp"]), "armor_class": int(row["monster_ac"]),
                "attacks": self.blows(row["monster_attacks"])}
            creatures[f"fighter{number}"] = {
                "hp": int(row["fighter_hp"]), "armor_class": int(row["fighter_ac"]),
                "attacks": [{"sword": row["fighter_dice"], "to_hit": int(row["fighter_bonus"]),
                             "times": int(row["fighter_attacks"])}]}
        path = self.ruleset(monsters=creatures)
        for number, row in enumerate(fights):
            answer = self.json("duel", path, f"fighter{number}", f"monster{number}")
            self.assertEqual(answer["method"], "exact")
            self.assertAlmostEqual(answer["p_win"], float(row["p_win"]), delta=1e-9, msg=row)


if __name__ == "__main__":
    main()
