"""How many processors a moldable task gets: the fewest with which it is done in time, and who may have them.

May import `engine`.  The kernels of this topic use `allotment`.
"""
