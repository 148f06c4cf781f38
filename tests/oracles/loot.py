#!/usr/bin/env python3
"""What lies on the floors of Brogue CE, worked out apart from the library.

Rules, as ../../docs/decisions.md names their source: a floor has 3 items and as many more as a coin of 0.6 gives, 2
more on floors 1 and 2, 1 more on 3 and 4. Each is food where that is late, else a potion of life where that is, else
of a category by weight and of a kind by frequency; three frequencies are metered.

Two ways, which share nothing but the figures: `Chain` follows every outcome, in dictionaries, floor by floor; `play`
draws whole games. `loot.py` writes the golden file with both.
"""
import json
import math
import random
import sys
from collections import defaultdict
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent.parent / "golden/foreign/brogue_items.json"
DEPTHS = 26
SCROLLS = 30 + 10 + 15 + 12 + 10 + 10 + 10 + 12 + 8 + 8 + 8 + 15 + 10  # all but enchanting
POTIONS = 20 + 15 + 20 + 10 + 15 + 15 + 15 + 10 + 10 + 15 + 15 + 7 + 15 + 7  # all but life and strength
CATEGORIES = {"scroll": 42, "potion": 52, "food": 2, "other": 3 + 3 + 10 + 8 + 3 + 2}
LUCK = {-2: 1 / 9, -1: 2 / 9, 0: 3 / 9, 1: 2 / 9, 2: 1 / 9}
RATION, MANGO = 1800, 1550
NOTHING = {"food": 0, "life": 0, "strength": 0, "enchanting": 0}


def more(depth):
    return {1: 2, 2: 2, 3: 1, 4: 1}.get(depth, 0)


def owed(depth, luck, food, life):
    if (food + 600) * 4 <= (depth ** 1.35 + luck) * 810:
        return "food"
    return "life" if 4 * life + 3 < depth + luck else None


def frequencies(depth, life, strength, enchanting):
    """Of life, strength and enchanting on a floor: metered, and never below 0."""
    return (max(0, 34 * depth - 150 * life), max(0, 40 + 17 * depth - 50 * strength),
            max(0, 60 + 30 * depth - 50 * enchanting))


class Chain:
    """Chances of (worth of food, potions of life, of strength, scrolls of enchanting); `scrolls`: with the last."""

    def __init__(self, scrolls, least=1e-12):
        self.scrolls, self.least, self.lost = scrolls, least, 0.0
        self.states = {(0, 0, 0, 0): 1.0}

    def item(self, depth, luck, state, chance, out):
        food, life, strength, scroll = state
        due = owed(depth, luck, food, life)
        if due == "life":
            out[food, life + 1, strength, scroll] += chance
            return
        total = sum(CATEGORIES.values())
        of_life, of_strength, of_scroll = frequencies(depth, life, strength, scroll)
        eaten = 1.0 if due else CATEGORIES["food"] / total
        out[food + RATION, life, strength, scroll] += chance * eaten * 3 / 4
        out[food + MANGO, life, strength, scroll] += chance * eaten / 4
        if due:
            return
        drunk = chance * CATEGORIES["potion"] / total / (POTIONS + of_life + of_strength)
        out[food, life + 1, strength, scroll] += drunk * of_life
        out[food, life, strength + 1, scroll] += drunk * of_strength
        rest = drunk * POTIONS + chance * CATEGORIES["other"] / total
        read = chance * CATEGORIES["scroll"] / total
        if self.scrolls:
            out[food, life, strength, scroll + 1] += read * of_scroll / (SCROLLS + of_scroll)
            read *= SCROLLS / (SCROLLS + of_scroll)
        out[food, life, strength, scroll] += rest + read

    def floor(self, depth):
        ends = defaultdict(float)
        for luck, share in (LUCK if depth > 2 else {0: 1.0}).items():
            now = {state: chance * share for state, chance in self.states.items()}
            number = 0
            while now:
                following = defaultdict(float)
                for state, chance in now.items():
                    if number >= 3 + more(depth):
                        ends[state] += 0.4 * chance
                        chance *= 0.6
                    if chance < self.least:
                        self.lost += chance
                    else:
                        self.item(depth, luck, state, chance, following)
                now = following
                number += 1
        self.states = ends

    def figures(self, index):
        mean = sum(chance * state[index] for state, chance in self.states.items())
        square = sum(chance * state[index] ** 2 for state, chance in self.states.items())
        return [mean, math.sqrt(square - mean * mean)]


def chance_that(probability, draws):
    return draws.random() < probability


def play(draws):
    """One game: what of each kind lies on all its floors."""
    food = life = strength = enchanting = 0
    for depth in range(1, DEPTHS + 1):
        luck = draws.randint(-1, 1) + draws.randint(-1, 1) if depth > 2 else 0
        items = 3 + more(depth)
        while chance_that(0.6, draws):
            items += 1
        for _ in range(items):
            category = owed(depth, luck, food, life)
            of_life, of_strength, of_scroll = frequencies(depth, life, strength, enchanting)
            if category is None:
                category = draws.choices(list(CATEGORIES), CATEGORIES.values())[0]
            if category == "food":
                food += RATION if chance_that(0.75, draws) else MANGO
            elif category == "life":
                life += 1
            elif category == "potion":
                kind = draws.random() * (POTIONS + of_life + of_strength)
                life += kind < of_life
                strength += of_life <= kind < of_life + of_strength
            elif category == "scroll":
                enchanting += chance_that(of_scroll / (SCROLLS + of_scroll), draws)
    return life, strength, enchanting


def followed(depths, scrolls, least):
    """By depth the mean and the spread of what has come until then."""
    chain, out = Chain(scrolls, least), defaultdict(list)
    for depth in range(1, depths + 1):
        chain.floor(depth)
        for index, name in enumerate(list(NOTHING)[1:3 + scrolls], 1):
            out[name].append(chain.figures(index))
    return dict(out), chain.lost


def drawn(games):
    draws, sums = random.Random(16), [[0, 0] for _ in range(3)]
    for _ in range(games):
        for total, number in zip(sums, play(draws)):
            total[0] += number
            total[1] += number * number
    out = {}
    for name, (one, two) in zip(("life", "strength", "enchanting"), sums):
        mean = one / games
        out[name] = [mean, math.sqrt(two / games - mean * mean)]
    return out


def main():
    exact, lost = followed(DEPTHS, False, 1e-12)
    scrolls, lost_too = followed(6, True, 1e-12)
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    golden = {"source": "tests/oracles/loot.py", "lost": max(lost, lost_too), "games": games, "drawn": drawn(games),
              "by_depth": {**exact, "enchanting": scrolls["enchanting"]}}
    GOLDEN.write_text(json.dumps(golden, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
