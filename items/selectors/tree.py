"""The tree of a kind that has an order, or one branch of it: two queries, however large it is."""

from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from conderis.core.actor import Actor
from items.kinds import Kind
from items.models import Item
from items.selectors.listing import in_place
from projects.models import Project

DRAWN_MAX = 500  # of one tree; what is left of a branch comes when it is opened
DEPTH_MAX = 10  # levels drawn at once
_LAST = 2**31 - 1

# Level by level, so that the top is complete before anything below it is drawn. PostgreSQL stops as soon as the outer
# LIMIT is reached. LATERAL with a LIMIT of its own keeps each level on the index of parents.
_TREE = """
    WITH RECURSIVE tree AS (
        SELECT * FROM (
            SELECT item.id, 1 AS depth FROM ({top}) item ORDER BY COALESCE(item.position, {last}), item.id
            OFFSET %(skip)s LIMIT %(most)s
        ) begun
        UNION ALL
        SELECT child.id, depth + 1 FROM tree, LATERAL (
            SELECT item.id FROM items_item item WHERE item.parent_id = tree.id AND {shown}
            ORDER BY COALESCE(item.position, {last}), item.id LIMIT %(most)s
        ) child WHERE depth < %(depth)s
    )
    SELECT id, depth FROM tree LIMIT %(most)s
"""
_SHOWN = """item.project_id = %(project)s AND item.kind = %(kind)s AND NOT item.sealed
    AND (%(archived)s OR NOT item.archived) AND (NOT item.private OR item.owner_id = %(user)s)"""
_UNDER = f"SELECT item.id, item.position FROM items_item item WHERE item.parent_id = %(under)s AND {_SHOWN}"  # noqa: S608
# What has lost its parent from sight stands at the end of the top, or it would be nowhere.
_TOP = f"""
    SELECT item.id, item.position FROM items_item item WHERE item.parent_id IS NULL AND {_SHOWN}
    UNION ALL
    SELECT item.id, NULL FROM items_item gone JOIN items_item item ON item.parent_id = gone.id
    WHERE gone.project_id = %(project)s AND gone.kind = %(kind)s AND {_SHOWN}
        AND (gone.sealed OR (gone.archived AND NOT %(archived)s))
"""  # noqa: S608  the values are our own


@dataclass(slots=True)
class Node:
    """An item in the tree. ``total`` counts what stands right below it: either all of that is drawn, or nothing.

    ``position`` is None for what is archived, and for what stands at the top since its parent is out of sight.
    """

    item: Item
    total: int
    position: int | None
    children: list["Node"] = field(default_factory=list)

    @property
    def is_closed(self) -> bool:
        return self.total > len(self.children)


@dataclass(frozen=True, slots=True)
class Tree:
    """What stands at the top or under one page, from ``skip`` on; ``after`` is where it goes on."""

    nodes: list[Node]
    skip: int
    after: int | None


def tree(
    actor: Actor, project: Project, kind: Kind, *, under: Item | None = None, skip: int = 0, archived: bool = False
) -> Tree:
    """At most DRAWN_MAX nodes on DEPTH_MAX levels, in their order; ``archived`` ones on request."""
    keys = _keys(actor, project, kind, under, skip, archived=archived)
    shown = in_place(actor, project).filter(kind=kind.name)
    if not archived:
        shown = shown.filter(archived=False)
    loaded = _loaded(shown, [key for key, _ in keys[:DRAWN_MAX]])
    nodes = {item.pk: Node(item, total, item.position) for item, total in loaded}
    top: list[Node] = []
    for node in nodes.values():
        parent = nodes.get(node.item.parent_id or 0)
        (parent.children if parent is not None else top).append(node)
        if parent is None and under is None and node.item.parent_id is not None:
            node.position = None
    top.sort(key=lambda node: node.position is None)
    for node in nodes.values():
        if node.is_closed:
            node.children.clear()
    goes_on = len(keys) > DRAWN_MAX and keys[DRAWN_MAX][1] == 1
    return Tree(top, skip, skip + DRAWN_MAX if goes_on else None)


def _keys(
    actor: Actor, project: Project, kind: Kind, under: Item | None, skip: int, *, archived: bool
) -> list[tuple[int, int]]:
    """The keys of what is drawn and one more, each with its level from 1."""
    sql = _TREE.format(top=_UNDER if under is not None else _TOP, shown=_SHOWN, last=_LAST)
    given: dict[str, str | int | bool | None] = {
        "project": project.pk, "kind": kind.name, "user": actor.user_id, "archived": archived, "skip": skip,
        "under": under.pk if under is not None else None, "most": DRAWN_MAX + 1, "depth": DEPTH_MAX,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        found: list[tuple[int, int]] = cursor.fetchall()
    return found


def _loaded(shown: QuerySet[Item], keys: list[int]) -> list[tuple[Item, int]]:
    """The items in their order, each with how many of the shown stand right below it."""
    below = shown.filter(parent=OuterRef("pk")).order_by().values("parent").annotate(total=Count("pk"))
    columns = ("number", "kind", "title", "parent_id", "position", "archived", "project_id", "updated_at")
    rows = shown.filter(pk__in=keys).only(*columns).annotate(total=Coalesce(Subquery(below.values("total")), 0))
    return [(row, row.total) for row in rows.order_by(F("position").asc(nulls_last=True), "pk")]
