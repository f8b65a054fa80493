"""What was proven of schedules of campaigns, and least values to compare with.

May import `bounds` and below.  Others use GUARANTEE, and the functions of `two_users` and `least_makespan`.
"""
