"""What was stored under an idempotency key, so that a batch sent again stores nothing twice."""

from django.conf import settings
from django.db import models

from projects.models import Project


class BatchResult(models.Model):
    """The stored kind of one batch: which items it became, and a digest to tell a repeat from something else.

    ``result`` holds numbers and references alone, ``digest`` the SHA-256 of what was sent.
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
