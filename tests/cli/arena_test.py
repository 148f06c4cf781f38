"""wyrm sim --arena: set fights in words and by name, what is said to who writes them wrong, and that
they agree with the exact duel."""
import re

from wyrm_case import WyrmCase, main, some

SHIPPED = ["ruggrogue", "yarl", "tutorial", "tutorial-before", "bob-and-trev"]

OWN = """name: own
extends: yarl
arenas:
  ambush:
    fight: player@3,weapon=shortsword vs orc x3
    shape: corridor
    distance: 5
    asleep: true
targets:
  ambush_is_won: {metric: arena_win_rate, arena: ambush, at_least: 0.5}
"""


BURN = """name: burn
models: {combat: script}
combat:
  stats: {damage: {kind: amount, default: 1d4}}
  conditions:
    burn: {most: 4, stacking: longest, damage: 1}
    mend: {most: 1, stacking: longest, each_turn: 0, damage: -1}
  script: |
    function attack(a, d)
      local n = roll("1d6")
      if n == 6 then return {damage = roll(a.damage), effects = {mend = 1}} end
      return {damage = roll(a.damage), own = {burn = 4}}
    end
player: {hp: 30, damage: 2d4}
monsters: {rat: {hp: 20, damage: 1d3}, fly: {hp: 14, damage: 1d2}}
"""

# A ward is broken before blows tell, and a hex makes them tell.
WARD = """name: ward
models: {combat: script}
combat:
  stats: {damage: {kind: amount, default: 1d6}, warded: {kind: flag}, hexes: {kind: flag}}
  conditions:
    weak: {most: 9, stacking: adds, each_turn: 0}
  counters:
    ward: {start: 1, most: 1}
  script: |
    function attack(a, d)
      if d.warded and d.ward == 1 then return {damage = 0, effects = {ward = -1}} end
      if a.hexes and d.weak < 3 then
        if roll("1d3") < 3 then return 0 end
        return {damage = 0, effects = {weak = 1}}
      end
      return roll(a.damage)
    end
player: {hp: 30}
monsters: {foe: {hp: 20, warded: true, damage: 1d3}}
"""


