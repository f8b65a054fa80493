"""Dynamic fractional resource scheduling: jobs share nodes, are slowed, paused and moved, and nobody knows runtimes.

Every task has a CPU need and a memory requirement, fractions of a node.  Memory may not be exceeded; CPU may, and then
all tasks of a job get the same share of their need, the job's yield.  The name of the algorithm says how arriving jobs
are placed, what happens at completions, what happens every period, how the rest of the CPU is handed out, and which
jobs may not be moved: see dfrs_scheme.py.

    GreedyPM */per/opt=min/minvt=600    let every arriving job in, pausing or moving those of lowest priority; hand
                                        freed nodes to paused jobs; every ten minutes place all jobs anew, but for those
                                        that have not run for ten minutes of virtual time

The parts of a name, with what they do (sections 4.1 to 4.7):

Virtual time is the integral of a job's yield since its submission: 10 s at a yield of 1, a pause of 120 s and 30 s at a
yield of 0.5 make 10 + 0 + 15 = 25 s.  Priority is flow time / virtual time^2, where flow time is the time since
submission; a job that has not run has the highest, and of equals the one submitted first goes first.

- Greedy: of the nodes with memory left for a task, each task goes to the one with the least sum of CPU needs.  Where a
  task finds none the whole job waits.
- GreedyP: running jobs are marked for pausing, lowest priority first, until the new job would fit; those for which
  memory is left after all are unmarked, highest priority first; the others are paused.
- GreedyPM: as GreedyP, but Greedy tries first to give the marked jobs other nodes.
- MCB8: all jobs are placed anew at the highest common yield at which they fit.  At a given yield tasks have a
  requirement of CPU and one of memory; they stand in two lists, by which of both is larger, sorted by the larger one.
  Nodes are filled one by one, each time from the list that evens out what is left of the two.  Where no yield will do,
  the job of lowest priority is left out.
- minft, minvt: a job with less flow time (virtual time) than that may be paused by MCB8, but not moved.
- Yields: first all jobs get 1 / max(1, L), L being the largest sum of CPU needs on a node.  What is left is handed out
  by opt=min, which raises the least yield, then the least of those that can still be raised, and so on (max-min); or by
  opt=avg, a linear program (2) that makes the sum of yields largest and lowers none.
- /stretch-per: MCB8 looks for the smallest largest estimated stretch, flow time / virtual time at the next period,
  instead of the largest yield.

Source: Casanova, Stillwell and Vivien 2011, section 4.  Where we depart: the bisection of MCB8 tries yields in steps of
1/128, where the paper has an accuracy of 0.01; a yield of 1 itself is never tried, and requirements count one percent
of a node at least.  Shares are exact, not whole percents (`quantized` has the authors' own); a star also takes effect
at arrivals and periods, as in the authors' simulator (`star_on` completion: at completions only, as in table 1);
`/stretch-per` with opt=avg minimizes the average stretch, as the paper says (`average` inverse: maximizes its average
inverse, as the authors' simulator does).  Where the paper is silent: jobs that arrive at one instant are let in one by
one; a job that has lost its nodes gets none at that instant, but for one that `minvt` or `minft` keep in its place,
which gets its own back where their memory is free when its turn comes; with `/stretch-per` shares are raised anew at
every event, from what the last period granted, for the time left until the next one.

`favored` is ours, for the outlook of the paper (section 8): it multiplies the priority of some users' jobs, so others
make way for them and are left out first.  It changes no share: jobs on the same node still get the same yield, and a
job that has made no progress still goes first, whoever's it is.

`decay` is ours, too: section 8 asks for "a strategy for reducing the yield of long running jobs", "inspired by thread
scheduling in operating systems kernels", "mitigating the negative impact of long running jobs on shorter ones", and
leaves open what long is, by how much the yield falls, and what becomes of the CPU.  Here a job counts 1 / (1 + k) when
the CPU of nodes is shared, k being how many whole times `decay` goes into its virtual time, and 1 / 100 at least: half
once it has run for that long, a third after twice as long, as a thread goes down one level when its time is used up.
The procedures of section 4.6 are kept with yield / weight in the place of the yield: the least of these is as large as
it can be; opt=min goes on with max-min; opt=avg makes the sum of weight x yield largest.  No yield is above 1, so a
long job that is in nobody's way runs at full speed, and CPU that it leaves goes to the others.  Weights are read at
every event, as priorities are.  Where tasks stand and whose turn it is are decided as without it.  It goes neither with
/stretch-per, which sets yields by stretches, nor with `quantized`, which is what the authors' simulator does.

Tasks that differ: section 8 says that the techniques "could easily be modified to allow for heterogeneous tasks as
well".  Here a job may have two kinds of tasks, its first ones and the others, with a CPU need and a memory of their own
(the columns first_tasks, first_cpu_need and first_memory of a workload).  All tasks of a job go on at one rate, so it
has one yield still, and a task gets yield x its own need.  Greedy places first tasks before the others; GreedyP and
GreedyPM make room until Greedy places the whole job; in the lists of MCB8 each kind stands for itself, first tasks
before others where they ask for the same, and a job is packed when both kinds are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.engine.decision_log import (
    AWAITS_PERIOD,
    FORCED_IN,
    LEFT_OUT,
    MADE_WAY,
    MEMORY_SHORT,
    PACKED_AT_ARRIVAL,
    PACKED_AT_END,
    PACKED_AT_PERIOD,
    PACKED_FOR_STRETCH,
    PLACED_AT_ARRIVAL,
    ROOM_LEFT,
)
from scheduler.engine.pseudocode import Line
from scheduler.errors import SUBMIT_AS_RECORDED, ParamError, Unsupported
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.fractional.adapters import user_weights
from scheduler.topics.fractional.adapters.dfrs_scheme import EXAMPLE, Scheme, parse
from scheduler.topics.fractional.adapters.fractional import check_periods, fractional_jobs, play, tables
from scheduler.topics.fractional.engine.fractions import LIMIT_CODES, OPT_CODES, PRIORITY_CODES, SUBMISSION_CODES, Rules
from scheduler.topics.fractional.engine.nodes import PERCENT

EXAMPLES = (
    EXAMPLE,
    "GreedyP */per/opt=min/minvt=600",
    "GreedyPM */per/opt=min",
    "GreedyPM *",
    "GreedyP *",
    "Greedy *",
    "MCB8 */per/opt=min/minvt=600",
    "MCB8 *",
    "/per",
    "/stretch-per",
    "GreedyPM */per/opt=avg/minvt=600",
)
PARAMS = (
    Param(
        "scheme",
        EXAMPLE,
        help="name of the algorithm, as in the paper: Greedy, GreedyP, GreedyPM, MCB8 or nothing, "
        "*, /per or /stretch-per, /opt=min, avg or none (stretch-per: max, avg or none), "
        "/minft=s or /minvt=s",
        examples=EXAMPLES,
        test=parse,
    ),
    Param("period", 600.0, low=1, high=1e7, unit="s", help="from one placing of all jobs to the next"),
    Param("penalty", 300.0, low=0, high=1e7, unit="s", help="without progress, for a job that is resumed or moved"),
    Param("quantized", False, help="needs, memory and shares in whole percents of a node"),
    Param(
        "star_on",
        "event",
        choices=("event", "completion"),
        help="when * hands out what is free: at every event, or at completions only",
    ),
    Param(
        "average",
        "stretch",
        choices=("stretch", "inverse"),
        help="stretch-per with opt=avg: minimize the average stretch, or maximize its average inverse",
    ),
    Param(
        "priority",
        "ft/vt2",
        choices=tuple(PRIORITY_CODES),
        help="whose turn it is, ft the time since submission and vt the virtual time: the paper's choice, and the "
        "two it tried before (section 4.1)",
    ),
    Param(
        "packing",
        "larger",
        choices=("larger", "sum"),
        help="how MCB8 sorts tasks: by the larger of their two requirements, or by the sum of both as its model does "
        "(section 4.3)",
    ),
    Param(
        "favored",
        None,
        kind=str,
        test=user_weights.read,
        examples=user_weights.EXAMPLES,
        help="users whose jobs' priority counts more or less, as USER:WEIGHT with their numbers in the log; others "
        "have weight 1 (section 8 asks for priorities of users and leaves open how)",
    ),
    Param(
        "decay",
        None,
        kind=float,
        low=1,
        high=1e9,
        unit="s",
        help="the yield of a job falls with the time it has run: after so much virtual time it counts half where CPU "
        "is short, after twice as much a third, and so on; not set: all jobs count the same (section 8 asks for "
        "this and leaves open how)",
    ),
)


def rules(params: Mapping[str, Any]) -> Rules:
    """What the kernel is told; raises ParamError for a name that is none, and for a decay that does not go with it."""
    scheme = parse(params["scheme"])
    _check_decay(scheme, params)
    period = params["period"] if scheme.periodic != "none" else np.inf
    return Rules(
        SUBMISSION_CODES[scheme.submission],
        scheme.star,
        params["star_on"] == "event",
        float(period),
        scheme.periodic == "stretch-per",
        OPT_CODES[scheme.opt],
        LIMIT_CODES[scheme.limit],
        scheme.bound,
        float(params["penalty"]),
        PERCENT if params["quantized"] else 1,
        params["average"] == "inverse",
        PRIORITY_CODES[params["priority"]],
        params["packing"] == "sum",
        params["decay"] or 0.0,
    )


def _check_decay(scheme: Scheme, params: Mapping[str, Any]) -> None:
    if params["decay"] is None:
        return
    if scheme.periodic == "stretch-per":
        raise ParamError(
            "decay does not go with /stretch-per, which sets yields by stretches; leave decay out, or "
            "choose another scheme."
        )
    if params["quantized"]:
        raise ParamError(
            "decay does not go with quantized, the whole percents of the authors' own simulator, which "
            "has no decay; leave one of them out."
        )


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise ParamError for a wrong name or decay, Unsupported for closed arrivals, a job that fits no empty platform,
    quantized with tasks that differ, or so many periods that the run would hardly end."""
    asked = rules(params)
    if workload.is_closed:
        raise Unsupported(
            "Fractional scheduling takes submit times as they are, and here they follow the completion of earlier "
            "campaigns",
            (SUBMIT_AS_RECORDED,),
        )
    check_periods(fractional_jobs(workload, params["quantized"]), workload.platform.processors, asked.period)


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, segments, places."""
    jobs = fractional_jobs(case.workload, case.params["quantized"], case.params["favored"])
    machine, segments = play(jobs, case.workload.platform.processors, rules(case.params), case.control, case.log)
    return dict(tables(case.workload, machine, segments))


PSEUDOCODE = (
    Line("a new job (first part of the name):"),
    Line("    Greedy: gets nodes where memory is left", (PLACED_AT_ARRIVAL,)),
    Line("    GreedyP, GreedyPM: is let in at the cost of others", (FORCED_IN,)),
    Line("        which are paused, or moved, lowest priority first", (MADE_WAY,)),
    Line("    MCB8: all jobs are placed anew", (PACKED_AT_ARRIVAL,)),
    Line("    else it waits for memory", (MEMORY_SHORT,)),
    Line("    or for the next period", (AWAITS_PERIOD,)),
    Line("the end of a job, where the name has a star:"),
    Line("    freed nodes go to the paused job of highest priority", (ROOM_LEFT,)),
    Line("    MCB8: all jobs are placed anew", (PACKED_AT_END,)),
    Line("every period, where the name has one:"),
    Line("    /per: place all jobs anew for the largest common yield", (PACKED_AT_PERIOD,)),
    Line("    /stretch-per: or for the smallest stretch", (PACKED_FOR_STRETCH,)),
    Line("    while memory is short: leave out the lowest priority", (LEFT_OUT,)),
    Line("then: all jobs of a node get the same yield; opt shares out the rest"),
    Line("    with decay: by 1 / (1 + whole times it goes into what a job has run)"),
)

POLICY = Policy(
    "dfrs",
    "Fractional scheduling (DFRS)",
    "fractional",
    run,
    "Casanova, Stillwell and Vivien 2011, section 4",
    params=PARAMS,
    information=frozenset(
        {"submit", "processors", "cpu_need", "memory", "first_tasks", "first_cpu_need", "first_memory", "user"}
    ),
    needs=frozenset({"needs"}),
    kind="fractional",
    wait_cause="rule",
    check=check,
    usual={"needs": 2},
    pseudocode=PSEUDOCODE,
)
