"""The files in a zip or a tar.gz, unpacked in memory one at a time. Nothing is ever written to a disk."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from conderis.core.errors import Invalid
from conderis.core.text import has_control, one_line, storable
from conderis.imports.archive_bounds import Budget
from conderis.imports.bounds import ENTRY_MAX, SOURCE_ID_MAX
from conderis.imports.record import Problem
from conderis.imports.tar_archive import tar_members
from conderis.imports.zip_archive import zip_members

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_GZIP = b"\x1f\x8b"
_DRIVE = re.compile(r"[A-Za-z]:")
_DEEPEST = 30  # folders in one another


class File(NamedTuple):
    path: str  # with slashes, in Unicode's composed form
    data: bytes


def is_archive(head: bytes) -> bool:
    return head.startswith((*_ZIP, _GZIP))


def files_of(file: BinaryIO, wanted: Callable[[str], bool]) -> Iterator[File | Problem]:
    """The wanted files in the archive's order, and a problem for each other entry that isn't a folder.

    Raises Invalid for what is no such archive, TooLarge past the bounds.
    """
    file.seek(0)
    head = file.read(4)
    file.seek(0)
    if not is_archive(head):
        raise Invalid("file", "The file is neither a zip nor a tar.gz.")
    budget = Budget(packed=file.seek(0, 2))
    file.seek(0)
    members = zip_members if head.startswith(_ZIP) else tar_members
    for name, is_file, read in members(file, budget):
        budget.entry()
        path = _path(name)
        place = one_line(path or name, 200) or "an entry without a name"
        if path is None:
            yield Problem(place, "Its path leads out of the archive, is too long or holds signs that no path has.")
        elif not is_file:
            yield Problem(place, "It is a link or a device, not a file.", skipped=True)
        elif not wanted(path):
            yield Problem(place, "It isn't a note; attachments and settings stay behind.", skipped=True)
        else:
            data = read(ENTRY_MAX)
            yield File(path, data) if isinstance(data, bytes) else Problem(place, data)


def _path(name: str) -> str | None:
    """The path inside of the archive, or None where no honest archive has such a one."""
    path = unicodedata.normalize("NFC", name).removeprefix("./")
    parts = path.split("/")
    if not path or "\\" in path or _DRIVE.match(path) or not storable(path) or has_control(path):
        return None
    if any(part in ("", ".", "..") for part in parts) or len(parts) > _DEEPEST or len(path) > SOURCE_ID_MAX:
        return None
    return path