class Fights(WyrmCase):
    def arena(self, ruleset, fight, *more, runs="400"):
        return self.json("sim", ruleset, "--arena", fight, "--runs", runs, *more)

    def test_a_set_fight_answers_in_a_sentence(self):
        text = self.text("sim", "yarl", "--arena", "player@3,weapon=shortsword vs orc x4", "--runs", "200")
        self.assertRegex(" ".join(text.split()),
                         r"^player@3,weapon=shortsword vs orc x4, room, 3 tiles away: the player wins "
                         r"0 % \(0 to [\d.]+\) of such fights, in [\d.]+ ± [\d.]+ turns each\.")
        self.assert_fits(text)

    def test_json_says_where_and_how_many(self):
        answer = self.arena("yarl", "player vs orc x2 + troll", "--shape", "open", "--distance", "6",
                            "--asleep")
        self.assertEqual(answer["arena"], "player vs orc x2 + troll, open, 6 tiles away, asleep")
        self.assertEqual((answer["bot"], answer["runs"]), ("brawler", 400))
        met = {monster["name"]: monster["met"] for monster in answer["monsters"] if monster["met"]}
        self.assertEqual(met, {"orc": 800, "troll": 400})
        self.assertEqual(sum(answer["ends"].values()), 400)

    def test_the_distance_told_is_the_one_there_is_room_for(self):
        for shape, tiles in [("room", 8), ("corridor", 23), ("open", 19)]:
            answer = self.arena("tutorial", "player vs orc", "--shape", shape, "--distance", "30",
                                runs="5")
            self.assertEqual(answer["arena"], f"player vs orc, {shape}, {tiles} tiles away")

    def test_a_corridor_is_worth_something(self):
        fight = "player vs orc x4"
        self.assertEqual(self.arena("tutorial", fight)["win_rate"]["value"], 0)
        self.assertEqual(self.arena("tutorial", fight, "--shape", "corridor")["win_rate"]["value"], 1)

    def test_a_sleeper_is_worse_off(self):
        # Nobody misses a sleeper, and it does not strike back before it wakes.
        awake = self.arena("ruggrogue", "player@6,weapon=6,armor=6 vs monster@6", runs="2000")
        asleep = self.arena("ruggrogue", "player@6,weapon=6,armor=6 vs monster@6", "--asleep",
                            runs="2000")
        self.assertGreater(asleep["hp_left"]["ci95"][0], awake["hp_left"]["ci95"][1])

    def test_who_pays_for_each_blow_or_mends_the_other_fights_nevertheless(self):
        rules = self.write("burn.yaml", BURN)
        for foe in "rat", "fly":
            exact = self.json("duel", rules, "player", foe)["p_win"]
            self.assertGreater(exact, 0.2)
            for bot in "brawler", "explorer", "tactician":
                told = self.arena(rules, f"player vs {foe}", "--bot", bot)["win_rate"]
                self.assertTrue(told["ci95"][0] - 0.01 <= exact <= told["ci95"][1] + 0.01, (bot, exact, told))

    def test_who_has_to_open_the_other_up_first_strikes_nevertheless(self):
        rules = self.write("ward.yaml", WARD)
        for player in "player", "player,hexes=1":
            exact = self.json("duel", rules, player, "foe")["p_win"]
            self.assertGreater(exact, 0.3)
            for bot in "brawler", "explorer", "tactician":
                told = self.arena(rules, f"{player} vs foe", "--bot", bot, "--distance", "1")["win_rate"]
                self.assertTrue(told["ci95"][0] - 0.01 <= exact <= told["ci95"][1] + 0.01, (bot, exact, told))

    def test_what_comes_to_everybody_by_itself_counts(self):
        """From the first turn on attacks take two, or a hit point goes each turn: by hand 6 blows, or 3 and 3."""
        for what, turns, left in ("slows: 2", 10, 3), ("damage: 1", 4, 3):
            rules = self.write("grows.yaml", "name: t\nmodels: {combat: script}\ncombat:\n"
                               f"  conditions: {{u: {{most: 100, each_turn: 1, {what}}}}}\n"
                               "  script: |\n    function attack(a, d)\n      return 1\n    end\n"
                               "player: {hp: 8}\nmonsters: {rat: {hp: 6}}\n")
            exact = self.json("duel", rules, "player", "rat")
            played = self.arena(rules, "player vs rat", "--distance", "1", runs="2")
            self.assertEqual((exact["turns"]["mean"], exact["hp_left"]["mean"], exact["p_win"]), (turns, left, 1))
            self.assertEqual((played["turns"]["quantiles"]["0.5"]["value"], played["win_rate"]["value"]), (turns, 1))

    def test_one_fight_is_told_as_it_went(self):
        for player, said in ("player,hp=12", "100 % (3 to 100) are lost."), ("player", "Who wins has "):
            text = " ".join(self.text("sim", "tutorial", "--arena", f"{player} vs orc", "--runs", "1").split())
            told = self.json("sim", "tutorial", "--arena", f"{player} vs orc", "--runs", "1")["turns"]
            self.assertIn(f"of such fights, in {told['quantiles']['0.5']['value']:.0f} turns each. {said}", text)

    def test_bots_fight_each_in_its_way(self):
        wins = {bot: self.arena("tutorial", "player vs orc x2", "--bot", bot)["win_rate"]["value"]
                for bot in ["idle", "random", "brawler"]}
        self.assertEqual((wins["idle"], wins["brawler"]), (0, 1))
        self.assertTrue(0 < wins["random"] < 1)


