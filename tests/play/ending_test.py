"""From the title to the end: death, victory, and what is left of a game."""
import glob
import json
import os
import subprocess

from terminal import PATIENCE, WYRM, PlayCase, main

DIRECTIONS = "hljkynub"


class Ending(PlayCase):
    def left(self, pattern):
        """The files of a pattern below the folder of the state."""
        return sorted(glob.glob(os.path.join(self.folder, "state", "wyrm", pattern)))

    def fight_on(self, terminal, until, rounds=100):
        """Explores, goes to what is known to be the way, takes it, and strikes about where that does not
        work, until a text is shown."""
        for _ in range(rounds):
            for keys in ["o", ">", ["Enter"], DIRECTIONS]:
                terminal.keys(*keys)
                if until in terminal.settle():
                    return
        raise AssertionError(f"{until!r} never came:\n{terminal.screen()}")

    def run_wyrm(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.folder}
        return subprocess.run([WYRM, *arguments], env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=PATIENCE)

    def test_from_the_title_to_death(self):
        path = self.write("frail.yaml", "name: frail\ntitle: Frail\nextends: tutorial\n"
                                        "player: {hp: 12, defense: 0, glyph: '&'}\n")
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("n", "/")
        terminal.wait("The path of its file")
        terminal.type(path)
        terminal.keys("Enter")
        terminal.wait("the same number")
        terminal.type("7")
        terminal.keys("Enter")
        terminal.wait("HP ")
        self.assertRegex(terminal.settle(), r"\.&|&\.")
        terminal.keys("?")
        terminal.wait("You are &. Walk into")
        terminal.keys("Escape")
        terminal.wait_gone("You are &.")
        self.fight_on(terminal, "You are dead")
        if "cause of death" not in terminal.screen():
            terminal.keys("Enter")
        screen = terminal.wait("cause of death")
        self.assertIn("killed by", screen)
        self.assertRegex(screen, "high scores +place 1 of 1")
        terminal.keys("End")
        terminal.wait("dumps/frail-7-")
        terminal.keys("Enter")
        screen = terminal.wait("New game")
        self.assertNotIn("Continue", screen)
        terminal.keys("s")
        screen = terminal.wait("Frail: depth 1")
        self.assertIn("killed by", screen)
        terminal.keys("Escape")
        terminal.wait("New game")
        terminal.keys("q")
        self.assertEqual(terminal.wait_exit(), 0)
        self.assert_clean(terminal)
        self.assertEqual(self.games(), [])
        [dump] = self.left("dumps/frail-7-*.txt")
        with open(dump, encoding="utf-8") as file:
            said = file.read()
        self.assertIn("killed by", said)
        self.assertIn("&", said.partition("The map as it was known")[2])
        self.assertNotIn("@", said)
        self.check_recording()

    def check_recording(self):
        [recording] = self.left("dumps/frail-7-*.replay")
        done = self.run_wyrm("replay", recording, "--check", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        answer = json.loads(done.stdout)
        self.assertEqual((answer["same"], answer["seed"], answer["why"]), (True, 7, ""))
        self.assertGreater(answer["commands"], 0)
        self.watch(recording, answer["commands"])
        with open(recording, encoding="utf-8") as file:
            lines = file.read().splitlines()
        third = next(i for i, line in enumerate(lines) if line.startswith("begun ")) + 3
        lines[third] = lines[third][:-1] + ("0" if lines[third][-1] != "0" else "1")
        changed = self.write("changed.replay", "\n".join(lines) + "\n")
        done = self.run_wyrm("replay", changed, "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Another game: command 3 (turn", done.stdout)

    def watch(self, recording, commands):
        terminal = self.start("replay", recording, "--speed", "1000")
        terminal.wait(f"command {commands} of {commands}")
        terminal.keys("Enter")
        terminal.wait("cause of death")
        terminal.keys("Enter")
        terminal.wait("Esc: leave")
        terminal.keys("Escape")
        self.assertEqual(terminal.wait_exit(), 0)
        self.assert_clean(terminal)

    def test_victory_on_the_last_floor(self):
        terminal = self.begin("ruggrogue", 5, "--last-floor")
        self.assertIn("practice, neither saved nor scored", terminal.screen())
        self.fight_on(terminal, "Victory")
        terminal.keys("Enter")
        terminal.wait("You have won")
        terminal.keys("Enter")
        terminal.wait("Begin a new game plus?")
        terminal.keys("n")
        screen = terminal.wait("New game")
        self.assertNotIn("Continue", screen)
        terminal.keys("s")
        terminal.wait("Nobody has been here yet")
        self.assertEqual(len(self.left("dumps/ruggrogue-5-*.txt")), 1)

    def test_abandoned_games_leave_nothing(self):
        terminal = self.begin()
        terminal.keys("5", "S")
        terminal.wait("Continue ruggrogue")
        terminal.keys("Enter")
        terminal.wait("HP ")
        terminal.keys("Escape")
        terminal.wait("Abandon this game")
        terminal.keys("End", "Enter")  # the last row
        terminal.wait("It is deleted")
        terminal.keys("y")
        screen = terminal.wait("New game")
        self.assertNotIn("Continue", screen)
        self.assertEqual(self.games(), [])


if __name__ == "__main__":
    main()
