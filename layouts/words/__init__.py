"""What pages and figures say in words: names of units, runs and slices, lengths of time, caveats.

May import `layouts.state`, `layouts.memory`, `layouts.theme` and `layouts.kinds`.  Others use `caveats`, `lengths` and
`slice_names`.
"""
