"""Every command that starts threads, briefly: the same bytes from one and from several. Under ThreadSanitizer
it shows that they do not race."""
from wyrm_case import WyrmCase, main

COMMANDS = [
    ("check", "tutorial", "--runs", "10"),
    ("curve", "ruggrogue", "--runs", "20"),
    ("loot", "yarl", "--runs", "20", "--band", "B1"),
    ("etp", "yarl", "--runs", "8"),
    ("sim", "ruggrogue", "--runs", "8"),
    ("sim", "yarl", "--runs", "8", "--bot", "brawler"),
    ("sim", "shattered", "--runs", "6"),  # swarms that split
    ("sim", "brogue", "--runs", "6"),  # jellies, and who is called
    ("sim", "yarl", "--arena", "player@3,weapon=shortsword vs orc x2", "--runs", "40"),
    ("compare", "tutorial-before", "tutorial", "--sim", "--runs", "8"),
    ("report", "tutorial", "--runs", "4"),
]


class Threads(WyrmCase):
    def test_one_and_several_say_the_same_bytes(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                answers = {self.text(*command, "--json", "--seed", "9", "--threads", threads) for threads in "15"}
                self.assertEqual(len(answers), 1)

    def test_one_and_several_write_the_same_runs(self):
        answers = set()
        for threads in "15":
            name = f"runs{threads}.db"
            self.text("sim", "ruggrogue", "--runs", "20", "--threads", threads, "-o", name)
            answers.add(self.text("results", name, "--json").replace(name, "runs.db"))
        self.assertEqual(len(answers), 1)


if __name__ == "__main__":
    main()
