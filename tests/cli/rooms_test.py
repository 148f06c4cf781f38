"""What rooms hold, as the commands tell it: they tell the same, and it is what a program finds that was
written apart, from the text of the tutorial alone."""
import math
import os
import random
import unittest

from wyrm_case import WyrmCase

FLOORS = 300 if os.environ.get("SLOW_BUILD") else 3000
SEED = 20240229

# Depth: the most monsters and items of a room.
TABLES = {1: (2, 1), 2: (2, 1), 3: (2, 1), 4: (3, 2), 5: (3, 2), 6: (5, 2), 7: (5, 2), 8: (5, 2), 9: (5, 2),
          10: (5, 2)}

FILLED = """name: filled
models: {combat: subtract, encounter: tables, loot: tables, map: rooms}
player: {hp: 30, power: 6}
monsters: {rat: {hp: 4, power: 2, weight: 1}}
items: {potion: {}}
encounter: {last_depth: 1, rooms: {most: 2}}
loot: {rooms: {most: 4}}
map: {width: 30, height: 14, tries: 20, room_width: 26, room_height: 10}
vaults: {arena: {floor: true, chance: 0.5, filled: false, map: "@.>"}}
bands: {a: [1, 1]}
threat: {room_budget: {a: [0, 5]}, floor_budget: {a: [0, 5]}, etp: {rat: 3}}
targets:
  items: {metric: items_per_room, depths: 1, range: 2}
  monsters: {metric: room_monsters, depths: 1, range: 1}
  threat: {metric: floor_threat, depths: 1, range: 3}
  share: {metric: floor_budget_share, depths: 1, range: 0.5}
"""


def rooms_of(rng):
    """Thirty rectangles are tried; one that touches an earlier one is none. Their corners are rock."""
    rooms = []
    for _ in range(30):
        width, height = rng.randint(6, 10), rng.randint(6, 10)
        left, top = rng.randint(0, 80 - width - 1), rng.randint(0, 43 - height - 1)
        right, bottom = left + width, top + height
        if all(left > r or right < l or top > b or bottom < t for l, t, r, b in rooms):
            rooms.append((left, top, right, bottom))
    return rooms


