"""The words of every rule of the decision log: of most policies (rules), of the light grid (grid), of Slurm (slurm).

May import what `explain` may.  Others use the names below: why a job waits, and why one starts.
"""

from scheduler.explain.phrases.rules import REASONS, STARTS

__all__ = ["REASONS", "STARTS"]
