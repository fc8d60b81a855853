"""The types of fields that kinds are made of, with their bounds (../shared/CONTRACT.md, Kinds and fields)."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError

from conderis.core.text import has_control, storable

TITLE_MAX = 200
SUMMARY_MAX = 280
CONTENT_MAX = 100_000
INSTRUCTIONS_MAX = 20_000
AUTO = "(auto) "  # begins a summary that no one wrote
TAGS_MAX = 5
TAG_LENGTH = 30
_MOMENT = re.compile(  # ISO 8601, extended or basic; Python's reader would take any character for the T
    r"(\d{4}-?\d\d-?\d\d|\d{4}-?W\d\d(-?\d)?)"
    r"([T ]\d\d(:?\d\d(:?\d\d([.,]\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)?)?",
    re.ASCII | re.IGNORECASE,
)
_TAG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _problem(message: str) -> PydanticCustomError:
    return PydanticCustomError("conderis", "{message}", {"message": message})


def _storable(text: str) -> str:
    if not storable(text):
        raise _problem("holds a NUL character or half of a surrogate pair; send it without")
    return text


def _plain(text: str) -> str:
    if has_control(text):
        raise _problem("must be one line of plain text, without line breaks or control characters")
    return text


def _tags(value: Any) -> list[str]:
    form = f"a list of at most {TAGS_MAX} tags, each 1 to {TAG_LENGTH} of a-z, 0-9 and single hyphens between them"
    if not isinstance(value, list | tuple) or not all(isinstance(tag, str) for tag in value):
        raise _problem(f"must be {form}")
    tags = list(dict.fromkeys(tag.lower() for tag in value))
    bad = next((place for place, tag in enumerate(tags, 1) if len(tag) > TAG_LENGTH or not _TAG.fullmatch(tag)), None)
    if bad is not None:
        raise _problem(f"must be {form}; number {bad} isn't one")
    if len(tags) > TAGS_MAX:
        raise _problem(f"may hold at most {TAGS_MAX} tags; you sent {len(tags)}")
    return tags


def _moment(value: Any) -> str:
    form = "must be an ISO 8601 date or time such as 2031-01-31 or 2031-01-31T12:00:00Z"
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        raise _problem(form)
    try:
        moment = datetime.fromisoformat(value.upper())
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise _problem(form) from None
    return moment_text(moment)


def moment_text(moment: datetime) -> str:
    """A moment as normalised UTC text to the second, which sorts as the moments do."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def whole_number(value: Any) -> Any:
    """A number as models send it: ``12``, ``12.0``, ``"12"`` or ``"#12"``; anything else stays as it is."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and re.fullmatch(r"#?[0-9]{1,18}", value.strip()):
        return int(value.strip().lstrip("#"))
    return value


Text = Annotated[str, AfterValidator(_storable)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=TITLE_MAX), AfterValidator(_storable)]
Summary = Annotated[
    str, StringConstraints(min_length=1, max_length=SUMMARY_MAX), AfterValidator(_storable), AfterValidator(_plain)
]
OptionalSummary = Annotated[Summary | None, BeforeValidator(lambda value: None if value == "" else value)]
Content = Annotated[str, StringConstraints(max_length=CONTENT_MAX), AfterValidator(_storable)]
InstructionsContent = Annotated[str, StringConstraints(max_length=INSTRUCTIONS_MAX), AfterValidator(_storable)]
Tags = Annotated[list[str], BeforeValidator(_tags)]
Moment = Annotated[str, BeforeValidator(_moment)]
WholeNumber = Annotated[int, BeforeValidator(whole_number)]
MemoryType = Literal["fact", "decision", "preference", "constraint", "pattern", "handoff"]
Visibility = Literal["private", "shared"]
Status = Literal["open", "in_progress", "blocked", "done", "canceled"]
Priority = Literal["low", "normal", "high", "urgent"]
