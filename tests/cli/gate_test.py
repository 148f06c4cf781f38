"""wyrm compare on what bots play: two rulesets, files of results, baselines, and the gate for pull requests."""
import json
import os
import shlex
import shutil
import sqlite3
import subprocess
import xml.etree.ElementTree as xml

from wyrm_case import ENVIRONMENT, WYRM, WyrmCase, main

METRICS = ["win_rate", "final_depth", "final_level", "turns_per_floor", "damage_per_floor", "unfinished"]
# Two runs of the tutorial's brawler, as another version of the engine would have written them.
ENGINE_1 = os.path.join(os.environ["GOLDEN"], "..", "fuzz", "corpus", "results", "engine-1.db")
ANSWERS = {"higher", "lower", "equivalent", "cannot tell"}
# A bot that is soon through, and rules that make its life short.
QUICK = ("--bot", "brawler", "--runs", "200")
STRONGER = "name: game\nextends: tutorial\nmonsters:\n  orc: {power: 8}\n  troll: {power: 14}\n"


class Case(WyrmCase):
    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def row(self, answer, metric):
        return next(row for row in answer["metrics"] if row["metric"] == metric)


class Comparisons(Case):
    def test_two_files_are_not_written_into_one(self):
        answer = self.run_wyrm("compare", "yarl", "--gate", "base.json", "--markdown", "a", "--junit", "a")
        self.assertEqual((answer.code, answer.err), (
            2, "wyrm compare: --markdown and --junit are two files: 'a' can be one of them\n"))

    def test_two_rulesets_are_compared_on_shared_seeds(self):
        self.write("stronger.yaml", STRONGER)
        answer = self.json("compare", "tutorial", "stronger.yaml", "--sim", *QUICK)
        self.assertEqual((answer["paired"], answer["failed"], answer["runs"]), (True, True, 200))
        self.assertEqual([row["metric"] for row in answer["metrics"]][:len(METRICS)], METRICS)
        self.assertLessEqual({row["answer"] for row in answer["metrics"]}, ANSWERS)
        depth = self.row(answer, "final_depth")
        self.assertEqual(depth["answer"], "lower")
        self.assertAlmostEqual(depth["difference"], depth["after"]["mean"] - depth["before"]["mean"])
        self.assertLess(depth["ci95"][1], 0)
        self.assertLess(depth["p"], 0.01)

    def test_what_single_fights_do_not_see_is_in_the_headline(self):
        """The cheapest two of tests/headlines.py, which weighs the headline against runs of other seeds."""
        for change, verdict in ("loot: {rations: 0}", "harder"), ("game: {asleep: 1/2}", "easier"):
            self.write("changed.yaml", f"name: changed\nextends: ruggrogue\n{change}\n")
            answer = self.json("compare", "ruggrogue", "changed.yaml")
            self.assertEqual((answer["verdict"], answer["rests_on"], answer["fights"]), (verdict, "runs", "equal"))

    def test_a_boss_whom_no_normal_room_has_is_named_beside_the_rooms(self):
        text = {}
        for name, change in (("boss", "barrow_king: {hp: 90}"), ("rat", "rat: {hp: 30}"), ("plus", "rat: {glyph: R}")):
            one = self.write("one.yaml", "name: one\nmodels: {combat: subtract, encounter: tables, map: tunnels}\n"
                             "player: {hp: 60, power: 5}\nmonsters: {rat: {hp: 4, power: 2, weight: 1}, "
                             "barrow_king: {hp: 40, power: 4, kind: boss}}\nencounter: {last_depth: 2, roles: "
                             "{end_boss: {depths: [2]}}}\n")
            other = self.write("other.yaml", f"name: other\nextends: one.yaml\nmonsters: {{{change}}}\n")
            text[name] = " ".join(self.text("compare", one, other, "--exact").split())
        self.assertRegex(text["boss"], r"other is as hard as one: .*\. Fights with barrow_king differ, which those "
                                       r"rooms do not show: see below\. Of ")
        for name in ("rat", "plus"):
            self.assertNotIn("Fights with", text[name])
        alone = self.write("alone.yaml", "name: alone\nmodels: {combat: subtract}\nplayer: {hp: 60, power: 5}\n"
                           "monsters: {rat: {hp: 9, power: 2}}\n")
        said = " ".join(self.text("compare", one, alone, "--exact").split())
        self.assertIn("there is no depth or level of which both say who is met.", said)
        self.assertNotIn("those rooms", said)

    def test_files_of_results_are_compared_as_the_rulesets_are(self):
        self.write("stronger.yaml", STRONGER)
        wanted = self.json("compare", "tutorial", "stronger.yaml", "--sim", *QUICK)
        for name, ruleset in ("a.db", "tutorial"), ("b.db", "stronger.yaml"):
            self.text("sim", ruleset, *QUICK, "-o", name)
        self.assertEqual(self.json("compare", "a.db", "b.db")["metrics"], wanted["metrics"])
        self.assertEqual(self.json("compare", "a.db", "stronger.yaml", *QUICK)["metrics"], wanted["metrics"])

    def test_other_seeds_are_independent_samples(self):
        for seed in "1", "2":
            self.text("sim", "tutorial", *QUICK, "--seed", seed, "-o", f"{seed}.db")
        self.assertIs(self.json("compare", "1.db", "2.db")["paired"], False)

    def test_files_with_other_numbers_of_runs_are_independent_samples(self):
        """Runs 0 to 19 and 30 to 49 against 0 to 39, either way: half of them have the same numbers."""
        self.write("stronger.yaml", STRONGER)
        for name, ruleset, first, runs in (("a", "tutorial", 0, 20), ("b", "tutorial", 30, 20),
                                           ("other", "stronger.yaml", 0, 40)):
            self.text("sim", ruleset, *QUICK[:2], "--first-run", str(first), "--runs", str(runs), "-o", f"{name}.db")
        self.text("results", "a.db", "b.db", "-o", "gap.db")
        depths = {name: self.json("results", name)["final_depth"]["mean"] for name in ("gap.db", "other.db")}
        for one, other in ("gap.db", "other.db"), ("other.db", "gap.db"):
            answer = self.json("compare", one, other)
            self.assertEqual((answer["paired"], answer["runs"]), (False, 40))
            row = self.row(answer, "final_depth")
            self.assertAlmostEqual(row["before"]["mean"], depths[one])
            self.assertAlmostEqual(row["difference"], depths[other] - depths[one])

    def test_what_one_file_has_more_is_left_out_and_told(self):
        for runs in "20", "12":
            self.text("sim", "tutorial", "--runs", runs, "-o", f"{runs}.db")
        answer = self.run_wyrm("compare", "20.db", "12.db", "--json")
        self.assertEqual(answer.err, "wyrm compare: 20.db has 20 runs and 12.db 12: what one has more is left out\n")
        self.assertEqual(json.loads(answer.out)["runs"], 12)
        self.assertEqual(self.run_wyrm("compare", "12.db", "12.db").err, "")

    def test_one_run_that_is_the_same_is_no_change(self):
        self.assertEqual(self.run_wyrm("compare", "tutorial", "--baseline", "one.json", "--runs", "1").code, 0)
        answer = self.run_wyrm("compare", "tutorial", "--gate", "one.json")
        self.assertEqual(answer.code, 0)
        self.assertIn("Nothing has changed: the runs are the same.", " ".join(answer.out.split()))
        self.assertNotIn("of the time", answer.out)
        self.write("stronger.yaml", STRONGER)
        answer = self.run_wyrm("compare", "stronger.yaml", "--gate", "one.json")
        said = " ".join(answer.out.split())
        self.assertEqual(answer.code, 1)
        self.assertIn("Nothing could be compared", said)
        self.assertNotIn("Not one rule has changed", said)

    def test_files_of_other_luck_are_compared_with_all_their_runs(self):
        for runs, seed in ("20", "1"), ("12", "2"):
            self.text("sim", "tutorial", "--runs", runs, "--seed", seed, "-o", f"{runs}.db")
        for one, other in ("20", "12"), ("12", "20"):
            answer = self.run_wyrm("compare", f"{one}.db", f"{other}.db", "--json")
            self.assertEqual(answer.err, "")
            told = json.loads(answer.out)
            self.assertEqual((told["paired"], told["runs"], told["before"]["runs"], told["after"]["runs"]),
                             (False, 20, int(one), int(other)))
            for name, mean in (one, "before"), (other, "after"):
                self.assertAlmostEqual(self.row(told, "final_depth")[mean]["mean"],
                                       self.json("results", f"{name}.db")["final_depth"]["mean"])
            self.assertIn(f"{one} runs of the explorer before and {other} after",
                          " ".join(self.text("compare", f"{one}.db", f"{other}.db").split()))

    def test_a_file_of_runs_is_no_rules(self):
        self.text("sim", "tutorial", "--runs", "2", "-o", "a.db")
        for command in "check", "sim", "hit", "rules show", "play":
            words = [*command.split(), "a.db", *(["player", "orc"] if command == "hit" else [])]
            self.refused_with(2, "'a.db' is a file of runs, and this needs rules", *words)

    def test_threads_do_not_matter(self):
        self.assertEqual(len({self.text("compare", "tutorial-before", "tutorial", "--sim", *QUICK, "--json",
                                        "--threads", threads) for threads in "127"}), 1)

    def test_of_several_bots_each_is_compared_as_it_is_alone(self):
        """But for what Holm's correction over all of them makes of p and the answer."""
        self.write("stronger.yaml", STRONGER)
        how = ("compare", "tutorial", "stronger.yaml", "--sim", "--runs", "60")
        every = self.json(*how, "--bot", "brawler,diver")
        self.assertEqual([(bot["bot"], bot["weak"]) for bot in every["bots"]], [("brawler", False), ("diver", True)])
        self.assertEqual((every["strong"], every["alarm"], every["runs"]), ("harder", 0.01, 60))
        for bot in every["bots"]:
            alone = self.json(*how, "--bot", bot["bot"])
            for row, other in zip(bot["metrics"], alone["metrics"], strict=True):
                for key in "metric", "before", "after", "difference", "ci95", "margin":
                    self.assertEqual(row[key], other[key])
                self.assertGreaterEqual(row["p"], other["p"])
        self.assertEqual(len({self.text(*how, "--bot", "brawler,diver", "--json", "--threads", threads)
                              for threads in "12"}), 1)

    def test_whom_a_change_helps_is_said_in_a_sentence(self):
        self.write("stronger.yaml", STRONGER)
        text = self.text("compare", "tutorial", "stronger.yaml", "--bot", "diver,brawler", "--runs", "200")
        self.assert_fits(text)
        self.assertIn("game is harder for both the weak and the strong.", text)
        self.assertIn("plays by the same rules", self.text("compare", "tutorial", "tutorial", "--bot", "diver,brawler"))

    def test_whom_it_helps_and_whom_not_is_told_apart(self):
        """Hit points for who only dives, and potions and scrolls that are gone for who uses them."""
        nothing = ("items: {healing_potion: {effect: {kind: heal, amount: 1}}, lightning_scroll: {effect: {kind: "
                   "lightning, damage: 1, range: 5}}, fireball_scroll: {effect: {kind: blast, damage: 1, radius: 3}}}")
        for rules, bots, runs, said in (
                (f"{nothing}\nplayer: {{hp: 130}}", "diver,tactician", "100",
                 "game helps the weak and is harder for the strong."),
                ("player: {hp: 31}", "diver,idle", "60",
                 "game is harder for the strong; what it does to the weak cannot be told yet."),
                ("monsters: {orc: {power: 5}}", "diver,brawler", "3",
                 "Whether game helps the weak or the strong cannot be told yet.")):
            self.write("game.yaml", f"name: game\nextends: tutorial\n{rules}\n")
            text = self.text("compare", "tutorial", "game.yaml", "--bot", bots, "--runs", runs)
            self.assertEqual(" ".join(text.partition("\n\n")[0].split()), said)

    def test_of_several_bots_all_metrics_are_there_where_asked_for(self):
        self.write("stronger.yaml", STRONGER)
        how = ("compare", "tutorial", "stronger.yaml", "--bot", "diver,brawler", "--runs", "60")
        self.assertIn("Every metric: --sim; for scripts: --json", " ".join(self.text(*how).split()))
        text = self.text(*how, "--sim")
        self.assertNotIn("Every metric", text)
        told = {bot["bot"]: bot["metrics"] for bot in json.loads(self.text(*how, "--json"))["bots"]}
        for bot, metrics in told.items():
            part = text.partition(f"\n{bot}\nmetric ")[2]
            rows = [line.split() for line in part.split("\n")[1:len(metrics) + 1]]
            self.assertEqual([row[0] for row in rows], [row["metric"] for row in metrics])
            for row, wanted in zip(rows, metrics):
                self.assertTrue(" ".join(row[1:]).startswith(wanted["answer"]), (row, wanted["answer"]))

    def test_rules_in_another_order_are_no_changed_values(self):
        two = {name: f"  {name}: {{hp: 5, power: 3, experience: 9, weight: 9}}\n" for name in "ab"}
        for order in "ab", "ba":
            self.write(f"{order}.yaml", "name: game\nextends: tutorial\nmonsters:\n  orc: ~\n  troll: ~\n"
                       + two[order[0]] + two[order[1]] + "arenas: ~\ntargets: ~\n")
        words = " ".join(self.text("compare", "ab.yaml", "ba.yaml", "--sim", *QUICK).split())
        self.assertIn("No value has changed, but their order has. ", words)

    def test_titles_are_no_changed_rules(self):
        base = "name: game\nextends: tutorial\narenas: ~\ntargets: ~\n"
        self.write("plain.yaml", base)
        self.write("told.yaml", base + "monsters: {orc: {title: Old orc, glyph: O}}\n")
        self.write("more.yaml", base + "monsters: {orc: {title: Old orc, glyph: O, hp: 11}}\n")
        words = " ".join(self.text("compare", "plain.yaml", "told.yaml", "--sim", *QUICK).split())
        self.assertIn("Only titles and other words have changed, which are no rules. ", words)
        words = " ".join(self.text("compare", "plain.yaml", "more.yaml", "--sim", *QUICK).split())
        self.assertIn("One rule has changed: monsters.orc.hp: 20 -> 11", words)
        self.write("named.yaml", base + "monsters: {title: {hp: 5, power: 3, experience: 9, weight: 9}}\n")
        words = " ".join(self.text("compare", "plain.yaml", "named.yaml", "--sim", *QUICK).split())
        self.assertIn("One rule has changed: monsters.title: ", words)

    def test_words_about_a_condition_are_nothing_that_runs_may_show(self):
        rules = ("name: game\nextends: tutorial\nmodels: {combat: script}\ncombat:\n  conditions: {dazed: {%s}}\n"
                 "  stats: {power: {kind: whole}, defense: {kind: whole}}\n"
                 "  script: |\n    function attack(a, b) return a.power end\ntargets: ~\narenas: ~\n")
        self.write("a.yaml", rules % "most: 3")
        self.write("b.yaml", rules % "most: 3, about: sees stars")
        text = self.text("compare", "a.yaml", "b.yaml", "--exact")
        self.assertIn("combat.conditions.dazed.about: ", text)
        self.assertNotIn("what else differs", text)

    def test_a_ladder_has_the_players_from_weak_to_strong(self):
        answer = self.json("compare", "tutorial", "tutorial-before", "--bot", "ladder", "--runs", "2")
        self.assertEqual([bot["bot"] for bot in answer["bots"]], ["diver", "brawler", "explorer", "tactician"])

    def test_what_is_about_one_bot_is_refused_with_several(self):
        self.text("sim", "tutorial", *QUICK, "-o", "a.db")
        for words, what in ((("a.db", "tutorial"), "a file of results has the runs of one bot"),
                            (("tutorial",), "two rulesets are compared"),
                            (("tutorial", "yarl", "--sim", "--junit", "x"), "are about one bot"),
                            (("tutorial", "--baseline", "x"), "two rulesets are compared")):
            self.refused_with(2, what, "compare", *words, "--bot", "diver,brawler")
        self.refused(2, "wyrm compare: --bot names 'diver' twice\n", "compare", "tutorial", "yarl", "--bot",
                     "diver,diver")
        self.refused_with(2, "did you mean 'brawler'?", "compare", "tutorial", "yarl", "--bot", "diver,browler")

    def test_status_is_1_only_where_asked_for(self):
        self.write("stronger.yaml", STRONGER)
        arguments = ("compare", "tutorial", "stronger.yaml", "--sim", *QUICK)
        self.assertEqual(self.run_wyrm(*arguments).code, 0)
        self.assertEqual(self.run_wyrm(*arguments, "--strict").code, 1)

    def test_text_fits_80_columns(self):
        self.assert_fits(self.text("compare", "tutorial-before", "tutorial", "--sim", *QUICK))

    def test_it_stops_as_soon_as_every_answer_is_clear(self):
        self.write("stronger.yaml", "name: weaker\nextends: tutorial\nplayer: {hp: 9}\n")
        answer = self.json("compare", "tutorial", "stronger.yaml", "--sim", "--bot", "brawler", "--effort", "1600")
        self.assertEqual((answer["clear"], answer["most_runs"]), (True, 1600))
        self.assertLess(answer["runs"], 1600)
        text = self.text("compare", "tutorial", "stronger.yaml", "--sim", "--bot", "brawler", "--effort", "1600")
        self.assertIn(f"the other {1600 - answer['runs']} were not needed", " ".join(text.split()))

    def test_spent_effort_names_what_is_not_clear(self):
        self.write("weaker.yaml", "name: weaker\nextends: tutorial\nplayer: {hp: 97}\n")
        answer = self.json("compare", "tutorial", "weaker.yaml", "--sim", "--bot", "brawler", "--effort", "150")
        self.assertEqual((answer["clear"], answer["runs"]), (False, 150))
        unclear = [row["metric"] for row in answer["metrics"] if not row["clear"]]
        text = self.text("compare", "tutorial", "weaker.yaml", "--sim", "--bot", "brawler", "--effort", "150")
        self.assertIn("Not clear yet: " + ", ".join(unclear), " ".join(text.split()))

    def test_efforts_are_words_or_numbers(self):
        self.refused(2, "wyrm compare: --effort takes low, normal, high or a number of runs, found 'lots'\n",
                     "compare", "tutorial", "tutorial", "--sim", "--effort", "lots")


