"""curve, check and rules: keys, values, texts, files."""
import contextlib
import csv
import json
import os
import pty
import re
import struct

from figures import is_said
from wyrm_case import ENVIRONMENT, WYRM, WyrmCase, main, some

HEAD = ["schema", "wyrm", "ruleset"]
GOLDEN = os.environ["GOLDEN"]
# Of rules new, each with its model of combat.
TEMPLATES = {"d20": "d20", "accuracy": "accuracy", "attack-defense": "ratio", "power-defense": "subtract",
             "script": "script", "blank": "subtract"}


class Curve(WyrmCase):
    def test_keys(self):
        answer = self.json("curve", "ruggrogue", "--runs", "500")
        self.assertEqual(list(answer), HEAD + ["seed", "runs", "cut_off", "depths", "final_depth", "tolls"])
        self.assertEqual((answer["seed"], answer["runs"]), (1, 500))
        for index, depth in enumerate(answer["depths"]):
            self.assertEqual(list(depth), ["depth", "dungeons", "rooms", "monsters", "items",
                                           "experience", "tracker", "monster_level"])
            self.assertEqual(depth["depth"], index + 1)
            self.assertEqual(list(depth["rooms"]), ["mean", "sd", "ci95"])
        final = answer["final_depth"]
        self.assertEqual(list(final), ["mean", "sd", "ci95", "pmf", "quantiles"])
        self.assert_sums_to_one(final["pmf"])
        self.assertAlmostEqual(final["mean"], sum(d * p for d, p in final["pmf"]), delta=1e-9)
        self.assertTrue(final["ci95"][0] < final["mean"] < final["ci95"][1])

    def test_the_same_bytes_with_any_number_of_threads(self):
        for command in (("curve", "ruggrogue", "--runs", "700"), ("check", "ruggrogue", "--runs", "100")):
            answers = {self.text(*command, "--json", "--seed", "9", "--threads", threads)
                       for threads in ("1", "2", "7")}
            self.assertEqual(len(answers), 1)

    def test_the_range_of_final_depths_is_that_of_the_answer_for_scripts(self):
        quantiles = self.json("curve", "ruggrogue", "--runs", "300")["final_depth"]["quantiles"]
        text = self.text("curve", "ruggrogue", "--runs", "300").replace("\n", " ")
        least, most = re.search(r"in 9 of 10 games at ([0-9]+(?: [(±][^.]*?)?) to ([^.]*)\. ", text).groups()
        for key, said in ("0.05", least), ("0.95", most):
            value, (low, high) = quantiles[key]["value"], quantiles[key]["ci95"]
            self.assertTrue(is_said(said, value, low, high), (said, quantiles[key]))

    def test_another_seed_is_another_answer(self):
        one = self.json("curve", "ruggrogue", "--runs", "300", "--seed", "1")
        two = self.json("curve", "ruggrogue", "--runs", "300", "--seed", "2")
        self.assertNotEqual(one["depths"], two["depths"])

    def test_one_run_has_no_interval(self):
        answer = self.json("curve", "ruggrogue", "--runs", "1")
        self.assertEqual(answer["final_depth"]["ci95"], [None, None])

    def test_tracker(self):
        answer = self.json("curve", "ruggrogue", "--tracker", "4.1")
        self.assertEqual(list(answer), HEAD + ["tracker", "mean", "sd", "monster_level", "method"])
        self.assert_sums_to_one(answer["monster_level"])
        levels = {value: p for value, p in answer["monster_level"]}
        self.assertAlmostEqual(levels[5], 0.1 * 0.2, delta=1e-12)
        self.assertEqual(answer["method"], "exact")

    def test_text(self):
        self.assert_fits(self.text("curve", "ruggrogue", "--runs", "500"))
        self.assert_fits(self.text("curve", "ruggrogue", "--runs", "1"))
        self.assert_fits(self.text("curve", "ruggrogue", "--tracker", "300.5"))


# Fewer dungeons than by default, for the sake of time.
CHECK = ("check", "ruggrogue", "--runs", "60")


