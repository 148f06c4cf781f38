#!/usr/bin/env python3
"""The number of the engine (WYRM_ENGINE_VERSION in include/wyrm/game.h) stands for what a seed gives.

  engine_test.py PROGRAM DIGESTS [--write]

A few runs of every shipped ruleset, and of one that has what those have not, are played by two bots; everything
that is told of them has a digest in the file DIGESTS, which begins with the number of the engine. Where a run has
changed and the number has not, files of runs that do not belong together would be added up: that fails, and
--write refuses to write it. A ruleset that says something else may give something else.
"""
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

HEADER = "include/wyrm/game.h"
RUNS = "12"
BOTS = "explorer", "tactician"
FIGHTS = "brogue", "shattered", "srd"  # no games yet
OTHER = """
name: other
extends: yarl
inherit: [targets]
game:
  asleep: 1/3
  regeneration: 100
  hunger: {most: 900, start: 300, stages: [{name: well, from: 101}, {name: hungry, from: 0, regenerates: false}]}
monsters:
  archer: {glyph: a, etp: 20, hp: 9, damage: [1, 4], reach: 5, regeneration: 0.5, weight: [[200, 1]]}
"""


def run(program, folder, *arguments):
    return subprocess.run([program, *arguments], cwd=folder, check=True, capture_output=True).stdout


def digest_of(path):
    """The number of the engine, the hash of the ruleset, and the digest of all that a file tells of its runs."""
    database = sqlite3.connect(path)
    meta = dict(database.execute("SELECT key, value FROM meta"))
    names = sorted((key, value) for key, value in meta.items() if key.startswith(("item ", "monster ")))
    # Its first four lists, from which all that is kept of last fights follows.
    rows = [(run, json.dumps(json.loads(record)[:4], separators=(",", ":")))
            for run, record in database.execute("SELECT run, record FROM run ORDER BY run")]
    database.close()
    return int(meta["engine"]), meta["hash"], hashlib.sha256(json.dumps([names, rows]).encode()).hexdigest()[:16]


def play(program):
    """The number of the engine, and {(ruleset, bot): (hash, digest)}."""
    engine, found = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "other.yaml"), "w", encoding="utf-8") as file:
            file.write(OTHER)
        shipped = [line["name"] for line in json.loads(run(program, folder, "rules", "list", "--json"))["rulesets"]]
        for ruleset in [name for name in shipped if name not in FIGHTS] + ["other.yaml"]:
            for bot in BOTS:
                path = os.path.join(folder, f"{os.path.basename(ruleset)}-{bot}.db")
                run(program, folder, "sim", ruleset, "--bot", bot, "--runs", RUNS, "--seed", "1", "-o", path)
                engine, *found[ruleset, bot] = digest_of(path)
    return engine, found


def read(path):
    with open(path, encoding="utf-8") as file:
        first, *lines = file.read().splitlines()
    rows = [line.split() for line in lines]
    return int(first.split()[1]), {(ruleset, bot): [rules, digest] for ruleset, bot, rules, digest in rows}


def main():
    program, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    write = sys.argv[3:] == ["--write"]
    engine, found = play(program)
    kept, digests = read(path) if os.path.exists(path) else (0, {})
    same_rules = [key for key in found if key in digests and digests[key][0] == found[key][0]]
    changed = [key for key in same_rules if digests[key] != found[key]]
    for ruleset, bot in changed if engine == kept else []:
        print(f"engine_test: runs of the {bot} in {ruleset} are others than those of engine {engine}", file=sys.stderr)
    if engine == kept and changed:
        sys.exit(f"raise WYRM_ENGINE_VERSION in {HEADER}, build, and run `make engine` to write the new digests")
    if write:
        with open(path, "w", encoding="utf-8") as file:
            print(f"engine {engine}", *(" ".join([*key, *value]) for key, value in found.items()), sep="\n", file=file)
    elif (engine, found) != (kept, digests):
        sys.exit(f"{path} is of engine {kept} or of other rulesets: run `make engine` to write the digests of "
                 f"engine {engine}")


main()
