"""wyrm replay, and what wyrm play says without a terminal."""
import json
import os
import re
import sqlite3

from wyrm_case import WyrmCase, main, xxh3

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "games")

class Recordings(WyrmCase):
    def setUp(self):
        super().setUp()
        self.hash = self.json("hit", "ruggrogue", "player", "monster")["ruleset"]["hash"]
        self.version = self.text("--version").split()[1]

    def recording(self, steps=None, name="game.replay", ruleset="ruggrogue"):
        """A recorded game of this ruleset: its beginning and some lines, or the golden one whole."""
        with open(os.path.join(GAMES, f"{ruleset}.replay"), encoding="utf-8") as file:
            head, begun, commands = file.read().partition("\nbegun ")
        lines = commands.split("\n", 1)
        return self.write(name, head + begun + lines[0] + "\n" + (lines[1] if steps is None else steps))

    def check(self, path, *options):
        """The exit status and the answer of a check."""
        answer = self.run_wyrm("replay", path, "--check", *options)
        self.assertEqual(answer.err, "")
        return answer.code, answer.out

    def test_recording_without_commands_is_the_same_game(self):
        path = self.recording("")
        code, text = self.check(path)
        self.assertEqual(code, 0)
        self.assertEqual(" ".join(text.split()), "The same game: 0 commands, up to turn 1. "
                         f"{path}: ruggrogue, seed 1, run 0, played by careful.")

    def test_first_difference_is_named_and_fails(self):
        path = self.recording("w 0123456789abcdef\n" * 3)
        code, text = self.check(path)
        self.assertEqual(code, 1)
        self.assertRegex(text, r"^Another game: command 1 \(turn \d+\): .*\.\n")
        answer = self.run_wyrm("replay", path, "--check", "--json")
        self.assertEqual(answer.code, 1)
        self.assertIn('"same": false', answer.out)

    def test_commands_that_cannot_be_done_are_named(self):
        path = self.recording("u 5 0 0 0123456789abcdef\n")
        code, text = self.check(path)
        self.assertEqual(code, 1)
        self.assertRegex(text, r"^Another game: command 1 \(turn 1\) cannot be done: .*[^.]\.\n")

    def test_last_turns_are_told_and_end_as_the_run_did(self):
        self.text("sim", "ruggrogue", "--runs", "30", "-o", "runs.db")
        database = sqlite3.connect(os.path.join(self.folder, "runs.db"))
        self.addCleanup(database.close)
        deaths = database.execute("""SELECT run, turns, last_blows.turn, damage, name FROM last_blows
            JOIN runs USING (run) WHERE hp = 0 AND end = 1""").fetchall()
        self.assertGreater(len(deaths), 15)
        for run, turns, turn, damage, name in deaths[:10]:
            self.assertEqual(turn, turns)
            told = self.json("replay", "runs.db", "--run", str(run), "--check", "--last", "10")
            self.assertTrue(told["same"])
            self.assertGreaterEqual(told["told"][0]["turn"], turns - 9)
            blow, end = told["told"][-2:]
            self.assertEqual((blow["turn"], blow["hp"], end["turn"]), (turns, 0, turns))
            self.assertRegex(blow["said"].lower(), rf"{name.replace('_', ' ')} .* for {damage}\.")
            self.assertRegex(end["said"], "You die, killed by")
            text = self.text("replay", "runs.db", "--run", str(run), "--check", "--last", "10")
            self.assertIn(f"{turns}", text)
            self.assertIn(end["said"], text)
        whole = self.json("replay", "runs.db", "--run", str(run), "--check", "--last", "100000000")["told"]
        self.assertEqual(whole[0]["turn"], 1)
        self.assertNotIn("told", self.json("replay", "runs.db", "--run", str(run), "--check"))
        self.assertIn("Its last turns: wyrm replay runs.db --run", self.text("results", "runs.db"))
        for wrong in (["--last", "0"], ["--last", "x"], ["--last", "5", "--with", "yarl"]):
            self.refused_with(2, "--last", "replay", "runs.db", "--run", "0", *wrong)

    def test_last_fights_are_those_of_the_file_and_have_their_chance(self):
        """Whoever dies at the first blow has no chance from the start; a run that is won has no last fight."""
        self.write("hard.yaml", "name: hard\nextends: tutorial\nmonsters: {orc: {hp: 300, power: 500}}\n")
        for ruleset, hard in (("hard.yaml", True), ("tutorial", False)):
            self.text("sim", ruleset, "--runs", "12", "--bot", "tactician", "-o", "fights.db")
            database = sqlite3.connect(os.path.join(self.folder, "fights.db"))
            rows = dict((row[0], row[1:]) for row in database.execute(
                "SELECT run, turn, hp, max_hp, foes, cost, means, most FROM last_fights"))
            database.close()
            chances = []
            for run in range(12):
                how = ("replay", "fights.db", "--run", str(run), "--check", "--last", "1")
                fight = self.json(*how)["last_fight"]
                self.assertEqual(fight is not None, run in rows)
                if fight is None:
                    continue
                wanted = dict(zip(("turn", "hp", "max_hp", "foes", "cost", "means"), rows[run]))
                self.assertEqual({key: fight[key] for key in wanted}, wanted)
                chances += [way["p_win"] for way in fight["ways"][:1]]
                self.assertIn(f"Its last fight began in turn {fight['turn']}, with {fight['hp']} of",
                              " ".join(self.text(*how).split()))
            self.assertTrue(chances and all(0 <= chance <= 1 for chance in chances))
            self.assertEqual(max(chances) == 0, hard)
            self.assertNotIn("last_fight", self.json(*how[:-2]))
            os.remove(os.path.join(self.folder, "fights.db"))

    def test_json_tells_what_was_recorded(self):
        answer = self.json("replay", self.recording(""), "--check")
        self.assertEqual(list(answer), ["schema", "wyrm", "ruleset", "seed", "run", "file", "same",
                                        "why", "commands", "steps", "turn", "cut_short",
                                        "recorded"])
        self.assertEqual(answer["schema"], "wyrm/replay/1")
        self.assertEqual((answer["seed"], answer["run"], answer["commands"], answer["steps"]),
                         (1, 0, 0, 0))
        self.assertEqual(answer["recorded"], {"ruleset": "ruggrogue", "hash": self.hash,
                                              "wyrm": self.version, "player": "careful"})
        self.assertIs(answer["cut_short"], False)

    def test_other_rules_are_noted(self):
        self.write("mine.yaml", "name: mine\nextends: ruggrogue\ngame: {sight: 5}\n")
        code, text = self.check(self.recording(""), "--ruleset", "mine.yaml")
        self.assertEqual(code, 0)
        words = " ".join(text.split())
        self.assertIn(f"note: it was recorded with other rules: ruggrogue {self.hash} then, mine ",
                      words)

    def test_other_versions_and_designers_games_are_noted(self):
        with open(self.recording(""), encoding="utf-8") as file:
            head = file.read().rpartition("begun ")[0]
        older = head.replace(f"\nwyrm {self.version}\n", "\nwyrm 0.0.9\n")
        path = self.write("older.replay", f"{older}begun {xxh3(older.encode()):016x}\n")
        code, said = self.check(path)
        self.assertEqual(code, 0)
        self.assertIn(f"\nnote: it was recorded by version 0.0.9; this is {self.version}.\n", said)
        designed = head.replace("wyrm-replay 2\n", "wyrm-replay 3\n")
        path = self.write("designed.replay", f"{designed}begun {xxh3(designed.encode()):016x}\n"
                                             "designer 1 0123456789abcdef\n  player.hp 40\n")
        self.assertIn("note: a designer's game: from command 1 on it was gone back in, or its rules were changed.",
                      " ".join(self.check(path)[1].split()))
        self.assertEqual(json.loads(self.check(path, "--json")[1])["designed_from"], 1)

    def test_rules_are_those_of_the_recording(self):
        """A variant whose file is not there is played as it was recorded."""
        answer = json.loads(self.run_wyrm("replay", self.recording(ruleset="yarl-strong"), "--check", "--json").out)
        self.assertIs(answer["same"], True)
        self.assertEqual(answer["ruleset"]["name"], "yarl-strong")
        self.assertEqual(answer["ruleset"]["hash"], answer["recorded"]["hash"])

    def test_line_that_is_cut_short_is_left_out_and_noted(self):
        code, text = self.check(self.recording("w 01234"))
        self.assertEqual(code, 0)
        self.assertIn("note: its last line is cut short and was left out.", text)

    def test_what_is_no_recording_is_refused(self):
        for text, said in [("", "game.replay"), ("hello\n", "this is no recording of wyrm"),
                           ("wyrm-replay 99\n{}\n", "newer version"),
                           ("wyrm-replay 1\n{}\n", "recorded in format 1"),
                           ("wyrm-replay 2\n{\n", "game.replay:2:")]:
            path = self.write("game.replay", text)
            answer = self.run_wyrm("replay", path, "--check")
            self.assertEqual((answer.code, answer.out), (3, ""), text)
            self.assertIn(said, answer.err)
        self.refused_with(3, "absent.replay: ", "replay", "absent.replay", "--check")

    def test_options_that_do_not_go_together(self):
        path = self.recording()
        self.refused(2, "wyrm replay: --json needs --check or --with\n", "replay", path, "--json")
        self.refused(2, "wyrm replay: --check has no screen: it takes no --speed, --no-color or "
                        "--ascii\n", "replay", path, "--check", "--speed", "5")
        self.refused(2, "wyrm replay: --speed takes a whole number from 1 to 1000, found '0'\n",
                     "replay", path, "--speed", "0")

    def test_two_rulesets_play_one_recording_side_by_side(self):
        """Orcs of 5 more power: the tutorial takes power less defense, so the first blow takes 5 more."""
        self.write("hard.yaml", "name: hard\nextends: tutorial\nmonsters: {orc: {power: 9}}\n")
        path = self.recording(ruleset="tutorial")
        answer = self.json("replay", path, "--with", "hard.yaml", "--all")
        self.assertEqual(answer["schema"], "wyrm/replay_with/1")
        self.assertEqual((answer["ruleset"]["name"], answer["with"]["name"]), ("tutorial", "hard"))
        self.assertIs(answer["same"], False)
        first, steps = answer["first"], answer["steps"]
        self.assertEqual([step["command"] for step in steps], list(range(answer["commands"] + 1)))
        for step in steps[:first["command"]]:
            self.assertIs(step["same"], True)
            self.assertEqual(step["a"], step["b"])
        self.assertEqual(steps[first["command"]], dict(first, same=False))
        blows = [int(re.search(r"The Orc hits you for (\d+)", first[side]["said"]).group(1)) for side in "ab"]
        self.assertEqual(blows[1], blows[0] + 5)
        self.assertEqual(first["a"]["hp"] - first["b"]["hp"], 5)
        ends = answer["ends"]
        self.assertEqual(ends["a"]["steps"], answer["commands"])
        self.assertEqual((ends["b"]["over"], ends["b"]["why"], ends["b"]["state"]["hp"]),
                         (True, "killed by an Orc", 0))
        last = [step for step in steps if step["b"]["goes_on"]][-1]
        self.assertEqual(last["command"], ends["b"]["steps"])
        text = " ".join(self.text("replay", path, "--with", "hard.yaml").split())
        self.assertIn(f'Another game from command {first["command"]} on.', text)
        self.assertIn(f'Turn {first["a"]["turn"]}: "The Orc hits you for {blows[0]}." under tutorial, '
                      f'"The Orc hits you for {blows[1]}." under hard.', text)
        self.assertIn("hard: killed by an Orc on depth 1, ", text)

    def test_where_the_same_is_told_the_numbers_say_what_differs(self):
        self.write("tough.yaml", "name: tough\nextends: tutorial\nplayer: {hp: 35}\n")
        path = self.recording(ruleset="tutorial")
        hp = [side["hp"] for side in self.first_sides(path, "tough.yaml")]
        text = " ".join(self.text("replay", path, "--with", "tough.yaml").split())
        self.assertIn("Another game from command 0 on. "
                      f"Turn 1: {hp[0]} hit points under tutorial, {hp[1]} under tough.", text)

    def first_sides(self, path, ruleset):
        first = self.json("replay", path, "--with", ruleset)["first"]
        return first["a"], first["b"]

    def test_turns_of_both_games_are_told_evenly_apart(self):
        """Thirteen rows: six steps to the last command that both have carried out, and six from there to the end."""
        self.write("hard.yaml", "name: hard\nextends: tutorial\nmonsters: {orc: {power: 9}}\n")
        path = self.recording(ruleset="tutorial")
        steps = self.json("replay", path, "--with", "hard.yaml", "--all")["steps"]
        both = max(step["command"] for step in steps if step["a"]["goes_on"] and step["b"]["goes_on"])
        last = len(steps) - 1
        wanted = [["tutorial", "tutorial", "hard", "hard"],
                  ["command", "turn", "hp", "depth", "turn", "hp", "depth"]]
        for at in [i * both // 6 for i in range(6)] + [both + i * (last - both) // 6 for i in range(7)]:
            row = [str(at)]
            for side in (steps[at]["a"], steps[at]["b"]):
                row += ([str(side["turn"]), f"{side['hp']}/{side['max_hp']}", str(side["depth"])]
                        if side["goes_on"] else ["-", "-", "-"])
            wanted.append(row)
        self.assertTrue(12 < both < last - 12)
        table = self.text("replay", path, "--with", "hard.yaml").rstrip("\n").split("\n\n")[-1]
        self.assertEqual([line.split() for line in table.split("\n")], wanted)

    def test_a_recording_under_its_own_rules_is_one_game(self):
        path = self.recording(ruleset="tutorial")
        answer = self.json("replay", path, "--with", "tutorial")
        self.assertEqual((answer["same"], answer["first"]), (True, None))
        self.assertEqual(answer["ends"]["a"], answer["ends"]["b"])
        self.assertTrue(self.text("replay", path, "--with", "tutorial")
                        .startswith("The same game under both rulesets.\n"))

    def test_two_games_stand_beside_each_other_in_80_columns(self):
        self.write("other.yaml", "name: other\nextends: yarl\nmonsters: {orc: {hp: 20}}\n")
        path = self.recording(ruleset="yarl")
        text = self.text("replay", path, "--with", "other.yaml", "--all")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        words = " ".join(text[:1000].split())
        self.assertRegex(words, r"other: stops on depth 1, turn \d+, .* cannot be done\. There is a wall\.")

    def test_a_game_that_does_not_go_with_a_ruleset_is_told(self):
        path = self.recording("w 0123456789abcdef\n", ruleset="tutorial")
        self.write("bad.yaml", "name: bad\nextends: tutorial\nmonsters: {orc: {power: much}}\n")
        self.refused_with(3, "bad.yaml:3:", "replay", path, "--with", "bad.yaml")
        for words, said in [(["--with", "tutorial", "--check"], "--check is about one game"),
                            (["--all"], "--all needs --with"),
                            (["--with", "tutorial", "--speed", "3"], "--with has no screen")]:
            self.refused_with(2, said, "replay", path, *words)

    def test_watching_needs_a_terminal(self):
        self.refused_with(2, "is no terminal", "replay", self.recording(), env={"HOME": self.folder})


class Options(WyrmCase):
    def test_those_of_a_game_of_ones_own_are_refused(self):
        file = os.path.join(os.environ["GOLDEN"], "games", "yarl.replay")
        for option in (("--seed", "5"), ("--agent", "me"), ("--set", "a=1"), ("--allow-run",)):
            self.refused_with(2, f"{option[0]} goes only with a game of your own", "replay", file, "--check", *option)


class Missing(WyrmCase):
    def test_a_file_that_is_not_there_is_told_as_by_the_other_commands(self):
        self.refused(3, "wyrm replay: nowhere.wyrm: no such file\n", "replay", "nowhere.wyrm")


class Runs(WyrmCase):
    """Runs of a file of results, played again."""

    def test_a_check_holds_a_run_to_what_the_file_says(self):
        self.text("sim", "tutorial", "--runs", "3", "-o", "runs.db")
        for run in "012":
            self.assertIs(self.json("replay", "runs.db", "--run", run, "--check")["same"], True)
        with sqlite3.connect(os.path.join(self.folder, "runs.db")) as database:
            database.execute("UPDATE run SET record = replace(record, ',1,', ',2,') WHERE run = 1")
        database.close()
        self.refused(3, "wyrm replay: runs.db: run 1 is broken\n", "replay", "runs.db", "--run", "1", "--check")

    def test_a_check_with_other_rules_says_so(self):
        self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        self.text("sim", "mine.yaml", "--runs", "3", "-o", "runs.db")
        before = self.json("hit", "mine.yaml", "player", "orc")["ruleset"]["hash"]
        self.write("mine.yaml", "name: mine\nextends: tutorial\nplayer: {hp: 9}\n")
        answer = self.run_wyrm("replay", "runs.db", "--run", "0", "--check")
        self.assertEqual(answer.code, 1)
        words = " ".join(answer.out.split())
        self.assertRegex(words, r"^Another game: the run's (end|last depth|turns|level|killer) ")
        self.assertIn(f"note: it was recorded with other rules: mine {before} then, mine ", words)
        answer = json.loads(self.run_wyrm("replay", "runs.db", "--run", "0", "--check", "--json").out)
        self.assertEqual(answer["recorded"]["hash"], before)
        self.assertNotEqual(answer["ruleset"]["hash"], before)
        self.assertIs(answer["same"], False)


class Playing(WyrmCase):
    def play(self, *arguments, env=None):
        return self.run_wyrm("play", *arguments,
                             env=dict({"HOME": self.folder}, **(env or {})))

    def test_playing_needs_a_terminal_and_leaves_nothing(self):
        answer = self.play("ruggrogue")
        self.assertEqual((answer.code, answer.out), (2, ""))
        self.assertEqual(answer.err, "wyrm play: standard output is no terminal (start it in a "
                                     "terminal window, without | < or >)\n")
        games = os.path.join(self.folder, ".local", "state", "wyrm", "games")
        self.assertEqual(os.listdir(games) if os.path.isdir(games) else [], [])

    def test_wrong_rulesets_are_told_of_first(self):
        answer = self.play("rugrogue")
        self.assertEqual(answer.code, 3)
        self.assertIn("did you mean 'ruggrogue'?", answer.err)

    def test_wrong_words_are_told_of_first(self):
        answer = self.play("ruggrogue", "--without", "scrols")
        self.assertEqual(answer.code, 3)
        self.assertIn("scrols", answer.err)

    def test_options_that_do_not_go_together(self):
        for options in [["--seed", "4"], ["--new"], ["--last-floor"], ["--without", "armor"]]:
            self.refused(2, "wyrm play: --seed, --new, --without, --last-floor and --watch-bot need a RULESET\n",
                         "play", *options)
        self.refused(2, "wyrm play: --keys stands alone\n", "play", "ruggrogue", "--keys")

    def test_keys_are_printed_and_read_back(self):
        config = os.path.join(self.folder, "config")
        os.makedirs(os.path.join(config, "wyrm"))
        path = os.path.join(config, "wyrm", "keys")
        env = {"XDG_CONFIG_HOME": config}
        answer = self.play("--keys", env=env)
        self.assertEqual((answer.code, answer.err), (0, f"wyrm play: it belongs into {path}\n"))
        self.assertIn("#rest = Z s\n", answer.out)
        with open(path, "w", encoding="utf-8") as file:
            file.write(answer.out)
        self.assertEqual(self.play("--keys", env=env).out, answer.out)
        with open(path, "a", encoding="utf-8") as file:
            file.write("rest = R\n")
        self.assertIn("\nrest = R\n", self.play("--keys", env=env).out)
        with open(path, "w", encoding="utf-8") as file:
            file.write("rest = Rr\n")
        answer = self.play("--keys", env=env)
        self.assertEqual(answer.code, 3)
        self.assertTrue(answer.err.startswith(f"{path}:1:8: error: unknown key 'Rr'"), answer.err)


if __name__ == "__main__":
    main()
