"""Why a job started when it did in one run: the decision, its wait by reasons with the jobs to blame, the whole story.

Runs too large to keep their decisions are simulated once more for the one job, as far as that decides about it.  Where
even that takes long it is done when asked for, in the background, as a run whose decisions are kept for that time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html

from layouts import ids, theme
from layouts.frame.callbacks import Services, Started, start
from layouts.kinds import look_of
from layouts.memory.cache import cached
from layouts.pages.compare.job_panel import job_parts, portions
from layouts.pages.compare.job_panel.fact_list import job_button
from layouts.pages.compare.job_panel.portions import Portion
from layouts.pages.compare.runs import run_list
from layouts.plots.wait_reasons import PARTS
from layouts.server.cpu_time_limit import OutOfTime, in_time
from layouts.state.view import FinishedRun
from layouts.words import unit_names
from layouts.words.slice_names import thin_spaces
from scheduler.durations import human, instant
from scheduler.errors import InputError
from scheduler.explain import Groups, all_groups
from scheduler.explain.alternatives import PassedOver, passed_over, what_if
from scheduler.explain.job import facts
from scheduler.explain.overtaking import NAMES, Group, overtaking
from scheduler.explain.wait_parts import Culprit, WaitPart, parts_of
from scheduler.explain.words import Names, sentences, words
from scheduler.facts import Area, Fact
from scheduler.model.schedule import Schedule
from scheduler.replay.changed_request import changed_request, may_ask
from scheduler.replay.decisions import AFTER, keeps_none, repetition_time, run_with_decisions
from scheduler.wording import capital

DEAR, FELT = 5.0, 1.0  # s of CPU: beyond the first only when asked for, beyond the second it is said how long
TRYING, EACH = 2.0, 0.5  # s for simulating a job with other requests, and about how long one of them may take
NAMED = 3  # jobs of a part that are named
ASIDE = ("ended_at_start", "in_virtual_schedule")  # facts that give no reason
UNKNOWN = "held back, the reason was not kept"


class Answer(NamedTuple):
    """What there is to say of a job in a run."""

    facts: tuple[Fact, ...]  # the last one is the decision
    parts: tuple[WaitPart, ...]
    passed: PassedOver


def account_of(schedule: Schedule, job: int) -> Answer:
    """What a run tells of a job (row of jobs)."""
    return Answer(tuple(facts(schedule, job)), blamed_parts(schedule, job), passed_over(schedule, job))


def answer(run: FinishedRun, job: int, schedule: Schedule | None = None) -> Answer:
    """Why a job waited in a run; schedule: the run with its decisions, where it does not keep them itself."""

    def work_out() -> Answer:
        return account_of(
            schedule or (repeated_run(run.schedule, job) if keeps_none(run.schedule) else run.schedule), job
        )

    return cached(("why", job, schedule is not None), work_out, run.schedule)


def other_request(run: FinishedRun, job: int) -> str:
    """What another request would have changed, simulated; "" where nothing was found in the time a page has for it."""

    def work_out() -> str:
        try:
            with in_time(TRYING) as control:
                request = changed_request(run.schedule, job, control)
        except OutOfTime:
            return ""
        return " ".join(sentences([what_if(run.schedule, job, request) if request else None], run.schedule))

    if not may_ask(run.schedule, job) or repetition_time(run.schedule, job) > EACH:
        return ""
    return cached(("what if", job), work_out, run.schedule)


def blamed_parts(schedule: Schedule, job: int) -> tuple[WaitPart, ...]:
    """The parts of a wait with as many culprits as are named."""
    return tuple(part.first(NAMED) for part in parts_of(schedule, job))


def repeated_run(schedule: Schedule, job: int) -> Schedule:
    """The run with its decisions on a job; raises Refused where that takes much longer than was thought."""
    with in_time(3 * DEAR) as control:
        return run_with_decisions(schedule, job, control)


def in_words(run: FinishedRun, account: Sequence[Fact]) -> list[str]:
    """Facts as sentences, without digits that nobody reads: virtual times have more."""
    return sentences(account, run.schedule, decimals=2)


def in_two_lengths(run: FinishedRun, account: Sequence[Fact]) -> html.P:
    """The long sentence, and the short one that takes its place on a projector (assets/present.css)."""
    names = Names(run.schedule.workload, decimals=2)
    short = " ".join(capital(words(fact, names, "short")) for fact in account)
    return html.P(
        [
            html.Span(" ".join(in_words(run, account)), className="qs-unpresented"),
            html.Span(short, className="qs-presented"),
        ],
        className="qs-decision",
    )


def paragraphs(run: FinishedRun, account: Sequence[Fact]) -> list[html.P]:
    """The same, one below the other."""
    return [html.P(sentence, className="qs-small") for sentence in in_words(run, account)]


def is_costly(run: FinishedRun, job: int) -> bool:
    """Whether the reasons take so long that they are worked out only when asked for."""
    return keeps_none(run.schedule) and repetition_time(run.schedule, job) > DEAR


def waiting_for(run: FinishedRun, job: int) -> str:
    """What is being done while there are no reasons yet."""
    seconds = repetition_time(run.schedule, job) if keeps_none(run.schedule) else 0.0
    if not FELT < seconds <= DEAR:
        return "Working out why\u2026"
    return f"Working out why: simulating the run again up to this job, about {human(float(round(seconds)))}\u2026"


def answer_so_far(services: Services, runs: Sequence[FinishedRun], run: FinishedRun, job: int) -> tuple[list, bool]:
    """(what is said, whether that is the end of it)."""
    if not is_costly(run, job):
        return body(runs, run, job, answer(run, job)), True
    key = key_of(services, run, job)
    status = services.runs.status(key) if key else None
    if status is not None and status.state == "done":
        kept = replace(run.schedule, decisions=services.store.schedule(str(key)).decisions)
        return body(runs, run, job, answer(run, job, kept)), True
    if status is not None and run_list.active(status):
        return [
            html.P("Working out why: the run is simulated again.", className="qs-small"),
            *run_list.progress(status),
            run_list.cancel(str(key), f"working out why, {run.name}"),
        ], False
    problem = [] if status is None or status.state == "unknown" else [html.P(status.message, className="qs-small")]
    return [*problem, offer(run, job), *body(runs, run, job, partial(run, job))], status is None or not status.awaited


def partial(run: FinishedRun, job: int) -> Answer:
    """What is known without the decisions."""
    return cached(("why, without decisions", job), lambda: account_of(run.schedule, job), run.schedule)


# ---- in the background ----------------------------------------------------------------------------------------------


def spec(run: FinishedRun, job: int) -> dict[str, Any]:
    """The run once more, with its decisions from a job's submission to its start."""
    placed, schedule = run.schedule.placed, run.schedule
    return {
        "do": "simulate",
        "workload": run.record["workload"],
        "policy": schedule.policy,
        "params": schedule.params,
        "seed": schedule.seed,
        "decisions": [float(placed.submit[job]), float(placed.start[job]) + AFTER],
    }


