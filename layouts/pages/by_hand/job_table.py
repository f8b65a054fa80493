"""The table of the page by hand and what stands around it: rows, paste box, machine, policies, seed, title."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash_ag_grid import AgGrid

from layouts import ids
from layouts.frame.controls import ENTERED
from layouts.state.hand_link import LONGEST_TITLE, MOST_POLICIES, MOST_SEED
from layouts.topics import BESIDE_POLICIES, forms
from scheduler.kinds import all_kinds
from scheduler.manual.cells import MOST_JOBS, WORDS
from scheduler.policies import WORKLOADS, all_policies, special_last, usual_policies

LOOK = (
    "themeQuartz.withParams({backgroundColor: 'var(--qs-surface)', foregroundColor: 'var(--qs-ink)', "
    "headerBackgroundColor: 'var(--qs-page)', headerTextColor: 'var(--qs-ink)', borderColor: 'var(--qs-line)', "
    "accentColor: 'var(--qs-accent)', browserColorScheme: 'inherit', fontFamily: 'inherit', fontSize: 14, "
    "spacing: 5, cellHorizontalPadding: 7, headerFontSize: 13})"
)
ROW = 30  # pixels
OPTIONS = {
    "theme": {"function": LOOK},
    "animateRows": False,
    "ensureDomOrder": True,
    "rowHeight": ROW,
    "singleClickEdit": False,
    "stopEditingWhenCellsLoseFocus": True,
    "suppressColumnVirtualisation": True,
    "suppressMovableColumns": True,
    "suppressDragLeaveHidesColumns": True,
    "enterNavigatesVertically": True,
    "enterNavigatesVerticallyAfterEdit": True,
    "suppressRowHoverHighlight": False,
}
WIDTHS = {
    "number": 40,
    "submit": 68,
    "processors": 90,
    "runtime": 72,
    "requested_time": 82,
    "user": 46,
    "campaign": 82,
    "cpu_need": 66,
    "memory": 72,
}
OPTIONAL = {"campaign": ("campaign",), "needs": ("cpu_need", "memory")}  # columns that are there where a row has one
TIPS = {
    "number": "the job's number; it stays when other rows are deleted",
    "submit": "when the job is submitted: seconds, or 10min, 1,5 h",
    "processors": "how many processors it needs, at the same time",
    "runtime": "how long it runs",
    "requested_time": "what the scheduler is told of the runtime; = as the runtime",
    "user": "whose job it is",
    "campaign": "for campaign policies: jobs of a user with the same number are one campaign; in all rows or in none",
    "cpu_need": "how much of the CPU of a node each of its tasks can use, in per cent; empty: all of it. "
    "Processors are then nodes, which tasks share",
    "memory": "how much of the memory of a node each task has, in per cent; empty: all of it",
}
UNITS = dict.fromkeys(OPTIONAL["needs"], " (%)")
TYPED = frozenset({"campaigns", "closed", "sequential", "needs"})  # what a policy may need: the table can say it
WRONG = {
    "background": "color-mix(in srgb, var(--qs-danger) 16%, transparent)",
    "boxShadow": "inset 0 0 0 2px var(--qs-danger)",
}


def grid() -> AgGrid:
    """The table, filled by by_hand.js."""
    return AgGrid(
        id=ids.HAND_GRID,
        rowData=[],
        columnDefs=[column(field) for field in WIDTHS],
        getRowId="params.data.number",
        columnSize="responsiveSizeToFit",
        defaultColDef={
            "sortable": False,
            "resizable": True,
            "suppressHeaderMenuButton": True,
            "wrapHeaderText": True,
            "autoHeaderHeight": True,
        },
        dashGridOptions=OPTIONS | {"domLayout": "normal"},
        className="hand-grid",
        style={"height": 220, "width": "100%"},
    )


def column(field: str) -> dict[str, Any]:
    """A column of text; the job's number is not edited."""
    style = {"styleConditions": [{"condition": f"params.data.wrong_{field}", "style": WRONG}]}
    return {
        "field": field,
        "headerName": WORDS[field] + UNITS.get(field, ""),
        "width": WIDTHS[field],
        "minWidth": WIDTHS[field],
        "hide": any(field in fields for fields in OPTIONAL.values()),
        "editable": field != "number",
        "headerTooltip": TIPS[field],
        "cellStyle": style,
        "cellDataType": "text",
        "type": "rightAligned",
    }


def rows_tools() -> html.Div:
    """What can be done with rows."""
    named = (
        (ids.HAND_ADD, "Add a job", "a row below the last one"),
        (ids.HAND_COPY, "Duplicate", "the row of the cursor"),
        (ids.HAND_DELETE, "Delete", "the row of the cursor"),
        (ids.HAND_UNDO, "Undo", "Ctrl+Z"),
        (ids.HAND_REDO, "Redo", "Ctrl+Shift+Z"),
    )
    return html.Div(
        [
            dmc.Button(text, id=name, variant="default", size="compact-sm", attributes={"root": {"title": tip}})
            for name, text, tip in named
        ],
        className="qs-row hand-tools",
    )


