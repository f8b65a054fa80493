from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.columns import SWF
from scheduler.errors import ParamError, WorkloadError
from scheduler.formats import parse, swf
from scheduler.model.trace import Trace
from scheduler.model.workload_options import LATER, OPTIONS
from scheduler.preparation.build import workload
from scheduler.preparation.platform_options import recorded_peak
from scheduler.preparation.repairs import RULES

DEFAULT = {
    "submit": 0,
    "wait": 5,
    "runtime": 60,
    "allocated_processors": 4,
    "requested_processors": 4,
    "requested_time": 90,
    "status": 1,
    "user_id": 7,
}


def trace(*jobs: dict, header: str = "; MaxProcs: 8\n") -> Trace:
    """A trace of these jobs, numbered from 1; a field not named is as in DEFAULT, or unknown."""
    rows = [{"job_id": number} | DEFAULT | job for number, job in enumerate(jobs, 1)]
    text = header + "".join(" ".join(str(row.get(name, -1)) for name in SWF) + "\n" for row in rows)
    return swf.read(text.encode(), "t.swf")


def note(work, rule):
    return {n.rule: n for n in work.notes}.get(rule)


def touched(work, rule) -> list[int]:
    """Job ids whose `repaired` has the bit of a rule."""
    return work.jobs.job_id[(work.jobs.repaired & RULES[rule]) > 0].tolist()


# --- usable jobs, order, size ---------------------------------------------------------------------------------------


def test_unusable_jobs_are_left_out_with_their_first_reason():
    none = {"allocated_processors": -1, "requested_processors": 0}
    work = workload(
        trace({"runtime": 0}, {}, {"runtime": -1, "submit": -1}, none, {"submit": -1}, none | {"submit": -1})
    )
    assert work.jobs.job_id.tolist() == [2]
    assert (note(work, "unusable_runtime").count, note(work, "unusable_runtime").lines) == (2, (2, 4))
    assert (note(work, "unusable_processors").count, note(work, "unusable_processors").lines) == (2, (5, 7))
    assert (note(work, "unusable_submit").count, note(work, "unusable_submit").lines) == (1, (6,))


def test_repairs_are_counted_among_the_jobs_of_the_workload_only():
    odd = {"requested_processors": -1, "user_id": 7.5}
    jobs = trace(
        {"submit": 0} | odd,
        {"submit": 10} | odd,
        {"submit": 11, "runtime": 0},
        {"submit": 12, "requested_processors": 2.5},
        {"submit": 90, "runtime": 0},
        {"submit": 95} | odd,
    )
    work = workload(jobs, begin=10, end=50)
    assert len(work) == 2 and touched(work, "size_substituted") == touched(work, "number_cut") == [2]
    assert [
        (note(work, rule).count, note(work, rule).lines) for rule in ("size_substituted", "number_cut", "size_rounded")
    ] == [(1, (3,)), (1, (3,)), (1, (5,))]
    assert (
        note(work, "unusable_runtime").lines == (4,)
        and "1 job of the window without" in note(work, "unusable_runtime").text
    )
    assert "2 jobs of the file without" in note(workload(jobs), "unusable_runtime").text
    assert note(workload(jobs, first=1), "size_substituted").count == 1


def test_jobs_left_out_for_their_width_do_not_count_as_repaired():
    work = workload(trace({}, {"requested_processors": 8.5}), wide="drop")
    assert note(work, "size_rounded") is None and note(work, "wide_dropped").count == 1


def test_a_trace_without_a_usable_job_is_refused_with_counts():
    with pytest.raises(
        WorkloadError, match=r"None of the 3 jobs .* 2 without a runtime above 0, 1 without a submit time"
    ):
        workload(trace({"runtime": 0}, {"runtime": -1}, {"submit": -1}))


def test_jobs_are_ordered_by_submit_then_line():
    work = workload(trace({"submit": 9}, {"submit": 3}, {"submit": 9, "job_id": 0}, {"submit": 3}))
    assert work.jobs.line.tolist() == [3, 5, 2, 4] and work.jobs.submit.tolist() == [3, 3, 9, 9]


