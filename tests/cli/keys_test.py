"""Every key of every JSON answer is named by the man page of its command, and no page names one that there
is not."""
import json
import pathlib
import re
import shutil

from loot_floors_test import VAULTED
from wyrm_case import WyrmCase, main

GAME = pathlib.Path(__file__).resolve().parents[1] / "golden" / "games" / "tutorial.replay"
COINS = pathlib.Path(__file__).resolve().parents[1] / "external" / "game.py"
SETTING = "coin.bias=0.6"
PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs"

WITHOUT = {"wyrm-play.1", "wyrm-completion.1"}  # what they print is no JSON

# A fight of each ruleset that ships.
FIGHTS = {"ruggrogue": ("player@6,weapon=5", "monster@6"), "yarl": ("player@3,weapon=shortsword", "orc"),
          "tutorial": ("player@3", "orc"), "tutorial-before": ("player@3", "orc"),
          "bob-and-trev": ("player@2", "dust_bunny")}

# Members whose own keys are names of the ruleset, depths or numbers, not words of the answer.
OF_DATA = {"stats", "hordes", "kinds", "by_band", "statuses", "roles", "categories", "pity", "drought",
           "first", "quantiles", "pity_per_room", "shares", "player", "monster", "metrics"}
# A ruleset itself, and the gear of one, whose names are its own.
OF_RULESETS = {"rules", "weapon_attack", "armor_defense"}

# Pages that a page refers to for some of its keys.
ALSO = {"results": ["sim"], "report": ["check", "compare", "engine"], "engine": ["check", "compare", "report"]}

GUARDED = """name: guarded
models: {combat: subtract, encounter: hordes, map: rooms}
player: {hp: 9}
monsters: {ogre: {hp: 4}}
map: {width: 60, height: 40}
encounter:
  last_depth: 2
  per: room
  depths: [{groups: 1}]
  hordes: {ogre: {}, gate: {leader: ogre, guards: exit}}
"""


