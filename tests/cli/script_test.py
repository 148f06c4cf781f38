"""Rules in Lua: what is declared, what a blow comes to, and what a designer is told of mistakes."""
import itertools
import json
import math
import os
import random
import time
from collections import defaultdict
from fractions import Fraction as F

from wyrm_case import WyrmCase, main

GOLDEN = os.environ["GOLDEN"]

SCRIPT = """\
function attack(a, d, blow)
    if not chance((a.accuracy - d.evasion) / 100) then return 0 end
    local n = roll(a.damage) + a.might
    if d.resists[a.element] then n = n // 2 end
    if a.lucky then n = 2 * n end
    return max(0, n)
end
"""
STATS = """\
  stats:
    accuracy: {default: 80, least: 0, greatest: 200, unit: percent, about: how well it aims}
    evasion: {kind: whole, default: 10, greatest: 50}
    lucky: {kind: flag}
    damage: {kind: amount, default: 1d4, gear: sets}
    might: {kind: whole, plus_of: weapon}
    element: {kind: word, of: [steel, fire, cold]}
    resists: {kind: set, of: [steel, fire, cold]}
"""
FIGHTERS = """\
player: {hp: 20, damage: 1d6}
monsters:
  wolf: {hp: 8, accuracy: 60, evasion: 20, damage: 2d3, resists: [fire, cold]}
weapons:
  sword: {damage: 2d6, might: 1}
  torch: {element: fire}
armors:
  coat: {evasion: 15, resists: [steel]}
  tower: {evasion: 90}
variants:
  old: {might: -2, accuracy: -10}
"""


def block(script, indent=4):
    return "|\n" + "".join(" " * indent + line + "\n" for line in script.splitlines())


def ruleset(script=SCRIPT, stats=STATS, more="", fighters=FIGHTERS):
    return f"name: trial\nmodels: {{combat: script}}\ncombat:\n  script: {block(script)}{stats}{more}{fighters}"


def spread(*dice):
    """The chance of each sum."""
    out = defaultdict(F)
    for values in itertools.product(*(range(1, sides + 1) for sides in dice)):
        out[sum(values)] += F(1)
    total = sum(out.values())
    return {value: p / total for value, p in out.items()}


def blow(dice, percent, plus=0, half=False, twice=False):
    """SCRIPT, by every outcome."""
    out = defaultdict(F, {0: 1 - F(percent, 100)})
    for value, p in spread(*dice).items():
        value = (value + plus) // 2 if half else value + plus
        out[max(0, 2 * value if twice else value)] += p * F(percent, 100)
    return out


class ScriptCase(WyrmCase):
    def rules(self, *arguments, name="trial.yaml", **more):
        return self.write(name, ruleset(*arguments, **more))

    def assert_pmf(self, answer, wanted):
        wanted = {value: p for value, p in wanted.items() if p > 0}
        self.assertEqual([value for value, _ in answer["pmf"]], sorted(wanted))
        for value, p in answer["pmf"]:
            self.assertAlmostEqual(p, float(wanted[value]), delta=1e-12)
        self.assertAlmostEqual(answer["mean"], float(sum(v * p for v, p in wanted.items())), delta=1e-9)


class Hits(ScriptCase):
    def test_a_blow_is_what_its_every_outcome_comes_to(self):
        path = self.rules()
        for attacker, defender, wanted in [
                ("player", "wolf", blow([6], 60)),
                ("wolf", "player", blow([3, 3], 50)),
                ("player,weapon=sword", "wolf", blow([6, 6], 60, plus=1)),
                ("player,weapon=sword+2", "wolf", blow([6, 6], 60, plus=3)),
                ("player,weapon=torch", "wolf", blow([6], 60, half=True)),
                ("wolf", "player,armor=coat", blow([3, 3], 35, half=True)),
                ("wolf", "player,armor=tower", blow([3, 3], 10)),
                ("player,lucky,damage=2d4,element=cold", "wolf", blow([4, 4], 60, half=True, twice=True)),
                ("player,accuracy=200,might=-3", "wolf,resists=none", blow([6], 100, plus=-3)),
                ("wolf,old", "player", blow([3, 3], 40, plus=-2))]:
            self.assert_pmf(self.json("hit", path, attacker, defender), wanted)

    def test_an_attack_that_nobody_chose_is_tried_all_the_same(self):
        """Bots pass over an attack whose duel fails, so that runs went on without it and without a word."""
        self.write("styles.yaml", """name: styles
models: {combat: script}
combat:
  counters: {notes: {start: 1}}
  stats:
    damage: {kind: amount, default: 1d4}
    tactic: {kind: word, of: [quip, cite, shoot], chosen: true, gear: sets}
    gun: {kind: flag}
  script: |
    function attack(a, d)
      if a.tactic == "shoot" and not a.gun then return 0 end
      if a.gun and a.tactic ~= "shoot" then error("a gun only shoots") end
      if a.tactic == "cite" then return {damage = 1, own = {note = -1}} end
      return roll(a.damage)
    end
player: {hp: 10}
monsters: {rat: {hp: 5}}
weapons: {pistol: {gun: true, tactic: shoot}}
""")
        for command in (("rules", "validate"), ("check",)):
            answer = self.run_wyrm(*command, "styles.yaml")
            self.assertEqual(answer.code, 3)
            self.assertIn("attack of 'player,tactic=cite' on 'rat' returned 'own.note', which is no condition and no "
                          "counter (did you mean 'notes'?)", answer.err)
            self.assertNotIn("shoots", answer.err)

    def test_where_the_model_is_misspelt_the_stats_that_the_file_declares_are_no_mistakes(self):
        """Nor are its counters and conditions: whether 'vigour' is a key only the model can say."""
        rules = """\
name: misspelt
models: {combat: scrpt}
combat:
  stats: {vigour: {kind: whole}, damage: {kind: amount}}
  counters: {breath: {most: 3}}
  script: "function attack(a, d) return 1 end"
player: {hp: 9, vigour: 3, breath: 2, tial: 2}
weapons: {club: {damage: 1d4}}
monsters: {rat: {hp: 2, vigour: 1, tail: 2}}
"""
        self.write("misspelt.yaml", rules)
        said = self.run_wyrm("rules", "validate", "misspelt.yaml").err
        self.assertIn("misspelt.yaml:2:18: error: unknown model 'scrpt' of combat (did you mean 'script'?)\n", said)
        self.assertIn("unknown key 'tial' in player", said)
        self.assertIn("unknown key 'tail' in monsters.rat", said)
        self.assertIn("misspelt.yaml: 3 errors", said)

    def test_the_rest_of_a_text_behind_a_comma_is_told_to_need_quotes(self):
        self.write("comma.yaml", "name: comma\nmodels: {combat: script}\ncombat:\n  counters:\n"
                                 "    rage: {most: 3, about: grows with wounds, spent on frenzy}\n"
                                 "  script: \"function attack(a, d) return 1 end\"\n")
        said = self.run_wyrm("rules", "validate", "comma.yaml").err
        self.assertIn("comma.yaml:5:47: error: unknown key 'spent on frenzy' in combat.counters.rage (a text with a "
                      "comma between braces needs quotes)\n", said)
        path = self.write("comma.yaml", "name: t\nmodels: {combat: accuracy}\ncombat: {hit_base: 0,75}\n")
        self.assertIn("unknown key '75' in combat (decimals have a point, as 0.5)",
                      self.run_wyrm("rules", "validate", path).err)

    def test_stats_are_told_as_they_are_written(self):
        stats = self.json("hit", self.rules(), "player,weapon=sword+2,armor=coat,lucky", "wolf")["attacker"]["stats"]
        self.assertEqual(stats, {"accuracy": 80, "evasion": 25, "lucky": 1, "damage": "2d6", "might": 3,
                                 "element": "steel", "resists": "steel"})
        text = self.text("hit", self.rules(), "player", "wolf")
        self.assertRegex(text, r"wolf +8 +60 +20 +2d3")
        self.assertIn("fire+cold", text)

    def test_explain_follows_the_likeliest_way(self):
        steps = self.json("hit", self.rules(), "player", "wolf", "--explain")["steps"]
        self.assertEqual([step["label"] for step in steps[:3]], ["chance(0.6)", "roll(1d6)", "local n"])
        self.assertEqual((steps[0]["value"], steps[0]["formula"]), (1, "line 6, a chance of 60 %"))
        path = self.rules("function attack(a, d)\n  local how, n, list = pick({'edge', 'flat'}, {3, 1}), 2.5, {}\n"
                          "  return {damage = how == 'edge' and roll('1d1+3') or 0}\nend\n", name="how.yaml")
        steps = self.json("hit", path, "player", "wolf", "--explain")["steps"]
        self.assertEqual([(step["label"], step["value"], step["formula"]) for step in steps[:4]],
                         [("pick({...}, {...})", None, "line 6, a chance of 75 %: 'edge'"),
                          ("roll(1d1+3)", 4, "line 7, a chance of 100 %"), ("local how", None, "'edge'"),
                          ("local n", 2.5, "")])
        self.assertNotIn("local list", [step["label"] for step in steps])

    def test_level_hit_points_and_the_blow_can_be_asked(self):
        path = self.rules("function attack(a, d, b)\n  if b.fired or b.thrown or b.distance ~= 1 then return 99 end\n"
                          "  return 1000 * a.level + 100 * d.hp + 10 * d.max_hp + b.number\nend\n")
        self.assert_pmf(self.json("hit", path, "player", "wolf,hp=3"), {1000 + 300 + 80 + 1: F(1)})

    def test_how_an_attack_is_made_can_be_asked(self):
        path = self.rules("function attack(a, d, b)\n  local n = b.fired and 100 or b.thrown and 200 or 0\n"
                          "  return n + math.floor(10 * b.distance)\nend\n",
                          "  stats: {damage: {kind: amount}, far: {means: range, default: 9}}\n",
                          fighters="player: {hp: 9}\nmonsters: {ox: {hp: 9}}\nweapons: {axe: {damage: 1d3}}\n")
        for options, wanted in [((), 10), (("--fired", "--distance", "5"), 150),
                                (("--thrown", "--with", "axe", "--distance", "2.5"), 225)]:
            self.assert_pmf(self.json("hit", path, "player", "ox", *options), {wanted: F(1)})

    def test_what_a_blow_wins_back_is_there_for_the_next(self):
        path = self.rules("function attack(a, d) return {damage = a.hp, heal = 2} end\n",
                          "  stats: {damage: {kind: amount}}\n",
                          fighters="player: {hp: 90}\nmonsters: {bat: {hp: 10, attacks: [{bite: 1, times: 3}]}}\n")
        self.assert_pmf(self.json("hit", path, "bat,hp=3", "player"), {3 + 5 + 7: F(1)})
        self.assert_pmf(self.json("hit", path, "bat,hp=9", "player"), {9 + 10 + 10: F(1)})  # of 10 at most

    def test_an_amount_that_nobody_has_is_0(self):
        path = self.rules("function attack(a, d) return roll(a.damage, d.guard) + d.guard.most + a.damage.most end\n",
                          "  stats: {damage: {kind: amount}, guard: {kind: amount}}\n",
                          fighters="player: {hp: 9}\nmonsters: {ox: {hp: 9, damage: 2}}\n"
                                   "weapons: {axe: {damage: 1d3}}\n")
        self.assert_pmf(self.json("hit", path, "player", "ox"), {0: F(1)})
        answer = self.json("hit", path, "player,weapon=axe", "ox")
        self.assert_pmf(answer, {4: F(1, 3), 5: F(1, 3), 6: F(1, 3)})
        self.assertEqual(answer["attacker"]["stats"], {"damage": "1d3", "guard": "0"})

    def test_gear_replaces_or_adds(self):
        stats = ("  stats:\n    damage: {kind: amount, default: 1}\n    guard: {kind: amount, gear: sets}\n"
                 "    shout: {kind: word, of: [low, high]}\n    can: {kind: set, of: [fly, swim, dig], gear: sets}\n")
        path = self.rules("function attack(a, d)\n  return max(0, roll(a.damage) - roll(d.guard))"
                          " + (a.can.fly and 100 or 0) + (a.can.dig and 200 or 0)\nend\n", stats,
                          fighters="player: {hp: 9, damage: 1d4, guard: 1, can: [fly, swim]}\n"
                                   "monsters: {ox: {hp: 9, damage: 2}}\nweapons: {axe: {damage: 1d3+1, can: [dig]}}\n"
                                   "armors: {mail: {guard: 1d2}}\n")
        wanted = defaultdict(F)
        for one, other in itertools.product(range(1, 5), range(1, 4)):
            wanted[one + other + 1 + 200] += F(1, 12)
        self.assert_pmf(self.json("hit", path, "player,weapon=axe", "ox"), wanted)
        self.assert_pmf(self.json("hit", path, "ox", "player,armor=mail"), {1: F(1, 2), 0: F(1, 2)})


