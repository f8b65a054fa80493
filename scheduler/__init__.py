"""Queuescope's simulator: traces, workloads, policies, metrics.  Knows nothing of Dash or Plotly."""

__version__ = "0.9.0"
