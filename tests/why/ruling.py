"""The order of the queue of each policy, worked out again, and the table of verdicts: what each rule of the log asks for."""

from __future__ import annotations

from collections.abc import Callable

from tests.topics.parts import of_topics
from tests.why.reader import Row, Told, claim
from tests.why.replay import Machine

Place = Callable[[Machine, int], tuple]  # where a job stands in a queue, smallest first
Verdict = Callable[["Rules", Machine, Row], None]
VERDICTS: dict[str, Verdict] = {}


def verdict(*rules: str) -> Callable[[Verdict], Verdict]:
    def declare(check: Verdict) -> Verdict:
        VERDICTS.update(dict.fromkeys(rules, check))
        return check

    return declare


# ---- the order of the queue ------------------------------------------------------------------------------------------


def by_submission(machine: Machine, job: int) -> float:
    return 0.0


def area(machine: Machine, job: int) -> float:
    told = machine.told
    return told.needed[job] * told.requested[job] + told.params.get("aging", 0) * told.submit[job]


def wfp3(machine: Machine, job: int) -> float:
    told = machine.told
    times = (machine.now - told.submit[job]) / told.requested[job]
    return -(times * times * times) * told.needed[job]


def by_queue(machine: Machine, job: int) -> float:
    """Queues that are named go first, in the order of their names, then the others by their numbers."""
    queues = machine.told.made.workload.jobs.queue.tolist()
    named = [int(one) for one in (machine.told.params["queues"] or "").split(",") if one]
    return [*named, *sorted({*queues} - {*named})].index(queues[job])


def fair(machine: Machine, job: int) -> float:
    """The waits of the user's jobs that have ended by their work, more is better."""
    told = machine.told
    users = told.made.workload.jobs.user
    over = [other for other in machine.ended if users[other] == users[job]]
    work = sum((told.end[other] - told.start[other]) * told.needed[other] for other in over)
    waits = sum(told.start[other] - told.submit[other] for other in over)
    return -(waits / work if work else told.params["new_user"])


KEYS: dict[str, Callable[[Machine, int], float]] = {
    "sjf": lambda machine, job: machine.told.requested[job],
    "lpt": lambda machine, job: -machine.told.requested[job],
    "ljf": lambda machine, job: -machine.told.needed[job],
    "saf": area,
    "wfp3": wfp3,
    "priority_queues": by_queue,
    "backfill_fair": fair,
}
HEADS_BY_SUBMISSION = {"easy_sjbf": KEYS["sjf"]}  # how those behind the head are ordered

# {policy: what says its order, and who may start}
OF_TOPICS = {policy: own for rules in of_topics("why", "RULES") for policy, own in rules.items()}


class Rules:
    """The order of the queue of a run, and whom the blocked head lets pass."""

    def __init__(self, told: Told):
        self.told, self.key = told, KEYS.get(told.policy, by_submission)
        self.behind = HEADS_BY_SUBMISSION.get(told.policy, self.key)
        self.restricted = told.policy == "easy_restricted"
        own = OF_TOPICS.get(told.policy)
        self.own = own(told) if own else None
        if self.own:
            self.key, self.behind = self.own.key, self.own.key_behind

    def place(self, machine: Machine, job: int) -> tuple:
        return (round(self.key(machine, job), 9), machine.came[job])

    def place_behind(self, machine: Machine, job: int) -> tuple:
        return (round(self.behind(machine, job), 9), machine.came[job])

    def first(self, machine: Machine) -> int:
        """The first of those who wait and may start."""
        return min(self.allowed(machine), key=lambda job: self.place(machine, job))

    def allowed(self, machine: Machine) -> list[int]:
        return [job for job in machine.waiting if self.own is None or self.own.may_start(machine, job)]

    def before(self, machine: Machine, job: int) -> list[int]:
        """Those behind the head who are looked at before a job."""
        head, place = self.first(machine), self.place_behind(machine, job)
        return [
            one for one in self.allowed(machine) if one not in (head, job) and self.place_behind(machine, one) < place
        ]

    def before_in_plan(self, machine: Machine, job: int) -> list[int]:
        """Those who are planned before a job."""
        place = self.place(machine, job)
        order = sorted((self.place(machine, one), one) for one in self.allowed(machine))
        return [one for at, one in order if at < place]

    def promise(self, machine: Machine, head: int) -> tuple[float, int]:
        lent = [row.job for row in machine.begun if row.kind == "backfill"] if self.restricted else []
        return machine.promise(head, tuple(lent))

    def may_pass(self, machine: Machine, job: int, shadow: float, extra: int) -> bool:
        in_time = not self.restricted and machine.now + self.told.requested[job] <= shadow
        return machine.fits(job) and (in_time or self.told.needed[job] <= extra)


def too_large(machine: Machine, row: Row) -> None:
    claim(row.needed > machine.free, "it fits")
