"""What shells complete: commands, options and their values, rulesets, and who lives in them."""
import os
import pty
import re
import select
import shutil
import subprocess
import time
import unittest

from wyrm_case import ENVIRONMENT, WYRM, WyrmCase, main


class Words(WyrmCase):
    def words(self, *line):
        return [row.split("\t")[0] for row in self.text("completion", "words", "--", *line).splitlines()]

    def test_every_command_and_option_of_the_help(self):
        listed = self.text("--help").partition("Commands\n")[2].partition("Options")[0]
        commands = re.findall(r"^  (\S+) ", listed, re.M)
        self.assertEqual(self.words(""), commands)
        for command in commands:
            options = re.findall(r"^  (?:-\w, |    )(--[a-z-]+)", self.text(command, "--help"), re.M)
            self.assertEqual(sorted(self.words(command, "--")), sorted(options), command)
        self.assertEqual(self.words("rules", "e"), ["export"])

    def test_commands_below_a_command_come_first_or_not_at_all(self):
        below = {}
        for command in self.words(""):
            under = re.findall(rf"^  {command} ([a-z]+) ", self.text(command, "--help").partition("\nCommands\n")[2],
                               re.M)
            below[command] = under
            self.assertEqual([word for word in self.words(command, "") if word in under], under, command)
            for behind in (["x.yaml"], ["x.yaml", "y.yaml"], ["--json", "x.yaml"]):
                self.assertFalse({*self.words(command, *behind, "")} & {*under}, (command, behind))
        self.assertGreater(sum(map(bool, below.values())), 2, below)

    def test_rulesets_and_files(self):
        self.assertEqual(self.words("check", "tu"), ["tutorial", "tutorial-before", ":files"])
        self.assertEqual(self.words("compare", "yarl", "tutorial-"), ["tutorial-before", ":files"])
        self.assertEqual(self.words("rules", "validate", "x"), [":files"])
        self.assertEqual(self.words("check", "yarl", "--csv"), [])

    def test_who_lives_in_the_ruleset_that_is_named(self):
        self.assertEqual(self.words("duel", "tutorial", ""), ["player", "orc", "troll"])
        self.assertEqual(self.words("duel", "--json", "yarl", "player", "orc_s"),
                         ["orc_scout", "orc_shaman", "orc_skirmisher"])
        self.assertEqual(self.words("hit", "ruggrogue", "mon"), ["monster@"])
        self.assertEqual(self.words("duel", "no such ruleset", "o"), [])
        self.write("odd.yaml", "name: odd\nmonsters: [")
        self.assertEqual(self.words("duel", "odd.yaml", "o"), [])

    def test_gear_variants_and_stats_of_a_combatant(self):
        self.assertEqual(self.words("duel", "tutorial", "player,weapon="), ["player,weapon=sword"])
        self.assertEqual(self.words("duel", "yarl", "orc,el"), ["orc,elite"])
        self.assertEqual(self.words("duel", "tutorial", "player@3,weapon=sword,pow"), ["player@3,weapon=sword,power="])

    def test_keys_of_the_ruleset_word_by_word(self):
        self.assertEqual(self.words("sense", "tutorial", "monsters."), ["monsters.orc.", "monsters.troll."])
        self.assertEqual(self.words("solve", "tutorial", "player.h"), ["player.hp"])
        self.assertEqual(self.words("sweep", "tutorial", "--over", "monsters.orc.h"), ["monsters.orc.hp="])
        self.assertEqual(self.words("sweep", "tutorial", "--over=bo"), ["--over=bot="])
        self.assertEqual(self.words("sweep", "tutorial", "--over", "bot=explorer,d"), ["bot=explorer,diver"])
        self.assertEqual(self.words("sweep", "tutorial", "--over", "no.such."), [])
        self.assertIn("monsters.", self.words("sense", "tutorial", ""))

    def test_values_of_options(self):
        self.assertEqual(self.words("rules", "export", "yarl", "--format", ""), ["csv", "json", "lua", "gdscript", "c"])
        self.assertEqual(self.words("rules", "export", "--format=l"), ["--format=lua"])
        self.assertEqual(self.words("sim", "yarl", "--bot", "ta"), ["tactician"])
        self.assertEqual(self.words("sim", "--runs", "5", "ya"), ["yarl", ":files"])
        self.assertEqual(self.words("completion", ""), ["words", "bash", "zsh", "fish"])
        self.assertEqual(self.words("completion", "z"), ["zsh"])
        self.assertEqual(self.words("play", "yarl", "--watch-bot", "ta"), ["tactician"])
        self.assertEqual(self.words("report", "yarl", "--compare", "tutorial-"), ["tutorial-before", ":files"])

    def test_set_fights_begin_with_an_arena_or_who_fights(self):
        fights = self.words("sim", "yarl", "--arena", "")
        self.assertEqual(fights[0], next(iter(self.json("rules", "show", "yarl")["rules"]["arenas"])))
        self.assertIn("player", fights)
        self.assertNotIn("player", self.words("etp", "yarl", ""))
        self.assertIn("orc", self.words("etp", "yarl", ""))

    def test_what_is_said_of_a_combatant_is_said_once(self):
        said = self.words("duel", "yarl", "player,weapon=shortsword,power=3,")
        self.assertFalse([word for word in said if word.count("weapon=") > 1 or word.count("power=") > 1])
        self.assertTrue([word for word in said if ",armor=" in word and "hp=" not in word])

    def test_bots_one_after_the_other_or_the_whole_ladder(self):
        for command in ("sim", "compare", "worth"):
            self.assertEqual(self.words(command, "yarl", "--bot", "l"), ["ladder"])
            self.assertEqual(self.words(command, "yarl", "--bot", "brawler,ta"), ["brawler,tactician"])
        self.assertEqual(self.words("sim", "yarl", "--bot=brawler,l"), [])
        self.assertEqual(self.words("sim", "yarl", "--bot=brawler,ta"), ["--bot=brawler,tactician"])

    def test_another_shell(self):
        self.refused(2, "wyrm completion: there is no completion for 'fsh' (did you mean 'zsh'?)\n",
                     "completion", "fsh")


