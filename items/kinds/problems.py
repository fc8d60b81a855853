"""pydantic's errors in the contract's words."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from conderis.core.errors import Invalid, Missing, Refusal, UnknownField


def refusal(error: ValidationError, allowed: Iterable[str]) -> Refusal:
    """The first error as a refusal that names the field and what it takes; never the value sent."""
    first = error.errors(include_url=False, include_input=False)[0]
    field = str(first["loc"][0]) if first["loc"] else "fields"
    if first["type"] == "extra_forbidden":
        return UnknownField(field, allowed)
    if first["type"] == "missing":
        return Missing(field, f"{field} is required.")
    return Invalid(field, f"{field} {_says(first['type'], first.get('ctx', {}), first['msg'])}.")


def _says(kind: str, ctx: Mapping[str, Any], message: str) -> str:
    match kind:
        case "conderis":
            return str(ctx["message"])
        case "string_too_long":
            return f"may have at most {ctx['max_length']:,} characters"
        case "string_too_short":
            return f"needs at least {ctx['min_length']} character"
        case "string_type":
            return "must be a text"
        case "literal_error":
            return f"must be one of {str(ctx['expected']).replace(' or ', ', ')}".replace("'", "")
        case "int_type" | "int_parsing":
            return "must be a whole number"
        case "greater_than_equal":
            return f"must be at least {ctx['ge']}"
        case "less_than_equal":
            return f"must be at most {ctx['le']}"
        case _:
            return f"isn't valid: {message}"
