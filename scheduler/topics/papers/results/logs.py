"""The logs experiments are run on: what is meant by one, which of a paper's are here, their hashes and their traces.

A log is a source (sources.py): a file of the folder QUEUESCOPE_TRACES, or an upload.  In words, as addresses have it,
it is the name of the file in that folder, or the key of the upload, a slash and its name.  What decides a result is
the SHA-256 of the text, whatever the file is called; the name, without what only says how the file is written, tells
which of a paper's logs it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from scheduler.errors import InputError, Refused, StoreError
from scheduler.model.trace import Trace
from scheduler.results import sources
from scheduler.results.limits import Limits, MiB
from scheduler.results.sources import Source
from scheduler.results.store import Store
from scheduler.results.uploads import Plain
from scheduler.topics.papers.experiments import Experiment, LogFile, PaperLog
from scheduler.wording import counted

UPLOAD = re.compile(r"([0-9a-f]{64})/(.{1,200})")
PIECE = MiB  # bytes of a file read at a time
MOST = 12  # logs of one experiment


def bare(name: str) -> str:
    """The name of a file without its folder and without .swf and .gz."""
    return name.rsplit("/", 1)[-1].removesuffix(".gz").removesuffix(".swf")


def source_of(text: str) -> Source:
    """The source these words name; whether there is such a log is for `check` to say."""
    upload = UPLOAD.fullmatch(text)
    return {"kind": "upload", "key": upload[1], "name": upload[2]} if upload else {"kind": "log", "name": text}


def describe(source: Mapping[str, Any]) -> str:
    """What `source_of` makes that source of."""
    return f"{source['key']}/{source['name']}" if source["kind"] == "upload" else str(source["name"])


def here(experiment: Experiment) -> dict[str, str]:
    """{title of a log of the paper: name of its file in the folder of logs}, for those that are there."""
    file_names = {bare(name): name for name in reversed(sources.logs())}
    names = {
        log.title: next((file_names[name] for name in log.names if name in file_names), None) for log in experiment.logs
    }
    return {title: name for title, name in names.items() if name is not None}


def known_as(experiment: Experiment, name: str) -> PaperLog | None:
    """Which of the paper's logs a file of that name is."""
    return next((log for log in experiment.logs if bare(name) in log.names), None)


def check(key: str, experiment: Experiment, choices: Any, store: Store) -> list[Source]:
    """The logs to run an experiment on, each with its SHA-256; those of the paper that are here where none is named.

    Raises InputError in one sentence: where an experiment takes no log, or needs one that is not here.
    """
    if not isinstance(choices, Sequence | None) or isinstance(choices, str) or len(choices or ()) > MOST:
        raise InputError(f"Logs are named as a list of at most {MOST}.")
    if not experiment.logs:
        if choices:
            raise InputError(f"{key} takes no log: it makes its workloads itself; leave the log out.")
        return []
    sources_of_run = [_checked(one, store) for one in choices or _of_paper(key, experiment)]
    return list({source["sha256"]: source for source in sources_of_run}.values())


def _of_paper(key: str, experiment: Experiment) -> list[Source]:
    names = here(experiment)
    if not names:
        wanted = ", ".join(log.names[0] for log in experiment.logs)
        where = (
            f"in the folder that {sources.TRACES} names"
            if os.environ.get(sources.TRACES)
            else f"here, for {sources.TRACES} names no folder of logs"
        )
        raise InputError(f"{key} runs on a log, and none of its paper's ({wanted}) is {where}; name another log.")
    return [{"kind": "log", "name": name} for name in names.values()]


def _checked(choice: Any, store: Store) -> Source:
    source = sources.check(choice, store)
    if source["kind"] == "upload":
        return source | {"sha256": source["key"]}
    if source["kind"] != "log":
        raise InputError("An experiment runs on a log of the server or on an upload; choose one of them.")
    path = sources.path_of("log", source["name"])
    return source | {"sha256": _sha256(path, source["version"], store.limits)}


@cache
def _sha256(path: Path, _version: str, limits: Limits) -> str:
    """Of the plain text of a file, read again when its version is another."""
    plain = Plain(limits.plain)
    try:
        with path.open("rb") as file:
            for piece in iter(lambda: file.read(PIECE), b""):
                plain.feed(piece)
        plain.end()
    except OSError as error:
        raise InputError(f"The log {path.name} cannot be read ({error.strerror}); choose another one.") from None
    except (InputError, Refused) as error:
        raise InputError(f"The log {path.name} cannot be used: {error}") from None
    return plain.digest.hexdigest()


def files(checked: Sequence[Source]) -> list[LogFile]:
    """What an experiment is told of its logs."""
    return [LogFile(bare(source["name"]), source["sha256"]) for source in checked]


class Traces:
    """The traces of checked logs, by the SHA-256 of their texts; the last one is held, for the parts of a log follow
    each other."""

    def __init__(self, store: Store, checked: Sequence[Source]):
        self.store = store
        self.sources = {source["sha256"]: source for source in checked}
        self.last: tuple[str, Trace] | None = None

    def of(self, sha256: str) -> Trace:
        """Raises FormatError, Refused for a log too long, StoreError for one that is gone or has changed."""
        if self.last is None or self.last[0] != sha256:
            self.last = None
            self.last = sha256, self._read(self.sources[sha256])
        return self.last[1]

    def _read(self, source: Source) -> Trace:
        trace = sources.trace_of(source, self.store)
        if trace.sha256 != source["sha256"]:
            raise StoreError(f"The log {source['name']} has changed since it was chosen; choose it again.")
        most = self.store.limits.jobs
        if len(trace) > most:
            raise Refused(f"{source['name']} has {counted(len(trace), 'job')} and this server takes {most:,} at most.")
        return trace
