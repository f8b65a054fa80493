"""What is done to the lines of a log before they are jobs: each rule counted, shown, and a bit of `jobs.repaired`.

A Draft is the table `jobs` in the making.  The functions below change it one rule at a time, in the order in which
build.workload() calls them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from scheduler.errors import DROP_WIDE, Remedy, WorkloadError
from scheduler.health.archive.log_facts import Log
from scheduler.model.clusters import widest
from scheduler.model.notes import Note, counted, left_out_for
from scheduler.model.number_text import number
from scheduler.model.trace import NODES, Platform, Trace
from scheduler.model.workload_options import MODELS, WorkloadOptions
from scheduler.preparation.estimates import modeled, stand_in

RULES = {
    "size_substituted": 1,  # the processor count asked for is missing, the other one was taken
    "size_rounded": 2,  # a fraction of a processor was rounded up
    "number_cut": 4,  # a fraction was cut off a number that only names something
    "estimate_missing": 8,  # no requested time: the runtime was taken
    "overrun_cut": 16,  # runtime above requested time: runtime lowered
    "overrun_extended": 32,  # runtime above requested time: requested time raised
    "estimate_exact": 64,  # requested time replaced by the runtime, as asked for
    "load_scaled": 128,  # submit time moved to meet the load asked for
    "preceding_unknown": 256,  # its preceding job is not in the file: it is submitted as recorded
    "preceding_later": 512,  # ... is submitted later
    "preceding_other": 1024,  # ... belongs to another user (campaigns only)
    "preceding_unusable": 2048,  # ... cannot be simulated
    "preceding_left_out": 4096,  # ... is not in this slice, or too wide
    "estimate_modeled": 8192,  # requested time replaced by what a model of estimates makes of the runtime
    "need_unknown": 16384,  # no CPU need in a file that declares needs: a whole node
    "memory_unknown": 32768,  # no memory told: a whole node where needs are declared, else the least
    "memory_cut": 65536,  # more memory than a node has: the whole node
    "needs_modeled": 131072,  # CPU need and memory are not from the file, as asked for
    "tasks_made": 262144,  # processors became tasks of nodes of several processors, as asked for
    "allotment_slower": 524288,  # a moldable task slower on more processors: as long as on the fewer
    "work_raised": 1048576,  # a moldable task with less work on more processors: its runtime raised
    "unallocated_kept": 2097152,  # cancelled without ever having processors: it runs on those it asked for
    "request_capped": 4194304,  # requested time above the cap that is asked for: lowered to it
    "superlinear_kept": 16777216,  # a moldable task with less work on more processors: kept, as asked for
    "runtime_capped": 8388608,  # runtime above that cap: the job ends there
    "first_tasks": 33554432,  # its first task has needs of its own, as asked for
    "first_cut": 67108864,  # ... that would be more than a node: the whole node
}
NAMES = ("job_id", "user_id", "group", "queue", "partition")
FROM_SWF = {
    "job_id": "job_id",
    "submit": "submit",
    "runtime": "runtime",
    "requested_time": "requested_time",
    "user_id": "user_id",
    "group": "group_id",
    "queue": "queue",
    "partition": "partition",
    "recorded_wait": "wait",
}
MOST_REMOVED = 0.01  # auto cuts as long as no larger share of the work is lost


@dataclass
class Draft:
    """Jobs in the making: columns of one length, the trace's row of each, and the notes so far."""

    columns: dict[str, np.ndarray]
    notes: list[Note] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.columns["line"])

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    @property
    def area(self) -> float:
        """Work: sum of processors x runtime, processor-seconds."""
        return float(np.dot(self["processors"], self["runtime"]))

    def take(self, rows: np.ndarray) -> None:
        """Go on with these rows (indices or a mask)."""
        self.columns = {name: column[rows] for name, column in self.columns.items()}

    def note(self, rule: str, touched: np.ndarray, level: str = "repair", **values: Any) -> None:
        """Count and bit of a rule; touched: [n] bool; values: of the note.  Silent when none is touched."""
        count = int(touched.sum())
        if not count:
            return
        self.columns["repaired"] = self["repaired"] | np.where(touched, RULES.get(rule, 0), 0)
        lines = tuple(np.sort(self["line"][touched])[:3].tolist())
        self.notes.append(Note(rule, count, lines, level, values))

    def say(self, rule: str, count: int = 0, **values: Any) -> None:
        """Something to know that touched no job; values: of the note."""
        self.notes.append(Note(rule, count, values=values))


