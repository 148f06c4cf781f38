"""`wyrm report` as it is used: what its figures hold is what their commands print, hostile texts stay text,
and what goes wrong is said before the old file is lost."""
import functools
import json
import math
import os
import pty
import re
import select
import shlex
import subprocess
import time
import unittest

from figures import FIGURE, says
from wyrm_case import ENVIRONMENT, EVERY, SLOW, SMALL, WYRM, WyrmCase, main, some

RULESETS = ["ruggrogue", "tutorial", "yarl", "bob-and-trev"]
RUNS = "20"
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "report.html")
GOLDEN = os.environ["GOLDEN"]
PATIENCE = 60  # seconds for a run to show itself

# Texts that a ruleset must not do anything with to a page.
ODD = "<script>alert(1)</script> \"double\" 'single' & \u05d3\u05e8\u05e7\u05d5\u05df \U0001f409\nnext \u202egnp.exe"


@functools.cache
def printed(*arguments):
    """What a command of these tests prints: many ask for the same."""
    made = subprocess.run([WYRM, *arguments], capture_output=True, env=ENVIRONMENT, timeout=600, check=True)
    return made.stdout.decode()


def report_of(*arguments):
    return json.loads(printed("report", *arguments, "--runs", RUNS, "--json"))


def page_of(*arguments):
    """The page, with blanks that break."""
    return printed("report", *arguments, "--runs", RUNS, "-o", "-").replace("\u00a0", " ")


class Said:
    """The numbers of a text, to look others up in: each is true as far as its digits go."""

    def __init__(self, text):
        self.figures = list(FIGURE.finditer(text))
        self.bounds = [(sign, float(number)) for sign, number in re.findall(r"([<>])([0-9.]+) %", text)]
        self.bounds += [(">", 99.5)] * ("# is 99.5 % and above" in text)
        self.bounds += [("<", 0.5)] * (". is below 0.5 %" in text)

    def has(self, value, unit, noise):
        """`noise`: what may be left out of its digits."""
        scale = 100.0 if unit == "share" else 1.0
        wanted = scale * value
        if unit == "share" and any(wanted <= bound if sign == "<" else wanted >= bound
                                   for sign, bound in self.bounds):
            return True
        near = 0.005 * abs(wanted) + scale * noise + (0.5 if scale > 1 else 0.0)
        return any(abs(float(figure["value"]) - wanted) <= near and
                   says(figure, value if figure["percent"] or scale == 1.0 else wanted)
                   for figure in self.figures)


