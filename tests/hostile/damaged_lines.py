"""Damaged lines for every reader: `python -m tests.hostile.damaged_lines --lines 1000000`.

Lines of sound logs are damaged as files get damaged and as people who mean harm would damage them; each reader gets as
many damaged lines as the others.  Prints for each reader how many lines and files there were, and how many of the files
were read, read with something left out or put right, or refused in a sentence.  What else is raised is a fault: it is
printed with the number that makes the file again.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import math
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet

from scheduler.errors import InputError, QueuescopeError
from scheduler.formats import estimate, parse, preview
from scheduler.formats.reading import account_tree
from scheduler.formats.reading.several import archive
from scheduler.formats.schedule_csv import read_file
from scheduler.model.trace import Trace
from scheduler.preparation.build import workload
from tests.cases.logs_of_formats import LOGS, NAMES
from tests.cases.small_log import is_one_sentence
from tests.formats.test_mutated_lines import WORDS
from tests.formats.test_mutated_tables import CELLS, damaged

JOBS = 200  # of a file
SHARES = (0.1, 0.5, 0.9)  # of the lines of a file that are damaged
FEW = (0.02, 0.04)  # the same where one bad line is enough for the file to be refused
ODD = (
    *WORDS,
    *CELLS,
    "null",
    "{",
    "[]",
    '"',
    "|",
    ",",
    "2019-02-30T25:00:00",
    "1970-01-01T00:00:00",
    "4294967295",
    "-0.0",
    "\u2028",
)
VALUES = (None, "", True, [], {}, [1], {"number": 1}, {"infinite": True}, -1, 2**70, 1e300, -0.5, 1e-300, math.inf)
NUMBERS: dict[str, tuple[Any, ...]] = {  # {type of Arrow: odd values}
    "int64": (0, -1, 2**63 - 1, -(2**63), 2**53 + 1),
    "uint64": (0, 2**64 - 1, 2**53),
    "float64": (0.0, -1.5, math.nan, math.inf, 1e300, 1e-300),
    "bool": (True, False),
    "timestamp[ns]": (0, -1, 2**63 - 1, -(2**63) + 1),
    "timestamp[s]": (0, -1, 2**53, 10**12, -(2**53)),
    "timestamp[us, tz=Europe/Berlin]": (0, -1, 2**53, -(2**62)),
    "timestamp[ms, tz=Nowhere/City]": (0, -1, 2**53),
    "date32": (0, -(2**31), 2**31 - 1),
    "duration[s]": (0, -1, 2**62),
    "duration[ns]": (0, -1, 2**63 - 1),
    "time64[us]": (0, 86_399_999_999),
}
SIGNS = {"delimited": ",", "gwf": " ", "sacct": "|", "swf": " "}
SCHEDULE = "job_id,user_id,submit,start,end,processors"
OF_PIECES = f"{SCHEDULE},piece,outcome,killed_for"
OF_NODES = f"{SCHEDULE},segment,yield,kind,nodes"
CELLS_OF = {SCHEDULE: "", OF_PIECES: ",1,run,-1", OF_NODES: ",1,1,run,1-4:2;7:1"}

Made = tuple[bytes, int]  # a file, and how many of its lines are damaged


def one_damaged(draw: Random, line: str, sign: str) -> str:
    """A line with one or two things wrong with it."""
    cells = line.split(sign)
    kind, at = draw.randrange(8), draw.randrange(len(cells))
    if kind < 3:
        cells[at] = draw.choice(ODD)
    elif kind == 3:
        other = draw.randrange(len(cells))
        cells[at], cells[other] = cells[other], cells[at]
    elif kind == 4:
        del cells[at:]
    elif kind == 5:
        cells.insert(at, draw.choice(ODD))
    made = sign.join(cells)
    if kind > 5 or draw.randrange(4) == 0:
        return damaged(draw, made.encode() or b"x").decode("latin-1")
    return made


def lines_damaged(draw: Random, lines: list[str], sign: str, head: int, shares: Sequence[float] = SHARES) -> Made:
    """The file with some of the lines behind the first `head` damaged; at times one of these as well."""
    share, end, count = draw.choice(shares), draw.choice(("\n", "\n", "\r\n", "\r")), 0
    for at in range(0 if draw.randrange(8) == 0 else head, len(lines)):
        if draw.random() < share:
            lines[at], count = one_damaged(draw, lines[at], sign), count + 1
    return end.join([*lines, ""]).encode("utf-8" if draw.randrange(4) else "latin-1", "replace"), count


def text(key: str, draw: Random) -> Made:
    """A log in a format of text."""
    return lines_damaged(draw, sound(key).decode().splitlines(), SIGNS[key], head=2 if key == "swf" else 1)


def json_log(key: str, draw: Random) -> Made:
    """A log in JSON of which values of jobs are others, or lines of text are damaged."""
    if draw.randrange(4) == 0:
        lines = sound(key).decode().replace("}, {", "},\n{").splitlines()
        return lines_damaged(draw, lines, ",", head=1, shares=FEW)
    document, share, count = json.loads(sound(key)), draw.choice(SHARES), 0
    for job in document["jobs"]:
        if draw.random() < share:
            spoil(draw, job)
            count += 1
    if draw.randrange(4) == 0:
        spoil(draw, document)
    return json.dumps(document).replace("Infinity", "1e400").encode(), count


def spoil(draw: Random, value: Any) -> None:
    """Change something at the top of an object or a list of JSON, or inside it."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = draw.choice(keys)
    if isinstance(value[key], dict | list) and value[key] and draw.randrange(3):
        spoil(draw, value[key])
    elif draw.randrange(4) == 0 and isinstance(value, dict):
        del value[key]
    else:
        value[key] = draw.choice((*VALUES, *ODD))


