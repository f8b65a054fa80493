"""A lesson by mouse, a lesson by keyboard alone, stepping on Compare, and what stays in the browser."""

from __future__ import annotations

import re

import pytest

from scheduler.policies import all_policies
from scheduler.topics.lessons.shelf import all_lessons
from tests.browser.steps import EASY, FCFS, LATE, Page, expect, finished, ids, link_of, open_tab, until
from tests.browser.test_access import CONTRAST, axe, violations, wear  # noqa: F401 - axe is a fixture


def heading(page: Page, text: str) -> None:
    """Wait until a step is there; what it simulates may have to be compiled."""
    expect(page.get_by_role("heading", level=2).first).to_contain_text(text, timeout=LATE)


def answered(page: Page, lessons: dict[str, dict[str, object]]) -> None:
    """Keep the answers of lessons in the browser, by their steps."""
    page.goto("/learn")
    kept = {
        lesson: {
            "seed": 0,
            "version": all_lessons()[lesson].version,
            "answers": {step: {"answer": answer} for step, answer in answers.items()},
        }
        for lesson, answers in lessons.items()
    }
    page.evaluate("kept => localStorage.setItem('lesson-progress', JSON.stringify({lessons: kept}))", kept)


def follow(page: Page, address: str) -> None:
    """Go to an address as a link does, without loading the page again."""
    page.evaluate(f"href => dash_clientside.set_props('{ids.URL}', {{href}})", address)


def readable(page: Page, axe: str) -> None:  # noqa: F811
    """Axe finds nothing in either scheme; they differ in colors, so the second one is asked for contrast alone."""
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):
        wear(page, scheme)
        assert {scheme: violations(page, axe, rules)} == {scheme: []}


def onward(page: Page, text: str) -> None:
    page.get_by_role("link", name="Next").click()
    heading(page, text)


