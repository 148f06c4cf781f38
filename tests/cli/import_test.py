"""Somebody else's runs: what columns are taken as, which lines are of no use, what judges them, and which bots
people are."""
import json
import math
import pathlib
import random
import re
import sqlite3

from wyrm_case import WyrmCase, main

# A table as a spreadsheet in another language writes it.
SHEET = "\ufeff" + '''id;Spieler;Result;Floor reached;killedBy;Gold;hit;notes
3;ann;Victory;9;;12,5;4/10;"wow; ""nice"""
4;bob;died;2;orc;3,25;1/8;
9;bob;abandoned;1;none;0;n/a;"two
lines"
'''


class ImportCase(WyrmCase):
    def imported(self, text, *options, name="runs.csv"):
        self.write(name, text)
        return json.loads(self.text("results", "import", name, *options, "--json"))

    def path(self, name):
        return pathlib.Path(self.folder, name)

    def roles(self, answer):
        return {column["name"]: column["role"] for column in answer["columns"]}

    def records(self, name="runs.db"):
        with sqlite3.connect(self.path(name)) as base:
            return [json.loads(record) for record, in base.execute("SELECT record FROM run ORDER BY run")]

    def refused(self, text, *options, code=3, name="runs.csv"):
        self.write(name, text)
        answer = self.run_wyrm("results", "import", name, *options)
        self.assertEqual(answer.code, code, answer.err)
        self.assertFalse(self.path("runs.db").exists())
        return answer.err


