"""What a tool is: its advertised face and the function behind it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conderis.core.actor import Actor


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. ``properties`` are plain JSON schemas, written by hand.

    ``run`` returns an object or, for plain text, a string, and raises
    ``conderis.core.errors.Refusal`` for a call that isn't carried out.
    """

    name: str
    title: str
    description: str
    properties: dict[str, dict[str, Any]]
    required: tuple[str, ...]
    run: Callable[[Actor, dict[str, Any]], dict[str, Any] | str]
    read_only: bool = False
    destructive: bool = False

    def advertised(self) -> dict[str, Any]:
        """The tool as every transport lists it.

        The keys stand in the order of the SDK's ``mcp.types.Tool``, which dumps the list on stdio, so
        that the transports agree byte for byte. A hint that says nothing for the tool is left out: every
        character of this list is paid by each model that reads it.
        """
        schema: dict[str, Any] = {"type": "object", "properties": self.properties}
        if self.required:
            schema["required"] = list(self.required)
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": schema,
            "annotations": {"readOnlyHint": True}
            if self.read_only
            else {"readOnlyHint": False, "destructiveHint": self.destructive},
        }
