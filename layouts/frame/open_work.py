"""What is open, in the header of every page: the workload and the runs that were looked at last, as links.

The browser remembers the addresses (layouts/frontend/frame/open_work.js) and sends them here; the names come from the
store.  What is sent is read as any link is, and what is no longer kept is left out.
"""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.icons import icon
from layouts.state import link
from layouts.state.link import Link
from layouts.words import slice_names
from layouts.words.run_names import own_name
from scheduler.errors import QueuescopeError
from scheduler.policies import known_policies

LONGEST = 2_000  # characters of an address that are read
MOST_NAMED = 2  # names of runs that are shown


def register(app: Dash, services: Services) -> None:
    """From addresses to names; the browser keeps the names for its list of recent work."""

    @app.callback(Output(ids.OPEN_WORK, "children"), Output(ids.OPEN_NAMES, "data"), Input(ids.ADDRESSES, "data"))
    def name(data: Any) -> tuple[Any, Any]:
        if not isinstance(data, dict):
            return no_update, no_update
        return named(
            services, str(data.get("workload") or ""), str(data.get("compare") or ""), data.get("last") == "/workload"
        )

    app.clientside_callback(
        ClientsideFunction("queuescope", "openNames"),
        Output(ids.OPEN_WORK, "title"),
        Input(ids.OPEN_NAMES, "data"),
        prevent_initial_call=True,
    )


def named(
    services: Services, workload: str, compare: str, workload_last: bool = False
) -> tuple[list, list[dict[str, str]]]:
    """(links, [{name, href}] of workload and runs) of the two addresses; less where something is gone.

    workload_last: whether the Workload page was looked at last; runs of another workload are then left out.
    """
    opened, runs = link.read(workload[:LONGEST]), link.read(compare[:LONGEST])
    keys = [key_of(services, runs), key_of(services, opened)]
    key = next(filter(None, reversed(keys) if workload_last else keys), None)
    if not key:
        return [], []
    try:
        record = services.store.workload_record(key)
    except QueuescopeError:
        return [], []
    href = "/workload" + (workload if key == key_of(services, opened) else link.write(Link(key)))
    names = [{"name": slice_names.of_record(record), "href": href}]
    titles = run_titles(services, runs) if key_of(services, runs) == key else []
    if titles:
        more = f" + {len(titles) - MOST_NAMED}" if len(titles) > MOST_NAMED else ""
        names.append({"name": ", ".join(titles[:MOST_NAMED]) + more, "href": f"/compare{compare[:LONGEST]}"})
    kinds = (("trace", "Workload"), ("compare", "Runs"))
    return [
        dmc.Anchor(
            [icon(picture), html.Span(one["name"])],
            href=one["href"],
            underline="never",
            **{"aria-label": f"{what}: {one['name']}"},
        )
        for one, (picture, what) in zip(names, kinds, strict=False)
    ], names


def key_of(services: Services, asked: Link) -> str | None:
    """The workload an address is about, where it is known."""
    if asked.workload:
        return asked.workload
    if asked.load:
        return services.store.loaded(asked.load)
    for run in asked.runs[:1]:
        try:
            return str(services.store.record(run)["workload"])
        except QueuescopeError:
            return None
    return None


def run_titles(services: Services, asked: Link) -> list[str]:
    """What the policies of the runs are called, short; of runs that nobody knows none."""
    titles = []
    for run in asked.runs:
        try:
            facts = services.runs.status(run).spec or services.store.record(run)
            key = str(facts["policy"])
        except (QueuescopeError, KeyError):
            continue
        policy = known_policies().get(key)
        name = own_name(policy, facts) if policy and policy.named_by else ""
        titles.append(name or policy.short or policy.title if policy else key)
    return list(dict.fromkeys(titles))