def in_parquet(draw: Random) -> Made:
    """A Parquet file of columns of any type with odd cells, or of which bytes are damaged: each of these is a line."""
    content, times = sound("parquet"), draw.randrange(1, 20)
    if draw.randrange(4):
        rows = [row.split(",") for row in sound("delimited").decode().splitlines()]
        columns = {name: column(draw, [row[at] for row in rows[1:]]) for at, name in enumerate(rows[0])}
        buffer = io.BytesIO()
        pyarrow.parquet.write_table(pa.table(columns), buffer)
        return buffer.getvalue(), JOBS
    for _ in range(times):
        content = damaged(draw, content) if draw.randrange(3) == 0 else flipped(draw, content)
    return content, times


def column(draw: Random, cells: list[str]) -> pa.Array:
    """The cells of a column as one of the types there are, some of them odd."""
    kind, odd = draw.choice(("text", "text", "binary", *NUMBERS)), draw.choice((0.0, 0.1, 0.5))
    if kind in ("text", "binary"):
        texts = [draw.choice(ODD) if draw.random() < odd else cell for cell in cells]
        return pa.array([word.encode("utf-8", "replace") for word in texts]) if kind == "binary" else pa.array(texts)
    values = [draw.choice((None, *NUMBERS[kind])) if draw.random() < odd else 1 + at for at in range(len(cells))]
    unit, _, zone = kind.partition(", tz=")
    kind_of = pa.timestamp(unit.partition("[")[2], zone.rstrip("]")) if zone else kind
    return pa.array([bool(value) for value in values] if kind == "bool" else values, kind_of)


def flipped(draw: Random, content: bytes) -> bytes:
    """One bit is another, mostly in what describes the file, which stands at its end."""
    made, last = bytearray(content), draw.choice((40, 2_000, len(content)))
    made[-draw.randrange(1, min(last, len(content)) + 1)] ^= 1 << draw.randrange(8)
    return bytes(made)


def in_archive(draw: Random) -> Made:
    """Two or three damaged files in an archive, which may be damaged itself."""
    keys = [draw.choice(list(SIGNS))] * 2 if draw.randrange(2) else draw.choices(list(SIGNS), k=3)
    files = {f"{number}{NAMES[key]}": text(key, draw) for number, key in enumerate(keys)}
    whole = archive({name: content for name, (content, _) in files.items()})
    return damaged(draw, whole) if draw.randrange(4) == 0 else whole, sum(count for _, count in files.values())


