"""A field's value as a form shows it, and what was typed as the value that a service gets."""

import re
from typing import Any

from conderis.core.line_ends import plain_ends, with_ends_of
from items.kinds.asking import Control

_BETWEEN_TAGS = re.compile(r"[\s,]+")
_TO_THE_MINUTE = re.compile(r"\d{4,}-\d\d-\d\dT\d\d:\d\d")


def shown(control: Control, value: Any) -> str:
    """The stored value as the control's text."""
    if value is None:
        return ""
    match control.shape:
        case "tags":
            return " ".join(value)
        case "moment":
            return str(value).removesuffix("Z")
        case "item":  # a short entry
            return f"#{value['number']}" if "number" in value else str(value["ref"])
        case _:
            return str(value)


def same(control: Control, before: str, after: str) -> bool:
    """Whether a browser that was given ``before`` could have sent ``after`` without anybody's doing."""
    return _settled(control, before) == _settled(control, after)


def sent(control: Control, base: str, text: str) -> Any:
    """What was typed over ``base``, as a value; None for an emptied field."""
    match control.shape:
        case "tags":
            return _BETWEEN_TAGS.sub(" ", text).split() or None
        case "text":
            return with_ends_of(base, text) or None
        case "item" | "moment":
            return text.strip() or None
        case "scale":
            return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text or None
        case _:
            return text or None


def _settled(control: Control, text: str) -> str:
    match control.shape:
        case "text":
            return plain_ends(text)
        case "tags":
            return " ".join(_BETWEEN_TAGS.sub(" ", text).split())
        case "moment":
            return f"{text}:00" if _TO_THE_MINUTE.fullmatch(text) else text
        case "item":
            return text.strip().lstrip("#")
        case _:
            return re.sub(r"[\r\n]", "", text)  # a line's control drops them
