"""Slurm: the scheduler of a cluster by its slurm.conf, and how far it agrees with the waits that a log records.

The policy is in `policies`, its loop in `kernels`, what that goes by in `engine`; `adapters` make its tables of its
texts, which `files` reads out of slurm.conf and of what Slurm's tools print.  `replay` works out priorities again,
`calibration` holds a run against the record.  What Slurm's accounting tells of jobs is read by `scheduler.formats`.

May import `cli`, `explain` and below.  Others use `policies.slurm.POLICY`, and `files`, `replay` and `calibration`.
"""

from __future__ import annotations

from scheduler.topics import Topic

TOPIC = Topic("slurm")
