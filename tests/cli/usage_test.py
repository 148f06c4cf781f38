"""Help, options and what is said about wrong ones."""
import os
import pathlib
import re
import shlex
import subprocess
import unittest

from wyrm_case import ENVIRONMENT, GEARED, WYRM, WyrmCase, main

RULES = ["rules list", "rules show", "rules new", "rules validate", "rules export", "rules import", "rules schema",
         "rules guide"]
ENGINE = ["engine new", "engine show", "engine try"]
RESULTS = ["results import", "results fit"]
COMPLETION = ["completion words"]
COMMANDS = ["check", "report", "hit", "duel", "curve", "etp", "loot", "solve", "sense", "tune", "worth", "compare",
            "sweep", "sim", "verify", "fixtures", "results", *RESULTS, "play", "replay", "rules", *RULES, "engine",
            *ENGINE, "completion", *COMPLETION]
BELOW = {*RULES, *ENGINE, *RESULTS, *COMPLETION}
PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs"


class Help(WyrmCase):
    def test_a_ruleset_extends_nothing_outside_of_its_folder(self):
        os.mkdir(os.path.join(self.folder, "own"))
        self.write("base.yaml", "name: base\nextends: tutorial\n")
        secret = self.write("secret", "the word of a secret: [\n")
        inner = self.write("own/inner.yaml", "name: inner\nextends: ../base.yaml\n")
        self.write("own/thief.yaml", f"name: thief\nextends: {secret}\n")
        self.write("own/nobody.yaml", "name: nobody\nextends: ../nobody\n")
        fight = "player@3", "orc"
        for name in ("inner", "thief", "nobody"):
            answer = self.refused_with(3, "is outside of the folder of this file", "duel", f"own/{name}.yaml", *fight)
            self.assertNotIn("the word", answer.err)
            self.assertNotIn("no such file", answer.err)
        allowed = self.json("duel", inner, *fight, "--allow-path", ".")
        self.assertEqual(allowed["p_win"], self.json("duel", "tutorial", *fight)["p_win"])
        self.assertEqual(self.run_wyrm("duel", inner, *fight, "--allow-path", "own").code, 3)

    def test_a_script_is_a_file_beside_its_ruleset(self):
        os.mkdir(os.path.join(self.folder, "own"))
        secret = self.write("secret.lua", "the word of a secret (\n")
        os.symlink(secret, os.path.join(self.folder, "own", "link.lua"))
        refused = {"link.lua": "is a link out of the folder of this file", "../secret.lua": "is no file beside",
                   secret: "is no file beside", "none.lua": "no such file"}
        for name, why in refused.items():
            self.write("own/thief.yaml", "name: thief\nmodels: {combat: script, growth: none}\n"
                                         f"combat: {{script: {name}}}\n")
            answer = self.refused_with(3, why, "rules", "validate", "own/thief.yaml")
            self.assertNotIn("the word", answer.err)

    def test_every_help_fits_80_columns_and_has_usage(self):
        for command in ["", *COMMANDS]:
            with self.subTest(command=command):
                text = self.text(*command.split(), "--help")
                self.assert_fits(text)
                self.assertIn(f"Usage: wyrm {command}".rstrip(), text)
                self.assertEqual(text, self.text(*command.split(), "-h"))
                self.assertEqual(text, self.text("help", *command.split()))

    def test_every_help_but_list_has_an_example(self):
        for command in COMMANDS:
            if command != "rules list":
                self.assertIn("Examples\n", self.text(*command.split(), "--help"))

    def test_every_option_of_the_help_is_known(self):
        for command in COMMANDS:
            text = self.text(*command.split(), "--help")
            options = [word for line in text.partition("Options\n")[2].splitlines()
                       for word in line.split()[:2] if word.startswith("--")]
            for option in options:
                answer = self.run_wyrm(*command.split(), option)
                self.assertNotIn("unknown option", answer.err)

    def test_version(self):
        self.assertRegex(self.text("--version"), r"^wyrm \d+\.\d+\.\d+\n$")

    def test_help_beats_missing_operands(self):
        self.assertIn("Usage: wyrm hit RULESET ATTACKER DEFENDER | AMOUNT [options]",
                      self.text("hit", "ruggrogue", "--help"))


