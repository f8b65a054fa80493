"""Commands of papers, found by looking in this folder: `papers` lists their experiments, `reproduce` runs one.

What a command needs of the simulator it imports when it runs.  May import `results` and `cli`; nothing imports it.
"""
