"""etp of a group of monsters, and loot of a table: only what is asked about must be there."""

from wyrm_case import WyrmCase, main

# Power minus defense: a rat dies of the player's third blow and bites twice before, a wolf of the fourth.
FIGHT = """\
name: pack
models: {combat: subtract}
player: {hp: 20, power: 4, defense: 1}
monsters:
  rat: {hp: 10, power: 2}
  wolf: {hp: 16, power: 3}
"""
THREAT = """\
bands: {B1: [1, 3], B2: [4, 9]}
variants: {elite: {power: 1}}
threat:
  {room_budget: {B1: [5, 20], B2: [10, 40]}, band_factor: {B2: 2}, elite: 1.5, etp: {rat: 4, wolf: 9}}
"""
# Too many states to follow: what a hydra has of two conditions, and when.
PLAYED = """\
name: played
models: {combat: script}
combat:
  stats: {damage: {kind: amount}}
  conditions:
    poisoned: {most: 200, stacking: adds, each_turn: -1, damage: 1}
    weak: {most: 200, stacking: adds, each_turn: -1}
  script: |
    function attack(attacker, defender)
      local damage = roll(attacker.damage)
      if attacker.weak > 50 then damage = max(0, damage - 1) end
      return {damage = damage, effects = {poisoned = pick{1, 7, 40}, weak = pick{0, 30}}}
    end
player: {hp: 600, damage: 1d8}
monsters:
  rat: {hp: 10, damage: 1}
  hydra: {hp: 500, damage: 1d8}
"""


