"""Where a question is answered: the fields of each kind, and what a student sees of the jobs."""

from __future__ import annotations

import math
from hashlib import sha256
from typing import Any

import dash_mantine_components as dmc
import orjson
from dash import html

from layouts import theme
from layouts.frame.controls import ENTERED, table
from layouts.topics.lessons import lesson_ids
from scheduler.durations import number as plain
from scheduler.kinds import chooses_sizes, part_of
from scheduler.topics.lessons import questions
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.goal_attempt import POLICY
from scheduler.topics.lessons.lesson import Question, Step
from scheduler.topics.lessons.quantities import unit_of
from scheduler.topics.lessons.reading import TIMES
from scheduler.wording import counted

COLUMNS = (
    "submit",
    "processors",
    "runtime",
    "requested_time",
    "user",
    "campaign",
    "cpu_need",
    "memory",
    "qos",
    "partition",
)
WORDS = {"qos": "QOS", "cpu_need": "CPU need (%)", "memory": "memory (%)", "requested_time": "requested time"}
MOST_TASKS = 20  # that are shown as a table
ROOM = 1.15  # how much longer than any answer an empty chart is


def field(case: Case, question: Question, reply: Any, name: str) -> Any:
    """The field of a question; reply: the answer of before, None without any; name: what it is about."""
    makers = {"choice": choice, "compare": choice, "number": amount, "jobs": jobs, "order": order, "draw": draw}
    return makers[question.ask](case, question, reply, name)


def answer_of(value: Any) -> Any:
    """The answer that the value of a field stands for; questions.judge checks it.

    Boxes have texts as values, so the jobs that were chosen come as texts of numbers.
    """
    if isinstance(value, list):
        return [
            int(job) if isinstance(job, str) and job.isascii() and job.isdigit() and len(job) < 7 else job
            for job in value
        ]
    return value


def choice(case: Case, question: Question, reply: Any, name: str) -> dmc.RadioGroup:
    """Answers to choose one of."""
    radios = [dmc.Radio(label=option.text, value=option.key) for option in questions.options(case, question)]
    return dmc.RadioGroup(
        dmc.Stack(radios, gap="xs"), id=lesson_ids.field("choice"), value=reply, name="answer", **{"aria-label": name}
    )


def amount(case: Case, question: Question, reply: Any, name: str) -> dmc.NumberInput:
    """A number with its unit, and how exact it has to be."""
    assert question.value is not None
    unit = unit_of(case.lesson, question.value)
    exact = f"within {plain(question.tolerance)} {unit}".strip() if question.tolerance else "exactly"
    return dmc.NumberInput(
        id=lesson_ids.field("number"),
        value="" if reply is None else reply,
        label="Your answer",
        description=f"In {unit}, {exact}" if unit else exact.capitalize(),
        style={"maxWidth": 220},
        decimalScale=3,
        clampBehavior="none",
        debounce=ENTERED,
        **{"aria-label": name},
    )


def jobs(case: Case, question: Question, reply: Any, name: str) -> dmc.CheckboxGroup:
    """Jobs to choose any number of, here or in the chart."""
    boxes = [dmc.Checkbox(label=f"job {job}", value=str(job)) for job in questions.among(case, question)]
    return dmc.CheckboxGroup(
        dmc.Group(boxes, gap="sm"),
        id=lesson_ids.field("jobs"),
        value=[str(job) for job in reply or []],
        description="Choose any number of jobs. None of them is an answer, too.",
        **{"aria-label": name},
    )


def order(case: Case, question: Question, reply: Any, name: str) -> html.Div:
    """Jobs to put in order; frontend/lessons/order.js makes the list."""
    chosen = reply or sorted(questions.among(case, question))
    return html.Div(
        className="qs-order",
        key=f"order {chosen} {case.seed}",
        **{"data-jobs": ",".join(map(str, chosen)), "aria-label": name},
    )


