"""Tables that leave for engines and come from spreadsheets: what is written loads, and says what the library says."""
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from wyrm_case import WyrmCase, main, some

RULESETS = ("ruggrogue", "yarl", "tutorial", "tutorial-before", "bob-and-trev", "brogue", "shattered", "srd")
SECTIONS = ("monsters", "weapons", "armors", "items")
TABLES = SECTIONS + ("fighters", "levels", "rooms", "spawns", "loot")

# One of each model that has tables of its own, small enough to be worked out by hand: two groups a floor, of which one
# in four is a pack from depth 2 on; three items a floor.
MODELS = """
name: models
models: {combat: script, growth: levels, encounter: hordes, loot: floors, map: rooms}
combat:
  stats: {power: {kind: amount, default: 1d2}}
  conditions: {burning: {damage: 1d3, most: 4}}
  counters: {rage: {most: 3}}
  script: |
    function attack(a, d) return roll(a.power) end
    function levels(level) return {hp = 10 + level, power = level .. "d4", experience = 10 * (level - 1)} end
growth: {table: script, last: 3}
player: {}
monsters:
  rat: {hp: 1d6, power: 1d3, experience: 2}
  ogre: {hp: 9, power: 2d4, experience: 10}
encounter:
  last_depth: 2
  depths: [{from_depth: 1, groups: 2, wandering: 1/8}]
  hordes:
    pack: {leader: rat, members: {rat: "[1, 3]"}, frequency: 1}
    ogre: {depths: [2, 2], frequency: 3}
loot: {number: [{items: 3}], categories: {metal: {weight: 3}}}
items:
  herb: {weight: 1, effect: {kind: heal, amount: 1d8}}
  coin: {weight: 1, category: metal}
gold: {floors: [{from_depth: 1, heaps: 2, pieces: 1d5}]}
shops: {smith: {depths: [2, 2], stock: 2, offers: {herb: {price: 7}}}}
drops: {rat: [{chance: 0.5, gold: 1d5}, {items: {herb: 2, coin: 1}, number: 1d3}]}
"""
BY_HAND = {
    "floors": [{"depth": 1, "per": "floor", "groups": 2, "monsters": 6, "experience": 12, "wandering": 1 / 8},
               {"depth": 2, "per": "floor", "groups": 2, "monsters": 3, "experience": 18, "wandering": 1 / 8}],
    "floor_hordes": [{"depth": 1, "horde": "pack", "mean": 2, "any": 1},
                     {"depth": 2, "horde": "pack", "mean": 0.5, "any": 7 / 16},
                     {"depth": 2, "horde": "ogre", "mean": 1.5, "any": 15 / 16}],
    "floor_monsters": [{"depth": 1, "monster": "rat", "mean": 6, "any": 1},
                       {"depth": 2, "monster": "rat", "mean": 1.5, "any": 7 / 16},
                       {"depth": 2, "monster": "ogre", "mean": 1.5, "any": 15 / 16}],
    "horde_members": [{"horde": "pack", "monster": "rat", "number": [1, 3]}],
    "found": [{"depth": depth, "item": item, "mean": mean, "until": mean * depth}
              for depth in (1, 2) for item, mean in (("herb", 0.75), ("coin", 2.25))],
    "floor_gold": [{"depth": depth, "heaps": 2, "mean": 6, "until": 6 * depth} for depth in (1, 2)],
    "shop_offers": [{"shop": "smith", "depth": 2, "chance": 1, "item": "herb", "any": 1, "mean": 2, "price": 7}],
    "drops": [{"monster": "rat", "chance": [[0.5, 1]], "gold": "1d5", "number": 1, "bonus": 0},
              {"monster": "rat", "chance": [[1, 1]], "items": {"herb": 2, "coin": 1}, "number": "1d3", "bonus": 0}],
    "levels": [{"level": level, "total": 10 * level - 10, "player.hp": 10 + level, "player.power": f"{level}d4",
                "player.burning": 0, "player.rage": 0, **({"next": 10} if level < 3 else {})} for level in (1, 2, 3)],
}
RECORDS = {"encounter_hordes": ["pack", "ogre"], "encounter_depths": 1, "loot_number": 1, "loot_categories": ["metal"],
           "gold_floors": 1, "shops": ["smith"], "combat_stats": ["power"], "combat_conditions": ["burning"],
           "combat_counters": ["rage"]}

# At level 2 blows come instead of the player's own damage, at level 3 one of them more often.
BLOWS = """
name: blows
models: {combat: d20, growth: levels}
player: {hp: 30, armor_class: 14, to_hit: 4, damage: 1d6+2}
growth: {experience: [0, 60, 120]}
levels:
  - {level: 2, attacks: [{slash: 2d8+2}, {stab: 1d6, only: melee, to_hit: 6}]}
  - {level: 3, attacks: [{slash: 2d8+2, times: 2}]}
monsters: {ogre: {hp: 30, armor_class: 12, to_hit: 5, attacks: [{club: 2d6}]}}
"""

