"""Writes files as C: embed.py OUTPUT HEADER PREFIX TYPE [--suffixes] FILE...

The text of each becomes an array of bytes in PREFIX_table, PREFIX_count of them, under the name of its
file without its suffix (with it: --suffixes), in the order of names. HEADER declares both and
TYPE: name, text, length.
"""
import argparse
import pathlib


def byte_lines(data):
    for start in range(0, len(data), 20):
        yield "    " + ", ".join(str(byte) for byte in data[start:start + 20]) + ","


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("header")
    parser.add_argument("prefix")
    parser.add_argument("type")
    parser.add_argument("--suffixes", action="store_true")
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    name_of = (lambda path: path.name) if options.suffixes else (lambda path: path.stem)
    lines = ["/* Made by rulesets/embed.py. */", f'#include "{options.header}"', ""]
    rows = []
    for index, path in enumerate(sorted(options.files, key=name_of)):
        data = path.read_bytes()
        lines.append(f"static const unsigned char text_{index}[] = {{")
        lines.extend(byte_lines(data))
        lines += ["    0,", "};", ""]
        rows.append(f'    {{"{name_of(path)}", (const char *)text_{index}, {len(data)}}},')
    lines += [f"const {options.type} {options.prefix}_table[] = {{", *rows, "};", ""]
    lines.append(f"const size_t {options.prefix}_count = {len(options.files)};")
    options.output.write_text("\n".join(lines) + "\n", encoding="ascii")


main()
