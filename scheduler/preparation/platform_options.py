"""The machine of a workload: clusters as asked for or declared, processors as asked for, else as the header tells."""

from __future__ import annotations

import numpy as np

from scheduler.errors import ParamError, Remedy, WorkloadError
from scheduler.model.clusters import LARGEST, listed, sizes
from scheduler.model.notes import Note
from scheduler.model.step_functions import levels
from scheduler.model.trace import CLUSTERS, Platform, Trace
from scheduler.wording import counted

UNIX_FROM = 631_152_000  # s: the year 1990 in Unix time, and 20 years as times since a start
KEYS = ("MaxProcs", "MaxNodes")  # of a header, the first that is there counts
OF_READERS = {"Version", "Computer", "Conversion", "UnixStartTime", "TimeZoneString", "Queue", "Partition"}
# keys that readers of files without a header write; what has no others is not told to look into its header


def platform_of(trace: Trace, processors: int | None, clusters: str | None) -> tuple[Platform, Note]:
    """The platform and how large it is, in a sentence; clusters: as written, "208,96", one being the whole machine.

    Raises WorkloadError when the size is not known, or told in two ways.
    """
    header_sizes = {key: value for key in KEYS if (value := trace.number(key)) and 0 < value <= LARGEST}
    parts = sizes(clusters) if clusters else _declared(trace)
    if parts and processors is not None and processors != sum(parts):
        raise WorkloadError(
            f"The clusters {'asked for' if clusters else 'of the header'} have {counted(sum(parts), 'processor')} "
            f"together, and the number of processors asked for is {processors:,}",
            (Remedy("processors", words="leave that out"), Remedy("clusters", words="give clusters that add up to it")),
        )
    if processors is None and not header_sizes and not parts:
        wrong = [f"{key} {trace.keys[key][:20]!r}" for key in KEYS if key in trace.keys]
        there = f"{' and '.join(wrong)}; wanted: 1 to {LARGEST:,}" if wrong else f"no {' or '.join(KEYS)}"
        peak = recorded_peak(trace)
        hint = f" (its jobs held up to {peak:,} at a time, so there were at least so many)" if peak else ""
        missing = f" (its header has {there})" if set(trace.keys) - OF_READERS else ""
        raise WorkloadError(
            f"{trace.name} does not tell the size of its machine{missing}",
            (Remedy("processors", words=f"give the number of processors{hint}"),),
        )
    count = sum(parts) or processors or next(iter(header_sizes.values()))
    platform = Platform(
        count,
        start_time=max(trace.number("UnixStartTime") or 0, 0),
        unix_times=has_unix_times(trace),
        time_zone=trace.keys.get("TimeZoneString", ""),
        clusters=parts if len(parts) > 1 else (),
    )
    return platform, Note("processors", values=_size_facts(platform, header_sizes, bool(parts), bool(clusters)))


def has_unix_times(trace: Trace) -> bool:
    """Whether times of a log are Unix times: its header says that it starts at 0, and no job is from before 1990."""
    submit = trace.columns["submit"]
    times = submit[submit >= 0]
    return trace.number("UnixStartTime") == 0 and bool(len(times)) and float(times.min()) >= UNIX_FROM


def recorded_peak(trace: Trace) -> int:
    """The most processors that the jobs of a log held at a time, by its starts and runtimes; 0 where it tells none."""
    names = ("submit", "wait", "runtime", "allocated_processors")
    submit, wait, runtime, processors = (trace.columns[name] for name in names)
    ran = (submit >= 0) & (wait >= 0) & (runtime > 0) & (processors > 0)
    start = (submit + wait)[ran]
    when, change = np.concatenate([start, start + runtime[ran]]), np.concatenate([processors[ran], -processors[ran]])
    _, level = levels(when, np.ceil(change).astype(np.int64))
    return int(level.max(initial=0))


def _declared(trace: Trace) -> tuple[int, ...]:
    """The clusters of the header; raises WorkloadError where they do not read."""
    if CLUSTERS not in trace.keys:
        return ()
    try:
        return sizes(trace.keys[CLUSTERS])
    except ParamError as error:
        raise WorkloadError(f"The header line {CLUSTERS} of {trace.name} does not read: {error}") from None


def _size_facts(platform: Platform, header_sizes: dict[str, int], parts: bool, asked: bool) -> dict[str, object]:
    """How large the machine is, and who says so."""
    first = next(iter(header_sizes), None)
    key = CLUSTERS if parts else first if first and platform.processors == header_sizes[first] else None
    others = {name: size for name, size in header_sizes.items() if size != platform.processors}
    source = {"way": "asked"} if key is None or (parts and asked) else {"way": "header", "key": key}
    return {"processors": platform.processors, "clusters": list(platform.clusters), "others": others, **source}


def effective(trace: Trace, platform: Platform, clusters: str | None) -> str | None:
    """The option as it took effect: the sizes; one pool only where the file declares otherwise."""
    if platform.clusters:
        return listed(platform.clusters)
    return str(platform.processors) if clusters and CLUSTERS in trace.keys else None
