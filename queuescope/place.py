"""Whether the packages that the program consists of are those that were installed with it.

Other programs may bring a package called `scheduler`, or a file app.py in the folder somebody works in: what stands
first on Python's path wins, and nothing would fit then.
"""

from __future__ import annotations

from importlib.machinery import PathFinder
from pathlib import Path

HERE = Path(__file__).parents[1]
PARTS = ("scheduler", "layouts")  # what `app` is only the dashboard needs; it looks itself


def foreign(*parts: str) -> dict[str, str]:
    """{name: where it is} of those of our packages in whose place Python would import something else."""
    places = {name: _place(name) for name in parts or PARTS}
    return {name: place for name, place in places.items() if place and Path(place).resolve() != HERE.resolve()}


def _place(name: str) -> str:
    """The folder that holds a top-level module; empty where there is none."""
    spec = PathFinder.find_spec(name)
    if spec is None:
        return ""
    origin = spec.origin or next(iter(spec.submodule_search_locations or ()), "")
    file = Path(origin)
    return str(file.parents[1] if spec.submodule_search_locations is not None and spec.origin else file.parent)


def check(*parts: str) -> None:
    """Raise ImportError with a sentence where another package stands in the way."""
    for name, place in foreign(*parts).items():
        raise ImportError(
            f"The package {name!r} that Python finds in {place} is not Queuescope's, which is in {HERE}; "
            "remove or rename the other one, install Queuescope in an environment of its own, or put "
            "its folder first on PYTHONPATH."
        )
