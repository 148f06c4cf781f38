#!/usr/bin/env python3
"""Holds the source tree to its layers.

Reads the #include lines of src/ and include/wyrm/, and the symbols of the object files of a build, and
fails on
  - an arrow upwards: a folder that uses a folder of a layer above its own;
  - a circle between folders, between files, or between modules: a file x.c and its header x.h are one;
  - library code that prints, exits, reads the clock or the environment, keeps mutable data, or
    takes memory that no caller can replace;
  - a folder or public header that is not in the tables below.

  tools/layers.py [--root FOLDER] [--build FOLDER] [--graph]
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

# From the bottom up. Folders of one layer may use each other, as long as there is no circle.
LAYERS = [
    ["base"],
    ["ruleset"],
    ["script"],
    ["combat", "growth", "encounter", "loot"],
    ["dungeon"],
    ["design"],
    ["game"],
    ["bot"],
    ["protocol"],
    ["sim"],
    ["metrics"],
    ["text"],
    ["html"],
    ["term"],
    ["cli"],
]
RANK = {folder: rank for rank, folders in enumerate(LAYERS) for folder in folders}
PROGRAMS = {"cli", "term"}  # the others are the library

# The folder that a public header of include/wyrm/ belongs to.
PUBLIC = {
    "error.h": "base",
    "memory.h": "base",
    "amount.h": "base",
    "measure.h": "base",
    "pmf.h": "base",
    "rng.h": "base",
    "stats.h": "sim",
    "goodness.h": "sim",
    "file.h": "base",
    "streams.h": "ruleset",
    "schema.h": "ruleset",
    "ruleset.h": "ruleset",
    "change.h": "ruleset",
    "combat.h": "combat",
    "duel.h": "combat",
    "growth.h": "growth",
    "roster.h": "growth",
    "abilities.h": "growth",
    "bands.h": "encounter",
    "room_roles.h": "encounter",
    "threat.h": "encounter",
    "encounter.h": "encounter",
    "loot.h": "loot",
    "found.h": "loot",
    "drops.h": "loot",
    "trade.h": "loot",
    "pity.h": "loot",
    "effect.h": "loot",
    "dungeon.h": "dungeon",
    "effect_targets.h": "dungeon",
    "grid.h": "dungeon",
    "sight.h": "dungeon",
    "terrain.h": "dungeon",
    "paths.h": "dungeon",
    "design.h": "design",
    "spreadsheet.h": "design",
    "play_rules.h": "design",
    "game.h": "game",
    "observe.h": "game",
    "outlook.h": "game",
    "autopilot.h": "game",
    "game_text.h": "game",
    "replay.h": "game",
    "replay_pair.h": "game",
    "take_over.h": "game",
    "arena.h": "design",
    "bot.h": "bot",
    "external.h": "protocol",
    "external_import.h": "sim",
    "external_runs.h": "sim",
    "run.h": "sim",
    "sim.h": "sim",
    "looks.h": "sim",
    "pack.h": "sim",
    "part.h": "metrics",
    "results.h": "sim",
    "verify.h": "metrics",
    "gate.h": "metrics",
    "external_fit.h": "metrics",
    "external_gate.h": "metrics",
    "external_judge.h": "metrics",
    "descent.h": "sim",
    "loot_survey.h": "sim",
    "rooms.h": "sim",
    "floors.h": "sim",
    "threat_survey.h": "sim",
    "judge.h": "metrics",
    "threat_floor.h": "sim",
    "loot_advice.h": "metrics",
    "sense.h": "metrics",
    "solve.h": "metrics",
    "worth.h": "metrics",
    "hit_curve.h": "metrics",
    "sweep.h": "metrics",
    "tune.h": "metrics",
    "compare.h": "metrics",
    "threat_calibration.h": "metrics",
    "attrition.h": "metrics",
}

# What the library leaves to the programs.
FORBIDDEN = {
    "prints": "printf vprintf puts putchar perror __printf_chk __vprintf_chk stdout stderr",
    "exits": "exit _exit _Exit quick_exit abort",
    "reads the clock": "time clock clock_gettime gettimeofday timespec_get",
    "reads the environment": "getenv secure_getenv setlocale",
    "takes memory past base/arena.c": "malloc calloc realloc strdup strndup reallocarray aligned_alloc posix_memalign",
    "draws random numbers of its own": "rand srand random srandom rand_r drand48 arc4random getrandom",
}
FORBIDDEN = {name: what for what, names in FORBIDDEN.items() for name in names.split()}

# Where the caller's memory functions are kept, and malloc and its like are called in their place.
MEMORY = "src/base/arena.c"

# Where a process is forked that is no program of its own: it ends by itself.
KEEPER = ("src/protocol/process.c", "_exit")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')

# One use of a file by another. `how` is said to people: "includes base/text.h", "uses wyrm_fail".
Use = collections.namedtuple("Use", "user used place how")


def folder_of(path):
    """The folder of a file named relative to the root, or None for one that is not in the tables."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[:2] == ("include", "wyrm"):
        return PUBLIC.get(parts[-1])
    if parts[0] == "src" and len(parts) > 2:
        return parts[1] if parts[1] in RANK else None
    return None


