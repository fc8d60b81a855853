"""What is done with an item on its page: its kind's actions, and its quick fields."""

import pytest

from items.models import Item
from tests.calls import Caller
from tests.items.pages.browser import Browser, Page


def buttons(page: Page) -> set[str]:
    """What the page offers to do with the item, by the address below it."""
    return {form.action.removeprefix(page.path).rstrip("/") for form in page.forms if form.action.startswith(page.path)}


def test_a_task_goes_its_way(home: str, as_owner: Caller, at_writer: Browser) -> None:
    number = as_owner.task()
    path = f"{home}{number}/"

    page = at_writer.get(path)
    assert buttons(page) >= {"claim", "complete", "block"}
    page = page.send("claim")
    assert "It’s yours now." in page.words
    assert (as_owner.get(number)["fields"]["status"], "claim" in buttons(page)) == ("in_progress", False)
    page = page.send("block", reason="The contract")
    assert "Waits: The contract" in page.words
    assert buttons(page) >= {"unblock", "complete"}
    page = page.send("unblock").send("complete")
    assert not buttons(page) & {"claim", "complete", "block", "unblock"}
    assert [row["author"]["name"] for row in as_owner.get(number, history=True)["versions"][:4]] == ["Chi"] * 4


def test_a_closed_one_is_reopened_and_an_open_one_canceled(home: str, as_owner: Caller, at_writer: Browser) -> None:
    number = as_owner.task(status="done")
    path = f"{home}{number}/"

    def step(status: str) -> None:
        [form] = [
            each for each in at_writer.get(path).forms if each.fields.get("status") == status and len(each.fields) == 3
        ]
        at_writer.post(form.action, form.fields)

    step("open")
    assert as_owner.get(number)["fields"]["status"] == "open"
    step("canceled")
    assert as_owner.get(number)["fields"]["status"] == "canceled"


@pytest.mark.parametrize("kind", ["memory", "page"])
def test_archive_and_restore(home: str, as_owner: Caller, at_moderator: Browser, kind: str) -> None:
    number = as_owner.memory() if kind == "memory" else as_owner.page()

    page = at_moderator.get(f"{home}{number}/").send("archive")
    assert "Archived" in page.words
    assert as_owner.get(number)["state"] == "archived"
    page = page.send("restore")

    assert as_owner.get(number)["state"] == "active"
    assert buttons(page) >= {"archive"}


def test_a_personal_one_is_archived(as_writer: Caller, at_writer: Browser, at_owner: Browser) -> None:
    ref = as_writer.personal()
    path = f"/personal/{ref.removeprefix('memory:')}/"

    at_owner.post(f"{path}archive/", {"version": "1"}, 404)
    at_writer.get(path).send("archive")

    assert as_writer.call("item_get", projectId=None, ref=ref)["state"] == "archived"


def test_held_by_someone_else(home: str, as_owner: Caller, as_writer: Caller, at_moderator: Browser) -> None:
    number = as_owner.task()
    page = at_moderator.get(f"{home}{number}/")
    as_writer.act(number, "claim", 1)
    assert "claim" not in buttons(at_moderator.get(page.path))

    page = at_moderator.post(f"{page.path}claim/", {"version": "2"}, 409)

    assert "claude-code (Chi) holds it." in page.words
    assert 'role="alert"' in page.text
    assert as_owner.get(number)["version"] == 2


def test_moved_on_meanwhile(home: str, as_owner: Caller, at_writer: Browser) -> None:
    number = as_owner.task()
    page = at_writer.get(f"{home}{number}/")
    as_owner.change("task", number, 1, title="Another title")

    page = page.send("claim", answer=409)

    assert "Ada saved version 2 meanwhile (title)." in page.words
    assert "Another title" in page.words
    assert "item_get" not in page.words
    page.send("claim")
    assert as_owner.get(number)["fields"]["status"] == "in_progress"


def test_closed_meanwhile(home: str, as_owner: Caller, at_writer: Browser) -> None:
    number = as_owner.task(status="done")

    for action in ("claim", "block"):
        page = at_writer.post(f"{home}{number}/{action}/", {"version": "1", "reason": "R"}, 409)
        assert "It is done. Reopen it first" in page.words
        assert "item_store" not in page.words


def test_a_block_needs_its_reason(home: str, as_owner: Caller, at_writer: Browser) -> None:
    number = as_owner.task()

    page = at_writer.get(f"{home}{number}/").send("block", reason="  ", answer=400)

    assert "Say what it waits for" in page.words
    assert as_owner.get(number)["version"] == 1


