"""The form of a divisible load: an example to begin with, the way of distributing, the workers, and its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.frame.controls import input_for, number_input
from layouts.topics.divisible import load_ids
from layouts.topics.divisible.load_address import MOST_ROWS, PARAM_OF
from scheduler.params import Param
from scheduler.topics.divisible.platform import Worker
from scheduler.topics.divisible.question import MODES, PARAMS, USED, Question, question
from scheduler.topics.divisible.samples import SAMPLES
from scheduler.topics.divisible.workers import PARTS, read

FORM = "load"
UNITS = {"speed": "per s", "bandwidth": "per s", "latency": "s"}  # of units or of tasks, as the load is
CHOICES = {
    "platform": {"star": "Star: a link for each", "bus": "Bus: one link for all", "tree": "Tree of equal nodes"},
    "order": {
        "bandwidth": "Fastest link first",
        "given": "As they are listed",
        "speed": "Fastest worker first",
        "slowest": "Slowest link first",
        "best": "The best of all",
    },
    "returns": {
        "none": "Nothing comes back",
        "mirrored": "Mirrored (last in, first out)",
        "same": "First in, first out",
        "best": "The best of all orders",
    },
    "growth": {"equal": "All alike", "growing": "Growing"},
}
TREE = ("degree", "height")


def fields(load_question: Question, named: str | None) -> list:
    """The whole form, filled."""
    asked = load_question.asked
    rest = [param for param in PARAMS if param.name not in ("mode", "platform", "workers")]
    return [
        html.Div(
            [
                sample_choice(named),
                place("mode", mode_choice(asked["mode"])),
                place("platform", choice(PARAM_OF["platform"], asked["platform"])),
            ],
            className="qs-forms",
        ),
        html.Div(worker_rows(read(asked["workers"]), asked["platform"]), id=load_ids.WORKERS),
        html.Div(
            [place(param.name, field(param, asked[param.name]), hidden(param.name, asked)) for param in rest],
            className="qs-forms",
        ),
    ]


def place(name: str, inside: Any, away: bool = False) -> html.Div:
    """The place of a field."""
    return html.Div(inside, id=load_ids.field(name), hidden=away)


def hidden(name: str, asked: Mapping[str, Any]) -> bool:
    """Whether a field is not asked, the others being as they are."""
    if name in TREE:
        return asked.get("platform") != "tree"
    if (name, asked.get("platform")) == ("order", "tree"):
        return True
    if (name, asked.get("returns")) in (("ratio", "none"), ("order", "best")):
        return True
    some = {each for words in USED.values() for each in words}
    return name in some and name not in USED.get(str(asked.get("mode")), ())


def sample_choice(named: str | None) -> dmc.Select:
    """One of the examples."""
    return dmc.Select(
        id=load_ids.SAMPLE,
        label="example",
        value=named,
        allowDeselect=False,
        placeholder="your own",
        description="each shows one thing",
        comboboxProps={"keepMounted": False},
        data=[{"value": key, "label": sample.title} for key, sample in SAMPLES.items()],
    )


def mode_choice(value: str) -> dmc.Select:
    """How the load is distributed."""
    return dmc.Select(
        id=ids.param(FORM, "mode"),
        label="how it is distributed",
        value=value,
        allowDeselect=False,
        description="in one go, in parts, or on demand",
        data=[{"value": key, "label": title} for key, title in MODES.items()],
    )


def choice(param: Param, value: str) -> dmc.Select:
    """A choice with words for people."""
    return dmc.Select(
        id=ids.param(FORM, param.name),
        label=param.name,
        description=explained(param),
        value=value,
        allowDeselect=False,
        data=[{"value": key, "label": CHOICES[param.name][key]} for key in param.choices],
    )


def explained(param: Param) -> str:
    """The help of a parameter without the mode it belongs to."""
    return param.help.split(": ", 1)[-1]


def field(param: Param, value: Any) -> Any:
    """The input of a parameter."""
    if param.name in CHOICES:
        return choice(param, value)
    component = input_for(param, FORM, value)
    component.description, component.debounce = explained(param), 300
    if param.name == "load":
        component.label = param.name  # counted in units or in tasks, as its explanation says
    return component


def worker_rows(workers: Sequence[Worker], platform: str) -> html.Div:
    """A table with a row for each worker; where they share a link only the first row has it."""
    tree = platform == "tree"
    listed, parts = (workers[:1], PARTS[:2]) if tree else (workers, PARTS)
    head = html.Tr(
        [
            html.Th("node" if tree else "worker", scope="col"),
            *(html.Th(f"{part} ({UNITS[part]})", scope="col") for part in parts),
            html.Td(),
        ]
    )
    body = [
        html.Tr(
            [
                html.Th(row + 1, scope="row"),
                *(
                    html.Td(cell(row, part, getattr(worker, part)) if own(row, part, platform) else "as worker 1")
                    for part in parts
                ),
                html.Td(remove(row, len(listed))),
            ]
        )
        for row, worker in enumerate(listed)
    ]
    add = dmc.Button(
        "Add a worker",
        id=load_ids.ADD,
        variant="default",
        size="compact-md",
        disabled=len(listed) >= MOST_ROWS,
        display="none" if tree else None,
    )
    table = html.Table(
        [html.Caption("Workers", className="qs-unseen"), html.Thead(head), html.Tbody(body)],
        className="qs-table qs-load-workers",
    )
    across = html.Div(table, className="qs-across", tabIndex="0", role="region", **{"aria-label": "Workers"})
    return html.Div([across, add])


def own(row: int, part: str, platform: str) -> bool:
    """Whether a worker has a number of its own; on a bus the first one speaks for all links."""
    return row == 0 or part == "speed" or platform == "star"


def cell(row: int, part: str, value: float) -> dmc.NumberInput:
    """A number of a worker."""
    param = Param(part, 0.0, 0.0 if part == "latency" else 1e-6)
    return number_input(
        param,
        value,
        {
            "id": load_ids.worker(row, part),
            "debounce": 300,
            "w": 80,
            "size": "xs",
            "min": 0,
            "aria-label": f"{part} of worker {row + 1}",
        },
    )


def remove(row: int, count: int) -> dmc.Button | None:
    """The button that takes a worker out; the last one stays."""
    return (
        dmc.Button(
            "✕",
            id=load_ids.worker(row, "remove"),
            variant="subtle",
            color="gray",
            size="compact-sm",
            **{"aria-label": f"Remove worker {row + 1}"},
        )
        if count > 1
        else None
    )


def sample_of(load_question: Question) -> str | None:
    """The example that asks just this."""
    return next((key for key in SAMPLES if _alike(sample_question(key), load_question)), None)


@cache
def sample_question(key: str) -> Question:
    """The question of an example."""
    return question(SAMPLES[key].asked)


def _alike(one: Question, other: Question) -> bool:
    """Whether two questions ask the same, however their workers are written."""
    return one.platform == other.platform and all(
        one.asked[name] == other.asked[name] for name in PARAM_OF if name != "workers"
    )