def packed(draw: Random) -> Made:
    content, count = text("swf", draw)
    made = gzip.compress(content)
    return damaged(draw, made) if draw.randrange(2) else made, count


def schedule(draw: Random) -> Made:
    names = draw.choice(list(CELLS_OF))
    rows = [f"{job},1,{job},{job + 1},{job + 9},{1 + job % 4}{CELLS_OF[names]}" for job in range(1, JOBS + 1)]
    return lines_damaged(draw, [names, *rows], ",", head=1, shares=FEW)


def accounts(draw: Random) -> Made:
    rows = [f"a{number // 4}|{'' if number % 4 == 0 else f'u{number}'}|{1 + number % 3}" for number in range(JOBS)]
    return lines_damaged(draw, ["Account|User|RawShares", "root||1", *rows], "|", head=1, shares=FEW)


@cache
def sound(key: str) -> bytes:
    return LOGS[key](JOBS)


def log(name: str, content: bytes) -> Trace:
    """What it takes is told, its first rows are looked at, it is read, and a workload is made of it where one can be."""
    estimate(content, name)
    with suppress(InputError):
        preview(content, name)
    trace = parse(content, name)
    with suppress(InputError):
        workload(trace, processors=64, wide="drop")
    return trace


READERS: dict[str, tuple[Callable[[Random], Made], Callable[[bytes], Any]]] = {
    **{key: (partial(text, key), partial(log, NAMES[key])) for key in SIGNS},
    **{key: (partial(json_log, key), partial(log, NAMES[key])) for key in ("batsim", "sacct_json")},
    "parquet": (in_parquet, partial(log, NAMES["parquet"])),
    "archive": (in_archive, partial(log, "log.tar")),
    "gzip": (packed, partial(log, "log.swf.gz")),
    "schedule": (schedule, partial(read_file, name="schedule.csv")),
    "accounts": (accounts, partial(account_tree.read, name="accounts.txt")),
}


def outcome(read: Callable[[bytes], Any], content: bytes) -> str:
    """read, repaired, refused, or what was raised that should not have been, with the last place in our code."""
    try:
        made = read(content)
    except QueuescopeError as error:
        return "refused" if is_one_sentence(str(error)) else f"no sentence: {str(error)[:200]!r}"
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {str(error)[:120]!r} in {at.filename.rsplit('/', 2)[-1]}:{at.lineno}"
    notes = made.notes if isinstance(made, Trace) else ()
    return "repaired" if any(note.level in ("repair", "warning") for note in notes) else "read"


def run(key: str, lines: int) -> tuple[Counter[str], dict[str, int]]:
    """({outcome: files, "lines": damaged lines, "files": files}, {fault: number of the first file that has it})."""
    make, read = READERS[key]
    counts: Counter[str] = Counter(lines=0, files=0)
    faults: dict[str, int] = {}
    while counts["lines"] < lines:
        number = counts["files"]
        content, count = make(Random(f"{key} {number}"))
        ending = outcome(read, content)
        if ending not in ("read", "repaired", "refused"):
            faults.setdefault(ending, number)
            ending = "faults"
        counts.update({"lines": count, "files": 1, ending: 1})
    return counts, faults


def main() -> None:
    """Print the table, and the faults below it."""
    words = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    words.add_argument("--lines", type=int, default=10_000, help="damaged lines of all readers together")
    each = -(-words.parse_args().lines // len(READERS))
    columns = ("lines", "files", "read", "repaired", "refused", "faults")
    print(f"{'reader':12}", *(f"{column:>9}" for column in columns))
    for key in READERS:
        counts, faults = run(key, each)
        print(f"{key:12}", *(f"{counts[column]:9,}" for column in columns), flush=True)
        for fault, number in faults.items():
            print(f"    file {number}: {fault}", flush=True)


if __name__ == "__main__":
    main()
