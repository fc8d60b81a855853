"""What a change was based on, and what it changed."""

from items.diff import changed_words
from items.kinds.base import Json
from items.models import Item, Version
from items.selectors.versions import version_of


def state_at(item: Item, number: int) -> Json | None:
    """The item's state at a version; None where there is no such version that can be read. One query, none for the
    current version."""
    if number == item.version:
        return item.state
    if number == 0 or not item.stored:
        return item.rules.empty if number == 0 else None
    return Version.objects.filter(item=item, number=number).values_list("state", flat=True).first()


def words_changed_at(item: Item, number: int, limit: int) -> str:
    """What a version changed, as one line of at most ``limit`` characters; "" where the one before can't be read.

    Raises NotFound or Locked.
    """
    version, before = version_of(item, number), state_at(item, number - 1)
    return changed_words(item.rules, before, version.state or {}, limit) if version and before is not None else ""
