"""What a paper holds, item by item, and where each is shown here: the matrix of a paper.

An item is an algorithm, a model, a metric, a theorem, an example, a figure, a table or a sentence that can be checked.
Each folder of a paper has a module `items` with its ITEMS, in the order of the paper.  An item says where it stands in
the paper and names one thing of this program that shows it; where there is none it says why not.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from scheduler.topics import all_topics
from scheduler.topics.papers import experiments

KINDS = ("algorithm", "model", "metric", "theorem", "example", "figure", "table", "claim")
ROOMS = ("policy", "experiment", "guarantee", "metric", "generator", "plot", "workload_plot", "option", "page")


@dataclass(frozen=True)
class Item:
    """One thing a paper describes.

    shown_by: "policy:easy", "experiment:ostrich-2013/fig3", "guarantee:KEY", "metric:KEY", "generator:KEY", "plot:KEY",
    "workload_plot:KEY", "option:NAME" of a workload, or "page:/glossary"; empty where it is not shown: `reason` then
    says why.  topic: the key of the topic that what shows it belongs to; where it is taken out, so is the item.

    Raises ValueError where the kind or the room of `shown_by` is unknown, a name or place is empty, or nothing is shown
    and no reason given.
    """

    name: str  # "FairCamp", "Proposition 2": what the paper calls it
    place: str  # where it stands: "section VI.C, equation (1)"
    kind: str  # one of KINDS
    shown_by: str
    reason: str = ""  # why it is not shown, or what of it is shown otherwise
    topic: str = ""  # "divisible"

    def __post_init__(self) -> None:
        """Check."""
        if self.kind not in KINDS:
            raise ValueError(f"{self.name}: there is no kind {self.kind!r}; wanted: {', '.join(KINDS)}")
        if not self.name or not self.place:
            raise ValueError(f"{self.name or 'An item'} has no {'place' if self.name else 'name'}")
        if not self.shown_by and not self.reason:
            raise ValueError(f"{self.name} is shown nowhere; say why")
        if self.shown_by and (self.room not in ROOMS or not self.key):
            raise ValueError(f"{self.name} is shown at {self.shown_by!r}; wanted: one of {', '.join(ROOMS)}, and a key")

    @property
    def room(self) -> str:
        """Of what shows it: "policy" of "policy:easy"; empty where it is not shown."""
        return self.shown_by.partition(":")[0]

    @property
    def key(self) -> str:
        """Of what shows it: "easy" of "policy:easy"."""
        return self.shown_by.partition(":")[2]


def items_of(paper: str) -> tuple[Item, ...]:
    """The items of a registered paper by its key, in the order of the paper; none where its folder lists none.

    Those of topics that are not there are left out.
    """
    module = f"{experiments.__name__}.{paper.replace('-', '_')}.items"
    try:
        items = import_module(module).ITEMS
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return ()
    return tuple(item for item in items if not item.topic or item.topic in all_topics())