# Prints a value as JSON; what is a list in Lua has no other keys.
LUA_JSON = """
local function put(v)
  if type(v) == "table" then
    local parts = {}
    if #v > 0 or next(v) == nil then
      for _, e in ipairs(v) do parts[#parts + 1] = put(e) end
      return "[" .. table.concat(parts, ",") .. "]"
    end
    for k, e in pairs(v) do parts[#parts + 1] = string.format("%q:", k) .. put(e) end
    return "{" .. table.concat(parts, ",") .. "}"
  end
  if type(v) == "string" then
    return '"' .. v:gsub('[%c"\\\\]', function(c) return string.format("\\\\u%04x", c:byte()) end) .. '"'
  end
  return math.type(v) == "float" and string.format("%.17g", v) or tostring(v)
end
print(put(dofile(arg[1])))
"""


def as_told(value):
    """Numbers with the 15 digits that answers have."""
    if isinstance(value, dict):
        return {key: as_told(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_told(part) for part in value]
    return float(f"{value:.15g}") if isinstance(value, float) else value


def nested_lists(value):
    """As Lua has it: what is empty is a list, and what is null is not there."""
    if isinstance(value, dict):
        found = {key: nested_lists(part) for key, part in value.items() if part is not None}
        return found or []
    return [nested_lists(part) for part in value] if isinstance(value, list) else value


class Export(WyrmCase):
    def export(self, ruleset, how, *more):
        folder = os.path.join(self.folder, f"{ruleset}-{how}")
        self.text("rules", "export", ruleset, "--format", how, "-o", folder, *more)
        return folder

    def exported(self, ruleset, how, ending):
        path = os.path.join(self.export(ruleset, how), f"{ruleset}.{ending}")
        with open(path, encoding="utf-8") as file:
            return path, file.read()

    told = {}  # what was exported as JSON, once

    def tables(self, ruleset):
        if ruleset not in self.told:
            self.told[ruleset] = self.read_tables(ruleset)
        return self.told[ruleset]

    def read_tables(self, ruleset):
        return json.loads(self.exported(ruleset, "json", "json")[1])

    def test_records_are_those_of_the_ruleset(self):
        for ruleset in RULESETS:
            rules, tables = self.json("rules", "show", ruleset)["rules"], self.tables(ruleset)
            for section in SECTIONS:
                wanted = [{"name": name, **record} for name, record in rules.get(section, {}).items()]
                self.assertEqual(as_told(tables[section]), wanted, (ruleset, section))

    def test_fighters_and_levels_are_those_of_fights(self):
        for ruleset in RULESETS:
            tables = self.tables(ruleset)
            for fighter in tables["fighters"][:4]:
                text = fighter["name"] + (f"@{fighter['level']}" if ruleset == "ruggrogue" else "")
                told = self.json("hit", ruleset, text, text)["attacker"]
                fighter = as_told(fighter)
                self.assertEqual((fighter["hp"], fighter["regeneration"]), (told["max_hp"], told["regeneration"]))
                stats = {key[5:]: value for key, value in fighter.items() if key.startswith("stat.")}
                self.assertEqual(stats, {key: told["stats"][key] for key in stats}, (ruleset, text))
        levels = self.json("rules", "show", "ruggrogue", "--levels", "1..50")["levels"]
        for row, told in zip(self.tables("ruggrogue")["levels"], levels, strict=True):
            self.assertEqual((row["level"], row["factor"], row["next"], row["total"]),
                             (told["level"], told["factor"], told["next"], told["total"]))
            self.assertEqual(row["player.attack"], told["player"]["attack"])

    def test_monsters_of_one_title_have_a_share_each(self):
        alike = "name: alike\nextends: tutorial\nmonsters: {orc: {title: Brute}, troll: {title: Brute}}\n"
        self.write("alike.yaml", alike)
        depths, own = (self.json("curve", name, "--monsters")["depths"] for name in ("alike.yaml", "tutorial"))
        self.assertEqual(depths, own)
        for row in depths:
            self.assertAlmostEqual(sum(share["value"] for share in row["monsters"].values()), 1)

    def test_depths_have_those_who_are_met_and_what_is_found(self):
        for ruleset in "tutorial", "yarl":
            tables, told = self.tables(ruleset), self.json("curve", ruleset, "--monsters")["depths"]
            for depth in told:
                wanted = {name: share["value"] for name, share in depth["monsters"].items() if share["value"] > 0}
                found = {row["monster"]: row["share"] for row in tables["spawns"]
                         if row["depth"] == depth["depth"]}
                self.assertEqual(found.keys(), wanted.keys())
                for name, share in wanted.items():
                    self.assertAlmostEqual(found[name], share, delta=1e-12)
        # Roguelike tutorial, part 12: 35 healing potions, 10 confusion scrolls, at depth 2.
        loot = {row["item"]: row["share"] for row in self.tables("tutorial")["loot"] if row["depth"] == 2}
        self.assertEqual({name: round(share * 45) for name, share in loot.items()},
                         {"healing_potion": 35, "confusion_scroll": 10})

    def models(self, how):
        self.write("models.yaml", MODELS)
        folder = os.path.join(self.folder, how)
        self.text("rules", "export", "models.yaml", "--format", how, "-o", folder)
        return folder

    def models_json(self):
        with open(os.path.join(self.models("json"), "models.json"), encoding="utf-8") as file:
            return json.load(file)

    def test_models_have_tables_of_their_own(self):
        tables = self.models_json()
        for name, rows in BY_HAND.items():
            self.assertEqual(len(tables[name]), len(rows), name)
            for row, wanted in zip(tables[name], rows):
                self.assertEqual(row.keys(), wanted.keys(), name)
                for key, value in wanted.items():
                    if isinstance(value, float):
                        self.assertAlmostEqual(row[key], value, delta=1e-12)
                    else:
                        self.assertEqual(row[key], value, (name, key))
        for name, wanted in RECORDS.items():
            found = tables[name]
            self.assertEqual(len(found) if isinstance(wanted, int) else [row["name"] for row in found], wanted, name)
        self.assertEqual(tables["encounter_hordes"][0]["members"], {"rat": [1, 3]})
        amounts = {row["amount"]: row for row in tables["amounts"]}
        self.assertEqual(len(amounts["3d4"]["chances"]), 10)  # said by the script alone
        for amount in "[1, 3]", "1d5", "1d3":
            self.assertIn(amount, amounts)

    def test_figures_of_a_sample_have_their_interval(self):
        rows = self.tables("brogue")["found"]
        self.assertTrue(rows)
        for row in rows:
            self.assertTrue(row.get("until_low", row["until"]) <= row["until"] <= row.get("until_high", row["until"]))

    def test_every_table_of_models_is_documented(self):
        with open(os.path.join(os.path.dirname(__file__), "..", "..", "docs", "engine-tables.md"),
                  encoding="utf-8") as file:
            page = file.read()
        for name in self.models_json():
            if name not in ("schema", "wyrm", "ruleset", "seed"):
                self.assertIn(f"`{name}`", page)

    def test_csv_of_models_says_the_same(self):
        folder, tables = self.models("csv"), self.models_json()
        for name in list(BY_HAND) + list(RECORDS):
            with open(os.path.join(folder, f"{name}.csv"), encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(len(rows), len(tables[name]), name)
            for row, wanted in zip(rows, tables[name]):
                for key, value in wanted.items():
                    if isinstance(value, (int, float)) and not isinstance(value, bool):
                        self.assertEqual(float(row[key]), value, (name, key))
                    elif isinstance(value, str):
                        self.assertEqual(row[key], value, (name, key))

    @unittest.skipUnless(shutil.which("lua5.4") or shutil.which("lua"), "no Lua")
    def test_lua_and_gdscript_of_models_say_the_same(self):
        script, path = self.write("json.lua", LUA_JSON), os.path.join(self.models("lua"), "models.lua")
        said = subprocess.run([shutil.which("lua5.4") or shutil.which("lua"), script, path],
                              capture_output=True, check=True).stdout
        self.assertEqual(json.loads(said), nested_lists(self.models_json()))
        with open(os.path.join(self.models("gdscript"), "models.gd"), encoding="utf-8") as file:
            self.assertEqual(json.loads(file.read().split("const TABLES = ")[1]), self.models_json())

    @unittest.skipUnless(shutil.which("cc"), "no compiler")
    def test_c_of_models_says_the_same(self):
        source = self.write("say.c", f"""
#include <inttypes.h>
#include <stdio.h>
#include "{os.path.join(self.models("c"), "models.h")}"
int main(void)
{{
    for (int i = 0; i < models_floor_monsters_count; i++)
        printf("%" PRId64 " %s %.17g\\n", models_floor_monsters[i].depth, models_floor_monsters[i].monster,
               models_floor_monsters[i].mean);
    for (int i = 0; i < models_found_count; i++)
        printf("%s %.17g\\n", models_found[i].item, models_found[i].until);
    for (int i = 0; i < models_levels_count; i++)
        printf("%" PRId64 " %s\\n", models_levels[i].player_hp, models_levels[i].player_power);
    printf("%s %s %s\\n", models_encounter_hordes[MODELS_ENCOUNTER_HORDES_PACK].leader,
           models_amounts[models_horde_members[0].number].amount, models_shops[MODELS_SHOPS_SMITH].offers);
    return 0;
}}
""")
        program = os.path.join(self.folder, "say")
        subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-o", program, source], check=True)
        said = subprocess.run([program], capture_output=True, check=True, text=True).stdout.split("\n")
        self.assertEqual(said[:3], ["1 rat 6", "2 rat 1.5", "2 ogre 1.5"])
        self.assertEqual(said[3:7], ["herb 0.75", "coin 2.25", "herb 1.5", "coin 4.5"])
        self.assertEqual(said[7:10], ["11 1d4", "12 2d4", "13 3d4"])
        self.assertRegex(said[10], r"^rat \[1, 3\] \{herb: ")

    def test_amounts_are_distributions(self):
        amounts = {row["amount"]: row for row in self.tables("brogue")["amounts"]}
        self.assertEqual(amounts["[1, 3]"]["least"], 1)
        for share in amounts["[1, 3]"]["chances"]:
            self.assertAlmostEqual(share, 1 / 3, delta=1e-15)
        for row in amounts.values():
            self.assertAlmostEqual(sum(row["chances"]), 1, delta=1e-11)
            self.assertEqual(len(row["chances"]), row["greatest"] - row["least"] + 1)

    def test_blows_that_levels_give_are_there_and_what_they_replace_is_not(self):
        path = self.write("blows.yaml", BLOWS)
        tables = json.loads(self.text("rules", "export", path))
        self.assertEqual(tables["blows"], [
            {"fighter": "ogre", "level": 1, "blow": "club", "times": 1, "stat.damage": "2d6"},
            {"fighter": "player", "level": 2, "blow": "slash", "times": 1, "stat.damage": "2d8+2"},
            {"fighter": "player", "level": 2, "blow": "stab", "times": 1, "only": "melee", "stat.to_hit": 6,
             "stat.damage": "1d6"},
            {"fighter": "player", "level": 3, "blow": "slash", "times": 2, "stat.damage": "2d8+2"}])
        self.assertEqual([row.get("player.damage") for row in tables["levels"]], ["1d6+2", None, None])
        self.assertIn("2d8+2", [row["amount"] for row in tables["amounts"]])
        self.assertNotIn("blows", self.read_tables("tutorial"))

    def test_damage_that_blows_replace_is_not_told(self):
        path = self.write("blows.yaml", BLOWS)
        self.assertIn("1d6+2", self.text("hit", path, "player", "ogre"))
        self.assertNotIn("1d6+2", self.text("hit", path, "player@2", "ogre"))
        stats = self.json("hit", path, "player@2", "player")
        self.assertNotIn("damage", stats["attacker"]["stats"])
        self.assertEqual(stats["defender"]["stats"]["damage"], "1d6+2")
        ranged = self.write("ranged.yaml", "name: ranged\nmodels: {combat: accuracy}\nmonsters:\n"
                            "  rat: {hp: 9, damage: '[2, 5]', attacks: [{bite: 1d4}]}\n"
                            "  bat: {hp: 9, damage: '[3, 6]'}\n")
        self.assertNotIn("[2, 5]", self.text("hit", ranged, "rat", "bat"))
        self.assertIn("[3, 6]", self.text("hit", ranged, "rat", "bat"))

    def test_levels_tell_the_blows_that_they_bring(self):
        path = self.write("blows.yaml", BLOWS)
        self.assertIn("\nThe blows of the player, without gear:\n\n"
                      "level  blow   times  to_hit  damage\n"
                      "    1  -          1       4   1d6+2\n"
                      "    2  slash      1       -   2d8+2\n"
                      "       stab       1       6     1d6\n"
                      "    3  slash      2       -   2d8+2\n", self.text("rules", "show", path, "--levels", "1..9"))
        self.assertNotIn("The blows", self.text("rules", "show", path, "--levels", "3..9"))
        levels = self.json("rules", "show", path, "--levels", "1..3")["levels"]
        self.assertNotIn("blows", levels[0])
        self.assertEqual(levels[1]["blows"][1],
                         {"name": "stab", "times": 1, "only": "melee", "stats": {"to_hit": 6, "damage": "1d6"}})
        self.assertEqual(levels[2]["blows"], [{"name": "slash", "times": 2, "stats": {"damage": "2d8+2"}}])

    @unittest.skipUnless(shutil.which("lua5.4") or shutil.which("lua"), "no Lua")
    def test_lua_loads_it(self):
        script = self.write("json.lua", LUA_JSON)
        for ruleset in some(RULESETS, 2):
            path, _ = self.exported(ruleset, "lua", "lua")
            lua = shutil.which("lua5.4") or shutil.which("lua")
            said = subprocess.run([lua, script, path], capture_output=True, check=True).stdout
            self.assertEqual(json.loads(said), nested_lists(self.tables(ruleset)), ruleset)

    def test_any_letter_of_a_title_comes_through(self):
        """Those that steer a terminal are escaped, where JSON has two for one above U+FFFF."""
        title = 'R\u00e4t\u202e"x\\ \ue123 \U000e0041 \U0001f400? 1'
        said = r'"R\u00e4t\u202e\"x\\ \ue123 \U000e0041 \U0001f400? 1"'
        path = self.write("odd.yaml", "name: odd\nmodels: {combat: subtract}\nplayer: {hp: 20, power: 5}\n"
                                      f"monsters:\n  rat: {{title: {said}, hp: 3, power: 1}}\n")
        self.assertEqual(json.loads(self.text("rules", "export", path))["monsters"][0]["title"], title)
        lua = self.text("rules", "export", path, "--format", "lua")
        self.assertIn('["title"] = "R\u00e4t\\u{202e}\\"x\\\\ \ue123 \\u{e0041} \U0001f400? 1"', lua)
        c = self.text("rules", "export", path, "--format", "c")
        self.assertIn(r'"R\303\244t\342\200\256\"x\\ \356\204\243 \363\240\201\201 \360\237\220\200\? 1"', c)

    def test_gdscript_is_a_constant(self):
        for ruleset in some(RULESETS, 2):
            _, text = self.exported(ruleset, "gdscript", "gd")
            head, tables = text.split("const TABLES = ")
            self.assertRegex(head, r"\A# [^\n]*\nextends RefCounted\n\n\Z")
            self.assertEqual(json.loads(tables), self.tables(ruleset))

    def test_what_no_row_says_is_false_in_c(self):
        self.text("rules", "export", "brogue", "--format", "c", "-o", "tables")
        text = pathlib.Path(self.folder, "tables", "brogue.h").read_text(encoding="utf-8")
        self.assertRegex(text, r"\n    bool splits_shared;\n")

    @unittest.skipUnless(shutil.which("cc"), "no compiler")
    def test_c_compiles_and_says_the_same(self):
        for ruleset in some(RULESETS, 2):
            path, _ = self.exported(ruleset, "c", "h")
            tables, prefix = self.tables(ruleset), ruleset.replace("-", "_")
            last = tables["monsters"][-1]["name"].upper().replace("-", "_")
            source = self.write("say.c", f"""
#include <inttypes.h>
#include <stdio.h>
#include "{path}"
int main(void)
{{
    printf("%d %d %s\\n", {prefix}_monsters_count, {prefix}_spawns_count,
           {prefix}_monsters[{prefix.upper()}_MONSTERS_{last}].name);
    for (int i = 0; i < {prefix}_fighters_count; i++)
        printf("%s %" PRId64 " %.17g\\n", {prefix}_fighters[i].name, {prefix}_fighters[i].hp,
               {prefix}_fighters[i].regeneration);
    for (int i = 0; i < {prefix}_amounts_count; i++)
        printf("%.17g\\n", {prefix}_chances[{prefix}_amounts[i].first]);
}}
""")
            program = os.path.join(self.folder, "say")
            for compiler in ["cc"], ["clang"], ["c++", "-x", "c++"]:
                if shutil.which(compiler[0]):
                    subprocess.run([*compiler, "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable",
                                    "-Wno-unused-const-variable", "-Wno-missing-field-initializers",
                                    *(["-std=c11"] if len(compiler) == 1 else []),
                                    "-o", program, source], check=True)
            said = subprocess.run([program], capture_output=True, check=True, text=True).stdout.split("\n")[:-1]
            monsters = tables["monsters"]
            self.assertEqual(said[0], f"{len(monsters)} {len(tables['spawns'])} {monsters[-1]['name']}")
            told = [line.split() for line in said[1:1 + len(tables["fighters"])]]
            self.assertEqual([(name, int(hp), float(more)) for name, hp, more in told],
                             [(row["name"], row["hp"], row["regeneration"]) for row in tables["fighters"]])
            self.assertEqual([float(line) for line in said[1 + len(tables["fighters"]):]],
                             [row["chances"][0] for row in tables["amounts"]])

    def test_names_never_meet(self):
        path = self.write("twins.yaml", "name: twins\nmodels: {combat: script}\ncombat:\n  stats:\n    int: {}\n"
                          "    a-b: {}\n    a_b: {}\n    A_b: {}\n  script: function attack(a, d) return 1 end\n"
                          "monsters:\n  ant-lion: {hp: 1, int: 2, a-b: 3, a_b: 4, A_b: 5}\n  ant_lion: {hp: 2}\n"
                          "  ANT_LION: {hp: 3}\n")
        text = self.text("rules", "export", path, "--format", "c")
        self.assertRegex(text, r"TWINS_MONSTERS_ANT_LION = 0,\n    TWINS_MONSTERS_ANT_LION_2 = 1,\n"
                               r"    TWINS_MONSTERS_ANT_LION_3 = 2,")
        self.assertRegex(text, r"double int_2;\n    double a_b;\n    double a_b_2;\n    double a_b_3;")

    def test_names_that_all_meet_are_refused_and_not_tried_for_hours(self):
        names = ["a" + "".join("-_"[number >> bit & 1] + "a" for bit in range(11)) for number in range(2000)]
        path = self.write("twins.yaml", "name: twins\nmodels: {combat: ratio}\nmonsters:\n" +
                          "".join(f"  {name}: {{hp: 1}}\n" for name in names))
        self.refused_with(3, "too many names are the same in C", "rules", "export", path, "--format", "c")
        self.assertEqual(len(json.loads(self.text("rules", "export", path))["monsters"]), 2000)

    def test_the_same_bytes_each_time(self):
        one, other = (self.text("rules", "export", "yarl", "--format", "lua") for _ in range(2))
        self.assertEqual(one, other)

    def test_what_makes_no_sense(self):
        self.refused(2, "wyrm rules export: CSV is a file a table: -o says in which folder\n",
                     "rules", "export", "yarl", "--format", "csv")
        self.refused(2, "wyrm rules export: --format takes csv, json, lua, gdscript or c, found 'jso' (did you mean "
                     "'json'?)\n", "rules", "export", "yarl", "--format", "jso")


class Import(WyrmCase):
    export = Export.export

    def imported(self, text, into="monsters", *more):
        path = self.write("sheet.csv", text) if isinstance(text, str) else os.path.join(self.folder, "sheet.csv")
        if not isinstance(text, str):
            with open(path, "wb") as file:
                file.write(text)
        return self.json("rules", "import", path, "--into", into, *more)

    def rules(self, yaml):
        rules = self.json("rules", "show", self.write("imported.yaml", yaml))["rules"]
        rules.pop("extends", None)
        return rules

    def test_what_is_exported_comes_back(self):
        for ruleset in some(RULESETS, 2):
            folder, whole = self.export(ruleset, "csv"), self.text("rules", "show", ruleset)
            rules = self.rules(whole)
            for section in SECTIONS:
                if not rules.get(section):
                    continue
                answer = self.json("rules", "import", f"{folder}/{section}.csv", "--into", section,
                                   "--ruleset", ruleset)
                self.assertEqual((answer["faults"], answer["kept"]), ([], len(rules[section])), (ruleset, section))
                table = answer["yaml"][answer["yaml"].index(f"\n{section}:\n"):]
                again = re.sub(rf"(?m)^{section}:\n(?: .*\n)*", lambda _: table[1:], whole)
                self.assertIn(table, again)
                self.assertEqual(self.rules(again), rules, (ruleset, section))

    def test_a_spreadsheet_of_ones_own_finds_its_models(self):
        answer = self.imported("Name,HP,Attack,Defense\nGoblin Chief,12,7.5,3\nbat,4,2,1\n")
        self.assertEqual((answer["rows"], answer["kept"], answer["faults"]), (2, 2, []))
        rules = self.rules(answer["yaml"])
        self.assertEqual(rules["models"]["combat"], "ratio")
        self.assertEqual(rules["monsters"]["goblin_chief"],
                         {"title": "Goblin Chief", "hp": 12, "attack": 7.5, "defense": 3.0})
        self.assertEqual(list(rules["monsters"]), ["goblin_chief", "bat"])

    def test_other_words_for_hit_points_are_known(self):
        for word in ("Max HP", "hp_max", "MaxHP", "Hit Points"):
            faults = self.imported(f"name,{word},damage\norc,12,1d6\n")["faults"]
            self.assertTrue(faults[0]["message"].endswith("(did you mean 'hp'?)"), faults[0]["message"])

    def test_any_way_of_writing_a_table(self):
        plain = self.imported("name,hp,title\norc,12,\"Orc, the \"\"Great\"\"\"\n")["yaml"]
        for text in (b"name;hp;title\norc;12;\"Orc, the \"\"Great\"\"\"\n",
                     b"name\thp\ttitle\norc\t12\tOrc, the \"Great\"\n",
                     b"\xef\xbb\xbfname,hp,title\r\norc , 12,\"Orc, the \"\"Great\"\"\"\r\n\r\n"):
            self.assertEqual(self.imported(text)["yaml"], plain)
        self.assertEqual(self.rules(plain)["monsters"]["orc"]["title"], 'Orc, the "Great"')

    def test_what_spreadsheets_write_is_understood(self):
        """TRUE, a row of nothing, Two-Handed, and where semicolons part the cells a comma in a number."""
        answer = self.imported("Name;Damage;To Hit;Two-Handed;Reach\nknife;1d4;0,5;FALSE;1\n;;;;\n ; ;;;\n"
                               "maul;2d6;-1,25;TRUE;2,5\nbow;1d6;1,2,3;;,5\n", "weapons")
        self.assertEqual((answer["rows"], answer["kept"]), (3, 3))
        self.assertEqual([(fault["line"], fault["column"]) for fault in answer["faults"]], [(6, 3), (6, 5)])
        weapons = self.rules(answer["yaml"])["weapons"]
        self.assertEqual([weapons[name]["to_hit"] for name in ("knife", "maul", "bow")], [0.5, -1.25, 0])
        self.assertEqual([weapons[name]["two_handed"] for name in ("knife", "maul")], [False, True])
        self.assertEqual(weapons["maul"]["reach"], 2.5)
        # Elsewhere a comma may part thousands, and a text may be TRUE.
        answer = self.imported("name,damage,to_hit,title\nknife,1d4,\"1,500\",TRUE\n", "weapons")
        self.assertEqual([(fault["line"], fault["column"]) for fault in answer["faults"]], [(2, 3)])
        self.assertEqual(self.rules(answer["yaml"])["weapons"]["knife"]["title"], "TRUE")

    def test_what_a_record_lacks_for_an_error_in_it_is_not_told_as_another(self):
        answer = self.imported("name,effect.kind,effect.damage,effect.range\npot,blast,2d6,5\n", "items")
        self.assertEqual([fault["message"].partition("): ")[2] for fault in answer["faults"]],
                         ["'blast': the effect 'blast' needs 'radius'", "'2d6': left out with what stands beside it",
                          "'5': left out with what stands beside it"])

    def test_what_is_not_understood_is_a_sentence_with_its_place(self):
        answer = self.imported("name,hp,powr,defense,effect of\norc,12x,3,4,\ntroll,20,5,many,\norc,1,1,1,\n,3,3,3,\n"
                               "wolf,8,2,1,,,,\n", "monsters", "--ruleset", "tutorial")
        self.assertEqual([(fault["line"], fault["column"]) for fault in answer["faults"]],
                         [(1, 3), (1, 5), (2, 2), (3, 4), (4, 0), (5, 0), (6, 0)])
        words = [fault["message"] for fault in answer["faults"]]
        self.assertNotIn("splits", self.imported("name,hp,speed\nbat,4,2\n")["faults"][0]["message"])
        self.assertEqual(words[0],
                         "line 1, column 3 (powr): unknown key 'powr' in monsters (did you mean 'power'?)")
        self.assertTrue(words[2].startswith("line 2, column 2 (hp): '12x': "), words)
        other = self.imported("name,HP,Armour Class,XP,effect.of\nbat,4,12,7,1\n", "monsters", "--ruleset", "tutorial")
        self.assertEqual([fault["message"] for fault in other["faults"][:2]],
                         ["line 1, column 3 (Armour Class): unknown key 'armour_class' in monsters (did you mean "
                          "'armor_class'?)",
                          "line 1, column 4 (XP): unknown key 'xp' in monsters (did you mean 'experience'?)"])
        self.assertIn("that name is taken by line 2", words[4])
        for sentence in words:
            self.assertIn(f"# {sentence}\n", answer["yaml"])
        self.rules(answer["yaml"])

    def test_a_row_that_is_left_out_tells_which_of_its_cells_is_why(self):
        answer = self.imported("name,hp,attack,defense\nrat,4,x,1\nbat,-3,y,1\n")
        self.assertEqual([(fault["line"], fault["column"]) for fault in answer["faults"]],
                         [(2, 3), (3, 0), (3, 2), (3, 3)])
        told = [fault["message"] for fault in answer["faults"]]
        self.assertIn("'bat' has no hit points: 'hp' is missing, and growth gives none", told[1])
        self.assertIn("line 3, column 2 (hp): '-3': ", told[2])
        for words in told:
            self.assertIn("  # " + words + "\n", answer["yaml"])

    def test_what_stands_there_twice_is_told_apart_or_left_out(self):
        answer = self.imported("name,hp,hp\nBig Orc,1,9\nbig orc,2,9\nBIG ORC,3,9\nBig Orc,4,9\n")
        monsters = self.rules(answer["yaml"])["monsters"]
        self.assertEqual({name: one["hp"] for name, one in monsters.items()},
                         {"big_orc": 1, "big_orc_2": 2, "big_orc_3": 3})
        self.assertEqual([(fault["line"], fault["column"]) for fault in answer["faults"]], [(1, 3), (5, 0)])
        self.assertIn("there is a column of that name already", answer["faults"][0]["message"])
        self.assertIn("that name is taken by line 2", answer["faults"][1]["message"])

    def test_a_hostile_table_does_no_harm(self):
        rows = ["name,hp,title", "a: {b,1,x", "*alias,1,x", "- list,2,y", "x,\"1\nmonsters: {}\",z", "y,1,\x1b[31mred",
                "z,[[[[[[[[[[[[,q", "w,!!python/object,q", "v,\"\"\"\",\"a\\\"", "null,~,null"]
        answer = self.imported("\n".join(rows) + "\n")
        self.assertNotIn("\x1b", answer["yaml"])
        self.assertEqual(self.rules(answer["yaml"]).keys() >= {"monsters"}, True)
        broken = self.imported(b"name,hp\n\xff\xfe,1\nok,2\nn\x00l,3\n")
        self.assertEqual((broken["kept"], len(broken["faults"])), (1, 2))

    def test_a_file_is_written_once(self):
        self.write("bats.csv", "name,hp\nbat,4\n")
        self.assertEqual(self.text("rules", "import", "bats.csv", "--into", "monsters", "-o", "bats.yaml"),
                         "bats.yaml is written: 1 of 1 rows, as monsters.\n")
        self.assertEqual(self.run_wyrm("rules", "validate", "bats.yaml").code, 0)
        again = self.run_wyrm("rules", "import", "bats.csv", "--into", "monsters", "-o", "bats.yaml")
        self.assertEqual(again.code, 3)
        self.write("odd.csv", "name,hp\nbat,many\n")
        self.assertEqual(self.run_wyrm("rules", "import", "odd.csv", "--into", "monsters", "--strict").code, 1)

    def test_what_was_not_understood_is_listed_where_a_file_is_written(self):
        for count, more in ((1, ""), (20, ""), (22, "  (2 more)\n")):
            self.write("odd.csv", "name,hp,power\nbat,4,1\n"
                       + "".join(f"m{i},3,many\n" for i in range(count)))
            text = self.text("rules", "import", "odd.csv", "--into", "monsters", "--ruleset", "tutorial",
                             "-o", f"odd{count}.yaml")
            first = f"odd{count}.yaml is written: {count + 1} of {count + 1} rows, as monsters.\n"
            self.assertTrue(text.startswith(f"{first}What could not be understood stands in it as comments:\n"), text)
            self.assertEqual(text.count(" (power): 'many': "), min(count, 20))
            self.assertTrue(text.endswith(more) and ("more)" in text) == (count > 20), text)

    def test_a_file_elsewhere_still_finds_what_it_extends(self):
        os.mkdir(os.path.join(self.folder, "made"))
        self.write("made/mine.yaml", "name: mine\nextends: tutorial\n")
        self.write("bats.csv", "name,hp\nbat,4\n")
        how = "rules", "import", "bats.csv", "--into", "monsters", "--ruleset", "made/mine.yaml", "-o"
        for where in "made/bats.yaml", "bats.yaml":
            self.text(*how, where)
            self.assertEqual(list(self.json("rules", "show", where)["rules"]["monsters"]), ["orc", "troll", "bat"])
        os.mkdir(os.path.join(self.folder, "other"))
        answer = self.run_wyrm(*how, "other/bats.yaml")
        self.assertEqual((answer.code, os.listdir(os.path.join(self.folder, "other"))), (3, []))
        self.assertIn("is outside of the folder of this file", answer.err)
        self.text(*how, "other/bats.yaml", "--allow-path", "made")
        self.assertEqual(self.json("rules", "show", "other/bats.yaml", "--allow-path", "made")["rules"]["name"], "bats")
        self.text("rules", "new", "owls", "--from", "made/mine.yaml", "-o", "other/owls.yaml", "--allow-path", "made")
        self.assertEqual(self.json("rules", "show", "other/owls.yaml", "--allow-path", "made")["rules"]["name"], "owls")

    def test_what_is_no_table(self):
        for text, words in (("", "its first line has no headings"), ("name\n", "it has headings and no row"),
                            ("hp,attack\n1,2\n", "has no column 'name'")):
            path = self.write("none.csv", text)
            self.refused_with(3, words, "rules", "import", path, "--into", "monsters")
        self.assertEqual(self.run_wyrm("rules", "import", path).code, 2)
        many = "name,hp\n" + "".join(f"m{i},1\n" for i in range(2001))
        self.assertIn("more than 2000 rows", self.run_wyrm("rules", "import", self.write("many.csv", many), "--into",
                                                          "monsters").err)


if __name__ == "__main__":
    main()
