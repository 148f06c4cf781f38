#!/usr/bin/env python3
"""The golden files of other games are what the oracles write, and the oracles count right."""
import json
import unittest
from fractions import Fraction

import attacks
import chance
import conditions
import duels
import loot


class Chance(unittest.TestCase):
    def test_amounts_are_counted(self):
        self.assertEqual(chance.amount("2d6")[7], Fraction(6, 36))
        self.assertEqual(chance.amount("2d6+3", dice_times=2), chance.add(chance.dice(4, 6), chance.always(3)))
        self.assertEqual(chance.amount("1d4-1"), chance.uniform(0, 3))
        self.assertEqual(chance.amount("[9, 11]+[0, 2]")[11], Fraction(3, 9))
        self.assertEqual(chance.amount("triangular 1..2"), {1: Fraction(1, 2), 2: Fraction(1, 2)})
        self.assertEqual(chance.triangular(0, 2)[1], Fraction(5, 9))

    def test_what_is_no_amount_is_refused(self):
        for text in ("2d", "d6", "", "1d6+", "3 4"):
            self.assertRaises(ValueError, chance.amount, text)


class Attacks(unittest.TestCase):
    def test_the_golden_files_are_what_the_oracle_writes(self):
        for game in attacks.GAMES:
            with self.subTest(game):
                path = attacks.FOLDER / f"{game}.json"
                self.assertTrue(path.read_text(encoding="utf-8") == attacks.file_text(game), f"{path.name} differs")

    def test_figures_that_can_be_worked_out_by_hand(self):
        self.assertEqual(attacks.brogue_percent(100, 0, 10), 87)
        self.assertEqual(attacks.shattered_chance(8, 5), 1 - Fraction(5, 16))
        hit = attacks.srd(*attacks.srd_case(5, "1", 15, advantage=True))
        self.assertEqual(hit[1], 1 - Fraction(9, 20) ** 2)
        self.assertEqual(attacks.qud_beyond(8), Fraction(8, 100))
        self.assertEqual(attacks.fourth_root_floor(16, 16), 32)


class Loot(unittest.TestCase):
    def test_the_golden_file_is_what_the_oracle_follows(self):
        golden = json.loads(loot.GOLDEN.read_text(encoding="utf-8"))
        followed, _ = loot.followed(4, True, 1e-9)
        for name, rows in followed.items():
            for row, wanted in zip(rows, golden["by_depth"][name]):
                self.assertAlmostEqual(row[0], wanted[0], places=4)
                self.assertAlmostEqual(row[1], wanted[1], places=3)

    def test_games_that_are_drawn_come_to_what_is_followed(self):
        golden = json.loads(loot.GOLDEN.read_text(encoding="utf-8"))
        for name in ("life", "strength"):
            mean, spread = golden["by_depth"][name][-1]
            self.assertLess(abs(golden["drawn"][name][0] - mean), 4 * spread / golden["games"] ** 0.5)
        again = loot.drawn(200)
        for name, (mean, _) in again.items():
            self.assertLess(abs(mean - golden["drawn"][name][0]), 4 * golden["drawn"][name][1] / 200 ** 0.5)


class Duels(unittest.TestCase):
    def test_small_fights_come_to_what_the_golden_files_say(self):
        for game, least in (("brogue", 10), ("srd", 50), ("shattered", 10)):
            followed = 0
            for name in (f"{game}_duels.csv", f"{game}_duels_more.csv"):
                with self.subTest(name):
                    some, wrong = duels.differences(name, game, states_max=300)
                    self.assertEqual(wrong, [])
                    followed += some
            self.assertGreater(followed, least)

    def test_clumped_damage_adds_up(self):
        self.assertEqual(duels.clumped(25, 50, 4), "[25, 32]+[0, 6]+[0, 6]+[0, 6]")
        self.assertEqual(duels.clumped(9, 13, 2), "[9, 11]+[0, 2]")
        self.assertEqual(duels.clumped(2, 5, 1), "[2, 5]")
        self.assertEqual(duels.clumped(3, 5, 3), "[3, 4]+[0, 1]")

    def test_the_attacks_of_a_monster_are_read(self):
        self.assertEqual(list(duels.srd_attacks("2x +9 2d6+5 bludgeoning + 1d12 acid; 1x -1 ")),
                         [(2, 9, ["2d6+5", "1d12"]), (1, -1, [])])


class Conditions(unittest.TestCase):
    def test_fights_come_to_what_the_golden_file_says(self):
        golden = json.loads(conditions.FILE.read_text(encoding="utf-8"))
        self.assertEqual(golden["rule"], conditions.RULE)
        self.assertEqual([case["name"] for case in golden["cases"]], [case[0] for case in conditions.CASES])
        for case in golden["cases"][::5]:
            with self.subTest(case["name"]):
                for key, value in conditions.Fight(case).solve().items():
                    self.assertAlmostEqual(value, case[key], delta=1e-12)

    def test_a_poison_that_kills_for_certain_can_be_worked_out_by_hand(self):
        case = {"conditions": conditions.POISON, "monster": conditions.fighter(3, conditions.blow(0, "1")),
                "player": conditions.fighter(1, conditions.blow(1, "1", conditions.begins("poisoned", 1)))}
        self.assertEqual(conditions.Fight(case).solve(), {"p_win": 1, "p_lose": 0, "turns_mean": 2})


if __name__ == "__main__":
    unittest.main()
