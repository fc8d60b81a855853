"""What becomes of a beads issue on its way into Conderis, and what is said of the rest."""

import json
from collections import Counter
from typing import Any

import pytest
from beads import Board, Issue, Relation, read_board
from hypothesis import given, settings
from hypothesis import strategies as st

from items.kinds import KINDS
from tests.examples.boards import EXCERPT, SAMPLE, file_of, issue, link, with_sample


def board_of(*rows: Any) -> Board:
    return read_board(file_of(*rows))


def one(**said: Any) -> Issue:
    [only] = board_of(issue("x-1", **said)).issues
    return only


def remarks(*rows: Any) -> list[str]:
    return board_of(*rows).remarks


def parents(board: Board) -> dict[str, str | None]:
    return {entry.id: entry.parent for entry in board.issues}


def storable(entry: Issue) -> bool:
    """Raises what the server would."""
    return bool(KINDS["task"].new(entry.fields, in_project=True))


# -- status and priority -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "becomes"),
    [("open", "open"), ("in_progress", "in_progress"), ("hooked", "in_progress"), ("closed", "done"),
     ("tombstone", "canceled")],
)  # fmt: skip
def test_a_status_has_its_counterpart(status: str, becomes: str) -> None:
    assert one(status=status).fields["status"] == becomes
    assert remarks(issue("x-1", status=status)) == []


def test_a_blocked_one_is_stored_open_and_blocked_after() -> None:
    entry = one(status="blocked")
    assert (entry.fields["status"], entry.blocked) == ("open", True)


@pytest.mark.parametrize("status", ["deferred", "pinned", 7])
def test_another_status_becomes_open_and_is_told(status: object) -> None:
    assert one(status=status).fields["status"] == "open"
    assert remarks(issue("x-1", status=status)) == [f"x-1: status {status} became open"]


def test_five_priorities_become_four() -> None:
    assert [one(priority=p).fields["priority"] for p in range(5)] == ["urgent", "high", "normal", "low", "low"]


@pytest.mark.parametrize("priority", [5, -1, "P1", None, 1.5])
def test_another_priority_becomes_normal_and_is_told(priority: object) -> None:
    assert one(priority=priority).fields["priority"] == "normal"
    [remark] = remarks(issue("x-1", priority=priority))
    assert "became normal" in remark


# -- texts ---------------------------------------------------------------------------------------------------


def test_the_content_begins_with_the_description_as_it_is() -> None:
    description = "  Zoë 🦉\r\n\ttab\n\n* a\n"
    assert one(description=description).fields["content"].startswith(description)


def test_what_beads_keeps_apart_follows_with_who_and_when() -> None:
    content = one(
        description="What.", design="How.", acceptance_criteria="When done.", notes="Seen.", close_reason="Fixed.",
        closed_at="2026-01-03T00:00:00Z", issue_type="bug", created_at="2026-01-01T00:00:00Z", created_by="ada",
        assignee="bea", external_ref="gh-9",
        comments=[{"author": "chi", "created_at": "2026-01-02T00:00:00Z", "text": "**Yes**"}],
    ).fields["content"]  # fmt: skip
    assert content == (
        "What.\n\n## Design\n\nHow.\n\n## Acceptance criteria\n\nWhen done.\n\n## Notes\n\nSeen.\n\n"
        "## Closed, 2026-01-03T00:00:00Z\n\nFixed.\n\n"
        "## Comments\n\n**chi**, 2026-01-02T00:00:00Z:\n\n**Yes**\n\n---\n\n"
        "Imported from beads: bug x-1, created 2026-01-01T00:00:00Z, by ada, for bea, closed 2026-01-03T00:00:00Z, "
        "see gh-9"
    )


def test_an_issue_that_says_nothing_tells_where_it_comes_from() -> None:
    assert one().fields["content"] == "Imported from beads: issue x-1"


def test_a_field_that_has_no_place_is_told_once() -> None:
    assert remarks(issue("x-1", owner="a@example.org"), issue("x-2", owner="b@example.org")) == [
        "owner, a field of 2 issues, isn't taken over"
    ]


