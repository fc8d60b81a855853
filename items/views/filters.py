"""What the address of a list asks for, and the controls that set it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from conderis.core.actor import Actor
from conderis.core.errors import Refusal, UnknownKind
from conderis.web.forms import Form
from items.kinds import KINDS, Kind
from items.kinds.base import Filter
from items.selectors.listing import Query
from items.selectors.rows import Rows, group_of, list_rows
from projects.models import Project

SHOWN = 20  # rows of a page, or of each group
TEXT, KIND, SORT, CURSOR, GROUP = "q", "kind", "sort", "cursor", "group"
# Where a refusal tells an agent what to send, a person needs other words.
_IN_WORDS = {
    "assignee": "Choose one of those in the list of assignees.",
    "cursor": "This page of the list has gone out of date. Start again at its beginning.",
    "query": "The text to look for has at most 1,000 characters and no control characters.",
}


@dataclass(frozen=True, slots=True)
class Control:
    """One filter as the form draws it: value and label of each choice, and what is set."""

    name: str
    filter: Filter
    value: str
    choices: Sequence[tuple[str, str]] = ()
    wrong: bool = False


class Filters(Form):
    """The filters of a list. What they mean and whether they are right, the selectors say."""

    own = frozenset({TEXT, SORT, CURSOR, GROUP})  # every other parameter of the address is a filter of the kind

    def __init__(
        self, sent: QueryDict, kind: Kind | None, *, actor: Actor, people: Sequence[Mapping[str, str]] = ()
    ) -> None:
        super().__init__(sent)
        self.kind = kind
        self.actor = actor
        self.people = people
        self.given = {name: value for name in sent if (value := _value(sent, name))}

    @property
    def text(self) -> str:
        """What is looked for in the texts."""
        return str(self.given.get(TEXT, ""))

    @property
    def narrowed(self) -> bool:
        """Whether anything but the order is asked for."""
        return bool(self.given.keys() - {SORT, CURSOR})

    def rows(self, project: Project | None) -> list[Rows]:
        """What is asked for, a page of each group. Raises as `list_rows` and `group_of` do."""
        return list_rows(self.actor, project, self.query())

    def query(self) -> Query:
        filters: dict[str, Any] = {name: value for name, value in self.given.items() if name not in self.own}
        group = self.given.get(GROUP)
        usual = None if self.text or self.kind is None else self.kind.page_sort  # None is relevance to the text
        return Query(
            self.kind,
            query=self.given.get(TEXT),
            filters=filters,
            sort=self.given.get(SORT) or usual,
            limit=SHOWN,
            cursor=self.given.get(CURSOR),
            group=group_of(self.kind, str(group), filters) if self.kind is not None and group else None,
        )

    @property
    def goes_on(self) -> bool:
        """Whether this isn't the first page."""
        return CURSOR in self.given

    def refuse(self, refusal: Refusal) -> None:
        said = _IN_WORDS.get(str(refusal.data.get("field")), refusal.message)
        refusal.message = said[:1].upper() + said[1:]
        super().refuse(refusal)

    def controls(self) -> list[Control]:
        """The kind's filters in their order."""
        wrong = self.refusal.data.get("field") if self.refusal is not None else None
        found = []
        for name, each in self.kind.filters.items() if self.kind is not None else ():
            value = self.given.get(name, "")
            shown = ", ".join(value) if isinstance(value, list) else str(value)
            found.append(Control(name, each, shown, self._choices(each, shown), wrong=name == wrong))
        return found

    def sorts(self) -> list[tuple[str, str]]:
        """The orders that the list can stand in: without a word the kind's own, or by how well it fits a text."""
        sorts = self.kind.sorts.items() if self.kind is not None else ()
        ways = [way for name, each in sorts for way in ((name, each.label), (f"-{name}", each.back))]
        return [("", "Usual order"), *ways]

    @property
    def sort(self) -> str:
        return str(self.given.get(SORT, ""))

    def _choices(self, each: Filter, value: str) -> list[tuple[str, str]]:
        if each.control == "choice":
            return [(word, word.replace("_", " ").capitalize()) for word in each.values]
        if each.control == "either":
            return [("true", each.label), ("false", f"Not {each.label.lower()}")]
        if each.control != "person":
            return []
        me = [("me", "Me and my agents")] if self.actor.user_id else []
        found = [*me, *((person["ref"], person["name"]) for person in self.people)]
        return found if not value or value in dict(found) else [*found, (value, "Someone else")]


class Search(Filters):
    """What the search page asks for: everything that holds a text, or one kind of it, whether or not it is put away."""

    own = Filters.own | {KIND}

    def __init__(self, sent: QueryDict, *, actor: Actor) -> None:
        self.kinds = [kind for kind in KINDS.values() if kind.listed]
        super().__init__(sent, next((kind for kind in self.kinds if kind.name == sent.get(KIND)), None), actor=actor)

    def query(self) -> Query:
        if KIND in self.given and self.kind is None:
            raise UnknownKind(str(self.given[KIND]), [kind.name for kind in self.kinds])
        return replace(super().query(), put_away=True)


def _value(sent: QueryDict, name: str) -> Any:
    """A parameter as the selectors take it; a blank one counts as absent. Tags may be typed in a row."""
    if name == "tags":
        return [tag for part in sent.getlist(name) for tag in re.split(r"[\s,]+", part) if tag]
    return sent.get(name, "").strip()
