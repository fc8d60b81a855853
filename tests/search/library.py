"""The items and the questions of this folder's README.md."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from conderis.core.actor import Actor
from items.kinds import KINDS
from items.services.create import Draft, create
from projects.models import Project

HERE = Path(__file__).parent
SUMMARY = 140  # characters of a text that stand in for the summary that an agent would have written
DIGESTS = 12  # long pages


@dataclass(frozen=True)
class Entry:
    """An item that questions are asked about; ``id`` is its source's."""

    id: str
    source: str
    kind: str
    title: str
    text: str
    tags: list[str] = field(default_factory=list)

    @property
    def whole(self) -> str:
        return "\n".join([self.title, self.text, *self.tags])

    @property
    def fields(self) -> dict[str, object]:
        """What item_store would be sent. A page does without a summary."""
        fields: dict[str, object] = {"title": self.title, "content": self.text or None, "tags": self.tags}
        if self.kind != "page":
            fields["summary"] = " ".join((self.text or self.title).split())[:SUMMARY]
        return fields


@dataclass(frozen=True)
class Question:
    """What somebody types, and the ids of the entries that answer it."""

    type: str
    question: str
    answers: tuple[str, ...]


def entries() -> list[Entry]:
    """The corpus, and the long pages that a project grows: each quotes one in twelve, and answers nothing."""
    with (HERE / "corpus.jsonl").open(encoding="utf-8") as lines:
        corpus = [Entry(**json.loads(line)) for line in lines]
    return [*corpus, *(_digest(part, corpus[part::DIGESTS]) for part in range(DIGESTS))]


def _digest(part: int, quoted: list[Entry]) -> Entry:
    text = "\n\n".join(f"## {entry.title}\n{entry.text}" for entry in quoted)
    return Entry(f"digest/{part}", "own", "page", f"Weekly digest {part + 1}", text)


def questions() -> list[Question]:
    asked = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))
    return [Question(one["type"], one["question"], tuple(one["answers"])) for one in asked]


def store(actor: Actor, project: Project, library: list[Entry]) -> dict[int, str]:
    """Every entry as an item of the project: the entries' ids by the items' numbers."""
    ids: dict[int, str] = {}
    for name in dict.fromkeys(entry.kind for entry in library):
        kind, of_kind = KINDS[name], [entry for entry in library if entry.kind == name]
        drafts = [Draft(kind.new(entry.fields, in_project=True)) for entry in of_kind]
        made = create(actor=actor, kind=kind, project=project, drafts=drafts)
        ids |= {item.number: entry.id for item, entry in zip(made, of_kind, strict=True) if item.number}
    return ids
