"""A file with one JSON object a line."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from conderis.imports.bounds import DEPTH_MAX, LINE_MAX, ROWS_MAX, at_most
from conderis.imports.decoding import lines_of
from conderis.imports.json_entries import parsed
from conderis.imports.record import Problem


def objects_of(file: BinaryIO) -> Iterator[tuple[str, dict[str, Any]] | Problem]:
    """Each object with its place; a line that is none is a problem, an empty one nothing."""
    for number, line in at_most(lines_of(file), ROWS_MAX):
        place = f"line {number}"
        if line is None:
            yield Problem(place, f"The line has more than {LINE_MAX:,} bytes.")
        elif line.strip():
            row = parsed(line) if _shallow(line) else None
            yield (place, row) if isinstance(row, dict) else Problem(place, "The line isn't one JSON object.")


def _shallow(line: str) -> bool:
    """Cheap, and right for all but texts full of brackets, which are counted then."""
    if line.count("[") + line.count("{") <= DEPTH_MAX:
        return True
    depth = most = 0
    quoted = escaped = False
    for char in line:
        if quoted:
            quoted = escaped or char != '"'
            escaped = not escaped and char == "\\"
        elif char == '"':
            quoted = True
        elif char in "[{":
            depth += 1
            most = max(most, depth)
        elif char in "]}":
            depth -= 1
    return most <= DEPTH_MAX
