"""A table of levels that the script of the combat says."""
from wyrm_case import WyrmCase, main

RULES = """
name: said
models: {combat: script, growth: levels}
combat:
  stats:
    accuracy: {kind: whole, greatest: 20}
    damage: {kind: amount, default: 1d6}
    type: {kind: word, of: [slash, fire]}
  script: |
    function attack(attacker, defender, blow)
      return chance(attacker.accuracy / 20) and roll(attacker.damage) or 0
    end
    function levels(level)
      local row = {hp = 20 + 5 * (level - 1), accuracy = 9 + level, experience = 50 * level * (level - 1)}
      if level == 3 then row.damage = "2d6" row.type = "fire" end
      return row
    end
growth: {table: script, last: 6}
player: {}
monsters:
  orc: {hp: 20, accuracy: 10, experience: 30}
"""


class ScriptLevels(WyrmCase):
    def rules(self, old="", new=""):
        self.assertIn(old, RULES)
        return self.write("said.yaml", RULES.replace(old, new) if old else RULES)

    def wrong(self, message, path):
        answer = self.run_wyrm("rules", "validate", path)
        self.assertEqual((answer.code, answer.out), (3, ""), message)
        self.assertRegex(answer.err, message)

    def test_the_player_at_a_level_has_what_the_script_says(self):
        path = self.rules()
        for level, hp, accuracy, mean in ((1, 20, 10, 3.5), (2, 25, 11, 3.5), (3, 30, 12, 7.0), (6, 45, 15, 7.0)):
            told = self.json("hit", path, f"player@{level}", "orc")
            self.assertAlmostEqual(told["mean"], accuracy / 20 * mean)
            told = self.json("duel", path, "orc", f"player@{level}")
            self.assertEqual(told["opponent"]["max_hp"], hp)

    def test_what_a_level_does_not_say_stays_as_it_was(self):
        self.assertIn("fire", self.text("hit", self.rules(), "player@6", "orc"))
        self.assertNotIn("fire", self.text("hit", self.rules(), "player@2", "orc"))

    def test_a_number_is_an_amount_too_and_regeneration_goes_with_the_level(self):
        path = self.rules('row.damage = "2d6"', "row.damage = 2 row.regeneration = 0.25")
        self.assertAlmostEqual(self.json("hit", path, "player@3", "orc")["mean"], 12 / 20 * 2)
        said, meant = (self.json("duel", path, fighter, "orc") for fighter in ("player@3", "player@3,regen=0.25"))
        self.assertEqual(said["p_win"], meant["p_win"])
        self.assertNotEqual(said["p_win"], self.json("duel", path, "player@3,regen=0", "orc")["p_win"])

    def test_experience_is_the_total_for_a_level(self):
        rows = self.json("rules", "show", self.rules(), "--levels", "1..6")["levels"]
        self.assertEqual([row["total"] for row in rows], [50 * n * (n - 1) for n in range(1, 7)])

    def test_levels_without_experience_go_by_the_list(self):
        rules = RULES.replace(", experience = 50 * level * (level - 1)", "")
        path = self.write("said.yaml", rules.replace("last: 6", "last: 6, experience: [0, 40, 90]"))
        rows = self.json("rules", "show", path, "--levels", "1..3")["levels"]
        self.assertEqual([row["total"] for row in rows], [0, 40, 90])

    def test_what_is_wrong_is_said(self):
        for old, new, message in (
                ("hp = 20", "ph = 20",
                 r"levels\(1\) returned 'ph', which is no stat \(one of accuracy, damage, type, hp,"),
                ("9 + level", "9.5 + level", r"levels\(1\) returned accuracy = 10.5: it must be a whole number"),
                ("9 + level", "16 + level", r"levels\(5\) returned accuracy = 21: .* to 20"),
                ("{hp = 20", "{hp = -20", r"levels\(1\) returned hp = -20: it must be"),
                ("{hp = 20 +", "{hp = 'x' ..",
                 r"levels\(1\) returned hp that is no number: it must be a whole number from 1"),
                ("row = {hp", "row = {regeneration = -0.5, hp",
                 r"levels\(1\) returned regeneration = -0.5: it must be a number from 0 to"),
                ('"2d6"', '"2q6"', r"levels\(3\) returned damage = '2q6': expected '\+' or '-', found 'q'"),
                ('"fire"', '"fir"', r"levels\(3\) returned type = 'fir': .*\(did you mean 'fire'"),
                ("accuracy = 9", 'accuracy = roll("1d2")', r"came to 2 different things: what a level is must be"),
                ("return row", "return 5", r"levels\(1\) returned no table"),
                ("return row", "return nope", r"said.yaml:16:14: error: there is no 'nope' in a script"),
                ("50 * level *", "(level - 1) * (4 - level) * (4 - level) *",
                 r"out of order: 4 for level 3 after 4 for level 2"),
                ("50 * level *", "9 - level +", r"everybody begins: the experience for it is 0"),
                ("if level == 3", "if level == 2 then row.experience = nil end if level == 3",
                 r"levels\(2\) says no experience and levels\(1\) does: all levels have it, or none\n"),
                ("if level == 3", "if level == 1 then row.experience = nil end if level == 3",
                 r"levels\(2\) says the experience and levels\(1\) does not: all levels have it, or none\n"),
                ("function levels", "function level", r"no function 'levels\(level\)'"),
                ("last: 6", "last: 6, then: {add: 5}", r"the experience is said twice"),
                ("table: script, ", "", r"'last' counts for nothing: no script is asked for levels"),
                ("player: {}", "levels: [{level: 2, hp: 3}]", r"'levels' counts for nothing: the script says"),
                ("last: 6", "last: 2000", r"2000")):
            self.wrong(message, self.rules(old, new))

    def test_what_a_newcomer_writes_is_answered_with_what_there_is(self):
        for old, new, message in (
                ('roll(attacker.damage)', 'math.random(6)', r"no 'math.random' .*\(between\(1, 20\) and roll"),
                ('chance(attacker.accuracy / 20)', 'random()', r"no 'random' .*\(between\(1, 20\) and roll")):
            answer = self.run_wyrm("hit", self.rules(old, new), "player", "orc")
            self.assertRegex(answer.err, message)
        self.assertEqual(answer.code, 3)
        path = self.write("bare.yaml", "name: bare\nmodels: {combat: script}\ncombat:\n"
                          "  script: function attack(a, d) return 1 end\n"
                          "player: {hp: 5, attacks: [{bite: 1d4}]}\n")
        answer = self.run_wyrm("rules", "validate", path)
        self.assertRegex(answer.err, r"no amount here \('stats: \{damage: \{kind: amount\}\}' declares it\)")
        self.assertRegex(answer.err, r"bare.yaml: 1 error\n$")

    def test_an_effect_of_nothing_is_none(self):
        rules = RULES.replace("  script: |", "  conditions: {dazed: {}, stung: {}}\n  script: |").replace(
            "return chance(attacker.accuracy / 20) and roll(attacker.damage) or 0",
            "return {damage = 1, effects = {dazed = 0, stung = 2}, own = {stung = 0}}")
        told = self.json("hit", self.write("said.yaml", rules), "player", "orc")["blows"][0]["effects"]
        self.assertEqual([(one["name"], one["mean"]) for one in told], [("stung", 2)])

    def test_what_the_section_declares_is_not_tried_as_a_number(self):
        told = self.json("check", self.rules())
        self.assertFalse([one for one in told["findings"] if "combat" in one["where"]], told)

    def test_other_combat_has_no_script_to_ask(self):
        path = self.write("plain.yaml", "name: plain\nmodels: {combat: subtract, growth: levels}\n"
                          "growth: {table: script}\nplayer: {hp: 5}\n")
        self.wrong("the combat 'subtract' has no script that says levels", path)


if __name__ == "__main__":
    main()
