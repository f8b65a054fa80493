"""Every policy against its naive twin, start for start, on random workloads full of ties."""
