"""What a link says of where its runs come from, and what happens where they are not."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from layouts.frame import callbacks
from layouts.frame.callbacks import Services, load_spec, run_spec
from layouts.pages.compare.runs import changed_workload, missing_runs
from layouts.state import link, missing_file, origin
from layouts.state.link import Link
from layouts.state.origin import Origin, Run
from scheduler.errors import ParamError, WorkloadError
from scheduler.generators import all_generators
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.conftest import REPOSITORY

LOG = "five-jobs.swf"
OPTIONS = {"first": 4, "overrun": "cut"}
POLICIES = (("easy", {}, None), ("ljf", {"passing": "any"}, None))


@pytest.fixture(autouse=True)
def visitor():
    pages = Flask(__name__)
    pages.secret_key = "of a test"
    with pages.test_request_context():
        yield


def server(folder) -> Services:
    store = Store(folder)
    return Services(folder, store, Runs(store))


def worked(services: Services, *specs) -> list[str]:
    tickets = services.runs.submit(specs, "somebody")
    services.runs.work([ticket.key for ticket in tickets])
    return [services.runs.result(ticket.key) for ticket in tickets]


def sent(services: Services) -> dict[str, str]:
    """The source of a log that was sent to a server."""
    saved = services.store.save_upload([(REPOSITORY / "sample_traces" / LOG).read_bytes()], LOG)
    return {"kind": "upload", "key": saved.key, "name": LOG}


@pytest.fixture(scope="module")
def there(tmp_path_factory) -> tuple[Services, str]:
    """A server with a slice of a log and runs on it, one of them with exact estimates; and the link of all that."""
    services = server(tmp_path_factory.mktemp("there"))
    (base,) = worked(services, load_spec(sent(services), OPTIONS))
    (exact,) = worked(services, changed_workload.change_spec(services, base, {"estimates": "exact"}))
    keys = worked(services, *(run_spec(base, *policy) for policy in POLICIES), run_spec(exact, "fcfs"))
    asked = Link(base, runs=tuple(keys), baseline=1, t0=0.0, t1=5.0)
    told = missing_runs.origin_fields(services, asked, base)
    return services, link.write(
        link.read(link.write(asked) + "".join(f"&{name}={value}" for name, value in told.items()))
    )


def text(made: Any) -> str:
    """All words of a component."""
    if made is None or isinstance(made, str):
        return made or ""
    parts = made if isinstance(made, list | tuple) else [getattr(made, "children", None)]
    return " ".join(map(text, parts))


# -- the words of a link


def test_a_link_names_its_file_and_how_its_runs_were_made(there):
    _, written = there
    fields = {name: values[0] for name, values in parse_qs(written.lstrip("?")).items()}
    assert fields["file"].endswith(f",4,{LOG}")
    assert fields["made"] == "overrun:cut,first:4"
    assert fields["how"] == "easy,ljf*passing:any,fcfs~exact"
    assert len(written) < 400


def test_a_usual_link_is_short():
    runs = (Run("fcfs"), Run("easy"), Run("ostrich"), Run("tabu", {"iterations": "500"}, 42))
    long = Link(
        "f" * 24,
        runs=tuple(str(at) * 24 for at in range(4)),
        t0=1234567.125,
        t1=7654321.5,
        p0=0.0,
        p1=128.0,
        job=28488,
        only="user 37 wait>1d",
        color="stretch",
        origin=Origin("a" * 12, 28_489, "KTH-SP2-1996-2.1-cln.swf.gz", {"begin": "2592000", "end": "5184000"}, runs),
    )
    assert link.read(link.write(long)) == long
    assert len("http://127.0.0.1:8050/compare" + link.write(long)) < 400


@pytest.mark.parametrize(
    "file", ["", "abc,3,x.swf", "a" * 12 + ",3", "a" * 12 + ",x,a.swf", "a" * 12 + ",3,a\nb", "A" * 12 + ",3,a.swf"]
)
def test_what_is_no_file_is_no_origin(file):
    assert origin.read({"file": file, "how": "easy", "made": "first:3"}) is None


@pytest.mark.parametrize(
    "how", ["easy,no_such_policy", "easy*passing", "easy*passing:a b", "easy@-1", "easy~", "easy;fcfs", "../x"]
)
def test_runs_that_do_not_read_are_none_at_all(how):
    found = origin.read({"file": "a" * 12 + ",3,x, y.swf", "how": how, "made": "first:3,colour:red,begin"})
    assert found == Origin("a" * 12, 3, "x, y.swf", {"first": "3"}, ())


def test_a_generated_workload_is_named_by_its_model_what_differs_from_the_defaults_and_the_seed():
    record = {
        "source": {"kind": "generate", "generator": "poisson", "params": {"jobs": 300, "load": 0.8}, "seed": 7},
        "trace_sha256": "a" * 64,
        "name": "p",
        "jobs": 300,
    }
    usual = {param.name: param.default for param in all_generators()["poisson"].params}
    named = origin.of_records(record, [])
    assert named.model == Run(
        "poisson", {name: value for name, value in (("jobs", 300), ("load", 0.8)) if usual[name] != value}, 7
    )
    again = origin.read(origin.fields(named))
    assert (again.model.policy, again.model.seed) == ("poisson", 7) and again.model.params["jobs"] == "300"
    assert origin.of_records(record | {"source": {**record["source"], "generator": "no_such"}}, []) is None


@pytest.mark.parametrize("model", ["no_such*jobs:3@1", "easy", "poisson*jobs", "../x", "poisson@x"])
def test_a_model_that_does_not_read_is_none(model):
    assert origin.read({"file": "a" * 12 + ",3,x.swf", "model": model}).model is None


def test_runs_nobody_knows_leave_the_file_alone(there):
    services, written = there
    asked = link.read(written)
    record = services.store.workload_record(asked.workload)
    assert origin.of_records(record, [None, {"policy": "fcfs"}]).runs == ()
    again = missing_runs.origin_fields(
        services, Link(asked.workload, runs=("e" * 24,), origin=asked.origin), asked.workload
    )
    assert again["how"] == "easy,ljf*passing:any,fcfs~exact"


# -- times as dates

DATED = """; UnixStartTime: 1332633600
; TimeZoneString: Europe/Berlin
; MaxProcs: 4
""" + "".join(f"{job} {3_600 * job} 0 60 1 -1 -1 1 60 -1 1 1 -1 -1 -1 -1 -1 -1\n" for job in range(1, 30))
# 2012-03-25 01:00 in Berlin, an hour before the clock is put on: second 3 600 is 03:00, second 7 200 is 04:00


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"begin": "7200", "end": "79200"}, "begin:2012-03-25T04:00,end:2012-03-26"),
        ({"begin": "7260.5"}, "begin:7260.5"),
        ({"begin": "7261"}, "begin:2012-03-25T04:01:01"),
        ({"cap": "30"}, "cap:30"),
    ],
)
def test_instants_of_a_log_with_dates_are_written_as_dates_and_read_back_as_the_same(tmp_path, options, wanted):
    services = server(tmp_path)
    saved = services.store.save_upload([DATED.encode()], "dated.swf")
    source = {"kind": "upload", "key": saved.key, "name": "dated.swf"}
    (key,) = worked(services, load_spec(source, options))
    named = origin.of_records(services.store.workload_record(key), [])
    assert origin.fields(named)["made"] == wanted
    address = link.write(Link(key, origin=named))
    assert link.read(address).origin == named
    assert worked(services, load_spec(source, link.read(address).origin.options)) == [key]


@pytest.mark.parametrize(
    "text", ["begin:2012-03-25 04:00", "begin:2012-03-25T04:00", "begin:25 Mar 2012 04:00", "begin:2h", "begin:7200"]
)
def test_an_instant_may_be_typed_into_a_link(tmp_path, text):
    services = server(tmp_path)
    saved = services.store.save_upload([DATED.encode()], "dated.swf")
    source = {"kind": "upload", "key": saved.key, "name": "dated.swf"}
    (plain,) = worked(services, load_spec(source, {"begin": 7200.0}))
    asked = link.read(f"?file={saved.key[:12]},29,dated.swf&made={text}")
    assert worked(services, load_spec(source, asked.origin.options)) == [plain]


def test_a_date_needs_a_log_that_tells_when_it_starts(tmp_path):
    services = server(tmp_path)
    (ticket,) = services.runs.submit([load_spec(sent(services), {"begin": "2012-03-25"})], "somebody")
    services.runs.work([ticket.key])
    message = services.runs.status(ticket.key).message
    assert "begin = '2012-03-25'" in message and "does not tell when it starts" in message


def test_a_week_and_a_date_are_refused_at_once(tmp_path):
    services = server(tmp_path)
    with pytest.raises(WorkloadError, match="leave one out"):
        services.runs.key(load_spec(sent(services), {"begin": "2012-03-25", "week": 2}))
    with pytest.raises(ParamError, match="cap"):
        services.runs.key(load_spec(sent(services), {"cap": "2012-03-25"}))


# -- where the file is missing


def test_a_server_without_the_file_says_which_it_needs(tmp_path, there):
    asked = link.read(there[1])  # of a file that is no sample: those are on every server
    said = missing_runs.head(server(tmp_path), replace(asked, origin=replace(asked.origin, name="mine.swf")), "")
    sha = link.read(there[1]).origin.sha256
    for word in ("mine.swf", f"sha256 {sha}…", "4 jobs", "3 runs", "Drop"):
        assert word in text(said)


def test_a_link_that_does_not_say_its_file_says_what_to_do(tmp_path):
    said = text(missing_runs.head(server(tmp_path), Link("0123456789" * 2, runs=("e" * 24,)), ""))
    assert "01234567…" in said and "does not say which file" in said and "Workload page" in said


def test_the_file_brings_back_the_same_comparison(tmp_path, there, monkeypatch):
    first, written = there
    services, asked = server(tmp_path), link.read(written)
    source = sent(services)
    assert missing_file.wanted(services, "/compare", written) == asked
    request, href, said = callbacks.fetched(services, asked, {**source, "name": "renamed.swf"})
    assert said == ""
    services.runs.work(request["keys"])
    loading = link.read(urlsplit(href).query)
    changing = missing_runs.followed(services, loading)  # one run is on a workload of its own
    assert type(changing.href).__name__ == "NoUpdate"
    with monkeypatch.context() as patch:  # made just before the page asks how far they are
        ask, changes = services.runs.status, changing.request["keys"]
        patch.setattr(services.runs, "status", lambda key: [key in changes and services.runs.work([key]), ask(key)][1])
        went = missing_runs.followed(services, loading)
    later = missing_runs.followed(services, loading)
    assert later.href == went.href  # a browser may drop the first of two answers
    services.runs.work(went.request["keys"])
    back = link.read(urlsplit(went.href).query)
    assert back == asked  # the same keys, window and baseline: the same results
    assert missing_file.wanted(services, "/compare", urlsplit(went.href).query) is None
    for key in back.runs:
        assert services.store.schedule(key).placed.start.tolist() == first.store.schedule(key).placed.start.tolist()


@pytest.mark.parametrize(
    "source",
    [{"kind": "generate", "generator": "poisson", "params": {"jobs": 40}, "seed": 3}, {"kind": "sample", "name": LOG}],
    ids=["generated", "sample"],
)
def test_what_every_server_has_is_made_again_on_the_spot(tmp_path, source):
    first, services = server(tmp_path / "first"), server(tmp_path / "second")
    (base,) = worked(first, load_spec(source, {"first": "4"}))
    keys = worked(first, run_spec(base, "fcfs"), run_spec(base, "easy"))
    told = missing_runs.origin_fields(first, Link(base, runs=tuple(keys)), base)
    written = link.write(Link(base, runs=tuple(keys), job=2)) + "".join(
        f"&{name}={value}" for name, value in told.items()
    )
    asked = link.read(written)
    assert "made again here" in text(missing_runs.head(services, asked, ""))
    went = missing_runs.loaded(services, asked, missing_runs.source_here(asked.origin))
    services.runs.work(went.request["keys"])
    back = missing_runs.followed(services, link.read(urlsplit(went.href).query))
    services.runs.work(back.request["keys"])
    again = link.read(urlsplit(back.href).query)
    assert (again.workload, again.runs, again.job) == (base, tuple(keys), 2)
    for key in keys:
        assert services.store.schedule(key).placed.start.tolist() == first.store.schedule(key).placed.start.tolist()


def test_a_filter_that_does_not_read_is_answered_and_the_whole_log_is_not_opened_instead(tmp_path, there):
    services, asked = server(tmp_path), link.read(there[1] + "&where=processor%3E%3D2")
    request, href, message = callbacks.fetched(services, asked, sent(services))
    assert type(request).__name__ == type(href).__name__ == "NoUpdate"
    assert "processor" in message and "processors" in message
    assert missing_runs.loaded(services, asked, sent(services)).message is not None


def test_a_sample_of_that_name_with_another_hash_is_asked_for():
    assert missing_runs.source_here(Origin("a" * 12, 5, LOG)) is None


def test_another_file_is_refused_and_nothing_is_lost(tmp_path, there):
    services, asked = server(tmp_path), link.read(there[1])
    other = services.store.save_upload(
        [(REPOSITORY / "sample_traces" / "four-policies.swf").read_bytes()], "four-policies.swf"
    )
    request, href, said = callbacks.fetched(services, asked, {"kind": "upload", "key": other.key, "name": other.name})
    assert type(request).__name__ == type(href).__name__ == "NoUpdate"
    assert all(word in said for word in ("four-policies.swf", other.key[:12], LOG, asked.origin.sha256))


def test_a_log_of_this_server_with_the_name_but_another_hash_is_not_taken(tmp_path, there):
    services, asked = server(tmp_path), link.read(there[1])
    assert missing_runs.on_server(asked.origin) == ("sample", LOG)
    (here,) = worked(services, load_spec({"kind": "sample", "name": "four-policies.swf"}, {}))
    went = missing_runs.opened(services, asked, here)
    assert "four-policies.swf" in text(went.message) and asked.origin.sha256 in text(went.message)
    assert type(went.href).__name__ == "NoUpdate"


def test_runs_that_are_gone_are_made_again(tmp_path, there):
    services, asked = server(tmp_path), link.read(there[1])
    (base,) = worked(services, load_spec({**sent(services), "name": LOG}, asked.origin.options))
    assert base == asked.workload
    assert "3 runs of this link are not kept" in text(missing_runs.head(services, asked, base))
    changing = missing_runs.opened(services, asked, base, again=True)
    waiting = missing_runs.opened(services, asked, base)
    assert "Waiting for its turn" in text(waiting.message)
    services.runs.work(changing.request["keys"])
    went = missing_runs.opened(services, asked, base)
    assert link.read(urlsplit(went.href).query).runs == asked.runs
    services.runs.work(went.request["keys"])
    assert "not kept" not in text(missing_runs.head(services, asked, base))


def test_a_workload_that_could_not_be_made_is_not_tried_again_unless_somebody_asks(tmp_path, there):
    services, asked = server(tmp_path), link.read(there[1])
    (base,) = worked(services, load_spec({**sent(services), "name": LOG}, asked.origin.options))
    (key,) = missing_runs.opened(services, asked, base).request["keys"]
    assert services.runs.cancel(key)
    stopped = missing_runs.opened(services, asked, base)
    assert "Cancelled. Ask for the runs again." in text(stopped.message)
    assert type(stopped.request).__name__ == "NoUpdate"
    assert missing_runs.opened(services, asked, base, again=True).request["keys"] == [key]


@pytest.mark.parametrize(
    ("path", "search"), [("/workload", None), ("/compare", ""), ("/compare", "?w=" + "f" * 24), ("/compare", 7)]
)
def test_other_pages_and_links_take_a_file_as_ever(path, search, there):
    written = there[1] if search is None else search
    assert (
        missing_file.wanted(SimpleNamespace(store=SimpleNamespace(has_workload=lambda _key: False)), path, written)
        is None
    )


def test_a_link_says_how_its_file_is_read():
    reading = {"submit": "Submit time, (s)", "submit_unit": "ms", "time_zone": "Europe/Berlin"}
    record = {
        "source": {"kind": "upload", "key": "a" * 64, "name": "jobs.csv", "reading": reading},
        "trace_sha256": "a" * 64,
        "name": "jobs.csv",
        "jobs": 3,
    }
    written = link.write(Link("f" * 24, origin=origin.of_records(record, [])))
    assert link.read(written).origin.reading == reading


@pytest.mark.parametrize(
    "text", ["submit", "nothing:x", "submit_unit:weeks", "time_zone:Nowhere", "submit:%00", "submit:" + "x" * 300]
)
def test_a_reading_that_does_not_read_is_none(text):
    assert origin.read({"file": "a" * 12 + ",3,jobs.csv", "reading": text}).reading == {}
