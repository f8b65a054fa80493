"""Serving: worker processes, gunicorn's worker, what a request may bring and an answer carries.

May import `layouts.memory`, `layouts.topics`, `scheduler`; knows no page, no plot.

Others use `web.register`, `background.dispatch`, `cpu_time_limit.in_time`.
"""
