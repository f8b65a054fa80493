"""Papers that samples and policies are from: who wrote them, when, and where they are to be had."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Publication:
    """A paper.  key: "ostrich-2013", as samples name it; authors: their full names, with commas; link: an address."""

    key: str
    title: str
    authors: str
    year: int
    venue: str
    link: str


_NEWEST_FIRST = (
    Publication(
        "ostrich-2013",
        "OStrich: Fair Scheduling for Multiple Submissions",
        "Joseph Emeras, Vinicius Pinheiro, Krzysztof Rzadca, Denis Trystram",
        2013,
        "PPAM 2013",
        "https://inria.hal.science/hal-00918374",
    ),
    Publication(
        "campaign-scheduling-2012",
        "Campaign Scheduling",
        "Vinicius Pinheiro, Krzysztof Rzadca, Denis Trystram",
        2012,
        "HiPC 2012",
        "https://mimuw.edu.pl/~krzadca/ostrich",
    ),
    Publication(
        "fairness-2012",
        "Performance and Fairness for Users in Parallel Job Scheduling",
        "Dalibor Klusáček, Hana Rudová",
        2012,
        "JSSPP 2012",
        "https://doi.org/10.1007/978-3-642-35867-8_13",
    ),
    Publication(
        "dfrs-2011",
        "Dynamic Fractional Resource Scheduling vs. Batch Scheduling",
        "Henri Casanova, Mark Stillwell, Frédéric Vivien",
        2011,
        "INRIA research report 7659",
        "https://inria.hal.science/inria-00603091",
    ),
    Publication(
        "parallel-tasks-2005",
        "Scheduling on Large Scale Distributed Platforms: From Models to Implementations",
        "Pierre-François Dutot, Lionel Eyraud-Dubois, Grégory Mounié, Denis Trystram",
        2005,
        "International Journal of Foundations of Computer Science 16 (2)",
        "https://hal.science/hal-00005318",
    ),
)
PUBLICATIONS = {publication.key: publication for publication in _NEWEST_FIRST}
