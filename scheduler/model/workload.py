"""Workload: the jobs of a simulation, made from a trace by rules that are counted and shown.

`workload(trace, ...)` goes through these steps, in this order:
1. the size of each job; jobs with runtime > 0, a processor count and submit >= 0 are usable, the others left out, and
   so are jobs that were cancelled without ever having processors;
2. order by (submit, line);
3. the window [begin, end) of submit times or a week of the log, then the first N of these jobs;
4. where nodes are shared: the tasks of each job, their CPU need and memory;
5. jobs wider than the machine; of those left it is noted what steps 1 and 4 did to them;
6. requested times, and runtimes above them;
7. the load, and whether all times are such as can be computed with (time_range.py);
8. users, and the campaigns the file declares, or those inferred from what its users did;
9. where tasks are moldable: their weights, and a runtime for each allotment the machine has processors for;
10. where the file tells grid runs from local jobs: which are which, and the clusters of the local ones.
A week's times are counted from its beginning; all others are as in the file.
Policies, audit and metrics see only the Workload; nothing realized is ever written back into it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property

import numpy as np

from scheduler.errors import WorkloadError
from scheduler.model import allotments as shaping
from scheduler.model import clusters as clustered
from scheduler.model import time_range
from scheduler.model.columns import JOBS
from scheduler.model.number_text import WHOLE, number
from scheduler.model.table import Table
from scheduler.model.trace import Note, Platform, Trace
from scheduler.params import Param, checked
from scheduler.preparation import declared_campaigns as declaring
from scheduler.preparation import grid_jobs, platform_options, repairs, weeks
from scheduler.preparation import resource_needs as needing
from scheduler.preparation.campaign_tables import Groups
from scheduler.preparation.estimates import MODELS, Model
from scheduler.preparation.inferred_campaigns import Rule, inferred
from scheduler.preparation.repairs import RULES, Draft

__all__ = ["OPTIONS", "RULES", "Workload", "workload"]

OPTIONS = (
    Param("processors", None, low=1, high=clustered.LARGEST, unit="processors", kind=int,
          help="size of the machine; the log's MaxProcs, else its MaxNodes, where not given"),
    Param("clusters", None, kind=str, test=clustered.sizes,
          help="processors of each cluster, such as 208,96,80,48, or metacentrum-2009 for the 14 of that log: no job "
               "may span two of them; as the file declares (one machine where it does not) where not given"),
    Param("size", "requested", choices=("requested", "allocated"), help="which processor count is a job's size"),
    Param("unallocated", "drop", choices=("drop", "keep"),
          help="jobs with a runtime that were cancelled (status 5) without processors allocated, in a log that tells "
               "allocations: leave them out, since they never ran, or let them run on the processors they asked for"),
    Param("estimates", "requested", choices=("requested", *MODELS),
          help="what a policy may know of a runtime: what the log's users asked for, or the runtime itself, or what a "
               "model makes of it: so many times the runtime, a multiple drawn per job, one of a few values"),
    Param("factor", 2.0, low=1, high=1e6,
          help="estimates factor: requested time / runtime; estimates uniform: the most it can be"),
    Param("estimate_seed", 0, low=0, high=2**53 - 1, help="estimates uniform: seed of the draws"),
    Param("popular", 5, low=1, high=1_000, unit="values",
          help="estimates popular: how many values, quantiles of the runtimes, each runtime rounded up to the next"),
    Param("overrun", "auto", choices=("auto", "cut", "extend"),
          help="runtime above the requested time: lower the runtime, raise the requested time, or cut only where that "
               "removes at most 1 % of the work"),
    Param("wide", "refuse", choices=("refuse", "drop"),
          help="what to do with jobs wider than the machine, or than its largest cluster"),
    Param("arrivals", None, choices=("recorded", "closed"), kind=str,
          help="submit times as recorded, or after the preceding campaign; closed where there are campaigns"),
    Param("first", None, low=1, unit="jobs", kind=int, help="only that many jobs"),
    Param("begin", None, low=-WHOLE, high=WHOLE, unit="s", kind=float, help="only jobs submitted from then on"),
    Param("end", None, low=-WHOLE, high=WHOLE, unit="s", kind=float, help="only jobs submitted before"),
    Param("week", None, low=1, high=100_000, kind=int,
          help="only the jobs of that week of the log (1, 2, ... from its first submission), with times counted from "
               "the beginning of the week"),
    Param("load", None, low=1e-6, high=1e6, kind=float, help="offered load to scale the times between submissions to"),
    Param("campaigns", None, choices=("declared", "inferred"), kind=str,
          help="campaigns as the file declares them (none where it does not), or inferred from who submitted when"),
    Param("gap", 1_800.0, low=0, high=WHOLE, unit="s",
          help="inferred campaigns: a job belongs to the latest campaign of its user if submitted within this time of "
               "the first job of it"),
    Param("overlap", "merge", choices=("merge", "independent", "zero"),
          help="inferred campaigns that begin before the previous one ended: a campaign goes on until the work in it "
               "has ended, or they are submitted as recorded, or follow the previous one with no think time"),
    Param("think", "log", choices=("log", "constant", "exponential"),
          help="think times between inferred campaigns: as the log has them, all the same, or drawn"),
    Param("think_time", 1_200.0, low=0, high=time_range.LONGEST, unit="s",
          help="the think time, or the mean of the drawn ones"),
    Param("think_seed", 0, low=0, high=2**53 - 1, help="seed of the drawn think times"),
    Param("needs", None, choices=("declared", "recorded", "drawn", "whole"), kind=str,
          help="CPU need and memory of tasks on nodes that jobs share: as the file declares (none where it does not), "
               "from the processors and the memory the log recorded, drawn from a model, or a whole node for each "
               "task; processors are nodes then"),
    Param("cores", None, low=1, high=100_000, unit="processors", kind=int,
          help="processors of a node; has to be given where needs are recorded; where they are drawn the one task of a "
               "job of one task needs one of these (4 where not given)"),
    Param("node_memory", None, low=1e-6, high=1e9, unit="GB", kind=float,
          help="needs recorded: memory of a node, in GB of 1,048,576 kB"),
    Param("least_memory", 0.1, low=1e-6, high=1,
          help="needs recorded: the least memory a processor of a job takes, as a fraction of a node; also where the "
               "log tells none"),
    Param("need_seed", 0, low=0, high=2**53 - 1, help="needs drawn: seed of the draws"),
)


@dataclass(frozen=True)
class Workload:
    """Usable jobs on a platform.

    jobs: table `jobs`, sorted by (submit, line); where nodes are shared with cpu_need and memory, the platform's
    processors then being nodes and a job's tasks.  campaigns: table `campaigns` or None; campaign c consists of the
    rows members[job_ptr[c]:job_ptr[c+1]] of jobs, in file order.  arrivals: "recorded" (submit times are fixed) or
    "closed" (a campaign is submitted when its predecessor is complete and its think time over; jobs.submit then is as
    in the file).  options: what it was made with, as JSON.  shapes: table `shapes` where tasks are moldable, else None;
    processors and runtime of a task in jobs then are those of the first of its rows, its smallest allotment.
    """

    name: str
    platform: Platform
    jobs: Table
    campaigns: Table | None = None
    job_ptr: np.ndarray = field(default_factory=lambda: np.zeros(1, np.int64))
    members: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    arrivals: str = "recorded"
    options: dict = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    trace_sha256: str = ""
    shapes: Table | None = None

    def __len__(self) -> int:
        return len(self.jobs)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of all that a policy, the audit or a metric can see."""
        digest = hashlib.sha256(json.dumps([asdict(self.platform), self.arrivals], sort_keys=True).encode())
        for table in (self.jobs, self.campaigns, self.shapes):
            for name, column in (table.columns if table is not None else {}).items():
                digest.update(name.encode() + b"\0" + np.ascontiguousarray(column).tobytes())
        digest.update(self.job_ptr.tobytes() + self.members.tobytes())
        return digest.hexdigest()

    @cached_property
    def offset(self) -> np.ndarray:
        """[n] s: from the first submission of its campaign to that of a job; 0 where the file declares campaigns.

        In a closed loop a job of a campaign with a predecessor is submitted at the completion of that one + think
        time + offset.
        """
        offset, campaign, submit = np.zeros(len(self)), self.jobs.campaign, self.jobs.submit
        if self.campaigns is None or not self.campaigns.inferred.any():
            return offset
        first = np.full(len(self.campaigns), np.inf)
        np.minimum.at(first, campaign, submit)
        return submit - first[campaign]

    @property
    def area(self) -> float:
        """Work: sum of processors x runtime, processor-seconds."""
        return float(np.dot(self.jobs.processors.astype(float), self.jobs.runtime))

    @property
    def has_needs(self) -> bool:
        """Whether jobs share nodes: they have a CPU need and a memory."""
        return "cpu_need" in self.jobs

    @property
    def users(self) -> int:
        """How many users have jobs."""
        return int(self.jobs.user.max()) + 1 if len(self.jobs) else 0