def test_a_secret_is_refused(home: str, as_owner: Caller, at_writer: Browser) -> None:
    number = as_owner.task()
    secret = "ghp_" + "aB3dE5gH7j" * 4

    page = at_writer.get(f"{home}{number}/").send("block", reason=secret, answer=400)

    assert "looks like a credential" in page.words
    assert secret not in page.text


def test_done_already_is_no_version(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.page()
    as_owner.act(number, "archive", 1)

    page = at_owner.post(f"{home}{number}/archive/", {"version": "2"})

    assert "Nothing was different" in page.words
    assert as_owner.get(number)["version"] == 2


def test_who_may_not_is_refused(
    home: str, as_owner: Caller, at_writer: Browser, at_reader: Browser, at_outsider: Browser, at_nobody: Browser
) -> None:
    task, memory = as_owner.task(), as_owner.memory()

    assert "needs &#x27;write&#x27;" in at_reader.post(f"{home}{task}/claim/", {"version": "1"}, 403).text
    at_reader.post(f"{home}{task}/fields/", {"version": "1", "status": "done"}, 403)
    at_writer.post(f"{home}{memory}/archive/", {"version": "1"}, 403)
    at_outsider.post(f"{home}{task}/claim/", {"version": "1"}, 404)
    assert at_nobody.client.post(f"{home}{task}/claim/", {"version": "1"})["Location"].startswith("/login/")
    assert set(Item.objects.values_list("version", flat=True)) == {1}


def test_only_what_the_kind_has_and_only_as_a_button(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.page()

    at_owner.post(f"{home}{number}/claim/", {"version": "1"}, 400)
    at_owner.get(f"{home}{number}/archive/", 405)
    at_owner.post(f"{home}{number}/relate/", {"version": "1"}, 404)
    at_owner.post(f"{home}{number}/explode/", {"version": "1"}, 404)
    at_owner.post(f"{home}{number}/archive/", {}, 400)
    at_owner.post(f"{home}{number}/archive/", {"version": "x"}, 422)
    assert Item.objects.get().version == 1


def test_quick_fields(home: str, as_owner: Caller, as_writer: Caller, at_writer: Browser) -> None:
    number = as_owner.task("Title", priority="low")

    page = at_writer.get(f"{home}{number}/")
    [form] = [each for each in page.forms if "priority" in each.options]
    at_writer.post(form.action, {**form.fields, "priority": "urgent", "assignee": as_writer.ref})

    fields = as_owner.get(number)["fields"]
    assert (fields["priority"], fields["assignee"], fields["title"]) == ("urgent", as_writer.ref, "Title")
    assert as_owner.get(number)["version"] == 2
    assert "blocked" not in form.options["status"]


def test_only_the_kinds_quick_fields_are(home: str, as_owner: Caller, at_owner: Browser) -> None:
    task, memory = as_owner.task("Title"), as_owner.memory("Title")

    for number in (task, memory):
        at_owner.post(f"{home}{number}/fields/", {"version": "1", "title": "Other"})
        assert as_owner.get(number)["fields"]["title"] == "Title"


def test_a_quick_field_that_was_changed_meanwhile(home: str, as_owner: Caller, at_writer: Browser) -> None:
    number = as_owner.task()
    page = at_writer.get(f"{home}{number}/")
    [form] = [each for each in page.forms if "priority" in each.options]
    as_owner.change("task", number, 1, priority="high")

    page = at_writer.post(form.action, {**form.fields, "priority": "low"}, 409)

    assert "Ada saved version 2 meanwhile (priority)." in page.words
    assert as_owner.get(number)["fields"]["priority"] == "high"


def test_a_swap_gets_the_item_alone(home: str, as_owner: Caller, at_writer: Browser) -> None:
    number = as_owner.task()

    done = at_writer.client.post(f"{home}{number}/claim/", {"version": "1"}, headers={"HX-Request": "true"})
    part = at_writer.get(done["Location"], HTTP_HX_REQUEST="true")
    refused = at_writer.post(f"{home}{number}/claim/", {"version": "1"}, 409, HTTP_HX_REQUEST="true")

    for page in (part, refused):
        assert page.text.startswith('<article class="item" id="item"')
        assert "<html" not in page.text
    assert "yours now" in part.response["HX-Trigger"]
