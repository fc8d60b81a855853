"""What is remembered, how it came to be, and what hangs together.

``Item`` is identity and place; what its kind says lives in the one column ``state``, of which the list
columns are generated, so that nothing can drift and a NULL state leaves no copy behind.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.fields.json import KT, KeyTransform
from django.db.models.functions import Lower

from conderis.accounts.models import Agent
from items.columns import CurrentTransaction, generated, whole_text
from items.kinds import KINDS, Kind
from items.kinds.fields import AUTO
from items.kinds.memory import TYPE_RANK, WEIGHT
from items.kinds.task import ACTIVE, PRIORITY_RANK
from projects.models import Project


class ItemManager(models.Manager["Item"]):
    """Never loads the search vector, which only PostgreSQL reads."""

    def get_queryset(self) -> models.QuerySet["Item"]:
        return super().get_queryset().defer("search")


class Item(models.Model):
    """A memory, page, task or the instructions. ``project`` is NULL for a personal memory."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, null=True, related_name="items", db_index=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="items")
    number = models.PositiveBigIntegerField(null=True)  # a project's own count; NULL for personal ones and singletons
    kind = models.CharField(max_length=30)
    version = models.PositiveIntegerField(default=0)
    state = models.JSONField(null=True)  # NULL while sealed
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="children")
    position = models.PositiveIntegerField(null=True)  # from 0 among active siblings, for kinds that have an order
    archived = models.BooleanField(default=False)
    sealed = models.BooleanField(default=False)
    deletion = models.BigIntegerField(null=True)  # the request that it is sealed for: an id, since requests stand on it
    # A tombstone stays sealed for good, so that whatever leaves locked items out leaves it out too.
    erased_at = models.DateTimeField(null=True)
    erased_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    private = models.BooleanField(default=False)  # for its owner alone; fixed at creation, so it outlives the state
    created_at = models.DateTimeField()
    created_agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    updated_at = models.DateTimeField()
    updated_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    updated_agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    reviewed_agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)

    # The closed set of generated columns. A new kind says its list in these words or filters by containment.
    title = generated(KT("state__title"))
    summary = generated(KT("state__summary"))
    status = generated(KT("state__status"))
    type = generated(KT("state__type"))
    priority = generated(KT("state__priority"))
    assignee = generated(KT("state__assignee"))
    visibility = generated(KT("state__visibility"))
    expires_at = generated(KT("state__expiresAt"))
    tags = generated(KeyTransform("tags", "state"), models.JSONField(null=True))
    search = generated(Func(F("state"), function="conderis_search"), SearchVectorField(null=True))

    objects: ClassVar[ItemManager] = ItemManager()

    class Meta:
        base_manager_name = "objects"
        constraints = (
            models.UniqueConstraint(fields=["project", "number"], name="item_number_unique"),
            models.UniqueConstraint(
                fields=["project", "kind"],
                condition=Q(number__isnull=True, project__isnull=False),
                name="item_singleton_unique",
            ),
            models.CheckConstraint(
                condition=Q(sealed=False) | Q(state__isnull=True),
                name="item_sealed_has_no_state",
            ),
        )
        indexes = (
            # Counts read this index alone.
            models.Index(
                fields=["project", "kind", "archived", "sealed", "status", "private", "owner", "expires_at"],
                name="item_count",
            ),
            models.Index(F("project"), F("kind"), F("updated_at").desc(), F("id").desc(), name="item_updated"),
            models.Index(F("project"), F("kind"), F("created_at"), F("id"), name="item_created"),
            models.Index(fields=["owner", "kind"], condition=Q(project__isnull=True), name="item_personal"),
            models.Index(fields=["project", "parent", "position"], name="item_siblings"),
            models.Index(F("project"), F("kind"), Lower("title"), F("id"), name="item_title"),
            # What recall shows first, and what hygiene counts.
            models.Index(
                F("project"),
                F("kind"),
                WEIGHT.desc(),
                TYPE_RANK,
                F("updated_at").desc(),
                F("id").desc(),
                name="item_weight",
            ),
            models.Index(
                F("project"),
                F("kind"),
                PRIORITY_RANK.desc(),
                F("updated_at").desc(),
                F("id").desc(),
                condition=Q(status__in=ACTIVE),
                name="item_priority",
            ),
            models.Index(
                F("project"), F("type"), F("updated_at").desc(), condition=Q(type__isnull=False), name="item_type"
            ),
            models.Index(fields=["project", "assignee"], condition=Q(status__in=ACTIVE), name="item_assignee"),
            models.Index(fields=["project", "updated_at"], condition=Q(status="blocked"), name="item_blocked"),
            models.Index(fields=["project", "expires_at"], condition=Q(expires_at__isnull=False), name="item_expiry"),
            models.Index(fields=["project"], condition=Q(summary__startswith=AUTO), name="item_auto_summary"),
            # The project stands in each of these, so that a small one doesn't pay for what a large one holds.
            GinIndex(F("project"), OpClass(F("state"), name="jsonb_path_ops"), name="item_state"),
            GinIndex(F("project"), F("search"), name="item_search"),
            GinIndex(F("project"), OpClass(whole_text(), name="gin_trgm_ops"), name="item_text"),
        )

    def __str__(self) -> str:
        return self.ref  # never the title: an item's text belongs to those who may read it

    @property
    def rules(self) -> Kind:
        """The rules of this item's kind."""
        return KINDS[self.kind]

    @property
    def ref(self) -> str:
        """How people and agents name it: ``#12``, ``memory:<id>``, ``instructions``."""
        if self.number is not None:
            return f"#{self.number}"
        return self.kind if self.project_id else f"{self.kind}:{self.pk}"

    @property
    def stored(self) -> bool:
        """Whether it is a row; a singleton that was never stored is none."""
        return not self._state.adding

    @property
    def blocked_reason(self) -> str | None:
        """A list annotates ``blocked``; elsewhere the state is at hand."""
        return self.__dict__["blocked"] if "blocked" in self.__dict__ else (self.state or {}).get("blockedReason")


