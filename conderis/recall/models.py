"""Where a caller's last recall of a project ended."""

from django.conf import settings
from django.db import models

from conderis.accounts.models import Agent
from projects.models import Project


class RecallMark(models.Model):
    """One key's (or person's) place among a project's events, as numbers of transactions; without a project among
    those of all the person's.

    ``shown_from`` is where the changes begin that are shown; it moves to ``last_seen``, where the last recall
    ended, once ten minutes have passed since it moved.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, null=True, related_name="+")
    shown_from = models.BigIntegerField()
    last_seen = models.BigIntegerField()
    moved_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["project", "user", "agent"], nulls_distinct=False, name="recall_mark_unique"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} in {self.project_id}"
