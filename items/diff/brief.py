"""The first changed words of a version, for where there is one line."""

from collections.abc import Iterator
from itertools import chain

from conderis.core.text import one_line
from items.diff.fields import field_change, label_of, text_of, whole
from items.diff.rows import rows_of
from items.diff.words import Segment
from items.kinds.base import Json, Kind

_SIGNS = {"del": "−", "ins": "+"}


def changed_words(kind: Kind, before: Json, after: Json, limit: int) -> str:
    """What went and came from one state to the next, as plain text of at most ``limit`` characters.

    ``−at first use +on deploy``; values stand after their field's name. "" where nothing changed that can be seen.
    """
    found: list[str] = []
    length = 0
    for segment in _marked(kind, whole(kind, before), whole(kind, after)):
        text = one_line(segment.text, limit)
        if text:
            found.append(_SIGNS.get(segment.kind, "") + text)
            length += len(found[-1]) + 1
        if length > limit:
            break
    return one_line(" ".join(found), limit)


def _marked(kind: Kind, before: Json, after: Json) -> Iterator[Segment]:
    """The changed segments, computed only as far as they are taken."""
    for name in before | after:
        old, new = before.get(name), after.get(name)
        if text_of(old) == text_of(new):
            continue
        if name in kind.long_texts:
            found = chain.from_iterable(row.segments for row in rows_of(text_of(old), text_of(new)))
        else:
            found = chain(field_change(kind, name, old, new, {}).segments)
        if name not in (*kind.long_texts, *kind.short_texts):
            yield Segment("same", label_of(name))
        yield from (segment for segment in found if segment.kind != "same")
