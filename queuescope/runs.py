"""Runs side by side: a log simulated by several policies, each audited, as tables, sentences and figures."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from queuescope.explanation import Explanation
from queuescope.logs import Trace
from queuescope.work import done
from scheduler.errors import InputError, UnknownKey
from scheduler.metrics import main_metrics, table_of
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.registry import find
from scheduler.results import specs, tasks
from scheduler.results.keys import is_key
from scheduler.results.store import Store

if TYPE_CHECKING:
    import pandas as pd

    from queuescope.figures import Figures

ADDRESS = "QUEUESCOPE_ADDRESS"  # of a dashboard that runs on the same data
LOCAL = "http://127.0.0.1:8050"


@dataclass(frozen=True)
class Policy:
    """A policy with its parameters and its seed; `policy()` makes and checks one."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None


def policy(key: str, seed: int | None = None, **params: Any) -> Policy:
    """A policy by its key, with parameters and, where it draws random numbers, a seed.  Raises UnknownKey, ParamError.

    >>> policy("tabu", seed=3).seed
    3
    """
    entry = find(all_policies(), key, "policy")
    return Policy(entry.key, checked(entry.params, params), seed)


def compare(log: Trace, policies: Sequence[str | Policy | Run]) -> Runs:
    """Simulate a log by each policy, all audited; what is kept is not simulated again.

    policies: keys, what `policy()` makes, or runs of the same jobs, such as a schedule of another program
    (`schedule()`).  Raises UnknownKey, Unsupported where a policy cannot run the log, AuditFailed.
    """
    if isinstance(policies, str | Policy | Run):
        policies = [policies]
    keys: list[str] = []
    wanted, names = {}, {}
    for one in policies:
        if isinstance(one, Run):
            keys.append(one.key)
            continue
        chosen = policy(one) if isinstance(one, str) else one
        spec = specs.check(
            {"do": "simulate", "workload": log.key, "policy": chosen.key, "params": chosen.params, "seed": chosen.seed},
            log.store,
        )
        key = specs.key(spec)
        keys.append(key)
        wanted[key], names[key] = spec, all_policies()[chosen.key].title
    done(log.store, wanted, names)
    return Runs(log.store, list(dict.fromkeys(keys)))


class Runs(Sequence["Run"]):
    """Runs of one log, the first the baseline; by position, by policy, by name or by key: runs["easy"]."""

    def __init__(self, store: Store, keys: Sequence[str]):
        self.store, self.keys = store, tuple(keys)

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, slice):
            return Runs(self.store, self.keys[which])
        if isinstance(which, str):
            return self[self.position(which)]
        return Run(self.store, self.keys[which], self.names[which])

    def __iter__(self) -> Iterator[Run]:
        return (self[at] for at in range(len(self)))

    def __add__(self, other: Runs) -> Runs:
        """These runs and others, such as those of the same log with other options."""
        return Runs(self.store, list(dict.fromkeys((*self.keys, *other.keys))))

    def position(self, which: str) -> int:
        """Where the run of that policy, name or key stands; raises UnknownKey unless it is one."""
        called = [
            {key, name, str(record["policy"])}
            for key, name, record in zip(self.keys, self.names, self._records, strict=True)
        ]
        matching = [at for at, names in enumerate(called) if which in names]
        if len(matching) != 1:
            several = "Several of these runs are" if matching else "None of these runs is"
            raise UnknownKey(
                f"{several} called {which!r}; wanted: one of {', '.join(map(repr, self.names))}, or a "
                f"number from 0 to {len(self) - 1}."
            )
        return matching[0]

    @cached_property
    def _records(self) -> list[dict[str, Any]]:
        return [self.store.record(key) for key in self.keys]

    @cached_property
    def names(self) -> list[str]:
        """What each is called: its policy, and of parameters and seed what differs."""
        from layouts.words.run_names import names

        return names(self._records)

    @property
    def table(self) -> pd.DataFrame:
        """A row a run, with the metrics that decide most often; `metrics` has all of them."""
        main = [metric.key for metric in main_metrics(table_of([run.schedule for run in self]))]
        return self.metrics[[key for key in main if key in self.metrics]]

    @property
    def metrics(self) -> pd.DataFrame:
        """A row a run, a column a metric; the units are in docs/reference/metrics.md, times are seconds."""
        import pandas as pd

        return pd.DataFrame([record["metrics"] for record in self._records], index=pd.Index(self.names, name="run"))

    @property
    def plot(self) -> Figures:
        """Every figure of Compare by its key: runs.plot.waits(), runs.plot.gantt(window=("2d", "3d"))."""
        from queuescope.figures import Figures

        return Figures(self)

    @property
    def address(self) -> str:
        """Where a dashboard on the same data shows these runs, behind its own address."""
        return f"/compare?w={self._records[0]['workload']}&runs={','.join(self.keys)}"

    def open(self, browser: bool = True) -> str:
        """Show these runs on the page, in a browser; the address.

        It is a dashboard that runs already (its address in QUEUESCOPE_ADDRESS, else the usual one); where none answers
        one is started, which ends with this process.
        """
        from queuescope.dashboard import reached

        place = reached(os.environ.get(ADDRESS) or LOCAL, self.store) + self.address
        if browser:
            webbrowser.open(place)
        return place

    def replicas(self, count: int = 20, shake: float | None = None) -> pd.DataFrame:
        """The metrics on `count` shaken copies of the workload: a row for each run and copy.

        shake: how far inputs are moved at most, s.  Raises InputError for numbers that are out of range.
        """
        import pandas as pd

        asked = {"do": "replicas", "runs": list(self.keys), "replicas": count}
        spec = specs.check(asked if shake is None else asked | {"shake": shake}, self.store)
        key = specs.key(spec)
        done(self.store, {key: spec}, {key: "Replicas"})
        record, names = tasks.result(self.store, key) or {}, dict(zip(self.keys, self.names, strict=True))
        rows = [
            {
                "run": names[run],
                "replica": number + 1,
                **{metric: values[at][number] for metric, values in record["metrics"].items()},
            }
            for at, run in enumerate(record["runs"])
            for number in range(count)
        ]
        return pd.DataFrame(rows).set_index(["run", "replica"])

    def __repr__(self) -> str:
        return f"<Runs {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


