"""The words of the rules of fractional scheduling: why a job waits, and why it starts, is paused, moved or resumed.

Words on nodes that change follow "It was moved at 12:00"; `all_anew` says it of the instant itself.
"""

from __future__ import annotations

from collections.abc import Callable

from scheduler.log_words import Decision, job_name
from scheduler.schedule import Schedule

# ---- why it waits: what follows "From 0 s to 4 s" --------------------------------------------------------------------

def _memory_short(schedule: Schedule, job: int, d: Decision) -> str:
    return "the nodes did not have memory left for all its tasks."


def _left_out(schedule: Schedule, job: int, d: Decision) -> str:
    return "it was left out when all jobs were placed anew: jobs of higher priority went first."


def _awaits_period(schedule: Schedule, job: int, d: Decision) -> str:
    return "it waited for the end of the period, when all jobs are placed anew."


WAITS: dict[str, Callable[[Schedule, int, Decision], str]] = {
    "memory_short": _memory_short,
    "left_out": _left_out,
    "awaits_period": _awaits_period,
}


# ---- why its nodes change: what follows "It started at 4 s" ----------------------------------------------------------

def _placed_at_arrival(schedule: Schedule, job: int, d: Decision) -> str:
    return "at its arrival, for there was memory for all its tasks."


def _forced_in(schedule: Schedule, job: int, d: Decision) -> str:
    return "at its arrival: there was no memory for all its tasks, so jobs of low priority had to make way."


def _made_way(schedule: Schedule, job: int, d: Decision) -> str:
    return f"to make way for {job_name(schedule, d.blocker)}, which arrived then and found no memory left."


def _room_left(schedule: Schedule, job: int, d: Decision) -> str:
    return "because there was memory left for all its tasks, and no job of higher priority that waited fitted."


def _equal_share(schedule: Schedule, job: int, d: Decision) -> str:
    return "at its arrival: every job gets an equal share of the machine at once."


def _packed(schedule: Schedule, job: int, d: Decision) -> str:
    return f"because {all_anew(schedule, d)}."


def all_anew(schedule: Schedule, d: Decision) -> str:
    """Why all jobs were placed anew, and at which yield, or for which stretch."""
    if d.rule == "packed_for_stretch":
        goal = f", for stretches of {1 / d.value:.3g} at most" if d.value > 0 else ""
        return f"a period was over, and all jobs were placed anew{goal}"
    who = job_name(schedule, d.blocker)
    what = {"packed_at_arrival": f"{who} arrived", "packed_at_end": f"{who} ended"}.get(d.rule, "a period was over")
    return f"{what}, and all jobs were placed anew, at a yield of {d.value:.2f}"


CHANGES: dict[str, Callable[[Schedule, int, Decision], str]] = {
    "placed_at_arrival": _placed_at_arrival,
    "forced_in": _forced_in,
    "made_way": _made_way,
    "room_left": _room_left,
    "equal_share": _equal_share,
    "packed_at_period": _packed,
    "packed_at_arrival": _packed,
    "packed_at_end": _packed,
    "packed_for_stretch": _packed,
}
