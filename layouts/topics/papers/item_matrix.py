"""The matrix of each paper: what it describes, item by item, and a link to what shows it here.

An experiment or a page is a link.  What belongs to a comparison, such as a policy or a metric, opens with a setup of
the paper's experiments that has it, or with a sample; what belongs to a workload leads to the page of workloads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from dash import dcc, html

from layouts import ids
from layouts.plots import all_plots
from layouts.topics.papers.address import write
from layouts.words.slice_names import thin_spaces
from layouts.workload_plots import all_workload_plots
from scheduler.bounds import all_guarantees
from scheduler.errors import InputError
from scheduler.generators import all_generators
from scheduler.metrics import all_metrics
from scheduler.policies import all_policies
from scheduler.results.sources import samples, setups
from scheduler.topics.papers.experiments import Paper, all_experiments, all_papers
from scheduler.topics.papers.items import KINDS, Item, items_of

COMPARED = ("policy", "metric", "guarantee", "plot")  # rooms of what is seen in a comparison
ENTRIES: Any = {
    "policy": all_policies,
    "metric": all_metrics,
    "guarantee": all_guarantees,
    "generator": all_generators,
    "plot": all_plots,
    "workload_plot": all_workload_plots,
}


class Setup(NamedTuple):
    """What opens finished in Compare: a setup of an experiment, or a sample."""

    paper: str  # key; empty where it is of none
    policies: frozenset[str]
    opening: str = ""  # "paper/experiment/place"
    sample: str = ""  # the name of its file


def matrices() -> html.Div:
    """One table for each paper that has items, folded."""
    finished = list(all_setups())
    return html.Div(
        [
            html.H2("Item by item"),
            html.P("All that a paper describes, in its order, and where it is shown.", className="qs-soft"),
            *(matrix(paper, finished) for paper in all_papers().values() if items_of(paper.key)),
        ],
        className="qs-card qs-paper-items",
    )


def matrix(paper: Paper, finished: Sequence[Setup]) -> html.Details:
    """The items of a paper."""
    items = items_of(paper.key)
    head = html.Tr([html.Th(text, scope="col") for text in ("item", "in the paper", "kind", "shown by")])
    rows = [
        html.Tr(
            [
                html.Th(thin_spaces(item.name), scope="row"),
                html.Td(item.place),
                html.Td(item.kind),
                html.Td(where_shown(item, f"{paper.key}/{number}", setup_for(paper.key, item, finished))),
            ]
        )
        for number, item in enumerate(items)
    ]
    return html.Details(
        [
            html.Summary([html.B(paper.title), f" ({paper.year}): {summary(items)}"]),
            html.Div(
                html.Table([html.Thead(head), html.Tbody(rows)], className="qs-table"),
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": f"Items of {paper.title}"},
            ),
        ],
        className="qs-more",
    )


def summary(items: Sequence[Item]) -> str:
    """How many there are of each kind, and how many are shown."""
    count = Counter(item.kind for item in items)
    each = ", ".join(f"{count[kind]} {kind}{'s' * (count[kind] != 1)}" for kind in KINDS if count[kind])
    return f"{len(items)} items ({each}), {sum(bool(item.shown_by) for item in items)} of them shown"


def where_shown(item: Item, key: str, setup: Setup | None) -> list:
    """What shows an item, as a link or a button that opens it, and the reason."""
    reason = [html.Span(f" {thin_spaces(item.reason)}", className="qs-soft")] if item.reason else []
    if not item.shown_by:
        return reason
    words = f"{item.room.replace('_', ' ')}: {title(item)}"
    if setup is not None:
        return [
            html.Button(words, id=ids.act("item-open", key), className="qs-item-open", title="Opens in Compare"),
            *reason,
        ]
    return [dcc.Link(words, href=address(item)), *reason]


def title(item: Item) -> str:
    """What it is called where it is shown."""
    if item.room == "experiment":
        return thin_spaces(all_experiments()[item.key][1].title)
    if item.room in ENTRIES:
        return str(ENTRIES[item.room]()[item.key].title)
    return item.key.partition("?")[0].strip("/").replace("_", " ")


def address(item: Item) -> str:
    """Where what shows an item is, if that is no comparison."""
    return write(item.key) if item.room == "experiment" else item.key if item.room == "page" else "/workload"


# -- what opens in Compare


def setup_of(key: str) -> Setup:
    """What opens for an item by the key of its button, "paper/number".  Raises InputError."""
    paper, _, number = key.partition("/")
    items = {str(at): item for at, item in enumerate(items_of(paper) if paper in all_papers() else ())}
    if number not in items:
        raise InputError("There is no such item here; choose one of the list.")
    setup = setup_for(paper, items[number], list(all_setups()))
    if setup is None:
        raise InputError(f"Nothing opens for {items[number].name}; choose it on the Workload page.")
    return setup


def setup_for(paper: str, item: Item, finished: Sequence[Setup]) -> Setup | None:
    """The first setup that has a policy, of the paper's own ones if possible; of a view or number, one of the paper."""
    if item.room not in COMPARED:
        return None
    own_first = sorted(finished, key=lambda one: one.paper != paper)
    return next(
        (one for one in own_first if (item.key in one.policies if item.room == "policy" else one.paper == paper)), None
    )


def all_setups() -> Iterator[Setup]:
    """The samples that name policies, then the setups of the experiments that need no log."""
    for sample in samples():
        if sample.policies:
            source = sample.shows.partition(",")[0]
            yield Setup(source if source in all_papers() else "", names(setups(sample.policies)), sample=sample.name)
    for key, (paper, experiment) in all_experiments().items():
        for place, opening in enumerate(experiment.openings):
            if opening.source:
                yield Setup(paper.key, names(opening.runs), opening=f"{key}/{place}")


def names(runs: Sequence[tuple[str, Any]]) -> frozenset[str]:
    """The policies of a setup."""
    return frozenset(policy for policy, _ in runs)
