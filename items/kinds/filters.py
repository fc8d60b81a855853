"""The filters that kinds' lists share."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Q, Value
from django.db.models.functions import Concat
from pydantic import TypeAdapter, ValidationError

from conderis.accounts.models import Agent
from conderis.core.actor import Actor
from conderis.core.errors import Invalid
from conderis.core.statements import Among
from conderis.core.text import require_storable
from items.kinds.fields import Tags, whole_number

_TAGS = TypeAdapter(Tags)


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a filter may need beside its value."""

    actor: Actor
    project_id: str | None


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter of a kind's list: turns its value into a condition, or raises Invalid.

    On pages it is called ``label``, and ``control`` says what it is set with.
    """

    query: Callable[[Any, Lookup], Q]
    label: str
    control: Literal["choice", "either", "switch", "tags", "number", "person"]
    values: tuple[str, ...] = ()  # of a choice


def switch_value(name: str, value: Any) -> bool:
    """``true`` as a boolean or as text."""
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    if not isinstance(value, bool):
        raise Invalid(name, f"{name} must be true or false.")
    return value


def switch(name: str, label: str) -> Filter:
    """A filter that only widens the list; the kind's ``shown`` reads it."""

    def query(value: Any, _: Lookup) -> Q:
        switch_value(name, value)
        return Q()

    return Filter(query, label, "switch")


def is_on(given: dict[str, Any], name: str) -> bool:
    """Whether the switch was sent as true."""
    return name in given and switch_value(name, given[name])


def choice(name: str, values: Iterable[str]) -> Filter:
    """Equality with one of the generated columns that hold a closed set of words."""
    allowed = tuple(values)

    def query(value: Any, _: Lookup) -> Q:
        if not isinstance(value, str) or value not in allowed:
            raise Invalid(name, f"{name} must be one of {', '.join(allowed)}.")
        return Q(**{name: value})

    return Filter(query, name.capitalize(), "choice", allowed)


def _tags(value: Any, _: Lookup) -> Q:
    try:
        tags = _TAGS.validate_python(value)
    except ValidationError as error:
        raise Invalid("tags", f"tags {error.errors()[0]['ctx']['message']}.") from None
    return Q(state__contains={"tags": tags}) if tags else Q()


def _parent(value: Any, lookup: Lookup) -> Q:
    number = whole_number(value)
    if not isinstance(number, int) or isinstance(number, bool):
        raise Invalid("parent", "parent must be the number of an item of this project.")
    mine = Q(parent__private=False) | Q(parent__owner_id=lookup.actor.user_id)
    return Q(parent__project_id=lookup.project_id, parent__number=number) & mine


def mine_in(actor: Actor, column: str) -> Q:
    """A condition on a column of references: the person's own and their agents'. It asks nothing by itself, so that a
    statement which is built once may hold it."""
    agents = Agent.objects.filter(owner_id=actor.user_id).values(ref=Concat(Value("agent:"), "pk"))
    return Q(**{column: Concat(Value("user:"), Value(actor.user_id))}) | Q(Among(column, ArraySubquery(agents)))


def mine_listed(actor: Actor, column: str) -> Q:
    """The same for one list: the agents are asked for first, since only of references that it knows does PostgreSQL see
    how few they are."""
    agents = Agent.objects.filter(owner_id=actor.user_id).values_list("pk", flat=True)
    return Q(**{f"{column}__in": [f"user:{actor.user_id}", *(f"agent:{agent}" for agent in agents)]})


def _assignee(value: Any, lookup: Lookup) -> Q:
    if not isinstance(value, str) or not (value == "me" or value.startswith(("user:", "agent:"))):
        raise Invalid(
            "assignee", 'assignee must be "me", a "user:…" or an "agent:…" reference; project_get lists them.'
        )
    require_storable("assignee", value)
    return mine_listed(lookup.actor, "assignee") if value == "me" else Q(assignee=value)


TAGS = Filter(_tags, "Tags", "tags")
PARENT = Filter(_parent, "Parent", "number")
ASSIGNEE = Filter(_assignee, "Assignee", "person")
