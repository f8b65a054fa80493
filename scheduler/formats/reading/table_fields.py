"""What the columns of a table of jobs mean: the fields a job has, the names they usually go by, and their units.

A table is read by a mapping: which of its columns is which field of a job.  What a reading does not say is guessed from
the usual names; a column is never taken for two fields, and no field is filled in from nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler.errors import FormatError, ParamError
from scheduler.params import Param

NONE = "-"  # the value of a reading that says: no column
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3_600.0, "d": 86_400.0}
DATE, CLOCK = "date", "clock"
UNITS = {"instant": (DATE, *SECONDS), "length": (*SECONDS, CLOCK)}
WORDS_OF_UNITS = {
    "ns": "ns nanosecond nanoseconds nanos",
    "us": "us microsecond microseconds micros",
    "ms": "ms msec millisecond milliseconds millis",
    "s": "s sec secs second seconds",
    "min": "min mins minute minutes",
    "h": "h hr hrs hour hours",
    "d": "d day days",
}
UNIT_OF_WORD = {word: unit for unit, words in WORDS_OF_UNITS.items() for word in words.split()}
EPOCHS = ((1e17, "ns"), (1e14, "us"), (1e11, "ms"))  # Unix times from there on are in that unit: 1e11 s is in 5138


@dataclass(frozen=True)
class Field:
    """A field of a job: a column of a trace, or an instant that columns follow from."""

    name: str
    kind: str  # number | instant | length | name
    means: str  # in a sentence, after "which column tells"
    usual: str  # names it goes by, parted by blanks, written as `plain_name` writes them


FIELDS = {
    field.name: field
    for field in (
        Field(
            "job_id", "name", "the number of the job", "job_id jobid id job_number jobno job_no job jobidraw job_db_inx"
        ),
        Field(
            "submit",
            "instant",
            "when the job was submitted",
            "submit submit_time submission_time submitted submittime submissiontime time_submit subtime submit_ts "
            "qtime queued_time submitted_time date_submit submission created arrival_time arrival",
        ),
        Field(
            "start",
            "instant",
            "when the job began to run",
            "start start_time started starttime time_start started_time date_start begin begin_time start_ts",
        ),
        Field(
            "end",
            "instant",
            "when the job ended",
            "end end_time ended endtime time_end finish finish_time finished completed_time date_end end_ts "
            "completion_time",
        ),
        Field(
            "wait", "length", "how long the job waited", "wait wait_time waittime waiting_time queue_wait queue_time"
        ),
        Field(
            "runtime",
            "length",
            "how long the job ran",
            "runtime run_time elapsed elapsed_time elapsedraw duration execution_time wallclock_used walltime_used "
            "actual_runtime running_time",
        ),
        Field(
            "allocated_processors",
            "number",
            "how many processors the job was given",
            "allocated_processors alloc_cpus alloccpus ncpus cpus_alloc num_cpus cpus cores ncores num_cores procs "
            "nprocs processors num_processors used_processors cores_alloc cpu_alloc cores_used num_cores_alloc",
        ),
        Field(
            "requested_processors",
            "number",
            "how many processors the job asked for",
            "requested_processors processors_req req_cpus reqcpus cpus_req req_procs reqnprocs requested_cpus "
            "requested_cores cores_req num_cores_req requested_number_of_processors res procs_req req_cores",
        ),
        Field(
            "requested_time",
            "length",
            "for how long the job asked",
            "requested_time wallclock_req time_limit timelimit timelimitraw walltime req_time reqtime walltime_req "
            "req_walltime requested_walltime walltime_limit wall_limit time_req requested_wall_time",
        ),
        Field("average_cpu_time", "length", "the mean CPU time over its processors", "average_cpu_time"),
        Field("used_memory", "number", "the memory used per processor, kB", "used_memory"),
        Field("requested_memory", "number", "the memory asked for per processor, kB", "requested_memory"),
        Field(
            "status", "name", "how the job ended", "status state job_state jobstate final_state job_status exit_state"
        ),
        Field("user_id", "name", "whose job it was", "user_id user uid userid user_name username owner usr"),
        Field(
            "group_id",
            "name",
            "its account or group",
            "group_id account group gid groupid account_name project project_id group_name acct",
        ),
        Field(
            "executable",
            "name",
            "its program or name",
            "executable name job_name jobname executable_id application app program",
        ),
        Field("queue", "name", "its queue or quality of service", "queue qos queue_name queue_id class"),
        Field("partition", "name", "its partition", "partition partition_name partition_id part"),
        Field("preceding_job", "number", "the job it has to wait for", "preceding_job"),
        Field("think_time", "length", "how long after that job it was submitted", "think_time"),
        Field("eligible", "instant", "when the job could first have started", "eligible eligible_time"),
        Field(
            "nodes", "number", "how many nodes the job had", "nodes nnodes num_nodes nodes_alloc nodes_req node_count"
        ),
        Field("gpus", "number", "how many GPUs the job had", "gpus num_gpus gpus_req gpus_alloc ngpus gpu_count"),
    )
}
TIMED = {name: field for name, field in FIELDS.items() if field.kind in UNITS}
ZONE = "time_zone"


def plain_name(column: str) -> str:
    """A column's name in small letters, words parted by one underscore: "Submit Time (s)" is submit_time_s."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", column.strip())
    return re.sub(r"[^0-9a-z]+", "_", parted.lower()).strip("_")


