"""Light grids: clusters with users of their own, and runs of grid jobs for which every processor is as good.

Best-effort runs fill what local jobs leave idle and are killed for them; by work exchange clusters take jobs out of the
queues of others.  Its entries of registries lie in folders called after those of the core.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.2.

May import `explain` and below.  Others use TOPIC.
"""

from __future__ import annotations

from scheduler.topics import Topic

TOPIC = Topic("grid")
