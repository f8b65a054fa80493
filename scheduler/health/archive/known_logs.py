"""Logs of the Parallel Workloads Archive by what is in them, and the filters its cleaned versions were made with.

Source of each filter: the header of the cleaned log ("Note: THIS IS A CLEANED VERSION OF THE LOG!").  D. G.
Feitelson, D. Tsafrir, D. Krakov, Experience with using the Parallel Workloads Archive, JPDC 74(10), 2014, says why:
flurries of one user, and activity that is not the users'.  A log whose filters are not known in full is not listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from scheduler.health.archive.log_facts import Log

COLUMNS = {
    "job": "job_id",
    "user": "user_id",
    "group": "group_id",
    "proc": "allocated_processors",
    "app": "executable",
    "queue": "queue",
    "part": "partition",
    "partition": "partition",
    "submit": "submit",
    "wait": "wait",
    "runtime": "runtime",
    "status": "status",
}
CONDITION = re.compile(r"\b(\w{1,20}) ?(<=|>=|=|<|>) ?(\d{1,15})(?!\d)")
REMOVED = re.compile(r"\((\d[\d,]{0,14}) jobs? removed\)")
BETWEEN = frozenset({"", "and"})  # between conditions, brackets and blanks aside
CLEANED = re.compile(r"\bcleaned version of the log\b", re.IGNORECASE)
COMPARE = {"=": np.equal, "<=": np.less_equal, ">=": np.greater_equal, "<": np.less, ">": np.greater}


@dataclass(frozen=True)
class Filter:
    """Jobs that the archive removed: all conditions hold.  Without conditions, one that does not read."""

    conditions: tuple[tuple[str, str, int], ...]  # (name, comparison, number)
    removed: int  # how many, as the archive states

    def jobs(self, log: Log) -> np.ndarray:
        """[n] bool: the jobs of this log it names."""
        mask = np.full(len(log), bool(self.conditions))
        for name, comparison, number in self.conditions:
            mask &= COMPARE[comparison](log[COLUMNS[name]], number)
        return mask

    def __str__(self) -> str:
        words = " and ".join(f"{name}{comparison}{number}" for name, comparison, number in self.conditions)
        return words or "a filter that is not understood"


@dataclass(frozen=True)
class KnownLog:
    """A log of the archive: what its header says, and what the archive removed for the cleaned version."""

    name: str
    computer: str  # beginnings of what the header says, in small letters
    installation: str
    jobs: int  # MaxJobs of its header: jobs in the raw log
    filters: str  # as the header of the cleaned log has them


LOGS = (
    KnownLog("KTH-SP2-1996", "ibm sp2", "swedish royal institute of technology", 28_490, "job<=14 (14 jobs removed)"),
    KnownLog(
        "SDSC-BLUE-2000",
        "ibm sp",
        "sdsc blue horizon",
        250_440,
        """
        user=68 and (job>=58 and job<=564) (477 jobs removed)
        user=342 and (job>=88202 and job<=91148) (1468 jobs removed)
        user=269 and (job>=200425 and job<=217010) (5181 jobs removed)
        job<=8 (8 jobs removed)""",
    ),
    KnownLog(
        "HPC2N-2002",
        "linux cluster (seth)",
        "hpc2n",
        527_371,
        """
        user=2 (305178 jobs removed)
        user=60 and (job>=254200 and job<=271542) (12333 jobs removed)
        user=67 and (job>=289098 and job<=305172) (6984 jobs removed)""",
    ),
    KnownLog(
        "LANL-CM5-1994",
        "thinking machines cm-5",
        "los alamos national lab",
        201_387,
        """
        user=50 and (job>=24439 and job<=64542) (33452 jobs removed)
        user=31 and (job>=64587 and job<=115040) (34307 jobs removed)
        user=38 and (job>=178585 and job<=192710) (11568 jobs removed)""",
    ),
    KnownLog(
        "LLNL-Thunder-2007",
        "linux cluster (thunder)",
        "high performance computing - lawrence",
        128_662,
        """
        user=160 and (job>=19280 and job<=19452) (173 jobs removed)
        user=79 and (job>=47410 and job<=58079) (6539 jobs removed)
        user=40 and (job>=109911 and job<=110857) (911 jobs removed)""",
    ),
    KnownLog(
        "NASA-iPSC-1993",
        "intel ipsc/860",
        "nasa ames research center",
        42_264,
        "user=3 and proc=1 and app=1 (24025 jobs removed)",
    ),
)


def recognized(log: Log) -> KnownLog | None:
    """The log of the archive that this is, raw or cleaned, by its computer, installation and number of jobs."""
    keys = log.trace.keys
    computer, installation = (keys.get(name, "").casefold() for name in ("Computer", "Installation"))
    jobs = log.trace.number("MaxJobs")
    return next(
        (
            one
            for one in LOGS
            if computer.startswith(one.computer) and installation.startswith(one.installation) and jobs == one.jobs
        ),
        None,
    )


def is_cleaned(log: Log) -> bool:
    """Whether the header says that the archive has removed jobs already."""
    return any(CLEANED.search(remark) for remark in log.remarks)


def filters(text: str) -> tuple[Filter, ...]:
    """The filters of a text such as "user=68 and (job>=58 and job<=564) (477 jobs removed)", in its order.

    One that does not read, or names a column that there is not, has no conditions: its jobs are counted, not named.
    """
    return tuple(_filters(text))


def _filters(text: str) -> Iterator[Filter]:
    begin, text = 0, " ".join(text.split())
    for match in REMOVED.finditer(text):
        conditions = _last_conditions(text[begin : match.start()])
        begin = match.end()
        readable = all(name in COLUMNS for name, _, _ in conditions)
        yield Filter(tuple(conditions) if readable else (), int(match[1].replace(",", "")))


def _last_conditions(text: str) -> list[tuple[str, str, int]]:
    """The conditions that a text ends with, with "and" and brackets between and after them; none after "or"."""
    conditions: list[tuple[str, str, int]] = []
    end = len(text)
    for match in reversed(list(CONDITION.finditer(text))):
        if text[match.end() : end].replace("(", "").replace(")", "").strip() not in BETWEEN:
            break
        conditions.insert(0, (match[1].casefold(), match[2], int(match[3])))
        end = match.start()
    return [] if text[:end].rstrip("( ").casefold().endswith(" or") else conditions


def published(log: Log) -> tuple[Filter, ...]:
    """The filters the archive cleaned this log with: of its own header, else of the log it is recognized as."""
    own = filters(" ".join(log.remarks)) if is_cleaned(log) else ()
    known_log = recognized(log)
    return own or (filters(known_log.filters) if known_log else ())