class Shells(WyrmCase):
    """The scripts, in the shells that are there."""

    def setUp(self):
        super().setUp()
        os.symlink(WYRM, os.path.join(self.folder, "wyrm"))
        self.environment = dict(ENVIRONMENT, PATH=f"{self.folder}:{ENVIRONMENT['PATH']}", HOME=self.folder)

    def run_shell(self, *command):
        return subprocess.run(command, env=self.environment, cwd=self.folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60, check=False)

    def bash(self, line):
        script = ('eval "$(wyrm completion bash)"; COMP_LINE=$1 COMP_POINT=${#1}; _wyrm; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        said = self.run_shell("bash", "--norc", "-c", script, "bash", line)
        return said.stdout.split()

    @unittest.skipUnless(shutil.which("bash"), "no bash")
    def test_bash(self):
        self.write("tune.yaml", "")
        self.assertEqual(self.bash("wyrm due"), ["duel"])
        self.assertEqual(self.bash("wyrm check tu"), ["tutorial", "tutorial-before", "tune.yaml"])
        self.assertEqual(self.bash("wyrm duel tutorial tr"), ["troll"])
        self.assertEqual(self.bash("wyrm duel tutorial player@3,weapon=sw"), ["sword"])  # what stands behind the '='
        self.assertEqual(self.bash("wyrm rules export yarl --format "), ["csv", "json", "lua", "gdscript", "c"])

    @unittest.skipUnless(shutil.which("fish"), "no fish")
    def test_fish(self):
        def fish(line):
            said = self.run_shell("fish", "--no-config", "-c",
                                  "wyrm completion fish | source; complete -C $argv[1]", line)
            return [row.split("\t")[0] for row in said.stdout.splitlines()]
        self.assertEqual(fish("wyrm due"), ["duel"])
        self.assertEqual(fish("wyrm duel tutorial tr"), ["troll"])
        self.assertEqual(sorted(fish("wyrm check tuto")), ["tutorial", "tutorial-before"])

    @unittest.skipUnless(shutil.which("zsh"), "no zsh")
    def test_zsh(self):
        child, primary = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], dict(self.environment, TERM="dumb", PS1="% "))
        said = b""
        try:
            # The word that is waited for stands in none of the lines that are typed.
            for keys, wanted in (("autoload -Uz compinit; compinit -u -D; eval \"$(wyrm completion zsh)\"; "
                                  "echo rea''dy\n", b"ready"), ("wyrm duel tutorial tr\t", b"troll")):
                os.write(primary, keys.encode())
                end = time.monotonic() + 20
                while wanted not in said and time.monotonic() < end:
                    if select.select([primary], [], [], 0.2)[0]:
                        said += os.read(primary, 65536)
        finally:
            os.kill(child, 9)
            os.close(primary)
            os.waitpid(child, 0)
        self.assertIn(b"troll", said)


if __name__ == "__main__":
    main()
