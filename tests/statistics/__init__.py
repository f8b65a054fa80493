"""Intervals over replicas, shaken runtimes and blocks of weeks against plain code."""
