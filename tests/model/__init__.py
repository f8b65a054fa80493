"""Workloads, schedules and segments: what they hold and refuse."""