def answers():
    """Every form of answer: the page that documents it, what to type."""
    for ruleset, (one, other) in FIGHTS.items():
        yield "hit", ["hit", ruleset, one, other, "--explain"]
        yield "duel", ["duel", ruleset, one, other]
        yield "curve", ["curve", ruleset, "--runs", "10"]
        yield "loot", ["loot", ruleset, "--runs", "10"]
        yield "sim", ["sim", ruleset, "--bot", "brawler", "--runs", "10", "-o", f"{ruleset}.db"]
        yield "results", ["results", f"{ruleset}.db"]
        yield "sim", ["sim", ruleset, "--arena", f"{one} vs {other} x2", "--runs", "5"]
        yield "rules", ["rules", "show", ruleset]
    # The key of a curve is a member of its own: one is taken that the page names anyway.
    yield "hit", ["hit", "ruggrogue", "player", "monster", "--curve", "attacker.attack=0..2"]
    yield "hit", ["hit", "srd", "troll", "player"]
    yield "duel", ["duel", "srd", "player", "troll"]
    yield "duel", ["duel", "brogue", "player", "goblin"]
    for ruleset in ("ruggrogue", "yarl", "tutorial"):
        yield "check", ["check", ruleset, "--runs", "5"]
    yield "check", ["check", "fights.yaml"]
    yield "check", ["check", "endless.yaml"]
    yield "hit", ["hit", "2d6 explode", "--against", "7"]
    yield "duel", ["duel", "yarl", "player"]
    yield "duel", ["duel", "raging.yaml", "player", "orc"]
    yield "duel", ["duel", "yarl", "player", "orc", "--distance", "4"]
    yield "duel", ["duel", "yarl", "player", "orc", "--curve", "hp=10..12"]
    yield "duel", ["duel", "ruggrogue", "--matrix", "player", "monster", "--levels", "1..2"]
    yield "curve", ["curve", "ruggrogue", "--tracker", "4"]
    yield "loot", ["loot", "brogue"]
    yield "loot", ["loot", "deep.yaml", "--runs", "20"]
    yield "loot", ["loot", "vaulted.yaml"]
    yield "curve", ["curve", "vaulted.yaml", "--floors"]
    yield "curve", ["curve", "guarded.yaml", "--floors"]
    yield "loot", ["loot", "bazaar.yaml", "--gold"]
    yield "loot", ["loot", "bazaar.yaml", "--shops"]
    yield "loot", ["loot", "bazaar.yaml", "--drops"]
    yield "loot", ["loot", "brogue", "--item", "potion_of_detect_magic", "--depth", "3"]
    yield "loot", ["loot", "brogue", "--item", "weapon", "--depth", "2"]
    yield "etp", ["etp", "yarl", "--runs", "5", "--verbose"]
    yield "etp", ["etp", "yarl", "--rooms"]
    yield "sim", ["sim", "tutorial", "--runs", "3", "-o", "played.db"]
    yield "replay", ["replay", "played.db", "--run", "1", "--check", "--last", "9"]
    yield "replay", ["replay", str(GAME), "--with", "tutorial-before"]
    yield "rules", ["rules", "list"]
    yield "rules", ["rules", "show", "ruggrogue", "--levels", "1..2"]
    yield "rules", ["rules", "show", "srd", "--levels", "1..2"]
    yield "rules", ["rules", "new", "begun", "--template", "d20"]
    yield "rules", ["rules", "validate", "begun.yaml", "missing.yaml"]
    yield "rules", ["rules", "guide"]
    yield "rules", ["rules", "import", "beasts.csv", "--into", "monsters"]
    yield "rules", ["rules", "export", "tutorial", "--format", "csv", "-o", "tables"]
    yield "compare", ["compare", "tutorial-before", "tutorial", "--all", "--runs", "20"]
    yield "compare", ["compare", "ruggrogue", "yarl", "--runs", "8"]
    yield "compare", ["compare", "tutorial", "yarl", "--sim", "--runs", "6"]
    yield "sim", ["sim", "tutorial", "--bot", "ladder", "--runs", "3"]
    yield "compare", ["compare", "tutorial", "yarl", "--bot", "diver,brawler", "--runs", "5"]
    yield "tune", ["tune", "tutorial", "hp_left(player@3, troll)=60..70 %", "--keys", "monsters.troll.hp=25..35",
                   "--effort", "low"]
    yield "tune", ["tune", "tutorial", "hp_left(player@3, troll)=99..100 %", "--keys", "monsters.troll.hp"]
    yield "solve", ["solve", "yarl", "monsters.orc.hp", "win_chance(player@3, orc)=60 %", "--to", "60"]
    yield "worth", ["worth", "tutorial", "--only", "monsters,fights", "--bot", "idle", "--effort", "20"]
    yield "sense", ["sense", "yarl", "player", "monsters.orc", "--metric", "win_chance(player@3, orc)"]
    yield "sense", ["sense", "tutorial", "player.hp", "monsters.orc.power", "--metric", "run_hazard(1..3)", "--effort",
                    "100", "--by", "50 %"]
    yield "sweep", ["sweep", "yarl", "--over", "monsters.orc.hp=20,30", "--metric", "win_chance(player@3, orc)"]
    yield "fixtures", ["fixtures", "tutorial"]
    yield "fixtures", ["fixtures", "ruggrogue"]
    for kind in LOGS:
        yield "verify", ["verify", "tutorial", "--log", f"{kind}.csv"]
    yield "report", ["report", "tutorial", "--compare", "tutorial-before", "--runs", "4"]
    yield from answers_of_games()


def answers_of_games():
    """The same about a game of one's own."""
    game = ["coins.yaml", "--allow-run"]
    yield "engine", ["engine", "show", *game]
    yield "engine", ["engine", "try", *game]
    yield "engine", ["engine", "new", "other.yaml", "--", "python3", "game.py"]
    yield "engine", ["sim", *game, "--runs", "30", "-o", "coins.db"]
    yield "engine", ["results", "coins.db"]
    yield "engine", ["sim", *game, "--runs", "30", "--agent", "greedy", "-o", "greedy.db"]
    yield "results", ["results", "import", "people.csv", "-o", "people.db", "--bad", "0.5"]
    yield "results", ["results", "fit", "people.db", "coins.db", "greedy.db"]
    yield "engine", ["check", *game, "--runs", "30"]
    yield "engine", ["compare", *game, "--runs", "30", "--set", SETTING]
    yield "engine", ["report", *game, "--runs", "20"]


# What a game did, for `wyrm verify`: two matchups, and each kind with something that cannot be but on floors.
LOGS = {"hits": "attacker,defender,damage\nplayer,orc,4\nplayer,troll,2\nplayer,orc,7\n",
        "fights": "attacker,defender,outcome,turns\nplayer,orc,won,5\nplayer,orc,lost,2\nplayer,troll,won,15\n",
        "floors": "depth,orc,troll\n1,10,2\n1,12,0\n"}

# Words in bold that are no keys: commands, and kinds of pictures and scales that this report may lack.
NO_KEYS = {"list", "show", "new", "validate", "import", "export", "lines", "steps", "stacked", "columns",
           "dots", "ranges", "scatter", "heat", "share", "linear", "logarithmic",
           "designed_from",  # a key of games only whose rules were changed on the way
           "not_looked_for", "stopped"}  # only where games are too much work, or somebody stops it