class Party(WyrmCase):
    def setUp(self):
        super().setUp()
        self.write("pack.yaml", FIGHT)
        self.write("points.yaml", FIGHT + THREAT)

    def test_without_threat_it_is_what_the_fights_cost(self):
        answer = self.json("etp", "pack.yaml", "rat", "x3", "wolf")
        self.assertEqual((answer["schema"], answer["etp"]), ("wyrm/etp-monsters/1", None))
        rat, wolf = answer["monsters"]
        self.assertEqual((rat["id"], rat["number"], rat["p_death"]), ("rat", 3, 0))
        self.assertAlmostEqual(rat["cost"], 2 * 1 / 20, delta=1e-12)
        self.assertAlmostEqual(wolf["cost"], 3 * 2 / 20, delta=1e-12)
        self.assertAlmostEqual(answer["cost"], 3 * 0.1 + 0.3, delta=1e-12)
        self.assertIn("they take 60.0 % of the hit points", self.flat("etp", "pack.yaml", "rat x3 + wolf"))
        # More than all that the player has is told as it is.
        self.assertIn("they take 180.0 % of the hit points", self.flat("etp", "pack.yaml", "rat x3 + wolf x5"))

    def flat(self, *line):
        return " ".join(self.text(*line).split())

    def test_what_was_played_has_intervals(self):
        self.write("played.yaml", PLAYED)
        duel = self.json("duel", "played.yaml", "player", "hydra")
        self.assertEqual(duel["fights"], 1000)
        hydra = self.json("etp", "played.yaml", "hydra")["monsters"][0]
        self.assertEqual(hydra["fights"], 1000)
        self.assertAlmostEqual(hydra["p_death"], 1 - duel["p_win"], delta=1e-12)
        for key in ("hp_lost", "p_death"):
            low, high = hydra[key + "_ci95"]
            self.assertTrue(low < hydra[key] < high < low + 0.05, (key, hydra))
        self.assertIn("their shares have intervals", self.run_wyrm("etp", "played.yaml", "hydra").out)
        exact = self.json("etp", "pack.yaml", "rat")["monsters"][0]
        self.assertNotIn("hp_lost_ci95", exact)

    def test_the_fight_that_is_drawn_is_named(self):
        """'wyrm duel' says why it is, and has to be asked about somebody."""
        self.write("played.yaml", PLAYED)
        path = self.write("hydras.yaml", "name: hydras\nextends: played.yaml\nmodels: {encounter: tables, "
                          "loot: tables, map: rooms}\nitems: {rock: {}}\nencounter: {last_depth: 2, rooms: {most: 1}}\n"
                          "monsters: {hydra: {weight: 1}}\n")
        said = self.flat("curve", path, "--runs", "2")
        self.assertIn("Depths 1-2: one of its fights is drawn at random ('wyrm duel' says why)", said)
        self.assertEqual(said.count("At depth 1 it is that of player@1 with hydra."), 1, said)

    def test_threat_against_the_budget_of_a_room(self):
        for depth, words, threat, status in (("1", "rat", 4, "UNDER"), ("1", "rat x2 + wolf", 17, "OK"),
                                             ("1", "rat x6", 24, "OVER"), ("4", "rat x6", 48, "OVER"),
                                             ("1", "rat,elite x3", 18, "OK"), ("4", "wolf", 18, "OK")):
            answer = self.json("etp", "points.yaml", words, "--depth", depth)
            self.assertEqual((answer["depth"], answer["etp"], answer["status"]), (int(depth), threat, status), words)
        self.assertEqual(self.json("etp", "points.yaml", "rat")["budget"], [5, 20])
        self.assertEqual(self.run_wyrm("etp", "points.yaml", "rat", "x6", "--strict").code, 1)
        self.assertEqual(self.run_wyrm("etp", "points.yaml", "rat", "x5", "--strict").code, 0)

    def test_who_has_no_level_stands_at_the_depth(self):
        """A rat of depth 3 has half as many hit points again, and bites once more than the first time."""
        rules = FIGHT.replace("subtract", "subtract, growth: points")
        rules += "growth: {scaling: [{from_depth: 3, hp: 1.5}]}\n"
        path = self.write("scaled.yaml", rules)
        cost = {who: self.json("etp", path, who, "--depth", "3")["monsters"][0]["hp_lost"]
                for who in ("rat", "rat@3", "rat@1", "rat,depth=1", "rat,hp=10")}
        self.assertEqual(cost["rat"], 3 / 20)
        self.assertEqual(cost["rat@3"], 3 / 20)
        self.assertEqual({cost["rat@1"], cost["rat,depth=1"], cost["rat,hp=10"]}, {2 / 20})

    def test_each_roll_of_the_hit_points_is_its_own_whole(self):
        """Two points of damage are a share of 5 or of 20 hit points, as often the one as the other."""
        path = self.write("rolled.yaml", """\
name: rolled
models: {combat: accuracy}
combat: {hit_base: 1, hit_step: 0, hit_clamp: [0, 1]}
player: {hp: "{5: 1, 20: 1}", damage: 1}
monsters: {crab: {hp: 3, damage: 1}}
""")
        answer = self.json("etp", path, "crab", "x3")
        self.assertAlmostEqual(answer["monsters"][0]["cost"], (2 / 5 + 2 / 20) / 2, delta=1e-12)
        self.assertAlmostEqual(answer["monsters"][0]["hp_lost"], (2 / 5 + 2 / 20) / 2, delta=1e-12)
        self.assertAlmostEqual(answer["cost"], 3 * (2 / 5 + 2 / 20) / 2, delta=1e-12)

    def test_a_cost_that_is_not_known_is_not_called_none(self):
        """Where an attack changes a counter of its own the cost of a fight with a monster is not followed."""
        path = self.write("counter.yaml", """\
name: counter
models: {combat: script, encounter: hordes, map: rooms}
combat:
  counters: {hidden: {most: 1}}
  stats: {damage: {kind: amount}}
  script: |
    function attack(a, d)
      return {damage = roll(a.damage), own = {hidden = -a.hidden}}
    end
player: {hp: 12, damage: 1d4}
monsters: {rat: {hp: 6, damage: 1d3}, sheep: {hp: 6}}
encounter: {last_depth: 2, depths: [{from_depth: 1, groups: 4}], hordes: {rat: {}, sheep: {}}}
bands: {all: [1, 2]}
threat: {room_budget: {all: [0, 30]}, etp: {rat: 3, sheep: 6}}
""")
        self.assertNotIn("rat from", self.flat("etp", path, "--runs", "20").split("room median")[0])

    def test_the_words_of_a_group(self):
        one = self.json("etp", "points.yaml", "rat x2 + wolf")
        for words in (("rat", "x2", "wolf"), ("rat", "x2", "+", "wolf"), ("rat x2", "wolf")):
            self.assertEqual(self.json("etp", "points.yaml", *words), one)
        for words, said in ((("goblin",), "no combatant 'goblin' ('wyrm rules show' names all there are)"),
                            (("rat", "x0"), "'rat x0': there must be at least one"),
                            (("rat", "x33"), "an arena holds at most 32 monsters"),
                            (("player", "vs", "rat"), None),
                            (("rat,asleep",), "'rat,asleep': sleep changes no monster's worth (it is what set fights "
                                              "know)"),
                            (("3", "rat"), "no combatant '3' (how many is written behind the name, 'orc x4')"),
                            (("raw,hp=3",), "'raw,hp=3' is no monster of the ruleset, and has no threat")):
            answer = self.run_wyrm("etp", "points.yaml", *words)
            self.assertEqual(answer.code, 2, words)
            if said:
                self.assertEqual(answer.err, f"wyrm etp: {said}\n")

    def test_what_is_about_floors_does_not_go_with_monsters(self):
        for option in (("--rooms",), ("--runs", "5"), ("--verbose",), ("--mode", "testing")):
            self.refused(2, f"wyrm etp: {option[0]} is about the floors of a dungeon: it does not go with monsters\n",
                         "etp", "points.yaml", "rat", *option)
        self.refused(2, "wyrm etp: --strict holds threat to its budget, and the ruleset has none\n",
                     "etp", "pack.yaml", "rat", "--strict")

    def test_what_is_missing_is_said(self):
        self.write("few.yaml", FIGHT.replace("player: {hp: 20, power: 4, defense: 1}\n", ""))
        self.refused_with(3, "'wyrm etp' needs", "etp", "few.yaml", "rat")
        self.write("no_fight.yaml", FIGHT.replace("player: {hp: 20, power: 4, defense: 1}\n", "") + THREAT)
        answer = self.json("etp", "no_fight.yaml", "rat")
        self.assertEqual((answer["etp"], answer["cost"], answer["player"]), (4, None, None))

    def test_threat_by_name_is_said_once_and_of_somebody(self):
        self.write("typo.yaml", FIGHT + THREAT.replace("wolf: 9", "wulf: 9"))
        self.assertIn("no monster is called 'wulf' (did you mean 'wolf'?)",
                      self.run_wyrm("etp", "typo.yaml", "rat").err)
        self.write("twice.yaml", "name: twice\nextends: yarl\nthreat: {etp: {troll: 9}}\n")
        self.assertIn("the threat of 'troll' is said twice", self.run_wyrm("etp", "twice.yaml", "troll").err)

    def test_creatures_are_completed(self):
        self.assertEqual(self.text("completion", "words", "--", "etp", "pack.yaml", "rat", "w").split("\t")[0].strip(),
                         "wolf")


