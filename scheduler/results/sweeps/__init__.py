"""Plans of many runs: policies x loads x slices x seeds, worked off and drawn; `exports.sweep_table` writes them.

May import `results` and what that may.  Others use `plan`, `sweep`, `curves`.
"""
