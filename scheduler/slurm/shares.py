"""The tree of accounts and the QOS, of what Slurm's tools print.

sshare -a -P                    one line an association; names of accounts are indented by their depth
sacctmgr dump CLUSTER           Account and User lines below a Parent line
sacctmgr show qos -P            one line a QOS
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from scheduler.errors import FormatError
from scheduler.slurm.records import is_whole
from scheduler.slurm.times import exempt_seconds, minutes
from scheduler.wording import counted

Skip = Callable[[str, int, str, str], None]
MOST_ROWS = 5_000
MOST_LINES = 100_000
DEEPEST = 50  # accounts above each other
LEFT = "is not simulated"
SSHARE = "sshare -a -P -o Account,User,RawShares,RawUsage"
QOS_LINE = (
    "sacctmgr show qos -P format=Name,Priority,UsageFactor,GrpTRES,GrpJobs,GrpSubmit,MaxTRES,MaxWall,MaxTRESPU,"
    "MaxJobsPU,MaxSubmitPU,MaxTRESPA,MaxJobsPA,MaxSubmitPA,Preempt,PreemptMode,PreemptExemptTime"
)
NO_LIMIT = ("0", "1.000000", "cluster", "00:00:00")  # values of other fields that say nothing
WITHOUT_BEARING = ("description", "gracetime", "id", "flags")
NEEDED = frozenset({"account", "user", "rawshares"})  # columns of sshare
DUMPED = re.compile(r"(Cluster|Parent|Account|User)\s*-\s*'?([\w.@+-]*)'?(.*)")
# {field of a QOS in small letters: field of a record}
QOS_FIELDS = {
    "name": "name",
    "priority": "Priority",
    "usagefactor": "UsageFactor",
    "maxwall": "MaxWall",
    "preempt": "Preempt",
    "preemptmode": "PreemptMode",
    "preemptexempttime": "PreemptExemptTime",
    "grpjobs": "GrpJobs",
    "grpsubmit": "GrpSubmitJobs",
    "grpsubmitjobs": "GrpSubmitJobs",
    **{name: "MaxJobsPerUser" for name in ("maxjobspu", "maxjobsperuser")},
    **{name: "MaxJobsPerAccount" for name in ("maxjobspa", "maxjobsperaccount")},
    **{name: "MaxSubmitJobsPerUser" for name in ("maxsubmitpu", "maxsubmitjobspu", "maxsubmitjobsperuser")},
    **{name: "MaxSubmitJobsPerAccount" for name in ("maxsubmitpa", "maxsubmitjobspa", "maxsubmitjobsperaccount")},
}
# {the same: {resource: field of a record}}
_PER_USER = {"cpu": "MaxCPUsPerUser", "node": "MaxNodesPerUser"}
_PER_ACCOUNT = {"cpu": "MaxCPUsPerAccount", "node": "MaxNodesPerAccount"}
QOS_TRES = {
    "grptres": {"cpu": "GrpCPUs", "node": "GrpNodes"},
    "maxtres": {"cpu": "MaxCPUsPerJob"},
    "maxtresperjob": {"cpu": "MaxCPUsPerJob"},
    "maxtrespu": _PER_USER,
    "maxtresperuser": _PER_USER,
    "maxtrespa": _PER_ACCOUNT,
    "maxtresperaccount": _PER_ACCOUNT,
}
# of an account or a user in a dump
TREE_FIELDS = {
    "grpjobs": "GrpJobs",
    "grpsubmitjobs": "GrpSubmitJobs",
    "maxjobs": "MaxJobs",
    "maxsubmitjobs": "MaxSubmitJobs",
    "priority": "Priority",
}
TREE_TRES = {
    "grptres": {"cpu": "GrpCPUs", "node": "GrpNodes"},
    "maxtresperjob": {"cpu": "MaxCPUsPerJob"},
    "maxtres": {"cpu": "MaxCPUsPerJob"},
}
TREE_WALL = ("maxwalldurationperjob", "maxwall")


class TreeRow(NamedTuple):
    """An account (user "") or a user; shares: a number, or "parent"."""

    account: str
    user: str
    parent: str
    shares: str
    usage: float = 0.0
    limits: Mapping[str, str] = MappingProxyType({})  # {field of a record: value}


def tree_rows(text: str, skip: Skip) -> list[TreeRow]:
    """Accounts and users, parents first; raises FormatError naming the line to run."""
    lines = _lines(text, "tree of accounts")
    first = next((line for line in lines if line.strip()), "")
    rows = _of_sshare(lines, skip) if "|" in first else _of_dump(lines, skip)
    if not rows:
        raise FormatError(f"The tree of accounts has no account; wanted: what {SSHARE!r} or 'sacctmgr dump' prints.")
    if len(rows) > MOST_ROWS:
        raise FormatError(f"The tree has {len(rows):,} associations; at most {MOST_ROWS:,} are read.")
    _check_depth({row.account: row.parent for row in rows if not row.user})
    return rows


def _lines(text: str, what: str) -> list[str]:
    """The lines of a table; raises FormatError for more than any has."""
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise FormatError(f"The {what} has {len(lines):,} lines; at most {MOST_LINES:,} are read.")
    return lines


def _check_depth(above: Mapping[str, str]) -> None:
    """Raise FormatError where an account has too many above it, or itself; above: {account: the one above}."""
    for account in above:
        name, depth = account, 0
        while depth <= DEEPEST and name in above:
            name, depth = above[name], depth + 1
        if not account or depth > DEEPEST:
            raise FormatError(
                f"The tree of accounts has {account[:40]!r} below itself or more than {DEEPEST} accounts; wanted: "
                f"what {SSHARE!r} or 'sacctmgr dump' prints."
            )


def _of_sshare(lines: list[str], skip: Skip) -> list[TreeRow]:
    """One line an association."""
    names, rows, above = list[str](), list[TreeRow](), list[tuple[int, str]]()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        cells = line.split("|")
        if not names:
            names = [cell.strip().lower().replace(" ", "") for cell in cells]
            missing = NEEDED - set(names)
            if missing:
                raise FormatError(
                    f"The tree of accounts begins with {line[:60]!r}, which does not name "
                    f"{', '.join(sorted(missing))}; wanted: what {SSHARE!r} prints."
                )
            continue
        cell = dict(zip(names, cells, strict=False))
        if not cell.keys() >= NEEDED:
            raise FormatError(
                f"Line {number} of the tree has {counted(len(cells), 'cell')} ({line[:60]!r}); wanted: {len(names)}, "
                f"as {SSHARE!r} prints."
            )
        account, depth = cell["account"].strip(), len(cell["account"]) - len(cell["account"].lstrip())
        user, shares = cell["user"].strip(), cell["rawshares"].strip() or "1"
        if account == "root" and not user:
            continue
        if shares != "parent" and not is_whole(shares):
            raise FormatError(
                f"Line {number} of the tree has RawShares {shares[:20]!r}; wanted: a whole number or parent."
            )
        usage = cell.get("rawusage", "").strip() or "0"
        if not re.fullmatch(r"\d{1,18}(\.\d*)?", usage):
            raise FormatError(f"Line {number} of the tree has RawUsage {usage[:20]!r}; wanted: a number.")
        if user:
            rows.append(TreeRow(account, user, account, shares, float(usage)))
            continue
        while above and above[-1][0] >= depth:
            above.pop()
        rows.append(TreeRow(account, "", above[-1][1] if above else "root", shares, float(usage)))
        above.append((depth, account))
    return rows


def _of_dump(lines: list[str], skip: Skip) -> list[TreeRow]:
    """Accounts and users below lines of their parent."""
    rows, parent = list[TreeRow](), "root"
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = DUMPED.fullmatch(line.strip())
        if match is None:
            raise FormatError(
                f"Line {number} of the tree is {line[:60]!r}; wanted: what {SSHARE!r} or 'sacctmgr dump' prints."
            )
        kind, name, rest = match.groups()
        fields = {key.lower(): value.strip("'") for key, _, value in (part.partition("=") for part in _fields(rest))}
        if kind == "Parent":
            parent = name
        elif kind != "Cluster":
            shares = fields.get("fairshare", fields.get("shares", "1"))
            account, user = (parent, name) if kind == "User" else (name, "")
            rows.append(
                TreeRow(
                    account,
                    user,
                    parent,
                    shares if shares == "parent" or is_whole(shares) else "1",
                    0.0,
                    _tree_limits(name, fields, number, skip),
                )
            )
    return rows


def _tree_limits(name: str, fields: Mapping[str, str], number: int, skip: Skip) -> dict[str, str]:
    """The limits of an account or a user of line `number`."""
    limits: dict[str, str] = {}
    for key, value in fields.items():
        if key in TREE_TRES:
            limits |= _resources(value, TREE_TRES[key], lambda other: skip("tree", number, f"{name}: {other}", LEFT))
        elif key in TREE_FIELDS and is_whole(value):
            limits[TREE_FIELDS[key]] = value
        elif key in TREE_WALL:
            longest = _wall(value, number, "tree of accounts")
            limits |= {"MaxWall": longest} if longest else {}
        elif key.startswith(("max", "grp")):
            skip("tree", number, f"{name}: {key}", LEFT)
    return limits


def _fields(text: str) -> list[str]:
    """The fields of a line of a dump, which colons part where they are not inside quotes."""
    return [part for part in re.findall(r":((?:[^:']|'[^']*')*)", text) if part]


def _resources(text: str, fields: Mapping[str, str], other: Callable[[str], None]) -> dict[str, str]:
    """{field of a record: amount} of a list of resources such as cpu=16,node=2,gres/gpu=2.

    fields: {resource: field of a record}; other: is handed each part that is none of them.
    """
    result = {}
    for part in filter(None, text.split(",")):
        name, _, amount = part.partition("=")
        if name.lower() in fields and is_whole(amount):
            result[fields[name.lower()]] = amount
        else:
            other(part)
    return result


def qos_rows(text: str, skip: Skip) -> list[tuple[str, dict[str, Any]]]:
    """(name, fields of a record) of each QOS; raises FormatError naming the line to run."""
    names, rows = list[str](), list[tuple[str, dict[str, Any]]]()
    for number, line in enumerate(_lines(text, "table of QOS"), 1):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line.split("|")]
        if not names:
            names = [cell.lower() for cell in cells]
            if "name" not in names:
                raise FormatError(
                    f"The table of QOS begins with {line[:60]!r}, which does not name the field Name; "
                    f"wanted: what {QOS_LINE!r} prints."
                )
            continue
        rows.append(_qos(dict(zip(names, cells, strict=False)), number, skip))
    return rows


def _qos(cells: Mapping[str, str], number: int, skip: Skip) -> tuple[str, dict[str, Any]]:
    """(name, fields of a record) of the cells of line `number`."""
    name, fields = cells["name"], dict[str, Any]()
    for key, value in cells.items():
        field = "tres" if key in QOS_TRES else QOS_FIELDS.get(key)
        if not value or key == "name" or key in WITHOUT_BEARING or (field is None and value in NO_LIMIT):
            continue
        if field is None:
            skip("qos", number, f"{name}: {key}={value}", LEFT)
        elif key in QOS_TRES:
            fields |= _resources(value, QOS_TRES[key], partial(_left_out, skip, number, f"{name}: {key}="))
        elif field == "PreemptMode":
            fields |= _mode(name, value, number, skip)
        elif field == "PreemptExemptTime":
            fields[field] = _exempt(value, number)
        elif field == "MaxWall":
            fields[field] = _wall(value, number, "table of QOS")
        else:
            fields[field] = value
    return name, fields


def _mode(name: str, text: str, number: int, skip: Skip) -> dict[str, str]:
    """PreemptMode of a QOS; nothing where it is that of the cluster, off where it suspends jobs."""
    for part in filter(None, text.lower().split(",")):
        if part in ("requeue", "cancel", "off"):
            return {"PreemptMode": part}
        if part != "cluster":
            skip("qos", number, f"{name}: preemptmode={part}", LEFT)
    return {} if text.lower() in ("", "cluster") else {"PreemptMode": "off"}


def _exempt(text: str, number: int) -> str | None:
    """Seconds of a PreemptExemptTime; raises FormatError."""
    try:
        return str(exempt_seconds(text))
    except ValueError:
        raise FormatError(
            f"Line {number} of the table of QOS has PreemptExemptTime {text[:20]!r}; wanted: a time such as 1:00:00."
        ) from None


def _left_out(skip: Skip, number: int, before: str, part: str) -> None:
    skip("qos", number, before + part, LEFT)


def _wall(text: str, number: int, where: str) -> str | None:
    """Seconds of a MaxWall; raises FormatError."""
    try:
        longest = minutes(text)
    except ValueError:
        raise FormatError(
            f"Line {number} of the {where} has MaxWall {text[:20]!r}; wanted: a time such as 2-00:00:00."
        ) from None
    return None if longest is None else f"{60 * longest:.15g}"
