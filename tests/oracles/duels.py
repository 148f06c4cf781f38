#!/usr/bin/env python3
"""Duels of three games by following every outcome: the pair of both hit points, blow after blow.

  duels.py --check   every row of the golden files of duels again, those that others worked out too
  duels.py GAME      chooses fights of a game anew and writes golden/foreign/GAME_duels_more.csv

A fight is the hit points of both, and the blows in the order in which they come: whose it is, and the distribution of
its damage. Brogue and Shattered: blow number n (from 0) of who attacks in D hundredths of a turn comes at n x D, the
player's before the monster's where both come at once. SRD: each turn all attacks of the player, then all of the
monster in the order listed. Nobody regenerates. A blow that leaves 0 hit points or less ends the fight. A fight is
followed until less than 1e-14 is left of it. Where numpy is installed it does the sums, thousands of times as fast as
the plain way, `follow`, which the tests use for small fights.
"""
import collections
import csv
import functools
import itertools
import pathlib
import random
import re
import sys
from fractions import Fraction

import attacks
from chance import add, always, amount, mapped, mixed, triangular

try:
    import numpy
except ImportError:
    numpy = None

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "golden" / "foreign"
LEFT, BLOWS_MAX = 1e-14, 200000
PLAYER, MONSTER = 0, 1
Fight = collections.namedtuple("Fight", "player_hp monster_hp blows")  # blows() yields (whose, pmf)


# ------------------------------------------------------------------------------------------------- following a fight
def follow(fight):
    """The chance that the player wins, in plain Python: a dictionary from both hit points to their probability."""
    alive, won = {(fight.player_hp, fight.monster_hp): 1.0}, 0.0
    for whose, pmf in itertools.islice(fight.blows(), BLOWS_MAX):
        after = collections.defaultdict(float)
        for (player, monster), chance in alive.items():
            for damage, p in pmf:
                if whose == PLAYER and monster <= damage:
                    won += chance * p
                elif whose == PLAYER:
                    after[player, monster - damage] += chance * p
                elif player > damage:
                    after[player - damage, monster] += chance * p
        alive = after
        if sum(alive.values()) < LEFT:
            return won
    raise ValueError("the fight does not end")


def follow_fast(fight):
    """The same with numpy: alive[p, m] is the probability that the player has p + 1 and the monster m + 1 left."""
    alive = numpy.zeros((fight.player_hp, fight.monster_hp))
    alive[-1, -1] = 1
    won = []
    for whose, pmf in itertools.islice(fight.blows(), BLOWS_MAX):
        side = alive if whose == MONSTER else alive.T
        after = numpy.zeros_like(side)
        for damage, p in pmf:
            if damage < len(side):
                after[:len(side) - damage] += p * side[damage:]
            if whose == PLAYER:
                won.append(p * side[:damage].sum())
        alive = after if whose == MONSTER else after.T
        if alive.sum() < LEFT:
            return sum(won)
    raise ValueError("the fight does not end")


def by_clock(player_blow, player_duration, monster_blow, monster_duration):
    """Blows in the order of their times."""
    player = monster = 0
    while True:
        if player * player_duration <= monster * monster_duration:
            yield PLAYER, player_blow
            player += 1
        else:
            yield MONSTER, monster_blow
            monster += 1


def by_turns(player_blows, monster_blows):
    while True:
        yield from ((PLAYER, blow) for blow in player_blows)
        yield from ((MONSTER, blow) for blow in monster_blows)


def doubles(pmf):
    return [(value, float(p)) for value, p in pmf.items()]


# ------------------------------------------------------------------------------------------------------------- Brogue
def clumped(least, most, clump):
    """The least, plus `clump` dice from 0 whose greatest add up to the rest, those that are one longer first."""
    each, longer = divmod(most - least, max(clump, 1))
    ends = [each + 1] * longer + [each] * (max(clump, 1) - longer)
    return "+".join([f"[{least}, {least + ends[0]}]"] + [f"[0, {end}]" for end in ends[1:] if end])


@functools.lru_cache(None)
def brogue_blow(accuracy, enchant, damage, defense):
    return doubles(attacks.brogue(*attacks.brogue_case(accuracy, damage, defense, enchant)))


def brogue_fight(row):
    number = {key: float(row[key]) for key in ("enchant", "armor_value10")}
    whole = {key: int(value) for key, value in row.items() if re.fullmatch(r"\d+", value)}
    player = brogue_blow(100, number["enchant"], f"[{row['weapon_lo']}, {row['weapon_hi']}]", whole["monster_defense"])
    damage = clumped(whole["dmg_lo"], whole["dmg_hi"], whole["dmg_clump"])
    monster = brogue_blow(whole["monster_accuracy"], 0, damage, int(number["armor_value10"]))
    duration = whole.get("player_duration", 100)
    return Fight(whole["player_hp"], whole["monster_hp"],
                 lambda: by_clock(player, duration, monster, whole["attack_duration"]))


