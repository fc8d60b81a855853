"""A task: work, who does it and what it waits for. Never reviewed, so that work isn't held up."""

from typing import TYPE_CHECKING, ClassVar, get_args

from django.apps import apps
from django.db.models import BooleanField, Case, Exists, F, IntegerField, OuterRef, Q, When
from django.db.models.expressions import Expression, OrderBy

from conderis.core.errors import Invalid, Missing
from conderis.core.text import quoted
from items.kinds.base import Column, Control, Group, Json, Kind, State, Step
from items.kinds.fields import SUMMARY_MAX, Content, OptionalSummary, Priority, Status, Tags, Text, Title
from items.kinds.filters import ASSIGNEE, PARENT, TAGS, Filter, Lookup, choice, is_on, mine_in, switch, switch_value
from items.kinds.sorts import SORTS, Sort

if TYPE_CHECKING:
    from items.models import Item

PRIORITY_RANK = Case(
    *(When(priority=name, then=rank) for rank, name in enumerate(get_args(Priority))),
    default=-1,
    output_field=IntegerField(),
)
REASON_SHOWN = 120  # characters of a block's reason in recall
ACTIVE = ("open", "in_progress", "blocked")
OPEN = Group("open", "Open", "circle", Q(status="open"))
IN_PROGRESS = Group("in_progress", "In progress", "circle-dot", Q(status="in_progress"))
BLOCKED = Group("blocked", "Blocked", "octagon-pause", Q(status="blocked"))
DONE = Group("done", "Done", "circle-check", Q(status="done"))
CANCELED = Group("canceled", "Canceled", "circle-slash", Q(status="canceled"))
CANCEL = Step("Cancel the task", "circle-slash", fields={"status": "canceled"}, rare=True)
_NEWEST_FIRST = (F("updated_at").desc(), F("pk").desc())
_URGENT_FIRST = (PRIORITY_RANK.desc(), *_NEWEST_FIRST)


class TaskState(State):
    title: Title
    content: Content = ""
    summary: OptionalSummary = None
    tags: Tags = []
    status: Status = "open"
    priority: Priority = "normal"
    assignee: Text | None = None
    blockedReason: Text | None = None  # noqa: N815  the contract's name


def _is_ready() -> Q:
    """Not blocked and no dependency of it still active. The relation is a row, so the model is looked up by name."""
    relation = apps.get_model("items", "Relation")
    waits = relation.objects.filter(source=OuterRef("pk"), relation="depends_on", target__status__in=ACTIVE)
    return Q(status__in=("open", "in_progress")) & ~Q(Exists(waits))


def _ready(value: object, _: Lookup) -> Q:
    return _is_ready() if switch_value("ready", value) else ~_is_ready()


def _check_whole(state: Json) -> None:
    """What holds of a task however it got there; a reason of one that isn't blocked goes. Raises Invalid or Missing."""
    if state["status"] != "blocked":
        state["blockedReason"] = None
    elif not state["blockedReason"]:
        raise Invalid("status", "A blocked task needs the reason for which it waits.")
    if len(state["content"]) > SUMMARY_MAX and not (state["summary"] or "").strip():
        raise Missing(
            "summary", f"A task whose content is longer than {SUMMARY_MAX} characters needs a summary; send one."
        )


