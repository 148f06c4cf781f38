#!/usr/bin/env python3
"""Writes docs/reports anew: the reports of the shipped rulesets, an index, and a picture of each where there
is a browser.

    tools/reports.py WYRM        the program that is to make them
"""
import html
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reports"
RULESETS = ["ruggrogue", "yarl", "tutorial", "tutorial-before", "bob-and-trev"]
MEGABYTE, PICTURE = 1000000, 150000  # bytes at most: of a page, of its picture

# The first row of figures, as it stands on a wide page.
FIGURES = """(() => {
  const boxes = [...document.querySelectorAll("#runs .figures > figure")].slice(0, 2)
    .map(figure => figure.getBoundingClientRect());
  const left = Math.min(...boxes.map(box => box.left)) - 12, top = Math.min(...boxes.map(box => box.top)) - 12;
  return {x: left + scrollX, y: top + scrollY, width: Math.max(...boxes.map(box => box.right)) + 12 - left,
          height: Math.max(...boxes.map(box => box.bottom)) + 12 - top, scale: 0.8};
})()"""

HEAD = """# Reports of the shipped rulesets

What `wyrm report RULESET` writes, with its defaults: pages of HTML that need nothing else. Open them from a copy of the
repository in a browser. `make reports` writes this folder anew.
"""


def make(wyrm, ruleset):
    """The page, and what it answers first."""
    page = FOLDER / f"{ruleset}.html"
    subprocess.run([wyrm, "report", ruleset, "-o", str(page)], check=True, stdout=subprocess.DEVNULL)
    text = page.read_text(encoding="utf-8")
    if len(text.encode()) >= MEGABYTE:
        raise SystemExit(f"{page}: a megabyte and more")
    parts = re.search(r'(<p class="lead">.*?</p>).*?(<p>.*?</p>)', text, re.DOTALL).groups()
    return page, [html.unescape(re.sub(r"<[^>]*>", "", part)) for part in parts]


def photograph(pages):
    """A picture of each page, beside it; without a browser the old ones stay."""
    sys.path.insert(0, str(ROOT / "tests" / "browser"))
    import chromium  # pylint: disable=import-error,import-outside-toplevel
    import base64    # pylint: disable=import-outside-toplevel
    if chromium.program() is None:
        print("no chromium: the pictures stay as they are", file=sys.stderr)
        return
    browser = chromium.Browser()
    for page in pages:
        browser.shape(1280, 900, False)
        browser.open(page)
        answer = browser.call("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True,
                                                         "clip": browser.run(FIGURES)})
        data = base64.b64decode(answer["data"])
        if len(data) >= PICTURE:
            raise SystemExit(f"{page}: its picture has {len(data)} bytes")
        page.with_suffix(".png").write_bytes(data)
    browser.close()


def main():
    wyrm = str(pathlib.Path(sys.argv[1]).resolve())
    FOLDER.mkdir(exist_ok=True)
    made = [make(wyrm, ruleset) for ruleset in RULESETS]
    photograph([page for page, _ in made])
    parts = [HEAD]
    for page, words in made:
        titles = json.loads(subprocess.run([wyrm, "rules", "show", page.stem, "--json"], check=True,
                                           stdout=subprocess.PIPE).stdout)
        parts.append(f"## [{page.stem}]({page.name})\n\n{words[0]}\n\n{words[1]}\n\n"
                     f"![How deep the bots get in {page.stem}, and what kills there]({page.stem}.png)\n"
                     f"<!-- {titles['ruleset']['hash']} -->\n")
    (FOLDER / "README.md").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
