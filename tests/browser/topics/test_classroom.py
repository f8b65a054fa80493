"""A teacher and two students with a storage of their own: votes, shift, reveal, a page that is followed; keyboard and axe."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from layouts.topics.classroom import class_ids
from tests.browser.conftest import Faults
from tests.browser.steps import LATE, OWN_STORAGE, Page, component, expect, link_of, schedule_drawn, until
from tests.browser.test_access import CONTRAST, SIZES, axe, fits, go_to, violations  # noqa: F401 - axe is a fixture

LOOKS_OFTEN = """const setIntervalAsEver = window.setInterval;        // pages look how far a room is every 1 to 2 s
window.setInterval = (look, every, ...more) => setIntervalAsEver(look, every < 1000 ? every : every / 5, ...more);"""


@pytest.fixture
def visitor(context: Any, faults: Faults) -> Callable[[], Page]:
    """Another person: a page that keeps by itself what a browser keeps for all its pages."""

    def come() -> Page:
        page = faults.watch(context.new_page())
        page.add_init_script(OWN_STORAGE)
        page.add_init_script(LOOKS_OFTEN)
        return page

    return come


@pytest.fixture
def teacher(page: Page) -> Page:
    """Whoever teaches; the storage is that of the browser."""
    page.add_init_script(LOOKS_OFTEN)
    return page


def reads_well(page: Page, axe: str) -> None:  # noqa: F811
    """Axe finds nothing in either scheme, and nothing sticks out.  The pages of a room have no charts to wait for."""
    for scheme in ("light", "dark"):  # which differ in colors alone
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
        assert {scheme: violations(page, axe, [CONTRAST] if scheme == "dark" else [])} == {scheme: []}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)


PHONE: Any = {"width": 390, "height": 844}


def open_room(teacher: Page) -> str:
    """Open a room for the convoy; its code."""
    teacher.goto("/class/teacher?lesson=convoy")
    teacher.get_by_role("button", name="Open a room").click()
    code = teacher.locator(".qs-class-code")
    expect(code).to_have_text(re.compile("^[A-Z0-9]{6}$"))
    return str(code.text_content())


def join(student: Page, code: str, nickname: str) -> None:
    ask_to_join(student, code, nickname)
    heading(student, "You are in")


def students_drawn(teacher: Page, count: int) -> None:
    """So many are in the room, and its page has been made anew of that, which follows the number."""
    expect(component(teacher, class_ids.STUDENTS)).to_have_text(str(count))
    expect(teacher.locator(".qs-class-student")).to_have_count(count)


def heading(page: Page, text: str) -> None:
    expect(page.locator("#class-step")).to_contain_text(text)


def answer(student: Page, text: str) -> None:
    student.get_by_label(text).check()
    with student.expect_response(re.compile(r"/class/[^/]+/answer$")):  # what the page says may be of the answer before
        student.get_by_role("button", name="Send my answer").click()
    expect(component(student, class_ids.MESSAGE)).to_contain_text("Your answer is in.")


def press(teacher: Page, name: str) -> None:
    teacher.get_by_role("button", name=name).first.click()


def test_a_class_joins_votes_discusses_and_votes_again_until_the_room_is_deleted(
    teacher: Page,
    visitor: Callable[[], Page],
    axe: str,  # noqa: F811
    faults: Faults,
) -> None:
    code = open_room(teacher)
    expect(teacher.get_by_role("img", name=re.compile("^QR code"))).to_have_js_property("complete", True)
    assert teacher.locator(".qs-class-qr").evaluate(
        "picture => picture.naturalWidth > 0 && picture.src.includes('qr.svg')"
    )
    assert "#" not in teacher.url
    phone, other = visitor(), visitor()
    phone.set_viewport_size(PHONE)
    other.emulate_media(color_scheme="dark")
    what_is_unfolded_and_focused_stays_so(teacher, lambda: join(phone, code, "<b>Ada</b>"))
    by_keyboard(other, code)
    students_drawn(teacher, 2)
    teacher.get_by_text("Who is in").click()
    expect(teacher.get_by_role("listitem").filter(has_text="<b>Ada</b>")).to_be_visible()
    reads_well(phone, axe)
    press(teacher, "Ask question 1")
    heading(phone, "Question 1 of 3 · first vote")
    reads_well(other, axe)
    answer(phone, "later than under FCFS")
    expect(component(teacher, class_ids.COUNT)).to_have_text("1 of 2")
    expect(teacher.get_by_role("table", name="How often")).to_have_count(0)
    choose_by_keyboard(other)
    expect(component(teacher, class_ids.COUNT)).to_have_text("2 of 2")
    phone.reload()
    expect(phone.get_by_label("later than under FCFS")).to_be_checked()
    answer(phone, "earlier than under FCFS")
    press(teacher, "Close the question")
    row = teacher.get_by_role("table").filter(has_text="How often").get_by_role("row")
    expect(row.filter(has_text="earlier than under FCFS")).to_contain_text("1 (50 %)")
    expect(row.filter(has_text="later than under FCFS")).to_contain_text("0 (0 %)")
    expect(phone.get_by_text("The question is closed.")).to_be_visible()
    expect(phone.get_by_text("Your answer: earlier than under FCFS")).to_be_visible()
    expect(phone.get_by_text(re.compile("Right|Not so"))).to_have_count(0)
    press(teacher, "Ask again after a discussion")
    for student in (phone, other):
        heading(student, "second vote")
        answer(student, "at the same time as under FCFS")
    press(teacher, "Close the question")
    expect(teacher.get_by_text("1 of 2 changed their answer.")).to_be_visible()
    expect(teacher.get_by_text("✓ right")).to_have_count(0)
    press(teacher, "Reveal the answer")
    expect(teacher.get_by_text("Right: 1 in the first vote, 2 in the second.")).to_be_visible()
    expect(phone.locator(".qs-verdict")).to_contain_text("Right.")
    reads_well(teacher, axe)
    with teacher.expect_download() as download:
        teacher.get_by_role("button", name="Answers as CSV").click()
    rows = list(csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines()))
    assert [(row["nickname"], row["vote"], row["right"]) for row in rows] == [
        ("<b>Ada</b>", "1", "no"),
        ("'=Ben", "1", "yes"),
        ("<b>Ada</b>", "2", "yes"),
        ("'=Ben", "2", "yes"),
    ]
    follows(teacher, phone, code)
    who_is_taken_out_is_told(teacher, other, code, faults)
    the_teachers_link_opens_the_room_elsewhere_and_hides_its_key(teacher, other, code)
    the_room_is_deleted_and_says_so(teacher, phone, code, faults)


def who_is_taken_out_is_told(teacher: Page, student: Page, code: str, faults: Faults) -> None:
    faults.allow("status of 403", f"/class/{code}/mine.json")
    teacher.get_by_text("Who is in").click()
    teacher.locator(".qs-class-student").filter(has_text="=Ben").get_by_text("=Ben", exact=True).click()
    teacher.get_by_role("button", name="Remove =Ben").click()
    expect(component(teacher, class_ids.STUDENTS)).to_have_text("1")
    expect(student.get_by_text("its teacher has taken you out")).to_be_visible()


def by_keyboard(student: Page, code: str) -> None:
    """Join with the keys alone, the code typed in small letters."""
    student.goto("/class")
    expect(student.get_by_label("Code of the room")).to_be_visible()
    tab_to(student, f"#{class_ids.CODE}")
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
    tab_to(student, f"#{class_ids.SEND}")
    student.keyboard.press("Enter")
    expect(component(student, class_ids.MESSAGE)).to_contain_text("Your answer is in.")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        if page.evaluate(
            "selector => Boolean(document.activeElement && document.activeElement.matches(selector))", selector
        ):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached")


def follows(teacher: Page, student: Page, code: str) -> None:
    """A page that the teacher shows opens at who follows; a question leads back; who does not follow stays."""
    button = student.get_by_role("button", name="Follow the teacher")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    teacher.get_by_role("link", name="Learn").first.click()
    teacher.get_by_role("link", name="Glossary").click()
    expect(teacher).to_have_url(re.compile("/glossary$"))
    teacher.get_by_role("button", name="Show this page").click()
    expect(student).to_have_url(re.compile("/glossary$"))
    expect(student.get_by_role("heading", level=1)).to_have_text("Glossary")
    student.get_by_role("link", name="To the questions").click()  # and stays there, though the page is still shown
    heading(student, "Question 1 of 3")
    for _ in range(2):
        with student.expect_response("**/mine.json"):
            pass
    expect(student).to_have_url(re.compile(f"/class\\?room={code}$"))
    teacher.get_by_role("link", name="To the room").click()
    press(teacher, "Ask question 2")
    expect(student).to_have_url(re.compile(f"/class\\?room={code}$"))
    heading(student, "Question 2 of 3")


def what_is_unfolded_and_focused_stays_so(teacher: Page, joins: Callable[[], None]) -> None:
    """Also when the page is made anew, because somebody joins."""
    teacher.get_by_text("Delete the room", exact=True).press("Enter")
    teacher.keyboard.press("Tab")
    delete = teacher.get_by_role("button", name="Delete the room now")
    expect(delete).to_be_focused()
    before = delete.element_handle()
    joins()
    expect(component(teacher, class_ids.STUDENTS)).to_have_text("1")
    until(teacher, "button => !button.isConnected", before)  # the page was made anew
    expect(delete).to_be_visible()
    expect(delete).to_be_focused()
    teacher.get_by_text("Delete the room", exact=True).press("Enter")
    expect(delete).to_be_hidden()


def the_teachers_link_opens_the_room_elsewhere_and_hides_its_key(teacher: Page, elsewhere: Page, code: str) -> None:
    key = teacher.evaluate("JSON.parse(localStorage.getItem('queuescope teaching')).keys")[code]
    go_to(elsewhere, f"/class/teacher?room={code}")
    expect(elsewhere.get_by_text("This browser has no key of that room.")).to_be_visible()
    elsewhere.goto("about:blank")
    elsewhere.goto(f"/class/teacher?room={code}#{key}")
    expect(elsewhere.locator(".qs-class-code")).to_have_text(code)
    assert key not in elsewhere.url
    elsewhere.close()


def the_room_is_deleted_and_says_so(teacher: Page, student: Page, code: str, faults: Faults) -> None:
    faults.allow("status of 403", f"/class/{code}/mine.json")
    faults.allow("status of 403", f"/class/{code}/room.json")
    teacher.get_by_text("Delete the room", exact=True).click()
    teacher.get_by_role("button", name="Delete the room now").click()
    expect(teacher.get_by_role("heading", level=1)).to_have_text("Teach a class")
    expect(student.get_by_text(f"There is no room '{code}'")).to_be_visible()
    expect(student.get_by_label("Nickname")).to_be_visible()


def test_a_rehearsal_plays_a_class_in_another_room_which_is_then_deleted(teacher: Page, axe: str) -> None:  # noqa: F811
    code = open_room(teacher)
    sent: list[tuple[str, Any]] = []
    teacher.on("requestfinished", lambda request: sent.append((request.url, request.post_data_json)) if (
        "/class/" in request.url and request.method == "POST") else None)  # fmt: skip
    teacher.get_by_label("Students").fill("7")
    press(teacher, "Rehearse")
    figures = teacher.locator("#class-rehearsal")
    expect(figures).to_contain_text("7 students who all press in the same moment wait", timeout=LATE)
    rows = figures.locator("tbody tr")
    assert [row.split("\t")[0] for row in rows.all_inner_texts()] == [
        "to join",
        "to see the question",
        "until an answer is taken",
    ]
    ends = [url.rpartition("/")[2] for url, _ in sent]
    assert {name: ends.count(name) for name in ends} == {"rooms": 1, "join": 7, "answer": 3 * 7, "teach": 3 * 2 + 1}
    assert sent[-1][1] == {"act": "delete"} and not any(code in url for url, _ in sent)
    expect(component(teacher, class_ids.STUDENTS)).to_have_text("0")
    reads_well(teacher, axe)
    teacher.get_by_label("Students").fill("300")
    press(teacher, "Rehearse")
    teacher.get_by_role("button", name="Stop").click()
    expect(figures).to_have_text("The rehearsal was stopped, and its room is deleted.", timeout=LATE)
    assert sent[-1][1] == {"act": "delete"}


COVERED = """([selectors, within]) => {
    const home = within ? document.querySelector(within) : document, covered = [];
    for (const one of home.querySelectorAll(selectors)) {
        const {x, y, width, height} = one.getBoundingClientRect(), at = document.elementFromPoint(x + width / 2, y + height / 2);
        if (width && height && !(at && (at === one || one.contains(at)))) covered.push(one.textContent);
    }
    return covered;
}"""
ROOM_BAR = ".qs-class-foot-bar"


def at_each_width(page: Page) -> Iterator[int]:
    """Of a phone and of a laptop; the page has taken it."""
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        until(page, "width => innerWidth === width", width)
        yield width


def the_bar_covers_nothing_of_a_workload(page: Page) -> None:
    expect(page.get_by_role("button", name="Simulate and compare")).to_be_visible(timeout=LATE)
    for width in at_each_width(page):
        until(page, f"() => {{ window.scrollTo(0, 0); return !({COVERED})(['#simulate', null]).length; }}")
        assert page.locator(ROOM_BAR).bounding_box()["height"] < 100, width
        assert page.evaluate(COVERED, ["button, a", ROOM_BAR]) == [], width


def the_bar_covers_nothing_of_a_slide(page: Page) -> None:
    expect(page.locator("#slide-bar")).to_be_visible(timeout=LATE)
    until(page, "() => document.querySelector('[data-slide]')")
    for width in at_each_width(page):
        assert page.evaluate(COVERED, ["button, a", ROOM_BAR]) == [], width
        assert page.evaluate(COVERED, ["button", "#slide-bar"]) == [], width


def the_last_chart_and_the_page_end_above_the_bar(page: Page) -> None:
    bar = page.locator(ROOM_BAR).bounding_box()["y"]
    page.locator("#gantts .dash-graph").last.evaluate("chart => chart.scrollIntoView({block: 'end'})")
    until(
        page,
        "bar => [...document.querySelectorAll('#gantts .dash-graph')].pop().getBoundingClientRect().bottom <= bar + 1",
        bar,
    )
    until(
        page,
        """bar => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return document.querySelector('.qs-page').getBoundingClientRect().bottom <= bar + 1;
    }""",
        bar,
    )


def showing(teacher: Page, student: Page, address: str) -> None:
    """The student follows, and the teacher shows a comparison."""
    code = open_room(teacher)
    join(student, code, "Ada")
    student.get_by_role("button", name="Follow the teacher").click()
    teacher.goto(address)
    teacher.get_by_role("button", name="Show this page").click()
    expect(teacher.locator(ROOM_BAR)).to_contain_text("students who follow you see where you are")


@pytest.mark.exhaustive  # the usual run has the class that votes
def test_a_student_follows_a_page_whose_bar_covers_nothing_without_loading_it_again_until_a_question_is_asked(
    teacher: Page, visitor: Callable[[], Page], faults: Faults
) -> None:
    student, address = visitor(), link_of("five-jobs.swf")
    student.set_viewport_size(PHONE)
    showing(teacher, student, address + "&present=1")
    expect(student.locator("#tabs")).to_be_visible(timeout=LATE)
    expect(student).not_to_have_url(re.compile("present"))
    student.evaluate("window.stays = true")
    the_bar_covers_nothing_of_a_slide(teacher)
    teacher.keyboard.press("Escape")
    teacher.get_by_role("tab", name="Step by step").click()
    player, status = student.locator("#panel-steps .qs-player"), ".qs-play-status"
    expect(player.locator(status)).to_contain_text("At 0 ", timeout=LATE)
    below = "() => document.querySelector('#tabs').getBoundingClientRect().bottom"
    until(
        student, f"() => Math.abs(document.querySelector('#panel-steps').getBoundingClientRect().top - ({below})()) < 3"
    )
    asked = []
    student.on("request", lambda request: asked.append(request.url))
    sent = []
    teacher.on("request", lambda request: sent.append(request.url) if request.url.endswith("/teach") else None)
    for _ in range(2):
        teacher.get_by_role("button", name="Step", exact=True).click()
    text = teacher.locator("#panel-steps").locator(status).inner_text()
    assert "step 3 of" in text
    expect(player.locator(status)).to_have_text(text)
    assert 1 <= len(sent) <= 2
    assert not [url for url in asked if "update-component" in url]  # a hundred students see each step
    teacher.get_by_role("tab", name="Schedule").click()
    expect(student.get_by_role("tab", name="Schedule")).to_have_attribute("aria-selected", "true")
    schedule_drawn(teacher, 2)
    for _ in at_each_width(teacher):
        the_last_chart_and_the_page_end_above_the_bar(teacher)
    teacher.evaluate("window.queuescope.show({t0: 3600, t1: 7200})")
    expect(student).to_have_url(re.compile("t0=3600"))
    until(
        student,
        "() => { const w = window.queuescope.window(); return w && Math.abs(w[0] - 3600) < 1 && Math.abs(w[1] - 7200) < 1; }",
    )
    teacher.get_by_role("link", name="Papers").first.click()
    expect(student).to_have_url(re.compile("/papers"))
    assert student.evaluate("window.stays")
    teacher.get_by_role("button", name="Stop showing").click()
    expect(teacher.get_by_role("button", name="Show this page")).to_be_visible()
    teacher.get_by_role("link", name="Workload").first.click()
    the_bar_covers_nothing_of_a_workload(teacher)
    for _ in range(2):
        with student.expect_response("**/mine.json"):
            pass
    expect(student).to_have_url(re.compile("/papers"))
    a_question_ends_what_another_window_shows(teacher, student, faults)


def a_question_ends_what_another_window_shows(teacher: Page, student: Page, faults: Faults) -> None:
    teacher.get_by_role("link", name="Learn").first.click()
    expect(teacher).to_have_url(re.compile("/learn$"))
    teacher.get_by_role("button", name="Show this page").click()
    expect(student).to_have_url(re.compile("/learn$"))
    room = faults.watch(teacher.context.new_page())
    room.add_init_script(LOOKS_OFTEN)
    code = teacher.evaluate("JSON.parse(localStorage.getItem('queuescope teaching')).current")
    room.goto(f"/class/teacher?room={code}")
    press(room, "Ask question 1")
    heading(student, "Question 1 of 3")
    faults.allow("status of 409", f"/class/{code}/teach")
    teacher.get_by_role("link", name="Papers").first.click()
    expect(teacher.get_by_text("The page that you showed is not shown any more")).to_be_visible()
    expect(teacher.get_by_role("button", name="Show this page")).to_be_visible()
    heading(student, "Question 1 of 3")


def ask_to_join(student: Page, code: str, nickname: str) -> None:
    student.goto(f"/class?room={code}")
    student.get_by_label("Nickname").fill(nickname)
    student.get_by_role("button", name="Join").click()


def test_a_teacher_lets_in_refuses_and_takes_out_all_who_joined_since(
    teacher: Page,
    visitor: Callable[[], Page],
    axe: str,  # noqa: F811
    faults: Faults,
) -> None:
    code = open_room(teacher)
    ada, ben, eve = visitor(), visitor(), visitor()
    join(ada, code, "Ada")
    press(teacher, "Let in by me only")
    expect(teacher.get_by_text("Nobody waits.")).to_be_visible()
    for student, nickname in ((ben, "Ben"), (eve, "Eve")):
        ask_to_join(student, code, nickname)
        heading(student, "You wait to be let in")
    waiting = teacher.get_by_role("region", name="Waiting to be let in")
    expect(waiting.get_by_role("listitem")).to_have_count(2)
    expect(component(teacher, class_ids.STUDENTS)).to_have_text("1")
    reads_well(teacher, axe)
    reads_well(ben, axe)
    press(teacher, "Ask question 1")
    heading(ada, "Question 1 of 3")
    heading(ben, "You wait to be let in")
    faults.allow("status of 403", f"/class/{code}/mine.json")
    press(teacher, "Refuse Eve")
    expect(eve.get_by_text("has not let you in")).to_be_visible()
    press(teacher, "Let in Ben")
    heading(ben, "Question 1 of 3")
    expect(waiting).to_have_count(0)
    press(teacher, "Let everybody in at once")
    faults.allow("status of 400", f"/class/{code}/join")
    ask_to_join(eve, code, "\u0410d\u0430")  # two of these letters are Cyrillic
    expect(eve.get_by_text("looks the same")).to_be_visible()
    eve.get_by_label("Nickname").fill("Eve")
    eve.get_by_role("button", name="Join").click()
    heading(eve, "Question 1 of 3")
    students_drawn(teacher, 3)
    all_since_a_question_are_taken_out(teacher, ada, eve)


def all_since_a_question_are_taken_out(teacher: Page, stays: Page, goes: Page) -> None:
    teacher.get_by_text("Remove all who joined lately").click()
    since = teacher.locator(".qs-class-lately li")
    expect(since).to_contain_text(
        [
            "In the last minute: 3",
            "In the last 5 minutes: 3",
            "In the last 15 minutes: 3",
            "Since the last question was asked: 1",
        ]
    )
    since.last.get_by_text("Since the last question").click()
    since.last.get_by_role("button", name="Remove 1 student").click()
    expect(goes.get_by_text("its teacher has taken you out")).to_be_visible()
    students_drawn(teacher, 2)
    heading(stays, "Question 1 of 3")
