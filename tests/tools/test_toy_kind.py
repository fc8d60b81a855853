"""A kind is one file and one line: a toy kind works through every tool, without a migration and almost for free."""

from io import StringIO
from typing import Annotated, Any, ClassVar

import pytest
from django.core.management import call_command
from django.test import Client
from pydantic import Field

from conderis.accounts.models import User
from conderis.mcp.descriptions import action_lines, field_lines, filter_lines
from conderis.mcp.tools import item_action, item_list, item_store
from items.kinds import KINDS
from items.kinds.base import Json, Kind, State
from items.kinds.fields import Content, Summary, Tags, Title
from items.kinds.filters import TAGS
from items.models import Item
from tests.calls import Caller

GROWTH_MOST = 100  # characters that one more kind may add to the advertised list


class CommitState(State):
    title: Title
    summary: Summary
    content: Content = ""
    tags: Annotated[Tags, Field(default_factory=list)]


class Commit(Kind):
    """A commit of a repository: reviewed, in a tree, with a list, a batch and a place in recall."""

    name = "commit"
    plural = "commits"
    state = CommitState
    required = ("title", "summary")
    filters: ClassVar = {"tags": TAGS}
    actions = ("archive", "restore", "relate", "unrelate")
    count = "commits"
    fields_line = "title*, summary*, content, tags, parent"
    filters_line = "tags"

    def short(self, item: Item) -> Json:
        return {"title": item.title, "summary": item.summary, "tags": item.tags}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Kind:
    """The one line in the registry."""
    kind = Commit()
    monkeypatch.setitem(KINDS, kind.name, kind)
    return kind


FULL: Json = {"title": "Mend the lamp", "summary": "It flickered", "content": "diff", "tags": ["lamp"]}


def test_store_and_get(as_moderator: Caller) -> None:
    number = as_moderator.store("commit", **FULL)
    got = as_moderator.get(number)
    assert (got["kind"], got["version"], got["state"]) == ("commit", 1, "active")
    assert got["fields"] == FULL
    assert as_moderator.change("commit", number, 1, title="Replace the lamp")["version"] == 2
    assert as_moderator.get(number, version=1)["fields"]["title"] == "Mend the lamp"
    history = as_moderator.get(number, history=True)["versions"]
    assert [row["changedFields"] for row in history] == [["title"], ["title", "summary", "content", "tags"]]


def test_refusals_name_what_the_kind_declares(as_moderator: Caller) -> None:
    error = as_moderator.refused("unknown_field", "item_store", kind="commit", fields={**FULL, "sha": "1"})
    assert error["allowed"] == ["title", "summary", "content", "tags", "parent"]
    as_moderator.refused("missing", "item_store", kind="commit", fields={"title": "T"})
    number = as_moderator.store("commit", **FULL)
    as_moderator.refused("conflict", "item_store", kind="commit", number=number, version=4, fields={"title": "T"})
    error = as_moderator.refused("unknown_action", "item_action", number=number, action="claim", version=1)
    assert error["allowed"] == list(Commit.actions)
    error = as_moderator.refused("unknown_filter", "item_list", kind="commit", filter={"author": "me"})
    assert error["allowed"] == ["tags"]
    error = as_moderator.refused("unknown_kind", "item_list", kind="nonsense")
    assert "commit" in error["allowed"]


def test_it_is_reviewed(as_writer: Caller) -> None:
    assert as_writer.call("item_store", kind="commit", fields=FULL)["outcome"] == "proposed"
    assert as_writer.call("item_list", kind="proposal", filter={"targetKind": "commit"})["total"] == 1


def test_list_and_query(as_moderator: Caller) -> None:
    one, two = as_moderator.store("commit", **FULL), as_moderator.store("commit", **{**FULL, "tags": []})
    assert as_moderator.numbers("commit", filter={"tags": ["lamp"]}) == [one]
    assert as_moderator.numbers("commit", sort="created") == [one, two]
    assert as_moderator.call("item_list", kind="commit", limit=1)["items"] == [
        {"number": two, "title": "Mend the lamp", "summary": "It flickered", "tags": [], "parent": None, "version": 1}
    ]
    found = as_moderator.call("item_list", query="lamp")["items"]
    assert {entry["kind"] for entry in found} == {"commit"}


def test_actions_moves_and_relations(as_moderator: Caller) -> None:
    parent, number = as_moderator.store("commit", **FULL), as_moderator.store("commit", **FULL)
    as_moderator.change("commit", number, parent=parent)
    assert as_moderator.get(number)["parent"]["number"] == parent
    task = as_moderator.task()
    as_moderator.relate(number, "implements", task)
    [row] = as_moderator.get(task)["relations"]
    assert (row["item"]["kind"], row["item"]["number"]) == ("commit", number)
    assert as_moderator.act(number, "archive", 1)["state"] == "archived"
    assert as_moderator.act(number, "restore", 2)["version"] == 3


def test_batch(as_moderator: Caller) -> None:
    items: list[Any] = [
        {"key": "a", "kind": "commit", "fields": FULL},
        {"kind": "commit", "fields": {**FULL, "parent": "a"}},
        {"kind": "task", "fields": {"title": "T"}},
    ]
    batch = {"idempotencyKey": "k", "items": items}
    kinds = as_moderator.call("item_store", kind="commit", batch=batch)["kinds"]
    assert kinds["commit"] == {"outcome": "stored", "numbers": {"a": 1}, "all": [1, 2]}
    assert as_moderator.call("item_store", kind="commit", batch=batch)["kinds"]["commit"]["replayed"] is True


def test_recall_and_counts(as_moderator: Caller) -> None:
    number = as_moderator.store("commit", **FULL)
    text = as_moderator.text("recall")
    assert f'\n#{number} "Mend the lamp" "It flickered"' in text
    assert "1 commits" in text
    assert as_moderator.call("project_get")["counts"]["commits"] == 1
    assert text.splitlines().index("commits") > 2


def test_its_rows_on_pages(as_moderator: Caller, moderator: User) -> None:
    number = as_moderator.store("commit", **{**FULL, "tags": []})  # its list has no address: it came after them
    client = Client()
    client.force_login(moderator)
    page = client.get(f"/p/{as_moderator.project_id}/search/", {"q": "lamp", "kind": "commit"}).content.decode()
    assert f"/{number}/" in page
    assert "Mend the <mark>lamp</mark>" in page
    assert "commits" in page.lower()


@pytest.mark.django_db
def test_no_migration() -> None:
    out = StringIO()
    call_command("makemigrations", "--check", "--dry-run", stdout=out)
    assert "No changes detected" in out.getvalue()


def test_the_list_grows_by_little() -> None:
    before = [kind for kind in KINDS.values() if kind.name != "commit"]
    tools = (item_store, item_list, item_action)
    grown = sum(len(tool.describe(KINDS.values())) - len(tool.describe(before)) for tool in tools)
    assert 0 < grown <= GROWTH_MOST


def test_its_lines_stand_in_the_descriptions() -> None:
    assert "commit: title*, summary*, content, tags, parent" in field_lines(KINDS.values())
    assert "commit: tags" in filter_lines(KINDS.values())
    assert "memory, page, commit: archive, restore, relate, unrelate" in action_lines(KINDS.values())
