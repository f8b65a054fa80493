"""Logs with damaged lines and headers: every line is a job or counted, every job is simulated or counted, or a sentence.

Lines of a sound log are damaged as files get damaged (bytes lost, doubled, replaced, fields exchanged) and as people who
mean harm would damage them (numbers at and beyond every edge).
"""

from __future__ import annotations

from random import Random

import pytest

from scheduler.errors import InputError
from scheduler.formats import swf
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from tests.cases.small_log import is_one_sentence
from tests.cases.strategies import EXPLORE

FILES = 2_000 if EXPLORE else 120
LINES = 20
WORDS = (
    "1e-300",
    "1e300",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740992",
    "1e16",
    "-1",
    "-0",
    "0",
    "+5",
    ".5",
    "5.",
    ".",
    "-",
    "1e5",
    "1e",
    "nan",
    "inf",
    "-inf",
    "0x10",
    "1_0",
    "٣",
    "2 ",
    "",
    ";",
    "1;2",
    "\x00",
    "\xff",
    "7" * 400,
    "0.001",
    "0.0009",
    "1e10",
    "10000000001",
    "2147483647",
    "1,5",
    "1:2",
)
BYTES = b"0123456789.+-eE ;:\t\r\x00\x0b\x0c\x1a\x85\xa0\xff"
HEADERS = (
    "MaxProcs",
    "MaxNodes",
    "UnixStartTime",
    "TimeZoneString",
    "Queuescope-Needs",
    "Queuescope-Campaigns",
    "Queuescope-Moldable",
    "Queuescope-Clusters",
    "Queuescope-Grid",
    "MaxRecords",
)
VALUES = (
    "1",
    "0",
    "-5",
    "64",
    "4",
    "10000000",
    "10000001",
    "9" * 30,
    "1e3",
    "4,4",
    "60,4",
    "4,,4",
    "queue 2",
    "queue x",
    "queue",
    "",
    "x",
    "0.5",
    "1_0",
    "\x00",
    "²",
    "100",
    "4 ; 5",
    "-0",
)


def line(draw: Random, number: int) -> str:
    """A sound line, of whatever declaration the header makes."""
    runtime, size = draw.choice((1, 60, 3600)), draw.choice((1, 2, 4))
    fields = [
        number,
        number * 10,
        5,
        runtime,
        size,
        50,
        -1,
        size,
        runtime + 60,
        50,
        1,
        number % 3,
        1,
        1,
        number % 3,
        1,
        draw.choice((-1, max(number - 3, -1))),
        draw.choice((-1, 30)),
    ]
    return " ".join(map(str, fields)) + draw.choice(("", "", " 1 amdahl 0.5", " 2 10 6", " 3"))


def damaged(draw: Random, text: str) -> str:
    """The line with one or two things wrong with it."""
    words = text.split(" ")
    kind = draw.randrange(6)
    if kind < 3:
        words[draw.randrange(len(words))] = draw.choice(WORDS)
    elif kind == 3:
        i, k = draw.randrange(len(words)), draw.randrange(len(words))
        words[i], words[k] = words[k], words[i]
    elif kind == 4:
        del words[draw.randrange(len(words)) :]
    made = " ".join(words)
    if draw.randrange(3) == 0:
        at, byte = draw.randrange(len(made) + 1), chr(draw.choice(BYTES))
        made = made[:at] + draw.choice(("", byte, byte * 2)) + made[at + draw.randrange(3) :]
    return made


def file(seed: int) -> bytes:
    """A log of which every second line is damaged."""
    draw = Random(f"mutated {seed}")
    head = ["; MaxProcs: 64"] * draw.choice((0, 1, 1, 1))
    head += [f"; {draw.choice(HEADERS)}: {draw.choice(VALUES)}" for _ in range(draw.choice((0, 0, 1, 2, 4)))]
    lines = [line(draw, number) for number in range(1, LINES + 1)]
    lines = [damaged(draw, text) if number % 2 else text for number, text in enumerate(lines)]
    return draw.choice(("\n", "\n", "\r\n")).join([*head, *lines, ""]).encode("latin-1", "replace")


def lines_of(content: bytes) -> list[bytes]:
    """Lines that are not blank, ended as the format's reader ends them."""
    rows = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return [row for row in rows if row.strip(bytes(range(33)))]


def counted(found: Trace | Workload, *rules: str) -> int:
    return sum(note.count for note in found.notes if note.rule in rules)


def read(content: bytes) -> Trace | None:
    """The trace, every line of which is accounted for; None where a sentence says what is wrong."""
    try:
        trace = swf.read(content, "mutated.swf")
    except InputError as error:
        assert is_one_sentence(str(error)), error
        return None
    head = len([row for row in trace.header.splitlines() if row.strip()])
    skipped = counted(trace, "short_line", "not_a_number", "comment_inside")
    assert len(trace) + skipped + head == len(lines_of(content))
    return trace


def simulated(trace: Trace) -> Workload | None:
    """The workload, every job of which is accounted for; None where a sentence says what is wrong."""
    try:
        work = workload(trace, wide="drop")
    except InputError as error:
        assert is_one_sentence(str(error)), error
        return None
    left_out = counted(work, "unusable_runtime", "unusable_processors", "unusable_submit", "wide_dropped")
    assert len(work) + left_out == len(trace)
    return work


@pytest.mark.parametrize("part", range(4))
def test_damaged_logs_lose_nothing_in_silence(part):
    seeds = range(part * FILES // 4, (part + 1) * FILES // 4)
    traces = [trace for seed in seeds if (trace := read(file(seed))) is not None]
    works = [work for trace in traces if (work := simulated(trace)) is not None]
    assert len(traces) > len(seeds) // 2 and len(works) > len(seeds) // 8


def test_the_damage_reaches_every_way_out():
    traces = [trace for seed in range(FILES) if (trace := read(file(seed))) is not None]
    assert all(
        sum(counted(trace, rule) for trace in traces) > 9 for rule in ("short_line", "not_a_number", "surplus_fields")
    )
    works = [work for trace in traces if (work := simulated(trace)) is not None]
    assert 0 < len(works) < len(traces)
