"""The policy `slurm`: what its texts say (setup), its limits, jobs that fit nowhere (fits), and the run (cluster).

May import what `adapters` may.  Others use the names below.
"""

from scheduler.adapters.slurm.cluster import allotted, cluster_of, fixed_factors, run_slurm, settings_of
from scheduler.adapters.slurm.fits import check_fits
from scheduler.adapters.slurm.setup import Setup, setup_of

__all__ = ["Setup", "allotted", "check_fits", "cluster_of", "fixed_factors", "run_slurm", "settings_of", "setup_of"]
