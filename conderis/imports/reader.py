"""What a page, an API or a job needs to know of a reader."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from conderis.imports.bounds import require_size
from conderis.imports.checked import Read, checked
from conderis.imports.decoding import head_of
from conderis.imports.record import Options, Problem, Record


@dataclass(frozen=True, slots=True)
class Reader:
    """``hint`` says in a sentence where the file comes from; ``takes`` names the options that are heeded.

    ``most`` is the largest file, in bytes. ``looks_like`` is asked with the first bytes of a file, ``looks_into`` with
    the file itself where those don't tell.
    """

    name: str
    label: str
    hint: str
    endings: tuple[str, ...]
    most: int
    rows: Read
    looks_like: Callable[[bytes], bool]
    looks_into: Callable[[BinaryIO], bool] | None = None
    takes: tuple[str, ...] = ()

    def read(self, file: BinaryIO, options: Options | None = None) -> Iterator[Record | Problem]:
        """Records that can be stored, and problems, in the file's order. The file must be seekable.

        Reading is lazy and goes through the file more than once, so nothing but an outline of it is held. Raises
        Invalid (field ``file``, or the option's name) or TooLarge, at the first record at the earliest and at the last
        at the latest: read a file to its end before anything of it is stored.
        """
        require_size(file, self.most)
        yield from checked(self.rows, file, options or Options())

    def sniff(self, file: BinaryIO) -> bool:
        """Whether the file looks like one of these; it is left at its start."""
        found = self.looks_like(head_of(file))
        if found and self.looks_into:
            found = self.looks_into(file)
        file.seek(0)
        return found
