"""The answer to a question about a divisible load: its timeline, audited, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scheduler.errors import ParamError
from scheduler.topics.divisible import fork_tasks, multi_round, returns, single_round, steady_state, tree, work_stealing
from scheduler.topics.divisible.audit import audit
from scheduler.topics.divisible.platform import Star, Tree
from scheduler.topics.divisible.question import MOST_ROUNDS, Question, counted_in
from scheduler.topics.divisible.timeline import SEND, Timeline


class Fact(NamedTuple):
    """A number with its name and unit."""

    name: str
    value: float
    unit: str = ""


class Answer(NamedTuple):
    """timeline: None for the steady state, which has no end; rates: then, units/s of each worker of a star."""

    question: Question
    timeline: Timeline | None
    rates: tuple[float, ...]
    facts: tuple[Fact, ...]

    @property
    def shares(self) -> list[dict[str, Any]]:
        """By worker: what it computes, and what part of the time it does."""
        if self.timeline is None:
            return []
        end = self.timeline.completion
        return [
            {
                "worker": name,
                "load": load,
                "share": load / self.timeline.load if self.timeline.load else 0.0,
                "busy": self.timeline.platform.computing(place, load) / end if end else 0.0,
            }
            for place, (name, load) in enumerate(zip(self.timeline.platform.names, self.timeline.computed, strict=True))
        ]


def answer(asked: Question) -> Answer:
    """The answer, its timeline audited.  Raises ParamError, or AuditFailed."""
    mode, platform = asked.asked["mode"], asked.platform
    if mode == "steady":
        fed = steady_state.rates(platform.workers) if isinstance(platform, Star) else []
        return Answer(asked, None, tuple(fed), tuple(_steady(asked, fed)))
    timeline = audit(_plan(asked))
    return Answer(
        asked, timeline, (), (*_of_timeline(asked, timeline), *_bound(asked, timeline), *_of_mode(asked, timeline))
    )


def _plan(asked: Question) -> Timeline:
    words, platform = asked.asked, asked.platform
    if isinstance(platform, Tree):
        return tree.plan(platform, words["load"], words["returns"], words["ratio"])
    plans: Mapping[str, Callable[[], Timeline]] = {
        "single": lambda: _single(platform, words),
        "rounds": lambda: multi_round.plan(platform, words["load"], words["rounds"], words["growth"]),
        "stealing": lambda: work_stealing.plan(platform, words["load"], words["grain"], words["seed"]),
        "tasks": lambda: _tasks(platform, words),
    }
    return plans[words["mode"]]()


def _single(platform: Star, words: Mapping[str, Any]) -> Timeline:
    if words["returns"] == "none":
        return single_round.plan(platform, words["load"], words["order"])
    return returns.plan(platform, words["load"], words["order"], words["returns"], words["ratio"])


def _tasks(platform: Star, words: Mapping[str, Any]) -> Timeline:
    if words["load"] > fork_tasks.MOST_TASKS:
        raise ParamError(f"load = {words['load']:g} tasks; wanted: at most {fork_tasks.MOST_TASKS}.")
    if words["window"] is None:
        return fork_tasks.plan(platform, int(words["load"]))
    chosen = fork_tasks.within(platform.workers, words["window"], int(words["load"]))
    return fork_tasks.timeline(platform, chosen)


def _of_timeline(asked: Question, timeline: Timeline) -> list[Fact]:
    messages = [piece for piece in timeline.pieces if piece.kind == SEND]
    taking = sum(load > 0 for load in timeline.computed)
    return [
        Fact("completion", timeline.completion, "s"),
        Fact("workers that take part", taking),
        Fact("messages", len(messages)),
        Fact("load", timeline.load, counted_in(asked.asked)),
    ]


def _bound(asked: Question, timeline: Timeline) -> list[Fact]:
    """No plan can be shorter than the load at the throughput of the steady state, results counted as messages."""
    platform = asked.platform
    if timeline.ratio:
        platform = platform.there_and_back(timeline.ratio)
    least = timeline.load / steady_state.throughput(platform)
    return [
        Fact("least any plan needs", least, "s"),
        *([Fact("times the least", timeline.completion / least)] if least else []),
    ]


def _of_mode(asked: Question, timeline: Timeline) -> list[Fact]:
    words, platform = asked.asked, asked.platform
    if words["mode"] == "rounds" and isinstance(platform, Star):
        best = multi_round.best_number(platform, words["load"], words["growth"], MOST_ROUNDS)
        with_it = multi_round.plan(platform, words["load"], best, words["growth"])
        return [
            Fact(f"best number of rounds, up to {MOST_ROUNDS}", best),
            Fact("completion with that many", with_it.completion, "s"),
        ]
    if words["mode"] == "stealing":
        return [
            Fact("stolen from workers", sum(piece.kind == SEND and piece.partner >= 0 for piece in timeline.pieces))
        ]
    if words["mode"] == "single" and isinstance(platform, Star) and "best" not in (words["order"], words["returns"]):
        return _of_orders(platform, words)
    return []


def _of_orders(platform: Star, words: Mapping[str, Any]) -> list[Fact]:
    """The best that can be done in a single round, where all orders can be tried."""
    best = "none" if words["returns"] == "none" else "best"
    try:
        timeline = _single(platform, {**words, "order": "best", "returns": best})
    except ParamError:
        return []
    return [Fact("with the best of all orders", timeline.completion, "s")]


def _steady(asked: Question, fed: list[float]) -> list[Fact]:
    whole = steady_state.throughput(asked.platform)
    port = (
        sum(rate / worker.bandwidth for rate, worker in zip(fed, asked.platform.workers, strict=True))
        if isinstance(asked.platform, Star)
        else None
    )
    return [
        Fact("throughput", whole, "units/s"),
        Fact("least any plan needs", asked.asked["load"] / whole, "s"),
        *(
            []
            if port is None
            else [
                Fact("port of the master busy", 100 * port, "%"),
                Fact("workers that take part", sum(rate > 0 for rate in fed)),
            ]
        ),
    ]
