"""Why a job waited: its wait in parts that sum to it, culprits that were really there, and the drawer that tells it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from dash.development.base_component import Component
from hypothesis import given

from layouts import ids
from layouts.pages.compare.job_panel import drawer as compare_why
from layouts.pages.compare.job_panel import fact_list, reasons
from layouts.server.cpu_time_limit import OutOfTime
from layouts.state.view import FinishedRun
from scheduler.analysis.hold_causes import BUSY, KINDS, ORDER, RESERVATION
from scheduler.durations import human
from scheduler.explain.job import explain
from scheduler.explain.wait_parts import Culprit, WaitPart, parts_of
from scheduler.model.occupancy import holding
from scheduler.policies import all_policies
from scheduler.replay import decisions
from scheduler.simulate import simulate
from tests.analysis.test_reasons import FOUR, runs
from tests.cases import strategies
from tests.cases.small import schedule, workload
from tests.cases.width import width

POLICIES = all_policies()

pytestmark = pytest.mark.slow  # many runs of every policy


# ---- parts ----------------------------------------------------------------------------------------------------------


def test_parts_by_hand():
    made = simulate(FOUR, "easy")
    assert parts_of(made, 3) == [
        WaitPart(BUSY, True, 5.0, (Culprit(1, 3.0), Culprit(0, 1.5), Culprit(2, 0.5))),
        WaitPart(RESERVATION, True, 1.0, (Culprit(1, 1.0),)),
    ]
    assert parts_of(made, 0) == []


def test_without_a_log_what_was_held_is_one_part_that_nobody_is_blamed_for():
    assert parts_of(simulate(FOUR, "fcfs", decisions=None), 2) == [
        WaitPart(BUSY, True, 3.0, (Culprit(1, 3.0),)),
        WaitPart(RESERVATION, False, 3.0, (Culprit(-1, 3.0),)),
    ]
    assert [part.kind for part in parts_of(simulate(FOUR, "fcfs"), 2)] == [BUSY, ORDER]


@pytest.mark.parametrize("key", POLICIES)
def test_parts_sum_to_the_wait_under_every_policy_with_and_without_decisions(key):
    waited = 0
    for made in (run for pair in runs(key) for run in pair):
        whole = bool((made.placed.start == np.floor(made.placed.start)).all())
        for job in range(0, len(made.placed), width(12, 3)):
            parts, wait = parts_of(made, job), float(made.wait[job])
            waited += wait > 0
            assert [part.kind for part in parts] == sorted({part.kind for part in parts})
            assert sum(part.seconds for part in parts) == (wait if whole else pytest.approx(wait, abs=1e-6))
            for part in parts:
                assert sum(one.seconds for one in part.culprits) == pytest.approx(part.seconds, abs=1e-6)
    assert waited or key == "recorded"


@given(case=strategies.rigid_cases())
def test_parts_sum_to_the_wait_on_any_jobs(case):
    for key in ("fcfs", "easy", "conservative", "sjf"):
        for log in ("all", None):
            made = simulate(case.workload, key, decisions=log)
            assert [
                sum(part.seconds for part in parts_of(made, job)) for job in range(len(case.jobs))
            ] == made.wait.tolist()


@pytest.mark.parametrize("key", POLICIES)
def test_who_is_blamed_for_no_room_held_processors_then(key):
    blamed = 0
    for made in (run for pair in runs(key) for run in pair):
        held = holding(made.placed, made.segments)
        for job in range(0, len(made.placed), width(12, 3)):
            submit, start = made.placed.submit[job], made.placed.start[job]
            for part in parts_of(made, job):
                known = [one for one in part.culprits if one.job >= 0]
                assert all(one.job != job and 0 < one.seconds <= part.seconds for one in known)
                assert [one.seconds for one in known] == sorted((one.seconds for one in known), reverse=True)
                for one in known if part.kind == BUSY else ():
                    mine = held.job == one.job
                    assert ((held.begin[mine] < start) & (held.end[mine] > submit)).any()
                    blamed += 1
    assert blamed or key == "recorded"


# ---- once more ------------------------------------------------------------------------------------------------------


def decided(made, whole, job):
    """What two runs say of a job; kept decisions differ in how far they reach, told is the same."""
    return explain(made, job) == explain(whole, job) and parts_of(made, job) == parts_of(whole, job)


REMEMBER = ("slurm",)  # what users have used, so that no piece of a run begins but at its beginning


@pytest.mark.parametrize("key", [key for key, policy in POLICIES.items() if policy.logs])
def test_a_piece_of_a_run_decides_the_same_as_all_of_it(key):
    shorter = 0
    for told, untold in runs(key):
        for job in range(0, len(told.placed), width(32, 4)):
            again = decisions.run_with_decisions(untold, job)
            submit, start = float(told.placed.submit[job]), float(told.placed.start[job])
            window = simulate(told.workload, key, told.params, seed=told.seed, decisions=(submit, start + 1))
            assert again.placed is untold.placed
            assert decided(again, replace(told, decisions=window.decisions, promises=window.promises), job)
            shorter += len(decisions.piece(untold, job).rows) < len(told.placed)
    assert shorter or POLICIES[key].kind != "rigid" or key in REMEMBER


def test_a_piece_begins_where_nothing_waits_and_ends_at_the_start():
    work = workload([(0, 50, 3), (1, 5, 1), (2, 5, 1), (10, 4, 1), (12, 8, 1), (13, 2, 1), (60, 1, 1)], 4)
    made = simulate(work, "fcfs", decisions=None)
    assert made.placed.start.tolist() == [0, 1, 6, 11, 15, 23, 60]
    found = decisions.piece(made, 4)
    assert found.rows.tolist() == [0, 3, 4, 5] and found.begin == 11  # job 3 was started, job 4 not yet there
    short = decisions.shortened(made, found)
    assert short.jobs.submit.tolist() == [11, 11, 12, 13] and short.jobs.runtime.tolist() == [39, 4, 8, 2]
    # rows 3, 4, 5, and at most the 3 before them may run
    assert decisions.repetition_time(replace(made, kernel_cpu_seconds=7.0), 4) == 6.0


def test_a_policy_that_remembers_or_foretells_is_not_cut_there():
    work = workload([(0, 5, 4), (1, 5, 4), (30, 5, 4), (31, 5, 4), (50, 5, 4)], 4, users=[1, 1, 2, 1, 2])
    fair, easy = (decisions.piece(simulate(work, key, decisions=None), 3) for key in ("backfill_fair", "easy"))
    assert fair.rows.tolist() == [0, 1, 2, 3] and easy.rows.tolist() == [2, 3]


def test_where_a_piece_starts_jobs_at_other_times_all_is_simulated(monkeypatch):
    made = simulate(FOUR, "easy", decisions=None)
    monkeypatch.setattr(decisions, "piece", lambda schedule, job: decisions.Piece(np.array([2, 3, 4]), -np.inf))
    assert parts_of(decisions.run_with_decisions(made, 3), 3) == parts_of(simulate(FOUR, "easy"), 3)


# ---- the drawer -----------------------------------------------------------------------------------------------------


def shown(made, index: int = 0, name: str = "EASY") -> FinishedRun:
    return FinishedRun(f"{made.policy}{index}{id(made)}", name, index, made, {"workload": "w" * 24})


@pytest.fixture
def pair() -> list[FinishedRun]:
    return [shown(simulate(FOUR, key), index, key.upper()) for index, key in enumerate(("fcfs", "easy"))]


def parts(tree: Any) -> Iterator[Any]:
    """All components and texts of a tree."""
    if isinstance(tree, list | tuple):
        for one in tree:
            yield from parts(one)
    elif tree is not None:
        yield tree
        if isinstance(tree, Component):
            yield from parts(getattr(tree, "children", None))


def texts(tree: Any) -> str:
    return " ".join(str(one) for one in parts(tree) if not isinstance(one, Component))


def buttons(tree: Any) -> list[dict]:
    known = [one.to_plotly_json()["props"] for one in parts(tree) if isinstance(one, Component)]
    return [props for props in known if "data-job" in props]


def test_the_drawer_has_the_facts_and_a_place_for_the_reasons_of_each_run(pair):
    drawer = compare_why.job_facts(pair, 3, 0)
    said = texts(drawer)
    assert "Job 104 of user 7" in said and "1 processor, ran 6 s of 6 s requested" in said
    assert "\u25bc" not in said and "= as long" in said and "It waits just as long under all of them." in said
    places = [one.id for one in parts(drawer) if isinstance(getattr(one, "id", None), dict)]
    assert ids.why("ask", pair[0].key, 3) in places and ids.why("said", pair[1].key, 3) in places
    assert json.dumps([one.to_plotly_json() for one in parts(drawer) if isinstance(one, Component)], default=str)


def test_changes_against_the_baseline_have_a_symbol_and_a_word(pair):
    work = workload([(0, 4, 3), (0, 3, 4), (1, 2, 1)], 4)
    both = [shown(simulate(work, key), index, key) for index, key in enumerate(("fcfs", "backfill"))]
    assert "\u25bc 6 s shorter" in texts(fact_list.under_each(both, 2, 0))
    assert "\u25b2 6 s longer" in texts(fact_list.under_each(both, 2, 1))
    alone = texts(fact_list.under_each(both[:1], 2, 0))
    assert "baseline" not in alone and "Submitted 00:00:01." in alone


def test_what_a_browser_sends_is_checked(pair):
    for job in (None, -1, 5, "3", 2.0, True, [], {}):
        assert compare_why.job_facts(pair, job) is None
    assert compare_why.job_facts([], 3) is None
    for history in (None, [], "3", [99], ["x"], {"0": 1}, [1] * 51, [True]):
        assert buttons(compare_why.job_facts(pair, 3, "x", history))[0]["data-job"] == "3"  # no way back
    assert compare_why.named(pair, {"run": "unknown", "job": 3}) is None
    assert compare_why.named(pair, {"run": pair[0].key, "job": 5}) is None
    assert compare_why.named(pair, {"run": pair[1].key, "job": 3}) == (pair, pair[1], 3)


def test_what_another_request_would_have_done_and_who_was_passed_over(monkeypatch):
    jobs = workload([(0, 10, 3), (1, 10, 4), (1, 10, 4), (2, 5, 1)], 4, requested=[10, 10, 10, 20])
    run = FinishedRun("b" * 24, "EASY", 0, simulate(jobs, "easy"), {"policy": "easy", "metrics": {}})
    sentence = "With a requested time of 8 s or less, not 20 s, it would have been backfilled at 2 s, 28 s earlier."
    told, _ = reasons.answer_so_far(None, [run], run, 3)
    assert told[1].children == sentence
    backfilled = FinishedRun("c" * 24, "EASY", 0, simulate(jobs, "backfill"), {"policy": "backfill", "metrics": {}})
    told, _ = reasons.answer_so_far(None, [backfilled], backfilled, 3)
    said = texts(told)
    assert "Passed over at 2 s: 2 earlier jobs" in said and "With a requested time" not in said
    assert [one["data-job"] for one in buttons(told)][:2] == ["1", "2"]

    def slow(_seconds):
        raise OutOfTime("To simulate this takes longer than 2 s.")

    long = FinishedRun("e" * 24, "EASY", 0, simulate(jobs, "easy"), {"policy": "easy", "metrics": {}})
    with monkeypatch.context() as patch:
        patch.setattr(reasons, "in_time", slow)
        assert "With a requested time" not in texts(reasons.answer_so_far(None, [long], long, 3)[0])
    assert "With a requested time" not in texts(reasons.answer_so_far(None, [long], long, 3)[0])  # not tried again


def test_there_is_a_way_back_to_the_job_before(pair):
    first = buttons(compare_why.job_facts(pair, 3, 0, [0, 1]))[0]
    assert first["data-job"] == "1" and first["children"] == "\u2190 Job 102"
    assert float(first["data-from"]) < 0 < 7 < float(first["data-to"]) < 8


def test_reasons_are_a_sentence_a_bar_and_a_table_with_culprits(pair):
    told, final = reasons.answer_so_far(None, pair, pair[1], 3)
    said = texts(told)
    assert final
    assert [(length.className, length.children) for length in told[0].children] == [
        ("qs-unpresented", "It started at 7 s as the first in the queue: it needs 1 processor and 4 were free."),
        ("qs-presented", "Started at 7 s: first in the queue"),
    ]
    assert (
        "too few processors free" in said
        and "5 s" in said
        and "83.3 %" in said
        and "16.7 %" in said
        and "waited in all" in said
    )
    assert [(one["data-job"], one["children"]) for one in buttons(told)] == [
        ("1", "job 102 (3 s)"),
        ("0", "job 101 (1.5 s)"),
        ("2", "job 103 (0.5 s)"),
        ("1", "job 102"),
        ("0", "job 101"),
        ("1", "job 102"),
        ("2", "job 103"),
    ]
    assert all(
        words in said
        for words in (
            "2 jobs that came before it or with it and had not started 14 processor-seconds",
            "1 job that ran when it was submitted 9 processor-seconds",
            "idle 1 processor-second",
        )
    )
    bar = next(one for one in parts(told) if getattr(one, "className", "") == "qs-parts")
    assert sum(float(one.style["flexGrow"]) for one in bar.children) == pytest.approx(1, abs=1e-5)
    assert (
        bar.to_plotly_json()["props"]["aria-label"]
        == "Waited 6 s: 5 s too few processors free, 1 s kept free for a reservation"
    )


def test_the_jobs_that_came_later_and_went_first_are_buttons():
    work = workload([(0, 10, 1), (1, 50, 1), *((2 + k, 5, 1) for k in range(5))], 1)
    run = shown(simulate(work, "sjf"))
    told = reasons.processor_holders([run], run, 1)
    assert "5 jobs that came later" in texts(told) and "25 processor-seconds" in texts(told) and "73.5 %" in texts(told)
    assert [one["data-job"] for one in buttons(told)] == ["2", "3", "4", "0"] and "and 2 others" in texts(told)
    assert reasons.processor_holders([run], run, 0) == []


def test_no_shares_are_told_of_a_machine_of_which_a_log_holds_more_than_all():
    run = shown(schedule(workload([(0, 9, 2), (0, 9, 2), (1, 4, 2)], 2), [0, 0, 3], policy="recorded"))
    said = texts(reasons.processor_holders([run], run, 2))
    assert (
        "2 jobs that ran when it was submitted 8 processor-seconds" in said and "%" not in said and "idle" not in said
    )


def test_a_job_that_did_not_wait_has_its_decision_only(pair):
    told, _ = reasons.answer_so_far(None, pair, pair[0], 0)
    assert texts(told).startswith("It started at 0 s as the first in the queue") and not buttons(told)


def test_of_many_culprits_three_are_named():
    part = WaitPart(BUSY, True, 15.0, tuple(Culprit(job, 5.0 - job) for job in range(5)))
    one = shown(simulate(FOUR, "fcfs"))
    made = reasons.culprits([one], part)
    assert [button["data-job"] for button in buttons(made)] == ["0", "1", "2"] and texts(made).endswith(
        "and 2 others (3 s)"
    )
    nobody = WaitPart(RESERVATION, False, 3.0, (Culprit(-1, 3.0),))
    assert reasons.culprits([one], nobody) == [] and reasons.name_of(nobody).startswith("held back")


def test_reasons_are_made_again_where_a_run_kept_none(pair):
    forgotten = shown(replace(pair[1].schedule, decisions=None))
    told, final = reasons.answer_so_far(None, [forgotten], forgotten, 3)
    assert final and texts(told).startswith("It started at 7 s as the first in the queue")


@pytest.mark.parametrize(
    ("state", "words"),
    [("unknown", "Work it out (about 1 min 07 s)"), ("running", "Working out why"), ("failed", "It broke.")],
)
def test_a_long_run_is_simulated_again_only_when_asked_for(pair, state, words):
    runs = SimpleNamespace(
        key=lambda spec: "k",
        status=lambda key: SimpleNamespace(
            state=state, message="It broke.", percent=10.0, eta_seconds=None, so_far=None, awaited=state == "running"
        ),
    )
    dear = shown(replace(pair[1].schedule, decisions=None, kernel_cpu_seconds=67.0))
    told, final = reasons.answer_so_far(SimpleNamespace(runs=runs), [dear], dear, 3)
    said = " ".join(str(one) for one in parts(told))
    assert words in said and final == (state != "running")
    if final:
        assert "its reasons are not known" in said and "held back, the reason was not kept" in said


def test_what_a_long_simulation_found_is_told(pair):
    whole = pair[1].schedule
    dear = shown(replace(whole, decisions=None, kernel_cpu_seconds=67.0))
    asked = []
    runs = SimpleNamespace(key=lambda spec: asked.append(spec) or "k", status=lambda key: SimpleNamespace(state="done"))
    store = SimpleNamespace(schedule=lambda key: whole)
    told, final = reasons.answer_so_far(SimpleNamespace(runs=runs, store=store), [dear], dear, 3)
    assert final and "kept free for a reservation" in texts(told)
    assert asked[0] | {"params": {}} == {
        "do": "simulate",
        "workload": "w" * 24,
        "policy": "easy",
        "params": {},
        "seed": None,
        "decisions": [1.0, 8.0],
    }


def test_how_long_it_takes_is_said_where_it_is_felt(pair):
    for seconds, words in ((0.5, "Working out why\u2026"), (3.0, "about 3 s")):
        felt = shown(replace(pair[1].schedule, decisions=None, kernel_cpu_seconds=seconds))
        assert words in reasons.waiting_for(felt, 3)


def test_a_log_does_not_tell_why():
    made = shown(schedule(workload([(0, 5, 1), (1, 5, 1)], 2), [0, 4], policy="recorded"))
    told, final = reasons.answer_so_far(None, [made], made, 1)
    assert final and texts(told).startswith("It started then because the log says so; a log does not tell why.")
    assert "the log does not tell" in texts(told) and "was not kept" not in texts(told) and human(3.0) in texts(told)


def test_every_kind_of_reason_has_a_look_of_its_own():
    looks = {reasons.look(WaitPart(kind, True, 1.0, ())) for kind in range(len(KINDS))}
    assert len(looks) == len(KINDS) and reasons.look(WaitPart(1, False, 1.0, ())) not in looks
