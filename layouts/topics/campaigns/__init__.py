"""Campaigns on the pages: a tab of Compare with its plots, and a card of a workload.

What is computed is in `scheduler.topics.campaigns`, without which this folder cannot be used.

May import `scheduler`, `layouts.topics`, `layouts.pages`, and what these may.  Others use TOPIC.
"""

from __future__ import annotations

from layouts.topics import Topic

TOPIC = Topic("campaigns")
