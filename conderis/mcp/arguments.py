"""A call's arguments: lenient in form, strict in meaning.

A number may come as 12, "12" or "#12", a switch as "true", an object as a string that holds one, and an
optional parameter as null. What is declared as text is never parsed. Each reader raises a refusal that
names the parameter; who calls them in which order decides what a caller hears first.
"""

from typing import Any

from conderis.core.actor import Actor
from conderis.core.errors import Invalid, Missing, UnknownParameter
from conderis.core.text import REASON_MAX, text_of
from conderis.mcp.jsonrpc import loads
from items.access import locate
from items.kinds.fields import whole_number
from items.kinds.filters import switch_value
from items.models import Item
from projects.models import Project
from projects.selectors import project_for
from proposals.access import names_proposal, proposal_by_ref
from proposals.models import Proposal

VERSION_MAX = 2**31 - 1


class Arguments:
    """What one call sent. ``null`` is the same as absent, but for what `patch` returns."""

    def __init__(self, sent: dict[str, Any]) -> None:
        self._sent = sent

    def __getitem__(self, name: str) -> Any:
        return self._sent.get(name)

    def only(self, allowed: tuple[str, ...]) -> None:
        """Raises UnknownParameter for a parameter that the tool doesn't have."""
        for name in self._sent:
            if name not in allowed:
                raise UnknownParameter(name, allowed)

    def project(self, actor: Actor) -> Project | None:
        """The project that projectId names, through its door. Raises NotFound."""
        return None if self["projectId"] is None else project_for(actor, self["projectId"])

    def needed_project(self, actor: Actor) -> Project:
        """The same where there must be one. Raises Missing, NotFound."""
        project = self.project(actor)
        if project is None:
            raise Missing("projectId", "projectId is required; project_get lists your projects.")
        return project

    def item(self, actor: Actor, project: Project | None) -> Item:
        """The item that number or ref names, through its door. Raises Missing, Invalid, NotFound."""
        return locate(actor, project, self["number"], self["ref"])

    def proposal(self, actor: Actor, project: Project | None) -> Proposal | None:
        """The proposal that ref names, through its door; None where ref names none. Raises NotFound, Invalid."""
        if not names_proposal(self["ref"]):
            return None
        if self["number"] is not None:
            raise Invalid("ref", "Send number or ref, not both.")
        return proposal_by_ref(actor, self["ref"], project)

    @property
    def names_item(self) -> bool:
        return self["number"] is not None or self["ref"] is not None

    def text(self, name: str, *, maximum: int, required: bool = False) -> str:
        """A text as sent, ``""`` when absent. Raises Invalid, Missing."""
        return text_of(name, self[name], maximum=maximum, required=required)

    def reason(self, *, required: bool = False) -> str:
        return self.text("reason", maximum=REASON_MAX, required=required)

    def switch(self, name: str) -> bool:
        """True or false, false when absent. Raises Invalid."""
        return self[name] is not None and switch_value(name, self[name])

    def number(self, name: str, *, least: int, most: int | None = None, default: int | None = None) -> int | None:
        """A whole number in any form, refused out of range. Raises Invalid."""
        if self[name] is None:
            return default
        number: object = whole_number(self[name])
        bounds = f"from {least}" + (f" to {most:,}" if most is not None else "")
        if isinstance(number, bool) or not isinstance(number, int):
            raise Invalid(name, f"{name} must be a whole number {bounds}.")
        if number < least or (most is not None and number > most):
            raise Invalid(name, f"{name} must be {bounds.removeprefix('from ')}; you sent {str(number)[:20]}.")
        return number

    def version(self) -> int | None:
        """The version parameter. Raises Invalid."""
        return self.number("version", least=0, most=VERSION_MAX)

    def object(self, name: str) -> dict[str, Any] | None:
        """A JSON object, or a string that holds one; None when absent. Raises Invalid."""
        value = self[name]
        if isinstance(value, str):
            value = _parsed(value)
        if value is not None and not isinstance(value, dict):
            raise Invalid(name, f"{name} must be a JSON object.")
        return value

    def readable(self, name: str) -> dict[str, Any]:
        """The object, as far as there is one: for what must be known before arguments may be refused."""
        value = _parsed(self[name]) if isinstance(self[name], str) else self[name]
        return value if isinstance(value, dict) else {}

    def patch(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Those of the parameters that were sent, null ones too."""
        return {name: self._sent[name] for name in names if name in self._sent}


def _parsed(text: str) -> object:
    """What the string holds; the string itself, which is no object, when that is no JSON."""
    try:
        return loads(text)
    except ValueError:
        return text
