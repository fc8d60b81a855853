"""The lines of the file, and what may stand in their fields."""

import json
import re
import unicodedata
from typing import Any

ID_MAX = 100  # characters; an id is the item's key in its batch
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")

Row = dict[str, Any]


def rows_of(data: bytes, remarks: list[str], lost: list[str]) -> dict[str, Row]:
    """The readable lines by id, in the file's order; ``lost`` gets the places of the others."""
    rows: dict[str, Row] = {}
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            # A byte that isn't UTF-8 becomes half of a surrogate pair here, and is mended like one.
            raw = json.loads(line.decode("utf-8", "surrogateescape"), strict=False)
            row = _mended(raw)
            changed = row != raw
        except (ValueError, RecursionError):
            row, changed = None, False
        ident = row.get("id") if isinstance(row, dict) else None
        if not isinstance(ident, str) or not ident.strip() or len(ident) > ID_MAX:
            lost.append(f"line {number}: no JSON object with an id of 1 to {ID_MAX} characters")
        elif ident in rows:
            lost.append(f"line {number}: {ident} was there before; the first one counts")
        else:
            rows[ident] = row
            if changed:
                remarks.append(f"{ident}: characters that can't be stored became U+FFFD")
    return rows


def entries_of(ident: str, row: Row, name: str, remarks: list[str], of: type = dict) -> list[Any]:
    """The list in a field, without what isn't ``of`` the type that it should hold."""
    value = row.get(name) or []
    kept = [entry for entry in value if isinstance(entry, of)] if isinstance(value, list) else []
    if kept != value:
        remarks.append(f"{ident}: left out of {name} what isn't of its form")
    return kept


def text_of(value: object) -> str:
    """A text as it is; what should have been one as its JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def one_line(text: str) -> str:
    """White space folded, control characters out: what Conderis takes as a summary."""
    return "".join(c for c in " ".join(text.split()) if unicodedata.category(c) != "Cc")


def _mended(value: Any) -> Any:
    """The same with U+FFFD for NUL and lone surrogates, which PostgreSQL can't hold."""
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_mended(entry) for entry in value]
    if isinstance(value, dict):
        return {_mended(name): _mended(entry) for name, entry in value.items()}
    return value
