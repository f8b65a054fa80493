"""The list of workload models: by family, with a queue that most people want first."""

from __future__ import annotations

from layouts import ids
from layouts.pages.workload import generate
from scheduler.generators import all_generators


def test_every_model_is_in_the_list_once_under_a_family_that_has_words():
    groups = generate.models()
    listed = [item["value"] for group in groups for item in group["items"]]
    assert sorted(listed) == sorted(all_generators())
    assert {entry.family for entry in all_generators().values()} <= set(generate.FAMILIES)
    assert [group["group"] for group in groups][-1] == "Grids"


def test_the_form_opens_on_the_queue_of_a_machine():
    chosen = next(one for one in generate.area()._traverse() if getattr(one, "id", None) == ids.GENERATOR)
    assert chosen.value == "lublin99"
