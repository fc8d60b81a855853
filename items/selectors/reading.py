"""One item: its content in parts, its place, its relations and the people behind it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from conderis.accounts.selectors import Names, names_for, signature
from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from items.access import visible
from items.kinds.base import Json
from items.kinds.fields import CONTENT_MAX
from items.models import Item, Relation, Version
from items.selectors.approvals import approver, came_through
from items.selectors.entries import entries, mini, name_of, short
from items.selectors.versions import version_of
from items.states import LOCKED, state_of

SHOWN_MAX = 50  # children and relations in one answer
TAKE_MAX = 40_000  # characters of content
TAKE = 8_000
_KIN = """
    SELECT EXISTS(SELECT FROM items_item WHERE parent_id = %s),
           EXISTS(SELECT FROM items_relation WHERE source_id = %s),
           EXISTS(SELECT FROM items_relation WHERE target_id = %s)
"""


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of the content is wanted, in code points."""

    offset: int = 0
    take: int = TAKE


WHOLE = Part(take=CONTENT_MAX)  # for a page, which shows a text at once


def read_item(actor: Actor, item: Item, *, part: Part, number: int | None = None) -> Json:
    """The item, or with ``number`` its content as it was at that version; place and relations are today's.

    Raises NotFound or Locked for the version, Invalid for an offset past the end.
    """
    version = version_of(item, number) if number is not None else None
    state = item.state if version is None else version.state
    signed = _Signed.of(item, version)
    names = names_for(signed.users, signed.agents)
    result: Json = {
        "kind": item.kind,
        **name_of(item),
        "projectId": item.project_id,
        "version": number if number is not None else item.version,
        "state": state_of(item),
        "fields": {},
    }
    if state is not None and result["state"] != LOCKED:
        result["fields"] = _fields(item, state)
        if item.rules.has_content:
            result["fields"]["content"], result["text"] = cut(state["content"], part)
    result["parent"] = mini(actor, item.parent) if item.parent_id else None
    has_children, has_relations = _kin(item) if not item.sealed else (False, False)  # a relation's note may quote it
    result |= _children(actor, item) if has_children else {"children": [], "childrenTotal": 0}
    result |= _relations(actor, item) if has_relations else {"relations": [], "relationsTotal": 0}
    if version is not None:
        result |= came_through(actor, item, version)
    return result | signed.as_dict(names)


def read_history(actor: Actor, item: Item, *, offset: int, take: int) -> Json:
    """Who changed what, when and why, newest first; no content. ``offset`` and ``take`` count versions.

    ``proposal`` is there where a version came through one that the caller may see.

    Raises Invalid for an offset past the end.
    """
    rows = Version.objects.filter(item=item.pk).defer("state").order_by("-number")
    if offset > item.version:
        raise Invalid("offset", f"offset must be 0 to {item.version}; there are {item.version} versions.")
    found = list(rows[offset : offset + take + 1]) if item.stored else []
    shown = found[:take]
    names = names_for(
        (who for row in shown for who in (row.author_id, row.reviewed_by_id)),
        (agent for row in shown for agent in (row.agent_id, row.reviewed_agent_id)),
    )
    return {
        "versions": [
            {
                "version": row.number,
                "author": signature(row.author_id, row.agent_id, names),
                "at": at_text(row.at),
                "changedFields": row.changed_fields,
                "reason": row.reason or None,
                "reviewedBy": approver(row, names),
                **came_through(actor, item, row),
                "state": _state(row),
            }
            for row in shown
        ],
        "nextOffset": offset + take if len(found) > take else None,
    }


def _state(version: Version) -> str:
    if version.erased_at is not None:
        return "erased"
    return "locked" if version.sealed else "stored"


def at_text(moment: datetime) -> str:
    """A moment as results show it: UTC, to the millisecond."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def cut(content: str, part: Part) -> tuple[str, Json]:
    """That part of the content, and where it stands in the whole. Raises Invalid for an offset past the end."""
    length, end = len(content), part.offset + part.take
    if part.offset > length:
        raise Invalid("offset", f"offset must be 0 to {length}; the content has {length} characters.")
    after = end if end < length else None
    return content[part.offset : end], {
        "offset": part.offset, "take": part.take, "length": length, "nextOffset": after,
    }  # fmt: skip


def _fields(item: Item, state: Json) -> Json:
    fields = {name: state.get(name) for name in item.rules.state.model_fields}
    if "position" in item.rules.places:
        fields["position"] = item.position
    return fields


def _kin(item: Item) -> tuple[bool, bool]:
    """Whether anything hangs below the item or is related to it: most items stand alone and cost two queries less."""
    if not item.stored:
        return False, False
    with connection.cursor() as cursor:
        cursor.execute(_KIN, [item.pk, item.pk, item.pk])
        children, out, into = cursor.fetchone()
    return children, out or into


def _children(actor: Actor, item: Item) -> Json:
    rows = entries(Item.objects.filter(visible(actor), parent=item, sealed=False, archived=False))
    found, total = _first(rows.order_by("position", "pk"))
    return {"children": [short(actor, child) for child in found], "childrenTotal": total}


def _relations(actor: Actor, item: Item) -> Json:
    out = Q(source=item) & visible(actor, "target__") & Q(target__sealed=False)
    into = Q(target=item) & visible(actor, "source__") & Q(source__sealed=False)
    found, total = _first(Relation.objects.filter(out | into).order_by("pk"))
    others = {row.target_id if row.source_id == item.pk else row.source_id for row in found}
    ends = {end.pk: end for end in entries(Item.objects.filter(pk__in=others))} if others else {}
    relations = []
    for row in found:
        outward = row.source_id == item.pk
        end = ends[row.target_id if outward else row.source_id]
        entry = {"relation": row.relation, "direction": "out" if outward else "in"}
        note = {"reason": row.note} if row.note else {}
        relations.append({**entry, **note, "item": short(actor, end, with_kind=True)})
    return {"relations": relations, "relationsTotal": total}


def _first(rows: QuerySet[Any]) -> tuple[list[Any], int]:
    """The first rows, and how many there are; counted apart only where they don't all fit."""
    found = list(rows[: SHOWN_MAX + 1])
    return found[:SHOWN_MAX], len(found) if len(found) <= SHOWN_MAX else rows.count()


@dataclass(frozen=True, slots=True)
class _Signed:
    """Who made the item, and who changed and approved what is read of it."""

    created: tuple[str, str | None, datetime]
    updated: tuple[str, str | None, datetime]
    read: Item | Version

    @classmethod
    def of(cls, item: Item, version: Version | None) -> "_Signed":
        created = (item.owner_id, item.created_agent_id, item.created_at)
        if version is None:
            updated = (item.updated_by_id, item.updated_agent_id, item.updated_at)
            return cls(created, updated, item)
        return cls(created, (version.author_id, version.agent_id, version.at), version)

    @property
    def users(self) -> list[str | None]:
        return [self.created[0], self.updated[0], self.read.reviewed_by_id]

    @property
    def agents(self) -> list[str | None]:
        return [self.created[1], self.updated[1], self.read.reviewed_agent_id]

    def as_dict(self, names: Names) -> Json:
        return {
            "createdBy": signature(*self.created[:2], names),
            "createdAt": at_text(self.created[2]),
            "updatedBy": signature(*self.updated[:2], names),
            "updatedAt": at_text(self.updated[2]),
            "reviewedBy": approver(self.read, names),
        }
