"""Games of one's own on the command line: whether they may run, and what each command makes of them."""
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import time
import unittest

from wyrm_case import WyrmCase, main, some

COINS = pathlib.Path(__file__).resolve().parents[1] / "external" / "game.py"


class GameCase(WyrmCase):
    """A game of coins on three floors; its first argument is what it does wrong, at the run of the second."""

    def setUp(self):
        super().setUp()
        shutil.copy(COINS, self.folder)

    def game(self, *arguments, name="coins.yaml", more=""):
        words = ", ".join(json.dumps(word) for word in ["python3", "game.py", *arguments])
        self.write(name, f"name: coins\nengine:\n  command: [{words}]\n{more}")
        return name

    def allowed(self, command, *arguments):
        return self.text(command, *arguments, "--allow-run")

    def told(self, command, *arguments):
        return json.loads(self.allowed(command, *arguments, "--json"))

    def at_terminal(self, *arguments, say=b"", send=None, once=lambda: True):
        """What somebody at a terminal sees on stderr and in the output, and how it ends. A signal is sent once it is
        time for it."""
        primary, secondary = pty.openpty()
        process = self.start(*arguments, env={"TERM": "xterm"}, stdin=secondary, stderr=secondary,
                             stdout=subprocess.PIPE)
        os.close(secondary)
        os.write(primary, say)
        if send is not None:
            while not once() and process.poll() is None:
                time.sleep(0.05)
            process.send_signal(send)
        out = process.stdout.read().decode()
        process.stdout.close()
        code = process.wait()
        os.set_blocking(primary, False)
        seen = b""
        try:
            while part := os.read(primary, 65536):
                seen += part
        except OSError:
            pass
        os.close(primary)
        return code, seen.decode(), out


class MayRun(GameCase):
    def test_nobody_to_ask_and_no_word_is_a_refusal(self):
        self.game()
        for command in ["sim", "check", "engine show", "engine try", "compare", "replay"]:
            more = {"compare": ["--set", "floors=2"], "replay": ["--run", "1"]}.get(command, [])
            answer = self.refused_with(2,
                                       f"this starts a program, `python3 game.py` in {os.path.realpath(self.folder)}",
                                       *command.split(), "coins.yaml", *more)
            self.assertIn("--allow-run", answer.err)

    def test_a_program_that_was_not_allowed_was_not_started(self):
        self.write("sly.yaml", "name: sly\nengine: {command: [touch, here]}\n")
        self.run_wyrm("sim", "sly.yaml")
        self.at_terminal("sim", "sly.yaml", say=b"n\n")
        self.at_terminal("sim", "sly.yaml", say=b"\n")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "here")))

    def test_who_sits_at_a_terminal_is_shown_the_command_and_asked(self):
        self.game(more="  environment: {LD_X: a b}\n")
        code, seen, out = self.at_terminal("sim", "coins.yaml", "--runs", "5", say=b"y\n")
        self.assertEqual(code, 0)
        self.assertIn("LD_X='a b' python3 game.py", seen)
        self.assertIn("Run it? [y/N]", seen)
        self.assertIn("5 runs of coward", out)

    def test_no_is_the_answer_of_who_says_nothing(self):
        self.game()
        code, seen, out = self.at_terminal("sim", "coins.yaml", say=b"\n")
        self.assertEqual((code, out), (2, ""))
        self.assertIn("it was not run", seen)

    def test_a_command_cannot_steer_the_terminal_that_shows_it(self):
        self.game("\x1b[2J\u202egood")
        _, seen, _ = self.at_terminal("sim", "coins.yaml", say=b"n\n")
        self.assertNotIn("\x1b", seen)
        self.assertNotIn("\u202e", seen)
        self.assertIn("u001b", seen)

    def test_a_file_of_runs_and_a_baseline_lead_to_no_program(self):
        self.game()
        self.allowed("sim", "coins.yaml", "--runs", "20", "-o", "runs.db")
        self.run_wyrm("compare", "runs.db", "--baseline", "base.json")
        os.remove(os.path.join(self.folder, "game.py"))
        self.assertIn("20 runs of coward", self.text("results", "runs.db"))
        self.assertIn("No metric has changed", self.text("compare", "runs.db", "--gate", "base.json"))
        self.refused(2, "wyrm replay: a file of results starts no game; to have it show a run: wyrm replay coins.yaml "
                        "--run 3 --agent coward\n", "replay", "runs.db", "--run", "3", "--allow-run")


class Rules(GameCase):
    def test_commands_that_need_rules_say_so(self):
        self.game()
        for words in ["hit coins.yaml player orc", "duel coins.yaml player orc", "curve coins.yaml", "loot coins.yaml",
                      "etp coins.yaml", "play coins.yaml", "rules show coins.yaml"]:
            self.refused_with(2, "'coins.yaml' describes a game of your own, and this needs rules", *words.split())

    def test_options_are_of_rules_or_of_games(self):
        self.game()
        self.refused(2, "wyrm sim: --bot goes with rules, not with a game of your own, which has --agent and --set\n",
                     "sim", "coins.yaml", "--bot", "diver")
        self.refused(2, "wyrm sim: --agent goes only with a game of your own: a file with a section `engine`\n",
                     "sim", "tutorial", "--agent", "greedy")

    def test_a_file_is_validated_without_its_game(self):
        self.write("other.yaml", "name: other\nengine: {command: [no-such-program]}\n")
        self.assertRegex(self.text("rules", "validate", "other.yaml"), r"^other.yaml: in order \(other, [0-9a-f]+\)\n$")
        self.write("wrong.yaml", "name: wrong\nengine: {comand: [x]}\n")
        self.refused_with(3, "did you mean 'command'?", "rules", "validate", "wrong.yaml")


