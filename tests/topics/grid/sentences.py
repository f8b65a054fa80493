"""What is said of runs that were killed, of local jobs on a grid, and of jobs another cluster took over."""

from __future__ import annotations

from tests.topics.grid.naive.exchange import dealt
from tests.why.reader import Range, Row, Told, claim, listed, sentence
from tests.why.rigid import ENOUGH, FREE, TAKEN, asks, counted, each, reason, room_taken

KILLED = 2


def pieces(told: Told, job: int) -> list[tuple[float, float, int, int]]:
    """(begin, end, cluster, killer) of the pieces of a job, in order."""
    s = told.made.segments
    return [
        row[1:]
        for row in zip(
            s.job.tolist(), s.begin.tolist(), s.end.tolist(), s.cluster.tolist(), s.killer.tolist(), strict=True
        )
        if row[0] == job
    ]


@sentence(
    "It waited {L:wait} and started first at {T:at} in cluster {N:cluster}.",
    "It started at once, at {T:at} in cluster {N:cluster}.",
)
def first_start(told: Told, job: int, at, cluster, wait=None) -> None:
    begin, _, where, _ = pieces(told, job)[0]
    claim(begin in at and where + 1 == cluster, "it started at", begin, "in", where + 1)
    late = begin - told.submit[job]
    claim(late == 0 if wait is None else late in wait and late > 0, "it waited", late)


@sentence(
    "It was killed at {T:at}, after {L:ran}, because local {J:killer} started and needed its processor; it "
    "started again {L:later} later, at {T:again}, in cluster {N:cluster}.",
    "It was killed at {T:at}, after {L:ran}, because local {J:killer} started and needed its processor; it "
    "started again at once in cluster {N:cluster}.",
)
def killed(told: Told, job: int, at, ran, killer, cluster, later=None, again=None) -> None:
    mine = pieces(told, job)
    number = next((i for i, piece in enumerate(mine) if piece[1] in at and piece[3] == killer), None)
    claim(number is not None and number + 1 < len(mine), "it was not killed then")
    begin, end, _, _ = mine[number]
    claim(end - begin in ran, "it had run for", end - begin)
    claim(told.start[killer] == end and not told.made.workload.jobs.grid[killer], "that job does not start then")
    claim(told.cluster[killer] == mine[number][2], "that job starts elsewhere")
    after, where = mine[number + 1][0], mine[number + 1][2]
    claim(where + 1 == cluster, "it went on in cluster", where + 1)
    claim(after == end if later is None else after - end in later and after in again, "it went on at", after)


@sentence(
    "It was killed at {T:at}, after {L:ran}, because processors of cluster {N:there} were taken from the grid; "
    "it started again {L:later} later, at {T:again}, in cluster {N:cluster}.",
    "It was killed at {T:at}, after {L:ran}, because processors of cluster {N:there} were taken from the grid; "
    "it started again at once in cluster {N:cluster}.",
)
def taken(told: Told, job: int, at, ran, there, cluster, later=None, again=None) -> None:
    mine, marks = pieces(told, job), told.made.marks
    number = next((i for i, piece in enumerate(mine[:-1]) if piece[1] in at and piece[3] < 0), None)
    claim(number is not None, "it was not killed then")
    begin, end, where, _ = mine[number]
    claim(end - begin in ran and where + 1 == there, "it had run for", end - begin, "in", where + 1)
    claim((end, where) in zip(marks.begin.tolist(), marks.cluster.tolist(), strict=True), "none is taken away then")
    after, here = mine[number + 1][0], mine[number + 1][2]
    claim(
        here + 1 == cluster and (after == end if later is None else after - end in later and after in again),
        "it went on at",
        after,
    )


@sentence(
    "Killed once, as processors were taken from the grid, it lost {L:lost} of work and ran from {T:begin} to {T:end} in the end.",
    "Killed {N:times} times, last as processors were taken from the grid, it lost {L:lost} of work and ran from "
    "{T:begin} to {T:end} in the end.",
)
def taken_in_the_end(told: Told, job: int, lost, begin, end, times=1) -> None:
    in_the_end(told, job, -1, lost, begin, end, times)


