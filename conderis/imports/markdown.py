"""A folder of Markdown notes or an Obsidian vault, as zip or tar.gz. Notes and their folders become pages.

A note that is called as its folder, or index, or README, is the folder's page. Links become relations of a page, tags
its tags, and properties that have no field here stand at the end of its text.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from conderis.imports.archive import is_archive
from conderis.imports.draft import Draft
from conderis.imports.front_matter import shown, texts
from conderis.imports.moments import moment_of
from conderis.imports.record import Options, Problem, Record
from conderis.imports.vault import Index, Note, index_of, notes_of
from conderis.imports.wiki_links import links_in, tags_in, without_code

_CREATED = ("created", "date created", "created_at", "date")
_UPDATED = ("updated", "modified", "date modified", "last_modified", "updated_at")
_TAGS = ("tags", "tag")
_SUMMARY = ("summary", "description")
_INDEXES = ("index", "readme", "_index")


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:  # noqa: ARG001  each reader is called alike
    index = index_of(file)
    folders: dict[str, str] = {}  # the page that stands for each, once it is there
    for note in notes_of(file, index.root):
        if isinstance(note, Problem):
            yield note
            continue
        yield from _folders(note.path, index, folders)
        yield _page(note, index, folders)


def sniff(head: bytes) -> bool:
    return is_archive(head)


def _folder_note(folder: str, index: Index) -> str | None:
    """The note that is the folder's own page: beside it, or in it."""
    names = (folder, *(f"{folder}/{stem}" for stem in (PurePosixPath(folder).name, *_INDEXES)))
    return next((index.paths[name.casefold()] for name in names if name.casefold() in index.paths), None)


def _folders(path: str, index: Index, folders: dict[str, str]) -> Iterator[Record | Problem]:
    """The pages of the folders above a note that no note stands for, outermost first, each once."""
    for folder in reversed([str(each) for each in PurePosixPath(path).parents if str(each) != "."]):
        if folder in folders:
            continue
        own = _folder_note(folder, index)
        folders[folder] = own or f"{folder}/"
        if own is None:
            draft = Draft("page", f"{folder}/", f"{folder}/")
            draft.title(PurePosixPath(folder).name)
            draft.parent = _above(folder, folders)
            yield draft.record()


def _above(path: str, folders: dict[str, str]) -> str | None:
    above = folders.get(str(PurePosixPath(path).parent))
    if above == path:  # a folder's own page in the folder stands beside it
        above = folders.get(str(PurePosixPath(path).parent.parent))
    return above if above != path else None


def _called(path: str) -> str:
    """The name of its file; of a folder's index, the folder's."""
    place = PurePosixPath(path)
    return place.parent.name if place.parent.name and place.stem.casefold() in _INDEXES else place.stem


def _page(note: Note, index: Index, folders: dict[str, str]) -> Record | Problem:
    draft = Draft("page", note.path, note.path)
    properties = note.known
    draft.title(next(iter(texts(properties.get("title"))), _called(note.path)))
    draft.parent = _above(note.path, folders)
    draft.say(note.body)
    if note.properties is None:
        draft.lose("front matter", "It isn't YAML that can be read; it stands in the text as it was.")
    plain = without_code(note.body)
    put_tags(draft, properties, plain)
    for target in links_in(plain):
        _link(draft, index, target)
    put_moments(draft, properties)
    for name, value in properties.items():
        _put(draft, index, name, value)
    return draft.record()


def put_tags(draft: Draft, properties: dict[str, Any], plain: str) -> None:
    """Those of the properties, as a list or with blanks or commas between them, then those in the text."""
    for name in _TAGS:
        value = properties.get(name)
        given = value.replace(",", " ").split() if isinstance(value, str) else texts(value)
        draft.tags(tag.strip().removeprefix("#") for tag in given)
    draft.tags(tags_in(plain))


def put_moments(draft: Draft, properties: dict[str, Any]) -> None:
    draft.created = next(filter(None, (moment_of(properties.get(name)) for name in _CREATED)), None)
    draft.updated = next(filter(None, (moment_of(properties.get(name)) for name in _UPDATED)), None)
    draft.author = ", ".join(texts(properties.get("author"))).replace("[[", "").replace("]]", "")


def _link(draft: Draft, index: Index, target: str, note: str = "") -> None:
    """Relate to the note that a link names; a link that leads nowhere stays in the text alone."""
    path = index.note(target)
    if path is None:
        draft.lose("links", "They lead to what isn't among the notes; they stay in the text.")
    elif path != draft.source_id:
        draft.relate("related", path, note)


def _put(draft: Draft, index: Index, name: str, value: Any) -> None:
    if name in ("title", *_TAGS):
        return
    if name in _SUMMARY and isinstance(value, str) and "summary" not in draft.fields:
        draft.summary(value)
        return
    for text in texts(value):
        for target in links_in(text):
            _link(draft, index, target, name)
    draft.fact(name, shown(value))
