"""A tar.gz's entries, read in one go from front to back.

The headers are read here and not by tarfile, which follows what they claim: a size of 2**80 keeps it busy for ever, a
chain of headers takes it through the stack, the map of a sparse file fills the memory. Read are ustar, pax (path, size)
and GNU's long names; whatever is neither a file nor a folder is named and passed over.
"""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO

from conderis.core.errors import Invalid
from conderis.imports.archive_bounds import Budget
from conderis.imports.bounds import CHUNK

_BLOCK = 512
_HEADER_MAX = 65_536  # bytes of an extended header
_EXTENDED = b"xgLK"  # pax for the next entry and for all, GNU's long name and long link
_FILES = b"0\x007"
_FOLDER = b"5"
_OCTAL = re.compile(rb"[0-7]{1,11}")

Member = tuple[str, bool, Callable[[int], bytes | str]]  # name, whether it is a file, its bytes or why there are none


def tar_members(file: BinaryIO, budget: Budget) -> Iterator[Member]:
    """Each entry but folders; its bytes can be read until the next one is asked for."""
    stream = _Stream(file, budget)
    extended: dict[bytes, bytes] = {}
    while header := stream.header():
        kind, size = header[156:157], _number(header[124:136])
        if kind in _EXTENDED and kind:
            if size > _HEADER_MAX:
                raise _broken()
            extended |= _said(kind, stream.take(size))
            continue
        if b"size" in extended:
            size = _number(extended[b"size"], decimal=True)
        entry = _Entry(stream, size)
        if kind != _FOLDER:
            sparse = any(name.startswith(b"GNU.sparse") for name in extended)
            name = extended.get(b"path") or _name(header)
            yield name.decode("utf-8", "surrogateescape"), kind in _FILES and not sparse, entry.read
        entry.close()
        extended = {}


class _Stream:
    """The unpacked bytes, each counted before it is handed on."""

    def __init__(self, packed: BinaryIO, budget: Budget) -> None:
        self.stream = gzip.GzipFile(fileobj=packed)
        self.budget = budget

    def header(self) -> bytes:
        """The next header, b"" at the archive's end."""
        block = self._read(_BLOCK)
        if not block.strip(b"\0"):
            return b""
        given = _number(block[148:156])
        if len(block) < _BLOCK or given != sum(block[:148]) + sum(block[156:]) + 8 * ord(" "):
            raise _broken()
        return block

    def take(self, size: int) -> bytes:
        """What belongs to a header, without what fills its last block."""
        data = self._read(size + -size % _BLOCK)
        if len(data) < size:
            raise _broken()
        return data[:size]

    def _read(self, size: int) -> bytes:
        try:
            data = self.stream.read(size)
        except (zlib.error, EOFError, OSError):
            raise _broken() from None
        self.budget.spend(len(data))
        return data


class _Entry:
    """What stands behind a header, as far as it wasn't read."""

    def __init__(self, stream: _Stream, size: int) -> None:
        self.stream = stream
        self.size = size
        self.left = size + -size % _BLOCK

    def read(self, most: int) -> bytes | str:
        if self.size > most:
            return f"It has more than {most:,} bytes."
        self.left = 0
        return self.stream.take(self.size)

    def close(self) -> None:
        while self.left:
            self.left -= len(self.stream.take(min(self.left, CHUNK)))


def _broken() -> Invalid:
    return Invalid("file", "The file isn't a tar.gz that can be read: it is broken or cut off.")


def _number(field: bytes, *, decimal: bool = False) -> int:
    """A number as tar writes it: octal digits, or where they don't suffice the bytes of it behind a sign bit."""
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:])
    said = field.strip(b" \0")
    if decimal and said.isdigit() and len(said) < 20:
        return int(said)
    if decimal or (said and not _OCTAL.fullmatch(said)):
        raise _broken()
    return int(said or b"0", 8)


def _name(header: bytes) -> bytes:
    name, prefix = header[:100].split(b"\0")[0], header[345:500].split(b"\0")[0]
    return prefix + b"/" + name if prefix and header[257:263] == b"ustar\0" else name


def _said(kind: bytes, data: bytes) -> dict[bytes, bytes]:
    """What an extended header says of the next entry; what says something of all of them are comments and dates."""
    if kind == b"L":
        return {b"path": data.split(b"\0")[0]}
    return _records(data) if kind == b"x" else {}


def _records(data: bytes) -> dict[bytes, bytes]:
    """Pax: each record is its own length, a blank, name=value and a line end."""
    found: dict[bytes, bytes] = {}
    while data:
        length, blank, _ = data[:20].partition(b" ")
        if not blank or not length.isdigit() or not len(length) + 2 < int(length) <= len(data):
            raise _broken()
        name, sign, value = data[len(length) + 1 : int(length) - 1].partition(b"=")
        if not sign:
            raise _broken()
        found[name] = value
        data = data[int(length) :]
    return found
