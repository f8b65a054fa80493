"""The words of the decision log: a decision and its parts (decision), why a job waits or starts by each rule of most
policies (rules), of the light grid (grid), of Slurm (slurm), and the tasks
of a job (tasks).

May import what `explain` may.  Others use the names below, `decision.decision_of` and `tasks.needs_of_kinds`.
"""

from scheduler.explain.phrases.rules import REASONS, STARTS

__all__ = ["REASONS", "STARTS"]
