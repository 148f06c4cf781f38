"""wyrm sense: what is told in words and for scripts, and what is typed wrong."""
import pathlib
import re

from wyrm_case import SMALL, WyrmCase, main

FIGHT = ("sense", "yarl", "player", "monsters.orc", "--metric", "win_chance(player@3, orc)")


class Sense(WyrmCase):
    def test_an_effect_is_the_difference_of_two_duels(self):
        answer = self.json(*FIGHT)
        plain = self.json("duel", "yarl", "player@3", "orc")["p_win"]
        keys = {key["key"]: key for key in answer["keys"]}
        for step in keys["monsters.orc.hp"]["steps"]:
            turned = self.json("duel", "yarl", "player@3", f"orc,hp={step['to']}")["p_win"]
            self.assertAlmostEqual(step["effects"][0]["value"], turned - plain, places=12)
            self.assertIsNone(step["effects"][0]["ci95"])
        strengths = [key["strength"] for key in answer["keys"]]
        self.assertEqual(strengths, sorted(strengths, reverse=True))
        self.assertEqual(answer["found"], sum(strength > 0 for strength in strengths))
        self.assertEqual(keys["monsters.orc.weight"]["strength"], 0)

    def test_words(self):
        text = " ".join(self.text(*FIGHT).split())
        self.assertIn("moves most: -1 in place of 0 makes 99.69 % of win_chance (player@3 against orc) "
                      "72.31 points less.", text)
        turned = self.text("sense", "yarl", "monsters.orc.hp", "--metric", "duel_turns(player@3, orc)")
        self.assertRegex(" ".join(turned.split()),
                         "moves most: .* makes [0-9.]+ turns of duel_turns .* [0-9.]+ (more|less)[.] ")
        self.assertIn("No effect found of 5 keys: monsters.orc.experience,", text)
        self.assertIn("Keys that change each other's effect", text)

    def test_a_question_has_a_number_only_where_its_metric_is_asked_again(self):
        asked = ("win_chance(player@3, orc)", "experience_to_level(5)", "win_chance(player@4, orc)")
        answer = self.json("sense", "tutorial", "player.hp", *(word for one in asked for word in ("--metric", one)))
        self.assertEqual([point["target"] for point in answer["goals"]],
                         ["win_chance", "experience_to_level", "win_chance_2"])

    def test_what_all_dungeons_agree_on_is_an_effect(self):
        """Rates of pity that are worked out are the same in every sample: the difference has no noise at all."""
        self.copy_small()
        keys = [f"loot.pity.thresholds.healing.{band}" for band in ("near", "far")]
        told = self.json("sense", SMALL, *keys, "--metric", "pity_rate(healing, bands=1)", "--effort", "10")
        found = {of["key"]: {step["effects"][0]["found"] for step in of["steps"]} for of in told["keys"]}
        self.assertEqual(found, dict(zip(keys, ({True}, {False}))))

    def test_games_at_any_number_of_threads(self):
        how = ("sense", "tutorial", "player.hp", "monsters.troll.experience", "--metric", "run_hazard(1..2)",
               "--effort", "1500", "--by", "60 %", "--seed", "3")
        text = self.text(*how, "--threads", "1")
        self.assertEqual(text, self.text(*how, "--threads", "3"))
        text = " ".join(text.split())
        self.assertIn("To make depth 1 a tenth easier", text)
        self.assertIn("wyrm solve tutorial player.hp 'run_hazard(1)=", text)
        self.assertIn("No effect found of 1 key: monsters.troll.experience.", text)

    def test_a_page_with_a_heat_map(self):
        text = self.text(*FIGHT, "--html", "sense.html")
        page = (pathlib.Path(self.folder) / "sense.html").read_text(encoding="utf-8")
        self.assertEqual(text, self.text(*FIGHT))
        self.assertIn("<svg", page)
        self.assertIn('<th scope="col"><bdi>player.hp</bdi></th>', page)
        self.assertIn("No effect found of 5 keys", page)

    def test_keys_that_begin_alike_have_labels_that_differ(self):
        self.text("sense", "yarl", "growth", "--metric", "hp_left(player@3, orc)", "--html", "sense.html")
        page = (pathlib.Path(self.folder) / "sense.html").read_text(encoding="utf-8")
        labels = re.findall(r'<text class="end slanted"[^>]*>([^<]*)</text>', page)
        keys = re.findall(r'<th scope="col"><bdi>(growth[^<]*)</bdi></th>', page)
        self.assertEqual(labels, keys)
        self.assertTrue(any(len(key) > 20 for key in keys))

    def test_of_each_target_the_three_keys_that_move_it_most(self):
        """Five stats that count 5 to 1 for who strikes, and 0.1 to 0.5 for who is struck."""
        self.write("own.yaml", """\
name: own
models: {combat: script, growth: points}
combat:
  script: |
    function attack(a, d)
      local worse = (d.s1 + 2 * d.s2 + 3 * d.s3 + 4 * d.s4 + 5 * d.s5) // 10
      return 5 * a.s1 + 4 * a.s2 + 3 * a.s3 + 2 * a.s4 + a.s5 + worse
    end
  stats: {s1: {}, s2: {}, s3: {}, s4: {}, s5: {}}
player: {hp: 500, s1: 100, s2: 100, s3: 100, s4: 100, s5: 100}
monsters: {orc: {hp: 500}}
targets:
  hit: {metric: hit_mean, of: player, against: orc, range: [1400, 1600]}
  hurt: {metric: hit_mean, of: orc, against: player, range: [100, 200]}
""")
        text = " ".join(self.text("sense", "own.yaml", "player").split())
        self.assertIn("player.s2 100 to 110: +40 on hit (player against orc) to 90: -40 on hit (player against orc) "
                      "player.s3 100 ", text)
        self.assertIn("What moves each target most "
                      "hit: player.s1 110 +50 (player against orc); player.s2 110 +40 (player against orc); "
                      "player.s3 110 +30 (player against orc); and 2 more "
                      "hurt: player.s5 110 +5 (orc against player); player.s4 110 +4 (orc against player); "
                      "player.s3 110 +3 (orc against player); and 2 more No effect found of 1 key: player.hp.", text)

    def test_one_pair_of_keys_is_told_with_what_is_beyond_each(self):
        """What multiplies: of 8 x 10 each is doubled, which gives 80 more, and both 240, 80 of it beyond."""
        self.write("pair.yaml", """\
name: pair
models: {combat: script, growth: points}
combat:
  script: function attack(a, d) return a.s1 * a.s2 end
  stats: {s1: {}, s2: {}}
player: {hp: 500, s1: 8, s2: 10}
monsters: {orc: {hp: 500}}
""")
        text = " ".join(self.text("sense", "pair.yaml", "player.s1", "player.s2", "--by", "100 %", "--metric",
                                  "hit_mean(player, orc)").split())
        self.assertIn("Keys that change each other's effect player.s1 16 and player.s2 20: +240 on hit_mean (player "
                      "against orc), +80 of it beyond what each does Each key was turned by 100 %", text)

    def crowd(self, count, most):
        """Seventeen stats that count, and so many that do only together; targets of 42 widths."""
        alone = " + ".join(f"{18 - i} * a.s{i}" for i in range(1, 18))
        together = " and ".join(f"a.s{i} > 10" for i in range(20, 20 + count))
        values = ", ".join(f"s{i}: {100 if i <= 17 else 10}" for i in range(1, 31))
        widths = [50 * (7 * i % 43 + 4) for i in range(1, most + 1)]
        targets = "".join(f"  t{i}: {{metric: hit_mean, of: player, against: orc, range: [{15300 - width}, "
                          f"{15300 + width}]}}\n" for i, width in enumerate(widths, 1))
        return self.write("crowd.yaml", f"""\
name: crowd
models: {{combat: script, growth: points}}
combat:
  script: |
    function attack(a, d) return {alone} + ({together} and 100 or 0) end
  stats: {{{", ".join(f"s{i}: {{}}" for i in range(1, 31))}}}
player: {{hp: 500, {values}}}
monsters: {{orc: {{hp: 500}}}}
targets:
{targets}""")

    def test_keys_that_move_something_are_counted_in_words(self):
        path = self.write("pair.yaml", "name: pair\nmodels: {combat: subtract}\nplayer: {hp: 9, power: 3, defense: 0}\n"
                          "monsters: {orc: {hp: 6, power: 1, defense: 0}}\n")
        ask = ("--metric", "win_chance(player, orc)", "--metric", "hp_left(player, orc)")
        text = " ".join(self.text("sense", path, "player.hp", *ask).split())
        self.assertIn("It is the one key that was turned.", text)
        self.assertNotIn(" 1 of 1 ", text)

    def test_what_is_not_turned_is_named(self):
        path = self.write("stats.yaml", """\
name: stats
models: {combat: script}
combat:
  stats: {power: {default: 3}, dice: {kind: amount, default: 1d4}, brave: {kind: flag, default: true}}
  script: "function attack(a, d) return {damage = a.power + roll(a.dice)} end"
player: {hp: 9}
monsters: {rat: {hp: 30, power: 1}}
""")
        ask = ("--metric", "attacks_to_kill(player, rat)")
        left = ["combat.stats.power.default", "combat.stats.dice.default"]
        self.assertEqual(self.json("sense", path, *ask)["left_out"], left)
        self.assertIn(f"Not turned, as texts, which may be words or dice: {', '.join(left)}. wyrm solve --as '{{}}'",
                      " ".join(self.text("sense", path, *ask).split()))
        self.assertEqual(self.json("sense", path, "player", *ask)["left_out"], [])
        self.refused(2, f"wyrm sense: '{left[0]}' is read as a text, as it may also be a word or dice "
                     "(wyrm solve --as '{}' asks for a number in it)\n", "sense", path, left[0], *ask)

    def test_a_key_that_cannot_be_turned_is_not_called_without_effect(self):
        path = self.write("drops.yaml", "name: drops\nextends: tutorial\n"
                          "drops: {orc: [{items: {healing_potion: 1}}]}\n")
        ask = ("--metric", "items_per_room(depths=1)")
        text = " ".join(self.text("sense", path, "drops", *ask).split())
        self.assertIn("No effect was found of any of 3 keys.", text)
        self.assertIn("Left out, as no ruleset comes of turning it: drops.orc.1.bonus.", text)
        self.assertEqual(text.count("drops.orc.1.bonus"), 2, text)
        text = " ".join(self.text("sense", path, "drops.orc.1.bonus", *ask).split())
        self.assertTrue(text.startswith("drops.orc.1.bonus cannot be turned."), text)
        self.assertNotIn("o effect", text)

    def test_what_does_not_fit_is_counted(self):
        text = " ".join(self.text("sense", self.crowd(2, 42), "player", "--html", "sense.html").split())
        self.assertIn("17 of 31 keys were found to move something.", text)
        self.assertIn("player.s15 100 to 110: +30 on t37 (player against orc) to 90: -30 on t37 (player against orc) "
                      "and 2 more (--json has all) What moves each target most t1: player.s1 110 +170 ", text)
        self.assertIn("t12: player.s1 110 +170 (player against orc); player.s2 110 +160 (player against orc); "
                      "player.s3 110 +150 (player against orc); and 14 more and 30 more targets (--json has all)", text)
        self.assertNotIn("t13:", text)
        # The heat map has the forty that are moved most: t6 and t12 are the widest of all.
        page = (pathlib.Path(self.folder) / "sense.html").read_text(encoding="utf-8")
        rows = re.findall(r"<li><bdi>(t\d+)</bdi>", page)
        self.assertEqual(rows, [f"t{i}" for i in range(1, 43) if i not in (6, 12)])
        text = " ".join(self.text("sense", "yarl", "player", "monsters", *FIGHT[4:]).split())
        self.assertRegex(text, r"No effect found of 292 keys: (?:[a-z._]+, ){39}[a-z._]+ and 252 more\.")

    def test_keys_that_matter_together_only(self):
        text = " ".join(self.text("sense", self.crowd(2, 1), "player").split())
        self.assertIn("Keys that matter together only player.s20 11 and player.s21 11: +100 on t1 (player against orc) "
                      "No effect found of 14 keys: ", text)
        text = " ".join(self.text("sense", self.crowd(4, 1), "player").split())
        self.assertIn("player.s20 11, player.s21 11, player.s22 11 and player.s23 11: +100 on t1 ", text)
        text = " ".join(self.text("sense", self.crowd(5, 1), "player").split())
        self.assertNotIn("Keys that matter together only", text)
        self.assertIn("All keys that do nothing by themselves do something at once, and no 4 of them explain it.", text)

    def test_what_is_exact_tells_how_to_ease_it_without_an_interval(self):
        text = " ".join(self.text("sense", "yarl", "player.hp", "player.power", "--metric",
                                  "room_death_chance(1..2)").split())
        self.assertIn("To make depth 1 a tenth easier (room_death_chance is 1.423 %), turn one of these: "
                      "player.power 0 to about 1 player.hp 54 to about 55 Exactly: wyrm solve yarl player.power "
                      "'room_death_chance(1)=1.28 %' To make depth 2 a tenth easier ", text)

    def test_a_ruleset_without_targets_of_games_is_asked_about_games_too(self):
        """What it calls them is no name of its own targets."""
        self.copy_small()
        self.write("mine.yaml", "name: mine\nextends: small_dungeon.yaml\ntargets:\n"
                                "  run_win_rate: {metric: hit_mean, of: player, against: rat, at_least: 1}\n")
        asked = ("mine.yaml", "player.hp", "--effort", "1000", "--by", "60 %", "--seed", "3")
        goals = self.json("sense", *asked)["goals"]
        self.assertEqual([(goal["target"], goal["metric"], goal["where"]) for goal in goals],
                         [("run_win_rate", "hit_mean", "player against rat"),
                          ("run_final_depth", "run_final_depth", "explorer"),
                          ("run_win_rate_", "run_win_rate", "explorer"),
                          ("run_hazard", "run_hazard", "explorer, depth 1")])
        played = self.json("sim", "mine.yaml", "--runs", "250", "--seed", "3")
        self.assertEqual([goal["value"] for goal in goals[:3]],
                         [5, played["final_depth"]["mean"], played["win_rate"]["value"]])
        self.assertRegex(" ".join(self.text("sense", *asked).split()),
                         r" run_final_depth: player.hp 19 \+[0-9.]+ ± [0-9.]+ \(explorer\) run_hazard: player.hp 19 ")

    def test_what_has_no_limit_moves_too(self):
        """An orc of power 1 never hurts a player of defense 1."""
        for power, key, what, rows in (
                (1, "monsters.orc.power", "2 in place of 1", ["2 a limit", "0 +0"]),
                (4, "monsters.orc.power", "1 in place of 4", ["7 -17", "1 no limit"])):
            self.write("own.yaml", f"name: own\nextends: tutorial\nmonsters: {{orc: {{power: {power}}}}}\n")
            text = " ".join(self.text("sense", "own.yaml", key, "--by", "80 %", "--metric",
                                      "attacks_to_kill(orc, player)").split())
            self.assertTrue(text.startswith(f"{key} moves most: with {what} attacks_to_kill (orc against player) has "
                                            f"{'no' if power > 1 else 'a'} limit. It is the one key"), text)
            self.assertIn(rows[0], text)
            self.assertEqual(rows[1] in text, power > 1)

    def test_no_effect_at_all_is_said_first(self):
        for keys, said in ((["monsters.troll.weight"], "monsters.troll.weight"),
                           (["monsters.troll.weight", "monsters.troll.hp"], "any of 2 keys")):
            self.assertTrue(self.text("sense", "tutorial", *keys, *FIGHT[4:]).startswith(
                f"No effect was found of {said}.\n"))

    def test_a_target_that_makes_no_sense_is_told_with_its_place(self):
        self.write("wrong.yaml", "name: wrong\nextends: yarl\ntargets:\n"
                                 "  a: {metric: win_chance, of: player@3, against: ork, at_least: 0}\n")
        for command in ["sense", "wrong.yaml", "player"], ["report", "wrong.yaml", "-o", "report.html"]:
            said = self.run_wyrm(*command)
            self.assertEqual((said.code, said.out), (3, ""), command)
            self.assertTrue(said.err.startswith("wrong.yaml:4:50: error: no combatant 'ork' (did you mean 'orc'?)\n"),
                            said.err)
        self.assertFalse((pathlib.Path(self.folder) / "report.html").exists())

    def test_what_is_typed_wrong(self):
        for words, why in (
                (("monsters.ork",), "did you mean 'orc'?"),
                (("--by", "0"), "--by takes a share"), (("--by", "120 %"), "--by takes a share"),
                (("--metric", "win_chans(player, orc)"), "did you mean 'win_chance'?"),
                (("name",), "nothing in 'name' is a number")):
            with self.subTest(words=words):
                self.refused_with(2, why, "sense", "yarl", *words)


if __name__ == "__main__":
    main()
