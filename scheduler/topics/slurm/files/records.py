"""The texts by which partitions, QOS and accounts are given to the policy: records with a name and fields.

    partitions   1:batch Nodes=1-64 MaxTime=86400; 2:debug Nodes=1-4 MaxTime=1800 PriorityTier=10
    qos          1:normal; 3:urgent Priority=100 MaxCPUsPerUser=64 GrpCPUs=256 MaxJobsPerUser=4
    jobs         17 Nice=100; 18 After=12,17 Delay=3600; 30 Array=30 AtOnce=2; 31 Reservation=course
    accounts     account=physics Shares=3; account=optics Parent=physics Group=2; user=7 account=optics Shares=2

A number is the one that the log has (of its partition, QOS, account or user); names are for people.  Fields are those
of slurm.conf and sacctmgr, times in seconds.  The texts of reservations are in the module `reservations`.

>>> partitions("1:batch Nodes=1-2,4 MaxTime=60")[0][:5]
(1, 'batch', ((1, 2), (4, 4)), 60.0, 1)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from scheduler.errors import ParamError
from scheduler.formats.reading.slurm_values import is_whole

MOST = 5_000  # records of a text
MOST_JOBS = 200_000  # of that of jobs
MOST_NODES = 65_536
MOST_NAMED = 1 << 19  # nodes that all lists of a file name together
MOST_MEMORY = 1 << 40  # MB
LONGEST = 400_000  # characters
NAME = re.compile(r"[\w.@+-]{1,80}")
ODD = re.compile(r"[^\w.@+-]")
NUMBERED = re.compile(r"(-?\d{1,15})(?::([\w.@+-]{1,80}))?")
RANGE = re.compile(r"(\d{1,7})(?:-(\d{1,7}))?")
NICE = re.compile(r"-?\d{1,10}")
NUMBERS = re.compile(r"\d{1,15}(,\d{1,15})*")
MODES = ("off", "requeue", "cancel")  # how jobs are preempted
CLEAR = "has no bearing on who starts when"  # why something of a file is not read
NOT_SIMULATED = "is not simulated"
UNKNOWN = "is not known here"
INHERITED = "parent"  # shares of a user that counts as its account
ROOT = "root"


class Partition(NamedTuple):
    """A partition; nodes: first and last, from 1 on, () for all; max_time: s, None without a limit, as max_nodes;
    preempt_mode: one of MODES, "" for that of the cluster."""

    number: int
    name: str = ""
    nodes: tuple[tuple[int, int], ...] = ()
    max_time: float | None = None
    tier: int = 1
    factor: int = 1
    up: bool = True
    max_nodes: int | None = None
    preempt_mode: str = ""


class Qos(NamedTuple):
    """A QOS; limits are None where there is none, max_wall in s.

    preempts: numbers of the QOS whose jobs it may preempt; preempt_mode: how its own are preempted, one of MODES, "" as
    the cluster says; preempt_exempt: s that its jobs run before they may be preempted, None as the cluster says.
    """

    number: int
    name: str = ""
    priority: int = 0
    usage_factor: float = 1.0
    max_wall: float | None = None
    group_processors: int | None = None
    group_jobs: int | None = None
    user_processors: int | None = None
    user_jobs: int | None = None
    account_processors: int | None = None
    account_jobs: int | None = None
    job_processors: int | None = None
    group_nodes: int | None = None
    user_nodes: int | None = None
    account_nodes: int | None = None
    group_submit: int | None = None
    user_submit: int | None = None
    account_submit: int | None = None
    preempts: tuple[int, ...] = ()
    preempt_mode: str = ""
    preempt_exempt: float | None = None


class Association(NamedTuple):
    """An account, or a user of one.

    number: of the log, -1 of accounts that it does not have; shares: None of a user that counts as its account; usage:
    processor-seconds at the beginning.  The limits of a group count all jobs below it; the others are of each user,
    and where one has none of its own it has that of the next account above it.
    """

    account: str
    parent: str
    is_user: bool
    number: int
    shares: int | None = 1
    usage: float = 0.0
    group_processors: int | None = None
    group_jobs: int | None = None
    group_nodes: int | None = None
    group_submit: int | None = None
    max_jobs: int | None = None
    max_submit: int | None = None
    max_wall: float | None = None
    job_processors: int | None = None
    priority: int | None = None  # None: that of the next account above, or 0


# {limit: none}, to be replaced where limits are not enforced
LIMITS_OF_QOS: dict[str, Any] = dict.fromkeys(
    (
        "max_wall",
        "group_processors",
        "group_jobs",
        "user_processors",
        "user_jobs",
        "account_processors",
        "account_jobs",
        "job_processors",
        "group_nodes",
        "user_nodes",
        "account_nodes",
        "group_submit",
        "user_submit",
        "account_submit",
    )
)
LIMITS_OF_ASSOCIATION: dict[str, Any] = dict.fromkeys(
    (
        "group_processors",
        "group_jobs",
        "group_nodes",
        "group_submit",
        "max_jobs",
        "max_submit",
        "max_wall",
        "job_processors",
    )
)


class JobDetail(NamedTuple):
    """What a job was submitted with; delay: s from its submission until it may start, after: jobs that end before."""

    number: int
    nice: int = 0
    delay: float = 0.0
    after: tuple[int, ...] = ()
    array: int | None = None
    at_once: int | None = None  # how many of its array run at a time
    requeue: bool | None = None  # whether it may be put back into the queue; None as the cluster says
    reservation: str = ""  # the one that it asks for
    memory: int | None = None  # MB for each processor, 0 for all that a node has
    node_memory: int | None = None  # MB on each node, 0 for all that it has; both None: not told


class Fields:
    """The fields of a record, each read once; what is left over is refused."""

    def __init__(self, what: str, text: str, words: list[str]):
        self.what, self.text = what, text
        pairs = [word.partition("=") for word in words]
        for key, sign, value in pairs:
            if not sign or not value:
                raise ParamError(f"{what}: {key[:40]!r} in {text[:60]!r} is no field; wanted: NAME=VALUE.")
        self.values = {key.lower(): value for key, _, value in pairs}
        self.names = {key.lower(): key for key, _, _ in pairs}
        self.read: list[str] = []

    def word(self, name: str, default: str = "") -> str:
        """The value of a field as it is."""
        self.read.append(name)
        return self.values.pop(name.lower(), default)

    def whole(self, name: str, default: int | None, most: int = 1 << 53) -> int | None:
        """A whole number from 0 on."""
        text = self.word(name)
        if not text:
            return default
        if not is_whole(text) or int(text) > most:
            raise ParamError(
                f"{self.what}: {name}={text[:40]} in {self.text[:60]!r}; wanted: a whole number from 0 to {most:,}."
            )
        return int(text)

    def amount(self, name: str, default: float | None) -> float | None:
        """A number from 0 on."""
        text = self.word(name)
        if not text:
            return default
        try:
            value = float(text)
            if not 0 <= value < 1e18:
                raise ValueError
        except ValueError:
            raise ParamError(
                f"{self.what}: {name}={text[:40]} in {self.text[:60]!r}; wanted: a number from 0 on."
            ) from None
        return value

    def end(self) -> None:
        """Raise ParamError where a field was not read."""
        for key in self.values:
            near = get_close_matches(key, [name.lower() for name in self.read], 1)
            hint = (
                f"did you mean {next(n for n in self.read if n.lower() == near[0])}?"
                if near
                else ("known: " + ", ".join(self.read) + ".")
            )
            raise ParamError(f"{self.what}: there is no field {self.names[key][:40]!r}; {hint}")


def records_of(what: str, text: str, most: int = MOST) -> list[tuple[str, list[str]]]:
    """(record, its words) of a text; raises ParamError for one that is too long."""
    longest = most * LONGEST // MOST
    if len(text) > longest:
        raise ParamError(f"{what} has {len(text):,} characters; at most {longest:,} are read.")
    records = [record.strip() for record in text.split(";")]
    records = [record for record in records if record]
    if len(records) > most:
        raise ParamError(f"{what} has {len(records):,} records; at most {most:,} are read.")
    return [(record, record.split()) for record in records]


def _numbered(what: str, record: str, word: str, numbers: set[int]) -> tuple[int, str]:
    match = NUMBERED.fullmatch(word)
    if match is None:
        raise ParamError(
            f"{what}: {record[:60]!r} begins with {word[:40]!r}; wanted: the number that the log has, or NUMBER:NAME."
        )
    number = int(match[1])
    if number in numbers:
        raise ParamError(f"{what} has number {number} twice; give each one record.")
    numbers.add(number)
    return number, match[2] or ""


def nodes_of(what: str, text: str) -> tuple[tuple[int, int], ...]:
    """Ranges of "1-64,70", ascending and without what another has; () of "" and ALL."""
    if text in ("", "ALL"):
        return ()
    ranges = []
    for piece in text.split(","):
        match = RANGE.fullmatch(piece)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last:
            raise ParamError(f"{what}: Nodes={text[:40]}; wanted: numbers of nodes from 1 on, such as 1-64,70.")
        ranges.append((first, last))
    apart: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        begin, end = apart.pop() if apart and first <= apart[-1][1] else (first, last)
        apart.append((begin, max(end, last)))
    return tuple(apart)


def partitions(text: str) -> tuple[Partition, ...]:
    """The partitions of a text; raises ParamError, one sentence."""
    result, numbers = [], set[int]()
    for record, words in records_of("partitions", text):
        number, name = _numbered("partitions", record, words[0], numbers)
        fields = Fields("partitions", record, words[1:])
        nodes = nodes_of("partitions", fields.word("Nodes"))
        max_time, tier = fields.amount("MaxTime", None), fields.whole("PriorityTier", 1, 65_533)
        factor, state = fields.whole("PriorityJobFactor", 1, 65_533), fields.word("State", "UP").upper()
        max_nodes, mode = fields.whole("MaxNodes", None), _mode("partitions", fields)
        fields.end()
        if state not in ("UP", "DOWN", "DRAIN", "INACTIVE"):
            raise ParamError(f"partitions: State={state[:20]}; wanted: UP, DOWN, DRAIN or INACTIVE.")
        result.append(
            Partition(number, name, nodes, max_time, int(tier or 0), int(factor or 0), state == "UP", max_nodes, mode)
        )
    return tuple(result)


def _mode(what: str, fields: Fields) -> str:
    """PreemptMode of a record; "" where it has none."""
    mode = fields.word("PreemptMode").lower()
    if mode and mode not in MODES:
        raise ParamError(f"{what}: PreemptMode={mode[:20]}; wanted: off, requeue or cancel.")
    return mode


def whole_numbers(what: str, record: str, name: str, fields: Fields) -> tuple[int, ...]:
    """Numbers parted by commas; () where the field is not there."""
    text = fields.word(name)
    if text and not NUMBERS.fullmatch(text):
        raise ParamError(f"{what}: {name}={text[:40]} in {record[:60]!r}; wanted: numbers of {what}, such as 12,17.")
    return tuple(map(int, text.split(","))) if text else ()


def qos(text: str) -> tuple[Qos, ...]:
    """The QOS of a text; raises ParamError, one sentence."""
    result, numbers = [], set[int]()
    for record, words in records_of("qos", text):
        number, name = _numbered("qos", record, words[0], numbers)
        fields = Fields("qos", record, words[1:])
        usage = fields.amount("UsageFactor", 1.0)
        one = Qos(
            number,
            name,
            fields.whole("Priority", 0, (1 << 32) - 1) or 0,
            1.0 if usage is None else usage,
            fields.amount("MaxWall", None),
            fields.whole("GrpCPUs", None),
            fields.whole("GrpJobs", None),
            fields.whole("MaxCPUsPerUser", None),
            fields.whole("MaxJobsPerUser", None),
            fields.whole("MaxCPUsPerAccount", None),
            fields.whole("MaxJobsPerAccount", None),
            fields.whole("MaxCPUsPerJob", None),
            fields.whole("GrpNodes", None),
            fields.whole("MaxNodesPerUser", None),
            fields.whole("MaxNodesPerAccount", None),
            fields.whole("GrpSubmitJobs", None),
            fields.whole("MaxSubmitJobsPerUser", None),
            fields.whole("MaxSubmitJobsPerAccount", None),
        )
        one = one._replace(
            preempts=whole_numbers("qos", record, "Preempt", fields),
            preempt_mode=_mode("qos", fields),
            preempt_exempt=fields.amount("PreemptExemptTime", None),
        )
        fields.end()
        result.append(one)
    return tuple(result)


def accounts(text: str) -> tuple[Association, ...]:
    """The associations of a text, parents before children; raises ParamError, one sentence."""
    result: list[Association] = []
    names = {ROOT}
    users = set[tuple[str, int]]()
    for record, words in records_of("accounts", text):
        one = _association(record, words)
        if one.parent not in names:
            raise ParamError(
                f"accounts: {record[:60]!r} is below {one.parent!r}, which is not there before it; give "
                "accounts before what is below them."
            )
        if (one.is_user and (one.account, one.number) in users) or (not one.is_user and one.account in names):
            raise ParamError(f"accounts: {record[:60]!r} is there twice.")
        (users.add((one.account, one.number)) if one.is_user else names.add(one.account))
        result.append(one)
    return tuple(result)


def _association(record: str, words: list[str]) -> Association:
    fields = Fields("accounts", record, words)
    account, user = fields.word("account"), fields.word("user")
    if not NAME.fullmatch(account or ROOT):
        raise ParamError(f"accounts: {account[:40]!r} is no name of an account; wanted: letters, digits and . _ - @ +.")
    parent = account or ROOT
    if not user:
        if not account:
            raise ParamError(f"accounts: {record[:60]!r} names neither account nor user.")
        parent = fields.word("Parent", ROOT)
    number = _numbered("accounts", record, user, set())[0] if user else fields.whole("Group", None)
    shares = _shares(fields, bool(user))
    group = ("GrpCPUs", "GrpJobs", "GrpNodes", "GrpSubmitJobs")
    one = Association(
        account or ROOT,
        parent,
        bool(user),
        -1 if number is None else number,
        shares,
        fields.amount("Usage", 0.0) or 0.0,
        *(fields.whole(name, None) for name in group),
    )
    one = one._replace(
        max_jobs=fields.whole("MaxJobs", None),
        max_submit=fields.whole("MaxSubmitJobs", None),
        max_wall=fields.amount("MaxWall", None),
        job_processors=fields.whole("MaxCPUsPerJob", None),
        priority=fields.whole("Priority", None, (1 << 32) - 1),
    )
    fields.end()
    return one


def _shares(fields: Fields, user: bool) -> int | None:
    """How many shares; None of users that count as their account."""
    if fields.values.get("shares") == INHERITED and user:
        fields.word("Shares")
        return None
    return fields.whole("Shares", 1, (1 << 31) - 1)


def jobs(text: str) -> tuple[JobDetail, ...]:
    """What single jobs were submitted with; raises ParamError, one sentence."""
    result, numbers = [], set[int]()
    for record, words in records_of("jobs", text, MOST_JOBS):
        number, _ = _numbered("jobs", record, words[0], numbers)
        fields = Fields("jobs", record, words[1:])
        nice, after = fields.word("Nice", "0"), whole_numbers("jobs", record, "After", fields)
        if not NICE.fullmatch(nice):
            raise ParamError(f"jobs: Nice={nice[:40]} in {record[:60]!r}; wanted: a whole number of at most 10 digits.")
        again = fields.whole("Requeue", None, 1)
        result.append(
            JobDetail(
                number,
                int(nice),
                fields.amount("Delay", 0.0) or 0.0,
                after,
                fields.whole("Array", None),
                fields.whole("AtOnce", None),
                None if again is None else bool(again),
                fields.word("Reservation"),
                fields.whole("Memory", None, MOST_MEMORY),
                fields.whole("NodeMemory", None, MOST_MEMORY),
            )
        )
        fields.end()
        if result[-1].memory is not None and result[-1].node_memory is not None:
            raise ParamError(
                f"jobs: Memory and NodeMemory in {record[:60]!r}; wanted: one of them, memory for each "
                "processor or on each node."
            )
        if result[-1].at_once == 0:
            raise ParamError(f"jobs: AtOnce=0 in {record[:60]!r}; wanted: 1 or more of the array at a time.")
    return tuple(result)


def node_memory(text: str) -> tuple[int, ...]:
    """MB of each node of "60x256000,4x1024000"; raises ParamError, one sentence."""
    return node_sizes(text, "node_memory", "MB")


def node_sizes(text: str, what: str = "nodes", unit: str = "processors") -> tuple[int, ...]:
    """Processors of each node of "64x128,4x48"; raises ParamError, one sentence."""
    sizes: list[int] = []
    for piece in filter(None, text.replace(" ", "").split(",")):
        count, sign, each = piece.partition("x")
        if not (sign and is_whole(count) and is_whole(each) and int(count) > 0 and 0 < int(each) < 1 << 31):
            raise ParamError(f"{what}: {piece[:40]!r}; wanted: how many nodes of how many {unit}, such as 64x128.")
        if len(sizes) + int(count) > MOST_NODES:
            raise ParamError(f"{what}: more than {MOST_NODES:,} nodes are not simulated.")
        sizes += [int(each)] * int(count)
    return tuple(sizes)


def node_text(sizes: Sequence[int]) -> str:
    """ "64x128,4x48" of sizes in their order."""
    pieces: list[list[int]] = []
    for size in sizes:
        if pieces and pieces[-1][1] == size:
            pieces[-1][0] += 1
        else:
            pieces.append([1, size])
    return ",".join(f"{count}x{size}" for count, size in pieces)


def as_text(key: str, fields: Mapping[str, object]) -> str:
    """A record: the key and those fields that have a value."""
    return " ".join([key, *(f"{name}={value}" for name, value in fields.items() if value not in (None, ""))]).strip()


def plain_name(name: str) -> str:
    """The name of a reservation in the texts of parameters, which have no spaces and the like."""
    return ODD.sub("_", name)[:80]
