"""The numbers behind what is looked at: shown, changed, played on with, written down."""
import glob
import os
import re
import signal
import subprocess

from terminal import WYRM, PlayCase, main


class Designer(PlayCase):
    def numbers(self, *arguments, ruleset="tutorial", seed=1, **how):
        terminal = self.begin(ruleset, seed, *arguments, **how)
        terminal.keys("D")
        terminal.wait("The numbers behind")
        return terminal

    def change(self, terminal, key, text, refused=False):
        """Chooses a key by walking down to it, and types."""
        for _ in range(40):
            screen = terminal.settle()
            row = screen.split("\n")[int(terminal.flag("cursor_y"))]
            if row[2:].split()[0] == key:
                break
            terminal.keys("Down")
        terminal.keys("Enter")
        terminal.wait("Ctrl-U")
        terminal.type(text)
        terminal.keys("Enter")
        (terminal.wait if refused else terminal.wait_gone)("Nothing is changed." if refused else "Ctrl-U")
        return terminal.settle()

    def wyrm(self, *words):
        return subprocess.run([WYRM, *words], capture_output=True, text=True, timeout=120, cwd=self.folder,
                              env=dict(os.environ, HOME=self.folder, LC_ALL="C.UTF-8"))

    def test_keys_values_units_and_where_they_come_from(self):
        self.write("base.yaml", "name: base\nextends: tutorial\nmonsters:\n  orc:\n    hp: 21\n")
        path = self.write("mine.yaml", "name: mine\nextends: base.yaml\nmonsters:\n  orc: {power: 5}\n")
        terminal = self.numbers(ruleset=path)
        screen = terminal.settle()
        self.assertIn("The numbers behind Orc", screen)
        self.assertRegex(screen, r"hp +21 +hit points")
        self.assertRegex(screen, r"defense +0 +hit points")
        for key, place in [("hp", r"monsters\.orc\.hp +\S*base\.yaml:5"),
                           ("power", r"monsters\.orc\.power +\S*mine\.yaml:4"),
                           ("defense", r"monsters\.orc\.defense +tutorial:\d+")]:
            while terminal.settle().split("\n")[int(terminal.flag("cursor_y"))][2:].split()[0] != key:
                terminal.keys("Down")
            self.assertRegex(terminal.settle(), place)
        terminal.keys("Tab")
        terminal.wait("The numbers behind you")

    def test_a_change_shows_the_odds_before_and_after(self):
        """They are what looking tells once the game is played on with it."""
        terminal = self.begin("yarl", 7)
        terminal.keys("o")
        terminal.wait("The Orc is in view")
        terminal.keys("o", "D")  # says so again: only then nothing goes on by itself any more
        terminal.wait("The numbers behind")
        self.assertIn("Against the Orc you win over 99.9 % (", terminal.settle())
        screen = self.change(terminal, "hp", "80")
        self.assertRegex(screen, r"\* hp +28 -> 80 +hit points")
        chance, = re.search(r"Against the Orc you win over 99\.9 % \(wait\) -> ([\d.]+) % \(wait\)\.", screen).groups()
        self.assertLess(float(chance), 50)
        terminal.keys("p")
        terminal.wait("What the changes do")
        terminal.wait_gone("being worked out")
        screen = terminal.settle()
        self.assertIn("monsters.orc.hp: 28 -> 80", screen)
        self.assertRegex(screen, r"\n *\n  Targets\n")
        self.assertRegex(screen, r"deaths_at_1 +1\.4 % -> 61\.9 % +PASS -> FAIL")
        self.assertIn(f"-> {chance} %", screen)
        for _ in range(9):
            if re.search(r"depth 1 +reference player, fight_cost: [\d.]+ % -> ", terminal.settle()):
                break
            terminal.keys("PgDn")
        else:
            self.fail(terminal.settle())
        terminal.keys("Escape")
        terminal.wait("1 changed")
        terminal.keys("r")
        terminal.wait("0 changed")
        self.assertRegex(terminal.settle(), r"  hp +28 ")
        self.change(terminal, "hp", "80")
        terminal.keys("a")
        terminal.wait("How many turns back?")
        terminal.keys("Enter")
        terminal.wait("A designer's game")
        terminal.keys("x")
        terminal.wait(f"ou win {chance} %")

    def test_what_takes_long_can_be_left(self):
        """The comparison of this ruleset takes seconds: the page is there at once, and goes when it is left."""
        terminal = self.numbers(ruleset="srd")
        children = f"/proc/{terminal.pid()}/task/{terminal.pid()}/children"
        for _ in range(3):
            self.change(terminal, "hp", "70")
            terminal.keys("p")
            terminal.wait("being worked out")
            with open(children, encoding="utf-8") as file:
                os.kill(int(file.read()), signal.SIGSTOP)  # so that it takes as long as anything may
            terminal.wait("being worked out ... (")
            terminal.keys("Escape")
            terminal.wait("1 changed")
            terminal.keys("r")
            terminal.wait("0 changed")
        with open(children, encoding="utf-8") as file:
            self.assertEqual(file.read(), "")

    def test_what_is_wrong_is_told_and_changes_nothing(self):
        terminal = self.numbers()
        screen = self.change(terminal, "hp", "many", refused=True)
        self.assertIn("found 'many'", screen)
        self.assertIn("Nothing is changed.", screen)
        self.assertIn("0 changed", screen)
        terminal.keys("Escape")
        self.assertRegex(terminal.wait("0 changed"), r"  hp +20 ")
        self.assertIn("Expected a whole number, found 'many'", self.change(terminal, "defense", "many", refused=True))

    def test_going_back_makes_a_game_of_its_own(self):
        terminal = self.begin("tutorial", 1)
        terminal.keys(".", ".", ".")
        terminal.wait("turn 4")
        terminal.keys("D")
        terminal.wait("The numbers behind")
        self.change(terminal, "hp", "60")
        terminal.keys("a")
        terminal.wait("How many turns back?")
        terminal.type("2")
        terminal.keys("Enter")
        terminal.wait("A designer's game from turn 2 on")
        self.assertIn("turn 2", terminal.settle())
        self.assertEqual(self.games(), ["tutorial-1-designer-1.game", "tutorial-1.game"])
        terminal.keys("x")
        terminal.wait("HP 60/60")
        # what it is gone on from is in it, and needs no file any more
        terminal.keys("Escape", "D")
        terminal.wait("a designer's game, 1 changed")
        terminal.keys("a")
        terminal.wait("How many turns back?")
        terminal.keys("Enter")
        terminal.wait_gone("How many turns back?")
        terminal.until("one file", lambda: self.games() == ["tutorial-1-designer-2.game", "tutorial-1.game"])
        terminal.keys("S")
        self.assertRegex(terminal.wait("New game"), r"tutorial \(designer\): depth 1, level 1, turn 2\b.*just now")
        self.assertEqual(terminal.wait_exit() if "[exit" in terminal.settle() else 0, 0)
        path = os.path.join(self.folder, "state", "wyrm", "games", "tutorial-1-designer-2.game")
        done = self.wyrm("replay", path, "--check")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("a designer's game: from command 2 on", " ".join(done.stdout.split()))
        # the honest game is the one that is gone on with
        again = self.play("tutorial")
        again.wait("Continued at turn 4")

    def test_who_goes_back_without_a_change_is_told_so(self):
        terminal = self.begin("tutorial", 1)
        terminal.keys(".", ".", "D")
        terminal.wait("The numbers behind")
        terminal.keys("a")
        terminal.wait("How many turns back?")
        terminal.type("1")
        terminal.keys("Enter")
        terminal.wait("A designer's game from turn 2 on")
        self.assertIn("and the rules are the same", " ".join(terminal.settle().split()))

    def test_more_turns_back_than_a_clock_can_count_are_all_of_them(self):
        terminal = self.begin("tutorial", 1)
        terminal.keys(".", ".", "D")
        terminal.wait("The numbers behind")
        terminal.keys("a")
        terminal.wait("How many turns back?")
        terminal.type(str(2 ** 32))
        terminal.keys("Enter")
        terminal.wait("A designer's game from turn 1 on")

    def test_a_ruleset_without_a_dungeon_is_told_and_written_by_its_file(self):
        """What is plain around it is nobody's text: places and changes are those of the file."""
        folder = os.path.join(self.folder, *["a_folder_of_a_long_name"] * 4)
        os.makedirs(folder)
        path = os.path.join(folder, "mine.yaml")
        self.assertEqual(self.wyrm("rules", "new", "mine", "--template", "d20", "-o", path).returncode, 0)
        terminal = self.numbers(ruleset=path, seed=4)
        while "The numbers behind you" not in terminal.settle():
            terminal.keys("Tab")
        self.assertRegex(self.change(terminal, "hp", "30"), r"player\.hp +\.\.\S*/mine\.yaml:\d+\n")
        while "The numbers behind the dungeon" not in terminal.settle():
            self.assertNotIn(" said:", terminal.screen())
            if "The numbers behind map" in terminal.screen():
                break
            terminal.keys("Tab")
        self.assertIn("plain: the ruleset leaves it open", terminal.settle())
        terminal.keys("p")
        terminal.wait("What the changes do")
        terminal.wait_gone("being worked out")
        self.assertRegex(terminal.settle(), r"first_fight +75\.6 % -> 86\.4 % +PASS ")
        terminal.keys("Escape")
        terminal.wait("1 changed")
        terminal.keys("S")
        terminal.wait("mine-mine.yaml")
        terminal.keys("Enter")
        terminal.wait("says only what was changed")
        with open(os.path.join(folder, "mine-mine.yaml"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "name: mine-mine\nextends: \"./mine.yaml\"\n"
                             "inherit: [targets]\nplayer:\n  hp: 30\n")

    def test_the_changes_are_written_as_a_ruleset(self):
        path = self.write("mine.yaml", "name: mine\nextends: tutorial\ninherit: [targets]\n"
                          "targets:\n  wins: {metric: run_win_rate, range: [0, 0.5]}\n")
        terminal = self.numbers(ruleset=path)
        self.change(terminal, "hp", "60")
        terminal.keys("p")
        terminal.wait("What the changes do")
        terminal.wait_gone("being worked out")
        terminal.keys("PgDn")
        terminal.wait("not run yet")
        self.assertRegex(" ".join(terminal.settle().split()), r"not run yet .*wins \(they take games: wyrm check\)")
        terminal.keys("Escape")
        terminal.wait("1 changed")
        terminal.keys("S")
        terminal.wait("mine-mine.yaml")
        terminal.keys("Enter")
        screen = terminal.wait("What to try next")
        self.assertIn("wyrm check ", screen)
        self.assertIn("wyrm compare ", screen)
        written, = glob.glob(os.path.join(self.folder, "mine-mine.yaml"))
        with open(written, encoding="utf-8") as file:
            self.assertEqual(file.read(), "name: mine-mine\nextends: \"./mine.yaml\"\ninherit: [targets]\n"
                                          "monsters:\n  orc:\n    hp: 60\n")
        done = self.wyrm("rules", "validate", written)
        self.assertEqual(done.returncode, 0, done.stderr)
        terminal.keys("Escape", "S")
        terminal.wait("Ctrl-U")
        terminal.keys("Enter")  # what is there is not written over
        terminal.wait("Not written: ")

    def test_a_click_on_what_is_looked_at(self):
        terminal = self.begin("tutorial", 1)
        terminal.keys("x")
        terminal.wait("gives 35 XP")
        x, y = int(terminal.flag("cursor_x")) + 1, int(terminal.flag("cursor_y")) + 1
        for letter in "Mm":
            terminal.type(f"\x1b[<0;{x};{y}{letter}")
        terminal.wait("The numbers behind Orc")


if __name__ == "__main__":
    main()
