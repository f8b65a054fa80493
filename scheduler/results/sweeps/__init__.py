"""Plans of many runs: policies x loads x slices x seeds, worked off and drawn; its table as a file is `exports.sweep_table`.

May import `results` and what that may.  Others use `plan`, `sweep`, `curves`.
"""
