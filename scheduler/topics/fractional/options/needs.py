"""Whether jobs share nodes, and how much of these their tasks need."""

from __future__ import annotations

from scheduler.options import Option
from scheduler.params import Param

OPTIONS = (
    Option(
        Param(
            "needs",
            None,
            choices=("declared", "recorded", "drawn", "whole"),
            kind=str,
            help=(
                "CPU need and memory of tasks on nodes that jobs share: as the file declares (none where it does not), "
                "from the processors and the memory the log recorded, drawn from a model, or a whole node for each "
                "task; processors are nodes then"
            ),
        ),
        always=True,
        implied="declared",
    ),
    Option(
        Param(
            "cores",
            None,
            low=1,
            high=100_000,
            unit="processors",
            kind=int,
            help=(
                "processors of a node; has to be given where needs are recorded; where they are drawn the one task of "
                "a job of one task needs one of these (4 where not given)"
            ),
        ),
        always=True,
        table="platform",
    ),
    Option(
        Param(
            "node_memory",
            None,
            low=1e-6,
            high=1e9,
            unit="GB",
            kind=float,
            help="needs recorded: memory of a node, in GB of 1,048,576 kB",
        ),
        always=True,
        table="platform",
    ),
    Option(
        Param(
            "least_memory",
            0.1,
            low=1e-6,
            high=1,
            help=(
                "needs recorded: the least memory a processor of a job takes, as a fraction of a node; also where the "
                "log tells none"
            ),
        ),
        always=True,
    ),
    Option(Param("need_seed", 0, low=0, high=2**53 - 1, help="needs drawn: seed of the draws"), always=True),
    Option(
        Param(
            "first_cpu",
            None,
            low=0.01,
            high=100,
            kind=float,
            help=(
                "where nodes are shared: the first task of each job of several needs so many times the CPU of its "
                "others, a whole node at most"
            ),
        )
    ),
    Option(
        Param(
            "first_memory",
            None,
            low=0.01,
            high=100,
            kind=float,
            help=(
                "where nodes are shared: the first task of each job of several needs so many times the memory of its "
                "others, a whole node at most"
            ),
        )
    ),
)