@sentence(
    "From {T:begin} to {T:end} no processor was idle in any cluster, or those that were had been taken from the grid."
)
def no_hole_beside(told: Told, job: int, begin, end) -> None:
    reason(told, job, begin, end, "no_hole")
    claim(len(told.made.marks) > 0, "none was taken away")


@sentence(
    "Killed once, for local {J:killer}, it lost {L:lost} of work and ran from {T:begin} to {T:end} in the end.",
    "Killed {N:times} times, last for local {J:killer}, it lost {L:lost} of work and ran from {T:begin} to {T:end} in the end.",
)
def in_the_end(told: Told, job: int, killer, lost, begin, end, times=1) -> None:
    *dead, last = pieces(told, job)
    claim(len(dead) == times and dead[-1][3] == killer, "it was killed", len(dead), "times")
    claim(sum(piece[1] - piece[0] for piece in dead) in lost, "it lost", sum(piece[1] - piece[0] for piece in dead))
    claim(last[0] in begin and last[1] in end, "it ran from", last[0], "to", last[1])


@sentence(
    "It is a local job of cluster {N:home} and ran there.",
    "It is a local job of cluster {N:home} and ran in cluster {N:ran}.",
)
def local(told: Told, job: int, home, ran=None) -> None:
    jobs = told.made.workload.jobs
    claim(not jobs.grid[job] and jobs.home[job] + 1 == home, "it is of", jobs.home[job] + 1)
    claim(told.cluster[job] + 1 == (home if ran is None else ran) and ran != home, "it ran in", told.cluster[job] + 1)


@sentence("It started just as it would have started without grid runs.")
def spared(told: Told, job: int) -> None:
    """Whether that is so is another audit's business (grid.py); here no grid run holds what it lacks while it waits."""
    jobs = told.made.workload.jobs
    claim(told.policy == "best_effort" and not jobs.grid[job], "no local job of best effort")


@sentence("Its start killed {Js:runs}.")
def its_start_killed(told: Told, job: int, runs) -> None:
    s = told.made.segments
    gone = [
        row for row, killer, end in zip(s.job.tolist(), s.killer.tolist(), s.end.tolist(), strict=True) if killer == job
    ]
    claim(listed(gone, runs), "it killed", [told.id[row] for row in gone])


@sentence("From {T:begin} to {T:end} no processor was idle in any cluster.")
def no_hole(told: Told, job: int, begin, end) -> None:
    row = reason(told, job, begin, end, "no_hole")
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.free(now) == 0, told.free(now), "were idle at", now)


@sentence(
    "From {T:begin} to {T:end} {P:idle} was idle, but by its requested time it would not have been over by "
    "{T:until}, before which no local job was expected to start there.",
    "From {T:begin} to {T:end} {P:idle} were idle, but by its requested time it would not have been over by "
    "{T:until}, before which no local job was expected to start there.",
)
def window_short(told: Told, job: int, begin, end, idle, until) -> None:
    row = reason(told, job, begin, end, "window_short")
    claim(told.free(row.time) == idle, told.free(row.time), "were idle at", row.time)
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.free(now) > 0, "none was idle at", now)
    links = told.made.links
    asks = told.requested[job] if links is None else max(links.transfer + told.requested[job] / links.speed)
    claim(row.time + asks > until.low, "it would have been over at", row.time + asks)
    claim(due(told, row) in until, "a local job was expected at", due(told, row))


def due(told: Told, row: Row) -> float:
    """The latest instant before which no local job is expected to start in a cluster with an idle processor."""
    jobs, latest = told.made.workload.jobs, -float("inf")
    for cluster in range(max(len(told.clusters), 1)):
        if told.free(row.time, cluster if told.clusters else None) <= 0:
            continue
        there = [one for one in range(len(told.id)) if not jobs.grid[one] and jobs.home[one] == cluster]
        waits = any(told.waits(one, row.time) for one in there)
        ends = [told.start[one] + told.requested[one] for one in there if told.start[one] <= row.time < told.end[one]]
        latest = max(latest, min(ends, default=float("inf")) if waits else float("inf"))
    return latest


@sentence("From {T:begin} to {T:end} runs start in their order, and {J:other} went first.")
def behind_run(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "behind_run")
    claim(row.blocker == other, "that was", row.blocker)
    claim((told.submit[other], other) < (told.submit[job], job), "that came later")
    for now in told.between(row.time, end.middle - 1e-3):
        runs = any(one.begin <= now < one.end for one in told.held if one.job == other)
        claim(told.submit[other] <= now < told.end[other] and not runs, "that runs, or is over, at", now)


