#!/usr/bin/env python3
"""Every command shown in a ```console block of a document gives the output shown below it.

  readme_test.py DOCUMENT PROGRAM [--update]

Lines that begin with `$ wyrm` are run with PROGRAM, in an empty folder that all commands of the document share;
so are those that prepare its files (cp, sed, a python3 that shows nothing, with WYRMSCALE as the folder of the
repository) or hand on a line (echo), and no others. A line `...` stands for any lines. Files for the commands
come from ```yaml and ```python blocks whose first line is a comment with the file's name (`# dungeon.yaml`);
`# dungeon.yaml goes on` stands for what is written beneath it.

A screen of the game is a ```text block below a comment `<!-- screen: wyrm play RULESET --seed N: o o x -->`:
the command is run in a terminal of 80 x 24 (tmux; without it screens are left alone), the keys are pressed
one after the other, and the block is what is then shown.

Commands among the text, `wyrm ...`, name commands and options that there are; links lead to files that there are.

--update writes the real output into the document; what `...` stands for is found again by the lines that
follow it.
"""

import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(console|yaml|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SCREEN = re.compile(r"^<!-- screen: wyrm (.*?): (.*?) -->\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^):#]+)[^):]*\)")
INLINE = re.compile(r"`wyrm ((?:[^`])+)`")
FILE_NAME = re.compile(r"# ([a-z][a-z0-9_-]*\.(?:yaml|py))( goes on)?\n")
RUN = ("wyrm", "cp", "sed", "echo")
ROOT = pathlib.Path(__file__).resolve().parent.parent


def commands(block):
    """(command, shown lines) of a console block, in order."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def matches(shown, real):
    """Whether the shown lines are the real ones; `...` is any number of lines."""
    if not shown:
        return not real
    if shown[0].strip() == "...":
        return any(matches(shown[1:], real[skip:]) for skip in range(len(real) + 1))
    return bool(real) and shown[0].rstrip() == real[0].rstrip() and matches(shown[1:], real[1:])


def alike(a, b):
    return difflib.SequenceMatcher(None, a, b).ratio()


def realign(shown, real):
    """The real lines that the parts shown between `...` lines correspond to, `...` kept."""
    parts = [[]]
    for line in shown:
        if line.strip() == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    lines, start = list(real[: len(parts[0])]), len(parts[0])
    for number, part in enumerate(parts[1:], 2):
        lines.append("...")
        places = range(start, max(start, len(real) - len(part)) + 1)
        if part and number == len(parts):
            start = places[-1]
        elif part:
            start = max(places, key=lambda at: alike(part[0], real[at] if at < len(real) else ""))
        lines += real[start : start + len(part)]
        start += len(part)
    return lines


def run(command, folder, program):
    """The lines that a command prints, standard error after standard output."""
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", COLUMNS="80",
                       LC_ALL="C.UTF-8", WYRMSCALE=str(ROOT), PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True,
                          capture_output=True, timeout=300, stdin=subprocess.DEVNULL)
    return (done.stdout + done.stderr).rstrip("\n").splitlines()


def check_block(block, folder, program, failures):
    """Runs a console block; returns its text with the real output."""
    lines = []
    for command, shown in commands(block):
        lines.append("$ " + command)
        while shown and not shown[-1].strip():
            shown.pop()
        if command.split()[0] not in RUN and not (command.startswith("python3 ") and not shown):
            lines += shown
            continue
        real = run(command, folder, program)
        if not matches(shown, real):
            failures.append(command)
            sys.stderr.write("\n".join(difflib.unified_diff(shown, real, f"shown: {command}",
                                                            "real", lineterm="")) + "\n")
        is_json = "--json" in command or command.startswith("echo ")
        too_wide = [line for line in real if len(line) > 80 and not is_json]
        if too_wide:
            failures.append(command)
            sys.stderr.write(f"{command}: wider than 80 columns: {too_wide[0]}\n")
        lines += realign(shown, real) if any(line.strip() == "..." for line in shown) else real
    return "\n".join(lines) + "\n"


def real_screen(arguments, keys, folder, program):
    """What the game shows after keys."""
    os.environ["WYRM"] = str(program)
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "play"))
    from player import Player  # tests/play: asks for tmux
    from terminal import Terminal
    terminal = Terminal(folder, *arguments)
    try:
        terminal.wait("HP ")
        screen = Player(terminal).press()
        for key in keys.split():
            screen = Player(terminal).press(key)
        return "".join(line.rstrip() + "\n" for line in screen.splitlines())
    finally:
        terminal.close()


def check_screens(text, files, program, failures):
    """The document with the screens as they are; rulesets are those of the document."""
    if shutil.which("tmux") is None:
        print("readme: no tmux here, screens are not compared")
        return text

    def replace(match):
        arguments, keys, shown = match.groups()
        known = [str(files / word) if (files / word).exists() else word for word in arguments.split()]
        with tempfile.TemporaryDirectory(prefix="wyrm-") as folder:
            real = real_screen(known, keys, folder, program)
        if real != shown:
            failures.append(f"screen of wyrm {arguments}")
            sys.stderr.writelines(difflib.unified_diff(shown.splitlines(True), real.splitlines(True),
                                                       f"shown: wyrm {arguments}: {keys}", "real"))
        return f"<!-- screen: wyrm {arguments}: {keys} -->\n```text\n{real}```"

    return SCREEN.sub(replace, text)


def check_inline(text, folder, program, failures):
    """Commands among the text: each option is in the help of its command."""
    for words in INLINE.findall(BLOCK.sub("", text)):
        name = re.match(r"(rules |engine )?[a-z]+", words)
        if not name:
            continue  # COMMAND stands for any
        real = "\n".join(run(f"wyrm {name.group(0)} --help", folder, program))
        for option in ["Usage: wyrm", *re.findall(r"--[a-z-]+", words)]:
            if option != "--help" and not re.search(rf"{option}\b", real):
                failures.append(words)
                sys.stderr.write(f"wyrm {words}: there is no {option}\n")


def check_links(text, folder, failures):
    for link in LINK.findall(BLOCK.sub("", text)):
        if not (folder / link).exists():
            failures.append(link)
            sys.stderr.write(f"{link}: no such file\n")


def main():
    update = "--update" in sys.argv
    document, program = [pathlib.Path(word) for word in sys.argv[1:] if word != "--update"]
    if not program.exists():
        sys.exit(f"readme: there is no {program}")
    text = document.read_text(encoding="utf-8")
    failures, count = [], 0
    with tempfile.TemporaryDirectory() as folder:

        def replace(match):
            nonlocal count
            kind, block = match.groups()
            if kind != "console":
                name = FILE_NAME.match(block)
                if name:
                    with open(pathlib.Path(folder) / name.group(1), "a" if name.group(2) else "w",
                              encoding="utf-8") as file:
                        file.write(block)
                return match.group(0)
            count += sum(command.startswith("wyrm") for command, _ in commands(block))
            return f"```console\n{check_block(block, folder, program.resolve(), failures)}```"

        check_links(text, document.resolve().parent, failures)
        check_inline(text, folder, program.resolve(), failures)
        updated = check_screens(BLOCK.sub(replace, text), pathlib.Path(folder), program.resolve(), failures)
    if update:
        document.write_text(updated, encoding="utf-8")
        print(f"readme: {count} commands, {len(failures)} updated")
        return 0
    print(f"readme: {count} commands, {len(failures)} differ")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
