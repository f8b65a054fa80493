"""Filters of a log: which jobs they take, agreed with a twin written from the documentation; hostile texts."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler.columns import SWF
from scheduler.errors import ParamError, QueryError, WorkloadError
from scheduler.formats import swf
from scheduler.model.trace import Platform, Trace
from scheduler.model.workload_options import OPTIONS, WorkloadOptions
from scheduler.preparation.build import workload
from scheduler.preparation.filters import filtered
from scheduler.query.fields import FIELDS, LOG
from scheduler.query.grammar import LONGEST, text_of
from tests.cases.every_case import every_case
from tests.cases.width import width
from tests.query import filter_twin

START = datetime(2012, 5, 28, 22, 0)  # of the log, a Monday, UTC
NAMES = {"user_id": ("alice", "bob", "Carla de Vries", "37x"), "partition": ("gpu", "cpu"), "queue": ("short", "long")}
OF_TWIN = {"user": "user_id", "partition": "partition", "queue": "queue"}


def log(rows=60, seed=3, header="; MaxProcs: 64\n; UnixStartTime: 1338242400\n; TimeZoneString: UTC\n") -> Trace:
    """A log with a bit of everything, missing values included."""
    random = np.random.default_rng(seed)
    columns = {name: np.full(rows, -1) for name in SWF}
    columns |= {
        "job_id": np.arange(1, rows + 1),
        "submit": np.sort(random.integers(0, 12 * 86_400, rows)),
        "wait": random.choice([-1, 0, 60, 7_200], rows),
        "runtime": random.choice([-1, 0, 30, 3_600, 90_000], rows),
        "allocated_processors": random.choice([-1, 1, 8, 64], rows),
        "requested_processors": random.choice([-1, 1, 4, 16], rows),
        "requested_time": random.choice([-1, 60, 3_600, 86_400], rows),
        "status": random.integers(0, 6, rows),
        "user_id": random.choice([-1, 1, 2, 3, 4], rows),
        "queue": random.choice([-1, 1, 2], rows),
        "partition": random.choice([1, 2], rows),
        "requested_memory": random.choice([-1, 512, 4 * 2**20], rows),
    }
    text = header + "".join(" ".join(str(columns[name][row]) for name in SWF) + "\n" for row in range(rows))
    return replace(swf.read(text.encode(), "made.swf"), names=NAMES)


LOG_MADE = log()
PLATFORM = Platform(64, start_time=1_338_242_400, time_zone="UTC")


def told(value, least=0):
    return None if value < least else float(value)


def rows_of(trace):
    """The lines as the documentation tells of them."""
    made = []
    for row in range(len(trace)):
        at = {name: float(trace.columns[name][row]) for name in SWF}
        size = at["requested_processors"] if at["requested_processors"] > 0 else at["allocated_processors"]
        run, wait = told(at["runtime"]), told(at["wait"])
        made.append(
            {
                "job": at["job_id"],
                "user": told(at["user_id"]),
                "queue": told(at["queue"]),
                "partition": told(at["partition"]),
                "processors": told(size, 1),
                "runtime": run,
                "wait": wait,
                "requested_time": told(at["requested_time"], 1),
                "submit": at["submit"],
                "status": told(at["status"]),
                "requested_memory": told(at["requested_memory"]),
                "start": None if wait is None else at["submit"] + wait,
                "stretch": None if wait is None or not run else (wait + run) / run,
            }
        )
    return with_times(made)


def with_times(rows):
    """Hour, day, gap, burst and time since an end of every line, job by job; the lines are in the order of submission."""
    for number, row in enumerate(rows):
        at = START + timedelta(seconds=row["submit"])
        row |= {
            "hour": float(at.hour),
            "weekday": float(at.isoweekday()),
            "burst": None,
            "since_end": None,
            "campaign_jobs": None,
            "gap": row["submit"] - rows[number - 1]["submit"] if number else None,
        }
        asked, run = row["requested_time"], row["runtime"]
        row["used_time"] = None if asked is None or run is None else run / asked
    for user in {row["user"] for row in rows} - {None}:
        own = [row for row in rows if row["user"] == user]
        for before, row in pairwise(own):
            if before["start"] is not None and before["runtime"] is not None:
                row["since_end"] = row["submit"] - before["start"] - before["runtime"]
        bursts = [[own[0]]]
        for before, row in pairwise(own):
            if row["submit"] - before["submit"] <= 120:
                bursts[-1].append(row)
            else:
                bursts.append([row])
        for burst in bursts:
            for row in burst:
                row["burst"] = float(len(burst))
        for campaign in campaigns_of([row for row in own if row["runtime"]]):
            for row in campaign:
                row["campaign_jobs"] = float(len(campaign))
    return rows


def campaigns_of(own):
    """Jobs of one user that ran, in campaigns: one goes on for 30 min, and as long as work of it goes on."""
    campaigns, ends = [], []
    for row in own:
        if campaigns and (row["submit"] <= campaigns[-1][0]["submit"] + 1_800 or row["submit"] < max(ends)):
            campaigns[-1].append(row)
        else:
            campaigns.append([row])
        ends.append(row["submit"] + (row["wait"] or 0) + row["runtime"])
    return campaigns


ROWS = rows_of(LOG_MADE)


def both(asked):
    """Rows the program takes, rows the twin takes."""
    names = {field: NAMES[column] for field, column in OF_TWIN.items()}
    return (
        np.flatnonzero(filtered(LOG_MADE, asked, "requested", PLATFORM).met).tolist(),
        filter_twin.keep(ROWS, asked, names, START),
    )


@every_case(
    "asked",
    [
        "user=1",
        "user!=1",
        "not user=1",
        "user=1,2",
        "user!=1,2",
        "not (user=1 or queue=2)",
        "user=alice",
        "user='Carla de Vries',bob",
        "user='37x'",
        "user=ALICE",
        "partition=gpu processors>=4",
        "size>=4 requested>1min",
        "queue=unknown",
        "queue!=unknown",
        "not queue=unknown",
        "queue=1,unknown",
        "queue!=1,unknown",
        "runtime>=1h wait=0",
        "runtime=0 or runtime>1d",
        "wait>1h, processors=4,16",
        "status=1 and runtime>=1h or status=5",
        "stretch>=2",
        "(user=1 or user=2) (queue=1 or runtime<1h)",
        "not (user=1 (queue=1 or runtime<1h))",
        "not not user=1",
        "submit>=2012-06-01",
        "submit<=2012-06-01",
        "submit>2012-06-01",
        "submit<2012-06-01",
        "submit=2012-06-01",
        "submit!=2012-06-01",
        "submit>=2012-06-01T14:00",
        "submit>='2012-06-01 14:00' submit<2012-06-03",
        "not submit<=2012-06-01",
        "start>=2012-06-01",
        "requested_memory>=1GB",
        "requested_memory=512kB",
        "submit>=1wk",
        "submit>=1w",
        "submit>=2d4h30min submit<9d",
        "user=1,bob processors=1",
        "requested_time=1h,1d",
        "account=unknown or qos=long",
        "hour>=8 hour<18 weekday<=5",
        "weekday=6,7 or hour=0",
        "gap<1h",
        "gap>=1d or burst>=2",
        "since_end<0",
        "since_end>=0 since_end<4d",
        "used_time>=0.5 used_time<=1",
        "used_time>1",
        "since_end=unknown",
        "campaign_jobs=1",
        "campaign_jobs>=2 campaign_jobs<=4",
        "campaign_jobs=unknown",
    ],
)
def test_the_twin_takes_the_same_jobs(asked):
    if "account" in asked:
        ROWS_WITH = [row | {"group": None} for row in ROWS]
        names = {field: NAMES[column] for field, column in OF_TWIN.items()}
        taken = np.flatnonzero(filtered(LOG_MADE, asked, "requested", PLATFORM).met).tolist()
        assert taken == filter_twin.keep(ROWS_WITH, asked, names, START)
        return
    taken, wanted = both(asked)
    assert taken == wanted and len(taken) < len(ROWS)


CONDITIONS = st.one_of(
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["user", "queue", "partition", "status", "job"]),
        st.sampled_from(["=", "!="]),
        st.lists(st.integers(0, 5), min_size=1, max_size=3).map(lambda many: ",".join(map(str, many))),
    ),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(["runtime", "wait", "requested_time", "submit"]),
        st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
        st.sampled_from(["0", "1min", "1h", "2h", "1d1h", "90000"]),
    ),
    st.builds(
        "submit{}{}".format,
        st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
        st.sampled_from(["2012-05-30", "2012-06-01", "2012-06-05T00:00"]),
    ),
    st.sampled_from(["user=alice", "user!=bob,alice", "queue=unknown", "queue!=unknown", "queue=long"]),
)
FILTERS = st.recursive(
    CONDITIONS,
    lambda inner: st.one_of(
        st.builds("not ({})".format, inner),
        st.builds("({} or {})".format, inner, inner),
        st.builds("{} {}".format, inner, inner),
        st.builds("({} and not ({}))".format, inner, inner),
    ),
    max_leaves=6,
)


@settings(max_examples=width(37, 150))
@given(FILTERS)
def test_the_twin_agrees_on_any_filter_and_on_its_normal_form(asked):
    taken, wanted = both(asked)
    assert taken == wanted
    normal = text_of(asked)
    assert text_of(normal) == normal and "not" not in normal.split()
    assert both(normal) == (wanted, wanted)


# --- hostile ---------------------------------------------------------------------------------------------------------

PIECES = [
    "(",
    ")",
    "not ",
    "or ",
    "and ",
    ",",
    "=",
    ">=",
    "!=",
    "user",
    "submit",
    "'",
    '"',
    "2012-99-99",
    "1e999",
    "9" * 40,
    "\x00",
    "\u202e",
    "😀",
    "processors",
    "1d",
    "-",
    "unknown",
    "__class__",
    "<script>",
    "{0}",
    "%s",
    "\\",
    "\n",
    "٣",
    "x" * 60,
]


def hostile(count=300):
    random = np.random.default_rng(21)
    fixed = [
        "(" * 399,
        "not " * 90,
        "user=" + "1," * 190,
        "a" * 400,
        "user=1 or " * 39,
        "((((((((((user=1))))))))))",
        "9" * 400,
        "submit>=" + "1d" * 190,
        "submit>=9" * 40,
        "user='" + "a" * 390,
        "not (" * 60 + "user=1" + ")" * 60,
        "wait>" + "0:" * 190,
        "x" * 10_000,
        "submit>=" + "9" * 350 + ":00",
        "user" + " " * 390,
        "," * 400,
    ]
    return fixed + ["".join(random.choice(PIECES, int(random.integers(1, 30)))) for _ in range(count - len(fixed))]


def test_hostile_filters_end_in_a_sentence_within_a_tenth_of_a_second():
    texts = hostile()
    slowest, read = 0.0, 0
    for asked in texts:
        before = time.thread_time()  # other threads of this process may be compiling
        try:
            filtered(LOG_MADE, asked, "requested", PLATFORM)
            read += 1
        except QueryError as error:
            assert str(error)[-1] in ".?" and str(error).isprintable() and len(str(error)) < 600
        slowest = max(slowest, time.thread_time() - before)
    assert len(texts) == 300 and read < 60 and slowest < 0.1


@given(st.text(max_size=120))
def test_any_text_reads_and_reads_back_or_gets_a_sentence(asked):
    try:
        normal = text_of(asked)
    except QueryError as error:
        assert str(error).endswith((".", "?"))
    else:
        assert text_of(normal) == normal


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("usr=1", "Found 'usr=1' at character 1; wanted: a field. Did you mean user?"),
        ("user=dora", "This log has no user 'dora'; it has alice, bob, Carla de Vries, 37x."),
        ("user=alise", "This log has no user 'alise'; did you mean alice?"),
        (
            "group=physics",
            "This log tells no names for group, only numbers; 'physics' is none. Ask for a number, such as group=1.",
        ),
        ("gpus>=1", "made.swf does not tell gpus (GPUs it was given); leave that condition out."),
        (
            "campaign=1",
            "Found 'campaign=1' at character 1; wanted: a field that a filter knows; campaign can only be asked for "
            "in a search in a run.",
        ),
        ("queue>=short", "Found 'short' at character 8; wanted: a whole number after queue."),
        ("x" * (LONGEST + 1), f"The filter has {LONGEST + 1} characters; wanted: at most {LONGEST}."),
        ("user=1 or", 'Found the end of the filter; wanted: a condition after "or".'),
        ("user=1 )", "Found ')' at character 8; wanted: an end, or an opening bracket before this one."),
    ],
)
def test_what_is_wrong_is_said(asked, sentence):
    with pytest.raises(QueryError) as error:
        filtered(LOG_MADE, asked, "requested", PLATFORM)
    assert str(error.value) == sentence


def test_a_date_needs_a_log_that_tells_when_it_starts():
    with pytest.raises(QueryError, match="2012-06-01 is a date, and this log does not tell when it starts"):
        filtered(LOG_MADE, "submit>=2012-06-01", "requested", Platform(64))


def test_dates_are_on_the_clock_of_the_log():
    berlin = replace(PLATFORM, time_zone="Europe/Berlin")  # two hours ahead: second 0 is midnight there
    taken = filtered(LOG_MADE, "submit<2012-05-30", "requested", berlin).met
    assert (taken == (LOG_MADE.columns["submit"] < 86_400)).all()


# --- as an option of a workload --------------------------------------------------------------------------------------


def test_a_filtered_workload_has_the_jobs_and_says_how_many_are_left_out():
    whole, part = workload(LOG_MADE), workload(LOG_MADE, where="queue=1,2 size>=4")
    kept = [row for row in ROWS if row["queue"] is not None and (row["processors"] or 0) >= 4]
    usable = set(whole.jobs.job_id.tolist())
    assert part.jobs.job_id.tolist() == [int(row["job"]) for row in kept if int(row["job"]) in usable]
    assert part.options["where"] == "queue=1,2 processors>=4" and part.hash != whole.hash
    notes = {note.rule: note for note in part.notes}
    silent = sum(1 for row in ROWS if row["queue"] is None and int(row["job"]) in usable)
    assert notes["filtered"].count == len(whole) - len(part)
    assert notes["filtered"].text == (
        f"{len(whole) - len(part)} jobs of {len(whole)} do not meet the filter "
        "queue=1,2 processors>=4 and are left out."
    )
    assert notes["filter_unknown"].text == f"{silent} jobs do not tell their queue; they meet no condition on it."


def test_equal_filters_are_one_option_and_none_is_none():
    assert (
        WorkloadOptions(where=" user = 1  size>=4").where == WorkloadOptions(where="user 1 and processors >= 4").where
    )
    assert WorkloadOptions(where="").where is None and WorkloadOptions(where="  ").where is None
    assert "where" not in WorkloadOptions().as_json() and "where" not in WorkloadOptions().chosen()
    assert WorkloadOptions.of_record(WorkloadOptions(where="user=1").as_json()).where == "user 1"
    with pytest.raises(QueryError, match="Did you mean user"):
        WorkloadOptions(where="usr=1")
    with pytest.raises((ParamError, QueryError)):
        WorkloadOptions(where={"user": 1})
    assert OPTIONS["where"].type is str


def test_a_filter_that_leaves_nothing_says_so():
    with pytest.raises(
        WorkloadError,
        match=r"None of the \d+ jobs of this trace that can be simulated meets the filter group 1 "
        r"\(\d+ jobs do not tell their group\)",
    ):
        workload(LOG_MADE, where="group=1")
    with pytest.raises(WorkloadError, match=r"The filter 'user=dora' cannot be applied: This log has no user"):
        workload(LOG_MADE, where="user=dora")


def test_filter_then_window_then_first():
    part = workload(LOG_MADE, where="partition=gpu", begin=86_400, first=5)
    whole = workload(LOG_MADE)
    met = (whole.jobs.partition == 1) & (whole.jobs.submit >= 86_400)
    assert part.jobs.job_id.tolist() == whole.jobs.job_id[met][:5].tolist()


def test_weeks_are_those_of_the_whole_log():
    first = float(workload(LOG_MADE).jobs.submit[0])
    part = workload(LOG_MADE, where="submit>=8d", week=2)
    assert part.options["week_begin"] == pytest.approx(float(LOG_MADE.columns["submit"].min()) + 7 * 86_400)
    assert first <= part.options["week_begin"]


def test_every_field_of_a_log_can_be_asked_or_is_said_not_to_be_there():
    silent = set()
    for name, field in FIELDS.items():
        if LOG in field.of:
            try:
                filtered(LOG_MADE, f"{name}>=0", "requested", PLATFORM)
            except QueryError as error:
                assert f"does not tell {name}" in str(error)
                silent.add(name)
    assert silent == {"nodes", "gpus", "eligible", "state", "reason", "pieces", "cpu_need", "memory_need"}


@pytest.mark.parametrize(
    ("name", "asked", "jobs"),
    [  # counted with pandas over the lines
        ("KTH-SP2-1996-2.swf.gz", "requested_time>=4h processors>=64", None),
        ("KTH-SP2-1996-2.swf.gz", "submit>=1997-01-01", None),
        ("SDSC-BLUE-2000-4.2-cln.swf.gz", "status=5 allocated_processors=unknown runtime>0", 8_899),
        ("LLNL-Thunder-2007-1.1-cln.swf.gz", "requested_time=unknown", None),
    ],
)
def test_real_logs_agree_with_pandas(name, asked, jobs, real_log):
    import pandas as pd

    trace = swf.read(real_log(name).read_bytes(), name)
    frame = pd.DataFrame(dict(trace.columns))
    size = frame.requested_processors.where(frame.requested_processors > 0, frame.allocated_processors)
    start = pd.Timestamp(trace.number("UnixStartTime") or 0, unit="s", tz="UTC").tz_convert(
        trace.keys.get("TimeZoneString") or "UTC"
    )
    clock = start + pd.to_timedelta(frame.submit, unit="s")
    wanted = {
        "requested_time>=4h processors>=64": (frame.requested_time >= 14_400) & (size >= 64),
        "submit>=1997-01-01": (clock >= pd.Timestamp("1997-01-01", tz=start.tz)) & (frame.submit >= 0),
        "status=5 allocated_processors=unknown runtime>0": (frame.status == 5)
        & (frame.allocated_processors <= 0)
        & (frame.runtime > 0),
        "requested_time=unknown": frame.requested_time <= 0,
    }[asked]
    platform = Platform(
        1, start_time=trace.number("UnixStartTime") or 0, time_zone=trace.keys.get("TimeZoneString", "")
    )
    taken = filtered(trace, asked, "requested", platform).met
    assert (taken == wanted.to_numpy()).all() and taken.any() and jobs in (None, int(taken.sum()))
