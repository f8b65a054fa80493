"""Small moldable workloads written down by hand or drawn, for the tests of everything about them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from scheduler.formats import swf
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload as workload_of

Tables = Sequence[Sequence[float]]  # of each task, its runtimes on 1, 2, ... processors


def text(tasks: Tables, processors: int, weights: Sequence[float] = (), submits: Sequence[float] = ()) -> str:
    lines = [f"; MaxProcs: {processors}", "; Queuescope-Moldable: 1"]
    for row, runtimes in enumerate(tasks):
        submit, weight = submits[row] if submits else 0, weights[row] if weights else 1
        fields = [row + 1, submit, -1, runtimes[0], 1, -1, -1, 1, runtimes[0], -1, 1, 1, *[-1] * 6, weight, *runtimes]
        lines.append(" ".join(map(str, fields)))
    return "\n".join([*lines, ""])


def trace(*args, **more) -> Trace:
    return swf.read(text(*args, **more).encode(), "tasks.swf")


def workload(*args, **more) -> Workload:
    return workload_of(trace(*args, **more))


def drawn(seed: int, tasks: int, processors: int, longest: int = 12) -> list[list[float]]:
    """Runtimes that never rise and work that never falls: of perfect speed-up up to some number, or in eighths of a second."""
    draw = Random(f"moldable {seed}")
    perfect, made = draw.choice((0.0, 0.5, 1.0)), []
    for _ in range(tasks):
        runtimes = [float(draw.randint(1, longest))]
        lazy, limit = draw.random(), draw.randint(1, processors)
        if draw.random() < perfect:
            made.append([runtimes[0] / min(q, limit) for q in range(1, processors + 1)])
            continue
        for q in range(2, processors + 1):
            least = runtimes[-1] * (q - 1) / q
            wanted = least + lazy * draw.random() * (runtimes[-1] - least)
            runtimes.append(min(float(np.ceil(wanted * 8) / 8), runtimes[-1]))
        made.append(runtimes)
    return made
