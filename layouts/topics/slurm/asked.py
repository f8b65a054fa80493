"""What is simulated for this page: the replay, then runs with changed settings, each on the machine that its nodes
make.

What is wanted is {w: key of the workload, runs: [parameters of each run], changed: those of a run that stays beside
several values, at: the address it was asked for at, done: whether it ended}.  A browser holds it, so all of it is read
with suspicion.  Every look at how far it is asks for what is missing: the workload of another size, then the runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import dash_mantine_components as dmc
from dash import html, no_update

from layouts.frame.callbacks import Services, load_spec, run_spec, start
from layouts.frame.controls import sentence
from layouts.state import link
from layouts.state.link import Link
from layouts.topics.slurm import slurm_ids
from scheduler.durations import human
from scheduler.errors import InputError, QueuescopeError
from scheduler.params import checked
from scheduler.results.queue.runs import Status
from scheduler.topics.slurm.files.configuration import Configuration, of_files
from scheduler.topics.slurm.files.records import node_sizes
from scheduler.topics.slurm.policies.slurm import POLICY

PATH = "/slurm"
FILES = ("slurm_conf", "sshare", "slurm_qos", "slurm_reservations", "slurm_jobs")
LONGEST = 2_000_000  # characters of a text
MOST_RUNS = link.MOST_RUNS
EXTRA = "changed"  # of the address: a run beside those of several values
WRONG = "What was asked for does not read; press Replay again."


class Step(NamedTuple):
    """How far it is: work for the tray, where to go, what to say; is_complete: nothing more is to be expected."""

    request: Any = no_update
    address: Any = no_update
    message: Any = None
    is_complete: bool = True
    key: str = ""  # of the task under way


def configured(services: Services, workload: str, texts: Sequence[Any]) -> tuple[dict[str, Any], Configuration]:
    """(parameters, what was not read) of the texts of FILES, with the names of that workload.

    Raises FormatError, ParamError, StoreError, and InputError for texts that are too long.
    """
    outcome = _outcome(texts, services.store.workload(workload).names)
    return checked(POLICY.params, outcome.params), outcome


def _outcome(texts: Sequence[Any], names: Mapping[str, Sequence[str]]) -> Configuration:
    files = {name: text for name, text in zip(FILES, texts, strict=True) if isinstance(text, str) and text.strip()}
    if any(len(text) > LONGEST for text in files.values()):
        raise InputError(
            f"A text has more than {LONGEST:,} characters; wanted: slurm.conf, and what sshare, "
            "sacctmgr, scontrol and sacct print."
        )
    return of_files(files, names)


def wanted(search: Any, runs: Sequence[Mapping[str, Any]], changed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the store of the page holds; search: of the address at which it is asked for."""
    return {
        "w": link.read(search).workload,
        "runs": [dict(params) for params in runs],
        "changed": None if changed is None else dict(changed),
        "at": address(search),
    }


def address(search: Any) -> str:
    """The address on this page, with the workload and the runs of a search part alone."""
    current = link.read(search)
    return _address(current.workload, current.runs, extra_run(search))


def _address(workload: str, runs: Sequence[str], extra: str) -> str:
    return PATH + link.write(Link(workload=workload, runs=tuple(runs))) + (f"&{EXTRA}={extra}" if extra else "")


def extra_run(search: Any) -> str:
    """The run with changed settings that an address names beside runs of several values; "" where it names none."""
    text = str(search or "").lstrip("?")[: link.LONGEST]
    key = parse_qs(text).get(EXTRA, [""])[0]
    return key if link.KEY.fullmatch(key) else ""


def changed_run(search: Any) -> str:
    """The run with changed settings: the one beside several values, or the second of two; "" where there is none."""
    runs = link.read(search).runs
    return extra_run(search) or (runs[1] if len(runs) == 2 else "")


def is_meant(asked: Mapping[str, Any], search: Any) -> bool:
    """Whether what a tab remembers is followed at an address: at one that names no workload, else only where it was
    asked for there and has not ended.  An address that names a workload shows that one, whatever came before."""
    return not link.read(search).workload or (not asked.get("done") and asked.get("at") == address(search))


