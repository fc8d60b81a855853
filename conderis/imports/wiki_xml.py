"""The pages of a MediaWiki export, one at a time, from a parser that takes no document type and so no entities."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO
from xml.parsers import expat

from conderis.core.errors import Invalid, TooLarge
from conderis.imports.bounds import CHUNK, DEPTH_MAX, EARLIER_MAX, ROWS_MAX, TOKEN_MAX, at_most
from conderis.imports.decoding import require_utf8
from items.kinds.fields import CONTENT_MAX

_REVISION_FIELDS = frozenset({"timestamp", "username", "ip", "comment", "text"})
_SHORT_MAX = 2_000  # characters of whatever isn't a text


@dataclass
class Revision:
    timestamp: str = ""
    author: str = ""
    comment: str = ""
    text: str = ""
    too_long: bool = False
    deleted: bool = False


@dataclass
class WikiPage:
    """``revisions`` are the newest ones of those that the export has; ``left`` counts the others."""

    title: str = ""
    namespace: str = ""
    redirect: str = ""
    revisions: list[Revision] = field(default_factory=list)
    left: int = 0


def pages_of(file: BinaryIO) -> Iterator[WikiPage]:
    """Raises Invalid for what isn't such a file, TooLarge for too many pages or one tag or comment over TOKEN_MAX."""
    yield from at_most(_pages(file), ROWS_MAX)


def _pages(file: BinaryIO) -> Iterator[WikiPage]:
    require_utf8(file)
    target = _Target()
    parser = _parser(target)
    fed = 0
    try:
        while data := file.read(CHUNK):
            fed += len(data)
            parser.Parse(data, False)
            # What isn't closed yet is looked through again with each piece, so its length is bounded.
            if fed - parser.CurrentByteIndex > TOKEN_MAX:
                raise TooLarge(f"A tag or comment has more than {TOKEN_MAX:,} bytes.", limit=f"{TOKEN_MAX} bytes")
            yield from target.taken()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Invalid("file", f"The file isn't XML in UTF-8 that can be read: line {error.lineno} is broken.") from None
    yield from target.taken()
    if not target.is_export:
        raise Invalid("file", "The file isn't a MediaWiki export: it has no mediawiki element.")


def _parser(target: "_Target") -> Any:
    parser = expat.ParserCreate("utf-8")  # whatever the file says of itself: MediaWiki writes nothing else
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = target.start
    parser.EndElementHandler = target.end
    parser.CharacterDataHandler = target.data
    return parser


def _refuse_doctype(*_: object) -> None:
    raise Invalid("file", "The file declares a document type, which no MediaWiki export does; it isn't read.")


class _Target:
    """Collects pages from the parser's events."""

    def __init__(self) -> None:
        self.is_export = False
        self.page: WikiPage | None = None
        self.revision: Revision | None = None
        self.namespaces: dict[str, str] = {}
        self._depth = 0
        self._done: list[WikiPage] = []
        self._text: list[str] = []
        self._length = 0
        self._key = ""

    def taken(self) -> list[WikiPage]:
        done, self._done = self._done, []
        return done

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEPTH_MAX:
            raise Invalid("file", f"The file's elements are nested more than {DEPTH_MAX} deep.")
        self._text, self._length = [], 0
        if self._depth == 1:
            self.is_export = name == "mediawiki"
        elif name == "page":
            self.page = WikiPage()
        elif name == "revision" and self.page:
            self.revision = Revision()
        elif name == "redirect" and self.page:
            self.page.redirect = attributes.get("title", "")[:_SHORT_MAX]
        elif name == "text" and self.revision and "deleted" in attributes:
            self.revision.deleted = True

    def data(self, text: str) -> None:
        self._length += len(text)
        # One more than an item holds is enough to see that it is too long; the rest isn't kept.
        if self._length <= CONTENT_MAX * 2:
            self._text.append(text)

    def end(self, name: str) -> None:
        self._depth -= 1
        text = "".join(self._text)
        if self.revision and name in _REVISION_FIELDS:
            self._revise(self.revision, name, text)
        elif name == "revision" and self.page and self.revision:
            self.page.revisions.append(self.revision)
            self.revision = None
            if len(self.page.revisions) > EARLIER_MAX + 1:
                self._forget(self.page)
        elif self.page and not self.revision and name in ("title", "ns"):
            setattr(self.page, "title" if name == "title" else "namespace", text.strip()[:_SHORT_MAX])
        elif name == "page" and self.page:
            self.page.revisions.sort(key=lambda revision: revision.timestamp)
            self._done.append(self.page)
            self.page = None
        self._text, self._length = [], 0

    def _revise(self, revision: Revision, name: str, text: str) -> None:
        if name == "text":
            revision.text, revision.too_long = text, self._length > CONTENT_MAX * 2
        elif name in ("username", "ip"):
            revision.author = text.strip()[:_SHORT_MAX]
        else:
            setattr(revision, name, text.strip()[:_SHORT_MAX])

    def _forget(self, page: WikiPage) -> None:
        """Let the oldest go."""
        page.revisions.remove(min(page.revisions, key=lambda revision: revision.timestamp))
        page.left += 1
