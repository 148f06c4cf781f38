#!/usr/bin/env python3
"""Fights with conditions, by following every pair of states: what the joint duel is held to.

  conditions.py          writes golden/foreign/conditions.json
  conditions.py --check  whether that file is what this writes

RULE below is the whole of what happens, in words; `Fight` is the same in Python, as plainly as it can be. A state is
all that both sides carry from one moment to the next; probabilities are doubles, followed until less than 1e-16 of the
fight is left.
"""
import collections
import functools
import json
import math
import pathlib
import sys
from fractions import Fraction

from chance import amount

FILE = pathlib.Path(__file__).resolve().parent.parent / "golden" / "foreign" / "conditions.json"
LEFT, TURNS_MAX = 1e-16, 20000

RULE = [
    "Time 0 is the start of turn 1, time k its end and the start of turn k + 1. At each time these come in this order, "
    "the player's first in each: ends of turns (where the time is whole), then attacks. A fight ends with the moment "
    "at which one has 0 hit points or less, and nothing comes after it.",
    "An attack is its blows, one after another, each seeing what those before have done. A blow with a cost is made "
    "only where the attacker has that much stamina left, and takes it, whether or not it hits. It hits with its "
    "chance; then a draw of damage, plus the attacker's power where `power` is true, is its damage, 0 at least. Of a "
    "blow with `sneaks` this is times so much, and it always hits, where the victim is helpless.",
    "Of a blow that has hit: the attacker wins `heal` hit points (loses them, below 0; of `damage`: as many as the "
    "damage), if it dies of that it has lost; the victim loses the damage; if that is above 0, those of its conditions "
    "with ends_when_hurt end; then come the effects, in their order. Who loses hit points in another way, by heal or "
    "at the end of a turn, ends such conditions, too. Hit points stay at max_hp or below.",
    "An effect with `save` above 0 does nothing where d20 + the victim's save is at least that. `drain` lowers the "
    "victim's power by so much for good, to 0 at least. `condition` begins with the value `value`, of the victim, or "
    "where `self` is true of the attacker (who does not save). Of a condition that is above 0 already it comes to the "
    "greater of the two (stacking: longest), their sum (adds), the new one (replaces) or the old one (keeps). "
    "A condition lasts while its value is above 0.",
    "While they last: `weakens` makes the power count so much less, to 0 at least; the next attack begins (duration + "
    "`extra` of all blows that have hit) x `slows` of all conditions that the attacker has after the last blow, turns "
    "after this one began. Who is `helpless` when an attack of its is due waits until the next whole time, after the "
    "end of that turn, and so on; who becomes helpless between two blows of an attack does not strike the rest, and "
    "its attack takes its time.",
    "At the end of each turn of a side: each condition in the order in which they are declared takes a draw of its "
    "`damage` (gives it, below 0), where `times_value` is true times its value; then regeneration: after n turns "
    "floor(n x regeneration) have been given in all; then each condition goes to 0 with the chance `shaken_off`, else "
    "its value changes by `each_turn`, to 0 at least; and stamina comes back by `back`, to `most` at most.",
    "turns_mean is the mean of the number of the turn in which the fight ends; who dies at the end of a turn dies in "
    "that turn. What a case leaves out is 0 or false; `each_turn` is -1, `stacking` longest, `slows` 1.",
]

# What each side carries: values of the conditions in their order; wait is ticks until its next attack.
Side = collections.namedtuple("Side", "hp power stamina wait values")


