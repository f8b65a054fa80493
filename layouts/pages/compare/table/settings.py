"""What differs between the runs of a comparison: policy, parameters, seed and options of the workload, side by side.

Only what differs is shown at first; a switch shows all of it.  The switch works in the browser alone (queuescope.css).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html

from layouts.frame.controls import cell_text, label_of
from layouts.state.view import FinishedRun
from scheduler.model.workload_options import OPTIONS
from scheduler.policies import known_policies

DERIVED = ("overrun_applied", "work_removed", "time_factor")  # options a workload found out, with words of their own
WORDS = {"overrun_applied": "overrun, as applied", "work_removed": "work removed", "time_factor": "time factor"}
NONE = "\u2014"


class Row(NamedTuple):
    """A parameter of the runs: its name in words, and what each run has; None where a run has none of that name."""

    name: str
    values: tuple[Any, ...]

    @property
    def differs(self) -> bool:
        """Whether two runs have different ones."""
        return any(value != self.values[0] or type(value) is not type(self.values[0]) for value in self.values)


def rows(runs: Sequence[FinishedRun]) -> list[Row]:
    """Every parameter of any of the runs: the policy, its own parameters, the seed, the options of the workload."""
    named = known_policies()
    titles = [entry.title if (entry := named.get(run.schedule.policy)) else run.schedule.policy for run in runs]
    params = [run.record.get("params") or {} for run in runs]
    options = [run.record.get("options") or {} for run in runs]
    table_rows = [Row("policy", tuple(titles))]
    table_rows += [
        Row(words(runs, name), _values(params, name)) for name in dict.fromkeys(n for one in params for n in one)
    ]
    table_rows.append(Row("seed", tuple(run.record.get("seed") for run in runs)))
    labels = {param.name: f"{label_of(param)} of the workload" for param in OPTIONS.values()}
    labels |= {name: f"{WORDS[name]} of the workload" for name in DERIVED}
    table_rows += [Row(labels[name], _values(options, name)) for name in labels if any(name in one for one in options)]
    return table_rows


def words(runs: Sequence[FinishedRun], name: str) -> str:
    """The name of a policy's parameter with its unit, as the first policy that has it says."""
    for run in runs:
        entry = known_policies().get(run.schedule.policy)
        for param in entry.params if entry else ():
            if param.name == name:
                return label_of(param)
    return name.replace("_", " ")


def _values(tables: Sequence[dict], name: str) -> tuple[Any, ...]:
    return tuple(table.get(name) for table in tables)


def section(runs: Sequence[FinishedRun], base: FinishedRun) -> html.Details | None:
    """The table with its switch; nothing where there is but one run."""
    if len(runs) < 2:
        return None
    table_rows = rows(runs)
    differing, same = [row for row in table_rows if row.differs], [row for row in table_rows if not row.differs]
    head = html.Tr(
        [
            html.Th("parameter", scope="col"),
            *(
                html.Th(
                    ("★ " if run is base else "") + run.name, scope="col", className=f"qs-column qs-run-{run.index}"
                )
                for run in runs
            ),
        ]
    )
    body = [*(_row(row) for row in differing), *(_row(row, "qs-alike") for row in same)]
    switch = dmc.Switch(label=f"Show all {len(table_rows)} parameters, also those that agree", size="sm", mb=6)
    heading = f"Settings that differ: {len(differing)} of {len(table_rows)}"
    return html.Details(
        [
            html.Summary(heading),
            switch,
            html.Div(
                html.Table(
                    [html.Caption("Parameters of the runs", className="qs-unseen"), html.Thead(head), html.Tbody(body)],
                    className="qs-table",
                ),
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": "Settings that differ"},
            ),
        ],
        className="qs-twin qs-differs",
    )


def _row(row: Row, name: str = "") -> html.Tr:
    return html.Tr(
        [
            html.Th(row.name, scope="row"),
            *(html.Td(NONE if value is None else cell_text(value)) for value in row.values),
        ],
        className=name,
    )
