"""What is found in logs: each finding on a log made for it, all of them against naive twins, and on real logs by pandas."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace

import numpy as np
import pandas
import pytest

from scheduler.columns import SWF
from scheduler.errors import UnknownKey, WorkloadError
from scheduler.formats import swf
from scheduler.health import LEVELS, all_findings, diagnose, jobs_left_out, leavable
from scheduler.health.archive import known_logs
from scheduler.health.archive.log_facts import Log
from scheduler.model.trace import Trace
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.cases.every_case import every_case
from tests.naive import health as naive

JOB = {
    "job_id": 1,
    "submit": 0,
    "wait": 5,
    "runtime": 100,
    "allocated_processors": 2,
    "average_cpu_time": -1,
    "used_memory": -1,
    "requested_processors": 2,
    "requested_time": 200,
    "requested_memory": -1,
    "status": 1,
    "user_id": 1,
    "group_id": 1,
    "executable": 1,
    "queue": 1,
    "partition": 1,
    "preceding_job": -1,
    "think_time": -1,
}


def log(*jobs: dict, header: str = "; MaxProcs: 64\n", count: int = 0) -> Trace:
    """A log of these jobs, each told by what differs from JOB, and of so many ordinary ones, an hour apart, before."""
    rows = [{"submit": 3_600 * at, "user_id": at % 7 + 1} for at in range(count)] + list(jobs)
    lines = [
        " ".join(str(value) for value in (JOB | {"job_id": at + 1, "submit": 3_600 * at} | row).values())
        for at, row in enumerate(rows)
    ]
    return swf.read((header + "\n".join(lines) + "\n").encode(), "made.swf")


def sentences(trace: Trace, processors: int = 64) -> dict[str, str]:
    return {one.finding.key: one.evidence.sentence for one in diagnose(trace, processors)}


def lines(trace: Trace, key: str) -> list[int]:
    """Numbers of the jobs, 1, 2, ..., of a finding."""
    ((_, mask),) = jobs_left_out(trace, [key])
    return (np.flatnonzero(mask) + 1).tolist()


def test_a_sound_log_has_no_finding():
    assert sentences(log({}, {}, {})) == {}


def test_every_finding_says_what_it_does_and_stands_in_an_order_of_its_own():
    entries = all_findings()
    assert len({one.place for one in entries.values()}) == len(entries) >= 18
    for one in entries.values():
        assert one.title and one.effect.endswith(".") and one.level in LEVELS
        assert bool(one.left_out) or one.always or one.option is None
        assert not (one.left_out and one.always)


CASES = {
    "no_runtime": (
        [{"runtime": 0}, {}, {"runtime": -1}],
        [1, 3],
        "2 jobs without a runtime above 0: 1 of 0 s, 1 unknown.",
    ),
    "no_processors": (
        [{}, {"allocated_processors": -1, "requested_processors": 0}],
        [2],
        "1 job with a runtime but without a processor count.",
    ),
    "no_submit_time": ([{}, {"submit": -1}], [2], "1 job without a submit time."),
    "cancelled_before_start": (
        [{"status": 5, "runtime": -1}, {"status": 5}, {"runtime": 0}],
        [1],
        "1 job was cancelled before the start.",
    ),
    "never_allocated": (
        [{}, {"status": 5, "allocated_processors": -1}, {"status": 5, "allocated_processors": -1, "runtime": 0}],
        [2],
        "1 job has a runtime but was cancelled without ever having processors (status 5, none allocated).",
    ),
    "killed_at_limit": (
        [{"runtime": 200}, {"runtime": 260}, {"runtime": 261}, {"runtime": 199}],
        [1, 2],
        "2 jobs ended when the requested time was over, or up to a minute later: they were probably killed.",
    ),
    "ran_past_request": (
        [{"runtime": 201}, {"runtime": 200}, {"runtime": 261}],
        [1, 3],
        "2 jobs ran longer than requested, 1 of them by more than a minute.",
    ),
    "duplicate_ids": (
        [{}, {"job_id": 1}, {"job_id": 7}, {"job_id": 1}, {"job_id": 7}],
        [2, 4, 5],
        "3 jobs with the number of a job before: 2 numbers used more than once.",
    ),
    "clock_jumps": (
        [{"submit": 9_000}, {"submit": 1_800}, {"submit": -1}, {"submit": 2_000}, {"submit": 1_999}],
        [2, 5],
        "2 jobs were submitted before the job of the line above, by up to 2 h 00 min.",
    ),
}


@pytest.mark.parametrize("key", CASES)
def test_a_finding_names_its_jobs_and_counts_them(key):
    rows, numbers, words = CASES[key]
    trace = log(*rows)
    assert lines(trace, key) == numbers and sentences(trace)[key] == words


def test_the_accuracy_of_estimates_is_that_of_jobs_that_have_one():
    # two of three jobs tell no request; filled in with the runtime they would make the median 100 %
    trace = log({"requested_time": -1}, {"runtime": 4}, {"requested_time": 0})
    assert lines(trace, "no_requested_time") == [1, 3]
    assert (
        sentences(trace)["no_requested_time"]
        == "2 jobs have no requested time; the 1 other used 2.0 % of theirs (median)."
    )
    assert (
        sentences(log({"requested_time": -1}))["no_requested_time"]
        == "No job has a requested time, so the log does not tell how users estimate."
    )


def test_the_peak_is_told_with_and_without_jobs_that_never_had_processors():
    never = {"submit": 0, "status": 5, "allocated_processors": -1, "requested_processors": 60}
    trace = log({"submit": 0, "allocated_processors": 40}, {"submit": 10, "allocated_processors": 30}, never)
    words = "At its fullest the log holds {} of {} processors; 70 without the jobs that never had any."
    assert sentences(trace, 64)["peak_above_machine"] == words.format(130, 64)
    assert "peak_above_machine" not in sentences(trace, 130) and "peak_above_machine" not in sentences(trace, 0)
    # one ends when the next starts
    assert "peak_above_machine" not in sentences(log({"submit": 0, "allocated_processors": 64}, {"submit": 100}), 64)


def test_a_peak_far_above_the_machine_is_found():
    """As in RICC, where 28,416 of 8,192 processors were in use at once."""
    rows = [
        {"submit": at, "runtime": 10_000, "allocated_processors": 1_024, "requested_processors": 1_024}
        for at in range(28)
    ]
    assert (
        sentences(log(*rows), 8_192)["peak_above_machine"] == "At its fullest the log holds 28,672 of 8,192 processors."
    )


def test_a_log_whose_submit_times_are_start_times_says_so():
    header = (
        "; MaxProcs: 64\n; Note: There is no information on wait times - the given submit\n"
        ";       times are actually start times\n; Note: group 1 is normal users\n"
    )
    trace = log({"wait": -1}, {"wait": -1}, header=header)
    known = {one.finding.key: one for one in diagnose(trace, 64)}
    assert known["waits_not_recorded"].evidence.sentence == (
        "The header says that submit times are start times; 2 of 2 jobs have no recorded wait. Replaying this log "
        "tells little about waits."
    )
    assert known["waits_not_recorded"].level == "warning"
    assert known["header_notes"].evidence.sentence == (
        "The header notes: There is no information on wait times - the given submit times are actually start times · "
        "group 1 is normal users"
    )
    assert sentences(log({"wait": -1}, {}))["waits_not_recorded"] == "1 of 2 jobs have no recorded wait."
    assert sentences(log({"wait": -1}))["waits_not_recorded"] == "No wait is recorded."


def test_days_without_a_submission_are_told_unless_they_are_usual():
    rows = [{"submit": 3_600 * at + (3 * 86_400 if at >= 30 else 0)} for at in range(60)]
    assert (
        sentences(log(*rows))["days_without_submission"]
        == "1 time of a day or more without a submission: 3 d 01 h from day 2."
    )
    rare = [{"submit": 3 * 86_400 * at} for at in range(60)]
    assert "days_without_submission" not in sentences(log(*rare))


def weeks(burst: int, user: int = 99) -> Trace:
    """Five weeks of 140 jobs of seven users each, and in the third a burst of one more."""
    usual = [{"submit": 604_800 * week + 4_000 * at, "user_id": at % 7 + 1} for week in range(5) for at in range(140)]
    return log(*usual, *[{"submit": 604_800 * 2 + at, "user_id": user} for at in range(burst)])


def test_a_flurry_is_more_than_all_submit_in_a_usual_week():
    assert "flurries" not in sentences(weeks(140))
    assert sentences(weeks(141))["flurries"] == (
        "141 jobs of flurries, weeks in which one user submits more than all users together in a usual week (140 "
        "jobs): user 99 (141)."
    )
    assert lines(weeks(300), "flurries") == list(range(701, 1_001))
    assert "flurries" not in sentences(weeks(300, user=-1))


def test_a_user_with_a_quarter_of_the_log_is_told_of():
    small, large = [{"user_id": at % 5 + 1} for at in range(95)], [{"user_id": 9, "runtime": 5_000}] * 5
    assert sentences(log(*small, *large))["one_user"] == "User 9 has 5.0 % of the jobs and 72.5 % of the work."
    assert lines(log(*small, *large), "one_user") == [96, 97, 98, 99, 100]
    assert "one_user" not in sentences(log(*small[:50], *large)), "too few jobs to tell"
    named = replace(log(*small, *large), names={"user_id": (*(f"u{number}" for number in range(1, 9)), "zoe\n")})
    assert sentences(named)["one_user"] == "User zoe has 5.0 % of the jobs and 72.5 % of the work."


def test_sizes_tell_of_powers_of_two_and_of_nodes():
    header = "; MaxProcs: 64\n; MaxNodes: 8\n"
    rows = [{"allocated_processors": 8 * 2 ** (at % 3)} for at in range(100)]
    known = sentences(log(*rows, header=header))
    assert known["powers_of_two"] == "All sizes are powers of two, from 8 to 32 processors."
    assert (
        known["node_granularity"]
        == "All sizes are multiples of 8 processors, as many as a node has (8 nodes in the header)."
    )
    known = sentences(log(*rows, {"allocated_processors": 24}, header=header))
    assert "powers_of_two" not in known and "node_granularity" in known
    assert not {"powers_of_two", "node_granularity"} & set(sentences(log(*rows, {"allocated_processors": 3})))


# --- filters that the archive published --------------------------------------------------------------------------------

CLEANED = """; Version: 2.2
; Computer: Test
; MaxJobs: 8
; MaxProcs: 64
; Note: THIS IS A CLEANED VERSION OF THE LOG!
;       The filters used to produce it were
;         user=3 and (job>=2 and job<=4) (2 jobs removed)
;         job<=1 (1 jobs removed)
;         user=4 and proc=1 and app=1 (1 job removed)
"""


def test_filters_are_read_from_a_header_and_give_the_counts_it_states():
    # eight jobs as the raw log had them, under the header of the cleaned one
    raw = log(
        {},
        {"user_id": 3},
        {"user_id": 3},
        {"user_id": 2},
        {"user_id": 3},
        {"user_id": 4, "allocated_processors": 1},
        {"user_id": 4},
        {},
        header=CLEANED,
    )
    filters = known_logs.published(Log(raw))
    assert [(str(one), one.removed, int(one.jobs(Log(raw)).sum())) for one in filters] == [
        ("user=3 and job>=2 and job<=4", 2, 2),
        ("job<=1", 1, 1),
        ("user=4 and proc=1 and app=1", 1, 1),
    ]
    assert lines(raw, "published_filter") == [1, 2, 3, 6]
    assert workload(raw, leave_out="published_filter").jobs.job_id.tolist() == [4, 5, 7, 8]
    cleaned = log({"job_id": 5}, {"job_id": 8}, header=CLEANED)
    assert sentences(cleaned)["published_filter"] == (
        "This is a log of the Parallel Workloads Archive, cleaned: the archive removed 4 jobs (user=3 and job>=2 and "
        "job<=4: 2; job<=1: 1; user=4 and proc=1 and app=1: 1)."
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(3 jobs removed)",
        "user=3 or job<4 (3 jobs removed)",
        "who=3 (3 jobs removed)",
        "user=3 and (3 jobs",
        "(" * 5_000,
        "user=1 and " * 2_000,
        "user=" + "9" * 4_000 + " (1 jobs removed)",
        "u" * 300_000,
        "user" + " " * 300_000 + "x (1 jobs removed)",
    ],
)
def test_what_is_no_filter_names_no_jobs(text):
    filters = known_logs.filters(text)
    assert all(not one.conditions and str(one) == "a filter that is not understood" for one in filters)
    assert not any(one.jobs(Log(log({}, {"user_id": 3}))).any() for one in filters)
    assert sum(one.removed for one in filters) == sum(map(int, re.findall(r"\((\d+) jobs? removed\)", text)))


# The numbers of jobs are those of the headers of LLNL Atlas and Curie; of the conditions one is on submit times.
@pytest.mark.parametrize(
    ("removed", "total"),
    [((1_434, 2_038, 887, 709, 6_783, 4_703), 16_554), ((272_392, 28_878, 118_014, 37_905, 3_123), 460_312)],
)
def test_filters_on_submit_times_count_and_are_left_out_of_a_raw_log(removed, total):
    first, *rest = removed
    listed = [f"submit<100 ({first} jobs removed)", *(f"user={at} ({n} jobs removed)" for at, n in enumerate(rest, 50))]
    header = CLEANED.split(";         user")[0] + "".join(f";         {one}\n" for one in listed)
    assert sum(int(one) for one in re.findall(r"\((\d+) jobs", header)) == total
    cleaned = log({"submit": 100}, {"submit": 300}, header=header)
    assert f"the archive removed {total:,} jobs (submit<100: {first:,}; " in sentences(cleaned)["published_filter"]
    raw = log({"submit": 5}, {"submit": 99}, {"submit": 100}, {"submit": 300, "user_id": 51}, header=header)
    assert workload(raw, leave_out="published_filter").jobs.submit.tolist() == [100.0]


def test_a_filter_that_does_not_read_is_counted_all_the_same():
    header = CLEANED.replace("job<=1 (1 jobs", "weather=3 (7 jobs")
    said = sentences(log({"job_id": 5}, header=header))["published_filter"]
    assert "the archive removed 10 jobs" in said and "a filter that is not understood: 7" in said


@pytest.mark.parametrize(
    "line", ["; Note: a" + " " * 500_000 + "b", ";" * 500_000, "; " + "word " * 100_000, "; Note: " + "x" * 500_000]
)
def test_a_header_as_long_as_it_likes_is_read(line):
    trace = log({}, header=f"; MaxProcs: 64\n{line}\n")
    assert all(len(remark) <= 10_000 for remark in Log(trace).remarks)
    assert len(sentences(trace).get("header_notes", "")) < 700


def header_of(one: known_logs.KnownLog) -> str:
    return f"; Computer: {one.computer.title()}\n; Installation: {one.installation.title()}\n; MaxJobs: {one.jobs}\n; MaxProcs: 64\n"


@every_case("one", known_logs.LOGS)
def test_a_log_of_the_archive_is_recognized_by_its_header(one):
    assert known_logs.recognized(Log(log({}, header=header_of(one)))) == one
    other = header_of(one).replace(str(one.jobs), str(one.jobs + 1))
    assert known_logs.recognized(Log(log({}, header=other))) is None
    assert all(filter.removed > 0 for filter in known_logs.filters(one.filters))
    assert len(known_logs.filters(one.filters)) == one.filters.count("removed")


# --- leaving out -------------------------------------------------------------------------------------------------------


def test_jobs_left_out_are_noted_and_the_options_are_canonical():
    trace = log({}, {"job_id": 1}, {"runtime": 300}, {"runtime": 0})
    work = workload(trace, WorkloadOptions(leave_out=" ran_past_request,duplicate_ids,ran_past_request"))
    assert work.options["leave_out"] == "duplicate_ids,ran_past_request" and work.jobs.line.tolist() == [2]
    texts = {note.rule: (note.text, note.lines) for note in work.notes}
    assert texts["left_out_duplicate_ids"] == (
        "1 job of the file of the finding 'Duplicate job numbers' left out.",
        (3,),
    )
    assert texts["left_out_ran_past_request"] == (
        "1 job of the file of the finding 'Ran past the request' left out.",
        (4,),
    )


def test_an_exported_log_says_whose_jobs_are_left_out():
    trace = log({}, {"runtime": 300}, {})
    work = workload(trace, leave_out="ran_past_request")
    text = swf.write_schedule(trace, work, simulate(work, "fcfs")).decode()
    assert (
        "Jobs of these findings are left out: ran_past_request.\n" in text
        and len(swf.read(text.encode(), "again.swf")) == 2
    )


def test_options_at_their_default_say_nothing_of_leaving_out():
    work = workload(log({}, {}))
    assert "leave_out" not in work.options and "leave_out" not in WorkloadOptions().as_json()


def test_jobs_that_another_option_leaves_out_stand_in_that_one_only():
    trace = log({}, {"status": 5, "allocated_processors": -1})
    plain, named = workload(trace), workload(trace, leave_out="never_allocated,no_runtime")
    assert named.hash == plain.hash and named.options == plain.options
    with pytest.raises(WorkloadError, match="unallocated keep keeps these jobs"):
        workload(trace, leave_out="never_allocated", unallocated="keep")


def test_what_cannot_be_left_out_is_refused_in_a_sentence():
    with pytest.raises(WorkloadError, match="header_notes is of the log as a whole"):
        workload(log({}), leave_out="header_notes")
    with pytest.raises(UnknownKey, match="did you mean flurries"):
        workload(log({}), leave_out="flurrys")
    with pytest.raises(WorkloadError, match="None of the 2 jobs of this trace can be simulated"):
        workload(log({"runtime": 300}, {"runtime": 300}), leave_out="ran_past_request")


@pytest.mark.parametrize("key", leavable())
def test_a_finding_the_log_does_not_have_leaves_out_nothing(key):
    trace = log({}, {}, {})
    assert workload(trace, leave_out=key).hash == workload(trace).hash


# --- against naive twins, on logs full of odd values ---------------------------------------------------------------------


def odd(seed: int) -> Trace:
    """A random log: unknown, negative, equal, fractional and absurd values in every column that a finding looks at."""
    random = np.random.Generator(np.random.PCG64(seed))
    n = int(random.integers(1, 250))

    def some(*values: float) -> np.ndarray:
        return np.array(values, float)[random.integers(0, len(values), n)]

    columns = {name: np.full(n, -1.0) for name in SWF} | {
        "job_id": some(*range(1, max(2, n * 2 // 3 * 2))),
        "submit": some(-1, 0, 0, *random.integers(0, 40 * 86_400, 30).tolist()),
        "wait": some(-1, 0, 5, 3_600, 1e6) if seed % 3 else some(-1),
        "runtime": some(-1, 0, 1, 59, 60, 61, 100.5, 86_400, 1e7),
        "allocated_processors": some(-1, 0, 1, 2, 4, 4.5, 64) if seed % 5 else some(-1, 0, 4, 8),
        "requested_processors": some(-1, 0, 1, 2, 64),
        "requested_time": some(-1, 0, 1, 60, 120, 2**31, 100.25),
        "status": some(-1, 0, 1, 5, 5, 2),
        "user_id": some(-1, 0, 1, 1, 1, 7, 2.0**40),
    }
    return Trace("odd", columns, np.arange(1, n + 1))


@every_case("seed", range(200))
def test_masks_agree_with_naive_twins_on_odd_logs(seed):
    trace = odd(seed)
    diagnoses = diagnose(trace, 64)
    expected = naive.masks(trace)
    named = {one.finding.key: one.evidence.jobs.tolist() for one in diagnoses if one.evidence.jobs is not None}
    assert named == {key: mask for key, mask in expected.items() if any(mask)}
    told = {one.finding.key: one.evidence.sentence for one in diagnoses}
    peak = naive.most_at_once(trace)
    assert (f" {peak:,} of 64 processors" in told.get("peak_above_machine", "")) == (peak > 64)
    if "node_granularity" in told:
        assert f"multiples of {naive.granularity(trace):,} processors" in told["node_granularity"]


# --- real logs, counted by pandas ----------------------------------------------------------------------------------------


def frame(content: bytes) -> pandas.DataFrame:
    text = gzip.decompress(content).decode()
    rows = [line.split()[:18] for line in text.splitlines() if line.strip() and not line.lstrip().startswith(";")]
    return pandas.DataFrame(rows, columns=list(SWF), dtype=float)


def counts(table: pandas.DataFrame) -> dict[str, int]:
    """Findings by their rules, as pandas counts them."""
    size = table.allocated_processors.where(table.allocated_processors > 0, table.requested_processors)
    usable = (table.runtime > 0) & (size > 0) & (table.submit >= 0)
    over = (table.runtime - table.requested_time)[usable & (table.requested_time > 0)]
    submit = table.submit[table.submit >= 0]
    made = {
        "no_runtime": (table.runtime <= 0).sum(),
        "no_processors": ((table.runtime > 0) & (size <= 0)).sum(),
        "no_submit_time": (table.submit < 0).sum(),
        "killed_at_limit": over.between(0, 60).sum(),
        "ran_past_request": (over > 0).sum(),
        "cancelled_before_start": (table.status.eq(5) & (table.runtime <= 0)).sum(),
        "never_allocated": (table.status.eq(5) & usable & (table.allocated_processors <= 0)).sum()
        if (table.allocated_processors > 0).any()
        else 0,
        "no_requested_time": (usable & (table.requested_time <= 0)).sum(),
        "duplicate_ids": table.job_id.duplicated().sum(),
        "clock_jumps": (submit.diff() < 0).sum(),
    }
    known = table[(table.submit >= 0) & (table.user_id >= 0)]
    week = (known.submit - known.submit.min()) // 604_800
    of_user = known.groupby([week, known.user_id]).user_id.transform("size")
    made["flurries"] = (of_user > max(week.value_counts().median(), 99)).sum()
    return {key: int(count) for key, count in made.items() if count}


KNOWN = {  # of the index of these logs, and of the archive
    "KTH-SP2-1996-2.swf.gz": {"no_runtime": 8, "ran_past_request": 475, "published_filter": 14},
    "KTH-SP2-1996-2.1-cln.swf.gz": {"no_runtime": 8, "ran_past_request": 475},
    "SDSC-BLUE-2000-4.2-cln.swf.gz": {"no_runtime": 10_770, "ran_past_request": 23_434, "never_allocated": 8_899},
    "NASA-iPSC-1993-3.1-cln.swf.gz": {"no_runtime": 173, "no_requested_time": 18_066},
    "LLNL-Thunder-2007-1.1-cln.swf.gz": {"no_runtime": 7_426, "no_submit_time": 1_190, "ran_past_request": 1_101},
}
PEAKS = {
    "KTH-SP2-1996-2.swf.gz": "holds 104 of 100 processors.",
    "NASA-iPSC-1993-3.1-cln.swf.gz": "holds 176 of 128 processors.",
    "SDSC-BLUE-2000-4.2-cln.swf.gz": "holds 2,944 of 1,152 processors; 1,544 without the jobs that never had any.",
}


@pytest.mark.parametrize("name", KNOWN)
def test_counts_of_real_logs_are_those_of_pandas(name, real_log):
    content = real_log(name).read_bytes()
    trace = swf.read(content, name)
    diagnoses = {one.finding.key: one for one in diagnose(trace, trace.number("MaxProcs") or 0)}
    expected = counts(frame(content))
    sizes = {key: one.size for key, one in diagnoses.items() if one.size}
    assert {key: sizes.get(key, 0) for key in expected} == expected and KNOWN[name].items() <= sizes.items()
    assert not set(sizes) - set(expected) - {"published_filter", "one_user", "waits_not_recorded"}
    if name in PEAKS:
        assert PEAKS[name] in diagnoses["peak_above_machine"].evidence.sentence


def test_the_archives_filter_makes_the_cleaned_kth_log_of_the_raw_one(real_log):
    raw, cleaned = (
        swf.read(real_log(name).read_bytes(), "KTH")
        for name in ("KTH-SP2-1996-2.swf.gz", "KTH-SP2-1996-2.1-cln.swf.gz")
    )
    made, published = workload(raw, leave_out="published_filter"), workload(cleaned)
    assert len(made) == 28_467
    for name in ("job_id", "submit", "runtime", "processors", "requested_time", "user_id"):
        assert np.array_equal(made.jobs.columns[name], published.jobs.columns[name]), name
