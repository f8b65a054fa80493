"""From a workload of moldable tasks to the kernels, and from their plans to the tables of a run.

May import `adapters` and below, and the kernels of this topic.  Its policies and bounds use each.
"""
