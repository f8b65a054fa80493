"""Two workloads beside each other: their jobs in numbers and distributions on the same axes, before any simulation."""
