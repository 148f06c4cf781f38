"""wyrm compare --gate: no way to pass it unseen, what is held against what, and what it shows."""
import json
import os
import shlex
import sqlite3
import subprocess
import xml.dom.minidom

from wyrm_case import ENVIRONMENT, WYRM, WyrmCase, main

RUNS = ("--runs", "200")


class Gate(WyrmCase):
    def baseline(self, name="base.json", ruleset="tutorial", *options):
        answer = self.run_wyrm("compare", ruleset, "--baseline", name, *(options or RUNS))
        self.assertEqual(answer.code, 0, answer.err)
        return self.read(name)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def change(self, **keys):
        """The baseline with other values of these keys."""
        made = json.loads(self.baseline())
        made.update(keys)
        self.write("base.json", json.dumps(made))

    def gate(self, *options, ruleset="tutorial"):
        return self.run_wyrm("compare", ruleset, "--gate", "base.json", *options)

    def loose(self, alarm="0.01", margin="0.01"):
        return self.write("mine.yaml", f"name: mine\nextends: tutorial\ngate:\n  alarm: {alarm}\n"
                                       f"  margins: {{survival: {margin}}}\n")


class Nothing(Gate):
    def test_a_baseline_without_figures_is_refused(self):
        self.change(figures=[])
        self.refused(3, "wyrm compare: base.json: a broken baseline\n", "compare", "tutorial",
                     "--gate", "base.json")

    def test_a_baseline_of_unknown_metrics_fails(self):
        self.change(figures=[{"metric": "luck", "unit": "share", "count": 200, "mean": 0.5,
                              "sd": 0.5, "margin": 0.01}])
        answer = self.gate("--markdown", "m.md", "--junit", "j.xml")
        self.assertEqual((answer.code, answer.err), (1, ""))
        self.assertIn("Nothing could be compared", answer.out)
        self.assertIn("luck", answer.out)
        self.assertIn("nothing could be compared", self.read("m.md"))
        suite = xml.dom.minidom.parseString(self.read("j.xml")).getElementsByTagName("testsuite")[0]
        self.assertEqual((suite.getAttribute("tests"), suite.getAttribute("failures")), ("1", "1"))

    def test_metrics_of_one_side_are_listed(self):
        made = json.loads(self.baseline())
        lone = dict(made["figures"][0], metric="luck")
        made["figures"].append(lone)
        self.write("base.json", json.dumps(made))
        self.assertIn("Not compared, since only the first has them: luck.",
                      " ".join(self.gate().out.split()))
        self.assertEqual(self.json("compare", "tutorial", "--gate", "base.json")["not_compared"],
                         [{"metric": "luck", "only": "before"}])

    def test_senseless_figures_are_refused(self):
        for key, value in [("mean", -0.25), ("mean", 25), ("count", 0), ("sd", -1), ("unit", "depths")]:
            made = json.loads(self.baseline())
            for figure in made["figures"]:
                if figure["metric"] == "win_rate":
                    figure[key] = value
            self.write("base.json", json.dumps(made))
            self.assertEqual(self.gate().code, 3, (key, value))

    def test_so_many_runs_that_it_would_never_end_are_refused(self):
        self.change(runs=2**62)
        self.assertEqual(self.gate().code, 3)


class Kinds(Gate):
    def test_other_kinds_of_runs_are_refused_with_both_named(self):
        self.baseline()
        for options, what in [(("--bot", "diver"), "the bot is 'explorer' of 'base.json' and "
                                                   "'diver' of 'tutorial'"),
                              (("--turns", "77"), "the turn limit is '50000'")]:
            answer = self.gate(*options)
            self.assertEqual((answer.code, answer.out), (2, ""), options)
            self.assertIn(what, answer.err)
            self.assertIn("'tutorial'", answer.err)

    def test_what_is_left_out_on_one_side_is_told(self):
        self.baseline()
        note = "Left out on purpose: nothing before, potions after."
        answer = self.gate("--without", "potions", "--markdown", "note.md")
        self.assertIn(note, " ".join(answer.out.split()))
        with open(os.path.join(self.folder, "note.md")) as file:
            self.assertIn(note, file.read())
        answer = json.loads(self.gate("--without", "potions", "--json").out)
        self.assertEqual([answer[side]["without"] for side in ("before", "after")], ["", "potions"])
        self.assertNotIn("Left out", self.gate().out)
        self.baseline("base.json", "tutorial", *RUNS, "--without", "potions")
        self.assertNotIn("Left out", self.gate().out)
        for name, options in ("whole.db", ()), ("part.db", ("--without", "potions")):
            self.text("sim", "tutorial", *options, *RUNS, "-o", name)
        answer = self.text("compare", "part.db", "whole.db")
        self.assertIn("Left out on purpose: potions before, nothing after.", " ".join(answer.split()))
        self.assertIn("paired run by run", " ".join(answer.split()))

    def test_files_of_other_kinds_of_runs_are_refused(self):
        for name, bot in ("a.db", "explorer"), ("b.db", "diver"):
            self.text("sim", "tutorial", "--bot", bot, *RUNS, "-o", name)
        answer = self.run_wyrm("compare", "a.db", "b.db")
        self.assertEqual((answer.code, answer.out), (2, ""))
        self.assertIn("'explorer' of 'a.db' and 'diver' of 'b.db'", answer.err)

    def test_set_fights_are_no_games(self):
        self.text("sim", "yarl", "--arena", "player@3 vs orc", "--runs", "20", "-o", "arena.db")
        self.refused(2, "wyrm compare: the runs of 'arena.db' are of a set fight: `wyrm results` sums "
                        "them up\n", "compare", "arena.db", "--baseline", "base.json")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "base.json")))


