"""Formulas to begin with: of papers, and of what sites do.  Policies say in their own files which formula they are.

A formula serves the highest value first, so what papers order from the lowest on has a minus here.
"""

from __future__ import annotations

from typing import NamedTuple

from scheduler.engine.backfill_rule import WITH_RESERVATION


class Example(NamedTuple):
    """A formula, where it is from, and what is to be known of it."""

    title: str
    priority: str
    source: str
    text: str
    passing: str = WITH_RESERVATION
    may_start: str = ""
    half_life: float | None = None

    def params(self) -> dict[str, str | float]:
        """The parameters of the policy that it sets."""
        named = {
            "priority": self.priority,
            "passing": self.passing,
            "may_start": self.may_start,
            "half_life": self.half_life,
        }
        return {name: value for name, value in named.items() if value}


SC17 = "Carastan-Santos and de Camargo 2017"
EXAMPLES = (
    Example(
        "Expansion factor",
        "(wait + requested_time) / requested_time",
        "folklore",
        "Who has waited longest for his length goes first: short jobs overtake, and nobody waits for ever.",
    ),
    Example(
        "Smallest area with aging",
        "-area + 1000 * wait",
        "ours",
        "The least processor-seconds first; every second of wait makes a job count as 1000 of them smaller.",
    ),
    Example(
        "F1",
        "-(log10(requested_time) * processors + 870 * log10(submit))",
        SC17,
        "Learned from simulations: short, narrow and early jobs first.",
    ),
    Example(
        "F2",
        "-(sqrt(requested_time) * processors + 25600 * log10(submit))",
        SC17,
        "As F1, with another function of the requested time.",
    ),
    Example("F3", "-(requested_time * processors + 6860000 * log10(submit))", SC17, "As F1, with the area of the job."),
    Example(
        "F4",
        "-(requested_time * sqrt(processors) + 530000 * log10(submit))",
        SC17,
        "As F1, with less weight on processors.",
    ),
    Example(
        "UNICEF",
        "wait / (log2(max(processors, 2)) * requested_time)",
        "Tang et al. 2009, as in " + SC17,
        "Small jobs wait little. The source divides by log2(processors), 0 for one processor; here such a job has two.",
    ),
    Example(
        "Who has used least",
        "-user_used",
        "as fair share of sites",
        "Users who have used fewer processor-seconds go first; what is a week old counts half.",
        half_life=604800.0,
    ),
    Example(
        "At most a quarter of the machine each",
        "-submit",
        "ours",
        "In order of submission; nobody has more than a quarter of the machine, but for one job alone.",
        may_start="user_running + processors <= machine / 4 or user_running == 0",
    ),
    Example(
        "Long jobs at night",
        "-submit",
        "ours",
        "In order of submission; jobs of more than four hours start from 20 h to 6 h only.",
        may_start="requested_time <= 14400 or hour >= 20 or hour < 6",
    ),
    Example(
        "Wide jobs when the queue is short",
        "processors if queue_length < 10 else -requested_time",
        "ours",
        "The widest first while few wait, the shortest first when many do.",
    ),
)
