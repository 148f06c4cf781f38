"""The ruleset of the office tower: its formulas worked out by hand from its own numbers, its targets, and whether all
that stands in it is met."""
import re

from wyrm_case import EVERY, SLOW, WyrmCase, main

TOWER = "bob-and-trev"
FIRED, THROWN = ("--fired",), ("--thrown",)
# Every target is missed by at least one of these wrong towers.
WRONG = [
    "combat: {fcoef: [5, 15]}", "combat: {fcoef: [15, 45]}", "combat: {hit_clamp: [0.05, 0.95]}",
    "combat: {hit_base: 0.6}", "combat: {negative_ac: full}", "combat: {b: 1.5}",
    "growth: {experience: {base: 60, per_level: 40}}", "growth: {experience: {base: 30, per_level: 60}}",
    "encounter: {last_depth: 19}", "encounter: {rooms: {first: true, most: 5}}", "loot: {rooms: {most: 4}}",
    "map: {tries: 8}",
    "weapons: {mouse: {reach: 1}, keyboard: {reach: 1}, plotter_arm: {reach: 2}, stapler: {reach: 2}, "
    "floppy_drive: {range: 8}}",
    "armors: {filing_drawer: {dexterity: 0, armour_class: 3}, boots: {armour_class: 3}}",
    "items: {cup_of_tea: {weight: 5}, first_aid_kit: {weight: 60}}",
    "monsters: {intern: {weight: 5}, chair_of_the_board: {weight: 1, hp: 400}, dust_bunny: {experience: 20}}",
    "combat: {flight_time: 0.447, blast_dodged: true}", "player: {hp: 600, strength: 100, dexterity: 14}",
    "player: {hp: 12}",
]


