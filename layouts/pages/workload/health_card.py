"""The health of a log, on top of the Workload page: what was found in it, what that does to results, and what to do.

Each finding stands with its count, its first jobs and, where its jobs can be left out, a switch between leaving them
out and keeping them.  The notes on what was repaired and the recipe of the workload are part of the card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dash import html

from layouts import ids, theme
from layouts.frame.controls import grouped, table
from layouts.pages.workload import delete_box, log_notes, recipe_box
from layouts.words import catalogue, slice_names
from scheduler.health import LEVELS, Finding, all_findings
from scheduler.model.workload import Workload
from scheduler.preparation.requested_times import filled_words, requests
from scheduler.wording import capital

Report = Mapping[str, Any]
MAKING = "generate"  # a kind of source: what a generator makes is as its model says


def card(
    workload: Workload, record: Mapping[str, Any], report: Report | None, opened: bool = False, own: bool = False
) -> html.Section:
    """The card; without a report, or for a generated log, the notes only.

    opened: show the notes.  own: whether who looks has sent the log, and so may delete it.
    """
    below = [log_notes.note_list(workload, opened), recipe_box.box(record), delete_box.box() if own else None]
    if report is None or record["source"].get("kind") == MAKING:
        return html.Section(below, className="qs-card qs-health", **{"aria-label": "Health of the log"})
    findings = [one for one in report["findings"] if one.get("key") in all_findings()]
    grave, others = ([one for one in findings if one["level"] == level] for level in LEVELS)
    return html.Section(
        [
            html.H2("Health of the log"),
            catalogue.notice(report),
            html.P(summary(grave, others, report["jobs"]), className="qs-soft"),
            html.Ul([item(one, report, workload.options) for one in grave], className="qs-ailments") if grave else None,
            html.Details(
                [
                    html.Summary(f"{len(others)} more worth knowing", className="qs-summary"),
                    html.Ul([item(one, report, workload.options) for one in others], className="qs-ailments"),
                ],
                open=any(chosen(one["key"], workload.options) for one in others),
            )
            if others
            else None,
            *below,
        ],
        className="qs-card qs-health",
        **{"aria-label": "Health of the log"},
    )


def summary(grave: Sequence[Report], others: Sequence[Report], jobs: int) -> str:
    """How far to trust the log, in a sentence."""
    lines = f"the {theme.counted(jobs, 'job')} of the file"
    if not grave and not others:
        return f"Nothing was found in {lines} that would change results."
    if not grave:
        return f"Nothing was found in {lines} that changes results; {theme.counted(len(others), 'fact')} worth knowing."
    return f"{theme.counted(len(grave), 'finding')} in {lines} may change results."


def item(one: Report, report: Report, options: Mapping[str, Any]) -> html.Li:
    """A finding: title, sentence, effect, what is done with its jobs, and its first jobs."""
    finding = all_findings()[one["key"]]
    return html.Li(
        [
            html.Div(
                [
                    html.H3(finding.title),
                    html.P(slice_names.thin_spaces(one["sentence"])),
                    html.P(finding.effect, className="qs-soft qs-small"),
                ],
                className="qs-ailment-said",
            ),
            html.Div(
                [
                    *choice(finding, one["jobs"], report["usable"], options),
                    fills(finding, options, some=one["jobs"] < report["usable"]) if finding.filled else None,
                ],
                className="qs-ailment-does",
            ),
            first_jobs(finding, one),
        ],
        className=f"qs-ailment qs-{one['level']}",
        id=place(finding.key),
        **{"data-finding": finding.key},
    )


def place(key: str) -> str:
    """The id of a finding on the page."""
    return f"finding-{key}"


def asks(workload: Workload, record: Mapping[str, Any]) -> html.A | None:
    """Beside the policies: that requests are missing, and the way to what is taken instead; None where none is."""
    words = filled_words(workload)
    if record["source"].get("kind") == MAKING or not words:
        return None
    count = requests(workload).filled
    lack = f"{theme.counted(count, 'job')} {'lacks' if count == 1 else 'lack'} a request"
    finding = next(one for one in all_findings().values() if one.filled == "unrequested")
    return html.A(
        "No job has a request" if count == len(workload) else lack,
        href=f"#{place(finding.key)}",
        className="qs-small",
        title=f"{capital(words)}.",
    )


def choice(finding: Finding, jobs: int, usable: int, options: Mapping[str, Any]) -> list:
    """The switch between leaving out and keeping; or why there is none: it names no jobs, or all there are."""
    if finding.always:
        return [html.Span("Always left out", className="qs-soft qs-small")]
    if not jobs or not finding.left_out:
        return []
    if jobs >= usable:
        return [html.Span("All jobs, so none can be left out", className="qs-soft qs-small")]
    out, keep = presses(finding, options)
    is_out = chosen(finding.key, options)
    buttons = [
        html.Button(
            words, id=ids.act("suit", press), type="button", title=title, **{"aria-pressed": str(pressed).lower()}
        )
        for words, press, title, pressed in (
            ("Leave out", out, finding.left_out, is_out),
            ("Keep", keep, "The jobs are simulated like all others.", not is_out),
        )
    ]
    return [html.Div(buttons, className="qs-versions", role="group", **{"aria-label": f"Jobs of: {finding.title}"})]


# Of an option that says what stands for a value the log does not tell: what its choices are called, and what they do.
STAND_INS = {
    "unrequested": {
        "runtime": ("Runtime", "Policies that plan know how long these jobs run."),
        "longest": ("Longest request", "The jobs ask for as much as any other does, as at the limit of a queue."),
        "usual": ("Usual multiple", "The jobs ask for the multiple of their runtime that half of the others exceed."),
    }
}
OF_OTHERS = {"usual"}  # choices that need jobs that tell the value


def fills(finding: Finding, options: Mapping[str, Any], some: bool) -> html.Div:
    """The switch of what stands for a value that the jobs do not tell; some: whether others tell it."""
    words = STAND_INS[finding.filled]
    now = options.get(finding.filled) or next(iter(words))
    buttons = [
        html.Button(
            name,
            id=ids.act("suit", f"{finding.filled}={value}"),
            type="button",
            title=title,
            **{"aria-pressed": str(value == now).lower()},
        )
        for value, (name, title) in words.items()
        if some or value not in OF_OTHERS
    ]
    return html.Div(
        [html.Span("Taken instead", className="qs-label"), *buttons],
        className="qs-versions",
        role="group",
        **{"aria-label": f"Taken instead: {finding.title}"},
    )


def presses(finding: Finding, options: Mapping[str, Any]) -> tuple[str, str]:
    """(leave out, keep) as keys of buttons: what the options of the workload become."""
    if finding.option is not None:
        name, drop, keep = finding.option
        return f"{name}={drop}", f"{name}={keep}"
    others = {key for key in (options.get("leave_out") or "").split(",") if key} - {finding.key}
    return f"leave_out={','.join(sorted(others | {finding.key}))}", f"leave_out={','.join(sorted(others))}"


def chosen(key: str, options: Mapping[str, Any]) -> bool:
    """Whether the jobs of a finding are left out of a workload, as somebody chose or as it is by default."""
    finding = all_findings()[key]
    if finding.option is not None:
        name, drop, _ = finding.option
        return options.get(name) == drop
    return key in (options.get("leave_out") or "").split(",")


def first_jobs(finding: Finding, one: Report) -> html.Details | None:
    """The first jobs of a finding, closed at first."""
    if not one["first"]:
        return None
    count = len(one["first"])
    part = "the jobs" if count == one["jobs"] else f"the first {count} of {grouped(one['jobs'])} jobs"
    return html.Details(
        [
            html.Summary(f"Show {part}"),
            html.Div(
                table(one["first"], f"{finding.title}: {part}, as in the file"),
                className="qs-scroll",
                tabIndex="0",
                role="region",
                **{"aria-label": f"Jobs of: {finding.title}"},
            ),
        ],
        className="qs-ailment-jobs",
    )
