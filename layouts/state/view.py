"""What is shown: the runs, the window, the selected job - one value, to and from the URL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.replay.plan import Plan


@dataclass(frozen=True, eq=False)
class Rows:
    """Where the jobs of the baseline are in a run of other jobs of the same log, and the other way round."""

    base: str  # key of the baseline
    own: np.ndarray  # [jobs of the baseline] i8: row in the run, -1 where it is not there
    of_base: np.ndarray  # [jobs of the run] i8: row in the baseline, -1 where it is not there


@dataclass(frozen=True)
class FinishedRun:
    """A finished run as plots see it.  `index` (0..5) decides tint and line dash; `name` is made of what differs."""

    key: str
    name: str
    index: int
    schedule: Schedule
    record: dict  # run.json of the store
    rows: Rows | None = None  # where its jobs are not those of the baseline; a selected job is a row of these
    plan: Plan | None = field(default=None, compare=False)  # at the moment shown, where its decisions are not kept

    def view(self, view: View) -> View:
        """The view with the row that the selected job has in this run; with none where it is not there."""
        if self.rows is None or view.job is None:
            return view
        row = int(self.rows.own[view.job]) if 0 <= view.job < len(self.rows.own) else -1
        return replace(view, job=row if row >= 0 else None)

    def mask(self, jobs: np.ndarray) -> np.ndarray:
        """[jobs] bool: those of the baseline's jobs (a mask) that this run has, in its rows."""
        return jobs if self.rows is None else (self.rows.of_base >= 0) & jobs[self.rows.of_base]

    def in_base(self, rows: np.ndarray) -> np.ndarray:
        """Rows of this run as rows of the baseline, -1 where the job is not there."""
        return rows if self.rows is None else self.rows.of_base[rows]


def alike(runs: Sequence[FinishedRun]) -> Sequence[FinishedRun]:
    """The runs of the baseline's jobs: those that have them in the same rows."""
    return runs if all(run.rows is None for run in runs) else [run for run in runs if run.rows is None]


MODES = ("stacked", "ghost", "lag")  # real above virtual; virtual behind real; completions against promises
ROWS = ("processors", "users", "sizes", "queues", "queue")  # what a row of a real Gantt is; queue: each job in turn
COLORS = ("user", "job", "size", "stretch", "reason", "change", "grid")  # what the color of a job in a Gantt tells
SIDE_BY_SIDE = "columns"
BESIDE = ("stacked", SIDE_BY_SIDE, "difference", "overlay")  # how the Gantts of several runs stand together


@dataclass(frozen=True)
class View:
    """The shared selection.  None means "all" or "none chosen"."""

    t0: float | None = None  # s, window of time
    t1: float | None = None
    p0: float | None = None  # window of processors
    p1: float | None = None
    c0: float | None = None  # window of rows of campaigns
    c1: float | None = None
    job: int | None = None  # row of jobs
    baseline: int = 0  # index of the run others are compared with
    scheme: str = "light"  # light | dark
    shared: bool = True  # same axes in all panels
    mode: str = "stacked"  # of real and virtual Gantts: one of MODES
    plan: float | None = None  # s: the moment whose plan the Gantts show
    rows: str = ROWS[0]  # one of ROWS
    color: str = COLORS[0]  # one of COLORS
    beside: str = BESIDE[0]  # one of BESIDE
    pin: str = ""  # 37,12: users whose rows come first, where rows are users
    fold: bool = False  # where rows are users, sizes or queues: all but those pinned are low strips
    only: str = ""  # a query (scheduler.analysis.query): its jobs are lit, the others pale; "" all
    r0: float | None = None  # s, the selected range of time
    r1: float | None = None
    q0: float | None = None  # rows of the selected range; None: all of them
    q1: float | None = None
