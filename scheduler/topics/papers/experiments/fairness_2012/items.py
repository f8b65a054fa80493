"""Performance and Fairness for Users in Parallel Job Scheduling (JSSPP 2012), item by item."""

from __future__ import annotations

from scheduler.topics.papers.items import Item

HERE = "experiment:fairness-2012/"

ITEMS = (
    # 2
    Item(
        "Rigid jobs without precedence, preemption or migration",
        "section 2.1",
        "model",
        "policy:fcfs",
        "Under this and every other policy of the paper a job runs from its start to its end on as many processors as "
        "it asks for.",
    ),
    Item("Exact estimates", "section 2.1", "model", "option:estimates"),
    Item("Clusters of identical machines; no job spans two", "section 2.1", "model", "option:clusters"),
    Item("Makespan and machine usage, and why not", "section 2.2", "metric", "metric:makespan"),
    Item("Average response time", "section 2.2", "metric", "metric:response_mean"),
    Item("Average wait time", "section 2.2", "metric", "metric:wait_mean"),
    Item("Average slowdown", "section 2.2", "metric", "metric:stretch_mean"),
    Item("Average bounded slowdown, threshold 1 s", "section 2.2", "metric", "metric:bounded_stretch_mean"),
    Item(
        "Fair start time",
        "section 2.3",
        "metric",
        "page:/compare",
        "Under Fairness, the delay caused by later arrivals: each job is simulated without the jobs after it.",
    ),
    Item(
        "Fair slowdown",
        "section 2.3",
        "metric",
        "page:/compare",
        "The same measurement has the share of jobs whose slowdown is higher than their fair slowdown, and both "
        "means; runtimes below 10 s count as 10 s.",
    ),
    Item("The 1/n share that a job deserves", "section 2.3", "metric", "metric:deserved_missing"),
    Item("Share of jobs that got less than they deserve", "section 2.3", "metric", "metric:deserved_short"),
    Item("Normalized user wait time, formulas (1) to (3)", "section 2.3", "metric", "metric:nuwt_mean"),
    Item(
        "NUWT below 1: more computing than waiting",
        "section 2.3",
        "claim",
        "plot:nuwt_cdf",
        "True for sequential jobs only, see the errata: NUWT divides by processor-seconds.",
    ),
    # 3
    Item("First come, first served", "section 3", "algorithm", "policy:fcfs"),
    Item(
        "FCFS often has a low utilization with parallel jobs",
        "section 3",
        "claim",
        "plot:idle_reasons",
        "It shows why processors are idle under each run, also while jobs wait. No number is judged: all jobs of a "
        "log run in the end, so the mean utilization of a policy depends on when the last job ends.",
    ),
    Item("Aggressive EASY backfilling", "section 3", "algorithm", "policy:easy"),
    Item(
        "Delays under EASY may be unbounded",
        "section 3, footnote 3",
        "claim",
        "metric:wait_max",
        "The longest wait of a run. That there is no bound follows from the algorithm: only the first job of the "
        "queue has a reservation, so jobs that start out of turn can delay all others again and again.",
    ),
    Item("Slack-based backfilling", "section 3", "algorithm", "policy:slack_based"),
    Item("Selective backfilling", "section 3", "algorithm", "policy:selective"),
    Item("Conservative backfilling", "section 3", "algorithm", "policy:conservative"),
    Item("Conservative backfilling predicts when jobs run", "section 3", "claim", "metric:promises_kept"),
    Item(
        "No starvation under conservative backfilling",
        "section 3",
        "claim",
        "metric:promises_kept",
        "Every job has a reservation when it is submitted; the metric is 1 where no job starts after its first one.",
    ),
    Item(
        "Conservative backfilling leaves more gaps unused than EASY",
        "section 3",
        "claim",
        "plot:idle_reasons",
        "It shows why processors are idle under each run, also while jobs wait; the paper cites others for this and "
        "shows no numbers.",
    ),
    Item("Both backfillings improve on FCFS significantly", "section 3", "claim", HERE + "fig1"),
    Item("Backfilling without reservations", "section 3", "algorithm", "policy:backfill"),
    Item("Backfilling by fair share", "section 3", "algorithm", "policy:backfill_fair"),
    # 4
    Item("Mean of normalized user wait times, UWT", "section 4.1, formula (4)", "metric", "metric:uwt"),
    Item("Fairness F", "section 4.1, formula (5)", "metric", "metric:fairness_f"),
    Item("SelectBetter: the sum of relative improvements", "section 4.1, algorithm 1", "algorithm", "policy:tabu"),
    Item("Tabu search on the plan", "section 4.2, algorithm 2", "algorithm", "policy:tabu"),
    Item("Compression of the plan", "section 4.2", "algorithm", "policy:conservative"),
    Item("Every five minutes, twice as many moves as jobs, a tabu list of ten", "section 4.2", "model", "policy:tabu"),
    # 5
    Item("Six logs of the archive", "section 5.1", "model", HERE + "fig1"),
    Item("Users of one job are left out", "section 5.1", "model", "metric:users_in_nuwt"),
    Item("Distribution of normalized user wait times, up to 10", "section 5.1", "metric", "plot:nuwt_cdf"),
    Item("Mean and deviation of normalized user wait times", "section 5.1", "metric", "plot:nuwt_bars"),
    Item("Waits, slowdowns and responses of six logs", "figure 1", "figure", HERE + "fig1"),
    Item("Bubbles: wait up, slowdown as size", "section 5.1 and figure 1", "figure", "plot:wait_slowdown"),
    Item("Responses as bars", "figure 1", "figure", "plot:response_bars"),
    Item("FCFS is off the scale", "section 5.2", "claim", HERE + "fig1"),
    Item(
        "Conservative waits longer than EASY and BF, with often slightly better slowdowns",
        "section 5.2",
        "claim",
        HERE + "fig1",
    ),
    Item("Backfilling by fair share is competitive, except on SDSC SP2", "section 5.2", "claim", HERE + "fig1"),
    Item("Tabu search improves on conservative backfilling significantly", "section 5.2", "claim", HERE + "fig1"),
    Item("Tabu search is best in all six", "section 5.2", "claim", HERE + "fig1"),
    Item("Fairness of six logs", "figure 2", "figure", HERE + "fig2"),
    Item("Fair share and tabu search are the fairest", "section 5.2", "claim", HERE + "fig2"),
    Item(
        "Steeper curves under fair share, long tails under the other backfillings",
        "section 5.2",
        "claim",
        HERE + "fig2",
    ),
    Item("Inexact estimates, and three popular ones", "section 5.2, discussion", "claim", HERE + "estimates"),
    # 6
    Item("Tabu search may delay a promise", "section 6", "claim", "metric:promises_slipped"),
)
