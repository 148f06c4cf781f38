"""The attacks of eight games as rulesets: each case that others have enumerated, gear, and several blows.
foreign/GAME.yaml says its stats and gear; its rules are tests/script/GAME.lua."""
import json
import os
import re
from collections import defaultdict

from wyrm_case import WyrmCase, main

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.environ["GOLDEN"]
GAMES = "brogue", "shattered", "srd", "rogue", "nethack", "angband", "crawl", "qud"
# What a ruleset has a name for already.
RENAMED = {"armor": "guard", "level": "rank"}

# What worn armor and a weapon come to: the weapon, and the armor on the other, as stats that say the same.
GEAR = {
    "brogue": ("sword+3", {"damage": "[7, 9]", "enchant": 3}, "plate", {"defense": 70}),
    "shattered": ("sword", {"damage": "triangular 1..10"}, "mail", {"guard": "triangular 0..4"}),
    "srd": ("longsword+2", {"damage": "1d8+3", "to_hit": 7}, "plate", {"armor_class": 18}),
    "rogue": ("mace+1", {"damage": "2d4", "plus_to_hit": 1}, "plate", {"armor_class": 3}),
    "nethack": ("sword", {"damage": "1d8"}, "plate", {"armor_class": 3}),
    "angband": ("dagger", {"damage": "1d4"}, "plate", {"guard": 50}),
    "crawl": ("sword", {"damage": "[0, 7]"}, "plate", {"guard": 10, "evasion": 6}),
    "qud": ("dagger+2", {"damage": "1d4", "pv": 6}, "plate", {"av": 6}),
}


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf-8") as file:
        return file.read()


def record(*parts):
    return {RENAMED.get(key, key): value for part in parts for key, value in part.items() if value != ""}


def together(one, other):
    out = defaultdict(float)
    for value, p in one.items():
        for more, q in other.items():
            out[value + more] += p * q
    return out


class Games(WyrmCase):
    def setUp(self):
        super().setUp()
        self.cases, self.paths = {}, {}
        for game in GAMES:
            with open(os.path.join(GOLDEN, "foreign", "attacks", f"{game}.json"), encoding="utf-8") as file:
                self.cases[game] = json.load(file)["cases"]
            lua = read("..", "script", f"{game}.lua")
            # A blow is its attacker with stats of its own.
            lua = lua.replace("defender, blow)\n", "defender, blow)\n    blow = attacker\n")
            for old, new in RENAMED.items():
                lua = re.sub(rf"(attacker|defender)\.{old}\b", rf"\1.{new}", lua)
            lua = re.sub(r"(local function \w+\(.*\))\n    blow = attacker\n", r"\1\n", lua)
            self.write(f"{game}.lua", lua)
            monsters = {}
            for i, case in enumerate(self.cases[game]):
                monsters[f"a{i}"] = {"hp": 10, **record(case["attacker"], case["blow"])}
                monsters[f"d{i}"] = {"hp": 10, **record(case["defender"])}
            _, weapon, _, armor = GEAR[game]
            player = re.search(r"player: \{hp: \d+(.*)\}", read("foreign", f"{game}.yaml")).group(1)
            own = dict(re.findall(r"(\w+): (\w+)", player))
            own = {key: json.loads(value) for key, value in own.items()}
            monsters["armed"] = {"hp": 10, **own, **weapon}
            monsters["clad"] = {"hp": 10, **own, **armor}
            for name, same in (("twice", True), ("other", False)):
                monsters[name] = self.several(game, same)
            self.paths[game] = self.write(f"{game}.yaml", read("foreign", f"{game}.yaml") +
                                          f"monsters: {json.dumps(monsters)}\n")

    def several(self, game, same):
        """Case 0 twice in an attack, and once more with other damage, which is the stat of a blow."""
        out = {"hp": 10, **record(self.cases[game][0]["attacker"], self.cases[game][0]["blow"])}
        damage = out.pop("damage")
        return {**out, "attacks": [{"claw": damage, "times": 2}] + ([] if same else [{"bite": 2}])}

    def pmf(self, game, *who):
        return dict(self.json("hit", self.paths[game], *who)["pmf"])

    def assert_same(self, found, wanted, what):
        for value in set(found) | set(wanted):
            self.assertAlmostEqual(found.get(value, 0), wanted.get(value, 0), delta=1e-12, msg=(what, value))

    def test_an_attack_is_what_every_outcome_comes_to(self):
        """Hit rolls, dice, critical hits, surprise, armor that takes off damage, types, enchant levels."""
        for game, cases in self.cases.items():
            for i, case in enumerate(cases):
                wanted = {int(value): p for value, p in case["pmf"].items()}
                self.assert_same(self.pmf(game, f"a{i}", f"d{i}"), wanted, (game, i))

    def test_worn_armor_and_weapons_count(self):
        for game, (weapon, _, armor, _) in GEAR.items():
            bare = self.pmf(game, "armed", "player")
            clad = self.pmf(game, "armed", f"player,armor={armor}")
            self.assert_same(clad, self.pmf(game, "armed", "clad"), game)
            self.assert_same(self.pmf(game, f"player,weapon={weapon}", "clad"), clad, game)
            self.assertLess(sum(value * p for value, p in clad.items()),
                            sum(value * p for value, p in bare.items()), game)

    def test_several_blows_add_up(self):
        for game, cases in self.cases.items():
            one = {int(value): p for value, p in cases[0]["pmf"].items()}
            two = together(one, one)
            self.assert_same(self.pmf(game, "twice", "d0"), two, game)
            answer = self.json("hit", self.paths[game], "other", "d0")
            self.assertEqual([(blow["name"], blow["times"]) for blow in answer["blows"]], [("claw", 2), ("bite", 1)])
            bite = answer["mean"] - sum(value * p for value, p in two.items())
            self.assertAlmostEqual(answer["blows"][1]["mean"], bite, delta=1e-9)


if __name__ == "__main__":
    main()
