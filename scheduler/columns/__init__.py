"""Every column once: name, type, unit, meaning.  The tables of a workload and of a run are lists of these.

Topics add columns, and tables of their own, by files in their folder `columns` with COLUMNS.

Times are seconds as in the file (float64, whole numbers exact); `job` is a row of `jobs`; -1 means none;
`*_ptr` are offsets: the rows of parent i are ptr[i]:ptr[i+1], so they hold one value more than there are parents.

May import `registry` alone.  Others use `SWF`, `RECORDED`, `Term`, `Columns`, `tables`, `headers` and `with_more`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from scheduler import registry


@dataclass(frozen=True)
class Term:
    """A column: its name, numpy type, unit and meaning; optional ones of one group are all there or none is."""

    name: str
    dtype: str
    unit: str
    meaning: str
    optional: str = ""  # name of its group; "" for columns that are always there


@dataclass(frozen=True)
class Columns:
    """Columns that a topic adds.

    key: name of their group, of which all are there or none.  rows: (name, numpy type, unit, meaning) of each.  table:
    the one they belong to; one of their own where there is none of that name, and then they are always there.  header:
    key of the line of a header by which a log declares them; such a log is not put together with others.
    surplus: whether the fields behind the 18th of such a log are of them, `more` of its trace.
    """

    key: str
    rows: tuple[tuple[str, str, str, str], ...]
    table: str = "jobs"
    header: str = ""
    surplus: bool = False


def _terms(*rows: tuple[str, str, str, str], **optional: tuple[str, ...]) -> dict[str, Term]:
    group = {name: key for key, names in optional.items() for name in names}
    return {row[0]: Term(*row, optional=group.get(row[0], "")) for row in rows}


SWF = _terms(
    ("job_id", "f8", "", "field 1: number of the job in the file"),
    ("submit", "f8", "s", "field 2: when the job was submitted, since the log's start"),
    ("wait", "f8", "s", "field 3: how long it waited, as recorded"),
    ("runtime", "f8", "s", "field 4: how long it ran"),
    ("allocated_processors", "f8", "processors", "field 5: how many it was given"),
    ("average_cpu_time", "f8", "s", "field 6: mean CPU time over its processors"),
    ("used_memory", "f8", "kB", "field 7: memory used per processor"),
    ("requested_processors", "f8", "processors", "field 8: how many it asked for"),
    ("requested_time", "f8", "s", "field 9: how long it asked for"),
    ("requested_memory", "f8", "kB", "field 10: memory asked for per processor"),
    ("status", "f8", "", "field 11: 1 completed, 0 failed, 5 cancelled"),
    ("user_id", "f8", "", "field 12: number of the user in the file"),
    ("group_id", "f8", "", "field 13: number of the group"),
    ("executable", "f8", "", "field 14: number of the program"),
    ("queue", "f8", "", "field 15: number of the queue"),
    ("partition", "f8", "", "field 16: number of the partition"),
    ("preceding_job", "f8", "", "field 17: job that has to end before this one is submitted"),
    ("think_time", "f8", "s", "field 18: from that end to this submission"),
)

JOBS = _terms(
    ("line", "i8", "", "line of the file, from 1"),
    ("job_id", "i8", "", "number of the job in the file"),
    ("submit", "f8", "s", "when the job enters the system (as in the file where arrivals are closed)"),
    ("runtime", "f8", "s", "time on the processors, after repairs"),
    ("requested_time", "f8", "s", "what a policy may know of the runtime; never below it"),
    ("processors", "i8", "processors", "size of the job; the number of its tasks where nodes are shared"),
    ("user", "i8", "", "dense number of the user, 0.. in the order of user_id"),
    ("user_id", "i8", "", "number of the user in the file"),
    ("group", "i8", "", "number of the group in the file"),
    ("queue", "i8", "", "number of the queue in the file"),
    ("partition", "i8", "", "number of the partition in the file"),
    ("campaign", "i8", "", "row of campaigns"),
    ("recorded_wait", "f8", "s", "the wait the file tells of; -1 unknown"),
    ("repaired", "i8", "", "bits: which repair rules touched the job (repairs.RULES)"),
)

RECORDED = _terms(
    ("status", "f8", "", "how the job ended, as in field 11; -1 unknown"),
    ("used_memory", "f8", "kB", "memory used per processor, as in field 7; -1 unknown"),
    ("requested_memory", "f8", "kB", "memory asked for per processor, as in field 10; -1 unknown"),
    ("state", "f8", "", "number of the state in which it ended, such as TIMEOUT; only where the log names states"),
    ("runtime", "f8", "s", "how long the job ran; only where the runtimes of jobs were changed"),
    ("submit", "f8", "s", "when it was submitted; only where the submit times of jobs were changed"),
    ("processors", "f8", "processors", "how many it held; only where the sizes of jobs are others"),
    state=("state",),
    runtime=("runtime",),
    submit=("submit",),
    processors=("processors",),
)

CAMPAIGNS = _terms(
    ("user", "i8", "", "dense number of the user"),
    ("index", "i8", "", "0.. within the user"),
    ("previous", "i8", "", "campaign that has to be complete first; -1 none"),
    ("think_time", "f8", "s", "from that completion to this submission"),
    ("work", "f8", "processor-s", "sum of runtime x processors"),
    ("longest", "f8", "s", "longest runtime"),
    ("inferred", "i8", "", "1 where the file did not declare it"),
)

PLACED = _terms(
    ("job", "i8", "", "row of jobs"),
    ("submit", "f8", "s", "realized submission"),
    ("start", "f8", "s", "first instant running"),
    ("end", "f8", "s", "completion"),
    ("processors", "i8", "processors", "allotted"),
    ("cluster", "i8", "", "number of the cluster"),
    ("preemptions", "i8", "", "times it was paused"),
    ("migrations", "i8", "", "times it was moved"),
    ("flags", "i8", "", "bits: 1 backfilled, 2 cancelled: preempted, or its reservation was over"),
)

SEGMENTS = _terms(
    ("job", "i8", "", "row of jobs"),
    ("begin", "f8", "s", "start of the segment"),
    ("end", "f8", "s", "end of the segment"),
    ("yield_", "f8", "", "fraction of its need the job gets"),
    ("processors", "i8", "processors", "held"),
    ("kind", "i8", "", "0 run, 1 penalty, 2 killed, 3 send, 4 compute"),
    ("cluster", "i8", "", "number of the cluster; only where a job may run in several"),
    ("killer", "i8", "", "row of the job that needed the processors; -1 none did; only together with cluster"),
    clusters=("cluster", "killer"),
)

PLACES = _terms(
    ("segment", "i8", "", "row of segments (row of placed where there are no segments)"),
    ("first", "i8", "", "first processor or node"),
    ("count", "i8", "processors", "how many from there on"),
    ("tasks", "i8", "", "tasks on each of them"),
)

VIRTUAL = _terms(
    ("campaign", "i8", "", "row of campaigns"),
    ("submit", "f8", "s", "realized submission; jobs of a campaign submitted later have a row of their own"),
    ("start", "f8", "s", "start in the virtual schedule, nan where the policy has none"),
    ("end", "f8", "s", "completion in the virtual schedule, nan where the policy has none"),
    ("tag", "f8", "s", "priority: virtual work at which it is complete, smallest first; nan where there is none"),
    ("deadline", "f8", "s", "deadline, nan where the policy has none"),
    ("eligible", "f8", "s", "from when its jobs may start"),
    ("real_start", "f8", "s", "first start of one of its jobs"),
    ("real_end", "f8", "s", "last end of one of its jobs"),
)

SHARES = _terms(
    ("time", "f8", "s", "when the share changes"),
    ("user", "i8", "", "dense number of the user"),
    ("share", "f8", "processors", "share of the machine in the virtual schedule from then on"),
)

MARKS = _terms(
    ("begin", "f8", "s", "from when"),
    ("end", "f8", "s", "until when; the same as begin for an instant"),
    (
        "kind",
        "i8",
        "",
        "0 batch, 1 shelf, 2 period, 3 reservation of processors, 4 processors taken from a grid (value: how many)",
    ),
    ("label", "U40", "", "what it is called"),
    ("value", "f8", "", "the policy's own number; nan none"),
    ("cluster", "i8", "", "number of the cluster; only of processors taken from a grid"),
    clusters=("cluster",),
)

LINKS = _terms(
    ("speed", "f8", "", "of a processor of the cluster, as a share of the speed for which the runtimes of runs are"),
    ("transfer", "f8", "s", "to send the data of one grid run to the cluster, during which nothing else is sent"),
)

DECISIONS = _terms(
    ("seq", "i8", "", "0.. in order"),
    ("time", "f8", "s", "when"),
    ("kind", "i8", "", "engine.log.KINDS"),
    ("job", "i8", "", "row of jobs; -1 none, where all jobs are placed anew at a period"),
    ("rule", "i8", "", "engine.decision_log.RULES"),
    ("blocker", "i8", "", "the job in the way; -1 none"),
    ("shadow", "f8", "s", "shadow time of the head; nan none"),
    ("extra", "i8", "processors", "left over at the shadow time; -1 none"),
    ("free", "i8", "processors", "free before the decision"),
    ("needed", "i8", "processors", "what the job needs"),
    ("value", "f8", "", "the policy's own number (a tag); nan none"),
)

PROMISES = _terms(
    ("time", "f8", "s", "when the reservation was made or moved"),
    ("job", "i8", "", "row of jobs; the first row of a job is its first promise"),
    ("start", "f8", "s", "the start promised"),
    ("cluster", "i8", "", "where; 0 on a platform of one cluster"),
)

SEARCH = _terms(
    ("time", "f8", "s", "the tick of the search"),
    ("waiting", "i8", "jobs", "in the plan at the tick"),
    ("iteration", "i8", "", "1.. within the tick; 0 the plan as it was"),
    ("job", "i8", "", "the job that was moved; -1 where all were tabu"),
    ("accepted", "i8", "", "1 where the move made the plan better"),
    ("weight", "f8", "", "weighted sum of the relative improvements; accepted above 0"),
    ("bounded_stretch", "f8", "", "mean over the waiting jobs of the best plan after the iteration"),
    ("wait", "f8", "s", "mean over the waiting jobs of the best plan after the iteration"),
    ("response", "f8", "s", "mean over the waiting jobs of the best plan after the iteration"),
    ("unfairness", "f8", "", "F of the best plan after the iteration"),
)

REASONS = _terms(
    ("job", "i8", "", "row of jobs"),
    ("kind", "i8", "", "0 busy, 1 reservation, 2 order, 3 rule, 4 unknown"),
    ("begin", "f8", "s", "from when"),
    ("end", "f8", "s", "until when"),
    ("culprit", "i8", "", "row of the job the log names; -1 none is known, or kind 0: several share it"),
)

IDLE = _terms(
    ("begin", "f8", "s", "from when"),
    ("end", "f8", "s", "until when"),
    ("area", "f8", "processor-s", "idle in that time for that reason"),
    (
        "reason",
        "i8",
        "",
        "0 no work, 1 does not fit, 2 reservation, 3 order, 4 rule, 5 unknown, 6 split between clusters",
    ),
)

IDLE_STEPS = _terms(
    ("time", "f8", "s", "from when"),
    ("busy", "i4", "processors", "in use"),
    ("no_work", "i4", "processors", "idle: nobody wants them"),
    ("does_not_fit", "i4", "processors", "idle: wanted only by jobs that need more"),
    ("reservation", "i4", "processors", "idle: held for a reservation"),
    ("order", "i4", "processors", "idle: held because other jobs go first"),
    ("rule", "i4", "processors", "idle: held by a rule of the policy"),
    ("unknown", "i4", "processors", "idle: held in a recorded schedule, a log does not tell what for"),
    ("split", "i4", "processors", "idle: wanted by jobs that would fit if the clusters were one machine"),
)

STEPS = _terms(
    ("time", "f8", "s", "from when"),
    ("busy", "f8", "processors", "in use"),
    ("demand", "f8", "processors", "of submitted, unfinished jobs"),
    ("waiting", "i8", "jobs", "submitted, not started"),
    ("held", "f8", "processors", "held without progress"),
)

TABLES = {
    "jobs": JOBS,
    "recorded": RECORDED,
    "campaigns": CAMPAIGNS,
    "placed": PLACED,
    "segments": SEGMENTS,
    "places": PLACES,
    "virtual": VIRTUAL,
    "shares": SHARES,
    "marks": MARKS,
    "links": LINKS,
    "decisions": DECISIONS,
    "steps": STEPS,
    "promises": PROMISES,
    "search": SEARCH,
    "reasons": REASONS,
    "idle": IDLE,
    "idle_steps": IDLE_STEPS,
}


@cache
def tables() -> Mapping[str, Mapping[str, Term]]:
    """{table: {column: Term}}, those of topics last.  Raises ValueError where a column is declared twice."""
    terms = {name: dict(columns) for name, columns in TABLES.items()}
    for added in _of_topics():
        columns = terms.setdefault(added.table, {})
        twice = columns.keys() & {row[0] for row in added.rows}
        if twice:
            raise ValueError(f"table {added.table}: declared twice: {sorted(twice)}")
        group = added.key if added.table in TABLES else ""
        columns |= {row[0]: Term(*row, optional=group) for row in added.rows}
    return terms


def headers() -> tuple[str, ...]:
    """Keys of the lines of a header by which logs declare columns of topics."""
    return tuple(added.header for added in _of_topics() if added.header)


def with_more() -> tuple[str, ...]:
    """Those of these lines behind which what follows the 18th field of a log is no surplus."""
    return tuple(added.header for added in _of_topics() if added.surplus)


def _of_topics() -> tuple[Columns, ...]:
    columns: Mapping[str, Columns] = registry.load(__name__, "COLUMNS")
    return tuple(columns.values())
