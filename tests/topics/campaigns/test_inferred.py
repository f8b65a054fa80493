"""Campaigns inferred from a log: every rule on cases worked out by hand, a naive twin, and the counts of real logs."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.columns import SWF
from scheduler.errors import ParamError, WorkloadError
from scheduler.formats import swf
from scheduler.model.time_range import LONGEST
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.topics.campaigns.preparation.campaign_gaps import counted, recorded, thresholds
from tests.cases.small_log import is_one_sentence

DEFAULT = {
    "wait": 0,
    "runtime": 10,
    "allocated_processors": 1,
    "requested_processors": 1,
    "requested_time": 50,
    "status": 1,
    "user_id": 7,
}
DECLARED = "; MaxProcs: 4\n; Queuescope-Campaigns: 1\n"


def trace(*jobs: dict, header: str = "; MaxProcs: 4\n") -> Trace:
    """Jobs numbered from 1, of user 7 and of 10 s unless they say otherwise, that did not wait."""
    rows = [{"job_id": number} | DEFAULT | job for number, job in enumerate(jobs, 1)]
    text = header + "".join(" ".join(str(row.get(name, -1)) for name in SWF) + "\n" for row in rows)
    return swf.read(text.encode(), "t.swf")


def at(*submits: float, **more) -> Trace:
    """Jobs submitted then."""
    return trace(*({"submit": submit} | more for submit in submits))


def inferred(log: Trace, gap: float = 100, overlap: str = "merge", **options) -> Workload:
    return workload(log, campaigns="inferred", gap=gap, overlap=overlap, **options)


def note(work: Workload, rule: str):
    return {n.rule: n for n in work.notes}.get(rule)


def campaigns(work: Workload) -> list[list[int]]:
    """Job ids of each campaign."""
    parts = np.split(work.members, work.job_ptr[1:-1])
    return [work.jobs.job_id[part].tolist() for part in parts]


# --- who belongs together -------------------------------------------------------------------------------------------


def test_a_campaign_lasts_for_the_gap_from_its_first_job_not_from_its_last():
    work = inferred(at(0, 90, 100, 101, 180), overlap="zero")
    assert campaigns(work) == [[1, 2, 3], [4, 5]]  # 100 is within; 101 is near job 3, yet beyond
    assert work.jobs.campaign.tolist() == [0, 0, 0, 1, 1] and work.campaigns.inferred.all()
    assert work.campaigns.index.tolist() == [0, 1] and work.campaigns.previous.tolist() == [-1, 0]
    assert work.campaigns.work.tolist() == [30, 20] and work.campaigns.longest.tolist() == [10, 10]


def test_jobs_of_one_instant_are_one_campaign_even_without_a_gap():
    assert campaigns(inferred(at(5, 5, 6, 6, 30), gap=0, overlap="zero")) == [[1, 2], [3, 4], [5]]


def test_users_do_not_see_each_other():
    log = trace(
        {"submit": 0},
        {"submit": 50, "user_id": 3},
        {"submit": 100},
        {"submit": 120},
        {"submit": 150, "user_id": 3},
        {"submit": 151, "user_id": 3},
    )
    work = inferred(log, overlap="zero")
    assert campaigns(work) == [[1, 3], [2, 5], [4], [6]]  # numbered by their first job
    assert work.campaigns.user.tolist() == [1, 0, 1, 0]  # dense, in the order of the file's numbers 3 and 7
    assert work.campaigns.previous.tolist() == [-1, -1, 0, 1] and work.campaigns.index.tolist() == [0, 0, 1, 1]
    assert work.campaigns.think_time.tolist() == [0, 0, 10, 0]  # user 3 does not wait for job 5, which ends at 160


def test_a_campaign_has_not_ended_while_its_longest_work_goes_on():
    long = {"submit": 0, "wait": 200, "runtime": 100, "requested_time": 100}  # until 300
    assert campaigns(inferred(trace(long, {"submit": 10}, {"submit": 299}))) == [[1, 2, 3]]
    assert campaigns(inferred(trace(long, {"submit": 10}, {"submit": 300}))) == [[1, 2], [3]]
    assert campaigns(inferred(trace(long, {"submit": 10}, {"submit": 299}), overlap="zero")) == [[1, 2], [3]]
    # a job that joins late, here until 309, keeps the campaign open in its turn
    assert campaigns(inferred(trace(long, {"submit": 299}, {"submit": 308}, {"submit": 318}))) == [[1, 2, 3], [4]]


OVERLAPPING = trace(
    {"submit": 0, "runtime": 150, "requested_time": 200}, {"submit": 120, "runtime": 20}, {"submit": 300}
)


def test_merge_leaves_nothing_to_overlap():
    work = inferred(OVERLAPPING)
    assert campaigns(work) == [[1, 2], [3]] and work.campaigns.think_time.tolist() == [0, 150]
    said = note(work, "campaigns_overlap").text
    assert (
        said.startswith("By the gap alone there would be 3 campaigns, and 1 of the 2 campaigns that follow")
        and "50.0 %" in said
    )


def test_independent_campaigns_wait_for_nobody():
    work = inferred(OVERLAPPING, overlap="independent")
    assert campaigns(work) == [[1], [2], [3]] and work.campaigns.previous.tolist() == [-1, -1, 1]
    assert work.campaigns.think_time.tolist() == [0, 0, 160] and work.campaigns.index.tolist() == [0, 1, 2]
    assert "wait for nobody" in note(work, "campaigns_overlap").text and note(work, "think_zero") is None
    assert simulate(work, "fcfs").placed.submit.tolist() == [0, 120, 300]


def test_zero_chains_them_with_no_time_between():
    work = inferred(OVERLAPPING, overlap="zero")
    assert work.campaigns.previous.tolist() == [-1, 0, 1] and work.campaigns.think_time.tolist() == [0, 0, 160]
    assert note(work, "think_zero").text.startswith("The think times of 1 campaign would be negative")
    assert simulate(work, "fcfs").placed.submit.tolist() == [0, 150, 330]


@pytest.mark.parametrize("overlap", ["merge", "independent", "zero"])
def test_a_campaign_that_begins_when_the_one_before_ends_does_not_overlap(overlap):
    work = inferred(trace({"submit": 0, "runtime": 150, "requested_time": 200}, {"submit": 150}), overlap=overlap)
    assert campaigns(work) == [[1], [2]] and work.campaigns.previous.tolist() == [-1, 0]
    assert work.campaigns.think_time.tolist() == [0, 0] and note(work, "campaigns_overlap") is None


def test_only_the_campaign_just_before_counts():
    """The first one runs beyond the second; the third begins after the second, so it follows that one."""
    log = trace({"submit": 0, "runtime": 500, "requested_time": 500}, {"submit": 120}, {"submit": 240})
    work = inferred(log, overlap="independent")
    assert work.campaigns.previous.tolist() == [-1, -1, 1] and work.campaigns.think_time[2] == 240 - 130


# --- the closed loop ------------------------------------------------------------------------------------------------


def test_offsets_inside_a_campaign_are_kept_in_the_loop():
    log = at(0, 40, 200, 230, 300)
    work = inferred(log)
    assert work.arrivals == "closed" and work.offset.tolist() == [0, 40, 0, 30, 100]
    assert work.campaigns.think_time.tolist() == [0, 200 - 50]
    slow = inferred(log, processors=1, think="constant", think_time=7)
    placed = simulate(slow, "fcfs").placed
    assert placed.submit.tolist() == [0, 40, 57, 87, 157]  # both done at 50; 7 s of thought; then 0, 30 and 100 s


def test_declared_campaigns_have_no_offsets():
    log = trace({"submit": 5}, {"submit": 5}, {"submit": 90, "preceding_job": 2, "think_time": 3}, header=DECLARED)
    work = workload(log)
    assert (
        work.offset.tolist() == [0, 0, 0]
        and work.options["campaigns"] == "declared"
        and not work.campaigns.inferred.any()
    )
    assert workload(log, campaigns="declared").hash == work.hash and workload(at(0, 9)).offset.tolist() == [0, 0]


def test_declared_campaigns_can_be_set_aside():
    log = trace({"submit": 5}, {"submit": 5}, {"submit": 90, "preceding_job": 2, "think_time": 3}, header=DECLARED)
    assert campaigns(inferred(log)) == [[1, 2, 3]]


def test_with_recorded_arrivals_campaigns_are_groups_only():
    work = inferred(OVERLAPPING, arrivals="recorded")
    assert work.arrivals == "recorded" and campaigns(work) == [[1, 2], [3]]
    assert simulate(work, "fcfs").placed.submit.tolist() == [0, 120, 300]


def test_a_load_goes_with_recorded_arrivals_only_and_does_not_change_who_belongs_together():
    with pytest.raises(WorkloadError, match="no load can be asked for"):
        inferred(OVERLAPPING, load=0.5)
    for load in (0.01, 0.7, 9):
        work = inferred(OVERLAPPING, load=load, arrivals="recorded")
        assert campaigns(work) == [[1, 2], [3]] and work.campaigns.think_time.tolist() == [0, 150]
        assert counted(work) == counted(inferred(OVERLAPPING))


def test_slices_are_cut_before_anything_is_inferred():
    assert campaigns(inferred(at(0, 90, 110, 150), begin=90)) == [[2, 3, 4]]
    assert campaigns(inferred(at(0, 90, 110, 150), first=3)) == [[1, 2], [3]]


# --- think times ----------------------------------------------------------------------------------------------------


def test_drawn_think_times_are_whole_repeatable_and_of_the_mean_asked_for():
    log = at(*range(0, 200_000, 200))
    one, two = (inferred(log, think="exponential", think_time=600, think_seed=seed) for seed in (1, 2))
    drawn = one.campaigns.think_time[1:]
    assert (drawn == np.floor(drawn)).all() and (drawn >= 0).all() and drawn.mean() == pytest.approx(600, rel=0.1)
    assert drawn.std() == pytest.approx(600, rel=0.15) and one.campaigns.think_time[0] == 0
    assert one.hash == inferred(log, think="exponential", think_time=600, think_seed=1).hash != two.hash
    assert "drawn, exponential with a mean of 10 min and seed 1" in note(one, "think_drawn").text
    assert "999 campaigns" in note(one, "think_drawn").text and note(inferred(log), "think_drawn") is None


def test_constant_think_times_are_all_the_same():
    work = inferred(OVERLAPPING, overlap="zero", think="constant", think_time=60)
    assert (
        work.campaigns.think_time.tolist() == [0, 60, 60]
        and "are 1 min, as asked for" in note(work, "think_drawn").text
    )
    assert note(work, "think_zero") is None


def test_a_log_without_waits_has_no_think_times():
    log = at(0, 200, wait=-1)
    with pytest.raises(WorkloadError, match=r"t\.swf records no waits.*choose think constant or exponential") as caught:
        inferred(log)
    assert is_one_sentence(str(caught.value))
    work = inferred(log, think="constant", think_time=5)
    assert work.campaigns.think_time.tolist() == [0, 5]
    assert (
        note(work, "campaigns_end_unknown").count == 2
        and "submit time + runtime" in note(work, "campaigns_end_unknown").text
    )
    assert inferred(log, arrivals="recorded").campaigns.think_time.tolist() == [0, 190]  # not needed there
    assert len(inferred(at(0, 50, wait=-1)).campaigns) == 1  # nor here


def test_a_missing_wait_counts_as_none_and_is_told():
    log = trace(
        {"submit": 0, "wait": -1, "runtime": 150, "requested_time": 150},
        {"submit": 140},
        {"submit": 400},
        {"submit": 600},
    )
    work = inferred(log)
    assert campaigns(work) == [[1, 2], [3], [4]] and work.campaigns.think_time.tolist() == [0, 250, 190]
    assert note(work, "campaigns_end_unknown").lines == (2,)
    assert note(work, "think_unknown").text.startswith("The think times of 1 campaign count from")


# --- what is told ---------------------------------------------------------------------------------------------------


def test_the_counts_of_a_case_worked_out_by_hand():
    long = {"runtime": 500, "requested_time": 500}
    log = trace({"submit": 0}, {"submit": 1}, {"submit": 2} | long, {"submit": 150}, {"submit": 300}, {"submit": 900})
    found = counted(inferred(log, overlap="zero"))
    assert found is not None and found._asdict() == {
        "campaigns": 4,
        "median": 1,
        "largest": 3,
        "single": 3,
        "alone": 4,
        "following": 3,
        "overlapping": 1,
        "drawn": 0,
        "unknown": 0,
        "zero": 1,
    }
    assert found.share == pytest.approx(1 / 3)
    merged = counted(inferred(log))
    assert merged is not None and merged[:7] == (2, 3, 5, 1, 4, 3, 1)
    said = note(inferred(log), "campaigns_inferred").text
    assert said.startswith("2 campaigns inferred") and "within 1 min 40 s" in said
    assert "median 3, largest 5; 1 campaign of a single job." in said and counted(workload(log)) is None


def test_jobs_of_nobody_are_warned_about():
    work = inferred(at(0, 5, user_id=-1))
    assert note(work, "campaigns_nobody").level == "warning" and note(work, "campaigns_nobody").count == 2
    assert note(inferred(at(0, 5)), "campaigns_nobody") is None


def test_asking_for_declared_campaigns_where_there_are_none():
    with pytest.raises(WorkloadError, match=r"declares no campaigns.*choose campaigns inferred") as caught:
        workload(at(0), campaigns="declared")
    assert is_one_sentence(str(caught.value))


@pytest.mark.parametrize(
    "option",
    [
        {"campaigns": "guessed"},
        {"gap": -1},
        {"gap": "soon"},
        {"gap": float("nan")},
        {"gap": "inf"},
        {"gap": 1e300},
        {"overlap": "none"},
        {"think": "normal"},
        {"think_time": -5},
        {"gap": True},
        {"think_seed": -1},
        {"think_seed": 0.5},
        {"think_seed": 2**60},
        {"gap": [1]},
        {"gap": ""},
    ],
)
def test_options_out_of_range_are_refused_by_name(option):
    with pytest.raises(ParamError, match=next(iter(option))):
        workload(at(0), **{"campaigns": "inferred"} | option)


def test_the_farthest_times_do_not_overflow():
    far = LONGEST
    log = trace({"submit": 0, "wait": far}, {"submit": far - 1, "wait": far}, {"submit": far, "user_id": 0})
    assert campaigns(inferred(log, gap=2**53)) == [[1, 2], [3]]
    assert campaigns(inferred(log, gap=0)) == [[1, 2], [3]] and len(inferred(log, gap=0, overlap="zero").campaigns) == 3
    assert len(inferred(log, think="exponential", think_time=far / 10).campaigns) == 2


def test_options_are_kept_and_the_command_line_takes_them(run, tmp_path):
    path = tmp_path / "t.swf"
    path.write_text(
        "; MaxProcs: 4\n"
        + "".join(f"{i} {t} 0 10 1 -1 -1 1 20 -1 1 7 -1 -1 -1 -1 -1 -1\n" for i, t in ((1, 0), (2, 9), (3, 700)))
    )
    code, out, _ = run(
        "inspect",
        str(path),
        "--campaigns",
        "inferred",
        "--gap",
        "600",
        "--overlap",
        "zero",
        "--think",
        "exponential",
        "--think-time",
        "60",
        "--think-seed",
        "4",
    )
    said = json.loads(out)
    assert code == 0 and said["campaigns"] == 2 and said["inferred"]["largest"] == 2 and said["inferred"]["drawn"] == 1
    assert {
        name: said["options"][name] for name in ("campaigns", "gap", "overlap", "think", "think_time", "think_seed")
    } == {
        "campaigns": "inferred",
        "gap": 600,
        "overlap": "zero",
        "think": "exponential",
        "think_time": 60,
        "think_seed": 4,
    }
    assert json.loads(run("inspect", str(path))[1])["inferred"] is None
    assert run("inspect", str(path), "--gap", "-3")[0] == 2


# --- a naive twin ---------------------------------------------------------------------------------------------------


def naive(jobs, gap: float, merge: bool) -> list[list[int]]:
    """Campaigns of (user, submit, end) in the order of submission, job by job as the rule is told."""
    made: list[list[int]] = []
    latest: dict[int, list[int]] = {}
    for row, (user, submit, _) in enumerate(jobs):
        mine = latest.get(user)
        if mine and (submit - jobs[mine[0]][1] <= gap or (merge and any(jobs[other][2] > submit for other in mine))):
            mine.append(row)
        else:
            latest[user] = [row]
            made.append(latest[user])
    return made


JOBS = st.lists(
    st.fixed_dictionaries(
        {
            "submit": st.integers(0, 40),
            "wait": st.integers(-1, 9),
            "runtime": st.integers(1, 12),
            "user_id": st.integers(-1, 2),
        }
    ),
    min_size=1,
    max_size=14,
)


@given(JOBS, st.integers(0, 15), st.sampled_from(["merge", "independent", "zero"]))
def test_every_log_is_cut_as_the_naive_twin_cuts_it(rows, gap, overlap):
    work = inferred(
        trace(*({"requested_time": 99} | row for row in rows)), gap, overlap, think="constant", think_time=3
    )
    jobs, table = work.jobs, work.campaigns
    ends = jobs.submit + np.maximum(jobs.recorded_wait, 0) + jobs.runtime
    wanted = naive(
        list(zip(jobs.user.tolist(), jobs.submit.tolist(), ends.tolist(), strict=True)), gap, overlap == "merge"
    )
    assert [part.tolist() for part in np.split(work.members, work.job_ptr[1:-1])] == wanted
    before: dict[int, int] = {}
    for c, members in enumerate(wanted):
        user, first = int(table.user[c]), jobs.submit[members[0]]
        last = before.get(user, -1)
        ended = last < 0 or ends[wanted[last]].max() <= first
        assert table.previous[c] == (last if ended or overlap == "zero" else -1)
        assert ended or overlap != "merge"
        assert (jobs.campaign[members] == c).all() and (work.offset[members] == jobs.submit[members] - first).all()
        before[user] = c
    if overlap != "independent":
        assert simulate(work, "fcfs").certificate.passed


@given(JOBS, st.lists(st.integers(0, 15), min_size=1, max_size=4))
def test_thresholds_say_what_inferring_would_give(rows, gaps):
    log = trace(*({"requested_time": 99} | row for row in rows))
    found = thresholds(recorded(workload(log)), gaps)
    for i, gap in enumerate(gaps):
        alone, merged = (counted(inferred(log, gap, overlap, think="constant")) for overlap in ("zero", "merge"))
        assert alone is not None and merged is not None
        assert (found.alone[i], found.merged[i], found.overlap[i]) == (alone.campaigns, merged.campaigns, alone.share)


# --- real logs ------------------------------------------------------------------------------------------------------

REAL = {  # campaigns by the gap alone, those that overlap in percent, campaigns merged; a gap of 30 minutes
    "KTH-SP2-1996-2.swf.gz": (13_191, 26.7, 8_993),
    "SDSC-BLUE-2000-4.2-cln.swf.gz": (93_332, 26.7, 60_681),
    "HPC2N-2002-2.1-cln.swf.gz": (36_532, 44.3, 17_714),
}


def real(real_log, name: str) -> Trace:
    return swf.read(real_log(name).read_bytes(), name)


@pytest.mark.parametrize("name", REAL)
def test_real_logs_overlap_as_known(name, real_log):
    work = workload(real(real_log, name), campaigns="inferred", unallocated="keep")
    found, (alone, percent, merged) = counted(work), REAL[name]
    assert found is not None and (found.alone, found.campaigns) == (alone, merged)
    assert 100 * found.share == pytest.approx(percent, abs=0.05)
    assert sorted(work.members.tolist()) == list(range(len(work))) and (np.diff(work.job_ptr) > 0).all()


@pytest.mark.parametrize(
    "name",
    [
        "NASA-iPSC-1993-3.1-cln.swf.gz",
        "LLNL-Thunder-2007-1.1-cln.swf.gz",
        "lublin_256.swf.gz",
        "CTC-SP2-1996-rebuilt.swf.gz",
        "SDSC-SP2-1998-rebuilt.swf.gz",
    ],
)
def test_logs_without_waits_say_so(name, real_log):
    log = real(real_log, name)
    with pytest.raises(WorkloadError, match="records no waits"):
        workload(log, campaigns="inferred")
    work = workload(log, campaigns="inferred", think="exponential")
    assert counted(work).drawn == (work.campaigns.previous >= 0).sum() > 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("policy", "params", "overlap"),
    [
        ("easy", {}, "merge"),
        ("ostrich", {"wide": "pass"}, "merge"),
        ("ostrich", {"wide": "wait"}, "independent"),
        ("ostrich", {"wide": "pass"}, "zero"),
        ("campaign_fcfs", {"wide": "pass"}, "merge"),
    ],
)
def test_a_real_log_in_inferred_campaigns_runs_and_audits(policy, params, overlap, real_log):
    work = workload(real(real_log, "KTH-SP2-1996-2.swf.gz"), campaigns="inferred", overlap=overlap)
    schedule = simulate(work, policy, params)
    assert schedule.certificate.passed and len(schedule.placed) == 28_481
    followers = work.campaigns.previous >= 0
    complete = np.full(len(work.campaigns), -np.inf)
    np.maximum.at(complete, work.jobs.campaign, schedule.placed.end)
    first = work.members[work.job_ptr[:-1]]
    due = complete[work.campaigns.previous] + work.campaigns.think_time
    assert np.array_equal(schedule.placed.submit[first][followers], due[followers])
