"""The title, and what is opened from it."""
import os
import re

from terminal import PlayCase, main


class Title(PlayCase):
    def test_the_rules_of_the_last_game_are_chosen_for_a_new_one(self):
        path = self.write("mine.yaml", "name: mine\nextends: tutorial\n")
        terminal = self.begin("tutorial", 1)
        for rules, row in [(None, r" f\) tutorial +Roguelike tutorial "),
                           (path, r" /\) A ruleset of your own: a file ")]:
            if rules is not None:
                terminal.keys("Escape", "q")
                terminal.wait_exit()
                terminal.close()
                terminal = self.begin(rules, 1)
            terminal.keys("S")
            terminal.wait("New game")
            terminal.keys("n")
            screen = terminal.wait("which rules?")
            self.assertRegex(screen.splitlines()[int(terminal.flag("cursor_y"))], row)
        terminal.keys("Enter")
        terminal.wait(path)
        terminal.keys("Enter")
        terminal.wait("Keep it, or type another.")

    def test_title_shows_what_there_is_to_do(self):
        terminal = self.play()
        screen = terminal.wait("New game")
        for text in ["W  Y  R  M", "High scores", "Help", "Quit"]:
            self.assertIn(text, screen)
        self.assertNotIn("Continue", screen)

    def test_quitting_leaves_the_terminal_as_it_was(self):
        terminal = self.play()
        terminal.wait("New game")
        self.assertEqual(terminal.flag("alternate_on"), "1")
        terminal.keys("q")
        self.assertEqual(terminal.wait_exit(), 0)
        self.assert_clean(terminal)
        self.assertEqual(terminal.stderr(), "")

    def test_quitting_with_the_arrows(self):
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("Escape", "Enter")
        self.assertEqual(terminal.wait_exit(), 0)

    def test_help_shows_keys_and_files(self):
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("?")
        terminal.wait("Continue a saved game")
        terminal.wait("explore: walk where nothing is known yet")
        terminal.keys("NPage")
        terminal.wait("go north")
        terminal.keys("End")
        terminal.wait(os.path.join("state", "wyrm"))
        terminal.keys("Escape")
        terminal.wait("New game")

    def test_scores_of_nobody(self):
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("s")
        terminal.wait("Nobody has been here yet")
        terminal.keys("Escape")
        terminal.wait("New game")

    def test_broken_scores_are_told_of_and_left_alone(self):
        path = self.write("state/wyrm/scores.json", '{"version": 1,\n "scores": [}')
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("s")
        screen = terminal.wait("scores.json:2:")
        self.assertIn("left as it is", " ".join(screen.split()))
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), '{"version": 1,\n "scores": [}')


class NewGame(PlayCase):
    def test_new_game_with_ruleset_and_seed(self):
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("n")
        screen = terminal.wait("which rules?")
        for name in ["bob-and-trev", "brogue", "ruggrogue", "shattered", "srd", "tutorial", "yarl"]:
            self.assertIn(name, screen)
        self.assertIn("Twenty floors of an office tower", screen)
        terminal.keys("Down", "Down")
        terminal.wait("invisible difficulty tracker")
        terminal.keys("Enter")
        terminal.wait("the same number")
        terminal.type("4x2")
        terminal.keys("Enter")
        screen = terminal.wait("HP ")
        self.assertIn("RuggRogue, seed 42.", screen)

    def test_ruleset_of_ones_own(self):
        path = self.write("mine.yaml", "name: mine\ntitle: Mine of mine\nextends: ruggrogue\n")
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("n", "/")
        terminal.wait("The path of its file")
        terminal.type(path)
        terminal.keys("Enter")
        terminal.wait("the same number")
        terminal.keys("Enter")
        terminal.wait("HP ")
        self.assertIn("Mine of mine, seed ", terminal.screen())

    def test_errors_of_a_ruleset_are_shown_with_their_place(self):
        path = self.write("mine.yaml", "name: mine\nextends: ruggrogue\ncombta: {}\n")
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("n", "/")
        terminal.wait("The path of its file")
        terminal.type(path)
        terminal.keys("Enter")
        screen = terminal.wait("mine.yaml:3:1")
        self.assertIn("combta", screen)
        terminal.keys("Escape")
        terminal.wait("which rules?")
        terminal.keys("Escape")
        terminal.wait("Quit")

    def test_seed_too_large_is_refused(self):
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("n", "Enter")
        terminal.wait("the same number")
        terminal.type("99999999999999999999")
        terminal.keys("Enter")
        terminal.wait("A seed is a whole number of at most 9223372036854775807")

    def test_drawn_seeds_differ(self):
        seeds = set()
        for _ in range(3):
            terminal = self.play()
            terminal.wait("New game")
            terminal.keys("n", "Enter")
            screen = terminal.wait("the same number")
            seeds.add(re.search(r" (\d+) ", screen.partition("type another.")[2]).group(1))
            terminal.close()
        self.assertEqual(len(seeds), 3)


if __name__ == "__main__":
    main()