@sentence(
    "It started at {T:at} in cluster {N:cluster}, on the one processor that no local job used.",
    "It started at {T:at} in cluster {N:cluster}, on one of {N:idle} processors that no local job used.",
)
def fills_hole(told: Told, job: int, at, cluster, idle=1) -> None:
    row = next((r for r in told.rows(job, "start") if r.time in at), None)
    claim(row is not None and row.rule == "fills_hole", "it was not started so")
    claim(any(piece[0] in at and piece[2] + 1 == cluster for piece in pieces(told, job)), "it started elsewhere")
    claim(told.before(row, cluster - 1 if told.clusters else None) == idle, "idle were", told.before(row, cluster - 1))


@sentence(
    *each(
        "It started at {T:at} in cluster {N:cluster}, which took it out of the queue of another one: it needs "
        "FREE, and none of its own waiting jobs could start.",
        ENOUGH,
    )
)
def taken_over(told: Told, job: int, at: Range, cluster, p, free, there) -> None:
    row = next((r for r in told.rows(job, "start") if r.time in at), None)
    claim(
        row is not None and row.rule == "taken_over" and told.cluster[job] + 1 == cluster, "it was not taken over there"
    )
    home = told.made.workload.jobs.home
    claim(home[job] != cluster - 1, "that is its own")
    counted(told, job, row, p, free, there)
    claim(free >= p, "that is too few")


@sentence(
    "It started at {T:at} in cluster {N:cluster}, on the one processor that no local job used, where the server "
    "sent it so that most of the runs that waited would be over in time.",
    "It started at {T:at} in cluster {N:cluster}, on one of {N:idle} processors that no local job used, where "
    "the server sent it so that most of the runs that waited would be over in time.",
)
def packed_in_fork(told: Told, job: int, at, cluster, idle=1) -> None:
    row = next((r for r in told.rows(job, "start") if r.time in at), None)
    claim(
        row is not None and row.rule == "packed_in_fork" and told.params["filling"] == "fork", "it was not started so"
    )
    claim(any(piece[0] in at and piece[2] + 1 == cluster for piece in pieces(told, job)), "it started elsewhere")
    claim(told.before(row, cluster - 1 if told.clusters else None) == idle, "idle were", told.before(row, cluster - 1))


@sentence(
    "From {T:begin} to {T:end} {P:idle} was idle, but the server was sending the data of {J:other} until {T:until}.",
    "From {T:begin} to {T:end} {P:idle} were idle, but the server was sending the data of {J:other} until {T:until}.",
    "From {T:begin} to {T:end} {P:idle} was idle, but the server was sending its data to where it had been killed until {T:until}.",
    "From {T:begin} to {T:end} {P:idle} were idle, but the server was sending its data to where it had been killed until {T:until}.",
)
def server_busy(told: Told, job: int, begin, end, idle, until, other=None) -> None:
    row = reason(told, job, begin, end, "server_busy")
    claim(row.blocker == (-1 if other is None else other), "that was", row.blocker)
    claim(told.free(row.time) == idle, told.free(row.time), "were idle at", row.time)
    links = told.made.links
    sent = [
        start + links.transfer[cluster]
        for start, _, cluster, _ in pieces(told, job if other is None else other)
        if start <= row.time
    ]
    claim(max(sent) in until and max(sent) > row.time, "it was there at", max(sent))


@sentence(
    "In cluster {N:cluster} it took {L:took}, not the {L:runtime} that it is given as.",
    "In cluster {N:cluster} it took {L:took}, not the {L:runtime} that it is given as; {L:sent} of that its data was sent.",
)
def of_cluster(told: Told, job: int, cluster, took, runtime, sent=None) -> None:
    begin, end = next(one[1:3] for one in reversed(told.held) if one.job == job)
    where = told.cluster[job]
    claim(where + 1 == cluster and end - begin in took, "it took", end - begin, "in", where + 1)
    claim(told.made.workload.jobs.runtime[job] in runtime, "it is given as", told.made.workload.jobs.runtime[job])
    transfer = told.made.links.transfer[where] if told.grid[job] else 0
    claim(transfer in sent if sent else transfer == 0, "its data took", transfer)


