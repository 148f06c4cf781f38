"""Every state that the game can be in, and the keys that lead there."""
import os

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "golden", "games")
ESCAPE, ENTER = "\x1b", "\r"

RULESET = """name: mine
extends: tutorial
player: {hp: %d, defense: %d}
growth: {experience: {base: 20, per_level: 10}}
game: {kit: [healing_potion, fireball_scroll]}
"""

MINE = ("play", "mine.yaml", "--seed", "3")
FRAIL = ("play", "frail.yaml", "--seed", "3")
WATCHED = ("replay", os.path.join(GAMES, "tutorial.replay"))
DUNGEON = (None, "HP ")
MET = [DUNGEON, ("o", "In view")]

# The name of a state: what is started, and pairs of keys and what the screen then shows. Those of `mine` are of a
# game with a file of its own.
STATES = {
    "title": (("play",), [(None, "New game")]),
    "rules": (("play",), [(None, "New game"), ("n", "which rules?")]),
    "seed": (("play",), [(None, "New game"), ("n", "which rules?"), (ENTER, "Keep it, or type another")]),
    "path": (("play",), [(None, "New game"), ("n", "which rules?"), ("/", "The path of its file")]),
    "scores": (("play",), [(None, "New game"), ("s", "Nobody has been here")]),
    "dungeon": (MINE, [DUNGEON]),
    "met": (MINE, MET),
    "autopilot": (MINE, [DUNGEON, (".", "turn 2"), ("o", "turn")]),
    "help": (MINE, [DUNGEON, ("?", "In the dungeon")]),
    "look": (MINE, MET + [("x", "Tab: next")]),
    "travel": (MINE, [DUNGEON, ("_", "to the stairs")]),
    "pack": (MINE, [DUNGEON, ("i", "What you carry")]),
    "item": (MINE, [DUNGEON, ("i", "What you carry"), ("b", "use it")]),
    "pick": (MINE, [DUNGEON, ("d", "letter or Enter: this one")]),
    "target": (MINE, MET + [("a", "letter or Enter"), ("b", "Where to?")]),
    "sure": (MINE, MET + [("a", "letter or Enter"), ("b", "Where to?"), (ENTER, "Do it all the same?")]),
    "level": (MINE, MET + [("a", "letter or Enter"), ("b", "Where to?"), (ENTER, "Do it all the same?"),
                           ("y", "A new level")]),
    "map": (MINE, [DUNGEON, ("m", "The map of depth 1")]),
    "messages": (MINE, [DUNGEON, ("p", "Messages, by turn")]),
    "sheet": (MINE, [DUNGEON, ("c", "Who you are")]),
    "menu": (MINE, [DUNGEON, (ESCAPE, "Save and leave")]),
    "question": (MINE, [DUNGEON, (ESCAPE, "Save and leave"), ("g", "Abandon this game?")]),
    "ending": (FRAIL, MET + [(".....", "You are dead")]),
    "watching": (WATCHED, [(None, "command ")]),
    "paused": (WATCHED, [(None, "command "), (" ", "paused")]),
    "watched look": (WATCHED, [(None, "command "), ("x", "Tab: next")]),
}


def prepare(folder):
    """The rulesets that the states need."""
    for name, numbers in (("mine", (300, 1)), ("frail", (1, 0))):
        with open(os.path.join(folder, name + ".yaml"), "w", encoding="utf-8") as file:
            file.write(RULESET.replace("name: mine", f"name: {name}") % numbers)


def begin(make, folder, name):
    """Starts a terminal by make(folder, *arguments) and leads it to a state."""
    arguments, steps = STATES[name]
    terminal = make(folder, *(os.path.join(folder, word) if word.endswith(".yaml") else word for word in arguments))
    for keys, shown in steps:
        if keys is not None:
            terminal.send(keys)
        terminal.wait(shown)
        if shown == "In view":
            terminal.settle()  # else the next key would only stop the walk
    return terminal
