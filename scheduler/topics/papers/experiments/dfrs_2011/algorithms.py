"""The algorithms by the names the tables have for them, and how each is run here.

The paper has one EASY and describes the textbook's.  Here there are two: the textbook's, and one that backfills only on
nodes that the first job of the queue has not reserved, which the paper's degradations fit (see table2.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.topics.fractional.adapters import dfrs_scheme

FCFS, EASY, TEXTBOOK = "FCFS", "EASY, restricted", "EASY, textbook"
BATCH = {FCFS: "fcfs", EASY: "easy_restricted", TEXTBOOK: "easy"}
BOTH_EASY = (EASY, TEXTBOOK)
GREEDY, GREEDY_P, GREEDY_PM = "Greedy */opt=min", "GreedyP */opt=min", "GreedyPM */opt=min"
PER, STRETCH = "/per/opt=min/minvt=600", "/stretch-per/opt=max/minvt=600"
BEST_P, BEST_PM = "GreedyP */per/opt=min/minvt=600", "GreedyPM */per/opt=min/minvt=600"
BEST = (BEST_P, BEST_PM)
PURELY_GREEDY = (GREEDY, GREEDY_P, GREEDY_PM)
PERIODIC_GREEDY = tuple(
    f"{name}{star}/per/opt=min" for star in ("", " *") for name in ("Greedy", "GreedyP", "GreedyPM")
)
LIMITED_GREEDY = ("GreedyP/per/opt=min/minvt=600", "GreedyPM/per/opt=min/minvt=600", *BEST)
MCB8 = ("MCB8 */opt=min/minvt=600", "MCB8/per/opt=min/minvt=600", "MCB8 */per/opt=min/minvt=600")
MCB8_FREE = ("MCB8 */opt=min", "MCB8/per/opt=min", "MCB8 */per/opt=min")  # nothing limits what they move
FRACTIONAL = (*PURELY_GREEDY, *PERIODIC_GREEDY, *LIMITED_GREEDY, *MCB8, PER, STRETCH)  # the 18 of table 2
TABLE_2 = (*BATCH, *FRACTIONAL)
BOUND = "bound on the maximum stretch"  # stands where the name of an algorithm does
PENALTY, PERIOD = 300.0, 600.0  # s, of the paper: section 5.1


def policy(name: str) -> tuple[str, dict[str, Any]]:
    """(policy, parameters) of a row."""
    return (BATCH[name], {}) if name in BATCH else ("dfrs", {"scheme": name})


def settings(name: str, penalty: float = PENALTY, period: float = PERIOD) -> Mapping[str, Any]:
    """What differs from the paper's penalty and period, and matters for this algorithm: equal runs say the same."""
    if name in BATCH or name == BOUND:
        return {}
    periodic = dfrs_scheme.parse(name).periodic != "none"
    return ({"penalty": penalty} if penalty != PENALTY else {}) | (
        {"period": period} if period != PERIOD and periodic else {}
    )
