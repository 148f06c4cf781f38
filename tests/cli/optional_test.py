"""Only what is asked about must be there: rulesets of every subset of systems, and every command."""
import itertools
import unittest

from wyrm_case import WyrmCase, main, some

SYSTEMS = {"combat": "accuracy", "growth": "points", "encounter": "tables", "loot": "tables", "map": "tunnels"}
FLOOR = {"encounter", "loot", "map"}
GAME = FLOOR | {"combat"}
EVERY = [frozenset(some) for count in range(6) for some in itertools.combinations(SYSTEMS, count)]

# What each needs. FILE is the ruleset.
COMMANDS = {
    "rules validate FILE": set(),
    "rules show FILE": set(),
    "rules show FILE --levels 1..3": set(),
    "check FILE --runs 4": set(),
    "report FILE --runs 2 -o -": set(),
    "compare FILE whole.yaml --exact": set(),
    "compare whole.yaml FILE --exact --json": set(),
    "hit FILE orc player": {"combat"},
    "hit FILE raw raw --json": {"combat"},
    "duel FILE player orc --json": {"combat"},
    "duel FILE player troll --matrix --gear none": {"combat"},
    "sim FILE --runs 3 --arena pair --json": {"combat"},
    "verify FILE --log hits.csv": {"combat"},
    "curve FILE --tracker 2": {"encounter"},
    "curve FILE --monsters": {"encounter"},
    "etp FILE --rooms": {"encounter", "map"},
    "curve FILE --runs 4 --json": FLOOR,
    "loot FILE": {"loot"},
    "verify FILE --log floors.csv": {"encounter", "map"},
    "verify FILE --log heaps.csv": FLOOR,
    "sim FILE --runs 2": GAME,
    "compare FILE FILE --sim --runs 2 --json": GAME,
    "play FILE --watch-bot diver": {"combat"},  # the rest is plain
}
# That no ruleset here has what is asked for besides, and says so.
LACKS = {"curve FILE --tracker 2": 2, "etp FILE --rooms": 3, "play FILE --watch-bot diver": 2}


def record(systems, hp, damage, weight):
    parts = [f"hp: {hp}, damage: {damage}"] if "combat" in systems else []
    parts += [f"weight: {weight}"] if "encounter" in systems else []
    parts += ["experience: 40"] if "growth" in systems else []
    return "{" + ", ".join(parts) + "}"


def ruleset(systems):
    models = ", ".join(f"{name}: {SYSTEMS[name]}" for name in sorted(systems))
    lines = ["name: part", f"models: {{{models}}}", "items: {potion: {effect: {kind: heal, amount: 20}}}",
             f"player: {record(systems - {'encounter', 'growth'}, 50, '[1, 6]', 0)}",
             f"monsters: {{orc: {record(systems, 10, '[1, 3]', 5)}, troll: {record(systems, 30, '[2, 8]', 1)}}}"]
    if "combat" in systems:
        lines += ["weapons: {sword: {damage: 1d8}}", "arenas: {pair: {fight: player vs orc x2}}"]
    if "growth" in systems:
        lines.append("growth: {choices: {hp: {max_hp: 20}}}")
    if "encounter" in systems:
        lines.append("encounter: {last_depth: 2, rooms: {most: 1}, budget: none}")
    return "\n".join(lines) + "\n"


