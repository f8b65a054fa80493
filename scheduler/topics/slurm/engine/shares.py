"""Shares and usage of the accounts of a tree: decayed usage, Fair Tree and the classic factor of fair share.

The tree is a list of associations: accounts and their users.  Association 0 is the root, the others have a parent with
a lower number, and the children of one parent are neighbors.  Usage is processor-seconds; every period it is halved as
often as the half-life says, with Slurm's own approximation of the factor, and what ran since is added.

Source: Cox and Morrison 2014 (Fair Tree, the manual of Slurm); the factors of the multifactor plugin, Slurm 22.05.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part

ROOT = 0
LN_2 = 0.693  # as Slurm rounds it
LEAST = 2.2250738585072014e-308  # what is left of usage at least, DBL_MIN


class Shares(NamedTuple):
    """The tree and what its associations have used."""

    parent: np.ndarray  # [associations] i8; -1 of the root
    child: np.ndarray  # [associations] i8, children of association i are child[ptr[i]:ptr[i + 1]]
    ptr: np.ndarray  # [associations + 1] i8
    user: np.ndarray  # [associations] bool: a user, not an account
    share: np.ndarray  # [associations] f8, shares over those of all siblings; inf of users that use their parent's
    usage: np.ndarray  # [associations] f8, processor-seconds
    level: np.ndarray  # [associations] f8, share over usage among siblings; more is better
    factor: np.ndarray  # [associations] f8, the fair-share factor of users, from 0 to 1
    effective: np.ndarray  # [associations] f8, effective usage of the classic factor
    list: np.ndarray  # [associations] i8, siblings that are ranked together
    begin: np.ndarray  # [associations + 1] i8, of the lists under way
    end: np.ndarray  # [associations + 1] i8
    previous: np.ndarray  # [associations + 1] f8, level of the last one ranked in each
    tied: np.ndarray  # [associations + 1] bool, whether the next one ranked ties
    users: int  # how many users there are


def new_shares(parent: np.ndarray, share: np.ndarray, user: np.ndarray, usage: np.ndarray) -> Shares:
    """A tree; parent: [associations] i8, -1 of the root; share: over those of siblings; usage: initial one."""
    n = len(parent)
    order = np.argsort(parent[1:], kind="stable") + 1
    ptr = np.searchsorted(parent[order], np.arange(n + 1))
    return Shares(
        parent,
        order,
        ptr,
        user,
        share,
        usage.astype(float),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n),
        np.zeros(n, np.int64),
        np.zeros(n + 1, np.int64),
        np.zeros(n + 1, np.int64),
        np.zeros(n + 1),
        np.zeros(n + 1, np.bool_),
        int(user.sum()),
    )


def decay_of(half_life: float) -> float:
    """What is left of usage after a second; half_life: s, 0 for no decay."""
    return 1 - LN_2 / half_life if half_life > 0 else 1.0


@inner
def decay(shares, factor, seconds):
    """Let usage decay; factor: of one second."""
    left = max(factor**seconds, LEAST)
    for one in range(len(shares.usage)):
        shares.usage[one] *= left


@inner
def forget(shares, resets, since, now):
    """Let all usage be 0 where it is reset at one of the times `resets` (ascending) behind `since`, up to now."""
    if np.searchsorted(resets, now, "right") > np.searchsorted(resets, since, "right"):
        shares.usage[:] = 0.0


@inner
def add_usage(shares, association, processors, seconds, factor):
    """Add what a job has used in the last `seconds`, to its association and all above it."""
    used = seconds * factor**seconds * processors
    while association >= 0:
        shares.usage[association] += used
        association = shares.parent[association]


# ---- Fair Tree ------------------------------------------------------------------------------------------------------


@inner
def rank(shares):
    """Set the factors of all users: their place in the order of the tree, over how many there are.

    Siblings go in order of level, users before accounts.  Users that tie have the same place; accounts that tie have
    their children ranked together; a user that ties with an account has the place of the first user in it.
    """
    _set_levels(shares)
    place = next_place = shares.users
    depth, room = 0, _join_children(shares, ROOT, 0)
    shares.begin[0], shares.end[0], shares.previous[0], shares.tied[0] = 0, room, np.nan, False
    _sort(shares, 0, room)
    while depth >= 0:
        at = shares.begin[depth]
        if at == shares.end[depth]:
            depth -= 1
            continue
        one = shares.list[at]
        tied = shares.tied[depth] or shares.previous[depth] == shares.level[one]
        shares.tied[depth], shares.previous[depth] = False, shares.level[one]
        shares.begin[depth] = at + 1
        if shares.user[one]:
            if not tied:
                place = next_place
            shares.factor[one] = place / shares.users
            next_place -= 1
            continue
        begin, room = room, _join_children(shares, one, room)
        while shares.begin[depth] < shares.end[depth] and _ties(shares, shares.list[shares.begin[depth]], one):
            room = _join_children(shares, shares.list[shares.begin[depth]], room)
            shares.begin[depth] += 1
        _sort(shares, begin, room)
        depth += 1
        shares.begin[depth], shares.end[depth] = begin, room
        shares.previous[depth], shares.tied[depth] = np.nan, tied


@part
def _set_levels(shares):
    for one in range(1, len(shares.parent)):
        above = shares.usage[shares.parent[one]]
        used = shares.usage[one] / above if above > 0 else 0.0
        share = shares.share[one]
        if share == 0:
            shares.level[one] = 0.0
        else:
            shares.level[one] = share / used if used > 0 else np.inf


@part
def _join_children(shares, account, room):
    """Append the children of an account to the list, which is filled up to `room`; returns the new one."""
    for i in range(shares.ptr[account], shares.ptr[account + 1]):
        shares.list[room] = shares.child[i]
        room += 1
    return room


@part
def _goes_before(shares, one, other):
    if shares.level[one] != shares.level[other]:
        return shares.level[one] > shares.level[other]
    return shares.user[one] and not shares.user[other]


@part
def _ties(shares, one, other):
    return not shares.user[one] and shares.level[one] == shares.level[other]


@part
def _sort(shares, begin, end):
    """By insertion: the children of an account are kept nearly in order from one time to the next."""
    for i in range(begin + 1, end):
        one, j = shares.list[i], i
        while j > begin and _goes_before(shares, one, shares.list[j - 1]):
            shares.list[j] = shares.list[j - 1]
            j -= 1
        shares.list[j] = one


# ---- the classic factor ---------------------------------------------------------------------------------------------


@inner
def weigh(shares, damping):
    """Set the factors of all users by the classic rule: 2^(-(effective usage / share / damping)).

    share here is over the whole machine: the product down the tree.  Effective usage of a child is its own and a part,
    by its shares among its siblings, of what its parent used beyond that.
    """
    whole = shares.usage[ROOT]
    shares.effective[ROOT], shares.level[ROOT] = 1.0, 1.0
    for one in range(1, len(shares.parent)):
        above = shares.parent[one]
        own = min(shares.usage[one] / whole, 1.0) if whole > 0 else 0.0
        shares.effective[one] = own
        part_of = shares.share[one]
        if part_of == np.inf:  # a user with the share of its account
            shares.effective[one], shares.level[one] = shares.effective[above], shares.level[above]
        else:
            if above != ROOT:
                shares.effective[one] = own + (shares.effective[above] - own) * part_of
            shares.level[one] = shares.level[above] * part_of
        norm = shares.level[one]
        shares.factor[one] = 2.0 ** -(shares.effective[one] / norm / damping) if norm > 0 else 0.0