class Version(models.Model):
    """One full state of an item, who wrote it, through what, when and why. Never changed."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    state = models.JSONField(null=True)
    sealed = models.BooleanField(default=False)
    deletion = models.BigIntegerField(null=True)  # the request that it is sealed for: an id, since requests stand on it
    erased_at = models.DateTimeField(null=True)
    erased_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    changed_fields = models.JSONField(default=list)
    reason = models.TextField(blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    reviewed_agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    proposal = models.BigIntegerField(null=True)  # that it came through: an id alone, since proposals stand on items
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["item", "number"], name="version_number_unique"),
            models.CheckConstraint(
                condition=Q(sealed=False) | Q(state__isnull=True),
                name="version_sealed_has_no_state",
            ),
        )
        indexes = (models.Index(fields=["agent", "id"], condition=Q(agent__isnull=False), name="version_agent"),)

    def __str__(self) -> str:
        return f"{self.item_id} v{self.number}"


class Relation(models.Model):
    """A directed link between two items of one project; ``note`` is why."""

    source = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="outgoing", db_index=False)
    target = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="incoming", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)  # of both ends
    relation = models.CharField(max_length=20)
    note = models.TextField(blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    created_agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["source", "target", "relation"], name="relation_unique"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="relation_not_to_itself"),
        )
        indexes = (
            models.Index(fields=["target", "relation"], name="relation_incoming"),
            models.Index(fields=["project", "relation"], name="relation_kinds"),
        )

    def __str__(self) -> str:
        return f"{self.source_id} {self.relation} {self.target_id}"


class Event(models.Model):
    """That something happened to an item: never what it said. Written in the same transaction.

    ``transaction`` orders events by the transaction that wrote them. A reader that takes only those below
    `pg_snapshot_xmin` and resumes at (transaction, id) misses none, however transactions overlap.
    """

    class What(models.TextChoices):
        STORED = "stored"
        MOVED = "moved"
        ARCHIVED = "archived"
        RESTORED = "restored"
        RELATED = "related"
        UNRELATED = "unrelated"
        APPROVED = "approved"
        REJECTED = "rejected"
        WITHDRAWN = "withdrawn"
        LOCKED = "locked"
        UNLOCKED = "unlocked"
        ERASED = "erased"

    # Of proposals: what they made of an item has an event of its own, and who may not see them mustn't hear of them.
    DECISIONS = (What.APPROVED, What.REJECTED, What.WITHDRAWN)

    transaction = models.BigIntegerField(db_default=CurrentTransaction())
    what = models.CharField(max_length=20, choices=What)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, null=True, related_name="events", db_index=False)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, null=True, related_name="events")  # none yet: not approved
    kind = models.CharField(max_length=30)
    version = models.PositiveIntegerField()
    proposal = models.BigIntegerField(null=True)  # of a decision
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=["project", "transaction", "id"], name="event_feed"),
            # Days are counted from this index alone.
            models.Index(fields=["project", "at"], include=["item"], name="event_days"),
        )

    def __str__(self) -> str:
        return f"{self.what} {self.item_id}"
