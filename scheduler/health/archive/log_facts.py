"""Facts of a log that several findings ask for, each computed once."""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np

from scheduler.model.trace import Trace

CANCELLED = 5  # status of field 11
COMMENT = re.compile(r"[ \t]*+;[; \t]*+(?:([A-Za-z][\w-]*+)[ \t]*+:(?!//))?")
STARTS = re.compile(r"submit\s+times?\s+(?:are|is)\s+(?:actually\s+)?(?:the\s+)?start\s+times?", re.IGNORECASE)
MOST_REMARKS, LONGEST_REMARK = 100, 10_000  # characters


class Log:
    """A trace with what is asked of it; `log["submit"]` is a column [n], -1 unknown."""

    def __init__(self, trace: Trace, processors: int = 0):
        self.trace, self.processors = trace, processors

    def __len__(self) -> int:
        return len(self.trace)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.trace.columns[name]

    @cached_property
    def ran(self) -> np.ndarray:
        """[n] bool: a runtime above 0."""
        return self["runtime"] > 0

    @cached_property
    def size(self) -> np.ndarray:
        """[n] f8: processors allocated, where that is not told those requested."""
        allocated = self["allocated_processors"]
        return np.where(allocated > 0, allocated, self["requested_processors"])

    @cached_property
    def usable(self) -> np.ndarray:
        """[n] bool: jobs that can be simulated; they have a runtime, processors and a submit time."""
        return self.ran & (self.size > 0) & (self["submit"] >= 0)

    @cached_property
    def asked(self) -> np.ndarray:
        """[n] bool: usable jobs that tell how long they asked for."""
        return self.usable & (self["requested_time"] > 0)

    @cached_property
    def never_allocated(self) -> np.ndarray:
        """[n] bool: cancelled jobs without processors, in a log that tells of others what they were given."""
        allocated = self["allocated_processors"] > 0
        return ~allocated & (self["status"] == CANCELLED) & allocated.any()

    @cached_property
    def submit_is_start(self) -> bool:
        """Whether the header says that submit times are start times."""
        return any(STARTS.search(remark) for remark in self.remarks)

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """The texts of `; Note:` in the header, each with the lines that go on with it."""
        remarks: list[str] = []
        inside = False
        for line in self.trace.header.splitlines():
            match = COMMENT.match(line)
            key, text = (match[1], line[match.end() :].strip()[:LONGEST_REMARK]) if match else (None, "")
            if key:
                inside = key.lower() in ("note", "notes")
                remarks += [text] if inside and text else []
            elif inside and text and remarks and len(remarks[-1]) < LONGEST_REMARK:
                remarks[-1] += f" {text}"
            else:
                inside = inside and bool(text)
        return tuple(text.encode(errors="replace").decode() for text in remarks[:MOST_REMARKS])


def jobs(count: int) -> str:
    """'1 job', '28,481 jobs'."""
    return f"{count:,} job" + "s" * (count != 1)


def percent(share: float) -> str:
    """'24.7 %', '0.30 %'; below 0.005 % only that."""
    if 0 < share < 0.00005:
        return "less than 0.01 %"
    return f"{100 * share:.1f} %" if share >= 0.01 else f"{100 * share:.2f} %"


def verb(count: int, one: str, several: str) -> str:
    """The form of a verb that goes with so many."""
    return one if count == 1 else several
