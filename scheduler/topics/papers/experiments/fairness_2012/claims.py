"""How a sentence of section 5.2 is checked on every log that was run, and those on figure 1.

The paper prints no numbers.  A sentence without a word of quantity has to hold on each log that was run, one about most
logs is judged when all six were; on other logs, and on the beginning of a log, it is looked at and not judged.  Where
two mean waits differ by less than another order of simultaneous events moves one of them, the evidence says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scheduler.durations import human
from scheduler.topics.papers.experiments import Claim
from scheduler.topics.papers.experiments.fairness_2012.logs import LOGS
from scheduler.topics.papers.experiments.fairness_2012.runs import SEARCHING, OnLog, Result, plain

OFF_SCALE = 1.5  # times the worst of the others
SLIGHTLY = 0.2  # relative: a difference that is as small as that is slight
MUCH = 0.1  # relative: a difference that is as large as that is significant
ALIKE = 0.1  # relative: who is as near as that to the best is competitive
PLAIN = ("backfill", "easy")
UNAWARE = ("fcfs", "backfill", "easy", "conservative")  # of users
RESERVING = ("easy", "conservative")
ALL, MOST, OFTEN = "all", "most", "often"
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


class Seen(NamedTuple):
    """A sentence looked at on one log."""

    holds: bool
    evidence: str


class Statement(NamedTuple):
    """A sentence of the paper.  strength: on how many logs; only: the log it is about; but: the log it leaves out."""

    text: str
    needs: tuple[str, ...]
    strength: str
    look: Callable[[OnLog], Seen]
    only: str = ""
    but: str = ""
    explained: str = ""  # as of a claim
    decided_by: str = ""


def checked(statements: Sequence[Statement], logs: Sequence[OnLog]) -> tuple[Claim, ...]:
    """A claim of every sentence that can be looked at on these logs."""
    return tuple(_claim(one, about) for one in statements if (about := [log for log in logs if _about(one, log)]))


def _about(statement: Statement, log: OnLog) -> bool:
    return log.has(*statement.needs) and statement.only in ("", log.title) and statement.but != log.title


def _claim(statement: Statement, logs: Sequence[OnLog]) -> Claim:
    seen = [statement.look(log) for log in logs]
    count = sum(one.holds for one in seen)
    holds = {ALL: count == len(seen), MOST: 2 * count > len(seen), OFTEN: 2 * count >= len(seen)}[statement.strength]
    why = _unjudged(statement, logs)
    evidence = _on_one(seen[0]) if len(seen) == 1 else _on_several(logs, seen)
    return Claim(
        f"{_where(statement, logs)}, {statement.text}.",
        holds,
        f"{evidence}.{_how_run(statement, logs)}{why}",
        not why,
        explained=statement.explained,
        decided_by=statement.decided_by,
    )


def _on_one(seen: Seen) -> str:
    return seen.evidence[:1].upper() + seen.evidence[1:]


def _on_several(logs: Sequence[OnLog], seen: Sequence[Seen]) -> str:
    """On how many and not on which, then log by log."""
    against = [log.title for log, one in zip(logs, seen, strict=True) if not one.holds]
    evidence = "; ".join(
        f"{log.title}: {'yes' if one.holds else 'no'}, {one.evidence}" for log, one in zip(logs, seen, strict=True)
    )
    return (
        f"On {len(seen) - len(against)} of {len(seen)} logs{'; not on ' if against else ''}{', '.join(against)}. "
        f"{evidence}"
    )


def _where(statement: Statement, logs: Sequence[OnLog]) -> str:
    if len(logs) == 1:
        return f"On {logs[0].title}{_share(logs[0])}"
    words = NUMBERS[len(logs)] if len(logs) < len(NUMBERS) else str(len(logs))
    other = f" other than {statement.but}" if statement.but else ""
    return {
        ALL: f"On all {words} logs{other}",
        MOST: f"On most of {words} logs{other}",
        OFTEN: f"Often (read as: on at least half of {words} logs{other})",
    }[statement.strength]


def _share(log: OnLog) -> str:
    """Words where the file lacks many jobs of the paper's log."""
    return f" (a rebuilt copy with {100 * log.share:.0f} % of the jobs)" if log.lacks_jobs else ""


