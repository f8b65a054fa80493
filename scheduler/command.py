"""What a command of the command line is; those of the core are in `scheduler.cli`, others in topics."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A named command; `run(args)` returns the exit code and raises QueuescopeError with a sentence."""

    key: str
    title: str  # one line of help
    declare: Callable[[ArgumentParser], None]  # adds its options to the parser
    run: Callable[[Namespace], int]
