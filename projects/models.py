"""Where knowledge lives and who may reach it."""

from django.conf import settings
from django.db import models

from conderis.core.ids import ID_LENGTH, new_id
from projects.capabilities import ROLE_CHOICES, Role


class Organization(models.Model):
    """A group that gives its members its projects with a role, and its instructions to their agents."""

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

    # Set by the door (projects.selectors) on what came through it: the person who looks, and their role.
    seen_by: str | None = None
    seen_as: int | None = None

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
    last_number = models.PositiveBigIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~models.Q(upstream=models.F("pk")), name="project_upstream_other"),
        )

    def __str__(self) -> str:
        return self.name


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
                condition=models.Q(role__range=(Role.READER.value, Role.OWNER.value)), name="membership_role_known"
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
                condition=models.Q(role__range=(Role.READER.value, Role.OWNER.value)),
                name="organization_membership_role_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} in {self.organization}"
