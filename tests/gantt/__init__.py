"""Gantt charts: bars, colors, patterns, queues and pictures."""
