"""Since when a caller hasn't seen what changed."""

from datetime import timedelta

from django.db import connection
from django.utils import timezone

from conderis.core.actor import Actor
from conderis.recall.models import RecallMark
from projects.models import Project

SAME_RECALL = timedelta(minutes=10)  # repeated within this time, a recall shows the same changes again


def seen_until(actor: Actor, project: Project) -> int | None:
    """The transaction from which on events are new to this key, and a note that it recalls now; None on its first.

    Events of transactions that were still open at the last recall count as new, so none is ever missed.
    """
    now, place = timezone.now(), _horizon()
    mark, first = RecallMark.objects.get_or_create(
        project=project,
        user_id=actor.user_id,
        agent_id=actor.agent_id,
        defaults={"shown_from": place, "last_seen": place, "moved_at": now},
    )
    if first:
        return None
    if now - mark.moved_at >= SAME_RECALL:
        mark.shown_from, mark.moved_at = mark.last_seen, now
    mark.last_seen = place
    mark.save(update_fields=["shown_from", "last_seen", "moved_at"])
    return mark.shown_from


def _horizon() -> int:
    """Every transaction below it has ended."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        return int(cursor.fetchone()[0])