@sentence(
    *each(
        "It started at {T:at} in cluster {N:cluster}, as the first in the queue that it had moved to, so that "
        "the loads of the clusters differed less: it needs FREE.",
        ENOUGH,
    )
)
def agreed(told: Told, job: int, at: Range, cluster, p, free, there) -> None:
    row = next((r for r in told.rows(job, "start") if r.time in at), None)
    claim(row is not None and row.rule == "agreed" and told.cluster[job] + 1 == cluster, "it did not start so")
    moves = [r for r in told.of_job[job] if r.kind == "migrate"]
    claim(bool(moves) and moves[-1].value + 1 == cluster and moves[-1].time <= row.time, "it had not moved there")
    counted(told, job, row, p, free, there)
    claim(free >= p, "that is too few")


def queues(told: Told, before: Row) -> list[list[int]]:
    """Rows in the queue of each cluster when a decision was taken."""
    at = dealt(
        told.clusters or (told.machine,), [home if told.grid[job] == 0 else -1 for job, home in enumerate(told.home)]
    )
    found: list[list[int]] = [[] for _ in told.clusters or (told.machine,)]
    for row in told.log[: told.log.index(before)]:
        if row.kind in ("start", "backfill"):
            found[at[row.job]].remove(row.job)
        elif row.kind == "arrive":
            found[at[row.job]].append(row.job)
        elif row.kind == "migrate":
            found[at[row.job]].remove(row.job)
            at[row.job] = int(row.value)
            found[at[row.job]].append(row.job)
    return found


def loads(told: Told, row: Row, waiting: list[list[int]]) -> list[float]:
    """By requested times, s: what runs and what waits in each cluster, over its processors."""
    begun = {one.job for one in told.log[: told.log.index(row)] if one.kind in ("start", "backfill")}
    over = {one.job for one in told.log[: told.log.index(row)] if one.kind == "end"}
    work = [sum(told.size[job] * asks(told, job, cluster) for job in rows) for cluster, rows in enumerate(waiting)]
    for job in begun - over:
        work[told.cluster[job]] += told.size[job] * (told.start[job] + asks(told, job, told.cluster[job]) - row.time)
    return [one / size for one, size in zip(work, told.clusters or (told.machine,), strict=True)]


@sentence(
    "At {T:at} it moved to the end of the queue of cluster {N:cluster}: by requested times the larger of the "
    "loads of both clusters became smaller."
)
def moved(told: Told, job: int, at: Range, cluster) -> None:
    rows = [r for r in told.rows(job, "migrate") if r.time in at and r.value + 1 == cluster]
    claim(rows, "it did not move there then")
    waiting = queues(told, rows[0])
    before = loads(told, rows[0], waiting)
    giver, taker = next(i for i, queue in enumerate(waiting) if job in queue), cluster - 1
    waiting[giver].remove(job)
    waiting[taker].append(job)
    after = loads(told, rows[0], waiting)
    claim(
        max(after[giver], after[taker]) < max(before[giver], before[taker]),
        "the loads were",
        before,
        "and became",
        after,
    )


@sentence("Later it moved {N:count} more times, left out here.")
def moved_on(told: Told, job: int, count) -> None:
    claim(len(told.rows(job, "migrate")) == count + 4, "it moved", len(told.rows(job, "migrate")), "times")


@sentence(
    *each(
        "From {T:begin} to {T:end} it would have fitted without delaying {J:head} (it needs FREE" + TAKEN + "), but "
        "of every queue only the first job and {N:depth} behind it are looked at.",
        FREE[1:],
    )
)
def beyond_depth(told: Told, job: int, begin, end, head, p, there, at, depth, free, takers, what, taken) -> None:
    row = reason(told, job, begin, end, "beyond_depth")
    counted(told, job, row, p, free, there, at)
    room_taken(told, row, there, takers, what, taken)
    claim(row.blocker == head and free >= p and told.params["depth"] == depth, "that is not so")
    left = [r.job for r in told.log if r.time == row.time and r.seq < row.seq and r.kind in ("start", "backfill")]
    queue = next(queue for queue in queues(told, row) if job in queue)
    claim(queue[0] == head and queue.index(job) + len(left) > depth, "it was looked at")
