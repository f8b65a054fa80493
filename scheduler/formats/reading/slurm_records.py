"""The records of Slurm's accounting as columns of texts: what the readers of sacct's text and of its JSON both make.

Only fields that jobs are made of are kept, by their names in small letters; each different text of a column once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from scheduler.errors import FormatError
from scheduler.formats.reading.slurm_values import JOB, is_plain
from scheduler.model.notes import Note

FIELDS = (
    "JobID",
    "JobIDRaw",
    "Cluster",
    "User",
    "UID",
    "Account",
    "Group",
    "Partition",
    "QOS",
    "Submit",
    "Eligible",
    "Start",
    "End",
    "Elapsed",
    "ElapsedRaw",
    "Suspended",
    "Timelimit",
    "TimelimitRaw",
    "State",
    "ExitCode",
    "Reason",
    "AllocCPUS",
    "NCPUS",
    "ReqCPUS",
    "AllocNodes",
    "NNodes",
    "ReqMem",
    "AllocTRES",
    "ReqTRES",
    "TotalCPU",
    "JobName",
)
KEPT = frozenset(name.lower() for name in FIELDS)
TO_RUN = (
    "SLURM_TIME_FORMAT=%s sacct -a -P -D -X -S 2026-01-01 -E now -o JobID,JobIDRaw,Cluster,User,Account,"
    "Partition,QOS,Submit,Eligible,Start,End,ElapsedRaw,Suspended,TimelimitRaw,State,ExitCode,Reason,AllocCPUS,ReqCPUS,"
    "AllocNodes,ReqMem,AllocTRES,ReqTRES,TotalCPU,JobName > jobs.txt"
)
RUN = f"run `{TO_RUN}` on the cluster and open what it writes."
LONGEST_EXCERPT = 40  # characters of a text that are shown in a sentence
NO_SUBMIT = (
    "it has no column Submit, and nothing else tells when jobs were submitted (with start times in its place "
    "no job would have waited)"
)


@dataclass(frozen=True)
class Texts:
    """A column of texts."""

    codes: np.ndarray  # [n] i8, into values
    values: Sequence[str]  # each different text once

    def of(self, function: Callable[[str], object], dtype: type = float) -> np.ndarray:
        """[n] what a function makes of the texts."""
        outputs: np.ndarray = np.empty(len(self.values), dtype)
        outputs[:] = [function(value) for value in self.values]
        return outputs[self.codes]

    def __getitem__(self, row: int) -> str:
        return self.values[self.codes[row]]


@dataclass(frozen=True)
class Records:
    """Records of jobs, without those of their steps; texts by the name of the field in small letters."""

    fields: Mapping[str, Texts]
    line: np.ndarray  # [n] i8, from 1: the line of the text, or the place in the list of JSON
    notes: tuple[Note, ...]  # on lines that are no records of jobs
    steps: int = 0

    def __len__(self) -> int:
        return len(self.line)


class Collector:
    """Makes columns of rows that come piece by piece, so that the texts of a whole file are never held twice."""

    def __init__(self, names: Sequence[str]):
        self.at = {name.lower(): place for place, name in enumerate(names) if name.lower() in KEPT}
        self.codes: dict[str, list[np.ndarray]] = {name: [] for name in self.at}
        # A text that was not seen yet gets the next number when it is looked up.
        self.values: dict[str, dict[str, int]] = {name: defaultdict(count().__next__) for name in self.at}
        self.lines: list[np.ndarray] = []
        self.steps: list[np.ndarray] = []
        self.strange: list[np.ndarray] = []
        self.first_strange = ""

    def add(self, rows: Sequence[Sequence[str]], lines: np.ndarray) -> None:
        """Take rows with as many texts as there are names; steps and rows without a job's number are only counted."""
        kinds = self._kinds([row[self.at["jobid"]] for row in rows])
        self.steps.append(lines[kinds == 1])
        self.strange.append(lines[kinds == 2])
        if not self.first_strange and (kinds == 2).any():
            self.first_strange = rows[int(np.flatnonzero(kinds == 2)[0])][self.at["jobid"]]
        self.lines.append(lines[kinds == 0])
        chosen = rows if not kinds.any() else [row for row, kind in zip(rows, kinds.tolist(), strict=True) if kind == 0]
        columns = list(zip(*chosen, strict=True)) or [()] * (max(self.at.values()) + 1)
        for name, place in self.at.items():
            code_of = self.values[name]
            self.codes[name].append(np.fromiter(map(code_of.__getitem__, columns[place]), np.int64, len(chosen)))

    def _kinds(self, ids: Sequence[str]) -> np.ndarray:
        """[rows] 0 a job, 1 a step of one, 2 something else."""
        plain = np.fromiter(map(is_plain, ids), bool, len(ids))
        kinds = np.zeros(len(ids), np.int64)
        for row in np.flatnonzero(~plain).tolist():
            match = JOB.fullmatch(ids[row].strip())
            kinds[row] = 2 if match is None else int(match["step"] is not None)
        return kinds

    def records(self, notes: Iterable[Note] = ()) -> Records:
        """All that was taken, in the order of the lines."""
        line, steps, strange = (_whole(chunks) for chunks in (self.lines, self.steps, self.strange))
        order = np.argsort(line, kind="stable")
        fields = {name: Texts(_whole(codes)[order], tuple(self.values[name])) for name, codes in self.codes.items()}
        steps.sort()
        strange.sort()
        all_notes = [
            *notes,
            note("steps", steps, way="lines"),
            note("not_a_job", strange, "warning", first=quoted(self.first_strange)),
        ]
        return Records(fields, line[order], tuple(one for one in all_notes if one is not None), len(steps))


def _whole(parts: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate([*parts, np.zeros(0, np.int64)])


def note(rule: str, lines: Sequence[int] | np.ndarray, level: str = "info", **values: Any) -> Note | None:
    """A note on so many lines; None where there is none.  values: of the note."""
    if not len(lines):
        return None
    return Note(rule, len(lines), tuple(int(line) for line in lines[:3]), level, values)


def quoted(text: str) -> str:
    """A text of a file in a sentence."""
    return repr(text[:LONGEST_EXCERPT] + "…" * (len(text) > LONGEST_EXCERPT))


def canonical(names: Sequence[str]) -> list[str]:
    """The names of fields in small letters; JobIDRaw does for a missing JobID."""
    fields = [name.strip().lower() for name in names]
    return fields if "jobid" in fields else ["jobid" if name == "jobidraw" else name for name in fields]


def check_fields(names: Iterable[str], name: str) -> None:
    """Raise FormatError where the fields, in small letters, do not tell what jobs are made of, and how to have them."""
    there = set(names)
    faults = []
    if "jobid" not in there:
        faults.append("it has no column JobID")
    if "submit" not in there:
        faults.append(NO_SUBMIT)
    if not there & {"elapsed", "elapsedraw"} and not {"start", "end"} <= there:
        faults.append("neither Start and End nor Elapsed tell how long jobs ran")
    if not there & {"alloccpus", "ncpus", "reqcpus", "alloctres", "reqtres"}:
        faults.append("neither AllocCPUS, ReqCPUS, AllocTRES nor ReqTRES tell how many processors jobs had")
    if faults:
        raise FormatError(f"{name} is output of sacct that cannot be read as a log: {'; '.join(faults)}; {RUN}")
