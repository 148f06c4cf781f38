"""How answers look on a terminal: as wide as that, in numbers as people write them, with one bar for one job."""
import re
import unittest

from wyrm_case import SLOW, WyrmCase, main, some

RULESETS = ("ruggrogue", "yarl", "tutorial", "tutorial-before", "bob-and-trev", "brogue", "shattered", "srd")
FIGHTS = {"ruggrogue": ("player@6,weapon=5,armor=5", "monster@20"), "yarl": ("player,weapon=dagger", "dragon_lord"),
          "tutorial": ("player@3", "troll"), "tutorial-before": ("player", "orc"),
          "bob-and-trev": ("chair_of_the_board", "player"), "brogue": ("player", "goblin"),
          "shattered": ("player@10", "crab"), "srd": ("player", "zombie")}
DUNGEONS = RULESETS[:5]


def exact_answers():
    for ruleset in RULESETS:
        player, monster = FIGHTS[ruleset]
        yield "hit", ruleset, player, monster, "--explain"
        yield "duel", ruleset, player, monster
        yield "rules", "show", ruleset, "--levels", "1..9"
    yield "duel", "ruggrogue", "player", "monster", "--matrix"
    yield "hit", "ruggrogue", "player", "monster@3", "--curve", "attack=1..20"
    yield "rules", "list"
    yield "sim", "--help"


def sampled_answers():
    for ruleset in some(DUNGEONS):
        yield "curve", ruleset, "--runs", "50"
        yield "loot", ruleset, "--runs", "50", "--bands"
        yield "sim", ruleset, "--runs", "10", "--turns", "300", "--verbose"
    for ruleset in some(("srd", "tutorial", "brogue", "shattered")):
        yield "check", ruleset, "--runs", "10"
    yield "etp", "yarl", "--runs", "30"
    yield "compare", "tutorial-before", "tutorial", "--runs", "10"


class Answers(WyrmCase):
    def assert_well_mannered(self, command, width):
        for line in self.text(*command, env={"COLUMNS": str(width)}).splitlines():
            self.assertEqual(line, line.rstrip(), (command, width))
            self.assertNotRegex(line, r"\de[-+]\d", (command, width))
            # A command is to be typed as it stands, and a word may be longer than a line.
            if not re.search("wyrm [a-z]", line) and " " in line.strip():
                self.assertLessEqual(len(line), width, (command, line))

    def test_no_line_is_wider_than_the_terminal_nor_any_number_a_programmers(self):
        for command in exact_answers():
            for width in 60, 80, 120, 200:
                self.assert_well_mannered(command, width)

    @unittest.skipIf(SLOW, "takes minutes with instruments")
    def test_nor_are_those_of_dungeons_and_games(self):
        for command in sampled_answers():
            self.assert_well_mannered(command, 60)

    def test_what_stats_are_made_of_is_shown_as_it_is_written(self):
        text = self.text("hit", "yarl", "orc", "player,weapon=dagger", env={"COLUMNS": "100"})
        self.assertRegex(text, r"damage  weapon damage\n   orc .*\[4, 6\]              -\n"
                               r"   player.*\[1, 2\]            1d4\n")
        self.assertNotIn("damage_m", text)

    def test_a_chance_that_matters_to_nobody_is_not_0(self):
        self.assertTrue(self.text("duel", "ruggrogue", "player", "monster@40").startswith(
            "player wins against monster@40 in <0.000000001 % of fights.\n"))


class Terminal(WyrmCase):
    def on_width(self, columns, stream, *arguments, env=None):
        environment = {"TERM": "dumb", **(env or {})}
        return self.on_terminal(*arguments, env=environment, stream=stream, columns=columns).decode()

    def widest(self, *arguments, env=None):
        return max(len(line) for line in self.on_width(*arguments, env=env).splitlines())

    def test_the_width_is_that_of_the_terminal(self):
        command = ("stdout", "duel", "ruggrogue", "player", "monster", "--matrix")
        self.assertEqual([self.widest(columns, *command) <= columns for columns in (60, 100, 180)], [True] * 3)
        self.assertTrue(80 < self.widest(180, *command))
        self.assertTrue(60 < self.widest(180, *command, env={"COLUMNS": "70"}) <= 70)
        self.assertTrue(60 < self.widest(180, *command, env={"COLUMNS": "wide"}))

    def test_a_file_is_80_wide_unless_somebody_asks(self):
        asked = "check", "tutorial", "--runs", "10"
        usual = self.text(*asked)
        self.assertEqual(usual, self.text(*asked, env={"COLUMNS": "80"}))
        self.assertNotEqual(usual, self.text(*asked, env={"COLUMNS": "60"}))

    @unittest.skipIf(SLOW, "its bars come at other times")
    def test_one_bar_for_one_job_with_the_time_left(self):
        said = self.on_width(70, "stderr", "sim", "ruggrogue", "--runs", "1500", "--threads", "1")
        lines = [line for line in said.split("\r") if "%" in line]
        shown = [int(re.search(r"(\d+) %", line).group(1)) for line in lines]
        self.assertGreater(len(shown), 3)
        self.assertEqual(shown, sorted(shown))
        self.assertRegex(lines[-1], r"\] +\d+ %  \d+ s left ")
        self.assertLess(max(map(len, lines)), 70)


if __name__ == "__main__":
    main()
