"""What is known of a job is there before the panel of facts is, and makes way for it."""

from __future__ import annotations

import re
from threading import Event

from tests.browser.steps import Page, compare, component, expect, ids, plot_box, view


def test_lines_of_a_job_stand_where_its_panel_comes_until_it_is_there(page: Page) -> None:
    compare(page, "five-jobs.swf")
    held, let = [], Event()

    def hold(route) -> None:
        if not let.is_set() and '"output":"facts.children"' in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    page.route("**/_dash-update-component*", hold)
    box = plot_box(view(page, "Gantt chart").locator(".qs-gantt .js-plotly-plot").first)
    page.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + 0.9 * box["height"])
    first = page.locator(".qs-first-look")
    expect(first).to_contain_text(
        re.compile(
            r"Job \d+ · user \d+ · \d+ processors?.*First come, first served · real.*waited .*submit .*start .*end ",
            re.S,
        )
    )
    expect(page.locator("html")).to_have_class(re.compile("qs-facts-open"))
    expect(component(page, ids.FACTS)).to_be_empty()
    let.set()
    for route in held:
        route.continue_()
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text(
        re.compile(r"Job \d+ of user \d+")
    )
    expect(first).to_have_count(0)
    component(page, ids.FACTS).get_by_role("button", name="Close").click()
    expect(page.locator("html")).not_to_have_class(re.compile("qs-facts-open"))
