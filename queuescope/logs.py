"""Logs: loaded from files, samples, generators and data frames; what is in them, and what was found in them."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from queuescope.work import done
from scheduler.errors import FormatError, InputError
from scheduler.preparation import dated_options
from scheduler.preparation.filters import filtered
from scheduler.results import health_reports, sources, specs
from scheduler.results.store import Store

if TYPE_CHECKING:
    import pandas as pd

    from queuescope.figures import LogFigures
    from scheduler.model.trace import Trace as Lines
    from scheduler.model.workload import Workload

FRAME = "frame.parquet"
NAMED = ("user_id", "group_id", "queue", "partition", "executable")  # columns of numbers that may stand for names


@dataclass(frozen=True)
class Trace:
    """A log with the options its jobs are taken with; the store keeps what is made of it.

    Nothing is read before it is asked for.  `filter` and `with_options` give another one and leave this as it is.
    """

    source: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    store: Store = field(default_factory=Store, repr=False)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def name(self) -> str:
        """What the log is called."""
        return self.lines.name

    @cached_property
    def lines(self) -> Lines:
        """The log as it was read, every line (scheduler.model.trace.Trace)."""
        return sources.trace_of(dict(self.source), self.store)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the text of the log, unpacked: by it a log is found again, whatever its file is called."""
        return self.lines.sha256

    # -- what is in it

    @property
    def frame(self) -> pd.DataFrame:
        """The lines of the log in the columns of SWF, those alone that a filter leaves; nan where nothing is told."""
        import pandas as pd

        lines, where = self.lines, self.options.get("where")
        rows = np.arange(len(lines))
        if where:
            rows = rows[filtered(lines, str(where), self.workload.options["size"], self.workload.platform).met]
        columns = {"line": lines.line[rows]}
        for name, column in {**lines.columns, **lines.extra}.items():
            columns[name] = _named(np.where(column[rows] < 0, np.nan, column[rows]), lines.names.get(name, ()))
        return pd.DataFrame(columns)

    @property
    def jobs(self) -> pd.DataFrame:
        """The jobs that are simulated, after repairs and with the options: the table `jobs` of a workload."""
        import pandas as pd

        return pd.DataFrame({name: np.asarray(column) for name, column in self.workload.jobs.columns.items()})

    @property
    def health(self) -> pd.DataFrame:
        """What was found in the log, a row a finding: its key, how serious it is, how many jobs, and a sentence."""
        import pandas as pd

        record = health_reports.of_workload(self.store, self.store.workload_record(self.key))
        rows = [
            {name: one[name] for name in ("key", "level", "jobs", "sentence")}
            for one in (record or {}).get("findings", ())
        ]
        return pd.DataFrame(rows, columns=["key", "level", "jobs", "sentence"]).set_index("key")

    @property
    def repairs(self) -> pd.DataFrame:
        """What was noticed and repaired where the jobs were taken, a row a note."""
        import pandas as pd

        rows = [
            {"rule": note.rule, "level": note.level, "jobs": note.count, "sentence": note.text}
            for note in self.workload.notes
        ]
        return pd.DataFrame(rows, columns=["rule", "level", "jobs", "sentence"]).set_index("rule")

    @property
    def plot(self) -> LogFigures:
        """Every figure of the Workload page by its key: log.plot.runtimes()."""
        from queuescope.figures import LogFigures

        return LogFigures(self)

    # -- the workload that is made of it

    @cached_property
    def key(self) -> str:
        """The key of the workload, that of the pages; it is made where it is not kept."""
        spec = specs.check({"do": "load", "source": dict(self.source), "options": dict(self.options)}, self.store)
        key = specs.key(spec)
        done(self.store, {key: spec}, {key: f"Loading {self.source.get('name') or self.source.get('generator')}"})
        return self.store.loaded(key) or key  # which no workload has: that is said where it is opened

    @property
    def workload(self) -> Workload:
        """The jobs with the machine they run on (scheduler.model.workload.Workload)."""
        return self.store.workload(self.key)

    # -- other jobs of the same log

    def with_options(self, **options: Any) -> Trace:
        """The same log with other options of the workload: processors=, load=, estimates=, first=, begin=, end= ...

        The names are those of `WorkloadOptions`; docs/reference/command-line.md explains each.  Raises ParamError.
        """
        return Trace(self.source, dated_options.checked({**self.options, **options}), self.store)

    def filter(self, where: str) -> Trace:
        """The jobs alone that meet a condition such as "user=37"; docs/filters.md has the language.

        A second filter holds beside the first.  Raises ParamError for what does not read.
        """
        first = self.options.get("where")
        return self.with_options(where=f"({first}) ({where})" if first else where)

    def __repr__(self) -> str:
        usual = dated_options.checked(None)
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items() if value != usual.get(name))
        return f"<Trace {self.source.get('name') or self.source.get('generator')}{': ' if options else ''}{options}>"


