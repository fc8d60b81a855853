"""Every place where a text could stand, row by row: the database's tables, Valkey, the files of the data folder."""

import base64
import binascii
import contextlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.db import connection

from conderis.core.valkey import client
from privacy.runs import texts_of

Row = tuple[Any, list[str]]  # where a search goes on after it, and its texts
BATCH = 100  # rows of a table at a time: each may hold a long text
LINE = 1_000_000  # characters of a file at a time
VALKEY_SECONDS = 5.0
# Folders of the data folder that aren't texts of ours: the database's own files (scrub's business), what was copied
# there from the code, and a configuration.
NOT_SEARCHED = ("postgres", "static", "valkey")

_COLUMNS = """
    SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position)
    FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY')
    GROUP BY table_name ORDER BY table_name
"""


class Store(Protocol):
    """Something that is searched as a whole and named in a certificate."""

    @property
    def name(self) -> str: ...

    def rows(self, after: Any) -> Iterator[Row]:
        """Its rows behind ``after``, None for all of them. Raises OSError or redis.RedisError when it isn't there."""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[str, ...]

    def rows(self, after: Any) -> Iterator[Row]:
        quote = connection.ops.quote_name
        with connection.cursor() as cursor:
            key = connection.introspection.get_primary_key_column(cursor, self.name) or "ctid"
        wanted = ", ".join(map(quote, self.columns))
        ordered = f"ORDER BY {quote(key)} LIMIT {BATCH}"
        while True:
            behind = f"WHERE {quote(key)} > %s" if after is not None else ""
            with connection.cursor() as cursor:
                cursor.execute(
                    f"SELECT {quote(key)}, {wanted} FROM {quote(self.name)} {behind} {ordered}",  # noqa: S608
                    [after] if after is not None else [],
                )
                found = cursor.fetchall()
            for after, *values in found:  # where the next batch begins
                yield after if isinstance(after, int) else str(after), list(texts_of(map(_read, values)))
            if len(found) < BATCH:
                return


@dataclass(frozen=True, slots=True)
class Valkey:
    """All keys with their values. Tasks among them are unpacked. Searched in one go."""

    name: str = "valkey"

    def rows(self, after: Any) -> Iterator[Row]:  # noqa: ARG002
        valkey = client(VALKEY_SECONDS)
        try:
            for key in valkey.scan_iter(count=500):
                values: list[Any] = [key, *_values(valkey, key)]
                yield None, [text for value in values for text in _unpacked(value)]
        finally:
            valkey.close()


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the data folder: logs, exports, imports. A row is a file."""

    path: Path

    @property
    def name(self) -> str:
        return f"{self.path.name} files"

    def rows(self, after: Any) -> Iterator[Row]:
        for path in sorted(str(each) for each in self.path.rglob("*") if each.is_file()):
            if after is None or path > after:
                yield path, _Lines(path)  # type: ignore[misc]  # read line by line: it is looked through once


class _Lines:
    """A file's lines, without having all of them in memory."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __iter__(self) -> Iterator[str]:
        with contextlib.suppress(FileNotFoundError), Path(self._path).open(errors="replace") as file:
            while line := file.readline(LINE):
                yield line


def all_stores() -> list[Store]:
    """In the order in which they are searched."""
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        tables: list[Store] = [Table(name, tuple(columns)) for name, columns in cursor.fetchall()]
    data = settings.CONDERIS_DATA
    folders = sorted(each for each in data.iterdir() if each.is_dir()) if data.is_dir() else []
    searched = [Folder(each) for each in folders if not each.name.startswith(NOT_SEARCHED)]
    return [*tables, Valkey(), *searched]


def _read(value: Any) -> Any:
    """JSON comes as text here; a text that looks like JSON is looked through both ways."""
    if isinstance(value, str) and value[:1] in '[{"':
        with contextlib.suppress(ValueError):
            return [value, json.loads(value)]
    return value


def _values(valkey: Any, key: Any) -> Iterable[bytes]:
    kind = valkey.type(key)
    if kind == b"string":
        return [valkey.get(key) or b""]
    if kind == b"list":
        return list(valkey.lrange(key, 0, -1))
    if kind == b"hash":
        return [part for pair in valkey.hgetall(key).items() for part in pair]
    if kind == b"zset":
        return list(valkey.zrange(key, 0, -1))
    return list(valkey.smembers(key)) if kind == b"set" else []


def _unpacked(value: bytes) -> Iterator[str]:
    text = value.decode(errors="replace")
    yield text
    with contextlib.suppress(ValueError, TypeError, binascii.Error):
        message = json.loads(text)
        bodies = [part for part in message if isinstance(part, dict)] if isinstance(message, list) else [message]
        for each in bodies:
            yield base64.b64decode(each["body"]).decode(errors="replace")
