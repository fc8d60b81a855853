"""Where knowledge lives and who may reach it."""

from typing import ClassVar, cast

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from conderis.core.ids import ID_LENGTH, new_id
from conderis.outbox.models import Mail
from projects.capabilities import ROLE_CHOICES, Role


class Organization(models.Model):
    """A group that gives its members its projects with a role, and its instructions to their agents."""

    noun: ClassVar[str] = "organization"
    # Set by the door, as on a project.
    seen_by: str | None = None
    seen_as: int | None = None

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    name = models.CharField(max_length=200)
    instructions = models.TextField(blank=True, max_length=20_000)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        return f"org:{self.id}"


class Project(models.Model):
    """One shared memory: its items, its members, and the counter that numbers its items."""

    noun: ClassVar[str] = "project"  # what a sentence calls it
    # Set by the door (projects.selectors) on what came through it: the person who looks, their role, and the one that
    # they have as a member: 0 for a stranger who reads a public project.
    seen_by: str | None = None
    seen_as: int | None = None
    member_as: int | None = None

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    remote = models.CharField("repository address", max_length=500, blank=True)
    remote_verified_at = models.DateTimeField(null=True, blank=True, editable=False)
    public = models.BooleanField(default=False)
    upstream = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="forks")
    organization = models.ForeignKey(
        Organization, on_delete=models.SET_NULL, null=True, blank=True, related_name="projects"
    )
    deletion_needs_two = models.BooleanField(default=False)  # who decides a deletion isn't who asked for it
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)  # readable, and nobody writes in it
    last_number = models.PositiveBigIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(upstream=models.F("pk")), name="project_upstream_other"),)

    def __str__(self) -> str:
        return self.name


Place = Project | Organization  # where people have roles


class Membership(models.Model):
    """A person's role in a project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.PositiveSmallIntegerField(choices=ROLE_CHOICES, default=Role.READER.value)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["project", "user"], name="membership_unique"),
            models.CheckConstraint(
                condition=Q(role__range=(Role.READER.value, Role.OWNER.value)), name="membership_role_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} in {self.project}"


class OrganizationMembership(models.Model):
    """A person's role in every project of an organization."""

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organization_memberships"
    )
    role = models.PositiveSmallIntegerField(choices=ROLE_CHOICES, default=Role.READER.value)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["organization", "user"], name="organization_membership_unique"),
            models.CheckConstraint(
                condition=Q(role__range=(Role.READER.value, Role.OWNER.value)),
                name="organization_membership_role_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} in {self.organization}"


class Invitation(models.Model):
    """An owner asks an address to join a place with a role. The row is there until it is accepted or withdrawn.

    It has two tokens, both stored as hashes. The owner copies the link of one; the other is in the mail alone, so that
    whoever brings it has the address and may sign up with it.
    """

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="invitations")
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, null=True, related_name="invitations")
    email = models.EmailField()
    role = models.PositiveSmallIntegerField(choices=ROLE_CHOICES)
    link_hash = models.CharField(max_length=64, unique=True)
    mail_hash = models.CharField(max_length=64, unique=True)
    mail = models.ForeignKey(Mail, on_delete=models.SET_NULL, null=True, related_name="+")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    invited_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(project__isnull=True) ^ Q(organization__isnull=True), name="invitation_to_one_place"
            ),
            models.CheckConstraint(
                condition=Q(role__range=(Role.READER.value, Role.OWNER.value)), name="invitation_role_known"
            ),
            models.UniqueConstraint("project", Lower("email"), name="invitation_project_once"),
            models.UniqueConstraint("organization", Lower("email"), name="invitation_organization_once"),
        )

    def __str__(self) -> str:
        return f"invitation {self.pk}"  # never the address

    @property
    def place(self) -> Place:
        """Where it is to; the table holds each invitation to exactly one."""
        return cast("Place", self.project or self.organization)
