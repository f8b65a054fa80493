"""The decision log: one row for what happened at an instant, and why.

A kernel says what it does in one line, and who reads the algorithm may skip it:

    log_start(log, jobs, s, head, HEAD_FITS)

Such a line changes nothing.  It stands where the pass looks at the job, so that a row tells what was so then: what was
free after the starts before it and before those after it, and the numbers of the rule as they were.  A kernel that is
handed None instead of a log is compiled without it, so that not logging costs nothing.  What a row may tell besides
(which job is the cause, until when, ...) is given by name.

The buffer is bounded: rows inside the asked window are kept as long as they fit, all are counted.  A waiting job's
`skip` is written when its reason changes, not at every pass, so the log stays as long as the story it tells.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part

KINDS = (
    "arrive",
    "start",
    "backfill",
    "reserve",
    "unreserve",
    "skip",
    "pause",
    "resume",
    "migrate",
    "kill",
    "hold",
    "end",
    "pack",
)
ARRIVE, START, BACKFILL, RESERVE, UNRESERVE, SKIP, PAUSE, RESUME, MIGRATE, KILL, HOLD, END, PACK = range(len(KINDS))

# Every rule in the order of its numbers, which stand in stored logs.  Of a job that waits by a rule: what holds it back
# where it would fit, "reservation" (of another job), "order" (jobs before it go first) or "rule" (of the policy's own);
# "busy" are rules that tell of too few free processors, or of a start.
HELD_BY: dict[str, str] = {}


def _rule(name: str, held_by: str = "busy") -> int:
    """Declare the next rule; its number."""
    HELD_BY[name] = held_by
    return len(HELD_BY) - 1


NONE = _rule("none")  # arrivals and ends
HEAD_FITS = _rule("head_fits")  # first in the queue, and it fits
# first in the queue, and it does not fit: waits for free processors
HEAD_BLOCKED = _rule("head_blocked")
BEHIND_HEAD = _rule("behind_head", "order")  # fcfs: may not pass the job before it (blocker)
RESERVED = _rule("reserved")  # the head gets a reservation at the shadow time
# backfilled: ends, by its requested time, at or before the shadow time
ENDS_BY_SHADOW = _rule("ends_by_shadow")
WITHIN_EXTRA = _rule("within_extra")  # backfilled: takes no more than the extra processors
DOES_NOT_FIT = _rule("does_not_fit")  # more processors needed than free
# fits, but would still run at the shadow time and take more than extra
WOULD_DELAY_HEAD = _rule("would_delay_head", "reservation")
FITS_NOW = _rule("fits_now")  # backfill without reservations: whatever fits starts
SMALLEST_TAG = _rule("smallest_tag")  # its campaign has the smallest tag of those eligible
VIRTUAL_START = _rule("virtual_start")  # its campaign starts in the virtual schedule now
# its campaign may not start before its virtual start (blocker: last job of predecessor)
BEFORE_VIRTUAL_START = _rule("before_virtual_start", "rule")
# campaigns with smaller tags go first (blocker: a job of that campaign)
LARGER_TAG = _rule("larger_tag", "order")
# campaigns submitted earlier go first (blocker: a job of that campaign)
EARLIER_CAMPAIGN = _rule("earlier_campaign", "order")
NO_FREE_PROCESSOR = _rule("no_free_processor")  # all processors busy
# its campaign was submitted first of those with unstarted jobs
FIRST_CAMPAIGN = _rule("first_campaign")
AS_RECORDED = _rule("as_recorded")  # the log says so
# its campaign has the earliest deadline of those ready (blocker: first job of the next one)
EARLIEST_DEADLINE = _rule("earliest_deadline")
# campaigns with earlier deadlines go first (blocker: a job of that campaign)
LATER_DEADLINE = _rule("later_deadline", "order")
# the machine is handed to another campaign (blocker: a job of that campaign)
MACHINE_TAKEN = _rule("machine_taken", "rule")
# the machine is handed to its campaign, the first in order of submission
FIRST_BLOCK = _rule("first_block")
PASSES_WIDE = _rule("passes_wide")  # fits, unlike the job that goes before it (blocker)
# may not pass the job that goes before it and does not fit (blocker)
BEHIND_WIDE = _rule("behind_wide", "order")
CAMPAIGN_INCOMPLETE = _rule("campaign_incomplete", "rule")  # some jobs of its campaign are still to be submitted
BATCH_OPEN = _rule("batch_open", "rule")  # the batch its campaign is in is not closed yet
# its campaign came after the present batch was closed (blocker: a job of that batch)
LATER_BATCH = _rule("later_batch", "order")
# shorter campaigns of the batch go first (blocker: a job of the one running)
LONGER_CAMPAIGN = _rule("longer_campaign", "order")
# the machine is handed to its campaign, the shortest left in the batch
SHORTEST_OF_BATCH = _rule("shortest_of_batch")
# users with less work in all go first (blocker: a job of the one who has the machine)
LATER_USER = _rule("later_user", "order")
# the machine is handed to its campaign, for it is its user's turn
USERS_TURN = _rule("users_turn")
# its campaign was put on processors, and others go before it on its own (blocker)
QUEUED = _rule("queued", "rule")
# conservative: reserved (shadow) at the earliest time that delays no reservation
EARLIEST_GAP = _rule("earliest_gap", "reservation")
# its reservation is moved (shadow) because a job ended early
COMPRESSED = _rule("compressed", "reservation")
# all reservations were made anew, its own is now elsewhere (shadow)
REBUILT = _rule("rebuilt", "reservation")
# its reservation is moved (shadow) by the search for a better plan
SEARCHED = _rule("searched", "rule")
DUE = _rule("due")  # the time of its reservation has come
# fits, but would take processors from the reservation (shadow) of another job (blocker)
BEHIND_RESERVATION = _rule("behind_reservation", "reservation")
# fits, but its reservation (shadow) is not moved up by this kind of compression
LEFT_IN_PLAN = _rule("left_in_plan", "rule")
DELAYS_NONE = _rule("delays_none")  # fits, and delays no reservation
# of the waiting jobs that fit, its user has the highest priority (value)
HIGHEST_PRIORITY = _rule("highest_priority")
# fractional: there was memory for all its tasks when it arrived
PLACED_AT_ARRIVAL = _rule("placed_at_arrival")
# fractional: let in at its arrival, others being paused or moved for it
FORCED_IN = _rule("forced_in")
MADE_WAY = _rule("made_way")  # fractional: paused or moved for an arrival (blocker)
# fractional: of the jobs without nodes that fit, the one of the highest priority
ROOM_LEFT = _rule("room_left")
# all jobs were placed anew at a period, at a yield (value)
PACKED_AT_PERIOD = _rule("packed_at_period")
# all jobs were placed anew because a job (blocker) arrived, at a yield (value)
PACKED_AT_ARRIVAL = _rule("packed_at_arrival")
# all jobs were placed anew because a job (blocker) ended, at a yield (value)
PACKED_AT_END = _rule("packed_at_end")
# all jobs were placed anew at a period, at an inverse stretch (value)
PACKED_FOR_STRETCH = _rule("packed_for_stretch")
MEMORY_SHORT = _rule("memory_short")  # there is no memory for all its tasks
# all jobs were placed anew, at a yield or inverse stretch (value), and it was left out
LEFT_OUT = _rule("left_out", "order")
AWAITS_PERIOD = _rule("awaits_period", "rule")  # jobs are placed at periods only
EQUAL_SHARE = _rule("equal_share")  # every job gets a share of the machine at its arrival
# backfilled: in another cluster than the one the head waits for (blocker)
OTHER_CLUSTER = _rule("other_cluster")
# grid: a processor no local job uses is idle in a cluster (value)
FILLS_HOLE = _rule("fills_hole")
# grid: killed, for a local job (blocker) starts and needs its processor; lost: value, in s
LOCAL_START = _rule("local_start")
NO_HOLE = _rule("no_hole")  # grid: no processor is idle in any cluster
# grid: would not be over, by its requested time, before a local job may start (shadow)
WINDOW_SHORT = _rule("window_short", "rule")
# grid: runs start in their order, and one before it (blocker) still waits
BEHIND_RUN = _rule("behind_run", "order")
# grid: another cluster (value) has room for it and takes it out of its queue
TAKEN_OVER = _rule("taken_over")
# it has waited for long enough to hold a reservation (shadow), for value s so far
WAITED_LONG = _rule("waited_long", "reservation")
# gang: it is the turn of the slot it is in
SLOTS_TURN = _rule("slots_turn")
# gang: it has processors in a slot whose turn has not come yet
AWAITS_TURN = _rule("awaits_turn", "rule")
# gang: no slot has room for it, or for one before it, and there may not be one more
NO_SLOT = _rule("no_slot", "rule")
# grid: killed, for its processor is taken away; lost: value, in s
TAKEN_AWAY = _rule("taken_away")
# a program from outside started it; value: place of its reason among `program_reasons` of the schedule
BY_PROGRAM = _rule("by_program")
# a program from outside notes that it is to start at `shadow`
NOTED_BY_PROGRAM = _rule("noted_by_program", "rule")
# slurm: of its partition it is looked at first, and the partition has no room for it now (Resources)
SLURM_RESOURCES = _rule("slurm_resources", "rule")
# slurm: a job of its partition that goes before it (blocker) has no room, so nobody behind that one is started by the
# main pass, and the backfill pass has left it waiting or is still to come (Priority)
SLURM_PRIORITY = _rule("slurm_priority", "order")
# slurm: a job before it has nodes reserved (blocker) that it would still hold then (Priority)
SLURM_RESERVED = _rule("slurm_reserved", "reservation")
SLURM_MAIN = _rule("slurm_main")  # slurm: started by the main pass, in its turn
# slurm: started by the backfill pass, on nodes that nobody before it has reserved for the time it asks for
SLURM_BACKFILL = _rule("slurm_backfill")
SLURM_QOS_USER_CPU = _rule("slurm_qos_user_cpu", "rule")  # slurm: QOSMaxCpuPerUserLimit
SLURM_QOS_USER_JOBS = _rule("slurm_qos_user_jobs", "rule")  # slurm: QOSMaxJobsPerUserLimit
SLURM_QOS_ACCOUNT_CPU = _rule("slurm_qos_account_cpu", "rule")  # slurm: MaxCpuPerAccount
SLURM_QOS_ACCOUNT_JOBS = _rule("slurm_qos_account_jobs", "rule")  # slurm: MaxJobsPerAccount
SLURM_QOS_CPU = _rule("slurm_qos_cpu", "rule")  # slurm: QOSGrpCpuLimit
SLURM_QOS_JOBS = _rule("slurm_qos_jobs", "rule")  # slurm: QOSGrpJobsLimit
SLURM_ACCOUNT_CPU = _rule("slurm_account_cpu", "rule")  # slurm: AssocGrpCpuLimit
SLURM_ACCOUNT_JOBS = _rule("slurm_account_jobs", "rule")  # slurm: AssocGrpJobsLimit
# formula: the condition under which it may start does not hold
AWAITS_CONDITION = _rule("awaits_condition", "rule")
# formula: its reservation (shadow) in the plan of this pass, which is made anew in the order of the queue
RESERVED_IN_TURN = _rule("reserved_in_turn", "reservation")
# grid: the server is sending the data of another run (blocker), until shadow
SERVER_BUSY = _rule("server_busy", "rule")
# grid: sent to a cluster (value) so that most of the runs that wait are over before local jobs are expected to start
PACKED_IN_FORK = _rule("packed_in_fork")
# grid: the clusters agreed that it moves to the queue of one of them (value), so that their loads differ less; and it
# starts there, first in that queue
AGREED = _rule("agreed")
# slurm: QOSGrpNodeLimit, QOSMaxNodePerUserLimit, MaxNodePerAccount, AssocGrpNodeLimit, AssocMaxJobsLimit
SLURM_QOS_NODES = _rule("slurm_qos_nodes", "rule")
SLURM_QOS_USER_NODES = _rule("slurm_qos_user_nodes", "rule")
SLURM_QOS_ACCOUNT_NODES = _rule("slurm_qos_account_nodes", "rule")
SLURM_ACCOUNT_NODES = _rule("slurm_account_nodes", "rule")
SLURM_ASSOCIATION_JOBS = _rule("slurm_association_jobs", "rule")
SLURM_ARRAY = _rule("slurm_array", "rule")  # slurm: JobArrayTaskLimit
# slurm, refused at submission, which is repeated: QOSGrpSubmitJobsLimit, QOSMaxSubmitJobPerUserLimit,
# MaxSubmitJobsPerAccount, AssocGrpSubmitJobsLimit, AssocMaxSubmitJobLimit
SLURM_QOS_SUBMIT = _rule("slurm_qos_submit", "rule")
SLURM_QOS_USER_SUBMIT = _rule("slurm_qos_user_submit", "rule")
SLURM_QOS_ACCOUNT_SUBMIT = _rule("slurm_qos_account_submit", "rule")
SLURM_ACCOUNT_SUBMIT = _rule("slurm_account_submit", "rule")
SLURM_ASSOCIATION_SUBMIT = _rule("slurm_association_submit", "rule")
SLURM_BEGIN = _rule("slurm_begin", "rule")  # slurm: BeginTime
SLURM_DEPENDENCY = _rule("slurm_dependency", "rule")  # slurm: a job (blocker) has to end first (Dependency)
# slurm: ReqNodeNotAvail, Reserved for maintenance
SLURM_MAINTENANCE = _rule("slurm_maintenance", "rule")
# slurm: its run was stopped for another job (blocker), and it starts from nothing, or is cancelled; lost: value, in s
SLURM_REQUEUED = _rule("slurm_requeued")
SLURM_CANCELLED = _rule("slurm_cancelled")
# slurm: nodes are reserved for jobs that ask for it, and this one does not; its own reservation has not begun (both
# Reservation); its own reservation has no room (Resources)
SLURM_RESERVATION = _rule("slurm_reservation", "rule")
SLURM_OWN_RESERVATION = _rule("slurm_own_reservation", "rule")
SLURM_RESERVATION_RESOURCES = _rule("slurm_reservation_resources", "rule")
# grid: fits and would not delay the first of its queue (blocker), but stands further back than queues are looked at
BEYOND_DEPTH = _rule("beyond_depth", "rule")
# slurm: of its partition it is looked at first, and of nodes with enough free processors too little memory is free
SLURM_MEMORY = _rule("slurm_memory", "rule")
# slurm: its run was stopped for good, as the reservation that it is bound to is over; lost: value, in s
SLURM_OVER_RUN = _rule("slurm_over_run")

RULES = tuple(HELD_BY)  # a rule's number is its place


COLUMNS = ("time", "kind", "job", "rule", "blocker", "shadow", "extra", "free", "needed", "value")


class Log(NamedTuple):
    """Rows of columns.DECISIONS, preallocated, and where the log stands.  Whole numbers are exact in float64."""

    rows: np.ndarray  # [capacity, 10] f8, COLUMNS
    count: np.ndarray  # [2] i8: rows in the window (kept or not), rows beyond it
    window: np.ndarray  # [2] f8: the window [from, to)
    last: np.ndarray  # [n] i8: rule and blocker of a job's last skip


def new_log(jobs: int, window: tuple[float, float], capacity: int) -> Log:
    """A log of at most `capacity` rows for a window of time."""
    return Log(
        np.empty((capacity, len(COLUMNS))),
        np.zeros(2, np.int64),
        np.array(window, dtype=float),
        np.full(jobs, -1, np.int64),
    )


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


@part
def forget_reason(log, job):
    """Whatever keeps a job waiting next is news."""
    if log is not None:
        log.last[job] = -1


@part
def has_reason(log, job):
    """Whether something was written that keeps a job waiting, and not forgotten."""
    return log is not None and log.last[job] >= 0


@part
def last_blocker(log, job):
    """The job that is in the way of a waiting one, as was last written of it; -1 none."""
    return log.last[job] % (len(log.last) + 1) - 1 if log.last[job] >= 0 else -1


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