def workload(trace: Trace, *, processors: int | None = None, clusters: str | None = None, size: str = "requested",
             estimates: str = "requested", overrun: str = "auto", wide: str = "refuse", arrivals: str | None = None,
             first: int | None = None,
             begin: float | None = None, end: float | None = None, load: float | None = None,
             campaigns: str | None = None, gap: float = 1_800.0, overlap: str = "merge", think: str = "log",
             think_time: float = 1_200.0, think_seed: int = 0, factor: float = 2.0, estimate_seed: int = 0,
             popular: int = 5, week: int | None = None, needs: str | None = None, cores: int | None = None,
             node_memory: float | None = None, least_memory: float = 0.1, need_seed: int = 0,
             unallocated: str = "drop") -> Workload:
    """The workload of a trace; see OPTIONS for the meaning of each option and the module for the order of steps.

    In a closed workload jobs.submit is as recorded, and used where a campaign has no predecessor (any more).
    `options` holds these options with their effective values, and overrun_applied ("cut", "extend", "none"),
    work_removed (share, 0..1) and time_factor (times between submissions, 1 unless a load is given); where a week is
    asked for also week_begin, the second of the log that is second 0 here.
    Raises ParamError for an option out of range and WorkloadError when no workload can be made of the trace.
    """
    given = {"processors": processors, "clusters": clusters, "size": size, "estimates": estimates, "overrun": overrun,
             "wide": wide, "arrivals": arrivals, "first": first, "begin": begin, "end": end, "load": load,
             "campaigns": campaigns, "gap": gap, "overlap": overlap, "think": think, "think_time": think_time,
             "think_seed": think_seed, "factor": factor, "estimate_seed": estimate_seed, "popular": popular,
             "week": week, "needs": needs, "cores": cores, "node_memory": node_memory, "least_memory": least_memory,
             "need_seed": need_seed, "unallocated": unallocated}
    options = checked(OPTIONS, {name: value for name, value in given.items() if value is not None})
    options["campaigns"] = _source(trace, options["campaigns"])
    options["arrivals"] = _arrivals(trace, options["campaigns"], options["arrivals"], options["load"])
    shaping.check(trace, options["needs"])
    rule = needing.settled(trace, needing.Rule(*(options[name] for name in needing.Rule._fields)))
    options |= rule._asdict()
    platform, source = platform_options.told(trace, options["processors"], options["clusters"])
    options["processors"] = platform.processors
    options["clusters"] = platform_options.effective(trace, platform, options["clusters"])
    if rule.needs and platform.clusters:
        raise WorkloadError("Clusters are for jobs that have processors to themselves, and here nodes are shared; "
                            "leave out the clusters or the needs.")
    window = _window(trace, options)
    made = repairs.draft(trace, size, *window, unallocated=options["unallocated"])
    made.notes[:0] = [*trace.notes, source]
    repairs.cut_out(made, *window, options["first"])
    if rule.needs:
        platform = needing.shared(platform, rule)
        needing.add(trace, made, rule)
    repairs.fit(made, platform, wide, shared=rule.needs is not None)
    repairs.tell_sizes(made, size)
    if rule.needs:
        needing.tell(made, rule, platform)
    applied, removed = repairs.estimate(made, Model(*(options[name] for name in Model._fields)), overrun)
    factor = 1.0 if options["load"] is None else repairs.scale(made, platform.processors, options["load"])
    time_range.check_times(made.__getitem__)
    user = np.unique(made["user_id"], return_inverse=True)[1]
    groups = _groups(trace, made, user, options, factor)
    _tell(trace, made)
    if options["week"] is not None:
        platform = _from_begin(made, platform, options)
    jobs = Table.of("jobs", user=user, campaign=groups.of_job if groups else np.full(len(made), -1),
                    **{name: made[name] for name in JOBS if name in made.columns},
                    **grid_jobs.columns(trace, made, platform))
    jobs, shapes = shaping.moldable(trace, made, jobs, platform.processors)
    time_range.check(jobs, groups.table if groups else None, shapes)
    options |= {"overrun_applied": applied, "work_removed": removed, "time_factor": factor}
    made_of = Workload(trace.name, platform, jobs, arrivals=options["arrivals"], options=options,
                       notes=tuple(made.notes), trace_sha256=trace.sha256, shapes=shapes)
    if groups is None:
        return made_of
    return replace(made_of, campaigns=groups.table, job_ptr=groups.job_ptr, members=groups.members)


