"""What the experiments have in common: how they were set up, what is known to differ, and what opens in Compare."""

from __future__ import annotations

from scheduler.topics.papers.experiments import CHOSEN, STATED, Opening
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import ALGORITHMS, RUNS, source

COMMON = (
    ("processors", "200", STATED),
    ("runs of each point", f"{RUNS['full']} ({RUNS['quick']} at quick scale)", STATED),
    ("weights", "uniform from 1 to 10", STATED),
    ("submissions", "all at the beginning", STATED),
    ("bound on the weighted sum", "linear program over intervals, four points between t and 2 t", CHOSEN),
    ("bound on the makespan", "the longest guess that MRT rules out", CHOSEN),
    ("MRT: how near its guess is", "1 %", CHOSEN),
    ("DEMT: compaction", "by batch, the best of eleven lists of those that take no longer in all", CHOSEN),
)
OF_LISTS = (
    ("processors of a task in the lists", "those that MRT selects", STATED),
    ("when they are read from MRT", "before room is made for the second shelf", CHOSEN),
    ("order of LPTF", "the largest ratio of weight and runtime first", CHOSEN),
)
OF_CIRNE = (
    ("moldability by Cirne and Berman", "Downey's speed-up, average parallelism and variation of their model", CHOSEN),
    (
        "their tasks: the runtime that is drawn",
        "on as many processors as users of that model ask for",
        "changed from the runtime on one processor",
    ),
)
DIFFERENCES = (
    "The paper does not state its linear program. Our coarse one has intervals that double. Its bound is 7 to 39 % "
    "below that of our fine one, which has four points between t and 2 t. So the ratios depend on it. The fine one is "
    "compared; the coarse one stands beside it.",
    "The figures print no numbers, and the text prints only limits: ratios below 2 for the makespan and below 2.5 for "
    "the weighted sum.",
    "The paper does not say how DEMT closes the gaps between batches. Here its tasks start as soon as they fit, in the "
    "order of batches. They may pass each other where that makes the weighted sum smaller and the whole no longer. If "
    "they always did, the weighted sum of weakly parallel tasks would be up to a tenth smaller, and their makespan "
    "above twice its bound.",
)
LPTF_ORDER = (
    "The paper describes the order of LPTF in two ways that contradict each other. Its name, its good makespan and "
    'that SAF is almost the opposite mean that long tasks come first. But the tasks "are actually sorted using the '
    'ratio" of weight and runtime, which makes the weighted sum small if the largest ratio, that is a short task, '
    "comes first. We take the second."
)
LPTF_OPEN = (
    "Which order the paper's LPTF has. Its name, its good makespan and that SAF is almost the opposite mean that long "
    'tasks come first, and then the sentence holds. But the tasks "are actually sorted using the ratio" of weight '
    "and runtime, which makes the weighted sum small if the largest ratio, that is a short task, comes first; we take "
    "this order, and then it does not hold."
)
LENGTHS = (
    "Section 6.1 draws the runtime on one processor. With Cirne and Berman's moldability, a single task would then "
    "decide the makespan in 85 to 98 % of the runs with 200 tasks. Section 6.3 says the opposite: there the work "
    "decides. Here the runtime drawn is that on as many processors as users ask for in their model."
)
NEAREST = (
    "The paper gives no parameters of Cirne and Berman's model. If the runtime drawn is that on the fewest processors "
    "of each job, DEMT is furthest ahead with 25 tasks, as the paper says. But then a single task decides in 78 % of "
    "the mixed runs with 200 tasks."
)
SWAPPED = (
    "Section 6.1 calls tasks with X around 0.9 highly parallel. By its own formula these are weakly parallel. "
    "The names here say what tasks do."
)
ON_ASKED = (
    "The runtime drawn is that on as many processors as users ask for; section 6.1 draws that on one "
    "processor, which contradicts section 6.3."
)
X_SWAPPED = (
    "X is around 0.1 for highly and around 0.9 for weakly parallel tasks; section 6.1 has the two words the "
    "other way round."
)
BOTH = f"{ON_ASKED} {X_SWAPPED}"
STEPS = (
    (
        "X of the formula",
        "drawn for each further processor, normal around 0.1 (highly) or 0.9 (weakly)",
        "changed from 0.9 (highly) and 0.1 (weakly)",
    ),
)


def of_algorithms(family: str, tasks: int) -> tuple[Opening, ...]:
    """The first draw under the four algorithms."""
    return (
        Opening(
            f"the first run of {tasks} tasks, {family}, under the four algorithms",
            source(family, tasks),
            tuple((policy, {}) for policy in ALGORITHMS.values()),
        ),
    )


def of_alphas(family: str, tasks: int) -> tuple[Opening, ...]:
    """The first draw under DEMT."""
    return (
        Opening(
            f"the first run of {tasks} tasks under DEMT with four alphas",
            source(family, tasks),
            tuple(("demt", {"alpha": alpha}) for alpha in (1.05, 1.5, 2.0, 6.0)),
        ),
    )
