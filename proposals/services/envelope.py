"""The outside of a batch: Conderis Batch v2, and Memory Batch v1 turned into it.

A fault here refuses the whole call; what an item's fields say is checked when its kind is stored.
The published form is ``schemas/conderis-batch-v2.schema.json``.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.crypto import salted_hmac

from conderis.core.errors import Invalid, Missing, TooLarge, UnknownField, UnknownKind
from conderis.core.secrets import refuse_secrets_in
from conderis.core.text import storable, text_of
from items.kinds import KINDS, Kind
from items.kinds.base import Json, blank

ITEMS_MAX = 100
BYTES_MAX = 1_000_000
KEY_MAX = 200  # characters of idempotencyKey, source and an item's key
_ENVELOPE = ("idempotencyKey", "source", "items")
_ENVELOPE_V1 = ("idempotencyKey", "source", "memories")
_ITEM = ("key", "kind", "fields")


@dataclass(frozen=True, slots=True)
class BatchItem:
    """One item of a batch; ``index`` is its place in the whole batch, counted from 0."""

    index: int
    key: str | None
    kind: Kind
    fields: Json


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch whose outside is in order."""

    key: str
    items: tuple[BatchItem, ...]

    def by_kind(self) -> dict[str, list[BatchItem]]:
        """The items of each kind, kinds in the order in which they first come."""
        kinds: dict[str, list[BatchItem]] = {}
        for item in self.items:
            kinds.setdefault(item.kind.name, []).append(item)
        return kinds


def read_batch(kind: Kind, raw: Json) -> Batch:
    """The batch, or a refusal of the call: TooLarge, UnknownField, UnknownKind, Missing, Invalid or SecretFound.

    ``kind`` decides only whether the flat v1 form may come.
    """
    size = len(json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))
    if size > BYTES_MAX:
        raise TooLarge(
            f"A batch may have at most 1 MB ({BYTES_MAX:,} bytes); this one has {size:,}. Send it in parts, each with "
            "an idempotencyKey of its own.",
            limit=f"{BYTES_MAX} bytes",
        )
    flat = "memories" in raw
    _only(raw, _ENVELOPE_V1 if flat else _ENVELOPE, "batch")
    key = text_of("idempotencyKey", raw.get("idempotencyKey"), maximum=KEY_MAX, required=True)
    source = text_of("source", raw.get("source"), maximum=KEY_MAX)
    refuse_secrets_in({"idempotencyKey": key, "source": source})
    entries = raw.get("memories" if flat else "items")
    if entries is None or entries == []:
        raise Missing("items", 'A batch needs items: a list of 1 to 100 objects {"key"?, "kind", "fields"}.')
    if not isinstance(entries, list):
        raise Invalid("items", "items must be a list of objects.")
    if len(entries) > ITEMS_MAX:
        raise TooLarge(
            f"A batch may hold at most {ITEMS_MAX} items; this one holds {len(entries)}. Send it in parts.",
            limit=f"{ITEMS_MAX} items",
        )
    if flat:
        entries = _from_v1(kind, entries)
    items = tuple(_item(index, entry) for index, entry in enumerate(entries))
    _unique_keys(items)
    return Batch(key, items)


def digest_of(items: Iterable[BatchItem]) -> str:
    """A keyed hash of what a kind's items say, to tell a batch sent again from another one.

    Keyed, so that nobody guesses from it what was said, and it may outlive what was erased.
    """
    said = [[item.key, item.fields] for item in items]
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    hashed = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return salted_hmac("proposals.batch", hashed, algorithm="sha256").hexdigest()


def _from_v1(kind: Kind, entries: list[Any]) -> list[Any]:
    memory = KINDS["memory"]
    if kind is not memory:
        raise Invalid("kind", "A batch with memories (Conderis Memory Batch v1) needs kind memory.")
    return [{"kind": memory.name, "fields": entry} for entry in entries]


def _item(index: int, entry: Any) -> BatchItem:
    if not isinstance(entry, dict):
        raise Invalid("items", f"Item {index} of the batch must be an object.", item=index)
    _only(entry, _ITEM, f"item {index} of a batch", item=index)
    key = entry.get("key")
    if key is not None and (not isinstance(key, str) or blank(key) or len(key) > KEY_MAX):
        raise Invalid("key", f"key of item {index} must be a text of 1 to {KEY_MAX} characters.", item=index)
    if key is not None and not storable(key):
        raise Invalid("key", f"key of item {index} holds a NUL character or half of a surrogate pair.", item=index)
    name = entry.get("kind")
    allowed = [kind.name for kind in KINDS.values() if kind.batched]
    if name is None:
        raise Missing("kind", f"Item {index} of the batch needs a kind: {', '.join(allowed)}.", item=index)
    if name not in allowed:
        raise UnknownKind(str(name), allowed, item=index)
    fields = entry.get("fields")
    if fields is None:
        raise Missing("fields", f"Item {index} of the batch needs fields.", item=index)
    if not isinstance(fields, dict):
        raise Invalid("fields", f"fields of item {index} must be an object.", item=index)
    return BatchItem(index, key, KINDS[name], fields)


def _only(given: Json, allowed: tuple[str, ...], where: str, **data: Any) -> None:
    for name in given:
        if name not in allowed:
            raise UnknownField(name, allowed, hint=f"That is what {where} may hold.", **data)


def _unique_keys(items: tuple[BatchItem, ...]) -> None:
    seen: set[str] = set()
    for item in items:
        if item.key in seen:
            raise Invalid("key", f"key of item {item.index} stands twice; keys name one item each.", item=item.index)
        if item.key is not None:
            seen.add(item.key)
