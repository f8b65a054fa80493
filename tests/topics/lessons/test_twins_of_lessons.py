"""Answers of variants against independent computations: the naive twins of the policies, on the jobs of many seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from scheduler.registry import has_topic
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.quantities import amount
from scheduler.topics.lessons.shelf import all_lessons
from scheduler.topics.lessons.variants import case_of
from tests.cases.width import width
from tests.naive import rigid
from tests.naive.conservative import Conservative
from tests.naive.queues import ORDERS, BackfillFair, Order, Ordered
from tests.topics.parts import of_topic, of_topics

with_campaigns = pytest.mark.skipif(not has_topic("campaigns"), reason="no lesson is about campaigns")
SEEDS = range(width(11, 51))
SHARING = "dfrs scheme=GreedyP* penalty=0"
Starts = Callable[[Sequence[rigid.Job], int], list[int]]


def by(rule: Callable[[], rigid.Rule]) -> Starts:
    return lambda jobs, machine: rigid.run(rule(), jobs, machine).starts


def in_order(order: Order) -> Starts:
    return by(lambda: Ordered(order, rigid.fcfs))


def aged(by_second: Fraction | int) -> Order:
    return lambda job, wait: by_second * wait - job.requested_time * job.processors


def conservative(compression: str) -> Starts:
    return lambda jobs, machine: Conservative(jobs, machine, compression=compression).run().starts


TWINS = {
    "fcfs": by(lambda: rigid.fcfs),
    "easy": by(lambda: rigid.easy),
    "backfill": by(lambda: rigid.backfill),
    "sjf": in_order(ORDERS["sjf"]),
    "saf": in_order(ORDERS["saf"]),
    "saf aging=1": in_order(aged(1)),
    "saf aging=0.5": in_order(aged(Fraction(1, 2))),
    "conservative": conservative("start"),
    **{f"conservative compression={kind}": conservative(kind) for kind in ("none", "start", "rebuild")},
}
OF_LESSON = {
    "order_matters": ["fcfs", "sjf"],
    "nobody_interrupted": ["fcfs", "sjf"],
    "starvation": ["fcfs", "sjf"],
    "convoy": ["fcfs", "easy"],
    "reservation": ["easy", "backfill", "fcfs"],
    "no_reservation": ["fcfs", "easy", "backfill"],
    "easy_conservative": ["easy", "conservative", "fcfs"],
    "own_estimate": ["easy", "fcfs"],
    "padding": ["easy", "fcfs"],
    "metrics_that_disagree": ["fcfs", "sjf", "backfill"],
    "splitting": ["fcfs", "sjf"],
    "early_end": [
        "conservative compression=none",
        "conservative compression=start",
        "conservative compression=rebuild",
    ],
    "fair_share": ["backfill"],
    "project": ["saf", "saf aging=1", "saf aging=0.5", "fcfs"],
}
EACH = [(key, rule) for key, rules in OF_LESSON.items() for rule in rules]


def jobs_of(case: Case) -> list[rigid.Job]:
    return [rigid.Job(int(job.submit), int(job.runtime), int(job.requested_time), job.processors) for job in case.jobs]


@pytest.mark.parametrize(("key", "rule"), EACH)
def test_starts_of_variants_are_those_of_the_twin(key: str, rule: str) -> None:
    for seed in SEEDS:
        case = case_of(all_lessons()[key], seed)
        assert case.run(rule).start.tolist() == TWINS[rule](jobs_of(case), case.lesson.processors), seed


def test_starts_of_the_sample_with_other_runtimes_are_those_of_the_twin() -> None:
    for seed in range(1, width(2, 3)):
        case = case_of(all_lessons()["capacity"], seed)
        table = case.workload.jobs
        columns = zip(
            *(column.tolist() for column in (table.submit, table.runtime, table.requested_time, table.processors)),
            strict=True,
        )
        quarters = [([4 * number for number in row[:3]], row[3]) for row in columns]  # of seconds: whole numbers
        assert all(number.is_integer() for numbers, _ in quarters for number in numbers)
        jobs = [rigid.Job(*map(int, numbers), processors) for numbers, processors in quarters]
        starts = rigid.run(rigid.fcfs, jobs, 128).starts
        assert (4 * case.run("fcfs").start).tolist() == starts
        work = sum(job.runtime * job.processors for job in jobs)
        last = max(start + job.runtime for start, job in zip(starts, jobs, strict=True))
        value = next(step.question.value for step in case.lesson.steps if step.question)
        assert amount(case, value) == pytest.approx(float(work / (128 * (last - jobs[0].submit))))


def test_plans_of_moldable_variants_are_among_those_of_the_twins() -> None:
    shelving = pytest.importorskip("tests.topics.moldable.naive.shelves")
    growing = pytest.importorskip("tests.topics.moldable.naive.growing")
    for seed in range(13):
        case = case_of(all_lessons()["moldable_tasks"], seed)
        shapes, jobs = case.workload.table("shapes"), case.workload.jobs
        times = shapes.runtime.reshape(len(jobs), 4).tolist()
        weights = tuple(int(weight) for weight in jobs.weight.tolist())
        tasks = shelving.Tasks(tuple(tuple(map(Fraction, row)) for row in times), 4, weights)
        shelves = shelving.TwoShelves(tasks, Fraction(0.01))
        plans = {"mrt": shelves.plans, "demt": growing.Growing(tasks, shelves, Fraction(2)).compacted()}
        for rule, right in plans.items():
            run = case.run(rule)
            assert run.schedule is not None
            placed = run.schedule.placed
            assert {
                plan
                for plan in right
                if [float(start) for start, _ in plan] == pytest.approx(placed.start.tolist())
                and [size for _, size in plan] == placed.processors.tolist()
            }, (seed, rule)


def whole_of(case: Case) -> tuple[list[rigid.Job], list[int]]:
    """The jobs of the lesson on splitting with user 1's in one piece, and the users."""
    pieces = [job for job in jobs_of(case)[2:]]
    total = sum(job.runtime for job in pieces)
    return [*jobs_of(case)[:2], rigid.Job(pieces[0].submit, total, total)], [3, 2, 1]


