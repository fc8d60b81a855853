"""How much of a file is read. Whatever passes these is refused or named, never cut in silence."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO, TypeVar

from conderis.core.errors import TooLarge

STREAM_MAX = 200_000_000  # bytes of a file that is read row by row
HELD_MAX = 50_000_000  # bytes of a file of which a part is held while the rest is read
ROWS_MAX = 100_000  # records and problems of one file
ELEMENT_MAX = 2_000_000  # characters of one JSON value
DEPTH_MAX = 64  # brackets or elements in one another
LINE_MAX = 2_000_000  # bytes
TOKEN_MAX = 1_000_000  # bytes of one XML tag or comment
ENTRIES_MAX = 30_000  # of an archive, folders among them
ENTRY_MAX = 1_000_000  # bytes of a note
UNPACKED_MAX = 200_000_000  # bytes of all that is unpacked of an archive
RATIO_MAX = 200  # how often its packed size something may be, from RATIO_FROM bytes on
RATIO_FROM = 1_000_000
LINKS_MAX = 100  # relations of one record
EARLIER_MAX = 50  # earlier texts of one record
EARLIER_SIZE_MAX = 2_000_000  # characters of them together
SOURCE_ID_MAX = 400  # characters
CHUNK = 65_536  # bytes that are read at a time


T = TypeVar("T")


def require_size(file: BinaryIO, most: int) -> None:
    """Raises TooLarge for a file of more than ``most`` bytes, and leaves it at its start."""
    size = file.seek(0, 2)
    file.seek(0)
    if size > most:
        raise TooLarge(
            f"The file has {size:,} bytes; at most {most:,} are read of this kind. Export it in parts.",
            limit=f"{most} bytes",
        )


def at_most(rows: Iterable[T], most: int) -> Iterator[T]:
    """The rows. Raises TooLarge at the first one that is too many."""
    for number, row in enumerate(rows):
        if number == most:
            raise TooLarge(f"The file holds more than {most:,} rows. Import it in parts.", limit=f"{most} rows")
        yield row
