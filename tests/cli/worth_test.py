"""wyrm worth: worthless and overpowered things are found, exchange rates are those of duels, and what is typed
wrong is told. WORTH_VARIANTS says how many rulesets things are planted into: 20 in the long suite."""
import os
import random
import re
import unittest

from wyrm_case import SLOW, WyrmCase, main

VARIANTS = int(os.environ.get("WORTH_VARIANTS", "2"))

# How a suit of mail is said that hardly anything hits or hurts, how things come to lie about, and hit points of
# monsters that are drawn anew.
RULESETS = {
    "tutorial": ("defense: 50", "weight: 20", {"orc": 20, "troll": 30}),
    "tutorial-before": ("defense: 50", "weight: 20", {"orc": 10, "troll": 16}),
    "brogue": ("defense: 1000, slot: body, category: armor", "weight: 60", {"goblin": 15, "jackal": 8}),
    "srd": ("worn_class: 60, slot: body, category: armor", "weight: 20", {}),
    "shattered": ("armor_tier: 60, slot: body, category: armor", "weight: 10", {"rat": 8, "gnoll": 12}),
    "bob-and-trev": ("armour_class: 60", "weight: 40", {}),
}


class Worth(WyrmCase):
    def plant(self, number):
        """A ruleset with some numbers drawn anew, a stone that does nothing and a mail against nearly all."""
        luck = random.Random(number)
        name = list(RULESETS)[number % len(RULESETS)]
        protects, lies, hit_points = RULESETS[name]
        stone = lies + (", category: potion" if "category" in protects else "")
        monsters = ", ".join(f"{kind}: {{hp: {round(hp * luck.uniform(0.8, 1.3))}}}"
                             for kind, hp in hit_points.items())
        text = f"name: planted\nextends: {name}\ngame: {{sight: {luck.randrange(7, 12)}}}\n" + \
               f"monsters: {{{monsters}}}\n" + \
               f"items: {{planted_stone: {{glyph: '*', {stone}}}}}\n" + \
               f"armors: {{planted_mail: {{glyph: '[', {protects}, {lies}}}}}\n"
        with open(os.path.join(self.folder, f"planted{number}.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        return f"planted{number}.yaml"

    def test_damage_that_a_weapon_replaces_is_worth_nothing(self):
        """Where it is added, a point of the wielder's own damage is worth something, with bare hands in any case."""
        for way, weapon, worth in (("replaces", "club", False), ("adds", "club", True), ("replaces", "", True)):
            path = self.write("t.yaml", "name: t\nmodels: {combat: accuracy, encounter: tables, map: tunnels}\n"
                              f"combat: {{weapon_damage: {way}}}\nplayer: {{hp: 30, damage: '[1, 3]'}}\n"
                              "weapons: {club: {damage: 1d4}}\nencounter: {last_depth: 2}\n"
                              "monsters: {rat: {hp: 9, damage: '[1, 4]', weight: 1}}\nreference:\n"
                              f"  - {{from_depth: 1, combatant: 'player{',weapon=club' if weapon else ''}'}}\n")
            steps = {step["name"] for step in self.json("worth", path, "--only", "fights")["rates"]["steps"]}
            self.assertEqual("damage_max +1" in steps, worth, (way, weapon))
            self.assertIn("dice_sides +1" if weapon else "power +1", steps)
            means = [at["mean"] for at in self.json("hit", path, "player" + (",weapon=club" if weapon else ""), "rat",
                                                    "--curve", "attacker.damage=3..4")["curve"]]
            self.assertEqual(means[0] < means[1], worth)

    def test_worthless_and_overpowered_items_are_found(self):
        for number in range(VARIANTS):
            ruleset = self.plant(number)
            how = ("worth", ruleset, "--only", "items", "--bot", "brawler", "--seed", str(number),
                   "--effort", "60")
            things = self.json(*how)["things"]
            with self.subTest(ruleset=ruleset, rules=list(RULESETS)[number % len(RULESETS)]):
                stone = [thing for thing in things if thing["name"] == "items.planted_stone"]
                self.assertEqual([thing["word"] for thing in stone], ["no effect found"] * 2)
                self.assertEqual({thing["how"] for thing in stone}, {"without", "one more"})
                # where it lies about everywhere another one is nothing, and without it all is different
                best = max(things, key=lambda thing: thing["weight"])["weight"]
                mail = [thing for thing in things if thing["name"] == "armors.planted_mail"]
                self.assertIn(("decides", best), [(thing["word"], thing["weight"]) for thing in mail])

    def test_answers_do_not_depend_on_threads(self):
        how = ("worth", "tutorial", "--bot", "brawler", "--effort", "30")
        one, other = (self.json(*how, "--threads", str(threads)) for threads in (1, 2))
        self.assertEqual(one, other)
        self.assertEqual(one["bots"], ["brawler"])
        self.assertEqual({thing["kind"] for thing in one["things"]}, {"item", "monster", "rule", "choice"})
        for thing in one["things"]:
            for change in thing["changes"]:
                if change["value"] is not None and None not in change["ci95"]:
                    self.assertLessEqual(change["ci95"][0], change["value"])
                    self.assertLessEqual(change["value"], change["ci95"][1])
                self.assertEqual(change["clear"], change["p"] < 0.05)

    def test_what_a_bot_dies_with_is_no_item_without_effect(self):
        """Whoever is struck dead at one blow has no use for a flask: it is told that it was left."""
        with open(os.path.join(self.folder, "flask.yaml"), "w", encoding="utf-8") as file:
            file.write("name: flask\nextends: tutorial\nmonsters: {orc: {power: 500}}\n"
                       "items: {flask: {glyph: '!', weight: 20, effect: {kind: heal, amount: 10000}}}\n")
        how = ("worth", "flask.yaml", "--only", "items", "--bot", "brawler", "--effort", "30")
        flask = next(thing for thing in self.json(*how)["things"]
                     if (thing["name"], thing["how"]) == ("items.flask", "one more"))
        self.assertEqual((flask["word"], flask["had"], flask["used"]), ("no effect found", [30], [0]))
        self.assertIn("items.flask (used in 0 of 30 games)", " ".join(self.text(*how).split()))

    def test_pairs_are_those_of_two_simulations(self):
        """Without orcs, by two files of games: the difference of the two means."""
        games = ("--bot", "brawler", "--runs", "30", "--json")
        plain = self.json("sim", "tutorial", *games[:-1])
        without = self.json("sim", "tutorial", *games[:-1], "--without", "monsters.orc")
        things = self.json("worth", "tutorial", "--bot", "brawler", "--effort", "30", "--only", "monsters")["things"]
        orc = next(thing for thing in things if thing["name"] == "monsters.orc")
        if orc["games"] == [30]:
            self.assertAlmostEqual(orc["changes"][0]["value"],
                                   without["final_depth"]["mean"] - plain["final_depth"]["mean"], places=9)
        self.assertGreater(orc["changes"][0]["value"], 0)

    def cost(self, player):
        fight = self.json("duel", "tutorial", player, "orc")
        hp = self.json("duel", "tutorial", player, "orc,hp=1")["subject"]["hp"]
        return 1 - fight["p_win"] * fight["hp_left"]["mean"] / hp

    def test_exchange_rates_are_those_of_duels(self):
        rates = self.json("worth", "tutorial", "--only", "fights")["rates"]
        self.assertEqual(rates["depths"][0]["depth"], 1)
        player = rates["depths"][0]["player"]
        self.assertAlmostEqual(rates["costs"][0]["saved"], self.cost(player), places=12)
        steps = {step["name"]: step["savings"][0] for step in rates["steps"]}
        for name, other in (("max_hp +1", ",hp=101"), ("power +1", ",power=5"), ("defense +1", ",defense=2"),
                            ("weapons.sword", ",weapon=sword"), ("armors.shield", ",armor=shield")):
            with self.subTest(step=name):
                self.assertEqual(steps[name]["margin"], 0)
                self.assertAlmostEqual(steps[name]["saved"], self.cost(player) - self.cost(player + other), places=12)

    @unittest.skipIf(SLOW, "a hundred things")
    def test_what_has_no_effect_is_named_as_far_as_it_fits(self):
        """Who dives knows how to use nothing, and what it wears matters to nobody who does not fight."""
        text = " ".join(self.text("worth", "yarl", "--only", "items", "--bot", "diver", "--effort", "30").split())
        nothing, unused = re.search(r"No effect found of: (.*); none is greater than [^;]* of hit points\. What it "
                                    r"mostly left unused though it had it, which says nothing for it: (.*?)\. The",
                                    text).groups()
        names, _, rest = nothing.partition(" and ")
        self.assertEqual((len(names.split(", ")), rest),
                         (24, "12 more, and of 57 that it does not know how to use"))
        self.assertEqual(len(re.findall(r"items\.\w+ \(used in 0 of 30 games\)", unused)), unused.count("items."))

    def test_rooms_are_said_to_be_worth_what_lies_in_them_too(self):
        said = "Without a role its rooms hold neither monsters nor items."
        for only, count in (("rooms", 1), ("choices", 0)):
            text = " ".join(self.text("worth", "yarl", "--only", only, "--bot", "diver", "--effort", "10").split())
            self.assertEqual(text.count(said), count, text)

    def test_where_a_tracker_tells_who_comes_its_levels_are_the_places(self):
        rates = self.json("worth", "ruggrogue", "--only", "fights")["rates"]
        self.assertEqual([place["depth"] for place in rates["depths"]], [1, 6, 12, 18, 24, 30])
        for place, cost in list(zip(rates["depths"], rates["costs"]))[:3]:
            lost = 0
            for level, share in self.json("curve", "ruggrogue", "--tracker", str(place["depth"]))["monster_level"]:
                fight = self.json("duel", "ruggrogue", place["player"], f"monster@{level}")
                lost += share * (1 - fight["hp_left"]["mean"] / fight["subject"]["hp"])
            self.assertAlmostEqual(cost["saved"], lost, places=12)
        text = self.text("worth", "ruggrogue", "--only", "fights")
        self.assertRegex(text, r"\nlevel +1 +6 +12 +18 +24 +30\n")

    def test_rolled_hit_points_have_one_more_too(self):
        rates = []
        for name, hp in ("less", "20+2d6"), ("more", "21+2d6"):
            with open(os.path.join(self.folder, name + ".yaml"), "w", encoding="utf-8") as file:
                file.write(f"name: {name}\nextends: tutorial\nplayer: {{hp: {hp}}}\n")
            rates.append(self.json("worth", f"./{name}.yaml", "--only", "fights")["rates"])
        less, more = rates
        self.assertEqual(less["steps"][0]["name"], "max_hp +1")
        for step, before, after in zip(less["steps"][0]["savings"], less["costs"], more["costs"]):
            self.assertGreater(step["saved"], 0)
            self.assertAlmostEqual(step["saved"], before["saved"] - after["saved"],
                                   delta=1e-9 + before["margin"] + after["margin"])

    def test_gear_takes_the_place_and_the_plus_of_what_it_clashes_with(self):
        """Against all who come to the first depth, as often as they do."""
        ruleset = os.path.join(self.folder, "geared.yaml")
        with open(ruleset, "w", encoding="utf-8") as file:
            file.write("name: geared\nextends: brogue\nreference:\n"
                       "  - {from_depth: 1, combatant: 'player,weapon=sword+2,armor=leather_armor+3'}\n")

        def cost(player):
            lost = 0
            for foe, share in shares.items():
                fight = self.json("duel", ruleset, "player" + player, foe)
                lost += share * (1 - fight["p_win"] * fight["hp_left"]["mean"] / fight["subject"]["hp"])
            return lost

        monsters = self.json("curve", ruleset, "--monsters")["depths"][0]["monsters"]
        shares = {name: share["value"] for name, share in monsters.items() if share["value"] > 0}
        rates = self.json("worth", ruleset, "--only", "fights")["rates"]
        steps = {step["name"]: step["savings"][0]["saved"] for step in rates["steps"]}
        before = cost(",weapon=sword+2,armor=leather_armor+3")
        self.assertGreater(len(shares), 2)
        self.assertAlmostEqual(rates["costs"][0]["saved"], before, places=12)
        for name, player in (("max_hp +1", ",hp=31,weapon=sword+2,armor=leather_armor+3"),
                             ("weapon +1", ",weapon=sword+3,armor=leather_armor+3"),
                             ("armor +1", ",weapon=sword+2,armor=leather_armor+4"),
                             ("weapons.mace", ",weapon=mace+2,armor=leather_armor+3"),
                             ("armors.chain_mail", ",weapon=sword+2,armor=chain_mail+3")):
            with self.subTest(step=name):
                self.assertAlmostEqual(steps[name], before - cost(player), places=12)
        self.assertNotIn("weapons.sword", steps)  # it is in use

    def test_what_is_typed_wrong(self):
        for words, code, why in ((("tutorial", "--only", "itms"), 2, "did you mean 'items'?"),
                                 (("tutorial", "--bot", "brawlr"), 2, "did you mean 'brawler'?"),
                                 (("tutorial", "--bot", "idle,idle"), 2, "names 'idle' twice"),
                                 (("tutorial", "--effort", "-3"), 2, "--effort"),
                                 (("nowhere.yaml",), 3, "nowhere.yaml"),
                                 (("fight.yaml",), 3, "what things are worth")):
            with open(os.path.join(self.folder, "fight.yaml"), "w", encoding="utf-8") as file:
                file.write("name: fight\nmodels: {combat: subtract}\nplayer: {hp: 10}\nmonsters: {orc: {hp: 3}}\n")
            with self.subTest(words=words):
                self.refused_with(code, why, "worth", *words)

    def test_answers_fit_the_page(self):
        text = self.text("worth", "tutorial", "--bot", "brawler", "--effort", "30")
        self.assertEqual([line for line in text.split("\n") if len(line) > 80], [])


if __name__ == "__main__":
    main()