# ---------------------------------------------------------------------------------------------------------------- SRD
BLOW = re.compile(r"\s*(?:(\d+)x )?([+-]\d+) ?(.*?)\s*$")
PART = re.compile(r"(\d+d\d+(?:[+-]\d+)?|\d+)(?: [a-z]+)?$")


def srd_attacks(text):
    """(times, bonus, damages) of "3x +9 2d6+5 bludgeoning + 1d12 acid; 1x +8 1d6"; an attack may have no damage."""
    for blow in text.split(";"):
        times, bonus, damages = BLOW.match(blow).groups()
        yield int(times or 1), int(bonus), [PART.match(part).group(1) for part in damages.split(" + ") if part]


@functools.lru_cache(None)
def srd_blow(bonus, damages, armor_class):
    """All parts of the damage have their dice doubled by a critical hit; none is below 0."""
    def total(dice_times):
        return add(*[mapped(amount(text, dice_times), lambda value: max(0, value)) for text in damages])
    hits = sum(roll > 1 and roll + bonus >= armor_class for roll in range(1, 20))
    return doubles(mixed(Fraction(1, 20), total(2), mixed(Fraction(hits, 19), total(1), always(0))))


def srd_fight(row):
    whole = {key: int(value) for key, value in row.items() if re.fullmatch(r"\d+", value)}
    player = [srd_blow(whole["fighter_bonus"], (row["fighter_dice"],), whole["monster_ac"])] * whole["fighter_attacks"]
    monster = [srd_blow(bonus, tuple(damages), whole["fighter_ac"])
               for times, bonus, damages in srd_attacks(row["monster_attacks"]) for _ in range(times)]
    return Fight(whole["fighter_hp"], whole["monster_hp"], lambda: by_turns(player, monster))


# ---------------------------------------------------------------------------------------------------------- Shattered
@functools.lru_cache(None)
def shattered_blow(accuracy, evasion, damage, armor):
    taken = mapped(add(triangular(*damage), mapped(triangular(*armor), lambda value: -value)),
                   lambda value: max(0, value))
    return doubles(mixed(attacks.shattered_chance(accuracy, evasion), taken, always(0)))


def shattered_fight(row):
    whole = {key: int(value) for key, value in row.items() if re.fullmatch(r"\d+", value)}
    level, tier, plus = whole["hero_level"], whole["weapon_tier"], whole["weapon_level"]
    weapon = (tier + plus, 5 * (tier + 1) + plus * (tier + 1))
    armor = (whole["armor_level"], whole["armor_tier"] * (2 + whole["armor_level"]))
    hero = shattered_blow(9 + level, whole["evasion"], weapon, (0, whole["armor_max"]))
    mob = shattered_blow(whole["accuracy"], 4 + level, (whole["dmg_lo"], whole["dmg_hi"]), armor)
    return Fight(20 + 5 * (level - 1), whole["hp"], lambda: by_clock(hero, whole["attacks"], mob, 1))


FIGHT = {"brogue": brogue_fight, "srd": srd_fight, "shattered": shattered_fight}


