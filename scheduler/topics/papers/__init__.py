"""Papers: their experiments run again beside the published numbers, and what each paper holds, item by item.

A paper is a folder of `experiments`, run part by part by a background task (`tasks`) that keeps what is done.  Its
items (items.py) name what shows them; verdicts.py says how numbers and sentences are judged, `results` on which logs
they are run and what came of them last.  Commands are in `cli`.

May import `results`, `cli` and below.  Others use `experiments.all_papers` and the classes beside it, `items.items_of`.
"""

from __future__ import annotations

from scheduler.topics import Topic

TOPIC = Topic("papers", needs=("campaigns", "fractional", "moldable"))
