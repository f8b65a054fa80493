"""What a policy goes by, beside its queue, where it has something of its own, such as campaigns by their tags.

A view is plain data: `title`, `columns`, `ordered` (whether the first line is who is ahead), and `rows` [from, until,
order, cells], each there while from <= time < until; of those there at an instant the least order comes first.  A row
begins when the policy knows what it says.  A cell is a text, {"time": s} or {"number": x}.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scheduler.explain import stories
from scheduler.model.schedule import Schedule
from scheduler.policies import policy_of

DIGITS = 3
LAST = 1e18  # order of those that have no place yet
Row = list[Any]  # [from, until, order, cells]


def policy_view(schedule: Schedule) -> dict[str, Any] | None:
    """The view of a schedule; None where its policy keeps nothing but its queue."""
    view = policy_of(schedule.policy).view
    if view is not None:
        return view(schedule)
    for story in stories().values():
        if story.view is not None and (rows := story.view(schedule)) is not None:
            return rows
    return None


def view_of(title: str, columns: tuple[str, ...], rows: Iterator[Row], is_ordered: bool = True) -> dict[str, Any]:
    """A view of these rows."""
    return {"title": title, "columns": list(columns), "ordered": is_ordered, "rows": list(rows)}
