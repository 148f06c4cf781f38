"""hit and duel: keys, values that follow from one another, texts."""
import math
import os
import xml.etree.ElementTree

from wyrm_case import GEARED, WyrmCase, main

HEAD = ["schema", "wyrm", "ruleset"]


class Hit(WyrmCase):
    def test_keys(self):
        answer = self.json("hit", "ruggrogue", "raw,attack=8", "raw,defense=4")
        self.assertEqual(list(answer), HEAD + ["attacker", "defender", "attack", "distance",
                                               "off_centre", "mean", "sd", "p_zero",
                                               "hits_to_kill", "pmf"])
        self.assertEqual((answer["attack"], answer["distance"], answer["off_centre"]),
                         ("melee", 1, 0))
        self.assertEqual(answer["schema"], "wyrm/hit/1")
        self.assertEqual(answer["ruleset"]["name"], "ruggrogue")
        self.assertRegex(answer["ruleset"]["hash"], "^[0-9a-f]{16}$")
        self.assertIsNone(answer["hits_to_kill"])
        self.assert_sums_to_one(answer["pmf"])
        mean = sum(value * p for value, p in answer["pmf"])
        self.assertAlmostEqual(answer["mean"], mean, delta=1e-12)
        self.assertEqual(answer["p_zero"], dict(answer["pmf"])[0])

    def test_a_curve_goes_over_what_may_be_rolled(self):
        """1d6 less 0 to 3, and 3 to 6 of its own."""
        path = self.write("rolled.yaml", "name: rolled\nmodels: {combat: accuracy}\n"
                          "combat: {hit_base: 1, hit_step: 0, hit_clamp: [0, 1]}\nplayer: {hp: 9, damage: 1d6}\n"
                          "monsters: {crab: {hp: 9, reduction: 1d2}}\n")
        means = [at["mean"] for at in self.json("hit", path, "player", "crab", "--curve", "reduction=0..3")["curve"]]
        for mean, wanted in zip(means, (3.5, 2.5, 10 / 6, 1), strict=True):
            self.assertAlmostEqual(mean, wanted, delta=1e-12)
        own = self.json("hit", path, "player", "crab,reduction=0", "--curve", "attacker.damage=3..6")["curve"]
        self.assertEqual([at["mean"] for at in own], [3, 4, 5, 6])

    def test_what_gear_takes_the_place_of_is_not_typed_in_vain(self):
        """A weapon's dice replace the wielder's: damage typed beside it would change nothing."""
        rules = ("name: covered\nmodels: {combat: accuracy}\ncombat: {weapon_damage: %s}\n"
                 "player: {hp: 9, damage: 1d3}\nweapons: {club: {damage: 1d4, reach: 2}}\nmonsters: {rat: {hp: 9}}\n")
        replaced = self.write("covered.yaml", rules % "replaces")
        for typed in ("damage=2d6", "damage_max=9", "dice_count=3", "reach=3"):
            with self.subTest(typed=typed):
                self.refused(2, "wyrm hit: '%s' of combatant 'player' changes nothing: its gear takes the place "
                             "of it (leave out one of them)\n" % typed.split("=")[0],
                             "hit", replaced, "player,weapon=club," + typed, "rat")
        for typed in ("power=2", "accuracy=4", "reach=2"):
            self.json("hit", replaced, "player,weapon=club," + typed, "rat")
        added = self.json("hit", self.write("added.yaml", rules % "adds"), "player,weapon=club,damage=2d6", "rat")
        self.assertEqual(added["pmf"][-1][0], 16)

    def test_a_sleeper_is_never_missed(self):
        awake = self.json("hit", "ruggrogue", "raw,attack=8", "raw,defense=4")
        asleep = self.json("hit", "ruggrogue", "raw,attack=8", "raw,defense=4,asleep=1")
        self.assertAlmostEqual(awake["p_zero"], 0.1, delta=1e-12)
        self.assertEqual(asleep["p_zero"], 0)
        self.assertEqual(asleep, {**asleep, **self.json(
            "hit", "ruggrogue", "raw,attack=8", "raw,defense=4,asleep"), **{
                "defender": asleep["defender"]}})

    def test_explain(self):
        answer = self.json("hit", "ruggrogue", GEARED, "monster@6", "--explain")
        self.assertGreater(len(answer["steps"]), 2)
        for step in answer["steps"]:
            self.assertEqual(list(step), ["label", "formula", "value", "unit"])

    def test_text(self):
        text = self.text("hit", "ruggrogue", GEARED, "monster@6", "--explain")
        self.assert_fits(text)
        self.assertRegex(text.split("\n")[0], r"^player@6,weapon=5,armor=5 does [\d.]+ damage")
        for wide in ["raw,attack=100000", "raw,attack=0.001"]:
            self.assert_fits(self.text("hit", "ruggrogue", wide, "raw,defense=4", "--explain"))

    def test_what_is_won_back_meanwhile_is_no_part_of_the_attacks_that_kill(self):
        path = self.write("back.yaml", "name: back\nmodels: {combat: subtract}\nplayer: {hp: 20, power: 5}\n"
                                       "monsters: {troll: {hp: 20, regeneration: 4}, orc: {hp: 20}}\n")
        said = " ".join(self.text("hit", path, "player", "troll").split())
        self.assertIn("It kills in 4 attacks on average, in 9 cases of 10 within 4; what troll wins back meanwhile is "
                      "left out (wyrm duel has it).", said)
        self.assertIn("within 4.", " ".join(self.text("hit", path, "player", "orc").split()))

    def test_all_kinds_of_blows_are_told(self):
        blows = ", ".join("{b%d: 1, to_hit: 99}" % number for number in range(1, 101))
        path = self.write("hydra.yaml", "name: hydra\nmodels: {combat: d20}\nplayer: {hp: 20}\n"
                                        "monsters: {hydra: {hp: 9, attacks: [%s]}}\n" % blows)
        self.assertEqual(len(self.json("hit", path, "hydra", "player")["blows"]), 100)
        self.assertNotIn("each as the first", self.text("hit", path, "hydra", "player"))

    def test_who_can_never_hurt_whom_is_told_so(self):
        self.assertTrue(self.text("hit", "tutorial", "orc,power=0", "player").startswith(
            "orc,power=0 can never hurt player.\n"))
        self.assertTrue(self.text("hit", "tutorial", "orc,power=2", "player").startswith("orc,power=2 does 1 damage "))

    def test_wrong_combatants(self):
        self.refused(2, "wyrm hit: no combatant 'plaer' (did you mean 'player'?)\n",
                     "hit", "ruggrogue", "plaer", "monster")
        for text in ["player@x", "player,,", "player,attak=3", "player@", "", "@6",
                     "raw,attack=nan", "raw,attack=1e999", "player@2147483648"]:
            answer = self.run_wyrm("hit", "ruggrogue", "monster", text)
            self.assertEqual(answer.code, 2, text)
            self.assertRegex(answer.err, r"^wyrm hit: .+\n$")


    def test_a_group_is_told_where_it_fights(self):
        hint = "a group fights in 'wyrm sim RULESET --arena', and 'wyrm etp RULESET' weighs it"
        for group in "orc x3", "orc + troll", "orcs x3":
            self.refused(2, f"wyrm duel: no combatant '{group}' ({hint})\n", "duel", "yarl", "player", group)
            self.refused(2, f"wyrm hit: no combatant '{group}' ({hint})\n", "hit", "yarl", group, "player")


