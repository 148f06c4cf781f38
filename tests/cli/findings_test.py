"""Findings of `wyrm check`: each kind appears where its fault is planted, and does not where it is not. Those of the
small dungeon are in tests/unit/findings_small_test.c."""
import json
import os
import re
import shlex

from wyrm_case import SMALL, WyrmCase, main, some

# What is said of those that are planted, to the last number.
WHOLE = os.path.join(os.environ["GOLDEN"], "findings")

# The lines that plant a fault, the kind and place of the finding (None: anywhere), words of it, and lines that come
# near without being a fault: with those no finding of the kind is at that place.
RUGGROGUE = [
    ("monsters: {dragon: {level: 60, glyph: D}}", "dead-configuration", "monsters.dragon",
     "Dragon never appears, as it begins at level 60 and no monster is above level 27: in none of 300 dungeons, "
     "so in fewer than 1.1 % of all", "monsters: {dragon: {level: 26, glyph: D}}"),
    ("items: {wand: {weight: 0, glyph: '/'}}", "dead-configuration", "items.wand",
     "Wand is never found: in none of 300 dungeons, so in fewer than 1.1 % of all",
     "items: {wand: {weight: 0.1, glyph: '/'}}"),
    ("loot: {look_levels: [1, 400]}", "dead-configuration", "weapons.beam_sword", "is never found: in none of",
     "loot: {look_levels: [1, 20]}"),
    ("encounter: {rooms: {most: [[1, 1], [2, 3], [3, 5], [9, 120]]}}", "dead-configuration", "encounter.rooms.most",
     "the row [9, 120] never counts: none of 300 dungeons went below depth ",
     "encounter: {rooms: {most: [[1, 1], [2, 3], [3, 5], [9, 15]]}}"),
    ("encounter: {rooms: {most: [[1, 1], [2, 3], [2, 5]]}}", "dead-configuration", "encounter.rooms.most",
     "the row [2, 5] changes nothing: the value is the same from depth 3",
     "encounter: {rooms: {most: [[1, 1], [2, 3], [1, 5]]}}"),
    ("combat: {spread: [{factor: 1, weight: 2}, {factor: 1, weight: 3}]}", "dead-configuration",
     "combat.spread.1.weight",
     "2 changes nothing: with 0, 1, 5 or 300 in its place hits, hit points and levels are the same, for players "
     "up to level 30 in any gear and monsters up to level 30",
     "combat: {spread: [{factor: 1, weight: 2}, {factor: 1.1, weight: 3}]}"),
    ("encounter: {levels: {deeper: 0.6, same: 1}}", "dead-configuration", "encounter.levels.deeper",
     "the monsters of every level of the tracker are the same", "encounter: {levels: {deeper: 0.6, same: 0.9}}"),
    ("items: {wand: {weight: 0.004, glyph: '/'}}", "barely-seen", "items.wand",
     "most players never meet it; a higher weight would help", "items: {wand: {weight: 0.4, glyph: '/'}}"),
    ("monsters: {dragon: {level: 27, glyph: D}}", "last-map-only", "monsters.dragon", "have it on the final map only",
     "monsters: {dragon: {level: 26, glyph: D}}"),
    ("encounter: {rooms: {chance: 0}}", "endless-dungeon", "encounter",
     "98.9 % to 100 % of the dungeons (300 of 300) have no final map by depth 200",
     "encounter: {rooms: {chance: 0.4}}"),
    ("growth: {player: {max_hp: {base: 8}}}", "outlier", None,
     "a fight with a monster of the own level is lost more often than won at levels 1",
     "growth: {player: {max_hp: {base: 28}}}"),
    ("growth: {monster: {attack: {base: 0.000001}}}", "outlier", None,
     "a fight with a monster of the own level costs the player nothing at levels 1",
     "growth: {monster: {attack: {base: 5}}}"),
    ("growth: {monster: {attack: {base: 0}}, player: {attack: {base: 0}}, weapon: {attack: {base: 0}}}", "outlier",
     None, "a fight with a monster of the own level may never come to an end at levels 1"),
    ("growth: {monster: {attack: {base: 0}, max_hp: {base: 2000}}}", "outlier", None,
     "a fight with a monster of the own level drags on at levels 1"),
    ("growth: {experience: {first: 5}}", "flat-experience", "growth.experience",
     "the experience to the next level does not grow after levels 1-60: 5 x 1.1 in whole numbers is 5; a first "
     "step of 10 would grow", "growth: {experience: {first: 10}}"),
    ("growth: {player: {attack: {base: 10, round: up}}}", "arithmetic-noise", "growth.player.attack",
     "at levels 14, 19, 22, 32", "growth: {player: {attack: {base: 10, round: nearest}}}"),
    ("growth: {armor: {defense: {base: 2, round: down}}}", "empty-level", "growth.armor",
     "armor of level 2-5, 7-10, 12-15, 17-20, 22-25, 27 has what one of the level before has",
     "growth: {armor: {defense: {base: 10, round: down}}}"),
    ("growth: {player: {max_hp: {base: 4, round: down}, attack: {base: 5, round: down}, defense: {base: 5, "
     "round: down}}}", "empty-level", "growth.player", "a player of level 2, 8, 10, 12, 18, 20, 22 has what",
     "growth: {player: {max_hp: {base: 10, round: nearest}, attack: {base: 5, round: down}}}"),
]

