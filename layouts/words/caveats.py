"""What a reader has to know before believing a comparison: one sentence each, only where it applies.

Every guard is a pure function (workload, runs) -> sentences; those on one run tell its key as their subject.  OF_RUNS
stand beside the run table; a plot names its own (`Plot.caveats`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from layouts.kinds import look_of
from layouts.state.view import FinishedRun, alike
from layouts.theme import counted, number, percent
from layouts.words import unit_names
from layouts.words.above_machine import above, comparable, fullest
from layouts.words.stretch_threshold import PLAIN, threshold_of
from layouts.words.tie_noise import noise, unmeasured
from scheduler.analysis.demand import work
from scheduler.analysis.workloads.usage import changed, changed_jobs
from scheduler.durations import human
from scheduler.explain.finding import EQUAL
from scheduler.kinds import uses_less
from scheduler.metrics import THRESHOLD, all_metrics, main_metrics, table_for
from scheduler.model.schedule import Schedule
from scheduler.model.user_names import users_known
from scheduler.model.workload import Workload
from scheduler.policies import all_policies, decides, policy_of
from scheduler.preparation.requested_times import of_log, requests, unrepaired_jobs
from scheduler.wording import About

OUTSIDE = "is a program that ran elsewhere: nothing here can exclude that it knew runtimes and jobs to come."
LEAST = 0.001  # relative: a smaller difference is only said to be smaller
FULL = 1.0  # offered load from which the queue grows without end
ALIKE = 0.02  # relative: makespans this close are one makespan to a reader

Guard = Callable[[Workload, Sequence[FinishedRun]], list[str]]


def offered_load(workload: Workload) -> float | None:
    """Work submitted per processor and second between first and last submission; a task with needs counts a whole node.

    None where submissions follow completions, or all come within the length of one job.
    """
    submit, longest = workload.jobs.submit, float(workload.jobs.runtime.max(initial=0.0))
    if workload.is_closed or len(submit) < 2 or submit[-1] - submit[0] <= longest:
        return None
    return workload.area / (workload.platform.processors * float(submit[-1] - submit[0]))


def cpu_load(workload: Workload) -> float | None:
    """The same of the CPU that jobs can use: what no policy can do without.  At most the offered load."""
    load = offered_load(workload)
    return None if load is None or not uses_less(workload) else load * work(workload) / workload.area


def least_load(workload: Workload) -> float | None:
    """The load under any policy: of CPU where jobs can share nodes, else the offered load."""
    return cpu_load(workload) if uses_less(workload) else offered_load(workload)


def cut_work(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Runtimes that were cut at the requested time: work that really was done is not simulated."""
    removed = float(workload.options.get("work_removed") or 0.0)
    if not removed:
        return []
    share = percent(removed) if removed >= 0.001 else "less than 0.1 %"
    return [f"Cutting runtimes at the requested time removed {share} of the work that was really done."]