class Check(WyrmCase):
    def test_keys(self):
        answer = self.json(*CHECK)
        self.assertEqual(list(answer), HEAD + ["seed", "runs", "accuracy", "summary", "verdicts", "findings"])
        self.assertEqual(list(answer["summary"]), ["pass", "warn", "fail", "unclear"])
        self.assertEqual(sum(answer["summary"].values()), len(answer["verdicts"]))
        for verdict in answer["verdicts"]:
            self.assertEqual(list(verdict)[:7], ["target", "metric", "where", "value", "ci95",
                                                 "range", "verdict"])
            self.assertIn(verdict["verdict"], ("PASS", "WARN", "FAIL", "UNCLEAR"))
            self.assertEqual(len(verdict["range"]), 2)
        for finding in answer["findings"]:
            self.assertEqual(list(finding), ["kind", "where", "message"])

    def test_strict_fails_exactly_where_a_target_fails(self):
        failed = self.json(*CHECK)["summary"]["fail"] > 0
        self.assertEqual(self.run_wyrm(*CHECK, "--strict").code, int(failed))
        good = self.write("good.yaml", "name: good\nextends: ruggrogue\ntargets:\n"
                                       "  mine: {metric: stat, of: player@6, stat: max_hp, "
                                       "range: [44, 46]}\n")
        bad = self.write("bad.yaml", "name: bad\nextends: ruggrogue\ntargets:\n"
                                     "  mine: {metric: stat, of: player@6, stat: max_hp, "
                                     "range: [1, 2]}\n")
        verdict = [v for v in self.json("check", good, "--runs", "60")["verdicts"] if v["target"] == "mine"][0]
        self.assertEqual((verdict["value"], verdict["ci95"], verdict["range"],
                          verdict["verdict"]), (45, None, [44, 46], "PASS"))
        self.assertEqual(self.run_wyrm("check", bad, "--runs", "60").code, 0)
        self.assertEqual(self.run_wyrm("check", bad, "--strict", "--runs", "60").code, 1)

    def test_the_verdict_comes_first(self):
        text = self.text(*CHECK)
        self.assertRegex(text.split("\n")[0], r"^RuggRogue: \d+ of \d+ targets hold")
        self.assert_fits(text)
        self.assert_fits(self.text(*CHECK, "--verbose"))

    def test_a_long_page_says_its_first_sentence_again(self):
        text = self.text(*CHECK)
        first = text.partition(".\n")[0]  # it may take two lines
        self.assertTrue(text.endswith("\n" + first + ".\n"), text[-200:])
        short = self.write("short.yaml", "name: short\nextends: tutorial-before\ntargets: ~\n")
        text = self.text("check", short)
        self.assertEqual(text.count(text.partition(".\n")[0]), 1)

    def test_figures_say_what_they_are_of(self):
        text = self.text(*CHECK)
        self.assertIn("\n         attacks_to_kill 8.681 attacks for monster@1 against player@1,armor=1, "
                      "wanted", text.replace("\n           ", " "))
        mine = self.write("mine.yaml", """name: mine
extends: tutorial-before
targets:
  three: {claim: "three monsters at depth 2", metric: stat, of: player, stat: hp, range: 1}
  rooms: {claim: "rooms of 1.5", metric: items_per_room, depths: [1, 3], range: 1.5}
""")
        text = self.text("check", mine)
        self.assertRegex(" ".join(text.split()),
                         r"items_per_room 0\.9\d* ± [\d.]+ items for depth 1, wanted exactly 1\.5")
        self.assertIn("0 of 3 places hold; neither do depth 2, depth 3", text)

    def test_a_dump_has_the_findings_of_what_it_dumps(self):
        for name in some(("tutorial", "ruggrogue", "yarl", "bob-and-trev"), 2):
            path = self.write("full.yaml", self.text("rules", "show", name))
            answers = [self.json("check", ruleset, "--runs", "20") for ruleset in (name, path)]
            self.assertEqual(answers[0]["findings"], answers[1]["findings"])

    def test_every_failing_target_is_named(self):
        text = self.text(*CHECK)
        for verdict in self.json(*CHECK)["verdicts"]:
            self.assertIn(verdict["target"], text)

    def test_unknown_ruleset(self):
        self.refused_with(3, "did you mean 'ruggrogue'?", "check", "rugrogue")
        self.assertEqual(self.run_wyrm("check", "./none.yaml").code, 3)


