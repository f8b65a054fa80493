"""The tree of accounts of a cluster: which account is below which, which users are below an account, their shares.

A log tells the account of each job and nothing above it; the tree comes from a file of its own (sshare, sacctmgr).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Account(NamedTuple):
    """An account (user ""), or a user of one.

    parent: the account above; "" of those at the top.  shares: of what is above, None where it is not told, or where a
    user counts as its account.
    """

    name: str
    parent: str = ""
    user: str = ""
    shares: int | None = None


Tree = tuple[Account, ...]


def parents(tree: Sequence[Account]) -> dict[str, str]:
    """{account: the one above, "" at the top}."""
    return {one.name: one.parent for one in tree if not one.user}


def path(name: str, above: dict[str, str]) -> tuple[str, ...]:
    """The accounts from the top down to this one; an account that is not in the tree is at the top.

    Where a tree runs in a circle, the path ends before it would come round.
    """
    names = [name]
    while (name := above.get(name, "")) and name not in names:
        names.append(name)
    return tuple(reversed(names))
