"""The processes of the web server.  One listens, and can neither simulate nor read a log; page processes answer.

May import `layouts.server`, `layouts.site`, `layouts.topics`, `scheduler`; `layouts.site` in page processes only.

Others use `entrance.open_door`.
"""
