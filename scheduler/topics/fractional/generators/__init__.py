"""CPU need and memory of generated jobs, and what a model of rigid jobs gets of them.

May import `generators` and below, and `preparation` of this topic.  Others use ADDITION.
"""
