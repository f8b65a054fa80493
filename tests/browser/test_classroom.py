"""A teacher and two students in three browsers: votes, shift, reveal, a page that is followed; keyboard and axe."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.conftest import FACTOR, Faults
from tests.browser.steps import Page, component, expect, ids
from tests.browser.test_access import axe, fair  # noqa: F401 - axe is a fixture


@pytest.fixture
def visitor(browser: Any, browser_context_args: dict[str, Any], faults: Faults) -> Iterator[Callable[..., Any]]:
    """Another person in a browser of one's own."""
    contexts = []

    def come(**how: Any) -> Any:
        contexts.append(browser.new_context(**{**browser_context_args, **how}))
        contexts[-1].set_default_timeout(120_000 * FACTOR)
        return faults.watch(contexts[-1].new_page())

    yield come
    for context in contexts:
        context.close()


def open_room(teacher: Page) -> str:
    """Open a room for the convoy; its code."""
    teacher.goto("/class/teacher?lesson=convoy")
    teacher.get_by_role("button", name="Open a room").click()
    code = teacher.locator(".qs-class-code")
    expect(code).to_have_text(re.compile("^[A-Z0-9]{6}$"))
    return str(code.text_content())


def join(student: Page, code: str, nickname: str) -> None:
    student.goto(f"/class?room={code}")
    student.get_by_label("Nickname").fill(nickname)
    student.get_by_role("button", name="Join").click()
    heading(student, "You are in")


def students_drawn(teacher: Page, count: int) -> None:
    """So many are in the room, and its page has been made anew of that, which follows the number."""
    expect(component(teacher, ids.CLASS_STUDENTS)).to_have_text(str(count))
    expect(teacher.locator(".qs-class-student")).to_have_count(count)


def heading(page: Page, text: str) -> None:
    expect(page.locator("#class-step")).to_contain_text(text)


def answer(student: Page, text: str) -> None:
    student.get_by_label(text).check()
    with student.expect_response(re.compile(r"/class/[^/]+/answer$")):      # what the page says may be of the answer before
        student.get_by_role("button", name="Send my answer").click()
    expect(component(student, ids.CLASS_MESSAGE)).to_contain_text("Your answer is in.")


def press(teacher: Page, name: str) -> None:
    teacher.get_by_role("button", name=name).first.click()


def test_a_class_votes_discusses_and_votes_again(page: Page, visitor: Callable[..., Any], axe: str,  # noqa: F811
                                                 faults: Faults) -> None:
    code = open_room(page)
    expect(page.get_by_role("img", name=re.compile("^QR code"))).to_have_js_property("complete", True)
    assert page.locator(".qs-class-qr").evaluate("picture => picture.naturalWidth > 0 && picture.src.includes('qr.svg')")
    assert "#" not in page.url
    phone, other = visitor(viewport={"width": 390, "height": 844}), visitor(color_scheme="dark")
    join(phone, code, "<b>Ada</b>")
    by_keyboard(other, code)
    students_drawn(page, 2)
    page.get_by_text("Who is in").click()
    expect(page.get_by_role("listitem").filter(has_text="<b>Ada</b>")).to_be_visible()
    third = visitor()
    join(third, code, "Cy")
    expect(component(page, ids.CLASS_STUDENTS)).to_have_text("3")
    page.locator(".qs-class-student").filter(has_text="Cy").get_by_text("Cy", exact=True).click()
    faults.allow("status of 403", f"/class/{code}/mine.json")
    page.get_by_role("button", name="Remove Cy").click()
    expect(component(page, ids.CLASS_STUDENTS)).to_have_text("2")
    expect(third.get_by_text("its teacher has taken you out")).to_be_visible()
    fair(phone, axe)
    press(page, "Ask question 1")
    heading(phone, "Question 1 of 3 · first vote")
    fair(other, axe)
    answer(phone, "later than under FCFS")
    expect(component(page, ids.CLASS_COUNT)).to_have_text("1 of 2")
    expect(page.get_by_role("table", name="How often")).to_have_count(0)
    choose_by_keyboard(other)
    expect(component(page, ids.CLASS_COUNT)).to_have_text("2 of 2")
    phone.reload()
    expect(phone.get_by_label("later than under FCFS")).to_be_checked()
    answer(phone, "earlier than under FCFS")
    press(page, "Close the question")
    row = page.get_by_role("table").filter(has_text="How often").get_by_role("row")
    expect(row.filter(has_text="earlier than under FCFS")).to_contain_text("1 (50 %)")
    expect(row.filter(has_text="later than under FCFS")).to_contain_text("0 (0 %)")
    expect(phone.get_by_text("The question is closed.")).to_be_visible()
    expect(phone.get_by_text("Your answer: earlier than under FCFS")).to_be_visible()
    expect(phone.get_by_text(re.compile("Right|Not so"))).to_have_count(0)
    press(page, "Ask again after a discussion")
    for student in (phone, other):
        heading(student, "second vote")
        answer(student, "at the same time as under FCFS")
    press(page, "Close the question")
    expect(page.get_by_text("1 of 2 changed their answer.")).to_be_visible()
    expect(page.get_by_text("✓ right")).to_have_count(0)
    press(page, "Reveal the answer")
    expect(page.get_by_text("Right: 1 in the first vote, 2 in the second.")).to_be_visible()
    expect(phone.locator(".qs-verdict")).to_contain_text("Right.")
    fair(page, axe)
    with page.expect_download() as download:
        page.get_by_role("button", name="Answers as CSV").click()
    rows = list(csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines()))
    assert [(row["nickname"], row["vote"], row["right"]) for row in rows] == [
        ("<b>Ada</b>", "1", "no"), ("'=Ben", "1", "yes"), ("<b>Ada</b>", "2", "yes"), ("'=Ben", "2", "yes")]
    follows(page, phone, code)


