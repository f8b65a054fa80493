"""Lists of hosts, as slurm.conf writes them: n[1-64,70], rack[0-3]n[00-15]."""

from __future__ import annotations

import re
from collections.abc import Sequence

NAME = re.compile(r"[\w.-]*")
BRACKETS = re.compile(r"\[([^\[\]]*)\]")


def expanded(text: str, most: int) -> list[str]:
    """The names, in order; raises ValueError for what is no list, or where there are more than `most`."""
    names: list[str] = []
    pieces = re.findall(r"(?:[^,\[]|\[[^\]]*\])+", text)
    for piece in pieces:
        names += _of(piece, most - len(names))
    if not names or ",".join(pieces) != text:
        raise ValueError(text)
    return names


def _of(piece: str, most: int) -> list[str]:
    brackets = BRACKETS.search(piece)
    if brackets is None:
        if not NAME.fullmatch(piece) or not piece or most < 1:
            raise ValueError(piece)
        return [piece]
    rest = _of(piece[brackets.end() :], most) if brackets.end() < len(piece) else [""]
    if not NAME.fullmatch(piece[: brackets.start()]):
        raise ValueError(piece)
    names = [f"{piece[: brackets.start()]}{number}{tail}" for number in _numbers(brackets[1], most) for tail in rest]
    if len(names) > most:
        raise ValueError(piece)
    return names


def _numbers(text: str, most: int) -> list[str]:
    """ "01", "02", ... of "01-02,5"."""
    numbers: list[str] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part)
        if match is None:
            raise ValueError(text)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 0 <= last - first < most - len(numbers):
            raise ValueError(text)
        numbers += [str(number).zfill(len(match[1])) for number in range(first, last + 1)]
    return numbers


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
