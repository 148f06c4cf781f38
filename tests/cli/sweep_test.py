"""wyrm sweep: each row is the ruleset with these keys written by hand; kept, gone on with, put together."""
import csv
import ctypes
import html
import json
import pathlib
import re
import shlex
import signal
import sqlite3
import subprocess
import time

from wyrm_case import SMALL, WyrmCase, main, xxh3

GAMES = ("sweep", "tutorial", "--over", "monsters.orc.hp=12..20/4", "--over", "bot=diver,explorer", "--runs", "15")
FIGHT = ("sweep", "yarl", "--over", "monsters.orc.hp=20..30/5", "--over", "player.hp=40, 50,60", "--metric",
         "win_chance(player@3, orc)")


class Sweep(WyrmCase):
    def test_a_step_stands_behind_a_slash_or_as_in_a_curve_a_colon(self):
        asked = ("sweep", "yarl", "--metric", "win_chance(player, orc)", "--over")
        self.assertEqual(self.json(*asked, "monsters.orc.hp=20..30/5"), self.json(*asked, "monsters.orc.hp=20..30:5"))
        asked = ("duel", "yarl", "player", "orc", "--curve")
        self.assertEqual(self.json(*asked, "hp=20..30/5"), self.json(*asked, "hp=20..30:5"))

    def test_intervals_end_at_the_last_depth_as_those_of_sim_do(self):
        self.copy_small()
        path = self.write("few.yaml", f"name: few\nextends: {SMALL}\nplayer: {{hp: 150}}\n")
        asked = "--over", "player.hp=150", "--metric", "run_final_depth"
        row, = self.json("sweep", path, *asked, "--runs", "15")["rows"]
        sim = self.json("sim", path, "--runs", "15")["final_depth"]
        self.assertLess(sim["mean"], 4)
        self.assertEqual((row["figures"][0]["ci95"], sim["ci95"][1]), (sim["ci95"], 4))

    def test_games_are_those_of_each_ruleset_written_by_hand(self):
        answer = self.json(*GAMES)
        self.assertEqual([goal["metric"] for goal in answer["goals"]],
                         ["run_win_rate", "run_final_depth", "run_final_level", "run_turns"])
        self.assertEqual({goal["bot"] for goal in answer["goals"]}, {None})  # who plays is said row by row
        self.assertEqual((answer["variants"], answer["base"]), (6, 5))  # 20 stands there, and the explorer is usual
        self.assertEqual([row["values"] for row in answer["rows"]],
                         [[hp, bot] for hp in ("12", "16", "20") for bot in ("diver", "explorer")])
        base = [figure["value"] for figure in answer["rows"][5]["figures"]]
        for row in answer["rows"]:
            hp, bot = row["values"]
            self.write("mine.yaml", f"name: mine\nextends: tutorial\nmonsters: {{orc: {{hp: {hp}}}}}\n")
            sim = self.json("sim", "mine.yaml", "--bot", bot, "--runs", "15")
            figures = [sim["win_rate"], *({"value": sim[key]["mean"], "ci95": sim[key]["ci95"]}
                                          for key in ("final_depth", "final_level", "turns"))]
            for told, wanted, plain in zip(row["figures"], figures, base):
                self.assertEqual(told["games"], 15)
                self.assertAlmostEqual(told["value"], wanted["value"], places=9)
                for end in (0, 1):
                    self.assertAlmostEqual(told["ci95"][end], wanted["ci95"][end], places=9)
                if row["variant"] == 5:
                    self.assertIsNone(told["more"])
                else:
                    self.assertAlmostEqual(told["more"], told["value"] - plain, places=9)
                    self.assertLess(told["more_ci95"][0], told["more"] + 1e-12)

    def test_figures_of_a_depth_have_the_intervals_of_a_simulation(self):
        """A share that was never seen, or seldom, has an end at 0, not one below it or none at all."""
        goals = ("run_hazard(1)", "run_hazard(2)", "run_hp_left(1)", "run_level(1)", "run_final_depth")
        answer = self.json("sweep", "tutorial", "--over", "player.power=4,6", "--runs", "40", "--seed", "3",
                           *(word for goal in goals for word in ("--metric", goal)))
        for row, power in zip(answer["rows"], (4, 6)):
            self.write("mine.yaml", f"name: mine\nextends: tutorial\nplayer: {{power: {power}}}\n")
            sim = self.json("sim", "mine.yaml", "--runs", "40", "--seed", "3")
            first, second = sim["survival"][:2]
            level = sim["levels"][0]
            wanted = [first["hazard"], second["hazard"], level["hp_share"], level["level"], sim["final_depth"]]
            for told, figure in zip(row["figures"], wanted):
                for end in (0, 1):
                    self.assertAlmostEqual(told["ci95"][end], figure["ci95"][end], places=9)

    def test_what_is_exact_is_exact_and_nobody_plays(self):
        answer = self.json(*FIGHT)
        self.assertEqual((answer["games"], len(answer["rows"])), (0, 9))
        for row in answer["rows"]:
            orc, player = row["values"]
            self.write("mine.yaml", f"name: mine\nextends: yarl\nmonsters: {{orc: {{hp: {orc}}}}}\n"
                                    f"player: {{hp: {player}}}\n")
            chance = self.json("duel", "mine.yaml", "player@3", "orc")["p_win"]
            self.assertAlmostEqual(row["figures"][0]["value"], chance, places=12)
            self.assertIsNone(row["figures"][0]["ci95"])
        text = " ".join(self.text(*FIGHT).split())
        self.assertIn("9 variants: monsters.orc.hp 20, 25, 30 (28 stands there); player.hp 40, 50, 60 (54 stands", text)
        self.assertIn("greatest with 20 60: >99.9 %; least with 30 40:", text)
        self.assertIn("More than with 30 50:", text)
        self.assertIn("nobody has played", text)

    def test_the_base_of_a_random_number_is_the_value_nearest_to_its_mean(self):
        """2d6+12 is 19 on average: 20 is nearer than 12, and 1d8+14 (18.5) nearer than that."""
        self.write("rolled.yaml", "name: rolled\nextends: yarl\nplayer: {hp: 2d6+12}\n")
        for values, base in (("12,20,30", 1), ("12,1d8+14,20", 1), ("30,2d6+12", 1), ("12,18,21", 1)):
            answer = self.json("sweep", "rolled.yaml", "--over", f"player.hp={values}", "--metric",
                               "win_chance(player, orc)")
            self.assertEqual(answer["base"], base, values)

    def test_the_same_bytes_at_any_number_of_threads(self):
        for asked in (GAMES, FIGHT):
            wanted = self.text(*asked, "--json", "--threads", "1")
            for threads in ("2", "4"):
                self.assertEqual(self.text(*asked, "--json", "--threads", threads), wanted)

    def rows(self, name):
        database = sqlite3.connect(pathlib.Path(self.folder) / name)
        self.addCleanup(database.close)
        return database.execute("SELECT * FROM run ORDER BY run").fetchall()

    def test_killed_it_goes_on(self):
        asked = ("sweep", "tutorial", "--over", "monsters.orc.hp=10..24", "--bot", "diver", "--runs", "200", "--json")
        wanted = self.text(*asked, "-o", "whole.db")
        file, made = pathlib.Path(self.folder) / "killed.db", 0
        for sent, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 128 + signal.SIGINT)):
            process = self.start(*asked, "-o", "killed.db", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            for _ in range(3000):  # until two rows more are in the file, which nobody else can open now
                time.sleep(0.01)
                rows = file.read_bytes().count(b'{"values"') if file.exists() else 0
                if rows > made + 1 or process.poll() is not None:
                    break
            process.send_signal(sent)
            said = process.communicate()[0]
            made = len(self.rows("killed.db"))
            self.assertEqual(process.returncode, code)
        self.assertEqual(len(json.loads(said)["rows"]), made)  # who is asked to stop tells what there is
        self.assertGreater(made, 1)
        ended = self.run_wyrm(*asked, "-o", "killed.db")
        self.assertEqual((ended.code, ended.out), (0, wanted))
        self.assertIn("of 15 variants were there", ended.err)
        self.assertEqual(self.rows("killed.db"), self.rows("whole.db"))

    def test_shards_are_the_whole(self):
        wanted = self.text(*GAMES, "--json")
        for shard in range(4):
            part = json.loads(self.text(*GAMES, "--json", "--shard", f"{shard}/4", "-o", f"{shard}.db"))
            self.assertEqual([row["variant"] for row in part["rows"]],
                             list(range(6 * shard // 4, 6 * (shard + 1) // 4)))
        self.assertEqual(self.run_wyrm(*GAMES, "3.db", "1.db", "0.db", "2.db", "-o", "all.db", "--json").out, wanted)
        self.assertEqual(self.run_wyrm(*GAMES, "all.db", "--json").out, wanted)
        database = sqlite3.connect(pathlib.Path(self.folder) / "all.db")
        self.addCleanup(database.close)
        won = database.execute("SELECT value, low, high FROM figure WHERE goal = 'run_win_rate' AND variant = 3")
        figure = json.loads(wanted)["rows"][3]["figures"][0]
        for told, kept in zip([figure["value"], *figure["ci95"]], won.fetchone()):
            self.assertAlmostEqual(told, kept, places=12)

    def test_files_of_others_are_refused(self):
        self.text(*FIGHT, "-o", "fight.db")
        damaged = pathlib.Path(self.folder) / "damaged.db"
        for words, why in (((*FIGHT, "--seed", "2", "-o", "fight.db"), "of another seed: '1', not '2'"),
                           ((*FIGHT[:-2], "-o", "fight.db"), "of another --metric"),
                           ((*FIGHT[:4], "--over", "player.hp=40, 50", *FIGHT[6:], "fight.db"),
                            "another --over: '...ver player.hp=40, 50,60', not '...ver player.hp=40, 50'"),
                           ((*GAMES, "fight.db"), "of another ruleset: 'yarl', not 'tutorial'"),
                           (("sim", "yarl", "-o", "fight.db"), "it has the variants of a sweep"),
                           ((*FIGHT, "nowhere.db"), "nowhere.db: no such file"),
                           ((*FIGHT, "damaged.db"), "run 2 is broken")):
            damaged.write_bytes((pathlib.Path(self.folder) / "fight.db").read_bytes())
            with sqlite3.connect(damaged) as database:
                database.execute("UPDATE run SET record = replace(record, '\"20\"', '\"21\"') WHERE run = 2")
            ended = self.run_wyrm(*words)
            self.assertEqual((ended.code in (2, 3), ended.out), (True, ""), words)
            self.assertIn(why, ended.err)

    def test_a_row_of_a_file_is_taken_as_it_was_written_or_not_at_all(self):
        self.text(*FIGHT, "-o", "fight.db")
        path, copy = (pathlib.Path(self.folder) / name for name in ("fight.db", "copy.db"))
        with sqlite3.connect(path) as database:
            row = json.loads(database.execute("SELECT record FROM run WHERE run = 2").fetchone()[0])
        figure, = row["figures"]

        def with_figure(**other):
            return {**row, "figures": [{**figure, **other}]}

        def without(place, key):
            return {name: value for name, value in place.items() if name != key}
        taken = [row, with_figure(value="inf"), with_figure(value="-inf", more=None), with_figure(ci95=[0, "inf"]),
                 with_figure(games=7, why="why not"), {**row, "refused": "it is too good", "figures": []}]
        broken = [[], {}, *(without(row, key) for key in row),
                  *({**row, "figures": [without(figure, key)]} for key in figure),
                  *({**row, "values": values} for values in (row["values"][:1], row["values"][::-1], [20, 60], "20")),
                  *({**row, "refused": words} for words in ("it is too good", 1, False)),
                  *({**row, "figures": figures} for figures in ([], [figure, figure], figure, None, [None])),
                  *(with_figure(**{key: value}) for key in ("value", "more")
                    for value in (True, "nan", "+inf", "", [1])),
                  *(with_figure(**{key: value}) for key in ("ci95", "more_ci95")
                    for value in (None, 1, [], [1], [1, 2, 3], [1, "2"], ["1", 2], {"low": 1, "high": 2})),
                  *(with_figure(games=games) for games in (-1, 1.5, "1", None)),
                  *(with_figure(why=why) for why in (1, [], True))]
        for record in taken + broken:
            with sqlite3.connect(path) as database:
                text = json.dumps(record)
                database.execute("UPDATE run SET record = ?, checksum = ? WHERE run = 2",
                                 (text, ctypes.c_int64(xxh3(text.encode(), 2)).value))
            copy.unlink(missing_ok=True)
            ended = self.run_wyrm(*FIGHT, "fight.db", "-o", "copy.db")
            if record in broken:
                self.assertEqual((ended.code, ended.out), (3, ""), record)
                self.assertIn("fight.db: row 2 is broken", ended.err)
            else:
                self.assertEqual(ended.code, 0, ended.err)
                self.assertEqual(json.loads(self.rows("copy.db")[2][1]), record)

    def test_no_more_is_asked_than_a_file_can_tell(self):
        """A name of the file says all that it is over, `--over ` before each of them but the first."""
        key = "monsters.orc.hp="
        for letters, said in ((4095, ""), (4096, "all --over together has more than 4095 letters")):
            values = "20,".ljust(letters - len(key + "30")) + "30"
            ended = self.run_wyrm(*FIGHT[:3], key + values, *FIGHT[6:])
            self.assertEqual(ended.code, 2 if said else 0)
            self.assertIn(said, ended.err)

    def test_a_page_says_what_was_typed_and_no_more(self):
        self.write("aimed.yaml", "name: aimed\nextends: tutorial\ntargets: {fast: {metric: duel_turns, of: player@3, "
                                 "against: orc, at_most: 9}}\n")
        orc = "hp_left(player@3, orc)"
        for words in (("sweep", "tutorial", "--over", "monsters.orc.hp=18..20", "--over", "player.hp=29,30", "--metric",
                       orc, "--seed", "7"),
                      ("sweep", "tutorial", "--over", "monsters.orc.hp=19, 20", "--metric", "run_win_rate", "--metric",
                       "run_hazard(1..2)", "--bot", "diver", "--runs", "5", "--seed", "1"),
                      ("sweep", "aimed.yaml", "--over", "monsters.orc.hp=19,20", "--targets", "--seed", "1"),
                      ("sense", "tutorial", "player", "monsters.orc", "--metric", orc, "--by", "0.25", "--seed", "3"),
                      ("sense", "tutorial", "player.hp", "--metric", orc, "--effort", "60", "--seed", "2")):
            self.text(*words, "--html", "page.html")
            page = (pathlib.Path(self.folder) / "page.html").read_text(encoding="utf-8")
            typed = set(re.findall(r"wyrm s\w+ [^\n]*--json", html.unescape(re.sub("<[^>]*>", "", page))))
            self.assertEqual([shlex.split(line) for line in typed], [["wyrm", *words, "--json"]])

    def test_a_page_has_a_chart_a_figure(self):
        self.text(*FIGHT, "--html", "lines.html")
        page = (pathlib.Path(self.folder) / "lines.html").read_text(encoding="utf-8")
        self.assertIn('id="figure1"', page)
        self.assertNotIn('id="figure2"', page)
        self.assertIn("player.hp 40", page)
        for values, is_listed in (("40..52", False), ("40..64/2", True)):  # a row each, by its number or in a list
            self.text(*FIGHT[:3], "monsters.orc.hp=10..24", "--over", f"player.hp={values}", *FIGHT[6:],
                      "--html", "heat.html")
            page = (pathlib.Path(self.folder) / "heat.html").read_text(encoding="utf-8")
            self.assertEqual("<li><bdi>player.hp 52</bdi></li>" in page, is_listed)
            self.assertIn('<th scope="row">7</th>' if is_listed else '<th scope="row">52</th>', page)
        self.text("sweep", "yarl", "--over", "monsters.orc.hp=~,20", *FIGHT[6:], "--html", "dots.html")
        page = (pathlib.Path(self.folder) / "dots.html").read_text(encoding="utf-8")
        self.assertIn('class="chart dots', page)

    def test_a_line_a_variant_for_spreadsheets(self):
        over = ("--over", "monsters.orc.damage=[1, 3],5", "--over", "player.hp=50")
        answer = self.json("sweep", "yarl", *over, *FIGHT[6:], "--csv", "rows.csv")
        with open(pathlib.Path(self.folder) / "rows.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["monsters.orc.damage"] for row in rows], ["[1, 3]", "5"])
        for row, told in zip(rows, answer["rows"]):
            chance = float(row["win_chance (player@3 against orc)"])
            self.assertAlmostEqual(chance, told["figures"][0]["value"], places=7)
            self.assertEqual(row["win_chance (player@3 against orc) low"], "")

    def test_a_line_a_variant_has_the_intervals_of_games(self):
        answer = self.json(*GAMES, "--csv", "rows.csv")
        names = [goal["metric"] for goal in answer["goals"]]
        with open(pathlib.Path(self.folder) / "rows.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["monsters.orc.hp"], row["bot"]) for row in rows],
                         [tuple(row["values"]) for row in answer["rows"]])
        for row, told in zip(rows, answer["rows"]):
            for name, figure in zip(names, told["figures"]):
                for what, value in (("", figure["value"]), (" low", figure["ci95"][0]), (" high", figure["ci95"][1]),
                                    (" more", figure["more"]), (" more low", (figure["more_ci95"] or [None])[0]),
                                    (" more high", (figure["more_ci95"] or [None])[-1])):
                    written = row[name + what]
                    self.assertEqual(written == "", value is None, (name, what))
                    if value is not None:
                        self.assertAlmostEqual(float(written), value, delta=1e-8 * max(1, abs(value)))

    def test_long_lists_of_values_are_cut_in_their_middle(self):
        text = " ".join(self.text(*FIGHT[:3], "player.hp=10..60", *FIGHT[6:]).split())
        self.assertIn("51 variants: player.hp 10, 11, 12, ", text)
        self.assertIn(" 57, 58, ..., 60. win_chance", text)

    def test_what_is_sampled_without_games_says_so(self):
        self.copy_small()
        text = " ".join(self.text("sweep", "small_dungeon.yaml", "--over", "loot.pity.thresholds.healing.near=3,4",
                                  "--metric", "pity_rate(healing, near)", "--runs", "50").split())
        self.assertTrue(text.endswith("Samples are of the same luck in all variants; intervals of 95 %."), text)

    def test_a_long_place_stands_above_the_rows(self):
        """In a heading it would leave no room for them."""
        text = self.text("sweep", "yarl", "--over", "monsters.orc.hp=10..30/10", "--over", "player.hp=20..40/10",
                         "--metric", "win_chance(player@3,weapon=shortsword,armor=leather_armor, orc)")
        self.assertIn("\nAll figures are of player@3,weapon=shortsword,armor=leather_armor against orc.\n", text)
        self.assertEqual(len(re.findall(r"(?m)^  \d\d \d\d +[-+<>\d.]+( %)?$", text)), 9 + 8)

    def test_a_difference_of_nothing_is_0(self):
        """Means of so few games that some come to a sum of nothing by way of last bits."""
        self.text("sweep", "tutorial", "--over", "player.hp=20..60", "--runs", "13", "--csv", "rows.csv")
        with open(pathlib.Path(self.folder) / "rows.csv", newline="", encoding="utf-8") as file:
            numbers = [float(cell) for row in csv.reader(file) for cell in row if cell and cell[0] in "-0123456789"]
        self.assertGreater(numbers.count(0), 40)
        self.assertEqual([number for number in numbers if 0 < abs(number) < 1e-12], [])

    def test_what_is_the_same_everywhere_is_named_and_not_shown(self):
        text = " ".join(self.text(*FIGHT[:4], "--metric", "attacks_to_kill(player@3, orc)", "--metric",
                                  "attacks_to_kill(orc, player@3)").split())
        self.assertIn("The same with all of them: attacks_to_kill (orc against player@3).", text)
        many = [part for level in range(1, 8) for part in ("--metric", f"attacks_to_kill(orc, player@{level})")]
        text = " ".join(self.text(*FIGHT[:4], "--metric", "attacks_to_kill(player@3, orc)", *many).split())
        self.assertRegex(text, r"with all of them: attacks_to_kill \(orc against player@1\), (?:[^.]*, ){3}"
                               r"attacks_to_kill \(orc against player@5\) and 2 more\.")

    def test_the_least_is_named_where_it_is_nothing(self):
        text = " ".join(self.text("sweep", "tutorial", "--over", "monsters.orc.hp=5,500,600", "--metric",
                                  "win_chance(player@1, orc)").split())
        self.assertIn("is greatest with 5: 100 %; least with 500 or 600, alike: 0 %.", text)
        text = " ".join(self.text("sweep", "tutorial", "--over", "monsters.orc.hp=10..12", "--metric",
                                  "win_chance(player@1, orc)").split())
        self.assertIn("win_chance (player@1 against orc) is 100 % with all of them, alike. ", text)

    def test_the_least_of_several_alike_has_the_figures_of_all(self):
        sweep = ("sweep", "tutorial", "--over", "monsters.orc.hp=6,22,26,30", "--runs", "20", "--bot", "brawler",
                 "--metric", "run_final_depth")
        easy, usual, *hard = [row["figures"][0] for row in self.json(*sweep)["rows"]]
        text = " ".join(self.text(*sweep).split())
        low, high = re.search(r"least with 30 or 26, alike: ([0-9.]+) ± \S+ to ([0-9.]+) ± ", text).groups()
        means = [figure["value"] for figure in hard]
        for said, mean in (low, min(means)), (high, max(means)):
            self.assertAlmostEqual(float(said), mean, delta=0.0501)
        self.assertGreater(easy["value"], max(means))
        # By itself 22 might be as low; on the same luck 30 is surely lower.
        self.assertLess(usual["ci95"][0], hard[1]["ci95"][1])
        self.assertLess(hard[1]["more_ci95"][1], 0)

    def test_levels_that_nobody_gains_differ_by_nothing_for_certain(self):
        self.write("flat.yaml", "extends: tutorial\nname: flat\nmodels: {growth: none}\n"
                                "monsters: {orc: {experience: ~}, troll: {experience: ~}}\ntargets: ~\n")
        asked = ("flat.yaml", "--metric", "run_final_level(bot=brawler)", "--metric", "run_level(1, bot=brawler)")
        for row in self.json("sweep", *asked, "--over", "player.hp=40,60", "--runs", "30")["rows"]:
            for figure in row["figures"]:
                self.assertEqual(figure["value"], 1)
                self.assertIn(figure["more_ci95"], (None, [0, 0]))
        text = " ".join(self.text("sense", *asked, "player.hp", "--effort", "200").split())
        self.assertIn("does at most: 0 on run_final_level (brawler)", text)

    def test_what_has_no_limit_is_told_and_kept(self):
        """An orc of power 1 never hurts a player of defense 1."""
        asked = ("sweep", "tutorial", "--over", "monsters.orc.power=1,5,6", "--metric", "attacks_to_kill(orc, player)")
        text = self.text(*asked, "-o", "kept.db")
        self.assertRegex(text, r"\n  1 +no limit\n  5 +25\n  6 +20\n\nMore than with 5:\n(?:.*\n){2}"
                               r"  1 +no limit\n  6 +-5\n")
        self.assertEqual(self.run_wyrm(*asked, "kept.db").out, text)
        self.assertEqual([row["figures"][0]["more"] for row in self.json(*asked)["rows"]], [None, None, -5])
        self.write("weak.yaml", "name: weak\nextends: tutorial\nmonsters: {orc: {power: 1}}\n")
        text = self.text("sweep", "weak.yaml", *asked[2:])
        self.assertRegex(text, r"More than with 1:\n(?:.*\n){2}  5 +a limit\n  6 +a limit\n")

    def test_where_nothing_is_measured_nothing_is_more(self):
        """Nobody wins against orcs of 500 hit points, so nobody has hit points left."""
        asked = ("sweep", "tutorial", "--over", "monsters.orc.hp=500,600", "--metric", "run_hp_left(3)", "--bot",
                 "brawler", "--runs", "2")
        for row in self.json(*asked)["rows"]:
            self.assertEqual((row["figures"][0]["value"], row["figures"][0]["more"]), (None, None), row)

    def test_a_comma_in_quotes_or_brackets_parts_nothing(self):
        said = self.json("sweep", "tutorial", "--over", "monsters.orc.title='a, b',\"c, d\",e", "--metric",
                         "win_chance(player@1, orc)")
        self.assertEqual(said["over"][0]["values"], ["'a, b'", '"c, d"', "e"])

    def test_a_semicolon_parts_nothing_in_a_spreadsheet(self):
        self.text("sweep", "tutorial", "--over", "monsters.orc.title='a;b',e", "--metric", "win_chance(player@1, orc)",
                  "--csv", "rows.csv")
        rows = (pathlib.Path(self.folder) / "rows.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual([row.split(",")[0] for row in rows], ["monsters.orc.title", "\"'a;b'\"", "e"])

    def test_pairs_have_the_same_luck(self):
        rows = self.json("sweep", "tutorial", "--over", "monsters.orc.hp=20,20", "--runs", "15")["rows"]
        depth, more = rows[1]["figures"][1]["ci95"], rows[1]["figures"][1]["more_ci95"]
        self.assertEqual(rows[1]["figures"][1]["more"], 0)
        self.assertLess(more[1] - more[0], depth[1] - depth[0])

    def test_fights_that_are_played_keep_their_interval(self):
        """They are the same fights with every seed: to fight them ten times over tells no more."""
        path = self.write("played.yaml", """\
name: played
models: {combat: script}
combat:
  stats: {skill: {kind: number, default: 0.6}}
  counters: {rage: {most: 10}, guard: {most: 10}}
  script: |
    function attack(a, d)
      if not chance(a.skill - d.guard / 40) then return {damage = 0, own = {rage = 1, guard = 1}} end
      return {damage = roll("2d6") + a.rage // 2, own = {rage = -2}, effects = {guard = -1, rage = 1}}
    end
player: {hp: 20d6}
monsters: {orc: {hp: 20d6, skill: 0.6}, troll: {hp: 20d6, skill: 0.3}}
""")
        duel = self.json("duel", path, "player", "orc")
        self.assertEqual(duel["method"], "20,000 set fights")
        rows = self.json("sweep", path, "--over", "monsters.orc.skill=0.6,0.62", "--metric", "win_chance(player, orc)",
                         "--metric", "win_chance(player, troll)")["rows"]
        before, after = (row["figures"][0] for row in rows)
        self.assertEqual((before["value"], before["ci95"]), (duel["p_win"], duel["p_win_interval"]))
        low, high = after["more_ci95"]
        for side in (before, after):  # no less than that of either side
            self.assertLess(side["ci95"][1] - side["ci95"][0], high - low)
        self.assertAlmostEqual(after["more"], after["value"] - before["value"])
        self.assertEqual((rows[1]["figures"][1]["more"], rows[1]["figures"][1]["more_ci95"]), (0, None))

    def test_targets_have_verdicts(self):
        self.write("mine.yaml", "name: mine\nextends: yarl\ntargets:\n  orcs: {metric: win_chance, of: player@3, "
                                "against: orc, at_least: 0.9}\n")
        answer = self.json("sweep", "mine.yaml", "--over", "monsters.orc.hp=20,60", "--targets")
        self.assertEqual([row["figures"][0]["verdict"] for row in answer["rows"]], ["PASS", "FAIL"])
        self.assertEqual(answer["goals"][0]["target"], "orcs")

    def test_a_variant_that_is_no_ruleset_is_told_as_such(self):
        answer = self.json("sweep", "yarl", "--over", "monsters.orc.hp=28,-3", *FIGHT[6:])
        self.assertEqual(answer["rows"][1]["figures"], [])
        self.assertIn("-3", answer["rows"][1]["refused"])
        for values, said in (("28,-3", "1 variant makes"), ("28,-3,-4", "2 variants make")):
            text = self.text("sweep", "yarl", "--over", f"monsters.orc.hp={values}", *FIGHT[6:])
            self.assertRegex(text, r"\n  -3 +-\n")
            self.assertIn(f"{said} no ruleset; with -3 'hp' must be from 1 to 1000000, found -3",
                          " ".join(text.split()))

    def test_what_is_typed_wrong(self):
        for over, why in (("monsters.ork.hp=1..3", "did you mean 'orc'?"), ("monsters.orc.hp", "is no KEY=VALUES"),
                          ("=3", "is no KEY=VALUES"), ("bot=explorr", "did you mean 'explorer'?"),
                          ("player.hp=5..2", "a range goes upwards"), ("player.hp=1..2/0", "a step above 0"),
                          ("player.hp=0.5..2", "needs a step"), ("player.hp=1,,2", "lacks a value"),
                          ("player.hp=", "lacks a value"), ("player.hp=1, ,2", "lacks a value"),
                          ("player.hp=1..1e9", "more than 10000 values"),
                          ("targets.x=1", "targets are what is wanted"), ("player.hp=many", "no variant makes"),
                          ("player.hp=1\n2", "expected one value"), ("player.hp=\udcff", "is no UTF-8")):
            with self.subTest(over=over):
                self.refused_with(2, why, "sweep", "yarl", "--over", over, *FIGHT[6:])
        for words, why in (((), "--over says what is swept"), (("--over", "bot=diver", "--bot", "diver"), "said twice"),
                           (("--over", "bot=diver", "--over", "bot=diver"), "'bot' is swept twice"),
                           (("--over", "player.hp=1..9", "--shard", "1/10"), "9 variants do not make 10 shards"),
                           (("--over", "player.hp=1", "--targets", "--metric", "x"), "in the place of --metric")):
            with self.subTest(words=words):
                self.refused_with(2, why, "sweep", "yarl", *words)


if __name__ == "__main__":
    main()
