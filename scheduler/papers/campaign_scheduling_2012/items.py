"""Campaign Scheduling (HiPC 2012), item by item."""

from __future__ import annotations

from scheduler.papers.items import Item

HERE = "experiment:campaign-scheduling-2012/"

ITEMS = (
    # I and II
    Item("Campaigns: jobs submitted together, the next ones when these are done", "sections I and II", "model",
         "option:campaigns"),
    Item("BOINC and its response-time users", "section I", "example", "",
         "It is the motive of the paper and describes no schedule; its divisible loads are an item of their own."),
    Item("Campaign scheduling with two users", "figure 1", "figure", "plot:gantt",
         "The figure draws the notation; rows by user show the same of any run with campaigns."),
    Item("Notation", "table I", "table", "page:/glossary",
         "The table lists symbols; the glossary has the terms they stand for."),
    Item("k users on m identical processors, sequential jobs without preemption", "section II", "model",
         "generator:zipf_campaigns"),
    Item("A campaign is submitted at the completion of the user's previous one", "section II", "model",
         "option:arrivals"),
    Item("Completion and length of a campaign", "section II", "metric", "plot:campaign_stretch"),
    Item("Sum of campaigns' lengths of a user", "section II", "metric", "metric:user_stretch_max",
         "The sum is shown divided by what the user would need alone, which makes users comparable."),
    Item("Off-line and on-line problem", "section II", "model", "policy:multicamp",
         "Policies that know all campaigns beforehand say so on the page; all others are told at submission."),
    # III
    Item("Multi-users scheduling problem (MUSP)", "section III", "model", "policy:multicmax"),
    Item("Agnetis et al.: two users on one processor", "section III", "algorithm", "plot:two_users",
         "The plot lists every outcome of two users exactly, which contains theirs."),
    Item("Performance vector-ratio (1, 2, ..., k)", "section III", "metric", HERE + "prop4"),
    Item("No vector-ratio better than (1, 2, ..., k) for one campaign each", "section III.A", "theorem",
         HERE + "prop4"),
    Item("k users with m unit jobs each", "section III.A", "example", HERE + "prop4"),
    Item("Pareto optimality for two users", "figure 2 and section III.A", "figure", HERE + "fig2"),
    Item("Zenith and nadir, Pareto dominance", "section III.A", "model", "plot:two_users"),
    Item("MULTICMAX", "section III.A", "algorithm", "policy:multicmax"),
    Item("Hochbaum and Shmoys: approximation scheme by dual approximation", "section III.A", "algorithm",
         "policy:mrt", "Their scheme is named as one choice of rho; MRT is the dual approximation that is here, and "
         "LPT is what plans campaigns."),
    Item("MULTICMAX in batches that wait for submissions", "section III.B, first option", "algorithm",
         "policy:multicmax", "It is the form `batch`, with the time to wait as a parameter."),
    Item("Submission order gives no guarantee", "section III.B, second option", "claim", HERE + "prop6"),
    Item("Lee's modified LPT (MLPT), 4/3", "section III.B", "algorithm", "policy:faircamp",
         "It is the order `mlpt` with placement `commit`."),
    Item("A changing order of jobs may starve some", "section III.B", "claim", HERE + "prop6"),
    # IV
    Item("Proposition 1: the problem of one user is NP-hard", "section IV", "theorem", "",
         "A proof of hardness has nothing to run; for the same reason lengths are planned by LPT."),
    Item("Definition 1: campaign-compact schedules", "section IV", "model", "policy:camp"),
    Item("Lemma 1: completions are sums of lengths", "section IV", "theorem", "policy:camp",
         "The audit checks of every run that a campaign is submitted when the previous one is complete."),
    Item("Proposition 2: campaigns cost a user at most as many times as there are", "section IV", "theorem",
         HERE + "prop2"),
    Item("m unit jobs in m campaigns", "section IV, proof of proposition 2", "example", HERE + "prop2"),
    Item("camp(A)", "section IV", "algorithm", "policy:camp"),
    # V
    Item("Proposition 4: no vector-ratio better than (1, 2, ..., k)", "section V", "theorem", HERE + "prop4"),
    Item("Campaigns in turns, kn down to kn - k", "section V, remark", "example", HERE + "prop4"),
    Item("MULTICAMP", "section V", "algorithm", "policy:multicamp"),
    Item("Single campaigns wait without limit under MULTICAMP", "section V", "claim", HERE + "prop4"),
    # VI
    Item("Stretch of a user, D(u)", "section VI.A", "metric", "metric:user_stretch_max"),
    Item("Maximum of stretches", "section VI.A", "metric", "metric:user_stretch_max"),
    Item("First come, first served", "section VI.B", "algorithm", "policy:campaign_fcfs"),
    Item("Proposition 6: FCFS is no better than the ratio of workflows", "section VI.B", "theorem", HERE + "prop6"),
    Item("FCFS competitiveness", "figure 3", "figure", HERE + "fig3"),
    Item("Round robin with preemption", "section VI.C", "algorithm", "policy:round_robin"),
    Item("LPT and its unfairness to load", "section VI.C", "algorithm", "policy:lpt"),
    Item("Deadlines, equation (1)", "section VI.C", "model", "guarantee:deadlines"),
    Item("Deadlines of two users: 10, 16 and 6, 12, 22", "section VI.C", "example", HERE + "deadlines"),
    Item("FAIRCAMP", "section VI.C.1", "algorithm", "policy:faircamp"),
    Item("Gathering module and scheduling module", "section VI.C.1, listings", "algorithm", "policy:faircamp"),
    Item("Proposition 7: all deadlines are met", "section VI.C.2", "theorem", "guarantee:deadlines"),
    Item("Corollary 1: k rho for every user", "section VI.C.3", "theorem", "guarantee:user_stretch"),
    Item("Theorem 1: rho for the maximum stretch", "section VI.C.3", "theorem", HERE + "theorem1"),
    # VII and VIII
    Item("Users by Zipf's law with exponent 1.4267", "section VII", "model", "generator:zipf_campaigns"),
    Item("FCFS against FAIRCAMP", "figure 4", "figure", HERE + "fig4"),
    Item("10,000 jobs, as the text says", "section VII", "claim", HERE + "fig4-literal"),
    Item("FAIRCAMP stays below k, 3.4 times below FCFS with 20 users", "section VII", "claim", HERE + "fig4"),
    Item("Distribution of the maximum stretch under FCFS", "figure 5", "figure", HERE + "fig5"),
    Item("Think times between campaigns", "section VIII, outlook", "model", "option:think"),
)