class Fights(ScriptCase):
    def fight(self, script, stats, fighters, more="", who=("player", "orc")):
        return self.json("duel", self.rules(script, stats, more, fighters, name="fight.yaml"), *who)

    def test_a_flag_is_written_in_any_way(self):
        path = self.rules()
        for plain, others in ((",lucky=1", (",lucky", ",lucky=true")), (",lucky=0", ("", ",lucky=false"))):
            blow = self.json("hit", path, "player" + plain, "wolf")["pmf"]
            for other in others:
                self.assertEqual(self.json("hit", path, "player" + other, "wolf")["pmf"], blow, other)
        lucky = self.json("hit", path, "player,lucky=1", "wolf")["pmf"]
        for usual, wanted in (("true", lucky), ("false", blow)):
            path = self.rules(stats=STATS.replace("lucky: {kind: flag}", f"lucky: {{kind: flag, default: {usual}}}"))
            self.assertEqual(self.json("hit", path, "player", "wolf")["pmf"], wanted)
        for wrong in ("lucky=yes", "might=true"):
            self.refused(2, "wyrm hit: '%s' must be a number, found '%s'\n" % tuple(wrong.split("=")),
                         "hit", path, "player," + wrong, "wolf")

    def test_turns_of_a_fight_by_hand(self):
        """A coin each: the player needs two hits, the orc one; with durations of 2/3 turns three attacks in two."""
        script = "function attack(a) return chance(1/2) and a.power or 0 end\n"
        stats = "  stats: {power: {kind: whole}, time: {default: 6, means: %s}}\n  turn: 6\n"
        fighters = "player: {hp: 1, power: 1%s}\nmonsters: {orc: {hp: 2, power: 1}}\n"

        def wins(schedule):
            """schedule: who attacks, again and again; every way of 400 attacks."""
            alive, won = {0: F(1)}, F(0)
            for who in itertools.islice(itertools.cycle(schedule), 400):
                if who == "p":
                    won += alive.get(1, 0) / 2
                    alive = {0: alive.get(0, 0) / 2, 1: (alive.get(0, 0) + alive.get(1, 0)) / 2}
                else:
                    alive = {hits: p / 2 for hits, p in alive.items()}
            return float(won)
        plain = self.fight(script, stats % "attack_duration", fighters % "")
        self.assertAlmostEqual(plain["p_win"], wins("pm"), delta=1e-12)
        quick = self.fight(script, stats % "attack_duration", fighters % ", time: 4")
        self.assertAlmostEqual(quick["p_win"], wins("pmpmp"), delta=1e-12)
        twice = self.fight(script, stats.replace("default: 6", "default: 1") % "attacks_per_turn",
                           fighters % ", time: 2")
        self.assertAlmostEqual(twice["p_win"], wins("pmp"), delta=1e-12)
        self.assertGreater(quick["p_win"], plain["p_win"])

    def test_times_are_kept_within_reason(self):
        stats = "  stats: {each: {means: %s, least: -5}}\n  turn: 100\n"
        for means, least, greatest in (("attack_duration", 0.1, 100000), ("attacks_per_turn", 0.001, 1000)):
            path = self.rules("function attack() return chance(1/2) and 1 or 0 end\n", stats % means,
                              fighters="player: {hp: 2}\nmonsters: {orc: {hp: 2}}\n")
            plain = self.json("duel", path, "player", "orc")["p_win"]
            usual = "100" if means == "attack_duration" else "1"
            self.assertEqual(self.json("duel", path, "player,each=" + usual, "orc")["p_win"], plain)
            for value in ("0", "-1", "1e9", "nan"):
                answer = self.run_wyrm("duel", path, f"player,each={value}", "orc")
                said = f"must be from {least} to {greatest}, found {value}"
                if value == "nan":
                    said = "must be a number, found 'nan'"
                self.assertEqual((answer.code, answer.err), (2, f"wyrm duel: 'each' {said}\n"))
            ends = [self.json("duel", path, f"player,each={value}", "orc")["p_win"] for value in (least, greatest)]
            self.assertLess(min(ends), 0.01)
            self.assertGreater(max(ends), 0.9)

    def test_times_that_no_clock_can_keep_are_refused(self):
        """Parts of a turn are the least common multiple of all durations and of what slows: at most 10^9."""
        slows = "  stats: {power: {}}\n  conditions: {a: {slows: 998/997}, b: {slows: 992/991}, c: {slows: 984/983}, " \
                "d: {slows: 978/977}}\n"
        for stats, said in (("  stats: {power: {}}\n", "duration = 1 / ({9973, 9967, 9949, 9941})[between(1, 4)]"),
                            (slows, "effects = {a = 1, b = 1, c = 1, d = 1}")):
            path = self.rules("function attack() return {damage = 1, %s} end\n" % said, stats, "",
                              "player: {hp: 5}\nmonsters: {orc: {hp: 5}}\n", name="clock.yaml")
            self.refused_with(3, "player against orc: the durations of a fight have no common measure", "duel", path,
                              "player", "orc")

    def test_a_third_of_a_turn_is_one(self):
        """Durations that no thousandth says: nine attacks of 10/13 turns come in the time of the others' seventh."""
        script = "function attack(a) return chance(1/2) and {damage = a.power, duration = %s} or 0 end\n"
        stats = "  stats:\n    power: {kind: whole, default: 1}\n    time: {means: %s}\n"
        fighters = "player: {hp: 3, time: %s}\nmonsters: {orc: {hp: 3}}\n"

        def wins(takes, more=F(0)):
            """Who attacks first at a time is the player; the time of each attack is a fraction."""
            states, won = {(F(0), F(0), 3, 3): F(1)}, F(0)
            while sum(states.values()) > F(1, 10 ** 11):
                after = defaultdict(F)
                for (own, other, hp, enemy), p in states.items():
                    for hit in (0, 1):
                        if own <= other:
                            if enemy == hit:
                                won += p / 2
                            else:
                                after[own - other + takes + hit * more, F(0), hp, enemy - hit] += p / 2
                        elif hp != hit:
                            after[own - other, F(1), hp - hit, enemy] += p / 2
                states = after
            return float(won)
        for means, said, takes in (
                ("attacks_per_turn", "1.3", F(10, 13)), ("attack_duration", "0.3333333333", F(1, 3)),
                ("attack_duration", "0.7692307692", F(10, 13)), ("attacks_per_turn", "0.7", F(10, 7))):
            path = self.rules(script % "0", stats % means, fighters=fighters % said)
            found = self.json("duel", path, "player", "orc")
            self.assertEqual(found["method"], "exact")
            self.assertAlmostEqual(found["p_win"], wins(takes), delta=1e-9, msg=said)
        path = self.rules(script % "a.long and 1 / 3 or 0", stats % "attack_duration" + "    long: {kind: flag}\n",
                          fighters=fighters % "0.5, long: true")
        found = self.json("duel", path, "player", "orc")
        self.assertAlmostEqual(found["p_win"], wins(F(1, 2), F(1, 3)), delta=1e-9)

    def test_an_amount_is_no_number_before_it_is_rolled(self):
        for wrong in ("a.damage + 1", "1 - a.damage", "2 * a.damage", "a.damage / 2", "a.damage // 2", "a.damage % 2",
                      "a.damage ^ 2", "2 ^ a.damage", "a.damage ^ a.damage", "-a.damage", "a.damage > 1 and 1 or 0",
                      "2 <= a.damage and 1 or 0"):
            path = self.rules(f"function attack(a, d) return {wrong} end\n")
            said = self.run_wyrm("hit", path, "player", "wolf")
            self.assertEqual(said.code, 3, wrong)
            self.assertRegex(said.err, r":5:\d+: error: an amount where a number is expected \(roll\(\.\.\.\) draws "
                                       r"one from it\) in function 'attack'\n", wrong)

    def test_a_condition_that_nobody_brings_ties_no_blows_together(self):
        """Asked how drained the attacker is, attacks can be counted where that stays as it is: at 0, or at what one
        begins with; not where it wears off or grows, where the other drains, or may come to."""
        script = """
            function attack(a, d)
                if not chance((80 - 10 * a.drained) / 100) then return 0 end
                if a.drains and (a.hp > 3 or not a.spent) then return {damage = 1, effects = {drained = 1}} end
                return a.drains and 1 or 2
            end"""
        fighters = "player: {hp: 9}\nmonsters:\n  rat: {hp: 5}\n  wight: {hp: 3, drains: true}\n" \
                   "  husk: {hp: 3, drains: true, spent: true}\n"
        stats = "  stats: {drains: {kind: flag}, spent: {kind: flag}}\n" \
                "  conditions: {drained: {most: 7, stacking: adds, each_turn: %d}}\n"
        lasts, fades, grows = (self.rules(script, stats % by, fighters=fighters, name=f"{by}.yaml")
                               for by in (0, -1, 1))
        # the chance itself in place of the question
        plain = self.rules("function attack(a, d) if not chance(a.mine) then return 0 end return 2 end",
                           "  stats: {mine: {default: 0.8}}\n",
                           fighters="player: {hp: 9}\nmonsters: {rat: {hp: 5}}\n")
        for path, one, other, chance in ((lasts, "rat", "player", 0.8), (lasts, "rat,drained=3", "player", 0.5),
                                         (lasts, "player,drained=2", "rat", 0.6), (fades, "rat", "player", 0.8),
                                         (fades, "rat,drained=3", "player", None), (grows, "rat", "player", None),
                                         (lasts, "player", "wight", None), (lasts, "player", "husk", None)):
            found = self.json("hit", path, one, other)
            with self.subTest(path=path, one=one, other=other):
                if chance is None:
                    self.assertIsNone(found["hits_to_kill"])
                    continue
                hp = 5 if other == "rat" else 9
                self.assertAlmostEqual(found["hits_to_kill"]["mean"], math.ceil(hp / 2) / chance, delta=1e-9)
                fight = self.json("duel", path, one, other)
                alike = self.json("duel", plain, f"{one.split(',')[0]},mine={chance}", other)
                self.assertAlmostEqual(fight["p_win"], alike["p_win"], delta=1e-9)

    def test_an_effect_is_what_it_changes(self):
        """5 of what is 2 at most raises 0 to 2, 1 to 2 and 2 not at all, which is no effect."""
        path = self.rules("function attack(a, d) return {damage = 0, effects = {rot = 5}} end\n",
                          "  conditions: {rot: {most: 2, damage: 1}}\n",
                          fighters="player: {hp: 20}\nmonsters: {frog: {hp: 10}}\n")
        for now, raised in (0, 2), (1, 1):
            effects = self.json("hit", path, "frog", f"player,rot={now}")["blows"][0]["effects"]
            self.assertEqual(effects, [{"name": "rot", "of": "defender", "chance": 1, "mean": raised}])
        self.assertNotIn("rot by", self.text("hit", path, "frog", "player,rot=2"))
        self.assertIn("raises the other's rot by 1 on average", self.text("hit", path, "frog", "player,rot=1"))

    def test_blows_of_an_attack_have_stats_of_their_own(self):
        stats = "  stats: {damage: {kind: amount}, aim: {kind: whole, default: 50}}\n"
        path = self.rules("function attack(a, d, b)\n  if not chance(a.aim / 100) then return 0 end\n"
                          "  return roll(a.damage) + (b.name == 'claw' and 10 * b.of_kind or 0)"
                          " + (b.number == 1 and 1000 or 0)\nend\n", stats,
                          fighters="player: {hp: 30}\nmonsters:\n  bear: {hp: 20, attacks: [{bite: 1d2, aim: 100}, "
                                   "{claw: 1d3, times: 2}]}\n")
        wanted = defaultdict(F)
        claw = [[(F(1, 2), 0)] + [(F(1, 6), 10 * kind + n) for n in (1, 2, 3)] for kind in (1, 2)]
        for bite, (p, one), (q, other) in itertools.product((1, 2), *claw):
            wanted[1000 + bite + one + other] += p * q / 2
        answer = self.json("hit", path, "bear", "player")
        self.assert_pmf(answer, wanted)
        self.assertEqual([(b["name"], b["times"], b["p_zero"]) for b in answer["blows"]],
                         [("bite", 1, 0), ("claw", 2, 0.5)])
        self.assertIn("claw      2", self.text("hit", path, "bear", "player"))

    # What golden/foreign/conditions.json says, in Lua; the table of blows is written before it.
    LUA = """
local function touched(blow, d, out)
    for _, e in ipairs(blow.effects) do
        local saved = e.save > 0 and dice(1, 20) + d.saving >= e.save
        if not saved then out[e.of][e.what] = (out[e.of][e.what] or 0) + e.value end
    end
    return out
end
function attack(a, d, b)
    local blow, out = blows[b.name], {damage = 0, effects = {}, own = {}}
    if blow.cost > 0 then
        if a[blow.purse] < blow.cost then return 0 end
        out.own[blow.purse] = -blow.cost
    end
    local sneak = blow.sneaks > 0 and d.asleep > 0
    if not sneak and not chance(blow.chance) then return out end
    out.damage = max(0, roll(a.damage) + (blow.power and FORCE or 0)) * (sneak and blow.sneaks or 1)
    out.heal = blow.heal == "damage" and out.damage or blow.heal
    out.duration = blow.extra
    return touched(blow, d, out)
end
"""

    def lua_of(self, case):
        rows = []
        for side in ("player", "monster"):
            for i, one in enumerate(case[side]["blows"]):
                effects = ", ".join(
                    '{of = "%s", what = "%s", value = %d, save = %d}' % (
                        "own" if e.get("self") else "effects", e.get("condition", "power"),
                        e.get("value", -e.get("drain", 0)), e.get("save", 0)) for e in one.get("effects", []))
                heal = one.get("heal", 0)
                rows.append('%s%d = {chance = %r, cost = %d, purse = "%s_stamina", sneaks = %d, power = %s, heal = %s, '
                            'extra = %g, effects = {%s}}' % (
                                side, i, one["chance"], one.get("cost", 0), side, one.get("sneaks", 0),
                                "true" if one.get("power") else "false",
                                '"damage"' if heal == "damage" else heal, 6 * F(one.get("extra", 0)), effects))
        force = "a.power"
        if "weak" in case["conditions"]:
            force = "max(0, a.power - (a.weak > 0 and %d or 0))" % case["conditions"]["weak"]["weakens"]
        lua = self.LUA.replace("FORCE", force)
        return "local blows = {\n" + ",\n".join(rows) + "\n}\n" + lua

    def rules_of(self, case):
        conditions = {name: {key: value for key, value in one.items() if key != "weakens"}
                      for name, one in case["conditions"].items()}
        sides = {}
        for side in ("player", "monster"):
            of = case[side]
            sides[side] = {"hp": of["max_hp"], "saving": of["save"], "power": of["power"],
                           "time": float(6 * F(of["duration"])), "regeneration": float(F(of.get("regeneration", 0))),
                           **of.get("begun", {}),
                           "attacks": [{f"{side}{i}": one["damage"]} for i, one in enumerate(of["blows"])]}
        counters = {"power": {"most": 9}}
        for side in ("player", "monster"):
            stamina = case[side]["stamina"]
            if stamina["most"] > 0:
                counters[f"{side}_stamina"] = {"start": stamina["start"], "most": stamina["most"],
                                               "each_turn": stamina["back"]}
        lua = self.lua_of(case)
        if "asleep" not in conditions:
            lua = lua.replace("blow.sneaks > 0 and d.asleep > 0", "false")
        self.write("fight.lua", lua)
        return {"name": "fight", "models": {"combat": "script"},
                "combat": {"script": "fight.lua", "turn": 6, "conditions": conditions, "counters": counters,
                           "stats": {"damage": {"kind": "amount"}, "saving": {"kind": "whole"},
                                     "time": {"means": "attack_duration"}}},
                "player": sides["player"], "monsters": {"monster": sides["monster"]}}

    def test_conditions_counters_and_what_else_a_blow_does(self):
        """Each key of conditions and counters, heal, own, effects, duration: fights that others have followed."""
        with open(os.path.join(GOLDEN, "foreign", "conditions.json"), encoding="utf-8") as file:
            cases = json.load(file)["cases"]
        self.assertGreater(len(cases), 30)
        for case in cases:
            path = self.write("fight.yaml", json.dumps(self.rules_of(case)))
            who = [side if case[side]["hp"] == case[side]["max_hp"] else f"{side},hp={case[side]['hp']}"
                   for side in ("player", "monster")]
            answer = self.json("duel", path, *who)
            with self.subTest(case["name"]):
                self.assertTrue(answer["method"].startswith("exact"), answer["method"])
                self.assertAlmostEqual(answer["p_win"], case["p_win"], delta=1e-9)
                self.assertAlmostEqual(answer["p_lose"], case["p_lose"], delta=1e-9)
                self.assertAlmostEqual(answer["turns"]["mean"], case["turns_mean"], delta=1e-7)

    def test_what_a_blow_does_besides_is_told(self):
        path = self.rules("function attack(a, d, b)\n  if chance(1/4) then return {damage = 2, heal = 3, "
                          "duration = 50, effects = {poison = 4}, own = {mana = -1}} end\n  return 1\nend\n",
                          "  turn: 100\n  conditions: {poison: {damage: 1}}\n  counters: {mana: {start: 2}}\n",
                          fighters="player: {hp: 9}\nmonsters: {orc: {hp: 9}}\n")
        effects = self.json("hit", path, "player", "orc")["blows"][0]["effects"]
        self.assertEqual({(e["name"], e["of"], e["chance"], e["mean"]) for e in effects},
                         {("poison", "defender", 0.25, 4), ("hp", "attacker", 0.25, 3),
                          ("turns", "attacker", 0.25, 0.5), ("mana", "attacker", 0.25, -1)})

    SHIELDED = ("function attack(a, d, b)\n  local kept = min(roll(a.damage), d.shield)\n"
                "  return {damage = a.damage.most - kept, effects = {shield = -kept}}\nend\n",
                "  stats:\n    damage: {kind: amount}\n  counters: {shield: {most: 9}}\n")

    def test_who_only_wears_a_shield_out_is_not_said_to_be_harmless(self):
        path = self.rules(*self.SHIELDED, fighters="player: {hp: 9, shield: 4}\n"
                          "monsters: {orc: {hp: 9, damage: 3}, snail: {hp: 9}}\n")
        self.assertGreater(self.json("duel", path, "orc", "player")["p_win"], 0.99)
        text = self.text("hit", path, "orc", "player")
        self.assertTrue(text.startswith("orc does no damage to player as they stand now; what a fight changes"), text)
        self.assertNotIn("never", text)

    def test_blows_of_an_attack_find_what_those_before_them_changed(self):
        """Each by hand: a shield that wears out, a row of hits, hit points, a fall, a sleeper that wakes."""
        numbers = itertools.count()

        def rules(body, declared, player="", attacks="[{claw: 1d4, times: 2}, {bite: 1d4}]", orc=""):
            return self.rules(f"function attack(a, d, b)\n{body}\nend\n",
                              "  stats:\n    damage: {kind: amount}\n" + declared, name=f"{next(numbers)}.yaml",
                              fighters=f"player: {{hp: 10{player}}}\n"
                              f"monsters: {{orc: {{hp: 9{orc}, attacks: {attacks}}}}}\n")
        three = spread(4, 4, 4)
        shield = defaultdict(F)
        for value, p in three.items():
            shield[max(0, value - 5)] += p
        row = defaultdict(F)
        for hits in itertools.product((0, 1), repeat=3):
            row[sum(range(1, sum(hits) + 1))] += F(1, 8)
        asleep = defaultdict(F)
        for hits in itertools.product((0, 1), repeat=3):
            asleep[7 + sum(hits) - 1 if any(hits) else 0] += F(1, 8)
        sleeps = "  conditions: {sleep: {ends_when_hurt: true}}\n"
        for name, wanted, steps, path, *who in [
                ("shield", shield, None, rules(
                    "  local n = roll(a.damage)\n  local kept = min(n, d.shield)\n"
                    "  return {damage = n - kept, effects = {shield = -kept}}",
                    "  counters: {shield: {most: 9}}\n", ", shield: 5")),
                # 1/2, half of 1 and 2, and a quarter, half and quarter of 1, 2 and 3
                ("row", row, (0.5, 0.75, 1), rules(
                    "  if chance(1/2) then return 0 end\n  return {damage = 1 + a.row, own = {row = 1}}",
                    "  counters: {row: {most: 9}}\n")),
                ("what its hits leave with it", {1 + 2 + 3: F(1)}, (1, 2, 3), rules(
                    "  return {damage = 1 + a.row, own = {row = 1}, effects = {mark = 1}}",
                    "  counters: {mark: {most: 9}, row: {most: 9}}\n")),
                ("what its hits leave with whom they hurt", {1 + 2 + 3: F(1)}, (1, 2, 3), rules(
                    "  return {damage = 1 + d.mark, own = {row = 1}, effects = {mark = 1}}",
                    "  counters: {mark: {most: 9}, row: {most: 9}}\n")),
                ("more blows than steps are told of", {sum(range(1, 31)): F(1)}, range(1, 25), rules(
                    "  return {damage = 1 + a.row, own = {row = 1}}", "  counters: {row: {most: 99}}\n",
                    attacks="[{claw: 1, times: 30}]")),
                ("hit points", {2 + 2 + 2 + 5 + 5: F(1)}, (2, 2, 2, 5, 5), rules(
                    "  return d.hp * 2 < d.max_hp and 5 or 2", "", attacks="[{claw: 1, times: 5}]")),
                ("who falls stands with one", {10 + 1 + 1: F(1)}, (10, 1, 1), rules("  return d.hp", "")),
                ("what is looked at from the second blow on", {0 + 5 + 2: F(1)}, (0, 5, 2), rules(
                    "  if d.shield > 0 then return {damage = 0, effects = {shield = -1}} end\n  return d.hp // 2",
                    "  counters: {shield: {most: 9}}\n", ", shield: 1")),
                ("what it costs", {9 + 7 + 5: F(1)}, (9, 7, 5), rules("  return {damage = a.hp, heal = -2}", "")),
                ("what it wins back", {3 + 7 + 9: F(1)}, (3, 7, 9), rules("  return {damage = a.hp, heal = 4}", ""),
                 "orc,hp=3"),
                ("fall", {1: F(1, 2), 2: F(1, 4), 3: F(1, 4)}, (1, 0.5, 0.25), rules(
                    "  return {damage = 1, own = {down = chance(1/2) and 2 or 0}}",
                    "  conditions: {down: {helpless: true}}\n")),
                ("sleeper", {7 + 1 + 1: F(1)}, (7, 1, 1), rules(
                    "  return d.sleep > 0 and 7 or 1", sleeps, ", sleep: 3")),
                # 7 by a half, a half of 1 and 7, and 1 by half of three quarters, 7 by half of a quarter
                ("sleeper who is missed", asleep, (3.5, 2, 1.25), rules(
                    "  if chance(1/2) then return 0 end\n  return d.sleep > 0 and 7 or 1", sleeps, ", sleep: 3")),
                ("who hurts itself", {5 + 1 + 1: F(1)}, (5, 1, 1), rules(
                    "  return {damage = a.calm > 0 and 5 or 1, heal = -1}",
                    "  conditions: {calm: {ends_when_hurt: true}}\n", orc=", calm: 3")),
                ("who is not hurt", {5 + 5 + 5: F(1)}, (5, 5, 5), rules(
                    "  return {damage = a.calm > 0 and 5 or 1, heal = 1}",
                    "  conditions: {calm: {ends_when_hurt: true}}\n", orc=", calm: 3")),
                ("nothing is looked at", three, (2.5, 2.5, 2.5), rules(
                    "  return {damage = roll(a.damage), own = {row = 1}}",
                    "  counters: {row: {most: 9}}\n"))]:
            with self.subTest(name):
                orc = who[0] if who else "orc"
                self.assert_pmf(self.json("hit", path, orc, "player"), wanted)
                text = " ".join(self.text("hit", path, orc, "player", "--explain").split())
                self.assertEqual("later ones find what those before" in text,
                                 name not in ("nothing is looked at", "who is not hurt"))
                if steps:
                    names = ["claw"] * len(steps) if len(steps) > 3 else ["claw", "claw", "bite"]
                    self.assertIn(" ".join(f"{of} {step:g} hit points" for of, step in zip(names, steps)), text)

    def test_blows_of_an_attack_come_to_what_all_their_ways_come_to(self):
        """Rules at random, of conditions, a counter and hit points on both sides: each way blow by blow."""
        declared = ("  stats: {damage: {kind: amount}}\n"
                    "  conditions:\n    mark: {stacking: adds, most: 9}\n    calm: {ends_when_hurt: true}\n"
                    "    glow: {ends_when_hurt: true, stacking: replaces}\n    down: {helpless: true}\n"
                    "  counters: {stack: {most: 3}}\n")
        stacks = {"mark": lambda old, new: min(9, old + new), "calm": max, "down": max,
                  "glow": lambda old, new: new, "stack": lambda old, new: max(0, min(3, old + new))}

        def looks(dice):
            """What a blow looks at, for Lua and for us: a side, a key and the least that it may be."""
            key = dice.choice([*stacks, "hp", "hp", "hp"])
            return dice.choice("ad"), key, dice.choice([2, 2, 3, 4, 5, 6] if key == "hp" else [1, 1, 2, 3, 4])

        def outcome(dice):
            gives = [{key: dice.choice([1, 2, 3] if key != "stack" else [-1, 1, 2])
                      for key in dice.sample(sorted(stacks), dice.randint(0, 2))
                      if not (side == "own" and key == "down" and dice.random() < 0.7)}
                     for side in ("own", "effects")]
            return {"damage": dice.choice([0, 0, 1, 2, 3]), "heal": dice.choice([0, 0, 0, -1, 2]),
                    "own": gives[0], "effects": gives[1]}

        def hurt(side, points):
            left = dict(side)
            if points > 0:
                left.update(calm=0, glow=0)
            left["hp"] = min(max(side["hp"] - points, 1), side["most"])
            return left

        def struck(a, d, came):
            a, d = hurt(a, -came["heal"]), hurt(d, came["damage"])
            for side, given in (a, came["own"]), (d, came["effects"]):
                side.update({key: stacks[key](side[key], value) for key, value in given.items()})
            return a, d

        def follow(a, d, blows, asleep, looked, ways, done=0):
            if blows == 0 or (a["down"] > 0 and not asleep):
                return {done: F(1)}
            out = defaultdict(F)
            is_so = [{"a": a, "d": d}[side][key] >= least for side, key, least in looked]
            for k, p in (0, F(1, 4)), (1, F(3, 4)):
                came = ways[2 * (is_so[0] + 2 * is_so[1]) + k]
                for value, q in follow(*struck(a, d, came), blows - 1, asleep, looked, ways,
                                       done + came["damage"]).items():
                    out[value] += p * q
            return out

        def lua(came):
            tables = [f"{key} = {{{', '.join(f'{name} = {n}' for name, n in came[key].items())}}}"
                      for key in ("own", "effects") if came[key]]
            return "{" + ", ".join([f"damage = {came['damage']}", f"heal = {came['heal']}", *tables]) + "}"

        for seed in range(100):
            dice = random.Random(seed)
            looked = [looks(dice) for _ in range(2)]
            ways = [outcome(dice) for _ in range(8)]
            begin = [{key: dice.choice([0, 0, 1, 3]) for key in stacks} for _ in "ad"]
            begin[0]["down"] = dice.choice([0, 0, 0, 1])
            tests = [f"{side}.{key} >= {least}" for side, key, least in looked]
            pairs = [f"(chance(1/4) and {lua(ways[2 * i])} or {lua(ways[2 * i + 1])})" for i in range(4)]
            script = (f"function attack(a, d)\n  if {tests[0]} then\n    if {tests[1]} then return {pairs[3]} end\n"
                      f"    return {pairs[1]}\n  end\n  if {tests[1]} then return {pairs[2]} end\n"
                      f"  return {pairs[0]}\nend\n")
            orc, player = (", ".join(f"{key}: {n}" for key, n in one.items()) for one in begin)
            claws = "attacks: [{claw: 1, times: 4}]"
            fighters = f"player: {{hp: 6, {player}}}\nmonsters: {{orc: {{hp: 5, {orc}, {claws}}}}}\n"
            path = self.rules(script, declared, name="ways.yaml", fighters=fighters)
            hp = dice.randint(1, 5)
            sides = {**begin[0], "hp": hp, "most": 5}, {**begin[1], "hp": 6, "most": 6}
            with self.subTest(seed):
                self.assert_pmf(self.json("hit", path, f"orc,hp={hp}", "player"),
                                follow(*sides, 4, begin[0]["down"] > 0, looked, ways))

    def test_blows_that_change_each_other_too_much_give_no_figure(self):
        """The bite looks at two counters, which seven claws leave in 2,500 states. A duel goes blow by blow; all that
        would be of a whole attack is refused, by name."""
        self.write("t.yaml", ruleset("""\
function attack(a, d, b)
    if b.name == 'bite' then return min(3, a.fury + d.fear) end
    return {damage = 1, own = {fury = roll('1d8')}, effects = {fear = roll('1d8')}}
end
""", "  stats:\n    damage: {kind: amount}\n", "  counters: {fury: {most: 99}, fear: {most: 99}}\n",
                                    "player: {hp: 20, damage: 1}\n"
                                    "monsters: {orc: {hp: 9, attacks: [{claw: 1, times: 7}, {bite: 1}]}}\n"
                                    "targets:\n"
                                    "  attack: {metric: hit_mean, of: orc, against: player, range: [1, 2]}\n"
                                    "  fight: {metric: duel_turns, of: player, against: orc, range: [1, 3]}\n"))
        said = "the blows of 'orc' change each other in too many ways for the damage of a whole attack to be worked out"
        for more in [], ["--explain"], ["--json"]:
            self.refused_with(2, said, "hit", "t.yaml", "orc", "player", *more)
        self.assertEqual(self.json("duel", "t.yaml", "player", "orc")["turns"]["mean"], 2)
        answer = self.run_wyrm("check", "t.yaml")
        self.assertIn("target 'attack' cannot be measured at orc against player: " + said, answer.err)
        self.assertNotIn("target 'fight'", answer.err)


