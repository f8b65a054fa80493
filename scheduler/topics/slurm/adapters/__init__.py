"""The policy `slurm`: what its texts say (setup), its limits, priorities and memory, jobs that fit nowhere (fits), and
the run (cluster).

May import `adapters` and below, and all of this topic.  Others use the names below.
"""

from scheduler.topics.slurm.adapters.cluster import cluster_of, run_slurm, settings_of
from scheduler.topics.slurm.adapters.fits import check_fits
from scheduler.topics.slurm.adapters.priorities import allotted, fixed_factors
from scheduler.topics.slurm.adapters.resets import PERIODS
from scheduler.topics.slurm.adapters.setup import Setup, setup_of

__all__ = [
    "PERIODS",
    "Setup",
    "allotted",
    "check_fits",
    "cluster_of",
    "fixed_factors",
    "run_slurm",
    "settings_of",
    "setup_of",
]
