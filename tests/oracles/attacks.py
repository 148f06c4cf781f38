#!/usr/bin/env python3
"""The attacks of eight games, worked out by going through every outcome: what rules in Lua are held to.

  attacks.py          writes tests/golden/foreign/attacks/GAME.json
  attacks.py --check  whether those files are what this writes

A game is a function of three tables, who attacks, who is attacked and the blow, to the distribution of the damage, in
exact fractions. How each rule is meant, in words, and what its figures are called stands beside the function, and in
the file. The rules are those of reference/foreign.md; where it leaves a detail open, the words say `public game:`.
Nothing of it comes from, or looks at, the library.
"""
import decimal
import json
import math
import pathlib
import sys
from fractions import Fraction

from chance import add, always, amount, at_least, gather, mapped, mixed, parts, then, uniform

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "golden" / "foreign" / "attacks"
MISS = always(0)
decimal.getcontext().prec = 60


def floor_power(factor, base, exponent):
    """floor(factor x base^exponent), with so many digits that the floor is certain."""
    exact = factor * decimal.Decimal(base) ** decimal.Decimal(str(exponent))
    assert 0 in (factor, exponent) or abs(exact - exact.to_integral_value()) > decimal.Decimal("1e-20")
    return math.floor(exact)


# --------------------------------------------------------------------------------------------------------- Brogue
BROGUE_RULE = [
    "A = floor(attacker.accuracy x 1.065^attacker.enchant); a monster has enchant 0, a player accuracy 100.",
    "Percent to hit = floor(A x 0.877347265^(floor(4 x defender.defense / 10) / 4)), taken into 0..100.",
    "Of an enchant other than 0, damage is uniform between both ends of attacker.damage (a range), each x "
    "1.065^enchant, rounded down, at least 1; of 0 it is a draw of attacker.damage.",
    "Where attacker.sneak, defender.asleep or defender.paralyzed is true, the attack always hits and the damage that "
    "was drawn counts three times, of an attacker with dagger = true five times.",
]
BROGUE_STATS = {
    "attacker": {"accuracy": "percent", "damage": "amount", "enchant": "net of strength, quarters allowed",
                 "dagger": "flag", "sneak": "flag"},
    "defender": {"defense": "of a monster its column, of a player its armor in tenths", "asleep": "flag",
                 "paralyzed": "flag"},
    "blow": {},
}


def brogue_percent(accuracy, enchant, defense):
    quarters = math.floor(Fraction(4 * defense, 10))
    percent = floor_power(floor_power(accuracy, "1.065", enchant), "0.877347265", quarters / 4)
    return max(0, min(100, percent))


def brogue_damage(text, enchant):
    if enchant == 0:
        return amount(text)
    (_, _, (least, most)), = parts(text)
    return uniform(*(max(1, floor_power(end, "1.065", enchant)) for end in (least, most)))


def brogue(attacker, defender, _):
    damage = brogue_damage(attacker["damage"], attacker["enchant"])
    if attacker["sneak"] or defender["asleep"] or defender["paralyzed"]:
        times = 5 if attacker["dagger"] else 3
        return mapped(damage, lambda value: times * value)
    percent = brogue_percent(attacker["accuracy"], attacker["enchant"], defender["defense"])
    return mixed(Fraction(percent, 100), damage, MISS)


def brogue_case(accuracy, damage, defense, enchant=0, **flags):
    def flag(name):
        return flags.get(name, False)
    return ({"accuracy": accuracy, "damage": damage, "enchant": enchant, "dagger": flag("dagger"),
             "sneak": flag("sneak")},
            {"defense": defense, "asleep": flag("asleep"), "paralyzed": flag("paralyzed")}, {})


