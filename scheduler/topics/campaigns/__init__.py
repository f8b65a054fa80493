"""Campaigns: jobs that a user submits at once, the next of them when all of the last are complete.

Policies for campaigns are fair to users by a virtual schedule, by deadlines, or give each campaign the whole machine.
Its entries of registries lie in folders called after those of the core.

Sources: Emeras, Pinheiro, Rzadca and Trystram 2013 (OStrich); Pinheiro, Rzadca and Trystram 2012.

May import `explain` and below.  Others use TOPIC.
"""

from __future__ import annotations

from scheduler.topics import Topic

TOPIC = Topic("campaigns")
