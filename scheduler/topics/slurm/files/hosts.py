"""Lists of hosts, as slurm.conf writes them: n[1-64,70], rack[0-3]n[00-15].

A few characters can name more hosts than there are, so they are counted before a name is made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from math import prod

LONGEST = 100  # characters of a name, a pair of brackets counted as two
PIECE = re.compile(r"(?:[\w.-]|\[[\d,-]+\])+|,")
BRACKETS = re.compile(r"\[([\d,-]+)\]")
RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


class Lists:
    """The lists of hosts of one file, which together name at most `most` hosts."""

    def __init__(self, most: int):
        self.left = most

    def names(self, text: str, most: int) -> list[str]:
        """The names of one list, at most so many; raises ValueError like `expanded`."""
        names = expanded(text, min(most, self.left))
        self.left -= len(names)
        return names


def expanded(text: str, most: int) -> list[str]:
    """The names, in order; raises ValueError for what is no list, or where there are more than `most`."""
    pieces = PIECE.findall(text)
    if "".join(pieces) != text or len(pieces) % 2 == 0 or "," in pieces[::2]:
        raise ValueError(text)
    names: list[str] = []
    for piece in pieces[::2]:
        names += _of(piece, most - len(names))
    return names


def _of(piece: str, most: int) -> list[str]:
    words = BRACKETS.split(piece)
    name = "{}".join(words[::2])
    if len(name) > LONGEST:
        raise ValueError(piece)
    brackets = [_ranges(numbers) for numbers in words[1::2]]
    if prod(sum(len(numbers) for numbers, _ in ranges) for ranges in brackets) > most:
        raise ValueError(piece)
    return [name.format(*numbers) for numbers in product(*map(_texts, brackets))]


def _ranges(text: str) -> list[tuple[range, int]]:
    """(numbers, digits of each) of the parts of "01-02,5"."""
    ranges = []
    for part in text.split(","):
        match = RANGE.fullmatch(part)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            raise ValueError(text)
        ranges.append((range(int(match[1]), int(match[2] or match[1]) + 1), len(match[1])))
    return ranges


def _texts(ranges: Sequence[tuple[range, int]]) -> list[str]:
    """ "01", "02", ... of ranges."""
    return [str(number).zfill(digits) for numbers, digits in ranges for number in numbers]


def ranges(numbers: Sequence[int]) -> str:
    """ "1-3,5" of ascending numbers."""
    pieces: list[list[int]] = []
    for number in numbers:
        if pieces and pieces[-1][1] == number - 1:
            pieces[-1][1] = number
        else:
            pieces.append([number, number])
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in pieces)


def collapsed(names: Sequence[str]) -> str:
    """The list of hosts that names these, in their order.

    >>> collapsed(["n1", "n2", "n3", "login", "n08", "n09"])
    'n[1-3],login,n[08-09]'
    """
    runs: list[tuple[str, str, list[str]]] = []  # (before the number, behind it, numbers one after the other)
    for name in names:
        match = re.fullmatch(r"(.*?)(\d{1,9})(\D*)", name)
        before, number, behind = match.groups() if match else (name, "", "")
        last = runs[-1] if runs else ("", "", [""])
        follows = (
            last[:2] == (before, behind)
            and number
            and last[2][-1]
            and str(int(last[2][-1]) + 1).zfill(len(last[2][-1])) == number
        )
        if follows:
            last[2].append(number)
        else:
            runs.append((before, behind, [number]))
    return ",".join(
        f"{before}[{numbers[0]}-{numbers[-1]}]{behind}" if len(numbers) > 1 else f"{before}{numbers[0]}{behind}"
        for before, behind, numbers in runs
    )