def draft_of(
    trace: Trace,
    options: WorkloadOptions,
    begin: float | None,
    end: float | None,
    unwanted: Sequence[tuple[str, str, np.ndarray]] = (),
) -> Draft:
    """Every usable line as a job of its size, requested or allocated, each with the other as substitute.

    Cancelled jobs that never had processors are left out unless they are to be kept.  unwanted: (rule, title of what it
    is about, [n] bool) of other jobs that are to be left out.  Jobs left out are noted, those submitted in [begin, end)
    only; what is done to jobs that stay is noted by tell_sizes(), once it is known which stay.
    """
    columns = {name: trace.columns[field] for name, field in FROM_SWF.items()}
    first, second = ("requested", "allocated") if options.size == "requested" else ("allocated", "requested")
    wanted, other = (trace.columns[f"{name}_processors"] for name in (first, second))
    missing = wanted <= 0
    n = len(trace)
    unallocated = Log(trace).never_allocated
    draft = Draft(
        columns
        | {
            "line": trace.line,
            "row": np.arange(n),
            "repaired": np.zeros(n, np.int64),
            "processors": np.where(missing, other, wanted),
            "substituted": missing,
            "unallocated": unallocated,
        }
    )
    where = "file" if begin is None and end is None else "window"
    never = [("unusable_unallocated", "", unallocated)] if options.unallocated == "drop" else []
    _leave_out(draft, _inside(draft["submit"], begin, end), where, [*never, *unwanted])
    _whole_numbers(draft)
    draft.take(np.lexsort((draft["line"], draft["submit"])))
    return draft


def _inside(submit: np.ndarray, begin: float | None, end: float | None) -> np.ndarray:
    """[n] bool: submitted in [begin, end)."""
    return (submit >= (-np.inf if begin is None else begin)) & (submit < (np.inf if end is None else end))


def _leave_out(draft: Draft, inside: np.ndarray, where: str, unwanted: Sequence[tuple[str, str, np.ndarray]]) -> None:
    """Keep jobs with runtime > 0, processors > 0 and submit >= 0 that nobody wants to leave out.

    A job with several faults counts with its first.  Those inside are noted; where: of the file or of the window;
    unwanted: as of draft_of().
    """
    keep = np.ones(len(draft), bool)
    reasons = []
    unusable = [
        ("unusable_runtime", "", ~(draft["runtime"] > 0)),
        ("unusable_processors", "", ~(draft["processors"] > 0)),
        ("unusable_submit", "", ~(draft["submit"] >= 0)),
    ]
    for rule, title, mask in (*unusable, *unwanted):
        draft.note(rule, keep & mask & inside, where=where, **({"title": title} if title else {}))
        if (keep & mask).any():
            reasons.append(f"{int((keep & mask).sum()):,} {left_out_for(rule, title)}")
        keep &= ~mask
    if not keep.any():
        raise WorkloadError(
            f"None of the {counted(len(draft), 'job')} of this trace can be simulated: {', '.join(reasons)}; "
            "choose another trace."
        )
    draft.take(keep)


def _whole_numbers(draft: Draft) -> None:
    size = np.ceil(draft["processors"])
    broken = np.any([draft[name] != np.trunc(draft[name]) for name in NAMES], axis=0)
    draft.columns |= {"rounded": size != draft["processors"], "processors": size, "broken": broken}
    draft.columns |= {name: np.trunc(draft[name]) for name in NAMES}


def tell_sizes(draft: Draft, size: str) -> None:
    """Note, of the jobs that are left, whose size or numbers draft_of() changed; size: as there."""
    other = "allocated" if size == "requested" else "requested"
    draft.note("size_substituted", draft.columns.pop("substituted"), size=size, other=other)
    draft.note("size_rounded", draft.columns.pop("rounded"))
    draft.note("number_cut", draft.columns.pop("broken"))
    draft.note("unallocated_kept", draft.columns.pop("unallocated"))


def cut_out(draft: Draft, begin: float | None, end: float | None, first: int | None) -> None:
    """The jobs submitted in [begin, end), and of these the first; raises WorkloadError when none is left."""
    submit, n = draft["submit"], len(draft)
    low = -np.inf if begin is None else begin
    high = np.inf if end is None else end
    rows = np.flatnonzero(_inside(submit, begin, end))[:first]
    if not len(rows):
        earliest, latest = (number(round(submit[at], 3)) for at in (0, -1))
        raise WorkloadError(
            f"No usable job is submitted from {low:g} s to before {high:g} s; the {counted(n, 'job')} of this "
            f"trace are submitted from {earliest} s to {latest} s",
            (Remedy("begin", words="choose another window"), Remedy("end"), Remedy("week")),
        )
    if len(rows) < n:
        draft.say("slice", len(rows), total=n)
    draft.take(rows)


