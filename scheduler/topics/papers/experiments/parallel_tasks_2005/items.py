"""What parallel-tasks-2005 holds, in the order of the paper, and where it is shown."""

from __future__ import annotations

from scheduler.topics.papers.items import Item

DIVISIBLE, TOPIC = "page:/divisible", "divisible"
GRID = "grid"
CRITERIA = "experiment:parallel-tasks-2005/contradictions"
SURVEY = "The paper only names it, in its survey of what there is, and uses none of it."

ITEMS = (
    # section 2
    Item("PRAM, LogP and delay models", "section 2.1", "model", "", SURVEY),
    Item(
        "Light grid: a few clusters, heterogeneous among them",
        "section 2.2, figure 1",
        "model",
        "policy:best_effort",
        "Clusters of any sizes and, by the parameter `speeds`, of different speeds.",
        topic=GRID,
    ),
    Item(
        "Weakly heterogeneous clusters: different clock speeds",
        "section 2.2",
        "model",
        "policy:work_exchange",
        "A speed belongs to a cluster (`speeds`). For processors that differ inside a "
        "cluster, make a cluster of each kind, of one processor if need be. Workers of divisible loads have speeds of "
        "their own. What is proven of parallel tasks, here and in the paper, is for equal processors.",
        topic=GRID,
    ),
    Item("Several priority queues of submissions", "section 2.2", "model", "policy:priority_queues"),
    Item(
        "Nodes that appear and disappear",
        "sections 2.1 and 5.2",
        "model",
        "policy:best_effort",
        "Without notice for runs of grid jobs, which are killed (`away`); known beforehand as reservations. The paper "
        "has no rule for local jobs on a node that disappears; here they go on.",
        topic=GRID,
    ),
    Item(
        "What nodes that disappear cost in kills",
        "sections 5.2 and 7.2",
        "metric",
        "metric:grid_wasted_away",
        topic=GRID,
    ),
    Item(
        "Figure 1: synthetic view of a light grid",
        "section 2.2",
        "figure",
        "generator:light_grid",
        "The generator makes such a grid: clusters with users of their own, and grid jobs. The paper describes the "
        "figure by its title alone, and its numbers are ours.",
        topic=GRID,
    ),
    # section 3
    Item("Divisible load", "section 3.1", "model", DIVISIBLE, topic=TOPIC),
    Item("Distribution in one round, on a bus, a star and trees", "section 3.1", "algorithm", DIVISIBLE, topic=TOPIC),
    Item("Distribution in several rounds", "section 3.1", "algorithm", DIVISIBLE, topic=TOPIC),
    Item("Work stealing", "section 3.1", "algorithm", DIVISIBLE, topic=TOPIC),
    Item(
        "Simple problems on a common bus are polynomial, general topologies NP-hard",
        "section 3.1",
        "claim",
        "",
        "A statement on complexity that no run can show.",
    ),
    Item(
        "Results sent back as the mirror image; mirrored schedules are usually not optimal",
        "section 3.1",
        "claim",
        DIVISIBLE,
        topic=TOPIC,
    ),
    Item(
        "Round: a time in which every processor gets at most one chunk of load",
        "section 3.1, footnote 2",
        "model",
        DIVISIBLE,
        topic=TOPIC,
    ),
    Item(
        "Steady state, asymptotically optimal with many rounds",
        "section 3.1 and footnote 3",
        "algorithm",
        DIVISIBLE,
        "It has the largest throughput, in the sense of section 4.",
        topic=TOPIC,
    ),
    Item("Parallel tasks: rigid", "section 3.2", "model", "policy:mixed_tasks"),
    Item("Parallel tasks: moldable", "section 3.2", "model", "generator:parallel_tasks"),
    Item(
        "Parallel tasks: malleable",
        "section 3.2",
        "model",
        "policy:malleable",
        "The paper names the model and leaves it for later; the rule by which processors are shared is ours.",
    ),
    Item(
        "Neighbor processors on hierarchical platforms",
        "section 3.2",
        "model",
        "",
        "Named with a reference; the paper gives no rule.",
    ),
    # section 4
    Item("Makespan", "section 4", "metric", "metric:makespan"),
    Item(
        "Graham's list algorithm, adapted to parallel tasks",
        "sections 4 and 6.1",
        "algorithm",
        "policy:shelf_order",
        "Whenever a task ends, whatever fits starts, in the order of a list; `lptf` and "
        "`saf_moldable` differ in the order alone.",
    ),
    Item(
        "The least makespan is the largest utilization",
        "section 4",
        "claim",
        "metric:utilization",
        "By its formula, work / (processors x makespan), for tasks whose work is fixed. The work of a moldable task "
        "depends on how many processors it gets, so there the two may differ.",
    ),
    Item(
        "Off line, the least makespan is the largest throughput",
        "section 4",
        "claim",
        "metric:throughput",
        "By its formula, tasks completed over the makespan.",
    ),
    Item("Sum of completion times (minsum)", "section 4", "metric", "metric:completion_sum"),
    Item("Weighted sum of completion times", "section 4", "metric", "metric:weighted_completion"),
    Item(
        "Big weights for urgent tasks",
        "section 4",
        "model",
        "generator:parallel_tasks",
        "Weights are drawn at random; a file can give each task its own in field 19.",
    ),
    Item(
        "Mean stretch, the paper's word for time from submission to completion",
        "section 4",
        "metric",
        "metric:response_mean",
    ),
    Item(
        "Stretch is minsum minus a constant, so both have the same optimum",
        "section 4",
        "claim",
        "metric:response_mean",
        "A sum of end - submission differs from a sum of ends by the sum of submissions.",
    ),
    Item("Maximum stretch", "section 4", "metric", "metric:response_max"),
    Item("Throughput", "section 4", "metric", "metric:throughput"),
    Item("Number of late tasks", "section 4", "metric", "metric:late"),
    Item("Sum of the tardiness", "section 4", "metric", "metric:tardiness_sum"),
    Item("Maximum tardiness", "section 4", "metric", "metric:tardiness_max"),
    Item(
        "The sum and the maximum of the tardiness are close to minsum and makespan",
        "section 4",
        "claim",
        "metric:tardiness_sum",
        "If all tasks are late, the sum is minsum minus the sum of due dates, and with one "
        "due date for all, the maximum is the makespan minus it. The others count as 0: the partition that the paper "
        "speaks of.",
    ),
    Item(
        "Fairness between users: computation time or resources shared evenly",
        "section 4",
        "metric",
        "metric:fairness_f",
        "The paper has no formula and says that there are many. This metric is one of another "
        "paper, fairness-2012: whether users wait alike for the processor time they use.",
    ),
    Item(
        "Fairness as a fair division of one resource over time",
        "section 4",
        "model",
        "policy:equipartition",
        "The policy, of dfrs-2011, gives all jobs that are there the same share of the machine at every instant. The "
        "paper here has no rule.",
    ),
    Item("Owners who kill the jobs of others", "section 4", "model", "policy:best_effort", topic=GRID),
    Item(
        "Rejection of tasks",
        "section 4",
        "model",
        "experiment:parallel-tasks-2005/rejection",
        "By due dates, at submission; the paper has no rule. It is not a policy, because every policy has to run all "
        "jobs of its workload: the jobs that are accepted are simulated as a workload of their own.",
    ),
    Item(
        "With rejection the maximum stretch gives guarantees close to real time",
        "section 4",
        "claim",
        "experiment:parallel-tasks-2005/rejection",
    ),
    Item("A ratio for stretch is one for minsum, but not the other way round", "section 4", "theorem", CRITERIA),
    Item("Few late tasks may mean that one is delayed for ever", "section 4", "claim", CRITERIA),
    Item(
        "Due dates, mandatory or not",
        "section 4",
        "model",
        "metric:late",
        "Files have no due dates, so each task gets one: its submission plus a multiple (`slack`) of its shortest "
        "runtime.",
    ),
    Item(
        "A large task delayed for many small ones is not delayed too much",
        "section 4",
        "example",
        "experiment:parallel-tasks-2005/large-task",
    ),
    Item(
        "Criteria normalized by the workload",
        "section 4",
        "metric",
        "metric:makespan_ratio",
        "The paper has no formula; here makespan and weighted sum are also given over a lower bound of the workload.",
    ),
    # section 5
    Item(
        "Penalty: communications inside the runtimes",
        "section 5",
        "model",
        "generator:parallel_tasks",
        "There is no factor to set: the penalty is in the runtimes p(j) on j processors, whose work p(j) x j grows "
        "with j.",
    ),
    Item(
        "Two phases: how many processors for each task, then a schedule of rigid tasks",
        "section 5",
        "algorithm",
        "policy:saf_moldable",
        "MRT chooses the processors, and a list places the tasks; so do `lptf` and `shelf_order`.",
    ),
    Item("MRT: two shelves under a guess of the makespan", "section 5.1", "algorithm", "policy:mrt"),
    Item(
        "Dual approximation: what holds if the optimum is the guess",
        "section 5.1",
        "theorem",
        "metric:makespan_ratio",
        "The last guess that is ruled out is the bound that makespans are compared with.",
    ),
    Item("MRT has the ratio 3/2 + epsilon", "section 5.1", "theorem", "guarantee:makespan"),
    Item(
        "Clairvoyant and not",
        "section 5.2",
        "model",
        "policy:malleable",
        "Each policy says what it looks at. This one need not know how long tasks run, only what more processors "
        "are good for; the other policies for moldable tasks know runtimes.",
    ),
    Item("Batches on line", "section 5.2", "algorithm", "policy:batch"),
    Item(
        "Batches on line have twice the ratio of the algorithm inside; 3 + epsilon with MRT",
        "section 5.2",
        "theorem",
        "guarantee:makespan",
    ),
    Item(
        "Good algorithms for one criterion usually have a very large ratio for the other",
        "section 5.3",
        "claim",
        CRITERIA,
    ),
    Item(
        "One machine: shortest first, by the ratio of time and weight",
        "section 5.3",
        "algorithm",
        "policy:lptf",
        "Its order, the largest ratio of weight and runtime first, is Smith's rule on one processor, where a test "
        "finds it best among all orders. Without weights it is `sjf`; the shelves of `smart` are in this order, too.",
    ),
    Item("SMART: shelves of about equal lengths, first fit", "section 5.3", "algorithm", "policy:smart"),
    Item("SMART has the ratio 8, with weights 8.53", "section 5.3", "theorem", "guarantee:weighted_completion"),
    Item(
        "The ratio 8 is improved by better algorithms inside batches",
        "sections 5.3 and 5.4",
        "theorem",
        "guarantee:weighted_completion",
        "4 rho is 6 (1 + epsilon) with MRT, whose rho is 3/2 (1 + epsilon). Where "
        "the weights are rounded for the choice of tasks, rho is a little larger: 6.67 with the usual parameters of "
        "`bicriteria`.",
    ),
    Item("Sometimes no schedule is best in both criteria", "section 5.4", "claim", CRITERIA),
    Item(
        "A bi-criteria algorithm made of two algorithms, one for each criterion",
        "section 5.4",
        "algorithm",
        "",
        "The paper names it without a reference or a rule and says that the other approach is better: A_Cmax in "
        "batches of doubling sizes, which is here.",
    ),
    Item("A_Cmax: as much weight as possible by a deadline", "section 5.4", "algorithm", "policy:bicriteria"),
    Item("Batches of doubling sizes", "section 5.4", "algorithm", "policy:bicriteria"),
    Item("The same on line", "section 5.4", "algorithm", "policy:bicriteria_on_line"),
    Item("4 rho for the makespan", "section 5.4", "theorem", "guarantee:makespan"),
    Item("4 rho for the sum of completion times", "section 5.4", "theorem", "guarantee:weighted_completion"),
    Item(
        "Figure 2: principle of batches of doubling sizes",
        "section 5.4",
        "figure",
        "policy:bicriteria",
        "The sample deadlines-on-line and the Gantt chart of any run.",
    ),
    # section 6
    Item("DEMT: batches whose tasks start together", "section 6", "algorithm", "policy:demt"),
    Item(
        "Short sequential tasks one after the other in a batch",
        "section 6, footnote 4",
        "algorithm",
        "policy:demt",
        "Tasks done in half of the batch on one processor.",
    ),
    Item(
        "FIFO with backfilling, for which batches were made simpler",
        "section 6",
        "algorithm",
        "policy:easy",
        "The paper does not say with which backfilling; EASY is the usual one, `backfill` and `conservative` are "
        "others.",
    ),
    Item(
        "No guarantee for DEMT, but a good average performance",
        "section 6",
        "claim",
        "experiment:parallel-tasks-2005/fig3",
        "The card of guarantees promises nothing of it; its mean ratios to both bounds are in the experiment.",
    ),
    Item("DEMT for tasks that come over time", "sections 5.4 and 6", "algorithm", "policy:demt_on_line"),
    Item("Uniform and mixed lengths", "section 6.1", "model", "generator:parallel_tasks"),
    Item(
        "Highly and weakly parallel tasks, p(j) = p(j-1) (X + j) / (1 + j)",
        "section 6.1",
        "model",
        "generator:parallel_tasks",
        "Which of the two words means what is corrected.",
    ),
    Item(
        "The formula makes monotonic tasks: faster, and more work, on more processors",
        "section 6.1",
        "claim",
        "generator:parallel_tasks",
        "For X from 0 to 1, (X + j) / (1 + j) is at most 1, and j (X + j) is at least "
        "(j - 1) (j + 1). Tests check it on the formula, and on drawn tasks that none has to be changed.",
    ),
    Item("Moldability by Cirne and Berman", "section 6.1", "model", "generator:parallel_tasks"),
    Item("Lower bound by a relaxed linear program", "section 6.1", "metric", "metric:weighted_completion_ratio"),
    Item("List in the order of the shelves", "section 6.1", "algorithm", "policy:shelf_order"),
    Item("LPTF", "section 6.1", "algorithm", "policy:lptf"),
    Item("SAF", "section 6.1", "algorithm", "policy:saf_moldable"),
    Item(
        "Figure 3: both criteria against the number of tasks",
        "section 6.2",
        "figure",
        "experiment:parallel-tasks-2005/fig3",
    ),
    Item(
        "DEMT is clearly better in the weighted sum, most with few tasks",
        "section 6.2",
        "claim",
        "experiment:parallel-tasks-2005/fig3",
    ),
    Item(
        "Lists are always better in makespan; DEMT's ratio is below 2",
        "section 6.2",
        "claim",
        "experiment:parallel-tasks-2005/fig3",
    ),
    Item(
        "Weakly parallel tasks are the worst case; below 2 and 2.5",
        "section 6.2",
        "claim",
        "experiment:parallel-tasks-2005/fig3",
    ),
    Item(
        "Best of all for highly parallel tasks, behind SAF for mixed ones",
        "section 6.2",
        "claim",
        "experiment:parallel-tasks-2005/fig3",
    ),
    Item(
        "Theory: alpha = 2 is best in the worst case, e on average",
        "section 6.3",
        "theorem",
        "experiment:parallel-tasks-2005/fig4",
    ),
    Item("Figure 4: alpha, uniform workload", "section 6.3", "figure", "experiment:parallel-tasks-2005/fig4"),
    Item("Figure 5: alpha, mixed workload", "section 6.3", "figure", "experiment:parallel-tasks-2005/fig5"),
    Item(
        "Figure 6: alpha, mixed workload, high parallelism",
        "section 6.3",
        "figure",
        "experiment:parallel-tasks-2005/fig6",
    ),
    Item(
        "25 tasks: often one of them decides; 200 tasks: the work does",
        "section 6.3",
        "claim",
        "experiment:parallel-tasks-2005/fig4",
    ),
    Item(
        "The best alpha is lower than 2, around 1.4 to 1.6",
        "section 6.3",
        "claim",
        "experiment:parallel-tasks-2005/fig4",
    ),
    Item("Large values of alpha degrade the makespan", "section 6.3", "claim", "experiment:parallel-tasks-2005/fig4"),
    Item(
        "The makespan is erratic, and reproducibly so, for small alpha",
        "section 6.3",
        "claim",
        "experiment:parallel-tasks-2005/fig6",
    ),
    # section 7
    Item("Rigid among moldable jobs: three ways", "section 7.1", "algorithm", "policy:mixed_tasks"),
    Item("Reservations", "section 7.1", "model", "policy:around_reservations"),
    Item("Reservations with rigid jobs that come over time", "section 7.1", "model", "policy:rigid_reservations"),
    Item(
        "Reservations with moldable tasks that come over time",
        "sections 5.2 and 7.1",
        "model",
        "policy:reservations_on_line",
    ),
    Item(
        "Batch boundaries at those of reservations are likely to be inefficient",
        "section 7.1",
        "claim",
        "experiment:parallel-tasks-2005/batch-boundaries",
        "The way `aligned` of `around_reservations`; the sample reserved-processors has both ways on five tasks.",
    ),
    Item(
        "Figure 7: the four largest clusters of CIMENT",
        "section 7.2",
        "figure",
        "generator:light_grid",
        "Its four clusters have 208, 96, 80 and 48 processors unless other sizes are chosen. The text of the paper "
        "says only that there are more than 500 machines in all; the sizes are those of the generator and were not "
        "compared with the figure.",
        topic=GRID,
    ),
    Item("Communities with habits of their own", "section 7.2", "model", "generator:light_grid", topic=GRID),
    Item(
        "Communities that bought a machine should not lose much by sharing it",
        "section 7.2",
        "model",
        "policy:work_exchange",
        "With `credit`: nobody gives more than that without getting it back.",
        topic=GRID,
    ),
    Item("Multi-parametric jobs", "section 7.2", "model", "generator:light_grid", topic=GRID),
    Item(
        "Killing a run costs little, for runs are many and short",
        "section 7.2",
        "claim",
        "experiment:parallel-tasks-2005/killed-runs",
        "The metric `grid_wasted` counts what was killed in any run of the policy.",
        topic=GRID,
    ),
    Item(
        "Centralized: best-effort jobs in the holes of local schedules",
        "section 7.2",
        "algorithm",
        "policy:best_effort",
        topic=GRID,
    ),
    Item(
        "Holes of local schedules filled as in conservative backfilling",
        "section 7.2",
        "algorithm",
        "policy:best_effort",
        "With local=conservative clusters plan their own jobs so; runs fill what is left.",
        topic=GRID,
    ),
    Item(
        "Local users are not disturbed",
        "section 7.2",
        "claim",
        "policy:best_effort",
        "It is checked after every run of the policy.",
        topic=GRID,
    ),
    Item(
        "Time windows in which idle processors do not change",
        "section 7.2",
        "algorithm",
        "policy:best_effort",
        "With its parameter filling=window; filling=fork packs as many runs as possible into the windows.",
        topic=GRID,
    ),
    Item(
        "Most tasks on a heterogeneous fork, in polynomial time",
        "section 7.2",
        "algorithm",
        "policy:best_effort",
        "With filling=fork, and the parameters `transfer` and `speeds`, for no log tells of the data of runs; as a "
        "question of its own on the page of divisible loads.",
        topic=GRID,
    ),
    Item(
        "Many identical tasks on complex heterogeneous topologies: NP-hard",
        "section 7.2",
        "claim",
        "",
        "A statement on complexity that no run can show.",
    ),
    Item(
        "Decentralized: exchange of work between local systems",
        "section 7.2",
        "algorithm",
        "policy:work_exchange",
        "Plain protocols of ours; of the three directions named, none is defined in the paper.",
        topic=GRID,
    ),
    Item(
        "Graph coupling that minimizes data transfers",
        "section 7.2",
        "algorithm",
        "",
        "The paper names the direction and gives no rule, and logs do not tell how much data a job has.",
    ),
    Item(
        "An economical approach: each cluster optimizes its own criterion",
        "section 7.2",
        "algorithm",
        "policy:work_exchange",
        "A cluster takes what does not delay the first job of its own queue; with `credit` "
        "it keeps account of what it gives and gets. The rules are ours.",
        topic=GRID,
    ),
    Item(
        "Consensus-driven algorithms",
        "section 7.2",
        "algorithm",
        "policy:work_exchange",
        "With protocol=consensus: jobs move between queues until the loads of clusters differ as little as they can. "
        "The paper names the direction and gives no rule; this one is ours.",
        topic=GRID,
    ),
)
