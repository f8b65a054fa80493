"""What is said of a job under the policy slurm, which decides at passes: each sentence against the starts and the log."""

from __future__ import annotations

from tests.why.reader import Range, Row, Told, claim, listed, sentence
from tests.why.rigid import ENOUGH, FREE, counted, each, reason
from tests.why.starts import fits, started

PRIORITY = "<; its priority was {N:number}>"


@sentence("From {T:begin} to {T:end} no pass of the scheduler had looked at it yet.")
def no_pass(told: Told, job: int, begin: Range, end: Range) -> None:
    rows = told.rows(job, "skip", "reserve", "start", "backfill")
    claim(told.policy == "slurm", "it decides at every event")
    claim(told.submit[job] in begin and rows and rows[0].time in end, "it was first looked at", rows[:1])


@sentence(
    *each(
        "From {T:begin} to {T:end} it went first in its partition, and the nodes of that had no room for it (it "
        "needs FREE; Slurm: Resources).",
        FREE,
    )
)
def resources(told: Told, job: int, begin, end, p, there, at, free=None) -> None:
    row = reason(told, job, begin, end, "slurm_resources")
    counted(told, job, row, p, free, there, at)
    claim((free or 0) < p, "it would have fitted")


@sentence(
    "From {T:begin} to {T:end} it went first in its partition, and of the nodes with enough free processors too "
    "little memory was free (Slurm: Resources)."
)
def memory_short(told: Told, job: int, begin, end) -> None:
    row = reason(told, job, begin, end, "slurm_memory")
    claim(
        row.free >= row.needed and told.made.params["node_memory"], "processors were too few, or memory does not count"
    )


@sentence(
    "From {T:begin} to {T:end} {J:other} went before it and had no room, so the main pass started nobody "
    "behind it, and the backfill pass had not started it yet (Slurm: Priority)."
)
def priority(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "slurm_priority")
    waits_before(told, row, other)
    claim(not any(one.job == other and one.time == row.time for one in told.begun[row.time]), "that job started then")


@sentence(
    "From {T:begin} to {T:end} nodes it would have needed were reserved for jobs before it, {J:other} first; "
    "the backfill pass expected it to start at {T:shadow} (Slurm: Priority)."
)
def reserved(told: Told, job: int, begin, end, other, shadow) -> None:
    row = reason(told, job, begin, end, "slurm_reserved")
    waits_before(told, row, other)
    claim(row.shadow in shadow and row.shadow > row.time, "it was expected at", row.shadow)


@sentence(
    "From {T:begin} to {T:end} it would still have run while nodes that it needed were reserved for others (Slurm: Reservation)."
)
def reserved_for_others(told: Told, job: int, begin, end) -> None:
    row = reason(told, job, begin, end, "slurm_reservation")
    until = row.time + told.made.workload.jobs.requested_time[job]
    claim(any(first < until and last > row.time for first, last, _ in kept(told)), "nothing was reserved then")


@sentence("From {T:begin} to {T:end} the reservation that it asks for had not begun (Slurm: Reservation).")
def own_reservation(told: Told, job: int, begin, end) -> None:
    row = reason(told, job, begin, end, "slurm_own_reservation")
    claim(any(job in users and row.time < first for first, _, users in kept(told)), "its reservation had begun")


@sentence(
    "From {T:begin} to {T:end} the nodes of the reservation that it asks for had no room for it (Slurm: Resources)."
)
def reservation_full(told: Told, job: int, begin, end) -> None:
    row = reason(told, job, begin, end, "slurm_reservation_resources")
    claim(
        any(job in users and first <= row.time < last for first, last, users in kept(told)),
        "it has no reservation then",
    )


def kept(told: Told) -> list[tuple[float, float, set[int]]]:
    """(begin, end, rows of jobs that ask for it) of the reservations of users, with times in seconds of the log."""

    def fields(name: str) -> list[tuple[str, dict[str, str]]]:
        records = [record.split() for record in (told.made.params.get(name) or "").split(";") if record.strip()]
        return [(words[0], dict(word.split("=") for word in words[1:])) for words in records]

    number = told.made.workload.jobs.job_id.tolist()
    return [
        (
            float(one["Start"]),
            float(one["End"]),
            {
                number.index(int(job))
                for job, words in fields("jobs")
                if words.get("Reservation") == name and int(job) in number
            },
        )
        for name, one in fields("reservations")
    ]


def waits_before(told: Told, row: Row, other: int) -> None:
    """The one named is the one of the log, and waits then."""
    claim(row.blocker == other, "in the way was", row.blocker)
    claim(waits(told, other, row.time), "that job did not wait then")


def waits(told: Told, job: int, time: float) -> bool:
    """Whether a job waits at an instant, for its first run or, after it was preempted, for another one."""
    mine = [one for one in told.held if one.job == job]
    return told.submit[job] <= time <= mine[-1].begin and not any(one.begin < time < one.end for one in mine)


@sentence(
    *each(
        "It started at {T:at} by the main pass, in its turn: it needs FREE, and no job before it in its partition "
        "was left without room" + PRIORITY + ".",
        ENOUGH,
    )
)
def main_pass(told: Told, job: int, at, p, free, there, number) -> None:
    row = started(told, job, at, False, "slurm_main")
    fits(told, job, row, p, free, there)
    had_priority(told, row, number)