class Fight:
    """Two fighters and the conditions that there are, as in the golden file."""

    def __init__(self, case):
        self.conditions = list(case["conditions"].values())
        self.names = list(case["conditions"])
        self.fighters = [case["player"], case["monster"]]
        self.slows = [Fraction(one.get("slows", "1")) for one in self.conditions]
        lengths = [Fraction(fighter["duration"]) for fighter in self.fighters]
        lengths += [Fraction(blow.get("extra", 0)) for fighter in self.fighters for blow in fighter["blows"]]
        self.ticks = math.lcm(*(length.denominator for length in lengths))  # of a turn
        self.ticks *= math.prod(slows.denominator for slows in self.slows)
        # The same states come again, turn after turn.
        self.attack = functools.lru_cache(None)(self.attack)
        self.end_of_turn = functools.lru_cache(None)(self.end_of_turn)
        self.draw = functools.lru_cache(None)(lambda text: [(value, float(p)) for value, p in amount(text).items()])

    def start(self):
        return tuple(Side(fighter["hp"], fighter["power"], fighter["stamina"]["start"], 0,
                          tuple(fighter.get("begun", {}).get(name, 0) for name in self.names))
                     for fighter in self.fighters)

    def lasting(self, side):
        return [one for one, value in zip(self.conditions, side.values) if value > 0]

    def helpless(self, side):
        return any(one.get("helpless") for one in self.lasting(side))

    def lose(self, who, side, points):
        """`points` of hit points lost; won, where that is below 0."""
        values = side.values
        if points > 0:
            values = tuple(0 if one.get("ends_when_hurt") else value for one, value in zip(self.conditions, values))
        return side._replace(hp=min(side.hp - points, self.fighters[who]["max_hp"]), values=values)

    def begin(self, name, value, side):
        index, values = self.names.index(name), list(side.values)
        had = values[index]
        how = self.conditions[index].get("stacking", "longest")
        if had > 0:
            value = {"longest": max(had, value), "adds": had + value, "replaces": value, "keeps": had}[how]
        values[index] = value
        return side._replace(values=tuple(values))

    def effect(self, effect, who, pair):
        """(chance, pair) after one effect of a blow that has hit."""
        works = 1.0
        if effect.get("save", 0) > 0:
            works = sum(roll + self.fighters[1 - who]["save"] < effect["save"] for roll in range(1, 21)) / 20
        on = who if effect.get("self") else 1 - who
        if "drain" in effect:
            after = pair[on]._replace(power=max(0, pair[on].power - effect["drain"]))
        else:
            after = self.begin(effect["condition"], effect["value"], pair[on])
        return [(p, now) for p, now in ((works, put(pair, on, after)), (1 - works, pair)) if p]

    def hit(self, blow, who, damage, pair):
        """(chance, pair) after a blow that has hit for this damage."""
        heal = damage if blow.get("heal") == "damage" else blow.get("heal", 0)
        pair = put(pair, who, self.lose(who, pair[who], -heal))
        if pair[who].hp > 0:
            pair = put(pair, 1 - who, self.lose(1 - who, pair[1 - who], damage))
        states = [(1.0, pair)]
        for effect in blow.get("effects", []) if lives(pair) else []:
            states = [(p * q, after) for p, now in states for q, after in self.effect(effect, who, now)]
        return states

    def blow(self, blow, who, pair):
        """(chance, whether it hit, pair) after a blow."""
        attacker, cost = pair[who], blow.get("cost", 0)
        if not lives(pair) or self.helpless(attacker) or attacker.stamina < cost:
            return [(1.0, False, pair)]
        pair = put(pair, who, attacker._replace(stamina=attacker.stamina - cost))
        plus = 0
        if blow.get("power"):
            plus = max(0, attacker.power - sum(one.get("weakens", 0) for one in self.lasting(attacker)))
        chance, times = blow["chance"], 1
        if blow.get("sneaks") and self.helpless(pair[1 - who]):
            chance, times = 1, blow["sneaks"]
        after = [(1 - chance, False, pair)] if chance < 1 else []
        for drawn, p in self.draw(blow["damage"]) if chance else []:
            for q, now in self.hit(blow, who, times * max(0, drawn + plus), pair):
                after.append((chance * p * q, True, now))
        return after

    def attack(self, who, pair, into):
        """(chance, pair) after an attack that is due now, `into` ticks after a whole time."""
        if self.helpless(pair[who]):
            return [(1.0, put(pair, who, pair[who]._replace(wait=self.ticks - into)))]
        states = [(1.0, Fraction(self.fighters[who]["duration"]), pair)]
        for blow in self.fighters[who]["blows"]:
            extra = Fraction(blow.get("extra", 0))
            states = [(p * q, takes + extra if hit else takes, after)
                      for p, takes, now in states for q, hit, after in self.blow(blow, who, now)]
        return [(p, put(now, who, now[who]._replace(wait=int(self.slowed(now[who], takes) * self.ticks))))
                for p, takes, now in states]

    def slowed(self, side, takes):
        return takes * math.prod(slows for slows, value in zip(self.slows, side.values) if value > 0)

    def end_of_turn(self, who, pair, given):
        """(chance, pair) after the end of a turn of one side, which gives so many hit points back."""
        states = [(1.0, pair[who])]
        for index, one in enumerate(self.conditions):
            states = [after for state in states for after in self.suffer(who, index, one, state)]
        states = [(p, self.recover(who, side, given)) for p, side in states]
        for index, one in enumerate(self.conditions):
            states = [after for state in states for after in count_down(index, one, state)]
        return [(p, put(pair, who, side)) for p, side in states]

    def suffer(self, who, index, one, state):
        p, side = state
        value = side.values[index]
        if side.hp <= 0 or value <= 0 or "damage" not in one:
            return [state]
        times = value if one.get("times_value") else 1
        return [(p * q, self.lose(who, side, times * drawn)) for drawn, q in self.draw(one["damage"])]

    def given(self, who, turn):
        """Hit points that regeneration gives at the end of this turn."""
        rate = Fraction(self.fighters[who].get("regeneration", "0"))
        return math.floor(turn * rate) - math.floor((turn - 1) * rate)

    def recover(self, who, side, given):
        """Regeneration and stamina: nothing else happens between the two that they could change."""
        fighter = self.fighters[who]
        if side.hp <= 0:
            return side
        stamina = min(fighter["stamina"]["most"], side.stamina + fighter["stamina"]["back"])
        return side._replace(hp=min(side.hp + given, fighter["max_hp"]), stamina=stamina)

    def step(self, states, step):
        """All states after `step`, which gives (chance, pair); and what the fights that it ends come to."""
        after, won, lost = collections.defaultdict(float), 0.0, 0.0
        for pair, chance in states.items():
            for p, now in step(pair):
                if lives(now):
                    after[now] += chance * p
                elif now[1].hp <= 0:
                    won += chance * p
                else:
                    lost += chance * p
        return after, won, lost

    def moments(self, tick):
        """What happens at a time, in its order: (turn that it belongs to, step)."""
        turn, into = divmod(tick, self.ticks)
        for who in (0, 1) if turn and not into else ():
            yield turn, lambda pair, who=who: self.end_of_turn(who, pair, self.given(who, turn))
        for who in (0, 1):
            yield turn + 1, lambda pair, who=who: self.attack(who, pair, into) if pair[who].wait == 0 else [(1.0, pair)]
        yield turn + 1, lambda pair: [(1.0, later(pair))]

    def solve(self):
        states, ends = {self.start(): 1.0}, []
        for tick in range(TURNS_MAX * self.ticks):
            for turn, step in self.moments(tick):
                states, won, lost = self.step(states, step)
                ends.append((turn, won, lost))
            if math.fsum(states.values()) < LEFT:
                break
        else:
            raise ValueError("the fight does not end")
        won, lost = math.fsum(won for _, won, _ in ends), math.fsum(lost for _, _, lost in ends)
        turns = math.fsum(turn * (won + lost) for turn, won, lost in ends)
        return {"p_win": won, "p_lose": lost, "turns_mean": turns / (won + lost)}