class Amounts(WyrmCase):
    def test_keys(self):
        answer = self.json("hit", "2d6+3")
        self.assertEqual(list(answer), ["schema", "wyrm", "amount", "mean", "sd", "least", "most", "pmf"])
        self.assertEqual((answer["schema"], answer["amount"]), ("wyrm/hit/1", "2d6+3"))
        self.assertEqual((answer["mean"], answer["least"], answer["most"]), (10, 5, 15))
        self.assertAlmostEqual(answer["sd"], math.sqrt(35 / 6), delta=1e-12)
        self.assert_sums_to_one(answer["pmf"])
        self.assertAlmostEqual(dict(answer["pmf"])[15], 1 / 36, delta=1e-15)

    def test_what_is_cut_off_is_told(self):
        answer = self.json("hit", "1d6 explode")
        self.assertAlmostEqual(answer["cut"] * 6 ** 16, 1, delta=1e-9)
        self.assertIn("a chance of <0.000000001 is left out", self.text("hit", "1d6 explode"))

    def test_what_it_is_to_reach_is_a_number_or_a_roll(self):
        against = self.json("hit", "4d6 keep 3", "--against", "12")["against"]
        self.assertEqual(against["amount"], "12")
        self.assertAlmostEqual(against["at_least"], 799 / 1296, delta=1e-14)
        self.assertAlmostEqual(against["exactly"], 167 / 1296, delta=1e-14)
        against = self.json("hit", "1d6", "-a", "{2: 1, 5: 1}")["against"]
        self.assertAlmostEqual(against["at_least"], (5 / 6 + 2 / 6) / 2, delta=1e-14)
        self.assertAlmostEqual(against["exactly"], 1 / 6, delta=1e-14)
        self.assertIn("at least 12 in 61.7 % of rolls, and exactly that in 12.9 %",
                      " ".join(self.text("hit", "4d6", "keep", "3", "--against", "12").split()))

    def test_how_often_a_coin_comes_up(self):
        answer = self.json("hit", "6", "+", "coins", "60%")
        self.assertEqual(answer["amount"], "coins 0.6 + 6")
        self.assertAlmostEqual(dict(answer["pmf"])[8], 0.4 * 0.6 ** 2, delta=1e-12)
        self.assertAlmostEqual(answer["cut"] / 0.6 ** 55, 1, delta=1e-9)

    def test_an_amount_in_quotes_begins_with_a_word_or_a_bracket(self):
        for text, mean in {"coins 0.5": 1, "triangular 2..8": 5, "(1d8+2) x 3/2": 10}.items():
            self.assertAlmostEqual(self.json("hit", text)["mean"], mean, delta=1e-10)

    def test_a_number_is_always_the_same(self):
        self.assertEqual(self.text("hit", "7").split("\n")[0], "7 is always 7.")

    def test_a_file_goes_before_an_amount(self):
        with open(os.path.join(self.folder, "2d6"), "w", encoding="utf-8") as file:
            file.write("name: x\n")
        self.assertIn("missing ATTACKER", self.run_wyrm("hit", "2d6").err)

    def test_wrong_amounts(self):
        self.refused(2, "wyrm hit: '4d6kh3' is no amount: expected '+' or '-', found 'kh' (write '4d6 keep 3')\n",
                     "hit", "4d6kh3")
        self.refused(2, "wyrm hit: '2-5' is no amount: 2-5 is a difference, -3 (write 2..5 for a range)\n",
                     "hit", "2-5")
        self.refused(2, "wyrm hit: --explain goes only with RULESET ATTACKER DEFENDER\n", "hit", "2d6", "--explain")
        self.refused(2, "wyrm hit: --against goes only with an AMOUNT\n",
                     "hit", "yarl", "player", "orc", "--against", "3")
        self.assertIn("too long", self.run_wyrm("hit", "1000d1000").err)


