"""How recalled text stands on a line: as data that can't pose as an instruction or as another entry."""

from textwrap import wrap

from conderis.core.text import one_line

WIDTH = 160


def block(text: str) -> list[str]:
    """Longer text, folded to lines of ``WIDTH`` characters, each behind a bar."""
    lines = [one_line(line) for line in text.splitlines()]
    return [f"| {part}".rstrip() for line in lines for part in (wrap(line, WIDTH) or [""])]
