"""A page: longer text in a tree that people and agents read."""

from typing import TYPE_CHECKING, ClassVar

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from items.kinds.base import Json, Kind, State
from items.kinds.fields import Content, OptionalSummary, Tags, Title
from items.kinds.filters import PARENT, TAGS, is_on, switch
from items.kinds.sorts import SORTS, Sort

if TYPE_CHECKING:
    from items.models import Item

_LAST = 2**31 - 1  # where what has no position stands


class PageState(State):
    title: Title
    content: Content = ""
    summary: OptionalSummary = None
    tags: Tags = []


class Page(Kind):
    name = "page"
    plural = "pages"
    state = PageState
    required = ("title",)
    places = ("parent", "position")
    proposed_in_batches = False
    filters: ClassVar = {
        "parent": PARENT,
        "tags": TAGS,
        "includeArchived": switch("includeArchived", "Archived ones too"),
    }
    sorts: ClassVar = {
        **SORTS,
        "position": Sort(Coalesce(F("position"), _LAST), "First in their place", "Last in their place"),
    }
    actions = ("archive", "restore", "relate", "unrelate")
    recall_rank = 3
    count = "pages"
    icon = "file-text"
    about = "Longer text that people and agents read: how something works, how something is done."
    row_template = "items/rows/page.html"
    fields_line = "title*, content, summary, tags, parent, position"
    filters_line = "parent, tags, includeArchived"

    def shown(self, given: Json, now: str) -> Q:
        return Q() if is_on(given, "includeArchived") else Q(archived=False)

    def short(self, item: "Item") -> Json:
        return {"title": item.title, "summary": item.summary, "position": item.position}
