"""Campaign Scheduling (HiPC 2012), and its experiments."""

from __future__ import annotations

from scheduler.topics.papers.experiments import Paper
from scheduler.topics.papers.experiments.campaign_scheduling_2012 import (
    deadlines,
    divisible,
    fig2,
    fig4,
    fig5,
    idle,
    prop2,
    prop4,
    prop6,
    ratios,
    release_times,
    theorem1,
)

PAPERS = (
    Paper.of(
        "campaign-scheduling-2012",
        (
            divisible.EXPERIMENT,
            fig2.EXPERIMENT,
            idle.EXPERIMENT,
            release_times.EXPERIMENT,
            prop2.EXPERIMENT,
            ratios.ALONE,
            prop4.EXPERIMENT,
            ratios.RANKED,
            prop6.FIGURE,
            prop6.EXPERIMENT,
            deadlines.EXPERIMENT,
            theorem1.EXPERIMENT,
            fig4.EXPERIMENT,
            fig4.LITERAL,
            fig5.EXPERIMENT,
        ),
        (
            "The number of instances in section VII is 1,000 in the text and 10,000 in the caption of figure 4, and "
            "the 10,000 jobs of the text cannot give the published ratios; about 600, fitted to them, can. The "
            "numbers of jobs and of instances may have been exchanged; 1,000 jobs do not give all ratios either.",
            "The deadline of the third campaign of user 2 in section VI.C is printed as 22; by equation (1) it is 32.",
            "Section VII says that by Zipf's law the first user has twice the campaigns of the second. That is "
            "exponent 1; with the stated 1.4267 it is 2.69 times.",
            "Theorem 1 does not hold for the stretch of whole workflows: on one processor FAIRCAMP can give 1.98 "
            "where 1.005 is possible. It holds for the running stretch, completion over the user's work so far.",
            "Proposition 7 needs that a campaign has the whole machine. Section VI.C says of its schedules only that "
            "the length of a campaign is calculated with all processors. It also needs what section II states, no "
            "idle time between campaigns.",
            "The abstract calls the difference significant with more than 5 users, section VII with at least 5.",
            "The remark after proposition 4 says that in turns each campaign has length 1. By section II the length "
            "counts from the end of the user's campaign before; n campaigns of length 1 would sum to n, and the "
            "remark has kn.",
            "Section VI.A names the norms L_inf, L1 and L2 for the maximum, the sum and the product; "
            "the product is not L2.",
            "Figure 2 names two optimal points; (8, 10) is a third one.",
            "The remark after proposition 4 ends its list of completions at kn - k; "
            "the first user is done at kn - k + 1.",
        ),
    ),
)
