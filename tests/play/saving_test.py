"""Games that are saved, whatever ends them, and continued."""
import fcntl
import os
import shutil
import stat
import struct
import subprocess
import termios

from terminal import (KEPT, PATIENCE, SIGHUP, SIGINT, SIGKILL, SIGTERM, WYRM, PlayCase, main)

SAVE = "ruggrogue-42.game"


class Saving(PlayCase):
    def walk(self, terminal):
        """A few turns of a game; returns the screen."""
        terminal.keys("s")  # nothing to rest from: costs no turn
        terminal.keys("5", "5", "5")
        return terminal.wait("turn 4")

    def continued(self, *arguments):
        """Continues the game from the title."""
        terminal = self.play(*arguments)
        terminal.wait("Continue ruggrogue: depth 1, level 1, turn 4; seed 42")
        terminal.keys("Enter")
        screen = terminal.wait("HP ")
        self.assertIn("turn 4", screen)
        return terminal, screen

    def test_save_and_continue(self):
        terminal = self.begin()
        before = self.walk(terminal)
        terminal.keys("S")
        terminal.wait("Continue ruggrogue")
        self.assertEqual(self.games(), [SAVE])
        terminal.keys("q")
        self.assertEqual(terminal.wait_exit(), 0)
        terminal.close()
        _, after = self.continued()
        self.assertEqual(before.splitlines()[:19], after.splitlines()[:19])

    def test_what_was_told_before_holds_nobody_up(self):
        """Messages of a game that goes on were read when they came: the newest are shown, and none is asked for."""
        terminal = self.begin("tutorial", 949096204)
        for _ in range(11):
            terminal.keys(".")
        before = terminal.wait("turn 12")
        terminal.keys("S")
        screen = terminal.wait("Continue tutorial: depth 1, level 1, turn 12; seed 949096204, just now")
        terminal.keys("Enter")
        screen = terminal.wait("Continued at turn 12.")
        self.assertIn(before.splitlines()[22], screen)
        terminal.keys(".")
        self.assertNotIn("-- more --", terminal.wait("turn 13"))

    def test_an_item_is_told_alike_in_a_game_that_goes_on(self):
        """Its rules are those of its recording, which writes all defaults out."""
        terminal = self.begin("bob-and-trev", 11)
        terminal.keys("o")
        terminal.wait("You pick up the biro.")
        terminal.settle()
        terminal.keys("i")
        terminal.wait("mass 0.012, bludgeon 4, bladed")
        before = terminal.settle()
        terminal.keys("Escape", "S")
        terminal.wait("Continue bob-and-trev")
        terminal.keys("Enter", "i")
        terminal.wait("mass 0.012")
        self.assertEqual(before.splitlines()[:6], terminal.settle().splitlines()[:6])

    def test_a_game_that_climbs_is_on_a_floor(self):
        terminal = self.begin("bob-and-trev", 7)
        terminal.keys("S")
        terminal.wait("Continue bob-and-trev: floor 1, level 1, turn 1; seed 7")

    def test_a_new_game_is_at_hand_among_many_saved_ones(self):
        terminal = self.begin("tutorial", 1)
        terminal.keys("S")
        terminal.wait("Continue tutorial")
        folder = os.path.join(self.folder, "state", "wyrm", "games")
        for seed in range(2, 20):
            shutil.copy(os.path.join(folder, "tutorial-1.game"),
                        os.path.join(folder, f"tutorial-{seed}.game"))
        terminal.keys("q")
        terminal.wait_exit()
        terminal.close()
        terminal = self.play()
        for text in ["Continue tutorial", "New game", "High scores", "Help", "Quit"]:
            terminal.wait(text)
        terminal.keys("End", "Up", "Up", "Up", "Up")  # over the four rows that stay, to the last that scrolls
        self.assertRegex(terminal.wait("S) Continue tutorial"), r"S\) Continue tutorial.*\n +n\) New game")
        terminal.keys("Escape", "Enter")
        self.assertEqual(terminal.wait_exit(), 0)

    def test_what_a_game_is_played_without_is_said_to_be_for_a_new_one(self):
        terminal = self.begin()
        terminal.keys("S", "q")
        terminal.wait_exit()
        terminal.close()
        terminal = self.play("ruggrogue", "--without", "scrolls")
        terminal.wait("The saved game goes on as it was begun: --without is for a new one")

    def test_a_ruleset_whose_path_fits_into_no_save_is_refused(self):
        folder = os.path.join(self.folder, *["a" * 200] * 6)
        path = self.write(os.path.join(os.path.relpath(folder, self.folder), "mine.yaml"),
                          "name: mine\nextends: ruggrogue\n")
        terminal = self.play(path)
        self.assertNotEqual(terminal.wait_exit(), 0)
        self.assertIn("the whole path of this ruleset has", " ".join(terminal.stderr().split()))
        self.assertEqual(self.games(), [])

    def test_every_end_from_outside_saves(self):
        for number in [SIGTERM, SIGINT, SIGHUP]:
            terminal = self.begin("ruggrogue", 42, "--new")
            self.walk(terminal)
            terminal.signal(number)
            self.assertEqual(terminal.wait_exit(), 128 + number)
            self.assertIn("the game is saved; `wyrm play` continues it", terminal.stderr())
            self.assert_clean(terminal)
            terminal.close()
            terminal, _ = self.continued()
            terminal.close()
            os.unlink(os.path.join(self.folder, "state", "wyrm", "games", SAVE))

    def test_ctrl_c_saves(self):
        terminal = self.begin()
        self.walk(terminal)
        terminal.keys("C-c")
        self.assertEqual(terminal.wait_exit(), 128 + SIGINT)
        self.assertIn(SAVE, self.games())

    def test_closed_terminal_saves(self):
        terminal = self.begin()
        self.walk(terminal)
        terminal.hang_up()
        self.assertEqual(self.games(), [SAVE])
        self.continued()

    def test_lost_terminal_saves_without_a_signal(self):
        """The terminal is not the one that controls the program: it is only told by reading."""
        master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.folder,
                       "TERM": "screen", "XDG_STATE_HOME": os.path.join(self.folder, "state")}
        environment.update((name, value) for name, value in os.environ.items()
                           if name.startswith(KEPT))
        program = subprocess.Popen([WYRM, "play", "ruggrogue", "--seed", "42"], env=environment,
                                   stdin=slave, stdout=slave, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        os.close(slave)
        shown = b""
        while b"HP " not in shown:
            shown += os.read(master, 4096)
        os.close(master)
        self.assertEqual(program.wait(timeout=PATIENCE), 128 + SIGHUP)
        self.assertEqual(self.games(), [SAVE])

    def test_too_small_a_window_saves_as_well(self):
        terminal = self.begin()
        self.walk(terminal)
        terminal.resize(60, 20)
        terminal.wait("This terminal")
        terminal.keys("C-c")
        self.assertEqual(terminal.wait_exit(), 128 + SIGINT)
        self.assertIn(SAVE, self.games())

    def test_files_are_for_the_player_alone(self):
        terminal = self.begin()
        self.walk(terminal)
        terminal.keys("S")
        terminal.wait("Continue ruggrogue")
        folder = os.path.join(self.folder, "state", "wyrm")
        for path in [folder, os.path.join(folder, "games")]:
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o700, path)

    def test_killed_at_any_moment_the_game_goes_on_where_it_was_shown(self):
        turn = 1
        for number in range(4):
            terminal = self.begin() if number == 0 else self.play("ruggrogue")
            if number > 0:
                words = " ".join(terminal.wait("interrupted").split())
                self.assertIn(f"The game went on after it was interrupted: {turn - 1} commands replayed from the "
                              "journal.", words)
            terminal.keys("s", *"5" * (3 + number))
            turn += 3 + number
            terminal.wait(f"turn {turn}")
            terminal.signal(SIGKILL)
            terminal.wait("[exit 137]")
            terminal.close()
        self.assertEqual(self.games(), [SAVE])
        done = subprocess.run([WYRM, "replay", self.saved(), "--check"], capture_output=True, text=True,
                              env=dict(os.environ, HOME=self.folder), timeout=PATIENCE)
        self.assertIn(f"up to turn {turn}.", done.stdout)

    def saved(self):
        return os.path.join(self.folder, "state", "wyrm", "games", SAVE)

    def test_the_command_line_goes_on_with_a_game_whose_ruleset_is_gone(self):
        path = self.write("mine.yaml", "name: mine\nextends: ruggrogue\n")
        terminal = self.begin(path, 3)
        self.walk(terminal)
        terminal.keys("S", "q")
        terminal.wait_exit()
        terminal.close()
        os.unlink(path)
        self.play(path).wait("Continued at turn 4.")

    def test_same_game_in_two_terminals_is_refused(self):
        self.begin()
        second = os.path.join(self.folder, "second")
        os.mkdir(second)
        state = os.path.join(self.folder, "state")
        self.folder = second
        other = self.play("ruggrogue", "--seed", "42", env={"XDG_STATE_HOME": state})
        self.assertEqual(other.wait_exit(), 3)
        self.assertIn("this game is being played in another terminal", other.stderr())

    def test_new_game_over_a_saved_one_asks_first(self):
        terminal = self.begin()
        self.walk(terminal)
        terminal.keys("S")
        terminal.wait("Continue ruggrogue")
        terminal.keys("q")
        terminal.wait_exit()
        terminal.close()
        terminal = self.play("ruggrogue", "--seed", "42", "--new")
        words = " ".join(terminal.wait("Delete").split())
        self.assertIn("A game of RuggRogue with seed 42 is saved.", words)
        terminal.keys("n")
        terminal.wait("Continue ruggrogue: depth 1, level 1, turn 4")
        terminal.keys("q")
        terminal.wait_exit()
        terminal.close()
        terminal = self.play("ruggrogue", "--seed", "42", "--new")
        terminal.wait("Delete")
        terminal.keys("y")
        terminal.wait("turn 1")
        terminal.keys("S")
        terminal.wait("Continue ruggrogue: depth 1, level 1, turn 1")

    def test_ruleset_goes_on_with_its_last_game(self):
        terminal = self.begin()
        self.walk(terminal)
        terminal.keys("S")
        terminal.wait("Continue ruggrogue")
        terminal.keys("q")
        terminal.wait_exit()
        terminal.close()
        terminal = self.play("ruggrogue")
        terminal.wait("turn 4")
        terminal.close()
        terminal = self.play("yarl")
        terminal.wait("turn 1")