def put(pair, who, side):
    return (side, pair[1]) if who == 0 else (pair[0], side)


@functools.lru_cache(None)
def later(pair):
    return tuple(side._replace(wait=side.wait - 1) for side in pair)


def lives(pair):
    return pair[0].hp > 0 and pair[1].hp > 0


def count_down(index, one, state):
    p, side = state
    value, off = side.values[index], one.get("shaken_off", 0)
    if value <= 0:
        return [state]

    def left(value):
        return side._replace(values=side.values[:index] + (max(0, value),) + side.values[index + 1:])
    return [(q, after) for q, after in ((p * off, left(0)), (p * (1 - off), left(value + one.get("each_turn", -1))))
            if q]


# ------------------------------------------------------------------------------------------------------------- cases
POISON = {"poisoned": {"damage": "1"}}
POISON_ADDS = {"poisoned": {"damage": "2", "stacking": "adds"}}
STUN = {"stunned": {"helpless": True}}
SLEEP = {"asleep": {"helpless": True, "ends_when_hurt": True}}
SLOW = {"slowed": {"slows": "2"}}
WEAK = {"weak": {"weakens": 2, "stacking": "adds"}}


def begins(condition, value, save=0, **more):
    return {"condition": condition, "value": value, **({"save": save} if save else {}), **more}


def blow(chance, damage, *effects, **more):
    return {"chance": chance, "damage": damage, **({"effects": list(effects)} if effects else {}), **more}


def fighter(hp, *blows, power=0, save=0, duration="1", stamina=(0, 0, 0), max_hp=None, **more):
    start, most, back = stamina
    return {"hp": hp, "max_hp": max_hp or hp, "power": power, "save": save, "duration": duration,
            "stamina": {"start": start, "most": most, "back": back}, "blows": list(blows), **more}