class ManPages(WyrmCase):
    """A man page and --help say the same options; the commands below `rules`, `engine` and `results` share a page."""

    def helped(self, command):
        commands = {"rules": RULES, "engine": ENGINE, "results": ["results", *RESULTS]}.get(command, [command])
        return {option for name in commands
                for option in re.findall(r"^  (?:-\w, |    )--([a-z-]+)",
                                         self.text(*name.split(), "--help"), re.MULTILINE)}

    def test_every_command_has_a_page_that_wyrm_1_names(self):
        wyrm = (PAGES / "wyrm.1.scd").read_text(encoding="utf-8")
        listed = re.findall(r"^  (\S+) ", self.text("--help").partition("Commands\n")[2]
                            .partition("\nOptions\n")[0], re.MULTILINE)
        self.assertEqual(sorted(listed), sorted(set(COMMANDS) - BELOW))
        for command in listed:
            self.assertTrue((PAGES / f"wyrm-{command}.1.scd").exists(), command)
            self.assertEqual(wyrm.count(f"wyrm-{command}(1)"), 3 if command == "play" else 2, command)

    def test_every_page_is_made_and_installed(self):
        made = (PAGES / "meson.build").read_text(encoding="utf-8")
        for page in PAGES.glob("*.scd"):
            self.assertIn(f"'{page.name.removesuffix('.1.scd')}'", made)

    def test_the_page_and_the_help_name_the_same_options(self):
        for command in sorted(set(COMMANDS) - BELOW):
            page = (PAGES / f"wyrm-{command}.1.scd").read_text(encoding="utf-8")
            heads = "\n".join(line for line in page.splitlines() if line.startswith("*-"))
            with self.subTest(command=command):
                self.assertEqual(sorted(set(re.findall(r"\*--([a-z-]+)\*", heads)) | {"help"}),
                                 sorted(self.helped(command)))


    def test_examples_of_pages_and_helps_have_options_that_there_are(self):
        texts = [page.read_text(encoding="utf-8").partition("# EXAMPLES\n")[2].partition("\n# ")[0]
                 for page in PAGES.glob("*.scd")]
        texts += [self.text(*command.split(), "--help").partition("Examples\n")[2]
                  for command in ["", *COMMANDS]]
        lines = re.findall(r"^\s*(wyrm .*?)(?:\+\+)?$", "\n".join(texts), re.MULTILINE)
        self.assertGreater(len(lines), 60)
        for line in re.split(r" && |\n", "\n".join(lines)):
            words = shlex.split(line.partition(">")[0].replace("\\*", "*"))[1:]
            words = words[:words.index("--")] if "--" in words else words  # a command of its own
            answer = self.run_wyrm(*words, "--help")
            self.assertEqual((answer.code, answer.err), (0, ""), line)


