"""Files of a cluster with Slurm, and the records made of them."""
