"""Performance and Fairness for Users in Parallel Job Scheduling (JSSPP 2012), and its experiments."""

from __future__ import annotations

from scheduler.papers import Paper
from scheduler.papers.fairness_2012 import estimates, fig1, fig2

PAPERS = (
    Paper(
        "fairness-2012",
        "Performance and Fairness for Users in Parallel Job Scheduling",
        "Dalibor Klusáček, Hana Rudová",
        2012,
        "JSSPP 2012",
        "https://doi.org/10.1007/978-3-642-35867-8_13",
        (fig1.EXPERIMENT, fig2.EXPERIMENT, estimates.EXPERIMENT),
        (
            "Section 2.3: an NUWT below 1 is said to mean that the user spent more time computing than waiting. NUWT "
            "divides by processor-seconds, so this is true for sequential jobs only. A job that waits 50 s and runs "
            "10 s on 10 processors has an NUWT of 50 / 100 = 0.5, though it waited five times as long as it ran.",
        ),
    ),
)
