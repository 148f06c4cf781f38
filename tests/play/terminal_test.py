"""Terminals of all kinds, and what is done to them while a game runs."""
import os
import re
import subprocess
import time

from terminal import (KEPT, PATIENCE, SIGCONT, SIGSEGV, SIGTSTP, WYRM, PlayCase, gone, main)

# Parameters of the escape sequence that sets colours.
COLOUR = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


class Kinds(PlayCase):
    def refused(self, words, *, term="screen-256color", env=None):
        terminal = self.play(term=term, env=env)
        self.assertEqual(terminal.wait_exit(), 2)
        self.assertIn(words, terminal.stderr())
        self.assert_clean(terminal)
        return terminal.stderr()

    def test_unknown_terminal_is_named_with_a_hint(self):
        said = self.refused("the terminal 'no-such-terminal' is not known here",
                            term="no-such-terminal")
        self.assertIn("set TERM to what your terminal is", said)

    def test_no_terminal_is_named(self):
        self.refused("TERM is not set", term=None)
        self.refused("TERM is not set", term="")

    def test_dumb_terminal_cannot_place_the_cursor(self):
        self.refused("the terminal 'dumb' cannot place the cursor", term="dumb")

    def test_no_terminal_at_all(self):
        environment = {"PATH": os.environ["PATH"], "TERM": "xterm", "HOME": self.folder}
        environment.update((name, value) for name, value in os.environ.items()
                           if name.startswith(KEPT))
        done = subprocess.run([WYRM, "play"], env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("standard output is no terminal", done.stderr)

    def test_terminal_without_colours(self):
        terminal = self.begin(term="vt100")
        self.assertIsNone(COLOUR.search(terminal.screen(colours=True)))
        self.assertIn("@", terminal.screen())

    def test_colours_where_there_are_some(self):
        for term in ["screen", "xterm-256color"]:
            terminal = self.begin(term=term, seed=len(term))
            self.assertIsNotNone(COLOUR.search(terminal.screen(colours=True)), term)
            terminal.close()

    def test_no_colour_where_none_is_wanted(self):
        for arguments, env in [((), {"NO_COLOR": "1"}), (("--no-color",), {})]:
            terminal = self.begin("ruggrogue", 42, *arguments, env=env)
            self.assertIsNone(COLOUR.search(terminal.screen(colours=True)), arguments)
            self.assertIn("\x1b[", terminal.screen(colours=True))  # bold is left
            terminal.close()

    def test_only_ascii_where_that_is_all(self):
        for arguments, env in [(("--ascii",), {}), ((), {"LC_ALL": "C"})]:
            terminal = self.begin("ruggrogue", 42, *arguments, env=env)
            self.assertTrue(terminal.screen().isascii(), terminal.screen())
            terminal.close()


class Sizes(PlayCase):
    def test_too_small_says_so_and_waits(self):
        for size in [(79, 24), (80, 23), (20, 5), (1, 1)]:
            terminal = self.play(size=size)
            if size != (1, 1):
                words = " ".join(terminal.wait("This terminal").split())
                if size[0] >= 79:
                    self.assertIn(f"{size[0]} columns and {size[1]} lines", words)
                    self.assertIn("80 and 24", words)
            terminal.resize(80, 24)
            terminal.wait("New game")
            terminal.resize(*size)
            terminal.wait_gone("New game")
            terminal.resize(80, 24)
            terminal.wait("New game")
            terminal.close()

    def test_keys_do_nothing_unseen(self):
        terminal = self.play(size=(79, 23))
        terminal.wait("This terminal")
        terminal.keys("q", "Enter")
        time.sleep(0.3)
        terminal.resize(80, 24)
        terminal.wait("New game")

    def test_every_screen_follows_the_window(self):
        for keys, text in [((), "HP "), (("?",), "In the dungeon"), (("i",), "What you carry"), (("m",), "@"),
                           (("c",), "level"), (("p",), "seed 42"), (("x",), "@"), (("r",), "a)"),
                           (("Escape",), "Leave")]:
            terminal = self.begin("ruggrogue", 42, "--last-floor")
            terminal.keys(*keys)
            for size in [(80, 24), (200, 60), (81, 24), (79, 23), (120, 24), (80, 50), (80, 24)]:
                terminal.resize(*size)
                terminal.wait("This terminal" if size == (79, 23) else text)
            self.assertEqual(terminal.flag("alternate_on"), "1")
            terminal.close()


class Stopping(PlayCase):
    def test_stopped_and_woken_up_it_is_as_before(self):
        terminal = self.begin()
        before = terminal.screen()
        pid = terminal.pid()
        terminal.signal(SIGTSTP)  # nobody could wake it up: it goes on at once
        terminal.wait("HP ")
        os.kill(pid, SIGCONT)
        terminal.until("the same screen", lambda: terminal.screen() == before)
        self.assertFalse(gone(pid))

    def test_ctrl_z_gives_the_terminal_back_until_it_goes_on(self):
        terminal = self.begin(jobs=True)
        before = terminal.screen()
        terminal.keys("C-z")
        terminal.wait("[stopped]")
        self.assertEqual(terminal.flag("alternate_on"), "0")
        self.assertEqual(terminal.flag("mouse_any_flag"), "0")
        terminal.resize(100, 30)
        terminal.resize(80, 24)
        terminal.keys("Enter")
        terminal.until("the screen as before", lambda: terminal.screen() == before)
        terminal.keys("5")
        terminal.wait("turn 2")
        terminal.keys("S")
        terminal.wait("Continue ruggrogue")
        terminal.keys("q")
        terminal.wait("[exit 0]")

    def test_a_crash_gives_the_terminal_back(self):
        terminal = self.begin()
        terminal.signal(SIGSEGV)
        status = terminal.wait_exit()
        if "Sanitizer" in terminal.stderr():
            self.skipTest("a sanitizer has crashes for itself")
        self.assertEqual(status, 128 + SIGSEGV)
        self.assert_clean(terminal)

    def test_it_waits_without_work(self):
        terminal = self.begin()
        time.sleep(0.3)
        path = f"/proc/{terminal.pid()}/stat"

        def ticks():
            with open(path, encoding="utf-8") as file:
                fields = file.read().rpartition(")")[2].split()
            return int(fields[11]) + int(fields[12])

        before = ticks()
        time.sleep(1.0)
        self.assertLessEqual(ticks() - before, 1)  # of a hundred in a second

    def test_a_turn_draws_only_what_it_changes(self):
        # What is cleared and drawn anew flickers.
        terminal = self.begin()
        terminal.settle()
        drawn = os.path.join(self.folder, "drawn")
        terminal.tmux("pipe-pane", f"cat >>'{drawn}'")
        moves = ["h", "l", "j", "k"] * 5
        for key in moves:
            terminal.keys(key)
            terminal.settle()
        terminal.until("something drawn", lambda: os.path.exists(drawn) and os.path.getsize(drawn) > 0)
        with open(drawn, "rb") as file:
            output = file.read()
        self.assertNotRegex(output, rb"\x1b\[[023]?J")  # clears the screen, or the rest of it
        self.assertLess(len(output), len(moves) * 80 * 24 / 2)

    def test_redrawing_mends_the_screen(self):
        terminal = self.begin()
        before = terminal.screen()
        with open(terminal.flag("pane_tty"), "w", encoding="utf-8") as tty:
            tty.write("\x1b[10;10Hnoise of another program")
        terminal.wait("noise of another program")
        terminal.keys("C-l")
        terminal.until("the screen as before", lambda: terminal.screen() == before)


if __name__ == "__main__":
    main()
