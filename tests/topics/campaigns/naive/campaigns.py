"""Plain twins of ostrich and campaign_fcfs, exact: every time, share and tag is a Fraction.

OStrich (Skalski, Rzadca 2013) runs two schedules.  The virtual one shares the m processors equally among the users
who have a campaign in it: a virtual clock V goes at m / (number of such users); a campaign that starts virtually gets
the tag F = V + W and is complete when V = F.  The real one starts, whenever a processor is free, the next job of the
campaign with the smallest tag; a campaign is eligible from its virtual start.

Jobs of a campaign that are submitted at the same instant are a portion of it; a campaign is one portion unless its
jobs were recorded at different times.  Each portion is scheduled like a campaign; the campaign is complete with the
last of them.  A dictionary by campaign below is one by portion; the two count alike where each has one.

Inside an instant: virtual completions, virtual starts, real ends, submissions (and the virtual starts they bring),
then one pass that starts jobs.  Equal tags go by (submission, first row).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.naive.rigid import Campaign, Job
from tests.topics.campaigns.naive import modified_lpt

ORDERS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "LPT": lambda length, row: (-length, row),
    "MLPT": lambda length, row: (-length, row),  # on a machine that is all free; elsewhere by `modified_lpt`
    "SPT": lambda length, row: (length, row),
    "FIFO": lambda length, row: (row, row),
}


@dataclass(frozen=True)
class Portion:
    """Rows of one campaign submitted together, `offset` after its first submission."""

    campaign: int
    user: int
    rows: tuple[int, ...]
    offset: int


def portions(jobs: Sequence[Job], campaigns: Sequence[Campaign]) -> list[Portion]:
    """By campaign, then offset."""
    found = []
    for number, campaign in enumerate(campaigns):
        submits = sorted({jobs[row].submit for row in campaign.rows})
        found += [
            Portion(
                number,
                campaign.user,
                tuple(row for row in campaign.rows if jobs[row].submit == submit),
                submit - submits[0],
            )
            for submit in submits
        ]
    return found


def whole(jobs: Sequence[Job], campaigns: Sequence[Campaign]) -> list[Portion]:
    """Campaigns for those who wait until the last job of one is submitted."""
    parts = portions(jobs, campaigns)
    last = [max(p.offset for p in parts if p.campaign == i) for i in range(len(campaigns))]
    return [Portion(i, c.user, tuple(sorted(c.rows)), last[i]) for i, c in enumerate(campaigns)]


@dataclass
class Real:
    """What happens on the processors.  submit, complete: by campaign; start, end: by row of jobs."""

    submit: dict[int, Fraction] = field(default_factory=dict)
    complete: dict[int, Fraction] = field(default_factory=dict)
    start: dict[int, Fraction] = field(default_factory=dict)
    end: dict[int, Fraction] = field(default_factory=dict)

    @property
    def starts(self) -> list[Fraction]:
        return [self.start[row] for row in sorted(self.start)]


@dataclass
class Virtual:
    """The fluid schedule.  start, end, tag: by campaign; rates: (time, {user: share}) whenever the shares change."""

    start: dict[int, Fraction] = field(default_factory=dict)
    end: dict[int, Fraction] = field(default_factory=dict)
    tag: dict[int, Fraction] = field(default_factory=dict)
    rates: list[tuple[Fraction, dict[int, Fraction]]] = field(default_factory=list)
    announced: list[tuple[Fraction, dict[int, Fraction]]] = field(default_factory=list)
    queued: int = 0  # most campaigns of one user that waited at once for their virtual start
    crowd: int = 0  # most users at once in the virtual schedule


class Loop:
    """The part common to all policies that start job by job: machine, ends, completions, closed-loop submissions."""

    split = staticmethod(portions)

    def __init__(
        self,
        jobs: Sequence[Job],
        m: int,
        campaigns: Sequence[Campaign],
        order: str,
        known: Callable[[Job], int],
        wide: str = "wait",
    ):
        self.jobs, self.m, self.campaigns, self.known, self.wide = jobs, m, campaigns, known, wide
        self.portions = self.split(jobs, campaigns)
        self.modified = order == "MLPT" and all(job.processors == 1 for job in jobs)
        self.real = Real()
        self.now = Fraction(0)
        self.coming: dict[int, Fraction] = {}
        self.left = {
            i: sorted(p.rows, key=lambda row: ORDERS[order](known(jobs[row]), row)) for i, p in enumerate(self.portions)
        }
        self.on: set[int] = set()
        self.over: set[int] = set()  # campaigns complete
        for i, campaign in enumerate(campaigns):
            if campaign.previous < 0:
                self.release(i, Fraction(min(jobs[row].submit for row in campaign.rows)))

    def release(self, campaign: int, first: Fraction) -> None:
        """The campaign's first submission is then."""
        self.coming.update({i: first + p.offset for i, p in enumerate(self.portions) if p.campaign == campaign})

    def run(self) -> None:
        while len(self.over) < len(self.campaigns):
            self.advance(min(self.events()))
            self.instant()

    def instant(self) -> None:
        """Everything that happens now, in the one right order."""
        self.virtual_events()
        self.ends()
        self.submissions()
        self.after_submissions()
        self.dispatch()

    def events(self) -> list[Fraction]:
        return [*self.coming.values(), *(self.real.end[row] for row in self.on)]

    def advance(self, time: Fraction) -> None:
        self.now = time

    def ends(self) -> None:
        self.on = {row for row in self.on if self.real.end[row] > self.now}
        for i, portion in enumerate(self.portions):
            if i not in self.real.complete and all(self._over(row) for row in portion.rows):
                self.real.complete[i] = self.now
        for i, campaign in enumerate(self.campaigns):
            if i not in self.over and all(self._over(row) for row in campaign.rows):
                self.over.add(i)
                for j, c in enumerate(self.campaigns):
                    if c.previous == i:
                        self.release(j, self.now + c.think_time)

    def _over(self, row: int) -> bool:
        return row in self.real.start and row not in self.on

    def submissions(self) -> None:
        due = [i for i, time in self.coming.items() if time == self.now]
        for i in sorted(due, key=lambda i: self.portions[i].rows[0]):
            self.real.submit[i] = self.coming.pop(i)
            self.submitted(i)

    def dispatch(self) -> None:
        """Campaign by campaign, job by job: what fits starts; one that does not may stop all behind it."""
        for i in sorted(self.eligible(), key=self.rank):
            if self.modified and self.free > 0 and len(self.left[i]) == len(self.portions[i].rows):
                self.left[i] = self.modified_order(i)
            for row in list(self.left[i]):
                if self.jobs[row].processors <= self.free:
                    self.start(i, row)
                elif self.wide == "wait":
                    return

    def modified_order(self, i: int) -> list[int]:
        """By modified LPT, for which a processor is free when what runs there is over by what is known."""
        rests = self.rests()
        return modified_lpt.order(
            [*rests, *[Fraction(0)] * (self.m - len(rests))], {row: self.known(self.jobs[row]) for row in self.left[i]}
        )

    def rests(self) -> list[Fraction]:
        return [
            max(self.real.start[row] + self.known(self.jobs[row]) - self.now, Fraction(0)) for row in sorted(self.on)
        ]

    @property
    def free(self) -> int:
        return self.m - sum(self.jobs[row].processors for row in self.on)

    def start(self, i: int, row: int) -> None:
        self.left[i].remove(row)
        self.real.start[row] = self.now
        self.real.end[row] = self.now + self.jobs[row].runtime
        self.on.add(row)

    def arrival(self, i: int) -> tuple[Fraction, int]:
        return self.real.submit[i], self.portions[i].rows[0]

    def virtual_events(self) -> None: ...
    def after_submissions(self) -> None: ...
    def submitted(self, i: int) -> None: ...
    def eligible(self) -> Sequence[int]:
        raise NotImplementedError

    def rank(self, i: int) -> tuple:
        raise NotImplementedError


