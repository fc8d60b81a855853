"""The parameters that tools share, as plain JSON schemas: no unions, no titles."""

from typing import Any

Schema = dict[str, Any]


def text(description: str = "") -> Schema:
    return _typed("string", description)


def number(description: str = "") -> Schema:
    return _typed("integer", description)


def switch(description: str = "") -> Schema:
    return _typed("boolean", description)


def structure(description: str = "") -> Schema:
    return _typed("object", description)


def _typed(name: str, description: str) -> Schema:
    return {"type": name, "description": description} if description else {"type": name}


PROJECT = text()
NUMBER = number()
REF = text()