class Optional(WyrmCase):
    def ask(self, systems, command):
        """The command is done where the ruleset has what it needs; else it says which systems are missing."""
        needs = COMMANDS[command]
        answer = self.run_wyrm(*command.replace("FILE", "part.yaml").split())
        of = f"{command} of {sorted(systems)}: {answer.err}"
        if needs <= systems:
            self.assertEqual(answer.code, LACKS.get(command, 0), of)
            self.assertTrue(answer.out or command in LACKS, of)
            return
        missing = ", ".join(f"{name}: ..." for name in SYSTEMS if name in needs - systems)
        self.assertEqual((answer.code, answer.out), (3, ""), of)
        self.assertIn(f"'models: {{{missing}}}' is missing", answer.err, of)

    def test_every_subset_of_systems_answers_or_says_which_is_missing(self):
        self.write("hits.csv", "attacker,defender,damage\n" + "orc,troll,2\n" * 30)
        self.write("floors.csv", "depth,orc,troll\n" + "1,2,0\n" * 30)
        self.write("heaps.csv", "depth,orc,items\n" + "1,2,0\n" * 30)
        self.write("whole.yaml", ruleset(set(SYSTEMS)))
        for systems in some(EVERY[::2] + EVERY[1::2], 16):
            self.write("part.yaml", ruleset(systems))
            for command in COMMANDS:
                self.ask(systems, command)

    def test_play_says_what_is_plain(self):
        whole = "2 depths, the weakest monsters first, floors of a few rooms, items and gear lie about"
        for systems, said in (({"combat"}, whole), (GAME - {"map"}, "floors of a few rooms")):
            self.write("part.yaml", ruleset(systems))
            self.assertEqual(self.run_wyrm("play", "part.yaml", "--watch-bot", "diver").err.splitlines()[0],
                             f"wyrm play: what the ruleset leaves open is plain here: {said}")

    def test_fixtures_have_what_there_is(self):
        lists = {"hits": "combat", "duels": "combat", "spawns": "encounter", "loot": "loot"}
        for systems in some(EVERY[::2] + EVERY[1::2], 16):
            self.write("part.yaml", ruleset(systems))
            answer = self.run_wyrm("fixtures", "part.yaml")
            if systems <= {"map"}:
                self.assertEqual(answer.code, 3, systems)
                self.assertIn("'wyrm fixtures' needs to know what one attack does: 'models: {combat: ...}' is missing",
                                answer.err)
                continue
            found = self.json("fixtures", "part.yaml")
            for key, system in lists.items():
                self.assertEqual(bool(found[key]), system in systems, (systems, key))
            self.assertEqual(len(found["experience"]["levels"]), 20 if "growth" in systems else 1)

    def test_check_says_what_it_has_not_looked_at(self):
        self.write("part.yaml", ruleset({"combat", "map"}))
        self.assertIn("What was not looked at needs to know who is met and what lies there: 'models:\n{encounter: ..., "
                      "loot: ...}' is missing.", self.text("check", "part.yaml"))
        for command in ("check", "report"):
            self.assertEqual(self.json(command, "part.yaml")["missing"], ["encounter", "loot"])
        self.write("part.yaml", ruleset(GAME))
        self.assertNotIn("missing", self.json("check", "part.yaml", "--runs", "2"))

    def test_a_target_of_a_missing_system_is_an_error_of_the_ruleset(self):
        text = ruleset({"combat"}) + "targets:\n  wins: {metric: run_win_rate, at_least: 0.1}\n" \
            "  fight: {metric: win_chance, of: player, against: orc, at_least: 0.1}\n"
        self.write("part.yaml", text)
        for command in ("check", "rules validate"):
            self.refused(3, "part.yaml:9:18: error: 'run_win_rate' needs to know who is met, what lies there and how "
                         "maps are made: 'models: {encounter: ..., loot: ..., map: ...}' is missing\n"
                         "    9 |   wins: {metric: run_win_rate, at_least: 0.1}\n"
                         "      |                  ^~~~~~~~~~~~\npart.yaml: 1 error\n", *command.split(), "part.yaml")
        self.write("part.yaml", text.replace("  wins: {metric: run_win_rate, at_least: 0.1}\n", ""))
        self.assertIn("1 of 1 targets hold", self.text("check", "part.yaml"))

    def test_the_sentence_points_at_the_models(self):
        self.write("part.yaml", ruleset({"combat"}))
        self.refused(3, "part.yaml:2:1: error: 'wyrm curve' needs to know who is met, what lies there and how maps are "
                     "made: 'models: {encounter: ..., loot: ..., map: ...}' is missing\n"
                     "    2 | models: {combat: accuracy}\n      | ^~~~~~\n", "curve", "part.yaml")

    def test_a_player_is_needed_only_where_one_plays(self):
        self.write("part.yaml", "name: part\nmodels: {combat: subtract}\nmonsters: {orc: {hp: 9, power: 3}}\n")
        self.assertEqual(self.json("duel", "part.yaml", "orc", "orc")["p_win"], 1)
        self.refused(3, "wyrm duel: 'player' is nobody: 'player: {...}' is missing in the ruleset\n", "duel",
                     "part.yaml", "player", "orc")
        self.assertIn("and who plays: ", self.run_wyrm("sim", "part.yaml").err.replace("made and", "and"))

    def test_two_that_cannot_be_played_are_compared_by_what_is_exact(self):
        self.write("part.yaml", ruleset({"combat"}))
        self.write("other.yaml", ruleset({"combat"}).replace("hp: 10", "hp: 20"))
        answer = self.run_wyrm("compare", "part.yaml", "other.yaml")
        self.assertEqual(answer.code, 0)
        self.assertIn("a game, which is not played, needs to know who is met", answer.err)
        self.assertIn("fights to the death", answer.out)


if __name__ == "__main__":
    main()
