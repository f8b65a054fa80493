"""What is said of a job that runs on whole processors: each sentence against the starts and the log."""

from __future__ import annotations

import re
from itertools import takewhile

from tests.why.reader import Range, Row, Told, claim, instant, length, listed, place, sentence, starts_there

NAN = float("nan")
FREE = (
    "{P} and none was free{W:there} at {T:at}",
    "{P} and {N:free} was free{W:there} at {T:at}",
    "{P} and {N:free} were free{W:there} at {T:at}",
    *(
        f"{{P}} and {number} left{{W:there}} at {{T:at}}, after {{Js:starters}} started"  # checked by the reader
        for number in ("none was", "{N:free} was", "{N:free} were")
    ),
)
FIRST = (  # once others had started, and what was left then; checked by the reader
    *(f"it was first in the queue< {{W:allowed}}>, but it needs {form}" for form in FREE[:3]),
    *(
        f"it was first in the queue< {{W:allowed}}> once {{Js:starters}} had started, but it needs {{P}} and {number} "
        "left{W:there} at {T:at}"
        for number in ("none was", "{N:free} was", "{N:free} were")
    ),
)
MAY_SLIP = ("tabu", "selective", "slack_based", "formula")  # a reservation may be moved to a later time
ENOUGH = ("{P} and {N:free} was free{W:there}", "{P} and {N:free} were free{W:there}")


