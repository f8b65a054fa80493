"""Plans of many runs: policies x loads x slices x seeds, worked off, drawn, and written as tables.

May import `results` and what that may.  Others use `plan`, `sweep`, `curves`.
"""
