"""Targets of `wyrm check`: what is measured where, as it is known otherwise; verdicts; who plays, and how long; and
what is said of targets that make no sense."""
import math
import os
import re

from wyrm_case import SLOW, SMALL, WyrmCase, main, some

# A target of RuggRogue, its metric with what of it is meant, its value, and how far that may be off.
EXACT = [
    ("max-hp", "stat, of: player@6, stat: max_hp", 45, 0),
    ("hp", "stat, of: 'player@6,hp=20', stat: hp", 20, 0),
    ("attack", "stat, of: 'player@6,weapon=6', stat: attack", 12, 1e-06),
    ("ratio", "stat_ratio, of: 'player@6,weapon=6,armor=6', against: monster@6, stat: attack", 1, 1e-06),
    ("ratio-of-nothing", "stat_ratio, of: 'raw,attack=1', against: 'raw,attack=0', stat: attack", math.inf, 0),
    ("difference", "stat_difference, of: player@6, against: monster@6, stat: max_hp", 24, 0),
    ("curve", "curve, of: monster, stat: experience, levels: 14", 24, 0),
    ("factor", "level_factor, levels: 6", 1.5, 1e-06),
    ("step", "experience_step, levels: 3", 60, 0),
    ("growth", "experience_growth, levels: 3", 60 / 55, 1e-12),
    ("total", "experience_to_level, levels: 3", 105, 0),
    ("kills", "kills_to_level, levels: 1", 5, 0),
    ("hit", "hit_mean, of: 'raw,attack=8', against: 'raw,defense=4'", 3.6, 1e-06),
    ("hit-asleep", "hit_mean, of: 'raw,attack=8', against: 'raw,defense=4,asleep=1'", 4, 1e-06),
    # 4 with 1/2, 6 with 1/4, 2 with 1/4, each with 9/10: the mean of squares is 16.2
    ("hit-sd", "hit_sd, of: 'raw,attack=8', against: 'raw,defense=4'", 1.8, 1e-06),
    ("miss", "hit_miss, of: 'raw,attack=8', against: 'raw,defense=4'", 0.1, 1e-06),
    ("share", "hit_share, of: 'raw,attack=8', against: 'raw,defense=4,asleep=1', stat: attack", 0.5, 1e-06),
    ("average-hits", "average_hits_to_kill, of: monster@6, against: 'player@6,armor=6,asleep=1'", 7.5, 1e-06),
    ("never-killed", "average_hits_to_kill, of: 'raw,attack=0', against: player@1", math.inf, 0),
    ("never-killed-either", "attacks_to_kill, of: 'raw,attack=0', against: player@1", math.inf, 0),
    # one that always kills but for its misses: geometric with 9/10
    ("attacks", "attacks_to_kill, of: 'raw,attack=100', against: 'raw,defense=0,hp=1'", 10 / 9, 1e-06),
    # duels: tests/golden/ruggrogue/duels.csv, levels 1 and 2
    ("win", "win_chance, of: 'player@1,weapon=1,armor=1', against: monster@1", 0.997205811209, 1e-09),
    ("win-2", "win_chance, of: 'player@2,weapon=2,armor=2', against: monster@2, first: subject", 0.996872759328, 1e-09),
    ("left", "hp_left, of: 'player@1,weapon=1,armor=1', against: monster@1", 18.357909850 / 30, 1e-08),
    ("turns", "duel_turns, of: 'player@1,weapon=1,armor=1', against: monster@1", 4.231770503, 1e-06),
    ("no-end", "duel_turns, of: 'raw,attack=0,hp=5', against: 'raw,attack=0,hp=5'", math.inf, 0),
    # at tracker level 5: a fifth is 5; the rest is 2, 3 or 4, half of it anything lower
    ("level-same", "monster_level_share, tracker: 5, below: 0", 0.2, 1e-06),
    ("level-lower", "monster_level_share, tracker: 5, below: [1, 3]", 0.4 + 0.4 / 3 * (2 / 3 + 1 / 2), 1e-06),
    ("level-between", "monster_level_within, tracker: 4.1, within: 5", 0.02, 1e-06),
    ("level-share-between", "monster_level_share, tracker: 4.1, below: 0", 0.2, 1e-06),
    ("choice", "monster_level_choice, tracker: 5, of: deeper", 0.4, 1e-06),
    ("choice-4", "monster_level_choice, tracker: 4, of: deeper", 0.8 / 3, 1e-06),
    ("choice-1", "monster_level_choice, tracker: 1, of: same", 1, 1e-06),
    # at 2: a fifth of level 2, the rest of level 1
    ("mean-level", "monster_level_mean, tracker: 2", 1.2, 1e-06),
    ("gap", "monster_level_gap, tracker: 2", 0.8, 1e-06),
    ("seen", "monsters_seen, tracker: 5", 0.2, 1e-06),
    ("seen-between", "monsters_seen, tracker: 4.5", 0.2, 1e-06),
]
SAMPLED = [
    # a simulation written apart, in another language, gave 23.75 over 1,500 dungeons
    ("final-mean", "final_depth_mean", 23.75, 0.5),
    ("final-share", "final_depth_share, within: [1, 200]", 1, 0),
    ("gear-bonus", "gear_bonus_share, within: 2", 1 / 3, 0.02),
    ("gear-level", "gear_level_share, tracker: 4.1, within: 4", 0.9, 0.02),
    ("rooms", "rooms_at_depth, depths: 3", 10, 3),
    # half of the rooms but the first have one monster
    ("monsters", "monsters_at_depth, depths: 1", 4.5, 1.5),
    ("items", "items_at_depth, depths: 1", 6, 2),
    ("experience", "experience_at_depth, depths: 1", 45, 15),
    ("tracker", "tracker_at_depth, depths: 1", 1, 0),
    ("monster-level", "monster_level_at_depth, depths: 1", 1, 0),
    ("too-deep", "rooms_at_depth, depths: 199", math.nan, 0),
]

