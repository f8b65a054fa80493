"""The values and conditions of lessons, worked out plainly job by job: by the naive twins where a rule has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scheduler.manual.cells import Job
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Condition, Group, Value
from tests.naive import rigid
from tests.topics.lessons.test_twins_of_lessons import OF_TOPICS, TWINS, TWINS_OF_TOPICS

CLOSE = 1e-6
EXACT = " requests=exact"


class Line(NamedTuple):
    """What became of a job: times in seconds."""

    number: int
    submit: float
    start: float
    end: float
    runtime: float
    requested: float
    processors: int
    user: int
    weight: float

    @property
    def wait(self) -> float:
        return self.end - self.submit - self.runtime

    @property
    def stretch(self) -> float:
        return (self.end - self.submit) / self.runtime


class Plain:
    """One variant; what a rule makes of it is worked out once."""

    def __init__(self, case: Case):
        self.case, self.key = case, case.lesson.key
        self.machine = case.workload.platform.processors
        self.made: dict[str, list[Line]] = {}

    def lines(self, rule: str) -> list[Line]:
        """What became of each job, in the order of submission."""
        if rule not in self.made:
            self.made[rule] = self._lines(rule)
        return self.made[rule]

    def _lines(self, rule: str) -> list[Line]:
        jobs, run = self.case.workload.jobs, self.case.run(rule)
        weights = jobs.weight if "weight" in jobs else [1.0] * len(jobs)
        starts, ends = self._twin(rule) or (run.start.tolist(), run.end.tolist())
        columns = (run.submit, starts, ends, jobs.runtime, jobs.requested_time, jobs.processors, jobs.user, weights)
        return [Line(int(number), *map(float, row)) for number, *row in zip(jobs.job_id, *columns, strict=True)]

    def _twin(self, rule: str) -> tuple[list[float], list[float]] | None:
        """Starts and ends by the naive twin; None where there is none, or where it takes long."""
        jobs = self.case.jobs
        settings = {named: name for name, named in OF_TOPICS.get(self.key, {}).items()}
        if rule in settings:
            twin = TWINS_OF_TOPICS[self.key](self.case, self.key, settings[rule])
            twin.run()
            starts = [float(twin.starts[row]) for row in range(len(jobs))]
            return None if twin.stopped else (starts, [s + job.runtime for s, job in zip(starts, jobs, strict=True)])
        if rule == "at_once" and jobs:
            return [job.submit for job in jobs], [job.submit + job.runtime for job in jobs]
        if not jobs or rule.removesuffix(EXACT) not in TWINS:
            return None
        asked = [_rigid(job, rule.endswith(EXACT)) for job in jobs]
        starts = [float(start) for start in TWINS[rule.removesuffix(EXACT)](asked, self.machine)]
        return starts, [start + job.runtime for start, job in zip(starts, jobs, strict=True)]

    # ---- values -----------------------------------------------------------------------------------------------------

    def amount(self, value: Value) -> float:
        """A number: seconds where it is a time."""
        if value.of in ("time", "ratio", "share"):
            return value.number
        if value.of in ("sum", "difference"):
            first, second = map(self.amount, value.parts)
            return first + second if value.of == "sum" else first - second
        if value.group is not None:
            inside = self.group(value.group)
            return sum(line.runtime for line in inside) if value.of == "work" else len(inside)
        if value.of == "free processors":
            now = self.amount(value.parts[0])
            return self.machine - sum(line.processors for line in self._running(value.rule, now))
        if value.of in ("jobs", "machine"):
            return len(self.lines("at_once")) if value.of == "jobs" else self.machine
        if value.job:
            return self._of_job(value)
        return self._of_run(value.of.removeprefix("metric "), self.lines(value.rule))

    def _of_job(self, value: Value) -> float:
        if value.of in ("cpu need", "memory"):
            job = self.case.jobs[value.job - 1]
            return ((job.cpu_need if value.of == "cpu need" else job.memory) or 0) / 100
        if value.of == "submit":
            return float(self.case.workload.jobs.submit[value.job - 1])
        lines = self.lines(value.rule or "at_once")
        (line,) = (line for line in lines if line.number == value.job)
        if value.of == "end of the user":
            return max(other.end for other in lines if other.user == line.user)
        return float(getattr(line, {"requested time": "requested"}.get(value.of, value.of)))

    def _of_run(self, of: str, lines: list[Line]) -> float:
        first, last = min(line.submit for line in lines), max(line.end for line in lines)
        starts = max(line.start for line in lines)
        work = sum(line.processors * line.runtime for line in lines)
        return {
            "mean wait": lambda: sum(line.wait for line in lines) / len(lines),
            "longest wait": lambda: max(line.wait for line in lines),
            "worst stretch": lambda: max(line.stretch for line in lines),
            "makespan": lambda: last - first,
            "utilization": lambda: work / (self.machine * (last - first)),
            "load": lambda: work / (self.machine * (max(line.submit for line in lines) - first)),
            "idle before the last start": lambda: (
                self.machine * (starts - first)
                - sum(line.processors * max(0.0, min(line.end, starts) - line.start) for line in lines)
            ),
            "completion_sum": lambda: sum(line.end for line in lines),
            "weighted_completion": lambda: sum(line.weight * line.end for line in lines),
            "campaign_stretch_max": lambda: max(
                self._stretch_of_user(lines, user) for user in {line.user for line in lines}
            ),
        }[of]()

    def _stretch_of_user(self, lines: list[Line], user: int) -> float:
        """Of a user with one campaign of sequential jobs, as Emeras et al. 2013 have it."""
        mine = [line for line in lines if line.user == user]
        runtimes = [line.runtime for line in mine]
        alone = max(sum(runtimes) / self.machine, *runtimes)
        return (max(line.end for line in mine) - min(line.submit for line in mine)) / alone

    # ---- groups and conditions --------------------------------------------------------------------------------------

    def _running(self, rule: str, now: float) -> list[Line]:
        return [line for line in self.lines(rule) if line.start < now - CLOSE and line.end > now + CLOSE]

    def group(self, group: Group) -> list[Line]:
        """The jobs of a group."""
        lines = self.lines(group.rule)
        by_number = {line.number: line for line in lines}
        other = {line.number: line.start for line in self.lines(group.than)} if group.than else {}
        now = self.amount(group.at) if group.at is not None else 0.0
        mine = by_number.get(group.job)
        belongs: dict[str, Callable[[Line], bool]] = {
            "earlier": lambda line: line.start < other[line.number] - CLOSE,
            "later": lambda line: line.start > other[line.number] + CLOSE,
            "starting": lambda line: abs(line.start - now) <= CLOSE,
            "waiting": lambda line: line.submit <= now + CLOSE and line.start > now + CLOSE,
            "running": lambda line: line in self._running(group.rule, now),
            "padded": lambda line: line.requested > line.runtime + CLOSE,
            "shorter": lambda line: mine is not None and line.runtime < mine.runtime - CLOSE,
            "narrower": lambda line: mine is not None and line.processors < mine.processors,
            "passing": lambda line: any(
                before.number < line.number and before.start > line.start + CLOSE
                for before in ([mine] if mine else lines)
            ),
        }
        return [line for line in lines if belongs[group.of](line) and (not group.among or line.number in group.among)]

    def holds(self, condition: Condition) -> bool:
        """Whether a condition is met."""
        apart = self.amount(condition.left) - self.amount(condition.right)
        sign = 0 if abs(apart) <= CLOSE else (1 if apart > 0 else -1)
        return sign in {"<": (-1,), "<=": (-1, 0), "=": (0,), ">=": (0, 1), ">": (1,)}[condition.relation]


def _rigid(job: Job, is_exact: bool) -> rigid.Job:
    runtime, requested = int(job.runtime), int(job.requested_time)
    return rigid.Job(int(job.submit), runtime, runtime if is_exact else requested, job.processors)