def key_of(services: Services, run: FinishedRun, job: int) -> str | None:
    """The key of that simulation; None where it cannot be asked for."""
    try:
        return services.runs.key(spec(run, job))
    except (InputError, KeyError):
        return None


def begin(services: Services, run: FinishedRun, job: int) -> Started:
    """Ask for it."""
    return start(services, [spec(run, job)])


def offer(run: FinishedRun, job: int) -> html.Div:
    """Why the reasons are not there, and the button that works them out."""
    about = human(float(round(run.schedule.kernel_cpu_seconds)))
    button = dmc.Button(
        f"Work it out (about {about})",
        id=ids.why("work", run.key, job),
        size="compact-sm",
        variant="default",
        **{"aria-label": f"Work out why, about {about}: {run.name}"},
    )
    return html.Div(
        [
            html.P("This run kept no decisions; they are made again by simulating it once more.", className="qs-small"),
            button,
        ],
        className="qs-offer",
    )


# ---- in words -------------------------------------------------------------------------------------------------------


def body(runs: Sequence[FinishedRun], run: FinishedRun, job: int, account: Answer) -> list:
    """The decision in a sentence, the wait by its reasons, and the whole story for who wants it.

    Where a topic has something in place of the wait: that, and the story from the start on.  Of a kind that is told in
    full: what it was given, and all that is known of it.
    """
    decision = in_two_lengths(run, account.facts[-1:])
    for part in job_parts().values():
        in_place = part.in_place_of_wait(run, job) if part.in_place_of_wait else None
        if in_place is None:
            continue
        story = paragraphs(run, account.facts[1:-1])
        return [
            decision,
            *in_place,
            html.Details([html.Summary("The whole story"), *story], className="qs-twin", open=True),
        ]
    if look_of(run.schedule.workload, lambda look: look.in_full or None):
        return [
            in_two_lengths(run, account.facts[1:2]),  # what it was given
            *paragraphs(run, account.facts[2:]),  # how that came about, none of it long
            *split(runs, run, job, account.parts),
            *processor_holders(runs, run, job),
        ]
    story = paragraphs(run, sorted(account.facts[2:-1], key=lambda fact: fact.what in ASIDE))
    more = [html.Details([html.Summary("The whole story"), *story], className="qs-twin")] if story else []
    otherwise = other_request(run, job)
    return [
        decision,
        html.P(thin_spaces(otherwise), className="qs-small qs-what-if") if otherwise else None,
        *split(runs, run, job, account.parts),
        *(one for part in job_parts().values() if part.content for one in part.content(run, job)),
        *candidates(runs, account.passed),
        *processor_holders(runs, run, job),
        *more,
        *of_groups(run, job),
    ]