# The same of tests/golden/small_dungeon.yaml, by hand. Depth 1: rats with 3/4 (threat 4, cost 2 of 12 hit points),
# ogres with 1/4 (15, cost 6), none to two of them to a room. Depth 3: half and half, twice the threat, and a player of
# 22 hit points. Items: none or one in `near`, none to two in `far`; a potion weighs 1/2 against 3, then 1 against 3.
BY_HAND = [
    ("share", "monster_share, of: ogre, depths: 1", 0.25, 1e-15),
    ("share-3", "monster_share, of: ogre, depths: 3", 0.5, 1e-15),
    ("item", "item_share, of: potion, depths: 1", 1 / 7, 1e-15),
    ("item-3", "item_share, of: potion, depths: 3", 0.25, 1e-15),
    ("monsters", "room_monsters, depths: 1", 1, 1e-15),
    ("two", "room_monsters_share, depths: 1, within: 2", 1 / 3, 1e-15),
    ("threat", "room_threat, depths: 1", 6.75, 1e-12),
    ("threat-3", "room_threat, depths: 3", 19, 1e-12),
    ("between", "room_threat_share, depths: 1, within: [15, 19]", 1 / 12 + 1 / 8, 1e-12),
    ("empty", "room_status_share, of: EMPTY, depths: 1", 1 / 3, 1e-12),
    ("over", "room_status_share, of: OVER, depths: 1", 1 / 48, 1e-12),
    ("ok", "room_status_share, of: OK, depths: 1", 2 / 3 - 1 / 48, 1e-12),
    ("under", "room_status_share, of: UNDER, depths: 1", 0, 0),
    ("over-3", "room_status_share, of: OVER, depths: 3", 1 / 12, 1e-12),
    ("attacks", "attacks_to_kill_monster, depths: 1", 2, 1e-12),
    ("hits", "hits_to_kill_monster, depths: 1", 2, 1e-12),
    ("fight", "fight_death_chance, depths: 1", 0, 0),
    ("fight-weak", "fight_death_chance, depths: 1, of: 'player,hp=6,max_hp=6'", 0.25, 1e-12),
    ("fight-struck", "fight_death_chance, depths: 1, first: opponent", 0.25, 1e-12),
    ("room", "room_death_chance, depths: 1", 1 / 48, 1e-12),
    ("room-3", "room_death_chance, depths: 3", 0, 0),
    ("room-of", "room_death_chance, depths: 3, of: player@1", 1 / 12, 1e-12),
    ("room-of-depth", "room_death_chance, depths: 3, of: 'player@{depth}'", 0, 0),
    ("lost", "room_hp_lost, depths: 1", 0.25, 1e-12),
    ("items", "items_per_room, depths: 1", 0.5, 1e-12),
    ("items-rich", "items_per_room, depths: 1, mode: rich", 1.5, 1e-12),
    ("healing", "category_per_room, of: healing, depths: 1", 0.5 / 7, 1e-12),
    ("junk", "category_per_room, of: junk, depths: 3", 0.75, 1e-12),
]
PLACES = {"share": "ogre at depth 1", "over": "OVER at depth 1", "room": "depth 1", "room-of": "player@1 at depth 3",
          "room-of-depth": "player@3 at depth 3", "items-rich": "depth 1, mode rich", "healing": "healing at depth 1"}

# Metrics that are measured in tests below, in hordes_test, loot_floors_test and trade_test, or of runs.
OTHERS = {"threat_rank_correlation", "floor_threat", "floor_budget_share", "attacks_to_kill_player", "pity_rate",
          "floor_death_chance", "natural_rate", "pity_share", "drought_chance", "first_item_chance",
          "floor_groups", "floor_meets", "floor_monsters", "floor_monsters_share", "floor_experience",
          "floor_experience_share", "found_items", "found_items_share", "found_items_worst",
          "found_gold", "found_gold_share", "found_gold_worst", "shop_has", "shop_paid",
          "found_drought_worst", "found_drought_share"}

# Nobody has to be strong for a fight to be too long to work out.
SLOW_FIGHTS = """
name: slow
models: {combat: subtract, encounter: tables, map: tunnels}
encounter: {last_depth: 1, rooms: {most: 2}}
map: {width: 60, height: 40, tries: 20, room_side: [4, 6]}
player: {hp: 1000000, defense: 0, power: 1}
monsters: {rat: {hp: 600, defense: 0, power: 2, weight: 3}, ogre: {hp: 600, defense: 0, power: 6, weight: 3}}
reference:
  - {from_depth: 1, combatant: player@1}
targets:
  a: {metric: room_death_chance, depths: 1, at_most: 0.5}
"""

# A target that is wrong, the column on its line that is pointed at, and what is said about it; a message that ends in
# a colon goes on in the words of who reads combatants, or of the fight.
MISTAKES = [
    ("{metric: win_chance, of: player@1, against: monster@1, range: [0.5, 60]}", 68,
     "target 't' has an end of 60, and win_chance is always from 0 to 1 (did you mean 0.6? 60 % is 0.6)"),
    ("{metric: win_chance, of: player@1, against: monster@1, range: 1, tolerated: [0.9, 1.5]}", 82,
     "target 't' has an end of 1.5, and win_chance is always from 0 to 1"),
    ("{metric: rooms_at_depth, depths: 1, at_least: -1}", 52,
     "target 't' has an end of -1, and rooms_at_depth is never below 0"),
    ("{metric: hit_maen, of: player@1, range: 1}", 15, "unknown metric 'hit_maen' (did you mean 'hit_mean'?)"),
    ("{metric: xyzzy, range: 1}", 15, "unknown metric 'xyzzy' (the guide of the ruleset file lists them)"),
    ("{metric: hit_mean, of: player@1, range: 1}", 3,
     "metric 'hit_mean' of target 't' needs 'against' (it uses of, against, levels (optional), attack "
     "(optional), distance (optional))"),
    ("{metric: hit_mean, of: player@1, against: monster@1, depths: 3, range: 1}", 67,
     "metric 'hit_mean' does not use 'depths' (it uses of, against, levels (optional), attack (optional), "
     "distance (optional))"),
    ("{metric: final_depth_mean, stat: hp, range: 1}", 39,
     "metric 'final_depth_mean' does not use 'stat' (it uses none)"),
    ("{metric: hit_mean, of: playr@1, against: monster@1, range: 1}", 29,
     "no combatant 'playr' (did you mean 'player'?)"),
    ("{metric: hit_mean, of: 'player@{lvl}', against: monster@1, range: 1}", 29,
     "a level must be a whole number, found '{lvl}'"),
    ("{metric: hit_mean, of: 'player@{level}', against: monster@1, range: 1}", 29,
     "{level} in 'of' stands for nothing without 'levels'"),
    ("{metric: hit_mean, of: player@1, against: monster@1, levels: [1, 5], range: 1}", 67,
     "'levels' is given, but nothing of target 't' has {level} in it (write {level} where it belongs: player@{level})"),
    ("{metric: stat, of: player@1, stat: atack, range: 1}", 41, "unknown stat 'atack' (did you mean 'attack'?)"),
    ("{metric: curve, of: sword, stat: attack, levels: 1, range: 1}", 26,
     "unknown role 'sword' (one of player, monster, weapon, armor)"),
    ("{metric: curve, of: weapon, stat: defense, levels: 1, range: 1}", 40,
     "unknown growth curve of weapon 'defense' (one of attack)"),
    ("{metric: monster_level_choice, of: depper, tracker: 5, range: 1}", 41,
     "unknown way to choose a level 'depper' (did you mean 'deeper'?)"),
    ("{metric: level_factor, levels: [1, 1001], range: 1}", 37,
     "'levels' of target 't' spreads over 1001 places, more than 1000"),
    ("{metric: experience_step, levels: [0, 3], range: 1}", 40, "experience begins at level 1, not at level 0"),
    ("{metric: experience_growth, levels: 1, range: 1}", 42, "there is no level before level 1 to compare with"),
    ("{metric: level_factor, levels: 1}", 3, "target 't' needs one of 'range', 'at_least' and 'at_most'"),
    ("{metric: level_factor, levels: 1, range: 1, at_least: 1}", 60,
     "target 't' has more than one of 'range', 'at_least' and 'at_most' ([least, greatest] under 'range' has "
     "both ends)"),
    ("{metric: level_factor, levels: 1, range: [1, 2], tolerated: [1.5, 3]}", 66,
     "what target 't' tolerates does not contain what it wants"),
    ("{metric: win_chance, of: 'raw,attack=1', against: monster@1, range: 1}", 3,
     "target 't' cannot be measured at raw,attack=1 against monster@1: "),
    ("{metric: attacks_to_kill, of: monster@1, against: raw, range: 1}", 3,
     "target 't' cannot be measured at monster@1 against raw: 'raw' has no hit points to lose: set hp"),
]

