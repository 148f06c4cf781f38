"""Killed at any moment, nothing that was shown is lost.

    kills_test.py [--kills N] [--sims N] [--seed N]

A game is played by random keys on screens of every kind, and its program is killed (SIGKILL) at random moments; then it
goes on. It must go on at least at the turn that was shown last, what was in its file must still be there, and a game
that came to its end must be in the scores once, with its recording. The same for `wyrm sim -o`: once it has gone on to
its end, the file has the same runs, the answer the same bytes, and nothing else is left. A small share of it is part of
`make test`; 5,000 games and 2,000 simulations take about half an hour."""
import collections
import glob
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

from bare import Bare
from states import ENTER, ESCAPE, prepare
from terminal import PATIENCE, WYRM


def option(name, default):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


KILLS, SIMS, SEED = option("--kills", 60), option("--sims", 40), option("--seed", 1)
LIVES = 40  # of a game, at most: then another is begun, and the first one stays
ROUNDS = 40 if SIMS <= 40 else 100  # kills of one simulation

# Where the game is when it is killed: what leads there from the dungeon.
SCREENS = ["", "", "", "", "o", "?", "x", "_", "i", "ia", "d", "a", "ab", "e", "m", "p", "c", ESCAPE, ESCAPE + "g", "S",
           "Sn", "Sn" + ENTER, "Sn/", "Ss", "\x0c", "ab" + ENTER, "ab" + ENTER + "n", ENTER]
# No key that leads out of the game: what is seen is seen of it.
PLAY = list("hjklyubn.oo>gs") + ["o", "aa", "da", "K", "J", "Z"]

# By what each is known, the first that fits.
KNOWN = [("question", "Abandon this game?"), ("level", "A new level"), ("rules", "which rules?"),
         ("seed", "Keep it, or type"), ("path", "The path of its file"),
         ("title", "weighs a dungeon"), ("scores", "High scores"), ("help", "In the dungeon"),
         ("menu", "Save and leave"), ("item", "use it"),
         ("pack", "What you carry"), ("pick", "letter or Enter: this one"), ("target", "Where to?"),
         ("look", "Tab: next"), ("travel", "to the stairs"), ("map", "The map of depth"),
         ("messages", "Messages, by turn"), ("sheet", "Who you are"), ("ending", "Enter: leave"),
         ("more", "-- more --"), ("autopilot", "any key stops"), ("dungeon", "HP ")]
TURN = re.compile(r"turn +(\d+)")