def candidates(runs: Sequence[FinishedRun], passed: PassedOver) -> list:
    """The jobs that were looked at before it and passed over, each with the reason; nothing where there were none."""
    if not passed.first:
        return []
    count, names = len(passed.first) + passed.more, Names(runs[0].schedule.workload, decimals=2)
    items = [
        html.Li(
            [
                go_to(runs, one.job, "which was passed over"),
                ": ",
                thin_spaces(words(one.reason, names, "short")) if one.reason else "the reason was not kept",
            ],
            className="qs-small",
        )
        for one in passed.first
    ]
    more = [html.Li(f"and {passed.more} more", className="qs-small")] if passed.more else []
    return [
        html.Details(
            [
                html.Summary(f"Passed over at {instant(passed.time)}: {theme.counted(count, 'earlier job')}"),
                html.Ul([*items, *more]),
            ],
            className="qs-twin",
        )
    ]


def of_groups(run: FinishedRun, job: int) -> list:
    """Why those that the policy schedules a job with run when they do, such as the campaign of a job."""
    return [
        html.Details([html.Summary(groups.question), *group_story(run, groups, number)], className="qs-twin")
        for groups in all_groups()
        if (number := groups.of_job(run.schedule, job)) is not None
    ]


def group_story(run: FinishedRun, groups: Groups, number: int) -> list[html.P]:
    """When a group might start, what decided, who was ahead: one paragraph a sentence."""
    lines = sentences(groups.facts(run.schedule, number), run.schedule)
    return [html.P(thin_spaces(line), className="qs-small") for line in lines]


def split(runs: Sequence[FinishedRun], run: FinishedRun, job: int, parts: Sequence[WaitPart]) -> list:
    """The wait as a bar of its parts, and as a table with the jobs to blame; nothing for a job that did not wait."""
    if not parts:
        return []
    wait = sum(part.seconds for part in parts)
    rows = [line for part in parts for line in lines(runs, part, wait)]
    caption = f"Why job {run.schedule.workload.jobs.job_id[job]} waited under {run.name}"
    return [
        portions.bar("Waited", [Portion(look(part), name_of(part), part.seconds) for part in parts]),
        portions.table(
            caption, ("reason and jobs to blame", "time", "share"), [*rows, portions.total("waited in all", wait)]
        ),
    ]


def look(part: WaitPart) -> str:
    """The class of a part's color and pattern."""
    return str(part.kind) if part.cause_known else "unknown"


def name_of(part: WaitPart) -> str:
    """What a part was for."""
    if part.rule:
        return f"held back {words(part.rule, Names())}"
    return PARTS[part.kind].name if part.cause_known else UNKNOWN


