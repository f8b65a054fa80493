"""Dynamic Fractional Resource Scheduling vs. Batch Scheduling (RR-7659, 2011), item by item."""

from __future__ import annotations

from scheduler.papers.items import Item

HERE = "experiment:dfrs-2011/"
DFRS = "policy:dfrs"

ITEMS = (
    # 1 and 2
    Item("Jobs leave much of a node's memory and cores unused", "section 1", "claim", "option:needs"),
    Item("Gang scheduling", "sections 2 and 7", "algorithm", "policy:gang"),
    Item("Tasks with a memory requirement and a CPU need", "section 2.2", "model", "option:needs"),
    Item("Memory is never exceeded, CPU may be", "section 2.2", "model", "plot:gantt",
         "Rows by node show both; the audit checks both at every instant."),
    Item("Runtimes are unknown", "section 2.2", "model", DFRS),
    Item("Stretch and its maximum", "section 2.2", "metric", "metric:stretch_max"),
    Item("Bounded stretch, threshold 10 s", "section 2.2", "metric", "metric:bounded_stretch_max"),
    Item("Yield", "section 2.2", "metric", "metric:yield_mean"),
    Item("Minimum yield", "section 2.2", "metric", "metric:yield_min"),
    # 3
    Item("The off-line problem is NP-hard with memory", "section 3", "theorem", "",
         "A proof of hardness has nothing to run; the bound leaves memory out for that reason."),
    Item("Theorem 1: linear system (1) for a maximum stretch", "section 3.1", "theorem", "metric:stretch_bound"),
    Item("Binary search for the least maximum stretch", "section 3.1", "algorithm", "metric:stretch_bound"),
    Item("Theorem 2: a bound in the ratio of runtimes", "section 3.2", "theorem", HERE + "theorem-2"),
    Item("Theorem 3: a bound in the number of jobs", "section 3.2", "theorem", HERE + "theorem-3"),
    Item("EquiPartition", "section 3.2", "algorithm", "policy:equipartition"),
    Item("Theorem 4: EquiPartition", "section 3.2", "theorem", HERE + "theorem-4"),
    Item("FCFS is exactly Delta-competitive", "section 3.2", "theorem", HERE + "fcfs-delta"),
    # 4
    Item("Virtual time: 25 s of three intervals", "section 4.1", "example", DFRS,
         "The panel of a job has its virtual time; the tests have the example."),
    Item("Priority: flow time over the square of virtual time", "section 4.1", "algorithm", DFRS),
    Item("Priorities 1/vt and ft/vt", "section 4.1", "algorithm", DFRS, "They are choices of `priority`, a parameter."),
    Item("Greedy", "section 4.2", "algorithm", DFRS),
    Item("GreedyP", "section 4.2", "algorithm", DFRS),
    Item("GreedyPM", "section 4.2", "algorithm", DFRS),
    Item("MCB8", "section 4.3", "algorithm", DFRS),
    Item("MCB sorted by the sum of requirements", "section 4.3", "algorithm", DFRS,
         "It is the choice `sum` of the parameter `packing`."),
    Item("minft and minvt", "section 4.3", "algorithm", DFRS),
    Item("When mappings are computed: events, opportunism (*), periods", "section 4.4", "algorithm", DFRS),
    Item("DFRS scheduling algorithms", "section 4.5, table 1", "table", HERE + "table5",
         "The scheme's name is a parameter and follows the table; all 116 algorithms are run for table 5."),
    Item("opt=avg: linear program (2)", "section 4.6", "algorithm", DFRS),
    Item("opt=min: max-min yields", "section 4.6", "algorithm", DFRS),
    Item("/stretch-per", "section 4.7", "algorithm", DFRS),
    # 5
    Item("Rescheduling penalty of 300 s", "section 5.1", "model", "metric:penalty_mean"),
    Item("FCFS on whole nodes", "section 5.2", "algorithm", "policy:fcfs"),
    Item("EASY on whole nodes, as described", "section 5.2", "algorithm", "policy:easy"),
    Item("EASY on whole nodes, as its numbers tell", "section 5.2", "algorithm", "policy:easy_restricted"),
    Item("HPC2N in weeks, with tasks and memory", "section 5.3.1", "model", HERE + "table2-hpc2n"),
    Item("Lublin and Feitelson's model", "section 5.3.2", "model", "generator:lublin99"),
    Item("CPU needs and memory of synthetic jobs", "section 5.3.2", "model", "option:needs"),
    Item("Scaled to loads of 0.1 to 0.9", "section 5.3.2", "model", "option:load"),
    # 6
    Item("Degradation from bound", "section 6.1", "metric", "metric:degradation"),
    Item("Degradations of unscaled traces", "table 2", "table", HERE + "table2"),
    Item("Degradations of scaled traces", "table 2", "table", HERE + "table2-scaled"),
    Item("Degradations of real weeks", "table 2", "table", HERE + "table2-hpc2n"),
    Item("Degradation against load", "figure 1", "figure", HERE + "fig1"),
    Item("How long MCB8 computes", "section 6.2", "claim", HERE + "timing"),
    Item("Preemptions and migrations", "table 3", "table", HERE + "table3"),
    Item("Bandwidth of preemptions", "section 6.3", "metric", "metric:preemption_bandwidth"),
    Item("Bandwidth of migrations", "section 6.3", "metric", "metric:migration_bandwidth"),
    Item("Preemptions per hour and per job", "section 6.3", "metric", "metric:preemptions_per_hour"),
    Item("Underutilization", "section 6.4.1", "metric", "metric:underutilization"),
    Item("Demand and use over time", "figure 2", "figure", "plot:underutilization"),
    Item("Normalized underutilization", "section 6.4.1", "metric", "metric:underutilization_normalized"),
    Item("Underutilization of synthetic traces", "table 4", "table", HERE + "table4"),
    Item("Underutilization of real weeks", "table 4", "table", HERE + "table4-hpc2n"),
    Item("The whole HPC2N log at once", "section 6.4.2", "claim", HERE + "hpc2n-full"),
    Item("Underutilization against period, synthetic traces", "figures 3b and 3c", "figure", HERE + "fig3"),
    Item("Underutilization against period, real weeks", "figure 3a", "figure", HERE + "fig3-hpc2n"),
    Item("Maximum stretch against period, synthetic traces", "figure 4", "figure", HERE + "fig4"),
    Item("Maximum stretch against period, real weeks", "figure 4", "figure", HERE + "fig4-hpc2n"),
    Item("A period of ten penalties is recommended", "section 6.4.2", "claim", HERE + "appendix-b"),
    Item("A period equal to the penalty may never make progress", "section 6.4.2", "claim", HERE + "appendix-b"),
    # 7 and 8
    Item("Scheduling in the dark: equal shares", "section 7", "algorithm", "policy:equipartition"),
    Item("Bin stretching, dynamic bin packing, temporary tasks", "section 7", "algorithm", "",
         "These are cited as kin of the problem, with other goals; none of them schedules these jobs."),
    Item("Degradations of all 116 algorithms on real weeks", "appendix A, table 5", "table", HERE + "table5"),
    Item("Very long periods, and bandwidth against period", "appendix B", "figure", HERE + "appendix-b"),
)