class FirstComeFirstServed(Loop):
    """Campaigns in the order of their submission."""

    def eligible(self) -> Sequence[int]:
        return list(self.real.submit)

    def rank(self, i: int) -> tuple:
        return self.arrival(i)


class Ostrich(Loop):
    """Campaigns in the order of their tags, each from its virtual start on."""

    def __init__(self, *args, **how) -> None:
        super().__init__(*args, **how)
        self.virtual = Virtual()
        self.clock = Fraction(0)
        self.active: dict[int, int] = {}  # user -> portion in the virtual schedule
        self.waiting: dict[int, list[int]] = {}  # user -> those submitted, not yet in it

    def work(self, i: int) -> int:
        return sum(self.known(self.jobs[row]) * self.jobs[row].processors for row in self.portions[i].rows)

    def events(self) -> list[Fraction]:
        return super().events() + list(self.completions().values())

    def completions(self) -> dict[int, Fraction]:
        """{user: virtual completion of the active campaign if nothing else happens}."""
        each = Fraction(self.m, max(len(self.active), 1))
        return {user: self.now + (self.virtual.tag[i] - self.clock) / each for user, i in self.active.items()}

    def advance(self, time: Fraction) -> None:
        if self.active:
            self.clock += (time - self.now) * Fraction(self.m, len(self.active))
        self.now = time

    def virtual_events(self) -> None:
        for user, i in list(self.active.items()):
            if self.virtual.tag[i] == self.clock:
                self.virtual.end[i] = self.now
                del self.active[user]
        self.virtual_starts()

    def virtual_starts(self) -> None:
        for user, queue in self.waiting.items():
            if queue and user not in self.active:
                i = self.active[user] = queue.pop(0)
                self.virtual.start[i] = self.now
                self.virtual.tag[i] = self.clock + self.work(i)

    def submitted(self, i: int) -> None:
        self.waiting.setdefault(self.portions[i].user, []).append(i)

    def after_submissions(self) -> None:
        self.virtual_starts()
        v = self.virtual
        v.queued = max([v.queued, *(len(queue) for queue in self.waiting.values())])
        v.crowd = max(v.crowd, len(self.active))
        v.announced.append((self.now, self.completions()))
        rates = {user: Fraction(self.m, len(self.active)) for user in self.active}
        if not v.rates or v.rates[-1][1] != rates:
            v.rates.append((self.now, rates))

    def finish(self) -> None:
        """Let the virtual schedule come to its end; no jobs are left, so nobody joins."""
        while self.active:
            self.advance(min(self.completions().values()))
            self.virtual_events()
            self.after_submissions()

    def eligible(self) -> Sequence[int]:
        return list(self.virtual.start)

    def rank(self, i: int) -> tuple:
        return (self.virtual.tag[i], *self.arrival(i))


