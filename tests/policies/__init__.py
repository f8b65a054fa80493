"""Each policy on small workloads worked out by hand, its parameters and what it may see."""
