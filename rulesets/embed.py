"""Writes the shipped rulesets as C: embed.py OUTPUT RULESET.yaml...

The text of each becomes an array of bytes, under the name of its file, in the order of names.
"""
import pathlib
import sys


def byte_lines(data):
    for start in range(0, len(data), 20):
        yield "    " + ", ".join(str(byte) for byte in data[start:start + 20]) + ","


def main(output, *inputs):
    rulesets = sorted((pathlib.Path(path) for path in inputs), key=lambda path: path.stem)
    lines = ["/* Made by rulesets/embed.py. */", '#include "design/shipped.h"', ""]
    rows = []
    for index, path in enumerate(rulesets):
        data = path.read_bytes()
        lines.append(f"static const unsigned char text_{index}[] = {{")
        lines.extend(byte_lines(data))
        lines += ["    0,", "};", ""]
        rows.append(f'    {{"{path.stem}", (const char *)text_{index}, {len(data)}}},')
    lines += ["const wyrm_shipped wyrm_shipped_table[] = {", *rows, "};", ""]
    lines.append(f"const size_t wyrm_shipped_count = {len(rulesets)};")
    pathlib.Path(output).write_text("\n".join(lines) + "\n", encoding="ascii")


main(*sys.argv[1:])
