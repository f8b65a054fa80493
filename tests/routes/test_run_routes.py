"""The addresses of the runs tray: everybody sees and stops only what is his, and nothing else is taken."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from flask import Flask

from layouts.frame.callbacks import Services
from layouts.routes import run_routes
from layouts.state import link
from layouts.state.link import Link
from scheduler.results.queue.processes import handle
from scheduler.results.queue.runs import Runs, Status
from scheduler.results.store import Store
from tests.cases.small import workload as small
from tests.cases.small_log import is_one_sentence

ROWS = [(0, 10, 2), (1, 5, 3), (2, 4, 1)]  # submit, runtime, processors
OURS = {"X-Requested-With": "fetch"}
ABSENT = "0" * 24


@pytest.fixture
def services(tmp_path):
    store = Store(tmp_path / "home")
    return Services(store.root, store, Runs(store))


@pytest.fixture
def server(services):
    made = Flask(__name__)
    made.secret_key = b"for this test"
    run_routes.register(made, services)
    return made


def person(server, name: str):
    """The browser of a visitor."""
    client = server.test_client()
    with client.session_transaction() as session:
        session["visitor"] = name
    return client


def submit(services, visitor: str, **changed) -> str:
    """The key of a simulation this visitor asked for."""
    spec = {"do": "simulate", "workload": services.store.put_workload(small(ROWS, 4)), "policy": "fcfs", **changed}
    return services.runs.submit([spec], visitor)[0].key


def told(client, *known: str) -> list[dict]:
    answer = client.get(f"/runs.json?known={','.join(known)}")
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "private, no-store"
    return answer.json["runs"]


def test_everybody_is_told_of_his_own_runs_under_way(server, services):
    ann, bob = person(server, "ann"), person(server, "bob")
    first, both = submit(services, "ann"), submit(services, "bob", policy="easy")
    submit(services, "ann", policy="easy")
    assert [run["key"] for run in told(ann)] == [first, both] and [run["key"] for run in told(bob)] == [both]
    assert told(person(server, "eve"), first, both) == [] == told(server.test_client(), first)


def test_a_run_says_what_it_is_how_far_it_is_and_where_it_is_seen(server, services):
    ann, key = person(server, "ann"), submit(services, "ann")
    mine = services.runs.jobs.start(key, services.runs.jobs.take(key, handle()), handle())
    services.runs.jobs.report(key, mine, percent=41.64, eta=75.2, message="Simulating.")
    (run,) = told(ann)
    workload = services.runs.status(key).spec["workload"]
    assert run == {
        "key": key,
        "state": "running",
        "active": True,
        "awaited": True,
        "percent": 41.6,
        "message": "Simulating.",
        "pace": "Simulating. 42 %, about 1 min 16 s left",
        "at": f"/compare?w={workload}&runs={key}",
        "what": f"First come, first served on {services.store.workload_record(workload)['name']}",
    }


def test_what_has_ended_is_told_to_who_still_asks_after_it(server, services):
    ann, bob, key = person(server, "ann"), person(server, "bob"), submit(services, "ann")
    services.runs.work([key])
    assert told(ann) == [] == told(bob, key)
    (run,) = told(ann, key)
    assert (run["state"], run["active"], run["message"]) == ("done", False, "Done.") and run["what"] and run["at"]
    assert told(ann, key, key, ABSENT) == [run]


def test_runs_of_one_policy_are_told_apart_by_what_differs(server, services):
    for passing in ("none", "any"):
        submit(services, "ann", policy="sjf", params={"passing": passing})
    assert [run["what"].split(" on ")[0].split(", ")[1:] for run in told(person(server, "ann"))] == [
        ["passing none"],
        ["passing any"],
    ]


@pytest.mark.parametrize("known", ["x", "../../etc", f"{ABSENT[:-1]}g", ",".join([ABSENT] * 41), f"{ABSENT}%00"])
def test_keys_that_are_none_are_refused_in_a_sentence(server, known):
    answer = person(server, "ann").get(f"/runs.json?known={known}")
    assert answer.status_code == 400 and is_one_sentence(answer.json["message"])


def test_a_run_is_stopped_by_who_asked_for_it(server, services):
    ann, key = person(server, "ann"), submit(services, "ann")
    services.runs.jobs.take(key, handle())
    assert ann.post(f"/runs/{key}/cancel", headers=OURS).json == {"cancelled": True}
    assert services.runs.status(key).state == "cancelled"
    (run,) = told(ann, key)
    assert (run["active"], run["message"]) == (False, "Cancelled.")
    assert ann.post(f"/runs/{key}/cancel", headers=OURS).status_code == 404


def test_a_run_others_asked_for_too_goes_on_for_them(server, services):
    ann, bob, key = person(server, "ann"), person(server, "bob"), submit(services, "ann")
    submit(services, "bob")
    assert ann.post(f"/runs/{key}/cancel", headers=OURS).json == {"cancelled": False}
    assert told(ann, key) == [] and [run["state"] for run in told(bob)] == ["queued"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"X-Requested-With": "XMLHttpRequest"}, 403),
        ({**OURS, "Origin": "http://elsewhere.test"}, 403),
        ({**OURS, "Origin": "null"}, 403),
    ],
)
def test_other_sites_stop_nothing(server, services, headers, status):
    key = submit(services, "ann")
    answer = person(server, "ann").post(f"/runs/{key}/cancel", headers=headers)
    assert answer.status_code == status and is_one_sentence(answer.json["message"])
    assert services.runs.status(key).state == "queued"


def test_nobody_stops_what_is_not_his(server, services):
    key = submit(services, "ann")
    for asked in (key, ABSENT, "x"):
        answer = person(server, "bob").post(f"/runs/{asked}/cancel", headers={**OURS, "Origin": "http://localhost"})
        assert answer.status_code == 404 and is_one_sentence(answer.json["message"])
    assert services.runs.status(key).state == "queued"
    assert person(server, "ann").get(f"/runs/{key}/cancel").status_code == 405


def test_every_kind_of_run_has_a_name_and_a_place(tmp_path):
    gone = SimpleNamespace(
        store=SimpleNamespace(
            record=lambda key: {"policy": f"Policy {key[0]}"}, workload_record=Store(tmp_path).workload_record
        )
    )
    runs = [letter * 24 for letter in "abcdefgh"]
    said = {
        what: (run_routes.named(gone, spec), run_routes.address("k" * 24, spec))
        for what, spec in {
            "load": {"do": "load", "source": {"kind": "sample", "name": "five-jobs.swf"}},
            "made": {"do": "load", "source": {"kind": "generate", "generator": "poisson", "params": {}, "seed": 4}},
            "changed": {"do": "change", "workload": "w" * 24, "change": {"processors": 120, "cap": 43200.0}},
            "fair": {"do": "fair_start", "run": runs[0]},
            "plan": {"do": "plan", "run": runs[0], "time": 90.0},
            "replicas": {"do": "replicas", "runs": runs[:2], "replicas": 20},
            "forgotten": {},
        }.items()
    }
    assert said["load"] == ("Opening five-jobs.swf", "/workload?load=" + "k" * 24)
    assert said["made"][0] == "Opening a generated workload, seed 4"
    assert said["changed"] == (
        "Changing a workload that is gone: 120 processors, cap 12 h 00 min",
        "/workload?load=" + "k" * 24,
    )
    assert said["plan"] == ("Plan at 90 s, Policy a", "/compare" + link.write(Link(runs=(runs[0],), plan=90.0)))
    assert said["fair"] == ("Delay caused by later arrivals, Policy a", "/compare" + link.write(Link(runs=(runs[0],))))
    assert said["replicas"] == (
        "20 replicas each of Policy a, Policy b",
        "/compare" + link.write(Link(runs=tuple(runs[:2]))),
    )
    assert said["forgotten"] == ("A run", "")


def test_a_topic_says_what_its_runs_do_and_where_they_are_shown(services, monkeypatch):
    monkeypatch.setattr(run_routes, "tray", lambda: {"plan": lambda spec: (f"Mine at {spec['time']}", "/mine")})
    spec = {"do": "plan", "run": "r" * 24, "time": 90.0}
    assert run_routes.named(services, spec) == "Mine at 90.0"
    assert run_routes.address("k" * 24, spec) == "/mine"
    assert run_routes.named(services, {"do": "load", "source": {"kind": "sample", "name": "a.swf"}}) == "Opening a.swf"


def test_a_workload_that_is_gone_leaves_a_run_without_its_name(services):
    lost = Status("done", spec={"do": "simulate", "workload": ABSENT, "policy": "fcfs"})
    entry = run_routes.entry(
        services, "k" * 24, lost, run_routes.simulations(services, {"k" * 24: lost}).get("k" * 24, "")
    )
    assert entry["what"] == "A run" and entry["at"].startswith("/compare?")