def draw(case: Case, question: Question, reply: Any, name: str) -> html.Div:
    """An empty chart to put jobs on; frontend/lessons/draw.js makes it."""
    work, seconds = case.workload, case.lesson.seconds
    runs = [case.run(question.rule), *(case.run(mistake.rule) for mistake in question.mistakes)]
    last = max(float(run.end.max()) for run in runs) * ROOM / seconds
    data = {
        "processors": int(work.platform.processors),
        "unit": case.lesson.unit,
        "last": math.ceil(last),
        "jobs": [
            {
                "id": int(work.jobs.job_id[row]),
                "submit": float(work.jobs.submit[row]) / seconds,
                "processors": int(work.jobs.processors[row]),
                "runtime": float(work.jobs.runtime[row]) / seconds,
            }
            for row in range(len(work))
        ],
        "starts": reply or {},
    }
    text = orjson.dumps(data).decode()
    return html.Div(
        className="qs-draw",
        key=f"draw {sha256(text.encode()).hexdigest()[:12]}",
        role="group",
        **{"data-draw": text, "aria-label": name},
    )


def job_table(case: Case) -> Any:
    """The jobs of the lesson, times in its unit; nothing for a sample of many."""
    if not case.jobs:
        return task_table(case)
    unit, rows = case.lesson.unit, []
    for job in case.jobs:
        rows.append(
            {
                "job": job.number,
                **{heading(name, unit): cell(case, getattr(job, name), name) for name in shown_columns(case)},
            }
        )
    return html.Div(table(rows, f"{counted(len(rows), 'job')} on {machine(case)}"), className="qs-lesson-jobs")


def machine(case: Case) -> str:
    """The machine of the lesson in words: 4 processors, 1 node."""
    return theme.counted(case.lesson.processors, part_of(case.workload))


def task_rows(case: Case) -> list[dict[str, Any]]:
    """Moldable tasks: their weights, and how long they run on 1, 2, ... processors; none of many, or of other jobs."""
    if len(case.workload) > MOST_TASKS or not chooses_sizes(case.workload):
        return []
    work, unit = case.workload, case.lesson.unit
    jobs, shapes, rows = work.jobs, work.table("shapes"), []
    for row in range(len(jobs)):
        part = slice(int(jobs.shape_ptr[row]), int(jobs.shape_ptr[row] + jobs.shapes[row]))
        times = zip(shapes.processors[part].tolist(), shapes.runtime[part].tolist(), strict=True)
        rows.append(
            {
                "task": int(jobs.job_id[row]),
                "weight": plain(float(jobs.weight[row])),
                **{f"on {many} ({unit})": plain(time / case.lesson.seconds) for many, time in times},
            }
        )
    return rows


def task_table(case: Case) -> Any:
    """Those tasks as a table; None without any."""
    rows, processors = task_rows(case), case.workload.platform.processors
    title = f"{counted(len(rows), 'task')}, and how long each runs on 1 to {counted(processors, 'processor')}"
    return html.Div(table(rows, title), className="qs-lesson-jobs") if rows else None


def shown_columns(case: Case) -> list[str]:
    """The columns that say something: requested times where they differ from runtimes, users where several."""
    differs = {
        "requested_time": any(job.requested_time != job.runtime for job in case.jobs),
        "user": len({job.user for job in case.jobs}) > 1,
        **{name: any(getattr(job, name) is not None for job in case.jobs) for name in COLUMNS[5:]},
    }
    return [name for name in COLUMNS if differs.get(name, True)]


def heading(name: str, unit: str) -> str:
    """A column with its unit."""
    words = WORDS.get(name, name.replace("_", " "))
    return f"{words} ({unit})" if name in TIMES else words


def cell(case: Case, value: Any, name: str) -> str:
    """A number of a job as the lesson counts it."""
    return "" if value is None else plain(value / case.lesson.seconds if name in TIMES else value)


def try_cells(case: Case, step: Step, cells: dict[tuple[int, str], float]) -> html.Table:
    """The numbers that may be changed, as fields."""
    head = [html.Th("of"), *(html.Th(heading(column, case.lesson.unit)) for column in step.change)]
    names = {job: f"job {job}" if job != POLICY else "the policy" for job, _ in cells}
    rows = [
        html.Tr(
            [
                html.Th(name, scope="row"),
                *(
                    html.Td(
                        dmc.NumberInput(
                            id=lesson_ids.cell(job, column),
                            value=cells[job, column],
                            min=0,
                            clampBehavior="none",
                            style={"width": 110},
                            debounce=ENTERED,
                            **{"aria-label": f"{column.replace('_', ' ')} of {name}"},
                        )
                        if (job, column) in cells
                        else ""
                    )
                    for column in step.change
                ),
            ]
        )
        for job, name in names.items()
    ]
    return html.Table([html.Thead(html.Tr(head)), html.Tbody(rows)], className="qs-table qs-try")
