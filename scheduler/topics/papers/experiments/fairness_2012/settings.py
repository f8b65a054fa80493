"""What both figures have in common: how the experiment was set up, and what is known to differ."""

from __future__ import annotations

from scheduler.policies import all_policies
from scheduler.topics.papers.experiments import CHOSEN, STATED, Opening
from scheduler.topics.papers.experiments.fairness_2012.runs import OPTIONS, SEEDS

TABU = {param.name: param.default for param in all_policies()["tabu"].params}
TWICE = int(TABU["iterations"])
SETTINGS = (
    ("logs", "six of the Parallel Workloads Archive", STATED),
    ("policies", "FCFS, BF, BF-EASY, BF-CONS, BF-FAIR, TS", STATED),
    ("jobs and clusters", "no job in two clusters", STATED),
    ("estimates of runtimes", "exact", STATED),
    ("threshold of the bounded slowdown", "1 s", STATED),
    ("users with one job", "left out of NUWT", STATED),
    ("TS: when", "every 5 min", STATED),
    ("TS: iterations", "twice the number of waiting jobs, however many wait", STATED),
    ("TS: tabu list", "10 jobs", STATED),
    ("TS: seeds", f"up to {SEEDS['full']} ({SEEDS['quick']} at quick scale); numbers are means of those run", CHOSEN),
    ("TS: time limit", "none, so that equal seeds give equal schedules", "changed from 2 s"),
    ("TS: a criterion that is 0", "becoming positive counts as 100 % worse", CHOSEN),
    ("TS: jobs in the criteria", "those that wait, in wait, response and slowdown; all submitted, in F", CHOSEN),
    ("TS: smallest gain", "a sum of relative improvements of 1e-9; less counts as none", CHOSEN),
    ("deviation of NUWT", "of the users themselves: the sum of squares over their number", CHOSEN),
    ("runtimes above the requested time", "as they are, not cut", CHOSEN),
    ("size of a job", "processors requested, else those it got", CHOSEN),
    ("jobs cancelled without processors", "run on those they asked for", CHOSEN),
    ("clusters of MetaCentrum", "14, as the archive lists them", CHOSEN),
    ("which cluster a job goes to", "where it can start earliest, the first of several", CHOSEN),
    ("BF-FAIR: a user without a completed job", "comes last", CHOSEN),
    ("jobs at the begin and end of a log", "all counted", CHOSEN),
)
DIFFERENCES = (
    "The paper prints no numbers, only figures; so nothing is compared number by number, but the sentences of its text "
    "are checked. Where the paper says most or often, so does the sentence here; else it has to hold on every log.",
    "Where a job ends as another one is submitted the paper does not say what its program sees first. Every policy but "
    "TS is run in both orders; a difference in mean wait below what the order moves is within tie noise.",
    "The paper stops TS after 2 s of its machine's time, or when a job arrives or ends; here it makes all its "
    f"iterations, {TWICE} for each waiting job. Elsewhere TS stops after {int(TABU['most'])} at each search unless "
    "told otherwise, which gives other schedules where more than half as many jobs wait.",
)
EXPLAINED = (
    "The paper does not tell how ties in the queue are broken, and stops TS by the clock of its machine, not after as "
    "many iterations as here. Where two policies are near each other on a log, either may decide. The files of CTC SP2 "
    "and SDSC SP2 are rebuilt copies, and 10 % of the jobs of SDSC SP2 are missing."
)
OPENINGS = (
    Opening(
        "this log under the policies that backfill",
        {},
        tuple((policy, {}) for policy in ("easy", "conservative", "backfill_fair", "tabu")),
        OPTIONS,
    ),
)
CPU_SECONDS = {"quick": 20.0, "full": 700.0}  # of all six logs; both figures together, for they share their parts
