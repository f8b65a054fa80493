"""Days on which nobody submitted anything: the machine was down, or the log has a hole."""

import numpy as np

from scheduler.durations import DAY, human
from scheduler.health import Evidence, Finding
from scheduler.health.archive.log_facts import Log

FEWEST = 0.5  # of the days have a submission; where fewer have, a day without one is nothing special
MOST_LISTED = 3


def look(log: Log) -> Evidence | None:
    """Times of a day or more between two submissions."""
    submit = np.sort(log["submit"][log["submit"] >= 0])
    gap = np.diff(submit)
    holes = np.flatnonzero(gap >= DAY)
    if not len(holes):
        return None
    days = (submit - submit[0]) // DAY
    if len(np.unique(days)) < FEWEST * (days[-1] + 1):
        return None
    longest = holes[np.argsort(-gap[holes], kind="stable")[:MOST_LISTED]]
    several = len(holes) > 1
    listed = ", ".join(
        f"{human(float(gap[at]))} from day {int((submit[at] - submit[0]) // DAY) + 1:,}" for at in longest.tolist()
    )
    more = " …" if len(holes) > MOST_LISTED else ""
    return Evidence(f"{len(holes):,} time{'s' * several} of a day or more without a submission: {listed}{more}.")


FINDING = Finding(
    "days_without_submission",
    "Days without a submission",
    52,
    "A simulated machine works on through them and empties its queue; the real one was probably down.",
    look,
    level="info",
)
