"""Opaque cursors: where a list goes on, bound to the caller and to everything that shaped the list."""

import hashlib
import json
from typing import Any

from django.core import signing

from conderis.core.errors import Invalid

_SIGNER_SALT = "conderis.cursor."
CURSOR_MAX = 4_000  # characters


def _salt(context: object) -> str:
    shape = json.dumps(context, sort_keys=True, ensure_ascii=False)
    return _SIGNER_SALT + hashlib.sha256(shape.encode("utf-8", "surrogatepass")).hexdigest()


def encode_cursor(context: object, place: list[Any]) -> str:
    """A cursor for ``place`` in the list that ``context`` (JSON-able) describes."""
    return signing.dumps(place, salt=_salt(context))


def decode_cursor(context: object, cursor: object) -> list[Any]:
    """The place that `encode_cursor` was given. Raises Invalid for anything it didn't make for this context."""
    if isinstance(cursor, str) and len(cursor) <= CURSOR_MAX:
        try:
            place = signing.loads(cursor, salt=_salt(context))
        except (signing.BadSignature, UnicodeError, ValueError):
            place = None
        if isinstance(place, list):
            return place
    raise Invalid(
        "cursor",
        "cursor isn't one of this list. Send nextCursor as it came, with the same projectId, kind, query, filter and "
        "sort, or leave it out to start over.",
    )
