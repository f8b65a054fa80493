"""What settings are called on this page: as slurm.conf spells them, with the plain words behind."""

from __future__ import annotations

from layouts.frame.controls import label_of
from scheduler.params import Param
from scheduler.topics.slurm.files.changed_lines import SPELLED
from scheduler.topics.slurm.files.settings import BY_RESOURCE, BY_SCHEDULER

WEIGHTS = {name: f"PriorityWeightTRES {resource}" for resource, name in BY_RESOURCE.items()}
OF_CONF = {**SPELLED, **WEIGHTS, **{name: name for name in BY_SCHEDULER}}


def spelled(name: str) -> str:
    """PriorityWeightFairshare of weight_fairshare; the name itself where slurm.conf has none for it."""
    return OF_CONF.get(name, name)


def title_of(param: Param) -> str:
    """The setting with its unit, for a field."""
    if param.name not in OF_CONF:
        return label_of(param)
    return f"{spelled(param.name)} ({param.unit})" if param.unit else spelled(param.name)


def with_plain_words(param: Param) -> str:
    """The setting with its plain words in brackets, for a list: PriorityMaxAge (max age)."""
    words = param.name.replace("_", " ")
    return f"{spelled(param.name)} ({words})" if param.name in SPELLED else title_of(param)


def explained(param: Param, text: str) -> str:
    """The explanation of a field, with the plain words in the place of the name that stands above it."""
    own, words = f"{spelled(param.name)}: ", param.name.replace("_", " ")
    return f"{words}: {text.removeprefix(own)}" if text.startswith(own) else text