class Names(WyrmCase):
    def test_an_arena_of_the_ruleset_goes_by_its_name(self):
        named = self.json("sim", "tutorial", "--arena", "four_orcs_in_a_corridor", "--runs", "50")
        words = self.json("sim", "tutorial", "--arena", "player vs orc x4", "--shape", "corridor",
                          "--runs", "50")
        self.assertEqual(named.pop("arena"),
                         "player vs orc x4 (four_orcs_in_a_corridor), corridor, 3 tiles away")
        self.assertEqual(words.pop("arena"), "player vs orc x4, corridor, 3 tiles away")
        self.assertEqual(named, words)

    def test_one_of_your_own_has_its_place_and_its_verdict(self):
        path = self.write("own.yaml", OWN)
        answer = self.json("sim", path, "--arena", "ambush", "--runs", "20")
        self.assertEqual(answer["arena"], "player@3,weapon=shortsword vs orc x3 (ambush), corridor, "
                                          "5 tiles away, asleep")
        changed = self.json("sim", path, "--arena", "ambush", "--shape", "room", "--distance", "2",
                            "--runs", "20")
        self.assertIn(", room, 2 tiles away, asleep", changed["arena"])
        verdict = [each for each in self.json("check", path)["verdicts"]
                   if each["target"] == "ambush_is_won"]
        self.assertEqual([(each["where"], each["bot"], each["arena"], each["runs"])
                          for each in verdict],
                         [("brawler in ambush", "brawler", "ambush", 125)])

    def test_the_ruleset_shows_its_arenas(self):
        self.assertIn("two_in_a_corridor", self.text("rules", "show", "ruggrogue"))
        for ruleset in SHIPPED:
            arenas = self.json("rules", "show", ruleset)["rules"]["arenas"]
            self.assertGreaterEqual(len(arenas), 3, ruleset)

    def test_every_shipped_ruleset_judges_games_and_set_fights(self):
        for ruleset in some(SHIPPED[::-1]):
            answer = self.json("check", ruleset)
            played = [each for each in answer["verdicts"] if "bot" in each]
            self.assertGreaterEqual(len({each["target"] for each in played}), 4, ruleset)
            for each in played:
                self.assertEqual(each["verdict"], "PASS", each)
                self.assertGreater(each["runs"], 0)
                self.assertEqual("arena" in each, each["metric"].startswith("arena_"))
                self.assertNotEqual(each["claim"], "")
                self.assertNotEqual(each["source"], "")

    def test_the_text_tells_what_was_sampled(self):
        text = " ".join(self.text("check", "tutorial").split())
        self.assertIn("95 % intervals over generated dungeons, 100 games of a bot and 125 to 250 set fights (seed 1); "
                      "all others are exact. Bots play until verdicts are clear, or games have told shares to ± 5 "
                      "points and means to ± 5 %, or the effort is spent: 7 of 7 are clear", text)


class Bots(WyrmCase):
    def test_each_has_its_row(self):
        fight = ("tutorial", "--arena", "player@3 vs orc x2", "--runs", "50")
        text = self.text("sim", *fight, "--bot", "brawler,idle")
        for bot in ("brawler", "idle"):
            alone = self.text("sim", *fight, "--bot", bot)
            wins, turns, left = re.search(rf"^{bot} +(\S.*?)  +(\S.*?)  +(\S.*)$", text, re.M).groups()
            self.assertIn(f" wins {wins} of such fights, in {turns} turns each.", " ".join(alone.split()))
            if left != "-":
                self.assertIn(f"has {left} of the hit points left", " ".join(alone.split()))
        self.assertNotIn("idle       -", text)


