"""wyrm compare on the metrics of runs: two rulesets, two files, and the gate for pull requests."""
import json
import math
import os
import xml.etree.ElementTree as xml

from wyrm_case import WyrmCase, main

METRICS = ["win_rate", "final_depth", "final_level", "turns_per_floor", "damage_per_floor", "starved"]
ANSWERS = {"higher", "lower", "equivalent", "cannot tell"}
# Few runs of a bot that is soon through, with monsters that hit twice as hard.
QUICK = ("--bot", "brawler", "--runs", "400")
STRONGER = "name: stronger\nextends: tutorial\nmonsters:\n  orc: {power: 8}\n  troll: {power: 14}\n"


class Comparisons(WyrmCase):
    def row(self, answer, metric):
        return next(row for row in answer["metrics"] if row["metric"] == metric)

    def test_two_rulesets_are_compared_on_shared_seeds(self):
        self.write("stronger.yaml", STRONGER)
        answer = self.json("compare", "tutorial", "stronger.yaml", "--sim", *QUICK)
        self.assertIs(answer["paired"], True)
        self.assertIs(answer["failed"], True)
        self.assertEqual([row["metric"] for row in answer["metrics"]][:6], METRICS)
        self.assertLessEqual({row["answer"] for row in answer["metrics"]}, ANSWERS)
        depth = self.row(answer, "final_depth")
        self.assertEqual(depth["answer"], "lower")
        self.assertAlmostEqual(depth["difference"], depth["after"]["mean"] - depth["before"]["mean"])
        self.assertLess(depth["ci95"][1], 0)
        self.assertLess(depth["p"], 0.01)

    def test_what_is_the_same_is_equivalent_to_the_last_digit(self):
        answer = self.json("compare", "tutorial", "tutorial", "--sim", *QUICK)
        self.assertEqual({(row["difference"], row["answer"]) for row in answer["metrics"]},
                         {(0, "equivalent")})

    def test_files_of_results_are_compared_as_the_rulesets_are(self):
        self.write("stronger.yaml", STRONGER)
        wanted = self.json("compare", "tutorial", "stronger.yaml", "--sim", *QUICK)
        for name, ruleset in ("a.db", "tutorial"), ("b.db", "stronger.yaml"):
            self.text("sim", ruleset, *QUICK, "-o", name)
        self.assertEqual(self.json("compare", "a.db", "b.db")["metrics"], wanted["metrics"])

    def test_other_seeds_are_independent_samples(self):
        for seed in "1", "2":
            self.text("sim", "tutorial", *QUICK, "--seed", seed, "-o",
                      f"{seed}.db")
        answer = self.json("compare", "1.db", "2.db")
        self.assertIs(answer["paired"], False)
        for row in answer["metrics"]:
            before, after = row["before"], row["after"]
            spread = math.sqrt((before["sd"] ** 2 + after["sd"] ** 2) / 400)
            if row["unit"] != "share" and spread > 0:  # Welch: some 1.96 standard errors
                half = (row["ci95"][1] - row["ci95"][0]) / 2
                self.assertAlmostEqual(half / spread, 1.963, delta=0.01)

    def test_threads_do_not_matter(self):
        self.assertEqual(len({self.text("compare", "tutorial-before", "tutorial", "--sim", *QUICK,
                                        "--json", "--threads", threads) for threads in "127"}), 1)

    def test_status_is_1_only_where_asked_for(self):
        self.write("stronger.yaml", STRONGER)
        arguments = ("compare", "tutorial", "stronger.yaml", "--sim", *QUICK)
        self.assertEqual(self.run_wyrm(*arguments).code, 0)
        self.assertEqual(self.run_wyrm(*arguments, "--strict").code, 1)

    def test_text_fits_80_columns(self):
        self.assert_fits(self.text("compare", "tutorial-before", "tutorial", "--sim", *QUICK))


