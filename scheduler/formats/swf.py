"""The Standard Workload Format: 18 numbers a line, comments begin with ';' (or '#', as some copies have them).

Real logs break every rule of the format, so lines are read in two ways that agree: lines of plain numbers all at once
(number_lines.py), and the few others one by one - they are numbers written in another way (1e5), or skipped and
counted.

Lines of a header give fields another meaning.  '; Queuescope-Campaigns: 1': field 17 names the last job of the
user's previous campaign and field 18 is the think time after that campaign.  '; Queuescope-Needs: N': field 6 is the
CPU need of each task of a job and field 10 its memory, in N-ths of a node; field 8 is the number of tasks, MaxProcs
that of nodes.  '; Queuescope-Moldable: 1': jobs are moldable tasks, and field 19 and those behind it are not
surplus: field 19 is the weight of the task, and from field 20 on stand its runtimes (allotments.py).  A fourth tells of
the machine: '; Queuescope-Clusters: 208,96' says how many processors each of its clusters has (clusters.py); with
'; Queuescope-Grid: queue N' jobs of queue N are runs of grid jobs, and the partition of any other job is the number of
its cluster (grid_jobs.py).

Logs of the simulator Alea have three more fields: the nodes a job ran on, its queue by name and what it asked for.  The
first is counted into `extra`, the second is the queue where field 15 is missing for all jobs.

Source: D. G. Feitelson, the Standard Workload Format, version 2.2, Parallel Workloads Archive.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np

from scheduler.columns import SWF, with_more
from scheduler.errors import FormatError
from scheduler.formats import Format
from scheduler.formats.reading.cost import Cost
from scheduler.formats.reading.decompression import LIMIT, plain
from scheduler.formats.reading.number_lines import Layout, layout, numbers
from scheduler.model.clusters import header_line
from scheduler.model.notes import Note
from scheduler.model.number_text import WHOLE, texts
from scheduler.model.schedule import Schedule
from scheduler.model.trace import CLUSTERS, Platform, Trace
from scheduler.model.workload import Workload
from scheduler.program_files import made_by
from scheduler.wording import counted

FIELDS = len(SWF)
BOM = b"\xef\xbb\xbf"
# The beginning of the first line that is neither blank nor a comment.  It is searched for, as groups repeated
# possessively, which would match what stands before it, are matched wrongly by Python before 3.11.5.
FIRST = re.compile(rb"(\A(?:\xef\xbb\xbf|(?!\xef\xbb\xbf))|[\r\n])[ \t]*[^;# \t\r\n]")
KEY = re.compile(r"^[ \t]*+[;#][;# \t]*+([A-Za-z][\w-]*+)[ \t]*+:(?!//)[ \t]*+(.*)", re.MULTILINE)
MOST_KEYS = 10_000
NUMBERS = re.compile(rb"\s*+(?:[+-]?(?:\d++\.?\d*+|\.\d++)(?:[ \t]++|(?=[\r\n])|\Z))++(?:[\r\n]|\Z)")
HASHES = re.compile(rb"\A(?:[ \t\r\n]*#[^\r\n]*)+")
NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
EACH = rb"[+-]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?(?:\s++|\Z)"
LINE = re.compile(rb"\s*+" + FIELDS * EACH)  # so many numbers, written out, which is faster than a repeated group
CHUNK = 1 << 12  # lines that are taken apart at a time


@dataclass
class _Skipped:
    """Lines that are no jobs: their numbers by rule, and what the first of each rule looked like."""

    lines: dict[str, list[np.ndarray]] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)

    def add(self, rule: str, lines: np.ndarray | list[int], why: str = "") -> None:
        if len(lines):
            self.lines.setdefault(rule, []).append(np.asarray(lines, np.int64))
            self.why.setdefault(rule, why)


def read(content: bytes, name: str, limit: int = LIMIT) -> Trace:
    """The trace in an SWF file, which may be packed.

    Lines that are no jobs are skipped and counted in the notes, surplus fields dropped and counted.  `header` is the
    block of comments before the first job (bytes that are not UTF-8 as surrogate escapes).  Raises FormatError when
    nothing can be read, naming the first bad line, and for text of more than `limit` bytes.
    """
    text = plain(content, name, limit)
    if not text.strip():
        raise FormatError(f"{name} is empty; wanted: an SWF log, one line of {FIELDS} numbers for each job.")
    first = FIRST.search(text)
    header = text[: first.end(1)] if first else text
    line = header.count(b"\n") + header.count(b"\r") - header.count(b"\r\n") + 1
    skipped = _Skipped()
    where, keys = layout(text[len(header) :]), _keys(header)
    values, rows = _jobs(where, line, skipped)
    if not len(rows):
        raise _no_job(text, name, skipped)
    more: tuple[str, ...] = ()
    if any(key in keys for key in with_more()):
        skipped.lines.pop("surplus_fields", None)
        more = tuple(b" ".join(where.fields(row)[FIELDS:]).decode(errors="replace") for row in rows.tolist())
    columns, names, extra = dict(zip(SWF, values, strict=True)), {}, {}
    notes = _notes(skipped)
    if "surplus_fields" in skipped.lines and (columns["queue"] == -1).all() and (extra_fields := _alea(where, rows)):
        extra["nodes"], columns["queue"], names["queue"] = extra_fields
        notes = (*notes, Note("alea"))
    return Trace(
        name,
        columns,
        rows + line,
        header.decode(errors="surrogateescape"),
        notes=notes,
        sha256=hashlib.sha256(text).hexdigest(),
        keys=keys,
        more=more,
        names=names,
        extra=extra,
    )


def _alea(where: Layout, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]] | None:
    """Of a log of Alea: [n] nodes, [n] the number of the queue, its names; None for any other log."""
    numbers: dict[bytes, int] = {}
    nodes, queue = np.empty(len(rows)), np.empty(len(rows))
    for at, row in enumerate(rows.tolist()):
        surplus = where.fields(row)[FIELDS:]
        if len(surplus) < 2 or not (surplus[0].startswith(b"{") and surplus[0].endswith(b"}")):
            return None
        nodes[at] = len(set(surplus[0][1:-1].split(b",")) - {b""})
        queue[at] = numbers.setdefault(surplus[1], len(numbers) + 1)
    return nodes, queue, tuple(name.decode(errors="replace") for name in numbers)


def _keys(header: bytes) -> dict[str, str]:
    """First value of each '; Key: value'."""
    keys: dict[str, str] = {}
    text = header.removeprefix(BOM).replace(b"\r", b"\n").decode(errors="replace")
    for match in islice(KEY.finditer(text), MOST_KEYS):
        keys.setdefault(match.group(1), match.group(2).rstrip())
    return keys


def _no_job(text: bytes, name: str, skipped: _Skipped) -> FormatError:
    if b"\0" in text:
        return FormatError(f"{name} is not a text file; wanted: an SWF log, as text or packed (.swf, .swf.gz).")
    bad = [(int(lines[0][0]), skipped.why[rule]) for rule, lines in skipped.lines.items() if skipped.why[rule]]
    first = min(bad)[1] if bad else "there are only comments"
    return FormatError(
        f"{name} holds no job: {first}; wanted: one line of {FIELDS} numbers, parted by blanks, for "
        "each job (Standard Workload Format)."
    )


def _jobs(where: Layout, line: int, skipped: _Skipped) -> tuple[np.ndarray, np.ndarray]:
    """Values [18, jobs] and the index of the line of each job; line: number of the first line."""
    counts = where.counts
    values, rows = numbers(where, FIELDS)
    skipped.add("surplus_fields", rows[counts[rows] > FIELDS] + line)
    left = counts > 0
    left[rows] = False
    if not left.any():
        return values, rows
    more, others = _others(where, np.flatnonzero(left), line, skipped)
    both = np.append(rows, others)
    order = np.argsort(both)
    return np.hstack([values, more])[:, order], both[order]


def _others(where: Layout, left: np.ndarray, line: int, skipped: _Skipped) -> tuple[np.ndarray, np.ndarray]:
    """[18, n] values and [n] indices of those of the lines left that are jobs after all."""
    comment = np.isin(where.begins(left), (ord(";"), ord("#")))
    skipped.add("comment_inside", left[comment] + line)
    left = left[~comment]
    short = left[where.counts[left] < FIELDS]
    if len(short):
        skipped.add("short_line", short + line, _short(where.fields(short[0]), short[0] + line))
    wide = left[where.counts[left] >= FIELDS]
    parts = [_wide(where, wide[begin : begin + CHUNK], line, skipped) for begin in range(0, len(wide), CHUNK)]
    values, rows = zip(*parts, strict=True) if parts else ((np.zeros((FIELDS, 0)),), (wide,))
    return np.hstack(values), np.concatenate(rows)


def _wide(where: Layout, rows: np.ndarray, line: int, skipped: _Skipped) -> tuple[np.ndarray, np.ndarray]:
    """[18, n] values and [n] indices of those of these lines, all of 18 fields or more, that are jobs."""
    texts_of = [where.line(row) for row in rows.tolist()]
    matches = [LINE.match(text) for text in texts_of]
    is_job = np.array([match is not None for match in matches])
    words = b" ".join(match[0] for match in matches if match)
    values = np.fromstring(words.decode(), np.float64, sep=" ").reshape(-1, FIELDS)
    within = (np.abs(values) <= WHOLE).all(axis=1)
    is_job[is_job] = within
    surplus = np.array([match is not None and match.end() < len(match.string) for match in matches])
    skipped.add("surplus_fields", rows[is_job & surplus] + line)
    _skip(rows[~is_job] + line, [texts_of[at] for at in np.flatnonzero(~is_job)], skipped)
    return values[within].T, rows[is_job]


def _skip(lines: np.ndarray, texts_of: Sequence[bytes], skipped: _Skipped) -> None:
    """Count lines that are no jobs, though they have bytes for 18 fields; lines: [n] their numbers."""
    is_short = np.array([len(text.split(None, FIELDS)) < FIELDS for text in texts_of], bool)
    for rule, rows, why in (("short_line", is_short, _short), ("not_a_number", ~is_short, _no_number)):
        if rows.any():
            first = int(np.argmax(rows))
            skipped.add(rule, lines[rows], why(texts_of[first].split(), int(lines[first])))


def _no_number(words: Sequence[bytes], line: int) -> str:
    """The first field of a line that is no number."""
    column, word = next(
        (column, word)
        for column, word in zip(SWF, words, strict=False)
        if not (NUMBER.fullmatch(word) and abs(float(word)) <= WHOLE)
    )
    return f"field {list(SWF).index(column) + 1} ({column}) of line {line} is {_quoted(word)}, not a number"


def _short(words: Sequence[bytes], line: int) -> str:
    count = counted(len(words), "field")
    return f"line {line} has {count} ({_quoted(b' '.join(words[:FIELDS]))})"


def _quoted(word: bytes) -> str:
    text = word[:40].decode("ascii", errors="backslashreplace")
    return repr(text + "…" * (len(word) > 40))


LEVELS = {"short_line": "warning", "not_a_number": "warning", "surplus_fields": "repair", "comment_inside": "info"}


def _notes(skipped: _Skipped) -> tuple[Note, ...]:
    notes = []
    for rule, level in LEVELS.items():
        if rule in skipped.lines:
            lines = np.sort(np.concatenate(skipped.lines[rule]))
            values = {"way": "numbers", "first": skipped.why[rule], "line": int(skipped.lines[rule][0][0])}
            notes.append(Note(rule, len(lines), tuple(lines[:3].tolist()), level, values if skipped.why[rule] else {}))
    return tuple(notes)


def write(trace: Trace) -> bytes:
    """The file: header byte for byte, then a line for each job, numerically as read."""
    return _lines(trace.header, [trace.columns[name] for name in SWF], trace.more)


def write_schedule(trace: Trace, workload: Workload, schedule: Schedule, recipe: str = "") -> bytes:
    """The simulated jobs as SWF, in (submit, line) order; what is in the fields, `simulated` says."""
    return write(simulated(trace, workload, schedule, recipe))


def simulated(trace: Trace, workload: Workload, schedule: Schedule, recipe: str = "") -> Trace:
    """The simulated jobs as a trace, in (submit, line) order.

    Field 3 is the simulated wait, 4 the runtime run, 5 the size used; the others are as read, the submit time among
    them.  The header is kept, with one more note, and with the lines of comment that tell the recipe of the workload.
    `workload` is made from `trace`, `schedule` from `workload`.
    """
    rows = np.searchsorted(trace.line, workload.jobs.line)
    kept = trace.take(rows)
    columns = {
        **kept.columns,
        "wait": schedule.wait,
        "runtime": schedule.jobs.runtime,
        "allocated_processors": schedule.placed.processors,
    }
    moved = int((schedule.placed.submit != columns["submit"]).sum())
    words = (
        f" {counted(moved, 'job')} {'was' if moved == 1 else 'were'} submitted at another time than field 2 says."
        if moved
        else ""
    )
    if findings := workload.options.get("leave_out"):
        words += f" Jobs of these findings are left out: {findings}."
    note = (
        f"; Note: simulated under {schedule.policy} on {counted(workload.platform.processors, 'processor')}: "
        "field 3 is the "
        f"wait, 4 the runtime, 5 the processors of the simulation.{words}\n; Note: written by {made_by()}\n"
    )
    header = told_clusters(trace.header, workload.platform)
    header += "\n" * _unended(header) + note + recipe
    return replace(kept, columns=columns, header=header)


def told_clusters(header: str, platform: Platform) -> str:
    """The header with the clusters of the platform: where it tells of others, or of none, that line is made anew."""
    line = header_line(platform)
    entry = next((match for match in KEY.finditer(header) if match.group(1) == CLUSTERS), None)
    if entry is not None:
        end = entry.end() - len(entry.group(2)) + len(entry.group(2).rstrip("\r"))
        return header[: entry.start()] + line + header[end:]
    return header + "\n" * _unended(header) + line + "\n" if platform.clusters else header


def _unended(header: str) -> bool:
    """Whether a line of the header is open."""
    return bool(header.removeprefix("\ufeff")) and not header.endswith(("\n", "\r"))


def _lines(header: str, columns: list[np.ndarray], more: Sequence[str] = ()) -> bytes:
    rows: Iterable[str] = map(" ".join, zip(*map(texts, columns), strict=True))
    if more:
        rows = (f"{row} {rest}" if rest else row for row, rest in zip(rows, more, strict=True))
    body = "".join(f"{row}\n" for row in rows)
    return (header + "\n" * _unended(header)).encode(errors="surrogateescape") + body.encode()


def sniff(head: bytes) -> bool:
    """Whether a file that begins like this is SWF: with a comment, or with a line of 18 numbers."""
    text = HASHES.sub(b"", head.removeprefix(BOM), count=1).lstrip()
    first = text.split(b"\n", 1)[0].split()[:FIELDS]
    return text.startswith(b";") or (len(first) == FIELDS and all(NUMBER.fullmatch(word) for word in first))


def resembles(head: bytes) -> bool:
    """Whether a file begins with a line of numbers, however many."""
    return NUMBERS.match(head) is not None


FORMAT = Format(
    "swf",
    "Standard Workload Format",
    "trace",
    (".swf", ".swf.gz"),
    sniff,
    read,
    write,
    "D. G. Feitelson, The Standard Workload Format, version 2.2, Parallel Workloads Archive",
    resembles=resembles,
    cost=Cost(re.compile(rb"(?m)^[ \t]*+[-+.\d]"), 60, 5, 180, 3e-8),
)
