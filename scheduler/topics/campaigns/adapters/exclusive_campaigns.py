"""What policies share that hand the machine over campaign by campaign: their arrays, lengths, tables and log.

A campaign is ready when its last job is submitted.  Its length alone on the machine is planned with requested times.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.rigid import announce_arrays, placed
from scheduler.engine import decision_log as rules
from scheduler.engine.decision_log import Log
from scheduler.engine.rigid.list_schedule import Lists, new_lists, schedule_all
from scheduler.engine.structures.waiting import new_waiting
from scheduler.model.notes import Note
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.topics.campaigns.adapters.campaigns import complete_since, ordered_members, virtual_table
from scheduler.topics.campaigns.kernels import campaign_blocks_log
from scheduler.topics.campaigns.kernels.campaign_blocks import Blocks, new_blocks
from scheduler.topics.campaigns.kernels.campaign_blocks_log import Story


class Rules(NamedTuple):
    """How the decision log explains what a policy did."""

    starts: int  # why a campaign gets the machine
    behind: int  # why another one that was ready does not
    behind_group: int = rules.NONE  # the same, where that one is of another batch, or of another user
    idle: int = rules.NONE  # why it waits although nobody has the machine


def knows_future(title: str) -> tuple[Note, ...]:
    """What a page says of a policy that is no scheduler."""
    return (Note("knows_future", values={"policy": title}),)


def lists_of(workload: Workload, order: str, wide: str, time: np.ndarray) -> Lists:
    """The campaigns as lists of jobs; time: [n] s, how long each job takes."""
    return new_lists(
        workload.job_ptr,
        ordered_members(workload, order),
        time,
        workload.jobs.processors,
        workload.platform.processors,
        wide == "pass",
    )


def lengths(workload: Workload, order: str, wide: str = "wait") -> np.ndarray:
    """[campaigns] s: length of each campaign alone on the machine, by requested times.

    Rounded to 1e-6, so that equal lengths reached by different sums are equal.
    """
    length = np.zeros(len(workload.job_ptr) - 1)
    schedule_all(lists_of(workload, order, wide, workload.jobs.requested_time), length)
    return length.round(6)


def starts_alone(workload: Workload, order: str, wide: str = "wait") -> tuple[np.ndarray, np.ndarray]:
    """How it comes true when alone: [n] s, start of each job after its campaign's; [campaigns] s, real length."""
    lists, length = lists_of(workload, order, wide, workload.jobs.runtime), np.zeros(len(workload.job_ptr) - 1)
    schedule_all(lists, length)
    return lists.start, length


def last_offset(workload: Workload) -> np.ndarray:
    """[campaigns] s: from the first submission of a campaign to its last, in a closed loop."""
    return np.maximum.reduceat(workload.offset[workload.members], workload.job_ptr[:-1])


def ready_alone(workload: Workload) -> np.ndarray:
    """[campaigns] s: when each is ready if it waits for no other, as recorded."""
    return np.maximum.reduceat(workload.jobs.submit[workload.members], workload.job_ptr[:-1])


def initial_state(workload: Workload, order: str, wide: str = "wait") -> tuple[Blocks, Lists]:
    """What the kernel of blocks is run with: nothing submitted yet."""
    c = workload.table("campaigns")
    b = new_blocks(
        c.user,
        c.previous,
        c.think_time,
        last_offset(workload),
        ready_alone(workload),
        lengths(workload, order, wide),
        np.diff(workload.job_ptr),
    )
    lists = lists_of(workload, order, wide, workload.jobs.runtime)
    announce_arrays(workload, lists.start, None)
    return b, lists


def tables(
    workload: Workload,
    b: Blocks,
    lists: Lists,
    log: Log | None,
    why: Rules,
    *,
    key: np.ndarray | None = None,
    group: np.ndarray | None = None,
    deadline: np.ndarray | None = None,
) -> dict[str, Any]:
    """placed and virtual of a finished run, its decisions written to the log.

    key: [campaigns] what a campaign is chosen by, told with its starts; group: [campaigns] those of a lower one go
    first whatever the key; deadline: [campaigns] s.
    """
    submit = submissions(workload, b.complete)
    table = placed(workload, submit, lists.start, lists.passed)
    if log is not None and not np.isnan(lists.start).any():  # some are unknown where the run was stopped
        campaign_blocks_log.tell(_story(workload, table, lists, why, key, group), b, lists, log)
    return {
        "placed": table,
        "virtual": virtual_table(workload, table, deadline=deadline, eligible=complete_since(workload, table)),
    }


def submissions(workload: Workload, complete: np.ndarray) -> np.ndarray:
    """[n] s: submission of each job in a closed loop; complete: [campaigns] s."""
    campaign, previous = workload.jobs.campaign, workload.table("campaigns").previous
    first = (complete[previous] + workload.table("campaigns").think_time)[campaign]
    return np.where(previous[campaign] < 0, workload.jobs.submit, first + workload.offset)


def _story(
    workload: Workload, table: Table, lists: Lists, why: Rules, key: np.ndarray | None, group: np.ndarray | None
) -> Story:
    n, count, rows = len(workload), len(workload.job_ptr) - 1, np.arange(len(workload))
    place = np.empty(n, np.int64)
    place[lists.jobs] = rows
    sizes = np.diff(workload.job_ptr)
    return Story(
        workload.jobs.campaign,
        table.submit,
        table.end,
        np.lexsort((rows, table.submit)),
        np.lexsort((place, table.start)),
        np.lexsort((rows, table.end)),
        np.full(count, np.nan) if key is None else key,
        np.zeros(count, np.int64) if group is None else group,
        np.array(why),
        sizes.copy(),
        sizes.copy(),
        new_waiting(count),
        np.array([0, 0, 0, workload.platform.processors, -1, 0]),
    )


def in_turn(previous: np.ndarray, group: np.ndarray) -> np.ndarray:
    """[campaigns] rows by group, then by row, but none before the one it follows.

    previous: [campaigns], -1 none, always of the same group; group: [campaigns] i8.
    """
    rows = np.arange(len(previous))
    if (previous >= rows).any():  # only where a file names a later line of the same second
        rows = _behind(previous)
    return np.lexsort((rows, group))


def _behind(previous: np.ndarray) -> np.ndarray:
    """[campaigns] numbers by row, but each campaign's above that of the one it follows."""
    number = np.full(len(previous), -1)
    count = 0
    for row in range(len(previous)):
        chain = []
        while row >= 0 and number[row] < 0:
            chain.append(row)
            row = int(previous[row])
        for link in reversed(chain):
            number[link], count = count, count + 1
    return number
