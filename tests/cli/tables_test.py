"""Tables that leave for engines and come from spreadsheets: what is written loads, and says what the library says."""
import json
import os
import re
import shutil
import subprocess
import unittest

from wyrm_case import WyrmCase, main

RULESETS = ("ruggrogue", "yarl", "tutorial", "tutorial-before", "bob-and-trev", "brogue", "shattered", "srd")
SECTIONS = ("monsters", "weapons", "armors", "items")
TABLES = SECTIONS + ("fighters", "levels", "rooms", "spawns", "loot")

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

    def tables(self, ruleset):
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

    def test_depths_have_those_who_are_met_and_what_is_found(self):
        for ruleset in "tutorial", "yarl":
            tables, told = self.tables(ruleset), self.json("curve", ruleset, "--monsters")["depths"]
            titles = {row["name"]: row.get("title", row["name"].replace("_", " ").capitalize())
                      for row in tables["monsters"]}
            for depth in told:
                wanted = {name: share["value"] for name, share in depth["monsters"].items() if share["value"] > 0}
                found = {titles[row["monster"]]: row["share"] for row in tables["spawns"]
                         if row["depth"] == depth["depth"]}
                self.assertEqual(found.keys(), wanted.keys())
                for name, share in wanted.items():
                    self.assertAlmostEqual(found[name], share, delta=1e-12)
        # Roguelike tutorial, part 12: 35 healing potions, 10 confusion scrolls, at depth 2.
        loot = {row["item"]: row["share"] for row in self.tables("tutorial")["loot"] if row["depth"] == 2}
        self.assertEqual({name: round(share * 45) for name, share in loot.items()},
                         {"healing_potion": 35, "confusion_scroll": 10})

    def test_amounts_are_distributions(self):
        amounts = {row["amount"]: row for row in self.tables("brogue")["amounts"]}
        self.assertEqual(amounts["[1, 3]"]["least"], 1)
        for share in amounts["[1, 3]"]["chances"]:
            self.assertAlmostEqual(share, 1 / 3, delta=1e-15)
        for row in amounts.values():
            self.assertAlmostEqual(sum(row["chances"]), 1, delta=1e-11)
            self.assertEqual(len(row["chances"]), row["greatest"] - row["least"] + 1)

    @unittest.skipUnless(shutil.which("lua5.4") or shutil.which("lua"), "no Lua")
    def test_lua_loads_it(self):
        script = self.write("json.lua", LUA_JSON)
        for ruleset in RULESETS:
            path, _ = self.exported(ruleset, "lua", "lua")
            lua = shutil.which("lua5.4") or shutil.which("lua")
            said = subprocess.run([lua, script, path], capture_output=True, check=True).stdout
            self.assertEqual(json.loads(said), nested_lists(self.tables(ruleset)), ruleset)

    def test_gdscript_is_a_constant(self):
        for ruleset in RULESETS:
            _, text = self.exported(ruleset, "gdscript", "gd")
            head, tables = text.split("const TABLES = ")
            self.assertRegex(head, r"\A# [^\n]*\nextends RefCounted\n\n\Z")
            self.assertEqual(json.loads(tables), self.tables(ruleset))

    @unittest.skipUnless(shutil.which("cc"), "no compiler")
    def test_c_compiles_and_says_the_same(self):
        for ruleset in RULESETS:
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
        answer = self.run_wyrm("rules", "export", path, "--format", "c")
        self.assertEqual((answer.code, answer.out), (3, ""))
        self.assertIn("too many names are the same in C", answer.err)
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
        for ruleset in RULESETS:
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

    def test_any_way_of_writing_a_table(self):
        plain = self.imported("name,hp,title\norc,12,\"Orc, the \"\"Great\"\"\"\n")["yaml"]
        for text in (b"name;hp;title\norc;12;\"Orc, the \"\"Great\"\"\"\n",
                     b"name\thp\ttitle\norc\t12\tOrc, the \"Great\"\n",
                     b"\xef\xbb\xbfname,hp,title\r\norc , 12,\"Orc, the \"\"Great\"\"\"\r\n\r\n"):
            self.assertEqual(self.imported(text)["yaml"], plain)
        self.assertEqual(self.rules(plain)["monsters"]["orc"]["title"], 'Orc, the "Great"')

    def test_what_is_not_understood_is_a_sentence_with_its_place(self):
        answer = self.imported("name,hp,powr,defense,effect of\norc,12x,3,4,\ntroll,20,5,many,\norc,1,1,1,\n,3,3,3,\n"
                               "wolf,8,2,1,,,,\n", "monsters", "--ruleset", "tutorial")
        self.assertEqual([(fault["line"], fault["column"]) for fault in answer["faults"]],
                         [(1, 3), (1, 5), (2, 2), (3, 4), (4, 0), (5, 0), (6, 0)])
        words = [fault["message"] for fault in answer["faults"]]
        self.assertEqual(words[0],
                         "line 1, column 3 (powr): unknown key 'powr' in monsters.any (did you mean 'power'?)")
        self.assertTrue(words[2].startswith("line 2, column 2 (hp): '12x': "), words)
        self.assertIn("that name is taken by line 2", words[4])
        for sentence in words:
            self.assertIn(f"# {sentence}\n", answer["yaml"])
        self.rules(answer["yaml"])

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

    def test_what_is_no_table(self):
        for text, words in (("", "its first line has no headings"), ("name\n", "it has headings and no row"),
                            ("hp,attack\n1,2\n", "has no column 'name'")):
            path = self.write("none.csv", text)
            answer = self.run_wyrm("rules", "import", path, "--into", "monsters")
            self.assertEqual((answer.code, answer.out), (3, ""))
            self.assertIn(words, answer.err)
        self.assertEqual(self.run_wyrm("rules", "import", path).code, 2)
        many = "name,hp\n" + "".join(f"m{i},1\n" for i in range(2001))
        self.assertIn("more than 2000 rows", self.run_wyrm("rules", "import", self.write("many.csv", many), "--into",
                                                          "monsters").err)


if __name__ == "__main__":
    main()
