"""Slurm's accounting as `sacct -P` prints it: a line of names, then a line for each job, the fields parted by |.

Any list of fields in any order will do that holds JobID, Submit, Start and End (or Elapsed), and a number of processors
(AllocCPUS, ReqCPUS or a list of resources).  The sign between the fields is read off the line of names; a | at the end
of lines (`sacct -p`) is no field.  Output without a line of names is read where it has the 26 fields that Open XDMoD
takes.  The line that gives everything, with times that need no time zone:

    SLURM_TIME_FORMAT=%s sacct -a -P -D -X -S 2026-01-01 -E now -o JobID,JobIDRaw,Cluster,User,Account,Partition,QOS,
    Submit,Eligible,Start,End,ElapsedRaw,Suspended,TimelimitRaw,State,ExitCode,Reason,AllocCPUS,ReqCPUS,AllocNodes,
    ReqMem,AllocTRES,ReqTRES,TotalCPU,JobName

What becomes of the fields, by field of SWF; what a file does not tell is -1:
1 JobIDRaw, else JobID.  Tasks of arrays have a number of their own in JobIDRaw only.
2 Submit, in seconds since the first one, which is UnixStartTime; of a requeued job that of its first record (-D).
3 Start - Submit; -1 for jobs that never started.  4 End - Start, with the time a job was suspended; else Elapsed; -1
  for jobs that never started or have not ended.
5 AllocCPUS, else cpu of AllocTRES; -1 for jobs that never started.  8 ReqCPUS, else cpu of ReqTRES.
6 TotalCPU over field 5.  9 TimelimitRaw, else Timelimit; -1 for UNLIMITED and Partition_Limit.
10 ReqMem per processor, in KiB: 4Gc is per processor, 4Gn per node, 4G in all.
11 State: COMPLETED 1, CANCELLED 5; FAILED, TIMEOUT, NODE_FAIL, OUT_OF_MEMORY, BOOT_FAIL, DEADLINE and PREEMPTED 0;
   others, such as RUNNING and PENDING, -1.
12 User, 13 Account, 14 JobName, 15 QOS, 16 Partition: numbers from 1 in the order of first appearance, with names.
Besides: Eligible, State, Reason, ExitCode, Cluster, AllocNodes, GPUs (gres/gpu of AllocTRES, else of ReqTRES), the
number of an array and of its task, and how many records were one job.

Lines of job steps (123.batch) are left out and counted.  Records of a requeued job, of a heterogeneous one (123+0) and
of a job that stands in the files of two months are joined to one job (reading/slurm_pieces.py).  A job name may hold
the sign between the fields, or a line end: such lines are put together where there is exactly one way to do so.

Source: the manual page of sacct, Slurm 2.6 to 25.05.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scheduler.errors import FormatError
from scheduler.formats import Format
from scheduler.formats.reading.cost import Cost
from scheduler.formats.reading.decompression import LIMIT, plain
from scheduler.formats.reading.density import check
from scheduler.formats.reading.local_times import ISO, UNIX, ZONE
from scheduler.formats.reading.slurm_alignment import Alignment
from scheduler.formats.reading.slurm_jobs import trace_of
from scheduler.formats.reading.slurm_records import (
    FIELDS,
    RUN,
    Collector,
    Records,
    canonical,
    check_fields,
    note,
    quoted,
)
from scheduler.formats.reading.slurm_values import JOB
from scheduler.model.notes import Note
from scheduler.model.trace import Trace

BOM = "\ufeff"
CHUNK = 1 << 12  # lines that are taken apart at a time
XDMOD = (
    "JobID",
    "JobIDRaw",
    "Cluster",
    "Partition",
    "QOS",
    "Account",
    "Group",
    "GID",
    "User",
    "UID",
    "Submit",
    "Eligible",
    "Start",
    "End",
    "Elapsed",
    "ExitCode",
    "State",
    "NNodes",
    "NCPUS",
    "ReqCPUS",
    "ReqMem",
    "ReqTRES",
    "AllocTRES",
    "Timelimit",
    "NodeList",
    "JobName",
)
FIELD_NAMES = frozenset(name.lower() for name in (*FIELDS, *XDMOD))
NAMES = re.compile(r"[A-Za-z]\w*")
MOST_NAMES = 400  # sacct of Slurm 25 knows 120 fields


@dataclass(frozen=True)
class Shape:
    """How the lines of a file are made."""

    names: tuple[str, ...]  # of the fields, in small letters
    delimiter: str
    closed: bool  # whether each line ends with a delimiter
    begin: int  # index of the first line behind the names


def shape_of(first: str, begin: int) -> Shape | None:
    """The shape of a file by its first line that is not blank, which is line `begin`; None where that tells none."""
    text = first.strip("\r\n").removeprefix(BOM)
    parted = re.match(r"\s*[A-Za-z]\w*(\W+)", text)
    if parted:
        closed = text.rstrip(" ").endswith(parted[1].strip(" ") or parted[1])
        names = text.split(parted[1])[:-1] if closed else text.split(parted[1])
        if len(names) <= MOST_NAMES and all(NAMES.fullmatch(name.strip()) for name in names):
            field_names = canonical(names)
            least = 2 if {"JobID", "JobIDRaw"}.intersection(names) and parted[1] == "|" else 3
            if "jobid" in field_names and len(FIELD_NAMES.intersection(field_names)) >= least:
                return Shape(tuple(field_names), parted[1], closed, begin + 1)
    fields = text.split("|")
    closed = len(fields) == len(XDMOD) + 1 and not fields[-1]
    if len(fields) == len(XDMOD) + closed and JOB.fullmatch(fields[0]) and is_time(fields[10]):
        return Shape(tuple(name.lower() for name in XDMOD), "|", closed, begin)
    return None


def is_time(text: str) -> bool:
    """Whether a text looks like a time of sacct."""
    return bool(ISO.fullmatch(text) or UNIX.fullmatch(text))


def fault_of(first: str) -> str:
    """What is wrong with output of sacct that cannot be read, by its first line; "" where that is not of sacct."""
    words = first.removeprefix(BOM).split()
    if len(words) > 2 and canonical(words).count("jobid") == 1 and len(FIELD_NAMES.intersection(canonical(words))) >= 3:
        return "it is the table that sacct prints for people, which cuts long values off"
    fields = first.removeprefix(BOM).strip().split("|")
    if len(fields) > 3 and any(JOB.fullmatch(field) for field in fields) and any(is_time(field) for field in fields):
        return "it has no line with the names of the fields (leave out -n and --noheader)"
    return ""


def read(content: bytes, name: str, limit: int = LIMIT, time_zone: str | None = None) -> Trace:
    """The trace in the output of sacct, which may be packed.

    time_zone: of times that do not tell theirs; UTC where none is given, which a note says.  Lines that are no jobs are
    counted in the notes.  Raises FormatError, which names the line of sacct to run, where nothing can be read, and
    ParamError for a time zone that is not known.
    """
    data = plain(content, name, limit)
    check(data.count(b"\n"), "lines", len(data), name)
    text = data.decode("utf-8", "replace")
    lines = text.removeprefix(BOM).replace("\r\n", "\n").split("\n")
    at = next((at for at, line in enumerate(lines) if line.strip()), None)
    if at is None:
        raise FormatError(f"{name} is empty; wanted: output of sacct; {RUN}")
    if "\0" in lines[at]:
        raise FormatError(f"{name} is not a text file in UTF-8; wanted: output of sacct as it is written; {RUN}")
    shape = shape_of(lines[at], at)
    if shape is None:
        fault = fault_of(lines[at]) or "its first line has no names of fields of sacct"
        raise FormatError(f"{name} cannot be read: {fault}; {RUN}")
    check_fields(shape.names, name)
    records = _Rows(lines, shape).records()
    if not len(records):
        raise FormatError(f"{name} holds no job{_why(records.notes)}; {RUN}")
    return trace_of(records, name, hashlib.sha256(data).hexdigest(), time_zone)


def _why(notes: Sequence[Note]) -> str:
    return ": " + " ".join(note.clause for note in notes) if notes else ", only a line with names"


class _Rows:
    """The lines of a file as rows of fields."""

    def __init__(self, lines: list[str], shape: Shape):
        self.lines, self.shape = lines, shape
        self.alignment = Alignment(shape.names, shape.delimiter, sum(map(len, lines)))
        self.short: list[int] = []  # numbers of lines, from 1
        self.long: list[int] = []
        self.glued: list[int] = []
        self.continued: list[int] = []
        self.why: dict[str, Any] = {}  # values of the notes on lines that are skipped, by the first of them

    def records(self) -> Records:
        """All records of jobs."""
        wanted = len(self.shape.names) - 1 + self.shape.closed
        counts = np.fromiter((line.count(self.shape.delimiter) for line in self.lines), np.int64, len(self.lines))
        collector = Collector(self.shape.names)
        usual = np.flatnonzero(counts == wanted)
        usual = usual[usual >= self.shape.begin]
        for begin in range(0, len(usual), CHUNK):
            at = usual[begin : begin + CHUNK]
            collector.add([self._fields(self.lines[row]) for row in at.tolist()], at + 1)
        odd = np.flatnonzero(counts != wanted)
        repaired = list(self._repaired(odd[odd >= self.shape.begin].tolist(), counts, wanted))
        if repaired:
            collector.add([row for row, _ in repaired], np.array([line for _, line in repaired], np.int64))
        return collector.records(one for one in self._notes() if one is not None)

    def _fields(self, line: str) -> list[str]:
        fields = line.split(self.shape.delimiter)
        return fields[:-1] if self.shape.closed else fields

    def _repaired(self, odd: list[int], counts: np.ndarray, wanted: int) -> Iterator[tuple[list[str], int]]:
        """(fields, number of the line) of lines that have more or fewer fields than there are names."""
        place = 0
        while place < len(odd):
            at = odd[place]
            if counts[at] > wanted:
                fields = self.alignment.fields(self._fields(self.lines[at]))
                if fields:
                    self.glued.append(at + 1)
                    yield fields, at + 1
                else:
                    self._skip(self.long, [at], counts)
                place += 1
                continue
            run = self._run(odd, place, counts, wanted)
            place += len(run)
            if not self.lines[at].strip() and len(run) == 1:
                continue
            whole = "\n".join(self.lines[row] for row in run) if len(run) > 1 else ""
            fields = self.alignment.fields(self._fields(whole))
            if fields:
                self.continued += [row + 1 for row in run[1:]]
                yield fields, at + 1
            else:
                self._skip(self.short, [row for row in run if self.lines[row].strip()], counts)

    def _run(self, odd: list[int], place: int, counts: np.ndarray, wanted: int) -> list[int]:
        """A short line and those after it that may go on with it: short ones that do not begin like a record."""
        run, total = [odd[place]], int(counts[odd[place]])
        if not self.lines[odd[place]].strip():
            return run
        for next_place in range(place + 1, len(odd)):  # no slice of the rest, which would be copied for each line
            at = odd[next_place]
            if at != run[-1] + 1 or total + counts[at] > wanted or total == wanted or self._begins(at):
                break
            run.append(at)
            total += int(counts[at])
        return run

    def _begins(self, at: int) -> bool:
        """Whether a line begins like a record: where the number of the job is its first field."""
        first = self.lines[at].split(self.shape.delimiter, 1)[0]
        return self.shape.names[0] == "jobid" and JOB.fullmatch(first.strip()) is not None

    def _skip(self, where: list[int], rows: list[int], counts: np.ndarray) -> None:
        if not self.why and rows:
            fields = int(counts[rows[0]]) + 1 - self.shape.closed
            first = quoted(self.lines[rows[0]])
            self.why = {"line": rows[0] + 1, "fields": fields, "names": len(self.shape.names), "first": first}
        where.extend(row + 1 for row in rows)

    def _notes(self) -> list[Note | None]:
        sign = quoted(self.shape.delimiter)
        return [
            note("short_line", self.short, "warning", way="names", **self.why),
            note("long_line", self.long, "warning", **self.why),
            note("delimiter_inside", self.glued, "repair", sign=sign),
            note("line_end_inside", self.continued, "repair"),
        ]


def sniff(head: bytes) -> bool:
    """Whether a file that begins like this is output of sacct, one that cannot be read as well."""
    text = head.decode("utf-8", "replace").removeprefix(BOM)
    first = next((line for line in text.split("\n") if line.strip()), "")
    return shape_of(first, 0) is not None or bool(fault_of(first))


FORMAT = Format(
    "sacct",
    "output of Slurm's sacct",
    "trace",
    (".sacct",),
    sniff,
    read,
    None,
    "the manual page of sacct, Slurm Workload Manager",
    params=(ZONE,),
    cost=Cost(re.compile(rb"(?m)^[^.|\n]++\|"), 130, 5, 600, 9e-8),
)