class Attacks(WyrmCase):
    """Of a new player on the janitor, dexterity 10 both and armour class 1."""

    def asked(self, weapon, how, distance, *more):
        return ("hit", TOWER, f"player,weapon={weapon}", "janitor", *how, "--distance", str(distance), *more)

    def hit(self, *asked):
        answer = self.json(*self.asked(*asked))
        chances = dict(answer["pmf"])
        self.assertAlmostEqual(sum(chances.values()), 1, delta=1e-12)
        return answer["mean"], chances

    def assert_about(self, value, wanted):
        self.assertAlmostEqual(value, wanted, delta=1e-9 * max(1, abs(wanted)))

    def refuses(self, message, *asked):
        self.refused(2, f"wyrm hit: 'player' {message}\n", *self.asked(*asked))

    def test_a_keyboard_swung(self):
        """Strength 10 swings a keyboard of 1.1 kg with fcoef 10 to 30: momentum sqrt(10 x 10 x 1.1) = 10.488 to
        sqrt(10 x 30 x 1.1) = 18.166 newton seconds; x bludgeon 0.8 = 8.390 to 14.533; x 0.95 ^ (1 ^ 1.3) = 7.97095 to
        13.80609. The mean of a force whose square is even: 2/3 (h^3 - l^3) / (h^2 - l^2) = 11.14910; every other blow
        misses."""
        mean, chances = self.hit("keyboard", (), 1)
        self.assert_about(chances[0], 0.5)
        self.assertEqual(max(chances), 14)
        self.assert_about(sum(chance for damage, chance in chances.items() if damage >= 7), 0.5)
        self.assert_about(mean, 5.574551599660088)
        self.assert_about(self.hit("keyboard", (), 2)[0], mean)  # its cord is as long
        self.refuses("cannot strike 'janitor' at 3 tiles: its reach is 2 tiles", "keyboard", (), 3)

    def test_a_disc_fired(self):
        """A disc of 0.018 kg over 20 m in 2.23 s: 0.161435 newton seconds; x 100 x 0.95 = 15.33632, which is 16 in
        33.632 % and else 15. A quarter of the hits cut for half as much again: 23.00448."""
        mean, chances = self.hit("floppy_drive", FIRED, 20)
        plain = 0.018 * 20 / 2.23 * 100 * 0.95
        cut = plain * 1.5
        for damage, chance in [(0, 0.5), (15, 0.5 * 0.75 * (16 - plain)), (16, 0.5 * 0.75 * (plain - 15)),
                               (23, 0.5 * 0.25 * (24 - cut)), (24, 0.5 * 0.25 * (cut - 23))]:
            self.assert_about(chances[damage], chance)
        self.assert_about(mean, 8.626681614349776)
        self.refuses("cannot fire at 'janitor' at 21 tiles: its range is 20 tiles", "floppy_drive", FIRED, 21)
        self.refuses("has nothing to fire: its weapon has no range", "stapler", FIRED, 5)

    def test_the_right_flight_time_makes_shots_five_times_as_strong(self):
        """With the time that a fall really takes a disc does five times as much."""
        right = self.write("right.yaml", f"name: right\nextends: {TOWER}\ncombat: {{flight_time: 0.4472135955}}\n")
        slow, asked = self.hit("floppy_drive", FIRED, 8)[0], list(self.asked("floppy_drive", FIRED, 8))
        asked[1] = right
        self.assertAlmostEqual(self.json(*asked)["mean"] / slow, 2.23 / 0.4472135955, delta=1e-9)

    def test_a_paperweight_and_a_monitor_thrown(self):
        """A paperweight of 0.9 kg leaves the hand at 10.5 to 18.3 metres a second, which would carry it farther than
        the 10 metres that one aims. A monitor of 13 kg must fly 9 metres in 2.23 s: fcoef of at least (9 / 2.23)^2 x
        13 / 10 = 21.1748, 44.126 % of throws; and it is clumsy: 8 against 10."""
        mean, chances = self.hit("paperweight", THROWN, 10)
        self.assert_about(chances[0], 0.5)
        self.assertEqual(max(chances), 16)
        self.assert_about(mean, 6.302964555868637)
        self.refuses("cannot throw at 'janitor' at 11 tiles: it throws 10 tiles at most", "paperweight", THROWN, 11)
        mean, chances = self.hit("crt_monitor", THROWN, 9)
        self.assert_about(chances[0], 1 - 0.3 * 0.44126163807838487)
        self.assert_about(sum(chance for damage, chance in chances.items() if damage >= 37), 0.3 * 0.44126163807838487)
        self.assert_about(mean, 5.43307096187338)

    def test_a_toner_bomb_goes_off(self):
        """1.2 kg x 1.6: 16.65077 to 28.83997, and nobody within two tiles gets away."""
        for tiles in (0, 1, 2):
            mean, chances = self.hit("toner_bomb", THROWN, 5, "--off-centre", str(tiles))
            self.assertEqual((min(chances), max(chances)), (16, 29))
            self.assert_about(mean, 23.289717011349932)
        self.assert_about(self.hit("toner_bomb", THROWN, 5, "--off-centre", "2.5")[1][0], 1)

    def test_a_blade_cuts_every_fourth_hit(self):
        """The paper guillotine's blade, 2.2 kg x 1.2: 16.90893 to 29.28713, on average 23.65; a quarter of the hits
        half as much again, so 1.125 times that, every other time. 30 is 29.287 rounded up, or a cut: all above that
        are cuts, which begin at 25.36."""
        mean, chances = self.hit("guillotine", (), 1)
        self.assert_about(mean, 13.303585928904628)
        self.assertEqual(max(chances), 44)
        self.assertTrue(0.08 < sum(chance for damage, chance in chances.items() if damage >= 31) < 0.125)

    def test_cursed_armour_amplifies(self):
        """The janitor's mop, 0.8 kg of arm x 0.6, on who wears a novelty tie (armour class -2): 0.95 ^ -(2 ^ 1.3) =
        1.13462 times the force, 5.77655 to 10.00528."""
        answer = self.json("hit", TOWER, "janitor", "player,armor=novelty_tie", "--distance", "2")
        self.assert_about(answer["mean"], 4.039879592771129)


