"""The words of the rules of the decision log: why a job waits, and why it starts, with the culprit and the numbers.

Jobs on shared nodes have a story of their own (shared_nodes.py), with the words of their rules.
"""

from __future__ import annotations

from collections.abc import Callable

from scheduler.durations import human, instant
from scheduler.explain.phrases import grid, slurm
from scheduler.explain.phrases.decision import (
    Decision,
    asks,
    enough,
    in_cluster,
    job_name,
    next_in_order,
    rounded,
    short,
    such_as,
    then_taken,
)
from scheduler.explain.phrases.order import why_before
from scheduler.model.number_text import processors
from scheduler.model.schedule import Schedule
from scheduler.model.virtual_campaigns import row_of_jobs

# ---- why it waits: what follows "From 0 s to 4 s" --------------------------------------------------------------------


def _head_blocked(schedule: Schedule, job: int, d: Decision) -> str:
    return f"it was first in the queue{_of_allowed(schedule)}, but {short(d)}."


def _of_allowed(schedule: Schedule) -> str:
    """Jobs whose condition does not hold hold nobody back."""
    return " of those that may start" if schedule.params.get("may_start") else ""


def _reserved(schedule: Schedule, job: int, d: Decision) -> str:
    due = f", when {job_name(schedule, d.blocker)} is due to end" if d.blocker >= 0 else ""
    left = f", leaving {processors(d.extra)} over" if d.extra > 0 else ""
    return (
        f"it was first in the queue{_of_allowed(schedule)}, but {short(d)}; by requested times it was promised a start "
        f"at {instant(d.shadow)}{in_cluster(schedule, d.value)}{due}{left}."
    )


def _behind_head(schedule: Schedule, job: int, d: Decision) -> str:
    order = why_before(schedule, job, d)
    return f"it stood behind {job_name(schedule, d.blocker)}, which nothing may pass{order}."


def _does_not_fit(schedule: Schedule, job: int, d: Decision) -> str:
    if d.blocker < 0:
        return f"it did not fit: {short(d)}."
    order = why_before(schedule, job, d)
    return f"it did not fit: {short(d)}; {job_name(schedule, d.blocker)} was first in the queue{order}."


def _would_delay_head(schedule: Schedule, job: int, d: Decision) -> str:
    until = d.time + asks(schedule, job, d.value)  # in the cluster in whose queue it stood
    left = f"only {processors(d.extra)}" if d.extra else "no processor"
    return (
        f"it would have fitted ({short(d)}), but by its requested time it would have run until {instant(until)}, past "
        f"{instant(d.shadow)}, when {job_name(schedule, d.blocker)} is to start and leave {left} over{then_taken(d)}."
    )


def _before_virtual_start(schedule: Schedule, job: int, d: Decision) -> str:
    because = f" (the one of {job_name(schedule, d.blocker)})" if d.blocker >= 0 else ""
    return (
        "its campaign was not allowed to start: in the virtual schedule the user's previous campaign"
        f"{because} was not complete."
    )


def _larger_tag(schedule: Schedule, job: int, d: Decision) -> str:
    return f"campaigns with a smaller tag went first{such_as(schedule, d)}."


def _earlier_campaign(schedule: Schedule, job: int, d: Decision) -> str:
    if d.blocker >= 0 and _eligible(schedule, d.blocker) > _eligible(schedule, job):  # its user's order is fixed
        return f"other campaigns of its user went first{such_as(schedule, d)}."
    return f"campaigns that were ready earlier went first{such_as(schedule, d)}."


def _eligible(schedule: Schedule, job: int) -> float:
    """From when the campaign of a job (row of jobs) might start."""
    virtual, jobs = schedule.table("virtual"), schedule.workload.jobs
    at = row_of_jobs(virtual, jobs.campaign[[job]], schedule.placed.submit[[job]])
    return float(virtual.eligible[at[0]])


def _no_free_processor(schedule: Schedule, job: int, d: Decision) -> str:
    blocker = f"; {job_name(schedule, d.blocker)} held one of them" if d.blocker >= 0 else ""
    return f"all processors were busy{blocker}."


def _later_deadline(schedule: Schedule, job: int, d: Decision) -> str:
    return f"campaigns with an earlier deadline went first{such_as(schedule, d)}."


def _machine_taken(schedule: Schedule, job: int, d: Decision) -> str:
    whose = f" (the one of {job_name(schedule, d.blocker)})" if d.blocker >= 0 else ""
    return f"the whole machine was given to another campaign{whose}."


def _behind_wide(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"{job_name(schedule, d.blocker)} went first and did not fit, and nothing may pass it "
        f"({processors(d.free)} free at {instant(d.time)})."
    )


def _campaign_incomplete(schedule: Schedule, job: int, d: Decision) -> str:
    return "it waited until the last job of its campaign was submitted; a campaign is ready when all of it is there."