class Attacks(WyrmCase):
    SHOT = ("hit", "bob-and-trev", "player", "dust_bunny", "--with", "floppy_drive", "--fired")

    def test_with_is_the_weapon_of_the_attacker(self):
        for ruleset, weapon in (("yarl", "dagger"), ("ruggrogue", "5")):
            plain = self.json("hit", ruleset, f"player@2,weapon={weapon}", "orc")
            self.assertEqual(plain, self.json("hit", ruleset, "player@2", "orc", "--with", weapon))
            self.assertEqual(plain, self.json("hit", ruleset, "player@2", "orc", "-w", weapon))
        self.refused(2, "wyrm hit: 'player,weapon=dagger' names its weapon, and --with does too\n",
                     "hit", "yarl", "player,weapon=dagger", "orc", "--with", "mace")
        self.refused_with(2, "(did you mean 'dagger'?)", "hit", "yarl", "player", "orc", "--with", "daggr")

    def test_fired_and_thrown(self):
        near, far = self.json(*self.SHOT), self.json(*self.SHOT, "--distance", "7.5")
        self.assertEqual((near["attack"], near["distance"]), ("fired", 1))
        self.assertEqual((far["attack"], far["distance"]), ("fired", 7.5))
        self.assertIn("with a shot over 7.5 tiles", " ".join(self.text(
            *self.SHOT, "--distance", "7.5").split()))
        curve = " ".join(self.text(*self.SHOT, "--curve", "distance=1..10").split())
        self.assertRegex(curve, r"^distance makes no difference from 1 to 10: an attack of \S+ on \S+ with a shot ")
        thrown = self.json("hit", "bob-and-trev", "player", "dust_bunny", "--with", "toner_bomb",
                           "--thrown", "--distance", "3", "--off-centre", "1")
        self.assertEqual((thrown["attack"], thrown["off_centre"]), ("thrown", 1))
        for centre, said in ("0", " on average"), ("1.5", ", 1.5 off the centre on average"):
            self.assertIn(f"damage to dust_bunny with a throw over 3 tiles{said}", " ".join(self.text(
                "hit", "bob-and-trev", "player", "dust_bunny", "--with", "toner_bomb", "--thrown", "--distance", "3",
                "--off-centre", centre).split()))
        self.refused(2, "wyrm hit: an attack is --fired or --thrown, not both\n",
                     *self.SHOT, "--thrown")
        for distance in ("-1", "x", "1e9", ""):
            self.refused(2, f"wyrm hit: --distance takes a number from 0 to 10000, found "
                            f"'{distance}'\n", *self.SHOT, f"--distance={distance}")

    def test_what_cannot_be_fired_is_told(self):
        answer = self.run_wyrm("hit", "bob-and-trev", "player", "dust_bunny", "--fired")
        self.assertEqual((answer.code, answer.out), (2, ""))
        self.assertRegex(answer.err, r"^wyrm hit: 'player' has nothing to fire")


