"""Best-effort grid runs against their plain twin, piece for piece, and against examples worked by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from scheduler.audit.schedule import audit
from scheduler.errors import AuditFailed, ParamError, Unsupported
from scheduler.explain.job import explain
from scheduler.metrics import all_metrics, measure
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from scheduler.topics.grid import outages
from tests.cases import strategies
from tests.cases.strategies import Case, count
from tests.cases.width import width
from tests.naive import rigid as naive
from tests.naive.rigid import Job
from tests.topics.grid.naive import grid as naive_grid
from tests.topics.grid.naive.grid import Piece

RULES = {"fcfs": naive.fcfs, "easy": naive.easy, "backfill": naive.backfill}
VICTIMS = {"youngest": naive_grid.youngest, "oldest": naive_grid.oldest}
FILLINGS = {"now": naive_grid.now_, "window": naive_grid.window}
TWIN_OF = {"best_effort": naive_grid.solve}
VARIANTS = [
    {"local": "easy", "kill": "youngest", "filling": "now"},
    {"local": "fcfs", "kill": "oldest", "filling": "now"},
    {"local": "easy", "kill": "youngest", "filling": "window"},
    {"local": "backfill", "kill": "oldest", "filling": "window"},
]
EXTENT = 24
every_variant = pytest.mark.parametrize("params", VARIANTS, ids=lambda params: "-".join(params.values()))


def drawn(seed: int) -> Case:
    """Two or three small clusters, twice as many runs as local jobs, all within a few seconds."""
    draw = Random(f"grid {seed}")
    sizes = tuple(draw.randint(1, 5) for _ in range(draw.randint(1, 3)))
    long, span = draw.choice((3, 8)), draw.choice((1, 8, 20))
    jobs = []
    for _ in range(draw.randint(5, 14)):
        home = draw.randrange(len(sizes))
        runtime = draw.randint(1, long)
        jobs.append(
            (
                Job(draw.randrange(span), runtime, runtime + draw.choice((0, 0, 1, 5)), draw.randint(1, sizes[home])),
                home,
            )
        )
    for _ in range(draw.randint(1, 3)):
        submit, runtime = draw.randrange(span), draw.randint(1, 6)
        jobs += [(Job(submit, runtime, runtime + draw.choice((0, 0, 2))), -1)] * draw.randint(1, 8)
    jobs.sort(key=lambda entry: entry[0].submit)
    return Case(
        sum(sizes),
        tuple(job for job, _ in jobs),
        clusters=sizes if len(sizes) > 1 else (),
        homes=tuple(home for _, home in jobs),
    )


@cache
def cases() -> list[Case]:
    return [drawn(seed) for seed in range(count(240))]


def by_twin(case: Case, params: dict, **parts) -> tuple[dict[int, int], dict[int, list[Piece]]]:
    rule = RULES[params["local"]]
    parts = {"victim": VICTIMS[params["kill"]], "may_start": FILLINGS[params["filling"]]} | parts
    if "away" in params:
        away = [(one.processors, one.cluster, int(one.begin), int(one.end)) for one in outages.read(params["away"])]
        parts = {"away": away} | parts
    found = naive_grid.solve(case.clusters or (case.processors,), case.jobs, case.homes, rule, **parts)
    return found.start, found.pieces


def by_program(case: Case, params: dict) -> tuple[dict[int, int], dict[int, list[Piece]]]:
    return read(simulate(case.workload, "best_effort", params, decisions=None), case)


def read(made: Schedule, case: Case) -> tuple[dict[int, int], dict[int, list[Piece]]]:
    """Starts of local jobs and pieces of runs."""
    s, pieces = made.segments, {row: [] for row, home in enumerate(case.homes) if home < 0}
    for job, begin, end, cluster, killer in zip(s.job, s.begin, s.end, s.cluster, s.killer, strict=True):
        if job in pieces:
            pieces[job].append(Piece(begin, end, cluster, killer))
    return {row: made.placed.start[row] for row, home in enumerate(case.homes) if home >= 0}, pieces


# -- agreement --------------------------------------------------------------------------------------------------------


@every_variant
def test_pieces_are_those_of_the_twin(params: dict) -> None:
    assert [seed for seed, case in enumerate(cases()) if by_program(case, params) != by_twin(case, params)] == []


@cache
def away(seed: int) -> str:
    """Up to three times processors of the case of that number, at most all of a cluster at once."""
    draw, case = Random(f"away {seed}"), cases()[seed]
    sizes, chosen = case.clusters or (case.processors,), []
    for _ in range(draw.randint(1, 3)):
        cluster, begin = draw.randrange(len(sizes)), draw.randrange(EXTENT)
        one = (draw.randint(1, sizes[cluster]), cluster, begin, begin + draw.randint(1, 8))
        times = [other[2] for other in (*chosen, one)]
        if all(
            sum(size for size, where, a, b in (*chosen, one) if where == cluster and a <= now < b) <= sizes[cluster]
            for now in times
        ):
            chosen.append(one)
    return ", ".join(f"{size}:{cluster + 1}:{a}-{b}" for size, cluster, a, b in chosen)


@every_variant
def test_pieces_are_those_of_the_twin_where_processors_are_taken_away(params: dict) -> None:
    numbered = [(case, params | {"away": away(seed)}) for seed, case in enumerate(cases())]
    assert [
        seed for seed, (case, given) in enumerate(numbered) if by_program(case, given) != by_twin(case, given)
    ] == []
    assert sum(
        piece.killer < 0 and piece is not its[-1]
        for case, given in numbered[:60]
        for its in by_twin(case, given)[1].values()
        for piece in its
    ) > width(0, 10), "some are killed for no local job"


@settings(max_examples=width(8, 25))
@given(case=strategies.rigid_cases())
def test_pieces_of_drawn_jobs_are_those_of_the_twin(case: Case) -> None:
    case = strategies.with_grid(case)
    assert by_program(case, VARIANTS[0]) == by_twin(case, VARIANTS[0])


def last_in_line(grid: naive_grid.Grid, run: int) -> None:
    grid.queue.append(run)


def late(grid: naive_grid.Grid, run: int, cluster: int, now: int) -> bool:
    """A window by actual runtimes, which nobody knows."""
    waits = any(grid.jobs[row].submit <= now < grid.start[row] for row in grid.local(cluster))
    ends = [grid.start[row] + grid.jobs[row].runtime for row in grid.busy(cluster, now)]
    return not waits or all(now + grid.jobs[run].requested_time <= end for end in ends)


WRONG = {
    "killed runs go last": (VARIANTS[0], {"back": last_in_line}),
    "the oldest is killed": (VARIANTS[0], {"victim": naive_grid.oldest}),
    "windows by actual runtimes": (VARIANTS[2], {"may_start": late}),
    "those that come back are not seen": (VARIANTS[0] | {"away": "1:1:0-3"}, {"away": [(1, 0, 0, 99)]}),
    "no windows": (VARIANTS[2], {"may_start": naive_grid.now_}),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_grid_is_told_from_the_right_one(name: str) -> None:
    params, parts = WRONG[name]
    assert any(by_twin(case, params) != by_twin(case, params, **parts) for case in cases())


# -- what is promised -------------------------------------------------------------------------------------------------


def more_runs(case: Case) -> Case:
    """The case with three runs more, there from the beginning."""
    extra = (Job(0, 4, 4),) * 3
    return replace(case, jobs=extra + case.jobs, homes=(-1, -1, -1, *case.homes))


@pytest.mark.parametrize("local", all_policies()["best_effort"].params[0].choices)
def test_local_jobs_do_not_notice_the_grid(local: str) -> None:
    kills = 0
    for case in cases()[:20]:
        made = simulate(more_runs(case).workload, "best_effort", {"local": local}, decisions=None)
        without = simulate(case.workload, "best_effort", {"local": local}, decisions=None)
        kept = np.array(case.homes) >= 0
        assert (made.placed.start[3:][kept] == without.placed.start[kept]).all()
        assert (made.placed.end[3:][kept] == without.placed.end[kept]).all()
        kills += made.placed.preemptions.sum()
        assert made.certificate.checks[-1] == "local jobs start as they would without grid runs"
    assert kills


def test_each_run_completes_once_and_no_processor_idles_while_one_waits() -> None:
    for case in cases():
        _, pieces = by_program(case, VARIANTS[0])
        for run, its in pieces.items():
            assert [piece.end - piece.begin == case.jobs[run].runtime for piece in its] == [False] * (len(its) - 1) + [
                True
            ]
            assert [piece.killer >= 0 for piece in its] == [True] * (len(its) - 1) + [False]
        made = simulate(case.workload, "best_effort", VARIANTS[0], decisions=None)
        idle, waiting = idle_while_waiting(made)
        assert idle == 0, (case, waiting)


def idle_while_waiting(made: Schedule) -> tuple[int, list[float]]:
    """Processors idle in all clusters at the instants in which a run waits, and these."""
    s, jobs, found, when = made.segments, made.workload.jobs, 0, []
    instants = np.unique(np.concatenate((s.begin, s.end, jobs.submit)))
    for at in instants:
        running = (s.begin <= at) & (at < s.end)
        over = made.placed.end <= at
        waits = (jobs.grid == 1) & (jobs.submit <= at) & ~over & ~np.isin(np.arange(len(jobs)), s.job[running])
        if waits.any():
            found += made.workload.platform.processors - int(s.processors[running].sum())
            when.append(float(at))
    return found, when


# -- small examples, worked by hand -----------------------------------------------------------------------------------

# Clusters of 2 and 1.  Local jobs: 0 takes both processors of the first from 3 to 5; 1 takes the second cluster from 0
# to 1.  Runs 2, 3, 4 of 4 s at 0: 2 and 3 go to the first cluster, 4 to the second at 1.  At 3 both are killed, the
# later one first; the second cluster is busy with 4 until 5.  At 5 two are idle in the first and one in the second.
JOBS = (Job(0, 1, 1), Job(0, 4, 4), Job(0, 4, 4), Job(0, 4, 4), Job(3, 2, 2, 2))
HOMES = (1, -1, -1, -1, 0)
EXAMPLE = Case(3, JOBS, clusters=(2, 1), homes=HOMES)


def test_the_example() -> None:
    made = simulate(EXAMPLE.workload, "best_effort", {"local": "fcfs"})
    assert read(made, EXAMPLE) == (
        {0: 0, 4: 3},
        {1: [Piece(0, 3, 0, 4), Piece(5, 9, 0)], 2: [Piece(0, 3, 0, 4), Piece(5, 9, 0)], 3: [Piece(1, 5, 1)]},
    )
    assert made.placed.preemptions.tolist() == [0, 1, 1, 0, 0]
    assert made.placed.start.tolist() == [0, 0, 0, 1, 3]
    kills = made.decisions.take(made.decisions.kind == 9)
    assert (kills.time.tolist(), kills.job.tolist(), kills.blocker.tolist(), kills.value.tolist()) == (
        [3, 3],
        [2, 1],
        [4, 4],
        [3, 3],
    )


def test_a_window_ends_where_the_next_local_job_is_expected_to() -> None:
    # 3 processors; job 0 holds two of them until 4, expected until 6; job 1, which needs all, waits from 1 to 4.  Run 2
    # of 3 s takes the one idle processor at 2 and is killed at 4, while run 3 waits.
    jobs = (Job(0, 4, 6, 2), Job(1, 2, 2, 3), Job(2, 3, 3), Job(4, 3, 3))
    case = Case(3, jobs, homes=(0, 0, -1, -1))
    assert by_program(case, VARIANTS[0])[1] == {2: [Piece(2, 4, 0, 1), Piece(6, 9, 0)], 3: [Piece(6, 9, 0)]}
    # By windows run 2 would be over at 5, before 6, and starts, too; one that takes 5 s does not.
    assert by_program(case, VARIANTS[2])[1] == {2: [Piece(2, 4, 0, 1), Piece(6, 9, 0)], 3: [Piece(6, 9, 0)]}
    longer = replace(case, jobs=(*jobs[:2], Job(2, 5, 5), jobs[3]))
    assert by_program(longer, VARIANTS[0])[1][2] == [Piece(2, 4, 0, 1), Piece(6, 11, 0)]
    assert by_program(longer, VARIANTS[2])[1][2] == [Piece(6, 11, 0)]


def test_a_run_on_a_processor_that_is_taken_away_starts_anew() -> None:
    """One cluster of 2; runs of 4 s at 0 and 0.  At 1 one processor is away until 7: the later run loses 1 s and waits for the
    first to end at 4.  At 5 a local job needs both: it has them, one of those that are away among them, and kills the run."""
    case = Case(2, (Job(0, 4, 4), Job(0, 4, 4), Job(5, 1, 1, 2)), homes=(-1, -1, 0))
    made = simulate(case.workload, "best_effort", {"away": "1:1:1-7"})
    assert read(made, case) == ({2: 5}, {0: [Piece(0, 4, 0)], 1: [Piece(0, 1, 0), Piece(4, 5, 0, 2), Piece(6, 10, 0)]})
    assert (measure(made)["grid_wasted"], measure(made)["grid_wasted_away"]) == (2, 1)
    row = all_metrics()["grid_wasted_away"].example
    assert "processors were taken away of processors x (end - begin) = 1 x (1 s - 0 s) = 1 processor-s" in row.sentence(
        made, 1, 10.0
    )
    told = " ".join(explain(made, 1))
    assert "because processors of cluster 1 were taken from the grid; it started again 3 s later" in told
    assert made.marks is not None and made.marks.label.tolist() == ["1 of cluster 1 away"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"begin": np.array([2.0])}, "it is not told for which local job"),
        ({"value": np.array([2.0])}, "1 grid run runs in cluster 1 at 1 s; wanted: at most 0"),
    ],
)
def test_the_audit_finds_what_is_not_so_of_processors_taken_away(change: dict, words: str) -> None:
    case = Case(2, (Job(0, 4, 4), Job(0, 4, 4)), homes=(-1, -1))
    made = simulate(case.workload, "best_effort", {"away": "1:1:1-7"})
    assert made.marks is not None
    other = replace(made, marks=Table("marks", made.marks.columns | change))
    assert words in str(audit(other).first_violation)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1:1:5", "wanted: processors:cluster:from-to"),
        ("0:1:2-5", "no processors"),
        ("1:0:2-5", "no cluster"),
        ("1:1:5-5", "ends before it begins"),
        ("1:1:nan-5", "is none"),
        ("1:1:0-1e9", "is none"),
        (",".join(["1:1:0-5"] * 101), "more than 100"),
    ],
)
def test_what_is_written_wrongly_is_refused(text: str, words: str) -> None:
    with pytest.raises(ParamError, match=words):
        simulate(EXAMPLE.workload, "best_effort", {"away": text})


@pytest.mark.parametrize(
    ("text", "words"), [("1:3:0-5", "there are 2 clusters"), ("2:1:0-5, 1:1:3-9", "At 3 s 3 processors of cluster 1")]
)
def test_what_is_not_there_cannot_be_taken_away(text: str, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        simulate(EXAMPLE.workload, "best_effort", {"away": text})


# -- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (replace(EXAMPLE, homes=()), "does not tell them apart"),
        (replace(EXAMPLE, jobs=(*JOBS[:1], Job(0, 4, 4, 2), *JOBS[2:])), r"job 2 \(line 2\) asks for 2"),
        (replace(EXAMPLE, homes=(2, *HOMES[1:])), r"job 1 \(line 1\) is of none of the 2"),
        (replace(EXAMPLE, homes=(*HOMES[:4], 1)), r"job 5 \(line 5\) asks for 2 processors, and its cluster 2 has 1"),
    ],
)
def test_what_does_not_suit_is_said_in_a_sentence(case: Case, words: str) -> None:
    with pytest.raises(Unsupported, match=words):
        simulate(case.workload, "best_effort")


def test_a_policy_that_delays_local_jobs_fails_its_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = all_policies()["best_effort"]

    def disturbing(case):
        tables = policy.run(case)
        placed, segments = tables["placed"], tables["segments"]
        if (case.workload.jobs.grid == 1).any():
            last = len(placed) - 1
            for table, rows in ((placed, placed.job == last), (segments, segments.job == last)):
                for name in set(table.columns) & {"start", "begin", "end"}:
                    table.columns[name][rows] += 100
        return tables

    monkeypatch.setattr("scheduler.simulate.all_policies", lambda: {"best_effort": replace(policy, run=disturbing)})
    with pytest.raises(AuditFailed, match=r"Job 2 \(line 2\) is a local job and starts at 103 s; without .* at 3 s"):
        simulate(Case(1, (Job(0, 1, 1), Job(3, 2, 2)), homes=(-1, 0)).workload, "best_effort", decisions=None)
