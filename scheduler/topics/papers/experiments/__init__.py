"""Papers and their experiments, as data: what was published, how it is run again, what came of it.

A paper is one folder of this package, an experiment one file in it.  An experiment is cut into parts: pieces of work
of about a second that need nothing of each other, described in JSON.  `run(part)` does one and returns JSON, which is
kept, so an experiment that was interrupted goes on where it was and parts shared by several are run once: parts of one
paper that say the same (labels apart) have to mean the same.
`outcome(results)` puts the parts together: our value beside each published one, each claim with its evidence, and the
charts.

An experiment may be one on logs: it declares those of its paper, and whoever asks for it may name another.  A log is
known by the SHA-256 of its text.  Its parts then name the log they run on, `run` is handed the trace, and says how many
jobs it simulates when it begins, so that it can be watched and stopped: such a part may take minutes.

A published number says where it stands in the paper and in which band ours has to lie, which is centered on what is
printed (../verdicts.py says how it is judged).  Where the paper does not state a number there is none here either.  A
number that the paper's own arithmetic shows to be a misprint stays as it is printed, with the correction beside it.

An experiment that runs what a topic adds names that topic; where it is taken out, so is the experiment.

What came of every experiment when it was run last, at full scale where that was possible, is kept in `outcomes/`.

May import `replay` and below.  Others use `all_papers` and the classes declared here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from scheduler import registry
from scheduler.charts import Chart
from scheduler.publications import PUBLICATIONS, Publication

SCALES = ("quick", "full")

Part = dict[str, Any]  # JSON; all but what ASIDE names says what to do
Result = Any  # JSON
# of a part: a short text for people, the name of its log, its share of the time, and in which of several equal sweeps
# over a long experiment it is run: what comes of the first sweeps is an outcome with fewer cases
ASIDE = ("label", "name", "weight", "sweep")
Begin = Callable[[int], np.ndarray]  # told how many jobs are simulated, it gives the control for simulate()

STATED, CHOSEN = "stated", "chosen"  # a setting the paper tells, and one it leaves open


class Band(NamedTuple):
    """What ours may be to count as a printed number: a range centered on it, or a place of it among samples of ours."""

    share: float = 0.0  # half of the range, relative to the number
    room: float = 0.0  # and more, in its unit; of samples: what rounding in print hides
    end: str = ""  # "least": only the lower end counts; "most": only the upper one
    sample: int = 0  # judged by where it lies among samples of so many cases of ours

    @property
    def limit(self) -> str:
        """What stands before the printed number, where the paper prints a bound: "at least", "at most"."""
        return "" if self.share or not self.end else f"at {self.end}"

    def around(self, number: float) -> tuple[float | None, float | None]:
        """(low, high), both included; None where it has no such end."""
        half = self.share * abs(number) + self.room
        return (None if self.end == "most" else number - half, None if self.end == "least" else number + half)


EXACTLY = Band(share=1e-9, room=1e-9)
AT_LEAST, AT_MOST = Band(room=1e-9, end="least"), Band(room=1e-9, end="most")


@dataclass(frozen=True)
class Published:
    """A number the paper prints (or shows), and what ours may be to count as the same."""

    name: str
    value: float | None  # as printed; None: the paper shows or claims it without a number
    band: Band | None  # None: shown for information, no verdict
    where: str  # "section VII, text and figure 4"
    unit: str = ""
    meant: float | None = None  # the number that is meant, where the printed one is a misprint
    corrected: str = ""  # the misprint or contradiction that is corrected, and how
    reference: float | None = None  # what a simulator gave that others wrote from the text alone
    explained: str = ""  # why ours lies elsewhere: our best explanation
    decided_by: str = ""  # what would decide it, where the paper leaves open what it hangs on

    @property
    def target(self) -> float | None:
        """What ours is compared with."""
        return self.value if self.meant is None else self.meant

    @property
    def accepted(self) -> tuple[float | None, float | None] | None:
        """The range ours has to lie in; None where there is none, or where samples decide."""
        if self.band is None or self.band.sample or self.target is None:
            return None
        return self.band.around(self.target)


@dataclass(frozen=True)
class Measured:
    """Our value of a number, with its interval where it is an estimate (95 %, how is said in the experiment)."""

    name: str
    ours: float | None
    low: float | None = None
    high: float | None = None
    unit: str = ""  # where the paper prints no number
    cell: tuple[str, str, str] | None = None  # (heading, row, column) of a table of such values
    judged: bool = True  # False: what was run is too little to compare it
    rows: str = "policy"  # of a table: what each of its rows is
    printed: float | None = None  # of a table: what the paper has there
    band: Band | None = None  # of a table: what ours may be
    sampled: tuple[float, float | None] | None = None  # central 95 % of samples as large as the paper's; None: open
    percentile: float | None = None  # of the printed number among them


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, in our words, that can be checked; evidence: the numbers, in a sentence."""

    text: str
    holds: bool
    evidence: str
    judged: bool = True  # False: what was run is not what the paper says this of
    finding: bool = False  # whether it is ours, and no sentence of the paper
    corrected: str = ""  # as of a published number
    explained: str = ""
    decided_by: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of an experiment.  measured: one per published number, same names, and more if useful."""

    measured: tuple[Measured, ...]
    claims: tuple[Claim, ...] = ()
    charts: tuple[Chart, ...] = ()
    differences: tuple[str, ...] = ()  # known ones of what was run, beside those of the experiment


@dataclass(frozen=True)
class Opening:
    """A setup that opens in Compare as ordinary runs, to be changed there.

    source: as the store takes it: {"kind": "sample", "name": ...} or {"kind": "generate", "generator", "params",
    "seed"}; empty: the log the experiment is run on.  options: of the workload; runs: (policy, params), one to four.
    """

    title: str
    source: Mapping[str, Any]
    runs: tuple[tuple[str, Mapping[str, Any]], ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class PaperLog:
    """A log a paper was run on."""

    title: str  # "SDSC BLUE", as the paper calls it
    names: tuple[str, ...]  # of files with it, without .swf and .gz; the best first
    processors: int
    jobs: int  # as the paper counts them
    differences: Mapping[str, str] = field(default_factory=dict)  # by name of the file, one sentence each
    clusters: str = ""  # of the machine, where it has several: their sizes or their name

    @property
    def machine(self) -> dict[str, Any]:
        """Options of the workload: what the paper ran it on; jobs wider than any cluster are left out."""
        return {"clusters": self.clusters, "wide": "drop"} if self.clusters else {"processors": self.processors}


class LogFile(NamedTuple):
    """A log to run an experiment on."""

    name: str  # of its file, without .swf and .gz
    sha256: str  # of its text


@dataclass(frozen=True)
class Experiment:
    """One experiment of a paper.

    One on logs has parts(scale, seed, logs) and run(part, trace, begin); its parts hold "log", the SHA-256 of theirs,
    and "first", how many jobs of it (None: all).
    """

    key: str  # "fig3"; stays, for it is part of addresses
    title: str
    where: str  # section, figure or table
    question: str  # what it asks, one sentence
    settings: tuple[tuple[str, str, str], ...]  # (what, value, "stated" | "chosen" | what it was changed from)
    published: tuple[Published, ...]
    parts: Callable[..., Sequence[Part]]  # (scale, seed); (scale, seed, [LogFile]) of one on logs
    run: Callable[..., Result]  # (part); (part, trace, begin) of one on logs
    outcome: Callable[[Sequence[Part], Sequence[Result]], Outcome]  # results in the order of the parts
    cpu_seconds: Mapping[str, float]  # about, by scale, measured on one core
    differences: tuple[str, ...] = ()  # known differences and errata, one plain sentence each
    openings: tuple[Opening, ...] = ()
    random: bool = True  # whether the seed matters
    logs: tuple[PaperLog, ...] = ()  # those of the paper; empty: an experiment that takes no log
    explained: str = ""  # of numbers and claims that say nothing of their own
    topic: str = ""  # the key of the topic whose entries it runs; where that is taken out, so is the experiment


@dataclass(frozen=True)
class Paper(Publication):
    """A paper and its experiments, in the order of the paper; its key is its folder here, with an underscore."""

    experiments: tuple[Experiment, ...]
    errata: tuple[str, ...] = ()  # of the paper as a whole

    @classmethod
    def of(cls, key: str, experiments: tuple[Experiment, ...], errata: tuple[str, ...] = ()) -> Paper:
        """The paper of one of PUBLICATIONS."""
        return cls(**vars(PUBLICATIONS[key]), experiments=experiments, errata=errata)


def all_papers() -> Mapping[str, Paper]:
    """{key: Paper}, newest first, without experiments of topics that are not there."""
    papers = {paper.key: _with_topics(paper) for paper in registry.load(__name__, "PAPERS").values()}
    return dict(sorted(papers.items(), key=lambda item: (-item[1].year, item[0])))


def _with_topics(paper: Paper) -> Paper:
    there = tuple(one for one in paper.experiments if not one.topic or registry.has_topic(one.topic))
    return replace(paper, experiments=there)


def all_experiments() -> Mapping[str, tuple[Paper, Experiment]]:
    """{"paper/experiment": both}."""
    return {
        f"{paper.key}/{experiment.key}": (paper, experiment)
        for paper in all_papers().values()
        for experiment in paper.experiments
    }