def by_keyboard(student: Page, code: str) -> None:
    """Join with the keys alone, the code typed in small letters."""
    student.goto("/class")
    expect(student.get_by_label("Code of the room")).to_be_visible()
    tab_to(student, f"#{ids.CLASS_CODE}")
    student.keyboard.type(code.lower())
    student.keyboard.press("Tab")
    student.keyboard.type("=Ben")
    student.keyboard.press("Enter")
    heading(student, "You are in")


def choose_by_keyboard(student: Page) -> None:
    heading(student, "Question 1 of 3")
    tab_to(student, "input[type=radio]")
    for _ in range(3):
        if student.evaluate("document.activeElement.value") == "same":
            break
        student.keyboard.press("ArrowDown")
    student.keyboard.press("Space")
    tab_to(student, f"#{ids.CLASS_SEND}")
    student.keyboard.press("Enter")
    expect(component(student, ids.CLASS_MESSAGE)).to_contain_text("Your answer is in.")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        if page.evaluate("selector => Boolean(document.activeElement && document.activeElement.matches(selector))", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached")


def follows(teacher: Page, student: Page, code: str) -> None:
    """A page that the teacher shows opens at who follows; a question leads back; who does not follow stays."""
    button = student.get_by_role("button", name="Follow the teacher")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    teacher.goto("/glossary")
    teacher.get_by_role("button", name="Show this page").click()
    expect(student).to_have_url(re.compile("/glossary$"))
    expect(student.get_by_role("heading", level=1)).to_have_text("Glossary")
    student.get_by_role("link", name="To the questions").click()        # and stays there, though the page is still shown
    heading(student, "Question 1 of 3")
    for _ in range(2):
        with student.expect_response("**/mine.json"):
            pass
    expect(student).to_have_url(re.compile(f"/class\\?room={code}$"))
    teacher.get_by_role("link", name="To the room").click()
    press(teacher, "Ask question 2")
    expect(student).to_have_url(re.compile(f"/class\\?room={code}$"))
    heading(student, "Question 2 of 3")


def test_what_is_unfolded_and_focused_stays_so_when_somebody_joins(page: Page, visitor: Callable[..., Any]) -> None:
    code = open_room(page)
    page.get_by_text("Delete the room", exact=True).press("Enter")
    page.keyboard.press("Tab")
    delete = page.get_by_role("button", name="Delete the room now")
    expect(delete).to_be_focused()
    before = delete.element_handle()
    join(visitor(), code, "Ada")
    expect(component(page, ids.CLASS_STUDENTS)).to_have_text("1")
    page.wait_for_function("button => !button.isConnected", arg=before)      # the page was made anew
    expect(delete).to_be_visible()
    expect(delete).to_be_focused()


def test_a_room_is_deleted_and_says_so(page: Page, visitor: Callable[..., Any], faults: Faults) -> None:
    code = open_room(page)
    student = visitor()
    join(student, code, "Ada")
    students_drawn(page, 1)
    faults.allow("status of 404", f"/class/{code}/mine.json")
    faults.allow("status of 404", f"/class/{code}/room.json")
    page.get_by_text("Delete the room", exact=True).click()
    page.get_by_role("button", name="Delete the room now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Teach a class")
    expect(student.get_by_text(f"There is no room '{code}'")).to_be_visible()
    expect(student.get_by_label("Nickname")).to_be_visible()


def test_the_teachers_link_opens_the_room_elsewhere_and_hides_its_key(page: Page, visitor: Callable[..., Any]) -> None:
    code = open_room(page)
    key = page.evaluate("JSON.parse(localStorage.getItem('queuescope teaching')).keys")[code]
    elsewhere = visitor()
    elsewhere.goto(f"/class/teacher?room={code}")
    expect(elsewhere.get_by_text("This browser has no key of that room.")).to_be_visible()
    elsewhere.goto("/learn")
    elsewhere.goto(f"/class/teacher?room={code}#{key}")
    expect(elsewhere.locator(".qs-class-code")).to_have_text(code)
    assert key not in elsewhere.url
