"""From a workload to the arrays of a kernel, and from its answer to tables; one module per kind of kernel.

May import `model`, `statistics`, `kernels` and `engine`.  Policies use `rigid.rigid`, `rigid.placed`.
"""
