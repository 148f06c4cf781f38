"""Pages without a browser: every chart is well-formed XML, a report is small and always the same, and its
colours can be told apart by everybody, in both themes."""
import itertools
import math
import os
import re
import tempfile
import unittest
from xml.etree import ElementTree

from pages import REPORTS, drawn, report, sample, shared

STYLE = os.environ["REPORT_CSS"]
MEGABYTE = 1000000

# How colours look with a kind of colour blindness, as matrices on linear RGB (Machado, Oliveira and
# Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", severity 1).
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}
LEAST_DISTANCE = 10  # in Oklab, times 100: some five times what is just noticed


def linear(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def apply(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def contrast(a, b):
    """As WCAG 2 defines it."""
    light, dark = sorted((apply([[0.2126, 0.7152, 0.0722]], linear(c))[0] for c in (a, b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def seen(colour, eyes):
    """In Oklab (Ottosson 2020), where equal distances look equal."""
    rgb = [min(1, max(0, part)) for part in apply(EYES[eyes], linear(colour))]
    lms = [part ** (1 / 3) for part in apply(((0.4122214708, 0.5363325363, 0.0514459929),
                                              (0.2119034982, 0.6806995451, 0.1073969566),
                                              (0.0883024619, 0.2817188376, 0.6299787005)), rgb)]
    return apply(((0.2104542553, 0.7936177850, -0.0040720468),
                  (1.9779984951, -2.4285922050, 0.4505937099),
                  (0.0259040371, 0.7827717662, -0.8086757660)), lms)


def themes():
    """The variables of the style, of each theme."""
    with open(STYLE, encoding="utf-8") as file:
        text = file.read()
    light, dark = re.findall(r":root \{(.*?)\}", text, re.DOTALL)[:2]
    first = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", light))
    return {"light": first,
            "dark": dict(first, **dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", dark)))}


class Colours(unittest.TestCase):
    def test_text_is_legible_on_what_it_stands_on(self):
        for theme, of in themes().items():
            pairs = [("ink", "page"), ("ink", "card"), ("soft", "page"), ("soft", "card"),
                     ("link", "page"), ("link", "card"), ("ink", "code"), ("soft", "code"),
                     ("good", "good-card"), ("doubt", "doubt-card"), ("bad", "bad-card"),
                     ("unclear", "unclear-card"), ("page", "ink")]
            pairs += [("low-ink", f"h{i}") for i in range(4)] + [("shade-4-ink", "h4")]
            pairs += [("high-ink", f"h{i}") for i in range(5, 9)]
            for front, back in pairs:
                self.assertGreaterEqual(contrast(of[front], of[back]), 4.5,
                                        f"{theme}: {front} on {back}")

    def test_marks_stand_out_from_their_card(self):
        for theme, of in themes().items():
            for name in [f"s{i}" for i in range(8)] + ["focus", "axis", "wanted"]:
                self.assertGreaterEqual(contrast(of[name], of["card"]), 3, f"{theme}: {name}")

    def test_series_are_told_apart_by_every_eye(self):
        for theme, of in themes().items():
            for eyes in EYES:
                for a, b in itertools.combinations([f"s{i}" for i in range(8)], 2):
                    distance = 100 * math.dist(seen(of[a], eyes), seen(of[b], eyes))
                    self.assertGreaterEqual(distance, LEAST_DISTANCE, f"{theme}, {eyes}: {a} and {b}")

    def test_heat_goes_one_way(self):
        for theme, of in themes().items():
            for eyes in EYES:
                lightness = [seen(of[f"h{i}"], eyes)[0] for i in range(9)]
                self.assertIn(lightness, (sorted(lightness), sorted(lightness, reverse=True)), theme)


class Charts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = shared()

    def test_charts_are_well_formed(self):
        for page in self.pages.all:
            charts = re.findall(r"<svg .*?</svg>", page.text, re.DOTALL)
            self.assertGreaterEqual(len(charts), len(page.pictures))
            marks = 0
            for chart in charts:
                root = ElementTree.fromstring(chart)
                found = [e for e in root.iter() if "mark" in e.get("class", "").split()]
                marks += len(found)
                for mark in found:
                    self.assertTrue(mark.findtext("{http://www.w3.org/2000/svg}title"))
                    self.assertRegex(mark.get("data-mark"), "^[0-9]+-[0-9]+$")
            self.assertEqual(marks, sum(len(drawn(picture)) for picture in page.pictures))

    def test_a_report_is_below_a_megabyte(self):
        for page in self.pages.all:
            self.assertLess(page.path.stat().st_size, MEGABYTE, page.name)

    def test_the_same_input_gives_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(sample(folder).text, self.pages.all[0].text)
            name, arguments = REPORTS[-1]
            self.assertEqual(report(folder, name, arguments).text, self.pages.all[-1].text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
