"""Which of the nodes that have room a job gets: few rows of neighbors, and those that it fills best.

Nodes with room next to each other are a row; a node without room, or one that the job may not be on, ends it.  One row
after the other is taken until the job has enough: of those with room for all the rest the one with the least room, else
the one with the most; of equals the first.  Of the row it gets the one node that has room for all the rest, if there is
one, that with the least room; else its nodes from the first on.

Source: Slurm 22.05, select/cons_tres, `_eval_nodes`, for nodes of one weight and jobs that ask for processors and
memory alone.
"""

from __future__ import annotations

from scheduler.compiled import count_bits, inner, part
from scheduler.topics.slurm.engine.nodes import hold, offer, usable, write_set
from scheduler.topics.slurm.engine.sets import WIDTH, keep_inside, put_in_all

NONE = -1


@inner
def choose(nodes, job, future, chosen, size):
    """Leave of a set the nodes that a job gets, now or at the time that is looked at."""
    parts = _pick(nodes, job, future, chosen, size)
    chosen[:] = 0
    for i in range(parts):
        put_in_all(chosen, nodes.part_first[i], nodes.part_last[i])


@inner
def take(nodes, job, chosen, size):
    """Give a job its processors, of the nodes of a set."""
    parts, left = _pick(nodes, job, False, chosen, size), size
    free = nodes.memory.offer if nodes.memory.counts else nodes.free
    for i in range(parts):
        for node in range(nodes.part_first[i], nodes.part_last[i] + 1):
            here = free[node]
            hold(nodes, job, node, nodes.processors[node] if nodes.whole else min(here, left))
            left -= here
    write_set(nodes, job)


@inner
def _pick(nodes, job, future, chosen, size):
    """How many parts of rows a job gets; nodes.part_first and part_last have them in their order."""
    _keep_with_room(nodes, job, future, chosen)
    free = nodes.future if future and not len(nodes.sets) else nodes.free
    if nodes.memory.counts:
        free = nodes.memory.offer  # of the nodes that are left in the set
    room, parts, left = _by_room(nodes, _rows(nodes, free, chosen)), 0, size
    while room > 0:
        if room >= left:
            room = _tightest(nodes, left, room)
        row = nodes.row_of_room[room]
        if row == NONE:
            room -= 1
            continue
        first, last = nodes.row_first[row], nodes.row_last[row]
        alone = _best_node(nodes, free, first, last, left)
        if alone != NONE:
            first = last = alone
        nodes.part_first[parts], nodes.part_last[parts] = first, _last_needed(nodes, free, first, last, left)
        parts += 1
        left -= room
        if left <= 0:
            break
        nodes.row_of_room[room] = nodes.row_next[row]
    return parts


@part
def _last_needed(nodes, free, first, last, left):
    """The node up to which a job needs those of a row; the last where all are too few."""
    if nodes.single:
        return min(first + left - 1, last)
    for node in range(first, last):
        left -= free[node]
        if left <= 0:
            return node
    return last


@part
def _keep_with_room(nodes, job, future, chosen):
    """Leave of a set the nodes of which a job may get something."""
    if nodes.memory.counts:
        memory = nodes.memory
        offer(nodes, job, nodes.future if future else nodes.free, memory.future if future else memory.free, chosen)
    elif not future or len(nodes.sets):
        keep_inside(chosen, nodes.later if future else nodes.some)
        return
    for i in range(len(chosen)):
        bits = chosen[i]
        while bits != 0:
            low = bits & -bits
            node = i * WIDTH + count_bits(low - 1)
            here = nodes.memory.offer[node] if nodes.memory.counts else usable(nodes, nodes.future[node], node)
            if here == 0:
                chosen[i] ^= low
            bits ^= low


@part
def _rows(nodes, free, chosen):
    """How many rows the nodes of a set are; nodes.row_first, row_last and row_room have them."""
    count = 0
    for i in range(len(chosen)):
        bits = chosen[i]
        while bits != 0:
            low = bits & -bits
            row = bits & ~(bits + low)  # the lowest ones side by side: adding one to them carries beyond the last
            first = i * WIDTH + count_bits(low - 1)
            last = first + count_bits(row) - 1
            if count == 0 or nodes.row_last[count - 1] != first - 1:
                nodes.row_first[count], nodes.row_room[count] = first, 0
                count += 1
            nodes.row_last[count - 1] = last
            nodes.row_room[count - 1] += last - first + 1 if nodes.single else free[first : last + 1].sum()
            bits ^= row
    return count


@part
def _by_room(nodes, rows):
    """The most room of a row; nodes.row_of_room has the first row of each room up to that, row_next those behind it."""
    most = 0
    for row in range(rows):
        most = max(most, nodes.row_room[row])
    nodes.row_of_room[: most + 1] = NONE
    for row in range(rows - 1, -1, -1):
        room = nodes.row_room[row]
        nodes.row_next[row], nodes.row_of_room[room] = nodes.row_of_room[room], row
    return most


@part
def _tightest(nodes, least, most):
    """The least room of at least so much, up to a limit, that a row has; just below where none has."""
    for room in range(least, most + 1):
        if nodes.row_of_room[room] != NONE:
            return room
    return least - 1


@part
def _best_node(nodes, free, first, last, left):
    """The node of a row with the least room for all the rest; NONE where no node has room for that."""
    best = NONE
    if nodes.single:  # all are equal: it would be the first
        return best
    for node in range(first, last + 1):
        if free[node] >= left and (best == NONE or free[node] < free[best]):
            best = node
    return best
