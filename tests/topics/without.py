"""What is wrong where a topic has been taken out: run in a copy of the program by take_out.py, which says what it had.

    python -m tests.topics.without '{"key": ..., "commands": [...], "paths": [...], ...}'      as Offers has it

Prints a list of sentences as JSON, none where all is well.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TypedDict

from dash import Dash
from flask import Flask

import queuescope
from app import parser
from layouts import ids, site
from layouts.frame import shell
from layouts.frame.callbacks import Services, load_spec, run_spec
from layouts.kinds import all_looks
from layouts.pages.compare.job_panel import job_parts
from layouts.pages.compare.tabs import all_tabs
from layouts.pages.workload import body as workload_body
from layouts.pages.workload.cards import all_cards
from layouts.plots import all_plots
from layouts.workload_plots import all_workload_plots
from scheduler.__main__ import main
from scheduler.audit import checks_of_topics
from scheduler.bounds import all_guarantees
from scheduler.cli import parameter_files
from scheduler.errors import QueuescopeError, UnknownKey
from scheduler.explain import stories
from scheduler.generators import all_generators
from scheduler.kinds import all_kinds
from scheduler.metrics import all_metrics
from scheduler.options import all_options
from scheduler.preparation import steps
from scheduler.preparation.samples import FOLDER
from scheduler.registry import find, load
from scheduler.results import specs
from scheduler.results.queue.runs import Runs
from scheduler.results.sources import samples, setups
from scheduler.results.store import Store
from scheduler.results.tasks import all_tasks
from tests.cases import callbacks
from tests.cases.small_log import is_one_sentence, swf
from tests.topics import parts

WAIT = 3.0  # s, the mean of the log of small_log.py under EASY


class Offers(TypedDict):
    """What a topic adds: commands, background tasks, paths of pages, names of the library, options of the server, stores
    of the frame, what is said of its section on Learn, rules of the addresses of its routes, (page, id) of its forms,
    policies, options of `simulate`, (registry, key) of its other entries; and the keys of runs of it that are kept under a folder."""

    key: str
    commands: list[str]
    tasks: list[str]
    paths: list[str]
    names: list[str]
    options: list[str]
    stores: list[str]
    sections: list[str]
    routes: list[str]
    forms: list[tuple[str, str]]
    policies: list[str]
    policy_options: list[str]
    entries: list[tuple[str, str]]
    home: str
    runs: list[str]


def faults(offers: Offers, home: Path, app: Dash | None = None) -> Iterator[str]:
    """A sentence for each thing that does not work, or that is still offered.  app: the site, where it is made already."""
    app = app or site.create_app(home / "site")
    yield from of_pages(app, offers)
    yield from of_links(app, offers)
    yield from of_routes(app, offers)
    for of_topic in parts.of_topics("without", "faults"):
        yield from of_topic()
    yield from of_commands(offers)
    yield from of_tasks(offers, Store(home / "store"))
    yield from of_policies(offers, home)
    yield from of_policy_options(offers)
    yield from of_library(offers)
    yield from of_entries(offers)
    yield from (f"The option {name} is offered." for name in offers["options"] if name in parser().format_help())
    yield from of_kept_runs(offers)
    yield from of_a_run(Store(home / "store"))


def page(app: Dash, path: str) -> str:
    """What the server answers to a browser that has come to a path."""
    pathname = f"{ids.URL}.pathname"
    return json.dumps(callbacks.answer(app, pathname, {pathname: path}, ids.PAGE), ensure_ascii=False)


def of_pages(app: Dash, offers: Offers) -> Iterator[str]:
    client = app.server.test_client()
    shown = {path: page(app, path) for path in site.PAGES}
    shown["the frame"] = json.dumps(client.get("/_dash-layout").get_json())
    shown["an open workload"] = str(workload_body.beside("a" * 24))
    for path in site.PAGES:
        if client.get(path).status_code != 200:
            yield f"{path} does not open."
    yield from (f"the frame has the store {store}." for store in offers["stores"] if f'"{store}"' in shown["the frame"])
    yield from (f"/learn says: {lead}." for lead in offers["sections"] if lead.lower() in shown["/learn"].lower())
    yield from (f"{path} has the form {form}." for path, form in offers["forms"] if f'"{form}"' in shown[path])
    offered = choices(shown["/compare"], ids.ADD_POLICY)
    yield from (f"/compare offers {policy}." for policy in offers["policies"] if policy in offered)
    for sample in samples():
        gone = [policy for policy, _ in setups(sample.policies) if policy in offers["policies"]]
        yield from (f"/workload offers a sample of {policy}." for policy in gone if sample.name in shown["/workload"])
    addresses = [*offers["paths"], *(rule for rule in offers["routes"] if "<" not in rule)]
    for place, content in shown.items():
        yield from (
            f"{place} links to {path}." for path in addresses if re.search(rf"""[" ']{path}[\\"'?# ]""", content)
        )


def choices(content: str, select: str) -> list[str]:
    """The values that a select on a page offers."""
    components: list[dict] = []
    json.loads(content, object_hook=lambda component: components.append(component) or component)
    return [
        choice["value"] for component in components if component.get("id") == select for choice in component["data"]
    ]


