"""etp, loot, check and compare: keys, values that follow from one another, texts, exit codes."""
import os
import re

from wyrm_case import SMALL, WyrmCase, main, some

HEAD = ["schema", "wyrm", "ruleset"]
BANDS = ["B1", "B2", "B3", "B4", "B5"]
STATUSES = ["EXEMPT", "BOSS", "EMPTY", "SPIKE", "UNDER", "OVER", "OK"]

# Fewer floors and campaigns than by default, for the sake of time.
ETP = ("etp", "yarl", "--runs", "60")
LOOT = ("loot", "yarl", "--runs", "60")


class Etp(WyrmCase):
    def test_keys(self):
        answer = self.json(*ETP)
        self.assertEqual(answer["schema"], "wyrm/etp/1")
        self.assertEqual(list(answer), HEAD + ["seed", "runs", "monsters", "bands", "depths",
                                               "violation_count", "violations", "truth"])
        for monster in answer["monsters"]:
            self.assertEqual(list(monster)[:3], ["id", "base", "derived"])
            self.assertEqual(list(monster["by_band"]), BANDS)
        self.assertEqual([depth["depth"] for depth in answer["depths"]], list(range(1, 26)))
        for depth in answer["depths"]:
            self.assertEqual(list(depth)[:5], ["depth", "band", "budget", "statuses", "etp"])
            self.assertEqual(sorted(depth["statuses"]), sorted(STATUSES))
            self.assertAlmostEqual(sum(depth["statuses"].values()), 1, delta=1e-12)
            for key in ("mean", "sd", "p05", "p50", "p95"):
                self.assertIn(key, depth["etp"])
            self.assertLessEqual(depth["etp"]["p05"], depth["etp"]["p50"])
            self.assertLessEqual(depth["etp"]["p50"], depth["etp"]["p95"])

    def test_threat_by_band(self):
        monsters = {monster["id"]: monster for monster in self.json(*ETP)["monsters"]}
        self.assertEqual(monsters["troll"]["base"], 50)
        self.assertAlmostEqual(monsters["troll"]["derived"], 83.08, delta=0.01)
        self.assertEqual(monsters["troll"]["by_band"],
                         {"B1": 50, "B2": 55, "B3": 60, "B4": 67.5, "B5": 75})

    def test_a_violation_can_be_looked_at(self):
        answer = self.json(*ETP, "--seed", "9")
        self.assertGreater(answer["violation_count"], 0)
        self.assertLessEqual(len(answer["violations"]), answer["violation_count"])
        for violation in answer["violations"][:5]:
            self.assertEqual(list(violation), ["seed", "run", "depth", "room", "role", "monsters",
                                               "etp", "most"])
            floor = self.json("etp", "yarl", "--rooms", "--depth", str(violation["depth"]), "--run",
                              str(violation["run"]), "--seed", str(violation["seed"]))
            room = floor["rooms"][violation["room"] - 1]
            self.assertEqual((room["room"], room["status"], room["etp"], len(room["monsters"])),
                             (violation["room"], "OVER", violation["etp"], violation["monsters"]))

    def test_rooms(self):
        answer = self.json("etp", "yarl", "--rooms", "--depth", "10")
        self.assertEqual(list(answer), HEAD + ["seed", "run", "depth", "floor", "rooms"])
        for room in answer["rooms"]:
            self.assertEqual(list(room), ["depth", "band", "room", "etp", "budget", "status",
                                          "role", "monsters"])
            self.assertEqual((room["depth"], room["band"], room["budget"]), (10, "B2", [20, 100]))
        self.assertIn("miniboss", [room["role"] for room in answer["rooms"]])
        text = self.text("etp", "yarl", "--rooms", "--depth", "10")
        self.assert_fits(text)
        lines = [line for line in text.splitlines() if line.startswith("   10  B2 ")]
        self.assertEqual(len(lines), len(answer["rooms"]))

    def test_truth(self):
        truth = self.json(*ETP)["truth"]
        self.assertEqual(list(truth), ["rank_correlation", "depths", "misfits", "fights"])
        for fight in truth["fights"]:
            self.assertTrue(0 <= fight["hp_lost"] <= 1 and 0 <= fight["p_death"] <= 1, fight)
        for depth in truth["depths"]:
            if depth["rank_correlation"] is not None:
                self.assertTrue(-1 <= depth["rank_correlation"] <= 1)
        players = {depth["depth"]: depth["player"] for depth in truth["depths"]}
        fight = next(row for row in truth["fights"] if row["depth"] == 1)
        duel = self.json("duel", "yarl", players[1], f"{fight['id']}@1")
        self.assertAlmostEqual(fight["p_death"], 1 - duel["p_win"], delta=1e-12)
        self.assertAlmostEqual(fight["hp_lost"],
                               1 - duel["hp_left"]["mean"] / duel["subject"]["max_hp"], delta=1e-9)

    def test_one_depth(self):
        answer = self.json(*ETP, "--depth", "7")
        self.assertEqual([depth["depth"] for depth in answer["depths"]], [7])
        self.assertEqual([band["band"] for band in answer["bands"]], ["B2"])

    def test_strict_can_fail_and_can_pass(self):
        self.assertEqual(self.run_wyrm(*ETP, "--strict").code, 1)
        self.assertEqual(self.run_wyrm(*ETP).code, 0)
        # The game's way: what breaks the budget is refused.
        aimed = self.write("aimed.yaml", "name: aimed\nextends: yarl\nencounter: {budget: reject}\n")
        self.assertEqual(self.run_wyrm("etp", aimed, "--runs", "60", "--strict").code, 0)
        self.assertEqual(self.json("etp", aimed, "--runs", "60")["violation_count"], 0)
        # What is below its budget never fails.
        wide = self.write("wide.yaml", "name: wide\nextends: yarl\nthreat: {room_budget: {B1: "
                          "[500, 9000], B2: [500, 9000], B3: [500, 9000], B4: [500, 9000], B5: "
                          "[500, 9000]}}\n")
        self.assertEqual(self.run_wyrm("etp", wide, "--runs", "20", "--strict").code, 0)
        self.assertGreater(self.json("etp", wide, "--runs", "20")["depths"][0]["statuses"]["UNDER"],
                           0.1)

    def test_text(self):
        self.assert_fits(self.text(*ETP))
        self.assert_fits(self.text(*ETP, "--verbose"))
        text = self.text(*ETP)
        self.assertRegex(text.split("\n")[0], r"^Catacombs of YARL: [\d.]+ % ± [\d.]+ of rooms are "
                                              r"over their budget")
        self.assertIn("(look at one: wyrm etp yarl --rooms --depth", text)

    def test_says_how_many_misfits_are_not_shown(self):
        few = ("etp", "yarl", "--runs", "5")
        text = " ".join(self.text(*few).split())
        told = re.search(r"(\d+) of the (\d+) monsters of normal rooms whose fights cost something are",
                         text)
        more = re.search(r"\((\d+) more; --verbose shows every fight\)", text)
        shown = text.count("times what its threat says")
        self.assertEqual(int(told[1]), shown + int(more[1]))
        fights = self.json(*few)["truth"]["fights"]
        costly = {fight["id"] for fight in fights if fight["share"] > 0 and fight["cost"] > 0}
        self.assertEqual(int(told[2]), len(costly))

    def test_counts_monsters_whose_threat_fits_among_all(self):
        """The wraith costs all that there is, as its threat says: it is no misfit, but a monster that costs."""
        mine = self.write("fits.yaml", "name: t\nmodels: {combat: accuracy, encounter: tables, map: rooms}\n"
                          "bands: {all: [1, 2]}\nplayer: {hp: 40, damage: 1d6}\nmonsters:\n"
                          "  rat: {hp: 8, damage: 1d4, weight: 2, etp: 4}\n"
                          "  ghoul: {hp: 20, damage: 1d8, weight: 4, etp: 12}\n"
                          "  wraith: {hp: 45, evasion: 5, damage: 2d8, weight: 5, etp: 30}\n"
                          "encounter: {last_depth: 2}\nthreat: {room_budget: {all: [0, 100]}}\n")
        misfits = len(self.json("etp", mine, "--runs", "20")["truth"]["misfits"])
        self.assertLess(misfits, 3)
        self.assertIn(f" {misfits} of the 3 monsters of normal rooms whose fights cost something are",
                      " ".join(self.text("etp", mine, "--runs", "20").split()))

    def test_who_cannot_be_counted_leaves_the_others_to_be_judged(self):
        """The asp's venom changes what comes after it: where nobody dies of it, its price is what it takes."""
        rules = """name: asps
models: {{combat: script, encounter: tables, map: rooms}}
combat:
  conditions: {{venom: {{damage: 1}}}}
  stats: {{power: {{}}, venomous: {{}}}}
  script: |
    function attack(a, d)
      return {{damage = roll("1d4") + a.power, effects = {{venom = a.venomous}}}}
    end
bands: {{all: [1, 2]}}
player: {{hp: {hp}, power: 2}}
monsters:
  rat: {{hp: 8, power: 0, weight: 2, etp: 50}}
  wolf: {{hp: 20, power: 2, weight: 4, etp: 10}}
  asp: {{hp: 12, power: 6, venomous: 3, weight: 1, etp: 12}}
encounter: {{last_depth: 2}}
threat: {{room_budget: {{all: [0, 100]}}}}
"""
        for hp, known in ((400, True), (20, False)):
            path = self.write("asps.yaml", rules.format(hp=hp))
            fights = {row["id"]: row for row in self.json("etp", path, "--runs", "20")["truth"]["fights"]
                      if row["depth"] == 1}
            self.assertEqual(fights["asp"]["cost"] is not None, known)
            if known:
                self.assertAlmostEqual(fights["asp"]["cost"], fights["asp"]["hp_lost"])
            counted = [row for row in fights.values() if row["cost"] is not None]
            usual = (sum(row["share"] * row["cost"] for row in counted) /
                     sum(row["share"] * row["etp"] for row in counted))
            for row in counted:
                self.assertAlmostEqual(row["factor"], row["cost"] / row["etp"] / usual)
            text = " ".join(self.text("etp", path, "--runs", "20").split())
            self.assertEqual("the player may die of them: asp from depth 1." in text, not known)
            self.assertIn("of each of 2 depths", text)

    def test_wrong_use(self):
        way_out = ("wyrm etp: add the sections `bands` and `threat` (with a `room_budget` a band), and "
                   "`etp` to the monsters: `wyrm rules guide` says how\n")
        self.write("mine.yaml", "name: mine\nextends: tutorial\nbands: {B1: [1, 10]}\n"
                                "threat: {room_budget: {B1: [0, 50]}}\nmonsters: {orc: {etp: 10}, troll: {etp: 30}}\n")
        self.assertIn("over their budget", " ".join(self.text("etp", "mine.yaml", "--runs", "20").split()))
        self.refused(3, "wyrm etp: the ruleset gives no threat to its monsters (yarl does)\n" + way_out,
                     "etp", "ruggrogue")
        self.refused(3, "wyrm etp: the ruleset has no threat\n" + way_out, "etp", "ruggrogue", "--rooms")
        self.refused(2, "wyrm etp: --depth takes a whole number from 1 to 10000, found '0'\n",
                     "etp", "yarl", "--depth", "0")
        self.refused(2, "wyrm etp: no mode of loot is called 'easy' (one of normal, testing)\n",
                     "etp", "yarl", "--mode", "easy")
        self.assertEqual(self.run_wyrm(*ETP, "--mode", "testing").code, 0)
        for rooms in ((), ("--rooms",)):
            self.refused(2, "wyrm etp: --depth 26: the dungeon ends at depth 25\n",
                         "etp", "yarl", "--depth", "26", *rooms)
        self.refused(2, "wyrm etp: --depth 26: the dungeon ends at depth 25\n",
                     "etp", "yarl", "spider", "--depth", "26")
        self.assertEqual(self.run_wyrm("etp", "yarl", "--depth", "25", "--runs", "20").code, 0)

    def test_below_the_last_floor_only_a_game_that_goes_on_has_rooms(self):
        self.write("on.yaml", "name: on\nextends: yarl\ngame: {after_win: new_game_plus}\n")
        self.assertEqual(self.json("etp", "on.yaml", "--depth", "26", "--runs", "20")["depths"][0]["depth"],
                         26)

    def test_the_same_bytes_with_any_number_of_threads(self):
        for command in (ETP, LOOT):
            answers = {self.text(*command, "--json", "--seed", "9", "--threads", threads)
                       for threads in ("1", "2", "5")}
            self.assertEqual(len(answers), 1)


