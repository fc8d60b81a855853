"""Typed refusals: a code that the contract fixes, a sentence that says what to send instead, and data.

A service raises one of these; each surface (MCP, REST, page) maps them once. Nothing else in the
project tells errors apart by their text.
"""

import re
from collections.abc import Iterable
from typing import Any, ClassVar


class Refusal(Exception):
    """A call that was understood and isn't carried out. ``data`` joins the answer beside code and message."""

    code: ClassVar[str]
    status: ClassVar[int] = 400

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message)
        self.message = message
        self.data = data

    def as_dict(self) -> dict[str, Any]:
        """The contract's JSON object for a refused call."""
        return {"error": self.code, "message": self.message, **self.data}


class NotFound(Refusal):
    """No such thing, or the caller may not know that it exists: both read the same."""

    code = "not_found"
    status = 404


class Denied(Refusal):
    """The caller may see it but lacks a capability: ``write``, ``moderate`` or ``own``."""

    code = "denied"
    status = 403

    def __init__(self, message: str, *, missing: str, **data: Any) -> None:
        super().__init__(message, missing=missing, **data)


class Missing(Refusal):
    """A required parameter or field is absent; the message names it."""

    code = "missing"

    def __init__(self, field: str, message: str, **data: Any) -> None:
        super().__init__(message, field=field, **data)


class Invalid(Refusal):
    """A value of the wrong type, length, range or form; ``field`` names it."""

    code = "invalid"

    def __init__(self, field: str, message: str, **data: Any) -> None:
        super().__init__(message, field=field, **data)


_NAME = re.compile(r"-?[A-Za-z_]{1,30}")


class _NotAllowed(Refusal):
    """Base of the refusals that list what would have been allowed."""

    noun: ClassVar[str]

    def __init__(self, name: str, allowed: Iterable[str], *, hint: str = "", **data: Any) -> None:
        names = list(allowed)
        listed = ", ".join(names) if names else "none"
        # Only a name that reads like one is repeated: what else was sent there may be a secret.
        called = f"{self.noun} {name!r}" if _NAME.fullmatch(name) else f"such {self.noun}"
        message = f"There is no {called} here. Allowed: {listed}.{' ' + hint if hint else ''}"
        super().__init__(message, allowed=names, **data)


class UnknownKind(_NotAllowed):
    code = "unknown_kind"
    noun = "kind"


class UnknownField(_NotAllowed):
    code = "unknown_field"
    noun = "field"


class UnknownParameter(_NotAllowed):
    """An unknown parameter of a tool answers with the code of an unknown field."""

    code = "unknown_field"
    noun = "parameter"


class UnknownFilter(_NotAllowed):
    code = "unknown_filter"
    noun = "filter"


class UnknownAction(_NotAllowed):
    code = "unknown_action"
    noun = "action"


class UnknownSort(_NotAllowed):
    code = "unknown_sort"
    noun = "sort"


class Conflict(Refusal):
    """The version sent isn't the current one, someone else holds the task, or it was decided already."""

    code = "conflict"
    status = 409


class Locked(Refusal):
    """The content waits for a deletion decision."""

    code = "locked"
    status = 423


class Gone(Refusal):
    """The content was permanently deleted; ``deletedAt`` and ``by`` say when and by whom."""

    code = "gone"
    status = 410


class TooLarge(Refusal):
    """A body, batch or query over its size or count; ``limit`` says which and how much."""

    code = "too_large"
    status = 413


class IdempotencyClash(Refusal):
    """The idempotencyKey stored something else before."""

    code = "idempotency"
    status = 409


class SecretFound(Refusal):
    """A text of the call holds what looks like a credential. Names the rule and the field, never the value."""

    code = "secret"

    def __init__(self, field: str, rule: str, **data: Any) -> None:
        message = (
            f"{field} holds what looks like a credential ({rule}). Nothing was stored. Send it without, and say "
            "where the credential is kept instead."
        )
        super().__init__(message, field=field, rule=rule, **data)


class RateLimited(Refusal):
    """Too many calls; ``retryAfter`` says in how many seconds the next one is answered."""

    code = "rate_limited"
    status = 429

    def __init__(self, message: str, *, retry_after: int) -> None:
        super().__init__(message, retryAfter=retry_after)
