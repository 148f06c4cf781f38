"""wyrm solve: what is answered in words and for scripts, and how it ends."""
import json
import math
import signal
import subprocess

from wyrm_case import WyrmCase, main

EVEN = ("solve", "yarl", "monsters.orc.hp", "win_chance(player@3, orc)=60 %")


class Solve(WyrmCase):
    def chance(self, hp):
        return self.json("duel", "yarl", "player@3", f"orc,hp={hp}")["p_win"]

    def test_an_answer_is_what_a_duel_says(self):
        answer = self.json(*EVEN)
        self.assertEqual((answer["schema"], answer["seed"], answer["wanted"]), ("wyrm/solve/1", 1, [0.6, 0.6]))
        best = answer["answers"][0]["best"]
        for point in (best, answer["answers"][0]["below"], answer["answers"][0]["above"], answer["now"]):
            self.assertAlmostEqual(point["value"], self.chance(int(point["at"])), places=12)
            self.assertIsNone(point["ci95"])
        # by hand: the least of all distances
        distances = {hp: abs(self.chance(hp) - 0.6) for hp in range(int(best["at"]) - 3, int(best["at"]) + 4)}
        self.assertEqual(min(distances, key=distances.get), best["at"])

    def test_samples_far_from_an_exact_answer_are_not_spoken_of(self):
        self.write("bog.yaml", "name: bog\nmodels: {combat: script}\nplayer: {hp: 20}\nmonsters: {bog: {hp: 22}}\n"
                   "combat:\n  stats: {damage: {kind: amount, default: 1d6}}\n  conditions:\n"
                   "    slowed: {slows: 2, most: 3}\n    poisoned: {damage: 1, stacking: adds, most: 8}\n  script: |\n"
                   "    function attack(a, b) return {damage = roll(a.damage), effects = {\n"
                   "      poisoned = between(0, 2), slowed = chance(1/4) and 2 or 0}} end\n")
        asked = ("solve", "bog.yaml", "monsters.bog.hp", "win_chance(player, bog)=45..52 %", "--effort", "300")
        near = self.text(*asked, "--from", "22", "--to", "922", "--step", "450")
        self.assertIn("gives it", near)
        self.assertNotIn("samples", near)

    DELVE = """name: delve
models: {combat: d20, growth: none, encounter: tables, loot: tables, map: rooms}
player: {hp: 20, armor_class: 12, to_hit: 3, damage: 1d8}
monsters: {imp: {hp: 9, armor_class: 12, to_hit: 2, damage: 1d6, weight: 1}}
encounter: {last_depth: 2, rooms: {most: 2}}
items: {tonic: {weight: 1, effect: {kind: heal, amount: 5}}}
map: {width: 40, height: 30, tries: 8}
"""

    def test_of_games_what_is_certain_comes_before_what_samples_allow(self):
        """And what stands there has one figure: that of all its games. Nothing is below 1 hit point."""
        self.write("delve.yaml", self.DELVE)
        asked = ("solve", "delve.yaml", "player.hp", "run_win_rate(bot=brawler)=..60 %", "--effort", "200",
                 "--to", "40")
        answer, text = self.json(*asked), " ".join(self.text(*asked).split())
        one, = answer["answers"]
        sure = [point["at"] for point in answer["points"]
                if one["from"] <= point["at"] <= one["to"] and point["ci95"][1] <= 0.6]
        self.assertEqual((one["from"], sure[0]), (1, 1))
        self.assertLess(sure[-1], one["to"])
        self.assertIn(f"player.hp 1 to {sure[-1]:.0f} gives run_win_rate (brawler) of at most 60 %", text)
        self.assertIn(f"The samples allow 1 to {one['to']:.0f} for at most 60 %.", text)
        at_now = [point for point in answer["points"] if point["at"] == 20]
        self.assertEqual(at_now, [answer["now"]])

    def test_where_samples_exclude_all_they_allow_none(self):
        self.write("delve.yaml", self.DELVE)
        answer = self.json("solve", "delve.yaml", "player.hp", "run_win_rate(bot=brawler)=50 %", "--step", "10",
                           "--from", "5", "--to", "35", "--effort", "2000")
        one, = answer["answers"]
        self.assertTrue(one["jumps"])
        text = self.text("solve", "delve.yaml", "player.hp", "run_win_rate(bot=brawler)=50 %", "--step", "10",
                         "--from", "5", "--to", "35", "--effort", "2000")
        self.assertIn("comes nearest", text)
        self.assertNotIn("samples allow", text)

    def test_values_that_give_as_much_are_as_near(self):
        """A hit does 3 at least: imps of 1 to 3 hit points last as long, and nobody lasts a bit longer than they."""
        self.write("delve.yaml", self.DELVE.replace("damage: 1d8", "damage: 1d4+2"))
        turns = [self.json("duel", "delve.yaml", "player", f"imp,hp={hp}")["turns"]["mean"] for hp in range(1, 7)]
        self.assertEqual(len(set(turns[:3])), 1)
        self.assertGreater(turns[3], turns[2])
        wanted = turns[2] + (turns[3] - turns[2]) / 5
        asked = ("solve", "delve.yaml", "monsters.imp.hp", f"duel_turns(player, imp)={wanted}", "--to", "6")
        one, = self.json(*asked)["answers"]
        self.assertEqual((one["from"], one["to"], one["jumps"], one["above"]["at"]), (1, 3, True, 4))
        self.assertIn("monsters.imp.hp 1 to 3 comes nearest to", " ".join(self.text(*asked).split()))

    def test_values_between_two_jumps_are_one_answer(self):
        self.write("band.yaml", "name: band\nmodels: {combat: script}\ncombat:\n  stats: {edge: {kind: whole}}\n"
                   "  script: |\n    function attack(a, d)\n      return a.edge >= 6 and a.edge <= 10 and 3 or 1\n"
                   "    end\nplayer: {hp: 9, edge: 1}\nmonsters: {rat: {hp: 5}}\n")
        one, = self.json("solve", "band.yaml", "player.edge", "hit_mean(player, rat)=2.5", "--to", "20")["answers"]
        self.assertEqual((one["from"], one["to"], one["jumps"], one["below"]["at"], one["above"]["at"]),
                         (6, 10, True, 5, 11))

    def test_a_pattern_has_one_gap(self):
        self.refused_with(2, "has more than one {} for the number", "solve", "yarl", "monsters.orc.hp",
                          "win_chance(player@3, orc)=60 %", "--as", "{}d{}")

    def test_words_of_every_kind_of_answer(self):
        self.assertIn("gives win_chance (player@3 against orc) of 50 to 70 %",
                      " ".join(self.text(*EVEN[:3], "win_chance(player@3, orc)=50..70 %").split()))
        text = self.text(*EVEN, "--to", "30")
        self.assertIn("No value of monsters.orc.hp from 1 to 30 gives 60 %:", " ".join(text.split()))
        self.assertIn("All values from 1 to 30 were tried.", text)
        text = " ".join(self.text("solve", "yarl", "monsters.troll.hp", "win_chance(player@3, orc)=60 %").split())
        self.assertIn("monsters.troll.hp makes no difference:", text)

    def test_what_is_beside_the_range_does_not_read_as_its_end(self):
        """A neighbour whose chance is next to nothing above the range is not told as what is wanted."""
        chance = {hp: self.chance(hp) for hp in (41, 42)}
        self.assertLess(chance[42], chance[41])
        asked = f"win_chance(player@3, orc)=1..{100 * chance[41] - 1.5e-4:.6f} %"
        rows = [line.split() for line in self.text(*EVEN[:3], asked).splitlines() if line.startswith("   ")]
        beside = next(row for row in rows if row[0] == "41")
        self.assertEqual(beside[2:], ["%"])  # neither gives it nor stands there
        self.assertGreater(float(beside[1]), 100 * chance[41] - 1.5e-4)
        self.assertEqual(beside[1], f"{100 * chance[41]:.3f}")

    def stopped_with_something_to_say(self, *asked):
        """What it says when it is stopped: later and later, until there is something."""
        seconds, said = 0.5, ""
        while not said and seconds < 300:
            process = self.start(*asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            with self.subTest(seconds=seconds):
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.wait(timeout=seconds)
            process.send_signal(signal.SIGTERM)
            said = process.communicate()[0].decode()
            self.assertEqual(process.returncode, 143)
            seconds *= 2
        return said

    def test_interrupted_it_tells_what_it_has_measured(self):
        asked = ("solve", "tutorial", "monsters.troll.hp", "run_survival(4)=50 %", "--effort", "1600")
        for more in ((), ("--json",)):
            said = self.stopped_with_something_to_say(*asked, *more)
            if more:
                answer = json.loads(said)
                self.assertEqual((answer["stopped"], answer["answers"]), (True, []))
                self.assertGreater(len(answer["points"]), 0)
            else:
                self.assertRegex(" ".join(said.split()), "^Stopped before it was known which values of "
                                 r"monsters.troll.hp give run_survival \(explorer, depth 4\) of 50 %\. Tried until "
                                 r"then: \d+\. monsters\.troll\.hp run_survival \d+ ")
                self.assertNotIn("gives it", said)

    def test_both_ends_of_an_answer_are_measured_with_all_maps(self):
        """Of a survey of loot few maps tell where to look: what is told has an interval, and is what check says."""
        asked = ("solve", "yarl", "loot.pity.thresholds.healing.B2", "pity_rate(healing, B2)=5..15 %")
        answer = self.json(*asked)
        found = answer["answers"][0]
        rows = {point["at"]: point for point in answer["points"]}
        self.assertEqual(set(rows), {found["below"]["at"], found["from"], found["best"]["at"], found["to"],
                                     found["above"]["at"]})
        for at, point in rows.items():
            low, high = point["ci95"]
            self.assertLess(low, high)
            self.assertEqual(0.05 <= point["value"] <= 0.15, found["from"] <= at <= found["to"], at)
        self.write("more.yaml", f"name: more\nextends: yarl\nloot: {{pity: {{thresholds: {{healing: "
                                f"{{B2: {found['to']:.0f}}}}}}}}}\ntargets: {{it: {{metric: pity_rate, of: healing, "
                                "bands: 2, range: [0.05, 0.15]}}\n")
        checked = self.json("check", "more.yaml", "--runs", "20")["verdicts"]
        value = next(row["value"] for row in checked if row["target"] == "it")
        low, high = rows[found["to"]]["ci95"]
        self.assertTrue(low <= value <= high, (low, value, high))
        text = self.text(*asked)
        for end in ("from", "to"):
            percent = math.floor(1000 * rows[found[end]]["value"]) / 10
            self.assertRegex(text, rf"\n +{found[end]:.0f} +{percent:.1f}[0-9]* % ± .*gives it\n")

    def test_answers_far_from_what_stands_there_are_found_each_whole(self):
        """A room holds 0 to 3 rats, each number as likely; its budget is 20 to 45. So within it are one rat and two of
        20 to 22.5, two and three of 10 to 15, but of those between only two."""
        self.write("rats.yaml", "name: rats\nmodels: {combat: accuracy, encounter: tables, map: rooms}\n"
                   "bands: {all: [1, 3]}\nplayer: {hp: 20, damage: 1d6}\n"
                   "monsters: {rat: {hp: 5, damage: 1d3, etp: 1000, weight: 1}}\n"
                   "encounter: {last_depth: 3, rooms: {most: 3}}\nthreat: {room_budget: {all: [20, 45]}}\n")
        asked = ("solve", "rats.yaml", "monsters.rat.etp", "room_status_share(OK, 1)=40..60 %")
        answer = self.json(*asked)
        ends = [end for one in answer["answers"] for end in (one["from"], one["to"])]
        for end, known in zip(ends, (10, 15, 20, 22.5), strict=True):
            self.assertAlmostEqual(end, known, delta=0.011)
        for point in answer["points"]:
            at = point["at"]
            if min(abs(at - end) for end in (10, 15, 20, 22.5)) > 0.01:
                inside = sum(20 < n * at < 45 for n in range(4)) / 4
                self.assertAlmostEqual(point["value"], inside, places=9, msg=at)
        flat = " ".join(self.text(*asked, "--from", "500").split())
        self.assertRegex(flat, r"makes no difference: room_status_share \(OK at depth 1\) is 0 % at every value of "
                               r"the \d+ tried from 500 to 101000")
        none = " ".join(self.text("solve", "rats.yaml", "monsters.rat.etp", "room_status_share(OK, 1)=90 %").split())
        self.assertRegex(none, r"No value of monsters\.rat\.etp of the \d+ tried from 0 to 101000 gives 90 %:")

    def test_what_the_ruleset_takes_is_followed_to_its_ends(self):
        self.write("steps.yaml", "name: steps\nmodels: {combat: accuracy, growth: levels}\n"
                   "growth: {experience: [0, 20, 40, 80]}\nplayer: {hp: 20, damage: 1d6}\n"
                   "monsters: {rat: {hp: 5, experience: 5}}\n")
        asked = ("solve", "steps.yaml", "growth.experience.3")
        self.assertEqual([one["best"]["at"] for one in self.json(*asked, "experience_to_level(3)=70")["answers"]], [70])
        self.assertIn("goes from 21 points (at 21) to 79 points (at 79).",
                      " ".join(self.text(*asked, "experience_to_level(3)=100").split()))

    def test_four_ends_of_what_the_ruleset_takes_are_followed(self):
        """It takes every other ten of values, and the answer lies within 0.05 of where it begins to again: the second
        and the fourth end are such, and so is the sixth, which is not looked at."""
        for begins, found in ((16.863, True), (36.863, True), (56.863, False)):
            path = self.write("ends.yaml", f"""name: ends
models: {{combat: script}}
combat:
  stats: {{x: {{kind: number}}}}
  script: |
    function attack(a, d)
      if (a.x + 3.137) // 10 % 2 == 1 and a.x < 60 then return 1/0 end
      return a.x >= {begins} and a.x < {begins} + 0.05 and 50 or 1
    end
player: {{hp: 9, x: 0}}
monsters: {{rat: {{hp: 9}}}}
""")
            answers = self.json("solve", path, "player.x", "hit_mean(player, rat)=50", "--from", "0", "--to",
                                "100")["answers"]
            self.assertEqual(len(answers), found)
            if found:
                self.assertTrue(begins <= answers[0]["best"]["at"] < begins + 0.05, answers)

    def test_what_is_refused_between_whole_numbers_goes_in_whole_ones(self):
        # A weight by depth takes decimals as far as its kind says; a table of weights does not.
        self.write("cats.yaml", "name: cats\nmodels: {combat: subtract, encounter: tables, map: tunnels}\n"
                   "encounter: {last_depth: 2, rooms: {most: [[2, 1]]}}\nplayer: {hp: 20, power: 5}\n"
                   "monsters: {rat: {hp: 4, power: 2, weight: 7}, cat: {hp: 8, power: 3, weight: 5}}\n")
        asked = ("cats.yaml", "monsters.cat.weight", "monster_share(cat, 1)=60..62 %")
        answer = self.json("solve", *asked)
        self.assertEqual([(one["best"]["at"], round(one["best"]["value"], 6)) for one in answer["answers"]],
                         [(11, round(11 / 18, 6))])
        tuned = self.json("tune", "cats.yaml", asked[2], "--keys", "monsters.cat.weight,monsters.rat.weight")
        self.assertEqual(tuned["knobs"][0]["step"], 1)
        self.assertTrue(tuned["answers"])

    def test_the_default_of_a_stat_is_asked_for_by_a_pattern(self):
        self.write("brine.yaml", """\
name: brine
models: {combat: script}
combat:
  stats: {might: {kind: whole, default: 1}, edge: {kind: amount, default: 1d6}}
  script: "function attack(a) return a.might end"
player: {hp: 10}
monsters: {orc: {hp: 10}}
""")
        how = "solve", "brine.yaml", "combat.stats.might.default", "hit_mean(player, orc)=4"
        self.assertEqual(self.run_wyrm(*how).err,
                         "wyrm solve: 'combat.stats.might.default' is read as a text, as it may also be a word or dice "
                         "(--as '{}' asks for a number in it)\n")
        self.assertIn("4 gives hit_mean", self.text(*how, "--as", "{}", "--step", "1"))
        self.write("tuned.yaml", "name: tuned\nextends: brine.yaml\n"
                                 "tune: {might: {keys: [combat.stats.might.default], as: '{}', from: 1, to: 9}}\n")
        tuned = self.json("tune", "tuned.yaml", "hit_mean(player, orc)=4")
        self.assertEqual((tuned["knobs"][0]["now"], bool(tuned["answers"])), (1, True))
        ended = self.run_wyrm("solve", "brine.yaml", "combat.stats.edge.default", "hit_mean(player, orc)=4")
        self.assertIn("is no number", ended.err)

    def test_several_answers_are_listed(self):
        """A blow hits with a chance that is greatest in the middle: ten of them at 80 % are 12.5 attacks."""
        self.write("hump.yaml", """\
name: hump
models: {combat: script}
combat:
  stats: {humps: {default: 50, least: 0, greatest: 100}}
  script: "function attack(a) return chance(4 * a.humps / 100 * (1 - a.humps / 100)) and 1 or 0 end"
player: {hp: 10}
monsters: {orc: {hp: 10, humps: 50}}
""")
        how = ("solve", "hump.yaml", "monsters.orc.humps")
        text = " ".join(self.text(*how, "attacks_to_kill(orc, player)=12.5", "--from", "1", "--to", "99").split())
        self.assertIn("More than one value of monsters.orc.humps gives attacks_to_kill (orc against player) of 12.5: "
                      "27.6393 and 72.3607. ", text)
        text = self.text(*how, "attacks_to_kill(orc, player)=12..13", "--from", "1", "--to", "99", "--step", "1")
        self.assertIn(" of 12 to 13: 26 to 29 and 71 to 74. ", " ".join(text.split()))
        rows = [line.split() for line in text.split("\n") if line.startswith("   ") and " attacks" in line]
        self.assertEqual([(row[0], " ".join(row[3:])) for row in rows[1:]],
                         [("25", ""), ("26", "gives it"), ("29", "gives it"), ("30", ""), ("50", "stands there"),
                          ("70", ""), ("71", "gives it"), ("74", "gives it"), ("75", "")])

    def test_values_that_make_no_ruleset_are_counted_with_the_reason(self):
        text = " ".join(self.text("solve", "yarl", "monsters.orc.damage", "win_chance(player@3, orc)=50..70 %", "--as",
                                  "[{}, 6]").split())
        self.assertIn("All values from [0, 6] to [100, 6] were tried. 94 of them the ruleset does not take: range of "
                      "'damage' descends: from 7 to 6.", text)

    def test_strict_fails_where_there_is_none(self):
        self.assertEqual(self.run_wyrm(*EVEN, "--to", "30", "--strict").code, 1)
        self.assertEqual(self.run_wyrm(*EVEN, "--strict").code, 0)
        self.assertEqual(self.run_wyrm(*EVEN, "--to", "30").code, 0)

    def test_games_tell_what_they_allow(self):
        how = ("solve", "tutorial", "monsters.orc.hp", "run_survival(1)=50 %", "--from", "10", "--to", "70",
               "--step", "10", "--effort", "100")
        answer = self.json(*how)
        self.assertEqual((answer["bot"], answer["games"], answer["every"]), ("explorer", 100, True))
        self.assertIsNotNone(answer["answers"][0]["best"]["ci95"])
        self.assertIn("The samples allow", self.text(*how))
        self.assertEqual(self.text(*how, "--threads", "1"), self.text(*how, "--threads", "3"))

    def test_what_is_typed_wrong(self):
        for words, why in (
                (("monsters.orc.hp", "win_chance(player, orc)"), "what is asked ends in what it should be"),
                (("monsters.orc.hp", "win_chance(player, orc)=60 %", "--from", "9", "--to", "3"),
                 "a range goes upwards: 9..3"),
                (("monsters.orc.hp", "win_chance(player, orc)=60 %", "--step", "0.5"), "goes in whole numbers"),
                (("monsters.orc.hp", "win_chance(player, orc)=60 %", "--from", "x"), "--from takes a number"),
                (("monsters.orc.hp", "first_item_chance(healing, 1, 3..5)=50 %"),
                 "'rooms' takes a number, found '3..5'"),
                (("monsters.orc.hp", "win_chance(player, orc, levels=x)=5 %"),
                 "'levels' takes a number or a range such as 3..5, found 'x'"),
                (("monsters.orc.hp", "win_chance(player, orc)=60 %", "--as", "2d6"), "'2d6' has no {}"),
                (("monsters.orc.hp", "win_chance(player, orc)=60 %", "--as", "orc{}"), "can be measured"),
                (("monsters.orc.damage", "win_chance(player, orc)=60 %"), "is no number")):
            with self.subTest(words=words):
                self.refused_with(2, why, "solve", "yarl", *words)


if __name__ == "__main__":
    main()
