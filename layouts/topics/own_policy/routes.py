"""What the page Own policy asks for and sends: the jobs of a workload, and a schedule that a program made of them.

    what python_files.py answers: Pyodide, the worker, and the loop
    GET  /own-policy/jobs.json?w=KEY    the jobs of a workload, by column
    POST /own-policy/schedule           {workload, name, program, job, start, processors, reasons, reason}
    POST /own-policy/hidden             {challenge}: the keys of the workloads of its hidden seeds

The program itself never comes here.  What it made is taken for numbers from a stranger
(scheduler.topics.own_policy.foreign_run).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, jsonify, request

from layouts.frame.callbacks import Services
from layouts.server.background import secret_key
from layouts.server.hosts import from_our_pages
from layouts.server.web import holder
from layouts.topics.own_policy import job_choice, python_files
from scheduler.errors import DiskFull, InputError, QueuescopeError, Refused, StoreError
from scheduler.registry import find
from scheduler.results.keys import is_key
from scheduler.results.store import Store
from scheduler.topics.own_policy import foreign_run
from scheduler.topics.own_policy.challenges import challenges, hidden_seeds
from scheduler.topics.own_policy.foreign_run import Faulty

MOST = 4 << 20  # bytes of a schedule
LARGER: dict[str, int | None] = {"own-policy-schedule": MOST, "own-policy-hidden": 1 << 10}  # less than usual
STATUS: tuple[tuple[type[QueuescopeError], int], ...] = (
    (DiskFull, 507),
    (Refused, 409),
    (InputError, 400),
    (StoreError, 503),
)


def register(server: Flask, services: Services) -> None:
    """Add the routes to a server; the hidden seeds follow from its secret."""
    python_files.register(server)
    store, secret = services.store, secret_key(services.home)
    server.add_url_rule(
        "/own-policy/hidden",
        "own-policy-hidden",
        methods=["POST"],
        view_func=lambda: answered(lambda: hidden(services, secret)),
    )
    server.add_url_rule("/own-policy/jobs.json", "own-policy-jobs", lambda: answered(lambda: jobs(store)))
    server.add_url_rule(
        "/own-policy/schedule", "own-policy-schedule", methods=["POST"], view_func=lambda: answered(lambda: keep(store))
    )


def answered(act: Callable[[], dict[str, Any]]) -> Response | tuple[Response, int]:
    """What came of it as JSON; a sentence and a status where it was refused."""
    if request.method == "POST" and not from_our_pages():
        return jsonify(message="This address takes schedules from the pages of this dashboard only."), 403
    try:
        return jsonify(act())
    except QueuescopeError as error:
        return jsonify(message=str(error)), next((status for kind, status in STATUS if isinstance(error, kind)), 400)


def jobs(store: Store) -> dict[str, Any]:
    """The jobs of the workload that the address names, by column, and the machine."""
    key = request.args.get("w", "")
    if not is_key(key) or not store.has_workload(key):
        raise InputError("This workload is not kept on the server (any more); choose it again.")
    workload = store.workload(key)
    return {"workload": key, "machine": int(workload.platform.processors), "columns": foreign_run.columns(workload)}


def keep(store: Store) -> dict[str, Any]:
    """{run: its key}; of a schedule that breaks a rule {fault, job, time, around, machine}, and nothing is kept."""
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict):
        raise InputError("The request is no JSON object; load the page again.")
    store = store.held_by(holder())
    store.quota.check(store.holder)
    key = str(sent.get("workload"))[:64]
    try:
        run = foreign_run.keep(store, key, foreign_run.read(sent))
    except Faulty as faulty:
        return refused(store, key, faulty)
    return {"run": run, "workload": key}


def hidden(services: Services, secret: bytes) -> dict[str, Any]:
    """{workloads: keys} of the hidden seeds of a challenge."""
    sent = request.get_json(silent=True)
    challenge = find(challenges(), str(sent.get("challenge") if isinstance(sent, dict) else "")[:60], "challenge")
    return {
        "workloads": [job_choice.of_seed(services, challenge, seed).key for seed in hidden_seeds(challenge, secret)]
    }


def refused(store: Store, key: str, faulty: Faulty) -> dict[str, Any]:
    """What a page shows of a fault."""
    workload, fault = store.workload(key), faulty.fault
    number = int(workload.jobs.job_id[fault.job]) if fault.job >= 0 else None
    return {
        "fault": fault.sentence,
        "job": number,
        "time": fault.time,
        "machine": int(workload.platform.processors),
        "around": foreign_run.around(workload, fault, faulty.rows),
    }