def both_kinds(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Of a kind of workload that a topic adds, what a number over all jobs hides."""
    caveat = look_of(workload, lambda look: look.caveat)
    return [caveat(workload)] if caveat else []


def left_out_of_nuwt(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Users with one job have no share in the mean and deviation of NUWT, however long they wait."""
    alone = np.bincount(workload.jobs.user) == 1
    count, jobs = int(alone.sum()), np.flatnonzero(alone[workload.jobs.user])
    if not count or not users_known(workload):
        return []
    longest = ", ".join(f"{human(float(run.schedule.wait[jobs].max()))} under {run.name}" for run in runs)
    waits = f"; the longest wait of {'this user' if count == 1 else 'these users'}: {longest}" if runs else ""
    return [
        f"{_users(count)} of {workload.users} with a single job {'is' if count == 1 else 'are'} left out of the "
        f"NUWT mean and deviation{waits}."
    ]


def decided(run: FinishedRun) -> bool:
    """Whether a policy chose the starts of a run; False where they are the log's own."""
    return decides(run.schedule.policy)


def viewer_rows(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """The rows of a Gantt chart that no policy chose."""
    if all(run.schedule.has_places for run in runs):
        return []
    chosen = [decided(run) for run in runs]
    who = (
        ("the policies decide" if all(chosen) else "the policies decide, and the log tells,")
        if any(chosen)
        else "the log tells"
    )
    return [
        f"Rows are chosen for drawing, lowest free {unit_names.part(workload)} first; {who} when a job starts, "
        "not where."
    ]


COMPRESSION = {
    "start": "moves reservations up in the order of planned starts; no promise is broken",
    "arrival": "moves reservations up in the order of submission; no promise is broken",
    "rebuild": "makes all reservations anew in the order of submission; promises may be broken",
    "none": "leaves reservations where they are and fills holes with new jobs only, so waits grow without need: do not "
    "judge conservative backfilling by it",
}


def compression(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Three simulators mean three things by "conservative": say which one is meant here."""
    jobs = workload.jobs
    if np.array_equal(jobs.requested_time, jobs.runtime):
        return []
    return [
        _of(run, f"When a job ends early, {run.name} {COMPRESSION[run.schedule.params['compression']]}.")
        for run in runs
        if run.schedule.params.get("compression") in COMPRESSION
    ]


def slipped(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """A promise is worth something only if it is kept."""
    sentences = []
    for run in runs:
        if not run.schedule.has_promises or not len(run.schedule.table("promises")):
            continue
        promises = run.schedule.table("promises")
        job, first = np.unique(promises.job, return_index=True)
        late = int((run.schedule.placed.start[job] > promises.start[first]).sum())
        if late:
            text = f"{late:,} of {counted(len(job), 'job')} started later than first promised."
            sentences.append(_of(run, f"{run.name} promised every job a start; {text}"))
    return sentences


def arrivals(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Open loop: nobody reacts to a slow machine.  Closed loop: submit times move with the policy."""
    if workload.is_closed:
        return [
            "Submit times move with the policy, since a campaign is submitted when its predecessor is complete: "
            "compare campaigns, not clock times."
        ]
    return (
        ["Submit times are fixed as given: users here do not submit less because they waited longer."]
        if any(map(decided, runs))
        else []
    )


def knows_runtimes(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """A policy that looks at runtimes no real scheduler has, or estimates that were made exact."""
    runs = [run for run in runs if decided(run)]
    if not runs:
        return []
    sentences = [_of(run, f"{run.name} {OUTSIDE}") for run in runs if policy_of(run.schedule.policy).outside]
    sentences += [
        _of(run, f"{run.name} knows runtimes in advance, which no real scheduler does.")
        for run in runs
        if (entry := all_policies().get(run.schedule.policy)) and "runtime" in entry.information
    ]
    sentences += [_of(run, note.text) for run in runs for note in run.schedule.notes if note.rule.startswith("knows_")]
    if workload.options.get("estimates") == "exact":
        sentences.append("Requested times were replaced by the true runtimes: every policy here knows runtimes.")
    elif workload.options.get("estimates") == "factor":
        sentences.append(
            "Requested times are the runtimes times {factor:g}: a policy that orders by them knows runtimes.".format(
                factor=workload.options["factor"]
            )
        )
    else:
        sentences += [
            _of(run, f"{run.name} {text}")
            for text in told_runtimes(workload)
            for run in runs
            if (entry := all_policies().get(run.schedule.policy)) and "requested_time" in entry.information
        ]
    return sentences


def told_runtimes(workload: Workload) -> list[str]:
    """What a policy that goes by requested times is told of runtimes: by the log itself, and by what was filled in."""
    chosen, filled, jobs = workload.options.get("unrequested"), requests(workload).filled, workload.jobs
    raised = ~unrepaired_jobs(workload, "overrun_extended") & of_log(workload)
    logged, taken = of_log(workload) & ~raised, int(raised.sum()) + (0 if chosen in ("longest", "usual") else filled)
    if not logged.any():
        which = "no requested times that hold" if raised.any() else "no requested times"
        return [f"knows runtimes: the log has {which}, so the runtimes were taken."] if taken else []
    sentences = []
    if chosen == "usual" and filled:
        sentences = [f"is told a multiple of the runtime for {counted(filled, 'job')} without a requested time."]
    if taken:
        sentences += [
            f"knows the runtimes of {taken:,} of {counted(len(workload), 'job')}, for which the log has no requested "
            f"time{' or one that was exceeded' if raised.any() else ''}."
        ]
    if np.array_equal(jobs.requested_time[logged], jobs.runtime[logged]):
        sentences.append(
            "knows runtimes: the other requested times are the runtimes."
            if taken
            else "knows runtimes: this workload's requested times are its runtimes."
        )
    return sentences


def bounded(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Bounded stretch means nothing without its threshold; kinds of topics and moldable tasks have no column of it."""
    table = table_for(workload, [run.schedule for run in runs])
    if not any(THRESHOLD in metric.params for metric in main_metrics(table)):
        return []
    threshold = threshold_of(runs)
    if threshold != PLAIN:
        return [f"Bounded stretch counts runtimes below {threshold:g} s as {threshold:g} s."]
    usual = float(runs[0].record.get("threshold", THRESHOLD.default)) if runs else THRESHOLD.default
    short = percent(float((workload.jobs.runtime < usual).mean()))
    return [
        f"Stretch is plain here, response / runtime: {short} of the jobs run less than {usual:g} s, and a stretch "
        "bounded by that would hide what they wait."
    ]


def maximum(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """A mean hides the job that pays: name it, of those whose waits are compared."""
    sentences, rows = [], compared(workload)
    whose = whose_waits(workload)
    for run in runs:
        wait = run.schedule.wait[rows]
        worst = int(np.argmax(wait))
        mean = float(wait.mean())
        if wait[worst] > 0:
            longest = f"job {workload.jobs.job_id[rows[worst]]} waits {human(float(wait[worst]))}"
            sentences.append(_of(run, f"{run.name}: mean wait{whose} {human(mean)}, but {longest}."))
    return sentences


def compared(workload: Workload) -> np.ndarray:
    """Rows of the jobs whose waits are compared: all, unless its kind has others."""
    of_kind = look_of(workload, lambda look: look.compared)
    return of_kind(workload) if of_kind else np.arange(len(workload))


def whose_waits(workload: Workload) -> str:
    """Which jobs these are, behind "mean wait"; "" of all."""
    whose = look_of(workload, lambda look: look.whose)
    return whose if whose and len(compared(workload)) < len(workload) else ""


def tie_noise(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Pairs of runs so close that another order of simultaneous events could turn them round."""
    sentences, rows = [], compared(workload)
    whose = whose_waits(workload)
    of_kind = look_of(workload, lambda look: look.key if look.compared else None)
    for first, second in combinations(comparable(runs), 2):
        means = sorted((float(first.schedule.wait[rows].mean()), float(second.schedule.wait[rows].mean())))
        share = (means[1] - means[0]) / means[1] if means[1] > 0 else 0.0
        near = noise(mean_wait(of_kind if of_kind and whose else "jobs"), first, second)
        if EQUAL < share <= near.share:
            amount = percent(share) if share >= LEAST else f"less than {percent(LEAST)}"
            moved = f", which moves them by up to {percent(near.share)}," * near.measured
            sentences.append(
                f"{first.name} and {second.name} differ by {amount} in mean wait{whose}: another order "
                f"of simultaneous events{moved} could turn that round.{unmeasured(near)}"
            )
    return sentences


def mean_wait(kind: str) -> str:
    """The key of the metric that a comparison of such workloads is told by first."""
    return next(
        key
        for key, metric in all_metrics().items()
        if metric.headline is not None and (metric.headline.of, metric.headline.place) == (kind, 1)
    )


def beside_recorded(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """What the log tells of waits, and why a simulation is not that machine."""
    recorded = workload.jobs.recorded_wait
    logged = recorded >= 0
    if all(map(decided, comparable(runs))) or not logged.any() or recorded[logged].mean() <= 0:
        return []
    return [
        _of(
            run,
            f"Simulated {run.name} waits are {run.schedule.wait[logged].mean() / recorded[logged].mean():.2f}x the "
            "recorded ones: this model has no downtime, queues or priorities.",
        )
        for run in runs
        if decided(run)
    ]


def replays(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """A run that decides nothing, what of its jobs is not as recorded, and how many processors it holds at too many."""
    return [_of(run, f"{run.name} replays {_replayed(run)}{_too_many(run)}.") for run in runs if not decided(run)]


def _replayed(run: FinishedRun) -> str:
    """What a run has of the log: from other submit times the recorded waits lead to other starts."""
    workload = run.schedule.workload
    of_log = "the log's own waits" if changed_jobs(workload, "submit") else "the log's own starts"
    return f"{of_log}, with {apart} than the log recorded" if (apart := changed(workload)) else of_log


def _too_many(run: FinishedRun) -> str:
    schedule = run.schedule
    if not above(run):
        return ""
    busy, there = fullest(run), schedule.workload.platform.processors
    if busy <= there:
        return ""
    return (
        f"; at its fullest it holds {number(busy)} of {counted(there, 'processor')}{_never_ran(schedule)}, which "
        "no schedule here can, so it is not compared with the others"
    )


def _never_ran(schedule: Schedule) -> str:
    """Jobs to which the log gave no processors and which count with those they asked for, where they were kept."""
    count = len(schedule.workload) - int(unrepaired_jobs(schedule.workload, "unallocated_kept").sum())
    return f", those of {counted(count, 'job')} included that it never gave any" if count else ""


def oversubscribed(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """What the audit reported without calling it a violation."""
    return [
        f"{run.name}: {report}"
        for run in runs
        if run.schedule.certificate
        for report in run.schedule.certificate.reports
    ]


def overload(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """With load 1 or more the queue grows to the end of the log: under any policy, or where nodes are not shared."""
    load, least = offered_load(workload), least_load(workload)
    if load is None or least is None or load < FULL:
        return []
    if least < FULL:
        if all(run.schedule.shares_nodes for run in runs):
            return []
        return [
            f"Offered load is {load:.2f} of whole nodes, {least:.2f} of their CPU: where jobs do not share nodes "
            "the queue grows to the end of the log, and means depend on how long the log is."
        ]
    return [
        f"Offered load is {least:.2f}: the queue grows to the end of the log under any policy, and means depend on "
        "how long the log is."
    ]


def keeps_up(workload: Workload, run: FinishedRun) -> bool:
    """Whether a run is over soon after the last job could have been, had nobody waited."""
    jobs = workload.jobs
    unhindered = float((jobs.submit + jobs.runtime).max() - jobs.submit.min())
    return _makespan(run) <= (1 + ALIKE) * unhindered


def arrivals_decide(workload: Workload, runs: Sequence[FinishedRun]) -> bool:
    """Whether utilization and makespan are those of the arrivals: load below 1, and every run keeps up with them."""
    load = least_load(workload)
    return load is not None and load < FULL and all(keeps_up(workload, run) for run in comparable(runs))


def set_by_arrivals(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Utilization and makespan where no policy could have changed them."""
    if not arrivals_decide(workload, runs):
        return []
    return ["Utilization and makespan are grey: they are set by arrivals, not by the policy."]


def longer_last_jobs(workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """Runs that take longer than another because their queue is left when arrivals end, at a load below 1."""
    load = least_load(workload)
    runs = comparable(runs)
    if load is None or load >= FULL or not runs:
        return []
    shortest, last = min(map(_makespan, runs)), float(workload.jobs.submit[-1])
    return [
        _of(run, f"{run.name} cannot keep up: its queue outlives the arrivals by {human(left)}.")
        for run in runs
        if decided(run)
        and _makespan(run) > (1 + ALIKE) * shortest
        and (left := float(run.schedule.placed.start.max()) - last) > 0
    ]


def _makespan(run: FinishedRun) -> float:
    placed = run.schedule.placed
    return float(placed.end.max() - placed.submit.min())


OF_RUNS: tuple[Guard, ...] = (
    cut_work,
    arrivals,
    overload,
    longer_last_jobs,
    replays,
    knows_runtimes,
    compression,
    slipped,
    beside_recorded,
    tie_noise,
    maximum,
    left_out_of_nuwt,
    set_by_arrivals,
    bounded,
)


def sentences_of(guards: Sequence[Guard], workload: Workload, runs: Sequence[FinishedRun]) -> list[str]:
    """The sentences of these guards, in their order; none without runs."""
    runs = alike(runs)
    return [sentence for guard in guards for sentence in guard(workload, runs)] if runs else []


def _of(run: FinishedRun, sentence: str) -> str:
    return About(sentence, run.key)


def _users(count: int) -> str:
    return counted(count, "user")