class Curve(WyrmCase):
    HIT = ("hit", "ruggrogue", GEARED, "monster@6")

    def test_json(self):
        answer = self.json(*self.HIT, "--curve", "defense=0..20")
        self.assertEqual(answer["curve_of"], {"key": "defense", "of": "defender", "unit": ""})
        self.assertEqual([point["defense"] for point in answer["curve"]], list(range(21)))
        for point in answer["curve"]:
            self.assertEqual(list(point), ["defense", "mean", "sd", "p_zero", "p05", "p50", "p95"])
        one = self.json("hit", "ruggrogue", GEARED, "raw,defense=7")
        self.assertEqual(answer["curve"][7]["mean"], one["mean"])
        self.assertEqual(answer["curve"][7]["sd"], one["sd"])
        # The attack itself is told as without the curve.
        plain = self.json(*self.HIT)
        self.assertEqual(answer, {**answer, **plain})

    def test_whose_stat(self):
        for key, of in (("attack=1..5", "attacker"), ("attacker.attack=1..5", "attacker"),
                        ("defender.defense=1..5", "defender"), ("distance=0..1", "attack")):
            answer = self.json(*self.HIT, "--curve", key)
            self.assertEqual(answer["curve_of"]["of"], of, key)
        flat = self.json(*self.HIT, "--curve", "defender.attack=1..9")
        self.assertEqual((flat["curve_of"]["of"], len({point["mean"] for point in flat["curve"]})), ("defender", 1))
        means = [[point["mean"] for point in self.json(*self.HIT, "--curve", key)["curve"]]
                 for key in ("attack=1..9", "attacker.attack=1..9")]
        self.assertEqual(means[0], means[1])
        self.assertGreater(len(set(means[0])), 1)

    def test_steps(self):
        answer = self.json(*self.HIT, "--curve", "defense=0..1:0.25")
        self.assertEqual([point["defense"] for point in answer["curve"]], [0, 0.25, 0.5, 0.75, 1])
        for curve, count, second in [("0..20", 21, 1), ("0..400", 401, 1), ("0..2000", 41, 50), ("0..1", 21, 0.05),
                                     ("0.5..0.9", 41, 0.51), ("0..1:0.1", 11, 0.1), ("0..10:4", 3, 4)]:
            at = [point["defense"] for point in self.json(*self.HIT, "--curve", "defense=" + curve)["curve"]]
            self.assertEqual(len(at), count, curve)
            self.assertAlmostEqual(at[1], second, delta=1e-12)
            self.assertLessEqual(at[-1], float(curve.split("..")[1].split(":")[0]))
        self.assertEqual(len(self.json(*self.HIT, "--curve", "defense=3..3")["curve"]), 1)

    def test_what_makes_no_sense_is_refused(self):
        for curve, message in [
                ("defence=0..9", "no stat is called 'defence' (did you mean 'defense'?)"),
                ("defense=9..0", "--curve goes upwards: 'defense=0..9' instead of 'defense=9..0'"),
                ("defense=-1..9", "'defense' goes from 0 to 200000"),
                ("defense=0..2001:1", "at most 2001 points, found 2002"),
                ("distance=0..10:2.5", "'player' cannot strike 'monster' at 2.5 tiles: its reach is 1 tile")]:
            self.refused(2, f"wyrm hit: {message}\n", *self.HIT, "--curve", curve)

    def test_negative_armour(self):
        answer = self.json("hit", "bob-and-trev", "player", "dust_bunny", "--with", "stapler",
                           "--curve", "armour_class=-10..30")
        means = [point["mean"] for point in answer["curve"]]
        self.assertEqual(len(means), 41)
        self.assertEqual(means, sorted(means, reverse=True))

    def test_text_in_both_character_sets(self):
        for curve in ("defense=0..20", "attack=0..40", "defense=0..2000", "distance=0..1",
                      "defense=4..4"):
            text = self.text(*self.HIT, "--curve", curve)
            self.assert_fits(text)
            ascii_text = self.text(*self.HIT, "--curve", curve, env={"LC_ALL": "C"})
            self.assertTrue(ascii_text.isascii())
            self.assert_fits(ascii_text)
        self.assertRegex(self.text(*self.HIT, "--curve", "defense=0..20").split("\n")[0],
                         "^As defense of monster@6 goes from 0 to 20, the mean damage of")
        self.assertIn("makes no difference", self.text(*self.HIT, "--curve", "distance=0..1"))

    def test_svg(self):
        path = os.path.join(self.folder, "hit.svg")
        text = self.text(*self.HIT, "--curve", "defense=0..20", "--svg", path)
        self.assertEqual(text, self.text(*self.HIT, "--curve", "defense=0..20"))
        root = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        space = {"s": "http://www.w3.org/2000/svg"}
        self.assertEqual(len(root.findall(".//s:circle", space)), 21)
        self.assertEqual(root.find("s:title", space).text, f"{GEARED} against monster@6")
        with open(path, encoding="utf-8") as file:
            first = file.read()
        self.text(*self.HIT, "--curve", "defense=0..20", "--svg", path)  # replaced
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), first)
        self.assertEqual(os.listdir(self.folder), ["hit.svg"])

    def test_svg_that_cannot_be_written(self):
        curve = (*self.HIT, "--curve", "defense=0..2", "--svg")
        self.refused(3, "wyrm hit: 'none/hit.svg' cannot be written: No such file or directory\n",
                     *curve, "none/hit.svg")
        self.refused(3, "wyrm hit: '/dev/null' cannot be written: it exists and is no file\n",
                     *curve, "/dev/null")
        self.refused(3, "wyrm hit: '.' cannot be written: it exists and is no file\n", *curve, ".")
        self.refused(2, "wyrm hit: --svg needs --curve\n", *self.HIT, "--svg", "a.svg")

    def test_wrong_curves(self):
        message = ("wyrm hit: --curve takes KEY=FROM..TO[:STEP] such as defense=0..20 or "
                   "attacker.attack=1..9:0.5, found '{}'\n")
        for text in ("", "defense", "defense=", "=1..2", "defense=1", "defense=1-2", "defense=..2",
                     "defense=1..", "defense=1..2:", "defense=1..2:0", "defense=1..2:-1",
                     "defense=a..b", "defense=1..nan", "defense=0x1..2", "defense=1..2 ",
                     "defense=1..1e999"):
            self.refused(2, message.format(text), *self.HIT, f"--curve={text}")
        self.refused(2, "wyrm hit: --curve goes upwards: 'defense=0..20' instead of "
                        "'defense=20..0'\n", *self.HIT, "--curve", "defense=20..0")
        self.refused(2, "wyrm hit: no stat is called 'defence' (did you mean 'defense'?)\n",
                     *self.HIT, "--curve", "defence=0..2")
        self.refused(2, "wyrm hit: 'defense' goes from 0 to 200000\n",
                     *self.HIT, "--curve", "defense=-5..2")
        self.refused(2, "wyrm hit: at most 2001 points, found 10001\n",
                     *self.HIT, "--curve", "defense=0..1:0.0001")
        self.refused(2, "wyrm hit: --explain tells of one attack, --curve of many\n",
                     *self.HIT, "--curve", "defense=0..2", "--explain")


