"""Whether an item is active, archived, expired or locked."""

from datetime import datetime

from django.utils import timezone

from items.kinds.fields import moment_text
from items.models import Item

ACTIVE = "active"
ARCHIVED = "archived"
EXPIRED = "expired"
LOCKED = "locked"


def now_text(now: datetime | None = None) -> str:
    """The moment in the form in which expiry is stored, so that the two compare as text."""
    return moment_text(now or timezone.now())


def state_of(item: Item) -> str:
    """One of the four, the strongest first. Reads what the item was loaded with."""
    if item.sealed:
        return LOCKED
    if item.archived:
        return ARCHIVED
    expires = (item.state or {}).get("expiresAt") if "state" in item.__dict__ else item.expires_at
    return EXPIRED if expires is not None and expires <= now_text() else ACTIVE
