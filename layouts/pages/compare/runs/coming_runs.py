"""Runs whose workload is still being made, on Compare: a worker changes the workload, then the runs join the others.

What is wanted stands in a store of the browser's tab, so that a reload goes on with it; the work itself is known by
its key, like any run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from dash import Dash, Input, Output, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services, run_spec, start
from layouts.frame.controls import sentence
from layouts.pages.compare.runs import changed_workload, run_list
from layouts.state import link, page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES
from layouts.words import slice_names
from scheduler.errors import InputError, QueuescopeError
from scheduler.results.queue.runs import Status

TICK = 500  # ms
WRONG = "The runs that were to come do not read; ask for them again."
FIELDS = {"of": str, "change": dict, "policy": str, "params": dict}


class Wanted(NamedTuple):
    """A run on a workload with a change."""

    of: str  # key of the workload that is changed
    change: Mapping[str, Any]  # options and their values; empty: the workload as it is
    policy: str
    params: Mapping[str, Any]
    seed: int | None = None


class Asked(NamedTuple):
    """What came of asking: work for the tray, where to go, what to say, and what is still awaited."""

    request: Any = no_update
    address: Any = no_update
    message: Any = None
    awaited: dict[str, Any] | None = None


def place() -> html.Div:
    """Where it stands how far they are; empty while none is coming."""
    return html.Div(
        [
            dcc.Store(id=ids.COMING, storage_type="session"),
            dcc.Interval(id=ids.COMING_TICK, interval=TICK, disabled=True),
            html.Div(id=ids.COMING_STATE, role="status", **{"aria-live": "polite"}),
        ],
        className="qs-coming",
    )


def register(app: Dash, services: Services) -> None:
    """How far the workloads are, the runs on them once they are there, and cancelling."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.COMING_STATE, "children"),
        Output(ids.COMING, "data"),
        Output(ids.COMING_TICK, "disabled"),
        inputs={"changes": [Input(ids.COMING, "data"), Input(ids.COMING_TICK, "n_intervals")]},
        state={"stores": STORES},
        prevent_initial_call="initial_duplicate",
    )
    def follow(changes: Any, stores: dict[str, Any]) -> tuple:
        current_link = page_state.read(stores).link
        if not changes[0]:
            return no_update, no_update, no_update, no_update, True
        if not current_link.workload:  # the address is still being read
            return no_update, no_update, no_update, no_update, False
        new = followed(services, current_link, changes[0])
        return new.request, new.address, new.message, no_update if new.awaited else None, not new.awaited


def asked(services: Services, current_link: Link, wanted: Sequence[Wanted]) -> Asked:
    """Have the workloads of these runs made; the runs where all are there.

    Raises InputError, ParamError, StoreError.
    """
    if len(current_link.runs) >= link.MOST_RUNS:
        raise InputError(
            f"At most {link.MOST_RUNS} runs are shown side by side, and there is room for 0 more; remove a run first."
        )
    started = start(services, list(tasks(services, wanted).values()))
    if started.problem:
        raise InputError(started.problem)
    new = followed(services, current_link, written(current_link, wanted))
    return new._replace(request=started.request) if new.awaited else new


def followed(services: Services, current_link: Link, awaited: Any) -> Asked:
    """How far the workloads are; where all are there, the address with the runs on them."""
    try:
        wanted = read(awaited)
        if awaited.get("on") != current_link.workload:  # another comparison was opened meanwhile
            return Asked()
        states = {key: (spec, services.runs.status(key)) for key, spec in tasks(services, wanted).items()}
        problem = next((status.message for _, status in states.values() if not settled(status)), None)
        if problem is not None:
            return Asked(message=sentence(problem, "error"))
        if all(status.state == "done" for _, status in states.values()):
            return arrived(services, current_link, wanted)
        return Asked(
            message=[line(services, key, spec, status) for key, (spec, status) in states.items()], awaited=awaited
        )
    except QueuescopeError as error:
        return Asked(message=sentence(str(error), "error"))


def settled(status: Status) -> bool:
    """Whether a workload is there, or is to be expected."""
    return status.state == "done" or run_list.active(status)


def tasks(services: Services, wanted: Sequence[Wanted]) -> dict[str, dict[str, Any]]:
    """{key: what a worker is asked for} of the workloads that differ, each once."""
    specs = [changed_workload.change_spec(services, one.of, one.change) for one in wanted]
    return {services.runs.key(spec): spec for spec in specs if spec}


def arrived(services: Services, current_link: Link, wanted: Sequence[Wanted]) -> Asked:
    """Start the runs on their workloads and go to all of them.  Raises InputError, ParamError, StoreError."""
    specs = [
        run_spec(changed_workload.workload_with(services, one.of, one.change), one.policy, one.params, one.seed)
        for one in wanted
    ]
    room = link.MOST_RUNS - len(current_link.runs)
    new = [key for key in dict.fromkeys(map(services.runs.key, specs)) if key not in current_link.runs]
    if not new:
        raise InputError(
            "The workload is the same with this change, and its run is shown already; change something else."
            if any(one.change for one in wanted)
            else "This run is shown already; change a parameter or the policy."
        )
    if len(new) > room:
        raise InputError(
            f"At most {link.MOST_RUNS} runs are shown side by side, and there is room for {max(room, 0)} "
            "more; remove a run first."
        )
    started = start(services, specs)
    if started.problem:
        raise InputError(started.problem)
    return Asked(started.request, "/compare" + link.write(replace(current_link, runs=(*current_link.runs, *new))))


def line(services: Services, key: str, spec: Mapping[str, Any], status: Status) -> html.Div:
    """A workload that is being made: what changes, how far it is, and the button that cancels it."""
    record = services.store.workload_record(spec["workload"])
    name = f"{slice_names.of_record(record)} with {changed_workload.change_in_words(spec['change'])}"
    return html.Div(
        [
            html.P(f"Making {name}.", className="qs-small"),
            *run_list.progress(status, "Progress of the changed workload"),
            run_list.cancel(key, name),
        ],
        className="qs-runchip",
    )


def written(current_link: Link, wanted: Sequence[Wanted]) -> dict[str, Any]:
    """What the store holds of these runs."""
    return {"on": current_link.workload, "runs": [one._asdict() for one in wanted]}


def read(awaited: Any) -> list[Wanted]:
    """The runs of what a store holds; raises InputError where it is something else."""
    rows = awaited.get("runs") if isinstance(awaited, dict) else None
    if not isinstance(rows, list) or not 0 < len(rows) <= link.MOST_RUNS or not all(map(_is_run, rows)):
        raise InputError(WRONG)
    return [Wanted(**row) for row in rows]


def _is_run(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and set(row) == set(Wanted._fields)
        and all(isinstance(row[name], kind) for name, kind in FIELDS.items())
    )
