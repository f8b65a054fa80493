"""Moldable tasks: the policy chooses on how many processors a task runs, and of malleable ones while it runs.

Their allotments are the table `shapes` of a workload, with a weight for each task.  Its entries of registries lie in
folders called after those of the core; what a policy says of itself besides is a `Planning`.

Source: Dutot, Eyraud, Mounié and Trystram 2005.

May import `explain` and below.  Others use TOPIC, `planning.planning_of`, `adapters`, and `bounds`.
"""

from __future__ import annotations

from scheduler.topics import Topic

TOPIC = Topic("moldable")
