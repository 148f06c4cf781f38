"""What tests/cells.py says can be said: the rulesets of examples/fights, rule by rule, beside fights and blows that
are worked out here from the rules of the games, by following every outcome."""
import os
import sys
from collections import defaultdict
from fractions import Fraction as F

from wyrm_case import WyrmCase, main

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples", "fights")
sys.path.append(os.path.join(HERE, "..", "oracles"))
import attacks  # noqa: E402
from chance import add, always, amount, dice, mapped, mixed, then, uniform  # noqa: E402

HALF = F(1, 2)


def file_of(game):
    return os.path.join(EXAMPLES, game + ".yaml")


def follow(start, *steps):
    """The chance to win: the steps of a turn, again and again. A step gives (chance, state), or "won", or "lost"."""
    states, won = {start: 1.0}, 0.0
    known = [{} for _ in steps]
    while sum(states.values()) > 1e-13:
        for step, seen in zip(steps, known):
            after = defaultdict(float)
            for state, p in states.items():
                if state not in seen:
                    seen[state] = [(float(q), to) for q, to in step(state)]
                for q, to in seen[state]:
                    if to == "won":
                        won += p * q
                    elif to != "lost":
                        after[to] += p * q
            states = after
    return won


def against(pmf, **more):
    """A step: the player strikes, unless something of the state, (hp, enemy, *rest), keeps it from that."""
    def step(state):
        hp, enemy, *rest = state
        if more.get("helpless", lambda *rest: False)(*rest):
            return [(1, state)]
        return [(p, "won" if enemy <= n else (hp, enemy - n, *rest)) for n, p in pmf.items()]
    return step


def struck(hp, *rest):
    return "lost" if hp <= 0 else (hp, *rest)


def timed(player, monster):
    """The chance to win where attacks take different times. Each: hit points, damage, durations as chances."""
    player, monster = ((hp, [(n, float(q), lasts, float(r)) for n, q in damage.items() for lasts, r in takes.items()])
                       for hp, damage, takes in (player, monster))
    states, won = {(F(0), F(0), player[0], monster[0]): 1.0}, 0.0
    while sum(states.values()) > 1e-12:
        after = defaultdict(float)
        for (own, other, hp, enemy), p in states.items():
            first = own <= other
            apart = abs(own - other)
            for n, q, lasts, r in (player if first else monster)[1]:
                if not first and hp > n:
                    after[apart, lasts, hp - n, enemy] += p * q * r
                elif first and enemy > n:
                    after[lasts, apart, hp, enemy - n] += p * q * r
                elif first:
                    won += p * q * r
        states = after
    return won


class Cells(WyrmCase):
    def pmf(self, game, *who):
        return dict(self.json("hit", file_of(game), *who)["pmf"])

    def same(self, found, wanted, what=None):
        for value in set(found) | set(wanted):
            self.assertAlmostEqual(found.get(value, 0), float(wanted.get(value, 0)), delta=1e-12, msg=(what, value))

    def wins(self, game, player, monster, wanted):
        told = self.json("duel", file_of(game), player, monster)
        self.assertTrue(told["method"].startswith("exact"), told["method"])
        self.assertAlmostEqual(told["p_win"], wanted, delta=1e-9, msg=(game, player, monster))


def angband_blow(damage, rank=1, power=60, guard=0):
    return attacks.angband({"level": rank}, {"armor": guard}, {"power": power, "damage": damage, "physical": True})


def angband_critical(weight, bonus, level):
    """What a critical hit makes of a damage."""
    chance = F(min(5000, weight + 5 * bonus + 3 * level), 5000)

    def made(damage):
        def of(power):
            for most, times, plus in ((400, 2, 5), (700, 2, 10), (900, 3, 15), (1300, 3, 20)):
                if power < most:
                    return times * damage + plus
            return 4 * damage + 20
        return mixed(chance, mapped(uniform(weight + 1, weight + 650), of), always(damage))
    return made