def lines(runs: Sequence[FinishedRun], part: WaitPart, wait: float) -> list[html.Tr]:
    """A reason: its name, how long, and which share of the wait; below it its culprits as buttons."""
    name = html.Span(name_of(part), title=PARTS[part.kind].phrase if part.cause_known else None)
    head, blame = html.Th([portions.key(look(part)), name], scope="row"), culprits(runs, part)
    first = portions.row(head, part.seconds, wait, "qs-blamed" if blame else None)
    return [first, html.Tr(html.Td(blame, colSpan=3, className="qs-culprits"))] if blame else [first]


def culprits(runs: Sequence[FinishedRun], part: WaitPart) -> list:
    """The NAMED jobs that were in the way for the longest time, and how many others there are, with their time."""
    short = part.first(NAMED)
    named = [one for one in short.culprits if one.job >= 0]
    pieces: list[Any] = []
    for one in named:
        pieces += [blamed(runs, short, one), " "]
    if not short.others:
        return pieces
    rest = short.seconds - sum(one.seconds for one in short.culprits)
    return [*pieces, f"and {theme.counted(short.others, 'other')} ({human(max(rest, 0.0))})"]


def blamed(runs: Sequence[FinishedRun], part: WaitPart, one: Culprit) -> html.Button:
    """A job to blame, with how long where it is not the only one."""
    length = human(one.seconds)
    several = len(part.culprits) > 1 or part.others
    return go_to(runs, one.job, f"in the way for {length}", f" ({length})" if several else "")


def go_to(runs: Sequence[FinishedRun], job: int, what: str, more: str = "") -> html.Button:
    """A job that can be gone to; what: it is, below the pointer; more: behind its name."""
    name = f"job {runs[0].schedule.workload.jobs.job_id[job]}"
    return job_button(runs, job, f"{name}{more}", "qs-pick", f"Go to {name}, {what}")


# ---- who had the processors -----------------------------------------------------------------------------------------


def processor_holders(runs: Sequence[FinishedRun], run: FinishedRun, job: int) -> list:
    """Who had the processors while a job waited, as a table; those that came later and went first as buttons."""
    if not run.schedule.wait[job] > 0:
        return []
    usage, schedule = overtaking(run.schedule, job), run.schedule
    # no shares of a machine of which the log holds more than all
    whole = schedule.workload.platform.processors * float(schedule.wait[job]) if usage.idle >= 0 else math.nan
    groups = zip(map(Names().of, NAMES), usage.groups, strict=True)
    rows = [line for name, group in groups for line in holder_rows(runs, name, group, whole)]
    idle = [_row(runs, "idle", usage.idle, whole)] if usage.idle > 0 else []
    part = unit_names.part(schedule.workload)
    names = (f"who had the {part}s meanwhile", f"{part}-time", "share")
    caption = f"Who had the {part}s while job {schedule.workload.jobs.job_id[job]} waited under {run.name}"
    return [portions.table(caption, names, [*rows, *idle])]


def holder_rows(runs: Sequence[FinishedRun], name: str, group: Group, whole: float) -> list[html.Tr]:
    """How many jobs of a kind there were and what they held; below it those of them that held most."""
    if not len(group.jobs):
        return []
    first = _row(runs, f"{theme.counted(len(group.jobs), 'job')} {name}", float(group.area.sum()), whole)
    first.className = "qs-blamed"
    named = [go_to(runs, row, f"one of the jobs {name}") for row in group.jobs[:NAMED].tolist()]
    left = len(group.jobs) - len(named)
    rest = [f"and {theme.counted(left, 'other')}"] if left else []
    blame = [part for one in named for part in (one, " ")] + rest
    return [first, html.Tr(html.Td(blame, colSpan=3, className="qs-culprits"))]


def _row(runs: Sequence[FinishedRun], name: str, area: float, whole: float) -> html.Tr:
    """One of those who had processors; area, whole: processor-s."""
    part = unit_names.part(runs[0].schedule.workload)
    return html.Tr(
        [
            html.Th(name, scope="row"),
            html.Td(Names(runs[0].schedule.workload).of(Area(area)), title=f"{area:.15g} {part}-s"),
            html.Td(theme.percent(area / whole)),
        ]
    )
