"""Why a job on whole processors is said to have started: each sentence against the starts and the log."""

from __future__ import annotations

from tests.why.reader import Range, Row, Told, claim, place, sentence
from tests.why.rigid import ENOUGH, asks, counted, each, first, gap, goes_before, known_order, level, promise


def started(told: Told, job: int, at: Range, backfilled: bool, *rules: str) -> Row:
    found = [row for row in told.rows(job, "start", "backfill") if row.rule in rules and row.time in at]
    claim(found and told.start[job] in at, "it was not started by that rule then")
    claim((found[0].kind == "backfill") == backfilled, "it was backfilled:", found[0].kind)
    return found[0]


def passed(told: Told, job: int, row: Row, other: int | None = None) -> None:
    """It goes before somebody who waits on, and was before it: the one named, where one is."""
    ahead = [
        one
        for one in range(len(told.id))
        if one != job and told.submit[one] <= row.time <= told.start[one] and goes_before(told, one, job, row.time)
    ]
    claim(ahead or told.home[job] < 0 or (other is not None and told.home[other] < 0), "nobody was before it")
    if other is not None:
        claim(
            known_order(told, other, job, row.time) and told.submit[other] <= row.time <= told.start[other],
            "that job did not wait before it",
        )


@sentence(*each("It started at {T:at} as the first in the queue< {W:allowed}>: it needs FREE.", ENOUGH))
def head_fits(told: Told, job: int, at, allowed, p, free, there) -> None:
    row = started(told, job, at, False, "head_fits")
    fits(told, job, row, p, free, there)
    first(told, job, row, row.time, allowed)


def fits(told: Told, job: int, row: Row, p: int, free: int, there: str) -> None:
    claim(free >= p, "that is too few")
    counted(told, job, row, p, free, there)


@sentence(
    *each(
        "It was backfilled at {T:at} ahead of {J:other}: it needs FREE, and by its requested time it is over at "
        "{T:until}, not after the reservation at {T:shadow}.",
        ENOUGH,
    )
)
def ends_by_shadow(told: Told, job: int, at, other, p, free, there, until, shadow) -> None:
    row = started(told, job, at, True, "ends_by_shadow")
    fits(told, job, row, p, free, there)
    passed(told, job, row, other)
    over = row.time + asks(told, job, place(there)[0])
    claim(over in until and over <= shadow.high, "by its requested time it is over at", over)
    reserved_for(told, row, other, there, shadow)


def reserved_for(told: Told, row: Row, head: int, there: str, shadow: Range, extra: int | None = None) -> None:
    """When the head can start by requested times; of several clusters only where there is a queue for each."""
    cluster, local = place(there)
    if not told.clusters or local or told.policy == "work_exchange":
        time, left = promise(told, row, head, cluster, local)
        claim(time in shadow, "the reservation is at", time)
        claim(extra is None or left == extra or told.policy == "easy_restricted", left, "are left over")


@sentence(
    *each(
        "It was backfilled at {T:at} ahead of {J:other}: it needs FREE, and that is no more than the {N:extra} which "
        "{J:again} will leave over at its reservation at {T:shadow}.",
        ENOUGH,
    )
)
def within_extra(told: Told, job: int, at, other, p, free, there, extra, again, shadow) -> None:
    row = started(told, job, at, True, "within_extra")
    fits(told, job, row, p, free, there)
    passed(told, job, row, other)
    claim(other == again and p <= extra, "it takes more than that")
    reserved_for(told, row, other, there, shadow, extra)


@sentence(
    *each(
        "It was backfilled at {T:at} ahead of jobs submitted earlier: it needs FREE, and this policy holds nothing "
        "back for others.",
        ENOUGH,
    )
)
def fits_now(told: Told, job: int, at, p, free, there) -> None:
    row = started(told, job, at, True, "fits_now")
    fits(told, job, row, p, free, there)
    passed(told, job, row)


@sentence(
    *each(
        "It was backfilled at {T:at} ahead of {J:other}, which went first but did not fit: it needs FREE, and "
        "this policy holds nothing back for others.",
        ENOUGH,
    )
)
def passes_wide(told: Told, job: int, at, other, p, free, there) -> None:
    row = started(told, job, at, True, "passes_wide")
    fits(told, job, row, p, free, there)
    claim(
        (told.waits_at(other, row) and told.needed[other] > told.before(row)) or told.clusters, "that job did not wait"
    )


@sentence(
    *each(
        "It was backfilled at {T:at} ahead of {J:other}, which is to start in another cluster and is not delayed: it needs FREE.",
        ENOUGH,
    )
)
def other_cluster(told: Told, job: int, at, other, p, free, there) -> None:
    row = started(told, job, at, True, "other_cluster")
    fits(told, job, row, p, free, there)
    claim(told.waits_at(other, row), "that job does not wait")


@sentence(
    *each("It started at {T:at} because the time of its reservation had come: it needs FREE.", ENOUGH),
    *each("It was backfilled at {T:at} because the time of its reservation had come: it needs FREE.", ENOUGH),
)
def due(told: Told, job: int, at, p, free, there) -> None:
    row = next(iter(told.rows(job, "start", "backfill")))
    claim(row.rule == "due" and row.time in at and told.start[job] in at, "it started at", row)
    fits(told, job, row, p, free, there)
    last = [r.shadow for r in told.rows(job, "reserve") if r.seq < row.seq]
    claim(not last or last[-1] == row.time, "its reservation was for", last[-1:])


@sentence("It started at {T:at} when the turn of its time slot came.")
def slots_turn(told: Told, job: int, at) -> None:
    row = started(told, job, at, False, "slots_turn")
    running = sum(held.size for held in told.held if held.begin <= row.time < held.end)
    claim(running <= told.machine, "all slots together had", running)


@sentence(
    *each(
        "It {W:act} at {T:at} because it needs FREE, and by its requested time it delays no reservation of another job.",
        ENOUGH,
    )
)
def delays_none(told: Told, job: int, act, at, p, free, there) -> None:
    row = started(told, job, at, act == "was backfilled", "delays_none")
    fits(told, job, row, p, free, there)
    if not told.clusters and told.policy in ("conservative", "tabu"):
        claim(gap(told, row, job) == row.time, "it would have fitted at", gap(told, row, job))


@sentence(
    *each(
        "It {W:act} at {T:at} because it needs FREE, and of the waiting jobs that fit its user had waited most "
        "for the work done so far (priority {F:value}).",
        ENOUGH,
    )
)
def highest_priority(told: Told, job: int, act, at, p, free, there, value) -> None:
    row = started(told, job, at, act == "was backfilled", "highest_priority")
    fits(told, job, row, p, free, there)
    if told.params.get("halving") is not None:
        return
    users = told.made.workload.jobs.user.tolist()
    told_to = 1e-4 * value  # five digits are told
    claim(abs(level(told, users[job], row) - value) <= told_to + 1e-9, "his priority was", level(told, users[job], row))
    others = [one for one in range(len(users)) if told.waits(one, row.time) and told.needed[one] <= told.before(row)]
    claim(
        all(level(told, users[one], row) <= value + told_to + 1e-9 for one in others) or told.clusters,
        "another user had a higher one",
    )
