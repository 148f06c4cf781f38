"""Duels that begin at a distance, against all that can happen worked out here: who acts when, where the two
stand, what each shot comes to."""

import heapq
import json
import unittest
from collections import defaultdict
from fractions import Fraction as F

from wyrm_case import WyrmCase

GAME = """name: game
models: {combat: script}
combat:
  stats:
    damage: {kind: amount, default: 0}
    far: {kind: whole, means: range}
    long: {default: 1, means: reach}
    falloff: {kind: whole}
    attack_time: {default: 1, means: attack_duration}
    step_time: {default: 1, means: move_duration}
  script: |
    function attack(attacker, defender, blow)
      if not chance(1/2) then return 0 end
      return max(0, roll(attacker.damage) - (blow.fired and attacker.falloff * (blow.distance - 1) or 0))
    end
player: {hp: 7, damage: 1d3}
monsters:
  orc: {hp: 6, damage: 1d2}
  slinger: {hp: 5, damage: 1, shoots: [{range: 4, chance: 1/3}]}
  mage: {hp: 5, keeps_distance: 3, attacks: [{claw: 1, only: melee}, {bolt: 1d3, times: 2, only: range}],
         shoots: [{range: 5, chance: 1/2, cooldown: 2, times: 3, near: true}]}
  imp: {hp: 5, attacks: [{claw: 1}, {bolt: 1d3}, {kick: 1d2}], shoots: [{range: 4, chance: 1/2, blow: bolt}]}
"""


def dice(faces, times=1):
    """Blows of a half that do 1 to so many."""
    return [{0: F(1, 2), **{n: F(1, 2 * faces) for n in range(1, faces + 1)}}] * times


class Side:
    def __init__(self, hp, strike, shot=None, reach=1, attack=1, step=1, fires=0, fired=None, keeps=0,
                 shoots=None, chance=F(0), near=False, cooldown=0, times=99):
        self.hp, self.strike, self.shot, self.reach = hp, strike, shot or strike, reach
        self.attack, self.step, self.fires, self.fired, self.keeps = F(attack), F(step), fires, fired, keeps
        self.shoots, self.chance, self.near, self.cooldown, self.times = shoots, chance, near, cooldown, times

    def ways(self, apart, waits, done):
        """What an attack becomes: chance, blows, whether it steps, whether it is a shot of its ability."""
        beside, rest = apart <= self.reach, F(1)
        if self.shoots and apart <= self.shoots and (self.near or not beside) and not waits and done < self.times:
            yield self.chance, self.shot, False, True
            rest -= self.chance
        if beside:
            yield rest, self.strike, False, False
        elif apart <= self.fires:
            yield rest, self.fired(apart), False, False
        else:
            yield rest, [], apart > self.keeps, False


class Ways:
    """States and their chances, each met once, the earliest first."""
    def __init__(self):
        self.chances, self.queue, self.count = {}, [], 0

    def add(self, state, chance):
        if state not in self.chances:
            self.count += 1
            heapq.heappush(self.queue, (min(state[0]), state[5], self.count, state))
        self.chances[state] = self.chances.get(state, 0.0) + chance

    def __iter__(self):
        while self.queue:
            state = heapq.heappop(self.queue)[3]
            yield state, self.chances.pop(state)


def chance_to_win(one, other, apart, first=0):
    """All ways of a fight until next to nothing is left of it."""
    sides, won, ways = (one, other), 0.0, Ways()
    # The times of the next attacks, hit points, tiles, waits and numbers of shots, ends of turns so far.
    ways.add(((F(0), F(0)), (one.hp, other.hp), apart, (0, 0), (0, 0), 0), 1.0)
    for (times, hp, apart, waits, done, turn), mass in ways:
        now = min(times)
        if mass < 1e-14:
            continue
        if int(now) > turn:
            ways.add((times, hp, apart, tuple(max(0, wait - 1) for wait in waits), done, turn + 1), mass)
            continue
        who = first if times[first] == now else 1 - first
        for chance, blows, steps, ability in sides[who].ways(apart, waits[who], done[who]):
            ends = defaultdict(float, {hp[1 - who]: mass * float(chance)})
            for blow in blows:
                after = defaultdict(float)
                for left, share in ends.items():
                    for damage, part in (blow.items() if left > 0 else [(0, 1)]):
                        after[left - damage] += share * float(part)
                ends = after
            later = list(times), list(waits), list(done)
            later[0][who] += sides[who].step if steps else sides[who].attack
            if ability:
                later[1][who], later[2][who] = sides[who].cooldown, done[who] + 1
            for left, share in ends.items():
                if left <= 0:
                    won += share if who == 0 else 0.0
                elif share > 0.0:
                    stand = (left, hp[1]) if who == 1 else (hp[0], left)
                    ways.add((tuple(later[0]), stand, apart - steps, tuple(later[1]), tuple(later[2]), turn), share)
    return won


