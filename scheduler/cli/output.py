"""What the command line prints: tables for people, JSON in one form, and a quiet end when nobody listens any more."""

from __future__ import annotations

import json
import math
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

WIDTH = 100  # columns of a table; what is wider is cut
GAP = "  "


def declare_json(parser: ArgumentParser) -> None:
    """Add --json to a command that prints a table."""
    parser.add_argument("--json", action="store_true", help="print everything, as JSON")


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Lines of at most WIDTH characters, columns under their heads; the widest columns are cut, never the first.

    numbers: columns that are aligned to the right.

    >>> print(table(("key", "value"), [("wait_mean", "7"), ("jobs", "1,000")], numbers=[1]))
    key        value
    ---------  -----
    wait_mean      7
    jobs       1,000
    """
    widths = fitting([max(map(len, column)) for column in zip(head, *rows, strict=True)])
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        GAP.join(
            cut(cell, width).rjust(width) if at in numbers else cut(cell, width).ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def fitting(widths: list[int]) -> list[int]:
    """The widths of columns after the widest of all but the first were narrowed until a line fits.

    >>> fitting([19, 80, 5, 40])
    [19, 35, 5, 35]
    """
    widths = list(widths)
    while len(widths) > 1 and sum(widths) + len(GAP) * (len(widths) - 1) > WIDTH:
        at = max(range(1, len(widths)), key=lambda column: widths[column])
        widths[at] -= 1
    return widths


def cut(text: str, width: int) -> str:
    """A text in so many characters; what is left out is told by an ellipsis, of one sign where stdout has it.

    >>> len(cut("a long sentence", 8))
    8
    """
    if len(text) <= width:
        return text
    sign = "…" if can_print("…") else "..."
    return (text[: max(width - len(sign), 0)].rstrip() + sign)[:width]


def can_print(text: str) -> bool:
    """Whether stdout's encoding has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def plain(value: Any) -> Any:
    """The value as JSON can hold it: numpy's numbers as Python's, nan and infinity as None."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def as_json(value: Any) -> str:
    """JSON text, indented, in ASCII."""
    return json.dumps(plain(value), indent=2, allow_nan=False)


def say(text: str) -> None:
    """Print a text; a reader who has gone away is no error of ours."""
    with listened_to():
        print(text, flush=True)


def note(text: str) -> None:
    """Print a text on stderr, where stdout is for the result alone."""
    print(text, file=sys.stderr, flush=True)


def print_bytes(content: bytes) -> None:
    """Write a file's content to stdout, as it is; a reader who has gone away is no error of ours."""
    with listened_to():
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


@contextmanager
def listened_to() -> Iterator[None]:
    """A quiet end where the reader of stdout has gone away; raises what else is wrong with it."""
    try:
        yield
    except OSError as error:
        # Python flushes once more at its end, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise
