"""A step of a lesson as components: the text, the question or what came of it, the charts, and the ways on."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts.state import hand_link
from layouts.state.hand_link import Sheet
from layouts.topics.lessons import lesson_ids
from layouts.topics.lessons import question_fields as fields
from layouts.topics.lessons.lesson_address import Place, write
from layouts.topics.lessons.lesson_parts import charts, feedback, text
from layouts.topics.lessons.lesson_progress import Record, questions
from layouts.words.slice_names import thin_spaces
from scheduler.durations import human
from scheduler.errors import InputError, QueuescopeError
from scheduler.topics.lessons import goal_attempt
from scheduler.topics.lessons import questions as judging
from scheduler.topics.lessons.cases import Case, is_called, split
from scheduler.topics.lessons.lesson import Step
from scheduler.topics.lessons.questions import Verdict
from scheduler.topics.lessons.reasons import reasons
from scheduler.topics.lessons.texts import filled
from scheduler.wording import counted

TITLES = {"tell": "Read", "look": "Look", "predict": "Predict", "reveal": "See what happens", "try": "Try"}
REVISABLE = ("draw",)  # questions whose answer can be mended after it was checked


def body(place: Place, record: Record) -> html.Div:
    """The step one is at; where a question before it has no answer yet, that question."""
    number = reached(place, record)
    step = place.case.lesson.steps[number - 1]
    left, right = PARTS[step.kind](place._replace(step=number), step, record)
    return html.Div(
        [
            head(place.case, number),
            html.Section(
                [
                    html.Div(
                        [
                            html.H2(
                                f"{number}. {TITLES[step.kind]}",
                                id="lesson-step",
                                tabIndex="-1",
                                **{"data-step": f"{place.case.lesson.key} {number}"},
                            ),
                            *left,
                            ways(place.case, number, record),
                        ],
                        className="qs-lesson-words",
                    ),
                    html.Div(right, className="qs-lesson-charts qs-play-free"),
                ],
                className="qs-card qs-lesson",
                **{"aria-labelledby": "lesson-step"},
            ),
        ]
    )


def preparing(seconds: float) -> html.Div:
    """What stands in place of a lesson whose kernels are being compiled, for so many seconds already."""
    return html.Div(
        [
            html.P(
                f"The simulator of this lesson is being compiled, once on this machine ({human(seconds)} so far; "
                "usually less than a minute). The lesson follows by itself."
            ),
            dmc.Progress(value=100.0, animated=True, **{"aria-label": "Compiling"}),
        ],
        className="qs-card",
        role="status",
    )


def reached(place: Place, record: Record) -> int:
    """The step to show: not beyond the first question without an answer."""
    open_questions = [number for number in questions(place.case.lesson) if number not in record.answers]
    return min([place.step, *open_questions[:1]])


def head(case: Case, number: int) -> html.Header:
    """Title, goal, and the steps of the lesson."""
    lesson = case.lesson
    dots = [
        html.Li(
            html.Span(f"{at}. {TITLES[step.kind]}", className="qs-unseen"),
            className="qs-step-now" if at == number else "qs-step-past" if at < number else "",
            **({"aria-current": "step"} if at == number else {}),
        )
        for at, step in enumerate(lesson.steps, 1)
    ]
    variant = f" · variant {case.seed}" if case.seed else ""
    return html.Header(
        [
            html.Div(
                [dmc.Anchor("Learn", href="/learn"), f" · about {counted(lesson.minutes, 'minute')}{variant}"],
                className="qs-soft qs-small",
            ),
            html.Div([html.H1(lesson.title), html.Ol(dots, className="qs-steps")], className="qs-lesson-head"),
            html.P(thin_spaces(filled(case, lesson.goal)), className="qs-lead"),
        ],
        className="qs-title",
    )


def ways(case: Case, number: int, record: Record) -> html.Nav:
    """Back and on; on only once the question is answered."""
    lesson, parts = case.lesson, []
    if number > 1:
        parts.append(
            dmc.Anchor("Back", href=write(lesson, case.seed, number - 1), underline="never", className="qs-button")
        )
    waits = lesson.steps[number - 1].question is not None and number not in record.answers
    if number < len(lesson.steps) and not waits:
        parts.append(
            dmc.Anchor(
                "Next",
                href=write(lesson, case.seed, number + 1),
                underline="never",
                className="qs-button qs-button-main",
                id="lesson-next",
            )
        )
    if number == len(lesson.steps) and not waits:
        parts += ending(case)
    return html.Nav(parts, className="qs-row qs-lesson-ways", **{"aria-label": "Steps of the lesson"})


def ending(case: Case) -> list:
    """What to do after a lesson."""
    lesson = case.lesson
    again = (
        [dmc.Anchor("Another variant", href=write(lesson, case.seed + 1), underline="never", className="qs-button")]
        if lesson.varies
        else []
    )
    return [
        dmc.Anchor("All lessons", href="/learn", underline="never", className="qs-button qs-button-main"),
        *again,
        dmc.Button("Start again", id=lesson_ids.AGAIN, variant="default"),
        *by_hand(case),
        html.A(
            "Sheet on paper",
            href=write(lesson, case.seed, path="/lesson-sheet"),
            target="_blank",
            className="qs-button",
        ),
    ]


def by_hand(case: Case) -> list:
    """The way to change the jobs of a lesson freely, under its policies; none for a sample or for settings."""
    if not case.jobs or any(map(is_called, case.lesson.rules)):
        return []
    policies = tuple(dict.fromkeys(split(rule)[0] for rule in case.lesson.rules))
    sheet = Sheet(case.jobs, case.lesson.processors, policies, title=case.lesson.title)
    return [
        dmc.Anchor(
            "These jobs by hand", href=f"/by-hand{hand_link.write(sheet)}", underline="never", className="qs-button"
        )
    ]


# ---- the kinds of steps ---------------------------------------------------------------------------------------------


def telling(place: Place, step: Step, record: Record) -> tuple[list, list]:
    """Text, and the jobs."""
    return [text(place.case, step.text)], [charts(place.case, step, tools=False), fields.job_table(place.case)]


def looking(place: Place, step: Step, record: Record) -> tuple[list, list]:
    """Text beside finished schedules."""
    return [text(place.case, step.text)], [charts(place.case, step), fields.job_table(place.case)]


def revealing(place: Place, step: Step, record: Record) -> tuple[list, list]:
    """What was predicted and what is so, then the schedules at the decision that settles it."""
    before = [number for number in questions(place.case.lesson) if number < place.step and number in record.answers]
    message = gap(place.case, before[-1], record) if before else []
    return [*message, text(place.case, step.text)], [
        charts(place.case, step, first_difference=step.at is None),
        fields.job_table(place.case),
    ]


def gap(case: Case, number: int, record: Record) -> list:
    """You predicted this, and it is that."""
    verdict = verdict_of(case, number, record)
    if verdict is None or not verdict.truth:
        return []
    words = [
        html.Dt("You predicted"),
        html.Dd(thin_spaces(verdict.reply)),
        html.Dt("It is"),
        html.Dd(thin_spaces(verdict.truth)),
    ]
    return [html.Dl(words, className=f"qs-gap {'qs-was-right' if verdict.right else 'qs-was-wrong'}")]


def predicting(place: Place, step: Step, record: Record) -> tuple[list, list]:
    """The question with its field and hints, or what is said of the answer that was given."""
    case, question = place.case, step.question
    assert question is not None
    name = filled(case, step.text)
    reply = record.answers.get(place.step)
    verdict = verdict_of(case, place.step, record)
    asks = verdict is None or question.ask in REVISABLE
    parts = [text(case, step.text)]
    if asks:
        parts += [
            *([] if question.ask == "draw" else [fields.field(case, question, None, name)]),
            html.Div(
                [dmc.Button("Check" if question.ask == "draw" else "This is my prediction", id=lesson_ids.ANSWER)],
                className="qs-row",
            ),
            *hints(case, step),
        ]
    parts += [html.Div(id=lesson_ids.MESSAGE, role="status", **{"aria-live": "polite"})]
    if verdict is not None:
        parts.append(feedback(verdict, reasons(case, question, reply)))
        if not (asks or verdict.right):
            parts += hints(case, step)
    drawing = (
        [fields.field(case, question, reply if verdict is not None else None, name)] if question.ask == "draw" else []
    )
    return parts, [*drawing, html.Div(charts(case, step, tools=False), className="qs-picks"), fields.job_table(case)]


def hints(case: Case, step: Step) -> list:
    """Hints, each closed at first; none that says nothing of this variant."""
    assert step.question is not None
    texts = [words for hint in step.question.hints if (words := filled(case, hint))]
    return [
        html.Details([html.Summary(f"Hint {number}"), html.P(thin_spaces(words))], className="qs-hint")
        for number, words in enumerate(texts, 1)
    ]


def verdict_of(case: Case, number: int, record: Record) -> Verdict | None:
    """What is to be said of the answer of a step; None where there is none that reads."""
    question = case.lesson.steps[number - 1].question
    if question is None or number not in record.answers:
        return None
    try:
        return judging.judge(case, question, record.answers[number])
    except InputError:
        return None


def trying(place: Place, step: Step, record: Record) -> tuple[list, list]:
    """Numbers to change until a goal is met."""
    cells = goal_attempt.cells(place.case, step)
    return [
        text(place.case, step.text),
        fields.try_cells(place.case, step, cells),
        html.Div(dmc.Button("Run", id=lesson_ids.RUN), className="qs-row"),
        html.Div(id=lesson_ids.MESSAGE, role="status", **{"aria-live": "polite"}),
    ], [html.Div(charts(place.case, step_of_try(step)), id=lesson_ids.TRIED), fields.job_table(place.case)]


def step_of_try(step: Step, rule: str = "") -> Step:
    """The step with the schedule of the rule that runs the changed jobs; rule: that of the step, changed."""
    return Step("look", step.text, (rule or step.rule,))


def outcome(place: Place, step: Step, changes: dict[tuple[int, str], Any]) -> tuple[Any, Any]:
    """(what is said of changed jobs, their schedule); raises InputError for cells that cannot be so."""
    result = goal_attempt.result(place.case, step, changes)
    mark = "The goal is reached." if result.reached else "Not yet."
    message = html.Div(
        [html.P(html.B(mark)), *(html.P(thin_spaces(sentence)) for sentence in result.sentences)],
        className=f"qs-verdict {'qs-was-right' if result.reached else 'qs-was-wrong'}",
        role="status",
    )
    return message, charts(result.case, step_of_try(step, result.rule))


PARTS = {"tell": telling, "look": looking, "predict": predicting, "reveal": revealing, "try": trying}


def refused(error: QueuescopeError) -> html.Div:
    """Why there is no lesson to show."""
    return html.Div(
        [
            html.Header([html.H1("No lesson"), html.P(str(error), className="qs-lead")], className="qs-title"),
            dmc.Anchor("All lessons", href="/learn", className="qs-button", underline="never"),
        ]
    )