PLAIN = blow(0.5, "1d4")
CASES = [
    # Poison.
    ("poison for three turns, the longer counts", POISON,
     fighter(8, PLAIN), fighter(6, blow(0.5, "1d2", begins("poisoned", 3)))),
    ("poison that adds up", POISON_ADDS,
     fighter(12, PLAIN), fighter(8, blow(0.75, "1", begins("poisoned", 2)))),
    ("poison that is given anew each time", {"poisoned": {"damage": "1", "stacking": "replaces"}},
     fighter(8, PLAIN), fighter(6, blow(0.25, "1", begins("poisoned", 4)), blow(0.5, "0", begins("poisoned", 2)))),
    ("poison that stays as it began", {"poisoned": {"damage": "1", "stacking": "keeps"}},
     fighter(8, PLAIN), fighter(6, blow(0.25, "1", begins("poisoned", 4)), blow(0.5, "0", begins("poisoned", 2)))),
    ("poison on both sides: the player's comes first", POISON_ADDS,
     fighter(6, blow(0.5, "1", begins("poisoned", 1))), fighter(6, blow(0.5, "1", begins("poisoned", 1)))),
    ("poison that may be saved against", POISON,
     fighter(9, PLAIN, save=3), fighter(7, blow(0.5, "1d3", begins("poisoned", 5, save=13)))),
    ("poison without other damage", POISON_ADDS,
     fighter(10, PLAIN), fighter(9, blow(0.25, "0", begins("poisoned", 4)))),
    ("poison by the first of two blows, at half a turn each", POISON,
     fighter(12, PLAIN, duration="3/4"),
     fighter(10, blow(0.25, "1d2", begins("poisoned", 2)), blow(0.5, "1"), duration="1/2")),
    ("burning: random damage, put out by chance", {"burning": {"damage": "1d3", "shaken_off": 0.25, "each_turn": 0}},
     fighter(10, PLAIN), fighter(9, blow(0.25, "1", begins("burning", 1)))),
    ("venom as strong as it is deep", {"venom": {"damage": "1", "times_value": True, "stacking": "adds"}},
     fighter(12, PLAIN), fighter(9, blow(0.5, "0", begins("venom", 2)))),
    ("a wound that heals, poison beside it, regeneration", {**POISON, "mending": {"damage": "-1d2"}},
     fighter(9, blow(0.5, "1d4", begins("mending", 2, self=True)), max_hp=10),
     fighter(8, blow(0.5, "1d3", begins("poisoned", 2)), regeneration="1/3")),
    # Stun and sleep.
    ("stun by the player for two turns", STUN,
     fighter(6, blow(0.5, "1d2", begins("stunned", 2))), fighter(10, blow(0.75, "1d4"))),
    ("stun by the monster for two turns", STUN,
     fighter(10, blow(0.75, "1d4")), fighter(6, blow(0.5, "1d2", begins("stunned", 2)))),
    ("stun that may be saved against, on both sides", STUN,
     fighter(8, blow(0.5, "1d3", begins("stunned", 2, save=11)), save=4),
     fighter(8, blow(0.5, "1d3", begins("stunned", 3, save=11)))),
    ("stun by the second of three blows", STUN,
     fighter(9, blow(0.5, "1d6")), fighter(9, blow(0.5, "1"), blow(0.25, "1", begins("stunned", 2)), blow(0.5, "1"))),
    ("stunned with two thirds of a turn an attack: it waits for a whole time", STUN,
     fighter(8, blow(0.5, "1d2", begins("stunned", 1))), fighter(8, blow(0.5, "1d2"), duration="2/3")),
    ("held until shaken off, one in three a turn", {"held": {"helpless": True, "shaken_off": 1 / 3, "each_turn": 0}},
     fighter(8, PLAIN), fighter(8, blow(0.25, "1d2", begins("held", 1)))),
    ("who tires itself out does not strike the rest", STUN,
     fighter(9, blow(0.5, "1d3", begins("stunned", 2, self=True)), blow(0.5, "1d4")), fighter(9, PLAIN)),
    ("sleep ends when hurt", SLEEP,
     fighter(8, blow(0.5, "1d4", begins("asleep", 4, save=6))), fighter(8, PLAIN)),
    ("sleep that each blow brings anew", SLEEP,
     fighter(5, blow(0.5, "1d2", begins("asleep", 3))), fighter(8, PLAIN)),
    ("sleep by a blow that does no damage, then blows that wake", SLEEP,
     fighter(8, blow(0.25, "0", begins("asleep", 5)), blow(0.5, "1d2")), fighter(8, PLAIN)),
    ("poison wakes the sleeper", {**POISON, **SLEEP},
     fighter(8, blow(0.5, "0", begins("asleep", 5)), blow(0.25, "1", begins("poisoned", 3))),
     fighter(7, blow(0.75, "1d4"))),
    ("asleep at first: the sneak attack counts three times", SLEEP,
     fighter(6, blow(0.5, "1d3", sneaks=3)), fighter(12, blow(0.5, "1d4"), begun={"asleep": 20})),
    # Strength.
    ("drained power", {},
     fighter(10, blow(0.5, "1d2", power=True), power=3), fighter(12, blow(0.5, "1", {"drain": 1}))),
    ("drained power, with a save, until none is left", {},
     fighter(12, blow(0.75, "0", power=True), power=2, save=1),
     fighter(10, blow(0.5, "1d2", {"drain": 1, "save": 12}))),
    ("both drain each other", {},
     fighter(8, blow(0.5, "1", {"drain": 1}, power=True), power=2),
     fighter(8, blow(0.5, "1", {"drain": 2}, power=True), power=3)),
    ("weakness that adds up and passes", WEAK,
     fighter(9, blow(0.5, "1d3", power=True), power=3), fighter(10, blow(0.5, "1d2", begins("weak", 2)))),
    ("a vampire wins what it bites off, at most its hit points at first", {},
     fighter(9, PLAIN), fighter(7, blow(0.5, "1d3", heal="damage"))),
    ("a blow that hurts who strikes it", {},
     fighter(7, blow(0.75, "1d6", heal=-1)), fighter(9, blow(0.5, "1d3"))),
    # Time.
    ("slowed for four turns", SLOW,
     fighter(8, PLAIN), fighter(8, blow(0.25, "1d3", begins("slowed", 4)))),
    ("slowed by the player, a monster of two attacks a turn", SLOW,
     fighter(8, blow(0.5, "1d2", begins("slowed", 3))), fighter(10, blow(0.5, "1d2"), duration="1/2")),
    ("slowed, at durations of 3/2", SLOW,
     fighter(10, blow(0.5, "1d6"), duration="3/2"), fighter(9, blow(0.5, "1d2", begins("slowed", 2, save=9)))),
    ("hasty by its own blow: two thirds of the time", {"hasty": {"slows": "2/3"}},
     fighter(8, blow(0.5, "1d3", begins("hasty", 3, self=True))), fighter(9, blow(0.75, "1d3"))),
    ("a mace takes a turn more after a hit", {},
     fighter(8, blow(0.75, "1d6", extra="1")), fighter(9, PLAIN)),
    # Stamina.
    ("a blow that needs two stamina, one comes back", {},
     fighter(8, blow(0.75, "1d4", cost=2), stamina=(4, 4, 1)), fighter(10, PLAIN)),
    ("a strong blow while stamina lasts, a weak one always", {},
     fighter(8, blow(0.5, "1d6", cost=3), blow(0.5, "1"), stamina=(6, 6, 0)), fighter(12, PLAIN)),
    ("a strong blow every third turn on both sides", {},
     fighter(9, blow(0.5, "1d6", cost=3), stamina=(3, 3, 1)),
     fighter(10, blow(0.75, "1d3", cost=1), stamina=(1, 2, 1))),
    ("stamina that comes back to its most only", {},
     fighter(10, blow(0.25, "1d8", cost=2), blow(0.25, "1d3", cost=1), stamina=(1, 3, 2)),
     fighter(12, PLAIN, duration="3/2")),
    ("poison, stun and weakness together", {**POISON, **STUN, **WEAK},
     fighter(7, blow(0.5, "1d3", begins("poisoned", 2), power=True), power=2, save=2),
     fighter(7, blow(0.5, "1d2", begins("stunned", 2, save=10), begins("weak", 2, save=14)))),
]


def file_text():
    """One case a line; a probability has the digits that give back the same double."""
    lines = []
    for name, conditions, player, monster in CASES:
        case = {"name": name, "conditions": conditions, "player": player, "monster": monster}
        case.update(Fight(case).solve())
        assert abs(case["p_win"] + case["p_lose"] - 1) < 1e-13
        lines.append("    " + json.dumps(case))
    head = {"source": "Every outcome followed by tests/oracles/conditions.py.", "rule": RULE}
    top = json.dumps(head, indent=2).splitlines()[:-1]
    top[-1] += ","
    return "\n".join(top + ['  "cases": [', ",\n".join(lines), "  ]", "}", ""])


def main():
    if sys.argv[1:] == ["--check"]:
        if FILE.exists() and FILE.read_text(encoding="utf-8") == file_text():
            return 0
        print(f"{FILE.name} is not what conditions.py writes")
        return 1
    FILE.write_text(file_text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