def ends(starts: Sequence[float | Fraction], jobs: Sequence[rigid.Job]) -> list[float]:
    return [float(start) + job.runtime for start, job in zip(starts, jobs, strict=True)]


@with_campaigns
@pytest.mark.parametrize("rule", ["fcfs", "sjf"])
def test_a_job_in_one_piece_ends_when_the_twin_says(rule: str) -> None:
    for seed in SEEDS:
        case = case_of(all_lessons()["splitting"], seed)
        jobs, _ = whole_of(case)
        wanted = ends(TWINS[rule](jobs, 1), jobs)
        run = case.run(f"{rule} pieces=together")
        assert [run.end[0], run.end[1], run.end[5]] == wanted, seed


def campaign_starts(jobs: Sequence[rigid.Job], users: Sequence[int]) -> list[Fraction]:
    """Starts under OStrich; each user has one campaign."""
    rows = {user: tuple(row for row, other in enumerate(users) if other == user) for user in dict.fromkeys(users)}
    return OF_CAMPAIGNS["ostrich"](jobs, 1, [rigid.Campaign(user, rows[user]) for user in sorted(rows)])


@with_campaigns
def test_campaigns_of_pieces_end_when_the_twin_of_ostrich_says() -> None:
    for seed in SEEDS:
        case = case_of(all_lessons()["splitting"], seed)
        jobs = jobs_of(case)
        assert case.run("ostrich").end.tolist() == ends(campaign_starts(jobs, [job.user for job in case.jobs]), jobs), (
            seed
        )
        whole, users = whole_of(case)
        run = case.run("ostrich pieces=together")
        assert [run.end[0], run.end[1], run.end[5]] == ends(campaign_starts(whole, users), whole), seed


def test_fair_backfilling_starts_jobs_as_its_twin_does() -> None:
    for seed in SEEDS:
        case = case_of(all_lessons()["fair_share"], seed)
        jobs, users = jobs_of(case), [job.user for job in case.jobs]
        wanted = rigid.run(BackfillFair(users, 0, None), jobs, case.lesson.processors).starts
        assert case.run("backfill_fair").start.tolist() == wanted, seed


def campaigns_of(case: Case) -> list[rigid.Campaign]:
    """Each campaign of each user; which of them waits for which, and how long, is part of the workload."""
    rows: dict[tuple[int, int], list[int]] = {}
    for row, job in enumerate(case.jobs):
        rows.setdefault((job.user, int(job.campaign or 0)), []).append(row)
    table = case.workload.campaigns
    waits = zip(table.previous.tolist(), table.think_time.tolist(), strict=True)
    return [
        rigid.Campaign(user, tuple(members), previous, int(think))
        for ((user, _), members), (previous, think) in zip(rows.items(), waits, strict=True)
    ]


OF_CAMPAIGNS = {rule: starts for of_topic in of_topics("lessons", "STARTS") for rule, starts in of_topic.items()}


WITH_CAMPAIGNS = [
    (key, rule)
    for key, rule in (
        ("campaigns", "campaign_fcfs"),
        ("campaigns", "ostrich"),
        ("virtual_time", "ostrich"),
        ("virtual_time", "ostrich hold=false"),
        ("deadlines", "campaign_fcfs placement=block"),
        ("deadlines", "faircamp"),
    )
    if rule in OF_CAMPAIGNS
]
OTHERS = [  # of the tests of single lessons
    ("fair_share", "backfill_fair"),
    ("capacity", "fcfs"),
    ("splitting", "ostrich"),
    ("sharing_nodes", "fcfs"),
    ("sharing_nodes", SHARING),
    ("moldable_tasks", "mrt"),
    ("moldable_tasks", "demt"),
]
OF_TOPICS = {  # {lesson of another topic: {what its tests call a setting: the rule}}
    key: dict(zip(names, all_lessons()[key].rules, strict=True))
    for rules in of_topics("lessons", "RULES")
    for key, names in rules.items()
}
ON_SHARED_NODES = list(
    of_topic("fractional", "lessons", "ends")
)  # the twin of the lesson on these, where there is that topic
TWINS_OF_TOPICS = {
    key: twin
    for rules, twin in zip(of_topics("lessons", "RULES"), of_topics("lessons", "twin"), strict=True)
    for key in rules
}


