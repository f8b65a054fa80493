"""What a message asks for, as something to press; instants and dates for people."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dash import no_update

from layouts.frame.callbacks import load_spec
from layouts.pages.compare.runs import add_run
from layouts.pages.workload import body, suitable_policies
from layouts.pages.workload.cards import options_of_cards
from layouts.words.instants import dated, read, when
from layouts.words.remedies import WORDS, offers
from scheduler import errors as errors_of_program
from scheduler.errors import ParamError, Remedy, Unsupported, WorkloadError
from scheduler.formats import swf
from scheduler.model.calendars import calendar_of_platform
from scheduler.model.trace import Platform
from scheduler.model.workload_options import OPTIONS
from scheduler.options import all_options
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.cases import small
from tests.pages.test_pages import texts

pytestmark = pytest.mark.core
JOB = "1 0 0 10 {0} -1 -1 {0} 10 -1 1 1 1 1 1 1 -1 -1\n"


def test_a_job_too_wide_can_be_left_out_by_one_press():
    trace = swf.read(("; MaxProcs: 4\n" + JOB.format(9)).encode(), "wide.swf")
    with pytest.raises(WorkloadError) as told:
        workload(trace)
    assert offers(told.value.remedies) == (("Leave out the wide jobs", "wide", "drop"),)
    assert {one.option for one in told.value.remedies} == {"processors", "wide"}


def calls(*names: str) -> Iterator[ast.Call]:
    """Every call of a function or class of these names in the sources."""
    for path in Path("scheduler").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield node


def constant(node: ast.expr) -> Any:
    return node.value if isinstance(node, ast.Constant) else None


def test_every_remedy_in_the_sources_is_about_an_option_and_can_be_pressed_where_it_has_a_value():
    pairs = {tuple(map(constant, call.args[:2])) for call in calls("Remedy") if call.args}
    pairs -= {(None, None)}  # of options whose value says that arrivals are closed, whichever these are
    names, values = {pair[0] for pair in pairs}, {pair for pair in pairs if len(pair) == 2}
    assert names - {None} <= set(OPTIONS) and len(values) > 8
    assert values == set(WORDS)
    for option, value in values:
        assert value in OPTIONS[option].choices


def test_values_that_close_arrivals_can_be_pressed():
    closing = {(name, option.closed_with) for name, option in all_options().items() if option.closed_with is not None}
    assert closing <= set(WORDS)


def test_no_error_advises_a_value_of_an_option_in_its_sentence_alone():
    advice = re.compile(rf"[Cc]hoose ({'|'.join(name for name, param in OPTIONS.items() if param.choices)}) \w")
    errors = [name for name, one in vars(errors_of_program).items() if isinstance(one, type)]
    sentences = [text for call in calls(*errors) for text in ast.walk(call) if constant(text)]
    assert sentences and not [text.value for text in sentences if advice.search(str(text.value))]


@pytest.mark.parametrize(
    ("remedies", "sentence"),
    [
        ((), "Bad."),
        ((Remedy("wide"),), "Bad."),
        ((Remedy("wide", "drop"), Remedy("week")), "Bad; choose wide drop."),
        ((Remedy("needs", "drawn"), Remedy("needs", "whole")), "Bad; choose needs drawn or whole."),
        (
            (Remedy(words="give more"), Remedy("needs", "drawn", ", by a model"), Remedy(words="go")),
            "Bad; give more, choose needs drawn, by a model, or go.",
        ),
    ],
)
def test_the_advice_of_a_sentence_is_made_of_the_remedies(remedies, sentence):
    told = any(one.value or one.words for one in remedies)
    error = Unsupported("Bad" if told else "Bad.", remedies)
    assert str(error) == error.predicate == sentence
    back = pickle.loads(pickle.dumps(error))
    assert str(back) == sentence and back.remedies == remedies


def test_the_subject_of_a_sentence_can_be_left_out():
    error = Unsupported("needs more", (Remedy("needs", "drawn"),), "EASY")
    assert (str(error), error.predicate) == ("EASY needs more; choose needs drawn.", "needs more; choose needs drawn.")
    assert error.remedies == (Remedy("needs", "drawn"),)


def test_a_failed_load_is_kept_with_its_remedies_and_the_page_offers_them(tmp_path):
    runs = Runs(Store(tmp_path))
    key = runs.store.save_upload([("; MaxProcs: 4\n" + JOB.format(9)).encode()], "wide.swf").key
    spec = load_spec({"kind": "upload", "key": key, "name": "wide.swf"}, {})
    (ticket,) = runs.submit([spec], "visitor")
    runs.work([ticket.key])
    status = Runs(Store(tmp_path)).status(ticket.key)
    assert [(one.option, one.value) for one in status.remedies] == [("processors", ""), ("wide", "drop")]
    form = body.retry(status)
    parts = list(form._traverse())
    assert [part.id["key"] for part in parts if getattr(part, "children", None) == "Leave out the wide jobs"] == [
        "wide=drop"
    ]
    marked = [part for part in parts if getattr(part, "className", None) == "qs-wanted"]
    assert {part.children.id["name"] for part in marked} == {"processors", "wide"}
    old = {name: value for name, value in runs.jobs.get(ticket.key).items() if name != "remedies"}
    runs.jobs.cache.set(ticket.key, old)
    status = runs.status(ticket.key)
    assert status.remedies == () and status.message.endswith(
        "; give more processors, or choose wide drop, which leaves out the jobs that are too wide."
    )
    assert not [part for part in body.retry(status)._traverse() if getattr(part, "className", None) == "qs-wanted"]


def test_policies_that_need_campaigns_or_shared_nodes_offer_them():
    jobs = small.workload([(0, 10, 1), (5, 10, 2)], 4)
    section = suitable_policies.section(jobs)
    buttons = {part.id["key"] for part in section._traverse() if isinstance(getattr(part, "id", None), dict)}
    assert buttons >= {"campaigns=inferred", "needs=whole", "needs=drawn"}
    listed, chosen, link = suitable_policies.policies(jobs)
    able = {one["value"] for group in listed for one in group["items"]}
    missing = set(all_policies()) - able
    assert chosen and set(chosen) <= able and link.children == f"{len(missing)} more need another workload"
    said = texts(section)
    assert all(all_policies()[key].title in said for key in missing)
    assert not any(title in said for title in (all_policies()[key].title for key in chosen))


def test_every_policy_is_listed_once():
    listed, _, _ = suitable_policies.policies(small.workload([(0, 10, 1)], 4))
    keys = [one["value"] for group in listed for one in group["items"]]
    assert len(keys) == len(set(keys)) and all(group["items"] for group in listed)


def test_a_run_to_add_is_of_a_policy_that_suits_and_stays_the_one_chosen_if_it_does():
    rigid, campaigns = small.workload([(0, 10, 1)], 4), workload(sample("short-and-long-users.swf"))
    (listed, kept), (_, other) = add_run.offered(rigid, "easy"), add_run.offered(rigid, "ostrich")
    keys = [one["value"] for group in listed for one in group["items"]]
    assert kept is no_update and other == suitable_policies.policies(rigid)[1][-1]
    assert (
        set(keys) == {one["value"] for group in suitable_policies.policies(rigid)[0] for one in group["items"]}
        and "ostrich" not in keys
    )
    assert add_run.offered(campaigns, "ostrich")[1] is no_update


def test_what_an_error_wants_is_marked_and_in_front():
    form = body.options_form({"options": {}}, wanted=frozenset({"overrun"}))
    marked = [part for part in form._traverse() if getattr(part, "className", None) == "qs-wanted"]
    assert [part.children.id["name"] for part in marked] == ["overrun"]
    names = [
        part.id["name"]
        for part in form._traverse()
        if isinstance(getattr(part, "id", None), dict) and "name" in part.id
    ]
    assert names.index("overrun") < names.index("unallocated") and set(names) | set(options_of_cards()) == set(OPTIONS)


# -- instants

SUMMER = Platform(4, start_time=859_000_000, time_zone="Europe/Stockholm")  # 1997-03-22 04:06:40 on its clock


def test_a_date_is_read_back_as_the_second_it_stands_for():
    calendar = calendar_of_platform(SUMMER)
    for second in (0.0, 86_400.0, 8 * 86_400.0, 100 * 86_400.0, 3_333_321.0):  # before and after summer time begins
        text = dated(calendar, second)
        assert read("begin", text, calendar) == second, text
    assert dated(calendar, 0.0) == "Sat 22 Mar 1997 04:06:40"
    # 9 days and 19:53:20 later, less the hour that summer time skips
    assert (
        read("begin", "1997-04-01", calendar)
        == read("begin", "1 Apr 1997 00:00", calendar)
        == 9 * 86_400 + 71_600 - 3_600
    )


def test_a_date_needs_a_log_that_tells_when_it_starts():
    assert calendar_of_platform(Platform(4)) is None
    with pytest.raises(ParamError, match="does not tell when it starts"):
        read("begin", "1997-04-01", None)
    with pytest.raises(ParamError, match=r"wanted: a time such as .*or a date such as 2012-06-01"):
        read("begin", "soon", calendar_of_platform(SUMMER))


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0 s"), (7.25, "7.25 s"), (90.4, "00:01:30"), (410_836.9, "4 d 18:07:17")]
)
def test_without_a_calendar_an_instant_has_no_fraction_beyond_a_minute(seconds, words):
    assert when(None, seconds) == words
