"""A folder of Markdown notes: what is in it, and which note a link means."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from conderis.imports.archive import File, files_of
from conderis.imports.decoding import decoded
from conderis.imports.front_matter import split, texts
from conderis.imports.record import Problem

_ENDINGS = (".md", ".markdown")
_NAMES = ("title", "aliases", "alias", "permalink")


@dataclass(frozen=True, slots=True)
class Note:
    """``properties`` is None where the block at the head can't be read; it is part of the body then."""

    path: str
    properties: dict[str, Any] | None
    body: str

    @property
    def stem(self) -> str:
        return PurePosixPath(self.path).stem

    @property
    def known(self) -> dict[str, Any]:
        return self.properties or {}


@dataclass
class Index:
    """Names that a link may use, folded, with the path of the note that they mean; of several the shortest path."""

    root: str = ""  # a folder that holds everything else, and says nothing
    names: dict[str, str] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)  # by the folded path without its ending

    def note(self, target: str) -> str | None:
        """The path of the note that a link names, by its name, its path or the end of it; or None."""
        folded = target.strip().casefold().removeprefix("/").rsplit("../", 1)[-1].removeprefix("./")
        for ending in _ENDINGS:
            folded = folded.removesuffix(ending)
        if found := self.paths.get(folded) or self.names.get(folded):
            return found
        found = self.names.get(folded.rsplit("/", 1)[-1])
        return found if found and _bare(found).endswith(f"/{folded}") else None

    def put(self, path: str) -> None:
        self.paths.setdefault(_bare(path), path)
        self.add(PurePosixPath(path).stem, path)

    def add(self, name: str, path: str) -> None:
        folded = name.strip().casefold()
        if folded and (folded not in self.names or len(path) < len(self.names[folded])):
            self.names[folded] = path


def notes_of(file: BinaryIO, root: str = "") -> Iterator[Note | Problem]:
    """The notes in the archive's order, their paths without ``root``."""
    for entry in files_of(file, _is_note):
        if isinstance(entry, Problem):
            yield entry
            continue
        text = decoded(entry.data)
        if text is None:
            yield Problem(entry.path, "The note isn't UTF-8. Save it as UTF-8.")
        else:
            yield _note(entry, text, root)


def index_of(file: BinaryIO) -> Index:
    """Reads the archive once. A note's own path and name win over a name that another gives itself."""
    index = Index()
    notes: list[tuple[str, list[str]]] = []
    tops: set[str] = set()
    for note in notes_of(file):
        path = note.place if isinstance(note, Problem) else note.path
        tops.add(path.partition("/")[0] if "/" in path else "")
        if isinstance(note, Note):
            notes.append((path, [text for name in _NAMES for text in texts(note.known.get(name))]))
    # One folder that everything lies in, attachments and settings too, as in an archive of a repository.
    index.root = f"{next(iter(tops))}/" if len(tops) == 1 and "" not in tops else ""
    for path, _ in notes:
        index.put(path.removeprefix(index.root))
    own = set(index.names)
    for path, given in notes:
        for name in given:
            if name.strip().casefold() not in own:
                index.add(name, path.removeprefix(index.root))
    return index


def _note(entry: File, text: str, root: str) -> Note:
    properties, body = split(text)
    return Note(entry.path.removeprefix(root), properties, body)


def _is_note(path: str) -> bool:
    hidden = any(part.startswith(".") or part == "__MACOSX" for part in path.split("/"))
    return path.lower().endswith(_ENDINGS) and not hidden


def _bare(path: str) -> str:
    return str(PurePosixPath(path).with_suffix("")).casefold()
