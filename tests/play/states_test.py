"""Whatever is done to the terminal, in whatever state the game is: it goes on, or ends in order, and never loses a
command."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from bare import Bare
from states import STATES, begin, prepare
from terminal import PATIENCE, WYRM

# All of it with --long; else a part of the keys in each state.
LONG = "--long" in sys.argv
SHARE = 1 if LONG else 80

LETTERS = [chr(code) for code in range(1, 127)]
SEQUENCES = ["\x1b[A", "\x1bOB", "\x1b[1;2C", "\x1b[1;5D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1bOF", "\x1b[2~",
             "\x1b[3~", "\x1b[Z", "\x1bOP",
             "\x1b[15~", "\x1b[24~", "\x1bOp", "\x1bOM", "\x7f", "\u00fc", "\u20ac", "\U0001f409",
             b"\xff", b"\xc3", b"\xe2\x82", b"\x80\x81", "\x1b[200~", "\x1b[999;999R", "\x1b[", "\x1bO", "\x1b[<0;1"]
ENDS = {"\x03": 130, "\x1c": 131}  # Ctrl-C and Ctrl-\\ are signals
ENDING = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]
STOPS = "\x1a"


def mouse(button, x, y, end="M"):
    """A report as terminals send it today, and as they did."""
    return [f"\x1b[<{button};{x};{y}{end}", b"\x1b[M" + bytes([32 + (3 if end == "m" else button), 32 + x, 32 + y])]


MOUSE = [report for button in (0, 1, 2, 64, 65, 66, 67, 35, 128, 4, 16) for x, y in ((26, 11), (80, 24), (1, 1))
         for report in mouse(button, x, y) + (mouse(button, x, y, "m") if button < 3 else [])]
TORN = ["\x1b[<0;26;1", "\x1b[<0;26;1", b"\x1b[M ", b"\x1b[M  ", "\x1b[<;;M", "\x1b[<0;0;0M", "\x1b[<99999999999;1;1M",
        b"\x1b[M\xff\xff\xff", "\x1b[<0;26;11;4M", "\x1b[<"]


class States(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="wyrm-states-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        prepare(self.folder)

    def begin(self, name):
        """A game of its own in a state."""
        shutil.rmtree(os.path.join(self.folder, "state"), ignore_errors=True)
        terminal = begin(Bare, self.folder, name)
        self.addCleanup(terminal.close)
        return terminal

    def assert_journals(self, name):
        """What is kept of games is whole."""
        games = os.path.join(self.folder, "state", "wyrm", "games")
        for file in os.listdir(games) if os.path.isdir(games) else []:
            self.assertRegex(file, r"^(mine|frail)-3\.game$", name)
            done = subprocess.run([WYRM, "replay", "--check", os.path.join(games, file)], capture_output=True,
                                  text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, f"{name}: {done.stdout}{done.stderr}")
            self.assertNotIn("cut short", done.stdout, name)

    def test_whatever_is_done_to_the_terminal_all_stays_in_order(self):
        for index, name in enumerate(STATES):
            for number in ENDING if LONG else [ENDING[index % 4]]:
                terminal = self.begin(name)
                for some in TORN + MOUSE + TORN:
                    terminal.send(some)
                terminal.answers()
                if terminal.ended():  # a click has chosen to
                    self.assertEqual((name, terminal.status, terminal.whole()), ("title", 0, ""))
                    continue
                terminal.signal(signal.SIGTSTP)
                terminal.until(lambda _: terminal.stopped(), "stopped")
                self.assertEqual(terminal.whole(), "", name)
                self.assert_journals(name)
                terminal.signal(signal.SIGCONT)
                terminal.until(lambda _: {1049, 1000, 1006} <= terminal.screen.modes, "taken over again")
                terminal.answers()
                terminal.signal(number)
                self.assertEqual(terminal.wait_end(), 128 + number, name)
                self.assertEqual(terminal.whole(), "", name)
                self.assert_journals(name)
                terminal.close()

    def test_every_key_in_every_state_is_answered(self):
        for number, name in enumerate(STATES):
            terminal = None
            for key in (LETTERS + SEQUENCES)[7 * number % SHARE::SHARE]:
                if key == STOPS:
                    continue
                if terminal is None:
                    terminal = self.begin(name)
                before = terminal.show()
                terminal.send(key)
                if key in ENDS:
                    self.assertEqual(terminal.wait_end(), ENDS[key], name)
                else:
                    terminal.answers()
                if terminal.ended():
                    self.assertIn(terminal.status, (0, ENDS.get(key, 0)), (name, key))
                    self.assertEqual(terminal.whole(), "", (name, key))
                    self.assert_journals(name)
                if terminal.ended() or terminal.show() != before:
                    terminal.close()
                    terminal = None
            if terminal:
                terminal.close()

if __name__ == "__main__":
    sys.argv = [word for word in sys.argv if word != "--long"]
    unittest.main(verbosity=0)