class Agreement(WyrmCase):
    # One against one at arm's length is a duel: the player strikes first. What is won back between two
    # blows stays far below the interval.
    DUELS = [
        ("yarl", "player@1,weapon=dagger,armor=leather_armor", "orc"),
        ("yarl", "player@2,weapon=dagger", "troll"),
        ("tutorial", "player", "orc"),
        ("tutorial", "player@3", "troll"),
        ("tutorial-before", "player", "troll"),
        ("bob-and-trev", "player", "pigeon"),
        ("bob-and-trev", "player@2,weapon=keyboard", "intern"),
    ]

    def check_duel(self, ruleset, one, other):
        exact = self.json("duel", ruleset, one, other)
        sampled = self.json("sim", ruleset, "--arena", f"{one} vs {other}", "--distance", "1",
                            "--runs", "4000", "--seed", "11")
        win = exact["p_win"]
        low, high = sampled["win_rate"]["ci95"]
        # Twice the interval, as seven duels are looked at.
        middle, twice = (low + high) / 2, high - low
        self.assertLessEqual(abs(win - middle), twice + 1e-9, (ruleset, one, other))
        return exact, sampled

    def test_one_against_one_is_the_exact_duel(self):
        for ruleset, one, other in self.DUELS:
            with self.subTest(ruleset=ruleset, one=one, other=other):
                self.check_duel(ruleset, one, other)

    def test_who_wins_back_what_a_blow_takes_is_struck_all_the_same(self):
        """A blow takes 1 on average, each turn gives 1 back: luck decides, in the duel and in the set fight."""
        path = self.write("luck.yaml", "name: luck\nmodels: {combat: accuracy}\n"
                          "combat: {hit_base: 0.5, hit_step: 0, hit_clamp: [0, 1]}\nplayer: {hp: 30, damage: 1d3}\n"
                          "monsters: {troll: {hp: 8, damage: 1d3, regeneration: 1}}\n")
        exact = self.json("duel", path, "player", "troll")["p_win"]
        self.assertTrue(0.4 < exact < 0.5)
        for bot in "diver", "brawler":
            won = self.json("sim", path, "--arena", "player vs troll", "--distance", "1", "--bot", bot, "--runs",
                            "1500")["win_rate"]
            self.assertAlmostEqual(won["value"], exact, delta=0.05)

    def test_nor_are_more_hit_points_left_than_in_the_exact_duel(self):
        exact, sampled = self.check_duel("tutorial", "player", "orc")
        left = exact["given_win"]["hp_left"]["mean"] / exact["subject"]["max_hp"]
        self.assertAlmostEqual(sampled["hp_left"]["mean"], left)


class Mistakes(WyrmCase):
    def test_a_fight_that_makes_no_sense_is_explained(self):
        form = "a fight is written 'player@3 vs orc x4 + troll'"
        many = "how many and who else is written 'orc x4 + troll'"
        for fight, message in [
                ("player@3 orc x4", f"'orc' means nothing in a fight ({form})"),
                ("player@3 versus orc", f"'versus' means nothing in a fight ({form})"),
                ("player@3", f"'player@3' fights nobody ({form})"),
                (" ", f"nobody is named at the end ({form})"),
                ("player vs ", f"nobody is named at the end ({form})"),
                ("player vs orc vs troll", "a fight has two sides, and one 'vs'"),
                ("player x2 vs orc", "one fights alone before the 'vs'"),
                ("player vs orc *4", f"'*4' means nothing in a fight ({many})"),
                ("player vs orc x0", "'orc x0': there must be at least one"),
                ("player vs orc x1000", "an arena holds at most 32 monsters"),
                ("player vs ork", "no combatant 'ork' (did you mean 'orc'?)"),
                ("player,weapon=shortswrd vs orc",
                 "no weapon 'shortswrd' (did you mean 'shortsword'?)"),
                ("player@0 vs orc", "level 0 is out of range (1 to 100000)"),
                ("player@x vs orc", "a level must be a whole number, found 'x'"),
                ("player vs orc,hp=0", "'hp' must be from 1 to 1000000, found 0"),
                ("player vs orc,hp=nan", "'hp' must be a number, found 'nan'"),
                ("player vs raw",
                 "'raw' has no hit points to fight with (say how many: 'raw,hp=30')"),
                ("player\tvs orc", "a fight in words is one line, without tabs or other control "
                                   "characters"),
                ("player vs " + "orc + " * 2000, "a fight in words has at most 1000 bytes"),
        ]:
            self.refused(2, f"wyrm sim: {message}\n", "sim", "yarl", "--arena", fight)

    def test_a_name_that_is_none_is_answered_with_those_there_are(self):
        self.refused(2, "wyrm sim: the ruleset has no arena 'two_orks' (did you mean 'two_orcs'?)\n",
                     "sim", "tutorial", "--arena", "two_orks")
        self.refused(2, "wyrm sim: the ruleset has no arena 'xyzzyxyzzy' (it has two_orcs, "
                        "four_orcs_in_a_room, four_orcs_in_a_corridor)\n",
                     "sim", "tutorial", "--arena", "xyzzyxyzzy")

    def test_there_must_be_room(self):
        self.refused(2, "wyrm sim: there is no room for 24 monsters in a corridor\n",
                     "sim", "yarl", "--arena", "player vs orc x24", "--shape", "corridor")

    def test_what_belongs_to_an_arena_is_refused_without_one(self):
        for option in [("--shape", "open"), ("--distance", "3"), ("--asleep",)]:
            self.refused(2, "wyrm sim: --shape, --distance and --asleep are about an --arena\n",
                         "sim", "yarl", *option)

    def test_an_arena_in_a_file_is_told_where(self):
        path = self.write("own.yaml", OWN.replace("vs orc", "vs ork"))
        self.refused_with(3, "own.yaml:5:12: error: no combatant 'ork' (did you mean 'orc'?)", "rules", "validate",
                          path)


