"""A source's own word for a relation."""

import re

from conderis.imports.texts import word_of

# depends_on is for tasks alone, and derived_from would mark things stale from the first change on.
_KNOWN = frozenset({"supersedes", "contradicts", "implements", "related"})
_PLAIN = frozenset({"related", "related_to", "relates_to", ""})


def relation_of(word: str, target: str) -> tuple[str, str, str]:
    """(relation, target, note): the relation that the word is the name of, else related with the word as its note."""
    folded = re.sub(r"[\s-]+", "_", word_of(word).casefold())
    if folded in _KNOWN:
        return folded, target, ""
    return "related", target, "" if folded in _PLAIN else word_of(word)
