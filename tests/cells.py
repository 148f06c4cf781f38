#!/usr/bin/env python3
"""Which mechanics of eight known games can be said, and the test that shows each: one row a mechanic.

  cells.py          every cell names a test that there is; docs/other-games.md is what is made of them
  cells.py --write  writes docs/other-games.md (`make pages`)

A cell is (the ruleset that says it, the test). MISSING is a mechanic that a game has not, OPEN what is not exact
yet; what that lacks is said below the table.
"""
import ast
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "other-games.md"
GAMES = {"brogue": "Brogue CE", "angband": "Angband", "rogue": "Rogue", "nethack": "NetHack", "crawl": "Crawl",
         "shattered": "Shattered", "srd": "5e SRD", "qud": "Qud"}
MISSING, OPEN, UNWRITTEN = ".", "nearly", "open"

BLOWS = "tests/cli/script_games_test.py::Games.test_an_attack_is_what_every_outcome_comes_to"
WORN = "tests/cli/script_games_test.py::Games.test_worn_armor_and_weapons_count"
SEVERAL = "tests/cli/script_games_test.py::Games.test_several_blows_add_up"
CELLS = "tests/cli/cells_test.py::"
FIGHTS = "examples/fights/"


def everywhere(test, *without):
    """The same test for every game; its rules are those of tests/script."""
    return {game: MISSING if game in without else (f"tests/script/{game}.lua", test) for game in GAMES}


def of(rows, *without, **shipped):
    """A test a game, of its ruleset in examples/fights or a shipped one."""
    out = {game: (FIGHTS + f"{game}.yaml", CELLS + test) for game, test in rows.items()}
    out.update(shipped)
    out.update({game: MISSING for game in without})
    return {game: out[game] for game in GAMES}


ROWS = {
    "hit roll, creature against creature": {
        **everywhere(BLOWS), "qud": (FIGHTS + "qud.yaml", CELLS + "Criticals.test_qud")},
    "worn armor changes the chance to be hit": everywhere(WORN, "shattered"),
    "damage dice, weapon": everywhere(WORN),
    "damage dice, monster": everywhere(BLOWS),
    "critical hit, sneak attack, surprise": {
        **everywhere(BLOWS, "rogue"),
        "angband": (FIGHTS + "angband.yaml", CELLS + "Criticals.test_angband"),
        "nethack": (FIGHTS + "nethack.yaml", CELLS + "Criticals.test_nethack_asleep_and_fleeing"),
        "crawl": (FIGHTS + "crawl.yaml", CELLS + "Criticals.test_crawl_stabs"),
        "qud": (FIGHTS + "qud.yaml", CELLS + "Criticals.test_qud")},
    "armor takes off damage, at random or in part": everywhere(BLOWS, "brogue", "rogue", "srd"),
    "several blows a turn": everywhere(SEVERAL, "brogue", "shattered"),
    "effect on a hit (poison, drain, save)": of({
        "brogue": "Effects.test_brogue_poison", "angband": "Effects.test_angband_paralysis",
        "rogue": "Effects.test_rogue_venom_takes_strength", "nethack": "Effects.test_nethack_sleep",
        "crawl": "Effects.test_crawl_vampire_bat_heals_itself", "shattered": "Effects.test_shattered_poison",
        "srd": "Effects.test_srd_ghoul", "qud": "Effects.test_qud_bleeding"}),
    "speed, attack duration": of({
        "brogue": "Speeds.test_brogue_durations", "angband": "Speeds.test_angband_energy",
        "rogue": "Speeds.test_rogue_haste", "nethack": "Speeds.test_nethack_random_rounding",
        "crawl": "Speeds.test_crawl_delays", "shattered": "Speeds.test_shattered_attacks",
        "qud": "Speeds.test_qud_quickness"}, "srd"),
    "ranged attacks of monsters": of({game: f"Ranged.test_{game}" for game in GAMES if game != "qud"}, qud=OPEN),
    "damage types, resistances": of({
        "brogue": "Types.test_brogue", "angband": "Types.test_angband", "nethack": "Types.test_nethack",
        "crawl": "Types.test_crawl", "shattered": "Types.test_shattered", "qud": "Types.test_qud"}, "rogue",
        srd=("rulesets/srd.yaml", "tests/cli/foreign_test.py::Types.test_what_is_ignored_resisted_and_feared")),
    "level-up": of({
        "angband": "Levels.test_angband", "rogue": "Levels.test_rogue", "nethack": "Levels.test_nethack",
        "crawl": "Levels.test_crawl", "qud": "Levels.test_qud"},
        brogue=("rulesets/brogue.yaml", CELLS + "Levels.test_brogue_has_none"),
        shattered=("rulesets/shattered.yaml", CELLS + "Levels.test_shattered"),
        srd=("rulesets/srd.yaml", CELLS + "Levels.test_srd")),
}