# A floor of 2 to the 30th outcomes, which are drawn; and one with gold and a shop.
DEEP = """name: deep
models: {loot: script}
items: {potion: {}}
loot:
  last_depth: 3
  script: |
    function items(depth)
        local x = 0
        for i = 0, 29 do x = x + pick{0, 2 ^ i} end
        return {potion = x % 2}
    end
"""
BAZAAR = """name: bazaar
items: {potion: {}}
gold: {floors: [{heaps: 1d3, least: 10, most: 20}]}
shops: {general: {depths: [2, 4], stock: 1, offers: {potion: {price: 2d10+10, always: true}}}}
monsters: {rat: {}}
drops: {rat: [{gold: 1d3}, {chance: 0.5, items: {potion: 1}}]}
"""


def keys_of(value, found, data=False):
    """Every key of the words of an answer, at any depth."""
    if isinstance(value, list):
        for member in value:
            keys_of(member, found)
    elif isinstance(value, dict):
        for key, member in value.items():
            if not data and (key == "rules" or key not in OF_RULESETS):
                found.add(key)
            if key not in OF_RULESETS:
                keys_of(member, found, not data and key in OF_DATA)


def section(command):
    """What a page and those that it refers to say about JSON."""
    text = ""
    for page in [command, *ALSO.get(command, [])]:
        lines = (PAGES / f"wyrm-{page}.1.scd").read_text(encoding="utf-8")
        text += re.split(r"\n# .*JSON\n", lines)[1].partition("\n# ")[0] + "\n"
    return text


# Nobody wins, so that no figure is there, but why.
ENDLESS = """name: endless
models: {combat: subtract}
player: {hp: 9, power: 1, defense: 5}
monsters: {rat: {hp: 3, power: 1, defense: 5}}
targets: {left: {metric: hp_left, of: player, against: rat, at_least: 0.5}}
"""


# Too much to follow: played.
RAGING = """name: raging
models: {combat: script}
combat:
  counters: {rage: {most: 10}, guard: {most: 10}}
  script: |
    function attack(a, d)
      if not chance(0.6 - d.guard / 40) then return {damage = 0, own = {rage = 1, guard = 1}} end
      return {damage = roll("2d6") + a.rage // 2, own = {rage = -2}, effects = {guard = -1, rage = 1}}
    end
player: {hp: 20d6}
monsters: {orc: {hp: 20d6}}
"""


class Keys(WyrmCase):
    def test_every_key_of_an_answer_is_on_the_page_and_the_other_way_round(self):
        wyrm = (PAGES / "wyrm.1.scd").read_text(encoding="utf-8").partition("*--json*")[2]
        shared = set(re.findall(r"\w+", wyrm.partition("\n\n")[0]))
        found = {}
        for kind, log in LOGS.items():
            self.write(f"{kind}.csv", log)
        self.write("beasts.csv", "name,hp\nrat,4\nbat,few\n")
        self.write("fights.yaml", "name: fights\nmodels: {combat: subtract}\nplayer: {hp: 9}\n")
        self.write("endless.yaml", ENDLESS)
        self.write("raging.yaml", RAGING)
        self.write("deep.yaml", DEEP)
        self.write("bazaar.yaml", BAZAAR)
        self.write("vaulted.yaml", VAULTED)
        self.write("guarded.yaml", GUARDED)
        shutil.copy(COINS, self.folder)
        self.write("people.csv", "outcome,stage\n" + "lost,1\nlost,2\nwon,3\n" * 9 + "lost,some\n")
        self.write("coins.yaml", "engine: {command: [python3, game.py]}\n"
                                 "targets: {half: {metric: win_rate, at_most: 0.5}}\n")
        for page, words in answers():
            at = words.index("--") if "--" in words else len(words)
            answer = json.loads(self.run_wyrm(*words[:at], "--json", *words[at:]).out)
            keys = set()
            keys_of(answer, keys)
            found.setdefault(page, set()).update(keys)
            text = section(page)
            for key in sorted(keys - shared):
                self.assertRegex(text, rf"(?<!\w){re.escape(key)}(?!\w)", f"{key} of wyrm {' '.join(words)}")
        self.assertEqual(sorted(found), sorted(page.stem[5:-2] for page in PAGES.glob("wyrm-*.1.scd")
                                               if page.stem not in WITHOUT))
        for page, keys in found.items():
            for also in ALSO.get(page, []):
                keys |= found[also]
            named = set(re.findall(r"(?<![-\w*])\*([a-z][a-z_]*)\*(?!\w)", section(page)))
            self.assertGreater(len(named & keys), 2, page)
            self.assertEqual(named - keys - shared - NO_KEYS - OF_RULESETS, set(), page)


if __name__ == "__main__":
    main()
