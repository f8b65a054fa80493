"""What several charts share: axes, stacked bars, distributions, curves of idle time, masks and ranks of jobs.

May import `layouts.words`, `layouts.figures`, and what these may.  Others use `axes`, `distribution`, `stacked_bars`.
"""
