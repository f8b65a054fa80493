"""Moldable tasks on the pages: a tab of Compare, what they gain from processors, and what they were given.

What is computed is in `scheduler.topics.moldable`, without which this folder cannot be used.

May import `scheduler`, `layouts.topics`, `layouts.pages`, and what these may.  Others use TOPIC.
"""

from __future__ import annotations

from layouts.topics import Topic

TOPIC = Topic("moldable")
