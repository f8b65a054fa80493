"""Yields that are best on average, the nodes of all jobs being given: a small linear program, solved at every event.

Maximize the sum of value x yield, where no yield is below its floor or above 1 and no node gives more than it has.
Only nodes that would be too full if all jobs on them ran at 1 matter, nodes with the same tasks count once, and jobs on
none of them get 1: some ten rows and columns are left, for which the plain simplex method in a dense dictionary, with
bounds on variables, is a thousand times faster than a general solver.  It takes the first column and the first row that
will do (Bland), so it always ends; where several solutions are equally good, it always finds the same.

Source: Casanova, Stillwell and Vivien 2011, section 4.6, linear program (2); Chvátal 1983, chapters 3 and 8.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, kernel
from scheduler.engine.fractional.nodes import FULL, UNIT

EPS = 1e-10
PIVOTS = 1_000_000      # never reached; should rounding ever lead in a circle, what there is then is feasible
ROWS, COLUMNS, WANTED_ROWS, WANTED_COLUMNS = range(4)   # cells of count


class Program(NamedTuple):
    """A dictionary: what is basic (rows) is `right` minus `matrix` times what is not (columns).

    Variables are numbered: jobs from 0 on, what is left over on each node from behind them on.  All begin at 0; a
    variable that is turned is counted down from its bound.
    """

    count: np.ndarray       # [4] i8: rows, columns; how many of each there would have to be room for
    matrix: np.ndarray      # [rows, columns] f8
    right: np.ndarray       # [rows] f8
    gain: np.ndarray        # [columns] f8, by which the sum grows with what is in the column
    bound: np.ndarray       # [columns + rows] f8, of variables
    turned: np.ndarray      # [columns + rows] i1
    in_column: np.ndarray   # [columns] i8, variables
    in_row: np.ndarray      # [rows] i8, variables
    job: np.ndarray         # [columns] i8, jobs as variables are numbered
    node: np.ndarray        # [rows] i8, a node of each row
    price: np.ndarray       # [rows] f8, for the average stretch
    on: np.ndarray          # [rows, columns] i8, for the same: the columns of a row that are not 0, many[row] of them
    many: np.ndarray        # [rows] i8
    last: np.ndarray        # [nodes] f8, for the same: the prices of the last time, to begin with
    column_of: np.ndarray   # [n] i8, by job; -1 none


def new_program(n: int, nodes: int, rows: int, columns: int) -> Program:
    """For n jobs and that many nodes; room for so many nodes that matter and jobs on them."""
    return Program(np.zeros(4, np.int64), np.zeros((rows, columns)), np.zeros(rows), np.zeros(columns),
                   np.zeros(columns + rows), np.zeros(columns + rows, np.int8), np.zeros(columns, np.int64),
                   np.zeros(rows, np.int64), np.zeros(columns, np.int64), np.zeros(rows, np.int64), np.zeros(rows),
                   np.zeros((rows, columns), np.int64), np.zeros(rows, np.int64), np.zeros(nodes), np.full(n, -1))


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
    y.need[:] = -1.0        # row of a node
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
        share = jobs.need[job] / UNIT
        for task in range(jobs.ptr[job], jobs.ptr[job + 1]):
            row = np.int64(y.need[nodes.node[task]])
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
