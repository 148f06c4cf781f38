"""Watching: bots, runs of results, recordings; with pause, steps, speed and seeking."""
import json
import os
import subprocess

from terminal import WYRM, PlayCase, main


class Watching(PlayCase):
    def watch_bot(self, *arguments, ruleset="tutorial", **how):
        terminal = self.play(ruleset, "--watch-bot", "tactician", *arguments, **how)
        terminal.wait("command ")
        return terminal

    def wyrm(self, *words):
        return subprocess.run([WYRM, *words], capture_output=True, text=True, timeout=120,
                              env=dict(os.environ, HOME=self.folder))

    def results(self, *more):
        path = os.path.join(self.folder, "results.db")
        done = self.wyrm("sim", "ruggrogue", "--bot", "explorer",
                         "--runs", "20", "-o", path, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def test_a_bot_plays_and_is_watched_to_its_last_page(self):
        terminal = self.watch_bot("--seed", "7")
        terminal.keys(" ")
        terminal.wait("paused")
        self.assertIn("pause  Enter: step  + -: speed  arrows: seek  >: next floor  Esc: leave",
                      terminal.screen())
        terminal.keys("End")
        terminal.wait("the end: Enter for the last page")
        terminal.keys("Enter")
        terminal.wait("foes defeated")
        terminal.keys("Enter", "Escape")
        self.assertEqual(terminal.wait_exit(), 0)
        self.assert_clean(terminal)
        self.assertEqual(self.games(), [])

    def test_speed_steps_and_floors(self):
        terminal = self.watch_bot("--seed", "7")
        terminal.keys(" ")
        terminal.wait("paused")
        terminal.keys("Home")
        terminal.wait("command 0 of")
        terminal.keys("Enter", "Enter", "Enter")
        terminal.wait("command 3 of")
        terminal.keys("Left")
        terminal.wait("command 2 of")
        terminal.keys("+", "+")
        terminal.wait("50 a second, paused")
        terminal.keys("-")
        terminal.wait("20 a second, paused")
        terminal.keys("Home", ">")
        terminal.wait("depth 2")
        self.assertIn("paused", terminal.screen())
        terminal.keys("i")
        terminal.wait("What you carry")
        terminal.keys("Escape", "?")
        terminal.wait("A recording")
        terminal.keys("Escape", " ")
        terminal.wait_gone("paused")
        terminal.keys("Escape")
        self.assertEqual(terminal.wait_exit(), 0)

    def test_another_run_is_another_game(self):
        screens = []
        for run in "0", "1":
            terminal = self.watch_bot("--seed", "7", "--run", run)
            terminal.keys(" ", "End")
            screens.append(terminal.wait("the end"))
            terminal.keys("Escape")
            self.assertEqual(terminal.wait_exit(), 0)
        self.assertNotEqual(*screens)

    def test_a_bot_keeps_its_oath(self):
        terminal = self.watch_bot("--seed", "7", "--without", "potions,scrolls,armor",
                                  ruleset="ruggrogue")
        terminal.keys(" ", "End", "i")
        pack = terminal.wait("What you carry")
        for word in "Potion", "Scroll", "[":
            self.assertNotIn(word, pack)

    def test_a_run_of_results_is_the_game_that_was_counted(self):
        path = self.results()
        terminal = self.start("replay", path, "--run", "17")
        terminal.wait("command ")
        terminal.keys(" ", "End", "Enter")
        terminal.wait("foes defeated")
        page = terminal.screen()
        told = self.wyrm("replay", path, "--run", "17", "--check")
        self.assertEqual(told.returncode, 0, told.stderr)
        turn = page.split("turn ")[1].split()[0]
        self.assertIn(turn, told.stdout.replace(",", ""))
        terminal.keys("Escape", "Escape")
        self.assertEqual(terminal.wait_exit(), 0)

    def test_it_begins_so_many_turns_before_the_end(self):
        path = self.results()
        whole = json.loads(self.wyrm("replay", path, "--run", "17", "--check", "--last", "5", "--json").stdout)
        terminal = self.start("replay", path, "--run", "17", "--last", "5")
        screen = terminal.wait("paused")
        self.assertRegex(screen, rf"[Tt]urn +{whole['turn'] - 4}\b")
        terminal.keys("End", "Enter")
        terminal.wait("foes defeated")
        terminal.keys("Escape", "Escape")
        self.assertEqual(terminal.wait_exit(), 0)

    def test_results_without_a_run_and_runs_without_results_are_refused(self):
        path = self.results()
        done = self.wyrm("replay", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn("say which run with --run N", done.stderr)
        done = self.wyrm("play", "yarl", "--run", "3")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--run is about --watch-bot", done.stderr)
        done = self.wyrm("play", "yarl", "--watch-bot", "tactican")
        self.assertEqual(done.returncode, 2)
        self.assertIn("did you mean 'tactician'?", done.stderr)

    def test_a_word_that_fits_no_item_is_refused(self):
        terminal = self.play("ruggrogue", "--seed", "1", "--without", "potoins")
        self.assertNotEqual(terminal.wait_exit(), 0)
        self.assertIn("potoins", terminal.stderr())
        self.assert_clean(terminal)


if __name__ == "__main__":
    main()
