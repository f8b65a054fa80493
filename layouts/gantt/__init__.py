"""Gantt charts before plotly: rectangles of time x rows, their colors, pictures of them, and what is at a point.

May import `layouts.drawing`, and what that may.  Others use `rectangles.rectangles`, `picture_routes` and `job_facts`.
"""
