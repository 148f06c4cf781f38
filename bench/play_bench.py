"""How fast whole games are played: runs and turns a second of one core, by shipped ruleset and bot, and what a
second thread brings, with and without a file of results.

play_bench.py WYRM [--base WYRM] [--scale X]

With --base both programs take turns, so that what else goes on on the machine slows both, and ratios are printed.
Times are those of the processor, the best of some rounds; of threads also those of the clock, which say something on
an idle machine alone.
"""
import argparse
import json
import os
import resource
import subprocess
import tempfile
import time

RUNS = {"ruggrogue": 200, "yarl": 30, "tutorial": 200, "tutorial-before": 150, "bob-and-trev": 100}
BOTS = ("explorer", "tactician")
ROUNDS = 3


def play(program, ruleset, bot, runs, threads=1, output=None):
    """Turns, seconds of the processor and of the clock."""
    command = [program, "sim", ruleset, "--bot", bot, "--runs", str(runs), "--threads", str(threads), "--json"]
    command += ["--output", output] if output else []
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    answer = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return answer["turns"]["mean"] * answer["runs"], used, ended - begun


def speed_of_each(programs, scale):
    print(f"{'ruleset':16} {'bot':10} {'runs/s':>7} {'turns/s':>9}" + "  of the base" * (len(programs) > 1))
    for ruleset, usual in RUNS.items():
        for bot in BOTS:
            runs = max(1, round(usual * scale))
            best = {program: (0.0, 0.0) for program in programs}
            for _ in range(ROUNDS):
                for program in programs:
                    turns, used, _ = play(program, ruleset, bot, runs)
                    best[program] = max(best[program], (turns / used, runs / used))
            turns, played = best[programs[0]]
            ratio = f"{turns / best[programs[-1]][0]:11.2f} x" if len(programs) > 1 else ""
            print(f"{ruleset:16} {bot:10} {played:7.0f} {turns:9.0f}{ratio}", flush=True)


def second_thread(program, scale):
    print(f"\n{'two threads':28} {'by the clock':>12} {'work of one':>12}")
    for ruleset in ("ruggrogue", "tutorial"):
        for keeps in (False, True):
            clock, work = {}, {}
            for _ in range(ROUNDS):
                for threads in (1, 2):
                    with tempfile.TemporaryDirectory() as folder:
                        output = os.path.join(folder, "runs.db") if keeps else None
                        _, used, passed = play(program, ruleset, "explorer", round(600 * scale), threads, output)
                    clock[threads] = min(passed, clock.get(threads, passed))
                    work[threads] = min(used, work.get(threads, used))
            name = ruleset + (", into a file" if keeps else "")
            print(f"{name:28} {clock[1] / clock[2]:10.2f} x {work[2] / work[1]:10.2f} x", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--base", help="an older build of wyrm")
    parser.add_argument("--scale", type=float, default=1.0, help="more or fewer runs")
    arguments = parser.parse_args()
    speed_of_each([arguments.program] + ([arguments.base] if arguments.base else []), arguments.scale)
    second_thread(arguments.program, arguments.scale)


if __name__ == "__main__":
    main()