GUNS = """name: guns
models: {combat: script}
combat:
  stats:
    damage: {kind: amount, default: 1, gear: sets}
    magazine: {kind: whole, gear: sets}
    far: {kind: number, gear: sets, means: range}
  counters:
    rounds: {most: 9}
    breath: {start: 3, most: 3, each_turn: 1}
  script: |
    function attack(attacker)
      if attacker.magazine == 0 then
        if attacker.breath < 3 then return 0 end
        return {damage = roll(attacker.damage), own = {breath = -3}}
      end
      if attacker.rounds == 0 then return {damage = 0, own = {rounds = attacker.magazine}, duration = 1} end
      return {damage = roll(attacker.damage), own = {rounds = -1}}
    end
player: {hp: 50}
weapons:
  pistol: {damage: 3, magazine: 2, rounds: 2}
  maul: {damage: 3}
  rifle: {damage: 15, magazine: 1, rounds: 1, far: 8}
monsters:
  robot: {hp: 30}
"""


SPELLS = """name: spells
models: {combat: script}
combat:
  stats: {spell: {kind: word, of: [sword, fire, sleep], chosen: true}}
  conditions: {dazed: {helpless: true}}
  counters: {mana: {start: 6, most: 6}, wait: {most: 4, each_turn: -1}}
  script: |
    function attack(a, d)
      if a.spell == 'fire' and a.mana >= 2 then return {damage = roll("2d6"), own = {mana = -2}} end
      if a.spell == 'sleep' and a.wait == 0 then return {damage = 0, effects = {dazed = 3}, own = {wait = 4}} end
      return chance(0.6) and roll("1d6") or 0
    end
player: {hp: 30}
monsters: {ogre: {hp: 30, spell: fire}}
"""