def each(frame: str, forms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(frame.replace("FREE", form) for form in forms)


# ---- what happened --------------------------------------------------------------------------------------------------


@sentence(
    "Job {N:number} (line {N:line})< of {U:user}> was submitted at {T:at} and asked for {N:size} of "
    "{N:machine} processors< in one of {N:clusters} clusters with up to {N:largest}> for {L:time}."
)
def asked(told: Told, job: int, number, line, user, at, size, machine, clusters, largest, time) -> None:
    claim((number, line) == (told.id[job], told.line[job]), "another job", number, line)
    claim((f"user {told.user_id[job]}" if told.user_id[job] >= 0 else None) == user, "its user is", told.user_id[job])
    claim(told.submit[job] in at, "it was submitted at", told.submit[job])
    claim((size, machine) == (told.needed[job], told.machine), "it asked for", told.needed[job], "of", told.machine)
    claim(
        (clusters, largest) == ((len(told.clusters), max(told.clusters)) if told.clusters else (None, None)), "clusters"
    )
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
    rows = [
        row
        for row, end in enumerate(told.end)
        if end == told.start[job] and (not told.clusters or told.cluster[row] == told.cluster[job])
    ]
    rows.sort(key=lambda row: (-told.size[row], row))  # those that freed most first
    claim(listed(rows, others), "those that ended then are", [told.id[row] for row in rows])
    claim(sum(told.size[row] for row in rows) == size, "they had", sum(told.size[row] for row in rows))
    claim(cluster == (told.cluster[job] + 1 if told.clusters else None), "in cluster", told.cluster[job] + 1)


@sentence(
    "At its submission it was promised a start at {T:at}, and that was kept<; its reservation was moved {W:moves}>.",
    "At its submission it was promised a start at {T:at}, and started {L:off} {W:way}<; its reservation was moved {W:moves}>.",
)
def promised(told: Told, job: int, at, off=None, way=None, moves=None) -> None:
    table = told.made.promises
    rows = [
        (time, start)
        for time, row, start in zip(table.time.tolist(), table.job.tolist(), table.start.tolist(), strict=True)
        if row == job
    ]
    claim(rows[0][0] == told.submit[job] and rows[0][1] in at, "it was first promised", rows[0])
    late = told.start[job] - rows[0][1]
    claim(
        (late == 0) == (off is None)
        and (off is None or (abs(late) in off and way == ("later" if late > 0 else "earlier"))),
        "it started",
        late,
        "after that",
    )
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
    rows = told.rows(job, "skip", "reserve")
    found = [row for row in rows if row.rule in rules and row.time in begin]
    claim(found, "no such decision at", begin)
    until = {
        row: min(
            [
                told.start[job],
                *(
                    r.time
                    for r in rows
                    if r.seq > row.seq and (r.rule != row.rule or (r.kind == "skip" and r.blocker != row.blocker))
                ),
            ]
        )
        for row in found
    }
    row = next((row for row in found if until[row] in end), found[-1])
    claim(until[row] in end, "it held until", until[row])
    claim(told.submit[job] <= begin.high and end.low <= told.start[job], "it did not wait then")
    return row


def lacks(
    told: Told, job: int, begin: Range, end: Range, row: Row, size: int, free: int | None, there: str, at: Range
) -> None:
    """It needs so many, so many are free then, and at no time until the end are there enough."""
    counted(told, job, row, size, free, there, at)
    claim((free or 0) < size, "it would have fitted")
    moves = [move.time for move in told.rows(job, "migrate") if move.time > row.time]  # to another queue
    for now in told.between(row.time, min([end.middle - 1e-3, *moves[:1]])):
        claim(
            told.room(now, there) < size or now in moves,
            "there was room for it at",
            now,
            "where",
            told.room(now, there),
            "were free",
        )


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


@sentence(*each("From {T:begin} to {T:end} FREE.", FIRST))
def head_blocked(told: Told, job: int, begin, end, allowed, p, there, at, free=None) -> None:
    row = reason(told, job, begin, end, "head_blocked")
    lacks(told, job, begin, end, row, p, free, there, at)
    first(told, job, row, told.start[job], allowed)


def first(told: Told, job: int, row: Row, until: float, allowed: str | None) -> None:
    """Whether a job is the first of all that wait, right after an instant; allowed: of those that may start."""
    has_condition = bool(told.params.get("may_start"))
    claim(allowed == ("of those that may start" if has_condition else None), "all may start:", not has_condition)
    if has_condition:  # tests/why/verdicts.py works out who may
        return
    ahead = [
        other
        for other in range(len(told.id))
        if other != job and told.waits(other, row.time) and goes_before(told, other, job, row.time)
    ]
    claim(not ahead, "before it went", [told.id[other] for other in ahead])


def goes_before(told: Told, one: int, other: int, now: float) -> bool:
    """Whether a job is before another one in the queue of its policy; a cluster of a grid has its own queue."""
    if told.params.get("protocol") == "consensus":  # jobs move between queues, and stand last there
        (where, since), (there, later) = (queue_of(told, job, now) for job in (one, other))
        return where == there >= 0 and since < later
    if told.home[one] != told.home[other] or told.home[one] < 0:
        return False
    return (key(told, one, now), told.submit[one], one) < (key(told, other, now), told.submit[other], other)


def known_order(told: Told, one: int, other: int, now: float) -> bool:
    """Whether a job is before another one; true where it is not known in whose queue they are, as of runs of a grid."""
    if (
        min(
            queue_of(told, job, now)[0] if told.params.get("protocol") == "consensus" else told.home[job]
            for job in (one, other)
        )
        < 0
    ):
        return True
    return goes_before(told, one, other, now)


def queue_of(told: Told, job: int, now: float) -> tuple[int, int]:
    """(cluster in whose queue a job is, -1 not known; since which decision), where jobs move between queues."""
    moves = [row for row in told.rows(job, "arrive", "migrate") if row.time <= now]
    at = told.home[job] if moves[-1].kind == "arrive" else int(moves[-1].value)
    return at, moves[-1].seq


def key(told: Told, job: int, now: float) -> float:
    size, asked, policy = told.needed[job], told.requested[job], told.params.get("local", told.policy)
    if policy == "priority_queues":
        number = int(told.made.workload.jobs.queue[job])
        named = [int(queue) for queue in (told.params["queues"] or "").split(",") if queue]
        return named.index(number) if number in named else len(named) + number
    if policy == "wfp3":
        return -(((now - told.submit[job]) / asked) ** 3) * size
    return {"sjf": asked, "formula": asked, "lpt": -asked, "ljf": -size, "saf": asked * size}.get(policy, 0.0)


PROMISE = (
    "; by requested times it was promised a start at {T:shadow}< in cluster {N:cluster}><, when {J:ender} is "
    "due to end><, leaving {P:extra} over>."
)


@sentence(
    *each(
        "From {T:begin} to {T:end} FREE" + PROMISE + "< The reservation was moved {W:moves}, last to {T:last}.>", FIRST
    )
)
def reserved(
    told: Told, job: int, begin, end, allowed, p, there, at, shadow, cluster, ender, extra, moves, last, free=None
) -> None:
    row = reason(told, job, begin, end, "reserved")
    lacks(told, job, begin, end, row, p, free, there, at)
    first(told, job, row, told.start[job], allowed)
    where, local = place(there)
    where = where if cluster is None else cluster - 1
    time, left = promise(told, row, job, where, local)
    claim(time in shadow, "by requested times it can start at", time)
    claim(left == (extra or 0), left, "are left over then")
    claim(
        ender is None or told.start[ender] + told.requested[ender] in shadow, "that job is due to end at another time"
    )
    if moves is not None:
        shadows = []
        for other in told.rows(job, "skip", "reserve"):
            if other.seq >= row.seq and other.time < end.low:
                shadows += [other.shadow]
        claim(times(moves) == len(set(shadows)) - 1 and shadows[-1] in last, "its reservations were", shadows)


def asks(told: Told, job: int, cluster: int | None) -> float:
    """The time a job asks for in a cluster (None: the machine is one), which clusters that exchange work may do faster or slower."""
    speeds = told.params.get("speeds") if told.policy == "work_exchange" else None
    if not speeds:
        return told.requested[job]
    given = [float(one) for one in speeds.split(",")]
    speed = [
        given[min(number, len(given) - 1)] for number in range(max(len(told.clusters), 1))
    ]  # the last for all further ones
    return told.requested[job] * (1 if told.grid[job] else speed[told.home[job]]) / speed[cluster or 0]


def promise(told: Told, row: Row, job: int, cluster: int | None, local: bool = False) -> tuple[float, int]:
    """(when there is room for a job by the requested times of those that run, processors left over then)."""
    there = [
        other
        for other in told.running(row)
        if cluster in (None, told.cluster[other]) and not (local and told.grid[other])
    ]
    machine = told.machine if cluster is None else told.clusters[cluster]
    due = {other: told.start[other] + asks(told, other, cluster) for other in there}
    for time in sorted({row.time, *due.values()}):
        free = machine - sum(told.size[other] for other in there if due[other] > time)
        if time >= row.time and free >= told.needed[job]:
            return time, free - told.needed[job]
    raise AssertionError("never")


@sentence("From {T:begin} to {T:end} it stood behind {J:head}, which nothing may pass< ({W:order})>.")
def behind_head(told: Told, job: int, begin, end, head, order) -> None:
    row = reason(told, job, begin, end, "behind_head")
    claim(row.blocker == head, "it stood behind", told.id[row.blocker])
    stood_behind(told, job, row, end, head)
    by_numbers(told, job, row, order)


VERBS = {"sjf": "ask", "lpt": "ask", "ljf": "ask", "saf": "count", "wfp3": "have", "formula": "have"}
QUEUES = re.compile(
    r"both came to queue (?P<both>\d+), and job (?P<first>\d+) was submitted first|job (?P<other>\d+) came to queue "
    r"(?P<its>\d+), job (?P<job>\d+) to queue (?P<mine>\d+), which goes behind that"
)
FAIR = re.compile(
    r"(?:the users of job (?P<one>\d+) and job (?P<two>\d+) have priority (?P<both>\S+)|job (?P<of_one>\d+) and job "
    r"(?P<of_two>\d+) are of one user), and job (?P<first>\d+) was submitted first|"
    r"the user of job (?P<other>\d+) has priority (?P<its>\S+), that of job (?P<job>\d+) (?P<mine>\S+)"
)
BOTH = re.compile(r"both (?P<verb>ask|count|have) (?P<number>.*), and job (?P<other>\d+) was submitted first")
APART = re.compile(
    r"job (?P<other>\d+) (?P<verb>ask|count|ha)s (?P<number>.*), job (?P<job>\d+) (?P<mine>(?:for|as|priority) .*)"
)


def by_numbers(told: Told, job: int, row: Row, order: str | None) -> None:
    """The numbers by which the blocker goes before it."""
    if told.policy in ("priority_queues", "backfill_fair"):
        (by_queues if told.policy == "priority_queues" else by_fairness)(told, job, row, order)
        return
    if order is None:
        return
    both, apart = BOTH.fullmatch(order), APART.fullmatch(order)
    claim(both or apart, "unknown words", order)
    found = both or apart
    claim(told.id[row.blocker] == int(found["other"]), "another job")
    claim((found["verb"] if both else found["verb"].replace("ha", "have")) == VERBS[told.policy], "another measure")
    measured(told, row.blocker, row.time, found["number"])
    if both:
        claim(key(told, job, row.time) == key(told, row.blocker, row.time), "their numbers differ")
    else:
        claim(told.id[job] == int(found["job"]), "another job")
        measured(told, job, row.time, found["mine"])
        claim(key(told, row.blocker, row.time) < key(told, job, row.time), "it is not before it")


def by_queues(told: Told, job: int, row: Row, order: str | None) -> None:
    """The queues of both, and that of the blocker goes first."""
    found = QUEUES.fullmatch(order or "")
    claim(found or told.params["ties"] == "submissions", "no queues are told:", order)
    if found is None:
        return
    queues = told.made.workload.jobs.queue.tolist()
    claim(int(found["first"] or found["other"]) == told.id[row.blocker], "another job")
    claim(int(found["both"] or found["its"]) == queues[row.blocker], "it came to", queues[row.blocker])
    claim(int(found["both"] or found["mine"]) == queues[job], "it came to", queues[job])
    claim(found["job"] is None or int(found["job"]) == told.id[job], "another job")
    claim(bool(found["both"]) == (queues[job] == queues[row.blocker]), "the queues are", queues)
    claim(goes_before(told, row.blocker, job, row.time), "its queue goes first")


def by_fairness(told: Told, job: int, row: Row, order: str | None) -> None:
    """Whoever started last before its turn has a user who goes before its own."""
    before = next((one for one in reversed(told.log[: row.seq]) if one.kind != "skip" or one.time < row.time), None)
    if before is None or before.time < row.time or before.kind not in ("start", "backfill"):
        claim(order is None, "nobody started right before it")
        return
    users = told.made.workload.jobs.user.tolist()
    mine, its = (level(told, users[one], row) for one in (job, before.job))
    found = FAIR.fullmatch(order or "")
    claim(found or (mine != its and abs(mine - its) <= 1e-4 * abs(its)), "no users are told:", order)
    if found is None or told.params.get("halving") is not None:
        return
    named = [int(found[name]) for name in ("one", "of_one", "other", "two", "of_two", "job") if found[name]]
    claim(named == [told.id[before.job], told.id[job]], "those are", told.id[before.job], told.id[job])
    claim(found["first"] is None or int(found["first"]) == named[0], "another job")
    claim(bool(found["of_one"]) == (users[job] == users[before.job]), "the users are", users[job], users[before.job])
    claim(mine <= its and (mine == its) == bool(found["first"]), "the priorities are", mine, its)
    for told_as, value in ((found["both"] or found["its"], its), (found["both"] or found["mine"], mine)):
        claim(told_as is None or abs(float(told_as.replace(",", "")) - value) <= 1e-4 * value, "it is", value)


def level(told: Told, user: int, row: Row) -> float:
    """The waits of a user's jobs that have ended, by their work."""
    users, late = told.made.workload.jobs.user.tolist(), told.late(row)
    over = [one for one in range(len(users)) if users[one] == user and told.end[one] <= row.time and one not in late]
    work = sum((told.end[one] - told.start[one]) * told.size[one] for one in over)
    return sum(told.start[one] - told.submit[one] for one in over) / work if over else told.params["new_user"]


def measured(told: Told, job: int, now: float, words: str) -> None:
    """The number of a job in words."""
    number = abs(key(told, job, now)) if told.policy != "formula" else -key(told, job, now)
    if found := re.fullmatch(r"for (\d+) processors?", words):
        claim(int(found[1]) == number, "it asks for", number)
    elif words.startswith("for "):
        claim(number in length(words.removeprefix("for ")), "it asks for", number)
    else:
        found = re.fullmatch(r"(?:as|priority) (-?[\d,.e+-]+)(?: processor-seconds)?", words)
        claim(found and abs(float(found[1].replace(",", "")) - number) <= 1e-4 * abs(number), "it is", number)


def stood_behind(told: Told, job: int, row: Row, end: Range, head: int) -> None:
    """That job is before it, and waits all the time."""
    claim(known_order(told, head, job, row.time) and told.waits(head, row.time), "that job was not before it")
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.waits(head, now), "that job waits no longer at", now)


