"""Tasks whose number of processors is chosen before they start.

May import `engine.structures`.  Kernels use `list_schedule`, `allotment`.
"""
