"""A list of waiting jobs, without those who have started."""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner


@inner
def drop_started(jobs, count, start):
    """Keep those of the first count[0] jobs that wait on, in their order; start: [n] s, nan for who has not started."""
    kept = 0
    for i in range(count[0]):
        job = jobs[i]
        if np.isnan(start[job]):
            jobs[kept] = job
            kept += 1
    count[0] = kept