class Loot(WyrmCase):
    def test_keys(self):
        answer = self.json(*LOOT)
        self.assertEqual(answer["schema"], "wyrm/loot/1")
        self.assertEqual(list(answer), HEAD + ["seed", "runs", "mode", "pity_reset", "bands",
                                               "warnings", "depths"])
        self.assertEqual((answer["mode"], answer["pity_reset"]), ("normal", "never"))
        self.assertEqual([band["band"] for band in answer["bands"]], BANDS)
        for band in answer["bands"]:
            self.assertEqual(list(band)[:5], ["band", "rooms", "items_per_room", "categories",
                                              "pity"])
            self.assertEqual(list(band["items_per_room"]), ["value", "ci95", "exact", "exact_ci95"])
            self.assertEqual(len(band["categories"]), 9)
            for category in band["categories"].values():
                self.assertEqual(list(category["per_room"]), ["value", "ci95", "exact", "exact_ci95"])
            self.assertEqual(len(band["pity"]), 4)
            for pity in band["pity"].values():
                self.assertEqual(list(pity)[:2], ["rate", "drought"])
                self.assertEqual(list(pity["rate"]), ["value", "ci95", "exact", "exact_ci95"])
                droughts = [pity["drought"][str(n)] for n in range(1, 25)]
                self.assertEqual(droughts, sorted(droughts, reverse=True))

    def test_sampled_and_exact_agree(self):
        def look(figure):
            low, high = figure["ci95"]
            margin = 2 * (high - low)  # far outside the interval, for hundreds of them
            self.assertTrue(low - margin <= figure["exact"] <= high + margin, figure)
        for band in self.json("loot", "yarl", "--runs", "400")["bands"]:
            look(band["items_per_room"])
            for pity in band["pity"].values():
                look(pity["rate"])
            for category in band["categories"].values():
                if category["per_room"]["ci95"][1] > 0.01:
                    look(category["per_room"])

    def test_the_answer_stands_first(self):
        text = self.text(*LOOT)
        self.assertIn("of several categories or of none", " ".join(text.split()))
        self.assertRegex(text.split("\n")[0], r"^Healing pity fires too often in B1-B5: [\d.]+ % to "
                                              r"[\d.]+ % of rooms, wanted 5-15 %\.$")
        self.assertRegex(text, r"band +loot\.factors\.healing +instead of")
        kinds = {(row["kind"], row["band"], row["category"]) for row in self.json(*LOOT)["warnings"]}
        self.assertIn(("pity-too-often", "B2", "healing"), kinds)
        self.assertIn(("category-without-items", "B1", "rare"), kinds)

    def test_what_would_mend_does(self):
        text = self.text(*LOOT, "--band", "B2").partition("loot.factors.healing ")[2]
        factor = text.split("\n")[1].split()[1]
        path = self.write("mended.yaml", "name: mended\nextends: yarl\n"
                                         f"loot: {{factors: {{healing: {{B2: {factor}}}}}}}\n")
        bands = self.json("loot", path, "--runs", "20")["bands"]
        self.assertAlmostEqual(bands[1]["pity"]["healing"]["rate"]["exact"], 0.10, delta=0.002)

    def test_a_rate_that_is_wanted_is_had_where_the_middle_of_the_range_is_not(self):
        """No weight brings it to 10 %: with one of 12 % it is within 5-15 %; with few items nothing is."""
        rules = ("name: t\nmodels: {combat: d20, encounter: tables, loot: banded, map: tunnels}\nmap: {tries: 1}\n"
                 "player: {hp: 9, damage: 1d4}\nmonsters: {rat: {hp: 3, damage: 1d2, weight: 1}}\n"
                 "bands: {one: [1, 4], two: [5, 9]}\nencounter: {last_depth: 9, rooms: {most: 0}}\n"
                 "loot: {categories: [heal, food, junk], modes: {normal: [[2, 1]]}, density: {two: DENSITY},\n"
                 "  factors: {heal: {two: FACTOR}},\n"
                 "  pity: {thresholds: {heal: {one: 3, two: 2}, food: {one: 4, two: 3}}}}\n"
                 "items: {h: {weight: 2, categories: [heal]}, f: {weight: 1, categories: [food]}, "
                 "hf: {weight: 1, categories: [food, heal]}, z: {weight: 9, categories: [junk]}}\n")

        def told(factor, density):
            path = self.write("t.yaml", rules.replace("FACTOR", factor).replace("DENSITY", density))
            rate = self.json("loot", path, "--runs", "20")["bands"][1]["pity"]["heal"]["rate"]["exact"]
            return self.text("loot", path, "--runs", "20", "--category", "heal", "--band", "two"), rate

        text, rate = told("1", "1")
        self.assertGreater(rate, 0.15)
        self.assertNotIn("no weight mends", text)
        factor, before, gives = re.search(r"two +([\d.]+) +(\d+) +([\d.]+) %", text).groups()
        self.assertEqual(before, "1")
        mended, rate = told(factor, "1")
        self.assertTrue(mended.startswith("t: nothing is amiss"), mended)
        self.assertAlmostEqual(rate, float(gives) / 100, delta=0.001)
        self.assertTrue(0.11 < rate < 0.15)
        self.assertGreater(told("1000", "1")[1], 0.10)
        self.assertRegex(" ".join(told("1", "0.5")[0].split()),
                         r"no weight mends that; were nearly every item there one of heal, it would still fire in "
                         r"(1[6-9]|[2-9]\d)\.\d %")

    def test_category_band_and_why(self):
        answer = self.json(*LOOT, "--category", "panic", "--band", "B3")
        self.assertEqual([band["band"] for band in answer["bands"]], ["B3"])
        self.assertEqual(list(answer["bands"][0]["categories"]), ["panic"])
        self.assertEqual(list(answer["bands"][0]["pity"]), ["panic"])
        self.assertEqual(answer["warnings"], [])
        text = " ".join(self.text(*LOOT, "--category", "healing", "--band", "B2", "--why").split())
        self.assertIn("why: healing pity", text)
        every = " ".join(self.text("loot", "yarl", "--why", "--band", "B3", "--runs", "5").split())
        self.assertIn(" has 1 item by chance", every)
        self.assertNotIn(" has 1 items by chance", every)
        self.assertIn("healing_potion", text)
        self.assertNotIn("why: panic", text)

    def test_why_counts_the_rooms_as_the_trigger_does(self):
        """At a threshold of 3 the third room without one has it from pity, with `above` the fourth: so long is the
        longest drought less one, and so few can come of it."""
        rules = ("name: t\nmodels: {combat: subtract, encounter: tables, loot: banded, map: tunnels}\n"
                 "bands: {b: [1, 2]}\n"
                 "player: {hp: 9, power: 1}\nmonsters: {rat: {hp: 1, weight: 1}}\nencounter: {last_depth: 2}\n"
                 "items: {brew: {weight: 1, categories: [heal]}, rope: {weight: 9}}\n"
                 "map: {tries: 12, width: 60}\nloot: {pity: {thresholds: {heal: {b: %s}}, trigger: %s}}\n")
        for threshold, trigger, due in ((3, "at", 3), (3, "above", 4), (2, "at", 2), (1, "above", 2)):
            path = self.write("t.yaml", rules % (threshold, trigger))
            text = " ".join(self.text("loot", path, "--why", "--runs", "2").split())
            before = f"{due - 1} room{'' if due == 2 else 's'}"
            self.assertIn(f"bring one; after {before} without, the next has one by pity: in ", text)
            drought = self.json("loot", path, "--bands", "--runs", "2")["bands"][0]["pity"]["heal"]["drought"]
            self.assertTrue(drought[str(due - 1)] > 0 == drought[str(due)], drought)
        every = " ".join(self.text("loot", self.write("t.yaml", rules % (1, "at")), "--why", "--runs", "2").split())
        self.assertIn("bring one; pity is due in all others: in ", every)
        for threshold, trigger, bound in ((19, "at", False), (19, "above", True), (20, "at", True)):
            path = self.write("t.yaml", rules % (threshold, trigger))
            text = " ".join(self.text("loot", path, "--runs", "2").split())
            self.assertEqual("Its thresholds allow no more there." in text, bound, text)

    def test_modes(self):
        normal, testing = self.json(*LOOT), self.json(*LOOT, "--mode", "testing")
        self.assertEqual(testing["mode"], "testing")
        for few, many in zip(normal["bands"], testing["bands"]):
            self.assertGreater(many["items_per_room"]["exact"], 2 * few["items_per_room"]["exact"])
        self.refused(2, "wyrm loot: no mode of loot is called 'testin' (did you mean 'testing'?)\n",
                     "loot", "yarl", "--mode", "testin")

    def test_seldom_pity_is_due_to_its_threshold_or_to_chance(self):
        """After each 30 rooms is 3.3 % at most, however rare the thing is by chance."""
        for threshold, weight, says in ((30, "0.01", "Its thresholds allow no more there."),
                                        (5, "4", "Base rates are generous there.")):
            with self.subTest(threshold=threshold):
                mine = self.write("seldom.yaml", "name: t\nmodels: {combat: accuracy, encounter: tables, loot: banded, "
                                  "map: rooms}\nplayer: {hp: 9, damage: 1}\nbands: {all: [1, 4]}\n"
                                  "monsters: {rat: {hp: 3, damage: 1, weight: 1}}\nencounter: {last_depth: 4}\n"
                                  f"items: {{gem: {{weight: {weight}, categories: [gems]}}, dust: {{weight: 1}}}}\n"
                                  "loot: {modes: {normal: 3}, pity: {thresholds: "
                                  f"{{gems: {{all: {threshold}}}}}}}}}\n")
                text = " ".join(self.text("loot", mine, "--runs", "20").split())
                self.assertRegex(text, r"^Gems pity fires too seldom in all: [\d.]+ % of rooms, wanted 5-15 %\. " +
                                 re.escape(says))

    def test_a_target_on_pity_counts_for_more_than_what_is_healthy(self):
        """After each 30 rooms is 3.3 % at most, which is seldom, unless the designer wants it so."""
        for wanted, says in (("at_most: 0.05", "t: nothing is amiss with pity, and no category is empty."),
                             ("at_least: 0.01, note: rare", "t: nothing is amiss with pity, and no category "),
                             ("at_most: 0.01", r"Gems pity fires too often in all: 1.7 % of rooms, wanted at most "
                              r"1 % by its target\. all: no factor on the weights of gems brings it from 1.7 % to "),
                             ("range: [0.04, 0.1]", r"Gems pity fires too seldom in all: 1.7 % of rooms, wanted "
                              r"4-10 % by its target\. Its thresholds allow no more there\. "),
                             ("at_most: 0.02, mode: rich", r"Gems pity fires too seldom in all: 1.7 % of rooms, "
                              r"wanted 5-15 %\. Its thresholds allow no more there\. ")):
            with self.subTest(wanted=wanted):
                mine = self.write("rare.yaml", "name: t\nmodels: {combat: accuracy, encounter: tables, loot: banded, "
                                  "map: rooms}\nplayer: {hp: 9, damage: 1}\nbands: {all: [1, 4]}\n"
                                  "monsters: {rat: {hp: 3, damage: 1, weight: 1}}\nencounter: {last_depth: 4}\n"
                                  "items: {gem: {weight: 0.01, categories: [gems]}, dust: {weight: 1}}\n"
                                  "loot: {modes: {normal: 3, rich: 6}, pity: {thresholds: {gems: {all: 30}}}}\n"
                                  f"targets: {{rare: {{metric: pity_rate, of: gems, bands: 1, {wanted}}}}}\n")
                self.assertRegex(" ".join(self.text("loot", mine, "--runs", "20").split()), "^" + says)

    def test_what_pity_gives_for_one_category_ends_no_drought_of_another(self):
        """Nothing lies there by chance, so each second room brings a stew as food; it is a tool, too, which only
        the number of items counts."""
        path = os.path.join(self.folder, "stew.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write("name: stew\nmodels: {combat: subtract, encounter: tables, loot: banded, map: tunnels}\n"
                       "bands: {all: [1, 1]}\nplayer: {hp: 9, power: 1}\nmonsters: {rat: {hp: 1, weight: 1}}\n"
                       "encounter: {last_depth: 1}\nitems: {stew: {weight: 1, categories: [food, tool]}}\n"
                       "loot:\n  modes: {normal: 0}\n  pity: {thresholds: {food: {all: 2}, tool: {all: 60}}}\n"
                       "map: {width: 40, height: 30, tries: 8}\n")
        band = self.json("loot", path)["bands"][0]
        food, tool = band["pity"]["food"], band["pity"]["tool"]
        self.assertEqual(band["categories"]["tool"], band["categories"]["food"])
        self.assertAlmostEqual(band["categories"]["tool"]["per_room"]["exact"], food["rate"]["exact"], places=9)
        self.assertTrue(0.35 < food["rate"]["exact"] < 0.5)
        self.assertEqual(food["first"]["1"], 0)
        self.assertGreater(food["first"]["2"], 0.99)  # some maps have one room
        self.assertEqual((tool["drought"]["1"], tool["first"]["2"]), (1, 0))
        self.assertIn("what pity gives for it included, for another category not", self.text("rules", "guide"))

    def test_a_reset_on_every_floor_hides_pity(self):
        never, floor = self.json(*LOOT), self.json(*LOOT, "--pity-reset", "floor")
        self.assertEqual(floor["pity_reset"], "floor")
        for one, other in zip(never["bands"], floor["bands"]):
            self.assertLess(other["pity"]["healing"]["rate"]["exact"],
                            one["pity"]["healing"]["rate"]["exact"])

    def test_text(self):
        for more in some((("--bands", "--why", "--band", "B5"), (), ("--bands", "--band", "B1"),
                          ("--why", "--band", "B1"), ("--category", "rare"),
                          ("--mode", "testing", "--pity-reset", "floor"))):
            self.assert_fits(self.text(*LOOT, *more))
        for asked in some((("--bands",), (), ("--why",), ("--bands", "--why")), 2):
            more = ", ".join(option for option in ("--bands", "--why") if option not in asked)
            self.assertIn(f"More: wyrm loot yarl {more}." if more else "items of a room.\nFor scripts:",
                          self.text(*LOOT, "--band", "B5", *asked))
        for ruleset in some(("tutorial", "ruggrogue", "bob-and-trev")):
            text = self.text("loot", ruleset, "--runs", "20", "--bands")
            self.assert_fits(text)
            self.assertEqual(text, self.text("loot", ruleset, "--runs", "20"))  # a band has no more than is told
            self.assertNotIn("--bands", text)

    def test_shares_by_depth(self):
        depths = self.json("loot", "tutorial", "--runs", "20")["depths"]
        self.assertEqual([depth["depth"] for depth in depths], list(range(1, 11)))
        for depth in depths:
            self.assertAlmostEqual(sum(depth["shares"].values()), 1, delta=1e-12)
        self.assertEqual(depths[0]["shares"]["healing_potion"], 1)

    def test_wrong_use(self):
        self.refused(2, "wyrm loot: --category: there is no 'heeling' (did you mean 'healing'?)\n",
                     *LOOT, "--category", "heeling")
        self.refused(2, "wyrm loot: --band: there is no 'B9' (one of B1, B2, B3, B4, B5)\n",
                     *LOOT, "--band", "B9")
        self.refused(2, "wyrm loot: --category: the ruleset has no categories of items\n",
                     "loot", "ruggrogue", "--runs", "20", "--category", "healing")
        self.refused(2, "wyrm loot: --pity-reset takes never or floor, found 'flor' "
                        "(did you mean 'floor'?)\n", *LOOT, "--pity-reset", "flor")
        self.refused(2, "wyrm loot: --runs takes a whole number from 2 to 1000000000, found '1'\n",
                     "loot", "yarl", "--runs", "1")