class Wrong(WyrmCase):
    def test_no_command(self):
        self.refused(2, self.text("--help"))
        self.refused(2, self.text("rules", "--help"), "rules")

    def test_unknown_command(self):
        self.refused(2, "wyrm: unknown command 'chekc' (did you mean 'check'?)\n", "chekc")
        self.refused(2, "wyrm: unknown command 'zzz' (see wyrm --help)\n", "zzz")
        self.refused(2, "wyrm rules: unknown command 'lsit' (did you mean 'list'?)\n",
                     "rules", "lsit")

    def test_option_before_the_command(self):
        self.refused(2, "wyrm: unknown option '--json' before the command (see wyrm --help)\n",
                     "--json", "check", "ruggrogue")
        self.refused(2, "wyrm: unknown option '--verison' before the command "
                        "(did you mean '--version'?)\n", "--verison")

    def test_unknown_option(self):
        self.refused(2, "wyrm check: unknown option '--jsn' (did you mean '--json'?)\n",
                     "check", "ruggrogue", "--jsn")
        self.refused(2, "wyrm check: unknown option '--sede' (did you mean '--seed'?)\n",
                     "check", "ruggrogue", "--sede=4")
        for command, option in [("play", "--x"), ("play", "--foo"), ("curve", "--foo"), ("sim", "--sort")]:
            self.refused(2, f"wyrm {command}: unknown option '{option}' (see wyrm {command} --help)\n",
                         command, "ruggrogue", option)
        self.refused(2, "wyrm hit: unknown option '-x'\n", "hit", "-x", "ruggrogue", "a", "b")

    def test_numbers_are_read_strictly(self):
        message = ("wyrm curve: --runs takes a whole number from 1 to 1000000000, found '{}'\n")
        for text in ["abc", "", "0", "-5", "1e3", "10 ", " 10", "0x10", "1.5", "1000000001",
                     "99999999999999999999999"]:
            self.refused(2, message.format(text), "curve", "ruggrogue", "--runs", text)
        self.refused(2, "wyrm check: --seed takes a whole number from 0 to 9223372036854775807, "
                        "found 'x'\n", "check", "ruggrogue", "--seed=x")
        self.refused(2, "wyrm check: --threads takes a whole number from 1 to 256, found '0'\n",
                     "check", "ruggrogue", "--threads", "0")

    def test_a_decimal_number_may_begin_with_its_point(self):
        hit = ("hit", "ruggrogue", "player", "monster", "--json", "--curve")
        self.assertEqual(self.run_wyrm(*hit, "defense=.5..2:.5").out, self.run_wyrm(*hit, "defense=0.5..2:0.5").out)
        for text in ".", "1.", "-", ".e1":
            self.refused_with(2, f"'defense=0..{text}'", *hit, f"defense=0..{text}")

    def test_arguments_of_options(self):
        self.refused(2, "wyrm curve: --runs takes N, but nothing follows it\n",
                     "curve", "ruggrogue", "--runs")
        self.refused(2, "wyrm curve: --json takes no value, found '--json=yes'\n",
                     "curve", "ruggrogue", "--json=yes")
        self.refused(2, "wyrm duel: --first takes subject or opponent, found 'oponent' "
                        "(did you mean 'opponent'?)\n",
                     "duel", "ruggrogue", "player", "monster", "--first", "oponent")
        self.refused(2, "wyrm rules show: --levels takes two levels from -1000 to 100000 such as "
                        "1..30, found '1-30'\n", "rules", "show", "ruggrogue", "--levels", "1-30")
        self.refused(2, "wyrm rules show: --levels goes upwards: '3..9' instead of '9..3'\n",
                     "rules", "show", "ruggrogue", "--levels", "9..3")
        self.refused(2, "wyrm curve: --tracker takes a level from 1 to 10000 such as 4.1, "
                        "found '0.5'\n", "curve", "ruggrogue", "--tracker", "0.5")

    def test_a_value_in_place_of_a_record_or_list_is_shown_as_it_should_stand(self):
        """A record that needs a single key is what was written under that key, if it was no text in quotes."""
        path = self.write("short.yaml", "name: short\nmodels: {combat: subtract}\nplayer: {hp: 9, power: 1}\n"
                          "monsters: {rat: 5}\nitems: {ale: {effect: heal}}\narenas: {pit: player vs rat}\n"
                          "reference: {from_depth: 1, combatant: player}\nvaults: {den: '#'}\n")
        said = [line.split(": error: ")[1] for line in self.run_wyrm("rules", "validate", path).err.splitlines()
                if ": error: " in line]
        self.assertEqual(said, ["expected a mapping, found '5'",
                                "expected a mapping, found 'heal' (such as {kind: heal})",
                                "expected a mapping, found 'player vs rat' (such as {fight: player vs rat})",
                                "expected a list, found a mapping (in brackets: [{...}])",
                                "expected a mapping, found the text '#' in quotes"])

    def test_a_word_in_place_of_a_list_of_records_is_told_the_key_that_they_need(self):
        path = self.write("listed.yaml", "name: listed\nmodels: {combat: d20}\nplayer: {hp: 9, damage: 1d6}\n"
                          "monsters: {imp: {hp: 3, shoots: true, summons: imp, resist: fire, attacks: 1d6}}\n")
        said = [line.split(": error: ")[1] for line in self.run_wyrm("rules", "validate", path).err.splitlines()
                if ": error: " in line]
        self.assertEqual(said, ["expected a list, found 'true' (in brackets: [{range: ...}])",
                                "expected a list, found 'imp' (in brackets: [{what: ...}])",
                                "expected a list, found 'fire' (in brackets: [fire])",
                                "expected a list, found '1d6' (in brackets: [{...}])"])

    def test_what_the_player_starts_with_is_looked_for_in_its_record(self):
        """It stands in game.kit and gold.purse; the record of the player has nothing to be worn."""
        path = self.write("worn.yaml", "name: worn\nmodels: {combat: d20}\n"
                          "player: {hp: 9, damage: 1d6, weapon: sword, armor: mail, gold: 20}\n")
        said = [line.split(": error: ")[1] for line in self.run_wyrm("rules", "validate", path).err.splitlines()
                if ": error: " in line]
        kit = "what the player has from the start stands in game: {kit: [...]}"
        self.assertEqual(said, [f"unknown key 'weapon' in player ({kit})", f"unknown key 'armor' in player ({kit})",
                                "unknown key 'gold' in player (what the player begins with stands in "
                                "gold: {purse: 20})"])

    def test_words_of_a_closed_set_are_listed(self):
        bots = "(one of idle, random, diver, brawler, explorer, tactician)"
        for message, arguments in [
                ("sim: --shape takes room, corridor or open, found 'cave'",
                 ("yarl", "--arena", "player vs orc", "--shape", "cave")),
                (f"play: there is no bot 'nobody' {bots}", ("tutorial", "--watch-bot", "nobody")),
                (f"compare: there is no bot 'nobody' {bots}",
                 ("tutorial", "yarl", "--sim", "--bot", "nobody")),
                ("loot: no mode of loot is called 'hard' (one of normal, testing)",
                 ("yarl", "--mode", "hard")),
                ("hit: no stat is called 'luck' (one of power, defense, distance)",
                 ("tutorial", "player", "orc", "--curve", "luck=1..2"))]:
            self.refused(2, f"wyrm {message}\n", message.partition(":")[0], *arguments)

    def test_options_that_would_do_nothing(self):
        self.refused(2, "wyrm: --version stands alone, found 'extra' after it\n",
                     "--version", "extra")
        self.refused(2, "wyrm curve: --tracker is exact: it takes no --runs\n",
                     "curve", "ruggrogue", "--tracker", "3", "--runs", "5")
        self.refused(2, "wyrm etp: --run needs --rooms\n",
                     "etp", "yarl", "--run", "5")
        for more in (["--runs", "5"], ["--verbose"]):
            self.refused(2, "wyrm etp: --rooms shows one floor, all of it: it takes no --runs or "
                            "--verbose\n", "etp", "yarl", "--rooms", *more)
        self.refused(2, "wyrm duel: a matrix takes no @LEVEL: --levels says them, found 'player@3'\n",
                     "duel", "ruggrogue", "--matrix", "player@3", "monster", "--levels", "1..3")
        for more in ("--runs", "5"), ("--tracker", "3"):
            self.refused(2, "wyrm curve: --monsters goes without --tracker and --runs\n",
                         "curve", "ruggrogue", "--monsters", *more)
        for more in ("--monsters",), ("--tracker", "3"):
            self.refused(2, "wyrm curve: --floors goes without --tracker and --monsters\n",
                         "curve", "ruggrogue", "--floors", *more)
        many = [f"x{i}" for i in range(33)]
        self.refused(2, "wyrm sim: --without takes at most 32 words\n", "sim", "tutorial", "--without", ",".join(many))
        self.assertIn("'x0'", self.run_wyrm("sim", "tutorial", "--without", ",".join(many[:32])).err)
        self.refused(2, "wyrm sim: --without has more than 1023 letters\n", "sim", "tutorial", "--without", "x" * 1024)
        self.refused(2, "wyrm loot: --band: the ruleset has no bands\n", "loot", "tutorial", "--band", "B1")
        self.refused(2, "wyrm rules export: without -o the file itself is printed, which --json is not\n",
                     "rules", "export", "yarl", "--format", "c", "--json")

    def test_combatants_have_so_many_letters(self):
        """A matrix puts a level and gear behind them, a curve another value."""
        for letters, said in ((445, "'weapon' must be a level here"), (446, "a combatant has at most 448 letters\n")):
            self.refused_with(2, said, "duel", "ruggrogue", "--matrix", "player,weapon=" + "x" * (letters - 14),
                              "monster", "--levels", "10..10")

    def test_files_of_runs_are_asked_for_what_they_have(self):
        self.text("sim", "tutorial", "--runs", "2", "-o", "two.db")
        self.text("sim", "tutorial", "--arena", "two_orcs", "--runs", "2", "-o", "fights.db")
        self.refused(3, "wyrm replay: two.db has no run 7\n", "replay", "two.db", "--run", "7")
        self.refused(2, "wyrm report: these runs are of a set fight: `wyrm results` sums them up\n",
                     "report", "fights.db")
        self.write("game.replay", "")
        self.refused(2, "wyrm replay: --run is about files of results: 'game.replay' is none\n",
                     "replay", "game.replay", "--run", "3")
        self.write("game.json", '{"format": "wyrm-external-baseline"}')
        self.refused(3, "wyrm compare: 'game.json' is a baseline of a game of its own, not of rules\n",
                     "compare", "tutorial", "--gate", "game.json")

    def test_attacks_that_the_combat_does_not_know(self):
        for options, said in [(["--fired"], "knows nothing that is fired"),
                              (["--thrown"], "knows nothing that is thrown"),
                              (["--distance", "5"], "its reach is 1 tile"),
                              (["--off-centre", "3"], "nothing explodes")]:
            answer = self.run_wyrm("hit", "ruggrogue", "player", "monster", *options)
            self.assertNotEqual(answer.code, 0)
            self.assertIn(said, answer.err)

    def test_operands(self):
        self.refused(2, "wyrm hit: missing ATTACKER DEFENDER "
                        "(usage: wyrm hit RULESET ATTACKER DEFENDER | AMOUNT)\n", "hit", "ruggrogue")
        self.refused(2, "wyrm curve: 'extra' is one word too many (usage: wyrm curve RULESET)\n",
                     "curve", "ruggrogue", "extra")
        self.refused(2, "wyrm duel: --levels needs --matrix\n",
                     "duel", "ruggrogue", "player", "monster", "--levels", "1..3")

    def test_control_characters_do_not_reach_the_terminal(self):
        evil = "a\x1b[31m\u009b2J\u202eb"
        for name in f"{evil}.yaml", f"{evil}-good.yaml":
            self.write(name, "name: bad\nextends: tutorial\n" + ("" if "good" in name else "player: {hp: none}\n"))
        for arguments in [(f"che{evil}ck",), ("check", f"--{evil}"), ("check", f"{evil}.yaml"), ("check", evil),
                          ("rules", "validate", f"{evil}.yaml"), ("sim", "tutorial", "--bot", evil),
                          ("hit", "tutorial", evil, "orc"), ("curve", "tutorial", "--seed", evil),
                          ("sim", "tutorial", "--runs", "2", "-o", f"none/{evil}"), ("results", f"{evil}.db"),
                          ("compare", f"{evil}-good.yaml", "--baseline", f"{evil}.json", "--runs", "2"),
                          ("compare", f"{evil}-good.yaml", "--gate", f"{evil}.json", "--runs", "2"),
                          ("report", f"{evil}-good.yaml", "--runs", "5", "-o", f"{evil}.html"),
                          ("play", "--keys")]:
            answer = self.run_wyrm(*arguments, env={"XDG_CONFIG_HOME": f"/{evil}", "HOME": f"/{evil}"})
            self.assertNotRegex(answer.err + answer.out, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", arguments)
            self.assertNotEqual(answer.err + answer.out, "", arguments)

    def test_what_is_about_a_game_needs_its_ruleset(self):
        for words in ["--seed", "3"], ["--new"], ["--without", "potions"], ["--last-floor"], ["--watch-bot", "diver"]:
            self.refused(2, "wyrm play: --seed, --new, --without, --last-floor and --watch-bot need a RULESET\n",
                         "play", *words)

    def test_options_in_any_order(self):
        wanted = self.text("hit", "ruggrogue", GEARED, "monster@6", "--json", "--explain")
        self.assertEqual(wanted, self.text("hit", "--json", "--explain", "ruggrogue", GEARED,
                                           "monster@6"))
        self.assertEqual(wanted, self.text("hit", "ruggrogue", "-e", GEARED, "--json",
                                           "monster@6"))


class Output(WyrmCase):
    def test_closed_stdout_is_told(self):
        command = f'"{WYRM}" hit ruggrogue raw,attack=8 raw,defense=4 >&-'
        done = subprocess.run(command, shell=True, env=ENVIRONMENT, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 4)
        self.assertEqual(done.stderr, b"wyrm hit: the output cannot be written: "
                                      b"Bad file descriptor\n")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_disk_is_told(self):
        for arguments in [("--help",), ("duel", "ruggrogue", "player", "monster"), ("rules", "schema"),
                          ("compare", "tutorial-before", "tutorial"), ("etp", "yarl", "--runs", "20"),
                          ("loot", "tutorial", "--runs", "20"),
                          ("hit", "yarl", "player", "orc", "--curve", "defense=0..9")]:
            with open("/dev/full", "wb") as full:
                answer = self.run_wyrm(*arguments, stdout=full)
            self.assertEqual(answer.code, 4)
            self.assertIn("the output cannot be written: No space left on device", answer.err)

    def test_closed_pipe_ends_quietly(self):
        reader, writer = os.pipe()
        os.close(reader)
        answer = self.run_wyrm("rules", "show", "ruggrogue", stdout=writer)
        os.close(writer)
        self.assertLess(answer.code, 0)  # by SIGPIPE, as of any other tool
        self.assertEqual(answer.err, "")

    def test_colour_only_on_a_terminal_and_not_against_no_color(self):
        arguments = ("check", "ruggrogue", "--runs", "60")
        self.assertNotIn("\033", self.text(*arguments))
        self.assertIn(b"\033[", self.on_terminal(*arguments))
        plain = self.text(*arguments).replace("\n", "\r\n").encode()
        self.assertEqual(self.on_terminal(*arguments, env={"NO_COLOR": "1"}), plain)
        self.assertEqual(self.on_terminal(*arguments, env={"TERM": "dumb"}), plain)

    def test_ascii_where_the_locale_is_not_utf8(self):
        for arguments in [("hit", "ruggrogue", GEARED, "monster@6"),
                          ("duel", "ruggrogue", GEARED, "monster@6"),
                          ("curve", "ruggrogue", "--runs", "50"), ("check", "ruggrogue", "--runs", "10"),
                          ("etp", "yarl", "--runs", "20", "--verbose"), ("etp", "yarl", "--rooms"),
                          ("loot", "yarl", "--runs", "20", "--bands", "--why", "--band", "B1"),
                          ("compare", "tutorial-before", "tutorial"),
                          ("sim", "yarl", "--bot", "brawler", "--runs", "40", "--verbose"),
                          ("compare", "tutorial-before", "tutorial", "--sim", "--runs", "20")]:
            text = self.text(*arguments, env={"LC_ALL": "C"})
            self.assertTrue(text.isascii(), arguments)
            self.assert_fits(text)


if __name__ == "__main__":
    main()