def columns_tools() -> html.Div:
    """What adds columns to the table and takes them away again; jobs.js answers."""
    named = (
        (
            "campaign",
            "campaigns",
            "Jobs that a user submits at once are a campaign, and the next one follows when "
            "it is complete: a column campaign, and the policies that know them",
        ),
        (
            "needs",
            "CPU need and memory",
            "Tasks share nodes: how much of a node each can use, and the policies that know it",
        ),
    )
    return html.Div(
        [
            html.Span("Columns:", className="qs-soft qs-small"),
            *(
                html.Button(
                    text,
                    type="button",
                    className="hand-columns",
                    title=tip,
                    **{"data-columns": group, "aria-pressed": "false"},
                )
                for group, text, tip in named
                if group == "campaign" or group in all_kinds()
            ),
        ],
        className="qs-row hand-tools",
        role="group",
        **{"aria-label": "Columns"},
    )


def paste_box() -> html.Details:
    """Jobs from a spreadsheet."""
    wanted = (
        "submit, processors, runtime, and if you like requested time, user, campaign, CPU need, memory; parted "
        "by tabs, semicolons, commas or blanks; with or without headings; times like 90, 10min or 1,5 h"
    )
    return html.Details(
        [
            html.Summary("Paste jobs from a spreadsheet", className="qs-summary"),
            dmc.Textarea(
                id=ids.HAND_PASTE,
                label="One job a line",
                autosize=True,
                debounce=ENTERED,
                minRows=4,
                maxRows=10,
                description=wanted,
                placeholder="0\t2\t10min\n60\t4\t1 h",
            ),
            html.Div(
                [
                    dmc.Button("Add to the table", id=ids.HAND_PASTE_ADD, variant="light", size="compact-md"),
                    dmc.Button("Replace the table", id=ids.HAND_PASTE_REPLACE, variant="default", size="compact-md"),
                ],
                className="qs-row",
                style={"marginTop": 8},
            ),
            html.P("Ctrl+V in the table adds the copied rows as well.", className="qs-soft qs-small"),
        ],
        className="qs-twin",
    )


def settings() -> html.Div:
    """Machine, policies, seed and title."""
    return html.Div(
        [
            dmc.NumberInput(
                id=ids.HAND_MACHINE,
                label="processors",
                min=1,
                step=1,
                allowDecimal=False,
                clampBehavior="none",
                value=1,
                w=110,
            ),
            html.Div(
                dmc.MultiSelect(
                    id=ids.HAND_POLICIES,
                    label="policies (one to four)",
                    data=offered(),
                    value=[],
                    searchable=True,
                    maxValues=MOST_POLICIES,
                    hidePickedOptions=True,
                ),
                className="hand-policies",
            ),
            html.Div(
                dmc.NumberInput(
                    id=ids.HAND_SEED, label="seed", min=0, max=MOST_SEED, step=1, allowDecimal=False, value=0, w=110
                ),
                id=f"{ids.HAND_SEED}-box",
                hidden=True,
            ),
            *(form.module().layout() for form in forms(BESIDE_POLICIES)),
            dmc.TextInput(id=ids.HAND_TITLE, label="title", inputProps={"maxLength": LONGEST_TITLE}, value="", w=220),
        ],
        className="qs-row qs-end hand-settings",
    )


def offered(able: Collection[str] | None = None, chosen: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The policies that can run what is typed, by family; the usual ones first.

    able: their keys; None: all that can run what may be typed.  chosen: keys that are kept where they cannot, last.
    """
    policies = all_policies()
    keys = [key for key, policy in policies.items() if (policy.needs <= TYPED if able is None else key in able)]
    typed = [kind for kind in special_last() if kind in (WORKLOADS[0], *TYPED)]
    usual = [key for key in dict.fromkeys(key for kind in typed for key in usual_policies(kind)) if key in keys]
    groups = {"usual": usual}
    for key in keys:
        if key not in usual:
            groups.setdefault(policies[key].family, []).append(key)
    groups["cannot run these jobs"] = [key for key in chosen if key not in keys]
    return [
        {"group": group, "items": [{"value": key, "label": policies[key].title} for key in members]}
        for group, members in groups.items()
        if members
    ]


def hint() -> html.P:
    """How bars are handled."""
    return html.P(
        [
            "Drag the right edge of a bar to change its runtime. By keyboard: Tab to a chart, arrows choose a bar, ",
            dmc.Kbd("Alt"),
            " ",
            dmc.Kbd("←"),
            " ",
            dmc.Kbd("→"),
            " change the runtime (in the table as well), ",
            dmc.Kbd("Enter"),
            " says why it starts when it does.",
        ],
        className="qs-soft qs-small hand-hint",
    )


def limit() -> str:
    """How many jobs there may be."""
    return f"At most {MOST_JOBS} jobs."
