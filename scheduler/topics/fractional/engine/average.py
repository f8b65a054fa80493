"""Yields that are best on average, the nodes of all jobs being given: in value, or of the least average stretch.

In value it is a small linear program, solved at every event.

Maximize the sum of value x yield, where no yield is below its floor or above 1 and no node gives more than it has.
Only nodes that would be too full if all jobs on them ran at 1 matter, nodes with the same tasks count once, and jobs
on none of them get 1: some ten rows and columns are left, for which the plain simplex method in a dense dictionary,
with bounds on variables, is a thousand times faster than a general solver.  It takes the first column and the first
row that will do (Bland), so it always ends; where several solutions are equally good, it always finds the same.

Source: Casanova, Stillwell and Vivien 2011, section 4.6, linear program (2); Chvátal 1983, chapters 3 and 8.

The least average stretch.  A job's stretch after T more seconds is (flow + T) / (virtual + yield T), which is convex
in its yield.  Every node that would be too full has a price for its CPU; at given prices each job knows the yield
that is best for it.  The price of one node after the other is set so that it gives just what it has, until no yield
changes by more than NEAR, SWEEPS times at most: as the stretch is strictly convex, that leads to the optimum.  Prices
begin as the last event left them.

Source: Casanova, Stillwell and Vivien 2011, section 4.7 (opt=avg); Bertsekas 1999, section 6.2 (ascent by
coordinates).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.topics.fractional.engine.nodes import FULL, UNIT, kind_of

EPS = 1e-10
PIVOTS = 1_000_000  # never reached; should rounding ever lead in a circle, what there is then is feasible
ROWS, COLUMNS, WANTED_ROWS, WANTED_COLUMNS = range(4)  # cells of count


class Program(NamedTuple):
    """A dictionary: what is basic (rows) is `right` minus `matrix` times what is not (columns).

    Variables are numbered: jobs from 0 on, what is left over on each node from behind them on.  All begin at 0; a
    variable that is turned is counted down from its bound.
    """

    count: np.ndarray  # [4] i8: rows, columns; how many of each there would have to be room for
    matrix: np.ndarray  # [rows, columns] f8
    right: np.ndarray  # [rows] f8
    gain: np.ndarray  # [columns] f8, by which the sum grows with what is in the column
    bound: np.ndarray  # [columns + rows] f8, of variables
    turned: np.ndarray  # [columns + rows] i1
    in_column: np.ndarray  # [columns] i8, variables
    in_row: np.ndarray  # [rows] i8, variables
    job: np.ndarray  # [columns] i8, jobs as variables are numbered
    node: np.ndarray  # [rows] i8, a node of each row
    price: np.ndarray  # [rows] f8, for the average stretch
    on: np.ndarray  # [rows, columns] i8, for the same: the columns of a row that are not 0, many[row] of them
    many: np.ndarray  # [rows] i8
    last: np.ndarray  # [nodes] f8, for the same: the prices of the last time, to begin with
    column_of: np.ndarray  # [n] i8, by job; -1 none


def new_program(n: int, nodes: int, rows: int, columns: int) -> Program:
    """For n jobs and that many nodes; room for so many nodes that matter and jobs on them."""
    return Program(
        np.zeros(4, np.int64),
        np.zeros((rows, columns)),
        np.zeros(rows),
        np.zeros(columns),
        np.zeros(columns + rows),
        np.zeros(columns + rows, np.int8),
        np.zeros(columns, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(columns, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros((rows, columns), np.int64),
        np.zeros(rows, np.int64),
        np.zeros(nodes),
        np.full(n, -1),
    )


@kernel
def set_up(jobs, nodes, y, active, count, q):
    """Write the program for the mapped jobs of active[:count], y.target being their floors; others get 1.

    False when there is no room for it: q.count says how much it takes.
    """
    columns = _list_jobs(jobs, nodes, y, active, count, q)
    rows = 0
    for node in range(len(nodes.load)):
        rows += nodes.load[node] > FULL
    q.count[WANTED_ROWS], q.count[WANTED_COLUMNS] = rows, columns
    if rows > len(q.right) or columns > len(q.gain):
        return False
    _fill_columns(nodes, y, active, count, q)
    q.count[COLUMNS], q.count[ROWS] = columns, 0
    y.need[:] = -1.0  # row of a node
    for node in range(len(nodes.load)):
        if nodes.load[node] > FULL:
            y.need[node] = q.count[ROWS]
            q.node[q.count[ROWS]] = node
            q.count[ROWS] += 1
    _fill_rows(jobs, nodes, y, q)
    _drop_equal_rows(q)
    return True


@inner
def _list_jobs(jobs, nodes, y, active, count, q):
    """Number the jobs on nodes that matter; returns how many."""
    columns = 0
    for i in range(count):
        job = active[i]
        q.column_of[job] = -1
        matters = False
        if nodes.mapped[job] != 0:
            for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
                matters = matters or nodes.load[nodes.node[task]] > FULL
            if matters:
                q.column_of[job] = columns
                columns += 1
            else:
                y.target[job] = 1.0
    return columns


@inner
def _fill_columns(nodes, y, active, count, q):
    for i in range(count):
        job = active[i]
        column = q.column_of[job]
        if column >= 0:
            q.job[column] = job
            q.in_column[column] = column
            q.bound[column] = 1.0 - y.target[job]
            q.turned[column] = 0


@inner
def _fill_rows(jobs, nodes, y, q):
    """What every job loads every node with, and what the floors leave of the nodes; y.need holds the rows of nodes."""
    rows, columns = q.count[ROWS], q.count[COLUMNS]
    for row in range(rows):
        q.right[row] = 1.0
        for column in range(columns):
            q.matrix[row, column] = 0.0
    for column in range(columns):
        job = q.job[column]
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            row, share = np.int64(y.need[nodes.node[task]]), jobs.need[kind_of(jobs, job, task)] / UNIT
            if row >= 0:
                q.matrix[row, column] += share
                q.right[row] -= share * y.target[job]


@inner
def _drop_equal_rows(q):
    """Nodes with the same tasks are one; rows get their variables."""
    kept, columns = 0, q.count[COLUMNS]
    for row in range(q.count[ROWS]):
        if _seen(q, row, kept):
            continue
        for column in range(columns):
            q.matrix[kept, column] = q.matrix[row, column]
        q.right[kept] = max(0.0, q.right[row])
        q.node[kept] = q.node[row]
        q.in_row[kept] = columns + kept
        q.bound[columns + kept] = np.inf
        q.turned[columns + kept] = 0
        kept += 1
    q.count[ROWS] = kept


@inner
def _seen(q, row, kept):
    """Whether one of the first `kept` rows is like this one."""
    for other in range(kept):
        column = 0
        while column < q.count[COLUMNS] and q.matrix[other, column] == q.matrix[row, column]:
            column += 1
        if column == q.count[COLUMNS]:
            return True
    return False


# ---- the simplex method ----------------------------------------------------------------------------------------------


@kernel
def maximize(q, y):
    """Solve the program for the values in q.gain; the floors in y.target become the best yields."""
    rows, columns = q.count[ROWS], q.count[COLUMNS]
    for _ in range(PIVOTS):
        column = _entering(q, columns)
        if column < 0:
            break
        row, length, upper = _leaving(q, rows, column)
        if q.bound[q.in_column[column]] <= length + EPS:
            _turn_column(q, rows, column)
            continue
        if upper:
            _turn_row(q, columns, row)
        _pivot(q, rows, columns, row, column)
    for column in range(columns):
        if q.turned[q.in_column[column]] != 0 and q.in_column[column] < columns:
            y.target[q.job[q.in_column[column]]] += q.bound[q.in_column[column]]
    for row in range(rows):
        variable = q.in_row[row]
        if variable < columns:
            value = q.bound[variable] - q.right[row] if q.turned[variable] != 0 else q.right[row]
            y.target[q.job[variable]] += min(q.bound[variable], max(0.0, value))


@inner
def _entering(q, columns):
    """The column of the first variable by which the sum would grow; -1 none."""
    best = -1
    for column in range(columns):
        if q.gain[column] > EPS and (best < 0 or q.in_column[column] < q.in_column[best]):
            best = column
    return best


@inner
def _leaving(q, rows, column):
    """(row, length, upper): which basic variable is first at 0, or at its bound, when the column's one grows."""
    best, length, upper = -1, np.inf, False
    for row in range(rows):
        slope, at_bound = q.matrix[row, column], False
        if slope > EPS:
            reach = max(0.0, q.right[row]) / slope
        elif slope < -EPS:
            reach = max(0.0, q.bound[q.in_row[row]] - q.right[row]) / -slope
            at_bound = True
        else:
            continue
        if reach < length - EPS or (reach <= length + EPS and best >= 0 and q.in_row[row] < q.in_row[best]):
            best, length, upper = row, min(reach, length), at_bound
    return best, length, upper