class Duel(WyrmCase):
    def test_without_an_opponent_each_monster_is_one(self):
        player = "player@3,weapon=shortsword"
        answer = self.json("duel", "yarl", player)
        monsters = list(self.json("rules", "show", "yarl")["rules"]["monsters"])
        self.assertEqual([duel["opponent"] for duel in answer["duels"]], monsters)
        for duel in answer["duels"][:4]:
            alone = self.json("duel", "yarl", player, f"{duel['opponent']}@3")
            for key in ("p_win", "p_lose", "turns", "hp_left", "method"):
                self.assertEqual(duel[key], alone[key], (duel["opponent"], key))
        text = self.text("duel", "yarl", player, "--first", "opponent")
        self.assert_fits(text)
        self.assertRegex(text, r"(?m)^   troll +50\.\d % ")
        self.assertRegex(text, r"(?m)^   demon_king +0 % .* -$")
        self.assertIn("The monster strikes first (--first). Exact.", " ".join(text.split()))

    def test_played_and_endless_ones_are_told_among_others(self):
        stone = "models: {combat: subtract}\nplayer: {hp: 5, power: 2}\n" \
            "monsters: {rock: {hp: 5, defense: 9}, ant: {hp: 1}}\n"
        self.assertRegex(self.text("duel", self.write("stone.yaml", "name: stone\n" + stone), "player"),
                         r"rock  never ends +- +-\n +ant +100 % +1 +5\n")
        curve = ("player", "ant", "--curve", "defense=1..3")
        said = " ".join(self.text("duel", "stone.yaml", *curve).split())
        self.assertIn("2 of these 3 fights never end: neither side can ever be killed.", said)
        said = self.text("duel", "stone.yaml", "player", "rock", "--matrix", "--levels", "1..1")
        self.assertIn("1 of these 1 fights never ends", " ".join(said.split()))
        self.refused(2, "wyrm duel: missing OPPONENT: a matrix is of two (usage: wyrm duel RULESET --matrix SUBJECT "
                     "OPPONENT)\n", "duel", "yarl", "player", "--matrix")

    def test_keys(self):
        answer = self.json("duel", "ruggrogue", GEARED, "monster@6")
        self.assertEqual(list(answer), HEAD + [
            "subject", "opponent", "first", "p_win", "p_lose", "p_unfinished", "turns", "hp_left",
            "given_win", "method", "turns_pmf", "hp_left_pmf", "opponent_hp_left_pmf"])
        self.assertAlmostEqual(answer["p_win"] + answer["p_lose"] + answer["p_unfinished"], 1,
                               delta=1e-12)
        for key, pmf in (("turns", "turns_pmf"), ("hp_left", "hp_left_pmf")):
            self.assert_sums_to_one(answer[pmf])
            mean = sum(value * p for value, p in answer[pmf])
            spread = math.sqrt(sum((value - mean) ** 2 * p for value, p in answer[pmf]))
            self.assertAlmostEqual(answer[key]["mean"], mean, delta=1e-9)
            self.assertAlmostEqual(answer[key]["sd"], spread, delta=1e-6)
        self.assertAlmostEqual(dict(answer["hp_left_pmf"]).get(0, 0), answer["p_lose"],
                               delta=1e-12)

    def test_the_first_strike_helps(self):
        first = self.json("duel", "ruggrogue", "player@6", "monster@6")
        second = self.json("duel", "ruggrogue", "player@6", "monster@6", "--first", "opponent")
        self.assertGreater(first["p_win"], second["p_win"])
        turned = self.json("duel", "ruggrogue", "monster@6", "player@6")
        self.assertAlmostEqual(turned["p_lose"], second["p_win"], delta=1e-12)

    def test_rolled_hit_points_are_told_as_the_most_there_are(self):
        """12+3d8 is no 36."""
        path = self.write("rolled.yaml", "name: rolled\nmodels: {combat: d20}\nplayer: {hp: 12+3d8, damage: 3}\n"
                                         "monsters: {rat: {hp: 5, damage: 1}}\n")
        self.assertIn("of at most 36 hit points", " ".join(self.text("duel", path, "player", "rat").split()))
        self.assertIn("player, with at most 36 hit points", " ".join(self.text("duel", path, "player").split()))
        self.assertIn("of 5 hit points", " ".join(self.text("duel", path, "rat", "player").split()))

    def test_an_endless_fight_is_told_as_such(self):
        harmless = "raw,attack=0,defense=4,hp=5"
        text = self.text("duel", "ruggrogue", harmless, harmless)
        self.assertEqual(text.splitlines()[0].split(":")[0].split(" ")[0], "Neither")
        self.assertIn("the fight never ends", " ".join(text.split()))
        answer = self.json("duel", "ruggrogue", harmless, harmless)
        self.assertEqual(answer["p_unfinished"], 1)
        for key in ("turns", "hp_left", "given_win", "turns_pmf", "hp_left_pmf"):
            self.assertIsNone(answer[key], key)
        self.assertIsInstance(answer["method"], str)

    def test_what_a_matrix_wears_is_said(self):
        for ruleset, monster, gear, word, words in [
                ("ruggrogue", "monster", "none", "none", "none"),
                ("ruggrogue", "monster", "3", "3", "weapon and armor of level 3"),
                ("ruggrogue", "monster", "equal", "equal", "weapon and armor of the player's own level"),
                ("tutorial", "orc", "equal", "none", "none, as it has no levels here (name it: player,weapon=sword)")]:
            asked = ("duel", ruleset, "--matrix", "player", monster, "--levels", "1..2", "--gear", gear)
            self.assertEqual(self.json(*asked)["gear"], word)
            self.assertIn(f"Gear: {words}. player strikes first.", " ".join(self.text(*asked).split()))

    def test_no_hit_points_are_refused(self):
        self.refused_with(2, "hit points", "duel", "ruggrogue", "raw,attack=3", "monster@6")

    def test_text(self):
        for other in ["monster@6", "monster@30", "raw,defense=1000,hp=20", "monster@6,hp=2000"]:
            self.assert_fits(self.text("duel", "ruggrogue", GEARED, other))