def test_a_lesson_by_mouse_from_learn_to_its_end_and_a_link_that_leads_nowhere(page: Page) -> None:
    page.goto("/learn")
    entry = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=re.compile("^The convoy")))
    expect(entry).to_contain_text("3 questions")
    entry.get_by_role("link").click()
    heading(page, "1. Read")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".qs-lesson")).to_have_css("grid-template-columns", re.compile(r"^[\d.]+px$"))  # one column
    page.set_viewport_size({"width": 1280, "height": 720})
    onward(page, "2. Look")
    expect(page.get_by_role("img", name=re.compile("^FCFS until"))).to_be_visible()
    onward(page, "3. Predict")
    expect(page.get_by_role("link", name="Next")).to_have_count(0)
    page.get_by_text("Hint 1").click()
    expect(page.get_by_text("Which jobs have to end before job 2 can start?")).to_be_visible()
    page.get_by_text("later than under FCFS").click()
    page.get_by_role("button", name="This is my prediction").click()
    expect(page.locator(".qs-verdict")).to_contain_text("You expect that passing delays the first job.")
    onward(page, "4. Predict")
    for job in (3, 4, 5, 6, 7, 8):
        box = page.get_by_label(f"job {job}", exact=True)
        box.click()
        expect(box).to_be_checked()  # drawn a moment later
    page.get_by_role("button", name="This is my prediction").click()
    expect(page.locator(".qs-verdict")).to_contain_text("Right.")
    onward(page, "5. See what happens")
    player = page.locator(".qs-player")
    expect(player).to_contain_text("They decide differently here.")
    expect(player).to_contain_text("Job 3 is backfilled ahead of job 2")
    before = player.locator(".qs-play-status").text_content()
    player.get_by_role("button", name="Step", exact=True).click()
    expect(player.locator(".qs-play-status")).not_to_have_text(before or "")
    onward(page, "6. Predict")
    tray = page.locator(".qs-draw-job")
    for at in range(8):
        tray.nth(at).click()
    expect(page.locator(".qs-draw-said")).to_contain_text("There is no room for job 2")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".qs-verdict")).to_contain_text("This cannot be")
    drag(page, 2, 10)
    drag(page, 5, 4)
    drag(page, 6, 5)
    drag(page, 7, 5)
    drag(page, 8, 8)
    expect(page.locator(".qs-draw-said")).to_have_text("")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".qs-verdict")).to_contain_text("Right.")
    onward(page, "7. Read")
    expect(page.get_by_text("The mean wait is 7.88 min under FCFS and 1.62 min under EASY")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("listitem").filter(has_text="The convoy").first).to_contain_text("Done: 2 of 3 right")
    page.goto("/lesson?lesson=convoi")
    expect(page.get_by_text("did you mean convoy?")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
    expect(page.get_by_role("listitem").filter(has_text="The convoy").first).to_contain_text("Done: 2 of 3 right")


def drag(page: Page, job: int, to: int) -> None:
    """Drag the bar of a job until it starts at `to`."""
    bar = page.locator(f".qs-draw-chart rect[data-job='{job}']").first
    ticks = page.locator(".qs-draw-chart .qs-play-tick")
    first, second = (ticks.nth(at).bounding_box() for at in (0, 1))
    box = bar.bounding_box()
    assert first and second and box
    unit = (second["x"] - first["x"]) / float(
        page.locator(".qs-draw-chart text.qs-play-label[text-anchor=middle]").nth(1).text_content() or 1
    )
    x, y = box["x"] + min(4, box["width"] / 2), box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(first["x"] + unit * to + (x - box["x"]), y, steps=6)
    page.mouse.up()
    expect(page.locator(f".qs-draw-job[data-job='{job}']")).to_contain_text(f"at {to} min")


def test_a_lesson_by_keyboard_alone(page: Page) -> None:
    page.goto("/lesson?lesson=order_matters")
    heading(page, "1. Read")
    press_on(page, "2. Predict")
    tab_to(page, ".qs-order li[data-job='4']")
    page.keyboard.press("Alt+ArrowUp")
    page.keyboard.press("Alt+ArrowUp")
    tab_to(page, ".qs-order li[data-job='3']")
    page.keyboard.press("Alt+ArrowUp")
    until(
        page,
        "wanted => JSON.stringify([...document.querySelectorAll('.qs-order li')].map(item => item.dataset.job)) === JSON.stringify(wanted)",
        ["1", "4", "3", "2", "5"],
    )
    give(page, "Right.")
    press_on(page, "3. Predict")
    tab_to(page, "input[type=radio]")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        if page.evaluate("document.activeElement.value") == "more":
            break
    page.keyboard.press("Space")
    give(page, "Right.")
    press_on(page, "4. See what happens")
    tab_to(page, ".qs-player")
    before = page.locator(".qs-play-status").text_content()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".qs-play-status")).not_to_have_text(before or "")
    page.keyboard.press("Home")
    expect(page.locator(".qs-play-status")).to_contain_text("At 0 min")
    page.keyboard.press("v")
    expect(page.locator(".qs-play-status")).to_contain_text("They decide differently here.")
    page.keyboard.press("End")
    expect(page.locator(".qs-play-log li")).to_have_count(0)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".qs-play-log li").first).to_be_visible()
    first = page.locator(".qs-play-status").text_content() or ""
    page.get_by_role("button", name="Next decision").click()  # after the last one the first
    expect(page.locator(".qs-play-status")).to_contain_text("At 0 min")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".qs-play-status")).to_have_text(first)
    press_on(page, "5. Predict")
    tab_to(page, "input[inputmode=decimal]")
    page.keyboard.type("6.6")
    give(page, "Right.")
    press_on(page, "6. Read")