@sentence(
    *each(
        "From {T:begin} to {T:end} it did not fit: it needs FREE<; {J:head} was first in the queue>< ({W:order})>.",
        FREE,
    )
)
def does_not_fit(told: Told, job: int, begin, end, p, there, at, head, order, free=None) -> None:
    row = reason(told, job, begin, end, "does_not_fit")
    lacks(told, job, begin, end, row, p, free, there, at)
    claim((row.blocker if row.blocker >= 0 else None) == head, "the first was", row.blocker)
    if head is not None:
        stood_behind(told, job, row, end, head)
    if head is not None or order is not None or told.policy == "backfill_fair":
        by_numbers(told, job, row, order)


TAKEN = "<; {Js:takers} took {W:what}< then>< at {T:taken}>>"  # who took the processors that a job was refused


@sentence(
    *(
        f"From {{T:begin}} to {{T:end}} it would have fitted (it needs {form}), but by its requested time it would "
        f"have run until {{T:until}}, past {{T:shadow}}, when {{J:head}} is to start and leave {left} over< "
        f"({{W:order}})>{TAKEN}."
        for form in FREE
        for left in ("no processor", "only {P:extra}")
    )
)
def would_delay_head(
    told: Told, job: int, begin, end, p, there, at, until, shadow, head, order, takers, what, taken, free=None, extra=0
) -> None:
    row = reason(told, job, begin, end, "would_delay_head")
    by_numbers(told, job, row, order)
    counted(told, job, row, p, free, there, at)
    claim((free or 0) >= p, "it would not have fitted")
    over = row.time + asks(told, job, place(there)[0])
    claim(over in until and over > shadow.high, "it would have run until", over)
    claim(known_order(told, head, job, row.time), "that job is not before it")
    cluster, local = place(there)
    if cluster is not None or not told.clusters:
        time, left = promise(told, row, head, cluster, local)
        claim(time in shadow and left == extra, "it is to start at", time, "and leave", left)
    claim(extra < p, "it would have been let pass")
    held_back(told, job, row, end, head, p, there, takers, what, taken)


