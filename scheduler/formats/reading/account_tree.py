"""A file with the tree of accounts, as sshare or sacctmgr print it: no log, but it may be opened together with one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from scheduler.errors import FormatError
from scheduler.model.account_tree import Account, Tree
from scheduler.slurm import shares

DUMPED = re.compile(r"^(?:Cluster|Parent)\s*-\s*'", re.MULTILINE)
NAMES = {"account", "user", "rawshares"}  # of columns of sshare
ROOT = "root"
WITH_LOG = (
    "a tree of accounts, which is no log; open it together with the output of sacct: choose both files at "
    "once, or name both in a call"
)


def sniff(head: bytes) -> bool:
    """Whether a file that begins like this is a tree of accounts."""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    names = {cell.strip().lower().replace(" ", "") for cell in first.split("|")}
    return (names >= NAMES and "jobid" not in names) or DUMPED.search(text) is not None


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
        rows = shares.tree_rows(content.decode("utf-8", "replace"), lambda *_: None)
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
