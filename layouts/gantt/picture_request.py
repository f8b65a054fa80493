"""What a browser asks of the routes behind the Gantts, read with suspicion: keys, windows, numbers, looks.

Whatever does not read is refused with a status and one sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from layouts.gantt.rectangles import SOURCES, Window
from layouts.state.link import LONGEST_QUERY, pins
from layouts.state.link import MOST_RUNS as MOST_BESIDE
from layouts.state.view import COLORS

MOST_PIXELS = 12_000_000  # of a picture
LARGEST = 8_192  # width or height
NAME = re.compile(
    r"(?P<t0>[^_/]+)_(?P<t1>[^_/]+)_(?P<p0>[^_/]+)_(?P<p1>[^_/]+)_"
    r"(?P<w>\d{1,5})x(?P<h>\d{1,5})_(?P<scheme>light|dark)\.png"
)
KEY = re.compile(r"[A-Za-z0-9_.-]{1,128}")
PINS = "pin."  # before the numbers of pinned users, with points between them
FOLD = "fold."  # where all other rows are folded; a key of a run has no point at its end
ROW = re.compile(r"\d{1,12}")


class RefusedError(Exception):
    """A request that cannot be answered: status and one sentence."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Lane:
    """Which chart: a run, what is drawn of it, the runs its rows are aligned with, the run it is compared with.

    pinned: numbers of the users whose rows come first; fold: whether the others are folded.
    """

    key: str
    source: str
    beside: tuple[str, ...] = ()
    base: str = ""
    pinned: tuple[int, ...] = ()
    fold: bool = False


def with_pins(pinned: tuple[int, ...], beside: tuple[str, ...] = (), fold: bool = False) -> tuple[str, ...]:
    """What stands in an address behind the source of a chart: pin.37.12, fold., then the keys of other runs."""
    first = (PINS + ".".join(map(str, pinned)),) if pinned else ()
    return (*first, *((FOLD,) if fold else ()), *beside)


@dataclass(frozen=True)
class Picture:
    """A picture asked for."""

    lane: Lane
    window: Window
    width: int  # pixels
    height: int
    scheme: str  # light | dark
    color: str = COLORS[0]
    only: str = ""


def lane(key: str, source: str, args: Mapping[str, str], sources: tuple[str, ...] = SOURCES) -> Lane:
    """The chart of an address: .../<key>/<source> or .../<key>/<source>~pin.<user>.<user>~fold.~<key>, with ?base= ."""
    name, *beside = source.split("~")
    pinned: tuple[int, ...] = ()
    if beside and beside[0].startswith(PINS):
        pinned = pins(beside.pop(0).removeprefix(PINS).replace(".", ","))
    fold = beside[:1] == [FOLD]
    beside = beside[fold:]
    if name not in sources:
        raise RefusedError(404, f"There are pictures of {', '.join(sources)}; none of {name[:40]!r}.")
    base = args.get("base", "")
    if len(beside) > MOST_BESIDE or not all(KEY.fullmatch(one) for one in (key, *beside, *([base] if base else []))):
        raise RefusedError(404, "That is not the key of a run.")
    return Lane(key, name, tuple(beside), base, pinned, fold)


def picture(chart: Lane, name: str, args: Mapping[str, str]) -> Picture:
    """The picture of a name such as 0_3600_0_64_800x200_light.png, with ?color= and ?only= ."""
    match = NAME.fullmatch(name)
    if match is None:
        raise RefusedError(404, "A picture is named t0_t1_p0_p1_WIDTHxHEIGHT_light.png or ..._dark.png.")
    t0, t1, p0, p1 = (finite(bound, match[bound]) for bound in ("t0", "t1", "p0", "p1"))
    width, height = int(match["w"]), int(match["h"])
    if not (t0 < t1 and p0 < p1):
        raise RefusedError(400, "The window is empty; wanted: t0 < t1 and p0 < p1.")
    if not (0 < width <= LARGEST and 0 < height <= LARGEST and width * height <= MOST_PIXELS):
        raise RefusedError(400, f"{width} x {height} pixels; wanted: at most {LARGEST} each and {MOST_PIXELS} in all.")
    color, only = args.get("color", COLORS[0]), args.get("only", "")
    if color not in COLORS:
        raise RefusedError(400, f"color = {color[:40]!r}; wanted: one of {', '.join(COLORS)}.")
    if len(only) > LONGEST_QUERY:
        raise RefusedError(400, f"The query is longer than {LONGEST_QUERY} characters.")
    return Picture(chart, (t0, t1, p0, p1), width, height, match["scheme"], color, only)


def window_seen(args: Mapping[str, str]) -> tuple[Window, int]:
    """The window ?t0=&t1=, of all rows where no &p0=&p1= are, and its width in pixels, ?edges= ."""
    t0, t1 = (finite(name, args.get(name, "")) for name in ("t0", "t1"))
    p0, p1 = (
        finite(name, args[name]) if name in args else every for name, every in (("p0", -math.inf), ("p1", math.inf))
    )
    if not (t0 < t1 and p0 < p1):
        raise RefusedError(400, "The window is empty; wanted: t0 < t1 and p0 < p1.")
    pixels = row(args.get("edges", ""), LARGEST + 1, f"Wanted: ?edges= pixels, a whole number from 1 to {LARGEST}.")
    return (t0, t1, p0, p1), max(pixels, 1)


def finite(name: str, text: str) -> float:
    """A finite number of a sensible size."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or abs(value) > 1e15:
        raise RefusedError(400, f"{name} = {text[:40]!r}; wanted: a finite number.")
    return value


def row(text: str, count: int, sentence: str) -> int:
    """A row below count; refused with that sentence."""
    if not ROW.fullmatch(text) or int(text) >= count:
        raise RefusedError(404, sentence)
    return int(text)
