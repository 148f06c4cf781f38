#!/usr/bin/env python3
"""Every command shown in a ```console block of a document gives the output shown below it.

  readme_test.py DOCUMENT PROGRAM [--update]

Lines that begin with `$ wyrm` are run with PROGRAM, in an empty folder that all commands of the document
share; other commands are not run. A line `...` stands for any lines. Files for the commands come from
```yaml blocks whose first line is a comment with the file's name (`# dungeon.yaml`). --update writes the
real output into the document; what `...` stands for is found again by the lines that follow it.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(console|yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# ([a-z][a-z0-9_-]*\.yaml)\n")


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
                       LC_ALL="C.UTF-8")
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True,
                          capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    return (done.stdout + done.stderr).rstrip("\n").splitlines()


def check_block(block, folder, program, failures):
    """Runs a console block; returns its text with the real output."""
    lines = []
    for command, shown in commands(block):
        lines.append("$ " + command)
        while shown and not shown[-1].strip():
            shown.pop()
        if not command.startswith("wyrm ") and command != "wyrm":
            lines += shown
            continue
        real = run(command, folder, program)
        if not matches(shown, real):
            failures.append(command)
            sys.stderr.write("\n".join(difflib.unified_diff(shown, real, f"shown: {command}",
                                                            "real", lineterm="")) + "\n")
        too_wide = [line for line in real if len(line) > 80 and "--json" not in command]
        if too_wide:
            failures.append(command)
            sys.stderr.write(f"{command}: wider than 80 columns: {too_wide[0]}\n")
        lines += realign(shown, real) if any(line.strip() == "..." for line in shown) else real
    return "\n".join(lines) + "\n"


def main():
    update = "--update" in sys.argv
    document, program = [pathlib.Path(word) for word in sys.argv[1:] if word != "--update"]
    text = document.read_text(encoding="utf-8")
    failures, count = [], 0
    with tempfile.TemporaryDirectory() as folder:

        def replace(match):
            nonlocal count
            kind, block = match.groups()
            if kind == "yaml":
                name = FILE_NAME.match(block)
                if name:
                    (pathlib.Path(folder) / name.group(1)).write_text(block, encoding="utf-8")
                return match.group(0)
            count += sum(command.startswith("wyrm") for command, _ in commands(block))
            return f"```console\n{check_block(block, folder, program.resolve(), failures)}```"

        updated = BLOCK.sub(replace, text)
    if update:
        document.write_text(updated, encoding="utf-8")
        print(f"readme: {count} commands, {len(failures)} updated")
        return 0
    print(f"readme: {count} commands, {len(failures)} differ")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
