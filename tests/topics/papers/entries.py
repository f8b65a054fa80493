"""Keys that only the folder of papers may name."""

from scheduler.topics.papers.experiments import all_experiments

FOLDERS = {key.partition("/")[2]: "scheduler/topics/papers/experiments" for key in all_experiments()}
