"""What is said of a job that runs on whole processors: each sentence against the starts and the log."""

from __future__ import annotations

from tests.why_reader import Range, Row, Told, claim, listed, place, sentence

NAN = float("nan")
FREE = ("{P} and none was free{W:there} at {T:at}", "{P} and {N:free} was free{W:there} at {T:at}",
        "{P} and {N:free} were free{W:there} at {T:at}")
ENOUGH = ("{P} and {N:free} was free{W:there}", "{P} and {N:free} were free{W:there}")


def each(frame: str, forms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(frame.replace("FREE", form) for form in forms)


# ---- what happened --------------------------------------------------------------------------------------------------

@sentence("Job {N:number} (line {N:line})< of {U:user}> was submitted at {T:at} and asked for {N:size} of {N:machine} processors"
          "< in one of {N:clusters} clusters with up to {N:largest}> for {L:time}.")
def asked(told: Told, job: int, number, line, user, at, size, machine, clusters, largest, time) -> None:
    claim((number, line) == (told.id[job], told.line[job]), "another job", number, line)
    claim((f"user {told.user_id[job]}" if told.user_id[job] >= 0 else None) == user, "its user is", told.user_id[job])
    claim(told.submit[job] in at, "it was submitted at", told.submit[job])
    claim((size, machine) == (told.needed[job], told.machine), "it asked for", told.needed[job], "of", told.machine)
    claim((clusters, largest) == ((len(told.clusters), max(told.clusters)) if told.clusters else (None, None)), "clusters")
    claim(told.requested[job] in time, "it asked for", told.requested[job])


@sentence("It started at once< in cluster {N:cluster}> and ran for {L:ran}, until {T:end}.")
def at_once(told: Told, job: int, cluster, ran, end) -> None:
    claim(told.start[job] == told.submit[job], "it waited")
    outcome(told, job, Range(-1, 1), Range(told.start[job], told.start[job]), cluster, ran, end)


@sentence("It waited {L:wait}, started at {T:start}< in cluster {N:cluster}> and ran for {L:ran}, until {T:end}.")
def outcome(told: Told, job: int, wait, start, cluster, ran, end) -> None:
    claim(told.start[job] - told.submit[job] in wait, "it waited", told.start[job] - told.submit[job])
    claim(told.start[job] in start and told.end[job] in end, "it ran from", told.start[job], "to", told.end[job])
    claim(cluster == (told.cluster[job] + 1 if told.clusters else None), "it ran in cluster", told.cluster[job] + 1)
    held = sum(one.end - one.begin for one in told.held if one.job == job)
    claim(held in ran, "it ran for", held)


@sentence("At its start {Js:others} ended< in cluster {N:cluster}> and freed {P:size}.")
def freed(told: Told, job: int, others, cluster, size) -> None:
    rows = [row for row, end in enumerate(told.end) if end == told.start[job] and
            (not told.clusters or told.cluster[row] == told.cluster[job])]
    claim(listed(rows, others), "those that ended then are", [told.id[row] for row in rows])
    claim(sum(told.size[row] for row in rows) == size, "they had", sum(told.size[row] for row in rows))
    claim(cluster == (told.cluster[job] + 1 if told.clusters else None), "in cluster", told.cluster[job] + 1)


@sentence("At its submission it was promised a start at {T:at}, and that was kept<; its reservation was moved {W:moves}>.",
          "At its submission it was promised a start at {T:at}, and started {L:off} {W:way}<; its reservation was moved {W:moves}>.")
def promised(told: Told, job: int, at, off=None, way=None, moves=None) -> None:
    table = told.made.promises
    rows = [(time, start) for time, row, start in zip(table.time.tolist(), table.job.tolist(), table.start.tolist(), strict=True)
            if row == job]
    claim(rows[0][0] == told.submit[job] and rows[0][1] in at, "it was first promised", rows[0])
    late = told.start[job] - rows[0][1]
    claim((late == 0) == (off is None) and (off is None or (abs(late) in off and way == ("later" if late > 0 else "earlier"))),
          "it started", late, "after that")
    if moves is not None:
        claim(times(moves) == len(rows) - 1, "it was moved", len(rows) - 1, "times")


def times(words: str) -> int:
    return 1 if words == "once" else int(words.removesuffix(" times"))


# ---- the log --------------------------------------------------------------------------------------------------------

@sentence("It started then because the log says so; a log does not tell why.")
def as_recorded(told: Told, job: int) -> None:
    wait = told.made.workload.jobs.recorded_wait[job]
    claim(told.policy == "recorded" and told.start[job] == told.submit[job] + max(wait, 0), "no log says so")


@sentence("No decisions were logged in this run, so its reasons are not known.")
def no_log(told: Told, job: int) -> None:
    claim(not told.log, "there are decisions")


@sentence("From {T:begin} to {T:end} it had {N:count} more reasons, left out here.")
def left_out(told: Told, job: int, begin, end, count) -> None:
    rows = told.rows(job, "skip", "reserve")
    claim(told.submit[job] <= begin.high and end.low <= told.start[job], "it did not wait then")
    changes = {row.time for row in rows if begin.low <= row.time < end.low}
    claim(count <= len(changes), "there are but", len(changes), "decisions in that time")
    claim(any(row.time in begin for row in rows) and any(row.time in end for row in rows), "nothing changed then")


def reason(told: Told, job: int, begin: Range, end: Range, *rules: str) -> Row:
    """The decision a reason is told of; it has to hold from then to another decision on the job, or its start."""
    row = told.decided(job, rules[0], begin, "skip", "reserve") if len(rules) == 1 else next(
        (r for r in told.rows(job, "skip", "reserve") if r.rule in rules and r.time in begin), None)
    claim(row is not None, "no such decision at", begin)
    changes = {told.start[job], *(r.time for r in told.rows(job, "skip", "reserve") if r.rule not in rules)}
    claim(any(time in end for time in changes), "no other decision at", end)
    claim(told.submit[job] <= begin.high and end.low <= told.start[job], "it did not wait then")
    return row


def lacks(told: Told, job: int, begin: Range, end: Range, row: Row, size: int, free: int | None, there: str, at: Range) -> None:
    """It needs so many, so many are free then, and at no time until the end are there enough."""
    counted(told, job, row, size, free, there, at)
    claim((free or 0) < size, "it would have fitted")
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.room(now, there) < size, "there was room for it at", now, "where", told.room(now, there), "were free")