HORDES = "tests/cli/hordes_test.py::"
LIES = "tests/cli/foreign_test.py::Figures.test_what_lies_on_the_floors_of_"
GOLD = "tests/cli/trade_test.py::Gold."
FLOORS = "examples/floors/"


def floors(missing=(), **cells):
    """Cells of what comes to floors, by game: those that are not given are not written down yet."""
    return {game: MISSING if game in missing else cells.get(game, UNWRITTEN) for game in GAMES}


THERE = "tests/cli/dungeons_test.py::"
COME = {game: (FLOORS + f"{game}.yaml", THERE + f"{name}.test_who_comes") for game, name in
        (("angband", "Angband"), ("rogue", "Rogue"), ("nethack", "NetHack"), ("crawl", "Crawl"))}
ALSO = "tests/cli/floors_cells_test.py::"
FOOD = (FLOORS + "rogue.yaml", ALSO + "Rogue.test_things_by_frequency_and_food_after_three_floors_without")
PAIRS = (FLOORS + "shattered.yaml", ALSO + "Shattered.test_pairs_and_guests")
PLACES = FLOORS + "nethack_places.yaml"
CRAWL, ANGBAND = FLOORS + "crawl_places.yaml", FLOORS + "angband_things.yaml"
PACKS = (FLOORS + "angband_groups.yaml", ALSO + "Angband.test_groups_and_uniques")
LEVELS = ALSO + "Enchanted.test_levels_of_what_is_found"
WHO = {"brogue": ("rulesets/brogue.yaml", HORDES + "Brogue.test_hordes_and_kinds_are_those_of_a_million_floors"),
       "shattered": ("rulesets/shattered.yaml", HORDES + "Others.test_shattered_deals_from_the_list_of_a_floor"),
       "srd": ("rulesets/srd.yaml", HORDES + "Others.test_rooms_of_the_srd_keep_to_their_budget")}
WHAT = {"brogue": ("rulesets/brogue.yaml", LIES + "brogue"),
        "shattered": ("rulesets/shattered.yaml", LIES + "shattered")}