def of_links(app: Dash, offers: Offers) -> Iterator[str]:
    client = app.server.test_client()
    addresses = (re.sub("<.*?>", "CODE", rule) for rule in offers["routes"])
    for path in (*offers["paths"], *addresses):
        lead = str(shell.missing(path).children[0].children[1].children)
        if client.get(f"{path}?load=3").status_code != 404 or lead not in page(app, path):
            yield f"{path} is answered as if it were there."
        if not is_one_sentence(lead) or path not in lead:
            yield f"{path} ends in no sentence that names it: {lead}"


def of_routes(app: Dash, offers: Offers) -> Iterator[str]:
    rules = {rule.rule for rule in app.server.url_map.iter_rules()}
    yield from (f"{rule} is routed." for rule in offers["routes"] if rule in rules)


def of_commands(offers: Offers) -> Iterator[str]:
    _, overview, _ = called("--help")
    for command in offers["commands"]:
        code, out, err = called(command)
        if re.search(rf"^ +{command} ", overview, re.MULTILINE) or code != 2 or out:
            yield f"The command {command} is offered."
        elif not is_one_sentence(err) or command not in err:
            yield f"The command {command} ends in no sentence that names it: {err}"


def of_policies(offers: Offers, home: Path) -> Iterator[str]:
    for policy in offers["policies"]:
        code, _, err = called(
            "simulate", str(FOLDER / "five-jobs.swf"), "--policy", policy, "--out", str(home / "out.csv")
        )
        if code != 2 or "There is no policy" not in err:  # one that is there may not suit the sample
            yield f"The policy {policy} is there."
        elif not is_one_sentence(err) or policy not in err:
            yield f"The policy {policy} ends in no sentence that names it: {err}"


def of_policy_options(offers: Offers) -> Iterator[str]:
    _, listed, _ = called("simulate", "--help")
    yield from (
        f"The option {option} of simulate is offered." for option in offers["policy_options"] if f"{option} " in listed
    )


def called(*words: str) -> tuple[int, str, str]:
    """Run the command line in this process: (exit code, stdout, stderr)."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = main(words)
    return code, out.getvalue(), err.getvalue()


def of_tasks(offers: Offers, store: Store) -> Iterator[str]:
    for task in offers["tasks"]:
        try:
            specs.check({"do": task}, store)
        except QueuescopeError as error:
            if task not in all_tasks() and is_one_sentence(str(error)):
                continue
        yield f"The task {task} is offered."


def of_library(offers: Offers) -> Iterator[str]:
    yield from (f"queuescope.{name} is there." for name in offers["names"] if hasattr(queuescope, name))


REGISTRIES = {
    "metric": all_metrics,
    "generator": all_generators,
    "guarantee": all_guarantees,
    "addition to generators": lambda: load("scheduler.generators", "ADDITION"),
    "columns": lambda: load("scheduler.columns", "COLUMNS"),
    "option": all_options,
    "step of preparation": lambda: {step.key: step for step in steps()},
    "look": all_looks,
    "kind": all_kinds,
    "group of checks": checks_of_topics,
    "story": stories,
    "tab": all_tabs,
    "card of a workload": all_cards,
    "plot of a workload": all_workload_plots,
    "plot": all_plots,
    "part of a job": job_parts,
    "group of files": parameter_files,
}


def of_entries(offers: Offers) -> Iterator[str]:
    for registry, key in offers["entries"]:
        entries = REGISTRIES[registry]()
        if key in entries:
            yield f"The {registry} {key} is offered."
            continue
        try:
            find(entries, key, registry)
        except UnknownKey as error:
            if not is_one_sentence(str(error)) or key not in str(error):
                yield f"The {registry} {key} ends in no sentence that names it: {error}"


def of_kept_runs(offers: Offers) -> Iterator[str]:
    """Compare with a run that was kept before: nothing is shown of it, and one sentence says why."""
    app = site.create_app(Path(offers["home"])) if offers["runs"] else None
    for run in offers["runs"] if app else ():
        runs, finished = f"{ids.RUNS}.data", f"{ids.FINISHED}.data"
        states = callbacks.answer(app, runs, {runs: [run]}, ids.STATES)
        summary = callbacks.answer(app, finished, {runs: [run], finished: [run]}, ids.SUMMARY)
        if states[ids.FINISHED]["data"]:
            yield f"The run {run} is shown."
        for shown in (states[ids.STATES], summary[ids.SUMMARY]):
            sentences = re.findall(r'"children": "(This run [^"]+)"', json.dumps(shown))
            if len(sentences) != 1 or not is_one_sentence(sentences[0]):
                yield f"The run {run} does not end in one sentence: {sentences}"


def of_a_run(store: Store) -> Iterator[str]:
    """A log of rigid jobs, from the drop on a page to a metric."""
    services = Services(store.root, store, Runs(store))
    upload = store.save_upload([swf().encode()], "small.swf")
    workload = worked_off(services, load_spec({"kind": "upload", "key": upload.key, "name": upload.name}, {}))
    run = worked_off(services, run_spec(workload, "easy"))
    wait = all_metrics()["wait_mean"].compute(store.schedule(run))
    if wait != WAIT:
        yield f"The mean wait under EASY is {wait} s; wanted: {WAIT} s."


def worked_off(services: Services, spec: dict) -> str:
    """The key of what comes of it."""
    pages = Flask(__name__)
    pages.secret_key = "of a test"
    with pages.test_request_context():
        (ticket,) = services.runs.submit([spec], "somebody")
    services.runs.work([ticket.key])
    return services.runs.result(ticket.key)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(list(faults(json.loads(sys.argv[1]), Path(folder)))))
