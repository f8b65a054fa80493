"""Jobs that share nodes: tasks that need a part of the CPU and the memory of a node, and run at a yield.

Policies place tasks on nodes, pause and move them, and give jobs fractions of the CPU (dynamic fractional resource
scheduling).  Its entries of registries lie in folders called after those of the core.

Source: Casanova, Stillwell and Vivien 2011.

May import `explain` and below.  Others use TOPIC; papers use `adapters`, `bounds`, `engine`, `metrics` and
`task_needs`.
"""

from __future__ import annotations

from scheduler.topics import Topic

TOPIC = Topic("fractional")