class Columns(ImportCase):
    def test_names_and_values_say_what_columns_are_and_runs_are_what_the_lines_said(self):
        answer = self.imported(SHEET)
        self.assertEqual(answer["format"], "CSV, parted by semicolons")
        self.assertEqual(self.roles(answer), {
            "id": "run", "Spieler": "category", "Result": "outcome", "Floor reached": "stage", "killedBy": "cause",
            "Gold": "amount", "hit": "share", "notes": "category"})
        self.assertEqual(answer["stage_name"], "floor")
        self.assertEqual(self.records(), [
            {"run": 3, "result": {"outcome": "won", "stage": 9, "metrics": {
                "Spieler": "ann", "Gold": 12.5, "hit": [4, 10], "notes": 'wow; "nice"'}}},
            {"run": 4, "result": {"outcome": "lost", "stage": 2, "cause": "orc", "metrics": {
                "Spieler": "bob", "Gold": 3.25, "hit": [1, 8]}}},
            {"run": 9, "result": {"outcome": "unfinished", "stage": 1, "metrics": {
                "Spieler": "bob", "Gold": 0, "notes": "two lines"}}}])

    def test_a_cause_may_be_a_letter(self):
        text = "run,outcome,cause\n" + "".join(f"{i},{'lost,y' if i % 3 else 'won,'}\n" for i in range(12))
        self.assertEqual(self.roles(self.imported(text))["cause"], "cause")
        self.assertEqual({run["result"].get("cause") for run in self.records()}, {"y", None})

    def test_points_part_thousands_where_commas_are_for_decimals(self):
        """One number with a comma tells it of the whole file, also of what stands before it."""
        rows = [("1.000", "3"), ("950", "1"), ("12.450", "{}"), ("1.000.000", "2")]
        for weight, gold in ("2,5", [1000, 950, 12450, 1000000]), ("2", [1, 950, 12.45, 1000000]):
            text = "run;outcome;gold;weight\n" + "".join(
                f"{i};lost;{of};{other.format(weight)}\n" for i, (of, other) in enumerate(rows))
            answer = self.imported(text)
            self.assertEqual((answer["runs"], self.roles(answer)["gold"]), (4, "amount"))
            self.assertEqual([run["result"]["metrics"]["gold"] for run in self.records()], gold)
            self.path("runs.db").unlink()

    def test_members_within_members_lists_and_answers_of_the_protocol(self):
        lines = [{"run": run, "result": {"outcome": "lost" if run else "won", "stage": run % 3 + 1, "cause": None,
                                         "metrics": {"gold": 10 * run, "turns": [1.5, None], "lead": -run,
                                                     "hit": [run, 10], "boss": run == 0, "deep": {"deeper": "x"}}}}
                 for run in range(5)]
        answer = self.imported("\n".join(map(json.dumps, lines)), name="runs.jsonl")
        self.assertEqual(self.roles(answer), {
            "run": "run", "result.outcome": "outcome", "result.stage": "stage", "result.cause": "none",
            "result.metrics.gold": "amount", "result.metrics.turns": "by stage", "result.metrics.lead": "number",
            "result.metrics.hit": "share", "result.metrics.boss": "share", "result.metrics.deep.deeper": "category"})
        self.assertEqual(self.records()[2]["result"]["metrics"], {
            "gold": 20, "turns": [1.5, None], "lead": -2, "hit": [2, 10], "boss": 0, "deeper": "x"})

    def test_what_a_value_is_decides_what_no_name_does(self):
        rows = ["won,a,b,c,d,e,f,g"]
        for i in range(40):
            rows.append(f"{i % 2},{i % 2},{i / 40},{i}%,{i - 5},text {i},2024-01-{i % 9 + 1:02},{i // 2 * 'x'}")
        answer = self.imported("\n".join(rows))
        self.assertEqual(self.roles(answer) | {"g": "?"}, {
            "won": "outcome", "a": "share", "b": "share", "c": "share", "d": "number", "e": "none", "f": "category",
            "g": "?"})
        self.assertEqual({c["name"]: c["why"] for c in answer["columns"]}["e"], "a word of its own on most lines")

    def test_every_kind_of_column_says_because_of_what(self):
        """Nineteen of twenty values are most of them; one text that is too long for a word is enough."""
        columns = {
            "blank": (lambda i: "", "none", "empty on every line"),
            "created_at": (lambda i: 90 - i, "none", "its name; it does not ascend"),
            "map_hash": (lambda i: f"a{i}", "none", "its name"),
            "hit": (lambda i: [i % 5, 10], "share", "lists of two, k of n"),
            "back": (lambda i: [11, 10], "by stage", "lists of numbers"),
            "turns": (lambda i: [1.5, None, i], "by stage", "lists of numbers"),
            "boss": (lambda i: i % 3 == 0, "share", "yes or no"),
            "key": (lambda i: i % 2, "share", "only 0 and 1"),
            "aim": (lambda i: f"{i}%", "share", "percentages"),
            "found": (lambda i: f"{i}/50", "share", "k/n"),
            "huge": (lambda i: 1e200, "none", "numbers above 1e100"),
            "edge": (lambda i: 1e100, "amount", "numbers from 0"),
            "lead": (lambda i: i - 5, "number", "numbers, some below 0"),
            "luck": (lambda i: i / 40, "share", "numbers from 0 to 1"),
            "gold": (lambda i: i, "amount", "numbers from 0"),
            "most": (lambda i: i if i < 38 else "many", "amount", "numbers from 0"),
            "less": (lambda i: i // 4 if i < 37 else "many", "category", "words"),
            "mixed": (lambda i: [i, 3] if i < 20 else i, "none", "values of several kinds"),
            "tale": (lambda i: "x" * (200 if i == 9 else 3), "none", "texts that are too long for words"),
            "class": (lambda i: "abcde"[i % 5], "category", "words"),
            "note": (lambda i: f"text {i // 2 * 2 if i < 38 else i}", "none", "a word of its own on most lines"),
            "half": (lambda i: f"text {i // 2}", "category", "words")}
        lines = [json.dumps({"won": i % 2} | {name: of(i) for name, (of, _, _) in columns.items()}) for i in range(40)]
        self.write("runs.jsonl", "\n".join(lines))
        answer = json.loads(self.run_wyrm("results", "import", "runs.jsonl", "--dry-run", "--json").out)
        told = {column["name"]: (column["role"], column["why"]) for column in answer["columns"]}
        for name, (_, role, why) in columns.items():
            self.assertEqual(told[name], (role, why), name)

    def test_a_column_has_so_many_words_and_no_more(self):
        for words, role, why in ((1000, "category", "words"), (1001, "none", "more than 1000 different words")):
            rows = ["won,word"] + [f"{i % 2},word {i // 2}" for i in range(2 * words)]
            answer = self.imported("\n".join(rows), "--dry-run")
            self.assertEqual([(c["role"], c["why"]) for c in answer["columns"][1:]], [(role, why)])
        for lines, role in ((19, "category"), (20, "none")):
            rows = ["won,word"] + [f"{i % 2},word {i}" for i in range(lines)]
            self.assertEqual(self.roles(self.imported("\n".join(rows), "--dry-run"))["word"], role)

    def test_a_column_for_the_worse_is_turned_round_and_stages_from_0_are_counted_from_1(self):
        answer = self.imported("died,wave\ntrue,0\nfalse,4\n")
        self.assertEqual(self.roles(answer), {"died": "outcome", "wave": "stage+1"})
        self.assertEqual([(r["result"]["outcome"], r["result"]["stage"]) for r in self.records()],
                         [("lost", 1), ("won", 5)])

    def test_what_is_said_goes_before_what_is_guessed(self):
        table = "floor,score,end,junk,id\n0,7,good,1,5\n2,9,bad,1,4\n"
        answer = self.imported(table, "--map", "score=amount:points,floor=stage,junk=none,end=outcome,id=none",
                               "--outcomes", "good=won,else=lost", "--game", "cave", "--agent", "ann")
        self.assertEqual([r["result"] for r in self.records()], [
            {"outcome": "won", "metrics": {"points": 7}}, {"outcome": "lost", "stage": 2, "metrics": {"points": 9}}])
        self.assertEqual([(w["word"], w["means"], w["said"]) for w in answer["outcomes"]],
                         [("good", "won", True), ("bad", "lost", True)])
        self.assertIn("cave: ann wins", self.text("results", "runs.db"))

    def test_senseless_maps_are_usage_with_a_hint(self):
        table = "won,gold,floor\n1,3,1\n0,x,2\n"
        for options, words in ((["--map", "glod=amount"], "there is no column 'glod' (did you mean 'gold'?)"),
                               (["--map", "gold=amuont"], "did you mean 'amount'?"),
                               (["--map", "gold=stage,floor=stage"], "two columns as stage"),
                               (["--map", "gold=amount,gold=number"], "--map names 'gold' twice"),
                               (["--map", "gold"], "takes NAME=WORD"),
                               (["--map", "floor=stage:x"], "no other role has one"),
                               (["--outcomes", "x=wan"], "did you mean 'won'?")):
            self.assertIn(words, self.refused(table, *options, code=2), options)

    def test_a_dry_run_says_the_same_and_writes_nothing(self):
        dry = self.imported(SHEET, "--dry-run")
        self.assertFalse(self.path("runs.db").exists())
        self.assertEqual(dry | {"written": True}, self.imported(SHEET))


class Words(ImportCase):
    """What is said to people."""
    ENDS = ["won", "died", "left", "fell", "drowned", "starved"] + [f"x{i}" for i in range(8)]

    def said(self, *arguments):
        return self.text("results", *arguments)

    def test_what_was_taken_for_what_and_what_not(self):
        rows = ["id,result,floor,gold"] + [f"{i},{self.ENDS[i % 14]},{i % 9 + 1},{i}" for i in range(700)]
        rows[1:71:10] = [f"{i},won,deep,3" for i in range(0, 70, 10)]
        self.write("runs.csv", "\n".join(rows) + "\n")
        text = self.said("import", "runs.csv", "--dry-run")
        self.assertTrue(text.startswith("""\
runs.csv (CSV, parted by commas): 693 runs of players, of 700 lines.
7 lines are of no use, and part of nothing: see below.

column  taken as  on lines  because of
id      run            700  its name
result  outcome        700  its name
floor   stage          700  its name
gold    amount         700  numbers from 0

outcome  means              runs
died     lost                 50
left     an end of its own    49
"""), text)
        self.assertTrue(text.endswith("""
x7       an end of its own    50
(2 more: --json)
A word that is won, lost or unfinished: --outcomes WORD=won,...

without use
""" + "".join(f"line {i}: floor is 'deep': a stage is a whole number up to 1000\n" for i in range(2, 52, 10)) + """\
(2 more: --json names the first 100)

693 runs of players would go into runs.db.
Nothing was written. What is taken for something else: --map COLUMN=ROLE.
"""), text)
        self.write("runs.csv", "\n".join([rows[0], rows[2], rows[3]]))
        text = self.said("import", "runs.csv")
        self.assertTrue(text.endswith("""
outcome  means              runs
died     lost                  1
left     an end of its own     1
A word that is won, lost or unfinished: --outcomes WORD=won,...

2 runs of players are in runs.db.
What they say: wyrm results runs.db
"""), text)

    def test_agents_are_told_with_their_files(self):
        self.write("runs.csv", "id,result,agent\n" + "".join(f"{i},won,{'ann' if i else 'bob'}\n" for i in range(4)))
        self.assertTrue(self.said("import", "runs.csv").endswith(
            "\n1 run of bob is in runs-bob.db.\n3 runs of ann are in runs-ann.db.\n"
            "Beside each other: wyrm compare runs-bob.db runs-ann.db\n"))
        for agent, said in (("bob", "3 lines are of other agents and were left."),
                            ("ann", "1 line is of another agent and was left.")):
            self.assertIn(f"\n{said}\n", self.said("import", "runs.csv", "--agent", agent, "-o", f"{agent}.db"))

    def test_what_does_not_fit_the_page_is_counted(self):
        """Stages beyond the fortieth, words beyond the eighth; metrics that nobody told; runs that are unfinished."""
        rows = ["id,result,floor,gold,kit,never"]
        for i in range(600):
            end = "unfinished" if i < 3 else "won" if i % 4 == 0 else "lost"
            rows.append(f"{i},{end},{45 if i == 7 else min(1 + i // 14, 41)},{i % 7},kit{i % 15},")
        self.write("runs.csv", "\n".join(rows) + "\n")
        self.said("import", "runs.csv", "--map", "never=amount")
        text = self.said("runs.db")
        self.assertIn("3 runs were unfinished.\nThe figures are of the 597 runs that came to an end; survival counts "
                      "the\nunfinished ones up to where they were left.\n", text)
        self.assertRegex(text, r"\n   40 +55 [^\n]*\n\(5 more: --verbose\)\n")
        self.assertRegex(text, r"\nkit5 +40 [^\n]*\n\(7 more: --verbose\)\n")
        self.assertIn("\nNever told: never.\n", text)
        self.assertIn("\nworst       run 3 (lost at floor 1)\nunfinished  run 0 (unfinished at floor 1)\n", text)
        text = self.said("runs.db", "--verbose")
        self.assertRegex(text, r"\n   45 +1 ")
        self.assertNotIn("--verbose", text)
        # A stage that hardly anybody comes to is left out with all behind it.
        rows[1:] = [f"{i},lost,{3 if i == 7 else 1 + i % 2},1,a," for i in range(600)]
        self.write("few.csv", "\n".join(rows) + "\n")
        self.said("import", "few.csv")
        text = self.said("few.db")
        self.assertIn("\n(fewer than 1 run in 100 gets beyond floor 2: --verbose)\n", text)
        self.assertNotRegex(text, r"\n +3 +1 ")

    def test_where_no_run_came_to_an_end_none_is_told(self):
        for count, runs in (1, "1 run was"), (3, "3 runs were"):
            self.write(f"{count}.csv", "id,result,floor\n" + "".join(f"{i},unfinished,2\n" for i in range(count)))
            self.said("import", f"{count}.csv")
            self.assertIn(f"{runs} unfinished.\nNo run came to an end: there is nothing to be said of ends.\n",
                          self.said(f"{count}.db"))


class Lines(ImportCase):
    def test_lines_without_use_are_told_with_their_numbers_and_counted(self):
        rows = ["won,floor,gold"] + [f"{i % 2},{i % 5 + 1},{i}" for i in range(200)]
        rows[11:14] = ["1,2", "maybe,deep,3", '1,2,"3" 4']
        answer = self.imported("\n".join(rows))
        self.assertEqual((answer["lines"], answer["runs"], answer["bad"]), (200, 197, 3))
        self.assertEqual([error["line"] for error in answer["errors"]], [12, 13, 14])
        self.assertIn("floor is 'deep'", answer["errors"][1]["message"])
        self.assertEqual(len(self.records()), 197)

    def test_one_odd_line_does_not_change_what_a_column_is(self):
        rows = ["won,floor,gold,hit"] + [f"{i % 2},{i % 5 + 1},{i},{i % 3 / 2}" for i in range(200)]
        rows[50], rows[60], rows[70], rows[80] = "1,-1,3,0", "1,1e300,3,0", "0,2,1e300,1", "0,2,-1e300,1"
        answer = self.imported("\n".join(rows))
        self.assertEqual(self.roles(answer), {"won": "outcome", "floor": "stage", "gold": "amount", "hit": "share"})
        self.assertEqual([error["line"] for error in answer["errors"]], [51, 61, 71, 81])
        huge = self.imported("won,floor,gold\n" + "".join(f"{i % 2},{i % 5},1e300\n" for i in range(20)))
        self.assertEqual(self.roles(huge), {"won": "outcome", "floor": "stage+1", "gold": "none"})
        self.assertEqual({c["name"]: c["why"] for c in huge["columns"]}["gold"], "numbers above 1e100")

    def test_what_is_wrong_in_a_line_is_said(self):
        good = {"run": 1, "end": "won", "floor": 3, "by": "orc", "hit": [1, 2], "left": [3, 1e100], "gold": 4,
                "luck": -1, "kit": "axe"}
        told = [
            ({"end": [1, 2]}, "end", "an outcome is a word"),
            ({"end": {"a": 1}}, None, "it does not say how the run ended (end)"),
            ({"floor": 1001}, "floor", "a stage is a whole number up to 1000"),
            ({"floor": 1.5}, "floor", "a stage is a whole number up to 1000"),
            ({"by": [1]}, "by", "a cause is a word"),
            ({"hit": [3, 2]}, "hit", "a share is yes or no, from 0 to 1, or k/n"),
            ({"hit": [-1, 2]}, "hit", "a share is yes or no, from 0 to 1, or k/n"),
            ({"hit": 1.5}, "hit", "a share is yes or no, from 0 to 1, or k/n"),
            ({"left": 3}, "left", "it is to be a list of at most 1000 numbers"),
            ({"left": [1] * 1001}, "left", "it is to be a list of at most 1000 numbers"),
            ({"left": [1, -1.1e100]}, "left", "numbers lie within 1e100"),
            ({"gold": -1}, "gold", "an amount is a number from 0"),
            ({"luck": "x"}, "luck", "it is to be a number"),
            ({"kit": [1]}, "kit", "it is to be a word"),
            ({"run": None}, "run", "the number of a run is whole and above that of the one before it"),
        ]
        fine = [{"end": True}, {"floor": 1000}, {"hit": True}, {"hit": [0, 0]}, {"left": [1] * 1000}, {"gold": 0}]
        rows = [good] + [good | {"run": 2 + i} | row for i, row in enumerate([row for row, _, _ in told] + fine)]
        answer = self.imported("\n".join(map(json.dumps, rows)), "--bad", "1", "--map",
                               "run=run,end=outcome,floor=stage,by=cause,hit=share,left=by_stage,gold=amount,"
                               "luck=number,kit=category", name="runs.jsonl")
        self.assertEqual([error["line"] for error in answer["errors"]], list(range(2, 2 + len(told))))
        for error, (_, column, words) in zip(answer["errors"], told):
            if column is None:
                self.assertEqual(error["message"], words)
            else:
                self.assertRegex(error["message"], f"^{column} is '.*': {re.escape(words)}$")
        self.assertEqual(answer["runs"], 1 + len(fine))

    def test_what_is_no_object_in_a_line_of_json_is_said(self):
        deep = '{"won": 1, "floor": 2, "a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": {"j": 1}}}}}}}}}}'
        lines = ["\ufeff" + '{"won": 1, "floor": 3}', "[1, 2]", "7", '{"won": 1, "floor": 1\0}', '{"won": 1,',
                 '{"won": 1, "floor": 1, "won": 0}', "", '{"won": 1, "x": "' + "y" * (1 << 20) + '"}', deep,
                 '{"won": 1, "floor": {"a": 1}}', '{"won": 0, "floor": 2}']
        answer = self.imported("\n".join(lines), "--bad", "1", name="runs.jsonl")
        self.assertEqual([(error["line"], error["message"][:26]) for error in answer["errors"]], [
            (2, "it is no JSON object"), (3, "it is no JSON: '[' or '{' "), (4, "it has a byte of 0"),
            (5, "it is no JSON: string or '"), (6, "it is no JSON: duplicate o"), (8, "it is too long")])
        self.assertEqual([record["result"].get("stage") for record in self.records()], [3, 2, None, 2])
        self.assertEqual(self.roles(answer)["a.b.c.d.e.f.g.h.i"], "none")

    def test_too_many_of_them_end_it_and_nothing_is_written(self):
        rows = ["won,floor"] + [f"1,{i + 1 if i % 10 else 'x'}" for i in range(300)]
        words = self.refused("\n".join(rows), "--map", "floor=stage")
        self.assertIn("more than 5 % of its 300 lines are of no use", words)
        self.assertEqual(list(self.path(".").glob("*.part")), [])
        self.assertEqual(self.imported("\n".join(rows), "--map", "floor=stage", "--bad", "0.2")["bad"], 30)

    def test_more_bad_lines_than_can_be_named_are_still_counted(self):
        answer = self.imported("\n".join(["won"] + ["1", "1,1"] * 150), "--bad", "1")
        self.assertEqual((answer["runs"], answer["bad"], len(answer["errors"])), (150, 150, 100))

    def test_files_that_are_no_tables_of_runs_are_sentences(self):
        for text, words in (("", "it is empty"), ("won,floor\n", "nothing below its headings"),
                            ("1,2\n3,4\n", "it is to name the columns"), ('[{"won": 1}]', "one list of JSON"),
                            ("gold,floor\n3,4\n", "no column tells how a run ended"),
                            ("won," + ",".join(f"c{i}" for i in range(600)) + "\n1\n", "too many fields"),
                            (json.dumps({"won": 1} | {f"c{i}": 1 for i in range(600)}), "more than 512 columns")):
            self.assertIn(words, self.refused(text))
        self.write("runs.db", "")
        self.assertEqual(self.run_wyrm("results", "import", str(self.folder)).code, 3)

    def test_nothing_of_a_file_reaches_the_terminal_as_it_is(self):
        self.write("runs.csv", "won,\x1b[31mred,weapon\n1,\x1b]0;x\x07,a\x9bb\n0,y,c\n")
        for arguments in (["results", "import", "runs.csv"], ["results", "runs.db"], ["results", "import", "runs.csv",
                                                                                      "--json"]):
            answer = self.run_wyrm(*arguments)
            self.assertEqual(answer.code, 0, answer.err)
            self.assertNotRegex(answer.out + answer.err, "[\x00-\x09\x0b-\x1f\x7f-\x9f]")

    def test_a_file_of_other_runs_is_not_written_over(self):
        self.imported(SHEET)
        self.imported(SHEET)
        self.write("mine.db", "precious")
        answer = self.run_wyrm("results", "import", "runs.csv", "-o", "mine.db")
        self.assertEqual(answer.code, 2)
        self.assertEqual(self.path("mine.db").read_text(), "precious")


class Agents(ImportCase):
    TABLE = "bot,won,floor,seed\n" + "".join(f"{bot},{i % 3 == 0:d},{i % 4 + 1},{i}\n" for i in range(60)
                                             for bot in ("greedy", "care ful"))

    def test_each_agent_gets_a_file_that_compare_takes_and_does_not_pair(self):
        answer = self.imported(self.TABLE, "-o", "all.db")
        self.assertEqual([(f["file"], f["agent"], f["runs"]) for f in answer["files"]],
                         [("all-greedy.db", "greedy", 60), ("all-care_ful.db", "care ful", 60)])
        words = " ".join(self.text("compare", "all-greedy.db", "all-care_ful.db").split())
        self.assertIn("their seeds mean nothing here", words)
        self.assertIn("win_rate", words)

    def test_one_of_them_is_taken_and_the_lines_of_others_are_counted(self):
        answer = self.imported(self.TABLE, "--agent", "greedy")
        self.assertEqual((answer["runs"], answer["other"], answer["files"][0]["file"]), (60, 60, "runs.db"))
        self.assertIn("did you mean 'greedy'", self.run_wyrm("results", "import", "runs.csv", "--agent", "gredy").err)

    def test_people_are_judged_by_the_targets_of_the_game(self):
        self.imported(self.TABLE, "--agent", "greedy")
        self.write("game.yaml", "name: cave\nengine: {command: [no-such-program]}\ntargets:\n"
                   "  hard: {metric: win_rate, at_most: 0.6}\n  easy: {metric: win_rate, at_least: 0.9}\n")
        answer = self.run_wyrm("check", "game.yaml", "runs.db", "--json", "--strict")
        self.assertEqual(answer.code, 1, answer.err)
        verdicts = json.loads(answer.out)["summary"]
        self.assertEqual((verdicts["pass"], verdicts["fail"]), (1, 1))

    def test_a_mean_about_0_is_known_to_more_than_all_of_it_in_plain_digits(self):
        rows = "".join(f"{i % 2},{i % 7 - 2.9}\n" for i in range(70))
        self.imported("won,drift\n" + rows, "--agent", "greedy")
        self.write("game.yaml", "name: cave\nengine: {command: [no-such-program]}\ntargets:\n"
                   "  drift: {metric: drift, range: [-9, 9]}\n")
        text = " ".join(self.text("check", "game.yaml", "runs.db").split())
        self.assertRegex(text, r"means to ± [1-9][0-9]{2} % or better")


class Fit(ImportCase):
    """Agents die on each floor with a chance of their own."""

    def side(self, name, counts):
        """Runs that end on floor j counts[j] times; the last is won."""
        rows = [f"{j == len(counts) - 1:d},{j + 1}" for j, count in enumerate(counts) for _ in range(count)]
        self.write(f"{name}.csv", "won,floor\n" + "\n".join(rows) + "\n")
        self.text("results", "import", f"{name}.csv", "--agent", name)

    def fit(self, players, *agents, seed=1):
        self.side("players", players)
        for i, agent in enumerate(agents):
            self.side(f"bot{i}", agent)
        return json.loads(self.text("results", "fit", "players.db", *(f"bot{i}.db" for i in range(len(agents))),
                                    "--seed", str(seed), "--json"))

    @staticmethod
    def chances(hazard, floors):
        alive = [(1 - hazard) ** j for j in range(floors)]
        return [a * hazard for a in alive[:-1]] + [alive[-1]]

    def test_weights_are_those_of_a_grid_where_agents_are_known_well(self):
        shares = [self.chances(h, 6) for h in (0.5, 0.25, 0.08)]
        bots = [[round(20000 * s) for s in q] for q in shares]
        players = [40, 25, 31, 12, 9, 33]
        def likelihood(weights):
            return sum(m * math.log(sum(w * b[j] / sum(b) for w, b in zip(weights, bots)))
                       for j, m in enumerate(players))
        best = max(((a / 200, b / 200, 1 - (a + b) / 200) for a in range(201) for b in range(201 - a)),
                   key=likelihood)
        answer = self.fit(players, *bots)
        for weight, wanted in zip(answer["weights"], best):
            self.assertAlmostEqual(weight["weight"], wanted, delta=0.02)
        self.assertAlmostEqual(sum(w["weight"] for w in answer["weights"]), 1, places=6)

    def test_known_weights_lie_in_their_intervals_and_such_players_fit(self):
        rng, shares = random.Random(5), [self.chances(h, 7) for h in (0.4, 0.12)]
        def drawn(count, chances):
            ends = rng.choices(range(7), chances, k=count)
            return [ends.count(j) for j in range(7)]
        held = fits = 0
        for _ in range(20):
            mixed = [0.3 * a + 0.7 * b for a, b in zip(*shares)]
            answer = self.fit(drawn(300, mixed), drawn(400, shares[0]), drawn(400, shares[1]))
            low, high = answer["weights"][0]["ci95"]
            held += low <= 0.3 <= high
            fits += answer["fits"]
            self.assertLess(high - low, 0.5)
        self.assertGreaterEqual(held, 17)
        self.assertGreaterEqual(fits, 17)

    def test_where_no_mixture_fits_it_says_so_and_where(self):
        answer = self.fit([5, 5, 150, 5, 5], [100, 50, 25, 12, 12], [20, 20, 20, 20, 120])
        self.assertFalse(answer["fits"])
        self.assertLess(answer["p"], 0.01)
        words = " ".join(self.text("results", "fit", "players.db", "bot0.db", "bot1.db").split())
        self.assertIn("No mixture of these agents ends as players", words)
        self.assertEqual(answer["p"], 0.001)  # as little as 999 draws can tell
        self.assertIn(", p at most 0.001): ", words)
        self.assertIn("most of all at floor 3", words)

    def test_an_end_that_no_agent_came_to_forbids_nothing(self):
        answer = self.fit([60, 30, 1, 29], [50, 30, 0, 20], [20, 20, 0, 60])
        self.assertTrue(answer["fits"])
        self.assertAlmostEqual(answer["ends"][2]["share"], 1 / 120)

    def test_a_weight_of_0_has_an_interval_all_the_same(self):
        answer = self.fit([10, 20, 300], [300, 20, 10], [10, 20, 300])
        self.assertLess(answer["weights"][0]["weight"], 0.001)
        self.assertGreater(answer["weights"][0]["ci95"][1], 0.003)

    def test_agents_that_are_alike_are_not_told_apart(self):
        answer = self.fit([30, 30, 30], [100, 101, 99], [101, 99, 100])
        low, high = answer["weights"][0]["ci95"]
        self.assertGreater(high - low, 0.8)
        self.assertIn("hardly tell them apart",
                      " ".join(self.text("results", "fit", "players.db", "bot0.db", "bot1.db").split()))

    def test_a_mixture_that_is_not_the_weights_times_the_shares_is_explained(self):
        said = "The mixture is not just the weights times the agents' shares"
        for players, bots, wanted in (([60, 30, 10], ([0, 30, 70], [0, 20, 80]), True),
                                      ([20, 30, 50], ([20, 30, 50], [50, 30, 20]), False)):
            answer = self.fit(players, *bots)
            weights = [one["weight"] for one in answer["weights"]]
            off = max(abs(end["fitted"] - sum(w * share for w, share in zip(weights, end["agents"])))
                      for end in answer["ends"])
            self.assertEqual(off > 0.01, wanted)
            self.assertEqual(said in self.text("results", "fit", "players.db", "bot0.db", "bot1.db"), wanted)

    def test_files_without_stages_are_not_compared_with_those_that_have_them(self):
        self.fit([30, 20, 30], [60, 30, 20], [10, 20, 90])
        self.imported("won,cellar reached\n1,3\n0,2\n", name="none.csv")
        for files in ("none.db", "bot0.db", "bot1.db"), ("players.db", "bot0.db", "none.db"):
            answer = self.refused_with(3,
                                       "wyrm results fit: none.db: none of its runs that were not won tells the stage",
                                       "results", "fit", *files)
            self.assertIn("--map 'HEADING=stage'", answer.err)
        self.imported("won,cellar reached\n1,3\n0,2\n", "--map", "cellar reached=stage", name="some.csv")
        self.text("results", "fit", "some.db", "bot0.db", "bot1.db")

    def test_the_same_seed_gives_the_same_bytes(self):
        self.fit([30, 20, 30], [60, 30, 20], [10, 20, 90])
        both = {self.text("results", "fit", "players.db", "bot0.db", "bot1.db", "--seed", "7") for _ in range(2)}
        self.assertEqual(len(both), 1)


if __name__ == "__main__":
    main()