class Gates(WyrmCase):
    def setUp(self):
        super().setUp()
        self.write("game.yaml", "name: game\nextends: tutorial\n")
        self.write("changed.yaml", STRONGER.replace("name: stronger", "name: game"))
        answer = self.run_wyrm("compare", "game.yaml", "--baseline", "base.json", *QUICK)
        self.assertEqual((answer.code, answer.out), (0, ""))
        self.assertIn("wrote base.json (400 runs", answer.err)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def gate(self, ruleset, *options):
        return self.run_wyrm("compare", ruleset, "--gate", "base.json", *options)

    def test_a_baseline_is_a_few_kilobytes_and_the_same_bytes_again(self):
        self.assertLess(os.path.getsize(self.path("base.json")), 5000)
        before = self.read("base.json")
        self.run_wyrm("compare", "game.yaml", "--baseline", "base.json", *QUICK, "--threads", "1")
        self.assertEqual(self.read("base.json"), before)
        self.assertEqual(json.loads(before)["bot"], "brawler")

    def test_unchanged_rules_pass_with_any_seed(self):
        for seed in "1", "2", "77":
            answer = self.gate("game.yaml", "--seed", seed)
            self.assertEqual((answer.code, answer.err), (0, ""), answer.out)
        self.assertEqual(self.gate("game.yaml").code, 0)

    def test_changed_rules_fail_and_say_what_has_changed(self):
        answer = self.gate("changed.yaml")
        self.assertEqual((answer.code, answer.err), (1, ""))
        self.assertRegex(answer.out, r"metrics have\s+changed")
        self.assertRegex(answer.out, r"lower  final_depth: [\d.]+ -> [\d.]+ \(-")
        self.assert_fits(answer.out)
        told = json.loads(self.gate("changed.yaml", "--json").out)
        self.assertEqual((told["failed"], told["paired"], told["alarm"]), (True, False, 0.01))
        self.assertEqual(told["bot"], "brawler")
        self.assertEqual(told["after"]["runs"], 400)

    def test_a_baseline_of_another_game_is_named(self):
        note = "Note: this baseline is of 'game', not of 'tutorial-before'."
        text = self.gate("tutorial-before", "--markdown", "a.md").out
        self.assertEqual(text.splitlines()[0], note)
        self.assertIn("\n\nNote: this baseline is of", self.read("a.md"))
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
            self.assertEqual((int(suite.get("tests")), int(suite.get("failures"))),
                             (len(rows), len(wrong)))
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
        lines = [line for line in page.splitlines() if line.startswith("| ")]
        self.assertEqual(len(lines), len(rows) + 1)
        for line, row in zip(lines[1:], rows):
            self.assertTrue(line.startswith(f"| {row['metric']} |"))
            self.assertIn(row["answer"], line)
            self.assertEqual(line.count("|"), 6)
        self.assertIn("changed.yaml --gate base.json", page)

    def test_margins_of_the_ruleset_decide(self):
        self.write("wide.yaml", STRONGER.replace("name: stronger", "name: game") +
                   "gate:\n  margins: {win_rate: 1, survival: 1, final_depth: 99, final_level: 99, "
                   "turns_per_floor: 9999, damage_per_floor: 9999, starved: 1}\n")
        self.run_wyrm("compare", "wide.yaml", "--baseline", "wide.json", *QUICK)
        self.assertEqual(self.run_wyrm("compare", "wide.yaml", "--gate", "wide.json").code, 0)
        # who is held to a baseline does not loosen what it is held to
        self.assertEqual(self.gate("wide.yaml").code, 1)

    def test_bad_baselines_are_refused_in_a_sentence(self):
        whole = self.read("base.json")
        self.write("cut.json", whole[:len(whole) // 2])
        self.write("newer.json", whole.replace('"format_version": 1', '"format_version": 2'))
        self.write("empty.json", "")
        self.write("other.json", '{"name": "something else"}')
        self.write("words.json", "name: game\n")
        self.write("broken.json", whole.replace('"brawler"', '7'))
        for name, message in [("cut.json", "no baseline"), ("newer.json", "of a newer version"),
                              ("empty.json", "no baseline"), ("other.json", "no baseline"),
                              ("words.json", "no baseline"), ("broken.json", "broken"),
                              ("absent.json", "No such file")]:
            answer = self.run_wyrm("compare", "game.yaml", "--gate", name)
            self.assertEqual((answer.code, answer.out), (3, ""), name)
            self.assertIn(name, answer.err)
            self.assertIn(message, answer.err)

    def test_other_kinds_of_runs_are_not_compared(self):
        for option in ("--bot", "diver"), ("--turns", "99"):
            answer = self.gate("game.yaml", *option)
            self.assertEqual((answer.code, answer.out), (2, ""), option)
            self.assertIn("not the same kind of runs", answer.err)

    def test_options_that_make_no_sense_are_refused(self):
        for arguments in [("tutorial", "--sim"), ("tutorial", "yarl", "--gate", "base.json"),
                          ("tutorial", "--gate", "base.json", "--baseline", "other.json"),
                          ("tutorial", "yarl", "--markdown", "x.md"),
                          ("tutorial", "yarl", "--runs", "9")]:
            answer = self.run_wyrm("compare", *arguments)
            self.assertEqual((answer.code, answer.out), (2, ""), arguments)
            self.assertEqual(answer.err.count("\n"), 1)


if __name__ == "__main__":
    main()
