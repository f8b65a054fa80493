"""Records of Slurm's accounting as the trace they tell of: columns of SWF, further columns, and the names of numbers.

What goes where, formats/sacct.py says.  Nothing is invented: a job that has not ended has no runtime, one that never
started no wait and no processors, one without a time limit no requested time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.columns import SWF
from scheduler.formats.reading import slurm_values as values
from scheduler.formats.reading.slurm_pieces import Joined, join
from scheduler.formats.reading.slurm_records import Records, note
from scheduler.formats.reading.slurm_times import Times, numbers, times, unreadable
from scheduler.model.notes import Note
from scheduler.model.number_text import number
from scheduler.model.trace import Trace

NO_ZONE = "UTC"  # the zone of local times of which nobody told the zone
PENDING = "PENDING"
LONGEST_NAME = 200  # characters of a name that are kept
NAMED = {
    "user_id": ("user", "uid"),
    "group_id": ("account", "group"),
    "queue": ("qos",),
    "partition": ("partition",),
    "executable": ("jobname",),
    "state": ("state",),
    "reason": ("reason",),
    "cluster": ("cluster",),
}
EXTRA = ("state", "reason", "cluster")  # named columns that are none of SWF


def trace_of(records: Records, name: str, digest: str, zone: str | None) -> Trace:
    """The trace of these records.  Raises ParamError for a time zone that is not known."""
    notes: list[Note | None] = list(records.notes)
    clock = times(records, zone or NO_ZONE, notes)
    if clock.local:
        notes.append(_said_zone(zone))
    states = _states(records)
    columns = _measures(records, clock, notes)
    started = _started(records, clock, columns)
    for name_of in ("allocated", "nodes"):
        columns[name_of][~started] = -1.0
    columns["start"][~started] = np.nan
    ended = ~np.isin(states, [*values.RUNNING, PENDING])
    if "end" in records.fields:
        ended &= ~np.isnan(clock.end)
    columns["runtime"] = _runtimes(clock, started & ended)
    joined = join(records, columns, states, notes)
    return _assembled(records, name, digest, zone or NO_ZONE, joined, columns, states, notes)


def _said_zone(zone: str | None) -> Note:
    """Which zone local times are read in, and who said so."""
    if zone:
        return Note("time_zone", values={"way": "asked", "zone": zone})
    return Note("time_zone", level="warning", values={"way": "usual", "zone": NO_ZONE})


def _states(records: Records) -> np.ndarray:
    """[n] texts: states without who cancelled; "" where nothing is told."""
    if "state" not in records.fields:
        return np.full(len(records), "", dtype=object)
    return records.fields["state"].of(values.state, object)


def _measures(records: Records, clock: Times, notes: list[Note | None]) -> dict[str, np.ndarray]:
    """What is measured of each record: times in s, nan unknown; the others -1 unknown."""

    def first(*sources: tuple[str, object]) -> np.ndarray:
        """The first of the fields that tells something."""
        amounts = np.full(len(records), -1.0)
        for name, read in reversed(sources):
            value = numbers(records, name, read, notes)
            amounts = np.where(value >= 0, value, amounts)
        return amounts

    cpus, on_nodes = (lambda text: values.amount(text, "cpu")), (lambda text: values.amount(text, "node"))
    measures = {
        "submit": clock.submit.copy(),
        "eligible": clock.eligible.copy(),
        "start": clock.start.copy(),
        "end": clock.end.copy(),
        "allocated": first(("alloccpus", values.count), ("ncpus", values.count), ("alloctres", cpus)),
        "requested": first(("reqcpus", values.count), ("reqtres", cpus)),
        "nodes": first(("allocnodes", values.count), ("nnodes", values.count), ("alloctres", on_nodes)),
        "gpus": first(("alloctres", values.gpus), ("reqtres", values.gpus)),
        "limit": _limits(records, notes),
        "cpu_time": numbers(records, "totalcpu", values.duration, notes),
        "exit_code": numbers(records, "exitcode", values.exit_code, notes),
    }
    for name in ("allocated", "requested", "nodes"):
        measures[name][measures[name] == 0] = -1.0
    return measures | {"memory": _memory(records, measures, notes)}


def _limits(records: Records, notes: list[Note | None]) -> np.ndarray:
    """Time limits, s; how many jobs have none, and why, is noted."""
    limit, is_open = np.full(len(records), -1.0), np.zeros(len(records), bool)
    for name, read in (("timelimit", values.time_limit), ("timelimitraw", values.time_limit_in_minutes)):
        value = numbers(records, name, read, notes)
        limit = np.where(value > 0, value, limit)
        if name in records.fields:
            is_open |= records.fields[name].of(values.open_limit, bool)
    rows = np.flatnonzero(is_open & (limit < 0))
    notes.append(note("no_limit", records.line[rows]))
    return limit


def _memory(records: Records, measures: dict[str, np.ndarray], notes: list[Note | None]) -> np.ndarray:
    """KiB asked for per processor: ReqMem says it per processor, per node or (from Slurm 21.08 on) in all."""
    size = np.where(measures["requested"] > 0, measures["requested"], measures["allocated"])
    if "reqmem" not in records.fields:
        total = numbers(records, "reqtres", values.memory_of, notes)
        return np.where((total > 0) & (size > 0), total / np.maximum(size, 1), -1.0)
    texts = records.fields["reqmem"]
    amount, per = texts.of(lambda text: values.memory(text)[0]), texts.of(lambda text: values.memory(text)[1], object)
    unreadable(records, "reqmem", np.isnan(amount), "no amount of memory", notes)
    nodes = numbers(records, "nnodes", values.count, []) if measures["nodes"].max(initial=-1) < 0 else measures["nodes"]
    total = np.where(per == "n", amount * np.where(nodes > 0, nodes, np.nan), amount)
    each = np.where(per == "c", amount, total / np.where(size > 0, size, np.nan))
    return np.where((amount > 0) & ~np.isnan(each), each, -1.0)


def _started(records: Records, clock: Times, columns: dict[str, np.ndarray]) -> np.ndarray:
    """[n] bool: whether a job ever ran.  sacct shows processors also of jobs that were cancelled while they waited."""
    ran = clock.elapsed > 0
    started = ~np.isnan(clock.start) if "start" in records.fields else ran
    if "alloctres" in records.fields:
        nothing = records.fields["alloctres"].of(values.is_nothing, bool)
        started &= ran | ~nothing
    return started


def _runtimes(clock: Times, ended: np.ndarray) -> np.ndarray:
    """From start to end, s, with the time a job was suspended; Elapsed where one of them is not told; nan unknown."""
    between = clock.end - clock.start
    with np.errstate(invalid="ignore"):
        runtime = np.where(between >= 0, between, clock.elapsed + clock.suspended)
    return np.where(ended, runtime, np.nan)


def _assembled(
    records: Records,
    name: str,
    digest: str,
    zone: str,
    joined: Joined,
    columns: dict[str, np.ndarray],
    states: np.ndarray,
    notes: list[Note | None],
) -> Trace:
    """The trace of the joined jobs, in the order of their first lines."""
    order = np.argsort(joined.line, kind="stable")
    rows, line = np.array(joined.rows, np.int64)[order], np.array(joined.line, np.int64)[order]
    measures = {key: column[rows] for key, column in columns.items()}
    submits = measures["submit"][~np.isnan(measures["submit"])]
    begin = float(np.floor(submits.min())) if len(submits) else 0.0
    codes, names = _numbered(records, rows)
    extra = {key: codes.pop(key) for key in EXTRA if key in codes}
    codes["job_id"], arrays = _job_numbers(records, rows, line, notes)
    swf = _swf(rows, measures, states[rows], begin, codes, notes, line)
    extra |= {
        "eligible": _since(measures["eligible"], begin),
        "gpus": measures["gpus"],
        "nodes": measures["nodes"],
        "exit_code": measures["exit_code"],
        "pieces": np.array(joined.pieces, float)[order],
        **arrays,
    }
    keys = _keys(names, begin, zone)
    header = "".join(f"; {key}: {value}\n" for key, value in keys)
    return Trace(
        name,
        swf,
        line,
        header,
        tuple(one for one in notes if one is not None),
        digest,
        {key: value for key, value in reversed(keys)},
        names=names,
        extra=extra,
    )


def _swf(
    rows: np.ndarray,
    measures: dict[str, np.ndarray],
    states: np.ndarray,
    begin: float,
    named: dict[str, np.ndarray],
    notes: list[Note | None],
    line: np.ndarray,
) -> dict[str, np.ndarray]:
    """The 18 columns; named: those that are numbers of something."""
    wait = measures["start"] - measures["submit"]
    with np.errstate(invalid="ignore"):
        early = wait < 0
    running = line[np.isin(states, list(values.RUNNING))]
    notes += [
        note("started_before_submit", line[early], "warning"),
        note("not_ended", running),
        note("pending", line[states == PENDING]),
    ]
    unknown = np.full(len(rows), -1.0)
    size = np.where(measures["allocated"] > 0, measures["allocated"], np.nan)
    cpu = np.where(measures["cpu_time"] > 0, measures["cpu_time"] / size, -1.0)
    columns = (
        dict.fromkeys(SWF, unknown)
        | named
        | {
            "submit": _since(measures["submit"], begin),
            "wait": np.where(early | np.isnan(wait), -1.0, wait),
            "runtime": np.nan_to_num(measures["runtime"], nan=-1.0),
            "allocated_processors": measures["allocated"],
            "requested_processors": measures["requested"],
            "average_cpu_time": np.nan_to_num(cpu, nan=-1.0),
            "requested_time": measures["limit"],
            "requested_memory": measures["memory"],
            "status": np.array([values.STATUS.get(state, -1.0) for state in states.tolist()], float),
        }
    )
    return {key: np.ascontiguousarray(columns[key], float) for key in SWF}


def _since(instant: np.ndarray, begin: float) -> np.ndarray:
    """Seconds since the beginning of the log; -1 where unknown, or before it."""
    since = instant - begin
    return np.where(since >= 0, since, -1.0)


def _numbered(records: Records, rows: np.ndarray) -> tuple[dict[str, np.ndarray], dict[str, tuple[str, ...]]]:
    """Numbers from 1 in the order of first appearance, and what they stand for; -1 where nothing is told."""
    codes, names = {}, {}
    for column, fields in NAMED.items():
        name = next((name for name in fields if name in records.fields), None)
        if name is None:
            continue
        texts = records.fields[name]
        clean = [values.state(text) if column == "state" else plain_name(text) for text in texts.values]
        merged: dict[str, int] = {}
        code = np.array([merged.setdefault(text, len(merged)) for text in clean], np.int64)[texts.codes[rows]]
        used, at, which = np.unique(code, return_index=True, return_inverse=True)
        words, rank = list(merged), np.full(len(used), -1.0)
        kept = [place for place in np.argsort(at, kind="stable").tolist() if words[used[place]]]
        rank[kept] = np.arange(1, len(kept) + 1)
        codes[column] = rank[which]
        names[column] = tuple(words[used[place]] for place in kept)
    return codes, names


def plain_name(text: str) -> str:
    """A name as one line of signs that can be shown; "" where there is none."""
    if text.strip() == "(null)":
        return ""
    return "".join(sign if sign.isprintable() else " " for sign in text.strip())[:LONGEST_NAME].strip()


def _job_numbers(
    records: Records, rows: np.ndarray, line: np.ndarray, notes: list[Note | None]
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """The number of each job, and the numbers of array and task of the tasks of arrays ({} where there are none).

    JobIDRaw, else JobID; tasks of arrays, which have no number of their own without JobIDRaw, get the next ones.
    """
    texts = records.fields["jobid"]
    ids = np.array([values.job_number(text) for text in texts.values]).reshape(-1, 4)[texts.codes[rows]]
    job, array, task, several = ids.T
    notes.append(note("array_rest", line[several > 0], tasks=int(several.sum())))
    alone = task >= 0
    if "jobidraw" in records.fields:
        raw = numbers(records, "jobidraw", values.count, notes)[rows]
        job, alone = np.where(raw >= 0, raw, job), alone & (raw < 0)
    first = job.max(initial=0) + 1
    job[alone] = first + np.arange(int(alone.sum()))
    notes.append(note("numbers_made", line[alone], first=float(first)))
    return job, {"array_job": array, "array_task": task} if (array >= 0).any() else {}


def _keys(names: dict[str, tuple[str, ...]], begin: float, zone: str) -> list[tuple[str, str]]:
    """Keys and values of a header that an SWF file of these jobs has."""

    def listed(column: str, key: str) -> Sequence[tuple[str, str]]:
        return [(key, f"{place} {name}") for place, name in enumerate(names.get(column, ()), 1)]

    clusters = ", ".join(names.get("cluster", ()))
    computer = [("Computer", clusters)] if clusters else []
    return [
        ("Version", "2.2"),
        *computer,
        ("Conversion", "read from the accounting of Slurm (sacct) by Queuescope"),
        ("UnixStartTime", number(begin)),
        ("TimeZoneString", zone),
        *listed("queue", "Queue"),
        *listed("partition", "Partition"),
    ]
