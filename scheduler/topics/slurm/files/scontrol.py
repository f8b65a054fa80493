"""What `scontrol show reservation` prints, with or without -o, as the text of the parameter `reservations`.

    SLURM_TIME_FORMAT=%s scontrol -o show reservation

A reservation begins at its name; its fields NAME=VALUE stand in any number of lines.  Each is read, or it is listed
with the reason why it is not.  Nodes are reserved whole: a reservation of some of their cores has all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from scheduler.errors import FormatError
from scheduler.topics.slurm.files.hosts import Lists, ranges
from scheduler.topics.slurm.files.records import (
    CLEAR,
    MOST_NAMED,
    MOST_NODES,
    NOT_SIMULATED,
    UNKNOWN,
    as_text,
    jobs,
    plain_name,
)
from scheduler.topics.slurm.files.reservations import FLEXIBLE, MOST, NOBODY, reservations
from scheduler.topics.slurm.files.times import moment

Skip = Callable[[str, int, str, str], None]
Number = Callable[[str, str], int]
FILE = "reservations"
PLACE = "of the file of reservations"
COMMAND = "SLURM_TIME_FORMAT=%s scontrol -o show reservation"
FIRST = "reservationname"
NONE = ("", "(null)", "n/a", "none", "no")
USED = ("starttime", "endtime", "nodes", "nodecnt", "flags", "users", "accounts", FIRST)
DERIVED = ("duration", "state", "partitionname", "corecnt", "tres", "watts", "comment")  # or for people
LEFT_OUT = (
    "features",
    "groups",
    "licenses",
    "burstbuffer",
    "maxstartdelay",
    "qos",
    "allowedqos",
    "allowedpartitions",
    "power",
)
NODE, CORES = "nodename", "coreids"
# Flags on how the nodes were chosen, or that a simulation in which reservations are known from the beginning has no
# use for.
FLAGS_CLEAR = (
    "IGNORE_JOBS",
    "IGNORE_RUNNING",
    "SPEC_NODES",
    "ALL_NODES",
    "ANY_NODES",
    "PART_NODES",
    "STATIC",
    "STATIC_ALLOC",
    "NO_HOLD_JOBS_AFTER_END",
    "USER_DELETE",
    "REPLACE_DOWN",
    "NO_PART_NODES",
    "NO_STATIC",
)
FLAGS_LEFT_OUT = (
    "DAILY",
    "WEEKLY",
    "WEEKDAY",
    "WEEKEND",
    "HOURLY",
    "OVERLAP",
    "TIME_FLOAT",
    "REPLACE",
    "FIRST_CORES",
    "PURGE_COMP",
    "MAGNETIC",
    "LICENSE_ONLY",
    "LICENSES_ONLY",
    "GRES_PER_NODE",
    "FORCE_START",
)


def reservation_records(text: str, nodes: Mapping[str, int], sizes: Sequence[int], number: Number, skip: Skip) -> str:
    """The text of the parameter; raises FormatError, which names the line.

    nodes: {name: number from 1 on} of slurm.conf; sizes: [nodes] processors; number: of a user ("user_id") or account
    ("group") in the log.
    """
    listed = _listed(text)
    if len(listed) > MOST:
        raise FormatError(f"The file of reservations has {len(listed):,} reservations; at most {MOST:,} are read.")
    lists = Lists(MOST_NAMED)
    records = [_record(line, fields, nodes, sizes, number, skip, lists) for line, fields in listed]
    return "; ".join(record for record in records if record)


def used_by_nobody(text: str, submitted: str) -> list[str]:
    """Reservations of users that no job asks for; text, submitted: of the parameters `reservations` and `jobs`."""
    asked = {one.reservation for one in jobs(submitted)}
    return [one.name for one in reservations(text) if not one.is_for_nobody and one.name not in asked]


def _listed(text: str) -> list[tuple[int, dict[str, str]]]:
    """(line, {field in small letters: value}) of each reservation."""
    result: list[tuple[int, dict[str, str]]] = []
    for line, content in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if content.lower().startswith("no reservations in the system"):
            continue
        last = ""
        for word in content.split():
            name, sign, value = word.partition("=")
            if last == "comment" and (not sign or name.lower() not in (*USED, *DERIVED, *LEFT_OUT)):
                result[-1][1][last] += f" {word}"
                continue
            last = name.lower()
            if last == FIRST and sign:
                result.append((line, {}))
            if not sign or not result or (last in result[-1][1] and last not in (NODE, CORES)):
                raise FormatError(f"Line {line} {PLACE} has {word[:40]!r}; wanted: what `{COMMAND}` prints.")
            result[-1][1][last] = value
    return result


def _record(
    line: int,
    fields: dict[str, str],
    nodes: Mapping[str, int],
    sizes: Sequence[int],
    number: Number,
    skip: Skip,
    lists: Lists,
) -> str:
    """The record of a reservation; "" where it has no nodes."""
    filled = {name: value for name, value in fields.items() if value.lower() not in NONE}
    name = filled.get(FIRST, "")
    if not name:
        raise FormatError(f"Line {line} {PLACE} has one without a name; wanted: what `{COMMAND}` prints.")
    if "nodes" not in filled:
        skip(FILE, line, f"ReservationName={name} without nodes", NOT_SIMULATED)
        return ""
    numbers = _nodes(line, name, filled, nodes, lists)
    _list_others(line, name, filled, sum(sizes[one - 1] for one in numbers), skip)
    users = _people(filled.get("users", ""), "user_id", number)
    accounts = _people(filled.get("accounts", ""), "group", number)
    every = len(numbers) == len(nodes)
    flags = ",".join(_flags(line, name, filled.get("flags", ""), skip))
    return as_text(
        plain_name(name),
        {
            "Start": _time(line, name, filled, "starttime"),
            "End": _time(line, name, filled, "endtime"),
            "Nodes": "ALL" if every else ranges(numbers),
            "Users": users[0],
            "NotUsers": users[1],
            "Accounts": accounts[0],
            "NotAccounts": accounts[1],
            "Flags": flags,
        },
    )


def _nodes(line: int, name: str, filled: Mapping[str, str], nodes: Mapping[str, int], lists: Lists) -> list[int]:
    """Numbers of the nodes, ascending."""
    try:
        hosts = lists.names(filled["nodes"], MOST_NODES)
    except ValueError:
        raise FormatError(
            f"Line {line} {PLACE}: {name} has Nodes={filled['nodes'][:40]}; wanted: names of nodes, such as n[1-64], "
            f"{MOST_NAMED:,} of all reservations at most."
        ) from None
    missing = [host for host in hosts if host not in nodes]
    if missing:
        raise FormatError(
            f"Line {line} {PLACE}: {name} has the node {missing[0][:40]}; wanted: nodes "
            "that a NodeName of slurm.conf names."
        )
    if filled.get("nodecnt", str(len(hosts))) != str(len(hosts)):
        raise FormatError(
            f"Line {line} {PLACE}: {name} has NodeCnt={filled['nodecnt'][:20]}, and Nodes "
            f"names {len(hosts):,}; wanted: the whole output of `{COMMAND}`."
        )
    return sorted({nodes[host] for host in hosts})


def _time(line: int, name: str, filled: Mapping[str, str], field: str) -> str:
    """A time as the parameter has it; one that is a number alone is of Unix."""
    text = filled.get(field, "")
    written = f"@{text}" if text.isdecimal() else text
    try:
        moment(written)
    except ValueError:
        spelled = {"starttime": "StartTime", "endtime": "EndTime"}[field]
        raise FormatError(
            f"Line {line} {PLACE}: {name} has {spelled}={text[:40]}; wanted: a time such "
            "as 2026-03-02T08:00:00, or seconds of Unix."
        ) from None
    return written


def _people(text: str, column: str, number: Number) -> tuple[str, str]:
    """(those who may, those who may not) of a list, by their numbers in the log; accounts that it lacks by name."""
    groups: tuple[list[str], list[str]] = [], []
    for one in filter(None, text.split(",")):
        who = one.removeprefix("-")
        code = number(column, who)
        groups[one.startswith("-")].append(who if column == "group" and code < 0 else str(code))
    return ",".join(groups[0]), ",".join(groups[1])


def _flags(line: int, name: str, text: str, skip: Skip) -> list[str]:
    """Those flags that are simulated."""
    kept = []
    for flag in filter(None, re.split("[,|]", text.upper())):
        if flag in (NOBODY, FLEXIBLE):
            kept.append(flag)
            continue
        has_bearing = flag in FLAGS_LEFT_OUT or flag.startswith(("PURGE_COMP", "REPLACE"))
        why = CLEAR if flag in FLAGS_CLEAR else NOT_SIMULATED if has_bearing else UNKNOWN
        skip(FILE, line, f"ReservationName={name} Flags={flag}", why)
    return kept


def _list_others(line: int, name: str, filled: Mapping[str, str], processors: int, skip: Skip) -> None:
    """List the fields that are not read; processors: of its nodes."""
    cores = re.search(r"cpu=(\d+)(?![\d.KMGT])", filled.get("tres", ""))
    cores = cores or re.fullmatch(r"(\d+)", filled.get("corecnt", ""))
    for field, value in filled.items():
        text = f"ReservationName={name} {field}={value}"
        if field == CORES or (
            field == ("tres" if "tres" in filled else "corecnt") and cores and int(cores[1]) < processors
        ):
            skip(FILE, line, f"{text} (its nodes are reserved whole)", NOT_SIMULATED)
        elif field in LEFT_OUT:
            skip(FILE, line, text, NOT_SIMULATED)
        elif field in DERIVED or field == NODE:
            skip(FILE, line, text, CLEAR)
        elif field not in USED:
            skip(FILE, line, text, UNKNOWN)