class Options(Gate):
    def test_options_that_would_be_passed_over_are_refused(self):
        self.text("sim", "tutorial", *RUNS, "-o", "a.db")
        both = ("tutorial", "tutorial-before")
        for operands, option in [
                (both, ("--strict",)), (both, ("--junit", "j.xml")), (both, ("--markdown", "m.md")),
                (both, ("--runs", "50")), (both, ("--bot", "diver")), (both, ("--turns", "50")),
                (both, ("--without", "potions")),
                (both, ("--from", "tutorial")), (both + ("--sim",), ("--all",)),
                (("tutorial", "--baseline", "base.json"), ("--strict",)),
                (("tutorial", "--baseline", "base.json"), ("--junit", "j.xml")),
                (("a.db", "a.db"), ("--runs", "50")), (("a.db", "a.db"), ("--bot", "diver"))]:
            answer = self.run_wyrm("compare", *operands, *option)
            self.assertEqual((answer.code, answer.out), (2, ""), (operands, option))
            self.assertTrue(answer.err.startswith(f"wyrm compare: {option[0]} goes "), answer.err)
        self.assertEqual(os.listdir(self.folder), ["a.db"])

    def test_they_work_where_they_belong(self):
        self.text("sim", "tutorial", *RUNS, "-o", "a.db")
        self.text("compare", "a.db", "a.db", "--strict", "--junit", "j.xml", "--from", "tutorial")
        self.text("compare", "a.db", "tutorial", *RUNS, "--bot", "explorer")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "j.xml")))

    def test_a_ruleset_may_come_through_a_pipe(self):
        read, write = os.pipe()
        with os.fdopen(write, "w") as into:
            into.write("name: piped\nextends: tutorial\n")
        with os.fdopen(read):
            answer = subprocess.run([WYRM, "compare", f"/dev/fd/{read}", "tutorial"],
                                    env=ENVIRONMENT, cwd=self.folder, capture_output=True,
                                    pass_fds=[read], timeout=60, check=False)
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))


class Again(Gate):
    def again(self, *options, **how):
        answer = self.gate("--markdown", "m.md", *options, **how)
        self.assertIn(answer.code, (0, 1), answer.err)
        lines = [line for line in self.read("m.md").splitlines() if line.startswith("Again: ")]
        return lines[0][len("Again: "):] if lines else None

    def test_the_command_is_to_be_typed_as_it_stands(self):
        name = "it's `a b`.yaml"
        self.write(name, "name: mine\nextends: tutorial\n")
        self.baseline()
        code = self.again("--runs", "100", "--bot", "explorer", ruleset=name)
        self.assertTrue(code.startswith("`` ") and code.endswith(" ``"), code)
        words = shlex.split(code[3:-3])
        self.assertEqual(words, ["wyrm", "compare", name, "--gate", "base.json", "--bot", "explorer",
                                 "--runs", "100", "--seed", "2"])
        again = self.run_wyrm(*words[1:])
        self.assertEqual(again.out, self.gate("--runs", "100", ruleset=name).out)

    def test_it_has_every_option_that_counts(self):
        self.baseline("base.json", "tutorial", *RUNS, "--without", "potions,scrolls", "--turns", "900")
        code = self.again("--without", "potions,scrolls", "--turns", "900", "--seed", "77")
        self.assertEqual(code, "`wyrm compare tutorial --gate base.json --without "
                               "potions,scrolls --turns 900 --seed 77`")

    def test_what_cannot_be_typed_is_not_shown(self):
        name = "two\nlines.yaml"
        self.write(name, "name: mine\nextends: tutorial\n")
        self.baseline()
        self.assertIsNone(self.again(ruleset=name))