class Report(WyrmCase):
    def assert_commands_print(self, picture, text):
        """The text holds every number of a figure, as far as it goes."""
        said = Said(text)
        heat = picture["kind"] == "heat"
        unit = picture["value_unit"] if heat else picture["y"]["unit"]
        for series in picture["series"]:
            if series["reference"] or "weapon of the " in series["name"]:  # a level by its power
                continue
            for mark in series["marks"]:
                value = mark["value"] if heat else mark["y"]
                noise = (mark["high"] - mark["low"]) / 2 if mark.get("low") is not None and \
                    mark.get("high") is not None else 0.0
                others = heat and picture["categories"] and picture["categories"][int(mark["x"])] == "all others"
                if value and not others:  # their sum
                    self.assertTrue(said.has(value, unit, noise),
                                    (picture["id"], series["name"], mark, picture["commands"]))

    def assert_figures_name_commands(self, *arguments):
        pictures = report_of(*arguments)["pictures"]
        self.assertGreater(len(pictures), 15, arguments)
        for picture in pictures:
            with self.subTest(report=arguments, picture=picture["id"]):
                self.assertGreater(len(picture["commands"]), 0, picture["id"])
                text = "\n".join(printed(*shlex.split(command)[1:]) for command in picture["commands"])
                self.assertLess(len(text.split("\n")), 600 * len(picture["commands"]), picture["commands"])
                if "duels" in picture["id"] and "--matrix" not in picture["commands"][0]:  # the hardest of them
                    worst = min(mark["value"] for mark in picture["series"][0]["marks"])
                    self.assertTrue(Said(text.partition("\n\n")[0]).has(worst, "share", 0.0), picture["commands"])
                else:
                    self.assert_commands_print(picture, text)

    def test_every_figure_names_the_commands_whose_text_has_its_numbers(self):
        for ruleset in RULESETS[1:2] if SLOW else some(RULESETS, 2):
            self.assert_figures_name_commands(ruleset)

    @unittest.skipIf(SLOW, "the same code as of one side")
    def test_figures_of_two_sides_name_the_commands_of_both(self):
        self.assert_figures_name_commands("tutorial", "--compare", "tutorial-before")

    def test_the_report_is_made_again_by_its_own_command(self):
        first = printed("report", "tutorial", "--runs", RUNS, "--json")
        again = self.run_wyrm(*shlex.split(json.loads(first)["command"])[1:], "--json")
        self.assertEqual(again.out, first)

    def test_runs_to_watch_end_as_the_page_says(self):
        text = re.sub(r"</?(span|bdi|code)>", "", page_of("tutorial"))
        rows = re.findall(r'<td class="text">([^<]*)</td><td class="text">(wyrm play[^<]*)</td>', text)
        self.assertGreater(len(rows), 2)
        for ended, words in rows:
            run, seed = (re.search(rf"--{what} (\d+)", words).group(1) for what in ("run", "seed"))
            told = self.json("sim", "tutorial", "--bot", "explorer", "--first-run", run, "--runs", "1",
                             "--seed", seed)
            depth = told["survival"][-1]["depth"]
            self.assertIn(f"at depth {depth}", ended)
            if ended.startswith("killed by "):
                self.assertEqual(ended, f"killed by {told['deaths'][0]['by'].capitalize()} at depth {depth}")

    def test_a_run_to_watch_is_shown(self):
        picture = next(one for one in report_of("tutorial")["pictures"] if one["id"] == "survival")
        self.assertIn("--watch-bot", picture["replay"])
        self.assertTrue(self.shows(b"depth 1", shlex.split(picture["replay"])[1:]))

    def shows(self, words, arguments):
        """Whether a command that needs a terminal shows some words on one."""
        outside, inside = pty.openpty()
        environment = dict(ENVIRONMENT, TERM="xterm-256color", LINES="40", COLUMNS="120",
                           HOME=self.folder, XDG_STATE_HOME=self.folder)
        process = subprocess.Popen([WYRM, *arguments], stdin=inside, stdout=inside, stderr=inside,
                                   env=environment, cwd=self.folder)
        os.close(inside)
        shown, end = b"", time.monotonic() + PATIENCE
        try:
            while words not in shown and time.monotonic() < end:
                if select.select([outside], [], [], 0.2)[0]:
                    try:
                        shown += os.read(outside, 65536)
                    except OSError:  # it has ended
                        break
        finally:
            process.kill()
            process.wait()
            os.close(outside)
        return words in shown


