"""What was noticed and repaired in a log: counts and first lines, what can be done about it, and what that changed.

A note whose repair is a choice has a button that makes the workload anew with the other choice, of the same file and
with all other options as they are.  Then the page says which counts have changed, with the way back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import html

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import grouped
from layouts.pages.workload import suitable_policies
from layouts.state import link
from layouts.state.link import Link
from layouts.words import slice_names
from layouts.words.caveats import offered_load
from layouts.words.remedies import of_note
from scheduler.analysis import demand
from scheduler.analysis.worked_numbers import figure
from scheduler.durations import human
from scheduler.model.notes import Note
from scheduler.model.workload import Workload

LEVELS = {"warning": 0, "repair": 1, "info": 2}
COUNTED = (("warning", "warning"), ("repair", "repair"), ("info", "note"))
HOUR = 3_600.0
# Options by which jobs and runtimes are as a log has them, and as they usually are; rules of repairs that tell of it.
RAW = {"unallocated": "keep", "overrun": "extend"}
CLEANED = {"unallocated": "drop", "overrun": "auto"}
CLEANING = frozenset({"unusable_unallocated", "unallocated_kept", "overrun_cut", "overrun_extended"})
VERSIONS = (
    ("as in the log", RAW, "All jobs with a runtime, and runtimes as recorded"),
    (
        "cleaned",
        CLEANED,
        "Without jobs that never ran; runtimes end at the requested time where that removes hardly any work",
    ),
)


def note_list(workload: Workload, opened: bool = False) -> html.Details:
    """The notes with their remedies, warnings first; open where that is asked for or there is a warning."""
    notes = sorted(workload.notes, key=lambda note: LEVELS.get(note.level, 2))
    levels = [note.level for note in notes]
    counts = ", ".join(theme.counted(levels.count(level), word) for level, word in COUNTED if level in levels)
    items = [
        html.Li(
            [html.Span(slice_names.thin_spaces(note.text)), lines(note), remedy(note, workload.options)],
            className=f"qs-{note.level}",
        )
        for note in notes
    ]
    head = f"What was repaired and noticed: {counts or 'nothing'}"
    return html.Details(
        [html.Summary(head, className="qs-summary"), versions(workload), html.Ul(items, className="qs-notes")],
        open=opened or "warning" in levels,
        className="qs-repairs",
    )


def lines(note: Note) -> html.Span | None:
    """The first lines a rule touched, but for the one its sentence names already."""
    left = [line for line in note.lines if line != note.values.get("line")]
    if not left:
        return None
    listed = ", ".join(grouped(line) for line in left)
    more = " …" if note.count > len(note.lines) else ""
    also = "" if len(left) == len(note.lines) else "also "
    return html.Span(f" ({also}line{'' if len(left) == 1 else 's'} {listed}{more})", className="qs-soft")


def remedy(note: Note, options: Mapping[str, Any]) -> html.Span | None:
    """The button of the other choice, where the note tells of one."""
    other = of_note(note.rule, options)
    return html.Span([" ", suitable_policies.press(other)], className="qs-remedy") if other else None


# ---- as in the log, or cleaned --------------------------------------------------------------------------------------


def versions(workload: Workload) -> html.Div | None:
    """The switch between the jobs as the log has them and cleaned ones; nothing where both are the same."""
    if not CLEANING & {note.rule for note in workload.notes}:
        return None
    buttons = [
        html.Button(
            name,
            id=ids.act("suit", pressed_for(options)),
            type="button",
            title=help,
            **{"aria-pressed": str(is_so(workload.options, options)).lower()},
        )
        for name, options, help in VERSIONS
    ]
    return html.Div(
        [html.Span("Jobs", className="qs-label"), *buttons],
        className="qs-row qs-versions",
        role="group",
        **{"aria-label": "Jobs as in the log, or cleaned"},
    )


def pressed_for(options: Mapping[str, str]) -> str:
    """Options as the key of a button: unallocated=keep&overrun=extend."""
    return "&".join(f"{name}={value}" for name, value in options.items())


def is_so(options: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    """Whether a workload was made with these options."""
    return all(options.get(name) == value for name, value in wanted.items())


def read_press(key: object) -> dict[str, str]:
    """The options a button stands for; whatever a browser sends, their names and values are checked later."""
    return {name: value for name, _, value in (part.partition("=") for part in str(key).split("&"))}


# ---- what was changed -----------------------------------------------------------------------------------------------


def change(services: Services, before: object, key: str) -> html.Div | None:
    """Which counts differ between a workload and the one it was made from by a press; None where there is no such one.

    before: the key of that one, as a browser sends it.
    """
    store = services.store
    if before == key or not isinstance(before, str) or not store.has_workload(before):
        return None
    old, new = store.workload_record(before), store.workload_record(key)
    if old["source"] != new["source"]:
        return None
    differ = differences(store.workload(before), store.workload(key))
    items = [html.Li([html.B(f"{name} "), f"{was} → {now}"]) for name, was, now in differ]
    return html.Div(
        [
            html.B("Changed:"),
            html.Ul(items or html.Li("no count")),
            dmc.Anchor("Back to the workload before", size="sm", href="/workload" + link.write(Link(before))),
        ],
        className="qs-counts-changed",
        role="status",
    )


def differences(old: Workload, new: Workload) -> list[tuple[str, str, str]]:
    """(what, before, now) of every count that differs."""
    pairs = zip(counts(old), counts(new), strict=True)
    return [(name, was, now) for (name, was), (_, now) in pairs if was != now]


def counts(workload: Workload) -> Sequence[tuple[str, str]]:
    """What a repair can change, in words."""
    jobs, load = workload.jobs, offered_load(workload)
    return (
        ("jobs", grouped(len(jobs))),
        ("users", grouped(workload.users)),
        ("jobs repaired", grouped(int(np.count_nonzero(jobs.repaired)))),
        ("notes", grouped(len(workload.notes))),
        ("campaigns", grouped(workload.campaign_count)),
        ("work", figure(demand.work(workload) / HOUR, "processor-hours")),
        ("time requested", figure(float(jobs.requested_time.sum()) / HOUR, "hours")),
        ("offered load", "—" if load is None else figure(load)),
        ("longest job", human(float(jobs.runtime.max(initial=0.0)))),
    )
