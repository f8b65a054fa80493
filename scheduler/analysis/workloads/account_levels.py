"""The tree of accounts level by level: what each account used with all that is below it, and its own users.

Accounts are the column `group` of the jobs.  Where a tree was opened with the log (Workload.accounts), an account
stands below the one that the tree says, and what is in no tree stands at the top; without a tree all accounts do.
Jobs without an account are those of the account `unknown`.  Measures are those of usage.py; the rows of a level add up
to the account above them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.analysis.workloads import usage
from scheduler.errors import InputError
from scheduler.model import account_tree
from scheduler.model.user_names import label
from scheduler.model.workload import Workload

UNKNOWN = "unknown"
Path = tuple[str, ...]


class Row(NamedTuple):
    """An account below the one that is looked at, or a user of its own.

    groups: numbers of the accounts whose jobs it has; user: number of the user, None for accounts; promised: its part
    of the shares of its level, None where none are told; cells: as usage.rows has them.
    """

    name: str
    groups: tuple[int, ...]
    user: int | None
    promised: float | None
    cells: dict[str, Any]


def applies(workload: Workload) -> bool:
    """Whether the log tells accounts (or groups) of its jobs."""
    return bool(len(workload)) and bool((workload.jobs.group >= 0).any())


def paths(workload: Workload) -> dict[int, Path]:
    """{number of an account that has jobs: the accounts from the top down to it}."""
    above = account_tree.parents(workload.accounts)
    return {
        number: account_tree.path(_name(workload, number), above) for number in np.unique(workload.jobs.group).tolist()
    }


def level(workload: Workload, at: Sequence[str] = ()) -> list[Row]:
    """What is right below an account: accounts and then users, most work first.  Raises InputError for no account."""
    at, everywhere = tuple(at), paths(workload)
    below = {number: path for number, path in everywhere.items() if path[: len(at)] == at}
    children = dict.fromkeys(path[len(at)] for path in below.values() if len(path) > len(at))
    children |= dict.fromkeys(_without_jobs(workload, at))
    own = [number for number, path in below.items() if path == at]
    if not children and not own:
        raise InputError(f"There is no account {' / '.join(at)[:80]!r} in this log; wanted: one of the level above.")
    groups = [
        tuple(sorted(number for number, path in below.items() if path[len(at) : len(at) + 1] == (name,)))
        for name in children
    ]
    rows = _measured(workload, [*children], groups, own)
    return _with_shares(workload, at, sorted(rows, key=_order))


def _measured(workload: Workload, names: list[str], groups: list[tuple[int, ...]], own: list[int]) -> list[Row]:
    """Rows of accounts and of the users of the accounts `own`."""
    jobs = workload.jobs
    row_of = _lookup(workload, {number: row for row, numbers in enumerate(groups) for number in numbers})
    mine = np.isin(jobs.group, own)
    users, which = np.unique(jobs.user_id[mine], return_inverse=True)
    row_of[mine] = len(groups) + which.ravel()
    report = usage.of_rows(workload, row_of, len(groups) + len(users))
    total = float(report.work.sum())
    numbers_of_users = [None] * len(groups) + users.tolist()
    labels = names + [_user(workload, number) for number in users.tolist()]
    return [
        Row(name, of, number, None, usage.cells(report, at, total))
        for at, (name, of, number) in enumerate(
            zip(labels, [*groups, *([tuple(own)] * len(users))], numbers_of_users, strict=True)
        )
    ]


def _without_jobs(workload: Workload, at: Path) -> list[str]:
    """Accounts of the tree right below this one, those without jobs as well."""
    here = at[-1] if at else ""
    above = account_tree.parents(workload.accounts)
    return [name for name, parent in above.items() if parent == here and account_tree.path(name, above) == (*at, name)]


def _with_shares(workload: Workload, at: Path, rows: list[Row]) -> list[Row]:
    """The rows with their part of the shares that the tree tells of this level."""
    here = at[-1] if at else ""
    shares = {
        (one.user or one.name, bool(one.user)): one.shares
        for one in workload.accounts
        if isinstance(one.shares, int) and (one.name if one.user else one.parent) == here
    }
    total = sum(shares.values())
    if not total:
        return rows
    parts = [shares.get((row.name, row.user is not None)) for row in rows]
    return [row if part is None else row._replace(promised=part / total) for row, part in zip(rows, parts, strict=True)]


def whole(workload: Workload) -> list[dict[str, Any]]:
    """Every account and every user of each, depth first, as a table: path, depth, account, user, and the measures.

    share_of_work is of all jobs, promised_share of the level.  The log is gone through once for each depth of the tree.
    """
    rows = _accounts(workload) | _users(workload)
    children: dict[Path, list[Row]] = {}
    for (path, _), row in rows.items():
        children.setdefault(path if row.user is not None else path[:-1], []).append(row)
    return list(_below(workload, (), children))


def _accounts(workload: Workload) -> dict[tuple[Path, None], Row]:
    """{(path, None): its row} of all accounts."""
    everywhere, above = paths(workload), account_tree.parents(workload.accounts)
    every = {account_tree.path(name, above) for name in above} | set(everywhere.values())
    places = sorted({path[:depth] for path in every for depth in range(1, len(path) + 1)})
    row_at = {path: row for row, path in enumerate(places)}
    total, rows = _work(workload), dict[tuple[Path, None], Row]()
    for depth in range(1, max(map(len, places), default=0) + 1):
        report = usage.of_rows(
            workload,
            _lookup(
                workload, {number: row_at[path[:depth]] for number, path in everywhere.items() if len(path) >= depth}
            ),
            len(places),
        )
        rows |= {
            (path, None): Row(path[-1], (), None, None, usage.cells(report, row_at[path], total))
            for path in places
            if len(path) == depth
        }
    return rows


def _users(workload: Workload) -> dict[tuple[Path, int], Row]:
    """{(path of the account, number): its row} of all users of accounts."""
    everywhere, jobs = paths(workload), workload.jobs
    pairs, which = np.unique(np.stack([jobs.group, jobs.user_id], 1), axis=0, return_inverse=True)
    report, total = usage.of_rows(workload, which.ravel(), len(pairs)), _work(workload)
    return {
        (everywhere[group], user): Row(_user(workload, user), (group,), user, None, usage.cells(report, at, total))
        for at, (group, user) in enumerate(pairs.tolist())
    }


def _below(workload: Workload, at: Path, children: Mapping[Path, list[Row]]) -> Iterator[dict[str, Any]]:
    for row in _with_shares(workload, at, sorted(children.get(at, ()), key=_order)):
        path = at if row.user is not None else (*at, row.name)
        yield {
            "path": "/".join(path),
            "depth": len(path),
            "account": path[-1],
            "user": row.name if row.user is not None else "",
            **row.cells,
            "promised_share": float("nan") if row.promised is None else row.promised,
        }
        if row.user is None:
            yield from _below(workload, path, children)


def _order(row: Row) -> tuple[bool, float, str]:
    return row.user is not None, -row.cells["processor_hours"], row.name


def _work(workload: Workload) -> float:
    return workload.as_recorded.area


def _lookup(workload: Workload, rows: Mapping[int, int]) -> np.ndarray:
    """[jobs] the row of the account of each, -1 where it has none."""
    numbers, which = np.unique(workload.jobs.group, return_inverse=True)
    return np.array([rows.get(number, -1) for number in numbers.tolist()], np.int64)[which.ravel()]


def _user(workload: Workload, number: int) -> str:
    return str(label(workload, number)) if number >= 0 else UNKNOWN


def _name(workload: Workload, number: int) -> str:
    return UNKNOWN if number < 0 else str(label(workload, number, "group"))