def counted(told: Told, job: int, row: Row, size: int, free: int | None, there: str, at: Range | None = None) -> None:
    """How many it needs, and how many were free when it was decided."""
    claim(size == told.needed[job], "it needs", told.needed[job])
    claim(at is None or row.time in at, "the decision was at", row.time)
    claim(bool(told.clusters) == ("cluster" in there), "there are clusters:", told.clusters)
    cluster, local = place(there)
    claim(local == (told.policy == "best_effort" and not told.grid[job]), "grid runs make way for local jobs")
    places = [cluster] if cluster is not None or not told.clusters else range(len(told.clusters))
    truth = max(told.before(row, one, local) for one in places)
    claim(truth == (free or 0), truth, "were free at", row.time)


@sentence(*each("From {T:begin} to {T:end} it was first in the queue, but it needs FREE.", FREE))
def head_blocked(told: Told, job: int, begin, end, p, there, at, free=None) -> None:
    row = reason(told, job, begin, end, "head_blocked")
    lacks(told, job, begin, end, row, p, free, there, at)
    first(told, job, row, told.start[job])


def first(told: Told, job: int, row: Row, until: float) -> None:
    """Whether a job is the first of all that wait, right after an instant."""
    ahead = [other for other in range(len(told.id)) if other != job and told.waits(other, row.time) and
             goes_before(told, other, job, row.time)]
    claim(not ahead, "before it went", [told.id[other] for other in ahead])


def goes_before(told: Told, one: int, other: int, now: float) -> bool:
    """Whether a job is before another one in the queue of its policy; a cluster of a grid has its own queue."""
    if told.home[one] != told.home[other] or told.home[one] < 0:
        return False
    return (key(told, one, now), told.submit[one], one) < (key(told, other, now), told.submit[other], other)


