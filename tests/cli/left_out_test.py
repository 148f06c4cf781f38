"""What answers leave out is said beside them."""
from wyrm_case import WyrmCase, main

RULES = """
name: own
models: {combat: subtract}
player: {hp: 20, power: 5}
monsters:
  rat: {hp: 5, power: 2}
  spitter: {hp: 9, power: 4, shoots: [{range: 5, chance: 1/4}], flees: {at: 1/2}}
weapons:
  net: {power: 1}
left_out:
  - {what: the plague, monsters: [rat]}
  - {what: nets that hold, items: [net]}
  - {what: hunger}
"""


class LeftOut(WyrmCase):
    def setUp(self):
        super().setUp()
        self.path = self.write("own.yaml", RULES)

    def left_out(self, *words):
        return self.json(*words).get("leaves_out")

    def test_a_duel_says_what_the_two_can_do_besides(self):
        self.assertEqual(self.left_out("duel", self.path, "player", "spitter"), [
            "spitter shoots from up to 5 tiles away, in 25 % of the turns in which it could",
            "spitter flees with at most 50 % of its hit points"])
        self.assertIn("spitter shoots", self.text("duel", self.path, "player", "spitter"))

    def test_so_do_fights_of_floors_of_parties_and_of_two_rulesets(self):
        """With the command that tells more where the ruleset is named, and of a party only those in it."""
        models = "{combat: subtract, growth: points, encounter: tables, loot: tables, map: rooms}"
        halls = self.write("halls.yaml", RULES.replace("{combat: subtract}", models)
                           .replace("power: 1", "power: 1, weight: 1")
                           .replace("hp: 5, power: 2", "hp: 5, power: 2, weight: 2")
                           .replace("power: 4,", "power: 4, weight: 1,")
                           + "encounter: {last_depth: 2, rooms: {most: 2}}\n")
        other = self.write("other.yaml", "extends: halls.yaml\nname: other\nmonsters: {rat: {power: 4}}\n")
        said = "Exact duels are hand to hand, one against one: they leave out what spitter can do besides"
        for words, there in ((("curve", halls, "--runs", "5"), True), (("etp", halls, "spitter", "rat"), True),
                             (("etp", halls, "rat"), False), (("compare", halls, other, "--exact"), True)):
            self.assertEqual(said in " ".join(self.text(*words).split()), there, words)

    def test_so_do_duels_with_each_monster_and_along_a_curve(self):
        each = self.json("duel", self.path, "player,weapon=net")["duels"]
        self.assertEqual([duel["leaves_out"] for duel in each], [
            ["net: nets that hold", "rat: the plague"],
            ["net: nets that hold",
             "spitter shoots from up to 5 tiles away, in 25 % of the turns in which it could",
             "spitter flees with at most 50 % of its hit points"]])
        told = " ".join(self.text("duel", self.path, "player,weapon=net").split())
        self.assertIn("Something is left out of fights with rat, spitter: a single duel says what.", told)
        self.assertIn("left out is: net: nets that hold", told)
        curve = ("duel", self.path, "player", "spitter", "--curve", "hp=8..9")
        self.assertEqual(self.left_out(*curve), self.left_out(*curve[:4]))
        self.assertIn("spitter flees", self.text(*curve))

    def test_entries_are_said_where_they_touch_who_is_asked_about(self):
        rows = {("duel", "player", "rat"): ["rat: the plague"],
                ("hit", "player,weapon=net", "rat"): ["net: nets that hold", "rat: the plague"],
                ("hit", "player", "spitter"): None,
                ("duel", "player", "player"): None}
        for (command, one, other), wanted in rows.items():
            with self.subTest(command=command, one=one, other=other):
                self.assertEqual(self.left_out(command, self.path, one, other), wanted)

    def test_check_says_all_of_it(self):
        answer = self.json("check", self.path)
        self.assertEqual(answer["left_out"], ["the plague (rat)", "nets that hold (net)", "hunger"])
        self.assertEqual(len(answer["duels_leave_out"]), 2)
        self.assertIn("nets that hold (net)", self.text("check", self.path))

    def test_hit_tells_which_blows_are_for_afar_and_counts_the_others(self):
        rules = """
name: own
models: {combat: d20}
player: {hp: 20, to_hit: 5, damage: 1d6}
monsters:
  spitter: {hp: 9, armor_class: 10, attacks: [{bite: 2, to_hit: 99}, {spit: 50, to_hit: 99, only: range}]}
"""
        answer = self.json("hit", self.write("d20.yaml", rules), "spitter", "player")
        self.assertEqual([blow.get("only") for blow in answer["blows"]], [None, "range"])
        self.assertLess(answer["mean"], 5)

    def test_names_must_be_there(self):
        path = self.write("wrong.yaml", RULES.replace("[rat]", "[rot]"))
        self.assertIn("no monster 'rot'", self.run_wyrm("check", path).err)

    def test_who_is_first_in_the_game_is_said(self):
        path = self.write("first.yaml", RULES + "game: {first: monster}\n")
        told = [self.json("duel", path, *words).get("first_in_game") for words in (
            ("player", "rat"), ("rat", "player"), ("player", "rat", "--first", "opponent"), ("rat", "rat"))]
        self.assertEqual(told, ["opponent", None, None, None])
        wanted = "In the game monsters act first where both act at once: --first opponent."
        for words in ((), ("rat", "--curve", "hp=4..5"), ("rat", "--matrix", "--levels", "1..1")):
            with self.subTest(words=words):
                self.assertIn(wanted, " ".join(self.text("duel", path, "player", *words).split()))
                self.assertNotIn(wanted, " ".join(self.text(
                    "duel", path, "player", *words, "--first", "opponent").split()))


if __name__ == "__main__":
    main()
