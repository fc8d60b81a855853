"""Conderis Batch as a file, longer than a call may be."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from conderis.core.errors import Invalid
from tests.imports.reading import as_json, found_in


def batch(*items: Any, **more: Any) -> bytes:
    return as_json({"items": list(items), "idempotencyKey": "k-1", **more})  # the key may stand behind the items


def task(title: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "task", "fields": {"title": title, **fields}}


def test_the_published_example_is_read_whole() -> None:
    found = found_in("batch", (Path(settings.BASE_DIR) / "examples" / "conderis-batch-v2.json").read_bytes())
    records = found.by_id()
    assert found.problems == []
    assert [record.kind for record in found.records].count("task") == 3
    assert records["example-checkout-2026-11-30/card-form"].parent == "example-checkout-2026-11-30/checkout"


def test_the_first_version_holds_memories() -> None:
    record = found_in("batch", as_json({"idempotencyKey": "k", "memories": [{"title": "A", "summary": "B"}]})).only
    assert (record.kind, record.source_id, record.fields) == ("memory", "k/0", {"title": "A", "summary": "B"})


def test_more_items_than_a_call_takes_are_read() -> None:
    assert len(found_in("batch", batch(*(task(str(n)) for n in range(250)))).records) == 250


def test_items_that_cannot_be_stored_are_named_and_the_others_come() -> None:
    found = found_in(
        "batch",
        batch(task("A"), task(""), task("B", status="blocked"), {"kind": "instructions", "fields": {}}, "text",
              task("C", colour="red"), {"kind": "task", "fields": {"title": "D"}, "extra": 1},
              task("E", parent=12), task("F", parent="gone"), {"kind": "page", "key": "p", "fields": {"title": "P"}},
              task("G", parent="p")),
    )  # fmt: skip
    assert [record.fields["title"] for record in found.records] == ["A", "E", "F", "P", "G"]
    assert [problem.place for problem in found.failed] == [f"item {n}" for n in (1, 2, 3, 4, 5, 6)]
    assert [set(record.dropped) for record in found.records] == [set(), {"parent"}, {"parent"}, set(), {"parent"}]


@pytest.mark.parametrize(
    "data",
    [b"[]", b"{}", as_json({"items": []}), batch(task("A"), idempotencyKey=" "), batch(task("A"), note="x"), b"{"],
)
def test_what_is_no_batch_is_refused(data: bytes) -> None:
    with pytest.raises(Invalid):
        found_in("batch", data)