# An arena of 4,000 turns a fight beside a short one.
LONG = """name: long
models: {combat: subtract, growth: points, encounter: tables, loot: tables, map: tunnels}
growth: {experience: {base: 200, per_level: 150}, choices: {hp: {max_hp: 20}}, policy: [hp]}
encounter: {last_depth: 1, rooms: {most: [[2, 1]]}}
player: {hp: 9000, power: 1}
monsters: {orc: {glyph: o, hp: 4000, power: 1, defense: 0, weight: 1}}
items: {potion: {glyph: "!", weight: 35, effect: {kind: heal, amount: 40}}}
arenas: {long: {fight: player vs orc}, short: {fight: "player,hp=1 vs orc"}}
targets:
  at_least_half: {metric: arena_win_rate, arena: long, range: [0.5, 0.9999]}
  short: {metric: arena_win_rate, arena: short, at_most: 0.5}
"""


class Check(WyrmCase):
    def test_what_is_not_clear_says_how_long_it_was_played(self):
        text = " ".join(self.text("check", self.write("long.yaml", LONG)).split())
        self.assertIn("at_least_half", text)
        self.assertIn("unclear after 125 fights: effort spent (--effort high plays more)", text)
        self.assertIn("over 125 set fights (seed 1)", text)
        self.assertIn("1 of 2 are clear", text)

    def test_a_hazard_is_of_the_games_that_come_to_an_end(self):
        """Who waits dies of whoever comes, or nobody does, and the game stalls."""
        path = self.write("idle.yaml", "name: idle\nextends: tutorial\ntargets:\n"
                                       "  dies: {metric: run_hazard, bot: idle, depths: 1, range: 1}\n")
        answer = self.json("check", path, "--runs", "40")
        self.assertEqual([row["value"] for row in answer["verdicts"] if row["target"] == "dies"], [1])
        text = " ".join(self.text("check", path, "--runs", "40").split())
        self.assertRegex(text, r"see: wyrm play \S*idle.yaml --watch-bot idle --seed 1 --run \d+")

    def test_a_row_of_the_last_depth_counts_and_none_below(self):
        for row, found in ((10, []), (11, ["the row [5, 11] never counts: the last depth is 10"])):
            path = self.write("rows.yaml", "name: rows\nextends: tutorial\ntargets: ~\n"
                                           f"encounter: {{rooms: {{most: [[2, 1], [3, 4], [5, {row}]]}}}}\n")
            told = self.json("check", path, "--runs", "10")["findings"]
            self.assertEqual([finding["message"] for finding in told if finding["where"] == "encounter.rooms.most"],
                             found)