def sources(root):
    """Every C file and header, relative to the root."""
    found = []
    for top in ("include/wyrm", "src"):
        for path in sorted((root / top).rglob("*.[ch]")):
            found.append(path.relative_to(root).as_posix())
    return found


def resolve(root, user, quote, name):
    """The file of the tree that an #include line means, or None for one from elsewhere."""
    if name.startswith("wyrm/"):
        return "include/" + name
    if quote == "<":
        return None
    for base in ((root / user).parent, root / "src"):
        path = base / name
        if path.exists():
            return path.resolve().relative_to(root).as_posix()
    return None


def includes(root, files):
    for user in files:
        text = (root / user).read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            used = resolve(root, user, *match.groups())
            if used and used != user:
                yield Use(user, used, f"{user}:{number}", f"includes {match.group(2)}")


def objects(root, build):
    """Object file by source file, of what is compiled out of src/, generated sources included."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    found = {}
    for command in commands:
        source = (pathlib.Path(command["directory"]) / command["file"]).resolve()
        for base in (build, root):
            if source.is_relative_to(base):
                name = source.relative_to(base).as_posix()
                break
        else:
            continue
        if name.startswith("src/"):
            found[name] = build / command["output"]
    return found


def symbols(paths):
    """{object file: [(name, class, section), ...]} of every symbol; class as in nm(1)."""
    for path in paths:
        if not path.exists():
            sys.exit(f"layers: {path} is missing: build first")
    found = {str(path): [] for path in paths}
    listing = subprocess.run(["nm", "--format=sysv", "--print-file-name", *found], check=True,
                             text=True, capture_output=True).stdout
    for line in listing.splitlines():
        fields = [field.strip() for field in line.split("|")]
        if len(fields) == 7:
            path, _, name = fields[0].rpartition(":")
            found[path].append((name, fields[2], fields[6]))
    return found


def mutable(section):
    return section.startswith((".data", ".bss", ".tdata", ".tbss", "*COM*")) and not (
        section.startswith(".data.rel.ro"))


def symbol_uses(by_source):
    """The uses between source files by symbol, and what breaks the rules of the house."""
    defined, wanted, broken = {}, [], []
    by_object = symbols(by_source.values())
    for source, path in sorted(by_source.items()):
        in_library = folder_of(source) not in PROGRAMS
        for name, kind, section in by_object[str(path)]:
            if kind == "U":
                wanted.append((source, name))
                if in_library and name in FORBIDDEN and source != MEMORY and (source, name) != KEEPER:
                    broken.append(f"{source}: the library {FORBIDDEN[name]}: {name}")
            else:
                if kind in "TDRBVWC":
                    defined[name] = source
                if in_library and mutable(section) and (source, name) != (MEMORY, "memory"):
                    broken.append(f"{source}: mutable data: {name}")
    uses = [Use(source, defined[name], source, f"uses {name}")
            for source, name in wanted if name in defined and defined[name] != source]
    return uses, broken


def reach(graph, start):
    """The nodes that can be reached from one, and for each the one before it on a shortest way."""
    before, queue = {}, collections.deque([start])
    while queue:
        node = queue.popleft()
        for other in sorted(graph.get(node, ())):
            if other not in before:
                before[other] = node
                queue.append(other)
    return before


def circles(graph):
    """Circles in {node: set of nodes} as [a, b, ..., a]: a shortest one of each knot."""
    knotted, found = set(), []
    for start in sorted(graph):
        before = reach(graph, start)
        if start not in before or start in knotted:
            continue
        way = [start, before[start]]
        while way[-1] != start:
            way.append(before[way[-1]])
        found.append(way[::-1])
        knotted.update(node for node in before if start in reach(graph, node))
    return found


def graph_of(uses, name):
    graph = collections.defaultdict(dict)
    for use in uses:
        user, used = name(use.user), name(use.used)
        if user and used and user != used:
            graph[user].setdefault(used, use)
    return graph


def circle_messages(what, uses, name):
    graph = graph_of(uses, name)
    for found in circles(graph):
        lines = [f"circle between {what}: " + " -> ".join(found)]
        for user, used in zip(found, found[1:]):
            use = graph[user][used]
            lines.append(f"    {use.place} {use.how} (of {use.used})")
        yield "\n".join(lines)


def module_of(path):
    """A file and its header by one name; a header of several files by its own. None for public headers."""
    if path.startswith("include/"):
        return None
    return path if path.endswith("/internal.h") else path.rpartition(".")[0]


def knots(uses):
    """Every circle between the modules of a folder, includes and symbols together."""
    within = collections.defaultdict(list)
    for use in uses:
        if folder_of(use.user) == folder_of(use.used):
            within[folder_of(use.user)].append(use)
    for folder in sorted(folder for folder in within if folder):
        yield from circle_messages("modules", within[folder], module_of)


def upward(uses):
    for use in uses:
        user, used = folder_of(use.user), folder_of(use.used)
        if user and used and RANK[used] > RANK[user]:
            yield f"arrow upwards: {use.place} {use.how}: {user} may not use {used}"
        if use.user.startswith("include/") and not use.used.startswith("include/"):
            yield f"public header {use.place} {use.how}, which is not installed"


def print_graph(uses):
    count = collections.Counter((folder_of(use.user), folder_of(use.used)) for use in uses)
    for folder in (folder for folders in LAYERS for folder in folders):
        used = sorted((RANK[to], to, n) for (frm, to), n in count.items()
                      if frm == folder and to and to != folder)
        if used:
            print(f"{folder:10} -> " + ", ".join(f"{to} ({n})" for _, to, n in used))


def main():
    parser = argparse.ArgumentParser(description="Holds the source tree to its layers.")
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parent.parent,
                        type=pathlib.Path, help="the source tree")
    parser.add_argument("--build", type=pathlib.Path,
                        help="a finished build of it: its symbols are checked, too")
    parser.add_argument("--graph", action="store_true",
                        help="print who uses whom, with the number of uses")
    options = parser.parse_args()
    root = options.root.resolve()

    files = sources(root)
    broken = [f"{name}: not in the tables of tools/layers.py"
              for name in files if folder_of(name) is None]
    by_include = list(includes(root, files))
    by_symbol = []
    if options.build:
        by_symbol, house = symbol_uses(objects(root, options.build.resolve()))
        broken += house
    uses = by_include + by_symbol
    broken += upward(uses)
    broken += circle_messages("folders", uses, folder_of)
    # A .c file is never included, so that includes and symbols are looked at apart, file by file; and together,
    # each file with its header.
    for arrows in (by_include, by_symbol):
        broken += circle_messages("files", arrows, lambda name: name)
    broken += knots(uses)
    if options.graph:
        print_graph(uses)
    for message in dict.fromkeys(broken):
        print("layers: " + message, file=sys.stderr)
    if not broken:
        print(f"layers: {len(files)} files, {len(by_include)} includes and {len(by_symbol)} symbols "
              "all point down")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
