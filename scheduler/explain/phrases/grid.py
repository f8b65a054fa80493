"""The words of the rules of a light grid: why runs and local jobs wait, and why they start where they do."""

from __future__ import annotations

from collections.abc import Callable

from scheduler.durations import instant
from scheduler.explain.phrases.decision import Decision, enough, job_name, short
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule


def _no_hole(schedule: Schedule, job: int, d: Decision) -> str:
    away = ", or those that were had been taken from the grid" * schedule.has_marks
    return f"no processor was idle in any cluster{away}."


def _window_short(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"{processors(d.free)} {'was' if d.free == 1 else 'were'} idle, but by its requested time it would not "
        f"have been over by {instant(d.shadow)}, before which no local job was expected to start there."
    )


def _behind_run(schedule: Schedule, job: int, d: Decision) -> str:
    return f"runs start in their order, and {job_name(schedule, d.blocker)} went first."


def _server_busy(schedule: Schedule, job: int, d: Decision) -> str:
    whose = "its data to where it had been killed"
    if d.blocker >= 0:
        whose = f"the data of {job_name(schedule, d.blocker)}"
    return (
        f"{processors(d.free)} {'was' if d.free == 1 else 'were'} idle, but the server was sending {whose} until "
        f"{instant(d.shadow)}."
    )


def _beyond_depth(schedule: Schedule, job: int, d: Decision) -> str:
    depth = int(schedule.params["depth"])
    return (
        f"it would have fitted without delaying {job_name(schedule, d.blocker)}, for {short(d)}, but of every "
        f"queue only the first job and {depth} behind it are looked at."
    )


def _fills_hole(schedule: Schedule, job: int, d: Decision) -> str:
    idle = "the one processor" if d.free == 1 else f"one of {d.free} processors"
    return f"in cluster {d.value + 1:.0f}, on {idle} that no local job used."


def _packed_in_fork(schedule: Schedule, job: int, d: Decision) -> str:
    idle = "the one processor" if d.free == 1 else f"one of {d.free} processors"
    return (
        f"in cluster {d.value + 1:.0f}, on {idle} that no local job used, where the server sent it so that most of "
        "the runs that waited would be over in time."
    )


def _agreed(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"in cluster {d.value + 1:.0f}, as the first in the queue that it had moved to, so that the loads of the "
        f"clusters differed less: {enough(d)}."
    )


def _taken_over(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"in cluster {d.value + 1:.0f}, which took it out of the queue of another one: {enough(d)}, and none of "
        "its own waiting jobs could start."
    )


REASONS: dict[str, Callable[[Schedule, int, Decision], str]] = {
    "no_hole": _no_hole,
    "window_short": _window_short,
    "behind_run": _behind_run,
    "server_busy": _server_busy,
    "beyond_depth": _beyond_depth,
}
STARTS: dict[str, Callable[[Schedule, int, Decision], str]] = {
    "fills_hole": _fills_hole,
    "taken_over": _taken_over,
    "packed_in_fork": _packed_in_fork,
    "agreed": _agreed,
}
