"""The door: requests come in here, and page processes answer them.  What listens can neither simulate nor read a log.

May import `layouts.server`, `layouts.site`, `scheduler`; `layouts.site` in page processes only.

Others use `entrance.open_door`.
"""
