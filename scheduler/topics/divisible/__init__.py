"""Divisible load: work that can be cut at will and handed to workers over links that take time.

A question (question.py) is a platform, a load and a way of distributing it; its answer is a timeline of
communications and computations with its own audit.  One way of distributing is one file.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 3.1, which names the models, and 7.2 for tasks that are all
alike; the formulas are those of the literature it cites, told in each file.

An item of a paper that this shows names it as its topic, and is left out without this folder.

May import `statistics`, `cli` and the loose modules.  Others use `question.Question` and `answer.answer`.
"""

from __future__ import annotations

from scheduler.topics import Topic
from scheduler.topics.divisible.command import COMMAND

TOPIC = Topic("divisible", commands=(COMMAND,))
