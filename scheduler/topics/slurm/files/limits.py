"""QOS, and the limits of accounts and users, of what Slurm's tools print.

sacctmgr dump CLUSTER           limits of an account or a user, in a line of the tree
sacctmgr show qos -P            one line a QOS
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from scheduler.errors import FormatError
from scheduler.formats.reading.account_tree import TreeRow, lines_of
from scheduler.formats.reading.slurm_values import is_whole
from scheduler.topics.slurm.files.times import exempt_seconds, minutes

Skip = Callable[[str, int, str, str], None]
LEFT = "is not simulated"
QOS_LINE = (
    "sacctmgr show qos -P format=Name,Priority,UsageFactor,GrpTRES,GrpJobs,GrpSubmit,MaxTRES,MaxWall,MaxTRESPU,"
    "MaxJobsPU,MaxSubmitPU,MaxTRESPA,MaxJobsPA,MaxSubmitPA,Preempt,PreemptMode,PreemptExemptTime"
)
NO_LIMIT = ("0", "1.000000", "cluster", "00:00:00")  # values of other fields that say nothing
WITHOUT_BEARING = ("description", "gracetime", "id", "flags")
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


def tree_limits(row: TreeRow, skip: Skip) -> dict[str, str]:
    """{field of a record: value} of the limits that a dump tells of an account or a user; raises FormatError."""
    name, limits = row.user or row.account, dict[str, str]()
    for key, value in row.fields.items():
        if key in TREE_TRES:
            limits |= _resources(value, TREE_TRES[key], lambda other: skip("tree", row.line, f"{name}: {other}", LEFT))
        elif key in TREE_FIELDS and is_whole(value):
            limits[TREE_FIELDS[key]] = value
        elif key in TREE_WALL:
            longest = _wall(value, row.line, "tree of accounts")
            limits |= {"MaxWall": longest} if longest else {}
        elif key.startswith(("max", "grp")):
            skip("tree", row.line, f"{name}: {key}", LEFT)
    return limits


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
    for number, line in enumerate(lines_of(text, "table of QOS"), 1):
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