class Rules(WyrmCase):
    def test_list(self):
        answer = self.json("rules", "list")
        names = [ruleset["name"] for ruleset in answer["rulesets"]]
        self.assertIn("ruggrogue", names)
        self.assertEqual(names, sorted(names))
        self.assertEqual(list(answer["rulesets"][0]), ["name", "title", "description", "hash"])
        self.assert_fits(self.text("rules", "list"))

    def test_the_dump_is_the_same_ruleset(self):
        dump = self.write("dump.yaml", self.text("rules", "show", "ruggrogue"))
        self.assertEqual(self.json("rules", "show", dump), self.json("rules", "show", "ruggrogue"))

    def test_the_tree_as_json(self):
        rules = self.json("rules", "show", "ruggrogue")["rules"]
        self.assertEqual(rules["combat"]["miss"], "1/10")
        self.assertEqual(rules["map"]["room_width"], [6, 14])
        self.assertEqual(rules["models"]["combat"], "ratio")

    def test_levels_read_back_to_the_same_bits(self):
        with open(os.path.join(GOLDEN, "ruggrogue", "formulas.csv"), encoding="utf-8") as file:
            rows = {int(row["level"]): row for row in csv.DictReader(
                line for line in file if not line.startswith("#"))}
        least, most = min(rows), max(rows)
        levels = self.json("rules", "show", "ruggrogue", "--levels", f"{least}..{most}")["levels"]
        by_level = {level["level"]: level for level in levels}

        def bits(value):
            packed = struct.pack(">f", value)
            self.assertEqual(struct.unpack(">f", packed)[0], value)
            return packed.hex()

        for number, row in rows.items():
            level = by_level[number]
            self.assertEqual(bits(level["factor"]), row["level_factor_hex"])
            for role in ("player", "monster"):
                for stat in ("attack", "defense"):
                    self.assertEqual(bits(level[role][stat]), row[f"{role}_{stat}_hex"])
                self.assertEqual(level[role]["max_hp"], int(row[f"{role}_max_hp"]))
            self.assertEqual(level["monster"]["experience"], int(row["monster_exp"]))
            self.assertIsInstance(level["monster"]["experience"], int)
            self.assertEqual(bits(level["weapon_attack"]), row["weapon_attack_hex"])
            self.assertEqual(bits(level["armor_defense"]), row["armor_defense_hex"])

    def test_experience_of_levels(self):
        with open(os.path.join(GOLDEN, "ruggrogue", "thresholds.csv"), encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(
                line for line in file if not line.startswith("#"))]
        most = max(int(row["level"]) for row in rows)
        answer = self.json("rules", "show", "ruggrogue", "--levels", f"-5..{most}")
        by_level = {level["level"]: level for level in answer["levels"]}
        for row in rows:
            level = by_level[int(row["level"])]
            self.assertEqual((level["next"], level["total"]),
                             (int(row["next"]), int(row["base_at_level"])))
        for number in range(-5, 1):
            self.assertEqual((by_level[number]["next"], by_level[number]["total"]), (None, None))

    def test_what_has_no_multiple_is_told_beside_the_others(self):
        """Power begins at 0 and grows with every level, defense does not grow."""
        path = self.write("grown.yaml", "name: grown\nmodels: {combat: subtract, growth: points}\n"
                          "growth: {experience: {base: 10}, choices: {might: {power: 2, max_hp: 1}}, policy: [might]}\n"
                          "player: {hp: 10, power: 0, defense: 0}\nmonsters: {rat: {hp: 3, power: 1}}\n")
        text = self.text("rules", "show", path, "--levels", "1..4")
        self.assertTrue(text.endswith("\nNo multiple of what is not above 0 at level 1: player's power (0 to 6).\n"))
        self.assertNotIn("No multiple", self.text("rules", "show", "ruggrogue", "--levels", "1..4"))
        picture, = [one for one in self.json("report", path)["pictures"] if one["id"] == "growth"]
        self.assertTrue(picture["caption"].endswith(
            "has none, and neither has what is not above 0 at level 1: player's power (0 to 58)."), picture["caption"])

    def test_levels_as_text(self):
        self.assert_fits(self.text("rules", "show", "ruggrogue", "--levels", "-5..3"))
        self.assert_fits(self.text("rules", "show", "ruggrogue", "--levels=9990..10010"))

    def test_validate(self):
        good = self.write("good.yaml", "name: good\nextends: ruggrogue\n")
        self.assertRegex(self.text("rules", "validate", good),
                         r"^.*good\.yaml: in order \(good, [0-9a-f]{16}\)\n$")
        self.write("bad.yaml", "name: bad\nextends: ruggrogue\ncombat:\n  mis: 1/10\nmpa: {}\n")
        answer = self.refused_with(3, "bad.yaml:4:3: error: unknown key 'mis'", "rules", "validate", "bad.yaml")
        self.assertIn("bad.yaml:5:1: error: unknown key 'mpa'", answer.err)
        self.assertTrue(answer.err.endswith("bad.yaml: 2 errors\n"), answer.err)
        both = self.run_wyrm("rules", "validate", good, "bad.yaml")
        self.assertEqual(both.code, 3)
        self.assertIn("in order", both.out)

    def test_validate_counts_the_errors_of_all_files_for_the_one_that_was_asked_about(self):
        self.write("base.yaml", "name: base\nextends: ruggrogue\nmpa: {}\n")
        self.write("mine.yaml", "name: mine\nextends: base.yaml\ncombat:\n  mis: 1/10\n")
        for command in (["rules", "validate", "mine.yaml"], ["check", "mine.yaml"]):
            answer = self.run_wyrm(*command)
            self.assertIn("base.yaml:3:1: error: unknown key 'mpa'", answer.err)
            self.assertTrue(answer.err.endswith("\nmine.yaml: 2 errors\n"), answer.err)
        self.write("other.yaml", "name: other\nextends: base.yaml\n")
        self.assertTrue(self.run_wyrm("rules", "validate", "other.yaml").err.endswith("\nother.yaml: 1 error\n"))

    def test_validate_as_json(self):
        self.write("good.yaml", "name: good\nextends: ruggrogue\n")
        self.write("base.yaml", "name: base\nextends: ruggrogue\nmpa: {}\n")
        self.write("mine.yaml", "name: mine\nextends: base.yaml\ncombat:\n  mis: 1/10\n")
        good, = self.json("rules", "validate", "good.yaml")["files"]
        self.assertRegex(good.pop("hash"), "^[0-9a-f]{16}$")
        self.assertEqual(good, {"file": "good.yaml", "ok": True, "name": "good", "error_count": 0, "errors": []})
        answer = self.run_wyrm("rules", "validate", "good.yaml", "mine.yaml", "no.yaml", "--json")
        self.assertEqual((answer.code, answer.err), (3, ""))
        found = {file["file"]: file for file in json.loads(answer.out)["files"]}
        self.assertEqual(list(found), ["good.yaml", "mine.yaml", "no.yaml"])
        self.assertTrue(found["good.yaml"]["ok"])
        mine = found["mine.yaml"]
        self.assertEqual((mine["ok"], mine["name"], mine["hash"], mine["error_count"]), (False, None, None, 2))
        self.assertEqual({error["file"]: (error["line"], error["column"], error["message"], error["hint"])
                          for error in mine["errors"]},
                         {"mine.yaml": (4, 3, "unknown key 'mis' in combat", "did you mean 'miss'?"),
                          "base.yaml": (3, 1, "unknown key 'mpa'", "did you mean 'map'?")})
        missing, = found["no.yaml"]["errors"]
        self.assertEqual((missing["line"], missing["column"], missing["severity"]), (None, None, "error"))
        self.assertIn("no such file", missing["message"])

    def test_new_and_guide_as_json(self):
        made = self.json("rules", "new", "dungeon", "--from", "ruggrogue")
        self.assertEqual((made["file"], made["name"], made["extends"], made["template"]),
                         ("dungeon.yaml", "dungeon", "ruggrogue", None))
        self.assertIn("dungeon.yaml", os.listdir(self.folder))
        self.assertEqual(self.json("rules", "guide")["guide"], self.text("rules", "guide"))

    def test_schema_and_guide(self):
        schema = json.loads(self.text("rules", "schema"))
        self.assertIn("2020-12", schema["$schema"])
        self.assertIn("combat", self.text("rules", "guide"))

    def test_new(self):
        said = self.text("rules", "new", "dungeon", "--from", "ruggrogue")
        self.assertIn("dungeon.yaml is written", said)
        self.assertEqual(os.listdir(self.folder), ["dungeon.yaml"])
        self.text("rules", "validate", "dungeon.yaml")
        with open(os.path.join(self.folder, "dungeon.yaml"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("extends: ruggrogue\n", text)
        self.assert_fits(text)
        parent = self.json("rules", "show", "ruggrogue")["rules"]
        mine = self.json("rules", "show", "dungeon.yaml")["rules"]
        self.assertEqual(mine["combat"], parent["combat"])

    def test_new_by_a_template(self):
        """Each answers at once: targets that hold, nothing that is odd, and commands that do as they say."""
        for kind, model in TEMPLATES.items():
            said = self.text("rules", "new", f"my-{kind}", "--template", kind)
            with open(os.path.join(self.folder, f"my-{kind}.yaml"), encoding="utf-8") as file:
                self.assert_fits(file.read())
            first, duel, play = re.findall(r"^  wyrm (.*)$", said, re.MULTILINE)
            told = self.json(*first.split())
            self.assertEqual((told["summary"]["fail"], told["summary"]["warn"], told["findings"]), (0, 0, []), kind)
            self.assertEqual(told["summary"]["pass"], 0 if kind == "blank" else 3)
            odds = self.json(*duel.split())["p_win"]
            self.assertTrue(0.2 < odds < 0.99 or kind in ("power-defense", "blank"), (kind, odds))
            self.assert_fits(self.text(*duel.split()))
            self.assertEqual(play, f"play my-{kind}.yaml")
            rules = self.json("rules", "show", f"my-{kind}.yaml")["rules"]
            self.assertEqual((rules["models"]["combat"], len(rules["monsters"])), (model, 6))
        made = self.json("rules", "new", "warren", "--template", "script", "-o", "a.yaml")
        self.assertEqual((made["file"], made["extends"], made["template"]), ("a.yaml", None, "script"))
        self.refused(2, "wyrm rules new: --template begins with nothing and --from with a ruleset: not both\n",
                     "rules", "new", "other", "--template", "script", "--from", "yarl")

    def test_new_takes_the_name_of_the_file(self):
        for how in (("--template", "d20"), ("--from", "tutorial")):
            name = how[1] + "-mine"
            made = self.json("rules", "new", name + ".yaml", *how)
            self.assertEqual((made["file"], made["name"]), (name + ".yaml", name))
            self.assertEqual(self.json("rules", "show", name + ".yaml")["ruleset"]["name"], name)
        made = self.json("rules", "new", "crypt.yaml", "--template", "blank", "-o", "other.yaml")
        self.assertEqual((made["file"], made["name"]), ("other.yaml", "crypt"))
        for name in ("crypt.yml", ".yaml", "crypt.yaml.yaml", "a" * 64 + ".yaml"):
            self.refused(2, "wyrm rules new: a name is made of a-z, A-Z, 0-9, '_' and '-', a letter first, at most 63, "
                         f"found '{name}'\n", "rules", "new", name, "--template", "blank")

    def test_new_asks_what_kind_of_game_it_is(self):
        answer = self.run_wyrm("rules", "new", "mine")
        self.assertEqual((answer.code, answer.out, os.listdir(self.folder)), (2, "", []))
        self.assertIn("what kind of game is it? Say --from RULESET", answer.err)
        self.assertEqual(re.findall(r"^  (\S+)", answer.err, re.MULTILINE), list(TEMPLATES))
        for typed, kind in (("9\nnothing\n2\n", "accuracy"), ("script\n", "script"), ("", None)):
            pid, terminal = pty.fork()
            if pid == 0:
                os.chdir(self.folder)
                os.execve(WYRM, [WYRM, "rules", "new", f"my-{kind}"], dict(ENVIRONMENT, TERM="xterm"))
            os.write(terminal, typed.encode() or b"\x04")
            said = b""
            with contextlib.suppress(OSError):
                while part := os.read(terminal, 4096):
                    said += part
            os.close(terminal)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0 if kind else 2, said)
            self.assertIn("What kind of game is it?", said.decode())
            self.assertEqual(said.decode().count("Number or name: "), max(1, typed.count("\n")))
        self.assertEqual(sorted(os.listdir(self.folder)), ["my-accuracy.yaml", "my-script.yaml"])

    def test_every_comment_of_a_new_file_can_be_used(self):
        targets = {"ruggrogue": "hp_at_level_6"}
        for base in "ruggrogue", "yarl", "tutorial", "bob-and-trev":
            self.text("rules", "new", f"my-{base}", "--from", base)
            with open(os.path.join(self.folder, f"my-{base}.yaml"), encoding="utf-8") as file:
                lines = file.read().split("\n")
            self.assert_fits("\n".join(lines))
            body = next(i for i, line in enumerate(lines) if line.startswith("extends:"))
            used = [line[2:] if i > body and line.startswith("# ") and (
                        line.endswith(":") and line.count(" ") == 1 or line.startswith("#   "))
                    else line for i, line in enumerate(lines)]
            self.write("used.yaml", "\n".join(used))
            self.text("rules", "validate", "used.yaml")
            parent = self.json("rules", "show", base)["rules"]
            mine = self.json("rules", "show", "used.yaml")["rules"]
            self.assertIn(targets.get(base, "first_fight"), mine["targets"])
            shown = [line for line in used if line.endswith(":") and not line.startswith((" ", "#"))]
            self.assertIn("monsters:", shown)
            self.assertIn("items:", shown)
            self.assertEqual("player:" in shown, base != "ruggrogue")  # there levels make it
            for section in set(mine) - {"name", "title", "extends", "targets", "description"}:
                self.assertEqual(mine[section], parent[section], (base, section))

    def test_new_never_overwrites(self):
        self.write("dungeon.yaml", "mine")
        self.refused(3, "wyrm rules new: 'dungeon.yaml' cannot be written: it exists already "
                        "(choose another name, or -o FILE)\n", "rules", "new", "dungeon", "--template", "d20")
        self.assertEqual(os.listdir(self.folder), ["dungeon.yaml"])
        self.refused(3, "wyrm rules new: 'no/such.yaml' cannot be written: "
                        "No such file or directory\n", "rules", "new", "x", "--template", "d20", "-o", "no/such.yaml")

    def test_new_from_a_file(self):
        self.text("rules", "new", "one", "--from", "ruggrogue")
        os.mkdir(os.path.join(self.folder, "below"))
        self.text("rules", "new", "below", "--from", "ruggrogue", "-o", "below/one.yaml")
        self.text("rules", "new", "two", "--from", "below/one.yaml")
        with open(os.path.join(self.folder, "two.yaml"), encoding="utf-8") as file:
            self.assertIn("extends: 'below/one.yaml'\n", file.read())
        words = "rules", "new", "two", "--from", "one.yaml", "-o"
        self.refused(3, "wyrm rules new: 'one.yaml' is outside of the folder of 'below/two.yaml', and a ruleset "
                        "extends nothing outside of its own: write it beside what it extends, or above "
                        "(--allow-path FOLDER lets in the files of another folder)\n",
                     *words, "below/two.yaml")
        answer = self.run_wyrm(*words, os.path.join(self.folder, "below", "two.yaml"))
        self.assertEqual((answer.code, os.listdir(os.path.join(self.folder, "below"))), (3, ["one.yaml"]))
        self.assertIn("is outside of the folder of this file", answer.err)
        self.text("rules", "new", "Three", "--from", "one.yaml")
        with open(os.path.join(self.folder, "Three.yaml"), encoding="utf-8") as file:
            self.assertIn("extends: 'one.yaml'\n", file.read())
        self.assertEqual(self.json("rules", "show", "two.yaml")["rules"]["combat"],
                         self.json("rules", "show", "one.yaml")["rules"]["combat"])

    def test_a_name_that_ships_is_not_taken(self):
        self.refused(2, "wyrm rules new: 'yarl' ships with the program: choose another name (to begin "
                        "with it: wyrm rules new NAME --from yarl)\n", "rules", "new", "yarl")

    def test_a_name_without_its_ending_is_told_of_the_file(self):
        self.text("rules", "new", "mine", "--template", "blank")
        self.refused(3, "wyrm check: no ruleset is called 'mine', and no file either "
                        "(did you mean 'mine.yaml'?)\n", "check", "mine")

    def test_a_file_that_is_missing_is_told_of_the_ruleset_that_ships(self):
        self.refused(3, "wyrm check: yarl.yaml: cannot be read: no such file (did you mean 'yarl'?)\n",
                     "check", "yarl.yaml")
        self.refused(3, "wyrm check: none/yarl.yaml: cannot be read: no such file\n",
                     "check", "none/yarl.yaml")
        self.write("yarl.yaml", "name: mine\nextends: yarl\n")
        self.assertEqual(self.json("hit", "yarl.yaml", "player", "orc")["ruleset"]["name"], "mine")

    def test_a_combatant_like_no_other_is_told_where_all_are(self):
        self.refused(2, "wyrm hit: no combatant 'zzz' ('wyrm rules show' names all there are)\n",
                     "hit", "ruggrogue", "player", "zzz")

    def test_new_takes_only_names(self):
        self.refused(2, "wyrm rules new: a name is made of a-z, A-Z, 0-9, '_' and '-', a letter "
                        "first, at most 63, found '../x'\n", "rules", "new", "../x")



class Vaults(WyrmCase):
    RULES = """name: pictures
models: {combat: accuracy, growth: levels, encounter: tables, loot: tables, map: tunnels}
player: {hp: 30, damage: 1d6}
growth: {experience: [0, 10]}
levels: [{level: 2, hp: 36}]
monsters: {wolf: {hp: 9, damage: 1d6, experience: 20, weight: 1}}
encounter: {last_depth: 2, rooms: {most: MOST, first: false}}
loot: {rooms: {most: 0}}
items: {pebble: {}}
vaults:
  den:
    depths: [1, 2]
    chance: 1
    map: |
      ...
      .W.
      ...
    legend: [{sign: W, monster: wolf}]
"""

    def test_a_dungeon_whose_monsters_stand_in_vaults_is_not_as_hard_as_any_other(self):
        for most, verdict in (("0", "unknown"), ("2", "harder")):
            for name, hp in ("a.yaml", "9"), ("b.yaml", "30"):
                self.write(name, self.RULES.replace("MOST", most).replace("hp: 9", f"hp: {hp}"))
            self.assertEqual(self.json("compare", "a.yaml", "b.yaml", "--exact")["verdict"], verdict)
            text = " ".join(self.text("compare", "a.yaml", "b.yaml", "--exact").split())
            self.assertIn("Vaults are not counted: on average they bring 2 monsters besides down to depth 2", text)
            self.assertEqual("cannot be told" in text, most == "0")
        for name, hp in ("a.yaml", "9"), ("b.yaml", "30"):
            rules = self.RULES.replace("MOST", "0").replace("chance: 1", "chance: 0.5")
            self.write(name, rules.replace("hp: 9", f"hp: {hp}"))
        self.assertIn("on average they bring 1 monster besides",
                      " ".join(self.text("compare", "a.yaml", "b.yaml", "--exact").split()))

    def test_of_what_says_the_same_nothing_is_told_beside(self):
        for most in "0", "2":
            self.write("a.yaml", self.RULES.replace("MOST", most))
            self.assertRegex(" ".join(self.text("compare", "a.yaml", "a.yaml", "--exact").split()),
                             r"^a.yaml and a.yaml say the same: nothing differs. Of \d+ figures \d+ are the same, "
                             r"0 differ.$")

    def test_of_a_name_of_more_than_fifteen_letters_the_end_is_the_heading(self):
        for name, hp in ("fifteen-letters", 9), ("sixteen-letters-", 30):
            rules = self.RULES.replace("MOST", "2").replace("hp: 9", f"hp: {hp}").replace("pictures", name)
            self.write(f"{name}.yaml", rules)
        text = self.text("compare", "fifteen-letters.yaml", "sixteen-letters-.yaml", "--exact")
        self.assertIn("  fifteen-letters  ..teen-letters-  difference\n", text)


if __name__ == "__main__":
    main()
