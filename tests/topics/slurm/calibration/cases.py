"""Workloads with recorded waits for the tests of calibration."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from scheduler.model.table import Table
from scheduler.model.workload import Workload
from tests.cases import small


def workload(rows, processors: int = 8, users=None, waits=None, **columns) -> Workload:
    """Jobs (submit, runtime, processors) with recorded waits; other columns of jobs replace those that say nothing."""
    work = small.workload(rows, processors, users)
    table = dict(work.jobs.columns)
    if waits is not None:
        table["recorded_wait"] = np.asarray(waits, table["recorded_wait"].dtype)
    for name, values in columns.items():
        table[name] = np.asarray(values, table[name].dtype)
    return replace(work, jobs=Table.of("jobs", **table))


def by_chance(seed: int, jobs: int = 12, last: int = 40) -> Workload:
    """A small log full of ties whose recorded starts fit the machine only by chance."""
    random = Random(seed)
    rows = sorted((random.randint(0, last), random.randint(0, 15), random.choice([1, 1, 2, 4, 8])) for _ in range(jobs))
    waits = [random.choice([-1, 0, 0, random.randint(1, 25)]) for _ in rows]
    return workload(
        rows, 8, [random.randint(1, 3) for _ in rows], waits, partition=[random.randint(1, 2) for _ in rows]
    )
