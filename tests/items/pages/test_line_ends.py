"""A text's characters don't change through an edit that didn't touch them."""

import pytest

from items.models import Item, Version
from tests.calls import Caller
from tests.items.pages.browser import Browser

TEXTS = {
    "plain": "one\ntwo\n\nthree\n",
    "windows": "one\r\ntwo\r\n\r\nthree\r\n",
    "old mac": "one\rtwo\r\rthree",
    "mixed": "one\r\ntwo\nthree\rfour\n\r\nfive",
    "leading": "\n\n  indented\t\n",
    "leading windows": "\r\n\r\none",
    "strange": "a\u2028b\u0085c\x0bd\x0ce\u200b\ufeff\U0001f600 é e\u0301",
    "markup": "</textarea><script>&amp;&lt;&#10;",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_an_untouched_text_is_no_change(home: str, as_owner: Caller, at_owner: Browser, text: str) -> None:
    number = as_owner.task(content=text)

    at_owner.get(f"{home}{number}/edit/").send(title="New title")

    assert Item.objects.get(number=number).state == {**Version.objects.get(number=1).state, "title": "New title"}
    assert Version.objects.get(number=2).changed_fields == ["title"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_touched_text_keeps_its_own_ends(home: str, as_owner: Caller, at_owner: Browser, end: str) -> None:
    number = as_owner.task(content=f"one{end}two{end}")
    form = at_owner.get(f"{home}{number}/edit/")

    form.send(content=form.form().fields["content"] + "three\n")

    assert as_owner.get(number)["fields"]["content"] == f"one{end}two{end}three{end}"


def test_a_new_text_has_plain_ends(home: str, as_owner: Caller, at_owner: Browser) -> None:
    at_owner.get(f"{home}new/task/").send(title="T", content="one\ntwo")

    assert as_owner.get(1)["fields"]["content"] == "one\ntwo"


def test_ends_survive_a_conflict(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.task(content="one\r\ntwo\nthree")
    form = at_owner.get(f"{home}{number}/edit/")
    as_owner.change("task", number, 1, title="Theirs")

    form.send(summary="Mine", answer=409).send()

    assert as_owner.get(number)["fields"]["content"] == "one\r\ntwo\nthree"