class OstrichAtOnce(Ostrich):
    """Jobs may start when they are submitted; the tag is fixed then, behind what the user has submitted before."""

    def __init__(self, *args, **how) -> None:
        super().__init__(*args, **how)
        self.last: dict[int, Fraction] = {}  # user -> tag of the latest submission

    def submitted(self, i: int) -> None:
        super().submitted(i)
        user = self.portions[i].user
        self.last[user] = self.virtual.tag[i] = max(self.clock, self.last.get(user, Fraction(0))) + self.work(i)

    def eligible(self) -> Sequence[int]:
        return list(self.real.submit)


def runtime(job: Job) -> int:
    """The length of a job to a policy that knows it."""
    return job.runtime


def requested_time(job: Job) -> int:
    """The length of a job to a policy that does not know it."""
    return job.requested_time


def campaign_fcfs(
    jobs: Sequence[Job],
    m: int,
    campaigns: Sequence[Campaign],
    order: str = "LPT",
    known: Callable[[Job], int] = runtime,
    wide: str = "wait",
) -> Real:
    """Jobs of the campaign submitted first, then of the next; no processor idles while a sequential job waits."""
    loop = FirstComeFirstServed(jobs, m, campaigns, order, known, wide)
    loop.run()
    return loop.real


def ostrich(
    jobs: Sequence[Job],
    m: int,
    campaigns: Sequence[Campaign],
    order: str = "LPT",
    known: Callable[[Job], int] = runtime,
    rules: type[Ostrich] = Ostrich,
    hold: bool = True,
    wide: str = "wait",
) -> tuple[Real, Virtual]:
    """The real and the virtual schedule; `known` is the length the policy believes a job to have."""
    loop = (rules if hold else OstrichAtOnce)(jobs, m, campaigns, order, known, wide)
    loop.run()
    loop.finish()
    return loop.real, loop.virtual