# Of the small dungeon with some lines: the target, what is said, and the hint.
SENSELESS = [
    ("", "monster_share, of: rta, depths: 1", "unknown monster 'rta'", "did you mean 'rat'?"),
    ("", "item_share, of: potin, depths: 1", "unknown item 'potin'", "did you mean 'potion'?"),
    ("", "room_status_share, of: over, depths: 1", "unknown status of rooms 'over'", "did you mean 'OVER'?"),
    ("", "pity_rate, of: junk, bands: 1", "unknown category of pity 'junk'", "one of healing"),
    ("", "category_per_room, of: healin, bands: 1", "unknown category of items 'healin'", "did you mean 'healing'?"),
    ("", "items_per_room, bands: 3", "band 3 is named, and the ruleset has 2", ""),
    ("", "items_per_room", "either 'bands' or 'depths' must say where it is measured", ""),
    ("", "items_per_room, bands: 1, depths: 2", "target 'it' is measured by 'depths' or by 'bands', not by both", ""),
    ("", "items_per_room, bands: 1, mode: ritch", "unknown mode of loot 'ritch'", "did you mean 'rich'?"),
    ("", "run_win_rate, bot: brawlr", "unknown bot 'brawlr'", "did you mean 'brawler'?"),
    ("", "run_win_rate, bot: zzz", "unknown bot 'zzz'",
     "one of idle, random, diver, brawler, explorer, tactician"),
    ("arenas: {pit: {fight: player vs rat}, ring: {fight: player vs rat x2}}", "arena_win_rate, arena: zzz",
     "unknown arena 'zzz'", "one of pit, ring"),
    ("", "room_death_chance, depths: 1, of: plyer", "no combatant 'plyer'", "did you mean 'player'?"),
    ("", "drought_chance, of: healing, bands: 1", "metric 'drought_chance' of target 'it' needs 'rooms'",
     "it uses of, bands, rooms, mode"),
    ("threat: ~", "room_threat, depths: 1", "the monsters of this ruleset have no threat", "add a section `threat`"),
    ("loot: {pity: ~}", "pity_rate, of: healing, bands: 1", "the loot of this ruleset has no pity", ""),
]

# The shipped rulesets, and ways to get them wrong.
WRONG = {
    "ruggrogue": ["growth: {player: {max_hp: {base: 300}}}", "growth: {player: {max_hp: {base: 8}}}"],
    "yarl": ["player: {hp: 400, power: 15}", "player: {hp: 20}"],
    "tutorial": ["player: {hp: 500}", "player: {hp: 15}"],
    "tutorial-before": ["player: {hp: 10}", "monsters: {orc: {power: 9}, troll: {power: 14}}"],
    "bob-and-trev": [],  # its own test has wrong ones for all its targets
}


class Judged(WyrmCase):
    def setUp(self):
        super().setUp()
        self.copy_small()

    def judged(self, text, *options):
        return self.json("check", self.write("test.yaml", "name: variant\n" + text), *options)

    def targets(self, base, records, *options, changes=""):
        """The verdicts of these targets alone, by name."""
        lines = [f"  {name}: {{{record}}}" for name, record in records.items()]
        text = f"extends: {base}\ninherit: [targets]\n{changes}\ntargets:\n" + "\n".join(lines) + "\n"
        found = {}
        for row in self.judged(text, *options)["verdicts"]:
            if row["target"] in records:
                found.setdefault(row["target"], []).append(row)
        self.assertEqual(list(found), list(records))
        return found

    def assert_known(self, rows, known):
        for name, record, value, off in known:
            row, = rows[name]
            with self.subTest(name=name, record=record):
                if math.isfinite(value):
                    self.assertAlmostEqual(row["value"], value, delta=max(off, 1e-12))
                else:  # neither is a number of JSON, and only what never ends is above all limits
                    self.assertIsNone(row["value"])
                    self.assertEqual(row["verdict"], "PASS" if value > 0 else "UNCLEAR")

    @staticmethod
    def records(*tables):
        return {name: f"metric: {record}, at_least: 0" for table in tables for name, record, _, _ in table}