class Matrix(WyrmCase):
    def test_one_chance_for_all_levels_is_said_once(self):
        mine = self.write("flat.yaml", "name: t\nmodels: {combat: subtract, growth: levels}\n"
                          "growth: {experience: [0, 5, 9]}\nplayer: {hp: 9, power: 3}\n"
                          "monsters: {rat: {hp: 4, power: 1}}\n")
        self.assertIn("At equal level player wins against rat in 100 % of fights.\n",
                      self.text("duel", mine, "--matrix", "player", "rat", "--levels", "1..3"))

    def test_keys_and_cells(self):
        answer = self.json("duel", "ruggrogue", "--matrix", "player", "monster", "--levels", "1..4")
        self.assertEqual(list(answer), HEAD + ["first", "gear", "rows", "columns", "matrix",
                                               "turns", "hp_left"])
        self.assertEqual(answer["rows"], {"role": "player", "levels": [1, 2, 3, 4]})
        self.assertEqual(answer["columns"], {"role": "monster", "levels": [1, 2, 3, 4]})
        for row in range(4):
            for column in range(4):
                one = self.json("duel", "ruggrogue",
                                f"player@{row + 1},weapon={row + 1},armor={row + 1}",
                                f"monster@{column + 1}")
                self.assertEqual(answer["matrix"][row][column], one["p_win"])
                self.assertEqual(answer["turns"][row][column], one["turns"]["mean"])
                self.assertEqual(answer["hp_left"][row][column], one["hp_left"]["mean"])

    def test_gear(self):
        def first(*more):
            answer = self.json("duel", "ruggrogue", "--matrix", "--levels", "3", *more)
            return answer["gear"], answer["matrix"][0][0]

        def alone(player):
            return self.json("duel", "ruggrogue", player, "monster@3")["p_win"]

        self.assertEqual(first("player", "monster"),
                         ("equal", alone("player@3,weapon=3,armor=3")))
        self.assertEqual(first("player", "monster", "--gear", "none"),
                         ("none", alone("player@3")))
        self.assertEqual(first("player", "monster", "--gear", "7"),
                         ("7", alone("player@3,weapon=7,armor=7")))
        self.assertEqual(first("player,weapon=2", "monster"),
                         ("named", alone("player@3,weapon=2")))
        self.refused(2, "wyrm duel: --gear takes equal, none or a level, found 'much'\n",
                     "duel", "ruggrogue", "--matrix", "player", "monster", "--gear", "much")
        self.refused(2, "wyrm duel: 'player,weapon=2' names its gear, and --gear does too\n",
                     "duel", "ruggrogue", "-m", "player,weapon=2", "monster", "--gear", "none")

    def test_what_a_level_is_where_monsters_have_none(self):
        how = ("--matrix", "--levels", "1..2")
        self.assertIn("\nMonsters have no levels here: levels are depths.\n",
                      self.text("duel", "yarl", *how, "orc", "troll"))
        self.assertIn("\nMonsters have no levels here: the level of troll is its depth.\n",
                      self.text("duel", "yarl", *how, "player", "troll"))
        self.assertNotIn("no levels here: ", self.text("duel", "ruggrogue", *how, "player", "monster"))

    def test_any_number_of_levels_fits_80_columns(self):
        for levels in ["1..1", "1..5", "1..26", "1..30", "-5..60", "95..135"]:
            self.assert_fits(self.text("duel", "ruggrogue", "--matrix", "player", "monster",
                                       "--levels", levels))
        self.refused(2, "wyrm duel: --levels of a matrix are at most 200, found 201\n",
                     "duel", "ruggrogue", "-m", "player", "monster", "--levels", "0..200")