def _how_run(statement: Statement, logs: Sequence[OnLog]) -> str:
    """How many seeds were run, and which file lacks jobs."""
    words = "".join(
        f" {log.title} is run as{_share(log).strip('()').replace(' (', ' ')}."
        for log in logs
        if log.lacks_jobs and len(logs) > 1
    )
    counts = sorted({max(1, len(log.under[SEARCHING].draws)) for log in logs}) if SEARCHING in statement.needs else []
    if not counts:
        return words
    some = "one seed" if counts == [1] else f"{' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))} seeds"
    return f"{words} TS was run with {some} on {'each log' if len(logs) > 1 else 'it'}."


def _unjudged(statement: Statement, logs: Sequence[OnLog]) -> str:
    """Why this is no judgment of the paper; empty where it is one."""
    if not all(log.paper for log in logs):
        return (
            " Not judged: the paper says nothing of this log."
            if len(logs) == 1
            else " Not judged: not all of these are logs of the paper."
        )
    if not all(log.whole for log in logs):
        return " Not judged: only the beginning of the log was run."
    if statement.strength != ALL and len(logs) < len(LOGS):
        return " Not judged: the paper says this of most logs, not of each."
    return ""


# -- figure 1


def worst(log: OnLog) -> Seen:
    """FCFS against the worst of the others."""
    times = _times(log)
    fcfs, other = log.under["fcfs"], max(others(log, "fcfs"), key=_wait)
    return Seen(
        min(times.values()) > 1,
        f"wait {human(fcfs.wait)}, response {human(fcfs.response)}, slowdown "
        f"{plain(fcfs.slowdown)} are {_list(times)} the worst of the others{_noise(fcfs, other)}",
    )


def off_scale(log: OnLog) -> Seen:
    """The same, by how much."""
    times = _times(log)
    return Seen(min(times.values()) >= OFF_SCALE, f"{_list(times)} the worst of the others")


def _times(log: OnLog) -> dict[str, float]:
    """FCFS over the worst of the others, by measure."""
    others = [one for policy, one in log.under.items() if policy != "fcfs"]
    return {
        name: _ratio(getattr(log.under["fcfs"], name), max(getattr(one, name) for one in others))
        for name in ("wait", "response", "slowdown")
    }


def _ratio(value: float, base: float) -> float:
    return value / base if base > 0 else float("inf") if value > 0 else 1.0


def _list(times: dict[str, float]) -> str:
    factors = [f"{plain(value)} times ({name})" for name, value in times.items()]
    return f"{', '.join(factors[:-1])} and {factors[-1]}"


def conservative_waits(log: OnLog) -> Seen:
    """Conservative backfilling against both BF and EASY, by mean wait."""
    own, others = log.under["conservative"], [log.under[policy] for policy in PLAIN]
    worse = max(others, key=_wait)
    return Seen(own.wait > worse.wait, f"{_waits(own, *others)}{_noise(own, worse)}")


def conservative_slowdown(log: OnLog) -> Seen:
    """Conservative backfilling against both BF and EASY, by mean slowdown."""
    own, others = log.under["conservative"], [log.under[policy] for policy in PLAIN]
    less = 1 - _ratio(own.slowdown, min(one.slowdown for one in others))
    lower = f", {100 * less:.1f} % lower than the better" if less > 0 else ""
    return Seen(0 < less <= SLIGHTLY, f"{_slowdowns(own, *others)}{lower}")


def fair_waits(log: OnLog) -> Seen:
    """BF-FAIR against BF and EASY, by mean wait."""
    own, others = log.under["backfill_fair"], [log.under[policy] for policy in PLAIN]
    worse = max(others, key=_wait)
    return Seen(own.wait > worse.wait, f"{_waits(own, *others)}{_noise(own, worse)}")


def competitive(log: OnLog) -> Seen:
    """BF-FAIR against the best of the other backfillings, by mean wait and mean slowdown."""
    own, others = log.under["backfill_fair"], [log.under[policy] for policy in (*PLAIN, "conservative")]
    by_wait, by_slowdown = min(others, key=_wait), min(others, key=lambda one: one.slowdown)
    return Seen(
        own.wait <= (1 + ALIKE) * by_wait.wait and own.slowdown <= (1 + ALIKE) * by_slowdown.slowdown,
        f"wait {_waits(own, by_wait)}, slowdown {_slowdowns(own, by_slowdown)}{_noise(own, by_wait)}",
    )


