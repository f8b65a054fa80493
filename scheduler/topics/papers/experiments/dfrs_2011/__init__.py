"""Dynamic Fractional Resource Scheduling vs. Batch Scheduling (INRIA RR-7659, 2011), and its experiments."""

from __future__ import annotations

from scheduler.topics.papers.experiments import Paper
from scheduler.topics.papers.experiments.dfrs_2011 import (
    appendix_b,
    fcfs_delta,
    fig1,
    fig3,
    fig4,
    hpc2n_full,
    preliminary,
    table2,
    table3,
    table4,
    table5,
    theorem_2,
    theorem_3,
    theorem_4,
    timing,
)
from scheduler.topics.papers.experiments.dfrs_2011.periods import CONTRADICTION

PAPERS = (
    Paper.of(
        "dfrs-2011",
        (
            theorem_2.EXPERIMENT,
            theorem_3.EXPERIMENT,
            theorem_4.EXPERIMENT,
            fcfs_delta.EXPERIMENT,
            preliminary.EXPERIMENT,
            table2.EXPERIMENT,
            table2.SCALED,
            table2.REAL_WEEKS,
            fig1.EXPERIMENT,
            timing.EXPERIMENT,
            table3.EXPERIMENT,
            table4.EXPERIMENT,
            table4.REAL_WEEKS,
            hpc2n_full.EXPERIMENT,
            fig3.EXPERIMENT,
            fig3.REAL_WEEKS,
            fig4.EXPERIMENT,
            fig4.REAL_WEEKS,
            appendix_b.EXPERIMENT,
            table5.EXPERIMENT,
        ),
        (
            "The paper says EASY and describes the textbook's; the degradations that it prints fit an EASY that "
            "backfills only on nodes the first job of the queue has not reserved. Textbook EASY does three times as "
            "well on the paper's kind of synthetic traces, and still a hundred times worse than the best fractional "
            "algorithms. With a penalty of 300 s the best algorithm leaves less CPU unused on unscaled traces than "
            "restricted EASY from a period of 13 minutes on, and less than textbook EASY from one of 35 minutes on; "
            "the paper says 15 minutes.",
            CONTRADICTION,
            "Section 6.1 says that /stretch-per is more than one order of magnitude worse than the best algorithm; "
            "in table 2 it is so on the real weeks (15 times), but 9.0 times on unscaled and 6.6 times on scaled "
            "traces.",
            "Section 6.1 says of all traces that deviations and maxima of purely greedy algorithms are larger by "
            "orders of magnitude; in the real column of table 2 the least of them are 2.7 and 3.8 times as large.",
            "Section 6.1 says that * has a generally positive impact with /per; on unscaled traces table 2 has "
            "slightly larger means with it in all three pairs.",
            "Section 6.3 says that all algorithms without MCB8 at submissions move a job fewer than 8 times; table 3 "
            "has 10.41 moves for /stretch-per. Those with it move a job 14 times on average, says the text; table 3 "
            "has 57, 74 and 23.",
        ),
    ),
)