BROGUE_CASES = [
    brogue_case(70, "[2, 5]", 30),                                       # goblin against leather armor
    brogue_case(125, "[9, 11]+[0, 2]", 30),                              # ogre: clumped damage
    brogue_case(5000, "[3, 4]", 170),                                    # bog monster: certain in spite of armor
    brogue_case(100, "0", 0),                                            # always hits, for nothing
    brogue_case(0, "[1, 3]", 0),                                         # never hits
    brogue_case(100, "[7, 9]", 70, enchant=3),                           # sword+3 against a troll
    brogue_case(100, "[14, 22]", 90, enchant=6),                         # broadsword+6 against a dragon
    brogue_case(100, "[3, 4]", 33, enchant=-2.5),                        # one point of strength missing
    brogue_case(100, "[2, 4]", 10, enchant=-12),                         # so weak that 1 is the least
    brogue_case(100, "[16, 20]", 95, enchant=0.75),                      # three points of strength spare
    brogue_case(100, "[3, 4]", 70, dagger=True, asleep=True),            # dagger: five times
    brogue_case(100, "[7, 9]", 70, sneak=True),                          # sneak attack: three times
    brogue_case(100, "[12, 17]", 90, enchant=2, paralyzed=True),
    brogue_case(250, "[25, 32]+[0, 6]+[0, 6]+[0, 6]", 170),              # dragon: a longer die and three more
    brogue_case(225, "[4, 8]", 1000),                                    # armor that nothing gets through
]

# ------------------------------------------------------------------------------------------------------ Shattered
SHATTERED_RULE = [
    "With a = attacker.accuracy and e = defender.evasion the attack hits where uniform(0, a) >= uniform(0, e): with "
    "the chance 1 - e / (2 a) where a >= e (1 where both are 0), else a / (2 e). Who is surprised is always hit.",
    "Damage is a draw of attacker.damage less a draw of defender.armor, at least 0.",
]
SHATTERED_STATS = {
    "attacker": {"accuracy": "real", "damage": "amount, triangular LEAST..MOST"},
    "defender": {"evasion": "real", "armor": "amount, triangular 0..MOST", "surprised": "flag"},
    "blow": {},
}


def shattered_chance(accuracy, evasion):
    a, e = Fraction(accuracy), Fraction(evasion)
    if a >= e:
        return 1 - e / (2 * a) if a else Fraction(1)
    return a / (2 * e)


def shattered(attacker, defender, _):
    chance = 1 if defender["surprised"] else shattered_chance(attacker["accuracy"], defender["evasion"])
    armor = mapped(amount(defender["armor"]), lambda value: -value)
    return mixed(chance, mapped(add(amount(attacker["damage"]), armor), lambda value: max(0, value)), MISS)


def shattered_case(accuracy, damage, evasion, armor, surprised=False):
    return ({"accuracy": accuracy, "damage": f"triangular {damage}"},
            {"evasion": evasion, "armor": f"triangular 0..{armor}", "surprised": surprised}, {})


SHATTERED_CASES = [
    shattered_case(8, "1..4", 5, 2),                                     # rat against the hero of level 1
    shattered_case(10, "1..10", 2, 1),                                   # the hero of level 1 against a rat
    shattered_case(10, "1..4", 25, 0),                                   # more evasion than accuracy
    shattered_case(10, "4..7", 10, 3),                                   # as much
    shattered_case(0, "1..4", 0, 0),                                     # both 0: a hit
    shattered_case(0, "1..4", 3, 0),                                     # never hits
    shattered_case(12, "1..4", 0, 4),                                    # always hits
    shattered_case(36, "30..40", 24, 16),                                # scorpio
    shattered_case(22.5, "10..20", 17, 6),                               # an accuracy that is not whole
    shattered_case(20, "3..3", 15, 12),                                  # damage of one value, mostly stopped
    shattered_case(9, "6..26", 25, 25, surprised=True),                  # surprised: evasion does not count
    shattered_case(25, "9..46", 20, 10),
]