def memory():
    """A folder that no disk slows down, where there is one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def shown(screen):
    """The kind of screen, and the turn of the game where it is there; the title has those of others, too."""
    name = next((name for name, text in KNOWN if text in screen), "none yet")
    turn = TURN.search(screen)
    return name, int(turn.group(1)) if turn and name not in ("title", "rules", "seed", "path", "scores") else 0


class Games(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="wyrm-kills-", dir=memory())
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.random = random.Random(SEED)
        prepare(self.folder)

    def state(self, *names):
        return os.path.join(self.folder, "state", "wyrm", *names)

    def journal(self):
        return self.state("games", f"{self.ruleset}-{self.number}.game")

    def next_game(self):
        self.number = getattr(self, "number", 0) + 1
        self.ruleset = "mine" if self.number % 4 == 0 else "frail"
        self.turn, self.kept, self.lives = 0, b"", 0

    def read(self):
        try:
            with open(self.journal(), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def play_and_kill(self):
        """One life of the program; returns the screen that it was killed on, and what the player has seen."""
        by_title = self.random.random() < 0.15
        arguments = ["play"] if by_title and self.kept else \
            ["play", os.path.join(self.folder, self.ruleset + ".yaml"), "--seed", str(self.number)]
        terminal = Bare(self.folder, *arguments)
        try:
            if self.random.random() < 0.1:
                time.sleep(self.random.random() * 0.04)
            else:
                self.play(terminal, len(arguments) == 1)
            terminal.signal(signal.SIGKILL)
            terminal.wait_end()
            return shown(terminal.show())
        finally:
            terminal.close()

    def play(self, terminal, by_title):
        terminal.until(lambda screen: shown(screen)[0] != "none yet", "a screen")
        if by_title:
            terminal.send(ENTER)
        for _ in range(self.random.randrange(10)):
            terminal.send(self.random.choice(PLAY))
            terminal.pump(self.random.random() * 0.03)
            self.see(shown(terminal.show()))
            if shown(terminal.show())[0] in ("ending", "title"):
                return
        keys = self.random.choice(SCREENS)
        for key in keys:
            terminal.pump(0.03 if key == ESCAPE else 0.01)
            terminal.send(key)
            self.see(shown(terminal.show()))
        end = time.monotonic() + self.random.random() * 0.04
        while time.monotonic() < end:
            terminal.pump(0.004)
        self.see(shown(terminal.show()))

    def see(self, what):
        self.turn = max(self.turn, what[1])

    def look_at_file(self):
        """What is in the files after a kill holds all that was shown and all that was there before."""
        now = self.read()
        if now is None:
            if self.turn == 0 and not self.kept:
                return  # it was killed before it had begun
            recordings = glob.glob(self.state("dumps", f"{self.ruleset}-{self.number}-*.replay"))
            self.assertTrue(recordings, f"game {self.number} is lost at turn {self.turn}")
            for recording in recordings:
                self.check(recording)
            self.finished.append(self.number)
            self.next_game()
            return
        self.assertEqual(now[:len(self.kept)], self.kept, "what was there has changed")
        self.assertTrue(now.endswith(b"\n"), "a line is torn")
        self.kept = now

    def check(self, path):
        """Plays it; the turn that it comes to is at least the one that was shown."""
        done = subprocess.run([WYRM, "replay", "--check", path], capture_output=True, text=True, timeout=PATIENCE,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        turn = re.search(r"up to turn ([\d,]+)", done.stdout)
        self.assertTrue(turn, done.stdout)
        self.assertGreaterEqual(int(turn.group(1).replace(",", "")), self.turn, f"game {self.number}")

    def test_no_kill_loses_what_was_shown(self):
        self.finished, self.saved = [], []
        self.next_game()
        where = collections.Counter()
        for kill in range(1, KILLS + 1):
            if kill % 500 == 0:
                print(f"{kill} kills, {len(self.finished)} games at their end", flush=True)
            seen = self.play_and_kill()
            self.see(seen)
            where[seen[0]] += 1
            self.look_at_file()
            self.lives += 1
            if self.kept:
                self.check(self.journal())
            if self.lives == LIVES and self.kept:
                os.utime(self.journal(), (0, 0))  # the title offers the one that was played last
                self.saved.append(self.journal())
                self.next_game()
        terminal = Bare(self.folder, "play")
        terminal.wait("New game")
        terminal.signal(signal.SIGTERM)
        terminal.wait_end()
        terminal.close()
        left = [name for name in glob.glob(self.state("**"), recursive=True) +
                glob.glob(self.state("**", ".*"), recursive=True) if "damaged" in name or name.endswith(".tmp")]
        self.assertEqual(left, [])
        self.turn = 1
        for journal in self.saved:
            self.check(journal)
        if self.finished:
            with open(self.state("scores.json"), encoding="utf-8") as file:
                seeds = collections.Counter(row["seed"] for row in json.load(file)["scores"])
            self.assertEqual(max(seeds.values()), 1, seeds)
            if len(self.finished) < 10:
                self.assertEqual(sorted(seeds), self.finished)
        print(f"{KILLS} kills, {len(self.finished)} games that came to their end, {self.number} in all:",
              ", ".join(f"{name} {count}" for name, count in where.most_common()))


class Simulations(unittest.TestCase):
    RUNS = 4 * ROUNDS

    def command(self, runs):
        return [WYRM, "sim", "tutorial", "--bot", "brawler", "--seed", "7", "--runs", str(runs), "-o", "runs.db",
                "--csv", "depths.csv"]

    def end(self, folder):
        """Goes on to the end: the answer, the rows, the table, the files."""
        done = subprocess.run(self.command(self.RUNS), cwd=folder, capture_output=True, timeout=10 * PATIENCE,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with sqlite3.connect(os.path.join(folder, "runs.db")) as database:
            rows = database.execute("SELECT * FROM run ORDER BY run").fetchall(), \
                database.execute("SELECT * FROM meta ORDER BY key").fetchall()
        database.close()
        with open(os.path.join(folder, "depths.csv"), "rb") as file:
            table = file.read()
        return done.stdout, rows, table, sorted(os.listdir(folder))

    def test_no_kill_changes_what_a_simulation_comes_to(self):
        chance = random.Random(SEED)
        with tempfile.TemporaryDirectory(prefix="wyrm-kills-", dir=memory()) as folder:
            whole = os.path.join(folder, "whole")
            os.mkdir(whole)
            wanted = self.end(whole)
            self.assertEqual(wanted[3], ["depths.csv", "runs.db"])  # and nothing else
            kills, late, hot, drafts, ended = 0, 0.05, 0, 0, 0
            while kills < SIMS:
                part = os.path.join(folder, f"part-{kills}")
                os.mkdir(part)
                for number in range(1, ROUNDS + 1):
                    program = subprocess.Popen(self.command(4 * number), cwd=part, stdout=subprocess.DEVNULL,
                                               stderr=subprocess.DEVNULL)
                    try:
                        program.wait(chance.random() * late)
                        ended += 1
                        late *= 0.95  # so that most are killed, and many at their end
                    except subprocess.TimeoutExpired:
                        program.kill()
                        program.wait()
                        kills += 1
                        late *= 1.05
                    if SIMS > 500 and number == ROUNDS:
                        print(f"{kills} kills of a simulation", flush=True)
                    names = os.listdir(part)
                    hot += "runs.db-journal" in names
                    drafts += any(name.endswith(".tmp") for name in names)
                got = self.end(part)
                for one, other in zip(got, wanted):
                    self.assertEqual(one, other)
                shutil.rmtree(part)
        print(f"{kills} kills of a simulation, {ended} others came to their end: a journal was left {hot} times, "
              f"a draft {drafts} times")


if __name__ == "__main__":
    for name in ("--kills", "--sims", "--seed"):
        if name in sys.argv:
            del sys.argv[sys.argv.index(name):sys.argv.index(name) + 2]
    unittest.main(verbosity=0)