def held_back(
    told: Told, job: int, row: Row, end: Range, head: int, size: int, there: str, takers, what, taken
) -> None:
    """The one that it is held back for waits all the time; where it fits it does until others take its room, or jobs end."""
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.waits(head, now), "that job waits no longer at", now)
    took, rooms = room_taken(told, row, there, takers, what, taken), with_room(told, row, there)
    until = next((other.time for other in told.log[row.seq + 1 :] if other.kind in FREEING), end.middle)
    if not took and len(rooms) == 1:
        for now in told.between(row.time, min(until, end.middle - 1e-3)):
            claim(now == until or told.room(now, rooms[0]) >= size, "it did not fit any more at", now)


def room_taken(told: Told, row: Row, there: str, takers, what, taken) -> list[Row]:
    """Whoever took the room of a job that was refused is told, and nobody else; the starts."""
    rooms = with_room(told, row, there)
    took = who_took(told, row, rooms[0]) if len(rooms) == 1 and row.free >= row.needed else []
    claim(bool(took) == (takers is not None), "its room was taken by", took)
    if not took:
        return []
    claim(listed([other.job for other in took], takers), "those who took it are", took)
    many, when = sum(other.needed for other in took), took[0].time
    wanted = f"{many} of them" if many < row.free else "it" if row.free == 1 else "them all"
    claim(what == wanted and (when in taken if taken else when == row.time), "they took", many, "at", when)
    return took


