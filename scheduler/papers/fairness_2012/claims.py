"""What section 5.2 says in words, in its own strength, checked on every log that was run.

The paper prints no numbers.  A sentence about all six logs has to hold on each that was run, one about most logs is
judged when all six were; on other logs, and on the beginning of a log, it is looked at and not judged.  Where two mean
waits differ by less than another order of simultaneous events moves one of them, the evidence says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scheduler.durations import human
from scheduler.papers import Claim
from scheduler.papers.fairness_2012.logs import LOGS
from scheduler.papers.fairness_2012.runs import OnLog, Result, plain

OFF_SCALE = 1.5         # times the worst of the others
PLAIN = ("backfill", "easy")
UNAWARE = ("fcfs", "backfill", "easy", "conservative")      # of users
ALL, MOST, OFTEN = "all", "most", "often"
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


class Seen(NamedTuple):
    """A sentence looked at on one log."""

    holds: bool
    evidence: str


class Statement(NamedTuple):
    """A sentence of the paper.  strength: on how many logs; only: the log it is about."""

    text: str
    needs: tuple[str, ...]
    strength: str
    look: Callable[[OnLog], Seen]
    only: str = ""


def checked(statements: Sequence[Statement], logs: Sequence[OnLog]) -> tuple[Claim, ...]:
    """A claim of every sentence that can be looked at on these logs."""
    return tuple(_claim(one, about) for one in statements if (about := [log for log in logs if _about(one, log)]))


def _about(statement: Statement, log: OnLog) -> bool:
    return log.has(*statement.needs) and statement.only in ("", log.title)


def _claim(statement: Statement, logs: Sequence[OnLog]) -> Claim:
    seen = [statement.look(log) for log in logs]
    count = sum(one.holds for one in seen)
    holds = {ALL: count == len(seen), MOST: 2 * count > len(seen), OFTEN: 2 * count >= len(seen)}[statement.strength]
    why = _unjudged(statement, logs)
    if len(seen) == 1:
        return Claim(f"On {logs[0].title}, {statement.text}.", holds, f"{_capital(seen[0].evidence)}.{why}", not why)
    evidence = "; ".join(f"{log.title}: {'yes' if one.holds else 'no'}, {one.evidence}"
                         for log, one in zip(logs, seen, strict=True))
    return Claim(f"{_where(statement.strength, len(seen))}, {statement.text}.", holds,
                 f"On {count} of {len(seen)} logs. {evidence}.{why}", not why)


def _where(strength: str, count: int) -> str:
    words = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return {ALL: f"On all {words} logs", MOST: f"On most of {words} logs",
            OFTEN: f"Often (read as: on at least half of {words} logs)"}[strength]


def _unjudged(statement: Statement, logs: Sequence[OnLog]) -> str:
    """Why this is no judgment of the paper; empty where it is one."""
    if not all(log.paper for log in logs):
        return " Not judged: the paper says nothing of this log." if len(logs) == 1 else \
            " Not judged: not all of these are logs of the paper."
    if not all(log.whole for log in logs):
        return " Not judged: only the beginning of the log was run."
    if statement.strength != ALL and len(logs) < len(LOGS):
        return " Not judged: the paper says this of most logs, not of each."
    return ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- figure 1

def worst(log: OnLog) -> Seen:
    """FCFS against the worst of the others."""
    times = _times(log)
    fcfs = log.under["fcfs"]
    return Seen(min(times.values()) > 1, f"wait {human(fcfs.wait)}, response {human(fcfs.response)}, slowdown "
                f"{plain(fcfs.slowdown)} are {_list(times)} the worst of the others")


def off_scale(log: OnLog) -> Seen:
    """The same, by how much."""
    times = _times(log)
    return Seen(min(times.values()) >= OFF_SCALE, f"{_list(times)} the worst of the others")


def _times(log: OnLog) -> dict[str, float]:
    """FCFS over the worst of the others, by measure."""
    others = [one for policy, one in log.under.items() if policy != "fcfs"]
    return {name: _ratio(getattr(log.under["fcfs"], name), max(getattr(one, name) for one in others))
            for name in ("wait", "response", "slowdown")}


def _ratio(value: float, base: float) -> float:
    return value / base if base > 0 else float("inf") if value > 0 else 1.0


def _list(times: dict[str, float]) -> str:
    factors = [f"{plain(round(value, 2))} times ({name})" for name, value in times.items()]
    return f"{', '.join(factors[:-1])} and {factors[-1]}"


def conservative_waits(log: OnLog) -> Seen:
    """Conservative backfilling against the better of BF and EASY, by mean wait."""
    own, others = log.under["conservative"], [log.under[policy] for policy in PLAIN]
    best = min(others, key=_wait)
    both = "" if own.wait > max(map(_wait, others)) else ", not longer than both" if own.wait > best.wait else ""
    return Seen(own.wait > best.wait, f"{_waits(own, *others)}{both}{_noise(own, best)}")


def conservative_slowdown(log: OnLog) -> Seen:
    """Conservative backfilling against the worse of BF and EASY, by mean slowdown."""
    own, others = log.under["conservative"], [log.under[policy] for policy in PLAIN]
    both = ", lower than both" if own.slowdown < min(one.slowdown for one in others) else ""
    return Seen(own.slowdown < max(one.slowdown for one in others), f"{_slowdowns(own, *others)}{both}")


def fair_waits(log: OnLog) -> Seen:
    """BF-FAIR against BF and EASY, by mean wait."""
    own, others = log.under["backfill_fair"], [log.under[policy] for policy in PLAIN]
    worse = max(others, key=_wait)
    return Seen(own.wait > worse.wait, f"{_waits(own, *others)}{_noise(own, worse)}")


def search_waits(log: OnLog) -> Seen:
    """TS against the best of the others, by mean wait."""
    own, best = log.under["tabu"], min(_others(log, "tabu"), key=_wait)
    return Seen(own.wait < best.wait, f"{_waits(own, best)}, the best of the others; response {human(own.response)} "
                f"against {human(best.response)}{_noise(own, best)}")


def search_slowdown(log: OnLog) -> Seen:
    """TS against the best of the others, by mean slowdown."""
    own, best = log.under["tabu"], min(_others(log, "tabu"), key=lambda one: one.slowdown)
    return Seen(own.slowdown < best.slowdown, f"{_slowdowns(own, best)}, the best of the others"
                f"{own.between('slowdown')}")


def _others(log: OnLog, policy: str) -> list[Result]:
    return [one for key, one in log.under.items() if key != policy]


def _wait(one: Result) -> float:
    return one.wait


def _waits(*results: Result) -> str:
    return ", ".join(f"{one.name} {human(one.wait)}" for one in results)


def _slowdowns(*results: Result) -> str:
    return ", ".join(f"{one.name} {plain(one.slowdown)}" for one in results)


def _noise(one: Result, other: Result) -> str:
    """Words where two mean waits, or two mean responses, are as good as equal."""
    moved = max(one.moved, other.moved)
    within = moved > 0 and abs(one.wait - other.wait) <= moved * max(one.wait, other.wait)
    return f" (the difference to {other.name} is within tie noise, {100 * moved:.2g} %)" if within else ""


FIGURE_1 = (
    Statement("FCFS is the worst of all in mean wait, response and slowdown", ("fcfs", "easy"), ALL, worst),
    Statement(f"FCFS is off the scale (read as: at least {OFF_SCALE:g} times the worst of the others in wait, response "
              "and slowdown)", ("fcfs", "easy"), ALL, off_scale),
    Statement("BF-CONS has longer mean waits and responses than BF-EASY or BF (read as: than the better of the two)",
              ("conservative", *PLAIN), MOST, conservative_waits),
    Statement("BF-CONS has a lower mean slowdown than BF-EASY or BF (read as: than the worse of the two)",
              ("conservative", *PLAIN), OFTEN, conservative_slowdown),
    Statement("BF-FAIR is poor in mean wait (read as: longer than under BF and under BF-EASY)",
              ("backfill_fair", *PLAIN), ALL, fair_waits, "SDSC SP2"),
    Statement("TS has the shortest mean wait and response of all", ("tabu", *UNAWARE, "backfill_fair"), ALL,
              search_waits),
    Statement("TS has the lowest mean slowdown of all", ("tabu", *UNAWARE, "backfill_fair"), ALL, search_slowdown),
)


# -- figure 2

def fairer(policy: str) -> Callable[[OnLog], Seen]:
    """A policy that knows of users against the best of those that do not, by mean and deviation of NUWT."""
    def look(log: OnLog) -> Seen:
        own, others = log.under[policy], [log.under[other] for other in UNAWARE]
        means, deviations = ([getattr(one, name) or 0.0 for one in (own, *others)] for name in ("mean", "deviation"))
        least = [min(others, key=lambda one, name=name: getattr(one, name) or 0.0).name  # type: ignore[misc]
                 for name in ("mean", "deviation")]
        return Seen(all(values[0] < min(values[1:]) for values in (means, deviations)),
                    f"mean {plain(means[0])}{own.between('mean')} against {plain(min(means[1:]))} ({least[0]}), "
                    f"deviation {plain(deviations[0])}{own.between('deviation')} against "
                    f"{plain(min(deviations[1:]))} ({least[1]})")

    return look


def unfair(log: OnLog) -> Seen:
    """FCFS against the others, by mean NUWT."""
    own, worse = log.under["fcfs"].mean or 0.0, max(_others(log, "fcfs"), key=lambda one: one.mean or 0.0)
    return Seen(own > (worse.mean or 0.0), f"mean {plain(own)} against {plain(worse.mean or 0.0)} ({worse.name})")


def as_fair(log: OnLog) -> Seen:
    """TS against BF-FAIR, by mean and deviation of NUWT."""
    search = log.under["tabu"]
    own, other = ((one.mean or 0.0, one.deviation or 0.0) for one in (search, log.under["backfill_fair"]))
    return Seen(own[0] <= other[0] and own[1] <= other[1],
                f"mean {plain(own[0])}{search.between('mean')} against {plain(other[0])}, deviation "
                f"{plain(own[1])}{search.between('deviation')} against {plain(other[1])}")


FIGURE_2 = (
    Statement("FCFS is the least fair (read as: it has the highest mean NUWT of all)", ("fcfs", "easy"), ALL, unfair),
    Statement("BF-FAIR has a lower mean and a lower deviation of NUWT than FCFS, BF, BF-EASY and BF-CONS",
              ("backfill_fair", *UNAWARE), MOST, fairer("backfill_fair")),
    Statement("TS has a lower mean and a lower deviation of NUWT than FCFS, BF, BF-EASY and BF-CONS",
              ("tabu", *UNAWARE), MOST, fairer("tabu")),
    Statement("TS is as fair as BF-FAIR or fairer (read as: neither mean nor deviation of NUWT is higher)",
              ("tabu", "backfill_fair"), MOST, as_fair),
)
