"""The usage of accounts against their shares over time, as sshare shows it: decayed usage among siblings.

What a job uses counts half after PriorityDecayHalfLife, a quarter after twice as long.  Slurm lets usage decay at each
PriorityCalcPeriod, and counts what runs at these ticks alone; here both go on all the time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.topics.slurm.adapters.cluster import initial_usage, shares_among_siblings
from scheduler.topics.slurm.adapters.resets import resets_of
from scheduler.topics.slurm.adapters.setup import Setup, setup_of
from scheduler.topics.slurm.calibration.trade_off import pieces

NEVER = np.zeros(0)


class AccountUsage(NamedTuple):
    """Accounts that are siblings; share: [accounts] of what all of them may have; used: [accounts, instants] of what
    all of them have used, 0 where that is nothing."""

    accounts: tuple[str, ...]
    share: np.ndarray
    used: np.ndarray


def divided(schedule: Schedule) -> tuple[str, ...]:
    """The accounts at the first place from the root where the tree divides; none where no tree was given."""
    if not schedule.params.get("accounts"):
        return ()
    setup = setup_of(schedule.workload, schedule.params)
    return tuple(setup.tree[at - 1].account for at in _siblings(setup))


def account_usage(schedule: Schedule, instants: np.ndarray) -> AccountUsage | None:
    """At these instants (s, ascending), of the accounts that `divided` names; None where there are none."""
    accounts = divided(schedule)
    if not accounts:
        return None
    setup = setup_of(schedule.workload, schedule.params)
    siblings = _siblings(setup)
    group = _below(setup, siblings)[setup.association]
    rows = np.flatnonzero(group >= 0)
    begin, end, processors, job = pieces(schedule, rows)
    factor = np.array([one.usage_factor for one in setup.qos])[setup.kind]
    half_life, first = float(schedule.params["half_life"]), float(schedule.workload.jobs.submit.min())
    resets = resets_of(schedule.workload, schedule.params, first + schedule.params["calc_offset"])
    used = decayed(begin, end, processors * factor[job], group[job], len(siblings), instants, half_life, resets)
    before_any = instants <= resets.min(initial=np.inf)
    since = np.maximum(instants - first, 0.0)
    used += before_any * initial_usage(setup)[siblings][:, None] * np.exp(-rate_of(half_life) * since)
    total = used.sum(axis=0)
    part = np.divide(used, total, out=np.zeros_like(used), where=total > 0)
    own = shares_among_siblings(setup)[siblings]
    return AccountUsage(accounts, own / own.sum() if own.sum() > 0 else own, part)


def _siblings(setup: Setup) -> list[int]:
    """The accounts (associations) that are together below the root, or below the only account there, and so on."""
    is_account = np.array([False, *(not one.is_user for one in setup.tree)])
    above = 0
    while True:
        below = np.flatnonzero(is_account & (setup.parent == above)).tolist()
        if len(below) != 1:
            return below
        above = below[0]


def _below(setup: Setup, siblings: list[int]) -> np.ndarray:
    """[associations] the place among the siblings of the one above it, or of itself; -1 where there is none."""
    place = np.full(len(setup.parent), -1)
    place[siblings] = np.arange(len(siblings))
    for at, above in enumerate(setup.parent[1:].tolist(), 1):  # a parent has a lower number
        if place[at] < 0:
            place[at] = place[above]
    return place


def rate_of(half_life: float) -> float:
    """By how much usage decays in a second; half_life: s, 0 for no decay."""
    return np.log(2) / half_life if half_life > 0 else 0.0


def decayed(
    begin: np.ndarray,
    end: np.ndarray,
    weight: np.ndarray,
    group: np.ndarray,
    groups: int,
    instants: np.ndarray,
    half_life: float,
    resets: np.ndarray = NEVER,
) -> np.ndarray:
    """[groups, instants]: what pieces of weight processors have used by each instant, as it counts then.

    begin, end: [pieces] s; group: [pieces]; resets: s, ascending, behind which nothing counts that was used before.
    Each piece is looked at once: what it adds between two instants is its beginning, its end, or the whole of it.
    """
    asked, resets = instants, resets[resets < instants[-1]]
    instants = np.union1d(instants, resets)
    rate, last = rate_of(half_life), float(instants[-1])
    is_early = begin < last
    begin, end, weight, group = begin[is_early], np.minimum(end[is_early], last), weight[is_early], group[is_early]
    edges = np.append(min(begin.min(initial=last), float(instants[0])), instants)
    first, final = np.searchsorted(edges, begin, "right") - 1, np.searchsorted(edges, end, "left") - 1
    final = np.maximum(final, first)
    added, whole = np.zeros((groups, len(instants))), np.zeros((groups, len(edges)))
    is_split = first < final
    head = np.where(is_split, edges[first + 1], end)
    np.add.at(added, (group, first), weight * _left(begin, head, edges[first + 1], rate))
    tail = weight * _left(edges[final], end, edges[final + 1], rate)
    np.add.at(added, (group[is_split], final[is_split]), tail[is_split])
    np.add.at(whole, (group[is_split], first[is_split] + 1), weight[is_split])
    np.add.at(whole, (group[is_split], final[is_split]), -weight[is_split])
    added += np.cumsum(whole, axis=1)[:, :-1] * _left(edges[:-1], edges[1:], edges[1:], rate)
    used, so_far = np.empty_like(added), np.zeros(groups)
    keeps = np.exp(-rate * np.diff(edges)) * ~np.isin(edges[:-1], resets)
    for at, kept in enumerate(keeps.tolist()):
        used[:, at] = so_far = so_far * kept + added[:, at]
    return used[:, np.searchsorted(instants, asked)]


def _left(begin: np.ndarray, end: np.ndarray, now: np.ndarray, rate: float) -> np.ndarray:
    """What a processor that is used from begin to end counts at `now`, s."""
    if rate == 0:
        return end - begin
    return (np.exp(-rate * (now - end)) - np.exp(-rate * (now - begin))) / rate