class Distance(WyrmCase):
    def wins(self, subject, opponent, apart, one, other):
        path = self.write("game.yaml", GAME)
        for first, name in enumerate(("subject", "opponent")):
            answer = self.json("duel", path, subject, opponent, "--distance", str(apart), "--first", name)
            self.assertAlmostEqual(answer["p_win"], chance_to_win(one, other, apart, first), delta=1e-9)
            self.assertEqual(answer.get("distance", 1), apart)
            self.assertTrue(answer["method"].startswith("exact"))

    PLAYER = dict(hp=7, strike=dice(3))
    ORC = dict(hp=6, strike=dice(2))

    def test_who_cannot_shoot_walks_up(self):
        for apart in 1, 2, 3, 6:
            self.wins("player", "orc", apart, Side(**self.PLAYER), Side(**self.ORC))

    def test_steps_take_their_own_time(self):
        self.wins("player,step_time=0.5,attack_time=1.5", "orc,step_time=2", 5,
                  Side(**self.PLAYER, step=F(1, 2), attack=F(3, 2)), Side(**self.ORC, step=2))

    def test_a_condition_that_slows_makes_steps_longer_too(self):
        """As the guide says: of twice the time each, and the blow that kills comes in the turn behind the last."""
        path = self.write("slow.yaml", "name: slow\nmodels: {combat: script}\ncombat:\n"
                          "  stats: {hurt: {kind: whole}, far: {means: range}}\n"
                          "  conditions: {chilled: {slows: 2, most: 99}}\n  script: |\n"
                          "    function attack(a)\n"
                          "      return a.far > 0 and {damage = 0, effects = {chilled = 50}} or a.hurt\n    end\n"
                          "player: {hp: 5, far: 9}\nmonsters: {ogre: {hp: 9, hurt: 5}}\n")
        for distance in (1, 2, 4):
            told = self.json("duel", path, "player", "ogre", "--distance", str(distance))
            self.assertEqual(told["turns"]["mean"], 2 * (distance - 1) + 1)

    def test_a_long_weapon_reaches_first(self):
        self.wins("player", "orc,long=3", 5, Side(**self.PLAYER), Side(**self.ORC, reach=3))

    BLOWS = """name: game
models: {combat: accuracy}
combat: {hit_base: 1, hit_step: 0, hit_clamp: [0, 1]}
player: {hp: 10, damage: 1}
monsters:
  bear: {hp: 3, attacks: [{claw: 1, times: 2}]}
  long: {hp: 3, damage: 1, reach: 3}
  sting: {hp: 3, attacks: [{sting: 1, reach: 3}]}
  mixed: {hp: 3, attacks: [{bite: 1}, {sting: 1, reach: 3}]}
"""

    def test_who_has_several_blows_walks_up(self):
        """From 4 tiles: both walk until the player is beside it, which is in the second turn; the bear then strikes
        twice, the player three times and is struck twice more in between, and is not after the third."""
        path = self.write("game.yaml", self.BLOWS)
        answer = self.json("duel", path, "player", "bear", "--distance", "4")
        self.assertEqual((answer["p_win"], answer["turns"]["mean"], answer["hp_left"]["mean"]), (1, 5, 4))

    def test_a_blow_reaches_as_far_as_it_says(self):
        """From 4 tiles: the player comes to 3, is struck, to 2, is struck, to 1, is struck, and needs three blows, the
        last of which ends it: five attacks of 1. The bite comes only side by side: three times."""
        path = self.write("game.yaml", self.BLOWS)
        for name, hp in ("long", 5), ("sting", 5), ("mixed", 2):
            answer = self.json("duel", path, "player", name, "--distance", "4")
            self.assertEqual((name, answer["turns"]["mean"], answer["hp_left"]["mean"]), (name, 6, hp))
            fights = self.json("sim", path, "--arena", f"player vs {name}", "--distance", "4", "--runs", "50")
            self.assertIn(f'"turns": {{"mean": 6', json.dumps(fights))

    def test_a_gun_shoots_as_far_as_it_does(self):
        def fired(apart):
            blow = defaultdict(F, {0: F(1, 2)})
            for n in range(1, 4):
                blow[max(0, n - (apart - 1))] += F(1, 6)
            return [blow]
        for apart in 3, 6:
            self.wins("player,far=4,falloff=1", "orc", apart, Side(**self.PLAYER, fires=4, fired=fired),
                      Side(**self.ORC))

    def test_two_guns(self):
        self.wins("player,far=4", "orc,far=6", 6, Side(**self.PLAYER, fires=4, fired=lambda apart: dice(3)),
                  Side(**self.ORC, fires=6, fired=lambda apart: dice(2)))

    def test_what_a_monster_shoots_has_its_chance(self):
        self.wins("player", "slinger", 6, Side(**self.PLAYER), Side(5, dice(1), shoots=4, chance=F(1, 3)))
        self.wins("slinger", "player", 6, Side(5, dice(1), shoots=4, chance=F(1, 3)), Side(**self.PLAYER))

    def test_shots_wait_run_out_and_keep_a_distance(self):
        mage = Side(5, dice(1), dice(3, 2), keeps=3, shoots=5, chance=F(1, 2), near=True, cooldown=2, times=3)
        for apart in 2, 6:
            self.wins("player", "mage", apart, Side(**self.PLAYER), mage)

    def test_a_shot_is_the_blow_of_its_name_alone(self):
        imp = Side(5, dice(1) + dice(3) + dice(2), dice(3), shoots=4, chance=F(1, 2))
        self.wins("player", "imp", 4, Side(**self.PLAYER), imp)

    def test_monsters_shoot_under_models_that_know_blows_only(self):
        for model, more in (("d20", "to_hit: 4"), ("accuracy", "accuracy: 4")):
            wins = []
            for arrow in "1d6", "6d6":
                path = self.write("archers.yaml", f"""name: archers
models: {{combat: {model}}}
player: {{hp: 24, damage: 1d8+2}}
monsters:
  archer:
    hp: 12
    {more}
    attacks: [{{knife: 1d4, only: melee}}, {{arrow: {arrow}, only: range}}]
    shoots: [{{range: 8, chance: 3/4}}]
""")
                wins.append(self.json("duel", path, "player", "archer", "--distance", "6")["p_win"])
                fight = self.json("sim", path, "--arena", "player vs archer", "--shape", "open", "--distance", "6",
                                  "--runs", "2000")
                low, high = fight["win_rate"]["ci95"]
                self.assertTrue(low - 0.01 < wins[-1] < high + 0.01, (model, arrow, wins[-1], low, high))
            self.assertLess(wins[1], wins[0] - 0.2)

    def test_fights_too_long_to_be_followed_are_played(self):
        path = self.write("game.yaml", GAME)
        answer = self.json("duel", path, "player,hp=900", "slinger,hp=1500", "--distance", "40")
        low, high = answer["p_win_interval"]
        self.assertGreater(answer["fights"], 0)
        self.assertTrue(low <= answer["p_win"] <= high)
        text = " ".join(self.text("duel", path, "player,hp=900", "slinger", "--distance", "40",
                                  "--curve", "hp=1500..1500").split())
        self.assertIn("1 of these 1 fights is too much to follow every outcome: what is said of it is what played "
                      "fights came to.", text)
        text = self.text("duel", path, "player,hp=9999,damage=1", "orc,hp=9999", "--distance", "9")
        self.assertIn("100 % of fights are still going on after 2000 turns.", text)

    def test_what_is_left_out_is_told(self):
        path = self.write("game.yaml", GAME)
        self.assertIn("leaves_out", self.json("duel", path, "player", "slinger"))
        self.assertNotIn("leaves_out", self.json("duel", path, "player", "slinger", "--distance", "2"))
        self.assertEqual(self.json("duel", path, "player", "mage", "--distance", "2")["leaves_out"],
                         ["mage keeps a distance of 3 tiles"])
        text = self.text("duel", path, "player", "mage", "--distance", "2")
        self.assertIn("of fights that begin 2 tiles apart.", " ".join(text.split()))
        self.assertIn("One against one, on open ground; left out is:", text)

    def test_each_monster(self):
        path = self.write("game.yaml", GAME)
        duels = self.json("duel", path, "player", "--distance", "4")["duels"]
        for duel in duels:
            alone = self.json("duel", path, "player", duel["opponent"], "--distance", "4")
            self.assertEqual(alone["p_win"], duel["p_win"])
        self.assertIn("against each monster 4 tiles apart:", self.text("duel", path, "player", "--distance", "4"))

    def test_refusals(self):
        path = self.write("game.yaml", GAME)
        for more, said in ((["--distance", "0"], "--distance"), (["--distance", "101"], "--distance"),
                           (["--distance", "2", "--matrix"], "a matrix is of fights hand to hand")):
            self.refused_with(2, said, "duel", path, "player", "orc", *more)
        self.refused_with(3, "an attack and a step of 'player' have no common measure", "duel", path,
                          "player,attack_time=0.333333,step_time=0.777777", "orc", "--distance", "2")


if __name__ == "__main__":
    unittest.main()