FREEING = ("end", "kill", "pause", "migrate")


def with_room(told: Told, row: Row, there: str) -> list[str]:
    """Where it would have fitted: in words of places."""
    if not told.clusters or place(there)[0] is not None:
        return [there]
    rooms = [f" in cluster {number + 1}" for number in range(len(told.clusters))]
    return [room for number, room in enumerate(rooms) if told.before(row, number) >= row.needed]


def who_took(told: Told, row: Row, there: str) -> list[Row]:
    """The starts of one instant that leave too few for a job that fitted, before it is looked at again."""
    left, found = row.free, []
    for other in told.log[row.seq + 1 :]:
        if other.kind in FREEING or other.job == row.job:
            break
        if other.kind in ("start", "backfill") and starts_there(told, other, there):
            left -= other.needed
            found = [*(one for one in found if one.time == other.time), other]
        if left < row.needed:
            return found
    return []


@sentence(
    "From {T:begin} to {T:end} it held a reservation for {T:shadow}< in cluster {N:cluster}>, the earliest "
    "time at which it would delay no other reservation (it needs {P} and none was free{W:there} at "
    "{T:at}).{W:moved}",
    *each(
        "From {T:begin} to {T:end} it held a reservation for {T:shadow}< in cluster {N:cluster}>, the "
        "earliest time at which it would delay no other reservation (it needs FREE).{W:moved}",
        FREE[1:],
    ),
)
def earliest_gap(told: Told, job: int, begin, end, shadow, cluster, p, there, at, moved, free=None) -> None:
    row = reason(told, job, begin, end, "earliest_gap")
    counted(told, job, row, p, free, there, at)
    holds(told, row, shadow, cluster, moved)
    if not told.clusters:
        claim(gap(told, row, job) in shadow, "the earliest is", gap(told, row, job))