def known_order(told: Told, one: int, other: int, now: float) -> bool:
    """Whether a job is before another one; true where it is not known in whose queue they are, as of runs of a grid."""
    return min(told.home[one], told.home[other]) < 0 or goes_before(told, one, other, now)


def key(told: Told, job: int, now: float) -> float:
    size, asked = told.needed[job], told.requested[job]
    if told.policy == "wfp3":
        return -(((now - told.submit[job]) / asked) ** 3) * size
    return {"sjf": asked, "lpt": -asked, "ljf": -size, "saf": asked * size}.get(told.policy, 0.0)


PROMISE = "; by requested times it was promised a start at {T:shadow}< in cluster {N:cluster}><, when {J:ender} is due to end>" \
          "<, leaving {P:extra} over>."


@sentence(*each("From {T:begin} to {T:end} it was first in the queue, but it needs FREE" + PROMISE +
                "< The reservation was moved {W:moves}, last to {T:last}.>", FREE))
def reserved(told: Told, job: int, begin, end, p, there, at, shadow, cluster, ender, extra, moves, last, free=None) -> None:
    row = reason(told, job, begin, end, "reserved")
    lacks(told, job, begin, end, row, p, free, there, at)
    first(told, job, row, told.start[job])
    where, local = place(there)
    where = where if cluster is None else cluster - 1
    time, left = promise(told, row, job, where, local)
    claim(time in shadow, "by requested times it can start at", time)
    claim(left == (extra or 0), left, "are left over then")
    claim(ender is None or told.start[ender] + told.requested[ender] in shadow, "that job is due to end at another time")
    if moves is not None:
        shadows = []
        for other in told.rows(job, "skip", "reserve"):
            if other.seq >= row.seq and other.time < end.low:
                shadows += [other.shadow]
        claim(times(moves) == len(set(shadows)) - 1 and shadows[-1] in last, "its reservations were", shadows)


def promise(told: Told, row: Row, job: int, cluster: int | None, local: bool = False) -> tuple[float, int]:
    """(when there is room for a job by the requested times of those that run, processors left over then)."""
    there = [other for other in told.running(row) if cluster in (None, told.cluster[other]) and not (local and told.grid[other])]
    machine = told.machine if cluster is None else told.clusters[cluster]
    due = {other: told.start[other] + told.requested[other] for other in there}
    for time in sorted({row.time, *due.values()}):
        free = machine - sum(told.size[other] for other in there if due[other] > time)
        if time >= row.time and free >= told.needed[job]:
            return time, free - told.needed[job]
    raise AssertionError("never")


@sentence("From {T:begin} to {T:end} it stood behind {J:head}, which nothing may pass.< Later {Js:others} stood in its way "
          "likewise.>")
def behind_head(told: Told, job: int, begin, end, head, others) -> None:
    row = reason(told, job, begin, end, "behind_head")
    claim(row.blocker == head, "it stood behind", told.id[row.blocker])
    stood_behind(told, job, row, end, head, others)


def stood_behind(told: Told, job: int, row: Row, end: Range, head: int, others) -> None:
    """At each instant one of those named waits before it."""
    named, more = [head, *(others[0] if others else [])], others[1] if others else 0
    claim(known_order(told, head, job, row.time) and told.waits(head, row.time), "that job was not before it")
    for now in told.between(row.time, end.middle - 1e-3):
        claim(more or any(told.waits(other, now) for other in named), "none of them waits at", now)


@sentence(*each("From {T:begin} to {T:end} it did not fit: it needs FREE<; {J:head} was first in the queue>."
                "< Later {Js:others} stood in its way likewise.>", FREE))
def does_not_fit(told: Told, job: int, begin, end, p, there, at, head, others, free=None) -> None:
    row = reason(told, job, begin, end, "does_not_fit")
    lacks(told, job, begin, end, row, p, free, there, at)
    claim((row.blocker if row.blocker >= 0 else None) == head, "the first was", row.blocker)
    if head is not None:
        stood_behind(told, job, row, end, head, others)


