"""A zip's entries."""

import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import BinaryIO

from conderis.core.errors import Invalid, TooLarge
from conderis.imports.archive_bounds import Budget
from conderis.imports.bounds import ENTRIES_MAX

# Bytes of the list of entries: 46 of each, its name, and what some programs add.
_DIRECTORY_MAX = ENTRIES_MAX * 150
# Others unpack without a bound on what one step yields.
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)

Member = tuple[str, bool, Callable[[int], bytes | str]]  # name, whether it is a file, its bytes or why there are none


def zip_members(file: BinaryIO, budget: Budget) -> Iterator[Member]:
    _require_small_directory(file)
    try:
        archive = zipfile.ZipFile(file)
    except _FAULTS:
        raise Invalid("file", "The file isn't a zip that can be read: it is broken or cut off.") from None
    with archive:
        for info in archive.infolist():
            if not info.filename.endswith("/"):  # is_dir fails for an empty name
                mode = info.external_attr >> 16
                is_file = not mode or not stat.S_IFMT(mode) or stat.S_ISREG(mode)
                yield info.filename, is_file, partial(_read, archive, info, budget)


def _require_small_directory(file: BinaryIO) -> None:
    """The list of entries is read as a whole when a zip is opened, so its size is asked first, as zipfile finds it."""
    try:
        record = zipfile._EndRecData(file)  # type: ignore[attr-defined]  # no public name tells it before it is read
    except _FAULTS:
        record = None
    if record and record[5] > _DIRECTORY_MAX:
        raise TooLarge(f"The archive has more than {ENTRIES_MAX:,} entries.", limit=f"{ENTRIES_MAX} entries")
    file.seek(0)


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Budget, most: int) -> bytes | str:
    if info.flag_bits & 1:
        return "It is encrypted."
    if info.compress_type not in _METHODS:
        return "It is packed in a way that isn't read here; deflate is."
    try:
        with archive.open(info) as entry:
            data = entry.read(most + 1)
    except _FAULTS:
        return "It can't be unpacked: the archive is broken there."
    budget.spend(len(data))
    return data if len(data) <= most else f"It has more than {most:,} bytes."