class Words(ScriptCase):
    def test_who_asks_for_an_unknown_stat_is_told_those_that_the_file_declares(self):
        path = self.write("words.yaml", "name: words\nmodels: {combat: script}\ncombat:\n"
                          "  stats: {aim: {}, soak: {}}\n  counters: {rounds: {}}\n"
                          "  script: function attack() return 1 end\nplayer: {hp: 9}\n"
                          "monsters: {rat: {hp: 3}}\nweapons:\n  gun: {ammo: 3}\n")
        self.assertIn("unknown key 'ammo' in weapons.gun (the combat model 'script' has aim, soak, rounds, attacks, "
                      "two_handed)", self.run_wyrm("rules", "validate", path).err)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.write("words.yaml", text.replace("ammo", "rounds"))
        self.refused(2, "wyrm duel: unknown key 'ammo' of combatant 'player' (one of aim, soak, rounds, hp, max_hp, "
                     "regeneration, regen, weapon)\n", "duel", path, "player,ammo=3", "rat")


class Files(ScriptCase):
    def hash_of(self, path):
        return self.json("hit", path, "player", "wolf")["ruleset"]["hash"]

    def test_a_ruleset_is_the_same_however_its_script_is_kept(self):
        inside = self.hash_of(self.rules())
        beside = ruleset().replace(block(SCRIPT), "rules.lua\n")
        self.write("rules.lua", SCRIPT)
        path = self.write("beside.yaml", beside)
        self.assertEqual(self.hash_of(path), inside)
        self.write("rules.lua", SCRIPT.replace("// 2", "// 3"))
        self.assertNotEqual(self.hash_of(path), inside)

    def test_what_is_shown_is_read_as_the_same(self):
        path = self.rules(more="  conditions: {poison: {damage: 1d2, stacking: adds}}\n"
                               "  counters: {mana: {start: 2}}\n")
        shown = self.text("rules", "show", path)
        again = self.write("shown.yaml", shown)
        self.assertEqual(self.hash_of(again), self.hash_of(path))
        self.assertEqual(self.text("rules", "show", again), shown)

    def test_a_script_is_shown_as_it_is_written(self):
        told = self.text("rules", "show", self.rules())
        self.assertIn("  script: |\n" + "".join(f"    {line}\n" for line in SCRIPT.splitlines()), told)
        scripts = ["-- one\n\nfunction attack() return 1 end", "function attack()\n\n    return 1\n  end\n\n\n",
                   "  function attack() return 1\nend\n", "\nfunction attack() return 1 end\n",
                   "function attack()\n\treturn 1 -- \u00e9\nend\n", "# \nfunction attack() return 1 end\n"]
        for text in scripts:
            for script in (text.replace("# ", "-- #: &*!|>'\"%@`"), text):
                path = self.write("odd.yaml", ruleset(stats="").replace(block(SCRIPT), json.dumps(script) + "\n"))
                answer = self.run_wyrm("rules", "show", path)
                if answer.code == 0:
                    again = self.write("again.yaml", answer.out)
                    self.assertEqual(self.json("rules", "show", again)["rules"]["combat"]["script"], script)
                    self.assertEqual(self.text("rules", "show", again), answer.out)

    def test_lines_may_end_as_they_do_elsewhere(self):
        self.write("rules.lua", "")
        path = self.write("beside.yaml", ruleset().replace(block(SCRIPT), "rules.lua\n"))
        wanted = blow([6], 60)
        for text in (SCRIPT.encode(), SCRIPT.encode()[:-1], b"\xef\xbb\xbf" + SCRIPT.encode(),
                     SCRIPT.replace("\n", "\r\n").encode()):
            with open(os.path.join(self.folder, "rules.lua"), "wb") as file:
                file.write(text)
            self.assert_pmf(self.json("hit", path, "player", "wolf"), wanted)

    def test_extends_changes_stats_and_rules(self):
        os.mkdir(os.path.join(self.folder, "base"))
        self.write("base/rules.lua", SCRIPT)
        self.write("base/trial.yaml", ruleset().replace(block(SCRIPT), "rules.lua\n"))
        child = self.write("child.yaml", "extends: base/trial.yaml\nname: child\n"
                                         "combat: {stats: {evasion: {default: 30}}}\n")
        self.assert_pmf(self.json("hit", child, "wolf", "player"), blow([3, 3], 30))
        other = self.write("other.yaml", "extends: base/trial.yaml\nname: other\ncombat:\n"
                                         "  script: function attack(a) return a.might + 7 end\n")
        self.assert_pmf(self.json("hit", other, "wolf", "player"), {7: F(1)})

    def test_every_form_of_schema_knows_the_section(self):
        self.assertIn('"counters"', self.text("rules", "schema"))
        self.assertIn("combat.conditions.<condition>.ends_when_hurt", self.text("rules", "guide"))


