"""A count and its noun come from `counted`: "1 job", "2 jobs", never "1 jobs".

In texts put together in the program no value stands right before a noun in the plural, unless it is a limit, which is a
name in capitals, exceeds one ("wanted: at most 200"), or is always more than one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.cases.sources import ROOT, relative, tree

NOUNS = "jobs|processors|nodes|tasks|users|rows|checks|notes|campaigns|allotments|values|lines|students|fields"
PLURAL = re.compile(rf" (?:{NOUNS})\b(?!<=)")
LIMIT = re.compile(r"(?:\w+ \* )?[A-Z][A-Z_]+(?: \+ 1)?")
PRODUCT = [path for folder in ("scheduler", "layouts", "queuescope") for path in sorted((ROOT / folder).rglob("*.py"))]
# What stands before such a noun and is more than one wherever it is said, is no count, or is of a published study.
MANY: frozenset[tuple[str, str]] = frozenset(
    [
        ("layouts/pages/home/five_jobs.py", "free(pair)"),
        ("layouts/pages/home/real_log.py", "log['processors']"),
        ("layouts/pages/home/real_log.py", "log['users']"),
        ("layouts/pages/home/real_log.py", "theme.number(log['jobs'])"),
        ("layouts/topics/papers/outcome.py", "len(agreements)"),
        ("layouts/pages/workload/health_card.py", "grouped(one['jobs'])"),
        ("layouts/plots/users.py", "drawn"),
        ("layouts/workload_plots/sizes.py", "size"),
        ("scheduler/topics/fractional/adapters/fractional.py", "jobs.tasks[job]"),
        ("scheduler/topics/fractional/audit/nodes.py", "number(float(round(used[over[0]], 6)))"),
        ("scheduler/topics/fractional/bounds/max_stretch.py", "nodes"),
        ("scheduler/topics/slurm/calibration/groups.py", "WIDTH ** number"),
        ("scheduler/cli/simulate.py", "len(workload)"),
        ("scheduler/formats/gwf.py", "len(FIELDS)"),
        ("scheduler/health/flurries.py", "usual"),
        ("scheduler/health/node_granularity.py", "divisor"),
        ("scheduler/health/powers_of_two.py", "size.max()"),
        ("scheduler/topics/lessons/answer_calculation.py", "len(parts)"),
        ("scheduler/topics/lessons/questions.py", "len(chosen)"),
        ("scheduler/manual/typed_jobs.py", "text[:24]"),
        ("scheduler/model/notes.py", "len(times)"),
        ("scheduler/model/number_text.py", "count"),
        ("scheduler/topics/own_policy/loop.py", "arguments"),
        ("scheduler/topics/moldable/policies/mixed_tasks.py", "kind"),
        ("scheduler/topics/moldable/preparation/build_allotments.py", "draft['processors'][row]"),
    ]
)


def test_a_value_does_not_stand_before_a_plural():
    found = {(relative(path), value) for path in PRODUCT for value in before_plurals(tree(path))}
    named = {place for place in found if not place[0].startswith("scheduler/topics/papers/experiments/")}
    assert named - MANY == set(), "Say counts by counted() of scheduler.wording or layouts.theme"
    gone = {
        place for place in MANY - named if (ROOT / place[0]).is_file()
    }  # not the files of a topic that is taken out
    assert gone == set(), "These are gone; take them off the list"


def before_plurals(module: ast.Module) -> Iterator[str]:
    for text in (node for node in ast.walk(module) if isinstance(node, ast.JoinedStr)):
        if "at most" in ast.unparse(text):
            continue
        for value, then in zip(text.values, text.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(then, ast.Constant):
                words = ast.unparse(value.value)
                if PLURAL.match(str(then.value)) and "counted(" not in words and not LIMIT.fullmatch(words):
                    yield words


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ('f"{len(rows):,} jobs wait"', ["len(rows)"]),
        ('f"at most {MOST} jobs"', []),
        ('f"""{counted(3, "job")} of {user} wait"""', []),
    ],
)
def test_the_rule_sees_what_it_is_for(line, values):
    assert list(before_plurals(ast.parse(line))) == values