def test_a_short_content_gets_no_summary() -> None:
    entry = one(description="d" * (280 - len("\n\n---\n\nImported from beads: issue x-1")))
    assert len(entry.fields["content"]) == 280
    assert "summary" not in entry.fields


def test_a_long_content_gets_its_beginning_on_one_line() -> None:
    entry = one(description="One\n\ttwo\u2028three \x1b[31mfour\x00 " + "é" * 300)
    shown = "One two three [31mfour\ufffd " + "é" * 400
    assert entry.fields["summary"] == f"(auto) {shown[: len(entry.fields['summary']) - 7]}"
    assert 190 <= len(entry.fields["summary"]) <= 207


def test_a_content_of_white_space_still_gets_a_summary() -> None:
    entry = one(description=" \n" * 200)
    assert entry.fields["summary"].startswith("(auto)")
    assert storable(entry)


def test_a_long_title_is_cut_and_stands_whole_in_the_content() -> None:
    title = "t" * 201
    entry = one(title=title, description="d")
    assert entry.fields["title"] == "t" * 199 + "…"
    assert entry.fields["content"].startswith(f"# {title}\n\nd\n\n---")
    assert remarks(issue("x-1", title=title)) == [
        "x-1: title of 201 characters cut to 200; the content begins with all of it"
    ]


@pytest.mark.parametrize("title", ["", " \n", None])
def test_without_a_title_its_id_stands_there(title: object) -> None:
    assert one(title=title).fields["title"] == "x-1"
    assert remarks(issue("x-1", title=title)) == ["x-1: has no title; its id stands there"]


def test_a_content_over_100_000_characters_is_cut_and_keeps_its_origin() -> None:
    entry = one(description="🦉" * 100_001)
    assert len(entry.fields["content"]) == 100_000
    assert entry.fields["content"].endswith("Imported from beads: issue x-1")
    [remark] = remarks(issue("x-1", description="🦉" * 100_001))
    assert "100,001 characters cut to" in remark


def test_what_no_database_can_hold_is_replaced_and_told() -> None:
    line = rb'{"id": "x-1", "title": "a\u0000b", "description": "c\ud800d", "notes": "e' + b'\xff"}'
    board = board_of(line)
    assert board.remarks[0] == "x-1: characters that can't be stored became U+FFFD"
    assert board.issues[0].fields["title"] == "a\ufffdb"
    assert "c\ufffdd" in board.issues[0].fields["content"]
    assert "e\ufffd" in board.issues[0].fields["content"]
    assert storable(board.issues[0])


# -- labels --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "tag"),
    [("Bug", "bug"), ("gt:merge-request", "gt-merge-request"), ("a--b  c", "a-b-c"), ("-x-", "x"), ("größe", "gr-e")],
)
def test_a_label_becomes_a_tag(label: str, tag: str) -> None:
    assert one(labels=[label]).fields["tags"] == [tag]
    assert remarks(issue("x-1", labels=[label])) == []


def test_equal_tags_count_once() -> None:
    assert one(labels=["A b", "a-b", "c"]).fields["tags"] == ["a-b", "c"]


def test_a_long_label_is_cut_without_a_hyphen_at_its_end_and_told() -> None:
    label = "a" * 29 + "-bcd"
    assert one(labels=[label]).fields["tags"] == ["a" * 29]
    assert remarks(issue("x-1", labels=[label])) == [f"x-1: label {label!r} cut to {'a' * 29}"]


def test_labels_beyond_five_are_told() -> None:
    labels = ["a", "b", "c", "d", "e", "f", "a", "g"]
    assert one(labels=labels).fields["tags"] == ["a", "b", "c", "d", "e"]
    assert remarks(issue("x-1", labels=labels)) == ["x-1: more than 5 labels; left out f, g"]


def test_a_label_with_nothing_that_a_tag_may_have_is_told() -> None:
    assert one(labels=["日本"]).fields["tags"] == []
    [remark] = remarks(issue("x-1", labels=["日本"]))
    assert "'日本'" in remark
    assert "left out" in remark


