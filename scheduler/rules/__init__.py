"""Rules by which policies decide: those of the core by their place in a list, those of topics by their name.

A topic adds rules by a file in its folder `rules` with RULES.  Numbers stand in stored logs, so that of such a rule is
made of its name: whoever adds one need not know of the others.

May import `engine` and `registry`.  Others use `Rule` and the functions below it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from scheduler import registry
from scheduler.engine.decision_log import HELD_BY
from scheduler.engine.decision_log import RULES as OF_CORE

FIRST = 2**16  # number of a rule of a topic, at least
UNKNOWN = "none"  # a rule of a topic that is not here


@dataclass(frozen=True)
class Rule:
    """A rule of a topic.

    key: its name; the reasons told by it are the phrases "waits_KEY" and "starts_KEY" of a Story.  held_by: what holds
    a job back that waits by it and would fit, "reservation" (of another job), "order" (jobs before it go first) or
    "rule" (of the policy's own); "busy" where too few processors are free, or of a start.
    """

    key: str
    held_by: str = "busy"

    @property
    def number(self) -> int:
        """What stands for it in a log."""
        return FIRST + crc32(self.key.encode())


def of_topics() -> Mapping[str, Rule]:
    """{name: Rule}; raises ValueError where two names make one number, or one is that of a rule of the core."""
    rules: Mapping[str, Rule] = registry.load(__name__, "RULES")
    if rules.keys() & HELD_BY.keys() or len({rule.number for rule in rules.values()}) < len(rules):
        raise ValueError(f"rules of topics need other names: {', '.join(rules)}")
    return rules


def rule_name(number: int) -> str:
    """What a rule in a log is called; UNKNOWN where it is of a topic that is not here."""
    if 0 <= number < len(OF_CORE):
        return OF_CORE[number]
    return next((rule.key for rule in of_topics().values() if rule.number == number), UNKNOWN)


def held_by(number: int) -> str:
    """What holds back a job that waits by a rule, one of those that Rule tells of."""
    name = rule_name(number)
    return HELD_BY[name] if name in HELD_BY else of_topics()[name].held_by
