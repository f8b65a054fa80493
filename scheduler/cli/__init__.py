"""Every command of the command line: one file each, found by looking in this folder.

A command file declares its options and runs; what it needs of the simulator it imports when it runs, so that asking
for the version or the help loads neither numpy nor the compiled parts.

May import everything in `scheduler`; nothing imports it but `__main__`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scheduler import registry


@dataclass(frozen=True)
class Command:
    """A named command; `run(args)` returns the exit code and raises QueuescopeError with a sentence."""

    key: str
    title: str  # one line of help
    declare: Callable[[ArgumentParser], None]  # adds its options to the parser
    run: Callable[[Namespace], int]


def all_commands() -> Mapping[str, Command]:
    """{key: Command}, in alphabetical order."""
    return dict(sorted(registry.load(__name__, "COMMAND").items()))
