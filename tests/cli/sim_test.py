"""wyrm sim and wyrm results: what they answer, files that survive anything, and who is refused."""
import csv
import io
import json
import math
import os
import re
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import textwrap
import time

from figures import is_said
from wyrm_case import SLOW, WyrmCase, main

QUICK = ("--bot", "brawler", "--runs", "400")
# The keys that scripts rely on.
KEYS = ["runs", "bot", "win_rate", "final_depth", "survival", "deaths", "levels"]


def is_interval(pair):
    return len(pair) == 2 and pair[0] <= pair[1]



OWN_FILE = "wyrm sim: these runs need a file of their own: another one behind -o\n"


class Answers(WyrmCase):
    def check_keys(self, answer):
        self.assertLessEqual(set(KEYS), set(answer))
        self.assertEqual(set(answer["win_rate"]), {"value", "ci95"})
        self.assertLessEqual({"mean", "sd", "ci95", "quantiles"}, set(answer["final_depth"]))
        self.assertEqual(list(answer["final_depth"]["quantiles"]),
                         ["0.05", "0.1", "0.25", "0.5", "0.75", "0.9", "0.95"])
        for depth in answer["survival"]:
            self.assertLessEqual({"depth", "value", "ci95"}, set(depth))
            self.assertTrue(is_interval(depth["ci95"]))
        for death in answer["deaths"]:
            self.assertLessEqual({"by", "depth", "share"}, set(death))
        for level in answer["levels"]:
            if level["level"] is not None:
                self.assertLessEqual({"mean", "ci95"}, set(level["level"]))

    def test_what_the_dead_had_left_is_told_by_kind_and_depth(self):
        """Counted in the file of runs; what each kind comes to is that of all depths together."""
        self.text("sim", "brogue", "--runs", "40", "--bot", "brawler", "-o", "left.db")
        summed = self.json("results", "left.db")
        database = sqlite3.connect(os.path.join(self.folder, "left.db"))
        rows = database.execute("""SELECT depth, name, COUNT(*), SUM(left) FROM items JOIN runs USING (run)
            WHERE left > 0 AND end IN (1, 2, 3) GROUP BY depth, name""").fetchall()
        database.close()
        self.assertGreater(len(rows), 20)
        got = [(at["depth"], kind["name"], kind["runs"], kind["left"])
               for at in summed["items_by_depth"] for kind in at["left"]]
        self.assertEqual(sorted(got), sorted(rows))
        for at in summed["items_by_depth"]:
            runs = [kind["runs"] for kind in at["left"]]
            self.assertEqual(runs, sorted(runs, reverse=True))
        depth, name, runs, _ = got[0]
        self.assertRegex(self.text("results", "left.db"), rf"\n *{depth} +\d+  {name} {runs}\b")

    def test_json_has_the_keys_that_scripts_rely_on(self):
        for ruleset in "ruggrogue", "yarl", "tutorial", "bob-and-trev":
            answer = self.json("sim", ruleset, "--runs", "10")
            self.check_keys(answer)
            self.assertEqual((answer["runs"], answer["bot"]), (10, "explorer"))

    def test_figures_of_an_answer_agree_with_each_other(self):
        answer = self.json("sim", "ruggrogue", *QUICK)
        ends, survival = answer["ends"], answer["survival"]
        self.assertEqual(sum(ends.values()), 400)
        self.assertAlmostEqual(answer["win_rate"]["value"], ends["won"] / 400)
        self.assertEqual(survival[0]["entered"], 400)
        for above, below in zip(survival, survival[1:]):
            gone = above["died"] + above["won"] + above["cut_off"]
            self.assertEqual(below["entered"], above["entered"] - gone)
            self.assertLessEqual(below["value"], above["value"])
        for depth in survival:
            self.assertAlmostEqual(depth["hazard"]["value"], depth["died"] / depth["entered"])
        dead = ends["killed"] + ends["starved"] + ends["itself"]
        self.assertEqual(sum(death["runs"] for death in answer["deaths"]), dead)
        self.assertAlmostEqual(sum(death["share"] for death in answer["deaths"]), dead / 400)
        mean = sum(depth["entered"] for depth in survival) / 400
        self.assertAlmostEqual(answer["final_depth"]["mean"], mean)
        met = {monster["name"] for monster in answer["monsters"] if monster["met"]}
        self.assertFalse(met & set(answer["never_met"]))
        self.assertEqual(len(answer["monsters"]), len(met) + len(answer["never_met"]))

    def test_no_mean_depth_ends_beyond_the_dungeon(self):
        """Where all win at depth 10 the mean may be less, and never more; nor less than 1 where all die at once."""
        for hp, one in ((10000, 10), (1, 1)):
            paths = [self.write(f"{name}.yaml", f"name: {name}\nextends: tutorial\nplayer: {{hp: {hp + more}}}\n"
                                "targets: {deep: {metric: run_final_depth, range: [1, 10]}}\n"
                                + "monsters: {orc: {power: 1000}, troll: {power: 1000}}\n" * (hp == 1))
                     for more, name in enumerate(("one", "other"))]
            low, high = self.json("sim", paths[0], "--runs", "30")["final_depth"]["ci95"]
            self.assertTrue(low >= 1 and high <= 10, (low, high))
            low, high = self.json("check", paths[0], "--runs", "30")["verdicts"][0]["ci95"]
            self.assertTrue(low >= 1 and high <= 10, (low, high))
            text = self.text("compare", *paths, "--sim", "--runs", "30")
            for end in re.findall(r"final_depth .*?\(([\d.]+) to ([\d.]+)\)", text):
                self.assertTrue(1 <= float(end[0]) <= float(end[1]) <= 10, text)
            self.assertEqual(self.json("curve", paths[0], "--runs", "30")["final_depth"]["ci95"][1], 10)

    def test_no_mean_level_is_one_that_nobody_can_have(self):
        """From 1 on, and where nobody grows 1 for certain: then the gate and the report leave levels out."""
        plain = self.write("plain.yaml", "name: plain\n"
                           "models: {combat: subtract, encounter: tables, loot: tables, map: tunnels}\n"
                           "player: {hp: 30, power: 5}\nmonsters: {rat: {hp: 4, power: 1, weight: 1}}\n"
                           "encounter: {last_depth: 2}\nitems: {crumb: {weight: 1}}\n")
        still = self.json("sim", plain, "--runs", "30")
        grows = self.json("sim", "tutorial", "--runs", "30")
        for answer, most in ((still, 1), (grows, 1000)):
            for moments in [answer["final_level"]] + [depth["level"] for depth in answer["levels"]]:
                low, high = moments["ci95"]
                self.assertTrue(low is None or 1 <= low <= high <= most, moments)
        self.assertEqual(still["final_level"]["ci95"], [1, 1])
        self.assertRegex(self.text("sim", plain, "--runs", "30"), r"\n +1 +30 .* 1 +\d+ %")
        for rules, levels in ((plain, False), ("tutorial", True)):
            names = [row["metric"] for row in self.json("compare", rules, rules, "--sim", "--runs", "30")["metrics"]]
            self.assertEqual("final_level" in names, levels)
        page = os.path.join(self.folder, "page.html")
        self.text("report", plain, "--runs", "20", "-o", page)
        with open(page, encoding="utf-8") as file:
            self.assertNotIn("What level do they reach?", file.read())

    def test_every_metric_is_in_text_and_json(self):
        text = self.text("sim", "yarl", *QUICK)
        for heading in ["survive it,", "die on it,", "of all", "of who enter", "level", "hp left", "gear", "consum-",
                        "damage", "turns", "killed by", "attacks", "to kill it", "its attacks", "kills who",
                        "lie about", "found", "used", "left over", "median", "90 %",
                        "items of pity", "Never met", "no run worn"]:
            self.assertIn(heading, text)
        answer = self.json("sim", "yarl", *QUICK)
        self.assertEqual(list(answer["levels"][0]["pity_per_room"]),
                         ["healing", "panic", "upgrade_weapon", "upgrade_armor"])
        self.assertGreater(answer["levels"][0]["pity_per_room"]["healing"]["value"], 0)
        orc = answer["monsters"][0]
        for key in ["attacks_to_kill", "attacks_taken", "damage_taken", "damage_per_attack",
                    "its_damage_per_attack", "its_attacks_to_kill", "fatal"]:
            self.assertTrue(orc[key]["ci95"][0] <= orc[key]["value"] <= orc[key]["ci95"][1], key)
        for key in ["level", "hp_share", "gear_attack", "gear_defense", "consumables",
                    "damage_taken", "turns"]:
            self.assertTrue(is_interval(answer["levels"][0][key]["ci95"]), key)

    def test_gear_that_was_worn_until_better_came_is_not_called_unused(self):
        """Used is, of gear, what a run ends with: the dagger of the first floor gives way to the sword of another."""
        self.write("worn.yaml", textwrap.dedent("""\
            name: worn
            models: {combat: accuracy, encounter: tables, loot: floors, map: tunnels}
            encounter: {last_depth: 2, rooms: {most: 1}}
            loot:
              number: [{items: 0}]
              categories: {arms: {}}
              guaranteed: {dagger: {number: 1}, sword: {number: 1, first: 2}}
            map: {tries: 4}
            player: {hp: 90, damage: 1d2}
            weapons: {dagger: {damage: 2, category: arms}, sword: {damage: 9, category: arms}}
            items: {feather: {category: arms}}
            monsters: {rat: {hp: 6, damage: 1, weight: 1}}
            """))
        text = self.text("sim", "worn.yaml", "--runs", "20")
        self.assertIn("\nFound, and at the end of no run worn: Dagger.\n", text)
        self.assertNotIn("never used", text)

    def test_what_gear_is_worth_does_not_depend_on_what_breath_is_left(self):
        ruleset = self.write("tiring.yaml", textwrap.dedent("""\
            name: tiring
            models: {combat: script, encounter: tables, loot: tables, map: tunnels}
            combat:
              stats: {damage: {kind: amount, default: 1d4, gear: sets}}
              counters: {stamina: {start: 90, most: 90, each_turn: 1}}
              script: |
                function attack(attacker, defender)
                  if attacker.stamina < 30 then return 0 end
                  return {damage = roll(attacker.damage), own = {stamina = -30}}
                end
            encounter: {last_depth: 3, rooms: {most: 1}}
            loot: {rooms: {most: 0}}
            map: {tries: 4}
            game: {kit: [sword]}
            player: {hp: 60}
            weapons: {sword: {damage: 1d8+3}}
            monsters: {rat: {hp: 12, weight: 1}}
            items: {herb: {effect: {kind: heal, amount: 5}}}
            """))
        for level in self.json("sim", ruleset, "--runs", "50")["levels"]:
            self.assertEqual(level["gear_attack"]["mean"], 7.5, level["depth"])

    def test_a_draught_of_per_cent_alone_heals_as_one_of_as_many_hit_points(self):
        rules = ("name: part\nextends: tutorial\ngrowth: {{experience: {{base: 1000000}}}}\n"
                 "player: {{hp: 40}}\nitems: {{healing_potion: {{effect: {}}}}}\n")
        for name, effect in ("part", "{amount: ~, percent: 20}"), ("points", "{amount: 8}"), ("less", "{amount: 2}"):
            self.write(f"{name}.yaml", rules.format(effect))
        part, points, less = (self.json("sim", f"{name}.yaml", "--runs", "60") for name in ("part", "points", "less"))
        self.assertEqual((part["levels"], part["items"]), (points["levels"], points["items"]))
        self.assertNotEqual(part["levels"], less["levels"])

    def test_of_a_few_runs_what_was_seen_is_told_and_shares_are_in_per_cent(self):
        rows = {}
        for runs in "4", "400":
            text = self.text("sim", "ruggrogue", "--bot", "brawler", "--runs", runs)
            rows[runs] = " ".join(re.findall(r"\n {4}1 .*", text))  # of all columns
            self.assertIn("damage beyond the last hit point is not", " ".join(text.split()))
        self.assertRegex(rows["4"], r"\(\d+ to \d+\)$")  # turns: only those that were seen
        for row in rows.values():
            self.assertEqual(len(re.findall(r"\d % (±|\()", row)), 3)  # survival, death, hit points
        self.assertNotRegex(rows["400"], r" -( |$)|\(\d+( to \d+)?\)")

    def test_quantiles_of_the_text_have_the_intervals_of_the_json_where_they_are_wider_than_a_value(self):
        answer = self.json("sim", "yarl", *QUICK)
        text = self.text("sim", "yarl", *QUICK).partition("\nof a run ")[2].partition("\n\n")[0]
        for name, key in [("10 %", "0.1"), ("25 %", "0.25"), ("median", "0.5"), ("75 %", "0.75"), ("90 %", "0.9")]:
            row = re.search(rf"\n{name} +(.*)", text).group(1)
            for what, cell in zip(["final_depth", "turns"], re.split("  +", row)):
                quantile = answer[what]["quantiles"][key]
                low, high = quantile["ci95"]
                self.assertTrue(low <= quantile["value"] <= (high or math.inf))
                self.assertTrue(is_said(cell, quantile["value"], low, high), (cell, quantile))

    def test_more_monsters_are_met_than_stood_there_where_they_split(self):
        rules = self.write("split.yaml", "name: t\nmodels: {combat: accuracy, growth: points, encounter: hordes, "
                           "map: tunnels, loot: floors}\nplayer: {hp: 90, damage: 3d6}\nmonsters:\n"
                           "  jelly: {hp: 20, damage: 1d2, splits: {parts: 2}}\n"
                           "encounter: {last_depth: 2, depths: [{groups: 6}], hordes: {jelly: {}}}\n"
                           "loot: {number: [{items: 1}]}\nitems: {herb: {effect: {kind: heal, amount: 10}}}\n")
        for level in self.json("sim", rules, "--runs", "40")["levels"]:
            for key in "monsters_met", "monsters_killed":
                told = level[key]
                self.assertGreater(told["value"], 1.2)
                self.assertTrue(told["ci95"][0] < told["value"] < told["ci95"][1], told)

    def test_a_reason_to_die_is_listed_because_it_occurred(self):
        """Its share is as sure as that of a cause of death that is listed, not as one that was asked for."""
        rare = self.json("sim", "tutorial", "--bot", "brawler", "--runs", "1")["last_fights"]
        self.assertEqual((rare["deaths"], len(rare["why"])), (1, 1))
        self.assertEqual(rare["why"][0]["share"]["ci95"], [0, 1])

    def test_what_is_bought_had_or_left_lying_is_told_beside_what_is_found(self):
        rules = self.write("shop.yaml", "name: t\nmodels: {combat: accuracy, growth: points, encounter: hordes, "
                           "map: tunnels, loot: floors}\nplayer: {hp: 90, damage: 3d6}\nmonsters:\n"
                           "  rat: {hp: 4, damage: 1}\n"
                           "encounter: {last_depth: 2, depths: [{groups: 1}], hordes: {rat: {}}}\n"
                           "loot: {number: [{items: 2}]}\nweapons: {sword: {damage: 1d4}, saber: {damage: 8}}\n"
                           "armors: {cloak: {armor_class: 1}}\n"
                           "items: {herb: {weight: 1, effect: {kind: heal, amount: 9}}, gem: {weight: 0}}\n"
                           "gold: {floors: [{heaps: 2, least: 30, most: 40}], purse: 50}\ngame: {kit: [cloak]}\n"
                           "shops: {smith: {depths: [1, 2], offers: {saber: {price: 20, always: true}}}}\n")
        text = self.text("sim", rules, "--runs", "20")
        answer = {item["name"]: item for item in self.json("sim", rules, "--runs", "20")["items"]}
        self.assertEqual((answer["saber"]["found"], answer["cloak"]["found"], answer["gem"]["lain"]), (0, 0, 0))
        self.assertGreater(answer["saber"]["used"], 0)
        for name in "Herb", "Saber", "Cloak":
            self.assertRegex(text, rf"(?m)^{name}  ")
        self.assertNotRegex(text, "(?m)^Gem  ")
        self.assertIn("Had from the start, which is not counted as found: Cloak.\n"
                      "What is bought is not counted as found.\n", text)
        self.assertNotIn("What is bought", self.text("sim", "yarl", "--runs", "20"))

    def test_any_number_of_threads_says_the_same_bytes(self):
        for arguments in [("ruggrogue", *QUICK), ("tutorial", "--runs", "30"),
                          ("yarl", "--arena", "player@3 vs orc x2", "--runs", "300")]:
            answers = {self.text("sim", *arguments, "--json", "--threads", threads)
                       for threads in ["1", "2", "7"]}
            self.assertEqual(len(answers), 1, arguments)

    def test_text_fits_80_columns(self):
        for arguments in [("ruggrogue", *QUICK), ("yarl", *QUICK, "--verbose"),
                          ("tutorial", "--runs", "20", "--turns", "300"),
                          ("yarl", "--arena", "player@3,weapon=shortsword vs orc x2", "--runs", "50")]:
            with self.subTest(arguments=arguments):
                self.assert_fits(self.text("sim", *arguments))
                self.assert_fits(self.text("sim", *arguments, env={"LC_ALL": "C"}))

    def test_csv_has_a_line_a_depth(self):
        self.text("sim", "ruggrogue", *QUICK, "--csv", "depths.csv")
        answer = self.json("sim", "ruggrogue", *QUICK)
        with open(os.path.join(self.folder, "depths.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(io.StringIO(file.read())))
        self.assertEqual([int(row["depth"]) for row in rows],
                         [depth["depth"] for depth in answer["survival"]])
        for row, depth, level in zip(rows, answer["survival"], answer["levels"]):
            self.assertAlmostEqual(float(row["survival"]), depth["value"], delta=1e-8)
            self.assertAlmostEqual(float(row["hazard_high"]), depth["hazard"]["ci95"][1], delta=1e-8)
            mean = level["turns"]["mean"] if level["turns"] else None
            self.assertEqual(row["turns"] == "", mean is None)
            self.assertAlmostEqual(float(row["turns"] or 0), mean or 0, delta=1e-4)
            self.assertNotIn(None, row)

    def test_runs_that_are_cut_off_are_told_of(self):
        text = self.text("sim", "tutorial", "--runs", "30", "--turns", "100")
        self.assertRegex(" ".join(text.split()), r"\d+ runs were cut off by the limit of 100 turns")
        answer = self.json("sim", "tutorial", "--runs", "30", "--turns", "100")
        self.assertEqual(answer["turn_limit"], 100)
        self.assertGreater(answer["ends"]["cut off"], 0)
        self.assertEqual(answer["complete_runs"], 30 - answer["ends"]["cut off"])

    def test_runs_in_which_nothing_happens_stall_and_are_part_of_no_figure(self):
        """Who waits where nobody comes and nothing is ever hungry."""
        many = ("sim", "tutorial", "--bot", "idle", "--runs", "40")
        answer = self.json(*many)
        stalled, dead = answer["ends"]["stalled"], answer["ends"]["killed"]
        self.assertGreater(min(stalled, dead), 4)
        self.assertEqual((answer["complete_runs"], answer["deaths"][0]["share"]), (dead, 1))
        self.assertEqual([answer["survival"][0][key] for key in ("entered", "died", "stalled", "value")],
                         [40, dead, stalled, 0])
        example = answer["examples"][-1]
        self.assertEqual((example["what"], example["end"]), ("stalled", "stalled"))
        text = " ".join(self.text(*many).split())
        self.assertIn(f"{stalled} runs stalled: for 2000 turns nothing changed", text)
        self.assertIn(f"The figures are of the {dead} runs that came to an end", text)

    def test_what_is_left_alone_is_said(self):
        answer = self.json("sim", "ruggrogue", *QUICK, "--without", "potions,scrolls")
        self.assertEqual(answer["without"], "potions,scrolls")
        found = {item["name"]: item["found"] for item in answer["items"]}
        self.assertEqual(found["health_potion"], 0)
        self.assertGreater(found["ration"], 0)


class Stopping(WyrmCase):
    def test_it_stops_when_the_headline_is_known_and_does_so_again(self):
        arguments = ("sim", "ruggrogue", "--bot", "brawler", "--runs", "200", "--error", "0.08")
        answer = self.json(*arguments)
        low, high = answer["final_depth"]["ci95"]
        self.assertLessEqual((high - low) / 2, 0.08)
        self.assertEqual(answer["runs"] % 200, 0)
        self.assertGreater(answer["runs"], 200)
        self.assertEqual(answer, self.json(*arguments, "--threads", "1"))
        self.assertEqual(answer, self.json(*arguments, "-o", "runs.db"))
        again = self.run_wyrm(*arguments, "-o", "runs.db", "--json")
        self.assertEqual((answer, again.err), (json.loads(again.out), "wyrm sim: runs.db goes on from "
                                               f"the {answer['runs']} runs that it had\n"))

    def test_it_stops_at_the_same_run_behind_a_file_that_has_some(self):
        how = ("sim", "ruggrogue", "--bot", "brawler", "-o", "runs.db")
        wanted = self.json(*how[:-2], "--runs", "200", "--error", "0.08")
        self.json(*how, "--runs", "333")
        again = self.run_wyrm(*how, "--runs", "200", "--error", "0.08", "--json")
        self.assertEqual(json.loads(again.out), wanted)

    def test_max_runs_ends_it(self):
        answer = self.json("sim", "ruggrogue", "--bot", "brawler", "--runs", "200", "--error",
                           "0.0001", "--max-runs", "500")
        self.assertEqual(answer["runs"], 500)


class OwnNumbers(WyrmCase):
    def test_a_weapon_may_have_a_number_called_uses(self):
        self.write("blade.yaml", """name: blade
models: {combat: script, encounter: tables, loot: tables, map: rooms}
combat:
  counters: {uses: {start: 0, most: 60}}
  script: |
    function attack(a, d)
      return {damage = a.uses > 0 and 3 or 1, own = {uses = -1}}
    end
encounter: {last_depth: 2}
player: {hp: 20}
weapons: {sword: {uses: 45, weight: 1}}
monsters: {rat: {hp: 3, weight: 1}}
map: {width: 40, height: 30}
game: {kit: [sword]}
""")
        self.assertIn("Sword", self.text("sim", "blade.yaml", "--runs", "4"))


class Files(WyrmCase):
    def setUp(self):
        super().setUp()
        self.runs = ("ruggrogue", "--bot", "brawler")

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_a_file_says_what_the_simulation_said(self):
        for how in ("--json",), ():
            said = self.text("sim", *self.runs, "--runs", "300", "-o", "runs.db", *how)
            self.assertEqual(self.text("results", "runs.db", *how), said)
            again = self.run_wyrm("sim", *self.runs, "--runs", "300", "-o", "runs.db", *how)
            self.assertEqual((again.out, again.err),
                             (said, "wyrm sim: runs.db had all 300 runs, none is made now\n"))
            os.remove(self.path("runs.db"))

    def test_a_file_tells_items_of_one_name_apart(self):
        said = self.text("sim", "shattered", "--runs", "3", "--json", "-o", "twins.db")
        self.assertEqual(self.text("results", "twins.db", "--json"), said)
        names = [item["name"] for item in json.loads(said)["items"]]
        self.assertGreater(len(names), len(set(names)))

    def test_what_a_file_had_is_said(self):
        how = ("sim", *self.runs, "-o", "runs.db")
        self.text(*how, "--runs", "20")
        more = self.run_wyrm(*how, "--runs", "50", "--json")
        self.assertEqual(more.err, "wyrm sim: runs.db had 20 of these runs, 30 are made now\n")
        self.assertEqual(json.loads(more.out)["runs"], 50)
        fewer = self.run_wyrm(*how, "--runs", "30", "--json")
        self.assertEqual(fewer.err, "wyrm sim: runs.db holds 50 runs: these are the 30 of them that were "
                                    "asked for, and none is made now (all of them: wyrm results)\n")
        self.assertEqual(json.loads(fewer.out)["runs"], 30)

    def rows(self, name):
        with sqlite3.connect(f"file:{self.path(name)}?mode=ro", uri=True) as database:
            rows = database.execute("SELECT * FROM run ORDER BY run").fetchall()
        database.close()
        return rows

    def kill_at(self, command, wait):
        """Starts a simulation and kills it; whether it had ended before."""
        process = self.start(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(wait)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        return process.wait() == 0

    def test_killed_at_any_moment_every_row_is_kept_whole_and_it_goes_on(self):
        """After a kill the file reads, and holds the first of the rows that an unkilled one has; WYRM_TEST_KILLS."""
        kills = int(os.environ.get("WYRM_TEST_KILLS", "5" if SLOW else "8"))
        # Runs with much to tell: a group of them is written every 120.
        self.write("deep.yaml", """name: deep
extends: tutorial
player: {hp: 100000, power: 100}
map: {width: 16, height: 12, tries: 2, room_side: [4, 5]}
encounter: {last_depth: 250, rooms: {most: 2}}
""")
        command = ("sim", "deep.yaml", "--bot", "diver", "--runs", "600")
        began = time.monotonic()
        wanted = self.text(*command, "-o", "whole.db", "--json")
        whole, rows = time.monotonic() - began, self.rows("whole.db")
        moments, at, kept = random.Random(kills), 0, set()
        while kills > 0:
            name = f"killed{at}.db"
            # Some are killed before there is a file, some while it is written, some while it goes on.
            if self.kill_at((*command, "-o", name), whole * moments.uniform(0, 0.6)):
                self.assertEqual(self.rows(name), rows)
                os.remove(self.path(name))
                at += 1
                continue
            kills -= 1
            if os.path.exists(self.path(name)):
                answer = self.run_wyrm("results", name, "--json")
                if answer.code == 0:
                    held = self.rows(name)
                    self.assertEqual((json.loads(answer.out)["runs"], held), (len(held), rows[:len(held)]))
                    kept.add(len(held))
                else:
                    self.assertIn("it is empty: who wrote it was stopped", answer.err)
        self.run_wyrm(*command, "-o", name)
        self.assertEqual(self.rows(name), rows)
        self.assertEqual(self.text("results", name, "--json"), wanted)
        self.assertNotIn(f"{name}-journal", os.listdir(self.folder))
        self.assertGreater(len(kept), 1)

    def test_interrupted_it_keeps_and_says_what_it_has(self):
        command = ("sim", "yarl", "--bot", "brawler", "--runs", "1000000", "-o", "stopped.db")
        process = self.start(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        said, complaint = process.communicate(timeout=120)
        self.assertEqual((process.returncode, complaint), (130, b""))
        text = " ".join(said.decode().split())
        self.assertIn("Interrupted: these are the runs made so far.", text)
        kept = self.json("results", "stopped.db")["runs"]
        self.assertGreater(kept, 0)
        self.assertIn(f"{kept} runs of the brawler", text)
        self.assertEqual(os.listdir(self.folder), ["stopped.db"])

    def test_interrupted_twice_it_ends_at_once_and_its_file_goes_on(self):
        command = ("sim", "tutorial", "--runs", "400", "-o")
        process = self.start(*command, "twice.db", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not os.path.exists(self.path("twice.db")):
            time.sleep(0.01)
        for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):  # both wait for it to go on
            process.send_signal(number)
        self.assertEqual(process.communicate(timeout=120), (b"", b""))
        self.assertIn(process.returncode, (130, 143))
        self.run_wyrm(*command, "twice.db")
        self.run_wyrm(*command, "whole.db")
        self.assertEqual(self.rows("twice.db"), self.rows("whole.db"))

    def test_signals_end_every_long_command_with_their_status_and_leave_nothing(self):
        much = ("--runs", "100000000", "--threads", "1")
        for number, status, arguments in [
                (signal.SIGINT, 130, ("sim", "tutorial", *much, "--json")),
                (signal.SIGTERM, 143, ("sim", "tutorial", *much, "--json")),
                (signal.SIGINT, 130, ("check", "ruggrogue", *much)),
                (signal.SIGTERM, 143, ("curve", "ruggrogue", *much)),
                (signal.SIGINT, 130, ("compare", "tutorial", "yarl", "--sim", *much)),
                (signal.SIGTERM, 143, ("report", "yarl", *much))]:
            process = self.start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(10 if SLOW else 1.5 if arguments[0] == "sim" else 0.5)
            process.send_signal(number)
            said, _ = process.communicate(timeout=120)
            self.assertEqual(process.returncode, status, arguments)
            if arguments[0] == "sim":
                self.assertIs(json.loads(said)["complete"], False)
            else:
                self.assertEqual(said, b"")
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_signal_ends_it_in_the_middle_of_a_step_of_minutes(self):
        self.write("slow.yaml", """name: slow
models: {combat: script}
combat:
  script: |
    function attack(attacker, defender)
      local work = 0
      for i = 1, 100000 do work = work + i end
      return {damage = attacker.hp > 0 and 1 or 0}
    end
player: {hp: 60000}
monsters: {rat: {hp: 60000}}
""")
        process = self.start("sim", "slow.yaml", "--arena", "player vs rat", "--runs", "2", "--threads", "1",
                             env={"WYRM_LIMIT": "1000"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(timeout=60),
                         (b"", b"\nended in the middle of a long step, without an answer\n"))
        self.assertEqual(process.returncode, 130)

    def test_a_signal_that_was_ignored_stays_so(self):
        process = self.start("sim", "tutorial", "--runs", "30", stdout=subprocess.PIPE,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        process.send_signal(signal.SIGINT)
        self.assertIn(b"30 runs", process.communicate(timeout=120)[0])
        self.assertEqual(process.returncode, 0)

    def rows(self, name):
        database = sqlite3.connect(self.path(name))
        self.addCleanup(database.close)
        return database.execute("SELECT * FROM run").fetchall()

    def test_shards_are_the_whole(self):
        wanted = self.text("sim", *self.runs, "--runs", "500", "--json", "-o", "whole.db")
        self.text("sim", *self.runs, "--runs", "200", "-o", "first.db")
        self.text("sim", *self.runs, "--runs", "300", "--first-run", "200", "-o", "second.db")
        for order in ["first.db", "second.db"], ["second.db", "first.db"]:
            merged = self.text("results", *order, "-o", f"all-{order[0]}", "--json")
            self.assertEqual(merged, wanted)
            self.assertEqual(self.text("results", *order, "--json"), wanted)
            self.assertEqual(self.rows(f"all-{order[0]}"), self.rows("whole.db"))
        self.assertEqual(self.text("results", "first.db", "second.db", "-o", "first.db", "--json"),
                         wanted)
        again = self.run_wyrm("results", "first.db", "second.db", "--json")
        self.assertEqual((again.out, again.err), (wanted, "wyrm results: 300 runs are in more than one file: "
                                                          "each counts once\n"))

    def test_shards_by_index_are_the_whole(self):
        wanted = self.text("sim", *self.runs, "--runs", "103", "--json", "-o", "whole.db")
        arrays = [("SLURM_ARRAY_TASK_ID", 0), ("SGE_TASK_ID", 1), ("PBS_ARRAY_INDEX", 0), ("LSB_JOBINDEX", 1),
                  ("JOB_COMPLETION_INDEX", 0)]
        lengths = []
        for index, (name, first) in enumerate(arrays):
            # What stands for no array does not count, and of two arrays the first does.
            others = {"SGE_TASK_ID": "undefined", "LSB_JOBINDEX": "0", "JOB_COMPLETION_INDEX": "4"}
            made = json.loads(self.text("sim", *self.runs, "--runs", "103", "--shard", "auto/5", "--json", "-o",
                                        f"{index}.db", env={**others, name: str(index + first)}))
            self.assertEqual(made["first_run"], sum(lengths))
            lengths.append(made["runs"])
        self.assertEqual((sum(lengths), max(lengths) - min(lengths)), (103, 1))
        shards = [f"{index}.db" for index in (3, 0, 4, 2, 1)]
        self.assertEqual(self.text("results", *shards, "--json"), wanted)
        self.text("results", *shards, "-o", "all.db")
        self.assertEqual(self.rows("all.db"), self.rows("whole.db"))
        self.text("sim", *self.runs, "--runs", "103", "--shard", "2/5", "-o", "again.db")
        self.assertEqual(self.rows("again.db"), self.rows("2.db"))
        self.assertEqual(self.json("results", "4.db", "0.db")["missing"], [[20, 81]])

    def test_shards_that_are_none_are_refused(self):
        for shard, env, words in [
                ("5/5", {}, "the shards of 5 are 0 to 4, found '5'"), ("-1/5", {}, "found '-1'"),
                ("3", {}, "INDEX/COUNT: 3/64, auto/64; found '3'"),
                ("0" * 24 + "/5", {}, "INDEX/COUNT: 3/64, auto/64; found '000"), ("1/0", {}, "found '1/0'"),
                ("0/2000", {}, "1000 runs do not make 2000 shards"), ("auto/5", {}, "none of SLURM_ARRAY_TASK_ID"),
                ("auto/5", {"SGE_TASK_ID": "undefined"}, "none of SLURM_ARRAY_TASK_ID"),
                ("auto/5", {"SLURM_ARRAY_TASK_ID": "5"}, "needs the indices 0 to 4 for 5 shards"),
                ("auto/5", {"SGE_TASK_ID": "6"}, "needs the indices 1 to 5 for 5 shards")]:
            said = self.run_wyrm("sim", *self.runs, "--shard", shard, env=env)
            self.assertEqual((said.code, said.out), (2, ""), shard)
            self.assertIn(words, " ".join(said.err.split()))
        for more in ("--error", "0.1"), ("--first-run", "3"):
            said = self.run_wyrm("sim", *self.runs, "--shard", "0/2", *more)
            self.assertEqual((said.code, said.err),
                             (2, "wyrm sim: --shard goes only without --error and --first-run: it is a part of "
                                 "--runs\n"))

    def test_runs_that_are_missing_are_told_of(self):
        for first, runs in ("10", "20"), ("50", "1"), ("60", "5"):
            self.text("sim", *self.runs, "--runs", runs, "--first-run", first, "-o", f"{first}.db")
        answer = self.json("results", "60.db", "10.db", "50.db")
        self.assertEqual((answer["runs"], answer["first_run"], answer["complete"], answer["missing"]),
                         (26, 10, False, [[30, 49], [51, 59]]))
        text = " ".join(self.text("results", "60.db", "10.db", "50.db").split())
        self.assertIn("29 of the runs 10 to 64 are missing: 30 to 49, 51 to 59.", text)
        answer = self.json("results", "60.db")
        self.assertEqual((answer["complete"], answer["missing"]), (True, []))
        self.assertIn("5 runs (60 to 64) of the brawler", " ".join(self.text("results", "60.db").split()))

    def test_what_sqlite_takes_for_no_file_is_refused(self):
        for name in ":memory:", "file:x.db", "file::memory:?cache=shared", "":
            said = self.run_wyrm("sim", *self.runs, "--runs", "5", "-o", name)
            self.assertNotEqual(said.code, 0)
            self.assertEqual(said.out, "")
            self.assertEqual(os.listdir(self.folder), [])
        os.mkfifo(self.path("pipe"))
        self.refused_with(3, "no regular file", "sim", *self.runs, "--runs", "5", "-o", "pipe")

    def test_what_a_file_says_cannot_steer_the_terminal(self):
        evil = "\x1b[31mred\u009b2J\u202edab"
        self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        self.text("sim", "mine.yaml", "--runs", "5", "-o", "runs.db", "--without", "potions")
        database = sqlite3.connect(self.path("runs.db"), isolation_level=None)
        database.execute("UPDATE meta SET value = ? WHERE key = 'source'", (evil,))
        database.execute(f'CREATE TABLE "{evil}"(x)')
        database.close()
        said = self.refused_with(3, "\\u001b[31mred\\u009b2J\\u202edab", "results", "runs.db")
        self.assertNotRegex(said.err, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
        said = self.run_wyrm("rules", "show", evil)
        self.assertNotRegex(said.err + said.out, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")

    def test_a_ruleset_that_does_not_open_is_not_quoted(self):
        """The file may name any other one."""
        self.write("secret", "password: hunter2\n")
        self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        self.text("sim", "mine.yaml", "--runs", "5", "-o", "runs.db")
        os.rename(self.path("secret"), self.path("mine.yaml"))
        said = self.refused_with(3, "made with the ruleset 'mine.yaml', which does not open", "results", "runs.db")
        self.assertNotIn("hunter2", said.err)

    def test_a_ruleset_elsewhere_is_not_opened(self):
        """In the folder of the file or the one that is typed in, below them, or where it is allowed."""
        with tempfile.TemporaryDirectory() as elsewhere:
            mine = os.path.join(elsewhere, "mine.yaml")
            with open(mine, "w", encoding="utf-8") as file:
                file.write("name: mine\nextends: tutorial\n")
            self.text("sim", mine, "--runs", "3", "-o", "runs.db")
            self.refused_with(3, "neither in this folder nor in that of the file", "results", "runs.db")
            os.symlink(mine, self.path("link.yaml"))
            self.text("sim", "link.yaml", "--runs", "3", "-o", "link.db")
            self.assertEqual(self.run_wyrm("results", "link.db").code, 3)
            wanted = self.text("results", "runs.db", "--from", mine)
            self.assertEqual(self.text("results", "runs.db", "--allow-path", elsewhere), wanted)
            shutil.copy(self.path("runs.db"), elsewhere)
            self.text("results", os.path.join(elsewhere, "runs.db"))

    def test_shards_of_other_bots_and_rulesets_merge_to_the_whole(self):
        for ruleset in "ruggrogue", "tutorial":
            wanted = self.text("sim", ruleset, "--runs", "30", "--json")
            self.text("sim", ruleset, "--runs", "10", "-o", f"{ruleset}1.db", "--threads", "1")
            self.text("sim", ruleset, "--runs", "20", "--first-run", "10", "-o", f"{ruleset}2.db")
            self.assertEqual(self.text("results", f"{ruleset}2.db", f"{ruleset}1.db", "-o",
                                       f"{ruleset}.db", "--json"), wanted)

    def test_the_tables_are_those_that_are_documented(self):
        self.text("sim", "yarl", "--bot", "brawler", "--runs", "50", "-o", "runs.db")
        page = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "results.md")
        with open(page, encoding="utf-8") as file:
            page = file.read()
        database = sqlite3.connect(self.path("runs.db"))
        self.addCleanup(database.close)
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type IN "
                                                    "('table', 'view') ORDER BY name")]
        self.assertEqual(names, ["fights", "floors", "items", "last_blows", "last_fights", "meta", "run", "runs"])
        for table in ["run", "runs", "floors", "fights", "items", "last_fights", "last_blows"]:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            part = page.partition(f"## {table}\n")[2].partition("\n## ")[0]
            documented = [line.split("`")[1] for line in part.splitlines() if line.startswith("| `")]
            self.assertEqual(columns, documented, table)
        part = page.partition("## meta\n")[2].partition("\n## ")[0]
        documented = {line.split("`")[1] for line in part.splitlines() if line.startswith("| `")}
        keys = {re.sub(r" \d+", " N", row[0]) for row in database.execute("SELECT key FROM meta")}
        self.assertEqual(keys, documented)
        count = database.execute("SELECT count(*) FROM runs WHERE killed_by = 'orc'").fetchone()[0]
        told = self.json("results", "runs.db")
        self.check_reasons(database, told["last_fights"])
        self.assertEqual(count, sum(death["runs"] for death in told["deaths"]
                                    if death["by"] == "orc"))

    def check_reasons(self, database, told):
        """The reasons of the page, worked out from the view by SQL, and from the last blows what killed."""
        reasons = database.execute("""
            SELECT CASE WHEN end <> 1 THEN 'no foe' WHEN 2 * hp < max_hp THEN 'worn down'
                WHEN most >= 2 AND 3 * worst < 2 * damage THEN 'outnumbered'
                WHEN cost >= 0 AND cost < means THEN 'one bad fight' WHEN escapes > 0 OR way_out THEN 'outmatched'
                ELSE 'no escape left' END AS reason, depth, count(*)
            FROM last_fights JOIN runs USING (run) GROUP BY reason, depth""").fetchall()
        for of in [told] + told["depths"]:
            wanted = {}
            for reason, depth, count in reasons:
                if of is told or depth == of["depth"]:
                    wanted[reason] = wanted.get(reason, 0) + count
            self.assertEqual({row["reason"]: row["runs"] for row in of["why"]}, wanted)
            self.assertEqual(of["deaths"], sum(wanted.values()))
        cost, hp, won, bare = database.execute("""
            SELECT avg(CASE WHEN cost >= 0 THEN min(1.0 * cost / means, 10) END), avg(1.0 * hp / max_hp),
                avg(CASE WHEN cost >= 0 THEN cost < means END), avg(heals = 0 AND escapes = 0)
            FROM last_fights JOIN runs USING (run) WHERE end = 1""").fetchone()
        self.assertAlmostEqual(told["cost"]["mean"], cost, delta=1e-9)
        self.assertAlmostEqual(told["hp_share"]["mean"], hp, delta=1e-9)
        self.assertAlmostEqual(told["looked_won"]["value"], won, delta=1e-9)
        self.assertAlmostEqual(told["nothing_left"]["value"], bare, delta=1e-9)
        killers = database.execute("""
            SELECT count(*) FROM runs JOIN last_blows USING (run)
            WHERE end = 1 AND hp = 0 AND name = killed_by AND NOT given""").fetchone()[0]
        self.assertEqual(killers, database.execute("SELECT count(*) FROM runs WHERE end = 1").fetchone()[0])

    def test_examples_of_the_page_are_answered_as_it_says(self):
        self.text("sim", "yarl", "--bot", "brawler", "--runs", "50", "-o", "runs.db")
        page = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "results.md")
        with open(page, encoding="utf-8") as file:
            queries = file.read().partition("\n## Files of a game")[0].split("```sql\n")[1:]
        self.assertGreater(len(queries), 2)
        database = sqlite3.connect(self.path("runs.db"))
        self.addCleanup(database.close)
        for query in queries:
            self.assertGreater(len(database.execute(query.partition("```")[0]).fetchall()), 0, query)

    def test_runs_are_named_and_can_be_watched(self):
        text = self.text("sim", "tutorial", "--runs", "30", "-o", "runs.db")
        answer = self.json("results", "runs.db")
        self.assertEqual([example["what"] for example in answer["examples"]],
                         ["best", "90 %", "median", "10 %", "worst"])
        for example in answer["examples"]:
            self.assertRegex(text, rf"{example['what']} +run {example['run']} ")
            said = self.text("replay", "runs.db", "--run", str(example["run"]), "--check")
            self.assertIn("The same game", said)
            self.assertIn(f"run {example['run']}, played by explorer", said)
        self.assertIn("Watch one: wyrm replay runs.db --run", text)

    def test_what_cannot_be_watched_is_said(self):
        self.text("sim", "tutorial", "--runs", "5", "-o", "played.db")
        self.text("sim", "tutorial", "--arena", "player vs orc", "--runs", "9", "-o", "fights.db")
        self.refused(3, "wyrm replay: played.db has no run 5\n", "replay", "played.db", "--run", "5",
                     "--check")
        self.refused(2, "wyrm replay: 'played.db' is a file of results: say which run with --run N\n",
                     "replay", "played.db", "--check")
        said = self.run_wyrm("replay", "fights.db", "--run", "5", "--check")
        self.assertNotEqual(said.code, 0)
        self.assertIn("set fights cannot be watched", said.err)

    def test_other_runs_do_not_get_into_a_file(self):
        self.text("sim", *self.runs, "--runs", "20", "-o", "runs.db")
        for change, message in [(("--seed", "2"), "seed: '1', not '2'"),
                                (("--bot", "diver"), "bot: 'brawler', not 'diver'"),
                                (("--turns", "99"), "turn limit: '50000', not '99'"),
                                (("--without", "potions"), "--without: '', not 'potions'")]:
            self.refused(3, f"wyrm sim: runs.db holds runs of another {message}\n{OWN_FILE}",
                         "sim", *self.runs, *change, "--runs", "20", "-o", "runs.db")
        self.refused(3, "wyrm sim: runs.db holds runs of another ruleset: 'ruggrogue', not 'yarl'\n" + OWN_FILE,
                     "sim", "yarl", "--bot", "brawler", "--runs", "20", "-o", "runs.db")
        self.assertEqual(self.json("results", "runs.db")["runs"], 20)

    def test_files_that_do_not_go_together_leave_nothing(self):
        self.text("sim", *self.runs, "--runs", "20", "-o", "one.db")
        self.text("sim", *self.runs, "--runs", "20", "--bot", "diver", "-o", "other.db")
        said = self.refused_with(3, "another bot", "results", "one.db", "other.db", "-o", "both.db")
        self.assertIn("the same --seed, each its own --shard or --first-run; `wyrm compare` takes", said.err)
        self.assertEqual(self.run_wyrm("results", "one.db", "other.db").code, 3)
        self.assertEqual(sorted(os.listdir(self.folder)), ["one.db", "other.db"])

    def test_files_that_are_none_are_refused_and_left_alone(self):
        self.text("sim", *self.runs, "--runs", "300", "-o", "runs.db")
        with open(self.path("runs.db"), "rb") as file:
            whole = file.read()
        song = sqlite3.connect(self.path("songs.db"))
        song.execute("CREATE TABLE song(title)")
        song.commit()
        song.close()
        shutil.copy(self.path("runs.db"), self.path("newer.db"))
        for name in ("log.db", "free.db"):
            shutil.copy(self.path("runs.db"), self.path(name))
        self.change("newer.db", "PRAGMA user_version = 4")
        self.change("first.db", "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
        self.change("log.db", "PRAGMA journal_mode = WAL")
        self.change("free.db", "DELETE FROM run")
        for part in range(16):
            with open(self.path("cut.db"), "wb") as file:
                file.write(whole[:len(whole) // 16 * part])
            self.assertEqual(self.run_wyrm("results", "cut.db").code, 3, part)
        self.write("text.db", "name: ruggrogue\n" * 20)
        for name, message in [("text.db", "no results of wyrm"),
                              ("songs.db", "no results of wyrm"),
                              ("newer.db", "results of a newer version (4; this program reads 3)"),
                              ("first.db", "or of version 0.1: those do not say"),
                              ("log.db", "its head"), ("free.db", "its head"),
                              ("cut.db", "broken"), ("absent.db", "no such file"), (".", "it is a folder")]:
            said = self.refused_with(3, name, "results", name)
            self.assertIn(message, said.err)
            self.assertEqual(said.err.count("\n"), 1)
            if not name.endswith(".db") or name in ("absent.db", "cut.db"):
                continue
            with open(self.path(name), "rb") as file:
                before = file.read()
            self.refused_with(3, message, "sim", *self.runs, "--runs", "20", "-o", name)
            with open(self.path(name), "rb") as file:
                self.assertEqual(file.read(), before, name)

    def change(self, name, *changes):
        database = sqlite3.connect(self.path(name))
        for change in changes:
            database.execute(change)
        database.commit()
        database.close()

    def test_what_a_file_says_of_itself_never_runs(self):
        endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS run"
        self.text("sim", *self.runs, "--runs", "5", "-o", "runs.db")
        for message, *changes in [
                ("trigger 'boom'", "CREATE TRIGGER boom AFTER INSERT ON run BEGIN DELETE FROM run; END"),
                ("view 'floors'", "DROP VIEW runs", f"CREATE VIEW runs AS {endless} FROM r"),
                ("table 'old'", "ALTER TABLE run RENAME TO old",
                 f"CREATE VIEW run AS {endless}, '' AS record, 0 AS checksum FROM r"),
                ("table 'f'", "CREATE VIRTUAL TABLE f USING fts4(x)"), ("index 'i'", "CREATE INDEX i ON run(checksum)"),
                ("table 'song'", "CREATE TABLE song(title)"), ("table 'run'", "ALTER TABLE run ADD COLUMN x DEFAULT 1"),
                ("missing", "DROP VIEW last_blows")]:
            shutil.copy(self.path("runs.db"), self.path("own.db"))
            self.change("own.db", *changes)
            for command in (("results", "own.db"), ("sim", *self.runs, "--runs", "9", "-o", "own.db")):
                self.refused_with(3, message, *command)
        # SQLite deletes the file that a journal names as another journal.
        with open(self.path("runs.db-journal"), "wb") as file:
            file.write(bytes.fromhex("d9d505f920a163d7"))
        self.refused_with(3, "its journal", "sim", *self.runs, "--runs", "9", "-o", "runs.db")

    def test_names_that_are_too_long_together_are_refused(self):
        """All that a file says must fit into half a mebibyte, with a byte behind it."""
        self.text("sim", *self.runs, "--runs", "20", "-o", "runs.db")
        for spare, refused in ((0, "item 1"), (1, "item 10")):  # in the order of their letters
            shutil.copy(self.path("runs.db"), self.path("long.db"))
            database = sqlite3.connect(self.path("long.db"))
            before = sum(len(key) + len(value) + 2 for key, value in database.execute("SELECT key, value FROM meta")
                         if key < "item 1" and key not in ("runs", "checksum"))
            room = 2 ** 19 - before - len("item 1") - 3 - spare
            database.execute("UPDATE meta SET value = ? WHERE key = 'item 1'", ("x" * room,))
            database.commit()
            database.close()
            self.assertIn(f"broken results: a senseless '{refused}'", self.run_wyrm("results", "long.db").err)

    def test_a_pipe_where_the_ruleset_was_is_not_waited_for(self):
        self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        self.text("sim", "mine.yaml", "--runs", "5", "-o", "runs.db")
        os.remove(self.path("mine.yaml"))
        os.mkfifo(self.path("mine.yaml"))
        self.refused_with(3, "made with the ruleset 'mine.yaml', which does not open", "results", "runs.db")

    def test_a_ruleset_that_has_changed_is_told_of(self):
        self.write("mine.yaml", "name: mine\nextends: tutorial\ninherit: [targets]\n")
        self.text("sim", "mine.yaml", "--runs", "5", "-o", "runs.db")
        self.write("mine.yaml", "name: mine\nextends: tutorial\nplayer: {hp: 99}\n")
        said = self.run_wyrm("results", "runs.db")
        self.assertEqual(said.code, 0)
        self.assertIn("'mine.yaml' has changed since these runs were made", said.err)
        os.remove(self.path("mine.yaml"))
        self.assertEqual(self.run_wyrm("results", "runs.db").code, 3)
        self.text("results", "runs.db", "--from", "tutorial")  # it says the same
        said = self.run_wyrm("results", "runs.db", "--from", "tutorial-before")
        self.assertEqual((said.code, said.err), (0, "wyrm results: these runs were made with 'mine'; "
                                                    "names are looked up in 'tutorial-before'\n"))


class Several(WyrmCase):
    def test_each_bot_is_told_of_as_it_is_alone(self):
        how = ("sim", "tutorial", "--runs", "40", "--threads")
        every = self.json(*how, "2", "--bot", "brawler,diver")
        self.assertEqual([bot["bot"] for bot in every["bots"]], ["brawler", "diver"])
        for bot in every["bots"]:
            alone = self.json(*how, "1", "--bot", bot["bot"])
            self.assertEqual(bot, {key: alone[key] for key in alone if key not in ("schema", "wyrm", "ruleset")})

    def test_headline_figures_stand_side_by_side(self):
        text = self.text("sim", "tutorial", "--bot", "ladder", "--runs", "20")
        self.assert_fits(text)
        for name in "diver", "brawler", "explorer", "tactician":
            self.assertIn(f"\n{name}  ", text)
        self.assertIn("hp left", self.text("sim", "yarl", "--bot", "diver,brawler", "--runs", "20", "--arena",
                                           "player@3 vs orc"))

    def test_what_is_about_one_bot_is_refused_with_several(self):
        for option in ("-o", "x.db"), ("--csv", "x.csv"), ("--verbose",):
            self.refused(2, "wyrm sim: --output, --csv and --verbose are about one bot, and --bot names 2\n",
                         "sim", "tutorial", "--bot", "diver,brawler", *option)
        self.refused(2, "wyrm sim: --bot names 'diver' twice\n", "sim", "tutorial", "--bot", "diver,diver")


class Usage(WyrmCase):
    def test_wrong_options_are_refused_in_a_sentence(self):
        for message, arguments in [
                ("there is no bot 'nosuch' (one of idle, random, diver, brawler, explorer, "
                 "tactician)", ("ruggrogue", "--bot", "nosuch")),
                ("there is no bot 'explorr' (did you mean 'explorer'?)",
                 ("ruggrogue", "--bot", "explorr")),
                ("--runs takes a whole number from 1 to 1000000000, found '0'",
                 ("ruggrogue", "--runs", "0")),
                ("--error is a half-width above 0", ("ruggrogue", "--error", "0")),
                ("--max-runs is about --error; --runs says how many runs are made without it",
                 ("ruggrogue", "--max-runs", "9")),
                ("--shape, --distance and --asleep are about an --arena",
                 ("ruggrogue", "--shape", "room")),
                ("an --arena is played with what its fighters name: it takes no --without",
                 ("yarl", "--arena", "player vs orc", "--without", "potions")),
                ("there is no --fidelity any more: runs are always played",
                 ("tutorial", "--fidelity", "sampled")),
                ("there is no --fidelity any more: runs are always played",
                 ("tutorial", "--runs", "5", "--fidelity=played")),
                ("there is no --calibrate any more: runs are always played",
                 ("tutorial", "--calibrate")),
                ("no combatant 'orcc' (did you mean 'orc'?)",
                 ("yarl", "--arena", "player@3 vs orcc x4")),
                ("no weapon 'shortswrd' (did you mean 'shortsword'?)",
                 ("yarl", "--arena", "player@3,weapon=shortswrd vs orc")),
                ("unknown key 'weapn' of combatant 'player' (did you mean 'weapon'?)",
                 ("yarl", "--arena", "player@3,weapn=shortsword vs orc")),
        ]:
            self.refused(2, f"wyrm sim: {message}\n", "sim", *arguments)

    def test_an_arena_that_is_none_says_what_there_is(self):
        self.refused_with(2, "three_orcs_in_a_corridor", "sim", "yarl", "--arena", "orc")

    def test_one_run_is_told_in_words_of_one(self):
        text = " ".join(self.text("sim", "tutorial", "--runs", "1", "--turns", "10").split())
        self.assertIn("1 run was cut off by the limit of 10 turns. No run came to an end: there is nothing to be said "
                      "of ends.", text)
        self.assertNotIn("on average", text)
        self.assertIn("1 run of the explorer", text)

    def test_the_line_on_watching_can_be_typed_as_it_stands(self):
        text = self.text("sim", "tutorial", "--runs", "3", "-o", "my runs.db")
        self.assertIn("Watch one: wyrm replay 'my runs.db' --run ", text)
        text = self.text("sim", "tutorial", "--arena", "player vs orc", "--runs", "3", "-o", "set.db")
        self.assertNotIn("Watch one", text)

    def test_where_nothing_can_be_written_is_said(self):
        """Before the runs are made: so many would take hours."""
        for option in ("-o", "no/such/runs.db"), ("--csv", "no/such/depths.csv"), ("-o", "."), ("--csv", "."):
            self.refused_with(3, option[1], "sim", "tutorial", "--runs", "1000000", *option)
            self.assertEqual(os.listdir(self.folder), [])
        for option in ("--baseline", "no/such.json"), ("--sim", "--markdown", "no/x"), ("--sim", "--junit", "."):
            rulesets = ["tutorial"] if "--baseline" in option else ["tutorial", "yarl"]
            self.refused_with(3, f"'{option[-1]}' cannot be written", "compare", *rulesets, "--runs", "1000000",
                              *option)

    def test_the_kit_is_named_where_it_is_not_found(self):
        told = "Had from the start, which is not counted as found: Dagger, Leather armor."
        run = ("--bot", "brawler", "--runs", "50")
        self.assertIn(told, self.text("sim", "yarl", *run))
        self.assertNotIn("Had from the start", self.text("sim", "ruggrogue", *run))

    def test_of_what_has_several_uses_each_one_is_said_to_count(self):
        told = "Each use counts as used of what has several: Flask."
        for uses in "3", "1":
            ruleset = self.write(f"flask{uses}.yaml", textwrap.dedent(f"""\
                name: flask
                extends: tutorial
                items:
                  flask: {{uses: {uses}, effect: {{kind: heal, amount: 9}}}}
                game: {{kit: [flask]}}
                """))
            text = self.text("sim", ruleset, "--bot", "brawler", "--runs", "50", "--verbose")
            (self.assertIn if uses == "3" else self.assertNotIn)(told, " ".join(text.split()))

    def test_an_attack_counts_whichever_of_its_blows_is_for_it(self):
        """A knife that does not reach stands before the stone: the same fights as with the stone alone."""
        rules = ("name: shots\nmodels: {combat: accuracy, encounter: tables, loot: tables, map: tunnels}\n"
                 "combat: {hit_base: 1, hit_step: 0, hit_clamp: [1, 1]}\nplayer: {hp: 400, damage: 1}\n"
                 "monsters: {slinger: {hp: 12, ATTACKS, shoots: [{range: 6, chance: 2/3}], keeps_distance: 4,\n"
                 "                     weight: 1}}\n"
                 "encounter: {last_depth: 1, rooms: {most: 1, first: false}}\nloot: {rooms: {most: 0}}\n"
                 "items: {pebble: {}}\nmap: {width: 40, height: 20, tries: 6}\n")
        two = "attacks: [{knife: 3, only: melee}, {stone: 3, only: range}]"
        rows = []
        for name, attacks in ("one.yaml", "damage: 3"), ("two.yaml", two):
            self.write(name, rules.replace("ATTACKS", attacks))
            rows += self.json("sim", name, "--runs", "60")["monsters"]
        self.assertEqual(rows[0], rows[1])
        self.assertEqual(rows[0]["its_damage_per_attack"]["value"], 3)

    def test_what_conditions_cost_is_the_doing_of_who_brought_them(self):
        """A viper bites four times for 1, and each bite is 4 turns of 1 more; the player's blade bleeds 2 more."""
        venom = """name: venom
models: {combat: script, encounter: tables, loot: tables, map: tunnels}
combat:
  stats: {venom: {kind: whole}}
  conditions: {poisoned: {damage: 1, most: 50, stacking: adds}}
  script: |
    function attack(attacker)
      if attacker.venom > 0 then return {damage = 1, effects = {poisoned = attacker.venom}} end
      return 2
    end
player: {hp: 100}
monsters: {viper: {hp: 10, venom: 4, weight: 1}}
encounter: {last_depth: 1, rooms: {most: 1, first: false}}
loot: {rooms: {most: 0}}
items: {pebble: {}}
"""
        self.write("venom.yaml", venom)
        self.write("bled.yaml", venom.replace("hp: 100", "hp: 100, venom: 1").replace("venom: 4", "venom: 0"))
        duel = self.json("duel", "venom.yaml", "player", "viper")
        fight = ("sim", "venom.yaml", "--arena", "player vs viper", "--distance", "1", "--runs", "40")
        viper, = self.json(*fight)["monsters"]
        lost = 100 - duel["hp_left"]["mean"]
        self.assertEqual((viper["damage_taken"]["value"], viper["attacks_taken"]["value"]), (lost, 4))
        self.assertEqual((viper["its_damage_per_attack"]["value"], viper["its_attacks_to_kill"]["value"]),
                         (lost / 4, 400 / lost))
        game = self.json("sim", "venom.yaml", "--runs", "40")
        viper, = game["monsters"]
        floor, = game["levels"]
        self.assertAlmostEqual(viper["damage_taken"]["value"] * viper["met"], floor["damage_taken"]["mean"] * 40)
        viper, = self.json("sim", "bled.yaml", *fight[2:])["monsters"]
        attacks = viper["attacks_to_kill"]["value"]
        self.assertEqual((viper["damage_per_attack"]["value"] * attacks, viper["damage_taken"]["value"]),
                         (10, 2 * viper["attacks_taken"]["value"]))

    def test_the_bar_tells_the_estimate_and_only_a_terminal(self):
        runs = "1000" if SLOW else "3000"
        arguments = ("sim", "ruggrogue", "--bot", "brawler", "--runs", runs, "--threads", "1")
        said = self.on_terminal(*arguments, stream="stderr").decode()
        self.assertRegex(said, r"\r\[#+-*\] +\d+ %  (\d+ (s|min) left)? *final depth \d")
        self.assertTrue(said.endswith("\r"))
        self.assertEqual(self.run_wyrm(*arguments).err, "")


if __name__ == "__main__":
    main()