# ------------------------------------------------------------------------------------------------------------ SRD
SRD_RULE = [
    "d20 + blow.to_hit against defender.armor_class: at least as much hits. A 20 always hits and is critical, a 1 "
    "always misses. attacker.advantage takes the better of two d20, disadvantage the worse; both together are neither.",
    "blow.damage is of blow.type, blow.rider of blow.rider_type comes with it. A critical hit doubles all dice of both "
    "(2d6+5 is 4d6+5), never plain numbers. Each of the two is at least 0.",
    "Where blow.save_dc is above 0, the rider is saved against with d20 + defender.save >= save_dc (no automatic 1 or "
    "20): saved, half of it is done, rounded down, where blow.save_half is true, else none.",
    "Then each of the two by its own type: 0 where defender.immune names the type, else half, rounded down, where "
    "resist does, then twice where vulnerable does. The damage is their sum.",
]
SRD_STATS = {
    "attacker": {"advantage": "flag", "disadvantage": "flag"},
    "defender": {"armor_class": "", "save": "bonus", "resist": "set of types", "immune": "set of types",
                 "vulnerable": "set of types"},
    "blow": {"to_hit": "bonus", "damage": "amount", "type": "word", "rider": "amount", "rider_type": "word",
             "save_dc": "0: no save", "save_half": "flag"},
}


def srd_roll(attacker):
    """The d20 as it counts."""
    two = [(a, b) for a in range(1, 21) for b in range(1, 21)]
    keep = attacker["advantage"] - attacker["disadvantage"]
    return gather(({1: max, 0: lambda pair: pair[0], -1: min}[keep](pair), Fraction(1, 400)) for pair in two)


def srd_suffered(damage, kind, defender):
    if kind in defender["immune"]:
        return 0
    if kind in defender["resist"]:
        damage //= 2
    return damage * 2 if kind in defender["vulnerable"] else damage