class Metrics(Judged):
    def test_a_verdict_stands_apart_from_what_it_is_about(self):
        said = self.text("check", "tutorial", "--runs", "10", "--verbose")
        self.assertRegex(said, r"\n UNCLEAR room_monsters ")
        self.assertNotRegex(said, r"(PASS|FAIL|UNCLEAR)\w")

    def test_metrics_of_ruggrogue_have_their_values(self):
        rows = self.targets("ruggrogue", self.records(EXACT, SAMPLED), "--runs", "100", "--seed", "7")
        self.assert_known(rows, EXACT + SAMPLED)
        for name, *_ in EXACT:
            self.assertIsNone(rows[name][0]["ci95"], name)
        for name, _, value, _ in SAMPLED:
            row, = rows[name]
            self.assertIsNotNone(row["ci95"], name)
            if math.isfinite(value):
                self.assertTrue(row["ci95"][0] <= row["value"] <= row["ci95"][1], name)

    def test_rolled_hit_points_that_nobody_takes_are_all_left(self):
        """In proportion to what is rolled, 7 to 14: not to the 14 that can be. Half of 2 hits takes 1."""
        rules = ("models: {combat: accuracy}\ncombat: {hit_base: 0.5, hit_clamp: [0, 1], accuracy: 0, evasion: 0}\n"
                 "player: {hp: 1d8+6, damage: 2}\nmonsters:\n  mouse: {hp: 2, damage: 0}\n"
                 "  wasp: {hp: 1, accuracy: 10, damage: 1}\ntargets:\n")
        fights = {"unhurt": "player, against: mouse", "second": "player, against: wasp, first: opponent"}
        rows = self.judged(rules + "".join(f"  {name}: {{metric: hp_left, of: {who}, at_least: 0}}\n"
                                           for name, who in fights.items()))["verdicts"]
        left = {row["target"]: row["value"] for row in rows}
        self.assertAlmostEqual(left["unhurt"], 1, delta=1e-12)
        # Each of its attacks hits, and the player needs n with 1/2 ** n: 2 on average, less what more than hp would.
        shares = [(hp - 2 + 0.5 ** (hp - 1)) / hp for hp in range(7, 15)]
        self.assertAlmostEqual(left["second"], sum(shares) / 8, delta=1e-9)

    def test_metrics_of_the_small_dungeon_are_those_by_hand(self):
        rows = self.targets(SMALL, self.records(BY_HAND), "--runs", "200")
        self.assert_known(rows, BY_HAND)
        for name, *_ in BY_HAND:
            self.assertIsNone(rows[name][0]["ci95"], name)
        self.assertEqual({name: rows[name][0]["where"] for name in PLACES}, PLACES)

    def test_every_metric_is_measured_here(self):
        guide = self.text("rules", "guide")
        listed = set(re.findall(r"^\| `(\w+)` \| [^|]* \| [^|]*\| (?:exact|sampled) ", guide, re.MULTILINE))
        self.assertGreater(len(listed), 50)
        told = {record.split(",")[0] for table in (EXACT, SAMPLED, BY_HAND) for _, record, _, _ in table}
        self.assertEqual({name for name in listed if not name.startswith(("run_", "arena_"))} - told - OTHERS, set())
        self.assertEqual(OTHERS - listed, set())

    def measured(self, record, changes=""):
        row, = self.targets(SMALL, {"it": f"metric: {record}, at_least: 0"}, "--runs", "200", changes=changes)["it"]
        return row

    def value(self, record, changes=""):
        return self.measured(record, changes)["value"]

    def test_a_depth_without_monsters_has_none(self):
        late = "monsters: {rat: {weight: [[3, 2]]}, ogre: {weight: [[1, 3]]}}"
        for record, value in [("monster_share, of: rat, depths: 1", 0), ("room_death_chance, depths: 1", 0),
                              ("attacks_to_kill_monster, depths: 1", None), ("monster_share, of: rat, depths: 2", 1)]:
            self.assertEqual(self.value(record, late), value, record)

    def test_what_cannot_be_measured_says_why(self):
        late = "monsters: {rat: {weight: [[3, 2]]}, ogre: {weight: [[1, 3]]}}"
        self.assertEqual(self.measured("attacks_to_kill_monster, depths: 1", late)["why"], "nobody comes there")
        self.assertNotIn("why", self.measured("room_death_chance, depths: 1"))
        path = self.write("slow.yaml", SLOW_FIGHTS)
        asked, = self.json("check", path)["verdicts"]
        self.assertIsNone(asked["value"])
        self.assertRegex(asked["why"], "more than 1,000,000,000 steps, .* let it be played, as 'arena_win_rate'")
        self.assertIn("why: to work that out", self.text("check", path))

    def test_attacks_that_are_not_counted_say_why_wherever_they_would_stand(self):
        path = self.write("burns.yaml", """name: burns
models: {combat: script, encounter: tables, map: tunnels, loot: tables}
combat:
  conditions: {burning: {damage: 1, most: 3, stacking: adds}}
  script: |
    function attack(attacker, defender)
      return {damage = 1, effects = {burning = 1}}
    end
player: {hp: 20}
monsters: {imp: {hp: 4, weight: 1}}
encounter: {last_depth: 2, rooms: {most: 1}}
map: {width: 60, height: 40, tries: 20, room_side: [4, 6]}
items: {potion: {weight: 1}}
reference: [{from_depth: 1, combatant: player}]
""")
        said = " ".join(self.text("curve", path, "--runs", "2").split())
        self.assertIn("Attacks to kill at depths 1-2: attacks there change what comes after them, or something else "
                      "harms: they cannot be counted one by one;", said)
        said = " ".join(self.text("hit", path, "player", "imp").split())
        self.assertIn("those that kill cannot be counted one by one; wyrm duel follows them.", said)
        self.assertNotIn("It kills in", said)
        plain = self.write("plain.yaml", "name: plain\nextends: burns.yaml\n"
                           "combat: {script: 'function attack(a, b) return 1 end'}\n")
        for command in (("curve", plain, "--runs", "2"), ("hit", plain, "player", "imp")):
            self.assertNotIn("be counted", self.text(*command))

    def test_what_is_left_of_rolled_hit_points_is_a_share_of_what_was_rolled(self):
        """Two blows kill the rat, which strikes once for 2: of 4 hit points a half is left, of 10 four fifths."""
        path = self.write("rolled.yaml", "name: rolled\nmodels: {combat: subtract}\n"
                          "player: {hp: '{4: 1, 10: 1}', power: 3}\nmonsters: {rat: {hp: 6, power: 2}}\n"
                          "targets: {t: {metric: hp_left, of: player, against: rat, range: [0, 1]}}\n")
        asked, = self.json("check", path)["verdicts"]
        self.assertAlmostEqual(asked["value"], 0.65, delta=1e-12)

    def test_turns_of_fights_that_are_cut_off_have_no_figure(self):
        """A fight of 40,912 turns on average is not over at 100,000 in 8.7 % of cases: the others take 31,411."""
        path = self.write("slow.yaml", "name: slow\nmodels: {combat: accuracy}\n"
                          "combat: {hit_base: 0.5, hit_step: 0, hit_clamp: [0, 1]}\nplayer: {hp: 10, damage: 1}\n"
                          "monsters: {slime: {hp: 3, damage: 0, regeneration: 0.9}}\n"
                          "targets: {t: {metric: duel_turns, of: player, against: slime, at_most: 40000}}\n")
        asked, = self.json("check", path)["verdicts"]
        self.assertIsNone(asked["value"])
        self.assertEqual(asked["verdict"], "FAIL")
        self.assertIn("not over when they are cut off", asked["why"])
        self.assertIn("Up to 8.7 % of fights are still going on", self.text("duel", path, "player").replace("\n", " "))
        other = self.write("quick.yaml", "name: quick\nextends: slow.yaml\nmonsters: {slime: {damage: 1}}\n")
        turns, = [figure for figure in self.json("compare", path, other, "--exact")["figures"]
                  if (figure["group"], figure["metric"]) == ("duels", "duel_turns")]
        self.assertEqual((turns["a"], turns["difference"]), (None, None))
        self.assertAlmostEqual(turns["b"], 20, delta=0.01)

    def test_attacks_on_the_player_are_those_of_the_mixture(self):
        def attacks(hp):
            return 0 if hp <= 0 else 1 + 0.75 * attacks(hp - 2) + 0.25 * attacks(hp - 6)
        record = "attacks_to_kill_player, depths: 1"
        self.assertAlmostEqual(self.value(record), attacks(12), delta=1e-12)
        self.assertAlmostEqual(self.value(record, "monsters: {rat: {power: 0}}"), 2 / 0.25, delta=1e-12)
        self.assertIsNone(self.value(record, "monsters: {rat: {power: 0}, ogre: {power: 0}}"))

    def test_a_monster_that_cannot_be_hurt_kills(self):
        hard = "monsters: {ogre: {defense: 5}}"
        self.assertAlmostEqual(self.value("fight_death_chance, depths: 1", hard), 0.25, delta=1e-12)
        self.assertEqual(self.measured("attacks_to_kill_monster, depths: 1", hard)["verdict"], "PASS")  # endless
        # Nobody can hurt anybody: such a fight has no end, and nobody dies of it.
        self.assertEqual(self.value("fight_death_chance, depths: 1", "monsters: {ogre: {defense: 5, power: 0}}"), 0)

    def test_floors_hold_and_kill_as_their_rooms_do_in_turn(self):
        rooms = self.value("rooms_at_depth, depths: 1")
        kills, threat = self.measured("floor_death_chance, depths: 1"), self.measured("floor_threat, depths: 1")
        for row in (kills, threat):
            self.assertTrue(row["ci95"][0] <= row["value"] <= row["ci95"][1])
        self.assertLess(kills["ci95"][1], 0.5)
        # With the mean number of rooms, which bends the curve only a little.
        self.assertAlmostEqual(kills["value"], 1 - (1 - 1 / 48) ** rooms, delta=0.01)
        self.assertAlmostEqual(threat["value"] / (6.75 * rooms), 1, delta=0.15)
        for least, share in ((0, 1), (90000, 0)):
            budget = f"threat: {{floor_budget: {{near: [{least}, 100000]}}}}"
            self.assertEqual(self.value("floor_budget_share, depths: 1", budget), share)

    def test_no_interval_goes_beyond_what_there_can_be(self):
        """Student's does: what is hardly ever seen, or nearly always, was not clear of a range that ends there."""
        rare = ("encounter: {budget: reject}\nmap: {placing: once}\n"
                "threat: {room_budget: {near: [0, 20], far: [0, 20]}}\n"
                "monsters: {rat: {weight: 5000, power: 1, etp: 9}, ogre: {weight: 1, power: 60, defense: 90}}")
        most = "loot: {density: {near: 0.99}, factors: {healing: {near: 1}}}\nmap: {tries: 4}"
        long = ("loot: {pity: {thresholds: {healing: {near: 20}}}}\n"
                "map: {tries: 7, room_side: [7, 14], width: 40, height: 30}")
        for record, changes, end in [
                ("fight_death_chance, depths: 1", rare, 0),
                ("first_item_chance, of: healing, bands: 2, rooms: 3", most, 1),
                ("drought_chance, of: healing, bands: 1, rooms: 11", long, 0)]:
            told = self.measured(record, changes)
            self.assertEqual((told["ci95"][end], told["verdict"]), (end, "PASS"), record)

    def test_a_band_begins_with_the_natural_rate(self):
        """In `near` a room has an item with 1/2, a potion with 1/7 of that; the third room gets one in any case."""
        for record, value in [("natural_rate, of: healing, bands: 1", 0.5 / 7),
                              ("first_item_chance, of: healing, bands: 1, rooms: 1", 0.5 / 7),
                              ("first_item_chance, of: healing, bands: 1, rooms: 3", 1),
                              ("drought_chance, of: healing, bands: 1, rooms: 3", 0)]:
            self.assertAlmostEqual(self.value(record), value, delta=1e-12)

    def test_threat_ranks_as_the_fights_do(self):
        for threat, rank in ((8, 1), (2, 0.5), (40, 0.5)):
            bat = f"monsters: {{bat: {{hp: 10, defense: 0, power: 4, etp: {threat}, weight: 1}}}}"
            self.assertAlmostEqual(self.value("threat_rank_correlation, depths: 1", bat), rank, delta=1e-12)
        self.assertIsNone(self.value("threat_rank_correlation, depths: 1"))