def fill(rng, room, first, most):
    """Monsters, then items: each tries one inner tile, and is dropped where anybody is, the player too."""
    left, top, right, bottom = room
    taken = {((left + right) // 2, (top + bottom) // 2)} if first else set()
    numbers = []
    for number in most:
        before = len(taken)
        for _ in range(rng.randint(0, number)):
            taken.add((rng.randint(left + 1, right - 1), rng.randint(top + 1, bottom - 1)))
        numbers.append(len(taken) - before)
    return numbers


def ratio(pairs):
    """The sum of the first over that of the second, and its standard error, floors being independent."""
    first, second = sum(y for y, _ in pairs), sum(x for _, x in pairs)
    value = first / second
    return value, math.sqrt(sum((y - value * x) ** 2 for y, x in pairs)) / second


def generate(depth):
    """Mean monsters, share of rooms with five, mean items: each with its standard error."""
    rng = random.Random(SEED + depth)
    floors = []
    for _ in range(FLOORS):
        rooms = rooms_of(rng)
        floors.append([fill(rng, room, i == 0, TABLES[depth]) for i, room in enumerate(rooms)])
    return [ratio([(sum(of(room) for room in floor), len(floor)) for floor in floors])
            for of in (lambda room: room[0], lambda room: room[0] == 5, lambda room: room[1])]


class Rooms(WyrmCase):
    def near(self, told, found, what):
        """Six standard errors of both: one false alarm in five hundred million."""
        value, error = told
        wanted, noise = found
        self.assertLess(abs(value - wanted), 6 * math.hypot(error, noise) + 1e-9, (what, told, found))

    def measured(self, value, interval):
        return value, (interval[1] - interval[0]) / 2 / 1.96 if interval else 0.0

    def told(self):
        """By command and depth: mean monsters and items of a room, each with its standard error."""
        told = {}
        with open(os.path.join(self.folder, "mine.yaml"), "w", encoding="utf-8") as file:
            file.write("name: mine\nextends: tutorial\ntargets:\n"
                       "  m: {metric: room_monsters, depths: [1, 10], range: 0}\n"
                       "  five: {metric: room_monsters_share, within: 5, depths: [1, 10], range: 0}\n"
                       "  i: {metric: items_per_room, depths: [1, 10], range: 0}\n")
        for row in self.json("check", "mine.yaml", "--runs", "2000")["verdicts"]:
            if row["target"] in ("m", "five", "i"):
                told["check", row["target"], int(row["where"].split()[-1])] = (
                    self.measured(row["value"], row["ci95"]))
        for row in self.json("loot", "tutorial")["depths"]:
            told["loot", "i", row["depth"]] = self.measured(row["items_per_room"], row["items_per_room_ci95"])
        for row in self.json("compare", "tutorial", "tutorial", "--all")["figures"]:
            name = {"monsters_per_room": "m", "items_per_room": "i"}.get(row["metric"])
            if name and row["of"] == "room":
                told["compare", name, row["depth"]] = row["a"], row["margin_a"] / 1.96
        for row in self.json("curve", "tutorial", "--runs", "4000")["depths"]:
            rooms = self.measured(row["rooms"]["mean"], row["rooms"]["ci95"])
            for key, name in (("monsters", "m"), ("items", "i")):
                value, error = self.measured(row[key]["mean"], row[key]["ci95"])
                told["curve", name, row["depth"]] = (
                    value / rooms[0], math.hypot(error / rooms[0], value * rooms[1] / rooms[0] ** 2))
        return told

    def test_commands_tell_the_same_and_what_the_text_of_the_tutorial_gives(self):
        told = self.told()
        self.assertEqual(len(told), 30 + 10 + 20 + 20)
        for depth in TABLES:
            monsters, five, items = generate(depth)
            for (command, name, where), figure in told.items():
                if where == depth:
                    self.near(figure, {"m": monsters, "five": five, "i": items}[name],
                              f"wyrm {command}, {name}, depth {depth}, seed {SEED}")
        for (command, name, depth), figure in told.items():
            for other in ("check", "loot", "compare", "curve"):
                if (other, name, depth) in told:
                    self.near(figure, told[other, name, depth], (command, other, name, depth))

    def test_rolled_hit_points_heal_no_further_than_they_were_rolled(self):
        """Of rooms with one monster or none, half of what the duel tells, in which each roll has its own maximum."""
        path = self.write("rolled.yaml", "name: rolled\nmodels: {combat: accuracy, encounter: tables, map: tunnels}\n"
                          'player: {hp: "{4: 1, 9: 1}", damage: 1d3, regeneration: 1}\n'
                          'monsters: {rat: {hp: "[3, 6]", damage: 1d4, weight: 1}}\n'
                          "encounter: {last_depth: 1, rooms: {most: 1}}\nmap: {width: 40, height: 30, tries: 4}\n"
                          "reference: [{from_depth: 1, combatant: player}]\ntargets:\n"
                          "  dies: {metric: fight_death_chance, depths: [1, 1], at_most: 1}\n"
                          "  room: {metric: room_death_chance, depths: [1, 1], at_most: 1}\n"
                          "  lost: {metric: room_hp_lost, depths: [1, 1], at_most: 1}\n"
                          "  left: {metric: hp_left, of: player, against: rat, at_most: 1}\n")
        told = {verdict["target"]: verdict["value"] for verdict in self.json("check", path, "--runs", "2")["verdicts"]}
        loses = self.json("duel", path, "player", "rat")["p_lose"]
        self.assertAlmostEqual(told["dies"], loses, delta=1e-12)
        self.assertAlmostEqual(told["room"], loses / 2, delta=1e-12)
        self.assertAlmostEqual(told["lost"], (1 - told["left"]) / 2, delta=1e-12)
        self.write("fiercer.yaml", "name: fiercer\nextends: rolled.yaml\nmonsters: {rat: {damage: 1d6}}\n")
        cost = self.json("compare", path, "fiercer.yaml", "--exact")["cost"]
        self.assertAlmostEqual(cost["a"], (1 - told["left"]) / 2, delta=1e-12)

    def test_figures_are_of_floors_that_are_filled(self):
        """Half of the floors are a picture to which nothing comes; the room of the others has 0 to 4 items and 0 to 2
        rats."""
        path = self.write("filled.yaml", FILLED)
        row = self.json("loot", path)["depths"][0]
        self.assertLess(row["items_per_room_ci95"][0], 2)
        self.assertGreater(row["items_per_room_ci95"][1], 2)
        depth = self.json("etp", path)["depths"][0]
        self.assertEqual(depth["rooms"]["mean"], 1)
        for told, wanted in ((depth["floor"]["ci95"], 3), (depth["etp"]["ci95"], 3),
                             (depth["statuses"]["EMPTY"], 1 / 3),
                             (depth["statuses"]["OVER"], 1 / 3), (depth["floor"]["over"], 1 / 3)):
            low, high = told if isinstance(told, list) else (told - 0.05, told + 0.05)
            self.assertLess(low, wanted, depth)
            self.assertGreater(high, wanted, depth)
        verdicts = {row["target"]: row for row in self.json("check", path)["verdicts"]}
        for name, wanted in (("items", 2), ("monsters", 1), ("threat", 3), ("share", 2 / 3)):
            low, high = verdicts[name]["ci95"] or [verdicts[name]["value"]] * 2
            self.assertLessEqual(low - 1e-9, wanted, verdicts[name])
            self.assertGreaterEqual(high + 1e-9, wanted, verdicts[name])


if __name__ == "__main__":
    unittest.main()