def test_size_is_the_requested_or_the_allocated_count_with_the_other_as_substitute():
    jobs = [
        {"requested_processors": 2},
        {"requested_processors": -1},
        {"allocated_processors": -1, "requested_processors": 3},
    ]
    requested, allocated = workload(trace(*jobs)), workload(trace(*jobs), size="allocated")
    assert requested.jobs.processors.tolist() == [2, 4, 3] and touched(requested, "size_substituted") == [2]
    assert allocated.jobs.processors.tolist() == [4, 4, 3] and touched(allocated, "size_substituted") == [3]
    assert note(requested, "size_substituted").lines == (3,) and note(requested, "size_substituted").level == "repair"


def test_fractions_of_processors_are_rounded_up_and_of_names_cut_off():
    work = workload(trace({"requested_processors": 2.5}, {"user_id": 7.5}, {"queue": -1}))
    assert work.jobs.processors.tolist() == [3, 4, 4] and touched(work, "size_rounded") == [1]
    assert work.jobs.user_id.tolist() == [7, 7, 7] and touched(work, "number_cut") == [2]


def test_users_are_numbered_in_the_order_of_their_ids():
    work = workload(trace({"user_id": 35012304659472}, {"user_id": -1}, {"user_id": 12}, {"user_id": 12}))
    assert work.jobs.user.tolist() == [2, 0, 1, 1] and work.users == 3
    assert work.jobs.user_id.tolist() == [35012304659472, -1, 12, 12] and note(work, "user_unknown").lines == (3,)


def test_what_is_worth_knowing_is_noted():
    work = workload(
        trace(
            {"job_id": 5},
            {"job_id": 5, "wait": -1},
            {"job_id": 6},
            header="; MaxProcs: 8\n; MaxNodes: 2\n; MaxRecords: 9\n; UnixStartTime: 77\n; TimeZoneString: UTC\n",
        )
    )
    assert (note(work, "duplicate_ids").count, note(work, "duplicate_ids").lines) == (2, (6, 7))
    assert note(work, "wait_unknown").lines == (7,) and work.jobs.recorded_wait.tolist() == [5, -1, 5]
    assert "9 records" in note(work, "max_records").text and "MaxNodes is 2" in note(work, "processors").text
    assert work.platform.start_time == 77 and work.platform.time_zone == "UTC"


def test_notes_of_reading_come_first_and_nothing_else_is_noted_on_a_clean_log():
    assert [n.rule for n in workload(trace({}, {"submit": 5})).notes] == ["processors"]
    assert workload(swf.read(b"1 2\n" + swf.write(trace({})), "t"), processors=4).notes[0].rule == "short_line"


# --- the machine ----------------------------------------------------------------------------------------------------


def test_the_source_of_the_processors_is_said():
    both = trace({}, header="; MaxNodes: 5\n; MaxProcs: 8\n")
    for count, said in (
        (None, "from MaxProcs of the header"),
        (8, "from MaxProcs of the header"),
        (5, "as asked for"),
        (6, "as asked for; MaxProcs is 8; MaxNodes is 5"),
    ):
        assert said in note(workload(both, processors=count), "processors").text


def test_processors_are_those_given_else_maxprocs_else_maxnodes():
    both = trace({}, header="; MaxNodes: 5\n; MaxProcs: 8\n")
    assert workload(both).platform.processors == 8 and workload(both, processors=6).platform.processors == 6
    assert workload(trace({}, header="; MaxNodes: 5\n")).platform.processors == 5
    assert workload(trace({}, header="; MaxNodes: 5\n; MaxProcs: -1\n")).platform.processors == 5


@pytest.mark.parametrize("header", ["", "; MaxProcs:\n", "; MaxProcs: many\n; MaxNodes: 0\n"])
def test_a_machine_of_unknown_size_is_refused(header):
    with pytest.raises(
        WorkloadError, match=r"t\.swf does not tell the size of its machine.*give the number of processors"
    ) as caught:
        workload(trace({}, header=header))
    assert ("its header has" in str(caught.value)) == bool(header)


