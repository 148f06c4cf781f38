#!/usr/bin/env python3
"""Ranks of MPI: the answer and the rows are those of one machine with one thread, for any number of ranks; a
simulation that was killed goes on with another number of them; and a program without MPI says what is missing."""
import os
import signal
import sqlite3
import subprocess
import time
import unittest

from wyrm_case import ENVIRONMENT, WYRM, WyrmCase, main, some

MPIRUN = os.environ.get("MPIRUN", "")
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


class Ranks(WyrmCase):
    def command(self, ranks, *arguments):
        return [MPIRUN, "--oversubscribe", "-np", str(ranks), WYRM, *arguments]

    def ranked(self, ranks, *arguments):
        done = subprocess.run(self.command(ranks, *arguments), env={**ENVIRONMENT, **AS_ROOT}, cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return done.stdout.decode()

    def shared(self, ranks, *arguments):
        """The answer, once it is known that every rank has worked for it: processor time that no rank has less than a
        third of the busiest one's."""
        say = 'wyrm=$1; shift; "$wyrm" "$@"; times > times.$OMPI_COMM_WORLD_RANK'
        done = subprocess.run([MPIRUN, "--oversubscribe", "-np", str(ranks), "sh", "-c", say, "sh", WYRM, *arguments],
                              env={**ENVIRONMENT, **AS_ROOT}, cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        seconds = []
        for rank in range(ranks):
            with open(os.path.join(self.folder, f"times.{rank}"), encoding="ascii") as file:
                minutes, rest = file.read().split()[2].rstrip("s").split("m")
            seconds.append(60 * int(minutes) + float(rest))
        self.assertGreater(min(seconds), max(seconds) / 3, (arguments, seconds))
        return done.stdout.decode()

    def rows(self, name):
        database = sqlite3.connect(os.path.join(self.folder, name))
        self.addCleanup(database.close)
        return database.execute("SELECT * FROM run ORDER BY rowid").fetchall()


@unittest.skipUnless(MPIRUN, "built without MPI")
class WithRanks(Ranks):
    def test_any_number_of_ranks_is_one_thread(self):
        self.write("mine.yaml", "name: mine\nextends: ruggrogue\n")
        for asked in (("tutorial", "--runs", "60", "--bot", "brawler"),
                      ("mine.yaml", "--runs", "40", "--without", "potions,scrolls", "--seed", "9"),
                      ("yarl", "--runs", "500", "--arena", "player@3,weapon=shortsword vs orc,asleep x2"),
                      ("tutorial", "--runs", "20", "--error", "0.9", "--max-runs", "90")):
            wanted = self.text("sim", *asked, "--threads", "1", "--json", "-o", f"{asked[0]}{asked[2]}.db")
            for ranks in some((3, 1, 2, 4, 8), 2):
                file = f"{asked[0]}{asked[2]}-{ranks}.db"
                self.assertEqual(self.ranked(ranks, "sim", *asked, "--json", "-o", file), wanted, (asked, ranks))
                self.assertEqual(self.rows(file), self.rows(f"{asked[0]}{asked[2]}.db"))

    def test_comparisons_are_those_of_one_thread(self):
        asked = "compare", "tutorial-before", "tutorial", "--sim", "--effort", "200", "--json"
        self.assertEqual(self.ranked(3, *asked), self.text(*asked, "--threads", "1"))

    def test_what_things_are_worth_is_that_of_one_thread(self):
        asked = "worth", "tutorial", "--effort", "10", "--only", "items,rules", "--bot", "brawler", "--json"
        self.assertEqual(self.ranked(3, *asked), self.text(*asked, "--threads", "1"))

    def test_what_plays_for_targets_is_that_of_one_thread(self):
        wins = "run_survival(1, bot=brawler)=50 %"
        for asked in (("check", "tutorial", "--runs", "100", "--json"),
                      ("solve", "tutorial", "monsters.orc.hp", wins, "--from", "10", "--to", "70", "--step", "20",
                       "--effort", "200", "--json"),
                      ("tune", "tutorial", wins, "--keys", "monsters.orc.hp=10..70/20", "--effort", "400", "--json")):
            self.assertEqual(self.shared(2, *asked), self.text(*asked, "--threads", "1"), asked)

    def test_sweeps_are_those_of_one_thread(self):
        asked = "sweep", "tutorial", "--over", "monsters.orc.hp=15..17", "--runs", "20", "--json"
        self.assertEqual(self.ranked(3, *asked), self.text(*asked, "--threads", "1"))

    def test_what_numbers_move_is_that_of_one_thread(self):
        asked = ("sense", "tutorial", "monsters.orc.hp", "map.width", "--metric", "run_survival(1..2, bot=brawler)",
                 "--metric", "monster_share(orc, 2)", "--effort", "4000", "--by", "100 %", "--json")
        self.assertEqual(self.shared(2, *asked), self.text(*asked, "--threads", "1"))

    def test_what_plays_nothing_is_said_once(self):
        asked = "hit", "ruggrogue", "player@6,weapon=5,armor=5", "monster@6"
        self.assertEqual(self.ranked(3, *asked), self.text(*asked))

    def test_killed_it_goes_on_with_other_ranks(self):
        asked = "sim", "yarl", "--runs", "60", "--json"
        wanted = self.text(*asked, "--threads", "2", "-o", "whole.db")
        for ranks in (2, 4):
            process = subprocess.Popen(self.command(ranks, *asked, "-o", "killed.db"), env={**ENVIRONMENT, **AS_ROOT},
                                       cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(2.5)
            # A rank dies, not the one that writes; mpirun ends all others.
            children = subprocess.run(["pgrep", "-P", str(process.pid), "-x", "wyrm"], capture_output=True, text=True)
            if children.stdout.split():
                os.kill(int(children.stdout.split()[-1]), signal.SIGKILL)
            process.wait(timeout=120)
        done = subprocess.run(self.command(3, *asked, "-o", "killed.db"), env={**ENVIRONMENT, **AS_ROOT},
                              cwd=self.folder, capture_output=True, timeout=600)
        self.assertEqual((done.returncode, done.stdout.decode()), (0, wanted))
        self.assertIn(b"killed.db had ", done.stderr)
        self.assertEqual(self.rows("killed.db"), self.rows("whole.db"))


@unittest.skipIf(MPIRUN, "built with MPI")
class WithoutMpi(WyrmCase):
    def test_ranks_are_told_what_is_missing(self):
        message = ("wyrm: this is one of 4 processes of MPI, which this program was built without: meson setup build "
                   "-Dmpi=enabled (docs/cluster.md)\n")
        for prefix, size in ("OMPI_COMM_WORLD", "OMPI_COMM_WORLD_SIZE"), ("PMI", "PMI_SIZE"):
            self.refused(2, message, "sim", "tutorial", env={size: "4", f"{prefix}_RANK": "0"})
            self.refused(2, "", "sim", "tutorial", env={size: "4", f"{prefix}_RANK": "3"})
            self.assertEqual(self.run_wyrm("--version", env={size: "1"}).code, 0)


if __name__ == "__main__":
    main()
