"""Options of a workload: each declared once, checked when they are made, the same in specs, calls, links and records."""

from __future__ import annotations

import ast
import json
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from layouts.state import link, origin
from layouts.state.link import Link
from scheduler.errors import InputError, ParamError, WorkloadError
from scheduler.exports import command_line
from scheduler.generators import make
from scheduler.model.workload_options import AS_RECORDED, LATER, OPTIONS, WorkloadOptions
from scheduler.params import checked
from scheduler.preparation.build import workload
from scheduler.results import specs
from scheduler.results.store import Store

ROOT = Path(__file__).parents[2]
TRACE = make("poisson", {"jobs": 20}, 1)
# the spec of a load that asks for nothing, as stored by versions before the options were a class
STORED = {
    "size": "requested",
    "unallocated": "drop",
    "estimates": "requested",
    "factor": 2.0,
    "estimate_seed": 0,
    "popular": 5,
    "overrun": "auto",
    "wide": "refuse",
    "gap": 1800.0,
    "overlap": "merge",
    "think": "log",
    "think_time": 1200.0,
    "think_seed": 0,
    "least_memory": 0.1,
    "need_seed": 0,
}


def test_every_field_is_a_parameter_with_its_type_and_words():
    assert [one.name for one in fields(WorkloadOptions)] == list(OPTIONS) and len(OPTIONS) == 34
    assert all(param.name == name and param.help for name, param in OPTIONS.items())
    kinds = {name: OPTIONS[name].type for name in ("processors", "clusters", "gap", "week", "begin", "size")}
    assert kinds == {"processors": int, "clusters": str, "gap": float, "week": int, "begin": float, "size": str}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"load": 0}, "load = 0; wanted: a number from 1e-06 to 1,000,000"),
        ({"first": "many"}, "first = 'many'; wanted: a whole number, at least 1 (jobs)"),
        ({"size": None}, "size is empty; wanted: one of requested, allocated"),
        ({"clusters": "4,x"}, "cluster 2 is 'x'"),
        ({"overlap": "none"}, "overlap = 'none'; wanted: one of merge, independent, zero"),
        ({"proces": 4}, "There is no parameter 'proces' here; did you mean processors?"),
    ],
)
def test_what_no_option_can_be_is_refused_in_a_sentence(given, said):
    with pytest.raises(ParamError) as error:
        WorkloadOptions.of(given)
    assert said in str(error.value)


def test_no_options_out_of_range_can_be_made():
    with pytest.raises(ParamError, match="load"):
        replace(AS_RECORDED, load=-1)
    with pytest.raises(ParamError, match="gap"):
        workload(TRACE, gap=-1)
    with pytest.raises(FrozenInstanceError):
        AS_RECORDED.load = 0.5
    with pytest.raises(WorkloadError, match="leave one out"):
        WorkloadOptions(week=1, begin=0)


def test_text_becomes_the_value_it_says():
    asked = WorkloadOptions.of({"processors": "8", "load": "0.5", "week": "2"})
    assert (asked.processors, asked.load, asked.week) == (8, 0.5, 2)
    assert asked == WorkloadOptions(processors=8, load=0.5, week=2)


def test_specs_hold_what_they_always_held(tmp_path):
    source = {"kind": "generate", "generator": "poisson"}
    store = Store(tmp_path)
    spec = specs.check({"do": "load", "source": source}, store)
    assert spec["options"] == STORED and list(spec["options"]) == list(STORED)
    asked = {"load": "0.7", "processors": 8, "week": None, "campaigns": "inferred"}
    assert specs.check({"do": "load", "source": source, "options": asked}, store)["options"] == {
        **STORED,
        "load": 0.7,
        "processors": 8,
        "campaigns": "inferred",
    }
    assert specs.key(spec) == specs.key(specs.check({"do": "load", "source": source, "options": STORED}, store))
    with pytest.raises(InputError, match="leave one out"):
        specs.check({"do": "load", "source": source, "options": {"week": 1, "end": 9}}, store)


