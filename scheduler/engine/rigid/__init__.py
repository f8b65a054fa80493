"""The machine on which jobs run in one piece on whole processors, in one pool or in clusters.

May import `engine.structures` and the decision log.  Kernels use `space.advance`, `space.start`, `blocked_head`,
`list_schedule`.
"""