def _window(trace: Trace, options: dict) -> tuple[float | None, float | None]:
    """[begin, end) of submit times, s; raises WorkloadError where a week is asked for that there is not, or more."""
    if options["week"] is None:
        return options["begin"], options["end"]
    if options["begin"] is not None or options["end"] is not None:
        raise WorkloadError("A week and times from and to both say which jobs are taken; leave one out.")
    options["week_begin"], end = weeks.window(trace, options["week"])
    return options["week_begin"], end


def _from_begin(made: Draft, platform: Platform, options: dict) -> Platform:
    """Count submit times from the beginning of the week; the platform's clock, where it is known, goes with it."""
    begin = options["week_begin"]
    made.columns["submit"] = made["submit"] - begin
    made.say("week", f"Times are counted from the beginning of week {options['week']:,}, second {number(begin)} of the "
                     "log.")
    return replace(platform, start_time=platform.start_time + int(begin)) if platform.start_time else platform


def _source(trace: Trace, asked: str | None) -> str | None:
    """Where campaigns come from: "declared", "inferred", None; raises WorkloadError where none are declared."""
    declares = declaring.declares(trace)
    if asked == "declared" and not declares:
        raise WorkloadError(f"{trace.name} declares no campaigns (neither the header '; Queuescope-Campaigns: 1' nor "
                            "preceding jobs in field 17); choose campaigns inferred, or leave the option out.")
    return asked or ("declared" if declares else None)


