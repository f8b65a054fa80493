"""`wait TRACE "64 processors for 8 h"`: how long jobs like that wait, as recorded and under policies."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from scheduler.cli.output import as_json, declare_json, say, table
from scheduler.cli.source import declare_trace, make_workload, read_trace, trace_paths, workload_options
from scheduler.command import Command
from scheduler.durations import human
from scheduler.errors import InputError

if TYPE_CHECKING:
    import numpy as np

    from scheduler.model.workload import Workload

HEADS = ("of", "jobs", "median", "90 % wait at most", "one more: 5 % to 95 %", "coverage")
DAY_HEADS = ("of", "submitted", "jobs", "median", "90 % wait at most")


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("job", metavar="JOB", help='such as "64 processors for 8 h", or conditions such as "queue=2"')
    declare_trace(parser)
    parser.add_argument("--policy", default="", metavar="KEY[,KEY]", help="policies to run on the log as well")
    parser.add_argument(
        "--at",
        metavar="TIME",
        help="when one more such job is submitted: a date, or a time of the log (default: with the last submission)",
    )
    declare_json(parser)


def run(args: Namespace) -> int:
    """Print the answer; raises InputError."""
    from scheduler.analysis import like_jobs, query
    from scheduler.model.calendars import calendar_of_workload
    from scheduler.query.conditions import rows
    from scheduler.query.instants import seconds

    options = workload_options(args)
    work = make_workload(read_trace(trace_paths(args), args.reading), options)
    if not len(work):
        raise InputError("The workload has no jobs, so nothing waits.")
    asked = query.parse(args.job)
    like = rows(asked.conditions, query.jobs_of_workload(work))
    moment = seconds(args.at, calendar_of_workload(work)) if args.at else float(work.jobs.submit[-1])
    answers = []
    for name, submit, wait in _runs(work, [key.strip() for key in args.policy.split(",") if key.strip()]):
        waits = like_jobs.waits(wait[like])
        parts = like_jobs.by_time_of_day(work, submit[like], wait[like])
        answers.append(
            {
                "of": name,
                **waits._asdict(),
                "by_time_of_day": {
                    name: part._asdict() for name, part in zip(like_jobs.parts_of_day(), parts, strict=False)
                },
                "predicted": like_jobs.predict(submit[like], wait[like], moment)._asdict(),
            }
        )
    if args.json:
        say(as_json({"jobs_like_it": str(asked), "at": moment, "answers": answers}))
        return 0
    say(f"Jobs like it: {asked}.")
    say(table(HEADS, [_row(answer) for answer in answers], numbers=(1, 2, 3)))
    if rows_of_day := [row for answer in answers for row in _of_day(answer)]:
        say("\nBy the time of day they were submitted:")
        say(table(DAY_HEADS, rows_of_day, numbers=(2, 3, 4)))
    return 0


def _runs(work: Workload, policies: list[str]) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """(name, [n] submissions, [n] waits, nan unknown) of the log and of each policy."""
    import numpy as np

    from scheduler.simulate import simulate

    recorded = np.where(work.jobs.recorded_wait < 0, np.nan, work.jobs.recorded_wait)
    schedules = [(key, simulate(work, key)) for key in policies]
    return [
        ("recorded", work.jobs.submit, recorded),
        *((key, schedule.placed.submit, schedule.wait) for key, schedule in schedules),
    ]


def _of_day(answer: dict[str, Any]) -> list[list[str]]:
    """A row for each part of the day; none where the log has no dates."""
    return [
        [
            answer["of"],
            name,
            f"{part['jobs']:,}",
            *(human(part[of]) if part["jobs"] else "" for of in ("median", "most")),
        ]
        for name, part in answer["by_time_of_day"].items()
    ]


def _row(answer: dict[str, Any]) -> list[str]:
    predicted = answer["predicted"]
    high = human(predicted["high"]) if predicted["high"] < float("inf") else "no bound: too few jobs"
    has_history, tried = predicted["history"] > 0, predicted["tried"]
    return [
        answer["of"],
        f"{answer['jobs']:,}",
        *(human(answer[name]) if answer["jobs"] else "" for name in ("median", "most")),
        f"{human(predicted['low'])} to {high}" if has_history else "",
        f"{predicted['coverage']:.1%} of {tried:,}" if tried else "",
    ]


COMMAND = Command("wait", "how long jobs of a kind wait, and one more would", declare, run)