@inner
def _turn_column(q, rows, column):
    """The variable goes to its bound, and is counted down from there."""
    variable = q.in_column[column]
    for row in range(rows):
        q.right[row] -= q.matrix[row, column] * q.bound[variable]
        q.matrix[row, column] = -q.matrix[row, column]
    q.gain[column] = -q.gain[column]
    q.turned[variable] = 1 - q.turned[variable]


@inner
def _turn_row(q, columns, row):
    """A basic variable is counted down from its bound."""
    variable = q.in_row[row]
    q.right[row] = q.bound[variable] - q.right[row]
    for column in range(columns):
        q.matrix[row, column] = -q.matrix[row, column]
    q.turned[variable] = 1 - q.turned[variable]


@inner
def _pivot(q, rows, columns, row, column):
    """The variables of a row and of a column change places."""
    slope = q.matrix[row, column]
    q.matrix[row, column] = 1.0
    for j in range(columns):
        q.matrix[row, j] /= slope
    q.right[row] /= slope
    for i in range(rows):
        factor = q.matrix[i, column]
        if i == row or factor == 0.0:
            continue
        q.matrix[i, column] = 0.0
        for j in range(columns):
            q.matrix[i, j] -= factor * q.matrix[row, j]
        q.right[i] -= factor * q.right[row]
    factor = q.gain[column]
    q.gain[column] = 0.0
    for j in range(columns):
        q.gain[j] -= factor * q.matrix[row, j]
    q.in_row[row], q.in_column[column] = q.in_column[column], q.in_row[row]


NEAR = 1e-8  # of a yield: less is no change
SWEEPS = 2000
STEPS = 100  # to a price
EXACT = 1e-9  # of a node: what may be missing at that price


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
    """By how much the price has to change: by false position, halving the end that stays (Illinois), and every other
    time in the middle, for where all jobs are at their floors the excess is flat, and false position creeps."""
    low, high = -q.price[row], 1.0
    over = _excess(q, y, row, low, flow, virtual, ahead)
    if over <= 0.0:
        return low
    under = _excess(q, y, row, high, flow, virtual, ahead)
    while under > 0.0:
        low, over, high = high, under, 2 * high
        under = _excess(q, y, row, high, flow, virtual, ahead)
    short = under  # what is missing at `high`; the other two are weights
    for step in range(STEPS):
        if short >= -EXACT:
            break
        middle = (low + high) / 2 if step % 2 == 1 else (low * under - high * over) / (under - over)
        excess = _excess(q, y, row, middle, flow, virtual, ahead)
        if excess > 0.0:
            low, over, under = middle, excess, under / 2
        else:
            high, under, short, over = middle, excess, excess, over / 2
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