@pytest.mark.parametrize(
    "content",
    [
        b"JobID|Submit|Start|End|AllocCPUS|State\n1|2026-01-05T10:00:00|2026-01-05T10:00:00|2026-01-05T11:00:00|4|COMPLETED\n",
        b"submit_time,run_time,cores\n2026-01-05 10:00:00,60,4\n2026-01-05 10:05:00,60,4\n",
    ],
    ids=["sacct", "table"],
)
def test_a_file_without_a_header_is_not_told_to_look_into_it(content):
    with pytest.raises(WorkloadError, match="does not tell the size of its machine; give the number of processors"):
        workload(parse(content, "jobs.txt"))


def test_the_most_processors_held_at_a_time_are_named_where_the_machine_is_unknown():
    rows = (
        {"wait": 5},
        {"submit": 60, "wait": 4},
        {"submit": 60, "wait": 5, "allocated_processors": 3},
        {"wait": -1},
        {"runtime": 0},
    )
    with pytest.raises(
        WorkloadError, match=r"give the number of processors \(its jobs held up to 8 at a time, so there were at least"
    ):
        workload(trace(*rows, header=""))
    assert recorded_peak(trace(*rows)) == 8 and recorded_peak(trace({"wait": -1})) == 0


def test_jobs_wider_than_the_machine_are_refused_or_dropped():
    jobs = trace({"submit": 9, "requested_processors": 20}, {}, {"submit": 1, "requested_processors": 9})
    with pytest.raises(WorkloadError, match=r"Job 3 \(line 4\) asks for 9 of 8 processors \(as do 1 job more\)"):
        workload(jobs)
    work = workload(jobs, wide="drop")
    assert work.jobs.job_id.tolist() == [2] and note(work, "wide_dropped").lines == (2, 4)
    with pytest.raises(WorkloadError, match="All jobs are wider"):
        workload(jobs, wide="drop", processors=3)
    assert len(workload(jobs, end=1)) == 1  # what is outside of the window is in nobody's way


# --- estimates and overruns -----------------------------------------------------------------------------------------


def overrunning(share: float) -> Trace:
    """1,000 s of work on one processor, `share` of it beyond the requested time of the second job; one without."""
    return trace(
        *(
            {"runtime": run, "requested_time": asked, "requested_processors": 1}
            for run, asked in ((400, 500), (500, 500 - 1000 * share), (100, -1))
        )
    )


def test_missing_requested_times_are_the_runtimes():
    work = workload(trace({}, {"requested_time": -1}, {"requested_time": 0}))
    assert work.jobs.requested_time.tolist() == [90, 60, 60] and touched(work, "estimate_missing") == [2, 3]


def test_auto_cuts_where_one_percent_of_the_work_is_lost_and_extends_beyond():
    cut, extended = workload(overrunning(0.01)), workload(overrunning(0.011))
    assert cut.jobs.runtime.tolist() == [400, 490, 100] and cut.jobs.requested_time.tolist() == [500, 490, 100]
    assert (
        touched(cut, "overrun_cut") == [2] and "1.00 % of the work removed by cutting" in note(cut, "overrun_cut").text
    )
    assert (cut.options["overrun_applied"], cut.options["work_removed"]) == ("cut", pytest.approx(0.01))
    assert extended.jobs.runtime.tolist() == [400, 500, 100] and extended.jobs.requested_time.tolist() == [
        500,
        500,
        100,
    ]
    assert touched(extended, "overrun_extended") == [2] and touched(extended, "overrun_cut") == []
    assert (extended.options["overrun_applied"], extended.options["work_removed"]) == ("extend", 0)


def test_cut_and_extend_do_as_told():
    cut, extended = workload(overrunning(0.3), overrun="cut"), workload(overrunning(0.001), overrun="extend")
    assert cut.jobs.runtime.tolist() == [400, 200, 100] and cut.options["work_removed"] == pytest.approx(0.3)
    assert extended.jobs.requested_time.tolist() == [500, 500, 100]
    assert workload(trace({}), overrun="cut").options["overrun_applied"] == "none"


def test_exact_estimates_are_the_runtimes_and_never_cut_unless_told():
    work = workload(overrunning(0.001), estimates="exact")
    assert work.jobs.runtime.tolist() == work.jobs.requested_time.tolist() == [400, 500, 100]
    assert work.options["overrun_applied"] == "none" and touched(work, "estimate_exact") == [1, 2, 3]
    told = workload(overrunning(0.3), estimates="exact", overrun="cut")
    assert told.jobs.runtime.tolist() == told.jobs.requested_time.tolist() == [400, 200, 100]


