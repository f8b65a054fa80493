"""What a command of the command line is, and what topics add to those of the core.

Commands of the core are in `scheduler.cli`, others in topics.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Command:
    """A named command; `run(args)` returns the exit code and raises QueuescopeError with a sentence."""

    key: str
    title: str  # one line of help
    declare: Callable[[ArgumentParser], None]  # adds its options to the parser
    run: Callable[[Namespace], int]


@dataclass(frozen=True)
class PolicyOption:
    """An option of `simulate` that names a policy otherwise than by its key.

    policy: of what follows the option, the Policy, which is offered in this process then; raises InputError.
    """

    name: str  # "--policy-file"
    metavar: str
    help: str
    policy: Callable[[str], Any]

    @property
    def dest(self) -> str:
        """What argparse calls it among the arguments."""
        return self.name.lstrip("-").replace("-", "_")
