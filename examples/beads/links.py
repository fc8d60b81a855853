"""Who hangs under whom, and who waits for whom."""

from collections.abc import Iterator
from typing import NamedTuple

from beads.rows import Row, entries_of, text_of
from beads.task import Issue

PARENT = "parent-child"
# A link stands with the issue that depends on the other: `blocks` says that depends_on_id blocks issue_id. Every other
# word (`discovered-from`, or `blocked-by`, which isn't one of beads' own) only says that the two are related.
WAITS_FOR = "blocks"


class Relation(NamedTuple):
    """``source`` stands in ``relation`` to ``target``, both ids of the board; ``said`` is what beads calls it."""

    source: str
    relation: str
    target: str
    said: str


def links_of(rows: dict[str, Row], remarks: list[str]) -> list[tuple[str, str, str]]:
    """(issue, type, the one that it depends on) of each link whose ends are both on the board, each once."""
    links: dict[tuple[str, str, str], None] = {}
    for ident, row in rows.items():
        for entry in entries_of(ident, row, "dependencies", remarks):
            source, target = text_of(entry.get("issue_id")) or ident, text_of(entry.get("depends_on_id"))
            said = text_of(entry.get("type")) or WAITS_FOR
            missing = next((end for end in (source, target) if end not in rows), None)
            if source == target:
                remarks.append(f"{source}: {said} itself; left out")
            elif missing is not None:
                remarks.append(f"{source}: {said} {target}, but the file has no {missing or 'such issue'}; left out")
            else:
                links[source, said, target] = None
    return list(links)


def linked(issues: dict[str, Issue], links: list[tuple[str, str, str]], remarks: list[str]) -> list[Relation]:
    """Hang the children under their parents; the relations are what is left, each once."""
    relations: dict[tuple[str, str, str], Relation] = {}
    for source, said, target in links:
        child = issues[source]
        if said == PARENT and child.parent is None:
            if any(above is child for above in lineage(issues[target], issues)):
                remarks.append(f"{source}: stands above {target}, which can't be its parent too; left out")
            else:
                child.parent = target
            continue
        if said == PARENT:
            remarks.append(f"{source}: has the parent {child.parent}; {target}, another one, became a relation")
        relation = "depends_on" if said == WAITS_FOR else "related"
        relations.setdefault((source, relation, target), Relation(source, relation, target, said))
    return list(relations.values())


def lineage(issue: Issue, issues: dict[str, Issue]) -> Iterator[Issue]:
    """The issue, its parent, and so on upwards."""
    while True:
        yield issue
        if issue.parent is None:
            return
        issue = issues[issue.parent]
