"""The tree of accounts, as sshare or sacctmgr print it: no log, but it may be opened together with one.

sshare -a -P                    one line an association; names of accounts are indented by their depth
sacctmgr dump CLUSTER           Account and User lines below a Parent line
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scheduler.errors import FormatError
from scheduler.formats.reading.slurm_values import is_whole
from scheduler.model.account_tree import Account, Tree
from scheduler.wording import counted

MOST_ROWS = 5_000
MOST_LINES = 100_000
DEEPEST = 50  # accounts above each other
SSHARE = "sshare -a -P -o Account,User,RawShares,RawUsage"
DUMPED = re.compile(r"^(?:Cluster|Parent)\s*-\s*'", re.MULTILINE)
DUMPED_LINE = re.compile(r"(Cluster|Parent|Account|User)\s*-\s*'?([\w.@+-]*)'?(.*)")
NEEDED = frozenset({"account", "user", "rawshares"})  # columns of sshare
ROOT = "root"
WITH_LOG = (
    "a tree of accounts, which is no log; open it together with the output of sacct: choose both files at "
    "once, or name both in a call"
)


class TreeRow(NamedTuple):
    """An account (user "") or a user; shares: a number, or "parent"."""

    account: str
    user: str
    parent: str
    shares: str
    usage: float = 0.0
    line: int = 0  # of a dump, where it stands
    fields: Mapping[str, str] = MappingProxyType({})  # {name in small letters: value} of that line


def sniff(head: bytes) -> bool:
    """Whether a file that begins like this is a tree of accounts."""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    names = {cell.strip().lower().replace(" ", "") for cell in first.split("|")}
    return (names >= NEEDED and "jobid" not in names) or DUMPED.search(text) is not None


def written(tree: Tree) -> bytes:
    """The tree as sshare prints it: accounts indented below the one above, then the users of each."""
    below: dict[str, list[Account]] = {}
    for one in {(one.name, one.user): one for one in tree}.values():  # each once
        below.setdefault(one.name if one.user else one.parent, []).append(one)
    return f"Account|User|RawShares\n{ROOT}||0\n{_lines(below, '', 1)}".encode()


def _lines(below: Mapping[str, Sequence[Account]], name: str, depth: int) -> str:
    """The users and accounts right below an account, each with what is below it."""
    return "".join(
        f"{' ' * depth}{one.name}|{one.user}|{one.shares if isinstance(one.shares, int) else 'parent'}\n"
        f"{'' if one.user else _lines(below, one.name, depth + 1)}"
        for one in below.get(name, ())
    )


def read(content: bytes, name: str) -> Tree:
    """The tree, accounts before what is below them; raises FormatError, one sentence that names the file."""
    try:
        rows = tree_rows(content.decode("utf-8", "replace"))
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None
    return tuple(
        Account(
            row.account,
            "" if row.parent == ROOT or row.user else row.parent,
            row.user,
            int(row.shares) if row.shares.isdecimal() else None,
        )
        for row in rows
    )


def tree_rows(text: str) -> list[TreeRow]:
    """Accounts and users, parents first; raises FormatError naming the line to run."""
    lines = lines_of(text, "tree of accounts")
    first = next((line for line in lines if line.strip()), "")
    rows = _of_sshare(lines) if "|" in first else _of_dump(lines)
    if not rows:
        raise FormatError(f"The tree of accounts has no account; wanted: what {SSHARE!r} or 'sacctmgr dump' prints.")
    if len(rows) > MOST_ROWS:
        raise FormatError(f"The tree has {len(rows):,} associations; at most {MOST_ROWS:,} are read.")
    _check_depth({row.account: row.parent for row in rows if not row.user})
    return rows


def lines_of(text: str, what: str) -> list[str]:
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


def _of_sshare(lines: list[str]) -> list[TreeRow]:
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
        if account == ROOT and not user:
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
        rows.append(TreeRow(account, "", above[-1][1] if above else ROOT, shares, float(usage)))
        above.append((depth, account))
    return rows


def _of_dump(lines: list[str]) -> list[TreeRow]:
    """Accounts and users below lines of their parent."""
    rows, parent = list[TreeRow](), ROOT
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = DUMPED_LINE.fullmatch(line.strip())
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
                    number,
                    fields,
                )
            )
    return rows


def _fields(text: str) -> list[str]:
    """The fields of a line of a dump, which colons part where they are not inside quotes."""
    return [part for part in re.findall(r":((?:[^:']|'[^']*')*)", text) if part]