REAL = {  # usable jobs, share of the work that cutting removes in percent: from the index and the specification
    "KTH-SP2-1996-2.swf.gz": (28_481, 0.30),
    "KTH-SP2-1996-2.1-cln.swf.gz": (28_467, 0.30),
    "HPC2N-2002-2.1-cln.swf.gz": (202_876, 0.54),
    "LANL-CM5-1994-4.1-cln.swf.gz": (122_055, 24.7),
    "SDSC-BLUE-2000-4.2-cln.swf.gz": (232_536, 0.35),
    "LLNL-Thunder-2007-1.1-cln.swf.gz": (113_613, None),
    "METACENTRUM-2009-2.swf.gz": (99_944, 0),
    "NASA-iPSC-1993-3.1-cln.swf.gz": (18_066, 0),
    "SDSC-SP2-1998-first4961.swf.gz": (4_606, None),
    "CTC-SP2-1996-rebuilt.swf.gz": (77_199, 0),
    "SDSC-SP2-1998-rebuilt.swf.gz": (54_006, 0),
    "lublin_256.swf.gz": (10_000, 0),
}
SUBSTITUTED = {
    "requested": {
        "LANL-CM5-1994-4.1-cln.swf.gz": 11_325,
        "LLNL-Thunder-2007-1.1-cln.swf.gz": 3,
        "NASA-iPSC-1993-3.1-cln.swf.gz": 18_066,
    },
    "allocated": {"SDSC-BLUE-2000-4.2-cln.swf.gz": 8_899},
}


@pytest.mark.parametrize("name", REAL)
def test_real_logs_give_the_known_counts(name, real_log):
    jobs, percent = REAL[name]
    log = swf.read(real_log(name).read_bytes(), name)
    work = workload(log, overrun="cut", processors=1152 if log.number("MaxProcs") is None else None, unallocated="keep")
    assert len(work) == jobs and (work.jobs.requested_time >= work.jobs.runtime).all()
    if percent is not None:
        assert 100 * work.options["work_removed"] == pytest.approx(percent, abs=0.05 if percent > 1 else 0.005)
    if "LANL" in name:
        assert workload(log).options["overrun_applied"] == "extend"
    for size, known in SUBSTITUTED.items():
        if name in known:
            assert note(workload(log, size=size, unallocated="keep"), "size_substituted").count == known[name]


# --- jobs that never had processors ---------------------------------------------------------------------------------

NEVER = {"status": 5, "allocated_processors": -1}
CANCELLED = trace({}, NEVER, {"status": 5}, {"status": 0, "allocated_processors": -1}, NEVER | {"runtime": 0}, NEVER)


def test_jobs_that_were_cancelled_without_processors_are_left_out_and_counted():
    work = workload(CANCELLED)
    assert work.jobs.job_id.tolist() == [1, 3, 4] and work.options["unallocated"] == "drop"
    found = note(work, "unusable_unallocated")
    assert (found.count, found.lines, found.level) == (2, (3, 7), "repair")
    assert (
        found.text == "2 jobs of the file cancelled without ever having processors (status 5, none allocated) left out."
    )
    assert note(work, "unallocated_kept") is None and note(work, "unusable_runtime").count == 1


def test_they_run_on_what_they_asked_for_where_they_are_kept_and_are_counted_too():
    for size in ("requested", "allocated"):
        work = workload(CANCELLED, unallocated="keep", size=size)
        assert work.jobs.job_id.tolist() == [1, 2, 3, 4, 6] and touched(work, "unallocated_kept") == [2, 6]
        assert work.jobs.processors[1] == 4
        assert note(work, "unallocated_kept").text == (
            "2 jobs cancelled without ever having processors (status 5, none "
            "allocated) run on those they asked for, as asked."
        )
    assert workload(CANCELLED, unallocated="keep").hash != workload(CANCELLED).hash
    with pytest.raises(ParamError, match="unallocated"):
        workload(CANCELLED, unallocated="some")


def test_a_log_that_tells_no_allocations_loses_no_job_for_that():
    assert len(workload(trace(NEVER, NEVER))) == 2


