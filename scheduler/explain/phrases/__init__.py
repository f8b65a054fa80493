"""The words of the decision log: a decision and its parts (decision), why a job waits or starts by each rule of most
policies (rules), of the light grid (grid), of Slurm (slurm).

May import what `explain` may.  Others use the names below, and `decision.decision_of`.
"""

from scheduler.explain.phrases.rules import REASONS, STARTS

__all__ = ["REASONS", "STARTS"]