def _groups(trace: Trace, made: Draft, user: np.ndarray, options: dict, factor: float) -> Groups | None:
    if options["campaigns"] == "inferred":
        rule = Rule(*(options[name] for name in Rule._fields))
        return inferred(trace.name, made, user, rule, options["arrivals"] == "closed", factor)
    return declaring.declared(trace, made, user) if options["campaigns"] else None


def _arrivals(trace: Trace, source: str | None, arrivals: str | None, load: float | None) -> str:
    """Closed or recorded; raises WorkloadError where the campaigns or the other options do not go with it."""
    if arrivals == "closed" and source is None:
        raise WorkloadError(f"{trace.name} declares neither campaigns nor preceding jobs (field 17), so its arrivals "
                            "cannot be closed; choose arrivals as recorded, or campaigns inferred.")
    chosen = arrivals or ("closed" if source else "recorded")
    if chosen == "closed" and load is not None:
        raise WorkloadError("Where arrivals are closed, submit times follow from completions and no load can be asked "
                            "for; choose arrivals as recorded, or leave out the load.")
    return chosen


def _tell(trace: Trace, made: Draft) -> None:
    """Notes on what was not repaired but is worth knowing."""
    made.note("user_unknown", made["user_id"] < 0, "without a user number count as one user.", "info")
    made.note("wait_unknown", made["recorded_wait"] < 0, "without a recorded wait.", "info")
    _, index, times = np.unique(made["job_id"], return_inverse=True, return_counts=True)
    made.note("duplicate_ids", times[index] > 1, "share their job number with another one.", "warning")
    told = trace.number("MaxRecords")
    if told is not None and told != len(trace):
        made.say("max_records", f"The header tells of {told:,} records, the file has {len(trace):,} jobs.")