# --------------------------------------------------------------------------------------------------- fights to choose
def read(name):
    with open(FOLDER / name, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


# Who meets the monsters of Brogue: a depth, hit points, armor in tenths, and the net enchants that weapons have there.
BROGUE_PLAYERS = [(1, 40, 30, (0, -2.5)), (4, 40, 50, (1, 0.75)), (8, 50, 70, (3, 2)), (13, 60, 100, (5, 3.5)),
                  (20, 80, 140, (8, 6)), (26, 110, 180, (12, 9))]
BROGUE_WEAPONS = [("dagger", 3, 4, 100), ("sword", 7, 9, 100), ("broadsword", 14, 22, 100), ("axe", 7, 9, 100),
                  ("war_axe", 12, 17, 100), ("mace", 16, 20, 100), ("war_hammer", 25, 35, 100), ("spear", 4, 5, 100),
                  ("war_pike", 11, 15, 100), ("rapier", 3, 11, 50)]


def brogue_rows(monster):
    if monster["name"] == "you":
        return
    for (_, hp, armor, enchants), (weapon, least, most, duration) in itertools.product(BROGUE_PLAYERS, BROGUE_WEAPONS):
        for enchant in enchants:
            yield {"monster": monster["name"].lower().replace(" ", "_"), "monster_hp": monster["hp"],
                   "monster_defense": monster["defense"], "monster_accuracy": monster["accuracy"],
                   "dmg_lo": monster["damage_least"], "dmg_hi": monster["damage_most"],
                   "dmg_clump": monster["damage_clump"], "attack_duration": monster["attack_duration"],
                   "weapon": weapon, "weapon_lo": least, "weapon_hi": most, "enchant": enchant, "armor_value10": armor,
                   "player_hp": hp, "player_duration": duration}


FIGHTERS = [(1, 12, 18, 5, "1d8+3", 1), (3, 28, 18, 5, "1d8+5", 1), (5, 44, 18, 7, "1d8+6", 2),
            (8, 68, 20, 9, "1d8+7", 2), (11, 94, 20, 10, "2d6+6", 3)]


def srd_rows(monster):
    for level, hp, armor_class, bonus, dice, number in FIGHTERS:
        yield {"monster": monster["name"].replace("-", "_"), "monster_hp": monster["hp"],
               "monster_ac": monster["armor_class"], "monster_attacks": monster["attacks"],
               "fighter_level": level, "fighter_hp": hp, "fighter_ac": armor_class,
               "fighter_bonus": bonus, "fighter_dice": dice, "fighter_attacks": number}


def shattered_rows(mob):
    for level, tier, plus, armor, armor_plus in itertools.product(range(1, 26, 2), range(1, 6), (0, 1, 3, 6, 10),
                                                                  range(1, 6), (0, 2, 5, 9)):
        yield {"mob": mob["name"], "hp": mob["hp"], "accuracy": mob["accuracy"], "evasion": mob["evasion"],
               "dmg_lo": mob["damage_least"], "dmg_hi": mob["damage_most"], "armor_max": mob["armor_most"],
               "attacks": mob["attacks_per_turn"], "hero_level": level, "weapon_tier": tier, "weapon_level": plus,
               "armor_tier": armor, "armor_level": armor_plus}


# Game: the figures of its monsters, the rows of one, how many of those are tried, how many kept.
CHOICE = {"brogue": ("brogue_monsters.csv", brogue_rows, 40, 2), "srd": ("srd_monsters.csv", srd_rows, 5, 1),
          "shattered": ("shattered_mobs.csv", shattered_rows, 120, 5)}
ROWS_MAX = 250


def spread(rows, number, crowd):
    """Of rows with their p_win, so many whose tenths are least crowded so far."""
    for _ in range(min(number, len(rows))):
        best = min(rows, key=lambda row: (crowd[tenth(row)], abs(row["p_win"] - 0.5)))
        rows.remove(best)
        crowd[tenth(best)] += 1
        yield best


def tenth(row):
    """Tenths, with those that are as good as certain apart."""
    p = row["p_win"]
    return "never" if p < 1e-4 else "always" if p > 1 - 1e-4 else int(p * 10)


def choose(game):
    """Fights of every monster, then the rest from those that are left, so that the chances spread over 0..1."""
    figures, rows_of, tried, kept = CHOICE[game]
    luck, crowd, chosen, rest = random.Random(game), collections.Counter(), [], []
    for monster in read(figures):
        rows = list(rows_of(monster))
        rows = luck.sample(rows, min(tried, len(rows)))
        for row in rows:
            row["p_win"] = follow_fast(FIGHT[game]({key: str(value) for key, value in row.items()}))
        chosen += spread(rows, kept, crowd)
        rest += rows
    if len(chosen) > ROWS_MAX:
        chosen = list(spread(chosen, ROWS_MAX, collections.Counter()))
    else:
        chosen += spread(rest, ROWS_MAX - len(chosen), crowd)
    return chosen


def write(game):
    chosen = choose(game)
    name = list(chosen[0])[0]
    chosen.sort(key=lambda row: (row[name], row["p_win"]))
    with open(FOLDER / f"{game}_duels_more.csv", "w", encoding="utf-8", newline="") as file:
        file.write("# chance that the player wins, worked out by tests/oracles/duels.py: every outcome followed until "
                   "less than 1e-14 is left\n")
        table = csv.DictWriter(file, list(chosen[0]), lineterminator="\n")
        table.writeheader()
        table.writerows({**row, "p_win": f"{row['p_win']:.12f}"} for row in chosen)


# ----------------------------------------------------------------------------------------------------------- checking
def differences(name, game, states_max=None):
    """(rows followed, those that differ by more than 1e-9) of a golden file; of small fights only, if states_max."""
    followed, wrong = 0, []
    for row in read(name):
        fight = FIGHT[game](row)
        if states_max and fight.player_hp * fight.monster_hp > states_max:
            continue
        found = follow(fight) if states_max or not numpy else follow_fast(fight)
        followed += 1
        if abs(found - float(row["p_win"])) > 1e-9:
            wrong.append(f"{name}: {list(row.values())}: {found:.12f}")
    return followed, wrong


def main():
    if sys.argv[1:] != ["--check"]:
        for game in sys.argv[1:]:
            write(game)
        return 0
    bad = 0
    for game, more in itertools.product(FIGHT, ("", "_more")):
        name = f"{game}_duels{more}.csv"
        followed, wrong = differences(name, game)
        print(f"{name}: {followed} fights, {len(wrong)} differ")
        print("".join(line + "\n" for line in wrong), end="")
        bad += len(wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