@pytest.mark.parametrize("field", ["labels", "comments", "dependencies"])
@pytest.mark.parametrize("value", ["bug", 5, {"a": 1}, [[]], [5]])
def test_a_list_of_another_form_is_told(field: str, value: object) -> None:
    board = board_of(issue("x-1", **{field: value}))
    assert board.remarks == [f"x-1: left out of {field} what isn't of its form"]
    assert storable(board.issues[0])


# -- links ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "relation"),
    [("blocks", "depends_on"), ("blocked-by", "related"), ("related", "related"), ("discovered-from", "related"),
     ("follows", "related")],
)  # fmt: skip
def test_a_link_goes_from_the_issue_that_it_stands_with(said: str, relation: str) -> None:
    board = board_of(issue("x-1"), issue("x-2", dependencies=[link("x-2", said, "x-1")]))
    assert board.relations == [Relation("x-2", relation, "x-1", said)]


def test_the_child_depends_on_its_parent() -> None:
    board = board_of(issue("x-1", dependencies=[link("x-1", "parent-child", "x-2")]), issue("x-2"))
    assert parents(board) == {"x-2": None, "x-1": "x-2"}
    assert board.relations == []


def test_a_second_parent_becomes_a_relation_and_is_told() -> None:
    links = [link("x-1", "parent-child", "x-2"), link("x-1", "parent-child", "x-3")]
    board = board_of(issue("x-1", dependencies=links), issue("x-2"), issue("x-3"))
    assert parents(board)["x-1"] == "x-2"
    assert board.relations == [Relation("x-1", "related", "x-3", "parent-child")]
    assert board.remarks == ["x-1: has the parent x-2; x-3, another one, became a relation"]


def test_equal_links_count_once() -> None:
    links = [link("x-1", "follows", "x-2"), link("x-1", "related", "x-2"), link("x-1", "follows", "x-2")]
    assert len(board_of(issue("x-1", dependencies=links), issue("x-2")).relations) == 1


@pytest.mark.parametrize("said", ["blocks", "parent-child"])
def test_a_dangling_link_is_told(said: str) -> None:
    board = board_of(issue("x-1", dependencies=[link("x-1", said, "x-9")]))
    assert (board.relations, parents(board)) == ([], {"x-1": None})
    assert board.remarks == [f"x-1: {said} x-9, but the file has no x-9; left out"]


@pytest.mark.parametrize("said", ["blocks", "parent-child"])
def test_a_link_to_itself_is_told(said: str) -> None:
    board = board_of(issue("x-1", dependencies=[link("x-1", said, "x-1")]))
    assert (board.relations, parents(board)) == ([], {"x-1": None})
    assert board.remarks == [f"x-1: {said} itself; left out"]


def test_the_link_that_closes_a_circle_of_parents_is_left_out_and_told() -> None:
    board = board_of(
        issue("x-1", dependencies=[link("x-1", "parent-child", "x-2")]),
        issue("x-2", dependencies=[link("x-2", "parent-child", "x-3")]),
        issue("x-3", dependencies=[link("x-3", "parent-child", "x-1")]),
    )
    assert parents(board) == {"x-3": None, "x-2": "x-3", "x-1": "x-2"}
    assert board.remarks == ["x-3: stands above x-1, which can't be its parent too; left out"]


def test_the_oldest_come_first_but_parents_before_their_children() -> None:
    board = board_of(
        issue("x-1", created_at="2026-01-03"),
        issue("x-2", created_at="2026-01-01", dependencies=[link("x-2", "parent-child", "x-4")]),
        issue("x-3", created_at="2026-01-02"),
        issue("x-4", created_at="2026-01-04", dependencies=[link("x-4", "parent-child", "x-1")]),
    )
    assert [entry.id for entry in board.issues] == ["x-1", "x-4", "x-2", "x-3"]


