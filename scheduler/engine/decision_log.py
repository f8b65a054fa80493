"""The decision log: one row for what happened at an instant, and why.

A kernel says what it does in one line, and who reads the algorithm may skip it:

    log_start(log, jobs, s, head, HEAD_FITS)

Such a line changes nothing.  A kernel that is handed None instead of a log is compiled without it, so that not logging
costs nothing.  What a row may tell besides (which job is the cause, until when, ...) is given by name.

The buffer is bounded: rows inside the asked window are kept as long as they fit, all are counted.  A waiting job's
`skip` is written when its reason changes, not at every pass, so the log stays as long as the story it tells.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part

KINDS = ("arrive", "start", "backfill", "reserve", "unreserve", "skip", "pause", "resume", "migrate", "kill", "hold",
         "end", "pack")
ARRIVE, START, BACKFILL, RESERVE, UNRESERVE, SKIP, PAUSE, RESUME, MIGRATE, KILL, HOLD, END, PACK = range(len(KINDS))

RULES = (
    "none",                 # arrivals and ends
    "head_fits",            # first in the queue, and it fits
    "head_blocked",         # first in the queue, and it does not fit: waits for free processors
    "behind_head",          # fcfs: may not pass the job before it (blocker)
    "reserved",             # the head gets a reservation at the shadow time
    "ends_by_shadow",       # backfilled: ends, by its requested time, at or before the shadow time
    "within_extra",         # backfilled: takes no more than the extra processors
    "does_not_fit",         # more processors needed than free
    "would_delay_head",     # fits, but would still run at the shadow time and take more than extra
    "fits_now",             # backfill without reservations: whatever fits starts
    "smallest_tag",         # its campaign has the smallest tag of those eligible
    "virtual_start",        # its campaign starts in the virtual schedule now
    "before_virtual_start", # its campaign may not start before its virtual start (blocker: last job of predecessor)
    "larger_tag",           # campaigns with smaller tags go first (blocker: a job of that campaign)
    "earlier_campaign",     # campaigns submitted earlier go first (blocker: a job of that campaign)
    "no_free_processor",    # all processors busy
    "first_campaign",       # its campaign was submitted first of those with unstarted jobs
    "as_recorded",          # the log says so
    "earliest_deadline",    # its campaign has the earliest deadline of those ready (blocker: first job of the next one)
    "later_deadline",       # campaigns with earlier deadlines go first (blocker: a job of that campaign)
    "machine_taken",        # the machine is handed to another campaign (blocker: a job of that campaign)
    "first_block",          # the machine is handed to its campaign, the first in order of submission
    "passes_wide",          # fits, unlike the job that goes before it (blocker)
    "behind_wide",          # may not pass the job that goes before it and does not fit (blocker)
    "campaign_incomplete",  # some jobs of its campaign are still to be submitted
    "batch_open",           # the batch its campaign is in is not closed yet
    "later_batch",          # its campaign came after the present batch was closed (blocker: a job of that batch)
    "longer_campaign",      # shorter campaigns of the batch go first (blocker: a job of the one running)
    "shortest_of_batch",    # the machine is handed to its campaign, the shortest left in the batch
    "later_user",           # users with less work in all go first (blocker: a job of the one who has the machine)
    "users_turn",           # the machine is handed to its campaign, for it is its user's turn
    "queued",               # its campaign was put on processors, and others go before it on its own (blocker)
    "earliest_gap",         # conservative: reserved (shadow) at the earliest time that delays no reservation
    "compressed",           # its reservation is moved (shadow) because a job ended early
    "rebuilt",              # all reservations were made anew, its own is now elsewhere (shadow)
    "searched",             # its reservation is moved (shadow) by the search for a better plan
    "due",                  # the time of its reservation has come
    "behind_reservation",   # fits, but would take processors from the reservation (shadow) of another job (blocker)
    "left_in_plan",         # fits, but its reservation (shadow) is not moved up by this kind of compression
    "delays_none",          # fits, and delays no reservation
    "highest_priority",     # of the waiting jobs that fit, its user has the highest priority (value)
    "placed_at_arrival",    # fractional: there was memory for all its tasks when it arrived
    "forced_in",            # fractional: let in at its arrival, others being paused or moved for it
    "made_way",             # fractional: paused or moved for an arrival (blocker)
    "room_left",            # fractional: of the jobs without nodes that fit, the one of the highest priority
    "packed_at_period",     # all jobs were placed anew at a period, at a yield (value)
    "packed_at_arrival",    # all jobs were placed anew because a job (blocker) arrived, at a yield (value)
    "packed_at_end",        # all jobs were placed anew because a job (blocker) ended, at a yield (value)
    "packed_for_stretch",   # all jobs were placed anew at a period, at an inverse stretch (value)
    "memory_short",         # there is no memory for all its tasks
    "left_out",             # all jobs were placed anew, at a yield or inverse stretch (value), and it was left out
    "awaits_period",        # jobs are placed at periods only
    "equal_share",          # every job gets a share of the machine at its arrival
    "other_cluster",        # backfilled: in another cluster than the one the head waits for (blocker)
    "fills_hole",           # grid: a processor no local job uses is idle in a cluster (value)
    "local_start",          # grid: killed, for a local job (blocker) starts and needs its processor; lost: value, in s
    "no_hole",              # grid: no processor is idle in any cluster
    "window_short",         # grid: would not be over, by its requested time, before a local job may start (shadow)
    "behind_run",           # grid: runs start in their order, and one before it (blocker) still waits
    "taken_over",           # grid: another cluster (value) has room for it and takes it out of its queue
)
(NONE, HEAD_FITS, HEAD_BLOCKED, BEHIND_HEAD, RESERVED, ENDS_BY_SHADOW, WITHIN_EXTRA, DOES_NOT_FIT, WOULD_DELAY_HEAD,
 FITS_NOW, SMALLEST_TAG, VIRTUAL_START, BEFORE_VIRTUAL_START, LARGER_TAG, EARLIER_CAMPAIGN, NO_FREE_PROCESSOR,
 FIRST_CAMPAIGN, AS_RECORDED, EARLIEST_DEADLINE, LATER_DEADLINE, MACHINE_TAKEN, FIRST_BLOCK, PASSES_WIDE, BEHIND_WIDE,
 CAMPAIGN_INCOMPLETE, BATCH_OPEN, LATER_BATCH, LONGER_CAMPAIGN, SHORTEST_OF_BATCH, LATER_USER, USERS_TURN,
 QUEUED, EARLIEST_GAP, COMPRESSED, REBUILT, SEARCHED, DUE, BEHIND_RESERVATION, LEFT_IN_PLAN,
 DELAYS_NONE, HIGHEST_PRIORITY, PLACED_AT_ARRIVAL, FORCED_IN, MADE_WAY, ROOM_LEFT, PACKED_AT_PERIOD,
 PACKED_AT_ARRIVAL, PACKED_AT_END, PACKED_FOR_STRETCH, MEMORY_SHORT, LEFT_OUT, AWAITS_PERIOD,
 EQUAL_SHARE, OTHER_CLUSTER, FILLS_HOLE, LOCAL_START, NO_HOLE, WINDOW_SHORT, BEHIND_RUN,
 TAKEN_OVER) = range(len(RULES))


COLUMNS = ("time", "kind", "job", "rule", "blocker", "shadow", "extra", "free", "needed", "value")


class Log(NamedTuple):
    """Rows of terms.DECISIONS, preallocated, and where the log stands.  Whole numbers are exact in float64."""

    rows: np.ndarray        # [capacity, 10] f8, COLUMNS
    count: np.ndarray       # [2] i8: rows in the window (kept or not), rows beyond it
    window: np.ndarray      # [2] f8: the window [from, to)
    last: np.ndarray        # [n] i8: rule and blocker of a job's last skip


def new_log(jobs: int, window: tuple[float, float], capacity: int) -> Log:
    """A log of at most `capacity` rows for a window of time."""
    return Log(np.empty((capacity, len(COLUMNS))), np.zeros(2, np.int64), np.array(window, dtype=float),
               np.full(jobs, -1, np.int64))


# ---- numbers of one row ----------------------------------------------------------------------------------------------

@part
def note(log, time, kind, job, rule, free, needed, blocker=-1, shadow=np.nan, extra=-1, value=np.nan):
    """Write one row; nothing where there is no log."""
    if log is not None:
        _write(log, time, kind, job, rule, blocker, shadow, extra, free, needed, np.float64(value))


@part
def skip(log, time, job, rule, free, needed, blocker=-1, shadow=np.nan, extra=-1, value=np.nan):
    """Write why a job goes on waiting, if that is news."""
    if log is not None and _is_news(log, job, rule, blocker):
        _write(log, time, SKIP, job, rule, blocker, shadow, extra, free, needed, np.float64(value))


@inner
def _write(log, time, kind, job, rule, blocker, shadow, extra, free, needed, value):
    """Fill the next row, if the instant is asked for and the buffer not full."""
    if time < log.window[0] or time >= log.window[1]:
        log.count[1] += 1
        return
    row = log.count[0]
    log.count[0] = row + 1
    if row >= len(log.rows):
        return
    cells = log.rows[row]
    cells[0], cells[1], cells[2], cells[3], cells[4] = time, kind, job, rule, blocker
    cells[5], cells[6], cells[7], cells[8], cells[9] = shadow, extra, free, needed, value


@part
def _is_news(log, job, rule, blocker):
    code = rule * (len(log.last) + 1) + blocker + 1
    if log.last[job] == code:
        return False
    log.last[job] = code
    return True


# ---- what happens on a machine of space.py ---------------------------------------------------------------------------
#
# free: where it is not given, the processors free on the whole machine.  blocker: the job because of which it happens.

@part
def log_arrival(log, jobs, s, job, free=None):
    """A job is submitted."""
    note(log, s.now[0], ARRIVE, job, NONE, _free(s, free), jobs.size[job])


@part
def log_end(log, jobs, s, job, free=None):
    """A job has ended, and its processors are free."""
    note(log, s.now[0], END, job, NONE, _free(s, free), jobs.size[job])


@part
def log_start(log, jobs, s, job, rule, blocker=-1, free=None, value=np.nan):
    """A job is about to start in its turn."""
    note(log, s.now[0], START, job, rule, _free(s, free), jobs.size[job], blocker, np.nan, -1, value)


@part
def log_backfill(log, jobs, s, job, rule, blocker=-1, shadow=np.nan, extra=-1, free=None, value=np.nan):
    """A job is about to start ahead of another one (blocker)."""
    note(log, s.now[0], BACKFILL, job, rule, _free(s, free), jobs.size[job], blocker, shadow, extra, value)


@part
def log_reserve(log, jobs, s, job, rule, shadow, blocker=-1, extra=-1, free=None, value=np.nan):
    """A job is planned to start at `shadow`."""
    note(log, s.now[0], RESERVE, job, rule, _free(s, free), jobs.size[job], blocker, shadow, extra, value)


@part
def log_wait(log, jobs, s, job, rule, blocker=-1, shadow=np.nan, extra=-1, free=None, value=np.nan):
    """A job goes on waiting."""
    skip(log, s.now[0], job, rule, _free(s, free), jobs.size[job], blocker, shadow, extra, value)


@part
def _free(s, free):
    return s.free[0] if free is None else free
