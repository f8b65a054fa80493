"""Divisible loads: work that can be cut at will, handed to workers over links, as tables and a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from layouts.topics.divisible import load_charts
from scheduler.errors import ParamError
from scheduler.topics.divisible.answer import Answer, answer
from scheduler.topics.divisible.platform import Star
from scheduler.topics.divisible.question import counted_in, question

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 1_000  # pixels of the figure


def divisible(**words: Any) -> Load:
    """Distribute a divisible load: who receives, computes and returns when.

    words: those of the page and of `queuescope divisible`, such as workers="1/4, 2/2" (units/s each), load=12, mode,
    order, returns; what is left out is as usual.  The timeline is audited.  Raises ParamError.

    >>> divisible(workers="1/1, 1/1", load=3).facts["completion"]
    4.0
    """
    return Load(answer(question(words)))


class Load:
    """A divisible load that is distributed."""

    def __init__(self, solution: Answer):
        self.solution = solution

    @property
    def facts(self) -> dict[str, float]:
        """{what: number}: the completion (s), the workers that take part, the least any plan needs (s) ..."""
        return {fact.name: fact.value for fact in self.solution.facts}

    @property
    def shares(self) -> pd.DataFrame:
        """A row a worker: its load, its share of all, and what part of the time it computes."""
        import pandas as pd

        return pd.DataFrame(self.solution.shares)

    @property
    def timeline(self) -> pd.DataFrame:
        """A row a message, computation or result: worker, kind, begin and end (s), load, partner.

        Raises ParamError for the steady state, which has none.
        """
        import pandas as pd

        if self.solution.timeline is None:
            raise ParamError("The steady state has no timeline; its numbers are in `facts`.")
        return pd.DataFrame(self.solution.timeline.rows())

    def figure(self, scheme: str = "light") -> Any:
        """The chart of the page, of Plotly.  Raises ParamError for the steady state of a tree, which has none."""
        solution = self.solution
        if solution.timeline is not None:
            rows = len(load_charts.rows(solution.timeline))
            chart = load_charts.timeline_figure(solution.timeline, scheme, counted_in(solution.question.asked))
        elif isinstance(solution.question.platform, Star):
            rows, chart = len(solution.rates), load_charts.rates_figure(solution, scheme)
        else:
            raise ParamError("The steady state of a tree has no chart; its numbers are in `facts`.")
        return chart.checked().update_layout(width=WIDTH, height=load_charts.height(min(rows, load_charts.MOST_ROWS)))

    def __repr__(self) -> str:
        facts = ", ".join(f"{name} {value:g}" for name, value in self.facts.items())
        return f"<Load {facts}>"
