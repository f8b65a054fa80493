"""A sheet of paper for a class: jobs and empty charts to fill in, and on the next page the answer with its reasons.

A plain HTML document made on the server, without a script; its address is that of the page by hand.  It fits A4 and
Letter: what is drawn is as wide as the narrower, and breaks between pages only between parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from flask import Flask, Response, request

from layouts.drawing import svg_gantt
from layouts.pages.by_hand import hand_runs
from layouts.pages.by_hand.request import share_text
from layouts.state import hand_link
from layouts.state.hand_link import Sheet, set_params
from layouts.words.slice_names import thin_spaces
from scheduler.durations import human
from scheduler.errors import QueuescopeError, Refused
from scheduler.explain import job as explain
from scheduler.explain.words import sentences
from scheduler.manual.cells import Job, length_text
from scheduler.manual.typed_jobs import share_nodes
from scheduler.model.schedule import Schedule
from scheduler.policies import all_policies

PATH = "/sheet"
WIDTH = 680  # pixels of a drawing: 180 mm at 96 dpi, which both papers have between margins of 14 mm
ROW, LEAST, MOST = 32, 90, 280  # pixels of a processor's row; of a machine, at least and at most
SLACK = 1.08  # empty charts are longer than the longest answer, so that they do not give it away
COLUMNS = ("job", "submit", "processors", "runtime", "requested time", "user")
NEEDS = ("CPU need", "memory")
LONG_TABLE = 18  # jobs beyond which the table stands in two columns
PATIENCE = 10.0  # s a sheet waits for kernels that are loaded or compiled
IN_TABLES = 2  # facts on a job that repeat the tables


def register(server: Flask) -> None:
    """Add GET /sheet to a server."""

    @server.get(PATH)
    def sheet() -> Response:
        """The sheet of the jobs in the address; 400 or 503 with a sentence where there is none."""
        asked = hand_link.read(request.query_string.decode("utf-8", "replace"))
        try:
            if titles := hand_runs.awaited(asked, PATIENCE):
                raise Refused(f"Compiling {', '.join(titles)}: once only; ask again in a minute.")
            return Response(document(asked), mimetype="text/html")
        except Refused as error:
            return _none(asked, 503, error)
        except QueuescopeError as error:
            return _none(asked, 400, error)


def _none(asked: Sheet, status: int, error: QueuescopeError) -> Response:
    """Why there is no sheet."""
    return Response(
        page("No sheet", f"<h1>No sheet</h1><p>{escape(str(error))}</p>{_bad(asked)}"),
        status=status,
        mimetype="text/html",
    )


def document(sheet: Sheet) -> str:
    """The whole document: questions, page break, answers.  Raises as hand_runs.runs()."""
    runs = [(run.policy, run.schedule or run.problem) for run in hand_runs.runs(sheet)]
    schedules = [schedule for _, schedule in runs if isinstance(schedule, Schedule)]
    first, last = svg_gantt.span(schedules)
    high = min(max(sheet.processors * ROW, LEAST), MOST) + svg_gantt.TOP + svg_gantt.BELOW + svg_gantt.SECOND
    frame = svg_gantt.Frame(first, first + (last - first) * SLACK, sheet.processors, WIDTH, high)
    title = sheet.title or "Jobs by hand"
    return page(title, "".join([*_questions(sheet, title, frame, runs), *_answers(sheet, title, frame, runs)]))


Runs = Sequence[tuple[str, Schedule | str]]


# ---- the page for the class -----------------------------------------------------------------------------------------


def _questions(sheet: Sheet, title: str, frame: svg_gantt.Frame, runs: Runs) -> Iterator[str]:
    yield (
        f'<section class="sheet-page"><header><div class="sheet-head"><h1>{escape(title)}</h1>'
        f'<span class="sheet-name">Name:</span></div>{_machine(sheet, runs)}{_bad(sheet)}</header>'
    )
    yield _table(sheet)
    for policy, schedule in runs:
        yield f'<article class="sheet-part"><h2>{_name(sheet, policy)}</h2>'
        if isinstance(schedule, str):
            yield f"<p>{escape(schedule)}</p></article>"
            continue
        yield svg_gantt.chart(frame, None, f"Empty chart: {_name(sheet, policy)}")
        yield (
            f'<p class="sheet-blanks"><b>Start of job</b> {"".join(_blank(job) for job in sheet.jobs)}</p>'
            '<p class="sheet-blanks"><b>Mean wait</b> <span class="sheet-blank sheet-wide"></span></p></article>'
        )
    yield "</section>"


def _machine(sheet: Sheet, runs: Runs) -> str:
    size = f"{sheet.processors:,} processor{'s' * (sheet.processors != 1)}"
    seeded = any(all_policies()[policy].random for policy, _ in runs)
    seed = f" Seed {sheet.seed}." if seeded else ""
    return (
        f"<p>{len(sheet.jobs)} job{'s' * (len(sheet.jobs) != 1)} on {thin_spaces(size)}. Draw when each job runs, and "
        f"on which processors.{seed}</p>"
    )


def _bad(sheet: Sheet) -> str:
    return f'<p class="sheet-bad">{escape(" ".join(sheet.bad))}</p>' if sheet.bad else ""


def _table(sheet: Sheet) -> str:
    """The jobs; many of them in two columns side by side."""
    columns = [
        *COLUMNS,
        *(["campaign"] if any(job.campaign is not None for job in sheet.jobs) else []),
        *(NEEDS if share_nodes(sheet.jobs) else ()),
    ]
    if all(job.requested_time == job.runtime for job in sheet.jobs):
        columns.remove("requested time")
    half = -(-len(sheet.jobs) // 2) if len(sheet.jobs) > LONG_TABLE else len(sheet.jobs)
    parts = [sheet.jobs[:half], sheet.jobs[half:]]
    return f'<div class="sheet-tables">{"".join(_jobs(columns, part) for part in parts if part)}</div>'


def _jobs(columns: Sequence[str], jobs: Sequence[Job]) -> str:
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells(columns, job))}</tr>" for job in jobs)
    head = "".join(f'<th scope="col">{name}</th>' for name in columns)
    return f"<table><caption>Jobs</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cells(columns: Sequence[str], job: Job) -> list[str]:
    texts = {
        "job": str(job.number),
        "submit": length_text(job.submit),
        "processors": str(job.processors),
        "runtime": length_text(job.runtime),
        "requested time": length_text(job.requested_time),
        "user": str(job.user),
        "campaign": "" if job.campaign is None else str(job.campaign),
        "CPU need": f"{share_text(job.cpu_need) or 100} %",
        "memory": f"{share_text(job.memory) or 100} %",
    }
    return [texts[name] for name in columns]


def _blank(job: Job) -> str:
    return f'<span class="sheet-start">{job.number}<span class="sheet-blank"></span></span>'


# ---- the page with the answer ---------------------------------------------------------------------------------------


def _answers(sheet: Sheet, title: str, frame: svg_gantt.Frame, runs: Runs) -> Iterator[str]:
    yield f'<section class="sheet-page sheet-answer"><header><h1>{escape(title)}: the answer</h1>'
    yield (
        "<p>Each bar is a job on its processors; numbers in bars are those of the jobs, marks above a chart are "
        "submissions.</p></header>"
    )
    for policy, schedule in runs:
        if isinstance(schedule, str):
            yield f'<article class="sheet-part"><h2>{_name(sheet, policy)}</h2><p>{escape(schedule)}</p></article>'
            continue
        yield f'<article><div class="sheet-part"><h2>{_name(sheet, policy)}</h2>'
        yield svg_gantt.chart(frame, schedule, f"Gantt chart: {_name(sheet, policy)}", ruled=True)
        yield f"{_starts(sheet, schedule)}</div>{_reasons(sheet, schedule)}</article>"
    yield "</section>"


def _starts(sheet: Sheet, schedule: Schedule) -> str:
    """Start and wait of every job, and the mean wait."""
    rows = row_of(schedule)
    starts = [length_text(float(schedule.placed.start[rows[job.number]])) for job in sheet.jobs]
    cells = "".join(
        f'<span class="sheet-start">{job.number}<b> {start}</b></span>'
        for job, start in zip(sheet.jobs, starts, strict=True)
    )
    waits = "".join(
        f'<span class="sheet-start">{job.number}<b> {human(float(schedule.wait[rows[job.number]]))}</b></span>'
        for job in sheet.jobs
    )
    return (
        f'<p class="sheet-blanks"><b>Start of job</b> {cells}</p><p class="sheet-blanks"><b>Wait of job</b> {waits}'
        f'</p><p class="sheet-blanks"><b>Mean wait</b> {human(float(schedule.wait.mean()))}</p>'
    )


def _reasons(sheet: Sheet, schedule: Schedule) -> str:
    """Why each job started when it did; those that started at once in one sentence."""
    rows = row_of(schedule)
    at_once = [job.number for job in sheet.jobs if schedule.wait[rows[job.number]] == 0]
    items = [
        f"<li><b>Job {job.number}</b> {escape(thin_spaces(' '.join(_why(schedule, rows[job.number]))))}</li>"
        for job in sheet.jobs
        if job.number not in at_once
    ]
    also = f"<li><b>{_counted(at_once)}</b> started at once: there was room.</li>" if at_once else ""
    return f'<ul class="sheet-why">{also}{"".join(items)}</ul>'


def _why(schedule: Schedule, row: int) -> list[str]:
    facts = explain.facts(schedule, row)
    return sentences(facts[IN_TABLES:] or facts, schedule)


def _counted(numbers: Sequence[int]) -> str:
    return f"Job{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def row_of(schedule: Schedule) -> dict[int, int]:
    """{number of a job: its row}."""
    return {int(number): row for row, number in enumerate(schedule.workload.jobs.job_id)}


def _name(sheet: Sheet, policy: str) -> str:
    return escape(hand_runs.name(policy, set_params(sheet, policy)))


def page(title: str, body: str) -> str:
    """The document around a body."""
    return (
        '<!DOCTYPE html>\n<html lang="en" class="sheet"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)} · Queuescope</title><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="/assets/sheet.css"></head><body class="sheet-body"><main>{body}</main>'
        "</body></html>\n"
    )