def fit(draft: Draft, platform: Platform, wide: str) -> None:
    """Jobs wider than the machine, or than its largest cluster: refused with a WorkloadError, or left out and counted.

    On nodes that are shared sizes are tasks.  A job has at most as many as there are nodes, though some could share
    one: a batch policy gives each task a node, and every policy is to run the same jobs.
    """
    most, shared = widest(platform), platform.kind == NODES
    too_wide = draft["processors"] > most
    if not too_wide.any():
        return
    unit = ("node" if shared else "processor") + "s" * (most != 1)
    where = "largest of the clusters, of" if platform.clusters else "machine of"
    more = (
        Remedy("clusters", words="give larger clusters")
        if platform.clusters
        else Remedy("processors", words="give more processors")
    )
    if wide == "refuse":
        job, count = int(np.argmax(too_wide)), int(too_wide.sum())
        others = f" (as do {counted(count - 1, 'job')} more)" if count > 1 else ""
        asks = f"asks for {draft['processors'][job]:.0f} of {most} {unit}"
        if shared:
            asks = (
                f"has {counted(int(draft['processors'][job]), 'task')}, of which each may need one of "
                f"{counted(most, 'node')}"
            )
        elif platform.clusters:
            asks = (
                f"asks for {counted(int(draft['processors'][job]), 'processor')}, the largest cluster has {most}, "
                "and no job "
                "spans two clusters"
            )
        raise WorkloadError(
            f"Job {draft['job_id'][job]:.0f} (line {draft['line'][job]}) {asks}{others}",
            (more, replace(DROP_WIDE, words=", which leaves out the jobs that are too wide")),
        )
    way = "clusters" if platform.clusters else "machine"
    draft.note("wide_dropped", too_wide, way=way, most=most, unit=unit)
    if too_wide.all():
        raise WorkloadError(f"All jobs are wider than the {where} {most:,} {unit}", (more,))
    draft.take(~too_wide)


def estimate(draft: Draft, options: WorkloadOptions) -> tuple[str, float]:
    """Requested times that are never below runtimes: those of the log, or of a model.

    Overrun "cut" lowers the runtime, "extend" raises the requested time, "auto" cuts where that removes at most
    MOST_REMOVED of the work, and never where a model makes the requested times.  Returns what was applied ("cut",
    "extend" or "none") and the share of the work removed.
    """
    runtime, asked = draft["runtime"], draft["requested_time"]
    missing = asked <= 0
    over = ~missing & (runtime > asked)
    share = float(np.dot(draft["processors"], np.where(over, runtime - asked, 0.0))) / draft.area
    harmless = options.overrun == "auto" and options.estimates not in MODELS and share <= MOST_REMOVED
    cut = over.any() and (options.overrun == "cut" or harmless)
    if cut:
        draft.note("overrun_cut", over, share=share)
        draft.columns["runtime"] = runtime = np.where(over, asked, runtime)
    if options.estimates in MODELS:
        request, values = modeled(options, runtime, draft["line"])
        rule = "estimate_exact" if options.estimates == "exact" else "estimate_modeled"
        draft.note(rule, missing | (asked != request), way=options.estimates, **values)
        draft.columns["requested_time"] = request
        return ("cut", share) if cut else ("none", 0.0)
    stands, values = stand_in(options.unrequested, runtime, asked) if missing.any() else (runtime, {})
    draft.note("estimate_missing", missing, **values)
    draft.columns["requested_time"] = np.where(missing, stands, np.where(over, runtime, asked))
    if not over.any() or cut:
        return ("cut", share) if cut else ("none", 0.0)
    draft.note("overrun_extended", over, share=share)
    return "extend", 0.0


def cap(draft: Draft, longest: float) -> float:
    """Lower requested times above a cap, s, and runtimes with them; returns the share of the work removed."""
    runtime, asked, before = draft["runtime"], draft["requested_time"], draft.area
    above, killed = asked > longest, runtime > longest
    draft.columns |= {"runtime": np.minimum(runtime, longest), "requested_time": np.minimum(asked, longest)}
    share = (before - draft.area) / before
    draft.note("request_capped", above, cap=longest)
    draft.note("runtime_capped", killed, cap=longest, share=share)
    return share


def scale(draft: Draft, processors: int, load: float) -> float:
    """Stretch or shrink the times between submissions until the offered load is `load`; returns the factor.

    Offered load = work / (processors x (last submit - first submit)).  Times stay exact, unrounded floats.
    """
    submit = draft["submit"]
    span = float(submit[-1] - submit[0])
    if not span:
        raise WorkloadError(
            "All jobs are submitted at one time, so the load cannot be scaled",
            (Remedy("load", words="leave out the load"),),
        )
    before = draft.area / (processors * span)
    factor = before / load
    draft.columns["submit"] = submit[0] + (submit - submit[0]) * factor
    draft.note("load_scaled", np.ones(len(draft), bool), factor=factor, load=load, before=before)
    draft.take(np.lexsort((draft["line"], draft["submit"])))
    return factor
