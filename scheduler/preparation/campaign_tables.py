"""Campaigns as tables: what declared and inferred ones have in common once it is known which job belongs to which."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scheduler.model.table import Table
from scheduler.preparation.repairs import Draft


@dataclass(frozen=True)
class Groups:
    """Table `campaigns`, the campaign of each job, and its jobs: members[job_ptr[c]:job_ptr[c + 1]], in file order."""

    table: Table
    of_job: np.ndarray
    job_ptr: np.ndarray
    members: np.ndarray


def groups(made: Draft, user: np.ndarray, of_job: np.ndarray, previous: np.ndarray, think_time: np.ndarray,
           inferred: bool) -> Groups:
    """The tables of campaigns that are numbered by their first job.

    user, of_job: [n] dense number of the user, campaign of each job; previous: [campaigns], -1 none; think_time:
    [campaigns] s, counted from the completion of the previous one.
    """
    first = np.unique(of_job, return_index=True)[1]
    work, longest = made["processors"] * made["runtime"], np.zeros(len(first))
    np.maximum.at(longest, of_job, made["runtime"])
    table = Table.of("campaigns", user=user[first], index=_index(user[first]), previous=previous,
                     think_time=np.where(previous >= 0, np.maximum(think_time, 0), 0),
                     work=np.bincount(of_job, work), longest=longest, inferred=np.full(len(first), inferred))
    job_ptr = np.concatenate(([0], np.cumsum(np.bincount(of_job))))
    return Groups(table, of_job, job_ptr, np.argsort(of_job, kind="stable"))


def _index(user: np.ndarray) -> np.ndarray:
    """0.. within each user, in the order of campaigns."""
    order = np.argsort(user, kind="stable")
    begins = np.searchsorted(user[order], user[order])
    index = np.empty(len(user), np.int64)
    index[order] = np.arange(len(user)) - begins
    return index
