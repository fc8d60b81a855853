"""Issues of beads as tasks."""

from datetime import UTC, datetime
from typing import Any

import pytest

from conderis.core.errors import Invalid
from conderis.imports import Link
from tests.imports.reading import as_json, as_lines, found_in


def issue(ident: str, **more: Any) -> dict[str, Any]:
    return {"id": ident, "title": f"Title of {ident}", "status": "open", "priority": 2, "issue_type": "task", **more}


def depends(on: str, kind: str) -> dict[str, str]:
    return {"depends_on_id": on, "type": kind}


def test_an_issue_becomes_a_task_with_all_that_it_says() -> None:
    row = issue(
        "bd-1", description="Two lines\nof text", priority=0, status="closed", issue_type="bug",
        labels=["gt:agent", "UX"],
        notes="A note", close_reason="Fixed", created_by="mayor", created_at="2026-01-12T02:14:20Z",
        updated_at="2026-01-13T00:00:00+01:00", assignee="crew/emma", owner="owner@example.org",
        comments=[{"author": "wolf", "text": "Seen", "created_at": "2026-01-12T02:16:00Z"}],
    )  # fmt: skip
    record = found_in("beads", as_lines(row)).only
    assert record.fields == {
        "title": "Title of bd-1", "status": "done", "priority": "urgent", "tags": ["gt-agent", "ux", "bug"],
        "content": "Two lines\nof text\n\n## Notes\n\nA note\n\n## Closed\n\nFixed\n\n---\n\n- assignee: crew/emma"
        "\n\n## Comments\n\n**wolf**, 2026-01-12:\n\nSeen",
    }  # fmt: skip
    assert (record.kind, record.source_id, record.place) == ("task", "bd-1", "line 1")
    assert (record.author, record.created) == ("mayor", datetime(2026, 1, 12, 2, 14, 20, tzinfo=UTC))
    assert record.updated == datetime(2026, 1, 12, 23, tzinfo=UTC)
    assert set(record.dropped) == {"assignee", "owner"}
    assert "owner@example.org" not in str(record.fields), "an address that nobody asked for stays out"


def test_links_become_parents_and_relations() -> None:
    found = found_in(
        "beads",
        as_lines(
            issue("a", dependencies=[depends("b", "parent-child"), depends("c", "blocks"), depends("d", "blocked-by")]),
            issue("b"), issue("c", dependencies=[depends("d", "discovered-from"), depends("b", "parent-child")]),
            issue("d", dependencies=[depends("wisp", "blocks"), depends("d", "blocks")]),
        ),
    )  # fmt: skip
    records = found.by_id()
    assert records["a"].parent == records["c"].parent == "b"
    assert records["a"].relations == (
        Link("depends_on", "c", "beads: blocks"), Link("depends_on", "d", "beads: blocked-by"),
    )  # fmt: skip
    assert records["c"].relations == (Link("related", "d", "beads: discovered-from"),)
    assert records["d"].relations == ()
    assert "relations" in records["d"].dropped, "one led nowhere, one to itself"


@pytest.mark.parametrize(
    ("said", "stored"),
    [("open", "open"), ("hooked", "in_progress"), ("in_progress", "in_progress"), ("closed", "done"), ("odd", "open")],
)
def test_a_status_keeps_its_meaning(said: str, stored: str) -> None:
    record = found_in("beads", as_lines(issue("a", status=said))).only
    assert record.fields["status"] == stored
    assert ("status" in record.dropped) == (said == "odd")


def test_a_blocked_issue_is_open_and_says_so() -> None:
    record = found_in("beads", as_lines(issue("a", status="blocked"))).only
    assert (record.fields["status"], record.fields["tags"]) == ("open", ["blocked"])
    assert "status" in record.dropped


def test_what_beads_deleted_is_left_out() -> None:
    found = found_in("beads", as_lines(issue("a", status="tombstone"), {"id": "b", "_deleted": True}))
    assert [problem.skipped for problem in found.problems] == [True, True]
    assert found.records == []


def test_a_long_text_without_a_summary_gets_its_beginning() -> None:
    text = "## Problem\n\n`bd init` **scans** [history](https://example.org/a) " + "and so on " * 60
    record = found_in("beads", as_lines(issue("a", description=text))).only
    assert record.fields["summary"].startswith("(auto) Problem bd init scans history and so on")
    assert len(record.fields["summary"]) <= 207
    assert "summary" not in found_in("beads", as_lines(issue("a", description="Short"))).only.fields


def test_lines_that_cannot_be_read_are_named_and_the_others_come() -> None:
    deep = b'{"id":"x","description":' + b"[" * 5_000 + b"]" * 5_000 + b"}\n"
    data = as_lines(issue("a")) + b"{broken\n\n[1]\n" + deep + b'{"id": 7}\n' + as_lines(issue("a"), issue("b"))
    found = found_in("beads", b"\xef\xbb\xbf" + data)
    assert [record.source_id for record in found.records] == ["a", "b"]
    assert [problem.place for problem in found.failed] == ["line 2", "line 4", "line 5", "line 6", "line 7"]
    assert "first one counts" in found.failed[-1].reason


def test_parents_in_a_circle_let_go_of_each_other() -> None:
    rows = [issue(str(n), dependencies=[depends(str((n + 1) % 3), "parent-child")]) for n in range(3)]
    rows.append(issue("child", dependencies=[depends("0", "parent-child")]))
    records = found_in("beads", as_lines(*rows)).by_id()
    assert [records[ident].parent for ident in ("0", "1", "2", "child")] == [None, None, None, "0"]
    assert all("itself" in records[ident].dropped["parent"] for ident in ("0", "1", "2"))


def test_characters_that_nothing_can_hold_are_replaced_and_told() -> None:
    data = b'{"id":"a\\u0000","title":"A\\ud800","issue_type":"task","description":"x\\u0000y","labels":["\\udfff"]}'
    record = found_in("beads", data).only
    assert (record.source_id, record.fields["title"], record.fields["content"]) == ("a\ufffd", "A\ufffd", "x\ufffdy")
    assert {"title", "text", "labels"} <= set(record.dropped)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1"])
def test_another_encoding_is_refused_by_name(encoding: str) -> None:
    text = '{"id": "a", "title": "Größe", "issue_type": "task"}\n'
    with pytest.raises(Invalid, match="UTF-8") as refused:
        found_in("beads", text.encode(encoding))
    assert refused.value.data["field"] == "file"


def test_a_line_without_an_end_is_skipped_without_being_held() -> None:
    found = found_in("beads", b'{"id":"' + b"x" * 5_000_000 + b'"}\n' + as_json(issue("a")))
    assert [problem.place for problem in found.failed] == ["line 1"]
    assert found.only.place == "line 2"
