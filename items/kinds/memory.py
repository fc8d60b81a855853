"""A memory: one thing worth knowing, for a project or for one person."""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args

from django.db.models import Case, F, IntegerField, Q, When
from django.db.models.expressions import Expression, OrderBy
from django.db.models.fields.json import KT, KeyTransform
from django.db.models.functions import Cast
from pydantic import Field

from conderis.core.errors import Invalid
from items.kinds.base import Control, Json, Kind, State
from items.kinds.fields import Content, MemoryType, Moment, Summary, Tags, Title, Visibility, WholeNumber
from items.kinds.filters import TAGS, Lookup, choice, is_on, switch

if TYPE_CHECKING:
    from items.models import Item


WEIGHT = KeyTransform("weight", "state")  # as JSON, so that another kind may mean something else by the word
# What binds comes before what informs.
TYPES = ("constraint", "decision", "preference", "pattern", "fact", "handoff")
TYPE_RANK = Case(
    *(When(type=name, then=rank) for rank, name in enumerate(TYPES)), default=9, output_field=IntegerField()
)


class MemoryState(State):
    title: Title
    summary: Summary
    content: Content = ""
    tags: Tags = []
    type: MemoryType = "fact"
    visibility: Visibility = "shared"
    expiresAt: Moment | None = None  # noqa: N815  the contract's name
    weight: Annotated[WholeNumber, Field(ge=1, le=5)] = 3


class Memory(Kind):
    name = "memory"
    plural = "memories"
    state = MemoryState
    required = ("title", "summary")
    fixed = ("visibility",)
    personal = True
    filters: ClassVar = {
        "type": choice("type", get_args(MemoryType)),
        "tags": TAGS,
        "visibility": choice("visibility", get_args(Visibility)),
        "includeArchived": switch("includeArchived", "Archived ones too"),
        "includeExpired": switch("includeExpired", "Expired ones too"),
    }
    actions = ("archive", "restore", "relate", "unrelate")
    short_parent = False
    recall_rank = 2
    inherited = True
    recall_first = (("newest handoffs", Q(type="handoff"), 3),)
    count = "memories"
    icon = "lightbulb"
    about = "One thing worth knowing later: a decision, a fact, a constraint. Agents recall it before they start."
    controls: ClassVar = {
        "type": Control("Type", "A constraint or decision binds, a fact informs, a handoff is for whoever goes on."),
        "visibility": Control("Visibility", "Who sees it stays as it is once it is stored."),
    }
    list_template = "items/lists/memories.html"
    row_template = "items/rows/memory.html"
    fields_line = (
        "title*, summary*, content, tags, type (fact, decision, preference, constraint, pattern, handoff), "
        "visibility (private, shared), expiresAt, parent, weight 1-5"
    )
    filters_line = "type, tags, visibility, includeArchived, includeExpired"

    def defaults(self, *, in_project: bool) -> Json:
        return {"visibility": "shared" if in_project else "private"}

    def asked(self, *, new: bool, in_project: bool) -> tuple[str, ...]:
        names = super().asked(new=new, in_project=in_project)
        return names if in_project else tuple(name for name in names if name != "visibility")

    def check(self, before: Json | None, after: Json, *, in_project: bool) -> None:
        if not in_project and after["visibility"] != "private":
            raise Invalid("visibility", "A memory without a project is always private; leave visibility out.")

    def reviewed(self, state: Json | None) -> bool:
        return state is None or state.get("visibility") != "private"

    def private(self, state: Json) -> bool:
        return bool(state["visibility"] == "private")

    def shown(self, given: Json, now: str) -> Q:
        condition = Q()
        if not is_on(given, "includeArchived"):
            condition &= Q(archived=False)
        if not is_on(given, "includeExpired"):
            condition &= Q(expires_at__isnull=True) | Q(expires_at__gt=now)
        return condition

    def short(self, item: "Item") -> Json:
        return {
            "title": item.title,
            "summary": item.summary,
            "type": item.type,
            "tags": item.tags,
            "visibility": item.visibility,
        }

    def recall_groups(self, lookup: Lookup) -> list[tuple[Q, list[OrderBy]]]:
        return [(Q(), [WEIGHT.desc(), TYPE_RANK.asc(), F("updated_at").desc()])]

    def recall_key(self, item: "Item") -> tuple[Any, ...]:
        return (-item.__dict__["weight"], TYPES.index(item.type or ""), *super().recall_key(item))

    def recall_marks(self, lookup: Lookup) -> dict[str, Expression]:
        return {"weight": Cast(KT("state__weight"), IntegerField())}

    def facts(self, item: "Item") -> list[str]:
        private = ["private"] if item.visibility == "private" else []
        return [item.type or "", *private, *(f"+{tag}" for tag in item.tags or [])]