@sentence(
    *each(
        "From {T:begin} to {T:end} after {L:waited} it had waited for long enough to hold a reservation, which was for "
        "{T:shadow} (it needs FREE)" + TAKEN + ".{W:moved}",
        FREE[1:],
    ),
    "From {T:begin} to {T:end} after {L:waited} it had waited for long enough to hold a reservation, which was "
    "for {T:shadow} (it needs {P} and none was free{W:there} at {T:at}).{W:moved}",
)
def waited_long(
    told: Told, job: int, begin, end, waited, shadow, p, there, at, moved, free=None, takers=None, what="", taken=None
) -> None:
    row = reason(told, job, begin, end, "waited_long")
    counted(told, job, row, p, free, there, at)
    room_taken(told, row, there, takers, what, taken)
    holds(told, row, shadow, None, moved)
    claim(row.time - told.submit[job] in waited, "it had waited for", row.time - told.submit[job])
    limit = told.params.get("slack", told.params.get("limit"))
    if limit is not None:
        wait = row.time - told.submit[job]
        claim(
            (wait if told.policy == "slack_based" else 1 + wait / told.requested[job]) >= limit,
            "it had not waited for long",
        )


@sentence("From {T:begin} to {T:end} it had processors in a time slot whose turn had not come yet.")
def awaits_turn(told: Told, job: int, begin, end) -> None:
    row = reason(told, job, begin, end, "awaits_turn")
    for now in told.between(row.time, end.middle - 1e-3):
        others = [held for held in told.held if held.begin <= now < held.end]
        claim(others, "no slot had its turn at", now)


@sentence(
    "From {T:begin} to {T:end} no time slot had room for it, or for a job before it, and there were as many slots as there may be."
)
def no_slot(told: Told, job: int, begin, end) -> None:
    reason(told, job, begin, end, "no_slot")
    started = [
        other
        for other in range(len(told.start))
        if told.submit[other] <= told.submit[job] and other < job and told.end[other] > begin.low
    ]
    claim(len(started) >= told.params["slots"], "there were at most", len(started), "slots")


@sentence(
    *each(
        "From {T:begin} to {T:end} it held a reservation for {T:shadow}< in cluster {N:cluster}> in the plan "
        "that was made anew then, in the order of the formula (it needs FREE)" + TAKEN + ".{W:moved}",
        FREE[1:],
    ),
    "From {T:begin} to {T:end} it held a reservation for {T:shadow}< in cluster {N:cluster}> in the plan "
    "that was made anew then, in the order of the formula (it needs {P} and none was free{W:there} at "
    "{T:at}).{W:moved}",
)
def reserved_in_turn(
    told: Told, job: int, begin, end, shadow, cluster, p, there, at, moved, free=None, takers=None, what="", taken=None
) -> None:
    row = reason(told, job, begin, end, "reserved_in_turn")
    counted(told, job, row, p, free, there, at)
    room_taken(told, row, there, takers, what, taken)
    holds(told, row, shadow, cluster, moved)
    ahead = [other for other in range(len(told.id)) if goes_before(told, other, job, row.time)]
    places = [one for one, size in enumerate(told.clusters) if size >= told.needed[job]] or [None]
    earliest = {place: gap(told, row, job, ahead, place) for place in places}
    claim(
        min(earliest.values()) in shadow and earliest[cluster and cluster - 1] in shadow, "the earliest are", earliest
    )


