"""A plain, exact twin of dynamic fractional resource scheduling: every time, yield and virtual time is a Fraction.

Jobs have tasks; a task gets a fraction of a node's CPU, and memory that it shares with nobody.  All tasks of a job get
the same share, so the job has a yield: its share over its need.  Where a job has tasks of two kinds (the outlook,
section 8), all progress at one rate, each with the yield times its own need.  The integral of the yield is the job's
virtual time v; the job is complete when v is its runtime, which no rule may look at.  Priority is flow / v^2, or 1 / v,
or flow / v, times the weight of the job's user; ties go to the earlier.

At an instant: completions, submissions, the period; then one decision about the mapping, in this order: MCB8 where it
is due, else the submitted jobs one by one, then (`*`) Greedy for whoever is not mapped; then penalties, then yields.

Source: Casanova, Stillwell and Vivien 2011, section 4, and section 5.1 for the penalty.  Decided here where the text
leaves it open:
  * submissions at an instant of the period are left to MCB8; instants of the period are multiples of it, from 0 on
  * MCB8 runs at most once an instant; a scheme that submits with MCB8 never uses Greedy
  * `*` with Greedy: one pass an instant, by decreasing priority, over all that are not mapped but those that this
    instant has paused for a submission (opportunistic="every"); or such a pass only where a job has completed
    (="completion").  A pinned job that MCB8 has left out gets the very nodes it had, if their memory is free at its turn
  * jobs with v = 0 come first, in the order of submission; v does not grow during a penalty
  * preemptions and migrations are counted by what an instant has changed in the end: mapped before, not after; mapped
    before and after, but elsewhere.  Resuming elsewhere is no migration
  * a penalty is due after a pause, and for a changed multiset of nodes; it begins anew each time, also where the last
    one was not over.  A job that never ran has none
  * a job is pinned when it was mapped before the instant and its flow or virtual time is below the bound
  * /stretch-per: at every instant yields are raised anew from what the last period granted, for the time that is left
    until the next one (between="raise"); or they are kept until then ("keep"); or set by opt=min ("min")
  * tasks of two kinds: a job has moved where the nodes of either kind have changed; it must fit into an empty cluster
    both by Greedy and by MCB8, whatever the scheme; whole percents are for jobs of one kind
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tests.topics.fractional.naive.decay import decayed, weight
from tests.topics.fractional.naive.greedy import fits_where_it_was, forced, greedy
from tests.topics.fractional.naive.packing import LEAST, Job, Mapping, fits_alone, mcb8, normal
from tests.topics.fractional.naive.stretch_per import Past, mcb8_stretch, raised
from tests.topics.fractional.naive.yields import Yields, yields_of

MOST_INSTANTS = 100_000


class Scheme(NamedTuple):
    """What is done when; `pin` keeps jobs on their nodes whose flow or virtual time is below `bound`, s."""

    submission: str = ""  # "" | Greedy | GreedyP | GreedyPM | MCB8
    completion: bool = False  # the * of the names
    periodic: str = ""  # "" | per | stretch-per
    opt: str = "min"  # none | min | avg | max, the last with stretch-per only
    pin: str = ""  # "" | minft | minvt
    bound: int = 600


class Piece(NamedTuple):
    """A job on its nodes from begin to end, with this yield."""

    begin: Fraction
    end: Fraction
    yield_: Fraction
    kind: str  # run | penalty
    nodes: tuple[int, ...]  # one for each task, sorted; those of first tasks first


@dataclass
class Result:
    """By row of jobs; start is the first time on nodes."""

    start: dict[int, Fraction] = field(default_factory=dict)
    end: dict[int, Fraction] = field(default_factory=dict)
    pieces: dict[int, list[Piece]] = field(default_factory=dict)
    preemptions: dict[int, int] = field(default_factory=dict)
    migrations: dict[int, int] = field(default_factory=dict)


class Loop:
    """The state of a run.  virtual, penalty (what is left of it): by row of the jobs that are in the system."""

    def __init__(
        self,
        jobs: Sequence[Job],
        nodes: int,
        scheme: Scheme,
        period: Fraction,
        penalty: Fraction,
        quantised: bool,
        opportunistic: str,
        inverse: bool,
        between: str,
        priority: str = "ft/vt2",
        by_sum: bool = False,
        weights: Sequence[Fraction] = (),
        decay: Fraction | None = None,
    ):
        self.jobs, self.nodes, self.scheme, self.period, self.full_penalty = jobs, nodes, scheme, period, penalty
        self.quantised, self.opportunistic, self.inverse, self.between = quantised, opportunistic, inverse, between
        self.priority, self.by_sum, self.weights = priority, by_sum, weights or [Fraction(1)] * len(jobs)
        self.decay = decay
        self.now = Fraction(0)
        self.virtual: dict[int, Fraction] = {}
        self.penalty: dict[int, Fraction] = {}
        self.mapping: Mapping = {}
        self.yields: Yields = {}
        self.granted: Yields = {}
        rows = range(len(jobs))
        self.result = Result(
            pieces={row: [] for row in rows}, preemptions=dict.fromkeys(rows, 0), migrations=dict.fromkeys(rows, 0)
        )

    def run(self) -> Result:
        for _ in range(MOST_INSTANTS):
            if len(self.result.end) == len(self.jobs):
                return self.result
            self.advance(min(self.events()))
            self.instant()
        raise RuntimeError("The jobs do not come to an end.")

    # ---- time -------------------------------------------------------------------------------------------------------

    def events(self) -> list[Fraction]:
        times = [job.submit for row, job in enumerate(self.jobs) if not self.known(row)]
        times += [
            self.now + self.penalty[row] + (self.jobs[row].runtime - self.virtual[row]) / self.yields[row]
            for row in self.mapping
        ]
        if self.scheme.periodic and self.virtual:
            times.append((self.now // self.period + 1) * self.period)
        return times

    def known(self, row: int) -> bool:
        return row in self.virtual or row in self.result.end

    def advance(self, time: Fraction) -> None:
        for row, where in self.mapping.items():
            again = min(self.now + self.penalty[row], time)
            self.penalty[row] -= again - self.now
            self.virtual[row] += (time - again) * self.yields[row]
            self.write(row, Piece(self.now, again, self.yields[row], "penalty", where))
            self.write(row, Piece(again, time, self.yields[row], "run", where))
        self.now = time

    def write(self, row: int, piece: Piece) -> None:
        """Append, or go on with the last piece if only the time differs."""
        pieces = self.result.pieces[row]
        if piece.begin == piece.end:
            return
        if pieces and pieces[-1].end == piece.begin and pieces[-1][2:] == piece[2:]:
            pieces[-1] = pieces[-1]._replace(end=piece.end)
        else:
            pieces.append(piece)

    # ---- one instant ------------------------------------------------------------------------------------------------

    def instant(self) -> None:
        ended, arrived = self.completions(), self.submissions()
        before = dict(self.mapping)
        targets = self.remap(bool(ended), arrived)
        self.account(before)
        self.allocate(targets)

    def completions(self) -> list[int]:
        ended = [row for row in self.mapping if self.virtual[row] == self.jobs[row].runtime]
        for row in ended:
            self.result.end[row] = self.now
            for of_row in (self.mapping, self.yields, self.virtual, self.penalty):
                del of_row[row]
        return ended

    def submissions(self) -> list[int]:
        arrived = [row for row, job in enumerate(self.jobs) if job.submit == self.now and not self.known(row)]
        self.virtual |= dict.fromkeys(arrived, Fraction(0))
        self.penalty |= dict.fromkeys(arrived, Fraction(0))
        return arrived

    def remap(self, ended: bool, arrived: list[int]) -> Yields | None:
        """Change the mapping; the yields that /stretch-per wants, if it was its turn."""
        scheme, targets, pinned, paused = self.scheme, None, self.pinned(), set()
        at_period = bool(scheme.periodic) and self.now % self.period == 0
        packs = scheme.submission == "MCB8" and (bool(arrived) or (ended and scheme.completion))
        if at_period and scheme.periodic == "stretch-per":
            self.mapping, targets = mcb8_stretch(
                self.order(), self.jobs, self.nodes, pinned, self.past(), self.period, self.quantised, self.by_sum
            )
        elif at_period or packs:
            self.mapping = mcb8(self.order(), self.jobs, self.nodes, pinned, self.quantised, self.by_sum)
        elif scheme.submission:
            for row in arrived:
                paused |= self.place(row)
        if scheme.completion and scheme.submission != "MCB8" and (ended or self.opportunistic == "every"):
            self.place_waiting(paused, pinned)
        return targets

    def place(self, row: int) -> set[int]:
        """A submitted job by Greedy, GreedyP or GreedyPM; who is paused for it."""
        if self.scheme.submission != "Greedy":
            self.mapping, paused = forced(
                row, self.jobs, self.mapping, self.nodes, self.order(), self.scheme.submission == "GreedyPM"
            )
            return paused
        where = greedy(row, self.jobs, self.mapping, self.nodes)
        if where is not None:
            self.mapping[row] = where
        return set()

    def place_waiting(self, paused: set[int], pinned: Mapping) -> None:
        for row in self.order():
            if row in self.mapping or row in paused:
                continue
            if row in pinned:
                fits = fits_where_it_was(row, pinned[row], self.jobs, self.mapping, self.nodes)
                where = pinned[row] if fits else None
            else:
                where = greedy(row, self.jobs, self.mapping, self.nodes)
            if where is not None:
                self.mapping[row] = where

    def account(self, before: Mapping) -> None:
        """Count what has changed, and set penalties."""
        for row in self.virtual:
            was, is_ = before.get(row), self.mapping.get(row)
            if is_ == was:
                continue
            if is_ is None:
                self.result.preemptions[row] += 1
            elif row not in self.result.start:
                self.result.start[row] = self.now
            else:
                self.result.migrations[row] += was is not None
                self.penalty[row] = self.full_penalty

    def allocate(self, targets: Yields | None) -> None:
        """Set the yields of the mapped jobs."""
        if self.decay is not None:
            count = {row: weight(self.virtual[row], self.decay) for row in self.mapping}
            self.yields = decayed(self.scheme.opt, self.mapping, self.jobs, self.nodes, count)
            return
        if self.scheme.periodic != "stretch-per":
            self.yields = yields_of(self.scheme.opt, self.mapping, self.jobs, self.nodes, self.quantised)
            return
        if targets is not None:
            self.granted = targets
        if targets is not None or self.between == "raise":
            left = (self.now // self.period + 1) * self.period - self.now
            self.yields = raised(
                self.scheme.opt,
                self.mapping,
                {row: self.granted[row] for row in self.mapping},
                self.jobs,
                self.nodes,
                self.past(),
                left,
                self.order(),
                self.inverse,
                self.quantised,
            )
        elif self.between == "min":
            self.yields = yields_of("min", self.mapping, self.jobs, self.nodes, self.quantised)

    # ---- what rules look at -----------------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """Rows in the system by decreasing priority."""
        return sorted(self.virtual, key=lambda row: (self.urgency(row), row))

    def urgency(self, row: int) -> Fraction:
        """The inverse of the priority; 0 for a job that has got nothing."""
        flow, virtual = self.now - self.jobs[row].submit, self.virtual[row]
        if not virtual:
            return Fraction(0)
        inverse = {"ft/vt2": inverse_priority(flow, virtual), "1/vt": virtual, "ft/vt": virtual / flow}[self.priority]
        return inverse / self.weights[row]

    def past(self) -> dict[int, Past]:
        return {row: Past(self.now - self.jobs[row].submit, virtual) for row, virtual in self.virtual.items()}

    def pinned(self) -> Mapping:
        """Jobs that must stay where they are, unless they are paused."""
        if not self.scheme.pin:
            return {}
        past = self.past()
        age = {row: past[row].flow if self.scheme.pin == "minft" else past[row].virtual for row in self.mapping}
        return {row: where for row, where in self.mapping.items() if age[row] < self.scheme.bound}


def inverse_priority(flow: Fraction, virtual: Fraction) -> Fraction:
    """v^2 / flow."""
    return virtual * virtual / flow if virtual else Fraction(0)


def run(
    jobs: Sequence[Sequence],
    nodes: int,
    scheme: Scheme,
    period: int | Fraction = 600,
    penalty: int | Fraction = 300,
    quantised: bool = False,
    opportunistic: str = "every",
    inverse: bool = False,
    between: str = "raise",
    priority: str = "ft/vt2",
    by_sum: bool = False,
    weights: Sequence[Fraction] = (),
    decay: int | Fraction | None = None,
) -> Result:
    """Simulate.  jobs: the five or eight fields of Job, by submit.  Raises ValueError for what cannot be run."""
    exact = [normal(exact_job(*row)) for row in jobs]
    reason = why_not(exact, nodes, scheme)
    if quantised and any(job.first for job in exact):
        reason = "Whole percents are for jobs with tasks of one kind."
    if reason:
        raise ValueError(reason)
    return Loop(
        exact,
        nodes,
        scheme,
        Fraction(period),
        Fraction(penalty),
        quantised,
        opportunistic,
        inverse,
        between,
        priority,
        by_sum,
        weights,
        None if decay is None else Fraction(decay),
    ).run()


def exact_job(submit, runtime, tasks: int, need, memory, first: int = 0, first_need=1, first_memory=1) -> Job:
    """Of numbers of any sort."""
    return Job(
        Fraction(submit),
        Fraction(runtime),
        tasks,
        Fraction(need),
        Fraction(memory),
        first,
        Fraction(first_need),
        Fraction(first_memory),
    )


def why_not(jobs: Sequence[Job], nodes: int, scheme: Scheme) -> str:
    """Why this would never end or makes no sense; "" where it is well."""
    if not scheme.completion and not scheme.periodic:
        return "Nobody would ever look at a waiting job again."
    if scheme.periodic == "stretch-per" and (scheme.submission or scheme.completion or scheme.opt == "min"):
        return "stretch-per goes alone, with opt none, avg or max."
    if scheme.opt == "max" and scheme.periodic != "stretch-per":
        return "opt=max is for stretch-per."
    if any(a.submit > b.submit for a, b in pairwise(jobs)):
        return "Jobs must be in the order of their submission."
    if any(job.submit < 0 or job.runtime <= 0 or not 0 <= job.first <= job.tasks for job in jobs):
        return "A job has a submission before 0, no runtime, or more first tasks than tasks."
    if any(not 0 < part <= 1 for job in jobs for part in (job.need, job.memory, job.first_need, job.first_memory)):
        return "A job has a need or memory outside ]0, 1]."
    if not all(fits_an_empty_cluster(job, nodes) for job in jobs):
        return "A job does not fit into an empty cluster."
    return ""


def fits_an_empty_cluster(job: Job, nodes: int) -> bool:
    """Whether it would be placed if nobody else were there."""
    if job.first:
        return fits_alone(job, nodes) and greedy(0, [job], {}, nodes) is not None
    return job.tasks <= nodes * min(1 // job.memory, 1 // LEAST)