class Verdicts(Judged):
    def test_a_target_spreads_over_its_places(self):
        rows = self.targets("ruggrogue", {
            "by_level": "metric: stat_ratio, of: 'player@{level},weapon={level}', against: 'monster@{level}', "
                        "stat: attack, levels: [3, 5], range: 1",
            "by_tracker": "metric: monster_level_mean, tracker: [4.5, 6.6], at_most: 9",
            "by_depth": "metric: rooms_at_depth, depths: [2, 3], at_least: 1",
            "once": "metric: final_depth_mean, range: [1, 200], claim: it ends, source: here, note: in time",
        }, "--seed", "3", "--runs", "50")
        self.assertEqual([[row["where"] for row in rows[name]] for name in rows],
                         [[f"player@{n},weapon={n} against monster@{n}" for n in (3, 4, 5)],
                          ["tracker 4.5", "tracker 5.5", "tracker 6.5"], ["depth 2", "depth 3"], [""]])
        self.assertEqual([rows["once"][0][key] for key in ("claim", "source", "note", "metric")],
                         ["it ends", "here", "in time", "final_depth_mean"])

    def test_of_places_that_all_hold_the_one_nearest_to_its_end_is_shown(self):
        """Hit points of 10, 20, 30: what is told of them is what would fail first."""
        for name, wanted, shown in (("most", "at_most: 40", "30"), ("least", "at_least: 5", "10"),
                                    ("both", "range: [0, 32]", "30"), ("any", "range: [9, 40]", "10")):
            path = self.write(f"{name}.yaml", f"name: {name}\nmodels: {{combat: subtract, growth: levels}}\n"
                              "growth: {experience: [0, 1, 2]}\nplayer: {hp: 10, power: 1}\nmonsters: {rat: {hp: 1}}\n"
                              "levels: [{level: 2, hp: 20}, {level: 3, hp: 30}]\n"
                              f"targets: {{t: {{metric: stat, stat: max_hp, of: 'player@{{level}}', levels: [1, 3], "
                              f"{wanted}}}}}\n")
            self.assertRegex(self.text("check", path), rf"\nt +{shown} ")

    def test_open_ends_and_what_is_tolerated(self):
        rows = self.targets("ruggrogue", {
            "least": "metric: level_factor, levels: 6, at_least: 1.6, tolerated: 1.5",
            "most": "metric: level_factor, levels: 6, at_most: 1.4, tolerated: 1.5",
            "both": "metric: level_factor, levels: 6, range: 1, tolerated: [1, 1.2]"}, "--runs", "50")
        self.assertEqual([row["verdict"] for row, in rows.values()], ["WARN", "WARN", "FAIL"])
        self.assertEqual(rows["least"][0]["range"], [1.6, None])

    def test_who_wants_none_or_all_wants_no_exception(self):
        """An end of a range is met by what rounding leaves of it: at 0 and at 1 that is next to nothing."""
        wanted = {"none": "at_most: 0", "all": "at_least: 1", "half": "at_least: 0.5"}
        for miss, verdicts in {"0": "PASS FAIL FAIL", "1/100000000": "FAIL FAIL FAIL", "1": "FAIL PASS PASS",
                               "99999999/100000000": "FAIL FAIL PASS", "49999999/100000000": "FAIL FAIL PASS",
                               "499999/1000000": "FAIL FAIL FAIL"}.items():
            rows = self.targets("ruggrogue", {name: f"metric: hit_miss, of: player@6, against: player@6, {end}"
                                              for name, end in wanted.items()},
                                "--runs", "1", changes=f"combat: {{miss: {miss}}}")
            self.assertEqual(" ".join(row["verdict"] for row, in rows.values()), verdicts, miss)

    def test_ruggrogue_is_told_the_truth(self):
        """What the chapter says about its own numbers, and where it is wrong."""
        answer = self.json("check", "ruggrogue")
        rows, counts = {}, {"pass": 0, "warn": 0, "fail": 0, "unclear": 0}
        for row in answer["verdicts"]:
            rows.setdefault(row["target"], []).append(row["verdict"])
            counts[row["verdict"].lower()] += 1
            if not re.search("lower|matching|in_turns|final_depth", row["target"]):
                self.assertEqual(row["verdict"], "PASS", row)
        self.assertEqual(answer["summary"], counts)
        # 20/40/40 holds from tracker level 5; a fifth already from 2.
        self.assertEqual(rows["lower_monsters"][:25], ["FAIL"] * 4 + ["PASS"] * 21)
        self.assertEqual(rows["even_lower_monsters"][:25], ["FAIL"] * 4 + ["PASS"] * 21)
        self.assertEqual(rows["matching_monsters"][:25], ["FAIL"] + ["PASS"] * 24)
        # Misses and overkill are not in the chapter's sums. "Usually 25 to 30": it is so in less than a third of the
        # dungeons; the mean is below 24.
        for target in ("player_lasts_in_turns", "monster_lasts_in_turns", "seen_as_lower_at_5", "final_depth_usual",
                       "final_depth_on_average"):
            self.assertEqual(rows[target][0], "FAIL", target)
        self.assertEqual(rows["seen_as_lower_at_25"][0], "WARN")

    def test_yarl_breaks_its_budgets_and_cannot_have_so_many_items(self):
        answer = self.json("check", "yarl", "--runs", "60")
        # Depth 3: of 110 weights 80 are orcs of 27, 5 trolls of 50, 20 slimes of 10, 5 large ones of 35; of two
        # monsters those pairs are over 60 that have a troll or large slime and no slime.
        pairs = 2 * 80 * 5 + 2 * 80 * 5 + 5 * 5 + 5 * 5 + 2 * 5 * 5
        for target, where, value, off, verdict in [
                ("no_violations", "depth 1", 0, 1e-12, "PASS"),
                ("no_violations", "depth 3", pairs / 110 ** 2 / 3, 1e-12, "FAIL"),
                ("items_of_b1", "B1", 0.7, 0.01, "FAIL"), ("healing_pity", "B3", 0.2, 0.01, "WARN"),
                ("armor_pity", "B3", 0.1, 0.01, "PASS")]:
            row = next(row for row in answer["verdicts"] if row["target"] == target and where in row["where"])
            self.assertAlmostEqual(row["value"], value, delta=off)
            self.assertEqual(row["verdict"], verdict, row)
        deaths = [row["verdict"] for row in answer["verdicts"] if row["target"].startswith("deaths_at_")]
        self.assertEqual(deaths, ["PASS"] * 6)
        for kind, where, words in [
                ("contradiction", "targets.items_of_b1", "a room holds 1 item at most, and one more from pity"),
                ("dead-configuration", "monsters", "19 of 34 can never appear: no weight at any depth"),
                ("dead-configuration", "loot.factors.rare.B1", "0.05 changes nothing")]:
            self.assertTrue([row for row in answer["findings"] if (row["kind"], row["where"]) == (kind, where) and
                             words in row["message"]], words)
        self.assertNotIn("bands-alike", [row["kind"] for row in answer["findings"]])


