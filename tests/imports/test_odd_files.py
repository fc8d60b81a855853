"""Files that are nearly right: whatever stands in them, the answer is records, problems or a refusal."""

import contextlib
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conderis.core.errors import Refusal
from conderis.imports import guess
from tests.imports.reading import as_json, as_lines, found_in
from tests.imports.test_guess import FILES

ODD = st.sampled_from(
    [None, True, -1, 2**70, 1.5, float("nan"), "", "\0", "\ud800", "x" * 300, [], ["x"], [None], [[1]], {}, {"a": None},
     "2021-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"],
)  # fmt: skip
ROWS: dict[str, Any] = {
    "beads": {"id": "a", "title": "A", "description": "x", "status": "open", "priority": 1, "issue_type": "bug",
              "labels": ["a"], "dependencies": [{"issue_id": "a", "depends_on_id": "b", "type": "blocks"}],
              "comments": [{"author": "a", "text": "b", "created_at": "2024-01-01T00:00:00Z"}]},
    "github": {"number": 1, "title": "A", "body": "x #1", "state": "closed", "state_reason": "completed",
               "user": {"login": "a"}, "labels": [{"name": "b"}], "assignees": [{"login": "a"}],
               "milestone": {"title": "v"}, "comments": [{"author": {"login": "a"}, "body": "b"}], "reactions": {},
               "html_url": "https://github.com/a/b/issues/1", "created_at": "2024-01-01T00:00:00Z"},
    "memory-server": {"type": "entity", "name": "A", "entityType": "b", "observations": ["c"], "from": "A", "to": "A"},
    "batch": {"key": "a", "kind": "page", "fields": {"title": "A", "content": "b", "tags": ["c"], "parent": "a"}},
    "trello": {
        "cards": [{"id": "c", "name": "A", "desc": "b", "idList": "l", "labels": [{"name": "a"}], "idMembers": ["m"],
                   "idLabels": ["x"], "due": "2024-01-01", "attachments": [{"url": "u", "name": "n"}],
                   "customFieldItems": [{"idCustomField": "f", "value": {"text": "v"}, "idValue": "o"}]}],
        "lists": [{"id": "l", "name": "Doing"}], "members": [{"id": "m", "fullName": "M"}],
        "labels": [{"id": "x", "name": "y"}], "customFields": [{"id": "f", "name": "F", "options": [{"id": "o"}]}],
        "checklists": [{"id": "k", "idCard": "c", "checkItems": [{"name": "i", "state": "complete", "pos": 1}]}],
        "actions": [{"id": "z", "type": "commentCard", "date": "2024-01-01", "idMemberCreator": "m",
                     "data": {"card": {"id": "c"}, "text": "t"}}],
    },
}  # fmt: skip


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """The value with some of what it holds exchanged for something odd."""
    if draw(st.integers(0, 9)) == 0:
        return draw(ODD)
    if isinstance(value, dict):
        return {key: draw(changed(each)) for key, each in value.items()}
    return [draw(changed(each)) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ROWS)
@given(data=st.data())
def test_odd_values_are_read_or_named(name: str, data: st.DataObject) -> None:
    row = data.draw(changed(ROWS[name]))
    files = {
        "github": lambda: as_json([row, ROWS[name]]),
        "batch": lambda: as_json({"idempotencyKey": "k", "items": [row, ROWS[name]]}),
        "trello": lambda: as_json(row),
    }
    with contextlib.suppress(Refusal):
        found_in(name, files.get(name, lambda: as_lines(row, ROWS[name]))())


@pytest.mark.parametrize("name", FILES)
@given(at=st.integers(0, 400), cut=st.integers(0, 9), put=st.binary(max_size=9))
def test_odd_bytes_are_read_or_refused(name: str, at: int, cut: int, put: bytes) -> None:
    whole = FILES[name]
    data = whole[:at] + put + whole[at + cut :]
    guess(io.BytesIO(data))
    with contextlib.suppress(Refusal):
        found_in(name, data)
