"""The campaign policies against their plain twins, start for start, on thousands of small cases full of ties.

Cases: jobs of one processor or several, requested times above runtimes, think times, jobs of a campaign submitted at
different times, campaigns that wait for no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.model.schedule import Schedule
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.optimum import optimum
from tests.cases.strategies import Case, count
from tests.cases.width import width
from tests.naive.rigid import Job
from tests.topics.campaigns import wrong_blocks as wrong_blocks
from tests.topics.campaigns.naive import blocks as naive_blocks
from tests.topics.campaigns.naive import campaigns as naive_campaigns
from tests.topics.campaigns.naive import faircamp as naive_faircamp
from tests.topics.campaigns.naive.blocks import Handed
from tests.topics.campaigns.naive.campaigns import Real, portions, requested_time, whole
from tests.topics.campaigns.wrong_rules import MODIFIED_LPT

ORDERS, WIDE = ("lpt", "spt", "mlpt", "fifo"), ("wait", "pass")


@cache
def cases(family: str, number: int = 0) -> list[Case]:
    """The first so many of a family."""
    numbers = range(number or count(150))
    made = {
        "sequential": lambda seed: strategies.closed(seed, widest=1),
        "wide": strategies.closed,
        "portioned": lambda seed: strategies.portioned(seed, widest=1),
        "portioned wide": strategies.portioned,
        "alone": strategies.alone,
        "overdue": strategies.overdue,
        "single": strategies.single,
    }
    return [made[family](seed) for seed in numbers]


class Twin(NamedTuple):
    """A policy with parameters, how its twin solves a case, and the families of cases it is for."""

    key: str
    params: dict
    solve: Callable[[Case], Real | Handed]
    families: tuple[str, ...]


SEQUENTIAL = ("sequential", "portioned", "overdue")
ALL = (*SEQUENTIAL, "wide", "portioned wide")


def families_for(wide: str) -> tuple[str, ...]:
    """Which rule there is for wide jobs makes no difference without any."""
    return ALL if wide == "wait" else ALL[-2:]


def ostrich(order: str, hold: bool, wide: str) -> Twin:
    def solve(case: Case) -> Real:
        return naive_campaigns.ostrich(
            case.jobs, case.processors, case.campaigns, order.upper(), requested_time, hold=hold, wide=wide
        )[0]

    return Twin("ostrich", {"order": order, "hold": hold, "wide": wide}, solve, families_for(wide))


def fcfs_list(order: str, wide: str) -> Twin:
    def solve(case: Case) -> Real:
        return naive_campaigns.campaign_fcfs(
            case.jobs, case.processors, case.campaigns, order.upper(), requested_time, wide
        )

    return Twin("campaign_fcfs", {"order": order, "placement": "list", "wide": wide}, solve, families_for(wide))


def handed(key: str, rules: type, families: tuple[str, ...], wrapped: Callable | None = None, **params) -> Twin:
    """A twin that takes the same parameters as the policy, but for those that choose among twins."""
    own = {
        name: value.upper() if name == "order" else value
        for name, value in params.items()
        if name not in ("placement", "form")
    }

    def solve(case: Case) -> Handed:
        return (wrapped or (lambda *a, **how: rules(*a, **how).run()))(
            case.jobs, case.processors, case.campaigns, **own
        )

    return Twin(key, params, solve, families)


def faircamps() -> list[Twin]:
    ways = {"block": naive_faircamp.block, "list": naive_faircamp.listed}
    made = [
        handed(
            "faircamp",
            Handed,
            families_for(wide),
            ways[placement],
            order=order,
            placement=placement,
            base=base,
            wide=wide,
        )
        for placement, order, base, wide in product(ways, ORDERS, ("auto", "previous", "latest"), WIDE)
        if order == "lpt" or (base, wide) == ("auto", "wait")
    ]
    return made + [
        handed("faircamp", Handed, SEQUENTIAL, naive_faircamp.committed, order=order, placement="commit", base=base)
        for order, base in product(("lpt", "spt", "fifo"), ("auto", "previous", "latest"))
    ]


TWINS = [
    *(ostrich(*how) for how in product(ORDERS, (True, False), WIDE)),
    *(fcfs_list(*how) for how in product(ORDERS, WIDE)),
    *(
        handed("campaign_fcfs", naive_blocks.Blocks, families_for(wide), order=order, placement="block", wide=wide)
        for order, wide in product(ORDERS, WIDE)
    ),
    *faircamps(),
    *(handed("multicamp", naive_blocks.MultiCamp, SEQUENTIAL, order=order) for order in ORDERS),
    *(handed("multicmax", naive_blocks.MultiCamp, ("single",), order=order, form="offline") for order in ORDERS),
    *(
        handed("multicmax", naive_blocks.Batches, SEQUENTIAL, order=order, form="batch", timeout=timeout)
        for order, timeout in product(ORDERS, (0, 2, 7))
        if order == "lpt" or timeout == 2
    ),
    *(handed("camp", naive_blocks.MultiCamp, ("alone",), order=order) for order in ORDERS),
    *(
        handed("round_robin", naive_blocks.RoundRobin, SEQUENTIAL, order=order, quantum=quantum)
        for order, quantum in product(ORDERS, (1, 3, 10))
        if order == "lpt" or quantum == 3
    ),
]
TWIN_OF = {
    "ostrich": naive_campaigns.ostrich,
    "campaign_fcfs": naive_campaigns.campaign_fcfs,
    "faircamp": naive_faircamp.block,
    "multicamp": naive_blocks.MultiCamp,
    "multicmax": naive_blocks.Batches,
    "camp": naive_blocks.MultiCamp,
    "round_robin": naive_blocks.RoundRobin,
}
DRAWN = [twin for twin in TWINS if twin.params["order"] == "lpt" and twin.families not in (("single",), ("alone",))]


def named(twin: Twin) -> str:
    return " ".join([twin.key, *(f"{name}={value}" for name, value in twin.params.items())])


def assert_times(found: np.ndarray, wanted: list, what: str) -> None:
    """Instants of a fluid schedule may be fractions; anything else is whole and has to be met exactly."""
    exact = np.array([float(time) for time in wanted])
    tolerance = 0 if (exact == np.floor(exact)).all() and (found == np.floor(found)).all() else 1e-6
    np.testing.assert_allclose(found, exact, rtol=0, atol=tolerance, err_msg=what)


@pytest.mark.parametrize("twin", TWINS, ids=named)
def test_starts_are_those_of_the_twin(twin: Twin) -> None:
    for family in twin.families:
        for number, case in enumerate(cases(family)[: None if twin in DRAWN else width(6, count(50))]):
            assert_agrees(twin, case, f"{family} {number}")


@pytest.mark.parametrize("twin", DRAWN, ids=named)
@settings(max_examples=width(10, 40))
@given(data=st.data())
def test_starts_of_drawn_cases_are_those_of_the_twin(twin: Twin, data: st.DataObject) -> None:
    sequential = "wide" not in twin.families
    drawn = st.one_of(strategies.closed_cases(sequential), strategies.portioned_cases(sequential))
    assert_agrees(twin, data.draw(drawn), "drawn")


def assert_agrees(twin: Twin, case: Case, where: str) -> None:
    run = simulate(case.workload, twin.key, twin.params, decisions=None)
    wanted = twin.solve(case)
    assert_times(run.placed.start, wanted.starts, f"{where}: start")
    assert_times(run.placed.end, [wanted.end[row] for row in range(len(case.jobs))], f"{where}: end")
    assert_table(run, case, wanted, where)


def assert_table(run: Schedule, case: Case, wanted: Real | Handed, where: str) -> None:
    """Table `virtual`, one row per portion; the fluid schedule of OStrich is compared in test_campaigns.py."""
    table, parts = run.virtual, portions(case.jobs, case.campaigns)
    assert table is not None
    assert table.campaign.tolist() == [part.campaign for part in parts]
    for name, ends, choose in (("real_start", wanted.start, min), ("real_end", wanted.end, max)):
        exact = [choose(ends[row] for row in part.rows) for part in parts]
        assert_times(getattr(table, name), exact, f"{where}: {name}")
    if isinstance(wanted, Real):
        assert_times(table.submit, [wanted.submit[i] for i in range(len(parts))], f"{where}: submit")
        return
    late = [part.offset for part in whole(case.jobs, case.campaigns)]
    submit = [wanted.ready[part.campaign] - late[part.campaign] + part.offset for part in parts]
    assert_times(table.submit, submit, f"{where}: submit")
    assert_times(table.eligible, [wanted.ready[part.campaign] for part in parts], f"{where}: eligible")
    deadline = [wanted.deadline.get(part.campaign, np.nan) for part in parts]
    np.testing.assert_array_equal(table.deadline, deadline, f"{where}: deadline")


@pytest.mark.parametrize("hold", [True, False])
def test_fluid_schedule_of_portions_and_wide_jobs(hold: bool) -> None:
    """Virtual starts, completions and tags where campaigns have several portions or jobs several processors."""
    for family in ("portioned", "wide", "portioned wide"):
        for number, case in enumerate(cases(family)):
            run = simulate(case.workload, "ostrich", {"hold": hold}, decisions=None)
            real, fluid = naive_campaigns.ostrich(
                case.jobs, case.processors, case.campaigns, "LPT", requested_time, hold=hold
            )
            table = run.virtual
            assert table is not None
            eligible = fluid.start if hold else real.submit
            for name, exact in (("start", fluid.start), ("end", fluid.end), ("tag", fluid.tag), ("eligible", eligible)):
                wanted = [float(exact[i]) for i in range(len(table))]
                np.testing.assert_allclose(
                    getattr(table, name), wanted, rtol=0, atol=1e-6, err_msg=f"{family} {number}: {name}"
                )


@pytest.mark.parametrize("quantum", [1, 2, 5])
def test_segments_of_round_robin(quantum: int) -> None:
    paused = 0
    for case in cases("sequential"):
        run = simulate(case.workload, "round_robin", {"quantum": quantum}, decisions=None)
        wanted = naive_blocks.RoundRobin(case.jobs, case.processors, case.campaigns, quantum=quantum).run()
        assert run.segments is not None
        found: dict[int, list] = {}
        for job, begin, end in zip(
            *(run.segments.columns[name].tolist() for name in ("job", "begin", "end")), strict=True
        ):
            parts = found.setdefault(job, [])
            if parts and parts[-1][1] == begin:
                begin = parts.pop()[0]
            parts.append((begin, end))
        assert found == wanted.parts
        pauses = [len(wanted.parts[row]) - 1 for row in range(len(case.jobs))]
        assert run.placed.preemptions.tolist() == pauses
        paused += sum(pauses)
    assert paused > count(150)


@pytest.mark.parametrize("twin", TWINS, ids=named)
def test_a_run_leaves_the_workload_as_it_was(twin: Twin) -> None:
    for case in cases(twin.families[-1])[: width(5, 20)]:
        fresh = strategies.workload(case)
        simulate(fresh, twin.key, twin.params, decisions=None)
        assert fresh.hash == strategies.workload(case).hash


# -- FairCamp, commit, MLPT -------------------------------------------------------------------------------------------


def committing(seed: int) -> tuple[Case, list[int], list[int], int]:
    """A campaign of one job per processor, and another that is submitted when the first of these ends.

    With ready times since then, lengths of the second campaign, and that instant.
    """
    draw = Random(f"committing {seed}")
    m = draw.choice((2, 3))
    runtimes = [draw.randint(1, draw.choice((2, 6, 12))) for _ in range(m)]
    lengths = sorted((draw.randint(1, draw.choice((3, 6, 12))) for _ in range(draw.randint(1, 8))), reverse=True)
    first = min(runtimes)
    case = strategies.assemble(m, [[(0, [Job(0, p, p) for p in runtimes])], [(first, [Job(0, p, p) for p in lengths])]])
    return case, [p - first for p in runtimes], lengths, first


def test_modified_lpt_is_within_four_thirds_of_the_shortest() -> None:
    for seed in range(count(1_500)):
        case, ready, lengths, first = committing(seed)
        run = simulate(case.workload, "faircamp", {"placement": "commit", "order": "mlpt"}, decisions=None)
        assert 3 * (run.placed.end.max() - first) <= 4 * optimum(lengths, ready)


def test_modified_lpt_where_nothing_is_exchanged_is_lpt_of_ready_times_and_jobs() -> None:
    same = 0
    for seed in range(count(1_500)):
        case, *_ = committing(seed)
        try:
            wanted = naive_faircamp.committed(case.jobs, case.processors, case.campaigns, order="MLPT")
        except naive_faircamp.Exchanged:
            continue
        run = simulate(case.workload, "faircamp", {"placement": "commit", "order": "mlpt"}, decisions=None)
        assert run.placed.start.tolist() == wanted.starts
        same += 1
    assert same > count(1_500) / 10


# -- MLPT job by job --------------------------------------------------------------------------------------------------


# Two processors.  User 1 holds one until 1 and the other until 4; user 2 comes at 1 with jobs of 5, 4 and 4.  LPT starts 5 at 1, then 4
# at 4 and at 6.  MLPT plans 3, 5 on one machine and 4, 4 on the other, so it starts 4 at 1, 5 at 4 and 4 at 5.
BUSY = strategies.assemble(2, [[(0, [Job(0, 1, 1), Job(0, 4, 4)])], [(1, [Job(0, 5, 5), Job(0, 4, 4), Job(0, 4, 4)])]])


@pytest.mark.parametrize(
    ("key", "params"),
    [
        ("ostrich", {}),
        ("ostrich", {"hold": False}),
        ("campaign_fcfs", {"placement": "list"}),
        ("faircamp", {"placement": "list"}),
    ],
)
def test_modified_lpt_is_told_from_lpt_job_by_job(key: str, params: dict) -> None:
    starts = {
        order: simulate(BUSY.workload, key, params | {"order": order}, decisions=None).placed.start.tolist()
        for order in ("lpt", "mlpt")
    }
    assert starts == {"lpt": [0, 0, 1, 4, 6], "mlpt": [0, 0, 4, 1, 5]}


def test_modified_lpt_inside_ostrich_is_within_four_thirds_of_the_shortest() -> None:
    longer = shorter = 0
    for seed in range(count(3_000)):
        case, ready, lengths, first = committing(seed)
        end = {
            order: int(simulate(case.workload, "ostrich", {"order": order}, decisions=None).placed.end.max() - first)
            for order in ("lpt", "mlpt")
        }
        assert 3 * end["mlpt"] <= 4 * optimum(lengths, ready)
        longer, shorter = longer + (end["lpt"] > end["mlpt"]), shorter + (end["lpt"] < end["mlpt"])
    assert longer > shorter > 0


def test_modified_lpt_is_lpt_where_all_processors_are_free_or_a_job_is_wide() -> None:
    """A user alone, who waits for each of his campaigns; and jobs of several processors."""
    for case in (*cases("alone"), *(case for case in cases("wide") if any(job.processors > 1 for job in case.jobs))):
        lpt, mlpt = (
            simulate(case.workload, "ostrich", {"order": order}, decisions=None).placed.start.tolist()
            for order in ("lpt", "mlpt")
        )
        assert lpt == mlpt


def test_modified_lpt_knows_requested_times_only() -> None:
    """The same but for how long jobs run: what starts before the first of them ends differently is the same."""
    early = 0
    for case in cases("sequential"):
        changed = replace(case, jobs=tuple(replace(job, runtime=max(1, job.runtime - 1)) for job in case.jobs))
        runs = [simulate(one.workload, "ostrich", {"order": "mlpt"}, decisions=None).placed for one in (case, changed)]
        apart = min(float(one.end.min()) for one in runs)
        before = [[(job, start) for job, start in enumerate(one.start.tolist()) if start < apart] for one in runs]
        assert before[0] == before[1]
        early += len(before[0])
    assert early > count(150)


# -- wrong on purpose -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", wrong_blocks.WRONG)
def test_a_wrong_twin_is_told_from_the_right_one(name: str) -> None:
    right, wrong, family = wrong_blocks.WRONG[name]
    assert any(seen(right, case) != seen(wrong, case) for case in cases(family, 50))


def seen(solve: Callable[..., Handed], case: Case) -> tuple:
    """What the comparison with the program looks at."""
    done = solve(case.jobs, case.processors, case.campaigns)
    return done.starts, done.end, done.ready, done.deadline


@pytest.mark.parametrize("name", MODIFIED_LPT)
def test_a_wrong_modified_lpt_is_told_from_the_right_one(name: str) -> None:
    def starts(case: Case, rules: type[naive_campaigns.Ostrich]) -> list:
        return naive_campaigns.ostrich(case.jobs, case.processors, case.campaigns, "MLPT", requested_time, rules)[
            0
        ].starts

    made = [*cases("sequential"), *cases("overdue"), *(committing(seed)[0] for seed in range(count(150)))]
    assert any(starts(case, MODIFIED_LPT[name]) != starts(case, naive_campaigns.Ostrich) for case in made)
