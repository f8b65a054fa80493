"""Every command of the command line: one file each, found by looking in this folder, and those of the topics.

A command file declares its options and runs; what it needs of the simulator it imports when it runs, so that asking
for the version or the help loads neither numpy nor the compiled parts.

May import everything in `scheduler` but the topics; nothing imports it but `__main__` and commands of topics.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter

from scheduler import registry, topics  # no function of topics: every command would rest on all of them
from scheduler.command import Command, ParameterFiles


def all_commands() -> Mapping[str, Command]:
    """{key: Command}, in alphabetical order.  Raises InputError where a topic has a command that is there already."""
    of_topics = ((command.key, command) for topic in topics.all_topics().values() for command in topic.commands)
    return registry.each_once(sorted([*registry.load(__name__, "COMMAND").items(), *of_topics], key=itemgetter(0)))


def parameter_files() -> Mapping[str, ParameterFiles]:
    """{key: ParameterFiles}, in alphabetical order: each a file in the folder `cli` of a topic, as PARAMETER_FILES."""
    return registry.load(__name__, "PARAMETER_FILES")
