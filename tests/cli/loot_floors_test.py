"""wyrm loot of whole floors, and of rooms without maps."""
import os

from wyrm_case import WyrmCase, main

RULES = """name: small
models: {loot: floors}
loot: {number: [{items: 2}], last_depth: 3, categories: {drink: {weight: 1}}}
items: {wine: {category: drink}, gem: {weight: 3, most: 1}}
"""
ROOMS = """name: rooms
models: {loot: tables}
loot: {rooms: {most: [[1, 1], [3, 3]]}}
items: {potion: {weight: 3}, scroll: {weight: [[1, 2]]}}
"""


DUNGEON = """name: dungeon
models: {combat: d20, encounter: hordes, loot: floors, map: rooms}
player: {hp: 20, damage: 1d4}
monsters: {rat: {hp: 3, damage: 1}}
encounter: {last_depth: 2, depths: [{from_depth: 1, groups: 2}], hordes: {rat: {}}}
loot: {number: [{items: 60}], categories: {drink: {weight: 1}}}
items: {wine: {category: drink}, gem: {weight: 3}}
targets:
  all: {metric: items_per_room, depths: [1, 2], at_least: 1}
"""


class LootOfFloors(WyrmCase):
    def setUp(self):
        super().setUp()
        for name, text in (("small.yaml", RULES), ("rooms.yaml", ROOMS)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def test_what_a_game_finds_is_told_without_maps(self):
        """Of two items a floor one is the gem, once, with 3 chances in 4 for each."""
        items = {row["item"]: row["by_depth"] for row in self.json("loot", "small.yaml")["items"]}
        self.assertAlmostEqual(items["gem"][0]["mean"], 1 - 1 / 16, 12)
        self.assertAlmostEqual(items["gem"][2]["none"], 4.0 ** -6, 12)
        self.assertAlmostEqual(items["wine"][2]["mean"], 6 - (1 - 4.0 ** -6), 12)
        self.assertIn("down to depth 3", self.text("loot", "small.yaml"))

    def test_rooms_have_what_lies_on_their_floor(self):
        """60 items a floor, by the mean number of rooms: however they were drawn, in no order of rooms."""
        path = self.write("dungeon.yaml", DUNGEON)
        depths = self.json("curve", path, "--runs", "400")["depths"]
        for target, depth in zip(self.json("check", path, "--runs", "400")["verdicts"], depths):
            self.assertLess(abs(target["value"] - 60 / depth["rooms"]["mean"]), 0.2)

    def test_columns_of_what_differs_are_there_where_a_kind_has_it(self):
        self.assertIn("worst", self.text("loot", "small.yaml").split("Exact")[0])
        text = self.text("loot", self.write("plain.yaml", RULES.replace(", most: 1", "")))
        self.assertNotIn("worst", text.split("Exact")[0])
        self.assertNotIn("stands under", text)
        self.assertIn("--item NAME tells", text)

    def test_one_item_is_told_depth_by_depth(self):
        found = self.json("loot", "small.yaml", "--item", "drink", "--depth", "2")
        self.assertEqual(found["depth"], 2)
        self.assertAlmostEqual(dict(found["by_depth"][1]["pmf"])[4], 4.0 ** -4, 12)
        self.assertEqual(found["by_depth"][1]["worst_tenth"], 3)
        text = self.text("loot", "small.yaml", "--item", "wine", "--depth", "2")
        self.assertIn("Nine games in ten have at least 3: 100 % of them.", " ".join(text.split()))

    def test_rooms_are_told_by_depth(self):
        depths = self.json("loot", "rooms.yaml", "--depth", "3")["depths"]
        self.assertEqual([depth["items_per_room"] for depth in depths], [0.5, 0.5, 1.5])
        self.assertEqual([depth["shares"]["potion"] for depth in depths], [1, 0.75, 0.75])
        self.assertIn(" 3-20     1.5  potion 75.0 %, scroll 25.0 %", self.text("loot", "rooms.yaml"))

    def test_what_can_never_come_is_found(self):
        self.write("dead.yaml", RULES.rstrip("}\n") + "}, jug: {category: drink, weight: 0}, "
                   "late: {weight: [[1, 4]]}, sure: {weight: 0, meter: {each_floor: 1}}}\nweapons: {dagger: {}}\n")
        found = {finding["where"]: finding["message"] for finding in self.json("check", "dead.yaml")["findings"]}
        self.assertEqual(found["items.jug"], "Jug can never be found: its weight is 0 at every depth, and nothing "
                         "else gives it")
        self.assertEqual(found["items.late"], "Late can never be found: a weight only below the last depth")
        self.assertEqual(set(found), {"items.jug", "items.late"})  # a dagger without a weight is for who begins

    def test_targets_of_what_is_found(self):
        target = "  {}: {{metric: {}, of: {}, depths: [2, 2], {}}}\n"
        self.write("aims.yaml", RULES + "targets:\n" +
                   target.format("mean", "found_items", "wine", "range: [3.003, 3.004]") +
                   target.format("worst", "found_items_worst", "drink", "at_least: 4") +
                   target.format("share", "found_items_share", "gem", "within: [1, 1], at_least: 0.99"))
        verdicts = {row["target"]: row["verdict"] for row in self.json("check", "aims.yaml")["verdicts"]}
        self.assertEqual(verdicts, {"mean": "PASS", "worst": "FAIL", "share": "PASS"})

    def test_names_that_are_none_are_refused(self):
        for arguments, words in ((("small.yaml", "--item", "wien"), "did you mean 'wine'?"),
                                 (("small.yaml", "--category", "drnk"), "there is no 'drnk'"),
                                 (("rooms.yaml", "--item", "potion"), "only loot that fills whole floors"),
                                 (("small.yaml", "--depth", "201"), "figures of floors go to depth 200")):
            answer = self.run_wyrm("loot", *arguments)
            self.assertEqual(answer.code, 2)
            self.assertIn(words, answer.err)


if __name__ == "__main__":
    main()
