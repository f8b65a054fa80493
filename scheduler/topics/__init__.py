"""Topics: what not every workload has, each a package with all of it, found by looking in this folder.

A topic declares in its door, as TOPIC, what it adds to the simulator; what it adds to the pages it declares in
`layouts.topics`, under the same key.  The core asks `all_topics`, names no topic and imports none, so the folder of one
can be taken out: nothing of it is offered then.  Installed packages declare theirs as entry points of GROUP.

May import `installed`, `registry` and `command` alone.  Others use `Topic` and the functions below it; topics import
everything of the simulator, and another topic only where their door says that they need it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scheduler import installed, registry
from scheduler.command import Command, PolicyOption

GROUP = installed.GROUPS["scheduler"]  # of entry points: each names a Topic, and has its key as name


@dataclass(frozen=True)
class Topic:
    """What a topic adds to the simulator.

    key: the name of its folder; items of papers name it.  commands: those it adds to the command line.  tidy: deletes
    what is over of the topic's own in a folder of results; it runs every hour, in a worker process.  needs: keys of the
    topics that it imports.  offer: adds to this process what the owner of the machine has for it, such as policies in
    files, and says in a sentence where that lies, "" where there is nothing; raises InputError.  policy_options: those
    it adds to `simulate`.
    """

    key: str
    commands: tuple[Command, ...] = ()
    tidy: Callable[[Path], None] | None = None
    needs: tuple[str, ...] = ()
    offer: Callable[[], str] | None = None
    policy_options: tuple[PolicyOption, ...] = ()


@cache
def all_topics() -> Mapping[str, Topic]:
    """{key: Topic}, those of this folder first, but each behind those it needs.

    Raises InputError where that of an installed package is of no use, or one is missing that another one needs.
    """
    return registry.behind_their_needs(registry.with_installed(registry.load(__name__, "TOPIC"), GROUP, Topic))


def offer() -> list[str]:
    """Have every topic offer in this process what its owner has for it; where that lies, a sentence each.

    Raises InputError where something of it is of no use.
    """
    sentences = [topic.offer() for topic in all_topics().values() if topic.offer]
    return [sentence for sentence in sentences if sentence]


def policy_options() -> list[PolicyOption]:
    """The options of `simulate` of all topics."""
    return [option for topic in all_topics().values() for option in topic.policy_options]
