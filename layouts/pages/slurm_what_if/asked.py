"""What is simulated for this page: the replay, then runs with changed settings, each on the machine that its nodes
make.

What is wanted is {w: key of the workload, runs: [parameters of each run], at: the address it was asked for at, done:
whether it ended}.  A browser holds it, so all of it is read with suspicion.  Every look at how far it is asks for what
is missing: the workload of another size, then the runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html, no_update

from layouts import ids
from layouts.frame.callbacks import Services, load_spec, run_spec, start
from layouts.frame.controls import sentence
from layouts.state import link
from layouts.state.link import Link
from scheduler.durations import human
from scheduler.errors import InputError, QueuescopeError
from scheduler.params import checked
from scheduler.policies import configurable
from scheduler.results.queue.runs import Status
from scheduler.slurm.configuration import Configuration
from scheduler.slurm.records import node_sizes

PATH = "/slurm"
FILES = ("slurm_conf", "sshare", "slurm_qos", "slurm_reservations", "slurm_jobs")
LONGEST = 2_000_000         # characters of a text
MOST_RUNS = link.MOST_RUNS
WRONG = "What was asked for does not read; press Replay again."


class Step(NamedTuple):
    """How far it is: work for the tray, where to go, what to say; is_complete: nothing more is to be expected."""

    request: Any = no_update
    address: Any = no_update
    message: Any = None
    is_complete: bool = True
    key: str = ""           # of the task under way


def configured(services: Services, workload: str, texts: Sequence[Any]) -> tuple[dict[str, Any], Configuration]:
    """(parameters, what was not read) of the texts of FILES, with the names of that workload.

    Raises FormatError, ParamError, StoreError, and InputError for texts that are too long.
    """
    outcome = _outcome(texts, services.store.workload(workload).names)
    return checked(configurable().params, outcome.params), outcome


def _outcome(texts: Sequence[Any], names: Mapping[str, Sequence[str]]) -> Configuration:
    files = {name: text for name, text in zip(FILES, texts, strict=True) if isinstance(text, str) and text.strip()}
    if any(len(text) > LONGEST for text in files.values()):
        raise InputError(f"A text has more than {LONGEST:,} characters; wanted: slurm.conf, and what sshare, "
                         "sacctmgr, scontrol and sacct print.")
    configure = configurable().configure
    assert configure is not None
    return configure(files, names)


def wanted(current: Link, runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the store of the page holds; current: the address at which it is asked for."""
    return {"w": current.workload, "runs": [dict(params) for params in runs], "at": address(current)}


def address(current: Link) -> str:
    """The address of a workload and its runs on this page."""
    return PATH + link.write(Link(workload=current.workload, runs=current.runs))


def is_meant(asked: Mapping[str, Any], current: Link) -> bool:
    """Whether what a tab remembers is followed at an address: at one that names no workload, else only where it was
    asked for there and has not ended.  An address that names a workload shows that one, whatever came before."""
    return not current.workload or (not asked.get("done") and asked.get("at") == address(current))


def step(services: Services, asked: Any, again: bool = False) -> Step:
    """Start what is missing, and say how far it is; again: what failed before is tried once more."""
    try:
        workload, runs = _read(asked)
        specs, request = [], no_update
        for params in runs:
            changed = _machine(services, workload, params)
            if changed is not None:
                status, request = _status(services, changed, again, request)
                if status.state != "done":
                    return _under_way(services.runs.key(changed), status, request, "the workload on this machine")
                specs.append(run_spec(services.store.loaded(services.runs.key(changed)) or workload,
                                      configurable().key, params))
            else:
                specs.append(run_spec(workload, configurable().key, params))
        for at, spec in enumerate(specs, 1):
            status, request = _status(services, spec, again, request)
            if status.state != "done":
                what = f"simulation {at} of {len(specs)}" if len(specs) > 1 else "the simulation"
                return _under_way(services.runs.key(spec), status, request, what)
    except QueuescopeError as error:
        return Step(message=sentence(str(error), "error"))
    keys = tuple(dict.fromkeys(services.runs.key(spec) for spec in specs))
    return Step(request, address(Link(workload=workload, runs=keys)))


def load(services: Services, source: Mapping[str, Any], texts: Sequence[Any]) -> Step:
    """Read the log of a source, on the machine that slurm.conf tells; where it does not, on that of the log."""
    try:
        nodes = _outcome(texts, {}).params.get("nodes") or ""
        options = {"processors": sum(node_sizes(nodes))} if nodes else {}
    except QueuescopeError as error:
        return Step(message=sentence(str(error), "error"))
    started = start(services, [load_spec(source, options)])
    if started.problem:
        return Step(message=sentence(started.problem, "error"))
    return Step(started.request, PATH + link.write(Link(load=started.keys[0])), is_complete=False)


def loading(services: Services, key: str) -> Step:
    """How far a log is that was dropped here; once it is read, the page with it."""
    status = services.runs.status(key)
    if status.state == "done":
        return Step(address=PATH + link.write(Link(workload=services.store.loaded(key) or "")), message=None)
    if status.awaited:
        return Step(message=_progress(status, "reading the log"), is_complete=False, key=key)
    return Step(message=sentence(f"{status.message} With slurm.conf in its field, press Replay.", "error"))


def _read(asked: Any) -> tuple[str, list[dict[str, Any]]]:
    fields = asked if isinstance(asked, Mapping) else {}
    workload, runs = fields.get("w"), fields.get("runs")
    if not isinstance(workload, str) or not link.KEY.fullmatch(workload) or not isinstance(runs, list) or not (
            0 < len(runs) <= MOST_RUNS and all(isinstance(one, Mapping) for one in runs)):
        raise InputError(WRONG)
    return workload, [checked(configurable().params, {str(name): value for name, value in one.items()
                                                      if value is not None}) for one in runs]


def _machine(services: Services, workload: str, params: Mapping[str, Any]) -> dict[str, Any] | None:
    """The task that makes the workload for the nodes of the configuration; None where it is for them already."""
    processors = sum(node_sizes(params["nodes"] or ""))
    if processors in (0, int(services.store.workload_record(workload)["processors"])):
        return None
    return {"do": "change", "workload": workload, "change": {"processors": processors}}


def _status(services: Services, spec: Mapping[str, Any], again: bool, request: Any) -> tuple[Status, Any]:
    """How far a task is, which is started where nobody has asked for it; with what is new for the tray."""
    key = services.runs.key(spec)
    status = services.runs.status(key)
    if status.state == "unknown" or (again and not status.awaited and status.state != "done"):
        started = start(services, [spec])
        if started.problem:
            raise InputError(started.problem)
        return services.runs.status(key), started.request
    return status, request


def _under_way(key: str, status: Status, request: Any, what: str) -> Step:
    if status.awaited:
        return Step(request, message=_progress(status, what), is_complete=False, key=key)
    return Step(request, message=sentence(f"{status.message} Press the button again to try once more.", "error"))


def _progress(status: Status, what: str) -> html.Div:
    """What it is doing, how much is done and how long the rest takes."""
    left = "" if status.eta_seconds is None else f", about {human(float(ceil(status.eta_seconds)))} left"
    which = f"{what.capitalize()}: " if what.startswith("simulation") else ""
    return html.Div([html.P(f"{which}{status.message or 'Waiting.'} {float(status.percent or 0):.0f} %{left}",
                            className="qs-small"),
                     dmc.Progress(value=float(status.percent or 0.0), **{"aria-label": f"Progress of {what}"}),
                     dmc.Button("Cancel", id=ids.SLURM_CANCEL, size="compact-sm", variant="default")])