def _batch_open(schedule: Schedule, job: int, d: Decision) -> str:
    return "the batch its campaign belongs to was still open, for campaigns yet to come."


def _later_batch(schedule: Schedule, job: int, d: Decision) -> str:
    return f"its campaign came after the batch of {job_name(schedule, d.blocker)} was closed, and that went first."


def _longer_campaign(schedule: Schedule, job: int, d: Decision) -> str:
    return f"shorter campaigns of its batch went first{such_as(schedule, d)}."


def _later_user(schedule: Schedule, job: int, d: Decision) -> str:
    whose = f", now the one of {job_name(schedule, d.blocker)}" if d.blocker >= 0 else ""
    return f"users whose campaigns are shorter altogether went first{whose}."


def _queued(schedule: Schedule, job: int, d: Decision) -> str:
    return f"it was put on a processor where {job_name(schedule, d.blocker)} went before it."


def _earliest_gap(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"it held a reservation for {instant(d.shadow)}{in_cluster(schedule, d.value)}, the earliest time at which "
        f"it would delay no other reservation ({short(d)})."
    )


def _reserved_in_turn(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"it held a reservation for {instant(d.shadow)}{in_cluster(schedule, d.value)} in the plan that was made "
        f"anew then, in the order of the formula ({short(d)})."
    )


def _moved(why: str) -> Callable[[Schedule, int, Decision], str]:
    def phrase(schedule: Schedule, job: int, d: Decision) -> str:
        return f"it held a reservation for {instant(d.shadow)}{in_cluster(schedule, d.value)}, moved there {why}."

    return phrase


def _behind_reservation(schedule: Schedule, job: int, d: Decision) -> str:
    due = f", reserved for {instant(d.shadow)}" if d.shadow == d.shadow else ""
    return (
        f"it would have fitted ({short(d)}), but it would have taken processors that {job_name(schedule, d.blocker)} "
        f"needs{due}{then_taken(d)}."
    )


def _left_in_plan(schedule: Schedule, job: int, d: Decision) -> str:
    why = "this kind of compression does not move it"
    if schedule.workload.has_clusters:
        why = "reservations move in turn, once each, and only when a job ends early"
    return (
        f"it would have fitted ({short(d)}) and delayed nobody, but its reservation for {instant(d.shadow)} was "
        f"left where it was: {why}."
    )


def _waited_long(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"after {human(d.value)} it had waited for long enough to hold a reservation, which was for "
        f"{instant(d.shadow)} ({short(d)})."
    )


def _awaits_turn(schedule: Schedule, job: int, d: Decision) -> str:
    return "it had processors in a time slot whose turn had not come yet."


def _no_slot(schedule: Schedule, job: int, d: Decision) -> str:
    return "no time slot had room for it, or for a job before it, and there were as many slots as there may be."


def _awaits_condition(schedule: Schedule, job: int, d: Decision) -> str:
    return f"it was not allowed to start yet: the condition {schedule.params.get('may_start')} did not hold."


REASONS: dict[str, Callable[[Schedule, int, Decision], str]] = {
    "head_blocked": _head_blocked,
    "reserved": _reserved,
    "behind_head": _behind_head,
    "does_not_fit": _does_not_fit,
    "would_delay_head": _would_delay_head,
    "before_virtual_start": _before_virtual_start,
    "larger_tag": _larger_tag,
    "earlier_campaign": _earlier_campaign,
    "no_free_processor": _no_free_processor,
    "later_deadline": _later_deadline,
    "machine_taken": _machine_taken,
    "behind_wide": _behind_wide,
    "campaign_incomplete": _campaign_incomplete,
    "batch_open": _batch_open,
    "later_batch": _later_batch,
    "longer_campaign": _longer_campaign,
    "later_user": _later_user,
    "queued": _queued,
    "earliest_gap": _earliest_gap,
    "compressed": _moved("because a job ended early"),
    "rebuilt": _moved("when all reservations were made anew"),
    "searched": _moved("by the search for a better plan"),
    "behind_reservation": _behind_reservation,
    "left_in_plan": _left_in_plan,
    **grid.REASONS,
    "waited_long": _waited_long,
    "awaits_turn": _awaits_turn,
    "no_slot": _no_slot,
    "noted_by_program": lambda _schedule, _job, d: (
        f"a program from outside noted that it was to start at {instant(d.shadow)}."
    ),
    **slurm.REASONS,
    "awaits_condition": _awaits_condition,
    "reserved_in_turn": _reserved_in_turn,
}


# ---- why it starts: what follows "It started at 4 s" -----------------------------------------------------------------


def _head_fits(schedule: Schedule, job: int, d: Decision) -> str:
    return f"as the first in the queue{_of_allowed(schedule)}: {enough(d)}."