class Table(WyrmCase):
    def test_loot_of_a_table_alone(self):
        self.write("hoard.yaml", "name: hoard\nmodels: {loot: tables}\nitems:\n"
                                 "  potion: {effect: {kind: heal, amount: 5}, weight: [[1, 3]]}\n"
                                 "  scroll: {effect: {kind: heal, amount: 5}, weight: [[3, 1]]}\n")
        depths = self.json("loot", "hoard.yaml", "--depth", "3")["depths"]
        self.assertEqual([depth["shares"] for depth in depths],
                         [{"potion": 0, "scroll": 1}] * 2 + [{"potion": 0.25, "scroll": 0.75}])

    def test_loot_that_is_only_sampled_says_what_it_needs(self):
        self.write("heap.yaml", "name: heap\nmodels: {loot: scatter}\nloot: {rations: 0}\nweapons: {sword: {}}\n"
                                "armors: {mail: {}}\nitems: {potion: {effect: {kind: heal, amount: 5}}}\n")
        self.refused(3, "wyrm loot: the loot model 'scatter' does not draw items one like the other: its rooms can "
                        "only be sampled\nwyrm loot: floors that are sampled need 'models: {encounter: ..., map: "
                        "...}', too\n", "loot", "heap.yaml")


if __name__ == "__main__":
    main()
