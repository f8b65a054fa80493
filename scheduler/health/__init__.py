"""What there is to know of a log before it is trusted: one file per finding, found by looking into the folder.

A finding looks at a log as it was read, says in a sentence what is there, with its count, and which jobs it is.  The
jobs of a finding can be left out of a workload (`WorkloadOptions.leave_out`).  May import `model`, `statistics` and
`formats`.  Others use `all_findings`, `diagnose`, `jobs_left_out`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scheduler import registry
from scheduler.health.archive.log_facts import Log
from scheduler.model.trace import Trace
from scheduler.registry import find

LEVELS = ("warning", "info")  # whether results change by it, or it is only worth knowing


class Evidence(NamedTuple):
    """What a finding says of one log."""

    sentence: str  # with the count
    jobs: np.ndarray | None = None  # [n] bool, the jobs of it; None: it is of the log as a whole
    level: str = ""  # other than that of the finding


@dataclass(frozen=True)
class Finding:
    """Something that may be wrong with a log.

    left_out: what leaving out its jobs does; "" where that is no choice.  option: the option of a workload that decides
    instead of leave_out, its value that leaves the jobs out and the one that keeps them.  always: its jobs can never be
    simulated.  filled: the option of a workload that says what stands for what its jobs do not tell.
    """

    key: str
    title: str
    place: int  # order on the page
    effect: str  # one sentence: what it does to results
    look: Callable[[Log], Evidence | None]  # None: not in this log
    left_out: str = ""
    option: tuple[str, str, str] | None = None
    always: bool = False
    filled: str = ""
    level: str = "warning"


class Diagnosis(NamedTuple):
    """A finding that a log has, and its evidence."""

    finding: Finding
    evidence: Evidence

    @property
    def size(self) -> int:
        """How many jobs it is; 0 where it is of the log as a whole."""
        return 0 if self.evidence.jobs is None else int(np.count_nonzero(self.evidence.jobs))

    @property
    def level(self) -> str:
        """One of LEVELS."""
        return self.evidence.level or self.finding.level


def all_findings() -> Mapping[str, Finding]:
    """{key: Finding}, in the order of the page."""
    entries = registry.load(__name__, "FINDING")
    return dict(sorted(entries.items(), key=lambda pair: pair[1].place))


def leavable() -> tuple[str, ...]:
    """Keys of the findings whose jobs `leave_out` can leave out, in the order of the page."""
    return tuple(key for key, one in all_findings().items() if one.left_out and not one.option)


def diagnose(trace: Trace, processors: int = 0) -> list[Diagnosis]:
    """All that the findings say of a log; processors: size of the machine, 0 where nobody knows."""
    log = Log(trace, processors)
    looked = ((one, one.look(log)) for one in all_findings().values())
    return [Diagnosis(one, evidence) for one, evidence in looked if evidence is not None]


def jobs_left_out(trace: Trace, keys: Iterable[str]) -> list[tuple[Finding, np.ndarray]]:
    """Each of these findings with the jobs of it, [n] bool; a finding that the log does not have, with none.

    Raises UnknownKey for a key that is no finding.
    """
    log, pairs = Log(trace), []
    for key in keys:
        one = find(all_findings(), key, "finding")
        evidence = one.look(log)
        jobs = None if evidence is None else evidence.jobs
        pairs.append((one, np.zeros(len(trace), bool) if jobs is None else jobs))
    return pairs
