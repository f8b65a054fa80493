"""Adding a lesson is adding one file: that of the recipe, put into a copy of the program, is on Learn and can be taken."""

from __future__ import annotations

import json
from pathlib import Path

from tests.house.test_adding import copy, recipe, run_copy  # noqa: F401 - fixtures

FILE = "scheduler/topics/lessons/files/two_halves.toml"
PAGES = """
import json
from layouts.pages.learn import learn_page
from layouts.topics.lessons import body, lesson_address
from layouts.topics.lessons.lesson_progress import Record

def texts(part):
    return json.dumps(part, default=lambda one: one.to_plotly_json() if hasattr(one, "to_plotly_json") else str(one))

lesson = body.body(lesson_address.read("?lesson=two_halves&seed=4"), Record())
print(json.dumps({"learn": texts(learn_page.layout()), "lesson": texts(lesson)}))
"""


def test_learn_shows_the_lesson_of_the_recipe_and_it_can_be_taken(copy: Path, run_copy):  # noqa: F811
    assert not (copy / FILE).exists()
    (copy / FILE).write_text(recipe("lesson"))
    made = json.loads(run_copy("-c", PAGES).splitlines()[-1])
    assert "See that two jobs for half of the machine run side by side." in made["learn"]
    assert "When does job 2 start?" in made["lesson"] and "Two halves" in made["lesson"]
