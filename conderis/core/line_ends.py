"""Line ends through a browser, which sends each of them as CRLF whatever it was given."""

import re
from collections import Counter

_END = re.compile(r"\r\n|\r|\n")
_WITH_END = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


def plain_ends(text: str) -> str:
    """The text with ``\\n`` alone: what two texts that a browser can't tell apart have in common."""
    return _END.sub("\n", text)


def with_ends_of(base: str, text: str) -> str:
    """A text that came back from a browser, with the line ends of the one that the browser was given.

    Untouched it is the base, to the character. Where the base mixes ends, the lines before and after what was
    touched keep theirs, and the others end as most of the base do.
    """
    sent = plain_ends(text)
    ends = Counter(_END.findall(base))
    if len(ends) < 2:
        return sent.replace("\n", next(iter(ends), "\n"))
    old, new = _WITH_END.findall(base), _WITH_END.findall(sent)
    head = _alike(old, new)
    tail = min(_alike(old[::-1], new[::-1]), len(old) - head, len(new) - head)
    usual = ends.most_common(1)[0][0]
    middle = "".join(new[head : len(new) - tail]).replace("\n", usual)
    made = "".join(old[:head]) + middle + "".join(old[len(old) - tail :])
    # A lone CR that now stands before a LF would be one end with it.
    return made if plain_ends(made) == sent else sent.replace("\n", usual)


def _alike(old: list[str], new: list[str]) -> int:
    """How many lines from the first on are the same but for their ends."""
    count = 0
    for before, after in zip(old, new, strict=False):
        if plain_ends(before) != after:
            break
        count += 1
    return count
