"""What orders campaigns as time goes on: their tags in the virtual schedule, or their deadlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from scheduler.explain.policy_view import DIGITS, LAST, Row, view_of
from scheduler.explain.words import Names
from scheduler.model.schedule import Schedule
from scheduler.model.virtual_campaigns import by_campaign


def ordered_campaigns(schedule: Schedule) -> dict[str, Any] | None:
    """Campaigns by their tags, or by their deadlines; None where the policy knows none, or neither orders them."""
    if not schedule.has_virtual:
        return None
    table = by_campaign(schedule)
    if schedule.is_fluid:
        tags = [{"number": round(tag, DIGITS)} for tag in table.tag.tolist()]
        return view_of(
            "Virtual schedule",
            ("campaign", "tag (virtual work)"),
            _ordered(schedule, table.tag, tags, "its user's campaign before is not complete there yet"),
        )
    if schedule.has_deadlines:
        return view_of(
            "Deadlines",
            ("campaign", "due at"),
            _ordered(schedule, table.deadline, [{"time": due} for due in table.deadline.tolist()], "not known yet"),
        )
    return None


def _ordered(schedule: Schedule, key: np.ndarray, cells: Sequence[Any], before: str) -> Iterator[Row]:
    """A campaign from its submission to its end, by its key; until it may start with a word in place of its cell."""
    table = by_campaign(schedule)
    for row, campaign in enumerate(table.campaign.tolist()):
        name = Names(schedule.workload).campaign(campaign)
        submit, since, end = (float(column[row]) for column in (table.submit, table.eligible, table.real_end))
        if since > submit:
            yield [submit, since, LAST, [name, before]]
        if np.isfinite(key[row]):
            yield [max(since, submit), end, float(key[row]), [name, cells[row]]]
