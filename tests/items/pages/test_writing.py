"""New items, written in the browser."""

from typing import Any

import pytest

from items.models import Item
from proposals.models import Proposal
from tests.calls import Caller
from tests.items.pages.browser import Browser

FULL: dict[str, dict[str, str]] = {
    "memory": {
        "title": "Shader cache", "summary": "Warmed on deploy", "content": "Since\nMarch", "tags": "Render, cache",
        "type": "decision", "visibility": "shared", "expiresAt": "2091-01-31T12:00", "weight": "5",
    },
    "page": {"title": "How it is built", "summary": "In two steps", "content": "# One", "tags": "build"},
    "task": {
        "title": "Warm the cache", "summary": "On deploy", "content": "Do it", "tags": "a b", "status": "in_progress",
        "priority": "urgent",
    },
}  # fmt: skip
STORED: dict[str, dict[str, Any]] = {
    "memory": {
        **FULL["memory"], "tags": ["render", "cache"], "expiresAt": "2091-01-31T12:00:00Z", "weight": 5,
    },
    "page": {**FULL["page"], "tags": ["build"], "position": 1},
    "task": {**FULL["task"], "tags": ["a", "b"], "assignee": None, "blockedReason": None},
}  # fmt: skip


@pytest.mark.parametrize("kind", FULL)
def test_it_is_stored_as_it_was_typed(home: str, as_owner: Caller, at_moderator: Browser, kind: str) -> None:
    parent = as_owner.store(kind, title="Above", **({"summary": "S"} if kind == "memory" else {}))
    sibling = as_owner.store(kind, title="Beside", parent=parent, **({"summary": "S"} if kind == "memory" else {}))

    page = at_moderator.get(f"{home}new/{kind}/").send(**FULL[kind], parent=f"#{parent}", reason="It was time")

    number = sibling + 1
    assert page.path == f"{home}{number}/"
    assert f"Saved as #{number}." in page.words
    got = as_owner.get(number)
    assert got["fields"] == STORED[kind]
    assert got["parent"]["number"] == parent
    [version] = as_owner.get(number, history=True)["versions"]
    assert version["reason"] == "It was time"
    assert version["author"]["name"] == "Bea"
    assert "via" not in version["author"]


def test_what_is_left_alone_is_the_kinds_default(home: str, as_owner: Caller, at_owner: Browser) -> None:
    at_owner.get(f"{home}new/memory/").send(title="T", summary="S")

    fields = as_owner.get(1)["fields"]
    assert (fields["type"], fields["visibility"], fields["weight"], fields["expiresAt"]) == ("fact", "shared", 3, None)


def test_the_address_fills_it_in(home: str, as_owner: Caller, at_owner: Browser) -> None:
    task = as_owner.task()

    form = at_owner.get(f"{home}new/task/?parent={task}&status=done&title=Next&nonsense=1&reason=R").form()
    memory = at_owner.get(f"{home}new/memory/?type=handoff").form()

    assert (form.fields["parent"], form.fields["status"], form.fields["title"]) == (str(task), "done", "Next")
    assert form.fields["reason"] == ""
    assert memory.fields["type"] == "handoff"


def test_a_personal_one(as_writer: Caller, at_writer: Browser) -> None:
    above = as_writer.personal()
    form = at_writer.get("/personal/new/")
    assert "visibility" not in form.form().fields

    page = form.send(title="Mine", summary="For me", parent=above)

    item = Item.objects.get(title="Mine")
    assert page.path == f"/personal/{item.pk}/"
    assert "Saved, for you alone." in page.words
    assert (item.project_id, item.private, f"memory:{item.parent_id}") == (None, True, above)


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"title": ""}, "title", "A new memory needs title and summary"),
        ({"title": "   "}, "title", "A new memory needs title and summary"),
        ({"title": "x" * 201}, "title", "title may have at most 200 characters"),
        ({"tags": "a b c d e f"}, "tags", "tags may hold at most 5 tags; you sent 6"),
        ({"tags": "a_b"}, "tags", "number 1 isn’t one".replace("’", "&#x27;")),
        ({"weight": "9"}, "weight", "weight must be at most 5"),
        ({"type": "rumour"}, "type", "type must be one of fact, decision"),
        ({"parent": "77"}, "parent", "parent must be an item of the same kind that you can see"),
        ({"parent": "words"}, "parent", "parent must be the number of an item"),
        ({"content": "password: hunter2-Tr0ub4dor&3"}, "content", "content holds what looks like a credential"),
        ({"reason": "ghp_" + "aB3dE5gH7j" * 4}, "reason", "reason holds what looks like a credential"),
        ({"content": "x" * 100_001}, "content", "content may have at most 100,000 characters"),
        ({"reason": "x" * 2_001}, "reason", "at most 2000 characters"),
        ({"title": "a\0b"}, "title", "Null characters are not allowed"),
    ],
)  # fmt: skip
def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(
    home: str, at_owner: Browser, typed: dict[str, str], field: str, said: str
) -> None:
    filled = {**FULL["memory"], **typed}

    page = at_owner.post(f"{home}new/memory/", {**filled, "reason": typed.get("reason", "Why")}, _refused(field, said))

    assert said in page.text
    error = page.text.partition(f'id="id_{field}_error"')[2][:1500]
    assert said in error
    kept = page.form().fields
    for name, text in filled.items():
        if name not in ("type", "weight") or name not in typed:  # a choice that isn't one can't be shown
            assert kept[name].replace("\0", "") == text.replace("\0", ""), name
    assert not Item.objects.exists()


