"""Limits of QOS and of accounts, and shares: changed one by one, and the commands of sacctmgr that do the same.

Both are kept in Slurm's accounting, not in slurm.conf.  The texts are those of the module `records`.

>>> after = with_field("qos", "3:urgent MaxJobsPerUser=4", 3, "MaxJobsPerUser", 8)
>>> commands({"qos": "3:urgent MaxJobsPerUser=4"}, {"qos": after})
('sacctmgr -i modify qos urgent set MaxJobsPerUser=8',)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scheduler.topics.slurm.files.records import INHERITED, Association, Qos, accounts, as_text, qos, records_of
from scheduler.topics.slurm.files.times import time_text

NO_LIMIT = -1  # what sacctmgr takes a limit away with


class Option(NamedTuple):
    """A field of a Qos or an Association: as in a record, as an option of sacctmgr, and the resource it is of."""

    field: str
    record: str
    option: str
    resource: str = ""


QOS_OPTIONS = (
    Option("priority", "Priority", "Priority"),
    Option("usage_factor", "UsageFactor", "UsageFactor"),
    Option("max_wall", "MaxWall", "MaxWall"),
    Option("group_processors", "GrpCPUs", "GrpTRES", "cpu"),
    Option("group_nodes", "GrpNodes", "GrpTRES", "node"),
    Option("group_jobs", "GrpJobs", "GrpJobs"),
    Option("group_submit", "GrpSubmitJobs", "GrpSubmitJobs"),
    Option("user_processors", "MaxCPUsPerUser", "MaxTRESPerUser", "cpu"),
    Option("user_nodes", "MaxNodesPerUser", "MaxTRESPerUser", "node"),
    Option("user_jobs", "MaxJobsPerUser", "MaxJobsPerUser"),
    Option("user_submit", "MaxSubmitJobsPerUser", "MaxSubmitJobsPerUser"),
    Option("account_processors", "MaxCPUsPerAccount", "MaxTRESPerAccount", "cpu"),
    Option("account_nodes", "MaxNodesPerAccount", "MaxTRESPerAccount", "node"),
    Option("account_jobs", "MaxJobsPerAccount", "MaxJobsPerAccount"),
    Option("account_submit", "MaxSubmitJobsPerAccount", "MaxSubmitJobsPerAccount"),
    Option("job_processors", "MaxCPUsPerJob", "MaxTRESPerJob", "cpu"),
    Option("preempt_exempt", "PreemptExemptTime", "PreemptExemptTime"),
)
ACCOUNT_OPTIONS = (
    Option("shares", "Shares", "Fairshare"),
    Option("priority", "Priority", "Priority"),
    Option("group_processors", "GrpCPUs", "GrpTRES", "cpu"),
    Option("group_nodes", "GrpNodes", "GrpTRES", "node"),
    Option("group_jobs", "GrpJobs", "GrpJobs"),
    Option("group_submit", "GrpSubmitJobs", "GrpSubmitJobs"),
    Option("max_jobs", "MaxJobs", "MaxJobs"),
    Option("max_submit", "MaxSubmitJobs", "MaxSubmitJobs"),
    Option("max_wall", "MaxWall", "MaxWall"),
    Option("job_processors", "MaxCPUsPerJob", "MaxTRESPerJob", "cpu"),
)
TIMES = ("max_wall", "preempt_exempt")


def with_field(what: str, text: str, key: int | str, name: str, value: Any) -> str:
    """The text of `what` with a field of one record set; None: without it.

    what: "qos", whose records have a number as key, or "accounts", whose have the name of an account (not of users).
    """
    records = []
    for record, words in records_of(what, text):
        if _is_of(what, words, key):
            words = [word for word in words if word.partition("=")[0].lower() != name.lower()]
            record = as_text(" ".join(words), {name: value})
        records.append(record)
    return "; ".join(records)


def _is_of(what: str, words: Sequence[str], key: int | str) -> bool:
    if what == "qos":
        return words[0].partition(":")[0] == str(key)
    pairs = {name.lower(): value for name, _, value in (word.partition("=") for word in words)}
    return "user" not in pairs and pairs.get("account") == key


def commands(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """The commands by which QOS and accounts as in the parameters `before` become those of `after`.

    Of what is in both: whoever is added or taken away has none, and users, of whom the texts have numbers alone, have
    none either.  Raises ParamError for texts that do not read.
    """
    return (
        *_of_qos(qos(before.get("qos") or ""), qos(after.get("qos") or "")),
        *_of_accounts(accounts(before.get("accounts") or ""), accounts(after.get("accounts") or "")),
    )


def _of_qos(before: Sequence[Qos], after: Sequence[Qos]) -> Iterator[str]:
    was = {one.number: one for one in before}
    names = {one.number: one.name or str(one.number) for one in after}
    for one in after:
        if one.number not in was:
            continue
        old = was[one.number]
        words = list(_words(QOS_OPTIONS, old, one))
        if one.preempts != old.preempts:
            others = ",".join(names.get(number, str(number)) for number in one.preempts)
            words.append(f"Preempt={others or chr(39) * 2}")
        if one.preempt_mode != old.preempt_mode:
            words.append(f"PreemptMode={one.preempt_mode or 'cluster'}")
        if words:
            yield f"sacctmgr -i modify qos {names[one.number]} set {' '.join(words)}"


def _of_accounts(before: Sequence[Association], after: Sequence[Association]) -> Iterator[str]:
    was = {one.account: one for one in before if not one.is_user}
    for one in after:
        old = None if one.is_user else was.get(one.account)
        words = list(_words(ACCOUNT_OPTIONS, old, one)) if old else []
        if words:
            yield f"sacctmgr -i modify account {one.account} set {' '.join(words)}"


def _words(options: Sequence[Option], old: Any, new: Any) -> Iterator[str]:
    """OPTION=VALUE of what differs, the resources of an option together."""
    values: dict[str, list[str]] = {}
    for one in options:
        value = getattr(new, one.field)
        if value != getattr(old, one.field):
            text = _value(one.field, value)
            values.setdefault(one.option, []).append(f"{one.resource}={text}" if one.resource else text)
    for option, parts in values.items():
        yield f"{option}={','.join(parts)}"


def _value(field: str, value: Any) -> str:
    if field == "shares":
        return INHERITED if value is None else str(value)
    if value is None:
        return str(NO_LIMIT)
    return time_text(value) if field in TIMES else f"{value:.15g}"
