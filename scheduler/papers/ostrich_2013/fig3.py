"""Figure 3 with 20 users who do not think, which meets the printed shares; with 15; and with 25 who think."""

from __future__ import annotations

from scheduler.papers import CHOSEN
from scheduler.papers.ostrich_2013 import stretches

EXPERIMENT = stretches.experiment(
    "fig3", "Stretches of campaigns, FCFS against OStrich", {"users": 20},
    (("users", "20", CHOSEN), ("short users", "half", CHOSEN), ("think time", "none", CHOSEN)))
FEWER = stretches.experiment(
    "fig3-k15", "Stretches of campaigns with 15 users", {"users": 15},
    (("users", "15", CHOSEN), ("short users", "half", CHOSEN), ("think time", "none", CHOSEN)), by_count=True)
THINKING = stretches.experiment(
    "fig3-think", "Stretches of campaigns with 25 users who think",
    {"users": 25, "think_time": 14_400, "short_share": 0.7},
    (("users", "25", CHOSEN), ("short users", "70 %", CHOSEN), ("think time", "4 h", CHOSEN)))