class Targets(WyrmCase):
    def test_all_hold_and_nothing_else_is_wrong(self):
        answer = self.json("check", TOWER)
        self.assertGreaterEqual(len(answer["verdicts"]), 50)
        self.assertEqual([row for row in answer["verdicts"] if row["verdict"] != "PASS"], [])
        self.assertEqual(answer["findings"], [])
        self.assertTrue(all(row["claim"] and row["source"] for row in answer["verdicts"]))

    def failing(self, changes):
        path = self.write("wrong.yaml", f"name: wrong\nextends: {TOWER}\ninherit: [targets]\n{changes}\n")
        verdicts = self.json("check", path, "--runs", "12")["verdicts"]
        return {row["target"] for row in verdicts if row["verdict"] == "FAIL"}

    def test_each_can_fail(self):
        never = set(self.json("rules", "show", TOWER)["rules"]["targets"])
        for i, changes in enumerate(WRONG[::10 if SLOW else 1 if EVERY else 6]):
            failed = self.failing(changes)
            # Fights, not only the blows that are targets themselves, which would be four: half and one and a half
            # times the force fail many.
            self.assertGreaterEqual(len(failed), 12 if i < (2 if EVERY else 1) and not SLOW else 1, changes)
            never -= failed
        self.assertTrue(SLOW or not EVERY or not never, never)

    def test_attacks_that_do_not_reach_fail_and_impossible_ones_are_errors(self):
        """Too far is no damage, which a target may miss; what nobody can do is a mistake."""
        target = "metric: hit_mean, attack: fired, range: 1, against: raw"
        path = self.write("far.yaml", f"name: far\nextends: {TOWER}\ntargets: {{far: {{{target}, distance: 21, "
                                      "of: 'player,weapon=floppy_drive'}}\n")
        row = self.json("check", path, "--runs", "1")["verdicts"][-1]
        self.assertEqual((row["target"], row["where"], row["value"], row["verdict"]),
                         ("far", "player,weapon=floppy_drive against raw, fired over 21 tiles", 0, "FAIL"))
        path = self.write("odd.yaml", f"name: odd\nextends: {TOWER}\n"
                                      f"targets: {{odd: {{{target}, of: 'player,weapon=stapler'}}}}\n")
        answer = self.run_wyrm("check", path)
        self.assertEqual(answer.code, 3)
        self.assertRegex(answer.err, r"odd\.yaml:3:\d+: error: .*has nothing to fire")


class Content(WyrmCase):
    def test_twenty_floors_and_a_goal(self):
        rules = self.json("rules", "show", TOWER)["rules"]
        self.assertTrue(12 <= len(rules["monsters"]) <= 20)
        self.assertTrue(10 <= len(rules["weapons"]) <= 16)
        self.assertEqual((rules["encounter"]["last_depth"], rules["map"]["goal"], rules["models"]["combat"]),
                         (20, "Master disc", "momentum"))

    def shares(self):
        """Of each kind of item, by depth."""
        depths = self.json("loot", TOWER, "--runs", "2")["depths"]
        self.assertEqual([row["depth"] for row in depths], list(range(1, 21)))
        return [row["shares"] for row in depths]

    def test_everybody_comes_and_everything_lies_somewhere(self):
        monsters = [row["monsters"] for row in self.json("curve", TOWER, "--monsters")["depths"]]
        self.assertEqual(len(monsters), 20)
        for name in monsters[0]:
            self.assertGreaterEqual(max(row[name]["value"] for row in monsters), 0.01, name)
        shares = self.shares()
        for name in shares[0]:
            self.assertGreaterEqual(max(row[name] for row in shares), 0.005, name)

    def test_the_reference_player_can_be_what_it_is(self):
        """What the targets measure with is who would stand there: gear that lay on the way, and the level that three
        quarters of the experience of the floors above give, or the one beside it."""
        answer, shares = self.json("curve", TOWER, "--runs", "1000"), self.shares()
        totals = [row["total"] for row in self.json("rules", "show", TOWER, "--levels=1..60")["levels"]]
        earned = 0
        for toll, floor in zip(answer["tolls"], answer["depths"], strict=True):
            depth, level = toll["depth"], int(re.match(r"player@(\d+)", toll["player"])[1])
            for worn in re.findall(r"(?:weapon|armor)=([^,]+)", toll["player"]):
                for name in worn.split("+"):
                    self.assertGreater(max(row[name] for row in shares[:depth]), 0, (depth, name))
            reached = sum(total <= int(earned) for total in totals)
            self.assertIn(level, (reached - 1, reached), depth)
            earned += 0.75 * floor["experience"]["mean"]


if __name__ == "__main__":
    main()