class Sim(GameCase):
    def test_keys_that_scripts_rely_on(self):
        self.game()
        told = self.told("sim", "coins.yaml", "--runs", "200", "--agent", "greedy")
        self.assertEqual((told["runs"], told["failed"], told["complete"], told["unfinished"]), (200, 0, 200, 0))
        self.assertEqual((told["agent"], told["seed"], told["game"]["name"], told["game"]["version"]),
                         ("greedy", 1, "coins", "1"))
        low, high = told["win_rate"]["ci95"]
        self.assertLess(low, told["win_rate"]["value"])
        self.assertLess(told["win_rate"]["value"], high)
        self.assertTrue(low < 27 / 64 < high)  # three coins that fall well three times in four
        self.assertEqual([stage["stage"] for stage in told["stages"]], [1, 2, 3])
        self.assertEqual(told["stages"][0]["entered"], 200)
        self.assertAlmostEqual(told["stages"][2]["survival"]["value"], told["win_rate"]["value"])
        metrics = told["metrics"]
        self.assertEqual(list(metrics), ["heads", "gold", "lead", "last.side", "turns", "lucky"])
        self.assertEqual(len(metrics["heads"]["ci95"]), 2)
        self.assertAlmostEqual(metrics["gold"]["mean"] / 10 - 1.5, metrics["lead"]["mean"])
        self.assertEqual(sum(word["runs"] for word in metrics["last.side"]["words"]), 200)
        self.assertEqual(metrics["turns"]["stages"][0]["runs"], 200)
        self.assertEqual([cause["word"] for cause in told["causes"]], ["a coin"])

    def test_a_file_needs_no_more_than_a_command(self):
        self.write("mine.yaml", "engine: {command: [python3, game.py]}\n")
        self.assertEqual(self.told("sim", "mine.yaml", "--runs", "5")["game"]["name"], "coins")
        answer = self.run_wyrm("rules", "validate", "mine.yaml")
        self.assertRegex(answer.out, r"^mine.yaml: in order \(game, ")

    def test_the_same_bytes_with_any_number_of_processes(self):
        self.game()
        one = self.allowed("sim", "coins.yaml", "--runs", "150", "--threads", "1", "--json")
        self.assertEqual(one, self.allowed("sim", "coins.yaml", "--runs", "150", "--threads", "5", "--json"))

    def test_the_page_fits_and_says_what_a_designer_asks(self):
        self.game()
        page = self.allowed("sim", "coins.yaml", "--runs", "300")
        self.assert_fits(page)
        self.assertRegex(page, r"^coins: coward wins 1\d % ± \d")
        self.assertIn("What ends most: a coin,", page)
        self.assertIn("floor  runs", page)
        self.assertIn("Watch one: wyrm replay coins.yaml --run", page)

    def test_no_run_is_named_twice(self):
        self.game()
        names = ["best", "90 %", "median", "10 %"]
        for runs in [1, 3, 50]:  # all alike: none is the worst
            told = self.told("sim", "coins.yaml", "--runs", str(runs), "--set", "floors=1,coin.bias=1")
            self.assertEqual([(row["what"], row["run"]) for row in told["examples"]],
                             [(name, run) for run, name in enumerate(names)][:runs])
        for row in self.told("sim", "coins.yaml", "--runs", "50", "--agent", "greedy")["examples"]:
            names.remove(row["what"]) if row["what"] in names else self.assertEqual(row["what"], "worst")
        self.assertEqual(names, [])

    def test_what_all_runs_tell_alike_is_said(self):
        text = COINS.read_text(encoding="utf-8").replace("[seed % 5, None]", "[7, seed % 5]")
        self.write("game.py", text)
        self.game()
        page = self.allowed("sim", "coins.yaml", "--runs", "60")
        self.assertRegex(page, r"\n +1 +60 .* all 7\n +2 .* 2\.0 ± 0\.\d\n +3 .* -\n")
        self.assertNotIn("all 7", self.allowed("sim", "coins.yaml", "--runs", "1"))

    def test_nothing_is_no_unknown(self):
        """The mean of zeros has no interval; it is 0 all the same, in tables, and in pictures not left out."""
        text = COINS.read_text(encoding="utf-8").replace("[seed % 5, None]", "[7, 0, 7]")
        self.write("game.py", text)
        self.game()
        self.assertRegex(self.allowed("sim", "coins.yaml", "--runs", "60"), r"\n +2 .* all 0\n")
        self.assertRegex(self.allowed("sim", "coins.yaml", "--runs", "60", "--set", "coin.bias=0"),
                         r"\ngold +all 0 +0 +0 +0 ")
        for name, bias in (("half.html", "0.5"), ("none.html", "0")):
            self.game(more=f"  set: {{coin.bias: {bias}}}\n")
            self.allowed("report", "coins.yaml", "--runs", "60", "-o", name)
        pages = [pathlib.Path(self.folder, name).read_text(encoding="utf-8") for name in ("half.html", "none.html")]
        self.assertRegex(pages[0], r"turns: 0\b")
        self.assertRegex(pages[1], r"coward: all.0; greedy: .*on average")
        self.assertIn("<td>all 0</td>", pages[1])

    def test_a_stage_has_its_article(self):
        text = COINS.read_text(encoding="utf-8").replace('"name": "floor"', '"name": "act"')
        self.write("game.py", text)
        self.game()
        self.assertIn("\nstages: each is an act, the last one is 3\n", self.allowed("engine", "show", "coins.yaml"))
        self.allowed("report", "coins.yaml", "--runs", "20", "-o", "coins.html")
        self.assertIn("A step down is an act that ends runs.",
                      pathlib.Path(self.folder, "coins.html").read_text(encoding="utf-8"))

    def test_games_that_stay_when_their_input_ends_are_ended_side_by_side(self):
        self.write("game.py", COINS.read_text(encoding="utf-8") + "\ntime.sleep(60)\n")
        self.game()
        begun = time.monotonic()
        self.allowed("sim", "coins.yaml", "--runs", "500", "--threads", "8")
        self.assertLess(time.monotonic() - begun, 2 * 8)  # one after the other takes 2.3 s each

    def test_what_cannot_be_had_is_null(self):
        self.game()
        told = self.told("sim", "coins.yaml", "--runs", "1", "--set", "floors=1")
        self.assertIsNone(told["metrics"]["gold"]["mean"])
        self.assertEqual(told["set"], "floors=1")

    def test_a_failed_run_is_named_with_its_log_and_counts_for_nothing(self):
        self.game("crash", "7", more="  limits: {failed: 50 %}\n")
        told = self.told("sim", "coins.yaml", "--runs", "20")
        self.assertEqual((told["runs"], told["failed"], told["complete"]), (20, 1, 19))
        failed, = told["failures"]
        self.assertEqual((failed["run"], failed["seed"], failed["failure"]), (7, 7, "crashed"))
        self.assertIn("no such", failed["log"])
        page = self.allowed("sim", "coins.yaml", "--runs", "20")
        self.assertIn("1 of 20 runs failed", page)
        self.assertIn("run 7 (seed 7): ", page)
        self.assertIn("\nOne again: wyrm sim coins.yaml --first-run 7 --runs 1 --agent coward\n", page)
        self.assertNotIn("\x1b", page)
        page = self.allowed("sim", "coins.yaml", "--runs", "20", "--seed", "3", "--set", "floors=2", "--turns", "50")
        self.assertIn("\nOne again: wyrm sim coins.yaml --first-run 7 --runs 1 --seed 3 --agent coward --set floors=2 "
                      "--turns 50\n", page)
        self.assertRegex(page, r"\nWatch one: wyrm replay coins.yaml --run \d+ --seed 3 --agent coward --set "
                               r"floors=2\n")

    def test_too_many_failures_end_it_and_what_was_played_is_told(self):
        self.game("crash", "0")
        answer = self.run_wyrm("sim", "coins.yaml", "--runs", "3", "--allow-run", "--json")
        self.assertEqual(answer.code, 3)
        self.assertIn("failed", answer.err)
        self.assertGreaterEqual(json.loads(answer.out)["failed"], 1)

    def test_a_game_that_does_not_start_is_a_sentence(self):
        self.game("dies")
        self.refused(3, "wyrm sim: the game ended with status 1 before it said hello: no display\n",
                     "sim", "coins.yaml", "--allow-run")

    def test_wrong_agents_and_parameters_are_usage(self):
        self.game()
        for words, message in [("--agent greed", "did you mean 'greedy'?"), ("--set coin.bia=1", "did you mean"),
                               ("--set coin.bias=2", "from 0 to 1"), ("--set coin.bias", "KEY=VALUE"),
                               ("--seed 2097152", "from 0 to 2097151")]:
            self.refused_with(2, message, "sim", "coins.yaml", "--allow-run", *words.split())

    def test_error_goes_on_until_it_is_known(self):
        self.game()
        told = self.told("sim", "coins.yaml", "--runs", "100", "--error", "0.05", "--max-runs", "1000")
        low, high = told["win_rate"]["ci95"]
        self.assertLessEqual((high - low) / 2, 0.05)
        self.assertEqual(told["runs"] % 100, 0)

    def test_csv_has_a_line_a_stage(self):
        self.game()
        self.allowed("sim", "coins.yaml", "--runs", "50", "--csv", "x.csv")
        lines = pathlib.Path(self.folder, "x.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(lines), 4)
        self.assertTrue(lines[0].endswith("turns,turns_low,turns_high"))
        self.assertEqual(len({line.count(",") for line in lines}), 1)
        # "turns" tells of the first stage, each run once: the others have nothing there.
        told = self.told("sim", "coins.yaml", "--runs", "50")
        turns, = told["metrics"]["turns"]["stages"]
        for line, stage, of in zip(lines[1:], told["stages"], (turns, None, None), strict=True):
            cells = line.split(",")
            self.assertEqual([int(cell) for cell in cells[:4]],
                             [stage[key] for key in ("stage", "entered", "ended", "unfinished")])
            for at, figure in (4, stage["survival"]), (7, stage["hazard"]), (10, of and {**of, "value": of["mean"]}):
                wanted = [figure["value"], *figure["ci95"]] if figure else ["", "", ""]
                self.assertEqual(cells[at:at + 3], [f"{number:.9g}" if figure else "" for number in wanted])


C_GAME = r"""
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"hello\"")) {
            puts("{\"hello\": {\"name\": \"die\", \"metrics\": [{\"name\": \"eyes\", \"kind\": \"amount\"}]}}");
        } else {
            unsigned long run = strtoul(strstr(line, "\"run\": ") + 7, NULL, 10);
            uint64_t x = strtoull(strstr(line, "\"seed\": ") + 8, NULL, 10) * UINT64_C(0x9E3779B97F4A7C15);
            x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93) >> 32;
            printf("{\"run\": %lu, \"result\": {\"outcome\": \"%s\", \"metrics\": {\"eyes\": %d}}}\n", run,
                   x % 6 == 5 ? "won" : "lost", (int)(x % 6) + 1);
        }
        fflush(stdout);
    }
}
"""


@unittest.skipUnless(shutil.which("cc"), "no C compiler")
class Least(WyrmCase):
    def test_a_command_that_is_no_list_is_told_how_it_is_written(self):
        self.write("least.yaml", "engine: {command: python3 least.py}\n")
        self.assertIn("expected a list, found 'python3 least.py' (its words one by one: [python3, game.py])",
                      self.run_wyrm("sim", "least.yaml", "--allow-run").err)

    def test_a_game_that_tells_but_where_a_run_ended(self):
        self.write("least.py", "import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
                   "    run = {'run': asked.get('run'), 'result': {'outcome': 'won', 'stage': 1}}\n"
                   "    said = {'hello': {'name': 'least'}} if asked['do'] == 'hello' else run\n"
                   "    print(json.dumps(said), flush=True)\n")
        self.write("least.yaml", "engine: {command: [python3, least.py]}\n")
        text = self.text("sim", "least.yaml", "--allow-run", "--runs", "3")
        self.assertEqual(text.count("survive it,"), 1)
        self.assertEqual(text.count("  of who enter\n"), 1)
        self.assertIn("least: default wins 100 %", text)

    def test_metrics_by_stage_of_a_game_that_does_not_tell_where_runs_end(self):
        self.write("least.py", "import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
                   "    told = {'turns': [5 + asked.get('run', 0) % 3, 7]}\n"
                   "    run = {'run': asked.get('run'), 'result': {'outcome': 'lost', 'metrics': told}}\n"
                   "    hello = {'name': 'least', 'metrics': [{'name': 'turns', 'kind': 'by stage'}]}\n"
                   "    print(json.dumps({'hello': hello} if asked['do'] == 'hello' else run), flush=True)\n")
        self.write("least.yaml", "engine: {command: [python3, least.py]}\n")
        text = self.text("sim", "least.yaml", "--allow-run", "--runs", "30", "--csv", "x.csv")
        self.assertRegex(text, r"\nstage +turns\n +1 +6\.0 ± 0\.\d\n +2 +all 7\n")
        self.assertNotIn("survive", text)
        lines = pathlib.Path(self.folder, "x.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual([line.split(",")[:11] for line in lines[1:]],
                         [[stage, *3 * "0", *6 * [""], mean] for stage, mean in (("1", "6"), ("2", "7"))])


class InC(GameCase):
    def test_a_game_without_stages_or_causes_and_many_runs_of_it(self):
        self.write("die.c", C_GAME)
        subprocess.run(["cc", "-O1", "-w", "-o", "die", "die.c"], cwd=self.folder, check=True)
        self.write("die.yaml", "name: die\nengine: {command: [./die]}\n")
        told = self.told("sim", "die.yaml", "--runs", "60000")
        low, high = told["win_rate"]["ci95"]
        self.assertTrue(low < 1 / 6 < high and high - low < 0.01, (low, high))
        low, high = told["metrics"]["eyes"]["ci95"]
        self.assertTrue(low < 3.5 < high, (low, high))
        self.assertEqual([told[key] for key in ("stages", "causes", "stage_name", "final_stage")], [[], [], None, None])
        page = self.allowed("sim", "die.yaml", "--runs", "500")
        self.assertRegex(page, r"^die: default wins 1\d % ± 3 of its runs\.\n")
        self.assertIn("One again: wyrm sim die.yaml --first-run", page)
        self.allowed("report", "die.yaml", "--runs", "100")
        self.allowed("check", "die.yaml")


class Files(GameCase):
    def test_gone_on_with_after_a_signal(self):
        text = COINS.read_text(encoding="utf-8").replace(
            "    dice = random", "    time.sleep(0.02)\n    open('made', 'a').write('.')\n    dice = random")
        self.write("game.py", text)
        self.game()
        made = pathlib.Path(self.folder, "made")
        arguments = ["sim", "coins.yaml", "--runs", "150", "--allow-run", "--threads", "2", "-o", "runs.db"]
        code, _, out = self.at_terminal(*arguments, send=signal.SIGINT,
                                        once=lambda: made.exists() and made.stat().st_size > 30)
        self.assertEqual(code, 130)
        self.assertIn("these are the runs made so far.", out)
        answer = self.run_wyrm(*arguments, "--json")
        self.assertRegex(answer.err, r"runs.db had \d+ of these runs, \d+ are made now")
        whole = self.run_wyrm("sim", "coins.yaml", "--runs", "150", "--allow-run", "--json")
        self.assertEqual(answer.out, whole.out)

    def test_parts_are_summed_up_as_one(self):
        self.game()
        self.allowed("sim", "coins.yaml", "--runs", "40", "-o", "one.db")
        self.allowed("sim", "coins.yaml", "--runs", "60", "--first-run", "40", "-o", "two.db")
        parts = self.json("results", "two.db", "one.db")
        self.assertEqual(parts["metrics"], self.told("sim", "coins.yaml", "--runs", "100")["metrics"])
        self.text("results", "one.db", "two.db", "-o", "all.db")
        self.assertEqual(self.json("results", "all.db")["win_rate"], parts["win_rate"])

    def test_a_file_of_another_agent_is_not_gone_on_with(self):
        self.game()
        self.allowed("sim", "coins.yaml", "--runs", "10", "-o", "runs.db")
        self.refused_with(3, "these runs need a file of their own", "sim", "coins.yaml", "--runs", "10", "--agent",
                          "greedy", "--allow-run", "-o", "runs.db")


TARGETS = """targets:
  often_won:
    claim: greedy wins two games in five
    metric: win_rate
    agent: greedy
    range: [0.35, 0.5]
  never_poor:
    metric: gold
    agent: coward
    at_least: 25
"""


class Check(GameCase):
    def test_targets_are_judged_by_whom_they_name(self):
        self.game(more=TARGETS)
        told = self.told("check", "coins.yaml", "--runs", "1000")
        self.assertEqual([(row["target"], row["verdict"], row["bot"]) for row in told["verdicts"]],
                         [("often_won", "PASS", "greedy"), ("never_poor", "FAIL", "coward")])
        self.assertEqual(told["game"]["name"], "coins")
        page = self.allowed("check", "coins.yaml", "--runs", "1000")
        self.assertIn("coins: 1 of 2 targets hold; 1 does not.", page)
        self.assert_fits(page)

    def test_it_says_how_to_ask_the_same_again(self):
        self.game(more=TARGETS)
        page = self.allowed("check", "coins.yaml", "--runs", "40", "--set", "floors=2", "--seed", "3")
        self.assertIn("wyrm check coins.yaml --set floors=2 --allow-run --runs 40 --seed 3 --json",
                      " ".join(page.split()))
        for agent in ("coward", "greedy"):
            self.run_wyrm("sim", "coins.yaml", "--allow-run", "--agent", agent, "--runs", "40", "-o", f"{agent}.db")
        page = " ".join(self.text("check", "coins.yaml", "coward.db", "greedy.db").split())
        self.assertIn("wyrm check coins.yaml coward.db greedy.db --json", page)
        self.assertNotIn("--effort", page)

    def test_agents_play_until_their_verdicts_are_clear(self):
        self.game(more="targets:\n  half: {metric: win_rate, at_least: 0.6}\n"
                       "  deep: {metric: final_stage, range: [1, 3]}\n")
        one, other = (self.told("check", "coins.yaml", "--seed", "3", "--threads", threads)["verdicts"]
                      for threads in "12")
        self.assertEqual(one, other)
        self.assertEqual([(row["verdict"], row["where"]) for row in one], [("FAIL", "coward"), ("PASS", "coward")])
        self.assertEqual(one[0]["stopped"], "clear")
        self.assertLess(one[0]["runs"], 1600)

    def test_strict_is_for_build_scripts(self):
        self.game(more=TARGETS)
        self.assertEqual(self.run_wyrm("check", "coins.yaml", "--allow-run", "--strict").code, 1)

    def test_a_target_on_what_the_game_has_not_points_into_the_file(self):
        self.game(more="targets:\n  x: {metric: golf, at_least: 1}\n")
        answer = self.refused_with(3, "coins.yaml:5:", "check", "coins.yaml", "--allow-run")
        self.assertIn("did you mean 'gold'?", answer.err)

    def test_a_target_may_ask_for_any_stage_of_a_game_without_a_last_one(self):
        self.game(more="targets:\n  far: {metric: survival, stages: [1, 9], at_least: 0}\n")
        self.refused_with(3, "target 'far' asks for stage 9, and the last one of coins is 3", "check", "coins.yaml",
                          "--allow-run", "--runs", "20")
        self.write("game.py", COINS.read_text(encoding="utf-8").replace('"floor", "last": 3', '"floor"'))
        self.assertEqual(self.told("check", "coins.yaml", "--runs", "20")["verdicts"][0]["target"], "far")

    def test_whoever_tells_no_stage_has_not_been_seen_to_reach_none(self):
        """One run in fifty tells where it ended, of two hundred: the others may have come anywhere."""
        text = COINS.read_text(encoding="utf-8")
        for every, found in ("1", ["floor 2"]), ("50", []):
            self.write("game.py", text.replace("min(alive + 1, len(throws))", f"1 if seed % {every} == 0 else None"))
            self.game(more="targets: {won: {metric: win_rate, at_least: 0}}\n")
            told = self.told("check", "coins.yaml", "--runs", "200", "--agent", "coward")
            self.assertEqual([one["where"] for one in told["findings"] if one["kind"] == "never-reached"], found)

    def test_a_word_that_no_run_told_may_be_misspelt(self):
        self.game(more="targets:\n  x: {metric: cause, word: a corn, at_most: 1}\n"
                       "  y: {metric: win_rate, at_least: 0}\n  z: {metric: cause, word: dragon, at_most: 0.1}\n")
        found = {row["where"]: row["message"] for row in self.told("check", "coins.yaml")["findings"]
                 if row["kind"] == "never-told"}
        self.assertEqual(found["targets.x"], "no run has told the word 'a corn' (did you mean 'a coin'?)")
        self.assertEqual(set(found) & {"targets.y", "targets.z"}, set())  # no dragon may be what is wanted
        self.write("game.py", COINS.read_text(encoding="utf-8").replace('"won" if won', '"win" if won'))
        found = {row["where"]: row["message"] for row in self.told("check", "coins.yaml")["findings"]
                 if row["kind"] == "never-told"}
        self.assertRegex(found["targets.y"], r"no run was 'won', and \d+ of \d+ were 'win': only 'won' counts as a win")

    def test_a_file_that_does_not_read_is_told_of_before_its_options(self):
        self.write("coins.yaml", "name: coins\nengine:\n\tcommand: [python3, game.py]\n")
        self.refused_with(3, "coins.yaml:3:1: error: not well-formed YAML", "check", "coins.yaml", "--allow-run")


class Compare(GameCase):
    def test_a_number_about_nought_has_a_margin_all_the_same(self):
        text = COINS.read_text(encoding="utf-8")
        self.write("game.py", text.replace('"lead": alive - 1.5', '"lead": random.Random(seed).gauss(0, 1)'))
        self.game(name="lead.yaml")
        self.run_wyrm("compare", "lead.yaml", "--allow-run", "--baseline", "b.json", "--runs", "800")
        told = self.told("compare", "lead.yaml", "--gate", "b.json")
        row = next(row for row in told["metrics"] if row["metric"] == "lead")
        self.assertEqual(row["answer"], "equivalent")
        self.assertAlmostEqual(row["margin"], 0.05, delta=0.01)

    def test_two_settings_run_by_run(self):
        self.game()
        told = self.told("compare", "coins.yaml", "--set", "coin.bias=0.9", "--runs", "400")
        self.assertEqual((told["before"]["set"], told["after"]["set"]), ("", "coin.bias=0.9"))
        self.assertTrue(told["paired"])
        self.assertEqual(told["repeats"][0], {"same": True, "asked": 12})
        rows = {row["metric"]: row for row in told["metrics"]}
        self.assertEqual(rows["win_rate"]["answer"], "higher")
        self.assertEqual(told["differs"], [{"what": "set", "before": "", "after": "coin.bias=0.9"}])

    def test_what_is_said_once_is_of_both_where_something_else_is_said_twice(self):
        self.game()
        told = self.told("compare", "coins.yaml", "--agent", "coward", "--agent", "greedy", "--set", "floors=2",
                         "--runs", "100")
        self.assertEqual([(told[side]["agent"], told[side]["set"]) for side in ("before", "after")],
                         [("coward", "floors=2"), ("greedy", "floors=2")])
        told = self.told("compare", "coins.yaml", "--engine", "python3 game.py nothing", "--agent", "greedy",
                         "--runs", "100")
        self.assertEqual([(told[side]["agent"], told[side]["game"]["command"]) for side in ("before", "after")],
                         [("greedy", "python3 game.py"), ("greedy", "python3 game.py nothing")])

    def test_what_does_not_go_beside_each_other_is_a_sentence(self):
        self.game(name="other.yaml")
        self.game()
        for name in "ab":
            self.allowed("sim", "coins.yaml", "--runs", "5", "-o", f"{name}.db")
        for code, said, words in (
                (2, "compare: two files have a command each: --engine goes with one",
                 ("compare", "coins.yaml", "other.yaml", "--engine", "python3 game.py", "--engine", "./game")),
                (3, "compare: none.yaml: no such file", ("compare", "coins.yaml", "none.yaml")),
                (3, "check: a.db/b.db: no such file", ("check", "coins.yaml", "a.db/b.db")),
                (2, "compare: 'yarl' is neither a game of your own nor runs of one: such a game is compared with a "
                    "game, and rules with rules", ("compare", "coins.yaml", "yarl")),
                (2, "check: 'a.db' and 'b.db' are both runs of coward: `wyrm results` puts them into one file",
                 ("check", "coins.yaml", "a.db", "b.db")),
                (2, "results fit: at most 16 agents are mixed", ("results", "fit", *["a.db"] * 18)),
                (2, "sim: side is 'heads,tails', and it is to be one of its choices: did you mean 'heads'?",
                 ("sim", "coins.yaml", "--allow-run", "--set", "side=heads,tails,floors=2"))):
            self.refused(code, f"wyrm {said}\n", *words)

    def test_runs_of_a_file_are_nobody_elses(self):
        """They were compared with themselves, and said to be by another agent."""
        self.game()
        for name in "ab":
            self.allowed("sim", "coins.yaml", "--runs", "20", "-o", f"{name}.db")
        said = ("wyrm compare: runs that are there are compared as they are: --engine, --set and --agent are for a "
                "game that plays\n")
        for words in (("a.db", "--agent", "greedy"), ("a.db", "b.db", "--set", "floors=2"),
                      ("a.db", "--baseline", "base.json", "--agent", "greedy")):
            self.refused(2, said, "compare", *words)
        told = self.told("compare", "a.db", "coins.yaml", "--agent", "greedy")
        self.assertEqual([told[side]["agent"] for side in ("before", "after")], ["coward", "greedy"])

    def test_of_few_runs_it_is_not_said_that_they_never_varied(self):
        """Of fewer than ten runs no mean without a bound has an interval."""
        self.game("unseeded", "100000")
        text = " ".join(self.allowed("compare", "coins.yaml", "--agent", "coward", "--agent", "greedy", "--runs",
                                     "6").split())
        self.assertIn("Not clear yet: ", text)
        self.assertNotIn("same in every run", text)

    def test_a_game_is_not_compared_with_itself_or_with_rules(self):
        self.game()
        self.refused_with(2, "by two files, or by --engine, --set or --agent", "compare", "coins.yaml", "--allow-run")
        self.assertEqual(self.run_wyrm("compare", "coins.yaml", "tutorial", "--allow-run").code, 2)

    def test_a_game_that_is_not_the_same_again_is_not_paired_and_it_says_where(self):
        text = COINS.read_text(encoding="utf-8").replace("random.Random(seed)", "random.Random()")
        self.write("game.py", text)
        self.game()
        told = self.told("compare", "coins.yaml", "--agent", "coward", "--agent", "greedy", "--runs", "200")
        self.assertFalse(told["paired"])
        self.assertFalse(told["repeats"][0]["same"])
        self.assertTrue(told["repeats"][0]["where"])
        page = self.allowed("compare", "coins.yaml", "--agent", "coward", "--agent", "greedy", "--runs", "200")
        self.assertIn("not compared run by run", " ".join(page.split()))

    def test_files_of_different_size_are_compared_as_far_as_both_go_and_say_so(self):
        self.game()
        for name, runs in ("long.db", "60"), ("short.db", "40"):
            self.allowed("sim", "coins.yaml", "--runs", runs, "-o", name)
        answer = self.run_wyrm("compare", "long.db", "short.db", "--json")
        self.assertEqual((json.loads(answer.out)["runs"], answer.err), (40,
                         "wyrm compare: long.db has 60 runs and short.db 40: what one has more is left out\n"))
        self.assertEqual(self.run_wyrm("compare", "short.db", "short.db").err, "")

    def test_a_build_that_tells_stages_no_more_does_not_pass(self):
        """Neither the stage at which a run ended, nor a list by stage; also where only some runs stop."""
        self.game()
        self.run_wyrm("compare", "coins.yaml", "--allow-run", "--baseline", "base.json", "--runs", "400")
        text = COINS.read_text(encoding="utf-8")
        stage, turns = '"stage": min(alive + 1, len(throws)),', ', "turns": [seed % 5, None][:len(throws)]'
        self.assertIn(stage, text)
        turns = next(line.strip() for line in text.splitlines() if line.strip().startswith('"turns": [seed'))
        lists = turns.removesuffix("}}")
        for old, new, row, left in ((stage, "", "final_stage", 0), (lists, "", "turns", 0),
                                    (stage, '**({} if seed % 3 else {"stage": min(alive + 1, len(throws))}),',
                                     "final_stage", 1 / 3),
                                    (lists, f'**({{{lists}}} if seed % 3 == 0 else {{}})', "turns", 1 / 3)):
            self.write("game.py", text.replace(old, new))
            answer = self.run_wyrm("compare", "coins.yaml", "--allow-run", "--gate", "base.json", "--json")
            rows = {one["metric"]: one for one in json.loads(answer.out)["metrics"]}
            told = rows[f"told={row}"]
            self.assertEqual((answer.code, told["answer"], told["before"]["mean"]), (1, "lower", 1), (old, new))
            self.assertAlmostEqual(told["after"]["mean"], left, delta=0.1)
            page = " ".join(self.allowed("sim", "coins.yaml", "--runs", "60").split())
            name = "stage" if row == "final_stage" else row
            self.assertEqual(f"Told by some: {name} of" in page, left > 0, page)

    def test_what_some_runs_tell_no_more_is_said_with_how_many(self):
        """The figures of those that still tell it are the same: only their number shows it."""
        self.game()
        self.run_wyrm("compare", "coins.yaml", "--allow-run", "--baseline", "base.json", "--runs", "400")
        text = COINS.read_text(encoding="utf-8")
        told = '"gold": 10 * alive, '
        self.assertIn(told, text)
        for now, kept in (("", 0), ('**({"gold": 10 * alive} if seed % 5 == 0 else {}), ', None)):
            self.write("game.py", text.replace(told, now))
            gate = "compare", "coins.yaml", "--allow-run", "--gate", "base.json"
            answer = json.loads(self.run_wyrm(*gate, "--json").out)
            rows = {row["metric"]: row for row in answer["metrics"]}
            shown = self.run_wyrm(*gate)
            page = " ".join(shown.out.split())
            some, runs = rows.get("gold", {"count": 0})["count"], answer["runs"]
            share = rows["told=gold"]
            self.assertEqual((share["answer"], rows["win_rate"]["count"]), ("lower", runs))
            self.assertEqual((share["before"]["mean"], share["after"]["mean"]), (1, some / runs))
            self.assertEqual(shown.code, 1)
            if kept == 0:
                self.assertNotIn("gold", rows)
                self.assertIn("lower told=gold", page)
                continue
            self.assertTrue(0.1 * runs < some < 0.3 * runs, some)
            self.assertIn("What some runs do not tell is compared over the pairs that both do: "
                          f"gold over {some} of {runs}.", page)

    def test_margins_and_alarm_are_those_of_the_file(self):
        self.game(more="gate: {alarm: 0.02, margins: {win_rate: 0.05, gold: 10 %}}\n")
        told = self.told("compare", "coins.yaml", "--agent", "coward", "--agent", "greedy")
        rows = {row["metric"]: row for row in told["metrics"]}
        won = rows["win_rate"]
        self.assertEqual((told["alarm"], won["margin"], won["answer"]), (0.02, 0.05, "higher"))
        self.assertAlmostEqual(rows["gold"]["margin"], 0.1 * rows["gold"]["before"]["mean"])
        self.assertNotIn("survival@3", rows)  # the last floor
        same = self.told("compare", "coins.yaml", "--set", "floors=3")
        self.assertEqual((same["failed"], same["clear"], same["paired"]), (False, True, True))
        self.assertLess(same["runs"], same["most_runs"])
        # What is kept of a build has its terms, is not asked again, and allows as many runs as it has.
        self.run_wyrm("compare", "coins.yaml", "--allow-run", "--baseline", "base.json", "--runs", "500")
        held = self.told("compare", "coins.yaml", "--gate", "base.json")
        self.assertEqual((held["alarm"], held["repeats"][0], held["most_runs"]), (0.02, None, 500))
        self.assertEqual((held["failed"], held["paired"], held["differs"]), (False, True, []))

    def test_what_never_varies_is_no_noise_that_more_runs_would_tell(self):
        """Nobody finds gold where no coin shows heads: more runs and wider margins tell nothing of it."""
        self.game(more="  set: {coin.bias: 0}\n")
        text = " ".join(self.allowed("compare", "coins.yaml", "--set", "side=tails", "--runs", "3000").split())
        self.assertRegex(text, r"No metric has changed as far as can be told; 1 of \d+ was the same in every run\.")
        self.assertIn("The same in every run: gold; how far it may vary, runs cannot tell.", text)
        self.assertNotIn("would tell", text)
        self.assertRegex(text, r"gold cannot tell - 0 all 0 .*gold all 0 ")

    def test_a_game_that_drifts_is_compared_without_pairs_and_without_an_alarm(self):
        self.game("drift", "100000")
        told = self.told("compare", "coins.yaml", "--set", "floors=3", "--runs", "400")
        self.assertEqual((told["paired"], told["failed"], told["repeats"][0]["same"]), (False, False, False))
        self.assertIn("asked for it again", told["unpaired"])

    def test_a_gate_lets_pass_what_is_the_same_and_holds_what_is_not(self):
        self.game(more="gate: {margins: {win_rate: 0.05}}\n")
        made = self.run_wyrm("compare", "coins.yaml", "--allow-run", "--baseline", "base.json", "--runs", "400")
        self.assertEqual(made.code, 0)
        self.assertIn("hold changes to it with\n  wyrm compare coins.yaml --gate base.json --allow-run", made.err)
        baseline = pathlib.Path(self.folder, "base.json").read_text(encoding="utf-8")
        self.assertNotIn("game.py", baseline)
        same = self.run_wyrm("compare", "coins.yaml", "--allow-run", "--gate", "base.json")
        self.assertEqual(same.code, 0, same.out)
        other = self.run_wyrm("compare", "coins.yaml", "--allow-run", "--gate", "base.json", "--set", "coin.bias=0.7",
                              "--markdown", "x.md", "--junit", "x.xml")
        self.assertEqual(other.code, 1)
        self.assertIn("higher  win_rate", other.out)
        self.assertIn("**higher**", pathlib.Path(self.folder, "x.md").read_text(encoding="utf-8"))
        self.assertIn("<failure", pathlib.Path(self.folder, "x.xml").read_text(encoding="utf-8"))

    def test_metrics_by_stage_are_compared_over_those_who_came_there(self):
        text = COINS.read_text(encoding="utf-8").replace(
            "[seed % 5, None][:len(throws)]",
            "[seed % 5 + 9 + (i == 1) * int(sys.argv[3]) for i in range(alive + 1)][:3]")
        self.write("game.py", text)
        self.game("nothing", "7", "0")
        builds = [word for more in "01" for word in ("--engine", f"python3 game.py nothing 7 {more}")]
        arguments = [*builds, "--runs", "400", "--markdown", "x.md", "--junit", "x.xml"]
        told = self.told("compare", "coins.yaml", *arguments)
        rows = {row["metric"]: row for row in told["metrics"]}
        runs = self.told("sim", "coins.yaml", "--runs", "400")["metrics"]["turns"]["stages"]
        self.assertEqual([(rows[f"turns@{n}"]["stage"], rows[f"turns@{n}"]["count"]) for n in (1, 2, 3)],
                         [(n, runs[n - 1]["runs"]) for n in (1, 2, 3)])
        self.assertEqual([(rows[f"turns@{n}"]["answer"], rows[f"turns@{n}"]["difference"]) for n in (1, 2)],
                         [("equivalent", 0), ("higher", 1)])
        page = " ".join(self.allowed("compare", "coins.yaml", *arguments).split())
        self.assertIn(f"over the pairs of runs that both tell it: turns@3 over {runs[2]['runs']} of 400.", page)
        self.assertIn("| turns@2 |", pathlib.Path(self.folder, "x.md").read_text(encoding="utf-8"))
        self.assertIn('name="turns@2">\n      <failure', pathlib.Path(self.folder, "x.xml").read_text(encoding="utf-8"))
        self.game("nothing", "7", "0", more="gate: {margins: {turns: 2}}\n")
        rows = {row["metric"]: row for row in self.told("compare", "coins.yaml", *arguments)["metrics"]}
        self.assertEqual([rows[f"turns@{n}"]["margin"] for n in (1, 2, 3)], [2, 2, 2])

    def test_what_has_changed_is_not_called_unclear(self):
        self.game(more="gate: {margins: {lucky: 0.09}}\n")
        arguments = ["compare", "coins.yaml", "--set", "coin.bias=0.5", "--set", "coin.bias=0.6", "--runs", "400"]
        rows = {row["metric"]: row for row in self.told(*arguments)["metrics"]}
        self.assertEqual((rows["lucky"]["answer"], rows["lucky"]["clear"]), ("higher", False))
        page = " ".join(self.allowed(*arguments).split())
        self.assertNotIn("lucky", page[page.index(" runs of coward on each side"):])

    def test_a_baseline_of_before_metrics_by_stage_holds_all_the_others(self):
        tree = COINS.parents[2]
        for name in ["dungeon.py", "wyrm_kit.py"]:
            shutil.copy(tree / "kits" / "python" / name, self.folder)
        shutil.copy(tree / "tests" / "fuzz" / "corpus" / "external_baseline" / "whole.json", self.folder)
        self.write("dungeon.yaml", "engine: {command: [python3, dungeon.py]}\n")
        told = self.told("compare", "dungeon.yaml", "--gate", "whole.json")
        self.assertTrue(told["outdated"])
        metrics = [row["metric"] for row in told["metrics"]]
        self.assertIn("gold", metrics)
        self.assertNotIn("turns@1", metrics)
        page = " ".join(self.allowed("compare", "dungeon.yaml", "--gate", "whole.json").split())
        self.assertIn("of an earlier version, which kept no metrics by stage: they are not compared.", page)
        self.run_wyrm("compare", "dungeon.yaml", "--allow-run", "--baseline", "new.json", "--runs", "30")
        told = self.told("compare", "dungeon.yaml", "--gate", "new.json")
        self.assertFalse(told["outdated"])
        self.assertIn("turns@5", [row["metric"] for row in told["metrics"]])

    def test_a_file_of_runs_against_the_game_that_plays_now(self):
        self.game()
        self.allowed("sim", "coins.yaml", "--runs", "200", "--first-run", "50", "-o", "runs.db")
        told = self.told("compare", "runs.db", "coins.yaml")
        self.assertTrue(told["paired"])
        self.assertFalse(told["failed"])
        self.assertEqual({row["difference"] for row in told["metrics"]}, {0})


class Report(GameCase):
    def test_agents_side_by_side_with_a_picture_for_every_metric(self):
        self.game(more="  agents: [coward, greedy]\n" + TARGETS)
        said = self.allowed("report", "coins.yaml", "--runs", "300")
        self.assertRegex(said, r"^coins: \d of 2 targets hold; 1 does not.*\ncoins-report.html: 8 pictures")
        page = pathlib.Path(self.folder, "coins-report.html").read_text(encoding="utf-8")
        for figure in ["survival", "hazard", "causes", "shares", "metric-gold", "metric-lead", "metric-last-side",
                       "metric-turns"]:
            self.assertIn(f'<figure class="picture" id="{figure}">', page)
        self.assertIn("greedy wins two games in five", page)
        self.assertNotIn("game.py\x1b", page)
        told = self.told("report", "coins.yaml", "--runs", "300")
        self.assertEqual([player["agent"] for player in told["players"]], ["coward", "greedy"])
        gold = next(picture for picture in told["pictures"] if picture["id"] == "metric-gold")
        for series in gold["series"]:
            self.assertAlmostEqual(sum(mark["y"] for mark in series["marks"]), 1)
        self.assertEqual([row["picture"] for row in told["verdicts"]], ["survival", "metric-gold"])

    def test_agents_that_are_not_shown_are_counted(self):
        agents = [f"coward{i}" for i in range(8)]
        self.write("game.py", COINS.read_text(encoding="utf-8").replace('["coward", "greedy"]', json.dumps(agents)))
        for named, shown, left in (0, 6, 2), (7, 6, 1), (1, 1, 0):
            self.game(more=f"  agents: [{', '.join(agents[:named])}]\n" if named else "")
            self.allowed("report", "coins.yaml", "--runs", "5", "-o", "x.html")
            page = pathlib.Path(self.folder, "x.html").read_text(encoding="utf-8")
            self.assertEqual(page.count(">5 runs: "), shown)
            self.assertEqual(page.count("more of its agents"), left > 0)
            self.assertEqual(page.count(f">{left} more of its agents: 6 stand side by side"), left > 0)

    def test_failed_runs_stand_in_it_and_do_nothing_to_the_page(self):
        text = COINS.read_text(encoding="utf-8").replace("such \\x1b[31mlevel", "<script>alert(1)</script>")
        self.write("game.py", text)
        self.game("crash", "7")
        self.allowed("report", "coins.yaml", "--runs", "60", "-o", "x.html")
        page = pathlib.Path(self.folder, "x.html").read_text(encoding="utf-8")
        self.assertIn("&lt;script&gt;alert(1)", page)
        self.assertNotIn("<script>alert", page)

    def test_metrics_without_a_picture_are_counted(self):
        text = COINS.read_text(encoding="utf-8")
        more = ", ".join(f'{{"name": "m{i}", "kind": "share"}}' for i in range(60))
        self.write("game.py", text.replace('{"name": "lead", "kind": "number"}', '{"name": "lead", "kind": "number"}, '
                                           + more))
        self.game()
        self.allowed("report", "coins.yaml", "--runs", "20", "-o", "x.html")
        page = pathlib.Path(self.folder, "x.html").read_text(encoding="utf-8").replace("\xa0", " ")
        self.assertIn("6 metrics behind the first 60", page)
        self.assertRegex(page, r"The first \d+ of 62[.]")

    def test_one_column_has_what_lies_on_either_side_of_it(self):
        text = COINS.read_text(encoding="utf-8")
        self.write("game.py", text.replace('"gold": 10 * alive', '"gold": {3: 1, 4: 9}.get(seed, 5)'))
        self.game()
        told = self.told("report", "coins.yaml", "--runs", "300")
        gold = next(picture for picture in told["pictures"] if picture["id"] == "metric-gold")
        self.assertEqual(gold["categories"], ["1 to 9"])

    def test_unfinished_runs_are_part_of_survival(self):
        for end, part in (("'unfinished'", "part of no figure but survival, which counts"), ("'won'", None)):
            self.write("game.py", COINS.read_text(encoding="utf-8").replace(
                '"outcome": "won" if won else "lost"', f'"outcome": {end} if seed % 7 == 0 else "lost"'))
            self.game()
            self.allowed("report", "coins.yaml", "--runs", "60", "-o", "x.html")
            page = pathlib.Path(self.folder, "x.html").read_text(encoding="utf-8").replace("\u00a0", " ")
            self.assertEqual("part of no figure" in page, part is not None)
            self.assertIn(part or "", page)

    def test_runs_of_a_file_against_the_game(self):
        self.game()
        self.allowed("sim", "coins.yaml", "--runs", "200", "--first-run", "30", "-o", "runs.db")
        told = self.told("report", "coins.yaml", "--compare", "runs.db")
        self.assertTrue(told["paired"])
        self.assertEqual({row["difference"] for row in told["differences"]}, {0})
        self.assertEqual([player["name"] for player in told["players"]], ["coins.yaml: coward", "runs.db: coward"])
        self.assertEqual(self.json("report", "runs.db")["players"][0]["runs"], 200)
        self.allowed("report", "coins.yaml", "--compare", "runs.db", "-o", "x.html")
        page = pathlib.Path(self.folder, "x.html").read_text(encoding="utf-8")
        self.assertIn("<title>coins.yaml against runs.db</title>", page)
        self.assertIn("<p><bdi>Nothing has changed: all ", page)
        self.assertIn('<p class="quiet"><bdi>200 runs each, paired run by run: both had the same luck. Where nothing '
                      "has changed, such a table shows a change 1 % of the time at most.</bdi></p>",
                      page.replace("\u00a0", " "))
        self.allowed("report", "coins.yaml", "--runs", "60", "--set", "floors=2", "-o", "x.html")
        page = pathlib.Path(self.folder, "x.html").read_text(encoding="utf-8")
        self.assertIn("<dt>Set</dt><dd><bdi>floors=2</bdi></dd>", page)

    def test_words_of_two_versions_are_those_of_the_metric_of_that_name(self):
        """The version before declares the same metrics, but for one, in another order."""
        text = COINS.read_text(encoding="utf-8")
        side, lucky = '{"name": "last.side", "kind": "category"}', ', {"name": "lucky", "kind": "share"}'
        other = text.replace(side + ",", "").replace(lucky, "").replace('"metrics": [{', f'"metrics": [{side}, {{')
        self.write("game.py", other.replace('"lucky": throws[0], ', ""))
        self.game()
        self.allowed("sim", "coins.yaml", "--runs", "60", "-o", "old.db")
        self.write("game.py", text)
        told = self.told("report", "coins.yaml", "--compare", "old.db")
        words = next(picture for picture in told["pictures"] if picture["id"] == "metric-last-side")
        self.assertEqual([len(series["marks"]) for series in words["series"]], [2, 2])
        new, old = ([mark["y"] for mark in series["marks"]] for series in words["series"])
        self.assertEqual(new, old)

    def test_findings_lead_to_the_picture_of_their_metric(self):
        text = COINS.read_text(encoding="utf-8")
        self.write("game.py", text.replace('"heads" if throws[-1] else "tails"', '"edge"').replace("greedy", "lucky"))
        self.game("nan", "90", more="targets: {bent: {metric: last.side, word: egde, agent: lucky, at_least: 0.2}}\n")
        self.allowed("report", "coins.yaml", "--runs", "300")
        page = pathlib.Path(self.folder, "coins-report.html").read_text(encoding="utf-8")
        found = dict(re.findall(r"<code><bdi>([^<]*)</bdi></code>(.*?)</li>", page.partition('id="findings"')[2]
                                .partition("</section>")[0], re.DOTALL))
        for where, picture in [("metrics.last.side", "metric-last-side"), ("targets.bent", "metric-last-side"),
                               ("cause", "causes"), ("lucky", None)]:
            self.assertEqual(re.findall("href=.#([^'\"]*)", found[where]), [picture] if picture else [], where)
        told = {row["where"]: row["picture"] for row in self.told("report", "coins.yaml", "--runs", "300")["findings"]}
        self.assertEqual((told["targets.bent"], told["lucky"]), ("metric-last-side", None))


class Replay(GameCase):
    def test_frames_are_told_one_after_the_other(self):
        self.game()
        self.assertEqual(self.allowed("replay", "coins.yaml", "--run", "3"), "@.\n..\n\n\\u001b[2J.@\n")
        told = self.told("replay", "coins.yaml", "--run", "3", "--seed", "2")
        self.assertEqual((told["run"], told["seed"], len(told["frames"])), (3, 2 ** 32 + 3, 2))
        self.refused(2, "wyrm replay: say which run with --run N\n", "replay", "coins.yaml", "--allow-run")
        self.write("game.py", COINS.read_text(encoding="utf-8").replace('"frames": ["@.\\n..", "\\x1b[2J.@"]', ""))
        self.assertEqual(self.allowed("replay", "coins.yaml", "--run", "3"), "Run 3 was shown by the game itself.\n")


class Engine(GameCase):
    def test_new_writes_a_file_that_check_takes(self):
        said = self.text("engine", "new", "mine.yaml", "--", "python3", "game.py")
        self.assertIn("mine.yaml is written: coins", said)
        self.assertEqual(sorted(os.listdir(self.folder)), ["game.py", "mine.yaml"])
        text = pathlib.Path(self.folder, "mine.yaml").read_text(encoding="utf-8")
        self.assertIn('command: ["python3", "game.py"]', text)
        self.assertIn("#   coin.bias: 0.5  # 0 to 1\n", text)
        told = self.told("check", "mine.yaml")
        self.assertGreater(told["summary"]["pass"], 5)
        self.assertEqual(told["summary"]["fail"], 0)

    def test_new_tells_all_that_is_said_of_a_parameter(self):
        text = COINS.read_text(encoding="utf-8")
        self.write("game.py", text.replace('"default": 0.5}', '"default": 0.5, "unit": "of one", "about": "heads"}'))
        self.text("engine", "new", "mine.yaml", "--", "python3", "game.py")
        self.assertIn("#   coin.bias: 0.5  # 0 to 1, of one, heads\n",
                      pathlib.Path(self.folder, "mine.yaml").read_text(encoding="utf-8"))

    def test_new_suggests_stages_that_a_tenth_of_the_runs_comes_to(self):
        text = COINS.read_text(encoding="utf-8")
        for old, new in [('"last": 3', '"last": 20'), ('floors", 3', 'floors", 20'), ("[1, 3]", "[1, 20]")]:
            text = text.replace(old, new)
        for bias, far in [("0.5", [1, 2, 3, 4]), ("0.9", [1, 5, 8, 12, 15, 19])]:
            self.write("game.py", text.replace("0.5", bias).replace("[seed % 5, None]", "([seed % 5] * (alive + 1))"))
            self.text("engine", "new", f"at{bias}.yaml", "--", "python3", "game.py")
            written = pathlib.Path(self.folder, f"at{bias}.yaml").read_text(encoding="utf-8")
            survival, turns = ([int(n) for n in re.findall(rf"metric: {metric}\n +stages: (\d+)", written)]
                               for metric in ("survival", "turns"))
            self.assertEqual(survival, far)
            self.assertEqual((turns[0], turns[-1], len(turns)), (1, 4 if bias == "0.5" else 20, len(far)))

    def test_a_command_in_one_word_is_told_how_it_is_written(self):
        self.refused_with(3, "each word of a command is one of its own", "engine", "new", "x.yaml", "--",
                          "python3 game.py")

    def test_no_count_is_suggested_to_be_below_zero(self):
        text = COINS.read_text(encoding="utf-8").replace("[seed % 5, None]", "[int(seed % 40 == 0), None]")
        self.write("game.py", text)
        self.text("engine", "new", "x.yaml", "--", "python3", "game.py")
        with open(os.path.join(self.folder, "x.yaml"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"metric: turns\n +stages: 1\n +range: \[0, ")

    def test_new_never_writes_over_a_file(self):
        self.game()
        self.refused_with(3, "'coins.yaml' is there already", "engine", "new", "coins.yaml", "--", "touch", "here")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "here")))

    def test_new_leaves_nothing_where_the_game_does_not_start(self):
        answer = self.run_wyrm("engine", "new", "mine.yaml", "--", "no-such-program")
        self.assertEqual((answer.code, os.listdir(self.folder)), (3, ["game.py"]))

    def test_try_gives_up_where_no_run_is_answered(self):
        hello = json.dumps({"hello": {"name": "mute", "agents": ["a", "b"]}})
        self.write("mute.py", f"import sys\nprint('{hello}', flush=True)\nsys.stdin.read()\n")
        self.write("mute.yaml", "engine: {command: [python3, mute.py], limits: {seconds: 1}}\n")
        checks = self.told("engine try", "mute.yaml")["checks"]
        self.assertEqual([check["check"] for check in checks], ["hello", "runs of a", "all else"])
        self.assertIn("3 of 3 runs failed; the first, run 0 (seed 0)", checks[1]["message"])
        self.assertEqual(checks[2]["message"], "not tried: 3 of these runs were too slow, and would be again")

    def test_try_asks_no_run_again_that_hangs(self):
        """Each time would cost its whole limit, which by default is a minute."""
        self.game("hang", "7", more="  limits: {seconds: 1}\n")
        begun = time.monotonic()
        checks = self.told("engine try", "coins.yaml")["checks"]
        self.assertLess(time.monotonic() - begun, 20)
        self.assertEqual([check["check"] for check in checks], ["hello", "runs of coward", "all else"])
        self.assertIn("1 of 20 runs failed; the first, run 7 ", checks[1]["message"])
        self.assertEqual(checks[2]["message"], "not tried: 1 of these runs was too slow, and would be again")

    def test_show_tells_the_hello(self):
        self.game()
        told = self.told("engine show", "coins.yaml")
        self.assertEqual((told["agents"], told["by_skill"], told["stages"]),
                         (["coward", "greedy"], True, {"name": "floor", "last": 3}))
        self.assertEqual(told["parameters"][0]["range"], [0, 1])
        self.assertEqual(told["metrics"][4], {"name": "turns", "kind": "by stage", "unit": "", "about": ""})
        self.assert_fits(self.allowed("engine show", "coins.yaml"))

    def told(self, command, *arguments):
        return json.loads(self.text(*command.split(), *arguments, "--allow-run", "--json"))

    def allowed(self, command, *arguments):
        return self.text(*command.split(), *arguments, "--allow-run")

    def verdicts(self, *arguments):
        self.game(*arguments)
        return {row["check"]: row for row in self.told("engine try", "coins.yaml")["checks"]}

    def test_a_game_that_keeps_to_the_protocol_passes(self):
        self.assertEqual({row["verdict"] for row in self.verdicts().values()}, {"PASS", "NOTE"})
        page = self.allowed("engine try", "coins.yaml", "--strict", "--arena", "a vs b", "--all")
        self.assert_fits(page)
        self.assertIn("coins keeps to the protocol.", page)

    def test_each_fault_has_its_sentence_and_what_to_change(self):
        for fault, check, message, advice in some([
                ("crash", "runs of coward", "1 of 20 runs failed; the first, run 7", "must stay up"),
                ("other", "runs of greedy", "run 7", "in the order"),
                ("undeclared", "runs of coward", "golf", "Declare the metric"),
                ("chatter", "runs of coward", "run 7", "standard error"),
                ("nan", "runs of greedy", "run 7", "")], 3):
            with self.subTest(fault=fault):
                row = self.verdicts(fault, "7")[check]
                self.assertEqual(row["verdict"], "FAIL")
                self.assertIn(message, row["message"])
                self.assertIn(advice, row["advice"])
        self.assertEqual(self.run_wyrm("engine", "try", "coins.yaml", "--allow-run", "--strict").code, 1)

    OWN = [('"parameters": [', '"parameters": [{"key": "wild", "kind": "bool"}, {"key": "any", "kind": "number"}, '),
           ('"metrics": [{', '"metrics": [{"name": "never", "kind": "amount"}, {"name": "rare", "kind": "number"}, {'),
           ('"floor", "last": 3', '"floor"'), ('"frames": ["@.\\n..", "\\x1b[2J.@"]', ""),
           ('asked["count"] - 3', 'asked["count"] - 4'),
           ("    bias = given", "    assert given.get('coin.bias') != 1\n    bias = given")]

    def test_what_is_asked_for_beside_runs_is_tried_where_it_can_be(self):
        text = COINS.read_text(encoding="utf-8")
        for old, new in self.OWN:
            self.assertIn(old, text)
            text = text.replace(old, new)
        self.write("game.py", text)
        self.game()
        page = self.allowed("engine show", "coins.yaml")
        self.assertIn("\nstages: each is a floor\n", page)
        self.assertRegex(page, r"\nwild +bool *\nany +number *\ncoin.bias +number +0 to 1 +0.5 *\n")
        asked = "engine try", "coins.yaml", "--arena", "a vs b", "--all"
        rows = {row["check"]: (row["verdict"], row["message"], row["advice"]) for row in self.told(*asked)["checks"]}
        advice = "Let it be any value of its range, or say a narrower `range`."
        for check, wanted in {
                "metrics": ("NOTE", "none of these runs told never, rare", "Fine where they are rare; else look "
                            "whether the names are the same in the hello and in results."),
                "parameter wild": ("PASS", "runs with false and true", None),
                "parameter any": ("NOTE", "not tried: no range is said", None),
                "parameter coin.bias": ("FAIL", "with 1: 3 of 3 runs failed; the first, run 0 (seed 0): the game ended "
                                        "with status 1 before it answered", advice),
                "draw": ("FAIL", "a against b: it tells of 999 attacks, and was asked for 1000",
                         "See `fight` and `draw` in docs/protocol.md: what they come to adds up to `count`."),
                "fight": ("PASS", "1000 of a against b", None),
                "replay": ("PASS", "run 0, shown by the game itself", None)}.items():
            self.assertEqual(rows[check], wanted)
        self.write("game.py", text.replace('"replay": {}', '"failed": "no window"'))
        row, = (row for row in self.told(*asked)["checks"] if row["check"] == "replay")
        self.assertEqual((row["verdict"], row["message"]), ("FAIL", "no window"))
        self.assertEqual(row["advice"], 'Answer {"run": 0, "replay": {}} once it was shown, or with frames of text.')

    def test_what_engine_is_not_for_is_refused(self):
        self.game()
        for fight in "a", "a vs ", " vs b":
            self.refused(2, f"wyrm engine try: --arena takes 'ATTACKER vs DEFENDER', found '{fight}'\n",
                         "engine", "try", "coins.yaml", "--allow-run", "--arena", fight)
        self.write("rules.yaml", "name: rules\nmodels: {combat: subtract}\n")
        self.refused(2, "wyrm engine try: 'rules.yaml' describes no game of your own: it has no section `engine`\n",
                     "engine", "try", "rules.yaml", "--allow-run")

    def test_a_win_that_is_not_called_won_is_noted(self):
        self.write("game.py", COINS.read_text(encoding="utf-8").replace('"won" if won', '"win" if won'))
        row = self.verdicts()["outcomes"]
        self.assertEqual((row["verdict"], row["message"]), ("NOTE", "no run was `won`, and some were `win`"))

    def test_a_log_is_shown_by_its_end(self):
        line = "    print('line', seed, file=sys.stderr)\n    dice = random"
        text = COINS.read_text(encoding="utf-8").replace("    dice = random", line)
        self.write("game.py", text)
        self.game("crash", "19")
        page = self.allowed("engine try", "coins.yaml")
        self.assertIn("    | line 18\n", page)
        self.assertNotIn("    | line 1\n", page)

    def test_a_seed_that_decides_nothing_is_found(self):
        text = COINS.read_text(encoding="utf-8").replace("random.Random(seed)", "random.Random()")
        self.write("game.py", text)
        row = self.verdicts()["same seed, same run (coward)"]
        self.assertEqual(row["verdict"], "FAIL")
        self.assertRegex(row["message"], r"run \d+ came out otherwise when it was asked for again: \S")

    def test_a_game_that_stays_when_its_input_ends_is_found(self):
        self.write("game.py", COINS.read_text(encoding="utf-8") + "\ntime.sleep(60)\n")
        self.assertEqual(self.verdicts()["end of input"]["verdict"], "FAIL")


if __name__ == "__main__":
    main()
