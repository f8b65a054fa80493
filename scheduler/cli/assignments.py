"""`--param name=value`, as often as needed, and `--seed`: the parameters of a policy or a generator."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable

from scheduler.errors import ParamError
from scheduler.params import Param

SEED = Param("seed", None, low=0, high=2**63 - 1, kind=int, help="start of the random numbers, where there are any")


def declare_params(parser: ArgumentParser) -> None:
    """Add --param and --seed to a command."""
    declare_param(parser)
    parser.add_argument("--seed", metavar="S", help=SEED.help + " (default: 0)")


def declare_param(parser: ArgumentParser) -> None:
    """Add --param to a command."""
    parser.add_argument(
        "--param", action="append", default=[], metavar="NAME=VALUE", help="a parameter; may be repeated"
    )


def assigned(texts: Iterable[str], option: str = "--param") -> dict[str, str]:
    """{name: value} of texts such as "load=0.8"; raises ParamError for one without "=" or named twice."""
    values: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise ParamError(f"{option} {text!r} is not of the form name=value, such as load=0.8.")
        if name.strip() in values:
            raise ParamError(f"{option} {name.strip()} is given twice; give it once.")
        values[name.strip()] = value.strip()
    return values