def srd_damage(blow, defender, dice_times):
    main, rider = (mapped(amount(blow[key], dice_times), lambda value: max(0, value)) for key in ("damage", "rider"))
    if blow["save_dc"] > 0:
        saved = at_least(mapped(uniform(1, 20), lambda roll: roll + defender["save"]), blow["save_dc"])
        rider = mixed(saved, mapped(rider, lambda value: value // 2 if blow["save_half"] else 0), rider)
    return add(mapped(main, lambda value: srd_suffered(value, blow["type"], defender)),
               mapped(rider, lambda value: srd_suffered(value, blow["rider_type"], defender)))


def srd(attacker, defender, blow):
    def outcome(roll):
        if roll == 20:
            return critical
        return plain if roll > 1 and roll + blow["to_hit"] >= defender["armor_class"] else MISS
    plain, critical = srd_damage(blow, defender, 1), srd_damage(blow, defender, 2)
    return then(srd_roll(attacker), outcome)


def srd_case(to_hit, damage, armor_class, kind="slashing", rider="0", rider_type="", **more):
    def words(name):
        return more.get(name, "").split()
    return ({"advantage": more.get("advantage", False), "disadvantage": more.get("disadvantage", False)},
            {"armor_class": armor_class, "save": more.get("save", 0), "resist": words("resist"),
             "immune": words("immune"), "vulnerable": words("vulnerable")},
            {"to_hit": to_hit, "damage": damage, "type": kind, "rider": rider, "rider_type": rider_type,
             "save_dc": more.get("save_dc", 0), "save_half": more.get("save_half", False)})


SRD_CASES = [
    srd_case(4, "1d6+2", 18),                                                        # goblin against a fighter
    srd_case(9, "2d6+5", 17, "bludgeoning", "1d12", "acid"),                         # aboleth: a rider
    srd_case(0, "1", 12, "piercing"),                                                # a plain number is not doubled
    srd_case(1, "1d4-1", 10),                                                        # may do 0
    srd_case(30, "1d8+3", 10),                                                       # a 1 still misses
    srd_case(-5, "1d8+3", 30),                                                       # a 20 still hits
    srd_case(5, "1d8+3", 15, advantage=True),
    srd_case(5, "1d8+3", 15, disadvantage=True),
    srd_case(5, "1d8+3", 15, advantage=True, disadvantage=True),
    srd_case(7, "2d6+4", 15, resist="slashing"),
    srd_case(11, "6d6+7", 20, vulnerable="slashing", advantage=True),
    srd_case(11, "2d10+6", 18, "piercing", "1d8", "acid", resist="piercing cold", vulnerable="acid"),
    srd_case(6, "1d6+3", 14, "piercing", "2d6", "poison", immune="poison"),
    srd_case(6, "1d6+3", 14, "piercing", "7d6", "poison", save_dc=15, save=2, save_half=True),   # assassin
    srd_case(8, "2d8+4", 16, "piercing", "5d6", "poison", save_dc=14, save=5, resist="poison", vulnerable="poison"),
]

# ---------------------------------------------------------------------------------------------------------- Rogue
ROGUE_RULE = [
    "Hits where a number of 0..19 + attacker.plus_to_hit >= 20 - attacker.level - defender.armor_class. Armor class 10 "
    "is no armor, less is better.",
    "Damage is a draw of blow.damage + attacker.plus_damage, at least 0. Each blow of 1x8/1x8/3x10 is an attack of its "
    "own: 1d8, 1d8, 3d10.",
]
ROGUE_STATS = {
    "attacker": {"level": "", "plus_to_hit": "", "plus_damage": ""},
    "defender": {"armor_class": ""},
    "blow": {"damage": "amount"},
}


def rogue(attacker, defender, blow):
    needed = 20 - attacker["level"] - defender["armor_class"]
    chance = at_least(mapped(uniform(0, 19), lambda roll: roll + attacker["plus_to_hit"]), needed)
    damage = mapped(amount(blow["damage"]), lambda value: max(0, value + attacker["plus_damage"]))
    return mixed(chance, damage, MISS)


def rogue_case(level, damage, armor_class, plus_to_hit=0, plus_damage=0):
    return ({"level": level, "plus_to_hit": plus_to_hit, "plus_damage": plus_damage}, {"armor_class": armor_class},
            {"damage": damage})


ROGUE_CASES = [
    rogue_case(1, "2d4", 6, 1, 1),                                       # the mace at the start, against a hobgoblin
    rogue_case(10, "1d8", 3),                                            # dragon, first blow
    rogue_case(10, "3d10", 3),                                           # dragon, third blow
    rogue_case(1, "1d3", 5),
    rogue_case(1, "1d2", -20),                                           # never hits
    rogue_case(15, "1d6", 5),                                            # always hits
    rogue_case(14, "1d6", 5),                                            # nearly so
    rogue_case(3, "2d4", 10, 2, -4),                                     # damage below 0 is 0
    rogue_case(1, "0", 10),                                            # what only touches
    rogue_case(7, "4d4", 1, -2, 3),
]

# --------------------------------------------------------------------------------------------------------- NetHack
NETHACK_RULE = [
    "Hits where 10 + C + attacker.level > d20; C is defender.armor_class, or where that is below 0 a uniform number "
    "from -1 down to it.",
    "Damage is a draw of blow.damage. Where it is above 0 and the armor class below 0, another uniform number of "
    "1..-armor_class is taken off, and at least 1 is done.",
    "Both numbers are drawn anew for each blow.",
]
NETHACK_STATS = {
    "attacker": {"level": ""},
    "defender": {"armor_class": ""},
    "blow": {"damage": "amount"},
}


def nethack(attacker, defender, blow):
    armor = defender["armor_class"]

    def reduced(damage):
        if armor >= 0 or damage <= 0:
            return always(max(0, damage))
        return mapped(uniform(1, -armor), lambda less: max(1, damage - less))

    counted = always(armor) if armor >= 0 else uniform(armor, -1)
    chance = sum(p for c, p in counted.items() for roll in range(1, 21)
                 if 10 + c + attacker["level"] > roll) * Fraction(1, 20)
    return mixed(chance, then(amount(blow["damage"]), reduced), MISS)


def nethack_case(level, damage, armor_class):
    return {"level": level}, {"armor_class": armor_class}, {"damage": damage}


NETHACK_CASES = [
    nethack_case(0, "1d6", 10),
    nethack_case(3, "1d8", 4),
    nethack_case(5, "2d4", 0),
    nethack_case(7, "4d6", -1),                                          # the random number can only be -1
    nethack_case(13, "2d8", -8),
    nethack_case(20, "4d12", -20),
    nethack_case(2, "1d4", -40),                                         # almost never hits, and for 1
    nethack_case(0, "1d4", -9),                                          # seldom hits
    nethack_case(30, "3d10", 10),                                        # always hits
    nethack_case(4, "0", -5),                                          # what does no damage does none
    nethack_case(12, "1d1", -3),
]

# --------------------------------------------------------------------------------------------------------- Angband
ANGBAND_RULE = [
    "12 attacks of 100 hit, 5 miss, whatever else. The others hit where a uniform whole number of 0..power - 1 >= "
    "floor(2 x defender.armor / 3), power = 3 x max(attacker.level, 1) + blow.power, at least 9.",
    "So the chance is 0.12 + 0.83 x max(0, 1 - floor(2 x armor / 3) / power).",
    "Damage is a draw of blow.damage; where blow.physical is true, less floor(damage x min(armor, 240) / 400).",
    "public game: power from level and kind of blow, its least of 9, and the rounding.",
]
ANGBAND_STATS = {
    "attacker": {"level": ""},
    "defender": {"armor": ""},
    "blow": {"power": "of the kind of blow: 60 to hurt", "damage": "amount", "physical": "flag"},
}


def angband(attacker, defender, blow):
    power = max(9, 3 * max(attacker["level"], 1) + blow["power"])
    against = defender["armor"] * 2 // 3
    chance = Fraction(12, 100) + Fraction(83, 100) * at_least(uniform(0, power - 1), against)
    damage = amount(blow["damage"])
    if blow["physical"]:
        damage = mapped(damage, lambda value: value - value * min(defender["armor"], 240) // 400)
    return mixed(chance, damage, MISS)


def angband_case(level, power, damage, armor, physical=True):
    return {"level": level}, {"armor": armor}, {"power": power, "damage": damage, "physical": physical}


ANGBAND_CASES = [
    angband_case(1, 60, "1d8", 12),
    angband_case(0, 60, "1d3", 0),                                       # hits in 95 of 100
    angband_case(30, 60, "5d5", 100),
    angband_case(30, 5, "6d6", 60, physical=False),                      # poison: armor takes off nothing
    angband_case(50, 60, "10d10", 300),                                  # more than 240 counts as 240
    angband_case(1, 0, "1d6", 90),                                       # power of 9; 12 in 100
    angband_case(2, 0, "2d4", 13),                                       # 1 of 9
    angband_case(100, 60, "20d10", 240),
    angband_case(12, 10, "0", 40),                                     # a touch
    angband_case(25, 40, "3d12", 1),
]

# ----------------------------------------------------------------------------------------------------------- Crawl
CRAWL_RULE = [
    "One attack in 40 hits and one in 40 misses, whatever else.",
    "The others hit where r >= floor((a + b) / 2): r uniform on 0..attacker.to_hit - 1, a uniform on "
    "0..2 x defender.evasion - 1, b on 0..2 x defender.evasion (each 0 where that is empty).",
    "Damage is a draw of attacker.damage, then scaled twice, rounded down each time: x (25 p + w) / (25 p) with w "
    "uniform on 0..p x attacker.weapon_skill, and x (30 p + f) / (30 p) with f uniform on 0..p x attacker.fighting. "
    "p is attacker.precision, the parts of a level of skill that count: 1, or 100 as in the game today.",
    "Armor takes off s, uniform on 0..defender.armor. Where defender.guarded is true (players), at least g = "
    "min(floor(percent x M / 100), floor(armor / 2)), percent = floor(16 x armor^(1/4)), M the greatest damage that "
    "the attack can come to before armor. Damage is at least 0.",
    "public game: how the two rolls are averaged, 5 % as 2.5 % each, the shares of 25 and 30, half the armor as the "
    "most that is guaranteed, and all rounding.",
]
CRAWL_STATS = {
    "attacker": {"to_hit": "", "damage": "amount", "weapon_skill": "levels", "fighting": "levels",
                 "precision": "1 or 100"},
    "defender": {"evasion": "", "armor": "", "guarded": "flag"},
    "blow": {},
}


def below(number):
    """Uniform on 0..number - 1, 0 where that is empty."""
    return uniform(0, max(number, 1) - 1)


def fourth_root_floor(number, factor):
    """floor(factor x number^(1/4)) without rounding."""
    root = 0
    while (root + 1) ** 4 <= number * factor ** 4:
        root += 1
    return root


def crawl_scaled(damage, skill, base, precision):
    def scaled(value):
        return gather((value * (base * precision + share) // (base * precision), p)
                      for share, p in uniform(0, skill * precision).items())
    return then(damage, scaled)


def crawl(attacker, defender, _):
    evasion = defender["evasion"]
    averaged = mapped(add(below(2 * evasion), below(2 * evasion + 1)), lambda total: total // 2)
    reached = at_least(add(below(attacker["to_hit"]), mapped(averaged, lambda value: -value)), 0)
    damage = amount(attacker["damage"])
    for skill, base in (("weapon_skill", 25), ("fighting", 30)):
        damage = crawl_scaled(damage, attacker[skill], base, attacker["precision"])
    sure = 0
    if defender["guarded"]:
        percent = fourth_root_floor(defender["armor"], 16)
        sure = min(percent * max(damage) // 100, defender["armor"] // 2)
    saved = mapped(uniform(0, defender["armor"]), lambda value: -max(value, sure))
    return mixed(Fraction(1, 40) + Fraction(38, 40) * reached,
                 mapped(add(damage, saved), lambda value: max(0, value)), MISS)


def crawl_case(to_hit, damage, evasion, armor, weapon_skill=0, fighting=0, precision=1, guarded=False):
    return ({"to_hit": to_hit, "damage": damage, "weapon_skill": weapon_skill, "fighting": fighting,
             "precision": precision}, {"evasion": evasion, "armor": armor, "guarded": guarded}, {})


CRAWL_CASES = [
    crawl_case(20, "[0, 7]", 10, 3, 4, 4),                               # a short sword against a goblin
    crawl_case(30, "[1, 18]", 12, 8, guarded=True),                      # an ogre against a player
    crawl_case(22, "[1, 45]", 14, 30, guarded=True),                     # guaranteed: half of 30, below 37 % of 45
    crawl_case(18, "[1, 12]", 10, 30, guarded=True),                     # guaranteed: 4
    crawl_case(40, "[1, 30]", 5, 16, guarded=True),                      # guaranteed: half of 16
    crawl_case(0, "[1, 4]", 20, 0),                                      # hits only where 20 is averaged to 0
    crawl_case(1, "[0, 5]", 0, 0),                                       # evasion of 0
    crawl_case(25, "[0, 13]", 8, 40),                                    # armor mostly stops it
    crawl_case(35, "[0, 20]", 15, 5, 27, 27),
    crawl_case(28, "[0, 13]", 9, 6, 8, 5, precision=100),                # skills in hundredths
    crawl_case(45, "[0, 26]", 18, 12, 14, 12, precision=100, guarded=True),
    crawl_case(16, "3", 6, 1, 10, 3),                                    # a damage of one value
]

# ------------------------------------------------------------------------------------------------------------- Qud
QUD_RULE = [
    "This is what an attack does once it has hit. Of three dice, each d10 - 2, where an 8 rolls again and adds (again "
    "and again), those count for which die + PV > defender.av. PV is attacker.pv at first.",
    "At least one that counts is a penetration. If all three count, three more are rolled with PV - 2, and so on, "
    "until not all three count.",
    "Damage is the sum of one draw of attacker.damage for each penetration.",
    "Rounds that are reached with a chance below 1e-18 are left out.",
]
QUD_STATS = {
    "attacker": {"pv": "penetration", "damage": "amount"},
    "defender": {"av": "armor"},
    "blow": {},
}


def qud_beyond(least):
    """The chance that a die, rolled again and again on an 8, comes to more than `least`; exact, since each 8 brings
    what is still needed down until nothing is."""
    if least < -1:
        return Fraction(1)
    return Fraction(sum(face > least for face in range(-1, 8)), 10) + Fraction(1, 10) * qud_beyond(least - 8)


def qud(attacker, defender, _):
    pmf, reached, so_far, pv = {}, Fraction(1), always(0), attacker["pv"]
    damage = amount(attacker["damage"])

    def end(chance):
        for value, p in so_far.items():
            pmf[value] = pmf.get(value, 0) + chance * p

    while reached > Fraction(1, 10 ** 18):
        one = qud_beyond(defender["av"] - pv)
        none, all_three = (1 - one) ** 3, one ** 3
        end(reached * none)
        so_far = add(so_far, damage)
        end(reached * (1 - none - all_three))
        reached *= all_three
        pv -= 2
    return gather(sorted(pmf.items()))


def qud_case(pv, damage, av):
    return {"pv": pv, "damage": damage}, {"av": av}, {}


QUD_CASES = [
    qud_case(4, "1d4", 4),                                               # as much penetration as armor
    qud_case(0, "1d6", 2),
    qud_case(6, "1d8+1", 2),
    qud_case(2, "2d6", 8),                                               # needs a 7 or an 8
    qud_case(1, "1d10", 9),                                              # needs an 8 that rolls again
    qud_case(0, "1d10", 20),                                             # needs two of them
    qud_case(12, "1d3", 0),                                              # many penetrations
    qud_case(3, "2", 5),                                                 # the same damage each time
    qud_case(-2, "1d4+2", 0),
    qud_case(8, "1d2", 8),
]

GAMES = {
    "brogue": (brogue, "Brogue CE (tmewett/BrogueCE)", BROGUE_RULE, BROGUE_STATS, BROGUE_CASES),
    "shattered": (shattered, "Shattered Pixel Dungeon (00-Evan/shattered-pixel-dungeon)", SHATTERED_RULE,
                  SHATTERED_STATS, SHATTERED_CASES),
    "srd": (srd, "System Reference Document 5.1 (CC-BY-4.0)", SRD_RULE, SRD_STATS, SRD_CASES),
    "rogue": (rogue, "Rogue 5.4", ROGUE_RULE, ROGUE_STATS, ROGUE_CASES),
    "nethack": (nethack, "NetHack (NetHack/NetHack)", NETHACK_RULE, NETHACK_STATS, NETHACK_CASES),
    "angband": (angband, "Angband 4.2 (angband/angband)", ANGBAND_RULE, ANGBAND_STATS, ANGBAND_CASES),
    "crawl": (crawl, "Dungeon Crawl (crawl/crawl)", CRAWL_RULE, CRAWL_STATS, CRAWL_CASES),
    "qud": (qud, "Caves of Qud (its wiki)", QUD_RULE, QUD_STATS, QUD_CASES),
}


def case_line(function, case):
    attacker, defender, blow = case
    pmf = function(attacker, defender, blow)
    assert min(pmf) >= 0 and abs(sum(pmf.values()) - 1) < Fraction(1, 10 ** 17)
    written = {"attacker": attacker, "defender": defender, "blow": blow,
               "pmf": {str(value): float(p) for value, p in sorted(pmf.items())}}
    return "    " + json.dumps(written)


def file_text(game):
    """One case a line; a probability has the digits that give back the same double."""
    function, source, rule, stats, cases = GAMES[game]
    head = {"source": f"Rules of {source}; every outcome enumerated in exact fractions by tests/oracles/attacks.py.",
            "rule": rule, "stats": stats}
    lines = json.dumps(head, indent=2).splitlines()[:-1]
    lines[-1] += ","
    return "\n".join(lines + ['  "cases": [', ",\n".join(case_line(function, case) for case in cases), "  ]", "}", ""])


def main():
    check = sys.argv[1:] == ["--check"]
    wrong = []
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        path, text = FOLDER / f"{game}.json", file_text(game)
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            wrong.append(path.name)
        elif not check:
            path.write_text(text, encoding="utf-8")
    for name in wrong:
        print(f"{name} is not what attacks.py writes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