class Broken(PlayCase):
    def damaged(self, change):
        """A title with one saved game that was changed."""
        terminal = self.begin()
        terminal.keys("5", "5", "5")
        terminal.wait("turn 4")
        terminal.keys("S")
        terminal.wait("Continue ruggrogue")
        terminal.keys("q")
        terminal.wait_exit()
        terminal.close()
        path = os.path.join(self.folder, "state", "wyrm", "games", SAVE)
        with open(path, "rb") as file:
            changed = change(file.read())
        with open(path, "wb") as file:
            file.write(changed)
        return self.play(), path, changed

    def test_broken_saves_are_told_of_and_left_alone(self):
        for change, said in [(lambda save: save[:len(save) // 2], "cut short"),
                             (lambda save: save.replace(b"seed 42", b"seed 43", 1), "altered"),
                             (lambda save: b"", "cut short"),
                             (lambda save: b"wyrm-save 1 2 3\n{}", "saved game of format 1"),
                             (lambda save: b"PK\x03\x04 something else\n", "no recording of wyrm")]:
            terminal, path, left = self.damaged(change)
            terminal.wait("cannot be continued: why?")
            terminal.keys("Enter")
            terminal.wait(said)
            terminal.keys("Escape")
            terminal.wait("New game")
            with open(path, "rb") as file:
                self.assertEqual(file.read(), left)
            terminal.close()
            os.unlink(path)

    def test_an_altered_byte_costs_nothing_and_the_file_is_kept(self):
        terminal, path, left = self.damaged(lambda save: save[:-38] + b"x" + save[-37:])
        terminal.wait("Continue ruggrogue: depth 1, level 1, turn 4")
        terminal.keys("Enter")
        words = " ".join(terminal.wait("was damaged").split())
        self.assertIn("The file of this game was damaged: it was put right, and is continued at turn 4", words)
        with open(path + ".damaged-1", "rb") as file:
            self.assertEqual(file.read(), left)

    def test_a_damaged_command_costs_what_comes_behind_it_and_the_file_is_kept(self):
        terminal, path, left = self.damaged(lambda save: save[:-38] + b"x" + save[-37:-30] + b"x" + save[-29:])
        terminal.wait("Continue ruggrogue: depth 1, level 1, turn 3")
        terminal.keys("Enter")
        words = " ".join(terminal.wait("was damaged").split())
        self.assertIn("The file of this game was damaged: continued at turn 3", words)
        terminal.wait("turn 3")
        with open(path + ".damaged-1", "rb") as file:
            self.assertEqual(file.read(), left)

    def test_folder_that_cannot_be_written_is_told_of(self):
        if os.geteuid() == 0:
            self.write("state", "a file where the folder should be")
        else:
            os.mkdir(os.path.join(self.folder, "state"), 0o500)
        terminal = self.begin()
        terminal.wait("This game cannot be saved")


if __name__ == "__main__":
    main()
