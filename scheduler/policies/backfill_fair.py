"""Backfilling by fairness: at each event every waiting job that fits starts, users who waited most first.

A user's priority is his normalized wait: the sum of the waits of his jobs that have ended over the sum of their runtime
x processors.  Who waited long for little work goes first; the jobs of a user, and those of users of equal priority, go
in order of submission.  There is no reservation, so a wide job may wait as long as narrow ones keep coming.  Requested
times are not looked at, runtimes only when the job has ended.

A user none of whose jobs has ended has a priority that the paper leaves open: `new_user`, 0 by default, so that new
users go last.  With `halving` both sums are halved at every multiple of it, so that what is long past counts less; the
paper does not do this.

Source: Klusáček and Rudová 2012, section 3 (BF-FAIR).
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.clustered import clusters_of
from scheduler.adapters.rigid import TIES, placed, rigid
from scheduler.engine.decision_log import DOES_NOT_FIT, FITS_NOW, HEAD_FITS, HIGHEST_PRIORITY, PASSES_WIDE
from scheduler.engine.pseudocode import Line
from scheduler.engine.rigid.ranked import new_ranked
from scheduler.kernels import fair
from scheduler.model.table import Table
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

NEW_USER = Param(
    "new_user", 0.0, 0, 1e12, help="priority of a user none of whose jobs has ended: 0 goes last, 1e12 before everybody"
)
HALVING = Param(
    "halving",
    None,
    1,
    unit="s",
    kind=float,
    help="at every multiple of this, counted from the first submission, all waits and work so far count "
    "half as much; empty: never",
)


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    halving = case.params["halving"]
    jobs, s, sessions = rigid(case.workload, case.control, ties=case.params["ties"])
    user, platform = case.workload.jobs.user, case.workload.platform
    clusters = clusters_of(platform, len(user)) if case.workload.has_clusters else None
    fair.run(
        jobs,
        s,
        sessions,
        new_ranked(user),
        fair.new_users(user, case.params["new_user"]),
        np.inf if halving is None else halving,
        clusters,
        case.log,
    )
    return {"placed": placed(case.workload, s.submit, s.start, s.backfilled, clusters and clusters.of)}


PSEUDOCODE = (
    Line("at every submission and every end:"),
    Line("    while a waiting job fits:"),
    Line("        start the one that comes first", (HEAD_FITS,)),
    Line("        or whose user has the highest priority", (HIGHEST_PRIORITY, PASSES_WIDE, FITS_NOW)),
    Line("    jobs that do not fit wait", (DOES_NOT_FIT,)),
)

POLICY = Policy(
    "backfill_fair",
    "Backfilling by fairness, no reservation",
    "backfilling",
    run,
    "Klusáček and Rudová 2012, section 3 (BF-FAIR)",
    params=(NEW_USER, HALVING, TIES),
    information=frozenset({"submit", "processors", "user"}),
    clusters=True,
    ordered_by="fairness",
    pseudocode=PSEUDOCODE,
)
