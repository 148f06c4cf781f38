"""Reports as a browser shows them: every mark tells what the JSON holds, by pointer and by keyboard;
nothing is loaded and nothing complains; checkers of accessibility and of HTML find nothing.

BROWSER_TESTS=required: what is missing here (chromium, tidy, axe-core) is a failure, not a skip.
"""
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import chromium
from pages import drawn, shared, what_is_wrong

SKIPPED = 77  # the exit status that meson takes for "skipped"
REQUIRED = os.environ.get("BROWSER_TESTS") == "required"
AXE = pathlib.Path(os.environ.get("AXE_CORE", ""))
TIDY = shutil.which("tidy")
SCREENSHOTS = os.environ.get("SCREENSHOTS", "")  # a folder for pictures of the pages, for people to look at
SHAPES = [(1280, 900, False), (1280, 900, True), (390, 844, False), (390, 844, True)]

# What every mark of a figure says where the keyboard is on it: [[series, index, words]...]
FOCUS_ALL = """(id => {
  const tip = document.querySelector(".tip");
  return [...document.getElementById(id).querySelectorAll(".mark")].map(mark => {
    mark.focus();
    return [...mark.dataset.mark.split("-").map(Number),
            tip.hidden ? "" : [...tip.children].map(line => line.textContent).join("\\n")];
  });
})"""

# Up to `most` marks of a figure that nothing lies upon, spread over all: [[series, index, x, y]...]
REACHABLE = """(async (id, most) => {
  const figure = document.getElementById(id);
  figure.scrollIntoView({block: "center"});
  document.activeElement.blur();
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); /* it has scrolled */
  const all = [...figure.querySelectorAll(".mark")].map(mark => {
    const box = mark.getBoundingClientRect();
    return [mark, box.left + box.width / 2, box.top + box.height / 2];
  }).filter(([mark, x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && top.closest(".mark") === mark;
  });
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, i) => i % step === 0)
    .map(([mark, x, y]) => [...mark.dataset.mark.split("-").map(Number), x, y]);
})"""

SHOWN = """(() => {
  const tip = document.querySelector(".tip"), mark = document.querySelector(".mark.shown");
  return tip.hidden || !mark ? null
    : [...mark.dataset.mark.split("-").map(Number),
       [...tip.children].map(line => line.textContent).join("\\n")];
})()"""


def need(there, what):
    """Skips a test for which something is missing, unless everything has to be there."""
    if there:
        return
    if REQUIRED:
        raise AssertionError(f"{what} is missing")
    raise unittest.SkipTest(f"{what} is missing")


def call(function, *arguments):
    return f"({function})({', '.join(repr(argument) for argument in arguments)})"


def on_every_page(test):
    """Runs a test on each page, opened."""
    @functools.wraps(test)
    def run(self):
        for page in self.pages.all:
            with self.subTest(page=page.name):
                self.open(page)
                test(self, page)
    return run


class BrowserCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = shared()
        cls.browser = chromium.Browser()
        cls.addClassCleanup(cls.browser.close)

    def open(self, page, script=True):
        """On a wide light window."""
        self.browser.shape(1280, 900, False)
        self.browser.open(page.path, script)

    def assert_says(self, picture, series, index, words):
        of = picture["series"][series]
        wrong = what_is_wrong(picture, of, of["marks"][index], words)
        self.assertIsNone(wrong, f"{picture['id']}: series {series}, mark {index}: {words!r}")


class Pictures(BrowserCase):
    @on_every_page
    def test_every_figure_has_the_marks_of_the_json(self, page):
        self.assertGreater(len(page.pictures), 0)
        for picture in page.pictures:
            marks = self.browser.run(
                f"[...document.querySelectorAll('#{picture['id']} .mark')]"
                ".map(mark => mark.dataset.mark.split('-').map(Number))")
            self.assertEqual(sorted(map(tuple, marks)), drawn(picture), picture["id"])

    @on_every_page
    def test_the_keyboard_shows_the_value_that_the_json_holds(self, page):
        for picture in page.pictures:
            told = self.browser.run(call(FOCUS_ALL, picture["id"]))
            self.assertEqual(len(told), len(drawn(picture)), picture["id"])
            for series, index, words in told:
                self.assert_says(picture, series, index, words)

    @on_every_page
    def test_the_pointer_shows_the_value_that_the_json_holds(self, page):
        for picture in page.pictures:
            if not drawn(picture):
                continue
            marks = self.browser.run(call(REACHABLE, picture["id"], 8))
            self.assertGreater(len(marks), 0, picture["id"])
            for series, index, x, y in marks:
                self.browser.point(x, y)
                shown = self.browser.run(SHOWN)
                self.assertIsNotNone(shown, f"{picture['id']}: {series}, {index}")
                self.assert_says(picture, *shown)

    def test_the_nearest_point_is_meant_and_none_far_away(self):
        self.open(self.pages.all[0])
        _, _, x, y = next(mark for mark in self.browser.run(call(REACHABLE, "survival", 100))
                          if mark[:2] == [4, 8])
        self.browser.point(x, y - 12)
        self.assertEqual(self.browser.run(SHOWN)[:2], [4, 8])
        self.browser.point(2, 2)
        self.assertIsNone(self.browser.run(SHOWN))


