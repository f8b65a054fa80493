"""What a command of the command line is, and what topics add to those of the core.

Commands of the core are in `scheduler.cli`, others in topics.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
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


@dataclass(frozen=True)
class ParameterFiles:
    """Options of `simulate` that name files which say the parameters of a policy.

    key: the name of the module.  declare: adds them to the parser.  read: of the arguments, the policy and the log,
    {parameter: value} and sentences on what of the files was not read, nothing where none is named; raises InputError
    where the policy takes no such files.
    """

    key: str
    declare: Callable[[ArgumentParser], None]
    read: Callable[[Namespace, Any, Any], tuple[Mapping[str, Any], list[str]]]