class AlongAStat(WyrmCase):
    def test_each_point_is_the_fight_of_that_stat(self):
        answer = self.json("duel", "yarl", "player@3", "orc", "--curve", "hp=38..44:3")
        self.assertEqual(answer["curve_of"], {"key": "hp", "of": "opponent"})
        self.assertEqual([point["at"] for point in answer["curve"]], [38, 41, 44])
        for point in answer["curve"]:
            fight = self.json("duel", "yarl", "player@3", f"orc,hp={point['at']:.0f}")
            self.assertEqual((point["p_win"], point["turns"]), (fight["p_win"], fight["turns"]))
        own = self.json("duel", "yarl", "player@3", "orc", "--curve", "subject.accuracy=1..2")
        fight = self.json("duel", "yarl", "player@3,accuracy=2", "orc")
        self.assertEqual((own["curve_of"]["of"], own["curve"][1]["p_win"]), ("subject", fight["p_win"]))

    def test_of_many_points_every_so_many_has_a_row(self):
        text = self.text("duel", "yarl", "player@3", "orc", "--curve", "hp=1..50:1")
        self.assertEqual([line.split()[0] for line in text.split("\n") if line.startswith("   ") and " %" in line],
                         [str(hp) for hp in range(1, 51, 3)])
        self.assertTrue(text.endswith("   (1 in 3 points; all of them: --json)\n"))
        self.assertNotIn("points; all", self.text("duel", "yarl", "player@3", "orc", "--curve", "hp=1..24:1"))

    def test_bars_are_as_long_as_the_chances(self):
        what = ("duel", "yarl", "player@3", "orc", "--curve", "hp=10..60:10")
        bars = [line.count("\u2588") + line.count("#") for line in self.text(*what).splitlines()[-6:]]
        for bar, point in zip(bars, self.json(*what)["curve"], strict=True):
            self.assertAlmostEqual(bar, 30 * point["p_win"], delta=1)

    def test_what_makes_no_sense(self):
        for words in ((), ("orc", "--matrix")):
            self.refused_with(2, "--curve is of one fight", "duel", "yarl", "player", *words, "--curve", "hp=1..3")
        ended = self.run_wyrm("duel", "yarl", "player", "orc", "--curve", "foe.hp=1..3")
        self.assertIn("'foe.hp' is of nobody", ended.err)
        self.assertIn("at most 2001 points", self.run_wyrm("duel", "yarl", "player", "orc", "--curve",
                                                           "hp=1..9000:1").err)


if __name__ == "__main__":
    main()