def params(zone: bool = True) -> tuple[Param, ...]:
    """The parameters of the reading of a table."""
    columns = [
        Param(name, None, kind=str, help=f"which column tells {field.means}; {NONE}: none")
        for name, field in FIELDS.items()
    ]
    units = [
        Param(f"{name}_unit", None, kind=str, choices=UNITS[field.kind], help=f"how column {name} is written")
        for name, field in TIMED.items()
    ]
    zones = (
        [
            Param(
                ZONE,
                None,
                kind=str,
                help="the time zone of dates that do not tell theirs, such as Europe/Paris",
                examples=("UTC", "Europe/Paris"),
                test=check_zone,
            )
        ]
        if zone
        else []
    )
    return (*columns, *units, *zones)


def check_zone(name: str) -> None:
    """Raise ParamError for a time zone that is not known here."""
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ParamError(
            f"{ZONE} is {name[:40]!r}, which is no time zone known here; wanted: a name such as UTC or Europe/Paris."
        ) from None


@dataclass(frozen=True)
class Mapped:
    """Which column each field is read from, and in which unit; the unit "" is still to be guessed from the values."""

    columns: Mapping[str, str]  # {field: column}
    units: Mapping[str, str]  # {field of times: unit}


def mapped(columns: Sequence[str], reading: Mapping[str, str]) -> Mapped:
    """The mapping that a reading says, the rest guessed.  Raises ParamError for a column that is not there."""
    chosen: dict[str, str] = {}
    for name in FIELDS:
        column = reading.get(name)
        if column is not None and column != NONE:
            if column not in columns:
                raise ParamError(
                    f"{name} is said to be column {column[:60]!r}, which the file does not have; it has "
                    f"{listed(columns)}."
                )
            chosen[name] = column
    guessed = _guesses(columns, {*chosen, *(name for name in FIELDS if reading.get(name) == NONE)}, {*chosen.values()})
    both = {name: (chosen | guessed)[name] for name in FIELDS if name in chosen or name in guessed}
    return Mapped(
        both,
        {name: reading.get(f"{name}_unit") or _unit_of_name(column) for name, column in both.items() if name in TIMED},
    )


def _guesses(columns: Sequence[str], settled: set[str], taken: set[str]) -> dict[str, str]:
    """{field: column} by the usual names: the first of a field's names that a free column has."""
    free: dict[str, str] = {}
    for column in columns:
        if column not in taken:
            free.setdefault(plain_name(column), column)
            free.setdefault(_without_unit(plain_name(column)), column)
    guessed: dict[str, str] = {}
    for name, field in FIELDS.items():
        others = ("", *guessed.values())
        usual = next((usual for usual in field.usual.split() if free.get(usual, "") not in others), None)
        if name not in settled and usual is not None:
            guessed[name] = free[usual]
    return guessed


def _without_unit(plain: str) -> str:
    """submit_time_s is submit_time."""
    stem, _, last = plain.rpartition("_")
    return stem if stem and last in UNIT_OF_WORD else plain


def _unit_of_name(column: str) -> str:
    """The unit that a name ends in; "" where it tells none."""
    stem, _, last = plain_name(column).rpartition("_")
    return UNIT_OF_WORD.get(last, "") if stem else ""


def listed(columns: Sequence[str], most: int = 30) -> str:
    """The columns in words, not too many."""
    more = f" and {len(columns) - most:,} more" if len(columns) > most else ""
    return ", ".join(column[:60] for column in columns[:most]) + more


def missing(columns: Mapping[str, str]) -> tuple[str, ...]:
    """What these fields do not tell, each in a sentence with what to do."""
    sentences = []
    if "submit" not in columns:
        sentences.append(
            "No column tells when a job was submitted. Choose it (submit). Start times are no substitute: "
            "a schedule from them shows no wait."
        )
    if "runtime" not in columns and not {"start", "end"} <= set(columns):
        sentences.append(
            "No column tells how long a job ran. Choose it (runtime), or the two that tell its start and "
            "its end (start, end)."
        )
    if not {"allocated_processors", "requested_processors"} & set(columns):
        nodes = f" Column {columns['nodes']} tells nodes: choose it to count whole nodes." if "nodes" in columns else ""
        sentences.append(
            "No column tells how many processors a job has. Choose it (requested_processors or "
            f"allocated_processors).{nodes}"
        )
    return tuple(sentences)


def check_complete(name: str, columns: Sequence[str], fields: Mapping[str, str]) -> None:
    """Raise FormatError where a job needs more than these fields tell."""
    if sentences := missing(fields):
        raise FormatError(f"{name}: {' '.join(sentences)} Its columns are {listed(columns)}.")
