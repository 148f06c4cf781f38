"""The JSON Schema as an editor uses it: a validator that is not ours accepts what the program accepts, and
rejects what is wrong in shape."""
import copy
import json
import os
import random
import unittest

import jsonschema
import yaml

from wyrm_case import EVERY, WyrmCase

RULESETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "rulesets")
SHIPPED = ["ruggrogue", "yarl", "tutorial", "tutorial-before", "bob-and-trev"]
FIGHTS = ["brogue", "shattered", "srd"]  # whose stats are their own
SIZE_MAX = 100_000
STRUCTURE_MAX = 63_000  # without what it tells people

# A change of a shipped ruleset that makes it wrong, in a way that can be seen in the file alone.
WRONG = [
    ("tutorial", "an unknown section", lambda r: r.update(monstres={})),
    ("tutorial", "an unknown key of a section", lambda r: r["game"].update(signt=5)),
    ("tutorial", "an unknown key of a monster", lambda r: r["monsters"]["orc"].update(hpp=5)),
    ("tutorial", "an unknown model", lambda r: r["models"].update(combat="substract")),
    ("tutorial", "a stat of another combat model", lambda r: r["monsters"]["orc"].update(momentum=1)),
    ("ruggrogue", "a key of another combat model", lambda r: r["combat"].update(armor_divisor=2)),
    ("yarl", "a key of another loot model", lambda r: r["loot"].update(levels_from=1)),
    ("tutorial", "a text for a number", lambda r: r["monsters"]["orc"].update(hp="many")),
    ("tutorial", "a part of a hit point", lambda r: r["monsters"]["orc"].update(hp=10.5)),
    ("tutorial", "fewer hit points than one", lambda r: r["monsters"]["orc"].update(hp=0)),
    ("tutorial", "a row of a table without a depth", lambda r: r["monsters"]["orc"].update(weight=[[5]])),
    ("tutorial", "no name", lambda r: r.pop("name")),
    ("tutorial", "a name with a blank", lambda r: r.update(name="my game")),
    ("tutorial", "nothing where a value stands", lambda r: r["monsters"]["orc"].update(hp=None)),
    ("tutorial", "a monster that is a list", lambda r: r["monsters"].update(orc=[1, 2])),
    ("tutorial", "a target without a metric", lambda r: next(iter(r["targets"].values())).pop("metric")),
    ("bob-and-trev", "no choice of the growth", lambda r: r["models"].pop("growth")),
    ("tutorial", "a section that follows no model", lambda r: r["models"].pop("map")),
    ("tutorial", "weights of monsters that nobody meets", lambda r: (r["models"].pop("encounter"), r.pop("encounter"))),
]


def places(value, path=()):
    """The path of every value that stands in a map of a ruleset."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield path + (key,)
            yield from places(inner, path + (key,))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, path + (index,))


def change(ruleset, rng):
    """Makes one change; what it did."""
    path = rng.choice([path for path in places(ruleset) if len(path) > 1])
    parent = ruleset
    for key in path[:-1]:
        parent = parent[key]
    what = rng.choice(["remove", "rename", "text", "number", "negative", "list", "null"])
    old = parent.pop(path[-1])
    if what == "rename":
        parent[path[-1] + "x"] = old
    elif what != "remove":
        parent[path[-1]] = {"text": "words", "number": 3, "negative": -7.5, "list": [[]], "null": None}[what]
    return what, path


def without_descriptions(schema):
    if isinstance(schema, list):
        return [without_descriptions(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: without_descriptions(part)
        for key, part in schema.items()
        if key != "description" or not isinstance(part, str)
    }


class Schema(WyrmCase):
    def setUp(self):
        super().setUp()
        text = self.text("rules", "schema")
        self.size = len(text.encode())
        schema = json.loads(text)
        self.structure = len(json.dumps(without_descriptions(schema), separators=(",", ":")))
        jsonschema.Draft202012Validator.check_schema(schema)
        self.validator = jsonschema.Draft202012Validator(schema)
        self.rulesets = {}
        for name in SHIPPED + FIGHTS:
            with open(os.path.join(RULESETS, name + ".yaml"), encoding="utf-8") as file:
                self.rulesets[name] = yaml.safe_load(file)

    def accepts(self, ruleset):
        return self.validator.is_valid(ruleset)

    def program_accepts(self, ruleset):
        path = self.write("changed.yaml", yaml.safe_dump(ruleset, sort_keys=False, allow_unicode=True))
        return self.run_wyrm("rules", "validate", path).code == 0

    def test_it_grows_with_the_sum_of_the_models(self):
        self.assertLess(self.size, SIZE_MAX)
        self.assertLess(self.structure, STRUCTURE_MAX)

    def test_every_shipped_ruleset_is_accepted(self):
        for name, ruleset in self.rulesets.items():
            with self.subTest(name):
                self.assertEqual([error.message for error in self.validator.iter_errors(ruleset)], [])

    def test_whole_rulesets_are_accepted_and_variants_may_leave_out_and_remove(self):
        whole = yaml.safe_load(self.text("rules", "show", "tutorial"))
        self.assertTrue(self.accepts(whole))
        self.assertTrue(self.accepts({"extends": "tutorial", "name": "v", "monsters": {"orc": None}}))
        self.assertTrue(self.accepts({"extends": "tutorial", "name": "v", "monsters": {"orc": {"hp": 12}}}))
        misspelled = {"extends": "tutorial", "name": "v", "monsters": {"orc": {"hpp": 1}}}
        self.assertFalse(self.accepts({**misspelled, "models": {"combat": "subtract"}}))
        self.assertTrue(self.accepts(misspelled), "what it extends may declare such a stat")
        self.assertFalse(self.accepts({"models": {"combat": "ratio"}}))

    def test_only_what_is_asked_about_must_be_there(self):
        fights = {"name": "v", "models": {"combat": "subtract"}, "monsters": {"orc": {"hp": 9, "power": 3}}}
        self.assertTrue(self.accepts(fights))
        self.assertTrue(self.program_accepts(fights))
        self.assertTrue(self.accepts({"name": "v"}))

    def test_what_is_wrong_in_shape_is_rejected(self):
        for name, what, make in WRONG:
            with self.subTest(ruleset=name, wrong=what):
                ruleset = copy.deepcopy(self.rulesets[name])
                make(ruleset)
                self.assertFalse(self.accepts(ruleset))
                self.assertFalse(self.program_accepts(ruleset))

    def test_of_random_changes_it_rejects_none_that_the_program_accepts(self):
        rng = random.Random(7)
        seen, missed = 0, []
        for number in range(80 if EVERY else 30):
            name = rng.choice(SHIPPED)
            ruleset = copy.deepcopy(self.rulesets[name])
            what, path = change(ruleset, rng)
            accepted = self.program_accepts(ruleset)
            if not self.accepts(ruleset):
                seen += 1
                self.assertFalse(accepted, (number, name, what, path))
            elif not accepted:
                missed.append((number, name, what, path))
        self.assertGreater(seen, 3 * len(missed), missed)  # those: what only the whole can tell


if __name__ == "__main__":
    unittest.main()
