"""Performance and Fairness for Users in Parallel Job Scheduling (JSSPP 2012), and its experiments."""

from __future__ import annotations

from scheduler.topics.papers.experiments import Paper
from scheduler.topics.papers.experiments.fairness_2012 import estimates, fig1, fig2

PAPERS = (
    Paper.of(
        "fairness-2012",
        (fig1.EXPERIMENT, fig2.EXPERIMENT, estimates.EXPERIMENT),
        (
            "Section 2.3: an NUWT below 1 is said to mean that the user spent more time computing than waiting. NUWT "
            "divides by processor-seconds, so this is true for sequential jobs only. A job that waits 50 s and runs "
            "10 s on 10 processors has an NUWT of 50 / 100 = 0.5, though it waited five times as long as it ran.",
        ),
    ),
)
