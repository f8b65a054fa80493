"""A part of the kernel of Slurm, callable from Python."""

from __future__ import annotations

from scheduler.compiled import kernel
from scheduler.topics.slurm.engine import choice as in_choice
from scheduler.topics.slurm.engine import nodes as in_nodes


@kernel
def place(nodes, used, chosen, later, size):
    """Job 0 holds `used` [nodes] already; `later` becomes the nodes that a job of a size gets of it, job 1 gets those of `chosen`."""
    in_nodes.occupy(nodes, 0, used)
    in_nodes.look_ahead(nodes)
    in_choice.choose(nodes, 1, True, later, size)
    in_choice.take(nodes, 1, chosen, size)
