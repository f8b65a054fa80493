"""Yields of the least average stretch, the nodes of all jobs being given.

A job's stretch after T more seconds is (flow + T) / (virtual + yield T), which is convex in its yield.  Every node that
would be too full has a price for its CPU; at given prices each job knows the yield that is best for it.  The price of
one node after the other is set so that it gives just what it has, until no yield changes by more than NEAR, SWEEPS
times at most: as the stretch is strictly convex, that leads to the optimum.  Prices begin as the last event left them.

Source: Casanova, Stillwell and Vivien 2011, section 4.7 (opt=avg); Bertsekas 1999, section 6.2 (ascent by coordinates).
"""

from __future__ import annotations

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.fractional.average import COLUMNS, ROWS

NEAR = 1e-6         # of a yield: less is no change
SWEEPS = 200
STEPS = 40          # to a price
EXACT = 1e-9        # of a node: what may be missing at that price


@kernel
def least_average_stretch(q, y, flow, virtual, ahead):
    """Solve the program q for the average stretch `ahead` seconds from now; y.target: floors, then the best yields.

    flow, virtual: [n] s.
    """
    rows, columns = q.count[ROWS], q.count[COLUMNS]
    _begin(q, rows, columns)
    for _ in range(SWEEPS):
        change = 0.0
        for row in range(rows):
            change = max(change, _set_price(q, y, row, flow, virtual, ahead))
        if change <= NEAR:
            break
    for row in range(rows):
        q.last[q.node[row]] = q.price[row]
    for column in range(columns):
        q.bound[column] = _best(q, y, column, q.gain[column], flow, virtual, ahead) - y.target[q.job[column]]
    scale = _fitting(q, rows, columns)
    for column in range(columns):
        y.target[q.job[column]] += scale * q.bound[column]


@inner
def _begin(q, rows, columns):
    """Prices as they were the last time; q.gain is what a job pays for a yield of 1."""
    for column in range(columns):
        q.gain[column] = 0.0
    for row in range(rows):
        q.price[row], q.many[row] = q.last[q.node[row]], 0
        for column in range(columns):
            if q.matrix[row, column] > 0.0:
                q.on[row, q.many[row]] = column
                q.many[row] += 1
                q.gain[column] += q.price[row] * q.matrix[row, column]


@inner
def _best(q, y, column, price, flow, virtual, ahead):
    """The yield that is best for a job at this price, between its floor and 1."""
    job = q.job[column]
    if price <= 0.0:
        return 1.0
    best = (np.sqrt(ahead * (flow[job] + ahead) / price) - virtual[job]) / ahead
    return min(1.0, max(y.target[job], best))


@inner
def _excess(q, y, row, more, flow, virtual, ahead):
    """What jobs take of a node beyond what there is, when its price is `more` higher."""
    excess = -q.right[row]
    for i in range(q.many[row]):
        column = q.on[row, i]
        load = q.matrix[row, column]
        wanted = _best(q, y, column, q.gain[column] + more * load, flow, virtual, ahead)
        excess += load * (wanted - y.target[q.job[column]])
    return excess


@inner
def _set_price(q, y, row, flow, virtual, ahead):
    """The price at which a node gives what it has, or 0; returns the largest change of a yield on it."""
    more = _find(q, y, row, flow, virtual, ahead)
    change = 0.0
    for i in range(q.many[row]):
        column = q.on[row, i]
        before = _best(q, y, column, q.gain[column], flow, virtual, ahead)
        q.gain[column] = max(0.0, q.gain[column] + more * q.matrix[row, column])
        change = max(change, abs(_best(q, y, column, q.gain[column], flow, virtual, ahead) - before))
    q.price[row] = max(0.0, q.price[row] + more)
    return change


@inner
def _find(q, y, row, flow, virtual, ahead):
    """By how much the price has to change: by false position, halving the end that stays (Illinois)."""
    low, high = -q.price[row], 1.0
    over = _excess(q, y, row, low, flow, virtual, ahead)
    if over <= 0.0:
        return low
    under = _excess(q, y, row, high, flow, virtual, ahead)
    while under > 0.0:
        low, over, high = high, under, 2 * high
        under = _excess(q, y, row, high, flow, virtual, ahead)
    short = under       # what is missing at `high`; the other two are weights
    for _ in range(STEPS):
        if short >= -EXACT:
            break
        middle = (low * under - high * over) / (under - over)
        found = _excess(q, y, row, middle, flow, virtual, ahead)
        if found > 0.0:
            low, over, under = middle, found, under / 2
        else:
            high, under, short, over = middle, found, found, over / 2
    return high


@inner
def _fitting(q, rows, columns):
    """What part of the way from the floors to the yields wanted can be gone without overfilling a node: 1 but for
    rounding."""
    scale = 1.0
    for row in range(rows):
        used = 0.0
        for column in range(columns):
            used += q.matrix[row, column] * q.bound[column]
        if used > q.right[row]:
            scale = min(scale, q.right[row] / used)
    return scale
