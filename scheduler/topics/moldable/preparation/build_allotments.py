"""Moldable tasks as a file declares them: a weight, and a runtime for each number of processors.

A file declares them by the header '; Queuescope-Moldable: 1'.  Then field 19 of a line is the weight of the task, and
from field 20 on stand its allotments, in one of three ways:

    10 6 5 4.5          runtimes on 1, 2, 3 and 4 processors, s
    4:10 8:6 16:5       runtimes on 4, 8 and 16 processors, s
    downey 30 0.5       a law of speedups.LAWS with its numbers; on any number of processors

Fields 4 and 5 (or 8) say the first, smallest allotment again, so that the file is a log of rigid jobs for who does not
know better.  A line without field 20 is a rigid job, one without field 19 has the weight 1.

The literature takes for granted that more processors are never slower and never do less work.  A runtime that is
longer than on fewer processors becomes theirs, for they do as well; one that would do less work (a super-linear
speed-up, as where the data of a task fit into the caches of many processors) is raised until it does as much, or kept
where that is asked for; all of it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scheduler.errors import Remedy, WorkloadError
from scheduler.model.number_text import WHOLE, number
from scheduler.model.table import Table
from scheduler.model.trace import NODES, Platform, Trace
from scheduler.model.workload import CHANGEABLE
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import Step
from scheduler.preparation.repairs import Draft
from scheduler.topics.moldable.allotments import MOST_RUNTIMES, check_range, work_falls
from scheduler.topics.moldable.columns.moldable import MOLDABLE
from scheduler.topics.moldable.speedup_models import LAWS, monotone, runtimes
from scheduler.wording import counted

WANTED = (
    "wanted: runtimes on 1, 2, 3, ... processors, or pairs like 4:10 8:6, or a law ("
    + ", ".join(LAWS)
    + ") with its numbers; correct it there"
)
Allotments = tuple[np.ndarray, np.ndarray]  # processors i8, rising; runtimes f8, s


def check(trace: Trace, options: WorkloadOptions, platform: Platform) -> None:
    """Raise WorkloadError where tasks are to be moldable and to have requested times, or to share nodes."""
    if MOLDABLE in trace.keys and options.cap is not None:
        raise WorkloadError(
            f"{trace.name} declares moldable tasks, which have no requested times",
            (Remedy("cap", words="leave out the cap"),),
        )
    if MOLDABLE in trace.keys and platform.kind == NODES:
        raise WorkloadError(
            f"{trace.name} declares moldable tasks, which have processors of their own and share no nodes",
            (Remedy("needs", words="leave out the needs"),),
        )


def tables(
    trace: Trace, draft: Draft, jobs: Table, platform: Platform, options: WorkloadOptions
) -> Mapping[str, Table]:
    """The jobs with weights and places in the table `shapes`, and that table; nothing where none is declared.

    Allotments of more processors than the machine has are left out.  Raises WorkloadError naming job, line and what is
    wrong, and for more runtimes than there is room for.
    """
    if MOLDABLE not in trace.keys:
        return {}
    processors, superlinear = platform.processors, vars(options)["superlinear"] == "keep"
    if len(draft) * processors > MOST_RUNTIMES:
        raise WorkloadError(
            f"{counted(len(draft), 'moldable task')} on {counted(processors, 'processor')} "
            f"{'has' if len(draft) == 1 else 'have'} "
            f"up to {len(draft) * processors:,} runtimes, and at most {MOST_RUNTIMES:,} are kept",
            (Remedy("first", words="choose fewer tasks or a smaller machine"), Remedy("processors")),
        )
    words = [trace.more[row].split() for row in draft["row"].tolist()]
    weight = np.array([_weight(trace, draft, row, fields) for row, fields in enumerate(words)])
    read = [_read(draft, row, fields[1:], processors) for row, fields in enumerate(words)]
    kept = [
        allotments if row[1:2] and row[1] in LAWS else _monotone(*allotments, superlinear)
        for row, allotments in zip(words, read, strict=True)
    ]
    _tell(draft, read, kept)
    if superlinear:
        falls = np.array([work_falls(runtime * many) for many, runtime in kept])
        draft.note("superlinear_kept", falls)
    count = np.array([len(allotments[0]) for allotments in kept])
    shapes = Table.of(
        "shapes",
        processors=np.concatenate([allotments[0] for allotments in kept]),
        runtime=np.concatenate([allotments[1] for allotments in kept]),
    )
    columns = jobs.columns | {"weight": weight, "shape_ptr": np.cumsum(count) - count, "shapes": count}
    with_shapes = Table.of("jobs", **columns)
    check_range(with_shapes, shapes)
    return {"jobs": with_shapes, "shapes": shapes}


def _place(draft: Draft, row: int) -> str:
    return f"Job {draft['job_id'][row]:.0f} (line {draft['line'][row]})"


def _weight(trace: Trace, draft: Draft, row: int, words: Sequence[str]) -> float:
    if trace.columns["runtime"][draft["row"][row]] != draft["runtime"][row]:
        raise WorkloadError(
            f"{_place(draft, row)} asks for less time than it runs, and the runtimes of a moldable task cannot be cut",
            (Remedy("overrun", "extend"),),
        )
    weight = _number(words[0]) if words else 1.0
    if not weight > 0:
        raise WorkloadError(
            f"{_place(draft, row)} has the weight {words[0][:40]!r} (field 19); wanted: a number above "
            "0; correct it there."
        )
    return weight


def _number(word: str) -> float:
    """nan for what is no number, or none that is exact."""
    try:
        value = float("nan" if "_" in word else word)
    except ValueError:
        return float("nan")
    return value if abs(value) <= WHOLE else float("nan")


def _read(draft: Draft, row: int, words: Sequence[str], processors: int) -> Allotments:
    """The allotments of a line, those the machine has processors for."""
    first = int(draft["processors"][row]), float(draft["runtime"][row])
    if not words:
        return np.array(first[:1]), np.array(first[1:])
    if words[0] in LAWS:
        return _of_law(draft, row, words, processors)
    pairs = [word.partition(":") for word in words]
    many = [_number(q) if sign else float(at) for at, (q, sign, _) in enumerate(pairs, 1)]
    runtime = [_number(p if sign else q) for q, sign, p in pairs]
    for at, (q, p) in enumerate(zip(many, runtime, strict=True)):
        if not (p > 0 and q >= 1 and q == int(q) and (at == 0 or q > many[at - 1])):
            raise WorkloadError(
                f"{_place(draft, row)} has {words[at][:40]!r} in field {at + 20}, among its allotments; {WANTED}."
            )
    if (many[0], runtime[0]) != first:
        raise WorkloadError(
            f"{_place(draft, row)} runs {number(first[1])} s on {first[0]} by fields 4 and 8, and "
            f"{number(runtime[0])} s on {many[0]:.0f} by its first allotment; make them agree."
        )
    fits = np.array(many) <= processors
    return np.array(many)[fits].astype(np.int64), np.array(runtime)[fits]


def _of_law(draft: Draft, row: int, words: Sequence[str], processors: int) -> Allotments:
    law, values = LAWS[words[0]], [_number(word) for word in words[1:]]
    fine = len(values) == len(law.numbers) and all(
        low <= value <= high for low, value, high in zip(law.low, values, law.high, strict=True)
    )
    if not fine:
        bounds = " and ".join(
            f"{name} from {low:g} to {high:g}" for name, low, high in zip(law.numbers, law.low, law.high, strict=True)
        )
        raise WorkloadError(
            f"{_place(draft, row)} has the law {' '.join(words)[:60]!r} from field 20 on; wanted: "
            f"{words[0]} and its numbers, {bounds}; correct it there."
        )
    if draft["processors"][row] != 1:
        raise WorkloadError(
            f"{_place(draft, row)} has a law of its speed-up, and {draft['processors'][row]:.0f} "
            "processors in field 8; wanted: 1, for which field 4 is the runtime; correct it there."
        )
    return np.arange(1, processors + 1), runtimes(float(draft["runtime"][row]), law.speedup(processors, *values))


# ---- what the theory takes for granted ------------------------------------------------------------------------------


def _monotone(processors: np.ndarray, runtime: np.ndarray, superlinear: bool) -> Allotments:
    """Runtimes that do not rise with the processors while the work does not fall, unless that is kept."""
    return processors, np.minimum.accumulate(runtime) if superlinear else monotone(runtime, processors)


def _tell(draft: Draft, read: Sequence[Allotments], kept: Sequence[Allotments]) -> None:
    """Note the runtimes that were changed."""
    raised = np.array([np.any(after[1] > before[1]) for before, after in zip(read, kept, strict=True)])
    slower = np.array([np.any(after[1] < before[1]) for before, after in zip(read, kept, strict=True)])
    most = max(float((after[1] / before[1]).max()) for before, after in zip(read, kept, strict=True)) - 1
    draft.note("allotment_slower", slower)
    draft.note("work_raised", raised, most=most)


def others(trace: Trace, options: WorkloadOptions) -> frozenset[str]:
    """A moldable task has no size, runtime or submission that was changed: all its allotments are those of the file."""
    return frozenset(CHANGEABLE) if MOLDABLE in trace.keys else frozenset()


STEP = Step("build_allotments", check=check, tables=tables, others=others)
