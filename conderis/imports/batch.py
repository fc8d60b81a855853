"""Conderis Batch: v2 (items of any kind) and v1 (memories), of any length; fields are taken as they stand.

The place of a batch's items is counted from 0, as in the answers of item_store.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

from conderis.core.errors import Invalid
from conderis.imports.json_entries import Entry, entries_of
from conderis.imports.record import Options, Problem, Record
from conderis.imports.texts import word_of
from items.kinds import KINDS

_HELD = frozenset({"idempotencyKey", "source"})
_ITEM = frozenset({"key", "kind", "fields"})


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:  # noqa: ARG001  each reader is called alike
    name = _name(file)
    file.seek(0)
    for entry in entries_of(file):
        if entry.number is not None and entry.key in ("items", "memories"):
            yield _item(name, entry)
        elif entry.key not in _HELD:
            raise Invalid("file", "A batch holds idempotencyKey, source, and items or memories, nothing else.")


def sniff(head: bytes) -> bool:
    return head.lstrip().startswith(b"{") and b'"idempotencyKey"' in head


def _name(file: BinaryIO) -> str:
    """The batch's key, which names its items beside those of other batches. It may stand behind them."""
    for entry in entries_of(file):
        if entry.key == "idempotencyKey" and isinstance(entry.value, str) and word_of(entry.value):
            return word_of(entry.value)
    raise Invalid("file", "The file isn't a Conderis Batch: it has no idempotencyKey.")


def _item(name: str, entry: Entry) -> Record | Problem:
    item, place = entry.value, f"item {entry.number}"
    if entry.key == "memories":
        item = {"kind": "memory", "fields": item}
    kinds = [kind.name for kind in KINDS.values() if kind.batched]
    if not isinstance(item, dict) or not item.keys() <= _ITEM or not isinstance(item.get("fields"), dict):
        return Problem(place, "An item is an object with key, kind and fields, and its fields are one too.")
    if item.get("kind") not in kinds:
        return Problem(place, f"Its kind must be one of {', '.join(kinds)}.")
    fields: dict[str, Any] = dict(item["fields"])
    dropped = {}
    parent = fields.pop("parent", None)
    if fields.pop("position", None) is not None:
        dropped["position"] = "Imported pages stand in the file's order."
    if parent is not None and not isinstance(parent, str):
        dropped["parent"] = "A number means an item of the place that the batch was written for."
    key = item.get("key")
    return Record(
        kind=item["kind"],
        fields=fields,
        source_id=f"{name}/{key if isinstance(key, str) and word_of(key) else entry.number}",
        place=place,
        parent=f"{name}/{parent}" if isinstance(parent, str) else None,
        dropped=dropped,
    )
