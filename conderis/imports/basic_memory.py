"""Basic Memory's folder of notes, as zip or tar.gz. Every note becomes a memory.

Observations (``- [category] text #tag``) stay in the text and give their tags; relations (``- word [[Target]] (note)``)
become relations. A note keeps its id when it moves, by its permalink.
"""

import itertools
import re
from collections.abc import Iterator
from typing import BinaryIO, get_args

from conderis.imports.archive import is_archive
from conderis.imports.draft import Draft
from conderis.imports.front_matter import shown, texts
from conderis.imports.markdown import put_moments, put_tags
from conderis.imports.record import Options, Problem, Record
from conderis.imports.relating import relation_of
from conderis.imports.vault import Index, Note, index_of, notes_of
from conderis.imports.wiki_links import links_in, without_code
from items.kinds.fields import MemoryType

_RELATION = re.compile(
    r"^[ \t]*[-*+][ \t]+([^\[\]\n]{0,200}?)[ \t]*\[\[([^\[\]\n|]{1,300})(?:\|[^\[\]\n]{0,300})?\]\]", re.MULTILINE
)
_FIELDS = frozenset({"title", "type", "tags", "permalink", "created", "updated", "modified", "date", "author"})
_LOOKED_AT = 200  # entries of the archive that say whether the notes are Basic Memory's


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:  # noqa: ARG001  each reader is called alike
    index = index_of(file)
    idents = {note.path: ident_of(note) for note in notes_of(file, index.root) if isinstance(note, Note)}
    for note in notes_of(file, index.root):
        yield note if isinstance(note, Problem) else _memory(note, index, idents)


def ident_of(note: Note) -> str:
    return next(iter(texts(note.known.get("permalink"))), note.path)


def sniff_file(file: BinaryIO) -> bool:
    """Whether one of the first notes has a permalink, which Basic Memory writes into each."""
    file.seek(0)
    if not is_archive(file.read(4)):
        return False
    first = itertools.islice(notes_of(file), _LOOKED_AT)
    return any("permalink" in note.known for note in first if isinstance(note, Note))


def _memory(note: Note, index: Index, idents: dict[str, str]) -> Record | Problem:
    draft = Draft("memory", ident_of(note), note.path)
    properties = note.known
    draft.title(next(iter(texts(properties.get("title"))), note.stem))
    draft.say(note.body)
    if note.properties is None:
        draft.lose("front matter", "It isn't YAML that can be read; it stands in the text as it was.")
    plain = without_code(note.body)
    put_tags(draft, properties, plain)
    put_moments(draft, properties)
    _put_type(draft, properties.get("type"))
    _put_relations(draft, plain, index, idents)
    for name, value in properties.items():
        if name not in _FIELDS:
            draft.fact(name, shown(value))
    return draft.record()


def _put_type(draft: Draft, value: object) -> None:
    if value in get_args(MemoryType):
        draft.fields["type"] = value
    elif value not in (None, "", "note"):
        draft.tell("type", value, "It isn't one of the types here; it stands at the end of the text.")


def _put_relations(draft: Draft, plain: str, index: Index, idents: dict[str, str]) -> None:
    """Those that name their relation first: a link in the text says only that the two are related."""
    worded = [(match[2].split("#")[0], match[1]) for match in _RELATION.finditer(plain)]
    told = {target for target, _ in worded}
    for target, word in [*worded, *((target, "") for target in links_in(plain) if target not in told)]:
        path = index.note(target)
        if path is None:
            draft.lose("relations", "They lead to what isn't among the notes; they stay in the text.")
        else:
            relation, other, note = relation_of(word, idents[path])
            draft.relate(relation, other, note)
