"""The finding of a comparison, on schedules worked out by hand: what is said, of whom, and how surely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from scheduler.durations import WEEK
from scheduler.errors import InputError
from scheduler.explain import finding_facts
from scheduler.explain.finding import Finding, TieNoise, find
from scheduler.explain.words import Names, in_pieces, words
from scheduler.facts import Fact
from scheduler.kinds import all_kinds
from scheduler.metrics import KINDS, all_metrics
from scheduler.model.schedule import Certificate, Schedule
from scheduler.preparation import build
from scheduler.results import sources
from scheduler.simulate import simulate
from scheduler.statistics.intervals import Difference
from scheduler.wording import subject
from tests.cases import moldable
from tests.cases.small import campaigns, schedule, workload


def told(finding: Finding, fact: Fact | None) -> str:
    return words(fact, Names(finding.reference.schedule.workload)) if fact else ""


def sentence(finding: Finding) -> str:
    return told(finding, finding_facts.difference(finding))


def certainty(finding: Finding) -> str:
    return told(finding, finding_facts.certainty(finding))


def following(finding: Finding) -> str:
    return told(finding, finding_facts.following(finding))


def left_out(finding: Finding) -> str:
    return told(finding, finding_facts.left_out(finding))


def jobs_named(finding: Finding) -> list[tuple[str, int]]:
    pieces = in_pieces(finding_facts.difference(finding), Names(finding.reference.schedule.workload))
    return [(str(piece), subject(piece)) for piece in pieces if subject(piece) is not None]


FOUR = workload([(0, 100, 1), (0, 100, 1), (0, 100, 1), (0, 100, 1)], 4)  # jobs 101 to 104


@dataclass(frozen=True)
class Run:
    key: str
    name: str
    schedule: Schedule


def run(name: str, waits, work=FOUR, **more) -> Run:
    return Run(name, name, schedule(work, work.jobs.submit + np.array(waits, float), **more))


def weekly(weeks: int, gain: float, last: float = 0.0) -> tuple[Run, Run]:
    """A job a week that waits 100 s, then 100 s - gain; the last one 100 s - last."""
    work = workload([(week * WEEK, 50, 1) for week in range(weeks)], 4)
    waits = np.full(weeks, 100.0 - gain)
    waits[-1] -= last
    return run("A", np.full(weeks, 100.0), work), run("B", waits, work)


# ---- the next best run ----------------------------------------------------------------------------------------------


def test_what_the_two_best_runs_differ_in_is_said_whatever_the_baseline_is():
    runs = [
        run("FCFS", [90, 90, 90, 90]),
        run("EASY", [0, 0, 0, 40]),
        run("CONS", [30, 0, 10, 20]),
        run("SJF", [80] * 4),
    ]
    for baseline, of in ((0, runs), (3, runs), (0, runs[:3])):
        found = find(of, baseline)
        assert found.best.name == "EASY" and following(found) == (
            "Next to EASY is CONS: 10 s and 15 s; 2 of the 4 jobs wait longer under CONS than under EASY, "
            "1 of the 4 jobs less."
        )
    assert following(find(runs[:2])) == following(find(runs[:1])) == ""


def test_the_two_best_runs_may_be_one_schedule_or_too_near_to_tell():
    first = run("FCFS", [90, 90, 90, 90])
    same = find([first, run("EASY", [0, 0, 0, 40]), run("CONS", [0, 0, 0, 40])])
    assert same.following.same and (same.rivals == ("CONS",)) == (following(same) == "")
    worse = find([run("A", [0, 0, 0, 4]), run("B", [50, 50, 50, 50]), run("C", [50, 50, 50, 50])])
    assert following(worse) == "B and C make the same schedule."
    near = find([run("A", [0, 0, 0, 4]), run("B", [50, 50, 50, 50]), run("C", [50, 50, 50, 51])])
    assert following(near).startswith("B and C cannot be told apart by the mean wait: ")


@pytest.mark.parametrize("count", [2, 3, 4])
def test_numbers_of_two_and_of_many_runs_are_those_of_the_starts(count):
    waits = {"A": [30, 50, 10, 90], "B": [0, 60, 10, 20], "C": [30, 0, 0, 0], "D": [70, 70, 70, 70]}
    runs = [run(name, waits[name]) for name in list(waits)[:count]]
    means = {name: sum(waits[name]) / 4 for name in list(waits)[:count]}
    best = min(list(means)[1:], key=means.get)
    found = find(runs)
    assert (found.value, found.best.name, found.best.value) == (means["A"], best, means[best])
    longer = sum(mine > his for mine, his in zip(waits[best], waits["A"], strict=True))
    assert found.best.more == longer and f"from 45 s to {means[best]:.3g} s" in sentence(found)


# ---- two runs -------------------------------------------------------------------------------------------------------


def test_a_run_that_cuts_the_mean_wait_and_who_pays():
    # waits 10, 20, 30, 340: mean 100 s; then 0, 0, 50, 350: mean 100 s; third 0, 0, 50, 30: mean 20 s
    found = find([run("A", [10, 20, 30, 340]), run("B", [0, 0, 50, 30])])
    assert sentence(found) == "B cuts the mean wait of A from 1 min 40 s to 20 s; only job 103 waits longer."
    assert (found.best.count, found.best.more, found.best.fewer, found.best.most) == (4, 1, 3, 2)
    assert jobs_named(found) == [("job 103", 2)]


def test_several_who_pay_are_counted_and_the_one_who_pays_most_is_named():
    found = find([run("A", [0, 0, 0, 400]), run("B", [10, 30, 20, 0])])
    assert sentence(found).endswith("3 of the 4 jobs wait longer, job 102 most.")


def test_of_many_jobs_a_share_is_told():
    work = workload([(0, 100, 1)] * 200, 200)
    before, after = np.full(200, 50.0), np.zeros(200)
    after[:5] = [60, 60, 70, 60, 60]
    assert "; 2.5 % of the jobs wait longer, job 103 most." in sentence(
        find([run("A", before, work), run("B", after, work)])
    )


def test_nobody_pays():
    assert (
        sentence(find([run("A", [8, 8, 8, 8]), run("B", [4, 8, 8, 0])]))
        == "B cuts the mean wait of A from 8 s to 5 s; no job waits longer."
    )


def test_a_run_that_makes_it_worse_and_who_gains():
    assert (
        sentence(find([run("A", [0, 20, 0, 20]), run("B", [40, 20, 40, 0])]))
        == "B raises the mean wait of A from 10 s to 25 s; only job 104 waits less."
    )


def test_the_baseline_need_not_be_the_first():
    runs = [run("A", [10, 10, 10, 10]), run("B", [4, 4, 4, 4])]
    assert sentence(find(runs, 1)) == "A raises the mean wait of B from 4 s to 10 s; no job waits less."


def test_the_same_schedule_and_the_same_mean():
    same = [run("A", [1, 2, 3, 4]), run("B", [1, 2, 3, 4])]
    assert sentence(find(same)) == "A and B make the same schedule: every job starts and ends at the same time."
    assert certainty(find(same)) == ""
    other = find([run("A", [1, 2, 3, 4]), run("B", [4, 3, 2, 1])])
    assert sentence(other) == "A and B have the same mean wait, 2.5 s, though single jobs differ."


# ---- how sure -------------------------------------------------------------------------------------------------------


def test_less_than_another_order_of_events_would_change_is_no_difference():
    found = find([run("A", [1000, 1000, 1000, 1000]), run("B", [980, 980, 980, 980])])
    assert sentence(found) == "B and A cannot be told apart by the mean wait: 16 min 20 s and 16 min 40 s."
    assert "order of simultaneous events" in certainty(found)


@pytest.mark.parametrize(("moved", "told"), [(0.005, False), (0.05, True)])
def test_what_was_measured_of_another_order_decides_and_is_told(moved, told):
    found = find([run("A", [1000] * 4), run("B", [980] * 4)], noise=lambda *_: TieNoise(moved, True))
    assert ("cannot be told apart" in sentence(found)) is told
    assert ("simultaneous events, which moves these runs by up to 5 %, could turn" in certainty(found)) is told


def test_few_weeks_have_no_interval():
    found = find([*weekly(9, 50)])
    assert sentence(found).startswith("B cuts the mean wait of A from 1 min 40 s to 50 s")
    assert certainty(found).startswith("No interval: it takes jobs of 10 weeks, and these are of at most 9 weeks.")


def test_weeks_that_all_agree_give_a_narrow_interval():
    assert (
        certainty(find([*weekly(12, 50)]))
        == "95 % interval of the difference: -50 s to -50 s, from 12 weeks resampled."
    )


def test_one_week_that_decides_alone_is_no_difference():
    """11 weeks alike, one with 60 s less: the mean falls by 5 s, but a third of all resamples leave that week out."""
    found = find([*weekly(12, 0, last=60)])
    assert found.best.value == pytest.approx(95) and found.best.verdict == "unclear"
    assert sentence(found) == "B and A cannot be told apart by the mean wait: 1 min 35 s and 1 min 40 s."
    assert certainty(found).startswith("95 % interval of the difference: -")


@pytest.mark.parametrize(
    "known, said, sure",
    [
        (
            Difference(-40.0, 5.0, 10, 10, 0),
            "B cuts",
            "Over 10 replicas the difference is -40 s ± 5 s; it is lower in 10",
        ),
        (
            Difference(-4.0, 5.0, 10, 7, 3),
            "B and A cannot be told apart",
            "the difference is -4 s ± 5 s, an interval that",
        ),
        (Difference(-40.0, None, 2, 2, 0), "B cuts", "No interval"),
    ],
)
def test_replicas_decide_where_there_are_enough(known, said, sure):
    asked = []

    def paired(*names):
        asked.append(names)
        return known

    found = find([*weekly(5, 50)], paired=paired)
    assert sentence(found).startswith(said) and sure in certainty(found)
    assert asked[0] == ("B", "A", "wait_mean")


# ---- one run, many runs, runs that cannot be compared --------------------------------------------------------------


def test_one_run_alone():
    assert (
        sentence(find([run("A", [0, 10, 30, 200])]))
        == "Under A the mean wait is 1 min 00 s; half of the jobs wait at most 20 s, job 104 waits longest."
    )
    assert sentence(find([run("A", [0, 0, 0, 0])])) == "Under A no job waits."


def test_the_best_of_several_and_those_as_good():
    runs = [run("A", [100] * 4), run("B", [50] * 4), run("C", [20, 20, 20, 21]), run("D", [20] * 4)]
    assert sentence(find(runs)) == (
        "Of 4 runs, D cuts the mean wait of A most, from 1 min 40 s to 20 s; no job waits longer; "
        "C cannot be told apart from it."
    )


def test_none_of_several_is_better():
    runs = [run("A", [10] * 4), run("B", [50] * 4), run("C", [20] * 4)]
    assert sentence(find(runs)) == (
        "No run has a better mean wait than A: C, the nearest, raises it from 10 s to 20 s; no job waits less."
    )


def test_a_run_that_holds_more_than_the_machine_is_left_out():
    full = Certificate(("capacity",), 4, None, ("5 of 4 processors busy at 7 s",))
    log = run("Log", [0, 0, 0, 0], certificate=full)
    found = find([log, run("A", [10] * 4), run("B", [5] * 4)], 0)
    assert sentence(found) == "B cuts the mean wait of A from 10 s to 5 s; no job waits longer."
    assert left_out(found) == "Log is not compared: the log holds more processors there than the machine has."
    assert sentence(find([log])) == "Under Log no job waits."


def test_runs_that_lost_jobs_are_refused_in_a_sentence():
    three = workload([(0, 100, 1)] * 3, 4)
    with pytest.raises(InputError, match=r"of 3 and of 4 jobs"):
        find([run("A", [0] * 4), run("B", [0] * 3, three)])


# ---- other kinds of workloads ---------------------------------------------------------------------------------------


def test_campaigns_are_judged_by_their_stretch():
    # one processor; both campaigns last 10 s alone.  A: the second waits, 1 and 2; B: 1 and 1 cannot be, so 3 and 1
    work = campaigns([(1, -1, 0, [10]), (2, -1, 0, [10])], 1, [0, 0], "recorded")
    found = find([run("A", [10, 20], work), run("B", [0, 10], work)])
    assert sentence(found) == "B cuts the mean campaign stretch of A from 2.5 to 1.5; no campaign takes longer."
    worse = find([run("A", [0, 10], work), run("B", [20, 0], work)])
    assert sentence(worse).endswith("only campaign 1 of user 2 takes less time.")
    assert jobs_named(worse) == []


def test_moldable_tasks_are_judged_by_their_response_then_by_the_makespan():
    work = moldable.workload([[4.0, 2.0], [4.0, 2.0]], 2)
    first, second = (Run(name, name, simulate(work, name)) for name in ("fcfs", "mrt"))
    found = find([first, second])
    assert found.metric.key == "response_mean" and [metric.key for metric, *_ in found.others] == ["makespan"]
    assert "; the makespan " in sentence(found)


def test_a_grid_is_judged_by_its_local_jobs_then_by_its_runs():
    name = "light-grid.swf"
    work = build.workload(sources.parse(sources.path_of("sample", name).read_bytes(), name))
    found = find([Run(key, key, simulate(work, key)) for key in ("best_effort", "work_exchange")])
    assert found.metric.key == "wait_local_mean" and found.best.count == 4  # of ten jobs six are runs
    assert [metric.key for metric, *_ in found.others] == ["response_grid_mean"]
    assert "local job" in sentence(found) and "; the mean response of grid runs " in sentence(found)


def test_every_kind_of_workload_has_a_first_headline():
    first = [metric.headline.of for metric in all_metrics().values() if metric.headline and metric.headline.place == 1]
    assert sorted(first) == sorted((*KINDS, *all_kinds()))
    assert all(
        metric.headline.each for metric in all_metrics().values() if metric.headline and metric.headline.place == 1
    )