class Answers(WyrmCase):
    def test_json_has_these_keys(self):
        answer = report_of("tutorial")
        self.assertEqual(list(answer), ["schema", "wyrm", "ruleset", "seed", "command", "sides", "verdicts",
                                        "findings", "pictures", "dead"])
        self.assertEqual(answer["schema"], "wyrm/report/1")
        for picture in answer["pictures"]:
            of = "value_unit" if picture["kind"] == "heat" else "between"
            self.assertEqual(list(picture), ["id", "kind", "title", "caption", "commands", "replay", "x", "y",
                                             of, "categories", "series"])
            self.assertEqual(list(picture["x"]), ["label", "unit", "scale"])
            self.assertTrue(picture["title"].endswith("?"), picture["title"])
            for series in picture["series"]:
                self.assertEqual(list(series), ["name", "dashed", "reference", "total", "marks"])
        ids = {picture["id"] for picture in answer["pictures"]}
        for verdict in answer["verdicts"] + answer["findings"]:
            self.assertIn(verdict["picture"], ids | {None})

    def test_the_same_bytes_with_any_number_of_threads(self):
        one, other = [printed("report", "tutorial", "--runs", RUNS, "--threads", threads, "--json")
                      for threads in ("1", "7")]
        self.assertEqual(one, other)
        self.assertEqual(one, printed("report", "tutorial", "--runs", RUNS, "--json"))

    def test_json_and_page_go_where_they_are_sent(self):
        self.assertEqual(self.run_wyrm("report", "tutorial", "--runs", "20").code, 0)
        self.assertTrue(os.path.isfile(os.path.join(self.folder, "tutorial-report.html")))
        self.assertEqual(self.run_wyrm("report", "tutorial", "--runs", "20", "--json", "-o", "t.json").code, 0)
        with open(os.path.join(self.folder, "t.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), report_of("tutorial"))


class Page(WyrmCase):
    def test_the_worst_comes_first_and_every_subject_is_counted(self):
        ruleset = "yarl" if EVERY else "ruggrogue"
        text = page_of(ruleset)
        badges = re.findall(r'<li>\n<span class="badge [a-z]+">(FAIL|WARN|UNCLEAR)</span>', text)
        self.assertGreater(len(badges), 3)
        self.assertEqual(badges, sorted(badges, key=["FAIL", "WARN", "UNCLEAR"].index))
        scores = re.search(r'<ul class="scores".*?</ul>', text, re.DOTALL).group(0)
        words = re.findall(r'(?:<a href="#([^"]*)">[^<]*</a>|Others) <span class="badge ([a-z]+)">(.*?)</span>', scores)
        counts = [int(re.search(r"(?:of|all) ([0-9]+)|^([0-9]+) holds", words).group(1) or 1)
                  for _, _, words in words]
        targets = {one["target"] for one in report_of(ruleset)["verdicts"]}
        self.assertEqual(sum(counts), len(targets))
        tones = [tone for _, tone, _ in words]
        self.assertEqual(tones, sorted(tones, key=["bad", "doubt", "good"].index))
        for section, _, _ in words:
            self.assertIn(f'<section id="{section}"' if section else "Others", text)
        if ruleset == "yarl":
            self.assertNotRegex(text, r"<dt>No picture of</dt>.*pity")

    def test_figures_of_runs_have_their_interval(self):
        """In sentences, in tables and where two sides are compared; "-": nothing can be said."""
        text = page_of("tutorial", "--compare", "tutorial-before")
        sampled = r"[-+]?[0-9.]+(?: %)? (?:± [0-9.]+|\([-+]?[0-9.]+ to [-+]?[0-9.]+\))"
        self.assertRegex(text, rf"The explorer wins {sampled} of {RUNS} runs; they end at depth {sampled} on average")
        self.assertRegex(text, rf"What kills most often: [^.]*[,:] {sampled}(?: to {sampled})? of runs")
        differences = re.search(r'aria-label="Table: differences of the runs".*?</table>', text, re.DOTALL).group(0)
        rows = re.findall(r"<tr><th[^>]*>[^<]*</th><td>([^<]*)</td><td>([^<]*)</td><td>([^<]*)</td>", differences)
        self.assertGreater(len(rows), 5)
        for before, after, difference in rows:
            for figure in before, after, difference.replace(" points", ""):
                self.assertRegex(figure, rf"^(?:{sampled}|-)$")
        for picture in "survival", "damage", "items", "filling":
            table = re.search(rf'<figure class="picture" id="{picture}">.*?</table>', text, re.DOTALL).group(0)
            cells = [cell for cell in re.findall(r"<td>([^<]*)</td>", table) if cell not in ("-", "100 %")]
            self.assertGreater(len(cells), 3, picture)
            for cell in cells:
                self.assertRegex(cell, rf"^{sampled}$", picture)

    def test_what_kills_stands_in_the_order_of_the_depths_where_it_does(self):
        path = self.write("hardy.yaml", "name: hardy\nextends: ruggrogue\ntargets: ~\n"
                                        "growth: {player: {max_hp: {base: 45}}}\n")  # who meets many monsters
        runs = ["--runs", "100", "--seed", "5"]
        pictures = self.json("report", path, *runs)["pictures"]
        told = self.json("sim", path, "--bot", "explorer", *runs)
        *drawn, whole = next(picture["series"] for picture in pictures if picture["id"] == "hazard")
        depths, weight, where = max(mark["x"] for mark in whole["marks"]), {}, {}
        for death in told["deaths"]:
            if death["depth"] > depths:
                continue
            who = "hunger" if death["by"] == "starved" else death["by"]
            part = death["runs"] / math.sqrt(told["survival"][death["depth"] - 1]["entered"])
            weight[who] = weight.get(who, 0) + part
            where[who] = where.get(who, 0) + part * death["depth"]
        shown = sorted(weight, key=weight.get)[-13:]
        self.assertGreater(len(weight), len(shown))
        shown.sort(key=lambda who: where[who] / weight[who])
        self.assertEqual([series["name"].lower() for series in drawn], [*shown, "anything else"])

    def test_armour_that_nobody_has_yet_keeps_off_nothing(self):
        """A mean without an interval was told as `- hit points`: armour lies on the second floor only."""
        self.write("late.yaml", """\
name: late
models: {combat: accuracy, encounter: tables, loot: floors, map: tunnels}
encounter: {last_depth: 2, rooms: {most: 1}}
loot: {number: [{items: 0}], guaranteed: {mail: {number: 1, first: 2}}}
map: {tries: 4}
player: {hp: 90, damage: 9}
armors: {mail: {armor_class: 2}}
items: {feather: {}}
monsters: {rat: {hp: 6, damage: 1d4, weight: 1}}
""")
        page = self.text("report", "late.yaml", "--runs", "40", "-o", "-").replace("\u00a0", " ")
        self.assertRegex(page, r"For the explorer it is nothing after depth 1 and [^-]* hit points after depth 2\.")

    def test_armour_of_a_d20_game_is_its_bonus(self):
        path = self.write("fort.yaml", "name: fort\nmodels: {combat: d20, encounter: tables, map: rooms}\n"
                          "encounter: {last_depth: 2, rooms: {most: [[2, 1]]}}\n"
                          "map: {width: 40, height: 20, tries: 20}\n"
                          "player: {hp: 20, to_hit: 4, armor_class: 14, damage: 1d8+2}\n"
                          "monsters: {orc: {hp: 10, to_hit: 3, armor_class: 12, damage: 1d6, weight: 1}}\n")
        answer = self.json("report", path, "--runs", "2")
        chart = next(picture for picture in answer["pictures"] if picture["id"] == "armour")
        marks = {mark["x"]: mark["y"] for mark in chart["series"][0]["marks"]}
        # Beside a bonus of 0, at 14, ten faces of the die hit, one of them twice as hard.
        self.assertAlmostEqual(marks[0], (9 * 3.5 + 7) / 20, delta=1e-9)

    def test_loot_is_drawn_by_its_categories_be_it_one_or_else_by_kinds(self):
        with open(os.path.join(GOLDEN, "small_dungeon.yaml"), encoding="utf-8") as file:
            two = file.read()
        self.assertIn("categories: [junk]", two)
        self.write("two.yaml", two)
        self.write("one.yaml", two.replace("categories: [junk]", "categories: [healing]"))
        for ruleset, by_category in ("one.yaml", True), ("two.yaml", True), ("tutorial", False):
            drawn = {picture["id"] for picture in self.json("report", ruleset, "--runs", "2")["pictures"]}
            self.assertEqual({"loot", "loot-depth"} & drawn, {"loot"} if by_category else {"loot-depth"}, ruleset)
            self.assertEqual("drought" in drawn, by_category, ruleset)

    def test_reasons_of_deaths_are_those_of_the_runs(self):
        runs = ["--runs", "100", "--seed", "5"]
        pictures = self.json("report", "ruggrogue", *runs)["pictures"]
        told = self.json("sim", "ruggrogue", "--bot", "explorer", *runs)
        picture = next(one for one in pictures if one["id"] == "reasons")
        *drawn, whole = picture["series"]
        for mark in whole["marks"]:
            depth = told["survival"][int(mark["x"]) - 1]
            why = {row["reason"]: row["runs"] for row in told["last_fights"]["depths"][int(mark["x"]) - 1]["why"]}
            shown = {series["name"]: one["y"] for series in drawn for one in series["marks"] if one["x"] == mark["x"]}
            self.assertEqual(shown.keys(), why.keys())
            for reason, share in shown.items():
                self.assertAlmostEqual(share, why[reason] / depth["entered"], delta=1e-9)
            self.assertAlmostEqual(sum(shown.values()), mark["y"], delta=1e-9)
        most = max(told["last_fights"]["why"], key=lambda row: row["runs"])
        self.assertIn(most["reason"], picture["caption"])
        self.assertIn(f"--run {most['run']}", picture["replay"])

    def test_no_number_is_torn_from_its_unit(self):
        """Blanks between them do not break, in every sentence of a page."""
        text = printed("report", "yarl" if EVERY else "ruggrogue", "--runs", RUNS, "-o", "-")
        sentences = re.findall(r"<p(?: class=\"(?:lead|quiet)\")?>(?:<bdi>)?([^<]*)", text)
        whole = "\n".join(sentences)
        self.assertGreater(whole.count("\u00a0"), 50)
        self.assertNotRegex(whole, r"[0-9] (?:%|±|points|turns|levels|hit points)")
        self.assertNotRegex(whole, r"[%±] [±(0-9]")

    def test_digits_are_few(self):
        """Of figures of runs three at most but for whole numbers, and none of what hardly ever is."""
        for ruleset in RULESETS[1:2] if SLOW else some(RULESETS, 2):
            text = page_of(ruleset)
            self.assertNotRegex(text, r"[0-9]e-?[0-9]+(?: %|<)", ruleset)
            for figure in FIGURE.finditer(re.sub(r"<[^>]*>", " ", text[text.index("<main"):text.index("<script")])):
                digits = figure["value"].lstrip("-+0.").replace(".", "")
                if (figure["half"] or figure["low"]) and "." in figure["value"]:
                    self.assertLessEqual(len(digits), 3, (ruleset, figure.group(0)))

    def test_what_has_no_picture_is_named(self):
        self.assertRegex(page_of("tutorial"), r"<dt>No picture of</dt><dd><bdi>.*pity and droughts: ")

    @unittest.skipIf(SLOW, "a matter of size")
    def test_a_ruleset_of_many_kinds_stays_below_a_megabyte(self):
        beasts = "".join(f"  beast_{i}: {{hp: {10 + i}, power: {3 + i % 9}, defense: {i % 4}, "
                         f"weight: [[{1 + i % 5}, {1 + i % 25}]]}}\n" for i in range(70))
        things = "".join(f"  thing_{i}: {{weight: [[{1 + i % 7}, {1 + i % 20}]]}}\n" for i in range(60))
        path = self.write("many.yaml", f"""name: many
title: Many
models: {{combat: subtract, growth: points, encounter: tables, loot: tables, map: tunnels}}
player: {{hp: 60, power: 12, defense: 2}}
encounter: {{last_depth: 40}}
monsters:
{beasts}items:
{things}""")
        self.assertLess(len(page_of(path).encode()), 1000000)

    def test_the_smallest_ruleset_has_a_report(self):
        path = self.write("tiny.yaml", """name: tiny
title: Tiny
models: {combat: subtract, growth: points, encounter: tables, loot: tables, map: tunnels}
player: {hp: 30, power: 5, defense: 2}
encounter: {last_depth: 2}
monsters:
  rat: {hp: 3, power: 3, defense: 0, weight: 1}
items:
  crumb: {weight: 1}
""")
        text = page_of(path)
        self.assertIn("Tiny</bdi> states no targets.", text)
        self.assertIn("ends in a death on these depths", text)
        # A rat brings nothing: there is nothing to draw, and that is said.
        self.assertNotIn('id="experience"', text)
        self.assertRegex(text, r"<dt>No picture of</dt>.*experience: killing brings none")

    def test_what_is_called_the_same_looks_the_same_on_both_sides(self):
        """What only the other side has takes looks that this one does not, in their order."""
        def page(name, kinds):
            monsters = "".join(f"  {kind}: {{hp: 3, power: 3, defense: 0, weight: 1}}\n" for kind in kinds)
            return self.write(f"{name}.yaml", f"""name: {name}
models: {{combat: subtract, growth: points, encounter: tables, loot: tables, map: tunnels}}
player: {{hp: 30, power: 5, defense: 2}}
encounter: {{last_depth: 2}}
items: {{crumb: {{weight: 1}}}}
monsters:
{monsters}""")
        text = printed("report", page("one", ["rat", "bat", "owl"]), "--compare",
                       page("two", ["elk", "owl", "ant", "rat"]), "--runs", "2", "-o", "-")
        looks = [re.findall(r'swatch series s(\d)".*<bdi>(\w+)</bdi>',
                            text.split(f'id="{place}"')[1].split("</ul>")[0])
                 for place in ("monsters", "monsters-other")]
        self.assertEqual(looks[0], [("0", "Rat"), ("1", "Bat"), ("2", "Owl")])
        self.assertEqual(looks[1], [("3", "Elk"), ("2", "Owl"), ("4", "Ant"), ("0", "Rat")])

    def test_who_comes_to_floors_is_not_said_to_come_to_rooms(self):
        path = self.write("packs.yaml", """name: packs
models: {combat: subtract, growth: points, encounter: hordes, map: tunnels}
player: {hp: 30, power: 5, defense: 2}
encounter:
  last_depth: 2
  depths: [{groups: 2}]
  hordes: {pack: {leader: rat}, lone: {leader: bat}}
monsters:
  rat: {hp: 3, power: 3, defense: 0}
  bat: {hp: 2, power: 3, defense: 0}
""")
        picture = " ".join(page_of(path).split('id="monsters"')[1].split("</figure>")[0].split())
        self.assertIn("As whole floors are filled: 2 of", picture)
        self.assertIn(">monsters of a floor<", picture)

    def test_findings_are_sentences_behind_their_place(self):
        path = self.write("lost.yaml", "name: lost\nextends: yarl\ntargets: ~\nencounter: {last_depth: 3}\n"
                                       "game: {fair_start: false}\n")
        page = page_of(path)
        self.assertRegex(page, r"<p><code><bdi>game</bdi></code>: <bdi>\d+ % to \d+ % of games begin .*\. "
                               r"<code>game: \{fair_start: true\}</code> puts them out of view</bdi>\.</p>")

    def test_what_no_picture_shows_is_told_by_commands(self):
        loot = "name: hoard\nmodels: {loot: floors}\nloot: {last_depth: 3, number: [{items: 2}]}\n" \
               "items: {potion: {weight: 1}}\n"
        path = self.write("hoard.yaml", loot)
        self.assertIn(f"<p>Told without pictures: what is found: <code>wyrm loot {path}</code>.</p>", page_of(path))
        path = self.write("rich.yaml", loot + "gold: {floors: [{heaps: 2, pieces: 5}]}\n"
                                              "shops: {stall: {stock: 1, offers: {potion: {price: 3}}}}\n")
        loot = f"<code>wyrm loot {path}"
        self.assertIn(f"<p>Told without pictures: what is found: {loot}</code>; gold: {loot} <span>--gold</span>"
                      f"</code>; shops: {loot} <span>--shops</span></code>.</p>", page_of(path))
        for option in (), ("--gold",), ("--shops",):
            self.text("loot", path, *option)
        # Where rooms of loot can only be sampled, there is nothing to tell.
        path = self.write("heap.yaml", "name: heap\nmodels: {loot: scatter}\nloot: {rations: 0}\nweapons: {sword: {}}\n"
                                       "armors: {mail: {}}\nitems: {potion: {effect: {kind: heal, amount: 5}}}\n")
        self.assertNotIn("Told without pictures", page_of(path))
        self.assertNotIn("Told without pictures", page_of("tutorial"))


class OwnPity(WyrmCase):
    def test_what_targets_want_of_pity_is_what_the_picture_holds_it_against(self):
        self.copy_small()
        for low, high, words in ((0.2, 0.4, "what the targets of the ruleset want"), (None, None, "the healthy range")):
            wanted = "" if low is None else "".join(
                f"  of_{band}: {{metric: pity_rate, of: healing, bands: {band}, range: [{low}, {high}]}}\n"
                for band in (1, 2))
            self.write("own.yaml", f"name: own\nextends: {SMALL}\n" + (f"targets:\n{wanted}" if wanted else ""))
            pictures = self.json("report", "own.yaml", "--runs", "10")["pictures"]
            picture, = (one for one in pictures if one["id"] == "pity")
            self.assertIn(words, picture["caption"])
            wanted, rates = picture["series"]
            for mark in wanted["marks"]:
                self.assertEqual((mark["low"], mark["high"]), (low or 0.05, high or 0.15))
            above = sum(mark["y"] > (high or 0.15) for mark in rates["marks"])
            below = sum(mark["y"] < (low or 0.05) for mark in rates["marks"])
            self.assertRegex(picture["caption"], rf"Of 2 rates {above} are above .*, and {below} below it")


class Texts(WyrmCase):
    def hostile(self):
        quoted = json.dumps(ODD, ensure_ascii=False)
        long = json.dumps((20 * ODD)[:900], ensure_ascii=False)
        return self.write("it's <odd> & \"so\".yaml", f"""extends: tutorial
name: hostile
title: {quoted}
description: {long}
targets:
  odd: {{claim: {quoted}, note: {quoted}, source: {quoted}, metric: monster_share, of: troll, depths: [1, 2], range: 1}}
""")

    def test_texts_of_a_ruleset_stay_text(self):
        path = self.hostile()
        self.text("report", path, "--runs", "20", "-o", "odd.html")
        with open(os.path.join(self.folder, "odd.html"), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(len(re.findall(r"<script", text)), 1)  # its own
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt; &quot;double&quot; &#39;single&#39; &amp; "
                      "\u05d3\u05e8\u05e7\u05d5\u05df \U0001f409", text)
        self.assertNotIn("\u202e", text)
        self.assertIn("[U+202E]", text)
        self.assertRegex(text, r'<p class="lead"><bdi>[^/]*/script&gt;[^<]*</bdi>: [0-9]+ of ')

    def test_json_holds_texts_as_they_are(self):
        path = self.hostile()
        answer = self.json("report", path, "--runs", "20")
        claim = next(one for one in answer["verdicts"] if one["target"] == "odd")["claim"]
        self.assertEqual(claim, ODD.replace("\n", " "))
        for picture in answer["pictures"]:
            for command in picture["commands"]:
                self.assertEqual(shlex.split(command)[0], "wyrm")
                self.assertIn(path, shlex.split(command))


class Committed(WyrmCase):
    def test_the_report_of_the_documents_is_of_today(self):
        """Of the same ruleset and version; `make reports` writes it anew."""
        with open(EXAMPLE, encoding="utf-8") as file:
            text = file.read()
        told = self.json("rules", "show", "tutorial-before")
        words = f"Ruleset tutorial-before, hash {told['ruleset']['hash']}; seed 1; wyrm {told['wyrm']}."
        self.assertTrue(words in text, "docs/report.html is not of today: make reports")


NOPE = ("wyrm report: no ruleset is called 'nope', and no file either "
        "(one of bob-and-trev, brogue, ruggrogue, shattered, srd, tutorial, tutorial-before, yarl)\n")


class Trouble(WyrmCase):
    def test_what_is_missing_is_named(self):
        self.refused(3, NOPE, "report", "nope")
        self.refused(3, "wyrm report: .: cannot be read: it is a folder\n", "report", ".")
        self.refused(3, NOPE,
                     "report", "tutorial", "--compare", "nope", "--runs", "20")

    def test_a_place_that_cannot_be_written_is_named(self):
        # So many runs take minutes: it is seen before.
        self.refused(3, "wyrm report: 'none/x.html' cannot be written: No such file or directory\n",
                     "report", "tutorial", "--runs", "1000000", "-o", "none/x.html")
        self.refused(3, "wyrm report: '.' cannot be written: it exists and is no file\n",
                     "report", "tutorial", "--runs", "1000000", "-o", ".")
        self.assertEqual(os.listdir(self.folder), [])

    def test_the_old_file_stays_where_the_new_one_cannot_be_made(self):
        old = self.write("old.html", "old")
        bad = self.write("bad.yaml", "extends: tutorial\nname: bad\nplayer: {hp: none}\n")
        self.assertEqual(self.run_wyrm("report", bad, "-o", old).code, 3)
        self.assertEqual(self.run_wyrm("report", "tutorial", "--compare", bad, "-o", old).code, 3)
        with open(old, encoding="utf-8") as file:
            self.assertEqual(file.read(), "old")

    def test_runs_of_another_ruleset_are_compared_as_what_they_are(self):
        self.text("sim", "ruggrogue", "--runs", "20", "-o", "runs.db")
        answer = self.json("report", "tutorial", "--compare", "runs.db")
        self.assertEqual([side["ruleset"] for side in answer["sides"]], ["tutorial", "ruggrogue"])
        self.assertEqual(answer["sides"][0]["bots"][0]["runs"], 20)

    def test_runs_whose_ruleset_has_changed_are_told_from_others(self):
        path = self.write("mine.yaml", "extends: tutorial\nname: mine\n")
        self.text("sim", path, "--runs", "20", "-o", "runs.db")
        self.write("mine.yaml", "extends: tutorial\nname: mine\nplayer: {hp: 31}\n")
        answer = self.run_wyrm("report", "runs.db", "--json")
        self.assertEqual(answer.code, 0)
        self.assertIn("has changed since these runs were made", answer.err)
        self.assertEqual(json.loads(answer.out)["sides"][0]["bots"][0]["runs"], 20)


if __name__ == "__main__":
    main()