def test_blue_horizon_holds_no_processors_of_jobs_that_never_ran(real_log):
    log = swf.read(real_log("SDSC-BLUE-2000-4.2-cln.swf.gz").read_bytes(), "BLUE")
    work, kept = workload(log), workload(log, unallocated="keep")
    assert (len(work), note(work, "unusable_unallocated").count) == (232_536 - 8_899, 8_899)
    assert len(kept) == 232_536 and note(kept, "unallocated_kept").count == 8_899
    assert (busiest(workload(log, overrun="extend")), busiest(kept)) == (1_544, 2_944)


def busiest(work) -> int:
    """The most processors that the recorded starts hold at once."""
    start = work.jobs.submit + np.maximum(work.jobs.recorded_wait, 0)
    time = np.concatenate((start + work.jobs.runtime, start))
    order = np.lexsort((np.arange(len(time)), time))  # ends before starts
    return int(np.cumsum(np.concatenate((-work.jobs.processors, work.jobs.processors))[order]).max())


def test_placeholders_in_field_17_do_not_close_the_loop(real_log):
    log = swf.read(real_log("alea/wagap-2013.swf.gz").read_bytes(), "wagap")
    work = workload(log, processors=10_000)  # its 17,900 lines all name job 1
    assert len(work) == 17_898 and work.arrivals == "recorded" and work.campaigns is None


# --- slices and load ------------------------------------------------------------------------------------------------

TEN = trace(*({"submit": 10 * k, "runtime": 0 if k == 2 else 60} for k in range(10)))


def test_window_is_half_open_and_first_counts_usable_jobs_inside_it():
    assert workload(TEN, begin=10, end=50).jobs.submit.tolist() == [10, 30, 40]
    assert workload(TEN, first=3).jobs.submit.tolist() == [0, 10, 30]
    work = workload(TEN, begin=10, first=2)
    assert work.jobs.submit.tolist() == [10, 30] and "2 of 9 usable jobs" in note(work, "slice").text
    assert len(workload(TEN, first=100)) == 9


def test_an_empty_window_is_refused():
    with pytest.raises(WorkloadError, match=r"from 20 s to before 30 s.*submitted from 0 s to 90 s"):
        workload(TEN, begin=20, end=30)


@pytest.mark.parametrize("load", [0.25, 0.7, 3.0])
def test_load_scales_the_times_between_submissions(load):
    work = workload(TEN, load=load)
    submit, span = work.jobs.submit, work.jobs.submit[-1] - work.jobs.submit[0]
    assert work.area / (8 * span) == pytest.approx(load) and submit[0] == 0
    assert np.allclose(np.diff(submit) / span, np.diff(workload(TEN).jobs.submit) / 90)
    assert work.jobs.runtime.tolist() == [60] * 9 and len(touched(work, "load_scaled")) == 9
    assert work.options["time_factor"] == pytest.approx(9 * 60 * 4 / (8 * 90) / load)


def test_load_of_a_single_instant_is_refused():
    with pytest.raises(WorkloadError, match="submitted at one time"):
        workload(trace({}, {}), load=0.5)


# --- campaigns ------------------------------------------------------------------------------------------------------

HEADER = "; MaxProcs: 4\n; Queuescope-Campaigns: 1\n"


def job(user, submit, before=-1, think=-1, runtime=10, **more):
    return {
        "user_id": user,
        "submit": submit,
        "preceding_job": before,
        "think_time": think,
        "runtime": runtime,
        "requested_processors": 1,
    } | more


CAMPAIGNS = (
    job(3, 0),
    job(3, 0, runtime=30),
    job(5, 0),
    job(3, 50, 2, 20),
    job(5, 50, 3, 0),
    job(3, 50, 2, 20),
    job(5, 90, 5, 7),
)