def gap(told: Told, row: Row, job: int, ahead: list[int] | None = None, cluster: int | None = None) -> float:
    """The earliest start, in a cluster where there are some, at which a job delays neither those that run nor the reservations
    made before; ahead: whose count."""
    plan = {
        other.job: other
        for other in told.log
        if other.kind == "reserve"
        and other.seq < row.seq
        and (ahead is None or other.job in ahead)
        and (
            told.start[other.job] > row.time or all(r.seq > row.seq for r in told.rows(other.job, "start", "backfill"))
        )
    }
    taken = [
        (made.shadow, made.shadow + told.requested[other], told.size[other])
        for other, made in plan.items()
        if other != job and cluster in (None, made.value)
    ]
    taken += [
        (row.time, told.start[other] + told.requested[other], told.size[other])
        for other in told.running(row)
        if cluster in (None, told.cluster[other])
    ]
    machine = told.machine if cluster is None else told.clusters[cluster]
    for time in sorted({row.time, *(end for _, end, _ in taken if end > row.time)}):
        after = time + told.requested[job]
        instants = [time, *(begin for begin, _, _ in taken if time < begin < after)]
        if all(
            machine - sum(size for begin, end, size in taken if begin <= now < end) >= told.needed[job]
            for now in instants
        ):
            return time
    raise AssertionError("never")


@sentence(
    "From {T:begin} to {T:end} it held a reservation for {T:shadow}< in cluster {N:cluster}>, moved there {W:why}.{W:moved}"
)
def moved_there(told: Told, job: int, begin, end, shadow, cluster, why, moved) -> None:
    rule = {
        "because a job ended early": "compressed",
        "when all reservations were made anew": "rebuilt",
        "by the search for a better plan": "searched",
    }[why]
    row = reason(told, job, begin, end, rule)
    holds(told, row, shadow, cluster, moved)
    if rule == "compressed":
        early = [
            other
            for other, end_ in enumerate(told.end)
            if end_ == row.time and end_ < told.start[other] + told.requested[other]
        ]
        claim(early, "no job ended early then")


def holds(told: Told, row: Row, shadow: Range, cluster: int | None, moved: str) -> None:
    """A reservation of the log."""
    claim(row.shadow in shadow, "it was for", row.shadow)
    claim(
        cluster == (None if row.value != row.value or not told.clusters else int(row.value) + 1),
        "in cluster",
        row.value,
    )
    claim(
        told.start[row.job] <= row.shadow or told.params.get("compression") == "rebuild" or told.policy in MAY_SLIP,
        "it started later, at",
        told.start[row.job],
    )
    found = re.fullmatch(r" The reservation was moved (once|\d+ times), last to (.*)\.", moved)
    claim(found or not moved, "unknown words", moved)
    rows = [r for r in told.rows(row.job, "skip", "reserve") if r.seq >= row.seq]
    alike = [r.shadow for r in takewhile(lambda r: r.rule == row.rule, rows)]
    if found:
        claim(times(found[1]) == len(set(alike)) - 1 and alike[-1] in instant(found[2]), "it was for", alike)
    else:
        claim(len(set(alike)) == 1, "it was moved, too:", alike)


@sentence(
    *each(
        "From {T:begin} to {T:end} it would have fitted (it needs FREE), but it would have taken processors that "
        "{J:other} needs<, reserved for {T:shadow}>" + TAKEN + ".",
        FREE,
    )
)
def behind_reservation(
    told: Told, job: int, begin, end, p, there, at, other, shadow, takers, what, taken, free=None
) -> None:
    row = reason(told, job, begin, end, "behind_reservation")
    counted(told, job, row, p, free, there, at)
    claim((free or 0) >= p, "it did not fit")
    if shadow is not None:
        last = [r.shadow for r in told.log if r.kind == "reserve" and r.job == other and r.seq < row.seq]
        claim(not last or last[-1] in shadow, "its reservation was for", last[-1:])
        claim(
            row.time + told.requested[job] > shadow.low or told.policy == "easy_restricted",
            "it would have been over by then",
        )
    held_back(told, job, row, end, other, p, there, takers, what, taken)


@sentence(
    *each(
        "From {T:begin} to {T:end} it would have fitted (it needs FREE" + TAKEN + ") and delayed nobody, but its "
        "reservation for {T:shadow} was left where it was: {W:why}.",
        FREE,
    )
)
def left_in_plan(told: Told, job: int, begin, end, p, there, at, shadow, why, takers, what, taken, free=None) -> None:
    row = reason(told, job, begin, end, "left_in_plan")
    counted(told, job, row, p, free, there, at)
    room_taken(told, row, there, takers, what, taken)
    claim((free or 0) >= p, "it did not fit")
    claim(row.shadow in shadow, "its reservation was for", row.shadow)
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.room(now, there) >= p, "it did not fit any more at", now)
