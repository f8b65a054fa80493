"""The page Own policy on the server's side: which jobs, what is compared, and what of a browser is believed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from layouts.frame.callbacks import Services
from layouts.topics.own_policy import job_choice, outcome, own_policy_page
from scheduler.errors import QueuescopeError
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.simulate import simulate
from scheduler.topics.own_policy import foreign_run
from scheduler.topics.own_policy.challenges import challenges
from tests.state.test_hostile_links import reads_any_address_soon

JOBS = workload(sample("five-jobs.swf"))


@pytest.fixture
def services(tmp_path: Path) -> Services:
    store = Store(tmp_path)
    return Services(store.root, store, Runs(store))


@pytest.fixture(autouse=True)
def request_of_a_visitor() -> Any:
    server = Flask(__name__)
    server.secret_key = b"tests"
    with server.test_request_context("/"):
        yield


def kept(services: Services, policy: str = "easy", key: str = "") -> tuple[str, str]:
    """(run, workload) of a schedule from outside."""
    key = key or services.store.put_workload(JOBS)
    jobs = services.store.workload(key)
    rows = {
        "job": jobs.jobs.job_id.tolist(),
        "processors": jobs.jobs.processors.tolist(),
        "name": "Mine",
        "start": simulate(jobs, policy, decisions=None).placed.start.tolist(),
    }
    return foreign_run.keep(services.store, key, foreign_run.read(rows)), key


def words(component: Any) -> str:
    """All texts in it."""
    if component is None or isinstance(component, str | int | float):
        return str(component or "")
    if isinstance(component, list | tuple):
        return " ".join(map(words, component))
    return words(getattr(component, "children", None))


def test_samples_and_challenges_become_workloads_once(services: Services) -> None:
    chosen = job_choice.workload_of(services, "sample:five-jobs.swf")
    assert (chosen.jobs, chosen.processors) == (5, 4)
    assert job_choice.workload_of(services, "sample:five-jobs.swf") == chosen
    assert job_choice.workload_of(services, f"open:{chosen.key}") == chosen
    one = job_choice.workload_of(services, job_choice.first())
    assert one.jobs == 400 and services.store.workload_record(one.key)["source"]["seed"] == 1


@pytest.mark.parametrize(
    "choice",
    [
        None,
        "",
        "open:",
        "open:../..",
        f"open:{'0' * 24}",
        "sample:no-such.swf",
        "sample:../README.md",
        "challenge:none",
        "upload:x",
        "sample:three-tasks.swf",
        5,
        ["sample"],
        "x" * 9_999,
    ],
)
def test_other_choices_are_a_sentence(services: Services, choice: Any) -> None:
    with pytest.raises(QueuescopeError):
        job_choice.workload_of(services, choice)
    shown = job_choice.state(services, choice)
    assert "data-key" not in shown.to_plotly_json()["props"] and len(shown.children) > 15


def test_the_address_names_a_choice_and_back() -> None:
    for choice in ("sample:five-jobs.swf", "challenge:busy_machine", f"open:{'ab' * 12}"):
        assert job_choice.of_address(job_choice.address(choice)) == choice
    assert job_choice.of_address(None) == job_choice.of_address("?x=1") == ""


def test_a_run_is_compared_with_the_usual_policies(services: Services) -> None:
    run, key = kept(services)
    asked = outcome.compared(services, {"run": run, "workload": key})
    assert not asked.is_complete and len(asked.request["keys"]) == 2
    assert "Mine" in words(asked.panel) and "Try the" not in words(asked.panel)
    services.runs.work(asked.request["keys"])
    again = outcome.compared(services, {"run": run, "workload": key, "challenge": "busy_machine"})
    text = words(again.panel)
    assert (
        again.is_complete and "Try the 3 hidden seeds" in text and text.count("3 h 24 min") == 2
    )  # (6 + 3 + 8) h over 5 jobs
    assert "nobody can exclude that it looked ahead" in text


@pytest.mark.parametrize(
    "sent", [None, 1, "x", [], {}, {"run": 5}, {"run": "0" * 24, "workload": "0" * 24}, {"run": ["a"], "workload": {}}]
)
def test_a_run_that_is_not_here_is_a_sentence(services: Services, sent: Any) -> None:
    asked = outcome.compared(services, sent)
    assert asked.is_complete and "run the program again" in words(asked.panel)


def test_a_workload_of_another_key_is_not_simulated(services: Services) -> None:
    run, _ = kept(services)
    asked = outcome.compared(services, {"run": run, "workload": "f" * 24})
    assert asked.is_complete and "no longer kept" in words(asked.panel)


def test_hidden_seeds_are_counted(services: Services) -> None:
    challenge = challenges()["busy_machine"]
    runs = [
        kept(services, policy, job_choice.of_seed(services, challenge, seed).key)
        for seed, policy in ((7, "sjf"), (8, "easy"))
    ]
    sent = {"challenge": challenge.key, "runs": [{"run": run, "workload": key} for run, key in runs]}
    asked = outcome.of_hidden_seeds(services, sent)
    assert not asked.is_complete and "Simulating" in words(asked.panel)
    services.runs.work(asked.request["keys"])
    done = outcome.of_hidden_seeds(services, sent)
    metrics = [services.store.record(run)["metrics"][challenge.metric] for run, _ in runs]
    better = sum(
        metric < simulate_metric
        for metric, simulate_metric in zip(
            metrics,
            (services.store.record(key)["metrics"][challenge.metric] for key in asked.request["keys"]),
            strict=True,
        )
    )
    assert done.is_complete and f"beats EASY backfilling on {better} of 2 hidden seeds: mean wait" in words(done.panel)
    assert better < 2  # EASY does not beat itself


@pytest.mark.parametrize(
    "sent",
    [
        None,
        1,
        {},
        {"challenge": "none", "runs": [{}]},
        {"challenge": "busy_machine"},
        {"challenge": "busy_machine", "runs": "x"},
        {"challenge": "busy_machine", "runs": [1, None]},
    ],
)
def test_no_hidden_seeds_is_nothing(services: Services, sent: Any) -> None:
    assert outcome.of_hidden_seeds(services, sent).panel is None


def test_the_page_offers_every_template_and_says_what_a_program_is_given() -> None:
    text = words(own_policy_page.layout())
    for name in ("queue", "running", "free", "job.wait", "job.requested_time", "reserve(job, time)"):
        assert name in text


def test_any_address_is_read_soon():
    reads_any_address_soon(job_choice.of_address)