@pytest.mark.parametrize(("key", "rule"), WITH_CAMPAIGNS)
def test_campaigns_start_as_the_twin_says(key: str, rule: str) -> None:
    for seed in SEEDS:
        case = case_of(all_lessons()[key], seed)
        wanted = OF_CAMPAIGNS[rule](jobs_of(case), case.lesson.processors, campaigns_of(case))
        assert case.run(rule).start.tolist() == [float(start) for start in wanted], seed


@with_campaigns
def test_the_worst_stretch_of_campaigns_is_the_largest_time_over_that_alone() -> None:
    """Over the larger of its work on all processors and its longest job, as Emeras et al. 2013 have it."""
    value = next(
        value for value in all_lessons()["campaigns"].values.values() if value.of == "metric campaign_stretch_max"
    )
    for seed in SEEDS:
        case = case_of(all_lessons()["campaigns"], seed)
        jobs, machine = jobs_of(case), case.lesson.processors
        for rule in ("campaign_fcfs", "ostrich"):
            starts = OF_CAMPAIGNS[rule](jobs, machine, campaigns_of(case))
            worst = max(
                (max(starts[row] + jobs[row].runtime for row in one.rows) - jobs[one.rows[0]].submit)
                / max(
                    Fraction(sum(jobs[row].runtime for row in one.rows), machine),
                    *(jobs[row].runtime for row in one.rows),
                )
                for one in campaigns_of(case)
            )
            assert amount(case, value._replace(rule=rule)) == pytest.approx(float(worst)), (seed, rule)


def test_every_lesson_has_a_twin() -> None:
    """For every rule by which the answer of a question is computed."""
    asked = {
        (key, step.question.value.rule)
        for key, lesson in all_lessons().items()
        for step in lesson.steps
        if step.question and step.question.value
    }
    of_topics = {(key, rule) for key, rules in OF_TOPICS.items() for rule in rules.values()}
    assert sorted(asked - {*EACH, *WITH_CAMPAIGNS, *OTHERS, *of_topics}) == []
    assert {key for key, _ in asked} <= set(all_lessons())


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, rules in OF_TOPICS.items() for name in rules])
def test_jobs_start_and_end_as_the_twin_of_their_topic_says(key: str, name: str) -> None:
    stopped = 0
    for seed in SEEDS:
        case = case_of(all_lessons()[key], seed)
        twin, run = TWINS_OF_TOPICS[key](case, key, name), case.run(OF_TOPICS[key][name])
        assert run.start.tolist() == twin.run(), seed
        assert run.end.tolist() == [twin.starts[row] + job.runtime for row, job in enumerate(case.jobs)], seed
        stopped += len(twin.stopped)
    assert (stopped > 0) == (name == "requeue")


def on_a_node(case: Case) -> list[tuple[int, int, int, Fraction, Fraction]]:
    """Submission, runtime, tasks, CPU need and memory of each job."""
    return [
        (int(job.submit), int(job.runtime), 1, *(Fraction(int(part or 0), 100) for part in (job.cpu_need, job.memory)))
        for job in case.jobs
    ]


@pytest.mark.parametrize("ends", ON_SHARED_NODES)
def test_shares_of_a_node_are_those_of_the_twin(ends: Callable) -> None:
    for seed in SEEDS:
        case = case_of(all_lessons()["sharing_nodes"], seed)
        jobs = on_a_node(case)
        assert case.run(SHARING).end.tolist() == pytest.approx(ends(jobs)), seed
        alone = [rigid.Job(submit, runtime, runtime) for submit, runtime, *_ in jobs]
        assert case.run("fcfs").start.tolist() == rigid.run(rigid.fcfs, alone, 1).starts, seed


@pytest.mark.parametrize("ends", ON_SHARED_NODES)
def test_the_worst_stretch_is_the_largest_time_over_runtime(ends: Callable) -> None:
    case = case_of(all_lessons()["sharing_nodes"], 0)
    value = next(
        step.question.value
        for step in case.lesson.steps
        if step.question
        and step.question.ask == "compare"
        and step.question.value
        and step.question.value.of == "worst stretch"
    )
    jobs = on_a_node(case)
    assert [(end - job[0]) / job[1] for end, job in zip(ends(jobs), jobs, strict=True)] == [62.5 / 40, 42.5 / 20, 2.5]
    assert amount(case, value) == pytest.approx(2.5)
