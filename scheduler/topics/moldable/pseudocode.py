"""Policies for moldable tasks as a few lines to read."""

from __future__ import annotations

from scheduler.engine.pseudocode import STARTED, Line


def moldable_list(order: str) -> tuple[Line, ...]:
    """Moldable tasks with the processors of MRT, as a list; order: a phrase, which go first."""
    return (
        Line("find the least makespan that MRT cannot rule out: the guess"),
        Line("every task gets as few processors as its shelf needs:"),
        Line("    the first shelf is as high as the guess, the second half"),
        Line(f"sort the list: {order} first"),
        Line("at the beginning and whenever a task ends:"),
        Line("    start whatever fits, in the order of the list", event=STARTED),
    )
