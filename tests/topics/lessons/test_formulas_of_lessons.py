"""A formula is a rule of a lesson like any policy with its parameters."""

from __future__ import annotations

import pytest

from scheduler.simulate import simulate
from scheduler.topics.lessons import lesson_link
from tests.topics.lessons.test_reading import GOOD

RULE = 'formula priority=\\"-area + 1000 * wait\\" passing=easy'


def test_a_lesson_has_a_formula_as_a_rule():
    text = GOOD.replace('rules = ["fcfs", "easy"]', f'rules = ["fcfs", "easy", "{RULE}"]', 1)
    lesson = lesson_link.of_text(text.encode())
    rule = RULE.replace("\\", "")
    assert lesson.rules[-1] == rule
    case = lesson_link.case(lesson, 0)
    run = case.run(rule)
    assert (
        run.start.tolist() == simulate(case.workload, "saf", {"passing": "easy", "aging": 1000}).placed.start.tolist()
    )
    assert "priority -area + 1000 * wait" in run.name
    assert lesson_link.unpack(lesson_link.pack(lesson.source)).rules == lesson.rules


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ('formula priority=\\"wiat\\"', "did you mean wait"),
        ('formula priority=\\"wait', "The line of policies is"),
        ("formula priority=wait / area", "The line of policies is"),
        ('formula priority=\\"wait\\", easy', "one policy"),
    ],
)
def test_a_wrong_formula_of_a_lesson_is_a_sentence(rule, words):
    with pytest.raises(Exception, match=words):
        lesson_link.of_text(GOOD.replace('rules = ["fcfs", "easy"]', f'rules = ["fcfs", "easy", "{rule}"]', 1).encode())