class Keyboard(BrowserCase):
    def test_a_chart_is_one_stop_and_the_arrows_go_on(self):
        self.open(self.pages.all[0])
        stops = "document.querySelectorAll('#survival .mark[tabindex=\"0\"]').length"
        self.assertEqual(self.browser.run(stops), 1)
        self.browser.run("document.querySelector('#survival .mark').focus()")
        for key, place in [("ArrowRight", [0, 1]), ("ArrowDown", [0, 2]), ("ArrowLeft", [0, 1]),
                           ("End", [4, 12]), ("ArrowRight", [4, 12]), ("Home", [0, 0])]:
            self.browser.press(key)
            self.assertEqual(self.browser.run(SHOWN)[:2], place, key)
        self.browser.press("Escape")
        self.assertIsNone(self.browser.run(SHOWN))
        self.assertEqual(self.browser.run(stops), 1)

    @on_every_page
    def test_the_first_stop_skips_to_the_report(self, _):
        self.browser.press("Tab")
        self.assertEqual(self.browser.run("document.activeElement.className"), "skip")
        self.browser.press("Enter")
        self.assertEqual(self.browser.run("location.hash"), "#main")


class House(BrowserCase):
    @on_every_page
    def test_nothing_complains_and_nothing_is_loaded(self, page):
        for picture in page.pictures:
            self.browser.run(call(FOCUS_ALL, picture["id"]))
        self.assertEqual(self.browser.said("error"), [])
        loaded = [url for url in self.browser.said("request") if not url.startswith("data:")]
        self.assertEqual(loaded, ["file://" + str(page.path)])

    @on_every_page
    def test_a_page_is_no_wider_than_its_window(self, page):
        for width in (320, 390, 768, 1280, 2200):
            self.browser.shape(width, 800, False)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width,
                                 f"{page.name} at {width}")

    def test_names_of_values_break_only_behind_their_dots(self):
        self.open(next(page for page in self.pages.all if page.name == "compared"))
        self.browser.shape(390, 800, False)
        parts = self.browser.run(
            "[...document.querySelectorAll('#changes th code bdi')].flatMap(name => [...name.childNodes])"
            ".filter(part => part.nodeType === Node.TEXT_NODE).map(part => {"
            "const range = document.createRange(); range.selectNodeContents(part);"
            "return [part.data, range.getClientRects().length]; })")
        self.assertGreater(len(parts), 10)
        self.assertEqual([part for part in parts if part[1] != 1], [])

    @on_every_page
    def test_names_do_not_run(self, _):
        self.assertEqual(self.browser.run("document.scripts.length"), 1)

    @on_every_page
    def test_all_of_it_is_there_without_a_script(self, page):
        self.open(page, script=False)
        titles = self.browser.run("document.querySelectorAll('.mark > title').length")
        self.assertEqual(titles, sum(len(drawn(picture)) for picture in page.pictures))
        tables = self.browser.run("document.querySelectorAll('figure details table').length")
        self.assertEqual(tables, len(page.pictures))

    @on_every_page
    def test_every_link_leads_somewhere(self, _):
        lost = self.browser.run(
            "[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))"
            ".filter(to => !(to.startsWith('#') && document.getElementById(to.slice(1))))")
        self.assertEqual(lost, [])

    @on_every_page
    def test_headings_go_down_step_by_step(self, _):
        levels = self.browser.run("[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')]"
                                  ".map(heading => +heading.tagName[1])")
        self.assertEqual(levels.count(1), 1)
        for before, after in zip([0] + levels, levels):
            self.assertLessEqual(after, before + 1)

    @on_every_page
    def test_a_page_is_light_or_dark_as_the_reader_has_it(self, page):
        for width, height, dark in SHAPES:
            self.browser.shape(width, height, dark)
            ground = self.browser.run("getComputedStyle(document.body).backgroundColor")
            self.assertEqual(ground, "rgb(20, 23, 27)" if dark else "rgb(246, 247, 248)")
            if SCREENSHOTS:
                path = pathlib.Path(SCREENSHOTS) / f"{page.name}-{width}-{'dark' if dark else 'light'}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                self.browser.photograph(path)
                self.assertGreater(path.stat().st_size, 20000)


class Checkers(BrowserCase):
    @on_every_page
    def test_axe_finds_nothing(self, page):
        need(AXE.is_file(), "axe-core (AXE_CORE=.../axe.min.js)")
        source = AXE.read_text(encoding="utf-8")
        for width, height, dark in (SHAPES[0], SHAPES[-1]):  # wide and light, narrow and dark
            self.browser.shape(width, height, dark)
            self.browser.open(page.path)
            self.browser.run("document.querySelectorAll('details')"
                             ".forEach(details => { details.open = true; })")
            self.browser.run(source + "; 0")
            found = self.browser.run(
                "axe.run({resultTypes: ['violations']}).then(found => found.violations"
                ".map(one => [one.impact, one.id, one.nodes[0].html.slice(0, 160)]))")
            self.assertEqual(found, [], f"at {width}, {'dark' if dark else 'light'}")

    def test_tidy_finds_nothing(self):
        need(TIDY, "tidy")
        for page in self.pages.all:
            with self.subTest(page=page.name):
                answer = subprocess.run([TIDY, "-q", "-e", "-utf8", str(page.path)], check=False,
                                        stderr=subprocess.PIPE, timeout=60)
                self.assertEqual(answer.stderr.decode(), "")


if __name__ == "__main__":
    if not chromium.program() and not REQUIRED:
        print("skipped: there is no chromium here (Debian: chromium)")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