class Choices(WyrmCase):
    def won(self, of, *more, rules=SPELLS):
        path = self.write("spells.yaml", rules)
        answer = self.json("sim", path, "--arena", f"player{of} vs ogre", "--runs", "200", *more)
        return answer["ends"]["won"] / 200

    def test_bots_choose_anew_before_each_blow(self):
        """One word for the whole fight is worse than each in its time."""
        fixed = {word: self.won(f",spell={word}", rules=SPELLS.replace(", chosen: true", ""))
                 for word in ("sword", "fire", "sleep")}
        for bot in ("brawler", "explorer", "tactician"):
            self.assertGreater(self.won("", "--bot", bot), max(fixed.values()) + 0.05, fixed)

    def test_a_choice_that_is_named_is_said_to_be_where_the_bot_begins(self):
        path, said = self.write("spells.yaml", SPELLS), "chooses its spell itself"
        for fight, bot, told in (("player,spell=fire vs ogre", "brawler", True), ("player vs ogre", "brawler", False),
                                 ("player vs ogre,spell=fire", "brawler", False),
                                 ("player,spell=fire vs ogre", "idle", False)):
            text = self.text("sim", path, "--arena", fight, "--runs", "5", "--bot", bot)
            self.assertEqual(said in " ".join(text.split()), told, (fight, bot))

    def test_what_bots_think_through_is_limited_run_by_run(self):
        """As many runs as are asked for, however much that is in the sum; but none that never ends."""
        fight = ("--arena", "player vs ogre", "--threads", "1")
        usual, long = self.write("spells.yaml", SPELLS), self.write("long.yaml", SPELLS.replace("hp: 30", "hp: 600"))
        limit = {"WYRM_LIMIT": "0.05"}
        self.assertEqual(self.run_wyrm("sim", usual, *fight, "--runs", "400", env=limit).code, 0)
        self.refused_with(3,
                          "more than 500 million steps of exact work in one run; most of the work was fights followed",
                          "sim", long, *fight, "--runs", "2", env=limit)

    def test_only_a_word_is_chosen(self):
        wrong = SPELLS.replace("{spell: {kind: word", "{no: {kind: whole, chosen: true}, spell: {kind: word", 1)
        path = self.write("bad.yaml", wrong)
        answer = self.run_wyrm("hit", path, "player", "ogre")
        self.assertEqual(answer.code, 3)
        self.assertRegex(answer.err, r"bad\.yaml:4:\d+: error: what the player chooses is a word, "
                                     r"not a whole\n.*\n +\| +\^")


