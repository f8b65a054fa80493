"""Setups that open finished: a workload and one to six policies in, the address of their comparison out.

A setup is what a paper's experiment or a sample trace names.  Its workload is small, so it is made at once, by the
same task and under the same key as when it is loaded on the Workload page; a large one is loaded there instead.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html, no_update

from layouts.frame.callbacks import Services, load_spec, run_spec, start
from layouts.frame.controls import sentence
from layouts.server.web import holder
from layouts.state import link
from layouts.state.link import Link
from scheduler.errors import InputError, QueuescopeError
from scheduler.policies import all_policies
from scheduler.results import sources, specs
from scheduler.results.progress import Progress
from scheduler.results.tasks import load
from scheduler.wording import counted

LOG = logging.getLogger("queuescope")
MOST_JOBS = 20_000  # a workload made while somebody waits for the answer of a click
MOST_BYTES = 2_000_000  # the same of a trace that has to be read
LOG_BYTES = 6_000_000  # the same of a log that was just run, where a second or two are nothing new
SWITCH = {True: "on", False: "off", "true": "on", "false": "off"}  # words: as a sample's header has them

Setups = Sequence[tuple[str, Mapping[str, Any]]]  # (policy, params)


class Opened(NamedTuple):
    """What came of opening a setup: what to work on, where to go, and what to say where it cannot be."""

    request: Any = no_update
    href: Any = no_update
    message: Any = None


def open_setup(
    services: Services, source: Mapping[str, Any], options: Mapping[str, Any], runs: Setups, log: bool = False
) -> Opened:
    """Make the workload, start the runs, and go to Compare; what is wrong is said in a sentence.

    log: whether a log or an upload may be read while somebody waits for the answer.
    """
    try:
        if not 1 <= len(runs) <= link.MOST_RUNS:
            raise InputError(f"This setup names {len(runs)} policies; wanted: one to {link.MOST_RUNS}.")
        spec = specs.check(load_spec(source, options), services.store)
        workload = services.store.loaded(specs.key(spec))
        if workload is None and not (at_once(spec["source"]) or (log and short(services, spec["source"]))):
            return elsewhere(services, spec, runs)
        key = workload or load_now(services, spec)
    except QueuescopeError as error:
        return Opened(message=sentence(str(error), "error"))
    except OSError:
        LOG.exception("a workload could not be kept")
        return Opened(message=sentence("The disk of the server is full or not writable; nothing was opened.", "error"))
    started = start(services, [run_spec(key, policy, params) for policy, params in runs])
    if started.problem:
        return Opened(message=sentence(started.problem, "error"))
    return Opened(started.request, "/compare" + link.write(Link(key, runs=started.keys)))


def open_load(services: Services, source: Mapping[str, Any], options: Mapping[str, Any]) -> Opened:
    """Ask for a workload, and go to where it is shown."""
    started = start(services, [load_spec(source, options)])
    if started.problem:
        return Opened(message=sentence(started.problem, "error"))
    return Opened(started.request, "/workload" + link.write(Link(load=started.keys[0])))


def open_sample(services: Services, name: str) -> Opened:
    """Open a sample trace with the policies its header names."""
    try:
        runs = sources.setups(sources.sample(name).policies)
    except InputError as error:
        return Opened(message=sentence(str(error), "error"))
    return open_setup(services, {"kind": "sample", "name": name}, {}, runs)


def load_now(services: Services, spec: Mapping[str, Any]) -> str:
    """The key of the workload of a checked load, made here and now.  Raises InputError, Refused, StoreError."""
    key = specs.key(dict(spec))
    store = services.store.held_by(holder())
    store.quota.check(store.holder)
    load.TASK.run(store, key, dict(spec), Progress())
    return services.runs.result(key)


def at_once(source: Mapping[str, Any]) -> bool:
    """Whether the workload of a checked source is small enough to be made while somebody waits."""
    if source["kind"] == "generate":
        return int(source["params"].get("jobs", MOST_JOBS + 1)) <= MOST_JOBS
    return source["kind"] == "sample" and sources.path_of("sample", source["name"]).stat().st_size <= MOST_BYTES


def short(services: Services, source: Mapping[str, Any]) -> bool:
    """Whether the log or upload of a checked source is read in a second or two."""
    path = (
        services.store.root / "uploads" / source["key"]
        if source["kind"] == "upload"
        else sources.path_of("log", source["name"])
    )
    return path.stat().st_size <= LOG_BYTES


def elsewhere(services: Services, spec: Mapping[str, Any], runs: Setups) -> Opened:
    """A large workload is loaded in the background; the sentence leads there and names the policies to choose."""
    started = start(services, [spec])
    if started.problem:
        return Opened(message=sentence(started.problem, "error"))
    jobs = spec["source"].get("params", {}).get("jobs")
    size = f"has {counted(int(jobs), 'job')} and " if jobs else ""
    chosen = ", ".join(policy_name(policy, params) for policy, params in runs)
    return Opened(
        started.request,
        message=html.Div(
            [
                sentence(f"This workload {size}takes a while to make. Choose there: {chosen}."),
                dmc.Anchor(
                    "Go on with it on the Workload page →",
                    fw=600,
                    href="/workload" + link.write(Link(load=started.keys[0])),
                ),
            ]
        ),
    )


def policy_name(key: str, params: Mapping[str, Any]) -> str:
    """A policy and its parameters for people."""
    policy = all_policies().get(key)
    settings = {
        name: SWITCH.get(value, value) if isinstance(value, bool | str) else value for name, value in params.items()
    }
    return ", ".join([policy.title if policy else key, *(f"{name} {value}" for name, value in settings.items())])
