"""Mails that wait to be sent. A service writes a row in its own transaction; a periodic task sends."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Mail(models.Model):
    """One mail to one address. Its text is a link or the like, so nothing of it stays once it is sent or given up.

    ``next_try_at`` is when it is due, None once nobody tries any more: it was sent, or given up.
    """

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    about = models.CharField(max_length=40, blank=True)  # a reference, so that the text goes when that is erased
    on_behalf_of = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="mail_due"),
            models.Index(fields=["about"], condition=~Q(about=""), name="mail_about"),
            models.Index(fields=["created_at"], condition=Q(next_try_at__isnull=True), name="mail_done"),
        )

    def __str__(self) -> str:
        return f"mail {self.pk}"  # never the address
