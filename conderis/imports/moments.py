"""Dates as files write them."""

from datetime import UTC, datetime


def moment_of(value: object) -> datetime | None:
    """An ISO 8601 date or time with its zone, UTC where it names none; None for whatever else stands there."""
    if not isinstance(value, str) or not 8 <= len(value.strip()) <= 40:
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def day_of(moment: datetime | None) -> str:
    """The day to read, "" without one."""
    return moment.date().isoformat() if moment else ""
