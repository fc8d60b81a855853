"""Bytes as text: UTF-8, with or without its mark, and nothing else."""

import codecs
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

from conderis.core.errors import Invalid, TooLarge
from conderis.imports.bounds import CHUNK, LINE_MAX

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def refuse_encoding(where: str = "The file") -> NoReturn:
    raise Invalid("file", f"{where} isn't UTF-8. Save it as UTF-8 and send it again.")


def head_of(file: BinaryIO, size: int = CHUNK) -> bytes:
    """The first bytes without UTF-8's mark; the file is left at its start."""
    file.seek(0)
    head = file.read(size)
    file.seek(0)
    return head.removeprefix(codecs.BOM_UTF8)


def require_utf8(file: BinaryIO) -> None:
    """Raises Invalid for a file that begins as UTF-16 does, which is the usual other one; the rest shows later."""
    head = head_of(file, 64)
    if head.startswith(_UTF16) or (len(head) >= 4 and head[:4].count(0) >= 2):
        raise Invalid("file", "The file is UTF-16 or UTF-32, and UTF-8 is read. Save it as UTF-8 and send it again.")


def decoded(data: bytes) -> str | None:
    """The text, or None where it isn't UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def lines_of(file: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """Each line with its number from 1 on, its end included; None stands for one longer than LINE_MAX bytes.

    Raises Invalid where the file isn't UTF-8.
    """
    require_utf8(file)
    number = 0
    while raw := file.readline(LINE_MAX + 1):
        number += 1
        if len(raw) > LINE_MAX:
            _skip_rest(file, raw)
            yield number, None
            continue
        text = decoded(raw)
        if text is None:
            refuse_encoding(f"Line {number}")
        yield number, text


def short_lines_of(file: BinaryIO) -> Iterator[str]:
    """The lines of a file in which one line may depend on another: TooLarge for what `lines_of` leaves out."""
    for number, line in lines_of(file):
        if line is None:
            raise TooLarge(f"Line {number} has more than {LINE_MAX:,} bytes.", limit=f"{LINE_MAX} bytes")
        yield line


def _skip_rest(file: BinaryIO, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = file.readline(CHUNK)
