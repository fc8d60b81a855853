"""A record while a reader collects it, and the rules that are the same for every source."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from conderis.core.text import one_line
from conderis.imports.bounds import EARLIER_SIZE_MAX, LINKS_MAX
from conderis.imports.moments import day_of
from conderis.imports.record import Earlier, Link, Problem, Record
from conderis.imports.texts import auto_summary, mended, tag_of, text_of, word_of
from items.kinds import KINDS
from items.kinds.fields import CONTENT_MAX, SUMMARY_MAX, TAGS_MAX, TITLE_MAX

AS_TEXT = "There is no such field here; it stands at the end of the text."
NO_PLACE = "There is no such field here."


class Comment(NamedTuple):
    author: str
    at: datetime | None
    text: str


class Draft:
    """Collects what a source says of one thing. `record` has the last word on whether that can be an item."""

    def __init__(self, kind: str, source_id: object, place: str) -> None:
        self.kind = kind
        self.source_id = mended(text_of(source_id)).strip()
        self.place = place
        self.fields: dict[str, Any] = {}
        self.dropped: dict[str, str] = {}
        self.parent: str | None = None
        self.author = ""
        self.created: datetime | None = None
        self.updated: datetime | None = None
        self.earlier: list[Earlier] = []
        self._title = ""
        self._parts: list[str] = []
        self._facts: list[str] = []
        self._comments: list[str] = []
        self._links: dict[tuple[str, str], str] = {}

    def lose(self, field: str, why: str = NO_PLACE) -> None:
        """Note that something of the source isn't taken over as it was; the first reason of a field stays."""
        self.dropped.setdefault(field, why)

    def title(self, value: object) -> None:
        self._title = self._text("title", value).strip()

    def summary(self, value: object) -> None:
        """A summary that somebody wrote; one that is too long is kept as text."""
        said = one_line(self._text("summary", value))
        if len(said) > SUMMARY_MAX:
            self.fact("summary", said)
            self.lose("summary", f"It has more than {SUMMARY_MAX} characters; it stands at the end of the text.")
        elif said:
            self.fields["summary"] = said

    def say(self, text: object, heading: str = "") -> None:
        """Add to the content, behind a heading of the second level where one is given."""
        said = self._text("text", text)
        if said.strip():
            self._parts.append(f"## {heading}\n\n{said}" if heading else said)

    def fact(self, name: str, value: object) -> None:
        """A line at the end of the content for what has no field."""
        said = one_line(self._text(name, value))
        if said:
            self._facts.append(f"- {word_of(name, 100)}: {said}")

    def tell(self, name: str, value: object, why: str = AS_TEXT) -> None:
        """A fact that other programs have a field for: as a line, and in the report."""
        if value not in (None, "", [], {}):
            self.fact(name, value)
            self.lose(name, why)

    def comments(self, comments: Iterable[Comment]) -> None:
        for comment in comments:
            said = self._text("comments", comment.text)
            if said.strip():
                by = ", ".join(filter(None, (f"**{comment.author}**" if comment.author else "", day_of(comment.at))))
                self._comments.append(f"{by}:\n\n{said}" if by else said)

    def tags(self, labels: Iterable[object], field: str = "tags") -> None:
        """The first five that fit, in their order."""
        tags: list[str] = self.fields.setdefault("tags", [])
        for label in labels:
            tag = tag_of(text_of(label))
            if not tag:
                self.lose(field, "A tag is made of a-z, 0-9 and hyphens, and nothing of the name is left.")
            elif tag not in tags and len(tags) == TAGS_MAX:
                self.lose(field, f"An item has at most {TAGS_MAX} tags; the first ones are kept.")
            elif tag not in tags:
                tags.append(tag)

    def relate(self, relation: str, target: object, note: str = "") -> None:
        key = (relation, mended(text_of(target)).strip())
        if key not in self._links and len(self._links) == LINKS_MAX:
            self.lose("relations", f"More than {LINKS_MAX} relations; the first ones are kept.")
        else:
            self._links.setdefault(key, word_of(note))

    def record(self) -> Record | Problem:
        """The record with a title, a content and, where its kind wants one, a summary; else why there is none."""
        title = one_line(self._title) or one_line(self.source_id)
        body = self._body(title)
        if len(body) > CONTENT_MAX:
            return Problem(
                self.place,
                f"Its text has {len(body):,} characters and an item holds {CONTENT_MAX:,}. Split it at the source.",
            )
        fields = {"title": title if len(title) <= TITLE_MAX else title[: TITLE_MAX - 1] + "…", **self.fields}
        if content := self._with_comments(body):
            fields["content"] = content
        if "summary" not in fields and ("summary" in KINDS[self.kind].required or len(content) > SUMMARY_MAX):
            fields["summary"] = auto_summary("\n".join(self._parts)) or auto_summary(content) or auto_summary(title)
        return Record(
            kind=self.kind,
            fields=fields,
            source_id=self.source_id,
            place=self.place,
            parent=self.parent,
            relations=tuple(Link(relation, target, note) for (relation, target), note in self._links.items()),
            author=word_of(self.author),
            created=self.created,
            updated=self.updated,
            earlier=tuple(self._earlier()),
            dropped=dict(self.dropped),
        )

    def _body(self, title: str) -> str:
        head = [f"# {title}"] if len(title) > TITLE_MAX else []
        facts = ["\n".join(self._facts)] if self._facts else []
        rule = ["---"] if facts and (head or self._parts) else []
        return "\n\n".join([*head, *self._parts, *rule, *facts])

    def _with_comments(self, body: str) -> str:
        """The body and as many comments as there is room for."""
        parts = [body, "## Comments"] if body else ["## Comments"]
        room = CONTENT_MAX - len("\n\n".join(parts))
        for kept, comment in enumerate(self._comments):
            room -= len(comment) + 2
            if room < 0:
                self.lose("comments", f"An item's text holds {CONTENT_MAX:,} characters; the first ones are kept.")
                return "\n\n".join([*parts, *self._comments[:kept]]) if kept else body
        return "\n\n".join([*parts, *self._comments]) if self._comments else body

    def _earlier(self) -> Iterable[Earlier]:
        """The newest of the earlier texts that fit, oldest first."""
        kept: list[Earlier] = []
        room = EARLIER_SIZE_MAX
        for text in reversed(self.earlier):
            content = mended(text.content)
            room -= len(content)
            if room < 0 or len(content) > CONTENT_MAX:
                self.lose("earlier", "Too long to be taken over: earlier texts, or some of them.")
                break
            kept.append(Earlier(content, word_of(text.author), text.at, word_of(text.note)))
        return reversed(kept)

    def _text(self, field: str, value: object) -> str:
        text = text_of(value)
        fit = mended(text)
        if fit != text:
            self.lose(field, "Characters that can't be stored became U+FFFD.")
        return fit
