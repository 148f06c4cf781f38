"""The bar of a long answer, on a clock that goes on whenever somebody looks (tests/quick_clock.c): so each step of the
work is one of the bar, of every command that has one."""
import os
import re
import shutil

from wyrm_case import WyrmCase, main

ANSWERS = os.path.join(os.environ["GOLDEN"], "answers")
ONE = ("--threads", "1")
SHORT = ("small.yaml", "--runs")
BOTH = ("small.yaml", "other.yaml")
ORC = "(player@3, orc)"
WON = (f"win_chance{ORC}", f"hp_left{ORC}")
# What is asked, and of each of its bars, one after the other: percent at first, at last, and by how many it steps at
# most. A search is done early where it has found what it looks for.
COMMANDS = [
    (("etp", "yarl", "--runs", "30", *ONE), [(2, 100, 3)]),
    (("loot", *SHORT, "9", *ONE), [(100, 100, 0)]),
    (("check", *SHORT, "10", *ONE), [(0, 98, 65)]),
    (("curve", "yarl", "--runs", "30", *ONE), [(50, 50, 0)]),
    (("sim", "tutorial", "--runs", "20", *ONE), [(5, 100, 5)]),
    (("sim", "tutorial", "--arena", "two_orcs", "--runs", "50", *ONE), [(14, 100, 15)]),
    (("report", *SHORT, "6", "-o", "report.html", *ONE), [(0, 100, 23)]),
    (("compare", *BOTH, "--runs", "10", *ONE), [(0, 95, 5), (5, 100, 5)]),
    (("compare", *BOTH, "--exact", *ONE), [(0, 95, 5)]),
    (("compare", *BOTH, "--bot", "brawler,diver", "--runs", "8", *ONE), [(3, 100, 4)]),
    (("duel", "ruggrogue", "player", "monster", "--matrix", "--levels", "1..9"), [(0, 88, 11)]),
    (("duel", "ruggrogue", "player", "monster", "--curve", "subject.attack=10..30:5"), [(0, 80, 20)]),
    (("verify", "yarl", "--log", "attacks.csv"), [(0, 75, 25)]),
    (("worth", "yarl", "--only", "fights"), [(0, 98, 2)]),
    (("worth", "small.yaml", "--only", "monsters,fights", "--bot", "brawler", "--effort", "30", *ONE),
     [(5, 100, 11), (0, 54, 9)]),
    (("sense", "small.yaml", "monsters.rat.hp", "--metric", "run_win_rate", "--effort", "120", *ONE), [(15, 90, 15)]),
    (("sense", "tutorial", "player", "--metric", WON[0], "--metric", WON[1], *ONE), [(12, 99, 13)]),
    (("solve", "tutorial", "monsters.orc.hp", f"{WON[0]}=60 %"), [(0, 84, 1)]),
    (("tune", "tutorial", f"{WON[1]}=50..60 %", "--keys", "monsters.orc.hp=10..30/2", *ONE), [(0, 9, 1)]),
    (("sweep", "small.yaml", "--over", "monsters.rat.hp=2..4", "--runs", "20", *ONE), [(8, 99, 8)]),
    (("results", "import", "runs.csv", "-o", "runs.db"), [(1, 98, 2)]),
    (("results", "runs.db"), [(0, 98, 2)]),
    (("sim", *SHORT, "20", "-o", "first.db", *ONE), [(5, 100, 5)]),
    (("sim", *SHORT, "20", "--first-run", "20", "-o", "second.db", *ONE), [(5, 100, 5)]),
    (("results", "first.db", "second.db", "-o", "both.db"), [(0, 98, 2)]),
    (("results", "both.db"), [(0, 97, 3)]),
    (("compare", "small.yaml", "--baseline", "base.json", "--runs", "20", *ONE), [(5, 100, 5)]),
    (("compare", "small.yaml", "--gate", "base.json", *ONE), [(5, 100, 5)]),
]


class Bars(WyrmCase):
    def on_quick_clock(self, *arguments, look=1):
        return self.on_terminal(*arguments, stream="stderr", columns=90,
                                env={"LD_PRELOAD": os.environ["QUICK_CLOCK"], "LOOK": str(look)}).decode()

    def test_it_grows_with_the_work_and_is_wiped_away(self):
        self.copy_small()
        for name in "small.yaml", "attacks.csv", "runs.csv":
            shutil.copy(os.path.join(ANSWERS, name), self.folder)
        self.write("other.yaml", "name: other\nextends: small.yaml\nmonsters: {rat: {hp: 5}}\n")
        for arguments, wanted in COMMANDS:
            with self.subTest(" ".join(arguments)):
                *bars, rest = re.split(r"\r {89}\r", self.on_quick_clock(*arguments))
                self.assertNotIn("[", rest)
                found = []
                for bar in bars:
                    lines = re.findall(r"\r\[(#*)(-*)\] +(\d+) %", bar)
                    shown = [int(percent) for _, _, percent in lines]
                    self.assertEqual([len(done) for done, _, _ in lines], [percent * 30 // 100 for percent in shown])
                    self.assertEqual({len(done + left) for done, left, _ in lines}, {30})
                    steps = [after - before for before, after in zip(shown, shown[1:])]
                    self.assertGreaterEqual(min(steps, default=0), 0)
                    found.append((shown[0], shown[-1], max(steps, default=0)))
                self.assertEqual(found, wanted)

    def test_the_time_left_is_that_of_the_rest_at_the_same_pace(self):
        """Each of 40 runs takes three looks; what 3 % of the work have shown is too little to tell."""
        def words(seconds):
            return (f"{seconds / 3600:.0f} h" if seconds >= 5400 else
                    f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s") + " left"
        for look in 1, 91:
            said = self.on_quick_clock("sim", "tutorial", "--runs", "40", *ONE, look=look)
            self.assertEqual([left.strip() for left in re.findall(r"\d %  (.{13})", said)],
                             [""] + [words(3 * look * (40 - run)) for run in range(2, 41)])


if __name__ == "__main__":
    main()
