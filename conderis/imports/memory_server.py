"""The MCP memory server's file (memory.json): one entity or relation a line. Every entity becomes a memory.

Its relations come with the entity that they start from. A relation's word is free there; those that Conderis knows
keep their meaning, any other is a relation of that note.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

from conderis.imports.bounds import LINKS_MAX
from conderis.imports.draft import Draft
from conderis.imports.json_lines import objects_of
from conderis.imports.record import Options, Problem, Record
from conderis.imports.relating import relation_of
from conderis.imports.texts import listed, text_of, word_of

_Relations = dict[str, list[tuple[str, str]]]  # from the entity's name: relation's word, the other's name


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:  # noqa: ARG001  each reader is called alike
    relations, names = _relations(file)
    file.seek(0)
    for row in objects_of(file):
        if isinstance(row, Problem):
            yield row
            continue
        place, value = row
        if value.get("type") == "entity":
            yield _entity(place, value, relations)
        elif fault := _relation_fault(value, names):
            yield Problem(place, fault)


def sniff(head: bytes) -> bool:
    first = head.lstrip().split(b"\n", 1)[0]
    return b'"entityType"' in first or b'"relationType"' in first


def _relations(file: BinaryIO) -> tuple[_Relations, set[str]]:
    found: _Relations = {}
    names: set[str] = set()
    for row in objects_of(file):
        value: dict[str, Any] = {} if isinstance(row, Problem) else row[1]
        if value.get("type") == "entity":
            names.add(text_of(value.get("name")))
        elif value.get("type") == "relation" and len(found.setdefault(text_of(value.get("from")), [])) <= LINKS_MAX:
            found[text_of(value.get("from"))].append((text_of(value.get("relationType")), text_of(value.get("to"))))
    return found, names


def _relation_fault(value: dict[str, Any], names: set[str]) -> str:
    if value.get("type") != "relation":
        return "The line is neither an entity nor a relation."
    absent = [word_of(value.get(end), 60) for end in ("from", "to") if text_of(value.get(end)) not in names]
    return f"The relation names what the file doesn't hold: {', '.join(absent)}." if absent else ""


def _entity(place: str, value: dict[str, Any], relations: _Relations) -> Record | Problem:
    name = text_of(value.get("name"))
    draft = Draft("memory", name, place)
    draft.title(name)
    notes = listed(value.get("observations"), object)
    said = [text_of(note.get("content") if isinstance(note, dict) else note) for note in notes]
    draft.say("\n".join("- " + note.replace("\n", "\n  ") for note in said if note.strip()))
    draft.tags(filter(None, [text_of(value.get("entityType"))]), "entityType")
    for word, target in relations.get(name, ()):
        draft.relate(*relation_of(word, target))
    for key in value:
        if key not in ("type", "name", "entityType", "observations"):
            draft.lose(word_of(key, 100))
    return draft.record()