class Mistakes(Judged):
    def refusals(self, text, *command):
        answer = self.run_wyrm(*command, self.write("test.yaml", f"name: variant\n{text}\n"))
        self.assertEqual((answer.code, answer.out), (3, ""), text)
        said = answer.err.replace(self.folder + "/", "")
        return re.findall(r"^test\.yaml:(\d+):(\d+): error: (.*)$", said, re.MULTILINE)

    def test_a_target_that_makes_no_sense_is_told_where_and_why(self):
        for record, column, message in MISTAKES:
            with self.subTest(record=record):
                text = f"extends: ruggrogue\ntargets:\n  t: {record}"
                (line, at, said), = self.refusals(text, "check", "--runs", "1")
                self.assertEqual((line, at), ("4", str(column)))
                self.assertTrue(said.startswith(message) if message.endswith(": ") else said == message, said)

    def test_words_that_others_use_are_known(self):
        text = """extends: tutorial
targets:
  t:
    metric: attacks_to_kill
    attacker: player
    defender: orc
    min: 1
    max: 3
    value: 2"""
        hints = {at: re.search(r"unknown key '(\w+)' in targets\.t \((.*)\)$", said).groups()
                 for at, _, said in self.refusals(text, "rules", "validate") if "unknown key" in said}
        self.assertEqual(hints, {"6": ("attacker", "did you mean 'of', who is measured?"),
                                 "7": ("defender", "did you mean 'against'?"),
                                 "8": ("min", "did you mean 'at_least'?"), "9": ("max", "did you mean 'at_most'?"),
                                 "10": ("value", "a wanted value is a 'range': [4, 4]")})

    def test_as_many_curves_as_there_may_be_are_looked_at(self):
        """Of every role one for each stat; of two of them max_hp and experience, too."""
        stats = [f"s{number}" for number in range(40)]
        rules = [f"  {role}: {{{', '.join(f'{name}: {{base: 1}}' for name in stats + more)}}}"
                 for role, more in (("player", ["max_hp", "experience"]), ("monster", ["max_hp", "experience"]),
                                    ("weapon", []), ("armor", []))]
        self.write("full.yaml", "\n".join([
            "name: full", "models: {combat: script, growth: factor}", "combat:",
            f"  stats: {{{', '.join(f'{name}: {{}}' for name in stats)}}}",
            "  script: function attack() return 1 end", "growth:", *rules,
            "targets:", "  last: {metric: curve, of: armor, stat: s39, levels: 1, range: 1}",
            "  t: {metric: curve, of: monster, stat: experiense, levels: 1, range: 1}\n"]))
        self.refused_with(3, "full.yaml:13:41: error: unknown growth curve of monster 'experiense' "
                             "(did you mean 'experience'?)", "rules", "validate", "full.yaml")

    def test_and_so_is_one_that_needs_what_the_ruleset_has_not(self):
        for lines, record, message, hint in SENSELESS:
            with self.subTest(record=record):
                text = f"extends: {SMALL}\n{lines}\ntargets: {{it: {{metric: {record}, range: 1}}}}"
                _, _, said = self.refusals(text, "rules", "validate")[0]
                self.assertIn(message, said)
                self.assertIn(hint, said)
        _, _, said = self.refusals("models: {loot: floors}\nloot: {number: [{items: 1}]}\n"
                                   "items: {sword: {weight: 1}}\n"
                                   "targets: {it: {metric: found_items, of: swrd, depths: 1, range: 1}}",
                                   "rules", "validate")[0]
        self.assertEqual(said, "unknown item or category 'swrd' (did you mean 'sword'?)")
        _, _, said = self.refusals("extends: ruggrogue\ntargets: {it: {metric: room_monsters, depths: 1, range: 1}}",
                                   "rules", "validate")[0]
        self.assertEqual(said, "the difficulty of this ruleset is no table of depths")

    def test_no_target_is_measured_where_the_dungeon_has_ended(self):
        records = ["room_monsters", "room_hp_lost", "items_at_depth", "item_share, of: potion", "run_survival"]
        for record in records:
            text = f"extends: {SMALL}\ntargets: {{it: {{metric: {record}, depths: [4, 5], at_least: 0.01}}}}"
            there, below = self.judged(text, "--runs", "2")["verdicts"]
            self.assertEqual((below["verdict"], below["value"], below["why"]),
                             ("UNCLEAR", None, "the dungeon has ended above it"), record)
            self.assertNotEqual(there.get("why"), below["why"])
        on = f"game: {{after_win: new_game_plus}}\nextends: {SMALL}\n"
        deep = "targets: {it: {metric: items_at_depth, depths: 5, at_least: 0}}"
        row, = self.judged(on + deep, "--runs", "2")["verdicts"]
        self.assertEqual(row["why"], "there is nothing there that it could be measured on")

    def test_what_check_refuses_of_a_fight_is_not_in_order(self):
        path = os.path.join(self.folder, "mine.yaml")
        for template, old, new in (("script", "attacker.skill", "attacker.skil"), ("script", "dazed = 2", "dazd = 2"),
                                   ("script", "dazed: {helpless", "stunned: {helpless"),
                                   ("script", 'roll("1d20")', 'roll("0d20")'),
                                   ("script", "then return 0 end", "then return -1 end"),
                                   ("script", "function attack(attacker", "function attack(who"),
                                   ("d20", "fist: 1d8+4", "fist: 1d8+1000000")):
            if os.path.exists(path):
                os.remove(path)
            self.text("rules", "new", "mine", "--template", template)
            self.text("rules", "validate", path)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.assertIn(old, text)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace(old, new))
            checked, validated = self.run_wyrm("check", path), self.run_wyrm("rules", "validate", path)
            self.assertEqual((checked.code, validated.code, validated.out), (3, 3, ""), (old, validated.err))
            said = re.sub(r"^wyrm check: |^\S+?: error: ", "", checked.err.split("\n")[0])
            self.assertIn(said, validated.err)

    def test_what_breaks_a_script_is_told_at_its_line_and_once(self):
        """With targets about it, and with none; the second mistake is of a weapon's attack alone."""
        rules = """models: {combat: script}
combat:
  stats: {dodge: {kind: whole}, edge: {kind: whole, gear: sets}}
  conditions: {bleeding: {damage: 1, most: 4, stacking: adds}}
  script: |
    function attack(attacker, defender)
      if chance(defender.dodge / 10) then return 0 end
      if attacker.edge > 0 then return {damage = 1, effects = {bleeding = 1}} end
      return roll("1d4")
    end
player: {hp: 9}
weapons: {knife: {edge: 1}}
monsters: {rat: {hp: 4}, ogre: {hp: 8, dodge: 2}}
"""
        targets = "targets:\n" + "".join(
            f"  {of}: {{metric: win_chance, of: 'player,weapon=knife', against: {of}, at_least: 0}}\n"
            for of in ("rat", "ogre"))
        for old, new, said in (
                ("defender.dodge", "defender.doge",
                 ("8", "26", "defender has no 'doge' in function 'attack' (did you mean 'dodge'?)")),
                ("{bleeding = 1", "{bleding = 1", ("7", "5", "attack of 'player' on 'rat' returned 'effects.bleding', "
                 "which is no condition and no counter (did you mean 'bleeding'?)"))):
            for more in ("", targets):
                for command in (("check",), ("rules", "validate")):
                    self.assertEqual(self.refusals(rules.replace(old, new) + more, *command), [said])
        self.text("rules", "validate", self.write("fine.yaml", "name: fine\n" + rules + targets))

    def test_validating_finds_them_all_without_measuring(self):
        text = ("extends: ruggrogue\ntargets:\n  a: {metric: hit_maen, range: 1}\n"
                "  b: {metric: level_factor, range: 1}\n  c: {metric: level_factor, levels: 1}")
        self.assertEqual(len(self.refusals(text, "rules", "validate")), 3)


