"""A large JSON file piece by piece: the entries of its array, or of the arrays in its object.

Python's own parser wants the whole file at once. Here brackets and quotes alone are followed, to find where an entry
ends, and each entry is parsed on its own. ``ijson.items`` could stand in the place of `entries_of`.
"""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple, NoReturn

from conderis.core.errors import Invalid, TooLarge
from conderis.imports.bounds import CHUNK, DEPTH_MAX, ELEMENT_MAX, ROWS_MAX, at_most
from conderis.imports.decoding import refuse_encoding, require_utf8

_OUTSIDE = re.compile(r'["{}\[\]]')
_INSIDE = re.compile(r'["\\]')
_PLAIN = re.compile(r'[^\s,:{}\[\]"]*')
_SPACE = re.compile(r"\s*")


class Broken:
    """Stands for an entry whose brackets close and that isn't JSON all the same."""


BROKEN = Broken()


class Entry(NamedTuple):
    """``key`` is the name in the file's object, "" in an array of its own; ``number`` is None outside of an array."""

    key: str
    number: int | None
    value: Any

    @property
    def place(self) -> str:
        return f"{self.key}[{self.number}]" if self.number is not None else self.key


def entries_of(file: BinaryIO) -> Iterator[Entry]:
    """The entries in the file's order; several arrays or objects may follow one another, as paged exports do.

    Raises Invalid for what isn't JSON as a whole, TooLarge for one entry over ELEMENT_MAX or more than ROWS_MAX.
    """
    yield from at_most(_entries(file), ROWS_MAX)


def _entries(file: BinaryIO) -> Iterator[Entry]:
    require_utf8(file)
    source = _Source(file)
    while char := source.peek():
        if char == "[":
            yield from _array(source, "")
        elif char == "{":
            yield from _object(source)
        else:
            _refuse("has neither an array nor an object at its start")


def parsed(raw: str) -> Any:
    """The value, or BROKEN."""
    try:
        return json.loads(raw, strict=False)
    except (ValueError, RecursionError):
        return BROKEN


def _array(source: "_Source", key: str) -> Iterator[Entry]:
    source.skip()
    number = 0
    while (char := source.peek()) != "]":
        if char == ",":
            source.skip()
            continue
        yield Entry(key, number, parsed(source.value()))
        number += 1
    source.skip()


def _object(source: "_Source") -> Iterator[Entry]:
    source.skip()
    while (char := source.peek()) != "}":
        if char == ",":
            source.skip()
            continue
        key = parsed(source.value())
        if not isinstance(key, str) or source.peek() != ":":
            _refuse("has an object without names")
        source.skip()
        if source.peek() == "[":
            yield from _array(source, key)
        else:
            yield Entry(key, None, parsed(source.value()))
    source.skip()


def _refuse(why: str) -> NoReturn:
    raise Invalid("file", f"The file isn't the JSON that is read here: it {why}.")


class _Source:
    """The file's characters from ``at`` on, read as they are needed."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self.text = ""
        self.at = 0
        self.ended = False

    def more(self) -> bool:
        """Read on; what lies before ``at`` is let go, so positions count from there."""
        if self.ended:
            return False
        data = self.file.read(CHUNK)
        self.ended = not data
        try:
            self.text = self.text[self.at :] + self.decoder.decode(data, final=self.ended)
        except UnicodeDecodeError:
            refuse_encoding()
        self.at = 0
        return True

    def peek(self) -> str:
        """The next character that isn't white space, "" at the end."""
        while True:
            match = _SPACE.match(self.text, self.at)
            self.at = match.end() if match else self.at
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def skip(self) -> None:
        self.at += 1

    def value(self) -> str:
        """The next value as it stands in the file."""
        char = self.peek()
        end = self._end(quoted=char == '"') if char and char in '{["' else self._plain_end()
        raw = self.text[self.at : end]
        self.at = end
        return raw

    def _plain_end(self) -> int:
        while True:
            match = _PLAIN.match(self.text, self.at)
            end = match.end() if match else self.at
            if end < len(self.text) or not self._grown():
                break
        if end == self.at:
            _refuse("ends in the middle" if self.ended and end == len(self.text) else "holds a sign out of its place")
        return end

    def _end(self, *, quoted: bool) -> int:
        at, depth = self.at + quoted, 0
        while True:
            match = (_INSIDE if quoted else _OUTSIDE).search(self.text, at)
            if match is None:
                done = max(at, len(self.text)) - self.at
                if not self._grown():
                    _refuse("ends in the middle")
                at = self.at + done
                continue
            at = match.end()
            char = match[0]
            if char == "\\":
                at += 1
                continue
            if char == '"':
                quoted = not quoted
            else:
                depth += 1 if char in "{[" else -1
            if depth > DEPTH_MAX:
                _refuse(f"is nested more than {DEPTH_MAX} deep")
            if depth == 0 and not quoted:
                return at

    def _grown(self) -> bool:
        if len(self.text) - self.at > ELEMENT_MAX:
            raise TooLarge(
                f"One entry of the file has more than {ELEMENT_MAX:,} characters.", limit=f"{ELEMENT_MAX} characters"
            )
        return self.more()