def improves(better: tuple[str, ...], base: str) -> Callable[[OnLog], Seen]:
    """Policies against another one: by how much their mean waits and slowdowns are lower."""

    def look(log: OnLog) -> Seen:
        than = log.under[base]
        less = {
            log.under[policy].name: [
                1 - _ratio(getattr(log.under[policy], name), getattr(than, name)) for name in ("wait", "slowdown")
            ]
            for policy in better
        }
        words = ", ".join(
            f"{name} {100 * wait:.3g} % (wait) and {100 * slowdown:.3g} % (slowdown)"
            for name, (wait, slowdown) in less.items()
        )
        return Seen(min(map(min, less.values())) >= MUCH, f"{words} lower than {than.name}")

    return look


def search_waits(log: OnLog) -> Seen:
    """TS against the best of the others, by mean wait."""
    own, best = log.under["tabu"], min(others(log, "tabu"), key=_wait)
    return Seen(
        own.wait < best.wait,
        f"{_waits(own, best)}, the best of the others; response {human(own.response)} "
        f"against {human(best.response)}{_noise(own, best)}",
    )


def search_slowdown(log: OnLog) -> Seen:
    """TS against the best of the others, by mean slowdown."""
    own, best = log.under["tabu"], min(others(log, "tabu"), key=lambda one: one.slowdown)
    return Seen(
        own.slowdown < best.slowdown, f"{_slowdowns(own, best)}, the best of the others{own.between('slowdown')}"
    )


def others(log: OnLog, policy: str) -> list[Result]:
    """The results of a log under all policies but one."""
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


NEAR_FCFS = (
    "On MetaCentrum and HPC2N few jobs are wide and the load is low, so FCFS blocks little. In their files the load is "
    "0.37 and 0.59 of the machine, in the other four 0.69 to 0.84. On MetaCentrum 86 % of the jobs ask for one "
    "processor and none for more than 60 of 806; on HPC2N 0.9 % ask for more than a quarter of the machine, on the "
    "other four 1.6 to 7.6 %. On MetaCentrum the mean waits under all policies but TS are 24 to 26 min, and how a job "
    "chooses its cluster is our choice. The figure leaves FCFS out, so the paper does not show how far off it is."
)
FIGURE_1 = (
    Statement("FCFS is the worst of all in mean wait, response and slowdown", ("fcfs", "easy"), ALL, worst),
    Statement(
        f"FCFS is off the scale (read as: at least {OFF_SCALE:g} times the worst of the others in wait, response "
        "and slowdown)",
        ("fcfs", "easy"),
        ALL,
        off_scale,
        explained=NEAR_FCFS,
    ),
    Statement(
        "both BF-EASY and BF-CONS improve on FCFS significantly (section 3, said in general; read as: mean wait "
        f"and slowdown at least {100 * MUCH:g} % lower)",
        ("fcfs", *RESERVING),
        ALL,
        improves(RESERVING, "fcfs"),
        explained=NEAR_FCFS,
    ),
    Statement(
        "BF-CONS has longer mean waits and responses than both BF-EASY and BF",
        ("conservative", *PLAIN),
        MOST,
        conservative_waits,
    ),
    Statement(
        "BF-CONS has a slightly lower mean slowdown than BF-EASY and BF (read as: lower than both, by at most "
        f"{100 * SLIGHTLY:g} %)",
        ("conservative", *PLAIN),
        OFTEN,
        conservative_slowdown,
    ),
    Statement(
        "BF-FAIR is poor in mean wait (read as: longer than under BF and under BF-EASY)",
        ("backfill_fair", *PLAIN),
        ALL,
        fair_waits,
        "SDSC SP2",
    ),
    Statement(
        "BF-FAIR is competitive (read as: neither its mean wait nor its mean slowdown is more than "
        f"{100 * ALIKE:g} % above the least of BF, BF-EASY and BF-CONS)",
        ("backfill_fair", *PLAIN, "conservative"),
        ALL,
        competitive,
        but="SDSC SP2",
    ),
    Statement(
        "TS has the shortest mean wait and response of all", ("tabu", *UNAWARE, "backfill_fair"), ALL, search_waits
    ),
    Statement("TS has the lowest mean slowdown of all", ("tabu", *UNAWARE, "backfill_fair"), ALL, search_slowdown),
    Statement(
        f"TS improves on BF-CONS significantly (read as: mean wait and slowdown at least {100 * MUCH:g} % lower)",
        ("tabu", "conservative"),
        ALL,
        improves(("tabu",), "conservative"),
    ),
)