def _refused(field: str, said: str) -> int:
    """422 for what the form itself finds, 400 for what the service refuses."""
    return 422 if said in ("at most 2000 characters", "Null characters are not allowed") else 400


def test_who_may_not_write_is_refused(home: str, at_reader: Browser, at_outsider: Browser, at_nobody: Browser) -> None:
    for method in ("get", "post"):
        assert getattr(at_reader.client, method)(f"{home}new/task/", FULL["task"]).status_code == 403
        assert getattr(at_outsider.client, method)(f"{home}new/task/", FULL["task"]).status_code == 404
        assert getattr(at_nobody.client, method)(f"{home}new/task/", FULL["task"])["Location"].startswith("/login/")
    assert not Item.objects.exists()


def test_a_writers_memory_is_private_or_proposed(home: str, at_writer: Browser) -> None:
    form = at_writer.get(f"{home}new/memory/")
    assert "What is shared waits for someone who moderates" in form.words

    form.send(title="Mine", summary="S", visibility="private")
    page = at_writer.post(f"{home}new/memory/", {**FULL["memory"], "visibility": "shared"})

    assert Item.objects.get().private
    proposal = Proposal.objects.get()
    assert (proposal.title, page.path) == (FULL["memory"]["title"], f"/proposals/{proposal.pk}/")


def test_a_writers_page_is_proposed(home: str, at_writer: Browser) -> None:
    at_writer.get(f"{home}new/page/").send(title="How it is built")
    assert not Item.objects.exists()
    assert Proposal.objects.get().title == "How it is built"


@pytest.mark.parametrize("kind", ["instructions", "proposal", "x" * 300])
def test_other_kinds_are_no_address(home: str, at_owner: Browser, kind: str) -> None:
    at_owner.get(f"{home}new/{kind}/", 404)


def test_what_is_shared_in_a_public_project_is_seen_by_everyone(home: str, public: Any, at_owner: Browser) -> None:
    assert "Everyone sees what is shared: the project is public." in at_owner.get(f"{home}new/memory/").words
    assert "Everyone sees this: the project is public." in at_owner.get(f"{home}new/task/").words


def test_a_preview_stores_nothing_and_loses_nothing(home: str, at_owner: Browser) -> None:
    form = at_owner.get(f"{home}new/page/").form()
    assert {"preview": "1"} in form.buttons

    page = at_owner.post(
        f"{home}new/page/", {**form.fields, "title": "T", "content": "some *text*", "preview": "1"}, 200
    )

    assert 'aria-label="Preview"' in page.text
    assert page.form().fields["content"] == "some *text*"
    assert page.form().fields["title"] == "T"
    assert not Item.objects.exists()


def test_a_preview_beside_the_text(home: str, at_writer: Browser, at_outsider: Browser, at_nobody: Browser) -> None:
    text = {"content": "<script>alert(1)</script> some text"}

    shown = at_writer.post(f"{home}preview/", text, 200, HTTP_HX_REQUEST="true")

    assert "some text" in shown.text
    assert "<script>" not in shown.text
    assert "<html" not in shown.text
    assert "some text" in at_writer.post("/personal/preview/", text, 200).text
    at_outsider.post(f"{home}preview/", text, 404)
    assert at_nobody.client.post(f"{home}preview/", text).status_code == 302
    at_writer.post(f"{home}preview/", {"content": "x" * 100_001}, 400)
