"""The lessons about campaigns: their numbers by hand, what decides their questions, and the twins of their policies."""

from __future__ import annotations

from tests.topics.campaigns.naive import campaigns, faircamp
from tests.topics.campaigns.naive.blocks import Blocks

# {lesson: [(quantity, job, rule, number in the unit of the lesson)]}, worked out by hand on paper
BY_HAND = {
    "campaigns": [
        ("metric campaign_stretch_max", 0, "campaign_fcfs", 5),
        ("metric campaign_stretch_max", 0, "ostrich", 1.25),
        ("makespan", 0, "ostrich", 10),
        ("makespan", 0, "campaign_fcfs", 10),
    ],
    "virtual_time": [("start", 4, "ostrich", 4), ("start", 4, "ostrich hold=false", 2)],
    "deadlines": [
        ("end", 1, "faircamp", 8),
        ("end", 4, "faircamp", 14),
        ("end", 2, "faircamp", 3),
        ("end", 3, "faircamp", 11),
        ("end", 5, "faircamp", 24),
    ],
    "splitting": [
        ("end of the user", 3, "sjf", 10),
        ("end of the user", 3, "sjf pieces=together", 16),
        ("end", 2, "sjf", 16),
        ("end", 2, "sjf pieces=together", 8),
        ("end of the user", 3, "fcfs", 16),
        ("end of the user", 4, "ostrich", 16),
        ("end of the user", 6, "fcfs pieces=together", 16),
        ("start", 4, "sjf pieces=together", 10),
    ],
}
QUESTIONS = {  # {lesson: (version, digest of its jobs and questions)}
    "campaigns": (1, "c4620f60d0"),
    "splitting": (1, "37e55dd53f"),
    "virtual_time": (3, "04a3c46dc2"),
    "deadlines": (2, "0541bb0b0c"),
}
EARLIER = {("virtual_time", 2): "6a8d997d5b"}
STARTS = {  # {rule: starts of jobs on so many processors, by campaigns}
    "campaign_fcfs": lambda *case: campaigns.campaign_fcfs(*case).starts,
    "ostrich": lambda *case: campaigns.ostrich(*case)[0].starts,
    "ostrich hold=false": lambda *case: campaigns.ostrich(*case, hold=False)[0].starts,
    "campaign_fcfs placement=block": lambda *case: Blocks(*case).run().starts,
    "faircamp": lambda *case: faircamp.block(*case).starts,
}