def _ends_by_shadow(schedule: Schedule, job: int, d: Decision) -> str:
    until = d.time + asks(schedule, job, d.value)
    return (
        f"ahead of {job_name(schedule, d.blocker)}: {enough(d)}, and by its requested time it is over at "
        f"{instant(until)}, not after the reservation at {instant(d.shadow)}."
    )


def _within_extra(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"ahead of {job_name(schedule, d.blocker)}: {enough(d)}, and that is no more than the {d.extra} which "
        f"{job_name(schedule, d.blocker)} will leave over at its reservation at {instant(d.shadow)}."
    )


def _fits_now(schedule: Schedule, job: int, d: Decision) -> str:
    return f"ahead of jobs submitted earlier: {enough(d)}, and this policy holds nothing back for others."


def _smallest_tag(schedule: Schedule, job: int, d: Decision) -> str:
    tag = f" ({rounded(d.value)})" if d.value == d.value else ""
    return (
        f"because {enough(d)}, and its campaign had the smallest tag{tag} of those that may start."
        f"{next_in_order(schedule, d)}"
    )


def _first_campaign(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"because {enough(d)}, and its campaign was submitted first of those with jobs left to start."
        f"{next_in_order(schedule, d)}"
    )


TOGETHER = {
    "block": "the whole machine was given to its campaign",
    "commit": "all jobs of its campaign were put on processors together",
}  # by placement


def _earliest_deadline(schedule: Schedule, job: int, d: Decision) -> str:
    due = f" ({instant(d.value)})" if d.value == d.value else ""
    together = TOGETHER.get(str(schedule.params.get("placement")))
    if together:  # what has come since may have an earlier one
        return (
            f"because {enough(d)}, and {together}, which had the earliest deadline{due} of those ready then."
            f"{next_in_order(schedule, d)}"
        )
    return (
        f"because {enough(d)}, and its campaign had the earliest deadline{due} of those that may start."
        f"{next_in_order(schedule, d)}"
    )


def _first_block(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"because {enough(d)}, and the whole machine was given to its campaign, ready first of those waiting."
        f"{next_in_order(schedule, d)}"
    )


def _shortest_of_batch(schedule: Schedule, job: int, d: Decision) -> str:
    length = f" ({human(d.value)} planned)" if d.value == d.value else ""
    return (
        f"because {enough(d)}, and the whole machine was given to its campaign, the shortest{length} left in its "
        f"batch.{next_in_order(schedule, d)}"
    )


def _users_turn(schedule: Schedule, job: int, d: Decision) -> str:
    length = f" ({human(d.value)} planned, with think times)" if d.value == d.value else ""
    return (
        f"because {enough(d)}, and the whole machine was given to its campaign: of the users left its own has the "
        f"shortest campaigns altogether{length}."
    )


def _passes_wide(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"ahead of {job_name(schedule, d.blocker)}, which went first but did not fit: {enough(d)}, and this "
        "policy holds nothing back for others."
    )


def _other_cluster(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"ahead of {job_name(schedule, d.blocker)}, which is to start in another cluster and is not delayed: "
        f"{enough(d)}."
    )


def _as_recorded(schedule: Schedule, job: int, d: Decision) -> str:
    return "because the log says so; a log does not tell why."


def _due(schedule: Schedule, job: int, d: Decision) -> str:
    return f"because the time of its reservation had come: {enough(d)}."


def _slots_turn(schedule: Schedule, job: int, d: Decision) -> str:
    return "when the turn of its time slot came."


def _delays_none(schedule: Schedule, job: int, d: Decision) -> str:
    return f"because {enough(d)}, and by its requested time it delays no reservation of another job."


def _highest_priority(schedule: Schedule, job: int, d: Decision) -> str:
    return (
        f"because {enough(d)}, and of the waiting jobs that fit its user had waited most for the work done so far "
        f"(priority {rounded(d.value)})."
    )


def _by_program(schedule: Schedule, job: int, d: Decision) -> str:
    if not d.value >= 0:
        return "as a program from outside decided, without a reason."
    return f"as a program from outside decided: “{schedule.program_reasons[int(d.value)]}”."


STARTS: dict[str, Callable[[Schedule, int, Decision], str]] = {
    "head_fits": _head_fits,
    "ends_by_shadow": _ends_by_shadow,
    "within_extra": _within_extra,
    "fits_now": _fits_now,
    "smallest_tag": _smallest_tag,
    "first_campaign": _first_campaign,
    "as_recorded": _as_recorded,
    "earliest_deadline": _earliest_deadline,
    "first_block": _first_block,
    "passes_wide": _passes_wide,
    "shortest_of_batch": _shortest_of_batch,
    "users_turn": _users_turn,
    "due": _due,
    "delays_none": _delays_none,
    "slots_turn": _slots_turn,
    "highest_priority": _highest_priority,
    "other_cluster": _other_cluster,
    **grid.STARTS,
    "by_program": _by_program,
    **slurm.STARTS,
}
