"""How recalled text stands on a line: as data that can't pose as an instruction or as another entry."""

from conderis.core.text import one_line


def quoted(text: str, limit: int | None = None) -> str:
    """The text on one line between double quotes that it can't close."""
    return f'"{one_line(text, limit).replace(chr(34), chr(39))}"'


def block(text: str) -> list[str]:
    """Longer text, each of its lines behind a bar."""
    return [f"| {one_line(line)}".rstrip() for line in text.splitlines()]