FLOOR_ROWS = {
    "one spawn by depth range and frequency": floors(**WHO, **COME),
    "how many come to a floor": floors(**WHO, **COME),
    "hordes, packs": floors(("rogue",), brogue=WHO["brogue"], nethack=COME["nethack"], crawl=COME["crawl"],
                            shattered=PAIRS, angband=PACKS,
                            qud=(FLOORS + "qud.yaml", ALSO + "Qud.test_a_merchant_with_two_guards"),
                            srd=(FLOORS + "srd.yaml", ALSO + "Srd.test_groups_within_a_budget")),
    "out of depth": floors(("srd",), brogue=WHO["brogue"], angband=COME["angband"], rogue=COME["rogue"],
                           crawl=COME["crawl"], shattered=PAIRS,
                           nethack=(FLOORS + "nethack_ahead.yaml",
                                    ALSO + "NetHackAhead.test_who_comes_to_a_player_ahead_of_the_depth")),
    "item frequency": floors(**WHAT, rogue=FOOD, nethack=(FLOORS + "nethack.yaml", THERE + "NetHack.test_items"),
                             srd=(FLOORS + "srd.yaml", ALSO + "Srd.test_of_what_kind_things_are"),
                             crawl=(FLOORS + "crawl.yaml", ALSO + "Crawl.test_things"),
                             angband=(ANGBAND, ALSO + "AngbandThings.test_potions_and_swords"),
                             qud=(FLOORS + "qud.yaml", ALSO + "Qud.test_what_is_in_trash")),
    "guaranteed, metered, dealt items": floors(
        ("angband", "nethack", "srd"), **WHAT, rogue=FOOD, crawl=(CRAWL, ALSO + "CrawlPlaces.test_the_orb_and_knives"),
        qud=(FLOORS + "qud.yaml", ALSO + "Qud.test_the_relic_of_a_historic_site")),
    "gold": floors(
        ("srd", "qud"), shattered=OPEN, angband=(FLOORS + "angband.yaml", ALSO + "AngbandGold.test_gold"),
        crawl=(FLOORS + "crawl.yaml", ALSO + "Crawl.test_gold"),
        brogue=(FLOORS + "brogue.yaml", GOLD + "test_a_game_of_brogue_has_as_much_as_games_that_are_drawn_here"),
        rogue=(FLOORS + "rogue.yaml", GOLD + "test_rogue"),
        nethack=(FLOORS + "nethack.yaml", THERE + "NetHack.test_gold")),
    "enchant levels": floors(
        brogue=("rulesets/brogue.yaml", LEVELS), shattered=("rulesets/shattered.yaml", LEVELS),
        rogue=(FLOORS + "rogue.yaml", LEVELS), nethack=(FLOORS + "nethack.yaml", LEVELS),
        angband=(ANGBAND, ALSO + "AngbandThings.test_what_a_sword_adds"),
        crawl=(FLOORS + "crawl.yaml", ALSO + "Crawl.test_armour_is_enchanted_as_chain_mail_is"),
        srd=("tests/script/srd.lua", WORN)),
    "unique monsters and items": floors(
        ("srd",), angband=PACKS, crawl=(CRAWL, ALSO + "CrawlPlaces.test_uniques"),
        nethack=(PLACES, ALSO + "NetHackPlaces.test_the_oracle_is_on_one_of_five_floors"),
        brogue=(FLOORS + "brogue.yaml", ALSO + "Rogue.test_the_amulet_lies_on_the_last_floor"),
        rogue=(FLOORS + "rogue.yaml", ALSO + "Rogue.test_the_amulet_lies_on_the_last_floor"),
        shattered=(FLOORS + "shattered.yaml", ALSO + "Shattered.test_no_artifact_comes_twice_before_all_have")),
    "shops": floors(
        ("brogue", "rogue"), nethack=(PLACES, ALSO + "NetHackPlaces.test_shops"),
        angband=(ANGBAND, ALSO + "AngbandThings.test_what_is_always_sold"),
        crawl=(CRAWL, ALSO + "CrawlPlaces.test_shops"),
        srd=(FLOORS + "srd.yaml", ALSO + "Srd.test_what_is_sold"),
        shattered=(FLOORS + "shattered.yaml", ALSO + "Shattered.test_the_shop_of_the_sixth_floor")),
}

QUD = {
    "one spawn by depth range and frequency": (
        FLOORS + "qud_strata.yaml", ALSO + "QudDepths.test_who_comes_by_the_tier_of_a_zone"),
    "out of depth": (FLOORS + "qud_strata.yaml", ALSO + "QudDepths.test_who_comes_by_the_tier_of_a_zone"),
    "enchant levels": MISSING,
    "unique monsters and items": (FLOORS + "qud_places.yaml", ALSO + "QudDepths.test_each_troll_and_key_is_there_once"),
    "shops": (FLOORS + "qud_places.yaml", ALSO + "QudDepths.test_who_trades_in_a_village"),
}
for row, of_qud in QUD.items():
    FLOOR_ROWS[row]["qud"] = of_qud

