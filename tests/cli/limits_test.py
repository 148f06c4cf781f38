"""What a small file can ask for has its limits, of memory and of work that is counted: each ends in a sentence that
says what was too large."""
import json
import os
import resource
import subprocess

from wyrm_case import SLOW, SMALL, WyrmCase, main, some

# Of some 200 bytes each: the value that is too large, and what the sentence is to name.
LARGE = {
    "hit points": ('monsters: {rat: {hp: "{1: 1, 1000000: 1}"}}', "check", "as 'large.yaml' was opened"),
    "both sides": ("player: {hp: 900000, power: 1}\nmonsters: {ogre: {hp: 1000000}}", "check",
                   "monsters.ogre.hp 1000000, player.hp 900000"),
    "thresholds": ("loot: {pity: {thresholds: {healing: {near: 60000, far: 60000}}}}\nencounter: {last_depth: 9999}\n"
                   "bands: {near: [1, 2], far: [3, 9999]}", "loot", "far 9999"),
    "maps": ("map: {width: 256, height: 256, tries: 10000}\nencounter: {last_depth: 199, rooms: {most: 64}}\n"
             "bands: {near: [1, 2], far: [3, 199]}", "curve", "tries 10000"),
}


class Limits(WyrmCase):
    def setUp(self):
        super().setUp()
        self.copy_small()

    def ask(self, more, *arguments, limit="0.005"):
        """Exit status, what is said on stderr, and the most memory in MiB."""
        self.write("large.yaml", f"name: large\nextends: {SMALL}\n{more}\n")
        process = self.start(*arguments, env={"WYRM_LIMIT": limit}, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = process.stderr.read().decode()
        process.stderr.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, said, usage.ru_maxrss / 1024

    def test_what_is_too_large_is_named(self):
        for what, (more, command, largest) in LARGE.items():
            with self.subTest(what=what):
                code, said, memory = self.ask(more, command, "large.yaml", "--threads", "1")
                self.assertEqual(code, 3, said)
                self.assertIn(f"wyrm {command}: given up: it takes more than ", said)
                self.assertIn(largest, said)
                self.assertIn("WYRM_LIMIT=0.05 allows ten times as much\n", said)
                if not SLOW:
                    self.assertLess(memory, 40)  # 5 MiB, and what the program itself has

    def test_memory_ends_it_in_a_whole_sentence(self):
        """With the work that there was so far, and where nothing is worked out, without."""
        amounts = "random amounts (hit points, dice, damage, weights, counts)"
        floors = "what floors bring (groups, items, weights, counts, depths)"
        numbers = "monsters.ogre.hp 1000000, player.hp 900000, map.width 60"
        for limit, more in (("0.005", "0.05"), ("0.002", "0.02")):
            begin = f"given up: it takes more than {limit[-1]} MiB of memory"
            end = f". WYRM_LIMIT={more} allows ten times as much\n"
            for what, said in (("hit points", f"; most of the work was {amounts}, as 'large.yaml' was opened"),
                               ("both sides", f"; most of the work was {floors}. The largest numbers of the ruleset: "
                                              f"{numbers}")):
                self.assertEqual(self.ask(LARGE[what][0], "check", "large.yaml", "--threads", "1", limit=limit)[:2],
                                 (3, f"wyrm check: {begin}{said}{end}"))
        for command, where in (("rules validate", ""), ("sim", ", as 'yarl' was opened")):
            self.refused(3, f"wyrm {command}: given up: it takes more than 1 MiB of memory{where}. WYRM_LIMIT=0.01 "
                            "allows ten times as much\n", *command.split(), "yarl", env={"WYRM_LIMIT": "0.001"})

    def test_the_sentence_is_whole_where_a_small_piece_of_memory_is_too_much(self):
        """What is said takes more memory than the piece that was refused."""
        for kib in range(0, 480, 16):
            limit = 0.001 + kib / 2 ** 20
            process = self.start("duel", "yarl", "player", "orc", env={"WYRM_LIMIT": repr(limit)},
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            said = process.communicate(timeout=60)[1].decode()
            if process.returncode == 0:  # that was enough
                self.assertGreater(kib, 0)
                break
            self.assertEqual(process.returncode, 3)
            self.assertRegex(said, "^wyrm duel: given up: it takes more than [12] MiB of memory(; most of the work was "
                             rf"[^;]*\))?, as 'yarl' was opened\. WYRM_LIMIT={10 * limit:.10g} allows ten times as "
                             r"much\n$")

    def test_the_third_of_the_largest_numbers(self):
        """In a table of depths, a list, an interval, wherever it stands; or it is how many entries there are."""
        def rats(count):
            return "".join(f", rat{number}: {{hp: 3, power: 1, etp: 1}}" for number in range(count))
        for more, monsters, third in (("", "", "map.width 60"), ("", rats(198), "monsters 200 entries"),
                                      ("", rats(197), "map.width 60"),
                                      ("", ", rat: {weight: [[150, 1], [5, 3]]}", "monsters.rat.weight 150"),
                                      ("threat: {room_budget: {near: [0, 170]}}", "", "threat.room_budget.near 170"),
                                      ("gold: {floors: [{heaps: 0, pieces: '[0, 170]'}]}", "",
                                       "gold.floors.1.pieces 170")):
            rules = f"player: {{hp: 900000, power: 1}}\nmonsters: {{ogre: {{hp: 1000000}}{monsters}}}\n{more}"
            code, said, _ = self.ask(rules, "check", "large.yaml", "--threads", "1")
            self.assertEqual(code, 3, said)
            self.assertIn(". The largest numbers of the ruleset: monsters.ogre.hp 1000000, player.hp 900000, "
                          f"{third}. WYRM_LIMIT=0.05 allows ten times as much\n", said)

    def test_the_work_that_was_most_is_named(self):
        for what, named in (("hit points", "random amounts (hit points"), ("thresholds", "what floors bring (groups")):
            more, command, _ = LARGE[what]
            self.assertIn(f"; most of the work was {named}", self.ask(more, command, "large.yaml", "--threads", "1")[1])
        code, said, _ = self.ask("""models: {combat: script}
combat:
  stats: {power: {}, defense: {}}
  script: "function attack(a, d) return {damage = roll('1d6'), duration = 0.5 + between(0, 9) / 10} end"
player: {hp: 300}
monsters: {rat: {hp: 300}}
""", "duel", "large.yaml", "player", "rat", "--matrix", "--levels", "1..40", limit="0.02")
        self.assertEqual(code, 3)
        self.assertIn("200 million steps of exact work; most of the work was fights followed blow by blow (", said)

    def test_numbers_that_have_no_part_in_fights_are_not_blamed_for_them(self):
        """What a monster earns makes no fight longer, nor do the bounds of a stat that nobody comes near to."""
        code, said, _ = self.ask("""models: {combat: script}
combat:
  stats: {power: {greatest: 70000}, defense: {}}
  script: "function attack(a, d) return {damage = roll('1d6'), duration = 0.5 + between(0, 9) / 10} end"
player: {hp: 301}
monsters: {rat: {hp: 302, experience: 99999}}
""", "duel", "large.yaml", "player", "rat", "--matrix", "--levels", "1..40", limit="0.02")
        self.assertEqual(code, 3)
        self.assertIn("most of the work was fights followed blow by blow (", said)
        self.assertIn(". The largest numbers of the ruleset: monsters.rat.hp 302, player.hp 301, ", said)
        self.assertNotIn("99999", said)
        self.assertNotIn("70000", said)

    def test_skills_and_what_items_do_are_not_blamed_for_fights_either(self):
        """A skill in percent makes no fight longer, nor does what a potion heals: hit points and counters do."""
        code, said, _ = self.ask("""models: {combat: script}
combat:
  stats: {power: {}, defense: {}, skill: {kind: whole, default: 50}, aim: {default: 900}}
  counters: {stress: {most: 250}}
  script: "function attack(a, d) return {damage = roll('1d6'), duration = 0.5 + between(0, 9) / 10} end"
items: {flask: {effect: {kind: heal, amount: 950}}}
player: {hp: 301, skill: 940}
monsters: {rat: {hp: 302, aim: 930}}
""", "duel", "large.yaml", "player", "rat", "--matrix", "--levels", "1..40", limit="0.02")
        self.assertEqual(code, 3)
        self.assertIn(". The largest numbers of the ruleset: monsters.rat.hp 302, player.hp 301, "
                      "combat.counters.stress.most 250. WYRM", said)

    def test_rooms_whose_fights_are_too_much_leave_the_rest_of_the_answer(self):
        """A fight with a counter, a condition and healing is more work than its hit points tell: what it takes is
        counted as it is spent. The reason stands once for depths that share it."""
        self.write("sap.yaml", """\
name: sap
models: {combat: script, encounter: tables, loot: tables, map: tunnels}
combat:
  turn: 10
  stats:
    cuts: {kind: flag}
    speed: {kind: number, default: 10, means: attack_duration}
  conditions:
    bleeding: {damage: 1, times_value: true, most: 6, stacking: adds}
  counters:
    rage: {start: 0, most: 10, each_turn: -1}
  script: |
    function attack(attacker, defender)
      if not chance(0.7) then return {damage = 0, own = {rage = 1}} end
      local damage, own = roll("1d6"), {rage = 2}
      if attacker.rage >= 8 then damage, own = 2 * damage, {rage = -8} end
      local bleeding = attacker.cuts and chance(0.2) and 2 or 0
      return {damage = damage, own = own, heal = damage // 3, effects = {bleeding = bleeding}}
    end
player: {hp: 48, speed: 6, cuts: true}
items: {flask: {}}
monsters: {guard: {hp: 18, weight: 1}}
encounter: {last_depth: 2, rooms: {most: 3}}
loot: {rooms: {most: 0}}
map: {tries: 4}
""")
        text = self.text("curve", "sap.yaml", "--runs", "20", env={"WYRM_LIMIT": "0.3"})
        self.assertRegex(text, r"\n +1  +3\.[0-9] ± ")
        self.assertEqual(text.count("would take more than 1,000,000,000 steps"), 1)
        self.assertIn("\nDepths 1-2: to work that out would take more", text)

    def test_work_is_counted_and_not_timed(self):
        more, command, _ = LARGE["thresholds"]
        answers = [self.ask(more, command, "large.yaml")[:2] for _ in range(2)]
        self.assertEqual(answers[0], answers[1])

    def test_what_a_usual_ruleset_asks_for_is_far_from_it(self):
        for arguments in (("loot", "yarl", "--runs", "100", "--json"), ("etp", "yarl", "--runs", "20"),
                          ("hit", "yarl", "player@1", "orc")):
            self.text(*arguments, env={"WYRM_LIMIT": "0.2"})

    def test_a_comparison_tells_what_the_games_so_far_allow(self):
        """As many as are asked for have no limit; the first few, of which nothing can be told, have one."""
        answer = self.run_wyrm("compare", "tutorial-before", "tutorial", "--sim", env={"WYRM_LIMIT": "0.03"})
        self.assertEqual((answer.code, answer.err), (0, ""))
        self.assertIn("250 runs of the explorer on each side, seed 1, compared run by run. Not clear yet: survival@1, "
                      "survival@2; more runs would be more work than one command may do (WYRM_LIMIT allows more).",
                      " ".join(answer.out.split()))
        large = "player: {hp: 300000, power: 1}\nmonsters: {rat: {hp: 300000}, ogre: {hp: 300000}}"
        self.write("large.yaml", f"name: large\nextends: {SMALL}\n{large}\n")
        answer = self.run_wyrm("compare", SMALL, "large.yaml", "--sim", "--runs", "20", env={"WYRM_LIMIT": "0.02"})
        self.assertEqual(answer.code, 0, answer.err)
        self.assertIn("20 runs of the explorer", answer.out)
        code, said, _ = self.ask(large, "compare", "large.yaml", "large.yaml", "--sim", "--seed", "3", limit="0.02")
        self.assertEqual(code, 3)
        self.assertIn("wyrm compare: given up: it takes more than 2000 million steps of games. The largest", said)
        self.assertIn(". --runs N plays just N, however long they take; WYRM_LIMIT=0.2 allows ten times as much", said)

    def test_a_check_tells_what_it_knows_without_the_games_that_are_too_much(self):
        """Exact verdicts and the other findings; and that what was not looked for is not known."""
        large = """player: {hp: 30000, power: 1}
monsters: {rat: {hp: 30000, power: 1}, ogre: {hp: 30000, power: 1}}
targets:
  strong: {metric: stat, of: player, stat: power, at_least: 2}
"""
        unlooked = ("Not looked for: games without an end (the finding no-end). The games that would show them are "
                    "more work than one command may do. ")
        helps = "wyrm check large.yaml --runs N plays just N games; a higher WYRM_LIMIT allows more work. "
        won = "  won: {metric: run_win_rate, at_least: 0.03}"
        for more, said in some([(won, unlooked + "More games for 1 of the unclear verdicts would be more work than one "
                                 "command may do. " + helps), ("", unlooked + helps)]):
            self.write("large.yaml", f"name: large\nextends: {SMALL}\n{large}{more}\n")
            answer = self.run_wyrm("check", "large.yaml", "--threads", "1", "--strict", env={"WYRM_LIMIT": "0.02"})
            text = " ".join(answer.out.split())
            self.assertEqual((answer.code, answer.err), (1, ""))
            self.assertIn("FAIL strong: stat", text)
            self.assertIn("FINDING easy-floor", text)
            self.assertIn(said, text)
            self.assertEqual("UNCLEAR won: run_win_rate - for explorer, wanted at least 3 % why: its games are more "
                             "work than is allowed" in text, more == won)
        self.write("large.yaml", f"name: large\nextends: {SMALL}\n{large}{won}\n")
        found = json.loads(self.run_wyrm("check", "large.yaml", "--json", "--threads", "1",
                                         env={"WYRM_LIMIT": "0.02"}).out)
        self.assertEqual(found["not_looked_for"], ["no-end"])
        self.assertEqual([(one["target"], one["value"], one["verdict"], one.get("why")) for one in found["verdicts"]],
                         [("strong", 1, "FAIL", None),
                          ("won", None, "UNCLEAR", "its games are more work than is allowed")])
        few = self.text("check", "large.yaml", "--runs", "3", env={"WYRM_LIMIT": "0.02"})
        self.assertNotIn("Not looked for", few)
        self.assertNotIn("not_looked_for", self.json("check", SMALL))

    def test_a_verdict_stands_on_the_games_that_were_played_before_they_became_too_much(self):
        self.write("large.yaml", f"""name: large
extends: {SMALL}
targets: {{deep: {{metric: run_final_depth, at_least: 1.219}}}}
""")
        found = json.loads(self.run_wyrm("check", "large.yaml", "--json", "--threads", "1", "--effort", "16000",
                                         env={"WYRM_LIMIT": "0.02"}).out)
        deep = found["verdicts"][0]
        self.assertEqual((deep["verdict"], deep["runs"], deep["stopped"]), ("UNCLEAR", 8000, "work"))
        self.assertNotIn("not_looked_for", found)

    def test_what_can_be_afforded_is_rounded_down(self):
        """To 1 or 1.5 times a power of two: 25 runs are 24 of them, 37 are 32, 50 are 48; the first 16 are made."""
        large = "player: {hp: 100000, power: 1}\nmonsters: {rat: {hp: 100000}, ogre: {hp: 100000}}"
        for limit, runs in some((("0.008", 24), ("0.012", 32), ("0.016", 48)), 2):
            code, said, _ = self.ask(large, "compare", "large.yaml", "--baseline", "base.json", "--threads", "1",
                                     limit=limit)
            self.assertEqual(code, 0, said)
            self.assertIn(f"wyrm compare: it has {runs} runs: 4000 would be more work than one command may do "
                          "(WYRM_LIMIT allows more)\n", said)
            os.remove(os.path.join(self.folder, "base.json"))

    def test_a_report_has_the_runs_that_can_be_afforded(self):
        """As many of every bot, and for the targets; the page is made again by the command on it, and says why."""
        self.write("large.yaml", f"""name: large
extends: {SMALL}
player: {{hp: 2000, power: 1}}
monsters: {{rat: {{hp: 2000}}, ogre: {{hp: 2000}}}}
targets: {{deep: {{metric: run_final_depth, at_least: 1.5}}}}
""")
        command = ("report", "large.yaml", "--threads", "1")
        for more, runs in some([((), 48), (("--compare", "large.yaml"), 32)]):
            cut = self.run_wyrm(*command, *more, "--json", env={"WYRM_LIMIT": "0.03"})
            self.assertEqual((cut.code, cut.err), (0, f"wyrm report: it has {runs} runs of every bot: more would be "
                                                      "more work than one command may do (--runs N plays N, however "
                                                      "long they take)\n"))
            report = json.loads(cut.out)
            self.assertEqual({bot["runs"] for side in report["sides"] for bot in side["bots"]}, {runs})
            self.assertLessEqual(report["verdicts"][0]["runs"], runs)
            self.assertEqual(report["command"], " ".join(
                ["wyrm report large.yaml --runs", str(runs), "--seed 1", *more]))
        said = "48 runs each; more runs would be more work than one command may do"
        self.assertIn(said, self.run_wyrm(*command, "-o", "-", env={"WYRM_LIMIT": "0.03"}).out)
        asked = self.text(*command, "--runs", "60", "-o", "-", env={"WYRM_LIMIT": "0.03"})
        self.assertNotIn("more runs would be", asked)
        self.assertNotIn("--runs", self.json("report", SMALL)["command"])

    def test_help_says_what_the_limits_are(self):
        for command, steps, games in (("check", 10, True), ("sim", 10, False), ("duel", 10, False), ("loot", 10, False),
                                      ("compare", 10, True), ("report", 20, True), ("results import", 10, False),
                                      ("solve", 200, False), ("sense", 500, False),
                                      ("sweep", 500, False), ("worth", 200, False),
                                      ("tune", 2000, False)):
            said = " ".join(self.text(*command.split(), "--help").split())
            self.assertIn(f"at most 1024 MiB of memory and {steps} billion steps of exact work", said)
            self.assertIn("(rules in Lua may take up to ten times as long)", said)
            self.assertIn("minutes of games" if games else "as many as are asked for", said)

    def test_a_limit_that_is_none_is_the_usual_one(self):
        for limit in ("", "0", "-3", "nan", "x", "2x", "1e99"):
            self.assertEqual(self.ask("", "rules", "validate", "large.yaml", limit=limit)[:2], (0, ""))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
