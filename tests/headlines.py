#!/usr/bin/env python3
"""Which of two rulesets is harder, as `wyrm compare` says it and as runs have it that it does not see.

  headlines.py PROGRAM [RUNS]

Each change is played 2,000 times (RUNS) on the seeds of the rules it changes, and weighed here by itself: from the
differences of pairs, at 99 %. `compare` answers at its default, by runs of other seeds and as few as it takes; the two
must agree, but that `compare` may not yet know what these runs have as equal. docs/statistics.md has the table that
this prints.
"""
import json
import math
import os
import sqlite3
import subprocess
import sys
import tempfile

CHANGES = [
    ("ruggrogue", "no rations", "loot: {rations: 0}"),
    ("ruggrogue", "no potions", "items: {health_potion: {weight: 0}}"),
    ("ruggrogue", "one more monster a room", "encounter: {rooms: {most: [[2, 1], [3, 3], [4, 5]]}}"),
    ("ruggrogue", "half are asleep", "game: {asleep: 1/2}"),
    ("ruggrogue", "regeneration doubled", "game: {regeneration: 150}"),
    ("tutorial", "half as many potions", "items: {healing_potion: {weight: 18}}"),
    ("tutorial", "potions heal half", "items: {healing_potion: {effect: {kind: heal, amount: 20}}}"),
    ("tutorial", "equipment", "loot: {equipment: true}"),
    ("tutorial", "one more monster a room", "encounter: {rooms: {most: [[3, 1], [4, 4], [6, 6]]}}"),
    # What changes nothing is called neither harder nor easier.
    ("tutorial", "half of the orcs renamed", "monsters: {orc: {weight: 40}, ork: {glyph: o, hp: 20, power: 4, "
                                             "defense: 0, experience: 35, weight: 40}}"),
]
REFERENCE_SEED, WON = "1000", 0
SURE = 2.576  # 99 %
# What the margins of the gate are where a ruleset names none.
DEPTH_MARGIN, WIN_MARGIN = 0.03, 0.02


def runs_of(program, folder, ruleset, runs):
    """(end, depth) of every run."""
    path = os.path.join(folder, f"{os.path.basename(ruleset)}.db")
    if not os.path.exists(path):
        subprocess.run([program, "sim", ruleset, "--runs", str(runs), "--seed", REFERENCE_SEED, "-o", path],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with sqlite3.connect(path) as database:
        return database.execute('SELECT "end", depth FROM runs ORDER BY run').fetchall()


def mean(values):
    """And half of its interval."""
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
    return middle, SURE * spread / math.sqrt(len(values))


def weigh(before, after):
    """What the pairs say, in compare's words, and the change of depth with half of its interval."""
    depth = mean([b[1] - a[1] for a, b in zip(before, after)])
    won = mean([(b[0] == WON) - (a[0] == WON) for a, b in zip(before, after)])
    margins = DEPTH_MARGIN * sum(run[1] for run in before) / len(before), WIN_MARGIN
    up = any(value - half > 0 and value > margin for (value, half), margin in zip((depth, won), margins))
    down = any(value + half < 0 and -value > margin for (value, half), margin in zip((depth, won), margins))
    within = all(abs(value) + half < margin for (value, half), margin in zip((depth, won), margins))
    verdict = "mixed" if up and down else "easier" if up else "harder" if down else "equal" if within else "unknown"
    return verdict, depth


def main():
    program, runs, wrong = os.path.abspath(sys.argv[1]), int((sys.argv[2:] or ["2000"])[0]), 0
    print("| rules | change | 2,000 runs | depth | `compare` | depth | runs |", "|---" * 7 + "|", sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        for number, (base, what, text) in enumerate(CHANGES):
            path = os.path.join(folder, f"change{number}.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"name: changed\nextends: {base}\n{text}\n")
            wanted, (depth, half) = weigh(runs_of(program, folder, base, runs), runs_of(program, folder, path, runs))
            answer = json.loads(subprocess.run([program, "compare", base, path, "--json"], check=True,
                                               capture_output=True).stdout)
            row = next(row for row in answer["runs"]["metrics"] if row["metric"] == "final_depth")
            low, high = row["ci95"]
            print(f"| {base} | {what} | {wanted} | {depth:+.2f} ± {half:.2f} | {answer['verdict']} | "
                  f"{row['difference']:+.2f} ± {(high - low) / 2:.2f} | {answer['runs']['runs']} |", flush=True)
            wrong += answer["verdict"] not in (wanted, "unknown" if wanted == "equal" else wanted)
    sys.exit(f"{wrong} of {len(CHANGES)} headlines are not what the runs say" if wrong else 0)


main()
