"""Options of workloads that topics add: a file each in the folder `options` of a topic, with OPTIONS.

`preparation` follows them, and each is a field of `model.workload_options.WorkloadOptions` like those of the core.

May import `registry` and `params`, as may the files.  Others use `Option` and `all_options`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scheduler import registry
from scheduler.params import Param


@dataclass(frozen=True)
class Option:
    """An option of workloads.

    param: what it may be; its default says that nobody asks for it.  always: whether records of workloads hold it also
    where nobody does, as they do of options that are older than topics.  implied: the value that follows from a file
    which says so; nobody has to ask for it.  closed_with: a value with which jobs wait for others of their
    log; where the option has any, arrivals are closed unless somebody asks for others.  table: of a recipe, in which it
    stands.
    """

    param: Param
    always: bool = False
    implied: Any = None
    closed_with: Any = None
    table: str = "jobs"

    @property
    def key(self) -> str:
        """The name, by which it is found."""
        return self.param.name


def all_options() -> Mapping[str, Option]:
    """{name: Option} of topics, in the order of their files."""
    return registry.load(__name__, "OPTIONS")
