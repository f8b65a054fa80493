"""The example of every metric: its sentence, read again and computed by plain Python, against the schedule's columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from scheduler.durations import THIN
from scheduler.kinds import chooses_sizes
from scheduler.metrics import all_metrics, applies, deciding_job, example_job, measure, worked_example
from scheduler.model.schedule import KILLED, Schedule
from scheduler.model.table import Table
from scheduler.preparation.build import workload as prepared
from scheduler.preparation.samples import sample
from scheduler.simulate import simulate
from tests.cases import moldable
from tests.cases.small import campaigns, schedule, workload
from tests.topics.parts import of_topics

THRESHOLD = 10.0
NUMBER = r"-?[\d.]+(?:e-?\d+)?"


# ---- schedules of every kind ----------------------------------------------------------------------------------------


def rigid() -> Schedule:
    """Users 1 and 4 with several jobs, 2 and 3 with one; long and short ones, instants that are no whole seconds."""
    rows = [(0, 10, 2), (0, 5, 4), (2, 20, 2), (4, 4, 4), (7.25, 5_000, 1), (90_000.5, 12, 3)]
    promises = Table.of("promises", time=[0, 2, 4, 5], job=[1, 2, 3, 3], start=[22, 9.5, 20, 26], cluster=np.zeros(4))
    return schedule(
        workload(rows, 4, users=[1, 1, 2, 3, 4, 4]),
        [0, 22, 2, 27, 40.125, 90_100],
        flags=[0, 0, 1, 0, 0, 0],
        promises=promises,
    )


def in_campaigns() -> Schedule:
    """Two users, three campaigns and a job of none, on two processors."""
    sets = [(1, -1, 0, [2, 2, 2, 2]), (2, -1, 0, [1, 1]), (1, 0, 3, [7])]
    return schedule(campaigns(sets, 2, [0, 0, 9]), [0, 0, 4, 4, 2, 2, 10], [0] * 6 + [9])


def on_allotments() -> Schedule:
    work = moldable.workload([(8, 4, 3, 2.5), (6, 4, 4, 4), (4, 3, 2, 2)], 4, (3, 1, 2), (0, 1, 2))
    none = np.zeros(3, np.int64)
    placed = Table.of(
        "placed",
        job=np.arange(3),
        submit=work.jobs.submit,
        start=[0.0, 1, 60],
        end=[4.0, 7, 62],
        processors=[2, 1, 4],
        cluster=none,
        preemptions=none,
        migrations=none,
        flags=none,
    )
    return Schedule(work, "demt", placed)


KINDS: dict[str, Callable[[], Schedule]] = {
    "rigid": rigid,
    "campaigns": in_campaigns,
    "moldable": on_allotments,
    "grid": lambda: simulate(prepared(sample("light-grid.swf")), "best_effort"),
    **{kind: make for schedules in of_topics("worked_examples", "SCHEDULES") for kind, make in schedules.items()},
}


@cache
def made(kind: str) -> Schedule:
    return KINDS[kind]()


def examples(kind: str) -> Iterator[tuple[str, int, list[str]]]:
    """(key, row, sentences) of every metric that the schedule has, of its own job and of others."""
    run = made(kind)
    n = len(run.placed)
    values = measure(run)
    for key, metric in all_metrics().items():
        if applies(metric, run):
            own = example_job(metric, run, THRESHOLD)
            assert own is not None
            for row in sorted({own, 0, n - 1, n // 2, *range(min(n, 7))}):
                yield key, row, worked_example(metric, run, row, THRESHOLD, values[key])


# ---- sentences read again -------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    return text.replace(THIN, "")


def equation(sentence: str) -> tuple[float, float] | None:
    """(the numbers computed, the result as it is said); None where a sentence has no equation."""
    parts = plain(sentence).split(" = ")
    if len(parts) < 3:
        return None
    numbers = re.sub(r"\(of \d+ more pieces\)|\b(?:processor-s|GB|s|h)\b", "", parts[-2]).replace("^", "**")
    numbers = re.sub(r"\|(.*)\|", r"abs(\1)", numbers).replace(" x ", " * ")
    numbers = re.sub(r"(?<=[\d ]) x (?=[\d(])", " * ", numbers)
    assert re.fullmatch(r"(?:max|abs|e-|[\d\s.,()+*/-])+", numbers), sentence
    result = re.match(NUMBER, parts[-1])
    assert result, sentence
    return eval(numbers, {"__builtins__": {}, "max": max, "abs": abs}), float(result[0].rstrip("."))


# ---- the same from the columns --------------------------------------------------------------------------------------


class Job:
    """The columns of one job as plain numbers, and sums over the others as the definitions say them."""

    def __init__(self, run: Schedule, row: int) -> None:
        placed, jobs = run.placed, run.workload.jobs
        self.run, self.row = run, row
        self.submit, self.start, self.end = (float(column[row]) for column in (placed.submit, placed.start, placed.end))
        self.size = int(placed.processors[row])
        need = jobs.columns.get("cpu_need", np.ones(len(jobs)))
        self.alone = float(jobs.runtime[row])
        self.runtime = float(placed.end[row] - placed.start[row]) if chooses_sizes(run.workload) else self.alone
        if chooses_sizes(run.workload):
            first, many = int(jobs.shape_ptr[row]), int(jobs.shapes[row])
            self.alone = min(run.workload.table("shapes").runtime[first : first + many].tolist())
        self.cpu = float(need[row]) * self.size
        self.machine = run.workload.platform.processors
        self.first, self.last = min(placed.submit.tolist()), max(placed.end.tolist())
        self.makespan = self.last - self.first

    @property
    def bounded(self) -> float:
        return max(1, (self.end - self.submit) / max(self.alone, THRESHOLD))

    def others(self, column: np.ndarray) -> list[Job]:
        return [Job(self.run, at) for at, value in enumerate(column.tolist()) if value == column[self.row]]

    @property
    def nuwt(self) -> float:
        mine = self.others(self.run.workload.jobs.user)
        return sum(job.start - job.submit for job in mine) / sum(job.size * job.runtime for job in mine)

    def lacking(self) -> float:
        """What it lacks of an equal share of the machine among the jobs present, from its submission to its end."""
        jobs = [Job(self.run, at) for at in range(len(self.run.placed))]
        times = sorted(
            {instant for job in jobs for instant in (job.submit, job.end) if self.submit <= instant <= self.end}
        )
        owed = sum(
            (b - a) * self.machine / sum(job.submit <= a and b <= job.end for job in jobs) for a, b in pairwise(times)
        )
        return max(0.0, owed - self.runtime * self.size)

    @property
    def promised(self) -> float | None:
        table = self.run.table("promises")
        said = [start for job, start in zip(table.job.tolist(), table.start.tolist(), strict=True) if job == self.row]
        return said[0] if said else None

    @property
    def late(self) -> float | None:
        return None if self.promised is None else self.start - self.promised

    @property
    def campaign(self) -> list[Job]:
        return self.others(self.run.workload.jobs.campaign) if self.run.workload.jobs.campaign[self.row] >= 0 else []

    def pieces(self) -> list[tuple[float, float, float]]:
        """(begin, end, yield) of what is no penalty and was not killed."""
        s = self.run.table("segments")
        return [
            (float(s.begin[at]), float(s.end[at]), float(s.yield_[at]), int(s.kind[at]))
            for at in np.flatnonzero(s.job == self.row).tolist()
        ]

    def held(self, kind: int) -> float:
        return sum(end - begin for begin, end, _, which in self.pieces() if which == kind)

    @property
    def wasted(self) -> float | None:
        s = self.run.table("segments")
        rows = [at for at in np.flatnonzero(s.job == self.row).tolist() if s.kind[at] == KILLED]
        return sum(float(s.end[at] - s.begin[at]) * int(s.processors[at]) for at in rows) if rows else None

    @property
    def wasted_away(self) -> float | None:
        s = self.run.table("segments")
        rows = [at for at in np.flatnonzero(s.job == self.row).tolist() if s.kind[at] == KILLED and s.killer[at] < 0]
        return sum(float(s.end[at] - s.begin[at]) * int(s.processors[at]) for at in rows) if rows else None

    @property
    def span(self) -> float:
        return max(self.run.placed.submit.tolist()) - self.first

    @property
    def after_due(self) -> float:
        return self.end - (self.submit + 5 * self.alone)

    def lpt(self) -> float:
        """The campaign alone, its jobs started longest first."""
        free = [0.0] * self.machine
        for runtime in sorted((job.runtime for job in self.campaign), reverse=True):
            free.sort()
            free[0] += runtime
        return max(free)

    def user_stretch(self) -> float | None:
        mine = {int(job.run.workload.jobs.campaign[job.row]): job for job in self.others(self.run.workload.jobs.user)}
        if -1 in mine or max(self.run.workload.jobs.processors) > 1:
            return None
        flows = [max(j.end for j in job.campaign) - min(j.submit for j in job.campaign) for job in mine.values()]
        return sum(flows) / sum(job.lpt() for job in mine.values())

    def campaign_stretch(self) -> float | None:
        jobs = self.campaign
        bound = max(sum(j.runtime * j.size for j in jobs) / self.machine, max(j.runtime for j in jobs))
        return (max(j.end for j in jobs) - min(j.submit for j in jobs)) / bound

    def passed(self) -> float | None:
        if self.run.workload.has_campaigns:
            return None
        earlier = [Job(self.run, at) for at in range(len(self.run.placed))]
        starts = [
            job.start for job in earlier if (job.submit, job.row) < (self.submit, self.row) and job.start > self.start
        ]
        return max(starts) - self.start if starts else None

    def memory(self, column: str) -> float:
        return (
            2
            * int(self.run.placed.columns[column][self.row])
            * self.size
            * float(self.run.workload.jobs.memory[self.row])
            * 8
        )


def mean_of(run: Schedule, column: str) -> float:
    return sum(run.placed.columns[column].tolist()) / len(run.placed)


def grid_rate(job: Job) -> float:
    runs = [Job(job.run, at) for at in np.flatnonzero(job.run.workload.jobs.grid == 1).tolist()]
    return len(runs) * 3600 / (max(one.end for one in runs) - min(one.submit for one in runs))


def mean_uwt(run: Schedule) -> float:
    first = {user: Job(run, at) for at, user in enumerate(run.workload.jobs.user.tolist())}
    return sum(job.nuwt for job in first.values()) / len(first)


def pieces_per_campaign(job: Job) -> float:
    """Pieces of all campaigns / campaigns: cuts are starts of others strictly between two starts of one campaign."""
    jobs = [Job(job.run, at) for at in range(len(job.run.placed))]
    campaign, pieces = job.run.workload.jobs.campaign.tolist(), 0
    for one in sorted(set(campaign) - {-1}):
        mine = sorted({j.start for j in jobs if campaign[j.row] == one})
        others = {j.start for j in jobs if campaign[j.row] not in (one, -1)}
        pieces += 1 + sum(any(a < start < b for start in others) for a, b in pairwise(mine))
    return pieces / len(set(campaign) - {-1})


PLAIN: dict[str, Callable[[Job], float | None]] = {
    **{f"wait_{word}": lambda j: j.start - j.submit for word in ("mean", "median", "p90", "p95", "max", "std")},
    **{f"response_{word}": lambda j: j.end - j.submit for word in ("mean", "median", "p90", "max", "std")},
    **{f"stretch_{word}": lambda j: (j.end - j.submit) / j.alone for word in ("mean", "median", "max")},
    **{f"bounded_stretch_{word}": lambda j: j.bounded for word in ("mean", "median", "p90", "p95", "max", "std")},
    "stretch_bound": lambda j: j.bounded,
    "degradation": lambda j: j.bounded,
    **dict.fromkeys(("uwt", "nuwt_mean", "nuwt_std", "nuwt_median", "nuwt_p90"), lambda j: j.nuwt),
    "fairness_f": lambda j: (mean_uwt(j.run) - j.nuwt) ** 2,
    "deserved_missing": Job.lacking,
    "deserved_short": Job.lacking,
    **dict.fromkeys(("promised", "promises_kept", "promises_slipped", "slip_mean", "slip_max"), lambda j: j.late),
    "early_mean": lambda j: None if j.late is None else max(0.0, -j.late),
    "promise_error_mean": lambda j: None if j.late is None else abs(j.late),
    "makespan": lambda j: j.makespan,
    "utilization": lambda j: j.cpu * j.runtime / (j.machine * j.makespan),
    "load": lambda j: j.size * j.runtime / (j.machine * j.span) if j.span else None,
    "underutilization": lambda j: j.cpu * (j.start - j.submit),
    "underutilization_normalized": lambda j: j.cpu * j.runtime,
    "backfilled": Job.passed,
    "jobs": lambda j: j.end - j.submit,
    "campaign_stretch_mean": Job.campaign_stretch,
    "campaign_stretch_max": Job.campaign_stretch,
    "user_stretch_max": Job.user_stretch,
    "user_stretch_sum": Job.user_stretch,
    "user_stretch_product": Job.user_stretch,
    "pieces_mean": pieces_per_campaign,
    "pieces_max": pieces_per_campaign,
    "yield_mean": lambda j: j.runtime / (j.end - j.submit),
    "yield_min": lambda j: j.runtime / (j.end - j.submit),
    "paused_mean": lambda j: (j.end - j.start) - j.held(0) - j.held(1),
    "slowed_mean": lambda j: sum((end - begin) * (1 - share) for begin, end, share, kind in j.pieces() if kind == 0),
    "penalty_mean": lambda j: j.held(1),
    "preemptions_per_job": lambda j: mean_of(j.run, "preemptions"),
    "migrations_per_job": lambda j: mean_of(j.run, "migrations"),
    "preemptions_per_hour": lambda j: mean_of(j.run, "preemptions") * len(j.run.placed) * 3600 / j.makespan,
    "migrations_per_hour": lambda j: mean_of(j.run, "migrations") * len(j.run.placed) * 3600 / j.makespan,
    "preemption_bandwidth": lambda j: j.memory("preemptions"),
    "migration_bandwidth": lambda j: j.memory("migrations"),
    "utilization_local": lambda j: j.size * j.runtime / (j.machine * j.makespan),
    "utilization_grid": lambda j: j.size * j.runtime / (j.machine * j.makespan),
    "grid_wasted": lambda j: j.wasted,
    "utilization_wasted": lambda j: j.wasted,
    "grid_wasted_away": lambda j: j.wasted_away,
    "grid_throughput": grid_rate,
    "response_local_mean": lambda j: j.end - j.submit,
    "response_grid_mean": lambda j: j.end - j.submit,
    "wait_local_mean": lambda j: j.start - j.submit,
    "completion_sum": lambda j: j.end - j.first,
    "weighted_completion": lambda j: (j.end - j.first) * float(j.run.workload.jobs.weight[j.row]),
    "weighted_completion_ratio": lambda j: (j.end - j.first) * float(j.run.workload.jobs.weight[j.row]),
    "makespan_ratio": lambda j: j.submit + j.alone,
    "throughput": lambda j: len(j.run.placed) * 3600 / j.makespan,
    "late": lambda j: j.after_due,
    "tardiness_sum": lambda j: max(0.0, j.after_due),
    "tardiness_max": lambda j: max(0.0, j.after_due),
}


def in_words(key: str, job: Job, sentence: str) -> bool:
    """Whether a sentence without an equation says what the columns do."""
    numbers = [int(number) for number in re.findall(r"\d+", plain(sentence))]
    if key in ("users", "users_in_nuwt"):
        mine = len(job.others(job.run.workload.jobs.user))
        return numbers[2:] == [mine, len(job.run.placed)] and ("only job" in sentence) == (mine == 1)
    if key == "grid_kills":
        return numbers[-1] == sum(kind == KILLED for *_, kind in job.pieces())
    home, there = int(job.run.workload.jobs.home[job.row]), int(job.run.placed.cluster[job.row])
    if home < 0:
        return "is a grid run" in sentence
    return numbers[-2:] == [home + 1, there + 1] and ("not counted" in sentence) == (home == there)


WORDS = ("users", "users_in_nuwt", "grid_kills", "local_away")


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_every_example_are_those_of_the_columns(kind):
    for key, row, (sentence, *_) in examples(kind):
        job, said = Job(made(kind), row), equation(sentence)
        assert str(made(kind).workload.jobs.job_id[row]) in re.findall(r"\d+", sentence), sentence
        if key in WORDS:
            assert said is None and in_words(key, job, sentence), (key, sentence)
            continue
        value = PLAIN[key](job)
        if value is None or said is None:
            assert value is None and said is None, (key, sentence)
            continue
        computed, result = said
        assert result == pytest.approx(value, rel=1e-4, abs=1e-3), (key, sentence)
        assert computed == pytest.approx(result, rel=1e-4, abs=1e-3), (key, sentence)


def test_every_metric_has_an_example_that_is_checked():
    checked = {key for kind in KINDS for key, _, _ in examples(kind)}
    assert checked == set(all_metrics()) == set(PLAIN) | set(WORDS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_value_of_the_run_follows(kind):
    values = measure(made(kind))
    for key, _, (_, *rest) in examples(kind):
        assert bool(rest) == (values[key] is not None), key
        for sentence in rest:
            number = re.match(NUMBER, plain(sentence.rpartition(": ")[2]))
            value = values[key] * (100 if sentence.endswith(" %.") else 1)
            assert number and float(number[0].rstrip(".")) == pytest.approx(value, rel=1e-4, abs=1e-3), sentence
            assert sentence.endswith(" %.") == all_metrics()[key].percent


def test_the_job_of_an_example_decides_a_maximum_or_lies_in_the_middle():
    metrics, run = all_metrics(), made("rigid")
    assert run.wait.tolist() == [0, 22, 0, 23, 32.875, 99.5]
    assert example_job(metrics["wait_max"], run) == deciding_job(metrics["wait_max"], run) == 5
    assert example_job(metrics["wait_mean"], run) == 1
    assert example_job(metrics["slip_max"], run) == 3  # seven seconds later than the 20 s first promised
    assert example_job(metrics["nuwt_mean"], run) in (0, 4)  # of the users with two jobs
    assert example_job(metrics["yield_min"], made("paused")) == 0


def test_who_is_not_counted_is_told_so():
    metrics, run = all_metrics(), made("rigid")
    assert worked_example(metrics["slip_mean"], run, 0) == [
        "Job 101 of user 1 was promised no start, so it is not counted."
    ]
    [line] = worked_example(metrics["nuwt_mean"], run, 2)
    assert line.endswith("It is their only job, so means that leave such users out do not count it.")


def test_sentences_by_hand():
    metrics, run = all_metrics(), made("rigid")
    assert worked_example(metrics["wait_max"], run, 5, value=99.5) == [
        f"Wait of job 106 of user 4: start - submit = 90{THIN}100 s - 90{THIN}000.5 s = 99.5 s (1 min 40 s).",
        "Maximum wait of the whole run, 6 jobs: 99.5 s (1 min 40 s).",
    ]
    assert worked_example(metrics["bounded_stretch_mean"], run, 3, 60.0, 1.5) == [
        "Bounded stretch of job 104 of user 3: max(1, response / max(runtime, threshold)) = max(1, 27 s / max(4 s, "
        "60 s)) = 1.",
        "Mean bounded stretch (60 s) of the whole run, 6 jobs: 1.5.",
    ]
