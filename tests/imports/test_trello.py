"""Cards of a Trello board as tasks. The board has the shape of wekan/wekan's test data (MIT)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from conderis.core.errors import Invalid
from tests.imports.reading import Found, as_json, found_in

ADA = {"id": "m1", "fullName": "Ada Test", "username": "ada"}


def card(ident: str, **more: Any) -> dict[str, Any]:
    return {"id": ident, "name": f"Card {ident}", "desc": "", "closed": False, "idList": "l1", "idLabels": [],
            "labels": [], "idMembers": [], "due": None, "dueComplete": False, **more}  # fmt: skip


def comment(of: str, text: str, at: str) -> dict[str, Any]:
    return {"id": at, "type": "commentCard", "idMemberCreator": "m1", "date": at,
            "data": {"card": {"id": of}, "text": text}, "memberCreator": ADA}  # fmt: skip


def board(*cards: dict[str, Any], **more: Any) -> Found:
    lists = [("l1", "To Do", False), ("l2", "In Progress", False), ("l3", "✅ Done", False), ("l4", "Blocked", False),
             ("l5", "Old ideas", True)]  # fmt: skip
    whole = {
        "id": "b", "name": "Board", "idOrganization": None, "cards": list(cards), "members": [ADA],
        "lists": [{"id": ident, "name": name, "closed": closed} for ident, name, closed in lists], **more,
    }  # fmt: skip
    return found_in("trello", as_json(whole))


@pytest.mark.parametrize(
    ("where", "status", "told"),
    [
        ({"idList": "l1"}, "open", set()),
        ({"idList": "l2"}, "in_progress", set()),
        ({"idList": "l3"}, "done", set()),
        ({"idList": "l4"}, "open", {"list"}),
        ({"idList": "l1", "dueComplete": True}, "done", set()),
        ({"idList": "l3", "closed": True}, "done", set()),
        ({"idList": "l1", "closed": True}, "canceled", {"closed"}),
        ({"idList": "l5"}, "canceled", {"closed"}),
        ({"idList": "gone"}, "open", set()),
    ],
)
def test_the_list_says_the_status(where: dict[str, Any], status: str, told: set[str]) -> None:
    record = board(card("c", **where)).only
    assert record.fields["status"] == status
    assert set(record.dropped) == told


def test_list_and_labels_become_tags() -> None:
    labels = [
        {"name": "Größer!"},
        {"name": "", "color": "green"},
        {"name": "日本"},
        *({"name": f"L{n}"} for n in range(3)),
    ]
    record = board(card("c", labels=labels)).only
    assert record.fields["tags"] == ["to-do", "grosser", "green", "l0", "l1"]
    assert "labels" in record.dropped


def test_checklists_comments_and_what_has_no_field_stand_in_the_text() -> None:
    record = board(
        card(
            "5fcbec2e6621ca4f0a547896", desc="What to do", due="2021-01-28T10:00:00.000Z", idMembers=["m1"],
            attachments=[{"name": "A [draft]", "url": "https://example.org/a.pdf"}],
            customFieldItems=[{"idCustomField": "f1", "value": {"text": "Hello"}},
                              {"idCustomField": "f2", "idValue": "o"}],
        ),
        checklists=[{"id": "k", "idCard": "5fcbec2e6621ca4f0a547896", "name": "Steps", "checkItems": [
            {"name": "Second", "state": "complete", "pos": 2}, {"name": "First", "state": "incomplete", "pos": 1}]}],
        customFields=[{"id": "f1", "name": "Text"}, {"id": "f2", "name": "Way", "options": [
            {"id": "o", "value": {"text": "Up"}}]}],
        actions=[comment("5fcbec2e6621ca4f0a547896", "Later", "2021-01-03T00:00:00Z"),
                 comment("5fcbec2e6621ca4f0a547896", "Earlier", "2021-01-02T00:00:00Z")],
    ).only  # fmt: skip
    assert record.fields["content"] == (
        "What to do\n\n## Steps\n\n- [ ] First\n- [x] Second\n\n## Attachments\n\n- [A (draft)](<https://example.org/a.pdf>)"
        "\n\n---\n\n- due: 2021-01-28T10:00:00.000Z\n- members: Ada Test\n- Text: Hello\n- Way: Up"
        "\n\n## Comments\n\n**Ada Test**, 2021-01-02:\n\nEarlier\n\n**Ada Test**, 2021-01-03:\n\nLater"
    )
    assert set(record.dropped) == {"attachments", "due", "members", "custom fields"}
    assert record.created == datetime(2020, 12, 5, 20, 23, 10, tzinfo=UTC), "the id of a card holds its birth"


def test_who_made_the_card_is_its_author() -> None:
    made = {"id": "x", "type": "createCard", "idMemberCreator": "gone", "date": "2020-12-05T20:23:10.484Z",
            "data": {"card": {"id": "c"}}, "memberCreator": {"fullName": "Who Left"}}  # fmt: skip
    record = board(card("c"), actions=[made]).only
    assert record.author == "Who Left"


def test_cards_before_the_lists_find_them_too() -> None:
    data = as_json({"cards": [card("c", idList="l")], "lists": [{"id": "l", "name": "Doing"}]})
    assert found_in("trello", data).only.fields["status"] == "in_progress"


def test_comments_that_do_not_fit_are_told() -> None:
    many = [comment("c", "x" * 30_000, f"2021-01-0{n}T00:00:00Z") for n in range(5, 0, -1)]
    record = board(card("c"), actions=many).only
    assert record.fields["content"].count("x" * 30_000) == 3
    assert "comments" in record.dropped


def test_a_card_that_is_none_is_named() -> None:
    found = board(card("c"), "not a card", {"name": "no id"}, card("c"))  # type: ignore[arg-type]
    assert [problem.place for problem in found.failed] == ["cards[1]", "cards[2]", "cards[3]"]
    assert found.only.source_id == "c"


@pytest.mark.parametrize(
    "data",
    [b"[]", b"[1]", b'{"a": 1}', b"", b"{", b'{"lists": [{"id": "l"', b"hello", b'{"cards": [' + b"[" * 100_000,
     '{"cards": []}'.encode("utf-16")],
)  # fmt: skip
def test_a_file_that_is_no_board_is_refused(data: bytes) -> None:
    with pytest.raises(Invalid) as refused:
        found_in("trello", data)
    assert refused.value.data["field"] == "file"
