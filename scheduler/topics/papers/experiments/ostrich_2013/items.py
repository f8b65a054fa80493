"""OStrich (PPAM 2013), item by item."""

from __future__ import annotations

from scheduler.topics.papers.items import Item

HERE = "experiment:ostrich-2013/"

ITEMS = (
    # 1 and 2
    Item("Campaigns one after the other, with think times", "section 1", "model", "option:think"),
    Item("First come, first served", "section 1", "algorithm", "policy:campaign_fcfs"),
    Item("First come, first served is unfair to users who submit short jobs", "section 1", "claim", HERE + "fig3"),
    Item(
        "SPT and LPT starve jobs",
        "section 1",
        "claim",
        "policy:lpt",
        "The policy is here, and its page describes the order that lets short jobs wait as long as longer ones come; "
        "no experiment measures starvation.",
    ),
    Item(
        "Backfilling fills gaps and promises users nothing",
        "section 1",
        "algorithm",
        "policy:easy",
        "The policy is here; the only reservation it makes is for the first job of the queue, none is for a user.",
    ),
    Item("Performance does not depend on the load of the system", "section 1", "claim", HERE + "other-load"),
    Item("Agnetis et al., Saule and Trystram", "section 2", "algorithm", "policy:multicmax"),
    Item(
        "Fairness between jobs: slowdown and fair start times",
        "section 2",
        "metric",
        "plot:job_scatter",
        "Metrics of single jobs are shown beside those of users; the paper cites them and does not use them.",
    ),
    Item(
        "Fair shares of Maui, Slurm and Hadoop",
        "section 2",
        "algorithm",
        "policy:backfill_fair",
        "It is the one fair-share order that is here; weights of shares are not.",
    ),
    Item("Stretch as the utility of a user", "section 2", "metric", "metric:campaign_stretch_mean"),
    Item(
        "Fair queuing by virtual completion times",
        "section 2",
        "algorithm",
        "policy:ostrich",
        "Fair queuing of networks orders packets; OStrich takes the same idea to campaigns, and packets are not "
        "simulated.",
    ),
    Item(
        "Strict sharing may slow all users, where one after the other slows none more",
        "section 2",
        "claim",
        "experiment:campaign-scheduling-2012/prop4",
        "The experiment of the other paper compares equal users in turns and one after the other.",
    ),
    # 3
    Item("k users, m processors, sequential jobs, on line", "section 3", "model", "generator:ostrich_profiles"),
    Item(
        "Campaign scheduling notations: two submissions of one user",
        "figure 1",
        "figure",
        HERE + "appendix-a",
        "The page of the example explains each symbol with the numbers of user 3, who has two submissions.",
    ),
    Item("Work, start, completion and flow time of a campaign", "section 3", "metric", "plot:campaign_stretch"),
    Item("Stretch of a job", "section 3", "metric", "metric:stretch_mean"),
    Item("Lower bound max(W / m, p_max) of a campaign", "section 3", "model", "metric:campaign_stretch_mean"),
    Item("Stretch of a campaign", "section 3", "metric", "metric:campaign_stretch_max"),
    Item("Think time", "section 3", "model", "option:think_time"),
    Item(
        "The problem is NP-hard",
        "section 3",
        "theorem",
        "",
        "A proof of hardness has nothing to run; it is why a lower bound stands in the stretch.",
    ),
    # 4
    Item("OStrich", "section 4", "algorithm", "policy:ostrich"),
    Item("Campaigns cut into pieces by others of higher priority", "section 4", "model", "metric:pieces_mean"),
    Item("LPT or SPT inside a campaign", "section 4", "algorithm", "policy:ostrich", "It is the parameter `order`."),
    Item(
        "MLPT inside a campaign",
        "section 4",
        "algorithm",
        "policy:ostrich",
        "It is the order `mlpt`: jobs start in the order of the starts that modified LPT plans when the first of them "
        "is about to start. With lengths known and no other campaign between, the guarantee of 4/3 holds. It is LPT "
        "where all processors are free then.",
    ),
    Item(
        "Virtual fair-sharing schedule, equation (4.1)",
        "section 4",
        "model",
        "plot:gantt",
        "Rows by user draw the virtual schedule behind the real one; the job panel tells its numbers.",
    ),
    Item("Active users", "section 4", "model", "plot:active_users"),
    Item("Virtual start, equation (4.2)", "section 4", "model", "policy:ostrich"),
    Item(
        "No start before the virtual start",
        "section 4",
        "model",
        "policy:ostrich",
        "It is the parameter `hold`; off is the variant that was later built into a resource manager.",
    ),
    Item("Remaining virtual work", "section 4", "model", HERE + "appendix-a"),
    # 5
    Item("Lemma 1: idle area in the real schedule", "section 5.1", "theorem", "guarantee:lemma_1"),
    Item("Pieces of a campaign", "section 5.1", "model", "plot:pieces"),
    Item(
        "What is left of a campaign at its virtual completion is executed in one piece",
        "section 5.1",
        "claim",
        HERE + "fig2",
    ),
    Item("Lemma 2: completion of the last piece, bound (5.1)", "section 5.1", "theorem", "guarantee:completion"),
    Item(
        "The last job of a campaign starts within the longest job of its virtual completion",
        "section 5.1, proof",
        "theorem",
        "guarantee:last_start",
    ),
    Item("Analysis of OStrich", "figure 2", "figure", HERE + "fig2"),
    Item("Theorem 1: the stretch of a campaign", "section 5.1", "theorem", "guarantee:campaign_stretch"),
    Item(
        "The bound of theorem 1 is tight",
        "section 5.1",
        "theorem",
        HERE + "tight",
        "The paper's proof is in a report that is not reachable; the instance is ours.",
    ),
    Item("Heavily loaded users do not influence others", "section 5.1", "claim", HERE + "other-load"),
    # 6 and 7
    Item("Short and long users", "section 6", "model", "generator:ostrich_profiles"),
    Item("Stretches of campaigns, and means of the maxima", "figures 3a and 3b", "figure", HERE + "fig3"),
    Item(
        "The same with 15 users",
        "figures 3a and 3b",
        "figure",
        HERE + "fig3-k15",
        "The paper does not state the number of users; 15 gives the count of FCFS, 20 the percentage of FCFS.",
    ),
    Item("The same with users who think", "figures 3a and 3b", "figure", HERE + "fig3-think"),
    Item("Counts and percentages above stretch 20", "section 6", "claim", HERE + "fig3"),
    Item("OStrich does not heavily discriminate users by their profiles", "section 6", "claim", HERE + "fig3"),
    Item("The number of high stretches decreases rapidly towards 0", "section 6", "claim", HERE + "fig3"),
    Item(
        "Stretches are more equal among users, without worse overall performance", "section 7", "claim", HERE + "fig3"
    ),
    Item(
        "Parallel jobs",
        "section 7, outlook",
        "model",
        "policy:ostrich",
        "The paper leaves it to later; jobs of several processors are scheduled here, without a guarantee. The "
        "parameter `wide` says whether a job that fits may pass a wide one.",
    ),
    # appendix
    Item("Three users on six processors", "appendix A and figure 4", "example", HERE + "appendix-a"),
)
