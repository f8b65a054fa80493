"""What Compare shows when nothing is open: a sample trace under the usual policies, finished or about to be."""

from __future__ import annotations

import dash_mantine_components as dmc
from dash import html

from layouts.frame.callbacks import Services, load_spec, run_spec
from layouts.frame.openings import open_setup
from layouts.state import link
from layouts.state.link import Link
from scheduler.policies import WORKLOADS, usual_policies
from scheduler.results import specs

SAMPLE = "steady-load.swf"


def is_empty(asked: Link) -> bool:
    """Whether a link names nothing that could be shown."""
    return not (asked.workload or asked.runs or asked.sweep or asked.origin or asked.load or asked.bad)


def opened(services: Services) -> Link:
    """The link of the sample's comparison, whose runs are asked for; an empty one where that is not possible."""
    runs: list[tuple[str, dict[str, object]]] = [(policy, {}) for policy in usual_policies(WORKLOADS[0])]
    href = open_setup(services, {"kind": "sample", "name": SAMPLE}, {}, runs).href
    return link.read(href.partition("?")[2]) if isinstance(href, str) else Link()


def finished(services: Services) -> tuple[str, ...]:
    """Keys of the runs of the sample, where all of them are finished; else none.  Nothing is asked for."""
    store = services.store
    workload = store.loaded(specs.key(specs.check(load_spec({"kind": "sample", "name": SAMPLE}, {}), store)))
    if workload is None:
        return ()
    keys = [specs.key(specs.check(run_spec(workload, policy), store)) for policy in usual_policies(WORKLOADS[0])]
    return tuple(keys) if all(map(store.has_run, keys)) else ()


def note() -> html.P:
    """That it is a sample, and the way to a workload of one's own."""
    return html.P(
        ["Nothing is open yet, so this is a sample. ", dmc.Anchor("Open a workload →", href="/workload", fw=600)],
        className="qs-small qs-soft qs-sample",
    )