def test_declared_campaigns_are_read_with_their_chain():
    work = workload(trace(*CAMPAIGNS, header=HEADER))
    table = work.campaigns
    assert work.arrivals == "closed" and work.jobs.campaign.tolist() == [0, 0, 1, 2, 3, 2, 4]
    assert table.previous.tolist() == [-1, -1, 0, 1, 3] and table.think_time.tolist() == [0, 0, 20, 0, 7]
    assert table.user.tolist() == [0, 1, 0, 1, 1] and table.index.tolist() == [0, 0, 1, 1, 2]
    assert table.work.tolist() == [40, 10, 20, 10, 10] and table.longest.tolist() == [30, 10, 10, 10, 10]
    assert work.job_ptr.tolist() == [0, 2, 3, 5, 6, 7] and work.members.tolist() == [0, 1, 2, 3, 5, 4, 6]
    assert not table.inferred.any()


def test_recorded_arrivals_keep_the_table_of_campaigns():
    work = workload(trace(*CAMPAIGNS, header=HEADER), arrivals="recorded")
    assert work.arrivals == "recorded" and work.campaigns.previous.tolist() == [-1, -1, 0, 1, 3]


def test_slicing_cuts_the_chain_and_says_so():
    work = workload(trace(*CAMPAIGNS, header=HEADER), begin=50)
    assert work.campaigns.previous.tolist() == [-1, -1, 1] and work.jobs.submit.tolist() == [50, 50, 50, 90]
    assert note(work, "preceding_left_out").lines == (6, 7, 8) and touched(work, "preceding_left_out") == [4, 5, 6]
    assert work.campaigns.think_time.tolist() == [0, 0, 7] and work.campaigns.index.tolist() == [0, 0, 1]


def test_a_campaign_is_followed_as_long_as_one_of_its_jobs_is_there():
    wide = trace(job(3, 0), job(3, 0, requested_processors=9), job(3, 50, 2, 5), header=HEADER)
    assert workload(wide, wide="drop").campaigns.previous.tolist() == [-1, 0]
    unusable = trace(job(3, 0, runtime=0), job(3, 50, 1, 5), header=HEADER)
    work = workload(unusable)
    assert work.campaigns.previous.tolist() == [-1] and note(work, "preceding_unusable").lines == (4,)


def test_campaigns_follow_their_own_user_only():
    work = workload(trace(job(3, 0), job(5, 50, 1, 5), header=HEADER))
    assert work.campaigns.previous.tolist() == [-1, -1] and touched(work, "preceding_other") == [2]


def test_without_the_header_each_job_follows_the_one_it_names():
    work = workload(trace(job(3, 0), job(5, 20, 1, 5), job(3, 20, 1, -1), job(3, 90, 2, 0)))
    assert work.arrivals == "closed" and work.jobs.campaign.tolist() == [0, 1, 2, 3]
    assert work.campaigns.previous.tolist() == [-1, 0, 0, 1] and work.campaigns.think_time.tolist() == [0, 5, 0, 0]
    assert work.campaigns.index.tolist() == [0, 0, 1, 2] and work.members.tolist() == [0, 1, 2, 3]


def test_preceding_jobs_that_cannot_be_waited_for_are_counted():
    work = workload(trace(job(3, 0, runtime=0), job(3, 10, 99), job(3, 20, 1), job(3, 30, 5), job(3, 40, 2)))
    assert work.campaigns.previous.tolist() == [-1, -1, -1, 0]
    assert [touched(work, f"preceding_{why}") for why in ("unknown", "unusable", "later")] == [[2], [3], [4]]


@pytest.mark.parametrize("jobs", [(job(3, 0, 1), job(3, 0)), (job(3, 0, 3), job(3, 0, 1), job(3, 0, 2), job(3, 9, 3))])
def test_jobs_that_wait_for_each_other_are_refused(jobs):
    with pytest.raises(WorkloadError, match=r"Job 1 \(line 2\) waits.*for itself; correct field 17"):
        workload(trace(*jobs))


def test_closed_arrivals_need_declarations_and_no_load():
    with pytest.raises(WorkloadError, match="declares neither campaigns nor preceding jobs"):
        workload(TEN, arrivals="closed")
    with pytest.raises(WorkloadError, match="no load can be asked for"):
        workload(trace(*CAMPAIGNS, header=HEADER), load=0.5)
    assert workload(trace(*CAMPAIGNS, header=HEADER), load=0.5, arrivals="recorded").campaigns.previous[2] == 0