class Gate(Case):
    def setUp(self):
        super().setUp()
        self.write("game.yaml", "name: game\nextends: tutorial\n")
        self.write("changed.yaml", STRONGER)
        answer = self.run_wyrm("compare", "game.yaml", "--baseline", "base.json", *QUICK)
        self.assertEqual((answer.code, answer.out), (0, ""))
        self.assertIn("wrote base.json (200 runs of seed 1)", answer.err)

    def gate(self, ruleset, *options):
        return self.run_wyrm("compare", ruleset, "--gate", "base.json", *options)


class Gates(Gate):
    def test_a_baseline_is_the_same_bytes_again(self):
        before = self.read("base.json")
        self.run_wyrm("compare", "game.yaml", "--baseline", "base.json", *QUICK, "--threads", "1")
        self.assertEqual(self.read("base.json"), before)
        told = json.loads(before)
        self.assertEqual((told["bot"], len(told["rows"])), ("brawler", 200 * 28))
        self.assertIn("  orc:", told["rules"])

    def test_unchanged_rules_pass_at_the_first_look(self):
        answer = self.gate("game.yaml")
        self.assertEqual((answer.code, answer.err), (0, ""))
        self.assertIn("Not one rule that has a part in them has changed", " ".join(answer.out.split()))
        told = json.loads(self.gate("game.yaml", "--json").out)
        self.assertEqual((told["runs"], told["paired"], told["clear"]), (100, True, True))
        self.assertEqual({row["difference"] for row in told["metrics"]}, {0})

    def test_another_seed_is_an_independent_sample(self):
        answer = self.gate("game.yaml", "--seed", "2")
        self.assertEqual((answer.code, answer.err), (0, ""), answer.out)
        self.assertIn("seeds 1 and 2, compared as independent samples", " ".join(answer.out.split()))

    def test_changed_rules_fail_and_say_which_did_it(self):
        self.write("changed.yaml", STRONGER + "player: {defense: 2}\n")
        answer = self.gate("changed.yaml", "--markdown", "gate.md")
        self.assertEqual((answer.code, answer.err), (1, ""))
        words = " ".join(answer.out.split())
        self.assertRegex(answer.out, r"lower  final_depth: [\d.]+ ± [\d.]+ -> [\d.]+ ± [\d.]+ \(-")
        self.assertIn("3 rules have changed. monsters.orc.power: 4 -> 8 does most of it.", words)
        self.assert_fits(answer.out)
        told = json.loads(self.gate("changed.yaml", "--json").out)
        self.assertEqual([(value["path"], value["line"]) for value in told["values"]],
                         [("player.defense", 6), ("monsters.orc.power", 4), ("monsters.troll.power", 5)])
        alone = {cause["what"]: {effect["metric"]: effect for effect in cause["effects"]}
                 for cause in told["alone"]}
        self.assertLess(alone["monsters.orc.power"]["final_depth"]["ci95"][1], 0)
        self.assertGreater(alone["player.defense"]["final_depth"]["difference"], 0)
        page = self.read("gate.md")
        self.assertIn("| monsters.orc.power: 4 -> 8 | changed.yaml:4 |", page)
        self.assertIn("| all of them |", page)

    def test_one_rule_is_named_without_trying_it(self):
        self.write("changed.yaml", "name: game\nextends: tutorial\nmonsters:\n  orc: {power: 8}\n")
        answer = self.gate("changed.yaml")
        self.assertIn("One rule has changed: monsters.orc.power: 4 -> 8 (changed.yaml:4).",
                      " ".join(answer.out.split()))
        self.assertEqual(json.loads(self.gate("changed.yaml", "--json").out)["alone"], [])

    def test_of_a_script_the_lines_that_changed_are_told_and_where(self):
        rules = ("name: game\nextends: tutorial\nmodels: {combat: script}\ncombat:\n"
                 "  stats: {power: {kind: whole}, defense: {kind: whole}}\n  script: |\n"
                 "    function attack(attacker, defender)\n      local done = attacker.power\n"
                 "      done = done - defender.defense\n      return math.max(done, 0)\n    end\n")
        self.write("scripted.yaml", rules)
        self.run_wyrm("compare", "scripted.yaml", "--baseline", "scripted.json", "--runs", "20")
        self.write("scripted.yaml", rules.replace("done - ", "done * 2 - ").replace("done, 0", "done, 1"))
        how = "compare", "scripted.yaml", "--gate", "scripted.json", "--runs", "20", "--markdown", "gate.md"
        answer = self.run_wyrm(*how)
        self.assertIn("One rule has changed: combat.script, line 3: done = done - defender.defense -> "
                      "done = done * 2 - defender.defense (and 1 more line) (scripted.yaml:9).",
                      " ".join(answer.out.split()))

    def test_where_no_rule_does_more_than_the_others_that_is_said(self):
        self.write("changed.yaml", "name: game\nextends: tutorial\nmonsters:\n  orc: {power: 5, hp: 24}\n")
        words = " ".join(self.gate("changed.yaml").out.split())
        self.assertIn("2 rules have changed. None of them alone surely does more of it than the others. rule where",
                      words)

    def test_a_baseline_of_another_game_is_named(self):
        note = "Note: this baseline is of 'game', not of 'tutorial-before'."
        text = self.gate("tutorial-before", "--markdown", "a.md").out
        self.assertEqual(text.splitlines()[0], note)
        self.assertIn("tutorial-before against base.json", text)  # it still compares
        found = json.loads(self.gate("tutorial-before", "--json").out)
        self.assertEqual([found[side]["ruleset"] for side in ("before", "after")],
                         ["game", "tutorial-before"])
        self.assertNotIn("Note:", self.gate("changed.yaml").out)

    def test_junit_is_well_formed_and_counts_as_the_answer(self):
        for ruleset, failed in ("game.yaml", False), ("changed.yaml", True):
            answer = self.gate(ruleset, "--junit", "gate.xml", "--json")
            self.assertEqual(answer.code, int(failed))
            rows = json.loads(answer.out)["metrics"]
            suites = xml.parse(self.path("gate.xml")).getroot()
            self.assertEqual(suites.tag, "testsuites")
            suite = suites.find("testsuite")
            cases = {case.get("name"): case.find("failure") for case in suite.iter("testcase")}
            self.assertEqual(set(cases), {row["metric"] for row in rows})
            wrong = {row["metric"] for row in rows if row["answer"] in ("higher", "lower")}
            self.assertEqual({name for name, failure in cases.items() if failure is not None}, wrong)
            self.assertEqual((int(suite.get("tests")), int(suite.get("failures"))), (len(rows), len(wrong)))
            self.assertEqual(bool(wrong), failed)

    def test_markup_in_names_stays_text(self):
        odd = "a <b> & \"c\" 'd' | e.yaml"
        self.write(odd, "name: game\nextends: tutorial\n")
        answer = self.gate(odd, "--junit", "gate.xml", "--markdown", "gate.md")
        self.assertEqual(answer.code, 0, answer.err)
        suite = xml.parse(self.path("gate.xml")).getroot().find("testsuite")
        self.assertEqual(suite.get("name"), odd)
        self.assertNotIn("<b>", self.read("gate.md").splitlines()[0])

    def test_markdown_has_a_line_a_metric(self):
        answer = self.gate("changed.yaml", "--markdown", "gate.md", "--json")
        rows = json.loads(answer.out)["metrics"]
        page = self.read("gate.md")
        lines = page.splitlines()
        first = lines.index("| metric | before | after | difference (95 %) | margin | answer |") + 2
        for line, row in zip(lines[first:], rows):
            self.assertTrue(line.startswith(f"| {row['metric']} |"))
            self.assertIn(row["answer"], line)
            self.assertEqual(line.count("|"), 7)
        self.assertIn("changed.yaml --gate base.json", page)

    def test_margins_of_the_ruleset_decide(self):
        wide = ("gate:\n  margins: {win_rate: 1, survival: 1, final_depth: 100 %, final_level: 100 %, "
                "turns_per_floor: 9999, damage_per_floor: 100 %, starved: 1}\n")
        self.write("wide.yaml", STRONGER + wide)
        self.write("game.yaml", "name: game\nextends: tutorial\n" + wide)
        self.run_wyrm("compare", "game.yaml", "--baseline", "wide.json", *QUICK)
        self.assertEqual(self.run_wyrm("compare", "wide.yaml", "--gate", "wide.json").code, 0)
        # who is held to a baseline does not loosen what it is held to
        answer = self.gate("wide.yaml", "--markdown", "m.md")
        self.assertEqual(answer.code, 1)
        for text in answer.out, self.read("m.md"):
            self.assertIn("margin of final_depth 3 % -> 100 %", " ".join(text.split()))
            self.assertIn("the stricter word holds", " ".join(text.split()))
        told = json.loads(self.gate("wide.yaml", "--json").out)
        self.assertIn({"term": "margin of win_rate", "before": "0.02", "after": "1"}, told["terms_changed"])
        self.assertEqual(json.loads(self.gate("game.yaml", "--json").out)["terms_changed"],
                         told["terms_changed"])

    def test_terms_that_are_the_same_are_not_mentioned(self):
        self.assertNotIn("stricter", self.gate("game.yaml").out)
        self.assertEqual(json.loads(self.gate("game.yaml", "--json").out)["terms_changed"], [])

    def test_bad_baselines_are_refused_in_a_sentence(self):
        whole = self.read("base.json")
        self.write("cut.json", whole[:len(whole) // 2])
        self.write("newer.json", whole.replace('"format_version": 2', '"format_version": 3'))
        self.write("older.json", whole.replace('"format_version": 2', '"format_version": 1'))
        self.write("empty.json", "")
        self.write("other.json", '{"name": "something else"}')
        self.write("words.json", "name: game\n")
        self.write("mended.json", whole.replace('"seed": 1', '"seed": 2'))
        for name, message in [("cut.json", "no baseline"), ("newer.json", "of a newer version"),
                              ("older.json", "make a new one of the old rules: wyrm compare RULESET "
                                             "--baseline older.json"),
                              ("empty.json", "no baseline"), ("other.json", "no baseline"),
                              ("words.json", "no baseline"), ("mended.json", "damaged"),
                              ("absent.json", "no such file")]:
            answer = self.refused_with(3, name, "compare", "game.yaml", "--gate", name)
            self.assertIn(message, answer.err)

    def test_other_kinds_of_runs_are_not_compared(self):
        for option, words in [(("--bot", "diver"), "'brawler' of 'base.json' and 'diver' of 'game.yaml'"),
                              (("--turns", "99"), "the turn limit is '50000'")]:
            answer = self.gate("game.yaml", *option)
            self.assertEqual((answer.code, answer.out), (2, ""), option)
            self.assertIn(words, answer.err)

    def test_runs_without_some_items_may_be_compared(self):
        answer = self.gate("game.yaml", "--without", "potions")
        self.assertIn(answer.code, (0, 1), answer.err)
        self.assertIn("Left out on purpose: nothing before, potions after.", answer.out)

    def test_options_that_make_no_sense_are_refused(self):
        for arguments in [("tutorial", "--sim"), ("tutorial", "yarl", "--gate", "base.json"),
                          ("tutorial", "--gate", "base.json", "--baseline", "other.json"),
                          ("tutorial", "yarl", "--markdown", "x.md"), ("tutorial", "yarl", "--exact", "--runs", "9")]:
            answer = self.run_wyrm("compare", *arguments)
            self.assertEqual((answer.code, answer.out), (2, ""), arguments)
            self.assertEqual(answer.err.count("\n"), 1)


class Again(Gate):
    def again(self, *options, ruleset="game.yaml"):
        answer = self.gate(ruleset, "--markdown", "m.md", *options)
        self.assertIn(answer.code, (0, 1), answer.err)
        lines = [line for line in self.read("m.md").splitlines() if line.startswith("Again: ")]
        return lines[0][len("Again: "):] if lines else None

    def test_the_command_is_to_be_typed_as_it_stands(self):
        name = "it's `a b`.yaml"
        self.write(name, "name: mine\nextends: tutorial\n")
        code = self.again("--runs", "100", "--bot", "brawler", ruleset=name)
        self.assertTrue(code.startswith("`` ") and code.endswith(" ``"), code)
        words = shlex.split(code[3:-3])
        self.assertEqual(words, ["wyrm", "compare", name, "--gate", "base.json", "--bot", "brawler",
                                 "--runs", "100", "--seed", "1"])
        self.assertEqual(self.run_wyrm(*words[1:]).out, self.gate(name, "--runs", "100").out)

    def test_it_has_every_option_that_counts(self):
        code = self.again("--without", "potions,scrolls", "--effort", "low", "--seed", "77")
        self.assertEqual(code, "`wyrm compare game.yaml --gate base.json --without potions,scrolls --effort low "
                               "--seed 77`")

    def test_what_cannot_be_typed_is_not_shown(self):
        name = "two\nlines.yaml"
        self.write(name, "name: mine\nextends: tutorial\n")
        self.assertIsNone(self.again(ruleset=name))


class Options(Case):
    def test_options_that_would_be_passed_over_are_refused(self):
        self.text("sim", "tutorial", "--runs", "3", "-o", "a.db")
        both = ("tutorial", "tutorial-before")
        exact = both + ("--exact",)
        for operands, option in [
                (both, ("--strict",)), (both, ("--junit", "j.xml")), (both, ("--markdown", "m.md")),
                (exact, ("--runs", "50")), (exact, ("--effort", "low")), (exact, ("--bot", "diver")),
                (exact, ("--turns", "50")), (exact, ("--without", "potions")),
                (both, ("--from", "tutorial")), (both + ("--sim",), ("--all",)),
                (("tutorial", "--baseline", "base.json"), ("--strict",)),
                (("tutorial", "--baseline", "base.json"), ("--junit", "j.xml")),
                (("a.db", "a.db"), ("--runs", "50")), (("a.db", "a.db"), ("--bot", "diver"))]:
            answer = self.run_wyrm("compare", *operands, *option)
            self.assertEqual((answer.code, answer.out), (2, ""), (operands, option))
            self.assertTrue(answer.err.startswith(f"wyrm compare: {option[0]} goes "), answer.err)
        self.assertEqual(os.listdir(self.folder), ["a.db"])

    def test_a_ruleset_may_come_through_a_pipe(self):
        read, write = os.pipe()
        with os.fdopen(write, "w") as into:
            into.write("name: piped\nextends: tutorial\ninherit: [targets]\n")
        with os.fdopen(read):
            answer = subprocess.run([WYRM, "compare", f"/dev/fd/{read}", "tutorial"],
                                    env=ENVIRONMENT, cwd=self.folder, capture_output=True,
                                    pass_fds=[read], timeout=60, check=False)
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))

    def test_a_pipe_that_nobody_may_write_to_is_not_waited_for(self):
        os.mkfifo(self.path("pipe"))
        for command in (["rules", "validate", "pipe"], ["duel", "pipe", "player", "rat"],
                        ["compare", "tutorial", "pipe"], ["tune", "tutorial", "--state", "pipe"],
                        ["verify", "tutorial", "--log", "pipe"], ["replay", "pipe"], ["results", "pipe"],
                        ["rules", "import", "pipe", "--into", "monsters"]):
            answer = self.run_wyrm(*command)
            self.assertEqual((answer.code, answer.out), (3, ""), command)
            self.assertRegex(answer.err, "regular file", command)


