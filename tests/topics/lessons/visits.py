"""Steps of lessons for the tests of what every page holds to: no finding of axe, no box on another one."""

from __future__ import annotations

from collections.abc import Callable

from layouts.topics.lessons import lesson_ids
from scheduler.topics.lessons.shelf import all_lessons
from tests.browser.steps import Page, expect, ids

GoTo = Callable[[Page, str], None]
ALIKE = {f"lesson, step {step}" for step in (1, 2, 5, 6)} | {"lesson with a number"}  # look like others of it
MEASURED = ("lesson, step 1", "lesson, step 4", "lesson to try", "lesson with an order", "lesson with a number")
USUAL = {"lesson with an order"}  # the other boxes with --all
# what was answered before: a right and a wrong answer, so that both verdicts are on a page
ANSWERED = {
    "convoy": {"3": {"answer": "more", "right": False}, "4": {"answer": [3, 4, 5, 6, 7, 8], "right": True}},
    "own_estimate": {"2": {"answer": "8 min", "right": True}, "3": {"answer": "less", "right": True}},
    "order_matters": {"3": {"answer": "more", "right": True}},
}


def lesson(go_to: GoTo, key: str, step: int) -> Callable[[Page], None]:
    """A step of a lesson, with what was answered at other ones."""

    def go(page: Page) -> None:
        if page.url == "about:blank":
            page.goto("/learn")
        answers = {
            **ANSWERED[key],
            **({"2": {"answer": [1, 4, 3, 2, 5]}} if key == "order_matters" and step > 2 else {}),
        }
        kept = {"lessons": {key: {"seed": 0, "version": all_lessons()[key].version, "answers": answers}}}
        expect(page.locator(f"#{ids.PAGE} h1")).to_be_visible()
        page.evaluate(f"data => dash_clientside.set_props('{lesson_ids.PROGRESS}', {{data}})", kept)
        go_to(page, f"/lesson?lesson={key}&step={step}")
        expect(page.get_by_role("heading", level=2).first).to_contain_text(f"{step}. ")
        expect(page.locator(".qs-verdict")).to_have_count(int(str(step) in answers))

    return go


def visits(go_to: GoTo) -> dict[str, Callable[[Page], None]]:
    """{name: goes there}; go_to: goes to an address as a link does."""
    return {
        **{f"lesson, step {step}": lesson(go_to, "convoy", step) for step in (1, 2, 3, 4, 5, 6)},
        "lesson to try": lesson(go_to, "own_estimate", 5),
        "lesson with an order": lesson(go_to, "order_matters", 2),
        "lesson with a number": lesson(go_to, "order_matters", 5),
    }
