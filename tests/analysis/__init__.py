"""What is computed from workloads and finished runs: blame, demand, idle time, reasons, usage, ranges of time."""
