"""From a log to the jobs of a run: slices, filters, loads, changed workloads."""