class Run:
    """One run: a policy on a log, audited."""

    def __init__(self, store: Store, key: str, name: str):
        self.store, self.key, self.name = store, key, name

    @classmethod
    def of_key(cls, key: str, store: Store | None = None) -> Run:
        """The run that an address of the page names; raises InputError, StoreError where it is not kept."""
        store = store or Store()
        if not is_key(key):
            raise InputError(f"{key[:40]!r} is no key of a run; wanted: 24 hex digits, as in the address of Compare.")
        return Runs(store, [key])[0]

    @property
    def record(self) -> dict[str, Any]:
        """What was run, by which version, and all its metrics."""
        return self.store.record(self.key)

    @property
    def metrics(self) -> dict[str, float | None]:
        """{metric: value}, times in seconds; None where it is undefined."""
        return dict(self.record["metrics"])

    @property
    def schedule(self) -> Schedule:
        """The schedule as the program has it (scheduler.model.schedule.Schedule)."""
        return self.store.schedule(self.key)

    @property
    def audit(self) -> dict[str, Any]:
        """Which checks the schedule has passed, of how many jobs."""
        return dict(self.record["audit"] or {})

    @property
    def frame(self) -> pd.DataFrame:
        """A row a job in the order of submission, times in seconds of the log: submit, start, end, wait, stretch ..."""
        import pandas as pd

        schedule = self.schedule
        jobs, placed = schedule.jobs, schedule.placed
        columns = {
            "job_id": jobs.job_id,
            "user_id": jobs.user_id,
            "submit": placed.submit,
            "start": placed.start,
            "end": placed.end,
            "processors": placed.processors,
            "runtime": jobs.runtime,
            "requested_time": jobs.requested_time,
            "wait": schedule.wait,
            "response": schedule.response,
            "stretch": schedule.stretch,
            "cluster": placed.cluster,
            "backfilled": (placed.flags & 1) == 1,
        }
        return pd.DataFrame({name: np.asarray(column) for name, column in columns.items()})

    def rows(self, name: str) -> pd.DataFrame:
        """Another table of the run, such as "segments", "decisions" or "promises" (docs/reference/tables.md)."""
        import pandas as pd

        table = getattr(self.schedule, name, None)
        if not isinstance(table, Table):
            kept = [one for one, value in vars(self.schedule).items() if isinstance(value, Table)]
            raise UnknownKey(f"This run has no table {name!r}; it has {', '.join(kept)}.")
        return pd.DataFrame({column: np.asarray(values) for column, values in table.columns.items()})

    def why(self, job: int) -> Explanation:
        """Why a job waited and started when it did, in sentences; its `facts` are the same as data.

        job: its number in the log; raises UnknownKey.
        """
        rows = np.flatnonzero(self.schedule.workload.jobs.job_id == job)
        if not len(rows):
            raise UnknownKey(f"This run has no job {job}; the column job_id of `frame` has those there are.")
        return Explanation.of(self.schedule, int(rows[0]))

    def __len__(self) -> int:
        return len(self.schedule.placed)

    def __repr__(self) -> str:
        return f"<Run {self.name} {self.key}>"
