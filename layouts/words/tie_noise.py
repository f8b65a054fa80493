"""How much of a difference between runs may be an accident of the order of simultaneous events.

With most runs it is kept what their numbers are with simultaneous events in the other order (`other_order` of the
record).  Others have none: rules that say what comes first at an instant (campaigns, shared nodes, moldable tasks, a
kind of a topic, tabu search), and runs too long to be made twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from layouts.state.view import FinishedRun
from scheduler.explain.finding import USUAL, Noise, TieNoise

NOT_MEASURED = f" By how much was not measured here; on logs of a usual load it is up to {100 * USUAL.share:g} %."


def noise(metric: str, *runs: FinishedRun) -> TieNoise:
    """The most by which the other order moves a metric of these runs; USUAL where one of them does not tell."""
    shares = [share(run, metric) for run in runs]
    measured = [one for one in shares if one is not None]
    return TieNoise(max([*measured, *[USUAL.share] * (len(measured) < len(shares))]), len(measured) == len(shares))


def share(run: FinishedRun, metric: str) -> float | None:
    """By how much the other order moves a metric of a run, relative; None where that was not measured."""
    other = run.record.get("other_order")
    if not isinstance(other, dict) or other.get(metric) is None or run.record["metrics"].get(metric) is None:
        return None
    here, there = float(run.record["metrics"][metric]), float(other[metric])
    scale = max(abs(here), abs(there))
    return abs(here - there) / scale if scale > 0 else 0.0


def among(runs: Sequence[FinishedRun]) -> Noise:
    """`noise` by keys of runs."""
    of = {run.key: run for run in runs}
    return lambda one, other, metric: noise(metric, of[one], of[other])


def unmeasured(near: TieNoise) -> str:
    """What to add where the order was not measured."""
    return "" if near.measured else NOT_MEASURED
