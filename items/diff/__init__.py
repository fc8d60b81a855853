"""Two states of an item side by side: what a reader, a reviewer and a history strip see of a change.

``compare`` takes any two states of a kind, ``changed_words`` makes one line of the same. The result is data that
`templates/items/diff` draws without asking.
"""

from items.diff.brief import changed_words
from items.diff.comparing import Comparison, TextDiff, compare
from items.diff.fields import FieldChange
from items.diff.rows import Row
from items.diff.unseen import Named, Plain, visible_parts
from items.diff.words import Segment

__all__ = [
    "Comparison", "FieldChange", "Named", "Plain", "Row", "Segment", "TextDiff", "changed_words", "compare",
    "visible_parts",
]  # fmt: skip
