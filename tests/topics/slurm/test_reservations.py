"""Reservations of users by hand: who may run where and when, what is said of it, what the audit refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from layouts.gantt import patterns, piece_facts
from scheduler.audit.schedule import audit, audit_rows
from scheduler.engine.decision_log import KILL
from scheduler.errors import Unsupported
from scheduler.explain.job import explain
from scheduler.explain.story import story
from scheduler.formats import schedule_csv
from scheduler.metrics import measure
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from scheduler.topics.slurm.files.times import NEVER
from tests.cases.small import campaigns as in_campaigns
from tests.cases.small import changed, workload
from tests.topics.slurm.naive.slurm import Cluster
from tests.topics.slurm.test_slurm import as_workload, drawn
from tests.why.reader import Told, all_of
from tests.why.test_why_told import READERS

# four nodes; user 7 of account 1 submits jobs 101 and 103, user 8 of account 2 job 102; each asks for twice its runtime
ROWS = [(0, 50, 2), (0, 50, 2), (0, 50, 2)]
COURSE = "course Start=60 End=300 Nodes=1-2"
TREE = "account=a Group=1; account=sub Parent=a Group=2; user=7 account=a; user=8 account=sub"
ASKED = "101 Reservation=course"


def work(rows=ROWS, users=(7, 8, 7), second_0: int | None = None, zone: str = "") -> Workload:
    made = workload(rows, 4, users=users, requested=[2 * runtime for _, runtime, _ in rows])
    made = replace(made, jobs=changed(made.jobs, group=np.array([1 if user == 7 else 2 for user in users])))
    return replace(made, platform=replace(made.platform, start_time=second_0 or 0, time_zone=zone))


def run(reservations: str = COURSE, jobs: str = ASKED, made: Workload | None = None, **params: Any) -> Schedule:
    texts = {"reservations": reservations, "jobs": jobs, "nodes": "4x1"} | params
    return simulate(work() if made is None else made, "slurm", texts, decisions="all")


def ran(made: Schedule) -> list[tuple[float, float, bool]]:
    """(start, end, whether it was stopped) of each job."""
    placed = made.placed
    return list(zip(placed.start.tolist(), placed.end.tolist(), (placed.flags & 2 > 0).tolist(), strict=True))


def starts(*args, **params) -> list[float]:
    return run(*args, **params).placed.start.tolist()


def test_who_asks_runs_within_it_and_others_are_over_before_or_wait() -> None:
    """102 has the two other nodes at once; 103, of the same user, asks for nothing and would run into the reservation."""
    assert starts() == [60, 0, 50]


@pytest.mark.parametrize(
    ("people", "first"),
    [
        ("Users=7", 60),
        ("Users=8", 0),
        ("NotUsers=8", 60),
        ("NotUsers=7", 0),
        ("Accounts=1", 60),
        ("Accounts=2", 0),
        ("Accounts=a", 60),
        ("NotAccounts=a", 0),
        ("Users=7 Accounts=2", 0),
        ("Users=7,8 Accounts=1", 60),
    ],
)
def test_users_and_accounts_decide_who_may_ask(people: str, first: float) -> None:
    """Who asks and may not has the nodes that are left, as if it had not asked."""
    assert starts(f"{COURSE} {people}", accounts=TREE)[0] == first


def test_an_account_has_those_below_it() -> None:
    for people, start in (("Accounts=a", 60), ("Accounts=sub", 60), ("NotAccounts=a", 50), ("Accounts=1", 60)):
        assert starts(f"{COURSE} {people}", "102 Reservation=course", accounts=TREE)[1] == start


def test_nobody_uses_it_where_no_job_asks_and_none_may_under_maintenance() -> None:
    for text, jobs in ((COURSE, ""), (f"{COURSE} Flags=MAINT", ASKED)):
        made = run(text, jobs)
        assert not any(
            60 <= start < 300 and other < start + 50 and start < other + 50  # never two at a time meanwhile
            for at, start in enumerate(made.placed.start)
            for other in made.placed.start[:at]
        )


def test_who_has_not_started_when_it_is_over_is_as_all_others() -> None:
    """102 asks for it, too, and 101 has its nodes until it is stopped; 102 then runs beyond the end unstopped."""
    made = run("course Start=60 End=100 Nodes=1-2", "101 Reservation=course; 102 Reservation=course")
    assert ran(made) == [(60, 100, True), (100, 150, False), (0, 50, False)]


def test_a_flexible_one_binds_nobody() -> None:
    assert starts(f"{COURSE} Flags=FLEX")[0] == 0


def test_a_job_without_room_in_it_holds_up_nobody_outside() -> None:
    rows = [(0, 50, 2), (0, 50, 1), (70, 10, 1), (70, 5, 1)]
    made = run(
        jobs="101 Reservation=course; 102 Reservation=course; 103 Reservation=course", made=work(rows, (7, 8, 7, 8))
    )
    assert made.placed.start.tolist() == [60, 110, 110, 70]


# ---- a reservation that ends before a time limit --------------------------------------------------------------------

SHORT = "course Start=60 End=100 Nodes=1-2"  # 101 starts at 60 s, needs 50 s, asks for 100 s


@pytest.mark.parametrize(
    ("reservations", "over_run", "end", "stopped"),
    [
        ("course Start=60 End=150 Nodes=1-2", 0, 110, False),  # its limit passes the end, its runtime does not
        (SHORT, 0, 100, True),
        (SHORT, 9, 109, True),
        (SHORT, 10, 110, False),
        ("course Start=60 End=110 Nodes=1-2", 0, 110, False),  # its own end is that instant: ends come first
        (SHORT, NEVER, 110, False),
        (SHORT + " Flags=FLEX", 0, 50, False),
    ],
)
def test_a_job_starts_before_the_end_and_is_stopped_then(
    reservations: str, over_run: int, end: float, stopped: bool
) -> None:
    made = run(reservations, resv_over_run=over_run)
    assert ran(made) == [(end - 50 if not stopped else 60, end, stopped), (0, 50, False), (50, 100, False)]
    assert made.placed.preemptions.tolist() == [0, 0, 0]
    if stopped:
        row = made.segments.take(made.segments.job == 0)
        assert (row.begin.tolist(), row.end.tolist(), row.kind.tolist(), row.killer.tolist()) == (
            [60],
            [end],
            [2],
            [-1],
        )
        assert made.decisions.time[made.decisions.kind == KILL].tolist() == [end]


def test_a_job_of_a_flexible_one_runs_on_when_it_is_over() -> None:
    made = run("course Start=0 End=60 Nodes=1-4 Flags=FLEX", made=work([(0, 90, 4), (0, 50, 2)], (7, 8)))
    assert ran(made)[0] == (0, 90, False)


def test_who_waits_starts_when_another_one_is_stopped() -> None:
    """102 asks for nothing and needs all four nodes: the main pass of the stop starts it, no clock ticks at 103 s."""
    made = run("course Start=60 End=100 Nodes=1-2", made=work([(0, 50, 2), (0, 50, 4)], (7, 8)), resv_over_run=3)
    assert ran(made) == [(60, 103, True), (103, 153, False)]


@pytest.mark.parametrize("after", ["After=101", "After=101 Delay=9"])
def test_a_job_after_one_that_was_stopped_has_its_turn(after: str) -> None:
    made = run(SHORT, f"{ASKED}; 103 {after}")
    assert ran(made) == [(60, 100, True), (0, 50, False), (100, 150, False)]


def test_the_last_job_of_all_is_stopped_though_nobody_waits() -> None:
    assert ran(run(SHORT, made=work(ROWS[:1], (7,)))) == [(60, 100, True)]


def test_two_are_stopped_at_once_and_one_that_ends_then_ends() -> None:
    rows = [(0, 40, 1), (0, 50, 1), (0, 60, 1)]
    made = run(
        "course Start=60 End=100 Nodes=1-3",
        "101 Reservation=course; 102 Reservation=course; 103 Reservation=course",
        work(rows, (7, 8, 7)),
    )
    assert ran(made) == [(60, 100, False), (60, 100, True), (60, 100, True)]
    assert made.decisions.job[made.decisions.kind == KILL].tolist() == [1, 2]


def test_others_are_kept_off_for_the_whole_limit_of_a_job() -> None:
    """101 may start at 60 s as far as its own reservation goes; until its limit is over, at 160 s, node 1 is reserved for others."""
    assert ran(run(SHORT + "; other Start=159 End=200 Nodes=1"))[0] == (100, 150, False)
    assert ran(run(SHORT + "; other Start=160 End=200 Nodes=1"))[0] == (60, 100, True)


def test_a_closed_loop_goes_on_after_a_stop() -> None:
    """The next campaign of user 7 is submitted at the stop, without think time, and the pass of the stop starts it."""
    made = in_campaigns([(1, -1, 0, [50]), (1, 0, 0, [50])], 2, [0, 0])
    schedule = run("course Start=60 End=80 Nodes=1", f"{made.jobs.job_id[0]} Reservation=course", made, nodes="2x1")
    assert ran(schedule) == [(60, 80, True), (80, 130, False)] and schedule.placed.submit.tolist() == [0, 80]


def test_usage_counts_up_to_the_stop() -> None:
    """At 100 s user 7 has used 2 x 40 processor-s and user 8 nothing of an equal share, so 103 of user 8 goes before 102."""
    rows = [(0, 50, 2), (70, 50, 4), (80, 50, 4)]
    params = {
        "priority": "multifactor",
        "weight_fairshare": 1000,
        "calc_period": 10_000,
        "calc_offset": 100,
        "accounts": "account=a Group=1; user=7 account=a; account=b Group=2; user=8 account=b",
    }
    made = run(SHORT, made=work(rows, (7, 7, 8)), **params)
    assert ran(made) == [(60, 100, True), (150, 200, False), (100, 150, False)]


def test_a_limit_counts_a_job_until_its_stop() -> None:
    """One job of the QOS at a time: 103, of the same QOS, waits for the stop."""
    made = work([(0, 50, 2), (0, 50, 2), (70, 50, 2)], (7, 8, 7))
    made = replace(made, jobs=changed(made.jobs, queue=np.array([1, 2, 1])))
    assert ran(run(SHORT, made=made, qos="1:one GrpJobs=1; 2:two"))[2] == (100, 150, False)


def test_who_may_be_preempted_is_stopped_all_the_same() -> None:
    """It would be put back into the queue for another job; with its reservation it is over."""
    made = work()
    made = replace(made, jobs=changed(made.jobs, queue=np.array([1, 2, 2])))
    params = {"preempt": "qos", "qos": "1:low; 2:urgent Preempt=1", "preempt_mode": "requeue"}
    assert ran(run(SHORT, made=made, **params)) == [(60, 100, True), (0, 50, False), (50, 100, False)]


def test_one_that_was_preempted_starts_again_before_the_end_and_is_stopped() -> None:
    """103 stops 101 in the reservation at 70 s and runs until 75 s; 101 waits for 10 s and has its second run cut short."""
    made = work([(0, 50, 2), (0, 50, 2), (70, 5, 2)], (7, 8, 7))
    made = replace(made, jobs=changed(made.jobs, queue=np.array([1, 2, 2])))
    params = {"preempt": "qos", "qos": "1:low; 2:urgent Preempt=1", "preempt_mode": "requeue", "requeue_wait": 10}
    schedule = run(SHORT, f"{ASKED}; 102; 103 Reservation=course", made, **params)
    s = schedule.segments.take(schedule.segments.job == 0)
    assert list(zip(s.begin.tolist(), s.end.tolist(), s.killer.tolist(), strict=True)) == [(60, 70, 2), (80, 100, -1)]
    assert schedule.placed.preemptions.tolist() == [1, 0, 0] and schedule.placed.flags.tolist() == [2, 0, 0]
    lines = explain(schedule, 0)
    assert (
        any("by job 103, which started then, and put back" in line for line in lines)
        and "It was stopped at 100 s" in lines[-2]
    )
    assert all_of(Told(schedule), 0, lines)[1] == []


def test_it_is_refused_on_a_light_grid() -> None:
    grid = work()
    grid = replace(
        grid, jobs=Table("jobs", grid.jobs.columns | {"grid": np.zeros(3, np.int64), "home": np.zeros(3, np.int64)})
    )
    with pytest.raises(Unsupported, match="no job can be stopped there"):
        run(made=grid)
    assert run(made=grid, resv_over_run=NEVER).placed.start.tolist() == [60, 0, 50]


@pytest.mark.parametrize(
    ("second_0", "zone", "text"),
    [
        (1_772_438_340, "", "Start=2026-03-02T08:00:00 End=2026-03-02T08:04:00"),
        (1_772_438_340, "", "Start=@1772438400 End=@1772438640"),
        (1_772_434_740, "Europe/Paris", "Start=2026-03-02T08:00:00 End=2026-03-02T08:04:00"),
        (None, "", "Start=60 End=300"),
    ],
)
def test_times_are_those_of_the_log(second_0: int | None, zone: str, text: str) -> None:
    assert starts(f"course {text} Nodes=1-2", made=work(second_0=second_0, zone=zone)) == [60, 0, 50]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("course Start=@1772438400 End=@1772438640", "the times of this workload have none"),
        ("course Start=0 End=9 Nodes=5", "there are 4"),
        ("course Start=9999999999 End=@1772438640", "the times of this workload"),
    ],
)
def test_it_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(Unsupported, match=says):
        run(text)


# ---- causality ------------------------------------------------------------------------------------------------------


def test_later_submissions_and_longer_runs_change_nothing_before() -> None:
    """Reservations are known from the beginning; jobs and their ends are not."""
    compared = 0
    for seed in range(60):
        jobs, values, config = drawn(seed)
        if not config.reserved or len({job.submit for job in jobs}) < 3 or values.get("preempt"):
            continue
        whole = Cluster(jobs, config).run()
        made = simulate(
            as_workload(jobs, config.nodes, config.midnights), "slurm", values, decisions=None
        ).placed.start.tolist()
        assert made == whole
        last = jobs[-1].submit
        fewer = [job for job in jobs if job.submit < last]
        part = simulate(
            as_workload(fewer, config.nodes, config.midnights), "slurm", values, decisions=None
        ).placed.start.tolist()
        assert [start for start in made[: len(fewer)] if start < last] == [start for start in part if start < last], (
            seed
        )
        compared += sum(job.reservation is not None for job in fewer)
    assert compared > 20


# ---- in words -------------------------------------------------------------------------------------------------------


def test_what_is_told_of_a_stopped_job() -> None:
    made = run(SHORT)
    lines = explain(made, 0)
    assert lines[-2:] == [
        "It was stopped at 100 s, after 40 s, as its reservation was over (Slurm: TIMEOUT).",
        "40 s of work was lost, and it never ran to its end.",
    ]
    assert all_of(Told(made), 0, lines)[1] == []
    assert not any("preempted" in line for row in range(3) for line in explain(made, row))
    line = next(line for line in story([made], ["one"])["runs"][0]["log"] if "stopped" in line[3])
    assert line[:4] == [
        100,
        "change",
        0,
        "Job 101 is stopped, as its reservation is over: 40 s of work is lost; it is cancelled.",
    ]
    assert piece_facts.of_preempted(made, 0) == [
        "stopped after 40 s, as its reservation was over",
        "from 00:01:00 to 00:01:40: then cancelled",
    ]
    assert [one.words for one in patterns.present(made)] == ["stopped before its end"]


@pytest.mark.parametrize(
    ("reservations", "jobs", "row", "words"),
    [
        (COURSE, ASKED, 0, "the reservation that it asks for had not begun (Slurm: Reservation)."),
        (
            "course Start=20 End=300 Nodes=1-4",
            ASKED,
            1,
            "it would still have run while nodes that it needed were reserved for others (Slurm: Reservation).",
        ),
        (
            COURSE,
            "101 Reservation=course; 102 Reservation=course; 103",
            1,
            "the nodes of the reservation that it asks for had no room for it (Slurm: Resources).",
        ),
    ],
)
def test_the_reasons_of_squeue(reservations: str, jobs: str, row: int, words: str) -> None:
    made = run(reservations, jobs)
    lines = explain(made, row)
    assert any(words in line for line in lines), lines
    assert all_of(Told(made), row, lines)[1] == []


def test_no_sentence_is_contradicted_where_nodes_are_reserved() -> None:
    assert READERS  # which know the sentences
    told, wrong = 0, []
    for seed in range(30):
        jobs, values, config = drawn(seed)
        if not config.reserved:
            continue
        made = simulate(as_workload(jobs, config.nodes, config.midnights), "slurm", values, decisions="all")
        for row in range(len(jobs)):
            lines = explain(made, row)
            wrong += [(seed, one) for one in all_of(Told(made), row, lines)[1] if "reserv" in str(one)]
            told += any("reservation that it asks" in line or "reserved for others" in line for line in lines)
    assert wrong == [] and told > 20


# ---- the audit ------------------------------------------------------------------------------------------------------


def planted(made: Schedule, **params: Any) -> str | None:
    return audit(replace(made, params=made.params | params)).first_violation


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({}, None),
        ({"reservations": COURSE + " Users=7 Accounts=1"}, None),
        (
            {"reservations": "course Start=61 End=300 Nodes=1-2"},
            "Job 101 (line 11) starts at 60 s, and its reservation course begins at 61 s.",
        ),
        (
            {"reservations": "course Start=60 End=109 Nodes=1-2"},
            "Job 101 (line 11) runs until 110 s, and the jobs of its reservation course are stopped at 109 s.",
        ),
        (
            {"reservations": "course Start=60 End=100 Nodes=1-2", "resv_over_run": 9},
            "Job 101 (line 11) runs until 110 s, and the jobs of its reservation course are stopped at 109 s.",
        ),
        ({"reservations": "course Start=60 End=100 Nodes=1-2", "resv_over_run": 10}, None),
        ({"reservations": "course Start=60 End=100 Nodes=1-2", "resv_over_run": NEVER}, None),
        (
            {"reservations": "course Start=60 End=300 Nodes=1"},
            "2 of 1 processor of nodes that reservations leave in use at 60 s, when job 101 (line 11) starts.",
        ),
        (
            {"reservations": COURSE + " Users=8"},
            "4 of 2 processors of nodes that reservations leave in use at 60 s, when job 101 (line 11) starts.",
        ),
        (
            {"reservations": COURSE + " Flags=MAINT"},
            "4 of 2 processors of nodes that reservations leave in use at 60 s, when job 101 (line 11) starts.",
        ),
        (
            {"jobs": "102 Reservation=course"},
            "Job 102 (line 12) starts at 0 s, and its reservation course begins at 60 s.",
        ),
        (
            {"reservations": COURSE + "; other Start=70 End=80 Nodes=4"},
            "2 of 1 processor of nodes that reservations leave in use at 0 s, when job 102 (line 12) starts.",
        ),
        (
            {"reservations": COURSE + " Flags=FLEX; other Start=70 End=80 Nodes=1-2", "jobs": "101 Reservation=course"},
            "4 of 2 processors of nodes that reservations leave in use at 60 s, when job 101 (line 11) starts.",
        ),
        (
            {"maintenance": "up Start=100 End=110 Nodes=2"},
            "2 of 1 processor of nodes that reservations leave in use at 60 s, when job 101 (line 11) starts.",
        ),
    ],
)
def test_a_planted_fault_is_refused(params: dict[str, Any], words: str | None) -> None:
    made = run()
    assert made.placed.start.tolist() == [60, 0, 50]
    if "maintenance" in params:
        params = params | {"reservations": COURSE}
    assert planted(made, **params) == words
    assert any("reserved for jobs of others" in text for text in audit(made).checks)


@pytest.mark.parametrize(
    ("params", "killer", "words"),
    [
        ({}, -1, None),
        (
            {"resv_over_run": 1},
            -1,
            "Job 101 (line 11) is cut short at 100 s for no job, and its reservation stops its jobs at 101 s.",
        ),
        ({"resv_over_run": NEVER}, -1, "Job 101 (line 11) is cut short at 100 s for no job, and nothing stops it."),
        (
            {"reservations": SHORT + " Flags=FLEX"},
            -1,
            "Job 101 (line 11) is cut short at 100 s for no job, and nothing stops it.",
        ),
        ({"jobs": ""}, -1, "Job 101 (line 11) is cut short at 100 s for no job, and nothing stops it."),
        (
            {"reservations": "", "jobs": ""},
            -1,
            "Job 101 (line 11) is preempted at 100 s, and it is not told for which job.",
        ),
        ({}, 2, "Job 101 (line 11) is preempted at 100 s for job 103 (line 13), which does not start then."),
    ],
)
def test_a_stop_that_should_not_be_is_refused(params: dict[str, Any], killer: int, words: str | None) -> None:
    made = run(SHORT)
    columns = made.segments.columns
    made = replace(made, segments=Table("segments", columns | {"killer": np.where(columns["kind"] == 2, killer, -1)}))
    assert planted(made, **params) == words


def test_a_job_that_starts_again_after_its_reservation_is_refused() -> None:
    made = run(SHORT)
    s, placed = made.segments.columns, made.placed.columns
    again = {name: np.insert(column, 1, column[0]) for name, column in s.items()}
    again["begin"][1], again["end"][1], again["kind"][1] = 300, 350, 0
    made = replace(
        made,
        segments=Table("segments", again),
        placed=Table(
            "placed",
            placed
            | {"end": np.array([350.0, 50, 100]), "preemptions": np.array([1, 0, 0]), "flags": np.zeros(3, np.int64)},
        ),
    )
    assert planted(made) == (
        "Job 101 (line 11) starts again after 100 s, when its reservation was over; wanted: it is stopped for good."
    )


def test_a_file_of_a_stopped_job_reads_back() -> None:
    made = run(SHORT)
    text = schedule_csv.write(made).decode()
    assert ",cancelled," in text and audit_rows(made.workload, schedule_csv.read_schedule(text)).first_violation is None


def test_every_metric_is_a_number_or_none() -> None:
    values = measure(run(SHORT))
    assert len(values) > 30 and all(value is None or np.isfinite(value) for value in values.values())