# What RuggRogue itself has, each gone where the cause is.
OF_RUGGROGUE = [
    ("", "arithmetic-noise", "growth.monster.experience",
     "single-precision arithmetic gives another whole number than the formula at levels 14, 19, 22, 32, 37, 43, "
     "48, 53: 24 instead of 23 at level 14", "growth: {monster: {experience: {base: 10, round: nearest}}}"),
    ("", "arithmetic-noise", "growth.experience", "rounded down at every level",
     "growth: {experience: {first: 5000}}"),
    ("", "dead-configuration", "combat.share_most",
     "the cap of 0.25 never takes effect: it counts only where attack is less than 2 x defense, and there "
     "attack / (8 x defense) is less than 0.25", "combat: {share_most: 0.2}"),
    ("", "dead-configuration", "loot.periodic",
     "no guaranteed weapon ever lies at depth 3, 7, 11, 15, 19, 23 (none in 400 games",
     "loot: {periodic: {places: 4}}"),
    ("", "dead-configuration", "loot.periodic",
     "no guaranteed armor ever lies at depth 3, 7, 11, 15, 19, 23 (none in 400 games",
     "loot: {periodic: {places: 4}}"),
]

# A fault of the small dungeon for each kind of finding that says what to type.
PLANTED = [
    "monsters: {rat: {synergy: 0.5}}",
    "encounter: {last_depth: 2}",
    "room_roles: {optional: {budget: spike}}",
    "encounter: {rooms: {most: [[2, 1], [2, 3]]}}",
    "threat: {room_budget: {near: [9, 14]}}",
    "monsters: {bat: {hp: 10, defense: 0, power: 4, etp: 12, weight: 1}, ogre: {hp: 60, etp: 2}}",
    "growth: {choices: {hp: {defense: 4, max_hp: ~}}}\nreference: [{from_depth: 1, combatant: player@1}, "
    "{from_depth: 3, combatant: 'player@3,armor=coat'}]\narmors: {coat: {defense: 1, slot: chest}}",
    "monsters: {ogre: {power: 60}, a: {hp: 10, defense: 0, power: 50, etp: 9, weight: 1}, b: {hp: 10, defense: 0,"
    " power: 50, etp: 9, weight: 1}, c: {hp: 10, defense: 0, power: 50, etp: 9, weight: 1}}",
    "items: {a: {weight: 0}, b: {weight: 0}, c: {weight: 0}, d: {weight: 0}, e: {weight: 0}}",
    "weapons: {club: {power: 1, weight: 0}}",
    "loot: {extra: {miniboss: [[1, 2]]}}",
    "loot: {density_rounding: truncate, density: {near: 0.3, far: 0.45}}",
    "items: {gem: {categories: [gems], weight: 1, bands: [2, 2]}}\nloot: {pity: {thresholds: {gems: {near: 4, "
    "far: 4}}}}",
    "loot: {pity: {thresholds: {healing: {near: 6000}}}}",
    "loot: {pity: {thresholds: {healing: {near: 1}}}}",
    "loot: {density: {near: 0}}",
]

# A ruleset whose damage stands in the records of its monsters, while hit points grow by level: the monster of a level
# has no attack.
RECORDS = """name: records
models: {combat: accuracy, growth: factor, encounter: tables, loot: banded, map: tunnels}
bands: {upper: [1, 4], lower: [5, 8]}
combat: {hit_base: 0.7, hit_step: 0.05, hit_clamp: [0.1, 0.9]}
growth: {factor: {first: 1, step: 0.2},
  player: {max_hp: {base: 40, round: nearest}, power: {base: 2, round: down}},
  monster: {max_hp: {base: 10, round: nearest}}, weapon: {}, armor: {},
  experience: {first: 40, increase: 6/5}}
encounter: {last_depth: 8, rooms: {most: [[1, 1], [3, 3]]}, roles: {end_boss: {depths: [8]}}}
loot: {categories: [healing], modes: {normal: [[1, 1]]}}
player: {damage: [1, 3], accuracy: 3, evasion: 2}
monsters:
  rat: {glyph: r, level: 1, damage: DAMAGE, weight: 50, accuracy: 2, evasion: 3}
  lich: {glyph: L, level: 7, damage: DAMAGE, kind: boss, weight: 1}
items: {potion: {weight: 40, categories: [healing], effect: {kind: heal, amount: 20}}}
"""


