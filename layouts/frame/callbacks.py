"""Callbacks every page shares: which page is shown, what an upload starts, and how a run is asked for.

A callback that asks for a run puts it into the queue and answers at once.  What is shown comes from the registry of
runs and the store, asked again and again while something is under way, so that a lost answer, a reload or a second
browser changes nothing.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update, set_props

from layouts import ids
from layouts.frame import shell
from layouts.server.faults import Faults
from layouts.server.web import holder, visitor
from layouts.state import link, missing_file
from layouts.state.link import Link
from layouts.topics import all_topics
from scheduler.errors import InputError, Refused, StoreError
from scheduler.results.folders import NO_SPACE, is_full
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store

FAULTS = Faults(logging.getLogger("queuescope"))


@dataclass(frozen=True)
class Services:
    """What pages are given: where results are, and who works on them."""

    home: Path
    store: Store
    runs: Runs

    @cached_property
    def of_topics(self) -> Mapping[str, Any]:
        """{key: what a topic keeps for its pages}, of those that keep something."""
        topics = all_topics().items()
        return {key: topic.service(self.home, self.store.limits) for key, topic in topics if topic.service}

    def close(self) -> None:
        """Close the databases, as SQLite wants it before a process forks; they are opened again when they are used."""
        for service in self.of_topics.values():
            service.close()
        self.runs.jobs.close()


@dataclass(frozen=True)
class Started:
    """What came of asking for runs: their keys, those that are new for the tray, or a sentence saying why not."""

    keys: tuple[str, ...] = ()
    request: Any = no_update
    problem: str = ""


def start(services: Services, specs: Sequence[Mapping[str, Any]]) -> Started:
    """Ask for these runs; known and running ones are not started again."""
    try:
        tickets = services.runs.submit(list(specs), visitor(), holder())
    except (InputError, Refused, StoreError) as error:
        return Started(problem=str(error))
    fresh = [ticket.key for ticket in tickets if ticket.fresh]
    request = {"keys": fresh, "nonce": secrets.token_hex(4)} if fresh else no_update
    return Started(tuple(ticket.key for ticket in tickets), request)


def register(app: Dash, services: Services, pages: Mapping[str, Callable[[], Any]]) -> None:
    """Routing, uploads, titles, the tray and the dialog of keys."""
    routing(app, pages)
    uploads(app, services)
    app.clientside_callback(
        ClientsideFunction("queuescope", "scheme"), Output(ids.SCHEME, "data"), Input(ids.URL, "pathname")
    )
    app.clientside_callback(
        ClientsideFunction("queuescope", "arrive"), Output(ids.TITLE, "data"), Input(ids.PAGE, "children")
    )
    app.clientside_callback(
        ClientsideFunction("queuescope", "asked"),
        Output(ids.TRAY, "title"),
        Input(ids.REQUEST, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("queuescope", "open"),
        Output(ids.KEYS_DIALOG, "opened"),
        Input(ids.KEYS_BUTTON, "n_clicks"),
        prevent_initial_call=True,
    )


def routing(app: Dash, pages: Mapping[str, Callable[[], Any]]) -> None:
    """The page of a path."""

    @app.callback(Output(ids.PAGE, "children"), Input(ids.URL, "pathname"))
    def page(path: str | None) -> Any:
        clean = (path or "/").rstrip("/") or "/"
        return pages[clean]() if clean in pages else shell.missing(clean)


def uploads(app: Dash, services: Services) -> None:
    """A file that has arrived is loaded, and the Workload page shows it; Compare, where its link needs that file."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.UPLOAD_STATE, "children"),
        Input(ids.UPLOADED, "data"),
        State(ids.URL, "pathname"),
        State(ids.URL, "search"),
        prevent_initial_call=True,
    )
    def load(uploaded: Any, path: Any, search: Any) -> tuple[Any, Any, Any]:
        source = {"kind": "upload", "key": str(uploaded["key"]), "name": str(uploaded["name"])[:120]}
        if needed := missing_file.wanted(services, path, search):
            return fetched(services, needed, source)
        started = start(services, [load_spec(source, {})])
        if started.problem:
            return no_update, no_update, started.problem
        return started.request, "/workload" + link.write(Link(load=started.keys[0])), ""


def fetched(services: Services, needed: Link, source: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """Load the file a link needs as the link says, and stay with the link; another file is refused in a sentence."""
    assert needed.origin is not None
    if problem := missing_file.wrong_file_message(needed, source["name"], source["key"]):
        return no_update, no_update, problem
    read = {**source, "name": needed.origin.name, "reading": dict(needed.origin.reading)}
    started = start(services, [load_spec(read, needed.origin.options)])
    if started.problem:
        return no_update, no_update, started.problem
    return started.request, "/compare" + link.write(replace(needed, load=started.keys[0])), ""


def load_spec(source: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The specification of loading a workload."""
    return {"do": "load", "source": dict(source), "options": dict(options)}


def run_spec(
    workload: str, policy: str, params: Mapping[str, Any] | None = None, seed: int | None = None
) -> dict[str, Any]:
    """The specification of a simulation."""
    return {
        "do": "simulate",
        "workload": workload,
        "policy": policy,
        "params": dict(params or {}),
        "seed": seed,
        "decisions": "auto",
    }


def failed(error: Exception) -> None:
    """What the page says where a callback ended early: why, or, of a fault of this program, its number in the log."""
    set_props(ids.UPLOAD_STATE, {"children": sentence_of(error)})


def sentence_of(error: Exception) -> str:
    """The sentence of an error, which is in the log then where it is a fault."""
    if isinstance(error, (StoreError, Refused)):  # the registry of runs is away, or the disk is full
        return str(error)
    if isinstance(error, OSError) and is_full(error):
        return NO_SPACE
    number = FAULTS.log(error)
    if isinstance(error, MemoryError):
        return "This part of the page needs more memory than a page may use; choose fewer jobs, or fewer runs."
    return (
        "This part of the page failed, which is a fault of Queuescope; the log of the server says why under "
        f"{number}. The rest goes on working."
    )