# A busy browser attends to keys before it attends to what waits for its turn: here nothing gets a turn in between.
TYPED_AND_SENT = """async text => {
  const [number, button] = ['input[inputmode=decimal]', '#lesson-answer'].map(what => document.querySelector(what));
  number.focus();
  for (const key of text) {
    document.execCommand('insertText', false, key);
    await null;
  }
  button.focus();
  await null;
  button.click();
}"""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element, which may be still to come, has the focus."""
    expect(page.locator(selector).first).to_be_attached()
    for _ in range(60):
        if page.evaluate(
            "selector => Boolean(document.activeElement && document.activeElement.matches(selector))", selector
        ):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached")


def give(page: Page, said: str) -> None:
    tab_to(page, "#lesson-answer")
    page.keyboard.press("Enter")
    expect(page.locator(".qs-verdict")).to_contain_text(said)


def press_on(page: Page, text: str) -> None:
    tab_to(page, "#lesson-next")
    page.keyboard.press("Enter")
    heading(page, text)
    expect(page.locator("#lesson-step")).to_be_focused()  # a moment later: a key before would be one of the step before


def tried(page: Page, cell: str, value: str, answer: str) -> None:
    """Change a cell, run, and be told."""
    page.get_by_label(cell).fill(value)
    page.get_by_label(cell).press("Enter")
    expect(page.get_by_text(answer)).to_be_visible()


def test_lessons_that_were_begun_go_on_with_a_number_a_drawing_a_goal_and_a_parameter(page: Page) -> None:
    answered(
        page,
        {
            "order_matters": {"2": [1, 4, 3, 2, 5], "3": "more"},
            "easy_conservative": {"2": [3], "3": "9 s"},
            "own_estimate": {"2": "8 min", "3": "less"},
            "project": {"3": "180 s", "4": "more"},
        },
    )
    page.goto("/lesson?lesson=order_matters&version=1&step=5")
    page.locator("input[inputmode=decimal]").wait_for(timeout=LATE)
    page.evaluate(TYPED_AND_SENT, "6.6")  # a number is the answer however soon it is sent
    expect(page.locator(".qs-verdict")).to_contain_text("Right.")

    follow(page, "/lesson?lesson=easy_conservative&step=5")
    a_schedule_is_drawn_with_the_keys(page)

    follow(page, "/lesson?lesson=own_estimate&step=5")
    heading(page, "5. Try")
    tried(page, "requested time of job 3", "1", "asks for less time than it runs")
    tried(page, "requested time of job 3", "4", "The goal is reached.")

    follow(page, "/lesson?lesson=project&step=6")
    heading(page, "6. Try")
    tried(page, "aging of the policy", "2", "Not yet.")
    tried(page, "aging of the policy", "0.5", "The goal is reached.")
    expect(page.get_by_role("img", name=re.compile("^Smallest area first, aging 0.5 until"))).to_be_visible()


def a_schedule_is_drawn_with_the_keys(page: Page) -> None:
    heading(page, "5. Predict")
    for job, keys in (
        (1, ["Enter"]),
        (2, ["Enter", *["ArrowRight"] * 4]),
        (3, ["Enter", "Shift+ArrowRight", "ArrowRight", "ArrowRight"]),
        (4, ["Enter", *["ArrowRight"] * 11]),
    ):
        tab_to(page, f".qs-draw-job[data-job='{job}']")
        for key in keys:
            page.keyboard.press(key)
    expect(page.locator(".qs-draw-said")).to_have_text("")
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.locator(".qs-verdict")).to_contain_text("Right.")


def test_runs_of_compare_are_stepped_through_and_the_line_that_decides_is_lit(page: Page, axe: str) -> None:  # noqa: F811
    page.goto(link_of("five-jobs.swf", tab="steps") + "&at=10800")  # it brings the runs and the moment
    finished(page, (FCFS, EASY))
    panel = open_tab(page, "steps")
    expect(panel.locator(".qs-play-status")).to_contain_text("At 3 h", timeout=LATE)
    expect(panel.get_by_role("img", name=re.compile(f"^({FCFS}|{EASY}) until 3 h"))).to_have_count(2)
    panel.locator(".qs-player").focus()
    page.keyboard.press("Home")
    expect(panel.get_by_role("img", name=re.compile("nothing has started|until 0 h"))).to_have_count(2)
    page.keyboard.press("v")
    expect(panel.locator(".qs-play-status")).to_contain_text("At 6 h")
    expect(panel).to_contain_text("Job 4 is backfilled ahead of job 3")
    code = panel.get_by_role("list", name=f"What {EASY} does")
    fired = code.locator(".qs-play-fired")
    expect(code.get_by_role("listitem")).to_have_count(
        sum(not line.clusters for line in all_policies()["easy"].pseudocode)
    )
    expect(fired.filter(has_text="if it ends by the shadow time: start it")).to_have_count(1)
    expect(fired.filter(has_text="if it ends by the shadow time: start it")).to_contain_text("decided now")
    assert violations(page, axe, within="#panel-steps") == []
    panel.get_by_role("button", name="Back").click()
    expect(panel.locator(".qs-play-status")).to_contain_text("At 3 h")
    expect(page).to_have_url(re.compile("at=10800"))
    page.keyboard.press("p")
    expect(page.locator("#leave-present")).to_be_visible()
    expect(panel.locator(".qs-play-chart").last).to_be_in_viewport(ratio=1)
    legible(page)
    page.keyboard.press("PageDown")
    expect(panel.locator(".qs-play-status")).to_contain_text("At 6 h")
    expect(panel.locator(".qs-play-fired").filter(has_text="start it").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#leave-present")).to_have_count(0)


LEGIBLE = 20  # pixels of a letter, from the last row


def legible(page: Page) -> None:
    """Wait until all texts that a player shows are as large as that."""
    until(
        page,
        """least => {
        const shown = [...document.querySelectorAll('.qs-player *')].filter(one => one.checkVisibility() && [...one.childNodes].some(
            child => child.nodeType === 3 && child.textContent.trim()));
        return shown.length > 0 && shown.every(one => parseFloat(getComputedStyle(one).fontSize) >= least);
    }""",
        LEGIBLE,
    )


@pytest.mark.exhaustive  # the usual run shows Home and Compare so
def test_lessons_about_nodes_preemption_and_splitting_are_shown_on_a_projector(page: Page, axe: str) -> None:  # noqa: F811
    answered(
        page,
        {
            "sharing_nodes": {"3": 22.5, "4": "more", "5": "less"},
            "slurm_urgent_jobs": {"2": "105 min", "4": "more", "5": "less"},
            "splitting": {str(step): 1 for step in range(1, 8)},
        },
    )
    shares_of_a_node_are_shown_beside_the_queue(page, axe)
    who_was_stopped_for_whom_is_stepped_through(page)
    three_runs_fit_the_screen(page)


def shares_of_a_node_are_shown_beside_the_queue(page: Page, axe: str) -> None:  # noqa: F811
    page.goto("/lesson?lesson=sharing_nodes&step=6")
    heading(page, "6. See what happens")
    view = page.get_by_role("table", name="Shares of the nodes")
    expect(view.get_by_role("row")).to_have_count(4)
    expect(view.get_by_role("row").nth(3)).to_contain_text("0.4")
    readable(page, axe)
    page.get_by_role("button", name="Step", exact=True).click()
    expect(view.get_by_role("row")).to_have_count(3)
    page.goto("/lesson?lesson=sharing_nodes&step=6&present=1&at=1350")
    expect(page.locator(".qs-play-status")).to_contain_text("At 22.5 min")
    chart = page.locator(".qs-play-chart").last
    expect(chart).to_be_in_viewport(ratio=1)
    until(
        page,
        "() => [...document.querySelectorAll('.qs-play-chart')].pop()?.getBoundingClientRect().width > 0.5 * innerWidth",
    )  # once drawn
    expect(page.get_by_role("link", name="Next")).to_be_in_viewport(ratio=1)
    legible(page)
    page.goto("/lesson?lesson=sharing_nodes&step=3&present=1")  # a question shows the jobs that it is about
    jobs = page.locator(".qs-lesson-jobs table")
    expect(jobs).to_be_in_viewport(ratio=1)
    assert float(jobs.locator("td").first.evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)")) >= LEGIBLE


def who_was_stopped_for_whom_is_stepped_through(page: Page) -> None:
    page.goto("/lesson?lesson=slurm_urgent_jobs&step=3")
    heading(page, "3. See what happens")
    expect(page.locator(".qs-play-status")).to_contain_text("At 40 min")
    expect(page.locator(".qs-player")).to_contain_text("Job 1 is stopped for job 3: 40 min of work is lost")
    expect(page.get_by_role("img", name=re.compile("^Slurm, urgent jobs preempt until"))).to_be_visible()


@pytest.mark.exhaustive
def test_stopped_jobs_can_be_read_and_a_parameter_of_their_policy_is_tried(page: Page, axe: str) -> None:  # noqa: F811
    answered(page, {"slurm_urgent_jobs": {"2": "105 min", "4": "more", "5": "less"}})
    who_was_stopped_for_whom_is_stepped_through(page)
    readable(page, axe)
    page.goto("/lesson?lesson=slurm_urgent_jobs&step=6")
    heading(page, "6. Try")
    tried(page, "preempt exempt of the policy", "600", "Not yet.")
    tried(page, "preempt exempt of the policy", "3600", "The goal is reached.")


def three_runs_fit_the_screen(page: Page) -> None:
    page.goto("/lesson?lesson=splitting&step=7&present=1")
    expect(page.locator(".qs-play-chart")).to_have_count(3, timeout=LATE)
    until(
        page,
        "() => [...document.querySelectorAll('.qs-play-run')].pop()?.getBoundingClientRect().bottom <= innerHeight",
    )
