"""Lessons: questions on a few jobs whose answers, wrong answers and checks are computed by simulation, never typed.

A lesson is one TOML file, in `files/`, in a folder of another topic or in one of one's own.  `reading` makes a `Lesson`
of it, `variants` a `Case` for a seed: the jobs of that variant, and what every rule makes of them.  `questions` says
which answers there are, and judges one.

May import `explain`, `results`, `manual`, `cli` and below.  Others use `shelf.all_lessons`, `lesson.Lesson`,
`cases.Case`, `variants.case_of`, `questions.options`, `questions.judge`, `texts.filled`, `goal_attempt.result`,
`lesson_link.pack`.
"""

from __future__ import annotations

from scheduler.topics import Topic
from scheduler.topics.lessons.command import COMMAND

TOPIC = Topic("lessons", commands=(COMMAND,))
