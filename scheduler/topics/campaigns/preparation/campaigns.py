"""What campaigns add where a workload is made of a log: which jobs are one, and what a filter may ask of that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from scheduler.errors import Remedy, WorkloadError
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import Groups, Step
from scheduler.preparation.repairs import Draft
from scheduler.topics.campaigns.options.campaigns import INFER_CAMPAIGNS
from scheduler.topics.campaigns.preparation.campaign_gaps import counted
from scheduler.topics.campaigns.preparation.declared_campaigns import declared, declares, groups_of_lines
from scheduler.topics.campaigns.preparation.inferred_campaigns import inferred
from scheduler.topics.campaigns.preparation.user_sessions import USUAL_GAP, campaigns, submissions


def effective(trace: Trace, options: WorkloadOptions) -> WorkloadOptions:
    """The options with where campaigns come from; raises WorkloadError where none are declared."""
    declares_them = declares(trace)
    if options.campaigns == "declared" and not declares_them:
        raise WorkloadError(
            f"{trace.name} declares no campaigns (neither the header '; Queuescope-Campaigns: 1' nor "
            "preceding jobs in field 17)",
            (INFER_CAMPAIGNS, Remedy("campaigns", words="leave the option out")),
        )
    values: dict[str, Any] = {"campaigns": options.campaigns or ("declared" if declares_them else None)}
    return replace(options, **values)


def groups(trace: Trace, draft: Draft, user: np.ndarray, options: WorkloadOptions, factor: float) -> Groups | None:
    """The campaigns of the jobs of a draft; None where they are in none."""
    if options.campaigns == "inferred":
        return inferred(trace, draft, user, options, factor)
    return declared(trace, draft, user) if options.campaigns else None


def campaign_jobs(trace: Trace) -> np.ndarray:
    """[lines] f8: how many jobs the campaign of a job has; nan where a job did not run, or its user is unknown.

    Campaigns are those that the file declares, else those of the usual rule; jobs that did not run are in none.
    """
    submit, runtime, wait, user = (trace.columns[name] for name in ("submit", "runtime", "wait", "user_id"))
    ran, counts = np.flatnonzero((runtime > 0) & (submit >= 0) & (user >= 0)), np.full(len(trace), np.nan)
    if not len(ran):
        return counts
    if declares(trace):
        of_job = np.unique(groups_of_lines(trace)[ran], return_inverse=True)[1]
    else:
        ran = ran[np.argsort(submit[ran], kind="stable")]
        done = submissions(np.unique(user[ran], return_inverse=True)[1], submit[ran], wait[ran], runtime[ran])
        sizes = campaigns(done, USUAL_GAP, merge=True).jobs
        of_job = np.empty(len(ran), np.int64)
        of_job[done.row] = np.repeat(np.arange(len(sizes)), sizes)
    counts[ran] = np.bincount(of_job)[of_job]
    return counts


def counts(workload: Workload) -> dict[str, float] | None:
    """What was inferred of the campaigns of a workload, in numbers; None where they are declared, or there are none."""
    inferred_counts = counted(workload)
    return None if inferred_counts is None else inferred_counts._asdict() | {"share": inferred_counts.share}


STEP = Step("campaigns", effective, groups=groups, lines={"campaign_jobs": campaign_jobs}, inferred=counts)
