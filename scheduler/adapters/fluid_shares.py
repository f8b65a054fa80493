"""The shares of a virtual schedule over time: m / k processors for each of the k users active in it.

Derived from the virtual starts and completions, which fix them (ostrich-2013, section 4).
"""

from __future__ import annotations

import numpy as np

from scheduler.model.table import Table


def shares(user: np.ndarray, begin: np.ndarray, end: np.ndarray, processors: int) -> Table:
    """Table `shares`: a row whenever the share of a user changes, in order of (time, user).

    user, begin, end: [portions], the virtual schedule; a user has at most one executing at a time.
    """
    time = np.unique(np.concatenate([begin, end]))
    change = np.zeros(len(time), np.int64)
    np.add.at(change, np.searchsorted(time, begin), 1)
    np.add.at(change, np.searchsorted(time, end), -1)
    active = np.cumsum(change)
    first, last = np.searchsorted(time, begin), np.searchsorted(time, end)
    lengths = last - first
    at = np.repeat(first - (np.cumsum(lengths) - lengths), lengths) + np.arange(lengths.sum())
    instant = np.concatenate([at, last])            # shares from each change on, and zeros where campaigns end
    who = np.concatenate([np.repeat(user, lengths), user])
    share = np.concatenate([processors / np.maximum(active[at], 1), np.zeros(len(user))])
    order = np.lexsort((-share, who, instant))      # a new campaign at the very end of the last one: no zero between
    instant, who, share = instant[order], who[order], share[order]
    kept = np.r_[True, (np.diff(instant) != 0) | (np.diff(who) != 0)] if len(instant) else np.zeros(0, bool)
    instant, who, share = instant[kept], who[kept], share[kept]
    news = _changed(who, share)
    return Table.of("shares", time=time[instant[news]], user=who[news], share=share[news])


def _changed(user: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Mask of the rows in which a user's share differs from the row before of the same user."""
    order = np.argsort(user, kind="stable")
    same = np.r_[False, (np.diff(user[order]) == 0) & (np.diff(share[order]) == 0)]
    news = np.empty(len(user), bool)
    news[order] = ~same[:len(order)]
    return news