@sentence(*(f"From {{T:begin}} to {{T:end}} it would have fitted, for it needs {form}, but by its requested time it would have run "
            f"until {{T:until}}, past {{T:shadow}}, when {{J:head}} is to start and leave {left} over."
            "< Later {Js:others} stood in its way likewise.>" for form in FREE for left in ("no processor", "only {P:extra}")))
def would_delay_head(told: Told, job: int, begin, end, p, there, at, until, shadow, head, others, free=None, extra=0) -> None:
    row = reason(told, job, begin, end, "would_delay_head")
    counted(told, job, row, p, free, there, at)
    claim((free or 0) >= p, "it would not have fitted")
    over = row.time + told.requested[job]
    claim(over in until and over > shadow.high, "it would have run until", over)
    claim(told.waits(head, row.time), "that job does not wait")
    claim(known_order(told, head, job, row.time), "that job is not before it")
    cluster, local = place(there)
    if cluster is not None or not told.clusters:
        time, left = promise(told, row, head, cluster, local)
        claim(time in shadow and left == extra, "it is to start at", time, "and leave", left)
    claim(extra < p, "it would have been let pass")
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.room(now, there) >= p, "it did not fit any more at", now)
        claim(others is not None or told.waits(head, now), "that job waits no longer at", now)


@sentence("From {T:begin} to {T:end} it held a reservation for {T:shadow}< in cluster {N:cluster}>, the earliest time at which it "
          "would delay no other reservation (it needs {P} and none was free{W:there} at {T:at}).{W:moved}",
          *each("From {T:begin} to {T:end} it held a reservation for {T:shadow}< in cluster {N:cluster}>, the earliest time at which "
                "it would delay no other reservation (it needs FREE).{W:moved}", FREE[1:]))
def earliest_gap(told: Told, job: int, begin, end, shadow, cluster, p, there, at, moved, free=None) -> None:
    row = reason(told, job, begin, end, "earliest_gap")
    counted(told, job, row, p, free, there, at)
    holds(told, row, shadow, cluster, moved)
    if not told.clusters:
        claim(gap(told, row, job) in shadow, "the earliest is", gap(told, row, job))


def gap(told: Told, row: Row, job: int) -> float:
    """The earliest start at which a job delays neither those that run nor the reservations made before."""
    plan = {other.job: other.shadow for other in told.log if other.kind == "reserve" and other.seq < row.seq
            and (told.start[other.job] > row.time or all(
                r.seq > row.seq for r in told.rows(other.job, "start", "backfill")))}
    taken = [(start, start + told.requested[other], told.size[other]) for other, start in plan.items() if other != job]
    taken += [(row.time, told.start[other] + told.requested[other], told.size[other]) for other in told.running(row)]
    for time in sorted({row.time, *(end for _, end, _ in taken if end > row.time)}):
        after = time + told.requested[job]
        instants = [time, *(begin for begin, _, _ in taken if time < begin < after)]
        if all(told.machine - sum(size for begin, end, size in taken if begin <= now < end) >= told.needed[job] for now in instants):
            return time
    raise AssertionError("never")


@sentence("From {T:begin} to {T:end} it held a reservation for {T:shadow}< in cluster {N:cluster}>, moved there {W:why}.{W:moved}")
def moved_there(told: Told, job: int, begin, end, shadow, cluster, why, moved) -> None:
    rule = {"because a job ended early": "compressed", "when all reservations were made anew": "rebuilt",
            "by the search for a better plan": "searched"}[why]
    row = reason(told, job, begin, end, rule)
    holds(told, row, shadow, cluster, moved)
    if rule == "compressed":
        early = [other for other, end_ in enumerate(told.end) if end_ == row.time and end_ < told.start[other] + told.requested[other]]
        claim(early, "no job ended early then")


def holds(told: Told, row: Row, shadow: Range, cluster: int | None, moved: str) -> None:
    """A reservation of the log."""
    claim(row.shadow in shadow, "it was for", row.shadow)
    claim(cluster == (None if row.value != row.value or not told.clusters else int(row.value) + 1), "in cluster", row.value)
    claim(told.start[row.job] <= row.shadow or told.params.get("compression") == "rebuild" or told.policy == "tabu",
          "it started later, at", told.start[row.job])
    claim(moved == "" or moved.startswith((" The reservation was moved ", " Later ")), "unknown words", moved)


