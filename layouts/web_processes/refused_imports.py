"""What a process that listens cannot import: whatever simulates, reads a log or builds a page.

All that a stranger can size is computed in page processes and workers, which have limits.  So that this stays true,
the process that listens refuses these modules at run time, wherever the import statement stands.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

REFUSED = (
    "layouts.drawing",
    "layouts.frame",
    "layouts.gantt",
    "layouts.pages",
    "layouts.plots",
    "layouts.routes",
    "layouts.site",
    "numba",
    "pandas",
    "pyarrow",
    "scheduler.adapters",
    "scheduler.compiled",
    "scheduler.engine",
    "scheduler.formats",
    "scheduler.kernels",
    "scheduler.policies",
    "scheduler.preparation",
    "scheduler.replay",
    "scheduler.results.store",
    "scheduler.simulate",
)


def is_refused(module: str) -> bool:
    """Whether a process that listens may not import this module.

    >>> is_refused("scheduler.simulate"), is_refused("scheduler.kernels.easy"), is_refused("scheduler.simulated")
    (True, True, False)
    """
    return any(f"{module}.".startswith(f"{name}.") for name in REFUSED)


class RefusedImports(MetaPathFinder):
    """Asked before all other finders."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> None:
        """None, which leaves the module to the other finders; raises ImportError for what computes."""
        if is_refused(name):
            raise ImportError(f"{name} computes; a process that listens hands that to a page process", name=name)


def refuse_imports() -> None:
    """From now on this process imports nothing that computes.  Raises ImportError where it has done so already."""
    there = sorted(filter(is_refused, sys.modules))
    if there:
        raise ImportError(f"a process that listens has imported {', '.join(there[:5])}", name=there[0])
    sys.meta_path.insert(0, RefusedImports())
