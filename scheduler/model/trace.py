"""Trace: a log exactly as read - every line, in the order of the file, with its header and what was noticed.

Nothing is repaired here; preparation/build.py makes the jobs of a simulation out of a trace.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from scheduler.model.account_tree import Tree
from scheduler.model.notes import Note

NEEDS = "Queuescope-Needs"  # key of a header whose file carries needs
CLUSTERS = "Queuescope-Clusters"  # key of a header that tells the processors of each cluster
NODES = "nodes"  # kind of a platform whose processors are nodes that jobs share


@dataclass(frozen=True)
class Platform:
    """The machine: identical processors, and what the log says of its clock."""

    processors: int
    kind: str = "identical"
    start_time: int = 0  # Unix time of second 0 of the log; 0 unknown
    time_zone: str = ""
    clusters: tuple[int, ...] = ()  # processors of each, where no job may span two; () one pool of processors
    unix_times: bool = False  # whether seconds of the log are Unix times, of which second 0 is no time of it

    @property
    def second_0(self) -> int | None:
        """Unix time of second 0 of the log; None where it is not known."""
        return self.start_time if self.start_time > 0 else 0 if self.unix_times else None


@dataclass(frozen=True)
class Trace:
    """A log as read.  `columns` are the 18 of columns.SWF, float64 [n], -1 meaning unknown.

    `names` holds, for a column whose values are numbers of something that has a name, the name of number k + 1 at
    position k: users, accounts, queues.  `extra` are columns beyond those of SWF, of the same type and length:
    eligible (s), state, reason (numbers into `names`), gpus, nodes, pieces (records of the file that are this job).
    Both are empty where a file tells numbers only.
    """

    name: str
    columns: Mapping[str, np.ndarray]
    line: np.ndarray  # [n] i8, line of the file, from 1
    header: str = ""  # byte for byte, line ends included
    notes: tuple[Note, ...] = ()
    sha256: str = ""  # of the uncompressed text
    keys: Mapping[str, str] = field(default_factory=dict)  # first value of each "; Key: value" of the header
    more: tuple[str, ...] = ()  # [n] what stands behind the 18th field, where a topic reads it; else ()
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by column, of numbers from 1 on
    extra: Mapping[str, np.ndarray] = field(default_factory=dict)  # float64 [n], -1 unknown
    accounts: Tree = ()  # where a file with the tree of accounts was opened with the log

    def __len__(self) -> int:
        return len(self.line)

    def take(self, rows: np.ndarray) -> Trace:
        """The trace of these lines (indices or a mask), with header, notes and names as they are."""
        more = tuple(self.more[row] for row in np.arange(len(self))[rows].tolist()) if self.more else ()
        return replace(
            self,
            columns={name: column[rows] for name, column in self.columns.items()},
            extra={name: column[rows] for name, column in self.extra.items()},
            line=self.line[rows],
            more=more,
        )

    def number(self, key: str) -> int | None:
        """The leading whole number of a header key, e.g. MaxProcs; None where absent, or of more than 18 digits."""
        match = re.match(r"\s*(-?\d{1,18})(?!\d)", self.keys.get(key, ""))
        return int(match.group(1)) if match else None

    @property
    def declares_campaigns(self) -> bool:
        """Whether fields 17 and 18 speak of campaigns, not of single jobs (preparation/declared_campaigns.py)."""
        return self.number("Queuescope-Campaigns") == 1
