"""The runs under way of a visitor, for the tray in the header of every page, which frontend/compare/runs.js fills.

    GET  /runs.json?known=<keys>    {"runs": [...], "pause": ms until to ask again}: those under way, and how those of
                                    `known` (keys, with commas) ended
    POST /runs/<key>/cancel         {"cancelled": whether it stops}; only of a run this visitor asked for

Where nobody can say how runs do, both answer 503 with {"message": a sentence} (layouts.server.web).

Each run is {key, state, active, awaited, what, percent, pace, message, at}: what and pace in words, at the address of
the page that shows it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, jsonify, request

from layouts.frame.callbacks import Services
from layouts.pages.compare.runs import changed_workload, run_list
from layouts.server.hosts import from_our_pages
from layouts.server.web import visitor
from layouts.state import link
from layouts.state.link import MOST_RUNS, Link
from layouts.topics import tray
from layouts.words import slice_names
from layouts.words.run_names import names
from scheduler.durations import instant
from scheduler.errors import QueuescopeError
from scheduler.results.keys import is_key
from scheduler.results.queue.runs import Status, poll_pause
from scheduler.results.tasks import all_tasks

LOG = logging.getLogger("queuescope")
LEAST = 1_000  # ms between two questions of a page
MOST_KNOWN = 40  # runs somebody may ask after at once
STRANGE = "There is no run of yours under way at this address; it may be over."


def register(server: Flask, services: Services) -> None:
    """Add the routes to a server."""
    server.add_url_rule("/runs.json", "runs", lambda: listed(services))
    server.add_url_rule("/runs/<key>/cancel", "runs-cancel", lambda key: cancelled(services, key), methods=["POST"])


def listed(services: Services) -> tuple[Response, int]:
    """The runs of who asks; 400 with a sentence for keys that are none."""
    keys = [key for key in request.args.get("known", "").split(",") if key]
    if len(keys) > MOST_KNOWN or not all(map(is_key, keys)):
        return sentence(400, f"known = {','.join(keys)[:40]!r}; wanted: up to {MOST_KNOWN} keys of runs, with commas.")
    statuses = services.runs.own(visitor(), keys)
    titles = simulations(services, statuses)
    answer = jsonify(
        runs=[entry(services, key, status, titles.get(key, "")) for key, status in statuses.items()],
        pause=max(poll_pause(statuses.values()), LEAST),
    )
    answer.headers["Cache-Control"] = "private, no-store"
    return answer, 200


def cancelled(services: Services, key: str) -> tuple[Response, int]:
    """Stop a run of who asks; 403 for what another site sent, 404 for what is not his."""
    if not from_our_pages():
        return sentence(403, "This address takes wishes from the pages of this dashboard only.")
    if not is_key(key) or key not in services.runs.own(visitor()):
        return sentence(404, STRANGE)
    return jsonify(cancelled=services.runs.cancel(key, visitor())), 200


def sentence(status: int, message: str) -> tuple[Response, int]:
    """A sentence as JSON."""
    return jsonify(message=message), status


def simulations(services: Services, statuses: Mapping[str, Status]) -> dict[str, str]:
    """{key: what it is called} of the simulations: the policy, with parameters where they differ, and the log."""
    specs = {
        key: run_list.spec_of(services, key, status)
        for key, status in statuses.items()
        if (status.spec or {}).get("do") == "simulate"
    }
    simulated = {key: spec for key, spec in specs.items() if spec}
    return {
        key: f"{name} on {workload(services, str(spec['workload']))}"
        for (key, spec), name in zip(simulated.items(), run_list.names(list(simulated.values())), strict=True)
    }


def workload(services: Services, key: str) -> str:
    """What a workload is called."""
    try:
        record = services.store.workload_record(key)
    except QueuescopeError:
        return "a workload that is gone"
    return slice_names.of_record(record)


def entry(services: Services, key: str, status: Status, title: str) -> dict[str, Any]:
    """One run as the tray shows it."""
    spec = status.spec or {}
    return {
        "key": key,
        "state": status.state,
        "what": title or named(services, spec),
        "at": address(key, spec),
        "active": run_list.active(status),
        "awaited": status.awaited,
        "message": status.message,
        "percent": round(float(status.percent or 0.0), 1),
        "pace": run_list.pace(status),
    }


def named(services: Services, spec: Mapping[str, Any]) -> str:
    """What is done, in a few words."""
    task = str(spec.get("do"))
    if task in tray():
        return tray()[task](spec)[0]
    if task == "load":
        return f"Opening {loaded(spec['source'])}"
    if task == "change":
        words = changed_workload.change_in_words(spec["change"])
        return f"Changing {workload(services, str(spec['workload']))}: {words}"
    if task == "fair_start":
        return f"Delay caused by later arrivals, {run(services, str(spec['run']))}"
    if task == "plan":
        return f"Plan at {instant(float(spec['time']))}, {run(services, str(spec['run']))}"
    if task == "replicas":
        return f"{spec['replicas']} replicas each of {', '.join(run(services, str(key)) for key in spec['runs'])}"
    if task == "import":
        return f"{spec['called']}, a schedule of another program"
    other = all_tasks().get(task)
    return f"A run that {other.does}" if other and other.kind != "runs" else "A run"


def loaded(source: Mapping[str, Any]) -> str:
    """What a trace is called."""
    return f"a generated workload, seed {source.get('seed')}" if source["kind"] == "generate" else str(source["name"])


def run(services: Services, key: str) -> str:
    """What a finished run is called."""
    try:
        return names([services.store.record(key)])[0]
    except QueuescopeError:
        return "a run that is gone"


def address(key: str, spec: Mapping[str, Any]) -> str:
    """Where a run is to be seen; empty where nobody knows what it was."""
    task = all_tasks().get(str(spec.get("do")))
    if task is None:
        return ""
    if task.key in tray():
        return tray()[task.key](spec)[1]
    if task.kind == "loads":
        return "/workload" + link.write(Link(load=key))
    if task.kind == "runs":
        return "/compare" + link.write(Link(str(spec["workload"]), runs=(key,)))
    runs = tuple(key for key in spec.get("runs", [spec.get("run")]) if is_key(key))[:MOST_RUNS]
    plan = float(spec["time"]) if spec["do"] == "plan" else None
    return "/compare" + link.write(Link(runs=runs, plan=plan)) if runs else ""