def _named(values: np.ndarray, names: tuple[str, ...]) -> Any:
    """A column of a frame: with names in place of numbers where the log has them."""
    if not names:
        return values
    table = np.array([*names, None], dtype=object)
    return table[np.where(np.isnan(values), 0, values).astype(np.int64) - 1]


def load(
    path: str | os.PathLike[str],
    *,
    reading: Mapping[str, str] | None = None,
    store: Store | None = None,
    **options: Any,
) -> Trace:
    """A log in a file: SWF, sacct, CSV, Parquet ..., plain or packed; or a sample or a log by its name.

    reading: how it is read where it does not tell, such as {"submit": "submit_time"}.  options: of the workload, such
    as processors=100.  Raises InputError, one sentence, for a file that is not there or is no log.
    """
    store = store or Store()
    return _of({**_source(os.fspath(path), store), "reading": dict(reading or {})}, options, store)


def sample(name: str, **options: Any) -> Trace:
    """A sample trace that comes with the program, such as "five-jobs.swf"; raises InputError for another name."""
    return _of({"kind": "sample", "name": name}, options, Store())


def generate(
    generator: str,
    seed: int = 0,
    *,
    store: Store | None = None,
    options: Mapping[str, Any] | None = None,
    **params: Any,
) -> Trace:
    """A generated log: the key of a generator, its seed and parameters.  Raises UnknownKey, ParamError."""
    return _of(
        {"kind": "generate", "generator": generator, "params": params, "seed": seed}, options or {}, store or Store()
    )


def from_frame(
    frame: pd.DataFrame, processors: int, *, name: str = FRAME, store: Store | None = None, **options: Any
) -> Trace:
    """A log made of a data frame with a row a job.

    Columns have the field's names: `submit` and `runtime` (or `start` and `end`), `processors` (or
    `requested_processors`), and what else is known: `requested_time`, `user_id`, `queue`, ...  Times are seconds or
    dates.  Raises FormatError naming the columns that are missing.
    """
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    from scheduler.formats.reading.table_fields import check_complete, mapped

    store = store or Store()
    columns = tuple(str(column) for column in frame.columns)
    check_complete("The frame", columns, mapped(columns, {}).columns)
    if not len(frame):
        raise FormatError("The frame has no rows; wanted: a row for each job.")
    table = pa.Table.from_pandas(frame, preserve_index=False).replace_schema_metadata(None)
    content = io.BytesIO()
    pq.write_table(table, content)
    upload = store.save_upload([content.getvalue()], name)
    return _of({"kind": "upload", "key": upload.key, "name": upload.name}, {"processors": processors, **options}, store)


def _source(path: str, store: Store) -> dict[str, Any]:
    """Where the log of a path or name comes from; a file is kept as if it had been sent to the page."""
    file, name = Path(path), path.removeprefix("sample_traces/")
    if not file.is_file():
        if any(one.name == name for one in sources.samples()):
            return {"kind": "sample", "name": name}
        if path in sources.logs():
            return {"kind": "log", "name": path}
        raise InputError(
            f"There is no file {path!r}, no sample and no log of {sources.TRACES} of that name; name a "
            "file that exists."
        )
    if file.name in sources.logs() and file.samefile(sources.path_of("log", file.name)):
        return {"kind": "log", "name": file.name}
    upload = store.save_upload([file.read_bytes()], file.name)
    return {"kind": "upload", "key": upload.key, "name": upload.name}


def _of(source: Mapping[str, Any], options: Mapping[str, Any], store: Store) -> Trace:
    return Trace(sources.check(source, store), dated_options.checked(options), store)