class Inherited(WyrmCase):
    def test_another_metric_is_another_target_and_a_new_limit_the_only_one(self):
        self.write("base.yaml", """name: base
models: {combat: subtract}
player: {hp: 20, power: 5}
monsters: {rat: {hp: 4, power: 3}}
targets:
  easy: {claim: old, metric: win_chance, of: player, against: rat, at_least: 0.9, tolerated: 0.5, note: n}
""")
        self.write("child.yaml", "name: child\nextends: base.yaml\ninherit: [targets]\n")
        for said, rule in (
                ("{metric: hp_left, of: player, against: rat, at_least: 0.99}",
                 {"metric": "hp_left", "of": "player", "against": "rat", "at_least": 0.99}),
                ("{metric: stat, of: player, stat: max_hp, at_most: 25}",
                 {"metric": "stat", "of": "player", "stat": "max_hp", "at_most": 25}),
                ("{range: [0.5, 1]}", {"claim": "old", "metric": "win_chance", "of": "player", "against": "rat",
                                       "range": [0.5, 1], "note": "n"}),
                ("{tolerated: 0.6}", {"claim": "old", "metric": "win_chance", "of": "player", "against": "rat",
                                      "at_least": 0.9, "tolerated": [0.6, 0.6], "note": "n"}),
                ("{at_least: 0.8, tolerated: ~}", {"claim": "old", "metric": "win_chance", "of": "player",
                                                   "against": "rat", "at_least": 0.8, "note": "n"})):
            self.write("child.yaml", "name: child\nextends: base.yaml\ninherit: [targets]\n"
                                     f"targets: {{easy: {said}}}\n")
            shown = self.json("rules", "show", "child.yaml")["rules"]["targets"]["easy"]
            self.assertEqual({key: value for key, value in shown.items() if value not in ("", None)}, rule, said)


