"""CPU need and memory of jobs on nodes that are shared: from the file, from what the log records, or from a model.

Where needs are asked for, or a file declares them, a job is `processors` tasks, each with the same CPU need and
memory in fractions of a node, and the platform's processors are nodes.  A log in the standard's meaning gets none
unless asked for: it says nothing of tasks, so any need is an assumption, which has to be chosen and seen.

A file declares needs by the header '; Queuescope-Needs: N'.  Then field 6 is the CPU need of a task and field 10 its
memory, both in N-ths of a node (so that they are whole numbers: 25 of 100), field 8 (5) the number of tasks, and
MaxProcs that of nodes.  Where one is not known (-1) it is a whole node.

The paper on fractional scheduling has two ways to know needs of jobs whose log does not say.  For generated jobs
(section 5.3.2) a model: the one task of a job of one task is sequential and keeps one core of its node busy, all
other tasks keep all cores busy; memory is 10 % of a node for 55 % of the jobs, and 20, 30, ... or 100 % with the same
probability each for the others (after Setia et al. 1999).  For a log (section 5.3.1) a reading of its processors:
where a job asks for a multiple of a node's processors and the memory of so many fits on a node, it runs as
multi-threaded tasks of a whole node's CPU; else as tasks of one processor.

Tasks of one job that differ (section 8) no log tells of, so they have to be asked for: the first task of a job then
needs so many times what each of its others needs.

Source: Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch Scheduling, 2011, section 5.3.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from scheduler.errors import Remedy, WorkloadError
from scheduler.model.notes import Note
from scheduler.model.number_text import number
from scheduler.model.trace import NEEDS, NODES, Platform, Trace
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import Step
from scheduler.preparation.repairs import Draft
from scheduler.statistics.random_draws import stream
from scheduler.wording import counted

CORES = 4  # of a node of the model; the paper's is a quad-core
SMALL = 0.55  # share of jobs whose tasks have the smallest memory
STEPS = 10  # memory of the model is 1/10, 2/10, ... 10/10 of a node


class TaskNeeds(NamedTuple):
    """Of each job [n]: how many tasks, and what each of them needs, in fractions of a node in (0, 1]."""

    tasks: np.ndarray
    cpu_need: np.ndarray
    memory: np.ndarray


def modeled(uniform: np.ndarray, tasks: np.ndarray, cores: int) -> TaskNeeds:
    """Needs of the model for jobs of `tasks` tasks [n] on nodes of `cores` cores; uniform: [n] drawn in [0, 1)."""
    return TaskNeeds(tasks, np.where(tasks == 1, 1 / cores, 1.0), tenths(uniform) / STEPS)


def tenths(uniform: np.ndarray) -> np.ndarray:
    """[n] i8: memory of the model in tenths of a node, 1 with probability SMALL, else 2..10; one draw for each."""
    each = (1 - SMALL) / (STEPS - 1)
    others = 2 + np.floor((uniform - SMALL) / each).astype(np.int64)
    return np.where(uniform < SMALL, 1, np.clip(others, 2, STEPS))


def of_processors(processors: np.ndarray, memory: np.ndarray, cores: int) -> TaskNeeds:
    """Tasks of jobs that asked for `processors` [n] on nodes of `cores` of them.

    memory: [n] of one processor's share of the job, a fraction of a node in (0, 1].  The paper has nodes of two
    processors ("even" is a multiple of two, "50 %" a half); with more it is read as a multiple of them, and the memory
    of so many has to be below a node's.  Exactly a whole node's memory, of which the paper does not speak, does not
    count as fitting.
    """
    whole = (processors % cores == 0) & (memory * cores < 1)
    return TaskNeeds(
        np.where(whole, processors // cores, processors),
        np.where(whole, 1.0, 1 / cores),
        np.where(whole, memory * cores, memory),
    )


GB = 2**20  # kB, of which the standard's memory fields are
OF_ANY_LOG = (Remedy("needs", "drawn"), Remedy("needs", "whole"))  # ways to give needs to any log
LEAVE_OUT = (Remedy("needs", words="leave the option out"),)
OF_A_NODE = (Remedy("cores"), Remedy("node_memory"))
FIELDS = {"cpu_need": ("average_cpu_time", "CPU need", "field 6"), "memory": ("requested_memory", "memory", "field 10")}


def effective(trace: Trace, asked: WorkloadOptions) -> WorkloadOptions:
    """The options with what the file decides of needs; raises WorkloadError where it or they do not go together."""
    declares = NEEDS in trace.keys
    if asked.needs == "declared" and not declares:
        raise WorkloadError(
            f"{trace.name} declares no CPU needs and memory (no header '; {NEEDS}: 100')",
            (
                *OF_ANY_LOG,
                Remedy("needs", words="ask for needs recorded with cores and node_memory"),
                *LEAVE_OUT,
                *OF_A_NODE,
            ),
        )
    if asked.needs == "recorded" and declares:
        raise WorkloadError(
            f"{trace.name} declares needs, so its fields 6 and 10 are not what a log recorded",
            (Remedy("needs", "declared"), *OF_ANY_LOG),
        )
    if asked.needs == "recorded" and (asked.cores is None or asked.node_memory is None):
        raise WorkloadError(
            "Needs recorded are told by the processors and the memory of a node, which a log does not say",
            (
                Remedy("cores", words="give both cores and node_memory (2 and 2 for nodes of 2 processors and 2 GB)"),
                *OF_ANY_LOG,
                *OF_A_NODE,
            ),
        )
    if asked.needs == "drawn" and asked.cores is None:
        asked = _with(asked, cores=CORES)
    needs = asked.needs or ("declared" if declares else None)
    if needs is None and _differs(asked):
        raise WorkloadError(
            "The options first_cpu and first_memory say what the first task of a job needs beside its "
            "others, and here no task has needs",
            (*OF_ANY_LOG, Remedy("first_cpu", words="leave these options out"), Remedy("first_memory")),
        )
    return _with(asked, needs=needs)


def _with(options: WorkloadOptions, **values: Any) -> WorkloadOptions:
    """The options with other values of some, which a topic adds."""
    return replace(options, **values)


def _differs(options: WorkloadOptions) -> bool:
    """Whether the first task of a job is to need something else than its others."""
    return options.first_cpu is not None or options.first_memory is not None


def shared(platform: Platform, options: WorkloadOptions) -> Platform:
    """The platform as nodes; raises WorkloadError where its processors make no whole number of them."""
    if not options.needs:
        return platform
    if options.needs != "recorded":
        return replace(platform, kind=NODES)
    cores = int(options.cores or 1)
    if platform.processors % cores:
        raise WorkloadError(
            f"{counted(platform.processors, 'processor')} "
            f"{'makes' if platform.processors == 1 else 'make'} no whole number of nodes of {cores:,}",
            (Remedy("processors", words="give another number of processors, or of cores of a node"), Remedy("cores")),
        )
    return replace(platform, kind=NODES, processors=platform.processors // cores)


def check(trace: Trace, options: WorkloadOptions, platform: Platform) -> None:
    """Raise WorkloadError where jobs are to share nodes and not to span clusters."""
    if platform.kind == NODES and platform.clusters:
        raise WorkloadError(
            "Clusters are for jobs that have processors to themselves, and here nodes are shared",
            (Remedy("clusters", words="leave out the clusters or the needs"), Remedy("needs")),
        )


def add(trace: Trace, draft: Draft, options: WorkloadOptions) -> None:
    """Give the jobs of a draft their tasks and needs; tell() notes what was done, once it is known which jobs stay."""
    if not options.needs:
        return
    if options.needs == "declared":
        draft.columns |= _declared(trace, draft)
    else:
        _add_tasks(trace, draft, options)
    if _differs(options):
        _add_first_tasks(draft, options)


def _add_tasks(trace: Trace, draft: Draft, options: WorkloadOptions) -> None:
    """Tasks and needs that the file does not declare."""
    if options.needs == "recorded":
        memory, unknown = _recorded_memory(trace, draft, options)
        share = np.clip(memory, options.least_memory, 1.0)
        draft.columns |= {
            "memory_unknown": unknown,
            "memory_cut": memory > 1,
            "memory_least": memory < options.least_memory,
        }
        tasks = of_processors(draft["processors"], share, int(options.cores or 1))
    elif options.needs == "drawn":
        uniform = stream(options.need_seed).random(int(draft["row"].max()) + 1)[draft["row"]]
        tasks = modeled(uniform, draft["processors"], int(options.cores or CORES))
    else:
        tasks = TaskNeeds(draft["processors"], np.ones(len(draft)), np.ones(len(draft)))
    draft.columns |= {"processors": tasks.tasks, "cpu_need": tasks.cpu_need, "memory": tasks.memory}


def _add_first_tasks(draft: Draft, options: WorkloadOptions) -> None:
    """One first task for each job of several where it needs something else than the others, and where it was cut."""
    cpu_need, memory = draft["cpu_need"] * (options.first_cpu or 1.0), draft["memory"] * (options.first_memory or 1.0)
    first = np.minimum(cpu_need, 1.0), np.minimum(memory, 1.0)
    several = draft["processors"] > 1
    differs = several & ((first[0] != draft["cpu_need"]) | (first[1] != draft["memory"]))
    draft.columns |= {
        "first_tasks": differs.astype(np.int64),
        "first_cpu_need": np.where(differs, first[0], 1.0),
        "first_memory": np.where(differs, first[1], 1.0),
        "first_cut": several & ((cpu_need > 1) | (memory > 1)),
    }


def _recorded_memory(trace: Trace, draft: Draft, options: WorkloadOptions) -> tuple[np.ndarray, np.ndarray]:
    """[n] memory per processor as a fraction of a node, the larger of request and use; and where neither is known."""
    asked, used = (trace.columns[name][draft["row"]] for name in ("requested_memory", "used_memory"))
    memory = np.maximum(asked, used)
    unknown = memory <= 0
    return np.where(unknown, options.least_memory, memory / (float(options.node_memory or 1) * GB)), unknown


def _declared(trace: Trace, draft: Draft) -> dict[str, np.ndarray]:
    """Columns cpu_need and memory, and where the file lacks them; raises WorkloadError for what is no fraction."""
    parts = trace.number(NEEDS)
    if parts is None or parts < 1:
        raise WorkloadError(
            f"The header of {trace.name} says '{NEEDS}: {trace.keys[NEEDS][:40]}'; wanted: a whole "
            "number from 1, in how many parts of a node fields 6 and 10 count; correct it there."
        )
    columns: dict[str, np.ndarray] = {}
    for name, (field, words, place) in FIELDS.items():
        amounts = trace.columns[field][draft["row"]]
        unknown = amounts == -1
        bad = np.flatnonzero(~unknown & ((amounts <= 0) | (amounts > parts)))
        if len(bad):
            job = bad[0]
            raise WorkloadError(
                f"Job {draft['job_id'][job]:.0f} (line {draft['line'][job]}) has a {words} ({place}) "
                f"of {number(amounts[job])} in {parts:,} parts of a node; wanted: above 0 and at most "
                f"{parts:,}, or -1 where it is not known; correct it there."
            )
        unknown_name = "need_unknown" if name == "cpu_need" else "memory_unknown"
        columns |= {name: np.where(unknown, 1.0, amounts / parts), unknown_name: unknown}
    return columns


def tell(draft: Draft, options: WorkloadOptions, platform: Platform) -> None:
    """Notes on where the needs of the jobs that are left come from."""
    if not options.needs:
        return
    if options.needs == "recorded":
        _tell_recorded(draft, options, platform.processors)
    else:
        _tell_others(draft, options, platform.processors)
    if _differs(options):
        _tell_first_tasks(draft, options)


def _tell_first_tasks(draft: Draft, options: WorkloadOptions) -> None:
    cut, differs = draft.columns.pop("first_cut"), draft["first_tasks"] > 0
    draft.note("first_tasks", differs, way="some", cpu=options.first_cpu or 1, memory=options.first_memory or 1)
    draft.note("first_cut", cut)
    if not differs.any():
        draft.say("first_tasks", way="none")


def _tell_others(draft: Draft, options: WorkloadOptions, nodes: int) -> None:
    draft.say("nodes", way="given", nodes=nodes)
    everybody = np.ones(len(draft), bool)
    if options.needs == "whole":
        draft.note("needs_modeled", everybody, way="whole")
    elif options.needs == "drawn":
        draft.note("needs_modeled", everybody, way="drawn", **_drawn_facts(draft, options))
    else:
        draft.say("needs_declared")
        draft.note("need_unknown", draft.columns.pop("need_unknown"))
        draft.note("memory_unknown", draft.columns.pop("memory_unknown"), way="declared")


def _drawn_facts(draft: Draft, options: WorkloadOptions) -> dict[str, Any]:
    single, small = int((draft["processors"] == 1).sum()), int((draft["memory"] < 0.15).sum())
    return {"single": single, "part": 1 / int(options.cores or 1), "seed": options.need_seed, "small": small}


def _tell_recorded(draft: Draft, options: WorkloadOptions, nodes: int) -> None:
    cores, least = int(options.cores or 1), options.least_memory
    whole = draft["cpu_need"] == 1
    draft.say("nodes", way="made", nodes=nodes, cores=cores, memory=options.node_memory)
    if cores > 1:
        draft.note("tasks_made", whole, cores=cores, part=1 / cores)
        draft.note("tasks_single", ~whole, "info", part=1 / cores)
        if least * cores >= 1:
            draft.notes.append(Note("least_memory", level="warning", values={"cores": cores, "least": least}))
    draft.note("memory_unknown", draft.columns.pop("memory_unknown"), way="recorded", least=least)
    draft.note("memory_least", draft.columns.pop("memory_least"), "info", least=least)
    draft.note("memory_cut", draft.columns.pop("memory_cut"), "warning")


def others(trace: Trace, options: WorkloadOptions) -> frozenset[str]:
    """Where jobs have needs, their sizes are tasks, not processors of the log."""
    return frozenset({"processors"}) if options.needs else frozenset()


STEP = Step("resource_needs", effective, shared, check, add, tell, others=others)