def test_a_chain_of_parents_may_be_long() -> None:
    rows = [issue(f"x-{n}", dependencies=[link(f"x-{n}", "parent-child", f"x-{n + 1}")]) for n in range(2_000)]
    board = board_of(*rows, issue("x-2000"))
    assert [entry.id for entry in board.issues[:2]] == ["x-2000", "x-1999"]


# -- lines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "5", '"x"', "{}", '{"id": 5}', '{"id": " "}', json.dumps({"id": "x" * 101}), "[" * 5_000, "nonsense"],
)
def test_a_line_that_is_no_issue_is_told_and_the_rest_goes_on(line: str) -> None:
    board = board_of(issue("x-1"), "", line, issue("x-2"))
    assert [entry.id for entry in board.issues] == ["x-1", "x-2"]
    assert board.lost == ["line 3: no JSON object with an id of 1 to 100 characters"]


def test_an_id_that_stands_twice_is_told() -> None:
    board = board_of(issue("x-1", title="First"), issue("x-1", title="Second"))
    assert [entry.fields["title"] for entry in board.issues] == ["First"]
    assert board.lost == ["line 2: x-1 was there before; the first one counts"]


def test_a_byte_order_mark_and_windows_line_ends_are_nothing() -> None:
    data = b"\xef\xbb\xbf" + file_of(issue("x-1"), issue("x-2")).replace(b"\n", b"\r\n")
    board = read_board(data)
    assert (len(board.issues), board.lost, board.remarks) == (2, [], [])


def test_an_empty_file_is_an_empty_board() -> None:
    assert read_board(b"") == Board()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("title", "description", "status", "priority", "labels", "comments", "dependencies", "notes", "created_at")


@settings(deadline=None, max_examples=50)
@given(st.lists(st.dictionaries(st.sampled_from(FIELDS), VALUES), max_size=4))
def test_whatever_stands_in_the_fields_the_server_takes_the_tasks(rows: list[dict[str, Any]]) -> None:
    board = board_of(*({**row, "id": f"x-{place}"} for place, row in enumerate(rows)))
    assert len(board.issues) == len(rows)
    assert all(storable(entry) for entry in board.issues)


# -- real ones -----------------------------------------------------------------------------------------------


def test_the_excerpt() -> None:
    board = read_board(EXCERPT.read_bytes())
    assert Counter(entry.fields["status"] for entry in board.issues) == {"done": 9, "open": 2, "in_progress": 1}
    assert {child: parent for child, parent in parents(board).items() if parent} == {
        "bd-62g22": "bd-9ji4z", "bd-alpw2": "bd-9ji4z", "bd-dqwuf": "bd-9ji4z",
    }  # fmt: skip
    assert set(board.relations) == {
        Relation("bd-alpw2", "depends_on", "bd-dqwuf", "blocks"),
        Relation("bd-fivze", "related", "bd-find4", "blocked-by"),
        Relation("bd-u0fn", "related", "bd-m8ew", "related"),
    }
    assert [remark for remark in board.remarks if "the file has no" in remark] == [
        "bd-oslm: blocks bd-ats9.1, but the file has no bd-ats9.1; left out",
        "bd-oslm: blocks bd-wisp-b3z, but the file has no bd-wisp-b3z; left out",
    ]
    assert all(storable(entry) for entry in board.issues)


@with_sample
def test_the_whole_board() -> None:
    board = read_board(SAMPLE.read_bytes())
    assert (len(board.issues), board.lost) == (485, [])
    assert Counter(entry.fields["status"] for entry in board.issues) == {"done": 360, "open": 121, "in_progress": 4}
    assert Counter(entry.fields["priority"] for entry in board.issues) == {
        "urgent": 5, "high": 89, "normal": 295, "low": 96,
    }  # fmt: skip
    assert Counter(relation.said for relation in board.relations) == {
        "blocks": 62, "blocked-by": 5, "discovered-from": 6, "related": 2, "follows": 1,
    }  # fmt: skip
    assert sum(parent is not None for parent in parents(board).values()) == 102
    assert sum("the file has no bd-wisp-" in remark for remark in board.remarks) == 6
    assert all(storable(entry) for entry in board.issues)
