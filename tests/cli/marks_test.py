"""One gate for text: whatever stands in a file of a stranger, nothing that steers a terminal, turns the direction
of writing or is not seen at all reaches the screen, a page, a summary for a pull request or a build server."""
import json
import os
import re
import sqlite3
import subprocess
import unicodedata

from wyrm_case import ENVIRONMENT, WYRM, WyrmCase, main, xxh3

# Controls of either kind, both ways of turning the direction, what has no width, and a letter of hidden text.
HIDDEN = "\u202e\u2066\u200f\u200b\u200d\u2060\ufeff\u00ad\U000e0041"
MARKS = "\x1b[31m\x07\x9b2J\x7f" + HIDDEN
IN_YAML = "".join(f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}" for c in HIDDEN)
GAMES = os.path.join(os.environ["GOLDEN"], "games")


def steering(text):
    """Independent of the program: by the tables of Unicode."""
    return {f"U+{ord(c):04X}" for c in text if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}


class Marks(WyrmCase):
    def harmless(self, *arguments, says=None, env=None):
        """Runs a command: its streams are UTF-8 without a mark, and say it where they say something of it."""
        process = subprocess.run([WYRM, *arguments], env=dict(ENVIRONMENT, **(env or {})), cwd=self.folder,
                                 stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        for stream in (process.stdout, process.stderr):
            self.assertEqual(steering(stream.decode("utf-8")), set(), arguments)
        self.assertIn(process.returncode, (0, 1, 2, 3), process.stderr)
        if says is not None:
            self.assertIn(says, process.stdout.decode() + process.stderr.decode(), arguments)
        return process

    def harmless_files(self, *names):
        for name in names:
            with open(os.path.join(self.folder, name), encoding="utf-8", newline="") as file:
                self.assertEqual(steering(file.read()), set(), name)

    def ruleset(self, name, base):
        """A shipped ruleset with marks in every text that is prose; the rest of it says what it did."""
        lines = self.text("rules", "show", base).splitlines()
        prose = re.compile(r'^(\s*(?:- \{)?(?:title|description|source|note|name|summary|unit): )"(.*?)"(.*)$')
        changed = [prose.sub(lambda at: f'{at[1]}"<b>{IN_YAML}{at[2]}"{at[3]}', line) for line in lines]
        self.assertGreater(sum(a != b for a, b in zip(lines, changed)), 2)
        return self.write(name, "\n".join(changed) + "\n")

    def test_rulesets_in_every_command(self):
        self.ruleset("one.yaml", "tutorial")
        self.ruleset("two.yaml", "yarl")
        few = ("--runs", "10")
        shows = {"check": 0, "curve": 0, "etp": 0, "sim": 0, "results": 0}
        for arguments in (("check", "one.yaml", "--effort", "low"), ("curve", "one.yaml"),
                          ("etp", "two.yaml", "--runs", "20"),
                          ("hit", "one.yaml", "player@1", "orc", "--explain"), ("duel", "one.yaml", "player@1", "orc"),
                          ("sim", "one.yaml", *few, "-v", "-o", "one.db"), ("results", "one.db", "-v"),
                          ("rules", "show", "one.yaml"), ("rules", "validate", "one.yaml", "two.yaml"),
                          ("fixtures", "one.yaml"), ("replay", "one.db", "--run", "1", "--check"),
                          ("compare", "one.yaml", "--baseline", "one.json", *few),
                          ("compare", "one.yaml", "--gate", "one.json"),
                          *(("rules", "export", "two.yaml", "--format", kind) for kind in ("json", "lua", "c"))):
            answer = self.harmless(*arguments)
            self.assertIn(answer.returncode, (0, 1), arguments)
            if arguments[0] in shows:
                shows[arguments[0]] = "\\u202e" in answer.stdout.decode()
            if arguments[0] in ("etp", "results", "hit"):
                json.loads(self.harmless(*arguments, "--json").stdout)
        self.assertTrue(all(shows.values()), shows)
        self.harmless("compare", "one.yaml", "two.yaml", *few, "--sim", "--markdown", "a.md", "--junit", "a.xml")
        self.harmless("hit", "one.yaml", "player@1", "orc", "--curve", "defense=0..4", "--svg", "a.svg")
        self.assertEqual(self.harmless("report", "one.yaml", "--runs", "10", "-o", "a.html").returncode, 0)
        self.harmless_files("a.md", "a.xml", "a.html", "a.svg", "one.json")

    def test_what_was_hidden_reads_back(self):
        self.ruleset("one.yaml", "yarl")
        shown = self.text("rules", "show", "one.yaml")
        self.write("again.yaml", shown)
        self.assertEqual(self.text("rules", "show", "again.yaml"), shown)
        self.assertIn(HIDDEN, self.json("rules", "show", "one.yaml")["rules"]["title"])

    def test_letters_of_all_languages_stay(self):
        self.write("one.yaml", 'name: one\nextends: yarl\ntitle: "Drägon 龙 дракон 🐉 éo"\n')
        self.assertIn("Drägon 龙 дракон 🐉 éo", self.text("curve", "one.yaml"))

    def test_every_line_of_a_ruleset(self):
        """Keys, names, numbers and choices: what is refused is quoted without its marks, and what is taken, too."""
        lines = self.text("rules", "show", "yarl").splitlines()
        visible = HIDDEN.replace("\ufeff", "")  # which may not stand in a file
        number = 0
        paths = []
        for i, line in enumerate(lines):
            found = re.match(r"^(\s*)([\w-]+):(.*)$", line)
            if not found or i % 10:
                continue
            blank, key, value = found.groups()
            for changed in (f'{blank}"{key}{IN_YAML}":{value}', f'{blank}{key}: "\\e[31m{IN_YAML}"',
                            f"{blank}{key}: {visible}"):
                number += 1
                paths.append(os.path.basename(self.write(f"l{number}.yaml", "\n".join(
                    lines[:i] + [changed] + lines[i + 1:]) + "\n")))
        for at in range(0, len(paths), 40):
            self.assertEqual(self.harmless("rules", "validate", *paths[at:at + 40]).returncode, 3)

    def test_bytes_that_no_ruleset_may_have(self):
        for text in ("\x1b[2Jname: x\n", "name: x\n# \x9b\n", "name: x\ntitle: \x7f\n", "na\u2028me: x\n"):
            self.write("raw.yaml", text)
            self.assertEqual(self.harmless("check", "raw.yaml").returncode, 3)
        with open(os.path.join(self.folder, "raw.yaml"), "wb") as file:
            file.write(b"name: \x9b\xff\xfe\n")
        self.assertEqual(self.harmless("check", "raw.yaml").returncode, 3)

    def test_recordings(self):
        with open(os.path.join(GAMES, "yarl.replay"), "rb") as file:
            head, body = file.read().split(b"\nrules ", 1)
        length, rest = body.split(b"\n", 1)
        rules, tail = rest[:int(length)], rest[int(length):]
        game = tail.split(b"\n", 1)[1]
        rows = head.split(b"\n")
        shown = 0
        for i, row in [(i, row + marks.encode()) for i, row in enumerate(rows) for marks in (MARKS, HIDDEN)]:
            changed = rows[:i] + [row] + rows[i + 1:]
            begun = b"\n".join(changed) + b"\nrules " + length + b"\n" + rules
            with open(os.path.join(self.folder, "a.replay"), "wb") as file:
                file.write(begun + b"begun %016x\n" % xxh3(begun) + game)
            for arguments in (("--check",), ("--check", "--json")):
                answer = self.harmless("replay", "a.replay", *arguments)
                shown += answer.returncode < 2 and b"\\u202" in answer.stdout
        self.assertGreater(shown, 3)
        with open(os.path.join(self.folder, "b.replay"), "wb") as file:
            file.write(head + b"\n" + MARKS.encode() + b"\n")
        self.harmless("replay", "b.replay", "--check")

    def test_results(self):
        self.harmless("sim", "tutorial", "--runs", "5", "-o", "a.db")
        path = os.path.join(self.folder, "a.db")
        base = sqlite3.connect(path)
        facts = dict(base.execute("SELECT key, value FROM meta"))
        names = [key for key in facts if key not in ("runs", "checksum") and not re.search(r" [1-9]\d*$", key)]
        self.assertGreater(len(names), 8)
        taken = 0
        for key in names:
            for marks in (MARKS, "\nPASS"):
                changed = dict(facts, **{key: facts[key] + marks})
                rows = sorted(k for k in changed if k not in ("runs", "checksum"))
                said = "".join(f"{k} {changed[k]}\n" for k in rows).encode()
                base.execute("UPDATE meta SET value = ? WHERE key = ?", (changed[key], key))
                base.execute("UPDATE meta SET value = ? WHERE key = 'checksum'", (str(xxh3(said)),))
                base.commit()
                answer = self.harmless("results", "a.db")
                taken += answer.returncode == 0
                self.assertNotIn(b"\nPASS", answer.stdout + answer.stderr)
                self.harmless("results", "a.db", "--json", "--from", "tutorial")
                self.harmless("replay", "a.db", "--run", "1", "--check", "--ruleset", "tutorial")
                base.execute("UPDATE meta SET value = ? WHERE key = ?", (facts[key], key))
        base.close()
        self.assertGreater(taken, 1)  # else nothing was shown: the checksum is another one

    def test_baselines(self):
        self.harmless("compare", "tutorial", "--baseline", "a.json", "--runs", "2")
        with open(os.path.join(self.folder, "a.json"), encoding="utf-8") as file:
            baseline = json.load(file)
        sums = 0
        for key, value in baseline.items():
            for text in (HIDDEN, "\x7f\x9b", "\nPASS"):
                changed = dict(baseline)
                if isinstance(value, str):
                    changed[key] = value + text
                elif isinstance(value, dict):
                    changed[key] = dict(value, **{text: next(iter(value.values()))})
                else:
                    changed[key] = text
                del changed["checksum"]
                said = json.dumps(changed, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
                changed["checksum"] = f"{xxh3(said.encode()):016x}"
                with open(os.path.join(self.folder, "b.json"), "w", encoding="utf-8") as file:
                    json.dump(changed, file, ensure_ascii=False)
                answer = self.harmless("compare", "tutorial", "--gate", "b.json")
                self.assertNotIn(b"\nPASS", answer.stdout + answer.stderr)
                sums += b"checksum" not in answer.stderr
        self.assertGreater(sums, 10)

    def test_tables_and_logs(self):
        self.write("a.csv", f"name,hp,power,defense,x{MARKS}\norc{HIDDEN},3,4,0,0\n{HIDDEN},x{MARKS},1,1,{MARKS}\n")
        self.harmless("rules", "import", "a.csv", "--into", "monsters", "--ruleset", "yarl", says="\\u202e")
        self.write("b.csv", f"attacker,defender,damage\norc{MARKS},player,4\norc,player,4{HIDDEN}\n")
        self.harmless("verify", "yarl", "--log", "b.csv", says="?[31m")
        self.write("c.csv", f"run,outcome,cause{HIDDEN},gold{MARKS}\n" +
                   "".join(f"{i},won{HIDDEN},orc{HIDDEN},{i}\n" for i in range(30)))
        self.harmless("results", "import", "c.csv", "--outcomes", "else=lost", "-o", "c.db")
        if os.path.exists(os.path.join(self.folder, "c.db")):
            self.harmless("results", "c.db", "-v")
            self.harmless("results", "c.db", "--json")
        self.write("d.json", json.dumps({"outcome": MARKS, MARKS: MARKS}, ensure_ascii=False) + "\n")
        self.harmless("results", "import", "d.json", "--dry-run")

    def test_files_of_games(self):
        for value in (MARKS, HIDDEN):
            escaped = f'"\\e[31m{IN_YAML}"' if value == MARKS else f'"{IN_YAML}"'
            self.write("game.yaml", f'name: x\ntitle: {escaped}\nengine: {{command: ["true", {escaped}]}}\n')
            for arguments in (("engine", "show", "game.yaml"), ("sim", "game.yaml", "--runs", "1"),
                              ("sim", "game.yaml", "--runs", "1", "--allow-run"), ("check", "game.yaml")):
                self.harmless(*arguments)

    def test_arguments_and_environment(self):
        for arguments in ((MARKS,), ("check", MARKS), ("check", "yarl", "--bot", MARKS),
                          ("sim", "yarl", "--bot", MARKS),
                          ("hit", "yarl", MARKS, "orc"), ("duel", "yarl", "player@1", f"orc,{MARKS}=3"),
                          ("check", "--" + MARKS), ("check", "yarl", "--runs", MARKS), ("replay", MARKS),
                          ("results", MARKS), ("rules", "new", MARKS), ("compare", "yarl", "--gate", MARKS),
                          ("sim", "yarl", "--arena", MARKS), ("sim", "yarl", "--without", MARKS, "--runs", "1"),
                          ("completion", MARKS)):
            self.harmless(*arguments)
        self.write(f"{HIDDEN}.yaml", "name: x\nextends: yarl\n")
        self.harmless("sim", f"{HIDDEN}.yaml", "--runs", "3")
        self.harmless("etp", "tutorial", env={"COLUMNS": MARKS, "NO_COLOR": MARKS, "HOME": MARKS, "TERM": MARKS})
        self.harmless("play", "yarl", env={"HOME": MARKS, "TERM": MARKS, "XDG_STATE_HOME": MARKS})


if __name__ == "__main__":
    main()