class Findings(WyrmCase):
    def setUp(self):
        super().setUp()
        self.copy_small()
        with open(WHOLE, encoding="utf-8") as file:
            self.whole = file.read().splitlines()

    def judged(self, text, runs):
        path = self.write("variant.yaml", text)
        return self.json("check", path, "--runs", str(runs))["findings"]

    def of_ruggrogue(self, changes):
        """Its targets, most of them of whole runs, are no part of what is tested here."""
        return self.judged(f"name: variant\nextends: ruggrogue\ntargets: ~\n{changes}\n", 300)

    def of_small(self, changes):
        return self.judged(f"name: variant\nextends: {SMALL}\n{changes}\n", 200)

    @staticmethod
    def told(findings, kind, where, words):
        return [finding for finding in findings if finding["kind"] == kind and where in (None, finding["where"]) and
                words in finding["message"]]

    def assert_planted(self, judge, plants):
        for changes, kind, where, words, *near in plants:
            with self.subTest(changes=changes):
                found = judge(changes)
                told = self.told(found, kind, where, words)
                self.assertTrue(told, json.dumps(found, indent=1))
                for finding in told:
                    self.assertIn(f"{finding['where']}: {finding['message']}", self.whole)
                for other in near:
                    self.assertEqual(self.told(judge(other), kind, where, ""), [], other)

    def assert_not_found(self, found, plants):
        for _, kind, where, words, *_ in plants:
            self.assertEqual(self.told(found, kind, where, words), [])

    def test_faults_planted_in_ruggrogue(self):
        self.assert_planted(self.of_ruggrogue, some(RUGGROGUE, 4))
        found = self.of_ruggrogue("")
        self.assert_not_found(found, RUGGROGUE)
        self.assertEqual({finding["kind"] for finding in found} & {"outlier", "endless-dungeon", "flat-experience"},
                         set())
        for finding in found:
            self.assertRegex(finding["message"], r"\d")
            self.assertTrue(finding["where"])

    def test_what_ruggrogue_has_until_its_cause_is_gone(self):
        self.assert_planted(self.of_ruggrogue, OF_RUGGROGUE)

    def test_no_gear_is_missed_below_the_last_depth(self):
        rules = ("name: t\nmodels: {encounter: tables}\nextends: ruggrogue\ntargets: ~\nmonsters: {orc: {weight: 1}}\n"
                 "encounter: {rooms: {most: [[2, 1]]}, last_depth: LAST}\n")
        for last, told in (2, []), (6, ["3 (none in 400 games; at the other depths down to 6 in"]):
            gaps = self.told(self.judged(rules.replace("LAST", str(last)), 1), "dead-configuration", "loot.periodic",
                             "no guaranteed weapon ever lies at depth ")
            self.assertEqual([gap["message"][40:94] for gap in gaps], told)

    def test_the_point_above_what_the_first_level_costs_is_no_part_of_what_it_costs(self):
        found = self.of_ruggrogue("growth: {experience: {first: 10, trigger: above}}")
        self.assertEqual(self.told(found, "flat-experience", None, ""), [])
        many = self.of_ruggrogue("growth: {experience: {increase: 2}}")
        for kind in "flat-experience", "arithmetic-noise":  # beyond what can be counted nothing grows
            self.assertEqual(self.told(many, kind, "growth.experience", ""), [])
        told, = self.told(found, "arithmetic-noise", "growth.experience", "")
        self.assertIn(" behind 10 x 1.1^(level - 1) by level ", told["message"])

    def test_games_that_begin_with_a_fight_that_is_lost(self):
        """One first room for two orcs and the player, and the same with a key."""
        rules = ("name: t\nextends: yarl\ntargets: ~\nmonsters: {orc: {weight: 1}}\n"
                 "game: {fair_start: FAIR}\n")
        found = self.told(self.judged(rules.replace("FAIR", "false"), 200), "unfair-start", "game", "in view")
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0]["message"], r"^\d+ % to \d+ % of games begin with somebody awake in view against "
                         r"whom even the best way to begin wins less than 90 % of fights \(\d+ of 200 games tried\)\. "
                         r"The hardest is run \d+ of seed 1: \d+ in view, and \d+ % of fights won\. ")
        self.assertEqual(self.told(self.judged(rules.replace("FAIR", "true"), 200), "unfair-start", None, ""), [])

    def test_floors_on_which_a_careful_player_is_never_hurt(self):
        rules = "name: t\nextends: tutorial\ntargets: ~\nmonsters: {orc: {power: POWER}, troll: {power: POWER}}\n"
        found = self.told(self.judged(rules.replace("POWER", "0"), 200), "easy-floor", None, "in none of 24 games")
        self.assertEqual([finding["where"][:6] for finding in found], ["depths"])
        self.assertEqual(self.told(self.judged(rules.replace("POWER", "9"), 200), "easy-floor", None, ""), [])
        reaper = "troll: {power: POWER}, reaper: {glyph: R, hp: 900, power: 300, weight: 5}"  # few live
        killed = rules.replace("troll: {power: POWER}", reaper).replace("POWER", "0")
        self.assertEqual(self.told(self.judged(killed, 200), "easy-floor", None, ""), [])
        long = self.judged(rules.replace("POWER", "9") + "player: {hp: 90000}\n", 200)
        self.assertEqual(len(self.told(long, "easy-floor", "game", "not looked for: the hit points")), 1)

    def test_what_is_told_once_is_not_told_again(self):
        found = self.judged(f"name: t\nextends: {SMALL}\nmonsters: {{wolf: {{hp: 5, defense: 0, power: 1, etp: 3, "
                            "weight: [[0, 1], [2, 9]]}}\n", 1)
        self.assertEqual([finding["where"] for finding in found if "wolf" in finding["where"]], ["monsters.wolf"])
        found = self.judged("name: t\nmodels: {combat: accuracy}\ncombat: {critical_factor: 3}\n"
                            "player: {hp: 9, damage: 1d4}\nmonsters: {rat: {hp: 5, damage: 1d3}}\n", 1)
        self.assertEqual([finding["message"] for finding in found if "critical" in finding["where"]],
                         ["no hit is ever critical: combat.critical_chance is 0"])

    def test_who_cannot_be_hurt_is_not_mended_by_fewer_hit_points(self):
        rules = ("name: t\nmodels: {combat: script, encounter: tables, map: rooms}\n"
                 "combat:\n  stats: {shell: {kind: flag}}\n"
                 "  script: |\n    function attack(a, d)\n      return d.shell and 0 or 2\n    end\n"
                 "player: {hp: 20}\nmonsters:\n  crab: {hp: 9, weight: 1SHELL}\n  king: {hp: 90, weight: 1}\n"
                 "encounter: {last_depth: 2}\n")
        for shell in (True, False):
            found = self.judged(rules.replace("SHELL", ", shell: true" if shell else ""), 1)
            crabs = [finding for finding in found if finding["where"] == "monsters.crab"]
            self.assertEqual(len(crabs), shell, found)
            if shell:
                self.assertIn("cannot be won: no blow takes it hit points", crabs[0]["message"])
                self.assertIn("see: wyrm hit variant.yaml 'player@1' 'crab@1' --explain",
                              " ".join(self.text("check", "variant.yaml", "--runs", "1").split()))
            king = [finding for finding in found if finding["where"] == "monsters.king"]
            self.assertIn("is lost more often than won: 0 % are won", king[0]["message"])

    def test_what_shots_and_summons_do_is_not_taken_for_nothing(self):
        """Duels are side by side: of those who hurt otherwise they do not tell what a fight costs."""
        rules = ("name: t\nmodels: {combat: accuracy, encounter: tables, map: rooms}\nbands: {all: [1, 2]}\n"
                 "player: {hp: 40, damage: 2d6}\nencounter: {last_depth: 2}\nthreat: {room_budget: {all: [0, 40]}}\n"
                 "monsters:\n  archer: {hp: 8, attacks: [{arrow: 1d8, only: range}, {pin: 0}], MORE weight: 1}\n")
        for more, unhurt in (("", True), ("shoots: [{range: 6}],", False), ("summons: [{what: {archer: 1}}],", False),
                             ("splits: {parts: 2},", False), ("flees: {at: 1/2},", True)):
            with self.subTest(more=more):
                found = self.judged(rules.replace("MORE", more), 1)
                self.assertEqual([one["kind"] for one in found if one["kind"] in ("unhurt-player", "outlier")],
                                 ["unhurt-player"] if unhurt else [])
        mixed = rules + ("  ogre: {hp: 20, damage: 3d6, weight: 1, etp: 20}\n"
                         "  page: {hp: 9, damage: 1d8, MORE weight: 1, etp: 20}\n")
        for more, told in (("", True), ("shoots: [{range: 6}],", False)):
            found = self.judged(mixed.replace("MORE", more), 1)
            where = [one["where"] for one in found if one["kind"] in ("outlier", "threat-misfit")]
            self.assertEqual("monsters.archer" in where, told, found)
            self.assertEqual("monsters.page" in where, told, found)

    def test_enchantment_that_the_combat_does_not_know_is_told(self):
        rules = ("name: t\nmodels: {loot: floorsCOMBAT}\nloot:\n  categories:\n    gear: {weight: 1, bonus: 1d2}\n"
                 "weapons: {axe: {MORE category: gear, weight: 1, bonuses: [{bonus: 2}]}}\n")
        for combat, more, told in (("accuracy", "", True), ("momentum", "mass: 1,", True), ("d20", "", False),
                                   ("subtract", "", False), ("", "", False)):
            path = self.write("variant.yaml", rules.replace("COMBAT", combat and ", combat: " + combat)
                              .replace("MORE", more))
            found = [one for one in self.json("check", path)["findings"] if "enchanted" in one["message"]]
            self.assertEqual([one["where"] for one in found], ["loot.categories.gear.bonus"] if told else [], combat)
            if told:
                self.assertIn("here and at 1 more place is as it was", found[0]["message"])

    def test_what_threat_is_derived_from_is_not_dead(self):
        """Threat that is derived is of an attack on the defaults of combat, which nobody here has."""
        rules = ("name: t\nmodels: {combat: d20, encounter: tables}\nbands: {all: [1, 2]}\n"
                 "combat: {armor_class: 14}\nplayer: {hp: 20, armor_class: 12, damage: 1d6}\n"
                 "encounter: {last_depth: 2}\nthreat: {room_budget: {all: [0, 40]}}\n"
                 "monsters: {orc: {hp: 9, armor_class: 12, damage: 1d6, WHAT}}\n")
        for what, dead in (("weight: 1", False), ("weight: 1, etp: 5", True)):
            found = self.judged(rules.replace("WHAT", what), 1)
            self.assertEqual([one["where"] for one in found if one["kind"] == "dead-configuration"],
                             ["combat.armor_class"] if dead else [], found)

    def test_where_a_script_says_what_lies_there_nothing_is_said_of_weights(self):
        found = self.judged("name: t\nmodels: {combat: accuracy, encounter: tables, loot: script, map: rooms}\n"
                            "player: {hp: 9, damage: 1d4}\nmonsters: {rat: {hp: 5, damage: 1d3, weight: 1}}\n"
                            "encounter: {last_depth: 2}\nitems: {gem: {}, stone: {}}\n"
                            "loot:\n  script: |\n    function items(depth)\n      return {gem = 1}\n    end\n", 1)
        self.assertEqual([finding["message"] for finding in found if finding["where"] == "items.stone"],
                         ["Stone can never be found: the script of loot never gives it, nor does anything else"])

    def test_what_the_kit_has_need_not_be_found(self):
        found = self.judged(f"name: t\nextends: {SMALL}\ngame: {{kit: [fork]}}\n"
                            "weapons: {fork: {weight: 0}, rake: {weight: 0}}\n", 1)
        self.assertEqual([finding["where"] for finding in found if "can never be found" in finding["message"]],
                         ["weapons.rake"])

    def test_who_is_summoned_or_splits_off_appears(self):
        """Whoever calls them comes by hordes, tables or a script; a caller that never comes brings nobody."""
        monsters = ("player: {hp: 30, damage: 1d6, accuracy: 4}\nweapons: {axe: {damage: 1d8, to_hit: 1}}\nmonsters:\n"
                    "  chief: {hp: 5, damage: 1d4, COMES summons: [{what: {slime: 1}}]}\n"
                    "  slime: {hp: 9, damage: 1d3, splits: {parts: 2, into: blob}}\n"
                    "  blob: {hp: 3, damage: 1d3, evasion: 4}\n"
                    "  king: {hp: 3, damage: 1d3, summons: [{what: {king: 1, page: 2}}, {what: {slime: 0}}]}\n"
                    "  page: {hp: 3, damage: 1d3}\n")
        for model, comes, rules in (
                ("hordes", "", "last_depth: 2, depths: [{groups: 1}], hordes: {chief: {}}"),
                ("tables", "weight: 1,", "last_depth: 2"),
                ("script", "", "last_depth: 2, script: 'function floor(d, s) return {chief = 1} end'")):
            with self.subTest(model=model):
                found = self.judged(f"name: t\nmodels: {{combat: accuracy, encounter: {model}}}\n"
                                    f"{monsters.replace('COMES', comes)}encounter: {{{rules}}}\n", 1)
                # Blobs alone can evade, so only a fight with one shows what the axe is good for.
                self.assertEqual([finding["where"] for finding in found if finding["kind"] == "dead-configuration"],
                                 ["monsters.king", "monsters.page"])

    def test_dungeons_as_they_are_made_do_not_tell_who_is_summoned_or_what_is_given(self):
        found = self.of_ruggrogue("monsters: {blob: {summons: [{what: {dragon: 1}}]}, dragon: {level: 60, glyph: D}}\n"
                                  "items: {wand: {weight: 0, glyph: '/'}, rod: {weight: 0, glyph: '/'}}\n"
                                  "game: {kit: [wand]}")
        self.assertEqual([finding["where"] for finding in found if " in none of 300 dungeons" in finding["message"]],
                         ["items.rod"])

    def test_what_a_shop_may_have_need_not_be_found(self):
        for offer, told in (("price: 5", False), ("price: 5, weight: 0", True),
                            ("price: 5, always: true, weight: 0", False), ("price: 5, weight: [[1, 9]]", True)):
            with self.subTest(offer=offer):
                found = self.judged(f"name: t\nextends: {SMALL}\nitems: {{gem: {{categories: [junk], weight: 0}}}}\n"
                                    f"shops: {{s: {{depths: [2, 9], stock: 1, offers: {{gem: {{{offer}}}}}}}}}\n", 1)
                self.assertEqual(bool(self.told(found, "dead-configuration", "items.gem", "never be found")), told)

    def test_the_blows_of_an_attack_count_and_what_they_say_for_nothing_does_not(self):
        found = self.judged("name: t\nmodels: {combat: d20}\nplayer: {hp: 20, damage: 1d6}\nmonsters:\n"
                            "  ogre: {hp: 9, attacks: [{fist: 1d8, times: 2}, {kick: 1d4}]}\n"
                            "  orc: {hp: 9, attacks: [{nod: 0, critical: 3}]}\n", 1)
        self.assertEqual([finding["where"] for finding in found], ["monsters.orc.attacks.1.critical"])

    def test_who_guards_a_place_where_groups_come_to_rooms_is_not_dead(self):
        """The figures of rooms are without guards, which every floor of theirs has all the same."""
        rules = """name: packs
models: {combat: d20, encounter: hordes}
player: {hp: 20, damage: 1d6}
monsters: {goblin: {hp: 6, damage: 1d6}, troll: {hp: 26, damage: 2d6}}
encounter:
  last_depth: 5
  per: PER
  depths: [{groups: "[2, 4]"}]
  hordes:
    goblin: {frequency: [[10, 1], [4, 4]]}
    troll: {depths: [3, 5], frequency: 2}
    gatekeeper: {leader: troll, members: {goblin: 2}, depths: [5, 5], guards: exit, chance: 1/2}
    nobody: {leader: troll, depths: [5, 5], guards: exit, chance: 0}
"""
        for per in "floor", "room":
            path = self.write("packs.yaml", rules.replace("PER", per))
            places = [finding["where"] for finding in self.json("check", path)["findings"]]
            self.assertEqual([place for place in places if "gatekeeper" in place], [])
            self.assertNotEqual([place for place in places if "nobody" in place], [])
            text = " ".join(self.text("curve", path, "--floors").split())
            besides = "Groups that guard a place of their floor come besides: gatekeeper at depth 5 (50.0 %)."
            self.assertEqual(besides in text, per == "room")

    def test_what_counts_from_some_size_on_only_is_not_dead(self):
        """Least damage, or armor, hides what is a little more: what is far more is tried as well."""
        for combat, player, snail in (("accuracy}\ncombat: {least_damage: 1", "damage: 1d4", "damage: 0"),
                                      ("accuracy", "damage: 1d4, defense: 60", "damage: [1, 2]"),
                                      ("d20}\ncombat: {resist_factor: 1/20", "damage: 1d4, resist: [cold]",
                                       "damage: 1d4, type: cold")):
            with self.subTest(snail=snail):
                found = self.judged(f"name: t\nmodels: {{combat: {combat}}}\nplayer: {{hp: 30, {player}}}\n"
                                    f"monsters: {{snail: {{hp: 6, {snail}}}}}\n", 1)
                self.assertEqual(self.told(found, "dead-configuration", "monsters.snail.damage", ""), [])

    def test_what_growth_does_to_a_stat_that_counts_now_and_then_is_not_dead(self):
        found = self.judged("name: t\nmodels: {combat: script, growth: points}\ncombat:\n"
                            "  stats: {fury: {kind: whole}, venom: {kind: whole}}\n"
                            "  conditions: {poisoned: {most: 9}}\n"
                            "  script: |\n    function attack(a, d)\n      local n = roll('1d4')\n"
                            "      if a.hp * 2 < a.max_hp then n = n + a.fury end\n"
                            "      if d.poisoned > 0 then n = n + a.venom end\n"
                            "      return {damage = n, effects = {poisoned = 2}}\n    end\n"
                            "player: {hp: 30}\nmonsters: {rat: {hp: 20}}\n"
                            "growth: {choices: {wrath: {fury: 3}, snake: {venom: 2}, hale: {max_hp: 5}}}\n", 1)
        self.assertEqual(found, [])

    def test_what_cannot_be_worked_out_is_not_alike(self):
        found = self.judged("name: t\nmodels: {combat: accuracy, growth: points, encounter: tables, map: tunnels}\n"
                            "bands: {all: [1, 4]}\nplayer: {hp: 40, damage: 1d6}\nmonsters:\n"
                            "  rat: {hp: 5, damage: '[1, 4]', weight: 10, etp: 7.56}\n"
                            "  ogre: {hp: 18, damage: 2d4, weight: 8, etp: 12.137}\n"
                            "encounter: {last_depth: 4, rooms: {most: [[2, 1], [5, 3]]}, budget: fill}\n"
                            "threat: {room_budget: {all: [10, 70]}}\n", 1)
        self.assertEqual(self.told(found, "steps-alike", None, ""), [])

    def test_who_is_not_varied_hits_as_ever(self):
        """Their dice are known to the rules of a trial, too: else all that a defender has would seem to count."""
        found = self.judged("name: t\nmodels: {combat: d20}\nplayer: {hp: 20, to_hit: 3, damage: 1d8}\nmonsters:\n"
                            "  rat: {hp: 8, to_hit: 2, damage: 1d4, armor_class: 11, save: 5}\n", 1)
        self.assertEqual([finding["where"] for finding in found], ["monsters.rat.save"])

    def test_what_a_script_cannot_ask_for_is_told_once_where_it_is_declared(self):
        """A key may also be put together, or be handed in; a word in a comment asks for nothing."""
        rules = ("name: t\nmodels: {combat: script}\ncombat:\n  stats: {damage: {kind: amount}, luck: {LUCK},\n"
                 "    key: {kind: word, of: [WORD]}}\n  conditions: {dazed: {DAZED}}\n  counters: {focus: {most: 4}}\n"
                 "  script: |\n    -- luck, dazed and focus\n    function attack(attacker, defender)\n"
                 "      local key = attacker.key\n      LINE\n      return roll(attacker.damage)\n    end\n"
                 "player: {hp: 30, damage: 1d4, luck: 2}\nmonsters:\n"
                 "  rat: {hp: 5, damage: 1d3, luck: 3, focus: 2MORE}\n  cat: {hp: 5, damage: 1d3, luck: 4}\n")
        every = {"combat.stats.luck", "combat.conditions.dazed", "combat.counters.focus"}
        for change, alive in (({}, ""), ({"LUCK": "plus_of: weapon"}, ""), ({"LUCK": "means: reach"}, "luck"),
                              ({"DAZED": "helpless: true"}, ""), ({"DAZED": "slows: 2", "MORE": ", dazed: 1"}, "dazed"),
                              ({"DAZED": "helpless: true, each_turn: 1, most: 2"}, "dazed"),
                              ({"MORE": ", dazed: 1"}, ""),
                              ({"DAZED": "helpless: true", "MORE": ", dazed: 1"}, "dazed"),
                              ({"LINE": "if attacker.dazed > 0 then return {damage = 0, own = {focus = -1}} end"},
                               "dazed focus"),
                              ({"LINE": "if attacker['luck'] > 9 then return 0 end"}, "luck"),
                              ({"LINE": "if attacker[key] > 9 then return 0 end"}, ""),
                              ({"LINE": "if attacker[key] > 9 then return 0 end", "WORD": "luck"}, "luck"),
                              ({"LINE": "if attacker['lu' .. key] > 9 then return 0 end", "WORD": "ck"},
                               "luck dazed focus"),
                              ({"LINE": "for k, v in pairs(attacker) do if v == 9 then return 0 end end"},
                               "luck dazed focus")):
            with self.subTest(change=change):
                text = rules
                for word, usual in (("LUCK", "default: 1"), ("WORD", "hp"), ("DAZED", "most: 1"), ("LINE", ""),
                                    ("MORE", "")):
                    text = text.replace(word, change.get(word, usual))
                found = self.judged(text, 1)
                self.assertEqual({finding["where"] for finding in found if finding["kind"] == "dead-configuration"},
                                 {where for where in every if where.split(".")[2] not in alive.split()})

    def test_levels_of_a_table_that_bring_nothing(self):
        """Down to the last that the table says something of, be there a row of its own or not."""
        rules = ("name: t\nmodels: {combat: accuracy, growth: levels}\ngrowth: {experience: [0, 40, 120, 300]THEN}\n"
                 "player: {hp: 30, accuracy: 4, damage: 1d4}\nlevels: [{level: 2, hp: 38}, MORE{level: 4, hp: 45}]\n"
                 "monsters: {rat: {hp: 5, damage: 1d3, experience: 5}}\n")
        for more, then, levels in (("", "", "3"), ("{level: 3, hp: 38, accuracy: 4}, ", "", "3"),
                                   ("{level: 3, regeneration: 1}, ", "", None), ("{level: 3, damage: 1d6}, ", "", None),
                                   ("{level: 3, hp: 39}, ", ", then: {add: 50}", None),
                                   ("{level: 3, hp: 7d9}, ", "", None), ("", ", then: {add: 50}", "3")):
            with self.subTest(more=more, then=then):
                found = self.judged(rules.replace("MORE", more).replace("THEN", then), 1)
                told = self.told(found, "empty-level", "levels", "")
                self.assertEqual([finding["message"] for finding in told],
                                 [f"a player of level {levels} has what one of the level before has, hit points and "
                                  "all stats: the level brings nothing"] if levels else [])

    def test_a_level_that_the_script_reads_brings_something(self):
        """Though hit points and stats stay: damage may follow the level. Its name alone says nothing."""
        rules = ("name: t\nmodels: {combat: script, growth: levels}\ngrowth: {table: script, last: 150}\n"
                 "combat:\n  script: |\n    function attack(attacker, defender)\n      LINE\n    end\n"
                 "    function levels(level)\n      return {hp = 20, experience = 10 * (level - 1)}\n    end\n"
                 "player: {hp: 20}\nmonsters: {rat: {hp: 5}}\n")
        for line, flat in (("return roll('1d4')", True), ("local level = 2 return roll('1d4') + level", True),
                           ("return roll('1d4') + attacker.level", False),
                           ("return roll('1d4') + attacker['level']", False)):
            with self.subTest(line=line):
                told = [finding["message"] for finding in self.judged(rules.replace("LINE", line), 1)
                        if finding["kind"] == "empty-level"]
                self.assertEqual(told, ["a player of level 2-150 has what one of the level before has, hit points "
                                        "and all stats: the level brings nothing"] if flat else [])

    def test_what_is_only_shot_counts_where_somebody_shoots_it(self):
        """All that an arrow says, and the save and the resistance that it alone meets."""
        rules = ("name: t\nmodels: {combat: d20}\ncombat: {resist_factor: 1/4}\n"
                 "player: {hp: 20, damage: 1d8, save: 2}\narmors: {coat: {armor_class: 15, resist: [cold]}}\n"
                 "monsters:\n  orc: {hp: 9, attacks: [{club: 1d4, only: melee}, "
                 "{arrow: 1d6, only: range, to_hit: 7, rider: 1d6, rider_type: cold, save_dc: 9}]SHOOTS}\n")
        arrow = [f"monsters.orc.attacks.2{key}" for key in (".arrow", ".to_hit", ".rider", ".rider_type", ".save_dc")]
        every = {"combat.resist_factor", "player.save", *arrow}
        for shoots, dead in (("", every), (", shoots: [{range: 5}]", set()),
                             (", shoots: [{range: 5, blow: arrow}]", set()),
                             (", shoots: [{range: 5, blow: club}]", every)):
            with self.subTest(shoots=shoots):
                found = self.judged(rules.replace("SHOOTS", shoots), 1)
                self.assertEqual({finding["where"] for finding in found
                                  if finding["kind"] == "dead-configuration"}, dead)

    def test_a_script_knows_how_far_a_shot_goes(self):
        """Cover counts from three tiles on, so against a blow that is for melee only where it is what is shot."""
        rules = ("name: t\nmodels: {combat: script, growth: points}\n"
                 "growth: {experience: {base: 20}, choices: {duck: {cover: 2}}}\ncombat:\n"
                 "  stats: {damage: {kind: amount}, cover: {default: 0, least: 0}}\n  script: |\n"
                 "    function attack(attacker, defender, blow)\n"
                 "      local damage = roll(attacker.damage)\n      if blow.distance < 3 then return damage end\n"
                 "      return math.max(0, damage - defender.cover)\n    end\nplayer: {hp: 20, damage: 1d8}\n"
                 "monsters:\n  orc: {hp: 9, attacks: [{dart: 1d4, only: melee}], shoots: [{range: 8, BLOW}]}\n")
        for blow, dead in (("blow: dart", []), ("near: true", ["growth.choices.duck.cover"])):
            with self.subTest(blow=blow):
                found = self.judged(rules.replace("BLOW", blow), 1)
                self.assertEqual([finding["where"] for finding in found], dead)

    def test_what_pity_no_longer_gives_is_barely_seen(self):
        found = self.of_small("loot: {density: {near: 0.002, far: 0.002}, "
                              "pity: {thresholds: {healing: {near: 0, far: 0}}}}")
        self.assertTrue(self.told(found, "barely-seen", "items.potion", "most players never meet it"))

    def test_a_budget_that_is_met_somewhere_is_told_for_the_rest(self):
        found = self.of_small("encounter: {rooms: {most: [[1, 1], [2, 2]]}}\n"
                              "threat: {room_budget: {near: [16, 20]}}")
        self.assertTrue(self.told(found, "unreachable-budget", "threat.room_budget.near",
                                  "within 16 to 20 at depth 1: one monster, the most of a room, comes to 15 at most"))

    def test_a_monster_of_a_level_that_is_none_of_the_ruleset_is_not_judged(self):
        harmless = "a fight with a monster of the own level costs the player nothing"
        for damage, told in (("[1, 3]", False), ("[0, 0]", True)):  # where no monster can hurt it is told as ever
            found = self.judged(RECORDS.replace("DAMAGE", damage), 60)
            self.assertEqual(bool(self.told(found, "outlier", None, harmless)), told)
            # What was tried in place of a value is listed once: less by one and none at all are both 0.
            lich = self.told(found, "dead-configuration", "monsters.lich.weight", "changes nothing")
            self.assertIn("with 0, 3 or 200 in its place", lich[0]["message"])

    def commands_of(self, ruleset):
        """Kind of finding and what is to be typed, its lines joined."""
        text = self.text("check", ruleset, "--runs", "20")
        for finding in text.split("\nFINDING  ")[1:]:
            typed = re.search(r"^ +(?:ask|see): wyrm ((?:.+\n)+)", finding, re.MULTILINE)
            if typed:
                yield finding.split()[0], shlex.split(re.sub(r"(?<=\+)\n +", "", typed[1]))

    def test_a_fight_that_kills_who_rolled_few_hit_points_is_not_harmless(self):
        """One blow of 1 takes half of all players everything, the others next to nothing."""
        path = self.write("rolled.yaml", "name: t\nmodels: {combat: accuracy, encounter: tables, loot: tables, "
                          "map: rooms}\ncombat: {hit_base: 1, hit_step: 0, hit_clamp: [0, 1]}\n"
                          "items: {rock: {}}\nplayer: {hp: \"{1: 1, 3999: 1}\", damage: 1}\n"
                          "encounter: {last_depth: 1}\nmonsters: {crab: {hp: 2, damage: 1, weight: 1}}\n")
        found = self.json("check", path, "--runs", "20")["findings"]
        self.assertFalse(self.told(found, "outlier", "monsters.crab", "costs the player nothing"), found)

    def test_what_is_said_to_be_asked_of_dice_can_be_asked(self):
        """A number in the place of hit points that are rolled, which `wyrm solve` does not take by themselves."""
        for hp in ("60", "6d8+20", '"{30: 2, 90: 1}"'):
            with self.subTest(hp=hp):
                path = self.write("dice.yaml", "name: t\nmodels: {combat: d20, encounter: tables, loot: tables, "
                                  "map: rooms}\nitems: {rock: {}}\nplayer: {hp: 10, damage: 1d4}\n"
                                  "encounter: {last_depth: 1}\n"
                                  f"monsters: {{ogre: {{hp: {hp}, damage: 1d6, weight: 1}}}}\n")
                (words,) = [words for kind, words in self.commands_of(path) if kind == "outlier"]
                self.assertEqual((words[0], words[2]), ("solve", "monsters.ogre.hp"))
                self.assertEqual("--as" in words, hp != "60")
                self.assertEqual(self.run_wyrm(*(" ".join(word.split()) for word in words)).code, 0)

    def test_what_a_finding_says_to_type_runs_and_is_about_it(self):
        kinds = set()
        rulesets = ["yarl", "ruggrogue"]
        for i, changes in enumerate(PLANTED):
            rulesets.append(self.write(f"{i}.yaml", f"name: variant\nextends: {SMALL}\n{changes}\n"))
        typed = set()
        for ruleset in rulesets:
            for kind, words in self.commands_of(ruleset):
                kinds.add(kind)
                words = [" ".join(word.split()) for word in words]
                quick = ["--runs", "10"] if words[0] in ("curve", "loot") else []
                if (words[0], ruleset) in typed and words[0] != "solve":
                    continue
                typed.add((words[0], ruleset))
                self.assertIn(ruleset, words)
                with self.subTest(kind=kind, words=words):
                    self.assertIn(self.run_wyrm(*words, *quick).code, (0, 1))
        self.assertLessEqual({"dead-configuration", "bands-alike", "outlier", "unhurt-player", "threat-misfit",
                              "arithmetic-noise", "unreachable-budget", "empty-category", "pity-never-due",
                              "pity-always-due", "pity-sole-source"}, kinds)
        self.assertLessEqual({"solve", "sense", "curve", "duel", "loot", "etp", "rules"},
                             {command for command, _ in typed})


if __name__ == "__main__":
    main()
