"""Whole games, played as a new player would."""
import glob
import os
import re

from player import Player
from terminal import PlayCase, main

SIZES = [(80, 24), (200, 60), (100, 30), (80, 24)]


class Game(PlayCase):
    def files(self, pattern):
        return sorted(glob.glob(os.path.join(self.folder, "state", "wyrm", pattern)))

    def test_from_the_title_to_death(self):
        terminal = self.play()
        terminal.wait("New game")
        terminal.keys("n")
        terminal.wait("which rules?")
        terminal.keys("Down", "Down", "Enter")
        terminal.wait("the same number")
        terminal.type("7")
        terminal.keys("Enter")
        terminal.wait("HP ")
        player = Player(terminal)
        player.hurt_at = 0  # it never rests, and so it dies
        screen = player.until("You are dead: press Enter", 2000)
        self.assertRegex(screen, r"HP 0/\d+")
        screen = player.press("Enter")
        self.assertIn("cause of death", screen)
        self.assertRegex(screen, r"place +depth \d+ of RuggRogue")
        dumps = self.files("dumps/*.txt")
        self.assertEqual(len(dumps), 1)
        self.assertIn(os.path.basename(dumps[0]), screen)
        self.assertEqual(self.files("games/*.game"), [])
        player.press("Enter")
        screen = terminal.wait("New game")
        self.assertNotIn("Continue", screen)
        terminal.keys("s")
        self.assertIn("killed by", terminal.wait("RuggRogue"))

    def test_saved_games_are_continued_where_they_were_left(self):
        terminal = self.begin(seed=3)
        player = Player(terminal)
        for _ in range(4):
            screen = player.press("o")
        before = re.findall(r"HP \S+|turn \d+|XP \d+", screen)
        player.press("S")
        terminal.wait("Continue")
        terminal.keys("Enter")
        screen = terminal.wait("HP ")
        self.assertEqual(re.findall(r"HP \S+|turn \d+|XP \d+", screen)[:len(before)], before)

    def test_abandoned_games_are_gone(self):
        terminal = self.begin(seed=3)
        Player(terminal).press("S")
        terminal.wait("Continue")
        terminal.keys("Enter")
        terminal.wait("HP ")
        terminal.keys("Escape")
        terminal.wait("Abandon this game")
        terminal.keys("g")
        terminal.wait("Abandon this game? It is deleted")
        terminal.keys("y")
        self.assertNotIn("Continue", terminal.wait("New game"))
        self.assertEqual(self.files("games/*.game"), [])

    def test_every_screen_lives_through_resizes(self):
        terminal = self.begin("ruggrogue", 2, "--last-floor")
        player = Player(terminal)
        for keys, text in [([], "HP "), (["i"], "What you carry"), (["i", "a"], "put away"),
                           (["e"], "no gear"), (["r"], "Take off"), (["x"], "Esc: back"),
                           (["_"], "to the stairs"), (["m"], "The map of"), (["p"], "Messages"),
                           (["c"], "Who you are"), (["Escape"], "Menu"), (["?"], "In the dungeon")]:
            player.press(*keys)
            for size in SIZES:
                terminal.resize(*size)
                terminal.wait(text)
            terminal.resize(79, 23)
            terminal.wait("79 columns")
            terminal.resize(80, 24)
            terminal.wait(text)
            while "Esc: menu" not in terminal.screen() or "Go on" in terminal.screen():
                player.press("Escape")

    def test_looking_at_a_monster_shows_the_odds(self):
        for ruleset in ["ruggrogue", "yarl", "tutorial", "bob-and-trev"]:
            with self.subTest(ruleset):
                terminal = self.begin(ruleset, 5)
                player = Player(terminal)
                player.until("In view")
                self.assertRegex(player.settle(), r"(\d+ %|[<>]\d+ %)")
                screen = " ".join(player.press("x").split())
                self.assertRegex(screen, r"(?i)you (win|always win|cannot win)")
                self.assertRegex(screen, "(Exact odds|Odds of mock fights) from here")
                terminal.close()

    def test_a_turn_in_which_rules_fail_is_told_and_taken_back(self):
        """Blows of monsters fail, after the player has acted."""
        rules = self.write("rules.yaml", "name: rules\ntitle: Rules that fail\nextends: srd\ncombat:\n  script: |\n"
                                         "    function attack(attacker, defender)\n"
                                         "      if attacker.challenge > 0 then return nowhere.found end\n"
                                         "      return 1000\n    end\n")
        terminal = self.begin(rules, 7)
        player = Player(terminal)
        screen = terminal.screen()
        for _ in range(200):
            if player.beside(screen):
                break
            screen = player.step(screen)
        turn, hp = player.turn(), player.number(r"HP (\d+)/")
        for _ in range(2):
            self.assertIn("nowhere", player.press("."))
            self.assertEqual((player.turn(), player.number(r"HP (\d+)/")), (turn, hp))
        player.press(player.beside(terminal.screen()))  # who is dead strikes no more
        self.assertEqual(player.turn(), turn + 1)
        terminal.keys("S")
        terminal.wait("New game")
        terminal.keys("A")
        terminal.wait("HP ")
        self.assertEqual(player.turn(), turn + 1)

    def test_an_attack_is_chosen_and_recorded(self):
        rules = self.write("rules.yaml",
                           "name: rules\nmodels: {combat: script}\ncombat:\n  stats:\n"
                           "    style: {kind: word, of: [jab, smash], chosen: true}\n"
                           "  counters: {breath: {start: 3, most: 3}}\n"
                           "  script: |\n    function attack(attacker, defender)\n"
                           "      if attacker.style == 'jab' then return between(1, 2) end\n"
                           "      if attacker.breath < 2 then return 0 end\n"
                           "      return {damage = 9, own = {breath = -2}}\n    end\n"
                           "player: {hp: 30}\nmonsters:\n  rat: {hp: 9}\n"
                           "weapons: {rod: {style: smash}}\ngame: {kit: [rod]}\n")
        terminal = self.begin(rules, 3)
        player = Player(terminal)
        self.assertNotIn("A: attacks", terminal.screen())
        self.assertIn("You have but one attack.", player.press("A"))  # that of the rod
        player.press("r", "a")
        self.assertRegex(player.press("A"), r"a\) jab \(now\) +│\n.*b\) smash +│")
        self.assertIn("From now on: smash.", player.press("b"))
        self.assertIn("style smash", terminal.screen())
        self.assertEqual(player.turn(), 2)
        screen = terminal.screen()
        for _ in range(60):
            if " Rat " in screen:
                break
            screen = player.press("o")
        screen = player.press("A")
        self.assertRegex(screen, r"a\) jab: 100 % to hit, 1.5 hp, at most 2; [67]\.\d to kill")
        self.assertRegex(screen, r"b\) smash \(now\): 100 % to hit, 9 hp; 1 to kill; -2 breath")
        self.assertIn("you win 100 %", screen)
        row = next(i for i, line in enumerate(screen.split("\n")) if "a) jab" in line)
        terminal.type(f"\x1b[<0;20;{row + 1}M")  # a click
        self.assertIn("From now on: jab.", terminal.wait("jab."))
        player.press("S")
        terminal.wait("Continue")
        game = os.path.join(self.folder, "state", "wyrm", "games", self.games()[0])
        with open(game, encoding="utf-8") as file:
            self.assertRegex(file.read(), r"(?s)\na 1 .*\na 0 ")
        terminal.keys("Enter")
        terminal.wait("HP ")
        self.assertRegex(player.press("A"), r"a\) jab \(now\)")

    def test_what_an_attack_costs_is_not_cut_off(self):
        rules = self.write("rules.yaml",
                           "name: rules\nmodels: {combat: script}\ncombat:\n  stats:\n"
                           "    style: {kind: word, of: [jab, smash], chosen: true}\n"
                           "  counters: {concentration: {start: 9, most: 9}, endurance: {start: 9, most: 9},"
                           " calm: {most: 9}}\n"
                           "  script: |\n    function attack(attacker, defender)\n"
                           "      if attacker.style == 'jab' then return {damage = 1, own = {calm = -1}} end\n"
                           "      return {damage = chance(0.7) and between(3, 17) or 0,\n"
                           "              own = {concentration = -2, endurance = -1}}\n    end\n"
                           "player: {hp: 60}\nmonsters:\n  rat: {hp: 9}\n")
        player = Player(self.begin(rules, 3))
        screen = ""
        for _ in range(60):
            if " Rat " in screen:
                break
            screen = player.press("o")
        screen = player.press("A")
        self.assertRegex(screen, r"a\) jab \(now\): 100 % to hit, 1 hp; 9 to kill +│")  # of what it has none of
        self.assertRegex(screen, r"b\) smash: .*; [\d.]+ to kill; +│\n *│ +-2 concentration; -1 endurance +│")

    def test_gear_is_compared_and_worn(self):
        terminal = self.begin("ruggrogue", 1)
        player = Player(terminal)
        player.until_told("You pick up the +1")
        screen = player.press("e")
        self.assertRegex(screen, r"(attack|defense) [\d.]+ -> [\d.]+")
        screen = player.press("a")
        self.assertRegex(screen, r"[)\[] \+1 ")
        self.assertNotIn("nothing wielded or worn", screen)

    def test_scrolls_are_aimed(self):
        terminal = self.begin("ruggrogue", 2, "--last-floor")
        player = Player(terminal)
        player.until_told("pick up the fireball scroll")
        player.until("In view")
        for _ in range(10):  # until it is near enough
            letter = re.search(r"(\w)\) \? Fireball", player.press("a")).group(1)
            screen = player.press(letter)
            if "out of range" not in screen:
                break
            self.assertIn("no other target", player.press("Tab"))
            player.press("Escape")
            player.press(".")
        self.assertIn("Where to?", screen)
        self.assertIn("Would be hit", screen)
        self.assertIn("Range: 6", screen)
        player.press("Tab")
        screen = player.press("Enter")
        if "This would hit you, too" in screen:
            screen = player.press("y")
        self.assertIn("ireball", player.press("p"))

    def test_victory_on_the_last_floor_and_a_new_game_plus(self):
        terminal = self.begin("ruggrogue", 2, "--last-floor")
        player = Player(terminal)
        depth = player.number(r"depth (\d+)")
        player.until("Victory: press Enter", 1000)
        screen = player.press("Enter")
        self.assertIn("You have won", screen)
        self.assertIn("won the Present", screen)
        self.assertIn("new game plus", player.press("Enter"))
        player.press("y")
        terminal.wait(f"depth {depth + 1}")

    def test_recordings_are_watched(self):
        terminal = self.begin(seed=4)
        player = Player(terminal)
        player.hurt_at = 0
        player.until("You are dead: press Enter", 2000)
        turn = player.turn()
        terminal.close()
        terminal = self.start("replay", self.files("dumps/*.replay")[0])
        terminal.wait("command ")
        player = Player(terminal)
        terminal.keys("Space")
        terminal.wait("paused")
        terminal.keys("End")
        terminal.wait("the end")
        self.assertEqual(player.turn(), turn)
        terminal.keys("Home", "Right")
        terminal.wait("command 1 of")
        terminal.keys("Escape")
        self.assertEqual(terminal.wait_exit(), 0)
        self.assert_clean(terminal)


if __name__ == "__main__":
    main()