@sentence("From {T:begin} to {T:end} it would have fitted, but it would have taken processors that {J:other} needs<, reserved for "
          "{T:shadow}>.< Later {Js:others} stood in its way likewise.>")
def behind_reservation(told: Told, job: int, begin, end, other, shadow, others) -> None:
    row = reason(told, job, begin, end, "behind_reservation")
    claim(told.before(row) >= told.needed[job] or told.clusters, "it did not fit:", told.before(row), "were free")
    claim(told.waits(other, row.time), "that job does not wait")
    if shadow is not None:
        last = [r.shadow for r in told.log if r.kind == "reserve" and r.job == other and r.seq < row.seq]
        claim(not last or last[-1] in shadow, "its reservation was for", last[-1:])
        claim(row.time + told.requested[job] > shadow.low or told.policy == "easy_restricted", "it would have been over by then")
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.room(now) >= told.needed[job], "it did not fit any more at", now)
        claim(others is not None or told.waits(other, now), "that job waits no longer at", now)


@sentence(*each("From {T:begin} to {T:end} it would have fitted (it needs FREE) and delayed nobody, but its reservation for {T:shadow} "
                "was left where it was: {W:why}.", FREE))
def left_in_plan(told: Told, job: int, begin, end, p, there, at, shadow, why, free=None) -> None:
    row = reason(told, job, begin, end, "left_in_plan")
    counted(told, job, row, p, free, there, at)
    claim((free or 0) >= p, "it did not fit")
    claim(row.shadow in shadow, "its reservation was for", row.shadow)
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.room(now) >= p, "it did not fit any more at", now)


# ---- why it starts --------------------------------------------------------------------------------------------------

def started(told: Told, job: int, at: Range, backfilled: bool, *rules: str) -> Row:
    found = [row for row in told.rows(job, "start", "backfill") if row.rule in rules and row.time in at]
    claim(found and told.start[job] in at, "it was not started by that rule then")
    claim((found[0].kind == "backfill") == backfilled, "it was backfilled:", found[0].kind)
    return found[0]


def passed(told: Told, job: int, row: Row, other: int | None = None) -> None:
    """It goes before somebody who waits on, and was before it: the one named, where one is."""
    ahead = [one for one in range(len(told.id)) if one != job and told.submit[one] <= row.time <= told.start[one]
             and goes_before(told, one, job, row.time)]
    claim(ahead or told.home[job] < 0 or (other is not None and told.home[other] < 0), "nobody was before it")
    if other is not None:
        claim(known_order(told, other, job, row.time) and told.submit[other] <= row.time <= told.start[other],
              "that job did not wait before it")


@sentence(*each("It started at {T:at} as the first in the queue: it needs FREE.", ENOUGH))
def head_fits(told: Told, job: int, at, p, free, there) -> None:
    row = started(told, job, at, False, "head_fits")
    fits(told, job, row, p, free, there)
    first(told, job, row, row.time)


def fits(told: Told, job: int, row: Row, p: int, free: int, there: str) -> None:
    claim(free >= p, "that is too few")
    counted(told, job, row, p, free, there)


@sentence(*each("It was backfilled at {T:at} ahead of {J:other}: it needs FREE, and by its requested time it is over at {T:until}, not "
                "after the reservation at {T:shadow}.", ENOUGH))
def ends_by_shadow(told: Told, job: int, at, other, p, free, there, until, shadow) -> None:
    row = started(told, job, at, True, "ends_by_shadow")
    fits(told, job, row, p, free, there)
    passed(told, job, row, other)
    over = row.time + told.requested[job]
    claim(over in until and over <= shadow.high, "by its requested time it is over at", over)
    reserved_for(told, row, other, there, shadow)


def reserved_for(told: Told, row: Row, head: int, there: str, shadow: Range, extra: int | None = None) -> None:
    """When the head can start by requested times; of several clusters only where there is a queue for each."""
    cluster, local = place(there)
    if not told.clusters or local or told.policy == "work_exchange":
        time, left = promise(told, row, head, cluster, local)
        claim(time in shadow, "the reservation is at", time)
        claim(extra is None or left == extra or told.policy == "easy_restricted", left, "are left over")