class Terms(Gate):
    def test_loosened_margins_are_told_and_do_not_count(self):
        self.baseline()
        stronger = "monsters:\n  orc:\n    power: 9\n"
        path = self.loose(alarm="0.001", margin="1")
        with open(path, "a", encoding="utf-8") as file:
            file.write(stronger)
        answer = self.gate("--markdown", "m.md", ruleset="mine.yaml")
        self.assertEqual(answer.code, 1)
        for text in answer.out, self.read("m.md"):
            words = " ".join(text.split())
            self.assertIn("margin of survival@1 0.01 -> 1", words)
            self.assertIn("alarm 0.01 -> 0.001", words)
            self.assertIn("the stricter word holds", words)
        told = json.loads(self.gate("--json", ruleset="mine.yaml").out)
        self.assertEqual(told["alarm"], 0.01)
        survival = [row for row in told["metrics"] if row["metric"] == "survival@3"][0]
        self.assertEqual((survival["margin"], survival["answer"]), (0.01, "lower"))
        self.assertIn({"term": "alarm", "before": 0.01, "after": 0.001}, told["terms_changed"])

    def test_terms_that_are_the_same_are_not_mentioned(self):
        self.baseline()
        self.assertNotIn("stricter", self.gate().out)
        self.assertEqual(json.loads(self.gate("--json").out)["terms_changed"], [])


class Seeds(Gate):
    def test_the_gate_plays_another_seed_than_the_baseline(self):
        self.baseline()
        told = json.loads(self.gate("--json").out)
        self.assertEqual((told["before"]["seed"], told["after"]["seed"]), (1, 2))
        self.assertIn("200 runs of seed 2 against 200 of seed 1", " ".join(self.gate().out.split()))
        self.assertEqual(self.gate().out, self.gate("--seed", "2").out)

    def test_the_same_seed_is_told(self):
        self.baseline()
        answer = self.gate("--seed", "1")
        self.assertEqual(answer.code, 0)
        self.assertIn("Both are of seed 1", answer.out)
        self.assertNotIn("Both are of seed", self.gate().out)

    def test_the_seed_behind_the_last_is_the_first(self):
        self.baseline("base.json", "tutorial", *RUNS, "--seed", str(2**63 - 1))
        self.assertEqual(json.loads(self.gate("--json").out)["after"]["seed"], 0)

    def test_depths_past_the_last_are_no_metrics(self):
        metrics = [figure["metric"] for figure in json.loads(self.baseline())["figures"]]
        self.assertIn("survival@8", metrics)
        self.assertNotIn("survival@13", metrics)
        self.assertNotIn("survival@20", metrics)


class Files(Gate):
    def moved(self):
        self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        self.text("sim", "mine.yaml", *RUNS, "-o", "a.db")
        os.rename(os.path.join(self.folder, "mine.yaml"), os.path.join(self.folder, "there.yaml"))

    def test_a_ruleset_that_has_moved_is_found(self):
        self.moved()
        self.assertEqual(self.run_wyrm("compare", "a.db", "a.db").code, 3)
        self.text("compare", "a.db", "a.db", "--from", "there.yaml")

    def test_a_ruleset_that_has_changed_is_told(self):
        self.moved()
        self.write("mine.yaml", "name: mine\nextends: tutorial\nmonsters: {orc: {power: 9}}\n")
        answer = self.run_wyrm("compare", "a.db", "--baseline", "base.json")
        self.assertEqual(answer.code, 0)
        self.assertIn("'mine.yaml' has changed since these runs were made", answer.err)

    def test_broken_files_are_refused(self):
        for change in ("UPDATE meta SET value = '2' WHERE key = 'seed'",
                       "UPDATE run SET record = replace(record, ',1,', ',2,')"):
            self.text("sim", "tutorial", "--runs", "3", "-o", "a.db")
            with sqlite3.connect(os.path.join(self.folder, "a.db")) as database:
                database.execute(change)
            database.close()
            self.assertEqual(self.run_wyrm("compare", "a.db", "tutorial").code, 3, change)
            os.remove(os.path.join(self.folder, "a.db"))

    def test_a_path_that_would_be_cut_is_refused(self):
        name = "./" * 600 + "mine.yaml"
        self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        answer = self.run_wyrm("sim", name, "--runs", "1")
        self.assertEqual((answer.code, answer.out), (2, ""))
        self.assertIn("more than 1023 letters", answer.err)


if __name__ == "__main__":
    main()
