"""The pages without a browser: pure functions, the routes of the server, and the main job from file to facts."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from dash.development.base_component import Component
from flask.testing import FlaskClient

from layouts import ids
from layouts import site as entry
from layouts.frame import shell
from layouts.frame.callbacks import Services, load_spec, run_spec, start
from layouts.frame.controls import cell_text, form_for, read_form, spoken, table
from layouts.gantt import picture_routes
from layouts.pages.compare import compare_page as compare
from layouts.pages.compare.gantts import gantt_panel, job_window
from layouts.pages.compare.job_panel import drawer, reasons
from layouts.pages.compare.runs import add_run, coming_runs, missing_runs, run_list
from layouts.pages.compare.sweeps import sweep_list
from layouts.pages.compare.table import change, metrics_table
from layouts.pages.compare.tabs import all_tabs
from layouts.pages.compare.views import view_list
from layouts.pages.glossary import glossary_page as glossary
from layouts.pages.workload import body as workload_body
from layouts.pages.workload import log_notes, pictures, suitable_policies
from layouts.pages.workload import workload_page as workload
from layouts.server import web
from layouts.state import link
from layouts.state.link import Link
from layouts.state.view import FinishedRun, View
from layouts.words import caveats
from layouts.workload_plots import all_workload_plots
from scheduler.audit.schedule import audit
from scheduler.errors import InputError, ParamError
from scheduler.formats import all_formats
from scheduler.metrics import all_metrics
from scheduler.model.calendars import calendar_between
from scheduler.model.notes import Note
from scheduler.model.table import Table
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.preparation.build import workload as made_of
from scheduler.preparation.repairs import RULES
from scheduler.results import folders, uploads
from scheduler.results.limits import Limits
from scheduler.results.queue.runs import Runs, Status
from scheduler.results.store import Store
from scheduler.simulate import simulate
from tests.cases import callbacks
from tests.cases.small_log import is_one_sentence

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_traces"
FIVE = "five-jobs.swf"
CAMPAIGNS = "ostrich-appendix.swf"


def sample(name: str = FIVE, **options: Any) -> Workload:
    return made_of(all_formats()["swf"].read((SAMPLES / name).read_bytes(), name), **options)


def run(jobs: Workload, policy: str, index: int = 0, **record: Any) -> FinishedRun:
    return FinishedRun(
        f"{index}" * 24, policy.upper(), index, simulate(jobs, policy), {"policy": policy, "metrics": {}} | record
    )


def texts(part: Any) -> str:
    """All text below a component."""
    if part is None or isinstance(part, bool):
        return ""
    if isinstance(part, str | int | float):
        return str(part)
    if isinstance(part, list | tuple):
        return " ".join(texts(child) for child in part)
    return " ".join(texts(getattr(part, name, None)) for name in ("children", "label", "data", "title"))


def components(part: Any, kind: str) -> list[Component]:
    """Every component of that class below a component."""
    if isinstance(part, list | tuple):
        return [found for child in part for found in components(child, kind)]
    if not isinstance(part, Component):
        return []
    return [part] * (type(part).__name__ == kind) + components(getattr(part, "children", None), kind)


# -- the address


def test_a_link_says_again_what_was_written():
    full = Link(
        "a" * 24,
        "",
        ("b" * 24, "c" * 24),
        1,
        7,
        0.0,
        3600.5,
        2.0,
        4.0,
        rows="users",
        color="change",
        beside="overlay",
        only="wait>1d user 37",
        shared=False,
        r0=10.0,
        r1=20.5,
        q0=1.0,
        q1=3.0,
    )
    assert link.read(link.write(full)) == full
    assert full.look == {
        "rows": "users",
        "color": "change",
        "beside": "overlay",
        "only": "wait>1d user 37",
        "shared": False,
    }
    assert full.range == {"r0": 10.0, "r1": 20.5, "q0": 1.0, "q1": 3.0}
    assert link.write(Link()) == ""


@pytest.mark.parametrize(
    "search", ["?runs=../../etc/passwd", "?runs=<script>", "?w=..%2F..%2Fsecret", "?load=%00", "?runs=" + "A" * 24]
)
def test_what_is_no_key_is_named_and_left_out(search):
    asked = link.read(search)
    assert asked.bad and not asked.runs and not asked.workload and not asked.load


def test_numbers_of_a_link_are_finite_or_left_out():
    asked = link.read("?t0=nan&t1=inf&p0=1e400&p1=x&job=-1&base=9")
    assert (asked.t0, asked.t1, asked.p0, asked.p1, asked.job, asked.baseline) == (None, None, None, None, None, 0)
    assert link.read("?t0=10&t1=5").window is None
    assert link.read("?t0=5&t1=10").window == {"t0": 5.0, "t1": 10.0}


def test_times_of_a_link_may_be_typed_as_dates_and_lengths():
    clock = calendar_between(1_338_242_400, "UTC", 10**6)  # second 0 is 28 May 2012 22:00
    search = "?t0=2012-06-01&t1=2012-06-02 12:00&r0=2d4h&r1=1wk&plan=36h"
    asked = link.read(search, clock)
    assert asked.window == {"t0": 266_400.0, "t1": 396_000.0} and asked.dates == ()
    assert asked.range == {"r0": 187_200.0, "r1": 604_800.0} and asked.plan == 129_600.0
    later = link.read(search)  # the log is not here yet
    assert later.window is None and dict(later.dates) == {"t0": "2012-06-01", "t1": "2012-06-02 12:00"}
    assert later.range == asked.range and link.read(link.write(later), clock) == asked
    assert link.read("?t0=2012-13-45&t1=noon").dates == ()


@pytest.mark.parametrize(
    "sent",
    [
        None,
        7,
        ["users"],
        {"rows": "pixels", "color": 3, "beside": None, "only": ["x"], "shared": "yes"},
        {"rows": "processors", "color": "", "only": "   "},
        {"only": "x" * 500},
        {"only": "a\nb"},
    ],
)
def test_a_look_from_a_browser_is_checked(sent):
    assert link.look(sent) == {}


@pytest.mark.parametrize(
    "sent, wanted",
    [
        (None, None),
        ([1, 2], None),
        ({"r0": 5}, None),
        ({"r0": 5, "r1": 5}, None),
        ({"r0": 5, "r1": float("nan")}, None),
        ({"r0": True, "r1": 2}, None),
        ({"r0": 1, "r1": 2, "q0": 3}, {"r0": 1, "r1": 2}),
        ({"r0": 1, "r1": 2, "q0": 3, "q1": 3}, {"r0": 1, "r1": 2}),
        ({"r0": 1, "r1": 2, "q0": 3, "q1": 4, "x": 9}, {"r0": 1, "r1": 2, "q0": 3, "q1": 4}),
    ],
)
def test_a_range_from_a_browser_is_checked(sent, wanted):
    assert link.span(sent) == wanted


def test_at_most_six_runs_and_each_once():
    keys = [f"{i:024x}" for i in range(8)]
    assert link.read("?runs=" + ",".join([keys[0], *keys])).runs == tuple(keys[:6])


# -- forms

PARAMS = (
    Param("jobs", 10, 1, 100, "jobs", "how many"),
    Param("share", 0.5, 0, 1),
    Param("wide", False),
    Param("kind", "a", choices=("a", "b")),
    Param("limit", None, 1, kind=int),
    Param("name", "x"),
)


def test_a_form_has_one_labelled_input_per_parameter():
    inputs = form_for(PARAMS, "f", {"jobs": 20})
    assert [type(made).__name__ for made in inputs] == [
        "NumberInput",
        "NumberInput",
        "Switch",
        "Select",
        "NumberInput",
        "TextInput",
    ]
    assert [made.id["name"] for made in inputs] == [param.name for param in PARAMS]
    assert inputs[0].value == 20 and inputs[0].label == "jobs" and inputs[0].description == "how many; 1 to 100"


def test_a_form_reads_back_checked():
    found = [{"name": name} for name in ("jobs", "share", "wide", "limit")]
    read = read_form(PARAMS, found, ["30", 0.25, None, ""], [None, None, True, None])
    assert read == {"jobs": 30, "share": 0.25, "wide": True, "kind": "a", "limit": None, "name": "x"}
    with pytest.raises(ParamError, match="jobs = 1000"):
        read_form(PARAMS, [{"name": "jobs"}], [1000], [None])
    with pytest.raises(ParamError, match="no parameter"):
        read_form(PARAMS, [{"name": "jbos"}], [1], [None])


def test_a_form_that_is_still_that_of_another_choice_says_nothing():
    """A policy was chosen and the button pressed before its form came."""
    inputs = form_for(PARAMS, "policy", {"jobs": 20}, of="easy")
    ids_of_fields, values = [field.id for field in inputs], [getattr(field, "value", None) for field in inputs]
    switches = [getattr(field, "checked", None) for field in inputs]
    assert read_form(PARAMS, ids_of_fields, values, switches, of="easy")["jobs"] == 20
    assert read_form(PARAMS, ids_of_fields, values, switches, of="easy_stretched") == read_form(PARAMS, [], [], [])
    assert read_form((), ids_of_fields, values, switches, of="file_aging") == {}
    with pytest.raises(ParamError, match="no parameter"):
        read_form(PARAMS[1:], ids_of_fields, values, switches, of="easy")


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "—"), (float("nan"), "—"), (True, "yes"), (28489, "28 489"), (3.0, "3"), (0.12345, "0.1234"), ("a", "a")],
)
def test_cells(value, text):
    assert cell_text(value).replace("\u202f", " ") in (text, text.replace("0.1234", "0.1235"))


def test_a_table_is_one_component_and_a_figure_names_itself():
    made = table([{"a": 1, "b": None}, {"a": 2, "c": "x"}], "All")
    assert made.data == {"head": ["a", "b", "c"], "body": [["1", "—", "—"], ["2", "—", "x"]], "caption": "All"}
    figure = spoken("Title", "Why?", ["Because."], "body", [{"a": 1}], "f")
    assert getattr(figure, "aria-labelledby") == "figure-f" and "Because." in texts(figure)


# -- guards


def recorded(submit: list[float], runtime: list[float], waits: list[float], m: int = 1, **options: Any) -> Workload:
    n = len(submit)
    other = {name: np.full(n, -1) for name in ("group", "queue", "partition", "campaign")}
    jobs = Table.of(
        "jobs",
        line=np.arange(1, n + 1),
        job_id=np.arange(1, n + 1),
        submit=submit,
        runtime=runtime,
        requested_time=runtime,
        processors=np.ones(n),
        user=np.arange(n) % 2,
        user_id=np.arange(n) % 2,
        recorded_wait=waits,
        repaired=np.zeros(n),
        **other,
    )
    return Workload("made", Platform(m), jobs, options=options)


def test_guards_speak_only_where_they_apply():
    jobs = sample()
    runs = [run(jobs, "fcfs", 0), run(jobs, "easy", 1)]
    assert caveats.cut_work(jobs, runs) == [] and caveats.tie_noise(jobs, runs) == []
    assert caveats.beside_recorded(jobs, runs) == []
    assert [said.split(" knows")[0] for said in caveats.knows_runtimes(jobs, runs)] == [runs[1].name]
    assert "this workload's requested times are its runtimes" in caveats.knows_runtimes(jobs, runs)[0]
    guessed = sample("bad-estimates.swf")
    assert caveats.knows_runtimes(guessed, [run(guessed, "easy")]) == []
    assert "fixed" in caveats.arrivals(jobs, runs)[0]
    assert caveats.left_out_of_nuwt(jobs, runs) == [
        "5 users of 5 with a single job are left out of the NUWT mean and "
        "deviation; the longest wait of these users: 8 h 00 min under "
        f"{runs[0].name}, 8 h 00 min under {runs[1].name}."
    ]
    assert "chosen for drawing" in caveats.viewer_rows(jobs, runs)[0]
    assert "job 4 waits 8 h 00 min" in caveats.maximum(jobs, runs)[0]
    assert caveats.sentences_of(caveats.OF_RUNS, jobs, []) == []


def test_guards_of_options_and_load():
    jobs = recorded([0, 10, 20, 30], [9, 9, 9, 9], [0, 5, 5, 10], work_removed=0.031, estimates="exact")
    runs = [run(jobs, "fcfs"), run(jobs, "easy", 1)]
    assert "3.1 %" in caveats.cut_work(jobs, runs)[0]
    assert "true runtimes" in caveats.knows_runtimes(jobs, runs)[0]
    assert caveats.offered_load(jobs) == pytest.approx(36 / 30)
    assert "1.20" in caveats.overload(jobs, runs)[0] and caveats.set_by_arrivals(jobs, runs) == []
    light = recorded([0, 10, 200], [9, 9, 9], [-1, -1, -1])
    runs = [run(light, "fcfs"), run(light, "easy", 1)]
    assert caveats.overload(light, runs) == [] and "set by arrivals" in caveats.set_by_arrivals(light, runs)[0]
    assert caveats.longer_last_jobs(light, runs) == []


def test_a_run_that_outlives_the_arrivals_is_named_and_its_makespan_is_not_grey():
    jobs = recorded([0, 0, 20, 30, 60, 90], [9, 9, 9, 9, 9, 9], [-1] * 6)
    runs = [run(jobs, "fcfs"), run(jobs, "easy", 1)]
    late = replace(
        runs[0], schedule=replace(runs[0].schedule, placed=replace_starts(runs[0], [0, 40, 80, 120, 160, 200]))
    )
    assert caveats.arrivals_decide(jobs, runs) and not caveats.arrivals_decide(jobs, [late, runs[1]])
    assert caveats.longer_last_jobs(jobs, [late, runs[1]]) == [
        "FCFS cannot keep up: its queue outlives the arrivals by 1 min 50 s."
    ]
    assert caveats.set_by_arrivals(jobs, [late, runs[1]]) == []
    grey, black = (metrics_table.grey_class(pair)(all_metrics()["makespan"]) for pair in (runs, [late, runs[1]]))
    assert (grey, black) == ("qs-grey", "")
    assert metrics_table.grey_class([late])(all_metrics()["jobs"]) == "qs-grey"


def replace_starts(shown_run: FinishedRun, starts: list[float]) -> Table:
    placed = shown_run.schedule.placed
    columns = placed.columns | {"start": np.array(starts, float), "end": np.array(starts, float) + 9}
    return Table.of("placed", **columns)


def test_a_log_that_is_replayed_knows_nothing_and_may_hold_too_much():
    jobs = recorded([0, 0, 30], [10, 10, 10], [0, 5, 0])
    shown_run = run(jobs, "recorded")
    checked = replace(shown_run, schedule=replace(shown_run.schedule, certificate=audit(shown_run.schedule, False)))
    assert caveats.knows_runtimes(jobs, [checked]) == []
    assert caveats.replays(jobs, [checked, run(jobs, "fcfs", 1)]) == [
        "RECORDED replays the log's own starts; at its fullest it holds 2 of 1 processor, which no schedule here "
        "can, so it is not compared with the others."
    ]
    assert caveats.viewer_rows(jobs, [checked])[0].endswith("the log tells when a job starts, not where.")
    assert caveats.arrivals(jobs, [checked]) == [] != caveats.arrivals(jobs, [checked, run(jobs, "fcfs", 1)])
    exact = replace(jobs, options={"estimates": "exact"})
    assert caveats.knows_runtimes(exact, [checked]) == [] != caveats.knows_runtimes(exact, [run(jobs, "easy")])
    assert "1 of 8 checks reported" in run_list.audited(asdict(checked.schedule.certificate))
    assert run_list.audited({"checks": ["a"], "jobs": 3}) == "Audit passed: 1 check, 3 jobs"


def test_of_a_recorded_schedule_the_table_does_not_say_who_passed_whom():
    jobs = recorded([0, 1, 2], [10, 10, 10], [0, 20, 9], m=2)
    log, easy = run(jobs, "recorded", metrics={"backfilled": 293_378}), run(jobs, "easy", 1, metrics={"backfilled": 1})
    metric = all_metrics()["backfilled"]
    cells = [texts(metrics_table.metric_cell(metric, one, easy, "")).split("  ")[0].strip() for one in (log, easy)]
    assert cells == ["the log does not tell", "1 job"]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            ["estimate_missing"] * 3,
            ["EASY knows runtimes: the log has no requested times, so the runtimes were taken."],
        ),
        (
            ["estimate_missing", "overrun_extended", None],
            [
                "EASY knows the runtimes of 2 of 3 jobs, for which the log has no requested time or one that was exceeded.",
                "EASY knows runtimes: the other requested times are the runtimes.",
            ],
        ),
        ([None] * 3, ["EASY knows runtimes: this workload's requested times are its runtimes."]),
    ],
)
def test_requested_times_that_were_filled_in_are_not_called_the_logs(rules, words):
    jobs = recorded([0, 0, 30], [10, 10, 10], [0, 5, 0])
    marks = [RULES[rule] if rule else 0 for rule in rules]
    filled = replace(jobs, jobs=Table("jobs", jobs.jobs.columns | {"repaired": np.array(marks)}))
    assert (
        caveats.knows_runtimes(filled, [run(filled, "easy"), run(filled, "recorded", 1), run(filled, "fcfs", 2)])
        == words
    )


def test_close_means_are_called_tie_noise_equal_ones_are_not_and_recorded_waits_are_put_beside():
    jobs = recorded([0, 0, 0], [10, 10, 10], [0, 20, 40])
    runs = [run(jobs, "fcfs"), run(jobs, "easy", 1), run(jobs, "recorded", 2)]
    assert caveats.tie_noise(jobs, runs[:2]) == []
    close = run(recorded([0, 0, 0], [10, 10, 10.005], [0, 0, 0]), "lpt", 1)
    assert caveats.tie_noise(jobs, [runs[0], close]) == [
        "FCFS and LPT differ by less than 0.1 % in mean wait: another order of simultaneous events could turn that "
        "round. By how much was not measured here; on logs of a usual load it is up to 2.3 %."
    ]
    for other, said in (
        (9.5, ["another order of simultaneous events, which moves them by up to 5.0 %, could turn that round."]),
        (10, []),
    ):
        both = [
            replace(one, record=one.record | {"metrics": {"wait_mean": 10}, "other_order": {"wait_mean": other}})
            for one in (runs[0], close)
        ]
        assert [text.partition("mean wait: ")[2] for text in caveats.tie_noise(jobs, both)] == said
    assert caveats.beside_recorded(jobs, runs)[0].startswith("Simulated FCFS waits are 0.50x the recorded ones")


def test_closed_loops_are_told_apart():
    jobs = sample(CAMPAIGNS)
    assert caveats.offered_load(jobs) is None
    assert "compare campaigns" in caveats.arrivals(jobs, [])[0]


def test_a_threshold_is_named():
    jobs = sample()
    assert "below 1 s as 1 s" in caveats.bounded(jobs, [run(jobs, "fcfs", threshold=1.0)])[0]


# -- the run table


@pytest.mark.parametrize(
    ("key", "value", "reference", "expected"),
    [
        ("nuwt_mean", 5.0, 10.0, ("▼", "5 less (-50 %), better", "better")),
        ("wait_mean", 20.0, 10.0, ("▲", "10 s longer (+100 %), worse", "worse")),
        ("wait_mean", 10.0, 520.0, ("▼", "8 min 30 s shorter (52x), better", "better")),
        ("bounded_stretch_mean", 13_600.0, 10.0, ("▲", "13\u202f590 more (1\u202f360x), worse", "worse")),
        ("nuwt_mean", 10.05, 10.0, ("≈", "0.05 more (+0.5 %), too close to tell", "same")),
        ("nuwt_mean", 10.002, 10.0, ("≈", "0.002 more (+0.02 %), too close to tell", "same")),
        ("nuwt_mean", 0.1 + 0.2, 0.3, ("=", "same", "same")),
        (
            "underutilization",
            1e9 + 1e4,
            1e9,
            ("≈", "10\u202f000 processor-s more (under 0.01 %), too close to tell", "same"),
        ),
        ("wait_mean", 0.0, 10.0, ("▼", "now 0, better", "better")),
        (
            "makespan",
            10_713_357.9 + 14_400,
            10_713_357.9,
            ("▲", "4 h 00 min longer (+0.13 %)", "same"),
        ),  # 4 h in 124 d: neither is better
        ("wait_mean", 120.0, 0.0, ("▲", "2 min 00 s longer, worse", "worse")),
        ("underutilization_normalized", -0.5, 0.5, ("▼", "1 less, better", "better")),
        ("utilization", 0.8, 0.446, ("▲", "35.4 points more", "same")),
        ("utilization", 0.80004, 0.8, ("▲", "0.004 points more", "same")),
        ("makespan", 1e8 + 14_400, 1e8, ("▲", "4 h 00 min longer (+0.014 %)", "same")),
        ("makespan", 20_000.0, 16_000.0, ("▲", "1 h 07 min longer (+25 %)", "same")),
    ],
)
def test_a_change_has_a_symbol_a_size_and_a_word(key, value, reference, expected):
    found = change.change(all_metrics()[key], value, reference)
    assert (found.symbol, found.words, found.verdict) == expected


def test_a_change_in_a_length_of_time_follows_the_unit_of_the_page():
    line = change.change(all_metrics()["wait_mean"], 7_200.0, 11_520.0).line()
    assert line.children == "▼\u00a01 h 12 min shorter (-38\u00a0%), better"
    assert (getattr(line, "data-seconds"), getattr(line, "data-frame")) == (
        "4320",
        "▼\u00a0{} shorter (-38\u00a0%), better",
    )
    assert "data-seconds" not in change.change(all_metrics()["utilization"], 0.5, 0.4).line().to_plotly_json()["props"]


def test_small_numbers_are_written_out():
    assert change.value_text(all_metrics()["nuwt_mean"], 0.0000123) == "0.0000123"
    assert [change.value_text(all_metrics()["backfilled"], count) for count in (0, 1, 2)] == [
        "0 jobs",
        "1 job",
        "2 jobs",
    ]


def test_every_head_defines_itself_to_the_keyboard():
    jobs = sample()
    numbers = {key: 1.0 for key in all_metrics()}
    made = metrics_table.metric_table([run(jobs, "fcfs", 0, metrics=numbers), run(jobs, "easy", 1, metrics=numbers)], 0)
    marks = [mark for mark in components(made, "Summary") if "Definition of" in getattr(mark, "aria-label", "")]
    assert len(marks) == metrics_table.MOST_COLUMNS + len(all_metrics())
    assert len({tuple(mark.id.values()) for mark in marks}) == len(marks)
    said = " ".join(getattr(mark, "aria-description") for mark in marks)
    assert "Klusáček and Rudová 2012, formulas 1 to 5" in said and "fairness-2012" not in said
    assert "Wait per unit of work (NUWT), mean" in texts(made)


def test_runs_are_named_by_what_differs():
    easy, fcfs = {"policy": "easy", "params": {"depth": 1}, "seed": None}, {"policy": "fcfs", "params": {}}
    assert run_list.names([fcfs, easy]) == ["First come, first served", "EASY backfilling"]
    assert run_list.names([easy, easy | {"params": {"depth": 2}}]) == [
        "EASY backfilling, depth 1",
        "EASY backfilling, depth 2",
    ]
    taken = {"policy": "best_effort", "params": {"away": "2:1:0-60"}}
    assert run_list.names([taken, taken | {"params": {"away": None}}]) == [
        "Best-effort grid runs, 2:1:0-60",
        "Best-effort grid runs, away not set",
    ]
    assert run_list.names([easy | {"seed": 1}, easy | {"seed": 2}])[1] == "EASY backfilling, seed 2"
    weighed = [{"policy": "wfp3", "params": {"passing": passing}} for passing in ("easy", "none")]
    assert run_list.names(weighed) == [
        "WFP3, passing easy",
        "WFP3, passing none",
    ]  # of "WFP3: wait against length, cubed"
    assert run_list.names(weighed[:1]) == ["WFP3: wait against length, cubed"]


def test_a_run_of_which_nothing_is_done_tells_no_share():
    assert run_list.pace(Status("running", message="Simulating.")) == "Simulating."
    assert run_list.pace(Status("running", 40.2, 3.1, "Simulating.")) == "Simulating. 40 %, about 4 s left"


def test_the_baseline_follows_its_run():
    shown_now = Link("a" * 24, "", ("b" * 24, "c" * 24, "d" * 24), 1)
    removed = compare.changed_link(shown_now, "remove", "b" * 24)
    assert removed.runs == ("c" * 24, "d" * 24) and removed.baseline == 0
    assert compare.changed_link(shown_now, "remove", "c" * 24).baseline == 0
    assert compare.changed_link(shown_now, "baseline", "d" * 24).baseline == 2
    assert compare.changed_link(shown_now, "baseline", "e" * 24) == shown_now


def test_a_difference_is_framed_with_what_is_around_it():
    jobs = sample()
    window = job_window.framed([run(jobs, "fcfs", 0), run(jobs, "easy", 1)], 3)
    assert window["t1"] - window["t0"] == 20 * 3600  # 20 times its runtime of an hour
    assert window["t0"] < 21600 and window["t1"] > 39600 + 3600


# -- the server

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.fixture
def dash(tmp_path: Path) -> Iterator[Any]:
    yield entry.create_app(tmp_path)


@pytest.fixture
def client(dash: Any) -> FlaskClient:
    return dash.server.test_client()


def test_every_answer_carries_its_headers(client):
    for path in ("/", "/health", "/assets/queuescope.js", "/nowhere", f"/picture/{'0' * 24}/real/x.png"):
        headers = client.get(path, buffered=True).headers
        assert {name: headers.get(name) for name in HEADERS} == HEADERS, path
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy, path
        assert "unsafe" not in policy.split("script-src")[1].split(";")[0], path


def test_files_whose_address_names_their_version_are_kept_and_others_asked_for_again(client):
    page = client.get("/").get_data(as_text=True)
    files = re.findall(r'(?:src|href)="(/(?:assets|_dash-component-suites)/[^"]+)"', page)
    assert len(files) > 10
    for address in files:
        assert client.get(address, buffered=True).headers["Cache-Control"] == "public, max-age=31536000, immutable"
    style = next(address for address in files if address.startswith("/assets/")).partition("?")[0]
    for address in (style, f"{style}?m=1", f"{style}?m=", "/_dash-component-suites/dash/dcc/async-graph.js"):
        answer = client.get(address, buffered=True)
        assert "no-cache" in answer.headers["Cache-Control"]
        again = client.get(address, buffered=True, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    assert client.get("/").headers["Cache-Control"] == "private, no-cache"
    assert "immutable" not in client.get("/assets/nothing.js?m=1", buffered=True).headers.get("Cache-Control", "")


@pytest.mark.parametrize(
    "name", ["dash/x.js", "dash/dcc/x.v1m2.js", "dash/../app.py", "dash_ag_grid/x.js", "os/path.js"]
)
def test_a_file_of_dash_that_there_is_not_is_no_fault(client, caplog, name):
    answer = client.get(f"/_dash-component-suites/{name}")
    assert (answer.status_code, answer.mimetype, caplog.records) == (404, "text/plain", [])
    assert is_one_sentence(answer.text.strip())


def test_the_index_allows_its_own_script_speaks_english_and_calls_nobody(client):
    answer = client.get("/")
    page = answer.get_data(as_text=True)
    assert web.script_hash(shell.SCHEME_SCRIPT) in answer.headers["Content-Security-Policy"]
    assert f"<script>{shell.SCHEME_SCRIPT}</script>" in page and '<html lang="en">' in page
    assert "http://" not in page and "https://" not in page


def test_the_visitor_is_a_signed_cookie_scripts_cannot_read(client):
    cookie = client.get("/").headers["Set-Cookie"]
    assert cookie.startswith("queuescope=") and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "Set-Cookie" not in client.get("/").headers  # known now


def test_pages_that_do_not_exist(client):
    assert [client.get(path).status_code for path in entry.PAGES] == [200] * len(entry.PAGES)
    assert client.get("/nowhere").status_code == 404
    assert "nothing at /nowhere" in texts(shell.missing("/nowhere"))


def test_every_page_belongs_to_one_link_of_the_navigation():
    pages = [page for link in shell.links("") for page in getattr(link, "data-pages").split()]
    assert sorted(pages) == sorted(set(pages)) and set(pages) == set(entry.PAGES)
    assert [link.href for link in shell.links("/glossary") if hasattr(link, "aria-current")] == ["/learn"]


def test_a_path_is_answered_with_its_page(client):
    body = {
        "output": f"{ids.PAGE}.children",
        "outputs": {"id": ids.PAGE, "property": "children"},
        "inputs": [{"id": ids.URL, "property": "pathname", "value": "/glossary"}],
        "changedPropIds": [f"{ids.URL}.pathname"],
    }
    answer = client.post("/_dash-update-component", json=body).get_json()["response"]
    page = json.dumps(answer[ids.PAGE])
    assert glossary.LEAD in page and "shadow time" in page


def test_uploads_need_the_header_of_our_pages(client):
    assert client.post("/upload", data=b"1 2 3").status_code == 403


def test_an_upload_is_named_by_its_content(client, tmp_path):
    content = (SAMPLES / FIVE).read_bytes()
    headers = {"X-Requested-With": "fetch", "X-File-Name": "..%2F..%2Fevil%00.swf"}
    plain, packed = (client.post("/upload", data=data, headers=headers) for data in (content, gzip.compress(content)))
    assert plain.status_code == packed.status_code == 200
    assert plain.get_json()["key"] == packed.get_json()["key"]
    assert plain.get_json()["name"] == "evil.swf" and plain.get_json()["plain"] == len(content)
    assert not list(tmp_path.parent.glob("evil*"))


@pytest.mark.parametrize(
    ("data", "word"),
    [(b"PK\x03\x04" + b"0" * 50, "zip"), (b"", "empty"), (gzip.compress(b"x" * 999, mtime=0)[:20], "gzip")],
)
def test_what_cannot_be_a_log_is_refused_in_a_sentence(client, data, word):
    answer = client.post("/upload", data=data, headers={"X-Requested-With": "fetch", "X-File-Name": "a.swf"})
    assert answer.status_code == 400 and word in answer.get_json()["message"]


def test_an_upload_to_a_full_disk_is_told_so(client, tmp_path, monkeypatch):
    """The file that is written is one no byte of which the system takes."""
    monkeypatch.setattr(
        uploads.tempfile, "mkstemp", lambda **_: (os.open("/dev/full", os.O_RDWR), str(tmp_path / "gone"))
    )
    headers = {"X-Requested-With": "fetch", "X-File-Name": "a.swf"}
    answer = client.post("/upload", data=(SAMPLES / FIVE).read_bytes(), headers=headers)
    assert answer.status_code == 507 and answer.get_json()["message"] == folders.NO_SPACE
    assert not list((tmp_path / "uploads").iterdir())


def no_space(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_picture_is_drawn_on_a_full_disk_and_what_cannot_go_on_without_space_is_told_so(
    dash, client, tmp_path, monkeypatch
):
    runs = Runs(Store(tmp_path))
    load = runs.submit([{"do": "load", "source": {"kind": "sample", "name": FIVE}}], "somebody")[0].key
    runs.work([load])
    run = runs.submit([{"do": "simulate", "workload": runs.result(load), "policy": "fcfs"}], "somebody")[0].key
    runs.work([run])
    monkeypatch.setattr(folders.tempfile, "mkdtemp", no_space)
    drawn = client.get(f"/picture/{run}/real/0_10_0_4_80x40_light.png")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/png")
    assert not list((tmp_path / "runs" / run).glob("places-*"))
    monkeypatch.setitem(picture_routes.DRAW, "real", no_space)
    answer = client.get(f"/picture/{run}/real/0_20_0_4_80x40_light.png")
    assert (answer.status_code, answer.text) == (507, f"{folders.NO_SPACE}\n")
    monkeypatch.setattr(shell, "missing", no_space)
    sent = callbacks.response(dash, f"{ids.URL}.pathname", {f"{ids.URL}.pathname": "/full"}, f"{ids.PAGE}.children")
    assert sent["sideUpdate"][ids.UPLOAD_STATE]["children"] == folders.NO_SPACE


FULL = """
set -e
mount -t tmpfs -o size=1m tmpfs "$1"
head -c 2m /dev/zero > "$1/fill" 2>/dev/null || true
cd "$2"
QUEUESCOPE_HOME="$1/home" exec "$3" app.py --port 0
"""


def test_a_start_on_a_full_disk_ends_in_a_sentence(tmp_path):
    """On a disk of one megabyte, which only this process sees."""
    alone = ["unshare", "-rm", "sh", "-c"]
    if (
        not shutil.which("unshare")
        or subprocess.run([*alone, f"mount -t tmpfs tmpfs {tmp_path}"], capture_output=True).returncode
    ):
        pytest.skip("this system lets nobody mount a disk of his own")
    ended = subprocess.run(
        [*alone, FULL, "sh", str(tmp_path), str(ROOT), sys.executable], capture_output=True, text=True
    )
    assert ended.returncode == 3
    assert ended.stderr == f"Queuescope cannot start: {folders.NO_SPACE}\n" and ended.stdout == ""


# -- the main job


@pytest.fixture
def services(dash: Any, tmp_path: Path) -> Iterator[Services]:
    store = Store(tmp_path)
    with dash.server.test_request_context("/"):
        yield Services(tmp_path, store, Runs(store))


def loaded(services: Services, name: str, **options: object) -> str:
    started = start(services, [load_spec({"kind": "sample", "name": name}, options)])
    assert started.problem == ""
    services.runs.work(started.keys)
    said, key, running = workload.followed(services, Link(load=started.keys[0]))
    assert said is None and not running and key
    return key


def simulated(services: Services, key: str, policies: list[str]) -> list[FinishedRun]:
    started = start(services, [run_spec(key, policy) for policy in policies])
    assert started.problem == "" and started.request["keys"] == list(started.keys)
    services.runs.work(started.keys)
    return run_list.finished(services, started.keys, started.keys)


def test_from_a_sample_to_the_facts_of_a_job(services):
    key = loaded(services, FIVE)
    jobs, record = services.store.workload(key), services.store.workload_record(key)
    body = workload_body.body(jobs, record, "light", key)
    late = [place for place in components(body, "Div") if getattr(place, "className", "") == "qs-late"]
    assert (len(components(body, "Graph")), len(late)) == (3, 10) and "five-jobs.swf" in texts(body)
    brought = [pictures.content(services, place.id, key, "light") for place in late]
    assert [components(figure, "H3")[0].id for figure in brought] == [components(place, "H3")[0].id for place in late]
    assert [len(components(figure, "Graph")) for figure in brought] == [1] * 10
    assert pictures.content(services, late[0].id, "another", "light") is None  # the page shows another workload by now
    assert pictures.content(services, late[0].id, key, "dark") is None
    assert pictures.content(services, {**late[0].id, "plot": "none"}, key, "light") is None
    _, chosen, others = suitable_policies.policies(jobs)
    assert (
        chosen == ["fcfs", "easy"]
        and "need another workload" in texts(others)
        and "campaigns" in texts(suitable_policies.section(jobs))
    )

    runs = simulated(services, key, chosen)
    again = start(services, [run_spec(key, policy) for policy in chosen])
    assert again.keys == tuple(shown.key for shown in runs) and "keys" not in str(again.request)  # instant answer
    numbers = texts(metrics_table.metric_table(runs, 0))
    assert "▼\u00a01 h 00 min shorter (-23\u00a0%), better" in numbers and "job 4" in numbers and "baseline" in numbers

    view = View(job=3)
    views = {key: list(tab.content(services, runs, view)) for key, tab in all_tabs().items() if tab.applies(runs)}
    graphs = {key: len(components(made, "Graph")) for key, made in views.items()}
    assert graphs == {
        "overview": 2 + 3,
        "schedule": 1 + 2,
        "winners": 2,
        "waiting": 2,
        "idle": 2,
        "fairness": 2,
        "numbers": 0,
        "steps": 0,
    }  # a minimap, too
    assert view_list.content(services, "no such plot", runs, view) is None
    assert all(graph.config["showSendToCloud"] is False for graph in components([*views.values(), body], "Graph"))
    facts = texts(drawer.job_facts(runs, 3))
    assert "Job 4 of user 4" in facts and "\u25bc" in facts
    said = [texts(reasons.answer_so_far(services, runs, shown, 3)[0]) for shown in runs]
    assert "backfilled at 06:00:00" in said[1] and "waited in all" in said[0]
    assert drawer.job_facts(runs, 99) is None and drawer.job_facts(runs, "3") is None


def test_campaigns_have_a_virtual_chart_each(services):
    key = loaded(services, CAMPAIGNS)
    _, chosen, _ = suitable_policies.policies(services.store.workload(key))
    assert chosen == ["ostrich", "campaign_fcfs"]
    runs = simulated(services, key, chosen)
    assert [source for _, source in gantt_panel.lanes(runs)] == ["real", "virtual", "real"]
    said = texts(drawer.group_facts(runs, 3))
    assert (
        "Campaign 2 of user 3" in said and "It was not allowed to start before 7 s" in said and "Its tag is 24" in said
    )
    assert drawer.group_facts(runs, 10**6) is None


def test_new_figures_for_a_window(services):
    runs = simulated(services, loaded(services, FIVE), ["easy"])
    view = View(t0=0, t1=3600, scheme="dark")
    charts, others = view_list.redrawn(
        runs,
        view,
        [ids.gantt(runs[0].key, "real"), ids.gantt("gone", "real")],
        [ids.timed("all", "underutilization")],
        True,
    )
    assert list(charts[0].layout["xaxis"]["range"]) == [0, 3600] and not hasattr(charts[1], "layout")
    assert list(others[0].layout["xaxis"]["range"]) == [0, 3600]


def test_reasons_of_a_long_run_are_worked_out_in_the_background(services):
    runs = simulated(services, loaded(services, FIVE), ["easy"])
    dear = replace(runs[0], schedule=replace(runs[0].schedule, decisions=None, kernel_cpu_seconds=67.0))
    assert "Work it out (about 1 min 07 s)" in str(reasons.answer_so_far(services, [dear], dear, 3)[0])
    started = reasons.begin(services, dear, 3)
    assert started.problem == "" and reasons.answer_so_far(services, [dear], dear, 3)[1] is False
    services.runs.work(started.keys)
    said, final = reasons.answer_so_far(services, [dear], dear, 3)
    assert final and "ahead of job 3" in texts(said)


def test_the_clock_of_the_reasons_that_are_worked_out_runs_and_no_other(services, dash):
    key = loaded(services, FIVE)
    (finished,) = simulated(services, key, ["easy"])
    parts = [ids.why(part, finished.key, job) for part in ("work", "tick", "fault") for job in (2, 3)]
    pressed = f"{callbacks.name(ids.why('work', finished.key, 3))}.n_clicks"
    stores = {f"{ids.RUNS}.data": [finished.key], f"{ids.FINISHED}.data": [finished.key], f"{ids.WORKLOAD}.data": key}
    response = callbacks.answer(dash, pressed, {pressed: 1, **stores}, of_patterns=parts)
    clocks = [response.get(callbacks.name(ids.why("tick", finished.key, job))) for job in (2, 3)]
    assert clocks == [None, {"disabled": False}] and response[ids.REQUEST]["data"]["keys"]


def test_policies_that_were_chosen_stay_when_the_colors_change(services, dash):
    key = loaded(services, FIVE)
    values = {f"{ids.DIAGNOSED}.data": key, f"{ids.SCHEME}.data": "dark"}
    first, again = (
        callbacks.answer(dash, f"{changed}.data", values, ids.POLICIES) for changed in (ids.DIAGNOSED, ids.SCHEME)
    )
    assert first[ids.POLICIES]["value"] == suitable_policies.policies(services.store.workload(key))[1]
    assert again[ids.WORKLOAD_BODY]["children"] and "value" not in again[ids.POLICIES]


def test_what_cannot_be_done_is_said_and_nothing_started(services):
    key = loaded(services, FIVE)
    for spec, word in (
        (run_spec(key, "ostrich"), "campaigns"),
        (run_spec(key, "esay"), "easy"),
        (run_spec("f" * 24, "easy"), "no longer"),
        ({"do": "format the disk"}, "nothing else"),
        (load_spec({"kind": "log", "name": "../../etc/passwd"}, {}), "no log"),
    ):
        started = start(services, [spec])
        assert word in started.problem and started.keys == ()


def test_a_limit_that_bites_is_said(services, tmp_path):
    store = Store(tmp_path, Limits(visitor_runs=0))
    started = start(Services(tmp_path, store, Runs(store)), [load_spec({"kind": "sample", "name": FIVE}, {})])
    assert "takes 0 of one visitor" in started.problem and started.keys == ()


def test_links_to_what_is_gone(services):
    for asked in (Link("f" * 24), Link(load="f" * 24), link.read("?w=../x")):
        said, key, running = workload.followed(services, asked)
        assert "open the log again" in texts(said) and key is None and not running
    for search, words in {
        "?runs=../../etc/passwd": "which is no key",
        "?w=<script>alert(1)</script>": "which is no key",
        f"?w={'f' * 24}&runs={'f' * 24}": "not kept on this server",
    }.items():
        asked = link.read(search)
        assert words in texts(missing_runs.head(services, asked, run_list.known_workload(services, asked)))
    assert "Nothing to compare yet" in texts(run_list.head(services, Link()))
    assert "Workload page" in texts(run_list.head(services, Link("f" * 24)))
    status = services.runs.status("f" * 24)
    card = run_list.chip(services, "f" * 24, status, "Run", 0, 0)
    assert "Remove" in str(card) and "Run again" not in str(card)
    assert "Nothing is known here of that run" in str(card)
    assert "not kept on this server" in texts(sweep_list.body(services, Link(sweep="0" * 24), "light"))


def test_a_run_is_added_only_where_a_workload_is_known(services):
    key = loaded(services, FIVE)
    runs = simulated(services, key, ["fcfs"])
    known = [
        run_list.known_workload(services, asked)
        for asked in (Link(key), Link(runs=(runs[0].key,)), Link(), Link("f" * 24), Link(runs=("f" * 24,)))
    ]
    assert known == [key, key, "", "", ""]
    assert add_run.add_card().hidden
    assert "seed" not in run_list.certificate(services, runs[0].key)


# -- Workload


def failing(services: Services, content: bytes) -> Any:
    key = services.store.save_upload([content], "x.swf").key
    started = start(services, [load_spec({"kind": "upload", "key": key, "name": "x.swf"}, {})])
    services.runs.work(started.keys)
    return Link(load=started.keys[0])


def test_options_are_offered_where_they_could_help(services):
    job = b"1 0 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1 -1\n"
    asked, unread = failing(services, job), failing(services, b"1 2 3\n")
    said = workload.followed(services, asked)[0]
    assert "number of processors" in texts(said) and "Apply" in texts(said) and workload.needs_options(services, asked)
    said = workload.followed(services, unread)[0]
    assert (
        "1 has 3 fields" in texts(said) and "Apply" not in texts(said) and not workload.needs_options(services, unread)
    )
    assert not workload.needs_options(services, Link())


def noticed(*notes: Note) -> str:
    return texts(log_notes.note_list(replace(sample(), notes=notes)))


def test_repairs_notes_and_warnings_are_counted_apart():
    swf = {"way": "numbers", "first": "line 300 has 17 fields", "line": 300}
    many = [
        Note("unusable_runtime", 1234, (1, 2, 2500), "repair", {"where": "file"}),
        Note("needs_declared"),
        Note("short_line", 1, (300,), "warning", swf),
    ]
    said = noticed(*many, many[1])
    assert "noticed: 1 warning, 1 repair, 2 notes" in said and "1\u202f234 jobs" in said
    assert "(lines 1, 2, 2\u202f500 …)" in said and said.count("line 300") == 1
    assert "noticed: nothing" in noticed()
    two = Note("short_line", 2, (300, 301), "warning", swf)
    assert "(also line 301)" in noticed(two) and "noticed: 1 warning " in noticed(two)


def test_options_take_lengths_of_time():
    found = [{"name": name} for name in ("processors", "begin", "end", "load")]
    assert workload_body.read_options(found, [4, "36 h", "4 wk 2 d", ""], [None] * 4).as_json() == {
        "processors": 4,
        "size": "requested",
        "unallocated": "drop",
        "estimates": "requested",
        "overrun": "auto",
        "wide": "refuse",
        "begin": 129_600.0,
        "end": 2_592_000.0,
        "gap": 1_800.0,
        "overlap": "merge",
        "think": "log",
        "think_time": 1_200.0,
        "think_seed": 0,
        "factor": 2.0,
        "estimate_seed": 0,
        "popular": 5,
        "least_memory": 0.1,
        "need_seed": 0,
    }
    with pytest.raises(ParamError, match="begin = 'noon'"):
        workload_body.read_options(found, [4, "noon", None, None], [None] * 4)


def test_the_form_says_what_it_was_made_with_and_when_jobs_are_submitted():
    record = {
        "options": {"begin": 2_592_000.0, "processors": 4},
        "first_submit": 2_592_000.0,
        "last_submit": 2_592_050.0,
    }
    form = workload_body.options_form(record)
    inputs = {made.id["name"]: made for made in components(form, "TextInput") + components(form, "NumberInput")}
    assert inputs["begin"].value == "2592000" and inputs["end"].value == "" and inputs["processors"].value == 4
    assert "from 2\u202f592\u202f000 s (4 wk 2 d) to" in texts(form)


def test_closed_arrivals_are_told_as_campaigns():
    jobs, plot = sample(CAMPAIGNS), all_workload_plots()["arrivals"]
    caption, rows = " ".join(plot.caption(jobs)), plot.table(jobs)
    assert "follow completions" in caption and "on average" not in caption
    assert sum(row["campaigns"] for row in rows) == len(jobs.campaigns) == plot.figure(jobs, View()).data[0]["y"].sum()
    assert "— submit times follow completions" in " ".join(texts(workload_body.figures(jobs)).split())


def test_no_rate_is_told_of_a_span_shorter_than_a_job():
    plot = all_workload_plots()["arrivals"]
    for last, said in (
        (3.0, "3 jobs submitted within 3 s, less"),
        (0.0, "3 jobs submitted at one instant."),
        (9.0, "per second on average"),
    ):
        assert said in " ".join(plot.caption(recorded([0, 0, last], [9, 9, 9], [0, 0, 0])))
    assert "of 3" in " ".join(texts(workload_body.figures(recorded([0], [9], [0], 3))).split())


def test_progress_is_told_in_percent_and_whole_seconds():
    status = SimpleNamespace(state="running", message="Simulating.", percent=41.6, eta_seconds=3.2, so_far=None)
    assert run_list.pace(status) == "Simulating. 42 %, about 4 s left"
    state = run_list.state("", status)
    done = SimpleNamespace(state="done")
    assert run_list.to_show({"a": done, "b": status}, []) == ["a"]
    status.eta_seconds = 0.5
    assert run_list.to_show({"a": done, "b": status}, []) == []
    assert run_list.to_show({"a": done, "b": status}, ["a"]) == ["a"]
    assert getattr(components(state, "Progress")[0], "aria-label")


def test_six_runs_are_enough(services):
    full = Link("a" * 24, "", tuple(c * 24 for c in "bcdef0"))
    with pytest.raises(InputError, match="remove a run first"):
        coming_runs.asked(services, full, [coming_runs.Wanted("a" * 24, {}, "easy", {})])
