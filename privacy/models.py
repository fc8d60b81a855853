"""Requests to delete for good, what is locked away until one is decided, what was looked at meanwhile, and what became
of it: the ledger of erasures, their proof, and the rewriting of the database's files."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q

from conderis.accounts.models import Agent
from conderis.core.ids import ID_LENGTH
from items.models import Item, Version
from projects.models import Project
from proposals.models import Proposal


class DeletionRequest(models.Model):
    """One thing that someone wants gone: an item, one version of it, or a proposal. Ids and reasons, never content.

    The asker's reason goes with the content when it is erased.
    """

    class Status(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        REJECTED = "rejected"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, null=True, related_name="deletion_requests")
    version = models.PositiveIntegerField(null=True)  # this one alone
    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, null=True, related_name="deletion_requests")
    reason = models.TextField(blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    asked_agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    asked_at = models.DateTimeField()
    status = models.CharField(max_length=20, choices=Status, default=Status.PENDING)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    decided_at = models.DateTimeField(null=True)
    decision_reason = models.TextField(blank=True)
    reminded_at = models.DateTimeField(null=True)
    # Once every store was searched: {"searchedAt", "provable", "complete", "stores": [{"store", "rows", "hits"}]}.
    certificate = models.JSONField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(item__isnull=False) ^ Q(proposal__isnull=False), name="deletion_of_one_thing"
            ),
            models.CheckConstraint(
                condition=Q(status="pending", decided_at__isnull=True)
                | ~Q(status="pending") & Q(decided_at__isnull=False),
                name="deletion_decided_once",
            ),
        )
        indexes = (
            models.Index(fields=["project", "status", "id"], name="deletion_queue"),
            models.Index(fields=["project", "asked_by", "status"], name="deletion_asked"),
            models.Index(fields=["asked_at"], condition=Q(status="pending"), name="deletion_waiting"),
        )

    def __str__(self) -> str:
        return self.ref

    @property
    def ref(self) -> str:
        return f"deletion:{self.pk}"

    @property
    def pending(self) -> bool:
        return self.status == self.Status.PENDING

    @property
    def shown(self) -> str:
        """What is asked for, as the decision shows it and has it typed: ``#12`` or a reference."""
        return self.proposal.ref if self.proposal is not None else self.item.ref if self.item is not None else ""


class Sealed(models.Model):
    """The content of one row while a request waits. The row itself holds none of it until then.

    ``texts`` are what else the row said, by its columns: reasons.
    """

    request = models.ForeignKey(DeletionRequest, on_delete=models.CASCADE, related_name="sealed")
    item = models.ForeignKey(Item, on_delete=models.CASCADE, null=True, related_name="+")
    version = models.ForeignKey(Version, on_delete=models.CASCADE, null=True, related_name="+")
    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, null=True, related_name="+")
    state = models.JSONField(null=True)
    texts = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(item__isnull=False, version__isnull=True, proposal__isnull=True)
                | Q(item__isnull=True, version__isnull=False, proposal__isnull=True)
                | Q(item__isnull=True, version__isnull=True, proposal__isnull=False),
                name="sealed_one_row",
            ),
            models.UniqueConstraint(fields=["item"], name="sealed_item_once"),
            models.UniqueConstraint(fields=["version"], name="sealed_version_once"),
            models.UniqueConstraint(fields=["proposal"], name="sealed_proposal_once"),
        )

    def __str__(self) -> str:
        return f"sealed {self.pk}"


class Reveal(models.Model):
    """That someone looked at what is sealed. Kept for good."""

    request = models.ForeignKey(DeletionRequest, on_delete=models.CASCADE, related_name="reveals")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"reveal {self.pk}"


class Scrub(models.Model):
    """A rewriting of the files that held erased content. ``done`` are its tables so far: the next run goes on there."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    done = models.JSONField(default=list)
    freed = models.BigIntegerField(default=0)  # bytes

    def __str__(self) -> str:
        return f"scrub {self.pk}"


class Erasure(models.Model):
    """A line of the ledger: what was erased, by whom and when. Kept for good, and replayed on a restored backup.

    Ids alone, and no foreign keys: a backup may know neither the item nor the person. ``versions`` is None for an item
    as a whole. ``scrub`` is the rewriting that took it out of the files, None while that is due.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    at = models.DateTimeField()
    by = models.CharField(max_length=ID_LENGTH)
    project = models.CharField(max_length=ID_LENGTH, blank=True)
    item = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=30)
    number = models.BigIntegerField(null=True)
    versions = models.JSONField(null=True)
    proposals = models.JSONField(default=list)
    scrub = models.ForeignKey(Scrub, on_delete=models.SET_NULL, null=True, related_name="erasures")

    class Meta:
        indexes = (models.Index(fields=["at"], name="erasure_at"),)

    def __str__(self) -> str:
        return f"erasure {self.pk}"


class Proof(models.Model):
    """Keyed hashes of what one decision erased, until every store was searched for them. Then the row goes, and with it
    the key: what is left is the request's certificate.

    ``complete`` is False where only a sample of them was kept. ``stores`` are those searched, ``after`` how far the
    search is in the next one.
    """

    request = models.OneToOneField(DeletionRequest, on_delete=models.CASCADE, related_name="proof")
    key = models.BinaryField()
    marks = models.BinaryField()
    complete = models.BooleanField(default=True)
    stores = models.JSONField(default=list)
    after = models.JSONField(null=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"proof {self.pk}"