class Criticals(Cells):
    def test_angband(self):
        for weapon, dice_of, weight in (("dagger", "1d4", 12), ("tulwar", "2d4", 100)):
            damage = then(amount(dice_of), angband_critical(weight, 10, 1))
            chance = F(12, 100) + F(83, 100) * (1 - F(2 * 20 // 3, 63))
            self.same(self.pmf("angband", f"player,weapon={weapon}", "wolf"), mixed(chance, damage, always(0)), weapon)
        damage = then(amount("2d4"), angband_critical(100, 510, 1))
        self.same(self.pmf("angband", "player,weapon=tulwar,skill=510", "wolf,guard=0"),
                  mixed(F(95, 100), damage, always(0)))

    def test_nethack_asleep_and_fleeing(self):
        def hit(bonus, damage):
            return mixed(F(min(20, max(0, 10 + 7 + 1 + bonus - 1)), 20), damage, always(0))
        self.same(self.pmf("nethack", "player", "jackal"), hit(0, dice(1, 8)))
        self.same(self.pmf("nethack", "player", "jackal,sleeping"), hit(2, dice(1, 8)))
        self.same(self.pmf("nethack", "player", "jackal,armor_class=2,asleep_for=3"),
                  mixed(F(10 + 2 + 1 + 4 - 1, 20), dice(1, 8), always(0)))
        self.same(self.pmf("nethack", "player@4,backstabs", "jackal,armor_class=4,fleeing"),
                  mixed(F(10 + 4 + 4 - 1, 20), add(dice(1, 8), dice(1, 4)), always(0)))

    def test_crawl_stabs(self):
        for skill in (0, 6, 12, 15):
            damage = then(mapped(uniform(0, 7), lambda n, skill=skill: max(1, n) * (12 + skill) // 12),
                          lambda n: mapped(uniform(0, 7), lambda off: max(0, n - off)))
            self.same(self.pmf("crawl", f"player,weapon=short_sword,stabbing={skill}", "red_devil,sleeping"), damage)

    def qud(self, dodge, pv, av, damage):
        """Faces above the dodge value, less agility, hit; a 20 always does, and penetrates once more."""
        plain, critical = defaultdict(F), defaultdict(F)
        sums = [always(0)]
        for _ in range(12):
            sums.append(add(sums[-1], amount(damage)))
        for count, p in attacks.qud({"pv": pv, "damage": "1"}, {"av": av}, {}).items():
            for n, q in sums[min(count, 11)].items():
                plain[n] += p * q
            for n, q in sums[min(count, 11) + 1].items():
                critical[n] += p * q
        hits = F(max(0, 19 - dodge), 20)
        out = defaultdict(F, {0: 1 - hits - F(1, 20)})
        for n in set(plain) | set(critical):
            out[n] += hits * plain[n] + critical[n] / 20
        return out

    def test_qud(self):
        """To hit, and critical hits: 20 hits whatever the dodge value."""
        self.same(self.pmf("qud", "player", "snapjaw"), self.qud(5, 4, 1, "1d4"))
        self.same(self.pmf("qud", "snapjaw", "player"), self.qud(5, 3, 2, "1d3"))
        self.same(self.pmf("qud", "player", "snapjaw,dv=90"), self.qud(90, 4, 1, "1d4"))


class Effects(Cells):
    """A blow does more than damage: fights in which it does, against one who only strikes."""
    def test_brogue_poison(self):
        """A poisoned hit costs 1 at once, adds its damage to the turns of poison and 1 to what a turn costs."""
        def spider(state):
            hp, enemy, turns, cost = state
            return [(p, struck(hp - min(n, 1), enemy, turns + n, cost + min(n, 1))) for n, p in hit.items()]

        def end(state):
            hp, enemy, turns, cost = state
            left = max(0, turns - 1)
            return [(1, struck(hp - (cost if turns else 0), enemy, left, cost if left else 0))]
        hit = mixed(F(attacks.brogue_percent(90, 0, 30), 100), uniform(3, 4), always(0))
        own = mixed(F(attacks.brogue_percent(100, 0, 70), 100), uniform(7, 9), always(0))
        self.wins("brogue", "player,hp=14,regeneration=0,weapon=sword,defense=30",
                  "spider,hp=20,attack_duration=100,regeneration=0",
                  follow((14, 20, 0, 0), against(own), spider, end))

    def test_angband_poison(self):
        def worm(state):
            hp, enemy, turns = state
            yield F(5, 100), state
            for n in (1, 2):
                yield F(95, 200), struck(hp - n, enemy, turns + 6)

        def end(state):
            hp, enemy, turns = state
            return [(1, struck(hp - (turns > 0), enemy, max(0, turns - 1)))]
        own = mixed(F(95, 100), then(amount("1d4"), angband_critical(12, 10, 1)), always(0))
        self.wins("angband", "player,hp=12,weapon=dagger", "white_worm,hp=15,energy=1",
                  follow((12, 15, 0), against(own), worm, end))

    def test_angband_paralysis(self):
        """Who is not saved loses 4 to 6 turns, and is not paralyzed anew before they are over."""
        def ghoul(state):
            blows = [(1, state)]
            for claw in (True, False):
                blows = [(p * q, to) for p, now in blows
                         for q, to in (blow(now, claw) if now != "lost" else [(1, now)])]
            return blows

        def blow(state, claw):
            hp, enemy, turns = state
            for n, p in strikes[claw].items():
                if not claw or n == 0:
                    yield p, struck(hp - n, enemy, turns)
                    continue
                yield p * F(18, 100), struck(hp - n, enemy, turns)
                for lost in (4, 5, 6):
                    yield p * F(82, 300), struck(hp - n, enemy, turns or lost + 1)

        def end(state):
            hp, enemy, turns = state
            return [(1, (hp, enemy, max(0, turns - 1)))]
        strikes = {True: angband_blow("1d4", 3, 2), False: angband_blow("1d5", 3)}
        own = mixed(F(12, 100) + F(83, 100) * (1 - F(13, 63)), then(amount("2d4"), angband_critical(100, 10, 1)),
                    always(0))
        self.wins("angband", "player,hp=30,weapon=tulwar", "ghoul,hp=12",
                  follow((30, 12, 0), against(own, helpless=lambda turns: turns > 0), ghoul, end))

    def test_rogue_frost(self):
        """Each touch freezes for two or three turns more; who is frozen is hit more easily."""
        def monster(state):
            hp, enemy, turns = state
            chance = F(15 if turns else 11, 20)
            yield 1 - chance, state
            for lost in (2, 3):
                yield chance / 2, struck(hp - 1, enemy, turns + lost + (turns == 0))

        def end(state):
            hp, enemy, turns = state
            return [(1, (hp, enemy, max(0, turns - 1)))]
        own = mixed(F(10, 20), dice(2, 4), always(0))
        self.wins("rogue", "player,hp=6", "ice_monster,damage=1",
                  follow((6, 8, 0), against(own, helpless=lambda turns: turns > 0), monster, end))

    def test_rogue_venom_takes_strength(self):
        """A save against venom needs 14 less half the level; strength below 7 is missed in damage."""
        def player(state):
            hp, enemy, lost = state
            damage = mapped(dice(2, 4), lambda n: max(0, n + min(0, 8 - lost - 7)))
            hit = mixed(F(20 - (20 - 1 - 3), 20), damage, always(0))
            return [(p, "won" if enemy <= n else (hp, enemy - n, lost)) for n, p in hit.items()]

        def snake(state):
            hp, enemy, lost = state
            saved = F(7, 20)
            for n, p in mixed(F(12, 20), dice(1, 6), always(0)).items():
                if n == 0:
                    yield p, state
                else:
                    yield p * saved, struck(hp - n, enemy, lost)
                    yield p * (1 - saved), struck(hp - n, enemy, lost + 1)
        self.wins("rogue", "player,strength=8", "rattlesnake", follow((12, 9, 0), player, snake))

    def test_nethack_sleep(self):
        """One bite in five puts to sleep for 1 to 10 turns who is awake; sleepers are hit more easily."""
        def homunculus(state):
            hp, enemy, turns = state
            needed = 10 + 6 + 2 + (4 if turns else 0) - 1
            for n, p in mixed(F(min(20, needed), 20), dice(1, 3), always(0)).items():
                asleep = F(1, 5) if n and not turns else 0
                yield p * (1 - asleep), struck(hp - n, enemy, turns)
                for lost in range(1, 11) if asleep else ():
                    yield p * asleep / 10, struck(hp - n, enemy, lost + 1)

        def end(state):
            hp, enemy, turns = state
            return [(1, (hp, enemy, max(0, turns - 1)))]
        own = mixed(F(10 + 6 + 1 - 1, 20), dice(1, 8), always(0))
        self.wins("nethack", "player", "homunculus",
                  follow((16, 9, 0), against(own, helpless=lambda turns: turns > 0), homunculus, end))
        self.wins("nethack", "player,resists=sleep", "homunculus", follow(
            (16, 9), against(own), lambda state: [
                (p, struck(state[0] - n, state[1])) for n, p in mixed(F(17, 20), dice(1, 3), always(0)).items()]))

    def crawl_hit(self, to_hit, evasion, damage, guard):
        return attacks.crawl({"to_hit": to_hit, "damage": damage, "weapon_skill": 0, "fighting": 0, "precision": 1},
                             {"evasion": evasion, "armor": guard, "guarded": False}, {})

    def test_crawl_vampire_bat_heals_itself(self):
        """By 1 and a random part of what it does, up to what it had."""
        def bat(state):
            hp, enemy = state
            for n, p in bite.items():
                for healed, q in (uniform(1, n) if n else always(0)).items():
                    yield p * q, struck(hp - n, min(12, enemy + healed))
        bite, own = self.crawl_hit(22, 10, "[1, 3]", 0), self.crawl_hit(20, 14, "[0, 5]", 1)
        self.wins("crawl", "player", "vampire_bat,delay=10", follow((15, 12), against(own), bat))

    def test_shattered_poison(self):
        """Every other hit poisons for 7 or 8 turns, of which one costs a third of those left, and 1."""
        def spinner(state):
            hp, enemy, turns = state
            yield miss, state
            for n, p in amount("triangular 1..4").items():
                yield (1 - miss) * p * HALF, struck(hp - n, enemy, turns)
                for lasts in (7, 8):
                    yield (1 - miss) * p * HALF / 2, struck(hp - n, enemy, max(lasts, turns))

        def end(state):
            hp, enemy, turns = state
            return [(1, struck(hp - (turns // 3 + 1 if turns else 0), enemy, max(0, turns - 1)))]
        miss = 1 - attacks.shattered_chance(22, 14)
        own = attacks.shattered({"accuracy": 19, "damage": "triangular 3..20"},
                                {"evasion": 17, "armor": "triangular 0..6", "surprised": False}, {})
        self.wins("shattered", "hero@10,hp=20,weapon=tier3", "spinner,damage=triangular 1..4,hp=12",
                  follow((20, 12, 0), against(own), spinner, end))

    def test_srd_ghoul(self):
        """Paralyzed for ten of one's turns, or until a save at the end of one; meanwhile hits are critical."""
        def ghoul(state):
            hp, enemy, turns = state
            for n, p in (helpless if turns else plain).items():
                yield from ((p * q, to) for q, to in claw(hp - n, enemy, turns, n))

        def claw(hp, enemy, turns, damage):
            saved = F(13, 20)
            if damage == 0:
                return [(1, struck(hp, enemy, turns))]
            lasts = [(k, saved * (1 - saved) ** (k - 1)) for k in range(1, 10)] + [(10, (1 - saved) ** 9)]
            return [(saved, struck(hp, enemy, turns))] + [
                ((1 - saved) * p, struck(hp, enemy, max(turns, k + 1))) for k, p in lasts]

        def end(state):
            hp, enemy, turns = state
            return [(1, (hp, enemy, max(0, turns - 1)))]
        plain, own = attacks.srd(*attacks.srd_case(4, "2d4+2", 16)), attacks.srd(*attacks.srd_case(5, "1d8+3", 12))
        faces = attacks.srd_roll({"advantage": True, "disadvantage": False})
        hit = sum(p for face, p in faces.items() if face == 20 or face + 4 >= 16)
        helpless = mixed(hit, amount("2d4+2", dice_times=2), always(0))
        self.wins("srd", "player,hp=16", "ghoul,hp=12",
                  follow((16, 12, 0), against(own, helpless=lambda turns: turns > 0), ghoul, end))

    def test_qud_bleeding(self):
        """A save a turn, each against one less; the turns whose saves fail cost 1d2."""
        def ivory(state):
            hp, enemy, turns = state
            for n, p in hit.items():
                if n == 0 or turns:
                    yield p, struck(hp - n, enemy, turns)
                    continue
                fails = F(1)
                for lasts in range(22):
                    above = 20 - lasts - 1  # faces of d20 + 1 at most the difficulty
                    fail = F(max(0, min(20, above)), 20)
                    yield p * fails * (1 - fail), struck(hp - n, enemy, lasts)
                    fails *= fail

        def end(state):
            hp, enemy, turns = state
            return [(F(1, 2), struck(hp - n, enemy, turns - 1)) for n in (1, 2)] if turns else [(1, state)]
        hit = Criticals.qud(self, 4, 3, 2, "1d2")
        own = Criticals.qud(self, 1, 4, 1, "1d4")
        own = {n: p for n, p in own.items() if p}
        self.wins("qud", "player,hp=14", "young_ivory,dv=1", follow((14, 8, 0), against(own), ivory, end))


class Speeds(Cells):
    def test_angband_energy(self):
        """At +3 a monster has 13 of energy where others have 10, at +10 twice as much."""
        own = mixed(F(12, 100) + F(83, 100) * (1 - F(13, 63)), then(amount("1d4"), angband_critical(12, 10, 1)),
                    always(0))
        bite = angband_blow("1d3", 5)
        for energy, takes in (("1.3", F(10, 13)), ("2", HALF), ("0.7", F(10, 7))):
            self.wins("angband", "player,weapon=dagger,hp=9", f"wolf,hp=6,energy={energy}",
                      timed((9, own, {F(1): 1}), (6, add(bite, bite), {takes: 1})))

    def test_rogue_haste(self):
        own = mixed(F(4 + 2, 20), dice(2, 4), always(0))
        orc = mixed(F(11, 20), dice(1, 8), always(0))
        for player, monster in (("2", "1"), ("1", "2"), ("0.5", "1"), ("1", "0.5")):
            self.wins("rogue", f"player,haste={player}", f"hobgoblin,haste={monster}",
                      timed((12, own, {1 / F(player): 1}), (5, orc, {1 / F(monster): 1})))

    def test_nethack_random_rounding(self):
        """Of 12 each is a move, of the rest one by chance; all blows of a move come, or none."""
        def moves(chance, *blows):
            once = add(*blows)
            return lambda state: [(p, struck(state[0] - n, state[1])) for n, p in chance(once).items()]
        own = mixed(F(10 + 8 + 1 - 1, 20), dice(1, 8), always(0))
        for name, share, damage, rank in (("newt", HALF, "1d3", 0), ("acid_blob", F(1, 4), "1d8", 1)):
            hit = mixed(F(10 + 6 + rank - 1, 20), amount(damage), always(0))
            self.wins("nethack", "player,hp=8", name,
                      follow((8, 6), against(own), moves(lambda once, share=share: mixed(share, once, always(0)), hit)))
        ant = [mixed(F(10 + 6 + 3 - 1, 20), amount(damage), always(0)) for damage in ("2d4", "3d4")]
        own = mixed(F(10 + 3 + 1 - 1, 20), dice(1, 8), always(0))
        self.wins("nethack", "player,hp=40", "soldier_ant",
                  follow((40, 13), against(own), moves(lambda once: mixed(HALF, add(once, once), once), *ant)))
        self.wins("nethack", "player,hp=40", "soldier_ant,speed=24",
                  follow((40, 13), against(own), moves(lambda once: add(once, once), *ant)))
        self.wins("nethack", "player,hp=40", "soldier_ant,speed=9", follow(
            (40, 13), against(own), moves(lambda once: mixed(F(3, 4), once, always(0)), *ant)))

    def test_crawl_delays(self):
        """A delay of 7.5 is 7 or 8, drawn for each attack; who has a speed of 15 attacks in two thirds of a turn."""
        own = attacks.crawl({"to_hit": 20, "damage": "[0, 7]", "weapon_skill": 0, "fighting": 0, "precision": 1},
                            {"evasion": 14, "armor": 1, "guarded": False}, {})
        bat = attacks.crawl({"to_hit": 22, "damage": "[1, 3]", "weapon_skill": 0, "fighting": 0, "precision": 1},
                            {"evasion": 10, "armor": 0, "guarded": False}, {})
        self.wins("crawl", "player,hp=5,weapon=short_sword", "vampire_bat,vampiric=0,hp=5",
                  timed((5, own, {F(7, 10): HALF, F(8, 10): HALF}), (5, bat, {F(2, 3): 1})))

    def test_qud_quickness(self):
        own = {n: p for n, p in Criticals.qud(self, 5, 4, 1, "1d4").items() if p}
        snapjaw = {n: p for n, p in Criticals.qud(self, 5, 3, 2, "1d3").items() if p}
        for quickness in ("1.1", "0.9"):
            self.wins("qud", "player,hp=9", f"snapjaw,hp=6,quickness={quickness}",
                      timed((9, own, {F(1): 1}), (6, snapjaw, {1 / F(quickness): 1})))

    def test_brogue_durations(self):
        """Attacks of 50 to 250 hundredths of a turn."""
        for weapon, damage, takes in (("rapier", uniform(3, 5), HALF), ("sword", uniform(7, 9), F(1))):
            own = mixed(F(attacks.brogue_percent(100, 0, 0), 100), damage, always(0))
            turret = mixed(F(attacks.brogue_percent(90, 0, 30), 100), uniform(2, 6), always(0))
            self.wins("brogue", f"player,regeneration=0,hp=9,defense=30,weapon={weapon}", "arrow_turret,defense=0",
                      timed((9, own, {takes: 1}), (30, turret, {F(5, 2): 1})))

    def test_shattered_attacks(self):
        own = attacks.shattered({"accuracy": 12, "damage": "triangular 1..10"},
                                {"evasion": 12, "armor": "triangular 0..3", "surprised": False}, {})
        thief = attacks.shattered({"accuracy": 12, "damage": "triangular 1..10"},
                                  {"evasion": 7, "armor": "triangular 0..0", "surprised": False}, {})
        self.wins("shattered", "hero@3,weapon=tier1", "thief", timed((30, own, {F(1): 1}), (20, thief, {HALF: 1})))


class Ranged(Cells):
    """What monsters shoot does what the rules say at its distance, as often as they say (unit/game_abilities_test.c
    has that games keep these chances)."""
    def shot(self, game, monster, defender, distance, wanted, said="", times=1):
        answer = self.json("hit", file_of(game), monster, defender, "--fired", "--distance", str(distance))
        self.same(dict(answer["pmf"]), add(*[wanted] * times), (game, distance))
        self.assertIn(said, " ".join(self.text("duel", file_of(game), defender, monster).split()))

    def test_brogue(self):
        wanted = mixed(F(attacks.brogue_percent(90, 0, 30), 100), uniform(2, 6), always(0))
        self.shot("brogue", "arrow_turret", "player,defense=30", 9, wanted, "in 30 % of the turns")

    def test_angband(self):
        for guard in (0, 60):
            wanted = attacks.angband({"level": 12}, {"armor": guard}, {"power": 50, "damage": "2d6", "physical": False})
            self.shot("angband", "archer", f"player,guard={guard}", 10, wanted, "in 11.1 % of the turns")

    def test_rogue(self):
        """Flame, one turn in five: all of it, or nothing of who saves against magic."""
        for level in (1, 4):
            self.shot("rogue", "dragon", f"player@{level}", 6, mixed(F(17 - level // 2 - 1, 20), dice(6, 6), always(0)),
                      "in 20 % of the turns")

    def test_nethack(self):
        """Each tile makes it miss more, up to seven of them."""
        for armor, distance in ((6, 2), (6, 5), (6, 7), (6, 9), (-3, 4)):
            hits = max(0, min(20, armor + 8 + max(-4, 3 - distance) - 1))
            self.shot("nethack", "orc_archer", f"player,armor_class={armor}", distance,
                      mixed(F(hits, 20), dice(1, 6), always(0)), "shoots (arrow) from up to 10 tiles away")

    def test_crawl(self):
        wanted = Effects.crawl_hit(self, 20, 8, "[1, 9]", 5)
        self.shot("crawl", "orc_archer", "player,evasion=8,guard=5", 5, wanted, "shoots (arrow) from up to 7 tiles")

    def test_shattered(self):
        """Magic rolls twice the accuracy, and armor does not count."""
        for evasion in (5, 40):
            wanted = mixed(attacks.shattered_chance(22, evasion), amount("triangular 3..10"), always(0))
            self.shot("shattered", "dm100", f"hero@1,evasion={evasion},armor=tier3", 4, wanted, "shoots (bolt)")

    def test_srd(self):
        for distance, worse in ((20, False), (30, False), (31, True), (100, True)):
            wanted = attacks.srd(*attacks.srd_case(4, "1d8+2", 16, disadvantage=worse))
            self.shot("srd", "scout", "player", distance, wanted, "shoots (longbow)", times=2)


class Types(Cells):
    def test_angband(self):
        """Brands multiply the dice; of fire a player who resists suffers a third, twice over a ninth."""
        def branded(times, hit):
            return mixed(hit, then(mapped(amount("2d4"), lambda n: times * n), angband_critical(100, 10, 1)), always(0))
        easy = F(95, 100)
        self.same(self.pmf("angband", "player,weapon=flame_tongue", "wolf,guard=0"), branded(3, easy))
        self.same(self.pmf("angband", "player,weapon=flame_tongue", "fire_vortex,guard=0"), branded(1, easy))
        for stats, of in (("", lambda n: n), (",resists=fire", lambda n: n // 3), (",immune=fire", lambda n: 0),
                          (",resists=fire,doubly=fire", lambda n: n // 3 // 3), (",hurt_by=fire", lambda n: n * 4 // 3),
                          (",resists=cold", lambda n: n)):
            self.same(self.pmf("angband", "fire_vortex", "player" + stats),
                      mixed(easy, mapped(amount("3d4"), of), always(0)), stats)

    def test_nethack(self):
        """Who resists suffers nothing; silver does 1d20 more to who hates it."""
        hit = F(10 + 6 + 3 - 1, 20)
        bite = mixed(hit, amount("2d4"), always(0))
        self.same(self.pmf("nethack", "fire_ant", "player"), add(bite, bite))
        self.same(self.pmf("nethack", "fire_ant", "player,resists=fire"), bite)
        self.same(self.pmf("nethack", "fire_ant", "player,resists=cold"), add(bite, bite))
        hit = F(10 + 1 + 1 - 1, 20)
        self.same(self.pmf("nethack", "player,weapon=silver_saber", "vampire"),
                  mixed(hit, add(dice(1, 8), dice(1, 20)), always(0)))
        self.same(self.pmf("nethack", "player,weapon=silver_saber", "vampire,hates_silver=0"),
                  mixed(hit, dice(1, 8), always(0)))

    def test_crawl(self):
        """Monsters: half, a fifth, nothing; players: half, a third, a fifth; who is vulnerable: half as much again."""
        def of(level, player):
            if level < 0:
                return lambda n: n * 3 // 2
            by = {0: 1, 1: 2, 2: 3 if player else 5, 3: 5 if player else 0}[level]
            return lambda n: n // by if by else 0
        for player in (0, 1):
            for level in (-1, 0, 1, 2, 3):
                damage = mapped(uniform(1, 5), of(level, player))
                found = self.pmf("crawl", "fire_elemental", f"goblin,sleeping,fire={level},is_player={player}")
                self.same(found, damage, (player, level))

    def test_shattered(self):
        """Half, halves up, and nothing."""
        chance = attacks.shattered_chance(25, 5)
        base = amount("triangular 20..25")
        for stats, of in (("", lambda n: n), (",resists=fire", lambda n: (n + 1) // 2), (",immune=fire", lambda n: 0),
                          (",resists=poison", lambda n: n)):
            self.same(self.pmf("shattered", "fire_elemental", "hero@1" + stats),
                      mixed(chance, mapped(base, of), always(0)), stats)

    def test_qud(self):
        """A resistance is a percentage; 1 is done at least, unless it is 100."""
        hit = Criticals.qud(self, 6, 4, 2, "1d6")
        for percent in (0, 25, 50, 99, 100, -50):
            def of(n, percent=percent):
                return 0 if n == 0 or percent == 100 else max(1, n * (100 - percent) // 100)
            wanted = defaultdict(F)
            for n, p in hit.items():
                wanted[of(n)] += p
            self.same(self.pmf("qud", "salamander", f"player,heat_resistance={percent}"), wanted, percent)

    def test_brogue(self):
        """Fire does nothing to who is immune, and a weapon of slaying never fails."""
        hit = mixed(F(attacks.brogue_percent(70, 0, 30), 100), uniform(2, 5), always(0))
        self.same(self.pmf("brogue", "goblin,type=fire", "player,defense=30"), hit)
        self.same(self.pmf("brogue", "goblin,type=fire", "player,defense=30,immune=fire"), {0: 1})
        self.same(self.pmf("brogue", "goblin", "player,defense=30,immune=fire"), hit)
        self.same(self.pmf("brogue", "player,weapon=broadsword_of_slaying", "dragon"), {150: 1})
        self.same(self.pmf("brogue", "player,weapon=broadsword_of_slaying", "goblin"),
                  mixed(F(attacks.brogue_percent(100, 0, 10), 100), uniform(14, 22), always(0)))


class Levels(Cells):
    def totals(self, game, last):
        rows = self.json("rules", "show", file_of(game), "--levels", f"1..{last}")["levels"]
        return [row["total"] for row in rows]

    def rolled(self, game, level, hp, monster):
        """What is rolled at levels: the fight is that of each number of hit points, as often as it comes."""
        found = self.json("duel", file_of(game), f"player@{level}", monster)["p_win"]
        wanted = sum(float(p) * self.json("duel", file_of(game), f"player@{level},hp={n}", monster)["p_win"]
                     for n, p in hp.items())
        self.assertAlmostEqual(found, wanted, delta=1e-8, msg=(game, level))

    def test_rogue(self):
        self.assertEqual(self.totals("rogue", 8), [0, 10, 20, 40, 80, 160, 320, 640])
        self.rolled("rogue", 1, always(12), "hobgoblin")
        self.rolled("rogue", 4, mapped(dice(3, 10), lambda n: 12 + n), "hobgoblin,hp=20")

    def test_nethack(self):
        self.assertEqual(self.totals("nethack", 8), [0, 20, 40, 80, 160, 320, 640, 1280])
        self.rolled("nethack", 3, mapped(add(dice(2, 8), dice(2, 2)), lambda n: 16 + n), "soldier_ant")

    def test_qud(self):
        self.assertEqual(self.totals("qud", 5), [0] + [15 * n ** 3 + 100 for n in range(2, 6)])
        self.rolled("qud", 4, mapped(dice(3, 4), lambda n: 18 + n + 3), "snapjaw,hp=40")

    def test_angband(self):
        """A warrior's fifty rolls are made again until their sum is within limits."""
        def ways(rolls):
            sums = {0: 1}
            for _ in range(rolls):
                after = defaultdict(int)
                for n, p in sums.items():
                    for face in range(1, 20):
                        after[n + face] += p
                sums = after
            return sums
        self.assertEqual(self.totals("angband", 11), [0, 10, 25, 45, 70, 100, 140, 200, 280, 380, 500])
        for level in (2, 3):
            rest = ways(50 - level)
            weights = {}
            for n, count in ways(level - 1).items():
                weights[19 + n] = count * sum(p for more, p in rest.items() if 387 <= 19 + n + more <= 612)
            whole = sum(weights.values())
            self.assertGreater(weights[20 if level == 2 else 39], weights[max(weights)])
            self.rolled("angband", level, {n: F(p, whole) for n, p in weights.items()}, "wolf,hp=30")

    def test_crawl(self):
        self.assertEqual(self.totals("crawl", 12),
                         [0, 10, 30, 70, 140, 270, 520, 1010, 1980, 3910, 7760, 15450])
        for level, hp in ((1, 15), (5, 44), (10, 85)):
            told = self.json("duel", file_of("crawl"), f"player@{level}", "goblin")
            self.assertEqual(told["subject"]["max_hp"], hp)

    def test_shattered(self):
        rows = self.json("rules", "show", "shattered", "--levels", "1..6")["levels"]
        self.assertEqual([row["total"] for row in rows], [0, 10, 25, 45, 70, 100])
        for level in (1, 2, 10, 30):
            told = self.json("duel", "shattered", "rat", f"hero@{level}")["opponent"]
            self.assertEqual((told["max_hp"], told["stats"]["accuracy"], told["stats"]["evasion"]),
                             (15 + 5 * level, 9 + level, 4 + level))

    def test_brogue_has_none(self):
        self.refused(2, "wyrm duel: level 2 is out of range (1 to 1)\n", "duel", "brogue", "player@2", "goblin")
        self.assertIn("max_hp", self.json("duel", "brogue", "player,hp=50", "goblin")["subject"])

    def test_srd(self):
        told = [self.json("duel", "srd", "wolf", f"fighter@{level}")["opponent"] for level in (1, 3, 5, 8, 11)]
        self.assertEqual([(one["max_hp"], one["stats"]["armor_class"]) for one in told],
                         [(12, 10), (28, 10), (44, 10), (68, 10), (94, 10)])


if __name__ == "__main__":
    main()
