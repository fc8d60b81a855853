"""What waits for a person, and what was stored under an idempotency key."""

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.fields.json import KT

from conderis.accounts.models import Agent
from items.columns import generated
from items.kinds import KINDS, Kind
from items.models import Item
from projects.models import Project


class Proposal(models.Model):
    """A change of a reviewed item, or a new one, as its author would have it. Never changed but by its one decision.

    ``state`` is what the item would say, whole, NULL while it is sealed; ``base_version`` is what the author had read,
    0 for a new item. ``item`` of a new one is NULL until it is approved.
    """

    class Status(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        REJECTED = "rejected"
        WITHDRAWN = "withdrawn"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="proposals", db_index=False)
    kind = models.CharField(max_length=30)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, null=True, related_name="proposals", db_index=False)
    base_version = models.PositiveIntegerField(default=0)
    state = models.JSONField(null=True)
    sealed = models.BooleanField(default=False)
    deletion = models.BigIntegerField(null=True)  # the request that it is sealed for: an id, since requests stand on it
    erased_at = models.DateTimeField(null=True)
    erased_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    # Where it would stand, as `items.services.move.Place` has it; a batch may put it under one that waits too.
    parent = models.ForeignKey(Item, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    parent_proposal = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)
    reparent = models.BooleanField(default=False)
    position = models.PositiveIntegerField(null=True)

    changed_fields = models.JSONField(default=list)
    reason = models.TextField(blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField()
    sitting = models.BigIntegerField(null=True)  # the first one that its author, or agent, made in one go
    fingerprint = models.CharField(max_length=64)  # keyed, to know a repeat by
    repeats = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="+", db_index=False)

    status = models.CharField(max_length=20, choices=Status, default=Status.PENDING)
    updated_at = models.DateTimeField()  # made or decided
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    decided_agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    decided_at = models.DateTimeField(null=True)
    decided_in = models.BigIntegerField(null=True)  # the transaction, as `Event` has it
    decision_reason = models.TextField(blank=True)
    version = models.PositiveIntegerField(null=True)  # of the item that approving it made
    merged_onto = models.PositiveIntegerField(null=True)  # where the item had moved on to, when it was approved
    edited = models.BooleanField(default=False)  # the reviewer changed it before approving

    title = generated(KT("state__title"))
    search = generated(Func(F("state"), function="conderis_search"), SearchVectorField(null=True))

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(sealed=False) | Q(state__isnull=True), name="proposal_sealed_has_no_state"
            ),
            models.CheckConstraint(
                condition=Q(status="pending", decided_at__isnull=True)
                | ~Q(status="pending") & Q(decided_at__isnull=False),
                name="proposal_decided_once",
            ),
        )
        indexes = (
            models.Index(fields=["project", "status", "id"], name="proposal_queue"),
            models.Index(fields=["project", "status", "updated_at", "id"], name="proposal_updated"),
            models.Index(fields=["item", "status"], name="proposal_of_item"),
            models.Index(fields=["project", "author", "agent", "id"], name="proposal_author"),
            models.Index(fields=["agent", "id"], condition=Q(agent__isnull=False), name="proposal_agent"),
            models.Index(fields=["project", "author", "decided_in"], name="proposal_outcomes"),
            models.Index(fields=["fingerprint"], condition=Q(status="rejected"), name="proposal_rejected"),
            models.Index(fields=["decided_by", "decided_at"], name="proposal_decider"),
            GinIndex(F("project"), F("search"), name="proposal_search"),
        )

    def __str__(self) -> str:
        return self.ref  # never the title: its text belongs to those who may read it

    @property
    def rules(self) -> Kind:
        """The rules of the item that it is about."""
        return KINDS[self.kind]

    @property
    def ref(self) -> str:
        return f"proposal:{self.pk}"

    @property
    def pending(self) -> bool:
        return self.status == self.Status.PENDING


class Reading(models.Model):
    """That someone has a proposal open, until a moment soon: a claim that nobody has to give back."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="readings", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    until = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["proposal", "user"], name="reading_unique"),)

    def __str__(self) -> str:
        return f"reading of proposal {self.proposal_id}"


class BatchResult(models.Model):
    """The stored kind of one batch: which items it became, and a digest to tell a repeat from something else.

    ``result`` holds numbers and references alone, ``digest`` a keyed hash of what was sent.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=200)
    kind = models.CharField(max_length=30)
    digest = models.CharField(max_length=64)
    result = models.JSONField()
    stored_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "user", "key", "kind"], nulls_distinct=False, name="batch_result_unique"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of batch {self.pk}"