@sentence(*each("It was backfilled at {T:at} ahead of {J:other}: it needs FREE, and that is no more than the {N:extra} which "
                "{J:again} will leave over at its reservation at {T:shadow}.", ENOUGH))
def within_extra(told: Told, job: int, at, other, p, free, there, extra, again, shadow) -> None:
    row = started(told, job, at, True, "within_extra")
    fits(told, job, row, p, free, there)
    passed(told, job, row, other)
    claim(other == again and p <= extra, "it takes more than that")
    reserved_for(told, row, other, there, shadow, extra)


@sentence(*each("It was backfilled at {T:at} ahead of jobs submitted earlier: it needs FREE, and this policy holds nothing back for "
                "others.", ENOUGH))
def fits_now(told: Told, job: int, at, p, free, there) -> None:
    row = started(told, job, at, True, "fits_now")
    fits(told, job, row, p, free, there)
    passed(told, job, row)


@sentence(*each("It was backfilled at {T:at} ahead of {J:other}, which went first but did not fit: it needs FREE, and this policy holds "
                "nothing back for others.", ENOUGH))
def passes_wide(told: Told, job: int, at, other, p, free, there) -> None:
    row = started(told, job, at, True, "passes_wide")
    fits(told, job, row, p, free, there)
    claim((told.waits(other, row.time) and told.needed[other] > told.before(row)) or told.clusters, "that job did not wait")


@sentence(*each("It was backfilled at {T:at} ahead of {J:other}, which is to start in another cluster and is not delayed: it needs FREE.",
                ENOUGH))
def other_cluster(told: Told, job: int, at, other, p, free, there) -> None:
    row = started(told, job, at, True, "other_cluster")
    fits(told, job, row, p, free, there)
    claim(told.waits(other, row.time), "that job does not wait")


@sentence(*each("It started at {T:at} because the time of its reservation had come: it needs FREE.", ENOUGH),
          *each("It was backfilled at {T:at} because the time of its reservation had come: it needs FREE.", ENOUGH))
def due(told: Told, job: int, at, p, free, there) -> None:
    row = next(iter(told.rows(job, "start", "backfill")))
    claim(row.rule == "due" and row.time in at and told.start[job] in at, "it started at", row)
    fits(told, job, row, p, free, there)
    last = [r.shadow for r in told.rows(job, "reserve") if r.seq < row.seq]
    claim(not last or last[-1] == row.time, "its reservation was for", last[-1:])


@sentence(*each("It {W:act} at {T:at} because it needs FREE, and by its requested time it delays no reservation of another job.", ENOUGH))
def delays_none(told: Told, job: int, act, at, p, free, there) -> None:
    row = started(told, job, at, act == "was backfilled", "delays_none")
    fits(told, job, row, p, free, there)
    if not told.clusters and told.policy in ("conservative", "tabu"):
        claim(gap(told, row, job) == row.time, "it would have fitted at", gap(told, row, job))


@sentence(*each("It {W:act} at {T:at} because it needs FREE, and of the waiting jobs that fit its user had waited most for the work done "
                "so far (priority {F:value}).", ENOUGH))
def highest_priority(told: Told, job: int, act, at, p, free, there, value) -> None:
    row = started(told, job, at, act == "was backfilled", "highest_priority")
    fits(told, job, row, p, free, there)
    if told.params.get("halving") is not None:
        return
    users = told.made.workload.jobs.user.tolist()

    def level(user: int) -> float:
        over = [one for one in range(len(users)) if users[one] == user and told.end[one] <= row.time]
        work = sum((told.end[one] - told.start[one]) * told.size[one] for one in over)
        return sum(told.start[one] - told.submit[one] for one in over) / work if over else told.params["new_user"]

    claim(abs(level(users[job]) - value) <= 1e-9 * max(1, value), "his priority was", level(users[job]))
    others = [one for one in range(len(users)) if told.waits(one, row.time) and told.needed[one] <= told.before(row)]
    claim(all(level(users[one]) <= value + 1e-9 for one in others) or told.clusters, "another user had a higher one")
