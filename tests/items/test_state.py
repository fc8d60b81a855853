"""What PostgreSQL derives from the state can't drift from it, and a locked item has none."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from items.models import Item, Version
from projects.models import Project
from tests.calls import Caller

COLUMNS = {
    "title": "title", "summary": "summary", "status": "status", "type": "type", "priority": "priority",
    "assignee": "assignee", "visibility": "visibility", "expires_at": "expiresAt", "tags": "tags",
}  # fmt: skip


def assert_derived() -> None:
    """Each row's generated columns say what its state says; NULL where it says nothing."""
    rows = Item.objects.values("number", "state", *COLUMNS)
    assert rows
    for row in rows:
        state = row["state"] or {}
        assert {name: row[name] for name in COLUMNS} == {name: state.get(key) for name, key in COLUMNS.items()}


def test_after_every_kind_of_write(as_owner: Caller) -> None:
    task = as_owner.task(tags=["a"], priority="high", assignee=as_owner.ref)
    memory = as_owner.memory(tags=["b"], type="decision", expiresAt="2031-01-01", visibility="private")
    page, other = as_owner.page(summary="S"), as_owner.page()
    as_owner.personal()
    as_owner.call("item_store", kind="instructions", version=0, fields={"content": "C"})
    items = [{"kind": kind, "fields": {"title": "T", "tags": ["c"]}} for kind in ("task", "page")]
    as_owner.call("item_store", kind="task", batch={"idempotencyKey": "k", "items": items})
    assert_derived()
    as_owner.act(task, "claim", 1)
    as_owner.act(task, "block", 2, reason="r")
    as_owner.change("task", task, 3, tags=None, assignee=None, priority="low", title="New")
    as_owner.change("memory", memory, 1, expiresAt=None, summary="New", type="handoff")
    as_owner.change("page", page, 1, summary=None, parent=other)
    as_owner.act(other, "archive", 1)
    assert_derived()
    row = Item.objects.get(number=task)
    assert (row.title, row.status, row.priority, row.assignee, row.tags) == ("New", "blocked", "low", None, [])


def test_the_item_is_its_newest_version(as_owner: Caller) -> None:
    number = as_owner.memory(content="one")
    as_owner.change("memory", number, 1, content="two", tags=["a"])
    as_owner.act(number, "archive", 2)
    item = Item.objects.get(number=number)
    versions = list(Version.objects.filter(item=item).order_by("number"))
    assert [version.number for version in versions] == [1, 2, 3]
    assert versions[-1].state == versions[1].state == item.state
    assert versions[0].state["content"] == "one"


def test_a_sealed_item_has_no_state(as_owner: Caller, project: Project) -> None:
    number = as_owner.memory("Confidential", tags=["a"], content="Confidential")
    for rows in (project.items.filter(number=number), Version.objects.filter(item__number=number)):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(sealed=True)
        rows.update(sealed=True, state=None)
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(state={"title": "Confidential"})
    with connection.cursor() as cursor:
        cursor.execute("SELECT items_item::text FROM items_item WHERE number = %s", [number])
        [text] = cursor.fetchone()
    assert "onfidential" not in text
    assert "confidenti" not in text


class TestLocked:
    """A locked item reads as locked with no fields; whatever is done to it is refused."""

    @pytest.fixture
    def locked(self, as_owner: Caller, project: Project) -> int:
        number = as_owner.memory("Confidential", "Confidential", content="Confidential", tags=["a"])
        as_owner.relate(as_owner.memory("Other"), "related", number)
        project.items.filter(number=number).update(sealed=True, state=None)
        Version.objects.filter(item__number=number).update(sealed=True, state=None)
        return number

    def test_it_reads_as_locked(self, as_owner: Caller, locked: int) -> None:
        got = as_owner.get(locked)
        assert (got["number"], got["kind"], got["state"], got["fields"]) == (locked, "memory", "locked", {})
        assert "onfidential" not in str(got)

    def test_its_versions_are_refused(self, as_owner: Caller, locked: int) -> None:
        as_owner.refused("locked", "item_get", number=locked, version=1)

    def test_a_locked_version_of_an_item_that_isnt(self, as_owner: Caller) -> None:
        number = as_owner.memory(content="one")
        as_owner.change("memory", number, 1, content="two")
        Version.objects.filter(item__number=number, number=1).update(sealed=True, state=None)
        as_owner.refused("locked", "item_get", number=number, version=1)
        assert as_owner.get(number)["fields"]["content"] == "two"
        states = [row["state"] for row in as_owner.get(number, history=True)["versions"]]
        assert states == ["stored", "locked"]

    def test_a_parent_that_is_locked_isnt_named(self, as_owner: Caller, project: Project) -> None:
        parent = as_owner.task("Confidential")
        child = as_owner.task(parent=parent)
        project.items.filter(number=parent).update(sealed=True, state=None)
        assert as_owner.get(child)["parent"] is None
        [entry] = as_owner.call("item_list", kind="task")["items"]
        assert entry["parent"] is None
        error = as_owner.refused("invalid", "item_store", kind="task", fields={"title": "T", "parent": parent})
        assert error["field"] == "parent"


def _words(pattern: str, length: int = 100_000) -> str:
    """The pattern with its count filled in, over and over, to exactly ``length`` characters."""
    text = "".join(pattern.replace("N", f"{place:x}") for place in range(length // (len(pattern) + 1)))
    return (text + "x" * length)[:length]


@pytest.mark.parametrize(
    "content",
    [
        _words("wordN-"),
        "w" * 100_000,
        _words("https://example.org/a/N?b=N#c "),
        _words("/usr/lib/N/file_N.py:N "),
        _words("getUserByEmailN "),
        _words("𐐨N-𐐩N "),
        "".join(chr(0x4E00 + place % 20_000) for place in range(100_000)),
        " ".join(chr(0x4E00 + place % 20_000) * 2 for place in range(33_000)),
        "".join(chr(0x1F300 + place % 700) for place in range(100_000)),
        "👩‍🚀" * 33_000,
        _words("größeN straßeN caféN "),
        "'" * 50_000 + "\\" * 50_000,
        _words("-N.N:N;"),
        _words("1.N,2e-N "),
        "\U0010ffff" * 100_000,
    ],
    ids=lambda content: ascii(content[:12]),
)
def test_any_text_of_a_hundred_thousand_characters_is_stored(as_owner: Caller, content: str) -> None:
    fields: dict[str, Any] = {"content": content, "title": f"T{content[:199]}"}
    number = as_owner.store("page", **fields)
    got = as_owner.get(number, take=40_000, offset=60_000)
    assert got["text"]["length"] == len(content)
    assert got["fields"]["content"] == content[60_000:]
