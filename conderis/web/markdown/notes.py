"""What is noted of one text while it is read and written, in markdown-it's ``env`` beside its own notes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from markdown_it.utils import EnvType

from conderis.web.markdown.highlight import Highlighter
from items.selectors.references import Target


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as the page has it: ``level`` 2 to 6, plain text, and the id to link to."""

    level: int
    text: str
    id: str


@dataclass(slots=True)
class Notes:
    """``prefix`` begins every id, ``references`` are the first distinct ones, ``targets`` where they lead.

    ``title`` stands above the text already: a first heading that says it again is left out.
    """

    prefix: str
    title: str = ""
    toc: list[Heading] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    quoted: int = 0  # lines looked at in quotes so far
    targets: Mapping[str, Target] = field(default_factory=dict)
    highlighter: Highlighter = field(default_factory=Highlighter)

    def env(self) -> EnvType:
        return {"docId": self.prefix, "conderis": self}  # docId: what the footnotes' ids hold


def notes_of(env: EnvType) -> Notes:
    notes: Notes = env["conderis"]
    return notes