class Files(Case):
    def moved(self):
        self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        self.text("sim", "mine.yaml", *QUICK, "-o", "a.db")
        os.rename(self.path("mine.yaml"), self.path("there.yaml"))

    def test_a_ruleset_that_has_moved_is_found(self):
        self.moved()
        self.assertEqual(self.run_wyrm("compare", "a.db", "a.db").code, 3)
        self.text("compare", "a.db", "a.db", "--from", "there.yaml", "--strict", "--junit", "j.xml")
        xml.parse(self.path("j.xml"))

    def test_a_file_of_results_makes_a_baseline(self):
        self.moved()
        os.rename(self.path("there.yaml"), self.path("mine.yaml"))
        answer = self.run_wyrm("compare", "a.db", "--baseline", "base.json")
        self.assertEqual((answer.code, answer.err.startswith("wyrm compare: wrote base.json (200 runs")), (0, True))
        self.assertEqual(json.loads(self.read("base.json"))["runs"], 200)

    def test_rules_that_have_changed_since_are_not_said_to_be_those_of_the_runs(self):
        self.moved()
        self.write("mine.yaml", "name: mine\nextends: tutorial\nmonsters: {orc: {power: 9}}\n")
        answer = self.run_wyrm("compare", "a.db", "--baseline", "base.json")
        self.assertEqual((answer.code, answer.out, os.path.exists(self.path("base.json"))), (3, "", False))
        self.assertIn("the rules have changed since these runs were made", answer.err)
        self.text("sim", "mine.yaml", *QUICK, "-o", "b.db")
        answer = self.run_wyrm("compare", "a.db", "b.db")
        self.assertIn("Rules have changed since runs were made with them, so what has changed is not known.",
                      " ".join(answer.out.split()))

    def test_runs_of_another_engine_are_compared_where_that_is_asked_for(self):
        shutil.copy(ENGINE_1, self.path("old.db"))
        self.text("sim", "tutorial", *QUICK[:2], "--runs", "2", "-o", "new.db")
        for other in ("new.db",), ("tutorial", *QUICK[:2]):
            answer = self.run_wyrm("compare", "old.db", *other)
            self.assertEqual((answer.code, answer.out), (2, ""))
            self.assertRegex(answer.err, r"'old.db' was played by version 1 of the engine and '.*' by version [2-9]")
        answer = self.run_wyrm("compare", "old.db", "new.db", "--mix")
        self.assertIn("Played by version 1 of the engine", " ".join(answer.out.split()))
        self.assertEqual(self.run_wyrm("report", "old.db", "--json").code, 3)
        self.assertIn("--mix shows both", self.run_wyrm("report", "tutorial", "--compare", "old.db", "--json").err)
        self.assertEqual(self.run_wyrm("report", "old.db", "--json", "--mix").code, 0)
        self.assertIn("version 1 of the engine", self.run_wyrm("replay", "old.db", "--run", "0", "--check").err)


    def test_files_of_other_kinds_of_runs_are_refused(self):
        for name, bot in ("a.db", "brawler"), ("b.db", "diver"):
            self.text("sim", "tutorial", "--bot", bot, "--runs", "20", "-o", name)
        self.refused_with(2, "'brawler' of 'a.db' and 'diver' of 'b.db'", "compare", "a.db", "b.db")

    def test_set_fights_are_no_games(self):
        self.text("sim", "yarl", "--arena", "player@3 vs orc", "--runs", "20", "-o", "arena.db")
        self.refused(2, "wyrm compare: the runs of 'arena.db' are of a set fight: `wyrm results` sums "
                        "them up\n", "compare", "arena.db", "--baseline", "base.json")
        self.assertFalse(os.path.exists(self.path("base.json")))

    def test_broken_files_are_refused(self):
        for change in ("UPDATE meta SET value = '1 ' WHERE key = 'seed'", "UPDATE run SET checksum = checksum + 1"):
            self.text("sim", "tutorial", *QUICK[:2], "--runs", "3", "-o", "a.db")
            with sqlite3.connect(self.path("a.db")) as database:
                database.execute(change)
            database.close()
            self.assertEqual(self.run_wyrm("compare", "a.db", "tutorial").code, 3, change)
            os.remove(self.path("a.db"))

    def test_a_path_that_would_be_cut_is_refused(self):
        name = "./" * 600 + "mine.yaml"
        self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        self.refused_with(2, "more than 1023 letters", "sim", name, "--runs", "1")


if __name__ == "__main__":
    main()