def test_a_workload_says_its_options_and_can_be_made_again_by_them():
    work = workload(TRACE, load=0.5, first=9)
    assert json.loads(json.dumps(work.options)) == work.options and set(OPTIONS) - LATER < set(work.options)
    assert not LATER & set(work.options)  # so that records from before these options keep their keys
    again = workload(TRACE, WorkloadOptions.of_record(work.options))
    assert again.hash == work.hash and again.options == work.options
    assert workload(TRACE, where="user=1").options["where"] == "user 1"


def test_only_what_somebody_chose_is_told():
    assert (
        AS_RECORDED.chosen()
        == {}
        == WorkloadOptions(campaigns="declared", needs="declared", arrivals="closed").chosen()
    )
    assert WorkloadOptions(campaigns="inferred", arrivals="closed", gap=60).chosen() == {
        "campaigns": "inferred",
        "gap": 60.0,
    }
    assert WorkloadOptions(campaigns="declared", arrivals="recorded", begin=5).chosen() == {
        "arrivals": "recorded",
        "begin": 5.0,
    }


def test_calls_and_links_tell_the_same_options():
    record = {
        "options": {
            **STORED,
            "processors": 8,
            "begin": 5.0,
            "arrivals": "recorded",
            "campaigns": None,
            "time_factor": 1.0,
        },
        "source": {"kind": "log", "name": "a.swf"},
        "trace_sha256": "0" * 64,
        "name": "a.swf",
        "jobs": 3,
        "notes": "",
    }
    assert command_line.options(record["options"]) == ["--processors", "8", "--from", "5"]
    told = origin.of_records(record, [])
    assert told is not None and told.options == {"processors": "8", "begin": "5"}
    assert checked(OPTIONS.values(), told.options)["begin"] == 5.0


def test_a_filter_is_told_by_calls_links_and_specs_alike(tmp_path):
    where = "queue=1,2 (user=alice or processors>=64) submit>=2012-06-01T14:00"
    record = {
        "options": {**STORED, "where": where},
        "source": {"kind": "log", "name": "a.swf"},
        "trace_sha256": "0" * 64,
        "name": "a.swf",
        "jobs": 3,
        "notes": "",
    }
    assert command_line.options(record["options"]) == ["--where", where]
    address = link.write(Link("a" * 24, origin=origin.of_records(record, [])))
    read = link.read(address).origin
    assert read is not None and read.options == {"where": where} and WorkloadOptions.of(read.options).where == where
    source = {"kind": "generate", "generator": "poisson"}
    keys = {
        specs.key(specs.check({"do": "load", "source": source, "options": {"where": text}}, Store(tmp_path)))
        for text in (where, where.replace(" (", " and ("), f"{where} user!=1")
    }
    assert len(keys) == 2


@pytest.mark.parametrize("where", ["usr=1", "user=(", "a" * 401, "job:1,overrun:cut", "\x00"])
def test_a_filter_of_a_link_that_does_not_read_is_refused_when_the_log_is_opened(where):
    read = link.read("?" + urlencode({"file": f"{'0' * 12},3,a.swf", "where": where})).origin
    assert read is not None and set(read.options) <= {"where"}
    with pytest.raises(InputError) as refusal:
        WorkloadOptions.of(read.options or {"where": where})
    assert "\n" not in str(refusal.value) and len(str(refusal.value)) < 600
    injected = link.read("?" + urlencode({"file": f"{'0' * 12},3,a.swf", "made": "where:user.1,first:3"})).origin
    assert injected is not None and injected.options == {"first": "3"}


def test_no_other_list_of_the_options_is_kept():
    wrong = []
    for path in [*(ROOT / "scheduler").rglob("*.py"), *(ROOT / "layouts").rglob("*.py")]:
        text = path.read_text()
        if sum(option in text for option in OPTIONS) <= 3:
            continue
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.FunctionDef | ast.ClassDef)
                and node.name != "CoreOptions"
                and "engine" not in path.parts
            ):
                names = (
                    {arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)}
                    if isinstance(node, ast.FunctionDef)
                    else {
                        one.target.id
                        for one in node.body
                        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                    }
                )
                if len(names & set(OPTIONS)) > 3:
                    wrong.append(f"{path.name} line {node.lineno}: {node.name} has {sorted(names & set(OPTIONS))}")
    assert not wrong, wrong