HEAD = """# What of other games can be said

Mechanics of fights of eight well-known games. Each that a game has can be said exactly, and stands in the ruleset or
script that is linked; the test behind it holds that to a distribution or a fight that was worked out apart from the
library, by following every outcome. `.` is what a game does not have. Rules and figures are those of the games' public
sources; no code and no sentence of them is here.

Fights are one against one. Where a game lets the player act first in a turn, so do these; `--first opponent` asks the
other way round. How to say rules of your own: [your-rules.md](your-rules.md), [scripts.md](scripts.md).
"""


NEARLY = """
`nearly`: a shot in Caves of Qud goes astray by an angle that is drawn; whether that misses depends on the tiles that it
passes. What monsters shoot counts in games, runs and set fights; a duel is hand to hand, and says what it leaves out.
"""

FLOOR_HEAD = """## Who is there, and what lies there

Each that is linked is exact, or of runs with intervals where history makes it impossible. `open` can be said, or
nearly, but nobody has written it down with a test yet. `nearly`: the gold of Shattered is cards of the deck of things,
and [gold](ruleset-format.md#gold) draws each floor anew. The SRD does not say how much gold lies anywhere, and money
in Qud is water. Of long lists of monsters and things a file may have some rows only, of shops what is always there, and
says so; what comes in NetHack hangs on the level of the player, which the file takes to be the depth. Shops:
[the guide](ruleset-format.md#gold-and-shops).
"""

FLOOR_NOTES = """
Things in Qud have no levels of enchantment: some have mods, which have names and no numbers to be drawn. How many
creatures come to a zone there, none of the sources tells. How many heaps of gold there are in Shattered is exact
(`wyrm loot shattered --item some_gold`); what is in them all together is not.
"""


def tests_of(path):
    """Class.method of every test in a file of Python."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {f"{one.name}.{two.name}" for one in tree.body if isinstance(one, ast.ClassDef) for two in one.body
            if isinstance(two, ast.FunctionDef)}


def faults():
    known = {}
    for mechanic, cells in {**ROWS, **FLOOR_ROWS}.items():
        if set(cells) != set(GAMES):
            yield f"{mechanic}: a game is missing"
        for game, cell in cells.items():
            if cell in (MISSING, OPEN, UNWRITTEN):
                continue
            ruleset, test = cell
            path, name = test.split("::")
            if not (ROOT / ruleset).is_file():
                yield f"{mechanic}, {game}: there is no {ruleset}"
            if not (ROOT / path).is_file():
                yield f"{mechanic}, {game}: there is no {path}"
            elif name not in known.setdefault(path, tests_of(path)):
                yield f"{mechanic}, {game}: there is no {name} in {path}"


def table(rows):
    yield "| mechanic | " + " | ".join(GAMES.values()) + " |"
    yield "|---" * (len(GAMES) + 1) + "|"
    for mechanic, cells in rows.items():
        shown = [cell if isinstance(cell, str) else f"[{pathlib.Path(cell[0]).name}](../{cell[0]})"
                 for cell in cells.values()]
        yield f"| {mechanic} | " + " | ".join(shown) + " |"


def page():
    lines = [HEAD, *table(ROWS), NEARLY, FLOOR_HEAD, *table(FLOOR_ROWS), FLOOR_NOTES, "## The tests", ""]
    lines += ["| mechanic | of | test |", "|---|---|---|"]
    for mechanic, cells in {**ROWS, **FLOOR_ROWS}.items():
        tests = {}
        for game, cell in cells.items():
            if not isinstance(cell, str):
                tests.setdefault(cell[1], []).append(GAMES[game])
        for test, games in tests.items():
            path, name = test.split("::")
            lines.append(f"| {mechanic} | {', '.join(games)} | [{name}](../{path}) |")
    return "\n".join(lines) + "\n"


def main():
    wrong = list(faults())
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page():
        wrong.append("docs/other-games.md is not what is made of the cells (make pages)")
    for fault in wrong:
        print(fault)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
