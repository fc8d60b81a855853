"""A kind's board: the first cards of each column, and how many there are."""

from conderis.core.actor import Actor
from items.kinds import Kind
from items.selectors.entries import entries
from items.selectors.listing import in_place
from items.selectors.rows import Rows, rows_of
from projects.models import Project


def board(actor: Actor, project: Project, kind: Kind) -> list[Rows]:
    """The columns as the kind declares them; two queries each, and a few for names and marks."""
    shown, totals = [], []
    for column in kind.board:
        members = in_place(actor, project).filter(column.group.members, kind=kind.name)
        totals.append(members.count())
        shown.append(list(entries(members).order_by(*column.order)[: column.most]))
    drawn = iter(rows_of(actor, [item for items in shown for item in items]))
    return [
        Rows([next(drawn) for _ in items], total, capped=False, cursor=None, group=column.group)
        for column, items, total in zip(kind.board, shown, totals, strict=True)
    ]
