"""Jobs that share nodes on the pages: a tab of Compare with its plots, the needs of tasks, and what a job is made of.

What is computed is in `scheduler.topics.fractional`, without which this folder cannot be used.

May import `scheduler`, `layouts.topics`, `layouts.pages`, and what these may.  Others use TOPIC.
"""

from __future__ import annotations

from layouts.topics import Topic

TOPIC = Topic("fractional")
