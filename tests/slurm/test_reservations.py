"""Reservations of users by hand: who may run where and when, what is said of it, what the audit refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scheduler.audit.schedule import audit
from scheduler.errors import Unsupported
from scheduler.explain.job import explain
from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from tests.cases.small import changed, workload
from tests.naive.slurm import Cluster
from tests.twins.test_slurm import as_workload, drawn
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


def run(reservations: str = COURSE, jobs: str = ASKED, made: Workload | None = None, **params: str) -> Schedule:
    texts = {"reservations": reservations, "jobs": jobs, "nodes": "4x1"} | params
    return simulate(work() if made is None else made, "slurm", texts, decisions="all")


def starts(*args, **params) -> list[float]:
    return run(*args, **params).placed.start.tolist()


def test_who_asks_runs_within_it_and_others_are_over_before_or_wait() -> None:
    """102 has the two other nodes at once; 103, of the same user, asks for nothing and would run into the reservation."""
    assert starts() == [60, 0, 50]


@pytest.mark.parametrize(("people", "first"), [
    ("Users=7", 60), ("Users=8", 0), ("NotUsers=8", 60), ("NotUsers=7", 0), ("Accounts=1", 60), ("Accounts=2", 0), ("Accounts=a", 60),
    ("NotAccounts=a", 0), ("Users=7 Accounts=2", 0), ("Users=7,8 Accounts=1", 60)])
def test_users_and_accounts_decide_who_may_ask(people: str, first: float) -> None:
    """Who asks and may not has the nodes that are left, as if it had not asked."""
    assert starts(f"{COURSE} {people}", accounts=TREE)[0] == first


def test_an_account_has_those_below_it() -> None:
    for people, start in (("Accounts=a", 60), ("Accounts=sub", 60), ("NotAccounts=a", 50), ("Accounts=1", 60)):
        assert starts(f"{COURSE} {people}", "102 Reservation=course", accounts=TREE)[1] == start


def test_nobody_uses_it_where_no_job_asks_and_none_may_under_maintenance() -> None:
    for text, jobs in ((COURSE, ""), (f"{COURSE} Flags=MAINT", ASKED)):
        made = run(text, jobs)
        assert not any(60 <= start < 300 and other < start + 50 and start < other + 50      # never two at a time meanwhile
                       for at, start in enumerate(made.placed.start) for other in made.placed.start[:at])


def test_who_has_not_started_when_it_is_over_is_as_all_others() -> None:
    """It asks for 100 s, which is longer than the reservation."""
    assert starts("course Start=60 End=150 Nodes=1-2") == [150, 0, 50]


def test_a_flexible_one_binds_nobody() -> None:
    assert starts(f"{COURSE} Flags=FLEX")[0] == 0


def test_a_job_without_room_in_it_holds_up_nobody_outside() -> None:
    rows = [(0, 50, 2), (0, 50, 1), (70, 10, 1), (70, 5, 1)]
    made = run(jobs="101 Reservation=course; 102 Reservation=course; 103 Reservation=course", made=work(rows, (7, 8, 7, 8)))
    assert made.placed.start.tolist() == [60, 110, 110, 70]


@pytest.mark.parametrize(("second_0", "zone", "text"), [
    (1_772_438_340, "", "Start=2026-03-02T08:00:00 End=2026-03-02T08:04:00"), (1_772_438_340, "", "Start=@1772438400 End=@1772438640"),
    (1_772_434_740, "Europe/Paris", "Start=2026-03-02T08:00:00 End=2026-03-02T08:04:00"), (None, "", "Start=60 End=300")])
def test_times_are_those_of_the_log(second_0: int | None, zone: str, text: str) -> None:
    assert starts(f"course {text} Nodes=1-2", made=work(second_0=second_0, zone=zone)) == [60, 0, 50]


@pytest.mark.parametrize(("text", "says"), [
    ("course Start=@1772438400 End=@1772438640", "the times of this workload have none"), ("course Start=0 End=9 Nodes=5", "there are 4"),
    ("course Start=9999999999 End=@1772438640", "the times of this workload")])
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
        made = simulate(as_workload(jobs, config.nodes, config.midnights), "slurm", values, decisions=None).placed.start.tolist()
        assert made == whole
        last = jobs[-1].submit
        fewer = [job for job in jobs if job.submit < last]
        part = simulate(as_workload(fewer, config.nodes, config.midnights), "slurm", values, decisions=None).placed.start.tolist()
        assert [start for start in made[:len(fewer)] if start < last] == [start for start in part if start < last], seed
        compared += sum(job.reservation is not None for job in fewer)
    assert compared > 20


# ---- in words -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("reservations", "jobs", "row", "words"), [
    (COURSE, ASKED, 0, "the reservation that it asks for had not begun, or would have been over before its requested time (Slurm: "
     "Reservation)."),
    ("course Start=20 End=300 Nodes=1-4", ASKED, 1, "it would still have run while nodes that it needed were reserved for others (Slurm: "
     "Reservation)."),
    (COURSE, "101 Reservation=course; 102 Reservation=course; 103", 1, "the nodes of the reservation that it asks for had no room for it "
     "(Slurm: Resources).")])
def test_the_reasons_of_squeue(reservations: str, jobs: str, row: int, words: str) -> None:
    made = run(reservations, jobs)
    lines = explain(made, row)
    assert any(words in line for line in lines), lines
    assert all_of(Told(made), row, lines)[1] == []


def test_no_sentence_is_contradicted_where_nodes_are_reserved() -> None:
    assert READERS      # which know the sentences
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

def planted(made: Schedule, **params: str) -> str | None:
    return audit(replace(made, params=made.params | params)).first_violation


@pytest.mark.parametrize(("params", "words"), [
    ({}, None), ({"reservations": COURSE + " Users=7 Accounts=1"}, None),
    ({"reservations": "course Start=61 End=300 Nodes=1-2"}, "Job 101 (line 11) starts at 60 s, and its reservation course begins at 61 s."),
    ({"reservations": "course Start=60 End=159 Nodes=1-2"}, "Job 101 (line 11) may run until 160 s, and its reservation course ends at "
     "159 s."),
    ({"reservations": "course Start=60 End=300 Nodes=1"}, "2 of 1 processors of nodes that reservations leave in use at 60 s, when job 101 "
     "(line 11) starts."),
    ({"reservations": COURSE + " Users=8"}, "4 of 2 processors of nodes that reservations leave in use at 60 s, when job 101 (line 11) "
     "starts."),
    ({"reservations": COURSE + " Flags=MAINT"}, "4 of 2 processors of nodes that reservations leave in use at 60 s, when job 101 (line 11) "
     "starts."),
    ({"jobs": "102 Reservation=course"}, "Job 102 (line 12) starts at 0 s, and its reservation course begins at 60 s."),
    ({"reservations": COURSE + "; other Start=70 End=80 Nodes=4"}, "2 of 1 processors of nodes that reservations leave in use at 0 s, when "
     "job 102 (line 12) starts."),
    ({"reservations": COURSE + " Flags=FLEX; other Start=70 End=80 Nodes=1-2", "jobs": "101 Reservation=course"},
     "4 of 2 processors of nodes that reservations leave in use at 60 s, when job 101 (line 11) starts."),
    ({"maintenance": "up Start=100 End=110 Nodes=2"}, "2 of 1 processors of nodes that reservations leave in use at 60 s, when job 101 "
     "(line 11) starts.")])
def test_a_planted_fault_is_refused(params: dict[str, str], words: str | None) -> None:
    made = run()
    assert made.placed.start.tolist() == [60, 0, 50]
    if "maintenance" in params:
        params = params | {"reservations": COURSE}
    assert planted(made, **params) == words
    assert any("reserved for jobs of others" in text for text in audit(made).checks)