def had_priority(told: Told, row: Row, number: int | None) -> None:
    """The priority is told under multifactor alone: under basic it is the order of submission."""
    claim(number == (row.value if told.params["priority"] == "multifactor" else None), "its priority was", row.value)


@sentence(
    *each(
        "It was backfilled at {T:at} by the backfill pass<, ahead of {J:other}>: it needs FREE, on nodes that no "
        "job before it had reserved for the time it asks for" + PRIORITY + ".",
        ENOUGH,
    ),
    *each(
        "It started at {T:at} by the backfill pass: it needs FREE, on nodes that no job before it had reserved for "
        "the time it asks for" + PRIORITY + ".",
        ENOUGH,
    ),
)
def backfill_pass(told: Told, job: int, at, p, free, there, number, other=None) -> None:
    rows = [row for row in told.rows(job, "start", "backfill") if row.rule == "slurm_backfill" and row.time in at]
    claim(rows and told.start[job] in at, "it was not started by the backfill pass then")
    fits(told, job, rows[0], p, free, there)
    had_priority(told, rows[0], number)
    claim(rows[0].blocker == (-1 if other is None else other), "it went ahead of", rows[0].blocker)
    claim(other is None or waits(told, other, rows[0].time), "that job did not wait then")


# ---- preemption -----------------------------------------------------------------------------------------------------


def pieces(told: Told, job: int) -> list[tuple[float, float, int, int]]:
    """(begin, end, kind, killer) of the runs of a job, in order."""
    s = told.made.segments
    return [
        row[1:]
        for row in zip(
            s.job.tolist(), s.begin.tolist(), s.end.tolist(), s.kind.tolist(), s.killer.tolist(), strict=True
        )
        if row[0] == job
    ]


@sentence("It waited {L:wait} and started first at {T:at}.", "It started at once, at {T:at}.")
def first_start(told: Told, job: int, at, wait=None) -> None:
    begin = pieces(told, job)[0][0]
    late = begin - told.submit[job]
    claim(begin in at and (late == 0 if wait is None else late > 0 and late in wait), "it started at", begin)


@sentence(
    "It was preempted at {T:at}, after {L:ran}, by {J:killer}, which started then, and put back into the queue "
    "(Slurm: BeginTime at first); it started again {L:later} later, at {T:again}.",
    "It was preempted at {T:at}, after {L:ran}, by {J:killer}, which started then, and cancelled (Slurm: PREEMPTED).",
)
def preempted(told: Told, job: int, at, ran, killer, later=None, again=None) -> None:
    mine = pieces(told, job)
    number = next((i for i, piece in enumerate(mine) if piece[1] in at and piece[2:] == (2, killer)), None)
    claim(number is not None, "it was not preempted then")
    begin, end, _, _ = mine[number]
    claim(end - begin in ran and any(piece[0] == end for piece in pieces(told, killer)), "it had run for", end - begin)
    claim((number + 1 == len(mine)) == (again is None), "it has", len(mine), "pieces")
    rows = [row for row in told.rows(job, "kill") if row.time == end and row.blocker == killer]
    claim(
        len(rows) == 1 and rows[0].rule == ("slurm_cancelled" if again is None else "slurm_requeued"),
        "the log does not have it",
    )
    claim(
        again is None or (mine[number + 1][0] in again and mine[number + 1][0] - end in later), "it started again", mine
    )


@sentence("It was stopped at {T:at}, after {L:ran}, as its reservation was over (Slurm: TIMEOUT).")
def stopped_with_reservation(told: Told, job: int, at, ran) -> None:
    begin, end, kind, killer = pieces(told, job)[-1]
    claim((kind, killer) == (2, -1) and end in at and end - begin in ran, "its last run", begin, end, kind, killer)
    more = told.made.params["resv_over_run"]
    claim(
        any(job in users and begin < last and last + more == end for _, last, users in kept(told)),
        "its reservation was not over then",
    )
    rows = [row for row in told.rows(job, "kill") if row.time == end]
    claim([(row.rule, row.blocker) for row in rows] == [("slurm_over_run", -1)], "the log does not have it", rows)


@sentence(
    "{L:lost} of work was lost, as it started from nothing; it ran from {T:begin} to {T:end} in the end.",
    "{L:lost} of work was lost, and it never ran to its end.",
)
def in_the_end(told: Told, job: int, lost, begin=None, end=None) -> None:
    mine = pieces(told, job)
    claim(sum(piece[1] - piece[0] for piece in mine if piece[2] == 2) in lost, "it lost other", mine)
    claim((mine[-1][2] == 2) == (begin is None), "its last run", mine[-1])
    claim(begin is None or (mine[-1][0] in begin and mine[-1][1] in end), "it ran", mine[-1])


@sentence("It was preempted {N:times} times in all.")
def times_in_all(told: Told, job: int, times) -> None:
    claim(
        sum(piece[2] == 2 and piece[3] >= 0 for piece in pieces(told, job)) == times,
        "it was preempted another number of times",
    )


@sentence("It preempted {Js:jobs}: put back into the queue.", "It preempted {Js:jobs}: cancelled.")
def it_preempted(told: Told, job: int, jobs) -> None:
    rows = [row for row in told.log if row.kind == "kill" and row.blocker == job]
    gone = [[row.job for row in rows if row.rule == rule] for rule in ("slurm_requeued", "slurm_cancelled")]
    claim(any(listed(sorted(one), jobs) for one in gone if one), "it preempted", gone)
