"""Two people change one item: the second sees both texts, and neither is lost."""

import pytest

from conderis.accounts.models import User
from conderis.core.errors import Conflict
from items.forms.editing import EditForm
from items.models import Item, Version
from items.services.change import Outcome
from items.views import store as storing
from tests.calls import Caller
from tests.items.pages.browser import Browser, Page


@pytest.fixture
def number(as_owner: Caller) -> int:
    return as_owner.task("Title", content="one\ntwo\nthree", summary="Summary", tags=["a"])


@pytest.fixture
def form(home: str, number: int, at_moderator: Browser) -> Page:
    """Bea's form, drawn before Ada's agent saves."""
    return at_moderator.get(f"{home}{number}/edit/")


def test_both_texts_are_shown_and_mine_stands_in_the_form(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.call(
        "item_store", kind="task", number=number, version=1, fields={"content": "one\nTHEIRS\nthree"}, reason="Because"
    )

    page = form.send(content="one\nMINE\nthree", reason="My reason", answer=409)

    words = page.words
    for said in ("Version 2", "Ada through the agent claude-code", "changed content", "Because", "THEIRS", "MINE"):
        assert said in words, said
    fields = page.form().fields
    assert (fields["version"], fields["content"], fields["reason"]) == ("2", "one\nMINE\nthree", "My reason")
    assert as_owner.get(number)["version"] == 2
    assert as_owner.get(number)["fields"]["content"] == "one\nTHEIRS\nthree"


def test_changed_words_are_marked(as_owner: Caller, number: int, form: Page, moderator: User) -> None:
    as_owner.change(
        "task", number, 1, title="Their title", content="one\ntwo THEIRS\nthree", tags=["b"], assignee=as_owner.ref
    )

    page = form.send(
        title="My title", content="one\ntwo MINE\nthree", tags="c", assignee=f"user:{moderator.pk}", answer=409
    )

    for marked in ("<del>Their</del> title", "<ins>My</ins> title", "two <del>THEIRS</del>", "two <ins>MINE</ins>"):
        assert marked in page.text, marked
    assert "claude-code (Ada)" in page.text.partition("Assignee: both of you changed it")[2][:600]
    assert "Bea" in page.text.partition("Assignee: both of you changed it")[2][:900]


def test_saving_again_keeps_mine(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.change("task", number, 1, content="theirs")

    form.send(content="mine", answer=409).send()

    assert as_owner.get(number)["fields"]["content"] == "mine"
    assert as_owner.get(number, version=2)["fields"]["content"] == "theirs"
    assert as_owner.get(number)["version"] == 3


def test_or_takes_theirs(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.change("task", number, 1, content="theirs", title="Theirs")

    page = form.send(content="mine", title="Mine", answer=409)
    assert page.form().fields["take-content"] == "mine"
    page.send(**{"take-content": "theirs"})

    fields = as_owner.get(number)["fields"]
    assert (fields["content"], fields["title"]) == ("theirs", "Mine")


def test_what_only_they_changed_is_taken_over(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.change("task", number, 1, summary="Theirs", tags=["b"], priority="high")

    page = form.send(title="Mine", answer=409)

    assert "Taken over from them, since you didn’t touch it: Summary, Tags, Priority." in page.words
    assert "both fit together" in page.words
    fields = page.form().fields
    assert (fields["title"], fields["summary"], fields["tags"], fields["priority"]) == ("Mine", "Theirs", "b", "high")
    page.send()
    stored = as_owner.get(number)["fields"]
    assert (stored["title"], stored["summary"], stored["tags"], stored["priority"]) == ("Mine", "Theirs", ["b"], "high")
    assert Version.objects.get(number=3).changed_fields == ["title"]


def test_the_same_change_is_no_clash(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.change("task", number, 1, content="same")

    page = form.send(content="same", answer=409)

    assert "take-content" not in page.form().fields
    assert "Nothing was different" in page.send().words


def test_a_third_person_is_met_as_well(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.change("task", number, 1, content="second")
    page = form.send(content="mine", answer=409)
    as_owner.change("task", number, 2, content="third")

    page = page.send(answer=409)

    assert "third" in page.words
    assert page.form().fields["version"] == "3"
    page.send()
    assert as_owner.get(number)["fields"]["content"] == "mine"


def test_with_nothing_of_mine_there_is_none(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.change("task", number, 1, content="theirs")

    assert "Nothing was different" in form.send().words
    assert as_owner.get(number)["fields"]["content"] == "theirs"


def test_a_move_of_mine_needs_no_version(as_owner: Caller, number: int, form: Page) -> None:
    parent = as_owner.task("Above")
    as_owner.change("task", number, 1, content="theirs")

    form.send(parent=str(parent))

    assert as_owner.get(number)["parent"]["number"] == parent
    assert as_owner.get(number)["fields"]["content"] == "theirs"


def test_a_parent_of_mine_stays_in_the_form(as_owner: Caller, number: int, form: Page) -> None:
    parent = as_owner.task("Above")
    as_owner.change("task", number, 1, title="Theirs")

    page = form.send(summary="Mine", parent=str(parent), answer=409)

    assert page.form().fields["parent"] == str(parent)
    page.send()
    assert as_owner.get(number)["parent"]["number"] == parent


def test_an_older_version_that_is_locked_is_not_shown(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.change("task", number, 1, content="theirs")
    Version.objects.filter(number=1).update(state=None, sealed=True, reason="")

    page = form.send(content="mine", answer=409)

    assert "one" not in page.words.partition("Text: both of you changed it")[2][:200].split()
    assert page.form().fields["content"] == "mine"


def test_the_texts_are_escaped(as_owner: Caller, number: int, form: Page) -> None:
    as_owner.change("task", number, 1, content="<script>alert(1)</script>", title="<b>theirs</b>")

    page = form.send(content="</pre><script>alert(2)</script>", title="<b>mine</b>", answer=409)

    assert "<script>alert" not in page.text
    assert "<b>" not in page.text.partition("<main")[2]


def test_one_that_comes_between_looking_and_saving(
    as_owner: Caller, number: int, form: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1. Bea's request has read the item at version 1. 2. Ada's agent saves version 2. 3. Bea's save finds it."""

    def late(actor: object, item: Item, form: EditForm) -> Outcome:
        as_owner.change("task", number, 1, content="theirs")
        return change(actor, item, form)  # type: ignore[arg-type]

    change = storing._change
    monkeypatch.setattr(storing, "_change", late)

    page = form.send(content="mine", answer=409)

    assert (page.form().fields["version"], page.form().fields["content"]) == ("2", "mine")
    assert "theirs" in page.words


def test_one_that_was_locked_meanwhile_shows_nothing(
    as_owner: Caller, number: int, form: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1. Bea's request has read the item. 2. It changes and is locked. 3. Her save finds neither text to show."""

    def late(actor: object, item: Item, form: EditForm) -> Outcome:
        as_owner.change("task", number, 1, content="theirs")
        Item.objects.update(state=None, sealed=True)
        raise Conflict("late")

    monkeypatch.setattr(storing, "_change", late)

    page = form.send(content="mine", answer=423)

    assert "theirs" not in page.text
    assert "Summary" not in page.text


def test_two_first_writers_of_the_instructions(home: str, as_owner: Caller, at_moderator: Browser) -> None:
    form = at_moderator.get(f"{home}instructions/edit/")
    as_owner.call("item_store", kind="instructions", version=0, fields={"content": "Theirs"})

    page = form.send(content="Mine", answer=409)

    assert "Theirs" in page.words
    page.send()
    assert as_owner.call("item_get", ref="instructions")["fields"]["content"] == "Mine"


@pytest.mark.parametrize("version", ["", "x", "99", "-1", "9" * 30])
def test_a_version_that_is_none_saves_nothing(as_owner: Caller, number: int, form: Page, version: str) -> None:
    fields = {**form.form().fields, "version": version, "content": "mine"}

    response = form.browser.client.post(form.path, fields)

    assert response.status_code in (409, 422)
    assert as_owner.get(number)["version"] == 1