class Task(Kind):
    name = "task"
    plural = "tasks"
    state = TaskState
    required = ("title",)
    short_texts = ("title", "summary", "blockedReason")
    read_only: ClassVar = {"blockedReason": "the action block"}
    todays = ("status", "assignee")
    filters: ClassVar = {
        "priority": choice("priority", get_args(Priority)),
        "assignee": ASSIGNEE,
        "parent": PARENT,
        "tags": TAGS,
        "ready": Filter(_ready, "Ready", "either"),
        "includeClosed": switch("includeClosed", "Closed ones too"),
    }
    sorts: ClassVar = {**SORTS, "priority": Sort(PRIORITY_RANK, "Most urgent", "Least urgent", descending=True)}
    actions = ("claim", "complete", "block", "unblock", "relate", "unrelate")
    relations = ("depends_on",)
    recall_rank = 1
    focused = False
    count = "openTasks"
    icon = "circle-check-big"
    about = "Work to do: what, why, and how one sees that it is done."
    controls: ClassVar = {
        "summary": Control("Summary", f"One line. Needed once the text has more than {SUMMARY_MAX} characters."),
    }
    quick = ("status", "priority", "assignee")
    list_template = "items/lists/tasks.html"
    row_template = "items/rows/task.html"
    page_sort = "priority"
    quick_add = True
    board = (
        Column(OPEN, _URGENT_FIRST),
        Column(IN_PROGRESS, _URGENT_FIRST),
        Column(BLOCKED, _URGENT_FIRST),
        Column(DONE, _NEWEST_FIRST, most=20),
    )
    fields_line = (
        "title*, content, summary (* if content is over 280), tags, status (open, in_progress, done, canceled), "
        "priority (low, normal, high, urgent), assignee, parent"
    )
    filters_line = "priority, assignee (or me), parent, tags, ready, includeClosed"

    def check(self, before: Json | None, after: Json, *, in_project: bool) -> None:
        was = before["status"] if before else "open"
        if after["status"] == "blocked" and was != "blocked":
            raise Invalid("status", "status can't be set to blocked; use item_action block with a reason.")
        if was == "blocked" and after["status"] not in ("blocked", "canceled"):
            raise Invalid("status", "A blocked task leaves that state by unblock, complete or status canceled.")
        _check_whole(after)

    def brought_back(self, state: Json, wanted: Json) -> Json:
        after = super().brought_back(state, wanted)
        _check_whole(after)
        return after

    def reviewed(self, state: Json | None) -> bool:
        return False

    def shown(self, given: Json, now: str) -> Q:
        return Q() if is_on(given, "includeClosed") else Q(status__in=ACTIVE)

    def groups(self, given: Json) -> tuple[Group, ...]:
        closed = (DONE, CANCELED) if is_on(given, "includeClosed") else ()
        return (IN_PROGRESS, BLOCKED, OPEN, *closed)

    def short(self, item: "Item") -> Json:
        return {
            "title": item.title,
            "summary": item.summary,
            "status": item.status,
            "priority": item.priority,
            "assignee": item.assignee,
            "blockedReason": item.blocked_reason,
            "tags": item.tags,
        }

    def options(self, name: str, state: Json | None) -> tuple[str, ...]:
        """A form neither blocks a task, which needs a reason, nor lets a blocked one go on, which is an action."""
        found = super().options(name, state)
        if name != "status":
            return found
        if state is not None and state["status"] == "blocked":
            return ("blocked", "canceled")
        return tuple(status for status in found if status != "blocked")

    def steps(self, state: Json, *, archived: bool, me: str) -> list[Step]:
        status, holder = state["status"], state["assignee"]
        if status not in ACTIVE:
            return [Step("Reopen", "rotate-ccw", fields={"status": "open"}, main=True)]
        mine = status == "in_progress" and holder == me
        block = Step("Block", "octagon-pause", "block", asks="What does it wait for?")
        complete = Step("Complete", "circle-check", "complete", main=mine)
        if status == "blocked":
            return [Step("Unblock", "play", "unblock", main=True), complete, CANCEL]
        claim = Step("Claim", "hand", "claim", main=True)
        return [*([claim] if holder in (None, me) and not mine else []), complete, block, CANCEL]

    def undoing(self) -> Step:
        return CANCEL

    def recall_groups(self, lookup: Lookup) -> list[tuple[Q, list[OrderBy]]]:
        """Mine, then blocked, then by priority."""
        order = [PRIORITY_RANK.desc(), F("updated_at").desc()]
        return [(mine_in(lookup.actor, "assignee"), order), (Q(status="blocked"), order), (Q(), order)]

    def recall_marks(self, lookup: Lookup) -> dict[str, Expression]:
        mine = mine_in(lookup.actor, "assignee")
        return {
            "ready": Case(When(_is_ready(), then=True), default=False, output_field=BooleanField()),
            "mine": Case(When(mine, then=True), default=False, output_field=BooleanField()),
        }

    def facts(self, item: "Item") -> list[str]:
        blocked = f"blocked: {quoted(item.blocked_reason or '', REASON_SHOWN)}"
        status = {"open": [], "in_progress": ["in progress"], "blocked": [blocked]}.get(
            item.status or "", [item.status]
        )
        priority = [item.priority] if item.priority != "normal" else []
        ready = ["ready"] if item.__dict__.get("ready") else []
        mine = item.__dict__.get("mine")
        held = ["yours" if mine else "held"] if item.assignee and mine is not None else []
        return [str(fact) for fact in (*priority, *status, *held, *ready)]