def step(services: Services, asked: Any, again: bool = False) -> Step:
    """Start what is missing, and say how far it is; again: what failed before is tried once more."""
    try:
        workload, runs, has_extra = _read(asked)
        specs, request = [], no_update
        for params in runs:
            changed = _machine(services, workload, params)
            if changed is not None:
                status, request = _status(services, changed, again, request)
                if status.state != "done":
                    return _under_way(services.runs.key(changed), status, request, "the workload on this machine")
                specs.append(
                    run_spec(services.store.loaded(services.runs.key(changed)) or workload, POLICY.key, params)
                )
            else:
                specs.append(run_spec(workload, POLICY.key, params))
        for at, spec in enumerate(specs, 1):
            status, request = _status(services, spec, again, request)
            if status.state != "done":
                what = f"simulation {at} of {len(specs)}" if len(specs) > 1 else "the simulation"
                return _under_way(services.runs.key(spec), status, request, what)
    except QueuescopeError as error:
        return Step(message=sentence(str(error), "error"))
    keys = [services.runs.key(spec) for spec in specs]
    extra = keys.pop() if has_extra else ""
    return Step(request, _address(workload, tuple(dict.fromkeys(keys)), extra))


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
    key = started.keys[0]
    return Step(started.request, PATH + link.write(Link(load=key)), is_complete=False, key=key)


def loading(services: Services, key: str) -> Step:
    """How far a log is that was dropped here; once it is read, the page with it."""
    status = services.runs.status(key)
    if status.state == "done":
        return Step(address=PATH + link.write(Link(workload=services.store.loaded(key) or "")), message=None)
    if status.awaited:
        return Step(message=_progress(status, "reading the log"), is_complete=False, key=key)
    return Step(message=sentence(f"{status.message} With slurm.conf in its field, press Replay.", "error"))


def is_loaded_first(asked: Any) -> bool:
    """Whether a replay was asked for whose log has to be read before: {load: key of the task that reads it}."""
    return isinstance(asked, Mapping) and "load" in asked


def after_loading(services: Services, asked: Any, key: str, loaded: Step, texts: Sequence[Any]) -> Any:
    """The replay that was asked for while that log was read, for the store; no_update where there is none to begin.

    Raises FormatError, ParamError, StoreError and InputError as `configured` does.
    """
    if not is_loaded_first(asked) or asked["load"] != key or not isinstance(loaded.address, str):
        return no_update
    search = loaded.address.removeprefix(PATH)
    params, _ = configured(services, link.read(search).workload, texts)
    return {**wanted(search, [params]), "again": asked.get("again"), "part": "replay"}


def begins_at(asked: Any, destination: Any) -> bool:
    """Whether what is asked for goes on at an address that the page is on its way to."""
    return (
        isinstance(asked, Mapping)
        and not asked.get("done")
        and isinstance(destination, str)
        and asked.get("at") == destination
    )


def _read(asked: Any) -> tuple[str, list[dict[str, Any]], bool]:
    """(workload, parameters of its runs, whether the last one is that with changed settings beside several values)."""
    fields = asked if isinstance(asked, Mapping) else {}
    workload, runs = fields.get("w"), fields.get("runs")
    if (
        not isinstance(workload, str)
        or not link.KEY.fullmatch(workload)
        or not isinstance(runs, list)
        or not (0 < len(runs) <= MOST_RUNS and all(isinstance(one, Mapping) for one in runs))
    ):
        raise InputError(WRONG)
    extra = fields.get("changed")
    all_runs = [*runs, extra] if isinstance(extra, Mapping) else runs
    return (
        workload,
        [
            checked(POLICY.params, {str(name): value for name, value in one.items() if value is not None})
            for one in all_runs
        ],
        all_runs is not runs,
    )


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
    return html.Div(
        [
            html.P(
                f"{which}{status.message or 'Waiting.'} {float(status.percent or 0):.0f} %{left}", className="qs-small"
            ),
            dmc.Progress(value=float(status.percent or 0.0), **{"aria-label": f"Progress of {what}"}),
            dmc.Button("Cancel", id=slurm_ids.CANCEL, size="compact-sm", variant="default"),
        ]
    )
