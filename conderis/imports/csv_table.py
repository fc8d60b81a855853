"""A table as CSV: a line of column names, then one thing a row. A column map says which field each column fills.

Without an id column a row is known again by its title; rows of one title are told apart by their order.
"""

import csv
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from conderis.core.errors import Invalid, TooLarge
from conderis.core.text import one_line
from conderis.imports.bounds import ROWS_MAX, at_most
from conderis.imports.csv_fields import FIELDS, guessed, put
from conderis.imports.decoding import head_of, short_lines_of
from conderis.imports.draft import Draft
from conderis.imports.record import Options, Problem, Record
from conderis.imports.texts import word_of

COLUMNS_MAX = 200
_KINDS = ("task", "memory", "page")


def read(file: BinaryIO, options: Options) -> Iterator[Record | Problem]:
    if options.kind not in _KINDS:
        raise Invalid("kind", f"kind must be one of {', '.join(_KINDS)}.")
    names = columns_of(file)
    columns = dict(options.columns) or guessed(names)
    _require_map(columns, names)
    seen: Counter[str] = Counter()
    for number, cells in itertools.islice(at_most(_rows(file), ROWS_MAX), 1, None):
        if not any(cell.strip() for cell in cells):
            continue
        place = f"line {number}"
        if len(cells) > len(names):
            yield Problem(place, f"The row has {len(cells)} cells, and there are {len(names)} columns.")
            continue
        yield _record(options.kind, place, dict(zip(names, cells, strict=False)), columns, seen)


def columns_of(file: BinaryIO) -> list[str]:
    """The names in the first line, for a person to map. Raises Invalid without usable ones."""
    _, names = next(_rows(file), (0, []))
    names = [word_of(name) for name in names]
    if not any(names) or len(names) > COLUMNS_MAX:
        raise Invalid("file", f"The first line must name the columns, at most {COLUMNS_MAX}.")
    twice = next((name for name, count in Counter(names).items() if name and count > 1), None)
    if twice:
        raise Invalid("file", f"Two columns have the name {twice}.")
    file.seek(0)
    return names


def sniff(head: bytes) -> bool:
    first = head.split(b"\n", 1)[0]
    return b"\0" not in head and not head.lstrip().startswith((b"{", b"[", b"<", b"---")) and _delimiter(first) in first


def _delimiter(first: bytes) -> bytes:
    return max((b",", b";", b"\t"), key=first.count)


def _rows(file: BinaryIO) -> Iterator[tuple[int, list[str]]]:
    delimiter = _delimiter(head_of(file).split(b"\n", 1)[0]).decode()
    # NUL would end the csv module's reading in other Pythons; it is mended in what is kept.
    rows = csv.reader((line.replace("\0", "\ufffd") for line in short_lines_of(file)), delimiter=delimiter, strict=True)
    number = 1
    while True:
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            if "limit" in str(error):
                raise TooLarge(
                    f"A cell from line {number} on has more than {csv.field_size_limit():,} characters.",
                    limit=f"{csv.field_size_limit()} characters",
                ) from None
            raise Invalid(
                "file", f"From line {number} on the file isn't CSV: a quote isn't closed or stands alone."
            ) from None
        yield number, cells
        number = rows.line_num + 1


def _require_map(columns: Mapping[str, str], names: list[str]) -> None:
    for column, field in columns.items():
        if column not in names:
            raise Invalid("columns", f"The file has no column {word_of(column)}; it has {', '.join(names)[:500]}.")
        if field not in FIELDS:
            raise Invalid("columns", f"A column can fill {', '.join(FIELDS)}; {word_of(field)} isn't one of them.")
    if "title" not in columns.values():
        raise Invalid("columns", "One column must fill title.")
    fields = Counter(field for field in columns.values() if field not in ("content", "tags"))
    if twice := next((field for field, count in fields.items() if count > 1), None):
        raise Invalid("columns", f"Two columns fill {twice}.")


def _record(
    kind: str, place: str, row: dict[str, str], columns: Mapping[str, str], seen: Counter[str]
) -> Record | Problem:
    said: dict[str, Any] = {field: row.get(column, "") for column, field in columns.items()}
    if not said["title"].strip():
        return Problem(place, "It has no title.")
    ident = said.get("id", "").strip()
    if not ident:
        title = one_line(said["title"])
        seen[title] += 1
        ident = title[:300] if seen[title] == 1 else f"{title[:300]} ({seen[title]})"
    draft = Draft(kind, ident, place)
    for column, value in row.items():
        if value.strip() and column in columns:
            put(draft, columns[column], column, value)
        elif value.strip():
            draft.lose(column or "a column without a name", "The column isn't mapped.")
    return draft.record()
