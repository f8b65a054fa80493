"""Runs a benchmark and keeps what it printed for the documents: the figures, the date and the machine.

    python benchmarks/record.py parsing -- python benchmarks/parse.py LOG

This writes docs/measured/parsing.toml.  A document that quotes the figures names the file; a test compares both.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shlex
import subprocess

import _path
import psutil

FOLDER = _path.ROOT / "docs" / "measured"
UNITS = "s|ms|us|min|minutes|kB|MB|GB|MiB|GiB|times"
FIGURE = re.compile(rf"(?<![\w.,+-])\d[\d.,]*(?:(?: to |, | and | instead of )\d[\d.,]*)* (?:{UNITS})\b")
HEAD = re.compile(rf".*, ({UNITS})")  # of a column whose cells have a unit: "exact, ms"


def figures(printed: str) -> list[str]:
    """The figures with their units in a text and its tables, each once.

    >>> figures("in 3 s\\n| load | exact, ms |\\n|---|---|\\n| 0.1 | 5.2 |")
    ['3 s', '5.2 ms']
    """
    units: list[str] = []
    listed = list(FIGURE.findall(printed))
    for line in filter(lambda line: line.startswith("|"), printed.splitlines()):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        heads = [match[1] if (match := HEAD.fullmatch(cell)) else "" for cell in cells]
        units = heads if any(heads) else units
        listed += [f"{cell} {unit}" for cell, unit in zip(cells, units, strict=False) if unit and cell[:1].isdigit()]
    return list(dict.fromkeys(listed))


def machine() -> str:
    """Processor, cores, memory and how busy it is, without its name."""
    load = os.getloadavg()[0]
    return f"{_path.machine().strip()}, {psutil.virtual_memory().total / 2**30:.0f} GiB, load {load:.1f} before"


def content(command: str, date: str, machine: str, listed: list[str]) -> str:
    """The file of one benchmark."""
    lines = [
        f"{name} = {json.dumps(value)}" for name, value in [("command", command), ("date", date), ("machine", machine)]
    ]
    return "\n".join([*lines, "figures = [", *(f"  {json.dumps(figure)}," for figure in listed), "]\n"])


def main() -> None:
    """Run, print and keep."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("name", help="of the file in docs/measured")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="after --: the benchmark with its arguments")
    args = parser.parse_args()
    command = [word for word in args.command if word != "--"]
    before, date = machine(), datetime.date.today().isoformat()
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(printed)
    without_paths = shlex.join(
        word if "/" not in word or word.startswith("benchmarks/") else "FILE" for word in command
    )
    (FOLDER / f"{args.name}.toml").write_text(content(without_paths, date, before, figures(printed)))


if __name__ == "__main__":
    main()
