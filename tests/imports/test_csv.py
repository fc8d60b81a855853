"""A table as tasks, memories or pages."""

import contextlib
import io
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conderis.core.errors import Invalid, TooLarge
from conderis.imports.csv_table import columns_of
from tests.imports.reading import found_in


def table(*lines: str, **options: Any) -> Any:
    return found_in("csv", "\r\n".join(lines).encode(), **options)


def test_usual_column_names_need_no_map() -> None:
    record = table(
        "ID,Title,Description,Status,Priority,Labels,Reporter,Created,Estimate",
        '7,"A, title","Two\r\nlines ""quoted""",Done,High,"ui, api",Ada,2024-01-02,3h',
    ).only
    assert record.fields == {
        "title": "A, title", "content": 'Two\r\nlines "quoted"', "status": "done", "priority": "high",
        "tags": ["ui", "api"],
    }  # fmt: skip
    assert (record.source_id, record.author, record.place) == ("7", "Ada", "line 2")
    assert record.created == datetime(2024, 1, 2, tzinfo=UTC)
    assert record.dropped == {"Estimate": "The column isn't mapped."}


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_the_delimiter_is_seen(sign: str) -> None:
    found = table(sign.join(["title", "tags"]), sign.join(["A", "x"]))
    assert found.only.fields == {"title": "A", "tags": ["x"]}


def test_a_map_says_what_each_column_fills() -> None:
    columns = {"Was": "title", "Warum": "content", "Mehr": "content", "Art": "type", "Bis": "expiresAt", "W": "weight"}
    record = table(
        "Was,Warum,Mehr,Art,Bis,W", "Cache,Because,And more,decision,2031-01-31,5", kind="memory", columns=columns
    ).only
    assert record.fields == {
        "title": "Cache", "content": "Because\n\nAnd more", "summary": "(auto) Because And more", "type": "decision",
        "expiresAt": "2031-01-31T00:00:00Z", "weight": 5,
    }  # fmt: skip


def test_a_cell_that_its_field_does_not_take_stays_as_text() -> None:
    record = table("title,status,weight,created", "A,blocked,3,yesterday").only
    assert record.fields == {"title": "A", "content": "- status: blocked\n- weight: 3\n- created: yesterday"}
    assert set(record.dropped) == {"status", "weight", "created"}


def test_rows_without_ids_are_known_by_their_titles() -> None:
    found = table("title", "A", "B", "", "A", '"  "')
    assert [(record.source_id, record.place) for record in found.records] == [
        ("A", "line 2"),
        ("B", "line 3"),
        ("A (2)", "line 5"),
    ]
    assert found.failed == []


def test_parents_are_rows() -> None:
    records = table("id,title,parent", "1,A,2", "2,B,", "3,C,9").by_id()
    assert [records[ident].parent for ident in "123"] == ["2", None, None]
    assert "parent" in records["3"].dropped


def test_rows_that_cannot_be_read_are_named() -> None:
    found = table("id,title", "1,A,too much", "2,", "3,C", "3,D")
    assert [(problem.place, problem.skipped) for problem in found.problems] == [
        ("line 2", False),
        ("line 3", False),
        ("line 5", False),
    ]
    assert found.only.fields["title"] == "C"


@pytest.mark.parametrize(
    ("data", "options", "field"),
    [
        (b"", {}, "file"),
        (b"\n\n", {}, "file"),
        (b"title,title\nA,B", {}, "file"),
        (b'title\n"never closed\n' + b"x\n" * 50, {}, "file"),
        (b'title\n"a"b\n', {}, "file"),
        ("title\nGröße".encode("latin-1"), {}, "file"),
        ("title\nA".encode("utf-16"), {}, "file"),
        (b",".join(b"c%d" % n for n in range(300)), {}, "file"),
        (b"name of it\nA", {}, "columns"),
        (b"a\nA", {"columns": {"b": "title"}}, "columns"),
        (b"a\nA", {"columns": {"a": "password"}}, "columns"),
        (b"a,b\nA,B", {"columns": {"a": "title", "b": "title"}}, "columns"),
        (b"title\nA", {"kind": "instructions"}, "kind"),
    ],
)
def test_what_cannot_be_read_as_a_whole_is_refused(data: bytes, options: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        found_in("csv", data, **options)
    assert refused.value.data["field"] == field


@pytest.mark.parametrize("cell", [b'"' + b"x" * 100_000_000, b'"' + b"x\n" * 5_000_000, b"x" * 3_000_000])
def test_a_cell_without_an_end_is_refused(cell: bytes) -> None:
    with pytest.raises(TooLarge):
        found_in("csv", b"title\n" + cell)


def test_nul_is_replaced() -> None:
    assert table("title", "A\0B").only.fields["title"] == "A\ufffdB"


def test_the_columns_can_be_asked_for_first() -> None:
    file = io.BytesIO(b"\xef\xbb\xbfWas;Warum\nA;B")
    assert columns_of(file) == ["Was", "Warum"]
    assert file.tell() == 0


@given(st.binary(max_size=80) | st.text(alphabet='a,";\n\r\t é', max_size=60).map(str.encode))
def test_whatever_comes_is_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(Invalid, TooLarge):
        found_in("csv", b"title,tags\n" + data)
