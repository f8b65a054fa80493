"""A class where the program is below a path of another server."""

from __future__ import annotations

import re

from tests.browser.steps import Page, expect, until


def visit(page: Page, root: str, prefix: str) -> None:
    """A room is opened, its picture leads there, a student joins."""
    page.goto(f"{root}/class/teacher?lesson=convoy")
    page.get_by_role("button", name="Open a room").click()
    expect(page.locator(".qs-class-code")).to_have_text(re.compile("^[A-Z0-9]{6}$"))
    code = page.locator(".qs-class-code").text_content()
    picture = page.locator(".qs-class-qr")
    expect(picture).to_have_attribute("src", re.compile(f"^{prefix}/class/"))  # without one it is complete, too
    until(page, "() => document.querySelector('.qs-class-qr').naturalWidth > 0")
    page.goto(f"{root}/class?room={code}")
    page.get_by_label("Nickname").fill("Ada")
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#class-step")).to_contain_text("You are in")
