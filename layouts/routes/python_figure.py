"""Which lines of Python make a figure of a page again: what its address says, as calls of the package `queuescope`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from layouts.frame.callbacks import Services
from layouts.pages.beside import beside_page as beside
from layouts.pages.compare.sweeps.sweep_chart import metric_of
from layouts.plots import all_plots
from layouts.state import link
from layouts.state.link import Link
from layouts.state.view import View
from layouts.topics import all_pages
from layouts.workload_plots import all_workload_plots
from scheduler.errors import InputError
from scheduler.exports import python_lines
from scheduler.results.keys import is_key
from scheduler.results.sweeps.sweep import load_record

SWEEP = "sweep"  # the figure of a sweep
LOOKS = ("rows", "color", "beside", "only", "pin", "fold", "shared", "mode", "plan")  # of a link, fields of View


def lines(services: Services, args: Mapping[str, str]) -> list[str]:
    """The lines for the figure and page that an address names; for all that is compared or open where it names none.

    Raises InputError where there are none, StoreError for what is not kept any more.
    """
    search, page, figure = "?" + urlencode(dict(args)), args.get("page", ""), args.get("figure", "")
    asked = link.read(search)
    topic_page = all_pages().get(page)
    if topic_page and topic_page.python and (of_figure := topic_page.python(services, search)):
        return of_figure
    if page == beside.PATH:
        return python_lines.of_two(*(_workload(services, key) for key in beside.asked(search)))
    if figure == SWEEP and asked.sweep:
        return _sweep(services, asked)
    if asked.runs:
        return _runs(services, asked, figure)
    if asked.workload:
        record = _workload(services, asked.workload)
        return python_lines.of_workload(record, figure if figure in all_workload_plots() else "")
    raise InputError("That address names no run and no workload, so there are no lines of Python for it.")


def _sweep(services: Services, asked: Link) -> list[str]:
    record = load_record(services.store, asked.sweep)
    if record is None:
        raise InputError("This sweep is not kept on this server (any more); run its plan again.")
    return python_lines.of_sweep(record, metric_of(record, asked.metric))


def _workload(services: Services, key: str) -> Mapping[str, Any]:
    if not is_key(key):
        raise InputError(f"{key[:40]!r} is no key of a workload; open the log again.")
    return services.store.workload_record(key)


def _runs(services: Services, asked: Link, figure: str) -> list[str]:
    pairs = python_lines.run_records(services.store, asked.runs)
    if figure not in all_plots():
        return python_lines.of_runs(pairs)
    return python_lines.of_runs(pairs, figure, _view(services, asked))


def _view(services: Services, asked: Link) -> dict[str, Any]:
    """The arguments of a figure that are not its defaults."""
    view: dict[str, Any] = {} if asked.window is None else {"window": (asked.t0, asked.t1)}
    if asked.job is not None:
        numbers = services.store.schedule(asked.runs[0]).workload.jobs.job_id
        view |= {"job": int(numbers[asked.job])} if asked.job < len(numbers) else {}
    usual = View()
    return view | {
        name: value for name in LOOKS if (value := getattr(asked, name)) not in ("", None, getattr(usual, name))
    }