# --- options, hash, invariants --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "option",
    [
        {"size": "both"},
        {"first": 0},
        {"first": 1.5},
        {"load": 0},
        {"processors": 0},
        {"wide": ""},
        {"begin": "noon"},
        {"arrivals": "open"},
        {"overrun": "no"},
        {"estimates": "none"},
    ],
)
def test_options_out_of_range_are_refused_by_name(option):
    with pytest.raises(ParamError, match=next(iter(option))):
        workload(TEN, **option)


def test_options_and_hash_tell_workloads_apart():
    work, other = workload(TEN, first=4, processors=9), workload(TEN, first=5, processors=9)
    assert json.loads(json.dumps(work.options)) == work.options and set(OPTIONS) - LATER <= set(work.options)
    assert work.options["processors"] == 9 and work.options["arrivals"] == "recorded"
    assert work.trace_sha256 == TEN.sha256 == other.trace_sha256
    assert work.hash == workload(TEN, first=4, processors=9).hash != other.hash


JOBS = st.lists(
    st.fixed_dictionaries(
        {
            "submit": st.integers(-1, 5),
            "runtime": st.integers(-1, 6),
            "requested_time": st.integers(-1, 6),
            "allocated_processors": st.integers(-1, 5),
            "requested_processors": st.integers(-1, 5),
            "user_id": st.integers(-1, 3),
            "preceding_job": st.integers(-1, 9),
            "think_time": st.integers(-1, 3),
        }
    ),
    min_size=1,
    max_size=9,
)
CHOICES = {p.name: st.sampled_from(p.choices) for p in OPTIONS.values() if p.choices and p.name != "arrivals"}


@given(
    JOBS,
    st.fixed_dictionaries({}, optional=CHOICES | {"first": st.integers(1, 9), "begin": st.integers(0, 3)}),
    st.booleans(),
)
def test_whatever_the_log_the_workload_is_sound(rows, options, campaigns):
    given_trace = trace(*rows, header=HEADER if campaigns else "; MaxProcs: 4\n")
    before = {name: column.copy() for name, column in given_trace.columns.items()}
    try:
        work = workload(given_trace, **options)
    except WorkloadError as error:
        assert str(error).endswith(".") and "\n" not in str(error)
        return
    jobs = work.jobs
    assert len(work) and (jobs.requested_time >= jobs.runtime).all() and (jobs.runtime > 0).all()
    assert (
        (jobs.processors > 0).all() and (jobs.processors <= 4).all() and (jobs.submit >= options.get("begin", 0)).all()
    )
    assert [(s, line) for s, line in zip(jobs.submit, jobs.line, strict=True)] == sorted(
        zip(jobs.submit, jobs.line, strict=True)
    )
    assert all(np.array_equal(before[name], given_trace.columns[name]) for name in SWF)
    for rule, bit in RULES.items():
        assert (note(work, rule).count if note(work, rule) else 0) >= (jobs.repaired & bit > 0).sum()
    if work.campaigns is not None and options.get("campaigns") != "inferred":  # see test_inferred.py for those
        check_campaigns(work, given_trace, campaigns)


def check_campaigns(work, given_trace, declared):
    """Every job in one campaign; the previous one holds the job that was named, or a mate of it."""
    jobs, table, ids = work.jobs, work.campaigns, given_trace.columns["job_id"].tolist()
    assert sorted(work.members.tolist()) == list(range(len(work))) and (table.think_time >= 0).all()
    for c in range(len(table)):
        mine = work.members[work.job_ptr[c] : work.job_ptr[c + 1]]
        assert len(mine) and (jobs.campaign[mine] == c).all() and (jobs.user[mine] == table.user[c]).all()
        assert (jobs.line[mine] == np.sort(jobs.line[mine])).all() and (declared or len(mine) == 1)
        assert table.longest[c] == jobs.runtime[mine].max()
        if table.previous[c] >= 0:
            row = int(np.flatnonzero(given_trace.line == jobs.line[mine[0]])[0])
            named = ids.index(given_trace.columns["preceding_job"][row])
            ahead = work.members[work.job_ptr[table.previous[c]] : work.job_ptr[table.previous[c] + 1]]
            assert (jobs.submit[ahead] <= jobs.submit[mine[0]]).all()
            assert declared or jobs.line[ahead].tolist() == [given_trace.line[named]]
