"""Read a beads board (steveyegge/beads, `.beads/issues.jsonl`: one JSON object a line) as tasks of Conderis.

Nothing here talks to a server. What Conderis can't hold as it is leaves a remark: nothing is dropped in silence.
"""

from collections import Counter
from dataclasses import dataclass, field

from beads.links import Relation, lineage, linked, links_of
from beads.rows import Row, rows_of, text_of
from beads.task import TAKEN, Issue, issue_of

__all__ = ["Board", "Issue", "Relation", "read_board"]


@dataclass
class Board:
    """A whole file. ``issues`` come oldest first, so that new ones come last, but parents before their children.

    ``remarks`` say what was taken over differently, ``lost`` which lines weren't at all.
    """

    issues: list[Issue] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def read_board(data: bytes) -> Board:
    """The board of a file's bytes."""
    board = Board()
    rows = rows_of(data, board.remarks, board.lost)
    issues = {ident: issue_of(ident, row, board.remarks) for ident, row in rows.items()}
    board.relations = linked(issues, links_of(rows, board.remarks), board.remarks)
    board.issues = _ordered(issues, rows)
    untaken = Counter(name for row in rows.values() for name in row if name not in TAKEN)
    board.remarks += [f"{name}, a field of {count} issues, isn't taken over" for name, count in untaken.items()]
    return board


def _ordered(issues: dict[str, Issue], rows: dict[str, Row]) -> list[Issue]:
    placed: dict[str, Issue] = {}
    for issue in sorted(issues.values(), key=lambda issue: text_of(rows[issue.id].get("created_at"))):
        for above in reversed([above for above in lineage(issue, issues) if above.id not in placed]):
            placed[above.id] = above
    return list(placed.values())
