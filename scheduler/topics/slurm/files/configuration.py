"""slurm.conf, and what sshare and sacctmgr print, as parameters of the policy `slurm`.

Every line is either read, or it is listed with the reason why it is not: what has no bearing on who starts when
(`SlurmctldPort`), what is not simulated (`Licenses`), and what is not known.  `Include` is never followed: no file is
opened here.

Names become numbers of the log, as `names` has them: {column of jobs: names}, the name of number k + 1 at position k.
Who has no number there gets one below -1, which no job has.

>>> configuration("PriorityType=priority/multifactor\\nPriorityWeightAge=1000").params
{'priority': 'multifactor', 'weight_age': 1000}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from scheduler.errors import FormatError
from scheduler.formats.reading.account_tree import TreeRow, tree_rows
from scheduler.formats.reading.slurm_values import is_whole
from scheduler.topics.slurm.files.hosts import Lists, ranges
from scheduler.topics.slurm.files.limits import qos_rows, tree_limits
from scheduler.topics.slurm.files.records import (
    CLEAR,
    MOST_MEMORY,
    MOST_NAMED,
    MOST_NODES,
    NOT_SIMULATED,
    UNKNOWN,
    as_text,
    node_text,
)
from scheduler.topics.slurm.files.scontrol import reservation_records, used_by_nobody
from scheduler.topics.slurm.files.settings import (
    BY_RESOURCE,
    BY_SCHEDULER,
    COUNTED,
    LEFT_OUT,
    NO_BEARING,
    OF_MEMORY,
    OF_NODES,
    OF_PARTITIONS,
    OF_PROCESSORS,
    OF_TIME,
    OF_USERS,
    SETTINGS,
    enforces_limits,
)
from scheduler.topics.slurm.files.submissions import job_records
from scheduler.topics.slurm.files.times import ENDLESS, minutes

MOST_LINES = 100_000
LONGEST_LINE = 100_000
MOST_WORDS = 100  # of a line: a line of defaults counts for each line that they are of
MOST_IGNORED = 100_000  # lines and words of slurm.conf that are not read

Names = Mapping[str, Sequence[str]]


class Ignored(NamedTuple):
    """A line, or a word of one, that is not read; line: from 1, `file` names which."""

    file: str
    line: int
    text: str
    why: str


class Configuration(NamedTuple):
    """Parameters of the policy, and all that was not read."""

    params: dict[str, Any]
    ignored: tuple[Ignored, ...]

    def summary(self) -> str:
        """One sentence on how much was not read."""
        counts = {why: sum(one.why == why for one in self.ignored) for why in (NOT_SIMULATED, UNKNOWN, CLEAR)}
        words = [
            f"{many:,} {'settings' if many > 1 else 'setting'} that {_plural(why, many)}"
            for why, many in counts.items()
            if many
        ]
        return f"Not read: {', '.join(words)}." if words else "Every setting was read."


def _plural(why: str, many: int) -> str:
    if many == 1:
        return why
    return why.replace("has ", "have ").replace("is ", "are ")


def configuration(
    conf: str = "",
    shares: str = "",
    qos: str = "",
    names: Names | None = None,
    name: str = "slurm.conf",
    jobs: str = "",
    reservations: str = "",
) -> Configuration:
    """The parameters that these texts say: slurm.conf, `sshare -a -P` or `sacctmgr dump`, `sacctmgr show qos -P`.

    jobs: what sacct prints of submissions (submissions.py); reservations: what scontrol prints (scontrol.py).

    Raises FormatError, which names the line, for a value that does not read.
    """
    reading = _Reading(names or {}, name)
    if conf:
        reading.conf(conf)
    if shares:
        reading.tree(tree_rows(shares))
    if qos:
        reading.qos(qos_rows(qos, reading.skip))
    if jobs:
        reading.params["jobs"] = job_records(jobs, reading.skip, bool(reading.limits_memory), reading.untold_memory())
    if reservations:
        reading.reservations(reservations)
    reading.node_memory()
    return Configuration(reading.params, tuple(reading.ignored))


def of_files(files: Mapping[str, str], names: Names) -> Configuration:
    """The same of {option that names a file: text}, as `slurm_conf`, `sshare`, `slurm_qos` and so on."""
    return configuration(
        files.get("slurm_conf", ""),
        files.get("sshare", ""),
        files.get("slurm_qos", ""),
        names,
        jobs=files.get("slurm_jobs", ""),
        reservations=files.get("slurm_reservations", ""),
    )


class _Reading:
    """What has been read so far."""

    def __init__(self, names: Names, name: str):
        self.names, self.name = names, name
        self.numbers: dict[str, dict[str, int]] = {}  # column of names -> name -> number, as they are asked for
        self.lists = Lists(MOST_NAMED)
        self.params: dict[str, Any] = {}
        self.ignored: list[Ignored] = []
        self.nodes: dict[str, int] = {}  # name of a node -> its number, from 1
        self.sizes: list[int] = []
        self.memory: list[int] = []  # MB of each node
        self.of_memory: list[tuple[int, str]] = []  # (line, text) where they are
        self.limits_memory: tuple[int, str] | None = None  # (line, text) of SelectTypeParameters that counts memory
        self.without = -1  # numbers of those that the log does not have go down from here
        self.at = 0

    def skip(self, file: str, line: int, text: str, why: str) -> None:
        """List something that is not read; raises FormatError where that is more than a slurm.conf has."""
        if file == self.name and len(self.ignored) >= MOST_IGNORED:
            raise self.fault(text, f"a slurm.conf; more than {MOST_IGNORED:,} words of this one are not read")
        self.ignored.append(Ignored(file, line, text[:200], why))

    def number(self, column: str, name: str) -> int:
        """The number that the log has for a name."""
        if column not in self.numbers:
            last_first = reversed(list(enumerate(self.names.get(column, ()), 1)))
            self.numbers[column] = {one: number for number, one in last_first}
        numbers = self.numbers[column]
        if name in numbers:
            return numbers[name]
        if not numbers and is_whole(name):
            return int(name)
        self.without -= 1
        return self.without

    def fault(self, what: str, wanted: str) -> FormatError:
        """An error that names the line."""
        return FormatError(f"Line {self.at} of {self.name} says {what[:80]!r}; wanted: {wanted}.")

    # -- slurm.conf

    def conf(self, text: str) -> None:
        """Read slurm.conf."""
        partitions, defaults = [], {"nodename": dict[str, str](), "partitionname": dict[str, str]()}
        for line, words in logical_lines(text, self.name):
            self.at = line
            key = words[0].partition("=")[0].lower()
            if key in defaults:
                pairs = self.pairs(words)
                if pairs[key].upper() == "DEFAULT":
                    defaults[key] |= {name: value for name, value in pairs.items() if name != key}
                elif key == "nodename":
                    self.node(pairs, defaults[key] | pairs)
                else:
                    partitions.append((line, defaults[key] | pairs))
                continue
            if key.split()[0] == "include":
                self.skip(self.name, line, " ".join(words), "is never followed")
                continue
            for word in words:
                self.setting(word)
        if self.sizes:
            self.params["nodes"] = node_text(self.sizes)
        records = []
        for line, pairs in partitions:
            self.at = line
            records.append(self.partition(pairs))
        if records:
            self.params["partitions"] = "; ".join(records)

    def pairs(self, words: Sequence[str]) -> dict[str, str]:
        """{name in small letters: value}."""
        result = {}
        for word in words:
            name, sign, value = word.partition("=")
            if not sign:
                raise self.fault(word, "NAME=VALUE")
            result[name.lower()] = value.strip('"')
        return result

    def setting(self, word: str) -> None:
        """A setting that stands alone."""
        name, sign, value = word.partition("=")
        if not sign:
            raise self.fault(word, "NAME=VALUE")
        key, value = name.lower(), value.strip('"')
        if key == "priorityusageresetperiod" and value.upper() == "NOW":
            self.skip(self.name, self.at, word, "is done once, when slurm.conf is read")
        elif key in SETTINGS:
            param, read = SETTINGS[key]
            try:
                self.params[param] = read(value)
            except (ValueError, KeyError):
                raise self.fault(word, f"a value that {name} may have") from None
        elif key == "accountingstorageenforce":
            self.params |= dict.fromkeys(("enforce_limits", "usage_at_end"), enforces_limits(value))
        elif key == "schedulerparameters":
            self.scheduler(value)
        elif key == "preemptmode":
            self.params["preempt_mode"] = self.mode(value, name)
        elif key == "preemptparameters":
            self.scheduler(",".join(f"preempt_{part}" for part in value.split(",")))
        elif key == "authinfo" and (match := re.search(r"cred_expire=([1-9]\d{0,5})(?!\d)", value)):
            self.params["requeue_wait"] = int(match[1]) + 1
        elif key == "priorityflags":
            self.flags(value)
        elif key == "priorityweighttres":
            self.resources(value)
        elif key == "selecttype":
            self.params |= {"whole_nodes": True, "release_window": 0} if value.lower().endswith("linear") else {}
        elif key == "selecttypeparameters":
            for part in filter(None, re.split("[,|]", value)):
                if part.upper() in OF_MEMORY:
                    self.limits_memory = self.at, f"{name}={part} without a table of jobs that has ReqMem"
                if part.upper() not in (*OF_PROCESSORS, *OF_MEMORY):
                    self.skip(self.name, self.at, f"{name}={part}", NOT_SIMULATED)
        elif key.startswith(LEFT_OUT):
            self.skip(self.name, self.at, word, NOT_SIMULATED)
        else:
            self.skip(self.name, self.at, word, CLEAR if NO_BEARING.match(key) else UNKNOWN)

    def scheduler(self, value: str) -> None:
        """SchedulerParameters."""
        for part in filter(None, value.split(",")):
            key, _, number = part.partition("=")
            if key == "preempt_youngest_first":
                self.params[key] = True
            elif key in BY_SCHEDULER:
                if not is_whole(number):
                    raise self.fault(part, f"a whole number for {key}")
                self.params[key] = int(number)
            else:
                self.skip(self.name, self.at, f"SchedulerParameters={part}", CLEAR if key in OF_TIME else NOT_SIMULATED)

    def resources(self, value: str) -> None:
        """PriorityWeightTRES."""
        for part in filter(None, value.split(",")):
            resource, _, weight = part.partition("=")
            if resource.lower() not in BY_RESOURCE:
                self.skip(self.name, self.at, f"PriorityWeightTRES={part}", NOT_SIMULATED)
            elif not is_whole(weight):
                raise self.fault(part, f"a whole number for {resource}")
            else:
                self.params[BY_RESOURCE[resource.lower()]] = int(weight)

    def mode(self, value: str, name: str) -> str:
        """PreemptMode; what suspends jobs is not simulated."""
        for part in filter(None, value.lower().split(",")):
            if part in ("requeue", "cancel", "off"):
                return part
            self.skip(self.name, self.at, f"{name}={part}", NOT_SIMULATED)
        return "off"

    def flags(self, value: str) -> None:
        """PriorityFlags."""
        for flag in filter(None, value.upper().split(",")):
            if flag == "NO_FAIR_TREE":
                self.params["fair_share"] = "classic"
            elif flag == "SMALL_RELATIVE_TO_TIME":
                self.params["size_by_time"] = True
            elif flag == "FAIR_TREE":
                self.params["fair_share"] = "fair_tree"
            else:
                self.skip(self.name, self.at, f"PriorityFlags={flag}", NOT_SIMULATED)

    def node(self, own: Mapping[str, str], pairs: Mapping[str, str]) -> None:
        """A line of NodeName; pairs: with what NodeName=DEFAULT says."""
        parts = "cpus" not in own and (set(COUNTED) & set(own) or "cpus" not in pairs)
        size = prod(self.count(pairs, key) for key in (COUNTED if parts else ("cpus",)))
        for key, value in pairs.items():
            down = key == "state" and value.upper() not in ("UNKNOWN", "IDLE", "CLOUD")
            if key in ("realmemory", "memspeclimit"):
                self.of_memory.append((self.at, f"NodeName={pairs['nodename']} {key}={value}"))
            if key in OF_NODES or down:
                self.skip(self.name, self.at, f"NodeName={pairs['nodename']} {key}={value}", NOT_SIMULATED)
        for node in self.hosts(pairs["nodename"]):
            if node in self.nodes:
                raise self.fault(node, "each node once")
            self.sizes.append(size)
            real, kept = (self.count(pairs, *one, MOST_MEMORY) for one in (("realmemory", "1"), ("memspeclimit", "0")))
            self.memory.append(max(real - kept, 1))
            self.nodes[node] = len(self.sizes)

    def count(self, pairs: Mapping[str, str], key: str, default: str = "1", most: int = 1 << 20) -> int:
        """A whole number, above 0 and below `most`, or the default."""
        value = pairs.get(key, default)
        if not is_whole(value) or not (0 < int(value) < most or value == default):
            raise self.fault(f"{key}={value}", "a whole number above 0")
        return int(value)

    def hosts(self, text: str) -> list[str]:
        """The names of a list of hosts."""
        try:
            return self.lists.names(text, MOST_NODES - len(self.sizes))
        except ValueError:
            raise self.fault(text, f"names of nodes, such as n[1-64], {MOST_NODES:,} at most") from None

    def partition(self, pairs: Mapping[str, str]) -> str:
        """A line of PartitionName, as a record."""
        name = pairs["partitionname"]
        numbers = self.members(name, pairs.get("nodes", ""))
        for key, value in pairs.items():
            usual = key == "oversubscribe" and value.upper() in ("NO", "EXCLUSIVE")
            usual = usual or (key == "defaulttime" and value.upper() == "NONE")
            if key not in OF_PARTITIONS and key not in OF_USERS and not usual:
                why = CLEAR if key == "defaulttime" else NOT_SIMULATED  # each job of a log has its own limit
                self.skip(self.name, self.at, f"PartitionName={name} {key}={value}", why)
        if pairs.get("oversubscribe", "").upper() == "EXCLUSIVE":
            self.params["whole_nodes"] = True
        try:
            longest = minutes(pairs.get("maxtime", "UNLIMITED"))
        except ValueError:
            raise self.fault(f"MaxTime={pairs['maxtime']}", "a time such as 60, 1:00:00 or 2-00:00:00") from None
        fields = {
            "Nodes": numbers,
            "MaxTime": None if longest is None else f"{60 * longest:.15g}",
            "MaxNodes": self.most_nodes(pairs),
            "PriorityTier": pairs.get("prioritytier", pairs.get("priority")),
            "PriorityJobFactor": pairs.get("priorityjobfactor", pairs.get("priority")),
            "State": pairs.get("state"),
            "PreemptMode": self.mode(pairs["preemptmode"], f"PartitionName={name} PreemptMode")
            if "preemptmode" in pairs
            else None,
        }
        return as_text(f"{self.number('partition', name)}:{name}", fields)

    def most_nodes(self, pairs: Mapping[str, str]) -> str | None:
        """MaxNodes of a partition; None without a limit."""
        value = pairs.get("maxnodes", "UNLIMITED")
        return None if value.upper() in ENDLESS else str(self.count(pairs, "maxnodes"))

    def members(self, partition: str, text: str) -> str:
        """The nodes of a partition as numbers; "" for all."""
        if not self.nodes or text.upper() in ("", "ALL"):
            return ""
        numbers = []
        for node in self.hosts_of(text):
            if node not in self.nodes:
                raise self.fault(node, f"nodes that a NodeName names; partition {partition} has another")
            numbers.append(self.nodes[node])
        return "" if len(set(numbers)) == len(self.nodes) else ranges(sorted(set(numbers)))

    def hosts_of(self, text: str) -> list[str]:
        """The names of a list of hosts, of nodes that there are."""
        try:
            return self.lists.names(text, MOST_NODES)
        except ValueError:
            wanted = f"names of nodes, such as n[1-64], {MOST_NAMED:,} of all partitions at most, or ALL"
            raise self.fault(text, wanted) from None

    def untold_memory(self) -> int | None:
        """MB that sacct has of jobs that ask for no memory: of the smallest node; None where there is a default."""
        defaults = [self.params.get(f"memory_per_{what}") for what in ("processor", "node")]
        return None if any(defaults) else min(self.memory, default=None)

    def node_memory(self) -> None:
        """RealMemory, where memory counts and the table of jobs tells what these ask for."""
        if self.limits_memory and self.sizes and "Memory=" in self.params.get("jobs", ""):
            self.params["node_memory"] = node_text(self.memory)
            return
        for line, text in self.of_memory:
            self.skip(self.name, line, text, "counts only with what jobs ask for" if self.limits_memory else CLEAR)
        if self.limits_memory:
            self.skip(self.name, *self.limits_memory, NOT_SIMULATED)

    # -- the tree and the QOS

    def tree(self, rows: Sequence[TreeRow]) -> None:
        """Accounts and users, as records."""
        records = []
        for row in rows:
            usage = f"{row.usage:.15g}" if row.usage else None
            shares = {"Shares": row.shares, "Usage": usage, **tree_limits(row, self.skip)}
            if row.user:
                user = f"{self.number('user_id', row.user)}:{row.user}"
                records.append(as_text(f"user={user} account={row.account}", shares))
            else:
                group = self.number("group", row.account)
                below = {"Parent": row.parent if row.parent != "root" else None, "Group": group if group > 0 else None}
                records.append(as_text(f"account={row.account}", {**below, **shares}))
        self.params["accounts"] = "; ".join(records)

    def qos(self, rows: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """QOS, as records."""
        for _, fields in rows:
            numbers = [self.number("queue", other) for other in fields.pop("Preempt", "").split(",") if other]
            fields["Preempt"] = ",".join(str(number) for number in numbers if number >= 0)  # others have no jobs
        self.params["qos"] = "; ".join(as_text(f"{self.number('queue', name)}:{name}", fields) for name, fields in rows)

    def reservations(self, text: str) -> None:
        """Reservations, as records; those that no job of the table of jobs asks for are listed."""
        self.params["reservations"] = reservation_records(text, self.nodes, self.sizes, self.number, self.skip)
        for name in used_by_nobody(self.params["reservations"], self.params.get("jobs", "")):
            self.skip("reservations", 0, f"ReservationName={name}", "is kept free: no job is known to ask for it")


def logical_lines(text: str, name: str = "slurm.conf") -> Iterator[tuple[int, list[str]]]:
    """(number, words) of lines that say something; a backslash at its end joins a line with the next."""
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES or any(len(line) > LONGEST_LINE for line in lines):
        raise FormatError(
            f"{name} has more than {MOST_LINES:,} lines, or one of more than {LONGEST_LINE:,} "
            "characters; wanted: a slurm.conf."
        )
    kept = ""
    for number, line in enumerate(lines, 1):
        if "\0" in line:
            raise FormatError(f"Line {number} of {name} is not text; wanted: a slurm.conf.")
        whole = kept + re.sub(r"(?<!\\)#.*", "", line).strip()
        kept = whole[:-1] if whole.endswith("\\") else ""
        words = [] if kept else re.findall(r'(?:[^\s"]|"[^"]*")+', whole)
        if len(whole) > LONGEST_LINE or len(words) > MOST_WORDS:
            raise FormatError(
                f"Line {number} of {name} has {len(whole):,} characters in {len(words):,} words, with the lines that "
                f"go on in it; wanted: at most {LONGEST_LINE:,} and {MOST_WORDS}."
            )
        if words:
            yield number, words
