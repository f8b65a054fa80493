"""A sweep of random workloads: every fact of a why-text is recomputed from schedule and decisions."""
