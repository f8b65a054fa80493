"""Serving: worker processes, gunicorn's worker, what a request may bring and an answer carries.

May import `layouts.memory`, `layouts.topics`, `scheduler`; knows no page, no plot.

Others use `web.register`, `background.dispatch`, `in_time.in_time`.
"""