class Compare(WyrmCase):
    PLAYED = """\
name: {0}
models: {{combat: script}}
combat:
  stats: {{skill: {{kind: number, default: 0.6}}}}
  counters: {{rage: {{most: 10}}, guard: {{most: 10}}}}
  script: |
    function attack(a, d)
      if not chance(a.skill - d.guard / 40) then return {{damage = 0, own = {{rage = 1, guard = 1}}}} end
      return {{damage = roll("2d6") + a.rage // 2, own = {{rage = -2}}, effects = {{guard = -1, rage = 1}}}}
    end
player: {{hp: 20d6}}
monsters: {{orc: {{hp: 20d6, skill: {1}}}}}
targets:
  orcs: {{metric: win_chance, of: player, against: orc, at_least: 0.1}}
"""

    def test_duels_that_are_played_have_intervals_and_rolled_hit_points_their_mean(self):
        a, b = (self.write(f"{name}.yaml", self.PLAYED.format(name, skill)) for name, skill in
                [("one", 0.6), ("two", 0.62)])
        duel = self.json("duel", a, "player", "orc")
        answer = self.json("compare", a, b, "--exact", "--all")
        by = {figure["metric"]: figure for figure in answer["figures"] if figure["group"] == "duels"}
        low, high = duel["p_win_interval"]
        each, = (one for one in self.json("duel", a, "player")["duels"] if one["opponent"] == "orc")
        self.assertEqual((each["p_win_interval"], each["fights"]), ([low, high], duel["fights"]))
        self.assertEqual(by["win_chance"]["a"], duel["p_win"])
        self.assertAlmostEqual(by["win_chance"]["margin_a"], max(high - duel["p_win"], duel["p_win"] - low))
        off = 1.959964 * 20000 ** -0.5
        self.assertAlmostEqual(by["duel_turns"]["margin_b"] / by["duel_turns"]["b"], off * 0.26, delta=off * 0.1)
        # Of 20 to 120 hit points each fight has its own share left, which set fights have found, too.
        fights = self.json("sim", a, "--arena", "player vs orc", "--distance", "1", "--runs", "8000")
        share = fights["win_rate"]["value"] * fights["hp_left"]["mean"]
        self.assertAlmostEqual(by["hp_left"]["a"], share, delta=0.004)
        self.assertGreater(abs(duel["hp_left"]["mean"] / 70 - share), 0.002)
        self.assertAlmostEqual(by["hp_left"]["margin_a"] / (off * duel["hp_left"]["sd"] / 70), 1, delta=0.2)
        self.assertEqual(by["damage_dealt"]["margin_a"], 0)
        text = " ".join(self.text("compare", a, b, "--exact").split())
        self.assertIn("there is no depth or level of which both say who is met.", text)

    def test_a_table_of_one_row_is_the_number_that_a_file_would_have(self):
        values = {value["path"]: (value["a"], value["b"])
                  for value in self.json("compare", "tutorial-before", "tutorial", "--exact")["values"]}
        self.assertEqual(values["encounter.rooms.most"], ("3", "[[2, 1], [3, 4], [5, 6]]"))
        self.assertEqual(values["items.healing_potion.weight"], ("70", "35"))

    def test_check_says_that_such_figures_are_of_fights(self):
        path = self.write("one.yaml", self.PLAYED.format("one", 0.6))
        text = " ".join(self.text("check", path).split())
        self.assertIn("are 95 % intervals over the fights of duels too much to follow (seed 1);", text)
        self.assertNotIn("dungeons", text.split("Figures with")[1].split(".")[0])

    def test_etp_says_that_not_all_fights_are_exact(self):
        rules = self.PLAYED.format("one", "0.6, weight: 1, etp: 0").split("targets")[0].replace(
            "script}", "script, encounter: tables, map: rooms}")
        path = self.write("one.yaml", rules + "bands: {all: [1, 1]}\nencounter: {last_depth: 1}\n"
                                              "threat: {room_budget: {all: [0, 100]}}\n")
        text = " ".join(self.text("etp", path, "--runs", "5", "--verbose").split())
        self.assertIn("fights are exact, but where they were too much to follow.", text)
        self.assertRegex(text, r"orc 0 [0-9.]+ 0 ")  # no ratio to a base of 0: the threat of the band is next
        self.assertIn("fights are exact. For", " ".join(self.text("etp", "yarl", "--runs", "5").split()))

    def test_keys(self):
        answer = self.json("compare", "tutorial-before", "tutorial", "--runs", "60")
        self.assertEqual(list(answer), ["schema", "wyrm", "a", "b", "verdict", "rests_on", "runs",
                                        "fights", "cost", "counts", "values", "figures"])
        self.assertEqual((answer["a"]["name"], answer["b"]["name"]), ("tutorial-before", "tutorial"))
        self.assertEqual((answer["verdict"], answer["rests_on"], answer["fights"]),
                         ("harder", "runs", "harder"))
        for figure in answer["figures"]:
            self.assertFalse(figure["a"] == figure["b"] and figure["in"] == "both", figure)
        counts = answer["counts"]
        self.assertEqual(len(answer["figures"]),
                         counts["differing"] + counts["only_a"] + counts["only_b"])
        everything = self.json("compare", "tutorial-before", "tutorial", "--all", "--exact")
        self.assertEqual(len(everything["figures"]), sum(counts.values()))

    def test_figures_are_those_of_the_other_commands(self):
        figures = self.json("compare", "tutorial-before", "tutorial", "--all", "--exact")["figures"]
        for level in (1, 4):
            for side, ruleset in (("a", "tutorial-before"), ("b", "tutorial")):
                duel = self.json("duel", ruleset, f"player@{level}", "troll")
                wins = [figure[side] for figure in figures if figure["metric"] == "win_chance" and
                        figure["of"] == "player against troll" and figure.get("level") == level]
                self.assertEqual(wins, [duel["p_win"]])

    def test_the_answer_stands_first(self):
        text = self.text("compare", "tutorial-before", "tutorial", "--exact")
        self.assertRegex(text, r"^By single fights alone, tutorial is harder than tutorial-before: the monsters")
        self.assertIn("No figure of single fights shows what else differs (loot.rooms.most, "
                      "items.healing_potion.weight,",
                      " ".join(text.split()))
        self.assertIn("player.hp: 30 → 100", text)
        self.assertTrue(text.endswith("\nEvery figure: --all; for scripts: --json\n"
                                      "By single fights alone, tutorial is harder than tutorial-before.\n"),
                        text[-200:])
        self.assertIn("+5.3 points", text)
        self.assertIn("  targets.same_monsters, only in tutorial-before: rooms have none to three",
                      self.text("compare", "tutorial-before", "tutorial", "--all", "--exact"))
        self.assertRegex(self.text("compare", "tutorial", "tutorial-before", "--runs", "60"),
                         r"^tutorial-before is easier than tutorial\.\nThe explorer ends at depth 9")

    def unseen(self, before, after):
        """What the answer by single fights says that these do not see, and how it goes on."""
        text = " ".join(self.text("compare", self.write("before.yaml", before), self.write("after.yaml", after),
                                  "--exact").split())
        told = re.search(r"No figure of single fights shows what else differs \((.*?)\): ([^.]*)\.", text)
        return (told[1].split(", "), told[2]) if told else ([], "")

    def test_a_script_that_differs_without_a_figure_is_told_as_that(self):
        """Fights are made of it: a comment is nothing that they do not see, a potion is."""
        rules = ("name: t\nmodels: {combat: script, loot: floors}\ncombat:\n  stats: {damage: {kind: amount}}\n"
                 "  script: |\n    function attack(attacker)\n      return roll(attacker.damage)\n    end\n"
                 "player: {hp: 20, damage: 1d6}\nmonsters: {rat: {hp: 8, damage: 1d4}}\n"
                 "items: {potion: {weight: 1, effect: {kind: heal, amount: 4}}}\n")
        said = "combat.script differs, and no figure of single fights does."
        for old, new, told, unseen in (("return", "-- hurts\n      return", True, []),
                                       ("amount: 4", "amount: 5", False, ["items.potion.effect.amount"]),
                                       ("roll(attacker.damage)", "1 + roll(attacker.damage)", False, [])):
            with self.subTest(new=new):
                after = rules.replace(old, new)
                text = self.text("compare", self.write("a.yaml", rules), self.write("b.yaml", after), "--exact")
                self.assertEqual(said in " ".join(text.split()), told)
                self.assertEqual(self.unseen(rules, after)[0], unseen)

    def test_what_moves_a_figure_of_fights_is_not_said_to_be_unseen(self):
        tables = ("name: t\nmodels: {combat: d20, encounter: tables, loot: tables, map: tunnels, growth: points}\n"
                  "map: {tries: 3}\nplayer: {hp: 24, to_hit: 4, damage: 1d8, armor_class: 13}\n"
                  "encounter: {last_depth: 2}\n"
                  "loot: {rooms: {most: 1}}\nitems: {potion: {effect: {kind: heal, amount: 4}}}\n"
                  "weapons: {axe: {damage: 1d10, weight: 1}}\n"
                  "monsters: {a: {hp: 5, to_hit: 3, damage: 1d6, weight: 1}, "
                  "b: {hp: 9, damage: 1d6, weight: 1, experience: 5}}\n")
        hordes = tables.replace("encounter: tables", "encounter: hordes").replace(
            "1d6, weight: 1", "1d6").replace(
                "last_depth: 2", "last_depth: 2, depths: [{groups: 1}], hordes: {a: {}, b: {}}")
        for rules, old, new, unseen in (
                (tables, "last_depth: 2", "last_depth: 2, rooms: {most: 3}", []),
                (tables, "hp: 5", "hp: 7", []), (tables, "damage: 1d10", "damage: 1d12", []),
                (tables, "experience: 5", "experience: 6", []), (tables, "hp: 5", "glyph: x, hp: 5", []),
                (tables, "b: {hp", "c: {hp", []), (hordes, "groups: 1", "groups: 2d2", []),
                (hordes, "hordes: {a: {}", "hordes: {a: {frequency: 3}", []),
                (tables, "hp: 5", "hp: 6, shoots: [{range: 5}]", ["monsters.a.shoots"]),
                (tables, "hp: 5", "hp: 5, keeps_distance: 4, flees: {at: 1/2}",
                 ["monsters.a.keeps_distance", "monsters.a.flees"]),
                (hordes, "hp: 5", "hp: 5, splits: {parts: 4}", ["monsters.a.splits"]),
                (hordes, "groups: 1", "groups: 2, wandering: 1/9", ["encounter.depths.1.wandering"]),
                (tables, "hp: 5", "hp: 5, summons: [{what: {b: 2}}]", ["monsters.a.summons"]),
                (tables, "damage: 1d10, weight: 1", "damage: 1d10, weight: 2", ["weapons.axe.weight"]),
                (tables, "amount: 4", "amount: 5", ["items.potion.effect.amount"]),
                (tables, "items: {potion: {", "items: {potion: {glyph: x, ", []),
                (tables, "name: t", "name: t\ngame: {regeneration: 30}", ["game.regeneration"])):
            with self.subTest(new=new):
                self.assertIn(old, rules)
                self.assertEqual(self.unseen(rules, rules.replace(old, new, 1)),
                                 (unseen, "without --exact runs are played, which may" if unseen else ""))

    def test_a_model_and_its_keys_are_seen_or_unseen_as_one(self):
        hordes = ("name: t\nmodels: {combat: d20, encounter: hordes}\nplayer: {hp: 20, damage: 1d6}\n"
                  "monsters: {a: {hp: 5, damage: 1d4}}\n"
                  "encounter: {last_depth: 2, depths: [{groups: 1}], hordes: {a: {}}}\n")
        script = hordes.replace("hordes}", "script}").replace(
            "depths: [{groups: 1}], hordes: {a: {}}", "script: 'function floor(d, s) return {a = 1} end'")
        found, how = self.unseen(hordes, script)
        self.assertEqual(found[:2], ["models.encounter", "encounter.per"])  # without maps nobody knows rooms
        self.assertEqual(how, "runs might, and these rulesets lack something for them")
        self.assertEqual(self.unseen(hordes.replace("hordes}", "hordes, map: tunnels}"),
                                     script.replace("script}", "script, map: tunnels}").replace("a = 1", "a = 2")),
                         ([], ""))

    def test_what_single_fights_do_not_see_decides(self):
        path = self.write("changed.yaml", "name: changed\nextends: ruggrogue\ngame: {regeneration: 0}\n")
        answer = self.json("compare", "ruggrogue", path, "--runs", "100")
        self.assertEqual((answer["verdict"], answer["fights"]), ("harder", "equal"))
        text = self.text("compare", "ruggrogue", path, "--runs", "100")
        self.assertRegex(text, r"^changed is harder than ruggrogue\.\nThe explorer ends at depth ")
        self.assertIn("compared run by run", " ".join(text.split()))

    def test_the_cost_of_a_room_is_a_sum_of_fights_begun_unhurt(self):
        """So it can be more than there is to lose, and is not what `curve` says of a room fought in a row."""
        self.copy_small()
        crowd = self.write("crowd.yaml", f"name: crowd\nextends: {SMALL}\nencounter: {{rooms: {{most: 6}}}}\n"
                                         "monsters: {rat: {power: 9}}\n")
        said = " ".join(self.text("compare", SMALL, crowd, "--exact").split())
        self.assertIn("harder than small-dungeon: the monsters of a room, each met with full hit points, together "
                      "take 154.3 % of the hit points of the player that a depth is meant for", said)

    def test_what_costs_the_same_is_neither_harder_nor_easier(self):
        path = self.write("trolls.yaml", "name: trolls\nextends: tutorial\nmonsters: {troll: {power: 9}}\n")
        for pair, count in ((("tutorial", path), ("harder", "easier")), ((path, "tutorial"), ("easier", "harder"))):
            cost = self.json("compare", *pair, "--exact")["cost"]  # trolls come from depth 3 on
            self.assertEqual((cost["places"], cost[count[0]], cost[count[1]]), (10, 8, 0))

    def test_the_noise_of_either_side_is_no_difference(self):
        bands = ", ".join(f"B{i}: [0, 9000]" for i in range(1, 6))
        exact = self.write("exact.yaml", "name: exact\nextends: yarl\ninherit: [targets]\nencounter: {budget: none}\n")
        drawn = self.write("drawn.yaml", "name: drawn\nextends: yarl\ninherit: [targets]\nencounter: {budget: reject}\n"
                                         f"threat: {{room_budget: {{{bands}}}}}\n")  # which nothing exceeds
        for pair in ((exact, drawn), (drawn, exact)):
            figures = self.json("compare", *pair, "--exact")["figures"]
            self.assertNotIn("room_death_chance", [figure["metric"] for figure in figures])
            self.assertIn("room_status_share", [figure["metric"] for figure in figures])

    def test_what_has_no_part_in_a_game_leaves_the_rules_the_same(self):
        path = self.write("named.yaml", "name: named\nextends: ruggrogue\ntitle: Another name\n"
                                        "targets: {deep: {metric: final_depth_mean, at_least: 1}}\n")
        answer = self.json("compare", "ruggrogue", path, "--runs", "8")
        self.assertEqual((answer["verdict"], answer["rests_on"]), ("same_rules", "runs"))
        self.assertRegex(self.text("compare", "ruggrogue", path, "--runs", "8"),
                         "^named plays by the same rules as ruggrogue")

    def test_chances_next_to_nothing_do_not_fill_the_page(self):
        """One hit point more divides a chance by 3: of 4.6e-8 that is seen with --all, of 8.7e-14 it is none."""
        one = self.write("one.yaml", "name: one\nmodels: {combat: accuracy}\n"
                         "combat: {hit_base: 0.5, hit_step: 0, hit_clamp: [0, 1]}\nplayer: {hp: 1, damage: 1}\n"
                         "monsters: {slime: {hp: 16, damage: 1}, wall: {hp: 28, damage: 1}}\n")
        other = self.write("other.yaml", "name: other\nextends: one.yaml\n"
                           "monsters: {slime: {hp: 17}, wall: {hp: 29}}\n")
        text = self.text("compare", one, other, "--exact")
        self.assertIn("5 differ, 3 of them by less than a millionth (--all).", " ".join(text.split()))
        self.assertNotIn("win_chance", text)
        everything = self.text("compare", one, other, "--exact", "--all")
        self.assertRegex(everything, r"slime\n(.*\n)*? +win_chance +level 1 +<0.1 % +<0.1 % +~0 points\n"
                                     r" +duel_turns +level 1 +2 +2 +~0\n")
        self.assertRegex(everything, r"wall\n(.*\n)*? +win_chance +level 1 +0 % +0 % +same\n")
        figures = self.json("compare", one, other, "--exact")["figures"]
        self.assertEqual([figure["of"] for figure in figures if figure["metric"] == "win_chance"],
                         ["player against slime"])

    def test_no_limit_is_the_same_as_no_limit_and_not_as_any(self):
        """An orc of power 1 never hurts a player of defense 1."""
        for name, power, hp in ("a", 1, 31), ("b", 1, 32), ("c", 4, 31):
            self.write(f"{name}.yaml", f"name: {name}\nextends: tutorial\n"
                       f"monsters: {{orc: {{power: {power}}}, troll: {{hp: {hp}}}}}\n"
                       "targets:\n  never: {metric: attacks_to_kill, of: orc, against: player, at_least: 1}\n")
        told = {other: [(row["a"], row["b"], row["difference"]) for row in self.json(
            "compare", "a.yaml", f"{other}.yaml", "--exact")["figures"] if row["of"] == "never"] for other in "bc"}
        self.assertEqual(told, {"b": [], "c": [(None, 34, None)]})
        self.assertIn("never for orc against player: no limit → 34 attacks",
                      " ".join(self.text("compare", "a.yaml", "c.yaml", "--exact").split()))

    SCRIPTED = """name: {}
models: {{combat: script}}
combat:
  stats:
    element: {{kind: word, of: [steel, fire, cold]}}
    resists: {{kind: set, of: [steel, fire, cold]}}
    power: {{kind: whole}}
  script: |
    function attack(attacker, defender)
      -- steel is what everybody strikes with who has nothing else to strike with, and fire is what burns
      local n = attacker.power
      if defender.resists[attacker.element] then n = n // 2 end
      return {}
    end
player: {{hp: 30, power: 5}}
weapons: {{torch: {{element: {}, power: 1}}, club: {{power: 2}}}}
monsters: {{orc: {{hp: 20, power: 3, resists: [{}]}}}}
"""

    def compare_scripted(self, *more):
        a = self.write("a.yaml", self.SCRIPTED.format("a", "n", "cold", "steel"))
        b = self.write("b.yaml", self.SCRIPTED.format("b", "n * 2", "fire", "steel, fire"))
        return self.text("compare", a, b, "--exact", *more)

    def test_words_are_told_as_words(self):
        text = self.compare_scripted()
        self.assertRegex(text, r"(?m)^ +orc\n +resists +steel +steel\+fire *$")
        self.assertRegex(text, r"(?m)^ +torch\n +element +cold +fire *$")
        whole = self.compare_scripted("--all")
        self.assertRegex(whole, r"(?m)^ +element +level 1 +steel +steel +same$")
        self.assertEqual(len(re.findall(r"(?m)^ +element .* fire *$", whole)), 1)  # a club is of no element

    def test_of_a_script_the_first_line_that_differs_is_told(self):
        self.assertIn("combat.script, line 5: return n → return n * 2 ", " ".join(self.compare_scripted().split()))
        a = self.write("a.yaml", self.SCRIPTED.format("a", "n", "fire", "fire"))
        halves = "if defender.resists[attacker.element] then n = n // 2 end"
        for old, new, told in (
                ("    end\nplayer", "    end\n    least = 3\nplayer", "line 7: nothing → least = 3 "),
                ("      " + halves + "\n", "", f"line 4: {halves} → nothing "),
                ("power\n", "power\n      -- one\n      -- two\n", "line 4: nothing → -- one (and 1 more line) "),
                ("local n = attacker.power", "local n = 1", "line 3: local n = attacker.power → local n = 1 ")):
            rules = self.SCRIPTED.format("b", "n", "fire", "fire")
            self.assertIn(old, rules)
            b = self.write("b.yaml", rules.replace(old, new))
            said = " ".join(self.text("compare", a, b, "--exact", "--all").split()) + " "
            self.assertIn("combat.script, " + told, said)
        b = self.write("b.yaml", self.SCRIPTED.format("b", "n * 3", "fire", "fire").replace("n // 2", "n // 3").replace(
            "-- steel", "--[[ steel ]] -- steel"))
        self.assertIn(" (and 2 more lines) ", " ".join(self.text("compare", a, b, "--exact").split()))
        for name in "ab":
            self.write(f"{name}.yaml", self.SCRIPTED.format(name, "n", "fire", "fire").replace(
                "what burns", "what burns all that is made of " + {"a": "wood", "b": "straw"}[name]))
        self.assertIn("line 2: ... all that is made of wood → ... all that is made of straw ",
                      " ".join(self.text("compare", a, b, "--exact").split()))

    def test_nothing_differs(self):
        text = self.text("compare", "ruggrogue", "ruggrogue")
        self.assertRegex(text, r"^ruggrogue and ruggrogue say the same: nothing differs\.\n"
                               r"Of \d+ figures \d+ are the same, 0 differ\.\n$")
        answer = self.json("compare", "yarl", "yarl")
        self.assertEqual((answer["verdict"], answer["values"], answer["figures"]),
                         ("identical", [], []))

    def test_a_variant_of_the_same_name(self):
        path = self.write("ruggrogue.yaml", "name: ruggrogue\nextends: ruggrogue\ninherit: [targets]\n"
                                            "combat: {miss: 1/5}\n")
        text = self.text("compare", "ruggrogue", "./ruggrogue.yaml", "--exact")
        self.assertIn("./ruggrogue.yaml is harder than ruggrogue", " ".join(text.split()))
        self.assertIn("combat.miss: 1/10 → 1/5", text)
        answer = self.json("compare", "ruggrogue", path, "--exact")
        self.assertEqual(answer["values"], [{"path": "combat.miss", "a": "1/10", "b": "1/5"}])

    def test_text(self):
        for a, b in some((("tutorial-before", "tutorial"), ("ruggrogue", "yarl"),
                          ("yarl", "bob-and-trev"), ("tutorial", "yarl")), 2):
            self.assert_fits(self.text("compare", a, b, "--exact"))
            self.assert_fits(self.text("compare", a, b, "--runs", "8", env={"LC_ALL": "C"}))
        self.assert_fits(self.text("compare", "tutorial-before", "tutorial", "--all", "--exact"))

    def test_wrong_use(self):
        self.refused(2, "wyrm compare: missing RULESET (usage: wyrm compare RULESET RULESET)\n",
                     "compare", "ruggrogue")
        self.refused(3, "wyrm compare: no ruleset is called 'yral', and no file either "
                        "(did you mean 'yarl'?)\n", "compare", "ruggrogue", "yral")

    def test_the_reference_is_checked(self):
        path = self.write("wrong.yaml", "name: wrong\nextends: tutorial\nreference:\n"
                          "  - {from_depth: 5, combatant: player}\n"
                          "  - {from_depth: 2, combatant: playr}\n")
        answer = self.refused_with(3, "the reference is out of order: depth 2 after depth 5", "rules", "validate", path)
        self.assertIn("error: no combatant 'playr' (did you mean 'player'?)", answer.err)

    def test_targets_are_told_the_names_that_they_have(self):
        for written, meant in (("win_rate", "run_win_rate"), ("final_depth", "run_final_depth"),
                               ("survival", "run_survival")):
            path = self.write("wrong.yaml", "name: wrong\nextends: tutorial\n"
                                            f"targets: {{it: {{metric: {written}, at_least: 0.5}}}}\n")
            self.assertIn(f"unknown metric '{written}' (did you mean '{meant}'?)",
                          self.run_wyrm("rules", "validate", path).err)


if __name__ == "__main__":
    main()
