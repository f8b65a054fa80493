"""The policy `slurm`: what its texts say (setup), its limits, priorities and memory, jobs that fit nowhere (fits), and
the run (cluster).

May import what `adapters` may.  Others use the names below.
"""

from scheduler.adapters.slurm.cluster import cluster_of, run_slurm, settings_of
from scheduler.adapters.slurm.fits import check_fits
from scheduler.adapters.slurm.priorities import allotted, fixed_factors
from scheduler.adapters.slurm.resets import PERIODS
from scheduler.adapters.slurm.setup import Setup, setup_of

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
