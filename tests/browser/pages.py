"""The pages that the tests look at: one with every kind of picture, and real reports."""
import atexit
import functools
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from figures import FIGURE, says
from wyrm_case import EVERY

SAMPLE = os.environ["SAMPLE_PAGE"]
WYRM = os.environ["WYRM"]

# One as large as people make it, and two sides; in the long suite a ruleset with every picture, too, whose kinds the
# sample has. They need no more runs than it takes to draw every figure.
REPORTS = [("tutorial", ["tutorial"] if EVERY else ["tutorial", "--runs", "100"]),
           ("compared", ["tutorial", "--compare", "tutorial-before", "--runs", "40"])]
if EVERY:
    REPORTS.insert(1, ("yarl", ["yarl", "--runs", "40"]))


class Page:
    """A page, and the pictures that its JSON tells of."""

    def __init__(self, name, path, answer):
        self.name = name
        self.path = pathlib.Path(path)
        self.text = self.path.read_text(encoding="utf-8")
        self.pictures = json.loads(pathlib.Path(answer).read_text(encoding="utf-8"))["pictures"]


def sample(folder):
    page, answer = os.path.join(folder, "sample.html"), os.path.join(folder, "sample.json")
    subprocess.run([SAMPLE, page, answer], check=True, timeout=60)
    return Page("sample", page, answer)


def has_reports():
    return subprocess.run([WYRM, "report", "--help"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def report(folder, name, arguments):
    page, answer = os.path.join(folder, name + ".html"), os.path.join(folder, name + ".json")
    subprocess.run([WYRM, "report", *arguments, "-o", page], check=True, timeout=300,
                   stderr=subprocess.DEVNULL)
    with open(answer, "wb") as file:
        subprocess.run([WYRM, "report", *arguments, "--json"], check=True, timeout=300, stdout=file,
                       stderr=subprocess.DEVNULL)
    return Page(name, page, answer)


class Pages:
    """All of them, in a folder that goes with them."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="wyrm-pages-")
        self.all = [sample(self.folder.name)]
        if has_reports():
            self.all += [report(self.folder.name, *row) for row in REPORTS]

    def close(self):
        self.folder.cleanup()


@functools.cache
def shared():
    """The pages of a whole test program, made once."""
    pages = Pages()
    atexit.register(pages.close)
    return pages


def is_number(value):
    return value is not None and abs(value) <= 1e300


def is_drawn(picture, series, mark):
    """Whether a mark of the JSON has a place in the chart."""
    if picture["kind"] == "heat":
        return is_number(mark["x"]) and is_number(mark["y"]) and is_number(mark["value"])
    interval = "low" in mark and (series["reference"] or picture["kind"] == "ranges")
    return is_number(mark["x"]) and (is_number(mark["y"]) or interval)


def drawn(picture):
    """(series, index) of every mark that the chart has."""
    return [(s, i) for s, series in enumerate(picture["series"])
            for i, mark in enumerate(series["marks"]) if is_drawn(picture, series, mark)]


def agrees(text, value, unit):
    """Whether a number as it is shown is `value`, as far as its digits go."""
    if value is None:
        return text.startswith(("no limit", "no lower limit", "-"))
    share = unit == "share"
    wanted = 100 * value if share else value
    if share and text.startswith("<0.001"):
        return 0 < wanted < 0.001
    if share and text.startswith(">99.99"):
        return 99.99 < wanted <= 100  # of a JSON number 15 digits are written
    found = re.match(r"-?[0-9]+(\.([0-9]+))?(e([-+][0-9]+))?", text)
    if not found or (share and not text.endswith("%")):
        return False
    if not share and unit and not text.endswith(unit):
        return False
    exponent = int(found.group(4) or 0)
    half = 0.5 * 10.0 ** (exponent - len(found.group(2) or ""))
    return math.isclose(float(found.group(0)), wanted, rel_tol=5e-4 if exponent else 1e-9,
                        abs_tol=half * 1.000001)


def x_agrees(picture, mark, text):
    names = picture["categories"]
    x = mark["x"]
    if names and x is not None and 0 <= x < len(names):
        return text == names[int(x)] or "[U+" in text
    return agrees(text, x, picture["x"]["unit"])


def what_is_wrong(picture, series, mark, words):
    """What of a mark is missing from its words, or is not so; None where all is well."""
    facts = dict(line.rpartition(": ")[::2] for line in words.split("\n"))
    x, y = picture["x"]["label"], picture["y"]["label"]
    if mark["x"] is not None and not x_agrees(picture, mark, facts.get(x, "")):
        return f"x is {mark['x']}"
    unit = picture["y"]["unit"]
    if "low" in mark and not series["reference"] and picture["kind"] not in ("ranges", "heat"):
        figure = FIGURE.match(facts.get(y, ""))
        return None if figure and says(figure, mark["y"]) else f"y is {mark['y']}"
    if mark["y"] is not None and x != y and not agrees(facts.get(y, ""), mark["y"], unit) and \
            not (series["reference"] and "low" in mark):
        return f"y is {mark['y']}"
    if picture["kind"] == "heat":
        last = words.split("\n")[-1]
        return None if agrees(last, mark["value"], picture["value_unit"]) else \
            f"the value is {mark['value']}"
    if "low" in mark:
        reach = facts.get(y if series["reference"] else picture["between"], "")
        low, _, high = reach.partition(" to ")
        short = "" if unit != "share" else unit
        if not agrees(low, mark["low"], short) or not agrees(high, mark["high"], short):
            return f"the interval is {mark['low']} to {mark['high']}"
    return None
