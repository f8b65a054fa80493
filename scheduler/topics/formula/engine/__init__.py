"""Compiled parts of the kernel of formulas: what a formula is while a run goes on, and the queue in its order.

May import `scheduler.engine` and `scheduler.compiled`.
Others use `stack_program.StackProgram`, `value_queue.new_valued`.
"""