class OfRuns(Judged):
    """The targets of the shipped rulesets on whole games and set fights."""

    def own(self, name, seed, changes=""):
        """Those that are about games, after a few of them."""
        targets = self.json("rules", "show", name)["rules"]["targets"]
        others = [key for key, row in targets.items() if not row["metric"].startswith(("run_", "arena_"))]
        gone = "".join(f"  {key}: ~\n" for key in others)
        text = f"extends: {name}\ninherit: [targets]\n{changes}\ntargets:\n{gone}"
        return self.judged(text, "--seed", str(seed), "--runs", "15")["verdicts"]

    def test_they_hold_with_another_seed(self):
        for name in WRONG:
            verdicts = self.own(name, 2)
            self.assertGreaterEqual(len(verdicts), 4)
            self.assertEqual([row for row in verdicts if row["verdict"] in ("FAIL", "WARN")], [], name)

    def test_each_is_missed_by_a_wrong_ruleset(self):
        """An interval that does not decide is nobody's alarm: gross mistakes need few runs to fail."""
        for name, wrong in WRONG.items():
            failing, every = set(), set()
            for changes in wrong[:1 if SLOW else None]:
                verdicts = self.own(name, 1, changes)
                every |= {row["target"] for row in verdicts}
                failed = {row["target"] for row in verdicts if row["verdict"] == "FAIL"}
                self.assertTrue(failed, (name, changes))
                failing |= failed
            self.assertTrue(SLOW or failing == every, (name, every - failing))

    def test_verdicts_tell_who_played(self):
        rows = self.targets("tutorial", {
            "a": "metric: run_win_rate, range: [0, 1]",
            "b": "metric: run_survival, bot: diver, depths: 2, range: [0, 1]",
            "c": "metric: arena_win_rate, arena: two_orcs, range: [0, 1]",
            "d": "metric: stat, of: player, stat: max_hp, range: 100"})
        self.assertEqual([(row["where"], row.get("bot"), row.get("arena"), row.get("runs")) for row, in rows.values()],
                         [("explorer", "explorer", None, 100), ("diver, depth 2", "diver", None, 100),
                          ("brawler in two_orcs", "brawler", "two_orcs", 125), ("player", None, None, None)])
        self.assertEqual([rows[name][0]["stopped"] for name in "abc"], ["clear"] * 3)

    def test_they_play_until_it_is_clear_or_known_or_the_effort_is_spent(self):
        """The diver of the tutorial dies on depth 2.0 on average."""
        for wanted, effort, runs, stopped in some([
                ("at_most: 4", (), 100, "clear"), ("at_most: 2", ("--effort", "low"), 200, "accuracy"),
                ("at_most: 2", ("--effort", "110"), 110, "effort"), ("at_most: 2", ("--runs", "10"), 10, "effort"),
                ("at_least: 4", (), 100, "clear"),  # it fails
                ("at_most: 4", ("--runs", "150"), 150, "clear"), ("at_most: 2", (), 800, "accuracy")], 3):
            row, = self.targets("tutorial", {"a": f"metric: run_final_depth, bot: diver, {wanted}"}, *effort)["a"]
            self.assertEqual((row["runs"], row["stopped"]), (runs, stopped), (wanted, effort))
            self.assertEqual(row["verdict"] == "UNCLEAR", stopped != "clear")
            low, high = row["ci95"]
            self.assertAlmostEqual(row["accuracy"], (high - low) / 2 / row["value"], delta=1e-9)

    def test_a_bot_plays_as_long_as_its_least_clear_verdict_needs(self):
        """One that is not clear makes all of a bot's games more, and none of another's."""
        rows = self.targets("tutorial", {"a": "metric: run_final_depth, bot: diver, at_most: 4",
                                         "b": "metric: run_final_depth, bot: diver, at_most: 2",
                                         "c": "metric: run_final_depth, bot: brawler, at_most: 9"}, "--effort", "low")
        self.assertEqual([(row["runs"], row["stopped"]) for row, in rows.values()],
                         [(200, "clear"), (200, "accuracy"), (100, "clear")])


if __name__ == "__main__":
    main()