class Guns(WyrmCase):
    def turns(self, weapon, *more):
        fight = f"player,weapon={weapon} vs robot"
        answer = self.json("sim", self.write("guns.yaml", GUNS), "--arena", fight, "--runs", "50", *more)
        self.assertEqual(answer["win_rate"]["value"], 1)
        return answer["turns"]["mean"]

    def test_every_bot_reloads_and_gets_its_breath_back(self):
        # Ten blows; two turns to reload after every second of them, or two to draw breath after each.
        for bot in "brawler", "explorer", "tactician":
            self.assertEqual(self.turns("pistol", "--distance", "1", "--bot", bot), 10 + 2 * 4)
            self.assertEqual(self.turns("maul", "--distance", "1", "--bot", bot), 10 + 2 * 9)
        self.assertEqual(self.json("duel", "guns.yaml", "player,weapon=pistol", "robot")["turns"]["mean"], 18)

    def test_a_magazine_is_as_full_as_it_was_typed(self):
        for rounds, reloads in (0, 5), (1, 5), (2, 4), (4, 3):
            wanted = 10 + 2 * reloads
            self.assertEqual(self.turns(f"pistol,rounds={rounds}", "--distance", "1"), wanted)
            duel = self.json("duel", "guns.yaml", f"player,rounds={rounds},weapon=pistol", "robot")
            self.assertEqual(duel["turns"]["mean"], wanted)

    def test_only_what_shoots_is_fired_and_only_what_is_held_is_thrown(self):
        path = self.write("guns.yaml", GUNS)
        for attacker, option, said in (
                ("player,weapon=maul", "--fired", "wyrm hit: 'player' has nothing to fire: no stat that 'means: range' "
                                                  "is above 0, and it is no monster that shoots\n"),
                ("player", "--thrown", "wyrm hit: 'player' has nothing to throw: --with names a weapon\n")):
            self.refused(2, said, "hit", path, attacker, "robot", option)
        for attacker, option in ("player,weapon=rifle", "--fired"), ("player,weapon=maul", "--thrown"), \
                ("raw,damage=3", "--fired"):
            self.assertEqual(self.run_wyrm("hit", path, attacker, "robot", option).code, 0)

    def test_a_shot_of_a_monster_is_the_blow_that_it_names(self):
        """Of a drake's claws, bite and fire only the fire, as far as it reaches; a spitter without a name spits all
        that is not for melee only; of two shots the first that reaches. An arrow of 1d6 hits 12 with +4."""
        path = self.write("shots.yaml", """name: shots
models: {combat: script}
combat:
  stats: {damage: {kind: amount, default: 0}}
  script: |
    function attack(a, b, blow)
      if blow.name == "fire" then return blow.fired and 10 + blow.distance or 0 end
      return blow.name == "claw" and 100 or blow.name == "spit" and 7 or 1000
    end
player: {hp: 90}
variants: {elite: {hp_factor: 2}}
monsters:
  drake: {hp: 50, attacks: [{claw: 0, times: 2}, {bite: 0}, {fire: 0, only: range}], shoots: [{range: 8, blow: fire}]}
  spitter: {hp: 50, attacks: [{bite: 0, only: melee}, {spit: 0}, {spit: 0, only: range}], shoots: [{range: 4}]}
  both: {hp: 50, attacks: [{fire: 0}, {spit: 0}], shoots: [{range: 3, blow: spit}, {range: 9, blow: fire}]}
targets:
  fire: {metric: hit_mean, of: drake, against: player, attack: fired, distance: 5, range: 15}
  kills: {metric: attacks_to_kill, of: drake, against: player, attack: fired, distance: 5, range: 6}
  far: {metric: hit_mean, of: drake, against: player, attack: fired, distance: 9, range: 0}
""")
        for monster, distance, mean, blows in (("drake", 4, 14, ["fire"]), ("drake,elite", 8, 18, ["fire"]),
                                               ("spitter", 3, 14, ["spit", "spit"]), ("both", 3, 7, ["spit"]),
                                               ("both", 4, 14, ["fire"])):
            told = self.json("hit", path, monster, "player", "--fired", "--distance", str(distance))
            self.assertEqual((told["mean"], [blow["name"] for blow in told["blows"] for _ in range(blow["times"])]),
                             (mean, blows), (monster, distance))
        self.assertEqual(self.json("hit", path, "drake", "player")["mean"], 1200)
        self.refused_with(2, "'drake' cannot shoot 'player' at 9 tiles: its range is 8", "hit", path, "drake", "player",
                          "--fired", "--distance", "9")
        self.assertEqual({row["target"]: row["verdict"] for row in self.json("check", path)["verdicts"]},
                         dict.fromkeys(("fire", "kills", "far"), "PASS"))
        archer = self.write("archer.yaml", "name: archer\nmodels: {combat: d20}\n"
                            "combat: {automatic_hit: 20, automatic_miss: 1, critical: 21}\n"
                            "player: {hp: 20, armor_class: 12, damage: 1d8}\n"
                            "monsters: {archer: {hp: 9, to_hit: 4, attacks: [{knife: 1d4, only: melee}, "
                            "{arrow: 1d6, only: range}], shoots: [{range: 8, blow: arrow}]}}\n")
        self.assertAlmostEqual(self.json("hit", archer, "archer", "player", "--fired", "--distance", "4")["mean"],
                               13 / 20 * 3.5)

    def test_who_holds_a_gun_shoots_whom_it_sees(self):
        # Shot, two turns to reload, shot: it is down while it is still on its way, or has just come.
        for bot in "brawler", "explorer", "tactician":
            for shape in "corridor", "open":
                self.assertEqual(self.turns("rifle", "--distance", "6", "--shape", shape, "--bot", bot), 4)

    def test_who_cannot_be_hurt_does_not_change_guns_for_ever(self):
        # What such a fight costs is 0 but for rounding, which may leave it a little below.
        game = """name: game
models: {combat: script, encounter: tables, loot: floors, map: rooms}
combat:
  stats: {damage: {kind: amount, gear: sets}}
  script: |
    function attack(attacker)
      if not chance(0.8) then return 0 end
      return {damage = roll(attacker.damage)}
    end
player: {hp: 40, damage: 1d2}
weapons: {rifle: {damage: 2d6+2}}
monsters: {drone: {hp: 20, damage: 0, weight: 1}}
encounter: {last_depth: 2}
loot: {number: [{items: 0}]}
game: {kit: [rifle, rifle]}
"""
        ends = self.json("sim", self.write("game.yaml", game), "--runs", "20")["ends"]
        self.assertEqual(ends["won"], 20, ends)


if __name__ == "__main__":
    main()