class Mistakes(ScriptCase):
    def told(self, text, *wanted, code=3, command=("hit", "t.yaml", "player", "wolf")):
        """What is said of a ruleset: its place, and all of `wanted`."""
        self.write("t.yaml", text)
        answer = self.run_wyrm(*command)
        self.assertEqual((answer.code, answer.out), (code, ""), answer.err)
        self.assertNotRegex(answer.err, "[\x00-\x09\x0b-\x1f\x7f]")
        for part in wanted:
            self.assertIn(part, answer.err)

    def returns(self, what, *wanted, more="", code=3):
        self.told(ruleset(f"function attack(a, d, b)\n    return {what}\nend", more=more), *wanted, code=code)

    def test_what_the_script_asks_for_and_is_not_there(self):
        for what, column, said in [
                ("a.mihgt", 18, "a has no 'mihgt' in function 'attack' (did you mean 'might'?)"),
                ("d.hits", 18, "d has no 'hits'"),
                ("b.nmae", 18, "b has no 'nmae' in function 'attack' (did you mean 'name'?)"),
                ("d.resists.frie", 26, "'frie' is no word that a stat has in function 'attack' (did you mean 'fire'?)"),
                ("rol(1)", 16, "there is no 'rol' in a script in function 'attack' (did you mean 'roll'?)"),
                ("a.damage.lest", 25, "an amount has no 'lest' in function 'attack' (did you mean 'least'?)")]:
            self.returns(what, f"t.yaml:6:{column}: error: {said}")

    def test_a_derived_threat_tells_mistakes_of_the_script_once_at_their_place(self):
        threat = "bands: {all: [1, 3]}\nthreat: {room_budget: {all: [0, 90]}}\n"
        fighters = FIGHTERS.replace("weapons:", "  rat: {hp: 3}\nweapons:", 1)
        for what, said in [
                ("d.evason", "t.yaml:6:18: error: d has no 'evason' in function 'attack' (did you mean 'evasion'?)\n"),
                ("a.hp > 4 and -1 or 1",
                 "t.yaml:5:5: error: attack of 'wolf' on 'nobody' returned -1: damage must be a number from 0")]:
            path = self.write("t.yaml", ruleset(f"function attack(a, d, b)\n    return {what}\nend",
                                                fighters=fighters + threat))
            answer = self.run_wyrm("rules", "validate", path)
            self.assertEqual((answer.code, answer.err.count(" error: ")), (3, 1), answer.err)
            self.assertIn(said, answer.err)

    def test_what_a_blow_cannot_come_to(self):
        place = "t.yaml:5:5: error: attack of 'player' on 'wolf' returned "
        for what, said in [
                ("", "nothing: damage must be a number from 0 to 1000000000"),
                ("'x'", "the text 'x': damage must be a number"),
                ("true", "true: damage must be"),
                ("2.5", "2.5: damage must be a whole number"),
                ("-1", "-1: damage must be a number from 0"),
                ("2^70", "1.18059162071741e+21: damage must be a number from 0 to 1000000000"),
                ("{}", "no damage: it is a whole number, or a table with it as 'damage'"),
                ("{damage = 1, heal = 0.5}", "0.5 as 'heal': it must be a whole number"),
                ("{damage = 1, type = 'frie'}",
                 "the type 'frie', which is no word that a stat has (did you mean 'fire'?)"),
                ("{damage = 1, type = 3}", "3 as 'type': it must be a word, such as 'fire'"),
                ("{damage = 1, duration = 1e9}", "1000000000 as 'duration': it must be a number from -1000000"),
                ("{damage = 1, efects = {x = 1}}", "'efects.x', which means nothing (did you mean 'effects'?)"),
                ("{damage = 1, effects = 3}", "3 as 'effects': it must be a table of conditions and counters"),
                ("{damage = 1, own = {poison = true}}", "true as 'own.poison': it must be a number from -10000"),
                ("{damage = 1, effects = {poisn = 1}}",
                 "'effects.poisn', which is no condition and no counter (did you mean 'poison'?)"),
                ("{damage = 0, own = {hp = 3}}",
                 "'own.hp', which is no condition and no counter: hit points that the attacker wins are 'heal', "
                 "beside 'own'")]:
            self.returns(what, place + said, more="  conditions: {poison: {damage: 1}}\n")
        for what, said in [("0/0", "a result is 0/0 or the like"), ("1/0", "a result is infinite"),
                           ("math.huge", "a result is infinite"), ("a", "a function or a thing is no result"),
                           ("a.damage", "an amount that was not rolled is no result (roll(x) draws one)")]:
            self.returns(what, "t.yaml:5:5: error: " + said)

    def test_what_never_ends_or_is_too_much_is_ended(self):
        begun = time.monotonic()
        for what, said in [
                ("1 end while true do end do", "this does not end within"),
                ("attack(a, d, b)", "functions call each other"),
                ("1 end while true do local x = dice(1, 6) end do", "more than 10000 draws"),
                ("1 end local s = 'x' while true do s = s .. s end do", "a text has more than 4096 bytes"),
                ("between(0, 1e8)", "more than 100000 values in one draw"),
                ("dice(1, 1000) * 1000 + dice(1, 1000) + 1e6 * dice(1, 500)", "there are too many outcomes to follow")]:
            script = f"function attack(a, d, b)\n    if a.lucky then return 1 end\n    return {what}\nend"
            if " end " in what:
                what = what.removeprefix("1 end ").removesuffix(" do")
                script = f"function attack(a, d, b)\n    local x = 1\n    {what}\n    return x\nend"
            self.told(ruleset(script), "t.yaml:7:", said)
        self.told(ruleset("while true do end"), "t.yaml:5:16: error: this does not end")
        self.assertLess(time.monotonic() - begun, 20)

    def test_stats_that_cannot_be_declared(self):
        def declared(row, *wanted):
            self.told(ruleset(stats=STATS + f"    odd: {row}\n" if row[0] == "{" else STATS + row), *wanted)
        for row, said in [
                ("{kind: word}", "t.yaml:20:5: error: a word needs its words: 'of: [slashing, fire]'"),
                ("{of: [a, b]}", "a number has no words: 'of' is for words and sets"),
                ("{kind: word, of: [a, b, a]}", "t.yaml:20:34: error: 'a' stands there twice"),
                ("{kind: set, of: [a, none]}", "t.yaml:20:30: error: 'none' is what a set without words is"),
                ("{kind: wrod}", "(did you mean 'word'?)"),
                ("{default: 3, greatest: 2}", "t.yaml:20:20: error: the default of 'odd' is outside its range"),
                ("{kind: whole, default: 2.5}", "t.yaml:20:33: error: the default of 'odd' is no whole number"),
                ("{kind: flag, default: maybe}",
                 "t.yaml:20:32: error: the default of 'odd' must be true or false, found 'maybe'"),
                ("{kind: amount, default: 2q6}", "t.yaml:20:34: error: "),
                ("{kind: word, of: [fire, ice], default: fier}", "t.yaml:20:49: error: 'fier' is no word of 'odd'"),
                ("{kind: word, of: [a], least: 2}", "'least' is for numbers, not for words"),
                ("{kind: flag, least: 0}", "t.yaml:20:30: error: 'least' is for numbers, not for flags"),
                ("{kind: set, of: [a, b], default: [a, b]}", "t.yaml:20:43: error: expected a text, found a list (the "
                                                             "words of a set are written 'fire+ice')"),
                ("{kind: amount, plus_of: weapon}", "'plus_of' is for numbers, not for amounts"),
                ("{means: reach}\n    far: {means: reach}", "t.yaml:21:18: error: that is what 'odd' means already"),
                ("{means: attacks_per_turn}\n    far: {means: attack_duration}",
                 "t.yaml:21:18: error: that is what 'odd' means already"),
                ("{kind: flag, means: attacks_per_turn}", "t.yaml:20:30: error: a flag is no length of time"),
                ("{means: attacks_per_turn, default: 0}", "outside its range, 0.001 to 1000"),
                ("{means: move_duration, default: -1}", "outside its range, 0.001 to 1000"),
                ("{least: 5, greatest: 2}", "the least value of 'odd' is above its greatest"),
                ("{chosen: true}", "t.yaml:20:19: error: what the player chooses is a word, not a number"),
                ("    might: {}\n", "t.yaml:20:5: error: duplicate key 'might', first in line 17"),
                ("  conditions: {might: {}}\n", "t.yaml:20:16: error: 'might' is declared twice"),
                ("  conditions: {a: {}}\n  counters: {a: {}}\n", "t.yaml:21:14: error: 'a' is declared twice"),
                ("  counters: {mana: {start: 9, most: 3}}\n", "t.yaml:20:28: error: it starts above its most"),
                ("  conditions: {a: {damge: 1}}\n", "(did you mean 'damage'?)")]:
            declared(row, said)
        for name in ("hp", "max_hp", "level", "weapon", "armor", "attacks", "times", "name", "regeneration"):
            declared(f"    {name}: {{}}\n", f"t.yaml:20:5: error: '{name}' is a word of this format that all "
                     f"fighters or their gear have (another name will do, as 'own_{name}')")
        for count, said in [(41, "must be from 0 to 40"), (40, "room for 16 conditions and counters, and for 40")]:
            stats = "  stats: {" + ", ".join(f"s{i}: {{}}" for i in range(count)) + "}\n"
            self.told(ruleset("function attack() return 1 end", stats, "  conditions: {poison: {}}\n",
                              "player: {hp: 1}\nmonsters: {wolf: {hp: 1}}\n"), said)

    def test_a_stat_cannot_hide_a_key_of_another_model(self):
        """How often a monster comes was taken for its stat, and all weights were 0."""
        body = ("combat:\n  stats: {weight: {default: 2}, kind: {default: 1}}\n"
                "  script: function attack(a, d) return 1 end\nplayer: {hp: 5}\n"
                "monsters: {rat: {hp: 3, weight: 3}}\n")
        path = self.write("alone.yaml", "name: alone\nmodels: {combat: script}\n" + body)
        self.assertEqual(self.json("hit", path, "rat", "player")["attacker"]["stats"]["weight"], 3)
        path = self.write("beside.yaml", "name: beside\nmodels: {combat: script, encounter: tables}\n"
                                         "encounter: {}\n" + body)
        answer = self.run_wyrm("rules", "validate", path)
        self.assertEqual(answer.code, 3)
        for name, place in (("weight", "5:11"), ("kind", "5:33")):
            self.assertIn(f"beside.yaml:{place}: error: '{name}', which 'combat' declares, is a key of 'monsters' that "
                          "the "
                          "encounter model 'tables' has; it needs another name", answer.err)

    def test_all_that_is_wrong_with_stats_is_told_at_once(self):
        self.told(ruleset(stats=STATS + "    odd: {kind: whole, default: 1.5}\n    hp: {}\n"
                                        "    flat: {kind: flag, greatest: 1}\n    far: {default: 9, greatest: 2}\n"
                                        "    dice: {kind: amount, default: 1x6}\n"),
                  "20:33: error: the default of 'odd' is no whole number", "21:5: error: 'hp' is a word",
                  "22:34: error: 'greatest' is for numbers, not for flags",
                  "23:20: error: the default of 'far' is outside its range",
                  "24:35: error: expected dice, found 'x' (dice are written '1d6', a product '1 x 6')", "5 errors")

    def test_a_fight_that_cannot_be_told_has_its_place(self):
        self.told(ruleset("function attack() return {damage = 1, duration = -1} end"),
                  "t.yaml:5:5: error: player against wolf: an attack takes no time",
                  command=("duel", "t.yaml", "player", "wolf"))
        many = ("function attack(a)\n    local more = a.weak > 9 and 1 or 0\n"
                "    return {damage = more, effects = {slow = between(1, 99), weak = between(0, 99)}}\nend")
        slots = "  conditions: {slow: {most: 200, stacking: adds}, weak: {most: 200, stacking: adds}}\n"
        path = self.write("t.yaml", ruleset(many, more=slots))
        answer = self.run_wyrm("duel", path, "player", "wolf")
        self.assertEqual(answer.code, 3)
        self.assertIn("t.yaml:5:5: error: player against wolf: the blows of a fight come to more than 1048576 outcomes",
                      answer.err)

    def test_figures_that_do_not_fit(self):
        for row, said in [
                ("migth: 3", "unknown key 'migth' in monsters.wolf (did you mean 'might'?)"),
                ("evasion: 51", "'evasion' must be from"), ("might: 1.5", "expected a whole number, found '1.5'"),
                ("element: ice", "unknown choice 'ice' of 'element' (one of steel, fire, cold)"),
                ("resists: [ice]", "unknown choice 'ice' of 'resists' (one of steel, fire, cold)"),
                ("lucky: 3", "expected true or false, found '3'"), ("damage: 2q6", "'damage' is no amount"),
                ("attacks: [{might: 3}]", "a blow needs a name with its damage, such as 'bite: 2d6'"),
                ("attacks: [{bite: 1, claw: 2}]", "a blow has one name: 'bite' and 'claw' are two"),
                ("attacks: [{bite: 1, times: 0}]", "'times' must be from 1 to 100, found 0")]:
            self.told(ruleset(fighters=f"player: {{hp: 9}}\nmonsters: {{wolf: {{hp: 8, {row}}}}}\n"),
                      "t.yaml:21:", said)
        path = self.rules()
        for who, said in [("player,migth=3", "(did you mean 'might'?)"), ("player,evasion=51", "must be from"),
                          ("player,element=ice", "'ice' is no word of 'element' (one of steel, fire, cold)"),
                          ("player,resists=fire+ice", "'ice' is no word of 'resists'"),
                          ("player,might", "'might' needs a value")]:
            self.refused_with(2, said, "hit", path, who, "wolf")

    def test_scripts_that_are_none(self):
        self.told(ruleset("function atack() return 1 end"), "t.yaml:4:11: error: the script has no function "
                                                            "'attack(attacker, defender, blow)'")
        self.told(ruleset("function attack(a)\n    return (1\nend"),
                  "t.yaml:7:5: error: ')' expected (to close '(' at line 6) near 'end'")
        self.told(ruleset().replace(block(SCRIPT), "\n"), "t.yaml:4:", "expected a text")

    def beside(self, name, *wanted, content=None):
        if content is not None:
            with open(os.path.join(self.folder, name), "wb") as file:
                file.write(content)
        self.told(ruleset().replace(block(SCRIPT), name + "\n"), *wanted)

    def test_files_that_are_no_scripts(self):
        os.mkdir(os.path.join(self.folder, "dir.lua"))
        os.mkfifo(os.path.join(self.folder, "pipe.lua"))
        os.symlink("/dev/zero", os.path.join(self.folder, "zero.lua"))
        with open(os.path.join(self.folder, "big.lua"), "wb") as file:
            file.truncate(100_000_000)
        for name, said in [("nope.lua", "cannot read 'nope.lua': no such file"),
                           ("sub/rules.lua", "'sub/rules.lua' is no file beside this one"),
                           ("../rules.lua", "'../rules.lua' is no file beside this one"),
                           (".rules.lua", "'.rules.lua' is no file beside this one"),
                           ("/etc/rules.lua", "'/etc/rules.lua' is no file beside this one"),
                           ("dir.lua", "cannot read 'dir.lua': it is a folder"),
                           ("pipe.lua", "it is not a regular file"),
                           ("zero.lua", "'zero.lua' is a link out of the folder"),
                           ("big.lua", "the file is larger than"),
                           ("rules.txt", "'rules.txt' is neither a script nor the name of a file that ends in '.lua'")]:
            self.beside(name, "t.yaml:4:11: error: ", said)
        for content, said in [
                (SCRIPT.encode() + b"-" * 70000, "r.lua:1:1: error: 'script' is too long"),
                (b"", "r.lua:1:1: error: the script has no function 'attack"),
                (b"-- \x1b]0;x\x07\n" + SCRIPT.encode(), "r.lua:1:4: error: control character U+001B"),
                (b"return 1 \x00", "r.lua:1:10: error: control character U+0000"),
                (b"return 1 -- \xff", "r.lua:1:13: error: the file is not UTF-8: byte 0xFF"),
                (b"\x1bLua", "r.lua:1:1: error: control character U+001B"),
                (b"\xef\xbb\xbffunction attack(a)\r\n return a.mihgt\r\nend",
                 "r.lua:2:11: error: a has no 'mihgt' in function 'attack' (did you mean 'might'?)")]:
            self.beside("r.lua", said, content=content)


if __name__ == "__main__":
    main()
