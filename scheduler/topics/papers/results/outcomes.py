"""What came of the experiments of papers when they were run last, at full scale where that was possible: small files.

A file holds what was measured and found, not what it amounts to: verdicts are given when it is read, by the bands the
experiment declares then.  It says how it came about: scale, seed, day, commit, CPU time, how many parts were run of
how many, and on which logs.  docs/make_paper_outcomes.py writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from scheduler.charts import Chart, Series
from scheduler.topics.papers import experiments
from scheduler.topics.papers.experiments import Band, Claim, Experiment, Measured, Outcome, all_experiments
from scheduler.topics.papers.tasks.reproduce import Record, describe

FOLDER = Path(experiments.__file__).parent / "outcomes"
FACTS = ("experiment", "scale", "seed", "day", "commit", "cpu_seconds", "parts", "of_parts", "logs")
DIGITS = {"measured": 12, "charts": 5}  # of a number in a file; exact ones have to stay so


def path_of(key: str) -> Path:
    """Where the outcome of "paper/experiment" is kept."""
    return FOLDER / f"{key}.json"


@cache
def kept(key: str) -> Mapping[str, Any] | None:
    """The file of an experiment; None where there is none."""
    path = path_of(key)
    return orjson.loads(path.read_bytes()) if path.exists() else None


@cache
def record_of(key: str) -> Record | None:
    """An outcome that was kept, as reproduce() returns one, with day and commit, to be read only; None where there is
    none."""
    content = kept(key)
    if content is None:
        return None
    experiment = all_experiments()[key][1]
    return {
        **{name: content[name] for name in FACTS if name in content},
        **describe(experiment, read(experiment, content)),
        "settings": [list(row) for row in experiment.settings],
    }


def read(experiment: Experiment, content: Mapping[str, Any]) -> Outcome:
    """The outcome in a file.  Numbers that are published since, or under another name, are not measured yet."""
    measured = [_instance(Measured, one) for one in content["measured"]]
    names = {one.name for one in measured}
    missing = [Measured(one.name, None, judged=False) for one in experiment.published if one.name not in names]
    charts = [
        _instance(Chart, chart | {"series": [_instance(Series, one) for one in chart["series"]]})
        for chart in content["charts"]
    ]
    return Outcome(
        (*measured, *missing),
        tuple(_instance(Claim, one) for one in content["claims"]),
        tuple(charts),
        tuple(content["differences"]),
    )


def _instance(kind: Any, entry: Mapping[str, Any]) -> Any:
    names = {one.name for one in fields(kind)}
    values = {
        name: tuple(value) if isinstance(value, list) else value for name, value in entry.items() if name in names
    }
    return kind(**values | ({"band": Band(*values["band"])} if values.get("band") else {}))


def written(outcome: Outcome, facts: Mapping[str, Any]) -> bytes:
    """The text of a file: the facts, then what was measured; defaults are left out."""
    content = {
        **{name: facts[name] for name in FACTS if name in facts},
        "measured": [_short(one) for one in outcome.measured],
        "claims": [_short(one) for one in outcome.claims],
        "differences": list(outcome.differences),
        "charts": [_short(one) | {"series": [_short(series) for series in one.series]} for one in outcome.charts],
    }
    lists = ("measured", "claims", "charts")
    lines = [f"{_text(name)}: {_text(value)}" for name, value in content.items() if name not in lists]
    lines += [f"{_text(name)}: [\n{_rows(_rounded(content[name], DIGITS.get(name, 12)))}\n]" for name in lists]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _rows(values: list[Any]) -> str:
    return ",\n".join(_text(value) for value in values)


def _text(value: Any) -> str:
    return orjson.dumps(value).decode()


def _short(one: Any) -> dict[str, Any]:
    """What differs from the defaults of its class."""
    usual = {field.name: field.default for field in fields(one)}
    return {name: value for name, value in asdict(one).items() if value != usual[name]}


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{digits}g}")
    if isinstance(value, dict):
        return {name: _rounded(one, digits) for name, one in value.items()}
    return [_rounded(one, digits) for one in value] if isinstance(value, list | tuple) else value
