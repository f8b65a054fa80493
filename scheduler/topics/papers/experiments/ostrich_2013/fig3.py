"""Figure 3 with 20 users who do not think, which meets the printed share of FCFS; with 15; with 25 who think."""

from __future__ import annotations

from scheduler.topics.papers.experiments import CHOSEN
from scheduler.topics.papers.experiments.ostrich_2013 import stretches
from scheduler.topics.papers.experiments.ostrich_2013.stretches import Again

EXPERIMENT = stretches.experiment(
    "fig3",
    "Stretches of campaigns, FCFS against OStrich",
    {"users": 20},
    (("users", "20", CHOSEN), ("short users", "half", CHOSEN), ("think time", "none", CHOSEN)),
    Again({"FCFS": 41.0, "OStrich": 2.0}, 3.4, 24.0, {"FCFS": 7.6, "OStrich": 8.4}),
)
FEWER = stretches.experiment(
    "fig3-k15",
    "Stretches of campaigns with 15 users",
    {"users": 15},
    (("users", "15", CHOSEN), ("short users", "half", CHOSEN), ("think time", "none", CHOSEN)),
    Again({"FCFS": 32.0, "OStrich": 0.8}, 2.8, 18.0, {"FCFS": 6.1, "OStrich": 6.8}),
)
THINKING = stretches.experiment(
    "fig3-think",
    "Stretches of campaigns with 25 users who think",
    {"users": 25, "think_time": 14_400, "short_share": 0.7},
    (("users", "25", CHOSEN), ("short users", "70 %", CHOSEN), ("think time", "4 h", CHOSEN)),
    Again({"FCFS": 40.2, "OStrich": 1.1}, 3.8, 14.3, {"FCFS": 5.4, "OStrich": 6.5}),
)
