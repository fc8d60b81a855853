"""An item's stored versions, with one answer everywhere for a missing or locked one."""

from conderis.core.errors import NotFound
from items.access import locked, require_there
from items.models import Item, Version


def version_of(item: Item, number: int) -> Version | None:
    """The item's version with this number; None stands for a singleton that was never stored, at 0 and empty.

    Raises NotFound or Locked.
    """
    version = Version.objects.filter(item=item, number=number).first() if item.stored else None
    if version is None and number == item.version == 0:
        return None
    return require_readable(item, number, version)


def require_readable(item: Item, number: int, version: Version | None) -> Version:
    """The version where there is one to read. Raises NotFound, Locked or Gone."""
    if version is None:
        there = f"its versions are 1 to {item.version}" if item.version else "it was never stored"
        raise NotFound(f"{item.ref} has no version {number}; {there}.")
    require_there(f"Version {number} of {item.ref}", version.erased_at, version.erased_by_id)
    if version.sealed:
        raise locked(f"Version {number} of {item.ref}", version.deletion)
    return version
