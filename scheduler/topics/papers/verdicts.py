"""How numbers and claims of a paper are judged, and how an experiment is from what becomes of them.

An item is a number the paper prints or a sentence it says.  There are four kinds of verdict on it:

- reproduced: ours lies in the band around the printed number, or keeps to the printed bound, or the sentence holds;
- reproduced where the paper is corrected: the same, after a misprint or a contradiction of the paper was corrected;
- not reproduced, with our best explanation;
- undecidable: ours is not the same, but the paper leaves open what it hangs on, a setting that it does not state or the
  place of a flat minimum; with what would decide it.

A number that the paper got from a small sample is judged by its place among samples as large, drawn from ours: it is
reproduced where it lies in the central 95 % of them.  What was run too little of, is not judged.  Whether ours agrees
with a reference, a simulator that others wrote from the text of the paper alone, is another statement and changes no
verdict.  Findings of our own are no items.

The headline of an experiment follows from its items by one rule, RULE.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from scheduler.topics.papers.experiments import Claim, Measured, Published

REPRODUCED = "reproduced"
CORRECTED = "reproduced where the paper is corrected"
FAILED = "not reproduced"
UNDECIDABLE = "undecidable"
KINDS = (REPRODUCED, CORRECTED, FAILED, UNDECIDABLE)  # of a verdict
UNJUDGED = "not judged"  # too little was run
INFORMATION = "for information"  # printed, but not compared: the paper says it of something else
UNSTATED = "not stated in the paper"
PARTLY = "reproduced in part"  # of an experiment alone
RULE = (
    "An experiment is reproduced if all its judged items are, and reproduced where the paper is corrected if one "
    "of them needs a correction. It is reproduced in part if at least half of its judged items are, and not "
    "reproduced if fewer are. Undecidable items do not count, unless there are no others. It is not judged where "
    "too little was run for most of its items."
)
BANDS = (
    "A number is reproduced if ours lies in the band that is accepted. The band is centered on the printed "
    "number, or on the number that is meant where the paper is corrected. Where the paper prints a bound, only "
    "the side of the bound counts; an exact number leaves no room. A number that the paper got from a few "
    "cases is judged by its place among samples of as many cases, drawn from ours: it is reproduced if it lies "
    "in the central 95 % of these samples. The reference is a simulator that others wrote from the paper's "
    "text alone; whether ours agrees with it changes no verdict."
)
NEAR = 0.25  # of a reference: as near as that agrees with it


def of_value(published: Published, measured: Measured) -> str:
    """The verdict on a number."""
    if published.value is None:
        return UNSTATED
    if published.band is None and not published.decided_by:
        return INFORMATION
    if not measured.judged:
        return UNJUDGED
    met = inside(published, measured)
    return UNDECIDABLE if published.decided_by and not met else _kind(met, published.corrected)


def of_claim(claim: Claim) -> str:
    """The verdict on a sentence."""
    if not claim.judged:
        return UNJUDGED
    return UNDECIDABLE if claim.decided_by and not claim.holds else _kind(claim.holds, claim.corrected)


def _kind(met: bool, corrected: str) -> str:
    return (CORRECTED if corrected else REPRODUCED) if met else FAILED


def inside(published: Published, measured: Measured) -> bool:
    """Whether ours lies in the band, or the printed number among samples of ours."""
    if published.band is None or published.target is None or measured.ours is None or not math.isfinite(measured.ours):
        return False
    if not published.band.sample:
        return _within(measured.ours, published.band.around(published.target))
    low, high = measured.sampled or (math.inf, -math.inf)
    room = published.band.room
    return _within(published.target, (low - room, None if high is None else high + room))


def _within(value: float, ends: tuple[float | None, float | None]) -> bool:
    low, high = ends
    return (low is None or value >= low) and (high is None or value <= high)


def agrees(published: Published, measured: Measured) -> bool | None:
    """Whether ours is within a quarter of the reference, or the reference in our interval; None where there is none."""
    reference, ours = published.reference, measured.ours
    if reference is None or ours is None:
        return None
    between = measured.low is not None and measured.high is not None and measured.low <= reference <= measured.high
    return between or abs(ours - reference) <= NEAR * abs(reference)


def headline(verdicts: Iterable[str]) -> str:
    """The verdict on an experiment, by RULE."""
    count = Counter(verdicts)
    met = count[REPRODUCED] + count[CORRECTED]
    judged = met + count[FAILED]
    if count[UNJUDGED] > judged + count[UNDECIDABLE]:
        return UNJUDGED
    if not judged:
        return UNDECIDABLE if count[UNDECIDABLE] else UNJUDGED
    if met == judged:
        return CORRECTED if count[CORRECTED] else REPRODUCED
    return PARTLY if 2 * met >= judged else FAILED
